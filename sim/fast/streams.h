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

enum { RG_MOST_LANES = 8, RG_MOST_UNITS = 64 };

/* Counts the clocks of the elements of a stream, in the way of the core (isa/timing.def): one after
 * the other, in groups on lanes, or in several function units. */
typedef struct {
    unsigned lanes, units;       /* 1: no groups; 1: one of them is under way */
    bool overlaps;               /* the next element is under way while one is committed */
    uint64_t each;               /* clocks of an element */
    bool one_row;                /* one element in each inner loop: all are one row */
    bool target, two, by_memory; /* words at D, at A, at B */
    bool shares;                 /* cotangents: lanes, of both; units, of any */
    uint64_t
        turns; /* lanes: times that the core evaluates an element or a group, those below aside */
    unsigned count;                /* the elements since, fewer than there are lanes */
    rg_position at[RG_MOST_UNITS]; /* lanes: of these; units: of the last elements, by their number
                                      modulo the units */
    bool plain[RG_MOST_LANES];     /* no trap, no overflow */
    uint64_t number, start[RG_MOST_UNITS]; /* of elements; when they were started */
    unsigned banks;                        /* of data memory; 0: words never wait */
    bool indexed[RG_STREAM_OPERANDS];      /* by indices in memory */
    bool gives;                            /* cotangents of two words, A and B */
    bool begun;                            /* there was an element before, */
    int64_t before[RG_STREAM_OPERANDS];    /* with these words, */
    unsigned pending;                      /* and what it writes waits so many clocks */
    uint64_t waited;                       /* clocks of all so far */
} rg_pacer;

/* Before the first element. */
void rg_paced(rg_pacer *p, const rg_machine *m, const rg_decoded *d, const rg_stream *s);
/* Elements take their clocks one after the other: `turns` may be counted up without rg_pace. */
bool rg_paced_singly(const rg_pacer *p);
/* The next element, where it stands and its words; plain: it has neither trapped nor overflowed. */
void rg_pace(rg_pacer *p, const rg_position *at, const int64_t *words, bool plain);
/* Clocks in which what the last element writes keeps the stream from its end. */
uint64_t rg_paced_end(const rg_pacer *p);
/* From here on others are undone: the first of them has none before. */
void rg_paced_turn(rg_pacer *p);
void rg_pace_undone(rg_pacer *p, const rg_position *at, const int64_t *words);
/* Clocks from the first element to the end of the last one. */
uint64_t rg_paced_clocks(const rg_pacer *p);

/* To the neighbour on either side. */
void rg_stream_move(const rg_stream *s, rg_position *p, bool backward);
/* Of the `total` elements from p on, in the direction of the machine, do as many as are ordinary,
 * many times faster. It stops before one that traps, overflows, or is left to rg_exec_update_words.
 * It moves p and returns how many are done. d is the element's ordinary instruction. */
uint64_t rg_stream_ahead(rg_machine *m, const rg_decoded *d, const rg_stream *s, rg_position *p,
                         uint64_t total);

#endif
