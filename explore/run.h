/* run.h: running the points of a study that have no result yet. */
#ifndef RG_EXPLORE_RUN_H
#define RG_EXPLORE_RUN_H

#include "explore/points.h"
#include "explore/store.h"

typedef struct {
    size_t jobs;           /* processes at a time, 1 .. EX_MOST_JOBS */
    double timeout;        /* seconds for a point; 0: no limit */
    bool progress;         /* on standard error */
    bool (*stopped)(void); /* asked now and then: end without starting more */
} ex_run_options;

enum { EX_MOST_JOBS = 256 };

typedef struct {
    size_t done, failed;      /* failed: no result was stored */
    char first_failure[1024]; /* what the first of them said */
} ex_run_count;

/* Run the points of these indices; every result is stored as soon as it is there. RG_OK also where
 * points failed. */
rg_result ex_run(const ex_points *points, const size_t *indices, size_t count, ex_store *store,
                 const ex_run_options *options, ex_run_count *counted, rg_fault *fault);
/* Whether a command that ended so gave a result that the same command would give again. */
bool ex_is_result(int status, const char *report);
/* The words as one shell command; malloc'd. */
char *ex_shell_line(const json_t *command);
/* "2 min 5 s" */
void ex_format_time(double seconds, char *text, size_t size);

#endif
