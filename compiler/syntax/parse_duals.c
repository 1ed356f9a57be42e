/* parse_duals.c: @dual and @selfdual, the functions of Julia that they name, and the allocations of
 * @auto_alloc. */
#include <string.h>

#include "compiler/syntax/parser.h"
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
        for (int i = 1;
             (dual || is_macro(t, "selfdual")) && i <= (dual ? 2 : 1) && t[i].kind == TOK_IDENT;
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
            f->values =
                fr_grow(p->d->arena, f->values, f->value_count, &capacity, sizeof *f->values);
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
        rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0610", f->head.span,
                                      "'%s' has %zu argument%s and gives %zu value%s", f->head.name,
                                      f->head.param_count, f->head.param_count == 1 ? "" : "s",
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
        if (!fr_expect(p, TOK_IDENT,
                       twice ? "two functions: @dual f g" : "a function: @selfdual f"))
            return;
        d->names[i] = d->names[1] = name->text;
        d->spans[i] = d->spans[1] = name->span;
    }
    d->next = p->program->duals;
    p->program->duals = d;
}

/* ---- alloc(::typeof(f), x) = value, for @auto_alloc f(y, x) ---- */

static bool is_word(const fr_token *t, const char *word)
{
    return t->kind == TOK_IDENT && strcmp(t->text, word) == 0;
}

bool fr_at_allocation(const fr_parser *p)
{
    const fr_token *t = &p->tokens[p->at];
    if (is_word(t, "NiLang") && t[1].kind == TOK_DOT)
        t += 2;
    return is_word(t, "alloc") && t[1].kind == TOK_LPAREN && t[2].kind == TOK_TYPED
           && is_word(&t[3], "typeof");
}

void fr_parse_allocation(fr_parser *p)
{
    fr_allocator *a = fr_alloc(p->d->arena, sizeof *a);
    while (fr_take(p)->kind != TOK_TYPED) {
    }
    fr_take(p);
    if (!fr_expect(p, TOK_LPAREN, "'(' and a function"))
        return;
    while (fr_peek(p)->kind == TOK_IDENT && fr_peek2(p)->kind == TOK_DOT) {
        fr_take(p);
        fr_take(p);
    }
    a->name = fr_peek(p)->text;
    if (!fr_expect(p, TOK_IDENT, "the name of a function") || !fr_expect(p, TOK_RPAREN, "')'"))
        return;
    fr_accept(p, TOK_COMMA);
    fr_parse_parameters(p, &a->head);
    if (p->panic || !fr_expect(p, TOK_ASSIGN, "'='"))
        return;
    a->value = fr_parse_expr(p);
    a->next = p->program->allocators;
    p->program->allocators = a;
}
