/* machine.h: a complete C model of docs/reference/isa.md, one instruction per call; the golden
 * reference of the engines.
 *
 * The struct is open on purpose: tests set up and compare states directly. Words are XLEN bits
 * sign-extended to 64. A machine shares nothing with another one. */
#ifndef RG_MACHINE_H
#define RG_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/early_use.h"
#include "isa/isa.h"
#include "isa/num/num.h"
#include "sim/engine.h"

enum { RG_OUT_WORDS = 16, RG_REGISTERS = 32, RG_COUNTERS = 128 };
#define RG_PC_MASK UINT32_C(0xffffff)

/* How the core is built (docs/explanation/pipeline.md): it decides cycle counts and nothing else.
 * All 0: one instruction at a time. */
typedef struct {
    bool pipelined;
    bool products,
        gradients; /* only where pipelined: products in one clock; gradient products beside them */
    unsigned digits; /* digits of a quotient or root in a clock; 0 is 1 */
    unsigned lanes;  /* elements of a stream in a clock, 1, 2, 4 or 8; 0 is 1 */
    unsigned units;  /* function units for elements of streams, 1, 2, 4 .. 64; 0 is 1 */
    unsigned banks;  /* banks of data memory, 4 to 256; 0: one memory with the ports of all */
    unsigned staged; /* 1, three stages: functions of one clock have one; 2, five: they have two */
} rg_core_kind;

typedef struct {
    rg_num_config num;             /* xlen 8, 16, 32 or 64, frac 0 .. xlen - 2 */
    unsigned dmem_log2, imem_log2; /* 0 .. 24; and the same for instruction words */
    rg_core_kind core;
    unsigned wide; /* 0, or 128 or 256: numbers of kind FIX are wide words of so many bits (FLOAT);
                    * xlen is then 64 */
    bool no_tangents; /* no tangent mode, and no words for it on the bus */
} rg_machine_config;

/* One word of instruction memory, decoded when it is written. */
typedef struct {
    rg_instruction in;
    int64_t b_value; /* B when immediate, scaled */
    const rg_op_info *info;
    bool legal, alias;
} rg_decoded;

/* A word may be entered with br != 0. On the core of five stages its jump in the direction dir is
 * fetched before it is known (RG_CONTROL_GUESSES << dir). A word begins a hardware loop, and the
 * one behind it needs the counter early. */
enum { RG_CONTROL_ENTERED = 1, RG_CONTROL_GUESSES = 2, RG_CONTROL_COUNTS = 8 };

/* The same word once more, as rg_machine_run wants it (sim/fast/quick.c). */
typedef struct {
    uint64_t tally[2]; /* what retiring it adds to the packed counters */
    int64_t imm;
    uint32_t link;    /* pc ^ target of a jump */
    uint16_t code[2]; /* operation and action, forward and backward; 0: left to rg_machine_step */
    uint8_t d, a,
        b; /* B is r[b] + imm; b names a register that is always 0 where B stands in the word */
    uint8_t cycles;
    uint8_t control;   /* bits RG_CONTROL_..., of a word that may be entered with br != 0 */
    uint8_t words;     /* operands in memory; code is then RG_QUICK_WORDS */
    uint16_t inner[2]; /* and these are operation and action */
    /* Three stages and five: clocks that the word behind it waits, forward and backward, */
    uint8_t waits[2];
    uint8_t needs[2], writes; /* and registers of a word that may jump; the same two, or none. */
    /* Five stages: the words on both sides of it meet. So the later one waits a clock if nothing
     * else waits there. With it this is a multiple of two words: no pair of them crosses a line of
     * a cache. */
    uint8_t around;
} rg_quick;

typedef struct {
    uint64_t cycles, retired, cycles_by_dir[2],
        program_by_dir[2]; /* the last: of instructions at `program` or above */
    uint64_t mem_reads, mem_writes, grad_reads, grad_writes, tan_reads, tan_writes;
    uint64_t bits_out, erased_grad, erased_host;
    uint64_t words_in, cycles_in, words_out, cycles_out; /* of copies */
    uint64_t grad_overflows, value_overflows;            /* in either direction */
    uint64_t by_class[RG_COUNTERS]; /* class + 16 backward + 32 gradient + 64 tangent */
} rg_counters;

typedef struct rg_machine {
    rg_machine_config config;
    /* The reversible state. */
    uint32_t pc, br;
    bool backward;
    unsigned mode; /* bit 0 gradient, bit 1 wrap, bit 2 tangent */
    int64_t r[RG_REGISTERS], gr[RG_REGISTERS];
    int64_t tr[RG_REGISTERS], tgr[RG_REGISTERS]; /* tangents, and tangents of gradients */
    int64_t w[2], gw[2];                         /* accumulator and its gradient, low word first */
    int64_t tw[2], tgw[2];
    int64_t *m, *gm, *tm, *tgm; /* 2^dmem_log2 words each */
    bool keep, undo;            /* gradients of freed ancillas are kept; the pass is being undone */
    int64_t *kept;              /* the stack of kept gradients, 2^dmem_log2 words */
    uint32_t kept_count;
    uint64_t *upper; /* the other bits of wide words (sim/fast/float_words.c); NULL without FLOAT */
    uint64_t gradovf, valovf; /* overflows, those of backward steps subtracted */
    /* The program. */
    uint32_t codewords, program;
    uint32_t *code; /* 2^imem_log2 words; write with rg_machine_load */
    rg_decoded *decoded;
    rg_quick *quick;     /* the same words, prepared for rg_machine_run */
    uint32_t flagged;    /* registers: code of words in `quick` that change one is marked */
    bool entering;       /* the next step is the first of a run */
    rg_early_use before; /* of the step before in the run, on a core of three stages or five */
    struct {
        rg_early_use before; /* of the step before that one */
        unsigned apart;      /* clocks between these two */
        bool jumped;         /* br was not 0 between them */
        bool born;           /* the later one had its gradient from the stack of kept ones */
    } deep;                  /* with five stages */
    /* Outside the reversible state. */
    rg_counters count;
    uint64_t *ledger; /* bits erased by the instruction at each address */
    uint64_t touched,
        touches;        /* bitwise or of addresses accessed since then; of the step under way */
    int64_t stack_peak; /* highest value of r[RG_STACK_POINTER] since the counters were cleared */
    rg_address_cost *costs;       /* by address, NULL while it is not counted */
    struct rg_activity *activity; /* with them; none with FLOAT */
    struct {
        unsigned digits; /* of noise in each number of Float that is rounded, at these addresses */
        uint32_t first, end;
    } coarser;
    int64_t out[RG_OUT_WORDS];
    unsigned out_first, out_count;
    unsigned trap; /* cause, address and word of the last trap */
    uint32_t trap_pc;
    int64_t trap_info;
} rg_machine;

typedef enum {
    RG_STEP_RETIRED,
    RG_STEP_TRAP,   /* trap, trap_pc, trap_info say why; nothing else changed */
    RG_STEP_HALT,   /* before a halt; nothing changed */
    RG_STEP_WAIT,   /* OUT is full; nothing changed */
    RG_STEP_REFUSED /* by an engine that does not have the instruction; nothing changed */
} rg_step;

/* A machine after reset with empty memories, or NULL when memory is short or the configuration is
 * outside the ranges above. Free it with rg_machine_free (NULL allowed). */
rg_machine *rg_machine_new(const rg_machine_config *config);
void rg_machine_free(rg_machine *machine);
/* Clear registers, modes, counters, ledger and queue; memories keep their contents. */
void rg_machine_reset(rg_machine *machine);
/* Clear counters and ledger; the two overflow counters with them. */
void rg_machine_clear_counters(rg_machine *machine);

/* Write one word of instruction memory; address below 2^imem_log2. */
void rg_machine_load(rg_machine *machine, uint32_t address, uint32_t word);

/* A run begins: its first step takes the clocks that fill a pipeline. */
void rg_machine_begin(rg_machine *machine);
/* Execute and advance over one instruction, counters included. */
rg_step rg_machine_step(rg_machine *machine);
/* The same as rg_machine_step again and again, many times faster, as long as fewer than `steps`
 * instructions retired and fewer than `cycles` clock cycles passed. Stops early before a word that
 * it leaves to rg_machine_step: one that traps, halts, copies to the host or reverses, and every
 * one in another mode than value mode. Returns how many retired. */
uint64_t rg_machine_run(rg_machine *machine, uint64_t steps, uint64_t cycles);
struct rg_watch;
/* The same up to a change of a watched word, which sets `hit`. */
uint64_t rg_machine_run_watching(rg_machine *machine, uint64_t steps, uint64_t cycles,
                                 struct rg_watch *watch);
enum { RG_STACK_POINTER = 31 }; /* of the ABI: the hardware knows of none */
/* Count costs by address from now on (rg_machine_step only, so rg_machine_run does nothing), or no
 * more; false when memory is short. */
bool rg_machine_count_addresses(rg_machine *machine, bool on);
/* rg_machine_step, and the costs of its address. */
rg_step rg_machine_counted_step(rg_machine *machine);
/* Rebase and flip the direction (T of docs/reference/isa.md); on a core of three stages or five
 * between two runs. */
void rg_machine_turn(rg_machine *machine);

/* What register REACHED shows. */
uint64_t rg_machine_reached(const rg_machine *machine);

/* Signature of R, GR, W, GW and of count words of both banks from base; addresses wrap at the
 * memory size. value_only leaves GR, GW and the gradient bank out. Tangents are in neither. */
uint64_t rg_machine_signature(const rg_machine *machine, uint32_t base, uint32_t count,
                              bool value_only);

/* True when the reversible states are the same bit for bit (configurations must be equal). */
bool rg_machine_same_state(const rg_machine *a, const rg_machine *b);
/* Copy the reversible state and the program; configurations must be equal. */
void rg_machine_copy(rg_machine *to, const rg_machine *from);

#endif
