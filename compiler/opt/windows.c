/* windows.c: a slice whose elements follow each other, moved into an array of its own and back,
 * stays where it is. The two words before it are put aside and hold its extents meanwhile. That is
 * not done if something between uses the array, because they may be words of it. */
#include "compiler/opt/moves.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

#include <stdlib.h>

/* The index of the first element where the rows follow each other as the iterations do; NULL: they
 * do not. */
static ir_expr *first_row(ir_module *m, const opt_move *move)
{
    const ir_var *counter = move->there->var;
    const opt_linear sum = opt_linear_of(move->from->row);
    bool once = false;

    for (size_t i = 0; sum.exact && i < sum.count; i++) {
        const bool own = opt_is_var(sum.term[i], counter);
        if (own ? sum.k[i] != 1 : opt_expr_use(sum.term[i], counter) != 0)
            return NULL;
        once = once || own;
    }
    return sum.exact && once
               ? opt_put_one(m, move->from->row, counter, ir_whole(m, move->from->loc, 1))
               : NULL;
}

/* A whole column, or a range of a vector. */
static bool is_in_line(const opt_move *move, const ir_expr *first)
{
    const ir_place *from = move->from;

    if (!from->column)
        return from->var->rank == 1;
    return opt_is_const(first, 1) && opt_is_extent(move->length, from->var, 1)
           && opt_expr_use(from->column, move->there->var) == 0;
}

static bool is_unused(const ir_stmt *root, const ir_var *v, const ir_stmt *from, const ir_stmt *to)
{
    for (const ir_stmt *s = from; s != to; s = s->next)
        if (opt_stmt_use(root, s, v))
            return false;
    return true;
}

static void put_in_place(ir_module *m, const ir_routine *r, ir_stmt *alloc)
{
    opt_move move;

    if (!opt_moves(m, r->body, alloc, &move)
        || !is_unused(r->body, move.from->var, move.there->next, move.back))
        return;
    ir_expr *first = first_row(m, &move);
    if (!first || !is_in_line(&move, first))
        return;
    ir_stmt *end = move.back->next, *before = alloc;
    const ir_place place = {.var = move.from->var,
                            .row = first,
                            .column = move.from->column,
                            .inbounds = move.from->inbounds,
                            .loc = move.from->loc};
    while (before->next != move.back)
        before = before->next;
    before->next = end;
    alloc->next = move.there->next;
    alloc->place = end->place = place;
}

/* The last allocation first: of two slices of one array in one call it is the inner one that can
 * stay. */
static void in_list(ir_module *m, const ir_routine *r, ir_stmt *list)
{
    size_t count = 0;

    for (ir_stmt *s = list; s; s = s->next) {
        in_list(m, r, s->body);
        in_list(m, r, s->other);
        count += s->kind == IR_ALLOC_ARRAY;
    }
    ir_stmt **all = count ? calloc(count, sizeof *all) : NULL;
    if (count && !all)
        m->out_of_memory = true;
    count = 0;
    for (ir_stmt *s = list; s && all; s = s->next)
        if (s->kind == IR_ALLOC_ARRAY)
            all[count++] = s;
    while (count > 0 && all && !m->out_of_memory)
        put_in_place(m, r, all[--count]);
    free(all);
}

void opt_windows(const opt_site *at) { in_list(at->m, at->routine, at->routine->body); }
