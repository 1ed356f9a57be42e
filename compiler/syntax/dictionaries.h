/* dictionaries.h: dictionaries whose keys the text names. */
#ifndef FR_DICTIONARIES_H
#define FR_DICTIONARIES_H

#include "compiler/syntax/diag.h"
#include "compiler/syntax/tree.h"

#define FR_DICT "Dict"

/* The struct that all dictionaries of the program are: for each key a value, and whether it is
 * there. Dict(k => v, ...) is made a call of it. */
void fr_make_dictionaries(fr_diags *d, fr_program *program);
/* The names of the fields of a key: "y" or 3; and whether it is there, "y"? or 3?. NULL: e is no
 * key. */
const char *fr_key_field(fr_arena *arena, const fr_expr *e, bool presence);

#endif
