/* first_seed.c: what the numbers of a run say of the seed of its gradient.
 *
 * A result that has changed by D, on arguments of at most X, has somewhere had a derivative of
 * about D / X: so says the mean value theorem for each way through the arguments. Reciprocal powers
 * and other steep functions have much larger ones at their end. So where D / X does not fit under
 * the usual seed, that seed would be lost, and the sweep back begins with a smaller one. D is known
 * where the job halts between its sweeps.
 *
 * A constant that the program adds can be all of D. Then the gradients come out small, and the
 * usual seed is tried after all. Where one has few bits, so is any larger seed under which all that
 * came out fits.
 *
 * Where D / X fits and the usual seed is lost nevertheless, the next one is chosen likewise, if it
 * spares an attempt. Within two steps of the usual one it would only cost digits. */
#include "host-driver/internal.h"

#include <math.h>

/* One part of a word stands above the mean derivative, for what is steeper: 12 bits of 64. */
enum { PARTS = 5 };
/* Gradients that leave so many bits of a word free fit under a seed, for what is larger on the way
 * to them. So does what leaves none, where a gradient has fewer bits than FEW: seven digits. */
enum { FREE = 4, FEW = 24 };

static int whole_bits(const rgd_device *device) { return (int)(device->xlen - 1 - device->frac); }

int rg_usual_seed(const rgd_device *device) { return rg_seed_within(device, RG_USUAL_SEED); }

static bool is_fixed(const rg_argument *a) { return a->number == RG_NUMBER_FIXED && a->limbs == 1; }

/* The largest argument of the last run, as a word. */
static double largest_argument(const rgd_job *job)
{
    double most = 0;
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i];
        for (size_t k = 0; is_fixed(a) && k < a->count; k++)
            most = fmax(most, fabs((double)rg_started(a)[k]));
    }
    return most;
}

int rg_foreseen_seed(const rgd_job *job, const rg_argument *of, size_t element, bool lost)
{
    const int usual = rg_usual_seed(job->device), room = whole_bits(job->device);
    if (!is_fixed(of) || of->left)
        return usual;
    const double change = fabs((double)of->result[element] - (double)rg_started(of)[element]),
                 most = largest_argument(job);
    /* Words of both: the point cancels. */
    if (most == 0 || (!lost && change / most < ldexp(1, room - usual)))
        return usual;
    int bits;
    frexp(change / most, &bits);
    const int seed = room - (int)job->device->xlen / PARTS - bits, least = usual - 2 * RG_SEED_STEP;
    if (seed > (lost ? least : usual))
        return usual;
    return seed > least ? seed : least;
}

/* The largest gradient of the job, and the smallest but 0, as words under seed 0. */
typedef struct {
    double least, most;
} extent;

static extent extent_of(const rgd_job *job)
{
    const double scale = ldexp(1, -job->seed_exponent);
    extent e = {HUGE_VAL, 0};

    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i];
        for (size_t k = 0; rg_argument_active(a) && !a->gradient_left && k < a->count; k++) {
            const double word = fabs((double)a->gradient[k]) * scale;
            e.most = fmax(e.most, word);
            e.least = word > 0 ? fmin(e.least, word) : e.least;
        }
    }
    return e;
}

int rg_settled_seed(const rgd_job *job, int foreseen)
{
    const rgd_device *device = job->device;
    const extent e = extent_of(job);
    const bool few = e.least < ldexp(1, FEW - foreseen);
    const int free = few ? 0 : FREE, usual = rg_usual_seed(device);

    for (int seed = usual; seed > foreseen; seed -= RG_SEED_STEP)
        if ((few || seed == usual) && e.most < ldexp(1, (int)device->xlen - 1 - free - seed))
            return seed;
    return foreseen;
}

rg_result rg_seed_foreseen(rgd_job *job, rg_fault *fault)
{
    const rg_argument *of = job->seed.in;
    if (job->foresight != RG_FORESIGHT_MAY || !of)
        return RG_OK;
    const int seed = rg_foreseen_seed(job, of, job->seed.element, false);
    if (seed >= job->seed_exponent)
        return RG_OK;
    job->foresight = RG_FORESIGHT_HAS;
    job->seed_exponent = seed;
    job->seed = rg_seed_of(job, of, job->seed.element);
    job->bus_cycles_out += RG_BUS_WRITE_CLOCKS;
    return rg_layout_seed(job, true, fault);
}
