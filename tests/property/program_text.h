/* program_text.h: random program texts. */
#ifndef RG_PROGRAM_TEXT_H
#define RG_PROGRAM_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TEXT = 4096 };

/* whole: the numbers are of type Int; updates: how many statements may trap. */
typedef struct {
    uint64_t state;
    char text[TEXT];
    size_t used;
    bool whole, counted;
    unsigned updates;
} generator;

static inline unsigned pick(generator *g, unsigned n)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (unsigned)((g->state >> 11) % n);
}

static inline void put(generator *g, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(g->text + g->used, TEXT - g->used, format, args);
    va_end(args);
    g->used += n > 0 && (size_t)n < TEXT - g->used ? (size_t)n : 0;
}

#define ONE_OF(g, list) list[pick((g), sizeof list / sizeof list[0])]

#endif
