/* nice.c: a NICE network trained by Adam on gradients of the machine. Its memory does not grow with
 * the depth.
 *
 *     nice [FOLDER OF nice.rg [EPOCHS]]
 *
 * The network is its own way back, so a gradient needs no stored activation. The last part
 * differentiates a network so deep that the activations of its layers would not fit into the
 * machine. */
#include <retrograd.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HIDDEN = 8,
    POINTS = 24,
    WEIGHTS = 3 * HIDDEN + 1,
    NETS = 2,
    PARAMETERS = NETS * WEIGHTS,
    DEPTH = 4,
    PARTS = 4
};

static const char *const nets[NETS] = {"odd", "even"}, *const parts[PARTS] = {"W1", "b1", "W2",
                                                                              "b2"};
static const size_t rows[PARTS] = {HIDDEN, HIDDEN, 1, 1}, columns[PARTS] = {1, 1, HIDDEN, 1};

static int report(const rg_fault *fault)
{
    fprintf(stderr, "nice: error[%s]: %s\n", fault->code, fault->message);
    return (int)fault->result;
}

/* A number between -1 and 1, the same on every computer. */
static double next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (1 << 23) - 1;
}

/* Points on a bent band; a column each. */
static void sample(double xs[2 * POINTS])
{
    uint32_t state = 7;
    for (int i = 0; i < POINTS; i++) {
        double t = 1.5 * next(&state);
        xs[2 * i] = t + 0.2 * next(&state);
        xs[2 * i + 1] = 2 * t * t - 1.5 + 0.3 * next(&state);
    }
}

static rg_result set_parameters(rg_job *job, const double p[PARAMETERS], rg_fault *fault)
{
    char name[32];
    for (int net = 0; net < NETS; net++)
        for (int part = 0; part < PARTS; part++) {
            snprintf(name, sizeof name, "%s.%s", nets[net], parts[part]);
            if (rg_set_array(job, name, p, rows[part], columns[part], fault) != RG_OK)
                return fault->result;
            p += rows[part] * columns[part];
        }
    return RG_OK;
}

static void gradients(const rg_job *job, double g[PARAMETERS])
{
    char name[32];
    for (int net = 0; net < NETS; net++)
        for (int part = 0; part < PARTS; part++) {
            snprintf(name, sizeof name, "%s.%s", nets[net], parts[part]);
            g += rg_get_gradient(job, name, g, rows[part] * columns[part]);
        }
}

/* Loss and gradient; every word of the machine is back afterwards. */
static rg_result differentiate(rg_job *job, const double p[PARAMETERS], int depth, double *loss,
                               double g[PARAMETERS], rg_fault *fault)
{
    if (set_parameters(job, p, fault) != RG_OK
        || rg_set_integer(job, "depth", depth, fault) != RG_OK
        || rg_gradient(job, "out!", 0, 0, fault) != RG_OK)
        return fault->result;
    rg_get(job, "out!", loss, 1);
    gradients(job, g);
    return RG_OK;
}

static void adam(double p[PARAMETERS], const double g[PARAMETERS], double m[PARAMETERS],
                 double v[PARAMETERS], int step)
{
    for (int i = 0; i < PARAMETERS; i++) {
        m[i] = 0.9 * m[i] + 0.1 * g[i];
        v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i];
        p[i] -= 0.02 * m[i] / (1 - pow(0.9, step)) / (sqrt(v[i] / (1 - pow(0.999, step))) + 1e-8);
    }
}

static int train(rg_job *job, int epochs, rg_fault *fault)
{
    double p[PARAMETERS], g[PARAMETERS], m[PARAMETERS] = {0}, v[PARAMETERS] = {0}, xs[2 * POINTS],
                                         first = 0, loss = 0;
    uint32_t state = 22;
    sample(xs);
    for (int i = 0; i < PARAMETERS; i++)
        p[i] = 0.5 * next(&state);
    if (rg_set_array(job, "xs!", xs, 2, POINTS, fault) != RG_OK)
        return report(fault);
    for (int epoch = 1; epoch <= epochs; epoch++) {
        if (differentiate(job, p, DEPTH, &loss, g, fault) != RG_OK)
            return report(fault);
        if (!rg_restored(job)) {
            fprintf(stderr, "nice: epoch %d left traces in the machine\n", epoch);
            return 1;
        }
        first = epoch == 1 ? loss : first;
        adam(p, g, m, v, epoch);
    }
    printf("negative log-likelihood %.4f, after %d epochs %.4f; the machine restored after each\n",
           first, epochs, loss);
    return loss < first / 3 ? 0 : 1;
}

/* With small weights, so that a thousand layers stay in range. */
static int go_deep(rg_job *job, size_t words, int depth, rg_fault *fault)
{
    double p[PARAMETERS], g[PARAMETERS], loss;
    uint32_t state = 5;
    for (int i = 0; i < PARAMETERS; i++)
        p[i] = 0.02 * next(&state);
    if (differentiate(job, p, depth, &loss, g, fault) != RG_OK)
        return report(fault);
    size_t tape = (size_t)depth * POINTS * (HIDDEN + 1);
    printf("%d layers on %d points: a tape of activations has %zu words, the machine has %zu; "
           "restored: %s\n",
           depth, POINTS, tape, words, rg_restored(job) ? "yes" : "no");
    return rg_restored(job) && tape > words ? 0 : 1;
}

int main(int argc, char **argv)
{
    rg_fault fault;
    char path[1024];
    int epochs = argc > 2 ? atoi(argv[2]) : 150, status;
    snprintf(path, sizeof path, "%s/nice.rg", argc > 1 ? argv[1] : "examples");
    rg_device *device = rg_device_open("fast", &fault);
    if (!device)
        return report(&fault);
    rg_job *job = rg_load(device, path, &fault) == RG_OK ? rg_job_new(device, "nice_nll!", &fault)
                                                         : NULL;
    status = job ? train(job, epochs, &fault) : report(&fault);
    if (status == 0)
        status = go_deep(job, rg_device_words(device),
                         (int)(rg_device_words(device) / (POINTS * (HIDDEN + 1))) + 50, &fault);
    rg_job_free(job);
    rg_device_close(device);
    return status;
}
