// core.h: the Verilated core of engine "rtl" behind plain functions: clock, bus transfers, and a
// look inside without a clock.
#ifndef RG_SYSTEMC_CORE_H
#define RG_SYSTEMC_CORE_H

#include <cstdint>
#include <memory>

extern "C" {
#include "sim/memory.h"
}

namespace rg
{

// One machine, reset, all memory zero. Knows nothing of SystemC; time is counted in clock cycles.
class Core
{
  public:
    Core(); // std::bad_alloc when memory is short
    ~Core();

    struct Transfer {
        rg_bus_response response;
        uint64_t cycles; // clock cycles from the request to the answer taken
    };
    Transfer read(uint32_t address, uint64_t &data);
    Transfer write(uint32_t address, uint64_t data);

    // Resets registers, not memories. Returns the cycles it took.
    uint64_t reset();
    // At most max cycles; ends early after a cycle in which the interrupt line changed. Returns the
    // cycles passed.
    uint64_t clock(uint64_t max);

    // What the copy engine reads and writes as the host's memory, 16 bytes at a time.
    void share(rg_memory_read read, rg_memory_write write, void *context);
    // The protection signals of the transfers that follow; at first both.
    void protect(bool privileged, bool secure);

    bool interrupt() const;
    // Nothing runs, copies, scans or clears: clock cycles would change nothing.
    bool idle() const;

    // The word that a bus read of this address would give, without a transfer: nothing is billed,
    // counted or removed. Works while the machine runs, too. False where nothing can be read.
    bool peek(uint32_t address, uint64_t &word) const;

  private:
    struct Model;
    std::unique_ptr<Model> model_;
};

} // namespace rg

#endif
