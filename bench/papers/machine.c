/* machine.c: a problem on the machine. */
#include "bench/papers/machine.h"

#include "bench/papers/host.h"

#include <math.h>
#include <stdio.h>

/* rg_profile_call runs the instructions one by one, and not more than this. */
static const uint64_t PROFILE_LIMIT = 4000000;

static bool complain(const bench_problem *p, const rg_fault *fault)
{
    fprintf(stderr, "bench: %s %s: error[%s]: %s\n", p->name, p->size, fault->code, fault->message);
    return false;
}

static rg_result set(rg_job *job, const bench_argument *a, rg_fault *fault)
{
    if (a->integers)
        return a->scalar ? rg_set_integer(job, a->name, a->integers[0], fault)
                         : rg_set_integers(job, a->name, a->integers, a->rows, a->columns, fault);
    return a->scalar ? rg_set_number(job, a->name, a->reals[0], fault)
                     : rg_set_array(job, a->name, a->reals, a->rows, a->columns, fault);
}

static rg_job *open_job(rg_device *device, const bench_problem *p)
{
    rg_fault fault;
    rg_job *job = NULL;
    if (rg_load(device, p->program, &fault) != RG_OK
        || !(job = rg_job_new(device, p->routine, &fault))) {
        complain(p, &fault);
        return NULL;
    }
    for (size_t i = 0; i < p->count; i++)
        if (set(job, &p->arguments[i], &fault) != RG_OK) {
            complain(p, &fault);
            rg_job_free(job);
            return NULL;
        }
    return job;
}

/* The element of the result that the gradient is taken of. */
static double value_of_result(const rg_job *job, const bench_problem *p, double *room)
{
    const bench_argument *r = bench_find(p, p->result);
    const size_t index = p->row ? (p->column - (p->column > 0)) * r->rows + p->row - 1 : 0;
    return rg_get(job, p->result, room, r->rows * r->columns) > index ? room[index] : NAN;
}

static void read_gradient(const rg_job *job, const bench_problem *p, double *gradient)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->arguments[i].active)
            rg_get_gradient(job, p->arguments[i].name, gradient + p->arguments[i].offset,
                            p->arguments[i].rows * p->arguments[i].columns);
}

bool bench_run_machine(rg_device *device, const bench_problem *p, bench_machine *m)
{
    rg_fault fault;
    rg_counters c;
    rg_energy energy;
    rg_profile profile;
    const double start = bench_seconds();
    rg_job *job = open_job(device, p);
    bool done = false;

    if (!job)
        return false;
    if (rg_call(job, &fault) != RG_OK || rg_get_energy(job, NULL, &energy, &fault) != RG_OK)
        goto out;
    rg_get_counters(job, &c);
    m->cycles = c.program_forward + c.program_backward;
    m->instructions = c.instructions;
    m->job = c.cycles;
    m->words_in = 0;
    for (size_t i = 0; i < p->count; i++)
        m->words_in += p->arguments[i].scalar ? 1 : p->arguments[i].rows * p->arguments[i].columns;
    m->objective_J = energy.conventional.total_J;
    if (rg_gradient(job, p->result, p->row, p->column, &fault) != RG_OK
        || rg_get_energy(job, NULL, &energy, &fault) != RG_OK)
        goto out;
    rg_get_counters(job, &c);
    m->cycles_forward = c.program_forward;
    m->cycles_backward = c.program_backward;
    m->gradient_instructions = c.instructions;
    m->gradient_job = c.cycles;
    m->attempts = rg_attempts(job);
    m->words = c.memory_reads + c.memory_writes + c.gradient_reads + c.gradient_writes;
    m->peak_words = rg_peak_words(job);
    m->restored = rg_restored(job);
    m->conventional_J = energy.conventional.total_J;
    m->adiabatic_J = energy.adiabatic.total_J;
    m->landauer_J = energy.landauer.total_J;
    m->value = value_of_result(job, p, m->gradient);
    read_gradient(job, p, m->gradient);
    m->has_level = m->instructions < PROFILE_LIMIT;
    if (m->has_level) {
        if (rg_profile_call(job, &profile, &fault) != RG_OK)
            goto out;
        m->level = log2((double)profile.executed / (double)profile.needed);
    }
    m->seconds = bench_seconds() - start;
    done = true;
out:
    rg_job_free(job);
    return done || complain(p, &fault);
}

bool bench_hessian_cycles(rg_device *device, const bench_problem *p, uint64_t *cycles)
{
    rg_fault fault;
    rg_counters c;
    rg_job *job = open_job(device, p);
    if (!job)
        return false;
    const bool done = rg_hessian(job, p->result, p->row, p->column, &fault) == RG_OK;
    rg_get_counters(job, &c);
    *cycles = c.program_forward + c.program_backward;
    rg_job_free(job);
    return done || complain(p, &fault);
}
