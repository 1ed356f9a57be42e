/* float_turn.c: rotations and HADAMARD of two wide words. A rotation by at most 45 degrees is
 * three sums of products, each undone by subtracting it; right angles are exact. */
#include "sim/fast/float.h"
#include "sim/fast/float_update.h"
#include "sim/fast/tangent.h"

typedef struct {
    rg_ext tangent, sine; /* of half the angle, and of the angle, |angle| <= pi / 4 */
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

/* tan(r / 2) = sin r / (1 + cos r) */
static rg_ext half_tangent(rg_ext sine, rg_ext cosine)
{
    return rg_ext_div(sine, rg_ext_add(cosine, rg_ext_of_int(1)));
}

static unsigned turn_by(const rg_float_format *format, rg_ext angle, turn *to)
{
    rg_float_numbers in = {.op = RG_OP_FSIN, .b = angle};
    rg_float_out sine, cosine;

    rg_float_eval_numbers(format, &in, &sine);
    in.op = RG_OP_FCOS;
    rg_float_eval_numbers(format, &in, &cosine);
    if (sine.trap || cosine.trap)
        return sine.trap ? sine.trap : cosine.trap;
    const rg_ext s = sine.value, c = cosine.value;
    const bool low = rg_ext_compare_magnitude(s, c) <= 0;
    to->quarters = low ? (c.negative ? 2 : 0) : (s.negative ? 3 : 1);
    to->sine = to->quarters == 0   ? s
               : to->quarters == 1 ? rg_ext_negate(c)
               : to->quarters == 2 ? rg_ext_negate(s)
                                   : c;
    to->tangent = rg_ext_shorten(half_tangent(to->sine, rg_ext_magnitude(low ? c : s)), format->q);
    return 0;
}

/* By 45 degrees: the sine is the root of 1/2. */
static turn eighth_of_circle(const rg_float_format *format)
{
    const rg_ext sine = rg_ext_shorten(rg_ext_sqrt(rg_ext_scale(rg_ext_of_int(1), -1)), format->q);

    return (turn){rg_ext_shorten(half_tangent(sine, sine), format->q), sine, 0};
}

/* x += or -= k y; true where it does not fit. */
static bool shear_by(work *w, rg_wide_word *x, rg_ext y, rg_ext by, bool subtract)
{
    rg_wide_word product;

    const enum rg_float_status status = rg_wide_expand(&w->format, rg_ext_mul(by, y), &product);
    w->few += status == RG_FLOAT_FEW;
    return (subtract ? rg_wide_sub(w->format.w, *x, product, x)
                     : rg_wide_add(w->format.w, *x, product, x))
           || status == RG_FLOAT_OVERFLOW;
}

static bool shear(work *w, rg_wide_word *x, rg_wide_word y, rg_ext by, bool subtract)
{
    return shear_by(w, x, rg_wide_number(&w->format, y), by, subtract);
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
    const rg_ext x = rg_wide_number(value, v->x), y = rg_wide_number(value, v->y);

    *share = (rg_wide_word){{0}};
    const bool over = shear(w, share, g->y, x, false);
    return shear(w, share, g->x, y, true) || over;
}

static bool beyond(const rg_machine *m, const pair *p)
{
    return rg_beyond_wide(m, p->x) || rg_beyond_wide(m, p->y);
}

static unsigned prepare(rg_machine *m, const rg_decoded *d, work *w)
{
    const unsigned op = d->in.op;

    w->format = rg_machine_format(m);
    w->format.q -= rg_coarser(m);
    w->inverse = (op == RG_OP_IROT || op == RG_OP_IHAD) != m->backward;
    w->reflects = op == RG_OP_HAD || op == RG_OP_IHAD;
    if (w->reflects) {
        w->by = eighth_of_circle(&w->format);
        return 0;
    }
    const int64_t *angle = &m->r[d->in.b];
    m->trap_info = d->in.kinds & RG_FLOAT_B ? *angle : rg_float_read(m, angle);
    const rg_wide_word word = rg_whole(m, angle);
    rg_ext by = {0, 0, false};
    if (d->in.kinds & RG_FLOAT_B || rg_holds_float(m, word))
        (void)rg_float_decode(&w->format, (uint64_t)m->trap_info, &by);
    else
        by = rg_wide_number(&w->format, word);
    return turn_by(&w->format, by, &w->by);
}

/* ---- tangents ---- */

/* Tangents are rotated with their words, and by what the angle's tangent adds. */
static bool turn_tangents(work *w, const rg_float_format *of_words, const pair *before,
                          const pair *after, rg_ext by_angle, pair *t)
{
    const pair *words = w->inverse ? before : after;
    const rg_ext x = rg_ext_mul(rg_wide_number(of_words, words->x), by_angle),
                 y = rg_ext_mul(rg_wide_number(of_words, words->y), by_angle);
    const rg_ext one = rg_ext_of_int(1);
    bool over = !w->inverse && apply(w, t);

    /* as they are worked out where the pair is turned, whichever way it goes */
    over = shear_by(w, &t->x, y, one, !w->inverse) || over;
    over = shear_by(w, &t->y, x, one, w->inverse) || over;
    return (w->inverse && apply(w, t)) || over;
}

/* The tangent of the angle's share: uy x + gy tx - ux y - gx ty, rounded once. */
static bool tangent_of_share(work *w, const rg_float_format *value, const pair *v, const pair *g,
                             const pair *t, const pair *u, rg_wide_word *share)
{
    const rg_float_format *d = &w->format;
    const rg_ext up = rg_ext_add(rg_ext_mul(rg_wide_number(d, u->y), rg_wide_number(value, v->x)),
                                 rg_ext_mul(rg_wide_number(d, g->y), rg_wide_number(d, t->x))),
                 down = rg_ext_add(rg_ext_mul(rg_wide_number(d, u->x), rg_wide_number(value, v->y)),
                                   rg_ext_mul(rg_wide_number(d, g->x), rg_wide_number(d, t->y)));
    const enum rg_float_status status =
        rg_wide_expand(d, rg_ext_scale(rg_ext_sub(up, down), w->scale), share);

    w->few += status == RG_FLOAT_FEW;
    return status == RG_FLOAT_OVERFLOW;
}

/* Words of a machine before and after a rotation. */
typedef struct {
    pair v, g, t, u;
} state;

/* The new tangents of the pair and of its gradients, and that of the angle's gradient; true where
 * one does not fit. */
static bool tangents(const rg_machine *m, work *w, const state *before, state *after,
                     const int64_t *angle, const int64_t *angle_u, rg_wide_word *of_angle)
{
    const rg_float_format value = rg_machine_format(m), derivative = rg_derivative_format(m);
    rg_ext by = {0, 0, false};
    rg_wide_word share;

    w->format = derivative;
    if (angle)
        by = rg_ext_scale(rg_wide_number(&derivative, rg_whole(m, angle)), w->scale);
    after->t = before->t;
    bool over = turn_tangents(w, &value, &before->v, &after->v, by, &after->t);
    if (!rg_both_mode(m))
        return over;
    after->u = before->u;
    over = turn_tangents(w, &derivative, &before->g, &after->g, by, &after->u) || over;
    if (!angle)
        return over;
    const state *at = w->inverse ? before : after;
    *of_angle = rg_whole(m, angle_u);
    over = tangent_of_share(w, &value, &at->v, &at->g, &at->t, &at->u, &share) || over;
    return (w->inverse ? rg_wide_add(derivative.w, *of_angle, share, of_angle)
                       : rg_wide_sub(derivative.w, *of_angle, share, of_angle))
           || over;
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
    w->format.q -= rg_coarser(m);
    if (angle && w->inverse)
        over = share_of_angle(w, &value, before, g, &share);
    over = apply(w, g) || over;
    if (angle && !w->inverse)
        over = share_of_angle(w, &value, v, g, &share) || over;
    if (!angle)
        return over;
    const unsigned bits = w->format.w;
    w->few += rg_float_few_of(share, w->scale);
    over = rg_wide_scale(bits, share, w->scale, &share) || over;
    return (w->inverse ? rg_wide_add(bits, *of_angle, share, of_angle)
                       : rg_wide_sub(bits, *of_angle, share, of_angle))
           || over;
}

static pair pair_of(const rg_machine *m, const int64_t *bank, const rg_instruction *in)
{
    return (pair){rg_whole(m, &bank[in->d]), rg_whole(m, &bank[in->a])};
}

static void put_pair(rg_machine *m, int64_t *bank, const rg_instruction *in, const pair *p)
{
    rg_put_whole(m, &bank[in->d], p->x);
    rg_put_whole(m, &bank[in->a], p->y);
}

unsigned rg_exec_float_turn(rg_machine *m, const rg_decoded *d)
{
    const rg_instruction *in = &d->in;
    const bool active = rg_gradient_mode(m), dual = rg_tangent_mode(m), both = rg_both_mode(m);
    const state before = {pair_of(m, m->r, in), pair_of(m, m->gr, in), pair_of(m, m->tr, in),
                          pair_of(m, m->tgr, in)};
    state after = before;
    work w = {0};
    const unsigned trap = prepare(m, d, &w);
    const bool by_angle = !w.reflects && !(in->kinds & RG_FLOAT_B);
    rg_wide_word of_angle = {{0}}, tangent_of_angle = {{0}};

    if (trap)
        return trap;
    if (beyond(m, &before.v))
        return RG_TRAP_OVERFLOW;
    if (by_angle) {
        of_angle = rg_whole(m, &m->gr[in->b]);
        w.scale = rg_scale_of(m, rg_whole(m, &m->r[in->b]));
    }
    bool over = apply(&w, &after.v);
    const unsigned values = w.few;
    over = (active
            && turn_gradients(m, &w, &after.v, &before.v, &after.g, by_angle ? &m->gr[in->b] : NULL,
                              &of_angle))
           || over;
    over = (dual
            && tangents(m, &w, &before, &after, by_angle ? &m->tr[in->b] : NULL, &m->tgr[in->b],
                        &tangent_of_angle))
           || over;
    if (over || beyond(m, &after.v))
        return RG_TRAP_OVERFLOW;
    put_pair(m, m->r, in, &after.v);
    rg_count_value_overflows(m, values);
    rg_count_gradient_overflows(m, w.few - values);
    if (active)
        put_pair(m, m->gr, in, &after.g);
    if (active && by_angle)
        rg_put_whole(m, &m->gr[in->b], of_angle);
    if (dual)
        put_pair(m, m->tr, in, &after.t);
    if (both)
        put_pair(m, m->tgr, in, &after.u);
    if (both && by_angle)
        rg_put_whole(m, &m->tgr[in->b], tangent_of_angle);
    return 0;
}
