/* pools.c: which registers are for temporaries, which for variables, and where a variable would
 * like to live. */
#include <stdlib.h>

#include "cg.h"
#include "compiler/grow.h"

void cg_survey_crossings(cg *g, const ir_stmt *call, size_t position)
{
    cg_crossing *bigger =
        rg_grow(g->crossings, g->crossing_count, &g->crossing_capacity, sizeof *bigger);

    if (!bigger) {
        cg_fail(g, call->loc, "R0712", "out of memory");
        return;
    }
    g->crossings = bigger;
    g->crossings[g->crossing_count++] = (cg_crossing){position, call};
}

bool cg_block_calls(cg *g, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL)
            return true;
        const cg_block *block = s->kind == IR_UNROUTINE ? cg_block_of(g, s->routine_id) : NULL;
        if ((block && cg_block_calls(g, block->body)) || cg_block_calls(g, s->body)
            || cg_block_calls(g, s->other))
            return true;
    }
    return false;
}

static uint8_t highest(uint32_t set)
{
    uint8_t r = 31;

    while (r > 0 && !(set >> r & 1))
        r--;
    return r;
}

/* The registers that link what calls: no call uses them, nobody wants them saved. */
static uint32_t over_all_calls(const cg *g, uint32_t pool)
{
    return cg_on(g, OPT_SAVES) && !cg_called(g, g->routine)->calls_itself
               ? pool & CG_PRESERVED & ~cg_keeps(g) & ~cg_used_by_calls(g)
               : 0;
}

/* Parameters that come anywhere, but not where a caller holds something, need as many registers. */
static bool leaves_room(const cg *g, uint32_t pool)
{
    const size_t count = g->routine->param_count < CG_ARGS ? g->routine->param_count : CG_ARGS;

    return !cg_free_places(g) || (!g->has_calls && !g->loose_params)
           || cg_count(pool & ~cg_keeps(g) & ~(UINT32_C(1) << CG_FP)) > count;
}

/* Registers that link the routine and its blocks. Blocks without calls: the highest scratch
 * registers; they are zero whenever the block is entered. */
static uint32_t take_links(cg *g, uint32_t pool)
{
    unsigned given = 0;

    g->link = g->has_calls && leaves_room(g, pool) ? highest(over_all_calls(g, pool)) : CG_LR;
    if (g->link != CG_LR)
        pool &= ~(UINT32_C(1) << g->link);
    for (size_t i = 0; i < g->block_count && g->block_count < 200; i++) {
        cg_block *b = &g->blocks[i];
        b->link = CG_LR;
        b->link_in_frame = true;
        if (given == CG_LINKS || !cg_on(g, OPT_BLOCKS) || !leaves_room(g, pool))
            continue;
        b->link = highest(cg_block_calls(g, b->body) ? over_all_calls(g, pool) : pool & CG_SCRATCH);
        b->link_in_frame = b->link == CG_LR;
        given += !b->link_in_frame;
        if (b->link_in_frame)
            continue;
        pool &= ~(UINT32_C(1) << b->link);
        g->has_block_links = true;
    }
    return pool;
}

enum { NOWHERE = 0, ANYWHERE = 32 };

/* The argument register in which this call takes the variable and gives it back, or NOWHERE. */
static unsigned place_in_call(const cg *g, const ir_stmt *call, size_t v)
{
    for (size_t i = 0; i < call->arg_count && i < CG_ARGS; i++) {
        const ir_arg *a = &call->args[i];
        if ((a->kind == IR_ARG_ARRAY && a->array->id == v)
            || (a->kind == IR_ARG_PLACE && !a->place.row && a->place.var->id == v))
            return cg_comes_in(g, call->callee, i);
    }
    return NOWHERE;
}

/* The register in which most calls during the life of v want it, of those that the other ones leave
 * alone; ANYWHERE when there are no calls, NOWHERE when there is no such register. */
static unsigned wish(const cg *g, size_t v)
{
    const cg_interval *life = &g->intervals[v];
    unsigned votes[CG_SP] = {0}, best = NOWHERE;
    uint32_t refused = 0;
    bool calls = false;

    for (size_t i = 0; i < g->crossing_count; i++) {
        const cg_crossing *c = &g->crossings[i];
        if (c->position < life->first || c->position > life->last)
            continue;
        const unsigned here = place_in_call(g, c->call, v);
        calls = true;
        refused |= cg_disturbed_by(g, c->call) & ~(UINT32_C(1) << here);
        votes[here] += here != NOWHERE;
    }
    for (unsigned r = 1; r < CG_SP; r++)
        if (votes[r] > votes[best] && !(refused >> r & 1))
            best = r;
    return calls ? best : ANYWHERE;
}

/* The register in which a parameter would come by itself: where a caller has it, or r1 .. in order.
 */
static uint32_t usual(const cg *g, size_t v)
{
    return UINT32_C(1) << cg_comes_in(g, g->routine, v);
}

/* May a parameter stay where it comes? */
static bool stays(const cg *g, size_t v)
{
    return v < g->routine->param_count && v < CG_ARGS && cg_on(g, OPT_SAVES)
           && !((cg_disturbed(g, v) | (cg_free_places(g) ? cg_keeps(g) : 0)) & usual(g, v));
}

/* Parameters that come in registers of their own have no others. */
static bool may_live(const cg *g, size_t v, unsigned wanted)
{
    return v >= g->routine->param_count || cg_free_places(g)
           || wanted == cg_comes_in(g, g->routine, v);
}

/* The registers in which calls want variables, or where parameters may stay. */
static uint32_t wished(const cg *g)
{
    uint32_t mask = 0;

    for (size_t v = 0;
         v < g->home_count && (g->has_calls || g->loose_params) && cg_on(g, OPT_REGISTERS); v++) {
        unsigned wanted = g->intervals[v].used ? wish(g, v) : NOWHERE;
        if (wanted != NOWHERE && wanted != ANYWHERE && may_live(g, v, wanted))
            mask |= UINT32_C(1) << wanted;
        else if (stays(g, v))
            mask |= usual(g, v);
    }
    return mask;
}

uint32_t cg_choose_pools(cg *g)
{
    uint32_t all = UINT32_C(0x7ffffffe), temps = 0;
    unsigned wanted = g->wanted_temps;

    if (g->has_arrays)
        all &= ~(UINT32_C(1) << CG_FP);
    if (g->has_calls && !cg_on(g, OPT_REGISTERS))
        wanted = wanted > CG_ARGS ? wanted : CG_ARGS;
    else if (!g->has_calls && !g->loose_params)
        all &= ~cg_parameters(g, g->routine);
    all = take_links(g, all);
    /* what must be saved, and what calls want, is left to variables as long as there is anything
     * else */
    const uint32_t avoid[] = {wished(g) | cg_keeps(g), cg_on(g, OPT_SAVES) ? cg_keeps(g) : 0, 0};
    const unsigned first = cg_on(g, OPT_SAVES)
                               ? g->convention.first_temp
                               : 1; /* the low ones are left to parameters of callers */
    for (unsigned round = 0; round < sizeof avoid / sizeof avoid[0]; round++)
        for (unsigned k = 0; k < CG_SP - 1 && wanted; k++) {
            const unsigned r = 1 + (first - 1 + k) % (CG_SP - 1);
            if (all >> r & 1 && !(temps >> r & 1) && !(avoid[round] >> r & 1)) {
                temps |= UINT32_C(1) << r;
                wanted--;
            }
        }
    g->temp_pool = temps;
    return all;
}

/* The first of the sets that is not empty. */
static uint32_t first_of(const uint32_t *sets, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++)
        if (sets[i])
            return sets[i];
    return sets[count - 1];
}

/* A register that no call uses and nobody wants saved; then one that is saved here; then one that
 * what is called must save. */
static uint32_t over_calls(const cg *g, size_t v, uint32_t homes)
{
    const uint32_t quiet = homes & ~cg_disturbed(g, v), keep = cg_keeps(g);
    const size_t params = g->routine->param_count < CG_ARGS ? g->routine->param_count : CG_ARGS;
    const uint32_t moved = v < params && !cg_free_places(g)
                               ? cg_parameters(g, g->routine)
                               : 0; /* parameters swap one after the other */
    const uint32_t sets[] = {stays(g, v) ? homes & usual(g, v) : 0,
                             quiet & ~keep & ~moved & ~CG_SCRATCH, quiet & ~keep & ~moved,
                             quiet & CG_PRESERVED, homes & CG_PRESERVED & ~cg_arguments(g)};

    return cg_on(g, OPT_SAVES) ? first_of(sets, sizeof sets / sizeof sets[0])
                               : homes & CG_PRESERVED & ~cg_arguments(g);
}

uint32_t cg_pool_for(const cg *g, size_t v, uint32_t pool)
{
    if (v < g->routine->param_count)
        pool &= ~(
            UINT32_C(1) << CG_FP); /* where no parameter comes: a caller may have its frame there */
    uint32_t homes = pool & ~g->temp_pool;
    const uint32_t free_of_charge[] = {homes & ~cg_keeps(g) & ~cg_arguments(g),
                                       homes & ~cg_keeps(g), homes};

    if ((!g->has_calls && !g->loose_params) || !cg_on(g, OPT_REGISTERS))
        return first_of(free_of_charge, 3);
    if (g->loose_params && v < g->routine->param_count)
        return over_calls(g, v, homes);
    unsigned wanted = wish(g, v);
    if (wanted == NOWHERE || !may_live(g, v, wanted))
        return over_calls(g, v, homes);
    if (wanted == ANYWHERE)
        return first_of(free_of_charge, 3);
    uint32_t own = UINT32_C(1) << wanted;
    return pool & own & ~g->temp_pool ? own : over_calls(g, v, homes);
}
