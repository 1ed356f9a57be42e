/* run.c: running a job: call, uncall, the gradient recipe, the way back after a trap. */
#include "host-driver/internal.h"
#include "isa/isa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SEED = 8, SEED_STEP = 8 };

static void forget_last_run(rg_job *job)
{
    job->ran = job->has_gradients = job->restored = job->trapped = job->unfinished = job->turned =
        false;
    job->change_count = job->kept = job->peak = 0;
    free(job->output);
    job->output = NULL;
    job->has_tangents = job->has_second = false;
    memset(&job->counters, 0, sizeof job->counters);
    rg_matrix_clear(&job->jacobian);
    rg_matrix_clear(&job->hessian);
    free(job->ledger);
    job->ledger = NULL;
    job->ledger_count = 0;
    free(job->lines);
    job->lines = NULL;
    job->line_count = 0;
}

static rg_result stopped_early(rg_job *job, uint64_t status, rg_fault *fault)
{
    job->device->dirty = true;
    job->unfinished = (status & (RG_STATUS_CYCLES | RG_STATUS_STOPPED)) != 0;
    if (status & RG_STATUS_STOPPED) {
        atomic_store(&job->device->stop, false);
        return rg_fail(fault, RG_BAD_MACHINE, "R0925", "%s was stopped before its end",
                       job->routine->name);
    }
    if (status & RG_STATUS_CYCLES)
        return rg_fail(fault, RG_BAD_MACHINE, "R0922", "%s did not end within %llu cycles",
                       job->routine->name, (unsigned long long)job->device->cycle_limit);
    return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                   "the machine stopped without reaching the end of the job (status 0x%llx)",
                   (unsigned long long)status);
}

rg_result rg_run_sweep(rg_job *job, rg_copied *copied, rg_fault *fault)
{
    rg_device *device = job->device;
    uint64_t status = 0;
    rg_result result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_CLEAR, fault);
    if (result == RG_OK)
        result = rg_core_run(device, copied, &status, fault);
    if (result == RG_OK)
        result = rg_core_counters(device, &job->counters, fault);
    if (rg_engine_stack_peak(device->engine))
        job->peak = (size_t)rg_engine_stack_peak(device->engine);
    job->counters.bits_erased_host += job->bits_erased_loading;
    if (result == RG_OK)
        result = rg_ledger_collect(job, fault);
    if (result == RG_OK)
        result = rg_lines_collect(job, fault);
    if (result != RG_OK) {
        device->dirty = true;
        return result;
    }
    if (status & RG_STATUS_TRAPPED) {
        device->dirty = job->trapped = true;
        return rg_trap_collect(job, fault);
    }
    if (!(status & RG_STATUS_HALTED))
        return stopped_early(job, status, fault);
    return RG_OK;
}

rg_result rg_run_start(rg_job *job, int command, rg_fault *fault)
{
    forget_last_run(job);
    job->command = command;
    rg_result result = rg_layout_make(job, fault);
    if (result == RG_OK)
        result = rg_bus_write(job->device, RG_REG_CONTROL, RG_CONTROL_CLEAR, fault);
    if (result == RG_OK)
        result = rg_layout_write(job, fault);
    if (result == RG_OK)
        result = rg_bus_read(job->device, RG_REG_ERASEDHOST, &job->bits_erased_loading, fault);
    if (result == RG_OK)
        result = rg_core_stand(job->device, rg_layout_start(job), fault);
    return result;
}

rg_result rg_run_take(rg_job *job, rg_copied *copied, bool gradients, rg_fault *fault)
{
    rg_result result = rg_output_take(job, copied, rg_layout_copied(job, false),
                                      gradients ? rg_layout_copied(job, true) : 0, true, fault);
    if (result != RG_OK)
        return result;
    if (rg_layout_unpack(job, copied, gradients)) {
        job->ran = true;
        return RG_OK;
    }
    job->device->dirty = true;
    return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                   "the machine copied out %zu words, which is not what the job asked for",
                   copied->count);
}

/* The trap is what the caller hears of; the text is extra. */
static void show_until_trap(rg_job *job, rg_copied *copied)
{
    rg_fault ignored;
    (void)rg_output_take(job, copied, rg_layout_copied(job, false), 0, false, &ignored);
}

static rg_result run_plain(rg_job *job, int command, rg_fault *fault)
{
    rg_copied copied = {0};
    job->seed = (rg_seed){0};
    rg_result result = rg_run_start(job, command, fault);
    if (result == RG_OK)
        result = rg_run_sweep(job, &copied, fault);
    if (result == RG_OK)
        result = rg_run_take(job, &copied, false, fault);
    else if (job->trapped)
        show_until_trap(job, &copied);
    if (result == RG_OK)
        result = rg_check_leftover(job, fault);
    free(copied.words);
    return result;
}

rg_result rg_call(rg_job *job, rg_fault *fault) { return run_plain(job, RG_COMMAND_CALL, fault); }

rg_result rg_uncall(rg_job *job, rg_fault *fault)
{
    rg_result result = rg_refuse_erasures(job, fault);
    return result == RG_OK ? run_plain(job, RG_COMMAND_UNCALL, fault) : result;
}

rg_result rg_check_restored(rg_job *job, uint64_t before, rg_fault *fault)
{
    uint64_t after = 0, erased = 0;
    bool equal = false;
    rg_result result = rg_layout_clear_gradients(job, fault);
    /* The gradients were copied out; that the host zeroes them afterwards is an erasure of this
     * run. */
    if (result == RG_OK)
        result = rg_bus_read(job->device, RG_REG_ERASEDHOST, &erased, fault);
    job->counters.bits_erased_host = job->bits_erased_loading + erased;
    if (result == RG_OK)
        result = rg_layout_compare(job, false, &equal, fault);
    if (result == RG_OK)
        result = rg_core_stand(job->device, rg_layout_start(job), fault);
    if (result == RG_OK)
        result = rg_core_signature(job->device, false, &after, fault);
    if (result != RG_OK)
        return result;
    job->restored = equal && before == after;
    if (!job->restored)
        job->device->dirty = true;
    return RG_OK;
}

/* Run a gradient pass whose dropped gradients were kept the other way, back to the start of the
 * job: every word of both banks, and the registers, must be what they were. */
static rg_result undo(rg_job *job, uint64_t before, rg_fault *fault)
{
    rg_device *device = job->device;
    uint64_t kept = 0, left = 1, overflows = 1, status = 0, after = 0;
    bool equal = false;
    rg_result result = rg_bus_read(device, RG_REG_KEPT, &kept, fault);
    job->kept = (size_t)kept;
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    device->going_back = true;
    if (result == RG_OK)
        result = rg_core_run(device, NULL, &status, fault);
    device->going_back = false;
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_KEPT, &left, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_GRADOVF, &overflows, fault);
    if (result == RG_OK)
        result = rg_core_signature(device, true, &after, fault);
    if (result == RG_OK)
        result = rg_layout_compare(job, true, &equal, fault);
    if (result != RG_OK)
        return result;
    job->restored = (status & RG_STATUS_HALTED) && (status & RG_STATUS_BACKWARD) && left == 0
                    && overflows == 0 && equal && before == after
                    && job->counters.bits_erased_gradient == 0;
    device->dirty = device->dirty || !job->restored;
    return RG_OK;
}

/* One attempt at the recipe with seed 2^exponent; overflowed tells that a gradient did not fit. */
static rg_result attempt(rg_job *job, const rg_argument *of, size_t element, int exponent,
                         bool *overflowed, rg_fault *fault)
{
    rg_copied copied = {0};
    uint64_t before = 0, overflows = 0;
    job->seed = (rg_seed){of, element, INT64_C(1) << ((int)job->device->frac + exponent)};
    job->seed_exponent = exponent;
    rg_result result = rg_run_start(job, RG_COMMAND_GRADIENT, fault);
    if (result == RG_OK && job->keep)
        result = rg_bus_write(job->device, RG_REG_KEEP, 1, fault);
    if (result == RG_OK)
        result = rg_core_signature(job->device, job->keep, &before, fault);
    if (result == RG_OK)
        result = rg_run_sweep(job, &copied, fault);
    if (result == RG_OK)
        result = rg_run_take(job, &copied, true, fault);
    else if (job->trapped)
        show_until_trap(job, &copied);
    if (result == RG_OK)
        result = rg_bus_read(job->device, RG_REG_GRADOVFALL, &overflows, fault);
    if (result == RG_OK)
        result = job->keep ? undo(job, before, fault) : rg_check_restored(job, before, fault);
    free(copied.words);
    *overflowed = overflows != 0;
    job->has_gradients = result == RG_OK && !*overflowed;
    return result;
}

/* A gradient that did not fit where it cannot wrap: in gradient mode MULDIV alone traps so, since
 * the values come back as they went. */
static bool gradient_trapped(rg_job *job)
{
    uint64_t mode = 0;
    return job->trapped && strcmp(job->trap.cause, "OVERFLOW") == 0
           && rg_bus_read(job->device, RG_REG_MODE, &mode, NULL) == RG_OK
           && (mode & RG_WITH_GRADIENT) != 0;
}

rg_result rg_find_element(const rg_job *job, const char *name, size_t row, size_t column,
                          const rg_argument **of, size_t *element, rg_fault *fault)
{
    const rg_argument *argument = rg_argument_find(job, name);
    if (!argument)
        return rg_fail(fault, RG_BAD_USE, "R0907", "%s has no argument `%s`", job->routine->name,
                       name);
    if (argument->number != RG_NUMBER_FIXED && argument->number != RG_NUMBER_LOG)
        return rg_fail(fault, RG_BAD_USE, "R0913",
                       "argument %s is an %s: only Fixed and Log have gradients", name,
                       argument->number == RG_NUMBER_INT ? "Int" : "Bool");
    *of = argument;
    *element = 0;
    if (argument->param->rank == 0) {
        if (row > 1 || column > 1)
            return rg_fail(fault, RG_BAD_USE, "R0913",
                           "argument %s is a scalar and has no elements", name);
        return RG_OK;
    }
    if (argument->param->rank == 1 && column == 0)
        column = 1;
    if (!argument->argument)
        return rg_fail(fault, RG_BAD_USE, "R0909",
                       "argument %s is an array and has no shape: set it", name);
    if (row < 1 || column < 1 || row > argument->rows || column > argument->columns)
        return rg_fail(
            fault, RG_BAD_USE, "R0913",
            "argument %s is an array of %zu by %zu: the gradient needs one element of it", name,
            argument->rows, argument->columns);
    *element = row - 1 + (column - 1) * argument->rows;
    return RG_OK;
}

/* Attempts with ever smaller seeds until the gradients fit; their cost goes into the books. */
static rg_result try_seeds(rg_job *job, const char *name, const rg_argument *of, size_t element,
                           rg_books *books, rg_fault *fault)
{
    rg_result result;
    int most = (int)job->device->xlen - 2 - (int)job->device->frac - 1;
    bool overflowed = true;
    result = RG_BAD_MACHINE;
    for (int exponent = most < FIRST_SEED ? most : FIRST_SEED;
         exponent >= -(int)job->device->frac / 2; exponent -= SEED_STEP) {
        result = attempt(job, of, element, exponent, &overflowed, fault);
        job->attempts++;
        if (!rg_books_add(books, job))
            return rg_no_memory(fault);
        if (result == RG_TRAPPED && gradient_trapped(job))
            continue;
        if (result != RG_OK)
            return result;
        if (!overflowed) {
            job->seeded_number = of->number;
            job->seeded_word = of->result[element];
            return RG_OK;
        }
    }
    if (result == RG_TRAPPED) /* where it did not fit is known */
        return result;
    return rg_fail(fault, RG_BAD_MACHINE, "R0921",
                   "the gradient of %s does not fit in Q%u.%u with any seed", name,
                   job->device->xlen - 1 - job->device->frac, job->device->frac);
}

rg_result rg_gradient(rg_job *job, const char *name, size_t row, size_t column, rg_fault *fault)
{
    const rg_argument *of = NULL;
    size_t element = 0;
    rg_books books = {0};
    rg_result result = rg_find_element(job, name, row, column, &of, &element, fault);
    if (result == RG_OK)
        result = rg_refuse_erasures(job, fault);
    if (result != RG_OK)
        return result;
    job->attempts = 0;
    result = try_seeds(job, name, of, element, &books, fault);
    rg_books_close(&books, job);
    return result;
}

size_t rg_get_gradient(const rg_job *job, const char *name, double *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    if (!argument || !job->has_gradients || !argument->gradient
        || (argument->number != RG_NUMBER_FIXED && argument->number != RG_NUMBER_LOG))
        return 0;
    for (size_t i = 0; i < argument->count && i < capacity; i++) {
        double stored =
            ldexp((double)argument->gradient[i], -(int)job->device->frac - job->seed_exponent);
        out[i] = rg_gradient_decode(job->device, stored, job->seeded_number, job->seeded_word,
                                    argument->number, argument->argument[i]);
    }
    return argument->count;
}

void rg_keep_gradients(rg_job *job, bool keep) { job->keep = keep; }
size_t rg_kept_gradients(const rg_job *job) { return job->kept; }

bool rg_has_gradients(const rg_job *job) { return job->has_gradients; }
bool rg_restored(const rg_job *job) { return job->restored; }
int rg_seed_exponent(const rg_job *job) { return job->seed_exponent; }
unsigned rg_attempts(const rg_job *job) { return job->attempts; }
size_t rg_peak_words(const rg_job *job) { return job->peak; }

void rg_get_counters(const rg_job *job, rg_counters *counters) { *counters = job->counters; }
const char *rg_get_output(const rg_job *job) { return job->output ? job->output : ""; }
const rg_trap_report *rg_get_trap(const rg_job *job) { return job->trapped ? &job->trap : NULL; }

bool rg_unfinished(const rg_job *job) { return job->unfinished; }
void rg_stop(rg_device *device) { atomic_store(&device->stop, true); }

rg_result rg_rollback(rg_job *job, rg_fault *fault)
{
    rg_device *device = job->device;
    uint64_t status = 0;
    bool equal = false;
    if (!job->trapped && !job->unfinished)
        return rg_fail(fault, RG_BAD_USE, "R0917",
                       "only a job that trapped or was stopped can be run back");
    job->unfinished = false;
    if (rg_has_erased(job))
        return rg_fail(
            fault, RG_BAD_USE, "R0930",
            "the run had erased values before it stopped: there is no way back to its start");
    rg_result result = rg_bus_write(device, RG_REG_CYCLELIMIT, 0, fault);
    if (result == RG_OK && !job->turned)
        result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    job->turned = false;
    device->going_back = true;
    if (result == RG_OK)
        result = rg_core_run(device, NULL, &status, fault);
    device->going_back = false;
    atomic_store(&device->stop, false);
    if (result != RG_OK)
        return result;
    if (!(status & RG_STATUS_HALTED) || !(status & RG_STATUS_BACKWARD))
        return rg_fail(fault, RG_BAD_MACHINE, "R0924",
                       "the machine did not find the way back to the start (status 0x%llx)",
                       (unsigned long long)status);
    result = rg_layout_compare(job, true, &equal, fault);
    if (result != RG_OK)
        return result;
    job->restored = equal;
    if (!equal)
        return rg_fail(fault, RG_BAD_MACHINE, "R0924",
                       "the machine came back to the start, but its memory is not what it was");
    return RG_OK;
}
