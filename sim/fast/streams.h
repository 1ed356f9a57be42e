/* streams.h: what the parts of streams share. Internal to sim/fast. */
#ifndef RG_FAST_STREAMS_H
#define RG_FAST_STREAMS_H

#include "isa/stream_operands.h"
#include "sim/fast/exec.h"

/* One operand: address of the first element, and the strides of the inner and of the outer loop; a
 * stride not in use is 0. Indexed: those of the indices, 1 .. extent, of words behind `array`. */
typedef struct {
    int64_t base, inner, outer;
    bool used, indexed;
    int64_t array, extent;
} rg_descriptor;

typedef struct {
    rg_descriptor of[RG_STREAM_OPERANDS];
    int64_t n, m; /* elements of the inner loop, iterations of the outer one */
} rg_stream;

/* Where an element stands, or the index of its word; it moves in either direction. */
typedef struct {
    int64_t k, i, at[RG_STREAM_OPERANDS];
} rg_position;

/* To the neighbour on either side. */
void rg_stream_move(const rg_stream *s, rg_position *p, bool backward);
/* Of the `total` elements from p on, in the direction of the machine, do as many as are ordinary,
 * many times faster. It stops before one that traps, overflows, or is left to rg_exec_update_words.
 * It moves p and returns how many are done. d is the element's ordinary instruction. */
uint64_t rg_stream_ahead(rg_machine *m, const rg_decoded *d, const rg_stream *s, rg_position *p,
                         uint64_t total);

#endif
