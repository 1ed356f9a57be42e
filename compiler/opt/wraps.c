/* wraps.c: loops over a ring. In `for i = 1:n`, the index mod1(i + 1, n) is i + 1, but for the last
 * iteration, where it is 1. So the loop becomes loops of the iterations in which no remainder
 * wraps, where n is large enough for each of them to have its own (index set splitting). */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_WRAPS = 4, MOST_PIECES = 2 * MOST_WRAPS + 1, MOST_STATEMENTS = 600, FAR = 1 << 20 };

/* mod(i + by[w], n), for w from 0 on, in a loop over i from first to n + beyond. */
typedef struct {
    ir_module *m;
    const ir_stmt *loop;
    const ir_expr *n;
    int64_t first, beyond, by[MOST_WRAPS];
    size_t count, size; /* size: statements of the body */
    bool good;
} ring;

/* The iterations from .. to before the next piece; top: counted from n on. */
typedef struct {
    int64_t from;
    bool top;
} piece;

static bool is_remainder(const ir_expr *e)
{
    return e->kind == IR_OP && e->op == RG_OP_MOD && e->type == RG_TYPE_INT;
}

/* Is e the variable plus a constant? */
static bool is_shifted(const ir_expr *e, const ir_var *v, int64_t *by)
{
    opt_linear sum = opt_linear_of(e);

    *by = sum.c;
    return sum.exact && sum.count == 1 && sum.k[0] == 1 && opt_is_var(sum.term[0], v)
           && sum.c > -FAR && sum.c < FAR;
}

/* Is a - b a constant? */
static bool is_beyond(const ir_expr *a, const ir_expr *b, int64_t *by)
{
    opt_linear sum = opt_linear_of(a);

    opt_linear_add(&sum, b, -1);
    *by = sum.c;
    return sum.exact && sum.count == 0 && sum.c > -FAR && sum.c < FAR;
}

static bool wraps(const ring *x, const ir_expr *e, int64_t *by)
{
    return is_remainder(e) && is_shifted(e->left, x->loop->var, by)
           && (!x->n || opt_same_expr(e->right, x->n));
}

static void note(ring *x, const ir_expr *e)
{
    int64_t by;

    if (!e)
        return;
    if (wraps(x, e, &by)) {
        size_t w = 0;
        x->n = e->right;
        while (w < x->count && x->by[w] != by)
            w++;
        x->good = x->good && w < MOST_WRAPS;
        if (w == x->count && x->good)
            x->by[x->count++] = by;
    }
    note(x, e->left);
    note(x, e->right);
    note(x, e->third);
}

static void note_list(ring *x, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            note(x, *ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            note(x, ir_place_slot(s, i)->row);
            note(x, ir_place_slot(s, i)->column);
        }
        note_list(x, s->body);
        note_list(x, s->other);
    }
}

/* ---- the pieces ---- */

static void add_piece(piece *list, size_t *count, piece p)
{
    size_t at = (*count)++;

    for (; list[at - 1].top == p.top && list[at - 1].from > p.from; at--)
        list[at] = list[at - 1];
    list[at] = p;
}

/* They begin where a remainder wraps within the iterations. */
static size_t pieces_of(const ring *x, piece *list)
{
    size_t count = 1;

    list[0] = (piece){x->first, false};
    for (size_t w = 0; w < x->count; w++)
        if (-x->by[w] > x->first)
            add_piece(list, &count, (piece){-x->by[w], false});
    for (size_t w = 0; w < x->count; w++)
        if (-x->by[w] <= x->beyond)
            add_piece(list, &count, (piece){-x->by[w], true});
    return count;
}

/* The least n for which the pieces follow each other and no remainder wraps twice. */
static int64_t least_of(const ring *x, const piece *list, size_t count)
{
    int64_t least = 1;

    for (size_t w = 0; w < x->count; w++) {
        const int64_t low = -(x->first + x->by[w]), high = x->beyond + x->by[w] + 1;
        least = low > least ? low : least;
        least = high > least ? high : least;
    }
    for (size_t i = 0; i < count; i++) {
        const piece *next = i + 1 < count ? &list[i + 1] : NULL;
        const int64_t gap = list[i].top         ? 1
                            : next && next->top ? list[i].from - next->from
                            : next              ? 1
                                                : list[i].from - x->beyond - 1;
        least = gap > least ? gap : least;
    }
    return least;
}

static ir_expr *bound(const ring *x, bool top, int64_t value)
{
    ir_expr *constant = ir_whole(x->m, x->loop->loc, value);

    return top ? opt_op(x->m, x->loop->loc, RG_OP_ADD, x->n, constant) : constant;
}

/* ---- a piece ---- */

typedef struct {
    const ring *x;
    const piece *p;
} in_piece;

/* e, without the remainders. */
static ir_expr *resolved(const void *with, ir_expr *e)
{
    const in_piece *at = with;
    const ring *x = at->x;
    int64_t by;
    ir_expr *copy = e ? opt_copy_node(x->m, e) : NULL;

    if (!copy)
        return NULL;
    if (wraps(x, e, &by)) {
        if (!at->p->top && at->p->from < -by)
            return opt_op(x->m, e->loc, RG_OP_ADD, e->left, x->n);
        return at->p->top && at->p->from >= -by ? opt_op(x->m, e->loc, RG_OP_SUB, e->left, x->n)
                                                : e->left;
    }
    copy->left = resolved(with, e->left);
    copy->right = resolved(with, e->right);
    copy->third = resolved(with, e->third);
    return copy->type == RG_TYPE_INT && copy->kind == IR_OP ? opt_simplify(x->m, copy) : copy;
}

/* ---- the pieces ---- */

static ir_stmt *piece_loop(const ring *x, const piece *p, const piece *next, unsigned first_block)
{
    const opt_copier c = {.m = x->m, .first_block = first_block};
    ir_stmt *body = opt_copy_list(&c, x->loop->body);
    ir_expr *first = bound(x, p->top, p->from), *last = next ? bound(x, next->top, next->from - 1)
                                                             : (ir_expr *)(uintptr_t)x->loop->last;

    if (!body || !first || !last)
        return NULL;
    opt_map_exprs(body, NULL, resolved, &(in_piece){x, p});
    opt_plain_parts(x->m, body, &body);
    ir_stmt *loop = ir_for(x->m, x->loop->loc, x->loop->var, first, NULL, last, body);
    if (loop)
        loop->ring = true;
    return loop;
}

/* ---- the loop ---- */

static bool is_ring(ring *x, const ir_routine *r)
{
    const ir_stmt *loop = x->loop;
    int64_t step;

    if (!ir_constant_step(loop, &step) || step != 1 || loop->first->kind != IR_CONST
        || loop->first->raw <= -FAR || loop->first->raw >= FAR)
        return false;
    x->first = loop->first->raw;
    x->size = opt_size_of(loop->body);
    note_list(x, loop->body);
    return x->good && x->count > 0
           && (x->n->kind == IR_VAR || x->n->kind == IR_DIM || x->n->kind == IR_CONST)
           && is_beyond(loop->last, x->n, &x->beyond) && opt_stays(r->body, loop, x->n);
}

/* left: statements that the routine may gain. */
static ir_stmt *in_pieces(ir_module *m, const ir_routine *r, const ir_stmt *loop, size_t *left)
{
    ring x = {.m = m, .loop = loop, .good = true};
    piece pieces[MOST_PIECES];
    ir_stmt *list = NULL;

    if (!is_ring(&x, r))
        return NULL;
    const size_t count = pieces_of(&x, pieces);
    const int64_t least = least_of(&x, pieces, count);
    const unsigned blocks = ir_block_ids(r->body);
    if (count * x.size > *left || (x.n->kind == IR_CONST && x.n->raw < least))
        return NULL;
    *left -= count * x.size;
    for (size_t i = 0; i < count; i++) {
        ir_stmt *one = piece_loop(&x, &pieces[i], i + 1 < count ? &pieces[i + 1] : NULL,
                                  (unsigned)(i + 1) * blocks);
        if (!one)
            return NULL;
        list = ir_append(list, one);
    }
    if (x.n->kind == IR_CONST)
        return list;
    ir_stmt *as_it_is = opt_copy_alone(m, loop);
    ir_expr *large = ir_expr_op(m, loop->loc, RG_OP_GE, (ir_expr *)(uintptr_t)x.n,
                                ir_whole(m, loop->loc, least));
    if (!as_it_is || !large)
        return NULL;
    as_it_is->rare = true;
    return ir_if(m, loop->loc, large, NULL, list, as_it_is);
}

static void split(ir_module *m, const ir_routine *r, ir_stmt **list, size_t *left)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        const bool loop = (*link)->kind == IR_FOR && !(*link)->ring;
        if (loop && (*link)->rare)
            continue;
        ir_stmt *pieces = loop ? in_pieces(m, r, *link, left) : NULL;
        if (!pieces && loop)
            pieces = opt_inner_wraps(m, r, *link, left);
        if (pieces)
            (void)opt_put_list(link, pieces, (*link)->next);
        split(m, r, &(*link)->body, left);
        split(m, r, &(*link)->other, left);
    }
}

void opt_wraps(ir_module *m, const ir_routine *r, ir_stmt **list)
{
    size_t left = MOST_STATEMENTS;

    split(m, r, list, &left);
}
