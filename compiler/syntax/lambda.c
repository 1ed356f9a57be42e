/* lambda.c: functions without a name are gone when they are called: each call is the expression
 * behind the arrow, with the arguments in place of the names. */
#include "compiler/syntax/lambda.h"

#include <string.h>

#include "compiler/syntax/lexer.h"
#include "compiler/syntax/tree.h"

/* So many calls of functions without a name are replaced within each other: a function that is
 * applied to itself has no end. */
enum { MOST_APPLIED = 200 };

fr_token_kind fr_operator_named(const fr_expr *f)
{
    static const struct {
        const char *name;
        fr_token_kind token;
    } operators[] = {{"+", TOK_ADD},  {"-", TOK_SUB},  {"*", TOK_MUL},  {"/", TOK_DIV},
                     {"^", TOK_POW},  {"÷", TOK_IDIV}, {"%", TOK_REM},  {"&", TOK_AND},
                     {"|", TOK_OR},   {"⊻", TOK_XOR},  {"<", TOK_LT},   {">", TOK_GT},
                     {"<=", TOK_LE},  {">=", TOK_GE},  {"≤", TOK_LE},   {"≥", TOK_GE},
                     {"==", TOK_EQ},  {"!=", TOK_NE},  {"<<", TOK_SHL}, {">>", TOK_SAR},
                     {">>>", TOK_SHR}};
    for (size_t i = 0; f->kind == EX_NAME && i < sizeof operators / sizeof operators[0]; i++)
        if (strcmp(operators[i].name, f->name) == 0)
            return operators[i].token;
    return TOK_EOF;
}

/* ---- names replaced ---- */

static bool binds(const fr_expr *pattern, const char *name)
{
    if (pattern->kind == EX_NAME)
        return strcmp(pattern->name, name) == 0;
    for (size_t i = 0; i < pattern->count; i++)
        if (binds(pattern->items[i], name))
            return true;
    return false;
}

typedef struct {
    fr_arena *arena;
    const fr_replacement *by;
    size_t count;
    bool plain; /* calls of functions without a name stay */
} replacing;

static fr_expr *replaced(void *context, const fr_expr *e);

enum { MOST_REPLACED = 40, MOST_OWN = 16 };

typedef struct {
    fr_replacement by[MOST_REPLACED];
    size_t count;
} replacements;

/* A copy of the pattern by names that nothing else has; what they replace is added to all. */
static fr_expr *fresh_pattern(fr_arena *arena, const fr_expr *e, replacements *all)
{
    fr_expr *pattern = fr_copy_call(arena, e);
    for (size_t i = 0; i < e->count; i++)
        pattern->items[i] = fresh_pattern(arena, e->items[i], all);
    if (e->kind != EX_NAME || strchr(e->name, '#') || all->count == MOST_OWN)
        return pattern;
    pattern->name = fr_format(arena, "%s#%u", e->name, (unsigned)e->span.offset);
    all->by[all->count++] = (fr_replacement){e->name, pattern};
    return pattern;
}

/* The arguments of an inner function get names that nothing else has, since what is put into its
 * body may use theirs. */
static fr_expr *replaced_in_lambda(const replacing *r, const fr_expr *e)
{
    replacements all = {.count = 0};
    fr_expr *copy = fr_alloc(r->arena, sizeof *copy);
    *copy = *e;
    copy->left = fresh_pattern(r->arena, e->left, &all);
    for (size_t i = 0; i < r->count && all.count < MOST_REPLACED; i++)
        if (!binds(e->left, r->by[i].name))
            all.by[all.count++] = r->by[i];
    const replacing inner = {r->arena, all.by, all.count, r->plain};
    copy->right = replaced((void *)(uintptr_t)&inner, e->right);
    return copy;
}

static fr_expr *replaced(void *context, const fr_expr *e)
{
    const replacing *r = context;
    if (!e)
        return NULL;
    if (e->kind == EX_LAMBDA && (e->left->kind == EX_NAME || e->left->kind == EX_TUPLE))
        return replaced_in_lambda(r, e);
    for (size_t i = 0; e->kind == EX_NAME && i < r->count; i++)
        if (strcmp(r->by[i].name, e->name) == 0) {
            fr_expr *copy = fr_alloc(r->arena, sizeof *copy);
            *copy = *r->by[i].by;
            if (!e->respelled)
                copy->span = e->span;
            return copy;
        }
    fr_expr *copy = fr_with_arguments(r->arena, e, replaced, context);
    copy->left = replaced(context, e->left);
    copy->right = replaced(context, e->right);
    copy->third = replaced(context, e->third);
    fr_expr *value = r->plain ? NULL : fr_without_lambda(r->arena, copy);
    return value ? value : copy;
}

fr_expr *fr_replace_names(fr_arena *arena, const fr_expr *e, const fr_replacement *by, size_t count)
{
    replacing r = {arena, by, count, false};
    return replaced(&r, e);
}

fr_expr *fr_rename(fr_arena *arena, const fr_expr *e, const fr_replacement *by, size_t count)
{
    replacing r = {arena, by, count, true};
    return replaced(&r, e);
}

/* ---- calls ---- */

static bool is_bound(const fr_expr *e, const void *pattern)
{
    return e->kind == EX_NAME && binds(pattern, e->name);
}

/* The body of a function of elements, where what depends on an element is dotted. */
static fr_expr *with_dots(fr_arena *arena, const fr_expr *pattern, fr_expr *e)
{
    if (!e || !fr_any_in(e, is_bound, pattern) || e->kind == EX_NAME || e->kind == EX_LAMBDA)
        return e;
    fr_expr *copy = fr_alloc(arena, sizeof *copy);
    *copy = *e;
    copy->left = with_dots(arena, pattern, e->left);
    copy->right = with_dots(arena, pattern, e->right);
    copy->third = with_dots(arena, pattern, e->third);
    copy->items = fr_alloc(arena, (e->count + 1) * sizeof *copy->items);
    for (size_t i = 0; i < e->count; i++)
        copy->items[i] = with_dots(arena, pattern, e->items[i]);
    if (e->kind == EX_BINARY)
        copy->token = fr_dotted(e->token);
    if (e->kind == EX_CALL && !fr_reads_no_value(e))
        copy->kind = EX_DOTCALL;
    if (e->kind == EX_TERNARY) {
        fr_expr *items[] = {copy->left, copy->right, copy->third};
        copy = fr_make_call(arena, e->span, "ifelse", 3, items);
        copy->kind = EX_DOTCALL;
    }
    return copy;
}

static fr_expr *with_span(fr_arena *arena, const fr_expr *e, fr_span span)
{
    if (!e)
        return NULL;
    fr_expr *copy = fr_alloc(arena, sizeof *copy);
    *copy = *e;
    copy->span = span;
    return copy;
}

fr_expr *fr_apply(fr_arena *arena, fr_span span, const fr_expr *f, size_t count,
                  fr_expr *const *items, bool dotted)
{
    const fr_token_kind token = fr_operator_named(f);
    fr_replacement by[16];
    if (token != TOK_EOF && count == 1 && token == TOK_SUB)
        return fr_make_unary(arena, span, token, items[0]);
    if (token != TOK_EOF)
        return count != 2 ? NULL
                          : with_span(arena,
                                      fr_make_binary(arena, dotted ? fr_dotted(token) : token,
                                                     items[0], items[1]),
                                      span);
    if (f->kind != EX_LAMBDA) {
        fr_expr *e = fr_make_call(arena, span, "", count, items);
        e->left = (fr_expr *)(uintptr_t)f;
        e->kind = dotted ? EX_DOTCALL : EX_CALL;
        return e;
    }
    const size_t names = f->left->kind == EX_TUPLE ? f->left->count : 1;
    if (names != count || count > sizeof by / sizeof by[0])
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const fr_expr *name = f->left->kind == EX_TUPLE ? f->left->items[i] : f->left;
        if (name->kind != EX_NAME)
            return NULL;
        by[i] = (fr_replacement){name->name, items[i]};
    }
    if (arena->applied >= MOST_APPLIED)
        return NULL;
    fr_expr *body = dotted ? with_dots(arena, f->left, f->right) : f->right;
    arena->applied++;
    fr_expr *value = with_span(arena, fr_replace_names(arena, body, by, count), span);
    arena->applied--;
    return value;
}

static bool is_function(const fr_expr *f)
{
    return f->kind == EX_LAMBDA || fr_operator_named(f) != TOK_EOF;
}

fr_expr *fr_without_lambda(fr_arena *arena, fr_expr *e)
{
    static const char *const folds[] = {"sum", "prod", "maximum", "minimum"};
    if ((e->kind != EX_CALL && e->kind != EX_DOTCALL) || e->keyword_count > 0)
        return e;
    if (is_function(e->left))
        return fr_apply(arena, e->span, e->left, e->count, e->items, e->kind == EX_DOTCALL);
    if (e->kind != EX_CALL || e->left->kind != EX_NAME || e->count < 2)
        return e;
    if (strcmp(e->left->name, "map") == 0 && is_function(e->items[0]) && e->token != TOK_FOR)
        return fr_apply(arena, e->span, e->items[0], e->count - 1, e->items + 1, true);
    for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++)
        if (strcmp(e->left->name, folds[i]) == 0 && is_function(e->items[0])) {
            fr_expr *each = fr_apply(arena, e->span, e->items[0], e->count - 1, e->items + 1, true);
            fr_expr *all = each ? fr_make_call(arena, e->span, folds[i], 1, &each) : NULL;
            if (all) /* its text has the name already: source_print.c */
                all->left = with_span(arena, e->left, e->items[0]->span);
            return all;
        }
    return e;
}

/* ---- text ---- */

const char *fr_text_of(fr_arena *arena, const fr_expr *e)
{
    if (!e)
        return "";
    const char *text = "";
    for (size_t i = 0; i < e->count; i++)
        text = fr_format(arena, "%s%s%s", text, i ? ", " : "", fr_text_of(arena, e->items[i]));
    for (size_t i = 0; i < e->keyword_count; i++)
        text = fr_format(arena, "%s; %s=%s", text, e->keywords[i].name,
                         fr_text_of(arena, e->keywords[i].value));
    switch (e->kind) {
    case EX_INT: return fr_format(arena, "%llu", (unsigned long long)e->integer);
    case EX_BOOL: return e->integer ? "true" : "false";
    case EX_REAL: return fr_format(arena, "%.20Lg", e->real);
    case EX_NAME: return e->name;
    case EX_CALL: return fr_format(arena, "%s(%s)", fr_text_of(arena, e->left), text);
    case EX_TUPLE: return fr_format(arena, "(%s)", text);
    case EX_LAMBDA:
        return fr_format(arena, "%s -> %s", fr_text_of(arena, e->left),
                         fr_text_of(arena, e->right));
    case EX_BINARY:
    case EX_UNARY: {
        const char *operator= fr_token_spelling(e->token);
        return fr_format(arena, "(%s%s%s%s%s)", fr_text_of(arena, e->left),
                         e->left ? " " : "", operator, e->left ? " " : "",
                         fr_text_of(arena, e->right));
    }
    default:
        return fr_format(arena, "%s%d%s(%s|%s|%s)", fr_text_of(arena, e->left), (int)e->kind,
                         e->name ? e->name : "", text, e->right ? fr_text_of(arena, e->right) : "",
                         e->third ? fr_text_of(arena, e->third) : "");
    }
}
