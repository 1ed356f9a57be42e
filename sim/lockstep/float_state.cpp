// float_state.cpp: the words inside the Verilated core with Float.
#include <cstring>

#include "sim/rtl/axi_engine.h"

#include "Vrg_float.h"
#include "Vrg_float___024root.h"

extern "C" {
#include "sim/engine_impl.h"
#include "sim/lockstep/float_state.h"
}

namespace
{

using Engine = AxiEngine<Vrg_float, NoTrace>;
using Calls = EngineCalls<Engine>;

const rg_engine_table table = Calls::table();

Vrg_float___024root &root(const void *core)
{
    return *static_cast<const Engine *>(core)->top().rootp;
}

#define CORE(name) rg_float_top__DOT__core__DOT__##name
#define LIMB(k) CORE(data__DOT__limbs__BRA__##k##__KET____DOT__bank__DOT__ports__DOT__words)

// A word that is one port of 32-bit words.
template <std::size_t N> void move(VlWide<N> &port, rg_wide_word &word, bool put)
{
    if (put) {
        std::memcpy(port.data(), word.limb, sizeof(uint32_t) * N);
        return;
    }
    word = rg_wide_of_int(port.data()[N - 1] >> 31 ? -1 : 0);
    std::memcpy(word.limb, port.data(), sizeof(uint32_t) * N);
}

// A data word, in four banks.
void move_data(Vrg_float___024root &r, uint32_t index, rg_wide_word &word, bool put)
{
    QData *const limbs[] = {&r.LIMB(0)[index], &r.LIMB(1)[index], &r.LIMB(2)[index],
                            &r.LIMB(3)[index]};
    if (!put)
        word = rg_wide_of_int(*limbs[3] >> 63 ? -1 : 0);
    for (unsigned k = 0; k < 4; k++) {
        if (put)
            *limbs[k] = word.limb[k];
        else
            word.limb[k] = *limbs[k];
    }
}

void move_at(const void *core, rg_float_bank bank, uint32_t index, rg_wide_word &word, bool put)
{
    Vrg_float___024root &r = root(core);
    switch (bank) {
    case RG_FLOAT_R: move(r.CORE(values__DOT__words)[index], word, put); break;
    case RG_FLOAT_GR: move(r.CORE(gradients__DOT__words)[index], word, put); break;
    case RG_FLOAT_M: move_data(r, index, word, put); break;
    case RG_FLOAT_GM:
        move(r.CORE(data__DOT__gradients__DOT__ports__DOT__words)[index], word, put);
        break;
    case RG_FLOAT_W: move(index ? r.CORE(w2) : r.CORE(w), word, put); break;
    case RG_FLOAT_GW: move(index ? r.CORE(gw2) : r.CORE(gw), word, put); break;
    case RG_FLOAT_KEPT: move(r.CORE(keeper__DOT__stack__DOT__words)[index], word, put); break;
    }
}

} // namespace

extern "C" rg_engine *rg_float_state_open(void **core)
{
    *core = table.open(false);
    rg_engine *engine = *core ? rg_engine_of("rtl-float", &table, *core) : nullptr;
    if (*core && !engine)
        table.close(*core);
    return engine;
}

extern "C" rg_wide_word rg_float_state_word(const void *core, rg_float_bank bank, uint32_t index)
{
    rg_wide_word word = {};
    move_at(core, bank, index, word, false);
    return word;
}

extern "C" void rg_float_state_put(void *core, rg_float_bank bank, uint32_t index,
                                   rg_wide_word word)
{
    move_at(core, bank, index, word, true);
}
