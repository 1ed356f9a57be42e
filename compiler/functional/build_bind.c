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

void fn_bind_function(fn_builder *b, const char *name, const fr_expr *function, const fn_env *scope)
{
    fn_env *e = fr_alloc(b->d->arena, sizeof *e);
    *e = (fn_env){
        .name = name, .span = function->span, .function = function, .scope = scope, .next = b->env};
    b->env = e;
}
