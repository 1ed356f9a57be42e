/* tangent.c: sums of tangents, in the order of docs/reference/tangent.md. */
#include "sim/fast/tangent.h"

static unsigned add(const rg_machine *m, int64_t *to, int64_t delta, bool subtract)
{
    return rg_sum(*to, delta, subtract, m->config.num.xlen, to) ? 1 : 0;
}

void rg_tangent_combine(const rg_machine *m, rg_tangents *t, bool minus)
{
    t->result = *t->target;
    t->sums = t->overflows;
    t->sums += add(m, &t->result, minus ? t->tb : t->ta, minus);
    t->sums += add(m, &t->result, minus ? t->ta : t->tb, minus);
}

/* The tangents of gradients get -s times what is theirs. */
static unsigned contribute(const rg_machine *m, const rg_tangents *t, bool minus)
{
    unsigned over = 0;

    if (t->ua && !minus) {
        over += add(m, t->ua, t->pu, true);
        over += add(m, t->ua, t->ha, true);
    }
    if (t->ub) {
        over += add(m, t->ub, minus ? t->hb : t->qu, !minus);
        over += add(m, t->ub, minus ? t->qu : t->hb, !minus);
    }
    if (t->ua && minus) {
        over += add(m, t->ua, t->ha, false);
        over += add(m, t->ua, t->pu, false);
    }
    return over;
}

void rg_tangent_commit(rg_machine *m, const rg_tangents *t, bool minus)
{
    unsigned over = t->sums;

    *t->target = t->result;
    if (rg_both_mode(m))
        over += contribute(m, t, minus);
    rg_count_gradient_overflows(m, over);
}
