/* flat.c: a loop over all elements of a matrix, or of an array of more dimensions, by one index
 * (`for i in eachindex(A)`). The front end writes `A[i]` with a quotient and a remainder. Loops
 * over columns and rows take their place, in which rows and columns are loop variables. */
#include "compiler/hidden.h"
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

enum { MOST_ARRAYS = 6 };

typedef struct {
    ir_module *m;
    const ir_var *index, *row, *column, *whole; /* whole: the loop goes over its elements */
    ir_expr **parts; /* by variable: what a part of an index stands for */
    size_t count;    /* of other arrays with elements at the index: */
    const ir_var *other[MOST_ARRAYS];
    bool found, failed;
} flat;

/* ---- the form of an index ---- */

static bool is_op(const ir_expr *e, unsigned op)
{
    return e && e->kind == IR_OP && e->op == op && e->right;
}

static bool adds(const ir_expr *e, unsigned op, int64_t constant)
{
    return is_op(e, op) && opt_is_const(e->right, constant);
}

static bool is_before(const flat *f, const ir_expr *e) /* i - 1 */
{
    return adds(e, RG_OP_SUB, 1) && opt_is_var(e->left, f->index);
}

/* Of rem(i - 1, size(A, 1)) + 1 the array; else NULL. */
static const ir_var *array_of_row(const flat *f, const ir_expr *e)
{
    const ir_expr *rest = adds(e, RG_OP_ADD, 1) ? e->left : NULL;

    if (!is_op(rest, RG_OP_REM) || !is_before(f, rest->left) || rest->right->kind != IR_DIM
        || rest->right->raw != 1)
        return NULL;
    return rest->right->var;
}

static bool is_quotient(const flat *f, const ir_expr *e, const ir_var *array, unsigned dims)
{
    if (dims == 0)
        return is_before(f, e);
    return is_op(e, RG_OP_DIV) && opt_is_extent(e->right, array, dims == 1 ? 1 : RG_EXTENT(dims))
           && is_quotient(f, e->left, array, dims - 1);
}

static const ir_expr *inside(const ir_expr *e) { return e && e->kind == IR_WITHIN ? e->left : e; }

/* The column that i is in, of dimension `dim` and those behind it. */
static bool is_column(const flat *f, const ir_expr *e, const ir_var *array, unsigned dim,
                      unsigned rank)
{
    const ir_expr *last = inside(e);

    if (dim == rank)
        return adds(last, RG_OP_ADD, 1) && is_quotient(f, last->left, array, dim - 1);
    if (!is_op(e, RG_OP_ADD) || !is_op(e->left, RG_OP_MUL)
        || !opt_is_extent(e->left->right, array, RG_EXTENT(dim))
        || !adds(e->left->left, RG_OP_SUB, 1))
        return false;
    const ir_expr *own = inside(e->right);
    return adds(own, RG_OP_ADD, 1) && is_op(own->left, RG_OP_REM)
           && opt_is_extent(own->left->right, array, RG_EXTENT(dim))
           && is_quotient(f, own->left->left, array, dim - 1)
           && is_column(f, e->left->left->left, array, dim + 1, rank);
}

/* Is it the element with that index? */
static bool is_at_index(flat *f, const ir_var *array, const ir_expr *row, const ir_expr *column)
{
    const ir_var *of = row && column ? array_of_row(f, row) : NULL;

    if (!of || !is_column(f, column, of, 2, array->rank))
        return false;
    size_t i = 0;
    while (i < f->count && f->other[i] != of)
        i++;
    f->failed = f->failed || i == MOST_ARRAYS;
    if (of != f->whole && i == f->count && !f->failed)
        f->other[f->count++] = of;
    f->found = true;
    return true;
}

/* ---- the body in rows and columns ---- */

static ir_expr *with_parts(const flat *f, const ir_expr *e)
{
    return opt_copy_expr(&(opt_copier){.m = f->m, .values = f->parts}, e);
}

static ir_expr *variable(flat *f, ir_loc loc, const ir_var *v) { return ir_expr_var(f->m, loc, v); }

/* (column - 1) size(whole, 1) + row */
static ir_expr *index_again(flat *f, ir_loc loc)
{
    return opt_op(
        f->m, loc, RG_OP_ADD,
        opt_op(f->m, loc, RG_OP_MUL,
               opt_op(f->m, loc, RG_OP_SUB, variable(f, loc, f->column), ir_whole(f->m, loc, 1)),
               ir_expr_dim(f->m, loc, f->whole, 1)),
        variable(f, loc, f->row));
}

static ir_expr *converted(flat *f, ir_expr *e)
{
    if (!e)
        return NULL;
    if (opt_is_var(e, f->index))
        return index_again(f, e->loc);
    ir_expr *copy = opt_copy_node(f->m, e);
    if (!copy)
        return NULL;
    if (e->kind == IR_ELEM && is_at_index(f, e->var, e->left, e->right)) {
        copy->left = variable(f, e->left->loc, f->row);
        copy->right = variable(f, e->right->loc, f->column);
        return copy;
    }
    copy->left = converted(f, e->left);
    copy->right = converted(f, e->right);
    copy->third = converted(f, e->third);
    return copy;
}

static void convert_place(flat *f, ir_place *p)
{
    ir_expr *row = with_parts(f, p->row), *column = with_parts(f, p->column);

    if (row && is_at_index(f, p->var, row, column)) {
        p->row = variable(f, row->loc, f->row);
        p->column = variable(f, column->loc, f->column);
        return;
    }
    p->row = converted(f, row);
    p->column = converted(f, column);
}

/* Where the list frees the part again, with the same value; NULL: it is no part of an index. */
static ir_stmt **end_of_part(ir_stmt *s)
{
    if (s->kind != IR_ALLOC || !s->expr || s->var->rank != 0
        || rg_hidden_of(s->var->name) != RG_HIDDEN_PART)
        return NULL;
    for (ir_stmt **link = &s->next; *link; link = &(*link)->next)
        if ((*link)->kind == IR_FREE && (*link)->var == s->var)
            return opt_same_expr((*link)->expr, s->expr) ? link : NULL;
    return NULL;
}

/* Integers, and elements that nothing is done with: the statement that uses them may have them
 * itself. */
static bool is_short(const ir_expr *e) { return e->type == RG_TYPE_INT || e->kind == IR_ELEM; }

static void convert_list(flat *f, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !f->failed && !f->m->out_of_memory;) {
        ir_stmt *s = *link, **end = end_of_part(s);
        ir_expr *value = end ? converted(f, with_parts(f, s->expr)) : NULL;
        if (value && is_short(s->expr)) {
            f->parts[s->var->id] = s->expr->type == RG_TYPE_INT ? with_parts(f, s->expr) : value;
            *end = (*end)->next;
            *link = s->next;
            continue;
        }
        for (size_t i = 0; ir_place_slot(s, i); i++)
            convert_place(f, ir_place_slot(s, i));
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            *ir_expr_slot(s, i) = converted(f, with_parts(f, *ir_expr_slot(s, i)));
        convert_list(f, &s->body);
        convert_list(f, &s->other);
        link = &s->next;
    }
}

/* ---- the loops ---- */

/* Of `for i = 1:size(A, 1) * size(A, 2)` the array, else NULL. */
static const ir_var *array_of_loop(const ir_stmt *s)
{
    const ir_expr *rows = is_op(s->last, RG_OP_MUL) ? s->last->left : NULL;
    int64_t step;

    if (!rows || rows->kind != IR_DIM || rows->raw != 1 || !opt_is_const(s->first, 1)
        || !ir_constant_step(s, &step) || step != 1 || !opt_is_extent(s->last->right, rows->var, 2))
        return NULL;
    return rows->var;
}

static bool divides(const flat *f, const ir_expr *e)
{
    return e
           && ((is_op(e, RG_OP_REM) && is_before(f, e->left)) || divides(f, e->left)
               || divides(f, e->right) || divides(f, e->third));
}

static bool has_remainder(const flat *f, const ir_stmt *list)
{
    bool found = false;

    for (const ir_stmt *s = list; s && !found; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            found = found || divides(f, *ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++)
            found = found || divides(f, ir_place_slot(s, i)->row);
        found = found || has_remainder(f, s->body) || has_remainder(f, s->other);
    }
    return found;
}

static ir_stmt *loop_over(flat *f, const ir_stmt *s, const ir_var *v, unsigned dim, ir_stmt *body)
{
    ir_stmt *loop = opt_loop_around(f->m, s, body);

    if (!loop)
        return NULL;
    loop->var = v;
    loop->last = ir_expr_dim(f->m, s->last->loc, f->whole, dim);
    return loop;
}

/* All arrays have the shape of the one that the loop goes over. */
static ir_expr *shapes_agree(flat *f, ir_loc loc)
{
    ir_expr *all = NULL;

    for (size_t i = 0; i < f->count; i++)
        for (unsigned dim = 1; dim <= 2; dim++) {
            ir_expr *same = ir_expr_op(f->m, loc, RG_OP_EQ,
                                       ir_expr_dim(f->m, loc, f->other[i], dim),
                                       ir_expr_dim(f->m, loc, f->whole, dim));
            all = all ? ir_expr_and(f->m, loc, all, same) : same;
        }
    return all;
}

/* The loops in place of the one; NULL: it stays as it is. */
static ir_stmt *instead_of(ir_module *m, ir_routine *r, const ir_stmt *s)
{
    const ir_var *whole = array_of_loop(s);
    const flat any = {.index = s->var};

    if (!whole || !has_remainder(&any, s->body)
        || (opt_list_use(r->body, s->body, s->var) & OPT_WRITE)
        || !opt_blocks_are_whole(r->body, s->body))
        return NULL;
    const opt_copier copier = {.m = m, .first_block = ir_block_ids(r->body)};
    ir_var *row = ir_add_var(r, s->loc, s->var->name, RG_TYPE_INT, 0),
           *column = row ? ir_add_var(r, s->loc, s->var->name, RG_TYPE_INT, 0) : NULL;
    ir_expr **parts = calloc(r->var_count + 1, sizeof *parts);
    flat f = {
        .m = m, .index = s->var, .row = row, .column = column, .whole = whole, .parts = parts};
    ir_stmt *body = column && parts ? opt_copy_list(&copier, s->body) : NULL, *loops = NULL;

    if (body) {
        convert_list(&f, &body);
        if (f.found && !f.failed && body && !opt_list_use(body, body, s->var))
            loops = loop_over(&f, s, column, 2, loop_over(&f, s, row, 1, body));
    }
    m->out_of_memory = m->out_of_memory || !column || !parts;
    free(parts);
    if (!loops || f.count == 0)
        return loops;
    return ir_if(m, s->loc, shapes_agree(&f, s->loc), NULL, loops, opt_copy_alone(m, s));
}

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link, *instead = s->kind == IR_FOR ? instead_of(m, r, s) : NULL;
        if (instead) {
            instead->next = s->next;
            *link = instead;
            continue;
        }
        list_of(m, r, &s->body);
        list_of(m, r, &s->other);
    }
}

void opt_flat(const opt_site *at) { list_of(at->m, at->routine, &at->routine->body); }
