/* duals.c: @dual f g and @selfdual f, of functions that give the new values of their arguments.
 *
 * f(x, y) is a routine that computes the new values, exchanges them with the old ones, and takes
 * the old ones back from what g makes of the new ones. So the machine checks at each call that g is
 * the inverse of f, and gradients go through both. */
#include "compiler/syntax/duals.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

static bool is_macro(const fr_token *t, const char *name)
{
    return t->kind == TOK_MACRO && strcmp(t->text, name) == 0;
}

bool fr_is_dual_part(const fr_parser *p)
{
    const fr_token *name = &p->tokens[p->at];
    for (const fr_token *t = name; t->kind != TOK_EOF; t++) {
        const bool dual = is_macro(t, "dual");
        for (int i = 1; (dual || is_macro(t, "selfdual")) && i <= (dual ? 2 : 1)
                        && t[i].kind == TOK_IDENT;
             i++)
            if (name->kind == TOK_IDENT && strcmp(t[i].text, name->text) == 0)
                return true;
    }
    return false;
}

/* a + b, or return a + b, c: one value for each parameter. */
static void parse_values(fr_parser *p, fr_value_function *f)
{
    const fr_param *none = NULL;
    fr_skip_newlines(p);
    fr_accept(p, TOK_RETURN);
    fr_expr *e = fr_parse_expr(p);
    size_t capacity = 0;
    while (e) {
        const bool whole = e->kind == EX_TUPLE && f->value_count == 0;
        for (size_t i = 0; i < (whole ? e->count : 1); i++) {
            f->values = fr_grow(p->d->arena, f->values, f->value_count, &capacity,
                                sizeof *f->values);
            f->values[f->value_count++] = whole ? e->items[i] : e;
        }
        e = fr_accept(p, TOK_COMMA) ? fr_parse_expr(p) : NULL;
    }
    if (p->panic)
        return;
    while (fr_peek(p)->kind == TOK_NEWLINE || fr_peek(p)->kind == TOK_SEMI)
        fr_take(p);
    for (size_t i = 0; i < f->head.param_count; i++)
        if (f->head.params[i].keyword || f->head.params[i].rest)
            none = &f->head.params[i];
    if (fr_peek(p)->kind != TOK_END) {
        fr_unexpected(p, "'end': a function of @dual is one expression, the new values of its "
                         "arguments");
    } else if (none) {
        fr_report(p->d, RGC_ERROR, "R0610", none->span,
                  "a function of @dual gives a new value for each argument, and '%s' is none",
                  none->name);
        p->panic = true;
    } else if (f->value_count != f->head.param_count) {
        rgc_diagnostic *r = fr_report(
            p->d, RGC_ERROR, "R0610", f->head.span, "'%s' has %zu argument%s and gives %zu value%s",
            f->head.name, f->head.param_count, f->head.param_count == 1 ? "" : "s",
            f->value_count, f->value_count == 1 ? "" : "s");
        fr_help(p->d, r, "it gives the new values of all arguments in order, as in a + b, b");
        p->panic = true;
    }
}

/* Number and Real say nothing: what the arguments are the call says. */
static void open_types(fr_function *f)
{
    static const char *const open[] = {"Number", "Real", "Any"};
    for (size_t i = 0; i < f->param_count; i++)
        for (size_t k = 0; k < sizeof open / sizeof open[0]; k++)
            if (f->params[i].type && f->params[i].type->kind == EX_NAME
                && strcmp(f->params[i].type->name, open[k]) == 0) {
                f->params[i].type = NULL;
                break;
            }
}

void fr_parse_dual_part(fr_parser *p)
{
    fr_value_function *f = fr_alloc(p->d->arena, sizeof *f);
    const fr_token *name = fr_take(p);
    f->head.name = name->text;
    f->head.span = name->span;
    if (!fr_expect(p, TOK_LPAREN, "the arguments"))
        return;
    fr_parse_parameters(p, &f->head);
    open_types(&f->head);
    if (!p->panic)
        parse_values(p, f);
    if (p->panic)
        return;
    f->head.end_span = fr_take(p)->span;
    f->next = p->program->value_functions;
    p->program->value_functions = f;
}

void fr_parse_dual(fr_parser *p)
{
    fr_dual *d = fr_alloc(p->d->arena, sizeof *d);
    const bool twice = is_macro(fr_take(p), "dual");
    for (size_t i = 0; i < (twice ? 2u : 1u); i++) {
        const fr_token *name = fr_peek(p);
        if (!fr_expect(p, TOK_IDENT, twice ? "two functions: @dual f g" : "a function: @selfdual f"))
            return;
        d->names[i] = d->names[1] = name->text;
        d->spans[i] = d->spans[1] = name->span;
    }
    d->next = p->program->duals;
    p->program->duals = d;
}

/* ---- the routines ---- */

static const fr_value_function *find(const fr_program *program, const char *name)
{
    const fr_value_function *f = program->value_functions;
    while (f && strcmp(f->head.name, name) != 0)
        f = f->next;
    return f;
}

static bool is_kept(const fr_value_function *f, size_t i)
{
    return f->values[i]->kind == EX_NAME && strcmp(f->values[i]->name, f->head.params[i].name) == 0;
}

/* f as a routine, with g to take the old values back. */
static void make(fr_diags *d, fr_program *program, const fr_value_function *f,
                 const fr_value_function *g)
{
    fr_arena *arena = d->arena;
    const size_t count = f->head.param_count;
    fr_replacement *by = fr_alloc(arena, (count + 1) * sizeof *by);
    fr_stmt *made = NULL, *turned = NULL, *gone = NULL;
    fr_function *routine = fr_alloc(arena, sizeof *routine);
    *routine = f->head;
    routine->made = true;
    for (size_t i = 0; i < count; i++)
        by[i] = (fr_replacement){
            g->head.params[i].name,
            fr_make_name(arena, f->head.params[i].span, f->head.params[i].name)};
    for (size_t i = 0; i < count; i++) {
        if (is_kept(f, i) && is_kept(g, i))
            continue;
        const fr_span at = f->values[i]->span;
        fr_expr *x = fr_make_name(arena, at, f->head.params[i].name),
                *t = fr_make_name(arena, at, fr_format(arena, "%s#dual", x->name)),
                *old = fr_replace_names(arena, g->values[i], by, count);
        made = fr_chain(made, fr_make_change(arena, at, ST_ALLOC, TOK_ALLOC, t, f->values[i]));
        turned = fr_chain(turned, fr_make_change(arena, at, ST_SWAP, TOK_SWAP, x, t));
        gone = fr_chain(fr_make_change(arena, g->values[i]->span, ST_FREE, TOK_FREE, t, old), gone);
    }
    routine->body = fr_chain(made, fr_chain(turned, gone));
    fr_add_function(arena, program, routine);
}

void fr_make_duals(fr_diags *d, fr_program *program)
{
    for (const fr_dual *pair = program->duals; pair; pair = pair->next) {
        const fr_value_function *both[2];
        for (size_t i = 0; i < 2; i++) {
            both[i] = find(program, pair->names[i]);
            if (both[i])
                continue;
            rgc_diagnostic *r = fr_report(d, RGC_ERROR, "R0610", pair->spans[i],
                                          "there is no function '%s'", pair->names[i]);
            fr_help(d, r,
                    "it is a function of Julia in this file that gives the new values of its "
                    "arguments: function %s(a, b) a + b, b end",
                    pair->names[i]);
            return;
        }
        if (both[0]->head.param_count != both[1]->head.param_count) {
            rgc_diagnostic *r = fr_report(d, RGC_ERROR, "R0610", pair->spans[0],
                                          "'%s' and '%s' take different numbers of arguments",
                                          pair->names[0], pair->names[1]);
            fr_note(d, r, both[1]->head.span, "defined here");
            return;
        }
        make(d, program, both[0], both[1]);
        if (both[1] != both[0])
            make(d, program, both[1], both[0]);
    }
}
