// core.cpp: the Verilated core of engine "rtl" behind plain functions.
#include "sim/systemc/core.h"

#include <iterator>
#include <type_traits>

#include "sim/rtl/axi_engine.h"
#include "sim/systemc/map.h"

#include "Vrg_rtl.h"
#include "Vrg_rtl___024root.h"

namespace rg {

struct Core::Model : AxiEngine<Vrg_rtl, NoTrace> {
    uint64_t id = 0, config = 0; // constants of the build
};

// Names inside the model; a change of the RTL that renames one does not compile.
#define TOP(signal) (root.rg_top__DOT__##signal)

namespace {

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
[[maybe_unused]] uint64_t half(QData pair, unsigned i) { return extended(static_cast<uint32_t>(pair >> (32 * i))); }

bool scanning(const Vrg_rtl___024root &root) { return TOP(core__DOT__scan__DOT__state) != 0; }

uint64_t status(const Vrg_rtl___024root &root)
{
    return static_cast<uint64_t>(TOP(running) | TOP(halted) << 1 | TOP(trapped) << 2 | TOP(step_limit) << 3
                                 | TOP(cycles_up) << 4 | scanning(root) << 5 | TOP(dir) << 6 | TOP(stopped) << 7
                                 | TOP(out_level) << 8 | TOP(trap_cause) << 16);
}

bool peek_register(const Vrg_rtl___024root &root, uint32_t address, uint64_t &word)
{
    switch (address) {
    case REG_STATUS: word = status(root); return true;
    case REG_MODE: word = TOP(mode); return true;
    case REG_PC: word = TOP(pc); return true;
    case REG_BR: word = TOP(br); return true;
    case REG_DIR: word = TOP(dir); return true;
    case REG_STEPS: word = TOP(steps); return true;
    case REG_CYCLELIMIT: word = TOP(cycle_limit); return true;
    case REG_TRAPPC: word = TOP(trap_pc); return true;
    case REG_TRAPINFO: word = extended(TOP(trap_word)); return true;
    case REG_OUT: // the oldest word stays where it is
        word = extended(TOP(core__DOT__out_fifo__DOT__words)[TOP(core__DOT__out_fifo__DOT__head)]);
        return TOP(out_level) != 0;
    case REG_CODEWORDS: word = TOP(code_words); return true;
    case REG_SCANBASE: word = TOP(scan_base); return true;
    case REG_SCANCOUNT: word = TOP(scan_count); return true;
    case REG_SIGNATURE: word = TOP(signature); return true;
    case REG_SIGVALUE: word = TOP(sigvalue); return true;
    case REG_WLO: word = half(TOP(core__DOT__w), 0); return true;
    case REG_WHI: word = half(TOP(core__DOT__w), 1); return true;
    case REG_GWLO: word = half(TOP(core__DOT__gw), 0); return true;
    case REG_GWHI: word = half(TOP(core__DOT__gw), 1); return true;
    case REG_CYCLES: word = TOP(cycles); return true;
    case REG_RETIRED: word = TOP(retired); return true;
    case REG_CYCLESF: word = TOP(cycles_f); return true;
    case REG_CYCLESB: word = TOP(cycles_b); return true;
    case REG_MEMREADS: word = TOP(mem_reads); return true;
    case REG_MEMWRITES: word = TOP(mem_writes); return true;
    case REG_GRADREADS: word = TOP(grad_reads); return true;
    case REG_GRADWRITES: word = TOP(grad_writes); return true;
    case REG_BITSOUT: word = TOP(bits_out); return true;
    case REG_ERASEDGRAD: word = TOP(erased_grad); return true;
    case REG_ERASEDHOST: word = TOP(erased_host); return true;
    case REG_GRADOVF: word = TOP(grad_ovf); return true;
    case REG_VALOVF: word = TOP(val_ovf); return true;
    default: return false; // CONTROL among them: it is write-only
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

bool Core::idle() const
{
    const Vrg_rtl___024root &root = *model_->top().rootp;
    return !TOP(running) && !TOP(clearing) && !scanning(root);
}

bool Core::peek(uint32_t address, uint64_t &word) const
{
    const Vrg_rtl___024root &root = *model_->top().rootp;
    if (address % WORD_BYTES != 0)
        return false;
    if (address == REG_ID || address == REG_CONFIG) {
        word = address == REG_ID ? model_->id : model_->config;
        return true;
    }
    if (address < REGISTERS_END)
        return peek_register(root, address, word);
    // An address below a window is far above it as an unsigned offset.
    return element(TOP(core__DOT__operands__DOT__values), address - WINDOW_REGV, word)
        || element(TOP(core__DOT__operands__DOT__gradients), address - WINDOW_REGG, word)
        || element(TOP(core__DOT__counters__DOT__counts), address - WINDOW_COUNT, word)
        || element(TOP(core__DOT__imem__DOT__words), address - WINDOW_IMEM, word)
        || element(TOP(core__DOT__value_bank__DOT__words), address - WINDOW_DMEMV, word)
        || element(TOP(core__DOT__gradient_bank__DOT__words), address - WINDOW_DMEMG, word)
        || element(TOP(core__DOT__ledger__DOT__entries), address - WINDOW_LEDGER, word);
}

} // namespace rg
