// core.cpp: the Verilated core of engine "rtl" behind plain functions.
#include "sim/systemc/core.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "isa/bus_fields.h"
#include "sim/rtl/axi_engine.h"
#include "sim/rtl/data_memory.h"
#include "sim/systemc/map.h"

#include "Vrg_rtl.h"
#include "Vrg_rtl___024root.h"

namespace rg
{

struct Core::Model : AxiEngine<Vrg_rtl, NoTrace> {
    uint64_t id = 0, config = 0; // constants of the build
};

// Names inside the model; a change of the RTL that renames one does not compile.
#define TOP(signal) (root.rg_top__DOT__##signal)

namespace
{

template <class Word> uint64_t extended(Word word)
{
    return static_cast<uint64_t>(static_cast<int64_t>(static_cast<std::make_signed_t<Word>>(word)));
}

template <class Words> bool element(const Words &words, uint32_t offset, uint64_t &word)
{
    const uint32_t index = offset / WORD_BYTES;
    if (index >= std::size(words.m_storage))
        return false;
    word = extended(words.m_storage[index]);
    return true;
}

// Word i of a number of two: 128 bits, or 64.
template <std::size_t N> uint64_t half(const VlWide<N> &pair, unsigned i)
{
    return static_cast<uint64_t>(pair[2 * i + 1]) << 32 | pair[2 * i];
}
[[maybe_unused]] uint64_t half(QData pair, unsigned i)
{
    return extended(static_cast<uint32_t>(pair >> (32 * i)));
}

using Root = Vrg_rtl___024root;

bool scanning(const Root &root) { return TOP(core__DOT__scan__DOT__state) != 0; }

bool copying(const Root &root) { return TOP(copying_in) || TOP(copying_out); }

#define WAY_OUT(signal) TOP(copy__DOT__way_out__DOT__##signal)
uint64_t response(const Root &root)
{
    return TOP(copy__DOT__out) ? TOP(copy__DOT__response_out) : TOP(copy__DOT__response_in);
}

// Words of the last copy: those of beats that were answered well, on the way out.
uint64_t words_copied(const Root &root)
{
    if (!TOP(copy__DOT__out))
        return TOP(copy__DOT__copied_in);
    const uint64_t all = WAY_OUT(all), good = WAY_OUT(good);
    return good == 0 ? 0 : std::min<uint64_t>(2 * good - WAY_OUT(began_high), all);
}

uint64_t reached(const Root &root)
{
    uint64_t above = 1;
    while (above <= TOP(core__DOT__reach__DOT__bits))
        above *= 2;
    return above;
}

uint64_t status(const Root &root)
{
    return TOP(running) * RG_STATUS_RUNNING | TOP(halted) * RG_STATUS_HALTED
           | TOP(trapped) * RG_STATUS_TRAPPED | TOP(step_limit) * RG_STATUS_STEPS
           | TOP(cycles_up) * RG_STATUS_CYCLES | scanning(root) * RG_STATUS_SCANNING
           | TOP(dir) * RG_STATUS_BACKWARD | TOP(stopped) * RG_STATUS_STOPPED
           | copying(root) * RG_STATUS_COPYING
           | static_cast<uint64_t>(TOP(out_level)) << RG_STATUS_OUT_LEVEL_FIRST
           | static_cast<uint64_t>(TOP(trap_cause)) << RG_STATUS_TRAP_FIRST
           | response(root) << RG_STATUS_COPY_RESPONSE_FIRST;
}

// Each register and each window of isa/bus.def has its own answer below: one that is added there
// and not here does not compile.
template <Address> bool register_at(const Root &, uint64_t &word) = delete;
template <Address> bool window_at(const Root &, uint32_t offset, uint64_t &word) = delete;

#define REGISTER(name, value)                                                                      \
    template <> bool register_at<REG_##name>(const Root &root, uint64_t &word)                     \
    {                                                                                              \
        return word = (value), true;                                                               \
    }
// A word of what may not be there
template <class Wide> bool half_of(const Wide *wide, unsigned which, uint64_t &word)
{
    return word = half(*wide, which), true;
}
inline bool half_of(std::nullptr_t, unsigned, uint64_t &) { return false; }

// A counter, which stays 0 where nothing moves it
[[maybe_unused]] uint64_t count_at(const QData *counter) { return *counter; }
[[maybe_unused]] uint64_t count_at(std::nullptr_t) { return 0; }

#define HALF(name, place, which)                                                                   \
    template <> bool register_at<REG_##name>(const Root &root, uint64_t &word)                     \
    {                                                                                              \
        return half_of(data_memory::place(root, 0), which, word);                                  \
    }

#define WINDOW(name, words)                                                                        \
    template <> bool window_at<WINDOW_##name>(const Root &root, uint32_t offset, uint64_t &word)   \
    {                                                                                              \
        return element(TOP(words), offset, word);                                                  \
    }

#define DATA(name, memory)                                                                         \
    template <> bool window_at<WINDOW_##name>(const Root &root, uint32_t offset, uint64_t &word)   \
    {                                                                                              \
        int64_t found = 0;                                                                         \
        const bool there = data_memory::memory(root, offset / WORD_BYTES, found);                  \
        return word = static_cast<uint64_t>(found), there;                                         \
    }

template <> bool register_at<REG_ID>(const Root &, uint64_t &)
{
    return false;
} // constants of the build:
template <> bool register_at<REG_CONFIG>(const Root &, uint64_t &)
{
    return false;
} // Core::peek has them
template <> bool register_at<REG_CONTROL>(const Root &, uint64_t &) { return false; } // write-only
REGISTER(STATUS, status(root))
REGISTER(MODE, TOP(mode))
REGISTER(PC, TOP(pc))
REGISTER(BR, TOP(br))
REGISTER(DIR, TOP(dir))
REGISTER(STEPS, TOP(steps))
REGISTER(CYCLELIMIT, TOP(cycle_limit))
REGISTER(PROGRAM, TOP(program_base))
REGISTER(TRAPPC, TOP(trap_pc))
REGISTER(TRAPINFO, extended(TOP(trap_word)))
template <>
bool register_at<REG_OUT>(const Root &root, uint64_t &word) // the oldest word stays where it is
{
    word = extended(TOP(core__DOT__out_fifo__DOT__words)[TOP(core__DOT__out_fifo__DOT__head)]);
    return TOP(out_level) != 0;
}
REGISTER(CODEWORDS, TOP(code_words))
REGISTER(SCANBASE, TOP(scan_base))
REGISTER(SCANCOUNT, TOP(scan_count))
REGISTER(COPYHOST, TOP(copy_host) << 3)
template <> bool register_at<REG_COPYIN>(const Root &, uint64_t &) { return false; } // write-only
template <> bool register_at<REG_COPYOUT>(const Root &, uint64_t &) { return false; }
template <> bool register_at<REG_COPYOUTG>(const Root &, uint64_t &) { return false; }
REGISTER(COPIED, words_copied(root))
REGISTER(SIGNATURE, TOP(signature))
REGISTER(SIGVALUE, TOP(sigvalue))
REGISTER(WLO, half(TOP(core__DOT__w), 0))
REGISTER(WHI, half(TOP(core__DOT__w), 1))
REGISTER(GWLO, half(TOP(core__DOT__gw), 0))
REGISTER(GWHI, half(TOP(core__DOT__gw), 1))
HALF(TWLO, wide_tangents, 0)
HALF(TWHI, wide_tangents, 1)
HALF(TGWLO, wide_gradient_tangents, 0)
HALF(TGWHI, wide_gradient_tangents, 1)
REGISTER(KEEP, static_cast<uint64_t>(TOP(keep) | TOP(undo) << 1))
REGISTER(KEPT, TOP(kept))
REGISTER(CYCLES, TOP(cycles))
REGISTER(RETIRED, TOP(retired))
REGISTER(CYCLESF, TOP(cycles_f))
REGISTER(CYCLESB, TOP(cycles_b))
REGISTER(PROGRAMF, TOP(program_f))
REGISTER(PROGRAMB, TOP(program_b))
REGISTER(MEMREADS, TOP(mem_reads))
REGISTER(MEMWRITES, TOP(mem_writes))
REGISTER(GRADREADS, TOP(grad_reads))
REGISTER(GRADWRITES, TOP(grad_writes))
REGISTER(TANREADS, count_at(data_memory::tangent_reads(root, 0)))
REGISTER(TANWRITES, count_at(data_memory::tangent_writes(root, 0)))
REGISTER(BITSOUT, TOP(bits_out))
REGISTER(ERASEDGRAD, TOP(erased_grad))
REGISTER(ERASEDHOST, TOP(erased_host))
REGISTER(WORDSIN, TOP(words_in))
REGISTER(CYCLESIN, TOP(cycles_in))
REGISTER(WORDSOUT, TOP(words_out))
REGISTER(CYCLESOUT, TOP(cycles_out))
REGISTER(REACHED, reached(root))
REGISTER(IRQ, static_cast<uint64_t>(TOP(happened) | (TOP(out_level) != 0) * RG_IRQ_OUT))
REGISTER(IRQENABLE, TOP(irq_enable))
REGISTER(PROTECT, TOP(host__DOT__protect))
REGISTER(GRADOVF, TOP(grad_ovf))
REGISTER(VALOVF, TOP(val_ovf))
REGISTER(GRADOVFALL, TOP(grad_ovf_all))
REGISTER(VALOVFALL, TOP(val_ovf_all))

template <> bool window_at<WINDOW_CONTROL>(const Root &, uint32_t, uint64_t &)
{
    return false;
} // the registers above
WINDOW(REGV, core__DOT__operands__DOT__values)
WINDOW(REGG, core__DOT__operands__DOT__gradients)
DATA(REGT, register_tangents)
DATA(REGTG, register_gradient_tangents)
template <> bool window_at<WINDOW_COUNT>(const Root &root, uint32_t offset, uint64_t &word)
{
#define COUNTS(signal) TOP(core__DOT__counters__DOT__class_counts__DOT__##signal)
    if (!element(COUNTS(counts__DOT__words), offset, word))
        return false;
    if (COUNTS(adding) && COUNTS(adding_index) == offset / WORD_BYTES) // on its way to the memory
        word += COUNTS(adding_times);
    return true;
#undef COUNTS
}
WINDOW(IMEM, core__DOT__imem__DOT__words)
DATA(DMEMV, values)
DATA(DMEMG, gradients)
DATA(DMEMT, tangents)
DATA(DMEMTG, gradient_tangents)
WINDOW(LEDGER, core__DOT__ledger__DOT__entries)

bool peek_register(const Root &root, uint32_t address, uint64_t &word)
{
    switch (address) {
#define RG_WINDOW(name, base, words, access, what)
#define RG_REG(name, offset, access, what)                                                         \
    case offset:                                                                                   \
        return register_at<REG_##name>(root, word);
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    default: return false;
    }
}

bool peek_window(const Root &root, uint32_t address, uint64_t &word)
{
    switch (window_base(address)) {
#define RG_WINDOW(name, base, words, access, what)                                                 \
    case base:                                                                                     \
        return window_at<WINDOW_##name>(root, address - (base), word);
#define RG_REG(name, offset, access, what)
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    default: return false;
    }
}

} // namespace

Core::Core() : model_(new Model)
{
    model_->read(REG_ID, &model_->id);
    model_->read(REG_CONFIG, &model_->config);
}

Core::~Core() = default;

Core::Transfer Core::read(uint32_t address, uint64_t &data)
{
    const uint64_t before = model_->cycles();
    const rg_bus_response response = model_->read(address, &data);
    return {response, model_->cycles() - before};
}

Core::Transfer Core::write(uint32_t address, uint64_t data)
{
    const uint64_t before = model_->cycles();
    const rg_bus_response response = model_->write(address, data);
    return {response, model_->cycles() - before};
}

uint64_t Core::reset()
{
    const uint64_t before = model_->cycles();
    model_->reset();
    return model_->cycles() - before;
}

uint64_t Core::clock(uint64_t max) { return model_->run_to_change(max); }

bool Core::interrupt() const { return model_->interrupt(); }

void Core::share(rg_memory_read read, rg_memory_write write, void *context)
{
    model_->share(read, write, context);
}

void Core::protect(bool privileged, bool secure) { model_->protect(privileged, secure); }

bool Core::idle() const
{
    const Root &root = *model_->top().rootp;
    return !TOP(running) && !TOP(clearing) && !scanning(root) && !copying(root);
}

bool Core::peek(uint32_t address, uint64_t &word) const
{
    const Root &root = *model_->top().rootp;
    if (address % WORD_BYTES != 0)
        return false;
    if (address == REG_ID || address == REG_CONFIG) {
        word = address == REG_ID ? model_->id : model_->config;
        return true;
    }
    return address < REGISTERS_END ? peek_register(root, address, word)
                                   : peek_window(root, address, word);
}

} // namespace rg
