/* generators.c: sum(e for i in r if c) and [e for i in r], as maps of functions without a name:
 * sum(map(i -> e, filter(i -> c, r))). Of several loops the outer ones are folds of the inner. */
#include "compiler/syntax/generators.h"

#include <string.h>

#include "compiler/syntax/tree.h"

enum { MOST_LOOPS = 8 };

bool fr_is_generator(const fr_expr *e)
{
    return e->token == TOK_FOR && fr_calls_name(e, "map") && e->count == 2
           && e->items[0]->left->kind == EX_NAME;
}

static fr_expr *function(fr_parser *p, fr_expr *name, fr_expr *body)
{
    return fr_new_node(p, EX_LAMBDA, TOK_FREE, name, body, NULL);
}

static fr_expr *call(fr_parser *p, const char *name, fr_expr *first, fr_expr *second)
{
    fr_expr *items[2] = {first, second};
    fr_expr *e = first && (second || strcmp(name, "map") != 0)
                     ? fr_make_call(p->d->arena, first->span, name, second ? 2 : 1, items)
                     : NULL;
    if (e) {
        e->token = TOK_FOR; /* so that it stays a map */
        e->height = first->height + 2 + (second ? second->height : 0);
    }
    return e;
}

static bool parse_names(fr_parser *p, fr_expr **names, size_t *count)
{
    const bool tuple = fr_accept(p, TOK_LPAREN);
    do {
        const fr_token *name = fr_peek(p);
        if (name->kind != TOK_IDENT || *count == FR_LOOP_PARTS) {
            fr_unexpected(p, "the variable of a loop");
            return false;
        }
        names[*count] = fr_new_expr(p, EX_NAME, fr_take(p)->span);
        names[(*count)++]->name = name->text;
    } while (tuple && fr_accept(p, TOK_COMMA));
    return !tuple || fr_expect(p, TOK_RPAREN, "')'");
}

static bool has_arrays(const fr_expr *over, size_t count)
{
    return count == 1 || (count == 2 && fr_calls_name(over, "enumerate") && over->count == 1)
           || (fr_calls_name(over, "zip") && over->count == count);
}

/* (i, x) in enumerate(v): i in eachindex(v), x is v[i]. */
static bool side_by_side(fr_parser *p, fr_loop *l, fr_expr *const *names, size_t count)
{
    fr_arena *arena = p->d->arena;
    const fr_expr *over = l->over;
    if (!has_arrays(over, count)) {
        rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0199", names[0]->span,
                                      "%zu names stand for the elements of one array", count);
        fr_help(p->d, r, "write (i, x) in enumerate(v), or (a, b) in zip(v, w)");
        p->panic = true;
        return false;
    }
    l->name = names[0];
    if (count == 1)
        return true;
    const bool numbered = fr_calls_name(over, "enumerate");
    if (!numbered)
        l->name = fr_make_name(arena, names[0]->span,
                               fr_format(arena, "zip#%u", (unsigned)names[0]->span.offset));
    for (size_t i = numbered; i < count; i++) {
        fr_expr *array = over->items[numbered ? 0 : i];
        l->parts[l->part_count++] = (fr_replacement){
            names[i]->name, fr_make_index(arena, names[i]->span, array, 1, &l->name)};
    }
    l->over = fr_make_call(arena, over->span, "eachindex", 1, over->items);
    return true;
}

/* i in r, i = r, i ∈ r */
static bool parse_loop(fr_parser *p, fr_loop *out)
{
    fr_expr *names[FR_LOOP_PARTS];
    size_t count = 0;
    if (!parse_names(p, names, &count))
        return false;
    const fr_token *in = fr_peek(p);
    if (in->kind != TOK_ASSIGN && in->kind != TOK_IN
        && (in->kind != TOK_IDENT || strcmp(in->text, "in") != 0)) {
        fr_unexpected(p, "'=' or 'in'");
        return false;
    }
    fr_take(p);
    out->over = fr_parse_expr(p);
    if (!out->over || (fr_accept(p, TOK_IF) && !(out->condition = fr_parse_expr(p))))
        return false;
    out->end = out->condition ? out->condition->span : out->over->span;
    if (!side_by_side(p, out, names, count))
        return false;
    if (out->condition)
        out->condition =
            fr_replace_names(p->d->arena, out->condition, out->parts, out->part_count);
    return true;
}

static bool is_fold(const char *name)
{
    static const char *const folds[] = {"sum", "prod", "maximum", "minimum", "any", "all", "count"};
    for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++)
        if (strcmp(folds[i], name) == 0)
            return true;
    return false;
}

static fr_expr *refuse(fr_parser *p, fr_span span, bool several, const char *fold)
{
    rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0199", span,
                                  several ? "a generator has at most %d loops"
                                          : "several loops in one generator need a fold around it",
                                  MOST_LOOPS);
    if (!several)
        fr_help(p->d, r,
                *fold ? "write sum, prod, maximum or minimum of it, or loops around an update"
                      : "allocate zeros(T, m, n), and fill it in loops: for j = 1:n, i = 1:m");
    p->panic = true;
    return NULL;
}

fr_expr *fr_comprehension(fr_expr *array)
{
    fr_expr *e = array->count == 1 ? array->items[0] : NULL;
    if (!e || e->token != TOK_FOR || e->kind != EX_CALL)
        return array;
    e->span = array->span;
    return e;
}

bool fr_is_fold(const fr_expr *e)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME && is_fold(e->left->name);
}

fr_expr *fr_map_over(fr_parser *p, const fr_loop *l, fr_expr *e)
{
    fr_expr *over = l->over;
    if (l->condition)
        over = call(p, "filter", function(p, l->name, l->condition), over);
    return call(p, "map", function(p, l->name, e), over);
}

fr_expr *fr_parse_generator(fr_parser *p, fr_expr *element, const char *fold)
{
    fr_loop loops[MOST_LOOPS] = {{.name = NULL}};
    size_t count = 0;
    const fr_span start = element->span;
    fr_expr *e = element;
    while (fr_accept(p, TOK_FOR) || (count > 0 && fr_accept(p, TOK_COMMA))) {
        if (count == MOST_LOOPS || (count == 1 && !is_fold(fold)))
            return refuse(p, fr_peek(p)->span, count == MOST_LOOPS, fold);
        if (!parse_loop(p, &loops[count++]))
            return NULL;
    }
    for (size_t i = count; e && i-- > 0;) {
        e = fr_replace_names(p->d->arena, e, loops[i].parts, loops[i].part_count);
        e = p->functional ? fr_fn_generator(p, &loops[i], e, fold) : fr_map_over(p, &loops[i], e);
        if (e)
            e->span = fr_join(start, loops[count - 1].end);
        if (e && i > 0)
            e = fr_without_done_fold(call(p, fold, e, NULL));
    }
    return e;
}
