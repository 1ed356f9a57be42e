/* copy_out.h: the way out of the copy engine (rtl/bus/rg_copy_out.v), clock by clock. */
#ifndef RG_FAST_COPY_OUT_H
#define RG_FAST_COPY_OUT_H

#include "sim/fast/machine.h"
#include "sim/memory.h"

typedef struct {
    bool active, halting;
    int64_t *bank;        /* of values or of gradients */
    uint64_t ask;         /* of the next beat that is asked for */
    uint32_t beats, left; /* still to be asked for; words still to be read */
    uint32_t at;
    unsigned granted; /* beats that were asked for and not yet sent */
    bool upper;       /* the next beat has one word, in its upper half */
    bool shown;       /* a beat waits to be sent: */
    uint64_t words[2];
    unsigned which;
    uint64_t answer;                  /* address of the first burst without an answer */
    uint32_t count, unanswered, good; /* words of all; beats without an answer, with a good one */
    bool began_upper;
    rg_bus_response response; /* what ended it early */
} rg_copy_out;

/* The words bank[word .. word + count - 1], which are there, to host. */
void rg_copy_out_start(rg_copy_out *copy, int64_t *bank, uint64_t host, uint32_t word,
                       uint32_t count);
/* It ends when what was asked for is answered. */
void rg_copy_out_stop(rg_copy_out *copy);
/* One clock of an active copy; true when it ends with it. */
bool rg_copy_out_clock(rg_copy_out *copy, rg_memory *memory, rg_machine *machine);
/* Words of the bursts before the first that was not answered well. */
uint32_t rg_copy_out_copied(const rg_copy_out *copy);

#endif
