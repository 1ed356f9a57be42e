// machine.h: the machine as a SystemC TLM-2.0 module: a target socket for the bus, an interrupt
// line, a clock of its own.
//
// docs/reference/systemc.md describes timing, response statuses and debug transport.
#ifndef RG_SYSTEMC_MACHINE_H
#define RG_SYSTEMC_MACHINE_H

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "sim/systemc/core.h"

namespace rg
{

// Of a transfer on the socket `bus`: what AXI says in its protection signals. One without this is
// privileged and secure.
struct Protection : tlm::tlm_extension<Protection> {
    bool privileged = true, secure = true;

    tlm::tlm_extension_base *clone() const override { return new Protection(*this); }
    void copy_from(const tlm::tlm_extension_base &other) override
    {
        *this = static_cast<const Protection &>(other);
    }
};

class Machine : public sc_core::sc_module
{
  public:
    // Loosely timed: b_transport never waits, it adds the cycles of the transfer to the annotated
    // delay.
    tlm_utils::simple_target_socket<Machine, 64> bus;
    sc_core::sc_out<bool> interrupt;
    // The host's memory for the copy engine: reads of 16 bytes, and writes with byte enables. The
    // target must not wait; what delay it annotates is not added, for the latency is that of
    // isa/timing.def. Unbound: nothing is there.
    tlm_utils::simple_initiator_socket_optional<Machine, 128> memory;

    // period: one clock cycle, not zero (else an SC_ERROR).
    Machine(sc_core::sc_module_name name, sc_core::sc_time period);

    // How many cycles the core may be computed ahead of the kernel's time while the interrupt line
    // is down (1 at first). It goes no further than a change of the line, which is seen outside at
    // its exact time; a transfer that comes earlier than the core stands waits for it, as for a
    // busy bus.
    void set_run_ahead(uint64_t cycles);
    // The clock stops at this cycle (counted from time zero); transfers alone go on.
    void set_clock_limit(uint64_t cycle);
    // Resets registers, not memories, and adds the time of it to delay.
    void reset(sc_core::sc_time &delay);
    // Off and on: a fresh machine, all memory zero.
    void power_cycle();

    sc_core::sc_time period() const { return period_; }
    // Cycles whose end has been reached at a time.
    uint64_t cycle_at(const sc_core::sc_time &time) const { return time.value() / period_.value(); }

    static constexpr uint64_t NO_LIMIT = std::numeric_limits<uint64_t>::max();

  private:
    struct Edge {
        uint64_t cycle;
        bool level;
    };

    void transport(tlm::tlm_generic_payload &transfer, sc_core::sc_time &delay);
    unsigned debug(tlm::tlm_generic_payload &transfer);
    bool direct(tlm::tlm_generic_payload &transfer, tlm::tlm_dmi &memory);
    void tick();
    void renew();
    rg_bus_response look(uint64_t address, uint64_t words[2]);
    rg_bus_response put(uint64_t address, const uint64_t words[2], unsigned which);
    rg_bus_response ask_memory(tlm::tlm_generic_payload &beat, uint64_t address, uint64_t words[2]);

    sc_core::sc_time time_of(uint64_t cycle) const
    {
        return sc_core::sc_time::from_value(cycle * period_.value());
    }
    void catch_up(const sc_core::sc_time &time);
    void clock(uint64_t count);
    void note_edge();
    bool show_edges(uint64_t now);

    const sc_core::sc_time period_;
    std::unique_ptr<Core> core_;
    uint64_t at_ = 0; // the core has been computed up to this cycle; behind the kernel only while
                      // it is idle or stopped
    uint64_t run_ahead_ = 1, limit_ = NO_LIMIT;
    bool level_ = false;     // of the interrupt line, at at_
    std::deque<Edge> edges_; // changes that the kernel's time has not reached
    sc_core::sc_event wake_;
};

} // namespace rg

#endif
