/* spellings.c: NiLang's other spellings of statements and names. */
#include "compiler/syntax/spellings.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"
#include "compiler/syntax/words.h"

fr_token_kind fr_update_named(const char *name)
{
    static const struct {
        const char *name;
        fr_token_kind token;
    } updates[] = {{"PlusEq", TOK_ADDEQ}, {"⊕", TOK_ADDEQ},     {"MinusEq", TOK_SUBEQ},
                   {"⊖", TOK_SUBEQ},      {"PLUS", TOK_ADDEQ},  {"MINUS", TOK_SUBEQ},
                   {"MulEq", TOK_MULEQ},  {"DivEq", TOK_DIVEQ}, {"XorEq", TOK_XOREQ}};
    for (size_t i = 0; i < sizeof updates / sizeof updates[0]; i++)
        if (strcmp(updates[i].name, name) == 0)
            return updates[i].token;
    return TOK_EOF;
}

bool fr_is_julia_module(const char *name)
{
    static const char *const names[] = {"Base",          "NiLang",     "NiLangCore",
                                        "LinearAlgebra", "Statistics", "SparseArrays"};
    return FR_IS_ONE_OF(name, names);
}

static fr_stmt *new_stmt(fr_parser *p, fr_stmt_kind kind, fr_span span)
{
    fr_stmt *s = fr_alloc(p->d->arena, sizeof *s);
    s->kind = kind;
    s->span = span;
    return s;
}

static fr_expr *name_of(fr_parser *p, fr_span span, const char *name)
{
    fr_expr *e = fr_new_expr(p, EX_NAME, span);
    e->name = name;
    return e;
}

static fr_stmt *call(fr_parser *p, const fr_expr *at, fr_expr *callee, size_t count,
                     fr_expr **items)
{
    fr_stmt *s = new_stmt(p, ST_CALL, at->span);
    s->value = fr_new_node(p, EX_CALL, TOK_LPAREN, callee, NULL, NULL);
    if (!s->value)
        return NULL;
    s->value->span = at->span;
    s->value->respelled = true;
    s->value->height = at->height;
    s->value->items = items;
    s->value->count = count;
    return s;
}

bool fr_is_fields_macro(const char *name)
{
    return strcmp(name, "fields") == 0 || strcmp(name, "unsafe_destruct") == 0;
}

bool fr_is_view_macro(const char *name)
{
    return strcmp(name, "view") == 0 || strcmp(name, "views") == 0;
}

fr_expr *fr_turned_callee(fr_expr *callee, bool *inverse)
{
    while (callee->kind == EX_INVERSE || (callee->kind == EX_UNARY && callee->token == TOK_TILDE)) {
        *inverse = !*inverse;
        callee = callee->kind == EX_INVERSE ? callee->left : callee->right;
    }
    return callee;
}

static fr_token_kind undone(fr_token_kind update)
{
    switch (update) {
    case TOK_ADDEQ: return TOK_SUBEQ;
    case TOK_SUBEQ: return TOK_ADDEQ;
    case TOK_MULEQ: return TOK_DIVEQ;
    case TOK_DIVEQ: return TOK_MULEQ;
    default: return update;
    }
}

/* PlusEq(f)(y, x): y += f(x). (~PlusEq(f))(y, x): y -= f(x). */
static fr_stmt *update(fr_parser *p, fr_expr *e)
{
    static const struct {
        fr_token_kind plain, dotted;
    } dots[] = {{TOK_ADDEQ, TOK_DOTADDEQ},
                {TOK_SUBEQ, TOK_DOTSUBEQ},
                {TOK_MULEQ, TOK_DOTMULEQ},
                {TOK_DIVEQ, TOK_DOTDIVEQ},
                {TOK_XOREQ, TOK_DOTXOREQ}};
    bool inverse = false;
    const fr_expr *f = fr_turned_callee(e->left, &inverse);
    if (f->kind != EX_CALL || f->count != 1 || f->left->kind != EX_NAME
        || fr_update_named(f->left->name) == TOK_EOF || e->count < 2)
        return NULL;
    fr_stmt *s = new_stmt(p, ST_UPDATE, e->span);
    s->token = fr_update_named(f->left->name);
    if (inverse)
        s->token = undone(s->token);
    for (size_t i = 0; e->kind == EX_DOTCALL && i < sizeof dots / sizeof dots[0]; i++)
        if (s->token == dots[i].plain) {
            s->token = dots[i].dotted;
            break;
        }
    s->target = e->items[0];
    fr_token_kind operation = fr_operator_named(f->items[0]);
    if (operation != TOK_EOF) { /* PlusEq(*)(y, a, b) */
        if (e->kind == EX_CALL && e->count == 3 && e->keyword_count == 0)
            s->value = fr_new_node(p, EX_BINARY, operation, e->items[1], e->items[2], NULL);
        if (!s->value)
            return NULL;
        s->value->name = f->items[0]->name;
        s->value->respelled = true;
        return s;
    }
    s->value = fr_new_node(p, e->kind, TOK_LPAREN, f->items[0], NULL, NULL);
    if (!s->value)
        return NULL;
    s->value->respelled = true;
    s->value->height = e->height;
    s->value->items = e->items + 1;
    s->value->count = e->count - 1;
    s->value->keywords = e->keywords;
    s->value->keyword_count = e->keyword_count;
    return s;
}

/* (x, y) |> f |> g: the calls in order. */
static fr_stmt *piped(fr_parser *p, fr_expr *e)
{
    fr_stmt *first = NULL;
    fr_expr *x = e;
    while (x->kind == EX_BINARY && x->token == TOK_PIPE)
        x = x->left;
    for (; e != x; e = e->left) {
        if (e->right->kind != EX_NAME)
            return NULL;
        fr_expr **items = fr_alloc(p->d->arena, sizeof *items);
        items[0] = x;
        fr_stmt *one = x->kind == EX_TUPLE ? call(p, e, e->right, x->count, x->items)
                                           : call(p, e, e->right, 1, items);
        if (!one)
            return NULL;
        one->next = first;
        first = one;
    }
    fr_stmt *block = new_stmt(p, ST_BLOCK, x->span);
    block->body = first;
    return block;
}

/* (f ∘ g)(x): g(x), then f(x); the other way round where inverse. */
static fr_stmt *composed(fr_parser *p, const fr_expr *e, fr_expr *callee, bool inverse)
{
    callee = fr_turned_callee(callee, &inverse);
    if (callee->kind == EX_BINARY && callee->token == TOK_COMPOSE) {
        fr_stmt *first = composed(p, e, inverse ? callee->left : callee->right, inverse),
                *second = composed(p, e, inverse ? callee->right : callee->left, inverse);
        return first && second ? fr_chain(first, second) : NULL;
    }
    fr_stmt *one = call(p, e, callee, e->count, e->items);
    if (!one)
        return NULL;
    fr_stmt *other = fr_respell(p, one->value);
    if (other)
        return other;
    one->inverse = inverse;
    return one;
}

static bool is_composed(const fr_expr *e)
{
    bool inverse = false;
    const fr_expr *f = e->kind == EX_CALL ? fr_turned_callee(e->left, &inverse) : NULL;
    return f && f->kind == EX_BINARY && f->token == TOK_COMPOSE;
}

fr_stmt *fr_respell(fr_parser *p, fr_expr *e)
{
    if (is_composed(e)) {
        fr_stmt *block = new_stmt(p, ST_BLOCK, e->span);
        block->body = composed(p, e, e->left, false);
        return block->body ? block : NULL;
    }
    if (e->kind == EX_UNARY && e->token == TOK_SUB) {
        fr_expr **items = fr_alloc(p->d->arena, sizeof *items);
        items[0] = e->right;
        return call(p, e, name_of(p, e->span, "NEG"), 1, items);
    }
    if (e->kind == EX_BINARY && e->token == TOK_PIPE)
        return piped(p, e);
    if (e->kind == EX_CALL && e->left->kind == EX_NAME && strcmp(e->left->name, "conj") == 0
        && e->count == 1 && e->keyword_count == 0)
        return call(p, e, name_of(p, e->left->span, "CONJ"), 1, e->items);
    return e->kind == EX_CALL || e->kind == EX_DOTCALL ? update(p, e) : NULL;
}

static bool is_mark(const fr_expr *e)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME && e->count == 1
           && (strcmp(e->left->name, "@const") == 0 || strcmp(e->left->name, "@skip!") == 0);
}

static void strip(fr_expr *e)
{
    if (!e)
        return;
    while (is_mark(e))
        *e = *e->items[0];
    strip(e->left);
    strip(e->right);
    strip(e->third);
    for (size_t i = 0; i < e->count; i++)
        strip(e->items[i]);
    for (size_t i = 0; i < e->keyword_count; i++)
        strip(e->keywords[i].value);
}

void fr_strip_marks(fr_stmt *st)
{
    const bool call_of_routine = st->kind == ST_CALL;
    strip(st->target);
    strip(st->pre);
    strip(st->post);
    if (!call_of_routine)
        strip(st->value);
    for (size_t i = 0; call_of_routine && st->value && i < st->value->count; i++)
        strip(is_mark(st->value->items[i]) ? st->value->items[i]->items[0] : st->value->items[i]);
}

bool fr_is_named_as_change(const char *name)
{
    const size_t n = strlen(name);
    return n > 1 && name[n - 1] == '!';
}
