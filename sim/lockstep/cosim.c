/* cosim.c: the core and the reference engine step by step. */
#include "sim/lockstep/cosim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/fast/host.h"
#include "sim/lockstep/engine_bus.h"
#include "sim/lockstep/retirement.h"

enum {
    BATCH = RG_OUT_WORDS, /* instructions per run of the core: OUT cannot be full within one */
    CHECK_BATCHES = 256,  /* runs between comparisons over the bus */
    SETTLE_CYCLES = 4,    /* from the last step of a run to idle */
    PATIENCE = 100000     /* cycles in which a step must end */
};

/* Bits of retire_writes and retire_reads. */
enum {
    WRITES_D = 1,
    WRITES_A = 2,
    WRITES_M = 4,
    WRITES_GD = 8,
    WRITES_GA = 16,
    WRITES_GB = 32,
    WRITES_GM = 64
};
enum { READS_M = 1, READS_GM = 2 };
enum {
    WRITES_TD = 1,
    WRITES_TA = 2,
    WRITES_TM = 4,
    WRITES_UD = 8,
    WRITES_UA = 16,
    WRITES_UB = 32,
    WRITES_UM = 64,
    WRITES_TW = 128,
    WRITES_TGW = 256
};
enum { WRITES_W = 1, WRITES_GW = 2 };

struct rg_cosim {
    rg_watched *core;
    rg_host host; /* the model and its bus */
    rg_machine *model;
    rg_machine *seen; /* what the port has told of registers and memory */
    uint32_t data_words, code_words;
    unsigned left; /* of the current run of the core */
    bool first;    /* its first step is still to come: the clock before it is the bus's */
    bool differs;
    bool unseen;   /* a stream has written what the port does not show */
    uint32_t word; /* of the last step, for messages */
    uint64_t batches, clock;
    rg_cosim_logger *logger;
    void *context;
};

static bool differ(rg_cosim *c, const char *what, uint64_t index, uint64_t seen, uint64_t expected)
{
    char line[300];

    if (!c->differs && c->logger) {
        snprintf(line, sizeof line,
                 "%s[%" PRIx64 "]: the core has %016" PRIx64 ", the model %016" PRIx64
                 " (after %" PRIu64 " instructions, last %08x, pc %u, direction %d, mode %u)",
                 what, index, seen, expected, c->model->count.retired, c->word, c->model->pc,
                 c->model->backward ? -1 : 1, c->model->mode);
        c->logger(c->context, line);
    }
    c->differs = true;
    return false;
}

#define SAME(what, index, seen, expected)                                                          \
    do {                                                                                           \
        if ((uint64_t)(seen) != (uint64_t)(expected))                                              \
            return differ(c, what, (uint64_t)(index), (uint64_t)(seen), (uint64_t)(expected));     \
    } while (0)

/* ---- over the bus ---- */

static bool same_word(rg_cosim *c, uint32_t address)
{
    uint64_t seen = 0, expected = 0;
    rg_bus_response answer = rg_watched_read(c->core, address, &seen);

    SAME("answer to a read", address, answer, rg_host_read(&c->host, address, &expected));
    SAME("bus", address, seen, expected);
    return true;
}

static bool same_words(rg_cosim *c, uint32_t base, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!same_word(c, base + 8 * i))
            return false;
    return true;
}

static bool write_both(rg_cosim *c, uint32_t address, uint64_t data)
{
    rg_bus_response answer = rg_watched_write(c->core, address, data);

    SAME("answer to a write", address, answer, rg_host_write(&c->host, address, data));
    return true;
}

static bool check_all(rg_cosim *c)
{
    static const uint32_t registers[] = {
        RG_REG_CYCLES,     RG_REG_RETIRED,  RG_REG_CYCLESF,   RG_REG_CYCLESB,    RG_REG_PROGRAM,
        RG_REG_PROGRAMF,   RG_REG_PROGRAMB, RG_REG_MEMREADS,  RG_REG_MEMWRITES,  RG_REG_GRADREADS,
        RG_REG_GRADWRITES, RG_REG_TANREADS, RG_REG_TANWRITES, RG_REG_BITSOUT,    RG_REG_ERASEDGRAD,
        RG_REG_ERASEDHOST, RG_REG_GRADOVF,  RG_REG_VALOVF,    RG_REG_GRADOVFALL, RG_REG_VALOVFALL,
        RG_REG_PC,         RG_REG_BR,       RG_REG_DIR,       RG_REG_MODE,       RG_REG_KEEP,
        RG_REG_KEPT};

    for (size_t i = 0; i < sizeof registers / sizeof registers[0]; i++)
        if (!same_word(c, registers[i]))
            return false;
    return same_words(c, RG_WINDOW_COUNT, RG_COUNTERS)
           && same_words(c, RG_WINDOW_REGV, RG_REGISTERS)
           && same_words(c, RG_WINDOW_REGG, RG_REGISTERS) && same_words(c, RG_REG_WLO, 4)
           && same_words(c, RG_WINDOW_DMEMV, c->data_words)
           && same_words(c, RG_WINDOW_DMEMG, c->data_words)
           && same_words(c, RG_WINDOW_LEDGER, c->code_words)
           && same_words(c, RG_WINDOW_REGT, RG_REGISTERS)
           && same_words(c, RG_WINDOW_REGTG, RG_REGISTERS) && same_words(c, RG_REG_TWLO, 4)
           && same_words(c, RG_WINDOW_DMEMT, c->data_words)
           && same_words(c, RG_WINDOW_DMEMTG, c->data_words);
}

/* ---- runs of the core ---- */

/* After a run: nothing more may retire; the OUT queues hold the same. */
static bool come_to_rest(rg_cosim *c)
{
    rg_retirement late;
    uint64_t status = 0;

    if (rg_watched_next(c->core, SETTLE_CYCLES, &late))
        return differ(c, "instructions beyond a stop at", late.pc, 1, 0);
    SAME("answer to a read", RG_REG_STATUS, rg_watched_read(c->core, RG_REG_STATUS, &status),
         RG_BUS_OKAY);
    SAME("words in OUT", 0, RG_BUS_FIELD(status, STATUS, OUT_LEVEL), c->model->out_count);
    while (c->model->out_count != 0)
        if (!same_word(c, RG_REG_OUT))
            return false;
    return true;
}

/* Let the core begin a run of n instructions, n <= BATCH. */
static bool start_batch(rg_cosim *c, unsigned n)
{
    if (n != c->host.steps && !write_both(c, RG_REG_STEPS, n))
        return false;
    if (++c->batches % CHECK_BATCHES == 0 && !check_all(c))
        return false;
    SAME("answer to a write", RG_REG_CONTROL,
         rg_watched_write(c->core, RG_REG_CONTROL, RG_CONTROL_RUN), RG_BUS_OKAY);
    rg_machine_begin(c->model);
    c->left = n;
    c->first = true;
    return true;
}

/* ---- one step ---- */

static bool is_stream(const rg_cosim *c, uint32_t word)
{
    rg_instruction in;

    return rg_decode(word, c->model->config.num.xlen, &in) && rg_is_stream(&in);
}

/* The address of a memory format within the banks; false when this step has none. */
static bool memory_word(const rg_cosim *c, const rg_retirement *s)
{
    return (s->reads || s->writes & (WRITES_M | WRITES_GM)
            || s->tan_writes & (WRITES_TM | WRITES_UM))
           && (uint64_t)s->address >> c->model->config.dmem_log2 == 0;
}

/* What an element of a stream writes, or takes back. */
static void apply_element(rg_cosim *c, const rg_retirement *s)
{
    rg_machine *seen = c->seen;

    if (s->writes & WRITES_D)
        seen->m[s->at_d] = s->next_d;
    if (s->writes & WRITES_GA)
        seen->gm[s->at_a] = s->next_ga;
    if (s->writes & WRITES_GB)
        seen->gm[s->at_b] = s->next_gb;
    if (s->wide_writes & WRITES_W)
        memcpy(seen->w, s->next_w, sizeof seen->w);
    if (s->tan_writes & WRITES_TW)
        memcpy(seen->tw, s->next_tw, sizeof seen->tw);
    if (s->tan_writes & WRITES_TD)
        seen->tm[s->at_d] = s->next_td;
    if (s->tan_writes & WRITES_UA)
        seen->tgm[s->at_a] = s->next_ua;
    if (s->tan_writes & WRITES_UB)
        seen->tgm[s->at_b] = s->next_ub;
}

static bool same_bank(rg_cosim *c, const char *what, const int64_t *seen, const int64_t *expected)
{
    const uint32_t words = UINT32_C(1) << c->model->config.dmem_log2;

    if (memcmp(seen, expected, words * sizeof *seen) == 0)
        return true;
    for (uint32_t i = 0; i < words; i++)
        SAME(what, i, seen[i], expected[i]);
    return true;
}

/* After a stream, retired or undone: the elements have left all of the memory as the model has it.
 */
static bool same_memory(rg_cosim *c)
{
    const rg_machine *m = c->model, *seen = c->seen;

    return same_bank(c, "m", seen->m, m->m) && same_bank(c, "gm", seen->gm, m->gm)
           && (!(m->mode & RG_WITH_TANGENT)
               || (same_bank(c, "tangent of m", seen->tm, m->tm)
                   && same_bank(c, "tangent of gm", seen->tgm, m->tgm)));
}

/* The memory is compared over the bus at the end of the run instead. */
static void take_over(rg_cosim *c)
{
    const size_t bytes = sizeof *c->model->m << c->model->config.dmem_log2;

    memcpy(c->seen->m, c->model->m, bytes);
    memcpy(c->seen->gm, c->model->gm, bytes);
    memcpy(c->seen->tm, c->model->tm, bytes);
    memcpy(c->seen->tgm, c->model->tgm, bytes);
    c->unseen = true;
}

static bool same_before(rg_cosim *c, const rg_retirement *s)
{
    const rg_machine *m = c->model;
    unsigned d = s->word >> 17 & 31, a = s->word >> 12 & 31, b = s->word & 31;

    SAME("pc", 0, s->pc, m->pc);
    SAME("br", 0, s->br, m->br);
    SAME("dir", 0, s->backward, m->backward);
    SAME("mode", 0, s->mode, m->mode);
    if (m->pc >= m->codewords)
        return true;
    SAME("word", s->pc, s->word, m->code[m->pc & ((UINT32_C(1) << m->config.imem_log2) - 1)]);
    if (!is_stream(c, s->word)) { /* which reads more of them than the port shows, and may have
                                     changed W since */
        SAME("operand r", d, s->rd, m->r[d]);
        SAME("operand r", a, s->ra, m->r[a]);
        SAME("operand r", b, s->rb, m->r[b]);
        SAME("operand w", 0, s->w[0], m->w[0]);
        SAME("operand w", 1, s->w[1], m->w[1]);
    }
    for (unsigned i = 0; i < 2; i++)
        SAME("operand gw", i, s->gw[i], m->gw[i]);
    if (s->mode & RG_WITH_GRADIENT) {
        SAME("operand gr", d, s->gd, m->gr[d]);
        SAME("operand gr", a, s->ga, m->gr[a]);
        SAME("operand gr", b, s->gb, m->gr[b]);
    }
    if (s->retired && memory_word(c, s)) {
        if (s->reads & READS_M)
            SAME("operand m", s->address, s->m, m->m[s->address]);
        if (s->reads & READS_GM)
            SAME("operand gm", s->address, s->gm, m->gm[s->address]);
    }
    return true;
}

static int64_t *operand(int64_t *registers, int64_t *memory, bool in_memory, unsigned field,
                        uint32_t at)
{
    return in_memory ? &memory[at] : &registers[field];
}

/* What the port says was written. */
static void apply_writes(rg_cosim *c, const rg_retirement *s)
{
    rg_machine *seen = c->seen;
    unsigned d = s->word >> 17 & 31, a = s->word >> 12 & 31, b = s->word & 31;

    if (s->writes & WRITES_D)
        *operand(seen->r, seen->m, s->words & RG_WORD_D, d, s->at_d) = s->next_d;
    if (s->writes & WRITES_A)
        seen->r[a] = s->next_a;
    if (s->writes & WRITES_GD)
        seen->gr[d] = s->next_gd;
    if (s->writes & WRITES_GA)
        *operand(seen->gr, seen->gm, s->words & RG_WORD_A, a, s->at_a) = s->next_ga;
    if (s->writes & WRITES_GB)
        *operand(seen->gr, seen->gm, s->words & RG_WORD_B, b, s->at_b) = s->next_gb;
    if (s->wide_writes & WRITES_W)
        memcpy(seen->w, s->next_w, sizeof seen->w);
    if (s->wide_writes & WRITES_GW)
        memcpy(seen->gw, s->next_gw, sizeof seen->gw);
    if (memory_word(c, s)) {
        if (s->writes & WRITES_M)
            seen->m[s->address] = s->next_m;
        if (s->writes & WRITES_GM)
            seen->gm[s->address] = s->next_gm;
    }
}

/* The same of tangents. */
static void apply_tangents(rg_cosim *c, const rg_retirement *s)
{
    rg_machine *seen = c->seen;
    unsigned d = s->word >> 17 & 31, a = s->word >> 12 & 31, b = s->word & 31;

    if (s->tan_writes & WRITES_TD)
        *operand(seen->tr, seen->tm, s->words & RG_WORD_D, d, s->at_d) = s->next_td;
    if (s->tan_writes & WRITES_TA)
        seen->tr[a] = s->next_ta;
    if (s->tan_writes & WRITES_UD)
        seen->tgr[d] = s->next_ud;
    if (s->tan_writes & WRITES_UA)
        *operand(seen->tgr, seen->tgm, s->words & RG_WORD_A, a, s->at_a) = s->next_ua;
    if (s->tan_writes & WRITES_UB)
        *operand(seen->tgr, seen->tgm, s->words & RG_WORD_B, b, s->at_b) = s->next_ub;
    if (s->tan_writes & WRITES_TW)
        memcpy(seen->tw, s->next_tw, sizeof seen->tw);
    if (s->tan_writes & WRITES_TGW)
        memcpy(seen->tgw, s->next_tgw, sizeof seen->tgw);
    if (memory_word(c, s)) {
        if (s->tan_writes & WRITES_TM)
            seen->tm[s->address] = s->next_tm;
        if (s->tan_writes & WRITES_UM)
            seen->tgm[s->address] = s->next_um;
    }
}

static bool same_tangents(rg_cosim *c, const rg_retirement *s)
{
    const rg_machine *m = c->model, *seen = c->seen;

    for (unsigned i = 0; i < RG_REGISTERS; i++) {
        SAME("tangent of r", i, seen->tr[i], m->tr[i]);
        SAME("tangent of gr", i, seen->tgr[i], m->tgr[i]);
    }
    for (unsigned i = 0; i < 2; i++) {
        SAME("tangent of w", i, seen->tw[i], m->tw[i]);
        SAME("tangent of gw", i, seen->tgw[i], m->tgw[i]);
    }
    if (memory_word(c, s)) {
        SAME("tangent of m", s->address, seen->tm[s->address], m->tm[s->address]);
        SAME("tangent of gm", s->address, seen->tgm[s->address], m->tgm[s->address]);
    }
    return true;
}

/* The operands in memory of a step. */
static bool same_words_of_step(rg_cosim *c, const rg_retirement *s)
{
    const rg_machine *m = c->model, *seen = c->seen;
    const uint32_t at[] = {s->at_d, s->at_a, s->at_b};

    for (unsigned i = 0; i < 3; i++) {
        if (!(s->words >> i & 1))
            continue;
        SAME("m", at[i], seen->m[at[i]], m->m[at[i]]);
        SAME("gm", at[i], seen->gm[at[i]], m->gm[at[i]]);
        SAME("tangent of m", at[i], seen->tm[at[i]], m->tm[at[i]]);
        SAME("tangent of gm", at[i], seen->tgm[at[i]], m->tgm[at[i]]);
    }
    return true;
}

static bool same_after(rg_cosim *c, const rg_retirement *s)
{
    const rg_machine *m = c->model, *seen = c->seen;

    SAME("next pc", 0, s->next_pc, m->pc);
    SAME("next br", 0, s->next_br, m->br);
    SAME("next dir", 0, s->next_backward, m->backward);
    SAME("next mode", 0, s->next_mode, m->mode);
    for (unsigned i = 0; i < RG_REGISTERS; i++) {
        SAME("r", i, seen->r[i], m->r[i]);
        SAME("gr", i, seen->gr[i], m->gr[i]);
    }
    for (unsigned i = 0; i < 2; i++) {
        SAME("w", i, seen->w[i], m->w[i]);
        SAME("gw", i, seen->gw[i], m->gw[i]);
    }
    if (memory_word(c, s)) {
        SAME("m", s->address, seen->m[s->address], m->m[s->address]);
        SAME("gm", s->address, seen->gm[s->address], m->gm[s->address]);
    }
    return true;
}

/* What a step adds to counters and ledger. */
typedef struct {
    uint64_t gradovf, valovf, grad_overflows, value_overflows, erased, cycles;
    unsigned out_count;
} costs;

static costs costs_of(const rg_machine *m)
{
    return (costs){m->gradovf,
                   m->valovf,
                   m->count.grad_overflows,
                   m->count.value_overflows,
                   m->count.erased_grad,
                   m->count.cycles,
                   m->out_count};
}

static bool same_costs(rg_cosim *c, const rg_retirement *s, const costs *before)
{
    costs now = costs_of(c->model);
    uint64_t sign = s->backward ? UINT64_MAX : 1;

    SAME("overflows of gradients", 0, sign * s->grad_overflows, now.gradovf - before->gradovf);
    SAME("overflows of values", 0, sign * s->value_overflows, now.valovf - before->valovf);
    SAME("all overflows of gradients", 0, s->grad_overflows,
         now.grad_overflows - before->grad_overflows);
    SAME("all overflows of values", 0, s->value_overflows,
         now.value_overflows - before->value_overflows);
    SAME("bits erased", 0, s->billed * c->model->config.num.xlen, now.erased - before->erased);
    SAME("words out", 0, s->out, now.out_count - before->out_count);
    if (s->out)
        SAME("OUT", 0, s->out_word,
             c->model->out[(c->model->out_first + now.out_count - 1) % RG_OUT_WORDS]);
    if (!c->first)
        SAME("clock cycles", 0, s->clock - c->clock, now.cycles - before->cycles);
    c->clock = s->clock;
    c->first = false;
    return true;
}

/* The engine fast has two ways to step, and both must agree with the core: they alternate. */
static rg_step step_model(rg_cosim *c)
{
    if (c->model->count.retired % 2 && rg_machine_run(c->model, 1, UINT64_MAX) == 1)
        return RG_STEP_RETIRED;
    return rg_machine_step(c->model);
}

static bool same_trap(rg_cosim *c, const rg_retirement *s)
{
    SAME("cause of a trap", 0, s->cause, c->model->trap);
    SAME("address of a trap", 0, s->pc, c->model->trap_pc);
    SAME("word of a trap", 0, s->info, c->model->trap_info);
    return true;
}

static bool same_step(rg_cosim *c, const rg_retirement *s)
{
    costs before = costs_of(c->model);
    rg_step outcome;

    c->word = s->word;
    if (!same_before(c, s))
        return false;
    outcome = step_model(c);
    SAME("outcome", 0,
         s->retired   ? RG_STEP_RETIRED
         : s->trapped ? RG_STEP_TRAP
                      : RG_STEP_HALT,
         outcome);
    const bool stream = is_stream(c, s->word);
    if (stream && c->model->config.core.lanes > 1)
        take_over(c); /* the port shows one lane */
    else if (stream && !same_memory(c))
        return false;
    if (s->retired) {
        c->left--;
        if (!stream) {
            apply_writes(c, s);
            apply_tangents(c, s);
        }
        return same_words_of_step(c, s) && same_after(c, s) && same_tangents(c, s)
               && same_costs(c, s, &before);
    }
    c->left = 0;
    if (!same_after(c, &(rg_retirement){.next_pc = s->pc,
                                        .next_br = s->br,
                                        .next_backward = s->backward,
                                        .next_mode = s->mode}))
        return false;
    return !s->trapped || same_trap(c, s);
}

/* One run of the core to its end, or to the first difference. */
static rg_cosim_outcome run_batch(rg_cosim *c, unsigned n)
{
    rg_retirement s = {.retired = true};

    if (!start_batch(c, n))
        return RG_COSIM_DIFFERS;
    while (c->left != 0) {
        if (!rg_watched_next(c->core, PATIENCE, &s))
            (void)differ(c, "steps that ended in cycles", PATIENCE, 0, 1);
        if (!c->differs && s.element) {
            apply_element(c, &s);
            continue;
        }
        if (c->differs || !same_step(c, &s))
            return RG_COSIM_DIFFERS;
    }
    if (!come_to_rest(c) || ((!s.retired || c->unseen) && !check_all(c)))
        return RG_COSIM_DIFFERS;
    c->unseen = false;
    return s.retired ? RG_COSIM_RETIRED : s.trapped ? RG_COSIM_TRAPPED : RG_COSIM_HALTED;
}

rg_cosim_outcome rg_cosim_step(rg_cosim *c, uint64_t steps, uint64_t *retired)
{
    rg_cosim_outcome outcome = c->differs ? RG_COSIM_DIFFERS : RG_COSIM_RETIRED;
    uint64_t begin = c->model->count.retired;

    *retired = 0;
    while (outcome == RG_COSIM_RETIRED && *retired < steps) {
        outcome = run_batch(c, steps - *retired < BATCH ? (unsigned)(steps - *retired) : BATCH);
        *retired = c->model->count.retired - begin;
    }
    return outcome;
}

/* ---- the rest of the interface ---- */

rg_cosim *rg_cosim_init(rg_machine_config *config)
{
    rg_cosim *c = calloc(1, sizeof *c);
    uint64_t word = 0;

    if (!c)
        return NULL;
    c->core = rg_watched_new();
    if (!c->core || rg_watched_read(c->core, RG_REG_CONFIG, &word) != RG_BUS_OKAY) {
        rg_cosim_fini(c);
        return NULL;
    }
    *config = rg_config_of(word);
    c->model = rg_machine_new(config);
    c->seen = rg_machine_new(config);
    if (!c->model || !c->seen) {
        rg_cosim_fini(c);
        return NULL;
    }
    c->host.machine = c->model;
    rg_host_reset(&c->host);
    return c;
}

void rg_cosim_fini(rg_cosim *c)
{
    if (!c)
        return;
    rg_watched_free(c->core);
    rg_machine_free(c->model);
    rg_machine_free(c->seen);
    free(c);
}

void rg_cosim_log(rg_cosim *c, rg_cosim_logger *logger, void *context)
{
    c->logger = logger;
    c->context = context;
}

const rg_machine *rg_cosim_model(const rg_cosim *c) { return c->model; }

static void follow(rg_cosim *c, uint32_t address)
{
    uint32_t words = UINT32_C(1) << c->model->config.dmem_log2;

    memcpy(c->seen->r, c->model->r, sizeof c->seen->r);
    memcpy(c->seen->gr, c->model->gr, sizeof c->seen->gr);
    memcpy(c->seen->tr, c->model->tr, sizeof c->seen->tr);
    memcpy(c->seen->tgr, c->model->tgr, sizeof c->seen->tgr);
    memcpy(c->seen->tw, c->model->tw, sizeof c->seen->tw);
    memcpy(c->seen->tgw, c->model->tgw, sizeof c->seen->tgw);
    memcpy(c->seen->w, c->model->w, sizeof c->seen->w);
    memcpy(c->seen->gw, c->model->gw, sizeof c->seen->gw);
    if ((address - RG_WINDOW_DMEMV) / 8 < words)
        c->seen->m[(address - RG_WINDOW_DMEMV) / 8] = c->model->m[(address - RG_WINDOW_DMEMV) / 8];
    if ((address - RG_WINDOW_DMEMG) / 8 < words)
        c->seen->gm[(address - RG_WINDOW_DMEMG) / 8] =
            c->model->gm[(address - RG_WINDOW_DMEMG) / 8];
    if ((address - RG_WINDOW_DMEMT) / 8 < words)
        c->seen->tm[(address - RG_WINDOW_DMEMT) / 8] =
            c->model->tm[(address - RG_WINDOW_DMEMT) / 8];
    if ((address - RG_WINDOW_DMEMTG) / 8 < words)
        c->seen->tgm[(address - RG_WINDOW_DMEMTG) / 8] =
            c->model->tgm[(address - RG_WINDOW_DMEMTG) / 8];
}

bool rg_cosim_override(rg_cosim *c, uint32_t address, uint64_t word)
{
    if (c->differs || address == RG_REG_CONTROL || address == RG_REG_STEPS
        || !write_both(c, address, word))
        return false;
    follow(c, address);
    c->code_words = c->model->codewords;
    return true;
}

/* Words that both hold already are not written again. */
static bool put_words(rg_cosim *c, uint32_t base, const int64_t *now, const int64_t *words,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (now[i] != words[i] && !rg_cosim_override(c, base + 8 * i, (uint64_t)words[i]))
            return false;
    return true;
}

bool rg_cosim_load(rg_cosim *c, const rg_machine *s, uint32_t data_words)
{
    const rg_machine *m = c->model;

    if (c->differs)
        return false;
    for (uint32_t i = 0; i < s->codewords; i++)
        if (m->code[i] != s->code[i] && !write_both(c, RG_WINDOW_IMEM + 8 * i, s->code[i]))
            return false;
    c->data_words = data_words;
    return put_words(c, RG_WINDOW_REGV, m->r, s->r, RG_REGISTERS)
           && put_words(c, RG_WINDOW_REGG, m->gr, s->gr, RG_REGISTERS)
           && put_words(c, RG_REG_WLO, m->w, s->w, 2) && put_words(c, RG_REG_GWLO, m->gw, s->gw, 2)
           && put_words(c, RG_WINDOW_REGT, m->tr, s->tr, RG_REGISTERS)
           && put_words(c, RG_WINDOW_REGTG, m->tgr, s->tgr, RG_REGISTERS)
           && put_words(c, RG_REG_TWLO, m->tw, s->tw, 2)
           && put_words(c, RG_REG_TGWLO, m->tgw, s->tgw, 2)
           && put_words(c, RG_WINDOW_DMEMT, m->tm, s->tm, data_words)
           && put_words(c, RG_WINDOW_DMEMTG, m->tgm, s->tgm, data_words)
           && put_words(c, RG_WINDOW_DMEMV, m->m, s->m, data_words)
           && put_words(c, RG_WINDOW_DMEMG, m->gm, s->gm, data_words)
           && rg_cosim_override(c, RG_REG_CODEWORDS, s->codewords)
           && rg_cosim_override(c, RG_REG_PC, s->pc) && rg_cosim_override(c, RG_REG_BR, s->br)
           && rg_cosim_override(c, RG_REG_DIR, s->backward)
           && rg_cosim_override(c, RG_REG_MODE, s->mode) && rg_cosim_raise(c, RG_COSIM_CLEAR);
}

bool rg_cosim_raise(rg_cosim *c, rg_cosim_event event)
{
    if (c->differs)
        return false;
    switch (event) {
    case RG_COSIM_TURN: return write_both(c, RG_REG_CONTROL, RG_CONTROL_TURN);
    case RG_COSIM_CLEAR: return write_both(c, RG_REG_CONTROL, RG_CONTROL_CLEAR);
    default: return check_all(c);
    }
}
