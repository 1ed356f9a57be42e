/* parts.c: a part of an array (a row, a column, a range) that moves into an array of its own for an inlined call, and back: where only loops that are
 * streams use its elements, they use those of the whole array, and nothing moves. */
#include "compiler/opt/parts.h"

#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

typedef struct {
    ir_module *m;
    const ir_stmt *root, *alloc, *there, *back; /* back: the loop that moves everything back, or NULL */
    const ir_place *from;                       /* the element of the whole array, by `counter` */
    const ir_var *counter, *whole;
    bool complete;                              /* a whole row, column or vector: its indices are those of the array */
} part;

static bool is_const(const ir_expr *e, int64_t value) { return e && e->kind == IR_CONST && e->raw == value; }

static bool is_var(const ir_expr *e, const ir_var *v) { return e && e->kind == IR_VAR && e->var == v; }

/* ---- what it is ---- */

static bool is_length(const part *p, const ir_expr *e)
{
    return e && ((e->kind == IR_DIM && e->var == p->alloc->var && e->raw == 1) || opt_same_expr(e, p->alloc->first));
}

/* for v = 1 : n, or n : -1 : 1 */
static bool covers(const part *p, const ir_stmt *s)
{
    const bool up = !s->step || is_const(s->step, 1);

    return (up || is_const(s->step, -1)) && is_const(up ? s->first : s->last, 1) && is_length(p, up ? s->last : s->first);
}

static bool is_move(const part *p, const ir_stmt *s)
{
    const ir_stmt *b = s && s->kind == IR_FOR && covers(p, s) ? s->body : NULL;

    return b && !b->next && b->kind == IR_SWAP && b->place.var == p->alloc->var && is_var(b->place.row, s->var) && b->place2.row
        && b->place2.var != p->alloc->var && b->place2.var->base == p->alloc->var->base;
}

static bool plain(const ir_expr *e)
{
    return !e || (e->kind != IR_ELEM && e->kind != IR_SELECT && opt_cannot_trap(e) && plain(e->left) && plain(e->right));
}

static bool extent(const ir_expr *e, const ir_var *array, int64_t dim) { return e->kind == IR_DIM && e->var == array && e->raw == dim; }

static bool is_complete(const part *p)
{
    const ir_expr *n = p->alloc->first, *row = p->from->row, *column = p->from->column;

    if (is_var(row, p->counter))
        return extent(n, p->whole, 1) && !(column && opt_expr_use(column, p->counter));
    return column && is_var(column, p->counter) && extent(n, p->whole, 2) && !opt_expr_use(row, p->counter);
}

static ir_expr *put(const part *p, ir_expr *e, const ir_var *v, ir_expr *value)
{
    const ir_var *const vars[2] = {v, NULL};
    ir_expr *const values[2] = {value, NULL};

    return e ? opt_put(p->m, e, vars, values) : NULL;
}

static bool same_move(const part *p, const ir_stmt *s)
{
    const ir_place *other = &s->body->place2;
    ir_expr *v = ir_expr_var(p->m, s->loc, p->counter);

    return v && other->var == p->whole && other->inbounds == p->from->inbounds && opt_same_expr(put(p, other->row, s->var, v), put(p, p->from->row, p->counter, v))
        && opt_same_expr(put(p, other->column, s->var, v), put(p, p->from->column, p->counter, v));
}

/* ---- what happens meanwhile ---- */

static bool stays(const part *p, const ir_stmt *s, const ir_expr *e)
{
    if (!e)
        return true;
    if ((e->kind == IR_VAR && opt_stmt_use(p->root, s, e->var) & OPT_WRITE) || (e->kind == IR_DIM && opt_resizes(p->root, s, e->var)))
        return false;
    return stays(p, s, e->left) && stays(p, s, e->right) && stays(p, s, e->third);
}

/* Elements of the part are within it: all indices are, or this one is the variable of a loop over it. */
static bool index_is_good(const part *p, const ir_expr *index, const opt_stream *s)
{
    for (size_t i = 0; i < 2 && s->loop[i]; i++)
        if (is_var(index, s->loop[i]->var) && covers(p, s->loop[i]))
            return true;
    return p->complete;
}

static bool elements_are_good(const part *p, const ir_expr *e, const opt_stream *s)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM && e->var == p->alloc->var && !index_is_good(p, e->left, s))
        return false;
    return elements_are_good(p, e->left, s) && elements_are_good(p, e->right, s) && elements_are_good(p, e->third, s);
}

/* Extents may be asked for; elements are left alone. */
static bool no_elements(const ir_stmt *s, const ir_var *array)
{
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        if (opt_reads_elements(*ir_expr_slot(s, i), array))
            return false;
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        const ir_place *p = ir_place_slot(s, i);
        if (p->var == array || opt_reads_elements(p->row, array) || opt_reads_elements(p->column, array))
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

    return (u->place.var != p->alloc->var || index_is_good(p, u->place.row, s)) && elements_are_good(p, u->expr, s) && elements_are_good(p, u->first, s)
        && elements_are_good(p, u->last, s);
}

static bool list_is_good(const part *p, const ir_stmt *list, const ir_stmt *end)
{
    for (const ir_stmt *s = list; s != end; s = s->next) {
        opt_stream stream;
        if (s->kind == IR_UNROUTINE || s->kind == IR_ROUTINE || !no_elements(s, p->whole))
            return false;
        if (s->kind == IR_FOR && opt_stream_of(s, &stream)) {
            if (!stream_is_good(p, &stream) || !no_elements(stream.update, p->whole) || !no_elements(stream.loop[0], p->whole))
                return false;
            continue;
        }
        if (!no_elements(s, p->alloc->var) || !list_is_good(p, s->body, NULL) || !list_is_good(p, s->other, NULL))
            return false;
    }
    return true;
}

/* Everything between there and back; sets back. */
static bool meanwhile(part *p)
{
    const ir_stmt *s = p->there->next;

    for (; s && s->next && !(s->next->kind == IR_FREE_ARRAY && s->next->var == p->alloc->var); s = s->next) {
        ir_stmt one = *s;
        one.next = NULL;
        if (!stays(p, &one, p->from->row) || !stays(p, &one, p->from->column) || !stays(p, &one, p->alloc->first))
            return false;
    }
    if (!s || !s->next || !is_move(p, s) || !same_move(p, s))
        return false;
    p->back = s;
    return list_is_good(p, p->there->next, s);
}

static bool is_part(ir_module *m, const ir_stmt *root, const ir_stmt *alloc, part *out)
{
    part p = {.m = m, .root = root, .alloc = alloc, .there = alloc->next};

    if (alloc->kind != IR_ALLOC_ARRAY || !p.there || alloc->stack || alloc->place.var || alloc->var->rank != 1 || !plain(alloc->first) || !is_move(&p, p.there))
        return false;
    p.from = &p.there->body->place2;
    p.counter = p.there->var;
    p.whole = p.from->var;
    p.complete = is_complete(&p);
    *out = p;
    return plain(p.from->row) && plain(p.from->column) && meanwhile(out);
}

/* ---- the elements of the whole ---- */

static ir_expr *lift(const part *p, const ir_expr *e)
{
    if (!e)
        return NULL;
    if (e->kind == IR_DIM && e->var == p->alloc->var)
        return e->raw == 1 ? p->alloc->first : ir_expr_const(p->m, e->loc, RG_TYPE_INT, 1);
    ir_expr *copy = ir_arena_alloc(p->m, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *e;
    copy->left = lift(p, e->left);
    copy->right = lift(p, e->right);
    copy->third = lift(p, e->third);
    if (e->kind != IR_ELEM || e->var != p->alloc->var)
        return copy;
    ir_expr *index = copy->left;
    copy->var = p->whole;
    copy->left = put(p, p->from->row, p->counter, index);
    copy->right = put(p, p->from->column, p->counter, index);
    copy->inbounds = copy->inbounds || p->from->inbounds;
    return copy;
}

static void lift_place(const part *p, ir_place *place)
{
    ir_expr *row = lift(p, place->row);

    place->column = lift(p, place->column);
    place->row = row;
    if (place->var != p->alloc->var)
        return;
    place->var = p->whole;
    place->row = put(p, p->from->row, p->counter, row);
    place->column = put(p, p->from->column, p->counter, row);
    place->inbounds = place->inbounds || p->from->inbounds;
}

static void lift_list(const part *p, ir_stmt *list, const ir_stmt *end)
{
    for (ir_stmt *s = list; s != end && !p->m->out_of_memory; s = s->next) {
        s->var = s->var == p->alloc->var ? p->whole : s->var;
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
    lift_list(p, p->there->next, p->back);
    *link = p->there->next;
    while (*link != p->back)
        link = &(*link)->next;
    *link = p->back->next->next;
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
