/* plan.h: how many points a study has, and how long they will take. */
#ifndef RG_EXPLORE_PLAN_H
#define RG_EXPLORE_PLAN_H

#include <stdio.h>

#include "explore/points.h"

typedef struct {
    const ex_study *study;
    const ex_points *points;
    const char *store;      /* its path */
    size_t unique, pending; /* different commands, and those of them without a result */
    size_t jobs;
    size_t measured; /* results that are there, and the seconds that they took together */
    double seconds;
} ex_plan;

void ex_plan_text(const ex_plan *plan, FILE *out);
/* -1 when writing fails or memory is short. */
int ex_plan_json(const ex_plan *plan, FILE *out);

#endif
