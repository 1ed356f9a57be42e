/* leapfrog.c: the outer solar system forward and back, on the machine and in floating point
 * (NiLang, appendix F). leapfrog [FOLDER OF leapfrog.rg [STEPS]] The machine's way back ends on the
 * very words it began with. The same steps in double and float drift. */
#include <retrograd.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 6, PARTS = 3, WORDS = BODIES * PARTS };

/* Hairer, Lubich and Wanner, Geometric Numerical Integration, table I.2.2; astronomical units,
 * years, solar masses. */
static const double mass[BODIES] = {1.00000597682,      0.000954786104043,  0.000285583733151,
                                    0.0000437273164546, 0.0000517759138449, 7.6923077e-9};
static const double place[BODIES][PARTS] = {{0, 0, 0},
                                            {-3.5023653, -3.8169847, -1.5507963},
                                            {9.0755314, -3.0458353, -1.6483708},
                                            {8.3101420, -16.2901086, -7.2521278},
                                            {11.4707666, -25.7294829, -10.8169456},
                                            {-15.5387357, -25.2225594, -3.1902382}};
static const double daily[BODIES][PARTS] = {{0, 0, 0},
                                            {0.00565429, -0.00412490, -0.00190589},
                                            {0.00168318, 0.00483525, 0.00192462},
                                            {0.00354178, 0.00137102, 0.00055029},
                                            {0.00288930, 0.00114527, 0.00039677},
                                            {0.00276725, -0.00170702, -0.00136504}};
static const double gravity = 39.476926421373, interval = 0.1, days = 365.25;
static const char *const names[2 * PARTS] = {"x!.x", "x!.y", "x!.z", "v!.x", "v!.y", "v!.z"};

/* The same steps in floating point. float is double rounded after each operation, which for + - * /
 * and the root is exact. */
typedef struct {
    double x[BODIES][PARTS], v[BODIES][PARTS];
    bool single;
} floating;

static double rounded(const floating *s, double value)
{
    return s->single ? (double)(float)value : value;
}

static void pull(const floating *s, int i, int j, double a[PARTS])
{
    double d[PARTS], square = 0;
    for (int k = 0; k < PARTS; k++) {
        d[k] = rounded(s, s->x[j][k] - s->x[i][k]);
        square = rounded(s, square + rounded(s, d[k] * d[k]));
    }
    double r = rounded(s, sqrt(square)), cube = rounded(s, rounded(s, r * r) * r);
    double strength = rounded(s, rounded(s, rounded(s, gravity) * rounded(s, mass[j])) / cube);
    for (int k = 0; k < PARTS; k++)
        a[k] = rounded(s, a[k] + rounded(s, strength * d[k]));
}

static void kick(floating *s, double h)
{
    for (int i = 0; i < BODIES; i++) {
        double a[PARTS] = {0};
        for (int j = 0; j < BODIES; j++)
            if (j != i)
                pull(s, i, j, a);
        for (int k = 0; k < PARTS; k++)
            s->v[i][k] = rounded(s, s->v[i][k] + rounded(s, a[k] * h));
    }
}

static void drift(floating *s, double h)
{
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < PARTS; k++)
            s->x[i][k] = rounded(s, s->x[i][k] + rounded(s, s->v[i][k] * h));
}

/* How far the bodies are from where they began, after steps forward and the same steps undone. */
static double loss(bool single, int steps)
{
    floating s = {.single = single};
    double h = rounded(&s, interval), worst = 0;
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < PARTS; k++) {
            s.x[i][k] = rounded(&s, place[i][k]);
            s.v[i][k] = rounded(&s, daily[i][k] * days);
        }
    kick(&s, h / 2);
    for (int t = 0; t < steps; t++) {
        drift(&s, h);
        kick(&s, h);
    }
    for (int t = 0; t < steps; t++) {
        kick(&s, -h);
        drift(&s, -h);
    }
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < PARTS; k++)
            worst = fmax(worst, fabs(s.x[i][k] - rounded(&s, place[i][k])));
    return worst;
}

static int report(const rg_fault *fault)
{
    fprintf(stderr, "leapfrog: error[%s]: %s\n", fault->code, fault->message);
    return (int)fault->result;
}

static rg_result set_up(rg_job *job, int steps, rg_fault *fault)
{
    double column[BODIES];
    for (int n = 0; n < 2 * PARTS; n++) {
        for (int i = 0; i < BODIES; i++)
            column[i] = n < PARTS ? place[i][n] : daily[i][n - PARTS] * days;
        if (rg_set_array(job, names[n], column, BODIES, 1, fault) != RG_OK)
            return fault->result;
    }
    if (rg_set_array(job, "m", mass, BODIES, 1, fault) != RG_OK
        || rg_set_number(job, "G", gravity, fault) != RG_OK
        || rg_set_number(job, "dt", interval, fault) != RG_OK)
        return fault->result;
    return rg_set_integer(job, "steps", steps, fault);
}

static void state(const rg_job *job, bool arguments, int64_t words[2 * WORDS])
{
    for (int n = 0; n < 2 * PARTS; n++) {
        if (arguments)
            rg_get_argument_raw(job, names[n], words + n * BODIES, BODIES);
        else
            rg_get_raw(job, names[n], words + n * BODIES, BODIES);
    }
}

static int compare(rg_job *job, int steps, rg_fault *fault)
{
    double in_double = loss(false, steps), in_float = loss(true, steps);
    int64_t before[2 * WORDS] = {0}, far[2 * WORDS] = {0}, after[2 * WORDS] = {1};
    if (set_up(job, steps, fault) != RG_OK)
        return report(fault);
    state(job, true, before);
    if (rg_call(job, fault) != RG_OK)
        return report(fault);
    state(job, false, far);
    rg_adopt_results(job);
    if (rg_uncall(job, fault) != RG_OK)
        return report(fault);
    state(job, false, after);
    int different = 0;
    for (int i = 0; i < 2 * WORDS; i++)
        different += before[i] != after[i];
    printf("%d steps of %g years there and back: words of the machine that differ: %d of %d\n",
           steps, interval, different, 2 * WORDS);
    printf("the same in double: off by %.1e astronomical units; in float: %.1e\n", in_double,
           in_float);
    return different == 0 && memcmp(before, far, sizeof far) != 0 && in_double > 0
                   && in_float > 1e-6
               ? 0
               : 1;
}

int main(int argc, char **argv)
{
    rg_fault fault;
    char path[1024];
    int steps = argc > 2 ? atoi(argv[2]) : 1000, status;
    snprintf(path, sizeof path, "%s/leapfrog.rg", argc > 1 ? argv[1] : "examples");
    rg_device *device = rg_device_open("fast", &fault);
    if (!device)
        return report(&fault);
    rg_job *job = rg_load(device, path, &fault) == RG_OK ? rg_job_new(device, "leapfrog!", &fault)
                                                         : NULL;
    status = job ? compare(job, steps, &fault) : report(&fault);
    rg_job_free(job);
    rg_device_close(device);
    return status;
}
