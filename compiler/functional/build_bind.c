/* build_bind.c: what a name stands for in the expression of an @fn: a slot, or a function. */
#include <string.h>

#include "compiler/front/foreign_names.h"
#include "compiler/front/sema.h"
#include "compiler/functional/unary.h"

/* Whether a parameter changes its value. Extents and what is compared count as constant. */
static bool varies(fn_slot *s)
{
    if (s->varies)
        return s->varies == 2;
    bool found = s->kind == FN_PARAM && !(s->origin && s->element);
    s->varies = 1; /* while it is asked */
    if (s->kind == FN_PARAM && s->origin && s->element)
        found = varies(s->origin);
    const bool counts = s->kind == FN_LENGTH || s->kind == FN_RANGE;
    for (size_t i = 0; !counts && s->kind != FN_IF && i < s->arg_count; i++)
        found = varies(s->args[i]) || found;
    for (size_t i = 0; i < 2; i++)
        found = found || (s->bodies[i] && s->bodies[i]->result && varies(s->bodies[i]->result));
    s->varies = found && s->type->kind != FN_BOOL ? 2 : 1;
    return s->varies == 2;
}

static void note(fn_builder *b, const char *name, fr_span span, fn_slot *slot)
{
    const char *type = slot->type->kind == FN_BOOL ? "Bool"
                                                   : fn_source_type(b->d->arena, slot->type);
    const fr_bound bound = {.function = b->frame->function,
                            .name = name,
                            .span = span,
                            .type = type,
                            .real = strstr(type, "Fixed") != NULL,
                            .constant = !varies(slot)};
    fr_note_bound(b->d->arena, b->bounds, &bound);
}

void fn_bind_name(fn_builder *b, const char *name, fr_span span, fn_slot *slot)
{
    if (b->bounds && b->frame && !b->frame->outer)
        note(b, name, span, slot);
    fn_env *e = fr_alloc(b->d->arena, sizeof *e);
    *e = (fn_env){.name = name, .span = span, .slot = slot, .next = b->env};
    b->env = e;
    if (!slot->name)
        slot->name = name;
}

/* x, y = v: the first elements, as in Julia. */
static bool bind_elements(fn_builder *b, const fr_expr *pattern, fn_slot *array)
{
    array = fn_listed(b, pattern, array);
    bool good = array != NULL;
    for (size_t i = 0; good && i < pattern->count; i++) {
        const fr_span at = pattern->items[i]->span;
        fr_expr *number = fr_make_int(b->d->arena, at, (int64_t)i + 1);
        const fr_expr index = {.kind = EX_INDEX, .span = at, .count = 1, .items = &number};
        fn_slot *element = fn_build_elements(b, &index, array);
        good = element && fn_bind(b, pattern->items[i], element);
    }
    return good;
}

bool fn_bind(fn_builder *b, const fr_expr *pattern, fn_slot *slot)
{
    if (pattern->kind == EX_NAME) {
        fn_bind_name(b, pattern->name, pattern->span, slot);
        return true;
    }
    if (slot->type->kind == FN_ARRAY)
        return bind_elements(b, pattern, slot);
    if (slot->type->kind != FN_PRODUCT || slot->type->count != pattern->count) {
        fn_mismatch(b, slot, "Tuple{Fixed, Fixed}", "R1002", pattern->span,
                    fr_format(b->d->arena, "%zu names for %s", pattern->count,
                              fn_type_words(b->d->arena, slot->type)));
        return false;
    }
    for (size_t i = 0; i < pattern->count; i++)
        if (!fn_bind(b, pattern->items[i],
                     fn_project(b, slot, (unsigned)i, pattern->items[i]->span)))
            return false;
    return true;
}

void fn_bind_function(fn_builder *b, const char *name, const fr_expr *function, const fn_env *scope)
{
    fn_env *e = fr_alloc(b->d->arena, sizeof *e);
    *e = (fn_env){
        .name = name, .span = function->span, .function = function, .scope = scope, .next = b->env};
    b->env = e;
}
