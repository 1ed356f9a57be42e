/* expand_worth.c: when expansion brings something, here and at run time. */
#include "compiler/opt/expansion.h"

static bool goes_over(const ir_stmt *loop, const ir_stmt *u)
{
    return u->kind == IR_UPDATE
           && (opt_expr_use(u->place.row, loop->var) || opt_expr_use(u->place.column, loop->var));
}

/* One update, of another element in each iteration. Over a ring there may be several of them,
 * beside ancillas. */
static bool goes_over_elements(const ir_stmt *loop)
{
    if (!loop->ring)
        return goes_over(loop, loop->body) && !loop->body->next;
    for (const ir_stmt *u = loop->body; u; u = u->next)
        if (u->kind != IR_ALLOC && u->kind != IR_FREE && !goes_over(loop, u))
            return false;
    return true;
}

/* Sums over all iterations, and nothing else. A loop of instructions takes few for each, so streams
 * pay only where it is long. */
static bool only_sums(const ir_stmt *loop)
{
    for (const ir_stmt *u = loop->body; u; u = u->next)
        if (!opt_is_sum(u) || opt_expr_use(u->place.row, loop->var)
            || opt_expr_use(u->place.column, loop->var))
            return false;
    return true;
}

int64_t expand_fewest(const expansion *x)
{
    if (x->count == 0)
        return x->strides.test ? FEWEST_WITH_STRIDES : 1;
    if (!x->inner && !x->vectors && !x->row && only_sums(x->loop))
        return FEWEST_OF_A_SUM;
    return x->inner || x->vectors ? FEWEST_WITH_LOOPS : FEWEST;
}

static ir_expr *at_least(const expansion *x, ir_expr *e, int64_t least)
{
    return ir_expr_op(x->m, x->loop->loc, RG_OP_GE, e, expand_whole(x, least));
}

/* Iterations enough of both loops, and a row that is not too long for the memory. It has one
 * iteration at least, and so has the outer loop then. */
static ir_expr *two_are_worth_it(const expansion *x)
{
    const ir_loc loc = x->loop->loc;
    ir_expr *both = ir_expr_op(x->m, loc, RG_OP_MUL, expand_from_one(x, x->high, x->low),
                               expand_width(x)),
            *fits = ir_expr_op(
                x->m, loc, RG_OP_MIN, expand_op(x, RG_OP_SUB, expand_width(x), expand_whole(x, 1)),
                expand_op(x, RG_OP_SUB, expand_whole(x, LONGEST_ROW), expand_width(x)));

    return ir_expr_and(x->m, loc, at_least(x, both, FEWEST), at_least(x, fits, 0));
}

/* As a column of so many iterations fits in memory. With an element for each iteration of a loop
 * that loop has one. */
static ir_expr *is_short(const expansion *x, const expand_ancilla *a)
{
    ir_expr *extent = (ir_expr *)(uintptr_t)a->extent;

    if (a->row)
        return at_least(x,
                        ir_expr_op(x->m, x->loop->loc, RG_OP_MIN,
                                   expand_op(x, RG_OP_SUB, extent, expand_whole(x, 1)),
                                   expand_op(x, RG_OP_SUB, expand_whole(x, LONGEST_ROW), extent)),
                        0);
    return ir_expr_op(x->m, x->loop->loc, RG_OP_LE, extent, expand_whole(x, LONGEST_ROW));
}

/* An array before it asks for the same. */
static bool is_asked(const expansion *x, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (x->list[k].extent && x->list[k].row == x->list[i].row
            && opt_same_expr(x->list[k].extent, x->list[i].extent))
            return true;
    return false;
}

ir_expr *expand_is_worth_it(const expansion *x)
{
    ir_expr *enough =
        x->row ? two_are_worth_it(x)
               : at_least(x, expand_op(x, RG_OP_SUB, x->high, x->low), expand_fewest(x) - 1);

    for (size_t i = 0; i < x->count; i++)
        if (x->list[i].extent && !is_asked(x, i))
            enough = ir_expr_and(x->m, x->loop->loc, enough, is_short(x, &x->list[i]));
    return x->strides.test ? ir_expr_and(x->m, x->loop->loc, enough, x->strides.test) : enough;
}

/* The list where there are iterations enough, else the loop as it was. */
ir_stmt *expand_where_worth_it(expansion *x, const ir_stmt *original, ir_stmt *list)
{
    ir_expr *test = expand_is_worth_it(x);
    ir_stmt *otherwise = opt_copy_alone(x->m, original);

    if (otherwise)
        otherwise->brief = true;
    return test && otherwise && list ? ir_if(x->m, x->loop->loc, test, NULL, list, otherwise)
                                     : NULL;
}

/* Half of what it would run or more are functions: they take the clocks of their unit in streams as
 * well, and the arrays cost code. */
static bool mostly_functions(const expansion *x)
{
    size_t functions = 0;

    for (size_t i = 0; i < x->piece_count; i++)
        functions += x->pieces[i].a && opt_is_function(x->pieces[i].op);
    return !x->inner && 2 * functions >= x->piece_count;
}

static bool has_function(const ir_expr *e)
{
    return e
           && ((e->kind == IR_OP && opt_is_function(e->op)) || has_function(e->left)
               || has_function(e->right) || has_function(e->third));
}

/* Vectors beside functions stay: the last bits of a gradient would depend on whether there are
 * iterations enough, and a sum over data on how the data are divided into calls. */
static bool has_vectors_and_functions(const expansion *x)
{
    bool found = false;

    for (size_t i = 0; i < x->piece_count && x->vectors; i++)
        found = found || has_function(x->pieces[i].update->expr);
    return found;
}

/* Loops with an unknown trip count and without loops of their own are often short if they run
 * often. Then the test and the registers that the arrays want cost more than streams bring, unless
 * they replace a branch. A loop over elements is rather as long as an array. */
bool expand_profitable(const expansion *x, opt_how_often often)
{
    if (x->count == 0)
        return (x->strides.test && !x->deep && !x->around) || x->split || x->before
               || (x->deep && x->piece_count > 1);
    if (mostly_functions(x) || has_vectors_and_functions(x))
        return false;
    return x->rounds >= 0 ? x->rounds >= expand_fewest(x)
                          : x->inner || x->row || often == OPT_ONCE || goes_over_elements(x->loop)
                                || (often == OPT_CALLED && x->loop->body->kind == IR_IF);
}
