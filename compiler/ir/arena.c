/* arena.c: modules, their memory, routines and variables. */
#include "ir.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 };

struct ir_chunk {
    struct ir_chunk *next;
    size_t used, size;
    max_align_t data[];
};

ir_module *ir_module_new(unsigned xlen, unsigned frac)
{
    ir_module *m = calloc(1, sizeof *m);

    if (m) {
        m->xlen = xlen;
        m->frac = frac;
    }
    return m;
}

void ir_module_free(ir_module *m)
{
    if (!m)
        return;
    while (m->arena) {
        struct ir_chunk *next = m->arena->next;
        free(m->arena);
        m->arena = next;
    }
    free(m);
}

void *ir_arena_alloc(ir_module *m, size_t size)
{
    const size_t unit = sizeof(max_align_t);

    if (size > SIZE_MAX / 2) {
        m->out_of_memory = true;
        return NULL;
    }
    size = (size + unit - 1) / unit * unit;
    if (!m->arena || m->arena->size - m->arena->used < size) {
        size_t wanted = size > CHUNK ? size : CHUNK;
        struct ir_chunk *chunk = calloc(1, sizeof *chunk + wanted);
        if (!chunk) {
            m->out_of_memory = true;
            return NULL;
        }
        chunk->size = wanted;
        chunk->next = m->arena;
        m->arena = chunk;
    }
    void *memory = (char *)m->arena->data + m->arena->used;
    m->arena->used += size;
    return memory;
}

void ir_arena_reset(ir_module *m)
{
    while (m->arena && (m->arena->next || m->arena->size > CHUNK)) {
        struct ir_chunk *next = m->arena->next;
        free(m->arena);
        m->arena = next;
    }
    if (m->arena) {
        memset(m->arena->data, 0, m->arena->used);
        m->arena->used = 0;
    }
}

char *ir_arena_text(ir_module *m, const char *text)
{
    size_t length = strlen(text) + 1;
    char *copy = ir_arena_alloc(m, length);

    if (copy)
        memcpy(copy, text, length);
    return copy;
}

/* The array with room for one more pointer, in the arena; NULL when short. */
static void *with_room(ir_module *m, void *array, size_t count, size_t *capacity)
{
    if (count < *capacity)
        return array;
    size_t wanted = *capacity ? *capacity * 2 : 8;
    void *bigger = ir_arena_alloc(m, wanted * sizeof(void *));
    if (!bigger)
        return NULL;
    if (count)
        memcpy(bigger, array, count * sizeof(void *));
    *capacity = wanted;
    return bigger;
}

int ir_add_file(ir_module *m, const char *name)
{
    char **files = with_room(m, m->files, m->file_count, &m->file_capacity);
    char *copy = ir_arena_text(m, name);

    if (!files || !copy)
        return -1;
    m->files = files;
    files[m->file_count] = copy;
    return (int)m->file_count++;
}

bool ir_add_text(ir_module *m, const char *text, uint32_t *id)
{
    for (size_t i = 0; i < m->text_count; i++)
        if (strcmp(m->texts[i], text) == 0) {
            *id = (uint32_t)i;
            return true;
        }
    char **texts = m->text_count < RG_PRINT_TEXTS
                       ? with_room(m, m->texts, m->text_count, &m->text_capacity)
                       : NULL;
    char *copy = texts ? ir_arena_text(m, text) : NULL;

    if (!copy)
        return false;
    m->texts = texts;
    *id = (uint32_t)m->text_count;
    texts[m->text_count++] = copy;
    return true;
}

ir_routine *ir_routine_new(ir_module *m, ir_loc loc, const char *name, bool exported)
{
    ir_routine *r = ir_arena_alloc(m, sizeof *r);
    char *copy = ir_arena_text(m, name);

    if (!r || !copy)
        return NULL;
    r->name = copy;
    r->loc = loc;
    r->exported = exported;
    r->module = m;
    r->index = m->routine_count++;
    if (m->last)
        m->last->next = r;
    else
        m->routines = r;
    m->last = r;
    return r;
}

rg_type_base ir_var_type(const ir_var *var) { return var->narrow ? RG_TYPE_NARROW : var->base; }

ir_var *ir_add_var(ir_routine *r, ir_loc loc, const char *name, rg_type_base base, unsigned rank)
{
    ir_module *m = r->module;
    ir_var **vars = with_room(m, r->vars, r->var_count, &r->var_capacity);
    ir_var *var = ir_arena_alloc(m, sizeof *var);
    char *copy = ir_arena_text(m, name);

    if (!vars || !var || !copy)
        return NULL;
    *var = (ir_var){.id = (unsigned)r->var_count,
                    .name = copy,
                    .base = base == RG_TYPE_NARROW ? RG_TYPE_FIXED : base,
                    .narrow = base == RG_TYPE_NARROW,
                    .rank = rank,
                    .loc = loc};
    r->vars = vars;
    vars[r->var_count++] = var;
    return var;
}

ir_var *ir_add_param(ir_routine *r, ir_loc loc, const char *name, rg_type_base base, unsigned rank)
{
    ir_var *var = r->param_count == r->var_count ? ir_add_var(r, loc, name, base, rank) : NULL;

    if (var)
        r->param_count++;
    return var;
}
