/* exec.h: what the parts of the step function share. Each rg_exec_* either commits and returns 0,
 * or returns the cause of the trap with trap_info set and nothing else changed. */
#ifndef RG_EXEC_H
#define RG_EXEC_H

#include "sim/fast/machine.h"

unsigned rg_exec_update(rg_machine *m, const rg_decoded *d);
/* The same where operands are words of memory. */
unsigned rg_exec_update_in_memory(rg_machine *m, const rg_decoded *d);
/* The four words behind a name: value, gradient, tangent, tangent of the gradient. */
typedef struct {
    int64_t *v, *g, *t, *u;
} rg_word_pointers;
typedef struct {
    rg_word_pointers d, a, b;
} rg_operands;
/* Words of memory that are operands, a bit of `used` for each: what their ports show, and behind
 * the update what was written (sim/fast/activity.c). Nothing where that is not counted. */
void rg_look_at_operands(rg_machine *m, const rg_operands *words, unsigned used);
void rg_look_at_written(rg_machine *m);
/* For rg_num_eval: where products are counted, or NULL. */
rg_num_activity *rg_counted_products(const rg_machine *m);
/* rg_exec_update of formats U and U1 on these words instead of the registers that d names. */
unsigned rg_exec_update_words(rg_machine *m, const rg_decoded *d, const rg_operands *words);
/* A stream, all of its elements or none; *clocks is what it took, the fill of a pipeline aside. */
unsigned rg_exec_stream(rg_machine *m, const rg_decoded *d, uint64_t *clocks, uint64_t *elements);
unsigned rg_exec_move(rg_machine *m, const rg_decoded *d);
unsigned rg_exec_accumulate(rg_machine *m, const rg_decoded *d);
/* rg_exec_accumulate on these words instead of the registers that d names; there is no target. */
unsigned rg_exec_accumulate_words(rg_machine *m, const rg_decoded *d, const rg_operands *words);
unsigned rg_exec_exchange_wide(rg_machine *m, const rg_decoded *d);
unsigned rg_exec_rescale(rg_machine *m, const rg_decoded *d);
unsigned rg_exec_check(rg_machine *m, const rg_decoded *d);
unsigned rg_exec_control(rg_machine *m, const rg_decoded *d);

/* Clock cycles of a step, whether it retires, traps or halts (isa/timing.def). d may be NULL: a
 * fetch outside the program. */
unsigned rg_cycles_of(const rg_machine *m, const rg_decoded *d);
/* What a stream takes before its first element, and for each of them. */
unsigned rg_stream_setup(const rg_machine *m, const rg_decoded *d);
unsigned rg_element_cycles(const rg_machine *m, const rg_decoded *d);
/* How many of its elements may be under way at once: 1 but for functions on a core with several
 * function units. */
unsigned rg_function_units(const rg_machine *m, const rg_decoded *d);
/* Lanes that do its elements: 1, or those of the core. */
unsigned rg_stream_lanes(const rg_machine *m, const rg_decoded *d);
/* What the first step of a run takes more; 0 elsewhere. */
unsigned rg_fill_cycles(const rg_machine *m);
/* The fewest cycles of a step. */
unsigned rg_least_cycles(const rg_machine *m);
/* The same in value mode, and the words such a step moves when it retires (0 or 1 each). */
unsigned rg_value_cycles(const rg_machine *m, const rg_decoded *d);
void rg_value_traffic(unsigned op, unsigned *reads, unsigned *writes);
/* Words moved by a retired memory instruction; active: gradients take part; dropping: the memory
 * word loses its gradient. */
void rg_count_traffic(rg_machine *m, unsigned op, bool active, bool dropping);

/* Where a step is counted, as it begins. */
typedef struct {
    unsigned slot; /* of by_class */
    bool backward, program;
    uint64_t clocks, count; /* count: 1, or the elements of a stream */
    rg_early_use use;       /* on a core of three stages or five */
    unsigned apart;         /* with five: clocks from the step before */
    bool jumped;            /* and br was not 0 between the two */
    bool born;
} rg_account;
rg_account rg_account_of(const rg_machine *m, const rg_decoded *d);
/* How a step ends, in counters and the trap report. */
rg_step rg_retired(rg_machine *m, const rg_account *step);
rg_step rg_trapped(rg_machine *m, uint64_t clocks, unsigned cause, int64_t info);
rg_step rg_halted(rg_machine *m, const rg_decoded *d);
bool rg_must_wait(const rg_machine *m, const rg_decoded *d);
/* A word for the host. */
void rg_out_push(rg_machine *m, int64_t word);

/* Prepare a word just decoded for rg_machine_run. */
void rg_quick_load(rg_machine *m, uint32_t address);
/* Mark the instructions that change one of these registers, and no others: they end a leg
 * of a run that watches, and are left to rg_machine_step by one that does not. */
void rg_quick_flag(rg_machine *m, uint32_t registers);

static inline bool rg_gradient_mode(const rg_machine *m)
{
    return (m->mode & RG_WITH_GRADIENT) != 0;
}
static inline bool rg_wrapping(const rg_machine *m) { return (m->mode & RG_WITH_WRAP) != 0; }
static inline int rg_direction(const rg_machine *m) { return m->backward ? -1 : 1; }

/* Count overflows: net of the direction, which is state, and in either direction. */
static inline void rg_count_gradient_overflows(rg_machine *m, unsigned overflows)
{
    m->gradovf = m->backward ? m->gradovf - overflows : m->gradovf + overflows;
    m->count.grad_overflows += overflows;
}

static inline void rg_count_value_overflows(rg_machine *m, unsigned overflows)
{
    m->valovf = m->backward ? m->valovf - overflows : m->valovf + overflows;
    m->count.value_overflows += overflows;
}

/* Where pc stands in instruction memory; only a program said to be longer than the memory makes
 * this differ from pc. */
static inline uint32_t rg_code_index(const rg_machine *m)
{
    return m->pc & ((UINT32_C(1) << m->config.imem_log2) - 1);
}

/* The accumulator as one number. */
rg_wide rg_accumulator(const rg_machine *m);

/* Value and gradients of register r. */
static inline rg_word_pointers rg_register_words(rg_machine *m, unsigned r)
{
    return (rg_word_pointers){&m->r[r], &m->gr[r], &m->tr[r], &m->tgr[r]};
}

/* Value and gradients of the word at an address that the data memory has. */
static inline rg_word_pointers rg_memory_words(rg_machine *m, int64_t at)
{
    return (rg_word_pointers){&m->m[at], &m->gm[at], &m->tm[at], &m->tgm[at]};
}

/* The low n bits (1 .. 64) as a signed number. */
static inline int64_t rg_sext(uint64_t x, unsigned n)
{
    uint64_t sign = UINT64_C(1) << (n - 1);
    uint64_t low = n == 64 ? x : x & ((UINT64_C(1) << n) - 1);
    return (int64_t)((low ^ sign) - sign);
}

static inline int64_t rg_wrap(const rg_machine *m, uint64_t x)
{
    return rg_sext(x, m->config.num.xlen);
}

/* a + b, or a - b, in n bits; true when the exact result does not fit. */
static inline bool rg_sum(int64_t a, int64_t b, bool subtract, unsigned n, int64_t *out)
{
    int64_t exact;
    bool carry = subtract ? __builtin_sub_overflow(a, b, &exact)
                          : __builtin_add_overflow(a, b, &exact);
    *out = rg_sext((uint64_t)exact, n);
    return carry || *out != exact;
}

/* round(a b / 2^frac), ties to even, frac > 0; true when it does not fit. */
static inline bool rg_product(int64_t a, int64_t b, unsigned frac, unsigned xlen, int64_t *f)
{
    __extension__ typedef __int128 wide;
    wide exact = (wide)a * b, quotient = exact >> frac;
    uint64_t part = (uint64_t)exact & ((UINT64_C(1) << frac) - 1), half = UINT64_C(1) << (frac - 1);

    quotient += part > half || (part == half && ((uint64_t)quotient & 1) != 0);
    *f = rg_sext((uint64_t)quotient, xlen);
    return *f != quotient;
}

static inline int64_t rg_operand_b(const rg_machine *m, const rg_decoded *d)
{
    return d->in.immediate ? d->b_value : m->r[d->in.b];
}

/* Address A + B of a memory format: 0, or the trap ADDRESS. */
static inline unsigned rg_effective(rg_machine *m, const rg_decoded *d, size_t *address)
{
    int64_t sum = rg_wrap(m, (uint64_t)m->r[d->in.a] + (uint64_t)rg_operand_b(m, d));

    /* A negative word is above every memory size when read as unsigned. */
    if (sum < 0 || sum >> m->config.dmem_log2 != 0) {
        m->trap_info = sum;
        return RG_TRAP_ADDRESS;
    }
    *address = (size_t)sum;
    m->touches = (uint64_t)sum;
    return 0;
}

/* Add (or subtract) a cotangent, counting an overflow of the sum. */
static inline void rg_gradient_add(rg_machine *m, int64_t *gradient, int64_t delta, bool subtract)
{
    if (rg_sum(*gradient, delta, subtract, m->config.num.xlen, gradient))
        rg_count_gradient_overflows(m, 1);
}

/* What becomes of the gradient of an ancilla in this step (sim/fast/ancilla.c). */
typedef enum { RG_FATE_NONE, RG_FATE_DROP, RG_FATE_PUSH, RG_FATE_POP, RG_FATE_ZERO } rg_fate;
/* dies: s = -1, else the ancilla is born. Only in gradient mode. */
rg_fate rg_ancilla_fate(const rg_machine *m, bool dies);
/* The stack of kept gradients is full, or has nothing to pop: ADDRESS with trap_info, else 0. */
unsigned rg_ancilla_space(rg_machine *m, rg_fate fate);
/* The gradient must be zero and is not: DIRTY with trap_info, else 0. */
unsigned rg_ancilla_dirty(rg_machine *m, rg_fate fate, int64_t gradient);
/* The same of a gradient of all the bits that it has. */
unsigned rg_ancilla_dirty_whole(rg_machine *m, rg_fate fate, const int64_t *gradient);
/* The gradient that the step works with. */
int64_t rg_ancilla_gradient(const rg_machine *m, rg_fate fate, int64_t gradient);
/* Push, pop or drop; a popped gradient is put into *gradient. */
void rg_ancilla_commit(rg_machine *m, rg_fate fate, int64_t *gradient);

/* rg_drop_gradient on a machine with FLOAT. */
void rg_drop_whole(rg_machine *m, int64_t *gradient);

/* Drop the gradient of an ancilla: the one erasing act, billed to the instruction at pc. */
static inline void rg_drop_gradient(rg_machine *m, int64_t *gradient)
{
    if (m->upper) {
        rg_drop_whole(m, gradient);
        return;
    }
    if (*gradient == 0)
        return;
    *gradient = 0;
    m->count.erased_grad += m->config.num.xlen;
    m->ledger[rg_code_index(m)] += m->config.num.xlen;
}

#endif
