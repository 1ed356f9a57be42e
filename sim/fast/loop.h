/* loop.h: the fast path of the engine: ordinary instructions in value mode, many per call.
 *
 * Whatever is not ordinary (a trap above all) leaves the loop before anything has changed and is
 * left to rg_machine_step, so that only the effect of successful steps is stated here a second
 * time.
 *
 * It is compiled twice: RG_LOOP_WATCHES is 1 where it watches words, and 0 where it does not. */
#ifndef RG_FAST_LOOP_H
#define RG_FAST_LOOP_H

/* Whether there is a loop for this width. A build for one machine leaves those of others out. */
#ifdef RG_LOOP_XLEN
#define RG_HAS_LOOP(xlen) ((xlen) == RG_LOOP_XLEN)
#else
#define RG_HAS_LOOP(xlen) ((xlen) == 64 || (xlen) == 32)
#endif

#include <string.h>

#include "sim/fast/quick.h"
#include "sim/fast/stages.h"
#include "sim/fast/watch.h"

static inline int64_t rotated(int64_t word, uint64_t by, unsigned xlen)
{
    uint64_t x = xlen == 64 ? (uint64_t)word : (uint64_t)word & ((UINT64_C(1) << xlen) - 1);

    by &= xlen - 1;
    return by == 0 ? word : rg_sext(x << by | x >> (xlen - by), xlen);
}

/* The packed counters. As a vector they take one register of those that are short here. */
typedef uint64_t pair __attribute__((vector_size(16)));

/* Add the packed counters of one chunk, all of it firmware or all of it program, to those of the
 * machine. */
static uint64_t fold(rg_machine *m, pair tally, bool program, uint64_t cycles)
{
    rg_counters *c = &m->count;
    uint64_t counts[2 * RG_TALLY_PER_WORD], retired = 0;

    for (unsigned i = 0; i < 2 * RG_TALLY_PER_WORD; i++)
        counts[i] = tally[i / RG_TALLY_PER_WORD] >> i % RG_TALLY_PER_WORD * RG_TALLY_BITS
                    & RG_TALLY_LIMIT;
    for (unsigned class = 0; class < RG_CLASS_COUNT; class ++) {
        c->by_class[class + (m->backward ? 16u : 0u)] += counts[class];
        retired += counts[class];
    }
    c->mem_reads += counts[RG_TALLY_READS];
    c->mem_writes += counts[RG_TALLY_WRITES];
    c->retired += retired;
    c->cycles += cycles;
    c->cycles_by_dir[m->backward] += cycles;
    c->program_by_dir[m->backward] += program ? cycles : 0;
    return retired;
}

/* The actions on the target of an update: leave where the step would trap. */
#define ACTIONS(kind, op, compute)                                                                 \
    case RG_QUICK_CODE(RG_OP_##op, RG_QUICK_PLUS): compute; goto kind##_plus;                      \
    case RG_QUICK_CODE(RG_OP_##op, RG_QUICK_MINUS): compute; goto kind##_minus;                    \
    case RG_QUICK_CODE(RG_OP_##op, RG_QUICK_FLIP): compute; goto flip;                             \
    case RG_QUICK_CODE(RG_OP_##op, RG_QUICK_NEW): compute; goto fresh;                             \
    case RG_QUICK_CODE(RG_OP_##op, RG_QUICK_DONE):                                                 \
        compute;                                                                                   \
        goto done;

#define BRANCH(op, condition)                                                                      \
    case RG_QUICK_CODE(RG_OP_##op, RG_QUICK_SPLIT):                                                \
        if (br != 0)                                                                               \
            goto leave;                                                                            \
        if (!(condition))                                                                          \
            goto next;                                                                             \
        br = q->link;                                                                              \
        goto jump;                                                                                 \
    case RG_QUICK_CODE(RG_OP_##op, RG_QUICK_LANDING):                                              \
        if (br != ((condition) ? q->link : 0))                                                     \
            goto leave;                                                                            \
        br = 0;                                                                                    \
        goto next;

#define ASSERTION(cond, holds)                                                                     \
    case RG_QUICK_CODE(RG_OP_ASSERT, RG_COND_##cond):                                              \
        if (!(holds))                                                                              \
            goto leave;                                                                            \
        goto next;

#define AT(op) case RG_QUICK_CODE(RG_OP_##op, 0)
#define LEAVE_UNLESS(condition)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            goto leave;                                                                            \
    } while (0)
/* The word that a memory format addresses. */
#define ADDRESS()                                                                                  \
    do {                                                                                           \
        at = (uint64_t)rg_sext(ua + ub, xlen);                                                     \
        if (at >= words)                                                                           \
            goto leave;                                                                            \
    } while (0)
#define LOADED()                                                                                   \
    ADDRESS();                                                                                     \
    f = memory[at]
#define STORED()                                                                                   \
    ADDRESS();                                                                                     \
    f = *t;                                                                                        \
    t = &memory[at];                                                                               \
    PAUSE_AT(t)

/* An operand in memory. */
#define WORD(value, address)                                                                       \
    do {                                                                                           \
        if ((address) >= words)                                                                    \
            goto leave;                                                                            \
        at |= (address);                                                                           \
        value = memory[address];                                                                   \
    } while (0)

#define COUNT()                                                                                    \
    do {                                                                                           \
        pair more;                                                                                 \
        memcpy(&more, q->tally, sizeof more);                                                      \
        tally += more;                                                                             \
    } while (0)

/* What the instruction waited for those before it, which was known before it began. */
#define WAITED()                                                                                   \
    if (staged) {                                                                                  \
        budget -= wait;                                                                            \
        waited = wait;                                                                             \
        second = last;                                                                             \
        last = q;                                                                                  \
        landed = jumped;                                                                           \
    }

#if RG_LOOP_WATCHES
/* End the leg behind this instruction: the budget is laid by. The loop looks at the budget anyway,
 * so instructions that change no watched word cost nothing. */
#define PAUSE() held += budget, budget = 0
#define PAUSE_AT(word)                                                                             \
    if (filter >> rg_hot_bit(word) & 1)                                                            \
    PAUSE()
/* A watched word may be one of the two that were exchanged. */
#define FOLLOW(other, address)                                                                     \
    if (hot.others || ((filter >> rg_hot_bit(t) | filter >> rg_hot_bit(other)) & 1)) {             \
        hot = rg_watch_follow(m, watch, r, &m->decoded[pc].in, address);                           \
        filter = hot.filter;                                                                       \
        PAUSE();                                                                                   \
    }
/* What is marked is looked at, and then executed as it is. */
#define MARKED()                                                                                   \
    if (code < RG_QUICK_FLAG)                                                                      \
        goto leave;                                                                                \
    PAUSE_AT(t);                                                                                   \
    code -= RG_QUICK_FLAG;                                                                         \
    goto execute
#else
#define PAUSE_AT(word) (void)0
#define FOLLOW(other, address)
#define MARKED() goto leave
#endif

/* At most RG_TALLY_LIMIT instructions, begun while `budget` cycles are not used up. xlen and staged
 * are constants where this is called. A loop that watches may also end where the watched registers
 * are not those that are flagged; one that does not gets NULL. */
static inline __attribute__((always_inline)) uint64_t chunk(rg_machine *m, int64_t budget,
                                                            const unsigned xlen, const bool staged,
                                                            rg_watch *const watch)
{
    const uint64_t ones = xlen == 64 ? UINT64_MAX : (UINT64_C(1) << xlen) - 1;
    const uint64_t words = UINT64_C(1) << m->config.dmem_log2;
    const uint32_t code_words = UINT32_C(1) << m->config.imem_log2;
    const uint32_t limit = m->codewords < code_words ? m->codewords : code_words;
    const uint32_t forward = m->backward ? UINT32_MAX : 1;
    const unsigned dir = m->backward, frac = m->config.num.frac;
    const bool five = staged && m->config.core.staged > 1;
    const rg_quick *const quick = m->quick, *q, *last = NULL, *second = NULL;
    int64_t *const memory = m->m, *t, r[RG_REGISTERS + 1], a, b, f = 0, v;
    const int64_t begin = budget;
    pair tally = {0, 0};
    uint64_t ua, ub, at = 0,
                     touched = 0; /* at: of the last access, which has succeeded or ends this */
    uint32_t pc = m->pc, br = m->br;
    /* With three stages or five: clocks that the next instruction waits, and that the last did. */
    unsigned code, wait = 0, waited = 0;
    /* br was not 0 before the last instruction, and before the next one. */
    bool landed = false, jumped = br != 0;
    const bool program = pc >= m->program;
    /* Where the chunk may go: the program, or the firmware below it. */
    const uint32_t low = program ? m->program : 0,
                   end = program || limit < m->program ? limit : m->program;
    const uint32_t span = end > low ? end - low : 0;

    memcpy(r, m->r, sizeof m->r);
    r[RG_QUICK_ZERO] = 0;
    if (staged && pc - low < span)
        wait = rg_stall_cycles(m, &m->decoded[pc]);
#if RG_LOOP_WATCHES
    rg_hot hot = rg_watch_hot(m, watch, r);
    uint64_t filter = hot.filter; /* in a register */
    int64_t held = 0;
leg:
#else
    (void)watch;
#endif
    if (br != 0 && pc - low < span && !quick[pc].control)
        goto leave;
    while (budget > 0 && pc - low < span) {
        q = &quick[pc];
        t = &r[q->d];
        v = *t;
        a = r[q->a];
        b = r[q->b] + q->imm;
        ua = (uint64_t)a;
        ub = (uint64_t)b;
        code = q->code[dir];
    execute:
        switch (code) {
#define RG_QUICK_INT(op, value) ACTIONS(int, op, f = rg_sext((uint64_t)(value), xlen))
#define RG_QUICK_FIX(op, misfit) ACTIONS(fix, op, if (misfit) goto leave)
#include "sim/fast/quick.def"
#undef RG_QUICK_INT
#undef RG_QUICK_FIX
            ACTIONS(int, LD, LOADED())
            ACTIONS(fix, LDF, LOADED())
            ACTIONS(int, ST, STORED())
            ACTIONS(fix, STF, STORED())
            BRANCH(BEQS, v == b)
            BRANCH(BNES, v != b)
            BRANCH(BLTS, v < b)
            BRANCH(BGES, v >= b)
            BRANCH(BRAS, true)
            ASSERTION(EQ, v == b)
            ASSERTION(NE, v != b)
            ASSERTION(LT, v < b)
            ASSERTION(GE, v >= b)
        case RG_QUICK_WORDS: {
            const uint64_t x = (uint64_t)r[RG_INDEX_REGISTER],
                           at_d = (uint64_t)rg_sext((uint64_t)v + x, xlen),
                           at_a = (uint64_t)rg_sext(ua + x, xlen),
                           at_b = (uint64_t)rg_sext(ub + x, xlen);
            at = 0;
            if (q->words & RG_WORD_A)
                WORD(a, at_a);
            if (q->words & RG_WORD_B)
                WORD(b, at_b);
            if (q->words & RG_WORD_D) {
                LEAVE_UNLESS((!(q->words & RG_WORD_A) || at_a != at_d)
                             && (!(q->words & RG_WORD_B) || at_b != at_d));
                WORD(v, at_d);
                t = &memory[at_d];
                PAUSE_AT(t);
            }
            ua = (uint64_t)a;
            ub = (uint64_t)b;
            code = q->inner[dir];
            goto execute;
        }
            AT(EXCH) : ADDRESS();
            *t = memory[at];
            memory[at] = v;
            FOLLOW(&memory[at], at);
            goto next;
            AT(ALLOCM) : AT(FREEM) : ADDRESS();
            LEAVE_UNLESS(memory[at] == 0);
            goto next;
            AT(CHKB) : ADDRESS();
            LEAVE_UNLESS(v >= 1 && v <= memory[at]);
            goto next;
            AT(ALLOC) : AT(FREE) : LEAVE_UNLESS(v == 0);
            goto next;
            AT(SWAP) : *t = a;
            r[q->a] = v;
            FOLLOW(&r[q->a], 0);
            goto next;
            AT(NEG) : *t = rg_sext(0 - (uint64_t)v, xlen);
            goto next;
        case RG_QUICK_CODE(RG_OP_ROL, RG_QUICK_LEFT): *t = rotated(v, ub, xlen); goto next;
        case RG_QUICK_CODE(RG_OP_ROL, RG_QUICK_RIGHT): *t = rotated(v, 0 - ub, xlen); goto next;
        case RG_QUICK_CODE(RG_OP_RNG, RG_QUICK_FORWARD):
            *t = rg_sext((uint64_t)v * RG_RNG_MULTIPLIER + RG_RNG_INCREMENT, xlen);
            goto next;
        case RG_QUICK_CODE(RG_OP_RNG, RG_QUICK_BACKWARD):
            *t = rg_sext(((uint64_t)v - RG_RNG_INCREMENT) * RG_RNG_INVERSE, xlen);
            goto next;
            AT(CALL) : if (br == 0)
            {
                br = q->link;
                goto jump;
            }
            LEAVE_UNLESS(br == q->link);
            br = 0;
            goto next;
            AT(PORTAL)
                : LEAVE_UNLESS((v == 0) != (br == 0) && ((uint64_t)v & ~(uint64_t)RG_PC_MASK) == 0);
            *t = br;
            br = (uint32_t)v;
            if (br != 0)
                goto jump;
            goto next;
        /* The tables of docs/reference/isa.md; b is n. */
        case RG_QUICK_CODE(RG_OP_FORTOP, RG_QUICK_FORWARD):
            if (br != 0) {
                LEAVE_UNLESS(br == q->link && v != 0 && b != 0);
                br = 0;
                goto next;
            }
            LEAVE_UNLESS(v == 0);
            if (b != 0)
                goto next;
            br = q->link;
            goto jump;
        case RG_QUICK_CODE(RG_OP_FORTOP, RG_QUICK_BACKWARD):
            if (br != 0) {
                LEAVE_UNLESS(br == q->link && v == 0 && b == 0);
                br = 0;
                goto next;
            }
            LEAVE_UNLESS(b != 0);
            if (v == 0)
                goto next;
            br = q->link;
            goto jump;
        case RG_QUICK_CODE(RG_OP_FOREND, RG_QUICK_FORWARD):
            if (br != 0) {
                LEAVE_UNLESS(br == q->link && v == 0 && b == 0);
                br = 0;
                goto next;
            }
            LEAVE_UNLESS(b != 0);
            v = rg_sext((uint64_t)v + 1, xlen);
            if (v == b) {
                *t = 0;
                goto next;
            }
            LEAVE_UNLESS(v != 0);
            *t = v;
            br = q->link;
            goto jump;
        case RG_QUICK_CODE(RG_OP_FOREND, RG_QUICK_BACKWARD):
            if (br != 0) {
                LEAVE_UNLESS(br == q->link && v != 0 && v != b && b != 0);
                *t = rg_sext((uint64_t)v - 1, xlen);
                br = 0;
                goto next;
            }
            LEAVE_UNLESS(v == 0);
            if (b != 0) {
                *t = rg_sext(ub - 1, xlen);
                goto next;
            }
            br = q->link;
            goto jump;
        default: MARKED();
        }
    int_plus:
        *t = rg_sext((uint64_t)*t + (uint64_t)f, xlen);
        if (t == &r[RG_STACK_POINTER] && *t > m->stack_peak)
            m->stack_peak = *t;
        goto next;
    int_minus:
        *t = rg_sext((uint64_t)*t - (uint64_t)f, xlen);
        goto next;
    fix_plus:
        if (rg_sum(*t, f, false, xlen, &v))
            goto leave;
        *t = v;
        goto next;
    fix_minus:
        if (rg_sum(*t, f, true, xlen, &v))
            goto leave;
        *t = v;
        goto next;
    flip:
        *t ^= f;
        goto next;
    fresh:
        LEAVE_UNLESS(*t == 0);
        *t = f;
        goto next;
    done:
        LEAVE_UNLESS(*t == f);
        *t = 0;
    next:
        touched |= at;
        pc += forward;
        budget -= q->cycles;
        WAITED();
        jumped = false;
        wait = staged ? q->waits[dir] : 0;
        /* Of neighbours that follow each other at once, the words around the one between meet. */
        if (staged && (wait | waited) == 0)
            wait = !(five && landed) ? q->around
                   : pc - low < span ? rg_wait_behind_target(m, second, q, &quick[pc])
                                     : 0;
        COUNT();
        continue;
    jump:
        pc ^= br;
        budget -= q->cycles;
        WAITED();
        jumped = true;
        COUNT();
        /* Only control words may be entered by a jump. */
        if (pc - low >= span || !quick[pc].control)
            break;
        wait = staged ? rg_jump_stall(m, q, &quick[pc]) : 0;
        if (five && (wait | waited) == 0)
            wait = rg_wait_at_target(m, second, q, &quick[pc]);
    }
#if RG_LOOP_WATCHES
    if (held > 0) {
        budget += held;
        held = 0;
        watch->hit = rg_hot_changed(&hot);
        if (!watch->hit && (hot.registers & ~m->flagged) == 0)
            goto leg;
    }
#endif
leave:
#if RG_LOOP_WATCHES
    budget += held;
#endif
    m->pc = pc & RG_PC_MASK;
    m->br = br;
    m->touched |= touched;
    memcpy(m->r, r, sizeof m->r);
    if (staged && last) {
        m->deep.before = second ? rg_early_use_of(&m->decoded[second - quick].in) : m->before;
        m->deep.apart = waited + 1;
        m->deep.jumped = landed;
        m->deep.born = false; /* no gradients */
        m->before = rg_early_use_of(&m->decoded[last - quick].in);
    }
#if RG_LOOP_WATCHES
    rg_watch_look(watch);
#endif
    return fold(m, tally, program, (uint64_t)(begin - budget));
}

#endif
