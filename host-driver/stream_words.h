/* stream_words.h: the words of memory that a stream instruction (docs/reference/isa.md) reads and
 * writes, for searches on the way back. */
#ifndef RG_STREAM_WORDS_H
#define RG_STREAM_WORDS_H

#include "host-driver/internal.h"
#include "isa/isa.h"

/* Element k of row i is at base + k inner + i outer. Where it is indexed its index, 1 .. extent,
 * stands there, and it is that word behind `array`. */
typedef struct {
    bool used;
    int64_t base, inner, outer;
    bool indexed;
    int64_t array, extent;
} rg_stream_operand;

typedef struct {
    rg_stream_operand target, a, b;
    int64_t columns, rows; /* k < columns, i < rows; no element where one of them is 0 */
    rgd_device *device;    /* whose memory has the indices */
} rg_stream_words;

/* An interval of data addresses; empty where low > high. */
typedef struct {
    int64_t low, high;
} rg_reach;

/* The descriptors that the registers hold; the machine stands beside the stream, which has retired
 * or is about to be undone. */
rg_result rg_read_stream(rgd_device *device, const rg_instruction *stream, rg_stream_words *words,
                         rg_fault *fault);
/* Where the element k of row i is; false where its index is none. */
bool rg_stream_word(const rg_stream_words *words, const rg_stream_operand *o, int64_t k, int64_t i,
                    int64_t *at);
/* Does an element of the operand, or its index, stand at the address? */
bool rg_stream_has(const rg_stream_words *words, const rg_stream_operand *o, int64_t address);
bool rg_stream_has_index(const rg_stream_words *words, const rg_stream_operand *o, int64_t address);
/* An interval that contains all targets. */
rg_reach rg_stream_reach(const rg_stream_words *words);
/* Called with each address that an element with this target reads, element by element, until it
 * returns false. */
typedef bool rg_stream_visitor(void *context, int64_t address);
void rg_visit_sources(const rg_stream_words *words, int64_t target, rg_stream_visitor *visit,
                      void *context);

#endif
