/* test_codegen_random.c: random programs compute what the intermediate representation means, run
 * back to their start, and have the gradients that differences show. */
#include "tests/unit/cg_fixture.h"

#include <math.h>

#include "ir_interpreter.h"
#include "tests/registers/level.h"

enum {
    MAX_VARS = 40,
    ROUTINES = 3,
    VECTOR_AT = 100,
    MATRIX_AT = 120,
    FVECTOR_AT = 140,
    DATA_END = 160
};

typedef struct {
    fixture f;
    uint64_t seed;
    ir_var *vars[MAX_VARS]; /* live scalars */
    bool hidden[MAX_VARS];  /* not to be named at all */
    bool frozen[MAX_VARS];  /* read by something that will be undone: not to be changed now */
    unsigned var_count, names, block_ids, budget;
    ir_var *ints, *matrix, *fixes; /* arrays */
    bool ints_frozen, matrix_frozen, fixes_frozen;
    ir_routine *callees[ROUTINES];
    unsigned callee_count, loop_depth;
} gen;

static unsigned pick(gen *g, unsigned n)
{
    g->seed ^= g->seed << 13;
    g->seed ^= g->seed >> 7;
    g->seed ^= g->seed << 17;
    return (unsigned)(g->seed >> 33) % n;
}

static ir_var *pick_var(gen *g, rg_type_base base, bool writable, unsigned *index)
{
    for (unsigned tries = 0; tries < 30; tries++) {
        unsigned k = pick(g, g->var_count);
        if (g->vars[k]->base != base || g->hidden[k] || (writable && g->frozen[k]))
            continue;
        *index = k;
        return g->vars[k];
    }
    return NULL;
}

/* What expressions must not read now: variables from avoid on are the ones being changed. */
typedef struct {
    const ir_var *scalar;
    const ir_var *array;
} avoid;

static ir_expr *int_expr(gen *g, unsigned depth, avoid a);

static ir_expr *index_expr(gen *g, unsigned size, avoid a)
{
    fixture *f = &g->f;

    if (pick(g, 2))
        return I(f, 1 + pick(g, size));
    avoid no_arrays = {a.scalar, NULL};
    unsigned k;
    ir_var *v = pick_var(g, RG_TYPE_INT, false, &k);
    ir_expr *e = v && v != no_arrays.scalar ? V(f, v) : I(f, 7);
    return OP(f, RG_OP_ADD, OP(f, RG_OP_MOD, e, I(f, size)), I(f, 1));
}

static ir_expr *int_leaf(gen *g, avoid a)
{
    fixture *f = &g->f;
    unsigned k;
    ir_var *v = pick_var(g, RG_TYPE_INT, false, &k);

    switch (pick(g, 6)) {
    case 0: return I(f, (int64_t)pick(g, 20) - 5);
    case 1: return I(f, (int64_t)pick(g, 1u << 30) << pick(g, 30));
    case 2: return ir_expr_dim(f->m, f->at, g->matrix, 1 + pick(g, 2));
    case 3:
        if (a.array != g->ints && g->ints)
            return EL(f, g->ints, index_expr(g, 4, a), NULL);
        return I(f, 3);
    default: return v && v != a.scalar ? V(f, v) : I(f, 11);
    }
}

static ir_expr *fix_leaf(gen *g, avoid a)
{
    fixture *f = &g->f;
    unsigned k;
    ir_var *v = pick_var(g, RG_TYPE_FIXED, false, &k);

    switch (pick(g, 6)) {
    case 0: return F(f, (double)pick(g, 9) - 4);
    case 1: return F(f, (double)pick(g, 1000) / 997 - 0.5);
    case 2:
        return a.array != g->matrix ? EL(f, g->matrix, index_expr(g, 2, a), index_expr(g, 3, a))
                                    : F(f, 2);
    case 3:
        return a.array != g->fixes && g->fixes ? EL(f, g->fixes, index_expr(g, 3, a), NULL)
                                               : F(f, -3);
    default: return v && v != a.scalar ? V(f, v) : F(f, 1.25);
    }
}

static ir_expr *bool_expr(gen *g, unsigned depth, avoid a);

static ir_expr *fix_expr(gen *g, unsigned depth, avoid a)
{
    static const unsigned ops[] = {RG_OP_FADD, RG_OP_FSUB, RG_OP_FMUL,
                                   RG_OP_FMIN, RG_OP_FMAX, RG_OP_FADD};
    fixture *f = &g->f;

    if (depth == 0 || pick(g, 4) == 0)
        return fix_leaf(g, a);
    switch (pick(g, 6)) {
    case 0: return OP(f, RG_OP_FSIN, fix_expr(g, depth - 1, a), NULL);
    case 1: return OP(f, RG_OP_FABS, fix_expr(g, depth - 1, a), NULL);
    case 2:
        return ir_expr_select(f->m, f->at, bool_expr(g, 1, a), fix_expr(g, depth - 1, a),
                              fix_leaf(g, a));
    default: return OP(f, ops[pick(g, 6)], fix_expr(g, depth - 1, a), fix_expr(g, depth - 1, a));
    }
}

static ir_expr *bool_expr(gen *g, unsigned depth, avoid a)
{
    fixture *f = &g->f;
    unsigned op = RG_OP_EQ + pick(g, 6);

    if (depth == 0 || pick(g, 2) == 0)
        return pick(g, 2) ? OP(f, op, int_leaf(g, a), int_leaf(g, a))
                          : OP(f, op, fix_leaf(g, a), fix_leaf(g, a));
    switch (pick(g, 4)) {
    case 0: return ir_expr_and(f->m, f->at, bool_expr(g, depth - 1, a), bool_expr(g, depth - 1, a));
    case 1: return ir_expr_or(f->m, f->at, bool_expr(g, depth - 1, a), bool_expr(g, depth - 1, a));
    case 2: return ir_expr_not(f->m, f->at, bool_expr(g, depth - 1, a));
    default: return OP(f, op, int_expr(g, depth - 1, a), int_expr(g, depth - 1, a));
    }
}

static ir_expr *int_expr(gen *g, unsigned depth, avoid a)
{
    static const unsigned ops[] = {RG_OP_ADD, RG_OP_SUB, RG_OP_MUL, RG_OP_AND, RG_OP_OR,
                                   RG_OP_XOR, RG_OP_MIN, RG_OP_MAX, RG_OP_SAR};
    fixture *f = &g->f;

    if (depth == 0 || pick(g, 4) == 0)
        return int_leaf(g, a);
    switch (pick(g, 7)) {
    case 0: return OP(f, RG_OP_ABS, int_expr(g, depth - 1, a), NULL);
    case 1:
        return ir_expr_select(f->m, f->at, bool_expr(g, 1, a), int_expr(g, depth - 1, a),
                              int_leaf(g, a));
    case 2:
        return OP(f, RG_OP_FLD, int_expr(g, depth - 1, a),
                  OP(f, RG_OP_OR, int_leaf(g, a), I(f, 1)));
    case 3: return OP(f, RG_OP_FLOOR, fix_leaf(g, a), NULL);
    default: return OP(f, ops[pick(g, 9)], int_expr(g, depth - 1, a), int_expr(g, depth - 1, a));
    }
}

/* ---- statements ---- */

static ir_stmt *statements(gen *g, unsigned depth, unsigned count);

static ir_var *new_var(gen *g, rg_type_base base)
{
    char name[16];

    snprintf(name, sizeof name, "v%u", g->names++);
    ir_var *v = local(&g->f, name, base);
    assert_non_null(v);
    g->frozen[g->var_count] = true;
    g->vars[g->var_count++] = v;
    return v;
}

typedef struct {
    bool vars[MAX_VARS], ints, matrix, fixes;
} freeze;

/* From here to thaw nothing that now exists may change, except with some luck what e does not read.
 */
static void freeze_read(gen *g, const ir_expr *e)
{
    if (!e)
        return;
    for (unsigned k = 0; k < g->var_count; k++)
        if (e->var == g->vars[k])
            g->frozen[k] = true;
    g->ints_frozen = g->ints_frozen || e->var == g->ints;
    g->matrix_frozen = g->matrix_frozen || e->var == g->matrix;
    g->fixes_frozen = g->fixes_frozen || e->var == g->fixes;
    freeze_read(g, e->left);
    freeze_read(g, e->right);
    freeze_read(g, e->third);
}

static freeze keep(const gen *g)
{
    freeze k = {.ints = g->ints_frozen, .matrix = g->matrix_frozen, .fixes = g->fixes_frozen};

    memcpy(k.vars, g->frozen, sizeof k.vars);
    return k;
}

static void thaw(gen *g, const freeze *k, unsigned var_count)
{
    memcpy(g->frozen, k->vars, sizeof k->vars);
    g->ints_frozen = k->ints;
    g->matrix_frozen = k->matrix;
    g->fixes_frozen = k->fixes;
    g->var_count = var_count;
}

static ir_stmt *update_scalar(gen *g)
{
    fixture *f = &g->f;
    unsigned k;
    rg_type_base base = pick(g, 2) ? RG_TYPE_INT : RG_TYPE_FIXED;
    ir_var *v = pick_var(g, base, true, &k);
    avoid a = {v, NULL};

    if (!v)
        return NULL;
    if (base == RG_TYPE_FIXED)
        return ir_update(f->m, f->at, PV(f, v), pick(g, 2) ? RG_MODE_ADD : RG_MODE_SUB,
                         fix_expr(g, 3, a));
    if (pick(g, 8) == 0)
        return ir_neg(f->m, f->at, PV(f, v));
    if (pick(g, 12) == 0)
        return ir_random(f->m, f->at, PV(f, v), pick(g, 2) == 0);
    if (pick(g, 8) == 0)
        return ir_rotate_bits(f->m, f->at, PV(f, v), pick(g, 2), int_expr(g, 1, a));
    return ir_update(f->m, f->at, PV(f, v), (enum rg_mode)pick(g, 3), int_expr(g, 3, a));
}

static ir_stmt *update_array(gen *g)
{
    fixture *f = &g->f;
    enum rg_mode mode = pick(g, 2) ? RG_MODE_ADD : RG_MODE_SUB;

    if (pick(g, 3) == 0 && g->ints && !g->ints_frozen) {
        avoid a = {NULL, g->ints};
        return ir_update(f->m, f->at, PE(f, g->ints, index_expr(g, 4, a), NULL),
                         (enum rg_mode)pick(g, 3), int_expr(g, 2, a));
    }
    if (pick(g, 2) && !g->matrix_frozen) {
        avoid a = {NULL, g->matrix};
        return ir_update(f->m, f->at, PE(f, g->matrix, index_expr(g, 2, a), index_expr(g, 3, a)),
                         mode, fix_expr(g, 2, a));
    }
    if (g->fixes_frozen || !g->fixes)
        return NULL;
    avoid a = {NULL, g->fixes};
    return ir_update(f->m, f->at, PE(f, g->fixes, index_expr(g, 3, a), NULL), mode,
                     fix_expr(g, 2, a));
}

/* A ratio of small integers, or of numbers that are not near zero. */
static ir_stmt *multiply_divide(gen *g)
{
    fixture *f = &g->f;
    unsigned k;
    ir_var *x = pick_var(g, RG_TYPE_FIXED, true, &k);

    if (!x)
        return NULL;
    avoid a = {x, NULL};
    ir_expr *n = I(f, 1 + pick(g, 9)), *d = I(f, (int64_t)pick(g, 9) - 10);
    if (pick(g, 2)) { /* 3 + e^2 and a constant */
        ir_expr *e = fix_expr(g, 1, a);
        n = OP(f, RG_OP_FADD, ir_expr_const(f->m, f->at, RG_TYPE_FIXED, 3 * ONE),
               OP(f, RG_OP_FMUL, e, e));
        d = ir_expr_const(f->m, f->at, RG_TYPE_FIXED, (5 + (int64_t)pick(g, 3)) * (ONE / 2));
    }
    return ir_muldiv(f->m, f->at, PV(f, x), pick(g, 3) == 0, n, d);
}

/* The accumulator set aside, two products in it, read, emptied, and put back. */
static ir_stmt *sum_of_products(gen *g)
{
    fixture *f = &g->f;
    unsigned k;
    ir_var *x = pick_var(g, RG_TYPE_FIXED, true, &k);

    if (!x)
        return NULL;
    avoid a = {x, NULL};
    ir_var *low = ir_add_var(f->r, f->at, "low", RG_TYPE_INT, 0),
           *high = ir_add_var(f->r, f->at, "high", RG_TYPE_INT, 0);
    ir_expr *factors[2][2] = {{fix_expr(g, 1, a), fix_expr(g, 1, a)},
                              {fix_expr(g, 1, a), fix_expr(g, 1, a)}};
    ir_stmt *s = ir_append(ir_alloc(f->m, f->at, low, NULL), ir_alloc(f->m, f->at, high, NULL));
    s = ir_append(s, ir_bank(f->m, f->at, PV(f, low), PV(f, high)));
    for (unsigned i = 0; i < 2; i++)
        s = ir_append(s, ir_mac(f->m, f->at, i == 1, factors[i][0], factors[i][1]));
    s = ir_append(s, ir_read(f->m, f->at, PV(f, x), pick(g, 2) ? RG_MODE_ADD : RG_MODE_SUB));
    for (unsigned i = 0; i < 2; i++)
        s = ir_append(s, ir_mac(f->m, f->at, i == 0, factors[i][0], factors[i][1]));
    s = ir_append(s, ir_bank(f->m, f->at, PV(f, low), PV(f, high)));
    return ir_append(s,
                     ir_append(ir_free(f->m, f->at, high, NULL), ir_free(f->m, f->at, low, NULL)));
}

static ir_stmt *swap_something(gen *g)
{
    fixture *f = &g->f;
    unsigned i = 0, j = 0;
    ir_var *x = pick_var(g, RG_TYPE_FIXED, true, &i), *y = pick_var(g, RG_TYPE_FIXED, true, &j);

    if (!x || !y || g->matrix_frozen || g->fixes_frozen || !g->fixes)
        return NULL;
    avoid a = {x, g->matrix};
    ir_place element = PE(f, g->matrix, index_expr(g, 2, a), index_expr(g, 3, a));
    if (pick(g, 3) == 0)
        return ir_swap(f->m, f->at, element, PE(f, g->fixes, index_expr(g, 3, a), NULL));
    return pick(g, 2) ? ir_swap(f->m, f->at, PV(f, x), element)
           : x == y   ? NULL
                      : ir_swap(f->m, f->at, PV(f, x), PV(f, y));
}

static ir_stmt *scope(gen *g, unsigned depth)
{
    fixture *f = &g->f;
    freeze kept = keep(g);
    unsigned count = g->var_count;
    rg_type_base base = pick(g, 2) ? RG_TYPE_INT : RG_TYPE_FIXED;
    avoid none = {NULL, NULL};
    ir_expr *e = base == RG_TYPE_INT ? int_expr(g, 2, none) : fix_expr(g, 2, none);

    freeze_read(g, e);
    ir_var *v = new_var(g, base);
    ir_stmt *s = ir_alloc(f->m, f->at, v, e);
    s = ir_append(s, statements(g, depth - 1, 3));
    s = ir_append(s, ir_free(f->m, f->at, v, e));
    thaw(g, &kept, count);
    return s;
}

/* @routine: new variables computed from what then stays frozen; a target that the block cannot see
 * changes in between. */
static ir_stmt *routine_scope(gen *g, unsigned depth)
{
    fixture *f = &g->f;
    freeze kept = keep(g);
    unsigned count = g->var_count, id = g->block_ids++, target = pick(g, count),
             made = 1 + pick(g, 3);
    bool was_hidden = g->hidden[target];
    ir_stmt *inside = NULL;

    memset(g->frozen, true, sizeof g->frozen);
    g->ints_frozen = g->matrix_frozen = g->fixes_frozen = true;
    g->hidden[target] = true;
    for (unsigned k = 0; k < made; k++) {
        inside = ir_append(
            inside,
            ir_alloc(f->m, f->at, new_var(g, pick(g, 2) ? RG_TYPE_INT : RG_TYPE_FIXED), NULL));
        g->frozen[g->var_count - 1] = false;
    }
    inside = ir_append(inside, statements(g, depth - 1, 3));
    memset(g->frozen, true, sizeof g->frozen);
    g->hidden[target] = was_hidden;
    g->frozen[target] = kept.vars[target];
    ir_stmt *s = ir_routine_block(f->m, f->at, id, inside);
    s = ir_append(s, statements(g, depth - 1, 2));
    s = ir_append(s, ir_unroutine(f->m, f->at, id));
    thaw(g, &kept, count);
    return s;
}

static ir_stmt *choice(gen *g, unsigned depth)
{
    fixture *f = &g->f;
    freeze kept = keep(g);
    unsigned count = g->var_count;
    avoid none = {NULL, NULL};
    ir_expr *condition = bool_expr(g, 2, none);

    freeze_read(g, condition);
    ir_stmt *yes = statements(g, depth - 1, 2),
            *no = pick(g, 2) ? statements(g, depth - 1, 2) : NULL;
    thaw(g, &kept, count);
    return ir_if(f->m, f->at, condition, NULL, yes, no);
}

static ir_stmt *for_loop(gen *g, unsigned depth)
{
    fixture *f = &g->f;
    freeze kept = keep(g);
    unsigned count = g->var_count, k;
    ir_var *bound = pick_var(g, RG_TYPE_INT, false, &k);
    int64_t step = (int64_t)pick(g, 7) - 3;
    ir_expr *last = bound && pick(g, 2) ? OP(f, RG_OP_MOD, V(f, bound), I(f, 6))
                                        : I(f, (int64_t)pick(g, 8) - 2);
    ir_expr *first = I(f, (int64_t)pick(g, 5) - 1);

    freeze_read(g, last);
    ir_var *i = new_var(g, RG_TYPE_INT);
    g->loop_depth++;
    ir_stmt *body = statements(g, depth - 1, 2);
    g->loop_depth--;
    thaw(g, &kept, count);
    return ir_for(f->m, f->at, i, first, step ? I(f, step) : NULL, last, body);
}

/* n <- 0; while (n < bound, n != 0) n += 1; ... end; n -> bound, for a bound of at least 0 */
static ir_stmt *while_loop(gen *g, unsigned depth)
{
    fixture *f = &g->f;
    freeze kept = keep(g);
    unsigned count = g->var_count, k;
    ir_var *bound = pick_var(g, RG_TYPE_INT, false, &k);
    ir_expr *end = bound && pick(g, 2) ? OP(f, RG_OP_MOD, V(f, bound), I(f, 4)) : I(f, pick(g, 4));

    freeze_read(g, end);
    ir_var *n = new_var(g, RG_TYPE_INT);
    ir_stmt *s = ir_alloc(f->m, f->at, n, NULL);
    ir_stmt *body = ir_update(f->m, f->at, PV(f, n), RG_MODE_ADD, I(f, 1));
    g->loop_depth++;
    body = ir_append(body, statements(g, depth - 1, 2));
    g->loop_depth--;
    s = ir_append(s, ir_while(f->m, f->at, OP(f, RG_OP_LT, V(f, n), end),
                              OP(f, RG_OP_NE, V(f, n), I(f, 0)), body));
    s = ir_append(s, ir_free(f->m, f->at, n, end));
    thaw(g, &kept, count);
    return s;
}

/* callee(p, q, k, matrix) */
static ir_stmt *call(gen *g)
{
    fixture *f = &g->f;
    unsigned i = 0, j = 0, k = 0;
    ir_var *p = pick_var(g, RG_TYPE_INT, true, &i), *q = pick_var(g, RG_TYPE_FIXED, true, &j);
    ir_var *r = pick_var(g, RG_TYPE_INT, false, &k);

    if (g->callee_count == 0 || !p || !q || !r || r == p || g->matrix_frozen || g->fixes_frozen
        || g->ints_frozen || !g->ints)
        return NULL;
    avoid a = {NULL, g->matrix}; /* the index may read p, which the call changes, but then only as
                                    itself below */
    ir_place first = PV(f, p), second = PV(f, q);
    if (pick(g, 3) == 0) {
        avoid no = {p, g->ints};
        first = PE(f, g->ints, index_expr(g, 4, no), NULL);
    }
    if (pick(g, 3) == 0) {
        a.scalar = p;
        second = PE(f, g->fixes, index_expr(g, 3, a), NULL);
    }
    ir_arg args[4] = {ir_arg_place(first), ir_arg_place(second),
                      ir_arg_expr(OP(f, RG_OP_SUB, V(f, r), I(f, pick(g, 2000)))),
                      ir_arg_array(f->at, g->matrix)};
    return ir_call(f->m, f->at, g->callees[pick(g, g->callee_count)], pick(g, 3) == 0, 4, args);
}

static ir_stmt *statement(gen *g, unsigned depth)
{
    unsigned room = g->var_count + 8 < MAX_VARS && depth > 0 ? 16 : 9;

    switch (pick(g, room)) {
    case 0:
    case 1:
    case 2: return update_scalar(g);
    case 3:
    case 4: return update_array(g);
    case 5: return swap_something(g);
    case 6: return g->loop_depth < 2 ? call(g) : NULL;
    case 7: return multiply_divide(g);
    case 8: return sum_of_products(g);
    case 9: return scope(g, depth);
    case 10:
    case 11: return routine_scope(g, depth);
    case 12:
    case 13: return choice(g, depth);
    case 14: return g->loop_depth < 2 ? for_loop(g, depth) : NULL;
    default: return g->loop_depth < 2 ? while_loop(g, depth) : NULL;
    }
}

static ir_stmt *statements(gen *g, unsigned depth, unsigned count)
{
    ir_stmt *list = NULL;

    for (unsigned k = 0; k < count && g->budget > 0; k++) {
        g->budget--;
        g->f.at.line++;
        list = ir_append(list, statement(g, depth));
    }
    return list;
}

/* ---- routines ---- */

static ir_var *scalar_param(gen *g, const char *name, rg_type_base base, bool frozen)
{
    ir_var *v = param(&g->f, name, base, 0);

    assert_non_null(v);
    g->frozen[g->var_count] = frozen;
    g->vars[g->var_count++] = v;
    return v;
}

static void make_callee(gen *g, unsigned number)
{
    char name[16];

    snprintf(name, sizeof name, "callee%u", number);
    g->f.r = ir_routine_new(g->f.m, g->f.at, name, false);
    g->var_count = 0;
    scalar_param(g, "p", RG_TYPE_INT, false);
    scalar_param(g, "q", RG_TYPE_FIXED, false);
    scalar_param(g, "k", RG_TYPE_INT, true);
    g->matrix = param(&g->f, "m", RG_TYPE_FIXED, 2);
    g->ints = NULL;
    g->fixes = NULL;
    g->budget = 6;
    g->f.r->body = statements(g, 2, 3);
    g->callees[g->callee_count++] = g->f.r;
}

static void make_main(gen *g)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "x", "y", "z"};

    g->f.r = ir_routine_new(g->f.m, g->f.at, "f", true);
    g->var_count = 0;
    g->ints = param(&g->f, "ints", RG_TYPE_INT, 1);
    g->matrix = param(&g->f, "m", RG_TYPE_FIXED, 2);
    g->fixes = param(&g->f, "v", RG_TYPE_FIXED, 1);
    for (unsigned i = 0; i < 8; i++)
        scalar_param(g, names[i], i < 5 ? RG_TYPE_INT : RG_TYPE_FIXED, false);
    g->budget = 40;
    g->f.r->body = statements(g, 3, 10);
}

/* ---- runs ---- */

static void fill(gen *g, int64_t r[32], int64_t *m)
{
    memset(r, 0, 32 * sizeof *r);
    m[VECTOR_AT] = 4, m[VECTOR_AT - 1] = 1;
    m[MATRIX_AT] = 2, m[MATRIX_AT - 1] = 3;
    m[FVECTOR_AT] = 3, m[FVECTOR_AT - 1] = 1;
    for (unsigned i = 1; i <= 6; i++) {
        m[MATRIX_AT + i] = FIX((double)pick(g, 1000) / 250 - 2);
        if (i <= 4)
            m[VECTOR_AT + i] = (int64_t)pick(g, 100) - 50;
        if (i <= 3)
            m[FVECTOR_AT + i] = FIX((double)pick(g, 1000) / 250 - 2);
    }
    r[1] = VECTOR_AT, r[2] = MATRIX_AT, r[3] = FVECTOR_AT;
    for (unsigned i = 4; i <= 11; i++)
        r[i] = i < 9 ? (int64_t)pick(g, 40) - 15 : FIX((double)pick(g, 1000) / 250 - 2);
}

/* False when the program traps by its own numbers (overflow of a fixed-point word). */
static bool expected(gen *g, int64_t r[32], int64_t *m)
{
    interp in = {.config = {64, 43}, .m = m};
    int64_t *env = calloc(g->f.r->var_count + 1, sizeof *env);

    assert_non_null(env);
    memcpy(env, r + 1, 11 * sizeof *env);
    interp_list(&in, g->f.r, env, g->f.r->body);
    memcpy(r + 1, env, 11 * sizeof *env);
    free(env);
    return !in.trap;
}

/* x after the program as a double, with one fixed-point parameter (register 9 .. 11) moved by h;
 * NAN when it traps. */
static double moved(const rg_object *object, const int64_t r[32], const int64_t *data,
                    unsigned which, int64_t h)
{
    rg_machine *m = load(object, "f");

    memcpy(m->r, r, 32 * sizeof *r);
    memcpy(m->m, data, DATA_END * sizeof *data);
    m->r[31] = STACK_AT;
    m->r[which] += h;
    double x = run(m) == RG_STEP_HALT ? (double)m->r[9] / (double)ONE : NAN;
    rg_machine_free(m);
    return x;
}

/* The gradients of x that the run back left in m against central differences of two widths, where
 * those agree. */
static unsigned check_gradient(const rg_machine *m, const rg_object *object, const int64_t r[32],
                               const int64_t *data)
{
    unsigned compared = 0;

    for (unsigned which = 9; which <= 11 && m->gradovf == 0; which++) {
        const int64_t h = ONE >> 14;
        double wide = (moved(object, r, data, which, h) - moved(object, r, data, which, -h)) * 8192;
        double narrow =
            (moved(object, r, data, which, h / 2) - moved(object, r, data, which, -h / 2)) * 16384;
        double gradient = (double)m->gr[which] / (double)ONE;
        if (!(fabs(wide - narrow) < 1e-6 * (1 + fabs(wide))))
            continue;
        if (fabs(narrow - gradient) > 1e-5 * (1 + fabs(narrow)))
            fail_msg("gradient of parameter %u is %.12g, difference quotient %.12g", which,
                     gradient, narrow);
        compared++;
    }
    for (unsigned i = 12; i < 31; i++)
        assert_int_equal(m->gr[i], 0);
    for (unsigned i = STACK_AT; i < DATA_WORDS; i++)
        assert_int_equal(m->gm[i], 0);
    return compared;
}

/* A program with what goes in and must come out. good: it does not trap by its own numbers. */
typedef struct {
    uint64_t seed;
    bool good;
    int64_t before[32], after[32], data_before[DATA_END], data_after[DATA_END];
} trial;

static void check_object(const rg_object *object, const trial *p, unsigned *compared)
{
    rg_machine *m = load(object, "f");
    memcpy(m->r, p->before, sizeof p->before);
    memcpy(m->m, p->data_before, sizeof p->data_before);
    m->r[31] = STACK_AT;
    if (p->good) {
        run_ok(m, object);
        for (unsigned i = 1; i <= 11; i++)
            if (m->r[i] != p->after[i])
                fail_msg("seed %llu: r%u is %lld instead of %lld", (unsigned long long)p->seed, i,
                         (long long)m->r[i], (long long)p->after[i]);
        assert_memory_equal(m->m, p->data_after, sizeof p->data_after);
        assert_clean(m, 11);
    } else {
        run(m);
    }
    rg_machine_turn(m);
    m->mode = p->good && p->seed % 2;
    if (m->mode)
        m->gr[9] = ONE;
    assert_int_equal(run(m), RG_STEP_HALT);
    for (unsigned i = 1; i <= 11; i++)
        assert_true(m->r[i] == p->before[i]);
    assert_memory_equal(m->m, p->data_before, sizeof p->data_before);
    assert_clean(m, 11);
    if (m->mode)
        *compared += check_gradient(m, object, p->before, p->data_before);
    rg_machine_free(m);
}

/* Level 1 is the code generator by itself; the others have the passes before it, too. */
static void check_at(gen *g, unsigned level, const trial *p, unsigned *compared)
{
    const opt_set off = level_off(level);
    ir_module *m = level == 1 ? NULL : opt_module(g->f.m, off, (opt_range){0}, NULL);

    assert_true(m || level == 1);
    rg_object *object = compile_without(&g->f, m ? m : g->f.m, off);
    check_object(object, p, compared);
    rg_object_free(object);
    ir_module_free(m);
}

static bool try_program(uint64_t seed, unsigned *compared)
{
    gen *g = calloc(1, sizeof *g);
    trial t = {.seed = seed};
    trial *p = &t;
    unsigned first = 0;

    assert_non_null(g);
    g->seed = seed * 0x9e3779b97f4a7c15u + 1;
    g->f.m = ir_module_new(64, 43);
    g->f.at = (ir_loc){0, 1, 1};
    assert_int_equal(ir_add_file(g->f.m, "random.rg"), 0);
    for (unsigned k = 0; k < ROUTINES; k++)
        make_callee(g, k);
    make_main(g);
    fill(g, p->before, p->data_before);
    memcpy(p->after, p->before, sizeof p->after);
    memcpy(p->data_after, p->data_before, sizeof p->data_after);
    p->good = expected(g, p->after, p->data_after);
    if (p->good && seed % 3 == 0) { /* followed by its inverse, it does nothing */
        ir_stmt *inverse = ir_invert(g->f.m, g->f.r->body);
        g->f.r->body = ir_append(g->f.r->body, inverse);
        assert_false(g->f.m->out_of_memory);
        memcpy(p->after, p->before, sizeof p->after);
        memcpy(p->data_after, p->data_before, sizeof p->data_after);
    }

    for (unsigned level = 0; level < LEVELS; level++)
        check_at(g, level, p, level == 1 ? compared : &first);
    ir_module_free(g->f.m);
    free(g);
    return p->good;
}

static void random_programs(void **unused)
{
    const char *first = getenv("RG_SEED"), *number = getenv("RG_COUNT");
    uint64_t seed = first ? strtoull(first, NULL, 10) : 1,
             count = number ? strtoull(number, NULL, 10) : 25;
    unsigned good = 0, compared = 0;

    (void)unused;
    for (uint64_t k = 0; k < count; k++)
        good += try_program(seed + k, &compared);
    assert_true(good * 3 > count);
    assert_true(compared * 3 > count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
