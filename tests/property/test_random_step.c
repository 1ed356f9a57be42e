/* test_random_step.c: law 1, instruction by instruction. Any instruction on any state steps back to
 * the bit, or traps and changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sim/lockstep/random_program.h"

typedef struct {
    rg_machine *before, *work;
    unsigned long retired[RG_OP_LIMIT][2];
    unsigned long trapped[RG_TRAP_COUNT];
} bench;

static const rg_machine_config wide = {{64, 43}, 5, 5, {0}, 0, false},
                               narrow = {{32, 16}, 5, 5, {0}, 0, false};

static void random_state(rg_machine *m, rg_random *random)
{
    const rg_num_config *num = &m->config.num;

    rg_machine_reset(m);
    for (unsigned i = 0; i < RG_REGISTERS; i++) {
        m->r[i] = rg_random_value(random, num);
        m->gr[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
        m->m[i] = rg_random_value(random, num);
        m->gm[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
        m->tr[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
        m->tgr[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
        m->tm[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
        m->tgm[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
    }
    for (unsigned i = 0; i < 2; i++) {
        m->tw[i] = rg_random_value(random, num);
        m->tgw[i] = rg_random_value(random, num);
    }
    for (unsigned i = 16; i < 20; i++)
        m->r[i] = (int64_t)rg_random_below(random, 20);
    /* Small and equal numbers, so that comparisons, counters and links meet. */
    for (unsigned i = 1; i < 9; i++)
        if (rg_one_in(random, 2))
            m->r[i] = (int64_t)rg_random_below(random, 5) - 1;
    m->mode = rg_random_below(random, 8);
    m->backward = rg_one_in(random, 2);
    m->keep = rg_one_in(random, 2);
    m->undo = rg_one_in(random, 2);
    m->kept_count = rg_one_in(random, 8)   ? 0
                    : rg_one_in(random, 8) ? 32
                                           : 1 + rg_random_below(random, 31);
    for (uint32_t i = 0; i < m->kept_count; i++)
        m->kept[i] = rg_random_value(random, num);
    m->pc = rg_random_below(random, 32);
    m->codewords = 32;
}

/* Does this step drop a gradient that is not 0, here or on the way back? Then it need not restore
 * it. */
static bool erases(const rg_machine *m) { return m->count.erased_grad != 0; }

/* False, with a message, when the word neither came back nor left the state alone. */
static bool one_word(bench *b, rg_random *random, uint64_t trial)
{
    rg_machine *before = b->before, *m = b->work;

    random_state(before, random);
    uint32_t word = rg_one_in(random, 10) ? (uint32_t)rg_random_word(random)
                                          : rg_random_instruction(random, before->config.num.xlen);
    rg_machine_load(before, before->pc, word);
    before->br = rg_random_br(random, before, word);
    rg_machine_reset(m);
    rg_machine_copy(m, before);

    rg_step outcome = rg_machine_step(m);
    if (outcome == RG_STEP_RETIRED) {
        rg_machine_turn(m);
        m->out_count = 0;
        if (rg_machine_step(m) != RG_STEP_RETIRED) {
            print_error("trial %llu: %08x traps with %u on the way back\n",
                        (unsigned long long)trial, word, m->trap);
            return false;
        }
        rg_machine_turn(m);
        b->retired[word >> 25][before->backward]++;
    } else if (outcome == RG_STEP_TRAP) {
        b->trapped[m->trap]++;
    }
    if (erases(m) || rg_machine_same_state(m, before))
        return true;
    print_error("trial %llu: word %08x at %u does not restore the state\n",
                (unsigned long long)trial, word, before->pc);
    return false;
}

static void open_bench(bench *b, const rg_machine_config *config)
{
    *b = (bench){.before = rg_machine_new(config), .work = rg_machine_new(config)};
    assert_non_null(b->before);
    assert_non_null(b->work);
}

static void close_bench(bench *b)
{
    rg_machine_free(b->before);
    rg_machine_free(b->work);
}

/* How many operations and causes of traps the words have seldom or never met. */
static unsigned seldom_met(const bench *b, unsigned xlen)
{
    unsigned seldom = 0;

    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (!info || op == RG_OP_HALT || (xlen == 32 && (op == RG_OP_LI2 || op == RG_OP_LI3)))
            continue;
        if (b->retired[op][0] < 20 || b->retired[op][1] < 20) {
            print_error("%s retired only %lu times forward and %lu backward\n", info->name,
                        b->retired[op][0], b->retired[op][1]);
            seldom++;
        }
    }
    for (unsigned cause = RG_TRAP_ILLEGAL; cause < RG_TRAP_COUNT; cause++)
        seldom += b->trapped[cause] == 0;
    return seldom;
}

/* The number of words that broke the law, and of operations and traps that were not tried. */
static unsigned sweep(const rg_machine_config *config, uint64_t seed)
{
    const char *text = getenv("RG_RANDOM_STEPS");
    unsigned long trials = text ? strtoul(text, NULL, 10) : 400000;
    const char *first = getenv("RG_RANDOM_SEED");
    rg_random random = {first ? seed + strtoull(first, NULL, 10) : seed};
    unsigned wrong = 0;
    bench b;

    assert_true(trials > 0);
    open_bench(&b, config);
    for (uint64_t trial = 0; trial < trials; trial++)
        wrong += !one_word(&b, &random, trial);
    if (trials >= 400000)
        wrong += seldom_met(&b, config->num.xlen);
    close_bench(&b);
    return wrong;
}

/* The column undo of isa.def: the word and then the one that undoes it, both forward, leave every
 * number as it was. Counts the words that it could try. */
static void undone_here(bench *b, rg_random *random)
{
    rg_machine *before = b->before, *m = b->work;
    const unsigned xlen = before->config.num.xlen;
    uint32_t word = rg_random_instruction(random, xlen), undo;
    rg_instruction in;

    random_state(before, random);
    before->backward = before->keep = before->undo = false;
    rg_machine_load(before, before->pc, word);
    before->br = rg_random_br(random, before, word);
    if (!rg_decode(word, xlen, &in) || rg_op_lookup(in.op)->class == RG_CLASS_LOOP || !rg_undo(&in))
        return;
    rg_machine_reset(m);
    rg_machine_copy(m, before);
    if (rg_machine_step(m) != RG_STEP_RETIRED || m->pc == before->pc || m->pc >= m->codewords
        || erases(m))
        return;
    assert_true(rg_encode(&in, xlen, &undo));
    const uint32_t at = m->pc, there = m->code[at];
    rg_machine_load(m, at, undo);
    if (rg_machine_step(m) != RG_STEP_RETIRED)
        fail_msg("%08x traps with %u behind %08x, which it should undo", undo, m->trap, word);
    rg_machine_load(m, at, there);
    m->pc = before->pc;
    m->br = before->br;
    m->gradovf = before->gradovf;
    m->valovf = before->valovf;
    m->out_count = 0;
    if (!erases(m) && !rg_machine_same_state(m, before))
        fail_msg("%08x does not undo %08x", undo, word);
    b->retired[word >> 25][0]++;
}

static void undo_column(void **state)
{
    rg_random random = {44};
    bench b;

    (void)state;
    open_bench(&b, &wide);
    for (unsigned trial = 0; trial < 200000; trial++)
        undone_here(&b, &random);
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (!info || info->undo == RG_OP_NONE)
            continue;
        const rg_op_info *back = rg_op_lookup(info->undo);
        assert_int_equal(back->undo, op);
        assert_int_equal(back->format, info->format);
        assert_int_equal(back->class, info->class);
        if (info->class != RG_CLASS_LOOP && b.retired[op][0] < 20)
            fail_msg("%s was undone %lu times only", info->name, b.retired[op][0]);
    }
    close_bench(&b);
}

static void any_word_64(void **state)
{
    (void)state;
    assert_int_equal(sweep(&wide, 42), 0);
}

static void any_word_32(void **state)
{
    (void)state;
    assert_int_equal(sweep(&narrow, 43), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_word_64), cmocka_unit_test(any_word_32),
                                       cmocka_unit_test(undo_column)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
