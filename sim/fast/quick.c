/* quick.c: prepares the instructions for rg_machine_run. */
#include "sim/fast/quick.h"

#include "sim/fast/stages.h"

/* The action of an update mode in one direction. */
static unsigned update_action(unsigned mode, bool backward)
{
    switch (mode) {
    case RG_MODE_ADD: return backward ? RG_QUICK_MINUS : RG_QUICK_PLUS;
    case RG_MODE_SUB: return backward ? RG_QUICK_PLUS : RG_QUICK_MINUS;
    case RG_MODE_SET: return backward ? RG_QUICK_DONE : RG_QUICK_NEW;
    case RG_MODE_UNSET: return backward ? RG_QUICK_NEW : RG_QUICK_DONE;
    default: return RG_QUICK_FLIP;
    }
}

/* The branch by register that has the same condition. */
static unsigned condition_of(unsigned op)
{
    switch (op) {
    case RG_OP_BEQS:
    case RG_OP_BEQL:
    case RG_OP_BEQIS:
    case RG_OP_BEQIL: return RG_OP_BEQS;
    case RG_OP_BNES:
    case RG_OP_BNEL:
    case RG_OP_BNEIS:
    case RG_OP_BNEIL: return RG_OP_BNES;
    case RG_OP_BLTS:
    case RG_OP_BLTL:
    case RG_OP_BLTIS:
    case RG_OP_BLTIL: return RG_OP_BLTS;
    case RG_OP_BGES:
    case RG_OP_BGEL:
    case RG_OP_BGEIS:
    case RG_OP_BGEIL: return RG_OP_BGES;
    default: return RG_OP_BRAS;
    }
}

static bool is_branch(unsigned op) { return op >= RG_OP_BEQS && op <= RG_OP_BRAL; }

static unsigned code_of(const rg_decoded *d, bool backward)
{
    unsigned op = d->in.op;

    if (is_branch(op))
        return RG_QUICK_CODE(condition_of(op),
                             rg_is_landing(op) == backward ? RG_QUICK_SPLIT : RG_QUICK_LANDING);
    switch (op) {
    case RG_OP_FORTOP:
    case RG_OP_FOREND: return RG_QUICK_CODE(op, backward ? RG_QUICK_BACKWARD : RG_QUICK_FORWARD);
    case RG_OP_ROL:
    case RG_OP_ROR:
        return RG_QUICK_CODE(RG_OP_ROL,
                             (op == RG_OP_ROL) != backward ? RG_QUICK_LEFT : RG_QUICK_RIGHT);
    case RG_OP_RNG:
        return RG_QUICK_CODE(op, (d->in.mode == RG_MODE_SUB) != backward ? RG_QUICK_BACKWARD
                                                                         : RG_QUICK_FORWARD);
    case RG_OP_ASSERT: return RG_QUICK_CODE(op, d->in.mode);
    default: break;
    }
    switch (d->info->format) {
    case RG_FMT_U:
    case RG_FMT_U1:
    case RG_FMT_C:
    case RG_FMT_LD:
    case RG_FMT_ST: return RG_QUICK_CODE(op, update_action(d->in.mode, backward));
    default: return RG_QUICK_CODE(op, 0);
    }
}

static void add_tally(rg_quick *q, unsigned counter, unsigned count)
{
    q->tally[counter / RG_TALLY_PER_WORD] |= (uint64_t)count
                                             << counter % RG_TALLY_PER_WORD * RG_TALLY_BITS;
}

/* Whether the register that the word names first is changed by it. Exchanges move a word, and
 * change none. */
static bool changes_target(const rg_decoded *d)
{
    const unsigned op = d->in.op;
    if (d->in.words & RG_WORD_D)
        return false;
    switch (d->info->format) {
    case RG_FMT_ST:
    case RG_FMT_M:
    case RG_FMT_W:
    case RG_FMT_AS: return false;
    default:
        return op != RG_OP_SWAP && op != RG_OP_EXCH && op != RG_OP_CHKB && op != RG_OP_ALLOC
               && op != RG_OP_FREE && !is_branch(op);
    }
}

static void mark(const rg_machine *m, uint32_t address)
{
    rg_quick *q = &m->quick[address];
    const rg_decoded *d = &m->decoded[address];
    const bool flagged = d->legal && (m->flagged >> d->in.d & 1) != 0 && changes_target(d);
    const unsigned flag = flagged ? RG_QUICK_FLAG : 0;

    for (unsigned backward = 0; backward < 2; backward++)
        if (q->code[backward] != 0)
            q->code[backward] = (uint16_t)((q->code[backward] & (RG_QUICK_FLAG - 1)) | flag);
}

void rg_quick_flag(rg_machine *m, uint32_t registers)
{
    const uint32_t words = UINT32_C(1) << m->config.imem_log2;

    if (registers == m->flagged)
        return;
    m->flagged = registers;
    for (uint32_t i = 0; i < m->codewords && i < words; i++)
        mark(m, i);
}

void rg_quick_load(rg_machine *m, uint32_t address)
{
    const rg_decoded *d = &m->decoded[address];
    rg_quick *q = &m->quick[address];
    unsigned reads, writes, cycles = d->legal ? rg_value_cycles(m, d) : 0;

    *q = (rg_quick){.d = d->in.d, .a = d->in.a, .b = d->in.b};
    if (d->legal && (d->info->class == RG_CLASS_BRANCH || d->info->class == RG_CLASS_LOOP))
        q->control = RG_CONTROL_ENTERED;
    rg_stages_load(m, address);
    if (!d->legal)
        return;
    q->link = (address ^ (address + (uint32_t)d->in.offset)) & RG_PC_MASK;
    if (d->in.immediate) {
        q->b = RG_QUICK_ZERO;
        q->imm = d->info->format == RG_FMT_BI ? d->in.imm : d->b_value;
    } else if (d->info->format == RG_FMT_BR) {
        q->b = d->in.a;
    }
    rg_value_traffic(d->in.op, &reads, &writes);
    q->words = d->in.words;
    reads += (unsigned)__builtin_popcount(d->in.words);
    writes += (d->in.words & RG_WORD_D) != 0;
    add_tally(q, (unsigned)d->info->class, 1);
    add_tally(q, RG_TALLY_READS, reads);
    add_tally(q, RG_TALLY_WRITES, writes);
    q->cycles = (uint8_t)cycles;
    /* Aliased words trap; streams have a loop of their own; links of 0 and long
     * instructions are rare. */
    bool jumps = q->control != 0 && d->info->format != RG_FMT_R1;
    if (d->alias || rg_is_stream(&d->in) || (jumps && q->link == 0) || cycles > UINT8_MAX)
        return;
    for (unsigned backward = 0; backward < 2; backward++) {
        q->inner[backward] = (uint16_t)code_of(d, backward != 0);
        q->code[backward] = d->in.words ? RG_QUICK_WORDS : q->inner[backward];
    }
    if (m->flagged != 0)
        mark(m, address);
}
