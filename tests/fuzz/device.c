/* device.c: running the routines of a program that the fuzzer made. */
#include "tests/fuzz/device.h"
#include "tests/fuzz/harness.h"

#include <string.h>

enum { CYCLES = 20000, EXTENT = 3 };

static rg_device *shared;

static void close_shared(void) { rg_device_close(shared); }

rg_device *fuzz_device(void)
{
    rg_fault fault;
    if (shared)
        return shared;
    shared = rg_device_open("fast", &fault);
    if (!shared)
        fprintf(stderr, "%s\n", fault.message);
    CLAIM(shared && atexit(close_shared) == 0);
    rg_set_cycle_limit(shared, CYCLES);
    return shared;
}

/* False when the program has no such small arguments. */
static bool set_arguments(rg_job *job)
{
    rg_parameter p;
    rg_fault fault;
    int64_t words[EXTENT * EXTENT];
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
        if (p.keyword)
            continue;
        size_t rows = p.rank ? EXTENT : 1, columns = p.rank > 1 ? EXTENT : 1;
        for (size_t k = 0; k < rows * columns; k++) {
            int64_t unit = p.number == RG_NUMBER_FIXED ? INT64_C(1) << (rg_device_frac(shared) - 2)
                                                       : 1;
            words[k] = p.number == RG_NUMBER_BOOL ? (int64_t)((i + k) & 1)
                                                  : ((int64_t)(i + k) % 7 - 1) * unit;
        }
        if (rg_set_raw(job, p.name, words, rows, columns, &fault) != RG_OK)
            return false;
    }
    return true;
}

/* What @erase has forgotten is not found again, and that is said. */
static bool forgets(const rg_fault *fault) { return strcmp(fault->code, "R0930") == 0; }

/* After a run that did not come to its end: back to the start, every bit as before. An untrusted
 * program may hold what stops the way back (a second halt, say); then the driver says so. */
static void way_back(rg_job *job, rg_result result, bool trusted)
{
    rg_fault fault;
    if (result != RG_TRAPPED)
        return;
    CLAIM(rg_get_trap(job) != NULL && rg_get_trap(job)->message[0] != '\0');
    rg_result back = rg_rollback(job, &fault);
    if (trusted && back != RG_OK && !forgets(&fault))
        fprintf(stderr, "%s\n", fault.message);
    CLAIM(back == RG_OK ? rg_restored(job)
                        : (!trusted || forgets(&fault)) && fault.message[0] != '\0');
}

static void there_and_back(rg_job *job, bool trusted)
{
    rg_fault fault;
    int64_t before[EXTENT * EXTENT], after[EXTENT * EXTENT];
    rg_parameter p;
    rg_result result = rg_call(job, &fault);
    way_back(job, result, trusted);
    if (result != RG_OK)
        return;
    rg_job *again = rg_job_new(shared, rg_job_routine(job), &fault);
    CLAIM(again && set_arguments(again));
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
        size_t count = rg_get_raw(job, p.name, after, EXTENT * EXTENT);
        if (count > 0 && !p.keyword)
            CLAIM(rg_set_raw(again, p.name, after, p.rows, p.columns, &fault) == RG_OK);
    }
    result = rg_uncall(again, &fault);
    if (trusted && result != RG_OK && !forgets(&fault))
        fprintf(stderr, "%s\n", fault.message);
    CLAIM(!trusted || result == RG_OK || result == RG_BAD_MACHINE
          || forgets(&fault)); /* the inverse may need more than the limit */
    for (size_t i = 0; trusted && result == RG_OK && rg_parameter_at(job, i, &p); i++) {
        size_t count = rg_get_raw(again, p.name, after, EXTENT * EXTENT);
        CLAIM(rg_get_argument_raw(job, p.name, before, EXTENT * EXTENT) == count);
        CLAIM(memcmp(before, after, count * sizeof *before) == 0);
    }
    rg_job_free(again);
}

static void gradients(rg_job *job, bool trusted)
{
    rg_fault fault;
    rg_parameter p;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
        if (!p.active || p.keyword)
            continue;
        rg_result result = rg_gradient(job, p.name, p.rank ? 1 : 0, p.rank > 1 ? 1 : 0, &fault);
        if (trusted && result == RG_OK)
            CLAIM(rg_restored(job));
        way_back(job, result, trusted);
        return;
    }
}

void fuzz_jobs(rg_device *device, size_t most, bool trusted)
{
    rg_fault fault;
    for (size_t i = 0; i < rg_routine_count(device) && i < most; i++) {
        rg_job *job = rg_job_new(device, rg_routine_name(device, i), &fault);
        if (!job)
            continue;
        if (set_arguments(job)) {
            there_and_back(job, trusted);
            gradients(job, trusted);
        }
        rg_job_free(job);
    }
}
