/* closures.h: functions inside functions with a value. */
#ifndef FR_CLOSURES_H
#define FR_CLOSURES_H

#include "compiler/syntax/parser.h"

/* Refuses functions in f that change a variable of f, or read one that changes behind them; sets
 * p->panic then. */
void fr_check_closures(fr_parser *p, const fr_functional *f);

#endif
