/* build.c: constructors of expressions, places and statements. */
#include "ir.h"

#include <string.h>

/* ---- expressions ---- */

static ir_expr *expr(ir_module *m, ir_loc loc, ir_expr_kind kind, rg_type_base type)
{
    ir_expr *e = ir_arena_alloc(m, sizeof *e);

    if (e) {
        e->kind = kind;
        e->type = type;
        e->loc = loc;
        e->made = 1;
    }
    return e;
}

static unsigned made_of(const ir_expr *e) { return e ? e->made : 0; }

/* Saturates: nested functions that use their argument twice double it. */
static ir_expr *with_operands(ir_expr *e, ir_expr *left, ir_expr *right, ir_expr *third)
{
    const unsigned nodes = made_of(left) + made_of(right) + made_of(third) + 1;

    if (e) {
        e->left = left;
        e->right = right;
        e->third = third;
        e->made = nodes < UINT16_MAX ? (uint16_t)nodes : UINT16_MAX;
    }
    return e;
}

ir_expr *ir_expr_var(ir_module *m, ir_loc loc, const ir_var *var)
{
    ir_expr *e = var ? expr(m, loc, IR_VAR, var->base) : NULL;

    if (e)
        e->var = var;
    return e;
}

ir_expr *ir_expr_const(ir_module *m, ir_loc loc, rg_type_base type, int64_t raw)
{
    ir_expr *e = expr(m, loc, IR_CONST, type);

    if (e)
        e->raw = raw;
    return e;
}

ir_expr *ir_whole(ir_module *m, ir_loc loc, int64_t value)
{
    return ir_expr_const(m, loc, RG_TYPE_INT, value);
}

ir_expr *ir_expr_elem(ir_module *m, ir_loc loc, const ir_var *array, ir_expr *row,
                      ir_expr *column_or_null)
{
    ir_expr *e = array && row ? expr(m, loc, IR_ELEM, array->base) : NULL;

    if (e)
        e->var = array;
    return with_operands(e, row, column_or_null, NULL);
}

ir_expr *ir_expr_dim(ir_module *m, ir_loc loc, const ir_var *array, unsigned dim)
{
    ir_expr *e = array ? expr(m, loc, IR_DIM, RG_TYPE_INT) : NULL;

    if (e) {
        e->var = array->shape ? array->shape : array;
        e->raw = dim;
    }
    return e;
}

ir_expr *ir_expr_within(ir_module *m, ir_expr *index, const ir_var *array, unsigned dim)
{
    ir_expr *e = array && index ? expr(m, index->loc, IR_WITHIN, RG_TYPE_INT) : NULL;

    if (e) {
        e->var = array;
        e->raw = dim;
    }
    return with_operands(e, index, NULL, NULL);
}

unsigned ir_extents(unsigned rank) { return rg_header_words(rank); }

rg_type_base ir_op_type(unsigned op, const ir_expr *left, const ir_expr *right)
{
    const rg_op_info *info = rg_op_lookup(op);

    if (info && info->kind == RG_KIND_FIX)
        return RG_TYPE_FIXED;
    if (info && info->kind == RG_KIND_LOG)
        return RG_TYPE_LOG;
    if (op >= RG_OP_EQ && op <= RG_OP_GE)
        return RG_TYPE_BOOL;
    if ((op == RG_OP_AND || op == RG_OP_OR || op == RG_OP_XOR) && left->type == RG_TYPE_BOOL
        && right && right->type == RG_TYPE_BOOL)
        return RG_TYPE_BOOL;
    return RG_TYPE_INT;
}

ir_expr *ir_expr_op(ir_module *m, ir_loc loc, unsigned op, ir_expr *left, ir_expr *right_or_null)
{
    const rg_op_info *info = rg_op_lookup(op);
    bool binary = info && info->format == RG_FMT_U;

    if (!left || (binary && !right_or_null))
        return NULL;
    ir_expr *e = expr(m, loc, IR_OP, ir_op_type(op, left, right_or_null));
    if (e)
        e->op = op;
    return with_operands(e, left, right_or_null, NULL);
}

static ir_expr *logic(ir_module *m, ir_loc loc, ir_expr_kind kind, ir_expr *left, ir_expr *right)
{
    ir_expr *e = left && (right || kind == IR_NOT) ? expr(m, loc, kind, RG_TYPE_BOOL) : NULL;

    return with_operands(e, left, right, NULL);
}

ir_expr *ir_expr_and(ir_module *m, ir_loc loc, ir_expr *left, ir_expr *right)
{
    return logic(m, loc, IR_AND, left, right);
}

ir_expr *ir_expr_or(ir_module *m, ir_loc loc, ir_expr *left, ir_expr *right)
{
    return logic(m, loc, IR_OR, left, right);
}

ir_expr *ir_expr_not(ir_module *m, ir_loc loc, ir_expr *left)
{
    return logic(m, loc, IR_NOT, left, NULL);
}

ir_expr *ir_expr_select(ir_module *m, ir_loc loc, ir_expr *condition, ir_expr *yes, ir_expr *no)
{
    ir_expr *e = condition && yes && no ? expr(m, loc, IR_SELECT, yes->type) : NULL;

    return with_operands(e, condition, yes, no);
}

/* ---- places and arguments ---- */

ir_place ir_place_var(ir_loc loc, const ir_var *var) { return (ir_place){.var = var, .loc = loc}; }

ir_place ir_place_elem(ir_loc loc, const ir_var *array, ir_expr *row, ir_expr *column_or_null)
{
    return (ir_place){.var = row ? array : NULL, .row = row, .column = column_or_null, .loc = loc};
}

ir_arg ir_arg_place(ir_place place)
{
    return (ir_arg){.kind = IR_ARG_PLACE, .place = place, .loc = place.loc};
}

ir_arg ir_arg_array(ir_loc loc, const ir_var *array)
{
    return (ir_arg){.kind = IR_ARG_ARRAY, .array = array, .loc = loc};
}

ir_arg ir_arg_expr(ir_expr *expr)
{
    return (ir_arg){.kind = IR_ARG_EXPR, .expr = expr, .loc = expr ? expr->loc : (ir_loc){0, 0, 0}};
}

/* ---- statements ---- */

static ir_stmt *stmt(ir_module *m, ir_loc loc, ir_stmt_kind kind)
{
    ir_stmt *s = ir_arena_alloc(m, sizeof *s);

    if (s) {
        s->kind = kind;
        s->loc = loc;
    }
    return s;
}

static ir_stmt *on_place(ir_module *m, ir_loc loc, ir_stmt_kind kind, ir_place place)
{
    ir_stmt *s = place.var ? stmt(m, loc, kind) : NULL;

    if (s)
        s->place = place;
    return s;
}

static ir_stmt *on_places(ir_module *m, ir_loc loc, ir_stmt_kind kind, ir_place a, ir_place b)
{
    ir_stmt *s = b.var ? on_place(m, loc, kind, a) : NULL;

    if (s)
        s->place2 = b;
    return s;
}

ir_stmt *ir_update(ir_module *m, ir_loc loc, ir_place place, enum rg_mode mode, ir_expr *e)
{
    ir_stmt *s = e ? on_place(m, loc, IR_UPDATE, place) : NULL;

    if (s) {
        s->mode = mode;
        s->expr = e;
    }
    return s;
}

static ir_stmt *alloc_or_free(ir_module *m, ir_loc loc, ir_stmt_kind kind, const ir_var *var,
                              ir_expr *e)
{
    ir_stmt *s = var ? stmt(m, loc, kind) : NULL;

    if (s) {
        s->var = var;
        s->expr = e;
    }
    return s;
}

ir_stmt *ir_alloc(ir_module *m, ir_loc loc, const ir_var *var, ir_expr *expr_or_null)
{
    return alloc_or_free(m, loc, IR_ALLOC, var, expr_or_null);
}

ir_stmt *ir_free(ir_module *m, ir_loc loc, const ir_var *var, ir_expr *expr_or_null)
{
    return alloc_or_free(m, loc, IR_FREE, var, expr_or_null);
}

ir_stmt *ir_array(ir_module *m, ir_loc loc, const ir_var *array, bool free, ir_expr *rows,
                  ir_expr *columns_or_null)
{
    ir_stmt *s = array && rows ? stmt(m, loc, free ? IR_FREE_ARRAY : IR_ALLOC_ARRAY) : NULL;

    if (s) {
        s->var = array;
        s->first = rows;
        s->last = columns_or_null;
    }
    return s;
}

ir_stmt *ir_stack(ir_module *m, ir_loc loc, const ir_var *vector, bool free, ir_expr *capacity)
{
    ir_stmt *s = ir_array(m, loc, vector, free, capacity, NULL);

    if (s)
        s->stack = true;
    return s;
}

ir_stmt *ir_push(ir_module *m, ir_loc loc, const ir_var *stack, ir_place place, bool pop)
{
    ir_stmt *s = stack ? on_place(m, loc, pop ? IR_POP : IR_PUSH, place) : NULL;

    if (s)
        s->var = stack;
    return s;
}

ir_stmt *ir_leave(ir_module *m, ir_loc loc, const ir_var *var)
{
    ir_stmt *s = var ? stmt(m, loc, IR_LEAVE) : NULL;

    if (s)
        s->var = var;
    return s;
}

ir_stmt *ir_swap(ir_module *m, ir_loc loc, ir_place a, ir_place b)
{
    return on_places(m, loc, IR_SWAP, a, b);
}

ir_stmt *ir_neg(ir_module *m, ir_loc loc, ir_place place)
{
    return on_place(m, loc, IR_NEG, place);
}

ir_stmt *ir_rotate_bits(ir_module *m, ir_loc loc, ir_place place, bool left, ir_expr *by)
{
    ir_stmt *s = by ? on_place(m, loc, left ? IR_ROL : IR_ROR, place) : NULL;

    if (s)
        s->expr = by;
    return s;
}

ir_stmt *ir_rot(ir_module *m, ir_loc loc, ir_place x, ir_place y, bool inverse, ir_expr *angle)
{
    ir_stmt *s = angle ? on_places(m, loc, inverse ? IR_IROT : IR_ROT, x, y) : NULL;

    if (s)
        s->expr = angle;
    return s;
}

ir_stmt *ir_hadamard(ir_module *m, ir_loc loc, ir_place x, ir_place y, bool inverse)
{
    return on_places(m, loc, inverse ? IR_IHADAMARD : IR_HADAMARD, x, y);
}

ir_stmt *ir_random(ir_module *m, ir_loc loc, ir_place place, bool inverse)
{
    return on_place(m, loc, inverse ? IR_IRANDOM : IR_RANDOM, place);
}

ir_stmt *ir_muldiv(ir_module *m, ir_loc loc, ir_place place, bool inverse, ir_expr *factor,
                   ir_expr *divisor)
{
    ir_stmt *s = factor && divisor ? on_place(m, loc, inverse ? IR_IMULDIV : IR_MULDIV, place)
                                   : NULL;

    if (s) {
        s->first = factor;
        s->last = divisor;
    }
    return s;
}

ir_stmt *ir_mac(ir_module *m, ir_loc loc, bool inverse, ir_expr *a, ir_expr *b)
{
    ir_stmt *s = a && b ? stmt(m, loc, inverse ? IR_IMAC : IR_MAC) : NULL;

    if (s) {
        s->first = a;
        s->last = b;
    }
    return s;
}

ir_stmt *ir_read(ir_module *m, ir_loc loc, ir_place place, enum rg_mode mode)
{
    ir_stmt *s = on_place(m, loc, IR_READ, place);

    if (s)
        s->mode = mode;
    return s;
}

ir_stmt *ir_bank(ir_module *m, ir_loc loc, ir_place low, ir_place high)
{
    return on_places(m, loc, IR_BANK, low, high);
}

static bool complete(const ir_arg *a)
{
    return a->kind == IR_ARG_PLACE   ? a->place.var != NULL
           : a->kind == IR_ARG_ARRAY ? a->array != NULL
                                     : a->expr != NULL;
}

ir_stmt *ir_call(ir_module *m, ir_loc loc, const ir_routine *callee, bool inverse, size_t arg_count,
                 const ir_arg *args)
{
    for (size_t i = 0; i < arg_count; i++)
        if (!complete(&args[i]))
            return NULL;
    ir_stmt *s = callee ? stmt(m, loc, IR_CALL) : NULL;
    ir_arg *copy = ir_arena_alloc(m, (arg_count + 1) * sizeof *copy);
    if (!s || !copy)
        return NULL;
    if (arg_count)
        memcpy(copy, args, arg_count * sizeof *copy);
    s->callee = callee;
    s->inverse = inverse;
    s->arg_count = arg_count;
    s->args = copy;
    return s;
}

ir_stmt *ir_if(ir_module *m, ir_loc loc, ir_expr *pre, ir_expr *post_or_null, ir_stmt *then_body,
               ir_stmt *else_body)
{
    ir_stmt *s = pre ? stmt(m, loc, IR_IF) : NULL;

    if (s) {
        s->pre = pre;
        s->post = post_or_null;
        s->body = then_body;
        s->other = else_body;
    }
    return s;
}

ir_stmt *ir_while(ir_module *m, ir_loc loc, ir_expr *pre, ir_expr *post, ir_stmt *body)
{
    ir_stmt *s = pre && post ? stmt(m, loc, IR_WHILE) : NULL;

    if (s) {
        s->pre = pre;
        s->post = post;
        s->body = body;
    }
    return s;
}

ir_stmt *ir_for(ir_module *m, ir_loc loc, const ir_var *var, ir_expr *first, ir_expr *step_or_null,
                ir_expr *last, ir_stmt *body)
{
    ir_stmt *s = var && first && last ? stmt(m, loc, IR_FOR) : NULL;

    if (s) {
        s->var = var;
        s->first = first;
        s->step = step_or_null;
        s->last = last;
        s->body = body;
    }
    return s;
}

static ir_stmt *with_body(ir_module *m, ir_loc loc, ir_stmt_kind kind, unsigned id, ir_stmt *body)
{
    ir_stmt *s = stmt(m, loc, kind);

    if (s) {
        s->routine_id = id;
        s->body = body;
    }
    return s;
}

ir_stmt *ir_block(ir_module *m, ir_loc loc, ir_stmt *body)
{
    return with_body(m, loc, IR_BLOCK, 0, body);
}

ir_stmt *ir_routine_block(ir_module *m, ir_loc loc, unsigned routine_id, ir_stmt *body)
{
    return with_body(m, loc, IR_ROUTINE, routine_id, body);
}

ir_stmt *ir_unroutine(ir_module *m, ir_loc loc, unsigned routine_id)
{
    return with_body(m, loc, IR_UNROUTINE, routine_id, NULL);
}

static ir_stmt *with_expr(ir_module *m, ir_loc loc, ir_stmt_kind kind, ir_expr *e)
{
    ir_stmt *s = e ? stmt(m, loc, kind) : NULL;

    if (s)
        s->expr = e;
    return s;
}

ir_stmt *ir_assert(ir_module *m, ir_loc loc, ir_expr *condition)
{
    return with_expr(m, loc, IR_ASSERT, condition);
}

ir_stmt *ir_print_value(ir_module *m, ir_loc loc, ir_expr *e)
{
    return with_expr(m, loc, IR_PRINT, e);
}

ir_stmt *ir_append(ir_stmt *list, ir_stmt *s)
{
    if (!list)
        return s;
    ir_stmt *last = list;
    while (last->next)
        last = last->next;
    last->next = s;
    return list;
}
