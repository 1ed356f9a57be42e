/* fn_keywords.h: keyword parameters of functions that are one expression. */
#ifndef FR_FN_KEYWORDS_H
#define FR_FN_KEYWORDS_H

#include "compiler/syntax/ast.h"

/* Each call f(x; k=v) of an @fn with keywords becomes f(x, v). Where the call leaves one out, its
 * default stands, which may read the parameters before it. The keywords of the @fn become its last
 * parameters. */
void fr_place_fn_keywords(fr_diags *d, fr_program *program);

#endif
