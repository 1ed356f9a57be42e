/* call_values.c: the value of a call of a function of the program. */

#include "compiler/front/calls.h"
#include "compiler/front/expand.h"
#include "compiler/functional/functional.h"

/* The arguments as they are written, without the variable for the value. */
static bool functional_arguments(fr_sema *s, const fr_expr *e, const fr_function *f)
{
    fr_argument args[FR_MOST_ARGUMENTS];
    size_t count = f->param_count - 1;
    fr_span defined = fn_find(s->program, e->left->name)->span;
    if (e->count != count || e->keyword_count > 0) {
        fr_note(s->d,
                fr_report(s->d, RGC_ERROR, "R0604", e->span, "'%s' takes %zu value%s, not %zu",
                          e->left->name, count, count == 1 ? "" : "s", e->count + e->keyword_count),
                defined, "defined here");
        return false;
    }
    if (count >= FR_MOST_ARGUMENTS || !fr_lower_arguments(s, e, args + 1))
        return false;
    for (size_t i = 0; i < count; i++) {
        fr_type concrete;
        if (fr_match_type(s, f->params[i + 1].type, f, NULL, args[i + 1].type, args[i + 1].constant,
                          &concrete))
            continue;
        fr_note(s->d,
                fr_report(s->d, RGC_ERROR, "R0605", e->items[i]->span,
                          "value %zu of '%s' is %s, which does not suit '%s'", i + 1, e->left->name,
                          fr_type_text(s, args[i + 1].type), f->params[i + 1].name),
                defined, "defined here");
        return false;
    }
    return true;
}

fr_own fr_functional_value(fr_sema *s, const fr_expr *e, fr_token_kind *token, fr_type *type)
{
    const fr_function *f = fr_find_function(s->program, e->left->name);
    *token = TOK_ADDEQ;
    const bool one = fr_value_type(s, f, type);
    if (!f)
        return FR_OWN_WRONG;
    if (one)
        return functional_arguments(s, e, f) ? FR_OWN_VALUE : FR_OWN_WRONG;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0603", e->span,
                                  "the value of '%s' is not one number", e->left->name);
    fr_note(s->d, r, fn_find(s->program, e->left->name)->span, "defined here");
    fr_help(s->d, r, "call it as a statement, with variables for its value first: %s(out, ...)",
            e->left->name);
    return FR_OWN_WRONG;
}

fr_own fr_own_value(fr_sema *s, const fr_expr *e, fr_token_kind *token, fr_type *type)
{
    fr_argument args[FR_MOST_ARGUMENTS];
    const char *name = NULL;
    if (fn_find(s->program, e->left->name))
        return fr_functional_value(s, e, token, type);
    if (e->count + 1 > FR_MOST_ARGUMENTS || !fr_lower_arguments(s, e, args + 1))
        return FR_OWN_WRONG;
    for (size_t i = 0; i < FR_UPDATES; i++) {
        const char *full = fr_update_name(s, i, e->left->name);
        *token = fr_updates[i].token;
        if (!fr_find_function(s->program, full))
            continue;
        name = full;
        if (fr_type_given(s, full, e, args, type) && type->rank == 0)
            return FR_OWN_VALUE;
    }
    if (!name || fr_is_builtin(e->left->name))
        return FR_OWN_NOT;
    const fr_function *f = fr_find_function(s->program, name);
    bool number = fr_suits_count(f, e->count + 1);
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, number ? "R0605" : "R0604", e->span,
                                  number ? "no (:%s)(%s) suits these arguments"
                                         : "'(:%s)(%s)' takes %zu argument%s here",
                                  fr_updates[0].prefix, e->left->name, fr_positional_count(f) - 1,
                                  fr_positional_count(f) == 2 ? "" : "s");
    fr_note(s->d, r, f->span, "defined here");
    return FR_OWN_WRONG;
}

bool fr_own_updates(fr_sema *s, const fr_expr *e, fr_token_kind token, fr_type type)
{
    fr_argument args[FR_MOST_ARGUMENTS];
    fr_type own;
    if (fn_find(s->program, e->left->name)) {
        (void)fr_value_type(s, fr_find_function(s->program, e->left->name), &own);
        return (token == TOK_ADDEQ || token == TOK_SUBEQ) && type.rank == 0
               && type.base == own.base;
    }
    size_t errors = s->d->errors;
    if (e->count + 1 > FR_MOST_ARGUMENTS || !fr_lower_arguments(s, e, args + 1))
        return s->d->errors > errors;
    for (size_t i = 0; i < FR_UPDATES; i++)
        if (token == fr_updates[i].token || token == fr_updates[i].inverse)
            return fr_gives(s, fr_update_name(s, i, e->left->name), e, args, type);
    return false;
}
