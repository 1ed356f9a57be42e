/* arena.h: memory that lives as long as one compilation. */
#ifndef FR_ARENA_H
#define FR_ARENA_H

#include <setjmp.h>
#include <stddef.h>

typedef struct fr_chunk fr_chunk;

/* When memory is out, allocation jumps to out_of_memory, so that callers need no check of each
 * node. */
typedef struct {
    fr_chunk *chunks;
    unsigned applied; /* calls of functions without a name that are being replaced (lambda.c) */
    jmp_buf out_of_memory;
} fr_arena;

/* Zeroed, aligned for any object. Never NULL. */
void *fr_alloc(fr_arena *arena, size_t size);
/* Copy of size bytes with a final NUL. */
char *fr_text(fr_arena *arena, const char *bytes, size_t size);
/* printf into the arena. */
char *fr_format(fr_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3), nonnull(2)));
/* Room for one more element in an array of count elements that grows by doubling. */
void *fr_grow(fr_arena *arena, void *items, size_t count, size_t *capacity, size_t size);
void fr_arena_free(fr_arena *arena);

#endif
