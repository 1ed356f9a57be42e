/* whole_versions.c: an @fn with loops is a routine of reals where its parameters have no types.
 * Called with variables of type Int it has a version in which these are Int. */
#include <string.h>

#include "compiler/front/calls.h"
#include "compiler/front/expand.h"
#include "compiler/functional/functional.h"

/* Whether the parameter is an Int in this call: its type is open, and the argument is whole. */
static bool is_whole(const fr_functional *f, size_t i, const rg_type_base *given)
{
    const fr_param *p = &f->params[i];
    return (!p->type || p->read_off) && given[i] == RG_TYPE_INT;
}

/* Behind '#' the parameters that are Int; no name of the source has that. */
static const char *name_of(fr_sema *s, const fr_functional *f, const rg_type_base *given)
{
    const char *name = fr_format(s->arena, "%s#", f->name);
    for (size_t i = 0; i < f->param_count; i++)
        name = fr_format(s->arena, "%s%c", name, is_whole(f, i, given) ? 'n' : 'x');
    return name;
}

static fr_functional *with_types(fr_sema *s, const fr_functional *f, const rg_type_base *given)
{
    fr_functional *version = fr_alloc(s->arena, sizeof *version);
    *version = *f;
    version->next = NULL;
    version->params = fr_alloc(s->arena, (f->param_count + 1) * sizeof *version->params);
    memcpy(version->params, f->params, f->param_count * sizeof *version->params);
    for (size_t i = 0; i < f->param_count; i++) {
        fr_expr *whole = fr_make_name(s->arena, f->params[i].span, "Int"), *array;
        if (!is_whole(f, i, given))
            continue;
        version->params[i].type = whole;
        if (!f->params[i].type)
            continue;
        array = fr_alloc(s->arena, sizeof *array);
        *array = *f->params[i].type;
        array->items = fr_alloc(s->arena, array->count * sizeof *array->items);
        memcpy(array->items, f->params[i].type->items, array->count * sizeof *array->items);
        array->items[0] = whole;
        version->params[i].type = array;
    }
    return version;
}

/* A body that does not suit Int has no version: the call is one of the routine of reals, of which
 * the types are blamed. */
static bool make(fr_sema *s, fr_functional *version, const char *name)
{
    fr_program *program =
        (fr_program *)(uintptr_t)s->program; /* versions are part of the program from now on */
    const fr_diags before = *s->d;
    fr_function *routine = fn_lower_version(s->d, program, version);
    if (!routine || s->d->errors > before.errors) {
        *s->d = before;
        return false;
    }
    routine->name = version->name = name;
    fn_index(s->arena, program, version);
    fr_add_function(s->arena, program, routine);
    return true;
}

const char *fr_whole_version(fr_sema *s, const fr_functional *f, const fr_expr *call)
{
    rg_type_base given[FR_MOST_ARGUMENTS];
    bool any = false, variables = false;
    if (f->marked || f->derives || f->gradient || f->formula || call->keyword_count > 0
        || call->count != f->param_count || call->count > FR_MOST_ARGUMENTS)
        return NULL;
    for (size_t i = 0; i < call->count; i++) {
        if (!fr_element_type(s, call->items[i], &given[i]))
            return NULL;
        any = any || is_whole(f, i, given);
        variables = variables || (is_whole(f, i, given) && call->items[i]->kind != EX_INT);
    }
    if (!any || !variables)
        return NULL;
    const char *name = name_of(s, f, given);
    return fn_find(s->program, name) || make(s, with_types(s, f, given), name) ? name : NULL;
}
