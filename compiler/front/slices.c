/* slices.c: slices as arguments. The elements move into an array of their own, the routine
 * works on that, and they move back: no element is ever in two places, so this is passing by
 * reference. */
#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/semiring.h"

enum { MOST = 64 };

/* A bound that stays what it is while the call runs: a literal, a loop variable, an extent. */
static bool steady(fr_sema *s, const fr_expr *e)
{
    if (e->kind == EX_INT || e->kind == EX_REAL)
        return true;
    if (e->kind == EX_CALL)
        return fr_is_extent(e);
    if (e->kind == EX_NAME) {
        const fr_var *v = fr_find_var(s, e->name);
        return !v || v->kind == FR_VAR_LOOP || v->kind == FR_VAR_KEYWORD;
    }
    return e->kind == EX_BINARY && steady(s, e->left) && steady(s, e->right);
}

static void keep(fr_sema *s, fr_expr **e, fr_stmt **before)
{
    if (!*e || steady(s, *e))
        return;
    fr_stmt *st = fr_make_stmt(s->arena, ST_ALLOC, (*e)->span);
    st->target = fr_make_name(s->arena, (*e)->span, fr_fresh_name(s, "at"));
    st->value = *e;
    *before = fr_chain(*before, st);
    *e = st->target;
}

static void keep_view(fr_sema *s, fr_view *v, fr_stmt **before)
{
    for (unsigned d = 0; d < v->beneath; d++) {
        keep(s, &v->dims[d].first, before);
        keep(s, &v->dims[d].step, before);
        keep(s, &v->dims[d].last, before);
    }
    for (unsigned d = 0; v->of && d < v->beneath; d++)
        keep(s, &v->extents[d], before);
    if (v->of)
        keep_view(s, v->of, before);
}

static fr_stmt *new_array(fr_sema *s, const fr_view *v, const char *name)
{
    fr_stmt *st = fr_make_stmt(s->arena, ST_ALLOC, v->span);
    fr_expr *items[RG_MOST_RANK + 1] = {
        fr_make_name(s->arena, v->span, fr_type_word(s, (fr_type){v->array->type.base, 0}))};
    for (unsigned d = 1; d <= v->rank; d++)
        items[d] = fr_view_extent(s, v, d);
    st->target = fr_make_name(s->arena, v->span, name);
    st->value = fr_make_call(s->arena, v->span, fr_neutral_array(s, v->array->type.base),
                             v->rank + 1, items);
    return st;
}

/* The new array knows its extents; those of the view would be computed again. */
static fr_expr *extent_of(fr_sema *s, fr_span span, fr_expr *array, int64_t dim)
{
    fr_expr *items[] = {array, fr_make_int(s->arena, span, dim)};
    return fr_make_call(s->arena, span, "size", 2, items);
}

/* The elements of the view swap with those of the new array. */
static fr_stmt *move(fr_sema *s, const fr_view *v, fr_expr *array)
{
    fr_counters c = fr_make_counters(s, v->span, v->rank);
    fr_stmt *swap = fr_make_stmt(s->arena, ST_SWAP, v->span);
    swap->target = fr_make_index(s->arena, v->span, array, v->rank, c.at);
    swap->value = fr_view_element(s, v, c.at);
    fr_stmt *loop = swap;
    for (unsigned d = 0; d < v->rank; d++)
        loop =
            fr_make_loop(s->arena, v->span, c.name[d], extent_of(s, v->span, array, d + 1), loop);
    return loop;
}

static void check_pair(fr_sema *s, const fr_view *a, const fr_view *b, fr_stmt **before)
{
    bool always;
    if (a->array != b->array)
        return;
    fr_expr *apart = fr_views_apart(s, a, b, &always);
    if (always)
        return;
    if (!apart) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0313", b->span,
                                      "elements of '%s' are passed twice", a->array->name);
        fr_note(s->d, r, a->span, "first passed here");
        fr_help(s->d, r,
                "copy them into an array of their own, so that the two can change independently");
        return;
    }
    fr_stmt *check = fr_make_stmt(s->arena, ST_ASSERT, b->span);
    check->value = apart;
    check->name = b->array->name;
    check->apart = true;
    *before = fr_chain(*before, check);
}

/* Elements that other arguments read. */
static void check_reads(fr_sema *s, const fr_view *v, const fr_expr *e, fr_stmt **before)
{
    fr_view other;
    if (!e)
        return;
    if (fr_view_of_element(s, e, &other) || (e->kind == EX_NAME && fr_view_of(s, e, &other)))
        check_pair(s, v, &other, before);
    if (fr_is_extent(e))
        return;
    if (e->kind != EX_INDEX && e->kind != EX_CALL)
        check_reads(s, v, e->left, before);
    check_reads(s, v, e->right, before);
    check_reads(s, v, e->third, before);
    for (size_t i = 0; i < e->count; i++)
        check_reads(s, v, e->items[i], before);
}

/* A[1:2, [1, 3]]: its elements are no range. */
static bool picks_from_list(fr_sema *s, const fr_view *v)
{
    for (unsigned d = 0; d < v->beneath; d++) {
        const fr_expr *e = v->dims[d].kind == FR_DIM_ONE ? v->dims[d].first : NULL;
        const fr_var *named = e && e->kind == EX_NAME ? fr_find_var(s, e->name) : NULL;
        if (!e || (e->kind != EX_ARRAY && !(named && named->type.rank > 0)))
            continue;
        rgc_diagnostic *r = fr_report(
            s->d, RGC_ERROR, "R0204", e->span,
            "a list of indices picks no part of an array: an Int, a range or ':' is needed here");
        fr_help(s->d, r, "loop over the list and pass or update the elements one by one");
        return true;
    }
    return v->of && picks_from_list(s, v->of);
}

/* The arguments of a call, those within (a, b) and T{}(a, b) one by one. */
typedef struct {
    fr_expr **at[MOST];
    size_t count;
} slots;

static bool collect(fr_sema *s, fr_expr *call, slots *out)
{
    bool fits = true;
    for (size_t i = 0; fits && i < call->count; i++) {
        fr_expr *e = call->items[i];
        if (e->kind == EX_TUPLE
            || (e->kind == EX_CALL && e->left->kind == EX_CURLY && e->left->count == 0)) {
            call->items[i] = fr_copy_call(s->arena, e);
            fits = collect(s, call->items[i], out);
        } else if ((fits = out->count < MOST)) {
            out->at[out->count++] = &call->items[i];
        }
    }
    return fits;
}

/* Checks that no element of a slice is passed twice. */
static void check_slices(fr_sema *s, const slots *in, fr_view *views, const bool *part,
                         fr_stmt **before)
{
    for (size_t i = 0; i < in->count; i++) {
        if (part[i])
            keep_view(s, &views[i], before);
        for (size_t k = 0; part[i] && k < in->count; k++)
            if (part[k] && k < i)
                check_pair(s, &views[k], &views[i], before);
            else if (!part[k] && k != i)
                check_reads(s, &views[i], *in->at[k], before);
    }
}

/* An array of its own for the slice, which the call gets. */
static fr_stmt *moved(fr_sema *s, const fr_view *v, fr_expr **argument)
{
    fr_stmt *list = NULL,
            *array =
                new_array(s, v, fr_hidden_name(s, fr_format(s->arena, "%s[..]", v->array->name)));
    *argument = array->target;
    if (v->fits) {
        list = fr_make_stmt(s->arena, ST_ASSERT, v->span);
        list->value = v->fits;
        list->name = v->array->name;
    }
    return fr_chain(list, fr_chain(array, move(s, v, array->target)));
}

fr_stmt *fr_expand_slices(fr_sema *s, const fr_stmt *st)
{
    fr_view views[MOST];
    bool part[MOST] = {false}, any = false;
    const fr_expr *e = st->value;
    slots in = {.count = 0};
    if (st->kind != ST_CALL || e->kind != EX_CALL || e->left->kind != EX_NAME)
        return NULL;
    fr_expr *call = fr_copy_call(s->arena, e);
    if (!collect(s, call, &in))
        return NULL;
    for (size_t i = 0; i < in.count; i++) {
        part[i] = !fr_place_node(s, *in.at[i]) && fr_view_of(s, *in.at[i], &views[i]);
        any = any || part[i];
        if (part[i] && picks_from_list(s, &views[i]))
            return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    if (!any)
        return NULL;
    fr_stmt *before = NULL, *body = fr_make_stmt(s->arena, ST_CALL, st->span);
    body->inverse = st->inverse;
    body->value = call;
    check_slices(s, &in, views, part, &before);
    for (size_t i = 0; i < in.count; i++)
        if (part[i])
            before = fr_chain(before, moved(s, &views[i], in.at[i]));
    fr_stmt *after = fr_invert_list(s->arena, before);
    return fr_chain(before, fr_chain(body, after));
}
