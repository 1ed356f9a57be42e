/* float_tangent.c: tangents of wide words. A tangent, and that of a gradient, is a word of
 * derivatives beside its value. What a function adds to it is worked out from operands, slopes and
 * tangents of 106 digits, and is rounded once; sums and products by 2^k are exact. */
#include "sim/fast/float_update.h"
#include "sim/fast/tangent.h"

/* One sum of shares: what is exact as a word, what is rounded as a number. */
typedef struct {
    rg_wide_word word;
    rg_ext rounded;
    bool over;
} sum;

/* A word of derivatives as a number, in its own units. */
static rg_ext read(const rg_float_update *u, rg_wide_word word)
{
    return rg_float_kept(u->coarser, rg_wide_extended(&u->derivative, word), u->derivative.q);
}

static rg_ext tangent_of(const rg_machine *m, const rg_float_update *u, const rg_float_operand *x)
{
    return x->tangent ? rg_ext_scale(read(u, rg_whole(m, x->tangent)), x->scale)
                      : (rg_ext){0, 0, false};
}

/* to += +-word 2^k */
static void add_exact(rg_float_update *u, sum *to, rg_wide_word word, int k, bool negative)
{
    const unsigned w = u->derivative.w;
    rg_wide_word part;

    u->grad_few += rg_float_few_of(word, k);
    to->over = rg_wide_scale(w, word, k, &part) || to->over;
    to->over = (negative ? rg_wide_sub(w, to->word, part, &to->word)
                         : rg_wide_add(w, to->word, part, &to->word))
               || to->over;
}

/* The sum as a word, the number x 2^k in it; true where it does not fit. */
static bool finish(rg_float_update *u, sum *of, int k, rg_wide_word *total)
{
    rg_wide_word part = {{0}};
    const rg_ext x = rg_float_derivative(u, rg_ext_scale(of->rounded, k));
    const enum rg_float_status status = rg_wide_expand(&u->derivative, x, &part);

    u->grad_few += status == RG_FLOAT_FEW;
    return rg_wide_add(u->derivative.w, of->word, part, total) || of->over
           || status == RG_FLOAT_OVERFLOW;
}

/* What the tangent of the target gets. */
static void of_operand(const rg_machine *m, rg_float_update *u, const rg_float_operand *x,
                       const rg_float_share *share, rg_ext slope, sum *to)
{
    if (!x->tangent || share->kind == RG_SHARE_NONE)
        return;
    if (share->kind == RG_SHARE_OF_TARGET)
        add_exact(u, to, rg_whole(m, x->tangent), share->k + x->scale - rg_float_target_scale(u),
                  share->negative);
    else
        to->rounded = rg_ext_add(to->rounded, rg_ext_mul(tangent_of(m, u, x), slope));
}

static bool to_target(rg_machine *m, rg_float_update *u, const rg_float_slopes *slopes)
{
    sum total = {0};
    rg_wide_word delta;
    const unsigned w = u->derivative.w;
    const rg_wide_word old = rg_whole(m, u->tangent);

    of_operand(m, u, &u->a, &u->to_a, slopes->a, &total);
    of_operand(m, u, &u->b, &u->to_b, slopes->b, &total);
    const bool over = finish(u, &total, -rg_float_target_scale(u), &delta);
    return (u->minus ? rg_wide_sub(w, old, delta, &u->new_tangent)
                     : rg_wide_add(w, old, delta, &u->new_tangent))
           || over;
}

/* What the tangent of an operand's gradient loses: that of the target times the slope, and the
 * target's gradient times the slope's tangent. */
static bool loss(const rg_machine *m, rg_float_update *u, const rg_float_operand *x,
                 const rg_float_share *share, rg_ext slope, rg_ext of_slope, rg_wide_word *delta)
{
    const rg_wide_word of_target = rg_whole(m, u->gradient_tangent);
    const int k = x->scale - rg_float_target_scale(u);
    sum total = {0};

    *delta = (rg_wide_word){{0}};
    if (!x->gradient_tangent || share->kind == RG_SHARE_NONE)
        return false;
    if (share->kind == RG_SHARE_OF_TARGET)
        add_exact(u, &total, of_target, share->k + k, share->negative);
    else
        total.rounded =
            rg_ext_add(rg_ext_mul(read(u, of_target), slope), rg_ext_mul(read(u, u->g), of_slope));
    return finish(u, &total, k, delta);
}

/* x -= delta, or += in the other direction. */
static bool lose(const rg_float_update *u, rg_wide_word *x, rg_wide_word delta)
{
    return u->minus ? rg_wide_add(u->derivative.w, *x, delta, x)
                    : rg_wide_sub(u->derivative.w, *x, delta, x);
}

static bool to_gradients(const rg_machine *m, rg_float_update *u, const rg_float_slopes *slopes)
{
    const rg_ext ta = tangent_of(m, u, &u->a), tb = tangent_of(m, u, &u->b);
    const rg_ext of_a = rg_ext_add(rg_ext_mul(slopes->aa, ta), rg_ext_mul(slopes->ab, tb)),
                 of_b = rg_ext_add(rg_ext_mul(slopes->ab, ta), rg_ext_mul(slopes->bb, tb));
    const bool same = u->a.gradient_tangent && u->a.gradient_tangent == u->b.gradient_tangent;
    rg_wide_word da, db;
    bool over = loss(m, u, &u->a, &u->to_a, slopes->a, of_a, &da);

    over = loss(m, u, &u->b, &u->to_b, slopes->b, of_b, &db) || over;
    if (same) { /* as one: the sums in between are the same both ways */
        over = rg_wide_add(u->derivative.w, da, db, &da) || over;
        db = (rg_wide_word){{0}};
    }
    if (u->a.gradient_tangent) {
        u->ua = rg_whole(m, u->a.gradient_tangent);
        over = lose(u, &u->ua, da) || over;
    }
    if (u->b.gradient_tangent && !same) {
        u->ub = rg_whole(m, u->b.gradient_tangent);
        over = lose(u, &u->ub, db) || over;
    } else {
        u->ub = u->ua;
    }
    return over;
}

unsigned rg_float_tangents(rg_machine *m, rg_float_update *u)
{
    const bool rounded = u->to_a.kind == RG_SHARE_ROUNDED || u->to_b.kind == RG_SHARE_ROUNDED;
    const rg_float_slopes slopes = u->log    ? u->slopes
                                   : rounded ? rg_float_slopes_of_numbers(u->op, u->a.x, u->b.x)
                                             : (rg_float_slopes){0};
    bool over = false;

    u->new_tangent = rg_whole(m, u->tangent);
    if (u->dual)
        over = to_target(m, u, &slopes);
    if (u->dual && u->both)
        over = to_gradients(m, u, &slopes) || over;
    if (over)
        return RG_TRAP_OVERFLOW;
    const rg_wide_word zero = u->minus ? u->new_tangent : rg_whole(m, u->tangent);
    if (!u->ancilla || rg_wide_is_zero(zero))
        return 0;
    m->trap_info = zero.limb[0] ? (int64_t)zero.limb[0] : 1;
    return RG_TRAP_DIRTY;
}

void rg_float_tangents_commit(rg_machine *m, const rg_float_update *u)
{
    rg_put_whole(m, u->tangent, u->new_tangent);
    if (!u->dual || !u->both)
        return;
    if (u->a.gradient_tangent)
        rg_put_whole(m, u->a.gradient_tangent, u->ua);
    if (u->b.gradient_tangent)
        rg_put_whole(m, u->b.gradient_tangent, u->ub);
    if (u->ancilla && u->minus)
        rg_drop_tangent(m, u->gradient_tangent);
}
