/* global_stack.c: PUSH!(x) in one routine, POP!(x) in another.
 *
 * What a routine leaves on the stack is counted by the form of its statements: pushes less pops, of
 * the routines that it calls too. A loop or a branch that does not give back what it took counts as
 * unknown. A routine that surely leaves or takes something shares the stack of its caller. The host
 * gives a routine that it starts an empty one. */
#include "compiler/syntax/global_stack.h"

#include <string.h>

#include "compiler/hidden.h"

/* Pushes less pops, and the least of that on the way. */
typedef struct {
    long net, low;
    bool unknown, pushes, pops;
} effect;

typedef struct known {
    const char *name; /* all routines of it are counted as one */
    effect does;
    bool open, shares, is_value; /* open: at work; is_value: used otherwise than by a call */
    struct known *next;
} known;

typedef struct {
    fr_arena *arena;
    fr_program *program;
    known *all;
} sharing;

static effect effect_of(sharing *g, const fr_stmt *list);

static known *known_of(const sharing *g, const char *name)
{
    known *k = g->all;
    while (k && strcmp(k->name, name) != 0)
        k = k->next;
    return k;
}

static effect then(effect a, effect b)
{
    const long low = a.net + b.low;
    return (effect){.net = a.net + b.net,
                    .low = low < a.low ? low : a.low,
                    .unknown = a.unknown || b.unknown,
                    .pushes = a.pushes || b.pushes,
                    .pops = a.pops || b.pops};
}

static effect backward(effect e)
{
    return (effect){.net = -e.net,
                    .low = e.low - e.net,
                    .unknown = e.unknown,
                    .pushes = e.pops,
                    .pops = e.pushes};
}

/* What is done as often as a condition says. */
static effect repeated(effect e)
{
    e.unknown = e.unknown || e.net != 0;
    return e;
}

static effect one(bool pops)
{
    return (effect){.net = pops ? -1 : 1, .low = pops ? -1 : 0, .pushes = !pops, .pops = pops};
}

static effect either(effect a, effect b)
{
    effect e = {.net = a.net,
                .low = a.low < b.low ? a.low : b.low,
                .unknown = a.unknown || b.unknown || a.net != b.net,
                .pushes = a.pushes || b.pushes,
                .pops = a.pops || b.pops};
    return e;
}

static bool is_it(const fr_expr *e)
{
    return e->kind == EX_NAME && strcmp(e->name, RG_GLOBAL_STACK_NAME) == 0;
}

static bool is_its_end(const fr_expr *e)
{
    if (e->kind == EX_TYPED && e->token == TOK_EMPTY)
        e = e->left;
    return e->kind == EX_INDEX && e->count == 1 && is_it(e->left);
}

static bool is_empty(const fr_expr *e) { return e->kind == EX_TYPED && e->token == TOK_EMPTY; }

/* PUSH!(x) and its kin, without a stack or with this one. */
static bool operation(const fr_expr *e, bool *pops)
{
    static const struct {
        const char *name;
        bool pops;
    } names[] = {{"PUSH!", false}, {"COPYPUSH!", false}, {"ipush!", false},
                 {"POP!", true},   {"COPYPOP!", true},   {"ipop!", true}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (fr_calls_name(e, names[i].name)) {
            *pops = names[i].pops;
            return e->count == 1 || (e->count == 2 && (is_it(e->items[0]) || is_it(e->items[1])));
        }
    return false;
}

static effect of_call(sharing *g, const fr_stmt *s)
{
    bool pops;
    if (operation(s->value, &pops))
        return one(pops != s->inverse);
    known *k = s->value->kind == EX_CALL && s->value->left->kind == EX_NAME
                   ? known_of(g, s->value->left->name)
                   : NULL;
    if (!k || !k->shares)
        return (effect){0};
    return s->inverse ? backward(k->does) : k->does;
}

static effect of_exchange(const fr_stmt *s)
{
    if (!is_its_end(s->target) && !is_its_end(s->value))
        return (effect){0};
    const bool empties = is_empty(s->target) || is_empty(s->value),
               above = (is_its_end(s->target) ? s->target : s->value)->kind == EX_INDEX
                       && (is_its_end(s->target) ? s->target : s->value)->items[0]->kind
                              == EX_BINARY;
    if (!empties && !above)
        return (effect){0}; /* an exchange with the element on top */
    return one(above == s->inverse);
}

static effect of_statement(sharing *g, const fr_stmt *s, const fr_stmt *list)
{
    const fr_stmt *routine;
    switch (s->kind) {
    case ST_CALL: return of_call(g, s);
    case ST_SWAP: return of_exchange(s);
    case ST_ALLOC:
    case ST_FREE: return is_its_end(s->target) ? one(s->kind == ST_FREE) : (effect){0};
    case ST_BLOCK:
    case ST_INVCHECKOFF:
    case ST_INBOUNDS:
    case ST_ROUTINE: return effect_of(g, s->body);
    case ST_UNROUTINE:
        routine = fr_routine_of(list, s);
        return routine ? backward(effect_of(g, routine->body)) : (effect){0};
    case ST_INVERSE: return backward(effect_of(g, s->body));
    case ST_IF: return either(effect_of(g, s->body), effect_of(g, s->other));
    case ST_FOR:
    case ST_WHILE: return repeated(effect_of(g, s->body));
    default: return (effect){0};
    }
}

static effect effect_of(sharing *g, const fr_stmt *list)
{
    effect e = {0};
    for (const fr_stmt *s = list; s; s = s->next)
        e = then(e, of_statement(g, s, list));
    return e;
}

/* Whether what it pushes is surely not all popped in it, or the other way round. */
static bool leaves(effect e) { return e.unknown ? e.pushes != e.pops : e.net != 0 || e.low < 0; }

/* ---- routines ---- */

static void mark_value(sharing *g, const fr_expr *e, bool called)
{
    if (!e)
        return;
    known *k = e->kind == EX_NAME && !called ? known_of(g, e->name) : NULL;
    if (k)
        k->is_value = true;
    mark_value(g, e->left, false);
    mark_value(g, e->right, false);
    mark_value(g, e->third, false);
    for (size_t i = 0; i < e->count; i++)
        mark_value(g, e->items[i], false);
    for (size_t i = 0; i < e->keyword_count; i++)
        mark_value(g, e->keywords[i].value, false);
}

static void mark_values(sharing *g, const fr_stmt *list)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        const bool call = s->kind == ST_CALL && s->value->kind == EX_CALL
                          && s->value->left->kind == EX_NAME;
        mark_value(g, s->target, false);
        mark_value(g, call ? NULL : s->value, false);
        for (size_t i = 0; call && i < s->value->count; i++)
            mark_value(g, s->value->items[i], false);
        for (size_t i = 0; call && i < s->value->keyword_count; i++)
            mark_value(g, s->value->keywords[i].value, false);
        mark_value(g, s->pre, false);
        mark_value(g, s->post, false);
        mark_values(g, s->body);
        mark_values(g, s->other);
    }
}

/* What its routines do, once those that they call are known. Takes turns until nothing changes:
 * routines call each other. */
static bool count_again(sharing *g)
{
    bool changed = false;
    for (known *k = g->all; k; k = k->next) {
        effect e = {0};
        for (const fr_function *f = fr_find_function(g->program, k->name); f; f = f->next_of_name)
            e = f == fr_find_function(g->program, k->name) ? effect_of(g, f->body)
                                                           : either(e, effect_of(g, f->body));
        if (k->shares && (e.net != k->does.net || e.low != k->does.low))
            e.unknown = true; /* it calls itself */
        const bool shares = (k->shares || leaves(e)) && !k->is_value;
        changed = changed || shares != k->shares || e.unknown != k->does.unknown
                  || e.pushes != k->does.pushes || e.pops != k->does.pops;
        k->shares = shares;
        k->does = e;
    }
    return changed;
}

static void add_arguments(sharing *g, fr_stmt *list)
{
    for (fr_stmt *s = list; s; s = s->next) {
        const known *k = s->kind == ST_CALL && s->value->kind == EX_CALL
                                 && s->value->left->kind == EX_NAME
                             ? known_of(g, s->value->left->name)
                             : NULL;
        if (k && k->shares) {
            fr_expr *call = s->value;
            fr_expr **items = fr_alloc(g->arena, (call->count + 1) * sizeof *items);
            items[0] = fr_make_name(g->arena, call->left->span, RG_GLOBAL_STACK_NAME);
            if (call->count > 0)
                memcpy(items + 1, call->items, call->count * sizeof *items);
            call->items = items;
            call->count++;
        }
        add_arguments(g, s->body);
        add_arguments(g, s->other);
    }
}

static void add_parameter(sharing *g, fr_function *f)
{
    fr_param *params = fr_alloc(g->arena, (f->param_count + 1) * sizeof *params);
    fr_expr *type = fr_make_name(g->arena, f->span, "Int");
    fr_expr *stack =
        fr_make_index(g->arena, f->span, fr_make_name(g->arena, f->span, "Vector"), 1, &type);
    stack->kind = EX_CURLY;
    params[0] = (fr_param){.name = RG_GLOBAL_STACK_NAME, .span = f->span, .type = stack};
    if (f->param_count > 0)
        memcpy(params + 1, f->params, f->param_count * sizeof *params);
    f->params = params;
    f->param_count++;
}

/* Not (:+=)(f), which stands behind expressions. */
static bool is_called_by_name(const fr_function *f)
{
    return f->name[0] != '+' && f->name[0] != '*' && strncmp(f->name, "⊻=", strlen("⊻=")) != 0;
}

void fr_share_global_stack(fr_arena *arena, fr_program *program)
{
    sharing g = {.arena = arena, .program = program};
    bool shared = false;
    for (const fr_function *f = program->functions; f; f = f->next)
        if (!f->broken && is_called_by_name(f) && !known_of(&g, f->name)) {
            known *k = fr_alloc(arena, sizeof *k);
            *k = (known){.name = f->name, .next = g.all};
            g.all = k;
        }
    for (const fr_function *f = program->functions; f; f = f->next)
        mark_values(&g, f->body);
    for (size_t turns = 0; turns < 8 && count_again(&g); turns++) {
    }
    for (const known *k = g.all; k; k = k->next)
        shared = shared || k->shares;
    for (fr_function *f = program->functions; f && shared; f = f->next) {
        const known *k = known_of(&g, f->name);
        add_arguments(&g, f->body);
        if (k && k->shares)
            add_parameter(&g, f);
    }
}
