/* convention.c: the register in which each parameter comes and goes. A routine takes its parameters
 * where they live, and callers have their wishes. The module is made several times, each time with
 * what the callers had last time. The shortest code stays. */
#include <stdlib.h>
#include <string.h>

#include "cg.h"
#include "ownership.h"

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
    const ir_call_facts *s = cg_called(g, g->routine);

    return g->convention.free && !s->recursive && !s->calls_itself;
}

/* ---- the routine at work ---- */

void cg_usual_places(cg *g)
{
    cg_summary *s = summary_of(g, g->routine);
    const size_t count = register_params(g->routine);
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
    for (size_t i = 0; i < g->callee_count; i++)
        for (unsigned k = 0; k < CG_ARGS; k++)
            for (unsigned n = 0; n < CG_SP; n++)
                g->callees[i]->votes[k][n] += g->callees[i]->vote[k][n];
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

/* The shortest code so far, as it was made: to make it again is another search, which may end
 * elsewhere. */
typedef struct {
    size_t size; /* SIZE_MAX: none yet */
    unsigned which;
    uint32_t *code;
    rg_line *lines;
    cg_fix *fixes;
    size_t fix_count;
    cg_scope *scopes;
    size_t scope_count;
    rg_routine *routines; /* where they stand */
    cg_summary *summaries;
} choice;

static void drop_choice(choice *c)
{
    free(c->code);
    free(c->lines);
    free(c->fixes);
    free(c->scopes);
    free(c->routines);
    free(c->summaries);
    *c = (choice){.size = SIZE_MAX};
}

/* A copy of an array, which may be empty; false: no memory. */
static bool copied(void **to, const void *from, size_t count, size_t size)
{
    *to = calloc(count + 1, size);
    if (*to && count > 0)
        memcpy(*to, from, count * size);
    return *to != NULL;
}

static bool keep_choice(cg *g, const rg_object *out, choice *best, unsigned which)
{
    const size_t count = g->module->routine_count;
    void *code, *lines, *fixes, *scopes, *routines, *summaries;

    drop_choice(best);
    bool good = copied(&code, g->buffer.code, g->buffer.count, sizeof *best->code);
    good = copied(&lines, g->buffer.lines, g->buffer.count, sizeof *best->lines) && good;
    good = copied(&fixes, g->fixes, g->fix_count, sizeof *best->fixes) && good;
    good = copied(&scopes, g->scopes, g->scope_count, sizeof *best->scopes) && good;
    good = copied(&routines, out->routines, out->routine_count, sizeof *best->routines) && good;
    good = copied(&summaries, g->summaries, count, sizeof *best->summaries) && good;
    *best = (choice){.size = g->buffer.count,
                     .which = which,
                     .code = code,
                     .lines = lines,
                     .fixes = fixes,
                     .fix_count = g->fix_count,
                     .scopes = scopes,
                     .scope_count = g->scope_count,
                     .routines = routines,
                     .summaries = summaries};
    return good || cg_fail(g, (ir_loc){0, 0, 0}, "R0712", "out of memory");
}

static void take_choice(cg *g, rg_object *out, const choice *best)
{
    const size_t count = g->module->routine_count;

    g->buffer.count = g->fix_count = 0;
    for (size_t i = 0; i < best->size; i++)
        rg_buffer_add(&g->buffer, best->code[i], best->lines[i]);
    for (size_t i = 0; i < best->fix_count; i++)
        g->fixes[g->fix_count++] = best->fixes[i]; /* room: it was larger or equal before */
    if (best->scope_count > 0)                     /* room: as with the fixes */
        memcpy(g->scopes, best->scopes, best->scope_count * sizeof *g->scopes);
    g->scope_count = best->scope_count;
    memcpy(g->summaries, best->summaries, count * sizeof *g->summaries);
    for (size_t i = 0; i < out->routine_count; i++) {
        out->routines[i].begin = best->routines[i].begin;
        out->routines[i].entry = best->routines[i].entry;
        out->routines[i].end = best->routines[i].end;
    }
}

static void start(cg *g, bool with_hints)
{
    g->failed = false;
    *g->diagnostic = (ir_diagnostic){0};
    cg_begin_summaries(g);
    for (size_t i = 0; i < g->module->routine_count && !with_hints; i++)
        memset(g->summaries[i].hint, 0, sizeof g->summaries[i].hint);
}

static bool has_calls(const cg *g)
{
    for (size_t i = 0; i < g->module->routine_count; i++)
        if (g->calls.facts[i].called)
            return true;
    return false;
}

/* The best one, with all divisions of registers; or the first one for what it has to say. */
static void finish(cg *g, rg_object *out, choice *best, const cg_convention *convention)
{
    const bool made = best->size != SIZE_MAX;

    g->convention = *convention;
    g->quick = false;
    for (size_t i = 0; made && i < g->module->routine_count; i++)
        memcpy(g->summaries[i].hint, best->summaries[i].hint, sizeof g->summaries[i].hint);
    start(g, made);
    cg_all_routines(g, out);
    if (made && !cg_is_fault(g) && (g->failed || g->buffer.count > best->size)) {
        g->failed = false;
        *g->diagnostic = (ir_diagnostic){0};
        take_choice(g, out, best);
    }
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
    choice best = {.size = SIZE_MAX};
    bool last = true, good = true;

    if (search)
        opt_ran(g->options.order, OPT_PLACES);
    for (unsigned i = 0; good && i < count && (i < 2 || best.size < LARGE); i++)
        for (unsigned trial = 0; good && trial < TRIALS; trial++) {
            g->convention = tried[i];
            start(g, trial > 0);
            g->quick = i > 0;
            cg_all_routines(g, out);
            good = !cg_is_fault(g);
            last = !g->failed && g->buffer.count < best.size;
            if (last && count > 1)
                good = keep_choice(g, out, &best, i);
            if (g->failed || !g->convention.free || !take_votes(g))
                break;
        }
    if (good && count > 1 && (!last || g->quick))
        finish(g, out, &best, &tried[best.which]);
    drop_choice(&best);
}
