// rtl.cpp: the engine "rtl": the Verilated core without waveforms.
#include "sim/rtl/axi_engine.h"

#include "Vrg_rtl.h"

extern "C" {
#include "sim/engine_impl.h"
}

using Calls = EngineCalls<AxiEngine<Vrg_rtl, NoTrace>>;

extern "C" const rg_engine_table rg_rtl_engine = Calls::table();
