/* own_functions.c: which functions the program defines, as @fn or as an update. */
#include "compiler/front/calls.h"
#include "compiler/functional/functional.h"

const fr_update_form fr_updates[FR_UPDATES] = {
    {TOK_ADDEQ, TOK_SUBEQ, "+="}, {TOK_MULEQ, TOK_DIVEQ, "*="}, {TOK_XOREQ, TOK_XOREQ, "⊻="}};

const char *fr_update_name(fr_sema *s, size_t i, const char *name)
{
    return fr_format(s->arena, "%s%s", fr_updates[i].prefix, name);
}

bool fr_is_own_function(fr_sema *s, const char *name)
{
    if (fn_find(s->program, name))
        return true;
    for (size_t i = 0; i < FR_UPDATES; i++)
        if (fr_find_function(s->program, fr_update_name(s, i, name)))
            return true;
    return false;
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
