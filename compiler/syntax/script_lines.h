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
/* Leaves it out, with a note at the first one of the file; the names that it gives a value are
 * kept, to be refused where a routine needs them. */
void fr_leave_script(fr_parser *p);
/* Leaves such a method out, which no routine needs. */
void fr_leave_wrapper(fr_parser *p);
/* What is left out gives the name a value, there. */
void fr_keep_script_name(fr_parser *p, const char *name, fr_span at);
/* Whether such a statement gives a number, an array or a function a name, once: a constant. */
bool fr_at_script_constant(fr_parser *p);

#endif
