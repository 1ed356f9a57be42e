/* test_words.c: updates with operands in memory against the ordinary update on registers that were
 * loaded with the words by hand; where they trap; and their clocks and counts. */
#include "fast_words.h"

#include "sim/lockstep/random.h"
#include "sim/lockstep/random_program.h"

enum { WORDS = 64, D = 1, A = 2, B = 3, X = RG_INDEX_REGISTER, ROUNDS = 60000 };

static rg_machine *machine(bool pipelined, unsigned banks)
{
    const rg_machine_config config = {
        {64, 43}, 6,    6, {.pipelined = pipelined, .products = true, .digits = 8, .banks = banks},
        0,        false};
    rg_machine *m = rg_machine_new(&config);

    assert_non_null(m);
    return m;
}

static void fill(rg_machine *m, rg_random *random)
{
    for (unsigned i = 0; i < WORDS; i++) {
        m->m[i] = rg_random_value(random, &m->config.num);
        m->gm[i] = rg_random_value(random, &m->config.num);
        m->tm[i] = rg_one_in(random, 2) ? rg_random_value(random, &m->config.num) : 0;
        m->tgm[i] = rg_one_in(random, 2) ? rg_random_value(random, &m->config.num) : 0;
    }
    for (unsigned r = D; r <= B; r++) {
        m->r[r] = rg_random_value(random, &m->config.num);
        m->gr[r] = rg_random_value(random, &m->config.num);
        m->tr[r] = m->tgr[r] = 0;
    }
    m->r[X] = (int64_t)rg_random_below(random, 16);
}

static rg_instruction any_update(rg_random *random)
{
    for (;;) {
        rg_instruction in = {.op = (uint8_t)rg_random_below(random, RG_OP_LIMIT),
                             .mode = (uint8_t)rg_random_below(random, RG_MODE_UNSET + 1),
                             .d = D,
                             .b = B,
                             .words = (uint8_t)(1 + rg_random_below(random, 7))};
        const rg_op_info *info = rg_op_lookup(in.op);
        uint32_t word;
        if (info && info->format == RG_FMT_U)
            in.a = A;
        if (info && rg_encode(&in, 64, &word))
            return in;
    }
}

/* The four words behind an operand. */
typedef struct {
    int64_t *v, *g, *t, *u;
} place;

static place of(rg_machine *m, unsigned r, bool memory, int64_t at)
{
    return memory ? (place){&m->m[at], &m->gm[at], &m->tm[at], &m->tgm[at]}
                  : (place){&m->r[r], &m->gr[r], &m->tr[r], &m->tgr[r]};
}

static void copy(place to, place from)
{
    *to.v = *from.v;
    *to.g = *from.g;
    *to.t = *from.t;
    *to.u = *from.u;
}

/* The ordinary update on a machine of its own, whose registers are the words. */
static rg_step ordinary(rg_machine *m, const rg_instruction *in, const int64_t at[3])
{
    const unsigned fields[] = {in->d, in->a, in->b};
    rg_instruction one = *in;
    rg_machine *by = machine(true, 0);

    one.words = 0;
    one.d = D;
    one.a = in->a ? A : 0;
    one.b = in->a && (in->words >> 1) == 3 && at[1] == at[2] ? A : B;
    rg_machine_load(by, 1, encoded(one));
    by->codewords = 3;
    by->pc = 1;
    by->mode = m->mode;
    by->backward = m->backward;
    for (unsigned i = 0; i < 3; i++)
        copy(of(by, D + i, false, 0), of(m, fields[i], in->words >> i & 1, at[i]));
    const rg_step outcome = rg_machine_step(by);
    for (unsigned i = 0; i < 3 && outcome == RG_STEP_RETIRED; i++)
        if (i != 2 || one.b == B)
            copy(of(m, fields[i], in->words >> i & 1, at[i]), of(by, D + i, false, 0));
    m->gradovf = by->gradovf;
    m->valovf = by->valovf;
    m->trap = by->trap;
    m->trap_info = by->trap_info;
    rg_machine_free(by);
    return outcome;
}

static void same(const rg_machine *seen, const rg_machine *expected)
{
    assert_memory_equal(seen->m, expected->m, WORDS * sizeof *seen->m);
    assert_memory_equal(seen->gm, expected->gm, WORDS * sizeof *seen->gm);
    assert_memory_equal(seen->tm, expected->tm, WORDS * sizeof *seen->tm);
    assert_memory_equal(seen->tgm, expected->tgm, WORDS * sizeof *seen->tgm);
    assert_memory_equal(seen->r, expected->r, sizeof seen->r);
    assert_memory_equal(seen->gr, expected->gr, sizeof seen->gr);
    assert_int_equal(seen->gradovf, expected->gradovf);
    assert_int_equal(seen->valovf, expected->valovf);
}

static void copy_state(rg_machine *to, const rg_machine *from)
{
    memcpy(to->m, from->m, WORDS * sizeof *to->m);
    memcpy(to->gm, from->gm, WORDS * sizeof *to->gm);
    memcpy(to->tm, from->tm, WORDS * sizeof *to->tm);
    memcpy(to->tgm, from->tgm, WORDS * sizeof *to->tgm);
    memcpy(to->r, from->r, sizeof to->r);
    memcpy(to->gr, from->gr, sizeof to->gr);
    memcpy(to->tr, from->tr, sizeof to->tr);
    memcpy(to->tgr, from->tgr, sizeof to->tgr);
    to->mode = from->mode;
    to->backward = from->backward;
    to->gradovf = from->gradovf;
    to->valovf = from->valovf;
}

/* One word in any state; then back, which restores it. */
static bool one_word(rg_machine *m, rg_machine *e, rg_machine *start, rg_random *random)
{
    const rg_instruction in = any_update(random);
    int64_t at[3];

    fill(m, random);
    m->mode = rg_random_below(random, 8);
    m->backward = rg_one_in(random, 2);
    m->gradovf = m->valovf = 0;
    for (unsigned i = 0; i < 3; i++) {
        at[i] = 16 * (int64_t)i + (int64_t)rg_random_below(random, 16);
        if (i == 2 && rg_one_in(random, 8))
            at[2] = at[1];
        if (in.words >> i & 1)
            m->r[D + i] = at[i] - m->r[X];
    }
    if (in.a && (in.words >> 1 & 1) && (in.words >> 2 & 1) && at[1] == at[2])
        m->r[B] = m->r[A];
    copy_state(e, m);
    copy_state(start, m);
    rg_machine_load(m, 1, encoded(in));
    m->codewords = 3;
    m->pc = 1;
    m->trap = 0;
    const rg_step expected = ordinary(e, &in, at), seen = rg_machine_step(m);
    assert_int_equal(seen, expected);
    if (seen == RG_STEP_TRAP) {
        assert_int_equal(m->trap, e->trap);
        assert_int_equal(m->trap_info, e->trap_info);
    }
    same(m, e);
    if (seen != RG_STEP_RETIRED)
        return false;
    rg_machine_turn(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    if (m->count.erased_grad != 0)
        return false; /* of an ancilla, there or back */
    same(m, start);
    return true;
}

static void are_ordinary_updates(void **state)
{
    rg_random random = {2026};
    unsigned back = 0;

    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        rg_machine *m = machine(true, 0), *e = machine(true, 0), *start = machine(true, 0);
        back += one_word(m, e, start, &random);
        rg_machine_free(m);
        rg_machine_free(e);
        rg_machine_free(start);
    }
    assert_true(back > ROUNDS / 8);
}

static rg_machine *with(rg_instruction in, int64_t d, int64_t a, int64_t b, int64_t x)
{
    rg_machine *m = machine(true, 0);

    rg_machine_load(m, 1, encoded(in));
    m->codewords = 3;
    m->pc = 1;
    m->r[D] = d;
    m->r[A] = a;
    m->r[B] = b;
    m->r[X] = x;
    return m;
}

static void traps(rg_instruction in, const int64_t r[4], unsigned cause, int64_t info)
{
    rg_machine *m = with(in, r[0], r[1], r[2], r[3]);

    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, cause);
    assert_int_equal(m->trap_info, info);
    rg_machine_free(m);
}

static void what_traps(void **state)
{
    const rg_instruction all = {
        .op = RG_OP_FADD, .d = D, .a = A, .b = B, .words = RG_WORD_D | RG_WORD_A | RG_WORD_B};
    rg_instruction two = all, pointer = all, index = all;

    (void)state;
    traps(all, (int64_t[]){5, 5, 9, 0}, RG_TRAP_ALIAS, 0);
    traps(all, (int64_t[]){5, 9, 5, 3}, RG_TRAP_ALIAS, 0);
    traps(all, (int64_t[]){99, 99, 9, 0}, RG_TRAP_ALIAS, 0);
    traps(all, (int64_t[]){60, 1, -70, 10}, RG_TRAP_ADDRESS, 70);
    traps(all, (int64_t[]){6, 1, -7, 2}, RG_TRAP_ADDRESS, -5);
    traps(all, (int64_t[]){6, 64, -7, 0}, RG_TRAP_ADDRESS, 64);
    two.words = RG_WORD_A;
    two.d = A; /* the address of an operand */
    traps(two, (int64_t[]){0, 5, 7, 0}, RG_TRAP_ALIAS, 0);
    pointer.words = RG_WORD_D;
    pointer.a = D; /* the address of the target is an operand: nothing is wrong with that */
    rg_machine *m = with(pointer, 5, 0, 7, 0);
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    assert_int_equal(m->m[5], 12);
    rg_machine_free(m);
    index.words = RG_WORD_B;
    index.d = X;
    traps(index, (int64_t[]){0, 5, 7, 0}, RG_TRAP_ALIAS, 0);
}

static void clocks_and_counts(void **state)
{
    const rg_instruction all = {
        .op = RG_OP_FMUL, .d = D, .a = A, .b = B, .words = RG_WORD_D | RG_WORD_A | RG_WORD_B};
    rg_machine *m = with(all, 5, 6, 7, 0), *slow = machine(false, 0);

    (void)state;
    m->mode = RG_WITH_GRADIENT;
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    assert_int_equal(m->count.cycles, 2 + 1); /* two that fill the pipeline */
    assert_int_equal(m->count.mem_reads, 3);
    assert_int_equal(m->count.mem_writes, 1);
    assert_int_equal(m->count.grad_reads, 3);
    assert_int_equal(m->count.grad_writes, 2);
    assert_int_equal(rg_machine_reached(m), 8);
    rg_machine_free(m);

    const uint32_t words[] = {encoded(all), w_u(RG_OP_FMUL, RG_MODE_ADD, 4, 5, 6)};
    uint64_t clocks[2];
    for (unsigned i = 0; i < 2; i++) {
        rg_machine_reset(slow);
        rg_machine_load(slow, 1, words[i]);
        slow->codewords = 3;
        slow->pc = 1;
        slow->r[A] = 1;
        slow->r[B] = 2;
        assert_int_equal(rg_machine_step(slow), RG_STEP_RETIRED);
        clocks[i] = slow->count.cycles;
    }
    assert_int_equal(clocks[0], clocks[1] + 1);
    rg_machine_free(slow);
}

/* A machine with banks has no such word. */
static void banks_have_none(void **state)
{
    const rg_instruction in = {.op = RG_OP_FADD, .d = D, .a = A, .b = B, .words = RG_WORD_A};
    rg_machine *m = machine(true, 4);

    (void)state;
    rg_machine_load(m, 1, encoded(in));
    m->codewords = 3;
    m->pc = 1;
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_ILLEGAL);
    rg_machine_free(m);
}

static void encoding(void **state)
{
    rg_instruction in = {.op = RG_OP_FMUL, .d = 4, .a = 5, .b = 6, .words = RG_WORD_D}, back;
    uint32_t word = 0;

    (void)state;
    assert_true(rg_encode(&in, 64, &word));
    assert_true(rg_decode(word, 64, &back));
    assert_int_equal(back.words, RG_WORD_D);
    assert_int_equal(back.mode, RG_MODE_ADD);
    assert_true(rg_undo(&back));
    assert_int_equal(back.mode, RG_MODE_SUB);
    in.mode = RG_MODE_SET; /* a target in memory is no ancilla */
    assert_false(rg_encode(&in, 64, &word));
    in.words = RG_WORD_A;
    assert_true(rg_encode(&in, 64, &word));
    in = (rg_instruction){.op = RG_OP_FABS, .d = 4, .b = 6, .words = RG_WORD_A};
    assert_false(rg_encode(&in, 64, &word));
    in = (rg_instruction){.op = RG_OP_LDF, .d = 4, .a = 5, .b = 6, .words = RG_WORD_B};
    assert_false(rg_encode(&in, 64, &word));
    assert_false(rg_decode((uint32_t)RG_OP_FADD << 25 | 7u << 22, 64, &back));
    assert_false(rg_decode((uint32_t)RG_OP_FADD << 25 | 7u << 22 | 1u << 5 | 5u << 8, 64, &back));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_ordinary_updates),
        cmocka_unit_test(what_traps),
        cmocka_unit_test(clocks_and_counts),
        cmocka_unit_test(banks_have_none),
        cmocka_unit_test(encoding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
