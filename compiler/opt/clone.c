/* clone.c: copies of expressions, statements and modules, with variables exchanged on the way. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

static void *copy_of(ir_module *m, const void *data, size_t size)
{
    unsigned char *to = ir_arena_alloc(m, size);
    const unsigned char *from = data;

    for (size_t i = 0; to && i < size; i++)
        to[i] = from[i];
    return to;
}

ir_stmt *opt_copy_alone(ir_module *m, const ir_stmt *s)
{
    ir_stmt *copy = copy_of(m, s, sizeof *s);

    if (copy)
        copy->next = NULL;
    return copy;
}

ir_stmt *opt_loop_around(ir_module *m, const ir_stmt *loop, ir_stmt *body)
{
    ir_stmt *copy = body ? opt_copy_alone(m, loop) : NULL;

    if (copy)
        copy->body = body;
    return copy;
}

ir_expr *opt_copy_node(ir_module *m, const ir_expr *e) { return copy_of(m, e, sizeof *e); }

static const ir_var *var_of(const opt_copier *c, const ir_var *v)
{
    return v && c->vars ? c->vars[v->id] : v;
}

ir_expr *opt_copy_expr(const opt_copier *c, const ir_expr *e)
{
    if (!e)
        return NULL;
    const bool replaced = e->kind == IR_VAR && c->values && c->values[e->var->id];
    if (replaced && !c->at_uses)
        return c->values[e->var->id];
    ir_expr *copy = opt_copy_node(c->m, replaced ? c->values[e->var->id] : e);
    if (!copy)
        return NULL;
    copy->loc = e->loc;
    if (replaced)
        return copy;
    copy->var = var_of(c, e->var);
    copy->left = opt_copy_expr(c, e->left);
    copy->right = opt_copy_expr(c, e->right);
    copy->third = opt_copy_expr(c, e->third);
    return copy;
}

ir_expr *opt_put_variable(ir_module *m, ir_expr *e, const ir_expr *what, const ir_var *v)
{
    if (!e)
        return NULL;
    if (opt_same_expr(e, what))
        return ir_expr_var(m, e->loc, v);
    ir_expr *left = opt_put_variable(m, e->left, what, v),
            *right = opt_put_variable(m, e->right, what, v),
            *third = opt_put_variable(m, e->third, what, v);
    if (left == e->left && right == e->right && third == e->third)
        return e;
    ir_expr *copy = opt_copy_node(m, e);
    if (copy) {
        copy->left = left;
        copy->right = right;
        copy->third = third;
    }
    return copy;
}

void opt_put_variable_in(ir_module *m, ir_stmt *s, const ir_expr *what, const ir_var *v)
{
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        *ir_expr_slot(s, i) = opt_put_variable(m, *ir_expr_slot(s, i), what, v);
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        ir_place *p = ir_place_slot(s, i);
        p->row = opt_put_variable(m, p->row, what, v);
        p->column = opt_put_variable(m, p->column, what, v);
    }
}

static ir_expr *renamed(ir_module *m, const ir_expr *e, const ir_var *from, const ir_var *to)
{
    ir_expr *copy = e ? opt_copy_node(m, e) : NULL;

    if (!copy)
        return NULL;
    copy->var = e->var == from ? to : e->var;
    copy->left = renamed(m, e->left, from, to);
    copy->right = renamed(m, e->right, from, to);
    copy->third = renamed(m, e->third, from, to);
    return copy;
}

void opt_rename_array(ir_module *m, ir_stmt *list, const ir_stmt *end, const ir_var *from,
                      const ir_var *to)
{
    for (ir_stmt *s = list; s != end; s = s->next) {
        s->var = s->var == from ? to : s->var;
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            *ir_expr_slot(s, i) = renamed(m, *ir_expr_slot(s, i), from, to);
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            ir_place *p = ir_place_slot(s, i);
            p->var = p->var == from ? to : p->var;
            p->row = renamed(m, p->row, from, to);
            p->column = renamed(m, p->column, from, to);
        }
        for (size_t i = 0; i < s->arg_count; i++)
            s->args[i].array = s->args[i].array == from ? to : s->args[i].array;
        opt_rename_array(m, s->body, NULL, from, to);
        opt_rename_array(m, s->other, NULL, from, to);
    }
}

static ir_place copy_place(const opt_copier *c, ir_place p)
{
    p.var = var_of(c, p.var);
    p.row = opt_copy_expr(c, p.row);
    p.column = opt_copy_expr(c, p.column);
    return p;
}

static ir_stmt *copy_stmt(const opt_copier *c, const ir_stmt *s)
{
    ir_stmt *copy = opt_copy_alone(c->m, s);

    if (copy && s->arg_count > 0)
        copy->args = copy_of(c->m, s->args, s->arg_count * sizeof *s->args);
    if (c->m->out_of_memory)
        return NULL;
    copy->var = var_of(c, s->var);
    for (size_t i = 0; ir_expr_slot(copy, i); i++)
        *ir_expr_slot(copy, i) = opt_copy_expr(c, *ir_expr_slot(s, i));
    for (size_t i = 0; ir_place_slot(copy, i); i++)
        *ir_place_slot(copy, i) = copy_place(c, *ir_place_slot(s, i));
    for (size_t i = 0; i < s->arg_count; i++)
        copy->args[i].array = var_of(c, s->args[i].array);
    copy->body = opt_copy_list(c, s->body);
    copy->other = opt_copy_list(c, s->other);
    if (s->callee && c->callees)
        copy->callee = c->callees[s->callee->index];
    if (s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE)
        copy->routine_id += c->first_block;
    return copy;
}

ir_stmt *opt_copy_list(const opt_copier *c, const ir_stmt *list)
{
    ir_stmt *first = NULL, **end = &first;

    for (const ir_stmt *s = list; s && !c->m->out_of_memory; s = s->next) {
        *end = copy_stmt(c, s);
        if (*end)
            end = &(*end)->next;
    }
    return first;
}

static ir_var *copy_var(ir_routine *to, const ir_var *v, size_t params)
{
    ir_var *copy = v->id < params ? ir_add_param(to, v->loc, v->name, v->base, v->rank)
                                  : ir_add_var(to, v->loc, v->name, ir_var_type(v), v->rank);

    if (copy) {
        unsigned id = copy->id;
        char *name = copy->name;
        *copy = *v;
        copy->id = id;
        copy->name = name;
    }
    return copy;
}

static bool copy_body(ir_module *to, const ir_routine *r, ir_routine *copy,
                      const ir_routine **callees)
{
    const ir_var **vars = calloc(r->var_count + 1, sizeof *vars);
    opt_copier c = {.m = to, .vars = vars, .callees = callees};

    if (!vars)
        return false;
    for (size_t v = 0; v < r->var_count; v++)
        vars[v] = copy->vars[v];
    for (size_t v = 0; v < r->var_count; v++)
        copy->vars[v]->shape = r->vars[v]->shape ? vars[r->vars[v]->shape->id] : NULL;
    copy->body = opt_copy_list(&c, r->body);
    free(vars);
    return !to->out_of_memory;
}

static bool copy_routines(ir_module *to, const ir_module *m, const ir_routine **callees)
{
    for (const ir_routine *r = m->routines; r; r = r->next) {
        ir_routine *copy = ir_routine_new(to, r->loc, r->name, r->exported);
        for (size_t v = 0; copy && v < r->var_count; v++)
            if (!copy_var(copy, r->vars[v], r->param_count))
                return false;
        if (!copy)
            return false;
        copy->reversible = r->reversible;
        copy->differentiated = r->differentiated;
        copy->last_line = r->last_line;
        callees[r->index] = copy;
    }
    ir_routine *copy = to->routines;
    for (const ir_routine *r = m->routines; r && copy; r = r->next, copy = copy->next)
        if (!copy_body(to, r, copy, callees))
            return false;
    return true;
}

ir_module *opt_copy_module(const ir_module *m)
{
    ir_module *to = ir_module_new(m->xlen, m->frac);
    const ir_routine **callees = calloc(m->routine_count + 1, sizeof *callees);
    bool good = to && callees;

    if (to)
        to->wide = m->wide;

    for (size_t i = 0; good && i < m->file_count; i++)
        good = ir_add_file(to, m->files[i]) >= 0;
    for (size_t i = 0; good && i < m->text_count; i++) {
        uint32_t id = 0;
        good = ir_add_text(to, m->texts[i], &id) && id == i;
    }
    good = good && copy_routines(to, m, callees);
    free(callees);
    if (!good && to)
        ir_module_free(to);
    return good ? to : NULL;
}
