/* control_dependence.h: which branches decide whether a word of a program runs (Ferrante,
 * Ottenstein and Warren, 1987), in either direction.
 */
#ifndef RG_CONTROL_DEPENDENCE_H
#define RG_CONTROL_DEPENDENCE_H

#include "isa/isa.h"

/* Of the word `word`, those that decide it: deciders[first[word]] up to deciders[first[word + 1]].
 */
typedef struct {
    uint32_t *first, *deciders;
} rg_control_dependence;

/* For code that runs forward, or backward. False where memory is short. To be freed by
 * rg_control_dependence_free(). */
bool rg_control_dependence_make(const rg_instruction *code, size_t count, bool backward,
                                rg_control_dependence *out);
void rg_control_dependence_free(rg_control_dependence *dependence);

#endif
