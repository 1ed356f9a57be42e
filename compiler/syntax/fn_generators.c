/* fn_generators.c: generators of an @fn, where there are arrays and no indices. A loop over the
 * indices of arrays is one over their elements, side by side; one over constants is written out. */
#include <string.h>

#include "compiler/syntax/generators.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

enum { MOST_ARRAYS = 15, MOST_VALUES = 256 };

typedef struct {
    fr_arena *arena;
    const char *index;
    const char *names[MOST_ARRAYS]; /* of arrays that are read at the index */
    fr_expr *elements[MOST_ARRAYS];
    size_t count;
    bool full;
} reads;

static fr_expr *element_for(reads *r, const fr_expr *e)
{
    const char *name = e->left->name;
    size_t i = 0;
    while (i < r->count && strcmp(r->names[i], name) != 0)
        i++;
    if (i == MOST_ARRAYS) {
        r->full = true;
        return r->elements[0];
    }
    if (i == r->count) {
        r->names[r->count] = name;
        r->elements[r->count++] = fr_make_name(
            r->arena, e->span, fr_format(r->arena, "%s#%u", name, (unsigned)e->span.offset));
    }
    return r->elements[i];
}

/* e with names in place of v[i]. */
static fr_expr *by_element(void *context, const fr_expr *e)
{
    reads *r = context;
    if (!e)
        return NULL;
    if (e->kind == EX_INDEX && e->count == 1 && e->left->kind == EX_NAME
        && e->items[0]->kind == EX_NAME && strcmp(e->items[0]->name, r->index) == 0)
        return element_for(r, e);
    fr_expr *copy = fr_with_arguments(r->arena, e, by_element, r);
    copy->left = e->kind == EX_CALL ? e->left : by_element(r, e->left);
    copy->right = by_element(r, e->right);
    copy->third = by_element(r, e->third);
    return copy;
}

static fr_expr *refuse(fr_diags *d, fr_span span, const char *what, const char *help)
{
    fr_help(d, fr_report(d, RGC_ERROR, "R1001", span, "%s", what), "%s", help);
    return NULL;
}

static bool has_neutral(const char *fold)
{
    return strcmp(fold, "sum") == 0 || strcmp(fold, "prod") == 0;
}

/* e where the condition holds, what changes nothing otherwise. */
static fr_expr *where(fr_diags *d, const fr_loop *l, fr_expr *condition, fr_expr *e,
                      const char *fold)
{
    if (!condition)
        return e;
    if (!has_neutral(fold))
        return refuse(d, l->condition->span,
                      "this condition stands over elements of several arrays",
                      "only sum and prod take it; filter(x -> c, v) is for one array");
    fr_expr *chosen = fr_make_unary(d->arena, e->span, TOK_QUESTION, e);
    chosen->kind = EX_TERNARY;
    chosen->left = condition;
    chosen->third = fr_make_int(d->arena, e->span, strcmp(fold, "prod") == 0);
    chosen->height = 1 + (e->height > condition->height ? e->height : condition->height);
    return chosen;
}

static fr_expr *pattern_of(fr_diags *d, const reads *r, fr_span span)
{
    if (r->count == 1)
        return r->elements[0];
    fr_expr *tuple = fr_make_call(d->arena, span, "", r->count, r->elements);
    tuple->kind = EX_TUPLE;
    tuple->left = NULL;
    return tuple;
}

/* map(i -> e, first:last) */
static fr_expr *by_number(fr_diags *d, const fr_loop *l, fr_expr *e, const char *fold)
{
    const fr_expr *array = fr_indexed_array(l->over);
    fr_loop numbers = {.name = l->name, .over = l->over, .condition = l->condition};
    if (array && l->over->kind != EX_RANGE) {
        fr_expr *argument = (fr_expr *)(uintptr_t)array;
        numbers.over = fr_make_range(d->arena, l->over->span,
                                     fr_make_int(d->arena, l->over->span, 1), NULL,
                                     fr_make_call(d->arena, l->over->span, "length", 1, &argument));
    }
    if (l->condition && has_neutral(fold)) {
        e = where(d, l, l->condition, e, fold);
        numbers.condition = NULL;
    }
    return e ? fr_map_over(d->arena, &numbers, e) : NULL;
}

/* map((a, b) -> e, v, w) */
static fr_expr *side_by_side(fr_diags *d, const fr_loop *l, fr_expr *e, const char *fold)
{
    fr_expr *whole = e;
    reads r = {.arena = d->arena, .index = l->name->name};
    const fr_expr *array = fr_indexed_array(l->over);
    const fr_expr first = {
        .kind = EX_INDEX, .left = (fr_expr *)(uintptr_t)array, .span = l->over->span};
    fr_expr *items[MOST_ARRAYS + 1];
    if (array->kind == EX_NAME)
        (void)element_for(&r, &first);
    fr_expr *condition = by_element(&r, l->condition);
    e = by_element(&r, e);
    if (array->kind != EX_NAME || r.full || fr_expr_mentions(e, r.index)
        || (condition && fr_expr_mentions(condition, r.index)))
        return by_number(d, l, whole, fold);
    e = where(d, l, condition, e, fold);
    if (!e)
        return NULL;
    items[0] = fr_make_lambda(d->arena, pattern_of(d, &r, l->name->span), e);
    for (size_t i = 0; i < r.count; i++)
        items[i + 1] = fr_make_name(d->arena, l->over->span, r.names[i]);
    fr_expr *map = fr_make_call(d->arena, e->span, "map", r.count + 1, items);
    map->token = TOK_FOR; /* [map(...)] of a comprehension is the map itself */
    return map;
}

static bool constant_range(const fr_expr *e)
{
    return e->kind == EX_RANGE && e->left->kind == EX_INT && e->right->kind == EX_INT && !e->third
           && e->right->integer < e->left->integer + MOST_VALUES;
}

static fr_expr *joined(fr_diags *d, const char *fold, fr_expr *a, fr_expr *b)
{
    fr_expr *both[2] = {a, b};
    if (strcmp(fold, "sum") == 0 || strcmp(fold, "prod") == 0)
        return fr_make_binary(d->arena, *fold == 's' ? TOK_ADD : TOK_MUL, a, b);
    if (strcmp(fold, "maximum") == 0 || strcmp(fold, "minimum") == 0)
        return fr_make_call(d->arena, a->span, *(fold + 1) == 'a' ? "max" : "min", 2, both);
    return NULL;
}

/* e with each value of the range, joined by the fold. */
static fr_expr *written_out(fr_diags *d, const fr_loop *l, fr_expr *e, const char *fold)
{
    fr_expr *all = NULL;
    for (uint64_t n = l->over->left->integer; n <= l->over->right->integer; n++) {
        const fr_replacement by = {l->name->name, fr_make_int(d->arena, l->over->span, (int64_t)n)};
        fr_expr *one = fr_replace_names(d->arena, e, &by, 1);
        if (l->condition)
            one = where(d, l, fr_replace_names(d->arena, l->condition, &by, 1), one, fold);
        if (!one)
            return NULL;
        all = all ? joined(d, fold, all, one) : one;
        if (!all)
            break;
    }
    if (!all)
        return refuse(d, l->over->span, "these constants cannot be written out",
                      "write sum, prod, maximum or minimum of some values, or 'for x in v'");
    fr_expr *folded = fr_make_call(d->arena, e->span, "identity", 1, &all);
    folded->token = TOK_FOR; /* the fold is done */
    return folded;
}

fr_expr *fr_fn_generator(fr_diags *d, const fr_loop *l, fr_expr *e, const char *fold)
{
    if (fr_indexed_array(l->over))
        return side_by_side(d, l, e, fold);
    if (constant_range(l->over) && *fold)
        return written_out(d, l, e, fold);
    if (l->over->kind == EX_RANGE)
        return by_number(d, l, e, fold);
    if (!l->condition || !has_neutral(fold))
        return fr_map_over(d->arena, l, e);
    const fr_loop all = {.name = l->name, .over = l->over};
    e = where(d, l, l->condition, e, fold);
    return e ? fr_map_over(d->arena, &all, e) : NULL;
}

fr_expr *fr_without_done_fold(fr_expr *call)
{
    const bool done = call->count == 1 && fr_is_fold(call) && call->items[0]->token == TOK_FOR
                      && fr_calls_name(call->items[0], "identity");
    return done ? call->items[0]->items[0] : call;
}
