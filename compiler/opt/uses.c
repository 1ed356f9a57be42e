/* uses.c: what statements use of a routine's variables. A pass that compares all statements of a
 * list asks for the same ones again and again, and each answer is a walk through the statement. */
#include "compiler/opt/uses.h"

#include <stdint.h>
#include <stdlib.h>

#include "compiler/opt/opt_internal.h"

static opt_use_row *place_of(const opt_uses *known, const ir_stmt *s)
{
    size_t at = (size_t)((uintptr_t)s >> 4) & (known->size - 1);

    while (known->rows[at].stmt && known->rows[at].stmt != s)
        at = (at + 1) & (known->size - 1);
    return &known->rows[at];
}

static bool grow(opt_uses *known)
{
    opt_uses bigger = *known;

    if (known->used * 2 < known->size)
        return true;
    bigger.size = known->size ? 2 * known->size : 64;
    bigger.rows = calloc(bigger.size, sizeof *bigger.rows);
    if (!bigger.rows)
        return false;
    for (size_t i = 0; i < known->size; i++)
        if (known->rows[i].stmt)
            *place_of(&bigger, known->rows[i].stmt) = known->rows[i];
    free(known->rows);
    *known = bigger;
    return true;
}

static bool may_resize(const ir_routine *r, const ir_stmt *s, const ir_var *v)
{
    return v->rank == 1 && s->kind != IR_ALLOC_ARRAY && s->kind != IR_FREE_ARRAY
           && opt_may_resize(r->body, s, v);
}

static void look_up(const ir_routine *r, const ir_stmt *s, unsigned char *uses)
{
    for (size_t v = 0; v < r->var_count; v++) {
        const unsigned touched = opt_touch(r->body, s, r->vars[v]);
        uses[v] = (unsigned char)(touched | (may_resize(r, s, r->vars[v]) ? OPT_RESIZE : 0u));
    }
}

const unsigned char *opt_uses_of(opt_uses *known, const ir_routine *r, const ir_stmt *s)
{
    if (!grow(known))
        return NULL;
    known->var_count = r->var_count;
    opt_use_row *row = place_of(known, s);
    if (!row->stmt) {
        row->stmt = s;
        known->used++;
    }
    if (!row->uses && (row->uses = malloc(r->var_count + 1)))
        look_up(r, s, row->uses);
    return row->uses;
}

void opt_forget_uses(opt_uses *known, const ir_var *a, const ir_var *b)
{
    for (size_t i = 0; i < known->size; i++) {
        unsigned char *uses = known->rows[i].uses;
        if (!uses || (!uses[a->id] && !uses[b->id]))
            continue;
        free(uses);
        known->rows[i].uses = NULL;
    }
}

void opt_free_uses(opt_uses *known)
{
    for (size_t i = 0; i < known->size; i++)
        free(known->rows[i].uses);
    free(known->rows);
    *known = (opt_uses){0};
}
