/* exchange.c: a word of memory that is changed is exchanged into a register, worked on, and
 * exchanged back. Between the two it is not where it lives. */
#include "session.h"

/* No such stretch of instructions is longer. */
enum { REACH = 24 };

/* The word at an address of instruction memory; false at its borders and for what is none. */
static bool word_at(const rgd_device *device, int64_t at, rg_instruction *in)
{
    if (at < 0 || at >= (int64_t)(device->base + device->object->code_count))
        return false;
    const uint32_t word = at < (int64_t)device->base ? device->firmware.words[at]
                                                     : device->object->code[at - device->base];
    return rg_decode_any(word, device->xlen, in);
}

static bool ends_stretch(const rg_instruction *in)
{
    const unsigned class = rg_op_lookup(in->op)->class;
    return class == RG_CLASS_BRANCH || class == RG_CLASS_LOOP;
}

static bool same_exchange(const rg_instruction *x, const rg_instruction *y)
{
    return x->op == y->op && x->d == y->d && x->a == y->a && x->b == y->b
           && x->immediate == y->immediate && x->imm == y->imm;
}

/* How many of these exchanges stand between here and the border of its stretch. */
static unsigned count(const rgd_device *device, int64_t from, int step, const rg_instruction *like)
{
    rg_instruction in;
    unsigned found = 0;
    for (int i = 0; i < REACH && word_at(device, from, &in) && !ends_stretch(&in);
         i++, from += step)
        found += same_exchange(&in, like);
    return found;
}

static int64_t address_of(const web_session *session, const rg_instruction *in)
{
    int64_t base = 0, more = in->imm;
    rg_core_peek(session->device, RG_WINDOW_REGV, in->a, &base, NULL);
    if (!in->immediate)
        rg_core_peek(session->device, RG_WINDOW_REGV, in->b, &more, NULL);
    return base + more;
}

int64_t web_exchanged(const web_session *session)
{
    uint64_t pc = 0;
    uint64_t status = 0;
    rg_instruction in;
    rg_bus_read(session->device, RG_REG_PC, &pc, NULL);
    rg_bus_read(session->device, RG_REG_STATUS, &status, NULL);
    /* what was done last stands above where the code runs backward */
    const int64_t border = (int64_t)pc + ((status & RG_STATUS_BACKWARD) ? 1 : 0);
    for (int64_t at = border - 1; at >= border - REACH && word_at(session->device, at, &in); at--) {
        if (ends_stretch(&in))
            break;
        if (in.op == RG_OP_EXCH && in.a != 0 && count(session->device, border - 1, -1, &in) % 2 == 1
            && count(session->device, border, 1, &in) % 2 == 1)
            return address_of(session, &in);
    }
    return -1;
}
