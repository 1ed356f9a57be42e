/* The step in reversible gates beside the reference, on random states and words: the state behind
 * the step, the trap and its report, the counters, and the memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "sim/fast/exec.h"
#include "sim/gates/stepper.h"
#include "sim/lockstep/random_program.h"

enum { CODE = 64, DATA_LOG2 = 8 };

typedef struct {
    rg_machine *gates, *fast;
    gn_stepper *stepper;
    rg_random random;
    unsigned retired, trapped, refused;
    unsigned pushed, popped;     /* gradients to the stack, and from it */
    unsigned of_op[RG_OP_LIMIT]; /* retired */
} pair;

static void open_pair(pair *p, unsigned xlen, unsigned frac)
{
    const rg_machine_config config = {{xlen, frac}, DATA_LOG2 < xlen ? DATA_LOG2 - 2 : 5, 8, {0}, 0,
                                      false};

    *p = (pair){.gates = rg_machine_new(&config),
                .fast = rg_machine_new(&config),
                .stepper = gn_stepper_new(&config),
                .random = {xlen}};
    assert_non_null(p->gates);
    assert_non_null(p->fast);
    assert_non_null(p->stepper);
}

static void close_pair(pair *p)
{
    rg_machine_free(p->gates);
    rg_machine_free(p->fast);
    gn_stepper_free(p->stepper);
}

/* Registers that point into memory, are alike, or are anything. */
static void draw_words(pair *p, int64_t *words, size_t count)
{
    rg_random *r = &p->random;
    for (size_t i = 0; i < count; i++)
        words[i] = rg_one_in(r, 4) ? rg_random_below(r, 16)
                   : rg_one_in(r, 4)
                       ? words[rg_random_below(r, (uint32_t)i + 1)]
                       : rg_wrap(p->gates, (uint64_t)rg_random_value(r, &p->gates->config.num));
}

/* Often a word with its sign, so that an accumulator fits and a bank is small. */
static void draw_wide(pair *p, int64_t *words)
{
    draw_words(p, words, 2);
    if (rg_one_in(&p->random, 2))
        words[1] = words[0] < 0 ? -1 : 0;
}

/* The word begins or ends an ancilla. */
static bool is_ancilla(uint32_t word, unsigned xlen)
{
    rg_instruction in;

    if (!rg_decode(word, xlen, &in))
        return false;
    const rg_op_info *info = rg_op_lookup(in.op);
    return in.op == RG_OP_ALLOC || in.op == RG_OP_FREE || in.op == RG_OP_ALLOCM
           || in.op == RG_OP_FREEM
           || (info->kind != RG_KIND_INT && !in.words
               && (in.mode == RG_MODE_SET || in.mode == RG_MODE_UNSET));
}

static uint32_t draw_word(pair *p, unsigned xlen)
{
    rg_random *r = &p->random;
    uint32_t word = rg_random_instruction(r, xlen);
    if (p->gates->keep && rg_one_in(r, 2))
        for (unsigned i = 0; i < 400 && !is_ancilla(word, xlen); i++)
            word = rg_random_instruction(r, xlen);
    if (rg_one_in(r, 20))
        word = rg_random_collision(r, xlen, word);
    return rg_one_in(r, 40) ? (uint32_t)rg_random_word(r) : word;
}

/* The keeping mode, with a stack that is often empty or full. Undone, most gradients are zero. */
static void draw_stack(pair *p)
{
    rg_machine *m = p->gates;
    rg_random *r = &p->random;
    const size_t words = (size_t)1 << m->config.dmem_log2;

    m->keep = rg_one_in(r, 3);
    m->undo = m->keep && rg_one_in(r, 2);
    m->kept_count = rg_one_in(r, 8)   ? 0
                    : rg_one_in(r, 8) ? (uint32_t)words
                                      : rg_random_below(r, (uint32_t)words + 1);
    memset(m->kept, 0, words * sizeof *m->kept);
    draw_words(p, m->kept, m->kept_count);
    if (m->keep && rg_one_in(r, 2)) {
        memset(m->r, 0, sizeof m->r);
        memset(m->m, 0, words * sizeof *m->m);
    }
    if (m->keep && rg_one_in(r, 2)) {
        memset(m->gr, 0, sizeof m->gr);
        memset(m->gm, 0, words * sizeof *m->gm);
    }
}

static void draw_state(pair *p)
{
    rg_machine *m = p->gates;
    rg_random *r = &p->random;
    const unsigned xlen = m->config.num.xlen;

    m->codewords = CODE;
    m->pc = rg_one_in(r, 50) ? CODE + 3 : rg_random_below(r, CODE);
    m->backward = rg_one_in(r, 2);
    m->mode = rg_random_below(r, 4);
    draw_words(p, m->r, RG_REGISTERS);
    draw_words(p, m->gr, RG_REGISTERS);
    draw_wide(p, m->w);
    draw_wide(p, m->gw);
    draw_words(p, m->m, (size_t)1 << m->config.dmem_log2);
    draw_words(p, m->gm, (size_t)1 << m->config.dmem_log2);
    draw_stack(p);
    m->gradovf = rg_random_below(r, 3);
    m->valovf = rg_random_below(r, 3);
    const uint32_t word = draw_word(p, xlen);
    if (m->pc < CODE)
        rg_machine_load(m, m->pc, word);
    m->br = rg_random_br(r, m, word);
    if (xlen < 32 && rg_one_in(r, 2)) /* what a small word can hold */
        m->br &= 0x7f;
}

static void same_counters(const pair *p, uint32_t pc)
{
    assert_memory_equal(&p->gates->count, &p->fast->count, sizeof p->gates->count);
    assert_int_equal(p->gates->ledger[pc], p->fast->ledger[pc]);
    assert_int_equal(p->gates->out_count, p->fast->out_count);
    assert_memory_equal(p->gates->out, p->fast->out, sizeof p->gates->out);
}

static void one(pair *p)
{
    draw_state(p);
    rg_machine_copy(p->fast, p->gates);
    p->gates->out_count = p->fast->out_count = 0;
    rg_machine_clear_counters(p->gates);
    rg_machine_clear_counters(p->fast);
    p->fast->gradovf = p->gates->gradovf = 2;
    p->fast->valovf = p->gates->valovf = 2;
    const uint32_t word = p->gates->code[p->gates->pc & 255];
    const uint32_t pc = p->gates->pc & 255, kept = p->gates->kept_count;
    const rg_step done = gn_stepper_step(p->stepper, p->gates);
    if (done == RG_STEP_REFUSED) {
        assert_true(rg_machine_same_state(p->gates, p->fast));
        p->refused++;
        return;
    }
    const rg_step expected = rg_machine_step(p->fast);
    if (done != expected || !rg_machine_same_state(p->gates, p->fast)
        || (done == RG_STEP_TRAP && p->gates->trap != p->fast->trap))
        print_message("word %08x %s mode %u dir %d: %d trap %u, fast %d trap %u\n", word,
                      rg_op_lookup(word >> 25) ? rg_op_lookup(word >> 25)->mnemonic : "?",
                      p->gates->mode, p->gates->backward, done, p->gates->trap, expected,
                      p->fast->trap);
    assert_int_equal(done, expected);
    assert_true(rg_machine_same_state(p->gates, p->fast));
    if (done == RG_STEP_TRAP) {
        assert_int_equal(p->gates->trap, p->fast->trap);
        assert_int_equal(p->gates->trap_info, p->fast->trap_info);
        p->trapped++;
    } else {
        p->retired++;
        p->pushed += p->gates->kept_count > kept;
        p->popped += p->gates->kept_count < kept;
        p->of_op[word >> 25]++;
    }
    same_counters(p, pc);
}

/* How many steps were made as a reference makes them. */
static unsigned steps(unsigned xlen, unsigned frac, unsigned count)
{
    pair p;

    open_pair(&p, xlen, frac);
    for (unsigned i = 0; i < count; i++)
        one(&p);
    print_message("xlen %u: %u retired, %u trapped, %u refused, %u pushed, %u popped\n", xlen,
                  p.retired, p.trapped, p.refused, p.pushed, p.popped);
    assert_true(p.retired > count / 8 && p.trapped > count / 16);
    assert_true(p.pushed > count / 400 && p.popped > count / 400);
    for (unsigned op = 0; op < RG_OP_LIMIT && count >= 8000; op++)
        if (rg_op_lookup(op) && op != RG_OP_LI2 && op != RG_OP_LI3)
            assert_true(p.of_op[op] > 0);
    close_pair(&p);
    return p.retired + p.trapped + p.refused;
}

static void steps_of_8(void **unused)
{
    (void)unused;
    assert_int_equal(steps(8, 4, 10000), 10000);
}

static void steps_of_16(void **unused)
{
    (void)unused;
    assert_int_equal(steps(16, 10, 10000), 10000);
}

static void steps_of_32(void **unused)
{
    (void)unused;
    assert_int_equal(steps(32, 16, 10000), 10000);
}

static void steps_of_64(void **unused)
{
    (void)unused;
    assert_int_equal(steps(64, 43, 2000), 2000);
}

/* The net by itself, on any words and states, 64 at once: the gates are of their kinds, ancillas
 * are zero again, and the way back restores all lines. */
static void nothing_is_left(void **unused)
{
    rg_random random = {1};
    gn_step step;

    (void)unused;
    assert_true(gn_make_step(&step, &(rg_num_config){16, 10}, 5));
    assert_true(gn_is_reversible(&step.net));
    const size_t lines = step.net.lines, bytes = lines * sizeof(uint64_t);
    uint64_t *before = calloc(lines, sizeof *before), *after = calloc(lines, sizeof *after);
    assert_non_null(before);
    assert_non_null(after);
    for (unsigned round = 0; round < 50; round++) {
        for (uint32_t line = 0; line < step.at.trap; line++)
            before[line] = rg_random_word(&random) & (round % 2 ? rg_random_word(&random) : ~0ull);
        memcpy(after, before, bytes);
        gn_run(&step.net, 0, step.net.count, false, after);
        for (size_t line = step.at.m; line < lines; line++)
            assert_int_equal(after[line], 0);
        assert_memory_not_equal(before, after, bytes);
        gn_run(&step.net, 0, step.net.count, true, after);
        assert_memory_equal(before, after, bytes);
    }
    free(before);
    free(after);
    gn_free(&step.net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_left), cmocka_unit_test(steps_of_8),
        cmocka_unit_test(steps_of_16),     cmocka_unit_test(steps_of_32),
        cmocka_unit_test(steps_of_64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
