/* shared_parts.c: in loops around updates of several operations, the parts of what is added are
 * made before. One that is the same in all iterations of a loop is made before that loop. It is a
 * scalar, or has an element for each iteration of the innermost loop. So `c[i,j] += a[i,k] * d[k] *
 * b[k,j]` has an array for a[i,k] * d[k] in each iteration of i. One that changes along the
 * innermost loop and one more has a matrix: of `c[i,j] += (x[k,i] - m[i]) * (x[k,j] - m[j])`,
 * summed over k, the second factor is made before all loops. `y[d,t] += E[d, ids[t]]` has a scalar
 * for the index. One that is never the same has an array, too, made in a loop of its own before the
 * innermost one. The updates are streams then. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_DEPTH = 6, MOST_PARTS = 4, MOST_UPDATES = 4, FEWEST = 6 };

typedef struct {
    ir_module *m;
    ir_routine *r;
    const ir_stmt *loop[MOST_DEPTH], *updates;
    size_t depth, streams, functions, arrays,
        never_same; /* of the loops that it becomes: all, and those that wait for functions or
                       divisions; arrays that they fill, and those in every iteration */
    const ir_stmt *columns; /* of the matrices, whose loops are one; NULL: there is none */
    size_t matrices;
} nest;

/* A part that is the same in a loop: its value, and the number of loops that it stands in. Without
 * an array it is a scalar. Each iteration of the loop `columns` has a column of the array; NULL: it
 * is a vector. */
typedef struct {
    ir_expr *value;
    size_t level;
    const ir_var *scalar, *array;
    const ir_stmt *columns;
} part;
typedef struct {
    part list[MOST_PARTS];
    size_t count;
} parts;

static nest nest_of(ir_module *m, ir_routine *r, const ir_stmt *s)
{
    nest n = {.m = m, .r = r, .updates = s};

    while (n.updates && n.updates->kind == IR_FOR && (n.depth == 0 || !n.updates->next)
           && n.depth < MOST_DEPTH) {
        n.loop[n.depth++] = n.updates;
        n.updates = n.updates->body;
    }
    return n;
}

static const ir_stmt *innermost(const nest *n) { return n->loop[n->depth - 1]; }

/* What no update changes, and no loop: neither bound nor part depends on the order in which they
 * are made. */
static bool unchanged(const nest *n, const ir_expr *e)
{
    for (const ir_stmt *u = n->updates; u; u = u->next)
        if (u->place.var->rank == 0 ? opt_expr_use(e, u->place.var) != 0
                                    : opt_reads_elements(e, u->place.var))
            return false;
    return true;
}

static bool steady(const nest *n, const ir_expr *e)
{
    for (size_t i = 0; i < n->depth; i++)
        if (opt_expr_use(e, n->loop[i]->var))
            return false;
    return opt_cannot_trap(e) && !opt_reads_elements(e, NULL) && unchanged(n, e);
}

/* Updates in any order: none reads what another one changes. */
static bool only_sums(const nest *n)
{
    size_t count = 0;

    for (const ir_stmt *u = n->updates; u; u = u->next)
        if (!opt_is_sum(u) || ++count > MOST_UPDATES)
            return false;
    for (const ir_stmt *u = n->updates; u; u = u->next)
        if (!unchanged(n, u->expr) || !unchanged(n, u->place.row) || !unchanged(n, u->place.column))
            return false;
    return count > 0;
}

static bool plain(const nest *n)
{
    int64_t step;

    if (n->depth == 0 || !only_sums(n))
        return false;
    for (size_t i = 0; i < n->depth; i++)
        if (!ir_constant_step(n->loop[i], &step) || step == 0 || !steady(n, n->loop[i]->first)
            || !steady(n, n->loop[i]->last))
            return false;
    return ir_constant_step(innermost(n), &step) && (step == 1 || step == -1);
}

/* ---- parts ---- */

static bool uses_part(const ir_expr *e, const part *p)
{
    return p->array ? opt_reads_elements(e, p->array) : opt_expr_use(e, p->scalar) != 0;
}

/* The number of loops, the innermost aside, that it must stand in: those of its variables, and of
 * the parts in it. list: NULL where there are none. */
static size_t level_of(const nest *n, const parts *list, const ir_expr *e)
{
    size_t level = n->depth - 1;

    while (level > 0 && !opt_expr_use(e, n->loop[level - 1]->var))
        level--;
    for (size_t i = 0; list && i < list->count; i++)
        if (list->list[i].level > level && uses_part(e, &list->list[i]))
            level = list->list[i].level;
    return level;
}

/* An operand of what is added that wants a variable of its own. */
static bool is_part(const ir_expr *e)
{
    return e && e->kind == IR_OP && (e->type == RG_TYPE_FIXED || e->type == RG_TYPE_INT)
           && opt_reads_elements(e, NULL);
}

/* The same in all iterations of a loop. */
static bool is_shared(const nest *n, const parts *list, const ir_expr *e, size_t *level)
{
    *level = level_of(n, list, e);
    return !opt_expr_use(e, innermost(n)->var) || *level + 1 < n->depth;
}

static ir_expr *op(const nest *n, unsigned code, const ir_expr *a, const ir_expr *b)
{
    return opt_op(n->m, innermost(n)->loc, code, a, b);
}

static const ir_expr *low(const ir_stmt *loop)
{
    return loop->step && loop->step->raw < 0 ? loop->last : loop->first;
}
static const ir_expr *high(const ir_stmt *loop)
{
    return loop->step && loop->step->raw < 0 ? loop->first : loop->last;
}

/* From 1 on, in the iterations of the loop. */
static ir_expr *from_one(const nest *n, const ir_stmt *loop, const ir_expr *e)
{
    return op(n, RG_OP_ADD, op(n, RG_OP_SUB, e, low(loop)), ir_whole(n->m, loop->loc, 1));
}

static ir_expr *number_in(const nest *n, const ir_stmt *loop)
{
    return from_one(n, loop, ir_expr_var(n->m, loop->loc, loop->var));
}

/* The element of array v in an iteration. */
static ir_expr *element(const nest *n, ir_loc loc, const ir_var *v, const ir_stmt *columns)
{
    ir_expr *e = ir_expr_elem(n->m, loc, v, number_in(n, innermost(n)),
                              columns ? number_in(n, columns) : NULL);

    if (e)
        e->inbounds = true;
    return e;
}

static const ir_var *new_variable(const nest *n, const ir_expr *value, unsigned rank)
{
    return ir_add_var(n->r, value->loc, "part", value->type, rank);
}

static ir_expr *in_place_of(const nest *n, parts *list, ir_expr *value, size_t level)
{
    const bool along = opt_expr_use(value, innermost(n)->var);
    const ir_var *v = list->count < MOST_PARTS ? new_variable(n, value, along) : NULL;

    if (!v)
        return NULL;
    list->list[list->count++] = (part){value, level, along ? NULL : v, along ? v : NULL, NULL};
    return along ? element(n, value->loc, v, NULL) : ir_expr_var(n->m, value->loc, v);
}

static bool by_one(const ir_stmt *loop)
{
    return !loop->step || loop->step->raw == 1 || loop->step->raw == -1;
}

/* A part that changes along the innermost loop and the one around it, and is the same in the next
 * loop outside. Its element of a matrix; NULL: it is not such a part. */
static ir_expr *in_matrix(nest *n, parts *list, ir_expr *value)
{
    const size_t around = n->depth - 2;
    size_t level = around;

    if (n->depth < 3 || !list || list->count == MOST_PARTS || !by_one(n->loop[around])
        || (n->columns && n->columns != n->loop[around]))
        return NULL;
    while (level > 0 && !opt_expr_use(value, n->loop[level - 1]->var))
        level--;
    for (size_t i = 0; i < list->count; i++)
        if (uses_part(value, &list->list[i]))
            return NULL;
    const ir_var *v = level < around ? new_variable(n, value, 2) : NULL;
    if (!v)
        return NULL;
    n->columns = n->loop[around];
    n->matrices++;
    list->list[list->count++] = (part){value, level, NULL, v, n->columns};
    return element(n, value->loc, v, n->columns);
}

static ir_stmt *loops_of(nest *n, parts *list, const ir_place *place, enum rg_mode mode,
                         ir_expr *e);

/* Every element gains the part, or loses it. */
static ir_stmt *filled(nest *n, const part *p, bool add)
{
    const ir_loc loc = p->value->loc;
    const ir_expr *e = element(n, loc, p->array, p->columns);
    ir_place place = ir_place_elem(loc, p->array, e ? e->left : NULL, e ? e->right : NULL);

    place.inbounds = true;
    ir_stmt *list = e ? loops_of(n, NULL, &place, add ? RG_MODE_ADD : RG_MODE_SUB, p->value) : NULL;
    return list && p->columns ? opt_loop_around(n->m, p->columns, list) : list;
}

/* What is between making the array and taking it back. */
static ir_stmt *with_array(nest *n, const part *p, ir_stmt *between)
{
    const ir_loc loc = p->value->loc;
    ir_expr *rows = from_one(n, innermost(n), high(innermost(n))),
            *columns = p->columns ? from_one(n, p->columns, high(p->columns)) : NULL;
    ir_stmt *alloc = ir_array(n->m, loc, p->array, false, rows, columns),
            *end = ir_array(n->m, loc, p->array, true, rows, columns);
    ir_stmt *fill = filled(n, p, true), *empty = filled(n, p, false);

    if (!between || !alloc || !end || !fill || !empty)
        return NULL;
    n->arrays++;
    alloc->filled = end->filled = true;
    return ir_append(ir_append(ir_append(ir_append(alloc, fill), between), empty), end);
}

/* The innermost loop around one update as streams; NULL: it cannot be that. Parts that are shared
 * come into the list (NULL: there can be no more). */
static ir_stmt *loops_of(nest *n, parts *list, const ir_place *place, enum rg_mode mode, ir_expr *e)
{
    ir_stmt *u = ir_update(n->m, e->loc, *place, mode, e),
            *loop = u ? opt_loop_around(n->m, innermost(n), u) : NULL;
    opt_stream stream;

    if (!loop)
        return NULL;
    if (opt_stream_of(loop, &stream)) {
        n->streams++;
        n->functions += opt_is_function(stream.op);
        return loop;
    }
    if (opt_is_addition(e)) {
        const bool other = e->op == RG_OP_FSUB || e->op == RG_OP_SUB;
        ir_stmt *left = loops_of(n, list, place, mode, e->left);
        ir_stmt *right = left ? loops_of(n, list, place,
                                         (mode == RG_MODE_ADD) != other ? RG_MODE_ADD : RG_MODE_SUB,
                                         e->right)
                              : NULL;
        return right ? ir_append(left, right) : NULL;
    }
    ir_expr *with = e->kind == IR_OP ? opt_copy_node(n->m, e) : NULL;
    for (size_t i = 0; with && i < 2; i++) {
        ir_expr **operand = i == 0 ? &with->left : &with->right, *value = *operand;
        size_t level;
        if (!is_part(value))
            continue;
        const bool both = with->right && opt_same_expr(with->left, with->right);
        if (is_shared(n, list, value, &level)) {
            *operand = list ? in_place_of(n, list, value, level) : NULL;
            with->right = both ? *operand : with->right;
            return *operand ? loops_of(n, list, place, mode, with) : NULL;
        }
        *operand = in_matrix(n, list, value);
        const part own = {value, 0, NULL, *operand ? NULL : new_variable(n, value, 1), NULL};
        if (own.array) {
            n->never_same++;
            *operand = element(n, value->loc, own.array, NULL);
        }
        with->right = both ? *operand : with->right;
        ir_stmt *loops = *operand ? loops_of(n, list, place, mode, with) : NULL;
        return own.array && loops ? with_array(n, &own, loops) : loops;
    }
    return NULL;
}

/* ---- indices that are elements: E[d, ids[t]] ---- */

/* The first of them in e that no iteration of the innermost loop changes, in a copy of e; NULL:
 * there is none. */
static ir_expr *take_from_index(const nest *n, parts *list, const ir_expr *e, bool index)
{
    if (!e)
        return NULL;
    if (index && e->kind == IR_ELEM && e->type == RG_TYPE_INT && !opt_expr_use(e, innermost(n)->var)
        && unchanged(n, e))
        return in_place_of(n, list, (ir_expr *)(uintptr_t)e, level_of(n, list, e));
    ir_expr *const children[] = {e->left, e->right};
    for (size_t i = 0; i < 2 && (e->kind == IR_OP || e->kind == IR_ELEM);
         i++) { /* nothing that is evaluated in some iterations only */
        ir_expr *taken = take_from_index(n, list, children[i], index || e->kind == IR_ELEM),
                *copy = taken ? opt_copy_node(n->m, e) : NULL;
        if (copy)
            *(i == 0 ? &copy->left : &copy->right) = taken;
        if (taken)
            return copy;
    }
    return NULL;
}

static bool take_index(const nest *n, parts *list, ir_stmt *u)
{
    struct {
        ir_expr **e;
        bool index;
    } const places[] = {{&u->expr, false}, {&u->place.row, true}, {&u->place.column, true}};

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        ir_expr *instead = take_from_index(n, list, *places[i].e, places[i].index);
        if (instead) {
            *places[i].e = instead;
            return true;
        }
    }
    return false;
}

/* ---- what it becomes ---- */

/* The list between making the part and taking it back. */
static ir_stmt *with_part(nest *n, const part *p, ir_stmt *list)
{
    if (p->array)
        return with_array(n, p, list);
    ir_stmt *alloc = ir_alloc(n->m, p->value->loc, p->scalar, p->value),
            *end = ir_free(n->m, p->value->loc, p->scalar, p->value);
    return list && alloc && end ? ir_append(ir_append(alloc, list), end) : NULL;
}

/* Where one of the loops that a part was taken out of has no iteration nothing is made; nor where
 * the innermost one has none. */
static ir_stmt *where_it_runs(const nest *n, size_t from, ir_stmt *list)
{
    for (size_t i = n->depth; i-- > from;) {
        const ir_stmt *l = n->loop[i];
        if (list && opt_constant_rounds(l) <= 0)
            list = ir_if(n->m, l->loc,
                         ir_expr_op(n->m, l->loc, RG_OP_LE, (ir_expr *)(uintptr_t)low(l),
                                    (ir_expr *)(uintptr_t)high(l)),
                         NULL, list, NULL);
    }
    return list;
}

/* The loops around the innermost ones. */
static ir_stmt *build(nest *n, const parts *shared, ir_stmt *list)
{
    size_t lowest = n->depth - 1;

    for (size_t level = n->depth; list && level-- > 0;) {
        if (level + 1 < n->depth)
            list = opt_loop_around(n->m, n->loop[level], list);
        for (size_t i = shared->count; i-- > 0;) /* later ones may read earlier ones */
            if (shared->list[i].level == level && list) {
                list = with_part(n, &shared->list[i], list);
                lowest = level;
            }
    }
    return list ? where_it_runs(n, lowest, list) : NULL;
}

/* The matrices must be small, all together: else the loops stay. */
static ir_stmt *where_small(const nest *n, const ir_stmt *original, ir_stmt *list)
{
    enum { MOST_ELEMENTS = 4096 };

    if (!n->columns || !list)
        return list;
    const ir_loc loc = original->loc;
    ir_stmt *as_it_is = opt_copy_alone(n->m, original);
    ir_expr *rows = from_one(n, innermost(n), high(innermost(n))),
            *columns = from_one(n, n->columns, high(n->columns)),
            *most = ir_whole(n->m, loc, MOST_ELEMENTS / (int64_t)n->matrices);
    ir_expr *each =
                ir_expr_and(n->m, loc, op(n, RG_OP_LE, rows, most), op(n, RG_OP_LE, columns, most)),
            *both = op(n, RG_OP_LE, op(n, RG_OP_MUL, rows, columns), most);
    ir_expr *fits = each && both ? ir_expr_and(n->m, loc, each, both) : NULL;

    return fits && as_it_is ? ir_if(n->m, loc, fits, NULL, list, as_it_is) : NULL;
}

/* Sums over the innermost loop. To fill and to empty an array for one takes longer than it saves.
 */
static bool only_sums_of_innermost(const nest *n)
{
    const ir_var *v = innermost(n)->var;

    for (const ir_stmt *u = n->updates; u; u = u->next)
        if (opt_expr_use(u->place.row, v) || opt_expr_use(u->place.column, v))
            return false;
    return true;
}

/* around: loops. A single loop in less than two others is left to others, because arrays cost code.
 * So is one of few iterations. So is all of two loops that is never the same, for which opt_expand
 * has matrices. */
static bool worth_it(const nest *n, unsigned around)
{
    const int64_t rounds = opt_constant_rounds(innermost(n));

    return (n->depth > 2 || (n->depth == 2 && n->never_same == 0)
            || (n->depth == 1 && around > 1 && !(n->never_same > 0 && only_sums_of_innermost(n))))
           && (rounds < 0 || rounds >= FEWEST);
}

/* around: loops; last: opt_expand has run, and what is never the same may have arrays of an
 * iteration's own. */
typedef struct {
    ir_module *m;
    ir_routine *r;
    bool last;
} context;

static ir_stmt *shared(const context *x, const ir_stmt *s, unsigned around)
{
    ir_module *m = x->m;

    nest n = nest_of(m, x->r, s);
    parts list = {.count = 0};
    opt_stream stream;
    ir_stmt *loops = NULL;

    if (!plain(&n) || opt_stream_of(innermost(&n), &stream))
        return NULL;
    for (const ir_stmt *u = n.updates; u; u = u->next) {
        ir_stmt with = *u;
        while (take_index(&n, &list, &with))
            ;
        ir_stmt *of_it = loops_of(&n, &list, &with.place, with.mode, with.expr);
        if (!of_it)
            return NULL;
        loops = ir_append(loops, of_it);
    }
    loops = where_small(&n, s, build(&n, &list, loops));
    const bool good =
        n.arrays == 0
        || (worth_it(&n, around) && 2 * n.functions < n.streams && (x->last || n.never_same == 0));
    return loops && !m->out_of_memory && good ? loops : NULL;
}

static void visit(const context *x, ir_stmt **list, unsigned around)
{
    for (ir_stmt **link = list; *link && !x->m->out_of_memory;) {
        ir_stmt *s = *link, *instead = s->kind == IR_FOR ? shared(x, s, around) : NULL;
        if (instead) {
            link = opt_put_list(link, instead, s->next);
            continue;
        }
        visit(x, &s->body, around + (s->kind == IR_FOR || s->kind == IR_WHILE));
        visit(x, &s->other, around);
        link = &s->next;
    }
}

void opt_shared_parts(ir_module *m, ir_routine *r, ir_stmt **list, bool last)
{
    visit(&(context){m, r, last}, list, 0);
}
