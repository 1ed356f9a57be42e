/* grow.h: arrays that grow by doubling. */
#ifndef RG_GROW_H
#define RG_GROW_H

#include <stddef.h>
#include <stdlib.h>

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

#endif
