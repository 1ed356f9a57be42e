/* machine.c FILE ...: the kernels on the machine, beside the instructions that a processor took,
 * which are read from the files. `make bench-kernels` writes one for each level of its compiler,
 * and the least counts. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "bench/host.h"
#include "bench/kernels/kernel.h"

/* Instructions a clock of a dual-issue core for 32 bits (biRISC-V), as measured on it. */
#define INSTRUCTIONS_A_CLOCK 1.28
/* Both truncate, each in its own format; some kernels add up a thousand numbers. */
#define TOLERANCE 1e-5

typedef struct {
    double program, job, gradient; /* cycles; gradient: of the whole job with all attempts, or 0 */
    double processor;
} cost;

static void fail(const kernel *k, const char *what)
{
    fprintf(stderr, "bench-kernels: %s: %s\n", k->name, what);
    exit(1);
}

/* ---- the machine */

static rg_result set(rg_job *job, const kernel_argument *a, const q32 *v, const int32_t *n,
                     rg_fault *fault)
{
    static double reals[KERNEL_WORDS];
    static int64_t integers[KERNEL_WORDS];
    const size_t length = kernel_length(a);
    for (size_t i = 0; i < length; i++)
        if (kernel_is_integer(a))
            integers[i] = n[i];
        else
            reals[i] = ldexp((double)v[i], -Q32_FRACTION);
    if (kernel_is_integer(a))
        return a->rows ? rg_set_integers(job, a->name, integers, a->rows, a->columns, fault)
                       : rg_set_integer(job, a->name, integers[0], fault);
    return a->rows ? rg_set_array(job, a->name, reals, a->rows, a->columns, fault)
                   : rg_set_number(job, a->name, reals[0], fault);
}

static void compare(const rg_job *job, const kernel *k, const kernel_argument *a, const q32 *v,
                    const int32_t *n)
{
    static double got[KERNEL_WORDS];
    const size_t length = kernel_length(a);
    if (rg_get(job, a->name, got, KERNEL_WORDS) != length)
        fail(k, "a result is missing");
    for (size_t i = 0; i < length; i++) {
        const double expected = kernel_is_integer(a) ? (double)n[i]
                                                     : ldexp((double)v[i], -Q32_FRACTION);
        if (!(fabs(got[i] - expected) <= TOLERANCE * fmax(1, fabs(expected))))
            fail(k, "the machine and the text in C do not agree");
    }
}

static double cycles_of_job(const rg_job *job)
{
    rg_counters c;
    rg_get_counters(job, &c);
    return (double)(c.cycles + c.cycles_copied_in + c.cycles_copied_out);
}

/* Whole job of the gradient of the last element of the first real result. */
static double gradient(rg_job *job, const kernel *k)
{
    rg_fault fault;
    for (const kernel_argument *a = k->arguments; a->kind != END; a++)
        if (kernel_is_result(a) && !kernel_is_integer(a)) {
            const size_t row = a->rows, column = a->columns > 1 ? a->columns : 0;
            check(rg_gradient(job, a->name, row, column, &fault) == RG_OK, &fault);
            if (!rg_restored(job))
                fail(k, "not every bit came back");
            return cycles_of_job(job);
        }
    return 0;
}

static cost run(rg_device *device, const kernel *k)
{
    static kernel_room room;
    rg_fault fault;
    rg_counters c;
    rg_job *job = rg_job_new(device, k->name, &fault);
    check(job, &fault);
    kernel_fill(k, &room);
    size_t reals = 0, integers = 0;
    for (const kernel_argument *a = k->arguments; a->kind != END; a++) {
        check(set(job, a, room.v[reals], room.n[integers], &fault) == RG_OK, &fault);
        *(kernel_is_integer(a) ? &integers : &reals) += 1;
    }
    check(rg_call(job, &fault) == RG_OK, &fault);
    rg_get_counters(job, &c);
    cost result = {.program = (double)(c.program_forward + c.program_backward),
                   .job = cycles_of_job(job)};
    k->run(room.v, room.n);
    reals = integers = 0;
    for (const kernel_argument *a = k->arguments; a->kind != END; a++) {
        if (kernel_is_result(a))
            compare(job, k, a, room.v[reals], room.n[integers]);
        *(kernel_is_integer(a) ? &integers : &reals) += 1;
    }
    result.gradient = gradient(job, k);
    rg_job_free(job);
    return result;
}

/* ---- the processor */

/* The least instructions that any of the files tells; the check sums must be those of this host. */
static double processor(const kernel *k, char *const *files)
{
    static kernel_room room;
    double least = INFINITY;
    kernel_fill(k, &room);
    k->run(room.v, room.n);
    const uint32_t expected = kernel_check_sum(k, &room);
    for (; *files; files++) {
        FILE *f = fopen(*files, "r");
        char name[64];
        unsigned long instructions, sum;
        if (!f)
            fail(k, *files);
        while (fscanf(f, "%63s %lu %lu", name, &instructions, &sum) == 3)
            if (strcmp(name, k->name) == 0) {
                if (sum != expected)
                    fail(k, "the processor's results are not those of this host");
                least = fmin(least, (double)instructions);
            }
        fclose(f);
    }
    if (!isfinite(least))
        fail(k, "the processor did not run it");
    return least / INSTRUCTIONS_A_CLOCK;
}

int main(int argc, char **argv)
{
    double product = 0, worst = INFINITY;
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    check(argc > 1 && device && rg_load(device, "bench/kernels/kernels.rg", &fault) == RG_OK,
          &fault);
    printf("| kernel | class | program | job | processor | times fewer | gradient | over job |\n"
           "|---|---|---:|---:|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < kernel_count; i++) {
        const kernel *k = &kernels[i];
        cost c = run(device, k);
        c.processor = processor(k, argv + 1);
        const double times = c.processor / c.job;
        product += log(times);
        worst = fmin(worst, times);
        printf("| `%s` | %s | %.0f | %.0f | %.0f | %.2f |", k->name, k->class, c.program, c.job,
               c.processor, times);
        if (c.gradient > 0)
            printf(" %.0f | %.2f |\n", c.gradient, c.gradient / c.job);
        else
            printf(" - | - |\n");
        fflush(stdout);
    }
    printf("\n%zu kernels: geometric mean %.2f times fewer cycles, the least %.2f\n", kernel_count,
           exp(product / (double)kernel_count), worst);
    rg_device_close(device);
    return 0;
}
