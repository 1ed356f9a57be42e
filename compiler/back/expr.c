/* expr.c: expressions into registers. What a statement computes on the way stays in temporaries
 * until the statement uncomputes it, and equal parts are computed once. */
#include "cg.h"

#include "compiler/opt/comparison.h"
#include "compiler/opt/opt_internal.h"

/* ---- the cache of one statement ---- */

static bool same(const ir_expr *a, const ir_expr *b)
{
    if (a == b)
        return true;
    return a && b && a->kind == b->kind && a->type == b->type && a->var == b->var
           && a->raw == b->raw && a->op == b->op && same(a->left, b->left)
           && same(a->right, b->right) && same(a->third, b->third);
}

static const cg_cached *cached(const cg *g, const ir_expr *e)
{
    for (size_t i = 0; i < g->cache_count; i++)
        if (same(g->cache[i].expr, e))
            return &g->cache[i];
    return NULL;
}

static uint8_t remember(cg *g, const ir_expr *e, uint8_t r)
{
    if (g->cache_count < CG_CACHE)
        g->cache[g->cache_count++] = (cg_cached){e, r};
    return r;
}

uint8_t cg_find(cg *g, const ir_expr *e)
{
    if (e->kind == IR_VAR && e->var == g->absent)
        cg_fault(g, e->loc, "%s is read in a loop that does not compute it", e->var->name);
    if (e->kind == IR_VAR && cg_home_of(g, e->var)->in_register)
        return cg_home_of(g, e->var)->reg;
    const ir_var *equal = e->kind == IR_DIM ? cg_equal(g, e) : NULL;
    const cg_cached *known = equal ? NULL : cached(g, e);
    return equal ? cg_home_of(g, equal)->reg : known ? known->reg : 0;
}

void cg_pin(cg *g, const ir_expr *e, uint8_t r) { remember(g, e, r); }

/* ---- how many temporaries a value takes when its parts are uncomputed as early as possible ----
 */

static unsigned most(unsigned a, unsigned b) { return a > b ? a : b; }

/* Does the value take a register of its own once it is there? */
static unsigned held(cg *g, const ir_expr *e)
{
    return !(e->kind == IR_VAR && cg_home_of(g, e->var)->in_register);
}

unsigned cg_need_word(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column)
{
    unsigned base = !cg_home_of(g, array)->in_register;

    if (!column)
        return base + cg_need(g, row);
    return base
           + most(cg_need(g, row), held(g, row) + most(cg_need(g, column), held(g, column) + 4));
}

static bool as_small(const cg *g, const ir_expr *e)
{
    int32_t imm;

    return cg_immediate(g, e, RG_BK_I, &imm)
           || (e->type == RG_TYPE_FIXED && cg_immediate(g, e, RG_BK_F, &imm));
}

unsigned cg_need(cg *g, const ir_expr *e)
{
    if (e->kind == IR_VAR)
        return held(g, e);
    if (e->kind == IR_CONST)
        return 1;
    if (e->kind == IR_DIM)
        return 2;
    if (e->kind == IR_WITHIN)
        return 1 + most(1, cg_need(g, e->left));
    if (e->kind == IR_ELEM)
        return 1 + cg_need_word(g, e->var, e->left, e->right);
    unsigned left = cg_need(g, e->left), right = e->right ? cg_need(g, e->right) : 0;
    if (e->right && e->right->kind == IR_CONST && as_small(g, e->right))
        right = 0;
    if (e->third)
        right = most(right, cg_need(g, e->third));
    return 1 + most(left, held(g, e->left) + right);
}

uint8_t cg_eval_before(cg *g, const ir_expr *e, unsigned need)
{
    unsigned reserve = g->reserve;

    g->reserve = most(reserve, need + 1); /* one to spare, for what the estimate does not see */
    uint8_t r = cg_eval(g, e);
    g->reserve = reserve;
    return r;
}

uint8_t cg_eval_to_hold(cg *g, const ir_expr *e)
{
    return g->frugal ? cg_eval_before(g, e, CG_SP) : cg_eval(g, e);
}

/* ---- constants ---- */

/* SET or UNSET of any word. The LIn instructions know no gradient, so ALLOC and FREE drop that of
 * the ancilla. */
static void load_parts(cg *g, uint8_t d, enum rg_mode mode, const ir_expr *e)
{
    rg_const_part parts[4];
    unsigned count = rg_const_split(e->raw, g->module->xlen, parts);
    bool unset = mode == RG_MODE_UNSET,
         gradient = rg_type_has_gradient(e->type) && !cg_is_float_word(g, e);

    /* Numbers of the source were checked where they stand; this is one that a pass has made. */
    if (g->module->xlen < 32 && e->raw != ir_word_of(g->module, (uint64_t)e->raw))
        cg_fail(g, e->loc, "R0502", "a constant of this statement does not fit in a word");
    if (gradient && !unset)
        cg_r1(g, RG_OP_ALLOC, d);
    for (unsigned i = 0; i < count; i++) {
        unsigned k = unset ? count - 1 - i : i;
        rg_instruction in = {.op = (uint8_t)(RG_OP_LI0 + parts[k].n),
                             .mode = (uint8_t)mode,
                             .d = d,
                             .immediate = true,
                             .imm = parts[k].chunk};
        if (k > 0 && mode == RG_MODE_SET)
            in.mode = RG_MODE_ADD;
        if (k > 0 && unset)
            in.mode = RG_MODE_SUB;
        cg_emit(g, in);
    }
    if (gradient && unset)
        cg_r1(g, RG_OP_FREE, d);
}

static cg_operand in_register(cg *g, const ir_expr *e)
{
    cg_operand b = cg_reg(cg_eval(g, e));

    b.kinds = cg_is_float_word(g, e) ? RG_FLOAT_B : 0;
    return b;
}

static cg_ready move_of(cg *g, const ir_expr *e)
{
    rg_line line = g->line;
    cg_ready ready = {.op = cg_move_op(e->type), .b = in_register(g, e), .line = line};

    g->line = line;
    return ready;
}

static cg_ready prepare_constant(cg *g, enum rg_mode mode, const ir_expr *e)
{
    bool summand = !rg_type_has_gradient(e->type) && (mode == RG_MODE_ADD || mode == RG_MODE_SUB);
    int32_t imm;

    if (cg_immediate(g, e, cg_operand_kind(e->type), &imm))
        return (cg_ready){.op = cg_move_op(e->type), .b = cg_imm(imm), .line = g->line};
    if (!cg_is_float_word(g, e) && (mode == RG_MODE_SET || mode == RG_MODE_UNSET || summand))
        return (cg_ready){.parts = e, .line = g->line};
    return move_of(g, e);
}

/* ---- elements ---- */

static uint8_t base_of(cg *g, const ir_var *array, ir_loc loc)
{
    ir_expr *e = ir_expr_var(g->scratch, loc, array);

    if (!e) {
        cg_fail(g, loc, "R0712", "out of memory");
        return 1;
    }
    e->type = RG_TYPE_INT;
    return cg_eval(g, e);
}

static void check_bound(cg *g, const ir_var *array, uint8_t base, unsigned dim,
                        const ir_expr *index, unsigned need)
{
    if (cg_on(g, OPT_RANGES) && cg_in_bounds(g, array, dim, index))
        return;
    uint8_t r = cg_eval_before(g, index, need);

    for (size_t i = 0; i < g->checked_count; i++)
        if (g->checked[i].array == array && g->checked[i].dim == dim && g->checked[i].reg == r)
            return;
    if (g->checked_count < CG_CACHE)
        g->checked[g->checked_count++] = (cg_checked){array, dim, r};
    cg_at(g, index->loc, RG_ROLE_BOUNDS, array);
    cg_mem(g, RG_OP_CHKB, 0, r, (cg_address){base, cg_extent_at(dim)});
}

/* An index of a dimension that has no part of its own in the address. */
static void check_within(cg *g, const ir_expr *e)
{
    if (!g->options.no_bounds)
        check_bound(g, e->var, base_of(g, e->var, e->loc), (unsigned)e->raw, e->left, 1);
}

static bool adds_constant(const ir_expr *e)
{
    return e->kind == IR_OP && e->op == RG_OP_ADD && e->left->kind == IR_VAR
           && e->right->kind == IR_CONST;
}

static const ir_expr *column_part(cg *g, const ir_var *array, const ir_expr *column, ir_loc loc,
                                  bool whole)
{
    ir_module *m = g->scratch;
    ir_expr *before =
        ir_expr_op(m, loc, RG_OP_ADD, (ir_expr *)(uintptr_t)column, ir_whole(g->scratch, loc, -1));
    ir_expr *rows = ir_expr_dim(m, loc, array, 1);
    int64_t j;

    /* (v + 1) - 1 is v, where v is at hand. whole: (v - 1) - 1 is v - 2 wherever it stands, else a
     * pointer that steps along a loop would not be found in it. */
    ir_expr *simple = before && cg_on(g, OPT_CONSTANTS) ? opt_simplify(m, before) : NULL;
    if (simple
        && (simple->kind == IR_VAR || simple->kind == IR_CONST || (whole && adds_constant(simple))
            || cg_find(g, simple)))
        before = simple;
    if (!before || !rows) {
        cg_fail(g, loc, "R0712", "out of memory");
        return NULL;
    }
    if (cg_constant(column, &j))
        return j == 1   ? NULL
               : j == 2 ? rows
                        : ir_expr_op(m, loc, RG_OP_MUL, rows, ir_whole(g->scratch, loc, j - 1));
    return ir_expr_op(m, loc, RG_OP_MUL, before, rows);
}

const ir_expr *cg_column_part(cg *g, const ir_var *array, const ir_expr *column, ir_loc loc)
{
    return column_part(g, array, column, loc, true);
}

const ir_expr *cg_column_of_stream(cg *g, const ir_var *array, const ir_expr *column, ir_loc loc)
{
    return column_part(g, array, column, loc, false);
}

/* row + (column - 1) rows, folded where a part is constant. NULL when memory is short. */
static const ir_expr *matrix_index(cg *g, const ir_var *array, const ir_expr *row,
                                   const ir_expr *column, bool checked, ir_loc loc)
{
    const ir_expr *part = cg_column_part(g, array, column, loc);

    if (!part)
        return g->failed ? NULL : row;
    /* (part + v) + 1 shares with (part + v) of a neighbour, unless the check needs v + 1 by itself
     */
    if (!checked && cg_on(g, OPT_HOIST) && row->kind == IR_OP && row->op == RG_OP_ADD
        && row->right->kind == IR_CONST)
        return ir_expr_op(
            g->scratch, loc, RG_OP_ADD,
            ir_expr_op(g->scratch, loc, RG_OP_ADD, (ir_expr *)(uintptr_t)part, row->left),
            row->right);
    return ir_expr_op(g->scratch, loc, RG_OP_ADD, (ir_expr *)(uintptr_t)part,
                      (ir_expr *)(uintptr_t)row);
}

static void check_indices(cg *g, const ir_var *array, uint8_t base, const ir_expr *row,
                          const ir_expr *column)
{
    check_bound(g, array, base, 1, row, column ? most(cg_need(g, column), held(g, column) + 4) : 0);
    if (column && array->rank == 2) /* IR_WITHIN has checked the others */
        check_bound(g, array, base, 2, column, 4);
}

void cg_check_indices(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column,
                      bool inbounds, ir_loc loc)
{
    if (!inbounds && !g->options.no_bounds)
        check_indices(g, array, base_of(g, array, loc), row, column);
}

bool cg_row_needs_check(cg *g, const ir_var *array, const ir_expr *row, bool inbounds)
{
    return !inbounds && !g->options.no_bounds
           && !(cg_on(g, OPT_RANGES) && cg_in_bounds(g, array, 1, row));
}

cg_pointer cg_counted_pointer(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *part)
{
    const cg_loop *loop = g->counting;
    int64_t first;

    if (!loop || !cg_constant(loop->stmt->first, &first)
        || (part && opt_expr_use(part, loop->stmt->var)))
        return (cg_pointer){NULL, NULL};
    return cg_pointer_counted(g->scratch, array, row, part, first, loop->stmt, &loop->counter_var);
}

static bool is_held(cg *g, cg_pointer p) { return p.pointer && cg_find(g, p.pointer); }

/* A pointer to all of the address but one variable, which is a term of the row. */
static cg_pointer held_along(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *part,
                             const ir_expr *term)
{
    if (term->kind == IR_OP && (term->op == RG_OP_ADD || term->op == RG_OP_SUB)) {
        const cg_pointer p = held_along(g, array, row, part, term->left);
        return p.pointer ? p : held_along(g, array, row, part, term->right);
    }
    const cg_pointer p = term->kind == IR_VAR
                             ? cg_pointer_along(g->scratch, array, row, part, term->var)
                             : (cg_pointer){NULL, NULL};
    return is_held(g, p) ? p : (cg_pointer){NULL, NULL};
}

cg_pointer cg_held_pointer(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column)
{
    const ir_expr *part = column ? cg_column_part(g, array, column, row->loc) : NULL;
    cg_pointer p = {NULL, NULL};

    if (!cg_on(g, OPT_HOIST))
        return p;
    p = cg_counted_pointer(g, array, row, part);
    if (is_held(g, p))
        return p;
    p = held_along(g, array, row, part, row);
    for (unsigned way = 0; way < CG_POINTER_WAYS && !g->failed && !is_held(g, p); way++)
        p = cg_pointer_of(g->scratch, array, row, part, (cg_pointer_way)way);
    return is_held(g, p) ? p : (cg_pointer){NULL, NULL};
}

/* Nothing asks the header of the array for its extents, which is in the frame. */
static bool needs_no_header(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column,
                            bool inbounds)
{
    return !cg_home_of(g, array)->in_register
           && (inbounds || g->options.no_bounds
               || (cg_on(g, OPT_RANGES) && cg_in_bounds(g, array, 1, row)
                   && (!column || array->rank != 2 || cg_in_bounds(g, array, 2, column))));
}

cg_address cg_locate(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column,
                     bool inbounds, ir_loc loc)
{
    const cg_pointer held = needs_no_header(g, array, row, column, inbounds)
                                ? cg_held_pointer(g, array, row, column)
                                : (cg_pointer){NULL, NULL};
    if (held.pointer)
        return (cg_address){cg_find(g, held.pointer), cg_eval_b(g, held.rest, RG_BK_I)};
    uint8_t base = base_of(g, array, loc);
    const bool checked = cg_row_needs_check(g, array, row, inbounds);
    const ir_expr *index = column ? matrix_index(g, array, row, column, checked, loc) : row;

    if (!index) {
        cg_fail(g, loc, "R0712", "out of memory");
        return (cg_address){0, cg_imm(0)};
    }
    if (!inbounds && !g->options.no_bounds)
        check_indices(g, array, base, row, column);
    const cg_pointer p = cg_held_pointer(g, array, row, column);
    if (p.pointer)
        return (cg_address){cg_find(g, p.pointer), cg_eval_b(g, p.rest, RG_BK_I)};
    return (cg_address){base, cg_eval_b(g, index, RG_BK_I)};
}

/* ---- operations ---- */

void cg_mark_constant(cg *g, const ir_expr *left, const ir_expr *right, rg_operand_kind bk,
                      cg_operand *b)
{
    if (!cg_is_float_word(g, left))
        return;
    if (b->immediate) /* which has no room for kinds */
        *b = bk == RG_BK_F ? in_register(g, right) : cg_reg(cg_eval(g, right));
    b->kinds |= RG_FLOAT_A;
}

/* 1 - (x == y), as a choice of 0 or 1 comes from the optimiser, is x != y; other expressions are
 * what they are. */
static const ir_expr *complement(cg *g, const ir_expr *e)
{
    const ir_expr *c = e->op == RG_OP_SUB ? e->right : NULL;
    int64_t one;

    if (!c || c->kind != IR_OP || !cg_constant(e->left, &one) || one != 1
        || !rg_type_is_whole(c->left->type) || !opt_negated_comparison(c->op) || cg_find(g, c))
        return e;
    const ir_expr *other =
        ir_expr_op(g->scratch, e->loc, opt_negated_comparison(c->op), c->left, c->right);
    return other ? other : e;
}

static cg_ready prepare_op(cg *g, const ir_expr *e)
{
    const rg_op_info *info = rg_op_lookup(e->op);
    const ir_expr *left = e->left, *right = e->right;
    const bool to_fixed = e->op == RG_OP_FMOV;
    cg_ready ready = {.op = e->op, .line = g->line};

    if (info->format == RG_FMT_U1) {
        right = left;
    } else {
        if (left->kind == IR_CONST && right->kind != IR_CONST && cg_exchanged(ready.op)) {
            ready.op = cg_exchanged(ready.op);
            left = e->right;
            right = e->left;
        }
        ready.a = cg_eval_before(g, left, cg_need(g, right));
    }
    ready.b = cg_compares_wide(g, e) || to_fixed ? in_register(g, right)
                                                 : cg_eval_b(g, right, info->bk);
    if (info->format != RG_FMT_U1)
        cg_mark_constant(g, left, right, info->bk, &ready.b);
    ready.b.kinds |= cg_compares_wide(g, e) ? RG_WIDE_OPERANDS : to_fixed ? RG_TO_FIXED : 0;
    return ready;
}

/* The bits of an integer, read as a number: computed into an ancilla, then moved. */
static bool is_bits(const ir_expr *e)
{
    return rg_type_has_gradient(e->type) && rg_op_lookup(e->op)->kind == RG_KIND_INT;
}

static cg_ready prepare_bits(cg *g, enum rg_mode mode, const ir_expr *e)
{
    if (mode != RG_MODE_SET && mode != RG_MODE_UNSET)
        return move_of(g, e);
    cg_ready ready = prepare_op(g, e);
    ready.bits = true;
    return ready;
}

/* An integer operation knows no gradient, so ALLOC and FREE drop that of the ancilla. */
static void fire_bits(cg *g, uint8_t d, enum rg_mode mode, cg_ready ready)
{
    if (mode == RG_MODE_SET)
        cg_r1(g, RG_OP_ALLOC, d);
    cg_op(g, ready.op, mode, d, ready.a, ready.b);
    if (mode == RG_MODE_UNSET)
        cg_r1(g, RG_OP_FREE, d);
}

static size_t compute_control(cg *g, uint8_t t, const ir_expr *e);

static bool is_control(const ir_expr *e)
{
    return e->kind == IR_SELECT
           || ((e->kind == IR_AND || e->kind == IR_OR) && !cg_harmless(e->right));
}

static cg_ready prepare_logic(cg *g, const ir_expr *e)
{
    cg_ready ready = {.line = g->line};

    ready.op = e->kind == IR_NOT ? RG_OP_EQ : e->kind == IR_AND ? RG_OP_AND : RG_OP_OR;
    ready.a = cg_eval_before(g, e->left, e->right ? cg_need(g, e->right) : 0);
    ready.b = e->kind == IR_NOT ? cg_imm(0) : cg_eval_b(g, e->right, RG_BK_I);
    return ready;
}

static cg_ready word_at(const cg *g, const ir_expr *e, cg_address address)
{
    return (cg_ready){
        .op = cg_load_op(e->type), .a = address.base, .b = address.index, .line = g->line};
}

/* A number that goes into a Fixed beside Float; both are checked. */
static cg_ready prepare_narrow(cg *g, const ir_expr *e)
{
    const bool known = cg_on(g, OPT_HOIST) && cg_find(g, e);
    const rg_line line = g->line;
    cg_ready ready = {.op = RG_OP_FMOV, .b = in_register(g, known ? e : e->left), .line = line};

    ready.b.kinds |= RG_TO_FIXED | RG_FIXED_TARGET;
    g->line = line;
    return ready;
}

static cg_ready prepare(cg *g, enum rg_mode mode, const ir_expr *e)
{
    switch (e->kind) {
    case IR_CONST: return prepare_constant(g, mode, e);
    case IR_VAR: {
        const cg_home *home = cg_home_of(g, e->var);
        return home->in_register ? move_of(g, e) : word_at(g, e, cg_home_word(g, home));
    }
    case IR_ELEM:
        return word_at(g, e, cg_locate(g, e->var, e->left, e->right, e->inbounds, e->loc));
    case IR_DIM: {
        if (cg_find(g, e))
            return move_of(g, e);
        uint8_t base = base_of(g, e->var, e->loc);
        return word_at(g, e, (cg_address){base, cg_extent_at((unsigned)e->raw)});
    }
    case IR_WITHIN: check_within(g, e); return move_of(g, e->left);
    case IR_OP:
        if (e->narrow)
            return prepare_narrow(g, e);
        if (cg_on(g, OPT_HOIST) && cg_find(g, e))
            return move_of(g, e);
        return is_bits(e) ? prepare_bits(g, mode, e) : prepare_op(g, complement(g, e));
    default: return is_control(e) ? move_of(g, e) : prepare_logic(g, e);
    }
}

cg_ready cg_prepare(cg *g, enum rg_mode mode, const ir_expr *e)
{
    rg_line line = g->line;
    cg_ready ready = {0};

    if (!g->failed)
        ready = prepare(g, mode, e);
    ready.line = g->line = line;
    if (e->kind == IR_OP && e->raw)
        ready.line.role = (uint16_t)e->raw;
    return ready;
}

void cg_fire(cg *g, uint8_t d, enum rg_mode mode, cg_ready ready)
{
    if (g->failed)
        return;
    g->line = ready.line;
    if (ready.parts)
        load_parts(g, d, mode, ready.parts);
    else if (ready.bits)
        fire_bits(g, d, mode, ready);
    else
        cg_op(g, ready.op, mode, d, ready.a, ready.b);
}

size_t cg_apply(cg *g, uint8_t d, enum rg_mode mode, const ir_expr *e)
{
    cg_ready ready = cg_prepare(g, mode, e);
    size_t start = cg_here(g);

    cg_fire(g, d, mode, ready);
    return start;
}

void cg_assign(cg *g, uint8_t d, enum rg_mode mode, const ir_expr *e)
{
    cg_mark mark = cg_get_mark(g);
    unsigned reserve = g->reserve;
    bool in_place = is_control(e) && (mode == RG_MODE_SET || mode == RG_MODE_UNSET);

    g->reserve = 0;
    size_t end = in_place ? compute_control(g, d, e) : cg_apply(g, d, mode, e);
    cg_mirror(g, mark.index, end);
    if (in_place && mode == RG_MODE_UNSET)
        cg_turn(g, mark.index);
    cg_release(g, mark);
    g->reserve = reserve;
}

/* ---- values that need a branch ---- */

/* One arm: value to d, everything else uncomputed. */
static void arm(cg *g, uint8_t d, const ir_expr *e)
{
    cg_at(g, e->loc, RG_ROLE_TEMPORARY, NULL);
    cg_assign(g, d, RG_MODE_SET, e);
}

/* The condition as a branch tests it: by itself, or in a register. need: temporaries that what
 * follows takes. */
static cg_compare condition(cg *g, const ir_expr *e, unsigned need)
{
    cg_compare c;

    return cg_simple(g, e, &c) ? c
                               : (cg_compare){.cond = RG_COND_NE,
                                              .d = cg_eval_before(g, e, need),
                                              .immediate = true};
}

/* Both return the index of the first word that is not for the condition. */
static size_t compute_and(cg *g, uint8_t t, const ir_expr *e)
{
    const cg_compare skip = cg_not(condition(g, e->left, cg_need(g, e->right)));
    const rg_line line = g->line;
    const size_t split = cg_branch(g, skip, false);

    arm(g, t, e->right);
    g->line = line;
    cg_link(g, split, cg_branch(g, skip, true));
    return split;
}

static size_t compute_or(cg *g, uint8_t t, const ir_expr *e)
{
    uint8_t left = cg_eval_before(g, e->left, cg_need(g, e->right));
    cg_compare skip = {.cond = RG_COND_NE, .d = left, .immediate = true};
    rg_line line = g->line;

    size_t split = cg_branch(g, skip, false);
    arm(g, t, e->right);
    g->line = line;
    cg_link(g, split, cg_branch(g, skip, true));
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, t, 0, cg_reg(left));
    return split;
}

static size_t compute_select(cg *g, uint8_t t, const ir_expr *e)
{
    const cg_compare no =
        cg_not(condition(g, e->left, most(cg_need(g, e->right), cg_need(g, e->third))));
    rg_line line = g->line;

    size_t split = cg_branch(g, no, false);
    arm(g, t, e->right);
    g->line = line;
    size_t over = cg_jump(g, false);
    cg_link(g, split, cg_jump(g, true));
    arm(g, t, e->third);
    g->line = line;
    cg_link(g, over, cg_branch(g, cg_not(no), true));
    return split;
}

static size_t compute_control(cg *g, uint8_t t, const ir_expr *e)
{
    return e->kind == IR_SELECT ? compute_select(g, t, e)
           : e->kind == IR_AND  ? compute_and(g, t, e)
                                : compute_or(g, t, e);
}

void cg_give_back(cg *g, cg_mark mark, size_t end)
{
    if (g->failed || cg_count(g->temps) >= most(g->reserve, g->stingy))
        return;
    cg_note_short(g);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

static void compute(cg *g, uint8_t t, const ir_expr *e)
{
    if (e->kind == IR_CONST && e->raw == 0) {
        if (rg_type_has_gradient(e->type) && !cg_is_float_word(g, e))
            cg_r1(g, RG_OP_ALLOC, t);
        return;
    }
    if (cg_is_float_word(g, e)) {
        load_parts(g, t, RG_MODE_SET, e);
        return;
    }
    cg_mark mark = cg_get_mark(g);
    unsigned reserve = g->reserve;
    g->reserve = 0; /* the parts may stay as long as this value is at work */
    size_t end = is_control(e) ? compute_control(g, t, e) : cg_apply(g, t, RG_MODE_SET, e);
    g->reserve = reserve;
    cg_give_back(g, mark, end);
}

uint8_t cg_eval(cg *g, const ir_expr *e)
{
    if (g->failed)
        return 1;
    uint8_t known = cg_find(g, e);
    if (known)
        return known;
    if (e->kind == IR_WITHIN) {
        check_within(g, e);
        return cg_eval(g, e->left);
    }

    rg_line line = g->line;
    uint8_t t = cg_temp(g, e->loc);
    cg_at(g, e->loc, RG_ROLE_TEMPORARY, e->var);
    compute(g, t, e);
    g->line = line;
    return remember(g, e, t);
}

cg_operand cg_eval_b(cg *g, const ir_expr *e, rg_operand_kind bk)
{
    int32_t imm;

    if (g->holds_constants && e->kind == IR_CONST && cg_find(g, e)) /* loop_constants.c */
        return in_register(g, e);
    return cg_immediate(g, e, bk, &imm) ? cg_imm(imm) : in_register(g, e);
}
