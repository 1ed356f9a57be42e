/* map_exprs.c: another expression in place of each one that a list has. */
#include "compiler/opt/opt_internal.h"

void opt_map_exprs(ir_stmt *list, const ir_stmt *end, opt_map *to, const void *with)
{
    for (ir_stmt *s = list; s != end; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            *ir_expr_slot(s, i) = to(with, *ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            ir_place *p = ir_place_slot(s, i);
            p->row = to(with, p->row);
            p->column = to(with, p->column);
        }
        opt_map_exprs(s->body, NULL, to, with);
        opt_map_exprs(s->other, NULL, to, with);
    }
}
