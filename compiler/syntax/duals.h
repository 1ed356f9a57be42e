/* duals.h: functions of Julia that are reversible instructions, because their inverse is named. */
#ifndef FR_DUALS_H
#define FR_DUALS_H

#include "compiler/syntax/ast.h"
#include "compiler/syntax/diag.h"

/* The routines that the pairs of @dual and @selfdual are. */
void fr_make_duals(fr_diags *d, fr_program *program);

#endif
