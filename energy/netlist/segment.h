/* segment.h: a stretch of a program's run as the host started it: the machine's state at the start.
 */
#ifndef RG_SEGMENT_H
#define RG_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/engine.h"

enum {
#define RG_WINDOW(name, base, words, access, what) RG_AT_##name = base,
#define RG_REG(name, offset, access, what) RG_AT_REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
};

/* State of the core outside memories that the host can write, by its bus address. */
static const uint32_t rg_segment_state[] = {
    RG_AT_REG_MODE, RG_AT_REG_PC,   RG_AT_REG_BR,    RG_AT_REG_DIR,   RG_AT_REG_CODEWORDS,
    RG_AT_REG_KEEP, RG_AT_REG_WLO,  RG_AT_REG_WHI,   RG_AT_REG_GWLO,  RG_AT_REG_GWHI,
    RG_AT_REG_TWLO, RG_AT_REG_TWHI, RG_AT_REG_TGWLO, RG_AT_REG_TGWHI,
};
enum { RG_SEGMENT_STATES = sizeof rg_segment_state / sizeof rg_segment_state[0] };

typedef struct {
    uint32_t address;
    uint64_t word;
} rg_segment_word;

typedef struct {
    char name[512]; /* the run: file and what of its arguments fits */
    size_t count;
    rg_segment_word *words; /* bus address and word of all that is not 0, in the order of writing */
} rg_segment;

/* Writes the state of an engine that is about to run as one segment. False when the file cannot be
 * written, or the machine holds kept gradients, which no host can write back. */
bool rg_segment_write(FILE *file, const char *name, rg_engine *engine);
/* The next segment of a file; false at its end or when it is no such file. The caller frees words.
 */
bool rg_segment_read(FILE *file, rg_segment *segment);
/* The reference engine in the state of a segment; NULL when memory is short. */
rg_engine *rg_segment_open(const rg_segment *segment);
/* A word of the state by address; 0 when not listed. */
uint64_t rg_segment_get(const rg_segment *segment, uint32_t address);

#endif
