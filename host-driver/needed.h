/* needed.h: one instruction after the other, from the last to the first: is it needed, what does it
 * cost a machine that overwrites, and what does its reverse sweep cost? */
#ifndef RG_NEEDED_H
#define RG_NEEDED_H

#include "host-driver/control_dependence.h"
#include "host-driver/internal.h"
#include "host-driver/irreversible.h"
#include "host-driver/stream_words.h"

/* An instruction that has been undone: the machine stands ahead of it. */
typedef struct {
    rg_instruction in;
    const rg_op_info *info;
    bool program;                   /* else of the job dispatcher, whose costs are not counted */
    bool backward;                  /* ran in that direction */
    bool leaves, returns;           /* a call on its way out, or back */
    uint32_t at;                    /* word of the program */
    uint32_t address;               /* of the word of memory that it names */
    uint32_t operands[3];           /* of those at D, A, B, where in.words says so */
    int64_t before, after;          /* its target */
    uint64_t cycles, reads, writes; /* as the machine counted them */
    rg_stream_words stream;
} rg_undone;

typedef struct {
    rgd_device *device;
    rg_irreversible *out;
    rg_segment *stretch;          /* that the walk is in */
    rg_segment scratch, *segment; /* segment: stretch, or what costs of the dispatcher go to */
    uint8_t *words; /* flags of each word of memory, then of each register, then of W */
    size_t word_count;
    uint64_t live, state;
    rg_control_dependence decided[2]; /* of code that runs forward, backward */
    uint8_t *wanted;                  /* a bit for each direction, for each word of the program */
    uint8_t *leads;  /* likewise: it decides on what was needed at some time, in walks before too */
    uint64_t *calls; /* how many operations were needed where each call under way came back */
    size_t call_count, call_room;
    rg_result result;
    rg_fault *fault;
} rg_needs;

/* The words of data memory, 32 registers, and W. */
enum { RG_NEEDS_REGISTERS = 33 };

/* The words from `first` on are results. */
void rg_needs_results(rg_needs *needs, size_t first, size_t count);
/* Whether results depend on this word, where the walk stands. */
bool rg_needs_word(const rg_needs *needs, size_t word);
/* The machine stands behind a stream that is about to be undone: which targets has it left zero? */
rg_result rg_needs_before_stream(rg_needs *needs, const rg_stream_words *stream);
uint64_t rg_needs_elements(const rg_stream_words *stream);
rg_result rg_needs_take(rg_needs *needs, const rg_undone *undone);
/* A stretch ends here, on the way back: its overwritten words are those so far. */
void rg_needs_cut(rg_needs *needs);

#endif
