/* second_attempt.c: a gradient that does not fit is noticed while the machine sweeps back, or at
 * the end, and only that sweep is repeated.
 *
 * The machine runs in slices, and behind each the host looks at the overflows. Where there is one
 * the machine reverses and goes forward again, in value mode, over what it has gone back. It stops
 * at the halt between the sweeps. Its values are there what they were when results were copied out,
 * so another seed can take the place of the first. */
#include "host-driver/internal.h"
#include "isa/isa.h"

#include <stdlib.h>

/* A stop costs the cycles in which the pipeline fills again; a gradient that does not fit, what the
 * machine runs on for. */
enum { FIRST_SLICE = 2048, FORTH = 2, BACK_SLICE = 1024, BACK = 16 };

static uint64_t max(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* The cycle at which the host looks again. */
static rg_result next_look(const rgd_job *job, uint64_t *limit, rg_fault *fault)
{
    rgd_device *device = job->device;
    uint64_t cycles = 0, mode = 0;
    rg_result result = rg_bus_read(device, RG_REG_CYCLES, &cycles, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_MODE, &mode, fault);
    *limit = cycles
             + (mode & RG_WITH_GRADIENT ? max(cycles / BACK, BACK_SLICE)
                                        : max(cycles / FORTH, FIRST_SLICE));
    if (device->cycle_limit != 0 && *limit > device->cycle_limit)
        *limit = device->cycle_limit;
    return result;
}

/* What the host reads where the machine has stopped. */
typedef struct {
    uint64_t overflows, cycles, mode, pc;
} sight;

static rg_result see(rgd_device *device, sight *at, rg_fault *fault)
{
    const struct {
        uint32_t reg;
        uint64_t *value;
    } reads[] = {{RG_REG_GRADOVFALL, &at->overflows},
                 {RG_REG_CYCLES, &at->cycles},
                 {RG_REG_MODE, &at->mode},
                 {RG_REG_PC, &at->pc}};
    for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
        rg_result result = rg_bus_read(device, reads[i].reg, reads[i].value, fault);
        if (result != RG_OK)
            return result;
    }
    return RG_OK;
}

/* A gradient that did not fit where it cannot wrap: in gradient mode MULDIV alone traps so, since
 * the values come back as they went. */
static bool gradient_trapped(const sight *at, uint64_t status)
{
    return (status & RG_STATUS_TRAPPED) && RG_BUS_FIELD(status, STATUS, TRAP) == RG_TRAP_OVERFLOW
           && (at->mode & RG_WITH_GRADIENT);
}

/* Judge what is seen; *on: the machine is to go on. */
static rg_result look(const rgd_job *job, rg_watch *watch, bool *on, rg_fault *fault)
{
    rgd_device *device = job->device;
    sight at = {0};
    rg_result result = see(device, &at, fault);
    if (result != RG_OK)
        return result;
    const bool trapped = gradient_trapped(&at, watch->status);
    /* A Float that does not fit has trapped, and there is no smaller seed. */
    watch->overflowed = device->limbs == 1 && (at.overflows != watch->seen || trapped);
    /* Behind the program the gradients are copied out: then the job ends first. */
    *on = (watch->status & RG_STATUS_CYCLES)
          && (device->cycle_limit == 0 || at.cycles < device->cycle_limit);
    watch->midway = !job->keep && watch->overflowed && (*on || trapped) && at.pc >= device->base;
    *on = *on && !watch->midway;
    return RG_OK;
}

rg_result rg_watch_run(rgd_job *job, rg_copied *copied, rg_watch *watch, rg_fault *fault)
{
    rgd_device *device = job->device;
    rg_result result = RG_OK;
    bool on = true;
    while (result == RG_OK && on) {
        uint64_t limit = device->cycle_limit;
        if (!job->keep)
            result = next_look(job, &limit, fault);
        if (result == RG_OK)
            result = rg_bus_write(device, RG_REG_CYCLELIMIT, limit, fault);
        if (result == RG_OK)
            result = rg_job_run(job, copied, &watch->status, true, fault);
        if (result == RG_OK)
            result = look(job, watch, &on, fault);
    }
    return result == RG_OK ? rg_bus_write(device, RG_REG_CYCLELIMIT, device->cycle_limit, fault)
                           : result;
}

/* Zero where there is zero already erases nothing, and the machine bills the rest. */
rg_result rg_erase_gradients(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    size_t reached = 0;
    if (rg_layout_reached(job, &reached, fault) != RG_OK)
        return RG_BAD_MACHINE;
    const struct {
        uint32_t window;
        size_t count;
    } parts[] = {
        {RG_WINDOW_REGG, 32}, {RG_REG_GWLO, 2}, {RG_WINDOW_DMEMG, reached * device->limbs}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        for (size_t k = 0; k < parts[i].count; k++) {
            rg_result result = rg_bus_poke(device, parts[i].window, k, 0, fault);
            if (result != RG_OK)
                return result;
        }
    return RG_OK;
}

/* Turn and run to the halt between the sweeps, in value mode: where the job has come to its end
 * the instruction that ends gradient mode is run back too, and ends it once more. What is printed
 * on this way goes nowhere: the sweep back had printed it before it was given up. */
static rg_result run_forth(rgd_job *job, rg_copied *copied, uint64_t *status, rg_fault *fault)
{
    rgd_device *device = job->device;
    rg_copied printed = {0};
    uint64_t mode = 0;
    rg_result result = rg_bus_read(device, RG_REG_MODE, &mode, fault);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_MODE, mode ^ RG_WITH_GRADIENT, fault);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    job->turned = true;
    if (result == RG_OK)
        result = rg_dispatch_run(device, &printed, status, fault);
    if (result == RG_OK) /* for the sweep back, or for a rollback, which goes on past the halt */
        result = rg_bus_write(device, RG_REG_MODE, mode | RG_WITH_GRADIENT, fault);
    copied->count -= printed.count < copied->count ? printed.count : copied->count;
    free(printed.words);
    return result;
}

/* Face back again, with a seed as at first. */
static rg_result face_back(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    uint64_t pc = 0;
    rg_result result = rg_bus_read(device, RG_REG_PC, &pc, fault);
    if (result == RG_OK && pc != rg_layout_between(job))
        return rg_fail(fault, RG_BAD_MACHINE, "R0924",
                       "the machine did not find the way back to the seed: it stands at %llu",
                       (unsigned long long)pc);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    job->turned = false;
    job->seed.word = INT64_C(1) << ((int)device->frac + job->seed_exponent);
    return result == RG_OK ? rg_layout_seed(job, true, fault) : result;
}

rg_result rg_sweep_again(rgd_job *job, rg_copied *copied, rg_watch *watch, rg_fault *fault)
{
    rg_result result = rg_erase_gradients(job, fault);
    if (result == RG_OK)
        result = run_forth(job, copied, &watch->status, fault);
    if (result == RG_OK && !(watch->status & RG_STATUS_HALTED))
        return rg_run_ended(job, watch->status, fault);
    if (result == RG_OK)
        result = face_back(job, fault);
    return result == RG_OK ? rg_bus_read(job->device, RG_REG_GRADOVFALL, &watch->seen, fault)
                           : result;
}
