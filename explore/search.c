/* search.c: NSGA-II over the points of a study (K. Deb et al., IEEE TEC 6, 2002). Points are
 * discrete, so a child that was looked at before costs nothing and another is made. */
#include "explore/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explore/nsga.h"
#include "explore/table.h"

enum { LEAST_POPULATION = 8, MOST_POPULATION = 96, TRIES = 40 };

typedef struct {
    const ex_search_request *request;
    const size_t *problem; /* of each point */
    size_t *point_of;      /* by combination: index + 1, or 0 */
    size_t *shuffled;      /* the points of this problem, in the order in which chance takes them */
    size_t size, next;     /* how many; where chance goes on */
    bool *seen;
    size_t looked, budget; /* points of this problem */
    size_t goals;
    size_t *population, used; /* points */
    double *values, *violation, *crowding;
    size_t *rank;
    size_t most; /* individuals of a generation */
    uint64_t random;
    rg_fault *fault;
} searching;

/* ---- combinations */

static size_t code_of(const ex_study *study, size_t workload, const size_t *settings)
{
    size_t code = workload;
    for (size_t k = 0; k < study->axis_count; k++)
        code = code * study->axes[k].count + settings[k];
    return code;
}

void ex_problems(const ex_study *study, const ex_points *points, size_t *of, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < points->count; i++) {
        size_t first = i;
        for (size_t j = i; j-- > 0 && first == i;) { /* the nearest before it: problems lie close */
            bool same = points->items[j].workload == points->items[i].workload;
            for (size_t k = 0; same && k < study->axis_count; k++)
                same = !study->axes[k].separate
                       || points->items[j].settings[k] == points->items[i].settings[k];
            first = same ? j : first;
        }
        of[i] = first == i ? (*count)++ : of[first];
    }
}

/* ---- what a point is worth */

static double small(const ex_objective *objective, double value)
{
    if (objective->goal == EX_MAXIMISE)
        return -value;
    return objective->logarithmic && value > 0 ? log(value) : value;
}

static rg_result rate(searching *s, size_t slot)
{
    const ex_study *study = s->request->study;
    const ex_point *point = &s->request->points->items[s->population[slot]];
    double *all = calloc(study->objective_count, sizeof *all);
    ex_result stored = {0};
    bool found = false, feasible = false;
    if (!all)
        return ex_no_memory(s->fault);
    rg_result result = ex_store_get(s->request->store, point->key, &stored, &found, s->fault);
    const bool done = result == RG_OK && found && stored.status == RG_OK;
    if (done)
        result = ex_objectives(study, point, stored.report, all, &feasible, s->fault);
    s->violation[slot] = !done ? 2 : feasible ? 0 : 1;
    for (size_t k = 0, g = 0; k < study->objective_count; k++)
        if (ex_counts(study, point->workload, k)) {
            const double value = small(&study->objectives[k], all[k]);
            s->values[slot * s->goals + g++] = isnan(value) ? 0 : value;
            if (isnan(value))
                s->violation[slot] = 2;
        }
    ex_result_free(&stored);
    free(all);
    return result;
}

static rg_result order(searching *s)
{
    const ex_population p = {s->values, s->violation, s->used, s->goals};
    return ex_nsga_ranks(&p, s->rank) && ex_nsga_crowding(&p, s->rank, s->crowding)
               ? RG_OK
               : ex_no_memory(s->fault);
}

/* ---- children */

static size_t by_chance(searching *s)
{
    while (s->next < s->size && s->seen[s->shuffled[s->next]])
        s->next++;
    return s->next < s->size ? s->shuffled[s->next] : SIZE_MAX;
}

static size_t parent(searching *s, size_t living)
{
    const size_t a = ex_random_below(&s->random, living), b = ex_random_below(&s->random, living);
    return s->population[ex_nsga_before(s->rank, s->crowding, b, a) ? b : a];
}

/* Numbers mostly move to a neighbour; words, and numbers now and then, to any value. */
static size_t mutated(searching *s, const ex_axis *axis, size_t setting)
{
    if (isnan(axis->settings[0].number) || ex_random_below(&s->random, 4) == 0)
        return ex_random_below(&s->random, axis->count);
    const size_t step = 1 + ex_random_below(&s->random, axis->count / 8 + 1);
    if (ex_random_below(&s->random, 2))
        return setting + step < axis->count ? setting + step : axis->count - 1;
    return setting > step ? setting - step : 0;
}

/* A point that was not looked at: of two parents, or by chance where they make none. */
static size_t child(searching *s, size_t living, size_t *settings)
{
    const ex_study *study = s->request->study;
    for (size_t tries = 0; tries < TRIES; tries++) {
        const ex_point *a = &s->request->points->items[parent(s, living)],
                       *b = &s->request->points->items[parent(s, living)];
        for (size_t k = 0; k < study->axis_count; k++) {
            const ex_axis *axis = &study->axes[k];
            const bool free_axis = !axis->separate && axis->count > 1;
            settings[k] = free_axis && ex_random_below(&s->random, 2) ? b->settings[k]
                                                                      : a->settings[k];
            if (free_axis && ex_random_below(&s->random, study->axis_count) == 0)
                settings[k] = mutated(s, axis, settings[k]);
        }
        const size_t at = s->point_of[code_of(study, a->workload, settings)];
        if (at && !s->seen[at - 1])
            return at - 1;
    }
    return by_chance(s);
}

static bool take(searching *s, size_t point)
{
    if (point == SIZE_MAX)
        return false;
    s->seen[point] = true;
    s->population[s->used++] = point;
    s->looked++;
    return true;
}

/* ---- generations */

static rg_result run_new(searching *s, size_t from)
{
    rg_result result = s->request->run(s->request->context, s->population + from, s->used - from);
    for (size_t i = from; result == RG_OK && i < s->used; i++)
        result = rate(s, i);
    return result;
}

/* The better half lives. Sorting by insertion keeps equals in order, so that a seed decides all. */
static void select_best(searching *s)
{
    for (size_t i = 1; i < s->used; i++)
        for (size_t j = i; j > 0 && ex_nsga_before(s->rank, s->crowding, j, j - 1); j--) {
            const size_t point = s->population[j], rank = s->rank[j];
            const double crowding = s->crowding[j], violation = s->violation[j];
            s->population[j] = s->population[j - 1], s->population[j - 1] = point;
            s->rank[j] = s->rank[j - 1], s->rank[j - 1] = rank;
            s->crowding[j] = s->crowding[j - 1], s->crowding[j - 1] = crowding;
            s->violation[j] = s->violation[j - 1], s->violation[j - 1] = violation;
            for (size_t k = 0; k < s->goals; k++) {
                const double value = s->values[j * s->goals + k];
                s->values[j * s->goals + k] = s->values[(j - 1) * s->goals + k];
                s->values[(j - 1) * s->goals + k] = value;
            }
        }
    s->used = s->used < s->most ? s->used : s->most;
}

static rg_result generation(searching *s, size_t *settings)
{
    const size_t living = s->used;
    while (s->used < living + s->most && s->looked < s->budget)
        if (!take(s, living ? child(s, living, settings) : by_chance(s)))
            break;
    rg_result result = run_new(s, living);
    if (result == RG_OK)
        result = order(s);
    if (result == RG_OK)
        select_best(s);
    return result;
}

static void shuffle(searching *s, size_t problem)
{
    s->size = s->next = s->used = s->looked = 0;
    for (size_t i = 0; i < s->request->points->count; i++)
        if (s->problem[i] == problem)
            s->shuffled[s->size++] = i;
    for (size_t i = s->size; i > 1; i--) {
        const size_t j = ex_random_below(&s->random, i), point = s->shuffled[i - 1];
        s->shuffled[i - 1] = s->shuffled[j];
        s->shuffled[j] = point;
    }
}

/* About ten generations, within bounds. */
static size_t population_of(size_t budget)
{
    const size_t wanted = budget / 10;
    return wanted < LEAST_POPULATION  ? LEAST_POPULATION
           : wanted > MOST_POPULATION ? MOST_POPULATION
                                      : wanted;
}

static rg_result solve(searching *s, size_t problem, size_t *settings)
{
    const ex_study *study = s->request->study;
    rg_result result = RG_OK;
    s->random = s->request->seed + problem * UINT64_C(0x9e3779b97f4a7c15);
    shuffle(s, problem);
    s->goals = 0;
    for (size_t k = 0; k < study->objective_count; k++)
        s->goals += ex_counts(study, s->request->points->items[s->shuffled[0]].workload, k);
    while (result == RG_OK && s->looked < s->budget && by_chance(s) != SIZE_MAX
           && !s->request->stopped())
        result = generation(s, settings);
    return result;
}

static bool make_room(searching *s)
{
    const ex_study *study = s->request->study;
    const size_t points = s->request->points->count, room = 2 * s->most + 1;
    s->point_of = calloc(s->request->points->combinations + 1, sizeof *s->point_of);
    s->shuffled = calloc(points + 1, sizeof *s->shuffled);
    s->population = calloc(room, sizeof *s->population);
    s->rank = calloc(room, sizeof *s->rank);
    s->values = calloc(room * study->objective_count, sizeof *s->values);
    s->violation = calloc(room, sizeof *s->violation);
    s->crowding = calloc(room, sizeof *s->crowding);
    if (!s->point_of || !s->shuffled || !s->population || !s->rank || !s->values || !s->violation
        || !s->crowding)
        return false;
    for (size_t i = 0; i < points; i++) {
        const ex_point *p = &s->request->points->items[i];
        s->point_of[code_of(study, p->workload, p->settings)] = i + 1;
    }
    return true;
}

static void give_back(searching *s)
{
    free(s->point_of);
    free(s->shuffled);
    free(s->population);
    free(s->rank);
    free(s->values);
    free(s->violation);
    free(s->crowding);
}

rg_result ex_search(const ex_search_request *request, bool *seen, rg_fault *fault)
{
    searching s = {.request = request, .seen = seen, .fault = fault};
    size_t problems = 0;
    size_t *problem = calloc(request->points->count + 1, sizeof *problem),
           *settings = calloc(request->study->axis_count + 1, sizeof *settings);
    if (problem)
        ex_problems(request->study, request->points, problem, &problems);
    s.problem = problem;
    s.budget = problems ? request->budget / problems : 0;
    s.budget = s.budget ? s.budget : 1;
    s.most = population_of(s.budget);
    rg_result result = problem && settings && make_room(&s) ? RG_OK : ex_no_memory(fault);
    for (size_t p = 0; result == RG_OK && p < problems; p++)
        result = solve(&s, p, settings);
    give_back(&s);
    free(problem);
    free(settings);
    return result;
}
