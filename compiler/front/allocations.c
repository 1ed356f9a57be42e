/* allocations.c: arrays and compound variables, allocated and freed leaf by leaf. */
#include "compiler/front/compound.h"

/* Allocate or free an array: one for each leaf, freed last first. */
void fr_emit_array(fr_sema *s, const fr_stmt *st, ir_loc loc, const fr_var *v, bool free,
                   const fr_shape *shape)
{
    const fr_compound *c = fr_compound_of(s, v->type.base);
    if (!c)
        fr_emit(s, fr_array_statement(s, loc, v->ir, free, shape), st);
    for (size_t i = 0; c && i < c->count; i++)
        fr_emit_array(s, st, loc, v->parts[free ? c->count - 1 - i : i], free, shape);
}

/* Allocate or free a compound variable, leaf by leaf. */
void fr_emit_parts(fr_sema *s, const fr_stmt *st, ir_loc loc, const fr_var *v, fr_value x,
                   bool free)
{
    const fr_compound *c = fr_compound_of(s, v->type.base);
    for (size_t i = 0; c && i < c->count; i++) {
        size_t at = free ? c->count - 1 - i : i;
        fr_emit_parts(s, st, loc, v->parts[at], x.parts[at], free);
    }
    if (c)
        return;
    ir_expr *e = fr_split(s, fr_stored(s, x, v->type.base)),
            *word = e && e->kind == IR_CONST && e->raw == 0 ? NULL : e;
    if (e)
        fr_emit(s,
                free ? ir_free(s->module, loc, v->ir, word) : ir_alloc(s->module, loc, v->ir, word),
                st);
    fr_join_parts(s);
}
