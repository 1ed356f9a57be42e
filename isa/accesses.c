/* accesses.c: which words an instruction reads and updates. */
#include "isa/accesses.h"

#include "isa/stream_operands.h"

static uint32_t bit(unsigned index) { return UINT32_C(1) << (index & 31); }

/* The descriptors: base and two strides, and two lengths behind those of the target. */
static rg_accesses of_stream(const rg_instruction *in)
{
    rg_accesses all = {.reads = bit(in->d + 3u) | bit(in->d + 4u)};
    for (unsigned operand = 0; operand < RG_STREAM_OPERANDS; operand++) {
        const unsigned first = rg_stream_operand_register(in, operand);
        if (rg_stream_operand_used(in, operand))
            all.reads |= bit(first) | bit(first + 1) | bit(first + 2);
        const unsigned array = rg_stream_array_register(in, operand);
        if (rg_stream_operand_indexed(in, operand))
            all.reads |= bit(array) | bit(array + 1);
    }
    return all;
}

static rg_accesses of_one_register(const rg_instruction *in)
{
    switch (in->op) {
    case RG_OP_NEG:
    case RG_OP_XGRAD:
    case RG_OP_PORTAL: return (rg_accesses){.updates = bit(in->d)};
    case RG_OP_OUTG: return (rg_accesses){0};
    default: return (rg_accesses){.reads = bit(in->d)};
    }
}

static rg_accesses of_words(const rg_instruction *in, uint32_t reads)
{
    rg_accesses all = {.reads = reads | bit(RG_INDEX_REGISTER)};

    *(in->words & RG_WORD_D ? &all.reads : &all.updates) |= bit(in->d);
    return all;
}

rg_accesses rg_accesses_of(const rg_instruction *in)
{
    const uint32_t d = bit(in->d), a = bit(in->a), b = in->immediate ? 0 : bit(in->b);

    if (rg_is_stream(in))
        return of_stream(in);
    if (in->words)
        return of_words(in, b | (rg_op_lookup(in->op)->format == RG_FMT_U ? a : 0));
    switch (rg_op_lookup(in->op)->format) {
    case RG_FMT_U:
    case RG_FMT_MD: return (rg_accesses){.reads = a | b, .updates = d};
    case RG_FMT_U1:
    case RG_FMT_RB: return (rg_accesses){.reads = b, .updates = d};
    case RG_FMT_C:
    case RG_FMT_WO:
    case RG_FMT_RM: return (rg_accesses){.updates = d};
    case RG_FMT_LD: return (rg_accesses){a | b, d, RG_READS};
    case RG_FMT_ST: return (rg_accesses){a | b | d, 0, RG_UPDATES};
    case RG_FMT_X:
        return in->op == RG_OP_CHKB ? (rg_accesses){a | b | d, 0, RG_READS}
                                    : (rg_accesses){.reads = a | b};
    case RG_FMT_M: return (rg_accesses){a | b, 0, RG_READS};
    case RG_FMT_W: return (rg_accesses){.reads = a | b};
    case RG_FMT_R1: return of_one_register(in);
    case RG_FMT_R2:
        return in->op == RG_OP_SWAP ? (rg_accesses){0} : (rg_accesses){.updates = d | a};
    case RG_FMT_R2X: return (rg_accesses){.updates = d | a};
    case RG_FMT_R3: return (rg_accesses){.reads = b, .updates = d | a};
    case RG_FMT_BR:
        return in->op == RG_OP_FORTOP || in->op == RG_OP_FOREND
                   ? (rg_accesses){.reads = a, .updates = d}
                   : (rg_accesses){.reads = a | d};
    case RG_FMT_BI: return (rg_accesses){.reads = d};
    case RG_FMT_AS: return (rg_accesses){.reads = d | b};
    default: return (rg_accesses){0}; /* none, J, I, N */
    }
}
