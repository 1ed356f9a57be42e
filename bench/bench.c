/* bench.c: cycles of the papers' programs and the speed of the engines, each beside its baseline,
 * in one process.
 *
 * Cycles and instructions are exact and repeat; seconds are not, so only ratios of them are printed
 * as results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/loop.h"
#include "host-driver/retrograd.h"

typedef struct {
    const char *file, *routine, *seed;
    size_t seed_row;
    const char *numbers[4]; /* "name=value" scalars */
    const char *arrays[5];  /* "name=rows,columns": filled with small numbers */
} bench_case;

static const bench_case cases[] = {
    {"examples/multiplier.rg", "multiplier", "y!", 0, {"a=3", "b=5"}, {0}},
    {"examples/mypower.rg", "mypower", "out", 0, {"x=0.99", "n=100"}, {0}},
    {"examples/rrfib.rg", "rrfib", NULL, 0, {"n=12"}, {0}},
    {"examples/bessel.rg", "ibesselj", "out!", 0, {"v=2", "z=1"}, {0}},
    {"examples/iexp.rg", "iexp", "out!", 0, {"x=1.6"}, {0}},
    {"examples/umm.rg", "i_umm!", "x!", 1, {0}, {"x!=8,1", "θ=28,1"}},
    {"examples/affine.rg", "i_affine!", "y!", 1, {0}, {"y!=16,1", "W=16,32", "b=16,1", "x=32,1"}},
};

typedef struct {
    uint64_t cycles, instructions;
    double seconds;
} measured;

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stop(const char *where, const rg_fault *fault)
{
    fprintf(stderr, "bench: %s: %s\n", where, fault->message);
    exit(1);
}

static void set_arguments(rg_job *job, const bench_case *bench)
{
    rg_fault fault;
    char name[64];

    for (size_t i = 0; i < 4 && bench->numbers[i]; i++) {
        const char *equals = strchr(bench->numbers[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(equals - bench->numbers[i]), bench->numbers[i]);
        if (rg_set_number(job, name, strtod(equals + 1, NULL), &fault) != RG_OK)
            stop(bench->file, &fault);
    }
    for (size_t i = 0; i < 5 && bench->arrays[i]; i++) {
        const char *equals = strchr(bench->arrays[i], '=');
        unsigned rows = 0, columns = 0;
        snprintf(name, sizeof name, "%.*s", (int)(equals - bench->arrays[i]), bench->arrays[i]);
        if (sscanf(equals + 1, "%u,%u", &rows, &columns) != 2)
            exit(1);
        double *data = malloc(sizeof *data * rows * columns);
        if (!data)
            exit(1);
        for (unsigned k = 0; k < rows * columns; k++)
            data[k] = 0.01 * (double)(k % 37) - 0.1;
        if (rg_set_array(job, name, data, rows, columns, &fault) != RG_OK)
            stop(bench->file, &fault);
        free(data);
    }
}

static measured measure(rg_job *job, const bench_case *bench, bool gradient)
{
    rg_fault fault;
    rg_counters counters;
    double start = now_seconds();
    rg_result result =
        gradient ? rg_gradient(job, bench->seed, bench->seed_row, bench->seed_row ? 1 : 0, &fault)
                 : rg_call(job, &fault);
    double seconds = now_seconds() - start;

    if (result != RG_OK)
        stop(bench->file, &fault);
    rg_get_counters(job, &counters);
    return (measured){counters.cycles, counters.instructions, seconds};
}

/* Simulated cycles per second over repeated calls of one job. */
static double speed(rg_job *job, const bench_case *bench)
{
    double seconds = 0;
    uint64_t cycles = 0;
    while (seconds < 0.3) {
        measured m = measure(job, bench, false);
        seconds += m.seconds;
        cycles += m.cycles;
    }
    return (double)cycles / seconds;
}

static rg_job *open_job(rg_device *device, const bench_case *bench)
{
    rg_fault fault;
    if (rg_load(device, bench->file, &fault) != RG_OK)
        stop(bench->file, &fault);
    rg_job *job = rg_job_new(device, bench->routine, &fault);
    if (!job)
        stop(bench->file, &fault);
    set_arguments(job, bench);
    return job;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "loop") == 0) { /* the speed of the engines alone */
        bench_loop();
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "profile") == 0) { /* work for a profiler */
        bench_loop_rtl();
        return 0;
    }
    if (argc > 1) {
        fprintf(stderr, "usage: bench [loop | profile]\n");
        return 2;
    }
    rg_fault fault;
    rg_device *rtl = rg_device_open("rtl", &fault);
    rg_device *fast = rtl ? rg_device_open("fast", &fault) : NULL;
    if (!rtl || !fast)
        stop("open", &fault);

    printf("cycles and instructions include the job dispatcher; gradient = value and gradient in "
           "one job\n"
           "%-12s %10s %10s %6s %12s %9s %14s\n",
           "program", "cycles", "instr.", "CPI", "grad cycles", "grad/val", "fast/rtl speed");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rg_job *on_rtl = open_job(rtl, &cases[i]), *on_fast = open_job(fast, &cases[i]);
        measured value = measure(on_rtl, &cases[i], false);
        printf("%-12s %10llu %10llu %6.2f", cases[i].routine, (unsigned long long)value.cycles,
               (unsigned long long)value.instructions,
               (double)value.cycles / (double)value.instructions);
        if (cases[i].seed) {
            measured gradient = measure(on_rtl, &cases[i], true);
            printf(" %12llu %9.2f", (unsigned long long)gradient.cycles,
                   (double)gradient.cycles / (double)value.cycles);
        } else {
            printf(" %12s %9s", "-", "-");
        }
        printf(" %14.1f\n", speed(on_fast, &cases[i]) / speed(on_rtl, &cases[i]));
        rg_job_free(on_rtl);
        rg_job_free(on_fast);
    }
    rg_device_close(fast);
    rg_device_close(rtl);
    bench_loop();
    return 0;
}
