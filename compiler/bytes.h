/* bytes.h: a string of bytes that grows, little endian. What goes wrong is seen at the end. */
#ifndef RG_BYTES_H
#define RG_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    size_t count, capacity;
    unsigned char *bytes; /* the owner frees it */
    bool failed;          /* no memory: nothing more is appended */
} rg_bytes;

void rg_put(rg_bytes *b, const void *data, size_t size);
/* The low size bytes of value, size at most 8. */
void rg_put_number(rg_bytes *b, uint64_t value, unsigned size);
/* The text and the zero behind it. */
void rg_put_text(rg_bytes *b, const char *text);
/* Numbers in groups of seven bits, as DWARF has them. */
void rg_put_unsigned(rg_bytes *b, uint64_t value);
void rg_put_signed(rg_bytes *b, int64_t value);
/* Overwrites size bytes at `at`, which have been appended before. */
void rg_patch_bytes(rg_bytes *b, size_t at, uint64_t value, unsigned size);

#endif
