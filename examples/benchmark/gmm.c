/* gmm.c: the Gaussian mixture benchmark on the machine: objective and gradient of a file of ADBench
 * beside those in double precision.
 *
 *     host-gmm FILE|--random D,K,N [--points N] [--engine NAME] [--program examples/gmm.rg]
 *
 * --random makes a problem of that size as those of the benchmark are made.
 * Points go to the machine N at a time (default 1000), because they have to fit into its data
 * memory; the sum over points and the prior are added on the host. Exit status 0: both agree; 1:
 * they do not, or a run was not restored; 2: usage; 3: the machine failed. */
#include "examples/benchmark/cost.h"
#include "examples/benchmark/gmm_reference.h"
#include "examples/benchmark/numbers.h"
#include "host-driver/retrograd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Relative, for 43 fraction bits; measured differences stand in examples/benchmark/README.md. */
static const double VALUE_TOLERANCE = 1e-11, GRADIENT_TOLERANCE = 1e-11;

typedef struct {
    const char *file, *engine, *program;
    size_t points, random[3]; /* d, K, n of a problem to be made; 0: a file */
} settings;

typedef struct {
    double value, *gradient, unit; /* unit: of the last place, as a multiple of 2^-43 */
    uint64_t cycles_forward, cycles_backward, instructions;
    size_t jobs, attempts;
    cost objective_cost, gradient_cost;
    bool restored;
} machine_result;

static int complain(const char *what, const rg_fault *fault)
{
    fprintf(stderr, "%s: error[%s]: %s\n", what, fault->code, fault->message);
    return 0;
}

static int read_size(const char *text, size_t size[3])
{
    double d, k, n;
    char rest;
    return sscanf(text, "%lf,%lf,%lf%c", &d, &k, &n, &rest) == 3 && numbers_count(d, 1000, size)
           && numbers_count(k, 10000, size + 1) && numbers_count(n, 1000000, size + 2) && size[0]
           && size[1] && size[2];
}

static int read_arguments(int argc, char **argv, settings *s)
{
    *s = (settings){.engine = "fast", .program = "examples/gmm.rg", .points = 1000};
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (more && strcmp(argv[i], "--engine") == 0)
            s->engine = argv[++i];
        else if (more && strcmp(argv[i], "--program") == 0)
            s->program = argv[++i];
        else if (more && strcmp(argv[i], "--points") == 0) {
            if (!numbers_count(atof(argv[++i]), 1000000, &s->points) || s->points == 0)
                return 0;
        } else if (more && strcmp(argv[i], "--random") == 0 && !s->file) {
            s->file = argv[++i];
            if (!read_size(s->file, s->random))
                return 0;
        } else if (argv[i][0] != '-' && !s->file)
            s->file = argv[i];
        else
            return 0;
    }
    return s->file != NULL;
}

/* What every job costs is added up. */
static void count(const rg_job *job, machine_result *result)
{
    rg_counters counters;
    rg_get_counters(job, &counters);
    result->cycles_forward += counters.cycles_forward;
    result->cycles_backward += counters.cycles_backward;
    result->instructions += counters.instructions;
    result->restored &= rg_restored(job);
    result->jobs++;
    result->attempts += rg_attempts(job);
    cost_add(&result->gradient_cost, job);
}

static void add_gradient(const rg_job *job, const char *name, double *sum, size_t size)
{
    double *part = numbers_zero(size);
    rg_get_gradient(job, name, part, size);
    for (size_t i = 0; i < size; i++)
        sum[i] += part[i];
    free(part);
}

static int run_points(rg_job *job, const gmm_problem *p, size_t first, size_t points,
                      machine_result *result)
{
    rg_fault fault;
    double value = 0;
    if (rg_set_array(job, "alphas", p->alphas, p->k, 1, &fault) != RG_OK
        || rg_set_array(job, "means", p->means, p->d, p->k, &fault) != RG_OK
        || rg_set_array(job, "icf", p->icf, p->icf_size, p->k, &fault) != RG_OK
        || rg_set_array(job, "x", p->x + first * p->d, p->d, points, &fault) != RG_OK
        || !cost_objective(&result->objective_cost, job, &fault)
        || rg_gradient(job, "out!", 0, 0, &fault) != RG_OK)
        return complain("gmm_points", &fault);
    rg_get(job, "out!", &value, 1);
    result->value += value;
    add_gradient(job, "alphas", result->gradient, p->k);
    add_gradient(job, "means", result->gradient + p->k, p->k * p->d);
    add_gradient(job, "icf", result->gradient + p->k + p->k * p->d, p->k * p->icf_size);
    count(job, result);
    return 1;
}

static int run_prior(rg_job *job, const gmm_problem *p, machine_result *result)
{
    rg_fault fault;
    double value = 0;
    if (rg_set_array(job, "icf", p->icf, p->icf_size, p->k, &fault) != RG_OK
        || rg_set_integer(job, "d", (int64_t)p->d, &fault) != RG_OK
        || rg_set_number(job, "gamma", p->gamma, &fault) != RG_OK
        || rg_set_integer(job, "m", p->m, &fault) != RG_OK
        || !cost_objective(&result->objective_cost, job, &fault)
        || rg_gradient(job, "out!", 0, 0, &fault) != RG_OK)
        return complain("wishart", &fault);
    rg_get(job, "out!", &value, 1);
    result->value += value;
    add_gradient(job, "icf", result->gradient + p->k + p->k * p->d, p->k * p->icf_size);
    count(job, result);
    return 1;
}

static int run_machine(const settings *s, const gmm_problem *p, machine_result *result)
{
    rg_fault fault;
    rg_device *device = rg_device_open(s->engine, &fault);
    rg_job *points = NULL, *prior = NULL;
    int done = 0;

    if (!device)
        return complain(s->engine, &fault);
    if (rg_load(device, s->program, &fault) != RG_OK
        || !(points = rg_job_new(device, "gmm_points", &fault))
        || !(prior = rg_job_new(device, "wishart", &fault)))
        complain(s->program, &fault);
    else {
        done = 1;
        result->unit = ldexp(1, 43 - (int)rg_device_frac(device));
        for (size_t first = 0; done && first < p->n; first += s->points)
            done = run_points(points, p, first, p->n - first < s->points ? p->n - first : s->points,
                              result);
        done = done && run_prior(prior, p, result);
    }
    rg_job_free(prior);
    rg_job_free(points);
    rg_device_close(device);
    return done;
}

/* Prints both results; true when they agree. */
static bool compare(const settings *s, const gmm_problem *p, const machine_result *machine,
                    double value, const double *gradient)
{
    double norm = 0, largest = 0, worst = 0, off = fabs(machine->value - value);
    for (size_t i = 0; i < gmm_parameters(p); i++) {
        norm += machine->gradient[i] * machine->gradient[i];
        largest = fmax(largest, fabs(gradient[i]));
        worst = fmax(worst, fabs(machine->gradient[i] - gradient[i]));
    }
    printf("%s: d %zu, K %zu, %zu points, %zu parameters, engine %s\n", s->file, p->d, p->k, p->n,
           gmm_parameters(p), s->engine);
    printf("  log posterior  %.10f, double %.10f, difference %.1e\n", machine->value, value, off);
    printf("  gradient norm  %.10f, worst difference %.1e of the largest\n", sqrt(norm),
           worst / largest);
    printf("  %zu jobs, %zu runs, %llu instructions, %llu cycles forward, %llu backward, restored: "
           "%s\n",
           machine->jobs, machine->attempts, (unsigned long long)machine->instructions,
           (unsigned long long)machine->cycles_forward,
           (unsigned long long)machine->cycles_backward, machine->restored ? "yes" : "no");
    cost_print(&machine->gradient_cost, &machine->objective_cost);
    return machine->restored && off <= VALUE_TOLERANCE * machine->unit * fmax(1, fabs(value))
           && worst <= GRADIENT_TOLERANCE * machine->unit * largest;
}

int main(int argc, char **argv)
{
    settings s;
    gmm_problem problem;
    machine_result machine = {.restored = true};

    if (!read_arguments(argc, argv, &s)) {
        fprintf(stderr, "usage: host-gmm FILE|--random D,K,N [--points N] [--engine NAME] "
                        "[--program examples/gmm.rg]\n");
        return 2;
    }
    if (s.random[0])
        gmm_random(s.random[0], s.random[1], s.random[2], &problem);
    else if (!gmm_read(s.file, &problem))
        return 2;
    double *gradient = numbers_zero(gmm_parameters(&problem));
    machine.gradient = numbers_zero(gmm_parameters(&problem));
    int status = 3;
    if (run_machine(&s, &problem, &machine)) {
        status = compare(&s, &problem, &machine, gmm_reference(&problem, gradient), gradient) ? 0
                                                                                              : 1;
        if (status)
            fprintf(stderr, "%s: machine and double precision disagree\n", s.file);
    }
    free(machine.gradient);
    free(gradient);
    gmm_free(&problem);
    return status;
}
