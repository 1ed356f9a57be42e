/* callable.h: (l::Line)(x) = ..., values of a struct that are called. */
#ifndef FR_CALLABLE_H
#define FR_CALLABLE_H

#include "compiler/syntax/parser.h"

/* The function that values of the struct are called by with so many arguments; it takes the value
 * first. */
const char *fr_callable_name(fr_arena *arena, const char *of, size_t arguments);
bool fr_is_callable_name(const char *name);
/* What a message calls that function: a value of 'Line' */
const char *fr_callable_words(fr_arena *arena, const char *name);
/* Where (l::Line)(x) starts at the token, it becomes such a name and its parameters. */
void fr_name_callable(fr_parser *p, size_t at);

#endif
