/* parse_fn.c: @fn definitions, let and lambda, and the functions of Julia that @dual and
 * @auto_alloc name. Expressions are those of the language. */
#include <string.h>

#include "compiler/syntax/parser.h"
#include "compiler/syntax/tree.h"

static bool at_word(fr_parser *p, const char *word)
{
    const fr_token *t = fr_peek(p);
    return t->kind == TOK_IDENT && strcmp(t->text, word) == 0;
}

bool fn_is_pattern(const fr_expr *e)
{
    if (e->kind == EX_NAME)
        return true;
    if (e->kind != EX_TUPLE || e->count < 2)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!fn_is_pattern(e->items[i]))
            return false;
    return true;
}

static bool check_pattern(fr_parser *p, const fr_expr *e)
{
    if (fn_is_pattern(e))
        return true;
    fr_report(p->d, RGC_ERROR, "R1005", e->span,
              "expected a name, or names in parentheses: (a, b)");
    p->panic = true;
    return false;
}

/* One PATTERN = VALUE after another, each in the scope of those before it. */
static fr_expr *parse_bindings(fr_parser *p)
{
    if (fr_too_deep(p))
        return NULL;
    fr_expr *pattern = fr_parse_expr(p), *value = NULL, *body = NULL;
    if (pattern && check_pattern(p, pattern) && fr_expect(p, TOK_ASSIGN, "'=' of 'let'"))
        value = fr_parse_expr(p);
    if (value && fr_accept(p, TOK_COMMA))
        body = parse_bindings(p);
    else if (value && (fr_peek(p)->kind == TOK_IN || at_word(p, "in"))) {
        fr_take(p);
        body = fr_parse_expr(p);
    } else if (value)
        fr_unexpected(p, "'in' of 'let'");
    p->depth--;
    return body ? fr_new_node(p, EX_LET, TOK_LET, pattern, value, body) : NULL;
}

fr_expr *fn_parse_let(fr_parser *p)
{
    fr_take(p);
    bool range = p->no_range;
    fr_expr *e = parse_bindings(p);
    p->no_range = range;
    return e;
}

fr_expr *fn_parse_lambda(fr_parser *p, fr_expr *pattern)
{
    if (!check_pattern(p, pattern))
        return NULL;
    fr_take(p);
    fr_expr *body = fr_parse_expr(p);
    return body ? fr_new_node(p, EX_LAMBDA, TOK_FREE, pattern, body, NULL) : NULL;
}

static void parse_parameter(fr_parser *p, fr_functional *f, size_t *capacity, bool keyword)
{
    const fr_token *name = fr_peek(p);
    if (name->kind != TOK_IDENT) {
        fr_unexpected(p, "a parameter name");
        return;
    }
    fr_take(p);
    fr_param param = {.name = name->text, .span = name->span, .keyword = keyword};
    if (fr_accept(p, TOK_TYPED))
        param.type = fr_parse_type(p);
    if (!p->panic && fr_accept(p, TOK_ASSIGN))
        param.fallback = fr_parse_expr(p);
    param.optional = !keyword && param.fallback;
    param.keyword = param.keyword || param.optional;
    const bool behind = f->param_count > 0 && f->params[f->param_count - 1].optional;
    if (!p->panic && !param.keyword && behind) {
        fr_report(p->d, RGC_ERROR, "R0602", name->span,
                  "'%s' stands behind a parameter with a default and has none", name->text);
        p->panic = true;
    }
    fr_add_parameter(p, &f->params, &f->param_count, capacity, param);
}

/* primitive_grad(::typeof(f), ...): the derivatives of f. */
static void parse_subject(fr_parser *p, fr_functional *f)
{
    fr_take(p);
    if (!at_word(p, "typeof")) {
        fr_unexpected(p, "'typeof' and the function whose derivative this is");
        return;
    }
    fr_take(p);
    if (!fr_expect(p, TOK_LPAREN, "'('"))
        return;
    const fr_token *name = fr_peek(p);
    if (name->kind != TOK_IDENT) {
        fr_unexpected(p, "the name of a function");
        return;
    }
    fr_take(p);
    f->derives = name->text;
    f->name = fr_format(p->d->arena, "primitive_grad(%s)", name->text);
    f->span = name->span;
    if (fr_expect(p, TOK_RPAREN, "')'") && fr_peek(p)->kind != TOK_RPAREN)
        fr_expect(p, TOK_COMMA, "','");
}

static void parse_parameters(fr_parser *p, fr_functional *f)
{
    size_t capacity = 0;
    bool keyword = false;
    fr_expect(p, TOK_LPAREN, "'(' and the parameters");
    p->parentheses++;
    if (!p->panic && strcmp(f->name, "primitive_grad") == 0 && fr_peek(p)->kind == TOK_TYPED)
        parse_subject(p, f);
    while (!p->panic && fr_peek(p)->kind != TOK_RPAREN) {
        keyword = fr_accept(p, TOK_SEMI) || keyword;
        if (fr_peek(p)->kind == TOK_RPAREN)
            break;
        parse_parameter(p, f, &capacity, keyword);
        if (!p->panic && fr_peek(p)->kind != TOK_RPAREN && fr_peek(p)->kind != TOK_SEMI
            && !fr_accept(p, TOK_COMMA))
            fr_unexpected(p, "',' or ')'");
    }
    p->parentheses--;
    if (!p->panic)
        fr_take(p);
}

/* where T<:Real: a parameter of that type is a real, as one without a type. */
static void parse_where_name(fr_parser *p, fr_functional *f)
{
    const fr_token *name = fr_peek(p);
    if (!fr_expect(p, TOK_IDENT, "a type variable"))
        return;
    if (fr_accept(p, TOK_SUBTYPE))
        (void)fr_parse_type(p);
    for (size_t i = 0; i < f->param_count; i++)
        if (f->params[i].type && f->params[i].type->kind == EX_NAME
            && strcmp(f->params[i].type->name, name->text) == 0)
            f->params[i].type = NULL;
}

static void parse_where(fr_parser *p, fr_functional *f)
{
    fr_take(p);
    if (!fr_accept(p, TOK_LBRACE)) {
        parse_where_name(p, f);
        return;
    }
    do
        parse_where_name(p, f);
    while (!p->panic && fr_accept(p, TOK_COMMA));
    if (!p->panic)
        fr_expect(p, TOK_RBRACE, "'}'");
}

fr_functional *fn_parse_head(fr_parser *p)
{
    const fr_token *name = fr_peek(p);
    if (name->kind != TOK_IDENT) {
        fr_unexpected(p, "a function name and its parameters");
        return NULL;
    }
    fr_take(p);
    fr_functional *f = fr_alloc(p->d->arena, sizeof *f);
    f->name = name->text;
    f->span = name->span;
    parse_parameters(p, f);
    if (!p->panic && fr_accept(p, TOK_TYPED))
        f->result = fr_parse_type(p);
    if (!p->panic && at_word(p, "where"))
        parse_where(p, f);
    return f;
}

void fn_end_definition(fr_parser *p, fr_functional *f)
{
    f->blamed = fr_alloc(p->d->arena, (f->param_count + 1) * sizeof *f->blamed);
    fn_add(p->d->arena, p->program, f);
}

/* Line ends are blanks within a definition: it ends where its expression can go no further, which
 * must be the end of a line. */
static void parse_rest(fr_parser *p, fr_functional *f)
{
    if (!p->panic && fr_peek(p)->kind != TOK_ASSIGN) {
        rgc_diagnostic *e = fr_report(p->d, RGC_ERROR, "R0104", fr_peek(p)->span,
                                      "expected '=' and the value of '%s'", f->name);
        fr_help(p->d, e,
                "an @fn is '@fn f(x) = expression'; statements belong to an '@i function'");
        p->panic = true;
    }
    if (!p->panic) {
        fr_take(p);
        f->body = fr_parse_expr(p);
    }
    const fr_token *t = fr_peek(p);
    if (!p->panic && t->kind != TOK_EOF && t->kind != TOK_SEMI
        && p->tokens[p->at - 1].kind != TOK_NEWLINE)
        fr_unexpected(p, "the end of the definition");
}

void fn_parse_definition(fr_parser *p)
{
    p->functional = true;
    p->parentheses++;
    fr_functional *f = fn_parse_head(p);
    if (!p->panic)
        parse_rest(p, f);
    p->functional = false;
    p->parentheses = 0;
    if (p->panic)
        return;
    size_t last = p->at - 1;
    while (p->tokens[last].kind == TOK_NEWLINE || p->tokens[last].kind == TOK_EOF)
        last--;
    f->whole = fr_join(f->span, p->tokens[last].span);
    fn_end_definition(p, f);
}

/* ---- @dual and the functions of Julia that it names ---- */

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
