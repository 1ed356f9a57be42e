/* open_types.c: faults in routines whose argument types nobody has said.
 *
 * Each is tried with several types. The body of an instance is checked once, whoever calls it: what
 * is said about it is kept with it, and so are its calls. What a routine says when it is tried is
 * what all instances say that its calls lead to. */
#include <string.h>

#include "compiler/front/expand.h"
#include "compiler/front/program.h"

/* The types that every open parameter is tried with. */
static const fr_type tried[] = {{RG_TYPE_FIXED, 0}, {RG_TYPE_INT, 0},   {RG_TYPE_LOG, 0},
                                {RG_TYPE_FIXED, 1}, {RG_TYPE_FIXED, 2}, {RG_TYPE_INT, 1}};
enum { TRIED = sizeof tried / sizeof tried[0] };

/* What is said: nothing, faults that another type may not have, faults of structure too. */
typedef enum { QUIET, OF_TYPES, STRUCTURAL } level;

typedef struct edge {
    fr_instance *instance;
    fr_span at;
    struct edge *next;
} edge;

/* What is known of an instance that was tried. */
typedef struct fr_trial {
    fr_diags said;
    edge *calls, *last_call, *callers;
    level loud;    /* the worst that it, or one that its calls lead to, has to say */
    unsigned seen; /* by the search with this number */
    const edge *skip[STRUCTURAL + 1]; /* see pass_on, by the least that is looked for */
    struct fr_trial *next;            /* of those that become loud */
} trial;

static trial *trial_of(fr_arena *arena, fr_instance *in)
{
    if (!in->trial)
        in->trial = fr_alloc(arena, sizeof *in->trial);
    return in->trial;
}

static edge *new_edge(fr_arena *arena, fr_instance *in, fr_span at)
{
    edge *e = fr_alloc(arena, sizeof *e);
    e->instance = in;
    e->at = at;
    return e;
}

/* It, and those whose calls lead to it. */
static void make_loud(trial *t, level loud)
{
    trial *rest = t->loud < loud ? t : NULL;
    if (rest)
        t->loud = loud;
    while (rest) {
        const edge *e = rest->callers;
        rest = rest->next;
        for (; e; e = e->next) {
            trial *caller = e->instance->trial;
            if (caller->loud >= loud)
                continue;
            caller->loud = loud;
            caller->next = rest;
            rest = caller;
        }
    }
}

static void note_call(fr_arena *arena, const fr_instance *caller, fr_instance *callee, fr_span at)
{
    fr_instance *from = (fr_instance *)(uintptr_t)caller; /* the one that try_instances is at */
    trial *t = trial_of(arena, from), *u = trial_of(arena, callee);
    edge *call = new_edge(arena, callee, at), *back = new_edge(arena, from, at);
    if (t->last_call)
        t->last_call->next = call;
    else
        t->calls = call;
    t->last_call = call;
    back->next = u->callers;
    u->callers = back;
    make_loud(t, u->loud);
}

/* ---- trying ---- */

typedef struct {
    fr_sema sema;              /* of the instances that were tried */
    fr_instance *checked;      /* the last one whose body was */
    const fr_diags *outer;     /* what is said in the end */
    const fr_instance *nobody; /* calls the routines that are tried */
    unsigned search;
    fr_arena *arena;
    const edge **queue; /* of one search */
    size_t queue_count, queue_capacity;
} trials;

static fr_diags silence(const trials *t)
{
    enum { MANY = 200 };
    fr_diags said = *t->outer;
    said.count = said.capacity = said.span_capacity = said.errors = 0;
    said.items = NULL;
    said.spans = NULL;
    said.limit = MANY;
    return said;
}

static level worst(const fr_diags *said)
{
    level loud = said->count > 0 ? OF_TYPES : QUIET;
    for (size_t i = 0; i < said->count; i++)
        if (fr_is_structural(said->items[i].code))
            loud = STRUCTURAL;
    return loud;
}

/* The bodies of the new instances, and of those that they call. */
static void try_instances(trials *t)
{
    fr_function *last = t->sema.program->last_function;
    fr_instance *in = t->checked ? t->checked->next : t->sema.instances;
    for (; in; in = in->next) {
        trial *own = trial_of(t->arena, in);
        own->said = silence(t);
        t->sema.d = &own->said;
        t->checked = in;
        if (!in->function->broken)
            fr_lower_instance(&t->sema, in);
        make_loud(own, worst(&own->said));
    }
    fr_drop_versions(&t->sema, last);
}

static void enqueue(trials *t, const edge *e)
{
    e->instance->trial->seen = t->search;
    t->queue =
        fr_grow(t->arena, t->queue, t->queue_count, &t->queue_capacity, sizeof(const edge *));
    t->queue[t->queue_count++] = e;
}

static void adopt_all(trials *t, const edge *e, bool called, level least, fr_diags *said)
{
    const fr_instance *in = e->instance;
    const fr_diags *from = &in->trial->said;
    if (from->count == 0)
        return;
    t->sema.d = said;
    fr_tell_instance(&t->sema, in, called, e->at);
    for (size_t i = 0; i < from->count; i++)
        if (least <= OF_TYPES || fr_is_structural(from->items[i].code))
            fr_adopt(said, from, i);
    said->context_text = NULL;
    said->context_of_types = false;
}

/* The only call of the instance that leads to something; NULL: it says something itself, or there
 * are several. */
static const edge *only_call(const trial *own, level least)
{
    const edge *only = NULL;
    if (worst(&own->said) >= least)
        return NULL;
    for (const edge *e = own->calls; e; e = e->next) {
        if (e->instance->trial->loud < least || e->instance->trial == own
            || (only && only->instance == e->instance))
            continue;
        if (only)
            return NULL;
        only = e;
    }
    return only;
}

/* From here to the first instance that says something or has several calls that lead to something:
 * a chain of routines is not gone through again for each of them. */
static const edge *pass_on(const edge *from, level least)
{
    const edge *at = from, *next = from;
    while (next) {
        at = next;
        const trial *own = at->instance->trial;
        next = own->skip[least] ? own->skip[least] : only_call(own, least);
    }
    if (at != from)
        from->instance->trial->skip[least] = at;
    return at;
}

/* What the instances say that are reached from this one, in the order in which they would have been
 * compiled for it alone; STRUCTURAL: only such faults. */
static void collect(trials *t, fr_instance *root, level least, fr_diags *said)
{
    edge first = {.instance = root};
    if (!root || root->trial->loud < least)
        return;
    first.at = root->function->span;
    t->search++;
    t->queue_count = 0;
    enqueue(t, pass_on(&first, least));
    for (size_t i = 0; i < t->queue_count && said->errors <= said->limit; i++) {
        adopt_all(t, t->queue[i], t->queue[i] != &first, least, said);
        for (const edge *e = t->queue[i]->instance->trial->calls; e; e = e->next)
            if (e->instance->trial->loud >= least && e->instance->trial->seen != t->search)
                enqueue(t, e);
    }
}

/* The types of a routine whose open parameters have this type; what has an index is an array of it
 * in any case. False where that does not suit. */
static bool types_with(trials *t, const fr_function *f, fr_type type, fr_type *types,
                       fr_binding *bindings)
{
    for (size_t i = 0; i < f->param_count; i++) {
        const fr_param *p = &f->params[i];
        const unsigned rank = fr_indices_in_list(f->body, p->name);
        const fr_type given = {type.base, rank ? rank : type.rank};
        if (p->rest
            || (!fr_concrete_type(&t->sema, p->type, f, bindings, rank, &types[i])
                && !fr_keyword_entry_type(&t->sema, f, i, types, &types[i])
                && !fr_match_type(&t->sema, p->type, f, bindings, given, false, &types[i])))
            return false;
    }
    return true;
}

/* The instance of the routine with this type, checked; NULL where there is none. */
static fr_instance *try_type(trials *t, const fr_function *f, fr_type type, fr_diags *said)
{
    fr_type *types = fr_alloc(t->arena, (f->param_count + 1) * sizeof *types);
    fr_binding *bindings = fr_alloc(t->arena, (f->where_count + 1) * sizeof *bindings);
    *said = silence(t);
    t->sema.d = said;
    t->sema.instance = t->nobody;
    if (!types_with(t, f, type, types, bindings))
        return NULL;
    fr_instance *in = fr_instantiate(&t->sema, f, types, bindings, false, false, f->span);
    if (in)
        try_instances(t);
    return in;
}

/* ---- what follows ---- */

static bool says(const fr_diags *all, const fr_diags *from, size_t index, bool message)
{
    const rgc_diagnostic *wanted = &from->items[index];
    for (size_t i = 0; i < all->count; i++)
        if (all->spans[i].offset == from->spans[index].offset
            && all->spans[i].file == from->spans[index].file
            && strcmp(all->items[i].code, wanted->code) == 0
            && (!message || strcmp(all->items[i].at.message, wanted->at.message) == 0))
            return true;
    return false;
}

static bool speaks_of_types(const fr_diags *said)
{
    for (size_t i = 0; i < said->count; i++)
        if (said->items[i].severity == RGC_ERROR && !fr_is_structural(said->items[i].code))
            return true;
    return false;
}

/* A fault of structure counts when two of the types show it, another one when all do. */
static bool counts(const fr_diags *said, size_t t, size_t i)
{
    const bool structural = fr_is_structural(said[t].items[i].code);
    size_t times = 0;
    if (said[t].items[i].severity != RGC_ERROR || (!structural && t > 0))
        return false; /* what all say was found with the first type */
    for (size_t k = 0; k < TRIED; k++)
        times += says(&said[k], &said[t], i, !structural);
    return times >= (structural ? 2 : TRIED);
}

/* The body of a routine whose types are open, as far as it can be checked. Where one type is quiet,
 * or the first one says nothing of types, only faults of structure can count. */
static void check_open_body(fr_sema *s, trials *tries, const fr_function *f)
{
    fr_diags said[TRIED];
    fr_instance *roots[TRIED];
    level least = OF_TYPES;
    for (size_t t = 0; t < TRIED; t++) {
        roots[t] = try_type(tries, f, tried[t], &said[t]);
        if (said[t].count == 0 && (!roots[t] || roots[t]->trial->loud == QUIET))
            least = STRUCTURAL;
    }
    for (size_t t = 0; t < TRIED; t++) {
        collect(tries, roots[t], least, &said[t]);
        if (t == 0 && !speaks_of_types(&said[0]))
            least = STRUCTURAL;
    }
    for (size_t t = 0; t < TRIED; t++)
        for (size_t i = 0; i < said[t].count; i++)
            if (counts(said, t, i))
                fr_adopt(s->d, &said[t], i);
}

void fr_check_open_bodies(fr_sema *s, const fr_function *wanted)
{
    const fr_function *last = s->program->last_function;
    trials t = {.sema = *s, .outer = s->d, .arena = s->arena, .nobody = s->instance};
    t.sema.instances = t.sema.last_instance = NULL;
    t.sema.instance_count = 0;
    t.sema.by_types = t.sema.by_symbol = t.sema.by_function = (fr_index){0};
    t.sema.compound_capacity = t.sema.compound_count; /* those that are added are its own */
    t.sema.note_call = note_call;
    for (const fr_function *f = s->program->functions; f; f = f == last ? NULL : f->next)
        if (!f->broken && !s->d->sources[f->span.file].library && (!wanted || f == wanted))
            check_open_body(s, &t, f);
}
