/* start.c: what a small job takes the host on each engine: a value, and a gradient. Times are those
 * of the processor, the least of some rounds. */

#include "bench/host.h"

static const char norm[] = "@i function norm(y!::Fixed, s!::Fixed, x::Vector{Fixed})\n"
                           "    for i = 1:length(x)\n"
                           "        s! += x[i]^2\n"
                           "    end\n"
                           "    y! += sqrt(s!)\n"
                           "end\n";
enum { ROUNDS = 5, RUNS = 50 };

/* Seconds of one run. */
static double time_of(rg_job *job, bool gradient)
{
    rg_fault fault;
    double least = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = seconds();
        for (int run = 0; run < RUNS; run++)
            check((gradient ? rg_gradient(job, "y!", 0, 0, &fault) : rg_call(job, &fault)) == RG_OK,
                  &fault);
        const double taken = (seconds() - begin) / RUNS;
        least = round == 0 || taken < least ? taken : least;
    }
    return least;
}

static void measure(rg_device *device)
{
    static const double x[] = {1, 2, 3};
    rg_fault fault;
    check(rg_load_text(device, "norm.rg", norm, &fault) == RG_OK, &fault);
    rg_job *job = rg_job_new(device, "norm", &fault);
    check(job && rg_set_array(job, "x", x, 3, 1, &fault) == RG_OK, &fault);
    const double value = time_of(job, false), gradient = time_of(job, true);
    printf("%-5s value %7.1f us, gradient %7.1f us: %.2f times\n", rg_device_engine(device),
           1e6 * value, 1e6 * gradient, gradient / value);
}

int main(void)
{
    static const char *const engines[] = {"fast", "rtl"};
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
        rg_device *device = rg_device_open(engines[i], NULL);
        if (device) /* else this build has none of the name */
            measure(device);
        rg_device_close(device);
    }
    return 0;
}
