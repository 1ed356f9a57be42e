// trace.cpp: the engine "trace": the Verilated core that can write FST waveforms.
#include "sim/rtl/axi_engine.h"

#include <verilated_fst_c.h>

#include "Vrg_trace.h"

extern "C" {
#include "sim/engine_impl.h"
}

namespace
{

class FstTrace
{
  public:
    FstTrace(VerilatedContext &context, Vrg_trace &top)
    {
        context.traceEverOn(true);
        top.trace(&fst_, 99);
    }
    bool open(const char *path)
    {
        fst_.open(path);
        return fst_.isOpen();
    }
    void dump(uint64_t time) { fst_.dump(time); }
    void close() { fst_.close(); }

  private:
    VerilatedFstC fst_;
};

} // namespace

using Calls = EngineCalls<AxiEngine<Vrg_trace, FstTrace>>;

extern "C" const rg_engine_table rg_trace_engine = {
    Calls::open,      Calls::close,      Calls::reset,
    Calls::read,      Calls::write,      Calls::run,
    Calls::interrupt, Calls::trace_open, Calls::trace_close,
    nullptr,          nullptr,           nullptr,
    nullptr,          nullptr,           nullptr,
};
