/* search.h: the points of a study that are worth running, by NSGA-II. */
#ifndef RG_EXPLORE_SEARCH_H
#define RG_EXPLORE_SEARCH_H

#include <stdint.h>

#include "explore/points.h"
#include "explore/store.h"

typedef struct {
    const ex_study *study;
    const ex_points *points;
    ex_store *store;
    size_t budget; /* points that are looked at, shared by the problems */
    uint64_t seed;
    /* Runs those of the points that have no result yet. */
    rg_result (*run)(void *context, const size_t *indices, size_t count);
    bool (*stopped)(void); /* asked between generations: end */
    void *context;
} ex_search_request;

/* Look at points of each problem until its share of the budget is used. seen[i] says which they
 * were. The same study, results, budget and seed give the same points, so a search that was stopped
 * goes on where it was. */
rg_result ex_search(const ex_search_request *request, bool *seen, rg_fault *fault);
/* Problems that the points belong to: of[i] is that of point i, the first point of each has *count
 * at the time. */
void ex_problems(const ex_study *study, const ex_points *points, size_t *of, size_t *count);

#endif
