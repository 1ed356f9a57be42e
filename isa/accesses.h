/* accesses.h: which words an instruction reads, and which it updates.
 *
 * An update reads its target too, but is called an update. An exchange moves words, and is neither.
 */
#ifndef RG_ACCESSES_H
#define RG_ACCESSES_H

#include "isa/isa.h"

enum { RG_READS = 1, RG_UPDATES = 2 };

/* The same for both directions. Words of memory that a stream names, or that
 * operands are, are none of these: `words` says which operands. */
typedef struct {
    uint32_t reads, updates; /* a bit for each register */
    unsigned memory;         /* the word M[a + b]: RG_READS, RG_UPDATES or 0 */
} rg_accesses;

/* For words that rg_decode accepted. */
rg_accesses rg_accesses_of(const rg_instruction *in);

#endif
