/* muldiv.c: multiply-divide with an information bank, an exact bijection of (v, W);
 * docs/reference/numerics.md has the proof. */
#include "isa/isa.h"
#include "isa/num/code.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

static uint64_t magnitude(int64_t a) { return a < 0 ? 0u - (uint64_t)a : (uint64_t)a; }

/* u = by q + rest, floored; by > 0. */
static i128 floored(i128 u, uint64_t by, uint64_t *rest)
{
    u128 above = (u128)(u < 0 ? ~u : u), q = above / by;
    uint64_t r = (uint64_t)(above % by);
    *rest = u < 0 ? by - 1 - r : r;
    return u < 0 ? (i128)~q : (i128)q;
}

uint64_t rg_num_bank_pop(rg_wide *w, uint64_t by)
{
    uint64_t digit;
    *w = floored(*w, by, &digit);
    return digit;
}

/* by u + digit in 2 xlen bits, 0 <= digit < by; true when it does not fit. u < 0 mirrors u >= 0,
 * digit for digit. */
bool rg_num_bank_push(unsigned xlen, rg_wide *w, uint64_t by, uint64_t digit)
{
    const i128 u = *w;
    u128 limit = (u128)1 << (2 * xlen - 1), above = (u128)(u < 0 ? ~u : u), sum;
    if (__builtin_mul_overflow(above, (u128)by, &sum))
        return true;
    if (__builtin_add_overflow(sum, (u128)(u < 0 ? by - 1 - digit : digit), &sum) || sum >= limit)
        return true;
    *w = u < 0 ? (i128)~sum : (i128)sum;
    return false;
}

static i128 above_zero(i128 u) { return u < 0 ? ~u : u; }

/* The digit of the bank and the product of v, then the digits of v and the product of the bank. */
static void count_digits(unsigned xlen, rg_num_activity *activity, i128 v, i128 bank, i128 left,
                         i128 exact, uint64_t from, uint64_t to)
{
    activity->digits += rg_num_division_digits(0, above_zero(bank), 2 * xlen, from)
                        + rg_num_product_digits(v, xlen, from)
                        + rg_num_division_digits(0, above_zero(exact), 2 * xlen, to)
                        + rg_num_product_digits(above_zero(left), xlen, to);
}

/* v := v from/to to the nearest, where the digit modulo `from` popped off w makes up for what was
 * rounded before, and the digit modulo `to` pushed on w is what is rounded now. True when v or w
 * does not fit. */
static bool rescale(unsigned xlen, rg_num_activity *activity, i128 *v, i128 *w, uint64_t from,
                    uint64_t to)
{
    uint64_t above;
    const i128 bank = *w;
    const uint64_t popped = rg_num_bank_pop(w, from);
    const i128 exact = *v * (i128)from + popped - (popped >= from - popped ? (i128)from : 0)
                       + (i128)(to / 2);
    if (activity)
        count_digits(xlen, activity, *v, bank, *w, exact, from, to);
    *v = floored(exact, to, &above);
    return rg_num_bank_push(xlen, w, to, above >= to / 2 ? above - to / 2 : above + (to - to / 2));
}

/* The map of one word and its bank, or its inverse. True when the result does not fit. */
static bool map(unsigned xlen, const rg_num_in *in, bool inverse, int64_t v, rg_wide w, int64_t *v2,
                rg_wide *w2)
{
    uint64_t n = magnitude(in->a), d = magnitude(in->b);
    bool negative = (in->a < 0) != (in->b < 0);
    i128 x = negative && inverse ? -(i128)v : v, bank = w;
    if (rescale(xlen, in->activity, &x, &bank, inverse ? d : n, inverse ? n : d))
        return true;
    if (negative && !inverse)
        x = -x;
    *v2 = rg_num_wrap((int64_t)(uint64_t)(u128)x, xlen);
    *w2 = bank;
    return *v2 != x;
}

void rg_num_muldiv(const rg_num_config *config, const rg_num_in *in, rg_num_out *out)
{
    if (in->a == 0 || in->b == 0) {
        out->trap = RG_TRAP_DOMAIN;
        return;
    }
    bool over = map(config->xlen, in, in->inverse, in->y, in->w, &out->y2, &out->w2);
    if (!over && in->grad)
        over = map(config->xlen, in, !in->inverse, in->gy, in->gw, &out->gy2, &out->gw2);
    if (over) {
        out->trap = RG_TRAP_OVERFLOW;
        return;
    }
    if (!in->grad)
        return;
    /* Both directions see the product of the same two words: the value after the multiplication and
     * its gradient. */
    rg_num_in after = *in;
    after.y = in->inverse ? in->y : out->y2;
    after.gy = in->inverse ? in->gy : out->gy2;
    rg_num_run(config, &after, out);
}

unsigned rg_num_muldiv_clocks(unsigned xlen, unsigned digits, bool grad)
{
    static const struct {
        unsigned per_bit, more;
    } passes[] = {
#define RG_PASS(op, per_bit, more) {per_bit, more},
#include "isa/timing.def"
    };
    unsigned pass = passes[0].per_bit * xlen / digits + passes[0].more;
    return (grad ? 2 : 1) * pass;
}
