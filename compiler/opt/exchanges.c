/* exchanges.c: an inlined call has its element arguments exchanged into ancillas around its body.
 * Where the body is one update, one update under a condition, or a loop that is a stream, the
 * update works on the elements themselves. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_EXCHANGES = 4 };

typedef struct {
    const ir_var *v;
    const ir_place *element;
} exchange;
typedef struct {
    exchange list[MOST_EXCHANGES];
    size_t count;
    const ir_stmt *body, *last;
} exchanges;

/* ---- what the exchanges are ---- */

static bool opens(const ir_stmt *s)
{
    return s && s->kind == IR_ALLOC && s->var->rank == 0 && opt_is_zero(s->expr) && s->next
           && s->next->kind == IR_SWAP && !s->next->place.row && s->next->place.var == s->var
           && s->next->place2.row && s->next->place2.var->base == s->var->base;
}

static bool closes(const ir_stmt *s, const exchange *e)
{
    return s && s->kind == IR_SWAP && !s->place.row && s->place.var == e->v
           && opt_same_place(&s->place2, e->element) && s->next && s->next->kind == IR_FREE
           && !s->next->erase && s->next->var == e->v && opt_is_zero(s->next->expr);
}

static bool take_apart(const ir_stmt *s, exchanges *x)
{
    *x = (exchanges){.count = 0};
    for (; x->count < MOST_EXCHANGES && opens(s); s = s->next->next)
        x->list[x->count++] = (exchange){s->var, &s->next->place2};
    x->body = s;
    s = s ? s->next : NULL;
    for (size_t i = x->count; i-- > 0; s = s->next) {
        if (!closes(s, &x->list[i]))
            return false;
        x->last = s = s->next;
    }
    return x->count > 0;
}

/* ---- may the elements be used where they are? ---- */

/* The update of a loop, or two, that is a stream. */
static const ir_stmt *streamed(const ir_stmt *s)
{
    opt_stream stream;

    return opt_stream_of(s, &stream) && !opt_stream_is_wide(&stream) ? stream.update : NULL;
}

/* Does a bound of the loops use it? */
static bool bounds_use(const ir_stmt *s, const ir_var *v)
{
    return s && s->kind == IR_FOR
           && (opt_expr_use(s->first, v) || opt_expr_use(s->last, v) || bounds_use(s->body, v));
}

static const ir_stmt *update_of(const ir_stmt *s)
{
    if (s->kind == IR_FOR)
        return streamed(s);
    if (s->kind == IR_IF && !s->other && s->body && !s->body->next)
        s = s->body;
    return s->kind == IR_UPDATE ? s : NULL;
}

/* Every element is used, so its index is checked as before; no array is met twice; the indices
 * stay. */
static bool allowed(const exchanges *x)
{
    const ir_stmt *u = x->body ? update_of(x->body) : NULL;

    if (!u)
        return false;
    for (size_t i = 0; i < x->count; i++) {
        const exchange *e = &x->list[i];
        const ir_var *array = e->element->var;
        if (opt_reads_elements(e->element->row, NULL)
            || opt_reads_elements(e->element->column, NULL) || opt_reads_elements(u->expr, array)
            || opt_reads_elements(x->body->pre, array) || opt_reads_elements(x->body->post, array)
            || (u->place.row
                && (u->place.var == array || opt_place_use(&u->place, e->v) & OPT_READ)))
            return false;
        if ((!opt_expr_use(u->expr, e->v) && u->place.var != e->v) || bounds_use(x->body, e->v))
            return false;
        for (size_t k = 0; k < x->count; k++) {
            const ir_place *other = x->list[k].element;
            if ((k != i && other->var == array) || opt_expr_use(other->row, e->v)
                || opt_expr_use(other->column, e->v))
                return false;
        }
        if (!u->place.row
            && (opt_expr_use(e->element->row, u->place.var)
                || opt_expr_use(e->element->column, u->place.var)))
            return false;
    }
    return true;
}

/* ---- the update in their stead ---- */

static ir_expr *put_elements(ir_module *m, const exchanges *x, ir_expr *e)
{
    for (size_t i = 0; e && i < x->count; i++) {
        const ir_place *p = x->list[i].element;
        ir_expr *element = ir_expr_elem(m, p->loc, p->var, p->row, p->column);
        if (!element)
            return NULL;
        element->inbounds = p->inbounds;
        e = opt_put_one(m, e, x->list[i].v, element);
    }
    return e;
}

static ir_stmt *on_elements(ir_module *m, const exchanges *x, const ir_stmt *s)
{
    ir_stmt *copy = opt_copy_alone(m, s);

    if (!copy)
        return NULL;
    for (size_t i = 0; i < x->count; i++)
        if (s->kind == IR_UPDATE && !s->place.row && s->place.var == x->list[i].v) {
            copy->place = *x->list[i].element;
            copy->place.loc = s->place.loc;
        }
    copy->expr = put_elements(m, x, s->expr);
    copy->pre = put_elements(m, x, s->pre);
    copy->post = put_elements(m, x, s->post);
    copy->body = s->body ? on_elements(m, x, s->body) : NULL;
    return m->out_of_memory ? NULL : copy;
}

ir_stmt *opt_without_exchanges(ir_module *m, const ir_stmt *root, const ir_stmt *s,
                               const ir_stmt **last)
{
    exchanges x;

    if (!take_apart(s, &x) || !allowed(&x))
        return NULL;
    *last = x.last;
    ir_stmt *list = on_elements(m, &x, x.body);
    for (size_t i = 0; i < x.count && list; i++)
        list = opt_with_index_check(m, root, x.list[i].element, list);
    return list;
}

/* ---- in longer lists ---- */

/* Statements that only read it, or add to it. */
static bool adds_only(const ir_stmt *list, const ir_stmt *end, const ir_var *v)
{
    for (const ir_stmt *s = list; s != end; s = s->next) {
        if (s->var == v || s->place2.var == v || (s->place.var == v && s->kind != IR_UPDATE)
            || opt_expr_use(s->first, v) || opt_expr_use(s->last, v) || s->arg_count > 0
            || !adds_only(s->body, NULL, v) || !adds_only(s->other, NULL, v))
            return false;
    }
    return true;
}

/* Is it used in every case, so that its index is checked as before? */
static bool surely_used(const ir_stmt *list, const ir_stmt *end, const ir_var *v)
{
    for (const ir_stmt *s = list; s != end; s = s->next)
        if (((s->kind == IR_UPDATE || s->kind == IR_ALLOC)
             && (s->place.var == v || opt_expr_use(s->expr, v)))
            || (s->kind == IR_ROUTINE && surely_used(s->body, NULL, v)))
            return true;
    return false;
}

/* The statement with which the exchange ends that begins with s; NULL: it has none in this list, or
 * the element cannot be used where it is. */
static ir_stmt *end_in_place(const ir_stmt *root, const ir_stmt *s)
{
    const exchange e = {s->var, &s->next->place2};
    ir_stmt *end = s->next->next;

    for (; end && !closes(end, &e); end = end->next) {
        if (opt_stmt_use(root, end, e.element->var))
            return NULL;
        for (const ir_expr *index = e.element->row; index;
             index = index == e.element->row ? e.element->column : NULL)
            if (opt_reads_elements(index, NULL) || !opt_stays(root, end, index))
                return NULL;
    }
    return end && surely_used(s->next->next, end, e.v) && adds_only(s->next->next, end, e.v) ? end
                                                                                             : NULL;
}

static void put_in_place(ir_module *m, ir_stmt *list, const ir_stmt *end, const ir_var *v,
                         const ir_place *p)
{
    ir_expr *element = ir_expr_elem(m, p->loc, p->var, p->row, p->column);

    if (!element)
        return;
    element->inbounds = p->inbounds;
    for (ir_stmt *s = list; s != end; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            *ir_expr_slot(s, i) = opt_put_one(m, *ir_expr_slot(s, i), v, element);
        s->place.row = opt_put_one(m, s->place.row, v, element);
        s->place.column = opt_put_one(m, s->place.column, v, element);
        if (s->place.var == v)
            s->place = *p;
        put_in_place(m, s->body, NULL, v, p);
        put_in_place(m, s->other, NULL, v, p);
    }
}

bool opt_elements_in_place(ir_module *m, ir_stmt **list)
{
    bool changed = false;

    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link, *end = opens(s) ? end_in_place(*list, s) : NULL;
        if (!end) {
            link = &s->next;
            continue;
        }
        put_in_place(m, s->next->next, end, s->var, &s->next->place2);
        *link = s->next->next;
        ir_stmt **last = link;
        while (*last != end)
            last = &(*last)->next;
        *last = end->next->next;
        changed = true;
    }
    return changed;
}
