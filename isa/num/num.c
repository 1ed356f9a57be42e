/* num.c: value and gradient contributions of one instruction, and the time they take. */
#include "isa/num/num.h"

#include "isa/isa.h"
#include "isa/num/code.h"

void rg_num_eval(const rg_num_config *config, const rg_num_in *in, rg_num_out *out)
{
    *out = (rg_num_out){0};
    if (in->op >= RG_OP_LIMIT)
        return;
    if (in->op == RG_OP_MULDIV)
        rg_num_muldiv(config, in, out);
    else if (rg_num_entries[in->op].start)
        rg_num_run(config, in, out);
    else
        rg_num_simple(config, in, out);
    if (out->trap)
        *out = (rg_num_out){.trap = out->trap};
}

static unsigned uop_clocks(const rg_uop *o, const rg_num_unit *unit)
{
    const unsigned kind = o->op;
    static const unsigned clocks[] = {
#define RG_UOP_KIND(name, clocks, unit, reads, writes, text) clocks,
#include "isa/num/uops.def"
#undef RG_UOP_KIND
    };
    if (o->paired && unit->products)
        return 0;
    /* 64 digits, and load, round, write */
    if (kind == RG_UOP_DIV || kind == RG_UOP_DIVT || kind == RG_UOP_SQRT)
        return 64 / (unit->digits ? unit->digits : 1) + 3;
    return clocks[kind] == 2 && unit->products ? 1 : clocks[kind];
}

unsigned rg_num_program_clocks(const rg_num_unit *unit, unsigned entry, bool grad)
{
    unsigned start = rg_num_entries[entry].start, sum = 1;
    if (start == 0)
        return 0;
    for (const rg_uop *o = &rg_num_code[start - 1];; o++) {
        sum += uop_clocks(o, unit);
        if (o->stop == RG_STOP_ALWAYS || (o->stop == RG_STOP_VALUE && !grad))
            return sum;
    }
}

unsigned rg_num_unit_latency(const rg_num_config *config, const rg_num_unit *unit, unsigned op,
                             bool grad)
{
    if (op == RG_OP_MULDIV)
        return rg_num_muldiv_clocks(config->xlen, unit->digits ? unit->digits : 1, grad)
               + (grad ? rg_num_program_clocks(unit, op, grad) : 0u);
    if (op >= RG_OP_LIMIT || rg_num_entries[op].start == 0)
        return 1;
    return rg_num_program_clocks(unit, op, grad);
}

unsigned rg_num_latency(const rg_num_config *config, unsigned op, bool grad)
{
    if (op == RG_OP_MULDIV)
        return rg_num_muldiv_clocks(config->xlen, 1, grad)
               + (grad ? rg_num_entries[op].grad_clocks : 0u);
    /* every configuration takes the same steps */
    if (op >= RG_OP_LIMIT || rg_num_entries[op].start == 0)
        return 1;
    return grad ? rg_num_entries[op].grad_clocks : rg_num_entries[op].value_clocks;
}
