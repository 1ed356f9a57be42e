#include "isa.h"

#include <string.h>

const rg_op_info rg_op_table[RG_OP_LIMIT] = {
#define RG_OP(name_, mnemonic_, code, fmt, kind_, bk_, class_, f_, ga_, gb_, undo_)                \
    [code] = {#name_, mnemonic_, RG_FMT_##fmt, RG_KIND_##kind_, RG_BK_##bk_, RG_CLASS_##class_,    \
              f_,     ga_,       gb_,          RG_OP_##undo_},
#include "isa.def"
#undef RG_OP
};

static const char *const mode_text[RG_MODE_COUNT] = {
#define RG_MODE(name, code, text, undo, doc) [code] = text,
#include "modes.def"
#undef RG_MODE
};

static const uint8_t mode_undo[RG_MODE_COUNT] = {
#define RG_MODE(name, code, text, undo, doc) [code] = RG_MODE_##undo,
#include "modes.def"
#undef RG_MODE
};

static const char *const cond_text[RG_COND_COUNT] = {
#define RG_COND(name, code, text) [code] = text,
#include "conds.def"
#undef RG_COND
};

static const char *const class_name[RG_CLASS_COUNT] = {
#define RG_CLASS(name, index, text, doc) [index] = text,
#include "classes.def"
#undef RG_CLASS
};

static const rg_trap_info trap_table[RG_TRAP_COUNT] = {
#define RG_TRAP(name_, code, error_, text_) [code] = {#name_, error_, text_},
#include "traps.def"
#undef RG_TRAP
};

const rg_op_info *rg_op_by_mnemonic(const char *mnemonic)
{
    for (unsigned op = 0; op < RG_OP_LIMIT; op++)
        if (rg_op_table[op].name && strcmp(rg_op_table[op].mnemonic, mnemonic) == 0)
            return &rg_op_table[op];
    return NULL;
}

const char *rg_mode_text(unsigned mode) { return mode < RG_MODE_COUNT ? mode_text[mode] : "?"; }
const char *rg_cond_text(unsigned cond) { return cond < RG_COND_COUNT ? cond_text[cond] : "?"; }
const char *rg_class_name(unsigned class)
{
    return class < RG_CLASS_COUNT ? class_name[class] : "?";
}

const rg_trap_info *rg_trap_lookup(unsigned cause)
{
    return cause > 0 && cause < RG_TRAP_COUNT ? &trap_table[cause] : NULL;
}

static int32_t sign_extend(uint32_t value, unsigned bits)
{
    uint32_t sign = UINT32_C(1) << (bits - 1);
    return (int32_t)((value ^ sign) - sign);
}

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
    return (word >> low) & ((UINT32_C(1) << (high - low + 1)) - 1);
}

static bool fits(int64_t value, unsigned width)
{
    int64_t limit = INT64_C(1) << (width - 1);
    return value >= -limit && value < limit;
}

/* Which fields a format has. */
enum { INDEXED_AT = 5, KINDS_AT = 8 };
enum { HAS_MODE = 1, HAS_D = 2, HAS_A = 4, HAS_B = 8, HAS_B_IMM = 16, HAS_B_REG = 32 };

static unsigned fields_of(rg_format format)
{
    switch (format) {
    case RG_FMT_U:
    case RG_FMT_LD:
    case RG_FMT_ST: return HAS_MODE | HAS_D | HAS_A | HAS_B_IMM | HAS_B_REG;
    case RG_FMT_U1:
    case RG_FMT_AS: return HAS_MODE | HAS_D | HAS_B_IMM | HAS_B_REG;
    case RG_FMT_X: return HAS_D | HAS_A | HAS_B_IMM | HAS_B_REG;
    case RG_FMT_M: return HAS_A | HAS_B_IMM | HAS_B_REG;
    case RG_FMT_R1: return HAS_D;
    case RG_FMT_R2:
    case RG_FMT_R2X: return HAS_D | HAS_A;
    case RG_FMT_W: return HAS_MODE | HAS_A | HAS_B_IMM | HAS_B_REG;
    case RG_FMT_WO:
    case RG_FMT_RM: return HAS_MODE | HAS_D;
    case RG_FMT_MD: return HAS_MODE | HAS_D | HAS_A | HAS_B_REG;
    case RG_FMT_R3: return HAS_D | HAS_A | HAS_B_REG;
    case RG_FMT_RB: return HAS_D | HAS_B_IMM | HAS_B_REG;
    case RG_FMT_I: return HAS_B_IMM;
    default: return 0;
    }
}

/* The mode field of an assertion is its condition. */
static bool has_update_mode(rg_format format)
{
    return format == RG_FMT_C || (format != RG_FMT_AS && (fields_of(format) & HAS_MODE) != 0);
}

static bool streams(unsigned mode)
{
    return mode == RG_MODE_STREAM_ADD || mode == RG_MODE_STREAM_SUB;
}

static bool mode_allowed(const rg_op_info *info, unsigned mode)
{
    if (info->format == RG_FMT_AS)
        return mode < RG_COND_COUNT;
    if (info->format == RG_FMT_RM)
        return mode == RG_MODE_ADD || mode == RG_MODE_SUB;
    if (info->format == RG_FMT_W)
        return mode == RG_MODE_ADD || mode == RG_MODE_SUB || streams(mode);
    if (info->format == RG_FMT_MD && mode == RG_MODE_XOR)
        return false;
    if (streams(mode))
        return info->format == RG_FMT_U || info->format == RG_FMT_U1;
    return mode < RG_MODE_COUNT && !(info->kind == RG_KIND_LOG && mode == RG_MODE_XOR);
}

/* Bits 10:5 of a word whose operands are in memory: which, and the mode of the update. */
static bool take_words(const rg_op_info *info, uint32_t imm, rg_instruction *out)
{
    const uint32_t words = imm >> INDEXED_AT & 7, mode = imm >> KINDS_AT;
    const bool update = info->format == RG_FMT_U || info->format == RG_FMT_U1;

    out->words = (uint8_t)words;
    out->mode = (uint8_t)mode;
    return update && words != 0 && !(info->format == RG_FMT_U1 && (words & RG_WORD_A))
           && !streams(mode) && mode_allowed(info, mode)
           && !((words & RG_WORD_D) && (mode == RG_MODE_SET || mode == RG_MODE_UNSET));
}

/* Bits 7:5 of a stream with a register B: which operands are indexed. Only words of memory are. */
static bool take_indexed(const rg_op_info *info, unsigned mode, uint32_t *imm, uint8_t *indexed)
{
    const uint32_t flags = *imm >> INDEXED_AT;
    const uint32_t words = (info->format == RG_FMT_W ? 0u : 1u)
                           | (info->format == RG_FMT_U1 ? 0u : 2u) | 4u;

    if (!streams(mode))
        return flags == 0;
    *indexed = (uint8_t)flags;
    *imm &= (1u << INDEXED_AT) - 1;
    return (flags & ~words) == 0;
}

static bool allowed_at(unsigned op, unsigned xlen)
{
    return !(xlen <= 32 && (op == RG_OP_LI2 || op == RG_OP_LI3));
}

unsigned rg_kinds_of(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);

    switch (in->op) {
    case RG_OP_EQ:
    case RG_OP_NE:
    case RG_OP_LT:
    case RG_OP_LE:
    case RG_OP_GT:
    case RG_OP_GE: return RG_WIDE_OPERANDS | RG_FLOAT_A | RG_FLOAT_B;
    case RG_OP_ASSERT:
    case RG_OP_SIGN: return RG_WIDE_OPERANDS | RG_FLOAT_B;
    case RG_OP_OUT: return RG_WIDE_OPERANDS | RG_LOG_OUT;
    case RG_OP_NEG:
    case RG_OP_OUTG: return RG_WIDE_OPERANDS;
    case RG_OP_ROT:
    case RG_OP_IROT:
    case RG_OP_FLOOR:
    case RG_OP_CEIL:
    case RG_OP_ROUND:
    case RG_OP_TRUNC: return RG_FLOAT_B;
    case RG_OP_FMOV: return RG_FLOAT_B | RG_TO_FIXED | RG_FIXED_TARGET;
    case RG_OP_MULDIV: /* integers are none */
        return in->mode == RG_MODE_ADD || in->mode == RG_MODE_SUB ? RG_FLOAT_A | RG_FLOAT_B : 0;
    default: break;
    }
    if (info->kind == RG_KIND_LOG)
        return info->bk == RG_BK_F ? RG_FLOAT_B : 0;
    if (info->kind != RG_KIND_FIX
        || (info->format != RG_FMT_U && info->format != RG_FMT_U1 && info->format != RG_FMT_W))
        return 0;
    return (info->format != RG_FMT_U1 ? RG_FLOAT_A : 0u) | (info->bk == RG_BK_F ? RG_FLOAT_B : 0u);
}

/* Which kind all others of the instruction need. */
static unsigned needed_kind(const rg_instruction *in, unsigned kinds, unsigned allowed)
{
    if (in->op == RG_OP_FMOV)
        return kinds & RG_FIXED_TARGET ? RG_TO_FIXED : 0;
    return kinds ? allowed & RG_WIDE_OPERANDS : 0;
}

/* Takes bits 10:8 out of imm; false where they say what this instruction cannot have. */
static bool take_kinds(uint32_t *imm, rg_instruction *out)
{
    const uint32_t kinds = *imm >> KINDS_AT, allowed = rg_kinds_of(out);

    out->kinds = (uint8_t)kinds;
    *imm &= (1u << KINDS_AT) - 1;
    return (kinds & ~allowed) == 0 && (~kinds & needed_kind(out, kinds, allowed)) == 0;
}

static bool decode_words(uint32_t word, const rg_op_info *info, rg_instruction *out)
{
    out->d = (uint8_t)bits(word, 21, 17);
    out->a = (uint8_t)bits(word, 16, 12);
    out->b = (uint8_t)bits(word, 4, 0);
    return take_words(info, bits(word, 10, 0), out) && (out->a == 0 || info->format == RG_FMT_U);
}

static bool decode_general(uint32_t word, const rg_op_info *info, bool floats, rg_instruction *out)
{
    unsigned has = fields_of(info->format);
    uint32_t mode = bits(word, 24, 22), d = bits(word, 21, 17), a = bits(word, 16, 12);
    uint32_t imm = bits(word, 10, 0);
    bool immediate = bits(word, 11, 11) != 0;

    if (info->format == RG_FMT_W && streams(mode))
        has |= HAS_D; /* which names the counts */
    if (mode == RG_MODE_WORDS && (has & HAS_MODE) && !immediate)
        return decode_words(word, info, out);
    if ((has & HAS_MODE) ? !mode_allowed(info, mode) : mode != 0)
        return false;
    if ((!(has & HAS_D) && d) || (!(has & HAS_A) && a))
        return false;
    if (floats && !immediate && !take_kinds(&imm, out))
        return false;
    if (immediate           ? !(has & HAS_B_IMM)
        : (has & HAS_B_REG) ? !take_indexed(info, mode, &imm, &out->indexed)
                            : (imm != 0 || (has & HAS_B_IMM)))
        return false;
    out->mode = (uint8_t)mode;
    out->d = (uint8_t)d;
    out->a = (uint8_t)a;
    out->immediate = immediate;
    if (immediate)
        out->imm = sign_extend(imm, 11);
    else
        out->b = (uint8_t)imm;
    return true;
}

static bool decode(uint32_t word, unsigned xlen, bool floats, rg_instruction *out)
{
    const rg_op_info *info = rg_op_lookup(word >> 25);

    *out = (rg_instruction){.op = (uint8_t)(word >> 25)};
    if (!info || !allowed_at(out->op, xlen))
        return false;
    switch (info->format) {
    case RG_FMT_C:
        if (!mode_allowed(info, bits(word, 24, 22)))
            return false;
        out->mode = (uint8_t)bits(word, 24, 22);
        out->d = (uint8_t)bits(word, 21, 17);
        out->immediate = true;
        out->imm = sign_extend(bits(word, 16, 0), 17);
        return true;
    case RG_FMT_BR:
    case RG_FMT_BI:
        out->d = (uint8_t)bits(word, 21, 17);
        out->offset = sign_extend(bits(word, 24, 22) << 12 | bits(word, 11, 0), 15);
        if (info->format == RG_FMT_BI) {
            out->immediate = true;
            out->imm = sign_extend(bits(word, 16, 12), 5);
        } else {
            out->a = (uint8_t)bits(word, 16, 12);
        }
        return true;
    case RG_FMT_J: out->offset = sign_extend(bits(word, 24, 0), 25); return true;
    default: return decode_general(word, info, floats, out);
    }
}

bool rg_decode(uint32_t word, unsigned xlen, rg_instruction *out)
{
    return decode(word, xlen, false, out);
}

bool rg_decode_any(uint32_t word, unsigned xlen, rg_instruction *out)
{
    return decode(word, xlen, true, out);
}

/* Field by field: padding bytes hold anything. */
static bool same_instruction(const rg_instruction *x, const rg_instruction *y)
{
    return x->op == y->op && x->mode == y->mode && x->d == y->d && x->a == y->a && x->b == y->b
           && x->immediate == y->immediate && x->imm == y->imm && x->offset == y->offset
           && x->indexed == y->indexed && x->kinds == y->kinds && x->words == y->words;
}

bool rg_encode(const rg_instruction *in, unsigned xlen, uint32_t *word)
{
    const rg_op_info *info = rg_op_lookup(in->op);
    uint32_t w = (uint32_t)in->op << 25;
    uint32_t d = (uint32_t)in->d << 17, a = (uint32_t)in->a << 12;

    if (!info || !allowed_at(in->op, xlen) || in->d > 31 || in->a > 31 || in->b > 31)
        return false;
    switch (info->format) {
    case RG_FMT_C:
        if (!fits(in->imm, 17) || in->mode > 7)
            return false;
        w |= (uint32_t)in->mode << 22 | d | ((uint32_t)in->imm & 0x1ffff);
        break;
    case RG_FMT_BR:
    case RG_FMT_BI:
        if (!fits(in->offset, 15) || (info->format == RG_FMT_BI && !fits(in->imm, 5)))
            return false;
        if (info->format == RG_FMT_BI)
            a = ((uint32_t)in->imm & 31) << 12;
        w |= (((uint32_t)in->offset >> 12) & 7) << 22 | d | a | ((uint32_t)in->offset & 0xfff);
        break;
    case RG_FMT_J:
        if (!fits(in->offset, 25))
            return false;
        w |= (uint32_t)in->offset & 0x1ffffff;
        break;
    default:
        if (in->mode > 7 || in->indexed > 7 || in->kinds > 7 || in->words > 7
            || (in->words && (in->indexed || in->kinds))
            || (in->immediate && (in->kinds || in->words || !fits(in->imm, 11))))
            return false;
        w |= (uint32_t)(in->words ? RG_MODE_WORDS : in->mode) << 22 | d | a;
        w |= in->immediate ? UINT32_C(1) << 11 | ((uint32_t)in->imm & 0x7ff)
                           : in->b | (uint32_t)(in->indexed | in->words) << INDEXED_AT
                                 | (uint32_t)(in->words ? in->mode : in->kinds) << KINDS_AT;
    }
    *word = w;

    rg_instruction back;
    return decode(w, xlen, in->kinds != 0, &back) && same_instruction(&back, in);
}

/* A target in a register is none of the registers that are read, those of addresses included. One
 * in memory may be an operand, which only its address tells. */
static bool aliases_words(const rg_instruction *in, const rg_op_info *info)
{
    return !(in->words & RG_WORD_D)
           && (in->d == RG_INDEX_REGISTER || in->d == in->b
               || (info->format == RG_FMT_U && in->d == in->a));
}

bool rg_aliases(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);
    bool b_is_d = !in->immediate && in->b == in->d;

    if (!info || rg_is_stream(in))
        return false;
    switch (info->format) {
    case RG_FMT_U:
    case RG_FMT_U1:
        if (in->words)
            return aliases_words(in, info);
        return (info->format == RG_FMT_U && in->a == in->d) || b_is_d;
    case RG_FMT_LD: return in->a == in->d || b_is_d;
    case RG_FMT_RB: return b_is_d;
    case RG_FMT_X: return in->op == RG_OP_EXCH && (in->a == in->d || b_is_d);
    case RG_FMT_R2:
    case RG_FMT_R2X: return in->a == in->d;
    case RG_FMT_R3:
    case RG_FMT_MD: return in->a == in->d || b_is_d || in->a == in->b;
    case RG_FMT_BR: return (in->op == RG_OP_FORTOP || in->op == RG_OP_FOREND) && in->a == in->d;
    default: return false;
    }
}

bool rg_is_landing(unsigned op)
{
    switch (op) {
    case RG_OP_BEQL:
    case RG_OP_BNEL:
    case RG_OP_BLTL:
    case RG_OP_BGEL:
    case RG_OP_BEQIL:
    case RG_OP_BNEIL:
    case RG_OP_BLTIL:
    case RG_OP_BGEIL:
    case RG_OP_BRAL: return true;
    default: return false;
    }
}

bool rg_undo(rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);

    if (!info || info->undo == RG_OP_NONE || rg_is_stream(in))
        return false;
    if (has_update_mode(info->format))
        in->mode = mode_undo[in->mode];
    in->op = (uint8_t)info->undo;
    in->offset = -in->offset;
    return true;
}
