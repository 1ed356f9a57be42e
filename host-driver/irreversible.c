/* irreversible.c: a call, and then every instruction of it on the way back. */
#include "host-driver/irreversible.h"

#include "host-driver/api.h"
#include "host-driver/needed.h"
#include "isa/machine.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 1 << 22, PROGRESS_STEPS = 1 << 12 };

/* What the machine counts, in its order of the bus. */
typedef struct {
    uint64_t cycles, reads, writes;
} counts;

/* The walk over one call. */
typedef struct {
    rgd_job *job;
    rg_needs needs;
    size_t segments; /* wanted */
    uint64_t total;  /* needed operations, once they are known; else 0 */
    uint64_t steps;
    unsigned fill; /* clocks of a step that are none of its instruction */
    rg_fault *fault;
} walk;

static rg_result read_counts(const walk *w, counts *c)
{
    rgd_device *device = w->job->device;
    uint64_t backward = 0;
    rg_result result = rg_bus_read(device, RG_REG_CYCLESF, &c->cycles, w->fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_CYCLESB, &backward, w->fault);
    c->cycles += backward;
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_MEMREADS, &c->reads, w->fault);
    return result == RG_OK ? rg_bus_read(device, RG_REG_MEMWRITES, &c->writes, w->fault) : result;
}

/* The instruction that is undone next. */
static rg_result find_next(const walk *w, rg_undone *u, uint64_t *br)
{
    const rgd_device *device = w->job->device;
    uint64_t pc = 0;
    rg_result result = rg_bus_read(w->job->device, RG_REG_PC, &pc, w->fault);
    if (result == RG_OK)
        result = rg_bus_read(w->job->device, RG_REG_BR, br, w->fault);
    *u = (rg_undone){.program = pc >= device->base};
    u->at = (uint32_t)(u->program ? pc - device->base : pc);
    const uint32_t word = !u->program                          ? rg_firmware_words[u->at]
                          : u->at < device->object->code_count ? device->object->code[u->at]
                                                               : 0;
    if (rg_decode_any(word, device->xlen, &u->in))
        u->info = rg_op_lookup(u->in.op);
    return result;
}

static bool names_memory(const rg_undone *u)
{
    const rg_format f = u->info->format;
    return f == RG_FMT_LD || f == RG_FMT_ST || f == RG_FMT_X || f == RG_FMT_M;
}

static rg_result find_address(const walk *w, rg_undone *u)
{
    int64_t a = 0, b = u->in.imm;
    rgd_device *device = w->job->device;
    rg_result result = rg_core_peek(device, RG_WINDOW_REGV, u->in.a, &a, w->fault);
    if (result == RG_OK && !u->in.immediate)
        result = rg_core_peek(device, RG_WINDOW_REGV, u->in.b, &b, w->fault);
    const uint64_t sum = (uint64_t)a + (uint64_t)b;
    u->address = sum < device->words ? (uint32_t)sum : 0; /* what retired names a word */
    return result;
}

/* Where its operands in memory are. */
static rg_result find_operands(const walk *w, rg_undone *u)
{
    static const unsigned operands[] = {RG_WORD_D, RG_WORD_A, RG_WORD_B};
    rg_result result = RG_OK;

    for (size_t i = 0; i < 3 && result == RG_OK; i++) {
        int64_t at = 0;
        result = rg_operand_address(w->job->device, &u->in, operands[i], &at, w->fault);
        u->operands[i] = at < 0 ? 0 : (uint32_t)at;
    }
    u->address = u->operands[0];
    return result;
}

/* The word that it updates. */
static rg_result read_target(const walk *w, const rg_undone *u, int64_t *word)
{
    const bool memory = u->info->format == RG_FMT_ST || u->info->format == RG_FMT_M
                        || (u->in.words & RG_WORD_D);
    return rg_core_peek(w->job->device, memory ? RG_WINDOW_DMEMV : RG_WINDOW_REGV,
                        memory ? u->address : u->in.d, word, w->fault);
}

/* What must be read while its result is still there. */
static rg_result look_behind(walk *w, rg_undone *u)
{
    rg_result result = RG_OK;
    if (rg_is_stream(&u->in)) {
        result = rg_read_stream(w->job->device, &u->in, &u->stream, w->fault);
        return result == RG_OK ? rg_needs_before_stream(&w->needs, &u->stream) : result;
    }
    if (u->in.words)
        result = find_operands(w, u);
    else if (names_memory(u))
        result = find_address(w, u);
    return result == RG_OK ? read_target(w, u, &u->after) : result;
}

static rg_result undo(walk *w, rg_undone *u, uint64_t br, uint64_t *status)
{
    counts before = {0}, after = {0};
    uint64_t came_with = 0;
    rg_result result = read_counts(w, &before);
    if (result == RG_OK)
        result = rg_job_run(w->job, NULL, status, false, w->fault);
    if (result == RG_OK)
        result = read_counts(w, &after);
    if (result == RG_OK)
        result = rg_bus_read(w->job->device, RG_REG_BR, &came_with, w->fault);
    if (result == RG_OK && !rg_is_stream(&u->in))
        result = read_target(w, u, &u->before);
    u->cycles = after.cycles - before.cycles - w->fill;
    u->reads = after.reads - before.reads;
    u->writes = after.writes - before.writes;
    u->backward = !(*status & RG_STATUS_BACKWARD);
    u->leaves = came_with == 0 && br != 0;
    u->returns = came_with != 0 && br == 0;
    return result;
}

static void count_program(rg_counters *c, const rg_undone *u)
{
    const uint64_t operations = rg_is_stream(&u->in) ? rg_needs_elements(&u->stream) : 1;
    if (!u->program)
        return;
    c->by_mode[0][u->backward][u->info->class] += operations;
    c->instructions++;
    c->cycles += u->cycles;
    c->memory_reads += u->reads;
    c->memory_writes += u->writes;
}

/* The stretch ends once it has its share of the operations. */
static void go_to_next_segment(walk *w)
{
    rg_irreversible *out = w->needs.out;
    const size_t done = (size_t)(w->needs.stretch - out->segments) + 1;
    if (w->total == 0 || done >= w->segments
        || (double)out->needed * (double)w->segments < (double)w->total * (double)done)
        return;
    rg_needs_cut(&w->needs);
    w->needs.stretch++;
}

static rg_result step_back(walk *w, uint64_t *status)
{
    rg_undone u;
    uint64_t br = 0;
    rgd_device *device = w->job->device;
    rg_result result = find_next(w, &u, &br);
    if (result == RG_OK && !u.info)
        return rg_bus_write(device, RG_REG_STEPS, 0, w->fault);
    if (result == RG_OK)
        result = look_behind(w, &u);
    if (result == RG_OK)
        result = undo(w, &u, br, status);
    if (result != RG_OK || !(*status & RG_STATUS_STEPS))
        return result;
    count_program(&w->needs.out->program, &u);
    result = rg_needs_take(&w->needs, &u);
    go_to_next_segment(w);
    if (device->progress && ++w->steps % PROGRESS_STEPS == 0)
        device->progress(device->progress_context, w->needs.out->program.cycles);
    return result;
}

static rg_result too_long(rg_fault *fault)
{
    return rg_fail(fault, RG_BAD_MACHINE, "R0922",
                   "the call is too long to be looked at one instruction after the other: more "
                   "than %d instructions",
                   (int)MOST_STEPS);
}

/* From the end of the call to its start. */
static rg_result go_back(walk *w)
{
    uint64_t status = RG_STATUS_STEPS, retired = 0;
    rgd_device *device = w->job->device;
    rg_result result = rg_bus_read(device, RG_REG_RETIRED, &retired, w->fault);
    if (result == RG_OK && retired > MOST_STEPS)
        result = too_long(w->fault);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_TURN, w->fault);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_STEPS, 1, w->fault);
    while (result == RG_OK && (status & RG_STATUS_STEPS)) {
        status = 0;
        result = step_back(w, &status);
        if (result == RG_OK && (status & RG_STATUS_STOPPED))
            result = rg_fail(w->fault, RG_BAD_MACHINE, "R0925", "stopped on the way back");
    }
    w->needs.segment = w->needs.stretch;
    rg_needs_cut(&w->needs);
    rg_result steps = rg_bus_write(device, RG_REG_STEPS, 0, w->fault);
    return result == RG_OK ? steps : result;
}

static rg_result go_forward(walk *w)
{
    rg_copied copied = {0};
    uint64_t status = 0;
    rgd_job *job = w->job;
    rg_result result = rg_run_start(job, RG_COMMAND_CALL, w->fault);
    if (result == RG_OK)
        result = rg_dispatch_clear(job->device, w->fault);
    if (result == RG_OK)
        result = rg_job_run(job, &copied, &status, false, w->fault);
    free(copied.words);
    if (result == RG_OK && (status & RG_STATUS_TRAPPED)) {
        job->trapped = true;
        return rg_trap_collect(job, w->fault);
    }
    if (result == RG_OK && !(status & RG_STATUS_HALTED))
        return rg_fail(w->fault, RG_BAD_MACHINE, "R0925", "stopped before the end of the call");
    return result;
}

/* What the host copies out is what the program is for. */
static void mark_results(walk *w)
{
    for (size_t i = 0; i < w->job->argument_count; i++) {
        const rg_argument *argument = &w->job->arguments[i];
        if (rg_layout_listed(w->job, argument, false))
            rg_needs_results(&w->needs, argument->address, argument->count);
    }
}

/* The machine is back at the start. */
static bool note_inputs(const walk *w, rg_irreversible *out)
{
    size_t count = 0;
    for (size_t i = 0; i < w->job->argument_count; i++)
        count += w->job->arguments[i].count;
    out->inputs = calloc(count + 1, sizeof *out->inputs);
    for (size_t i = 0; out->inputs && i < w->job->argument_count; i++) {
        const rg_argument *argument = &w->job->arguments[i];
        for (size_t k = 0; k < argument->count; k++)
            out->inputs[out->input_count++] = rg_needs_word(&w->needs, argument->address + k);
    }
    return out->inputs != NULL;
}

static bool decide(walk *w)
{
    const rg_object *object = w->job->device->object;
    rg_instruction *code = calloc(object->code_count + 1, sizeof *code);
    bool made = code != NULL;
    for (size_t i = 0; made && i < object->code_count; i++)
        if (!rg_decode_any(object->code[i], w->job->device->xlen, &code[i]))
            code[i] = (rg_instruction){0};
    for (unsigned way = 0; way < 2; way++)
        made = made
               && rg_control_dependence_make(code, object->code_count, way != 0,
                                             &w->needs.decided[way]);
    free(code);
    return made;
}

static bool begin(walk *w, uint8_t *leads, rg_irreversible *out)
{
    rgd_device *device = w->job->device;
    rg_needs *n = &w->needs;
    *out = (rg_irreversible){.segments = calloc(w->segments, sizeof *out->segments)};
    *n = (rg_needs){.device = device, .out = out, .leads = leads, .fault = w->fault};
    n->word_count = device->words + RG_NEEDS_REGISTERS;
    n->words = calloc(n->word_count, 1);
    n->wanted = calloc(device->object->code_count + 1, 1);
    n->stretch = n->segment = out->segments;
    return out->segments && n->words && n->wanted && decide(w);
}

static void end(walk *w)
{
    free(w->needs.words);
    free(w->needs.wanted);
    free(w->needs.calls);
    rg_control_dependence_free(&w->needs.decided[0]);
    rg_control_dependence_free(&w->needs.decided[1]);
}

/* The segments were met from the last to the first. */
static void put_in_order(const walk *w, rg_irreversible *out)
{
    out->count = (size_t)(w->needs.stretch - out->segments) + 1;
    for (size_t i = 0; i < out->count / 2; i++) {
        const rg_segment first = out->segments[i];
        out->segments[i] = out->segments[out->count - 1 - i];
        out->segments[out->count - 1 - i] = first;
    }
}

static rg_result walk_once(rgd_job *job, size_t segments, uint64_t total, uint8_t *leads,
                           rg_irreversible *out, rg_fault *fault)
{
    walk w = {.job = job, .segments = segments, .total = total, .fault = fault};
    const rg_identity machine = rg_identity_of(job->device->config);
    /* Each step is a run of its own. */
    w.fill = rg_fill_clocks(machine.of[RG_PARAMETER_CORE] != 0, machine.of[RG_PARAMETER_STAGES]);
    rg_result result = begin(&w, leads, out) ? go_forward(&w) : rg_no_memory(fault);
    if (result == RG_OK) {
        mark_results(&w);
        job->device->going_back = true;
        result = go_back(&w);
        job->device->going_back = false;
        put_in_order(&w, out);
        if (result == RG_OK && !note_inputs(&w, out))
            result = rg_no_memory(fault);
    }
    end(&w);
    job->device->dirty = true;
    job->device->standing = NULL;
    /* Cleared here, the machine has nothing that the arguments of the next run would erase. */
    return result == RG_OK ? rg_core_scrub(job->device, fault) : result;
}

/* A decision is needed where it may lead to something that is. Which those are is known once the
 * whole call has been seen: walks are made until they need no more. */
static rg_result walk_until_stable(rgd_job *job, uint8_t *leads, rg_irreversible *out,
                                   rg_fault *fault)
{
    enum { MOST_WALKS = 6 };
    uint64_t before = UINT64_MAX;
    rg_result result = RG_OK;
    for (unsigned i = 0; i < MOST_WALKS && result == RG_OK && out->needed != before; i++) {
        before = i == 0 ? UINT64_MAX : out->needed;
        rg_irreversible_free(out);
        result = walk_once(job, 1, 0, leads, out, fault);
    }
    return result;
}

static rg_result walk_in_stretches(rgd_job *job, size_t segments, uint8_t *leads,
                                   rg_irreversible *out, rg_fault *fault)
{
    rg_result result = walk_until_stable(job, leads, out, fault);
    if (result != RG_OK || segments < 2 || out->needed == 0)
        return result;
    const uint64_t total = out->needed;
    rg_irreversible_free(out);
    return walk_once(job, segments, total, leads, out, fault);
}

static rg_result look_at(rgd_job *job, size_t segments, rg_irreversible *out, rg_fault *fault)
{
    *out = (rg_irreversible){0};
    rg_result result = rg_refuse_float(job->device, "baselines", fault);
    if (result == RG_OK)
        result = rg_refuse_board(job->device, "counters that baselines are made of", fault);
    if (result == RG_OK)
        result = rg_refuse_erasures(job, fault);
    if (result != RG_OK)
        return result;
    uint8_t *leads = calloc(job->device->object->code_count + 1, 1);
    result = leads ? walk_in_stretches(job, segments, leads, out, fault) : rg_no_memory(fault);
    free(leads);
    return result;
}

rg_result rg_irreversible_call(rg_job *handle, size_t segments, rg_irreversible *out,
                               rg_fault *fault)
{
    rgd_job *job = rg_given(out, "out", __func__, fault) ? rg_use_untiled(handle, __func__, fault)
                                                         : NULL;
    return job ? rg_end_use(job->device, look_at(job, segments, out, fault)) : RG_BAD_USE;
}

void rg_irreversible_free(rg_irreversible *needs)
{
    free(needs->segments);
    free(needs->inputs);
    *needs = (rg_irreversible){0};
}
