/* test_five_stages.c: the clocks of the core of five stages (RG_DEEP, isa/timing.def) by the
 * reference model: which words wait for the two before them. A run takes as long backward as
 * forward and with gradients. The lockstep holds the core to the model. */
#include "sim/lockstep/random.h"
#include "tests/unit/fast_words.h"

enum { FILL = 4, APART = 3, GRADIENT = 1, LONGEST = 40 };

#define ADD RG_MODE_ADD

static rg_machine *five_stages(const uint32_t *words, size_t count)
{
    const rg_machine_config config = {
        {64, 43},
        6,
        6,
        {.pipelined = true, .products = true, .gradients = true, .digits = 4, .staged = 2},
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

/* The same by the fast path of the engine, where all of them have one. */
static uint64_t clocks_of_run(rg_machine *m, unsigned steps)
{
    const uint64_t before = m->count.cycles;

    rg_machine_begin(m);
    assert_int_equal(rg_machine_run(m, steps, UINT64_MAX), steps);
    rg_machine_turn(m);
    return m->count.cycles - before - FILL;
}

/* The words between two of HALT, there and back, with gradients and without. */
static void assert_clocks(const char *what, const uint32_t *words, unsigned count, uint64_t clocks)
{
    uint32_t line[LONGEST + 2] = {W_HALT};

    memcpy(line + 1, words, count * sizeof *words);
    line[count + 1] = W_HALT;
    for (unsigned mode = 0; mode <= GRADIENT; mode++) {
        rg_machine *m = five_stages(line, count + 2);
        m->mode = mode;
        const uint64_t there = clocks_of(m, count), back = clocks_of(m, count);
        if (back != there || there != clocks)
            fail_msg("%s, mode %u: %llu clocks, back %llu, not %llu", what, mode,
                     (unsigned long long)there, (unsigned long long)back,
                     (unsigned long long)clocks);
        rg_machine_free(m);
    }
}

typedef struct {
    const char *what;
    uint32_t first, second;
    bool meet;
} pair;

/* So many other words stand between two that meet. */
static void words_that_meet(void **state)
{
    const pair pairs[] = {
        {"one target", w_u(RG_OP_FADD, ADD, 1, 2, 3), w_u(RG_OP_FMUL, ADD, 1, 2, 3), false},
        {"operand A", w_u(RG_OP_FADD, ADD, 1, 2, 3), w_u(RG_OP_FMUL, ADD, 4, 1, 3), true},
        {"of a move", w_r(RG_OP_SWAP, 1, 2), w_u(RG_OP_ADD, ADD, 4, 2, 3), true},
        {"loads need nothing", w_u(RG_OP_ADD, ADD, 1, 2, 3), w_ui(RG_OP_LD, ADD, 4, 1, 0), false},
        {"what a load writes", w_ui(RG_OP_LD, ADD, 1, 2, 0), w_u(RG_OP_ADD, ADD, 4, 1, 3), true},
        {"W and its word", w_u(RG_OP_WMAC, ADD, 0, 2, 3), w_u(RG_OP_WOUT, ADD, 4, 0, 0), true},
        {"a stream", w_u(RG_OP_FADD, RG_MODE_STREAM_ADD, 9, 14, 19), w_u(RG_OP_ADD, ADD, 4, 2, 3),
         true},
        {"a stream and no function", w_u(RG_OP_FADD, RG_MODE_STREAM_ADD, 9, 14, 19),
         w_r(RG_OP_NEG, 4, 0), false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        for (unsigned order = 0; order < 2; order++)
            for (unsigned between = 0; between < 4; between++) {
                uint32_t words[6];
                const uint32_t alone[] = {pairs[i].first};
                uint64_t own = 1;
                if (pairs[i].first == w_u(RG_OP_FADD, RG_MODE_STREAM_ADD, 9, 14, 19)) {
                    const uint32_t line[] = {W_HALT, alone[0], W_HALT};
                    rg_machine *m = five_stages(line, 3);
                    own = clocks_of(m, 1);
                    rg_machine_free(m);
                }
                words[0] = order ? pairs[i].second : pairs[i].first;
                for (unsigned k = 0; k < between; k++)
                    words[1 + k] = w_r(RG_OP_NEG, 30, 0);
                words[1 + between] = order ? pairs[i].first : pairs[i].second;
                const unsigned apart = between + 1;
                assert_clocks(pairs[i].what, words, between + 2,
                              own + (pairs[i].meet && apart < APART ? APART : apart));
            }
}

/* Where a word waits, it is farther from the one before it, too. */
static void pairs_that_cross(void **state)
{
    const uint32_t words[] = {w_u(RG_OP_ADD, ADD, 1, 10, 11), w_u(RG_OP_ADD, ADD, 2, 10, 11),
                              w_u(RG_OP_ADD, ADD, 3, 1, 11), w_u(RG_OP_ADD, ADD, 4, 2, 11)};

    (void)state;
    assert_clocks("two pairs", words, 4, 5);
}

/* Where br is not 0 between two words: a branch that is taken, with its partner. */
static void jumps(void **state)
{
    const uint32_t words[] = {W_HALT, w_ui(RG_OP_ADD, ADD, 1, 5, 0), w_br(RG_OP_BEQS, 4, 2, 2),
                              W_HALT, w_br(RG_OP_BEQL, 4, 2, -2),    W_HALT};

    (void)state;
    for (unsigned taken = 0; taken < 2; taken++) {
        rg_machine *m = five_stages(words, 6);
        m->r[2] = taken ? 0 : 1;
        const unsigned steps = taken ? 3 : 2;
        assert_int_equal(clocks_of(m, steps), steps + taken);
        assert_int_equal(clocks_of(m, steps), steps + taken);
        rg_machine_free(m);
    }
}

/* A branch needs its registers where it splits: behind what it splits from, and before what it
 * joins in the other direction. */
static void branches(void **state)
{
    const uint32_t sum = w_u(RG_OP_ADD, ADD, 4, 10, 11), other = w_r(RG_OP_NEG, 6, 0),
                   split = w_br(RG_OP_BNES, 4, 5, 2), join = w_br(RG_OP_BNEL, 4, 5, -2);
    const uint32_t before_split[] = {sum, split}, behind_split[] = {split, sum},
                   before_join[] = {sum, join}, behind_join[] = {join, sum},
                   far_split[] = {sum, other, split}, far_join[] = {join, other, sum};

    (void)state;
    assert_clocks("a split behind", before_split, 2, 1 + APART);
    assert_clocks("a split before", behind_split, 2, 2);
    assert_clocks("a join behind", before_join, 2, 2);
    assert_clocks("a join before", behind_join, 2, 1 + APART);
    assert_clocks("a split with one between", far_split, 3, 1 + APART);
    assert_clocks("a join with one between", far_join, 3, 1 + APART);
}

/* A loop between two other words, there and back: its body is another word that stands first, and
 * so many more. */
static void assert_loop(uint32_t first, unsigned body, unsigned rounds, uint64_t clocks)
{
    enum { COUNTER = 4, MOST = 8 };
    const uint32_t other = w_r(RG_OP_NEG, 6, 0);
    uint32_t words[MOST] = {W_HALT, other, w_br(RG_OP_FORTOP, COUNTER, 5, (int)body + 1), first};
    const unsigned steps = 2 + (rounds ? rounds * (body + 2) : 2);

    for (unsigned i = 1; i < body; i++)
        words[3 + i] = other;
    words[3 + body] = w_br(RG_OP_FOREND, COUNTER, 5, -(int)body - 1);
    words[4 + body] = other;
    for (unsigned mode = 0; mode <= GRADIENT; mode++) {
        rg_machine *m = five_stages(words, MOST);
        m->mode = mode;
        m->r[5] = rounds;
        assert_int_equal(clocks_of(m, steps), clocks);
        assert_int_equal(clocks_of(m, steps), clocks);
        for (unsigned turn = 0; mode == 0 && turn < 2; turn++)
            assert_int_equal(clocks_of_run(m, steps), clocks);
        rg_machine_free(m);
    }
}

/* The words of a loop meet across what is in it, and not where it goes around. A word outside is
 * two clocks away, and so are both ends of a loop that is not run. */
static void loops(void **state)
{
    enum { EDGE = 2, ROUNDS = 5, LONGEST_BODY = 3 };
    const uint32_t other = w_r(RG_OP_NEG, 6, 0), sum = w_u(RG_OP_MOV, ADD, 7, 0, 4);

    (void)state;
    for (unsigned body = 1; body <= LONGEST_BODY; body++) {
        assert_loop(other, body, 0, 1 + 3 * EDGE);
        for (unsigned rounds = 1; rounds <= ROUNDS; rounds++) {
            const unsigned through = body + 1 < APART ? APART : body + 1;
            assert_loop(other, body, rounds, EDGE + rounds * (through + 1) + EDGE);
        }
    }
    /* A word that needs the counter is apart from what writes it, in the iteration before. */
    for (unsigned rounds = 1; rounds <= ROUNDS; rounds++)
        assert_loop(sum, LONGEST_BODY, rounds,
                    EDGE + rounds * (LONGEST_BODY + 2) + (rounds - 1) + EDGE);
}

/* Functions take the mode as it is before them. */
static void modes(void **state)
{
    const uint32_t function = w_u(RG_OP_FADD, ADD, 1, 2, 3), other = w_r(RG_OP_NEG, 4, 0);
    const uint32_t changes =
        encoded((rg_instruction){.op = RG_OP_MODE, .immediate = true, .imm = 2});
    const uint32_t near[] = {changes, function}, far[] = {changes, other, function},
                   none[] = {changes, other};

    (void)state;
    assert_clocks("a function behind", near, 2, 1 + APART);
    assert_clocks("one word between", far, 3, 1 + APART);
    assert_clocks("no function", none, 2, 2);
}

/* Where KEEP undoes a pass, a function and the word behind it wait. */
static void births(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FADD, RG_MODE_UNSET, 1, 2, 3), w_r(RG_OP_NEG, 4, 0),
                              W_HALT};

    (void)state;
    for (unsigned undo = 0; undo < 2; undo++) {
        rg_machine *m = five_stages(words, 4);
        m->mode = GRADIENT;
        m->keep = true;
        m->undo = undo != 0;
        assert_int_equal(clocks_of(m, 2), undo ? APART + 1 + APART - 1 : 2);
        rg_machine_free(m);
    }
}

/* A routine that is run backward, between two words. The call reverses the direction twice. Three
 * times br is not 0 between two words, once behind a jump that needs no register. */
static void uncalls(void **state)
{
    const uint32_t words[] = {W_HALT,
                              w_r(RG_OP_NEG, 6, 0),    /* 1 */
                              w_j(RG_OP_UNCALL, 4),    /* 2 */
                              w_r(RG_OP_NEG, 7, 0),    /* 3 */
                              W_HALT,                  /* 4 */
                              w_j(RG_OP_BRAL, 4),      /* 5: top */
                              w_r(RG_OP_PORTAL, 5, 0), /* 6: entry */
                              w_u(RG_OP_MOV, ADD, 2, 0, 1),
                              w_ui(RG_OP_MOV, ADD, 3, 0, 7),
                              w_j(RG_OP_BRAS, -4)}; /* 9: bottom */
    /* 1, 2, 6, 5, 9, 8, 7, 6, 2, 3: two clocks from 2 to 6 and from 6 to 2 */
    enum { STEPS = 10, CLOCKS = 10 + 2 };

    (void)state;
    for (unsigned mode = 0; mode <= GRADIENT; mode++) {
        rg_machine *m = five_stages(words, sizeof words / sizeof words[0]);
        m->mode = mode;
        assert_int_equal(clocks_of(m, STEPS), CLOCKS);
        assert_int_equal(m->r[3], -7);
        assert_int_equal(clocks_of(m, STEPS), CLOCKS);
        assert_int_equal(m->r[3], 0);
        rg_machine_free(m);
    }
}

/* ---- lines of sums, exact sums and swaps, by a rule of their own ---- */

static uint32_t bits(unsigned reg, unsigned other)
{
    return UINT32_C(1) << reg | UINT32_C(1) << other;
}

/* What x writes, y needs before its step: operands of a function, or the gradient of its target. */
static bool writes_for(const rg_instruction *x, const rg_instruction *y)
{
    const bool swaps = x->op == RG_OP_SWAP, exact = x->op == RG_OP_WMAC;
    const bool derives = x->op == RG_OP_FADD || x->op == RG_OP_FMUL || exact;
    const uint32_t values = swaps   ? bits(x->d, x->a)
                            : exact ? 0
                                    : bits(x->d, x->d),
                   gradients = swaps     ? values
                               : derives ? bits(x->a, x->b)
                                         : 0;
    const uint32_t operands = y->op == RG_OP_SWAP ? 0 : bits(y->a, y->b),
                   target = y->op == RG_OP_FADD || y->op == RG_OP_FMUL ? bits(y->d, y->d) : 0;

    return (values & operands) != 0 || (gradients & target) != 0;
}

/* The longest path through the line: a clock from each word to the next, APART between two that
 * meet. met: pairs that do, by how many words stand between them. */
static uint64_t longest_path(const uint32_t *words, unsigned count, unsigned *met)
{
    rg_instruction in[LONGEST];
    uint64_t at[LONGEST];

    for (unsigned i = 0; i < count; i++) {
        assert_true(rg_decode(words[i], 64, &in[i]));
        at[i] = i ? at[i - 1] + 1 : 1;
        for (unsigned back = 1; back < APART && back <= i; back++)
            if (writes_for(&in[i], &in[i - back]) || writes_for(&in[i - back], &in[i])) {
                at[i] = at[i - back] + APART > at[i] ? at[i - back] + APART : at[i];
                met[back - 1]++;
            }
    }
    return at[count - 1];
}

/* Any line of words takes the longest path, from either end. */
static void lines_both_ways(void **state)
{
    unsigned met[APART - 1] = {0};
    static const uint8_t ops[] = {RG_OP_ADD, RG_OP_FADD, RG_OP_FMUL, RG_OP_WMAC, RG_OP_SUB};
    rg_random random = {51};

    (void)state;
    for (unsigned n = 0; n < 2000; n++) {
        uint32_t words[LONGEST];
        const unsigned count = 2 + (unsigned)(rg_random_word(&random) % (LONGEST - 2));
        for (unsigned i = 0; i < count; i++) {
            const uint64_t any = rg_random_word(&random);
            const unsigned op = ops[any % sizeof ops], d = 1 + (unsigned)(any >> 8) % 4,
                           a = 5 + (unsigned)(any >> 16) % 3;
            /* A register of the first four may be an operand, but not of itself. */
            const unsigned b = (any >> 24) % 2 ? 1 + (d + (unsigned)(any >> 32) % 3) % 4 : 8;
            words[i] = (any >> 40) % 5 == 0 ? w_r(RG_OP_SWAP, d, a)
                       : op == RG_OP_WMAC   ? w_u(op, ADD, 0, a, b)
                                            : w_u(op, ADD, d, a, b);
        }
        assert_clocks("a random line", words, count, longest_path(words, count, met));
    }
    assert_true(met[0] > 1000 && met[1] > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_meet), cmocka_unit_test(pairs_that_cross),
        cmocka_unit_test(jumps),           cmocka_unit_test(modes),
        cmocka_unit_test(branches),        cmocka_unit_test(loops),
        cmocka_unit_test(births),          cmocka_unit_test(uncalls),
        cmocka_unit_test(lines_both_ways)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
