/* code_price.c: what the code of a routine costs, in clocks of the default core. A word counts more
 * in a loop, and more still in a loop within that: registers that run out there cost cycles, and
 * elsewhere only words. */
#include <stdlib.h>

#include "cg.h"
#include "isa/num/num.h"

enum { MORE_IN_LOOP = 8, DEEPEST = 3, BLOCKS_IN_BLOCKS = 3 };

static size_t price_at(unsigned depth)
{
    size_t price = 1;

    for (unsigned i = 0; i < depth && i < DEEPEST; i++)
        price *= MORE_IN_LOOP;
    return price;
}

/* depth[i]: loops around word i, those around the calls of its block included. One walk sees the
 * calls of the one before. */
static void walk(const rg_instruction *in, uint8_t *depth, uint8_t *called, size_t count)
{
    unsigned loops = 0, base = 0;

    for (size_t i = 0; i < count; i++) {
        if (in[i].op == RG_OP_PORTAL)
            base = called[i];
        loops -= in[i].op == RG_OP_FOREND && loops > 0;
        depth[i] = (uint8_t)(loops + base);
        loops += in[i].op == RG_OP_FORTOP;
        const int64_t to = (int64_t)i + in[i].offset;
        if ((in[i].op == RG_OP_CALL || in[i].op == RG_OP_UNCALL) && to >= 0 && to < (int64_t)count
            && called[to] < depth[i])
            called[to] = depth[i];
    }
}

/* As the default core is built (docs/reference/numerics-clocks.md). */
static size_t clocks_of(const rg_instruction *in, const rg_num_config *numbers)
{
    const rg_num_unit core = {.products = true, .digits = 8};

    return 1 + rg_num_unit_latency(numbers, &core, in->op, false);
}

size_t cg_price(const uint32_t *code, size_t count, unsigned xlen, unsigned frac)
{
    const rg_num_config numbers = {xlen, frac};
    rg_instruction *in = calloc(count + 1, sizeof *in);
    uint8_t *depth = calloc(2 * count + 1, sizeof *depth);
    size_t price = 0;

    for (size_t i = 0; in && i < count; i++)
        rg_decode_any(code[i], xlen, &in[i]);
    for (unsigned i = 0; in && depth && i < BLOCKS_IN_BLOCKS; i++)
        walk(in, depth, depth + count, count);
    for (size_t i = 0; in && depth && i < count; i++)
        price += price_at(depth[i]) * clocks_of(&in[i], &numbers);
    free(in);
    free(depth);
    return price;
}
