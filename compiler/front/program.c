/* program.c: which routines are compiled, and for which types. */
#include <stdio.h>
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/program.h"

static void check_leftovers(fr_sema *s, const fr_function *f)
{
    for (size_t i = 0; i < s->var_count; i++) {
        const fr_var *v = s->vars[i];
        if (!v->live && v->kind == FR_VAR_PARAM && !v->excused) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0312", v->freed,
                                          "parameter '%s' is moved away and does not come back",
                                          v->name);
            fr_note(s->d, r, v->declared, "the caller owns it");
            fr_help(s->d, r,
                    "give it a value before the end of '%s', as s[end] <-> %s::\xe2\x88\x85 does, "
                    "or copy it: s[end+1] <- %s",
                    f->name, v->name, v->name);
            continue;
        }
        if (!v->live || v->excused || v->kind != FR_VAR_LOCAL)
            continue;
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0314", v->declared,
                                      "ancilla '%s' is never freed", v->name);
        fr_note(s->d, r, f->end_span, "it is still alive at the end of '%s'", f->name);
        fr_help(s->d, r,
                "undo what was added to it, or write '%s -> value' with the value that it has",
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
    const fr_param *integers = s->taken_as_int, *fixed = s->taken_as_fixed,
                   *count = s->taken_as_count;
    if (integers && owns(f, integers)) {
        s->d->context_text = fr_format(s->arena,
                                       "'%s' has no type, and no value that it is set to has a "
                                       "point, so it holds Int; with a point, as in 1.0, it would "
                                       "hold Fixed",
                                       integers->name);
        s->d->context_span = integers->span;
        s->d->context_of_types = true;
    } else if (count && owns(f, count)) {
        s->d->context_text = fr_format(s->arena,
                                       "'%s' has no type, and its value has no point, so it is an "
                                       "Int; with a point, as in 1.0, it would be a Fixed",
                                       count->name);
        s->d->context_span = count->span;
        s->d->context_of_types = true;
    } else if (fixed && owns(f, fixed)) {
        s->d->context_text =
            !s->all_taken
                ? fr_format(s->arena,
                            "the value of '%s' goes to '%s', one Fixed where it is not set; an "
                            "array has its shape from you, as in --set '%s=[0,0]'",
                            f->name, fixed->name, fixed->name)
                : fr_format(s->arena,
                            "not set and without a type, so taken as one Fixed: %s; set what is an "
                            "array, as in --set x=[1.0,2.0]",
                            s->all_taken);
        s->d->context_of_shapes = !s->all_taken;
        s->d->context_span = fixed->span;
        s->d->context_of_types = true;
    }
}

static void start_instance(fr_sema *s, const fr_instance *in)
{
    s->instance = in;
    s->var_count = s->open_count = s->open_base = s->twin_count = s->missing_count = 0;
    s->names = (fr_index){0};
    s->next_routine = 0;
    s->out = s->out_last = NULL;
    s->inbounds = s->no_invcheck = false;
    s->end_array = NULL;
}

static bool has_open_types(fr_sema *s, const fr_function *f)
{
    bool open = f->origin != NULL;
    for (size_t i = 0; i < f->param_count; i++)
        open = open || f->params[i].rest
               || (!f->params[i].keyword
                   && !fr_concrete_type(s, f->params[i].type, f, NULL, 0, &(fr_type){0, 0}));
    return open;
}

void fr_tell_instance(fr_sema *s, const fr_instance *in, bool generic, fr_span called)
{
    const fr_function *f = in->function;
    if (!generic) {
        tell_taken_types(s, f);
        return;
    }
    s->instance = in;
    if (!has_open_types(s, f))
        return;
    const char *types = "";
    for (size_t i = 0; i < f->param_count; i++)
        types = fr_format(s->arena, "%s%s%s", types, i ? ", " : "", fr_type_text(s, in->types[i]));
    s->d->context_text =
        fr_format(s->arena, "while compiling '%s' for (%s), called here", f->name, types);
    s->d->context_span = called;
}

static void declare_parameters(fr_sema *s, const fr_instance *in)
{
    const fr_function *f = in->function;
    for (size_t i = 0; i < f->param_count; i++) {
        fr_var *v = fr_declare(s, f->params[i].name, f->params[i].span,
                               f->params[i].keyword ? FR_VAR_KEYWORD : FR_VAR_PARAM, in->types[i],
                               in->params[i]->ir);
        v->parts = in->params[i]->parts;
    }
}

void fr_lower_instance(fr_sema *s, fr_instance *in)
{
    const fr_function *f = in->function;
    start_instance(s, in);
    declare_parameters(s, in);
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
    in->var_count = s->var_count;
    in->vars = fr_alloc(s->arena, (s->var_count + 1) * sizeof *in->vars);
    if (s->var_count)
        memcpy(in->vars, s->vars, s->var_count * sizeof *in->vars);
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
        for (const fr_function *g = fr_find_function(s->program, f->name); g != f;
             g = g->next_of_name) {
            bool same = f->param_count == g->param_count
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

void fr_drop_versions(fr_sema *s, fr_function *last)
{
    fr_drop_functions((fr_program *)(uintptr_t)s->program, last);
}

/* The instances, and those that they call. */
static void lower_all(fr_sema *s)
{
    fr_function *last = s->program->last_function;
    for (fr_instance *in = s->instances; in; in = in->next) {
        if (in->function->broken)
            continue;
        fr_tell_instance(s, in, in->generic, in->called);
        fr_lower_instance(s, in);
        s->d->context_text = NULL;
        s->d->context_of_types = s->d->context_of_shapes = false;
    }
    s->instance = NULL;
    fr_drop_versions(s, last);
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
    fr_default_functions(s, false);
    fr_instantiate_entries(s, options);
    lower_all(s);
    fr_default_functions(s, true);
}
