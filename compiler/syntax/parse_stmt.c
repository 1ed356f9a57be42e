/* parse_stmt.c: statements. */
#include <string.h>

#include "compiler/syntax/dots.h"
#include "compiler/syntax/auto_alloc.h"
#include "compiler/syntax/habits.h"
#include "compiler/syntax/host_function.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/safe_lines.h"
#include "compiler/syntax/tree.h"
#include "compiler/syntax/spellings.h"

static fr_stmt *parse_statement(fr_parser *p);

static fr_stmt *new_stmt(fr_parser *p, fr_stmt_kind kind, fr_span span)
{
    fr_stmt *s = fr_alloc(p->d->arena, sizeof *s);
    s->kind = kind;
    s->span = span;
    return s;
}

static bool closes_block(fr_token_kind k)
{
    return k == TOK_END || k == TOK_ELSE || k == TOK_ELSEIF || k == TOK_EOF || k == TOK_RPAREN;
}

/* Blanks before the line of a position. */
static unsigned indent_of(const fr_parser *p, fr_span at)
{
    const char *text = p->d->sources[at.file].text;
    uint32_t start = at.offset, blanks = 0;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    while (text[start + blanks] == ' ' || text[start + blanks] == '\t')
        blanks++;
    return blanks;
}

static bool starts_definition(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    return t->kind == TOK_FUNCTION
           || (t->kind == TOK_MACRO && (strcmp(t->text, "i") == 0 || strcmp(t->text, "fn") == 0));
}

/* A function that starts at the margin, and inside a block: the 'end' of that was forgotten. */
static bool next_function_here(fr_parser *p)
{
    return starts_definition(p) && fr_at_margin(p, fr_peek(p)->span);
}

/* An 'end', 'else' or 'elseif' where a statement could begin. */
static bool starts_with_end(const fr_parser *p)
{
    fr_token_kind before = p->at > 0 ? p->tokens[p->at - 1].kind : TOK_NEWLINE,
                  kind = p->tokens[p->at].kind;
    return (kind == TOK_END || kind == TOK_ELSE || kind == TOK_ELSEIF)
           && (before == TOK_NEWLINE || before == TOK_SEMI);
}

static void end_of_statement(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (!p->panic && t->kind != TOK_NEWLINE && t->kind != TOK_SEMI && !closes_block(t->kind))
        fr_unexpected(p, "the end of the statement");
    if (!p->panic)
        return;
    /* Recover at the next line; an 'end' behind what is unclosed or missing still ends its block.
     */
    p->panic = false;
    p->parentheses = 0;
    p->index = p->no_range = p->no_in = false;
    p->row = 0;
    while (fr_peek(p)->kind != TOK_NEWLINE && fr_peek(p)->kind != TOK_EOF && !starts_with_end(p))
        fr_take(p);
}

static fr_stmt *append_list(fr_stmt ***tail, fr_stmt *s)
{
    **tail = s;
    while (s->next)
        s = s->next;
    *tail = &s->next;
    return s;
}

static fr_stmt *parse_list(fr_parser *p)
{
    fr_stmt *list = NULL, **tail = &list;
    for (;;) {
        while (fr_peek(p)->kind == TOK_NEWLINE || fr_peek(p)->kind == TOK_SEMI)
            fr_take(p);
        if (closes_block(fr_peek(p)->kind) || next_function_here(p))
            return list;
        unsigned depth = p->depth;
        size_t before = p->at;
        fr_stmt *s = parse_statement(p);
        p->depth = depth;
        if (s && !p->panic)
            append_list(&tail, s);
        end_of_statement(p);
        if (p->at == before)
            fr_take(p);
    }
}

fr_stmt *fr_parse_block(fr_parser *p)
{
    fr_stmt *list = NULL, **tail = &list;
    for (;;) {
        fr_stmt *more = parse_list(p);
        if (more)
            append_list(&tail, more);
        if (fr_peek(p)->kind != TOK_RPAREN)
            return list;
        fr_unexpected(p, "a statement");
        end_of_statement(p);
    }
}

static void expect_end(fr_parser *p, const char *what, fr_span opened)
{
    if (fr_peek(p)->kind == TOK_END && p->early_end.length == 0
        && indent_of(p, fr_peek(p)->span) < indent_of(p, opened)) {
        p->early_end = fr_peek(p)->span;
        p->early_opener = opened;
    }
    if (fr_accept(p, TOK_END))
        return;
    if (!p->panic && !fr_behind_damage(p)) {
        rgc_diagnostic *e = fr_report(
            p->d, RGC_ERROR, "R0105", fr_peek(p)->span, "expected 'end' of '%s', found %s", what,
            fr_token_text(p->d->arena, &p->d->sources[p->file], fr_peek(p)));
        fr_note(p->d, e, opened, "'%s' starts here", what);
        fr_note_missing_end(p, e);
    }
    p->panic = true;
}

/* (pre, post), (pre, ~) or a lone condition */
static void parse_conditions(fr_parser *p, fr_stmt *s)
{
    fr_expr *e = fr_parse_expr(p);
    if (!e)
        return;
    if (e->kind == EX_TUPLE) {
        if (e->count != 2 || e->items[0]->kind == EX_SAME) {
            fr_report(p->d, RGC_ERROR, "R0401", e->span, "expected (precondition, postcondition)");
            p->panic = true;
            return;
        }
        s->pre = e->items[0];
        if (e->items[1]->kind != EX_SAME)
            s->post = e->items[1];
        else if (s->kind == ST_WHILE)
            s->post = s->pre;
    } else {
        s->pre = e;
    }
}

/* The head line of a block; a fault in it must not hide the 'end' that belongs to it. */
static void finish_head(fr_parser *p)
{
    if (p->panic)
        end_of_statement(p);
}

static fr_stmt *parse_if(fr_parser *p)
{
    fr_span start = fr_take(p)->span;
    fr_stmt *s = new_stmt(p, ST_IF, start);
    if (fr_too_deep(p))
        return NULL;
    unsigned depth = p->depth;
    parse_conditions(p, s);
    bool broken = p->panic;
    finish_head(p);
    s->body = fr_parse_block(p);
    const fr_token *t = fr_peek(p);
    p->depth = depth;
    if (t->kind == TOK_ELSEIF) {
        s->other = parse_if(p);
        if (!s->other)
            return NULL;
        return broken ? new_stmt(p, ST_BLOCK, start) : s;
    }
    if (fr_accept(p, TOK_ELSE)) {
        if (fr_peek(p)->kind == TOK_IF && p->else_if.length == 0) {
            p->else_word = t->span;
            p->else_if = fr_peek(p)->span;
        }
        s->other = fr_parse_block(p);
    }
    expect_end(p, "if", start);
    return broken ? new_stmt(p, ST_BLOCK, start) : s;
}

static fr_stmt *parse_while(fr_parser *p)
{
    fr_stmt *s = new_stmt(p, ST_WHILE, fr_take(p)->span);
    parse_conditions(p, s);
    bool broken = p->panic;
    if (!broken && !s->post) {
        rgc_diagnostic *e =
            fr_report(p->d, RGC_ERROR, "R0402", s->pre->span, "this loop has no postcondition");
        fr_help(p->d, e,
                "write 'while (pre, post)': post is false before the loop and true after each "
                "iteration");
        broken = true;
    }
    finish_head(p);
    s->body = fr_parse_block(p);
    expect_end(p, "while", s->span);
    return broken ? new_stmt(p, ST_BLOCK, s->span) : s;
}

/* @from post0 while pre ... end */
static fr_stmt *parse_from(fr_parser *p, fr_span start)
{
    fr_stmt *s = new_stmt(p, ST_WHILE, start);
    fr_expr *from = fr_parse_expr(p);
    if (!p->panic && fr_expect(p, TOK_WHILE, "'while', as in '@from start while condition'"))
        s->pre = fr_parse_expr(p);
    s->post = from;
    s->post_is_not = true;
    bool broken = p->panic;
    finish_head(p);
    s->body = fr_parse_block(p);
    expect_end(p, "while", start);
    return broken ? new_stmt(p, ST_BLOCK, start) : s;
}

static fr_stmt *parse_for_head(fr_parser *p, fr_span start)
{
    fr_stmt *s = new_stmt(p, ST_FOR, start);
    const fr_token *name = fr_peek(p);
    if (name->kind == TOK_LPAREN && name[1].kind == TOK_IDENT && name[2].kind == TOK_COMMA)
        return fr_parse_tuple_loop(p, start);
    if (name->kind != TOK_IDENT) {
        fr_unexpected(p, "a loop variable");
        return s;
    }
    fr_take(p);
    s->name = name->text;
    s->name_span = name->span;
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_ASSIGN || t->kind == TOK_IN
        || (t->kind == TOK_IDENT && strcmp(t->text, "in") == 0))
        fr_take(p);
    else
        fr_unexpected(p, "'=' or 'in'");
    s->value = fr_parse_expr(p);
    return s;
}

static fr_stmt *innermost(fr_stmt *loop)
{
    while (loop->body)
        loop = loop->body;
    return loop;
}

static fr_stmt *parse_for(fr_parser *p)
{
    fr_span start = fr_take(p)->span;
    fr_stmt *outer = parse_for_head(p, start), *inner = innermost(outer);
    while (!p->panic && fr_accept(p, TOK_COMMA)) {
        if (fr_too_deep(p))
            break;
        inner->body = parse_for_head(p, start);
        inner = innermost(inner->body);
    }
    bool broken = p->panic;
    finish_head(p);
    inner->body = fr_parse_block(p);
    expect_end(p, "for", start);
    return broken ? new_stmt(p, ST_BLOCK, start) : outer;
}

static fr_expr *name_expr(fr_parser *p, const char *name, fr_span span)
{
    fr_expr *e = fr_new_expr(p, EX_NAME, span);
    e->name = name;
    return e;
}

/* T, or typeof(x), for which x stands. */
static fr_expr *zeros_like(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_IDENT || strcmp(t->text, "typeof") != 0 || t[1].kind != TOK_LPAREN)
        return fr_parse_type(p);
    fr_take(p);
    fr_take(p);
    fr_expr *e = fr_parse_expr(p);
    return e && fr_expect(p, TOK_RPAREN, "')' behind typeof") ? e : NULL;
}

/* @zeros T a b: a <- zero(T); b <- zero(T) */
static fr_stmt *parse_zeros(fr_parser *p, fr_span start, const char *function)
{
    fr_expr *type = zeros_like(p);
    fr_stmt *list = NULL, **tail = &list;
    if (!type)
        return NULL;
    if (fr_peek(p)->kind != TOK_IDENT)
        fr_unexpected(p, "a variable name");
    while (fr_peek(p)->kind == TOK_IDENT) {
        const fr_token *name = fr_take(p);
        fr_stmt *s = new_stmt(p, ST_ALLOC, fr_join(start, name->span));
        s->target = name_expr(p, name->text, name->span);
        s->value =
            fr_new_node(p, EX_CALL, TOK_LPAREN, name_expr(p, function, type->span), NULL, NULL);
        if (!s->value)
            return NULL;
        s->value->items = fr_alloc(p->d->arena, sizeof(fr_expr *));
        s->value->items[0] = type;
        s->value->count = 1;
        append_list(&tail, s);
    }
    fr_stmt *block = new_stmt(p, ST_BLOCK, start);
    block->body = list;
    return block;
}

/* @anc x = e, @deanc x = e */
static fr_stmt *parse_anc(fr_parser *p, fr_span start, bool allocate)
{
    fr_stmt *s = new_stmt(p, allocate ? ST_ALLOC : ST_FREE, start);
    s->automatic = allocate;
    s->target = fr_parse_target(p);
    if (!p->panic && fr_expect(p, TOK_ASSIGN, "'='"))
        s->value = fr_parse_expr(p);
    if (s->target)
        s->span = fr_join(start, s->target->span);
    return p->panic ? NULL : s;
}

/* @erase x y: the variables end, whatever they hold */
static fr_stmt *parse_erase(fr_parser *p, fr_span start)
{
    fr_stmt *list = NULL, **tail = &list;
    if (fr_peek(p)->kind != TOK_IDENT)
        fr_unexpected(p, "a variable name");
    while (!p->panic && fr_peek(p)->kind == TOK_IDENT) {
        const fr_token *name = fr_take(p);
        fr_stmt *s = new_stmt(p, ST_FREE, fr_join(start, name->span));
        s->target = s->value = name_expr(p, name->text, name->span);
        s->erase = true;
        append_list(&tail, s);
    }
    fr_stmt *block = new_stmt(p, ST_BLOCK, start);
    block->body = list;
    return p->panic ? NULL : block;
}

/* condition || throw(...), condition && error(...) */
static bool fails(const fr_expr *e)
{
    return e->kind == EX_BINARY && (e->token == TOK_OROR || e->token == TOK_ANDAND)
           && fr_is_failure(e->right);
}

static fr_stmt *as_assertion(fr_parser *p, fr_stmt *s, const fr_expr *e)
{
    s->kind = ST_ASSERT;
    s->value = e->token == TOK_OROR ? e->left
                                    : fr_new_node(p, EX_UNARY, TOK_NOT, NULL, e->left, NULL);
    return s->value ? s : NULL;
}

/* @safe condition || throw(...) and && error(...) are assertions; output is accepted and dropped.
 */
static fr_stmt *parse_safe(fr_parser *p, fr_span start)
{
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_MACRO)
        return parse_statement(p);
    if (fr_at_safe_lines(p))
        return fr_take_safe_lines(p) ? new_stmt(p, ST_BLOCK, start) : NULL;
    if (fr_refuse_safe_change(p, t))
        return NULL;
    fr_expr *e = fr_parse_expr(p);
    if (!e)
        return NULL;
    fr_stmt *s = new_stmt(p, ST_IGNORED, fr_join(start, e->span));
    if (e->kind == EX_CALL && e->left->kind == EX_NAME
        && (strcmp(e->left->name, "println") == 0 || strcmp(e->left->name, "print") == 0)) {
        s->kind = ST_PRINT;
        s->value = e;
        return s;
    }
    return fails(e) ? as_assertion(p, s, e) : s;
}

/* @show a b: each with its text */
static fr_stmt *parse_show(fr_parser *p, fr_span start)
{
    fr_expr *call = fr_new_node(p, EX_CALL, TOK_LPAREN, name_expr(p, "show", start), NULL, NULL);
    size_t capacity = 0;
    if (!call)
        return NULL;
    do {
        fr_expr *e = fr_parse_expr(p);
        if (!e)
            return NULL;
        call->items =
            fr_grow(p->d->arena, call->items, call->count, &capacity, sizeof *call->items);
        call->items[call->count++] = e;
        call->span = fr_join(start, e->span);
    } while (fr_peek(p)->kind != TOK_NEWLINE && fr_peek(p)->kind != TOK_SEMI
             && !closes_block(fr_peek(p)->kind));
    fr_stmt *s = new_stmt(p, ST_PRINT, call->span);
    s->value = call;
    return s;
}

static bool starts_statement(fr_token_kind k)
{
    return k == TOK_BEGIN || k == TOK_IF || k == TOK_FOR || k == TOK_WHILE || k == TOK_MACRO
           || k == TOK_IDENT || k == TOK_TILDE;
}

static fr_stmt *parse_routine(fr_parser *p, fr_span start, bool inverse)
{
    fr_stmt *s = new_stmt(p, inverse ? ST_UNROUTINE : ST_ROUTINE, start);
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_IDENT && (inverse || starts_statement(fr_peek2(p)->kind))) {
        fr_take(p);
        s->name = t->text;
        s->name_span = t->span;
    }
    if (!inverse) {
        s->body = parse_statement(p);
        if (!s->body)
            return NULL;
    }
    return s;
}

static fr_stmt *wrap(fr_parser *p, fr_stmt_kind kind, fr_span start)
{
    fr_stmt *body = parse_statement(p);
    if (!body)
        return NULL;
    fr_stmt *s = new_stmt(p, kind, start);
    s->body = body;
    return s;
}

/* @auto_alloc y = e, as some versions of NiLang have it: y += e */
static fr_stmt *parse_allocated(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_IDENT || fr_peek2(p)->kind != TOK_ASSIGN)
        return parse_statement(p);
    fr_stmt *s = new_stmt(p, ST_UPDATE, t->span);
    s->token = TOK_ADDEQ;
    s->target = name_expr(p, t->text, t->span);
    fr_take(p);
    fr_take(p);
    s->value = fr_parse_expr(p);
    return s->value ? s : NULL;
}

/* y <- value, then the statement that writes y */
static fr_stmt *allocated(fr_parser *p, fr_span start, fr_expr *y, fr_expr *value, fr_stmt *s)
{
    fr_stmt *alloc = new_stmt(p, ST_ALLOC, fr_join(start, s->span)),
            *block = new_stmt(p, ST_BLOCK, start);
    alloc->target = y;
    alloc->value = value;
    alloc->next = s;
    block->body = alloc;
    return block;
}

/* @auto_alloc y += e: y <- zero of the type of e, then the update; @auto_alloc f(y, x): y <- what
 * the program says for f, then the call. ~@auto_alloc undoes both. */
static fr_stmt *parse_auto_alloc(fr_parser *p, fr_span start)
{
    fr_stmt *update = parse_allocated(p);
    if (update && update->kind == ST_CALL && update->value->kind == EX_CALL
        && update->value->count > 0 && update->value->items[0]->kind == EX_NAME) {
        fr_expr *value = fr_allocation(p, update->value);
        return value ? allocated(p, start, update->value->items[0], value, update) : NULL;
    }
    if (!update || update->kind != ST_UPDATE || update->target->kind != EX_NAME) {
        if (update)
            fr_report(p->d, RGC_ERROR, "R0112", fr_join(start, update->span),
                      "@auto_alloc stands before an update of a new variable, or a call");
        return NULL;
    }
    fr_expr *value = fr_new_node(
        p, EX_CALL, TOK_LPAREN,
        name_expr(p, update->token == TOK_MULEQ ? "one" : "zero", update->value->span), NULL, NULL);
    if (!value)
        return NULL;
    value->items = fr_alloc(p->d->arena, sizeof(fr_expr *));
    value->items[0] = update->value;
    value->count = 1;
    return allocated(p, start, update->target, value, update);
}

static fr_stmt *parse_macro(fr_parser *p, bool inverse)
{
    const fr_token *t = fr_take(p);
    const char *name = t->text;
    if (strcmp(name, "routine") == 0)
        return parse_routine(p, t->span, inverse);
    if (strcmp(name, "invcheckoff") == 0 || strcmp(name, "incheckoff") == 0)
        return wrap(p, ST_INVCHECKOFF, t->span);
    if (strcmp(name, "inbounds") == 0)
        return wrap(p, ST_INBOUNDS, t->span);
    if (strcmp(name, "inline") == 0 || strcmp(name, "simd") == 0 || strcmp(name, "threads") == 0
        || strcmp(name, "avx") == 0 || strcmp(name, "instr") == 0
        || strcmp(name, "auto_expand") == 0 || fr_is_view_macro(name))
        return parse_statement(p);
    if (strcmp(name, ".") == 0) {
        fr_stmt *s = parse_statement(p);
        fr_put_dots(p->d->arena, s);
        return s;
    }
    if (strcmp(name, "auto_alloc") == 0)
        return parse_auto_alloc(p, t->span);
    if (strcmp(name, "from") == 0)
        return parse_from(p, t->span);
    if (strcmp(name, "zeros") == 0 || strcmp(name, "ones") == 0)
        return parse_zeros(p, t->span, name[0] == 'z' ? "zero" : "one");
    if (strcmp(name, "anc") == 0 || strcmp(name, "deanc") == 0)
        return parse_anc(p, t->span, name[0] == 'a');
    if (strcmp(name, "erase") == 0)
        return parse_erase(p, t->span);
    if (strcmp(name, "safe") == 0)
        return parse_safe(p, t->span);
    if (strcmp(name, "show") == 0)
        return parse_show(p, t->span);
    if (strcmp(name, "assert") == 0) {
        fr_stmt *s = new_stmt(p, ST_ASSERT, t->span);
        s->value = fr_parse_expr(p);
        const fr_token *text = fr_peek(p);
        if (fr_accept(p, TOK_STRING) && p->d->sources[t->span.file].origins)
            s->name = text->text; /* what the compiler wrote: the array that it checks */
        return s->value ? s : NULL;
    }
    static const char *const macros[] = {"routine", "invcheckoff", "inbounds",    "inline", "simd",
                                         "threads", "auto_alloc",  "auto_expand", "from",   "zeros",
                                         "ones",    "anc",         "deanc",       "erase",  "safe",
                                         "show",    "assert"};
    rgc_diagnostic *e =
        fr_report(p->d, RGC_ERROR, "R0107", t->span, "macro '@%s' is not known", name);
    const char *near = rg_suggest(name, macros, sizeof macros / sizeof macros[0]);
    if (fr_habit_of_macro(name))
        fr_help(p->d, e, "%s", fr_habit_of_macro(name));
    else if (near)
        fr_did_you_mean(p->d, e, t->span, fr_format(p->d->arena, "@%s", near));
    fr_token_kind next = fr_peek(p)->kind;
    if (next == TOK_BEGIN || next == TOK_IF || next == TOK_FOR || next == TOK_WHILE) {
        parse_statement(p); /* so that its 'end' is not taken for another's */
        return p->panic ? NULL : new_stmt(p, ST_BLOCK, t->span);
    }
    p->panic = true;
    return NULL;
}

static fr_stmt *parse_inverse(fr_parser *p)
{
    fr_span start = fr_take(p)->span;
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_MACRO && strcmp(t->text, "routine") == 0) {
        fr_stmt *s = parse_macro(p, true);
        if (s)
            s->span = fr_join(start, s->span);
        return s;
    }
    fr_stmt *s = new_stmt(p, ST_INVERSE, start);
    if (t->kind == TOK_LPAREN && !t->space_before) {
        unsigned parentheses = p->parentheses;
        p->parentheses = 0;
        fr_take(p);
        s->body = parse_list(p);
        bool closed = fr_accept(p, TOK_RPAREN);
        p->parentheses = parentheses;
        if (!closed)
            fr_unexpected(p, "')'");
        return s;
    }
    s->body = parse_statement(p);
    return s->body ? s : NULL;
}

static fr_stmt *refuse(fr_parser *p, const char *code, fr_span span, const char *message,
                       const char *help)
{
    if (!p->panic)
        fr_help(p->d, fr_report(p->d, RGC_ERROR, code, span, "%s", message), "%s", help);
    p->panic = true;
    return NULL;
}

static fr_stmt *refuse_assignment(fr_parser *p, fr_span at)
{
    rgc_diagnostic *e =
        p->panic ? NULL
                 : fr_report(p->d, RGC_ERROR, "R0110", at,
                             "'=' would overwrite the old value, which cannot be undone");
    fr_help(p->d, e, "allocate with 'x <- value', or update with 'x += value'");
    fr_fix(p->d, e, at, "+=", "update: '+='");
    fr_fix(p->d, e, at, "←", "allocate: '←'");
    p->panic = true;
    return NULL;
}

/* x::∅, the side of an exchange that does not exist yet or any more; s[end] ↔ x::T says its type */
static fr_expr *parse_emptiness(fr_parser *p, fr_expr *e)
{
    if (!e || fr_peek(p)->kind != TOK_TYPED)
        return e;
    if (fr_peek2(p)->kind != TOK_EMPTY && e->kind != EX_NAME)
        return e;
    fr_take(p);
    fr_expr *type = fr_peek(p)->kind == TOK_EMPTY ? NULL : fr_parse_type(p);
    fr_span end = type ? type->span : fr_peek(p)->span;
    if (!type && !p->panic)
        fr_take(p);
    fr_expr *empty = fr_new_node(p, EX_TYPED, TOK_EMPTY, e, type, NULL);
    if (empty)
        empty->span = fr_join(e->span, end);
    return empty;
}

/* (x + c) += e changes x seen through a sum, as x |> AddConst(c) does. */
static fr_expr *seen_through_sum(fr_parser *p, fr_expr *e)
{
    if (e->kind != EX_BINARY || (e->token != TOK_ADD && e->token != TOK_SUB))
        return e;
    fr_expr *view =
        fr_make_binary(p->d->arena, TOK_PIPE, e->left,
                       fr_make_call(p->d->arena, e->span,
                                    e->token == TOK_ADD ? "AddConst" : "SubConst", 1, &e->right));
    view->span = e->span;
    return view;
}

/* e, e, ...: a tuple without parentheses */
static fr_expr *parse_more(fr_parser *p, fr_expr *e)
{
    if (!e || fr_peek(p)->kind != TOK_COMMA)
        return e;
    fr_expr *list = fr_new_node(p, EX_TUPLE, TOK_COMMA, e, NULL, NULL);
    size_t capacity = 0;
    while (list) {
        list->items =
            fr_grow(p->d->arena, list->items, list->count, &capacity, sizeof *list->items);
        list->items[list->count++] = e;
        list->span = fr_join(list->span, e->span);
        if (!fr_accept(p, TOK_COMMA))
            break;
        e = fr_parse_expr(p);
        if (!e)
            return NULL;
    }
    if (list)
        list->left = NULL;
    return list;
}

static fr_stmt *parse_update(fr_parser *p, fr_stmt *s)
{
    const fr_token *t = fr_take(p);
    s->token = t->kind;
    switch (t->kind) {
    case TOK_ALLOC: s->kind = ST_ALLOC; break;
    case TOK_FREE: s->kind = ST_FREE; break;
    case TOK_SWAP: s->kind = ST_SWAP; break;
    case TOK_ASSIGN:
        if (s->target && s->target->kind == EX_CALL && s->target->left->kind == EX_NAME)
            return refuse(p, "R0119", s->target->span,
                          "a function is defined at the top of a file, not inside another",
                          "move 'name(x) = expression' out of the routine; what it reads of the "
                          "routine becomes an argument");
        return refuse_assignment(p, t->span);
    case TOK_POWEQ:
    case TOK_REMEQ:
    case TOK_ANDEQ:
    case TOK_OREQ:
    case TOK_SHLEQ:
    case TOK_SHREQ:
    case TOK_DIVEQ2:
        return refuse(p, "R0111", t->span, "this update has no inverse",
                      "the reversible updates are += -= *= /= and xor=");
    case TOK_TYPED:
        return refuse(p, "R0199", t->span, "a type cannot stand here in this version",
                      "give the type by the value, as in zero(T)");
    default:
        if (fr_is_update(t->kind)) {
            s->kind = ST_UPDATE;
            s->target = seen_through_sum(p, s->target);
            break;
        }
        if (t->kind == TOK_DOT && t[1].kind == TOK_ASSIGN && !t[1].space_before)
            return refuse(p, "R0110", fr_join(t->span, t[1].span),
                          "'.=' would overwrite the old values, which cannot be undone",
                          "add to zeros with 'y .+= e', or exchange with 'y <-> x'");
        p->at--;
        fr_unexpected(p, "an update, an allocation or a call");
        return NULL;
    }
    fr_skip_newlines(p);
    s->value = fr_parse_expr(p);
    if (s->kind == ST_SWAP)
        s->value = parse_emptiness(p, s->value);
    if (s->target->kind == EX_TUPLE)
        s->value = parse_more(p, s->value);
    return s->value ? s : NULL;
}

static fr_stmt *parse_simple(fr_parser *p)
{
    size_t before = p->at;
    fr_expr *e = fr_parse_target(p);
    if (!e)
        return NULL;
    e = parse_more(p, parse_emptiness(p, e));
    if (!e)
        return NULL;
    fr_stmt *s = new_stmt(p, ST_CALL, e->span);
    const fr_token *t = fr_peek(p);
    s->target = e;
    if (t->kind != TOK_NEWLINE && t->kind != TOK_SEMI && !closes_block(t->kind)) {
        if (e->kind == EX_NAME && t->kind == TOK_IDENT && p->at == before + 1) {
            fr_unexpected(p, "an update, an allocation or a call");
            return NULL;
        }
        return parse_update(p, s);
    }
    s->value = e;
    s->target = NULL;
    if (fr_names_nothing(e)) {
        s->kind = ST_BLOCK;
        return s;
    }
    fr_stmt *other = fr_respell(p, e);
    if (other || p->panic)
        return other;
    if (fails(e))
        return as_assertion(p, s, e);
    if (e->kind == EX_BINARY && (e->token == TOK_ANDAND || e->token == TOK_OROR))
        return refuse(p, "R0112", e->span, "this expression is not a statement",
                      "write 'if c', the statement, and 'end'");
    if (e->kind == EX_BINARY && e->token == TOK_EQ)
        return refuse(p, "R0112", e->span, "a comparison is not a statement",
                      "to check it, write '@assert a == b'");
    if (e->kind == EX_NAME && strcmp(e->name, "then") == 0)
        return refuse(p, "R0104", e->span, "'then' is not part of an if",
                      "leave it out: the statements begin on the next line");
    if (e->kind != EX_CALL && e->kind != EX_DOTCALL)
        return refuse(p, "R0112", e->span, "this expression is not a statement",
                      "a statement updates, allocates, frees, swaps or calls");
    if (e->left->kind == EX_INVERSE) {
        s->inverse = true;
        e->left = e->left->left;
    }
    return s;
}

/* Behind a refused block, so that nothing is said about what it holds. */
void fr_skip_block(fr_parser *p)
{
    size_t open = 0;
    do {
        fr_token_kind k = p->tokens[p->at].kind;
        if (k == TOK_EOF)
            return;
        open += (open == 0 && k == TOK_IDENT) || k == TOK_IF || k == TOK_WHILE || k == TOK_FOR
                || k == TOK_BEGIN || k == TOK_LET || k == TOK_FUNCTION || k == TOK_STRUCT;
        open -= k == TOK_END;
        p->at++;
    } while (open > 0);
}

static fr_stmt *refuse_definition(fr_parser *p)
{
    bool line = fr_peek(p)->kind == TOK_MACRO && strcmp(fr_peek(p)->text, "fn") == 0;
    fr_stmt *none = refuse(p, "R0119", fr_peek(p)->span,
                           "a definition cannot stand inside a function",
                           "write it at the top of the file");
    while (fr_peek(p)->kind == TOK_MACRO)
        fr_take(p);
    if (!line)
        fr_skip_block(p);
    return none;
}

/* try ... catch ... end */
static bool at_try(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    return t->kind == TOK_IDENT && strcmp(t->text, "try") == 0
           && (t[1].kind == TOK_NEWLINE || t[1].kind == TOK_IDENT);
}

static fr_stmt *parse_statement_here(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    fr_stmt *s;
    if (at_try(p)) {
        s = refuse(p, "R0113", t->span,
                   "an exception would leave its block by a way that cannot be run back",
                   "test the condition before, with an if");
        fr_skip_block(p);
        return s;
    }
    if (starts_definition(p))
        return refuse_definition(p);
    switch (t->kind) {
    case TOK_MACRO: return fr_is_fields_macro(t->text) ? parse_simple(p) : parse_macro(p, false);
    case TOK_TILDE: return parse_inverse(p);
    case TOK_IF: return parse_if(p);
    case TOK_WHILE: return parse_while(p);
    case TOK_FOR: return parse_for(p);
    case TOK_BEGIN:
        s = new_stmt(p, ST_BLOCK, fr_take(p)->span);
        s->body = fr_parse_block(p);
        expect_end(p, "begin", s->span);
        return s;
    case TOK_RETURN:
        return refuse(p, "R0113", t->span,
                      "'return' would leave the routine by a way that cannot be run back",
                      "results are written to parameters: add one and update it");
    case TOK_BREAK:
    case TOK_CONTINUE:
        return refuse(
            p, "R0113", t->span,
            "'break' and 'continue' would leave the round by a way that cannot be run back",
            "use 'while (pre, post)' with the condition to stop");
    case TOK_LET:
        s = refuse(
            p, "R0119", t->span,
            "a 'let' block cannot be run back: what its variables were at its end would be lost",
            "allocate with 'a <- value', and free with 'a -> value' what must be gone");
        fr_skip_block(p);
        return s;
    case TOK_STRUCT:
    case TOK_FUNCTION: return refuse_definition(p);
    case TOK_CONST:
    case TOK_USING:
    case TOK_IMPORT:
        return refuse(p, "R0119", t->span, "a definition cannot stand inside a function",
                      "write it at the top of the file");
    default: return parse_simple(p);
    }
}

static fr_stmt *parse_statement(fr_parser *p)
{
    if (fr_too_deep(p))
        return NULL;
    fr_stmt *s = parse_statement_here(p);
    if (s && s->kind == ST_UPDATE && fr_calls_name(s->target, "@skip!"))
        s->kind = ST_BLOCK; /* what it would change is left out */
    if (s)
        fr_strip_marks(s);
    p->depth--;
    return p->panic ? NULL : s;
}
