/* locations.c: one location for each variable for its whole life. A location must also be free
 * wherever an inverse of the code that uses it runs. So the life of what a @routine block touches
 * reaches to its ~@routine. */
#include <stdlib.h>
#include <string.h>

#include "cg.h"
#include "compiler/grow.h"

typedef struct {
    size_t first, last;
} range;
typedef struct {
    unsigned id;
    range at;
    bool body;
} site;

typedef struct {
    cg *g;
    size_t position;
    double weight; /* of a use at the current loop depth */
    size_t loop_count, loop_capacity;
    range *loops;
    size_t site_count, site_capacity;
    site *sites;
    const opt_stream *stream; /* the variables of its loops need no location */
} walker;

static void out_of_memory(cg *g) { cg_fail(g, g->routine->loc, "R0712", "out of memory"); }

/* ---- the lives of variables ---- */

static void touch(walker *w, size_t index)
{
    cg_interval *i = &w->g->intervals[index];

    for (size_t k = 0; w->stream && k < 2; k++)
        if (w->stream->loop[k] && w->stream->loop[k]->var->id == index)
            return;
    if (!i->used)
        *i = (cg_interval){w->position, w->position, 0, true};
    if (w->position < i->first)
        i->first = w->position;
    if (w->position > i->last)
        i->last = w->position;
    i->weight += w->weight;
}

static void touch_expr(walker *w, const ir_expr *e)
{
    if (!e)
        return;
    if (e->var)
        touch(w, e->var->id);
    touch_expr(w, e->left);
    touch_expr(w, e->right);
    touch_expr(w, e->third);
}

static void touch_place(walker *w, const ir_place *p)
{
    if (!p->var)
        return;
    touch(w, p->var->id);
    touch_expr(w, p->row);
    touch_expr(w, p->column);
}

static void touch_all(walker *w, const ir_stmt *s)
{
    const cg_loop *loop = s->kind == IR_FOR ? cg_loop_of(w->g, s) : NULL;
    if (s->var && !(loop && loop->unused))
        touch(w, s->var->id);
    for (size_t i = 0; ir_place_slot(s, i); i++)
        touch_place(w, ir_place_slot(s, i));
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        touch_expr(w, *ir_expr_slot(s, i));
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].array)
            touch(w, s->args[i].array->id);
}

/* Register the hidden variables of a loop; the intervals array has room for them (counted before).
 */
static void touch_loop(walker *w, const ir_stmt *s, size_t begin, size_t end)
{
    cg_loop *loop = cg_loop_of(w->g, s);
    size_t kept = w->position;

    for (unsigned k = loop && (loop->shared || loop->in_temporary);
         loop && !loop->streamed && !loop->swallowed && k < 2; k++) {
        w->position = begin;
        touch(w, k ? loop->counter : loop->count);
        w->position = end;
        touch(w, k ? loop->counter : loop->count);
    }
    w->position = kept;
}

static void add_site(walker *w, unsigned id, size_t first, size_t last, bool body)
{
    site *bigger = rg_grow(w->sites, w->site_count, &w->site_capacity, sizeof *bigger);

    if (!bigger) {
        out_of_memory(w->g);
        return;
    }
    w->sites = bigger;
    w->sites[w->site_count++] = (site){id, {first, last}, body};
}

static void walk(walker *w, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s && !w->g->failed; s = s->next) {
        size_t begin = ++w->position;
        bool loop = s->kind == IR_FOR || s->kind == IR_WHILE;
        const opt_stream *outside = w->stream;
        if (s->kind == IR_FOR && cg_loop_of(w->g, s) && cg_loop_of(w->g, s)->streamed)
            w->stream = &cg_loop_of(w->g, s)->stream;
        touch_all(w, s);
        if (s->kind == IR_CALL)
            cg_survey_crossings(w->g, s, begin);
        if (loop)
            w->weight *= 8;
        walk(w, s->body);
        walk(w, s->other);
        size_t end = ++w->position;
        if (loop || s->kind == IR_IF)
            touch_all(w, s); /* conditions and bounds are read again at the end */
        if (s->kind == IR_FOR)
            touch_loop(w, s, begin, end);
        w->stream = outside;
        if (s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE)
            add_site(w, s->routine_id, begin, end, s->kind == IR_ROUTINE);
        if (!loop)
            continue;
        w->weight /= 8;
        range *bigger = rg_grow(w->loops, w->loop_count, &w->loop_capacity, sizeof *bigger);
        if (!bigger) {
            out_of_memory(w->g);
            return;
        }
        w->loops = bigger;
        w->loops[w->loop_count++] = (range){begin, end};
    }
}

static bool include(cg_interval *i, range r)
{
    bool changed = r.first < i->first || r.last > i->last;

    if (r.first < i->first)
        i->first = r.first;
    if (r.last > i->last)
        i->last = r.last;
    return changed;
}

static bool overlaps(const cg_interval *i, range r)
{
    return i->first <= r.last && r.first <= i->last;
}
static bool inside(const cg_interval *i, range r)
{
    return i->first >= r.first && i->last <= r.last;
}

static bool extend_once(walker *w)
{
    bool changed = false;

    for (size_t v = 0; v < w->g->home_count; v++) {
        cg_interval *i = &w->g->intervals[v];
        if (!i->used)
            continue;
        for (size_t k = 0; k < w->loop_count; k++)
            if (overlaps(i, w->loops[k]) && !inside(i, w->loops[k]))
                changed |= include(i, w->loops[k]);
        for (size_t k = 0; k < w->site_count; k++)
            for (size_t n = 0; w->sites[k].body && overlaps(i, w->sites[k].at) && n < w->site_count;
                 n++)
                if (w->sites[n].id == w->sites[k].id)
                    changed |= include(i, w->sites[n].at);
    }
    return changed;
}

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

static bool clash(const cg *g, size_t a, size_t b)
{
    const cg_interval *x = &g->intervals[a], *y = &g->intervals[b];

    return x->first <= y->last && y->first <= x->last;
}

static void settle(cg *g, bool *done, size_t v, uint32_t pool)
{
    bool taken[CG_MAX_SLOTS + 1] = {false};

    for (size_t o = 0; o < g->home_count; o++) {
        if (!done[o] || g->homes[o].on_stack || !clash(g, o, v))
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

/* What a block calls is called again where the block is undone. */
static void repeat_crossings(walker *w)
{
    cg *g = w->g;

    for (size_t i = 0; i < g->crossing_count && g->crossing_count < 20000; i++)
        for (size_t k = 0; k < w->site_count; k++) {
            const site *from = &w->sites[k];
            if (!from->body || g->crossings[i].position < from->at.first
                || g->crossings[i].position > from->at.last)
                continue;
            for (size_t n = 0; n < w->site_count; n++)
                if (w->sites[n].id == from->id && !w->sites[n].body)
                    cg_survey_crossings(g, g->crossings[i].call, w->sites[n].at.first);
        }
}

static void analyse(cg *g)
{
    walker w = {.g = g, .weight = 1};

    walk(&w, g->routine->body);
    repeat_crossings(&w);
    for (size_t v = 0; v < g->routine->param_count; v++) {
        g->intervals[v].first = 0;
        g->intervals[v].last = SIZE_MAX;
        g->intervals[v].used = true;
    }
    while (!g->failed && extend_once(&w))
        ;
    free(w.loops);
    free(w.sites);
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
    analyse(g);
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
    g->loops = NULL;
    g->blocks = NULL;
    g->has_calls = g->has_arrays = g->leaves = false;
    g->slots = g->call_slots = 0;
    g->home_count = g->loop_count = g->loop_capacity = g->block_count = g->block_capacity = 0;
}
