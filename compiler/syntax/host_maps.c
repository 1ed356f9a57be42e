/* host_maps.c: loops of a function with a value that assign each element of an array once, as
 * y[i] = f(x[i]) for i in 1:n. They read no other element of it. So they are an array made of its
 * elements, and keep one array instead of one for each iteration. */
#include <string.h>

#include "compiler/syntax/generators.h"
#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"

const char fr_map_value[] = "map#value";

static bool is_put(const host_stmt *s, const char *array)
{
    return s->kind == HOST_ASSIGN && fr_is_named(s->pattern, array)
           && fr_calls_name(s->value, fr_put_name) && s->value->token != TOK_DOT;
}

static host_stmt *last_of(host_stmt *list)
{
    while (list && list->next)
        list = list->next;
    return list;
}

/* ---- what is read ---- */

typedef struct {
    const char *array;
    fr_expr *const *at; /* the element that is assigned */
    size_t rank;
} element;

static bool is_it(const element *el, const fr_expr *e)
{
    bool same = e->kind == EX_INDEX && fr_is_named(e->left, el->array) && e->count == el->rank;
    for (size_t i = 0; same && i < el->rank; i++)
        same = fr_same_expr(e->items[i], el->at[i]);
    return same;
}

/* Whether e reads another element of the array than the one that is assigned, or all of it. */
static bool reads_others(const element *el, const fr_expr *e)
{
    if (!e || is_it(el, e))
        return false;
    if (e->kind == EX_CALL && (fr_calls_name(e, "length") || fr_calls_name(e, "size")))
        return false;
    bool found = fr_is_named(e, el->array) || reads_others(el, e->left)
                 || reads_others(el, e->right) || reads_others(el, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = reads_others(el, e->items[i]);
    return found;
}

/* Whether a list reads another element, assigns one, or leaves the loop. */
static bool is_in_the_way(const element *el, const host_stmt *list)
{
    for (const host_stmt *s = list; s; s = s->next)
        if (s->kind == HOST_BREAK || s->kind == HOST_CONTINUE
            || (s->kind == HOST_VALUE && (s->returns || fr_is_failure(s->value)))
            || (s->pattern && fr_expr_mentions(s->pattern, el->array)) || reads_others(el, s->value)
            || is_in_the_way(el, s->body) || is_in_the_way(el, s->other))
            return true;
    return false;
}

/* ---- one loop ---- */

/* i, i + 2 or i - 1 for the variable of the loop. */
static bool is_index(const fr_expr *index, const char *name, int64_t *offset)
{
    *offset = 0;
    if (fr_is_named(index, name))
        return true;
    if (index->kind != EX_BINARY || (index->token != TOK_ADD && index->token != TOK_SUB)
        || !fr_is_named(index->left, name) || index->right->kind != EX_INT)
        return false;
    *offset = index->token == TOK_ADD ? (int64_t)index->right->integer
                                      : -(int64_t)index->right->integer;
    return true;
}

/* for i in a:b, i in eachindex(v), (i, x) in enumerate(v): the range of i. */
static bool take_head(fr_arena *arena, host_stmt *loop, fr_loop_axis *axis)
{
    const fr_expr *over = loop->value, *v = fr_indexed_array(over);
    const bool pairs = fr_calls_name(over, "enumerate") && over->count == 1
                       && over->items[0]->kind == EX_NAME && loop->pattern->kind == EX_TUPLE
                       && loop->pattern->count == 2 && loop->pattern->items[0]->kind == EX_NAME;
    if (pairs)
        v = over->items[0];
    axis->variable = pairs ? loop->pattern->items[0] : loop->pattern;
    axis->element = pairs ? loop->pattern->items[1] : NULL;
    axis->of = pairs ? v : NULL;
    if (axis->variable->kind != EX_NAME || strcmp(axis->variable->name, "_") == 0)
        return false;
    if (over->kind == EX_RANGE && !over->third) {
        axis->first = over->left;
        axis->last = over->right;
        return true;
    }
    fr_expr *array = (fr_expr *)(uintptr_t)v;
    axis->first = fr_make_int(arena, loop->span, 1);
    axis->last = v ? fr_make_call(arena, loop->span, "length", 1, &array) : NULL;
    return v && (over->kind == EX_CALL);
}

static bool depends(const fr_loop_axis *axis, const fr_loop_axis *on, const char *array)
{
    return fr_expr_mentions(axis->first, on->variable->name)
           || fr_expr_mentions(axis->last, on->variable->name)
           || (axis->of && fr_is_named(axis->of, array));
}

/* The body of the loops, which ends with the element. */
static host_stmt *body_of(fr_arena *arena, const fr_loop_map *m, host_stmt *outer, host_stmt *inner)
{
    host_stmt *put = last_of(inner ? inner->body : outer->body), *list = outer->body;
    if (inner) {
        list = outer->body == inner ? inner->body : outer->body;
        for (host_stmt *s = outer->body; s && s != inner; s = s->next)
            if (s->next == inner)
                s->next = inner->body;
    }
    *put = (host_stmt){.kind = HOST_VALUE, .span = put->span, .value = put->value->items[1]};
    for (size_t d = 0; d < m->rank; d++) {
        if (!m->axes[d].element)
            continue;
        host_stmt *s = fr_alloc(arena, sizeof *s);
        fr_expr *at = m->axes[d].variable;
        *s = (host_stmt){.kind = HOST_ASSIGN, .span = outer->span, .next = list};
        s->pattern = m->axes[d].element;
        s->value = fr_make_index(arena, outer->span, (fr_expr *)(uintptr_t)m->axes[d].of, 1, &at);
        list = s;
    }
    return list;
}

bool fr_find_map(fr_arena *arena, host_stmt *loop, const char *array, fr_loop_map *m)
{
    host_stmt *last = last_of(loop->body), *inner = NULL;
    *m = (fr_loop_map){.array = array, .rank = 1, .span = loop->span};
    fr_loop_axis found[2];
    if (!last || !take_head(arena, loop, &found[0]))
        return false;
    if (last->kind == HOST_FOR) {
        inner = last;
        last = last_of(inner->body);
        m->rank = 2;
        if (!last || !take_head(arena, inner, &found[1]) || depends(&found[1], &found[0], array)
            || depends(&found[0], &found[1], array) || found[0].element || found[1].element
            || strcmp(found[0].variable->name, found[1].variable->name) == 0)
            return false;
    }
    if (!is_put(last, array) || last->value->count != m->rank + 2)
        return false;
    const element el = {array, last->value->items + 2, m->rank};
    for (size_t d = 0; d < m->rank; d++) {
        bool good = false;
        for (size_t k = 0; k < m->rank && !good; k++) {
            good = is_index(el.at[d], found[k].variable->name, &found[k].offset);
            m->axes[d] = found[k];
        }
        if (!good || (found[0].of && fr_is_named(found[0].of, array))
            || (m->rank == 2 && reads_others(&el, m->axes[d].last))
            || (m->rank == 2 && reads_others(&el, m->axes[d].first))
            || fr_assigns(loop->body, m->axes[d].variable->name))
            return false;
    }
    if (m->rank == 2 && m->axes[0].variable == m->axes[1].variable)
        return false;
    /* What stands before the element, and what it is made of. */
    host_stmt put = *last;
    *last = (host_stmt){.kind = HOST_IF, .span = put.span, .value = put.value->items[1]};
    const host_stmt *before = inner ? inner->body : loop->body;
    bool good = !is_in_the_way(&el, before);
    for (const host_stmt *s = loop->body; good && inner && s != inner; s = s->next)
        good = s->kind == HOST_ASSIGN && !reads_others(&el, s->value)
               && !fr_expr_mentions(s->pattern, array);
    *last = put;
    if (good)
        m->body = body_of(arena, m, loop, inner);
    return good;
}

/* ---- the array ---- */

static fr_expr *number(fr_arena *arena, const fr_loop_map *m, int64_t n)
{
    return fr_make_int(arena, m->span, n);
}

static fr_expr *extent(fr_arena *arena, const fr_loop_map *m, size_t d)
{
    fr_expr *items[] = {fr_make_name(arena, m->span, m->array), number(arena, m, (int64_t)d + 1)};
    return m->rank == 1 ? fr_make_call(arena, m->span, "length", 1, items)
                        : fr_make_call(arena, m->span, "size", 2, items);
}

static fr_expr *both(fr_arena *arena, fr_token_kind token, fr_expr *a, fr_expr *b)
{
    return a ? fr_make_binary(arena, token, a, b) : b;
}

static fr_expr *moved(fr_arena *arena, fr_expr *e, int64_t by)
{
    if (by == 0)
        return e;
    return fr_make_binary(arena, by > 0 ? TOK_ADD : TOK_SUB, e,
                          fr_make_int(arena, e->span, by > 0 ? by : -by));
}

static fr_expr *choice(fr_arena *arena, fr_expr *condition, fr_expr *yes, fr_expr *no)
{
    fr_expr *e = fr_make_unary(arena, yes->span, TOK_QUESTION, yes);
    e->kind = EX_TERNARY;
    e->left = condition;
    e->third = no;
    e->height = (yes->height > no->height ? yes->height : no->height) + 1;
    return e;
}

/* 0 times the first and the last element, so that their indices are checked. */
static fr_expr *check(fr_arena *arena, const fr_loop_map *m)
{
    fr_expr *empty = NULL, *first[2], *last[2];
    fr_expr *array = fr_make_name(arena, m->span, m->array),
            *zero = fr_make_name(arena, m->span, fr_put_zero);
    for (size_t d = 0; d < m->rank; d++) {
        const fr_loop_axis *a = &m->axes[d];
        empty = both(arena, TOK_OROR, empty, fr_make_binary(arena, TOK_GT, a->first, a->last));
        first[d] = moved(arena, a->first, a->offset);
        last[d] = moved(arena, a->last, a->offset);
    }
    fr_expr *at_last = fr_make_index(arena, m->span, array, m->rank, last),
            *at_first = fr_make_index(arena, m->span, array, m->rank, first);
    return choice(arena, empty, zero,
                  fr_make_binary(arena, TOK_ADD, fr_make_binary(arena, TOK_MUL, zero, at_last),
                                 fr_make_binary(arena, TOK_MUL, zero, at_first)));
}

static fr_expr *let(fr_arena *arena, fr_expr *pattern, fr_expr *value, fr_expr *in)
{
    fr_expr *e = fr_make_unary(arena, pattern->span, TOK_LET, value);
    e->kind = EX_LET;
    e->left = pattern;
    e->third = in;
    e->height = in->height + 1;
    return e;
}

fr_expr *fr_make_map(fr_arena *arena, const fr_loop_map *m, fr_expr *value)
{
    static const char *const names[] = {"map#i", "map#j"};
    fr_expr *at[2], *within = NULL;
    for (size_t d = 0; d < m->rank; d++) {
        at[d] = fr_make_name(arena, m->span, names[d]);
        fr_expr *turn = moved(arena, at[d], -m->axes[d].offset);
        within =
            both(arena, TOK_ANDAND, within, fr_make_binary(arena, TOK_LE, m->axes[d].first, turn));
        within =
            both(arena, TOK_ANDAND, within, fr_make_binary(arena, TOK_LE, turn, m->axes[d].last));
        value = let(arena, m->axes[d].variable, turn, value);
    }
    fr_expr *array = fr_make_name(arena, m->span, m->array);
    fr_expr *parts[] = {value, fr_make_name(arena, m->span, "map#check"), array};
    value = fr_make_call(arena, m->span, fr_map_value, 3, parts);
    value = choice(arena, within, value, fr_make_index(arena, m->span, array, m->rank, at));
    for (size_t d = m->rank; d-- > 0;) {
        const fr_loop l = {
            .name = at[d],
            .over = fr_make_range(arena, m->span, number(arena, m, 1), NULL, extent(arena, m, d)),
            .end = m->span};
        value = fr_map_over(arena, &l, value);
    }
    if (m->rank == 2)
        value = fr_make_call(arena, m->span, "#matrix", 1, &value);
    return let(arena, fr_make_name(arena, m->span, "map#check"), check(arena, m), value);
}

/* ---- sums in an element ---- */

typedef struct {
    fr_arena *arena;
    const fr_expr *element;
    fr_expr *by;
} replacing;

static fr_expr *replaced(void *context, const fr_expr *e)
{
    const replacing *r = context;
    if (!e)
        return NULL;
    if (fr_same_expr(e, r->element))
        return r->by;
    fr_expr *copy = fr_with_arguments(r->arena, e, replaced, context);
    copy->left = replaced(context, e->left);
    copy->right = replaced(context, e->right);
    copy->third = replaced(context, e->third);
    return copy;
}

static fr_expr *with_number(fr_arena *arena, const fr_expr *e, const fr_expr *from, fr_expr *to)
{
    replacing r = {arena, from, to};
    return replaced(&r, e);
}

/* for k in 1:n, c[i] += a[k]: the element is a number while the loop runs. */
static host_stmt *as_number(fr_arena *arena, host_stmt *loop)
{
    host_stmt *put = last_of(loop->body);
    if (!put || put->kind != HOST_ASSIGN || put->pattern->kind != EX_NAME
        || !is_put(put, put->pattern->name) || loop->body != put)
        return loop;
    fr_expr *call = put->value, *array = put->pattern;
    const element el = {array->name, call->items + 2, call->count - 2};
    bool good = !reads_others(&el, call->items[1]) && !fr_expr_mentions(loop->value, array->name)
                && !fr_expr_mentions(loop->pattern, array->name);
    for (size_t d = 0; d < el.rank; d++)
        for (size_t i = 0; good && i < (loop->pattern->count ? loop->pattern->count : 1); i++) {
            const fr_expr *name = loop->pattern->count ? loop->pattern->items[i] : loop->pattern;
            good = name->kind == EX_NAME && !fr_expr_mentions(el.at[d], name->name)
                   && el.at[d]->kind != EX_COLON && el.at[d]->kind != EX_RANGE;
        }
    if (!good)
        return loop;
    fr_expr *sum = fr_make_name(arena, put->span,
                                fr_format(arena, "%s#%zu", array->name, (size_t)put->span.offset));
    host_stmt *start = fr_alloc(arena, sizeof *start), *end = fr_alloc(arena, sizeof *end);
    *start = (host_stmt){.kind = HOST_ASSIGN, .span = put->span, .pattern = sum, .next = loop};
    start->value = fr_make_index(arena, put->span, array, el.rank, el.at);
    *end = *put;
    end->value = fr_copy_call(arena, call);
    end->value->items[1] = sum;
    end->next = loop->next;
    loop->next = end;
    put->pattern = sum;
    put->value = with_number(arena, call->items[1], start->value, sum);
    return start;
}

host_stmt *fr_sum_in_numbers(fr_arena *arena, host_stmt *list)
{
    for (host_stmt **link = &list; *link; link = &(*link)->next) {
        host_stmt *s = *link;
        s->body = fr_sum_in_numbers(arena, s->body);
        s->other = fr_sum_in_numbers(arena, s->other);
        if (s->kind != HOST_FOR || (*link = as_number(arena, s)) == s)
            continue;
        link = &s->next; /* what the number goes back to */
    }
    return list;
}
