/* machine.c: the life of a machine, its memories, its signature. */
#include "sim/fast/machine.h"

#include <stdlib.h>
#include <string.h>

#include "isa/signature.h"
#include "sim/fast/float.h"

rg_machine *rg_machine_new(const rg_machine_config *config)
{
    const rg_num_config *num = &config->num;

    if ((num->xlen != 8 && num->xlen != 16 && num->xlen != 32 && num->xlen != 64)
        || num->frac > num->xlen - 2 || config->dmem_log2 > 24 || config->imem_log2 > 24
        || (config->wide != 0 && ((config->wide != 128 && config->wide != 256) || num->xlen != 64)))
        return NULL;

    rg_machine *m = calloc(1, sizeof *m);
    size_t words = (size_t)1 << config->dmem_log2, code = (size_t)1 << config->imem_log2;
    if (!m)
        return NULL;
    m->config = *config;
    m->m = calloc(words, sizeof *m->m);
    m->gm = calloc(words, sizeof *m->gm);
    m->kept = calloc(words, sizeof *m->kept);
    m->tm = calloc(words, sizeof *m->tm);
    m->tgm = calloc(words, sizeof *m->tgm);
    m->code = calloc(code, sizeof *m->code);
    m->decoded = calloc(code, sizeof *m->decoded);
    m->quick = calloc(code, sizeof *m->quick);
    m->ledger = calloc(code, sizeof *m->ledger);
    if (!m->m || !m->gm || !m->kept || !m->tm || !m->tgm || !m->code || !m->decoded || !m->quick
        || !m->ledger || !rg_upper_new(m)) {
        rg_machine_free(m);
        return NULL;
    }
    return m;
}

void rg_machine_free(rg_machine *m)
{
    if (!m)
        return;
    free(m->m);
    free(m->gm);
    free(m->kept);
    free(m->upper);
    free(m->tm);
    free(m->tgm);
    free(m->code);
    free(m->decoded);
    free(m->quick);
    free(m->ledger);
    free(m->costs);
    free(m->activity);
    free(m);
}

void rg_machine_begin(rg_machine *m)
{
    m->entering = true;
    m->before = m->deep.before = (rg_early_use){0};
    m->deep.apart = 0;
    m->deep.jumped = false;
    m->deep.born = false;
}

void rg_machine_clear_counters(rg_machine *m)
{
    memset(&m->count, 0, sizeof m->count);
    m->gradovf = m->valovf = 0;
    m->stack_peak = 0;
    m->touched = 0;
    memset(m->ledger, 0, sizeof *m->ledger << m->config.imem_log2);
    if (m->costs)
        memset(m->costs, 0, sizeof *m->costs << m->config.imem_log2);
}

void rg_machine_reset(rg_machine *m)
{
    m->pc = m->br = m->program = 0;
    m->backward = false;
    m->mode = 0;
    m->keep = m->undo = false;
    m->kept_count = 0;
    memset(m->r, 0, sizeof m->r);
    memset(m->gr, 0, sizeof m->gr);
    if (m->upper)
        memset(m->upper, 0, rg_upper_size(m, RG_UPPER_CORE));
    memset(m->w, 0, sizeof m->w);
    memset(m->gw, 0, sizeof m->gw);
    memset(m->tr, 0, sizeof m->tr);
    memset(m->tgr, 0, sizeof m->tgr);
    memset(m->tw, 0, sizeof m->tw);
    memset(m->tgw, 0, sizeof m->tgw);
    rg_quick_flag(m, 0);
    m->codewords = 0;
    rg_machine_clear_counters(m);
    m->out_first = m->out_count = 0;
    m->trap = 0;
    m->trap_pc = 0;
    m->trap_info = 0;
}

/* What B (or the constant of format C) is when it stands in the word. */
static int64_t immediate_value(const rg_machine *m, const rg_instruction *in,
                               const rg_op_info *info)
{
    uint64_t imm = (uint64_t)(int64_t)in->imm;

    if (info->format == RG_FMT_C)
        imm <<= 16 * (unsigned)(in->op - RG_OP_LI0);
    else if (info->bk == RG_BK_F)
        imm <<= m->config.num.frac;
    return rg_wrap(m, imm);
}

/* Machines without operands in memory. */
static bool has_no_words(const rg_machine *m)
{
    return m->config.core.banks || m->config.core.staged;
}

static bool switches_tangents(const rg_instruction *in)
{
    return in->op == RG_OP_MODE && in->imm & RG_WITH_TANGENT;
}

void rg_machine_load(rg_machine *m, uint32_t address, uint32_t word)
{
    rg_decoded *d = &m->decoded[address];

    m->code[address] = word;
    d->legal = m->upper ? rg_decode_any(word, m->config.num.xlen, &d->in)
                        : rg_decode(word, m->config.num.xlen, &d->in);
    d->legal = d->legal && !(d->in.words && has_no_words(m));
    d->info = rg_op_lookup(d->in.op);
    d->legal = d->legal && !(m->config.no_tangents && switches_tangents(&d->in));
    d->alias = d->legal && rg_aliases(&d->in);
    d->b_value = d->legal && d->in.immediate ? immediate_value(m, &d->in, d->info) : 0;
    rg_quick_load(m, address);
}

void rg_machine_turn(rg_machine *m)
{
    if (m->br != 0)
        m->pc ^= m->br;
    else
        m->pc = (m->pc - (uint32_t)rg_direction(m)) & RG_PC_MASK;
    m->backward = !m->backward;
    m->undo = m->undo != m->keep;
}

uint64_t rg_machine_reached(const rg_machine *m)
{
    uint64_t reached = 1;

    while (reached <= m->touched)
        reached *= 2;
    return reached;
}

/* All of its bits, the lowest 64 first. */
static uint64_t mix(const rg_machine *m, uint64_t h, const int64_t *word)
{
    if (!m->upper)
        return rg_signature_mix(h, *word);
    const rg_wide_word view = rg_bus_view(m, word);
    for (unsigned k = 0; k < rg_limbs(m); k++)
        h = rg_signature_mix(h, (int64_t)view.limb[k]);
    return h;
}

uint64_t rg_machine_signature(const rg_machine *m, uint32_t base, uint32_t count, bool value_only)
{
    uint64_t h = RG_SIGNATURE_SEED;
    size_t mask = ((size_t)1 << m->config.dmem_log2) - 1;

    for (unsigned i = 0; i < RG_REGISTERS; i++)
        h = mix(m, h, &m->r[i]);
    for (unsigned i = 0; i < RG_REGISTERS && !value_only; i++)
        h = mix(m, h, &m->gr[i]);
    for (unsigned i = 0; i < 2; i++)
        h = rg_signature_mix(h, m->w[i] | (int64_t)(i ? rg_above_low(m, m->w) : 0));
    for (unsigned i = 0; i < 2 && !value_only; i++)
        h = rg_signature_mix(h, m->gw[i] | (int64_t)(i ? rg_above_low(m, m->gw) : 0));
    for (uint32_t i = 0; i < count; i++)
        h = mix(m, h, &m->m[((size_t)base + i) & mask]);
    for (uint32_t i = 0; i < count && !value_only; i++)
        h = mix(m, h, &m->gm[((size_t)base + i) & mask]);
    return h;
}

bool rg_machine_same_state(const rg_machine *a, const rg_machine *b)
{
    size_t bytes = sizeof *a->m << a->config.dmem_log2;

    return a->pc == b->pc && a->br == b->br && a->backward == b->backward && a->mode == b->mode
           && a->keep == b->keep && a->undo == b->undo && a->kept_count == b->kept_count
           && memcmp(a->kept, b->kept, a->kept_count * sizeof *a->kept) == 0
           && (!a->upper || memcmp(a->upper, b->upper, rg_upper_size(a, RG_UPPER_STATE)) == 0)
           && a->gradovf == b->gradovf && a->valovf == b->valovf
           && memcmp(a->r, b->r, sizeof a->r) == 0 && memcmp(a->gr, b->gr, sizeof a->gr) == 0
           && memcmp(a->w, b->w, sizeof a->w) == 0 && memcmp(a->gw, b->gw, sizeof a->gw) == 0
           && memcmp(a->m, b->m, bytes) == 0 && memcmp(a->gm, b->gm, bytes) == 0
           && memcmp(a->tr, b->tr, sizeof a->tr) == 0 && memcmp(a->tgr, b->tgr, sizeof a->tgr) == 0
           && memcmp(a->tw, b->tw, sizeof a->tw) == 0 && memcmp(a->tgw, b->tgw, sizeof a->tgw) == 0
           && memcmp(a->tm, b->tm, bytes) == 0 && memcmp(a->tgm, b->tgm, bytes) == 0;
}

void rg_machine_copy(rg_machine *to, const rg_machine *from)
{
    size_t words = sizeof *to->m << to->config.dmem_log2, code = (size_t)1 << to->config.imem_log2;

    to->pc = from->pc;
    to->br = from->br;
    to->backward = from->backward;
    to->mode = from->mode;
    to->keep = from->keep;
    to->undo = from->undo;
    to->before = from->before;
    to->deep = from->deep;
    to->kept_count = from->kept_count;
    memcpy(to->kept, from->kept, from->kept_count * sizeof *to->kept);
    if (to->upper)
        memcpy(to->upper, from->upper, rg_upper_size(from, RG_UPPER_STATE));
    memcpy(to->r, from->r, sizeof to->r);
    memcpy(to->gr, from->gr, sizeof to->gr);
    memcpy(to->w, from->w, sizeof to->w);
    memcpy(to->gw, from->gw, sizeof to->gw);
    memcpy(to->m, from->m, words);
    memcpy(to->gm, from->gm, words);
    memcpy(to->tr, from->tr, sizeof to->tr);
    memcpy(to->tgr, from->tgr, sizeof to->tgr);
    memcpy(to->tw, from->tw, sizeof to->tw);
    memcpy(to->tgw, from->tgw, sizeof to->tgw);
    memcpy(to->tm, from->tm, words);
    memcpy(to->tgm, from->tgm, words);
    to->gradovf = from->gradovf;
    to->valovf = from->valovf;
    to->codewords = from->codewords;
    to->flagged = from->flagged;
    memcpy(to->code, from->code, code * sizeof *to->code);
    memcpy(to->decoded, from->decoded, code * sizeof *to->decoded);
    memcpy(to->quick, from->quick, code * sizeof *to->quick);
}
