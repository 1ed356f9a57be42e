/* run.c: runs of many instructions, on the fast path as far as it goes. */
#define RG_LOOP_WATCHES 0
#include "sim/fast/loop.h"

static uint64_t plain_64(rg_machine *m, int64_t n) { return chunk(m, n, 64, false, NULL); }
static uint64_t plain_32(rg_machine *m, int64_t n) { return chunk(m, n, 32, false, NULL); }
static uint64_t staged_64(rg_machine *m, int64_t n) { return chunk(m, n, 64, true, NULL); }
static uint64_t staged_32(rg_machine *m, int64_t n) { return chunk(m, n, 32, true, NULL); }

static inline uint64_t any_chunk(rg_machine *m, int64_t n, rg_watch *w)
{
    if (w)
        return rg_chunk_watching(m, n, w);
    const bool staged = m->config.core.staged != 0;
    if (RG_HAS_LOOP(64) && m->config.num.xlen == 64)
        return staged ? staged_64(m, n) : plain_64(m, n);
    if (RG_HAS_LOOP(32))
        return staged ? staged_32(m, n) : plain_32(m, n);
    return 0;
}

/* Cycles in which at most n instructions can begin. */
static uint64_t cycles_for(uint64_t n, unsigned least) { return n * least - (least - 1); }

/* The first instruction of a run fills the pipeline: false where it is left to rg_machine_step. */
static bool enter(rg_machine *m, rg_watch *watch)
{
    uint64_t fill = rg_fill_cycles(m);
    bool from_program = m->pc >= m->program;

    if (any_chunk(m, 1, watch) == 0)
        return false;
    m->count.cycles += fill;
    m->count.cycles_by_dir[m->backward] += fill;
    m->count.program_by_dir[m->backward] += from_program ? fill : 0;
    m->entering = false;
    return true;
}

static inline uint64_t run(rg_machine *m, uint64_t steps, uint64_t cycles, rg_watch *watch)
{
    const uint64_t end = cycles < UINT64_MAX - m->count.cycles ? m->count.cycles + cycles
                                                               : UINT64_MAX;
    const unsigned least = rg_least_cycles(m);
    uint64_t done = 0;
    bool quick = !m->costs && RG_HAS_LOOP(m->config.num.xlen) && !m->upper && m->config.num.frac > 0
                 && !m->coarser.digits; /* other formats are for tests: step by step */

    if (quick && m->mode == 0 && steps != 0 && cycles != 0 && rg_fill_cycles(m) != 0) {
        const bool entered = enter(m, watch);
        done = entered;
        quick = entered && !(watch && watch->hit);
    }
    while (quick && m->mode == 0 && done < steps && m->count.cycles < end) {
        uint64_t n = steps - done < RG_TALLY_LIMIT ? steps - done : RG_TALLY_LIMIT;
        uint64_t budget = cycles_for(n, least), left = end - m->count.cycles;
        if (budget > left)
            budget = left;
        uint64_t retired = any_chunk(m, (int64_t)budget, watch);
        done += retired;
        if (retired == 0 || (watch && watch->hit))
            break;
    }
    return done;
}

uint64_t rg_machine_run(rg_machine *m, uint64_t steps, uint64_t cycles)
{
    /* A few steps go with the marks of a watch, since it goes on soon. */
    if (m->flagged != 0 && steps > RG_TALLY_LIMIT)
        rg_quick_flag(m, 0);
    return run(m, steps, cycles, NULL);
}

uint64_t rg_machine_run_watching(rg_machine *m, uint64_t steps, uint64_t cycles, rg_watch *watch)
{
    watch->hit = false;
    return run(m, steps, cycles, watch);
}
