/* random_program.h: random programs that run for a while: every opcode, branch pairs, loops,
 * routines, and junk words.
 *
 * A program is grown by running it: at a word not yet fixed a random instruction is tried, and kept
 * where it does not trap. The same seed gives the same program and start state. */
#ifndef RG_RANDOM_PROGRAM_H
#define RG_RANDOM_PROGRAM_H

#include "sim/fast/machine.h"
#include "sim/lockstep/random.h"

typedef struct {
    uint32_t code_words; /* length of the program, 64 .. 2^imem_log2 */
    uint32_t data_words; /* words of data that start with values and are mostly addressed, 64 ..
                            2^dmem_log2 */
    unsigned steps;      /* stop growing after this many instructions */
    unsigned mode;       /* mode bits at the start */
    bool mode_changes;   /* MODE instructions allowed */
    bool drops;          /* gradients may be dropped (which cannot be run back) */
    /* The instructions that the machine has. NULL: all, and gradients may be kept. */
    bool (*has)(uint32_t word);
} rg_random_program_shape;

/* Fill start (program and state; a machine fresh from rg_machine_new or used before) and return how
 * many instructions retire before the program traps or `steps` is reached. scratch is overwritten;
 * both have the same configuration. */
unsigned rg_random_program(rg_machine *start, rg_machine *scratch,
                           const rg_random_program_shape *shape, uint64_t seed);

/* A random word of register or memory: zero, small integer, small fixed-point number, or any bits.
 */
int64_t rg_random_value(rg_random *random, const rg_num_config *config);
/* A valid instruction of any opcode with random fields, not aliased more often than chance wants
 * it. */
uint32_t rg_random_instruction(rg_random *random, unsigned xlen);
/* The word with a target that is also a source, where its format can have that, else the word as it
 * is: ALIAS meets other causes. */
uint32_t rg_random_collision(rg_random *random, unsigned xlen, uint32_t word);
/* A branch register to meet the word at m->pc with: 0, the link that comes from its own target, or
 * now and then any other. */
uint32_t rg_random_br(rg_random *random, const rg_machine *m, uint32_t word);

/* True where a stream has a few hundred elements at most, and those on the first `data_words` words
 * of memory, or on none at all. */
bool rg_stream_stays_within(const rg_machine *m, const rg_instruction *stream, uint32_t data_words);

#endif
