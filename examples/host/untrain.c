/* untrain.c: a regression trained by gradient descent with momentum, one step a call, then
 * untrained to its first words.
 *
 *     untrain [FOLDER OF momentum.rg [STEPS]]
 *
 * In both directions the machine holds weights, velocities and one bank word for each velocity.
 * Nothing grows with the steps (Maclaurin, Duvenaud and Adams, arXiv:1502.03492). The host keeps
 * the words of every step only to compare. */
#include <retrograd.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WEIGHTS = 3, POINTS = 12, STATE = 3 * WEIGHTS };

static const char *const names[3] = {"w!", "v!", "bank!"};

static int report(const rg_fault *fault)
{
    fprintf(stderr, "untrain: error[%s]: %s\n", fault->code, fault->message);
    return (int)fault->result;
}

/* A parabola with an error that alternates; a column each for 1, t and t^2. */
static void data(double X[POINTS * WEIGHTS], double y[POINTS])
{
    for (int i = 0; i < POINTS; i++) {
        double t = -1 + 2.0 * i / (POINTS - 1);
        X[i] = 1;
        X[i + POINTS] = t;
        X[i + 2 * POINTS] = t * t;
        y[i] = 0.5 - 1.25 * t + 0.75 * t * t + (i % 2 ? 0.05 : -0.05);
    }
}

static double loss(const rg_job *job)
{
    double X[POINTS * WEIGHTS], y[POINTS], w[WEIGHTS] = {0}, sum = 0;
    data(X, y);
    rg_get(job, "w!", w, WEIGHTS);
    for (int i = 0; i < POINTS; i++) {
        double r = w[0] * X[i] + w[1] * X[i + POINTS] + w[2] * X[i + 2 * POINTS] - y[i];
        sum += r * r;
    }
    return sum;
}

static rg_result set_up(rg_job *job, rg_fault *fault)
{
    const double first[WEIGHTS] = {0.3, -0.7, 0.1}, none[WEIGHTS] = {0};
    const int64_t empty[WEIGHTS] = {0};
    double X[POINTS * WEIGHTS], y[POINTS];
    data(X, y);
    if (rg_set_array(job, "w!", first, WEIGHTS, 1, fault) != RG_OK
        || rg_set_array(job, "v!", none, WEIGHTS, 1, fault) != RG_OK
        || rg_set_integers(job, "bank!", empty, WEIGHTS, 1, fault) != RG_OK
        || rg_set_array(job, "X", X, POINTS, WEIGHTS, fault) != RG_OK
        || rg_set_array(job, "y", y, POINTS, 1, fault) != RG_OK)
        return fault->result;
    return rg_set_number(job, "eta", 0.02, fault);
}

static void state(const rg_job *job, bool arguments, int64_t words[STATE])
{
    for (int i = 0; i < 3; i++) {
        if (arguments)
            rg_get_argument_raw(job, names[i], words + i * WEIGHTS, WEIGHTS);
        else
            rg_get_raw(job, names[i], words + i * WEIGHTS, WEIGHTS);
    }
}

/* history has steps + 1 states. */
static int train_and_untrain(rg_job *job, int steps, int64_t (*history)[STATE], rg_fault *fault)
{
    double first = 0, last = 0, again = 0;
    int64_t words[STATE] = {0};
    if (set_up(job, fault) != RG_OK)
        return report(fault);
    state(job, true, history[0]);
    for (int t = 1; t <= steps; t++) {
        if (rg_call(job, fault) != RG_OK)
            return report(fault);
        state(job, false, history[t]);
        last = loss(job);
        first = t == 1 ? last : first;
        rg_adopt_results(job);
    }
    for (int t = steps - 1; t >= 0; t--) {
        if (rg_uncall(job, fault) != RG_OK)
            return report(fault);
        state(job, false, words);
        again = t == 1 ? loss(job) : again;
        if (memcmp(words, history[t], sizeof words) != 0) {
            fprintf(stderr, "untrain: step %d was not undone\n", t + 1);
            return 1;
        }
        rg_adopt_results(job);
    }
    rg_get_argument_raw(job, "w!", words, WEIGHTS);
    printf("squared error %.6f after step 1, %.6f after step %d, %.6f untrained to step 1\n", first,
           last, steps, again);
    printf("every state met again; first weights:");
    for (int i = 0; i < WEIGHTS; i++)
        printf(" %lld", (long long)words[i]);
    puts("");
    return last < first && again == first ? 0 : 1;
}

int main(int argc, char **argv)
{
    rg_fault fault;
    char path[1024];
    int steps = argc > 2 ? atoi(argv[2]) : 200, status = RG_BAD_USE;
    snprintf(path, sizeof path, "%s/momentum.rg", argc > 1 ? argv[1] : "examples");
    int64_t(*history)[STATE] = steps > 0 ? calloc((size_t)steps + 1, sizeof *history) : NULL;
    if (!history) {
        fputs("usage: untrain [FOLDER [STEPS]], STEPS at least 1\n", stderr);
        return status;
    }
    rg_device *device = rg_device_open("fast", &fault);
    rg_job *job = device && rg_load(device, path, &fault) == RG_OK
                      ? rg_job_new(device, "descend", &fault)
                      : NULL;
    status = job ? train_and_untrain(job, steps, history, &fault) : report(&fault);
    rg_job_free(job);
    rg_device_close(device);
    free(history);
    return status;
}
