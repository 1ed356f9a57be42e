/* host.h: the host's side of a machine: run control, status and the bus of isa/bus.def. */
#ifndef RG_FAST_HOST_H
#define RG_FAST_HOST_H

#include "sim/engine.h"
#include "sim/fast/copy.h"
#include "sim/fast/copy_out.h"
#include "sim/fast/watch.h"

typedef struct {
    rg_machine *machine;
    /* What does a step instead of the machine: NULL, or another engine that shares this bus. */
    rg_step (*step)(void *stepper, rg_machine *machine);
    void *stepper;
    bool running, halted, trapped, step_limited, cycle_limited, stopped;
    unsigned happened; /* RG_IRQ_STOPPED and so on, since the last start, but for RG_IRQ_OUT */
    unsigned irq_enable;
    uint64_t protect;           /* of no effect: all transfers here are privileged and secure */
    uint64_t steps, steps_done; /* limit and instructions retired in this run */
    uint64_t cycle_limit;
    uint64_t owed; /* cycles of the last instruction that the caller has not yet waited for */
    uint32_t scan_base, scan_count;
    uint64_t signature, sigvalue;
    rg_watch watch;
    uint64_t copy_host; /* address of data word 0 in the host's memory */
    rg_copy copy;
    rg_copy_out out;
    bool outward; /* the last copy was one out */
} rg_host;

/* See rg_engine_watch. */
bool rg_host_watch(rg_host *host, const uint32_t *addresses, size_t count);
/* See rg_engine_look and rg_engine_put. */
bool rg_host_look(const rg_host *host, uint32_t address, rg_engine_word *word);
bool rg_host_put(rg_host *host, uint32_t address, const uint64_t view[RG_ENGINE_VIEW]);
uint32_t rg_host_watched(const rg_host *host, size_t index);

rg_bus_response rg_host_read(rg_host *host, uint32_t address, uint64_t *data);
rg_bus_response rg_host_write(rg_host *host, uint32_t address, uint64_t data);
/* Clock cycles that passed, at most max_cycles; stops early when the interrupt line is up. */
uint64_t rg_host_run(rg_host *host, uint64_t max_cycles);
/* True until the last instruction has been paid for in cycles. */
static inline bool rg_host_runs(const rg_host *host) { return host->running || host->owed != 0; }
/* While it runs or copies only a stop is heard. */
static inline bool rg_host_busy(const rg_host *host)
{
    return rg_host_runs(host) || host->copy.active || host->out.active;
}
/* What register IRQ shows. */
unsigned rg_host_happened(const rg_host *host);
bool rg_host_interrupt(const rg_host *host);
void rg_host_reset(rg_host *host);

#endif
