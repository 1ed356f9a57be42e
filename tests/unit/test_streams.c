/* test_streams.c: streams against the ordinary instruction, element by element, on registers loaded
 * with the words by hand; what they check; and that one that traps has changed nothing. */
#include "fast_words.h"

#include "sim/lockstep/random.h"
#include "sim/lockstep/random_program.h"

enum { WORDS = 64, D = 1, A = 8, B = 16 };

typedef struct {
    int64_t base, inner, outer;
} operand;
typedef struct {
    operand of[3];
    int64_t n, m, array[3], extent[3]; /* the last two of those that are indexed */
} shape;

static void describe(rg_machine *m, const shape *s)
{
    const unsigned at[] = {D, A, B};

    for (unsigned i = 0; i < 3; i++) {
        m->r[at[i]] = s->of[i].base;
        m->r[at[i] + 1] = s->of[i].inner;
        m->r[at[i] + 2] = s->of[i].outer;
        m->r[at[i] + (i ? 3 : 5)] = s->array[i];
        m->r[at[i] + (i ? 4 : 6)] = s->extent[i];
    }
    m->r[D + 3] = s->n;
    m->r[D + 4] = s->m;
}

static void fill(rg_machine *m, rg_random *random)
{
    for (unsigned i = 0; i < WORDS; i++) {
        m->m[i] = rg_random_value(random, &m->config.num);
        m->gm[i] = rg_random_value(random, &m->config.num);
        m->tm[i] = rg_one_in(random, 2) ? rg_random_value(random, &m->config.num) : 0;
        m->tgm[i] = rg_one_in(random, 2) ? rg_random_value(random, &m->config.num) : 0;
    }
}

static operand inside(rg_random *random, int64_t n, int64_t m)
{
    const int64_t room = WORDS - 1;
    operand o = {0};

    o.inner = n > 1 ? (int64_t)rg_random_below(random, (uint32_t)(room / (2 * (n - 1)) + 1))
                    : (int64_t)rg_random_word(random);
    o.outer = m > 1 ? (int64_t)rg_random_below(random, (uint32_t)(room / (2 * (m - 1)) + 1))
                    : (int64_t)rg_random_word(random);
    if (n > 1 && rg_one_in(random, 4))
        o.inner = 0;
    if (m > 1 && rg_one_in(random, 3))
        o.outer = 0;
    const int64_t row = n > 1 ? o.inner * (n - 1) : 0, column = m > 1 ? o.outer * (m - 1) : 0;
    o.base = (int64_t)rg_random_below(random, (uint32_t)(WORDS - row - column));
    if (n > 1 && rg_one_in(random, 3)) {
        o.base += row;
        o.inner = -o.inner;
    }
    return o;
}

static shape drawn(rg_random *random)
{
    shape s = {.n = (int64_t)rg_random_below(random, 7), .m = (int64_t)rg_random_below(random, 5)};

    for (unsigned i = 0; i < 3; i++)
        s.of[i] = inside(random, s.n, s.m);
    for (unsigned i = 0; i < 3; i++) {
        s.array[i] = (int64_t)rg_random_below(random, WORDS - 8);
        s.extent[i] = 4 + (int64_t)rg_random_below(random, 4);
    }
    return s;
}

static void take(rg_machine *by, unsigned r, const rg_machine *m, int64_t at)
{
    by->r[r] = m->m[at];
    by->gr[r] = m->gm[at];
    by->tr[r] = m->tm[at];
    by->tgr[r] = m->tgm[at];
}

static void put(rg_machine *m, int64_t at, const rg_machine *by, unsigned r)
{
    m->m[at] = by->r[r];
    m->gm[at] = by->gr[r];
    m->tm[at] = by->tr[r];
    m->tgm[at] = by->tgr[r];
}

/* One element by an ordinary instruction on a machine of its own. */
static rg_step ordinary(rg_machine *m, const rg_instruction *in, const int64_t at[3])
{
    const bool two = rg_op_lookup(in->op)->format == RG_FMT_U, by_register = !in->immediate;
    rg_instruction one = {.op = in->op,
                          .mode = (uint8_t)(in->mode - RG_MODE_STREAM_ADD),
                          .d = 1,
                          .immediate = in->immediate,
                          .imm = in->imm};
    const rg_machine_config config = {{64, 43}, 6, 6, {0}, 0, false};
    rg_machine *by = rg_machine_new(&config);

    assert_non_null(by);
    one.a = (uint8_t)(!two ? 0 : at[1] == at[0] ? 1 : 2);
    one.b = (uint8_t)(!by_register ? 0 : at[2] == at[0] ? 1 : two && at[2] == at[1] ? 2 : 3);
    rg_machine_load(by, 1, encoded(one));
    by->codewords = 3;
    by->pc = 1;
    by->mode = m->mode;
    by->backward = m->backward;
    take(by, 1, m, at[0]);
    if (two)
        take(by, 2, m, at[1]);
    if (by_register)
        take(by, 3, m, at[2]);
    rg_step outcome = rg_machine_step(by);
    if (outcome == RG_STEP_RETIRED) {
        put(m, at[0], by, 1);
        if (two)
            put(m, at[1], by, 2);
        if (by_register && one.b == 3)
            put(m, at[2], by, 3);
        m->gradovf += by->gradovf;
        m->valovf += by->valovf;
    } else {
        m->trap = by->trap;
        m->trap_info = by->trap_info;
    }
    rg_machine_free(by);
    return outcome;
}

/* The word that the index at *at names: 0 or a trap. */
static unsigned find(rg_machine *m, int64_t array, int64_t extent, int64_t *at)
{
    const int64_t index = m->m[*at];

    m->trap_info = index;
    *at = array + (index > 0 && index <= extent ? index : 0);
    return *at == array ? RG_TRAP_BOUNDS : 0;
}

/* All words of an element. */
static unsigned find_all(rg_machine *m, const rg_instruction *in, const shape *s, int64_t at[3])
{
    const int64_t stands[] = {at[0], at[1], at[2]};
    unsigned trap = 0;

    for (unsigned o = 0; o < 3 && !trap; o++)
        if (in->indexed >> o & 1)
            trap = find(m, s->array[o], s->extent[o], &at[o]);
    for (unsigned o = 0; o < 3 && !trap; o++)
        if ((in->indexed >> o & 1) && stands[o] == at[0]) {
            m->trap_info = 0;
            trap = RG_TRAP_ALIAS;
        }
    m->trap = trap;
    return trap;
}

/* What the stream should do: all elements, in the order of the direction. */
static rg_step expected(rg_machine *m, const rg_instruction *in, const shape *s)
{
    const int64_t total = s->n * s->m;

    for (int64_t e = 0; e < total; e++) {
        const int64_t index = m->backward ? total - 1 - e : e, i = index / s->n, k = index % s->n;
        int64_t at[3];
        for (unsigned o = 0; o < 3; o++)
            at[o] = s->of[o].base + (s->m > 1 ? i * s->of[o].outer : 0)
                    + (s->n > 1 ? k * s->of[o].inner : 0);
        if (find_all(m, in, s, at))
            return RG_STEP_TRAP;
        rg_step outcome = ordinary(m, in, at);
        if (outcome != RG_STEP_RETIRED)
            return outcome;
    }
    return RG_STEP_RETIRED;
}

static rg_instruction any_update(rg_random *random)
{
    for (;;) {
        rg_instruction in = {.op = (uint8_t)rg_random_below(random, RG_OP_LIMIT), .d = D, .b = B};
        const rg_op_info *info = rg_op_lookup(in.op);
        if (!info || (info->format != RG_FMT_U && info->format != RG_FMT_U1))
            continue;
        if (rg_one_in(random, 3)) /* those that seldom trap */
            in.op = RG_OP_FMUL, info = rg_op_lookup(in.op);
        in.a = info->format == RG_FMT_U ? A : 0;
        in.mode = rg_one_in(random, 2) ? RG_MODE_STREAM_ADD : RG_MODE_STREAM_SUB;
        in.immediate = rg_one_in(random, 5);
        in.imm = in.immediate ? (int32_t)rg_random_below(random, 64) - 32 : 0;
        in.b = in.immediate ? 0 : B;
        if (!in.immediate && rg_one_in(random, 2))
            in.indexed = (uint8_t)rg_random_below(random, 8) & (info->format == RG_FMT_U ? 7 : 5);
        return in;
    }
}

static void same_banks(const rg_machine *x, const rg_machine *y)
{
    assert_memory_equal(x->m, y->m, WORDS * sizeof *x->m);
    assert_memory_equal(x->gm, y->gm, WORDS * sizeof *x->gm);
    assert_memory_equal(x->tm, y->tm, WORDS * sizeof *x->tm);
    assert_memory_equal(x->tgm, y->tgm, WORDS * sizeof *x->tgm);
    assert_int_equal(x->gradovf, y->gradovf);
    assert_int_equal(x->valovf, y->valovf);
}

static void elements_are_ordinary_instructions(void **state)
{
    rg_random random = {20261};
    unsigned retired = 0, trapped = 0, several = 0, indexed = 0;

    (void)state;
    for (int round = 0; round < 20000; round++) {
        const rg_instruction in = any_update(&random);
        const uint32_t words[] = {W_HALT, encoded(in), W_HALT};
        rg_machine *m = machine_with(words, 3);
        const shape s = drawn(&random);
        fill(m, &random);
        for (unsigned i = 0; in.indexed && i < WORDS; i++)
            if (!rg_one_in(&random, 12))
                m->m[i] = 1 + (int64_t)rg_random_below(&random, 4);
        describe(m, &s);
        m->mode = rg_random_below(&random, 8);
        m->backward = rg_one_in(&random, 2);
        rg_machine *start = machine_like(m), *model = machine_like(m);
        rg_step outcome = rg_machine_step(m);
        assert_int_equal(outcome, expected(model, &in, &s));
        const unsigned class = (unsigned)rg_op_lookup(in.op)->class + 16 * start->backward
                               + 32 * (start->mode & 1) + 64 * (start->mode >> 2);
        if (outcome == RG_STEP_RETIRED) {
            same_banks(m, model);
            assert_int_equal(m->count.retired, 1);
            assert_int_equal(m->count.by_class[class], s.n * s.m);
            assert_int_equal(m->count.mem_writes, s.n * s.m);
            indexed += in.indexed != 0 && s.n * s.m > 1;
            rg_machine_turn(m);
            assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
            rg_machine_turn(m);
            retired++;
            several += s.n > 1 && s.m > 1;
        } else {
            assert_int_equal(m->trap, model->trap);
            assert_true(m->trap_info == model->trap_info);
            assert_int_equal(m->count.retired + m->count.mem_reads + m->count.by_class[class]
                                 + m->count.grad_overflows,
                             0);
            trapped++;
        }
        assert_true(rg_machine_same_state(m, start));
        rg_machine_free(m);
        rg_machine_free(model);
        rg_machine_free(start);
    }
    assert_true(retired > 4000 && trapped > 2000 && several > 1000 && indexed > 1000);
}

static void expect_trap(const shape *s, uint8_t indexed, unsigned trap, int64_t info)
{
    const rg_instruction in = {
        .op = RG_OP_FMUL, .mode = RG_MODE_STREAM_ADD, .d = D, .a = A, .b = B, .indexed = indexed};
    const uint32_t words[] = {W_HALT, encoded(in), W_HALT};
    rg_machine *m = machine_with(words, 3);

    describe(m, s);
    rg_machine *start = machine_like(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, trap);
    assert_true(m->trap_info == info);
    assert_true(rg_machine_same_state(m, start));
    rg_machine_free(m);
    rg_machine_free(start);
}

static void expect_offence(const shape *s, int64_t info)
{
    expect_trap(s, 0, RG_TRAP_ADDRESS, info);
}

static void damaged_descriptors(void **state)
{
    const shape good = {{{0, 1, 0}, {8, 1, 4}, {40, -1, 4}}, 4, 3, {0}, {0}};
    shape s;

    (void)state;
    s = good, s.n = -1, expect_offence(&s, -1);
    s = good, s.n = WORDS + 1, expect_offence(&s, WORDS + 1);
    s = good, s.m = INT64_MIN, expect_offence(&s, INT64_MIN);
    s = good, s.m = 0, s.n = 65, expect_offence(&s, 65);
    s = good, s.of[0].inner = 65, expect_offence(&s, 65);
    s = good, s.of[1].outer = -65, expect_offence(&s, -65);
    s = good, s.of[2].outer = INT64_MAX, expect_offence(&s, INT64_MAX);
    s = good, s.of[0].base = 61, expect_offence(&s, 64);
    s = good, s.of[0].base = 64, s.of[0].inner = -1, expect_offence(&s, 64);
    s = good, s.of[1].base = 53, expect_offence(&s, 64);
    s = good, s.of[2].base = 2, expect_offence(&s, -1);
    s = good, s.of[2].base = -4, s.of[2].inner = 1, expect_offence(&s, -4);
    s = good, s.of[0].inner = 66, s.of[1].base = -1, expect_offence(&s, 66);
}

/* Arrays of indexed operands: from end to end in memory, the target's first. All words are 0, which
 * is no index. */
static void damaged_arrays(void **state)
{
    const shape good = {{{0, 1, 0}, {8, 1, 4}, {40, -1, 4}}, 4, 3, {8, 20, 30}, {4, 4, 4}};
    shape s;

    (void)state;
    expect_trap(&good, 7, RG_TRAP_BOUNDS, 0);
    s = good, s.array[0] = -1, expect_trap(&s, 7, RG_TRAP_ADDRESS, -1);
    s = good, s.array[0] = WORDS, s.extent[0] = 0, expect_trap(&s, 1, RG_TRAP_ADDRESS, WORDS);
    s = good, s.extent[1] = WORDS - 20, expect_trap(&s, 2, RG_TRAP_ADDRESS, WORDS - 20);
    s = good, s.extent[1] = WORDS - 21, expect_trap(&s, 2, RG_TRAP_BOUNDS, 0);
    s = good, s.extent[2] = -1, expect_trap(&s, 4, RG_TRAP_ADDRESS, -1);
    s = good, s.extent[0] = 70, s.array[1] = 99, expect_trap(&s, 3, RG_TRAP_ADDRESS, 70);
    s = good, s.array[1] = 99, s.of[2].base = -1, expect_trap(&s, 2, RG_TRAP_ADDRESS, -1);
}

static void nothing_to_do(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FMUL, RG_MODE_STREAM_ADD, D, A, B), W_HALT};
    const shape none = {
        {{INT64_MAX, 99999, -7777777}, {-1, INT64_MIN, 5}, {1000, 1, 1}}, 0, 64, {0}, {0}};

    (void)state;
    rg_machine *m = machine_with(words, 3);
    describe(m, &none);
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    assert_int_equal(m->count.mem_reads, 0);
    assert_int_equal(m->pc, 2);
    rg_machine_free(m);
}

/* A sum of four products, and its gradient: each factor gets the other one. */
static void gradient_of_a_dot_product(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FMUL, RG_MODE_STREAM_ADD, D, A, B), W_HALT};
    const shape dot = {{{0, 0, 0}, {8, 1, 0}, {16, 1, 0}}, 4, 1, {0}, {0}};
    const int64_t one = INT64_C(1) << 43;
    rg_machine *m = machine_with(words, 3);

    (void)state;
    describe(m, &dot);
    for (int i = 0; i < 4; i++) {
        m->m[8 + i] = (i + 1) * one;
        m->m[16 + i] = (i - 7) * one;
    }
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    assert_true(m->m[0] == (-7 + 2 * -6 + 3 * -5 + 4 * -4) * one);
    m->gm[0] = one;
    m->mode = RG_WITH_GRADIENT;
    rg_machine_turn(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    for (int i = 0; i < 4; i++) {
        assert_true(m->gm[8 + i] == m->m[16 + i]);
        assert_true(m->gm[16 + i] == m->m[8 + i]);
    }
    assert_true(m->m[0] == 0 && m->gm[0] == one);
    rg_machine_free(m);
}

/* The same of a gather: ten elements, and one whose index is wrong. */
static void clocks_by_index(rg_machine *m, unsigned before, unsigned setup, unsigned each)
{
    const rg_instruction in = {
        .op = RG_OP_FMUL, .mode = RG_MODE_STREAM_ADD, .d = D, .a = A, .b = B, .indexed = 4};
    const shape s = {{{0, 1, 0}, {20, 1, 0}, {40, 1, 0}}, 10, 1, {0, 0, 50}, {0, 0, 10}};

    describe(m, &s);
    memset(m->m, 0, WORDS * sizeof *m->m);
    for (int i = 0; i < 10; i++)
        m->m[40 + i] = 10 - i;
    rg_machine_load(m, 1, encoded(in));
    m->pc = 1;
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    assert_int_equal(m->count.cycles, before + setup + 10 * each);
    m->m[43] = 11;
    m->pc = 1;
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_BOUNDS);
    assert_int_equal(m->count.cycles, before + 2 * setup + 17 * each + 2);
}

/* The clocks that isa/timing.def states: retired, trapped at an element, and at the descriptors. */
static void clocks_of_streams(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FMUL, RG_MODE_STREAM_ADD, D, A, B), W_HALT};
    shape s = {{{0, 1, 0}, {20, 1, 0}, {40, 1, 0}}, 10, 1, {0}, {0}};

    (void)state;
    for (int pipelined = 0; pipelined < 2; pipelined++) {
        const rg_machine_config config = {
            {64, 43}, 6,
            6,        {.pipelined = pipelined, .products = true, .gradients = true, .digits = 8},
            0,        false};
        const unsigned setup = pipelined ? 5 : 7, each = pipelined ? 1 : 5;
        rg_machine *m = rg_machine_new(&config);
        assert_non_null(m);
        rg_machine_load(m, 1, words[1]);
        m->codewords = 3;
        m->pc = 1;
        describe(m, &s);
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
        assert_int_equal(m->count.cycles, setup + 10 * each);
        m->m[23] = m->m[43] = INT64_MAX;
        m->pc = 1;
        assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
        assert_int_equal(m->count.cycles, 2 * setup + 10 * each + 4 * each + 1 + 3 * each + 1);
        m->r[D] = -1;
        assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
        assert_int_equal(m->count.cycles, 3 * setup + 17 * each + 2);
        clocks_by_index(m, 3 * setup + 17 * each + 2, setup + 2, each + 1);
        rg_machine_free(m);
    }
}

/* Streams are forms of U and U1 alone, and the words they name are their own. */
static void encoding(void **state)
{
    rg_instruction in = {.op = RG_OP_FMUL, .mode = RG_MODE_STREAM_ADD, .d = 3, .a = 3, .b = 3},
                   back;
    uint32_t word = 0;

    (void)state;
    assert_true(rg_encode(&in, 64, &word));
    assert_true(rg_decode(word, 64, &back) && rg_is_stream(&back) && !rg_aliases(&back));
    in.op = RG_OP_LDF;
    assert_false(rg_encode(&in, 64, &word));
    assert_false(rg_decode((uint32_t)RG_OP_LI0 << 25 | 5u << 22, 64, &back));
    assert_false(rg_decode((uint32_t)RG_OP_STF << 25 | 6u << 22, 64, &back));
    assert_false(rg_decode((uint32_t)RG_OP_WOUT << 25 | 5u << 22, 64, &back));
    assert_false(rg_decode((uint32_t)RG_OP_MULDIV << 25 | 6u << 22, 64, &back));
    assert_false(rg_decode((uint32_t)RG_OP_FMUL << 25 | 7u << 22, 64, &back));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_ordinary_instructions),
        cmocka_unit_test(damaged_descriptors),
        cmocka_unit_test(damaged_arrays),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(gradient_of_a_dot_product),
        cmocka_unit_test(clocks_of_streams),
        cmocka_unit_test(encoding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
