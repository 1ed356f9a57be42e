/* early_use.h: on the core of three stages, which words wait for their neighbours (RG_STAGES,
 * isa/timing.def). rtl/core/rg_early_use.v says the same. */
#ifndef RG_EARLY_USE_H
#define RG_EARLY_USE_H

#include "isa/isa.h"

/* What a word needs before its step, and what it writes: values and gradients of registers by
 * number, and of the accumulator. The word alone decides, in any mode. */
typedef struct {
    uint32_t needs, needs_gradients, writes, gives;
    bool needs_w, needs_gw, writes_w, writes_gw;
    /* With five stages: a function of one clock; a word that has their stages for itself, or
     * changes the mode. */
    bool early, alone;
    /* With five stages: what it needs counts for words before it, or behind it, alone; or for none
     * where br is not 0. */
    bool splits, lands, links;
    /* With five stages: a jump that needs no register; the words at both ends of a loop. */
    bool always, opens, closes;
} rg_early_use;

/* For words that rg_decode accepted. */
rg_early_use rg_early_use_of(const rg_instruction *in);
/* A function of one clock, which has a stage of its own. */
bool rg_is_early(const rg_instruction *in);
/* An update that carries gradients where the mode has them. */
bool rg_derives(const rg_instruction *in);
/* One of two neighbours writes what the other needs early: the second one waits. */
bool rg_early_uses_meet(const rg_early_use *x, const rg_early_use *y);
/* What counts of it, with five stages, for the word on the other side of a jump: nothing that only
 * finds the next pc. Of two words with br not 0 between them the second needs no register for that,
 * and in the other direction the first does not. */
rg_early_use rg_early_use_at_jump(const rg_early_use *use);
/* On the core of five stages: the jump from this word, in this direction, is fetched before it is
 * known to be taken. */
bool rg_early_use_guesses(const rg_early_use *use, bool backward);
/* A word and one beside it, behind it in the program, with the edge of a hardware loop between. */
bool rg_early_uses_leave_loop(const rg_early_use *first, const rg_early_use *second);
/* The same on the core of five stages, of a word and one behind it. A branch finds the next pc by
 * its registers where it splits. Where the two ways meet again it does not. In the other direction
 * it is the other way around. */
bool rg_early_uses_part(const rg_early_use *x, const rg_early_use *y);

#endif
