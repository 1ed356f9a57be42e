/* script_lines.h: what stands between the definitions of a Julia file, as x = f(2), @show x, and
 * for ... end. Julia runs it when it reads the file; the machine runs a routine. */
#ifndef FR_SCRIPT_LINES_H
#define FR_SCRIPT_LINES_H

#include "compiler/syntax/parser.h"

/* At the top level: whether such a statement stands here. */
bool fr_at_script(fr_parser *p);
/* Whether a method for the gradients of NiLang is defined here, NiLang.AD.GVar(x::P) = P(...), or
 * for a type, (_::Type{T})(x) = ...: the machine has gradients of its own. */
bool fr_at_wrapper(fr_parser *p);
/* The note at the first statement that is left out. */
void fr_note_script(fr_parser *p, fr_span at);
/* Leaves it out, with a note at the first one; what gives a number a name, once, is a constant. */
void fr_parse_script(fr_parser *p);

/* The token behind the statement or definition that begins at token `at`: the end of its line. 0:
 * it has none. */
size_t fr_statement_end(const fr_parser *p, size_t at);
/* Whether token i of the statement from `at` on stands in parentheses, brackets or braces. */
bool fr_in_brackets(const fr_parser *p, size_t at, size_t i);
/* The first token from `at` on that is no macro. */
size_t fr_behind_macros(const fr_parser *p, size_t at);
/* Whether a function or struct is defined from this token on. */
bool fr_defines_function(const fr_token *t);

#endif
