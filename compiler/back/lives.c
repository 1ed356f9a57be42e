/* lives.c: where each variable must keep its location. A location must also be free wherever an
 * inverse of the code that uses it runs. So what a @routine block leaves in a variable lives to the
 * ~@routine. What the block alone makes and takes back lives within it, and again at the ~@routine,
 * but not between the two. */
#include <stdlib.h>

#include "cg.h"
#include "compiler/grow.h"

typedef cg_range range;
/* body: the block itself; else one of those that undo it. */
typedef struct {
    unsigned id;
    range at;
    bool body;
} site;
/* A variable that is allocated in a block and not freed there. */
typedef struct {
    unsigned id;
    size_t var;
} remnant;

typedef struct {
    cg *g;
    size_t position;
    double weight; /* of a use at the current loop depth */
    bool rare;     /* in loops for sizes that are hardly met */
    size_t loop_count, loop_capacity;
    range *loops;
    size_t site_count, site_capacity;
    site *sites;
    size_t open_count, open_capacity;
    size_t *open; /* variables that are allocated, the last one last */
    size_t left_count, left_capacity;
    remnant *left;
    const opt_stream *stream; /* the variables of its loops need no location */
} walker;

static void out_of_memory(cg *g) { cg_fail(g, g->routine->loc, "R0712", "out of memory"); }

/* ---- what is touched ---- */

static void touch(walker *w, size_t index)
{
    cg_interval *i = &w->g->intervals[index];

    for (size_t k = 0; w->stream && k < 2; k++)
        if (w->stream->loop[k] && w->stream->loop[k]->var->id == index)
            return;
    if (!i->used)
        *i = (cg_interval){.first = w->position, .last = w->position, .used = true};
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
    if (s->var && s->kind != IR_ASSERT && !(loop && loop->unused)) /* messages alone need that */
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

static void add_loop(walker *w, size_t first, size_t last)
{
    range *bigger = rg_grow(w->loops, w->loop_count, &w->loop_capacity, sizeof *bigger);

    if (!bigger) {
        out_of_memory(w->g);
        return;
    }
    w->loops = bigger;
    w->loops[w->loop_count++] = (range){first, last};
}

/* ---- what a block leaves behind ---- */

static void open_variable(walker *w, size_t var)
{
    size_t *bigger = rg_grow(w->open, w->open_count, &w->open_capacity, sizeof *bigger);

    if (!bigger) {
        out_of_memory(w->g);
        return;
    }
    w->open = bigger;
    w->open[w->open_count++] = var;
}

/* In the list whose variables begin at `base`. */
static void close_variable(walker *w, size_t var, size_t base)
{
    for (size_t i = w->open_count; i-- > base;)
        if (w->open[i] == var) {
            w->open[i] = w->open[--w->open_count];
            return;
        }
}

static void note_allocation(walker *w, const ir_stmt *s, size_t base)
{
    if (s->kind == IR_ALLOC || s->kind == IR_ALLOC_ARRAY)
        open_variable(w, s->var->id);
    else if (s->kind == IR_FREE || s->kind == IR_FREE_ARRAY)
        close_variable(w, s->var->id, base);
}

/* The block has these, and they are gone behind the only place where it is undone. */
static void end_block(walker *w, const ir_stmt *s, size_t base)
{
    const cg_block *block = cg_block_of(w->g, s->routine_id);

    for (size_t i = base; i < w->open_count; i++) {
        remnant *bigger = rg_grow(w->left, w->left_count, &w->left_capacity, sizeof *bigger);
        if (!bigger) {
            out_of_memory(w->g);
            return;
        }
        w->left = bigger;
        w->left[w->left_count++] = (remnant){s->routine_id, w->open[i]};
    }
    if (block && block->paired)
        w->open_count = base;
}

static void walk(walker *w, const ir_stmt *list)
{
    const size_t base = w->open_count;

    for (const ir_stmt *s = list; s && !w->g->failed; s = s->next) {
        const size_t begin = ++w->position, inside = w->open_count;
        bool loop = s->kind == IR_FOR || s->kind == IR_WHILE;
        const opt_stream *outside = w->stream;
        if (s->kind == IR_FOR && cg_loop_of(w->g, s) && cg_loop_of(w->g, s)->streamed)
            w->stream = &cg_loop_of(w->g, s)->stream;
        touch_all(w, s);
        note_allocation(w, s, base);
        if (s->kind == IR_CALL)
            cg_survey_crossings(w->g, s, begin);
        const double weight = w->weight;
        const bool rare = w->rare;
        w->rare = rare || s->rare;
        if (loop && !w->rare)
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
        if (s->kind == IR_ROUTINE)
            end_block(w, s, inside);
        w->rare = rare;
        if (!loop)
            continue;
        w->weight = weight;
        add_loop(w, begin, end);
    }
}

/* ---- how far a life reaches ---- */

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

static int by_variable(const void *x, const void *y)
{
    const remnant *a = x, *b = y;

    return a->var != b->var ? (a->var > b->var) - (a->var < b->var)
                            : (a->id > b->id) - (a->id < b->id);
}

static bool is_left(const walker *w, unsigned id, size_t var)
{
    const remnant key = {id, var};

    return w->left_count > 0
           && bsearch(&key, w->left, w->left_count, sizeof key, by_variable) != NULL;
}

/* The block makes the variable and takes it back. */
static bool is_own(const walker *w, const site *block, size_t var)
{
    return inside(&w->g->intervals[var], block->at) && !is_left(w, block->id, var);
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
        for (size_t k = 0; k < w->site_count; k++) {
            if (!w->sites[k].body || !overlaps(i, w->sites[k].at) || is_own(w, &w->sites[k], v))
                continue;
            for (size_t n = 0; n < w->site_count; n++)
                if (w->sites[n].id == w->sites[k].id)
                    changed |= include(i, w->sites[n].at);
        }
    }
    return changed;
}

/* ---- lives that come again ---- */

static bool is_again(const cg *g, size_t first, range at)
{
    for (size_t i = first; i < g->again_count; i++)
        if (g->again[i].first == at.first)
            return true;
    return false;
}

/* What block k has runs again where the block is undone. */
static void add_again(walker *w, size_t first, size_t k)
{
    cg *g = w->g;

    for (size_t n = 0; n < w->site_count && !g->failed; n++) {
        const site *s = &w->sites[n];
        if (s->body || s->id != w->sites[k].id || is_again(g, first, s->at))
            continue;
        range *bigger = rg_grow(g->again, g->again_count, &g->again_capacity, sizeof *bigger);
        if (!bigger) {
            out_of_memory(g);
            return;
        }
        g->again = bigger;
        g->again[g->again_count++] = s->at;
    }
}

static bool holds(range outer, range r) { return outer.first <= r.first && r.last <= outer.last; }

/* Of a variable: the undoing of blocks that have it, and of blocks that have such undoing. */
static void find_again(walker *w, size_t v)
{
    cg *g = w->g;
    cg_interval *i = &g->intervals[v];

    i->again = g->again_count;
    for (size_t k = 0; k < w->site_count && i->used; k++)
        if (w->sites[k].body && inside(i, w->sites[k].at))
            add_again(w, i->again, k);
    for (size_t n = i->again; n < g->again_count && !g->failed; n++)
        for (size_t k = 0; k < w->site_count; k++)
            if (w->sites[k].body && holds(w->sites[k].at, g->again[n]))
                add_again(w, i->again, k);
    i->again_count = g->again_count - i->again;
}

static bool is_again_within(const cg *g, const cg_interval *x, const cg_interval *y)
{
    for (size_t n = 0; n < x->again_count; n++)
        if (overlaps(y, g->again[x->again + n]))
            return true;
    return false;
}

bool cg_lives_clash(const cg *g, size_t a, size_t b)
{
    const cg_interval *x = &g->intervals[a], *y = &g->intervals[b];

    return (x->first <= y->last && y->first <= x->last) || is_again_within(g, x, y)
           || is_again_within(g, y, x);
}

/* ---- all of it ---- */

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

void cg_find_lives(cg *g)
{
    walker w = {.g = g, .weight = 1};

    walk(&w, g->routine->body);
    repeat_crossings(&w);
    for (size_t v = 0; v < g->routine->param_count; v++) {
        g->intervals[v].first = 0;
        g->intervals[v].last = SIZE_MAX;
        g->intervals[v].used = true;
    }
    if (w.left_count > 0)
        qsort(w.left, w.left_count, sizeof *w.left, by_variable);
    while (!g->failed && extend_once(&w))
        ;
    for (size_t v = 0; v < g->home_count && !g->failed; v++)
        find_again(&w, v);
    free(w.open);
    free(w.left);
    free(w.loops);
    free(w.sites);
}
