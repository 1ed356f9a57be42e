/* routine.c: one function: its variables, its list, and the undoing of it. */
#include "ec.h"

#include <string.h>

/* ---- variables ---- */

/* Is it a scalar of the caller? */
static bool is_in_place(const ec *e, size_t i) { return e->names[i][0] == '('; }

static void companions_of(ec *e, const ir_var *v, bool gradients)
{
    if (!ec_has_companion(e, v->base))
        return;
    if (gradients)
        ec_line(e, "RG_UNUSED int64_t %s_g = 0;", ec_name(e, v));
    else if (e->mode == EC_TANGENT)
        ec_line(e, "RG_UNUSED int64_t %s_t = 0;", ec_name(e, v));
}

/* Constants of loops: the largest set that one variable needs in any loop. */
static void loop_variables(ec *e, const ir_stmt *list, const ir_var *v, unsigned *needs)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_FOR && s->var == v)
            *needs |=
                s->step && !(s->step->kind == IR_CONST && (s->step->raw == 1 || s->step->raw == -1))
                    ? 3
                    : 1;
        loop_variables(e, s->body, v, needs);
        loop_variables(e, s->other, v, needs);
    }
}

static bool is_named_in(const ir_stmt *list, const ir_var *v);

static bool is_read(const ir_expr *x, const ir_var *v)
{
    return x
           && (x->var == v || is_read(x->left, v) || is_read(x->right, v) || is_read(x->third, v));
}

static bool names_it(const ir_stmt *s, const ir_var *v)
{
    if (s->var == v)
        return true;
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        if (is_read(*ir_expr_slot(s, i), v))
            return true;
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        const ir_place *p = ir_place_slot(s, i);
        if (p->var == v || is_read(p->row, v) || is_read(p->column, v))
            return true;
    }
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].array == v)
            return true;
    return is_named_in(s->body, v) || is_named_in(s->other, v);
}

static bool is_named_in(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (names_it(s, v))
            return true;
    return false;
}

static void local(ec *e, const ir_stmt *body, const ir_var *v, bool gradients)
{
    const char *name = ec_name(e, v);
    unsigned needs = 0;

    if (!is_named_in(body, v))
        return;
    if (v->rank > 0) {
        ec_line(e, "RG_UNUSED rg_array %s = {0};", name);
        return;
    }
    loop_variables(e, body, v, &needs);
    ec_line(e, "RG_UNUSED int64_t %s = 0;", name);
    companions_of(e, v, gradients);
    if (needs)
        ec_line(e, "int64_t %s_first = 0, %s_last = 0;", name, name);
    if (needs & 2) {
        ec_line(e, "int64_t %s_step = 0;", name);
        ec_line(e, "RG_UNUSED uint64_t %s_k = 0;", name);
    }
}

static void take_parameter(ec *e, const ec_function *f, const ir_var *v)
{
    const char *name = ec_name(e, v), plane = f->mode == EC_GRADIENT ? 'g' : 't';
    const bool companion = ec_has_companion(e, v->base) && f->mode != EC_VALUE;

    if (v->rank > 0) {
        ec_line(e, "RG_UNUSED rg_array %s = *p_%s;", name, name);
        if (companion && !f->sure) {
            ec_line(e, "if (!%s.%c && %s.rows != 0)", name, plane, name);
            ec_line(e, "    return rg_stop(rg, RG_TRAP_MODE, %s);", ec_at(e, v->loc));
        }
        return;
    }
    ec_line(e, "RG_UNUSED int64_t %s = *p_%s;", name, name);
    if (companion && ec_passes(e, f, v))
        ec_line(e, "RG_UNUSED int64_t %s_%c = *p_%s_%c;", name, plane, name, plane);
    else if (companion)
        ec_line(e, "RG_UNUSED int64_t %s_%c = 0;", name, plane);
}

static void declare(ec *e, const ec_function *f, const ir_routine *r, const ir_stmt *body)
{
    const bool gradients = f->mode == EC_GRADIENT;

    for (size_t i = 0; i < r->var_count; i++)
        if (i < r->param_count && is_in_place(e, i))
            continue;
        else if (i < r->param_count)
            take_parameter(e, f, r->vars[i]);
        else
            local(e, body, r->vars[i], gradients);
    for (size_t i = 0; i < r->param_count; i++)
        if (is_in_place(e, i))
            ec_line(e, "(void)%s;", e->names[i]);
    ec_line(e, "(void)rg;");
}

/* What the parameters are now goes to the caller. */
static void give_back(ec *e, const ec_function *f, const ir_routine *r, bool values)
{
    for (size_t i = 0; i < r->param_count; i++) {
        const ir_var *v = r->vars[i];
        const char *name = e->names[i];
        const bool written = e->written[r->index][i], companion = ec_passes(e, f, v);
        if (v->rank > 0) {
            if (written && values && v->rank == 1 && e->stacks)
                ec_line(e, "p_%s->rows = %s.rows;", name, name);
            continue;
        }
        if (written && values && !is_in_place(e, i))
            ec_line(e, "*p_%s = %s;", name, name);
        if (companion && e->mode == EC_GRADIENT)
            ec_line(e, "*p_%s_g = %s_g;", name, name);
        if (companion && e->mode == EC_TANGENT && written)
            ec_line(e, "*p_%s_t = %s_t;", name, name);
    }
}

static void enter(ec *e, const ir_routine *r, ec_function f)
{
    e->r = r;
    e->mode = f.mode;
    e->sure = f.sure;
    e->distrusts = f.inverse;
    e->temps = 0;
    e->indent = 1;
    e->planes = false;
    ec_raw(e, "\n");
    ec_signature(e, f, true);
    ec_raw(e, "\n{\n");
}

static bool holds_kind(const ir_stmt *list, ir_stmt_kind kind)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s->kind == kind || holds_kind(s->body, kind) || holds_kind(s->other, kind))
            return true;
    return false;
}

/* Where nothing can trap and a branch decides what changes, scalars stay the caller's. In a loop
 * they would be read again and again. */
static void use_in_place(ec *e, const ir_routine *r)
{
    if (!holds_kind(r->body, IR_IF) || holds_kind(r->body, IR_FOR) || holds_kind(r->body, IR_WHILE))
        return;
    for (size_t i = 0; i < r->param_count; i++)
        if (r->vars[i]->rank == 0 && e->written[r->index][i])
            e->names[i] = ec_text(e, "(*p_%s)", e->names[i]);
}

static bool has_labels(const ec *e)
{
    for (size_t i = 0; i < e->used_capacity; i++)
        if (e->used[i])
            return true;
    return false;
}

static void forget_labels(ec *e)
{
    if (e->used)
        memset(e->used, 0, e->used_capacity * sizeof *e->used);
}

static void stop_if_deep(ec *e, const ir_routine *r)
{
    ec_line(e, "if (rg->depth >= RG_DEPTH)");
    ec_line(e, "    return rg_stop(rg, RG_TRAP_ADDRESS, %s);", ec_at(e, r->loc));
    ec_line(e, "rg->depth++;");
}

void ec_write_function(ec *e, ec_function f)
{
    const ir_routine *r = f.routine;
    const bool deep = !f.sure && ec_is_recursive(e, r);
    e->labels = 0;
    ec_node *list = ec_expand(e, r->body, f.inverse);
    if (e->failed || !ec_name_variables(e, r))
        return;
    enter(e, r, f);
    if (f.sure && f.mode == EC_VALUE)
        use_in_place(e, r);
    if (deep)
        stop_if_deep(e, r);
    declare(e, &f, r, r->body);
    ec_routine_list(e, list);
    if (deep)
        ec_line(e, "rg->depth--;");
    give_back(e, &f, r, true);
    if (!f.sure) {
        ec_line(e, "return 0;");
        e->indent = 1;
        e->sure = true;
        if (has_labels(e)) {
            ec_undo(e, list, 0, false);
            if (deep)
                ec_line(e, "rg->depth--;");
            ec_line(e, "return rg->trap;");
        }
    }
    ec_raw(e, "}\n");
    forget_labels(e);
}

/* Where the direction is reversed the arguments are results for a while. Afterwards they are what
 * they were, so that the way back computes no value that it does not read. */
static void show_results(ec *e, const ec_function *f, const ir_routine *r)
{
    ec_line(e, "if (rg->turned) {");
    e->indent++;
    for (size_t i = 0; i < r->param_count; i++)
        if (r->vars[i]->rank == 0 && e->written[r->index][i])
            ec_line(e, "const int64_t rg_%s = *p_%s;", e->names[i], e->names[i]);
        else if (r->vars[i]->rank == 1 && e->written[r->index][i] && e->stacks)
            ec_line(e, "const int64_t rg_%s = p_%s->rows;", e->names[i], e->names[i]);
    give_back(e, f, r, true);
    ec_line(e, "rg->turned(rg->data);");
    for (size_t i = 0; i < r->param_count; i++)
        if (r->vars[i]->rank == 0 && e->written[r->index][i])
            ec_line(e, "*p_%s = rg_%s;", e->names[i], e->names[i]);
        else if (r->vars[i]->rank == 1 && e->written[r->index][i] && e->stacks)
            ec_line(e, "p_%s->rows = rg_%s;", e->names[i], e->names[i]);
    for (size_t i = 0; i < r->param_count; i++)
        if (r->vars[i]->rank == 0 && ec_passes(e, f, r->vars[i]))
            ec_line(e, "%s_g = *p_%s_g;", e->names[i], e->names[i]);
    e->indent--;
    ec_line(e, "}");
}

/* Forward, then back with gradients: from where the routine turns, if it is known to. */
void ec_write_gradient(ec *e, const ir_routine *r)
{
    const ir_routine *forth = r;

    for (const ir_routine *o = e->m->routines; o; o = o->next)
        if (o->forth == r)
            forth = o;
    e->labels = 0;
    ec_node *list = ec_expand(e, forth->body, false), *back = ec_expand(e, forth->body, true);
    if (e->failed || !ec_name_variables(e, forth))
        return;
    for (size_t i = 0; i < r->param_count && forth != r; i++)
        e->written[forth->index][i] = e->written[r->index][i];
    const ec_function f = {r, EC_GRADIENT, false, false};
    enter(e, forth, f);
    declare(e, &f, forth, forth->body);
    ec_line(e, "rg_fit_so_far(rg);");
    e->mode = EC_VALUE;
    e->planes = true;
    ec_list(e, list);
    show_results(e, &f, r);
    e->sure = true;
    e->mode = EC_GRADIENT;
    ec_list(e, back);
    give_back(e, &f, r, false);
    ec_line(e, "return rg_fits(rg);");
    e->mode = EC_VALUE;
    e->indent = 1;
    if (has_labels(e)) {
        ec_undo(e, list, 0, false);
        ec_line(e, "return rg->trap;");
    }
    ec_raw(e, "}\n");
    forget_labels(e);
}
