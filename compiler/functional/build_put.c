/* build_put.c: put#(v, e, i) and put#(A, e, i, j): the array with another element. Every element is
 * taken over but for one; the old one is read too, so that the index is checked. */
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

/* The value, to which the old element is added 0 times. */
static fr_expr *checked_value(const put *p, fr_expr *const *indices, size_t count)
{
    fr_expr *zero = fr_make_binary(p->arena, TOK_MUL, fr_make_int(p->arena, p->call->span, 0),
                                   element(p, indices, count));
    return fr_make_binary(p->arena, TOK_ADD, p->call->items[1], zero);
}

fr_expr *fn_put_expr(fr_arena *arena, const fr_expr *e)
{
    const size_t count = e->count - 2;
    put p = {arena, e, {NULL, NULL}};
    p.counters[0] = name(&p, "put#k");
    p.counters[1] = name(&p, "put#l");
    fr_expr *body = chosen(&p, e->items + 2, count);
    for (size_t d = count; d-- > 0;) {
        const fr_loop l = {.name = p.counters[d], .over = indices_along(&p, count, d)};
        body = fr_map_over(arena, &l, body);
    }
    return let(&p, name(&p, "put#value"), checked_value(&p, e->items + 2, count), body);
}
