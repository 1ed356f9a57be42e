/* lockstep.h: an engine beside the reference model on the same program, compared burst by burst. */
#ifndef RG_LOCKSTEP_H
#define RG_LOCKSTEP_H

#include "sim/lockstep/engine_bus.h"
#include "sim/lockstep/random_program.h"

typedef struct {
    rg_engine *engine;
    rg_machine *start, *model, *seen; /* all of the engine's configuration */
    uint32_t data_words;
    char why[400]; /* what differed, after a function returned false */
} rg_lockstep;

/* Open an engine by name. False with `why` filled when it does not exist or memory is short; close
 * in any case. */
bool rg_lockstep_open(rg_lockstep *pair, const char *engine);
void rg_lockstep_close(rg_lockstep *pair);

/* A random program into pair->start; the number of instructions it is known to retire. */
unsigned rg_lockstep_program(rg_lockstep *pair, const rg_random_program_shape *shape,
                             uint64_t seed);

/* Run the program of pair->start on both in bursts of 1 .. longest instructions until it stopped or
 * `steps` retired, comparing the core after each burst and the data at the end. */
bool rg_lockstep_run(rg_lockstep *pair, unsigned steps, unsigned longest, uint64_t seed);

/* On the engine alone: `steps` instructions forward, reverse, as many back, reverse: signature,
 * registers and the data windows are those of pair->start again. */
bool rg_lockstep_there_and_back(rg_lockstep *pair, unsigned steps);

#endif
