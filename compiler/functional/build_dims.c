/* build_dims.c: sum(A, dims=1) and the like: a matrix of one row or of one column, and what it
 * means beside others where an operator has a dot. */
#include <string.h>

#include "compiler/functional/unary.h"
#include "compiler/syntax/generators.h"

/* The vector as a matrix of one column (along 2) or of one row (along 1). */
static fn_slot *collapsed(fn_builder *b, fr_span at, fn_slot *line, unsigned along)
{
    fn_slot *list;
    if (!line)
        return NULL;
    if (along == 1) {
        list =
            fn_with_args(fn_add_slot(b, FN_LIST, fn_array(b->d->arena, line->type), at), 1, &line);
    } else {
        fn_seq *body = fn_open_seq(b);
        fn_slot *element = fn_element_of(b, line);
        body->result = fn_with_args(
            fn_add_slot(b, FN_LIST, fn_array(b->d->arena, element->type), at), 1, &element);
        fn_close_seq(b, body);
        list = fn_with_args(fn_add_slot(b, FN_MAP, fn_array(b->d->arena, body->result->type), at),
                            1, &line);
        list->bodies[0] = body;
    }
    list->along = along;
    list->line = line;
    return list;
}

static bool takes_dims(const fr_expr *e)
{
    static const char *const names[] = {"sum", "prod", "maximum", "minimum", "mean", "var", "std"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (fr_calls_name(e, names[i]))
            return e->count >= 1 && e->count <= 2;
    return false;
}

/* [sum(r) for r in eachrow(A)] for sum(A, dims=2). */
static fr_expr *lines_of(fn_builder *b, const fr_expr *e, unsigned along)
{
    fr_arena *arena = b->d->arena;
    fr_expr *name = fr_make_name(arena, e->span, "dims#line"), *items[2] = {e->items[0], NULL};
    items[e->count - 1] = name;
    const fr_loop l = {.name = name,
                       .over = fr_make_call(arena, e->span, along == 1 ? "eachcol" : "eachrow", 1,
                                            &e->items[e->count - 1]),
                       .end = e->span};
    return fr_map_over(arena, &l, fr_make_call(arena, e->span, e->left->name, e->count, items));
}

fn_slot *fn_build_dims(fn_builder *b, const fr_expr *e)
{
    const fr_expr *d = e->keywords[0].value;
    if (!takes_dims(e) || d->kind != EX_INT || d->integer < 1 || d->integer > 2)
        return fn_refuse_dims(b, e);
    const unsigned along = (unsigned)d->integer;
    return collapsed(b, e->span, fn_build_term(b, lines_of(b, e, along)), along);
}

bool fn_has_line(size_t count, fn_slot *const *args)
{
    for (size_t i = 0; i < count; i++)
        if (args[i]->along)
            return true;
    return false;
}

/* Whether all arrays among them are such columns, or vectors beside them; or all such rows. */
static unsigned common_line(size_t count, fn_slot *const *args)
{
    unsigned along = 0;
    for (size_t i = 0; i < count; i++) {
        const fn_slot *s = args[i];
        const unsigned one = s->along ? s->along : fn_rank(s->type) == 1 ? 2 : 0;
        if (s->type->kind != FN_ARRAY)
            continue;
        if (one == 0 || (along && one != along))
            return 0;
        along = one;
    }
    return along;
}

fn_slot *fn_each_of_lines(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *args)
{
    const unsigned along = common_line(count, args);
    fn_slot *lines[FN_ARGUMENTS], *inner[FN_ARGUMENTS], *outer[FN_ARGUMENTS];
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        lines[i] = args[i]->along ? args[i]->line : args[i];
    if (along)
        return collapsed(b, e->span, fn_build_each(b, e, count, lines), along);
    fn_seq *body = fn_open_seq(b); /* for each row: a row as it is, and an element of a column */
    for (size_t i = 0; i < count; i++) {
        const bool held = args[i]->type->kind != FN_ARRAY || args[i]->along == 1;
        inner[i] = held ? lines[i] : fn_element_of(b, outer[found++] = lines[i]);
    }
    body->result = fn_build_each(b, e, count, inner);
    fn_close_seq(b, body);
    if (!body->result || !fn_storable(b, e, body->result->type, "an element of the result"))
        return NULL;
    fn_slot *s = fn_add_slot(b, FN_MAP, fn_array(b->d->arena, body->result->type), e->span);
    s->bodies[0] = body;
    return fn_with_args(s, found, outer);
}

bool fn_refuses_line(fn_builder *b, const fr_expr *e, fn_slot *const *args)
{
    if (fr_is_dotted(e->token) || !fn_is_array_slot(args[0]) || !fn_is_array_slot(args[1])
        || (e->token != TOK_ADD && e->token != TOK_SUB) || args[0]->along == args[1]->along)
        return false;
    fr_help(b->d,
            fr_report(b->d, RGC_ERROR, "R1002", e->span,
                      "'%s' stands between a matrix and one of a single row or column",
                      fn_operator_text(e->token)),
            "write .%s, which goes along the rows or columns", fn_operator_text(e->token));
    return true;
}
