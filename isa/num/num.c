/* num.c: value and gradient contributions of one instruction. */
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
    else if (rg_num_starts[in->op])
        rg_num_run(config, in, out);
    else
        rg_num_simple(config, in, out);
    if (out->trap)
        *out = (rg_num_out){.trap = out->trap};
}
