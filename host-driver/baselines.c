/* baselines.c: counters of the machines that a run is compared with, from what it needs. */
#include "host-driver/baselines.h"

#include "energy/treeverse.h"
#include "host-driver/internal.h"
#include "host-driver/irreversible.h"

#include <stdlib.h>
#include <string.h>

const char *const rg_baseline_names[RG_BASELINES] = {"irreversible", "reversible", "taped",
                                                     "checkpointed", "reversible_gradient"};

static const char *const assumptions[] = {
    "All machines have the same core, number format, memory, clock and prices of this technology.",
    "All pay the same job dispatcher and the same copies of arguments, results and gradients.",
    "A machine that overwrites runs what the results depend on, and nothing to undo it.",
    "It needs no landings, no checks of ancillas and no checks of bounds; a loop costs it one "
    "instruction an iteration, a call two.",
    "A decision that leads only to what never ran is not counted.",
    "A word of Fixed within 8 units of the last place of zero counts as zero, and a sum that "
    "begins at zero as an assignment.",
    "Each result that it writes erases a word.",
    "Its gradients lie in ordinary memory; those of registers lie in registers.",
    "The tape holds each value that enters a partial derivative and is overwritten, once, and a "
    "word for each decision of a branch.",
    "The reverse sweep computes integers and partial derivatives of functions once more.",
    "A checkpoint holds the words that are needed and changed later; stretches have equal numbers "
    "of operations, and treeverse takes the fewest of them.",
    "A word costs the same in a small memory and in a large one.",
};

const char *rg_baseline_assumption(size_t index)
{
    return index < sizeof assumptions / sizeof assumptions[0] ? assumptions[index] : NULL;
}

/* ---- sums ---- */

static uint64_t operations(const rg_counters *c)
{
    uint64_t all = 0;
    for (unsigned class = 0; class < RG_CLASS_COUNT; class ++)
        if (class != RG_CLASS_BRANCH && class != RG_CLASS_LOOP)
            all += c->by_mode[0][0][class];
    return all;
}

/* The tape on its way out, or back: words of scalar code by an instruction each, those of streams
 * along with them. */
static void add_tape(rg_counters *c, const rg_segment *s, bool back)
{
    const uint64_t streamed = s->taped_by_streams, single = s->taped - streamed;
    c->by_mode[0][0][RG_CLASS_MEM] += single;
    c->by_mode[0][0][RG_CLASS_INT] += streamed;
    c->instructions += single;
    c->cycles += s->taped;
    c->memory_reads += back ? single + streamed : streamed;
    c->memory_writes += back ? streamed : single + streamed;
}

static void add_forward(rg_counters *c, const rg_segment *s, bool taped)
{
    rg_counters_add(c, &s->forward);
    if (taped)
        add_tape(c, s, false);
}

static void add_reverse(rg_counters *c, const rg_segment *s, unsigned xlen)
{
    rg_counters_add(c, &s->reverse);
    add_tape(c, s, true);
    /* What the sweep writes, and the tape, which ends with it. */
    c->bits_erased_gradient += xlen * (operations(&s->reverse) + s->taped);
}

/* A state that is kept, or put back, by a stream. */
static void add_state(rg_counters *c, uint64_t words, unsigned xlen)
{
    if (words == 0)
        return;
    c->by_mode[0][0][RG_CLASS_INT] += words;
    c->instructions++;
    c->cycles += words;
    c->memory_reads += words;
    c->memory_writes += words;
    c->bits_erased_gradient += xlen * words;
}

/* ---- checkpoints ---- */

typedef struct {
    const rg_irreversible *needs;
    rg_baselines *out;
    rg_baseline *to;
    unsigned xlen;
    uint64_t kept;                      /* words, in states between `first` and the end */
    size_t open[RG_TREEVERSE_MOST + 1]; /* steps whose states are kept, in order */
    size_t open_count;
} schedule;

/* States are kept and given up in the order of a stack. */
static void give_up_behind(schedule *s, size_t step)
{
    while (s->open_count > 0 && s->open[s->open_count - 1] > step)
        s->kept -= s->needs->segments[s->open[--s->open_count]].state;
}

static bool act(void *context, rg_treeverse_act what, size_t step)
{
    schedule *s = context;
    const rg_segment *segment = &s->needs->segments[step];
    switch (what) {
    case RG_TREEVERSE_ADVANCE:
        add_forward(&s->to->counters, segment, false);
        s->out->forward_stretches++;
        break;
    case RG_TREEVERSE_KEEP:
        add_state(&s->to->counters, segment->state, s->xlen);
        s->open[s->open_count++] = step;
        s->kept += segment->state;
        break;
    case RG_TREEVERSE_RESTORE:
        give_up_behind(s, step);
        add_state(&s->to->counters, segment->state, s->xlen);
        break;
    case RG_TREEVERSE_REVERSE:
        add_forward(&s->to->counters, segment, true);
        add_reverse(&s->to->counters, segment, s->xlen);
        s->to->tape = segment->taped > s->to->tape ? segment->taped : s->to->tape;
        break;
    }
    s->to->states = s->kept > s->to->states ? s->kept : s->to->states;
    return true;
}

static rg_result checkpoint(const rg_irreversible *needs, unsigned xlen, rg_baselines *out,
                            rg_fault *fault)
{
    rg_treeverse plan;
    schedule *s = calloc(1, sizeof *s);
    const size_t steps = needs->count, slots = out->slots < steps ? out->slots : steps - 1;
    const bool made = rg_treeverse_plan(&plan, steps, slots) && s;
    if (made) {
        rg_baseline *to = &out->of[RG_BASELINE_CHECKPOINTED];
        out->stretches = steps;
        out->slots = slots;
        *s = (schedule){.needs = needs, .out = out, .to = to, .xlen = xlen};
        /* The first state: what of the arguments is overwritten. */
        s->kept = needs->segments[0].state;
        add_state(&to->counters, s->kept, xlen);
        rg_treeverse_run(&plan, act, s);
    }
    free(s);
    rg_treeverse_free(&plan);
    return made ? RG_OK : rg_no_memory(fault);
}

/* ---- the machines ---- */

/* What all pay: the dispatcher, and copies. */
static rg_counters common(const rg_counters *call, const rg_counters *program,
                          const rg_counters *copies)
{
    rg_counters c = {.words_copied_in = copies->words_copied_in,
                     .cycles_copied_in = copies->cycles_copied_in,
                     .words_copied_out = copies->words_copied_out,
                     .cycles_copied_out = copies->cycles_copied_out,
                     .bits_copied_out = copies->bits_copied_out,
                     .bits_erased_host = copies->bits_erased_host};
    c.instructions = call->instructions - program->instructions;
    c.cycles = call->cycles - program->cycles;
    c.memory_reads = call->memory_reads - program->memory_reads;
    c.memory_writes = call->memory_writes - program->memory_writes;
    for (unsigned way = 0; way < 2; way++)
        for (unsigned class = 0; class < RG_CLASS_COUNT; class ++)
            c.by_mode[0][0][class] += call->by_mode[0][way][class]
                                      - program->by_mode[0][way][class];
    c.dispatcher = (rg_dispatched){.cycles = c.cycles,
                                   .instructions = c.instructions,
                                   .memory_reads = c.memory_reads,
                                   .memory_writes = c.memory_writes};
    memcpy(c.dispatcher.by_mode, c.by_mode, sizeof c.by_mode);
    return c;
}

static void derive_value(const rg_irreversible *needs, const rg_counters *call, size_t peak,
                         rg_baselines *out)
{
    out->of[RG_BASELINE_REVERSIBLE] = (rg_baseline){.counters = *call, .values = peak};
    rg_baseline *b = &out->of[RG_BASELINE_IRREVERSIBLE];
    out->common = common(call, &needs->program, call);
    *b = (rg_baseline){.counters = out->common, .values = needs->live};
    for (size_t i = 0; i < needs->count; i++)
        add_forward(&b->counters, &needs->segments[i], false);
    out->executed = needs->program.instructions;
    out->needed = needs->needed;
}

static void derive_taped(const rg_irreversible *needs, const rg_counters *call,
                         const rg_counters *gradient, unsigned xlen, rg_baselines *out)
{
    rg_baseline *b = &out->of[RG_BASELINE_TAPED];
    *b = (rg_baseline){.counters = common(call, &needs->program, gradient),
                       .values = needs->live,
                       .gradients = needs->live};
    out->of[RG_BASELINE_CHECKPOINTED] = *b;
    for (size_t i = 0; i < needs->count; i++) {
        add_forward(&b->counters, &needs->segments[i], true);
        add_reverse(&b->counters, &needs->segments[i], xlen);
        b->tape += needs->segments[i].taped;
    }
}

static rg_result run_gradient(const rg_baseline_gradient *g, rg_baselines *out, rg_fault *fault)
{
    rg_result result = rg_gradient(g->job, g->name, g->row, g->column, fault);
    rg_baseline *b = &out->of[RG_BASELINE_GRADIENT];
    rg_get_counters(g->job, &b->counters);
    b->values = b->gradients = rg_peak_words(g->job);
    return result;
}

static rg_result compare_gradients(rg_job *job, const rg_baseline_gradient *g,
                                   const rg_irreversible *needs, const rg_counters *call,
                                   rg_baselines *out, rg_fault *fault)
{
    rg_irreversible stretches = {0};
    const unsigned xlen = rg_job_xlen(job);
    out->differentiated = true;
    out->slots = g->slots;
    rg_result result = rg_irreversible_call(job, g->stretches, &stretches, fault);
    if (result == RG_OK)
        result = run_gradient(g, out, fault);
    if (result == RG_OK) {
        derive_taped(needs, call, &out->of[RG_BASELINE_GRADIENT].counters, xlen, out);
        result = checkpoint(&stretches, xlen, out, fault);
    }
    rg_irreversible_free(&stretches);
    return result;
}

rg_result rg_baselines_of(rg_job *job, const rg_baseline_gradient *gradient, rg_baselines *out,
                          rg_fault *fault)
{
    rg_irreversible needs = {0};
    rg_counters call = {0};
    *out = (rg_baselines){0};
    /* Each walk leaves a cleared machine: the run behind it erases what it would on a new one. */
    rg_result result = rg_irreversible_call(job, 1, &needs, fault);
    if (result == RG_OK)
        result = rg_call(job, fault);
    if (result == RG_OK) {
        rg_get_counters(job, &call);
        derive_value(&needs, &call, rg_peak_words(job), out);
    }
    if (result == RG_OK && gradient)
        result = compare_gradients(job, gradient, &needs, &call, out, fault);
    rg_irreversible_free(&needs);
    return result;
}
