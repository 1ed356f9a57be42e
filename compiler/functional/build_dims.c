/* build_dims.c: sum(A, dims=1) and the like: a matrix of one row or of one column, and what it
 * means beside others where an operator has a dot. */
#include <string.h>

#include "compiler/functional/unary.h"
#include "compiler/syntax/generators.h"

fn_slot *fn_collapsed(fn_builder *b, fr_span at, fn_slot *line, unsigned along)
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

fr_expr *fn_lines_of(fn_builder *b, const fr_expr *e, unsigned *along)
{
    fr_arena *arena = b->d->arena;
    const fr_expr *d = e->keywords[0].value;
    if (!takes_dims(e) || d->kind != EX_INT || d->integer < 1 || d->integer > 2) {
        fn_refuse_dims(b, e);
        return NULL;
    }
    *along = (unsigned)d->integer;
    fr_expr *name = fr_make_name(arena, e->span, "dims#line"), *items[2] = {e->items[0], NULL};
    items[e->count - 1] = name;
    const fr_loop l = {.name = name,
                       .over = fr_make_call(arena, e->span, *along == 1 ? "eachcol" : "eachrow", 1,
                                            &e->items[e->count - 1]),
                       .end = e->span};
    return fr_map_over(arena, &l, fr_make_call(arena, e->span, e->left->name, e->count, items));
}

bool fn_has_line(size_t count, fn_slot *const *args)
{
    for (size_t i = 0; i < count; i++)
        if (args[i]->along)
            return true;
    return false;
}

unsigned fn_common_line(size_t count, fn_slot *const *args)
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

bool fn_refuses_line(fn_builder *b, const fr_expr *e, fn_slot *const *args)
{
    if (fr_is_dotted(e->token) || !fn_is_array_slot(args[0]) || !fn_is_array_slot(args[1])
        || (e->token != TOK_ADD && e->token != TOK_SUB) || args[0]->along == args[1]->along)
        return false;
    fr_help(b->d,
            fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
                      "'%s' stands between a matrix and one of a single row or column",
                      fn_operator_text(e->token)),
            "write .%s, which goes along the rows or columns", fn_operator_text(e->token));
    return true;
}
