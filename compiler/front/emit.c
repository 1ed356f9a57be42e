/* emit.c: the statements of the routine that is made. */
#include "compiler/front/sema.h"

void fr_emit(fr_sema *s, ir_stmt *stmt, const fr_stmt *from)
{
    (void)from;
    if (!stmt)
        return;
    stmt->no_invcheck = s->no_invcheck;
    if (s->out_last)
        s->out_last->next = stmt;
    else
        s->out = stmt;
    s->out_last = stmt;
}
