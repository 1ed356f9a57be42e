/* petersen.c: embeds the Petersen graph in k dimensions with gradients and Hessians of the machine
 * (arXiv:2003.04617, section 4.3).
 *
 *     host-petersen adam|newton [--dimension K] [--seed N] [--steps N] [--engine NAME]
 *         [--program examples/embedding.rg]
 *
 * Two vertices stay where they are, or all would fall together. With adam the learning rate is 0.01
 * at first and a tenth of it at the end, with one gradient of the machine for each step. With
 * newton the steps are damped Newton steps. Each column of the Hessian is one run of the machine in
 * tangent and gradient mode together. The run is the same every time. Exit status 0: l2 / l1 is the
 * square root of 2 (to 1e-5 with adam, 1e-9 with newton); 1: it is not, or a run was not restored;
 * 2: usage; 3: the machine failed. */
#include "examples/benchmark/cost.h"
#include "examples/benchmark/linear.h"
#include "examples/benchmark/numbers.h"
#include "host-driver/retrograd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES = 10, FIXED_VERTICES = 2 };

typedef struct {
    const char *method, *engine, *program;
    size_t dimension, steps, seed;
} settings;

/* The machine with the loss; numbers is how many coordinates there are, free of them may change
 * (the last ones). */
typedef struct {
    rg_device *device;
    rg_job *loss, *distances;
    size_t dimension, numbers, free;
    size_t gradient_runs, hessian_runs;
    cost objective_cost, gradient_cost;
    bool restored;
} embedding;

static int complain(const char *what, const rg_fault *fault)
{
    fprintf(stderr, "%s: error[%s]: %s\n", what, fault->code, fault->message);
    return 0;
}

static int read_arguments(int argc, char **argv, settings *s)
{
    *s =
        (settings){.engine = "fast", .program = "examples/embedding.rg", .dimension = 5, .seed = 1};
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (more && strcmp(argv[i], "--engine") == 0)
            s->engine = argv[++i];
        else if (more && strcmp(argv[i], "--program") == 0)
            s->program = argv[++i];
        else if (more && strcmp(argv[i], "--seed") == 0) {
            if (!numbers_count(atof(argv[++i]), 1000000, &s->seed))
                return 0;
        } else if (more && strcmp(argv[i], "--steps") == 0) {
            if (!numbers_count(atof(argv[++i]), 1000000, &s->steps) || s->steps == 0)
                return 0;
        } else if (more && strcmp(argv[i], "--dimension") == 0) {
            if (!numbers_count(atof(argv[++i]), 50, &s->dimension) || s->dimension == 0)
                return 0;
        } else if (argv[i][0] != '-' && !s->method)
            s->method = argv[i];
        else
            return 0;
    }
    if (!s->method || (strcmp(s->method, "adam") != 0 && strcmp(s->method, "newton") != 0))
        return 0;
    if (s->steps == 0)
        s->steps = strcmp(s->method, "adam") == 0 ? 2000 : 100;
    return 1;
}

static int open_embedding(const settings *s, embedding *e)
{
    rg_fault fault;
    *e = (embedding){
        .dimension = s->dimension, .numbers = VERTICES * s->dimension, .restored = true};
    e->free = e->numbers - FIXED_VERTICES * s->dimension;
    e->device = rg_device_open(s->engine, &fault);
    if (!e->device)
        return complain(s->engine, &fault);
    if (rg_load(e->device, s->program, &fault) != RG_OK
        || !(e->loss = rg_job_new(e->device, "embedding_loss", &fault))
        || !(e->distances = rg_job_new(e->device, "mean_distances", &fault)))
        return complain(s->program, &fault);
    return 1;
}

static void close_embedding(embedding *e)
{
    rg_job_free(e->distances);
    rg_job_free(e->loss);
    rg_device_close(e->device);
}

/* Coordinates in [-1, 1), from the seed alone. */
static void start(double *x, size_t count, size_t seed)
{
    uint64_t state = 0x9e3779b97f4a7c15u * (seed + 1);
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 8; k++)
            state = state * 6364136223846793005u + 1442695040888963407u;
        x[i] = (double)(state >> 11) / 4503599627370496.0 - 1;
    }
}

static int set_positions(rg_job *job, const embedding *e, const double *x)
{
    rg_fault fault;
    return rg_set_array(job, "x", x, e->dimension, VERTICES, &fault) == RG_OK
           || complain("x", &fault);
}

static int loss_and_gradient(embedding *e, const double *x, double *loss, double *gradient)
{
    rg_fault fault;
    if (!set_positions(e->loss, e, x))
        return 0;
    if (e->gradient_runs == 0 && !cost_objective(&e->objective_cost, e->loss, &fault))
        return complain("loss", &fault);
    if (rg_gradient(e->loss, "out!", 0, 0, &fault) != RG_OK)
        return complain("gradient", &fault);
    cost_add(&e->gradient_cost, e->loss);
    rg_get(e->loss, "out!", loss, 1);
    rg_get_gradient(e->loss, "x", gradient, e->numbers);
    e->restored &= rg_restored(e->loss);
    e->gradient_runs++;
    return 1;
}

/* Second derivatives by the coordinates that may change, a column for each run. */
static int hessian(embedding *e, const double *x, double *H)
{
    rg_fault fault;
    double *direction = numbers_zero(e->numbers), *product = numbers_zero(e->numbers);
    size_t held = e->numbers - e->free;
    int done = set_positions(e->loss, e, x);

    for (size_t j = 0; done && j < e->free; j++) {
        direction[held + j] = 1;
        if (rg_set_direction(e->loss, "x", direction, e->numbers, &fault) != RG_OK
            || rg_hessian_vector(e->loss, "out!", 0, 0, &fault) != RG_OK)
            done = complain("hessian", &fault);
        rg_get_hessian_vector(e->loss, "x", product, e->numbers);
        for (size_t i = 0; i < e->free; i++)
            H[i * e->free + j] = product[held + i];
        e->restored &= rg_restored(e->loss);
        e->hessian_runs++;
        direction[held + j] = 0;
    }
    free(product);
    free(direction);
    return done;
}

static double norm(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

/* Kingma and Ba, with their constants; the rate falls over the last half of the steps. */
static int adam(embedding *e, const settings *s, double *x)
{
    const double beta1 = 0.9, beta2 = 0.999;
    double *g = numbers_zero(e->numbers), *m = numbers_zero(e->numbers),
           *v = numbers_zero(e->numbers), loss = 0;
    int done = 1;

    for (size_t t = 1; done && t <= s->steps; t++) {
        double late = 2 * (double)t / (double)s->steps - 1, rate = 0.01 * pow(0.1, fmax(0, late));
        if (!(done = loss_and_gradient(e, x, &loss, g)))
            break;
        for (size_t i = e->numbers - e->free; i < e->numbers; i++) {
            m[i] = beta1 * m[i] + (1 - beta1) * g[i];
            v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
            x[i] -= rate * m[i] / (1 - pow(beta1, (double)t))
                    / (sqrt(v[i] / (1 - pow(beta2, (double)t))) + 1e-8);
        }
        if (t == 1 || t % 200 == 0)
            printf("  step %4zu  loss %.3e\n", t, loss);
    }
    free(v);
    free(m);
    free(g);
    return done;
}

/* One step: more damping until the matrix is positive definite and the loss does not rise. 0 when
 * the machine failed. */
static int newton_step(embedding *e, double *x, double *g, double *loss, const double *H,
                       double *damping)
{
    size_t held = e->numbers - e->free;
    double *step = numbers_zero(e->free), *trial = numbers_zero(e->numbers),
           *trial_gradient = numbers_zero(e->numbers), trial_loss = 0;
    int done = 1;

    for (bool accepted = false; done && !accepted && *damping < 1e6;) {
        if (linear_solve(H, *damping, g + held, step, e->free)) {
            memcpy(trial, x, e->numbers * sizeof *x);
            for (size_t i = 0; i < e->free; i++)
                trial[held + i] -= step[i];
            done = loss_and_gradient(e, trial, &trial_loss, trial_gradient);
            /* Near the end the loss is the square of what is left: rounding hides it before the
             * gradient does. */
            accepted = done && trial_loss <= *loss + 1e-12;
        }
        *damping = accepted ? fmax(*damping / 8, 1e-9) : *damping * 4;
    }
    if (done) {
        memcpy(x, trial, e->numbers * sizeof *x);
        memcpy(g, trial_gradient, e->numbers * sizeof *g);
        *loss = trial_loss;
    }
    free(trial_gradient);
    free(trial);
    free(step);
    return done;
}

static int newton(embedding *e, const settings *s, double *x)
{
    size_t held = e->numbers - e->free;
    double *g = numbers_zero(e->numbers), *H = numbers_zero(e->free * e->free), loss = 0,
           damping = 0.1;
    int done = loss_and_gradient(e, x, &loss, g);

    for (size_t t = 1; done && t <= s->steps; t++) {
        done = hessian(e, x, H) && newton_step(e, x, g, &loss, H, &damping);
        double left = norm(g + held, e->free);
        if (done)
            printf("  step %3zu  loss %.3e  |gradient| %.3e  damping %.1e\n", t, loss, left,
                   damping);
        if (left < 1e-11 || damping > 1e6)
            break;
    }
    free(H);
    free(g);
    return done;
}

/* Prints the distances of the embedding; true when their ratio is the square root of 2 to the
 * tolerance. */
static bool report(embedding *e, const double *x, double tolerance)
{
    rg_fault fault;
    double l1 = 0, l2 = 0;
    if (!set_positions(e->distances, e, x))
        return false;
    if (rg_call(e->distances, &fault) != RG_OK)
        return complain("mean_distances", &fault);
    rg_get(e->distances, "l1!", &l1, 1);
    rg_get(e->distances, "l2!", &l2, 1);
    printf("l1 = %.12f, l2 = %.12f, l2 / l1 = %.12f, off sqrt(2) by %.1e\n", l1, l2, l2 / l1,
           fabs(l2 / l1 - sqrt(2.0)));
    printf("%zu gradients, %zu columns of Hessians, restored: %s\n", e->gradient_runs,
           e->hessian_runs, e->restored ? "yes" : "no");
    cost_print(&e->gradient_cost, &e->objective_cost);
    return e->restored && fabs(l2 / l1 - sqrt(2.0)) <= tolerance;
}

int main(int argc, char **argv)
{
    settings s;
    embedding e;

    if (!read_arguments(argc, argv, &s)) {
        fprintf(stderr, "usage: host-petersen adam|newton [--dimension K] [--seed N] [--steps N] "
                        "[--engine NAME] [--program FILE]\n");
        return 2;
    }
    int status = 3;
    if (open_embedding(&s, &e)) {
        bool by_adam = strcmp(s.method, "adam") == 0;
        double *x = numbers_zero(e.numbers);
        start(x, e.numbers, s.seed);
        if (by_adam ? adam(&e, &s, x) : newton(&e, &s, x))
            status = report(&e, x, by_adam ? 1e-5 : 1e-9) ? 0 : 1;
        free(x);
    }
    close_embedding(&e);
    return status;
}
