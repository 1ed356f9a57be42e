// speed.cpp: the core under SystemC beside engine "rtl", in turn in one process: clock cycles and
// bus transfers a second.
//
// `speed` measures the engine "systemc", `speed module` the module alone; SystemC elaborates once,
// so each is a run of its own.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>

#include <tlm_utils/simple_initiator_socket.h>

#include "sim/systemc/machine.h"
#include "sim/systemc/map.h"
#include "tests/systemc/loop.h"

namespace
{

constexpr uint64_t CYCLES = 300000, TRANSFERS = 30000, RUN = 1;
constexpr int ROUNDS = 5;
using Work = std::function<void()>;
using Write = std::function<bool(uint32_t, uint64_t)>;

double processor_seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double seconds(const Work &work)
{
    const double start = processor_seconds();
    work();
    return processor_seconds() - start;
}

// The best of several rounds of each, taken in turn so that both see the same load of the host.
void compare(const char *what, uint64_t count, const Work &rtl, const Work &systemc)
{
    double best[2] = {1e9, 1e9};
    for (int round = 0; round < ROUNDS; round++) {
        best[0] = std::min(best[0], seconds(rtl));
        best[1] = std::min(best[1], seconds(systemc));
    }
    std::printf("%-36s rtl %8.0f/s  SystemC %8.0f/s  time ratio %.2f\n", what,
                static_cast<double>(count) / best[0], static_cast<double>(count) / best[1],
                best[1] / best[0]);
}

bool start(const Write &write)
{
    uint32_t words[LOOP_WORDS];
    loop_words(words);
    bool done = true;
    for (uint32_t i = 0; i < LOOP_WORDS; i++)
        done = done && write(rg::WINDOW_IMEM + rg::WORD_BYTES * i, words[i]);
    return done && write(rg::REG_CODEWORDS, LOOP_WORDS) && write(rg::REG_PC, LOOP_START)
           && write(rg::REG_CONTROL, RUN);
}

bool start(rg_engine *engine)
{
    return engine && start([engine](uint32_t a, uint64_t w) {
               return rg_engine_write(engine, a, w) == RG_BUS_OKAY;
           });
}

Work running(rg_engine *engine)
{
    return [engine] { rg_engine_run(engine, CYCLES); };
}

Work reading(rg_engine *engine)
{
    return [engine] {
        uint64_t word;
        for (uint64_t i = 0; i < TRANSFERS; i++)
            rg_engine_read(engine, rg::REG_STATUS, &word);
    };
}

bool engine_speed(rg_engine *rtl)
{
    rg_engine *systemc = rg_engine_open("systemc");
    const bool ready = start(systemc);
    if (ready) {
        compare("engine, cycles", CYCLES, running(rtl), running(systemc));
        compare("engine, bus reads", TRANSFERS, reading(rtl), reading(systemc));
    }
    rg_engine_close(systemc);
    return ready;
}

struct Initiator : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<Initiator, 64> bus;
    explicit Initiator(sc_core::sc_module_name name) : sc_module(name), bus("bus") {}
    bool write(uint32_t address, uint64_t word)
    {
        tlm::tlm_generic_payload payload;
        sc_core::sc_time delay;
        payload.set_command(tlm::TLM_WRITE_COMMAND);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char *>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        bus->b_transport(payload, delay);
        sc_core::sc_start(delay);
        return payload.is_response_ok();
    }
};

bool module_speed(rg_engine *rtl)
{
    const sc_core::sc_time period(10, sc_core::SC_NS);
    sc_core::sc_signal<bool> line("line");
    rg::Machine machine("machine", period);
    Initiator initiator("initiator");
    initiator.bus.bind(machine.bus);
    machine.interrupt.bind(line);
    if (!start([&](uint32_t a, uint64_t w) { return initiator.write(a, w); }))
        return false;
    for (unsigned ahead : {1u, 10u, 100u, 10000u}) {
        char what[64];
        std::snprintf(what, sizeof what, "module, cycles, run-ahead %u", ahead);
        machine.set_run_ahead(ahead);
        compare(what, CYCLES, running(rtl),
                [&] { sc_core::sc_start(period * static_cast<double>(CYCLES)); });
    }
    return true;
}

} // namespace

int sc_main(int count, char **words)
{
    rg_engine *rtl = rg_engine_open("rtl");
    const bool module = count > 1 && std::strcmp(words[1], "module") == 0;
    const bool done = start(rtl) && (module ? module_speed(rtl) : engine_speed(rtl));
    rg_engine_close(rtl);
    return done ? 0 : 1;
}
