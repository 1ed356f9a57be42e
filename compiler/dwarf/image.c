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
    return true;
}

void rg_image_free(rg_image *image)
{
    for (unsigned d = 0; d < 2; d++) {
        free(image->place[d]);
        free(image->word[d]);
    }
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

size_t rg_image_variables(const rg_object *object, const rg_routine *routine, uint32_t *place,
                          size_t capacity)
{
    size_t count = 0;
    for (size_t i = 0; i < object->place_count && count < capacity; i++) {
        const rg_place *p = &object->places[i];
        bool seen = p->what != RG_PLACE_VARIABLE || p->begin < routine->begin
                    || p->begin >= routine->end || p->name == 0 || p->name > object->name_count;
        for (size_t k = count; k-- > 0 && !seen;)
            seen = is_same_variable(p, &object->places[place[k]]);
        if (!seen)
            place[count++] = (uint32_t)i;
    }
    return count;
}
