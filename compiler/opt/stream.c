/* stream.c: which loops a stream instruction can run. */
#include "compiler/opt/stream.h"

#include "compiler/opt/linear.h"
#include "compiler/opt/opt_internal.h"

enum { MOST_INDEXED = 2 }; /* words of a stream: three would leave few registers */

/* ---- affine indices ---- */

static bool depends(const opt_stream *s, const ir_expr *e)
{
    for (size_t i = 0; i < 2; i++)
        if (s->loop[i] && opt_expr_use(e, s->loop[i]->var))
            return true;
    return false;
}

/* The same in every iteration: scalars and extents that the update leaves alone. */
static bool invariant(const opt_stream *s, const ir_expr *e)
{
    const ir_var *target = s->update->place.var;

    return !depends(s, e) && !opt_reads_elements(e, NULL)
           && (opt_stream_is_wide(s) || target->rank > 0 || !opt_expr_use(e, target));
}

static bool affine(const opt_stream *s, const ir_expr *e)
{
    if (!depends(s, e))
        return invariant(s, e) && opt_cannot_trap(e);
    if (e->kind == IR_VAR)
        return true;
    if (e->kind != IR_OP || e->type != RG_TYPE_INT || !e->right)
        return false;
    if (e->op == RG_OP_ADD || e->op == RG_OP_SUB)
        return affine(s, e->left) && affine(s, e->right);
    return e->op == RG_OP_MUL && affine(s, e->left) && affine(s, e->right)
           && (!depends(s, e->left) || !depends(s, e->right));
}

static bool affine_word(const opt_stream *s, const ir_expr *row, const ir_expr *column)
{
    return affine(s, row) && (!column || affine(s, column));
}

/* ---- every loop goes along an array, so that it has no more iterations than the memory has words
 * ----
 */

bool opt_positive_in_rounds(const opt_stream *s, const ir_expr *e)
{
    for (size_t i = 0; i < 2 && s->loop[i]; i++) {
        const ir_stmt *l = s->loop[i];
        const bool down = l->step && l->step->kind == IR_CONST && l->step->raw < 0;
        opt_linear more = opt_linear_of(e); /* than the iterations go beyond the first one */
        opt_linear_add(&more, down ? l->first : l->last, -1);
        opt_linear_add(&more, down ? l->last : l->first, 1);
        if (more.exact && more.count == 0 && more.c >= 1 && more.c < INT64_C(1) << 30)
            return true;
    }
    return false;
}

/* Once the variable, in a sum with things that stay. */
static bool is_once(const opt_linear *sum, const ir_var *v)
{
    size_t plain = 0, others = 0;

    for (size_t i = 0; i < sum->count; i++) {
        plain += opt_is_var(sum->term[i], v);
        others += !opt_is_var(sum->term[i], v) && opt_expr_use(sum->term[i], v);
    }
    return sum->exact && plain == 1 && others == 0;
}

/* A multiple of the variable in such a sum, by something that is not 0 where there is an
 * iteration. */
static bool is_multiple(const opt_stream *s, const ir_expr *e, const ir_var *v)
{
    if (opt_is_var(e, v))
        return true;
    if (e->kind != IR_OP || e->op != RG_OP_MUL
        || !opt_expr_use(e->left, v) == !opt_expr_use(e->right, v))
        return false;
    const bool left = opt_expr_use(e->left, v);
    const opt_linear sum = opt_linear_of(left ? e->left : e->right);
    return is_once(&sum, v) && opt_positive_in_rounds(s, left ? e->right : e->left);
}

static bool moves(const opt_stream *s, const ir_expr *index, const ir_var *v)
{
    const ir_expr *along = NULL;

    if (!index)
        return false;
    opt_linear sum = opt_linear_of(index);
    for (size_t i = 0; i < sum.count && sum.exact; i++) {
        if (opt_is_var(sum.term[i], v))
            return true;
        if (opt_expr_use(sum.term[i], v)) {
            if (along)
                return false;
            along = sum.term[i];
        }
    }
    return sum.exact && along && is_multiple(s, along, v);
}

static bool word_goes_along(const opt_stream *s, const ir_expr *row, const ir_expr *column,
                            const ir_var *v)
{
    const ir_expr *index = opt_index_of(row, column);

    return index ? moves(s, index->left, v) || moves(s, index->right, v)
                 : moves(s, row, v) || moves(s, column, v);
}

static bool goes_along(const opt_stream *s, const ir_expr *e, const ir_var *v)
{
    return e && e->kind == IR_ELEM && word_goes_along(s, e->left, e->right, v);
}

static bool along_arrays(const opt_stream *s)
{
    for (size_t i = 0; i < 2 && s->loop[i]; i++) {
        const ir_var *v = s->loop[i]->var;
        if (!s->loop[i]->bounded
            && !word_goes_along(s, s->update->place.row, s->update->place.column, v)
            && !goes_along(s, s->a, v) && !goes_along(s, s->b, v))
            return false;
    }
    return true;
}

/* ---- the update ---- */

static unsigned move_op(rg_type_base base)
{
    return base == RG_TYPE_FIXED ? RG_OP_FMOV : base == RG_TYPE_LOG ? RG_OP_LMUL : RG_OP_MOV;
}

/* An index in memory that the update leaves alone: the same vector may not hold the target. */
static bool indexed(opt_stream *s, const ir_expr *index)
{
    s->by_index++;
    return index->type == RG_TYPE_INT && index->var != s->update->place.var
           && affine_word(s, index->left, index->right);
}

static bool word(opt_stream *s, const ir_expr *row, const ir_expr *column)
{
    const ir_expr *index = opt_index_of(row, column);

    return index ? indexed(s, index) : affine_word(s, row, column);
}

static bool operand(opt_stream *s, const ir_expr *e)
{
    return e->kind == IR_ELEM ? word(s, e->left, e->right) : invariant(s, e);
}

static bool operands(opt_stream *s)
{
    const ir_expr *e = s->update->expr;
    const rg_op_info *info = e->kind == IR_OP ? rg_op_lookup(e->op) : NULL;

    if (info && !invariant(s, e)) {
        const bool number = e->type == RG_TYPE_FIXED || e->type == RG_TYPE_LOG;
        if ((info->format != RG_FMT_U && info->format != RG_FMT_U1) || e->op == RG_OP_FMOV
            || (number && info->kind == RG_KIND_INT))
            return false;
        s->op = e->op;
        s->a = e->left;
        s->b = info->format == RG_FMT_U ? e->right : NULL;
    } else {
        s->op = move_op(e->type);
        s->a = e;
        s->b = NULL;
    }
    return operand(s, s->a) && (!s->b || operand(s, s->b));
}

static bool update(opt_stream *s)
{
    const ir_stmt *u = s->update;

    if (u->place.var && u->place.var->narrow) /* a stream does not round to a Fixed */
        return false;
    if (u->kind == IR_MAC || u->kind == IR_IMAC) {
        s->op = RG_OP_WMAC;
        s->a = u->first;
        s->b = u->last;
        return operand(s, s->a) && operand(s, s->b) && along_arrays(s);
    }
    if (!opt_is_sum(u))
        return false;
    if (u->place.row
            ? !word(s, u->place.row, u->place.column)
            : u->place.var == s->loop[0]->var || (s->loop[1] && u->place.var == s->loop[1]->var))
        return false;
    return operands(s) && along_arrays(s);
}

/* ---- the loops ---- */

/* Bounds that the update cannot change and whose value cannot trap. */
static bool steady(const opt_stream *s, const ir_expr *e)
{
    return invariant(s, e) && opt_cannot_trap(e);
}

static bool loop_is_plain(opt_stream *s, size_t i)
{
    const ir_stmt *l = s->loop[i];

    return ir_constant_step(l, &s->step[i]) && s->step[i] != 0 && s->step[i] > -(INT64_C(1) << 32)
           && s->step[i] < INT64_C(1) << 32 && steady(s, l->first) && steady(s, l->last);
}

static bool stream_of(const ir_stmt *loop, unsigned by_index, opt_stream *stream)
{
    opt_stream s = {.loop = {loop, NULL}};

    if (loop->kind != IR_FOR || loop->rare || !loop->body || loop->body->next)
        return false;
    if (loop->body->kind == IR_FOR) {
        s.loop[0] = loop->body;
        s.loop[1] = loop;
        if (!s.loop[0]->body || s.loop[0]->body->next || s.loop[0]->var == loop->var)
            return false;
    }
    s.update = s.loop[0]->body;
    if (!update(&s) || s.by_index > by_index || !loop_is_plain(&s, 0)
        || (s.loop[1] && !loop_is_plain(&s, 1)))
        return false;
    *stream = s;
    return true;
}

bool opt_stream_of(const ir_stmt *loop, opt_stream *stream) { return stream_of(loop, 0, stream); }

bool opt_indexed_stream_of(const ir_stmt *loop, opt_stream *stream)
{
    return stream_of(loop, MOST_INDEXED, stream);
}

/* ---- arithmetic on indices ---- */

/* Without what adds nothing, or multiplies by 1. */
static ir_expr *sum_of(ir_module *m, const ir_expr *like, ir_expr *a, ir_expr *b)
{
    if (!a || !b || opt_is_const(b, 0))
        return b ? a : NULL;
    return like->op == RG_OP_ADD && opt_is_const(a, 0) ? b
                                                       : ir_expr_op(m, like->loc, like->op, a, b);
}

static ir_expr *product_of(ir_module *m, const ir_expr *like, ir_expr *a, ir_expr *k)
{
    if (!k || opt_is_const(k, 0) || opt_is_const(a, 1))
        return k;
    return opt_is_const(k, 1)    ? a
           : a->kind != IR_CONST ? ir_expr_op(m, like->loc, RG_OP_MUL, a, k)
                                 : ir_expr_op(m, like->loc, RG_OP_MUL, k, a);
}

static ir_expr *plain_slope(ir_module *m, const ir_expr *e, const ir_var *v)
{
    if (!opt_expr_use(e, v))
        return ir_whole(m, e->loc, 0);
    if (e->kind == IR_VAR)
        return ir_whole(m, e->loc, 1);
    if (e->op != RG_OP_MUL)
        return sum_of(m, e, plain_slope(m, e->left, v), plain_slope(m, e->right, v));
    return opt_expr_use(e->left, v) ? product_of(m, e, e->right, plain_slope(m, e->left, v))
                                    : product_of(m, e, e->left, plain_slope(m, e->right, v));
}

ir_expr *opt_slope(ir_module *m, const ir_expr *e, const ir_var *v)
{
    return opt_simplify(m, plain_slope(m, e, v));
}

/* A product of sums that may be constants now. */
static ir_expr *product(ir_module *m, ir_expr *e)
{
    e->left = opt_simplify(m, e->left);
    e->right = opt_simplify(m, e->right);
    if ((e->left && opt_is_const(e->left, 0) && opt_cannot_trap(e->right))
        || (e->right && opt_is_const(e->right, 0) && opt_cannot_trap(e->left)))
        return ir_whole(m, e->loc, 0);
    return e;
}

static ir_expr *put(ir_module *m, const ir_expr *e, const ir_var *const vars[2],
                    ir_expr *const values[2])
{
    if (!e)
        return NULL;
    for (size_t i = 0; i < 2; i++)
        if (vars[i] && opt_is_var(e, vars[i]))
            return values[i];
    ir_expr *copy = opt_copy_node(m, e);
    if (!copy)
        return NULL;
    copy->left = put(m, e->left, vars, values);
    copy->right = put(m, e->right, vars, values);
    copy->third = put(m, e->third, vars, values);
    if (e->kind == IR_OP && e->op == RG_OP_MUL && !m->out_of_memory)
        copy = product(m, copy);
    return m->out_of_memory ? NULL : copy;
}

ir_expr *opt_put(ir_module *m, const ir_expr *e, const ir_var *const vars[2],
                 ir_expr *const values[2])
{
    return opt_simplify(m, put(m, e, vars, values));
}

ir_expr *opt_put_one(ir_module *m, const ir_expr *e, const ir_var *v, ir_expr *value)
{
    const ir_var *const vars[2] = {v, NULL};
    ir_expr *const values[2] = {value, NULL};

    return e && value ? opt_put(m, e, vars, values) : NULL;
}

int64_t opt_constant_rounds(const ir_stmt *l)
{
    const int64_t limit = INT64_C(1) << 40;
    int64_t step;

    if (l->first->kind != IR_CONST || l->last->kind != IR_CONST || !ir_constant_step(l, &step)
        || step == 0)
        return -1;
    const int64_t distance = step > 0 ? l->last->raw - l->first->raw : l->first->raw - l->last->raw;
    if (l->first->raw > limit || l->first->raw < -limit || l->last->raw > limit
        || l->last->raw < -limit || step > limit || step < -limit)
        return -1;
    return distance < 0 ? 0 : distance / (step > 0 ? step : -step) + 1;
}
