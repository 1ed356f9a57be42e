/* gen_clocks.c: docs/reference/numerics-clocks.md: the clocks of the function unit in the two
 * cores. */
#include <stdio.h>

#include "isa/isa.h"
#include "isa/num/code.h"
#include "isa/num/num.h"

static const struct {
    const char *mnemonic;
    unsigned op;
} ops[] = {
#define RG_OP(name, mnemonic, code, fmt, kind, bk, class, f, ga, gb, undo) {mnemonic, code},
#include "isa/isa.def"
#undef RG_OP
};

/* What the multiplier of the pipelined core does in the step's own clock. */
static bool at_once(unsigned op)
{
    static const unsigned products[] = {
#define RG_PRODUCT(op, gradients) RG_OP_##op,
#include "isa/timing.def"
    };
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++)
        if (products[i] == op)
            return true;
    return false;
}

/* A sum of XLEN and a constant, where the width counts. */
static void cell(const rg_num_unit *unit, unsigned op, bool grad)
{
    unsigned narrow = rg_num_unit_latency(&(rg_num_config){32, 16}, unit, op, grad),
             wide = rg_num_unit_latency(&(rg_num_config){64, 43}, unit, op, grad);
    unsigned bits = (wide - narrow) / 32;
    if (unit->products && at_once(op))
        printf(" 0 |");
    else if (narrow == wide)
        printf(" %u |", wide);
    else if (bits * 32 == wide - narrow && bits > 1)
        printf(" %u XLEN + %u |", bits, wide - 64 * bits);
    else if (bits * 32 == wide - narrow)
        printf(" XLEN + %u |", wide - 64);
    else
        printf(" XLEN / %u + %u |", 32 / (wide - narrow), wide - 2 * (wide - narrow));
}

int main(void)
{
    const rg_num_unit units[] = {{false, 1}, {true, 8}};

    puts("<!-- Generated from isa/functions.def by clocks-gen; edit that. -->\n# Clocks of the "
         "functions\n");
    puts(
        "These clocks count from start to done of `rtl/alu/rg_exec.v`. They are the same for every "
        "operand,\nand for every configuration unless XLEN is named. All other functions take "
        "1.\n");
    puts(
        "The default core has parallel products and gradient lanes, and forms 8 digits to the base "
        "4 of a\nquotient or root in a clock ([pipeline.md](../explanation/pipeline.md)). It adds "
        "these clocks to the\nclock of the step. Where the table has 0, or no row, the result is "
        "ready in that clock. The\nmulticycle core ([core.md](core.md)) has one iterative "
        "multiplier "
        "and forms one such digit a clock.\n");
    puts("The columns `second` are the pass of the second partial derivatives in mode both.\n"
         "[tangent.md](tangent.md) says which passes an instruction makes.\n");
    puts("| instruction | default: value mode | gradient mode | second | multicycle: value mode | "
         "gradient mode | second |\n|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (ops[i].op != RG_OP_MULDIV && rg_num_starts[ops[i].op] == 0)
            continue;
        printf("| `%s` |", ops[i].mnemonic);
        for (int u = 1; u >= 0; u--) {
            cell(&units[u], ops[i].op, false);
            cell(&units[u], ops[i].op, true);
            if (rg_num_starts[RG_NUM_SECOND + ops[i].op])
                printf(" %u |", rg_num_program_clocks(&units[u], RG_NUM_SECOND + ops[i].op, true));
            else
                printf(" |");
        }
        putchar('\n');
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
