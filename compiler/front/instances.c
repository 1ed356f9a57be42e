/* instances.c: a routine for each combination of argument types. */
#include <string.h>

#include "compiler/front/compound.h"

enum { MOST_VERSIONS = 2000, MOST_WORDS = 60 };

/* ---- the indices ---- */

typedef struct {
    const fr_function *function;
    const fr_type *types;
} key;

static bool has_types(const void *item, const void *wanted)
{
    const fr_instance *in = item;
    const key *k = wanted;
    if (in->function != k->function)
        return false;
    for (size_t i = 0; i < in->function->param_count; i++)
        if (in->types[i].base != k->types[i].base || in->types[i].rank != k->types[i].rank)
            return false;
    return true;
}

static uint64_t hash_of(const fr_function *f, const fr_type *types)
{
    uint64_t h = fr_hash(FR_HASH_START, &f, sizeof f);
    for (size_t i = 0; i < f->param_count; i++) {
        h = fr_hash(h, &types[i].base, sizeof types[i].base);
        h = fr_hash(h, &types[i].rank, sizeof types[i].rank);
    }
    return h;
}

static bool has_symbol(const void *item, const void *name)
{
    return strcmp(((const fr_instance *)item)->routine->name, name) == 0;
}

static bool name_taken(const fr_sema *s, const char *name)
{
    return fr_index_find(&s->by_symbol, fr_hash_text(name), has_symbol, name) != NULL;
}

typedef struct {
    const fr_function *function;
    unsigned count;
} versions;

static bool is_of(const void *item, const void *function)
{
    return ((const versions *)item)->function == function;
}

/* How many there are of one routine, this one included. */
static unsigned count_version(fr_sema *s, const fr_function *f)
{
    const uint64_t hash = fr_hash(FR_HASH_START, &f, sizeof f);
    versions *v = fr_index_find(&s->by_function, hash, is_of, f);
    if (!v) {
        v = fr_alloc(s->arena, sizeof *v);
        v->function = f;
        fr_index_add(s->arena, &s->by_function, hash, v);
    }
    return ++v->count;
}

/* ---- a new instance ---- */

/* The plain name for what the host may start, else the name with the types: f{Fixed,Int}. */
static const char *symbol(fr_sema *s, const fr_function *f, const fr_type *types, bool exported)
{
    if (exported && !name_taken(s, f->name))
        return f->name;
    const char *name = fr_format(s->arena, "%s{", f->name);
    for (size_t i = 0; i < f->param_count; i++)
        name = fr_format(s->arena, "%s%s%s", name, i ? "," : "", fr_type_text(s, types[i]));
    name = fr_format(s->arena, "%s}", name);
    return name_taken(s, name) ? fr_format(s->arena, "%s#%zu", name, s->instance_count) : name;
}

/* Without a value of its arguments a function has none. In a routine they start at 0. */
static void require_values(const fr_var *v)
{
    if (v->ir)
        v->ir->required = true;
    for (size_t i = 0; v->parts && v->parts[i]; i++)
        require_values(v->parts[i]);
}

/* Whether f was written as a function with a value, which goes to its parameters with a `!`. */
static bool has_value(const fr_sema *s, const fr_function *f)
{
    return f->formula || s->d->sources[f->span.file].origins;
}

static void add_parameters(fr_sema *s, fr_instance *in)
{
    const fr_function *f = in->function;
    in->params = fr_alloc(s->arena, (f->param_count + 1) * sizeof *in->params);
    for (size_t i = 0; i < f->param_count && in->routine; i++) {
        const fr_param *p = &f->params[i];
        in->params[i] = fr_make_var(s, in->routine, p->span, p->name, in->types[i], true);
        ir_var *v = in->params[i]->ir;
        if (p->keyword && in->params[i]->parts)
            fr_help(s->d,
                    fr_report(s->d, RGC_ERROR, "R0602", p->span,
                              "keyword parameter '%s' is %s, and must be a number", p->name,
                              fr_type_text(s, in->types[i])),
                    "write '%s' before the ';', and give it in each call; or a keyword for each of "
                    "its numbers",
                    p->name);
        if (!p->keyword && !p->fallback && !strchr(p->name, '!') && has_value(s, f))
            require_values(in->params[i]);
        if (!v || (!p->keyword && !p->fallback)) /* an @fn has defaults for the host alone */
            continue;
        fr_keyword_default(s, f, i, v);
    }
}

static void add_routine(fr_sema *s, fr_instance *in, bool exported)
{
    const fr_function *f = in->function;
    in->routine =
        ir_routine_new(s->module, fr_loc(s, f->span), symbol(s, f, in->types, exported), exported);
    if (!in->routine)
        return;
    in->routine->last_line = fr_loc(s, f->end_span).line;
    in->routine->reversible = f->reversible;
    if (in->routine->name)
        fr_index_add(s->arena, &s->by_symbol, fr_hash_text(in->routine->name), in);
}

static void append(fr_sema *s, fr_instance *in)
{
    if (s->last_instance)
        s->last_instance->next = in;
    else
        s->instances = in;
    s->last_instance = in;
    s->instance_count++;
    fr_index_add(s->arena, &s->by_types, hash_of(in->function, in->types), in);
}

static void check_words(fr_sema *s, const fr_instance *in)
{
    const fr_function *f = in->function;
    size_t words = 0;
    for (size_t i = 0; i < f->param_count; i++)
        words += fr_leaf_count(s, in->types[i].base);
    if (words > MOST_WORDS) /* beyond what the calling convention and its checks are made for */
        fr_report(s->d, RGC_ERROR, "R0608", f->span,
                  "the parameters of '%s' are %zu numbers and arrays; %d are possible", f->name,
                  words, MOST_WORDS);
}

static fr_instance *make_instance(fr_sema *s, const fr_function *f, const fr_type *types,
                                  const fr_binding *bindings)
{
    fr_instance *in = fr_alloc(s->arena, sizeof *in);
    in->function = f;
    in->types = fr_alloc(s->arena, (f->param_count + 1) * sizeof *in->types);
    memcpy(in->types, types, f->param_count * sizeof *types);
    in->bindings = fr_alloc(s->arena, (f->where_count + 1) * sizeof *in->bindings);
    if (bindings && f->where_count > 0)
        memcpy(in->bindings, bindings, f->where_count * sizeof *bindings);
    return in;
}

static fr_instance *new_instance(fr_sema *s, const fr_function *f, const fr_type *types,
                                 const fr_binding *bindings, bool exported)
{
    fr_instance *in = make_instance(s, f, types, bindings);
    add_routine(s, in, exported);
    append(s, in);
    const fr_instance *outer = s->instance;
    s->instance = in;
    check_words(s, in);
    add_parameters(s, in);
    s->instance = outer;
    return in;
}

fr_instance *fr_instantiate(fr_sema *s, const fr_function *f, const fr_type *types,
                            const fr_binding *bindings, bool exported, bool generic, fr_span called)
{
    fr_instance *in = fr_index_find(&s->by_types, hash_of(f, types), has_types, &(key){f, types});
    if (!in && count_version(s, f) > MOST_VERSIONS) {
        fr_report(s->d, RGC_ERROR, "R0606", called, "too many versions of generic routines");
        return NULL;
    }
    if (!in) {
        in = new_instance(s, f, types, bindings, exported);
        in->generic = generic;
        in->called = called;
    }
    if (generic && s->note_call)
        s->note_call(s->arena, s->instance, in, called);
    return in;
}
