/* in_place.c: x *= c, x += c * x of an Int x: products by odd numbers are bijections of words.
 *
 * t <- c * x; x <-> t; t -> x / c, where 1 / c is the inverse of c modulo 2^XLEN. A factor that
 * only the run knows gets its inverse by Newton's iteration i <- i (2 - c i). It doubles the right
 * bits of i, and c itself has three of them, since c * c = 1 modulo 8. An even factor is met when t
 * is freed.
 */
#include "compiler/front/in_place.h"

#include "compiler/hidden.h"

fr_held fr_hold_for(fr_sema *s, const fr_stmt *st)
{
    const char *root = fr_root_of(st->target);
    return (fr_held){.s = s,
                     .span = st->span,
                     .name = fr_format(s->arena, RG_IN_PLACE_NAME "%s", root ? root : "")};
}

fr_expr *fr_hold(fr_held *h, fr_expr *value)
{
    fr_arena *arena = h->s->arena;
    fr_expr *name = fr_make_name(arena, h->span, fr_format(arena, "%s#%u", h->name, ++h->s->fresh));
    h->before =
        fr_chain(h->before, fr_make_change(arena, h->span, ST_ALLOC, TOK_ALLOC, name, value));
    h->after = fr_chain(fr_make_change(arena, h->span, ST_FREE, TOK_FREE, name, value), h->after);
    return name;
}

fr_stmt *fr_in_place(fr_sema *s, const fr_stmt *st, bool inverse, const fr_bijection *b)
{
    fr_arena *arena = s->arena;
    fr_expr *t = fr_make_name(arena, st->span, fr_format(arena, "%s#%u", b->h->name, ++s->fresh));
    fr_stmt *change = fr_make_change(arena, st->span, b->kind, b->op, st->target, t);
    fr_stmt *first =
        fr_make_change(arena, st->span, inverse ? ST_FREE : ST_ALLOC, TOK_ALLOC, t, b->there);
    fr_stmt *last =
        fr_make_change(arena, st->span, inverse ? ST_ALLOC : ST_FREE, TOK_FREE, t, b->back);
    fr_stmt *held = fr_chain(b->h->before, fr_chain(last, b->h->after));
    return inverse ? fr_chain(held, fr_chain(change, first))
                   : fr_chain(fr_chain(first, change), held);
}

fr_stmt *fr_in_place_refused(fr_sema *s, const fr_stmt *st)
{
    return fr_make_stmt(s->arena, ST_BLOCK, st->span);
}

rgc_diagnostic *fr_loses_bits(fr_sema *s, const fr_stmt *st, const fr_expr *at, const char *why)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0333", at->span, "this update in place loses bits: %s", why);
    if (at != st->target)
        fr_note(s->d, r, st->target->span, "updated here");
    return r;
}

bool fr_constant_int(fr_sema *s, fr_lowering lower, const fr_expr *e, int64_t *value, bool *failed)
{
    const fr_value v = lower(s, e);
    *failed = !v.ok;
    *value = v.integer;
    return v.ok && v.constant && v.base == RG_TYPE_INT;
}

/* ---- the factor ---- */

/* e = factor * x + rest; NULL stands for 0. */
typedef struct {
    fr_expr *factor, *rest;
} affine;

static fr_expr *sum_of(fr_sema *s, fr_token_kind token, fr_expr *a, fr_expr *b)
{
    if (!b)
        return a;
    if (a)
        return fr_make_binary(s->arena, token, a, b);
    return token == TOK_SUB ? fr_make_unary(s->arena, b->span, TOK_SUB, b) : b;
}

static bool affine_of(fr_sema *s, const fr_expr *x, fr_expr *e, affine *out);

static bool scaled(fr_sema *s, const fr_expr *x, fr_expr *of, fr_expr *by, fr_token_kind token,
                   affine *out)
{
    affine a;
    if (fr_find_read(x, by) || !affine_of(s, x, of, &a))
        return false;
    out->factor = a.factor ? fr_make_binary(s->arena, token, a.factor, by) : NULL;
    out->rest = a.rest ? fr_make_binary(s->arena, token, a.rest, by) : NULL;
    return true;
}

static bool affine_of(fr_sema *s, const fr_expr *x, fr_expr *e, affine *out)
{
    affine a, b;
    if (fr_same_expr(x, e)) {
        *out = (affine){.factor = fr_make_int(s->arena, e->span, 1)};
        return true;
    }
    if (!fr_find_read(x, e)) {
        *out = (affine){.rest = e};
        return true;
    }
    if (e->kind == EX_UNARY && e->token == TOK_SUB && affine_of(s, x, e->right, &a)) {
        *out = (affine){sum_of(s, TOK_SUB, NULL, a.factor), sum_of(s, TOK_SUB, NULL, a.rest)};
        return true;
    }
    if (e->kind != EX_BINARY)
        return false;
    switch (e->token) {
    case TOK_MUL:
        return scaled(s, x, e->left, e->right, TOK_MUL, out)
               || scaled(s, x, e->right, e->left, TOK_MUL, out);
    case TOK_SHL: return scaled(s, x, e->left, e->right, TOK_SHL, out);
    case TOK_ADD:
    case TOK_SUB:
        if (!affine_of(s, x, e->left, &a) || !affine_of(s, x, e->right, &b))
            return false;
        *out =
            (affine){sum_of(s, e->token, a.factor, b.factor), sum_of(s, e->token, a.rest, b.rest)};
        return true;
    default: return false;
    }
}

/* ---- products ---- */

static uint64_t inverse_of(uint64_t c, unsigned bits)
{
    uint64_t i = c;
    for (unsigned right = 3; right < 64; right *= 2)
        i *= 2 - c * i;
    return bits >= 64 ? i : (uint64_t)(int64_t)(int32_t)(uint32_t)i;
}

/* The inverse modulo a power of two of an odd factor that the run tells. */
static fr_expr *held_inverse(fr_held *h, fr_expr *c, unsigned bits)
{
    fr_arena *arena = h->s->arena;
    fr_expr *two = fr_make_int(arena, h->span, 2), *i = c;
    for (unsigned right = 3; right < bits; right *= 2) {
        fr_expr *error = fr_make_binary(arena, TOK_SUB, two, fr_make_binary(arena, TOK_MUL, c, i));
        i = fr_hold(h, fr_make_binary(arena, TOK_MUL, i, error));
    }
    return i;
}

static fr_stmt *even_factor(fr_sema *s, const fr_stmt *st, int64_t c)
{
    const char *why = c == 0 ? "the new value is 0 whatever the old one was"
                             : fr_format(s->arena,
                                         "the factor %lld is even, and shifts the top bit out: x "
                                         "and x + 2^%u have one product",
                                         (long long)c, s->module->xlen - 1);
    fr_help(s->d, fr_loses_bits(s, st, st->value, why),
            "an odd factor keeps all bits (x *= 3, x += 2x); other products go into another "
            "variable: y += x * %lld",
            (long long)c);
    return fr_in_place_refused(s, st);
}

static fr_stmt *product(fr_sema *s, const fr_stmt *st, fr_lowering lower, fr_expr *c, bool inverse)
{
    int64_t value;
    bool failed;
    fr_held h = fr_hold_for(s, st);
    fr_bijection b = {.kind = ST_SWAP, .op = TOK_SWAP, .h = &h};
    const bool known = fr_constant_int(s, lower, c, &value, &failed);
    if (failed)
        return fr_in_place_refused(s, st);
    if (known && value % 2 == 0)
        return even_factor(s, st, value);
    if (known) {
        const uint64_t back = inverse_of((uint64_t)value, s->module->xlen);
        b.there =
            fr_make_binary(s->arena, TOK_MUL, st->target, fr_make_int(s->arena, c->span, value));
        b.back = fr_make_binary(s->arena, TOK_MUL, st->target,
                                fr_make_int(s->arena, c->span, (int64_t)back));
        return fr_in_place(s, st, inverse, &b);
    }
    const fr_value v = lower(s, c);
    if (v.base != RG_TYPE_INT) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0202", c->span,
                          "the factor of a product in place must be Int, this is %s",
                          fr_type_text(s, (fr_type){v.base, 0})),
                "write the product into another variable: y += x * z");
        return fr_in_place_refused(s, st);
    }
    fr_held factor = h;
    c = c->kind == EX_NAME ? c : fr_hold(&factor, c);
    b.there = fr_make_binary(s->arena, TOK_MUL, st->target, c);
    b.back = fr_make_binary(s->arena, TOK_MUL, st->target, held_inverse(&h, c, s->module->xlen));
    return fr_chain(factor.before, fr_chain(fr_in_place(s, st, inverse, &b), factor.after));
}

/* x += c * x + d, x -= c * x + d */
static fr_stmt *expand_sum(fr_sema *s, const fr_stmt *st, fr_lowering lower)
{
    affine a;
    if (!affine_of(s, st->target, st->value, &a) || !a.factor)
        return NULL;
    fr_stmt *rest = NULL;
    fr_token_kind token = st->token;
    if (a.rest) {
        if (st->inverse)
            token = token == TOK_ADDEQ ? TOK_SUBEQ : TOK_ADDEQ;
        rest = fr_make_change(s->arena, st->span, ST_UPDATE, token, st->target, a.rest);
    }
    fr_expr *c = fr_make_binary(s->arena, st->token == TOK_ADDEQ ? TOK_ADD : TOK_SUB,
                                fr_make_int(s->arena, a.factor->span, 1), a.factor);
    fr_stmt *scale = product(s, st, lower, c, st->inverse);
    return st->inverse ? fr_chain(rest, scale) : fr_chain(scale, rest);
}

fr_stmt *fr_expand_in_place(fr_sema *s, const fr_stmt *st, fr_lowering lower)
{
    if (st->token == TOK_MULEQ || st->token == TOK_DIVEQ)
        return fr_find_read(st->target, st->value)
                   ? NULL
                   : product(s, st, lower, st->value, st->token == TOK_DIVEQ);
    if (!fr_changes_itself(st))
        return NULL;
    return st->token == TOK_XOREQ ? fr_in_place_bits(s, st, lower) : expand_sum(s, st, lower);
}
