/* duals.h: functions of Julia that are reversible instructions, because their inverse is named. */
#ifndef FR_DUALS_H
#define FR_DUALS_H

#include "compiler/syntax/parser.h"

/* Whether the function whose name comes next is named by a @dual or a @selfdual of the file. */
bool fr_is_dual_part(const fr_parser *p);
/* function NAME(PARAMETERS) VALUES end, behind the first word: the new values of all parameters. */
void fr_parse_dual_part(fr_parser *p);
/* @dual f g and @selfdual f, standing on the macro. */
void fr_parse_dual(fr_parser *p);
/* The routines that these are. */
void fr_make_duals(fr_diags *d, fr_program *program);

#endif
