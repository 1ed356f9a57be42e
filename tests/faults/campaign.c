/* campaign.c: single bit flips in the state of the core, one a run, and what becomes of each.
 *
 * campaign SITES FLIPS SEED [--json FILE]. Each flip is a run of the whole recipe of a gradient in
 * a process of its own: forward, results out, backward in gradient mode, gradients out, comparison
 * of the machine with its state before. */
#define _GNU_SOURCE
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>

#include "host-driver/retrograd.h"
#include "tests/faults/flip.h"
#include "tests/faults/workloads.h"

enum { SITES = 1024, GROUPS = 32, RESULTS = 64 };

/* What can become of a flip, in the order of the report. */
#define OUTCOMES(X)                                                                                \
    X(MASKED, "masked", "results and counts right, machine restored")                              \
    X(MISCOUNTED, "miscounted",                                                                    \
      "results right, machine restored; a counter or the ledger is wrong")                         \
    X(TRAPPED, "trapped", "the machine stopped at a trap, or refused the host")                    \
    X(HUNG, "stopped by the watchdog",                                                             \
      "four times the cycles of a run without a fault had passed")                                 \
    X(CAUGHT, "detected by uncomputing",                                                           \
      "results wrong; the state at the start is not what it was")                                  \
    X(ALARM, "alarm by uncomputing", "results right; the state at the start is not what it was")   \
    X(SILENT, "silent", "results wrong, no sign of it")
#define X(name, text, what) name,
typedef enum { OUTCOMES(X) OUTCOME_COUNT } outcome;
#undef X
#define X(name, text, what) {text, what},
static const struct {
    const char *name, *what;
} outcome_text[] = {OUTCOMES(X)};
#undef X

typedef struct {
    char path[160], group[64];
    unsigned width, depth;
} site;

typedef struct {
    site sites[SITES];
    size_t count;
    unsigned long bits;
    char group[GROUPS][64];
    size_t groups;
    unsigned long tally[GROUPS][OUTCOME_COUNT];
} campaign;

typedef struct {
    double values[RESULTS];
    size_t count;
    rg_counters counters;
    uint64_t edges;
    rg_result result;
    bool restored, hung;
} record;

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64, Steele et al. 2014 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The module of the second level, or of the first for what stands there itself. */
static void group_of(const char *path, char *group)
{
    const char *first = strchr(path, '.'), *second = first ? strchr(first + 1, '.') : NULL;
    const char *third = second ? strchr(second + 1, '.') : NULL;
    const char *end = third ? third : second;
    snprintf(group, 64, "%.*s", end && first ? (int)(end - first - 1) : 8,
             first ? first + 1 : "top");
}

static size_t group_index(campaign *c, const char *name)
{
    for (size_t i = 0; i < c->groups; i++)
        if (strcmp(c->group[i], name) == 0)
            return i;
    if (c->groups == GROUPS)
        return GROUPS - 1;
    snprintf(c->group[c->groups], sizeof c->group[0], "%s", name);
    return c->groups++;
}

static bool read_sites(campaign *c, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    site s;
    while (c->count < SITES && fscanf(file, "%159s %u %u", s.path, &s.width, &s.depth) == 3) {
        group_of(s.path, s.group);
        c->bits += (unsigned long)s.width * (s.depth ? s.depth : 1);
        c->sites[c->count++] = s;
    }
    bool ok = !ferror(file) && c->count > 0;
    fclose(file);
    return ok;
}

/* The site that holds this bit of all state. */
static const site *pick(const campaign *c, unsigned long bit, rg_flip_site *where)
{
    for (size_t i = 0; i < c->count; i++) {
        const site *s = &c->sites[i];
        unsigned long bits = (unsigned long)s->width * (s->depth ? s->depth : 1);
        if (bit < bits) {
            *where = (rg_flip_site){.path = s->path,
                                    .word = (unsigned)(bit / s->width),
                                    .bit = (unsigned)(bit % s->width),
                                    .memory = s->depth != 0};
            return s;
        }
        bit -= bits;
    }
    return NULL;
}

static void collect(rg_job *job, record *r)
{
    for (size_t i = 0; i < rg_parameter_count(job); i++) {
        rg_parameter p;
        if (!rg_parameter_at(job, i, &p))
            continue;
        r->count += rg_get(job, p.name, r->values + r->count, RESULTS - r->count);
        if (p.active)
            r->count += rg_get_gradient(job, p.name, r->values + r->count, RESULTS - r->count);
    }
    rg_get_counters(job, &r->counters);
    r->restored = rg_restored(job);
}

static void run_once(rg_job *job, const workload *w, record *r)
{
    rg_fault fault;
    uint64_t start = rg_flip_edges();
    memset(r, 0, sizeof *r);
    r->result = rg_gradient(job, w->output, w->row, w->column, &fault);
    r->hung = r->result == RG_BAD_MACHINE && strcmp(fault.code, "R0922") == 0;
    if (r->result == RG_OK)
        collect(job, r);
    r->edges = rg_flip_edges() - start;
}

static outcome judge(const record *clean, const record *r)
{
    if (r->hung)
        return HUNG;
    if (r->result != RG_OK)
        return TRAPPED;
    bool right = r->count == clean->count
                 && memcmp(r->values, clean->values, r->count * sizeof *r->values) == 0;
    if (!r->restored)
        return right ? ALARM : CAUGHT;
    if (!right)
        return SILENT;
    return memcmp(&r->counters, &clean->counters, sizeof r->counters) == 0 ? MASKED : MISCOUNTED;
}

/* In a process of its own: exit status is the outcome. */
static outcome flip_once(rg_job *job, const workload *w, const record *clean,
                         const rg_flip_site *where, uint64_t edge)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(3);
    }
    if (child == 0) {
        record r;
        alarm(120);
        if (!rg_flip_arm(where, edge)) {
            fprintf(stderr, "no bit %u of %s in the model\n", where->bit, where->path);
            _exit(100);
        }
        run_once(job, w, &r);
        _exit(rg_flip_done() ? (int)judge(clean, &r) : 101);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child)
        exit(3);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return HUNG;
    if (!WIFEXITED(status) || WEXITSTATUS(status) >= OUTCOME_COUNT) {
        fprintf(stderr, "%s bit %u word %u edge %llu: the driver ended with status %d\n",
                where->path, where->bit, where->word, (unsigned long long)edge, status);
        exit(3);
    }
    return (outcome)WEXITSTATUS(status);
}

static void run_workload(campaign *c, const workload *w, unsigned long flips, uint64_t *random)
{
    rg_fault fault = {.message = ""};
    record clean;
    rg_device *device = rg_device_open("rtl", &fault);
    rg_job *job = device && rg_load(device, w->file, &fault) == RG_OK
                      ? rg_job_new(device, w->routine, &fault)
                      : NULL;
    if (!job || !set_arguments(job, w, &fault)) {
        fprintf(stderr, "%s: %s\n", w->file, fault.message);
        exit(3);
    }
    run_once(job, w, &clean);
    if (clean.result != RG_OK || !clean.restored) {
        fprintf(stderr, "%s: does not run without a fault\n", w->file);
        exit(3);
    }
    run_once(job, w, &clean); /* the second run finds the machine as every flipped one does */
    rg_set_cycle_limit(device, 4 * clean.edges);
    for (unsigned long i = 0; i < flips; i++) {
        rg_flip_site where;
        const site *s = pick(c, next_random(random) % c->bits, &where);
        outcome o = flip_once(job, w, &clean, &where, next_random(random) % clean.edges);
        c->tally[group_index(c, s->group)][o]++;
        if (isatty(2) && i % 16 == 0)
            fprintf(stderr, "\r%s %lu of %lu", w->routine, i, flips);
    }
    if (isatty(2))
        fprintf(stderr, "\r\033[K");
    printf("%-12s %6lu flips over %llu cycles\n", w->routine, flips,
           (unsigned long long)clean.edges);
    fflush(stdout);
    rg_job_free(job);
    rg_device_close(device);
}

/* Wilson's interval at 95 %. */
static void interval(unsigned long hits, unsigned long n, double *low, double *high)
{
    double z = 1.959964, p = (double)hits / (double)n, m = (double)n;
    double centre = (p + z * z / (2 * m)) / (1 + z * z / m);
    double half = z / (1 + z * z / m) * sqrt(p * (1 - p) / m + z * z / (4 * m * m));
    *low = centre - half;
    *high = centre + half;
}

static bool report(const campaign *c, const char *json_path)
{
    unsigned long total[OUTCOME_COUNT] = {0}, all = 0;
    json_t *root = json_object(), *classes = json_object(), *groups = json_object();
    for (size_t g = 0; g < c->groups; g++) {
        json_t *row = json_object();
        for (size_t o = 0; o < OUTCOME_COUNT; o++) {
            total[o] += c->tally[g][o];
            json_object_set_new(row, outcome_text[o].name,
                                json_integer((json_int_t)c->tally[g][o]));
        }
        json_object_set_new(groups, c->group[g], row);
    }
    for (size_t o = 0; o < OUTCOME_COUNT; o++)
        all += total[o];
    printf("\n%-26s %7s %8s   95 %% interval\n", "class", "flips", "share");
    for (size_t o = 0; o < OUTCOME_COUNT; o++) {
        double low, high;
        interval(total[o], all, &low, &high);
        printf("%-26s %7lu %7.2f %%  %.2f to %.2f %%   %s\n", outcome_text[o].name, total[o],
               100.0 * (double)total[o] / (double)all, 100 * low, 100 * high, outcome_text[o].what);
        json_object_set_new(
            classes, outcome_text[o].name,
            json_pack("{s:I,s:f,s:f}", "flips", (json_int_t)total[o], "low", low, "high", high));
    }
    printf("\n%-24s", "module");
    for (size_t o = 0; o < OUTCOME_COUNT; o++)
        printf(" %10.10s", outcome_text[o].name);
    printf("\n");
    for (size_t g = 0; g < c->groups; g++) {
        printf("%-24s", c->group[g]);
        for (size_t o = 0; o < OUTCOME_COUNT; o++)
            printf(" %10lu", c->tally[g][o]);
        printf("\n");
    }
    json_object_set_new(root, "flips", json_integer((json_int_t)all));
    json_object_set_new(root, "bits", json_integer((json_int_t)c->bits));
    json_object_set_new(root, "classes", classes);
    json_object_set_new(root, "modules", groups);
    bool ok = !json_path || json_dump_file(root, json_path, JSON_INDENT(1) | JSON_SORT_KEYS) == 0;
    json_decref(root);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc != 4 && !(argc == 6 && strcmp(argv[4], "--json") == 0)) {
        fprintf(stderr, "usage: campaign SITES FLIPS SEED [--json FILE]\n");
        return 2;
    }
    campaign *c = calloc(1, sizeof *c);
    unsigned long flips = strtoul(argv[2], NULL, 10);
    uint64_t random = strtoull(argv[3], NULL, 10);
    if (!c || !read_sites(c, argv[1])) {
        fprintf(stderr, "%s: no state elements\n", argv[1]);
        return 3;
    }
    printf("%lu bits of state in %zu registers and small memories\n", c->bits, c->count);
    for (size_t i = 0; i < workload_count; i++) {
        unsigned long share = flips / workload_count + (i < flips % workload_count);
        run_workload(c, &workloads[i], share, &random);
    }
    bool ok = report(c, argc == 6 ? argv[5] : NULL);
    free(c);
    return ok ? 0 : 3;
}
