/* callable.h: (l::Line)(x) = ..., values of a struct that are called. */
#ifndef FR_CALLABLE_H
#define FR_CALLABLE_H

#include "compiler/syntax/parser.h"

/* The function that values of the struct are called by; it takes the value first. */
const char *fr_callable_name(fr_arena *arena, const char *of);
/* Where (l::Line)(x) starts at the token, it becomes such a name and its parameters. */
void fr_name_callable(fr_parser *p, size_t at);

#endif
