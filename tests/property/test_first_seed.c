/* test_first_seed.c: energies of random pair potentials, which are sums and differences of
 * reciprocal powers. The gradient is that of a model in C to its digits, in one or two attempts;
 * one where the energy says that the usual seed does not fit. Its bits are those of a run that
 * keeps its gradients. An energy that is large by a constant alone costs no digit.
 *
 *   test_first_seed                  the first programs
 *   test_first_seed FROM COUNT       COUNT programs from FROM on */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"
#include "program_text.h"

enum { MOST = 12, PROGRAMS = 60, USUAL = 4 };
static uint64_t first = 1, count = PROGRAMS;

/* A (a / d)^p - B (b / d)^q over the squares d of the distances. */
typedef struct {
    unsigned n, p, q;
    double a, b, repel, attract, cut, offset;
    double x[MOST], y[MOST], slope[2 * MOST];
    double energy, largest, farthest;
} potential;

static double eighths(generator *g, unsigned from, unsigned to)
{
    return (double)(from + pick(g, to - from)) / 8;
}

static void choose(generator *g, potential *v)
{
    *v = (potential){.n = 3 + pick(g, MOST - 2),
                     .p = 2 + pick(g, 5),
                     .q = 1 + pick(g, 3),
                     .a = eighths(g, 1, 9),
                     .b = eighths(g, 1, 9),
                     .repel = eighths(g, 1, 33),
                     .attract = eighths(g, 0, 17),
                     .cut = pick(g, 2) ? eighths(g, 16, 64) : 0};
    for (unsigned i = 0; i < v->n; i++) {
        v->x[i] = ((double)pick(g, 2048) - 1024) / 256;
        v->y[i] = ((double)pick(g, 2048) - 1024) / 256;
    }
    /* One pair is so close that its energy is about 2^up, which the machine may have room for. */
    const double up = (double)pick(g, 210) / 10,
                 squared = v->a * pow(exp2(up) / v->repel, -1.0 / v->p);
    v->x[1] = v->x[0] + floor(sqrt(squared) * 256 + 1) / 256;
    v->y[1] = v->y[0];
}

static void add_pair(potential *v, unsigned i, unsigned j)
{
    const double dx = v->x[i] - v->x[j], dy = v->y[i] - v->y[j], d = dx * dx + dy * dy;
    if (v->cut > 0 && d >= v->cut)
        return;
    const double near = pow(v->a / d, v->p), far = pow(v->b / d, v->q), up = v->repel * near,
                 down = v->attract * far, by = (v->q * down - v->p * up) / d;
    v->energy += up - down;
    v->largest = fmax(v->largest, fmax(fmax(near, far), fmax(up, down)));
    v->slope[i] += 2 * by * dx;
    v->slope[j] -= 2 * by * dx;
    v->slope[MOST + i] += 2 * by * dy;
    v->slope[MOST + j] -= 2 * by * dy;
}

/* False where the machine has no room for a value, or points coincide. */
static bool model(potential *v)
{
    v->energy = v->offset;
    for (unsigned i = 0; i < v->n; i++) {
        v->farthest = fmax(v->farthest, fmax(fabs(v->x[i]), fabs(v->y[i])));
        for (unsigned j = 0; j < i; j++) {
            if (v->x[i] == v->x[j] && v->y[i] == v->y[j])
                return false;
            add_pair(v, i, j);
        }
    }
    return v->largest < 500000 && fabs(v->energy) < 500000;
}

static void write_text(generator *g, const potential *v)
{
    g->used = 0;
    put(g, "@i function f(e!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})\n");
    if (v->offset != 0)
        put(g, "    e! += %.17g\n", v->offset);
    put(g, "    for i = 1:length(x), j = 1:i-1\n        @routine begin\n            d ← 0.0\n"
           "            d += (x[i] - x[j])^2 + (y[i] - y[j])^2\n        end\n");
    if (v->cut > 0)
        put(g, "        if (d < %.17g, ~)\n", v->cut);
    put(g, "        e! += %.17g * (%.17g / d)^%u - %.17g * (%.17g / d)^%u\n", v->repel, v->a, v->p,
        v->attract, v->b, v->q);
    put(g, "%s        ~@routine\n    end\nend\n", v->cut > 0 ? "        end\n" : "");
}

static double slope_of(const rg_job *job, const potential *v, double *got)
{
    double worst = 0;
    assert_int_equal(rg_get_gradient(job, "x", got, MOST), v->n);
    assert_int_equal(rg_get_gradient(job, "y", got + MOST, MOST), v->n);
    for (unsigned i = 0; i < 2 * MOST; i++)
        worst = fmax(worst, i % MOST < v->n ? fabs(got[i] - v->slope[i]) : 0);
    return worst;
}

static rg_job *load(rg_device *device, generator *g, const potential *v)
{
    rg_fault fault;
    write_text(g, v);
    if (rg_load_text(device, "f.rg", g->text, &fault) != RG_OK)
        fail_msg("%s\n%s", fault.message, g->text);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_array(job, "x", v->x, v->n, 1, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "y", v->y, v->n, 1, &fault), RG_OK);
    return job;
}

static double steepest(const potential *v)
{
    double largest = 1;
    for (unsigned i = 0; i < 2 * MOST; i++)
        largest = fmax(largest, fabs(v->slope[i]));
    return largest;
}

static void gradient(rg_job *job, const potential *v, double *got)
{
    rg_fault fault;
    if (rg_gradient(job, "e!", 0, 0, &fault) != RG_OK)
        fail_msg("%s", fault.message);
    const double largest = steepest(v);
    assert_true(rg_restored(job));
    const double off = slope_of(job, v, got);
    if (off > 1e-9 * largest)
        fail_msg("off by %g of %g with seed 2^%d", off, largest, rg_seed_exponent(job));
}

/* What the usual seed has no room for even on the mean. */
static bool is_steep(const rg_device *device, const potential *v)
{
    const int bits = (int)(rg_device_xlen(device) - 1 - rg_device_frac(device)) - USUAL;
    return fabs(v->energy) > 1.001 * ldexp(v->farthest, bits);
}

static void potentials_take_few_attempts(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    unsigned steep = 0, twice = 0, many = 0, usual = 0;
    (void)state;
    assert_non_null(device);
    for (uint64_t seed = first, runs = 0; runs < count; seed++) {
        generator g = {.state = seed * UINT64_C(0x9E3779B97F4A7C15)};
        potential v;
        double got[2 * MOST], kept[2 * MOST] = {0};
        choose(&g, &v);
        if (!model(&v))
            continue;
        runs++;
        rg_job *job = load(device, &g, &v);
        gradient(job, &v, got);
        const unsigned attempts = rg_attempts(job);
        const int exponent = rg_seed_exponent(job);
        steep += is_steep(device, &v);
        twice += is_steep(device, &v) && attempts > 1;
        many += attempts > 2;
        usual += exponent == USUAL;
        rg_keep_gradients(job, true);
        gradient(job, &v, kept);
        assert_int_equal(rg_seed_exponent(job), exponent);
        assert_memory_equal(got, kept, v.n * sizeof *got);
        rg_job_free(job);
    }
    printf(
        "%llu potentials: %u with the usual seed, %u steep ones, of which %u take two attempts; %u "
        "take three\n",
        (unsigned long long)count, usual, steep, twice, many);
    assert_true(4 * twice <= steep);
    assert_true(count < PROGRAMS || (steep > count / 50 && usual > count / 4));
    assert_true(many <= count / 20);
    rg_device_close(device);
}

/* The same potentials above a large constant: gradients that fit have the bits they had. */
static void constants_cost_no_digit(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    unsigned flat = 0;
    (void)state;
    assert_non_null(device);
    for (uint64_t seed = first; flat < count / 4 + 1; seed++) {
        generator g = {.state = seed * UINT64_C(0x9E3779B97F4A7C15)};
        potential v;
        double plain[2 * MOST] = {0}, above[2 * MOST] = {0};
        choose(&g, &v);
        if (!model(&v) || v.farthest > 6 || steepest(&v) > 2000)
            continue;
        flat++;
        rg_job *job = load(device, &g, &v);
        gradient(job, &v, plain);
        rg_job_free(job);
        v.offset = 450000 + v.n;
        job = load(device, &g, &v);
        gradient(job, &v, above);
        assert_memory_equal(plain, above, v.n * sizeof *plain);
        assert_int_equal(rg_seed_exponent(job), USUAL);
        assert_int_equal(rg_attempts(job), 2);
        rg_job_free(job);
    }
    rg_device_close(device);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(potentials_take_few_attempts),
        cmocka_unit_test(constants_cost_no_digit),
    };
    if (argc > 2) {
        first = strtoull(argv[1], NULL, 10);
        count = strtoull(argv[2], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
