/* first_sums.c: the first two updates of an element of a new array, t[i] += a and t[i] += b, are
 * t[i] += a + b, which a stream does in half the elements. So are the last two that take them back.
 * Zero plus a is a, so the same sums overflow. */
#include "compiler/opt/opt_internal.h"

enum { MOST_LOOPS = 2 };

/* The loops around the updates, of which each iteration has elements of its own. */
typedef struct {
    const ir_var *array;
    const ir_stmt *loop[MOST_LOOPS];
    size_t depth;
} nest;

static bool is_operand(const nest *n, const ir_expr *e)
{
    if (e->kind == IR_ELEM)
        return e->var != n->array && !opt_reads_elements(e->left, NULL)
               && !opt_reads_elements(e->right, NULL);
    return e->kind == IR_VAR || e->kind == IR_CONST;
}

static bool is_sum_of(const nest *n, const ir_stmt *u)
{
    return u && opt_is_sum(u) && u->place.var == n->array && u->place.row
           && !opt_reads_elements(u->place.row, n->array)
           && !opt_reads_elements(u->place.column, n->array) && is_operand(n, u->expr);
}

/* The factor of the variable in a sum in which nothing else has a variable of the loops. */
static bool goes_along(const nest *n, const ir_expr *index, size_t which)
{
    if (!index)
        return false;
    const opt_linear sum = opt_linear_of(index);
    bool found = false;

    for (size_t i = 0; i < sum.count; i++)
        for (size_t l = 0; l < n->depth; l++) {
            const bool alone = l == which && opt_is_var(sum.term[i], n->loop[l]->var);
            if (!alone && opt_expr_use(sum.term[i], n->loop[l]->var))
                return false;
            found = found || (alone && (sum.k[i] == 1 || sum.k[i] == -1));
        }
    return sum.exact && found;
}

/* No two iterations have the same element: each loop goes along a dimension of its own. */
static bool visits_once(const nest *n, const ir_place *p)
{
    if (n->depth < 2)
        return n->depth == 0 || goes_along(n, p->row, 0) || goes_along(n, p->column, 0);
    return (goes_along(n, p->row, 0) && goes_along(n, p->column, 1))
           || (goes_along(n, p->row, 1) && goes_along(n, p->column, 0));
}

/* Nothing in the body is about another element of the array. */
static bool leaves_others(const nest *n, const ir_stmt *root, const ir_stmt *body,
                          const ir_place *p)
{
    for (const ir_stmt *s = body; s; s = s->next) {
        const bool same = opt_is_sum(s) && opt_same_place(&s->place, p)
                          && !opt_expr_use(s->expr, n->array);
        if (!same && opt_stmt_use(root, s, n->array))
            return false;
    }
    return true;
}

/* first: adds or takes back; it is the one next to the zero. */
static bool fit(const nest *n, const ir_stmt *first, const ir_stmt *second, enum rg_mode mode)
{
    return is_sum_of(n, first) && !first->place.var->narrow && is_sum_of(n, second)
           && first->mode == mode
           && (first->expr->type == RG_TYPE_FIXED || first->expr->type == RG_TYPE_INT)
           && opt_same_place(&first->place, &second->place) && visits_once(n, &first->place);
}

/* Goes into the loops of s; the list in which updates stand. */
static ir_stmt **inner_list(nest *n, ir_stmt **link)
{
    for (; (*link)->kind == IR_FOR && n->depth < MOST_LOOPS; link = &(*link)->body) {
        int64_t step;
        if (!(*link)->body || !ir_constant_step(*link, &step) || step == 0)
            return NULL;
        n->loop[n->depth++] = *link;
        if ((*link)->body->kind != IR_FOR || (*link)->body->next)
            return &(*link)->body;
    }
    return n->depth == 0 ? link : NULL;
}

/* The link to the second-last statement. */
static ir_stmt **last_two(ir_stmt **list)
{
    while (*list && (*list)->next && (*list)->next->next)
        list = &(*list)->next;
    return list;
}

/* The two statements at `at` as one; other: the one that is not next to the zero. */
static bool join(ir_module *m, ir_stmt **at, const ir_stmt *first, const ir_stmt *second)
{
    const bool whole = first->expr->type == RG_TYPE_INT, same = first->mode == second->mode;
    const unsigned op = whole ? (same ? RG_OP_ADD : RG_OP_SUB) : (same ? RG_OP_FADD : RG_OP_FSUB);
    ir_expr *sum = ir_expr_op(m, second->expr->loc, op, first->expr, second->expr);
    ir_stmt *u = sum ? ir_update(m, second->loc, second->place, first->mode, sum) : NULL;

    if (!u)
        return false;
    u->next = (*at)->next->next;
    *at = u;
    return true;
}

/* Where the two are, or NULL; behind: from the array's end. */
static ir_stmt **two_of(const ir_var *array, const ir_stmt *root, ir_stmt **link, bool behind)
{
    nest n = {.array = array};
    ir_stmt **list = inner_list(&n, link);

    if (!list)
        return NULL;
    ir_stmt **at = n.depth > 0 && behind ? last_two(list) : list, *a = *at, *b = a->next;
    const ir_stmt *first = behind ? b : a, *second = behind ? a : b;
    return first && second && fit(&n, first, second, behind ? RG_MODE_SUB : RG_MODE_ADD)
                   && (n.depth == 0 || leaves_others(&n, root, *list, &first->place))
               ? at
               : NULL;
}

/* The link to the last use before the end; two updates in the list itself: to the first of them. */
static ir_stmt **last_use(const ir_stmt *root, ir_stmt **link, const ir_stmt *end,
                          const ir_var *array)
{
    ir_stmt **last = NULL, **before = NULL;

    for (; *link != end; link = &(*link)->next)
        if (opt_stmt_use(root, *link, array)) {
            before = last && &(*last)->next == link ? last : NULL;
            last = link;
        }
    return last && (*last)->kind != IR_FOR && before ? before : last;
}

static void in_new_array(ir_module *m, const ir_stmt *root, ir_stmt *alloc)
{
    const ir_var *array = alloc->var;
    const ir_stmt *end = opt_end_of_array(alloc->next, array);
    ir_stmt **use = opt_first_use(root, &alloc->next, array), **back = NULL;
    ir_stmt **at = *use && *use != end ? two_of(array, root, use, false) : NULL;

    if (end && at) {
        back = last_use(root, &alloc->next, end, array);
        back = back ? two_of(array, root, back, true) : NULL;
    }
    if (!at || (end && (!back || back == at || back == &(*at)->next)))
        return;
    const ir_stmt *a = *at;
    const ir_stmt *z = back ? *back : NULL;
    if (z && !join(m, back, z->next, z))
        return;
    join(m, at, a, a->next);
}

void opt_first_sums(ir_module *m, const ir_stmt *root, ir_stmt *list)
{
    for (ir_stmt *s = list; s && !m->out_of_memory; s = s->next) {
        if (s->kind == IR_ALLOC_ARRAY && !s->stack && !s->place.var)
            in_new_array(m, root, s);
        opt_first_sums(m, root, s->body);
        opt_first_sums(m, root, s->other);
    }
}
