/* float.h: what a machine with FLOAT adds to the step: registers and data words of W bits, and
 * updates of kind FIX on them (docs/development/wide-numbers.md). Internal to sim/fast. */
#ifndef RG_FAST_FLOAT_H
#define RG_FAST_FLOAT_H

#include "isa/num/float/convert.h"
#include "isa/num/float/float.h"
#include "sim/fast/exec.h"

/* The highest limb of a word that is no number: it holds a float word in its lowest limb. */
#define RG_NO_NUMBER (UINT64_C(1) << 63)

/* The format of the machine's wide words; and that of gradients and tangents. */
rg_float_format rg_machine_format(const rg_machine *m);
rg_float_format rg_derivative_format(const rg_machine *m);
/* Words of 64 bits in a register or data word: 1 on a machine without FLOAT. */
unsigned rg_limbs(const rg_machine *m);

/* Make m->upper where the machine has FLOAT; false when memory is short. */
bool rg_upper_new(rg_machine *m);
/* Bytes of m->upper at its beginning that belong to registers; with the accumulator; with data
 * memory and the gradients that are kept. */
typedef enum { RG_UPPER_REGISTERS, RG_UPPER_CORE, RG_UPPER_STATE } rg_upper_part;
size_t rg_upper_size(const rg_machine *m, rg_upper_part part);

/* A word as the host sees it: a gradient or tangent in W bits where these have all of it, else as
 * the nearest float word. */
rg_wide_word rg_bus_view(const rg_machine *m, const int64_t *word);
/* The word becomes what a view says; false where it has no room for that. */
bool rg_bus_put(rg_machine *m, int64_t *word, rg_wide_word view);
/* How many words of 64 bits the word has. The lowest stands at `word`, the others at *upper; NULL
 * where there are no others. */
unsigned rg_upper_of(const rg_machine *m, const int64_t *word, const uint64_t **upper);
/* 64 bits of a view. */
uint64_t rg_limb_read(const rg_machine *m, const int64_t *word, unsigned limb);
void rg_limb_write(rg_machine *m, int64_t *word, unsigned limb, int64_t data);
/* 0 where all bits above the lowest 64 are. The accumulator of such a machine is one word, and its
 * second word stands for these. */
uint64_t rg_above_low(const rg_machine *m, const int64_t *word);

/* A register, data word, gradient or tangent of these, or kept gradient, with all of its bits. */
rg_wide_word rg_whole(const rg_machine *m, const int64_t *word);
void rg_put_whole(rg_machine *m, int64_t *word, rg_wide_word value);
/* A word holds a float word where no wide word has all of its digits: a number that is written once
 * and read. It is marked by the lowest 64 bits below the greatest negative number, which no sum
 * reaches. */
bool rg_holds_float(const rg_machine *m, rg_wide_word word);
rg_wide_word rg_float_held(const rg_machine *m, uint64_t bits);
/* Derivatives of a float word are in units of its own size. The word of its gradient, and of the
 * tangent of that, holds the number times 2^scale. That of its tangent holds it times 2^-scale. The
 * scale is the exponent of the float word, and 0 for a wide word. */
int rg_scale_of(const rg_machine *m, rg_wide_word value);
/* Whether a sum has run into those. */
bool rg_beyond_wide(const rg_machine *m, rg_wide_word word);
/* Exchange two words whole. */
void rg_exchange_whole(rg_machine *m, int64_t *x, int64_t *y);
/* A value and its gradient, where each has room for the other; false, and nothing, elsewhere. */
bool rg_exchange_gradient(rg_machine *m, int64_t *value, int64_t *gradient);
void rg_negate_whole(rg_machine *m, int64_t *word);

/* Bits of noise in what the instruction rounds: 0 but in a run that finds out how many digits there
 * are. */
static inline unsigned rg_coarser(const rg_machine *m)
{
    const uint32_t at = rg_code_index(m);

    return m->coarser.digits != 0 && at >= m->coarser.first && at < m->coarser.end
               ? m->coarser.digits
               : 0;
}

/* Whether rg_exec_float does the update: those of kind FIX and LOG. */
static inline bool rg_is_float(const rg_machine *m, const rg_decoded *d)
{
    return m->upper && (d->info->kind == RG_KIND_FIX || d->info->kind == RG_KIND_LOG);
}
unsigned rg_exec_float(rg_machine *m, const rg_decoded *d, const rg_operands *w);
/* ROT, IROT, HAD, IHAD. */
unsigned rg_exec_float_turn(rg_machine *m, const rg_decoded *d);
/* MULDIV. */
unsigned rg_exec_float_rescale(rg_machine *m, const rg_decoded *d);
/* WMAC: the low word of W gets the product. */
unsigned rg_exec_float_product(rg_machine *m, const rg_decoded *d, const rg_operands *w);
/* An instruction of kind INT that reads numbers: `arg` gets integers with the same result, or *f
 * the result where `done`. 0 or a trap. */
unsigned rg_float_compare(rg_machine *m, const rg_decoded *d, const rg_operands *w, rg_num_in *arg,
                          int64_t *f, bool *done);
/* The float word nearest to a Log. */
int64_t rg_float_read_log(const rg_machine *m, const int64_t *word);
/* A number as a float word. */
int64_t rg_float_read(const rg_machine *m, const int64_t *word);
/* -1, 0, 1 as number D is below, at, above number B. */
int rg_float_assert_order(const rg_machine *m, const rg_decoded *d);

#endif
