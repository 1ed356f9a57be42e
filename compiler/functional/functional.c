/* functional.c: the @fn definitions of a program become routines of it. */
#include "compiler/functional/functional.h"

#include <limits.h>
#include <string.h>

#include "compiler/functional/unary.h"
#include "compiler/syntax/formulas.h"
#include "compiler/syntax/parser.h"

static void check_name(fr_diags *d, const fr_program *program, const fr_functional *f)
{
    const fr_span *other = NULL;
    const char *what = f->derives ? "the derivative of " : "",
               *name = f->derives ? f->derives : f->name;
    if (fn_find(program, f->name) != f)
        other = &fn_find(program, f->name)->span;
    for (const fr_function *g = fr_find_function(program, f->name); g; g = g->next_of_name)
        other = &g->span;
    if (!other)
        return;
    rgc_diagnostic *r =
        fr_report(d, RGC_ERROR, "R1008", f->span, "%s'%s' is defined twice", what, name);
    fr_note(d, r, *other, "the other definition");
    if (!f->derives && !f->marked)
        fr_help(d, r,
                "functions of one name differ in how many arguments they have, or in the structs "
                "that these are: keep one, or give each a name of its own");
}

/* The routines are read from text of their own, each line of which knows the position in the source
 * that it comes from. */
static void add_routines(fr_diags *d, fr_program *program, const fn_text *text, bool library)
{
    if (text->size == 0)
        return;
    uint32_t file = fr_add_source(d, "unary form", text->text, text->size);
    d->sources[file].origins = text->origins;
    d->sources[file].origin_count = text->line_count;
    d->sources[file].library = library;
    fr_parse_source(d, program, file, 0);
}

/* What the host takes for keywords that it does not give. The routine has all leaves of the result
 * first, and calls of it give all arguments. */
static void keep_defaults(fr_program *program)
{
    for (const fr_functional *f = program->functionals; f; f = f->next) {
        fr_function *r = (fr_function *)(uintptr_t)fr_find_function(program, f->name);
        for (size_t i = 0; r && i < f->param_count; i++)
            for (size_t k = 0; f->params[i].fallback && k < r->param_count; k++)
                if (strcmp(r->params[k].name, f->params[i].name) == 0)
                    r->params[k].fallback = f->params[i].fallback;
    }
}

fr_function *fn_lower_version(fr_diags *d, const fr_program *program, const fr_functional *f)
{
    fn_text text = {0};
    fr_program alone = {0};
    const size_t errors = d->errors;
    fn_seq *seq = fn_build(d, program, f, fn_order(f), NULL);
    if (seq)
        fn_lower(d, program, f, seq, &text);
    if (d->errors > errors)
        return NULL;
    add_routines(d, &alone, &text, d->sources[f->span.file].library);
    return d->errors > errors ? NULL : alone.functions;
}

static bool can_be_lowered(fr_diags *d, const fr_program *program, const fr_functional *f)
{
    const size_t errors = d->errors;
    fn_text text = {0};
    fn_seq *seq = fr_takes_function(f) ? NULL : fn_build(d, program, f, fn_order(f), NULL);
    if (seq)
        fn_lower(d, program, f, seq, &text);
    return d->errors == errors;
}

const rgc_diagnostic *fn_fault_of(fr_diags *d, const fr_program *program, const fr_functional *f,
                                  fr_span *at)
{
    const size_t errors = d->errors, count = d->count;
    const unsigned limit = d->limit;
    rgc_diagnostic *fault = NULL;
    d->limit = UINT_MAX;
    if (!can_be_lowered(d, program, f)) {
        fault = fr_alloc(d->arena, sizeof *fault);
        *fault = d->items[count];
        *at = d->spans[count];
    }
    d->limit = limit;
    d->errors = errors;
    d->count = count;
    return fault;
}

bool fn_is_sound(fr_diags *d, const fr_program *program, const fr_functional *f)
{
    fr_span at;
    return !fn_fault_of(d, program, f, &at);
}

void fn_lower_program(fr_diags *d, fr_program *program, bool plain)
{
    fn_text own = {0}, library = {0};
    size_t errors = d->errors;
    if (!plain)
        fn_find_primitives(d, program);
    fn_unary **tail = &program->unary;
    for (const fr_functional *f = program->functionals; f; f = f->next) {
        check_name(d, program, f);
        if (fr_takes_function(f)) /* put where it is called */
            continue;
        fn_seq *shown = fn_build(d, program, f, fn_order(f), &program->bounds);
        if (!shown)
            continue;
        fn_unary *u = fr_alloc(d->arena, sizeof *u);
        u->source = f;
        u->seq = shown;
        *tail = u;
        tail = &u->next;
        /* Lowering rewrites the form; what was built first is kept to be shown. */
        fn_seq *seq = fn_build(d, program, f, fn_order(f), NULL);
        fn_text *text = d->sources[f->span.file].library ? &library : &own;
        if (seq && f->gradient)
            fn_lower_primitive(d, program, f, seq, text);
        else if (seq && !f->derives)
            fn_lower(d, program, f, seq, text);
    }
    if (d->errors == errors)
        fn_lower_called_once(d, program, &own);
    if (d->errors > errors)
        program->incomplete = true;
    else {
        add_routines(d, program, &library, true);
        add_routines(d, program, &own, false);
    }
    keep_defaults(program);
}
