/* float_turn.c: rotations and HADAMARD of two wide words. A rotation by at most 45 degrees is
 * three sums of products, each undone by subtracting it; right angles are exact. */
#include "sim/fast/float.h"

typedef struct {
    uint64_t tangent,
        sine; /* of half the angle, and of the angle, |angle| <= pi / 4: float words */
    unsigned quarters;
} turn;

typedef struct {
    rg_wide_word x, y;
} pair;

typedef struct {
    rg_float_format format; /* of the pair */
    turn by;
    bool reflects; /* HADAMARD */
    bool inverse;
    int scale; /* of the angle's gradient */
    unsigned few;
} work;

enum { SIGN = 63 };
static uint64_t size_of(uint64_t bits) { return bits & ~(UINT64_C(1) << SIGN); }
static uint64_t minus(uint64_t bits) { return bits ? bits ^ UINT64_C(1) << SIGN : 0; }

/* tan(r / 2) = sin r / (1 + cos r) */
static uint64_t half_tangent(const rg_float_format *format, uint64_t sine, uint64_t cosine)
{
    rg_ext s, c;
    uint64_t bits = 0;

    if (rg_float_decode(format, sine, &s) && rg_float_decode(format, cosine, &c)
        && !rg_ext_is_zero(s))
        (void)rg_float_round(format, rg_ext_div(s, rg_ext_add(c, rg_ext_of_int(1))), &bits);
    return bits;
}

static unsigned turn_by(const rg_float_format *format, uint64_t angle, turn *to)
{
    rg_float_in in = {.op = RG_OP_FSIN, .b = angle};
    rg_float_out sine, cosine;

    rg_float_eval(format, &in, &sine);
    in.op = RG_OP_FCOS;
    rg_float_eval(format, &in, &cosine);
    if (sine.trap || cosine.trap)
        return sine.trap ? sine.trap : cosine.trap;
    const uint64_t s = sine.f, c = cosine.f;
    const bool low = size_of(s) <= size_of(c);
    to->quarters = low ? (c >> SIGN ? 2 : 0) : (s >> SIGN ? 3 : 1);
    to->sine = to->quarters == 0   ? s
               : to->quarters == 1 ? minus(c)
               : to->quarters == 2 ? minus(s)
                                   : c;
    to->tangent = half_tangent(format, to->sine, size_of(low ? c : s));
    return 0;
}

/* x += or -= k y; true where it does not fit. */
static bool shear(work *w, rg_wide_word *x, rg_wide_word y, uint64_t k, bool subtract)
{
    rg_wide_word product;
    uint64_t bits;

    (void)rg_wide_read(&w->format, y, &bits);
    const enum rg_float_status status = rg_float_product(&w->format, k, bits, &product);
    w->few += status == RG_FLOAT_FEW;
    return (subtract ? rg_wide_sub(w->format.w, *x, product, x)
                     : rg_wide_add(w->format.w, *x, product, x))
           || status == RG_FLOAT_OVERFLOW;
}

static bool negate(const work *w, rg_wide_word *x) { return rg_wide_negate(w->format.w, *x, x); }

/* A quarter turn, forward or back. */
static bool quarter(const work *w, pair *p)
{
    const rg_wide_word x = p->x;

    p->x = p->y;
    p->y = x;
    return negate(w, w->inverse ? &p->y : &p->x);
}

static bool eighth(work *w, pair *p)
{
    bool over = shear(w, &p->x, p->y, w->by.tangent, !w->inverse);

    over = shear(w, &p->y, p->x, w->by.sine, w->inverse) || over;
    return shear(w, &p->x, p->y, w->by.tangent, !w->inverse) || over;
}

/* True where a number does not fit. */
static bool apply(work *w, pair *p)
{
    bool over = w->reflects && !w->inverse && negate(w, &p->y);

    if (!w->inverse)
        over = eighth(w, p) || over;
    for (unsigned i = 0; i < w->by.quarters; i++)
        over = quarter(w, p) || over;
    if (w->inverse)
        over = eighth(w, p) || over;
    return (w->reflects && w->inverse && negate(w, &p->y)) || over;
}

/* gy x - gx y: what the gradient of the angle loses or gets. */
static bool share_of_angle(work *w, const rg_float_format *value, const pair *v, const pair *g,
                           rg_wide_word *share)
{
    uint64_t x, y;

    *share = (rg_wide_word){{0}};
    (void)rg_wide_read(value, v->x, &x);
    (void)rg_wide_read(value, v->y, &y);
    const bool over = shear(w, share, g->y, x, false);
    return shear(w, share, g->x, y, true) || over;
}

static bool beyond(const rg_machine *m, const pair *p)
{
    return rg_beyond_wide(m, p->x) || rg_beyond_wide(m, p->y);
}

static unsigned prepare(rg_machine *m, const rg_decoded *d, work *w)
{
    /* tan(pi / 8) and sin(pi / 4) */
    const turn hadamard = {UINT64_C(0x3fda827999fcef32), UINT64_C(0x3fe6a09e667f3bcd), 0};
    const unsigned op = d->in.op;

    w->format = rg_machine_format(m);
    w->inverse = (op == RG_OP_IROT || op == RG_OP_IHAD) != m->backward;
    w->reflects = op == RG_OP_HAD || op == RG_OP_IHAD;
    w->by = hadamard;
    if (w->reflects)
        return 0;
    const int64_t *angle = &m->r[d->in.b];
    m->trap_info = d->in.kinds & RG_FLOAT_B ? *angle : rg_float_read(m, angle);
    return turn_by(&w->format, (uint64_t)m->trap_info, &w->by);
}

/* The gradients of the pair and of the angle; true where one does not fit. */
static bool turn_gradients(const rg_machine *m, work *w, const pair *v, const pair *before, pair *g,
                           const int64_t *angle, rg_wide_word *of_angle)
{
    const rg_float_format value = w->format;
    rg_wide_word share = {{0}};
    /* The share is that of the pair as it is turned, whichever way it goes. */
    bool over = false;

    w->format = rg_derivative_format(m);
    if (angle && w->inverse)
        over = share_of_angle(w, &value, before, g, &share);
    over = apply(w, g) || over;
    if (angle && !w->inverse)
        over = share_of_angle(w, &value, v, g, &share) || over;
    if (!angle)
        return over;
    const unsigned bits = w->format.w;
    over = rg_wide_scale(bits, share, w->scale, &share) || over;
    return (w->inverse ? rg_wide_add(bits, *of_angle, share, of_angle)
                       : rg_wide_sub(bits, *of_angle, share, of_angle))
           || over;
}

unsigned rg_exec_float_turn(rg_machine *m, const rg_decoded *d)
{
    const bool active = rg_gradient_mode(m);
    pair v = {rg_whole(m, &m->r[d->in.d]), rg_whole(m, &m->r[d->in.a])},
         g = {rg_whole(m, &m->gr[d->in.d]), rg_whole(m, &m->gr[d->in.a])};
    const pair before = v;
    work w = {0};
    const unsigned trap = prepare(m, d, &w);
    int64_t *angle = w.reflects || d->in.kinds & RG_FLOAT_B ? NULL : &m->gr[d->in.b];
    rg_wide_word of_angle = {{0}};

    if (trap)
        return trap;
    if (beyond(m, &v))
        return RG_TRAP_OVERFLOW;
    if (angle) {
        of_angle = rg_whole(m, angle);
        w.scale = rg_scale_of(m, rg_whole(m, &m->r[d->in.b]));
    }
    bool over = apply(&w, &v);
    const unsigned values = w.few;
    over = (active && turn_gradients(m, &w, &v, &before, &g, angle, &of_angle)) || over;
    if (over || beyond(m, &v))
        return RG_TRAP_OVERFLOW;
    rg_put_whole(m, &m->r[d->in.d], v.x);
    rg_put_whole(m, &m->r[d->in.a], v.y);
    rg_count_value_overflows(m, values);
    if (!active)
        return 0;
    rg_put_whole(m, &m->gr[d->in.d], g.x);
    rg_put_whole(m, &m->gr[d->in.a], g.y);
    if (angle)
        rg_put_whole(m, angle, of_angle);
    rg_count_gradient_overflows(m, w.few - values);
    return 0;
}
