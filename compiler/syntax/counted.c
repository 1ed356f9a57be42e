/* counted.c: any, all and count of a generator or of f and v, as sums of 0 and 1. */
#include <string.h>

#include "compiler/syntax/generators.h"
#include "compiler/syntax/tree.h"

typedef enum { COUNT, ANY, ALL, NONE } kind;

static kind named(const char *name)
{
    return strcmp(name, "count") == 0 ? COUNT
           : strcmp(name, "any") == 0 ? ANY
           : strcmp(name, "all") == 0 ? ALL
                                      : NONE;
}

/* 1 where it counts; of `all`, where it fails. */
static fr_expr *one_where(fr_arena *arena, fr_expr *condition, kind k)
{
    fr_expr *e = fr_make_unary(arena, condition->span, TOK_QUESTION,
                               fr_make_int(arena, condition->span, k != ALL));
    e->kind = EX_TERNARY;
    e->left = condition;
    e->third = fr_make_int(arena, condition->span, k == ALL);
    e->height = condition->height + 1;
    return e;
}

fr_expr *fr_counted_element(fr_arena *arena, fr_expr *element, const char **fold)
{
    const kind k = named(*fold);
    if (k == NONE)
        return element;
    *fold = "sum";
    return one_where(arena, element, k);
}

/* f(x) for x in v, as a generator of what counts; NULL where f is no function of one argument. */
static fr_expr *over_function(fr_arena *arena, const fr_expr *call, kind k)
{
    fr_expr *f = call->items[0];
    fr_loop l = {.over = call->items[1], .end = call->span};
    fr_expr *condition;
    if (f->kind == EX_LAMBDA && f->left->kind == EX_NAME) {
        l.name = f->left;
        condition = f->right;
    } else if (f->kind == EX_NAME) {
        l.name = fr_make_name(arena, f->span, fr_format(arena, "%s#element", f->name));
        condition = fr_make_call(arena, f->span, f->name, 1, &l.name);
        condition->left = f;
    } else {
        return NULL;
    }
    return fr_map_over(arena, &l, k == NONE ? condition : one_where(arena, condition, k));
}

/* sum(f, 1:n) and its like, as sum(f(k) for k in 1:n). */
static fr_expr *over_range(fr_arena *arena, fr_expr *call)
{
    fr_expr *each = fr_is_fold(call) && call->count == 2 && call->items[1]->kind == EX_RANGE
                        ? over_function(arena, call, NONE)
                        : NULL;
    if (!each)
        return call;
    fr_expr *fold = fr_make_call(arena, call->span, call->left->name, 1, &each);
    fold->left = call->left;
    fold->height = each->height + 1;
    return fold;
}

fr_expr *fr_without_count(fr_arena *arena, fr_expr *call)
{
    const kind k = call->kind == EX_CALL && call->left->kind == EX_NAME && call->keyword_count == 0
                       ? named(call->left->name)
                       : NONE;
    fr_expr *ones = call->count == 1 && call->items[0]->token == TOK_FOR ? call->items[0] : NULL;
    if (k == NONE)
        return over_range(arena, call);
    if (call->count == 2)
        ones = over_function(arena, call, k);
    if (!ones)
        return call;
    fr_expr *sum = fr_make_call(arena, call->span, "sum", 1, &ones);
    sum->height = ones->height + 1;
    sum = fr_without_done_fold(sum);
    if (k == COUNT)
        return sum;
    fr_expr *e =
        fr_make_binary(arena, k == ANY ? TOK_GT : TOK_EQ, sum, fr_make_int(arena, call->span, 0));
    e->span = call->span;
    return e;
}
