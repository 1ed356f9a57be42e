/* stream_pace.h: counts the clocks of the elements of a stream, in the way of the core
 * (isa/timing.def). They are done one after the other, in groups on lanes, or in several function
 * units. With banks, clocks in which words wait count too. Internal to sim/fast. */
#ifndef RG_FAST_STREAM_PACE_H
#define RG_FAST_STREAM_PACE_H

#include "sim/fast/streams.h"

enum { RG_MOST_LANES = 8, RG_MOST_UNITS = 64 };

/* Words that are asked for in one clock. */
typedef struct {
    int64_t at[RG_STREAM_OPERANDS * RG_MOST_LANES];
    unsigned count;
} rg_asked;

/* Elements under way in several function units, clock by clock (rg_stream_issue.v). */
typedef struct {
    uint64_t clock, total;             /* elements of the stream */
    uint64_t read, started, committed; /* of them */
    bool loaded;                       /* the last that was read has not started */
    rg_position front, back;           /* the last that was read; the next that is committed */
    rg_position at[RG_MOST_UNITS];     /* of those started, by their number modulo the units */
    uint64_t start[RG_MOST_UNITS];     /* and when */
} rg_overlap;

typedef struct {
    const rg_stream *stream;
    bool backward;
    unsigned lanes, units;       /* 1: no groups; 1: one of them is under way */
    bool overlaps;               /* the next element is under way while one is committed */
    uint64_t each;               /* clocks of an element */
    bool one_row;                /* one element in each inner loop: all are one row */
    bool target, two, by_memory; /* words at D, at A, at B */
    bool derives;                /* there are cotangents */
    bool crossed;                /* of words at A and at B */
    uint64_t turns; /* times that the core evaluates an element or a group, those below aside */
    unsigned count; /* the elements since, fewer than there are lanes */
    rg_position at[RG_MOST_LANES];      /* of these */
    bool plain[RG_MOST_LANES];          /* no trap, no overflow */
    unsigned banks;                     /* of data memory; 0: words never wait */
    bool apart;                         /* words are read in a clock in which none is written */
    bool indexed[RG_STREAM_OPERANDS];   /* by indices in memory */
    bool undoes;                        /* elements are undone, one by one */
    bool begun;                         /* there was an element before, */
    bool beside;                        /* read with those beside it, */
    int64_t before[RG_STREAM_OPERANDS]; /* with these words, */
    unsigned pending;                   /* and what it writes waits so many clocks */
    uint64_t waited;                    /* clocks of all so far */
    rg_overlap under_way;
} rg_pacer;

/* Before the first element. The stream stays where it is as long as the pacer is in use. */
void rg_paced(rg_pacer *p, const rg_machine *m, const rg_decoded *d, const rg_stream *s);
/* Elements take their clocks one after the other: `turns` may be counted up without rg_pace. */
bool rg_paced_singly(const rg_pacer *p);
/* The next element, where it stands and its words; plain: it has neither trapped nor overflowed. */
void rg_pace(rg_pacer *p, const rg_position *at, const int64_t *words, bool plain);
/* No element comes after those: clocks from the first to the end of the last one. */
uint64_t rg_paced_clocks(rg_pacer *p);
/* Then, clocks in which what the last one writes keeps the stream from its end. */
uint64_t rg_paced_end(const rg_pacer *p);
/* From here on others are undone: the first of them has none before. */
void rg_paced_turn(rg_pacer *p);
void rg_pace_undone(rg_pacer *p, const rg_position *at, const int64_t *words);

/* The parts of it: an element goes through several units, */
void rg_overlap_element(rg_pacer *p, const rg_position *at);
uint64_t rg_overlap_clocks(const rg_pacer *p);
/* (so many clocks wait the words that the last one writes) */
unsigned rg_overlap_last(const rg_pacer *p);
/* and words wait for their banks. */
void rg_ask(rg_asked *a, bool asked, int64_t word);
/* Clocks beyond the first for these accesses: of different words in one bank, the most. */
unsigned rg_bank_waits(const rg_asked *a, unsigned banks);
/* The larger number of those for two memories in one clock. */
unsigned rg_memory_waits(const rg_pacer *p, const rg_asked *values, const rg_asked *gradients);
/* An element that is evaluated, or a group of them that begins there. */
void rg_wait_for_banks(rg_pacer *p, const rg_position *at, const int64_t *words, bool group);

#endif
