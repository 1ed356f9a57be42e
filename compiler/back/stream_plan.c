/* stream_plan.c: the descriptors of a stream: what each register must hold, and which registers.
 * Groups overlap where they agree, and a register that holds a value already serves where it
 * stands. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

#include <string.h>

enum { COST_OF_A_VALUE = 2, COST_OF_SAVING = 2, IMPOSSIBLE = 1000, LAST = 30 };

/* Registers of a descriptor; two more where it is indexed. */
static unsigned length_of(const cg_stream_plan *plan, unsigned group)
{
    return (group == CG_STREAM_D ? 5u : 3u) + (plan->indexed >> group & 1 ? 2u : 0u);
}

static void out_of_memory(cg *g, ir_loc loc) { cg_fail(g, loc, "R0712", "out of memory"); }

static cg_slot_value value_of(cg *g, const ir_expr *e, ir_loc loc)
{
    int64_t n;

    if (!e)
        out_of_memory(g, loc);
    if (e && cg_constant(e, &n) && n == 0)
        return (cg_slot_value){.kind = CG_SLOT_ZERO};
    return (cg_slot_value){.kind = CG_SLOT_VALUE, .expr = e};
}

/* ---- elements ---- */

/* The address of the element of the first iteration of all loops. */
static const ir_expr *first_address(cg *g, const opt_stream *s, const ir_expr *e)
{
    const ir_var *vars[2] = {s->loop[0]->var, s->loop[1] ? s->loop[1]->var : NULL};
    ir_expr *firsts[2] = {s->loop[0]->first, s->loop[1] ? s->loop[1]->first : NULL};
    ir_expr *base = ir_expr_var(g->scratch, e->loc, e->var),
            *row = opt_put(g->scratch, e->left, vars, firsts);
    ir_expr *column = e->right ? opt_put(g->scratch, e->right, vars, firsts) : NULL;

    if (!base || !row || (e->right && !column))
        return NULL;
    base->type = RG_TYPE_INT;
    const ir_expr *part = column ? cg_column_part(g, e->var, column, e->loc) : NULL;
    ir_expr *start = row->kind == IR_CONST && row->raw == 0
                         ? base
                         : ir_expr_op(g->scratch, e->loc, RG_OP_ADD, base, row);
    return part ? ir_expr_op(g->scratch, e->loc, RG_OP_ADD, start, (ir_expr *)(uintptr_t)part)
                : start;
}

/* What the address grows by from one iteration of the loop to the next. */
static const ir_expr *stride(cg *g, const opt_stream *s, const ir_expr *e, unsigned loop)
{
    ir_module *m = g->scratch;
    ir_expr *step = ir_whole(g->scratch, e->loc, s->step[loop]),
            *by = opt_slope(m, e->left, s->loop[loop]->var);

    if (e->right) {
        ir_expr *columns = opt_slope(m, e->right, s->loop[loop]->var),
                *rows = ir_expr_dim(m, e->loc, e->var, 1);
        int64_t n;
        if (columns && cg_constant(columns, &n))
            by = n == 0 ? by
                        : ir_expr_op(m, e->loc, RG_OP_ADD, by,
                                     ir_expr_op(m, e->loc, RG_OP_MUL, rows, columns));
        else
            by = ir_expr_op(m, e->loc, RG_OP_ADD, by,
                            ir_expr_op(m, e->loc, RG_OP_MUL, columns, rows));
    }
    return opt_op(m, e->loc, RG_OP_MUL, by, step);
}

/* The array that indices in memory lead into. */
static void describe_array(cg *g, unsigned group, const ir_expr *e, cg_stream_plan *plan)
{
    cg_slot_value *slots = plan->slots[group] + (group == CG_STREAM_D ? 5 : 3);
    ir_expr *base = ir_expr_var(g->scratch, e->loc, e->var);

    if (base)
        base->type = RG_TYPE_INT;
    slots[0] = value_of(g, base, e->loc);
    slots[1] = value_of(g, ir_expr_dim(g->scratch, e->loc, e->var, 1), e->loc);
}

/* outer: the single loop is run as the outer one, with one element in each inner loop. */
static void describe(cg *g, const opt_stream *s, unsigned group, const ir_expr *e, bool outer,
                     cg_stream_plan *plan)
{
    cg_slot_value *slots = plan->slots[group];

    plan->used[group] = true;
    if (e->kind != IR_ELEM) {
        unsigned number = group == CG_STREAM_B && plan->scalar[CG_STREAM_A]
                                  && opt_same_expr(plan->scalar[CG_STREAM_A], e)
                              ? CG_STREAM_A
                              : group;
        plan->scalar[group] = e;
        slots[0] = (cg_slot_value){.kind = CG_SLOT_WORD, .number = number};
        slots[1] = s->loop[1] || !outer ? (cg_slot_value){.kind = CG_SLOT_ZERO}
                                        : (cg_slot_value){.kind = CG_SLOT_ANY};
        slots[2] = s->loop[1] || outer ? (cg_slot_value){.kind = CG_SLOT_ZERO}
                                       : (cg_slot_value){.kind = CG_SLOT_ANY};
        return;
    }
    const ir_expr *index = opt_index_of(e->left, e->right);
    if (index) {
        plan->indexed |= (uint8_t)(1u << group);
        describe_array(g, group, e, plan);
        e = index;
    }
    slots[0] = value_of(g, first_address(g, s, e), e->loc);
    if (s->loop[1])
        slots[2] = value_of(g, stride(g, s, e, 1), e->loc);
    if (s->loop[1] || !outer)
        slots[1] = value_of(g, stride(g, s, e, 0), e->loc);
    else
        slots[2] = value_of(g, stride(g, s, e, 0), e->loc);
}

static void describe_all(cg *g, const cg_loop *loop, bool outer, cg_stream_plan *plan)
{
    const opt_stream *s = &loop->stream;
    const ir_place *target = &s->update->place;
    const ir_expr *a = s->a, *b = s->b;
    ir_expr *one = ir_whole(g->scratch, loop->stmt->loc, 1);
    const bool wide = opt_stream_is_wide(s);
    ir_expr *t = wide          ? one
                 : target->row ? ir_expr_elem(g->scratch, target->loc, target->var, target->row,
                                              target->column)
                               : ir_expr_var(g->scratch, target->loc, target->var);
    const rg_operand_kind bk = rg_op_lookup(s->op)->bk;
    const bool numbers = !wide && cg_compares_wide(g, s->update->expr);
    int32_t imm;

    *plan = (cg_stream_plan){.op = s->op, .kinds = numbers ? RG_WIDE_OPERANDS : 0};
    if (!t || !one) {
        out_of_memory(g, loop->stmt->loc);
        return;
    }
    if (b && cg_exchanged(s->op) && cg_immediate(g, a, bk, &imm)) {
        plan->op = cg_exchanged(s->op);
        a = s->b;
        b = s->a;
    }
    if (!b) { /* the only operand of an instruction is its B */
        b = a;
        a = NULL;
    }
    if (wide) /* its counts alone */
        plan->used[CG_STREAM_D] = true;
    else
        describe(g, s, CG_STREAM_D, t, outer, plan);
    if (a)
        describe(g, s, CG_STREAM_A, a, outer, plan);
    plan->immediate = !plan->indexed && !numbers && cg_immediate(g, b, bk, &plan->imm);
    if (!plan->immediate)
        describe(g, s, CG_STREAM_B, b, outer, plan);
    const cg_slot_value rounds = value_of(g, loop->trips, loop->stmt->loc);
    const cg_loop *inner = s->loop[1] ? cg_loop_of(g, s->loop[0]) : NULL;
    plan->slots[CG_STREAM_D][3] = inner   ? value_of(g, inner->trips, inner->stmt->loc)
                                  : outer ? value_of(g, one, loop->stmt->loc)
                                          : rounds;
    plan->slots[CG_STREAM_D][4] = inner || outer ? rounds : value_of(g, one, loop->stmt->loc);
}

/* ---- registers ---- */

enum { ANY, ZERO, FIRST_VALUE, MOST_VALUES = 20 };

/* A number stands for what a register holds: equal numbers are equal values. held is the register
 * where a value stands already, or 0. left are those where the stream before had it. There it would
 * be unset and set again for nothing, so it stays. */
typedef struct {
    uint8_t number[CG_STREAM_GROUPS][CG_STREAM_SLOTS], held[MOST_VALUES];
    uint32_t left[MOST_VALUES];
    uint32_t temps, keeps;
    bool used[CG_STREAM_GROUPS];
    unsigned lengths[CG_STREAM_GROUPS];
    unsigned least[CG_STREAM_GROUPS + 1]; /* what this group and those after it cost at least */
} puzzle;
typedef struct {
    uint8_t at[32];
} layout;

static bool same_value(const cg_slot_value *x, const cg_slot_value *y)
{
    if (x->kind != y->kind)
        return false;
    return x->kind == CG_SLOT_WORD ? x->number == y->number : opt_same_expr(x->expr, y->expr);
}

static uint32_t left_in(const cg *g, const cg_slot_value *v)
{
    uint32_t registers = 0;

    for (unsigned r = 0; r < 32 && v->kind == CG_SLOT_VALUE && cg_on(g, OPT_CANCEL); r++)
        if (g->left[r] && opt_same_expr(g->left[r], v->expr))
            registers |= UINT32_C(1) << r;
    return registers;
}

static puzzle puzzle_of(cg *g, const cg_stream_plan *plan)
{
    puzzle p = {.temps = g->temps, .keeps = cg_keeps(g) & ~g->touched};
    const cg_slot_value *known[MOST_VALUES] = {0};
    uint8_t count = FIRST_VALUE;

    for (unsigned group = 0; group < CG_STREAM_GROUPS; group++) {
        p.used[group] = plan->used[group];
        p.lengths[group] = length_of(plan, group);
        for (unsigned i = 0; plan->used[group] && i < p.lengths[group]; i++) {
            const cg_slot_value *v = &plan->slots[group][i];
            uint8_t n = v->kind == CG_SLOT_ANY ? ANY : v->kind == CG_SLOT_ZERO ? ZERO : FIRST_VALUE;
            while (n >= FIRST_VALUE && n < count && !same_value(known[n], v))
                n++;
            if (n == count) {
                known[count++] = v;
                p.held[n] = v->kind == CG_SLOT_VALUE ? cg_find(g, v->expr) : 0;
                p.left[n] = left_in(g, v);
            }
            p.number[group][i] = n;
        }
    }
    return p;
}

static unsigned cost_of(const puzzle *p, const layout *l, unsigned r, uint8_t n)
{
    if (n == ANY)
        return 0;
    if (r == 0 || r > LAST)
        return IMPOSSIBLE;
    if (l->at[r] != ANY)
        return l->at[r] == n ? 0 : IMPOSSIBLE;
    if (p->held[n] == r)
        return 0;
    if (!(p->temps >> r & 1))
        return IMPOSSIBLE;
    const unsigned value = n == ZERO || p->left[n] >> r & 1 ? 0 : COST_OF_A_VALUE,
                   saving = p->keeps >> r & 1 ? COST_OF_SAVING : 0;
    return value + saving;
}

/* The cost of the group from register `first` on, which is then in the layout; `most` or more when
 * it is not below that. */
static unsigned add_group(const puzzle *p, layout *l, unsigned group, unsigned first, unsigned most)
{
    unsigned cost = 0;

    for (unsigned i = 0; i < p->lengths[group] && cost < most; i++) {
        const uint8_t n = p->number[group][i];
        cost += cost_of(p, l, first + i, n);
        if (n != ANY && first + i <= LAST)
            l->at[first + i] = n;
    }
    return cost;
}

static bool named_before(const puzzle *p, unsigned group, uint8_t n)
{
    for (unsigned before = 0; before < group; before++)
        for (unsigned i = 0; p->used[before] && i < p->lengths[before]; i++)
            if (p->number[before][i] == n)
                return true;
    return false;
}

/* A value of a group before may stand where this one wants it. */
static unsigned least_cost(const puzzle *p, unsigned group)
{
    const layout empty = {{0}};
    unsigned least = IMPOSSIBLE;

    for (unsigned first = 1; p->used[group] && first <= LAST; first++) {
        unsigned cost = 0;
        for (unsigned i = 0; i < p->lengths[group] && cost < least; i++)
            if (!named_before(p, group, p->number[group][i]))
                cost += cost_of(p, &empty, first + i, p->number[group][i]);
        least = cost < least ? cost : least;
    }
    return p->used[group] ? least : 0;
}

static void measure_least(puzzle *p)
{
    for (unsigned group = CG_STREAM_GROUPS; group-- > 0;)
        p->least[group] = least_cost(p, group) + p->least[group + 1];
}

/* The cheapest place of this group and those after it that costs less than `best`. */
static unsigned search(const puzzle *p, const layout *l, unsigned group, unsigned best,
                       uint8_t *reg)
{
    if (group == CG_STREAM_GROUPS)
        return 0;
    if (!p->used[group])
        return search(p, l, group + 1, best, reg);
    for (unsigned k = 0; k < LAST && best > p->least[group]; k++) {
        const unsigned first = 1
                               + (CG_FIRST_SAVED - 1 + k)
                                     % LAST; /* the low ones are left to parameters of callers */
        uint8_t rest[CG_STREAM_GROUPS] = {0};
        layout with = *l;
        unsigned cost = add_group(p, &with, group, first, best);
        if (cost + p->least[group + 1] < best)
            cost += search(p, &with, group + 1, best - cost, rest);
        else
            continue;
        if (cost >= best)
            continue;
        best = cost;
        reg[group] = (uint8_t)first;
        for (unsigned n = group + 1; n < CG_STREAM_GROUPS; n++)
            reg[n] = rest[n];
    }
    return best;
}

static unsigned place(cg *g, cg_stream_plan *plan)
{
    puzzle p = puzzle_of(g, plan);
    const layout empty = {{0}};

    measure_least(&p);
    return search(&p, &empty, CG_STREAM_D, IMPOSSIBLE, plan->reg);
}

void cg_plan_stream(cg *g, const cg_loop *loop, cg_stream_plan *plan)
{
    cg_stream_plan other;

    describe_all(g, loop, false, plan);
    if (loop->stream.loop[1] || g->failed)
        return;
    describe_all(g, loop, true, &other);
    if (!g->failed && place(g, &other) < place(g, plan))
        *plan = other;
}

bool cg_place_stream(cg *g, cg_stream_plan *plan)
{
    if (g->failed || place(g, plan) >= IMPOSSIBLE)
        return false;
    for (unsigned group = 0; group < CG_STREAM_GROUPS; group++)
        for (unsigned i = 0; plan->used[group] && i < length_of(plan, group); i++) {
            const cg_slot_value *v = &plan->slots[group][i];
            const unsigned at = (unsigned)plan->reg[group] + i;
            const uint32_t r = UINT32_C(1) << at;
            if (v->kind == CG_SLOT_ANY)
                continue;
            if (!(plan->own & r) && v->kind == CG_SLOT_VALUE && cg_find(g, v->expr) == at) {
                plan->set |= r;
                continue;
            }
            plan->own |= r & g->temps;
            if (v->kind == CG_SLOT_ZERO)
                plan->set |= r;
        }
    g->temps &= ~plan->own;
    return true;
}

void cg_leave_nothing(cg *g) { memset(g->left, 0, sizeof g->left); }

void cg_leave_stream(cg *g, const cg_stream_plan *plan)
{
    cg_leave_nothing(g);
    for (unsigned group = 0; group < CG_STREAM_GROUPS; group++)
        for (unsigned i = 0; plan->used[group] && i < length_of(plan, group); i++) {
            const unsigned r = (unsigned)plan->reg[group] + i;
            if (plan->slots[group][i].kind == CG_SLOT_VALUE && plan->own >> r & 1)
                g->left[r] = plan->slots[group][i].expr;
        }
}

/* ---- code ---- */

/* The word of a scalar during the stream: its own word of the frame, else one above everything that
 * is in use. */
cg_address cg_scalar_word(cg *g, const cg_stream_plan *plan, unsigned number)
{
    const ir_expr *e = plan->scalar[number];

    if (e->kind == IR_VAR && !cg_home_of(g, e->var)->in_register)
        return cg_home_word(g, cg_home_of(g, e->var));
    return (cg_address){CG_SP, cg_imm((int32_t)((g->still_sp ? g->frame : 0) + number))};
}

void cg_set_slot(cg *g, cg_stream_plan *plan, unsigned group, unsigned slot)
{
    const cg_slot_value *v = &plan->slots[group][slot];
    const uint8_t r = (uint8_t)(plan->reg[group] + slot);

    if (g->failed || !plan->used[group] || v->kind == CG_SLOT_ANY || v->kind == CG_SLOT_ZERO
        || plan->set >> r & 1)
        return;
    plan->set |= UINT32_C(1) << r;
    if (v->kind == CG_SLOT_WORD) {
        cg_address word = cg_scalar_word(g, plan, v->number);
        if (word.index.imm)
            cg_op(g, RG_OP_ADD, RG_MODE_SET, r, word.base, word.index);
        else
            cg_op(g, RG_OP_MOV, RG_MODE_SET, r, 0, cg_reg(word.base));
        return;
    }
    const cg_mark mark = cg_get_mark(g);
    const size_t end = cg_apply(g, r, RG_MODE_SET, v->expr);
    cg_give_back(g, mark, end);
    cg_pin(g, v->expr, r);
}
