/* saves.c: which registers a routine saves, decided over the whole module. A routine leaves a
 * register alone, or saves it, only where a routine that calls it holds something there; everything
 * else is zero when it is entered, and zero again when it is left. */
#include <stdlib.h>
#include <string.h>

#include "cg.h"
#include "compiler/grow.h"

static uint32_t bit(unsigned r) { return UINT32_C(1) << r; }

bool cg_survey_module(cg *g)
{
    g->summaries = calloc(g->module->routine_count + 1, sizeof *g->summaries);
    return (g->summaries && ir_survey_calls(g->module, &g->calls))
           || cg_fail(g, (ir_loc){0, 0, 0}, "R0712", "out of memory");
}

/* Until it is made: what any routine may use. In calls of itself that is all it does not save. */
static void expect_uses(const cg *g, const ir_routine *r)
{
    cg_summary *s = cg_summary_of(g, r);

    s->uses = CG_LINK | CG_SCRATCH | (cg_called(g, r)->calls_itself ? CG_PRESERVED & ~s->keep : 0);
}

void cg_begin_summaries(cg *g)
{
    for (const ir_routine *r = g->module->routines; r; r = r->next) {
        cg_summary *s = cg_summary_of(g, r);
        s->keep = cg_called(g, r)->recursive || opt_off(g->options.off, OPT_SAVES) ? CG_PRESERVED
                                                                                   : CG_DISPATCHER;
        s->demanded = 0;
        for (size_t v = 0; v < CG_ARGS; v++) /* of routines that call each other one is called
                                                before it is made: there it stays so */
            s->come[v] = (uint8_t)(v + 1);
        expect_uses(g, r);
    }
}

static uint32_t arguments(const cg *g, const ir_stmt *call)
{
    return cg_parameters(g, call->callee);
}

static bool crosses(const cg *g, size_t v, const cg_crossing *c)
{
    return g->intervals[v].used && c->position >= g->intervals[v].first
           && c->position <= g->intervals[v].last;
}

uint32_t cg_disturbed_by(const cg *g, const ir_stmt *call)
{
    return cg_summary_of(g, call->callee)->uses | arguments(g, call);
}

uint32_t cg_disturbed(const cg *g, size_t v)
{
    uint32_t mask = 0;

    for (size_t i = 0; i < g->crossing_count; i++)
        if (crosses(g, v, &g->crossings[i]))
            mask |= cg_disturbed_by(g, g->crossings[i].call);
    return mask;
}

uint32_t cg_arguments(const cg *g)
{
    uint32_t mask = 0;

    for (size_t i = 0; i < g->crossing_count; i++)
        mask |= arguments(g, g->crossings[i].call);
    return mask;
}

static uint32_t used_by_calls(const cg *g, const ir_stmt *list)
{
    uint32_t mask = 0;

    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL && s->callee != g->routine)
            mask |= cg_summary_of(g, s->callee)->uses;
        mask |= used_by_calls(g, s->body) | used_by_calls(g, s->other);
    }
    return mask;
}

uint32_t cg_used_by_calls(const cg *g) { return used_by_calls(g, g->routine->body); }

/* The registers of one call's routine that the routine at work holds something in. */
static uint32_t held_over(const cg *g, const cg_crossing *c)
{
    uint32_t mask = g->has_arrays && !g->no_frame_pointer ? bit(CG_FP) : 0;

    for (size_t v = 0; v < g->home_count; v++)
        if (crosses(g, v, c) && g->homes[v].in_register)
            mask |= bit(g->homes[v].reg);
    return mask & CG_PRESERVED
           & ~arguments(g, c->call); /* what an argument is in the call has and gives back */
}

void cg_forget_callees(cg *g)
{
    for (size_t i = 0; i < g->callee_count; i++) {
        cg_summary *s = g->callees[i];
        s->noted = false;
        s->wanted = 0;
        memset(s->vote, 0, sizeof s->vote);
    }
    g->callee_count = 0;
}

bool cg_note_callee(cg *g, cg_summary *callee)
{
    cg_summary **bigger = rg_grow(g->callees, g->callee_count, &g->callee_capacity, sizeof *bigger);

    if (!bigger)
        return cg_fail(g, g->routine->loc, "R0712", "out of memory");
    g->callees = bigger;
    g->callees[g->callee_count++] = callee;
    callee->noted = true;
    return true;
}

bool cg_note_callees(cg *g)
{
    cg_forget_callees(g);
    for (size_t i = 0; i < g->crossing_count; i++) {
        cg_summary *callee = cg_summary_of(g, g->crossings[i].call->callee);
        if (!callee->noted && !cg_note_callee(g, callee))
            return false;
    }
    return true;
}

void cg_want(cg *g)
{
    for (size_t i = 0; i < g->crossing_count; i++) {
        cg_summary *callee = cg_summary_of(g, g->crossings[i].call->callee);
        callee->wanted |= held_over(g, &g->crossings[i]) & callee->uses;
    }
}

void cg_sum_up(cg *g, const rg_routine *out)
{
    cg_summary *s = cg_summary_of(g, g->routine);
    uint32_t named = 0;

    for (size_t i = out->begin; i < out->end; i++) {
        rg_instruction in;
        if (rg_decode_any(g->buffer.code[i], g->module->xlen, &in))
            named |= (cg_named(&in) & ~CG_LINK) | (in.op == RG_OP_PORTAL ? bit(in.d) : 0);
    }
    named |= cg_used_by_calls(g) | cg_parameters(g, g->routine);
    s->uses = named & (CG_LINK | CG_SCRATCH | CG_PRESERVED) & ~(s->keep & CG_PRESERVED);
    if (s->keep == CG_PRESERVED)
        s->uses = CG_LINK
                  | CG_SCRATCH; /* as it was taken to be where it is called before it is made */
    cg_count_votes(g);
    for (size_t i = 0; i < g->callee_count; i++)
        g->callees[i]->demanded |= g->callees[i]->wanted;
}

bool cg_next_round(cg *g, unsigned round)
{
    bool more = false;

    for (const ir_routine *r = g->module->routines; r; r = r->next)
        more = more || cg_summary_of(g, r)->demanded;
    for (const ir_routine *r = more ? g->module->routines : NULL; r; r = r->next) {
        cg_summary *s = cg_summary_of(g, r);
        s->keep |= round < CG_ROUNDS         ? s->demanded
                   : cg_called(g, r)->called ? CG_PRESERVED
                                             : 0; /* nobody holds anything over calls of it */
        s->demanded = 0;
        expect_uses(g, r);
    }
    return more;
}
