/* points.h: the points of a study: every workload with every combination of values, as commands
 * with keys. */
#ifndef RG_EXPLORE_POINTS_H
#define RG_EXPLORE_POINTS_H

#include <jansson.h>

#include "explore/digest.h"
#include "explore/expression.h"
#include "explore/study.h"

typedef struct {
    size_t workload;
    size_t *settings;       /* which value of each axis */
    json_t *command;        /* words, the program first */
    char key[EX_DIGEST];    /* of everything that can change the answer */
    char run[EX_DIGEST];    /* the same without energies: points of one run differ in them alone */
    bool priced;            /* whether its energy may be computed from the counters of such a run */
    const json_t *hardware; /* what its machine costs; NULL where the study does not ask */
    char *refused;          /* why it is not run at all, or NULL */
    size_t first;           /* index of the first point with the same key: itself where it is new */
} ex_point;

typedef struct {
    ex_point *items;
    size_t count;
    size_t combinations; /* before `where` */
    json_t *files;       /* the cache of ex_digest_*: what the keys were made of */
} ex_points;

typedef struct {
    const char *self;     /* path of the running command */
    const char *machines; /* folder of machines built for other configurations */
    const char *build;    /* folder of the build of this command, and that of its sources */
    const char *sources;
} ex_places;

/* RG_OK, or a fault; ex_points_free in either case. A machine that is not built is R0943. */
rg_result ex_points_make(const ex_study *study, const ex_places *places, ex_points *points,
                         rg_fault *fault);
void ex_points_free(ex_points *points);
/* Whether the command has a clock of its own among its energies. */
bool ex_names_clock(const json_t *command);

/* What expressions see of a point: axes by name. Objects of settings are built where needed. */
typedef struct {
    const ex_study *study;
    const ex_point *point;
} ex_names_of;
bool ex_axis_value(const ex_names_of *names, const char *name, ex_value *value);

/* machine.c: the command built for this hardware, malloc'd; NULL with the fault set. cache
 * remembers what was asked before. */
char *ex_machine_command(const ex_places *places, const rg_identity *machine, json_t *cache,
                         rg_fault *fault);

#endif
