/* stream.c: loops that one stream instruction runs. What the iterations would have checked of their
 * indices is checked before at the ends of their ranges; where there may be no iteration at all, a
 * branch passes over everything. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

enum {
    FEWEST = 4
}; /* elements: a loop of fewer takes fewer instructions, and hardly more cycles, than descriptors
      do */
enum { ROOM_OF_A_CHECK = 5 }; /* temporaries, at least */

/* ---- before the code is made ---- */

static bool too_short(const opt_stream *s)
{
    const int64_t inner = opt_constant_rounds(s->loop[0]),
                  outer = s->loop[1] ? opt_constant_rounds(s->loop[1]) : 1;

    return (inner == 0 || outer == 0)
           || (inner > 0 && outer > 0 && inner < FEWEST && outer < FEWEST
               && inner * outer < FEWEST);
}

void cg_survey_streams(cg *g)
{
    for (size_t i = 0; i < g->loop_count && cg_on(g, OPT_STREAMS); i++) {
        cg_loop *loop = &g->loops[i];
        if (loop->swallowed || !opt_indexed_stream_of(loop->stmt, &loop->stream)
            || too_short(&loop->stream))
            continue;
        loop->streamed = true;
        if (loop->stream.loop[1])
            cg_loop_of(g, loop->stream.loop[0])->swallowed = true;
    }
}

void cg_leave_streams(cg *g, const cg_loop *loop)
{
    for (size_t i = 0; i < g->loop_count; i++) {
        cg_loop *l = &g->loops[i];
        for (unsigned r = 0; l->placed && r < 32; r++)
            if (l->set_by[r] == loop) {
                l->plan.set &= ~(UINT32_C(1) << r);
                l->set_by[r] = NULL;
            }
        if (l->placed_by == loop) {
            l->placed = l->steps_along = false;
            l->placed_by = NULL;
        }
    }
}

/* ---- bounds ---- */

typedef struct {
    const ir_var *array;
    unsigned dim;
    const ir_expr *index, *low, *high;
    bool all;
} check;
typedef struct {
    check list[6];
    size_t count;
} checks;

/* The loop variable in the last iteration, where there is one. */
static ir_expr *last_of(cg *g, const opt_stream *s, unsigned i)
{
    const ir_stmt *l = s->loop[i];
    ir_module *m = g->scratch;
    const int64_t rounds = opt_constant_rounds(l);

    if (s->step[i] == 1 || s->step[i] == -1)
        return l->last;
    if (rounds > 0)
        return ir_whole(g->scratch, l->loc, l->first->raw + (rounds - 1) * s->step[i]);
    ir_expr *n =
        ir_expr_op(m, l->loc, RG_OP_SUB, cg_loop_of(g, l)->trips, ir_whole(g->scratch, l->loc, 1));
    return ir_expr_op(
        m, l->loc, RG_OP_ADD, l->first,
        ir_expr_op(m, l->loc, RG_OP_MUL, n, ir_whole(g->scratch, l->loc, s->step[i])));
}

/* The index at one corner of the ranges; bit i of ends: in the last iteration of loop i, else in
 * the first. */
static ir_expr *corner_at(cg *g, const opt_stream *s, const ir_expr *index, unsigned ends)
{
    const ir_var *vars[2] = {NULL, NULL};
    ir_expr *values[2] = {NULL, NULL};

    for (unsigned i = 0; i < 2 && s->loop[i]; i++) {
        vars[i] = s->loop[i]->var;
        values[i] = ends >> i & 1 ? last_of(g, s, i) : s->loop[i]->first;
        if (!values[i])
            return NULL;
    }
    return opt_put(g->scratch, index, vars, values);
}

/* The smallest or the largest index, where the signs of all slopes are known; else *known is false,
 * and it is one of those at the ends. */
static ir_expr *corner(cg *g, const opt_stream *s, const ir_expr *index, bool largest, bool *known)
{
    unsigned ends = 0;

    for (unsigned i = 0; i < 2 && s->loop[i]; i++) {
        ir_expr *slope = opt_slope(g->scratch, index, s->loop[i]->var);
        int64_t k = 0;
        if (!slope)
            return NULL;
        const bool constant = cg_constant(slope, &k) || opt_positive_in_rounds(s, slope);
        k = constant && k == 0 && slope->kind != IR_CONST ? 1 : k;
        const bool last = constant ? ((k > 0) == (s->step[i] > 0)) == largest : largest;
        *known = *known && constant;
        ends |= (unsigned)last << i;
    }
    return corner_at(g, s, index, ends);
}

static void add_check(cg *g, const opt_stream *s, checks *c, const ir_var *array, unsigned dim,
                      const ir_expr *index)
{
    check *k = &c->list[c->count];
    bool known = true;
    ir_expr *size = ir_expr_dim(g->scratch, index->loc, array, dim);

    if (cg_on(g, OPT_RANGES) && cg_in_bounds(g, array, dim, index))
        return;
    for (size_t i = 0; i < c->count; i++)
        if (c->list[i].array == array && c->list[i].dim == dim
            && opt_same_expr(c->list[i].index, index))
            return;
    *k = (check){.array = array, .dim = dim, .index = index};
    k->low = corner(g, s, index, false, &known);
    k->high = corner(g, s, index, true, &known);
    k->all = !known && s->loop[1]; /* four corners */
    c->count++;
    if (!k->low || !k->high || !size) {
        cg_fail(g, index->loc, "R0712", "out of memory");
        return;
    }
    if (!known || !cg_on(g, OPT_RANGES))
        return;
    opt_linear room = opt_linear_of(size);
    opt_linear_add(&room, k->high, -1);
    if (cg_at_least(g, room, 0))
        k->high = NULL;
    else if (opt_same_expr(k->low, k->high) || cg_at_least(g, opt_linear_of(k->low), 1))
        k->low = NULL;
}

static void add_element(cg *g, const opt_stream *s, checks *c, const ir_var *array,
                        const ir_expr *row, const ir_expr *column, bool inbounds)
{
    const ir_expr *index = opt_index_of(row, column);

    if (index) { /* the stream checks what it reads there */
        add_element(g, s, c, index->var, index->left, index->right, index->inbounds);
        return;
    }
    if (!row || inbounds || g->options.no_bounds)
        return;
    add_check(g, s, c, array, 1, row);
    if (column && array->rank == 2 && !g->failed)
        add_check(g, s, c, array, 2, column);
}

static checks checks_of(cg *g, const cg_loop *loop)
{
    const opt_stream *s = &loop->stream;
    const ir_place *t = &s->update->place;
    const ir_expr *operands[] = {s->a, s->b};
    const size_t facts = g->fact_count;
    checks c = {.count = 0};

    for (unsigned i = 2; i-- > 0;)
        if (s->loop[i])
            cg_know_range(g, cg_loop_of(g, s->loop[i]), s->step[i]);
    /* in the order in which an iteration would have checked them */
    for (unsigned i = 0; i < 2 && !g->failed; i++)
        if (operands[i] && operands[i]->kind == IR_ELEM)
            add_element(g, s, &c, operands[i]->var, operands[i]->left, operands[i]->right,
                        operands[i]->inbounds);
    if (!g->failed)
        add_element(g, s, &c, t->var, t->row, t->column, t->inbounds);
    g->fact_count = facts;
    return c;
}

void cg_each_check(cg *g, const cg_loop *loop, void (*visit)(void *with, const ir_expr *e),
                   void *with)
{
    const checks c = checks_of(g, loop);

    for (size_t i = 0; i < c.count && !g->failed; i++) {
        for (unsigned ends = 0; c.list[i].all && ends < 4; ends++)
            visit(with, corner_at(g, &loop->stream, c.list[i].index, ends));
        if (c.list[i].all)
            continue;
        visit(with, c.list[i].low);
        visit(with, c.list[i].high);
    }
}

static unsigned more(unsigned a, unsigned b) { return a > b ? a : b; }

/* Temporaries that the largest of these checks takes, which are looked for where registers were
 * short before. */
static unsigned room_of(cg *g, const checks *c)
{
    unsigned need = 0;

    if (!g->frugal || c->count == 0)
        return 0;
    for (size_t i = 0; i < c->count; i++)
        need = more(need, cg_need(g, c->list[i].index));
    return need + 2; /* the array's header, and one to spare */
}

static void check_index(cg *g, const check *k, const ir_expr *index, unsigned room)
{
    ir_expr *base = ir_expr_var(g->scratch, k->index->loc, k->array);

    if (!base || !index) {
        if (index)
            cg_fail(g, k->index->loc, "R0712", "out of memory");
        return;
    }
    base->type = RG_TYPE_INT;
    const cg_mark mark = cg_get_mark(g);
    const uint8_t header = cg_eval(g, base), r = cg_eval(g, index);
    const size_t end = cg_here(g);
    cg_at(g, k->index->loc, RG_ROLE_BOUNDS, k->array);
    cg_mem(g, RG_OP_CHKB, 0, r, (cg_address){header, cg_extent_at(k->dim)});
    if (cg_temps_left(g) < room) { /* for the next one */
        cg_mirror(g, mark.index, end);
        cg_release(g, mark);
    }
}

static void make_checks(cg *g, const opt_stream *s, const checks *c)
{
    const unsigned room = more(room_of(g, c), ROOM_OF_A_CHECK);

    for (size_t i = 0; i < c->count && !g->failed; i++) {
        const check *k = &c->list[i];
        for (unsigned ends = 0; k->all && ends < 4 && !g->failed; ends++)
            check_index(g, k, corner_at(g, s, k->index, ends), room);
        check_index(g, k, k->all ? NULL : k->low, room);
        check_index(g, k, k->all ? NULL : k->high, room);
    }
}

/* ---- scalars ---- */

/* The register of a scalar operand or target that goes to a word of memory meanwhile; 0: it is in
 * one. */
static uint8_t scalar_register(cg *g, const ir_expr *e)
{
    if (e->kind == IR_VAR)
        return cg_home_of(g, e->var)->in_register ? cg_home_of(g, e->var)->reg : 0;
    const uint8_t t = cg_temp(g, e->loc);
    cg_at(g, e->loc, RG_ROLE_TEMPORARY, NULL);
    cg_apply(g, t, RG_MODE_SET, e);
    return t;
}

static bool has_word(const cg_stream_plan *plan, unsigned group)
{
    return plan->used[group] && plan->scalar[group] && plan->slots[group][0].number == group;
}

static void exchange(cg *g, const cg_stream_plan *plan, const uint8_t *registers)
{
    for (unsigned group = 0; group < CG_STREAM_GROUPS; group++)
        if (registers[group])
            cg_mem(g, RG_OP_EXCH, 0, registers[group], cg_scalar_word(g, plan, group));
}

/* ---- the code ---- */

static void work(cg *g, const cg_loop *loop, cg_stream_plan *plan, const checks *c)
{
    const ir_stmt *u = loop->stream.update;
    const bool adds = opt_stream_is_wide(&loop->stream) ? u->kind == IR_MAC
                                                        : u->mode == RG_MODE_ADD;
    const cg_mark mark = cg_get_mark(g);
    const unsigned reserve = more(3, room_of(g, c));
    uint8_t registers[CG_STREAM_GROUPS] = {0};

    for (unsigned slot = CG_STREAM_SLOTS; slot-- > 0;)
        for (unsigned group = 0; group < CG_STREAM_GROUPS; group++) {
            g->reserve = reserve;
            cg_set_slot(g, plan, group, slot);
        }
    g->reserve = 0;
    for (unsigned group = 0; group < CG_STREAM_GROUPS && !g->failed; group++)
        if (has_word(plan, group))
            registers[group] = scalar_register(g, plan->scalar[group]);
    make_checks(g, &loop->stream, c);
    cg_at(g, u->loc, RG_ROLE_PLAIN, u->place.var);
    exchange(g, plan, registers);
    const size_t in = cg_here(g);
    cg_emit(g, (rg_instruction){.op = (uint8_t)plan->op,
                                .mode = adds ? RG_MODE_STREAM_ADD : RG_MODE_STREAM_SUB,
                                .d = plan->reg[CG_STREAM_D],
                                .a = plan->reg[CG_STREAM_A],
                                .b = plan->reg[CG_STREAM_B],
                                .immediate = plan->immediate,
                                .imm = plan->imm,
                                .indexed = plan->indexed,
                                .kinds = plan->kinds});
    cg_mirror(g, mark.index, in); /* with the checks, for the other direction */
    cg_release(g, mark);
}

static bool surely_runs(cg *g, const ir_stmt *loop)
{
    return loop->runs || cg_at_least(g, opt_linear_of(cg_loop_of(g, loop)->trips), 1);
}

static bool harmless(const ir_expr *e) { return e->kind != IR_OP || opt_cannot_trap(e); }

/* Can anything before the stream trap when there is no iteration? */
static bool needs_guard(cg *g, const cg_loop *loop, const checks *c)
{
    const opt_stream *s = &loop->stream;

    for (unsigned i = 0; i < 2; i++)
        if (s->loop[i] && !surely_runs(g, s->loop[i]))
            return c->count > 0 || (s->a->kind != IR_ELEM && !harmless(s->a))
                   || (s->b && s->b->kind != IR_ELEM && !harmless(s->b));
    return false;
}

/* A register that is 0 where there is no iteration. */
static uint8_t rounds_of(cg *g, const cg_loop *loop)
{
    const opt_stream *s = &loop->stream;
    const ir_expr *counts[2] = {NULL, NULL};
    unsigned n = 0;

    for (unsigned i = 0; i < 2; i++)
        if (s->loop[i] && !surely_runs(g, s->loop[i]))
            counts[n++] = cg_loop_of(g, s->loop[i])->trips;
    const uint8_t first = cg_eval(g, counts[0]);
    if (n == 1)
        return first;
    const uint8_t second = cg_eval(g, counts[1]), t = cg_temp(g, loop->stmt->loc);
    cg_op(g, RG_OP_MUL, RG_MODE_SET, t, first, cg_reg(second));
    return t;
}

/* Nothing is added to any element (opt/index_checks.c). */
static bool adds_nothing(const opt_stream *s)
{
    const ir_stmt *u = s->update;
    return u->kind == IR_UPDATE && u->place.row && u->expr->kind == IR_CONST && u->expr->raw == 0;
}

static void check_only(cg *g, const cg_loop *loop, const checks *c)
{
    const cg_mark mark = cg_get_mark(g);
    make_checks(g, &loop->stream, c);
    cg_mirror(g, mark.index, cg_here(g));
    cg_release(g, mark);
}

static void check_only_if_run(cg *g, const cg_loop *loop, const checks *c)
{
    const rg_line line = g->line;
    const cg_mark mark = cg_get_mark(g);
    if (c->count == 0)
        return;
    if (!needs_guard(g, loop, c)) {
        check_only(g, loop, c);
        return;
    }
    cg_leave_nothing(g);
    const cg_compare none = {.cond = RG_COND_EQ, .d = rounds_of(g, loop), .immediate = true};
    const size_t end = cg_here(g), split = cg_branch(g, none, false);
    check_only(g, loop, c);
    g->line = line;
    cg_link(g, split, cg_branch(g, none, true));
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

void cg_stream(cg *g, cg_loop *loop)
{
    const size_t cached = g->cache_count;
    const cg_mark mark = cg_get_mark(g);
    const rg_line line = g->line;
    cg_stream_plan plan = loop->plan;
    const checks c = checks_of(g, loop);
    if (adds_nothing(&loop->stream) && !loop->placed) {
        check_only_if_run(g, loop, &c);
        g->cache_count = cached;
        return;
    }
    const bool guarded = !g->failed && needs_guard(g, loop, &c);

    if (guarded) /* what is set behind a branch does not stay for the next one */
        cg_leave_nothing(g);
    if (!loop->placed && !g->failed) {
        cg_plan_stream(g, loop, &plan);
        if (!g->failed && !cg_place_stream(g, &plan))
            cg_short(g, loop->stmt->loc, "this is too complicated: give a part of it a name");
    }
    if (g->failed)
        return;
    g->touched |= plan.own;
    if (!guarded) {
        work(g, loop, &plan, &c);
    } else {
        for (unsigned slot = 3; slot < CG_STREAM_SLOTS; slot++)
            cg_set_slot(g, &plan, CG_STREAM_D, slot);
        const cg_compare none = {.cond = RG_COND_EQ, .d = rounds_of(g, loop), .immediate = true};
        const size_t end = cg_here(g), split = cg_branch(g, none, false);
        work(g, loop, &plan, &c);
        g->line = line;
        cg_link(g, split, cg_branch(g, none, true));
        cg_mirror(g, mark.index, end);
    }
    if (!loop->placed && !guarded)
        cg_leave_stream(g, &plan);
    cg_release(g, mark);
    g->cache_count = cached;
}
