/* value.c: expressions. Their values are on lines that exist already where that needs no gate, and
 * on temporaries elsewhere. */
#include "cc.h"

static cc_word known(int64_t value) { return (cc_word){.known = true, .value = value}; }

static cc_word of_cell(const cc_cell *cell)
{
    cc_word w = {.known = cell->known, .width = cell->width, .value = cell->value};

    for (unsigned i = 0; i < cell->width && !cell->known; i++)
        w.bit[i] = cc_of_line(cell->line[i]);
    return w;
}

/* ---- operations on bits ---- */

static cc_word bitwise(cc *c, unsigned op, const cc_word *a, const cc_word *b)
{
    cc_word w = {.width = a->width};

    for (unsigned i = 0; i < w.width; i++)
        w.bit[i] = op == RG_OP_AND  ? cc_and(c, a->bit[i], b->bit[i])
                   : op == RG_OP_OR ? cc_or(c, a->bit[i], b->bit[i])
                                    : cc_xor(c, a->bit[i], b->bit[i]);
    return w;
}

static cc_word choice(cc *c, cc_bit s, const cc_word *yes, const cc_word *no)
{
    cc_word w = {.width = yes->width};

    for (unsigned i = 0; i < w.width; i++)
        w.bit[i] = cc_mux(c, s, yes->bit[i], no->bit[i]);
    return w;
}

static cc_word one_bit(cc_bit b)
{
    cc_word w = {.width = 1};

    w.bit[0] = b;
    return w;
}

static cc_word shifted(const cc_word *a, unsigned op, int64_t by)
{
    const unsigned n = a->width;
    const bool arithmetic = op == RG_OP_SAR;
    const cc_bit fill = arithmetic ? a->bit[n - 1] : CC_ZERO;
    const uint64_t distance = by < 0 || by >= (int64_t)n ? n : (uint64_t)by;
    cc_word w = {.width = n};

    for (unsigned i = 0; i < n; i++) {
        if (op == RG_OP_SHL)
            w.bit[i] = i >= distance ? a->bit[i - distance] : CC_ZERO;
        else
            w.bit[i] = i + distance < n ? a->bit[i + distance] : fill;
    }
    return w;
}

/* Powers of two in turn; a distance that is negative or too large shifts everything out. */
static cc_word shifted_by_data(cc *c, cc_word a, unsigned op, const cc_word *by)
{
    cc_bit beyond = CC_ZERO;
    cc_word all = shifted(&a, op, -1);
    unsigned stage = 0;

    for (; stage < by->width && (uint64_t)1 << stage < a.width; stage++) {
        const cc_word moved = shifted(&a, op, INT64_C(1) << stage);
        a = choice(c, by->bit[stage], &moved, &a);
    }
    for (; stage < by->width; stage++)
        beyond = cc_or(c, beyond, by->bit[stage]);
    return choice(c, beyond, &all, &a);
}

/* ---- arithmetic ---- */

static void copy(cc *c, cc_word *w, uint32_t *lines, const cc_word *from)
{
    w->width = from->width;
    for (unsigned i = 0; i < w->width; i++) {
        lines[i] = cc_temp(c);
        w->bit[i] = cc_of_line(lines[i]);
        cc_cnot(c, from->bit[i], lines[i]);
    }
}

static cc_word sum(cc *c, const cc_word *a, const cc_word *b, bool minus)
{
    cc_word w = {.known = false};
    uint32_t lines[CC_WORD];

    copy(c, &w, lines, a);
    cc_add(c, lines, w.width, b->bit, CC_ONE, minus);
    return w;
}

static cc_word product(cc *c, const cc_word *a, const cc_word *b)
{
    const cc_word zero = cc_bits(c, (ir_loc){0, 0, 0}, known(0), a->width);
    cc_word w = {.known = false};
    uint32_t lines[CC_WORD];

    copy(c, &w, lines, &zero);
    cc_add_product(c, lines, w.width, a, b, CC_ONE, false);
    return w;
}

static cc_word negative(cc *c, const cc_word *b)
{
    const cc_word zero = cc_bits(c, (ir_loc){0, 0, 0}, known(0), b->width);

    return sum(c, &zero, b, true);
}

/* -1, 0 or 1: the lowest bit says whether it is not 0, all others are the sign. */
static cc_word sign(cc *c, const cc_word *b)
{
    const cc_word zero = cc_bits(c, (ir_loc){0, 0, 0}, known(0), b->width);
    cc_word w = {.width = b->width};

    for (unsigned i = 1; i < w.width; i++)
        w.bit[i] = b->bit[w.width - 1];
    w.bit[0] = cc_equal(c, b, &zero) ^ 1;
    return w;
}

static cc_word compared(cc *c, unsigned op, const cc_word *a, const cc_word *b)
{
    switch (op) {
    case RG_OP_EQ: return one_bit(cc_equal(c, a, b));
    case RG_OP_NE: return one_bit(cc_equal(c, a, b) ^ 1);
    case RG_OP_LT: return one_bit(cc_less(c, a, b));
    case RG_OP_GE: return one_bit(cc_less(c, a, b) ^ 1);
    case RG_OP_GT: return one_bit(cc_less(c, b, a));
    default: return one_bit(cc_less(c, b, a) ^ 1);
    }
}

/* By a power of two that is known: floor(a / b) is a shift, and a - b floor(a / b) a mask. */
static cc_word divided(cc *c, const ir_expr *e, const cc_word *a, const cc_word *b)
{
    const bool power = b->known && b->value > 0 && (b->value & (b->value - 1)) == 0;
    const int64_t by = power ? __builtin_ctzll((uint64_t)b->value) : 0;

    if (!power || by >= (int64_t)a->width)
        cc_refuse(c, e->loc, "there is no circuit of %s here, but of fld and mod by a power of two",
                  rg_op_lookup(e->op)->mnemonic);
    if (e->op == RG_OP_FLD)
        return shifted(a, RG_OP_SAR, by);
    cc_word w = {.width = a->width};
    for (unsigned i = 0; i < w.width; i++)
        w.bit[i] = i < by ? a->bit[i] : CC_ZERO;
    return w;
}

static cc_word operated(cc *c, const ir_expr *e, const cc_word *a, const cc_word *b)
{
    switch (e->op) {
    case RG_OP_MOV: return *b;
    case RG_OP_ADD:
    case RG_OP_SUB: return sum(c, a, b, e->op == RG_OP_SUB);
    case RG_OP_MUL: return product(c, a, b);
    case RG_OP_AND:
    case RG_OP_OR:
    case RG_OP_XOR: return bitwise(c, e->op, a, b);
    case RG_OP_SHL:
    case RG_OP_SHR:
    case RG_OP_SAR:
        return b->known ? shifted(a, e->op, b->value) : shifted_by_data(c, *a, e->op, b);
    case RG_OP_MIN: return choice(c, cc_less(c, a, b), a, b);
    case RG_OP_MAX: return choice(c, cc_less(c, a, b), b, a);
    case RG_OP_ABS: {
        const cc_word minus = negative(c, b);
        return choice(c, b->bit[b->width - 1], &minus, b);
    }
    case RG_OP_SIGN: return sign(c, b);
    case RG_OP_FLD:
    case RG_OP_MOD: return divided(c, e, a, b);
    case RG_OP_EQ:
    case RG_OP_NE:
    case RG_OP_LT:
    case RG_OP_LE:
    case RG_OP_GT:
    case RG_OP_GE: return compared(c, e->op, a, b);
    default: cc_refuse(c, e->loc, "there is no circuit of %s", rg_op_lookup(e->op)->mnemonic);
    }
}

/* Operations whose second operand is a number rather than bits, where it is known. */
static bool takes_number(unsigned op)
{
    return op == RG_OP_SHL || op == RG_OP_SHR || op == RG_OP_SAR || op == RG_OP_MUL
           || op == RG_OP_FLD || op == RG_OP_MOD;
}

static cc_word operation(cc *c, const ir_expr *e)
{
    const bool one = !e->right, logic = e->type == RG_TYPE_BOOL && e->op <= RG_OP_XOR;
    const unsigned width = logic ? 1 : c->out->bits;
    const ir_expr *second = one ? e->left : e->right;

    if (!rg_type_is_whole(second->type) || !rg_type_is_whole(e->left->type))
        cc_refuse(c, e->loc, "%s works on numbers that are no integers, and circuits have none",
                  rg_op_lookup(e->op)->mnemonic);
    cc_word a = one ? known(0) : cc_value(c, e->left), b = cc_value(c, second);
    if (!(a.known && e->op == RG_OP_MUL))
        a = cc_bits(c, e->loc, a, width);
    if (!(b.known && takes_number(e->op)))
        b = cc_bits(c, e->loc, b, width);
    return operated(c, e, &a, &b);
}

/* ---- expressions ---- */

static cc_word logical(cc *c, const ir_expr *e)
{
    const cc_word a = cc_value(c, e->left);

    if (a.known) /* and does not decide */
        return cc_value(c, e->right);
    const cc_word b = cc_bits(c, e->loc, cc_value(c, e->right), 1);
    return one_bit(e->kind == IR_AND ? cc_and(c, a.bit[0], b.bit[0])
                                     : cc_or(c, a.bit[0], b.bit[0]));
}

static cc_word selected(cc *c, const ir_expr *e)
{
    const unsigned width = cc_width(c, e->loc, e->type, "a value");
    const cc_word s = cc_value(c, e->left);

    if (s.known)
        return cc_value(c, s.value ? e->right : e->third);
    const cc_word yes = cc_bits(c, e->right->loc, cc_value(c, e->right), width);
    const cc_word no = cc_bits(c, e->third->loc, cc_value(c, e->third), width);
    return choice(c, s.bit[0], &yes, &no);
}

cc_word cc_value(cc *c, const ir_expr *e)
{
    int64_t value;

    if (cc_find_known(c, e, &value))
        return known(value);
    switch (e->kind) {
    case IR_VAR:
    case IR_ELEM: return of_cell(cc_read(c, e));
    case IR_OP: return operation(c, e);
    case IR_AND:
    case IR_OR: return logical(c, e);
    case IR_NOT: return one_bit(cc_value(c, e->left).bit[0] ^ 1);
    case IR_SELECT: return selected(c, e);
    default: cc_refuse(c, e->loc, "there is no circuit of this expression");
    }
}
