/* process.h: running commands as processes of their own. */
#ifndef RG_EXPLORE_PROCESS_H
#define RG_EXPLORE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct {
    char *data;
    size_t size;
} ex_text_buffer;

/* A running command. Both its outputs are read as they come. */
typedef struct {
    pid_t id;
    int out, error; /* pipes, -1 when closed */
    ex_text_buffer output, errors;
    bool lost;    /* output was dropped: no memory, or more than 64 MiB */
    double began; /* seconds of ex_now */
} ex_process;

/* Start words[0] with the NULL-terminated words. The process dies with this one. False with errno.
 */
bool ex_process_start(ex_process *process, const char *const *words);
/* Read what is there, waiting for at most milliseconds until one of the processes has something. */
void ex_process_read(ex_process *processes, size_t count, int milliseconds);
/* Whether both outputs are closed; then *status is the exit status, 128 + N after signal N. Waits
 * for the end of the process. */
bool ex_process_ended(ex_process *process, int *status);
void ex_process_kill(ex_process *process);
void ex_process_free(ex_process *process);
/* Run to the end, and take the standard output. True when the exit status is 0. */
bool ex_process_output(const char *const *words, char **text);
/* Seconds of a clock that only goes forward. */
double ex_now(void);

#endif
