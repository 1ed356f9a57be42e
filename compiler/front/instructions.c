/* instructions.c: calls of instructions: SWAP, ROT, NEG, INC and the like. */
#include "compiler/front/compound.h"
#include "compiler/front/instructions.h"

static void rotate(fr_sema *s, const fr_stmt *st, bool inverse)
{
    const fr_expr *e = st->value;
    ir_place x, y;
    rg_type_base bx, by;
    bool a = fr_lower_place(s, e->items[0], &x, &bx), b = fr_lower_place(s, e->items[1], &y, &by);
    ir_expr *angle = fr_convert(s, fr_lower_expr(s, e->items[2]), RG_TYPE_FIXED);
    if (!a || !b || !angle)
        return;
    if (bx != RG_TYPE_FIXED || by != RG_TYPE_FIXED) {
        fr_report(s->d, RGC_ERROR, "R0202", e->items[bx != RG_TYPE_FIXED ? 0 : 1]->span,
                  "a rotation turns two %s variables", s->beside ? "Float64" : "Fixed");
        return;
    }
    if (fr_same_twice(s, e->items[0], e->items[1], false))
        return;
    for (int i = 0; i < 2; i++) {
        const fr_expr *read = fr_find_read(e->items[i], e->items[2]);
        if (read) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0309", read->span,
                                          "the angle reads a variable that is turned");
            fr_note(s->d, r, e->items[i]->span, "turned here");
            return;
        }
    }
    fr_emit(s, ir_rot(s->module, fr_loc(s, st->span), x, y, inverse, angle), st);
}

static void step_by_one(fr_sema *s, const fr_stmt *st, bool down, bool flip)
{
    ir_place x;
    rg_type_base base;
    fr_type type;
    const fr_expr *at = st->value->items[0];
    fr_expr real = {.kind = EX_FIELD, .span = at->span, .name = "re", .left = st->value->items[0]};
    if (!flip && fr_place_type(s, at, &type) && type.rank == 0 && fr_is_complex(s, type.base))
        at = &real; /* z + 1 */
    if (!fr_lower_place(s, at, &x, &base))
        return;
    if (flip ? base != RG_TYPE_BOOL
             : base != RG_TYPE_INT && base != RG_TYPE_FIXED && base != RG_TYPE_NARROW) {
        fr_report(s->d, RGC_ERROR, "R0202", st->value->items[0]->span,
                  "%s needs a %s variable, this is %s", st->value->left->name,
                  flip ? "Bool" : "Int or Fixed", fr_base_text(base));
        return;
    }
    fr_value one = fr_const_int(st->span, 1);
    if (flip)
        one.base = RG_TYPE_BOOL;
    fr_emit(s,
            ir_update(s->module, fr_loc(s, st->span), x,
                      flip   ? RG_MODE_XOR
                      : down ? RG_MODE_SUB
                             : RG_MODE_ADD,
                      fr_convert(s, one, base)),
            st);
}

static void negate(fr_sema *s, const fr_stmt *st)
{
    ir_place x;
    rg_type_base base;
    if (!fr_lower_place(s, st->value->items[0], &x, &base))
        return;
    if (base != RG_TYPE_INT && base != RG_TYPE_FIXED && base != RG_TYPE_NARROW)
        fr_report(s->d, RGC_ERROR, "R0202", st->value->items[0]->span,
                  "NEG needs an Int or Fixed variable, this is %s", fr_base_text(base));
    else
        fr_emit(s, ir_neg(s->module, fr_loc(s, st->span), x), st);
}

static void rotate_bits(fr_sema *s, const fr_stmt *st, bool left)
{
    ir_place x;
    rg_type_base base;
    const fr_expr *e = st->value;
    ir_expr *by = fr_lower_int(s, e->items[1], "the number of bits");
    if (!fr_lower_place(s, e->items[0], &x, &base) || !by)
        return;
    if (base != RG_TYPE_INT) {
        fr_report(s->d, RGC_ERROR, "R0202", e->items[0]->span,
                  "bits are rotated in an Int, this is %s", fr_base_text(base));
        return;
    }
    const fr_expr *read = fr_find_read(e->items[0], e->items[1]);
    if (read)
        fr_note(s->d,
                fr_report(s->d, RGC_ERROR, "R0309", read->span,
                          "the number of bits reads the variable that is rotated"),
                e->items[0]->span, "rotated here");
    else
        fr_emit(s, ir_rotate_bits(s->module, fr_loc(s, st->span), x, left, by), st);
}

/* (x + y, x - y) / sqrt(2), and its exact inverse. */
static void hadamard(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    ir_place x, y;
    rg_type_base bx, by;
    bool a = fr_lower_place(s, e->items[0], &x, &bx), b = fr_lower_place(s, e->items[1], &y, &by);
    if (!a || !b || fr_same_twice(s, e->items[0], e->items[1], false))
        return;
    if (bx != RG_TYPE_FIXED || by != RG_TYPE_FIXED) {
        fr_report(s->d, RGC_ERROR, "R0202", e->items[bx != RG_TYPE_FIXED ? 0 : 1]->span,
                  "HADAMARD needs two %s variables", s->beside ? "Float64" : "Fixed");
        return;
    }
    fr_emit(s, ir_hadamard(s->module, fr_loc(s, st->span), x, y, st->inverse), st);
}

static void lower_one(fr_sema *s, const fr_stmt *st, const fr_instruction *in)
{
    const fr_expr *e = st->value;
    const fr_instruction_kind kind = in->kind;
    bool inverse = st->inverse;
    if (kind == FR_LATER) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0316", e->span,
                          "%s has no exact inverse: 1/x is rounded", in->name),
                "write y += 1 / x, or use a Log variable and 'y /= x'");
        return;
    }
    if (e->count != in->arguments || e->keyword_count > 0) {
        fr_report(s->d, RGC_ERROR, "R0604", e->span, "%s takes %zu argument%s, not %zu", in->name,
                  in->arguments, in->arguments == 1 ? "" : "s", e->count + e->keyword_count);
        return;
    }
    if (fr_compound_instruction(s, st, in->name))
        return;
    fr_stmt swap = *st;
    switch (kind) {
    case FR_SWAP:
        swap.kind = ST_SWAP;
        swap.target = e->items[0];
        swap.value = e->items[1];
        swap.next = NULL;
        fr_lower_list(s, &swap);
        break;
    case FR_ROT:
    case FR_IROT: rotate(s, st, (kind == FR_IROT) != inverse); break;
    case FR_NEG: negate(s, st); break;
    case FR_INC:
    case FR_DEC: step_by_one(s, st, (kind == FR_DEC) != inverse, false); break;
    case FR_FLIP: step_by_one(s, st, false, true); break;
    case FR_ROL:
    case FR_ROR: rotate_bits(s, st, (kind == FR_ROL) != inverse); break;
    case FR_HADAMARD: hadamard(s, st); break;
    case FR_NOTHING:
    case FR_LATER: break; /* the conjugate of a real number is itself */
    }
}

bool fr_lower_instruction(fr_sema *s, const fr_stmt *st)
{
    const fr_instruction *in = fr_find_instruction(st->value->left->name);
    if (in)
        lower_one(s, st, in);
    return in != NULL;
}
