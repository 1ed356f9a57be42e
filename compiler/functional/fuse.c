/* fuse.c: rewriting of the unary form before it is lowered, and what of it needs a variable of its
 * own. */
#include <string.h>

#include "compiler/functional/unary.h"

fn_slot *fn_resolve(fn_slot *s)
{
    while (s->alias)
        s = s->alias;
    return s;
}

/* ---- uses ---- */

static void forget(fn_seq *q)
{
    for (size_t i = 0; i < q->count; i++) {
        fn_slot *s = q->slots[i];
        s->uses = 0;
        s->user = NULL;
        s->crossed = s->deferred = false;
        for (size_t k = 0; k < 2; k++)
            if (s->bodies[k])
                forget(s->bodies[k]);
    }
}

static void use(fn_slot *s, const fn_slot *user, const fn_seq *where)
{
    s = fn_resolve(s);
    s->user = user;
    s->crossed = s->crossed || s->home != where;
    if (s->uses++ > 0)
        return;
    for (size_t i = 0; i < s->arg_count; i++)
        use(s->args[i], s, s->home);
    for (size_t k = 0; k < 2; k++)
        if (s->bodies[k])
            use(s->bodies[k]->result, NULL, s->bodies[k]);
}

bool fn_is_constant(const fn_slot *s)
{
    return (s->kind == FN_OP && (s->arg_count == 0 || s->textual)) || s->kind == FN_LENGTH;
}

static bool once(const fn_slot *s, const fn_seq *home)
{
    return s->uses == 1 && !s->crossed && s->home == home;
}

/* Its value goes to its one use. */
static void defer(fn_slot *s, const fn_seq *home)
{
    s = fn_resolve(s);
    bool direct = s->kind == FN_OP || s->kind == FN_LENGTH || s->kind == FN_PAIR
                  || s->kind == FN_LIST || s->kind == FN_MAP || s->kind == FN_IF
                  || s->kind == FN_FAIL || (s->kind == FN_FOLD && s->additive);
    if (!direct || !once(s, home))
        return;
    s->deferred = true;
    for (size_t i = 0; s->kind == FN_PAIR && i < s->arg_count; i++)
        defer(s->args[i], home);
}

/* A chain of more operations has a variable within it, so that its text nests no deeper than the
 * parser goes. */
enum { DEEPEST = 90 };

static unsigned depth_of(const fn_slot *s)
{
    unsigned deepest = 0;

    for (size_t i = 0; i < s->arg_count; i++) {
        const fn_slot *arg = fn_resolve(s->args[i]);
        if (arg->deferred && arg->depth > deepest)
            deepest = arg->depth;
    }
    return deepest + 1;
}

static void decide(fn_seq *q)
{
    for (size_t i = 0; i < q->count; i++) {
        fn_slot *s = q->slots[i];
        if (s->uses == 0 || s->alias)
            continue;
        s->depth = depth_of(s);
        if (fn_is_constant(s))
            s->deferred = true;
        else if (s->kind == FN_OP && s->op != fn_whole_of && s->user && once(s, q)
                 && s->depth < DEEPEST && (s->user->kind == FN_OP || s->user->kind == FN_IF))
            s->deferred = true;
        if (s->kind == FN_FOLD)
            defer(s->args[0], q);
        for (size_t k = 0; s->kind == FN_LIST && k < s->arg_count; k++)
            defer(s->args[k], q);
        for (size_t k = 0; k < 2; k++)
            if (s->bodies[k])
                decide(s->bodies[k]);
    }
    defer(q->result, q);
}

void fn_count_uses(fn_seq *seq)
{
    forget(seq);
    use(seq->result, NULL, seq);
    decide(seq);
}

/* ---- fusion ---- */

static fn_slot *parameter_of(const fn_seq *body, const fn_slot *array)
{
    for (size_t i = 0; i < body->param_count; i++)
        if (body->slots[i]->element && !body->slots[i]->alias
            && fn_resolve(body->slots[i]->origin) == array)
            return body->slots[i];
    return NULL;
}

/* Parameters of both, then the steps of the inner body, then those of the outer one. */
static void join_bodies(fr_arena *arena, fn_seq *outer, const fn_seq *inner)
{
    size_t total = outer->count + inner->count, n = 0;
    fn_slot **slots = fr_alloc(arena, total * sizeof *slots);
    for (size_t i = 0; i < outer->param_count; i++)
        slots[n++] = outer->slots[i];
    for (size_t i = 0; i < inner->count; i++) {
        slots[n++] = inner->slots[i];
        inner->slots[i]->home = outer;
    }
    for (size_t i = outer->param_count; i < outer->count; i++)
        slots[n++] = outer->slots[i];
    outer->slots = slots;
    outer->count = outer->capacity = total;
    outer->param_count += inner->param_count;
}

static void join(fr_arena *arena, fn_slot *s, size_t at, fn_slot *map)
{
    fn_slot *parameter = parameter_of(s->bodies[0], map);
    if (!parameter || s->arg_count + map->arg_count > FN_ARGUMENTS)
        return;
    s->args[at] = map->args[0];
    for (size_t i = 1; i < map->arg_count; i++)
        s->args[s->arg_count++] = map->args[i];
    join_bodies(arena, s->bodies[0], map->bodies[0]);
    /* Who reads the parameter reads the result of the inner body from now on. */
    fn_slot *value = fn_resolve(map->bodies[0]->result);
    value->uses += parameter->uses - 1;
    value->crossed = value->crossed || parameter->crossed;
    parameter->alias = value;
    map->bodies[0] = NULL;
    map->arg_count = 0;
}

static void fuse_seq(fr_arena *arena, fn_seq *q)
{
    for (size_t i = 0; i < q->count; i++) {
        fn_slot *s = q->slots[i];
        bool loop = s->kind == FN_MAP || s->kind == FN_FOLD;
        if (s->uses == 0 || s->alias)
            continue;
        for (size_t k = s->kind == FN_FOLD ? 1 : 0; loop && k < s->arg_count; k++) {
            fn_slot *map = fn_resolve(s->args[k]);
            if (map->kind == FN_MAP && once(map, q))
                join(arena, s, k, map);
        }
        for (size_t k = 0; k < 2; k++)
            if (s->bodies[k])
                fuse_seq(arena, s->bodies[k]);
    }
}

/* ---- sums ---- */

/* (state, x) -> state + e(x): fixed-point sums are exact, so the state can be accumulated in place.
 */
static void find_sum(fn_slot *s)
{
    fn_seq *body = s->bodies[0];
    fn_slot *state = fn_resolve(body->slots[0]), *r = fn_resolve(body->result);
    if ((s->type->kind != FN_REAL && s->type->kind != FN_WHOLE) || r->kind != FN_OP || !r->infix
        || strcmp(r->op, "+") != 0 || !once(r, body) || state->uses != 1)
        return;
    for (size_t i = 0; i < 2; i++)
        if (fn_resolve(r->args[i]) == state) {
            s->additive = true;
            body->result = r->args[1 - i];
            return;
        }
}

static void find_sums(fn_seq *q)
{
    for (size_t i = 0; i < q->count; i++) {
        fn_slot *s = q->slots[i];
        if (s->uses == 0 || s->alias)
            continue;
        if (s->kind == FN_FOLD)
            find_sum(s);
        for (size_t k = 0; k < 2; k++)
            if (s->bodies[k])
                find_sums(s->bodies[k]);
    }
}

void fn_fuse(fr_arena *arena, fn_seq *seq)
{
    fn_count_uses(seq);
    fuse_seq(arena, seq);
    fn_count_uses(seq);
    find_sums(seq);
    fn_count_uses(seq);
}
