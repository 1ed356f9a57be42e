/* generators.c: loops for sum(e for i in r if c), and arrays for [e for i in r]. The parser has
 * written them as sum(map(i -> e, filter(i -> c, r))) and map(i -> e, r). */
#include "compiler/front/generators.h"

#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/semiring.h"
#include "compiler/syntax/generators.h"
#include "compiler/syntax/lambda.h"

static fr_expr *applied(fr_sema *s, const fr_expr *function, const fr_expr *by)
{
    const fr_replacement r = {function->left->name, by};
    return fr_replace_names(s->arena, function->right, &r, 1);
}

static bool is_filtered(const fr_expr *over)
{
    return fr_calls_name(over, "filter") && over->count == 2 && over->items[0]->kind == EX_LAMBDA;
}

static fr_expr *plus(fr_sema *s, fr_expr *a, fr_expr *b)
{
    return fr_make_binary(s->arena, TOK_ADD, a, b);
}

static fr_expr *minus(fr_sema *s, fr_expr *a, fr_expr *b)
{
    return fr_make_binary(s->arena, TOK_SUB, a, b);
}

static fr_expr *not_negative(fr_sema *s, fr_expr *length)
{
    fr_expr *both[2] = {length, fr_make_int(s->arena, length->span, 0)};
    return fr_make_call(s->arena, length->span, "max", 2, both);
}

static bool is_one(const fr_expr *e) { return e->kind == EX_INT && e->integer == 1; }

/* How many values r has, and the one of number k. */
static void values_of(fr_sema *s, const fr_expr *r, fr_expr *k, fr_expr **length, fr_expr **value)
{
    const fr_expr *indices = fr_index_range(s, r);
    r = indices ? indices : r;
    fr_expr *one = fr_make_int(s->arena, r->span, 1), *all = (fr_expr *)(uintptr_t)r;
    if (r->kind == EX_RANGE && !r->third) {
        const bool plain = is_one(r->left);
        *length = plain ? r->right : not_negative(s, plus(s, minus(s, r->right, r->left), one));
        *value = plain ? k : plus(s, k, minus(s, r->left, one));
    } else if (r->kind == EX_RANGE) { /* first:step:last has its middle in third */
        fr_expr *by[2] = {minus(s, r->right, r->left), r->third};
        *length = not_negative(s, plus(s, fr_make_call(s->arena, r->span, "fld", 2, by), one));
        *value = plus(s, r->left, fr_make_binary(s->arena, TOK_MUL, r->third, minus(s, k, one)));
    } else {
        *length = fr_make_call(s->arena, r->span, "length", 1, &all);
        *value = fr_make_index(s->arena, r->span, all, 1, &k);
    }
}

static bool is_nested(const fr_expr *body, const char *fold)
{
    return fr_calls_name(body, fold) && body->count == 1 && fr_is_generator(body->items[0]);
}

fr_generated fr_generated_by(fr_sema *s, const fr_expr *e, const char *fold)
{
    const fr_expr *f = e->items[0], *over = e->items[1];
    fr_generated g = {.filtered = is_filtered(over), .nested = is_nested(f->right, fold)};
    g.counter = fr_hidden_name(s, f->left->name);
    fr_expr *value, *first, *length;
    over = g.filtered ? over->items[1] : over;
    values_of(s, over, fr_make_name(s->arena, e->span, g.counter), &g.length, &value);
    values_of(s, over, fr_make_int(s->arena, e->span, 1), &length, &first);
    g.element = applied(s, f, value);
    g.first = applied(s, f, first);
    return g;
}

bool fr_generated_type(fr_sema *s, const fr_expr *e, const char *fold, rg_type_base *out)
{
    const fr_generated g = fr_generated_by(s, e, fold);
    return g.nested ? fr_generated_type(s, g.first->items[0], fold, out)
                    : fr_element_type(s, g.first, out);
}

fr_stmt *fr_over_generator(fr_sema *s, const fr_expr *e, const char *fold,
                           fr_stmt *(*body)(void *context, fr_expr *element), void *context)
{
    const fr_expr *f = e->items[0], *over = e->items[1];
    const bool filtered = is_filtered(over);
    const char *name = fr_hidden_name(s, f->left->name);
    fr_expr *variable = fr_make_name(s->arena, f->left->span, name),
            *element = applied(s, f, variable);
    fr_stmt *inner = is_nested(element, fold)
                         ? fr_over_generator(s, element->items[0], fold, body, context)
                         : body(context, element);
    if (filtered) {
        fr_stmt *when = fr_make_stmt(s->arena, ST_IF, e->span);
        when->pre = applied(s, over->items[0], variable);
        when->body = inner;
        inner = when;
        over = over->items[1];
    }
    fr_stmt *loop = fr_make_loop(s->arena, e->span, name, NULL, inner);
    loop->value = (fr_expr *)(uintptr_t)over;
    return loop;
}

static fr_stmt *refuse(fr_sema *s, const fr_stmt *st, const char *what, const char *help)
{
    fr_help(s->d, fr_report(s->d, RGC_ERROR, "R0199", st->value->span, "%s", what), "%s", help);
    return fr_make_stmt(s->arena, ST_BLOCK, st->span);
}

fr_stmt *fr_expand_comprehension(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    rg_type_base base;
    if ((st->kind != ST_ALLOC && st->kind != ST_FREE) || st->target->kind != EX_NAME
        || !fr_is_generator(e))
        return NULL;
    fr_generated g = fr_generated_by(s, e, "");
    if (g.filtered)
        return refuse(s, st, "how many elements the array has is not known before it is made",
                      "use a stack, and push the elements in a loop with if");
    if (!fr_generated_type(s, e, "", &base))
        return refuse(s, st, "the type of these elements does not follow from the expression",
                      "allocate zeros(T, n), and fill it in a loop");
    fr_expr *items[2] = {fr_make_name(s->arena, e->span, fr_type_text(s, (fr_type){base, 0})),
                         g.length},
            *at = fr_make_name(s->arena, e->span, g.counter);
    fr_stmt *list =
        fr_make_change(s->arena, st->span, ST_ALLOC, TOK_ALLOC, st->target,
                       fr_make_call(s->arena, e->span, fr_neutral_array(s, base), 2, items));
    fr_chain(list, fr_make_loop(s->arena, e->span, g.counter, g.length,
                                fr_make_change(s->arena, e->span, ST_UPDATE, fr_gathering(s, base),
                                               fr_make_index(s->arena, e->span, st->target, 1, &at),
                                               g.element)));
    return st->kind == ST_FREE ? fr_invert_list(s->arena, list) : list;
}
