/* num.c: value and gradient contributions of one instruction, and the time they take. */
#include "isa/num/num.h"

#include "isa/isa.h"
#include "isa/num/code.h"

void rg_num_eval(const rg_num_config *config, const rg_num_in *in, rg_num_out *out) {
    *out = (rg_num_out){0};
    if (in->op >= RG_OP_LIMIT) return;
    if (in->op == RG_OP_MULDIV) rg_num_muldiv(config, in, out);
    else if (rg_num_entries[in->op].start) rg_num_run(config, in, out);
    else rg_num_simple(config, in, out);
    if (out->trap) *out = (rg_num_out){.trap = out->trap};
}

unsigned rg_num_latency(const rg_num_config *config, unsigned op, bool grad) {
    if (op == RG_OP_MULDIV)
        return rg_num_muldiv_clocks(config->xlen, grad) + (grad ? rg_num_entries[op].grad_clocks : 0u);
    /* every configuration takes the same steps */
    if (op >= RG_OP_LIMIT || rg_num_entries[op].start == 0) return 1;
    return grad ? rg_num_entries[op].grad_clocks : rg_num_entries[op].value_clocks;
}
