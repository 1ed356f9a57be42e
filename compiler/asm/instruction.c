/* instruction.c: the operands of one instruction, by format; the pseudo instruction const; forward
 * references. */
#include <stdlib.h>
#include <string.h>

#include "asm_internal.h"
#include "isa/stream_operands.h"

static rg_line line_here(const assembler *as, unsigned column)
{
    return (rg_line){
        .file = 0, .line = as->line, .column = column, .role = RG_ROLE_PLAIN, .name = 0};
}

/* Does the value fit the immediate field of this instruction's format? */
static bool immediate_fits(const rg_instruction *in, int64_t value)
{
    rg_format format = rg_op_lookup(in->op)->format;
    int64_t limit = format == RG_FMT_C ? 65536 : format == RG_FMT_BI ? 16 : 1024;

    return value >= -limit && value < limit;
}

static bool set_immediate(assembler *as, rg_instruction *in, int64_t value, unsigned line,
                          unsigned column)
{
    if (!immediate_fits(in, value))
        return asm_fail_at(as, line, column, "R0703", "%lld does not fit in the immediate of %s",
                           (long long)value, rg_op_lookup(in->op)->mnemonic);
    in->imm = (int32_t)value;
    in->immediate = true;
    return true;
}

static bool add_fix(assembler *as, asm_fix_kind kind, char *name, unsigned column)
{
    asm_fix *bigger = rg_grow(as->fixes, as->fix_count, &as->fix_capacity, sizeof *bigger);

    if (!bigger) {
        free(name);
        return asm_fail(as, "R0712", "out of memory");
    }
    as->fixes = bigger;
    as->fixes[as->fix_count++] = (asm_fix){
        .kind = kind, .index = as->buffer.count, .name = name, .line = as->line, .column = column};
    return true;
}

/* A number, or a label whose word index is filled in later. */
static bool immediate(assembler *as, rg_instruction *in)
{
    asm_skip_space(as);
    const char *start = as->at;
    unsigned column = asm_column(as);
    int64_t value;

    if (start < as->end && *start != '-' && !(*start >= '0' && *start <= '9')) {
        char *name = asm_name(as);
        if (!name)
            return false;
        asm_symbol *symbol = asm_find(as, name);
        if (!symbol || symbol->is_label) {
            in->immediate = true;
            return add_fix(as, FIX_IMMEDIATE, name, column);
        }
        free(name);
        as->at = start;
    }
    return asm_number(as, &value) && set_immediate(as, in, value, as->line, column);
}

/* Behind the first register of an operand in memory: the one that is added to all of them. */
static bool common_index(assembler *as)
{
    uint8_t index = 0;
    asm_skip_space(as);
    const unsigned column = asm_column(as);

    if (!asm_expect(as, "+") || !asm_register(as, &index))
        return false;
    if (index != RG_INDEX_REGISTER)
        return asm_fail_at(as, as->line, column, "R0702",
                           "the index of an operand in memory is r%d, and not r%d",
                           RG_INDEX_REGISTER, index);
    return true;
}

static bool takes_words(const rg_instruction *in)
{
    const rg_format format = rg_op_lookup(in->op)->format;

    return rg_is_stream(in) || format == RG_FMT_U || format == RG_FMT_U1;
}

/* The register of a descriptor, in brackets where indices in memory address its words; of other
 * updates a register, or in brackets the address of a word of memory. */
static bool descriptor(assembler *as, rg_instruction *in, unsigned operand, uint8_t *r)
{
    if (!takes_words(in) || !asm_accept(as, "["))
        return asm_register(as, r);
    *(rg_is_stream(in) ? &in->indexed : &in->words) |= (uint8_t)(1u << operand);
    return asm_register(as, r) && (rg_is_stream(in) || common_index(as)) && asm_expect(as, "]");
}

static bool operand_d(assembler *as, rg_instruction *in)
{
    return descriptor(as, in, RG_STREAM_TARGET, &in->d);
}

/* .f behind a register: it holds a float word. */
static bool float_word(assembler *as, rg_instruction *in, unsigned kind)
{
    if (asm_accept(as, ".f"))
        in->kinds |= (uint8_t)kind;
    return true;
}

/* .log behind the register of OUT: it holds a Log. */
static bool log_word(assembler *as, rg_instruction *in)
{
    if (asm_accept(as, ".log"))
        in->kinds |= RG_LOG_OUT;
    return true;
}

static bool operand_a(assembler *as, rg_instruction *in)
{
    return descriptor(as, in, RG_STREAM_A, &in->a) && float_word(as, in, RG_FLOAT_A);
}

static bool operand_b(assembler *as, rg_instruction *in)
{
    asm_skip_space(as);
    if (takes_words(in) && as->at < as->end && *as->at == '[')
        return descriptor(as, in, RG_STREAM_B, &in->b);
    if (asm_looks_like_register(as))
        return asm_register(as, &in->b) && float_word(as, in, RG_FLOAT_B);
    return immediate(as, in);
}

/* [a + b], [a + n], [a - n], [a] */
static bool address(assembler *as, rg_instruction *in)
{
    if (!asm_expect(as, "[") || !asm_register(as, &in->a))
        return false;
    if (asm_accept(as, "+")) {
        if (!operand_b(as, in))
            return false;
    } else if (asm_accept(as, "-")) {
        int64_t value;
        unsigned column = asm_column(as);
        if (!asm_number(as, &value) || !set_immediate(as, in, -value, as->line, column))
            return false;
    } else {
        in->immediate = true;
    }
    return asm_expect(as, "]");
}

static bool target(assembler *as, rg_instruction *in)
{
    asm_skip_space(as);
    unsigned column = asm_column(as);

    if (as->end - as->at >= 2 && as->at[0] == '.' && (as->at[1] == '+' || as->at[1] == '-')) {
        bool minus = as->at[1] == '-';
        int64_t value;
        as->at += 2;
        if (!asm_number(as, &value))
            return false;
        if (value < 0 || value > (1 << 24))
            return asm_fail_at(as, as->line, column, "R0706", "this jump is too far");
        in->offset = (int32_t)(minus ? -value : value);
        return true;
    }
    char *name = asm_name(as);
    return name && add_fix(as, FIX_OFFSET, name, column);
}

static bool mode(assembler *as, rg_instruction *in)
{
    static const unsigned order[] = {RG_MODE_STREAM_ADD, RG_MODE_STREAM_SUB, RG_MODE_UNSET,
                                     RG_MODE_SET,        RG_MODE_ADD,        RG_MODE_SUB,
                                     RG_MODE_XOR};

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (asm_accept(as, rg_mode_text(order[i]))) {
            in->mode = (uint8_t)order[i];
            return true;
        }
    return asm_fail(as, "R0702", "expected one of += -= ^= := =: here");
}

static bool condition(assembler *as, rg_instruction *in)
{
    for (unsigned cond = 0; cond < RG_COND_COUNT; cond++) {
        if (cond == RG_COND_LT && asm_accept(as, rg_cond_text(RG_COND_GE))) {
            in->mode = RG_COND_GE;
            return true;
        }
        if (asm_accept(as, rg_cond_text(cond))) {
            in->mode = (uint8_t)cond;
            return true;
        }
    }
    return asm_fail(as, "R0702", "expected one of == != < >= here");
}

static bool comma(assembler *as) { return asm_expect(as, ","); }

static bool operands(assembler *as, rg_format format, rg_instruction *in)
{
    switch (format) {
    case RG_FMT_U:
        return mode(as, in) && operand_d(as, in) && comma(as) && operand_a(as, in) && comma(as)
               && operand_b(as, in);
    case RG_FMT_U1: return mode(as, in) && operand_d(as, in) && comma(as) && operand_b(as, in);
    case RG_FMT_C:
        return mode(as, in) && asm_register(as, &in->d) && comma(as) && immediate(as, in);
    case RG_FMT_LD: return mode(as, in) && asm_register(as, &in->d) && comma(as) && address(as, in);
    case RG_FMT_ST: return mode(as, in) && address(as, in) && comma(as) && asm_register(as, &in->d);
    case RG_FMT_X: return asm_register(as, &in->d) && comma(as) && address(as, in);
    case RG_FMT_M: return address(as, in);
    case RG_FMT_R1: return asm_register(as, &in->d) && log_word(as, in);
    case RG_FMT_R2:
    case RG_FMT_R2X: return asm_register(as, &in->d) && comma(as) && asm_register(as, &in->a);
    case RG_FMT_W:
        return mode(as, in) && (!rg_is_stream(in) || (asm_register(as, &in->d) && comma(as)))
               && operand_a(as, in) && comma(as) && operand_b(as, in);
    case RG_FMT_WO:
    case RG_FMT_RM: return mode(as, in) && asm_register(as, &in->d);
    case RG_FMT_MD:
        return mode(as, in) && asm_register(as, &in->d) && comma(as) && asm_register(as, &in->a)
               && comma(as) && asm_register(as, &in->b);
    case RG_FMT_R3:
        return asm_register(as, &in->d) && comma(as) && asm_register(as, &in->a) && comma(as)
               && asm_register(as, &in->b) && float_word(as, in, RG_FLOAT_B);
    case RG_FMT_RB: return asm_register(as, &in->d) && comma(as) && operand_b(as, in);
    case RG_FMT_BR:
        return asm_register(as, &in->d) && comma(as) && asm_register(as, &in->a) && comma(as)
               && target(as, in);
    case RG_FMT_BI:
        return asm_register(as, &in->d) && comma(as) && immediate(as, in) && comma(as)
               && target(as, in);
    case RG_FMT_J: return target(as, in);
    case RG_FMT_AS: return asm_register(as, &in->d) && condition(as, in) && operand_b(as, in);
    case RG_FMT_I: return immediate(as, in);
    default: return true;
    }
}

static bool emit(assembler *as, const rg_instruction *in, unsigned column)
{
    uint32_t word = 0;

    if (!rg_encode(in, as->xlen, &word)) {
        const rg_op_info *info = rg_op_lookup(in->op);
        if (as->xlen <= 32 && (in->op == RG_OP_LI2 || in->op == RG_OP_LI3))
            return asm_fail_at(as, as->line, column, "R0709",
                               "%s does not exist on a %u-bit machine", info->mnemonic, as->xlen);
        if (info->kind == RG_KIND_LOG && in->mode == RG_MODE_XOR)
            return asm_fail_at(as, as->line, column, "R0702",
                               "%s cannot be used with ^=", info->mnemonic);
        if (in->kinds)
            return asm_fail_at(as, as->line, column, "R0702",
                               "%s has no operands of these kinds (.w, .f)", info->mnemonic);
        if (in->words && (in->mode == RG_MODE_SET || in->mode == RG_MODE_UNSET)
            && (in->words & RG_WORD_D))
            return asm_fail_at(as, as->line, column, "R0702",
                               "a target in memory takes += -= ^=, and not %s",
                               rg_mode_text(in->mode));
        if ((rg_is_stream(in) && in->indexed && in->immediate) || (in->words && in->immediate))
            return asm_fail_at(as, as->line, column, "R0702",
                               "where operands are in brackets, the last one is no number");
        if (rg_is_stream(in))
            return asm_fail_at(as, as->line, column, "R0702", "%s cannot be used with %s",
                               info->mnemonic, rg_mode_text(in->mode));
        return asm_fail_at(as, as->line, column, "R0706", "the jump of %s is too far",
                           info->mnemonic);
    }
    rg_buffer_add(&as->buffer, word, line_here(as, column));
    return !as->buffer.failed || asm_fail(as, "R0712", "out of memory");
}

/* const := r, value: as many LIn as the value needs; =: gives the same backward. */
static bool constant(assembler *as, unsigned column)
{
    rg_instruction in = {.immediate = true};
    rg_const_part parts[4];
    int64_t value;

    if (!mode(as, &in) || !asm_register(as, &in.d) || !comma(as) || !asm_number(as, &value))
        return false;
    unsigned count = rg_const_split(value, as->xlen, parts), m = in.mode;
    if (m == RG_MODE_XOR && count > 1)
        return asm_fail_at(as, as->line, column, "R0703",
                           "const ^= takes a value of one part only");
    for (unsigned i = 0; i < count; i++) {
        unsigned k = m == RG_MODE_UNSET ? count - 1 - i : i;
        in.op = (uint8_t)(RG_OP_LI0 + parts[k].n);
        in.imm = parts[k].chunk;
        in.mode = (uint8_t)(k == 0               ? m
                            : m == RG_MODE_SET   ? RG_MODE_ADD
                            : m == RG_MODE_UNSET ? RG_MODE_SUB
                                                 : m);
        if (!emit(as, &in, column))
            return false;
    }
    return true;
}

/* Behind the name, on a machine with FLOAT. .w: its operands are numbers. .tofixed: what is moved
 * is rounded to a Fixed. .fixed: so is it, and the target is a Fixed. */
static const rg_op_info *named(const char *mnemonic, unsigned *kinds)
{
    static const struct {
        const char *suffix;
        unsigned kinds;
    } suffixes[] = {{".w", RG_WIDE_OPERANDS},
                    {".tofixed", RG_TO_FIXED},
                    {".fixed", RG_TO_FIXED | RG_FIXED_TARGET}};
    const char *dot = strchr(mnemonic, '.');
    const size_t length = dot ? (size_t)(dot - mnemonic) : 0;
    char name[16] = "";

    *kinds = 0;
    for (size_t i = 0; dot && i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (strcmp(dot, suffixes[i].suffix) == 0)
            *kinds = suffixes[i].kinds;
    if (*kinds == 0 || length >= sizeof name)
        return rg_op_by_mnemonic(mnemonic);
    memcpy(name, mnemonic, length);
    const rg_op_info *info = rg_op_by_mnemonic(name);
    const bool moves = info && info == rg_op_lookup(RG_OP_FMOV);
    return (*kinds != RG_WIDE_OPERANDS) == moves ? info : NULL;
}

bool asm_instruction(assembler *as, const char *mnemonic, unsigned column)
{
    if (strcmp(mnemonic, "const") == 0)
        return constant(as, column);

    unsigned kinds = 0;
    const rg_op_info *info = named(mnemonic, &kinds);
    if (!info)
        return asm_fail_at(as, as->line, column, "R0701", "there is no instruction '%s'", mnemonic);

    unsigned op = 0;
    while (rg_op_lookup(op) != info)
        op++;
    rg_instruction in = {.op = (uint8_t)op, .kinds = (uint8_t)kinds};
    if (info->format == RG_FMT_BI)
        in.immediate = true;
    if (!operands(as, info->format, &in))
        return false;
    return emit(as, &in, column);
}

static bool apply(assembler *as, asm_fix *fix)
{
    asm_symbol *symbol = asm_find(as, fix->name);
    rg_instruction in;

    if (!symbol)
        return asm_fail_at(as, fix->line, fix->column, "R0704", "'%s' is not defined", fix->name);
    if (!rg_decode_any(as->buffer.code[fix->index], as->xlen, &in))
        return asm_fail_at(as, fix->line, fix->column, "R0702", "this operand cannot be filled in");
    if (fix->kind == FIX_IMMEDIATE) {
        if (!set_immediate(as, &in, symbol->value, fix->line, fix->column))
            return false;
    } else if (!symbol->is_label) {
        return asm_fail_at(as, fix->line, fix->column, "R0704", "'%s' is a number, not a label",
                           fix->name);
    } else {
        int64_t offset = symbol->value - (int64_t)fix->index;
        in.offset = (int32_t)offset;
        if (offset < -(1 << 24) || offset >= 1 << 24)
            return asm_fail_at(as, fix->line, fix->column, "R0706", "'%s' is too far away",
                               fix->name);
    }
    if (!rg_encode(&in, as->xlen, &as->buffer.code[fix->index]))
        return asm_fail_at(as, fix->line, fix->column, "R0706", "'%s' is too far away", fix->name);
    return true;
}

bool asm_apply_fixes(assembler *as)
{
    for (size_t i = 0; i < as->fix_count; i++)
        if (!apply(as, &as->fixes[i]))
            return false;
    return true;
}
