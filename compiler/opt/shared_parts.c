/* shared_parts.c: in loops within loops around one update, a part of what is added that is the same in all rounds of a loop is made once before that
 * loop: as a scalar, or with an element for each round of the innermost loop. `c[i,j] += a[i,k] * d[k] * b[k,j]` has an array for a[i,k] * d[k]
 * in each round of i; `y[d,t] += E[d, ids[t]]` has a scalar for ids[t]. The update is a stream then. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_DEPTH = 6, MOST_PARTS = 4 };

typedef struct { ir_module *m; ir_routine *r; const ir_stmt *loop[MOST_DEPTH]; size_t depth; ir_stmt update; } nest;

/* A part: its value; the loops that it stands in; NULL array: a scalar. */
typedef struct { ir_expr *value; size_t level; const ir_var *scalar, *array; } part;

static nest nest_of(ir_module *m, ir_routine *r, const ir_stmt *s)
{
    nest n = {.m = m, .r = r};

    while (s->kind == IR_FOR && s->body && !s->body->next && n.depth < MOST_DEPTH) {
        n.loop[n.depth++] = s;
        s = s->body;
    }
    n.update = *s;
    n.update.next = NULL;
    return n;
}

static const ir_stmt *innermost(const nest *n) { return n->loop[n->depth - 1]; }

/* What the update does not change, and no loop: neither bound nor part depends on the order in which they are made. */
static bool unchanged(const nest *n, const ir_expr *e)
{
    const ir_var *target = n->update.place.var;

    return target->rank == 0 ? !opt_expr_use(e, target) : !opt_reads_elements(e, target);
}

static bool steady(const nest *n, const ir_expr *e)
{
    for (size_t i = 0; i < n->depth; i++)
        if (opt_expr_use(e, n->loop[i]->var))
            return false;
    return opt_cannot_trap(e) && !opt_reads_elements(e, NULL) && unchanged(n, e);
}

static bool plain(const nest *n)
{
    int64_t step;

    if (n->depth == 0 || !opt_is_sum(&n->update))
        return false;
    for (size_t i = 0; i < n->depth; i++)
        if (!ir_constant_step(n->loop[i], &step) || step == 0 || !steady(n, n->loop[i]->first) || !steady(n, n->loop[i]->last))
            return false;
    return ir_constant_step(innermost(n), &step) && (step == 1 || step == -1);
}

/* ---- parts ---- */

/* The number of loops, the innermost aside, that it must stand in. */
static size_t level_of(const nest *n, const ir_expr *e)
{
    size_t level = n->depth - 1;

    while (level > 0 && !opt_expr_use(e, n->loop[level - 1]->var))
        level--;
    return level;
}

static bool is_part(const nest *n, const ir_expr *e, size_t *level)
{
    if (!e || e->kind != IR_OP || (e->type != RG_TYPE_FIXED && e->type != RG_TYPE_INT) || !opt_reads_elements(e, NULL) || !unchanged(n, e))
        return false;
    *level = level_of(n, e);
    return !opt_expr_use(e, innermost(n)->var) || *level + 1 < n->depth;
}

static ir_expr *op(const nest *n, unsigned code, const ir_expr *a, const ir_expr *b)
{
    return opt_op(n->m, innermost(n)->loc, code, a, b);
}

static const ir_expr *low(const ir_stmt *loop) { return loop->step && loop->step->raw < 0 ? loop->last : loop->first; }
static const ir_expr *high(const ir_stmt *loop) { return loop->step && loop->step->raw < 0 ? loop->first : loop->last; }

/* From 1 on, in the rounds of the innermost loop. */
static ir_expr *from_one(const nest *n, const ir_expr *e)
{
    return op(n, RG_OP_ADD, op(n, RG_OP_SUB, e, low(innermost(n))), ir_whole(n->m, innermost(n)->loc, 1));
}

static ir_expr *in_place_of(nest *n, part *p)
{
    const ir_stmt *loop = innermost(n);
    const bool along = opt_expr_use(p->value, loop->var);
    const ir_var *v = ir_add_var(n->r, p->value->loc, "part", p->value->type, along ? 1 : 0);

    if (!v)
        return NULL;
    if (!along) {
        p->scalar = v;
        return ir_expr_var(n->m, p->value->loc, v);
    }
    p->array = v;
    ir_expr *e = ir_expr_elem(n->m, p->value->loc, v, from_one(n, ir_expr_var(n->m, loop->loc, loop->var)), NULL);
    if (e)
        e->inbounds = true;
    return e;
}

/* An operand of what is added becomes a part; false: none is one. */
static bool take_part(nest *n, part *p)
{
    ir_expr *e = opt_copy_node(n->m, n->update.expr);
    ir_expr **const operands[] = {e ? &e->left : NULL, e ? &e->right : NULL};

    if (!e || e->kind != IR_OP)
        return false;
    for (size_t i = 0; i < 2; i++)
        if (is_part(n, *operands[i], &p->level)) {
            p->value = *operands[i];
            *operands[i] = in_place_of(n, p);
            n->update.expr = e;
            return *operands[i] != NULL;
        }
    return false;
}

/* ---- indices that are elements: E[d, ids[t]] ---- */

/* The first of them in e that no round of the innermost loop changes, in a copy of e; NULL: there is none. */
static ir_expr *take_from_index(nest *n, const ir_expr *e, bool index, part *p)
{
    if (!e)
        return NULL;
    if (index && e->kind == IR_ELEM && e->type == RG_TYPE_INT && !opt_expr_use(e, innermost(n)->var) && unchanged(n, e)) {
        p->value = (ir_expr *)(uintptr_t)e;
        p->level = level_of(n, e);
        return in_place_of(n, p);
    }
    ir_expr *const children[] = {e->left, e->right};
    for (size_t i = 0; i < 2 && (e->kind == IR_OP || e->kind == IR_ELEM); i++) { /* nothing that is evaluated in some rounds only */
        ir_expr *taken = take_from_index(n, children[i], index || e->kind == IR_ELEM, p), *copy = taken ? opt_copy_node(n->m, e) : NULL;
        if (copy)
            *(i == 0 ? &copy->left : &copy->right) = taken;
        if (taken)
            return copy;
    }
    return NULL;
}

static bool take_index(nest *n, part *p)
{
    ir_stmt *u = &n->update;
    struct { ir_expr **e; bool index; } const places[] = {{&u->expr, false}, {&u->place.row, true}, {&u->place.column, true}};

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        ir_expr *instead = take_from_index(n, *places[i].e, places[i].index, p);
        if (instead) {
            *places[i].e = instead;
            return true;
        }
    }
    return false;
}

/* ---- what it becomes ---- */

/* Every element gains the part, or loses it. */
static ir_stmt *filled(const nest *n, const part *p, bool add)
{
    const ir_loc loc = p->value->loc;
    ir_expr *index = from_one(n, ir_expr_var(n->m, innermost(n)->loc, innermost(n)->var));
    ir_place place = ir_place_elem(loc, p->array, index, NULL);

    place.inbounds = true;
    return index ? opt_loop_around(n->m, innermost(n), ir_update(n->m, loc, place, add ? RG_MODE_ADD : RG_MODE_SUB, p->value)) : NULL;
}

/* The list between making the part and taking it back. */
static ir_stmt *with_part(const nest *n, const part *p, ir_stmt *list)
{
    const ir_loc loc = p->value->loc;
    ir_expr *size = p->array ? from_one(n, high(innermost(n))) : NULL;
    ir_stmt *alloc = p->array ? ir_array(n->m, loc, p->array, false, size, NULL) : ir_alloc(n->m, loc, p->scalar, p->value);
    ir_stmt *end = p->array ? ir_array(n->m, loc, p->array, true, size, NULL) : ir_free(n->m, loc, p->scalar, p->value);
    if (alloc && end)
        alloc->filled = end->filled = p->array;
    ir_stmt *fill = p->array ? filled(n, p, true) : NULL, *empty = p->array ? filled(n, p, false) : NULL;

    if (!list || !alloc || !end || (p->array && (!fill || !empty)))
        return NULL;
    return ir_append(ir_append(ir_append(ir_append(alloc, fill), list), empty), end);
}

/* Where one of the loops that a part was taken out of has no round nothing is made; nor where the innermost one has none. */
static ir_stmt *where_it_runs(const nest *n, size_t from, ir_stmt *list)
{
    for (size_t i = n->depth; i-- > from;) {
        const ir_stmt *l = n->loop[i];
        if (list && opt_constant_rounds(l) <= 0)
            list = ir_if(n->m, l->loc, ir_expr_op(n->m, l->loc, RG_OP_LE, (ir_expr *)(uintptr_t)low(l), (ir_expr *)(uintptr_t)high(l)), NULL, list, NULL);
    }
    return list;
}

static ir_stmt *build(const nest *n, const part *parts, size_t count)
{
    size_t lowest = n->depth;
    ir_stmt *list = ir_update(n->m, n->update.loc, n->update.place, n->update.mode, n->update.expr);

    for (size_t level = n->depth; list && level-- > 0;) {
        list = opt_loop_around(n->m, n->loop[level], list);
        for (size_t i = 0; i < count; i++)
            if (parts[i].level == level && list) {
                list = with_part(n, &parts[i], list);
                lowest = level;
            }
    }
    return where_it_runs(n, lowest, list);
}

static ir_stmt *shared(ir_module *m, ir_routine *r, const ir_stmt *s)
{
    nest n = nest_of(m, r, s);
    part parts[MOST_PARTS] = {{0}};
    size_t count = 0;
    opt_stream stream;

    if (!plain(&n) || opt_stream_of(innermost(&n), &stream))
        return NULL;
    while (count < MOST_PARTS && take_index(&n, &parts[count]))
        count++;
    while (count < MOST_PARTS && take_part(&n, &parts[count]))
        count++;
    ir_stmt *inner = count > 0 && !m->out_of_memory ? opt_loop_around(n.m, innermost(&n), &n.update) : NULL;
    return inner && opt_stream_of(inner, &stream) ? build(&n, parts, count) : NULL;
}

void opt_shared_parts(ir_module *m, ir_routine *r, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link, *instead = s->kind == IR_FOR ? shared(m, r, s) : NULL;
        if (instead) {
            link = opt_put_list(link, instead, s->next);
            continue;
        }
        opt_shared_parts(m, r, &s->body);
        opt_shared_parts(m, r, &s->other);
        link = &s->next;
    }
}
