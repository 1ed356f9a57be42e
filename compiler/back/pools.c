/* pools.c: which registers are for temporaries, which for variables, and where a variable would like to live. */
#include <stdlib.h>

#include "cg.h"

void cg_survey_crossings(cg *g, const ir_stmt *call, size_t position)
{
    if (g->crossing_count == g->crossing_capacity) {
        size_t capacity = g->crossing_capacity ? g->crossing_capacity * 2 : 16;
        cg_crossing *bigger = realloc(g->crossings, capacity * sizeof *bigger);
        if (!bigger) {
            cg_fail(g, call->loc, "R0712", "out of memory");
            return;
        }
        g->crossings = bigger;
        g->crossing_capacity = capacity;
    }
    g->crossings[g->crossing_count++] = (cg_crossing){position, call};
}

bool cg_block_calls(cg *g, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL)
            return true;
        const cg_block *block = s->kind == IR_UNROUTINE ? cg_block_of(g, s->routine_id) : NULL;
        if ((block && cg_block_calls(g, block->body)) || cg_block_calls(g, s->body) || cg_block_calls(g, s->other))
            return true;
    }
    return false;
}

/* Registers that link blocks without calls, the highest scratch registers; they are zero whenever the block is entered. */
static uint32_t take_links(cg *g, uint32_t pool)
{
    unsigned given = 0;

    for (size_t i = 0; i < g->block_count && g->block_count < 200; i++) {
        cg_block *b = &g->blocks[i];
        b->link = CG_LR;
        if (given == CG_LINKS || !cg_on(g, OPT_BLOCKS) || cg_block_calls(g, b->body))
            continue;
        for (unsigned r = CG_ARGS; r > 0 && !b->link; r--)
            if (pool >> r & 1) {
                b->link = (uint8_t)r;
                pool &= ~(UINT32_C(1) << r);
                given++;
            }
    }
    return pool;
}

enum { NOWHERE = 0, ANYWHERE = 32 };

/* The argument register in which this call takes the variable and gives it back, or NOWHERE. */
static unsigned place_in_call(const ir_stmt *call, size_t v)
{
    for (size_t i = 0; i < call->arg_count && i < CG_ARGS; i++) {
        const ir_arg *a = &call->args[i];
        if ((a->kind == IR_ARG_ARRAY && a->array->id == v)
            || (a->kind == IR_ARG_PLACE && !a->place.row && a->place.var->id == v))
            return (unsigned)i + 1;
    }
    return NOWHERE;
}

/* The register in which every call during the life of v wants it; ANYWHERE when there is none, NOWHERE when they disagree. */
static unsigned wish(const cg *g, size_t v)
{
    const cg_interval *life = &g->intervals[v];
    unsigned wanted = ANYWHERE;

    for (size_t i = 0; i < g->crossing_count; i++) {
        if (g->crossings[i].position < life->first || g->crossings[i].position > life->last)
            continue;
        unsigned here = place_in_call(g->crossings[i].call, v);
        if (here == NOWHERE || (wanted != ANYWHERE && wanted != here))
            return NOWHERE;
        wanted = here;
    }
    return wanted;
}

/* The registers in which calls want variables. */
static uint32_t wished(const cg *g)
{
    uint32_t mask = 0;

    for (size_t v = 0; v < g->home_count && g->has_calls && cg_on(g, OPT_REGISTERS); v++) {
        unsigned wanted = g->intervals[v].used ? wish(g, v) : NOWHERE;
        if (wanted != NOWHERE && wanted != ANYWHERE && (v >= g->routine->param_count || wanted == v + 1))
            mask |= UINT32_C(1) << wanted;
    }
    return mask;
}

uint32_t cg_choose_pools(cg *g)
{
    uint32_t all = UINT32_C(0x7ffffffe), temps = 0;
    size_t params = g->routine->param_count < CG_ARGS ? g->routine->param_count : CG_ARGS;
    unsigned wanted = g->wanted_temps;

    if (g->has_arrays)
        all &= ~(UINT32_C(1) << CG_FP);
    if (g->has_calls && !cg_on(g, OPT_REGISTERS))
        wanted = wanted > CG_ARGS ? wanted : CG_ARGS;
    else if (!g->has_calls)
        all &= ~((UINT32_C(1) << (params + 1)) - 1);
    all = take_links(g, all);
    uint32_t later = wished(g);
    for (unsigned round = 0; round < 2; round++) /* what calls want is left to variables as long as there is anything else */
        for (unsigned r = 1; r < CG_SP && wanted; r++)
            if (all >> r & 1 && !(temps >> r & 1) && (round || !(later >> r & 1))) {
                temps |= UINT32_C(1) << r;
                wanted--;
            }
    g->temp_pool = temps;
    return all;
}

uint32_t cg_pool_for(const cg *g, size_t v, uint32_t pool)
{
    const uint32_t saved = UINT32_C(0x7fff8000);
    uint32_t homes = pool & ~g->temp_pool;

    if (!g->has_calls || !cg_on(g, OPT_REGISTERS))
        return homes;
    unsigned wanted = wish(g, v);
    bool parameter = v < g->routine->param_count;
    if (wanted == NOWHERE || (parameter && wanted != v + 1))
        return homes & saved;
    if (wanted == ANYWHERE)
        return homes;
    uint32_t own = UINT32_C(1) << wanted;
    return pool & own & ~g->temp_pool ? own : homes & saved;
}
