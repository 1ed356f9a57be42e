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

/* What an operation starts, or takes; NULL for most. */
static unsigned *started(pace *p, unsigned op)
{
    switch (op) {
    case RG_UOP_DIVS:
    case RG_UOP_DIVT:
    case RG_UOP_DIVW: return &p->quotient;
    case RG_UOP_DIVB:
    case RG_UOP_DVBW: return &p->second;
    case RG_UOP_ROOS:
    case RG_UOP_ROOW: return &p->root;
    default: return NULL;
    }
}

static const unsigned *taken(const pace *p, unsigned op)
{
    return op == RG_UOP_QUO    ? &p->quotient
           : op == RG_UOP_QUOB ? &p->second
           : op == RG_UOP_ROOT ? &p->root
                               : NULL;
}

static void advance(pace *p, const rg_uop *o, const rg_num_unit *unit)
{
    unsigned *starts = started(p, o->op);
    const unsigned *takes = taken(p, o->op);
    if (starts)
        *starts = p->now + 1 + rg_num_digit_clocks(o->op, unit);
    if (takes && p->now < *takes)
        p->now = *takes;
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
