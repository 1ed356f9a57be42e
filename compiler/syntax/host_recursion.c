/* host_recursion.c: a function of Julia that calls itself once in what it returns, as in
 * n * f(n - 1) + 1. It is a loop: the arguments get new values, and what is still to be done with
 * the result, m * result + b, is kept in two variables. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"

typedef struct {
    fr_parser *p;
    const fr_functional *f;
    fr_expr *factor, *summand; /* the names of m and b */
    bool scales, adds;         /* whether m and b are needed */
    bool fails;
} recursion;

/* m * f(args) + b; m NULL: 1, b NULL: 0. */
typedef struct {
    const fr_expr *call;
    fr_expr *m, *b;
} affine;

static bool is_call(const fr_expr *e, const void *name) { return fr_calls_name(e, name); }

static bool calls(const fr_expr *e, const char *name) { return fr_any_in(e, is_call, name); }

static bool list_calls(const host_stmt *list, const char *name)
{
    return fr_any_host_value(list, is_call, name);
}

/* ---- what is returned ---- */

static fr_expr *product(recursion *r, fr_token_kind token, fr_expr *a, fr_expr *b)
{
    fr_arena *arena = r->p->d->arena;
    if (!a && token == TOK_DIV)
        a = fr_make_int(arena, b->span, 1);
    return a ? fr_make_binary(arena, token, a, b) : b;
}

static bool split(recursion *r, fr_expr *e, affine *out);

static bool split_sum(recursion *r, fr_expr *e, affine *out)
{
    fr_arena *arena = r->p->d->arena;
    const bool left = calls(e->left, r->f->name), minus = e->token == TOK_SUB;
    if ((left && calls(e->right, r->f->name)) || !split(r, left ? e->left : e->right, out))
        return false;
    if (left) {
        fr_expr *zero = fr_make_int(arena, e->span, 0);
        out->b = minus || out->b ? fr_make_binary(arena, e->token, out->b ? out->b : zero, e->right)
                                 : e->right;
        return true;
    }
    if (minus)
        out->m = fr_make_unary(arena, e->span, TOK_SUB,
                               out->m ? out->m : fr_make_int(arena, e->span, 1));
    out->b = out->b ? fr_make_binary(arena, e->token, e->left, out->b) : e->left;
    return true;
}

static bool split_product(recursion *r, fr_expr *e, affine *out)
{
    const bool left = calls(e->left, r->f->name);
    fr_expr *by = left ? e->right : e->left;
    if (calls(by, r->f->name) || (e->token == TOK_DIV && !left)
        || !split(r, left ? e->left : e->right, out))
        return false;
    out->m = product(r, e->token, out->m, by);
    if (out->b)
        out->b = product(r, e->token, out->b, by);
    return true;
}

/* e as m * f(args) + b; false: it is not of this form. */
static bool split(recursion *r, fr_expr *e, affine *out)
{
    if (fr_calls_name(e, r->f->name)) {
        bool good = e->count == r->f->param_count && e->keyword_count == 0;
        for (size_t i = 0; good && i < e->count; i++)
            good = !calls(e->items[i], r->f->name);
        *out = (affine){e, NULL, NULL};
        return good;
    }
    if (e->kind != EX_BINARY)
        return false;
    switch (e->token) {
    case TOK_ADD:
    case TOK_SUB: return split_sum(r, e, out);
    case TOK_MUL:
    case TOK_DIV: return split_product(r, e, out);
    default: return false;
    }
}

/* ---- statements ---- */

static host_stmt *new_stmt(recursion *r, host_kind kind, fr_span span, host_stmt *next)
{
    host_stmt *s = fr_alloc(r->p->d->arena, sizeof *s);
    *s = (host_stmt){.kind = kind, .span = span, .next = next};
    return s;
}

static host_stmt *assign(recursion *r, fr_span span, fr_expr *to, fr_expr *value, host_stmt *next)
{
    host_stmt *s = new_stmt(r, HOST_ASSIGN, span, next);
    s->pattern = to;
    s->value = value;
    return s;
}

static fr_expr *tuple(recursion *r, const fr_expr *call, bool parameters)
{
    fr_arena *arena = r->p->d->arena;
    fr_expr *e = fr_copy_call(arena, call);
    for (size_t i = 0; parameters && i < e->count; i++)
        e->items[i] = fr_make_name(arena, call->span, r->f->params[i].name);
    e->kind = EX_TUPLE;
    e->left = NULL;
    return e->count == 1 ? e->items[0] : e;
}

/* The next arguments, and what is to be done with what they give. */
static void go_on(recursion *r, host_stmt *s, const affine *a)
{
    fr_arena *arena = r->p->d->arena;
    const fr_span at = s->span;
    host_stmt *next = new_stmt(r, HOST_CONTINUE, at, NULL);
    next = assign(r, at, tuple(r, a->call, true), tuple(r, a->call, false), next);
    if (a->m)
        next = assign(r, at, r->factor, fr_make_binary(arena, TOK_MUL, r->factor, a->m), next);
    if (a->b) {
        fr_expr *term = r->scales ? fr_make_binary(arena, TOK_MUL, r->factor, a->b) : a->b;
        next = assign(r, at, r->summand, fr_make_binary(arena, TOK_ADD, r->summand, term), next);
    }
    *s = *next;
}

static void finish(recursion *r, host_stmt *s)
{
    fr_arena *arena = r->p->d->arena;
    s->returns = true;
    if (r->scales)
        s->value = fr_make_binary(arena, TOK_MUL, r->factor, s->value);
    if (r->adds)
        s->value = fr_make_binary(arena, TOK_ADD, s->value, r->summand);
}

/* return c ? a : b is an if. */
static void open_choice(recursion *r, host_stmt *s)
{
    host_stmt *yes = new_stmt(r, HOST_VALUE, s->span, NULL),
              *no = new_stmt(r, HOST_VALUE, s->span, NULL);
    yes->value = s->value->right;
    no->value = s->value->third;
    yes->returns = no->returns = true;
    s->kind = HOST_IF;
    s->returns = false;
    s->value = s->value->left;
    s->body = yes;
    s->other = no;
}

static void need(recursion *r, const affine *a)
{
    r->scales = r->scales || a->m;
    r->adds = r->adds || a->b;
}

/* Goes through what the list may return: first to see what is needed, then to rewrite. */
static void take(recursion *r, host_stmt *list, bool tail, bool rewrite)
{
    for (host_stmt *s = list, *next; s && !r->fails; s = next) {
        const bool ends = tail && !s->next;
        affine a;
        next = s->next;
        if (s->kind == HOST_VALUE && (s->returns || ends) && s->value->kind == EX_TERNARY
            && calls(s->value, r->f->name))
            open_choice(r, s);
        if (s->kind == HOST_IF) {
            r->fails = calls(s->value, r->f->name);
            take(r, s->body, ends, rewrite);
            take(r, s->other, ends, rewrite);
        } else if (s->kind != HOST_VALUE || (!s->returns && !ends)) {
            r->fails = list_calls(&(host_stmt){.value = s->value, .body = s->body}, r->f->name);
        } else if (!calls(s->value, r->f->name)) {
            if (rewrite && !fr_is_failure(s->value))
                finish(r, s);
        } else if (!split(r, s->value, &a) || s->next) {
            r->fails = true;
        } else if (rewrite) {
            go_on(r, s, &a);
        } else {
            need(r, &a);
        }
    }
}

/* Returns inside of loops have other values in their way. */
static bool is_loop(const host_stmt *s, const void *with)
{
    (void)with;
    return s->kind == HOST_FOR || s->kind == HOST_WHILE;
}

host_stmt *fr_without_recursion(fr_parser *p, const fr_functional *f, host_stmt *list)
{
    fr_arena *arena = p->d->arena;
    recursion r = {.p = p, .f = f};
    bool plain = f->param_count > 0;
    for (size_t i = 0; i < f->param_count; i++)
        plain = plain && !f->params[i].keyword;
    if (!plain || !list || !list_calls(list, f->name) || fr_any_host(list, is_loop, NULL))
        return list;
    r.factor = fr_make_name(arena, f->span, "recursion#factor");
    r.summand = fr_make_name(arena, f->span, "recursion#summand");
    take(&r, list, true, false);
    if (r.fails)
        return list;
    take(&r, list, true, true);
    host_stmt *all = new_stmt(&r, HOST_WHILE, f->span, NULL);
    all->body = list;
    if (r.adds)
        all = assign(&r, f->span, r.summand, fr_make_int(arena, f->span, 0), all);
    if (r.scales)
        all = assign(&r, f->span, r.factor, fr_make_int(arena, f->span, 1), all);
    return all;
}

void fr_take_recursion(fr_parser *p, fr_functional *f)
{
    if (!f->body || !calls(f->body, f->name))
        return;
    host_stmt *s = fr_alloc(p->d->arena, sizeof *s);
    *s = (host_stmt){.kind = HOST_VALUE, .span = f->body->span, .value = f->body};
    f->body = fr_host_value(p, f, s, f->body->span);
}
