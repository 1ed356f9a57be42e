/* entries.c: the routines that the host may start, and the types of their parameters. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/program.h"
#include "compiler/syntax/left_out.h"

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

unsigned fr_indices_in_list(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        const fr_expr *parts[] = {s->target, s->value, s->pre, s->post};
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            unsigned n = indices_in_expr(parts[i], name);
            if (n)
                return n;
        }
        unsigned n = fr_indices_in_list(s->body, name);
        n = n ? n : fr_indices_in_list(s->other, name);
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

/* The same, where the parameter takes it. */
static fr_type type_for(fr_sema *s, const fr_param *p, const rgc_argument *a)
{
    if (p->real && !a->complex && a->base == RG_TYPE_INT)
        return (fr_type){RG_TYPE_FIXED, a->rank};
    return argument_type(s, a);
}

/* A scalar that the host does not set is a Fixed zero. What is used with an index is an array,
 * which must be set. */
static bool takes_fixed(fr_sema *s, const fr_function *f, size_t i, fr_binding *bindings,
                        fr_type *type)
{
    const fr_param *p = &f->params[i];
    return fr_indices_in_list(f->body, p->name) == 0
           && fr_match_type(s, p->type, f, bindings, (fr_type){RG_TYPE_FIXED, 0}, true, type);
}

/* Whether the value of f, which has no parameters for it, goes there. */
static bool is_value(const fr_function *f, const fr_param *p)
{
    return f->formula && p->span.offset == f->span.offset;
}

static void take_as_fixed(fr_sema *s, const fr_function *f, const fr_param *p)
{
    const bool first = !s->taken_as_fixed || is_value(f, s->taken_as_fixed);
    s->taken_as_fixed = first ? p : s->taken_as_fixed;
    if (!is_value(f, p))
        s->all_taken = s->all_taken ? fr_format(s->arena, "%s, '%s'", s->all_taken, p->name)
                                    : fr_format(s->arena, "'%s'", p->name);
}

/* T, or Vector{T}, of `where T`. */
static bool is_of_variable(const fr_function *f, const fr_expr *type)
{
    bool found = false;
    for (size_t i = 0; type && type->kind == EX_NAME && i < f->where_count; i++)
        found = found || strcmp(f->wheres[i], type->name) == 0;
    for (size_t i = 0; type && type->kind == EX_CURLY && i < type->count; i++)
        found = found || is_of_variable(f, type->items[i]);
    return found;
}

/* A derivative has no Ints: what is left to the caller is Fixed then, if it may be. */
static bool binds_as_fixed(fr_sema *s, const fr_function *f, size_t i, const rgc_argument *a,
                           fr_binding *bindings)
{
    fr_type concrete;
    return a->differentiated && a->base == RG_TYPE_INT && !a->complex
           && is_of_variable(f, f->params[i].type)
           && fr_match_type(s, f->params[i].type, f, bindings, (fr_type){RG_TYPE_FIXED, a->rank},
                            false, &concrete);
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
        if (binds_as_fixed(s, f, i, a, bindings))
            continue;
        fr_match_type(s, f->params[i].type, f, bindings, actual, false, &concrete);
    }
    bool all = true;
    for (size_t i = 0; i < f->param_count; i++) {
        const fr_param *p = &f->params[i];
        const rgc_argument *a = given_type(o, p->name);
        fr_type given = a ? type_for(s, p, a) : (fr_type){RG_TYPE_FIXED, 0};
        if (p->rest) {
            *missing = fr_format(s->arena, "%s%s'%s...'", *missing, all ? "" : ", ", p->name);
            all = false;
            continue;
        }
        if (p->keyword && !all)
            continue; /* its default may be made of what is open */
        if (fr_concrete_type(s, p->type, f, bindings, fr_indices_in_list(f->body, p->name),
                             &types[i])
            || fr_keyword_entry_type(s, f, i, types, &types[i]))
            continue;
        if (a && fr_match_type(s, p->type, f, bindings, given, true, &types[i])) {
            const fr_param **first = given.rank > 0 ? &s->taken_as_int : &s->taken_as_count;
            if (given.base == RG_TYPE_INT && !*first)
                *first = p;
            continue;
        }
        if (o && o->open_is_fixed && takes_fixed(s, f, i, bindings, &types[i])) {
            take_as_fixed(s, f, p);
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

static bool is_named(const fr_function *f, const char *name)
{
    return name && strcmp(f->name, name) == 0;
}

static bool of_library(const fr_sema *s, const fr_function *f)
{
    return s->d->sources[f->span.file].library;
}

/* Whether the name means f: a routine of the program hides those of a library. */
static bool is_meant(const fr_sema *s, const fr_function *f, const char *name)
{
    bool hidden = false;
    if (!is_named(f, name) || !of_library(s, f))
        return is_named(f, name);
    for (const fr_function *g = s->program->functions; g && !hidden; g = g->next)
        hidden = !of_library(s, g) && is_named(g, name);
    return !hidden;
}

/* (:+=)(f) is there for updates, and not for the host. */
static bool is_update(const fr_function *f)
{
    return strncmp(f->name, "+=", 2) == 0 || strncmp(f->name, "*=", 2) == 0
           || strncmp(f->name, "⊻=", 4) == 0;
}

static bool stands_behind(const fr_diags *d, const fr_function *f, const fr_function *other)
{
    return fr_origin(d, f->span).offset > fr_origin(d, other->span).offset;
}

const char *fr_default_entry(const fr_diags *d, const fr_function *functions, bool last_one)
{
    const char *only[2] = {NULL,
                           NULL}; /* of routines, of functions that are defined by a formula */
    bool several[2] = {false, false};
    const fr_function *last = NULL; /* of the functions */
    for (const fr_function *f = functions; f; f = f->next) {
        const fr_source *source = &d->sources[f->span.file];
        const unsigned defined = source->origins != NULL || f->formula;
        if (source->library || is_update(f))
            continue;
        if (strcmp(f->name, "main") == 0)
            return f->name;
        several[defined] = several[defined]
                           || (only[defined] && strcmp(f->name, only[defined]) != 0);
        only[defined] = f->name;
        if (defined && (!last || stands_behind(d, f, last)))
            last = f;
    }
    const unsigned kind = only[0] ? 0 : 1;
    if (kind == 1 && several[1] && (last_one || last->formula))
        return last->name;
    return several[kind] ? NULL : only[kind];
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
        unsigned score = is_meant(s, f, entry) ? suits(s, f, o) : 0;
        if (score > most) {
            most = score;
            best = f;
        }
    }
    return best;
}

/* A dictionary as a parameter: no host can give it. NULL: there is none. */
static const fr_param *dictionary_among(const fr_sema *s, const fr_function *f,
                                        const fr_type *types)
{
    for (size_t i = 0; i < f->param_count; i++)
        if (fr_is_dictionary(s, types[i]))
            return &f->params[i];
    return NULL;
}

/* Such a routine is compiled for those that call it. */
static void refuse_dictionary(fr_sema *s, const fr_function *f, const fr_param *p)
{
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0335", p->span,
                                  "'%s' cannot be started: the host gives no dictionary for '%s'",
                                  f->name, p->name);
    fr_help(s->d, r,
            "start a routine that makes it of its own parameters: '%s <- Dict(\"key\" => x)', then "
            "'%s(...)', then '%s -> Dict(...)'",
            p->name, f->name, p->name);
}

static bool start_entry(fr_sema *s, const fr_function *f, const rgc_options *o,
                        const char **missing)
{
    fr_type *types = fr_alloc(s->arena, (f->param_count + 1) * sizeof *types);
    fr_binding *bindings = fr_alloc(s->arena, (f->where_count + 1) * sizeof *bindings);
    if (!entry_types(s, f, o, types, bindings, missing))
        return false;
    const fr_param *dictionary = dictionary_among(s, f, types);
    if (dictionary && o)
        refuse_dictionary(s, f, dictionary);
    fr_instantiate(s, f, types, bindings, !is_update(f) && !dictionary, false, f->span);
    return true;
}

static void no_entry(fr_sema *s, const char *named, fr_span nowhere)
{
    if (fr_say_why_left_out(s->d, s->program, named))
        return;
    const char *names[64];
    size_t count = 0;
    for (const fr_function *f = s->program->functions; f && count < 32; f = f->next)
        if (!of_library(s, f))
            names[count++] = f->name;
    for (const fr_functional *f = s->program->functionals; f && count < 64; f = f->next)
        names[count++] = f->name;
    rgc_diagnostic *e =
        fr_report(s->d, RGC_ERROR, "R0607", nowhere, "there is no routine '%s'", named);
    const char *near = rg_suggest(named, names, count);
    if (near || count == 1)
        fr_help(s->d, e, "did you mean '%s'?", near ? near : names[0]);
}

void fr_instantiate_entries(fr_sema *s, const rgc_options *o)
{
    const char *named = o ? o->entry : NULL,
               *entry = named ? named : fr_default_entry(s->d, s->program->functions, false),
               *missing = "", *last_missing = "";
    const fr_function *last = NULL, *open = NULL, *chosen = choose_entry(s, entry, o);
    bool found = false, runs = false;
    size_t started = 0;
    if (chosen && start_entry(s, chosen, o, &missing)) { /* first, so that it has the plain name */
        runs = found = true;
        started++;
    }
    for (const fr_function *f = s->program->functions; f; f = f->next) {
        bool wanted = is_meant(s, f, entry);
        if (!wanted && (of_library(s, f) || f->formula))
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
        open_entry(s, open, missing, o->open_is_fixed), fr_check_open_bodies(s, open);
    else if (named && !found && (!o->entry_may_be_missing || (started == 0 && !last)))
        no_entry(s, named, nowhere);
    else if (started == 0 && last)
        open_entry(s, last, last_missing, o && o->open_is_fixed), fr_check_open_bodies(s, NULL);
    else if (started == 0)
        fr_report(s->d, RGC_ERROR, "R0607", nowhere, "the program has no '@i function'");
}
