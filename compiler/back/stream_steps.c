/* stream_steps.c: addresses of a stream that go straight along the loops around it, and products in
 * the indices of an innermost loop. They are set before the outermost of these loops and grow with
 * each iteration (strength reduction of induction variables). Behind a loop they go back to where
 * it began. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

/* Operations in each iteration: they are undone, too, and a step is one instruction. */
enum { LEAST_WORK = 1 };

static bool goes_straight(const ir_expr *e, const ir_var *v)
{
    if (!opt_expr_use(e, v) || e->kind == IR_VAR)
        return true;
    if (e->kind != IR_OP || e->type != RG_TYPE_INT || !e->right)
        return false;
    if (e->op == RG_OP_ADD || e->op == RG_OP_SUB)
        return goes_straight(e->left, v) && goes_straight(e->right, v);
    return e->op == RG_OP_MUL
           && ((!opt_expr_use(e->left, v) && goes_straight(e->right, v))
               || (!opt_expr_use(e->right, v) && goes_straight(e->left, v)));
}

static bool is_const(const ir_expr *e, int64_t value)
{
    int64_t n;

    return cg_constant(e, &n) && n == value;
}

static bool stays(const cg *g, const cg_loop *over, const ir_expr *e)
{
    return !opt_reads_elements(e, NULL) && opt_stays(g->routine->body, over->stmt, e);
}

/* What the value grows by in an iteration of the loop; NULL: it does not go straight along it. */
static const ir_expr *step_along(cg *g, const cg_loop *loop, const ir_expr *e)
{
    const ir_stmt *s = loop->stmt;
    int64_t step = 1;

    if (!loop->fixed_bounds || loop->step_count == CG_STEPS
        || (s->step && (!cg_constant(s->step, &step) || step == 0)) || !goes_straight(e, s->var))
        return NULL;
    return opt_op(g->scratch, s->loc, RG_OP_MUL, opt_slope(g->scratch, e, s->var),
                  ir_whole(g->scratch, s->loc, step));
}

/* ---- what an address takes that is made anew in each iteration ---- */

/* A part of an address: do the checks of the stream need it, too? */
typedef struct {
    const ir_expr *part;
    bool checked;
} address_part;

static bool holds_expr(const ir_expr *e, const ir_expr *part)
{
    return e && (opt_same_expr(e, part) || holds_expr(e->left, part) || holds_expr(e->right, part));
}

static void look_into(void *with, const ir_expr *check)
{
    address_part *a = with;

    a->checked = a->checked || holds_expr(check, a->part);
}

/* Operations that follow the variable, without those that the checks of the stream need as well. */
static unsigned work_along(cg *g, const cg_loop *inner, const ir_expr *e, const ir_var *along)
{
    address_part a = {.part = e};

    if (!e || e->kind != IR_OP || !opt_expr_use(e, along))
        return 0;
    cg_each_check(g, inner, look_into, &a);
    return a.checked
               ? 0
               : 1 + work_along(g, inner, e->left, along) + work_along(g, inner, e->right, along);
}

/* Before the outermost loop, so that an iteration finds it in a register. */
static void keep_step(cg *g, const ir_expr *by)
{
    if (by->kind != IR_CONST && cg_temps_left(g) >= g->spare + cg_need(g, by))
        cg_eval(g, by);
}

bool cg_step_slot(cg *g, cg_loop *const *path, size_t depth, cg_loop *inner, unsigned group,
                  unsigned slot)
{
    const ir_expr *by[CG_PATH], *whole = inner->plan.slots[group][slot].expr, *e = whole;
    const uint8_t r = (uint8_t)(inner->plan.reg[group] + slot);
    const cg_loop *deepest = NULL;
    cg_loop *over = path[0];

    if (!(inner->plan.own >> r & 1))
        return false;
    for (size_t i = depth; i-- > 0;) {
        by[i] = step_along(g, path[i], e);
        if (!by[i] || !stays(g, over, by[i]) || !cg_harmless(by[i]))
            return false;
        deepest = deepest || is_const(by[i], 0) ? deepest : path[i];
        e = opt_put_one(g->scratch, e, path[i]->stmt->var, path[i]->stmt->first);
        if (!e)
            return false;
    }
    if (!deepest || !stays(g, over, e) || !cg_harmless(e)
        || work_along(g, inner, whole, deepest->stmt->var) < LEAST_WORK)
        return false;
    for (size_t i = 0; i < depth; i++)
        if (!is_const(by[i], 0)) {
            keep_step(g, by[i]);
            path[i]->steps[path[i]->step_count++] = (cg_step){r, by[i], over};
        }
    const cg_mark mark = cg_get_mark(g);
    const size_t end = cg_apply(g, r, RG_MODE_SET, e);
    g->reserve = g->spare + 1; /* the body needs registers more than the parts do */
    cg_give_back(g, mark, end);
    g->reserve = 0;
    inner->plan.set |= UINT32_C(1) << r;
    inner->set_by[r] = over;
    return true;
}

/* A loop variable that steps takes a word in each iteration, and three around the loop. One that is
 * computed from the counter takes two in each, and none where it is the counter itself. */
bool cg_had_better_step(const cg_loop *loop)
{
    enum { FEWEST = 4 };
    int64_t trips;

    return !cg_constant(loop->trips, &trips) || trips >= FEWEST;
}

static bool has_product_with(const ir_expr *e, const ir_var *v)
{
    return e
           && ((e->kind == IR_OP && e->op == RG_OP_MUL && opt_expr_use(e, v))
               || has_product_with(e->left, v) || has_product_with(e->right, v));
}

/* Parts that are given back take registers only while the loop is not there yet. */
static unsigned room_for(cg *g, const ir_expr *first, unsigned spare)
{
    const unsigned need = cg_need(g, first);

    return g->reserve == 0 ? spare + need : need > spare ? need : spare;
}

bool cg_step_value(cg *g, cg_loop *loop, const ir_expr *e, unsigned spare)
{
    if (cg_find(g, e))
        return true;
    if (!has_product_with(e, loop->stmt->var) || !cg_had_better_step(loop))
        return false;
    const ir_expr *by = step_along(g, loop, e),
                  *first = by ? opt_put_one(g->scratch, e, loop->stmt->var, loop->stmt->first)
                              : NULL;
    g->has_products = g->has_products || first;
    if (!g->steps_products || !first || !stays(g, loop, by) || !stays(g, loop, first)
        || !cg_harmless(by) || !cg_harmless(first) || g->cache_count + 8 > CG_CACHE
        || cg_temps_left(g) < room_for(g, first, spare) + cg_need(g, by) + 1)
        return false;
    if (by->kind != IR_CONST)
        cg_eval(g, by);
    const uint8_t r = cg_temp(g, e->loc);
    const cg_mark mark = cg_get_mark(g);
    const size_t end = cg_apply(g, r, RG_MODE_SET, first);
    cg_give_back(g, mark, end);
    loop->steps[loop->step_count++] = (cg_step){r, by, loop};
    cg_pin(g, e, r);
    return true;
}

void cg_step_on(cg *g, const cg_loop *loop)
{
    for (size_t i = 0; i < loop->step_count; i++)
        cg_assign(g, loop->steps[i].reg, RG_MODE_ADD, loop->steps[i].by);
}

void cg_step_back(cg *g, const cg_loop *loop)
{
    const ir_loc loc = loop->stmt->loc;

    for (size_t i = loop->step_count; i-- > 0;) {
        const ir_expr *whole = opt_op(g->scratch, loc, RG_OP_MUL, loop->trips, loop->steps[i].by);
        if (!whole) {
            cg_fail(g, loc, "R0712", "out of memory");
            return;
        }
        cg_assign(g, loop->steps[i].reg, RG_MODE_SUB, whole);
    }
}

void cg_leave_steps(cg *g, const cg_loop *over)
{
    for (size_t i = 0; i < g->loop_count; i++) {
        cg_loop *l = &g->loops[i];
        size_t kept = 0;
        for (size_t k = 0; k < l->step_count; k++)
            if (l->steps[k].over != over)
                l->steps[kept++] = l->steps[k];
        l->step_count = kept;
    }
}
