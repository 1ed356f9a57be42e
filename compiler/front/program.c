/* program.c: which routines are compiled, and for which types. */
#include <stdio.h>
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

enum { INSTANCE_LIMIT = 2000, MOST_WORDS = 60 };

static bool same_types(const fr_instance *in, const fr_function *f, const fr_type *types)
{
    if (in->function != f)
        return false;
    for (size_t i = 0; i < f->param_count; i++)
        if (in->types[i].base != types[i].base || in->types[i].rank != types[i].rank)
            return false;
    return true;
}

static bool name_taken(const fr_sema *s, const char *name)
{
    for (const fr_instance *in = s->instances; in; in = in->next)
        if (in->routine && in->routine->name && strcmp(in->routine->name, name) == 0)
            return true;
    return false;
}

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

static void add_parameters(fr_sema *s, fr_instance *in)
{
    const fr_function *f = in->function;
    in->params = fr_alloc(s->arena, (f->param_count + 1) * sizeof *in->params);
    for (size_t i = 0; i < f->param_count && in->routine; i++) {
        const fr_param *p = &f->params[i];
        in->params[i] = fr_make_var(s, in->routine, p->span, p->name, in->types[i], true);
        ir_var *v = in->params[i]->ir;
        if (p->keyword && in->params[i]->parts)
            fr_report(s->d, RGC_ERROR, "R0602", p->span, "keyword parameter '%s' must be a number",
                      p->name);
        if (!v || !p->keyword)
            continue;
        fr_keyword_default(s, f, i, v);
    }
}

fr_instance *fr_instantiate(fr_sema *s, const fr_function *f, const fr_type *types,
                            const fr_binding *bindings, bool exported, bool generic, fr_span called)
{
    for (fr_instance *in = s->instances; in; in = in->next)
        if (same_types(in, f, types))
            return in;
    if (s->instance_count >= INSTANCE_LIMIT) {
        fr_report(s->d, RGC_ERROR, "R0606", called, "too many versions of generic routines");
        return NULL;
    }
    fr_instance *in = fr_alloc(s->arena, sizeof *in);
    in->function = f;
    in->generic = generic;
    in->called = called;
    in->types = fr_alloc(s->arena, (f->param_count + 1) * sizeof *in->types);
    memcpy(in->types, types, f->param_count * sizeof *types);
    in->bindings = fr_alloc(s->arena, (f->where_count + 1) * sizeof *in->bindings);
    if (bindings && f->where_count > 0)
        memcpy(in->bindings, bindings, f->where_count * sizeof *bindings);
    in->routine =
        ir_routine_new(s->module, fr_loc(s, f->span), symbol(s, f, types, exported), exported);
    if (in->routine) {
        in->routine->last_line = fr_loc(s, f->end_span).line;
        in->routine->reversible = f->reversible;
    }
    if (s->last_instance)
        s->last_instance->next = in;
    else
        s->instances = in;
    s->last_instance = in;
    s->instance_count++;
    const fr_instance *outer = s->instance;
    s->instance = in;
    size_t words = 0;
    for (size_t i = 0; i < f->param_count; i++)
        words += fr_leaf_count(s, types[i].base);
    if (words > MOST_WORDS) /* beyond what the calling convention and its checks are made for */
        fr_report(s->d, RGC_ERROR, "R0608", f->span,
                  "the parameters of '%s' are %zu numbers and arrays; %d are possible", f->name,
                  words, MOST_WORDS);
    add_parameters(s, in);
    s->instance = outer;
    return in;
}

static void check_leftovers(fr_sema *s, const fr_function *f)
{
    for (size_t i = 0; i < s->var_count; i++) {
        const fr_var *v = s->vars[i];
        if (!v->live || v->excused || v->kind != FR_VAR_LOCAL)
            continue;
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0314", v->declared,
                                      "ancilla '%s' is never freed", v->name);
        fr_note(s->d, r, f->end_span, "it is still alive at the end of '%s'", f->name);
        fr_help(
            s->d, r,
            "undo what was added to it and write '%s -> value'; with @anc the compiler frees it",
            v->name);
    }
}

/* What a routine has without declaring it: made before its body and gone after it. Constant arrays
 * cannot be changed between. */
static void lower_own(fr_sema *s, fr_stmt *own, bool make)
{
    size_t first = s->var_count;
    if (!own)
        return;
    if (make) {
        fr_lower_list(s, own);
        for (size_t i = first; i < s->var_count; i++) {
            s->vars[i]->excused = true;
            if (s->vars[i]->value && !fr_makes_stack(s, s->vars[i]->value))
                s->vars[i]->kind = FR_VAR_KEYWORD;
        }
        return;
    }
    for (fr_stmt *st = own; st; st = st->next) {
        fr_var *v = fr_find_var(s, st->target->name);
        if (v)
            v->kind = FR_VAR_LOCAL;
    }
    fr_lower_list(s, fr_invert_list(s->arena, own));
}

static bool owns(const fr_function *f, const fr_param *p)
{
    return f->param_count > 0 && p >= f->params && p < f->params + f->param_count;
}

/* A fault of types in an entry routine may come from what was taken for the type of a parameter. */
static void tell_taken_types(fr_sema *s, const fr_function *f)
{
    const fr_param *integers = s->taken_as_int, *fixed = s->taken_as_fixed;
    if (integers && owns(f, integers)) {
        s->d->context_text = fr_format(s->arena,
                                       "'%s' has no type, and no value that it is set to has a "
                                       "point, so it holds Int; with a point, as in 1.0, it would "
                                       "hold Fixed",
                                       integers->name);
        s->d->context_span = integers->span;
        s->d->context_of_types = true;
    } else if (fixed && owns(f, fixed)) {
        s->d->context_text = fr_format(
            s->arena, "'%s' has no type and is not set, so it is taken as a Fixed", fixed->name);
        s->d->context_span = fixed->span;
        s->d->context_of_types = true;
    }
}

static void lower_instance(fr_sema *s, fr_instance *in)
{
    const fr_function *f = in->function;
    s->instance = in;
    s->var_count = s->open_count = s->open_base = s->twin_count = s->missing_count = 0;
    s->next_routine = 0;
    s->out = s->out_last = NULL;
    s->inbounds = s->no_invcheck = false;
    s->end_array = NULL;
    bool open_types = f->origin != NULL;
    for (size_t i = 0; i < f->param_count; i++)
        open_types = open_types || f->params[i].rest
                     || (!f->params[i].keyword
                         && !fr_concrete_type(s, f->params[i].type, f, NULL, 0, &(fr_type){0, 0}));
    if (in->generic && open_types) {
        const char *types = "";
        for (size_t i = 0; i < f->param_count; i++)
            types =
                fr_format(s->arena, "%s%s%s", types, i ? ", " : "", fr_type_text(s, in->types[i]));
        s->d->context_text =
            fr_format(s->arena, "while compiling '%s' for (%s), called here", f->name, types);
        s->d->context_span = in->called;
    }
    if (!in->generic)
        tell_taken_types(s, f);
    for (size_t i = 0; i < f->param_count; i++) {
        fr_var *v = fr_declare(s, f->params[i].name, f->params[i].span,
                               f->params[i].keyword ? FR_VAR_KEYWORD : FR_VAR_PARAM, in->types[i],
                               in->params[i]->ir);
        v->parts = in->params[i]->parts;
    }
    fr_stmt *own = fr_chain(fr_constant_arrays(s, f), fr_implicit_stacks(s, f));
    lower_own(s, own, true);
    fr_lower_list(s, f->body);
    fr_check_open(s);
    fr_free_automatic(s, 0);
    check_leftovers(s, f);
    if (s->d->errors == 0) /* arrays left alive would be blamed on these */
        lower_own(s, own, false);
    if (in->routine)
        in->routine->body = s->out;
    s->d->context_text = NULL;
    s->d->context_of_types = false;
}

/* ---- entry routines ---- */

static unsigned indices_in_list(const fr_stmt *list, const char *name);

/* With how many indices e uses the array, 0 unknown. */
static unsigned indices_in_expr(const fr_expr *e, const char *name)
{
    if (!e)
        return 0;
    if (e->kind == EX_INDEX && e->left->kind == EX_NAME && strcmp(e->left->name, name) == 0)
        return (unsigned)e->count;
    unsigned n = indices_in_expr(e->left, name);
    n = n ? n : indices_in_expr(e->right, name);
    n = n ? n : indices_in_expr(e->third, name);
    for (size_t i = 0; !n && i < e->count; i++)
        n = indices_in_expr(e->items[i], name);
    return n;
}

static unsigned indices_in_list(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        const fr_expr *parts[] = {s->target, s->value, s->pre, s->post};
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            unsigned n = indices_in_expr(parts[i], name);
            if (n)
                return n;
        }
        unsigned n = indices_in_list(s->body, name);
        n = n ? n : indices_in_list(s->other, name);
        if (n)
            return n;
    }
    return 0;
}

static const rgc_argument *given_type(const rgc_options *o, const char *name)
{
    for (size_t i = 0; o && i < o->argument_count; i++)
        if (strcmp(o->arguments[i].name, name) == 0)
            return &o->arguments[i];
    return NULL;
}

static fr_type argument_type(fr_sema *s, const rgc_argument *a)
{
    return (fr_type){a->complex ? fr_complex_type(s, a->base) : a->base, a->rank};
}

/* A scalar that the host does not set is a Fixed zero. What is used with an index is an array,
 * which must be set. */
static bool takes_fixed(fr_sema *s, const fr_function *f, size_t i, fr_binding *bindings,
                        fr_type *type)
{
    const fr_param *p = &f->params[i];
    return indices_in_list(f->body, p->name) == 0
           && fr_match_type(s, p->type, f, bindings, (fr_type){RG_TYPE_FIXED, 0}, true, type);
}

/* Types of an entry from the source and, where that leaves them open, from the caller. missing:
 * names without a type. */
static bool entry_types(fr_sema *s, const fr_function *f, const rgc_options *o, fr_type *types,
                        fr_binding *bindings, const char **missing)
{
    fr_instance probe = {.function = f, .bindings = bindings};
    const fr_instance *outer = s->instance;
    s->instance = &probe;
    *missing = "";
    for (size_t k = 0; k < 2 * f->param_count;
         k++) { /* integers last: beside a Fixed they are Fixed */
        size_t i = k % f->param_count;
        const rgc_argument *a = given_type(o, f->params[i].name);
        if (!a || (a->base == RG_TYPE_INT && !a->complex) != (k >= f->param_count))
            continue;
        fr_type actual = argument_type(s, a), concrete;
        fr_match_type(s, f->params[i].type, f, bindings, actual, false, &concrete);
    }
    bool all = true;
    for (size_t i = 0; i < f->param_count; i++) {
        const fr_param *p = &f->params[i];
        const rgc_argument *a = given_type(o, p->name);
        fr_type given = a ? argument_type(s, a) : (fr_type){RG_TYPE_FIXED, 0};
        if (p->rest) {
            *missing = fr_format(s->arena, "%s%s'%s...'", *missing, all ? "" : ", ", p->name);
            all = false;
            continue;
        }
        if (p->keyword && !all)
            continue; /* its default may be made of what is open */
        if (fr_concrete_type(s, p->type, f, bindings, indices_in_list(f->body, p->name), &types[i])
            || fr_keyword_entry_type(s, f, i, types, &types[i]))
            continue;
        if (a && fr_match_type(s, p->type, f, bindings, given, true, &types[i])) {
            if (a->rank > 0 && a->base == RG_TYPE_INT && !a->complex && !s->taken_as_int)
                s->taken_as_int = p;
            continue;
        }
        if (o && o->open_is_fixed && takes_fixed(s, f, i, bindings, &types[i])) {
            s->taken_as_fixed = s->taken_as_fixed ? s->taken_as_fixed : p;
            continue;
        }
        *missing = fr_format(s->arena, "%s%s'%s'", *missing, all ? "" : ", ", p->name);
        all = false;
    }
    s->instance = outer;
    return all;
}

static void open_entry(fr_sema *s, const fr_function *f, const char *missing, bool run)
{
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0601", f->span,
                                  "'%s' cannot be started: the type of %s is open", f->name,
                                  missing);
    bool rest = false;
    for (size_t i = 0; i < f->param_count; i++)
        rest = rest || f->params[i].rest;
    if (rest)
        fr_help(s->d, r,
                "the number of its arguments must be known too: call it from a routine with all "
                "its parameters written out");
    else
        fr_help(s->d, r,
                run ? "write the types of the entry routine, for example x::Vector{Fixed}, or set "
                      "these arguments, for example --set x=[1.0,2.0]"
                    : "write the types of the entry routine, for example x::Fixed");
}

static void lower_all(fr_sema *s);

/* The types that every open parameter is tried with. */
static const fr_type tried[] = {{RG_TYPE_FIXED, 0}, {RG_TYPE_INT, 0},   {RG_TYPE_LOG, 0},
                                {RG_TYPE_FIXED, 1}, {RG_TYPE_FIXED, 2}, {RG_TYPE_INT, 1}};
enum { TRIED = sizeof tried / sizeof tried[0] };

/* What is said about a routine whose open parameters have this type; what has an index is an array
 * of it in any case. */
static fr_diags try_types(const fr_sema *s, const fr_function *f, fr_type type)
{
    enum { MANY = 200 };
    fr_diags said = *s->d;
    fr_sema t = *s;
    said.count = said.capacity = said.span_capacity = said.errors = 0;
    said.items = NULL;
    said.spans = NULL;
    said.limit = MANY;
    t.d = &said;
    t.instances = t.last_instance = NULL;
    t.instance_count = 0;
    fr_type *types = fr_alloc(s->arena, (f->param_count + 1) * sizeof *types);
    fr_binding *bindings = fr_alloc(s->arena, (f->where_count + 1) * sizeof *bindings);
    for (size_t i = 0; i < f->param_count; i++) {
        const fr_param *p = &f->params[i];
        const unsigned rank = indices_in_list(f->body, p->name);
        const fr_type given = {type.base, rank ? rank : type.rank};
        if (p->rest
            || (!fr_concrete_type(&t, p->type, f, bindings, rank, &types[i])
                && !fr_keyword_entry_type(&t, f, i, types, &types[i])
                && !fr_match_type(&t, p->type, f, bindings, given, false, &types[i])))
            return said;
    }
    fr_instantiate(&t, f, types, bindings, false, false, f->span);
    lower_all(&t);
    return said;
}

static bool says(const fr_diags *all, const fr_diags *from, size_t index, bool message)
{
    const rgc_diagnostic *wanted = &from->items[index];
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].code, wanted->code) == 0
            && all->spans[i].file == from->spans[index].file
            && all->spans[i].offset == from->spans[index].offset
            && (!message || strcmp(all->items[i].at.message, wanted->at.message) == 0))
            return true;
    return false;
}

/* The body of a routine whose types are open, as far as it can be checked: a fault of structure
 * counts when two of the types show it, another one when all do. */
static void check_open_body(fr_sema *s, const fr_function *f)
{
    fr_diags said[TRIED];
    for (size_t t = 0; t < TRIED; t++)
        said[t] = try_types(s, f, tried[t]);
    for (size_t t = 0; t < TRIED; t++)
        for (size_t i = 0; i < said[t].count; i++) {
            const rgc_diagnostic *item = &said[t].items[i];
            const bool structural = fr_is_structural(item->code);
            size_t times = 0;
            for (size_t k = 0; k < TRIED; k++)
                times += says(&said[k], &said[t], i, !structural);
            if (item->severity == RGC_ERROR && times >= (structural ? 2 : TRIED))
                fr_adopt(s->d, &said[t], i);
        }
}

/* Those that could not be started, or the one that the host wants. */
static void check_open_bodies(fr_sema *s, const fr_function *wanted)
{
    const fr_function *last = s->program->last_function;
    for (const fr_function *f = s->program->functions; f; f = f == last ? NULL : f->next)
        if (!f->broken && !s->d->sources[f->span.file].library && (!wanted || f == wanted))
            check_open_body(s, f);
}

static bool is_named(const fr_function *f, const char *name)
{
    return name && strcmp(f->name, name) == 0;
}

/* (:+=)(f) is there for updates, and not for the host. */
static bool is_update(const fr_function *f)
{
    return strncmp(f->name, "+=", 2) == 0 || strncmp(f->name, "*=", 2) == 0
           || strncmp(f->name, "⊻=", 4) == 0;
}

/* The routine that the given arguments are for when none is named: the only one, or main. */
static const char *default_entry(const fr_sema *s)
{
    const char *only = NULL;
    bool several = false;
    for (const fr_function *f = s->program->functions; f; f = f->next) {
        if (s->d->sources[f->span.file].library || is_update(f))
            continue;
        if (strcmp(f->name, "main") == 0)
            return f->name;
        several = several || (only && strcmp(f->name, only) != 0);
        only = f->name;
    }
    return several ? NULL : only;
}

/* How well the given arguments suit: 0 not at all. */
static unsigned suits(fr_sema *s, const fr_function *f, const rgc_options *o)
{
    unsigned score = 1;
    fr_binding *bindings = fr_alloc(s->arena, (f->where_count + 1) * sizeof *bindings);
    for (size_t i = 0; i < o->argument_count; i++) {
        const rgc_argument *a = &o->arguments[i];
        const char *dot =
            strchr(a->name, '.'); /* z.re is a part of z, and says little about its type */
        size_t k = 0;
        while (k < f->param_count
               && (strncmp(f->params[k].name, a->name,
                           dot ? (size_t)(dot - a->name) : strlen(a->name) + 1)
                       != 0
                   || (dot && f->params[k].name[dot - a->name] != '\0')))
            k++;
        fr_type concrete;
        unsigned fit = *a->name == '\0' || dot ? 1
                       : k < f->param_count    ? fr_match_type(s, f->params[k].type, f, bindings,
                                                               argument_type(s, a), true, &concrete)
                                               : 0;
        if (k == f->param_count && *a->name != '\0')
            return 0;
        score = fit ? score + fit : 0;
        if (score == 0)
            return 0;
    }
    return score;
}

/* Of the routines of that name the one that the given arguments suit best, or NULL. */
static const fr_function *choose_entry(fr_sema *s, const char *entry, const rgc_options *o)
{
    const fr_function *best = NULL;
    unsigned most = 0;
    for (const fr_function *f = s->program->functions; f && o && entry; f = f->next) {
        unsigned score = is_named(f, entry) ? suits(s, f, o) : 0;
        if (score > most) {
            most = score;
            best = f;
        }
    }
    return best;
}

static bool start_entry(fr_sema *s, const fr_function *f, const rgc_options *o,
                        const char **missing)
{
    fr_type *types = fr_alloc(s->arena, (f->param_count + 1) * sizeof *types);
    fr_binding *bindings = fr_alloc(s->arena, (f->where_count + 1) * sizeof *bindings);
    if (!entry_types(s, f, o, types, bindings, missing))
        return false;
    fr_instantiate(s, f, types, bindings, !is_update(f), false, f->span);
    return true;
}

static void instantiate_entries(fr_sema *s, const rgc_options *o)
{
    const char *named = o ? o->entry : NULL, *entry = named ? named : default_entry(s),
               *missing = "", *last_missing = "";
    const fr_function *last = NULL, *open = NULL, *chosen = choose_entry(s, entry, o);
    bool found = false, runs = false;
    size_t started = 0;
    if (chosen && start_entry(s, chosen, o, &missing)) { /* first, so that it has the plain name */
        runs = found = true;
        started++;
    }
    for (const fr_function *f = s->program->functions; f; f = f->next) {
        bool wanted = is_named(f, entry);
        if (!wanted && s->d->sources[f->span.file].library)
            continue;
        found = found || wanted;
        if (f == chosen && runs)
            continue;
        if (start_entry(s, f, wanted ? o : NULL, &missing)) {
            started++;
            runs = runs || wanted;
        } else {
            last = f;
            last_missing = missing;
            if (wanted && named && !open)
                open = f;
        }
    }
    fr_span nowhere = {0, 0, 1};
    if (s->d->errors > 0)
        return;
    if (open && !runs && start_entry(s, open, o, &missing) == false)
        open_entry(s, open, missing, o->open_is_fixed), check_open_bodies(s, open);
    else if (named && !found && !o->entry_may_be_missing)
        fr_report(s->d, RGC_ERROR, "R0607", nowhere, "there is no routine '%s'", named);
    else if (started == 0 && last)
        open_entry(s, last, last_missing, o && o->open_is_fixed), check_open_bodies(s, NULL);
    else if (started == 0)
        fr_report(s->d, RGC_ERROR, "R0607", nowhere, "the program has no '@i function'");
}

static void check_definitions(fr_sema *s)
{
    for (const fr_function *f = s->program->functions; f; f = f->next) {
        for (size_t i = 0; i < f->param_count; i++)
            fr_check_param_type(s, f, f->params[i].type);
        for (size_t i = 0; f->bounds && i < f->where_count; i++)
            fr_check_bound(s, f->bounds[i]);
        if (f->param_count
            > 60) /* beyond what the calling convention and its checks are made for */
            fr_report(s->d, RGC_ERROR, "R0608", f->span, "'%s' has %zu parameters; 60 are possible",
                      f->name, f->param_count);
        for (const fr_function *g = s->program->functions; g != f; g = g->next) {
            bool same = strcmp(f->name, g->name) == 0 && f->param_count == g->param_count
                        && s->d->sources[f->span.file].library
                               == s->d->sources[g->span.file].library;
            for (size_t i = 0; same && i < f->param_count; i++)
                same = fr_same_expr(f->params[i].type, g->params[i].type)
                       && f->params[i].rest == g->params[i].rest;
            if (same) {
                rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0302", f->span,
                                              "routine '%s' is defined twice", f->name);
                fr_note(s->d, r, g->span, "first defined here");
            }
        }
    }
    for (const fr_const *c = s->program->consts; c; c = c->next)
        for (const fr_const *b = s->program->consts; b != c; b = b->next)
            if (strcmp(c->name, b->name) == 0)
                fr_note(s->d,
                        fr_report(s->d, RGC_ERROR, "R0302", c->span,
                                  "constant '%s' is defined twice", c->name),
                        b->span, "first defined here");
}

/* Versions made for arguments that name functions are no part of the source. */
static void drop_versions(fr_sema *s, fr_function *last)
{
    fr_program *program = (fr_program *)(uintptr_t)s->program;
    if (last)
        last->next = NULL;
    program->last_function = last;
}

/* The instances, and those that they call. */
static void lower_all(fr_sema *s)
{
    fr_function *last = s->program->last_function;
    for (fr_instance *in = s->instances; in; in = in->next)
        if (!in->function->broken)
            lower_instance(s, in);
    s->instance = NULL;
    drop_versions(s, last);
}

void fr_lower_program(fr_sema *s, const rgc_options *options)
{
    static const fr_function none = {.name = ""};
    fr_instance empty = {.function = &none};
    s->alias_noted = fr_alloc(s->arena, s->d->source_count + 1);
    size_t errors = s->d->errors;
    s->instance = &empty;
    fr_check_structs(s);
    check_definitions(s);
    if (s->d->errors > errors)
        return;
    instantiate_entries(s, options);
    lower_all(s);
}
