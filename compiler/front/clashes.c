/* clashes.c: lvalues that a statement names twice, or reads while it changes them. */
#include "compiler/front/sema.h"

bool fr_same_twice(fr_sema *s, const fr_expr *a, const fr_expr *b, bool known)
{
    if (!known && !fr_same_place(a, b))
        return false;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0313", b->span, "the same variable is passed twice");
    fr_note(s->d, r, a->span, "first passed here");
    fr_help(s->d, r, "copy it into an ancilla, so that the two can change independently");
    return true;
}

bool fr_reads_target(fr_sema *s, const fr_expr *target, const fr_expr *value, const char *what)
{
    const fr_expr *read = fr_find_read(target, value);
    if (!read)
        return false;
    const fr_expr *root = target;
    while (root->kind != EX_NAME && (root->kind == EX_CALL ? root->count > 0 : root->left != NULL))
        root = root->kind == EX_CALL ? root->items[0] : root->left;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0309", read->span,
                                  "'%s' is read while it is %s",
                                  root->kind == EX_NAME ? root->name : "the target", what);
    fr_note(s->d, r, target->span, "%s here", what);
    fr_help(s->d, r, "compute the value into an ancilla first, or update another variable");
    return true;
}
