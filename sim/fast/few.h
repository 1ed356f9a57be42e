/* few.h: numbers of Fixed that keep few digits, in a run that finds out what comes of them. */
#ifndef RG_FEW_H
#define RG_FEW_H

#include "sim/fast/machine.h"

/* f, the value of the function that was asked for, or what it is with an error of one in its last
 * place: where it is smaller than 2^(digits - 1) of these and was rounded. What vanished is no
 * longer 0. The same operands always give the same, so that such a step can be undone. */
int64_t rg_disturbed(const rg_machine *m, unsigned digits, const rg_num_in *in, int64_t f);

#endif
