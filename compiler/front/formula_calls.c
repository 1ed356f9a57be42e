/* formula_calls.c: an @fn is a routine of reals. Called with other values it is its formula, put
 * where the call stands, as a method for these types would be. */
#include <string.h>

#include "compiler/front/calls.h"
#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/syntax/lambda.h"

enum { MOST_DEPTH = 16 };

typedef struct {
    fr_sema *s;
    unsigned depth;
    bool changed;
} formulas;

/* No real: what the routine does not take, or takes as a real that the call does not mean. */
static bool calls_formula(fr_sema *s, const fr_expr *e, const fr_functional *f)
{
    size_t whole = 0, known = 0;
    for (size_t i = 0; i < e->count; i++) {
        rg_type_base base;
        if (!fr_element_type(s, e->items[i], &base))
            return false;
        if (!f->params[i].type && (fr_is_compound(base)))
            return true;
        known += base == RG_TYPE_INT;
        whole += base == RG_TYPE_INT && e->items[i]->kind != EX_INT && !f->params[i].type;
    }
    return whole > 0 && known == e->count;
}

/* Whether the value of f is one array, which its routine adds to its first parameter. */
static bool gives_array(fr_sema *s, const fr_functional *f)
{
    fr_type type;
    const fr_function *routine = fr_find_function(s->program, f->name);
    return routine && routine->param_count == f->param_count + 1
           && strcmp(routine->params[0].name, "out!") == 0
           && fr_concrete_type(s, routine->params[0].type, routine, NULL, 0, &type)
           && type.rank > 0;
}

static const fr_expr *formula_of(fr_sema *s, const fr_expr *e)
{
    const bool call = (e->kind == EX_CALL || e->kind == EX_DOTCALL) && e->left->kind == EX_NAME;
    const fr_functional *f = call ? fn_find(s->program, e->left->name) : NULL;
    return f && f->formula && !f->gradient && e->keyword_count == 0 && e->count == f->param_count
                   && !fr_find_function(s->program, fr_update_name(s, 0, f->name))
                   && (calls_formula(s, e, f) || gives_array(s, f))
               ? f->formula
               : NULL;
}

/* The name of a version for Int; NULL: the call needs none. */
static const char *version_of(fr_sema *s, const fr_expr *e)
{
    const fr_functional *f =
        e->kind == EX_CALL && e->left->kind == EX_NAME ? fn_find(s->program, e->left->name) : NULL;
    return f && !fr_find_function(s->program, fr_update_name(s, 0, f->name))
               ? fr_whole_version(s, f, e)
               : NULL;
}

static fr_expr *with_formulas(void *context, const fr_expr *e)
{
    formulas *f = context;
    if (!e)
        return NULL;
    fr_expr *copy = fr_with_arguments(f->s->arena, e, with_formulas, context);
    copy->left = e->kind == EX_CALL ? e->left : with_formulas(context, e->left);
    copy->right = with_formulas(context, e->right);
    copy->third = with_formulas(context, e->third);
    const char *version = version_of(f->s, copy);
    if (version) {
        copy->left = fr_make_name(f->s->arena, e->left->span, version);
        f->changed = true;
        return copy;
    }
    const fr_expr *formula = formula_of(f->s, copy);
    fr_expr *value = formula ? fr_apply(f->s->arena, e->span, formula, copy->count, copy->items,
                                        e->kind == EX_DOTCALL)
                             : NULL;
    if (!value || f->depth == MOST_DEPTH)
        return copy;
    f->changed = true;
    f->depth++;
    value = with_formulas(context, value);
    f->depth--;
    return value;
}

/* y .+= f(v) of an array: the call of the routine with y first. */
static const fr_stmt *call_of_array(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    if (st->kind != ST_UPDATE || (st->token != TOK_DOTADDEQ && st->token != TOK_DOTSUBEQ)
        || e->kind != EX_CALL || e->left->kind != EX_NAME || e->keyword_count > 0)
        return NULL;
    const fr_functional *f = fn_find(s->program, e->left->name);
    if (!f || e->count != f->param_count || !gives_array(s, f)
        || fr_find_read(st->target, st->value))
        return NULL;
    fr_expr **items = fr_alloc(s->arena, (e->count + 1) * sizeof *items);
    items[0] = st->target;
    for (size_t i = 0; i < e->count; i++)
        items[i + 1] = e->items[i];
    fr_stmt *call = fr_make_stmt(s->arena, ST_CALL, st->span);
    call->inverse = st->token == TOK_DOTSUBEQ;
    call->value = fr_make_call(s->arena, e->span, e->left->name, e->count + 1, items);
    return call;
}

const fr_stmt *fr_with_formulas(fr_sema *s, const fr_stmt *st)
{
    formulas f = {.s = s};
    if (!s->program->functionals)
        return st;
    const fr_stmt *call = call_of_array(s, st);
    if (call)
        return call;
    fr_stmt *copy = fr_alloc(s->arena, sizeof *copy);
    *copy = *st;
    copy->target = with_formulas(&f, st->target);
    copy->value = with_formulas(&f, st->value);
    copy->pre = with_formulas(&f, st->pre);
    copy->post = with_formulas(&f, st->post);
    return f.changed ? copy : st;
}
