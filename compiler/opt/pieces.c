/* pieces.c: a nest of loops is read as pieces, and written again where that costs less. */
#include "compiler/opt/pieces.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/opt/nest_cost.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

/* The nest must cost less, by estimate, than what it replaces, which stands beside it where
 * something is promised: the cost of asking, and of each promise besides. */
static const double ASKING = 10, PROMISE = 8, SIZE = 8;
/* Of a box of so many dimensions opt/nests.c finds the order, if need be when the program runs, by
 * sizes that are not known here. It sees through copies, too. */
static const double WORTH_DEEP = 0.6;
/* A band counted from the target makes other indices sums. */
static const double WORTH_ALONG = 0.85;
/* Two forms of one nest take more registers and instructions than one. */
static const double WORTH_ASKING = 0.92;
enum { DEEP = 4 };

/* The cheaper one of two nests; either may be NULL. */
static ir_stmt *cheaper(const opt_region *region, ir_stmt *a, ir_stmt *b)
{
    return !a || (b && opt_list_cost(region, b) < opt_list_cost(region, a)) ? b : a;
}

/* The cheapest nest of loops for the piece, whichever indices its loops count. */
static ir_stmt *cheapest(opt_pieces *p, const opt_piece *piece)
{
    const size_t choices = opt_choices_of_indices(piece);
    opt_piece one;
    ir_stmt *best = NULL;

    opt_copy_piece(&one, piece);
    one.update = opt_copy_alone(p->m, piece->update);
    best = one.update ? opt_emit_unrolled(&one) : NULL;
    for (size_t i = 1; i < choices; i++) {
        opt_copy_piece(&one, piece);
        ir_stmt *nest = opt_index_again(p, &one, i) ? opt_emit_unrolled(&one) : NULL;
        best = cheaper(p->region, best, nest);
    }
    return best;
}

/* ---- windows ---- */

/* The parameters of the window that the target does not have. */
static void note_shorter(opt_region *region, const opt_iterations *it, const affine_row *shorter)
{
    for (size_t u = 0; u < it->count; u++)
        if (shorter->k[u] < 0 && region->shorter_count < OPT_PROMISES)
            region->shorter[region->shorter_count++] = it->unknown[u].term;
}

/* With bands counted from the target's indices. */
static ir_stmt *along_target(opt_pieces *p, const opt_piece *piece, const opt_window *windows,
                             size_t count)
{
    opt_piece one;
    bool bands = false;

    opt_copy_piece(&one, piece);
    one.update = opt_copy_alone(p->m, piece->update);
    for (size_t i = 0; i < count && one.update; i++) {
        if (windows[i].band && !opt_count_from_target(&one, &windows[i]))
            return NULL;
        bands = bands || windows[i].band;
    }
    return bands && one.update ? opt_emit_unrolled(&one) : NULL;
}

/* A window of a known size is priced by it. */
static bool has_known_size(const opt_piece *piece, const affine_row *shorter)
{
    for (size_t u = 0; u < piece->it.count; u++)
        if (shorter->k[u] < 0)
            return false;
    return true;
}

static bool promise_windows(opt_piece *piece, const opt_window *windows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!windows[i].anyway && !has_known_size(piece, &windows[i].shorter)
            && !opt_promise(&piece->it, &windows[i].shorter))
            return false;
    return true;
}

/* Is each nest of the list? */
static bool is_streamed(const ir_stmt *list)
{
    opt_stream stream;

    for (const ir_stmt *nest = list; nest; nest = nest->next) {
        const ir_stmt *inner = nest;
        while (inner->body && inner->body->kind == IR_FOR)
            inner = inner->body;
        if (!opt_stream_of(inner, &stream))
            return false;
    }
    return true;
}

/* The cheapest nest where windows are taken to be shorter than the target, and promised to be no
 * longer; NULL: there are none, or it has no streams. */
static ir_stmt *with_windows(opt_pieces *p, opt_piece *piece)
{
    opt_window windows[OPT_DEPTH];
    const size_t before = p->region->shorter_count;

    if (piece->box)
        return NULL;
    opt_project_piece(piece);
    const size_t count = opt_find_windows(piece, windows);
    if (count == 0)
        return NULL;
    for (size_t i = 0; i < count; i++)
        note_shorter(p->region, &piece->it, &windows[i].shorter);
    ir_stmt *nest = cheapest(p, piece), *along = along_target(p, piece, windows, count);
    if (!nest
        || (along
            && opt_list_cost(p->region, along) < WORTH_ALONG * opt_list_cost(p->region, nest)))
        nest = along;
    if (nest && is_streamed(nest) && promise_windows(piece, windows, count))
        return nest;
    p->region->shorter_count = before;
    return NULL;
}

/* An unknown is at least so large in all points, where parameters alone can promise that. */
static void promise_least(opt_piece *piece, size_t unknown, int64_t least)
{
    affine_row inside = {.k = {[AFFINE_VARS] = -least}};

    inside.k[unknown] = 1;
    opt_promise(&piece->it, &inside);
}

/* Where the parameters let an index be below 1, there is a trap. With the promise that they do not,
 * what an unrolled loop leaves over may join the loop, which knows that it runs. */
static void promise_indices(opt_pieces *p)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t c = 0; c < p->piece[i].coordinate_count; c++)
            promise_least(&p->piece[i], p->piece[i].coordinate[c], 1);
}

/* The quotient of a remainder that varies counts like the loop that is unrolled: from 0 on. */
static void promise_quotients(opt_pieces *p)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t u = 0; u < p->piece[i].it.count; u++)
            if (p->piece[i].varies[u] && p->piece[i].it.unknown[u].loop == p->region->region)
                promise_least(&p->piece[i], u, 0);
}

/* What an unrolled loop leaves over stands behind rem(e, g) == v, which holds of negative e, too.
 * With the promise that e >= v the iterations left over follow those of the loop. */
static void promise_remainders(opt_pieces *p)
{
    for (size_t i = 0; i < p->count; i++) {
        opt_iterations *it = &p->piece[i].it;
        affine_set domain;
        affine_copy(&domain, &it->domain);
        for (size_t r = 0; r < domain.count; r++) {
            affine_row least;
            if (opt_least_dividend(it, &domain.row[r], &least))
                opt_promise(it, &least);
        }
    }
}

/* What is promised for one piece holds in all of them. */
static void spread_promises(opt_pieces *p)
{
    affine_row row;

    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->region->promise_count; k++)
            if (opt_row_of(&p->piece[i].it, p->region->promise[k], &row))
                affine_restrict(&p->piece[i].it.domain, &row);
}

/* ---- what is promised costs, too ---- */

static double cost_of_sizes(const ir_expr *e)
{
    return !e ? 0
              : (e->kind == IR_OP && e->op == RG_OP_MIN ? SIZE : 0) + cost_of_sizes(e->left)
                    + cost_of_sizes(e->right);
}

static double cost_of_promises(const opt_region *region)
{
    double cost = region->small && region->count > 0 ? ASKING : 0;

    for (size_t i = 0; i < region->promise_count; i++)
        cost += PROMISE + cost_of_sizes(region->promise[i]);
    return cost;
}

static double cost_with_promises(const opt_region *region, const ir_stmt *nest)
{
    return opt_list_cost(region, nest) + cost_of_promises(region);
}

/* ---- nests ---- */

static ir_stmt *plain_nest(opt_pieces *p, opt_piece *piece)
{
    ir_stmt *nest = with_windows(p, piece);

    return nest ? nest : cheapest(p, piece);
}

/* What is promised of a piece: of arrays, how many limits an index may have; of sizes, that they
 * are no small ones. */
typedef struct {
    size_t limits;
    bool slack;
} promises;

/* NULL: there is nothing to promise, or no nest. *more: see opt_promise_room. */
static ir_stmt *nest_with(opt_pieces *p, const opt_piece *piece, promises of, bool *more)
{
    opt_piece one; /* windows promise something of its domain */

    opt_copy_piece(&one, piece);
    /* without its slack bounds an index seems to go further */
    return (of.limits == 0 || opt_promise_room(p, &one, of.limits, more))
                   && (!of.slack || opt_promise_slack(&one))
               ? plain_nest(p, &one)
               : NULL;
}

/* Where that is promised arrays have all elements, and sizes are large enough, if the loops are
 * cheaper so. Where no index has more limits than were promised, a higher number of them is the
 * same promise, and no other nest. */
static ir_stmt *nest_of(opt_pieces *p, const opt_piece *piece)
{
    const opt_region before = *p->region;
    bool more = true;
    ir_stmt *best = nest_with(p, piece, (promises){0, false}, &more);

    for (size_t i = 1; i < 2 * (OPT_LIMITS + 1) && (more || i % 2 == 1); i++) {
        const opt_region asked = *p->region;
        opt_forget_promises(p->region, &before);
        ir_stmt *nest = nest_with(p, piece, (promises){i / 2, i % 2 == 1}, &more);
        if (nest
            && (!best || cost_with_promises(p->region, nest) < cost_with_promises(&asked, best)))
            best = nest;
        else
            opt_forget_promises(p->region, &asked);
    }
    return best;
}

static ir_stmt *emitted(opt_pieces *p)
{
    bool done[OPT_PIECES] = {0};
    ir_stmt *list = NULL;

    for (size_t i = 0; i < p->count; i++)
        if (!opt_rows_of_flat(p, &p->piece[i]))
            return NULL;
    for (size_t i = 0; i < p->count; i++)
        if (!done[i] && !opt_index_group(p, i, done))
            return NULL;
    if (p->count > 1) {
        promise_indices(p);
        promise_remainders(p);
        promise_quotients(p);
        spread_promises(p);
    }
    opt_join_pieces(p);
    for (size_t i = 0; i < p->count; i++)
        p->deep = p->deep || (p->piece[i].coordinate_count >= DEEP && p->piece[i].box);
    if (p->deep && p->copies)
        return NULL;
    for (size_t i = 0; i < p->count; i++) {
        ir_stmt *nest = nest_of(p, &p->piece[i]);
        if (!nest)
            return NULL;
        list = ir_append(list, nest);
    }
    return list;
}

ir_stmt *opt_nest_of_region(ir_module *m, ir_routine *r, opt_region *region,
                            const ir_stmt *otherwise)
{
    opt_pieces *p = malloc(sizeof *p);
    const size_t vars = r->var_count;
    ir_stmt *list = NULL;

    if (!p) {
        m->out_of_memory = true;
        return NULL;
    }
    memset(p, 0, offsetof(opt_pieces, piece));
    p->m = m;
    p->r = r;
    p->region = region;
    if (opt_read_pieces(p))
        list = emitted(p);
    const bool deep = p->deep;
    free(p);
    region->unasked = region->unasked || (!region->small && list);
    const double asking = region->small && region->count > 0 ? cost_of_promises(region) : 0,
                 worth = deep              ? WORTH_DEEP
                         : region->unasked ? WORTH_ASKING
                                           : 1;
    if (list && opt_list_cost(region, list) + asking < worth * opt_list_cost(region, otherwise))
        return list;
    r->var_count = vars; /* nothing uses those that were added */
    return NULL;
}
