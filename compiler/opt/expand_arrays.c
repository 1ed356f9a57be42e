/* expand_arrays.c: ancillas of an iteration and their arrays; statements on elements in their
 * place, and the loops around them. */
#include "compiler/opt/columns.h"
#include "compiler/opt/expansion.h"

ir_expr *expand_whole(const expansion *x, int64_t value)
{
    return ir_whole(x->m, x->loop->loc, value);
}

ir_expr *expand_op(const expansion *x, unsigned code, const ir_expr *a, const ir_expr *b)
{
    return opt_op(x->m, x->loop->loc, code, a, b);
}

/* ---- ancillas ---- */

bool expand_is_number(const ir_var *v)
{
    return v->rank == 0 && !v->narrow
           && (v->base == RG_TYPE_FIXED || v->base == RG_TYPE_INT || v->base == RG_TYPE_LOG);
}

const ir_stmt *expand_body_of(const expansion *x) { return x->row ? x->row->body : x->loop->body; }

ir_expr *expand_from_one(const expansion *x, const ir_expr *e, const ir_expr *low)
{
    return expand_op(x, RG_OP_ADD, expand_op(x, RG_OP_SUB, e, low), expand_whole(x, 1));
}

/* The number of this iteration, from 1 on. */
static ir_expr *round_of(const expansion *x)
{
    const ir_loc loc = x->loop->loc;

    return expand_from_one(x, ir_expr_var(x->m, loc, x->loop->var),
                           x->chunk ? ir_expr_var(x->m, loc, x->chunk) : x->low);
}

static const ir_expr *row_low(const expansion *x)
{
    return x->row->step && x->row->step->raw < 0 ? x->row->last : x->row->first;
}

static const ir_expr *row_high(const expansion *x)
{
    return x->row->step && x->row->step->raw < 0 ? x->row->first : x->row->last;
}

/* The element of this iteration. */
static ir_expr *element(const expansion *x, const ir_var *array)
{
    ir_expr *index = round_of(x);
    ir_expr *i = x->row
                     ? expand_from_one(x, ir_expr_var(x->m, x->loop->loc, x->row->var), row_low(x))
                     : NULL;
    ir_expr *e = index && (i || !x->row) ? ir_expr_elem(x->m, x->loop->loc, array,
                                                        x->row ? i : index, x->row ? index : NULL)
                                         : NULL;

    if (e)
        e->inbounds = true;
    return e;
}

const ir_var *expand_variable(expansion *x, const char *name, rg_type_base base, unsigned rank)
{
    const ir_var *v = ir_add_var(x->r, x->loop->loc, name, base, rank);

    if (!v)
        x->m->out_of_memory = true;
    return v;
}

/* The next ancilla gets an array, the same one in the second pass over the body. scalar NULL: it
 * stands for a part of an expression. Returns the scalar; NULL: there are too many. */
const ir_var *expand_next_ancilla(expansion *x, const ir_var *scalar, rg_type_base base)
{
    if (x->used == (x->row ? MOST_MATRICES : MOST_ANCILLAS))
        return NULL;
    expand_ancilla *a = &x->list[x->used++];
    if (x->used > x->count) {
        x->count++;
        a->scalar = scalar ? scalar : expand_variable(x, "part", base, 0);
        a->array = a->scalar ? expand_variable(x, a->scalar->name, base, x->row ? 2 : 1) : NULL;
    }
    return x->m->out_of_memory ? NULL : a->scalar;
}

const expand_ancilla *expand_find(const expansion *x, const ir_var *scalar)
{
    for (size_t i = 0; i < x->used; i++)
        if (x->list[i].scalar == scalar)
            return &x->list[i];
    return NULL;
}

const ir_var *expand_array_of(const expansion *x, const ir_var *scalar)
{
    const expand_ancilla *a = expand_find(x, scalar);

    return a ? a->array : NULL;
}

/* ---- pieces ---- */

static void put_places(const expansion *x, ir_stmt *s)
{
    const ir_var *array = s->place.row ? NULL : expand_array_of(x, s->place.var);
    ir_expr *e = array ? element(x, array) : NULL;

    if (e)
        s->place = (ir_place){.var = array,
                              .row = e->left,
                              .column = e->right,
                              .inbounds = true,
                              .loc = s->place.loc};
    for (ir_stmt *b = s->body; b; b = b->next)
        put_places(x, b);
}

/* s, with elements in place of ancillas. */
ir_stmt *expand_on_elements(expansion *x, const ir_stmt *s)
{
    ir_stmt alone = *s;
    const opt_copier c = {.m = x->m, .values = x->values};

    alone.next = NULL;
    for (size_t i = 0; i < x->used; i++)
        x->values[x->list[i].scalar->id] = x->list[i].extent ? NULL : element(x, x->list[i].array);
    ir_stmt *copy = opt_copy_list(&c, &alone);
    for (size_t i = 0; i < x->used; i++)
        x->values[x->list[i].scalar->id] = NULL;
    if (copy && !x->m->out_of_memory)
        put_places(x, copy);
    for (size_t i = 0; i < x->used && copy; i++)
        if (x->list[i].extent)
            opt_put_in_column(copy, x->list[i].scalar, x->list[i].array, round_of(x));
    return x->m->out_of_memory ? NULL : copy;
}

ir_stmt *expand_loop_around(expansion *x, ir_stmt *body)
{
    ir_stmt *row = x->row ? opt_loop_around(x->m, x->some_of_row ? x->some_of_row : x->row, body)
                          : body;
    ir_stmt *loop = opt_loop_around(x->m, x->some ? x->some : x->loop, row);

    if (loop && x->chunk) {
        const ir_loc loc = x->loop->loc;
        ir_expr *rounds = ir_expr_dim(x->m, loc, x->list[0].array, x->list[0].array->rank);
        loop->first = ir_expr_var(x->m, loc, x->chunk);
        loop->step = NULL;
        loop->last = expand_op(x, RG_OP_SUB, expand_op(x, RG_OP_ADD, rounds, loop->first),
                               expand_whole(x, 1));
        loop->runs = !x->some;
        if (row != body) /* tested: both have iterations enough */
            row->runs = !x->some_of_row;
        if (x->some) {
            loop->first = ir_expr_op(x->m, loc, RG_OP_MAX, x->some->first, loop->first);
            loop->last = ir_expr_op(x->m, loc, RG_OP_MIN, x->some->last, loop->last);
        }
    }
    return loop;
}

ir_expr *expand_width(const expansion *x)
{
    return x->row ? expand_from_one(x, row_high(x), row_low(x)) : NULL;
}

ir_stmt *expand_with_arrays(expansion *x, ir_stmt *list, ir_expr *n)
{
    for (size_t i = 0; i < x->count && n; i++) {
        const ir_var *v = x->list[i].array;
        ir_expr *extent = (ir_expr *)(uintptr_t)x->list[i].extent;
        ir_expr *first = x->row   ? expand_width(x)
                         : extent ? extent
                                  : n,
                *last = x->row || extent ? n : NULL;
        if (x->list[i].shared)
            continue;
        ir_stmt *alloc = ir_array(x->m, x->loop->loc, v, false, first, last),
                *end = ir_array(x->m, x->loop->loc, v, true, first, last);
        if (alloc && end)
            alloc->filled = end->filled = !extent;
        if (!alloc || !end)
            return NULL;
        list = ir_append(ir_append(alloc, list), end);
    }
    return list;
}
