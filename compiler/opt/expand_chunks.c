/* expand_chunks.c: iterations are taken in chunks, so that the arrays stay small. Around each chunk
 * stands what its streams set up, so a chunk has more iterations where their rows are short. */
#include "compiler/opt/expansion.h"

int64_t expand_least_chunk(const expansion *x) { return x->row || x->vectors ? ROWS : CHUNK; }

/* ---- how many iterations a chunk has ---- */

/* The rows of all arrays are short, for certain. To ask at run time costs a division. */
static bool is_narrow(const expansion *x)
{
    bool narrow = x->vectors && !x->row;

    for (size_t i = 0; i < x->count; i++) {
        const ir_expr *extent = x->list[i].extent;
        narrow = narrow && (!extent || (extent->kind == IR_CONST && extent->raw <= NARROW));
    }
    return narrow;
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

ir_stmt *expand_in_chunks(expansion *x)
{
    return chunks_of(x, expand_whole(x, is_narrow(x) ? ROWS_IF_NARROW : expand_least_chunk(x)));
}
