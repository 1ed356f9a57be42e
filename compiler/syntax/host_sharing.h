/* host_sharing.h: which names may stand for one array or struct of a function with a value. */
#ifndef FR_HOST_SHARING_H
#define FR_HOST_SHARING_H

#include "compiler/syntax/host_function.h"

bool fr_is_number_type(const fr_expr *type);
/* Whether every struct that has the field has a number there. */
bool fr_is_number_field(const fr_program *program, const char *name);
/* Whether the value is an array or a struct that nothing else stands for. */
bool fr_is_new(const fr_program *program, const fr_expr *e);
/* Whether the function of the program makes what it gives, whichever method it is. */
bool fr_is_made_by(const fr_program *program, const fr_expr *call);
/* Whether the value of the call is made in a function of the program: an array that is none of the
 * arguments and no constant. */
bool fr_is_made_in(const fr_program *program, const fr_expr *call);
/* Whether the value of e may be, or hold, the array or struct of that name itself; deep: or an
 * array in a field of it. */
bool fr_may_share(const fr_program *program, const fr_expr *e, const char *name, bool deep);
/* The same, deep. */
bool fr_shares(const fr_program *program, const fr_expr *e, const char *name);
/* Whether the statement lets another name stand for the array of this name; deep: or for an array
 * in a field of it. */
bool fr_gets_name(const fr_program *program, const host_stmt *s, const char *name, bool deep);
/* Whether the function may keep its argument i in what it gives. */
bool fr_keeps_argument(const fr_program *program, const fr_expr *call, size_t i);

#endif
