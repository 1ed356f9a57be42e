/* float.h: what a machine with FLOAT adds to the step: registers and data words of W bits, and
 * updates of kind FIX on them (docs/development/wide-numbers.md). Internal to sim/fast. */
#ifndef RG_FAST_FLOAT_H
#define RG_FAST_FLOAT_H

#include "isa/num/float/convert.h"
#include "isa/num/float/float.h"
#include "sim/fast/exec.h"

/* The format of the machine's wide words. */
rg_float_format rg_machine_format(const rg_machine *m);
/* Words of 64 bits in a register or data word: 1 on a machine without FLOAT. */
static inline unsigned rg_limbs(const rg_machine *m) { return m->upper ? m->config.wide / 64 : 1; }
/* The bits above the lowest 64 of a register, data word, gradient of those, or kept gradient; NULL
 * where it has none. */
rg_upper *rg_upper_of(const rg_machine *m, const int64_t *word);
/* Word i of 64 bits of a bank of data memory, as the bus counts them. */
int64_t *rg_bus_word(const rg_machine *m, int64_t *bank, uint32_t i);

/* 0 where all bits above the lowest 64 are. The accumulator of such a machine is one word, and its
 * second word stands for these. */
uint64_t rg_above_low(const rg_machine *m, const int64_t *word);

rg_wide_word rg_whole(const rg_machine *m, const int64_t *word);
void rg_put_whole(rg_machine *m, int64_t *word, rg_wide_word value);
/* A word holds a float word where no wide word has all of its digits: a number that is written once
 * and read. It is marked by the lowest 64 bits below the greatest negative number, which no sum
 * reaches. */
bool rg_holds_float(const rg_machine *m, rg_wide_word word);
rg_wide_word rg_float_held(const rg_machine *m, uint64_t bits);
/* Whether a sum has run into those. */
bool rg_beyond_wide(const rg_machine *m, rg_wide_word word);
/* Exchange two words whole. */
void rg_exchange_whole(rg_machine *m, int64_t *x, int64_t *y);
void rg_negate_whole(rg_machine *m, int64_t *word);

/* Whether this machine has the instruction at all. */
bool rg_float_allows(const rg_instruction *in);
/* Whether rg_exec_float does the update: those of kind FIX. */
static inline bool rg_is_float(const rg_machine *m, const rg_decoded *d)
{
    return m->upper && d->info->kind == RG_KIND_FIX;
}
unsigned rg_exec_float(rg_machine *m, const rg_decoded *d, const rg_operands *w);
/* ROT, IROT, HAD, IHAD. */
unsigned rg_exec_float_turn(rg_machine *m, const rg_decoded *d);
/* WMAC: the low word of W gets the product. */
unsigned rg_exec_float_product(rg_machine *m, const rg_decoded *d, const rg_operands *w);
/* An instruction of kind INT that reads numbers: `arg` gets integers with the same result, or *f
 * the result where `done`. 0 or a trap. */
unsigned rg_float_compare(rg_machine *m, const rg_decoded *d, const rg_operands *w, rg_num_in *arg,
                          int64_t *f, bool *done);
/* A number as a float word. */
int64_t rg_float_read(const rg_machine *m, const int64_t *word);
/* -1, 0, 1 as number D is below, at, above number B. */
int rg_float_assert_order(const rg_machine *m, const rg_decoded *d);

#endif
