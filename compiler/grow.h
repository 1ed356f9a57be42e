/* grow.h: arrays that grow by doubling, and copies of arrays. */
#ifndef RG_GROW_H
#define RG_GROW_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The array, moved if need be, with room behind its first `count` elements; NULL when memory is
 * short: then it is what it was. */
static inline void *rg_grow(void *array, size_t count, size_t *capacity, size_t element)
{
    if (count < *capacity)
        return array;
    const size_t wanted = *capacity ? *capacity * 2 : 16;
    void *bigger = realloc(array, wanted * element);
    if (bigger)
        *capacity = wanted;
    return bigger;
}

/* A copy of an array, which may be empty; the caller frees it. NULL when memory is short. */
static inline void *rg_copied(const void *from, size_t count, size_t size)
{
    void *to = calloc(count + 1, size);
    if (to && count > 0)
        memcpy(to, from, count * size);
    return to;
}

#endif
