// trace.cpp: the engine "trace": the Verilated core that can write FST waveforms, with what the
// driver says of each instruction as text beside the signals.
#include "sim/rtl/axi_engine.h"
#include "sim/rtl/data_memory.h"

#include <cstring>
#include <type_traits>
#include <vector>

#include <verilated_fst_c.h>

#include "Vrg_trace.h"
#include "Vrg_trace___024root.h"

extern "C" {
#include "sim/engine_impl.h"
}

namespace
{

// Verilator writes no signals that hold text, but the writer that it uses does. Verilator keeps
// that to itself: an explicit instantiation may name what is private.
void *writer_of(VerilatedFst &fst);
template <void *VerilatedFst::*Writer> struct Reach {
    friend void *writer_of(VerilatedFst &fst) { return fst.*Writer; }
};
template struct Reach<&VerilatedFst::m_fst>;

// A word of XLEN bits, sign-extended.
template <class Words> int64_t word_of(const Words &words, uint32_t index)
{
    using Word = std::make_signed_t<std::remove_cv_t<std::remove_reference_t<decltype(words[0])>>>;
    return index < sizeof words / sizeof words[0] ? Word(words[index]) : 0;
}

// Registers and data memory as they stand between two edges.
int64_t word(const void *core, bool memory, unsigned bank, uint32_t index)
{
    const auto &root = *static_cast<const Vrg_trace *>(core)->rootp;
    if (memory) {
        int64_t word = 0;
        (void)(bank == 0 ? data_memory::values(root, index, word)
                         : data_memory::gradients(root, index, word));
        return word;
    }
    return bank == 0 ? word_of(root.rg_top__DOT__core__DOT__operands__DOT__values, index)
                     : word_of(root.rg_top__DOT__core__DOT__operands__DOT__gradients, index);
}

// The text signals of one recording.
class Notes
{
  public:
    Notes(void *fst, const rg_engine_notes &notes)
        : fst_(fst), notes_(notes), handles_(notes.count), texts_(notes.count)
    {
        fstWriterSetScope(fst_, FST_ST_VCD_MODULE, RG_ENGINE_NOTES, nullptr);
        const char *scope = "";
        for (size_t i = 0; i < notes.count; i++) {
            enter(scope, notes.notes[i].scope);
            scope = notes.notes[i].scope;
            handles_[i] = fstWriterCreateVar(fst_, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0,
                                             notes.notes[i].name, 0);
        }
        enter(scope, "");
        fstWriterSetUpscope(fst_);
    }

    void step(const rg_engine_step &step)
    {
        notes_.step(notes_.context, &step, clear());
        write();
    }

    void stands(const rg_engine_state &state)
    {
        notes_.stands(notes_.context, &state, clear());
        write();
    }

  private:
    void enter(const char *from, const char *to)
    {
        if (std::strcmp(from, to) == 0)
            return;
        if (from[0])
            fstWriterSetUpscope(fst_);
        if (to[0])
            fstWriterSetScope(fst_, FST_ST_VCD_SCOPE, to, nullptr);
    }

    const char **clear()
    {
        texts_.assign(texts_.size(), nullptr);
        return texts_.data();
    }

    void write()
    {
        for (size_t i = 0; i < texts_.size(); i++)
            if (texts_[i])
                fstWriterEmitVariableLengthValueChange(fst_, handles_[i], texts_[i],
                                                       uint32_t(std::strlen(texts_[i])));
    }

    void *fst_;
    const rg_engine_notes &notes_;
    std::vector<fstHandle> handles_;
    std::vector<const char *> texts_;
};

class FstTrace
{
  public:
    FstTrace(VerilatedContext &context, Vrg_trace &top) : top_(top)
    {
        context.traceEverOn(true);
        top.trace(&fst_, 99);
    }
    bool open(const char *path, const rg_engine_notes *notes)
    {
        fst_.open(path);
        if (fst_.isOpen() && notes)
            notes_ = std::make_unique<Notes>(writer_of(*fst_.spTrace()), *notes);
        return fst_.isOpen();
    }
    void dump(uint64_t time)
    {
        fst_.dump(time);
        if (notes_ && top_.clk == 0)
            keep();
        else if (notes_)
            tell(time);
    }
    void close() { fst_.close(); }

  private:
    // The low half of a clock ends with the edge that commits the step.
    void keep()
    {
        retired_ = top_.retire_valid;
        state_ = {top_.retire_next_pc,
                  top_.retire_next_br,
                  top_.retire_next_dir != 0,
                  top_.retire_next_mode,
                  word,
                  &top_};
    }

    // Behind an edge: what the step before has left, and what retires in this clock.
    void tell(uint64_t time)
    {
        if (retired_)
            notes_->stands(state_);
        if (top_.retire_valid || top_.retire_trap)
            notes_->step({time, top_.retire_pc, top_.retire_word, top_.retire_dir != 0,
                          top_.retire_trap != 0, top_.retire_mode});
    }

    Vrg_trace &top_;
    VerilatedFstC fst_;
    std::unique_ptr<Notes> notes_;
    rg_engine_state state_ = {};
    bool retired_ = false;
};

} // namespace

using Calls = EngineCalls<AxiEngine<Vrg_trace, FstTrace>>;

static constexpr rg_engine_table traced()
{
    rg_engine_table table = Calls::table();
    table.trace_open = Calls::trace_open;
    table.trace_close = Calls::trace_close;
    return table;
}

extern "C" const rg_engine_table rg_trace_engine = traced();
