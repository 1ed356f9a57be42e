/* formula_calls.c: an @fn is a routine of reals. Called with other values it is its formula, put
 * where the call stands, as a method for these types would be. */
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

static const fr_expr *formula_of(fr_sema *s, const fr_expr *e)
{
    const bool call = (e->kind == EX_CALL || e->kind == EX_DOTCALL) && e->left->kind == EX_NAME;
    const fr_functional *f = call ? fn_find(s->program, e->left->name) : NULL;
    return f && f->formula && !f->gradient && e->keyword_count == 0 && e->count == f->param_count
                   && !fr_find_function(s->program, fr_update_name(s, 0, f->name))
                   && calls_formula(s, e, f)
               ? f->formula
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

const fr_stmt *fr_with_formulas(fr_sema *s, const fr_stmt *st)
{
    formulas f = {.s = s};
    if (!s->program->functionals)
        return st;
    fr_stmt *copy = fr_alloc(s->arena, sizeof *copy);
    *copy = *st;
    copy->target = with_formulas(&f, st->target);
    copy->value = with_formulas(&f, st->value);
    copy->pre = with_formulas(&f, st->pre);
    copy->post = with_formulas(&f, st->post);
    return f.changed ? copy : st;
}
