/* expand_chunks.c: iterations are taken in chunks, so that the arrays stay small. Around each chunk
 * stands what its streams set up, so a chunk has more iterations where their rows are short. */
#include "compiler/opt/expansion.h"

int64_t expand_least_chunk(const expansion *x) { return x->row || x->vectors ? ROWS : CHUNK; }

/* ---- how many iterations a chunk has ---- */

/* And-ed, or the one that is there. */
static ir_expr *both(const expansion *x, ir_expr *a, ir_expr *b)
{
    return a && b ? ir_expr_op(x->m, x->loop->loc, RG_OP_AND, a, b) : b;
}

/* An array before it has the same rows. */
static bool is_asked(const expansion *x, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (x->list[k].extent && opt_same_expr(x->list[k].extent, x->list[i].extent))
            return true;
    return false;
}

static ir_expr *is_narrow(const expansion *x, const ir_expr *width)
{
    return ir_expr_op(x->m, x->loop->loc, RG_OP_LE, (ir_expr *)(uintptr_t)width,
                      expand_whole(x, NARROW));
}

/* *test: that the rows of all arrays are short; NULL: they are. False: one is not, for certain. */
static bool may_be_narrow(const expansion *x, ir_expr **test)
{
    int64_t width = 0;

    *test = x->row ? is_narrow(x, expand_width(x)) : NULL;
    for (size_t i = 0; i < x->count; i++) {
        const ir_expr *extent = x->list[i].extent;
        width = extent && extent->kind == IR_CONST ? extent->raw : 0;
        if (width > NARROW)
            return false;
        if (extent && extent->kind != IR_CONST && !is_asked(x, i))
            *test = both(x, *test, is_narrow(x, extent));
    }
    return true;
}

/* The iterations of a chunk: a constant, or a choice. */
static ir_expr *most_of(const expansion *x)
{
    ir_expr *test = NULL, *least = expand_whole(x, expand_least_chunk(x));

    if ((!x->row && !x->vectors) || !may_be_narrow(x, &test))
        return least;
    ir_expr *more = expand_whole(x, ROWS_IF_NARROW);
    return test && least && more ? ir_expr_select(x->m, x->loop->loc, test, more, least) : more;
}

/* ---- the loop over them ---- */

/* One chunk from c on, of `most` iterations. */
static ir_stmt *one_chunk(expansion *x, const ir_var *c, ir_expr *most)
{
    ir_module *m = x->m;
    const ir_loc loc = x->loop->loc;
    const ir_var *n = ir_add_var(x->r, loc, "rounds", RG_TYPE_INT, 0);
    ir_stmt *list = NULL;

    x->chunk = c;
    ir_expr *left = n && most ? expand_from_one(x, x->high, ir_expr_var(m, loc, c)) : NULL,
            *rounds = left ? ir_expr_op(m, loc, RG_OP_MIN, left, most) : NULL;
    if (!rounds || !expand_statements(x, expand_body_of(x), NULL, &list))
        return NULL;
    expand_go_deeper(x, &list, OPT_IN_LOOPS);
    expand_mark_running(x, list);
    list = expand_with_arrays(x, list, ir_expr_var(m, loc, n));
    ir_stmt *alloc = ir_alloc(m, loc, n, rounds), *end = ir_free(m, loc, n, rounds);
    return list && alloc && end ? ir_append(ir_append(alloc, list), end) : NULL;
}

static ir_stmt *chunks_of(expansion *x, ir_expr *most)
{
    const ir_loc loc = x->loop->loc;
    const ir_var *c = ir_add_var(x->r, loc, x->loop->var->name, RG_TYPE_INT, 0);
    ir_stmt *chunk = c ? one_chunk(x, c, most) : NULL;

    return chunk ? ir_for(x->m, loc, c, (ir_expr *)(uintptr_t)x->low, most,
                          (ir_expr *)(uintptr_t)x->high, chunk)
                 : NULL;
}

ir_stmt *expand_in_chunks(expansion *x, opt_how_often often)
{
    const ir_loc loc = x->loop->loc;
    ir_expr *most = most_of(x);

    if (most && most->kind != IR_CONST && often == OPT_IN_LOOPS)
        most = expand_whole(x, expand_least_chunk(x));

    if (!most || most->kind == IR_CONST)
        return chunks_of(x, most);
    const ir_var *v = ir_add_var(x->r, loc, "most", RG_TYPE_INT, 0);
    ir_stmt *alloc = v ? ir_alloc(x->m, loc, v, most) : NULL,
            *end = v ? ir_free(x->m, loc, v, most) : NULL,
            *loop = end ? chunks_of(x, ir_expr_var(x->m, loc, v)) : NULL;
    return alloc && loop ? ir_append(ir_append(alloc, loop), end) : NULL;
}
