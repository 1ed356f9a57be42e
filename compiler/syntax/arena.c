/* arena.c: chunked allocation. */
#include "compiler/syntax/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fr_chunk {
    fr_chunk *next;
    size_t used, size;
    max_align_t data[];
};

enum { CHUNK = 64 * 1024 };

void *fr_alloc(fr_arena *arena, size_t size)
{
    size_t unit = sizeof(max_align_t);
    if (size > SIZE_MAX >> 1)
        longjmp(arena->out_of_memory, 1);
    size = (size + unit - 1) / unit * unit;
    if (size == 0)
        size = unit;
    fr_chunk *c = arena->chunks;
    if (!c || c->size - c->used < size) {
        size_t room = size > CHUNK ? size : CHUNK;
        c = calloc(1, sizeof *c + room);
        if (!c)
            longjmp(arena->out_of_memory, 1);
        c->size = room;
        c->next = arena->chunks;
        arena->chunks = c;
    }
    void *p = (char *)c->data + c->used;
    c->used += size;
    return p;
}

char *fr_text(fr_arena *arena, const char *bytes, size_t size)
{
    char *copy = fr_alloc(arena, size + 1);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

char *fr_format(fr_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        longjmp(arena->out_of_memory, 1);
    char *text = fr_alloc(arena, (size_t)length + 1);
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}

void *fr_grow(fr_arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    size_t room = *capacity ? *capacity * 2 : 8;
    void *bigger = fr_alloc(arena, room * size);
    if (count > 0)
        memcpy(bigger, items, count * size);
    *capacity = room;
    return bigger;
}

void fr_arena_free(fr_arena *arena)
{
    for (fr_chunk *c = arena->chunks; c;) {
        fr_chunk *next = c->next;
        free(c);
        c = next;
    }
    arena->chunks = NULL;
}
