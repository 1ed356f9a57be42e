/* call_types.c: the type that a call of a function of the program has. */
#include <string.h>

#include "compiler/front/calls.h"
#include "compiler/front/expand.h"
#include "compiler/functional/functional.h"

bool fr_gives(fr_sema *s, const char *name, const fr_expr *e, fr_argument *args, fr_type type)
{
    fr_candidate best;
    const fr_function *near;
    size_t misfit;
    args[0] = (fr_argument){.source = e, .type = type, .place = true};
    fr_choice found = fr_choose(s, name, e, e->count + 1, args, &best, &near, &misfit);
    return (found == FR_FOUND || found == FR_AMBIGUOUS)
           && fr_unconverted(&best, args, e->count + 1);
}

/* The type that the body of f says, for these arguments. */
static bool type_by_body(fr_sema *s, const fr_function *f, const fr_expr *e,
                         const fr_argument *args, fr_type *type)
{
    fr_type types[FR_MOST_ARGUMENTS] = {0};
    for (size_t i = 1; i <= e->count && i < FR_MOST_ARGUMENTS; i++)
        types[i] = args[i].type;
    return f->param_count == e->count + 1 && fr_type_added(s, f, types, type);
}

/* The type that f(args) has by the routines of that name: one that the source states, else Fixed or
 * one that suits. */
bool fr_type_given(fr_sema *s, const char *name, const fr_expr *e, fr_argument *args, fr_type *type)
{
    enum { MOST_TYPES = 64 };
    fr_type tried[MOST_TYPES];
    size_t n = 0;
    for (const fr_function *f = fr_find_function(s->program, name); f && n < MOST_TYPES / 2;
         f = f->next_of_name)
        if (fr_suits_count(f, e->count + 1)
            && (fr_concrete_type(s, f->params[0].type, f, NULL, 0, &tried[n])
                || type_by_body(s, f, e, args, &tried[n])))
            n++;
    if (e->count > 0 && fr_is_compound(args[1].type.base) && args[1].type.rank == 0)
        tried[n++] = args[1].type;
    static const rg_type_base scalars[] = {RG_TYPE_FIXED, RG_TYPE_INT, RG_TYPE_BOOL, RG_TYPE_LOG};
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++)
        tried[n++] = (fr_type){scalars[i], 0};
    for (size_t i = 0; i < n; i++)
        if (fr_gives(s, name, e, args, tried[i])) {
            *type = tried[i];
            return true;
        }
    return false;
}

bool fr_value_type(fr_sema *s, const fr_function *f, fr_type *type)
{
    *type = (fr_type){RG_TYPE_FIXED, 0};
    return f && f->param_count > 0 && strcmp(f->params[0].name, "out!") == 0
           && fr_concrete_type(s, f->params[0].type, f, NULL, 0, type) && type->rank == 0;
}

bool fr_own_type(fr_sema *s, const fr_expr *e, const fr_type *types, fr_type *type)
{
    fr_argument args[FR_MOST_ARGUMENTS];
    if (fn_find(s->program, e->left->name)) {
        (void)fr_value_type(s, fr_find_function(s->program, e->left->name), type);
        return true;
    }
    if (e->count + 1 > FR_MOST_ARGUMENTS)
        return false;
    for (size_t i = 0; i < e->count; i++)
        args[i + 1] = (fr_argument){.source = e->items[i], .type = types[i], .place = true};
    for (size_t i = 0; i < FR_UPDATES; i++) {
        const char *full = fr_update_name(s, i, e->left->name);
        if (fr_find_function(s->program, full) && fr_type_given(s, full, e, args, type))
            return true;
    }
    return false;
}
