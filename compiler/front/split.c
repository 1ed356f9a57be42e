/* split.c: large expressions in parts, so that no statement needs more registers than there are.
 *
 * A part is computed into a variable before the statement and uncomputed after it. Sums need not
 * even that: fixed-point and integer sums are exact, so y += a + b is y += a; y += b. */
#include "compiler/front/sema.h"
#include "compiler/hidden.h"

enum { BUDGET = 7 };

static unsigned weight(const ir_expr *e)
{
    if (!e)
        return 0;
    unsigned w = weight(e->left) + weight(e->right) + weight(e->third);
    return e->kind == IR_VAR
               ? 0
               : w + (e->kind == IR_SELECT || e->kind == IR_AND || e->kind == IR_OR ? 2 : 1);
}

/* Takes the weight from *left; false: it is more. A sum of many terms is not counted to its end. */
static bool takes(const ir_expr *e, unsigned *left)
{
    if (!e || e->kind == IR_VAR)
        return true;
    const unsigned own = e->kind == IR_SELECT || e->kind == IR_AND || e->kind == IR_OR ? 2 : 1;
    if (own > *left)
        return false;
    *left -= own;
    return takes(e->left, left) && takes(e->right, left) && takes(e->third, left);
}

static bool is_heavier(const ir_expr *e, unsigned limit) { return !takes(e, &limit); }

/* origin: the expression as it was before its own parts were taken out. */
static ir_expr *hoist(fr_sema *s, ir_expr *e, const ir_expr *origin)
{
    if (!is_heavier(e, 1))
        return e;
    ir_var *v = ir_add_var(s->instance->routine, e->loc, RG_PART_NAME, e->type, 0);
    fr_part *part = fr_alloc(s->arena, sizeof *part);
    *part = (fr_part){.var = v, .value = e, .origin = origin, .next = s->parts};
    s->parts = part;
    fr_emit(s, ir_alloc(s->module, e->loc, v, e), NULL);
    return ir_expr_var(s->module, e->loc, v);
}

/* The same value where it reads what was computed before already. */
static ir_expr *reuse(fr_sema *s, ir_expr *e)
{
    if (!e)
        return NULL;
    for (const fr_part *part = s->parts; part; part = part->next)
        if (part->origin == e)
            return ir_expr_var(s->module, e->loc, part->var);
    ir_expr *left = reuse(s, e->left), *right = e->left == e->right ? left : reuse(s, e->right),
            *third = reuse(s, e->third);
    if (left == e->left && right == e->right && third == e->third)
        return e;
    ir_expr *copy = ir_arena_alloc(s->module, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *e;
    copy->left = left;
    copy->right = right;
    copy->third = third;
    return copy;
}

/* Only the condition is evaluated in any case, so only parts of it are computed before; the arms
 * that contain the same parts read them too. */
static ir_expr *split_select(fr_sema *s, ir_expr *e)
{
    ir_expr *copy = ir_arena_alloc(s->module, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *e;
    copy->left = fr_split(s, e->left);
    copy->right = reuse(s, e->right);
    copy->third = reuse(s, e->third);
    return copy;
}

static bool is_product(const ir_expr *e) { return e->kind == IR_OP && e->op == RG_OP_FMUL; }

/* The right factor of a product of many is small, so it is asked first. */
static bool is_power_of(const ir_expr *e, const ir_expr *base)
{
    return e == base
           || (is_product(e) && is_power_of(e->right, base) && is_power_of(e->left, base));
}

/* The factor that a power by squaring repeats, the smallest one; NULL: it is no power of one. */
static ir_expr *base_of_power(const ir_expr *power)
{
    ir_expr *base = NULL;

    for (const ir_expr *e = power; is_product(e); e = e->left)
        if (is_power_of(power, e->left))
            base = e->left;
    return base;
}

/* A power of a large expression is one of a variable that holds its value. */
static ir_expr *split_power(fr_sema *s, ir_expr *e)
{
    ir_expr *base = base_of_power(e), *value = base ? fr_split(s, base) : NULL;

    return value && is_heavier(value, 1) && hoist(s, value, base) ? reuse(s, e) : e;
}

ir_expr *fr_split(fr_sema *s, ir_expr *e)
{
    if (!e || !is_heavier(e, BUDGET) || e->kind == IR_AND || e->kind == IR_OR || e->kind == IR_VAR)
        return e;
    if (e->kind == IR_SELECT)
        return split_select(s, e);
    for (const fr_part *part = s->parts; part; part = part->next)
        if (part->origin == e)
            return ir_expr_var(s->module, e->loc, part->var);
    e = split_power(s, e);
    ir_expr *copy = ir_arena_alloc(s->module, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *e;
    bool twice = e->left == e->right;
    copy->left = fr_split(s, e->left);
    copy->right = twice ? copy->left : fr_split(s, e->right);
    bool left_first = weight(copy->left) >= weight(copy->right);
    if (is_heavier(copy, BUDGET) && left_first && copy->left)
        copy->left = hoist(s, copy->left, e->left);
    if (twice)
        copy->right = copy->left;
    if (is_heavier(copy, BUDGET) && copy->right)
        copy->right = hoist(s, copy->right, e->right);
    if (is_heavier(copy, BUDGET) && !left_first && copy->left)
        copy->left = hoist(s, copy->left, e->left);
    return copy;
}

void fr_join_parts(fr_sema *s)
{
    while (s->parts) {
        fr_part *part = s->parts;
        s->parts = part->next;
        fr_emit(s, ir_free(s->module, part->value->loc, part->var, part->value), NULL);
    }
}

static bool is_zero(const ir_expr *e) { return e->kind == IR_CONST && e->raw == 0; }

/* ---- signs ---- */

static bool is_negation(const ir_expr *e)
{
    return e && e->kind == IR_OP && e->op == (e->type == RG_TYPE_FIXED ? RG_OP_FSUB : RG_OP_SUB)
           && e->left && is_zero(e->left);
}

/* Rounding to the nearest word, ties to even, gives -(a * b) for (-a) * b, and so do quotients;
 * those of Int have an operation of their own and stay. */
static bool passes_signs(const ir_expr *e)
{
    return e && e->kind == IR_OP && e->left && e->right
           && (e->type == RG_TYPE_FIXED ? e->op == RG_OP_FMUL || e->op == RG_OP_FDIV
                                        : e->type == RG_TYPE_INT && e->op == RG_OP_MUL);
}

/* The expression without the signs that pass through its products; minus: there was an odd number
 * of them. It is not changed: others may share it. */
static ir_expr *without_signs(fr_sema *s, ir_expr *e, bool *minus)
{
    if (is_negation(e)) {
        *minus = !*minus;
        return without_signs(s, e->right, minus);
    }
    if (!passes_signs(e))
        return e;
    const bool square = e->left == e->right; /* both signs go, and the factors stay one */
    bool sign = false;
    ir_expr *left = without_signs(s, e->left, &sign),
            *right = square ? left : without_signs(s, e->right, &sign);
    if (left == e->left && right == e->right)
        return e;
    ir_expr *copy = ir_arena_alloc(s->module, sizeof *copy);
    if (!copy)
        return e;
    *copy = *e;
    copy->left = left;
    copy->right = right;
    *minus = *minus != (sign && !square);
    return copy;
}

void fr_emit_sum(fr_sema *s, ir_loc loc, ir_place place, enum rg_mode mode, ir_expr *e,
                 const fr_stmt *from)
{
    if (!e)
        return;
    if (mode == RG_MODE_ADD || mode == RG_MODE_SUB) {
        bool minus = false;
        e = without_signs(s, e, &minus);
        mode = minus == (mode == RG_MODE_ADD) ? RG_MODE_SUB : RG_MODE_ADD;
        if (place.var->narrow) /* rounded once, and not term by term */
            e = ir_to_fixed(s->module, e);
        if (!e)
            return;
    }
    bool sum = e->kind == IR_OP && (mode == RG_MODE_ADD || mode == RG_MODE_SUB) && e->left
               && e->right
               && (e->type == RG_TYPE_FIXED ? e->op == RG_OP_FADD || e->op == RG_OP_FSUB
                                            : e->op == RG_OP_ADD || e->op == RG_OP_SUB);
    bool difference = sum && (e->op == RG_OP_FSUB || e->op == RG_OP_SUB);
    enum rg_mode opposite = mode == RG_MODE_ADD ? RG_MODE_SUB : RG_MODE_ADD;
    if (sum && is_heavier(e, 1)) {
        if (!is_zero(e->left))
            fr_emit_sum(s, loc, place, mode, e->left, from);
        fr_emit_sum(s, loc, place, difference ? opposite : mode, e->right, from);
        return;
    }
    ir_expr *part = fr_split(s, e);
    fr_emit(s, ir_update(s->module, loc, place, mode, part), from);
    fr_join_parts(s);
}
