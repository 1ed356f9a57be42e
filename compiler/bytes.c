/* bytes.c: a string of bytes that grows. */
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

void rg_put(rg_bytes *b, const void *data, size_t size)
{
    while (!b->failed && size > b->capacity - b->count) {
        size_t capacity = b->capacity ? b->capacity * 2 : 256;
        unsigned char *bigger = realloc(b->bytes, capacity);
        if (!bigger) {
            b->failed = true;
            return;
        }
        b->bytes = bigger;
        b->capacity = capacity;
    }
    if (b->failed || size == 0)
        return;
    memcpy(b->bytes + b->count, data, size);
    b->count += size;
}

static void write_number(unsigned char *text, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        text[i] = (unsigned char)(value >> (8 * i));
}

void rg_put_number(rg_bytes *b, uint64_t value, unsigned size)
{
    unsigned char text[8];

    write_number(text, value, size);
    rg_put(b, text, size);
}

void rg_put_text(rg_bytes *b, const char *text) { rg_put(b, text, strlen(text) + 1); }

void rg_put_unsigned(rg_bytes *b, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        rg_put_number(b, (value & 0x7f) | 0x80, 1);
    rg_put_number(b, value, 1);
}

void rg_put_signed(rg_bytes *b, int64_t value)
{
    while (value < -64 || value > 63) {
        const int64_t low = value & 0x7f;
        rg_put_number(b, (uint64_t)low | 0x80, 1);
        value = (value - low) / 128;
    }
    rg_put_number(b, (uint64_t)value & 0x7f, 1);
}

void rg_patch_bytes(rg_bytes *b, size_t at, uint64_t value, unsigned size)
{
    if (!b->failed && at + size <= b->count)
        write_number(b->bytes + at, value, size);
}
