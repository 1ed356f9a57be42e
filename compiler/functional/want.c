/* want.c: a value is asked for its type. Where it has another, the message names both. */
#include "compiler/front/sema.h"
#include "compiler/functional/unary.h"

/* The definition at work whose parameter without a type the slot is; NULL: it is none. */
static const fr_functional *untyped(const fn_builder *b, const fn_slot *slot, size_t *param)
{
    const fn_frame *root = b->frame;
    while (root->outer)
        root = root->outer;
    for (*param = 0; *param < root->function->param_count; ++*param) {
        const fr_param *p = &root->function->params[*param];
        if (slot->kind == FN_PARAM && !slot->origin && p->name == slot->name && !p->type)
            return root->function;
    }
    return NULL;
}

static void blame(fn_builder *b, rgc_diagnostic *r, const fr_functional *f, size_t param,
                  const char *wanted)
{
    f->blamed[param] = true;
    fr_note(b->d, r, f->params[param].span, "'%s' has no type, so it is a real",
            f->params[param].name);
    fr_help(b->d, r, "write its type: '%s::%s'", f->params[param].name, wanted);
}

rgc_diagnostic *fn_mismatch(fn_builder *b, const fn_slot *slot, const char *wanted,
                            const char *code, fr_span at, const char *message)
{
    size_t i;
    const fr_functional *f = wanted ? untyped(b, slot, &i) : NULL;
    if (f && f->blamed[i])
        return NULL;
    rgc_diagnostic *r = fr_report(fn_mistyped(b), RGC_ERROR, code, at, "%s", message);
    if (f)
        blame(b, r, f, i, wanted);
    return r;
}

fn_slot *fn_want(fn_builder *b, fn_slot *slot, const fn_type *type, const fr_expr *e,
                 const char *what)
{
    if (!slot || fn_suits(slot->type, type))
        return slot;
    rgc_diagnostic *r = fn_mismatch(
        b, slot, type->kind == FN_BOOL ? NULL : fn_source_type(b->d->arena, type), "R1002", e->span,
        fr_format(b->d->arena, "%s is %s, not %s", what, fn_type_words(b->d->arena, slot->type),
                  fn_type_words(b->d->arena, type)));
    if (type->kind == FN_REAL && slot->type->kind == FN_ARRAY)
        fr_help(b->d, r,
                "map and map2 go through arrays element by element, foldl makes one value of them");
    return NULL;
}

fn_slot *fn_for_parameter(fn_builder *b, const fr_expr *type, fn_slot *given)
{
    bool scalar = false;
    const bool whole = type->kind == EX_NAME && fr_base_named(type->name, &scalar) == RG_TYPE_INT
                       && scalar && given->type->kind == FN_REAL;
    fn_slot *n = whole ? fn_to_whole(b, given) : NULL;
    return n ? n : given;
}
