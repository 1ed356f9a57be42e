/* index.h: what has a name or another key, found without a search through all. */
#ifndef FR_INDEX_H
#define FR_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/syntax/arena.h"

typedef struct {
    uint64_t hash;
    void *item;
} fr_index_slot;

/* Items in order of their hashes; several may have the same one. Starts as zeros. */
typedef struct {
    size_t count, capacity;
    fr_index_slot *slots;
} fr_index;

enum { FR_HASH_START = 1469 };

uint64_t fr_hash(uint64_t start, const void *bytes, size_t size);
uint64_t fr_hash_text(const char *text);
void fr_index_add(fr_arena *arena, fr_index *index, uint64_t hash, void *item);
/* The item added first that is the same as the key, or NULL. */
void *fr_index_find(const fr_index *index, uint64_t hash,
                    bool (*same)(const void *item, const void *key), const void *key);

#endif
