/* order.c: how often a definition will be differentiated, and what its primitives are called then.
 */
#include "compiler/functional/unary.h"

fn_order_kind fn_order(const fr_functional *f)
{
    return f->gradient ? FN_VALUE : f->derives ? FN_ONCE : FN_TWICE;
}

const char *fn_primitive_name(fr_arena *arena, const fr_functional *f, fn_order_kind order)
{
    return order == FN_TWICE
               ? f->name
               : fr_format(arena, "primitive_%s_%s", order == FN_ONCE ? "once" : "value", f->name);
}
