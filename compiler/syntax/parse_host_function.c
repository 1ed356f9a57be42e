/* parse_host_function.c: functions of Julia with statements, read as what they compute. */
#include <string.h>

#include "compiler/syntax/dots.h"
#include "compiler/syntax/host_function.h"
#include "compiler/syntax/spellings.h"
#include "compiler/syntax/tree.h"

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
static host_stmt *parse_statement(fr_parser *p);

static void expect_end(fr_parser *p, const char *what, fr_span start)
{
    if (p->panic || fr_accept(p, TOK_END))
        return;
    rgc_diagnostic *e =
        fr_report(p->d, RGC_ERROR, "R0105", fr_peek(p)->span, "expected 'end' of '%s'", what);
    fr_note(p->d, e, start, "which starts here");
    p->panic = true;
}

/* Statements up to 'end', which belongs to what starts at start. */
static host_stmt *parse_block(fr_parser *p, const char *what, fr_span start)
{
    host_stmt *list = parse_list(p);
    expect_end(p, what, start);
    return list;
}

/* The statements of a loop, or of a function in a function: what is 'local' there is another
 * variable than outside. */
static host_stmt *parse_scope(fr_parser *p)
{
    fr_let own = {.arena = p->d->arena}, *outer = p->locals;
    p->locals = &own;
    host_stmt *list = parse_list(p);
    p->locals = outer;
    fr_rename_list(&own, list);
    return list;
}

/* PATTERN = VALUE, where the value still knows the names outside. */
static host_stmt *parse_binding(fr_parser *p, fr_let *b)
{
    fr_expr *pattern = fr_parse_target(p);
    if (pattern && !fn_is_pattern(pattern)) {
        fr_report(p->d, RGC_ERROR, "R1005", pattern->span,
                  "expected a name, or names in parentheses: (a, b)");
        p->panic = true;
    }
    if (p->panic || !fr_expect(p, TOK_ASSIGN, "'=' of 'let'"))
        return NULL;
    fr_expr *value = fr_renamed(b, fr_parse_expr(p));
    fr_let_bind(b, pattern);
    host_stmt *s = fr_alloc(p->d->arena, sizeof *s);
    *s = (host_stmt){.kind = HOST_ASSIGN, .span = pattern->span, .value = value};
    s->pattern = fr_renamed(b, pattern);
    return value ? s : NULL;
}

static void skip_lines(fr_parser *p)
{
    while (fr_peek(p)->kind == TOK_NEWLINE)
        fr_take(p);
}

static host_stmt *parse_let_block(fr_parser *p)
{
    const fr_span start = fr_take(p)->span;
    fr_let b = {.arena = p->d->arena};
    host_stmt *first = NULL, **tail = &first;
    const fr_token_kind k = fr_peek(p)->kind;
    for (bool more = k != TOK_NEWLINE && k != TOK_SEMI; more; more = fr_accept(p, TOK_COMMA)) {
        skip_lines(p);
        if (!(*tail = parse_binding(p, &b)))
            return NULL;
        tail = &(*tail)->next;
    }
    fr_let *outer = p->locals;
    p->locals = &b;
    *tail = parse_block(p, "let", start);
    p->locals = outer;
    fr_rename_list(&b, *tail);
    return p->panic ? NULL : first;
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
    p->no_in = true;
    s->pattern = fr_parse_target(p);
    p->no_in = false;
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
        s->body = parse_scope(p);
        expect_end(p, "for", start);
    }
    p->depth--;
    return s;
}

/* Behind 'while'. */
static host_stmt *parse_while(fr_parser *p, fr_span start)
{
    if (fr_too_deep(p))
        return NULL;
    host_stmt *s = new_stmt(p, HOST_WHILE, start);
    s->value = fr_parse_expr(p);
    if (s->value && s->value->kind == EX_TUPLE)
        refuse_host(p, s->value->span, "this 'while' has two conditions",
                    "a function with a value has one; the second is for an '@i function'");
    const bool always = s->value && s->value->kind == EX_BOOL && s->value->integer == 1;
    s->value = always ? NULL : s->value;
    if (!p->panic)
        s->body = parse_scope(p);
    expect_end(p, "while", start);
    p->depth--;
    return s;
}

/* e, or e, f, ...: a tuple, where no comma belongs to a call around it. */
static fr_expr *parse_tuple(fr_parser *p, fr_expr *first)
{
    size_t capacity = 0;
    if (!first || fr_peek(p)->kind != TOK_COMMA || p->parentheses > 0)
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

/* In y = if c a else b end each branch ends with what y becomes. */
static void assign_values(fr_parser *p, host_stmt *list, fr_expr *target)
{
    host_stmt *last = list;
    while (last && last->next)
        last = last->next;
    if (!last || p->panic)
        return;
    if (last->kind == HOST_VALUE && !last->returns) {
        last->kind = HOST_ASSIGN;
        last->pattern = target;
    } else if (last->kind == HOST_IF) {
        assign_values(p, last->body, target);
        assign_values(p, last->other, target);
    }
}

static host_stmt *parse_chosen(fr_parser *p, fr_expr *target)
{
    const fr_token *t = fr_peek(p);
    host_stmt *s = fr_starts_let_block(t) ? parse_let_block(p)
                   : t->kind == TOK_BEGIN ? parse_block(p, "begin", fr_take(p)->span)
                                          : parse_if(p, fr_take(p)->span);
    if (s && !p->panic)
        assign_values(p, s, target);
    return s;
}

/* The parameters of a function in a function: one name, or several. */
static fr_expr *pattern_of(fr_parser *p, const fr_expr *call)
{
    fr_expr *pattern = call->count == 1 ? call->items[0] : fr_copy_call(p->d->arena, call);
    if (call->count != 1) {
        pattern->kind = EX_TUPLE;
        pattern->left = NULL;
    }
    if (call->keyword_count == 0 && fn_is_pattern(pattern))
        return pattern;
    refuse_host(p, call->span, "the parameters of a function inside a function are names",
                "write g(x, y) = expression; types and defaults belong to a function of the file");
    return NULL;
}

static fr_expr *closure(fr_parser *p, fr_expr *pattern, fr_expr *body)
{
    fr_expr *e = pattern && body ? fr_new_node(p, EX_LAMBDA, TOK_FUNCTION, pattern, body, NULL)
                                 : NULL;
    return e;
}

/* What the statements compute for the names of the pattern. */
static fr_expr *value_for(fr_parser *p, const fr_expr *pattern, host_stmt *list, fr_span end)
{
    const size_t count = pattern->kind == EX_TUPLE ? pattern->count : 1;
    fr_functional f = {.name = "", .span = pattern->span, .param_count = count};
    f.params = fr_alloc(p->d->arena, count * sizeof *f.params);
    for (size_t i = 0; i < count; i++) {
        const fr_expr *item = pattern->kind == EX_TUPLE ? pattern->items[i] : pattern;
        f.params[i] =
            (fr_param){.name = item->kind == EX_NAME ? item->name : "", .span = item->span};
    }
    return fr_host_value(p, &f, list, end);
}

/* g(x) = e inside a function. */
static host_stmt *parse_local(fr_parser *p, fr_expr *target)
{
    host_stmt *s = new_stmt(p, HOST_ASSIGN, target->span);
    fr_expr *pattern = pattern_of(p, target), *body = pattern ? fr_parse_expr(p) : NULL;
    s->pattern = target->left;
    s->value = closure(p, pattern, body);
    if (!p->panic && s->pattern->kind != EX_NAME)
        return refuse_host(p, target->span, "a function inside a function has a plain name",
                           "write g(x) = expression");
    return s->value ? s : NULL;
}

/* function g(x) STATEMENTS end inside a function. */
static host_stmt *parse_local_function(fr_parser *p)
{
    const fr_span start = fr_take(p)->span;
    fr_expr *head = fr_parse_expr(p);
    if (head && (head->kind != EX_CALL || head->left->kind != EX_NAME))
        return refuse_host(p, head->span, "a function inside a function is function g(x) ... end",
                           "write its name and the names of its parameters");
    fr_expr *pattern = head ? pattern_of(p, head) : NULL;
    host_stmt *list = pattern ? parse_scope(p) : NULL;
    const fr_span end = fr_peek(p)->span;
    expect_end(p, "function", start);
    if (p->panic)
        return NULL;
    host_stmt *s = new_stmt(p, HOST_ASSIGN, head->span);
    s->pattern = head->left;
    s->value = closure(p, pattern, value_for(p, pattern, list, end));
    return s->value ? s : NULL;
}

bool fr_at_do(const fr_parser *p)
{
    const fr_token *t = &p->tokens[p->at];
    return p->functional && t->kind == TOK_IDENT && strcmp(t->text, "do") == 0;
}

fr_expr *fr_parse_do(fr_parser *p, fr_expr *call)
{
    const unsigned parentheses = p->parentheses;
    const fr_span start = fr_take(p)->span;
    p->parentheses = 0; /* its lines are statements */
    fr_expr *pattern = parse_tuple(p, fr_parse_expr(p));
    if (pattern && !fn_is_pattern(pattern))
        refuse_host(p, pattern->span, "behind 'do' stand the names of the parameters",
                    "write 'map(v) do x', the statements, and 'end'");
    host_stmt *list = p->panic ? NULL : parse_scope(p);
    const fr_span end = fr_peek(p)->span;
    expect_end(p, "do", start);
    p->parentheses = parentheses;
    if (p->panic)
        return NULL;
    fr_expr *function = closure(p, pattern, value_for(p, pattern, list, end));
    fr_expr **items = fr_alloc(p->d->arena, (call->count + 1) * sizeof *items);
    items[0] = function;
    for (size_t i = 0; i < call->count; i++)
        items[i + 1] = call->items[i];
    call->items = items;
    call->count++;
    call->height = function && function->height >= call->height ? function->height + 1
                                                                : call->height;
    return function ? call : NULL;
}

/* v[i] = e, v[i] += e, p.x = e */
static host_stmt *parse_element(fr_parser *p, host_stmt *s, fr_token_kind update)
{
    fr_expr *target = s->pattern, *value = fr_parse_expr(p);
    if (update != TOK_ASSIGN && value)
        value = fr_new_node(p, EX_BINARY, operator_of(update), target, value, NULL);
    const bool field = target->kind == EX_FIELD,
               dotted = fr_is_dotted(operator_of(update)) && (field || fr_is_slice_target(target));
    s->pattern = field ? target : target->left;
    s->value = dotted  ? fr_make_fill(p, target, value) /* changes the array itself */
               : field ? value
                       : fr_make_put(p, target, value);
    return s->value ? fr_put_back(p, s) : NULL;
}

static host_stmt *parse_change(fr_parser *p, fr_expr *target);

/* s is a = b, of a = b = e: b gets its value first. */
static host_stmt *parse_chain(fr_parser *p, host_stmt *s)
{
    host_stmt *first = parse_change(p, s->value), *last = first;
    while (last && last->next)
        last = last->next;
    if (last)
        last->next = s;
    return first;
}

static host_stmt *parse_change(fr_parser *p, fr_expr *target)
{
    const fr_token_kind update = fr_take(p)->kind;
    host_stmt *s = new_stmt(p, HOST_ASSIGN, target->span);
    s->pattern = target;
    if (target->kind == EX_CALL && update == TOK_ASSIGN)
        return parse_local(p, target);
    if (fr_is_element_target(target) || fr_is_slice_target(target) || fr_is_field_target(target))
        return parse_element(p, s, update);
    if (update == TOK_ASSIGN && fr_has_element_target(target)) {
        s->value = parse_tuple(p, fr_parse_expr(p));
        return s->value ? fr_assign_parts(p, s) : NULL;
    }
    if (!fn_is_pattern(target) || (update != TOK_ASSIGN && target->kind != EX_NAME))
        return refuse_host(p, target->span,
                           "a function with a value cannot change a part of a variable",
                           "compute a new array with map or [a, b], or write an '@i function'");
    const fr_token *next = fr_peek(p);
    if (update == TOK_ASSIGN
        && (next->kind == TOK_IF || next->kind == TOK_BEGIN || fr_starts_let_block(next)))
        return parse_chosen(p, target);
    s->value = parse_tuple(p, fr_parse_expr(p));
    if (update == TOK_ASSIGN && s->value && s->value->kind == EX_NAME
        && fr_peek(p)->kind == TOK_ASSIGN)
        return parse_chain(p, s);
    if (update != TOK_ASSIGN)
        s->value = fr_new_node(p, EX_BINARY, operator_of(update), target, s->value, NULL);
    if (s->value && fr_is_dotted(operator_of(update))) /* v .+= e changes the array itself */
        s->value = fr_make_fill(p, target, s->value);
    return s->value ? s : NULL;
}

/* Behind a condition and && or ||: a statement, which may stand in parentheses. */
static host_stmt *parse_guarded(fr_parser *p)
{
    const bool inside = fr_accept(p, TOK_LPAREN);
    host_stmt *s = fr_skips_printing(p) ? NULL : parse_statement(p);
    if (inside && !p->panic)
        fr_expect(p, TOK_RPAREN, "')' behind the statement");
    return s;
}

/* c && return x, c || (y = e): an if. */
static host_stmt *parse_short_if(fr_parser *p, fr_expr *condition)
{
    const bool otherwise = fr_take(p)->kind == TOK_OROR;
    host_stmt *s = new_stmt(p, HOST_IF, condition->span);
    s->value = condition;
    *(otherwise ? &s->other : &s->body) = parse_guarded(p);
    return s;
}

/* v .= e, v[2:3] .= e */
static host_stmt *parse_fill(fr_parser *p, fr_expr *target)
{
    host_stmt *s = new_stmt(p, HOST_ASSIGN, target->span);
    fr_take(p);
    fr_take(p);
    s->pattern = target->kind == EX_INDEX ? target->left : target;
    s->value = fr_make_fill(p, target, fr_parse_expr(p));
    return s->value ? fr_put_back(p, s) : NULL;
}

/* @. y = e, @. y += e change the array y itself; @. e is a value. */
static host_stmt *parse_dotted(fr_parser *p)
{
    host_stmt *s = new_stmt(p, HOST_VALUE, fr_take(p)->span);
    fr_expr *target = fr_parse_expr(p);
    if (!target)
        return NULL;
    const fr_token_kind update = operator_of(fr_peek(p)->kind);
    const bool filled = fr_accept(p, TOK_DOT); /* y .= e */
    if (!filled && update == TOK_EOF && fr_peek(p)->kind != TOK_ASSIGN) {
        s->value = fr_with_dots(p, target);
        return s->value ? s : NULL;
    }
    if (target->kind != EX_NAME && !fr_is_field_target(target) && !fr_is_element_target(target)
        && !fr_is_slice_target(target))
        return refuse_host(p, target->span,
                           "a function with a value cannot change a part of a variable",
                           "write 'y = ' and the new array, or an '@i function'");
    if (filled && fr_peek(p)->kind != TOK_ASSIGN)
        fr_unexpected(p, "'='");
    else
        fr_take(p);
    fr_expr *value = p->panic ? NULL : fr_parse_expr(p);
    if (value && update != TOK_EOF)
        value = fr_new_node(p, EX_BINARY, update, target, value, NULL);
    if (!value)
        return NULL;
    s->kind = HOST_ASSIGN;
    s->pattern = target->kind == EX_INDEX ? target->left : target;
    value = fr_with_dots(p, value);
    s->value = value ? fr_make_fill(p, target, value) : NULL;
    return s->value ? fr_put_back(p, s) : NULL;
}

static host_stmt *parse_simple(fr_parser *p)
{
    const fr_token *first = fr_peek(p);
    const bool returns = fr_accept(p, TOK_RETURN);
    const bool nothing = returns
                         && (fr_peek(p)->kind == TOK_NEWLINE || fr_peek(p)->kind == TOK_END);
    fr_expr *e = nothing ? fr_make_name(p->d->arena, first->span, "nothing")
                         : parse_tuple(p, fr_parse_expr(p));
    if (!e)
        return NULL;
    if (!returns && fr_at_guarded_statement(p))
        return parse_short_if(p, e);
    const fr_token_kind k = fr_peek(p)->kind;
    if (!returns && (k == TOK_ASSIGN || operator_of(k) != TOK_EOF))
        return parse_change(p, e);
    if (k == TOK_DOT && fr_peek2(p)->kind == TOK_ASSIGN
        && (e->kind == EX_NAME || fr_is_field_target(e) || fr_is_element_target(e)
            || fr_is_slice_target(e)))
        return parse_fill(p, e);
    if (k == TOK_DOT && fr_peek2(p)->kind == TOK_ASSIGN)
        return refuse_host(p, e->span, "a function with a value cannot change a part of a variable",
                           "write 'y = ' and the new array, or an '@i function'");
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
    return (t->kind == TOK_FUNCTION && !t->space_before) || t->kind == TOK_STRUCT
           || (t->kind == TOK_MACRO && (has_text(t, "i") || has_text(t, "fn")));
}

/* Whether x -> or (x, y) -> starts here. */
static bool at_lambda(const fr_token *t)
{
    if (t->kind != TOK_LPAREN)
        return t->kind == TOK_IDENT && t[1].kind == TOK_FREE;
    unsigned open = 0;
    for (; t->kind != TOK_NEWLINE && t->kind != TOK_EOF; t++) {
        open += t->kind == TOK_LPAREN;
        open -= t->kind == TOK_RPAREN;
        if (open == 0)
            return t[1].kind == TOK_FREE;
    }
    return false;
}

/* What stands before the arrow, without what stands behind it. */
static fr_expr *parse_names(fr_parser *p)
{
    const bool functional = p->functional;
    p->functional = false;
    fr_expr *names = fr_parse_expr(p);
    p->functional = functional;
    const bool of_one = names && names->kind == EX_TUPLE && names->count == 1; /* ((i, x),) -> */
    return of_one ? names->items[0] : names;
}

/* x -> update, or x -> begin UPDATES end. */
static host_stmt *parse_action(fr_parser *p)
{
    const unsigned parentheses = p->parentheses;
    const fr_token *first = fr_peek(p);
    const bool block = fr_accept(p, TOK_BEGIN);
    p->parentheses = block ? 0 : parentheses + 1;
    host_stmt *s = block ? parse_block(p, "begin", first->span) : parse_guarded(p);
    p->parentheses = parentheses;
    return s;
}

/* The arrays behind the action: v, or zip(v, w). */
static fr_expr *visited(fr_parser *p, fr_span start)
{
    fr_expr *call = fr_make_call(p->d->arena, start, "zip", 0, NULL);
    size_t capacity = 0;
    skip_lines(p);
    do {
        fr_expr *item = fr_parse_expr(p);
        if (!item)
            return NULL;
        call->items = fr_grow(p->d->arena, call->items, call->count, &capacity, sizeof item);
        call->items[call->count++] = item;
        call->height = call->height > item->height ? call->height : item->height + 1;
        skip_lines(p);
    } while (fr_accept(p, TOK_COMMA));
    fr_expect(p, TOK_RPAREN, "',' or ')'");
    return call->count == 1 ? call->items[0] : call;
}

/* Behind the parenthesis: the action first, or behind 'do'. */
static void parse_visit(fr_parser *p, host_stmt *s)
{
    const bool first = at_lambda(fr_peek(p));
    if (first) {
        s->pattern = parse_names(p);
        fr_expect(p, TOK_FREE, "'->'");
        s->body = p->panic ? NULL : parse_action(p);
        skip_lines(p);
        if (!p->panic)
            fr_expect(p, TOK_COMMA, "',' behind the action of 'foreach'");
    }
    p->parentheses++;
    s->value = p->panic ? NULL : visited(p, s->span);
    p->parentheses--;
    if (first || p->panic)
        return;
    if (!fr_at_do(p)) {
        refuse_host(p, s->span, "this 'foreach' has no action that changes a variable",
                    "write 'for x in v', the statements, and 'end'");
        return;
    }
    const fr_span start = fr_take(p)->span;
    s->pattern = parse_tuple(p, fr_parse_expr(p));
    s->body = p->panic ? NULL : parse_scope(p);
    expect_end(p, "do", start);
}

/* foreach(v) do x STATEMENTS end, foreach(x -> update, v): the loop that it is. */
static host_stmt *parse_foreach(fr_parser *p)
{
    if (fr_too_deep(p))
        return NULL;
    host_stmt *s = new_stmt(p, HOST_FOR, fr_take(p)->span);
    fr_take(p);
    parse_visit(p, s);
    p->depth--;
    if (p->panic)
        return NULL;
    if (!fn_is_pattern(s->pattern))
        return refuse_host(p, s->pattern->span, "expected a name, or names in parentheses: (a, b)",
                           "write 'foreach(v) do x'");
    if (fr_leaves(s->body))
        return refuse_host(p, s->span,
                           "the action of a 'foreach' is a function, and cannot leave the loop",
                           "write 'for x in v', where 'continue', 'break' and 'return' do");
    return s;
}

/* @assert c, @assert c "text": an error where c does not hold. */
static host_stmt *parse_assertion(fr_parser *p)
{
    host_stmt *s = new_stmt(p, HOST_IF, fr_take(p)->span);
    s->value = fr_parse_expr(p);
    fr_accept(p, TOK_STRING);
    if (!s->value)
        return NULL;
    s->other = new_stmt(p, HOST_VALUE, s->value->span);
    s->other->value = fr_make_call(p->d->arena, s->value->span, "error", 0, NULL);
    return s;
}

static host_stmt *parse_statement(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_IDENT && has_text(t, "try"))
        return refuse_host(p, t->span, "a function with a value catches no exception",
                           "test the condition before, with an if");
    if (t->kind == TOK_IDENT && has_text(t, "global"))
        return refuse_host(
            p, t->span, "a function with a value changes nothing outside it",
            "return what is computed; a value for the whole file is 'const name = value'");
    if (has_text(t, "foreach") && t[1].kind == TOK_LPAREN && !t[1].space_before)
        return parse_foreach(p);
    switch (t->kind) {
    case TOK_IF: return parse_if(p, fr_take(p)->span);
    case TOK_FUNCTION: return parse_local_function(p);
    case TOK_FOR: return parse_for(p, fr_take(p)->span);
    case TOK_WHILE: return parse_while(p, fr_take(p)->span);
    case TOK_LET: return fr_starts_let_block(fr_peek(p)) ? parse_let_block(p) : parse_simple(p);
    case TOK_BREAK: return new_stmt(p, HOST_BREAK, fr_take(p)->span);
    case TOK_CONTINUE: return new_stmt(p, HOST_CONTINUE, fr_take(p)->span);
    case TOK_MACRO:
        if (has_text(t, "inbounds") || has_text(t, "simd") || fr_is_view_macro(t->text)) {
            const bool views = p->views;
            p->views = views || fr_is_view_macro(fr_take(p)->text);
            host_stmt *s = parse_statement(p);
            p->views = views;
            return s;
        }
        if (has_text(t, "assert"))
            return parse_assertion(p);
        if (has_text(t, "."))
            return parse_dotted(p);
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
        if (fr_skips_printing(p) || fr_skips_local(p))
            continue;
        host_stmt *s = parse_statement(p);
        if (!s)
            break;
        *tail = s;
        while (*tail)
            tail = &(*tail)->next;
        const fr_token_kind end = fr_peek(p)->kind;
        if (!p->panic && end != TOK_NEWLINE && end != TOK_SEMI && end != TOK_END && end != TOK_ELSE
            && end != TOK_ELSEIF)
            fr_unexpected(p, "the end of the statement");
    }
    return first;
}

bool fr_at_guarded_statement(const fr_parser *p)
{
    const fr_token *t = &p->tokens[p->at];
    if (t->kind != TOK_ANDAND && t->kind != TOK_OROR)
        return false;
    const bool inside = t[1].kind == TOK_LPAREN;
    t += inside ? 2 : 1;
    return t->kind == TOK_RETURN || t->kind == TOK_BREAK || t->kind == TOK_CONTINUE
           || fr_starts_printing(t)
           || ((has_text(t, "error") || has_text(t, "throw")) && t[1].kind == TOK_LPAREN)
           || (inside && t->kind == TOK_IDENT
               && (t[1].kind == TOK_ASSIGN || operator_of(t[1].kind) != TOK_EOF));
}

void fr_parse_host_choice(fr_parser *p, fr_functional *f)
{
    const unsigned parentheses = p->parentheses;
    p->parentheses = 0; /* its lines are statements */
    host_stmt *list = parse_statement(p);
    p->parentheses = parentheses;
    if (!p->panic)
        f->body = fr_host_value(p, f, list, list->span);
}

void fr_parse_host_block(fr_parser *p, fr_functional *f)
{
    const unsigned parentheses = p->parentheses;
    p->parentheses = 0; /* its lines are statements */
    const fr_span start = fr_peek(p)->span;
    host_stmt *list = NULL;
    if (fr_starts_let_block(fr_peek(p)))
        list = parse_let_block(p);
    else if (fr_take(p))
        list = parse_block(p, "begin", start);
    const fr_span end = p->tokens[p->at - 1].span;
    p->parentheses = parentheses;
    if (!p->panic)
        f->body = fr_host_value(p, f, list, end);
}

static host_function *add_function(fr_parser *p, fr_functional *f, host_stmt *list, fr_span start,
                                   fr_span end)
{
    host_function *h = fr_alloc(p->d->arena, sizeof *h);
    *h = (host_function){.f = f, .list = list, .end = end};
    if (p->last_host)
        p->last_host->next = h;
    else
        p->host = h;
    p->last_host = h;
    f->statements = true;
    f->whole = fr_join(start, end);
    return h;
}

bool fr_at_short_change(const fr_parser *p)
{
    const fr_token *t = &p->tokens[p->at];
    unsigned open = 0;
    if (!fr_is_named_as_change(t->text))
        return false;
    for (; t->kind != TOK_NEWLINE && t->kind != TOK_EOF; t++) {
        open += t->kind == TOK_LPAREN;
        open -= open > 0 && t->kind == TOK_RPAREN;
        if (open == 0 && t->kind == TOK_ASSIGN)
            break;
    }
    if (t->kind != TOK_ASSIGN)
        return false;
    t += t[1].kind == TOK_LPAREN;
    for (open = 0, t++; t->kind != TOK_NEWLINE && t->kind != TOK_EOF; t++) {
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET;
        open -= open > 0 && (t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET);
        if (open == 0 && (t->kind == TOK_ASSIGN || operator_of(t->kind) != TOK_EOF))
            return true;
    }
    return false;
}

void fr_parse_short_change(fr_parser *p)
{
    const fr_span start = fr_peek(p)->span;
    p->functional = true;
    fr_functional *f = fn_parse_head(p);
    host_stmt *list = !p->panic && fr_expect(p, TOK_ASSIGN, "'='") ? parse_guarded(p) : NULL;
    p->functional = false;
    if (p->panic)
        return;
    add_function(p, f, list, start, p->tokens[p->at - 1].span);
    fn_begin_definition(p, f);
}

/* Behind 'function'; NULL after a report. */
static host_function *read_function(fr_parser *p, fr_span start)
{
    p->functional = true;
    p->function_at = p->at;
    fr_functional *f = fn_parse_head(p);
    host_stmt *list = p->panic ? NULL : parse_list(p);
    p->functional = false;
    p->function_at = 0;
    const fr_span end = fr_peek(p)->span;
    expect_end(p, "function", start);
    if (p->panic)
        return NULL;
    return add_function(p, f, list, start, end);
}

void fr_parse_host_function(fr_parser *p, fr_span start)
{
    host_function *h = read_function(p, start);
    if (h)
        fn_begin_definition(p, h->f);
}
