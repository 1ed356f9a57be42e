/* exchange.c: a register and its gradient are exchanged with work lines. Select lines are made of
 * the name; the step keeps them until it exchanges again, from the end. */
#include "sim/gates/bits.h"
#include "sim/gates/step.h"

void gn_exchange(gn_net *n, const gn_file *file, const gn_bit *name, gn_bit enable, gn_mark *ready)
{
    const uint32_t x = file->xlen;
    gn_bit chosen[GN_REGISTERS];

    gn_unary(n, name, GN_NAME_BITS, enable, chosen);
    *ready = gn_here(n);
    for (uint32_t r = 0; r < GN_REGISTERS; r++)
        for (uint32_t i = 0; i < x; i++) {
            gn_fredkin(n, chosen[r], file->r + r * x + i, file->value + i);
            gn_fredkin(n, chosen[r], file->g + r * x + i, file->grad + i);
        }
}

bool gn_make_exchange(gn_net *n, gn_file *file, unsigned x)
{
    const gn_mark from = {0, 0};
    gn_bit name[GN_NAME_BITS];
    gn_mark ready;

    *file = (gn_file){.xlen = x,
                      .r = GN_NAME_BITS + 1,
                      .g = GN_NAME_BITS + 1 + GN_REGISTERS * x,
                      .value = GN_NAME_BITS + 1 + 2 * GN_REGISTERS * x,
                      .grad = GN_NAME_BITS + 1 + (2 * GN_REGISTERS + 1) * x};
    gn_init(n, file->grad + x);
    for (uint32_t i = 0; i < GN_NAME_BITS; i++)
        name[i] = gn_of_line(i);
    gn_exchange(n, file, name, gn_of_line(GN_NAME_BITS), &ready);
    gn_undo(n, from, ready);
    return !n->failed;
}
