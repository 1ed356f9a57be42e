/* report_counts.c: what was counted, in the report for a person. */
#include "host-driver/cli/cli.h"

#include <stdlib.h>
#include <string.h>

static uint64_t sum(const uint64_t *counts)
{
    uint64_t total = 0;
    for (unsigned i = 0; i < RG_COUNTER_CLASSES; i++)
        total += counts[i];
    return total;
}

void cli_print_cycles(FILE *out, const cli_session *session, bool all)
{
    rg_counters c;
    rg_get_counters(session->job, &c);
    if (!rg_device_counts(session->device)) {
        fprintf(out, "  cycles: %llu\n", (unsigned long long)c.cycles);
        return;
    }
    fprintf(out, "  cycles: %llu (forward %llu, backward %llu)\n", (unsigned long long)c.cycles,
            (unsigned long long)c.cycles_forward, (unsigned long long)c.cycles_backward);
    if (all)
        fprintf(out, "    of the program: forward %llu, backward %llu; the rest: dispatcher\n",
                (unsigned long long)c.program_forward, (unsigned long long)c.program_backward);
}

static void print_seeds(FILE *out, const rg_job *job)
{
    if (rg_has_gradients(job))
        fprintf(out, "  seed of the gradient: 2^%d\n", rg_seed_exponent(job));
    if (rg_has_tangents(job))
        fprintf(out, "  seed of the tangents: 2^%d\n", rg_tangent_exponent(job));
}

static void print_counters(FILE *out, const rg_job *job)
{
    rg_counters c;
    rg_get_counters(job, &c);
    fprintf(out, "  instructions  %12s %12s %12s\n", "forward", "backward",
            "of these with gradient");
    for (unsigned i = 0; rg_counter_class(i); i++)
        if (c.forward[i] + c.backward[i] > 0)
            fprintf(out, "    %-10s  %12llu %12llu %12llu\n", rg_counter_class(i),
                    (unsigned long long)c.forward[i], (unsigned long long)c.backward[i],
                    (unsigned long long)c.gradient[i]);
    fprintf(out, "    %-10s  %12llu %12llu %12llu\n", "all", (unsigned long long)sum(c.forward),
            (unsigned long long)sum(c.backward), (unsigned long long)sum(c.gradient));
    fprintf(out, "  memory words    %llu read, %llu written; gradients %llu read, %llu written\n",
            (unsigned long long)c.memory_reads, (unsigned long long)c.memory_writes,
            (unsigned long long)c.gradient_reads, (unsigned long long)c.gradient_writes);
    fprintf(
        out,
        "  of these the dispatcher: %llu instructions, %llu words read, %llu written; gradients "
        "%llu read, %llu written\n",
        (unsigned long long)c.dispatcher.instructions,
        (unsigned long long)c.dispatcher.memory_reads,
        (unsigned long long)c.dispatcher.memory_writes,
        (unsigned long long)c.dispatcher.gradient_reads,
        (unsigned long long)c.dispatcher.gradient_writes);
    fprintf(out, "  words copied in %llu, before the run, in %llu cycles\n",
            (unsigned long long)c.words_copied_in, (unsigned long long)c.cycles_copied_in);
    fprintf(out, "  words copied out %llu, after it and between its sweeps, in %llu cycles\n",
            (unsigned long long)c.words_copied_out, (unsigned long long)c.cycles_copied_out);
    fprintf(out, "  bits copied out %llu\n", (unsigned long long)c.bits_copied_out);
    fprintf(out, "  bits erased     %llu\n",
            (unsigned long long)(c.bits_erased_gradient + c.bits_erased_host));
}

/* The lines of the ledger, how many they are in count; NULL when there are none, and then count is
 * 0, or memory is short. */
static rg_ledger_line *ledger(const rg_job *job, size_t *count)
{
    *count = rg_get_ledger(job, NULL, 0);
    rg_ledger_line *lines = *count ? calloc(*count, sizeof *lines) : NULL;
    if (lines)
        rg_get_ledger(job, lines, *count);
    return lines;
}

static bool is_value(const rg_ledger_line *line)
{
    return strcmp(line->cause, "erased value") == 0;
}

static int print_ledger(FILE *out, const rg_job *job)
{
    size_t count;
    rg_ledger_line *lines = ledger(job, &count);
    for (size_t i = 0; lines && i < count; i++)
        fprintf(out, "    %s:%u: %llu bits of %s\n", lines[i].file[0] ? lines[i].file : "firmware",
                lines[i].line, (unsigned long long)lines[i].bits,
                is_value(&lines[i]) ? "values erased" : "gradient dropped");
    free(lines);
    return count > 0 && !lines ? -1 : 0;
}

int cli_print_erased_values(FILE *out, const rg_job *job)
{
    size_t count;
    uint64_t bits = 0;
    rg_ledger_line *lines = ledger(job, &count);
    for (size_t i = 0; lines && i < count; i++)
        bits += is_value(&lines[i]) ? lines[i].bits : 0;
    if (bits > 0)
        fprintf(out, "  values erased: %llu bits; there is no way back to the start\n",
                (unsigned long long)bits);
    free(lines);
    return count > 0 && !lines ? -1 : 0;
}

int cli_print_counts(FILE *out, const rg_job *job)
{
    print_seeds(out, job);
    print_counters(out, job);
    return print_ledger(out, job);
}
