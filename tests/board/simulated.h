/* simulated.h: a simulated board in a process of its own, behind a line that can go wrong. */
#ifndef RG_SIMULATED_H
#define RG_SIMULATED_H

#include <stdbool.h>
#include <sys/types.h>

#include "sim/engine.h"

typedef struct {
    pid_t process;
    char path[128]; /* of its line */
} simulated;

/* Start the program of a simulation, which opens a terminal and says its name. argument may be
 * NULL.
 */
bool simulated_start(simulated *board, const char *program, const char *argument);
void simulated_stop(simulated *board);

#endif
