/* cosim.h: the core and the engine "fast" side by side, compared at every instruction by the
 * retirement port.
 *
 * Each step compares the word, control state and operands before, and what was written, control
 * state, overflow counts, bills, OUT words and clock cycles after. At traps and halts, on
 * RG_COSIM_CHECK and every few thousand instructions all registers, counters, ledger and data are
 * also read over the bus of both and compared. After a difference the pair stays in DIFFERS. */
#ifndef RG_COSIM_H
#define RG_COSIM_H

#include "sim/fast/machine.h"

typedef struct rg_cosim rg_cosim;

typedef enum {
    RG_COSIM_RETIRED,
    RG_COSIM_TRAPPED, /* both, with the same report */
    RG_COSIM_HALTED,
    RG_COSIM_DIFFERS /* the logger has been told what */
} rg_cosim_outcome;

typedef enum {
    RG_COSIM_TURN,  /* reverse both (T of docs/reference/isa.md) */
    RG_COSIM_CLEAR, /* clear counters and ledger */
    RG_COSIM_CHECK  /* compare everything now */
} rg_cosim_event;

/* Told once, at the first difference: one line without a newline. */
typedef void rg_cosim_logger(void *context, const char *line);

/* A pair after reset with empty memories; *config is what both are built for. NULL when memory is
 * short. */
rg_cosim *rg_cosim_init(rg_machine_config *config);
void rg_cosim_fini(rg_cosim *pair);
void rg_cosim_log(rg_cosim *pair, rg_cosim_logger *logger, void *context);
/* Program and state of a machine into both; its words are as wide and its memories not larger. The
 * first data_words of both banks are loaded, and compared from now on. Counters are cleared. False
 * where the two differ in what they accept. */
bool rg_cosim_load(rg_cosim *pair, const rg_machine *state, uint32_t data_words);
/* Step both `steps` times, or until they stop or differ, comparing after each; *retired counts
 * those that retired. */
rg_cosim_outcome rg_cosim_step(rg_cosim *pair, uint64_t steps, uint64_t *retired);
/* The engine "fast" of the pair, to look at; after a trap its report is the core's too. */
const rg_machine *rg_cosim_model(const rg_cosim *pair);
/* False after a difference. */
bool rg_cosim_raise(rg_cosim *pair, rg_cosim_event event);
/* Write one word at a bus address (isa/bus.def) of both: registers, memory, code, pc, mode. Not
 * CONTROL or STEPS, which belong to the pair. False when the two answer differently. */
bool rg_cosim_override(rg_cosim *pair, uint32_t address, uint64_t word);

#endif
