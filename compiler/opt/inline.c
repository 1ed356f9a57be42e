/* inline.c: calls and uncalls replaced by the body of the routine. Values become variables that are
 * allocated before and freed after, elements are exchanged into variables, all else is renamed: so
 * an lvalue changed by two names traps as in a call. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

#include <stdlib.h>

enum {
    ONCE_LIMIT = 300,
    GROWTH_LIMIT = 4000,
    MOST_OTHERS = 12, /* statements beside the loops of a routine that is inlined in loops */
    LOOPS_LIMIT = 80,
    MOST_UPDATES = 3
};

typedef struct {
    ir_module *m;
    ir_routine *caller;
    const ir_stmt *call;
    const ir_var **vars;
    ir_expr **values;
    ir_stmt *before, *after; /* in order */
} inliner;

/* ---- what it costs, roughly in words ---- */

static unsigned expr_weight(const ir_expr *e)
{
    if (!e || e->kind == IR_VAR || e->kind == IR_CONST)
        return 0;
    return (e->kind == IR_ELEM     ? 4u
            : e->kind == IR_SELECT ? 7u
                                   : 2u)
           + expr_weight(e->left) + expr_weight(e->right) + expr_weight(e->third);
}

static unsigned list_weight(const ir_stmt *list)
{
    unsigned weight = 0;

    for (const ir_stmt *s = list; s; s = s->next) {
        unsigned parts = expr_weight(s->expr) + 2 * expr_weight(s->pre) + expr_weight(s->post)
                         + 2 * expr_weight(s->first) + 2 * expr_weight(s->last)
                         + expr_weight(s->place.row) + expr_weight(s->place2.row);
        if (s->kind == IR_UPDATE && parts >= 2)
            parts -= 2; /* the last operation is the update itself */
        weight += parts
                  + (s->kind == IR_FOR                         ? 8u
                     : s->kind == IR_IF || s->kind == IR_WHILE ? 5u
                     : s->kind == IR_CALL                      ? 12u
                                                               : 1u);
        weight += (s->place.row ? 4u : 0u) + (s->place2.row ? 4u : 0u);
        weight += list_weight(s->body) + list_weight(s->other);
    }
    return weight;
}

static bool is_no_leaf(const ir_stmt *s)
{
    return s->kind == IR_CALL || s->kind == IR_ALLOC_ARRAY || s->kind == IR_FREE_ARRAY;
}

/* What is known of a routine in this pass over the module, by its index. */
typedef struct {
    unsigned calls, weight;
    bool leaf, streams, loops, calls_itself, calls_more;
} candidate; /* calls_more: routines that are not a few loops */

static void count_calls(const ir_stmt *list, candidate *known)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL)
            known[s->callee->index].calls++;
        count_calls(s->body, known);
        count_calls(s->other, known);
    }
}

/* Loops that streams can run, and, in blocks or not, scalars and updates: in a loop around the call
 * they may become streams with it. */
static bool is_streams(const ir_stmt *list, unsigned *loops, unsigned *others)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        opt_stream stream;
        const bool loop = opt_stream_of(s, &stream);
        *loops += loop;
        *others += !loop;
        if (!loop && s->kind != IR_UPDATE && s->kind != IR_ALLOC && s->kind != IR_FREE
            && s->kind != IR_UNROUTINE
            && !(s->kind == IR_ROUTINE && is_streams(s->body, loops, others)))
            return false;
    }
    return true;
}

static bool few_streams(const ir_stmt *list)
{
    unsigned loops = 0, others = 0;

    return is_streams(list, &loops, &others) && (loops == 1 || loops == 2) && others <= MOST_OTHERS;
}

/* Loops around updates and what they assert, a few of them, and nothing else: streams by and by,
 * which are better where the arrays are known. */
static bool is_loops(const ir_stmt *list, bool inside, unsigned *updates)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        *updates += s->kind == IR_UPDATE;
        if (s->kind == IR_FOR ? !is_loops(s->body, true, updates)
                              : s->kind != IR_ASSERT && !(inside && s->kind == IR_UPDATE))
            return false;
    }
    return *updates <= MOST_UPDATES;
}

static bool calls_one(const ir_stmt *list, const ir_routine *r)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if ((s->kind == IR_CALL && s->callee == r) || calls_one(s->body, r)
            || calls_one(s->other, r))
            return true;
    return false;
}

static bool calls_more(const ir_stmt *list, const candidate *known)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if ((s->kind == IR_CALL && !known[s->callee->index].loops) || calls_more(s->body, known)
            || calls_more(s->other, known))
            return true;
    return false;
}

static void survey(const ir_module *m, candidate *known)
{
    for (size_t i = 0; i < m->routine_count; i++)
        known[i] = (candidate){0};
    for (const ir_routine *r = m->routines; r; r = r->next) {
        known[r->index].weight = list_weight(r->body);
        known[r->index].leaf = !opt_any(r->body, is_no_leaf);
        known[r->index].calls_itself = calls_one(r->body, r);
        known[r->index].streams = few_streams(r->body);
        unsigned updates = 0;
        known[r->index].loops = is_loops(r->body, false, &updates) && updates > 0;
        count_calls(r->body, known);
    }
    for (const ir_routine *r = m->routines; r; r = r->next)
        known[r->index].calls_more = calls_more(r->body, known);
}

/* A few loops go where the caller becomes a routine of streams by them, and not where it calls
 * others all the same. */
static bool worth_it(const ir_routine *callee, const ir_routine *caller, const candidate *known,
                     bool in_loop)
{
    const candidate *c = &known[callee->index];
    unsigned saved = 1 + 2 * (unsigned)callee->param_count;

    if (c->leaf
        && ((in_loop && c->streams)
            || (c->loops && c->weight <= LOOPS_LIMIT && !known[caller->index].calls_more)))
        return true;
    if (c->calls == 1 && !callee->exported && !c->calls_itself)
        return c->weight <= ONCE_LIMIT;
    if (!c->leaf)
        return false;
    return c->calls * c->weight <= c->calls * saved + (callee->exported ? 0 : c->weight + 4);
}

/* ---- arguments ---- */

static bool writes_param(const ir_routine *callee, size_t i)
{
    return opt_list_use(callee->body, callee->body, callee->vars[i]) & OPT_WRITE;
}

static bool takes(const ir_stmt *call)
{
    for (size_t i = 0; i < call->arg_count; i++) {
        const ir_arg *a = &call->args[i];
        if (a->kind == IR_ARG_PLACE && a->place.row
            && (opt_call_may_change(call, a->place.row)
                || opt_call_may_change(call, a->place.column)))
            return false; /* the call keeps such an index in the frame */
        for (size_t k = 0; k < i;
             k++) { /* one array by two names: the callee's accesses were not compiled for that */
            const ir_arg *b = &call->args[k];
            const ir_var *x = a->array ? a->array : a->place.var,
                         *y = b->array ? b->array : b->place.var;
            if (x && x == y && !(a->place.row && b->place.row))
                return false;
        }
    }
    return true;
}

static const ir_var *own_variable(inliner *in, const ir_var *like)
{
    ir_var *v = ir_add_var(in->caller, like->loc, like->name, ir_var_type(like), like->rank);

    if (!v)
        in->m->out_of_memory = true;
    return v;
}

static void around(inliner *in, ir_stmt *before, ir_stmt *after)
{
    if (!before || !after) {
        in->m->out_of_memory = true;
        return;
    }
    in->before = ir_append(in->before, before);
    after->next = in->after;
    in->after = after;
}

/* The parameter can stand for the variable or the small integer that is passed. */
static bool transparent(const inliner *in, size_t i)
{
    const ir_expr *e = in->call->args[i].expr;
    rg_type_base base = in->call->callee->vars[i]->base;

    if (writes_param(in->call->callee, i))
        return false;
    if (e->kind == IR_VAR)
        return !opt_call_may_change(in->call, e);
    return e->kind == IR_CONST && rg_type_is_whole(base) && e->raw >= -16 && e->raw < 16;
}

static void bind_value(inliner *in, size_t i)
{
    const ir_arg *a = &in->call->args[i];
    const ir_var *param = in->call->callee->vars[i];

    if (transparent(in, i)) {
        in->values[param->id] = a->expr;
        return;
    }
    const ir_var *v = in->vars[param->id] = own_variable(in, param);
    around(in, ir_alloc(in->m, a->loc, v, a->expr), ir_free(in->m, a->loc, v, a->expr));
}

static void bind_element(inliner *in, size_t i)
{
    const ir_arg *a = &in->call->args[i];
    const ir_var *v = in->vars[in->call->callee->vars[i]->id] =
        own_variable(in, in->call->callee->vars[i]);

    around(in, ir_alloc(in->m, a->loc, v, NULL), ir_free(in->m, a->loc, v, NULL));
    around(in, ir_swap(in->m, a->loc, ir_place_var(a->loc, v), a->place),
           ir_swap(in->m, a->loc, ir_place_var(a->loc, v), a->place));
}

static void bind(inliner *in)
{
    const ir_stmt *call = in->call;

    for (size_t i = 0; i < call->arg_count && !in->m->out_of_memory; i++)
        if (call->args[i].kind == IR_ARG_EXPR)
            bind_value(in, i);
    for (size_t i = 0; i < call->arg_count && !in->m->out_of_memory; i++) {
        const ir_arg *a = &call->args[i];
        if (a->kind == IR_ARG_PLACE && a->place.row)
            bind_element(in, i);
        else if (a->kind != IR_ARG_EXPR)
            in->vars[call->callee->vars[i]->id] = a->kind == IR_ARG_ARRAY ? a->array : a->place.var;
    }
    for (size_t v = call->callee->param_count; v < call->callee->var_count && !in->m->out_of_memory;
         v++)
        in->vars[v] = own_variable(in, call->callee->vars[v]);
}

/* The statements for one call; NULL when memory is short. */
static ir_stmt *body_for(ir_module *m, ir_routine *caller, const ir_stmt *call)
{
    const ir_routine *callee = call->callee;
    inliner in = {.m = m, .caller = caller, .call = call};
    ir_stmt *body = NULL;

    in.vars = calloc(callee->var_count + 1, sizeof *in.vars);
    in.values = calloc(callee->var_count + 1, sizeof *in.values);
    if (!in.vars || !in.values)
        m->out_of_memory = true;
    else
        bind(&in);
    if (!m->out_of_memory) {
        opt_copier c = {.m = m,
                        .vars = in.vars,
                        .values = in.values,
                        .first_block = ir_block_ids(caller->body)};
        body = opt_copy_list(&c, callee->body);
        if (call->inverse)
            body = ir_invert(m, body);
    }
    free(in.vars);
    free(in.values);
    return ir_append(ir_append(in.before, body), in.after);
}

static bool calls_in(ir_module *m, ir_routine *caller, ir_stmt **list, candidate *known,
                     bool in_loop)
{
    bool changed = false;

    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link;
        changed |= calls_in(m, caller, &s->body, known, in_loop || s->kind == IR_FOR);
        changed |= calls_in(m, caller, &s->other, known, in_loop);
        if (s->kind != IR_CALL || s->callee == caller || known[caller->index].weight > GROWTH_LIMIT
            || !worth_it(s->callee, caller, known, in_loop) || !takes(s))
            continue;
        ir_stmt *rest = s->next, *body = body_for(m, caller, s);
        if (m->out_of_memory)
            return changed;
        changed = true;
        known[caller->index].weight += known[s->callee->index].weight;
        s->kind = IR_BLOCK; /* flattened below */
        s->body = body;
        s->next = rest;
    }
    return changed;
}

void opt_inline(const opt_site *at)
{
    ir_module *m = at->m;
    candidate *known = calloc(m->routine_count + 1, sizeof *known);
    bool again = true;

    for (ir_routine *r = m->routines; r && !opt_off(at->off, OPT_STREAMS); r = r->next)
        opt_rectifiers(m, r);
    if (!known)
        m->out_of_memory = true;
    for (unsigned round = 0; again && round < 8 && !m->out_of_memory; round++) {
        again = false;
        survey(m, known);
        for (ir_routine *r = m->routines; r && !m->out_of_memory; r = r->next)
            if (calls_in(m, r, &r->body, known, false)) {
                r->body = opt_flatten(r->body);
                again = true;
            }
    }
    free(known);
}
