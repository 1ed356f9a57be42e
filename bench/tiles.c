/* tiles.c: a mixture of a million points in tiles of a thousand, beside a thousand points in one
 * piece: cycles a point, copies included, and the data memory in use. The bar is a ratio of 1.15.
 * POINTS sets another number. */
#include <stdint.h>

#include "bench/host.h"

enum { SMALL = 1000, MANY = 1000000, DIMENSIONS = 2, COMPONENTS = 3 };
#define BAR 1.15

typedef struct {
    double cycles; /* a point */
    size_t peak;
} cost;

static void set_model(rg_job *job)
{
    static const double alphas[COMPONENTS] = {-0.649014, 1.181166, -0.758453},
                        means[] = {0.1, -0.05, -0.1, 0.1, 0.05, 0.02},
                        icf[] = {0.9, 0.85, 0.1, 0.8, 0.9, -0.1, 0.95, 0.75, 0.2};
    rg_fault fault;
    check(rg_set_array(job, "alphas", alphas, COMPONENTS, 1, &fault) == RG_OK
              && rg_set_array(job, "means", means, DIMENSIONS, COMPONENTS, &fault) == RG_OK
              && rg_set_array(job, "icf", icf, 3, COMPONENTS, &fault) == RG_OK,
          &fault);
}

static cost run(rg_job *job, const double *x, size_t points, bool gradient)
{
    rg_fault fault;
    rg_counters c;
    check(rg_set_array(job, "x", x, DIMENSIONS, points, &fault) == RG_OK
              && rg_tile(job, "x", points > SMALL ? SMALL : 0, &fault) == RG_OK
              && (gradient ? rg_gradient(job, "out!", 0, 0, &fault) : rg_call(job, &fault))
                     == RG_OK,
          &fault);
    rg_get_counters(job, &c);
    if (gradient && !rg_restored(job)) {
        fprintf(stderr, "bench-tiles: not every bit came back\n");
        exit(1);
    }
    return (cost){(double)(c.cycles + c.cycles_copied_in + c.cycles_copied_out) / (double)points,
                  rg_peak_words(job)};
}

static bool compare(rg_job *job, const double *x, size_t many, bool gradient)
{
    const double begin = seconds();
    const cost small = run(job, x, SMALL, gradient), large = run(job, x, many, gradient);
    const double ratio = large.cycles / small.cycles;
    printf("%-9s %.1f cycles a point, %.1f of %zu points: %.4f times; %zu words, %zu; %.1f s\n",
           gradient ? "gradient" : "value", small.cycles, large.cycles, many, ratio, small.peak,
           large.peak, seconds() - begin);
    fflush(stdout);
    return ratio <= BAR && large.peak <= small.peak;
}

int main(void)
{
    const char *text = getenv("POINTS");
    const size_t many = text ? strtoul(text, NULL, 10) : MANY;
    uint64_t state = 1;
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    double *x = calloc(DIMENSIONS * many + 1, sizeof *x);
    if (!x || many < SMALL) {
        fprintf(stderr, "bench-tiles: no room for %zu points, or fewer than %d\n", many, SMALL);
        return 1;
    }
    for (size_t i = 0; i < DIMENSIONS * many; i++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
        x[i] = 0.4 * ((double)(state >> 40) / (1 << 23) - 1); /* the sum of a million fits */
    }
    check(device && rg_load(device, "examples/gmm.rg", &fault) == RG_OK, &fault);
    rg_job *job = rg_job_new(device, "gmm_points", &fault);
    check(job, &fault);
    set_model(job);
    const bool value = compare(job, x, many, false), gradient = compare(job, x, many, true);
    free(x);
    rg_device_close(device);
    if (!value || !gradient)
        printf("the bar of %.2f times in the same memory is missed\n", BAR);
    return !(value && gradient);
}
