/* locations.c: one location for each variable for its whole life (lives.c). */
#include <stdlib.h>

#include "cg.h"
#include "compiler/grow.h"

static void out_of_memory(cg *g) { cg_fail(g, g->routine->loc, "R0712", "out of memory"); }

/* ---- counting ---- */

static bool add_loop(cg *g, const ir_stmt *s)
{
    cg_loop *bigger = rg_grow(g->loops, g->loop_count, &g->loop_capacity, sizeof *bigger);

    if (!bigger)
        return false;
    g->loops = bigger;
    g->loops[g->loop_count++] = (cg_loop){.stmt = s};
    return true;
}

static bool add_block(cg *g, const ir_stmt *s)
{
    cg_block *known = cg_block_of(g, s->routine_id);

    if (known) {
        if (!known->body)
            known->body = s->body;
        return true;
    }
    cg_block *bigger = rg_grow(g->blocks, g->block_count, &g->block_capacity, sizeof *bigger);
    if (!bigger)
        return false;
    g->blocks = bigger;
    g->blocks[g->block_count++] = (cg_block){.id = s->routine_id, .body = s->body};
    return true;
}

static size_t count_undone(const ir_stmt *list, unsigned id)
{
    size_t count = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        count += (s->kind == IR_UNROUTINE && s->routine_id == id) + count_undone(s->body, id)
                 + count_undone(s->other, id);
    return count;
}

/* Is the block undone once, further on in its own list? */
static bool is_paired(const cg *g, const ir_stmt *block)
{
    size_t here = 0;

    for (const ir_stmt *s = block->next; s; s = s->next)
        here += s->kind == IR_UNROUTINE && s->routine_id == block->routine_id;
    return here == 1 && g->block_count < 200
           && count_undone(g->routine->body, block->routine_id) == 1;
}

static void survey(cg *g, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s && !g->failed; s = s->next) {
        bool ok = true;
        if (s->kind == IR_CALL) {
            unsigned kept = 0;
            for (size_t i = 0; i < s->arg_count; i++)
                kept += s->args[i].kind == IR_ARG_PLACE && s->args[i].place.row;
            g->has_calls = true;
            if (kept > g->call_slots)
                g->call_slots = kept;
        }
        if (s->kind == IR_ALLOC_ARRAY || s->kind == IR_FREE_ARRAY)
            g->has_arrays = true;
        if (s->kind == IR_FOR)
            ok = add_loop(g, s);
        if (s->kind == IR_LEAVE)
            g->leaves = true;
        if (s->kind == IR_ROUTINE) {
            ok = add_block(g, s);
            if (ok)
                cg_block_of(g, s->routine_id)->paired = is_paired(g, s);
        }
        if (!ok)
            out_of_memory(g);
        survey(g, s->body);
        survey(g, s->other);
    }
}

/* ---- assignment ---- */

static void settle(cg *g, bool *done, size_t v, uint32_t pool)
{
    bool taken[CG_MAX_SLOTS + 1] = {false};

    for (size_t o = 0; o < g->home_count; o++) {
        if (!done[o] || g->homes[o].on_stack || !cg_lives_clash(g, o, v))
            continue;
        if (g->homes[o].in_register)
            pool &= ~(UINT32_C(1) << g->homes[o].reg);
        else
            taken[g->homes[o].slot] = true;
    }
    done[v] = true;
    pool = cg_pool_for(g, v, pool);
    for (unsigned r = 1; r < CG_SP; r++)
        if (pool >> r & 1) {
            g->homes[v] = (cg_home){.in_register = true, .reg = (uint8_t)r};
            return;
        }
    unsigned slot = 0;
    while (slot <= CG_MAX_SLOTS && taken[slot])
        slot++;
    g->homes[v].slot = slot;
    if (slot > CG_MAX_SLOTS) {
        cg_frame_full(g);
        return;
    }
    if (slot + 1 > g->slots)
        g->slots = slot + 1;
}

static void assign(cg *g, bool *done, uint32_t pool)
{
    size_t fixed = g->has_calls || g->loose_params ? 0 : g->routine->param_count;

    for (size_t v = 0; v < fixed && v < CG_ARGS; v++) {
        g->homes[v] = (cg_home){.in_register = true, .reg = cg_comes_in(g, g->routine, v)};
        done[v] = true;
    }
    for (size_t v = CG_ARGS; v < g->routine->param_count; v++) {
        g->homes[v] = (cg_home){.on_stack = true, .slot = (unsigned)(v - CG_ARGS)};
        done[v] = true;
    }
    while (!g->failed) {
        size_t best = g->home_count;
        for (size_t v = 0; v < g->home_count; v++)
            if (!done[v] && g->intervals[v].used
                && (best == g->home_count || g->intervals[v].weight > g->intervals[best].weight))
                best = v;
        if (best == g->home_count)
            return;
        settle(g, done, best, pool);
    }
}

bool cg_may_stay(const cg *g, uint8_t reg)
{
    uint32_t scratch = RG_NARROW_SCRATCH;

    for (size_t v = 0; v < g->routine->param_count && v < CG_ARGS; v++)
        if (cg_comes_in(g, g->routine, v) > RG_NARROW_REGISTERS)
            scratch = 0;
    return reg <= RG_LAST_PARAMETER
           && !((scratch | cg_parameters(g, g->routine)) >> reg
                & 1); /* a parameter that has moved comes back there */
}

/* Frame words for what the routine leaves, but cannot leave in its register. */
static void place_left(cg *g)
{
    for (const ir_stmt *s = g->routine->body; s; s = s->next)
        if (s->kind == IR_LEAVE && g->homes[s->var->id].in_register
            && !cg_may_stay(g, g->homes[s->var->id].reg))
            g->homes[s->var->id].slot = g->slots++;
}

bool cg_plan(cg *g)
{
    survey(g, g->routine->body);
    cg_survey_equals(g);
    if (g->failed)
        return false;
    size_t count = g->routine->var_count + 2 * g->loop_count;
    bool *done = calloc(count + 1, sizeof *done);
    g->homes = calloc(count + 1, sizeof *g->homes);
    g->intervals = calloc(count + 1, sizeof *g->intervals);
    g->home_count = count;
    if (!done || !g->homes || !g->intervals) {
        free(done);
        out_of_memory(g);
        return false;
    }
    for (size_t i = 0; i < g->loop_count; i++) {
        cg_loop *loop = &g->loops[i];
        loop->count = g->routine->var_count + 2 * i;
        loop->counter = loop->count + 1;
        loop->count_var = (ir_var){
            .id = (unsigned)loop->count, .name = loop->stmt->var->name, .base = RG_TYPE_INT};
        loop->counter_var = (ir_var){
            .id = (unsigned)loop->counter, .name = loop->stmt->var->name, .base = RG_TYPE_INT};
        cg_survey_loop(g, loop);
    }
    cg_survey_streams(g);
    cg_find_lives(g);
    if (!g->failed) {
        cg_usual_places(g);
        uint32_t pool = cg_choose_pools(g);
        assign(g, done, pool);
        if (!g->failed && cg_free_places(g) && (g->has_calls || g->loose_params)
            && !cg_place_parameters(g, pool))
            cg_frame_full(g);
        for (size_t v = 0; v < count; v++)
            if (done[v] && g->homes[v].in_register)
                pool &= ~(UINT32_C(1) << g->homes[v].reg);
        g->temp_pool |= pool; /* what no variable lives in */
        place_left(g);
    }
    free(done);
    g->temps = g->temp_pool;
    return !g->failed;
}

void cg_unplan(cg *g)
{
    free(g->homes);
    free(g->intervals);
    free(g->again);
    free(g->loops);
    cg_forget_blocks(g);
    free(g->blocks);
    free(g->crossings);
    free(g->equals);
    free(g->alive);
    free(g->extents);
    g->alive = NULL;
    g->extents = NULL;
    g->crossings = NULL;
    g->equals = NULL;
    g->crossing_count = g->crossing_capacity = g->fact_count = g->held_count = 0;
    g->homes = NULL;
    g->intervals = NULL;
    g->again = NULL;
    g->again_count = g->again_capacity = 0;
    g->loops = NULL;
    g->blocks = NULL;
    g->has_calls = g->has_arrays = g->leaves = false;
    g->slots = g->call_slots = 0;
    g->home_count = g->loop_count = g->loop_capacity = g->block_count = g->block_capacity = 0;
}
