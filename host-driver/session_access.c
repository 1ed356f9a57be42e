/* session_access.c: whether the instruction that comes next reads or updates a word. */
#include "host-driver/session.h"

#include "isa/accesses.h"
#include "host-driver/stream_words.h"
#include "isa/stream_operands.h"

/* Cotangents go against the values: the target's is read, those of operands are updated. */
static unsigned in_bank(uint64_t mode, unsigned bank, unsigned access)
{
    if (bank == 0)
        return access;
    if (bank == 2)
        return mode & RG_WITH_TANGENT ? access : 0;
    return !(mode & RG_WITH_GRADIENT)
               ? 0
               : (access & RG_READS ? RG_UPDATES : 0) | (access & RG_UPDATES ? RG_READS : 0);
}

/* ---- streams */

static rg_result stream_access(rg_session *s, const rg_instruction *in, uint32_t address,
                               unsigned *access, rg_fault *fault)
{
    rg_stream_words w;
    const rg_result result = rg_read_stream(s->device, in, &w, fault);
    const rg_stream_operand *const of[RG_STREAM_OPERANDS] = {&w.target, &w.a, &w.b};

    if (result != RG_OK || w.rows > (int64_t)s->device->words
        || w.columns > (int64_t)s->device->words)
        return result; /* it traps */
    for (unsigned operand = 0; operand < RG_STREAM_OPERANDS; operand++) {
        if (rg_stream_has(&w, of[operand], (int64_t)address))
            *access |= operand == RG_STREAM_TARGET ? RG_UPDATES : RG_READS;
        if (rg_stream_has_index(&w, of[operand], (int64_t)address))
            *access |= RG_READS;
    }
    return result;
}

/* ---- operands in memory */

static rg_result words_access(rg_session *s, const rg_instruction *in, uint32_t address,
                              unsigned *access, rg_fault *fault)
{
    static const unsigned operands[] = {RG_WORD_D, RG_WORD_A, RG_WORD_B};
    rg_result result = RG_OK;

    for (size_t i = 0; i < 3 && result == RG_OK; i++) {
        int64_t at = -1;
        result = rg_operand_address(s->device, in, operands[i], &at, fault);
        if (at == (int64_t)address)
            *access |= operands[i] == RG_WORD_D ? RG_UPDATES : RG_READS;
    }
    return result;
}

/* ---- the others */

static rg_result memory_access(rg_session *s, const rg_instruction *in, uint32_t address,
                               unsigned *access, rg_fault *fault)
{
    int64_t base = 0, more = in->imm;
    const unsigned what = rg_accesses_of(in).memory;
    rg_result result = what ? rg_core_peek(s->device, RG_WINDOW_REGV, in->a, &base, fault) : RG_OK;
    if (what && result == RG_OK && !in->immediate)
        result = rg_core_peek(s->device, RG_WINDOW_REGV, in->b, &more, fault);
    *access = what && (uint64_t)base + (uint64_t)more == address ? what : 0;
    return result;
}

rg_result rg_session_access(rg_session *s, uint32_t address, unsigned *access, rg_fault *fault)
{
    rg_stand stand;
    rg_instruction in;
    rg_spot at;
    unsigned bank = 0;
    uint64_t mode = 0;
    *access = 0;
    if (!rg_session_locate(s, address, &at, &bank)) /* a counter */
        return RG_OK;
    rg_result result = rg_session_stand(s, &stand, fault);
    if (result != RG_OK || !rg_session_coming(s, &stand, &in))
        return result;
    const rg_accesses all = rg_accesses_of(&in);
    if (at.kind == RG_SPOT_REGISTER)
        *access = (all.reads >> at.at & 1 ? RG_READS : 0)
                  | (all.updates >> at.at & 1 ? RG_UPDATES : 0);
    else if (rg_is_stream(&in))
        result = stream_access(s, &in, at.at, access, fault);
    else if (in.words)
        result = words_access(s, &in, at.at, access, fault);
    else
        result = memory_access(s, &in, at.at, access, fault);
    if (result == RG_OK && *access && bank != 0) {
        result = rg_bus_read(s->device, RG_REG_MODE, &mode, fault);
        *access = in_bank(mode, bank, *access);
    }
    return result;
}
