/* parse_fn.c: @fn definitions, let and lambda. Expressions are those of the language. */
#include <string.h>

#include "compiler/syntax/closures.h"
#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"

static bool at_word(fr_parser *p, const char *word)
{
    const fr_token *t = fr_peek(p);
    return t->kind == TOK_IDENT && strcmp(t->text, word) == 0;
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

/* The value of a 'let', up to its 'in'. */
static fr_expr *parse_bound(fr_parser *p)
{
    const bool no_in = p->no_in;
    p->no_in = true;
    fr_expr *value = fr_parse_expr(p);
    p->no_in = no_in;
    return value;
}

/* One PATTERN = VALUE after another, each in the scope of those before it. */
static fr_expr *parse_bindings(fr_parser *p)
{
    if (fr_too_deep(p))
        return NULL;
    fr_expr *pattern = fr_parse_expr(p), *value = NULL, *body = NULL;
    if (pattern && check_pattern(p, pattern) && fr_expect(p, TOK_ASSIGN, "'=' of 'let'"))
        value = parse_bound(p);
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

static void parse_parameter(fr_parser *p, void *owner, size_t *capacity, bool keyword)
{
    fr_functional *f = owner;
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
    fr_expect(p, TOK_LPAREN, "'(' and the parameters");
    p->parentheses++;
    if (!p->panic && strcmp(f->name, "primitive_grad") == 0 && fr_peek(p)->kind == TOK_TYPED)
        parse_subject(p, f);
    p->parentheses--;
    fr_each_parameter(p, parse_parameter, f);
}

/* where T<:Real: a parameter of that type is a real, as one without a type. */
static void parse_where_name(fr_parser *p, fr_functional *f, size_t *capacity, size_t *bounds)
{
    const fr_token *name = fr_peek(p);
    if (!fr_expect(p, TOK_IDENT, "a type variable"))
        return;
    fr_expr *bound = fr_accept(p, TOK_SUBTYPE) ? fr_parse_type(p) : NULL;
    f->wheres = fr_grow(p->d->arena, f->wheres, f->where_count, capacity, sizeof *f->wheres);
    f->bounds = fr_grow(p->d->arena, f->bounds, f->where_count, bounds, sizeof *f->bounds);
    f->wheres[f->where_count] = name->text;
    f->bounds[f->where_count++] = bound;
    for (size_t i = 0; i < f->param_count; i++)
        if (f->params[i].type && f->params[i].type->kind == EX_NAME
            && strcmp(f->params[i].type->name, name->text) == 0)
            f->params[i].type = NULL;
}

static void parse_where(fr_parser *p, fr_functional *f)
{
    size_t capacity = 0, bounds = 0;
    fr_take(p);
    if (!fr_accept(p, TOK_LBRACE)) {
        parse_where_name(p, f, &capacity, &bounds);
        return;
    }
    do
        parse_where_name(p, f, &capacity, &bounds);
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
    fr_check_closures(p, f);
    fn_begin_definition(p, f);
}

void fn_begin_definition(fr_parser *p, fr_functional *f)
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
        if (fr_peek(p)->kind == TOK_BEGIN || fr_starts_let_block(fr_peek(p)))
            fr_parse_host_block(p, f);
        else if (fr_peek(p)->kind == TOK_IF)
            fr_parse_host_choice(p, f);
        else
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
    const bool marked = p->at > 0 && p->tokens[p->at - 1].kind == TOK_MACRO;
    p->functional = true;
    p->parentheses++;
    fr_functional *f = fn_parse_head(p);
    if (!p->panic)
        parse_rest(p, f);
    if (!p->panic && !marked)
        fr_take_recursion(p, f);
    p->functional = false;
    p->parentheses = 0;
    if (p->panic)
        return;
    size_t last = p->at - 1;
    while (p->tokens[last].kind == TOK_NEWLINE || p->tokens[last].kind == TOK_EOF)
        last--;
    f->marked = marked;
    f->whole = fr_join(start, p->tokens[last].span);
    fn_end_definition(p, f);
}

/* ---- named tuples ---- */

/* Whether a comma stands before the parenthesis closes. */
static bool has_comma(const fr_token *t)
{
    unsigned open = 0;
    for (; t->kind != TOK_EOF; t++) {
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE;
        if (open == 0 && (t->kind == TOK_COMMA || t->kind == TOK_RPAREN))
            return t->kind == TOK_COMMA;
        open -= open > 0
                && (t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET || t->kind == TOK_RBRACE);
    }
    return false;
}

bool fr_at_named_tuple(const fr_parser *p)
{
    const fr_token *t = &p->tokens[p->at];
    if (!p->functional)
        return false;
    if (t->kind == TOK_SEMI)
        return t[1].kind == TOK_IDENT;
    return t->kind == TOK_IDENT && t[1].kind == TOK_ASSIGN && has_comma(t);
}

/* a = e; behind ';' also a for a = a */
static fr_expr *named_part(fr_parser *p, const char **name)
{
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_IDENT) {
        fr_unexpected(p, "the name of a part");
        return NULL;
    }
    fr_take(p);
    *name = t->text;
    return fr_accept(p, TOK_ASSIGN) ? fr_parse_expr(p)
                                    : fr_make_name(p->d->arena, t->span, t->text);
}

fr_expr *fr_parse_named_tuple(fr_parser *p, fr_span open)
{
    fr_expr *e = fr_new_expr(p, EX_TUPLE, open);
    const bool range = p->no_range, index = p->index;
    const char *name = "";
    size_t capacity = 0;
    p->parentheses++;
    p->no_range = false;
    fr_accept(p, TOK_SEMI);
    while (!p->panic && fr_peek(p)->kind != TOK_RPAREN) {
        fr_expr *part = named_part(p, &name);
        if (!part)
            break;
        e->items = fr_grow(p->d->arena, e->items, e->count, &capacity, sizeof(fr_expr *));
        e->items[e->count++] = part;
        e->height = e->height > part->height ? e->height : part->height + 1;
        e->name = e->name ? fr_format(p->d->arena, "%s,%s", e->name, name) : name;
        if (!fr_accept(p, TOK_COMMA) && fr_peek(p)->kind != TOK_RPAREN)
            fr_unexpected(p, "',' or ')' behind a part");
    }
    p->parentheses--;
    p->no_range = range;
    p->index = index;
    if (p->panic)
        return NULL;
    e->span = fr_join(open, fr_take(p)->span);
    return e;
}
