// flip.cpp: the Verilated core as the engine "rtl", with a hook behind each clock edge that can
// flip one bit of state.
#include "sim/rtl/axi_engine.h"

#include <string>

#include <verilated_vpi.h>

#include "Vrg_flip.h"
#include "Vrg_flip___024root.h"

#include "tests/faults/flip.h"

extern "C" {
#include "sim/engine_impl.h"
}

namespace
{

// One machine at a time in this program, so that the hook can find its order.
struct Order {
    vpiHandle object = nullptr;
    unsigned bit = 0;
    uint64_t edge = 0;
    bool done = false;
};
Order order;
uint64_t edges;

void turn_over()
{
    s_vpi_value value;
    value.format = vpiVectorVal;
    vpi_get_value(order.object, &value);
    const unsigned size = static_cast<unsigned>(vpi_get(vpiSize, order.object));
    const unsigned chunks = (size + 31) / 32;
    s_vpi_vecval words[8] = {};
    for (unsigned i = 0; i < chunks && i < 8; i++)
        words[i] = value.value.vector[i];
    words[order.bit / 32].aval ^= static_cast<PLI_INT32>(1u << (order.bit % 32));
    value.value.vector = words;
    vpi_put_value(order.object, &value, nullptr, vpiNoDelay);
    order.done = true;
}

// Takes the position of a waveform writer, which hears of every half cycle. Cycles in which the
// core is idle do not count: most of a job's time goes into the host's comparison of the memories,
// and a flip then would say little of the machine.
class Flip
{
  public:
    Flip(VerilatedContext &context, Vrg_flip &top) : top_(top)
    {
        Verilated::threadContextp(&context);
    }
    bool open(const char *, const rg_engine_notes *) { return true; }
    void dump(uint64_t)
    {
        if (top_.clk == 0 || !top_.rootp->rg_top__DOT__running)
            return;
        if (edges++ == order.edge && order.object && !order.done) {
            turn_over();
            top_.eval();
        }
    }
    void close() {}

  private:
    Vrg_flip &top_;
};

class FlipEngine : public AxiEngine<Vrg_flip, Flip>
{
  public:
    FlipEngine() { open_trace(""); }
};

using Calls = EngineCalls<FlipEngine>;

} // namespace

extern "C" const rg_engine_table rg_rtl_engine = Calls::table();

extern "C" bool rg_flip_arm(const rg_flip_site *site, uint64_t cycles)
{
    // The scope of the model is its top module inside the instance "top" that AxiEngine makes.
    for (const char *scope : {"top.", "TOP.", ""}) {
        const std::string path = scope + std::string(site->path);
        vpiHandle object = vpi_handle_by_name(const_cast<PLI_BYTE8 *>(path.c_str()), nullptr);
        if (object && site->memory)
            object = vpi_handle_by_index(object, static_cast<PLI_INT32>(site->word));
        if (!object)
            continue;
        if (site->bit >= static_cast<unsigned>(vpi_get(vpiSize, object)))
            return false;
        order = Order{object, site->bit, edges + cycles, false};
        return true;
    }
    return false;
}

extern "C" bool rg_flip_done(void) { return order.done; }
extern "C" uint64_t rg_flip_edges(void) { return edges; }
