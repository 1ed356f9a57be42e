/* copy.h: the way in of the copy engine (rtl/bus/rg_copy_in.v), clock by clock. */
#ifndef RG_FAST_COPY_H
#define RG_FAST_COPY_H

#include "sim/fast/machine.h"
#include "sim/memory.h"

typedef struct {
    rg_memory memory;
    bool active, halting;
    bool upper;           /* the next beat has one word, in its upper half */
    uint64_t ask;         /* of the next beat that is asked for */
    uint32_t beats, left; /* still to be asked for; words still to come */
    uint32_t at, copied;
    rg_bus_response response; /* what ended it early */
} rg_copy;

/* From host to the data words `word` .. word + count - 1, which are there. */
void rg_copy_start(rg_copy *copy, uint64_t host, uint32_t word, uint32_t count);
/* It ends when what was asked for has come. */
void rg_copy_stop(rg_copy *copy);
/* One clock of an active copy; true when it ends with it. */
bool rg_copy_clock(rg_copy *copy, rg_machine *machine);
/* All but what the host shares is as at first. */
void rg_copy_reset(rg_copy *copy);

#endif
