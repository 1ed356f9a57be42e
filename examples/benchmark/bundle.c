/* bundle.c: bundle adjustment on the machine: errors and Jacobian of a file of ADBench beside those
 * in double precision.
 *
 *     host-bundle FILE [--observations N] [--vary X] [--batch N] [--engine NAME]
 *         [--program examples/bundle.rg]
 *
 * A file holds one observation that stands for all. N of them are run (default: as many as the file
 * says), in batches that fit into the data memory. Option --vary moves camera and point of each
 * observation by up to X of themselves, so no two are alike. Every observation of a batch has its
 * own copy of camera, point and weight. So one gradient run of a sum gives one row of all
 * Jacobians. Two runs give the 2 x 15 of each observation, and a third one the weights. Exit status
 * 0: all agree; 1: they do not, or a run was not restored; 2: usage; 3: the machine failed. */
#include "examples/benchmark/bundle_reference.h"
#include "examples/benchmark/cost.h"
#include "examples/benchmark/numbers.h"
#include "host-driver/retrograd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For 43 fraction bits: absolute for errors (pixels), relative to the largest derivative for
 * Jacobians; measured differences stand in examples/benchmark/README.md. */
static const double ERROR_TOLERANCE = 2e-9, JACOBIAN_TOLERANCE = 2e-11;

static const char *const leaves[BUNDLE_NUMBERS] = {
    "cams.r.x", "cams.r.y",  "cams.r.z",  "cams.c.x", "cams.c.y", "cams.c.z",
    "cams.f",   "cams.x0.x", "cams.x0.y", "cams.κ.x", "cams.κ.y", "X.x",
    "X.y",      "X.z",       "w",         "feats.x",  "feats.y",
};
static const char *const sums[BUNDLE_ERRORS] = {"total!.x", "total!.y", "wtotal!"};
static const char *const results[BUNDLE_ERRORS] = {"err!.x", "err!.y", "werr!"};

typedef struct {
    const char *file, *engine, *program;
    size_t observations, batch;
    double vary;
} settings;

typedef struct {
    double worst_error, worst_derivative, sum[BUNDLE_ERRORS];
    double unit; /* of the last place, as a multiple of 2^-43 */
    uint64_t cycles_forward, cycles_backward, instructions;
    size_t jobs;
    cost objective_cost, gradient_cost;
    bool restored;
} summary;

static int complain(const char *what, const rg_fault *fault)
{
    fprintf(stderr, "%s: error[%s]: %s\n", what, fault->code, fault->message);
    return 0;
}

static int read_arguments(int argc, char **argv, settings *s)
{
    *s = (settings){.engine = "fast", .program = "examples/bundle.rg", .batch = 500};
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (more && strcmp(argv[i], "--engine") == 0)
            s->engine = argv[++i];
        else if (more && strcmp(argv[i], "--program") == 0)
            s->program = argv[++i];
        else if (more && strcmp(argv[i], "--vary") == 0)
            s->vary = atof(argv[++i]);
        else if (more && strcmp(argv[i], "--observations") == 0) {
            if (!numbers_count(atof(argv[++i]), 10000000, &s->observations) || s->observations == 0)
                return 0;
        } else if (more && strcmp(argv[i], "--batch") == 0) {
            if (!numbers_count(atof(argv[++i]), 100000, &s->batch) || s->batch == 0)
                return 0;
        } else if (argv[i][0] != '-' && !s->file)
            s->file = argv[i];
        else
            return 0;
    }
    return s->file != NULL;
}

/* Reads the observation of a file, and how many it stands for. */
static double *read_file(settings *s)
{
    size_t count, observations;
    double *numbers = numbers_read(s->file, &count);
    if (numbers
        && (count != 3 + BUNDLE_NUMBERS || !numbers_count(numbers[2], 100000000, &observations))) {
        fprintf(
            stderr,
            "%s: not a file of a bundle adjustment (n m p, camera, point, weight, measurement)\n",
            s->file);
        free(numbers);
        return NULL;
    }
    if (numbers && s->observations == 0)
        s->observations = observations;
    return numbers;
}

/* A number in [-1, 1) that depends on the seed alone (splitmix64). */
static double spread(uint64_t seed)
{
    uint64_t z = seed * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) / 4503599627370496.0 - 1;
}

/* Observations first ... first + count - 1, one column for each number of an observation. */
static void fill(const settings *s, const double *file, size_t first, size_t count, double *columns)
{
    for (size_t n = 0; n < BUNDLE_NUMBERS; n++)
        for (size_t i = 0; i < count; i++) {
            double moved =
                n < BUNDLE_FEATURE ? s->vary * spread((first + i) * BUNDLE_NUMBERS + n + 1) : 0;
            columns[n * count + i] = file[3 + n] * (1 + moved);
        }
}

/* One gradient run: row e of the Jacobians of a batch, and all errors. */
static int run_row(rg_job *job, int e, size_t count, double *errors, double *row, summary *all)
{
    rg_fault fault;
    rg_counters counters;
    if (rg_gradient(job, sums[e], 0, 0, &fault) != RG_OK)
        return complain(sums[e], &fault);
    rg_get(job, results[e], errors, count);
    for (size_t n = 0; n < BUNDLE_NUMBERS; n++)
        rg_get_gradient(job, leaves[n], row + n * count, count);
    rg_get_counters(job, &counters);
    all->cycles_forward += counters.cycles_forward;
    all->cycles_backward += counters.cycles_backward;
    all->instructions += counters.instructions;
    all->restored &= rg_restored(job);
    all->jobs++;
    cost_add(&all->gradient_cost, job);
    return 1;
}

static void compare(const double *columns, const double *errors, const double *rows, size_t count,
                    summary *all)
{
    for (size_t i = 0; i < count; i++) {
        double observation[BUNDLE_NUMBERS], expected[BUNDLE_ERRORS],
            jacobian[BUNDLE_ERRORS][BUNDLE_NUMBERS], largest = 0, off = 0;
        for (size_t n = 0; n < BUNDLE_NUMBERS; n++)
            observation[n] = columns[n * count + i];
        bundle_reference(observation, expected, jacobian);
        for (size_t e = 0; e < BUNDLE_ERRORS; e++) {
            all->worst_error = fmax(all->worst_error, fabs(errors[e * count + i] - expected[e]));
            all->sum[e] += errors[e * count + i];
            for (size_t n = 0; n < BUNDLE_NUMBERS; n++) {
                largest = fmax(largest, fabs(jacobian[e][n]));
                off = fmax(off, fabs(rows[(e * BUNDLE_NUMBERS + n) * count + i] - jacobian[e][n]));
            }
        }
        all->worst_derivative = fmax(all->worst_derivative, off / largest);
    }
}

static int run_batch(rg_job *job, const settings *s, const double *file, size_t first, size_t count,
                     summary *all)
{
    rg_fault fault;
    double *columns = numbers_zero(BUNDLE_NUMBERS * count),
           *rows = numbers_zero(BUNDLE_ERRORS * BUNDLE_NUMBERS * count);
    double *errors = numbers_zero(BUNDLE_ERRORS * count), *zero = numbers_zero(count);
    int done = 1;

    fill(s, file, first, count, columns);
    for (size_t n = 0; done && n < BUNDLE_NUMBERS; n++)
        if (rg_set_array(job, leaves[n], columns + n * count, count, 1, &fault) != RG_OK)
            done = complain(leaves[n], &fault);
    for (int e = 0; done && e < BUNDLE_ERRORS; e++)
        if (rg_set_array(job, results[e], zero, count, 1, &fault) != RG_OK)
            done = complain(results[e], &fault);
    if (done && !cost_objective(&all->objective_cost, job, &fault))
        done = complain("ba", &fault);
    for (int e = 0; done && e < BUNDLE_ERRORS; e++)
        done = run_row(job, e, count, errors + (size_t)e * count,
                       rows + (size_t)e * BUNDLE_NUMBERS * count, all);
    if (done)
        compare(columns, errors, rows, count, all);
    free(zero);
    free(errors);
    free(rows);
    free(columns);
    return done;
}

static int run_machine(const settings *s, const double *file, summary *all)
{
    rg_fault fault;
    rg_job *job = NULL;
    rg_device *device = rg_device_open(s->engine, &fault);
    int done = 0;

    if (!device)
        return complain(s->engine, &fault);
    if (rg_load(device, s->program, &fault) != RG_OK || !(job = rg_job_new(device, "ba", &fault)))
        complain(s->program, &fault);
    else {
        done = 1;
        all->unit = ldexp(1, 43 - (int)rg_device_frac(device));
        for (size_t first = 0; done && first < s->observations; first += s->batch)
            done = run_batch(
                job, s, file, first,
                s->observations - first < s->batch ? s->observations - first : s->batch, all);
    }
    rg_job_free(job);
    rg_device_close(device);
    return done;
}

static bool report(const settings *s, const summary *all)
{
    printf("%s: %zu observations, %zu rows of the Jacobian, engine %s\n", s->file, s->observations,
           BUNDLE_ERRORS * s->observations, s->engine);
    printf("  sums of errors  %.9f %.9f %.9f, worst difference of an error %.1e\n", all->sum[0],
           all->sum[1], all->sum[2], all->worst_error);
    printf("  Jacobian        worst difference %.1e of the largest of its observation\n",
           all->worst_derivative);
    printf("  %zu jobs, %llu instructions, %llu cycles forward, %llu backward, %.0f cycles for an "
           "observation's Jacobian, restored: %s\n",
           all->jobs, (unsigned long long)all->instructions,
           (unsigned long long)all->cycles_forward, (unsigned long long)all->cycles_backward,
           (double)(all->cycles_forward + all->cycles_backward) / (double)s->observations,
           all->restored ? "yes" : "no");
    cost_print(&all->gradient_cost, &all->objective_cost);
    return all->restored && all->worst_error <= ERROR_TOLERANCE * all->unit
           && all->worst_derivative <= JACOBIAN_TOLERANCE * all->unit;
}

int main(int argc, char **argv)
{
    settings s;
    summary all = {.restored = true};

    if (!read_arguments(argc, argv, &s)) {
        fprintf(stderr, "usage: host-bundle FILE [--observations N] [--vary X] [--batch N] "
                        "[--engine NAME] [--program examples/bundle.rg]\n");
        return 2;
    }
    double *file = read_file(&s);
    if (!file)
        return 2;
    int status = 3;
    if (run_machine(&s, file, &all)) {
        status = report(&s, &all) ? 0 : 1;
        if (status)
            fprintf(stderr, "%s: machine and double precision disagree\n", s.file);
    }
    free(file);
    return status;
}
