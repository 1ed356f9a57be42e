/* floats.c: what a machine with FLOAT does not do yet, found before any code is made. */
#include "ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

typedef struct {
    ir_diagnostic *diagnostic;
    bool good;
    const ir_routine *routine;
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

static bool is_argument(const ir_routine *r, const ir_var *v) { return v->id < r->param_count; }

static const char *missing_statement(const ir_routine *r, const ir_stmt *s)
{
    const bool number = s->place.var && s->place.var->base == RG_TYPE_FIXED;

    switch (s->kind) {
    case IR_PUSH: /* an argument would come out as integers */
    case IR_POP:
        return s->var && s->var->base != s->place.var->base && is_argument(r, s->var)
                       && (number || s->var->base == RG_TYPE_FIXED)
                   ? "a stack of another type that is an argument"
                   : NULL;
    case IR_ROL:
    case IR_ROR: return number ? "a rotation of bits" : NULL;
    default: return NULL;
    }
}

static void check_list(check *c, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s && c->good; s = s->next) {
        const char *missing = missing_statement(c->routine, s);
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

static void check_routine(check *c, const ir_routine *r)
{
    c->routine = r;
    check_list(c, r->body);
}

/* ---- routines that the entry does not reach ---- */

static void reach(bool *reached, const ir_routine *r);

static void reach_calls(bool *reached, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL)
            reach(reached, s->callee);
        reach_calls(reached, s->body);
        reach_calls(reached, s->other);
    }
}

static void reach(bool *reached, const ir_routine *r)
{
    if (reached[r->index])
        return;
    reached[r->index] = true;
    reach_calls(reached, r->body);
}

static bool is_entry(const ir_routine *r, const char *entry)
{
    const ir_routine *named = r->forth ? r->forth : r;

    return named->exported && strcmp(named->name, entry) == 0;
}

/* By index; NULL: all of them, or memory is short. */
static bool *reached_from(const ir_module *m, const char *entry)
{
    bool found = false, *reached = entry ? calloc(m->routine_count + 1, sizeof *reached) : NULL;

    for (const ir_routine *r = m->routines; reached && r; r = r->next)
        if (is_entry(r, entry)) {
            found = true;
            reach(reached, r);
        }
    if (found)
        return reached;
    free(reached);
    return NULL;
}

static void leave_out(ir_module *m, const bool *reached)
{
    ir_routine **link = &m->routines;

    m->routine_count = 0;
    m->last = NULL;
    for (ir_routine *r = m->routines; r; r = r->next) {
        if (!reached[r->index])
            continue;
        *link = m->last = r;
        link = &r->next;
        r->index = m->routine_count++;
    }
    *link = NULL;
}

bool ir_check_floats(ir_module *m, const char *entry, ir_diagnostic *diagnostic)
{
    ir_diagnostic unused = {0};
    check c = {diagnostic, true, NULL}, others = {&unused, true, NULL};
    bool *reached = m->wide ? reached_from(m, entry) : NULL;

    for (const ir_routine *r = m->routines; m->wide && r && c.good; r = r->next)
        check_routine(!reached || reached[r->index] ? &c : &others, r);
    if (reached && c.good && !others.good)
        leave_out(m, reached);
    free(reached);
    return c.good;
}
