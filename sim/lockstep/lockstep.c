/* lockstep.c: comparison of an engine with the reference model. */
#include "sim/lockstep/lockstep.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define CHECK_BUS(call, what)                                                                      \
    do {                                                                                           \
        if (!(call)) {                                                                             \
            snprintf(p->why, sizeof p->why, "the engine refused: %s", what);                       \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

bool rg_lockstep_open(rg_lockstep *p, const char *engine)
{
    rg_machine_config config;

    *p = (rg_lockstep){.engine = rg_engine_open(engine), .data_words = 128};
    if (!p->engine) {
        snprintf(p->why, sizeof p->why, "no engine \"%s\"", engine);
        return false;
    }
    CHECK_BUS(rg_bus_config(p->engine, &config), "CONFIG");
    if (config.dmem_log2 < 7)
        p->data_words = UINT32_C(1) << config.dmem_log2;
    p->start = rg_machine_new(&config);
    p->model = rg_machine_new(&config);
    p->seen = rg_machine_new(&config);
    if (p->start && p->model && p->seen)
        return true;
    snprintf(p->why, sizeof p->why, "no memory for models of the engine's configuration");
    return false;
}

void rg_lockstep_close(rg_lockstep *p)
{
    if (p->engine)
        rg_engine_close(p->engine);
    rg_machine_free(p->start);
    rg_machine_free(p->model);
    rg_machine_free(p->seen);
    *p = (rg_lockstep){0};
}

unsigned rg_lockstep_program(rg_lockstep *p, const rg_random_program_shape *shape, uint64_t seed)
{
    return rg_random_program(p->start, p->model, shape, seed);
}

/* ---- comparison ---- */

static bool differ(rg_lockstep *p, const char *what, unsigned index, int64_t seen, int64_t expected)
{
    uint32_t at = p->model->trap_pc;

    snprintf(p->why, sizeof p->why,
             "%s[%u] is %016" PRIx64 ", expected %016" PRIx64 " (after %" PRIu64
             " instructions, model pc %u, last trap pc %u)",
             what, index, (uint64_t)seen, (uint64_t)expected, p->model->count.retired, p->model->pc,
             at);
    return false;
}

#define SAME(field)                                                                                \
    if (p->seen->field != p->model->field)                                                         \
    return differ(p, #field, 0, (int64_t)p->seen->field, (int64_t)p->model->field)

static bool same_words(rg_lockstep *p, const char *what, const int64_t *seen,
                       const int64_t *expected, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (seen[i] != expected[i])
            return differ(p, what, i, seen[i], expected[i]);
    return true;
}

static bool same_counters(rg_lockstep *p)
{
    SAME(count.retired);
    SAME(count.cycles);
    SAME(count.cycles_by_dir[0]);
    SAME(count.cycles_by_dir[1]);
    SAME(count.program_by_dir[0]);
    SAME(count.program_by_dir[1]);
    SAME(count.mem_reads);
    SAME(count.mem_writes);
    SAME(count.grad_reads);
    SAME(count.grad_writes);
    SAME(count.tan_reads);
    SAME(count.tan_writes);
    SAME(count.bits_out);
    SAME(count.words_in);
    SAME(count.cycles_in);
    SAME(count.erased_grad);
    SAME(count.erased_host);
    SAME(count.grad_overflows);
    SAME(count.value_overflows);
    for (unsigned i = 0; i < RG_COUNTERS; i++)
        if (p->seen->count.by_class[i] != p->model->count.by_class[i])
            return differ(p, "count.by_class", i, (int64_t)p->seen->count.by_class[i],
                          (int64_t)p->model->count.by_class[i]);
    return true;
}

static bool same_core(rg_lockstep *p)
{
    if (!same_words(p, "r", p->seen->r, p->model->r, RG_REGISTERS)
        || !same_words(p, "gr", p->seen->gr, p->model->gr, RG_REGISTERS)
        || !same_words(p, "w", p->seen->w, p->model->w, 2)
        || !same_words(p, "gw", p->seen->gw, p->model->gw, 2)
        || !same_words(p, "tr", p->seen->tr, p->model->tr, RG_REGISTERS)
        || !same_words(p, "tgr", p->seen->tgr, p->model->tgr, RG_REGISTERS)
        || !same_words(p, "tw", p->seen->tw, p->model->tw, 2)
        || !same_words(p, "tgw", p->seen->tgw, p->model->tgw, 2))
        return false;
    SAME(pc);
    SAME(br);
    SAME(backward);
    SAME(mode);
    SAME(gradovf);
    SAME(valovf);
    return same_counters(p);
}

static bool same_trap(rg_lockstep *p)
{
    SAME(trap);
    SAME(trap_pc);
    SAME(trap_info);
    return true;
}

/* Words the host read are copies, and billed. */
static void bill_reads(rg_lockstep *p, uint32_t words)
{
    p->model->count.bits_out += (uint64_t)words * p->model->config.num.xlen;
}

/* ---- runs ---- */

static rg_step model_burst(rg_lockstep *p, unsigned steps, uint64_t *out_hash)
{
    rg_step outcome = RG_STEP_RETIRED;

    rg_machine_begin(p->model);
    for (unsigned i = 0; i < steps && outcome == RG_STEP_RETIRED; i++) {
        p->model->out_first = p->model->out_count = 0;
        outcome = rg_machine_step(p->model);
        if (p->model->out_count)
            *out_hash = (*out_hash ^ (uint64_t)p->model->out[0]) * UINT64_C(0xD6E8FEB86659FD93);
    }
    return outcome;
}

static bool burst(rg_lockstep *p, unsigned steps, rg_step *outcome)
{
    uint64_t status, seen_out = 0, expected_out = 0;

    *outcome = model_burst(p, steps, &expected_out);
    CHECK_BUS(rg_bus_run(p->engine, steps, &status, &seen_out), "run");
    CHECK_BUS(rg_bus_load_core(p->engine, p->seen), "read of the registers");
    if (!same_core(p))
        return false;
    bill_reads(p, 4 * RG_REGISTERS + 8);
    if (seen_out != expected_out)
        return differ(p, "OUT", 0, (int64_t)seen_out, (int64_t)expected_out);
    uint64_t expected = *outcome == RG_STEP_TRAP   ? RG_STATUS_TRAPPED
                        : *outcome == RG_STEP_HALT ? RG_STATUS_HALTED
                                                   : RG_STATUS_STEPS;
    if ((status & (RG_STATUS_TRAPPED | RG_STATUS_HALTED | RG_STATUS_STEPS)) != expected)
        return differ(p, "STATUS", 0, (int64_t)status, (int64_t)expected);
    return *outcome != RG_STEP_TRAP || same_trap(p);
}

static bool same_data(rg_lockstep *p)
{
    CHECK_BUS(rg_bus_load(p->engine, p->seen, p->data_words), "read of the data windows");
    bill_reads(p, 4 * RG_REGISTERS + 8 + 4 * p->data_words);
    return same_words(p, "m", p->seen->m, p->model->m, p->data_words)
           && same_words(p, "gm", p->seen->gm, p->model->gm, p->data_words)
           && same_words(p, "tm", p->seen->tm, p->model->tm, p->data_words)
           && same_words(p, "tgm", p->seen->tgm, p->model->tgm, p->data_words);
}

static bool same_signature(rg_lockstep *p, const rg_machine *m)
{
    uint64_t signature, sigvalue;
    uint64_t expected = rg_machine_signature(m, 0, p->data_words, false);

    CHECK_BUS(rg_bus_signature(p->engine, 0, p->data_words, &signature, &sigvalue), "scan");
    if (signature != expected)
        return differ(p, "SIGNATURE", 0, (int64_t)signature, (int64_t)expected);
    expected = rg_machine_signature(m, 0, p->data_words, true);
    return sigvalue == expected || differ(p, "SIGVALUE", 0, (int64_t)sigvalue, (int64_t)expected);
}

bool rg_lockstep_run(rg_lockstep *p, unsigned steps, unsigned longest, uint64_t seed)
{
    rg_random random = {seed};
    rg_step outcome = RG_STEP_RETIRED;

    rg_machine_reset(p->model);
    rg_machine_copy(p->model, p->start);
    CHECK_BUS(rg_bus_store(p->engine, p->start, p->data_words), "store of the start state");
    while (outcome == RG_STEP_RETIRED && p->model->count.retired < steps)
        if (!burst(p, 1 + rg_random_below(&random, longest), &outcome))
            return false;
    return same_data(p) && same_signature(p, p->model);
}

bool rg_lockstep_there_and_back(rg_lockstep *p, unsigned steps)
{
    uint64_t status;

    rg_machine_reset(p->model);
    rg_machine_copy(p->model, p->start);
    CHECK_BUS(rg_bus_store(p->engine, p->start, p->data_words), "store of the start state");
    for (int sweep = 0; sweep < 2 && steps > 0; sweep++) {
        CHECK_BUS(rg_bus_run(p->engine, steps, &status, NULL), "run");
        if (!(status & RG_STATUS_STEPS)) {
            CHECK_BUS(rg_bus_load_core(p->engine, p->seen), "read of the registers");
            snprintf(p->why, sizeof p->why,
                     "sweep %d stopped with status %" PRIx64 " at %u after %" PRIu64
                     " instructions",
                     sweep, status, p->seen->pc, p->seen->count.retired);
            return false;
        }
        CHECK_BUS(rg_bus_turn(p->engine), "turn");
    }
    CHECK_BUS(rg_bus_load(p->engine, p->seen, p->data_words), "read of the state");
    return same_words(p, "r", p->seen->r, p->start->r, RG_REGISTERS)
           && same_words(p, "gr", p->seen->gr, p->start->gr, RG_REGISTERS)
           && same_words(p, "w", p->seen->w, p->start->w, 2)
           && same_words(p, "gw", p->seen->gw, p->start->gw, 2)
           && same_words(p, "m", p->seen->m, p->start->m, p->data_words)
           && same_words(p, "gm", p->seen->gm, p->start->gm, p->data_words)
           && same_words(p, "tr", p->seen->tr, p->start->tr, RG_REGISTERS)
           && same_words(p, "tgr", p->seen->tgr, p->start->tgr, RG_REGISTERS)
           && same_words(p, "tw", p->seen->tw, p->start->tw, 2)
           && same_words(p, "tgw", p->seen->tgw, p->start->tgw, 2)
           && same_words(p, "tm", p->seen->tm, p->start->tm, p->data_words)
           && same_words(p, "tgm", p->seen->tgm, p->start->tgm, p->data_words)
           && same_words(p, "pc", &(int64_t){p->seen->pc}, &(int64_t){p->start->pc}, 1)
           && same_words(p, "br", &(int64_t){p->seen->br}, &(int64_t){p->start->br}, 1)
           && same_words(p, "mode", &(int64_t){p->seen->mode}, &(int64_t){p->start->mode}, 1)
           && same_words(p, "gradovf", &(int64_t){(int64_t)p->seen->gradovf}, &(int64_t){0}, 1)
           && same_words(p, "valovf", &(int64_t){(int64_t)p->seen->valovf}, &(int64_t){0}, 1)
           && same_words(p, "dir", &(int64_t){p->seen->backward}, &(int64_t){p->start->backward}, 1)
           && same_signature(p, p->start);
}
