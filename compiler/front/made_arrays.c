/* made_arrays.c: arguments of a function that are arrays without a name, as d[:, 1], 2 .* v and
 * sin.(v) are: each is an array of its own while the statement runs. */
#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/reduce.h"
#include "compiler/front/semiring.h"

bool fr_is_unnamed_array(fr_sema *s, const fr_expr *e)
{
    fr_type type;
    rg_type_base base;
    return e->kind != EX_NAME && e->kind != EX_ARRAY && !fr_place_type(s, e, &type)
           && fr_each_rank(s, e) > 0 && fr_element_type(s, e, &base) && base != RG_TYPE_BOOL;
}

bool fr_has_unnamed_arrays(fr_sema *s, const fr_expr *call)
{
    bool found = false;
    for (size_t i = 0; !found && i < call->count; i++)
        found = fr_is_unnamed_array(s, call->items[i]);
    return found;
}

static fr_expr *room(fr_sema *s, const fr_expr *e, rg_type_base base, const fr_view *shape)
{
    fr_expr *items[RG_MOST_RANK + 1] = {fr_written_type(s, e->span, base)};
    for (unsigned d = 0; d < shape->rank; d++)
        items[d + 1] = fr_view_extent(s, shape, d + 1);
    return fr_make_call(s->arena, e->span, fr_neutral_array(s, base), shape->rank + 1, items);
}

bool fr_make_array(fr_sema *s, const fr_expr *e, fr_reduction *out)
{
    fr_each each;
    rg_type_base base;
    if (!fr_element_type(s, e, &base) || !fr_each_element(s, e, &each))
        return false;
    fr_expr *t = fr_make_name(s->arena, e->span, fr_hidden_name(s, "copy"));
    fr_expr *at = fr_make_index(s->arena, e->span, t, each.shape.rank, each.at.at);
    fr_stmt *fill =
        fr_make_change(s->arena, e->span, ST_UPDATE, fr_gathering(s, base), at, each.element);
    out->value = t;
    out->make =
        fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, t, room(s, e, base, &each.shape));
    out->fill = fr_chain(each.checks, fr_loop_over(s, &each.shape, &each.at, fill));
    return true;
}
