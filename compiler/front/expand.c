/* expand.c: statements that stand for several simpler ones. */
#include "compiler/front/expand.h"

fr_stmt *fr_expand(fr_sema *s, const fr_stmt *st)
{
    fr_stmt *plain = fr_expand_each(s, st);
    plain = plain ? plain : fr_expand_function_args(s, st);
    plain = plain ? plain : fr_expand_tuples(s, st);
    plain = plain ? plain : fr_expand_log_field(s, st);
    plain = plain ? plain : fr_expand_multi(s, st);
    plain = plain ? plain : fr_expand_literal(s, st);
    plain = plain ? plain : fr_expand_stacks(s, st);
    plain = plain ? plain : fr_expand_broadcast(s, st);
    plain = plain ? plain : fr_expand_lens(s, st);
    plain = plain ? plain : fr_expand_dot(s, st);
    return plain ? plain : fr_expand_slices(s, st);
}
