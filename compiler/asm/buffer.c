/* buffer.c: see buffer.h. */
#include "buffer.h"

#include <stdlib.h>

static bool grow(rg_buffer *buffer)
{
    size_t capacity = buffer->capacity ? buffer->capacity * 2 : 64;
    uint32_t *code = realloc(buffer->code, capacity * sizeof *code);

    if (!code)
        return false;
    buffer->code = code;
    rg_line *lines = realloc(buffer->lines, capacity * sizeof *lines);
    if (!lines)
        return false;
    buffer->lines = lines;
    buffer->capacity = capacity;
    return true;
}

size_t rg_buffer_add(rg_buffer *buffer, uint32_t word, rg_line line)
{
    if (buffer->failed || (buffer->count == buffer->capacity && !grow(buffer))) {
        buffer->failed = true;
        return buffer->count;
    }
    buffer->code[buffer->count] = word;
    buffer->lines[buffer->count] = line;
    return buffer->count++;
}

void rg_buffer_free(rg_buffer *buffer)
{
    free(buffer->code);
    free(buffer->lines);
    *buffer = (rg_buffer){0};
}

unsigned rg_const_split(int64_t value, unsigned xlen, rg_const_part parts[4])
{
    unsigned count = 0;

    if (xlen < 64)
        value = (int64_t)((uint64_t)value << (64 - xlen)) >> (64 - xlen);
    for (unsigned n = 0; n < 4; n++) {
        if (value >= -65536 && value <= 65535) {
            if (value != 0 || count == 0)
                parts[count++] = (rg_const_part){n, (int32_t)value};
            return count;
        }
        int32_t low = (int32_t)(value & 0xffff);
        if (low != 0)
            parts[count++] = (rg_const_part){n, low};
        value = (value - low) / 65536;
    }
    return count;
}
