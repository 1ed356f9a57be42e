/* expr.c: names, elements, operators. */
#include <math.h>
#include <string.h>

#include "tests/oracle/internal.h"

or_var *or_find(oracle *o, const char *name)
{
    for (size_t i = o->frame->count; i-- > 0;)
        if (strcmp(o->frame->vars[i].name, name) == 0)
            return &o->frame->vars[i];
    return NULL;
}

size_t or_extent(const or_var *v, unsigned dim)
{
    return dim == 1 ? v->rows : dim == 2 ? v->second : v->second ? v->columns / v->second : 0;
}

static int64_t index_of(oracle *o, const or_var *v, const fr_expr *e, unsigned dim)
{
    const or_var *old = o->end_array;
    unsigned old_dim = o->end_dim;
    o->end_array = v;
    o->end_dim = dim;
    int64_t i = or_integer(o, e);
    o->end_array = old;
    o->end_dim = old_dim;
    int64_t most = (int64_t)or_extent(v, dim);
    if (!o->types_only && (i < 1 || i > most))
        or_stop(o, OR_TRAP, RG_TRAP_BOUNDS, "an index is outside");
    return o->types_only ? 1 : i;
}

static uint32_t element(oracle *o, const fr_expr *e, rg_type_base *base)
{
    or_var *v = e->left->kind == EX_NAME ? or_find(o, e->left->name) : NULL;
    if (!v || v->rank != e->count || e->count < 1)
        or_stop(o, OR_UNDEFINED, 0, "not an array");
    uint32_t at = 0, step = 1;
    for (unsigned dim = 1; dim <= e->count; dim++) {
        at += (uint32_t)(index_of(o, v, e->items[dim - 1], dim) - 1) * step;
        step *= (uint32_t)or_extent(v, dim);
    }
    *base = v->base;
    return v->cell + at;
}

uint32_t or_place(oracle *o, const fr_expr *e, rg_type_base *base)
{
    if (e->kind == EX_INDEX)
        return element(o, e, base);
    or_var *v = e->kind == EX_NAME ? or_find(o, e->name) : NULL;
    if (!v || v->rank != 0)
        or_stop(o, OR_UNDEFINED, 0, "not a place");
    *base = v->base;
    return v->cell;
}

static or_value read_cell(oracle *o, uint32_t cell, rg_type_base base)
{
    if (o->watch && cell == o->watch && !o->types_only)
        or_stop(o, OR_UNDEFINED, 0, "a place is read while it changes");
    bool gradient = base == RG_TYPE_FIXED || base == RG_TYPE_LOG;
    return (or_value){.base = base, .word = o->cells[cell], .cell = gradient ? cell : 0};
}

static or_value name_value(oracle *o, const fr_expr *e)
{
    or_var *v = or_find(o, e->name);
    if (v && v->rank == 0)
        return read_cell(o, v->cell, v->base);
    for (const fr_const *c = o->program.consts; c && !v; c = c->next)
        if (strcmp(c->name, e->name) == 0)
            return or_eval(o, c->value);
    if (strcmp(e->name, "pi") == 0 || strcmp(e->name, "π") == 0)
        return or_real(3.141592653589793238462643383279502884L);
    or_stop(o, OR_UNDEFINED, 0, "unknown name");
}

static or_value unary(oracle *o, const fr_expr *e)
{
    or_value v = or_eval(o, e->right);
    switch (e->token) {
    case TOK_ADD: return v;
    case TOK_SUB: return or_binary(o, TOK_SUB, v.base == RG_TYPE_FIXED ? or_real(0) : or_int(0), v);
    case TOK_SQRT:
        if (v.constant && v.base != RG_TYPE_LOG && or_number(v) >= 0)
            return or_real(sqrtl(or_number(v)));
        return or_op1(o, RG_OP_FSQRT, or_convert(o, v, RG_TYPE_FIXED));
    default: break;
    }
    if (e->token == TOK_TILDE && v.base == RG_TYPE_INT)
        return or_binary(o, TOK_XOR, v, or_int(-1));
    if (v.base != RG_TYPE_BOOL)
        or_stop(o, OR_UNDEFINED, 0, "not a Bool");
    v.word = !v.word;
    return v;
}

static or_value typed_bool(bool v) { return (or_value){.base = RG_TYPE_BOOL, .word = v}; }

/* It is one for the compiler; it is not evaluated. */
static bool constant(oracle *o, const fr_expr *e)
{
    bool old = o->types_only;
    o->types_only = true;
    const bool is = or_eval(o, e).constant;
    o->types_only = old;
    return is;
}

static or_value logic(oracle *o, const fr_expr *e)
{
    const or_value left = or_eval(o, e->left);
    const bool holds = or_condition(o, e->left);
    if (!o->types_only && (e->token == TOK_ANDAND ? !holds : holds))
        return left.constant ? left : typed_bool(holds);
    const or_value right = or_eval(o, e->right);
    return left.constant && right.constant ? right : typed_bool(or_condition(o, e->right));
}

static rg_type_base type_of(oracle *o, const fr_expr *e)
{
    bool old = o->types_only;
    o->types_only = true;
    rg_type_base base = or_eval(o, e).base;
    o->types_only = old;
    return base;
}

static or_value ternary(oracle *o, const fr_expr *e)
{
    rg_type_base a = type_of(o, e->right), b = type_of(o, e->third);
    rg_type_base base = a == b                                     ? a
                        : a == RG_TYPE_LOG || b == RG_TYPE_LOG     ? RG_TYPE_LOG
                        : a == RG_TYPE_FIXED || b == RG_TYPE_FIXED ? RG_TYPE_FIXED
                                                                   : RG_TYPE_INT;
    const bool exact = base != RG_TYPE_LOG && constant(o, e->left) && constant(o, e->right)
                       && constant(o, e->third);
    const or_value chosen = or_eval(o, or_condition(o, e->left) ? e->right : e->third);
    return !exact                ? or_convert(o, chosen, base)
           : chosen.base == base ? chosen
                                 : or_real(or_number(chosen));
}

or_value or_eval(oracle *o, const fr_expr *e)
{
    rg_type_base base;
    uint32_t cell;
    switch (e->kind) {
    case EX_INT:
        if (or_wrap(o, (int64_t)e->integer)
            != (int64_t)
                   e->integer) /* the compiler computes with it as long as it becomes no word */
            or_stop(o, OR_UNDEFINED, 0, "too large a number");
        return or_int((int64_t)e->integer);
    case EX_REAL: return or_real(e->real);
    case EX_BOOL: return or_bool(e->integer != 0);
    case EX_NAME: return name_value(o, e);
    case EX_INDEX: cell = element(o, e, &base); return read_cell(o, cell, base);
    case EX_CALL: return or_function(o, e);
    case EX_UNARY: return unary(o, e);
    case EX_TERNARY: return ternary(o, e);
    case EX_BINARY:
        if (e->token == TOK_ANDAND || e->token == TOK_OROR)
            return logic(o, e);
        or_value left = or_eval(o, e->left);
        return or_binary(o, e->token, left, or_eval(o, e->right));
    case EX_END:
        if (o->end_array)
            return (or_value){.base = RG_TYPE_INT,
                              .word = (int64_t)or_extent(o->end_array, o->end_dim)};
        break;
    default: break;
    }
    or_stop(o, OR_UNDEFINED, 0, "an expression that the interpreter does not know");
}

bool or_condition(oracle *o, const fr_expr *e)
{
    or_value v = or_eval(o, e);
    if (v.base != RG_TYPE_BOOL)
        or_stop(o, OR_UNDEFINED, 0, "a condition that is not Bool");
    return v.word != 0;
}

int64_t or_integer(oracle *o, const fr_expr *e)
{
    or_value v = or_eval(o, e);
    if (!or_integral(v))
        or_stop(o, OR_UNDEFINED, 0, "not an Int");
    return v.word;
}
