/* code_price.c: what the code of a routine costs, in clocks of the default core. A word counts more
 * in a loop, and more still in a loop within that: registers that run out there cost cycles, and
 * elsewhere only words. Loops for sizes that are hardly met count as no loops. */
#include <stdlib.h>

#include "cg.h"
#include "isa/machine.h"
#include "isa/num/num.h"

enum { MORE_IN_LOOP = 8, DEEPEST = 6, BLOCKS_IN_BLOCKS = 3 };

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

/* How the default core is built. */
rg_num_unit cg_default_unit(void)
{
    const rg_identity core = rg_identity_default();

    return (rg_num_unit){.products = core.of[RG_PARAMETER_MULTIPLIER] != 0,
                         .digits = core.of[RG_PARAMETER_DIGITS]};
}

/* calls[i]: those of the block that begins with word i. */
static void count_calls(const rg_instruction *in, uint8_t *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int64_t to = (int64_t)i + in[i].offset;
        if ((in[i].op == RG_OP_CALL || in[i].op == RG_OP_UNCALL) && to >= 0 && to < (int64_t)count
            && calls[to] < UINT8_MAX)
            calls[to]++;
    }
}

/* A word counts once, and the clocks of a function as often as its block is called. */
static size_t sum_of(const rg_instruction *in, const rg_line *lines, const uint8_t *depth,
                     const uint8_t *calls, size_t count, const cg *g)
{
    const rg_num_config numbers = {g->module->xlen, g->module->frac};
    size_t price = 0, times = 1;

    for (size_t i = 0; i < count; i++) {
        if (in[i].op == RG_OP_PORTAL)
            times = calls[i] ? calls[i] : 1;
        const size_t clocks = rg_num_unit_latency(&numbers, &g->unit, in[i].op, false);
        const unsigned loops = lines[i].rare ? 0 : depth[i];
        price += price_at(loops) * ((loops ? times : 1) + times * clocks);
    }
    return price;
}

size_t cg_price(const cg *g, size_t begin, size_t count)
{
    const uint32_t *code = g->buffer.code + begin;
    const rg_line *lines = g->buffer.lines + begin;
    rg_instruction *in = calloc(count + 1, sizeof *in);
    uint8_t *depth = calloc(3 * count + 1, sizeof *depth);
    size_t price = 0;

    for (size_t i = 0; in && i < count; i++)
        rg_decode_any(code[i], g->module->xlen, &in[i]);
    for (unsigned i = 0; in && depth && i < BLOCKS_IN_BLOCKS; i++)
        walk(in, depth, depth + count, count);
    if (in && depth) {
        count_calls(in, depth + 2 * count, count);
        price = sum_of(in, lines, depth, depth + 2 * count, count, g);
    }
    free(in);
    free(depth);
    return price;
}
