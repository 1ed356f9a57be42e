/* stepper.c: the state of a machine on lines, the net run over them, and what it left brought back.
 *
 * Outside the net stand the memories, which exchange words with its lines, the counters and the
 * report of a trap. */
#include "sim/gates/stepper.h"

#include <stdlib.h>
#include <string.h>

#include "sim/fast/exec.h"

struct gn_stepper {
    gn_step step;
    struct {
        bool made;
        gn_unit unit;
    } unit[RG_OP_LIMIT][2]; /* by gradient mode */
    uint64_t *lines;
    size_t line_count;
    gn_refusal refused;
};

gn_stepper *gn_stepper_new(const rg_machine_config *config)
{
    gn_stepper *g = calloc(1, sizeof *g);

    if (!g)
        return NULL;
    const bool made = gn_make_step(&g->step, &config->num, config->dmem_log2);
    g->line_count = g->step.net.lines;
    g->lines = calloc(g->line_count, sizeof *g->lines);
    if (made && g->lines)
        return g;
    gn_stepper_free(g);
    return NULL;
}

void gn_stepper_free(gn_stepper *g)
{
    if (!g)
        return;
    for (unsigned op = 0; op < RG_OP_LIMIT; op++)
        for (unsigned grad = 0; grad < 2; grad++)
            gn_free(&g->unit[op][grad].unit.net);
    gn_free(&g->step.net);
    free(g->lines);
    free(g);
}

gn_refusal gn_refused(const gn_stepper *g) { return g->refused; }

static void put(gn_stepper *g, uint32_t at, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        g->lines[at + i] = value >> i & 1;
}

static uint64_t get(const gn_stepper *g, uint32_t at, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (g->lines[at + i] & 1) << i;
    return value;
}

static int64_t get_word(const gn_stepper *g, uint32_t at)
{
    const unsigned x = g->step.num.xlen;
    return rg_sext(get(g, at, x), x);
}

static void enter(gn_stepper *g, const rg_machine *m, bool fault)
{
    const gn_lines *at = &g->step.at;
    const unsigned x = g->step.num.xlen;

    memset(g->lines, 0, g->line_count * sizeof *g->lines);
    put(g, at->word, 32, fault ? 0 : m->code[rg_code_index(m)]);
    put(g, at->fault, 1, fault);
    put(g, at->pc, 24, m->pc);
    put(g, at->br, 24, m->br);
    put(g, at->dir, 1, m->backward);
    put(g, at->mode, 3, m->mode);
    for (uint32_t r = 0; r < RG_REGISTERS; r++) {
        put(g, at->r + r * x, x, (uint64_t)m->r[r]);
        put(g, at->g + r * x, x, (uint64_t)m->gr[r]);
    }
    for (uint32_t i = 0; i < 2; i++) {
        put(g, at->w + i * x, x, (uint64_t)m->w[i]);
        put(g, at->gw + i * x, x, (uint64_t)m->gw[i]);
    }
    put(g, at->gradovf, 64, m->gradovf);
    put(g, at->valovf, 64, m->valovf);
    put(g, at->keep, 1, m->keep);
    put(g, at->undo, 1, m->undo);
    put(g, at->blocked, 1,
        m->undo ? m->kept_count == 0 : m->kept_count >> m->config.dmem_log2 != 0);
}

static void leave(const gn_stepper *g, rg_machine *m)
{
    const gn_lines *at = &g->step.at;
    const unsigned x = g->step.num.xlen;

    m->pc = (uint32_t)get(g, at->pc, 24);
    m->br = (uint32_t)get(g, at->br, 24);
    m->backward = get(g, at->dir, 1);
    m->mode = (unsigned)get(g, at->mode, 3);
    for (uint32_t r = 0; r < RG_REGISTERS; r++) {
        m->r[r] = get_word(g, at->r + r * x);
        m->gr[r] = get_word(g, at->g + r * x);
    }
    for (uint32_t i = 0; i < 2; i++) {
        m->w[i] = get_word(g, at->w + i * x);
        m->gw[i] = get_word(g, at->gw + i * x);
    }
    m->gradovf = get(g, at->gradovf, 64);
    m->valovf = get(g, at->valovf, 64);
}

/* The contract of memory: the word at the address, and its gradient, are exchanged with the lines.
 */
static void exchange(gn_stepper *g, rg_machine *m)
{
    const gn_lines *at = &g->step.at;
    const unsigned x = g->step.num.xlen;

    if (!get(g, at->access, 1))
        return;
    const size_t index = (size_t)get(g, at->address, x);
    const int64_t value = m->m[index], gradient = m->gm[index];
    m->m[index] = get_word(g, at->m);
    m->gm[index] = get_word(g, at->gm);
    put(g, at->m, x, (uint64_t)value);
    put(g, at->gm, x, (uint64_t)gradient);
}

/* The contract of the stack of kept gradients: its top comes to the lines. */
static void pop(gn_stepper *g, rg_machine *m)
{
    const gn_lines *at = &g->step.at;

    if (!get(g, at->pop, 1))
        return;
    put(g, at->kept, g->step.num.xlen, (uint64_t)m->kept[--m->kept_count]);
    m->kept[m->kept_count] = 0;
}

/* The lines go to its top. */
static void push(gn_stepper *g, rg_machine *m)
{
    const gn_lines *at = &g->step.at;

    if (!get(g, at->push, 1))
        return;
    m->kept[m->kept_count++] = get_word(g, at->kept);
    put(g, at->kept, g->step.num.xlen, 0);
}

/* The unit of this instruction, or NULL where it needs none; *failed: memory is short. */
static const gn_unit *unit_of(gn_stepper *g, unsigned op, bool grad, bool *failed)
{
    *failed = false;
    if (!gn_has_unit(op))
        return NULL;
    gn_unit *unit = &g->unit[op][grad].unit;
    if (!g->unit[op][grad].made) {
        *failed = !gn_make_unit(unit, &g->step.num, op, grad, &g->step.at.unit, g->step.net.lines)
                  || (gn_is_in_place(op) && !gn_close_unit(unit));
        if (!*failed && unit->net.lines > g->line_count) {
            uint64_t *bigger = realloc(g->lines, unit->net.lines * sizeof *bigger);
            *failed = !bigger;
            g->lines = bigger ? bigger : g->lines;
            g->line_count = bigger ? unit->net.lines : g->line_count;
        }
        if (*failed)
            gn_free(&unit->net);
        g->unit[op][grad].made = !*failed;
    }
    return unit;
}

/* What the report of a trap may name, as it stands before the step commits. */
typedef struct {
    int64_t d, a, b, f, m, w, gd, gm, kept, address;
    bool of_unit, recalled; /* recalled: the gradient that an ancilla had is in `kept` */
} seen;

static seen look(const gn_stepper *g)
{
    const gn_lines *at = &g->step.at;
    return (seen){.d = get_word(g, at->d),
                  .a = get_word(g, at->a),
                  .b = get_word(g, at->b),
                  .f = get_word(g, at->unit.f),
                  .m = get_word(g, at->m),
                  .w = get_word(g, at->w),
                  .gd = get_word(g, at->gd),
                  .gm = get_word(g, at->gm),
                  .kept = get_word(g, at->kept),
                  .recalled = get(g, at->pop, 1) != 0,
                  .address = get_word(g, at->address),
                  .of_unit = get(g, at->unit.trap, 4) != 0};
}

static int64_t addend(const rg_decoded *d, const seen *w)
{
    switch (d->info->format) {
    case RG_FMT_LD: return w->m;
    case RG_FMT_ST: return w->d;
    case RG_FMT_C: return w->b;
    default: return w->f;
    }
}

/* The word of an ancilla that must be 0: before an update that begins it, or behind one that ends
 * it. */
static int64_t dirty_value(const rg_machine *m, const rg_decoded *d, const seen *w)
{
    const bool memory = d->info->format == RG_FMT_ST || d->info->format == RG_FMT_M;
    const int64_t target = memory ? w->m : w->d, f = addend(d, w);
    const uint64_t sign = UINT64_C(1) << (m->config.num.xlen - 1);
    const uint64_t rest = (uint64_t)target - (uint64_t)f;

    if (d->info->kind == RG_KIND_NONE || (d->in.mode == RG_MODE_UNSET) == m->backward)
        return target;
    if (d->info->kind != RG_KIND_LOG)
        return rg_wrap(m, rest);
    return rg_wrap(m, (rest & (sign - 1)) | (((uint64_t)target ^ (uint64_t)f) & sign));
}

/* What an ancilla holds that must be 0: its word, or its gradient. */
static int64_t dirty_word(const rg_machine *m, const rg_decoded *d, const seen *w)
{
    const bool memory = d->info->format == RG_FMT_ST || d->info->format == RG_FMT_M;
    const int64_t value = dirty_value(m, d, w);

    return value != 0 ? value : w->recalled ? w->kept : memory ? w->gm : w->gd;
}

static bool is_outside(const rg_machine *m, const rg_decoded *d, int64_t address)
{
    const rg_format f = d->info->format;
    const bool reads = f == RG_FMT_LD || f == RG_FMT_ST || f == RG_FMT_X || f == RG_FMT_M;

    return reads && (uint64_t)address >> m->config.dmem_log2 != 0;
}

/* The operand that a trap of the unit names. */
static int64_t operand(const rg_decoded *d, const seen *w)
{
    switch (d->info->format) {
    case RG_FMT_R2X: return w->a;
    case RG_FMT_MD: return w->d;
    case RG_FMT_WO: return w->w;
    default: return w->b;
    }
}

static int64_t info_of(const rg_machine *m, const rg_decoded *d, const seen *w, unsigned cause)
{
    switch (cause) {
    case RG_TRAP_FETCH: return m->pc;
    case RG_TRAP_ILLEGAL: return rg_wrap(m, m->code[rg_code_index(m)]);
    case RG_TRAP_LANDING:
    case RG_TRAP_CONDITION: return m->br;
    case RG_TRAP_ADDRESS: return is_outside(m, d, w->address) ? w->address : (int64_t)m->kept_count;
    case RG_TRAP_BOUNDS:
    case RG_TRAP_LOOP:
    case RG_TRAP_PORTAL:
    case RG_TRAP_ASSERT: return w->d;
    case RG_TRAP_DIVZERO:
    case RG_TRAP_DOMAIN: return operand(d, w);
    case RG_TRAP_OVERFLOW: return w->of_unit ? operand(d, w) : addend(d, w);
    case RG_TRAP_DIRTY: return dirty_word(m, d, w);
    default: return 0;
    }
}

/* What the step gave to the outside: a copied word, a dropped gradient, and words of memory. */
static void account(const gn_stepper *g, rg_machine *m, const rg_decoded *d, const seen *w)
{
    const gn_lines *at = &g->step.at;
    const rg_format f = d->info->format;
    const bool updates = f == RG_FMT_LD || f == RG_FMT_ST, carries = d->info->kind != RG_KIND_INT;
    const bool active = rg_gradient_mode(m) && (!updates || (carries && d->in.mode != RG_MODE_XOR));
    const bool ancilla = d->in.mode == RG_MODE_SET || d->in.mode == RG_MODE_UNSET;
    const bool ends = updates ? ancilla && (d->in.mode == RG_MODE_UNSET) != m->backward
                              : f == RG_FMT_M && (d->in.op == RG_OP_FREEM) != m->backward;
    int64_t dropped = get_word(g, at->kept);

    rg_drop_gradient(m, &dropped);
    if (d->in.op == RG_OP_OUT || d->in.op == RG_OP_OUTG)
        rg_out_push(m, get_word(g, at->out));
    if (updates || f == RG_FMT_X || f == RG_FMT_M) {
        rg_count_traffic(m, d->in.op, active, active && (ends || w->recalled));
        m->touched |= (uint64_t)w->address;
        if (f == RG_FMT_M && active && m->keep && !m->undo && !ends) /* looked at, not written */
            m->count.grad_reads++;
    }
}

/* Counters of overflows in either direction: the machine's own run down in a backward step. */
static void account_overflows(rg_machine *m, bool backward, uint64_t gradovf, uint64_t valovf)
{
    m->count.grad_overflows += backward ? gradovf - m->gradovf : m->gradovf - gradovf;
    m->count.value_overflows += backward ? valovf - m->valovf : m->valovf - valovf;
}

static gn_refusal refusal(const rg_machine *m, const rg_decoded *d)
{
    if (m->mode & RG_WITH_TANGENT)
        return GN_NO_TANGENTS;
    if (!d || !d->legal)
        return GN_ACCEPTED; /* a trap */
    return rg_is_stream(&d->in) ? GN_NO_STREAM : d->in.words ? GN_NO_WORDS : GN_ACCEPTED;
}

static bool is_active(const rg_machine *m, const rg_decoded *d)
{
    return m->mode & RG_WITH_GRADIENT && d->info->kind != RG_KIND_INT && d->in.mode != RG_MODE_XOR;
}

/* The whole net but its end, which brings the work lines back to zero. */
static seen begin(gn_stepper *g, rg_machine *m, const gn_unit *unit, bool fault)
{
    const gn_step *s = &g->step;

    enter(g, m, fault);
    gn_run(&s->net, 0, s->opened, false, g->lines);
    exchange(g, m);
    pop(g, m);
    gn_run(&s->net, s->opened, s->recalled, false, g->lines);
    if (unit)
        gn_run(&unit->net, 0, unit->net.count, false, g->lines);
    const seen words = look(g);
    gn_run(&s->net, s->recalled, s->committed, false, g->lines);
    return words;
}

static void end(gn_stepper *g, rg_machine *m, const gn_unit *unit)
{
    const gn_step *s = &g->step;

    if (unit)
        gn_run(&unit->net, 0, unit->net.count, true, g->lines);
    gn_run(&s->net, s->committed, s->released, false, g->lines);
    exchange(g, m);
    push(g, m);
    gn_run(&s->net, s->released, s->net.count, false, g->lines);
}

rg_step gn_stepper_step(gn_stepper *g, rg_machine *m)
{
    const bool fault = m->pc >= m->codewords;
    const rg_decoded *d = fault ? NULL : &m->decoded[rg_code_index(m)];
    const gn_unit *unit = NULL;
    bool failed = false;

    g->refused = refusal(m, d);
    if (!g->refused && d && d->legal)
        unit = unit_of(g, d->in.op, is_active(m, d), &failed);
    if (failed)
        g->refused = GN_NO_MEMORY;
    if (g->refused)
        return RG_STEP_REFUSED;
    const seen words = begin(g, m, unit, fault);
    end(g, m, unit);
    const unsigned cause = (unsigned)get(g, g->step.at.trap, 4);
    if (cause)
        return rg_trapped(m, rg_cycles_of(m, d), cause, info_of(m, d, &words, cause));
    if (get(g, g->step.at.halted, 1))
        return rg_halted(m, d);
    if (rg_must_wait(m, d))
        return RG_STEP_WAIT;
    const rg_account count = rg_account_of(m, d);
    const bool backward = m->backward;
    const uint64_t gradovf = m->gradovf, valovf = m->valovf;
    account(g, m, d, &words);
    leave(g, m);
    account_overflows(m, backward, gradovf, valovf);
    return rg_retired(m, &count);
}
