/* watch.h: words behind whose change a run is stopped. */
#ifndef RG_FAST_WATCH_H
#define RG_FAST_WATCH_H

#include "sim/engine.h"
#include "sim/fast/machine.h"

typedef struct rg_watch {
    size_t count;                           /* 0: nothing is watched */
    const int64_t *word[RG_ENGINE_WATCHES]; /* in the machine */
    int64_t before[RG_ENGINE_WATCHES];
    /* with FLOAT the other limbs, and what they were */
    unsigned limbs[RG_ENGINE_WATCHES];
    const uint64_t *upper[RG_ENGINE_WATCHES];
    uint64_t above[RG_ENGINE_WATCHES][RG_ENGINE_LIMBS - 1];
    bool hit; /* the last instruction of the run changed one */
} rg_watch;

/* Words that SWAP or EXCH with this address has exchanged are watched where they are now. */
void rg_watch_exchange(const rg_machine *machine, rg_watch *watch, const rg_instruction *in,
                       uint64_t address);
/* What is there now is what changes are seen from. */
void rg_watch_look(rg_watch *watch);
/* Finds the other limbs of a word that it is to watch. */
void rg_watch_widen(const rg_machine *machine, rg_watch *watch, size_t index);
/* Behind an instruction in the machine: follows exchanges, and says whether a word changed. */
bool rg_watch_changed(const rg_machine *machine, rg_watch *watch, const rg_decoded *d);

/* The watched words that the fast path can change: registers, here in a copy, and data memory. */
typedef struct {
    uint64_t filter;    /* bits of their addresses */
    uint32_t registers; /* a bit for each that is watched */
    bool others;        /* there are other words, which exchanges move too */
    size_t count;
    const int64_t *word[RG_ENGINE_WATCHES];
    int64_t before[RG_ENGINE_WATCHES];
} rg_hot;

static inline unsigned rg_hot_bit(const int64_t *word) { return (uintptr_t)word / 8 % 64; }

/* The registers that are watched, a bit for each. */
uint32_t rg_watch_registers(const rg_machine *machine, const rg_watch *watch);
/* Part of a run, at most RG_TALLY_LIMIT instructions begun within a budget of cycles; how many it
 * were. */
uint64_t rg_chunk_watching(rg_machine *machine, int64_t budget, rg_watch *watch);
/* They are read in `registers`, which stands for those of the machine. */
rg_hot rg_watch_hot(const rg_machine *machine, const rg_watch *watch, const int64_t *registers);
/* The same behind an exchange. */
rg_hot rg_watch_follow(const rg_machine *machine, rg_watch *watch, const int64_t *registers,
                       const rg_instruction *in, uint64_t address);
static inline bool rg_hot_changed(const rg_hot *hot)
{
    for (size_t i = 0; i < hot->count; i++)
        if (*hot->word[i] != hot->before[i])
            return true;
    return false;
}

#endif
