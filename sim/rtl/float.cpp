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

static constexpr rg_engine_table with_float()
{
    rg_engine_table table = Calls::table();
    table.refused = refuses_none;
    return table;
}

extern "C" const rg_engine_table rg_rtl_float_engine = with_float();
