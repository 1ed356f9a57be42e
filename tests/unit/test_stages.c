/* test_stages.c: the clocks of the core of three stages (RG_STAGES, isa/timing.def) by the
 * reference model: which words wait for the one before them. Each pair takes as long backward and
 * with gradients. The lockstep holds the core to the model. */
#include "tests/unit/fast_words.h"

enum { FILL = 3, GRADIENT = 1 };

static rg_machine *staged(const uint32_t *words, size_t count)
{
    const rg_machine_config config = {
        {64, 43},
        6,
        6,
        {.pipelined = true, .products = true, .gradients = true, .digits = 4, .staged = 1},
        0,
        false};
    rg_machine *m = rg_machine_new(&config);

    assert_non_null(m);
    for (uint32_t i = 0; i < count; i++)
        rg_machine_load(m, i, words[i]);
    m->codewords = (uint32_t)count;
    m->pc = 1;
    return m;
}

/* The clocks of so many words from pc on, and turned around. */
static uint64_t clocks_of(rg_machine *m, unsigned steps)
{
    const uint64_t before = m->count.cycles;

    rg_machine_begin(m);
    for (unsigned i = 0; i < steps; i++)
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    rg_machine_turn(m);
    return m->count.cycles - before - FILL;
}

#define ADD RG_MODE_ADD

typedef struct {
    const char *what;
    uint32_t first, second;
    unsigned waits;
} pair;

/* Both orders, with gradients and without, there and back. */
static void assert_waits(const pair *p)
{
    const uint32_t orders[2][4] = {{W_HALT, p->first, p->second, W_HALT},
                                   {W_HALT, p->second, p->first, W_HALT}};

    for (unsigned order = 0; order < 2; order++)
        for (unsigned mode = 0; mode <= GRADIENT; mode++) {
            rg_machine *m = staged(orders[order], 4);
            m->mode = mode;
            m->r[6] = m->r[7] = 1;
            const uint64_t there = clocks_of(m, 2), back = clocks_of(m, 2);
            if (there != 2 + p->waits || back != there)
                fail_msg("%s, order %u, mode %u: %llu clocks, back %llu, not %u", p->what, order,
                         mode, (unsigned long long)there, (unsigned long long)back, 2 + p->waits);
            rg_machine_free(m);
        }
}

static void pairs_wait(void **state)
{
    const pair pairs[] = {
        {"apart", w_u(RG_OP_FADD, ADD, 1, 2, 3), w_u(RG_OP_FMUL, ADD, 4, 2, 3), 0},
        {"one target", w_u(RG_OP_FADD, ADD, 1, 2, 3), w_u(RG_OP_FMUL, ADD, 1, 2, 3), 0},
        {"operand A", w_u(RG_OP_FADD, ADD, 1, 2, 3), w_u(RG_OP_FMUL, ADD, 4, 1, 3), 1},
        {"operand B", w_u(RG_OP_ADD, ADD, 1, 2, 3), w_u(RG_OP_SUB, ADD, 4, 2, 1), 1},
        {"of a move", w_r(RG_OP_SWAP, 1, 2), w_u(RG_OP_ADD, ADD, 4, 2, 3), 1},
        {"a constant", w_ui(RG_OP_ADD, ADD, 1, 2, 5), w_ui(RG_OP_ADD, ADD, 3, 2, 1), 0},
        {"register of a constant", w_ui(RG_OP_ADD, ADD, 5, 2, 1), w_ui(RG_OP_ADD, ADD, 3, 2, 5), 0},
        {"loads need nothing", w_u(RG_OP_ADD, ADD, 1, 2, 3), w_ui(RG_OP_LD, ADD, 4, 1, 0), 0},
        {"what a load writes", w_ui(RG_OP_LD, ADD, 1, 2, 0), w_u(RG_OP_ADD, ADD, 4, 1, 3), 1},
        {"gradient of a store", w_ui(RG_OP_STF, ADD, 1, 2, 0), w_u(RG_OP_FADD, ADD, 1, 4, 3), 1},
        {"exact sums", w_u(RG_OP_WMAC, ADD, 0, 2, 3), w_u(RG_OP_WMAC, ADD, 0, 4, 5), 0},
        {"W and its word", w_u(RG_OP_WMAC, ADD, 0, 2, 3), w_u(RG_OP_WOUT, ADD, 4, 0, 0), 1},
        {"nothing to compute", w_r(RG_OP_NEG, 1, 0), w_r(RG_OP_NEG, 1, 0), 0},
        {"one of one kind", w_u(RG_OP_MOV, ADD, 1, 0, 2), w_u(RG_OP_FMOV, ADD, 3, 0, 4), 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        assert_waits(&pairs[i]);
}

/* A branch that compares what the word before it writes; and one that compares something else. */
static void branches_wait(void **state)
{
    (void)state;
    for (unsigned reg = 1; reg < 4; reg++) {
        const uint32_t words[] = {
            W_HALT, w_ui(RG_OP_ADD, ADD, 1, 5, 0), w_br(RG_OP_BEQS, reg, 2, 2),
            W_HALT, w_br(RG_OP_BEQL, reg, 2, -2),  W_HALT};
        rg_machine *m = staged(words, 6);
        const unsigned waits = reg == 1 ? 1 : 0;
        m->r[3] = 1;
        if (reg == 3) { /* not taken: the word behind the branch is a halt */
            assert_int_equal(clocks_of(m, 2), 2);
        } else {
            assert_int_equal(clocks_of(m, 3), 3 + waits);
            assert_int_equal(clocks_of(m, 3), 3 + waits);
        }
        rg_machine_free(m);
    }
}

/* Function clocks come on top, and need nothing early; a run begins without a word before it. */
static void functions_and_runs(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_ADD, ADD, 1, 2, 3), w_u(RG_OP_DIV, ADD, 4, 1, 6),
                              w_u(RG_OP_ADD, ADD, 5, 4, 3), W_HALT};
    const rg_num_unit unit = {false, 4};
    const rg_num_config num = {64, 43};
    rg_machine *m = staged(words, 5);

    (void)state;
    m->r[6] = 1;
    const unsigned latency = rg_num_unit_latency(&num, &unit, RG_OP_DIV, false);
    assert_int_equal(clocks_of(m, 3), 3 + latency + 1);
    assert_int_equal(clocks_of(m, 3), 3 + latency + 1);
    assert_int_equal(clocks_of(m, 2), 2 + latency);
    rg_machine_turn(m);
    assert_int_equal(clocks_of(m, 1), 1);
    rg_machine_free(m);
}

/* Where KEEP undoes a pass, an ancilla's gradient is known late. */
static void births_wait(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FADD, RG_MODE_UNSET, 1, 2, 3), W_HALT};

    (void)state;
    for (unsigned undo = 0; undo < 2; undo++) {
        rg_machine *m = staged(words, 3);
        m->mode = GRADIENT;
        m->keep = true;
        assert_int_equal(clocks_of(m, 1), 1);
        m->undo = undo != 0;
        if (undo) {
            assert_int_equal(clocks_of(m, 1), 2);
        } else {
            assert_int_equal(clocks_of(m, 1), 1);
        }
        rg_machine_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_wait), cmocka_unit_test(branches_wait),
        cmocka_unit_test(functions_and_runs), cmocka_unit_test(births_wait)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
