/* convention.c: the register in which each parameter comes and goes. A routine takes its parameters
 * where they live, and callers have their wishes (settle.c tries them). */
#include <string.h>

#include "cg.h"

static uint32_t bit(unsigned r) { return UINT32_C(1) << r; }

/* ---- the routine at work ---- */

void cg_usual_places(cg *g)
{
    cg_summary *s = cg_summary_of(g, g->routine);
    const size_t count = cg_register_params(g->routine);
    const bool recursive = cg_called(g, g->routine)->recursive;
    uint32_t taken = 0;

    for (size_t v = 0; v < count; v++) {
        const uint32_t own = bit(s->hint[v]);
        s->come[v] = g->convention.free && !recursive && !((taken | cg_keeps(g)) & own) ? s->hint[v]
                                                                                        : 0;
        taken |= s->come[v] ? own : 0;
    }
    for (size_t v = 0; v < count; v++) {
        unsigned r = (unsigned)v + 1;
        while (s->come[v] == 0 && (taken >> r & 1))
            r = r % CG_ARGS + 1;
        s->come[v] = s->come[v] ? s->come[v] : (uint8_t)r;
        taken |= bit(s->come[v]);
    }
}

bool cg_place_parameters(cg *g, uint32_t pool)
{
    cg_summary *s = cg_summary_of(g, g->routine);
    const size_t count = cg_register_params(g->routine);
    uint32_t taken = cg_keeps(g);

    for (size_t v = 0; v < count; v++)
        taken |= g->homes[v].in_register ? bit(g->homes[v].reg) : 0;
    for (size_t v = 0; v < count; v++) {
        const cg_home *home = &g->homes[v];
        unsigned r = 1;
        if (home->in_register && !(cg_keeps(g) & bit(home->reg))) {
            s->come[v] = home->reg;
            continue;
        }
        while (r < CG_FP && ((taken | ~pool) & bit(r)))
            r++;
        if (r == CG_FP)
            return false;
        s->come[v] = (uint8_t)r;
        taken |= bit(r);
    }
    return true;
}

/* ---- wishes of callers ---- */

void cg_vote(cg *g)
{
    for (size_t i = 0; i < g->crossing_count; i++) {
        const ir_stmt *call = g->crossings[i].call;
        for (size_t k = 0; k < call->arg_count && k < CG_ARGS; k++) {
            const ir_arg *a = &call->args[k];
            const ir_var *v = a->kind == IR_ARG_ARRAY                    ? a->array
                              : a->kind == IR_ARG_PLACE && !a->place.row ? a->place.var
                                                                         : NULL;
            if (v && g->homes[v->id].in_register)
                cg_summary_of(g, call->callee)->vote[k][g->homes[v->id].reg]++;
        }
    }
}

void cg_forget_votes(cg *g)
{
    for (const ir_routine *r = g->module->routines; r; r = r->next)
        memset(cg_summary_of(g, r)->votes, 0, sizeof cg_summary_of(g, r)->votes);
}

void cg_count_votes(cg *g)
{
    for (size_t i = 0; i < g->callee_count; i++)
        for (unsigned k = 0; k < CG_ARGS; k++)
            for (unsigned n = 0; n < CG_SP; n++)
                g->callees[i]->votes[k][n] += g->callees[i]->vote[k][n];
}

/* What most callers have where becomes the wish for the next time. */
bool cg_take_votes(cg *g)
{
    bool changed = false;

    for (const ir_routine *r = g->module->routines; r; r = r->next) {
        cg_summary *s = cg_summary_of(g, r);
        uint32_t taken = 0;
        for (unsigned k = 0; k < CG_ARGS; k++) {
            unsigned best = 0;
            for (unsigned n = 1; n < CG_FP; n++)
                if (s->votes[k][n] > s->votes[k][best] && !((taken | CG_DISPATCHER) & bit(n)))
                    best = n;
            changed = changed || best != s->hint[k];
            s->hint[k] = (uint8_t)best;
            taken |= best ? bit(best) : 0;
        }
    }
    return changed;
}
