/* clocks.c: the time that an instruction takes in the function unit. */
#include "isa/isa.h"
#include "isa/num/code.h"

static unsigned uop_clocks(const rg_uop *o, const rg_num_unit *unit)
{
    static const unsigned clocks[] = {
#define RG_UOP_KIND(name, clocks, unit, reads, writes, text) clocks,
#include "isa/num/uops.def"
#undef RG_UOP_KIND
    };
    if (o->paired && unit->products)
        return 0;
    return clocks[o->op] == 2 && unit->products ? 1 : clocks[o->op];
}

/* The clock after the last one of a program, and those in which its quotients and root are there.
 */
typedef struct {
    unsigned now, quotient, second, root;
} pace;

static void advance(pace *p, const rg_uop *o, const rg_num_unit *unit)
{
    if (o->op == RG_UOP_DIVS || o->op == RG_UOP_DIVT)
        p->quotient = p->now + 1 + rg_num_digit_clocks(RG_UOP_DIVS, unit);
    else if (o->op == RG_UOP_DIVB)
        p->second = p->now + 1 + rg_num_digit_clocks(RG_UOP_DIVB, unit);
    else if (o->op == RG_UOP_ROOS)
        p->root = p->now + 1 + rg_num_digit_clocks(RG_UOP_ROOS, unit);
    else if (o->op == RG_UOP_QUO && p->now < p->quotient)
        p->now = p->quotient;
    else if (o->op == RG_UOP_QUOB && p->now < p->second)
        p->now = p->second;
    else if (o->op == RG_UOP_ROOT && p->now < p->root)
        p->now = p->root;
    p->now += uop_clocks(o, unit);
}

unsigned rg_num_program_clocks(const rg_num_unit *unit, unsigned entry, bool grad)
{
    unsigned start = rg_num_starts[rg_num_entry_of(entry, grad)];
    pace p = {.now = 1}; /* after the clock of the start */
    if (start == 0)
        return 0;
    for (const rg_uop *o = &rg_num_code[start - 1];; o++) {
        advance(&p, o, unit);
        if (o->stop == RG_STOP_ALWAYS || (o->stop == RG_STOP_VALUE && !grad))
            return p.now;
    }
}

unsigned rg_num_unit_latency(const rg_num_config *config, const rg_num_unit *unit, unsigned op,
                             bool grad)
{
    if (op == RG_OP_MULDIV)
        return rg_num_muldiv_clocks(config->xlen, unit->digits ? unit->digits : 1, grad)
               + (grad ? rg_num_program_clocks(unit, op, grad) : 0u);
    if (op >= RG_OP_LIMIT || rg_num_starts[op] == 0)
        return 1;
    return rg_num_program_clocks(unit, op, grad);
}

unsigned rg_num_latency(const rg_num_config *config, unsigned op, bool grad)
{
    static const rg_num_unit plain = {false, 1};
    return rg_num_unit_latency(config, &plain, op, grad);
}
