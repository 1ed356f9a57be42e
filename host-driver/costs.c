/* costs.c: the cost of several attempts at one gradient. Their counters and ledgers are summed. */
#include "host-driver/internal.h"

#include <stdlib.h>
#include <string.h>

enum { COUNTS = sizeof(rg_counters) / sizeof(uint64_t) };
_Static_assert(sizeof(rg_counters) == COUNTS * sizeof(uint64_t), "a counter is one 64-bit word");

void rg_counters_add(rg_counters *to, const rg_counters *from)
{
    uint64_t a[COUNTS], b[COUNTS];
    memcpy(a, to, sizeof a);
    memcpy(b, from, sizeof b);
    for (size_t i = 0; i < COUNTS; i++)
        a[i] += b[i];
    memcpy(to, a, sizeof a);
}

void rg_counters_subtract(rg_counters *from, const rg_counters *what)
{
    uint64_t a[COUNTS], b[COUNTS];
    memcpy(a, from, sizeof a);
    memcpy(b, what, sizeof b);
    for (size_t i = 0; i < COUNTS; i++)
        a[i] -= b[i];
    memcpy(from, a, sizeof a);
}

bool rg_ledger_add(rg_ledger_line **ledger, size_t *count, const rg_ledger_line *line)
{
    for (size_t i = 0; i < *count; i++) {
        rg_ledger_line *known = &(*ledger)[i];
        if (known->line == line->line && strcmp(known->cause, line->cause) == 0
            && strcmp(known->file, line->file) == 0) {
            known->bits += line->bits;
            return true;
        }
    }
    rg_ledger_line *grown = realloc(*ledger, (*count + 1) * sizeof *grown);
    if (!grown)
        return false;
    *ledger = grown;
    grown[(*count)++] = *line;
    return true;
}

bool rg_costs_add(rg_costs *costs, const rgd_job *job)
{
    rg_counters_add(&costs->counters, &job->counters);
    costs->few.values += job->few.values;
    costs->few.gradients += job->few.gradients;
    for (size_t i = 0; i < job->ledger_count; i++)
        if (!rg_ledger_add(&costs->ledger, &costs->ledger_count, &job->ledger[i]))
            return false;
    for (size_t i = 0; i < job->line_count; i++)
        if (!rg_lines_add(&costs->lines, &costs->line_count, &job->lines[i]))
            return false;
    return true;
}

void rg_costs_close(rg_costs *costs, rgd_job *job)
{
    job->counters = costs->counters;
    job->few = costs->few;
    free(job->ledger);
    job->ledger = costs->ledger;
    job->ledger_count = costs->ledger_count;
    free(job->lines);
    job->lines = costs->lines;
    job->line_count = costs->line_count;
    *costs = (rg_costs){0};
}
