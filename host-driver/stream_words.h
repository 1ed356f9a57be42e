/* stream_words.h: the words of memory that a stream instruction (docs/reference/isa.md) reads and
 * writes, for searches on the way back. */
#ifndef RG_STREAM_WORDS_H
#define RG_STREAM_WORDS_H

#include "host-driver/internal.h"
#include "isa/isa.h"

/* Element k of row i is at base + k inner + i outer. */
typedef struct {
    bool used;
    int64_t base, inner, outer;
} rg_stream_operand;

typedef struct {
    rg_stream_operand target, a, b;
    int64_t columns, rows; /* k < columns, i < rows; no element where one of them is 0 */
} rg_stream_words;

/* An interval of data addresses; empty where low > high. */
typedef struct {
    int64_t low, high;
} rg_reach;

/* The descriptors that the registers hold; the machine stands beside the stream, which has retired
 * or is about to be undone. */
rg_result rg_read_stream(rgd_device *device, const rg_instruction *stream, rg_stream_words *words,
                         rg_fault *fault);
/* The smallest interval that contains all targets. */
rg_reach rg_stream_reach(const rg_stream_words *words);
/* Called with each address that an element with this target reads, element by element, until it
 * returns false. */
typedef bool rg_stream_visitor(void *context, int64_t address);
void rg_visit_sources(const rg_stream_words *words, int64_t target, rg_stream_visitor *visit,
                      void *context);

#endif
