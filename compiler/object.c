/* object.c: an object in memory. elf_write.c and elf_read.c know it as a file. */
#include "object.h"

#include <stdlib.h>
#include <string.h>

const char *rg_type_name(rg_type_base base)
{
    switch (base) {
    case RG_TYPE_INT: return "Int";
    case RG_TYPE_BOOL: return "Bool";
    case RG_TYPE_FIXED: return "Fixed";
    case RG_TYPE_LOG: return "Log";
    case RG_TYPE_NARROW: return "Narrow";
    }
    return NULL;
}

size_t rg_array_of_part(const char *name, const char *levels, unsigned rank)
{
    size_t dot = 0;

    for (const char *at = name; rank > 0 && levels && (at = strchr(at, '.')); at++, dot++) {
        if (strlen(levels) < 2 * dot + 2)
            return 0;
        if (levels[2 * dot + 1] != '0')
            return (size_t)(at - name);
    }
    return 0;
}

void rg_object_free(rg_object *object)
{
    if (!object)
        return;
    for (size_t i = 0; i < object->routine_count && object->routines; i++) {
        rg_routine *r = &object->routines[i];
        for (size_t j = 0; j < r->param_count && r->params; j++) {
            free(r->params[j].name);
            free(r->params[j].levels);
            free(r->params[j].tile);
            free(r->params[j].tile_why);
        }
        free(r->params);
        free(r->name);
    }
    for (size_t i = 0; i < object->file_count && object->files; i++)
        free(object->files[i]);
    for (size_t i = 0; i < object->name_count && object->names; i++)
        free(object->names[i]);
    free(object->routines);
    for (size_t i = 0; i < object->text_count && object->texts; i++)
        free(object->texts[i]);
    free(object->texts);
    free(object->places);
    free(object->files);
    free(object->names);
    free(object->code);
    free(object->lines);
    free(object);
}

bool rg_good_registers(const rg_routine *routine)
{
    uint32_t taken = 1;

    for (size_t i = 0; i < routine->param_count; i++) {
        const unsigned reg = routine->params[i].reg;
        if (i >= RG_REGISTER_PARAMETERS ? reg != 0 : reg > RG_LAST_PARAMETER || (taken >> reg & 1))
            return false;
        taken |= UINT32_C(1) << reg;
    }
    return true;
}

/* Whether a parameter can be what the character says. */
static bool can_be(const rg_param *p, char what)
{
    switch (what) {
    case '.':
    case '+': return true;
    case 'n': return p->rank == 0 && p->base == RG_TYPE_INT;
    case '1':
    case '2': return p->rank <= 2 && p->rank >= (unsigned)(what - '0');
    default: return false;
    }
}

bool rg_good_tiles(const rg_routine *routine)
{
    for (size_t i = 0; i < routine->param_count; i++) {
        const char *tile = routine->params[i].tile;
        if (!tile)
            continue;
        bool good = strlen(tile) == routine->param_count && (tile[i] == '1' || tile[i] == '2');
        for (size_t k = 0; good && k < routine->param_count; k++)
            good = can_be(&routine->params[k], tile[k]);
        if (!good)
            return false;
    }
    return true;
}
