/* hoist.c: sizes that a routine reads several times are kept throughout it; integer arithmetic that
 * a loop does not change, computed before it and uncomputed after it. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

enum {
    STREAM = 11,
    MOST = 12,
    FEWER = 2 /* temporaries that an innermost loop needs less: there is no loop to hoist from */
};

typedef struct {
    cg *g;
    cg_loop *loop;
    const ir_stmt *body;
    unsigned done;
    bool innermost; /* there is no loop in it */
    size_t depth;   /* loops from this one to the statement at work, both included */
    cg_loop *path[CG_PATH];
} hoister;

static bool unchanged(const hoister *h, const ir_expr *e)
{
    return !opt_reads_elements(e, NULL) && opt_stays(h->g->routine->body, h->loop->stmt, e);
}

static void note_crowd(cg *g)
{
    g->crowded = g->crowded || (!g->has_calls && !g->loose_params && g->routine->param_count > 0);
}

/* False: there is no room for it. */
static bool keep(hoister *h, const ir_expr *e)
{
    cg *g = h->g;

    if (cg_find(g, e))
        return true;
    if (g->failed || h->done == MOST || g->cache_count + 8 > CG_CACHE)
        return false;
    if (cg_temps_left(g) + (h->innermost ? FEWER : 0) < g->spare + cg_need(g, e)) {
        note_crowd(g);
        cg_note_short(g);
        return false;
    }
    h->done++;
    cg_eval_to_hold(g, e);
    return true;
}

/* All of the element's address but the loop variable, unless a pointer serves that is there
 * already; NULL: there is none, or no room. Else the rest of its index. */
static const ir_expr *keep_along(hoister *h, const ir_expr *e, const ir_expr *part)
{
    cg *g = h->g;
    const cg_pointer held = cg_pointer_of(g->scratch, e->var, e->left, part, CG_ALONG_ROWS),
                     p = cg_pointer_along(g->scratch, e->var, e->left, part, h->loop->stmt->var);

    if (held.pointer && cg_find(g, held.pointer))
        return held.rest;
    return p.pointer && cg_harmless(p.pointer) && unchanged(h, p.pointer) && keep(h, p.pointer)
               ? p.rest
               : NULL;
}

/* The counter, where a pointer to all else of the element's address is held; NULL: none is. */
static const ir_expr *keep_counted(hoister *h, const ir_expr *e, const ir_expr *part)
{
    const cg_pointer p = cg_counted_pointer(h->g, e->var, e->left, part);

    return p.pointer && cg_harmless(p.pointer) && unchanged(h, p.pointer) && keep(h, p.pointer)
               ? p.rest
               : NULL;
}

/* The pointer that the innermost loop `inner` will hold for the element. */
static cg_pointer pointer_within(cg *g, const cg_loop *inner, const ir_expr *e, const ir_expr *part)
{
    const cg_loop *const counting = g->counting;

    g->counting = cg_may_count(g, inner) ? inner : NULL;
    const cg_pointer p = cg_counted_pointer(g, e->var, e->left, part);
    g->counting = counting;
    return p.pointer ? p : cg_pointer_of(g->scratch, e->var, e->left, part, CG_ALONG_ROWS);
}

/* Such a loop has few iterations, mostly one. */
static bool goes_in_chunks(const ir_stmt *loop)
{
    int64_t step;

    return !ir_constant_step(loop, &step) || step < -1 || step > 1;
}

/* The streams beside it want the registers more. */
static bool is_seldom(const ir_stmt *loop) { return loop->brief || loop->rare; }

/* A pointer of the one loop within this one: it steps along this one, or this one holds it where it
 * leaves it alone. So the loop within finds it, and makes it in none of this one's iterations.
 * Variables that have no register want the registers more. */
static const ir_expr *keep_within(hoister *h, const ir_expr *e, const ir_expr *part)
{
    cg *g = h->g;

    if (h->depth != 2 || h->done == MOST || g->failed || g->slots > 0 || is_seldom(h->path[1]->stmt)
        || opt_any(h->path[1]->stmt->body, opt_is_loop))
        return NULL;
    const cg_pointer p = pointer_within(g, h->path[1], e, part);
    if (!p.pointer || !cg_harmless(p.pointer))
        return NULL;
    if (unchanged(h, p.pointer))
        return keep(h, p.pointer) ? p.rest : NULL;
    if (goes_in_chunks(h->loop->stmt))
        return NULL;
    g->reserve = CG_SP; /* the loop within needs registers more than the parts do */
    const bool steps = cg_step_value(g, h->loop, p.pointer, g->spare - FEWER);
    g->reserve = 0;
    if (!steps)
        return NULL;
    h->done++;
    return p.rest;
}

/* The part of the element's address that the loop leaves alone; NULL: none, or no room. Else the
 * rest of its index. Inner loops need registers more than what is around them. */
static const ir_expr *keep_pointer(hoister *h, const ir_expr *e)
{
    cg *g = h->g;
    const bool checked = cg_row_needs_check(g, e->var, e->left, e->inbounds);
    const ir_expr *part = e->right ? cg_column_part(g, e->var, e->right, e->left->loc) : NULL,
                  *within = checked ? NULL : keep_within(h, e, part),
                  *counted = within || checked ? within : keep_counted(h, e, part),
                  *rest = counted || !h->innermost || checked ? counted : keep_along(h, e, part);

    if (rest)
        return rest;
    for (unsigned way = checked ? CG_ALONG_ALL_ROWS : CG_ALONG_ROWS;
         h->innermost && way < CG_POINTER_WAYS; way++) {
        const cg_pointer p = cg_pointer_of(g->scratch, e->var, e->left, part, (cg_pointer_way)way);
        if (p.pointer && cg_harmless(p.pointer) && unchanged(h, p.pointer))
            return keep(h, p.pointer) ? p.rest : NULL;
    }
    return NULL;
}

/* A product of an innermost loop's variable steps along the loop. */
static bool keep_step(hoister *h, const ir_expr *e)
{
    cg *g = h->g;

    if (!h->innermost || h->done == MOST || g->failed || !cg_harmless(e)
        || !cg_step_value(g, h->loop, e, g->spare - FEWER))
        return false;
    h->done++;
    return true;
}

static void visit(hoister *h, const ir_expr *e)
{
    if (!e)
        return;
    if (e->kind == IR_OP && rg_type_is_whole(e->type) && cg_harmless(e) && unchanged(h, e)) {
        keep(h, e);
        return;
    }
    if (e->kind == IR_OP && e->type == RG_TYPE_INT && keep_step(h, e))
        return;
    const ir_expr *rest = e->kind == IR_ELEM ? keep_pointer(h, e) : NULL;
    if (rest) {
        visit(h, rest);
        return;
    }
    if (e->kind == IR_ELEM && e->right && unchanged(h, e->right) && cg_harmless(e->right)) {
        const ir_expr *part = cg_column_part(h->g, e->var, e->right, e->loc);
        if (part && part->kind == IR_OP)
            keep(h, part);
    } else if (e->kind == IR_ELEM && e->right && e->right->kind != IR_CONST) {
        const ir_expr *part = cg_column_part(h->g, e->var, e->right, e->loc);
        if (part && keep_step(h, part))
            return;
        const ir_expr *rows = ir_expr_dim(h->g->scratch, e->loc, e->var, 1);
        if (rows)
            keep(h, rows);
    }
    visit(h, e->left);
    visit(h, e->right);
    visit(h, e->third);
}

static void visit_place(hoister *h, const ir_place *p)
{
    if (!p->row)
        return;
    ir_expr *element = ir_expr_elem(h->g->scratch, p->loc, p->var, p->row, p->column);
    if (element) {
        element->inbounds = p->inbounds;
        visit(h, element);
    }
}

/* The last operation of a statement works on its target. */
static void visit_operands(hoister *h, const ir_expr *e)
{
    if (e && e->kind == IR_OP) {
        visit(h, e->left);
        visit(h, e->right);
    } else {
        visit(h, e);
    }
}

/* Elements that are compared; a branch holds what else its condition takes (held_if.c). */
static void visit_condition(hoister *h, const ir_expr *e)
{
    if (!e || e->kind != IR_OP)
        return;
    if (e->left->kind == IR_ELEM)
        visit(h, e->left);
    if (e->right && e->right->kind == IR_ELEM)
        visit(h, e->right);
}

/* Extents and whole parts of an address. */
static void visit_address(hoister *h, const ir_expr *e)
{
    if (!e || h->g->failed)
        return;
    if (e->kind == IR_DIM || (e->kind == IR_OP && cg_harmless(e))) {
        if (unchanged(h, e))
            keep(h, e);
        else if (e->kind == IR_OP) {
            visit_address(h, e->left);
            visit_address(h, e->right);
        }
    }
}

static unsigned count_streams(cg *g, const ir_stmt *list)
{
    unsigned count = 0;

    for (const ir_stmt *s = list; s; s = s->next) {
        const cg_loop *loop = s->kind == IR_FOR ? cg_loop_of(g, s) : NULL;
        count += loop && loop->streamed ? 1
                                        : count_streams(g, s->body) + count_streams(g, s->other);
    }
    return count;
}

static void visit_check(void *h, const ir_expr *e) { visit_address(h, e); }

/* The registers of the descriptors are held over the loop, and what it does not change is put
 * there. An address that steps along the loop is not made of parts in it. So the parts that checks
 * need are kept by themselves. */
static void visit_stream(hoister *h, cg_loop *inner)
{
    cg *g = h->g;

    if (!inner->placed) {
        const uint32_t temps = g->temps;
        cg_plan_stream(g, inner, &inner->plan);
        if (g->failed)
            return;
        if (!cg_place_stream(g, &inner->plan)
            || cg_temps_left(g) < (count_streams(g, h->body) > 1 ? g->spare + STREAM : g->spare)) {
            note_crowd(g);
            g->temps = temps;
            return;
        }
        inner->placed = true;
        inner->placed_by = h->loop;
        g->touched |= inner->plan.own;
    }
    for (unsigned slot = CG_STREAM_SLOTS; slot-- > 0;)
        for (unsigned group = 0; group < CG_STREAM_GROUPS && !g->failed; group++) {
            const cg_slot_value *v = &inner->plan.slots[group][slot];
            const unsigned r = (unsigned)inner->plan.reg[group] + slot;
            if (!inner->plan.used[group] || v->kind == CG_SLOT_ANY || inner->plan.set >> r & 1)
                continue;
            if (v->kind == CG_SLOT_WORD || unchanged(h, v->expr)) {
                cg_set_slot(g, &inner->plan, group, slot);
                inner->set_by[r] = h->loop;
            } else if (h->depth <= CG_PATH
                       && cg_step_slot(g, h->path, h->depth, inner, group, slot)) {
                inner->steps_along = true;
            } else {
                visit_address(h, v->expr);
            }
        }
    if (inner->steps_along)
        cg_each_check(g, inner, visit_check, h);
}

static void visit_list(hoister *h, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s && !h->g->failed; s = s->next) {
        cg_loop *loop = s->kind == IR_FOR ? cg_loop_of(h->g, s) : NULL;
        if (loop && loop->streamed) {
            visit_stream(h, loop);
            continue;
        }
        visit_operands(h, s->expr);
        if (s->kind == IR_IF)
            visit_condition(h, s->pre);
        visit_place(h, &s->place);
        visit_place(h, &s->place2);
        visit(h, s->first);
        visit(h, s->last);
        if (loop && h->depth < CG_PATH)
            h->path[h->depth] = loop;
        h->depth += loop != NULL;
        visit_list(h, s->body);
        visit_list(h, s->other);
        h->depth -= loop != NULL;
    }
}

void cg_hoist(cg *g, cg_loop *loop)
{
    hoister h = {g, loop, loop->stmt->body, 0, !opt_any(loop->stmt->body, opt_is_loop), 1, {loop}};

    if (!cg_on(g, OPT_HOIST) || cg_holds_control(g, h.body) || g->loop_count > 400)
        return;
    visit_list(&h, h.body);
}

/* ---- sizes of parameters, for a whole routine ---- */

typedef struct {
    const ir_var *array;
    int64_t dim;
    unsigned uses;
    ir_loc loc;
} size_use;
typedef struct {
    cg *g;
    size_use sizes[16];
    size_t count;
} size_census;

static void count_size(size_census *c, const ir_var *array, int64_t dim, ir_loc loc)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->sizes[i].array == array && c->sizes[i].dim == dim) {
            c->sizes[i].uses++;
            return;
        }
    if (c->count < sizeof c->sizes / sizeof c->sizes[0] && array->id < c->g->routine->param_count
        && !opt_resizes(c->g->routine->body, c->g->routine->body, array))
        c->sizes[c->count++] = (size_use){array, dim, 1, loc};
}

static void count_in_expr(size_census *c, const ir_expr *e)
{
    if (!e)
        return;
    if (e->kind == IR_DIM)
        count_size(c, e->var, e->raw, e->loc);
    if (e->kind == IR_ELEM && e->right && e->right->kind != IR_CONST)
        count_size(c, e->var, 1, e->loc);
    count_in_expr(c, e->left);
    count_in_expr(c, e->right);
    count_in_expr(c, e->third);
}

static void count_in_place(size_census *c, const ir_place *p)
{
    if (p->column && p->column->kind != IR_CONST)
        count_size(c, p->var, 1, p->loc);
    count_in_expr(c, p->row);
    count_in_expr(c, p->column);
}

static void count_in_list(size_census *c, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const cg_loop *loop = s->kind == IR_FOR ? cg_loop_of(c->g, s) : NULL;
        if (loop && loop->streamed) /* its descriptors hold them */
            continue;
        bool once = s->kind
                    == IR_ASSERT; /* several uses in one assertion share a register anyway */
        size_t before = c->count;
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            count_in_expr(c, *ir_expr_slot(s, i));
        for (size_t i = before; once && i < c->count; i++)
            c->sizes[i].uses = 1;
        for (size_t i = 0; ir_place_slot(s, i); i++)
            count_in_place(c, ir_place_slot(s, i));
        count_in_list(c, s->body);
        count_in_list(c, s->other);
    }
}

/* A variable that is this size for a while serves as well. */
static bool has_variable(const cg *g, const size_use *u)
{
    for (size_t v = 0; v < g->routine->var_count; v++)
        if (g->equals[v] && g->equals[v]->var == u->array && g->equals[v]->raw == u->dim)
            return true;
    return false;
}

void cg_hoist_sizes(cg *g, const ir_stmt *body)
{
    size_census c = {.g = g};

    if (!cg_on(g, OPT_HOIST) || cg_holds_control(g, body))
        return;
    count_in_list(&c, body);
    for (size_t i = 0; i < c.count && !g->failed; i++)
        if (c.sizes[i].uses > 1 && !has_variable(g, &c.sizes[i]) && cg_temps_left(g) > g->spare) {
            ir_expr *e =
                ir_expr_dim(g->scratch, c.sizes[i].loc, c.sizes[i].array, (unsigned)c.sizes[i].dim);
            if (e)
                cg_eval_to_hold(g, e);
        }
}
