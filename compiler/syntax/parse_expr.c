/* parse_expr.c: expressions, by precedence climbing. */
#include "compiler/syntax/dots.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/generators.h"
#include "compiler/syntax/host_function.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/real_ranges.h"
#include "compiler/syntax/tree.h"
#include "compiler/syntax/spellings.h"

static fr_expr *parse_binary(fr_parser *p, int level);
static fr_expr *parse_unary(fr_parser *p);
static fr_expr *parse_power(fr_parser *p);
static fr_expr *parse_primary(fr_parser *p);

static void add_item(fr_parser *p, fr_expr *list, size_t *capacity, fr_expr *item)
{
    list->items = fr_grow(p->d->arena, list->items, list->count, capacity, sizeof(fr_expr *));
    list->items[list->count++] = item;
    fr_raise_height(p, list, item);
}

static bool starts_keyword_argument(fr_parser *p)
{
    return fr_peek(p)->kind == TOK_IDENT && fr_peek2(p)->kind == TOK_ASSIGN;
}

/* k of f(x; k), which is k=k */
static bool names_keyword(fr_parser *p)
{
    const fr_token_kind behind = fr_peek2(p)->kind;
    return fr_peek(p)->kind == TOK_IDENT && (behind == TOK_COMMA || behind == TOK_RPAREN);
}

static bool names_further_keywords(fr_parser *p)
{
    return fr_peek(p)->kind == TOK_IDENT && fr_peek2(p)->kind == TOK_ELLIPSIS;
}

/* f(; p.a), which is f(; a=p.a) */
static bool names_field(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    return t->kind == TOK_IDENT && t[1].kind == TOK_DOT && t[2].kind == TOK_IDENT;
}

static void add_keyword(fr_parser *p, fr_expr *call, size_t *capacity, fr_keyword k)
{
    call->keywords =
        fr_grow(p->d->arena, call->keywords, call->keyword_count, capacity, sizeof *call->keywords);
    call->keywords[call->keyword_count++] = k;
    fr_raise_height(p, call, k.value);
}

static void parse_keyword_argument(fr_parser *p, fr_expr *call, size_t *capacity)
{
    const bool further = names_further_keywords(p), short_form = names_keyword(p) || further;
    if (names_field(p)) {
        fr_expr *field = fr_parse_expr(p);
        if (field && field->kind == EX_FIELD)
            add_keyword(p, call, capacity, (fr_keyword){field->name, field->span, field});
        else if (field)
            fr_unexpected(p, "a keyword argument, name = value");
        return;
    }
    const fr_token *name = fr_take(p);
    fr_keyword k = {.name = further ? "..." : name->text, .span = name->span};
    if (further)
        fr_take(p);
    if (short_form) {
        k.value = fr_new_expr(p, EX_NAME, name->span);
        k.value->name = name->text;
    } else {
        fr_take(p);
        k.value = fr_parse_expr(p);
    }
    if (!p->panic)
        add_keyword(p, call, capacity, k);
}

static void unclosed(fr_parser *p, fr_span open, const char *expected)
{
    bool quiet = p->panic || fr_peek(p)->kind == TOK_ERROR;
    size_t count = p->d->count;
    fr_unexpected(p, expected);
    if (!quiet && p->d->count > count)
        fr_note(p->d, &p->d->items[p->d->count - 1], open, "opened here");
}

static const char *callee(const fr_expr *list)
{
    return list->kind == EX_CALL && list->left->kind == EX_NAME ? list->left->name : "";
}

static fr_expr *generator(fr_parser *p, fr_expr *element, const char *fold)
{
    element = fr_counted_element(p->d->arena, element, &fold);
    return fr_parse_generator(p, element, fold);
}

/* Comma-separated items up to close, which is taken. With keywords: f(a, b; c=1). */
static bool parse_items(fr_parser *p, fr_expr *list, fr_token_kind close, bool keywords,
                        fr_matrix *matrix)
{
    size_t capacity = 0, keyword_capacity = 0;
    bool range = p->no_range, index = p->index, named = false;
    fr_span open = p->tokens[p->at > 0 ? p->at - 1 : 0].span;
    p->parentheses++;
    p->no_range = false;
    p->index = close == TOK_RBRACKET || index; /* x[f(end)] */
    while (!p->panic && fr_peek(p)->kind != close) {
        named = named || (keywords && fr_accept(p, TOK_SEMI));
        if (named || (keywords && starts_keyword_argument(p))) {
            if (fr_peek(p)->kind == close)
                break;
            if (starts_keyword_argument(p) || names_keyword(p) || names_further_keywords(p)
                || names_field(p))
                parse_keyword_argument(p, list, &keyword_capacity);
            else
                fr_unexpected(p, "a keyword argument, name = value");
        } else {
            fr_expr *item;
            fr_token_kind behind = fr_peek2(p)->kind;
            if (fr_peek(p)->kind == TOK_COLON
                && (close == TOK_RBRACKET || behind == TOK_COMMA
                    || behind == close)) /* A[:, 1], view(A, :, 1) */
                item = fr_new_expr(p, EX_COLON, fr_take(p)->span);
            else
                item = fr_parse_expr(p);
            if (item && fr_peek(p)->kind == TOK_ELLIPSIS) {
                fr_span dots = fr_take(p)->span;
                item = fr_new_node(p, EX_SPLAT, TOK_ELLIPSIS, item, NULL, NULL);
                if (item)
                    item->span = fr_join(item->span, dots);
            }
            if (item && close == TOK_RPAREN && fr_accept(p, TOK_ARROW2)) { /* Dict(k => v) */
                fr_expr *to = fr_parse_expr(p);
                item = to ? fr_new_node(p, EX_BINARY, TOK_ARROW2, item, to, NULL) : NULL;
            }
            if (item && list->count == 0 && close != TOK_RBRACE && fr_peek(p)->kind == TOK_FOR)
                item = fr_check_fold(p, list) ? generator(p, item, callee(list)) : NULL;
            add_item(p, list, &capacity, item);
        }
        if (matrix && !p->panic && fr_at_rows(p, list, matrix))
            continue;
        if (!p->panic && fr_peek(p)->kind != close && fr_peek(p)->kind != TOK_SEMI
            && !fr_accept(p, TOK_COMMA))
            unclosed(p, open,
                     close == TOK_RPAREN     ? "',' or ')'"
                     : close == TOK_RBRACKET ? "',' or ']'"
                                             : "',' or '}'");
    }
    p->parentheses--;
    p->no_range = range;
    p->index = index;
    if (p->panic)
        return false;
    list->span = fr_join(list->span, fr_take(p)->span);
    return true;
}

/* [a, b], [a b; c d], [e for i in r] */
static fr_expr *parse_written(fr_parser *p, fr_expr *list)
{
    const unsigned row = p->row;
    fr_matrix m = {0};
    p->row = p->parentheses + 1;
    const bool good = parse_items(p, list, TOK_RBRACKET, false, &m);
    p->row = row;
    return !good ? NULL : m.rows > 0 ? fr_written_matrix(p, list, &m) : fr_comprehension(list);
}

/* T[] and T{P}[] are stacks of a type, whose name begins with a capital letter. */
static bool names_type(const fr_expr *e)
{
    return e->kind == EX_CURLY || (e->kind == EX_NAME && e->name[0] >= 'A' && e->name[0] <= 'Z');
}

/* (f ∘ g)(x) is f(g(x)), (f ∘ g).(v) is f.(g.(v)). */
static fr_expr *without_composition(fr_parser *p, fr_expr *call)
{
    const fr_expr *f = call->left;
    if (f->kind != EX_BINARY || f->token != TOK_COMPOSE)
        return call;
    call->left = f->right;
    fr_expr *inner = without_composition(p, call);
    fr_expr *outer = inner ? fr_new_node(p, call->kind, call->token, f->left, NULL, NULL) : NULL;
    if (!outer)
        return NULL;
    outer->items = fr_alloc(p->d->arena, sizeof(fr_expr *));
    outer->items[outer->count++] = inner;
    outer->span = call->span;
    outer->height = inner->height >= outer->height ? inner->height + 1 : outer->height;
    return without_composition(p, outer);
}

/* A call of a function without a name is its value. */
static fr_expr *applied(fr_parser *p, fr_expr *call)
{
    const bool statement = p->target && p->parentheses == 0;
    if (!p->functional && fr_calls_name(call, "Ref") && call->count == 1) {
        call->items[0]->span = call->span; /* a variable needs no box */
        return call->items[0];
    }
    if (!p->functional && !statement && fr_calls_name(call, "map") && call->count > 1
        && call->items[0]->kind == EX_NAME) /* f.(v) */
        return fr_apply(p->d->arena, call->span, call->items[0], call->count - 1, call->items + 1,
                        true);
    if (!statement)
        call = fr_without_count(p->d->arena, call);
    if (p->functional)
        call = without_composition(p, call);
    fr_expr *e = !call           ? NULL
                 : p->functional ? fr_without_done_fold(call)
                 : statement     ? call
                                 : fr_without_lambda(p->d->arena, call);
    if (!e && !p->panic) {
        fr_help(p->d,
                fr_report(p->d, RGC_ERROR, "R0604", call->span,
                          "this function takes another number of arguments"),
                "write one name before the arrow for each argument: (x, y) -> x + y");
        p->panic = true;
    }
    return e;
}

static fr_expr *parse_suffixes(fr_parser *p, fr_expr *e)
{
    while (e && !p->panic) {
        const fr_token *t = fr_peek(p);
        fr_expr *next;
        if (t->space_before && t->kind != TOK_DOT)
            return e;
        if (t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE) {
            fr_take(p);
            next = fr_new_node(p,
                               t->kind == TOK_LPAREN     ? EX_CALL
                               : t->kind == TOK_LBRACKET ? EX_INDEX
                                                         : EX_CURLY,
                               t->kind, e, NULL, NULL);
            if (!next
                || !parse_items(p, next,
                                t->kind == TOK_LPAREN     ? TOK_RPAREN
                                : t->kind == TOK_LBRACKET ? TOK_RBRACKET
                                                          : TOK_RBRACE,
                                t->kind == TOK_LPAREN, NULL))
                return NULL;
            if (next->kind == EX_CALL && fr_at_do(p) && !(next = fr_parse_do(p, next)))
                return NULL;
            if (next->kind == EX_INDEX && p->views)
                next->token = TOK_MACRO;
            next = applied(p, next);
            if (next && next->kind == EX_INDEX && next->count == 0 && !names_type(e)) {
                /* r[] of a Ref is r */
                e->span = next->span;
                next = e;
            }
        } else if (t->kind == TOK_DOT && !t->space_before) {
            fr_take(p);
            const fr_token *name = fr_take(p);
            if (name->kind == TOK_LBRACKET) { /* A.[:, j]: a part of A, as A[:, j] is */
                next = fr_new_node(p, EX_INDEX, TOK_LBRACKET, e, NULL, NULL);
                if (!next || !parse_items(p, next, TOK_RBRACKET, false, NULL))
                    return NULL;
            } else if (name->kind == TOK_LPAREN) {
                next = fr_new_node(p, EX_DOTCALL, TOK_DOT, e, NULL, NULL);
                if (!next || !parse_items(p, next, TOK_RPAREN, true, NULL))
                    return NULL;
                next = applied(p, next);
            } else if (name->kind == TOK_IDENT || name->kind == TOK_COLON) {
                next = fr_new_node(p, EX_FIELD, TOK_DOT, e, NULL, NULL);
                if (next && name->kind == TOK_COLON && fr_peek(p)->kind == TOK_INT) { /* t.:1 */
                    name = fr_take(p);
                    next->name = fr_format(p->d->arena, "%llu", (unsigned long long)name->integer);
                } else if (next) {
                    next->name = name->text ? name->text : "?";
                }
                if (next)
                    next->span = fr_join(next->span, name->span);
                if (next && name->kind == TOK_IDENT && e->kind == EX_NAME
                    && fr_is_julia_module(e->name)) {
                    next->kind = EX_NAME; /* Base.exp */
                    next->left = NULL;
                }
            } else {
                fr_unexpected(p, "a field name");
                return NULL;
            }
        } else if (t->kind == TOK_PRIME) {
            fr_take(p);
            next = fr_new_node(p, EX_ADJOINT, TOK_PRIME, e, NULL, NULL);
            if (next)
                next->span = fr_join(next->span, t->span);
        } else {
            return e;
        }
        e = fr_refuse_suffix(p, e, next);
    }
    return p->panic ? NULL : e;
}

/* e, or T1 => T2 */
static fr_expr *parse_inside(fr_parser *p)
{
    fr_expr *e = fr_parse_expr(p);
    if (!e || fr_peek(p)->kind != TOK_ARROW2)
        return e;
    fr_take(p);
    fr_expr *to = fr_parse_expr(p);
    return to ? fr_new_node(p, EX_BINARY, TOK_ARROW2, e, to, NULL) : NULL;
}

/* ( e ), ( e, e ), ( e, ~ ), (~f) */
static fr_expr *parse_parenthesis(fr_parser *p)
{
    const fr_token *open = fr_take(p);
    if (fr_peek(p)->kind == TOK_TILDE && fr_peek2(p)->kind == TOK_IDENT) {
        size_t mark = p->at;
        fr_take(p);
        const fr_token *name = fr_take(p);
        if (fr_peek(p)->kind == TOK_RPAREN
            && (fr_peek2(p)->kind == TOK_LPAREN || fr_peek2(p)->kind == TOK_DOT)) {
            const fr_token *close = fr_take(p);
            fr_expr *callee = fr_new_expr(p, EX_NAME, name->span);
            callee->name = name->text;
            fr_expr *e = fr_new_node(p, EX_INVERSE, TOK_TILDE, callee, NULL, NULL);
            if (e)
                e->span = fr_join(open->span, close->span);
            return e;
        }
        p->at = mark;
    }
    if (fr_at_named_tuple(p))
        return fr_parse_named_tuple(p, open->span);
    fr_expr *list = fr_new_expr(p, EX_TUPLE, open->span);
    size_t capacity = 0;
    bool range = p->no_range, index = p->index, tuple = false;
    p->parentheses++;
    p->no_range = false;
    while (!p->panic && fr_peek(p)->kind != TOK_RPAREN) {
        const fr_token *t = fr_peek(p);
        if (t->kind == TOK_TILDE && fr_peek2(p)->kind == TOK_RPAREN)
            add_item(p, list, &capacity, fr_new_expr(p, EX_SAME, fr_take(p)->span));
        else
            add_item(p, list, &capacity, parse_inside(p));
        if (fr_accept(p, TOK_COMMA))
            tuple = true;
        else if (!p->panic && fr_peek(p)->kind != TOK_RPAREN)
            unclosed(p, open->span, "')'");
    }
    p->parentheses--;
    p->no_range = range;
    p->index = index;
    if (p->panic)
        return NULL;
    list->span = fr_join(list->span, fr_take(p)->span);
    if (tuple || list->count != 1)
        return list;
    list->items[0]->span = list->span;
    return list->items[0];
}

/* @fields z, and @unsafe_destruct z as older versions have it: the parts of z as a tuple; @const x:
 * x. */
static fr_expr *parse_operand_macro(fr_parser *p)
{
    const fr_token *t = fr_take(p);
    if (fr_too_deep(p))
        return NULL;
    fr_expr *e = parse_suffixes(p, parse_primary(p));
    p->depth--;
    if (!e || strcmp(t->text, "const") == 0)
        return e;
    fr_expr *name = fr_new_expr(p, EX_NAME, t->span);
    name->name = "@fields";
    fr_expr *call = fr_new_node(p, EX_CALL, TOK_LPAREN, name, NULL, NULL);
    size_t capacity = 0;
    if (call)
        add_item(p, call, &capacity, e), call->span = fr_join(t->span, e->span);
    return call;
}

/* @const x, which older versions call @keep x, @skip! x: an argument with a mark, which becomes a
 * call of that name */
static fr_expr *parse_mark(fr_parser *p)
{
    const fr_token *t = fr_take(p);
    fr_expr *mark = fr_new_expr(p, EX_NAME, t->span), *x = fr_parse_expr(p), *e;
    mark->name = fr_format(p->d->arena, "@%s", strcmp(t->text, "keep") == 0 ? "const" : t->text);
    e = x ? fr_new_node(p, EX_CALL, TOK_LPAREN, mark, NULL, NULL) : NULL;
    if (!e)
        return NULL;
    e->items = fr_alloc(p->d->arena, sizeof *e->items);
    e->items[0] = x;
    e->count = 1;
    e->span = fr_join(t->span, x->span);
    fr_raise_height(p, e, x);
    return e;
}

/* @view e, @views e: e, as a slice is no copy. @. e: e with dots. */
static fr_expr *parse_expression_macro(fr_parser *p)
{
    const bool dots = strcmp(fr_peek(p)->text, ".") == 0, outer = p->views;
    fr_take(p);
    p->views = outer || !dots;
    fr_expr *e = fr_parse_expr(p);
    p->views = outer;
    return e && dots ? fr_with_dots(p, e) : e;
}

static fr_expr *parse_primary(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    fr_expr *e;
    switch (t->kind) {
    case TOK_INT:
        e = fr_new_expr(p, EX_INT, fr_take(p)->span);
        e->integer = t->integer;
        return e;
    case TOK_REAL:
        e = fr_new_expr(p, EX_REAL, fr_take(p)->span);
        e->real = t->real;
        return e;
    case TOK_TRUE:
    case TOK_FALSE:
        e = fr_new_expr(p, EX_BOOL, fr_take(p)->span);
        e->integer = t->kind == TOK_TRUE;
        return e;
    case TOK_STRING:
        e = fr_new_expr(p, EX_STRING, fr_take(p)->span);
        e->name = t->text;
        return e;
    case TOK_IDENT:
        e = fr_new_expr(p, EX_NAME, fr_take(p)->span);
        e->name = t->text;
        return e;
    case TOK_END:
        if (p->index)
            return fr_new_expr(p, EX_END, fr_take(p)->span);
        break;
    case TOK_BEGIN: /* v[begin]: indices start at 1 */
        if (!p->index)
            break;
        e = fr_new_expr(p, EX_INT, fr_take(p)->span);
        e->integer = 1;
        return e;
    case TOK_MACRO:
        if (fr_is_fields_macro(t->text))
            return parse_operand_macro(p);
        if (strcmp(t->text, "const") == 0 || strcmp(t->text, "skip!") == 0
            || strcmp(t->text, "keep") == 0)
            return parse_mark(p);
        if (fr_is_view_macro(t->text) || strcmp(t->text, ".") == 0)
            return parse_expression_macro(p);
        if (strcmp(t->text, "evalpoly") != 0)
            break;
        e = fr_new_expr(p, EX_NAME, fr_take(p)->span);
        e->name = "evalpoly";
        return e;
    case TOK_LPAREN: return parse_parenthesis(p);
    case TOK_LBRACKET: e = fr_new_expr(p, EX_ARRAY, fr_take(p)->span); return parse_written(p, e);
    case TOK_LET:
        if (p->functional)
            return fn_parse_let(p);
        break;
    default: break;
    }
    fr_unexpected(p, "an expression");
    return NULL;
}

/* e times what is right behind it. */
static fr_expr *parse_times(fr_parser *p, fr_expr *e)
{
    if (fr_too_deep(p))
        return NULL;
    const bool root = fr_peek(p)->kind == TOK_SQRT;
    fr_expr *right = root ? parse_unary(p) : parse_power(p);
    p->depth--;
    return right ? fr_new_node(p, EX_BINARY, TOK_MUL, e, right, NULL) : NULL;
}

/* Whether what is read next touches what was read, and so is multiplied: a root always, a name
 * behind a factor, a parenthesis behind a number. */
static bool is_beside(fr_parser *p, bool factor, bool number)
{
    const fr_token *t = fr_peek(p);
    return !t->space_before
           && (t->kind == TOK_SQRT || (factor && t->kind == TOK_IDENT)
               || (number && t->kind == TOK_LPAREN));
}

/* 2x, 2(x + 1), 2√x, (2)x and x'y: what is right before a name multiplies it. */
static fr_expr *parse_power(fr_parser *p)
{
    const fr_token *first = fr_peek(p);
    const bool radicand = p->radicand;
    p->radicand = false;
    fr_expr *e = parse_primary(p);
    if (!e)
        return NULL;
    const bool number = first->kind == TOK_INT || first->kind == TOK_REAL;
    if (!number)
        e = parse_suffixes(p, e);
    if (!e)
        return NULL;
    const bool factor =
        number || first->kind == TOK_LPAREN || e->kind == EX_ADJOINT
        || (e->kind == EX_CALL && p->at > 0 && p->tokens[p->at - 1].kind == TOK_RPAREN);
    if (!radicand && is_beside(p, factor, number))
        return parse_times(p, e);
    if (fr_peek(p)->kind == TOK_POW || fr_peek(p)->kind == TOK_DOTPOW) {
        fr_token_kind token = fr_take(p)->kind;
        fr_skip_newlines(p);
        fr_expr *right = parse_unary(p);
        return right ? fr_new_node(p, EX_BINARY, token, e, right, NULL) : NULL;
    }
    return e;
}

enum {
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_COMPARE,
    LEVEL_PIPE,
    LEVEL_RANGE,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_SHIFT,
    LEVEL_UNARY
};

static int level_of(fr_token_kind kind)
{
    switch (kind) {
    case TOK_OROR:
    case TOK_DOTOROR: return LEVEL_OR;
    case TOK_ANDAND:
    case TOK_DOTANDAND: return LEVEL_AND;
    case TOK_EQ:
    case TOK_NE:
    case TOK_LT:
    case TOK_LE:
    case TOK_GT:
    case TOK_GE:
    case TOK_IDENTICAL:
    case TOK_NIDENTICAL:
    case TOK_DOTEQ:
    case TOK_DOTNE:
    case TOK_DOTLE:
    case TOK_DOTGE:
    case TOK_DOTLT:
    case TOK_DOTGT: return LEVEL_COMPARE;
    case TOK_PIPE:
    case TOK_DOTPIPE: return LEVEL_PIPE;
    case TOK_ADD:
    case TOK_SUB:
    case TOK_OR:
    case TOK_XOR:
    case TOK_DOTADD:
    case TOK_DOTSUB:
    case TOK_DOTXOR: return LEVEL_SUM;
    case TOK_MUL:
    case TOK_DIV:
    case TOK_IDIV:
    case TOK_REM:
    case TOK_AND:
    case TOK_RATIONAL:
    case TOK_DOTMUL:
    case TOK_DOTDIV:
    case TOK_DOTIDIV:
    case TOK_DOTREM:
    case TOK_DOTAND:
    case TOK_COMPOSE:
    case TOK_INNER:
    case TOK_BACKSLASH: return LEVEL_PRODUCT;
    case TOK_SHL:
    case TOK_SAR:
    case TOK_SHR:
    case TOK_DOTSHL:
    case TOK_DOTSAR:
    case TOK_DOTSHR: return LEVEL_SHIFT;
    default: return -1;
    }
}

/* An operator that stands for its function: foldl(+, 0, v). */
static fr_expr *parse_operator_name(fr_parser *p)
{
    const fr_token *t = fr_take(p);
    fr_expr *e = fr_new_expr(p, EX_NAME, t->span);
    e->name = fr_text(p->d->arena, p->d->sources[p->file].text + t->span.offset, t->span.length);
    return e;
}

static bool is_operator_name(fr_parser *p)
{
    fr_token_kind k = fr_peek(p)->kind;
    const fr_token_kind before = p->at > 0 ? p->tokens[p->at - 1].kind : TOK_EOF,
                        behind = fr_peek2(p)->kind;
    const bool alone = /* PlusEq(*), f(y, *, x), f(y; op=*) */
        (before == TOK_LPAREN || before == TOK_COMMA || before == TOK_ASSIGN)
        && (behind == TOK_RPAREN || (p->parentheses > 0 && behind == TOK_COMMA));
    if (alone && (level_of(k) >= LEVEL_SUM || level_of(k) == LEVEL_COMPARE || k == TOK_POW))
        return true;
    return p->functional
           && (k == TOK_ADD || k == TOK_SUB || k == TOK_MUL || k == TOK_DIV || k == TOK_POW)
           && fr_peek2(p)->kind == TOK_COMMA;
}

/* The minus of '<-', which was read as '<'. */
static fr_expr *parse_hidden_minus(fr_parser *p)
{
    p->minus = false;
    if (fr_too_deep(p))
        return NULL;
    fr_expr *right = parse_unary(p);
    p->depth--;
    return right ? fr_new_node(p, EX_UNARY, TOK_SUB, NULL, right, NULL) : NULL;
}

static fr_expr *parse_unary(fr_parser *p)
{
    if (p->minus)
        return parse_hidden_minus(p);
    if (is_operator_name(p))
        return parse_operator_name(p);
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_SUB && t->kind != TOK_ADD && t->kind != TOK_NOT && t->kind != TOK_TILDE
        && t->kind != TOK_SQRT) {
        if (fr_too_deep(p))
            return NULL;
        fr_expr *e = parse_power(p);
        p->depth--;
        return e;
    }
    if (fr_too_deep(p))
        return NULL;
    fr_take(p);
    const bool radicand = p->radicand, root = t->kind == TOK_SQRT;
    p->radicand = root;
    fr_expr *right = parse_unary(p);
    p->depth--;
    if (!right)
        return NULL;
    fr_expr *e = fr_new_node(p, EX_UNARY, t->kind, NULL, right, NULL);
    if (e)
        e->span = fr_join(t->span, right->span);
    return e && root && !radicand && is_beside(p, true, true) ? parse_times(p, e) : e;
}

/* In a function with a value a range of reals is an array. */
static fr_expr *new_range(fr_parser *p, fr_expr *first, fr_expr *last, fr_expr *step)
{
    fr_expr *range = fr_new_node(p, EX_RANGE, TOK_COLON, first, last, step);
    return range && p->functional ? fr_real_range(p->d->arena, range) : range;
}

/* a : b and a : s : b */
static fr_expr *parse_range(fr_parser *p)
{
    fr_expr *first = parse_binary(p, LEVEL_SUM);
    if (!first || p->no_range || fr_peek(p)->kind != TOK_COLON)
        return first;
    fr_take(p);
    fr_expr *second = parse_binary(p, LEVEL_SUM);
    if (!second || fr_peek(p)->kind != TOK_COLON)
        return second ? new_range(p, first, second, NULL) : NULL;
    fr_take(p);
    fr_expr *third = parse_binary(p, LEVEL_SUM);
    return third ? new_range(p, first, third, second) : NULL;
}

/* x |> subarray(1:2) is x[1:2], and t |> tget(2) is t.:2. */
static fr_expr *seen_through(fr_parser *p, fr_expr *e)
{
    const fr_expr *f = e ? e->right : NULL;
    if (!f || e->token != TOK_PIPE || f->kind != EX_CALL || f->left->kind != EX_NAME
        || f->keyword_count > 0)
        return e;
    if (strcmp(f->left->name, "subarray") == 0 && f->count > 0) {
        e->kind = EX_INDEX;
        e->token = TOK_LBRACKET;
        e->items = f->items;
        e->count = f->count;
        e->right = NULL;
    } else if (strcmp(f->left->name, "tget") == 0 && f->count == 1 && f->items[0]->kind == EX_INT) {
        e->kind = EX_FIELD;
        e->token = TOK_DOT;
        e->name = fr_format(p->d->arena, "%llu", (unsigned long long)f->items[0]->integer);
        e->right = NULL;
    }
    return e;
}

/* 'in' as an operator: not where it ends the values of a 'let', or the names of a 'for'. */
static bool at_membership(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    return !p->no_in && (t->kind == TOK_IN || (t->kind == TOK_IDENT && strcmp(t->text, "in") == 0));
}

static fr_expr *parse_binary(fr_parser *p, int level)
{
    if (level == LEVEL_RANGE)
        return parse_range(p);
    if (level == LEVEL_UNARY)
        return parse_unary(p);
    fr_expr *left = parse_binary(p, level + 1), *chain = NULL;
    while (left) {
        if (level == LEVEL_COMPARE && !chain && at_membership(p)) {
            fr_take(p);
            const fr_expr *of = parse_binary(p, level + 1);
            fr_expr *member = of ? fr_membership(p, left, of) : NULL;
            if (member)
                member->span = fr_join(left->span, of->span);
            return member;
        }
        const fr_token *t = fr_peek(p);
        fr_token_kind kind = t->kind;
        /* a<-1 inside an expression is a < -1: the minus belongs to the first operand alone */
        if (level == LEVEL_COMPARE && kind == TOK_ALLOC && t->span.length == 2
            && (!p->target || p->parentheses > 0))
            kind = TOK_LT, p->minus = true;
        else if (level_of(kind) != level || fr_at_next_of_row(p)
                 || (p->functional && fr_at_guarded_statement(p)))
            break;
        fr_take(p);
        fr_skip_newlines(p);
        const bool function = kind == TOK_PIPE && fr_peek(p)->kind == TOK_IDENT
                              && fr_peek2(p)->kind == TOK_FREE;
        fr_expr *right = function ? fr_parse_expr(p) : parse_binary(p, level + 1);
        if (!right)
            return NULL;
        if (function && right->kind == EX_LAMBDA) /* x |> y -> y + 1 */
            return fr_apply(p->d->arena, fr_join(left->span, right->span), right, 1, &left, false);
        if (kind == TOK_INNER) { /* a ⋅ b */
            fr_expr *both[2] = {left, right};
            left = fr_make_call(p->d->arena, fr_join(left->span, right->span), "dot", 2, both);
            continue;
        }
        if (level != LEVEL_COMPARE) {
            left = seen_through(p, fr_new_node(p, EX_BINARY, kind, left, right, NULL));
            continue;
        }
        /* a < b < c is a < b && b < c: b is written once and evaluated twice */
        if (chain && left->height > 8 && !p->panic) {
            fr_report(p->d, RGC_ERROR, "R0106", left->span,
                      "the middle of this comparison is too long: compare twice");
            p->panic = true;
        }
        fr_expr *pair = fr_new_node(p, EX_BINARY, kind, left, right, NULL);
        chain = chain ? fr_new_node(p, EX_BINARY, TOK_ANDAND, chain, pair, NULL) : pair;
        if (!chain)
            return NULL;
        left = right;
    }
    return left && chain ? chain : left;
}

/* x -> e within parentheses, where nothing is freed. */
static bool starts_lambda(fr_parser *p, const fr_expr *e)
{
    return p->parentheses > 0 && fr_peek(p)->span.length == 2 && fn_is_pattern(e);
}

fr_expr *fr_parse_expr(fr_parser *p)
{
    if (p->panic || fr_too_deep(p))
        return NULL;
    fr_expr *e = parse_binary(p, LEVEL_OR);
    if (e && fr_peek(p)->kind == TOK_QUESTION) {
        fr_take(p);
        fr_skip_newlines(p);
        bool range = p->no_range;
        p->no_range = true;
        fr_expr *yes = fr_parse_expr(p);
        p->no_range = range;
        fr_expr *no = NULL;
        if (yes && fr_expect(p, TOK_COLON, "':' of '?'")) {
            fr_skip_newlines(p);
            no = fr_parse_expr(p);
        }
        e = no ? fr_new_node(p, EX_TERNARY, TOK_QUESTION, e, yes, no) : NULL;
    }
    if (e && fr_peek(p)->kind == TOK_FREE && (p->functional || starts_lambda(p, e)))
        e = fn_parse_lambda(p, e);
    p->depth--;
    return p->panic ? NULL : e;
}

/* a, b as the left side of a statement is the tuple (a, b) */
static fr_expr *parse_target(fr_parser *p)
{
    fr_expr *e = fr_parse_expr(p);
    if (!e || fr_peek(p)->kind != TOK_COMMA || p->parentheses > 0)
        return e;
    fr_expr *list = fr_new_expr(p, EX_TUPLE, e->span);
    size_t capacity = 0;
    add_item(p, list, &capacity, e);
    while (fr_accept(p, TOK_COMMA)) {
        e = fr_parse_expr(p);
        if (!e)
            return NULL;
        add_item(p, list, &capacity, e);
        list->span = fr_join(list->span, e->span);
    }
    return list;
}

fr_expr *fr_parse_target(fr_parser *p)
{
    const bool outer = p->target;
    p->target = true; /* a '<-' behind it belongs to the statement */
    fr_expr *e = parse_target(p);
    p->target = outer;
    return e;
}

fr_expr *fr_parse_type(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_IDENT) {
        fr_unexpected(p, "a type");
        return NULL;
    }
    if (fr_too_deep(p))
        return NULL;
    fr_expr *e = parse_primary(p);
    while (e && fr_peek(p)->kind == TOK_DOT && fr_peek2(p)->kind == TOK_IDENT) {
        fr_take(p);
        const fr_token *part = fr_take(p);
        e->name = part->text;
        e->span = fr_join(e->span, part->span);
    }
    if (e && fr_peek(p)->kind == TOK_LBRACE) {
        fr_take(p);
        fr_expr *c = fr_new_node(p, EX_CURLY, TOK_LBRACE, e, NULL, NULL);
        size_t capacity = 0;
        p->parentheses++;
        while (c && !p->panic && fr_peek(p)->kind != TOK_RBRACE) {
            const bool bound = fr_accept(p, TOK_SUBTYPE);
            fr_expr *item = fr_peek(p)->kind == TOK_INT ? parse_primary(p) : fr_parse_type(p);
            if (item && bound)
                item->token = TOK_SUBTYPE;
            add_item(p, c, &capacity, item);
            if (!p->panic && fr_peek(p)->kind != TOK_RBRACE && !fr_accept(p, TOK_COMMA))
                fr_unexpected(p, "',' or '}'");
        }
        p->parentheses--;
        if (c && !p->panic)
            c->span = fr_join(c->span, fr_take(p)->span);
        e = p->panic ? NULL : c;
    }
    p->depth--;
    return e;
}
