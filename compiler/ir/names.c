/* names.c: numbers by name, in a hash table of fixed size. */
#include "text.h"

#include <stdlib.h>
#include <string.h>

bool ir_names_new(ir_names *names, size_t count)
{
    *names = (ir_names){.capacity = 8};
    while (names->capacity < 2 * count)
        names->capacity *= 2;
    names->keys = calloc(names->capacity, sizeof *names->keys);
    names->values = calloc(names->capacity, sizeof *names->values);
    if (names->keys && names->values)
        return true;
    ir_names_free(names);
    return false;
}

void ir_names_free(ir_names *names)
{
    free(names->keys);
    free(names->values);
    *names = (ir_names){0};
}

/* Where the name stands, or would. */
static size_t slot_of(const ir_names *names, const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */

    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    size_t slot = (size_t)hash & (names->capacity - 1);
    while (names->keys[slot] && strcmp(names->keys[slot], name) != 0)
        slot = (slot + 1) & (names->capacity - 1);
    return slot;
}

size_t ir_names_add(ir_names *names, const char *name, size_t value)
{
    const size_t slot = slot_of(names, name);

    if (!names->keys[slot]) {
        names->keys[slot] = name;
        names->values[slot] = value;
    }
    return names->values[slot];
}

size_t ir_names_find(const ir_names *names, const char *name)
{
    const size_t slot = names->capacity ? slot_of(names, name) : 0;

    return names->capacity && names->keys[slot] ? names->values[slot] : SIZE_MAX;
}
