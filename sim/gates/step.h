/* step.h: one step of the machine as a net of reversible gates,
 * docs/development/reversible-step.md.
 *
 * The net is run in five parts, with the memories' exchange and the function unit in between:
 *
 *     open | exchange with memory and stack | recall | unit | commit | unit undone | release |
 *     exchange | close
 *
 * A unit whose results take the place of operands is made and undone at once, both times: behind
 * the commit `inverse` is the other one, and the unit takes from its lines what it replaced. */
#ifndef RG_GATES_STEP_H
#define RG_GATES_STEP_H

#include "sim/gates/unit.h"

/* Numbers of first lines; a word has xlen lines. */
typedef struct {
    /* What enters and leaves. word, fault, keep, undo and blocked stay as they are. trap, halted,
     * out and kept enter as 0. */
    uint32_t word, fault;       /* 32; the program counter is outside the program */
    uint32_t pc, br, dir, mode; /* 24, 24, 1, 3 */
    uint32_t r, g;              /* 32 words: registers, and their gradients */
    uint32_t w, gw;             /* 2 words: the accumulator, and its gradient */
    uint32_t gradovf, valovf;   /* 64 each */
    uint32_t keep, undo;        /* the keeping mode, and whether the pass is being undone */
    uint32_t blocked;           /* the stack of kept gradients is full, or empty where undo is 1 */
    uint32_t trap, halted;      /* 4: its cause; 1: stopped before HALT */
    uint32_t out;               /* the word that is copied to the host */
    uint32_t kept;              /* what it leaves with is dropped: gradients of ended ancillas */
    /* The memory's side: where `access` is 1 between the parts, the word at `address` and its
     * gradient are exchanged with these, which enter and leave as 0. */
    uint32_t m, gm, address, access;
    /* The stack's side: where `pop` is 1 behind the first part, its top comes to `kept`. Where
     * `push` is 1 before the last part, `kept` goes to its top. */
    uint32_t pop, push;
    /* Ancillas: what registers D, A and B are exchanged with, and the unit. */
    uint32_t d, a, b, gd, ga, gb;
    gn_unit_ports unit;
    uint32_t lines; /* of all these */
} gn_lines;

typedef struct {
    rg_num_config num;
    unsigned dmem_log2;
    gn_lines at;
    gn_net net;
    size_t decoded,
        exchanged; /* gates where the word is decoded, and where registers are exchanged */
    size_t opened, recalled, committed, released; /* gates where these parts end */
    size_t closing; /* where the opened step is closed: from its end, the gates that opened it */
} gn_step;

/* A register file: first lines of its words and their gradients, and of the work lines. */
enum { GN_REGISTERS = 32, GN_NAME_BITS = 5 };
typedef struct {
    unsigned xlen;
    uint32_t r, g, value, grad;
} gn_file;
/* The register of this name is exchanged with the work lines where enable holds. Select
 * lines are made before *ready. */
void gn_exchange(gn_net *net, const gn_file *file, const gn_bit *name, gn_bit enable,
                 gn_mark *ready);
/* That by itself: the name, enable, and what is in *file. False when memory is short. Free it with
 * gn_free(net) whatever the result is. */
bool gn_make_exchange(gn_net *net, gn_file *file, unsigned xlen);

/* False when memory is short. Free it with gn_free(&step->net) whatever the result is. */
bool gn_make_step(gn_step *step, const rg_num_config *num, unsigned dmem_log2);

#endif
