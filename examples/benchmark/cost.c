/* cost.c: cycles of jobs, and of their programs alone. */
#include "examples/benchmark/cost.h"

#include <stdio.h>

void cost_add(cost *sum, const rg_job *job)
{
    rg_counters c;
    rg_get_counters(job, &c);
    sum->program += c.program_forward + c.program_backward;
    sum->job += c.cycles;
    sum->jobs++;
    sum->attempts += rg_attempts(job);
}

bool cost_objective(cost *sum, rg_job *job, rg_fault *fault)
{
    if (rg_call(job, fault) != RG_OK)
        return false;
    cost_add(sum, job);
    return true;
}

void cost_print(const cost *gradient, const cost *objective)
{
    const double each = (double)objective->jobs / (double)gradient->jobs;
    printf(
        "  gradient over objective, %zu attempts in %zu jobs: %.2f of the programs alone, %.2f of "
        "the jobs with dispatcher and copies out\n",
        gradient->attempts, gradient->jobs,
        each * (double)gradient->program / (double)objective->program,
        each * (double)gradient->job / (double)objective->job);
}
