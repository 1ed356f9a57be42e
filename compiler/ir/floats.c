/* floats.c: what a machine with FLOAT does not do yet, found before any code is made. */
#include "ir.h"

#include <stdio.h>
#include <string.h>

#include "isa/isa.h"

typedef struct {
    ir_diagnostic *diagnostic;
    bool good;
} check;

static void refuse(check *c, ir_loc loc, const char *what)
{
    if (!c->good)
        return;
    c->good = false;
    c->diagnostic->loc = loc;
    memcpy(c->diagnostic->code, "R0508", sizeof "R0508");
    snprintf(c->diagnostic->text, sizeof c->diagnostic->text, "%s is not there for Float yet",
             what);
}

static const char *missing_function(const ir_expr *e)
{
    switch (e->op) {
    case RG_OP_LTOF: return "the value of a Log";
    case RG_OP_LMULF: return "a factor of a Log";
    case RG_OP_LPOW: return "a power of a Log";
    case RG_OP_SHR:
    case RG_OP_SHL:
    case RG_OP_OR:
    case RG_OP_AND: return e->type == RG_TYPE_FIXED ? "a number made of the bits of an Int" : NULL;
    default: return NULL;
    }
}

static void check_expr(check *c, const ir_expr *e)
{
    if (!e || !c->good)
        return;
    const char *missing = e->kind == IR_OP ? missing_function(e) : NULL;
    if (missing)
        refuse(c, e->loc, missing);
    check_expr(c, e->left);
    check_expr(c, e->right);
    check_expr(c, e->third);
}

static const char *missing_statement(const ir_stmt *s)
{
    const bool number = s->place.var && s->place.var->base == RG_TYPE_FIXED;

    switch (s->kind) {
    case IR_ROT:
    case IR_IROT: return "ROT";
    case IR_HADAMARD:
    case IR_IHADAMARD: return "HADAMARD";
    case IR_MULDIV:
    case IR_IMULDIV: return number ? "a product in place with a bank of remainders" : NULL;
    case IR_ROL:
    case IR_ROR: return number ? "a rotation of bits" : NULL;
    case IR_PUSH:
    case IR_POP:
        return s->var && s->var->base != s->place.var->base
                       && (number || s->var->base == RG_TYPE_FIXED)
                   ? "a stack of another type"
                   : NULL;
    case IR_UPDATE: return number && s->mode == RG_MODE_XOR ? "xor" : NULL;
    default: return NULL;
    }
}

static void check_list(check *c, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s && c->good; s = s->next) {
        const char *missing = missing_statement(s);
        if (missing)
            refuse(c, s->loc, missing);
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            check_expr(c, *ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            check_expr(c, ir_place_slot(s, i)->row);
            check_expr(c, ir_place_slot(s, i)->column);
        }
        check_list(c, s->body);
        check_list(c, s->other);
    }
}

bool ir_check_floats(const ir_module *m, ir_diagnostic *diagnostic)
{
    check c = {diagnostic, true};

    for (const ir_routine *r = m->routines; m->wide && r && c.good; r = r->next)
        check_list(&c, r->body);
    return c.good;
}
