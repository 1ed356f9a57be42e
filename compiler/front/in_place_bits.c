/* in_place_bits.c: x ⊻= x >>> k and its kin.
 *
 * y = x ⊻ N(x), where N(x) is a sum of terms (x shifted by k) & m, all shifted one way. So some
 * power of N is 0. The inverse is x = (1 + N)(1 + N^2)(1 + N^4) ... y. N^2 of one term is one term
 * again. Of several terms without masks the mixed ones cancel, since shifts commute. */
#include "compiler/front/in_place.h"

enum { MOST_TERMS = 8 };

typedef struct {
    fr_expr *by, *mask; /* NULL: not shifted, not masked */
} term;

typedef struct {
    fr_token_kind shift; /* of all terms; 0: none is shifted yet */
    size_t count;
    term terms[MOST_TERMS];
    fr_expr *rest; /* what does not read x */
} bits;

static bool bits_of(fr_sema *s, const fr_expr *x, fr_expr *e, bits *out);

static bool joined(fr_sema *s, bits *a, const bits *b)
{
    if ((a->shift && b->shift && a->shift != b->shift) || a->count + b->count > MOST_TERMS)
        return false;
    a->shift = a->shift ? a->shift : b->shift;
    for (size_t i = 0; i < b->count; i++)
        a->terms[a->count++] = b->terms[i];
    a->rest = !a->rest  ? b->rest
              : b->rest ? fr_make_binary(s->arena, TOK_XOR, a->rest, b->rest)
                        : a->rest;
    return true;
}

/* Each term of out, and the rest, through 'token by'. */
static bool mapped(fr_sema *s, bits *out, fr_token_kind token, fr_expr *by)
{
    const bool shift = token != TOK_AND;
    if (shift && out->shift && out->shift != token)
        return false;
    if (shift)
        out->shift = token;
    for (size_t i = 0; i < out->count; i++) {
        term *t = &out->terms[i];
        if (t->mask)
            t->mask = fr_make_binary(s->arena, token, t->mask, by);
        else if (!shift)
            t->mask = by;
        if (shift)
            t->by = t->by ? fr_make_binary(s->arena, TOK_ADD, t->by, by) : by;
    }
    if (out->rest)
        out->rest = fr_make_binary(s->arena, token, out->rest, by);
    return true;
}

static bool bits_of(fr_sema *s, const fr_expr *x, fr_expr *e, bits *out)
{
    bits other;
    *out = (bits){.count = 0};
    if (fr_same_expr(x, e)) {
        out->count = 1;
        return true;
    }
    if (!fr_find_read(x, e)) {
        out->rest = e;
        return true;
    }
    if (e->kind != EX_BINARY)
        return false;
    switch (e->token) {
    case TOK_XOR:
        return bits_of(s, x, e->left, out) && bits_of(s, x, e->right, &other)
               && joined(s, out, &other);
    case TOK_AND:
        if (fr_find_read(x, e->right))
            return !fr_find_read(x, e->left) && bits_of(s, x, e->right, out)
                   && mapped(s, out, TOK_AND, e->left);
        return bits_of(s, x, e->left, out) && mapped(s, out, TOK_AND, e->right);
    case TOK_SHL:
    case TOK_SAR:
    case TOK_SHR:
        return !fr_find_read(x, e->right) && bits_of(s, x, e->left, out)
               && mapped(s, out, e->token, e->right);
    default: return false;
    }
}

/* ---- what is no bijection ---- */

static fr_stmt *refused(fr_sema *s, const fr_stmt *st, const char *why, const char *help)
{
    fr_help(s->d, fr_loses_bits(s, st, st->value, why), "%s", help);
    return fr_in_place_refused(s, st);
}

static const char TWO_STATEMENTS[] =
    "shift one way in each statement: x ⊻= x << 13 and then x ⊻= x >>> 7";

/* x >> k copies the sign into the top bits, so the top bit of x ⊻ (x >> k) is 0. */
static void warn_of_signs(fr_sema *s, const fr_stmt *st)
{
    fr_help(s->d,
            fr_report(s->d, RGC_WARNING, "R0334", st->value->span,
                      "this is a bijection of numbers from 0 on only: >> copies the sign"),
            "x ⊻= x >>> k is one of all words");
}

/* ---- the inverse ---- */

typedef struct {
    fr_sema *s;
    const fr_stmt *st;
    fr_lowering lower;
    bits n;
    unsigned vanishing; /* N to this power is 0 */
} shear;

static fr_expr *applied(const shear *h, fr_expr *x)
{
    fr_expr *sum = NULL;
    for (size_t i = 0; i < h->n.count; i++) {
        const term *t = &h->n.terms[i];
        fr_expr *e = fr_make_binary(h->s->arena, h->n.shift, x, t->by);
        e = t->mask ? fr_make_binary(h->s->arena, TOK_AND, e, t->mask) : e;
        sum = sum ? fr_make_binary(h->s->arena, TOK_XOR, sum, e) : e;
    }
    return sum;
}

/* A constant as a literal, anything else as it is. */
static fr_expr *literal(const shear *h, fr_expr *e)
{
    int64_t value;
    bool failed;
    return fr_constant_int(h->s, h->lower, e, &value, &failed)
               ? fr_make_int(h->s->arena, e->span, value)
               : e;
}

/* N as N^2. */
static void square(shear *h, fr_held *held)
{
    for (size_t i = 0; i < h->n.count; i++) {
        term *t = &h->n.terms[i];
        if (t->mask) {
            const bool known = t->mask->kind == EX_INT && t->by->kind == EX_INT;
            fr_expr *moved = fr_make_binary(h->s->arena, h->n.shift, t->mask, t->by),
                    *both = fr_make_binary(h->s->arena, TOK_AND, t->mask, moved);
            t->mask = known ? literal(h, both) : fr_hold(held, both);
        }
        t->by = literal(h, fr_make_binary(h->s->arena, TOK_MUL, t->by,
                                          fr_make_int(h->s->arena, t->by->span, 2)));
    }
}

/* False after a report. */
static bool know_shifts(shear *h)
{
    const unsigned xlen = h->s->module->xlen;
    int64_t least = xlen;
    bool failed, masked = false;
    for (size_t i = 0; i < h->n.count; i++) {
        term *t = &h->n.terms[i];
        int64_t by = 1, mask = -1;
        const bool known = t->by && fr_constant_int(h->s, h->lower, t->by, &by, &failed);
        if (!t->by || (known && by == 0)) {
            refused(h->s, h->st, "a bit that is added to itself is 0 whatever it was",
                    "shift by 1 or more");
            return false;
        }
        t->by = literal(h, t->by);
        by = known ? by : 1;
        least = by < 0 || by > least ? least : by;
        t->mask = t->mask ? literal(h, t->mask) : NULL;
        masked = masked || t->mask;
        if (h->n.shift == TOK_SAR && t->mask && t->mask->kind == EX_INT)
            mask = (int64_t)t->mask->integer;
        if (h->n.shift == TOK_SAR && mask < 0)
            warn_of_signs(h->s, h->st);
    }
    h->vanishing = h->n.shift == TOK_SAR ? 2 + (xlen - 2) / (unsigned)least
                                         : (xlen + (unsigned)least - 1) / (unsigned)least;
    if (masked && h->n.count > 1) {
        refused(h->s, h->st, "of several masked shifts together the inverse is not known",
                "give each of them a statement of its own");
        return false;
    }
    return true;
}

fr_stmt *fr_in_place_bits(fr_sema *s, const fr_stmt *st, fr_lowering lower)
{
    shear h = {.s = s, .st = st, .lower = lower};
    if (!bits_of(s, st->target, st->value, &h.n))
        return h.n.shift ? refused(s, st, "bits that move both ways can cancel", TWO_STATEMENTS)
                         : NULL;
    if (!know_shifts(&h))
        return fr_in_place_refused(s, st);
    fr_held held = fr_hold_for(s, st);
    fr_bijection b = {.kind = ST_UPDATE, .op = TOK_XOREQ, .h = &held};
    fr_expr *rest = h.n.rest, *x = st->target;
    const bits n = h.n;
    b.there = applied(&h, st->target);
    for (unsigned power = 1; power + 1 < h.vanishing; power *= 2) {
        x = fr_hold(&held, fr_make_binary(s->arena, TOK_XOR, x, applied(&h, x)));
        square(&h, &held);
    }
    h.n = n;
    b.back = applied(&h, x);
    fr_stmt *shifted = fr_in_place(s, st, st->inverse, &b);
    if (!rest)
        return shifted;
    fr_stmt *add = fr_make_change(s->arena, st->span, ST_UPDATE, TOK_XOREQ, st->target, rest);
    return st->inverse ? fr_chain(add, shifted) : fr_chain(shifted, add);
}
