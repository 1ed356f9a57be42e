/* table.h: what a study found: objectives of every point, fronts and knees. */
#ifndef RG_EXPLORE_TABLE_H
#define RG_EXPLORE_TABLE_H

#include <stdio.h>

#include "explore/points.h"
#include "explore/store.h"

typedef enum { EX_PENDING, EX_DONE, EX_TRAPPED, EX_REFUSED } ex_state;

typedef struct {
    ex_state state;
    bool feasible; /* done, and every constraint holds */
    bool front, knee;
    bool other_core; /* its operations are priced by the table of another core */
    char *message;   /* of a trap or a refusal; "" */
} ex_row;

typedef struct {
    const ex_study *study;
    const ex_points *points;
    ex_row *rows; /* one for each point */
    /* Of the points whose command has no clock: core and width of the first; there are others. */
    char *machine;
    bool machines;
    double *values; /* objective_count for each point; NAN where there is none */
} ex_table;

/* Fill a table from the results in the store. A field that a report does not have is R0940 at the
 * objective. */
rg_result ex_table_make(const ex_study *study, const ex_points *points, ex_store *store,
                        ex_table *table, rg_fault *fault);
void ex_table_free(ex_table *table);
/* Objectives of one result; false with the fault set. values has room for objective_count numbers.
 */
rg_result ex_objectives(const ex_study *study, const ex_point *point, const json_t *report,
                        double *values, bool *feasible, rg_fault *fault);
/* Whether the objective counts for the front of the workload. */
bool ex_counts(const ex_study *study, size_t workload, size_t objective);
/* Names of states in tables. */
const char *ex_state_name(ex_state state);

/* ---- volume.c: the hypervolume of each front, where two to six objectives have a goal; for
 * people, and as a JSON array (NULL when memory is short). -1 when memory is short. */
int ex_volumes_text(const ex_table *table, FILE *out);
json_t *ex_volumes_json(const ex_table *table);

/* ---- report.c. -1 when writing fails or memory is short. */
int ex_report_csv(const ex_table *table, FILE *out);
int ex_report_json(const ex_table *table, FILE *out);
/* The fronts, for people. */
int ex_report_text(const ex_table *table, FILE *out);

#endif
