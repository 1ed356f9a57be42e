/* parse_type.c: struct, abstract type and @fieldview definitions. */
#include "compiler/syntax/parser.h"

#include <string.h>

static bool at_word(fr_parser *p, const char *word)
{
    return fr_peek(p)->kind == TOK_IDENT && strcmp(fr_peek(p)->text, word) == 0;
}

static void add_struct(fr_parser *p, fr_struct *d)
{
    if (p->program->last_struct)
        p->program->last_struct->next = d;
    else
        p->program->structs = d;
    p->program->last_struct = d;
}

/* {T, S<:Real} */
static void parse_variables(fr_parser *p, fr_struct *d)
{
    size_t capacity = 0, bounds = 0;
    p->parentheses++;
    while (!p->panic && fr_peek(p)->kind != TOK_RBRACE) {
        const fr_token *t = fr_peek(p);
        if (t->kind != TOK_IDENT) {
            fr_unexpected(p, "a type variable");
            break;
        }
        fr_take(p);
        fr_expr *bound = fr_accept(p, TOK_SUBTYPE) ? fr_parse_type(p) : NULL;
        d->variables =
            fr_grow(p->d->arena, d->variables, d->variable_count, &capacity, sizeof *d->variables);
        d->bounds = fr_grow(p->d->arena, d->bounds, d->variable_count, &bounds, sizeof *d->bounds);
        d->variables[d->variable_count] = t->text;
        d->bounds[d->variable_count++] = bound;
        if (!p->panic && fr_peek(p)->kind != TOK_RBRACE && !fr_accept(p, TOK_COMMA))
            fr_unexpected(p, "',' or '}'");
    }
    p->parentheses--;
    if (!p->panic)
        fr_take(p);
}

static void parse_head(fr_parser *p, fr_struct *d)
{
    const fr_token *name = fr_peek(p);
    if (name->kind != TOK_IDENT) {
        fr_unexpected(p, "the name of a type");
        return;
    }
    fr_take(p);
    d->name = name->text;
    d->span = name->span;
    if (fr_accept(p, TOK_LBRACE))
        parse_variables(p, d);
    if (!p->panic && fr_accept(p, TOK_SUBTYPE)) {
        fr_expr *super = fr_parse_type(p);
        const fr_expr *head = super && super->kind == EX_CURLY ? super->left : super;
        d->super = head ? head->name : NULL;
    }
}

/* function Name(..) ... end, Name(..) = new(..) */
static bool is_constructor(fr_parser *p, const fr_struct *d)
{
    const fr_token *t = fr_peek(p);
    while (t->kind == TOK_MACRO)
        t++;
    return t->kind == TOK_FUNCTION
           || (at_word(p, d->name ? d->name : "")
               && (t[1].kind == TOK_LPAREN || t[1].kind == TOK_LBRACE));
}

static void refuse_constructor(fr_parser *p, fr_span at, const fr_struct *d)
{
    rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0199", at,
                                  "this constructor is code of Julia, which does not run here");
    fr_help(p->d, r,
            "allocate a %s with all fields in order and update them, or write '@i function %s(x)' "
            "that ends in 'x <- new(..)'",
            d->name, d->name);
}

/* new(x, g) or new{T}(x, g) with the parameters in order: what the struct does by itself. */
static bool is_default(const fr_struct *d, const fr_function *f, const fr_expr *e)
{
    bool same = e && e->kind == EX_CALL && e->count == f->param_count && e->count >= d->field_count
                && f->param_count > 0;
    for (size_t i = 0; same && i < e->count; i++)
        same = e->items[i]->kind == EX_NAME && strcmp(e->items[i]->name, f->params[i].name) == 0;
    return same;
}

/* x <- new{T}(a, x): the last statement of a reversible constructor of x. */
static bool makes_new(const fr_function *f)
{
    const fr_stmt *s = f->body;
    while (s && s->next)
        s = s->next;
    const fr_expr *e = s && s->kind == ST_ALLOC && s->value->kind == EX_CALL ? s->value : NULL;
    const fr_expr *callee = !e ? NULL : e->left->kind == EX_CURLY ? e->left->left : e->left;
    bool good = f->param_count == 1 && callee && callee->kind == EX_NAME
                && strcmp(callee->name, "new") == 0 && s->target->kind == EX_NAME
                && strcmp(s->target->name, f->params[0].name) == 0;
    for (size_t i = 0; good && i < e->count; i++)
        good = e->items[i]->kind == EX_NAME;
    return good;
}

/* The constructor, added to the struct where it is a reversible one. False: it is none of those
 * that run here, or has a fault. */
static bool read_constructor(fr_parser *p, fr_struct *d)
{
    const bool reversible = fr_peek(p)->kind == TOK_MACRO && strcmp(fr_peek(p)->text, "i") == 0;
    fr_function *f = fr_alloc(p->d->arena, sizeof *f);
    while (fr_peek(p)->kind == TOK_MACRO)
        fr_take(p);
    const bool whole = fr_accept(p, TOK_FUNCTION);
    f->name = d->name;
    f->span = fr_peek(p)->span;
    (void)fr_parse_type(p);
    if (p->panic || !fr_expect(p, TOK_LPAREN, "the parameters of the constructor"))
        return false;
    fr_parse_parameters(p, f);
    if (p->panic || (!whole && !fr_expect(p, TOK_ASSIGN, "'='")))
        return false;
    fr_skip_newlines(p);
    if (reversible)
        f->body = fr_parse_block(p);
    else
        fr_accept(p, TOK_RETURN);
    const fr_expr *value = reversible ? NULL : fr_parse_expr(p);
    if (whole)
        fr_skip_newlines(p);
    if (p->panic || (whole && !fr_accept(p, TOK_END)))
        return false;
    if (reversible && makes_new(f))
        d->constructor = f;
    return reversible ? d->constructor == f : is_default(d, f, value);
}

static void parse_constructor(fr_parser *p, fr_struct *d)
{
    const fr_span start = fr_peek(p)->span;
    const size_t mark = p->at, errors = p->d->errors;
    if (read_constructor(p, d))
        return;
    if (p->d->errors == errors)
        refuse_constructor(p, start, d);
    p->panic = false;
    p->program->incomplete = true;
    p->at = mark;
    while (fr_peek(p)->kind == TOK_MACRO)
        fr_take(p);
    if (fr_peek(p)->kind == TOK_FUNCTION)
        fr_skip_block(p);
    while (fr_peek(p)->kind != TOK_NEWLINE && fr_peek(p)->kind != TOK_EOF
           && fr_peek(p)->kind != TOK_END)
        fr_take(p);
}

static void parse_default(fr_parser *p, const fr_struct *d, fr_field *field)
{
    const fr_span at = fr_take(p)->span;
    if (d->keywords) {
        field->fallback = fr_parse_expr(p);
        return;
    }
    fr_help(p->d,
            fr_report(p->d, RGC_ERROR, "R0104", at, "field '%s' has a default without @kwdef",
                      field->name),
            "write '@kwdef struct %s'; its fields are then given by name, %s(%s=1.0)", d->name,
            d->name, field->name);
    p->panic = true;
}

static void parse_field(fr_parser *p, fr_struct *d, size_t *capacity)
{
    const fr_token *name = fr_peek(p);
    if (is_constructor(p, d)) {
        parse_constructor(p, d);
        return;
    }
    if (name->kind != TOK_IDENT) {
        fr_unexpected(p, "a field, name::Type");
        return;
    }
    fr_take(p);
    fr_field field = {.name = name->text, .span = name->span};
    if (fr_accept(p, TOK_TYPED))
        field.type = fr_parse_type(p);
    if (!p->panic && fr_peek(p)->kind == TOK_ASSIGN)
        parse_default(p, d, &field);
    if (p->panic)
        return;
    d->fields = fr_grow(p->d->arena, d->fields, d->field_count, capacity, sizeof *d->fields);
    d->fields[d->field_count++] = field;
}

/* Where a struct without its end stops: a macro at the margin begins the next definition. If it
 * stands before a function with the struct's name, it is a constructor that is not indented. */
static bool begins_next(fr_parser *p, const fr_struct *d)
{
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_MACRO || !fr_at_margin(p, t->span))
        return false;
    while (t->kind == TOK_MACRO)
        t++;
    const fr_token *name = t + 1;
    return t->kind != TOK_FUNCTION || name->kind != TOK_IDENT || !d->name
           || strcmp(name->text, d->name) != 0;
}

void fr_parse_struct(fr_parser *p, bool keywords)
{
    fr_struct *d = fr_alloc(p->d->arena, sizeof *d);
    fr_span start = fr_take(p)->span;
    size_t capacity = 0;
    d->keywords = keywords;
    d->mutable = p->at >= 2 && p->tokens[p->at - 2].kind == TOK_IDENT
                 && strcmp(p->tokens[p->at - 2].text, "mutable") == 0;
    parse_head(p, d);
    while (!p->panic) {
        while (fr_peek(p)->kind == TOK_NEWLINE || fr_peek(p)->kind == TOK_SEMI)
            fr_take(p);
        fr_token_kind next = fr_peek(p)->kind;
        if (next == TOK_END || next == TOK_EOF || next == TOK_STRUCT || begins_next(p, d))
            break;
        parse_field(p, d, &capacity);
        if (!p->panic && fr_peek(p)->kind != TOK_NEWLINE && fr_peek(p)->kind != TOK_SEMI
            && fr_peek(p)->kind != TOK_END)
            fr_unexpected(p, "the end of the field");
    }
    if (p->panic)
        return;
    if (!fr_accept(p, TOK_END)) {
        rgc_diagnostic *e = fr_report(p->d, RGC_ERROR, "R0105", fr_peek(p)->span,
                                      "expected 'end' of struct '%s'", d->name);
        fr_note(p->d, e, start, "which starts here");
        p->panic = true;
        return;
    }
    if (d->field_count == 0) {
        fr_report(p->d, RGC_ERROR, "R0208", d->span, "struct '%s' has no fields", d->name);
        p->program->incomplete = true;
        return;
    }
    add_struct(p, d);
}

void fr_parse_abstract(fr_parser *p)
{
    fr_struct *d = fr_alloc(p->d->arena, sizeof *d);
    d->abstract = true;
    fr_take(p);
    if (!at_word(p, "type")) {
        fr_unexpected(p, "'type'");
        return;
    }
    fr_take(p);
    parse_head(p, d);
    if (!p->panic && fr_expect(p, TOK_END, "'end'"))
        add_struct(p, d);
}

static bool is_chain_of(const fr_expr *e, const char *name)
{
    while (e->kind == EX_FIELD
           || (e->kind == EX_INDEX && e->count == 1 && e->items[0]->kind == EX_INT))
        e = e->left;
    return e->kind == EX_NAME && strcmp(e->name, name) == 0;
}

void fr_parse_fieldview(fr_parser *p)
{
    fr_field_view *v = fr_alloc(p->d->arena, sizeof *v);
    const fr_token *name = fr_peek(p);
    if (name->kind != TOK_IDENT || fr_peek2(p)->kind != TOK_LPAREN) {
        fr_unexpected(p, "name(x::Type) = x.field");
        return;
    }
    fr_take(p);
    fr_take(p);
    v->name = name->text;
    v->span = name->span;
    const fr_token *x = fr_peek(p);
    if (x->kind != TOK_IDENT) {
        fr_unexpected(p, "the name of what is viewed");
        return;
    }
    fr_take(p);
    v->param = (fr_param){.name = x->text, .span = x->span};
    if (fr_accept(p, TOK_TYPED))
        v->param.type = fr_parse_type(p);
    if (p->panic || !fr_expect(p, TOK_RPAREN, "')'") || !fr_expect(p, TOK_ASSIGN, "'='"))
        return;
    v->value = fr_parse_expr(p);
    if (!v->value)
        return;
    if (!is_chain_of(v->value, v->param.name)) {
        fr_report(p->d, RGC_ERROR, "R0207", v->value->span,
                  "a field view names a field of '%s', as in %s.field", v->param.name,
                  v->param.name);
        p->program->incomplete = true;
        return;
    }
    v->next = p->program->views;
    p->program->views = v;
}
