/* duals.c: @dual f g and @selfdual f, of functions that give the new values of their arguments.
 *
 * f(x, y) is a routine that computes the new values, exchanges them with the old ones, and takes
 * the old ones back from what g makes of the new ones. So the machine checks at each call that g is
 * the inverse of f, and gradients go through both. */
#include "compiler/syntax/duals.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

static const fr_value_function *find(const fr_program *program, const char *name)
{
    const fr_value_function *f = program->value_functions;
    while (f && strcmp(f->head.name, name) != 0)
        f = f->next;
    return f;
}

static bool is_kept(const fr_value_function *f, size_t i)
{
    return f->values[i]->kind == EX_NAME && strcmp(f->values[i]->name, f->head.params[i].name) == 0;
}

/* f as a routine, with g to take the old values back. */
static void make(fr_diags *d, fr_program *program, const fr_value_function *f,
                 const fr_value_function *g)
{
    fr_arena *arena = d->arena;
    const size_t count = f->head.param_count;
    fr_replacement *by = fr_alloc(arena, (count + 1) * sizeof *by);
    fr_stmt *made = NULL, *turned = NULL, *gone = NULL;
    fr_function *routine = fr_alloc(arena, sizeof *routine);
    *routine = f->head;
    routine->made = true;
    for (size_t i = 0; i < count; i++)
        by[i] = (fr_replacement){g->head.params[i].name, fr_make_name(arena, f->head.params[i].span,
                                                                      f->head.params[i].name)};
    for (size_t i = 0; i < count; i++) {
        if (is_kept(f, i) && is_kept(g, i))
            continue;
        const fr_span at = f->values[i]->span;
        fr_expr *x = fr_make_name(arena, at, f->head.params[i].name),
                *t = fr_make_name(arena, at, fr_format(arena, "%s#dual", x->name)),
                *old = fr_replace_names(arena, g->values[i], by, count);
        made = fr_chain(made, fr_make_change(arena, at, ST_ALLOC, TOK_ALLOC, t, f->values[i]));
        turned = fr_chain(turned, fr_make_change(arena, at, ST_SWAP, TOK_SWAP, x, t));
        gone = fr_chain(fr_make_change(arena, g->values[i]->span, ST_FREE, TOK_FREE, t, old), gone);
    }
    routine->body = fr_chain(made, fr_chain(turned, gone));
    fr_add_function(arena, program, routine);
}

void fr_make_duals(fr_diags *d, fr_program *program)
{
    for (const fr_dual *pair = program->duals; pair; pair = pair->next) {
        const fr_value_function *both[2];
        for (size_t i = 0; i < 2; i++) {
            both[i] = find(program, pair->names[i]);
            if (both[i])
                continue;
            rgc_diagnostic *r = fr_report(d, RGC_ERROR, "R0610", pair->spans[i],
                                          "there is no function '%s'", pair->names[i]);
            fr_help(d, r,
                    "it is a function of Julia in this file that gives the new values of its "
                    "arguments: function %s(a, b) a + b, b end",
                    pair->names[i]);
            return;
        }
        if (both[0]->head.param_count != both[1]->head.param_count) {
            rgc_diagnostic *r = fr_report(d, RGC_ERROR, "R0610", pair->spans[0],
                                          "'%s' and '%s' take different numbers of arguments",
                                          pair->names[0], pair->names[1]);
            fr_note(d, r, both[1]->head.span, "defined here");
            return;
        }
        make(d, program, both[0], both[1]);
        if (both[1] != both[0])
            make(d, program, both[1], both[0]);
    }
}
