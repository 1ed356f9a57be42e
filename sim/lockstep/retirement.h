/* retirement.h: the Verilated core with its retirement port watched in every clock. Used by cosim.c
 * alone. */
#ifndef RG_RETIREMENT_H
#define RG_RETIREMENT_H

#include "sim/engine.h"

/* One step as the port shows it (docs/reference/core.md), or one element of a stream; words are
 * sign-extended. */
typedef struct {
    bool retired, trapped; /* neither: halt */
    bool backward, next_backward, out;
    unsigned billed; /* words of gradients dropped, and of their tangents */
    bool element; /* no step: an element of a stream under way writes at_d, gradients at at_a, at_b
                   */
    uint32_t at_d, at_a, at_b;
    uint8_t words; /* of rg_word_operands: those of a step that are in memory, at at_d, .. */
    uint64_t grad_overflows, value_overflows; /* a stream: of all its elements */
    unsigned cause, mode, next_mode, reads, writes;
    uint32_t pc, br, word, next_pc, next_br;
    int64_t info, rd, ra, rb, gd, ga, gb, address, m, gm, out_word;
    int64_t w[2], gw[2], next_w[2], next_gw[2]; /* low word first */
    unsigned wide_writes;                       /* bit 0 W, bit 1 GW */
    int64_t next_d, next_a, next_m, next_gd, next_ga, next_gb, next_gm;
    unsigned tan_writes; /* a bit for each of the next, in their order */
    int64_t next_td, next_ta, next_tm, next_ud, next_ua, next_ub, next_um, next_tw[2], next_tgw[2];
    uint64_t clock; /* clocks since the core was made */
} rg_retirement;

typedef struct rg_watched rg_watched;

#ifdef __cplusplus
extern "C" {
#endif

/* NULL when memory is short. */
rg_watched *rg_watched_new(void);
void rg_watched_free(rg_watched *core);
/* Bus transfers; steps that end meanwhile are kept for rg_watched_next. */
rg_bus_response rg_watched_read(rg_watched *core, uint32_t address, uint64_t *data);
rg_bus_response rg_watched_write(rg_watched *core, uint32_t address, uint64_t data);
/* The next step that ended, or element; lets at most max_cycles pass. False when none did. */
bool rg_watched_next(rg_watched *core, uint64_t max_cycles, rg_retirement *step);

#ifdef __cplusplus
}
#endif

#endif
