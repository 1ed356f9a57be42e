/* test_accesses.c: rg_accesses_of is what the machine does. On random states, a register that an
 * instruction neither reads nor updates may hold anything: the instruction does the same, and
 * leaves it alone. What it changes it is said to update. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/accesses.h"
#include "sim/lockstep/random_program.h"

enum { TRIALS = 200000, DATA_LOG2 = 5 };
static const rg_machine_config wide = {{64, 43}, DATA_LOG2, 6, {0}, 0, false};

typedef struct {
    rg_machine *start, *one, *other;
    rg_random random;
    size_t read, updated, alone; /* how often each was tried */
} bench;

static void random_state(bench *b, uint32_t word)
{
    rg_machine *m = b->start;
    rg_machine_reset(m);
    for (unsigned i = 0; i < RG_REGISTERS; i++) {
        m->r[i] = rg_one_in(&b->random, 3) ? rg_random_value(&b->random, &m->config.num)
                                           : (int64_t)rg_random_below(&b->random, 6);
        m->m[i] = (int64_t)rg_random_below(&b->random, 6);
    }
    m->backward = rg_one_in(&b->random, 2);
    m->pc = 16;
    m->codewords = 32;
    rg_machine_load(m, m->pc, word);
    if (m->quick[m->pc].control && rg_one_in(&b->random, 2))
        m->br = m->quick[m->pc].link;
}

static bool step_both(bench *b)
{
    const rg_step a = rg_machine_step(b->one), c = rg_machine_step(b->other);
    return a == RG_STEP_RETIRED && a == c;
}

static bool moves(const rg_instruction *in) { return in->op == RG_OP_SWAP || in->op == RG_OP_EXCH; }

/* Registers that are said to be left alone hold something else in the other machine. */
static void try_register(bench *b, const rg_instruction *in, unsigned k)
{
    const rg_accesses all = rg_accesses_of(in);
    const bool exchanged = moves(in) && (k == in->d || (in->op == RG_OP_SWAP && k == in->a));
    rg_machine_copy(b->one, b->start);
    rg_machine_copy(b->other, b->start);
    if (!((all.reads | all.updates) >> k & 1) && !exchanged)
        b->other->r[k] ^= 0x55;
    const int64_t there = b->other->r[k];
    const bool good = step_both(b);
    if ((all.reads | all.updates) >> k & 1) {
        b->read += all.reads >> k & 1;
        b->updated += all.updates >> k & 1;
        if (good && b->one->r[k] != b->start->r[k] && !(all.updates >> k & 1) && !exchanged)
            fail_msg("op %02x changes r%u, which it only reads", in->op, k);
        return;
    }
    if (exchanged)
        return;
    b->alone++;
    if (b->other->r[k] != there)
        fail_msg("op %02x changes r%u", in->op, k);
    b->other->r[k] = b->one->r[k];
    if (!rg_machine_same_state(b->one, b->other) || b->one->trap != b->other->trap)
        fail_msg("op %02x mode %u reads r%u", in->op, in->mode, k);
}

/* What the instruction does with the word of memory at k. */
static unsigned access_at(const bench *b, const rg_instruction *in, unsigned k)
{
    const unsigned fields[] = {in->d, in->a, in->b};
    const uint64_t more = (uint64_t)(in->immediate ? in->imm : b->start->r[in->b]);
    unsigned access = 0;

    if (!in->words)
        return (uint64_t)b->start->r[in->a] + more == k ? rg_accesses_of(in).memory : 0;
    for (unsigned i = 0; i < 3; i++)
        if ((in->words >> i & 1)
            && (uint64_t)b->start->r[fields[i]] + (uint64_t)b->start->r[RG_INDEX_REGISTER] == k)
            access |= i == 0 ? RG_UPDATES : RG_READS;
    return access;
}

/* The same of a word of memory. */
static void try_memory(bench *b, const rg_instruction *in, unsigned k)
{
    const uint64_t more = (uint64_t)(in->immediate ? in->imm : b->start->r[in->b]);
    const bool named = (uint64_t)b->start->r[in->a] + more == k;
    const unsigned access = access_at(b, in, k);
    rg_machine_copy(b->one, b->start);
    rg_machine_copy(b->other, b->start);
    if (rg_is_stream(in) || (in->op == RG_OP_EXCH && named))
        return;
    if (access == 0)
        b->other->m[k] ^= 0x55;
    const int64_t there = b->other->m[k];
    const bool good = step_both(b);
    if (access) {
        if (good && b->one->m[k] != b->start->m[k] && !(access & RG_UPDATES))
            fail_msg("op %02x changes memory, which it only reads", in->op);
        return;
    }
    if (b->other->m[k] != there)
        fail_msg("op %02x changes memory at %u", in->op, k);
    b->other->m[k] = b->one->m[k];
    if (!rg_machine_same_state(b->one, b->other) || b->one->trap != b->other->trap)
        fail_msg("op %02x mode %u reads memory at %u", in->op, in->mode, k);
}

static void test_random_words(void **state)
{
    bench b = {rg_machine_new(&wide), rg_machine_new(&wide), rg_machine_new(&wide), {7}, 0, 0, 0};
    (void)state;
    assert_true(b.start && b.one && b.other);
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const uint32_t word = rg_random_instruction(&b.random, wide.num.xlen);
        rg_instruction in;
        random_state(&b, word);
        if (!rg_decode(word, wide.num.xlen, &in) || rg_aliases(&in))
            continue;
        try_register(&b, &in, (unsigned)rg_random_below(&b.random, RG_REGISTERS));
        try_register(&b, &in, in.d);
        try_register(&b, &in, in.a);
        try_register(&b, &in, in.b);
        try_memory(&b, &in, (unsigned)rg_random_below(&b.random, 1 << DATA_LOG2));
    }
    assert_true(b.read > TRIALS / 4 && b.updated > TRIALS / 4 && b.alone > TRIALS / 2);
    rg_machine_free(b.start);
    rg_machine_free(b.one);
    rg_machine_free(b.other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
