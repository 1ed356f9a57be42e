/* run_watching.c: the fast path where words are watched. */
#define RG_LOOP_WATCHES 1
#include "sim/fast/loop.h"

static uint64_t watching_64(rg_machine *m, int64_t n, rg_watch *w)
{
    return m->config.core.staged != 0 ? chunk(m, n, 64, true, w) : chunk(m, n, 64, false, w);
}

static uint64_t watching_32(rg_machine *m, int64_t n, rg_watch *w)
{
    return m->config.core.staged != 0 ? chunk(m, n, 32, true, w) : chunk(m, n, 32, false, w);
}

uint64_t rg_chunk_watching(rg_machine *m, int64_t budget, rg_watch *w)
{
    const uint32_t registers = rg_watch_registers(m, w);

    if (registers & ~m->flagged)
        rg_quick_flag(m, registers | m->flagged);
    if (RG_HAS_LOOP(64) && m->config.num.xlen == 64)
        return watching_64(m, budget, w);
    return RG_HAS_LOOP(32) ? watching_32(m, budget, w) : 0;
}
