/* tree.c: nodes of syntax trees that the compiler makes. */
#include "compiler/syntax/tree.h"

#include <string.h>

const char fr_infinity[] = "_infinity", fr_most_finite[] = "_most_finite";
const char fr_test_infinite[] = "isinf(Inf)", fr_test_finite[] = "isfinite(Inf)";

static const char *const infinities[] = {"Inf",     "Inf64",          "Inf32",       "typemax",
                                         "typemin", fr_test_infinite, fr_test_finite};
enum { NAMES = 3, INFINITIES = sizeof infinities / sizeof infinities[0] };

bool fr_is_infinity(const char *name)
{
    bool found = false;
    for (size_t i = 0; i < NAMES && !found; i++)
        found = strcmp(infinities[i], name) == 0;
    return found;
}

bool fr_names_infinity(const fr_expr *e)
{
    bool found = false;
    for (size_t i = 0; i < INFINITIES && !found; i++)
        found = fr_expr_mentions(e, infinities[i]);
    return found;
}

static fr_expr *make(fr_arena *arena, fr_expr_kind kind, fr_span span)
{
    fr_expr *e = fr_alloc(arena, sizeof *e);
    e->kind = kind;
    e->span = span;
    e->height = 1;
    return e;
}

static void over(fr_expr *e, const fr_expr *child)
{
    if (child && child->height >= e->height)
        e->height = child->height + 1;
}

fr_expr *fr_make_name(fr_arena *arena, fr_span span, const char *name)
{
    fr_expr *e = make(arena, EX_NAME, span);
    e->name = name;
    return e;
}

fr_expr *fr_make_int(fr_arena *arena, fr_span span, int64_t value)
{
    fr_expr *e = make(arena, EX_INT, span);
    e->integer = (uint64_t)value;
    return e;
}

fr_expr *fr_make_real(fr_arena *arena, fr_span span, long double value)
{
    fr_expr *e = make(arena, EX_REAL, span);
    e->real = value;
    return e;
}

static bool whole(const fr_expr *e) { return e->kind == EX_INT && e->integer < UINT32_MAX; }

fr_expr *fr_make_binary(fr_arena *arena, fr_token_kind token, fr_expr *left, fr_expr *right)
{
    if (whole(left) && whole(right) && (token == TOK_ADD || token == TOK_SUB)) {
        uint64_t n = token == TOK_ADD ? left->integer + right->integer
                                      : left->integer - right->integer;
        return fr_make_int(arena, left->span, (int64_t)n);
    }
    if (whole(right) && right->integer == 0 && (token == TOK_ADD || token == TOK_SUB))
        return left;
    fr_expr *e = make(arena, EX_BINARY, left->span);
    e->token = token;
    e->left = left;
    e->right = right;
    over(e, left);
    over(e, right);
    return e;
}

fr_expr *fr_make_unary(fr_arena *arena, fr_span span, fr_token_kind token, fr_expr *right)
{
    fr_expr *e = make(arena, EX_UNARY, span);
    e->token = token;
    e->right = right;
    over(e, right);
    return e;
}

static fr_expr *with_items(fr_arena *arena, fr_expr *e, size_t count, fr_expr *const *items)
{
    e->items = fr_alloc(arena, (count + 1) * sizeof *e->items);
    for (size_t i = 0; i < count; i++)
        if (items[i]) {
            e->items[e->count++] = items[i];
            over(e, items[i]);
        }
    return e;
}

bool fr_is_condition(const fr_expr *e)
{
    switch (e->kind == EX_BINARY || e->kind == EX_UNARY ? fr_undotted(e->token) : TOK_EOF) {
    case TOK_EQ:
    case TOK_NE:
    case TOK_LT:
    case TOK_LE:
    case TOK_GT:
    case TOK_GE:
    case TOK_ANDAND:
    case TOK_OROR:
    case TOK_NOT: return true;
    case TOK_AND:
    case TOK_OR: return fr_is_condition(e->left) && fr_is_condition(e->right);
    default: return e->kind == EX_BOOL;
    }
}

bool fr_is_mask(const fr_expr *e)
{
    if (e->kind == EX_UNARY && e->token == TOK_NOT)
        return fr_is_mask(e->right);
    return fr_is_condition(e) && fr_is_dotted(e->token);
}

bool fr_is_failure(const fr_expr *e)
{
    return fr_calls_name(e, "error") || fr_calls_name(e, "throw");
}

fr_expr *fr_copy_call(fr_arena *arena, const fr_expr *e)
{
    fr_expr *copy = fr_alloc(arena, sizeof *copy);
    *copy = *e;
    copy->items = fr_alloc(arena, (e->count + 1) * sizeof *copy->items);
    for (size_t i = 0; i < e->count; i++)
        copy->items[i] = e->items[i];
    return copy;
}

fr_expr *fr_with_arguments(fr_arena *arena, const fr_expr *e,
                           fr_expr *(*map)(void *context, const fr_expr *argument), void *context)
{
    fr_expr *copy = fr_alloc(arena, sizeof *copy);

    *copy = *e;
    copy->items = fr_alloc(arena, (e->count + 1) * sizeof *copy->items);
    for (size_t i = 0; i < e->count; i++)
        copy->items[i] = map(context, e->items[i]);
    copy->keywords = fr_alloc(arena, (e->keyword_count + 1) * sizeof *copy->keywords);
    for (size_t i = 0; i < e->keyword_count; i++) {
        copy->keywords[i] = e->keywords[i];
        copy->keywords[i].value = map(context, e->keywords[i].value);
    }
    return copy;
}

fr_expr *fr_make_call(fr_arena *arena, fr_span span, const char *name, size_t count,
                      fr_expr *const *items)
{
    fr_expr *e = make(arena, EX_CALL, span);
    e->token = TOK_LPAREN;
    e->left = fr_make_name(arena, span, name);
    e->left->made = true;
    return with_items(arena, e, count, items);
}

fr_expr *fr_make_index(fr_arena *arena, fr_span span, fr_expr *array, size_t count,
                       fr_expr *const *items)
{
    fr_expr *e = make(arena, EX_INDEX, span);
    e->token = TOK_LBRACKET;
    e->left = array;
    over(e, array);
    return with_items(arena, e, count, items);
}

fr_expr *fr_make_range(fr_arena *arena, fr_span span, fr_expr *first, fr_expr *step, fr_expr *last)
{
    fr_expr *e = make(arena, EX_RANGE, span);
    e->token = TOK_COLON;
    e->left = first;
    e->right = last;
    e->third = step;
    over(e, first);
    over(e, last);
    over(e, step);
    return e;
}

fr_stmt *fr_make_stmt(fr_arena *arena, fr_stmt_kind kind, fr_span span)
{
    fr_stmt *st = fr_alloc(arena, sizeof *st);
    st->kind = kind;
    st->span = span;
    st->silent = true;
    return st;
}

fr_stmt *fr_make_change(fr_arena *arena, fr_span span, fr_stmt_kind kind, fr_token_kind token,
                        fr_expr *target, fr_expr *value)
{
    fr_stmt *st = fr_make_stmt(arena, kind, span);
    st->token = token;
    st->target = target;
    st->value = value;
    return st;
}

fr_stmt *fr_make_loop(fr_arena *arena, fr_span span, const char *name, fr_expr *last, fr_stmt *body)
{
    fr_stmt *st = fr_make_stmt(arena, ST_FOR, span);
    st->name = name;
    st->name_span = span;
    st->value = fr_make_range(arena, span, fr_make_int(arena, span, 1), NULL, last);
    st->body = body;
    return st;
}

fr_expr *fr_replace_end(fr_arena *arena, const fr_expr *e, fr_expr *extent)
{
    if (!e)
        return NULL;
    if (e->kind == EX_END)
        return extent;
    fr_expr *copy = fr_alloc(arena, sizeof *copy);
    *copy = *e;
    if (e->kind == EX_INDEX) /* an 'end' in there belongs to that array */
        return copy;
    copy->left = fr_replace_end(arena, e->left, extent);
    copy->right = fr_replace_end(arena, e->right, extent);
    copy->third = fr_replace_end(arena, e->third, extent);
    copy->items = fr_alloc(arena, (e->count + 1) * sizeof *copy->items);
    for (size_t i = 0; i < e->count; i++)
        copy->items[i] = fr_replace_end(arena, e->items[i], extent);
    return copy;
}

fr_stmt *fr_chain(fr_stmt *first, fr_stmt *second)
{
    if (!first)
        return second;
    fr_stmt *last = first;
    while (last->next)
        last = last->next;
    last->next = second;
    return first;
}

bool fr_any_in(const fr_expr *e, fr_expr_test test, const void *with)
{
    if (!e)
        return false;
    bool found = test(e, with) || fr_any_in(e->left, test, with) || fr_any_in(e->right, test, with)
                 || fr_any_in(e->third, test, with);
    for (size_t i = 0; !found && i < e->count; i++)
        found = fr_any_in(e->items[i], test, with);
    for (size_t i = 0; !found && i < e->keyword_count; i++)
        found = fr_any_in(e->keywords[i].value, test, with);
    return found;
}

static bool is_named(const fr_expr *e, const void *name)
{
    return e->kind == EX_NAME && strcmp(e->name, name) == 0;
}

bool fr_expr_mentions(const fr_expr *e, const char *name) { return fr_any_in(e, is_named, name); }

bool fr_is_named(const fr_expr *e, const char *name)
{
    return e && e->kind == EX_NAME && strcmp(e->name, name) == 0;
}

bool fr_calls_name(const fr_expr *e, const char *name)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME && strcmp(e->left->name, name) == 0;
}

bool fr_calls_one_of(const fr_expr *e, const char *const *names)
{
    for (; *names; names++)
        if (fr_calls_name(e, *names))
            return true;
    return false;
}

bool fr_has_parameter(const fr_functional *f, const char *name)
{
    bool found = false;
    for (size_t i = 0; !found && i < f->param_count; i++)
        found = strcmp(f->params[i].name, name) == 0;
    return found;
}

bool fr_is_dotted(fr_token_kind token) { return fr_undotted(token) != token; }

bool fr_is_dotted_value(const fr_expr *e)
{
    return e->kind == EX_DOTCALL || (e->kind == EX_BINARY && fr_is_dotted(e->token));
}

fr_token_kind fr_undotted(fr_token_kind token)
{
    switch (token) {
    case TOK_DOTADDEQ: return TOK_ADDEQ;
    case TOK_DOTSUBEQ: return TOK_SUBEQ;
    case TOK_DOTMULEQ: return TOK_MULEQ;
    case TOK_DOTDIVEQ: return TOK_DIVEQ;
    case TOK_DOTXOREQ: return TOK_XOREQ;
    case TOK_DOTADD: return TOK_ADD;
    case TOK_DOTSUB: return TOK_SUB;
    case TOK_DOTMUL: return TOK_MUL;
    case TOK_DOTDIV: return TOK_DIV;
    case TOK_DOTPOW: return TOK_POW;
    case TOK_DOTXOR: return TOK_XOR;
    case TOK_DOTEQ: return TOK_EQ;
    case TOK_DOTNE: return TOK_NE;
    case TOK_DOTLE: return TOK_LE;
    case TOK_DOTGE: return TOK_GE;
    case TOK_DOTLT: return TOK_LT;
    case TOK_DOTGT: return TOK_GT;
    case TOK_DOTIDIV: return TOK_IDIV;
    case TOK_DOTREM: return TOK_REM;
    case TOK_DOTAND: return TOK_AND;
    case TOK_DOTANDAND: return TOK_ANDAND;
    case TOK_DOTOROR: return TOK_OROR;
    case TOK_DOTSHL: return TOK_SHL;
    case TOK_DOTSAR: return TOK_SAR;
    case TOK_DOTSHR: return TOK_SHR;
    case TOK_DOTPIPE: return TOK_PIPE;
    default: return token;
    }
}

fr_token_kind fr_dotted(fr_token_kind token)
{
    for (int k = 0; k < TOK_COUNT; k++)
        if (fr_is_dotted((fr_token_kind)k) && fr_undotted((fr_token_kind)k) == token)
            return (fr_token_kind)k;
    return token;
}
