/* array_stacks.c: an array on a stack is its elements one after another, and its extents behind
 * them, so that what is popped is an array of the same extents. Such a stack holds words of any
 * type. */
#include <string.h>

#include "compiler/front/array_stacks.h"
#include "compiler/front/expand.h"
#include "compiler/front/semiring.h"

bool fr_holds_arrays(const fr_var *stack) { return stack->shape && stack->shape->item.rank > 0; }

static fr_expr *whole(fr_sema *s, fr_span span, uint64_t n)
{
    return fr_make_int(s->arena, span, (int64_t)n);
}

static fr_expr *extent(fr_sema *s, fr_expr *x, unsigned d)
{
    fr_expr *items[] = {x, whole(s, x->span, d)};
    return fr_make_call(s->arena, x->span, "size", 2, items);
}

static fr_stmt *change(fr_sema *s, fr_span span, fr_stmt_kind kind, fr_token_kind token,
                       fr_expr *target, fr_expr *value)
{
    return fr_make_change(s->arena, span, kind, token, target, value);
}

/* PUSH!(stack, x) or COPYPUSH!(stack, x) */
static fr_stmt *push(fr_sema *s, fr_span span, fr_expr *stack, fr_expr *x, bool copy)
{
    fr_expr *items[] = {stack, x};
    fr_stmt *st = fr_make_stmt(s->arena, ST_CALL, span);
    st->value = fr_make_call(s->arena, span, copy ? "COPYPUSH!" : "PUSH!", 2, items);
    st->silent = true; /* of an array: a number for itself does not go onto such a stack */
    return st;
}

static fr_stmt *push_elements(fr_sema *s, fr_span span, fr_expr *stack, fr_expr *x, bool copy)
{
    const char *name = fr_hidden_name(s, "k");
    fr_expr *k = fr_make_name(s->arena, span, name),
            *last = fr_make_call(s->arena, span, "length", 1, &x),
            *element = fr_make_index(s->arena, x->span, x, 1, &k);
    return fr_make_loop(s->arena, span, name, last, push(s, span, stack, element, copy));
}

static fr_expr *zeros(fr_sema *s, fr_span span, fr_type type, fr_expr *const *extents)
{
    fr_expr *items[1 + RG_MOST_RANK];
    items[0] = fr_make_name(s->arena, span, fr_type_word(s, (fr_type){type.base, 0}));
    for (unsigned d = 0; d < type.rank; d++)
        items[1 + d] = extents[d];
    return fr_make_call(s->arena, span, fr_is_multiplied(s, type.base) ? "ones" : "zeros",
                        1 + type.rank, items);
}

fr_stmt *fr_push_array(fr_sema *s, fr_span span, const fr_array_move *m)
{
    fr_stmt *list = NULL;
    fr_expr *extents[RG_MOST_RANK];
    for (unsigned d = 0; d < m->type.rank; d++) {
        extents[d] = fr_make_name(s->arena, span, fr_hidden_name(s, "extent"));
        list = fr_chain(list, change(s, span, ST_ALLOC, TOK_ALLOC, extents[d], whole(s, span, 0)));
        list = fr_chain(
            list, change(s, span, ST_UPDATE, TOK_ADDEQ, extents[d], extent(s, m->array, d + 1)));
    }
    list = fr_chain(list, push_elements(s, span, m->stack, m->array, m->copy));
    if (m->ends)
        list = fr_chain(
            list, change(s, span, ST_FREE, TOK_FREE, m->array, zeros(s, span, m->type, extents)));
    for (unsigned d = m->type.rank; d-- > 0;) {
        list = fr_chain(list, push(s, span, m->stack, extents[d], false));
        list = fr_chain(list, change(s, span, ST_FREE, TOK_FREE, extents[d], whole(s, span, 0)));
    }
    return list;
}

bool fr_suits_stack(fr_sema *s, const fr_var *stack, const fr_expr *x, fr_type type)
{
    if (!fr_holds_arrays(stack)
        || (type.base == stack->shape->item.base && type.rank == stack->shape->item.rank))
        return true;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0202", x->span,
                                  "%s does not fit on a stack of %s", fr_type_text(s, type),
                                  fr_type_text(s, stack->shape->item));
    fr_note(s->d, r, stack->declared, "allocated here");
    return false;
}

bool fr_refuse_array_stack(fr_sema *s, const fr_var *v, fr_span span)
{
    if (!fr_holds_arrays(v))
        return false;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0317", span,
                                  "'%s' is a stack of %s, which has no elements to read", v->name,
                                  fr_type_text(s, v->shape->item));
    fr_note(s->d, r, v->declared, "allocated here");
    fr_help(s->d, r,
            "POP!(%s, x), read x, and PUSH!(%s, x); or keep a matrix with a column for each",
            v->name, v->name);
    return true;
}
