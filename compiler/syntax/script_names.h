/* script_names.h: what the statements of a file do to the names of its top level. */
#ifndef FR_SCRIPT_NAMES_H
#define FR_SCRIPT_NAMES_H

#include "compiler/syntax/parser.h"

/* Whether one statement alone gives the name a value, and nothing changes it. An array is named by
 * nothing else but what prints and the functions that read its elements. */
bool fr_is_given_once(fr_parser *p, const char *name, bool array);

/* Calls found for each name that these tokens of a script give a value. */
typedef void fr_name_given(fr_parser *p, const fr_token *name);
void fr_each_name_given(fr_parser *p, size_t at, size_t end, fr_name_given *found);

/* Whether names in a list, a, b or (a, b), come before the first = of these tokens. */
bool fr_begins_tuple(const fr_parser *p, size_t at, size_t end);

#endif
