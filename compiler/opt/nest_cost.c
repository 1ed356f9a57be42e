/* nest_cost.c: about the cycles of loops. A nest is priced as the machine will run it: a stream at
 * the innermost level, and before it the arithmetic of its descriptors. What a loop does not change
 * is computed before that loop, so each operation counts as often as the loop that it depends on
 * iterates. */
#include "compiler/opt/nest_cost.h"

#include "compiler/opt/linear.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

/* Cycles. An operation on integers and a product of them are undone too. Two branches and the count
 * pass over a stream that may have no iteration and checks an index. STREAM is the instruction
 * beside its elements. */
static const double OPERATION = 2, PRODUCT = 4, QUOTIENT = 50, MAY_BE_EMPTY = 6, CHECK = 3,
                    ITERATION = 2, CONDITION = 6, UPDATE = 20, STREAM = 8, WHERE_IT_HOLDS = 0.9;
/* Sizes that are not known. */
static const double SIZE = OPT_ASSUMED_SIZE, SHORTER_SIZE = OPT_ASSUMED_SIZE / 4;
enum { SHORT_STREAM = 4, DEEP = 8 };

/* The loops around a statement; times[i]: how often the body of loop i - 1 runs. */
typedef struct {
    const opt_region *region;
    const ir_stmt *loop[DEEP];
    double times[DEEP + 1];
    size_t depth;
} surroundings;

static double cost_of_list(const surroundings *a, const ir_stmt *list);

/* ---- values as numbers ---- */

static double value(const surroundings *a, const ir_expr *e);

static double middle(const surroundings *a, size_t i)
{
    surroundings outside = *a;

    outside.depth = i;
    return (value(&outside, a->loop[i]->first) + value(&outside, a->loop[i]->last)) / 2;
}

static double size_of(const surroundings *a, const ir_expr *e)
{
    for (size_t i = 0; i < a->region->shorter_count; i++)
        if (opt_same_expr(e, a->region->shorter[i]))
            return SHORTER_SIZE;
    return SIZE;
}

/* Loop variables are in the middle, and parameters have some size. */
static double value(const surroundings *a, const ir_expr *e)
{
    if (e->kind == IR_CONST)
        return (double)e->raw;
    if (e->kind == IR_VAR)
        for (size_t i = a->depth; i-- > 0;)
            if (a->loop[i]->var == e->var)
                return middle(a, i);
    if (e->kind != IR_OP || !e->right)
        return size_of(a, e);
    const double x = value(a, e->left), y = value(a, e->right);
    switch (e->op) {
    case RG_OP_ADD: return x + y;
    case RG_OP_SUB: return x - y;
    case RG_OP_MUL: return x * y;
    case RG_OP_MIN: return x < y ? x : y;
    case RG_OP_MAX: return x > y ? x : y;
    case RG_OP_DIV: return y > 1 || y < -1 ? x / y : x;
    default: return SIZE;
    }
}

static double trips(const surroundings *a, const ir_stmt *loop)
{
    const int64_t known = opt_constant_rounds(loop);
    int64_t step;

    if (known >= 0)
        return (double)known;
    if (!ir_constant_step(loop, &step) || step == 0)
        step = 1;
    const double n = (value(a, loop->last) - value(a, loop->first) + (double)step) / (double)step;
    return n > 1 ? n : 1;
}

static surroundings within(const surroundings *a, const ir_stmt *loop)
{
    surroundings inside = *a;

    if (a->depth < DEEP) {
        inside.times[a->depth + 1] = a->times[a->depth] * trips(a, loop);
        inside.loop[inside.depth++] = loop;
    }
    return inside;
}

/* ---- integer expressions ---- */

/* How often what depends on e is computed: once for each value that its loops give it. */
static double times_of(const surroundings *a, const ir_expr *e)
{
    size_t i = a->depth;

    while (i > 0 && !opt_expr_use(e, a->loop[i - 1]->var))
        i--;
    return a->times[i];
}

static double computed(const surroundings *a, const ir_expr *e);

/* The sum, plus so many terms more. */
static double sum_cost(const surroundings *a, const opt_linear *sum, double more)
{
    double operations = more + (sum->c != 0), products = 0, parts = 0, times = a->times[0];

    for (size_t i = 0; i < sum->count; i++) {
        const double often = times_of(a, sum->term[i]);
        times = often > times ? often : times;
        operations += 1;
        products += sum->k[i] != 1 && sum->k[i] != -1;
        parts += computed(a, sum->term[i]);
    }
    operations -= 1;
    return parts + times * ((operations > 0 ? operations : 0) * OPERATION + products * PRODUCT);
}

/* 0 times a value is one term to opt_linear_of. */
static bool is_factor(const ir_expr *e) { return e->kind == IR_CONST && e->raw != 0; }

static bool is_sum(const ir_expr *e)
{
    return e->kind == IR_OP && e->type == RG_TYPE_INT
           && (e->op == RG_OP_ADD || e->op == RG_OP_SUB
               || (e->op == RG_OP_MUL && (is_factor(e->left) || is_factor(e->right))));
}

static double operation_cost(const ir_expr *e)
{
    switch (e->op) {
    case RG_OP_MUL: return PRODUCT;
    case RG_OP_DIV:
    case RG_OP_REM:
    case RG_OP_MOD: return QUOTIENT;
    default: return OPERATION;
    }
}

static double computed(const surroundings *a, const ir_expr *e)
{
    if (!e || e->kind != IR_OP)
        return 0;
    if (is_sum(e)) {
        const opt_linear sum = opt_linear_of(e);
        return sum_cost(a, &sum, 0);
    }
    return computed(a, e->left) + computed(a, e->right) + times_of(a, e) * operation_cost(e);
}

/* ---- streams ---- */

/* The other factor of v times something; NULL: it is no such product. */
static ir_expr *beside(const ir_expr *product, const ir_var *v)
{
    if (product->kind != IR_OP || product->op != RG_OP_MUL)
        return NULL;
    return opt_is_var(product->left, v)    ? product->right
           : opt_is_var(product->right, v) ? product->left
                                           : NULL;
}

/* Of v, or v times something, with the end of its loop for v; false: the term is neither. */
static bool at_end(const surroundings *a, const ir_stmt *loop, opt_linear *sum, size_t term,
                   ir_expr *end)
{
    const ir_expr *e = sum->term[term];
    ir_expr *factor = beside(e, loop->var);

    if (!factor && !opt_is_var(e, loop->var))
        return false;
    const int64_t k = opt_linear_take(sum, term);
    ir_expr *of = factor ? opt_op(a->region->m, e->loc, RG_OP_MUL, end, factor) : end;
    if (of)
        opt_linear_add(sum, of, k);
    return true;
}

/* The index in the first iterations of the stream, or in the last ones. */
static opt_linear index_at(const surroundings *a, const opt_stream *s, const ir_expr *index,
                           bool last)
{
    opt_linear sum = opt_linear_of(index);

    for (size_t l = 0; l < 2 && s->loop[l]; l++)
        for (size_t i = 0; i < sum.count; i++)
            if (at_end(a, s->loop[l], &sum, i, last ? s->loop[l]->last : s->loop[l]->first))
                break;
    return sum;
}

/* An index is checked at the end that a loop may pass: where nothing around says how far it goes.
 */
static double check_cost(const surroundings *a, const opt_stream *s, const ir_expr *index)
{
    const opt_linear end = index_at(a, s, index, true);
    double times = a->times[0];

    for (size_t i = 0; i < end.count; i++) {
        const double often = times_of(a, end.term[i]);
        times = often > times ? often : times;
    }
    return times * CHECK + (end.count > 1 ? sum_cost(a, &end, 0) : 0);
}

static double address_cost(const surroundings *a, const opt_stream *s, const ir_expr *row,
                           const ir_expr *column, bool inbounds)
{
    const opt_linear first = index_at(a, s, row, false);
    double cost = sum_cost(a, &first, 1) + (inbounds ? 0 : check_cost(a, s, row));

    if (!column)
        return cost;
    opt_linear before = index_at(a, s, column, false);
    before.c -= 1;
    cost += inbounds ? 0 : check_cost(a, s, column);
    if (before.count == 0 && before.c == 0)
        return cost;
    double times = a->times[0];
    for (size_t i = 0; i < before.count; i++) {
        const double often = times_of(a, before.term[i]);
        times = often > times ? often : times;
    }
    return cost + sum_cost(a, &before, 0) + times * (PRODUCT + OPERATION);
}

static double operand_cost(const surroundings *a, const opt_stream *s, const ir_expr *e)
{
    return !e                   ? 0
           : e->kind == IR_ELEM ? address_cost(a, s, e->left, e->right, e->inbounds)
                                : a->times[a->depth] * OPERATION;
}

/* Does the loop run at least once, for all that its bounds say? */
static bool runs(const ir_stmt *loop)
{
    opt_linear distance = opt_linear_of(loop->last);
    int64_t step;

    opt_linear_add(&distance, loop->first, -1);
    return ir_constant_step(loop, &step) && distance.exact && distance.count == 0
           && (step > 0 ? distance.c >= 0 : distance.c <= 0);
}

static double bounds_cost(const surroundings *a, const ir_stmt *loop)
{
    opt_linear distance = opt_linear_of(loop->last);

    distance.c += 1;
    opt_linear_add(&distance, loop->first, -1);
    return sum_cost(a, &distance, 0);
}

/* The distance of the bounds in steps: a shift and a sum, or a division and a sum. */
static double steps_cost(const ir_stmt *loop)
{
    int64_t step;

    if (opt_constant_rounds(loop) >= 0 || !ir_constant_step(loop, &step) || step == 1 || step == -1)
        return 0;
    return OPERATION + ((step & (step - 1)) == 0 && step > 0 ? OPERATION : QUOTIENT);
}

static double count_cost(const surroundings *a, const ir_stmt *loop, double may_be_empty)
{
    double times = times_of(a, loop->first);
    const double last = times_of(a, loop->last);

    times = last > times ? last : times;
    return bounds_cost(a, loop) + times * steps_cost(loop)
           + (runs(loop) ? 0 : times * may_be_empty);
}

static bool is_checked(const ir_expr *e) { return e && e->kind == IR_ELEM && !e->inbounds; }

static bool checks_indices(const opt_stream *s)
{
    return (s->update->place.row && !s->update->place.inbounds) || is_checked(s->a)
           || is_checked(s->b);
}

static double stream_cost(const surroundings *a, const opt_stream *s)
{
    const ir_place *target = &s->update->place;
    const double launches = a->times[a->depth];
    double elements = launches, cost = launches * STREAM;
    surroundings inside = *a;

    for (size_t l = 2; l-- > 0;)
        if (s->loop[l]) {
            elements *= trips(&inside, s->loop[l]);
            inside = within(&inside, s->loop[l]);
            cost += count_cost(a, s->loop[l], checks_indices(s) ? MAY_BE_EMPTY : OPERATION);
        }
    cost += target->row ? address_cost(a, s, target->row, target->column, target->inbounds)
                        : launches * OPERATION;
    return cost + operand_cost(a, s, s->a) + operand_cost(a, s, s->b) + elements;
}

/* ---- loops ---- */

static double loop_around_cost(const surroundings *a, const ir_stmt *loop)
{
    const int64_t known = opt_constant_rounds(loop);
    opt_stream stream;

    if (opt_stream_of(loop, &stream) && known != 0
        && (stream.loop[1] || known < 0 || known >= SHORT_STREAM))
        return stream_cost(a, &stream);
    const surroundings inside = within(a, loop);
    return a->times[a->depth] * OPERATION + count_cost(a, loop, OPERATION)
           + inside.times[inside.depth] * (ITERATION + OPERATION)
           + cost_of_list(&inside, loop->body);
}

/* Is it a comparison of the variable of the loop, which bounds its iterations? */
static bool is_narrowed(const ir_stmt *loop, const ir_expr *e)
{
    int64_t step;

    return ir_constant_step(loop, &step) && (step == 1 || step == -1) && e->kind == IR_OP
           && (opt_is_var(e->left, loop->var) || opt_is_var(e->right, loop->var));
}

/* Loops around several statements, also under comparisons, are split for streams later
 * (opt/streams.c): the cost of each statement by itself in its loops. */
static double split_cost(const surroundings *a, ir_stmt loops[DEEP], size_t depth,
                         const ir_stmt *list)
{
    double sum = 0;

    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_FOR && depth < DEEP) {
            loops[depth] = *s;
            sum += split_cost(a, loops, depth + 1, s->body);
        } else if (s->kind == IR_IF && !s->other && is_narrowed(&loops[depth - 1], s->pre)) {
            sum += split_cost(a, loops, depth, s->body);
        } else {
            ir_stmt alone = *s;
            alone.next = NULL;
            for (size_t i = 0; i < depth; i++)
                loops[i].body = i + 1 < depth ? &loops[i + 1] : &alone;
            for (size_t i = 1; i < depth; i++)
                loops[i].next = NULL;
            sum += loop_around_cost(a, &loops[0]);
        }
    }
    return sum;
}

static bool has_several(const ir_stmt *s)
{
    return s->body && (s->body->next || (s->kind == IR_FOR && has_several(s->body)));
}

static double loop_cost(const surroundings *a, const ir_stmt *loop)
{
    ir_stmt loops[DEEP];
    const double whole = loop_around_cost(a, loop);

    if (!has_several(loop))
        return whole;
    loops[0] = *loop;
    const double split = split_cost(a, loops, 1, loop->body);
    return split < whole ? split : whole;
}

static double statement_cost(const surroundings *a, const ir_stmt *s)
{
    const double times = a->times[a->depth];

    if (s->kind == IR_FOR)
        return loop_cost(a, s);
    if (s->kind == IR_UPDATE)
        return times * UPDATE;
    if (s->kind != IR_IF)
        return times * OPERATION;
    const double yes = cost_of_list(a, s->body), no = cost_of_list(a, s->other);
    return times * CONDITION + computed(a, s->pre)
           + (s->other ? (yes + no) / 2 : WHERE_IT_HOLDS * yes);
}

static double cost_of_list(const surroundings *a, const ir_stmt *list)
{
    double sum = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        sum += statement_cost(a, s);
    return sum;
}

double opt_list_cost(const opt_region *region, const ir_stmt *list)
{
    const surroundings nothing = {.region = region, .times = {1}};

    return cost_of_list(&nothing, list);
}
