/* addends.c: a statement that is taken apart leaves streams behind, t += a + b, t += c, t -= d, one
 * for each addend. Two that add an element each become one stream, t += a + c, for half the clocks.
 * Sums are exact, so the order of the addends does not matter. Only addends of one statement meet:
 * sums of others are not asked for. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

/* ---- the loops ---- */

static bool same_loop(const ir_stmt *a, const ir_stmt *b)
{
    return a->var == b->var && a->runs == b->runs && opt_same_expr(a->first, b->first)
           && opt_same_expr(a->last, b->last) && opt_same_expr(a->step, b->step);
}

static bool same_iterations(const ir_stmt *a, const ir_stmt *b)
{
    for (; a->kind == IR_FOR && b->kind == IR_FOR; a = a->body, b = b->body)
        if (!same_loop(a, b))
            return false;
    return a->kind == b->kind;
}

static bool same_statement(const ir_loc *a, const ir_loc *b)
{
    return a->line == b->line && a->column == b->column && a->file == b->file;
}

static bool same_target(const ir_stmt *a, const ir_stmt *b)
{
    return opt_same_place(&a->place, &b->place) && same_statement(&a->loc, &b->loc);
}

/* A sum that is a stream. */
static bool is_sum_stream(const ir_stmt *s, opt_stream *stream)
{
    return s->kind == IR_FOR && opt_nest_of(s, stream) && !opt_stream_is_wide(stream)
           && opt_is_sum(stream->update);
}

/* One that adds an element, or a number that all iterations share. */
static bool adds_element(const opt_stream *s)
{
    const ir_expr *e = s->update->expr;

    return (e->kind == IR_ELEM || e->kind == IR_VAR) && s->by_index == 0
           && (e->type == RG_TYPE_FIXED || e->type == RG_TYPE_INT)
           && s->update->place.var->base == e->type;
}

static bool reads_target(const opt_stream *s)
{
    const ir_var *target = s->update->place.var;

    return opt_expr_use(s->update->expr, target)
           || opt_place_use(&s->update->place, target) & OPT_READ;
}

/* ---- the sum ---- */

static int order_of_numbers(int64_t a, int64_t b) { return a < b ? -1 : a > b; }

/* Any order, the same wherever two addends meet: what takes them back is the same sum then. */
static int order(const ir_expr *a, const ir_expr *b)
{
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    int by = order_of_numbers(a->kind, b->kind);
    by = by ? by : order_of_numbers(a->raw, b->raw);
    by = by ? by : order_of_numbers(a->op, b->op);
    by = by ? by : order_of_numbers(a->var ? a->var->id : 0, b->var ? b->var->id : 0);
    by = by ? by : order(a->left, b->left);
    by = by ? by : order(a->right, b->right);
    return by ? by : order(a->third, b->third);
}

/* The update that does what both do. NULL when memory is short. */
static ir_stmt *sum_of(ir_module *m, const ir_stmt *a, const ir_stmt *b)
{
    const bool swapped = order(a->expr, b->expr) > 0, fixed = a->expr->type == RG_TYPE_FIXED;
    const ir_stmt *low = swapped ? b : a, *high = swapped ? a : b;
    const unsigned op = a->mode == b->mode ? (fixed ? RG_OP_FADD : RG_OP_ADD)
                                           : (fixed ? RG_OP_FSUB : RG_OP_SUB);
    ir_expr *e = ir_expr_op(m, a->loc, op, low->expr, high->expr);

    return e ? ir_update(m, a->loc, a->place, low->mode, e) : NULL;
}

/* The loops around this update. */
static ir_stmt *loops_around(ir_module *m, const ir_stmt *loops, ir_stmt *update)
{
    ir_stmt *body = loops->body->kind == IR_FOR ? loops_around(m, loops->body, update) : update;

    return body ? opt_loop_around(m, loops, body) : NULL;
}

/* ---- which ---- */

/* May b, which stands behind x in the list, move to it? Loops within loops are moved where the
 * target is not read. */
static bool may_move(const opt_stream *x, const opt_stream *b, const ir_stmt *loop, bool past)
{
    opt_stream y = *b;

    if (!reads_target(x) && !reads_target(b))
        return true;
    if (past || x->loop[1])
        return false;
    opt_set_outermost(&y, loop);
    return opt_independent(x, &y, loop, OPT_IN_ORDER);
}

/* The link to the loop that adds what can be added with s; NULL: there is none. */
static ir_stmt **partner_of(ir_stmt *s, const opt_stream *first)
{
    bool past = false;

    for (ir_stmt **link = &s->next; *link; link = &(*link)->next, past = true) {
        opt_stream stream;
        if (!is_sum_stream(*link, &stream) || !same_iterations(s, *link)
            || !same_target(first->update, stream.update) || !may_move(first, &stream, s, past))
            return NULL;
        if (adds_element(&stream) && stream.update->mode == first->update->mode)
            return link;
        if (reads_target(&stream))
            return NULL;
    }
    return NULL;
}

/* The stream of both; NULL: there is none. */
static ir_stmt *joined(ir_module *m, const ir_stmt *s, const opt_stream *a, const ir_stmt *other)
{
    opt_stream b, both;
    ir_stmt *update = is_sum_stream(other, &b) ? sum_of(m, a->update, b.update) : NULL;
    ir_stmt *loops = update ? loops_around(m, s, update) : NULL;

    return loops && is_sum_stream(loops, &both) ? loops : NULL;
}

/* In place of the one whose addend is the lower: where the loops are taken back in the opposite
 * order, the sum stands in the opposite order too. */
static void put(ir_stmt **link, ir_stmt **partner, ir_stmt *both, const opt_stream *first)
{
    ir_stmt *s = *link, *other = *partner;
    opt_stream second;
    const bool here = !is_sum_stream(other, &second)
                      || order(first->update->expr, second.update->expr) <= 0;

    both->next = other->next;
    *partner = here ? other->next : both;
    if (here)
        both->next = s->next;
    *link = here ? both : s->next;
}

static void list_of(ir_module *m, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link, **partner = NULL, *both = NULL;
        opt_stream stream;
        if (is_sum_stream(s, &stream)) {
            partner = adds_element(&stream) ? partner_of(s, &stream) : NULL;
            both = partner ? joined(m, s, &stream, *partner) : NULL;
        } else {
            list_of(m, &s->body);
            list_of(m, &s->other);
        }
        if (both)
            put(link, partner, both, &stream);
    }
}

void opt_addends(const opt_site *at) { list_of(at->m, &at->routine->body); }
