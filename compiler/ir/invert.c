/* invert.c: the inverse of a statement list: the inverses of its statements in the opposite order.
 */
#include "ir.h"

typedef struct {
    ir_module *m;
    const ir_stmt *root;
} inverter;

static ir_stmt *invert_list(inverter *v, const ir_stmt *list);

/* The last value that the loop variable takes: first + fld(last - first, step) * step. */
static ir_expr *last_value(inverter *v, const ir_stmt *s)
{
    ir_module *m = v->m;

    if (!s->step || (s->step->kind == IR_CONST && (s->step->raw == 1 || s->step->raw == -1)))
        return s->last;
    ir_expr *steps = ir_expr_op(m, s->loc, RG_OP_FLD,
                                ir_expr_op(m, s->loc, RG_OP_SUB, s->last, s->first), s->step);
    return ir_expr_op(m, s->loc, RG_OP_ADD, s->first,
                      ir_expr_op(m, s->loc, RG_OP_MUL, steps, s->step));
}

static void invert_for(inverter *v, ir_stmt *s)
{
    ir_expr *last = last_value(v, s);
    ir_expr *step =
        s->step && s->step->kind != IR_CONST
            ? ir_expr_op(v->m, s->loc, RG_OP_SUB, ir_whole(v->m, s->loc, 0), s->step)
            : ir_whole(v->m, s->loc, s->step ? (int64_t)(0 - (uint64_t)s->step->raw) : -1);

    s->last = s->first;
    s->first = last;
    s->step = step;
    if (!last || !step)
        v->m->out_of_memory = true;
}

static void invert_pair(ir_stmt *s)
{
    ir_expr *pre = s->pre;

    if (!s->post)
        return;
    s->pre = s->post;
    s->post = pre;
}

static void invert_own(inverter *v, ir_stmt *s)
{
    bool found = false;

    switch (s->kind) {
    case IR_UPDATE:
    case IR_READ:
        s->mode = s->mode == RG_MODE_ADD   ? RG_MODE_SUB
                  : s->mode == RG_MODE_SUB ? RG_MODE_ADD
                                           : s->mode;
        break;
    case IR_ALLOC: s->kind = IR_FREE; break;
    case IR_FREE:
        s->kind = IR_ALLOC;
        s->erase = false;
        break;
    case IR_ALLOC_ARRAY: s->kind = IR_FREE_ARRAY; break;
    case IR_FREE_ARRAY: s->kind = IR_ALLOC_ARRAY; break;
    case IR_PUSH: s->kind = IR_POP; break;
    case IR_POP: s->kind = IR_PUSH; break;
    case IR_ROL: s->kind = IR_ROR; break;
    case IR_ROR: s->kind = IR_ROL; break;
    case IR_ROT: s->kind = IR_IROT; break;
    case IR_IROT: s->kind = IR_ROT; break;
    case IR_HADAMARD: s->kind = IR_IHADAMARD; break;
    case IR_IHADAMARD: s->kind = IR_HADAMARD; break;
    case IR_RANDOM: s->kind = IR_IRANDOM; break;
    case IR_IRANDOM: s->kind = IR_RANDOM; break;
    case IR_MULDIV: s->kind = IR_IMULDIV; break;
    case IR_IMULDIV: s->kind = IR_MULDIV; break;
    case IR_MAC: s->kind = IR_IMAC; break;
    case IR_IMAC: s->kind = IR_MAC; break;
    case IR_CALL: s->inverse = !s->inverse; break;
    case IR_IF:
    case IR_WHILE: invert_pair(s); break;
    case IR_FOR: invert_for(v, s); break;
    case IR_ROUTINE:
        s->kind = IR_UNROUTINE;
        s->body = NULL;
        return;
    case IR_UNROUTINE:
        s->kind = IR_ROUTINE;
        s->body = ir_block_body(v->root, s->routine_id, &found);
        return;
    default: break;
    }
    s->body = invert_list(v, s->body);
    s->other = invert_list(v, s->other);
}

static ir_stmt *invert_list(inverter *v, const ir_stmt *list)
{
    ir_stmt *result = NULL;

    for (const ir_stmt *s = list; s; s = s->next) {
        ir_stmt *copy = ir_arena_alloc(v->m, sizeof *copy);
        if (!copy)
            return NULL;
        *copy = *s;
        invert_own(v, copy);
        copy->next = result;
        result = copy;
    }
    return v->m->out_of_memory ? NULL : result;
}

ir_stmt *ir_invert(ir_module *m, const ir_stmt *list)
{
    inverter v = {m, list};

    return invert_list(&v, list);
}
