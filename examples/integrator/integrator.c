/* integrator.c: a simulation whose step is a routine of kdk.rg, as emitted C: there and back to the
 * bit, and the gradient of where a body is after a hundred steps. Everything is compared: the orbit
 * with the same method in double, the gradient with differences of that. Build it with
 *
 *   retrograd build kdk.rg --emit=c -o kdk.c
 *   cc -std=c17 -O2 integrator.c kdk.c -lm -o integrator       (-fopenmp: four runs at once) */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kdk.h"

enum { BODIES = 3, WORDS = 3 * BODIES, STEPS = 100, RUNS = 4 };

/* ---- the simulation: what it holds, and what makes a step of it ---- */

typedef struct simulation {
    int64_t x[WORDS], v[WORDS], m[BODIES], dt;
    unsigned (*step)(struct simulation *, rg_state *);
} simulation;

static rg_array matrix(int64_t *v, int64_t *g) { return (rg_array){v, g, NULL, 3, BODIES}; }
static rg_array vector(int64_t *v, int64_t *g, int64_t n) { return (rg_array){v, g, NULL, n, 1}; }

static unsigned forward(simulation *s, rg_state *rg)
{
    rg_array x = matrix(s->x, NULL), v = matrix(s->v, NULL), m = vector(s->m, NULL, BODIES);
    return step_(rg, &x, &v, &m, &s->dt);
}

static unsigned backward(simulation *s, rg_state *rg)
{
    rg_array x = matrix(s->x, NULL), v = matrix(s->v, NULL), m = vector(s->m, NULL, BODIES);
    return step__inverse(rg, &x, &v, &m, &s->dt);
}

static const double X[WORDS] = {0, 0, 0, 1, 0, 0, 0, 1.6, 0.1};
static const double V[WORDS] = {0, 0, 0, 0, 1, 0.05, -0.8, 0, 0};
static const double M[BODIES] = {1, 0.001, 0.002}, DT = 0.01, TARGET[3] = {0.5, 0.8, 0};

static simulation start(void)
{
    simulation s = {.dt = rg_word(DT), .step = forward};
    for (int i = 0; i < WORDS; i++) {
        s.x[i] = rg_word(X[i]);
        s.v[i] = rg_word(V[i]);
    }
    for (int i = 0; i < BODIES; i++)
        s.m[i] = rg_word(M[i]);
    return s;
}

/* ---- the same in double ---- */

static void kick(double *v, const double *x, double dt)
{
    for (int i = 0; i < BODIES; i++)
        for (int j = 0; j < BODIES; j++) {
            double d[3], square = 0;
            for (int k = 0; k < 3; k++) {
                d[k] = x[3 * j + k] - x[3 * i + k];
                square += d[k] * d[k];
            }
            for (int k = 0; k < 3 && i != j; k++)
                v[3 * i + k] += M[j] * dt / (square * sqrt(square)) * d[k];
        }
}

/* The squared distance to the target, with the first velocity of body 2 changed by `change`. */
static double miss_in_double(double change, double *x)
{
    double v[WORDS], sum = 0;
    memcpy(x, X, sizeof X);
    memcpy(v, V, sizeof V);
    v[3] += change;
    for (int s = 0; s < STEPS; s++) {
        kick(v, x, DT / 2);
        for (int i = 0; i < WORDS; i++)
            x[i] += v[i] * DT;
        kick(v, x, DT / 2);
    }
    for (int k = 0; k < 3; k++)
        sum += (x[3 + k] - TARGET[k]) * (x[3 + k] - TARGET[k]);
    return sum;
}

/* ---- a gradient of the whole run ---- */

static unsigned gradient(rg_state *rg, const simulation *s, double *by_velocity)
{
    int64_t xv[WORDS], xg[WORDS] = {0}, vv[WORDS], vg[WORDS] = {0}, mv[BODIES], mg[BODIES] = {0};
    int64_t tv[3], tg[3] = {0}, dt = s->dt, dt_g = 0, out = 0, steps = STEPS, which = 2;
    int64_t out_g = rg_word(1);
    memcpy(xv, s->x, sizeof xv);
    memcpy(vv, s->v, sizeof vv);
    memcpy(mv, s->m, sizeof mv);
    for (int k = 0; k < 3; k++)
        tv[k] = rg_word(TARGET[k]);
    rg_array x = matrix(xv, xg), v = matrix(vv, vg), m = vector(mv, mg, BODIES);
    rg_array t = vector(tv, tg, 3);
    const unsigned trap =
        miss_gradient(rg, &out, &out_g, &x, &v, &m, &t, &dt, &dt_g, &steps, &which);
    *by_velocity = rg_number(vg[3]);
    return trap;
}

static int says(const char *what, bool good)
{
    printf("%s: %s\n", what, good ? "yes" : "NO");
    return !good;
}

int main(void)
{
    simulation s = start();
    const simulation before = s;
    rg_state rg = {0};
    double x[WORDS], off = 0, by = 0;
    int bad = 0;

    for (int i = 0; i < STEPS && !bad; i++)
        bad += s.step(&s, &rg) != 0;
    (void)miss_in_double(0, x);
    for (int i = 0; i < WORDS; i++)
        off = fmax(off, fabs(x[i] - rg_number(s.x[i])));
    bad += says("the orbit is that of double to 1e-9", off < 1e-9);
    s.step = backward;
    for (int i = 0; i < STEPS && !bad; i++)
        bad += s.step(&s, &rg) != 0;
    bad += says("every word is back",
                memcmp(s.x, before.x, sizeof s.x) == 0 && memcmp(s.v, before.v, sizeof s.v) == 0);

    bad += gradient(&rg, &before, &by) != 0;
    const double by_double = (miss_in_double(1e-5, x) - miss_in_double(-1e-5, x)) / 2e-5;
    printf("gradient by a velocity %.7f\n", by);
    bad += says("it is that of differences to 1e-7", fabs(by - by_double) < 1e-7);

    rg_state states[RUNS] = {{0}};
    simulation many[RUNS];
    double gradients[RUNS];
    unsigned traps[RUNS];
    for (int k = 0; k < RUNS; k++) {
        many[k] = start();
        many[k].v[3] += rg_word(0.01 * k);
    }
    many[RUNS - 1].x[3] = many[RUNS - 1].x[0]; /* two bodies in one place */
    RG_BATCH(k, RUNS)
    traps[k] = gradient(&states[k], &many[k], &gradients[k]);
    bad += says("a batch has its first gradient", traps[0] == 0 && gradients[0] == by);
    bad += says("its last one traps alone", traps[1] == 0 && traps[2] == 0 && traps[3] != 0);
    for (int k = 0; k < RUNS; k++)
        rg_state_free(&states[k]);
    rg_state_free(&rg);
    return bad != 0;
}
