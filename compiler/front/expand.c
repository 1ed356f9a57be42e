/* expand.c: statements that stand for several simpler ones. */
#include "compiler/front/expand.h"

#include "compiler/front/compound.h"
#include "compiler/front/generators.h"

static fr_stmt *expand_in_place(fr_sema *s, const fr_stmt *st)
{
    fr_type type;
    bool whole = st->kind == ST_UPDATE && !fr_is_dotted(st->token)
                 && fr_place_type(s, st->target, &type) && type.rank == 0
                 && type.base == RG_TYPE_INT;
    return whole ? fr_expand_in_place(s, st, fr_lower_expr) : NULL;
}

static const fr_asking asking = {.place_type = fr_place_type,
                                 .view_of = fr_view_of,
                                 .hidden_name = fr_hidden_name,
                                 .neutral = fr_make_neutral,
                                 .end_of_name = fr_end_of_name};

fr_stmt *fr_expand_products(fr_sema *s, const fr_stmt *st)
{
    return fr_expand_inner_matrices(s, st, &asking);
}

fr_stmt *fr_expand_written(fr_sema *s, const fr_stmt *st)
{
    return st->kind == ST_UPDATE && !fr_is_dotted(st->token) ? fr_expand_literals(s, st, &asking)
                                                             : NULL;
}

fr_stmt *fr_expand(fr_sema *s, const fr_stmt *st)
{
    fr_stmt *plain = fr_expand_each(s, st);
    plain = plain ? plain : fr_expand_dictionaries(s, st, &asking);
    plain = plain ? plain : fr_expand_constructor(s, st, &asking);
    plain = plain ? plain : fr_expand_keyword_rest(s, st);
    plain = plain ? plain : fr_expand_function_args(s, st);
    plain = plain ? plain : fr_expand_operands(s, st, &asking);
    plain = plain ? plain : fr_expand_tuples(s, st);
    plain = plain ? plain : fr_expand_log_field(s, st);
    plain = plain ? plain : fr_expand_multi(s, st);
    plain = plain ? plain : fr_expand_open_stack(s, st);
    plain = plain ? plain : fr_expand_comprehension(s, st);
    plain = plain ? plain : fr_expand_literal(s, st);
    plain = plain ? plain : fr_expand_stacks(s, st);
    plain = plain ? plain : fr_expand_copy(s, st);
    plain = plain ? plain : fr_expand_matrix_products(s, st);
    plain = plain ? plain : fr_expand_broadcast(s, st);
    plain = plain ? plain : fr_expand_lens(s, st);
    plain = plain ? plain : expand_in_place(s, st);
    plain = plain ? plain : fr_expand_dot(s, st);
    return plain ? plain : fr_expand_slices(s, st);
}
