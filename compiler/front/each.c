/* each.c: loops over the elements or the indices of an array. */
#include <string.h>

#include "compiler/front/expand.h"
#include "compiler/front/semiring.h"

fr_expr *fr_index_range(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    fr_expr *last = NULL;
    if (fr_calls_name(e, "eachindex") && e->count == 1) {
        if (fr_view_of(s, e->items[0], &v))
            last = v.rank == 1 ? fr_view_extent(s, &v, 1)
                               : fr_make_call(s->arena, e->span, "length", 1, e->items);
    } else if (fr_calls_name(e, "axes") && e->count == 2) {
        last = fr_make_call(s->arena, e->span, "size", 2, e->items);
    }
    if (!last)
        return NULL;
    fr_stmt *loop = fr_make_loop(s->arena, e->span, "", last, NULL);
    return loop->value;
}

static fr_stmt *update(fr_sema *s, const fr_stmt *st, rg_type_base base, fr_expr *target,
                       fr_expr *value, bool back)
{
    fr_stmt *u = fr_make_stmt(s->arena, ST_UPDATE, st->value->span);
    u->token = back ? fr_ungathering(s, base) : fr_gathering(s, base);
    u->target = target;
    u->value = value;
    return u;
}

static fr_stmt *holder(fr_sema *s, const fr_stmt *st, rg_type_base base, bool free)
{
    fr_stmt *a = fr_make_stmt(s->arena, free ? ST_FREE : ST_ALLOC, st->name_span);
    a->target = fr_make_name(s->arena, st->name_span, st->name);
    a->value = fr_make_neutral(s, st->name_span, base);
    return a;
}

static bool is_changed(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        bool target = s->target && s->target->kind == EX_NAME && strcmp(s->target->name, name) == 0;
        bool other = s->kind == ST_SWAP && s->value->kind == EX_NAME
                     && strcmp(s->value->name, name) == 0;
        if (target || other || is_changed(s->body, name) || is_changed(s->other, name))
            return true;
    }
    return false;
}

/* for x in [a, b]: the list is an array as long as the loop runs. */
static fr_stmt *over_literal(fr_sema *s, const fr_stmt *st)
{
    fr_expr *name = fr_make_name(s->arena, st->value->span, fr_fresh_name(s, "list"));
    fr_stmt *make = fr_make_stmt(s->arena, ST_ALLOC, st->value->span),
            *gone = fr_make_stmt(s->arena, ST_FREE, st->value->span);
    fr_stmt *loop = fr_make_stmt(s->arena, ST_FOR, st->span);
    make->target = gone->target = name;
    make->value = gone->value = st->value;
    *loop = *st;
    loop->next = NULL;
    loop->value = name;
    return fr_chain(make, fr_chain(loop, gone));
}

fr_stmt *fr_expand_each(fr_sema *s, const fr_stmt *st)
{
    fr_view v;
    if (st->kind != ST_FOR || st->value->kind == EX_RANGE)
        return NULL;
    if (st->value->kind == EX_ARRAY && st->value->count > 0)
        return over_literal(s, st);
    if (st->value->kind == EX_TUPLE && st->value->count > 0) { /* (a, b) runs as [a, b] does */
        fr_stmt *loop = fr_make_stmt(s->arena, ST_FOR, st->span);
        *loop = *st;
        loop->next = NULL;
        loop->value =
            fr_make_call(s->arena, st->value->span, "", st->value->count, st->value->items);
        loop->value->kind = EX_ARRAY;
        return over_literal(s, loop);
    }
    fr_expr *range = fr_index_range(s, st->value);
    if (range) {
        fr_stmt *loop = fr_make_stmt(s->arena, ST_FOR, st->span);
        *loop = *st;
        loop->next = NULL;
        loop->value = range;
        return loop;
    }
    if (!fr_view_of(s, st->value, &v)) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0403", st->value->span, "a loop cannot run over this");
        fr_help(s->d, r,
                fr_calls_name(st->value, "reverse")
                    ? "reverse takes a range here, reverse(a:b) or reverse(eachindex(v))"
                    : "write a range a:b or a:step:b, an array, a part of one, eachindex(v), "
                      "eachcol(A) or eachrow(A)");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    /* The element is copied by an update, so that its gradient finds the way back; a changed
     * element traps when freed. */
    rg_type_base base = v.array->type.base;
    fr_counters c = fr_make_counters(s, st->value->span, v.rank);
    fr_expr *name = fr_make_name(s->arena, st->name_span, st->name),
            *element = fr_view_element(s, &v, c.at);
    fr_stmt *round =
        fr_chain(holder(s, st, base, false), update(s, st, base, name, element, false));
    if (is_changed(st->body, st->name)) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0303", st->name_span,
                                      "'%s' cannot be changed: it is a copy of an element",
                                      st->name);
        fr_note(s->d, r, st->value->span, "of this");
        fr_help(s->d, r, "loop over the indices and change the element: for i in eachindex(v)");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    fr_stmt *body = fr_make_stmt(s->arena, ST_BLOCK, st->span);
    body->body = st->body;
    round = fr_chain(round, body);
    round = fr_chain(round,
                     fr_chain(update(s, st, base, name, element, true), holder(s, st, base, true)));
    fr_stmt *loop = fr_loop_over(s, &v, &c, round);
    loop->inverse = st->inverse;
    return loop;
}
