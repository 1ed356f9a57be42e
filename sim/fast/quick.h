/* quick.h: what quick.c prepares and run.c executes: operation codes and packed counters. */
#ifndef RG_QUICK_H
#define RG_QUICK_H

#include "sim/fast/exec.h"

/* What is done with f: v += f, v -= f, v ^= f, a new ancilla, an ancilla that is done. The
 * direction is already in it. */
enum { RG_QUICK_PLUS, RG_QUICK_MINUS, RG_QUICK_FLIP, RG_QUICK_NEW, RG_QUICK_DONE };
/* Branches and rotations by direction. */
enum { RG_QUICK_SPLIT, RG_QUICK_LANDING };
enum { RG_QUICK_LEFT, RG_QUICK_RIGHT };
enum { RG_QUICK_FORWARD, RG_QUICK_BACKWARD };

/* No operation has opcode 0, so that code 0 is free for the words left to rg_machine_step. */
#define RG_QUICK_CODE(op, action) ((unsigned)(op) << 3 | (unsigned)(action))

/* The code of an update with operands in memory. */
enum { RG_QUICK_WORDS = 1 };

/* Added to the code of a word that changes a register of rg_machine.flagged. */
enum { RG_QUICK_FLAG = RG_OP_LIMIT << 3 };

/* Fourteen counters of 9 bits in two words: the classes, then words read and written. */
enum {
    RG_TALLY_BITS = 9,
    RG_TALLY_PER_WORD = 7,
    RG_TALLY_LIMIT = (1 << RG_TALLY_BITS) - 1,
    RG_TALLY_READS = RG_CLASS_COUNT,
    RG_TALLY_WRITES
};
_Static_assert(RG_TALLY_WRITES < 2 * RG_TALLY_PER_WORD, "the packed counters hold every class");

enum { RG_QUICK_ZERO = RG_REGISTERS }; /* the register that is always 0 */

#endif
