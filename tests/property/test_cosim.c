/* test_cosim.c: random programs on the core and the engine fast, compared at each instruction by
 * the retirement port. They run forward to the trap at their end, are reversed, and run back, in
 * value, gradient, wrapping and changing modes, with overrides on the way. Then random instructions
 * run on random states. Half of them trap, often for more than one reason. Both must take the same
 * trap, and change nothing.
 *
 * RG_RANDOM_STEPS sets the number of instructions in programs (default 100000), RG_RANDOM_SEED the
 * first seed. RG_RANDOM_WORDS sets that of random instructions. Its default is a twelfth, because a
 * trap, at which all is compared over the bus, takes as long as a hundred instructions. With
 * RG_RANDOM_OP=MNEMONIC there are no programs, and all instructions are of this operation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sim/lockstep/cosim.h"
#include "sim/lockstep/engine_bus.h"
#include "sim/lockstep/random_program.h"

/* Programs grow on small machines, which are fast to copy; their whole data memory is loaded. */
enum { DATA_LOG2 = 7, CODE_LOG2 = 9, DATA_WORDS = 1 << DATA_LOG2, REPORT_EVERY = 1000000 };
/* Any words: a program of one page, of which one word is new in each trial. */
enum { PAGE = 32, FEW_WORDS = 24 };

typedef struct {
    rg_cosim *pair;
    rg_machine *start, *scratch;
    rg_random random;
    char line[400];
    uint64_t retired, trapped, seed;
    const rg_op_info *only; /* NULL: words of all operations */
} bench;

static void keep(void *context, const char *line)
{
    bench *b = context;

    snprintf(b->line, sizeof b->line, "%s", line);
}

static void open_bench(bench *b, uint64_t seed)
{
    rg_machine_config config;

    *b = (bench){.pair = rg_cosim_init(&config), .random = {seed}, .seed = seed};
    assert_non_null(b->pair);
    rg_cosim_log(b->pair, keep, b);
    config.dmem_log2 = DATA_LOG2;
    config.imem_log2 = CODE_LOG2;
    b->start = rg_machine_new(&config);
    b->scratch = rg_machine_new(&config);
    assert_non_null(b->start);
    assert_non_null(b->scratch);
}

static void close_bench(bench *b)
{
    rg_cosim_fini(b->pair);
    rg_machine_free(b->start);
    rg_machine_free(b->scratch);
}

static void require(bench *b, bool ok, const char *what)
{
    if (!ok)
        fail_msg("seed %llu, %s: %s", (unsigned long long)b->seed, what, b->line);
}

/* A word of register or memory changed under both, which both must carry on from. */
static void disturb(bench *b)
{
    uint32_t index = rg_random_below(&b->random, 8);
    uint32_t base = rg_one_in(&b->random, 2) ? RG_WINDOW_REGV : RG_WINDOW_DMEMV;

    require(b,
            rg_cosim_override(b->pair, base + 8 * index,
                              (uint64_t)rg_random_value(&b->random, &b->start->config.num)),
            "override");
}

/* Up to `steps` instructions or a stop: how many retired. */
static uint64_t sweep(bench *b, uint64_t steps, bool disturbed)
{
    uint64_t done = 0, retired;
    rg_cosim_outcome outcome = RG_COSIM_RETIRED;

    while (done < steps && outcome == RG_COSIM_RETIRED) {
        uint64_t burst = disturbed ? 1 + rg_random_below(&b->random, 200) : steps - done;
        outcome = rg_cosim_step(b->pair, burst < steps - done ? burst : steps - done, &retired);
        require(b, outcome != RG_COSIM_DIFFERS, "step");
        done += retired;
        if (disturbed)
            disturb(b);
    }
    b->trapped += outcome != RG_COSIM_RETIRED;
    b->retired += done;
    return done;
}

static void one_program(bench *b, unsigned index)
{
    const rg_random_program_shape shape = {.code_words = 300,
                                           .data_words = 96,
                                           .steps = 1000,
                                           .mode = index % 8,
                                           .mode_changes = index % 16 > 13,
                                           .drops = index % 2 != 0};
    unsigned steps = rg_random_program(b->start, b->scratch, &shape, b->seed);

    require(b, rg_cosim_load(b->pair, b->start, DATA_WORDS), "load");
    uint64_t done = sweep(b, steps + 20, false);
    if (done < steps)
        fail_msg("seed %llu: stopped after %llu of %u steps", (unsigned long long)b->seed,
                 (unsigned long long)done, steps);
    require(b, rg_cosim_raise(b->pair, RG_COSIM_TURN), "turn");
    sweep(b, done, index % 3 == 0);
    if (index % 16 == 0)
        require(b, rg_cosim_raise(b->pair, RG_COSIM_CHECK), "check");
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : otherwise;
}

static void random_programs(void **state)
{
    uint64_t target = setting("RG_RANDOM_STEPS", 100000), said = 0;
    unsigned programs = 0;
    bench b;

    (void)state;
    if (getenv("RG_RANDOM_OP"))
        skip();
    open_bench(&b, setting("RG_RANDOM_SEED", 1));
    for (; b.retired < target; programs++, b.seed++) {
        one_program(&b, programs);
        assert_true(programs < 1000 + target);
        if (b.retired / REPORT_EVERY != said) {
            said = b.retired / REPORT_EVERY;
            print_message("%llu million instructions\n", (unsigned long long)said);
        }
    }
    print_message("%llu instructions, %llu stops in %u programs, no difference\n",
                  (unsigned long long)b.retired, (unsigned long long)b.trapped, programs);
    assert_true(b.trapped > 0 || target < 4000);
    close_bench(&b);
}

/* One word of both, at a bus address. */
static void put(bench *b, uint32_t address, int64_t word)
{
    require(b, rg_cosim_override(b->pair, address, (uint64_t)word), "override");
}

static int64_t small(bench *b) { return (int64_t)rg_random_below(&b->random, 5) - 1; }

/* Small, of any kind, or so large that sums of two do not fit. */
static int64_t any_value(bench *b)
{
    const rg_num_config *num = &b->start->config.num;
    const int64_t half = INT64_C(1) << (num->xlen - 2);
    const unsigned kind = rg_random_below(&b->random, 8);

    if (kind == 7) /* one bit, as in a link that is too large */
        return (INT64_C(1) << rg_random_below(&b->random, num->xlen - 1)) + small(b) - 1;
    return kind < 3   ? small(b)
           : kind < 4 ? ((int64_t)rg_random_below(&b->random, 4) - 2) * half
           : kind < 5 ? half + half / 2
                      : rg_random_value(&b->random, num);
}

/* An address outside of memory, whose low bits are often those of a word that is loaded. */
static int64_t outside(bench *b)
{
    const rg_machine_config *config = &rg_cosim_model(b->pair)->config;
    rg_random *random = &b->random;

    return rg_one_in(random, 3) ? rg_random_value(random, &config->num)
                                : (int64_t)rg_random_below(random, FEW_WORDS)
                                      + ((int64_t)rg_random_below(random, 5) - 2)
                                            * (INT64_C(1) << config->dmem_log2);
}

/* What carries no tangents traps where there are some. */
static void forget_tangents(bench *b)
{
    for (uint32_t i = 0; i < 16; i++) {
        put(b, RG_WINDOW_REGT + 8 * i, 0);
        put(b, RG_WINDOW_REGTG + 8 * i, 0);
    }
    put(b, RG_REG_TWLO, 0);
    put(b, RG_REG_TWLO + 8, 0);
}

/* Some words of the state anew. Registers 16 to 19 are addresses, a few of them outside; small
 * numbers meet one another. */
static void stir(bench *b)
{
    static const uint32_t windows[] = {
        RG_WINDOW_REGV,  RG_WINDOW_REGV,  RG_WINDOW_REGV,  RG_WINDOW_REGG,  RG_WINDOW_REGT,
        RG_WINDOW_REGTG, RG_WINDOW_DMEMV, RG_WINDOW_DMEMG, RG_WINDOW_DMEMT, RG_WINDOW_DMEMTG,
        RG_REG_WLO,      RG_REG_GWLO,     RG_REG_TWLO,     RG_REG_TGWLO};
    rg_random *random = &b->random;

    for (unsigned i = 0; i < 8; i++) {
        uint32_t window = windows[rg_random_below(random, sizeof windows / sizeof windows[0])];
        bool wide = window == RG_REG_WLO || window == RG_REG_GWLO || window == RG_REG_TWLO
                    || window == RG_REG_TGWLO;
        bool memory = window == RG_WINDOW_DMEMV || window == RG_WINDOW_DMEMG
                      || window == RG_WINDOW_DMEMT || window == RG_WINDOW_DMEMTG;
        uint32_t index = rg_random_below(random, wide ? 2 : memory ? FEW_WORDS : 16);
        put(b, window + 8 * index, any_value(b));
    }
    put(b, RG_WINDOW_REGV + 8 * (16 + rg_random_below(random, 4)),
        rg_one_in(random, 3) ? outside(b) : (int64_t)rg_random_below(random, FEW_WORDS));
    if (rg_one_in(random, 8))
        put(b, RG_REG_KEEP, rg_random_below(random, 4));
    if (rg_one_in(random, 300))
        put(b, RG_REG_KEPT, 0); /* gives up what is kept */
    if (rg_one_in(random, 30))
        forget_tangents(b);
}

/* Few instructions can meet a bad address, a bound, a mode, a loop or an assertion: a third of the
 * words are such. */
static bool is_rare(uint32_t word, unsigned xlen)
{
    rg_instruction in;

    if (!rg_decode(word, xlen, &in))
        return false;
    const rg_format f = rg_op_lookup(in.op)->format;
    return f == RG_FMT_LD || f == RG_FMT_ST || f == RG_FMT_X || f == RG_FMT_M || f == RG_FMT_MD
           || f == RG_FMT_AS || in.op == RG_OP_PORTAL || in.op == RG_OP_XGRAD || in.op == RG_OP_OUTG
           || in.op == RG_OP_FORTOP || in.op == RG_OP_FOREND;
}

/* An ancilla that may be freed or born: its gradient is dropped, which the ledger sums up for each
 * word, or kept, or taken back. */
static uint32_t drop(bench *b, unsigned xlen)
{
    static const int64_t keeping[] = {0, 0, 1, 3};
    const rg_instruction in = {.op = rg_one_in(&b->random, 2) ? RG_OP_FREE : RG_OP_ALLOC,
                               .d = (uint8_t)(1 + rg_random_below(&b->random, 8))};
    uint32_t word = 0;

    put(b, RG_WINDOW_REGV + 8u * in.d, 0);
    put(b, RG_WINDOW_REGG + 8u * in.d, any_value(b));
    put(b, RG_WINDOW_REGTG + 8u * in.d, any_value(b));
    put(b, RG_REG_KEEP, keeping[rg_random_below(&b->random, 4)]);
    assert_true(rg_encode(&in, xlen, &word));
    return word;
}

static uint32_t any_word(bench *b, unsigned xlen)
{
    rg_random *random = &b->random;
    uint32_t word;

    if (!b->only && rg_one_in(random, 10))
        return drop(b, xlen);
    if (rg_one_in(random, 16))
        return (uint32_t)rg_random_word(random);
    const bool rare = rg_one_in(random, 3);
    do
        word = rg_random_instruction(random, xlen);
    while (b->only ? rg_op_lookup(word >> 25) != b->only : rare && !is_rare(word, xlen));
    return !b->only && rg_one_in(random, 4) ? rg_random_collision(random, xlen, word) : word;
}

/* The new word and where it is met: the outcome of one step. */
static rg_cosim_outcome meet(bench *b, uint64_t *retired)
{
    const rg_machine *m = rg_cosim_model(b->pair);
    rg_random *random = &b->random;
    uint32_t pc = rg_random_below(random, PAGE + 1);
    uint32_t word = any_word(b, m->config.num.xlen);

    put(b, RG_WINDOW_IMEM + 8 * pc, (int32_t)word); /* at PAGE it stands behind the program */
    put(b, RG_REG_PC, pc);
    put(b, RG_REG_BR, rg_random_br(random, m, word));
    put(b, RG_REG_DIR, rg_one_in(random, 2));
    put(b, RG_REG_MODE, rg_random_below(random, 8));
    return rg_cosim_step(b->pair, 1, retired);
}

static void any_words(void **state)
{
    uint64_t trials = setting("RG_RANDOM_WORDS", setting("RG_RANDOM_STEPS", 100000) / 12),
             traps[RG_TRAP_COUNT] = {0}, done = 0, retired;
    static const char *const closely[] = {"fortop", "forend", "portal", "muldiv"};
    bench b;

    (void)state;
    open_bench(&b, setting("RG_RANDOM_SEED", 1) + 700000);
    const bool all = !getenv("RG_RANDOM_OP");
    if (!all) {
        b.only = rg_op_by_mnemonic(getenv("RG_RANDOM_OP"));
        assert_non_null(b.only);
    }
    rg_machine_reset(b.start);
    b.start->codewords = PAGE;
    require(&b, rg_cosim_load(b.pair, b.start, FEW_WORDS), "load");
    for (uint64_t i = 0; i < trials; i++, done += retired) {
        if (i % 16 == 0 && all) /* some operations have many cases of their own */
            b.only = i / 16 % 3 ? NULL
                                : rg_op_by_mnemonic(
                                    closely[i / 48 % (sizeof closely / sizeof closely[0])]);
        stir(&b);
        rg_cosim_outcome outcome = meet(&b, &retired);
        require(&b, outcome != RG_COSIM_DIFFERS, "word");
        if (outcome == RG_COSIM_TRAPPED)
            traps[rg_cosim_model(b.pair)->trap]++;
    }
    print_message("%llu words, %llu retired; traps:", (unsigned long long)trials,
                  (unsigned long long)done);
    for (unsigned cause = 1; cause < RG_TRAP_COUNT; cause++)
        print_message(" %llu", (unsigned long long)traps[cause]);
    print_message("\n");
    for (unsigned cause = 1; cause < RG_TRAP_COUNT && trials >= 8000 && all; cause++)
        assert_true(traps[cause] > 0);
    assert_true(done > trials / 8 || !all);
    close_bench(&b);
}

/* The pair keeps CONTROL and STEPS to itself, and answers of the bus are compared too. */
static void overrides(void **state)
{
    uint64_t retired;
    bench b;

    (void)state;
    open_bench(&b, 1);
    assert_false(rg_cosim_override(b.pair, RG_REG_CONTROL, RG_CONTROL_RUN));
    assert_false(rg_cosim_override(b.pair, RG_REG_STEPS, 3));
    assert_true(rg_cosim_override(b.pair, RG_WINDOW_DMEMG + 8, 5));
    assert_true(rg_cosim_override(b.pair, RG_WINDOW_LEDGER, 5)); /* refused by both */
    assert_true(rg_cosim_raise(b.pair, RG_COSIM_CHECK));
    assert_int_equal(rg_cosim_step(b.pair, 5, &retired), RG_COSIM_TRAPPED); /* no program: FETCH */
    assert_int_equal(retired, 0);
    assert_true(rg_cosim_raise(b.pair, RG_COSIM_CLEAR));
    assert_true(rg_cosim_raise(b.pair, RG_COSIM_CHECK));
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(overrides),
                                       cmocka_unit_test(random_programs),
                                       cmocka_unit_test(any_words)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
