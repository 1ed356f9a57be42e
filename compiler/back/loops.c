/* loops.c: `for`. The iterations are counted by the hardware; the loop variable follows from the
 * counter where it can. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

enum { MOST_LOOPS = 400 }; /* in routines with more, enclosing loops prove nothing */

/* A step of 0 stops at this division. */
static ir_expr *told(ir_expr *division)
{
    if (division)
        division->raw = RG_ROLE_FOR;
    return division;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    int64_t q = b == -1 ? -a : a / b;

    return b != -1 && a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

static bool small(const ir_expr *e, int64_t *value)
{
    return cg_constant(e, value) && *value > -(INT64_C(1) << 60) && *value < INT64_C(1) << 60;
}

/* A power of two, more than 1: of what; else 0. A shift takes one clock, a division many. */
static int shift_of(int64_t step)
{
    int shift = 0;

    while (step > 1 && step % 2 == 0) {
        step /= 2;
        shift++;
    }
    return step == 1 ? shift : 0;
}

/* floor((last - first) / step) + 1 */
static ir_expr *distance(cg *g, const ir_stmt *s, int64_t step, bool constant_step)
{
    ir_module *m = g->scratch;
    int64_t first;

    if (constant_step && step == -1 && cg_on(g, OPT_LOOPS)) {
        ir_expr *n = ir_expr_op(m, s->loc, RG_OP_SUB, s->first, s->last);
        return opt_op(m, s->loc, RG_OP_ADD, n, ir_whole(g->scratch, s->loc, 1));
    }
    if (constant_step && step == 1 && small(s->first, &first)) {
        ir_expr *n = first == 1 ? s->last
                                : ir_expr_op(m, s->loc, RG_OP_ADD, s->last,
                                             ir_whole(g->scratch, s->loc, 1 - first));
        return n && cg_on(g, OPT_LOOPS) ? opt_simplify(m, n) : n;
    }
    ir_expr *n = ir_expr_op(m, s->loc, RG_OP_SUB, s->last, s->first);
    const int shift = constant_step && cg_on(g, OPT_LOOPS) ? shift_of(step) : 0;
    if (shift > 0)
        n = ir_expr_op(m, s->loc, RG_OP_SAR, n, ir_whole(g->scratch, s->loc, shift));
    else if (!constant_step || step != 1)
        n = told(ir_expr_op(m, s->loc, RG_OP_FLD, n, s->step));
    n = ir_expr_op(m, s->loc, RG_OP_ADD, n, ir_whole(g->scratch, s->loc, 1));
    return n && cg_on(g, OPT_LOOPS) ? opt_simplify(m, n) : n;
}

/* max(0, distance), folded where parts are constant or known not to be negative. */
static ir_expr *trip_count(cg *g, const ir_stmt *s, int64_t step, bool constant_step)
{
    int64_t first, last;

    if (small(s->first, &first) && small(s->last, &last) && constant_step && step != 0) {
        int64_t n = floor_divide(last - first, step) + 1;
        return ir_whole(g->scratch, s->loc, n > 0 ? n : 0);
    }
    ir_expr *n = distance(g, s, step, constant_step);
    if (n && cg_on(g, OPT_LOOPS) && (s->runs || cg_at_least(g, opt_linear_of(n), 0)))
        return n;
    return ir_expr_op(g->scratch, s->loc, RG_OP_MAX, n, ir_whole(g->scratch, s->loc, 0));
}

static int64_t step_of(const ir_stmt *s, bool *constant)
{
    int64_t step = 1;

    *constant = !s->step || cg_constant(s->step, &step);
    return step;
}

/* ---- before the code is made ---- */

static bool fixed(const cg *g, const ir_stmt *s, const ir_expr *e)
{
    return !opt_reads_elements(e, NULL) && opt_stays(g->routine->body, s, e);
}

void cg_survey_loop(cg *g, cg_loop *loop)
{
    const ir_stmt *s = loop->stmt;
    bool constant;
    int64_t step = step_of(s, &constant);
    unsigned use = opt_list_use(g->routine->body, s->body, s->var);

    loop->fixed_bounds = fixed(g, s, s->first) && fixed(g, s, s->last) && fixed(g, s, s->step)
                         && !(use & OPT_WRITE);
    loop->unused = cg_on(g, OPT_LOOPS) && use == 0 && loop->fixed_bounds && constant && step != 0;
    size_t kept = g->fact_count;
    for (size_t i = 0; i < g->loop_count && g->loop_count <= MOST_LOOPS && cg_on(g, OPT_LOOPS);
         i++) {
        const cg_loop *outer = &g->loops[i];
        if (outer != loop && outer->fixed_bounds && opt_holds_stmt(outer->stmt->body, s)) {
            bool outer_constant;
            int64_t outer_step = step_of(outer->stmt, &outer_constant);
            if (outer_constant)
                cg_know_range(g, outer, outer_step);
        }
    }
    loop->trips = trip_count(g, s, step, constant);
    g->fact_count = kept;
    if (loop->trips && loop->trips->kind == IR_VAR && cg_on(g, OPT_LOOPS) && loop->fixed_bounds)
        loop->shared = loop->trips->var;
    loop->in_temporary = cg_on(g, OPT_HOIST) && loop->fixed_bounds && !loop->shared
                         && !cg_holds_control(g, s->body);
}

/* ---- the code ---- */

/* fortop or forend, with both hidden variables in registers for this word only. */
static size_t loop_word(cg *g, const cg_loop *loop, bool top)
{
    cg_target counter = cg_target_home(g, loop->counter);
    cg_target count = cg_target_home(g, loop->shared ? loop->shared->id : loop->count);

    if (loop->rounds)
        count = (cg_target){.reg = loop->rounds};
    cg_open(g, &counter, loop->stmt->loc);
    cg_open(g, &count, loop->stmt->loc);
    size_t index = cg_emit(g, (rg_instruction){.op = top ? RG_OP_FORTOP : RG_OP_FOREND,
                                               .d = counter.reg,
                                               .a = count.reg});
    cg_close(g, &count);
    cg_close(g, &counter);
    return index;
}

static ir_expr *counter_of(cg *g, const cg_loop *loop)
{
    return ir_expr_var(g->scratch, loop->stmt->loc, &loop->counter_var);
}

/* The loop variable as first + counter or first - counter, where that is one word and pays; else
 * NULL. */
static ir_expr *from_counter(cg *g, const cg_loop *loop, int64_t step, bool constant_step)
{
    const ir_stmt *s = loop->stmt;
    int64_t first;

    if (!cg_on(g, OPT_LOOPS) || !loop->fixed_bounds || !constant_step || (step != 1 && step != -1))
        return NULL;
    bool number = cg_constant(s->first, &first) && first >= -1024 && first < 1024;
    bool variable = cg_find(g, s->first) != 0;
    if (!(number && first == 0) && cg_had_better_step(loop))
        return NULL;
    ir_expr *counter = counter_of(g, loop);
    if (number && step == 1)
        return first == 0 ? counter : ir_expr_op(g->scratch, s->loc, RG_OP_ADD, counter, s->first);
    if (variable)
        return step == 1 ? ir_expr_op(g->scratch, s->loc, RG_OP_ADD, counter, s->first)
                         : ir_expr_op(g->scratch, s->loc, RG_OP_SUB, s->first, counter);
    return NULL;
}

/* v - 1 of v = 1 : n is the counter itself. */
static void pin_counter(cg *g, const cg_loop *loop)
{
    const ir_stmt *s = loop->stmt;
    const cg_home *counter = &g->homes[loop->counter];
    int64_t first;

    if (!counter->in_register || !cg_constant(s->first, &first) || first == 0)
        return;
    ir_expr *v = ir_expr_var(g->scratch, s->loc, s->var);
    ir_expr *e = ir_expr_op(g->scratch, s->loc, RG_OP_ADD, v,
                            ir_whole(g->scratch, s->loc, (int64_t)(0 - (uint64_t)first)));
    if (e)
        cg_pin(g, e, counter->reg);
}

static void body_from_counter(cg *g, const cg_loop *loop, ir_expr *value, int64_t step,
                              cg_body *body)
{
    const ir_stmt *s = loop->stmt;
    size_t cached = g->cache_count;

    cg_at(g, s->loc, RG_ROLE_FOR, s->var);
    size_t top = loop_word(g, loop, true);
    if (!loop->unused)
        cg_assign_home(g, s->var->id, RG_MODE_SET, value, s->loc);
    if (step == 1)
        pin_counter(g, loop);
    body(g, s->body);
    g->cache_count = cached;
    cg_at(g, s->loc, RG_ROLE_FOR, s->var);
    cg_step_on(g, loop);
    if (!loop->unused)
        cg_assign_home(g, s->var->id, RG_MODE_UNSET, value, s->loc);
    cg_link(g, top, loop_word(g, loop, false));
}

static void body_stepwise(cg *g, const cg_loop *loop, bool one, cg_body *body)
{
    const ir_stmt *s = loop->stmt;
    ir_expr *step = s->step ? s->step : ir_whole(g->scratch, s->loc, 1);
    ir_expr *n = loop->rounds ? loop->trips
                              : ir_expr_var(g->scratch, s->loc,
                                            loop->shared ? loop->shared : &loop->count_var);
    ir_expr *whole = one ? n : ir_expr_op(g->scratch, s->loc, RG_OP_MUL, n, step);

    if (!step || !n || !whole) {
        cg_fail(g, s->loc, "R0712", "out of memory");
        return;
    }
    if (!loop->unused)
        cg_assign_home(g, s->var->id, RG_MODE_SET, s->first, s->loc);
    const size_t top = loop_word(g, loop, true), cached = g->cache_count;
    if (one)
        pin_counter(g, loop);
    body(g, s->body);
    g->cache_count = cached;
    cg_at(g, s->loc, RG_ROLE_FOR, s->var);
    cg_step_on(g, loop);
    if (!loop->unused)
        cg_assign_home(g, s->var->id, RG_MODE_ADD, step, s->loc);
    cg_link(g, top, loop_word(g, loop, false));
    if (loop->unused)
        return;
    cg_assign_home(g, s->var->id, RG_MODE_SUB, whole, s->loc);
    cg_assign_home(g, s->var->id, RG_MODE_UNSET, s->first, s->loc);
}

/* Where nothing reads the loop variable it is not computed. Debuggers find it by the counter. */
static void leave_out_variable(cg *g, cg_loop *loop, size_t from)
{
    int64_t first;

    if (!g->counting || !cg_is_absent(g, loop) || !cg_constant(loop->stmt->first, &first))
        return;
    loop->unused = true;
    g->absent = loop->stmt->var;
    cg_scope_plus(g, loop->stmt->var, g->homes[loop->counter].reg, (int32_t)first, from);
}

/* What the iterations leave alone is computed before them, but for constants and their number. */
static void hold(cg *g, cg_loop *loop)
{
    const ir_stmt *s = loop->stmt;

    cg_at(g, s->loc, RG_ROLE_FOR, s->var);
    loop->rounds = 0;
    g->counting = cg_may_count(g, loop) ? loop : NULL;
    cg_hoist(g, loop);
}

static void iterate(cg *g, cg_loop *loop, cg_lending *l, cg_body *body)
{
    const ir_stmt *s = loop->stmt;
    bool constant;
    int64_t step = step_of(s, &constant);
    const size_t facts = g->fact_count;
    const bool unused = loop->unused;

    l->top = cg_here(g);
    cg_hoist_constants(g, loop);
    cg_at(g, s->loc, RG_ROLE_FOR, s->var);
    if (loop->in_temporary)
        loop->rounds = cg_eval_before(
            g, loop->trips,
            g->frugal ? 28 : 10); /* its parts are given back where registers are short */
    l->held = cg_here(g);
    cg_mark inside = cg_get_mark(g);
    cg_at(g, s->loc, RG_ROLE_FOR, s->var);
    if (!loop->shared && !loop->rounds)
        cg_assign_home(g, loop->count, RG_MODE_SET, loop->trips, s->loc);
    if (constant && loop->fixed_bounds)
        cg_know_range(g, loop, step);
    leave_out_variable(g, loop, l->mark.index);
    ir_expr *value = from_counter(g, loop, step, constant);
    if (value)
        body_from_counter(g, loop, value, step, body);
    else
        body_stepwise(g, loop, constant && step == 1, body);
    g->counting = NULL;
    g->absent = NULL;
    loop->unused = unused;
    g->fact_count = facts;
    cg_release(g, inside);
    cg_at(g, s->loc, RG_ROLE_FOR, s->var);
    if (!loop->shared && !loop->rounds)
        cg_assign_home(g, loop->count, RG_MODE_UNSET, loop->trips, s->loc);
    cg_step_back(g, loop);
    cg_leave_steps(g, loop);
    cg_leave_streams(g, loop);
    l->end = cg_here(g);
    cg_mirror(g, l->mark.index, l->held);
    cg_release(g, l->mark);
}

static void repeat(cg *g, cg_loop *loop, cg_body *body)
{
    const cg_lender lender = {hold, iterate};
    const cg_loop *const counting = g->counting;
    const bool innermost = g->innermost;
    cg_lending nothing = {.mark = cg_get_mark(g)};

    cg_at(g, loop->stmt->loc, RG_ROLE_FOR, loop->stmt->var);
    if (loop->streamed) {
        cg_stream(g, loop);
        return;
    }
    g->innermost = cg_may_borrow(g, loop);
    if (g->innermost && g->borrows) {
        cg_borrow(g, loop, &lender, body);
    } else {
        hold(g, loop);
        iterate(g, loop, &nothing, body);
    }
    g->counting = counting;
    g->innermost = innermost;
}

void cg_for(cg *g, const ir_stmt *s, cg_body *body)
{
    cg_loop *loop = cg_loop_of(g, s);
    const bool rare = g->line.rare;

    if (!loop || !loop->trips) {
        cg_fail(g, s->loc, "R0712", "out of memory");
        return;
    }
    g->line.rare = rare || s->rare;
    repeat(g, loop, body);
    g->line.rare = rare;
}
