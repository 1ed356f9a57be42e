/* sizes.c: an extent of a parameter that a routine reads again and again gets a variable of its
 * own, which a register can keep over calls. Code for the extent finds that variable. */
#include "compiler/opt/opt_internal.h"

enum { OFTEN = 8, MOST_VARIABLES = 24, ARRAYS = 16 };

typedef struct {
    const ir_var *array;
    unsigned dim, uses;
} size_use;
typedef struct {
    const ir_routine *r;
    size_use sizes[2 * ARRAYS];
    size_t count;
} census;

static void count_size(census *c, const ir_var *array, unsigned dim)
{
    if (array->id >= c->r->param_count)
        return;
    for (size_t i = 0; i < c->count; i++)
        if (c->sizes[i].array == array && c->sizes[i].dim == dim) {
            c->sizes[i].uses++;
            return;
        }
    if (c->count < sizeof c->sizes / sizeof c->sizes[0])
        c->sizes[c->count++] = (size_use){array, dim, 1};
}

/* An element of a matrix is found with its number of rows. */
static void count_column(census *c, const ir_var *array, const ir_expr *column)
{
    if (column && column->kind != IR_CONST)
        count_size(c, array, 1);
}

static void in_expr(census *c, const ir_expr *e)
{
    if (!e)
        return;
    if (e->kind == IR_DIM)
        count_size(c, e->var, (unsigned)e->raw);
    if (e->kind == IR_ELEM)
        count_column(c, e->var, e->right);
    in_expr(c, e->left);
    in_expr(c, e->right);
    in_expr(c, e->third);
}

static void in_place(census *c, const ir_place *p)
{
    if (!p->row)
        return;
    count_column(c, p->var, p->column);
    in_expr(c, p->row);
    in_expr(c, p->column);
}

static void in_list(census *c, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            in_expr(c, *ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++)
            in_place(c, ir_place_slot(s, i));
        in_list(c, s->body);
        in_list(c, s->other);
    }
}

/* Without calls and local arrays the code generator keeps sizes in temporaries. */
static bool is_control(const ir_stmt *s) { return s->kind == IR_CALL || s->kind == IR_ALLOC_ARRAY; }

static bool is_variable_already(const ir_stmt *list, const size_use *u)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s->kind == IR_ALLOC && opt_is_extent(s->expr, u->array, u->dim))
            return true;
    return false;
}

static void keep(ir_module *m, ir_routine *r, const size_use *u)
{
    ir_expr *size = ir_expr_dim(m, r->loc, u->array, u->dim);
    ir_var *v = ir_add_var(r, r->loc, u->array->name, RG_TYPE_INT, 0);
    ir_stmt *made = v ? ir_alloc(m, r->loc, v, size) : NULL,
            *gone = v ? ir_free(m, r->loc, v, size) : NULL;

    if (!made || !gone)
        return;
    made->next = r->body;
    r->body = ir_append(made, gone);
}

void opt_sizes(const opt_site *at)
{
    ir_module *m = at->m;
    ir_routine *r = at->routine;
    census c = {.r = r};

    if (opt_off(at->off, OPT_SAVES) || !opt_any(r->body, is_control))
        return;
    in_list(&c, r->body);
    for (size_t i = 0; i < c.count && r->var_count < MOST_VARIABLES && !m->out_of_memory; i++)
        if (c.sizes[i].uses >= OFTEN && !opt_resizes(r->body, r->body, c.sizes[i].array)
            && !is_variable_already(r->body, &c.sizes[i]))
            keep(m, r, &c.sizes[i]);
}
