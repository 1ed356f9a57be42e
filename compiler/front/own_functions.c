/* own_functions.c: which functions the program defines, as @fn or as an update. */
#include "compiler/front/calls.h"
#include "compiler/functional/functional.h"

const char *fr_update_name(fr_sema *s, size_t form, const char *name)
{
    return fr_name_update(s->arena, form, name);
}

bool fr_is_own_function(fr_sema *s, const char *name)
{
    return fn_find(s->program, name) || fr_find_update(s->arena, s->program, name);
}

bool fr_own_takes_numbers(fr_sema *s, const char *name)
{
    if (fn_find(s->program, name))
        return true;
    for (size_t i = 0; i < FR_UPDATES; i++) {
        const char *full = fr_update_name(s, i, name);
        for (const fr_function *f = fr_find_function(s->program, full); f; f = f->next_of_name) {
            fr_type type;
            if (f->param_count > 1 && !(f->params[1].type && f->params[1].type->kind == EX_CURLY)
                && !(fr_concrete_type(s, f->params[1].type, f, NULL, 0, &type)
                     && fr_is_compound(type.base)))
                return true;
        }
    }
    return false;
}

bool fr_is_own_of_library(fr_sema *s, const char *name)
{
    if (fn_find(s->program, name))
        return false;
    for (size_t i = 0; i < FR_UPDATES; i++) {
        const char *full = fr_update_name(s, i, name);
        for (const fr_function *f = fr_find_function(s->program, full); f; f = f->next_of_name)
            if (!s->d->sources[f->span.file].library)
                return false;
    }
    return true;
}
