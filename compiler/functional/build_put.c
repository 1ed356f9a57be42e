/* build_put.c: put#(v, e, i) and put#(A, e, i, j): the array with another element. Every element is
 * taken over but for one; the old one is read too, so that the index is checked. In put#(A, e, i,
 * :) and put#(v, e, 2:3) it is a slice, and all of it in put#(v, e). */
#include "compiler/functional/unary.h"
#include "compiler/syntax/generators.h"
#include "compiler/syntax/host_function.h"

typedef struct {
    fr_arena *arena;
    const fr_expr *call;
    fr_expr *counters[2];
} put;

static fr_expr *name(const put *p, const char *text)
{
    return fr_make_name(p->arena, p->call->span, text);
}

static fr_expr *let(const put *p, fr_expr *pattern, fr_expr *value, fr_expr *in)
{
    fr_expr *e = fr_make_unary(p->arena, p->call->span, TOK_LET, value);
    e->kind = EX_LET;
    e->left = pattern;
    e->third = in;
    return e;
}

static fr_expr *element(const put *p, fr_expr *const *indices, size_t count)
{
    return fr_make_index(p->arena, p->call->span, p->call->items[0], count, indices);
}

/* k == i && l == j ? e : A[k, l] */
static fr_expr *chosen(const put *p, fr_expr *const *indices, size_t count)
{
    fr_expr *here = fr_make_binary(p->arena, TOK_EQ, p->counters[0], indices[0]);
    if (count == 2)
        here = fr_make_binary(p->arena, TOK_ANDAND, here,
                              fr_make_binary(p->arena, TOK_EQ, p->counters[1], indices[1]));
    fr_expr *e = fr_make_unary(p->arena, p->call->span, TOK_QUESTION, name(p, "put#value"));
    e->kind = EX_TERNARY;
    e->left = here;
    e->third = element(p, p->counters, count);
    return e;
}

static fr_expr *indices_along(const put *p, size_t count, size_t dimension)
{
    fr_expr *items[] = {p->call->items[0],
                        fr_make_int(p->arena, p->call->span, (int64_t)dimension + 1)};
    fr_expr *extent = count == 1 ? fr_make_call(p->arena, p->call->span, "length", 1, items)
                                 : fr_make_call(p->arena, p->call->span, "size", 2, items);
    return fr_make_range(p->arena, p->call->span, fr_make_int(p->arena, p->call->span, 1), NULL,
                         extent);
}

/* The value, to which the old element is added 0 times; of conditions (old && false) || value. */
static fr_expr *checked_value(const put *p, fr_expr *const *indices, size_t count, bool truth)
{
    if (truth) {
        fr_expr *no = fr_make_int(p->arena, p->call->span, 0);
        no->kind = EX_BOOL;
        fr_expr *old = fr_make_binary(p->arena, TOK_ANDAND, element(p, indices, count), no);
        return fr_make_binary(p->arena, TOK_OROR, old, p->call->items[1]);
    }
    fr_expr *zero =
        fr_make_binary(p->arena, TOK_MUL, name(p, fr_put_zero), element(p, indices, count));
    return fr_make_binary(p->arena, TOK_ADD, p->call->items[1], zero);
}

bool fn_is_slice(const fr_expr *index)
{
    return index->kind == EX_COLON || index->kind == EX_RANGE;
}

bool fn_puts_slice(const fr_expr *e)
{
    bool found = e->count == 2;
    for (size_t i = 2; i < e->count; i++)
        found = found || fn_is_slice(e->items[i]);
    return found;
}

bool fn_fits_slice(fn_builder *b, const fr_expr *e, const fn_slot *value)
{
    size_t slices = 0;
    for (size_t i = 2; i < e->count; i++)
        slices += fn_is_slice(e->items[i]);
    const bool several = value->type->kind == FN_ARRAY;
    if (e->count == 2 || (several ? fn_rank(value->type) == slices : e->token == TOK_DOT))
        return true;
    fr_help(b->d,
            fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->items[1]->span,
                      "this is %s, which has not the shape of the slice",
                      fn_type_words(b->d->arena, value->type)),
            "write .= to give each element of the slice one number: v[2:3] .= 0");
    return false;
}

/* A map over all indices, of the body. */
static fr_expr *over_indices(put *p, size_t count, fr_expr *body)
{
    for (size_t d = count; d-- > 0;) {
        const fr_loop l = {.name = p->counters[d], .over = indices_along(p, count, d)};
        body = fr_map_over(p->arena, &l, body);
    }
    return body;
}

static put start(fr_arena *arena, const fr_expr *e)
{
    put p = {arena, e, {NULL, NULL}};
    p.counters[0] = name(&p, "put#k");
    p.counters[1] = name(&p, "put#l");
    return p;
}

fr_expr *fn_put_expr(fr_arena *arena, const fr_expr *e, bool truth)
{
    const size_t count = e->count - 2;
    put p = start(arena, e);
    fr_expr *body = over_indices(&p, count, chosen(&p, e->items + 2, count));
    return let(&p, name(&p, "put#value"), checked_value(&p, e->items + 2, count, truth), body);
}

/* ---- slices ---- */

static fr_expr *both(const put *p, fr_expr *a, fr_expr *b)
{
    return a ? fr_make_binary(p->arena, TOK_ANDAND, a, b) : b;
}

/* Whether the counter is where index number d says; NULL: it always is. */
static fr_expr *within(const put *p, size_t d)
{
    fr_expr *index = p->call->items[d + 2], *k = p->counters[d];
    if (index->kind == EX_COLON)
        return NULL;
    if (index->kind != EX_RANGE)
        return fr_make_binary(p->arena, TOK_EQ, k, index);
    return both(p, fr_make_binary(p->arena, TOK_GE, k, index->left),
                fr_make_binary(p->arena, TOK_LE, k, index->right));
}

/* Which element of the value comes there: counter - first + 1. */
static fr_expr *place_in(const put *p, size_t d)
{
    const fr_expr *index = p->call->items[d + 2];
    if (index->kind == EX_COLON)
        return p->counters[d];
    fr_expr *behind = fr_make_binary(p->arena, TOK_SUB, p->counters[d], index->left);
    return fr_make_binary(p->arena, TOK_ADD, behind, fr_make_int(p->arena, p->call->span, 1));
}

/* How many indices the slice has along dimension d. */
static fr_expr *extent_of(const put *p, size_t count, size_t d)
{
    const fr_expr *index = p->call->items[d + 2];
    if (index->kind == EX_COLON)
        return indices_along(p, count, d)->right;
    fr_expr *steps = fr_make_binary(p->arena, TOK_SUB, index->right, index->left);
    return fr_make_binary(p->arena, TOK_ADD, steps, fr_make_int(p->arena, p->call->span, 1));
}

static fr_expr *choose(const put *p, fr_expr *c, fr_expr *yes, fr_expr *no)
{
    fr_expr *e = fr_make_unary(p->arena, p->call->span, TOK_QUESTION, yes);
    e->kind = EX_TERNARY;
    e->left = c;
    e->third = no;
    return e;
}

/* Both ends of a range that is not empty are indices of the array. */
static fr_expr *ends_of(const put *p, size_t count, size_t d)
{
    fr_expr *index = p->call->items[d + 2], *first = index, *last = index;
    if (index->kind == EX_COLON)
        return NULL;
    if (index->kind == EX_RANGE) {
        first = index->left;
        last = index->right;
    }
    return both(p, fr_make_binary(p->arena, TOK_GE, first, fr_make_int(p->arena, p->call->span, 1)),
                fr_make_binary(p->arena, TOK_LE, last, indices_along(p, count, d)->right));
}

fr_expr *fn_put_slice(fr_arena *arena, const fr_expr *e, bool array)
{
    const size_t count = e->count - 2;
    put p = start(arena, e);
    fr_expr *here = NULL, *fits = NULL, *at[2], *value = name(&p, "put#value");
    size_t sliced = 0;
    for (size_t d = 0; d < count; d++) {
        fr_expr *in = within(&p, d), *ends = ends_of(&p, count, d);
        here = in ? both(&p, here, in) : here;
        fits = ends ? both(&p, fits, ends) : fits;
        if (fn_is_slice(e->items[d + 2]))
            at[sliced++] = place_in(&p, d);
    }
    for (size_t d = 0, k = 0; array && d < count; d++) {
        fr_expr *items[] = {value, fr_make_int(arena, e->span, (int64_t)++k)};
        if (!fn_is_slice(e->items[d + 2])) {
            k--;
            continue;
        }
        fr_expr *has = sliced == 1 ? fr_make_call(arena, e->span, "length", 1, items)
                                   : fr_make_call(arena, e->span, "size", 2, items);
        fits = both(&p, fits, fr_make_binary(arena, TOK_EQ, has, extent_of(&p, count, d)));
    }
    fr_expr *new = array ? fr_make_index(arena, e->span, value, sliced, at) : value;
    fr_expr *body = here ? choose(&p, here, new, element(&p, p.counters, count)) : new;
    body = over_indices(&p, count, body);
    return fits ? choose(&p, fits, body, fr_make_call(arena, e->span, "error", 0, NULL)) : body;
}

fr_expr *fn_put_all(fr_arena *arena, const fr_expr *e)
{
    put p = start(arena, e);
    fr_expr *names[] = {name(&p, "put#old"), name(&p, "put#new")},
            *each[] = {e->items[0], name(&p, "put#value")};
    fr_expr *pattern = fr_make_call(arena, e->span, "", 2, names);
    pattern->kind = EX_TUPLE;
    pattern->left = NULL;
    fr_expr *call = fr_make_call(arena, e->span, "", 2, each);
    call->kind = EX_DOTCALL;
    call->left = fr_make_lambda(arena, pattern, names[1]);
    return call;
}
