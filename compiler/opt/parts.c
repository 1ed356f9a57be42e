/* parts.c: a slice (a row, a column, a range) that moves into an array of its own for an inlined
 * call, and back. If only loops that are streams use its elements, they use those of the complete
 * array, and nothing moves. */
#include "compiler/opt/parts.h"

#include "compiler/opt/moves.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

typedef struct {
    ir_module *m;
    opt_move move;
    const ir_var *whole, *counter;
    bool complete; /* a whole row, column or vector: its indices are those of the array */
} part;

/* ---- what happens meanwhile ---- */

static bool is_complete(const opt_move *move)
{
    const ir_var *whole = move->from->var, *counter = move->there->var;
    const ir_expr *row = move->from->row, *column = move->from->column;

    if (opt_is_var(row, counter))
        return opt_is_extent(move->length, whole, 1) && !opt_expr_use(column, counter);
    return opt_is_var(column, counter) && opt_is_extent(move->length, whole, 2)
           && !opt_expr_use(row, counter);
}

/* Elements of the part are within it: all indices are, or this one is the variable of a loop over
 * it. */
static bool index_is_good(const part *p, const ir_expr *index, const opt_stream *s)
{
    for (size_t i = 0; i < 2 && s->loop[i]; i++)
        if (opt_is_var(index, s->loop[i]->var) && opt_covers(&p->move, s->loop[i]))
            return true;
    return p->complete;
}

static bool elements_are_good(const part *p, const ir_expr *e, const opt_stream *s)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM && e->var == p->move.part && !index_is_good(p, e->left, s))
        return false;
    return elements_are_good(p, e->left, s) && elements_are_good(p, e->right, s)
           && elements_are_good(p, e->third, s);
}

/* Extents may be asked for; elements are left alone. */
static bool no_elements(const ir_stmt *s, const ir_var *array)
{
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        if (opt_reads_elements(*ir_expr_slot(s, i), array))
            return false;
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        const ir_place *p = ir_place_slot(s, i);
        if (p->var == array || opt_reads_elements(p->row, array)
            || opt_reads_elements(p->column, array))
            return false;
    }
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].array == array || opt_expr_use(s->args[i].expr, array))
            return false;
    return s->var != array || s->kind == IR_ASSERT;
}

static bool stream_is_good(const part *p, const opt_stream *s)
{
    const ir_stmt *u = s->update;

    return (u->place.var != p->move.part || index_is_good(p, u->place.row, s))
           && elements_are_good(p, u->expr, s) && elements_are_good(p, u->first, s)
           && elements_are_good(p, u->last, s);
}

static bool list_is_good(const part *p, const ir_stmt *list, const ir_stmt *end)
{
    for (const ir_stmt *s = list; s != end; s = s->next) {
        opt_stream stream;
        bool found = false;
        if (s->kind == IR_UNROUTINE)
            ir_block_body(p->move.there->next, s->routine_id, &found);
        if ((s->kind == IR_UNROUTINE && !found) || !no_elements(s, p->whole))
            return false;
        if (s->kind == IR_FOR && opt_stream_of(s, &stream)) {
            if (!stream_is_good(p, &stream) || !no_elements(stream.update, p->whole)
                || !no_elements(stream.loop[0], p->whole))
                return false;
            continue;
        }
        if (!no_elements(s, p->move.part) || !list_is_good(p, s->body, NULL)
            || !list_is_good(p, s->other, NULL))
            return false;
    }
    return true;
}

static bool is_part(ir_module *m, const ir_stmt *root, const ir_stmt *alloc, part *p)
{
    opt_move move;

    if (!opt_moves(m, root, alloc, &move))
        return false;
    *p = (part){m, move, move.from->var, move.there->var, is_complete(&move)};
    return list_is_good(p, move.there->next, move.back);
}

/* ---- the elements of the whole ---- */

static ir_expr *lift(const part *p, const ir_expr *e)
{
    if (!e)
        return NULL;
    if (e->kind == IR_DIM && e->var == p->move.part)
        return e->raw == 1 ? p->move.length : ir_whole(p->m, e->loc, 1);
    ir_expr *copy = opt_copy_node(p->m, e);
    if (!copy)
        return NULL;
    copy->left = lift(p, e->left);
    copy->right = lift(p, e->right);
    copy->third = lift(p, e->third);
    if (e->kind != IR_ELEM || e->var != p->move.part)
        return copy;
    ir_expr *index = copy->left;
    copy->var = p->whole;
    copy->left = opt_put_one(p->m, p->move.from->row, p->counter, index);
    copy->right = opt_put_one(p->m, p->move.from->column, p->counter, index);
    copy->inbounds = copy->inbounds || p->move.from->inbounds;
    return copy;
}

static void lift_place(const part *p, ir_place *place)
{
    ir_expr *row = lift(p, place->row);

    place->column = lift(p, place->column);
    place->row = row;
    if (place->var != p->move.part)
        return;
    place->var = p->whole;
    place->row = opt_put_one(p->m, p->move.from->row, p->counter, row);
    place->column = opt_put_one(p->m, p->move.from->column, p->counter, row);
    place->inbounds = place->inbounds || p->move.from->inbounds;
}

static void lift_list(const part *p, ir_stmt *list, const ir_stmt *end)
{
    for (ir_stmt *s = list; s != end && !p->m->out_of_memory; s = s->next) {
        s->var = s->var == p->move.part ? p->whole : s->var;
        for (size_t i = 0; ir_place_slot(s, i); i++)
            lift_place(p, ir_place_slot(s, i));
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            *ir_expr_slot(s, i) = lift(p, *ir_expr_slot(s, i));
        lift_list(p, s->body, NULL);
        lift_list(p, s->other, NULL);
    }
}

/* The statements of the group without what moves. */
static void put_in_place(const part *p, ir_stmt **link)
{
    lift_list(p, p->move.there->next, p->move.back);
    *link = p->move.there->next;
    while (*link != p->move.back)
        link = &(*link)->next;
    *link = p->move.back->next->next;
}

void opt_parts(ir_module *m, const ir_stmt *root, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        part p;
        opt_parts(m, root, &(*link)->body);
        opt_parts(m, root, &(*link)->other);
        if (is_part(m, root, *link, &p))
            put_in_place(&p, link);
        else
            link = &(*link)->next;
    }
}
