/* buffer.h: a growing run of instruction words with their line table, used by assembler and code
 * generator. */
#ifndef RG_BUFFER_H
#define RG_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/object.h"
#include "isa/isa.h"

typedef struct {
    size_t count, capacity;
    uint32_t *code;
    rg_line *lines;
    bool failed; /* memory was short: nothing more is added */
} rg_buffer;

/* Append a word; returns its index (or the current count after a failure). */
size_t rg_buffer_add(rg_buffer *buffer, uint32_t word, rg_line line);
void rg_buffer_free(rg_buffer *buffer);

/* One LIn instruction of a constant: value = sum of chunk << 16 n. */
typedef struct {
    unsigned n;
    int32_t chunk;
} rg_const_part;
/* Split a word into at most 4 parts (at least 1). Returns their number. xlen 32 or 64. */
unsigned rg_const_split(int64_t value, unsigned xlen, rg_const_part parts[4]);

#endif
