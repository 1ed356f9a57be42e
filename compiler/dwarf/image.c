/* image.c: where the words of a program stand in the two images of its code. */
#include "image.h"

#include <stdlib.h>

static void put(rg_image *image, bool backward, uint32_t *at, uint32_t word)
{
    image->word[backward][*at] = word;
    image->place[backward][word] = (*at)++;
}

/* What runs first stands first: the word behind the portal, or the one before it. */
static void put_routine(rg_image *image, const rg_routine *r)
{
    uint32_t at = r->begin;
    for (uint32_t w = r->entry + 1; w < r->end; w++)
        put(image, false, &at, w);
    for (uint32_t w = r->begin; w <= r->entry; w++)
        put(image, false, &at, w);
    at = r->begin;
    for (uint32_t w = r->entry; w-- > r->begin;)
        put(image, true, &at, w);
    for (uint32_t w = r->end; w-- > r->entry;)
        put(image, true, &at, w);
}

/* Counted, then put in their order. */
static bool group_records(const rg_object *object, rg_image *image)
{
    const size_t routines = object->routine_count, none = routines;
    uint32_t *owner = malloc((object->code_count + 1) * sizeof *owner);
    uint32_t *next = calloc(routines + 2, sizeof *next);
    image->first = next;
    image->records = calloc(object->place_count + 1, sizeof *image->records);
    const bool good = owner && next && image->records;
    for (size_t w = 0; good && w <= object->code_count; w++)
        owner[w] = (uint32_t)none;
    for (size_t r = 0; good && r < routines; r++)
        for (uint32_t w = object->routines[r].begin; w < object->routines[r].end; w++)
            owner[w] = (uint32_t)r;
    for (size_t i = 0; good && i < object->place_count; i++)
        if (object->places[i].begin < object->code_count)
            next[owner[object->places[i].begin] + 1]++;
    for (size_t r = 0; good && r < routines; r++)
        next[r + 1] += next[r];
    uint32_t *at = calloc(routines + 1, sizeof *at);
    for (size_t r = 0; good && at && r < routines; r++)
        at[r] = next[r];
    for (size_t i = 0; good && at && i < object->place_count; i++) {
        const uint32_t begin = object->places[i].begin;
        if (begin < object->code_count && owner[begin] != none)
            image->records[at[owner[begin]]++] = (uint32_t)i;
    }
    const bool done = good && at;
    free(owner);
    free(at);
    return done;
}

bool rg_image_make(const rg_object *object, rg_image *image)
{
    *image = (rg_image){.count = (uint32_t)object->code_count};
    for (unsigned d = 0; d < 2; d++) {
        image->place[d] = calloc(object->code_count + 1, sizeof *image->place[d]);
        image->word[d] = calloc(object->code_count + 1, sizeof *image->word[d]);
        if (!image->place[d] || !image->word[d]) {
            rg_image_free(image);
            return false;
        }
        for (uint32_t w = 0; w < image->count; w++)
            image->place[d][w] = image->word[d][w] = w;
    }
    for (size_t i = 0; i < object->routine_count; i++)
        put_routine(image, &object->routines[i]);
    if (group_records(object, image))
        return true;
    rg_image_free(image);
    return false;
}

void rg_image_free(rg_image *image)
{
    for (unsigned d = 0; d < 2; d++) {
        free(image->place[d]);
        free(image->word[d]);
    }
    free(image->first);
    free(image->records);
    *image = (rg_image){0};
}

uint64_t rg_image_address(const rg_image *image, uint32_t word, bool backward, bool landed)
{
    return (backward ? RG_IMAGE_BACKWARD : RG_IMAGE_FORWARD)
           + (uint64_t)image->place[backward][word] * RG_IMAGE_WORD
           + (landed ? RG_IMAGE_LANDED : 0);
}

bool rg_image_find(const rg_image *image, uint64_t address, uint32_t *word, bool *backward,
                   bool *landed)
{
    *backward = address >= RG_IMAGE_BACKWARD;
    const uint64_t offset = address - (*backward ? RG_IMAGE_BACKWARD : RG_IMAGE_FORWARD);
    if (address < RG_IMAGE_FORWARD || offset / RG_IMAGE_WORD >= image->count)
        return false;
    *word = image->word[*backward][offset / RG_IMAGE_WORD];
    *landed = offset % RG_IMAGE_WORD >= RG_IMAGE_LANDED;
    return true;
}

static bool is_same_variable(const rg_place *a, const rg_place *b)
{
    return a->name == b->name && a->base == b->base && a->rank == b->rank;
}

size_t rg_image_variables(const rg_image *image, const rg_object *object, const rg_routine *routine,
                          uint32_t *place, size_t capacity)
{
    const size_t r = (size_t)(routine - object->routines);
    size_t count = 0;
    for (uint32_t i = image->first[r]; i < image->first[r + 1] && count < capacity; i++) {
        const rg_place *p = &object->places[image->records[i]];
        bool seen = p->what != RG_PLACE_VARIABLE || p->name == 0 || p->name > object->name_count;
        for (size_t k = count; k-- > 0 && !seen;)
            seen = is_same_variable(p, &object->places[place[k]]);
        if (!seen)
            place[count++] = image->records[i];
    }
    return count;
}
