/* calls.c: statements that call a routine. */
#include <string.h>

#include "compiler/front/calls.h"
#include "compiler/front/expand.h"
#include "compiler/front/foreign_names.h"
#include "compiler/front/instructions.h"

static void unknown_routine(fr_sema *s, const fr_expr *e)
{
    const char *name = e->left->name, *names[256];
    size_t n = 0;
    for (size_t i = 0; fr_instruction_name(i); i++)
        names[n++] = fr_instruction_name(i);
    for (size_t i = 0; fr_wide_name(i); i++)
        names[n++] = fr_wide_name(i);
    for (const fr_function *f = s->program->functions; f && n < 256; f = f->next)
        names[n++] = f->name;
    rgc_diagnostic *r;
    if (strcmp(name, "println") == 0 || strcmp(name, "print") == 0 || strcmp(name, "error") == 0
        || strcmp(name, "throw") == 0) {
        r = fr_report(s->d, RGC_ERROR, "R0205", e->left->span, "'%s' is not reversible", name);
        fr_help(s->d, r, "mark it: @safe %s(...)", name);
        return;
    }
    if (fr_is_builtin(name)) {
        r = fr_report(s->d, RGC_ERROR, "R0112", e->span,
                      "'%s' is a function: its value is lost here", name);
        fr_help(s->d, r, "use it in an update, such as y += %s(...)", name);
        return;
    }
    r = fr_report(s->d, RGC_ERROR, "R0205", e->left->span, "unknown routine '%s'", name);
    const char *near = rg_suggest(name, names, n);
    if (strcmp(name, "push!") == 0 || strcmp(name, "pop!") == 0 || strcmp(name, "append!") == 0)
        fr_help(s->d, r,
                "PUSH!(s, x) moves x onto a stack, POP!(s, x) takes it back; COPYPUSH! and "
                "COPYPOP! leave x where it is");
    else if (strcmp(name, "gradient") == 0 || strcmp(name, "grad") == 0
             || strcmp(name, "Grad") == 0)
        fr_help(s->d, r, "gradients are made by the machine: retrograd run FILE.rg --grad NAME");
    else if (fr_foreign_function(name))
        fr_help(s->d, r, "%s", fr_foreign_function(name));
    else if (near)
        fr_did_you_mean(s->d, r, e->left->span, near);
    else if (strncmp(name, "i_", 2) == 0)
        fr_help(s->d, r,
                "the routines of the library need a line such as `using NiLang`, or the part that "
                "they are in: `using Sums`");
    else
        fr_help(s->d, r, "define it: '@i function %s(...)', or include the file that does", name);
}

static void lower_routine_call(fr_sema *s, const fr_stmt *st, const fr_function *first)
{
    const fr_expr *e;
    if (!fr_unpack(s, st->value, &e))
        return;
    fr_argument args[FR_MOST_ARGUMENTS];
    fr_candidate best;
    const fr_function *near;
    size_t misfit = 0;
    if (e->count > FR_MOST_ARGUMENTS) {
        fr_wrong_count(s, e, first);
        return;
    }
    if (!fr_lower_arguments(s, e, args))
        return;
    switch (fr_choose(s, first->name, e, e->count, args, &best, &near, &misfit)) {
    case FR_FOUND: fr_emit_call(s, st, e, &best); break;
    case FR_NONE_SUITS: fr_no_match(s, near, args, e->count, misfit); break;
    case FR_WRONG_COUNT: fr_wrong_count(s, e, first); break;
    case FR_AMBIGUOUS: fr_ambiguous(s, e, best.function, near); break;
    }
}

void fr_lower_call(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    if (e->left->kind != EX_NAME) {
        fr_report(s->d, RGC_ERROR, e->left->kind == EX_BINARY ? "R0199" : "R0114", e->left->span,
                  "this cannot be called here");
        return;
    }
    const fr_function *f = fr_find_function(s->program, e->left->name);
    if (f)
        lower_routine_call(s, st, f);
    else if (!fr_lower_wide(s, st) && !fr_lower_instruction(s, st))
        unknown_routine(s, e);
}
