/* dual.c: the passes of tangent mode and mode both over the function unit
 * (docs/reference/tangent.md). */
#include "isa/num/dual.h"

#include "isa/isa.h"
#include "isa/num/code.h"

static rg_num_out pass(const rg_num_config *config, const rg_num_in *in, int64_t gy, int64_t ga,
                       rg_num_dual_out *out)
{
    rg_num_in question = *in;
    rg_num_out answer;
    question.grad = true;
    question.gy = gy;
    question.ga = ga;
    rg_num_eval(config, &question, &answer);
    out->overflows += answer.grad_ovf;
    return answer;
}

static void second_partials(const rg_num_config *config, const rg_num_in *in,
                            const rg_num_out *base, const rg_num_dual_in *dual,
                            const rg_num_out *by_a, const rg_num_out *by_b, rg_num_dual_out *out)
{
    rg_num_in question = *in;
    rg_num_start start = {base->f, base->da, base->db, {by_a->da, by_b->db, by_a->db, by_b->da}};
    rg_num_out answer = {0};
    question.y = dual->ta;
    question.ga = dual->tb;
    rg_num_run_second(config, &question, &start, &answer);
    out->overflows += answer.grad_ovf;
    out->ha = dual->has_a ? answer.da : 0;
    out->hb = dual->has_b ? answer.db : 0;
    if (rg_num_starts[RG_NUM_SECOND + in->op] == 0)
        out->ha = out->hb = 0;
}

static void update(const rg_num_config *config, const rg_num_in *in, const rg_num_out *base,
                   const rg_num_dual_in *dual, rg_num_dual_out *out)
{
    rg_num_out by_a = {0}, by_b = {0}, by_u;
    if (dual->has_a)
        by_a = pass(config, in, dual->ta, 0, out);
    if (dual->has_b)
        by_b = pass(config, in, dual->tb, 0, out);
    out->pa = dual->has_a ? by_a.da : 0;
    out->qb = dual->has_b ? by_b.db : 0;
    if (!dual->both || (!dual->has_a && !dual->has_b))
        return;
    by_u = pass(config, in, dual->ud, 0, out);
    out->pu = dual->has_a ? by_u.da : 0;
    out->qu = dual->has_b ? by_u.db : 0;
    second_partials(config, in, base, dual, &by_a, &by_b, out);
}

typedef struct {
    int64_t d, a;
} pair;

/* What the angle's tangent moves the tangents x of two words by. */
static pair move(const rg_num_config *config, const rg_num_in *in, pair words, pair x, int64_t tb,
                 rg_num_dual_out *out)
{
    rg_num_in question = {.op = RG_OP_ROT,
                          .activity = in->activity,
                          .inverse = in->inverse,
                          .b = tb,
                          .y = words.d,
                          .a = words.a,
                          .gy = x.d,
                          .ga = x.a};
    rg_num_start nothing = {0};
    rg_num_out answer = {0};
    rg_num_run_second(config, &question, &nothing, &answer);
    out->overflows += answer.grad_ovf;
    return (pair){answer.gy2, answer.ga2};
}

/* The tangents x of two words, rotated with them; before and after are the words. */
static pair turn(const rg_num_config *config, const rg_num_in *in, pair before, pair after, pair x,
                 int64_t tb, rg_num_dual_out *out)
{
    bool by_angle = in->op == RG_OP_ROT || in->op == RG_OP_IROT;
    if (by_angle && in->inverse)
        x = move(config, in, before, x, tb, out);
    rg_num_out turned = pass(config, in, x.d, x.a, out);
    x = (pair){turned.gy2, turned.ga2};
    if (by_angle && !in->inverse)
        x = move(config, in, after, x, tb, out);
    return x;
}

static void angle(const rg_num_config *config, const rg_num_in *in, const rg_num_out *base,
                  const rg_num_dual_in *dual, rg_num_dual_out *out)
{
    bool back = in->inverse;
    rg_num_in question = {.op = RG_OP_IROT,
                          .activity = in->activity,
                          .y = back ? base->y2 : in->y,
                          .a = back ? base->a2 : in->a,
                          .gy = back ? base->gy2 : in->gy,
                          .ga = back ? base->ga2 : in->ga};
    rg_num_start start = {.t = {back ? out->td2 : dual->td, back ? out->ta2 : dual->ta,
                                back ? out->ud2 : dual->ud, back ? out->ua2 : dual->ua}};
    rg_num_out answer = {0};
    rg_num_run_second(config, &question, &start, &answer);
    out->overflows += answer.grad_ovf;
    out->ub = answer.db;
}

static void rotation(const rg_num_config *config, const rg_num_in *in, const rg_num_out *base,
                     const rg_num_dual_in *dual, rg_num_dual_out *out)
{
    pair t = turn(config, in, (pair){in->y, in->a}, (pair){base->y2, base->a2},
                  (pair){dual->td, dual->ta}, dual->tb, out);
    out->td2 = t.d;
    out->ta2 = t.a;
    if (!dual->both)
        return;
    pair u = turn(config, in, (pair){in->gy, in->ga}, (pair){base->gy2, base->ga2},
                  (pair){dual->ud, dual->ua}, dual->tb, out);
    out->ud2 = u.d;
    out->ua2 = u.a;
    if (in->op == RG_OP_ROT || in->op == RG_OP_IROT)
        angle(config, in, base, dual, out);
}

void rg_num_dual(const rg_num_config *config, const rg_num_in *in, const rg_num_out *base,
                 const rg_num_dual_in *dual, rg_num_dual_out *out)
{
    const rg_op_info *info = rg_op_lookup(in->op);
    *out = (rg_num_dual_out){0};
    if (base->trap || !info)
        return;
    if (info->format == RG_FMT_R3 || info->format == RG_FMT_R2X)
        rotation(config, in, base, dual, out);
    else
        update(config, in, base, dual, out);
}

/* A pass and the clock in which its results are kept. */
static unsigned second_latency(const rg_num_unit *unit, unsigned op)
{
    unsigned clocks = rg_num_program_clocks(unit, RG_NUM_SECOND + op, true);
    return clocks ? clocks + 1 : 0;
}

unsigned rg_num_unit_dual_latency(const rg_num_config *config, const rg_num_unit *unit, unsigned op,
                                  bool both, bool reg_b)
{
    const rg_op_info *info = rg_op_lookup(op);
    unsigned value = rg_num_unit_latency(config, unit, op, false) + 1,
             once = rg_num_unit_latency(config, unit, op, true) + 1;
    if (!info)
        return value;
    if (info->format == RG_FMT_R2X)
        return both ? 3 * once : once;
    if (info->format == RG_FMT_R3) {
        unsigned moves = second_latency(unit, RG_OP_ROT);
        return both ? 3 * once + 2 * moves + second_latency(unit, RG_OP_IROT) : once + moves;
    }
    unsigned passes = (info->ga[0] ? 1u : 0u) + (info->gb[0] && reg_b ? 1u : 0u);
    if (passes == 0)
        return both ? once : value;
    return both ? (passes + 2) * once + second_latency(unit, op) : passes * once;
}

unsigned rg_num_dual_latency(const rg_num_config *config, unsigned op, bool both, bool reg_b)
{
    static const rg_num_unit plain = {false, 1};
    return rg_num_unit_dual_latency(config, &plain, op, both, reg_b);
}
