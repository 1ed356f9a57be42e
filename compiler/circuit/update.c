/* update.c: statements without a body. A value is computed on temporaries, used, and uncomputed. */
#include "cc.h"

/* ---- t ^= e ---- */

static void xor_value(cc *c, const cc_cell *t, const ir_expr *e, cc_bit control)
{
    const cc_mark from = cc_here(c);
    const cc_word w = cc_bits(c, e->loc, cc_value(c, e), t->width);
    const cc_mark ready = cc_here(c);

    for (unsigned i = 0; i < t->width; i++)
        cc_toffoli(c, control, w.bit[i], t->line[i]);
    cc_undo(c, from, ready);
}

/* The last gates go to the target itself: a | b is 1 ^ (1 ^ a)(1 ^ b). */
static void xor_products(cc *c, const cc_cell *t, const ir_expr *e)
{
    const bool or = e->op == RG_OP_OR;
    const cc_mark from = cc_here(c);
    const cc_word a = cc_bits(c, e->left->loc, cc_value(c, e->left), t->width);
    const cc_word b = cc_bits(c, e->right->loc, cc_value(c, e->right), t->width);
    const cc_mark ready = cc_here(c);

    for (unsigned i = 0; i < t->width; i++) {
        const cc_bit x = a.bit[i] ^ or, y = b.bit[i] ^ or ;
        if (cc_is_constant(x) || cc_is_constant(y)) {
            cc_cnot(c, cc_and(c, x, y) ^ or, t->line[i]);
            continue;
        }
        cc_toffoli(c, x, y, t->line[i]);
        if (or)
            cc_not(c, t->line[i]);
    }
    cc_undo(c, from, ready);
}

static bool is_op(const ir_expr *e, unsigned op) { return e->kind == IR_OP && e->op == op; }

static bool is_whole(const ir_expr *e)
{
    return rg_type_is_whole(e->type) && rg_type_is_whole(e->left->type);
}

static void xor_expr(cc *c, const cc_cell *t, const ir_expr *e, cc_bit control)
{
    int64_t value;

    if (e->kind != IR_OP || !is_whole(e) || cc_find_known(c, e, &value)) {
        xor_value(c, t, e, control);
    } else if (e->op == RG_OP_XOR) {
        xor_expr(c, t, e->left, control);
        xor_expr(c, t, e->right, control);
    } else if (control == CC_ONE && (e->op == RG_OP_AND || e->op == RG_OP_OR)) {
        xor_products(c, t, e);
    } else {
        xor_value(c, t, e, control);
    }
}

void cc_xor_into(cc *c, cc_cell *t, const ir_expr *e, cc_bit control)
{
    const cc_cell *before = c->changing;

    c->changing = t;
    xor_expr(c, t, e, control);
    c->changing = before;
}

/* ---- t += e ---- */

static void add_value(cc *c, const cc_cell *t, const ir_expr *e, cc_bit control, bool minus)
{
    const cc_mark from = cc_here(c);
    const cc_word w = cc_bits(c, e->loc, cc_value(c, e), t->width);
    const cc_mark ready = cc_here(c);

    cc_add(c, t->line, t->width, w.bit, control, minus);
    cc_undo(c, from, ready);
}

static void add_product(cc *c, const cc_cell *t, const ir_expr *e, cc_bit control, bool minus)
{
    const cc_mark from = cc_here(c);
    cc_word a = cc_value(c, e->left), b = cc_value(c, e->right);

    a = a.known ? a : cc_bits(c, e->left->loc, a, t->width);
    b = b.known ? b : cc_bits(c, e->right->loc, b, t->width);
    const cc_mark ready = cc_here(c);
    cc_add_product(c, t->line, t->width, &a, &b, control, minus);
    cc_undo(c, from, ready);
}

/* A sum is added summand by summand, unless all of it is known. */
static void add_expr(cc *c, const cc_cell *t, const ir_expr *e, cc_bit control, bool minus)
{
    int64_t value;

    if (e->kind != IR_OP || !is_whole(e) || cc_find_known(c, e, &value)) {
        add_value(c, t, e, control, minus);
    } else if (e->op == RG_OP_ADD || e->op == RG_OP_SUB) {
        add_expr(c, t, e->left, control, minus);
        add_expr(c, t, e->right, control, minus != (e->op == RG_OP_SUB));
    } else if (e->op == RG_OP_MUL) {
        add_product(c, t, e, control, minus);
    } else {
        add_value(c, t, e, control, minus);
    }
}

void cc_add_into(cc *c, cc_cell *t, const ir_expr *e, cc_bit control, bool minus)
{
    const cc_cell *before = c->changing;

    c->changing = t;
    add_expr(c, t, e, control, minus);
    c->changing = before;
}

/* Into a target that is zero, or out of one that is zero behind it: the first summand is copied. */
static void set(cc *c, cc_cell *t, const ir_expr *e, bool out)
{
    const bool sum = is_op(e, RG_OP_ADD) || is_op(e, RG_OP_SUB), minus = is_op(e, RG_OP_SUB);
    int64_t value;

    if ((sum || is_op(e, RG_OP_MUL)) && cc_find_known(c, e, &value)) {
        cc_xor_into(c, t, e, c->control);
    } else if (sum) {
        if (out)
            cc_add_into(c, t, e->right, c->control, !minus);
        set(c, t, e->left, out);
        if (!out)
            cc_add_into(c, t, e->right, c->control, minus);
    } else if (is_op(e, RG_OP_MUL)) {
        cc_add_into(c, t, e, c->control, out);
    } else {
        cc_xor_into(c, t, e, c->control);
    }
}

/* Known before and behind: an update by a known value, where no condition on data began since the
 * variable came into being. */
static bool stays_known(cc *c, cc_cell *t, const ir_expr *e, enum rg_mode mode)
{
    int64_t by;

    if (!t->known || t->level != c->level || !cc_find_known(c, e, &by))
        return false;
    const uint64_t old = (uint64_t)t->value, word = (uint64_t)by;
    t->value = cc_wrap(c, (int64_t)(mode == RG_MODE_XOR   ? old ^ word
                                    : mode == RG_MODE_ADD ? old + word
                                                          : old - word));
    return true;
}

void cc_update(cc *c, const ir_stmt *s)
{
    cc_cell *t = cc_place(c, &s->place);

    if (s->place.var->base == RG_TYPE_BOOL && s->mode != RG_MODE_XOR)
        cc_refuse(c, s->loc, "a Bool has no sum: update '%s' with xor", s->place.var->name);
    cc_width(c, s->loc, s->place.var->base, s->place.var->name);
    if (stays_known(c, t, s->expr, s->mode))
        return;
    const bool zero = t->known && t->value == 0;
    cc_materialise(c, s->loc, t);
    if (s->mode == RG_MODE_XOR)
        cc_xor_into(c, t, s->expr, c->control);
    else if (zero && s->mode == RG_MODE_ADD)
        set(c, t, s->expr, false);
    else
        cc_add_into(c, t, s->expr, c->control, s->mode == RG_MODE_SUB);
}

/* ---- variables ---- */

void cc_alloc(cc *c, const ir_stmt *s)
{
    cc_cell *t = cc_new_cell(c, cc_width(c, s->loc, s->var->base, s->var->name));

    cc_own(c, s->loc, s->var);
    c->frame->cell[s->var->id] = t;
    if (!s->expr || stays_known(c, t, s->expr, RG_MODE_ADD))
        return;
    cc_materialise(c, s->loc, t);
    set(c, t, s->expr, false);
}

void cc_release(cc *c, cc_cell *t)
{
    for (unsigned i = 0; i < t->width && !t->known; i++)
        cc_free_line(c, t->line[i]);
    t->spare = c->spare;
    c->spare = t;
}

void cc_free_var(cc *c, const ir_stmt *s)
{
    cc_cell *t = cc_cell_of(c, s->loc, s->var);

    cc_own(c, s->loc, s->var);
    if (t->level != c->level)
        cc_refuse(c, s->loc, "'%s' is freed in another branch than it is made in", s->var->name);
    if (s->erase)
        cc_refuse(c, s->loc, "'%s' is erased, and circuits erase nothing", s->var->name);
    if (t->known && (!s->expr || stays_known(c, t, s->expr, RG_MODE_SUB))) {
        if (t->value != 0)
            cc_refuse(c, s->loc, "the machine would trap here: '%s' is freed with another value",
                      s->var->name);
        cc_release(c, t);
        c->frame->cell[s->var->id] = NULL;
        return;
    }
    cc_materialise(c, s->loc, t);
    if (s->expr)
        set(c, t, s->expr, true);
    if (s->var->name[0] != '(') /* the compiler's own has it */
        cc_assume(c, s->loc, "a variable has the value with which it is freed");
    cc_release(c, t);
    c->frame->cell[s->var->id] = NULL;
}

/* ---- in place ---- */

/* Where no condition on data began since they came into being, values are exchanged without a gate.
 */
static bool moves_freely(const cc *c, const cc_cell *x) { return x->level == c->level; }

void cc_swap(cc *c, const ir_stmt *s)
{
    cc_cell *x = cc_place(c, &s->place), *y = cc_place(c, &s->place2);

    if (x->width != y->width)
        cc_refuse(c, s->loc, "an Int and a Bool have different numbers of bits here");
    if (x == y)
        return;
    if (moves_freely(c, x) && moves_freely(c, y)) {
        const cc_cell other = *x;
        *x = *y;
        *y = other;
        return;
    }
    cc_materialise(c, s->loc, x);
    cc_materialise(c, s->loc, y);
    for (unsigned i = 0; i < x->width; i++)
        cc_fredkin(c, c->control, x->line[i], y->line[i]);
}

/* -x is ~x + 1. */
void cc_negate(cc *c, const ir_stmt *s)
{
    cc_cell *t = cc_place(c, &s->place);
    cc_bit one[CC_WORD];

    cc_width(c, s->loc, s->place.var->base, s->place.var->name);
    if (t->known && t->level == c->level) {
        t->value = cc_wrap(c, (int64_t)(0 - (uint64_t)t->value));
        return;
    }
    cc_materialise(c, s->loc, t);
    for (unsigned i = 0; i < t->width; i++) {
        cc_cnot(c, c->control, t->line[i]);
        one[i] = i == 0 ? CC_ONE : CC_ZERO;
    }
    cc_add(c, t->line, t->width, one, c->control, false);
}

/* Rotated left by a distance below the width, where control holds. In each cycle of the permutation
 * the first bit is exchanged with each other one, in the order in which a bit goes. */
static void rotated(cc *c, cc_cell *t, unsigned by, cc_bit control, bool freely)
{
    const unsigned n = t->width;
    uint32_t lines[CC_WORD];

    if (freely) {
        for (unsigned i = 0; i < n; i++)
            lines[(i + by) % n] = t->line[i];
        for (unsigned i = 0; i < n; i++)
            t->line[i] = lines[i];
        return;
    }
    bool done[CC_WORD] = {false};
    for (unsigned first = 0; first < n; first++)
        for (unsigned i = first; !done[i]; i = (i + by) % n) {
            done[i] = true;
            if (i != first)
                cc_fredkin(c, control, t->line[first], t->line[i]);
        }
}

void cc_rotate(cc *c, const ir_stmt *s)
{
    cc_cell *t = cc_place(c, &s->place);
    const unsigned n = t->width;
    const cc_mark from = cc_here(c);

    c->changing = t;
    const cc_word by = cc_value(c, s->expr);
    c->changing = NULL;
    if (t->known)
        cc_materialise(c, s->loc, t);
    const cc_mark ready = cc_here(c);
    if (by.known) {
        const unsigned distance = (unsigned)((by.value % n + n) % n);
        rotated(c, t, s->kind == IR_ROL ? distance : (n - distance) % n, c->control,
                moves_freely(c, t));
        return;
    }
    if (n & (n - 1))
        cc_refuse(c, s->loc, "words of %u bits are rotated by known distances alone", n);
    for (unsigned k = 0; k < by.width && 1U << k < n; k++) {
        const cc_mark inner = cc_here(c);
        const cc_bit control = cc_and(c, c->control, by.bit[k]);
        const cc_mark both = cc_here(c);
        rotated(c, t, s->kind == IR_ROL ? 1U << k : n - (1U << k), control, false);
        cc_undo(c, inner, both);
    }
    cc_undo(c, from, ready);
}
