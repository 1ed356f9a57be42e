/* stepper.h: a machine's steps done by its reversible net. */
#ifndef RG_GATES_STEPPER_H
#define RG_GATES_STEPPER_H

#include "sim/fast/machine.h"
#include "sim/gates/step.h"

typedef struct gn_stepper gn_stepper;

/* NULL when memory is short. Free it with gn_stepper_free (NULL allowed). */
gn_stepper *gn_stepper_new(const rg_machine_config *config);
void gn_stepper_free(gn_stepper *stepper);

/* rg_machine_step by gates alone. RG_STEP_REFUSED: gn_refused says why; nothing changed. */
rg_step gn_stepper_step(gn_stepper *stepper, rg_machine *machine);

typedef enum { GN_ACCEPTED, GN_NO_STREAM, GN_NO_WORDS, GN_NO_TANGENTS, GN_NO_MEMORY } gn_refusal;
/* Of the last step. */
gn_refusal gn_refused(const gn_stepper *stepper);

#endif
