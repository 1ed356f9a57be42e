/* export.h: points as independent commands for GNU parallel and Slurm, and their results back. */
#ifndef RG_EXPLORE_EXPORT_H
#define RG_EXPLORE_EXPORT_H

#include "explore/points.h"
#include "explore/store.h"

typedef enum { EX_PARALLEL, EX_SLURM } ex_export_kind;

/* Make the folder with `jobs` (a shell command on a line for each of these points), point.sh and
 * run.sh or array.sh. The folder must not hold jobs already. */
rg_result ex_export(const ex_points *points, const size_t *indices, size_t count,
                    const char *folder, ex_export_kind kind, rg_fault *fault);
/* Take the results in the folder that belong to these points into the store; *merged says how many
 * there were. */
rg_result ex_merge(const ex_points *points, const size_t *indices, size_t count, const char *folder,
                   ex_store *store, size_t *merged, rg_fault *fault);

#endif
