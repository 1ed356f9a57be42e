/* store.h: results of points in an SQLite file, by key. */
#ifndef RG_EXPLORE_STORE_H
#define RG_EXPLORE_STORE_H

#include <jansson.h>
#include <stdbool.h>

#include "host-driver/retrograd.h"

typedef struct ex_store ex_store;

typedef struct {
    int status;     /* exit status of the command: 0 done, 1 trapped, 2 refused */
    double seconds; /* of wall clock that the command took */
    json_t *report; /* NULL when there was none */
    char *message;  /* what the command said on standard error; "" */
} ex_result;

/* Open or make the file. RG_OK, or R0941. */
rg_result ex_store_open(const char *path, ex_store **store, rg_fault *fault);
void ex_store_close(ex_store *store);
/* RG_OK and *found; the result must be freed with ex_result_free. */
rg_result ex_store_get(ex_store *store, const char *key, ex_result *result, bool *found,
                       rg_fault *fault);
/* Wall-clock seconds of the result of this key; *found false: there is none. Cheaper than reading
 * the result. */
rg_result ex_store_seconds(ex_store *store, const char *key, double *seconds, bool *found,
                           rg_fault *fault);
/* A result with status 0 of the same run (ex_point.run), which may be priced in another way. */
rg_result ex_store_of_run(ex_store *store, const char *run, ex_result *result, bool *found,
                          rg_fault *fault);
/* Many results in one transaction: on disk when it ends. */
rg_result ex_store_begin(ex_store *store, rg_fault *fault);
rg_result ex_store_end(ex_store *store, rg_fault *fault);
/* In one transaction, on disk when this returns. A key that is there already stays as it is. report
 * is text (NULL: none); of is ex_point.run. */
rg_result ex_store_put(ex_store *store, const char *key, const char *of, int status, double seconds,
                       const char *report, const char *message, const char *command,
                       rg_fault *fault);
void ex_result_free(ex_result *result);

#endif
