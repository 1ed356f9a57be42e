/* validate.c: does a module keep the rules of ir.h? */
#include "ir.h"

#include <stdarg.h>

enum { MAX_DEPTH = 1000 };

typedef struct {
    const ir_module *m;
    const ir_routine *r;
    ir_diagnostic *diagnostic;
    unsigned depth;
} validator;

static bool wrong(validator *v, ir_loc loc, const char *format, ...)
{
    va_list args;

    if (v->diagnostic->code[0])
        return false;
    snprintf(v->diagnostic->code, sizeof v->diagnostic->code, "R0731");
    v->diagnostic->loc = loc;
    va_start(args, format);
    vsnprintf(v->diagnostic->text, sizeof v->diagnostic->text, format, args);
    va_end(args);
    return false;
}

static bool compatible(rg_type_base a, rg_type_base b)
{
    return a == b || (rg_type_is_whole(a) && rg_type_is_whole(b));
}

static bool check_var(validator *v, ir_loc loc, const ir_var *var, bool array)
{
    if (!var || var->id >= v->r->var_count || v->r->vars[var->id] != var)
        return wrong(v, loc, "a variable of another routine");
    return (var->rank > 0) == array
           || wrong(v, loc, "'%s' is %s array", var->name, array ? "no" : "an");
}

static bool check_expr(validator *v, const ir_expr *e);

static bool check_typed(validator *v, ir_loc loc, const ir_expr *e, rg_type_base type)
{
    if (!e)
        return wrong(v, loc, "an expression is missing");
    if (!check_expr(v, e))
        return false;
    return compatible(e->type, type) || wrong(v, e->loc, "an operand of the wrong type");
}

static bool check_index(validator *v, ir_loc loc, const ir_var *var, const ir_expr *row,
                        const ir_expr *column)
{
    return check_var(v, loc, var, true) && check_typed(v, loc, row, RG_TYPE_INT)
           && (var->rank >= 2) == (column != NULL)
           && (!column || check_typed(v, loc, column, RG_TYPE_INT));
}

static rg_type_base operand_type(rg_operand_kind bk)
{
    return bk == RG_BK_F ? RG_TYPE_FIXED : bk == RG_BK_L ? RG_TYPE_LOG : RG_TYPE_INT;
}

static bool check_op(validator *v, const ir_expr *e)
{
    const rg_op_info *info = rg_op_lookup(e->op);

    if (!info || (info->format != RG_FMT_U && info->format != RG_FMT_U1))
        return wrong(v, e->loc, "%s is no function", info ? info->mnemonic : "this");
    if (info->format == RG_FMT_U1)
        return (!e->right || wrong(v, e->loc, "%s has one operand", info->mnemonic))
               && check_typed(v, e->loc, e->left, operand_type(info->bk));
    if (e->op >= RG_OP_EQ && e->op <= RG_OP_GE) /* comparisons take words of any one type */
        return e->left && check_expr(v, e->left) && check_typed(v, e->loc, e->right, e->left->type);
    rg_type_base a = info->kind == RG_KIND_FIX   ? RG_TYPE_FIXED
                     : info->kind == RG_KIND_LOG ? RG_TYPE_LOG
                                                 : RG_TYPE_INT;
    return check_typed(v, e->loc, e->left, a)
           && check_typed(v, e->loc, e->right, operand_type(info->bk));
}

static bool check_inner(validator *v, const ir_expr *e)
{
    switch (e->kind) {
    case IR_VAR: return check_var(v, e->loc, e->var, false);
    case IR_CONST: return true;
    case IR_ELEM: return check_index(v, e->loc, e->var, e->left, e->right);
    case IR_DIM:
        return check_var(v, e->loc, e->var, true)
               && ((e->raw >= 1 && e->raw <= ir_extents(e->var->rank))
                   || wrong(v, e->loc, "no such dimension"));
    case IR_WITHIN:
        return check_var(v, e->loc, e->var, true) && check_typed(v, e->loc, e->left, RG_TYPE_INT)
               && ((e->raw >= 1 && e->raw <= ir_extents(e->var->rank))
                   || wrong(v, e->loc, "no such dimension"));
    case IR_OP: return check_op(v, e);
    case IR_AND:
    case IR_OR:
        return check_typed(v, e->loc, e->left, RG_TYPE_BOOL)
               && check_typed(v, e->loc, e->right, RG_TYPE_BOOL);
    case IR_NOT: return check_typed(v, e->loc, e->left, RG_TYPE_BOOL);
    case IR_SELECT:
        return check_typed(v, e->loc, e->left, RG_TYPE_BOOL)
               && check_typed(v, e->loc, e->right, e->type)
               && check_typed(v, e->loc, e->third, e->type);
    }
    return wrong(v, e->loc, "unknown expression");
}

static bool check_expr(validator *v, const ir_expr *e)
{
    if (++v->depth > MAX_DEPTH)
        return wrong(v, e->loc, "nested too deeply");
    bool ok = check_inner(v, e);
    v->depth--;
    return ok;
}

static bool check_place(validator *v, const ir_place *p)
{
    return p->row ? check_index(v, p->loc, p->var, p->row, p->column)
                  : check_var(v, p->loc, p->var, false);
}

static bool check_arg(validator *v, const ir_arg *a, const ir_var *param)
{
    switch (a->kind) {
    case IR_ARG_PLACE:
        return check_place(v, &a->place)
               && ((param->rank == 0 && compatible(a->place.var->base, param->base))
                   || wrong(v, a->loc, "argument of another type"));
    case IR_ARG_ARRAY:
        return check_var(v, a->loc, a->array, true)
               && ((param->rank == a->array->rank && param->base == a->array->base)
                   || wrong(v, a->loc, "argument of another type"));
    case IR_ARG_EXPR:
        return (param->rank == 0 || wrong(v, a->loc, "a value for an array"))
               && check_typed(v, a->loc, a->expr, param->base);
    }
    return wrong(v, a->loc, "unknown argument");
}

static bool check_call(validator *v, const ir_stmt *s)
{
    if (s->callee->module != v->m || s->arg_count != s->callee->param_count)
        return wrong(v, s->loc, "call of %s with %zu arguments instead of %zu", s->callee->name,
                     s->arg_count, s->callee->param_count);
    for (size_t i = 0; i < s->arg_count; i++)
        if (!check_arg(v, &s->args[i], s->callee->vars[i]))
            return false;
    return true;
}

static bool check_update(validator *v, const ir_stmt *s)
{
    if (!check_place(v, &s->place) || !check_typed(v, s->loc, s->expr, s->place.var->base))
        return false;
    bool log = s->place.var->base == RG_TYPE_LOG;
    return s->mode == RG_MODE_ADD || s->mode == RG_MODE_SUB || (s->mode == RG_MODE_XOR && !log)
           || wrong(v, s->loc, "an update of unknown mode");
}

static bool check_list(validator *v, const ir_stmt *list);

/* Those of three or more dimensions have one for each but the first. */
static bool check_inner_extents(validator *v, const ir_stmt *s)
{
    for (unsigned i = 0; i + 1 < RG_MOST_RANK; i++)
        if ((s->inner[i] != NULL) != (s->var->rank > 2 && i + 1 < s->var->rank)
            || (s->inner[i] && !check_typed(v, s->loc, s->inner[i], RG_TYPE_INT)))
            return false;
    return true;
}

static bool check_for(validator *v, const ir_stmt *s)
{
    return check_var(v, s->loc, s->var, false) && s->var->base == RG_TYPE_INT
           && check_typed(v, s->loc, s->first, RG_TYPE_INT)
           && check_typed(v, s->loc, s->last, RG_TYPE_INT)
           && (!s->step || check_typed(v, s->loc, s->step, RG_TYPE_INT)) && check_list(v, s->body);
}

static bool check_turn(validator *v, const ir_stmt *s)
{
    return check_place(v, &s->place) && check_place(v, &s->place2)
           && s->place.var->base == RG_TYPE_FIXED && s->place2.var->base == RG_TYPE_FIXED
           && (s->kind == IR_HADAMARD || s->kind == IR_IHADAMARD
               || check_typed(v, s->loc, s->expr, RG_TYPE_FIXED));
}

static bool is_place_of(validator *v, const ir_place *p, rg_type_base base)
{
    return check_place(v, p) && p->var->base == base;
}

/* A ratio is one of two numbers or of two integers. */
static bool check_muldiv(validator *v, const ir_stmt *s)
{
    rg_type_base base = s->first && rg_type_is_whole(s->first->type) ? RG_TYPE_INT : RG_TYPE_FIXED;

    return is_place_of(v, &s->place, RG_TYPE_FIXED) && check_typed(v, s->loc, s->first, base)
           && check_typed(v, s->loc, s->last, base);
}

static bool check_own(validator *v, const ir_stmt *s)
{
    switch (s->kind) {
    case IR_UPDATE: return check_update(v, s);
    case IR_ALLOC:
    case IR_FREE:
        return check_var(v, s->loc, s->var, false)
               && (!s->expr || check_typed(v, s->loc, s->expr, s->var->base));
    case IR_SWAP:
        return check_place(v, &s->place) && check_place(v, &s->place2)
               && compatible(s->place.var->base, s->place2.var->base);
    case IR_NEG: return check_place(v, &s->place) && s->place.var->base != RG_TYPE_LOG;
    case IR_ROL:
    case IR_ROR:
        return check_place(v, &s->place) && rg_type_is_whole(s->place.var->base)
               && check_typed(v, s->loc, s->expr, RG_TYPE_INT);
    case IR_ROT:
    case IR_IROT:
    case IR_HADAMARD:
    case IR_IHADAMARD: return check_turn(v, s);
    case IR_RANDOM:
    case IR_IRANDOM: return is_place_of(v, &s->place, RG_TYPE_INT);
    case IR_MULDIV:
    case IR_IMULDIV: return check_muldiv(v, s);
    case IR_MAC:
    case IR_IMAC:
        return check_typed(v, s->loc, s->first, RG_TYPE_FIXED)
               && check_typed(v, s->loc, s->last, RG_TYPE_FIXED);
    case IR_READ:
        return is_place_of(v, &s->place, RG_TYPE_FIXED)
               && (s->mode == RG_MODE_ADD || s->mode == RG_MODE_SUB);
    case IR_BANK:
        return is_place_of(v, &s->place, RG_TYPE_INT) && is_place_of(v, &s->place2, RG_TYPE_INT);
    case IR_CALL: return check_call(v, s);
    case IR_IF:
        return check_typed(v, s->loc, s->pre, RG_TYPE_BOOL)
               && (!s->post || check_typed(v, s->loc, s->post, RG_TYPE_BOOL))
               && check_list(v, s->body) && check_list(v, s->other);
    case IR_WHILE:
        return check_typed(v, s->loc, s->pre, RG_TYPE_BOOL)
               && check_typed(v, s->loc, s->post, RG_TYPE_BOOL) && check_list(v, s->body);
    case IR_FOR: return check_for(v, s);
    case IR_BLOCK:
    case IR_ROUTINE: return check_list(v, s->body);
    case IR_UNROUTINE: return true;
    case IR_ASSERT: return check_typed(v, s->loc, s->expr, RG_TYPE_BOOL);
    case IR_ALLOC_ARRAY:
    case IR_FREE_ARRAY:
        return check_var(v, s->loc, s->var, true) && check_typed(v, s->loc, s->first, RG_TYPE_INT)
               && (s->var->rank >= 2) == (s->last != NULL)
               && (!s->last || check_typed(v, s->loc, s->last, RG_TYPE_INT))
               && check_inner_extents(v, s)
               && (!s->place.var
                   || (s->place.var != s->var && s->place.row && s->var->rank == 1
                       && check_place(v, &s->place)));
    case IR_LEAVE:
        return s->var && check_var(v, s->loc, s->var, s->var->rank > 0)
               && (v->r->forth
                   || wrong(v, s->loc, "'%s' is left where nothing runs back", s->var->name));
    case IR_PUSH:
    case IR_POP:
        return check_var(v, s->loc, s->var, true) && s->var->rank == 1 && check_place(v, &s->place)
               && (s->place.var != s->var
                   || wrong(v, s->loc, "'%s' is pushed onto itself", s->var->name));
    case IR_PRINT: return s->expr && check_expr(v, s->expr);
    }
    return false;
}

static bool check_list(validator *v, const ir_stmt *list)
{
    if (++v->depth > MAX_DEPTH)
        return wrong(v, v->r->loc, "nested too deeply");
    for (const ir_stmt *s = list; s; s = s->next)
        if (!check_own(v, s))
            return wrong(v, s->loc, "a statement of kind %d with wrong parts", (int)s->kind);
    v->depth--;
    return true;
}

bool ir_validate(const ir_module *m, ir_diagnostic *diagnostic)
{
    validator v = {.m = m, .diagnostic = diagnostic};

    *diagnostic = (ir_diagnostic){0};
    if (m->out_of_memory) {
        snprintf(diagnostic->code, sizeof diagnostic->code, "R0712");
        snprintf(diagnostic->text, sizeof diagnostic->text, "out of memory");
        return false;
    }
    for (v.r = m->routines; v.r; v.r = v.r->next) {
        v.depth = 0;
        if (!check_list(&v, v.r->body))
            return false;
    }
    return true;
}
