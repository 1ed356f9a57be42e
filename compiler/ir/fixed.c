/* fixed.c: Fixed beside Float, in a program that names both. A Fixed is a variable: what is read of
 * it is a Float, without loss. So an expression is worked out as Float, and FMOV rounds what goes
 * into a Fixed. */
#include "ir.h"

#include <stdio.h>
#include <string.h>

#include "isa/isa.h"

static ir_kind stronger(ir_kind a, ir_kind b) { return a > b ? a : b; }

ir_kind ir_kind_of(const ir_expr *e)
{
    if (!e || e->type != RG_TYPE_FIXED)
        return IR_KIND_NONE;
    if (e->kind == IR_VAR || e->kind == IR_ELEM)
        return e->var->narrow ? IR_KIND_FIXED : IR_KIND_FLOAT;
    if (e->kind == IR_SELECT)
        return stronger(ir_kind_of(e->right), ir_kind_of(e->third));
    if (e->kind != IR_OP)
        return IR_KIND_NONE;
    return e->op == RG_OP_FMOV   ? IR_KIND_FIXED
           : e->op == RG_OP_LTOF ? IR_KIND_FLOAT
                                 : stronger(ir_kind_of(e->left), ir_kind_of(e->right));
}

bool ir_is_to_fixed(const ir_expr *e) { return e->kind == IR_OP && e->op == RG_OP_FMOV; }

ir_expr *ir_to_fixed(ir_module *m, ir_expr *e)
{
    return ir_is_to_fixed(e) ? e : ir_expr_op(m, e->loc, RG_OP_FMOV, e, NULL);
}

/* ---- what goes into a Fixed is rounded ---- */

static const ir_var *target_of(const ir_stmt *s)
{
    return s->kind == IR_UPDATE                        ? s->place.var
           : s->kind == IR_ALLOC || s->kind == IR_FREE ? s->var
                                                       : NULL;
}

/* One that knows what it is added to. */
static ir_expr *summand(ir_module *m, const ir_stmt *s)
{
    const bool narrow = s->kind == IR_UPDATE && s->place.var->narrow;
    ir_expr *e = ir_to_fixed(m, s->expr);

    if (!e || e->narrow == narrow)
        return e;
    ir_expr *own = ir_expr_op(m, e->loc, RG_OP_FMOV, e->left, NULL);
    if (own)
        own->narrow = narrow;
    return own;
}

static void round_list(ir_module *m, ir_stmt *list)
{
    for (ir_stmt *s = list; s; s = s->next) {
        const ir_var *v = target_of(s);
        if (v && s->expr && (v->narrow || ir_is_to_fixed(s->expr)))
            s->expr = summand(m, s);
        round_list(m, s->body);
        round_list(m, s->other);
    }
}

void ir_round_fixed(ir_module *m)
{
    for (ir_routine *r = m->routines; m->wide && r; r = r->next)
        round_list(m, r->body);
}

/* ---- what a Fixed beside Float has not ---- */

typedef struct {
    ir_diagnostic *diagnostic;
    bool good;
} check;

static void refuse(check *c, const char *code, ir_loc loc, const char *text, const char *name)
{
    if (!c->good)
        return;
    c->good = false;
    c->diagnostic->loc = loc;
    memcpy(c->diagnostic->code, code, sizeof "R0508");
    snprintf(c->diagnostic->text, sizeof c->diagnostic->text, text, name);
}

static bool is_narrow(const ir_var *v) { return v && v->narrow; }

/* That a Float is converted by Fixed(...) is a rule of the language, not of this form. */
static void check_value(check *c, const ir_stmt *s, const ir_var *v)
{
    if (s->kind == IR_UPDATE && s->mode == RG_MODE_XOR)
        refuse(c, "R0508", s->loc, "'%.40s' is a Fixed beside Float, which has no xor update yet",
               v->name);
}

static void check_argument(check *c, const ir_arg *a, const ir_var *param)
{
    const ir_var *v = a->kind == IR_ARG_PLACE   ? a->place.var
                      : a->kind == IR_ARG_ARRAY ? a->array
                                                : NULL;

    if (v && v->narrow != param->narrow)
        refuse(c, "R0202", a->loc, "'%.40s' is no argument of that kind: one is Fixed, one Float",
               v->name);
}

static void check_statement(check *c, const ir_stmt *s)
{
    const bool narrow = is_narrow(s->place.var);

    switch (s->kind) {
    case IR_UPDATE:
    case IR_ALLOC:
    case IR_FREE:
        if (s->expr && is_narrow(target_of(s)))
            check_value(c, s, target_of(s));
        return;
    case IR_CALL:
        for (size_t i = 0; i < s->arg_count; i++)
            check_argument(c, &s->args[i], s->callee->vars[i]);
        return;
    case IR_NEG:
    case IR_ALLOC_ARRAY:
    case IR_FREE_ARRAY:
    case IR_PUSH:
    case IR_POP:
    case IR_SWAP:
        if (s->kind == IR_SWAP ? narrow != is_narrow(s->place2.var)
                               : s->kind != IR_NEG && s->place.var && narrow != is_narrow(s->var))
            refuse(c, "R0202", s->loc, "'%.40s' meets a number of the other kind, Fixed or Float",
                   s->place.var->name);
        return;
    default:
        if (narrow || is_narrow(s->place2.var))
            refuse(c, "R0508", s->loc,
                   "'%.40s' is a Fixed beside Float, which has += and -= alone: use a Float64",
                   (narrow ? s->place.var : s->place2.var)->name);
    }
}

static void check_list(check *c, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s && c->good; s = s->next) {
        check_statement(c, s);
        check_list(c, s->body);
        check_list(c, s->other);
    }
}

bool ir_check_fixed(ir_module *m, ir_diagnostic *diagnostic)
{
    check c = {diagnostic, true};

    for (const ir_routine *r = m->routines; m->wide && r && c.good; r = r->next)
        check_list(&c, r->body);
    if (c.good)
        ir_round_fixed(m);
    return c.good;
}
