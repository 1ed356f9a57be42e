// core.cpp: the Verilated core as a WebAssembly module of its own: the bus, the clock, and what
// retires in each cycle, for the strip of waveforms.
#include "sim/rtl/axi_engine.h"

#include "Vrg_rtl.h"

extern "C" {
#include "host-driver/bus.h"
}

#include <emscripten.h>
#include <vector>

namespace
{

// So many cycles of a run are shown.
constexpr size_t MOST_SAMPLES = 20000;
constexpr size_t SAMPLE_WORDS = 3;

std::vector<uint32_t> samples; // they outlive the machine: the page reads them after the run

// Flags, program counter and instruction of what retires, in every clock.
class Watch
{
  public:
    Watch(VerilatedContext &, Vrg_rtl &top) : top_(top) {}
    bool open(const char *, const rg_engine_notes *) { return true; }
    void close() {}
    void dump(uint64_t)
    {
        if (top_.clk != 0 || samples.size() >= SAMPLE_WORDS * MOST_SAMPLES)
            return;
        // A run waits until the counters and the ledger are swept.
        if (samples.empty() && !top_.retire_valid && !top_.retire_trap)
            return;
        samples.push_back(uint32_t(top_.retire_valid) | uint32_t(top_.retire_trap) << 1
                          | uint32_t(top_.retire_dir) << 2 | uint32_t(top_.retire_out) << 3
                          | uint32_t(top_.retire_element) << 4 | uint32_t(top_.retire_mode) << 8);
        samples.push_back(top_.retire_pc);
        samples.push_back(top_.retire_word);
    }

  private:
    Vrg_rtl &top_;
};

struct Core : AxiEngine<Vrg_rtl, Watch> {
    Core() { open_trace(""); }
};

// One machine in an instance of the module.
Core *core;
uint64_t data;
std::vector<uint64_t> shared; // the host's memory

} // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE int core_open()
{
    delete core;
    core = new Core;
    return 1;
}

EMSCRIPTEN_KEEPALIVE void core_close()
{
    delete core;
    core = nullptr;
}

EMSCRIPTEN_KEEPALIVE void core_reset() { core->reset(); }
EMSCRIPTEN_KEEPALIVE int core_read(uint32_t address) { return core->read(address, &data); }
EMSCRIPTEN_KEEPALIVE uint32_t core_low() { return uint32_t(data); }
EMSCRIPTEN_KEEPALIVE uint32_t core_high() { return uint32_t(data >> 32); }

EMSCRIPTEN_KEEPALIVE void core_share(uint32_t count)
{
    shared.assign(count, 0);
    core->share(shared.data(), count);
}
// A half of a word, the lower one first.
EMSCRIPTEN_KEEPALIVE uint32_t core_shared(uint32_t half)
{
    return uint32_t(shared[half / 2] >> (half % 2 * 32));
}
EMSCRIPTEN_KEEPALIVE void core_put(uint32_t index, uint32_t low, uint32_t high)
{
    shared[index] = uint64_t(high) << 32 | low;
}

// A run begins by clearing the counters.
EMSCRIPTEN_KEEPALIVE int core_write(uint32_t address, uint32_t low, uint32_t high)
{
    if (address == RG_REG_CONTROL && (low & RG_CONTROL_CLEAR))
        samples.clear();
    return core->write(address, uint64_t(high) << 32 | low);
}

EMSCRIPTEN_KEEPALIVE uint32_t core_run(uint32_t most) { return uint32_t(core->run(most)); }
EMSCRIPTEN_KEEPALIVE int core_interrupt() { return core->interrupt(); }
EMSCRIPTEN_KEEPALIVE const uint32_t *core_samples() { return samples.data(); }
EMSCRIPTEN_KEEPALIVE uint32_t core_sample_words() { return uint32_t(samples.size()); }
}
