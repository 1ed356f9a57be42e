/* engine.h: the one interface to a machine, whichever engine runs it.
 *
 * An engine offers the bus of isa/bus.def and a clock; nothing else crosses this border. */
#ifndef RG_ENGINE_H
#define RG_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/activity.h"

typedef struct rg_engine rg_engine;
typedef struct rg_engine_state rg_engine_state;

typedef enum {
    RG_BUS_OKAY = 0,
    RG_BUS_LOST = 1,   /* no answer: the machine stands at the end of a line (rg_engine_refused) */
    RG_BUS_SLVERR = 2, /* the address exists but refuses now (running), or is read- or write-only */
    RG_BUS_DECERR = 3  /* nothing is at this address */
} rg_bus_response;

/* Open an engine by name ("rtl", "fast", "trace" = rtl able to write waveforms, "systemc" = the
 * core of rtl in a SystemC module, one at a time in a process). Others are "gates", the step in
 * reversible gates, "float", fast with floating-point numbers, and "fast16", fast with the words of
 * a board. The machine is reset and all
 * memory is zero. Returns NULL when the name is unknown, memory is short, or "systemc" is open
 * already. */
rg_engine *rg_engine_open(const char *name);
/* The same for an engine in a shared object of its own, at `path`. It stays loaded. NULL: why says
 * what was wrong, loaded whether that was the engine and not the file. */
rg_engine *rg_engine_load(const char *name, const char *path, bool *loaded, char *why, size_t size);
/* Why an engine of this name can fail to open, for messages; NULL when there is none of this name.
 */
const char *rg_engine_limit(const char *name);
/* The engines of this build, for messages. */
const char *rg_engine_names(void);
void rg_engine_close(rg_engine *engine);
const char *rg_engine_name(const rg_engine *engine);

/* An engine that only answers reads of registers, data memory, PC, BR, DIR and MODE, with what
 * `state` says at that time, and 0 for tangents. NULL: no memory. The state stays until it is
 * closed. */
rg_engine *rg_engine_replica(const rg_engine_state *state);

/* Reset the core's registers; memories keep their contents. */
void rg_engine_reset(rg_engine *engine);

/* One bus transfer of 64 bits at a byte address that is a multiple of 8. */
rg_bus_response rg_engine_read(rg_engine *engine, uint32_t address, uint64_t *data);
rg_bus_response rg_engine_write(rg_engine *engine, uint32_t address, uint64_t data);

/* What the machine's copy engine reads and writes as the host's memory: word i at byte address 8 i,
 * and nothing beyond. The words stay the caller's and must be there until it shares others; count
 * 0: none. */
void rg_engine_share(rg_engine *engine, uint64_t *words, size_t count);

/* Let the clock run for at most max_cycles; returns early when the interrupt line is up (stopped,
 * trapped, done with a copy, or OUT has words). Returns the number of cycles passed. */
uint64_t rg_engine_run(rg_engine *engine, uint64_t max_cycles);
bool rg_engine_interrupt(const rg_engine *engine);

/* What the instruction at one address has cost since the counters were cleared. Modes: value,
 * gradient, tangent, both. */
typedef struct {
    uint64_t retired[4][2];    /* by mode and direction (forward, backward) */
    uint64_t operations[4][2]; /* the same; a stream counts its elements */
    uint64_t cycles[2];        /* by direction */
    uint64_t words[6]; /* values read, written; gradients read, written; tangents read, written */
    uint64_t bits_erased, bits_copied;
    uint64_t activity[2][RG_ACTIVITY_COUNT]; /* what switched, without tangents and with them */
} rg_address_cost;
/* Count by address from now on, which makes runs slower, or no more. False where the engine cannot,
 * or memory is short. */
bool rg_engine_count_addresses(rg_engine *engine, bool on);
/* NULL while it is not counted, and for an address outside instruction memory. */
const rg_address_cost *rg_engine_address_cost(const rg_engine *engine, uint32_t address);

/* The highest value that register 31, the stack pointer of the ABI, has had since the counters were
 * cleared. 0 where the engine does not tell (a core has no such register). */
uint64_t rg_engine_stack_peak(const rg_engine *engine);

/* Stop runs behind an instruction that changes the word at one of these bus addresses (registers,
 * data memory, their gradients and tangents, or the counter GRADOVF). A word that an instruction
 * exchanges with another is watched where it goes. 0 addresses: no more. False
 * where the engine cannot; then the caller goes one instruction at a time. */
enum { RG_ENGINE_WATCHES = 16 };
bool rg_engine_watch(rg_engine *engine, const uint32_t *addresses, size_t count);
/* Where a watched word is now: its bus address. */
uint32_t rg_engine_watched(const rg_engine *engine, size_t index);
/* Whether the last run was stopped so; then STATUS has none of its reasons. */
bool rg_engine_watch_hit(const rg_engine *engine);

/* A word of a machine with wide words, by the bus address of its first 64 bits. The lowest limb
 * first: `limb` has all bits, of a derivative twice those of a value, and `view` what the bus shows
 * of it in data memory, which is a derivative in units of 1. */
enum { RG_ENGINE_LIMBS = 8, RG_ENGINE_VIEW = 4 };
typedef struct {
    unsigned count; /* limbs that it has */
    uint64_t limb[RG_ENGINE_LIMBS], view[RG_ENGINE_VIEW];
} rg_engine_word;
/* A read of all bits, or a write of what `view` says, which erases what is there. False where the
 * machine has no wide words, or none at this address; a write also where the word has no room. */
bool rg_engine_look(const rg_engine *engine, uint32_t address, rg_engine_word *word);
bool rg_engine_put(rg_engine *engine, uint32_t address, const uint64_t view[RG_ENGINE_VIEW]);

/* From now on every number of Float that is rounded has noise in its last `digits` bits, where an
 * instruction at first .. end - 1 rounds it. What is exact stays so. 0 digits: no more; 40 at most.
 * So a second run shows how many digits a result has. Without Float, numbers below 2^(digits - 1)
 * in their last places that were rounded are off by one. False where the engine cannot. */
bool rg_engine_coarsen(rg_engine *engine, unsigned digits, uint32_t first, uint32_t end);

/* Whether the engine has a part of the instructions and modes alone: then it stops before others,
 * with none of the reasons of STATUS. */
bool rg_engine_is_partial(const rg_engine *engine);
/* Why it stopped so, or what is wrong with its line, or NULL. */
const char *rg_engine_refused(const rg_engine *engine);
/* Whether the line to it is lost for now: transfers answer RG_BUS_LOST, and may be asked for again.
 */
bool rg_engine_is_away(const rg_engine *engine);

/* What a waveform says in words, beside the signals. */
typedef struct {
    uint64_t time; /* of the waveform */
    uint32_t pc, word;
    bool backward, trapped;
    unsigned mode; /* as in the register MODE */
} rg_engine_step;
struct rg_engine_state { /* where the core stands behind a step */
    uint32_t pc, br;
    bool backward;
    unsigned mode;
    /* Word `index` of the registers or of data memory, sign-extended; bank 0 values, 1 gradients.
     */
    int64_t (*word)(const void *core, bool memory, unsigned bank, uint32_t index);
    const void *core;
};
typedef struct {
    const char *scope, *name; /* of a signal that holds text; scope "": that of all of them */
} rg_engine_note;
/* Both calls set those of `texts` (count of them, NULL before) that have another text from here on.
 * It is copied. `step` tells of the instruction while it retires or traps, `stands` of what it has
 * left. */
typedef struct {
    size_t count;
    const rg_engine_note *notes;
    void (*step)(void *context, const rg_engine_step *step, const char **texts);
    void (*stands)(void *context, const rg_engine_state *state, const char **texts);
    void *context;
} rg_engine_notes;
/* Scope of all notes in the waveform. */
#define RG_ENGINE_NOTES "program"

/* Record a waveform from now on into an FST file. notes: NULL, or what stays until the recording is
 * closed. False when this engine cannot, or the file cannot be opened. */
bool rg_engine_trace_open(rg_engine *engine, const char *path, const rg_engine_notes *notes);
void rg_engine_trace_close(rg_engine *engine);

#endif
