/* type_aliases.h: const Name = Type and const Name{T} = Type{T}, which give a type another name. */
#ifndef FR_TYPE_ALIASES_H
#define FR_TYPE_ALIASES_H

#include "compiler/syntax/parser.h"

/* Puts the type in the place of its other name in all tokens of the file, and takes the definition
 * out. A name that also belongs to a variable is left alone. */
void fr_expand_type_aliases(fr_parser *p);

#endif
