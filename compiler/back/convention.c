/* convention.c: the register in which each parameter comes and goes. A routine takes its parameters
 * where they live, and what calls it is a caller's wish: the module is made several times, each
 * time with what the callers had last time, and the shortest code stays. */
#include <stdlib.h>
#include <string.h>

#include "cg.h"

static uint32_t bit(unsigned r) { return UINT32_C(1) << r; }

static cg_summary *summary_of(const cg *g, const ir_routine *r) { return &g->summaries[r->index]; }

static size_t register_params(const ir_routine *r)
{
    return r->param_count < CG_ARGS ? r->param_count : CG_ARGS;
}

uint8_t cg_comes_in(const cg *g, const ir_routine *r, size_t v)
{
    return v < CG_ARGS ? summary_of(g, r)->come[v] : 0;
}

uint32_t cg_parameters(const cg *g, const ir_routine *r)
{
    uint32_t mask = 0;

    for (size_t v = 0; v < register_params(r); v++)
        mask |= bit(cg_comes_in(g, r, v));
    return mask;
}

/* A routine that calls itself must know where they come before it knows where they live. */
bool cg_free_places(const cg *g)
{
    const cg_summary *s = summary_of(g, g->routine);

    return g->convention.free && !s->recursive && !s->calls_itself;
}

/* ---- the routine at work ---- */

void cg_usual_places(cg *g)
{
    cg_summary *s = summary_of(g, g->routine);
    const size_t count = register_params(g->routine);
    uint32_t taken = 0;

    for (size_t v = 0; v < count; v++) {
        const uint32_t own = bit(s->hint[v]);
        s->come[v] =
            g->convention.free && !s->recursive && !((taken | cg_keeps(g)) & own) ? s->hint[v] : 0;
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
    cg_summary *s = summary_of(g, g->routine);
    const size_t count = register_params(g->routine);
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
    for (const ir_routine *r = g->module->routines; r; r = r->next)
        memset(summary_of(g, r)->vote, 0, sizeof summary_of(g, r)->vote);
    for (size_t i = 0; i < g->crossing_count; i++) {
        const ir_stmt *call = g->crossings[i].call;
        for (size_t k = 0; k < call->arg_count && k < CG_ARGS; k++) {
            const ir_arg *a = &call->args[k];
            const ir_var *v = a->kind == IR_ARG_ARRAY                    ? a->array
                              : a->kind == IR_ARG_PLACE && !a->place.row ? a->place.var
                                                                         : NULL;
            if (v && g->homes[v->id].in_register)
                summary_of(g, call->callee)->vote[k][g->homes[v->id].reg]++;
        }
    }
}

void cg_forget_votes(cg *g)
{
    for (const ir_routine *r = g->module->routines; r; r = r->next)
        memset(summary_of(g, r)->votes, 0, sizeof summary_of(g, r)->votes);
}

void cg_count_votes(cg *g)
{
    for (const ir_routine *r = g->module->routines; r; r = r->next)
        for (unsigned k = 0; k < CG_ARGS; k++)
            for (unsigned n = 0; n < CG_SP; n++)
                summary_of(g, r)->votes[k][n] += summary_of(g, r)->vote[k][n];
}

/* What most callers have where becomes the wish for the next time. */
static bool take_votes(cg *g)
{
    bool changed = false;

    for (const ir_routine *r = g->module->routines; r; r = r->next) {
        cg_summary *s = summary_of(g, r);
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

/* ---- the whole module ---- */

typedef struct {
    size_t size;
    unsigned which;
    uint8_t *hints;
} choice;

static void start(cg *g, bool with_hints)
{
    g->failed = false;
    *g->diagnostic = (ir_diagnostic){0};
    cg_begin_summaries(g);
    for (size_t i = 0; i < g->module->routine_count && !with_hints; i++)
        memset(g->summaries[i].hint, 0, sizeof g->summaries[i].hint);
}

static void keep_choice(const cg *g, choice *best, unsigned which)
{
    best->size = g->buffer.count;
    best->which = which;
    for (size_t i = 0; i < g->module->routine_count; i++)
        memcpy(best->hints + i * CG_ARGS, g->summaries[i].hint, CG_ARGS);
}

static void again(cg *g, rg_object *out, const choice *best)
{
    for (size_t i = 0; i < g->module->routine_count; i++)
        memcpy(g->summaries[i].hint, best->hints + i * CG_ARGS, CG_ARGS);
    start(g, true);
    cg_all_routines(g, out);
}

static bool has_calls(const cg *g)
{
    for (size_t i = 0; i < g->module->routine_count; i++)
        if (g->summaries[i].called)
            return true;
    return false;
}

void cg_settle(cg *g, rg_object *out)
{
    /* with the first register that is for temporaries */
    static const cg_convention tried[] = {
        {false, CG_FIRST_SAVED}, {true, CG_FIRST_SAVED}, {true, 20}, {true, 8}};
    enum { TRIALS = 2, LARGE = 4000 };
    const bool search = !opt_off(g->options.off, OPT_PLACES) && !opt_off(g->options.off, OPT_SAVES)
                        && has_calls(g);
    const unsigned count = search ? sizeof tried / sizeof tried[0] : 1;
    choice best = {SIZE_MAX, 0, calloc(g->module->routine_count + 1, CG_ARGS)};
    bool last = true;

    if (!best.hints) {
        cg_fail(g, (ir_loc){0, 0, 0}, "R0712", "out of memory");
        return;
    }
    for (unsigned i = 0; i < count && (i < 2 || best.size < LARGE); i++)
        for (unsigned trial = 0; trial < TRIALS; trial++) {
            g->convention = tried[i];
            start(g, trial > 0);
            g->quick = i > 0;
            cg_all_routines(g, out);
            last = !g->failed && g->buffer.count < best.size;
            if (last)
                keep_choice(g, &best, i);
            if (g->failed || !g->convention.free || !take_votes(g))
                break;
        }
    g->convention = tried[best.which];
    if (!last || g->quick) { /* the best one, with all divisions of registers; or the first one for
                                what it has to say */
        g->quick = false;
        again(g, out, &best);
    }
    free(best.hints);
}
