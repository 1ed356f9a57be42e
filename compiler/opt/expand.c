/* expand.c: scalars that every iteration of a loop computes, uses and uncomputes become arrays,
 * with an element for each iteration; so do the parts of an update of several operations. Then
 * every statement of the body is a loop of its own, which a stream runs. Iterations are taken in
 * chunks, so that the arrays stay small. Of two loops right within each other both are taken
 * together: the arrays are matrices, and the streams go over both. */
#include "compiler/opt/expandable.h"
#include "compiler/opt/expansion.h"
#include "compiler/opt/held.h"

#include <stdlib.h>

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list, opt_how_often often,
                    opt_versions *versions);

void expand_go_deeper(expansion *x, ir_stmt **list, opt_how_often often)
{
    if (!x->deep || !*list)
        return;
    opt_shared_parts(x->m, x->r, list, false);
    list_of(x->m, x->r, list, often, NULL);
}

/* The indices that are held are made before the list, and taken back behind it. */
static ir_stmt *with_indices(expansion *x, ir_stmt *list)
{
    const opt_copier c = {.m = x->m};
    ir_stmt *make = x->held && list ? opt_copy_list(&c, x->held) : NULL,
            *gone = make ? ir_invert(x->m, make) : NULL;

    if (!x->held || !list)
        return list;
    return gone ? ir_append(ir_append(make, list), gone) : NULL;
}

/* often: it stands in a loop, or in a routine that is called. original: what runs if the test
 * fails. */
static ir_stmt *expanded(expansion *x, const ir_stmt *original, opt_how_often often)
{
    ir_stmt *list = NULL;
    bool tested = false;

    x->trial = true;
    if (!expand_statements(x, expand_body_of(x), NULL, &list) || !list)
        return NULL;
    const bool wants = x->strides.test || x->vectors || (x->count > 0 && x->rounds < 0);
    if ((wants && opt_version_fails(x->versions, expand_is_worth_it(x)))
        || (x->held && !wants && x->rounds <= 0))
        return NULL;
    if (x->versions && wants && expand_profitable(x, OPT_ONCE))
        tested = opt_version_needs(x->m, x->versions, expand_is_worth_it(x));
    if (!tested && !expand_profitable(x, often))
        return NULL;
    if (x->count > 0 && x->rounds >= 0 && x->rounds <= expand_least_chunk(x)) {
        expand_go_deeper(x, &list, OPT_IN_LOOPS);
        list = expand_with_arrays(x, list, expand_whole(x, x->rounds));
    } else if (x->count > 0) {
        const bool in_loop = x->vectors && often == OPT_IN_LOOPS && x->rounds < 0 && !x->deep;
        ir_stmt *whole = in_loop ? expand_whole_version(x, list) : NULL;
        x->trial = false;
        x->used = 0;
        list = with_indices(x, expand_in_chunks(x));
        if (in_loop)
            list = expand_where_whole(x, with_indices(x, whole), list);
    }
    if (x->count == 0)
        expand_go_deeper(x, &list, often);
    if (x->count == 0 || x->trial)
        list = with_indices(x, list);
    if (wants && !tested)
        list = expand_where_worth_it(x, original, list);
    return list && !x->m->out_of_memory ? ir_append(x->before, list) : NULL;
}

/* A copy of the loop, with blocks of its own and whole expressions. On elements, where calls that
 * were inlined exchange them into ancillas. */
static ir_stmt *copy_of(ir_module *m, ir_routine *r, const ir_stmt *loop, bool two)
{
    const opt_copier c = {.m = m, .first_block = ir_block_ids(r->body)};
    ir_stmt *body = opt_copy_list(&c, loop->body);

    if (body) {
        ir_stmt **list = two ? &body->body : &body;
        opt_wholes(m, &body, true);
        expand_extents(m, r, body);
        opt_elements_in_place(m, list);
        opt_common_parts(m, r, list);
    }
    return opt_loop_around(m, loop, body);
}

static int64_t rounds_of(const ir_stmt *loop, const ir_stmt *row)
{
    const int64_t outer = opt_constant_rounds(loop), inner = row ? opt_constant_rounds(row) : 1;

    return outer < 0 || inner < 0 || outer > LONGEST_ROW || inner > LONGEST_ROW ? (row ? -1 : outer)
                                                                                : outer * inner;
}

/* Where its strides are variables, or its row's, they are tested. */
static bool with_strides(expansion *x, ir_stmt *loop)
{
    return opt_add_strides(x->m, loop, loop, &x->strides)
           && (!x->row || opt_add_strides(x->m, loop, loop->body, &x->strides))
           && x->strides.count > 0;
}

/* A loop is taken by itself, with loops of its iterations that have scalars, or with the loop that
 * is its body. tested: its strides are tested, and there must be one. */
typedef enum { ALONE, WITH_ROWS, TWO } way;

/* plain: what is expanded. original: what runs if a test fails. */
typedef struct {
    const ir_stmt *plain, *original;
} source;

static ir_stmt *attempt(ir_module *m, ir_routine *r, const source *of, opt_how_often often,
                        opt_versions *versions, way how, bool tested)
{
    const bool two = how == TWO;
    ir_stmt *list = NULL, *loop = copy_of(m, r, of->plain, two);

    if (!loop || !opt_plain_bounds(loop) || (how == WITH_ROWS && !expand_rows(m, r, loop)))
        return NULL;
    const bool up = !loop->step || loop->step->raw == 1;
    const size_t count = r->var_count + 2 * MOST_ANCILLAS + 2;
    expansion x = {.m = m,
                   .r = r,
                   .loop = loop,
                   .up = up,
                   .low = up ? loop->first : loop->last,
                   .high = up ? loop->last : loop->first,
                   .row = two ? loop->body : NULL,
                   .rows = how == WITH_ROWS,
                   .versions = versions};
    x.rounds = rounds_of(loop, x.row);
    opt_hold_indices(m, r, loop, &x.held);
    if (tested && !with_strides(&x, loop))
        return NULL;
    x.values = calloc(count, sizeof *x.values);
    if (x.values)
        list = expanded(&x, of->original, often);
    else
        m->out_of_memory = true;
    free(x.values);
    return list;
}

static ir_stmt *expansion_of(ir_module *m, ir_routine *r, const source *of, opt_how_often often,
                             opt_versions *versions, bool two)
{
    opt_stream stream;

    if (!opt_has_array_along(of->plain->body, of->plain->var) || opt_stream_of(of->plain, &stream)
        || (two && !opt_are_two(of->plain)))
        return NULL;
    const way how = two ? TWO : ALONE;
    ir_stmt *list = two ? NULL : attempt(m, r, of, often, versions, WITH_ROWS, false);
    if (!list && !m->out_of_memory)
        list = attempt(m, r, of, often, versions, how, false);
    return list || m->out_of_memory ? list : attempt(m, r, of, often, versions, how, true);
}

/* The bodies of a loop: as they are, and where all loops that need a test pass it. */
static void bodies_of(ir_module *m, ir_routine *r, ir_stmt *s, const ir_expr *fails,
                      ir_stmt **otherwise)
{
    opt_versions versions = {.around = s, .fails = fails}, second = {.fails = fails};
    const opt_copier c = {.m = m, .first_block = ir_block_ids(r->body)};
    ir_stmt *body = opt_copy_list(&c, s->body);

    if (!body)
        return;
    list_of(m, r, &body, OPT_IN_LOOPS, &versions);
    if (!versions.test) {
        s->body = body;
        return;
    }
    second.fails = versions.test;
    list_of(m, r, &s->body, OPT_IN_LOOPS, &second);
    ir_stmt *fast = opt_loop_around(m, s, body), *slow = opt_copy_alone(m, s);
    *otherwise = fast && slow ? ir_if(m, s->loc, versions.test, NULL, fast, slow) : NULL;
}

static ir_stmt *within(ir_module *m, ir_routine *r, ir_stmt *s, opt_how_often often,
                       opt_versions *versions)
{
    const bool loop = s->kind == IR_FOR || s->kind == IR_WHILE;
    ir_stmt *instead = NULL;

    if ((!versions || !versions->around) && opt_may_have_versions(s)
        && (s->kind != IR_FOR || !expansion_of(m, r, &(source){s, s}, often, NULL, false))) {
        bodies_of(m, r, s, versions ? versions->fails : NULL, &instead);
        return instead;
    }
    list_of(m, r, &s->body, loop ? OPT_IN_LOOPS : often, versions);
    list_of(m, r, &s->other, often, versions);
    return NULL;
}

static bool is_vector(const ir_stmt *s) { return s->kind == IR_ALLOC_ARRAY && s->var->rank == 1; }

/* A copy of a loop whose iterations have vectors of their own, for loops in them become streams
 * first, and the loop could not be expanded any more; NULL: it is none. */
static ir_stmt *with_vectors(ir_module *m, const ir_stmt *loop)
{
    const opt_copier c = {.m = m};
    ir_stmt alone = *loop;

    alone.next = NULL;
    return opt_any(loop->body, is_vector) ? opt_copy_list(&c, &alone) : NULL;
}

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list, opt_how_often often,
                    opt_versions *versions)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link, *instead = NULL;
        opt_stream stream;
        const bool may = s->kind == IR_FOR && !s->rare;
        if (may && opt_nest_of(s, &stream))
            continue;
        if (may)
            instead = expansion_of(m, r, &(source){s, s}, often, versions, true);
        const ir_stmt *before = may && !instead ? with_vectors(m, s) : NULL;
        if (!instead)
            instead = within(m, r, s, often, versions);
        if (!instead && may)
            instead = expansion_of(m, r, &(source){s, s}, often, versions, false);
        if (!instead && before)
            instead = expansion_of(m, r, &(source){before, s}, often, versions, false);
        if (!instead)
            instead = expand_unswitched(m, s);
        if (!instead)
            continue;
        ir_stmt *last = instead;
        while (last->next)
            last = last->next;
        last->next = s->next;
        *link = instead;
        while (*link != last)
            link = &(*link)->next;
    }
}

/* ---- the pass ---- */

void opt_expand(const opt_site *at)
{
    ir_routine *r = at->routine;
    const opt_how_often *often = opt_off(at->off, OPT_STREAMS) ? NULL : opt_calls(at);

    if (!often)
        return;
    opt_shared_parts(at->m, r, &r->body, false);
    opt_invariants(at->m, r, &r->body);
    list_of(at->m, r, &r->body, often[r->index], NULL);
    opt_shared_parts(at->m, r, &r->body, true);
    at->m->out_of_memory = at->m->out_of_memory || !opt_number_blocks(r);
}
