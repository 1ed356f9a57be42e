/* pieces.c: a nest of loops is read as pieces, and written again where that costs less. */
#include "compiler/opt/pieces.h"

#include <stdlib.h>

#include "compiler/opt/nest_cost.h"
#include "compiler/opt/opt_internal.h"

/* The nest must cost less than this much of what it replaces, by estimate; less where both stand
 * behind a test. */
static const double WORTH = 1.0, WORTH_TWICE = 0.85;
/* Of so many loops within the region's own, opt/nests.c finds the order, if need be when the
 * program runs, by sizes that are not known here. */
static const double WORTH_DEEP = 0.6;
enum { DEEP = 3 };

/* Loops around loops, at most. */
static unsigned depth_of(const ir_stmt *list)
{
    unsigned most = 0;

    for (const ir_stmt *s = list; s; s = s->next) {
        const unsigned body = depth_of(s->body), other = depth_of(s->other),
                       inside = (body > other ? body : other) + (s->kind == IR_FOR);
        most = inside > most ? inside : most;
    }
    return most;
}

static ir_stmt *settled(opt_piece *piece)
{
    return opt_settle_piece(piece) ? opt_emit_piece(piece) : NULL;
}

/* The cheapest nest of loops for the piece, whichever indices its loops count. */
static ir_stmt *cheapest(opt_pieces *p, const opt_piece *piece)
{
    const size_t choices = opt_choices_of_indices(piece);
    opt_piece one = *piece;
    ir_stmt *best = NULL;

    one.update = opt_copy_alone(p->m, piece->update);
    best = one.update ? settled(&one) : NULL;
    for (size_t i = 1; i < choices; i++) {
        one = *piece;
        ir_stmt *nest = opt_index_again(p, &one, i) ? settled(&one) : NULL;
        if (nest && (!best || opt_list_cost(nest) < opt_list_cost(best)))
            best = nest;
    }
    return best;
}

static ir_stmt *emitted(opt_pieces *p)
{
    bool done[OPT_PIECES] = {0};
    ir_stmt *list = NULL;

    for (size_t i = 0; i < p->count; i++)
        if (!opt_rows_of_flat(&p->piece[i]))
            return NULL;
    for (size_t i = 0; i < p->count; i++)
        if (!done[i] && !opt_index_group(p, i, done))
            return NULL;
    opt_join_pieces(p);
    for (size_t i = 0; i < p->count; i++) {
        ir_stmt *nest = cheapest(p, &p->piece[i]);
        if (!nest)
            return NULL;
        list = ir_append(list, nest);
    }
    return list;
}

ir_stmt *opt_nest_of_region(ir_module *m, ir_routine *r, opt_region *region,
                            const ir_stmt *otherwise)
{
    opt_pieces *p = calloc(1, sizeof *p);
    const size_t vars = r->var_count;
    ir_stmt *list = NULL;

    if (!p) {
        m->out_of_memory = true;
        return NULL;
    }
    p->m = m;
    p->r = r;
    p->region = region;
    p->deep = depth_of(region->region->body) >= DEEP;
    if (opt_read_pieces(p))
        list = emitted(p);
    const bool deep = p->deep;
    free(p);
    const double worth = deep                                 ? WORTH_DEEP
                         : region->small && region->count > 0 ? WORTH_TWICE
                                                              : WORTH;
    if (list && opt_list_cost(list) < worth * opt_list_cost(otherwise))
        return list;
    r->var_count = vars; /* nothing uses those that were added */
    return NULL;
}
