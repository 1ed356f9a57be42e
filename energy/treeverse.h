/* treeverse.h: a chain of steps reversed with checkpoints, in the fewest steps forward (A.
 * Griewank, 1992; A. Griewank and A. Walther, 2000). */
#ifndef RG_TREEVERSE_H
#define RG_TREEVERSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RG_TREEVERSE_MOST = 4096 }; /* steps, and slots */

typedef struct {
    size_t steps, slots;
    uint32_t *split; /* of l steps with s slots, at [s * (steps + 1) + l]: how far to advance */
    uint64_t *cost;  /* steps forward that are forgotten, likewise */
} rg_treeverse;

/* steps from 1, both at most RG_TREEVERSE_MOST. slots: states that are kept besides the first one.
 * False where memory is short. To be freed by rg_treeverse_free(), also then. */
bool rg_treeverse_plan(rg_treeverse *plan, size_t steps, size_t slots);
void rg_treeverse_free(rg_treeverse *plan);
/* Steps forward in all, besides those that are reversed. */
uint64_t rg_treeverse_cost(const rg_treeverse *plan);

typedef enum {
    RG_TREEVERSE_ADVANCE, /* step `step` forward, from the state before it */
    RG_TREEVERSE_KEEP,    /* the state before that step */
    RG_TREEVERSE_RESTORE, /* go back to the state before it, which is kept */
    RG_TREEVERSE_REVERSE  /* step `step` with its tape, and back */
} rg_treeverse_act;
/* Calls `act` with what is to be done, in order, until it returns false; then false. The state
 * before step 0 is kept and stood at. */
bool rg_treeverse_run(const rg_treeverse *plan,
                      bool (*act)(void *context, rg_treeverse_act what, size_t step),
                      void *context);

#endif
