/* meanings.h: names that mean something else in Julia than here, as their script is left out. */
#ifndef FR_MEANINGS_H
#define FR_MEANINGS_H

#include "compiler/syntax/needs.h"

/* Refuses them where a definition that is needed reads one. */
void fr_refuse_other_meanings(fr_parser *p, const fr_needs *n);

#endif
