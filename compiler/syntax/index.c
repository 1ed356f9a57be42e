/* index.c: a hash table with open addressing. Nothing is ever taken out, so items of one hash stand
 * in the order in which they came. */
#include "compiler/syntax/index.h"

#include <string.h>

uint64_t fr_hash(uint64_t start, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    uint64_t h = start;
    for (size_t i = 0; i < size; i++)
        h = (h ^ b[i]) * 1099511628211u;
    return h ^ h >> 29;
}

uint64_t fr_hash_text(const char *text) { return fr_hash(FR_HASH_START, text, strlen(text)); }

static void put(fr_index *index, fr_index_slot slot)
{
    size_t at = slot.hash & (index->capacity - 1);
    while (index->slots[at].item)
        at = (at + 1) & (index->capacity - 1);
    index->slots[at] = slot;
}

/* Twice the room. Items of one run of slots are put back in its order. */
static void widen(fr_arena *arena, fr_index *index)
{
    const fr_index old = *index;
    size_t start = 0;
    index->capacity = old.capacity ? 2 * old.capacity : 16;
    index->slots = fr_alloc(arena, index->capacity * sizeof *index->slots);
    while (start < old.capacity && old.slots[start].item)
        start++; /* the first run may have begun at the end of the table */
    for (size_t i = 0; i < old.capacity; i++) {
        const fr_index_slot slot = old.slots[(start + i) & (old.capacity - 1)];
        if (slot.item)
            put(index, slot);
    }
}

void fr_index_add(fr_arena *arena, fr_index *index, uint64_t hash, void *item)
{
    if (2 * (index->count + 1) > index->capacity)
        widen(arena, index);
    put(index, (fr_index_slot){hash, item});
    index->count++;
}

void *fr_index_find(const fr_index *index, uint64_t hash,
                    bool (*same)(const void *item, const void *key), const void *key)
{
    if (index->capacity == 0)
        return NULL;
    for (size_t at = hash & (index->capacity - 1); index->slots[at].item;
         at = (at + 1) & (index->capacity - 1))
        if (index->slots[at].hash == hash && same(index->slots[at].item, key))
            return index->slots[at].item;
    return NULL;
}
