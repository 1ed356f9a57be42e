/* hidden_names.c: calls of a variable that has the name of a function of which others are made. */
#include "compiler/syntax/hidden_names.h"

#include <string.h>

#include "compiler/syntax/words.h"

/* Functions by which other spellings are written: a sum is part of a mean, a map of a dotted call.
 * A variable of such a name that is a function would be called in their place. */
static bool writes_others(const char *name)
{
    static const char *const all[] = {"all",     "any",  "count",   "dot",  "foldl",   "ifelse",
                                      "length",  "map",  "map2",    "max",  "maximum", "min",
                                      "minimum", "prod", "reverse", "size", "sum",     "zero"};
    return FR_IS_ONE_OF(name, all);
}

const fr_expr *fr_hidden_call(const fr_expr *e)
{
    const fr_expr *called = e->kind == EX_CALL || e->kind == EX_DOTCALL ? e->left : NULL;
    return called && called->kind == EX_NAME && !called->made && writes_others(called->name)
               ? called
               : NULL;
}

void fr_refuse_hidden(fr_diags *d, const fr_expr *called)
{
    fr_help(
        d,
        fr_report(d, RGC_ERROR, "R1001", called->span,
                  "'%s' is a variable here that is called, and other functions are made of '%s'",
                  called->name, called->name),
        "give the variable another name");
}
