/* parse_fn.c: @fn definitions, let and lambda, and the functions of Julia that @dual and
 * @auto_alloc name. Expressions are those of the language. */
#include <string.h>

#include "compiler/syntax/host_function.h"
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
    const fr_span start = fr_peek(p)->span;
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
    f->whole = fr_join(start, p->tokens[last].span);
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

/* ---- functions of Julia with statements, read as what they compute ---- */

static bool starts_statement(const fr_token *t)
{
    const fr_token_kind before = t[-1].kind;
    return before == TOK_NEWLINE || before == TOK_SEMI || before == TOK_RPAREN;
}

/* a = e; a, b = e; (a, b) = e */
static bool is_assignment(const fr_token *t)
{
    const bool tuple = t->kind == TOK_LPAREN;
    t += tuple;
    while (t->kind == TOK_IDENT && t[1].kind == TOK_COMMA)
        t += 2;
    return t->kind == TOK_IDENT && t[1 + tuple].kind == TOK_ASSIGN;
}

static bool is_change(const fr_token *t)
{
    switch (t->kind) {
    case TOK_SWAP:
    case TOK_TILDE:
    case TOK_MACRO:
    case TOK_PIPE:
    case TOK_DOTPIPE: return true;
    case TOK_IDENT: return t->text[strlen(t->text) - 1] == '!'; /* named as what changes */
    case TOK_ADDEQ:
    case TOK_SUBEQ:
    case TOK_MULEQ:
    case TOK_DIVEQ:
    case TOK_XOREQ:
    case TOK_DOTADDEQ:
    case TOK_DOTSUBEQ:
    case TOK_DOTMULEQ:
    case TOK_DOTDIVEQ:
    case TOK_DOTXOREQ: return true;
    default: return false;
    }
}

/* A line that is a value: it changes nothing. */
static bool is_value(const fr_token *from, const fr_token *to)
{
    unsigned open = 0;
    for (const fr_token *t = from; t < to; t++) {
        open += t->kind == TOK_LPAREN;
        open -= open > 0 && t->kind == TOK_RPAREN;
        if (is_change(t) || (open == 0 && (t->kind == TOK_ALLOC || t->kind == TOK_FREE)))
            return false;
    }
    return from < to && from->kind != TOK_END;
}

bool fr_at_host_function(const fr_parser *p)
{
    const fr_token *t = &p->tokens[p->at], *line = NULL;
    unsigned blocks = 1, open = 0;
    while (t->kind != TOK_LPAREN && t->kind != TOK_NEWLINE && t->kind != TOK_EOF)
        t++;
    for (; t->kind != TOK_EOF && blocks > 0; t++) {
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE;
        open -= open > 0
                && (t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET || t->kind == TOK_RBRACE);
        if (open > 0)
            continue;
        if (t->kind == TOK_RETURN || (starts_statement(t) && is_assignment(t)))
            return true;
        if (starts_statement(t) && t->kind != TOK_NEWLINE && t->kind != TOK_END
            && (t[-1].kind != TOK_RPAREN || !line))
            line = t;
        blocks += t->kind == TOK_IF || t->kind == TOK_FOR || t->kind == TOK_WHILE
                  || t->kind == TOK_BEGIN;
        blocks -= t->kind == TOK_END;
    }
    return line && blocks == 0 && is_value(line, t - 1);
}

static host_stmt *refuse_host(fr_parser *p, fr_span at, const char *what, const char *help)
{
    fr_help(p->d, fr_report(p->d, RGC_ERROR, "R1010", at, "%s", what), "%s", help);
    p->panic = true;
    return NULL;
}

static host_stmt *new_stmt(fr_parser *p, host_kind kind, fr_span span)
{
    host_stmt *s = fr_alloc(p->d->arena, sizeof *s);
    s->kind = kind;
    s->span = span;
    return s;
}

static host_stmt *parse_list(fr_parser *p);

static void expect_end(fr_parser *p, const char *what, fr_span start)
{
    if (p->panic || fr_accept(p, TOK_END))
        return;
    rgc_diagnostic *e =
        fr_report(p->d, RGC_ERROR, "R0105", fr_peek(p)->span, "expected 'end' of '%s'", what);
    fr_note(p->d, e, start, "which starts here");
    p->panic = true;
}

/* Behind 'if' or 'elseif'. */
static host_stmt *parse_if(fr_parser *p, fr_span start)
{
    if (fr_too_deep(p))
        return NULL;
    host_stmt *s = new_stmt(p, HOST_IF, start);
    s->value = fr_parse_expr(p);
    if (!p->panic)
        s->body = parse_list(p);
    const fr_token *next = fr_peek(p);
    if (!p->panic && fr_accept(p, TOK_ELSEIF)) {
        s->other = parse_if(p, next->span);
    } else {
        if (!p->panic && fr_accept(p, TOK_ELSE))
            s->other = parse_list(p);
        expect_end(p, "if", start);
    }
    p->depth--;
    return s;
}

/* for x in v, for i = 1:n, also several separated by commas: behind 'for' or the comma. */
static host_stmt *parse_for(fr_parser *p, fr_span start)
{
    if (fr_too_deep(p))
        return NULL;
    host_stmt *s = new_stmt(p, HOST_FOR, start);
    s->pattern = fr_parse_target(p);
    if (s->pattern && !fn_is_pattern(s->pattern))
        refuse_host(p, s->pattern->span, "expected a name, or names in parentheses: (a, b)",
                    "write 'for x in v' or 'for (a, b) in zip(v, w)'");
    const fr_token *between = fr_peek(p);
    const bool in = between->kind == TOK_IN
                    || (between->kind == TOK_IDENT && strcmp(between->text, "in") == 0);
    if (!p->panic && in)
        fr_take(p);
    else if (!p->panic)
        fr_expect(p, TOK_ASSIGN, "'in' or '='");
    if (!p->panic)
        s->value = fr_parse_expr(p);
    if (!p->panic && fr_accept(p, TOK_COMMA)) {
        s->body = parse_for(p, start);
    } else if (!p->panic) {
        s->body = parse_list(p);
        expect_end(p, "for", start);
    }
    p->depth--;
    return s;
}

/* e, or e, f, ...: a tuple. */
static fr_expr *parse_tuple(fr_parser *p, fr_expr *first)
{
    size_t capacity = 0;
    if (!first || fr_peek(p)->kind != TOK_COMMA)
        return first;
    fr_expr *e = fr_new_expr(p, EX_TUPLE, first->span);
    for (fr_expr *item = first; item; item = fr_accept(p, TOK_COMMA) ? fr_parse_expr(p) : NULL) {
        e->items = fr_grow(p->d->arena, e->items, e->count, &capacity, sizeof(fr_expr *));
        e->items[e->count++] = item;
        e->span = fr_join(e->span, item->span);
        e->height = e->height > item->height + 1 ? e->height : item->height + 1;
    }
    return p->panic ? NULL : e;
}

static fr_token_kind operator_of(fr_token_kind update)
{
    switch (update) {
    case TOK_ADDEQ: return TOK_ADD;
    case TOK_SUBEQ: return TOK_SUB;
    case TOK_MULEQ: return TOK_MUL;
    case TOK_DIVEQ: return TOK_DIV;
    case TOK_POWEQ: return TOK_POW;
    case TOK_DOTADDEQ: return TOK_DOTADD;
    case TOK_DOTSUBEQ: return TOK_DOTSUB;
    case TOK_DOTMULEQ: return TOK_DOTMUL;
    case TOK_DOTDIVEQ: return TOK_DOTDIV;
    default: return TOK_EOF;
    }
}

static host_stmt *parse_change(fr_parser *p, fr_expr *target)
{
    const fr_token_kind update = fr_take(p)->kind;
    host_stmt *s = new_stmt(p, HOST_ASSIGN, target->span);
    s->pattern = target;
    if (target->kind == EX_CALL)
        return refuse_host(p, target->span, "a definition cannot stand inside a function",
                           "write it at the top of the file");
    if (!fn_is_pattern(target) || (update != TOK_ASSIGN && target->kind != EX_NAME))
        return refuse_host(p, target->span,
                           "a function with a value cannot change a part of a variable",
                           "compute a new array with map or [a, b], or write an '@i function'");
    s->value = parse_tuple(p, fr_parse_expr(p));
    if (update != TOK_ASSIGN)
        s->value = fr_new_node(p, EX_BINARY, operator_of(update), target, s->value, NULL);
    return s;
}

static host_stmt *parse_simple(fr_parser *p)
{
    const fr_token *first = fr_peek(p);
    const bool returns = fr_accept(p, TOK_RETURN);
    if (returns
        && (fr_peek(p)->kind == TOK_NEWLINE || fr_peek(p)->kind == TOK_END
            || (fr_peek(p)->kind == TOK_IDENT && strcmp(fr_peek(p)->text, "nothing") == 0)))
        return refuse_host(
            p, first->span, "this function returns nothing",
            "return a value, or write an '@i function', which changes its arguments");
    fr_expr *e = parse_tuple(p, fr_parse_expr(p));
    if (!e)
        return NULL;
    const fr_token_kind k = fr_peek(p)->kind;
    if (!returns && (k == TOK_ASSIGN || operator_of(k) != TOK_EOF))
        return parse_change(p, e);
    host_stmt *s = new_stmt(p, HOST_VALUE, e->span);
    s->value = e;
    s->returns = returns;
    return s;
}

static bool has_text(const fr_token *t, const char *word)
{
    return (t->kind == TOK_IDENT || t->kind == TOK_MACRO) && strcmp(t->text, word) == 0;
}

/* So the 'end' of this one is missing. */
static bool starts_definition(const fr_token *t)
{
    return t->kind == TOK_FUNCTION || t->kind == TOK_STRUCT
           || (t->kind == TOK_MACRO && (has_text(t, "i") || has_text(t, "fn")));
}

static host_stmt *parse_statement(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (has_text(t, "local") && t[1].kind == TOK_IDENT)
        fr_take(p), t = fr_peek(p);
    if (t->kind == TOK_IDENT && has_text(t, "try"))
        return refuse_host(p, t->span, "a function with a value catches no exception",
                           "test the condition before, with an if");
    if (t->kind == TOK_IDENT && has_text(t, "global"))
        return refuse_host(
            p, t->span, "a function with a value changes nothing outside it",
            "return what is computed; a value for the whole file is 'const name = value'");
    switch (t->kind) {
    case TOK_IF: return parse_if(p, fr_take(p)->span);
    case TOK_FOR: return parse_for(p, fr_take(p)->span);
    case TOK_WHILE:
        return refuse_host(p, t->span, "a function with a value has no 'while'",
                           "write 'for x in v' or 'for i = 1:10', or an '@i function'");
    case TOK_BREAK:
    case TOK_CONTINUE:
        return refuse_host(
            p, t->span, "a loop of a function with a value goes to its end",
            "write 'c ? a : b' for what depends on a condition, or an '@i function'");
    case TOK_MACRO:
        if (has_text(t, "inbounds") || has_text(t, "simd")) {
            fr_take(p);
            return parse_statement(p);
        }
        return refuse_host(p, t->span, "a macro cannot stand in a function with a value",
                           "leave it out, or write an '@i function'");
    default: return parse_simple(p);
    }
}

/* Up to what closes the block. */
static host_stmt *parse_list(fr_parser *p)
{
    host_stmt *first = NULL, **tail = &first;
    while (!p->panic) {
        while (fr_peek(p)->kind == TOK_NEWLINE || fr_peek(p)->kind == TOK_SEMI)
            fr_take(p);
        const fr_token_kind k = fr_peek(p)->kind;
        if (k == TOK_END || k == TOK_ELSE || k == TOK_ELSEIF || k == TOK_EOF
            || starts_definition(fr_peek(p)))
            break;
        host_stmt *s = parse_statement(p);
        if (!s)
            break;
        *tail = s;
        tail = &s->next;
        const fr_token_kind end = fr_peek(p)->kind;
        if (!p->panic && end != TOK_NEWLINE && end != TOK_SEMI && end != TOK_END && end != TOK_ELSE
            && end != TOK_ELSEIF)
            fr_unexpected(p, "the end of the statement");
    }
    return first;
}

void fr_parse_host_function(fr_parser *p, fr_span start)
{
    p->functional = true;
    fr_functional *f = fn_parse_head(p);
    host_stmt *list = p->panic ? NULL : parse_list(p);
    p->functional = false;
    const fr_span end = fr_peek(p)->span;
    expect_end(p, "function", start);
    if (!p->panic)
        f->body = fr_host_value(p, f, list, end);
    if (p->panic)
        return;
    f->statements = true;
    f->whole = fr_join(start, end);
    fn_end_definition(p, f);
}
