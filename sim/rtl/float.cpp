// float.cpp: the engine "rtl-float": the Verilated core with Float (rtl/float/core).
#include "sim/rtl/axi_engine.h"

#include "Vrg_float.h"

extern "C" {
#include "sim/engine_impl.h"
}

using Calls = EngineCalls<AxiEngine<Vrg_float, NoTrace>>;

// It has a part of the instructions. The others trap as ILLEGAL, so that the engine itself refuses
// none.
static const char *refuses_none(const void *) { return nullptr; }

extern "C" const rg_engine_table rg_rtl_float_engine = {
    Calls::open,      Calls::close, Calls::reset, Calls::read,  Calls::write, Calls::run,
    Calls::interrupt, nullptr,      nullptr,      nullptr,      nullptr,      nullptr,
    nullptr,          nullptr,      nullptr,      Calls::share, refuses_none, nullptr,
    nullptr,          nullptr,      nullptr,
};
