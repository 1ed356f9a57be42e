/* test_random_run.c: the fast path is the step. Random programs run with rg_machine_run wherever it
 * takes them, and instruction by instruction, forward and back. They end in the same state with the
 * same counters, ledger, queue and trap report. In half of the bursts words are watched: the fast
 * path stops behind the instruction that changes one of them, and behind no other.
 *
 * RG_RANDOM_STEPS sets the number of instructions (default 400000), RG_RANDOM_SEED the first seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/fast/watch.h"
#include "sim/lockstep/random_program.h"

typedef struct {
    rg_machine *start, *scratch, *stepped, *run;
    rg_random random;
    uint64_t fast, slow; /* instructions retired by the fast path and by the step */
    uint64_t fast_ops[RG_OP_LIMIT][2];
    uint64_t hits; /* changes of watched words by the fast path */
} bench;

static const rg_machine_config wide = {{64, 43}, 7, 9, {0}, 0, false},
                               narrow = {{32, 16}, 7, 9, {0}, 0, false};
static const rg_machine_config pipelined = {
    {64, 43}, 7, 9, {true, true, false, 8, 1, 1, 0, false}, 0, false};
static const rg_machine_config staged = {{64, 43}, 7,    9, {true, true, true, 4, 1, 1, 0, true},
                                         0,        false};
static const rg_machine_config staged_narrow = {
    {32, 16}, 7, 9, {true, true, true, 4, 1, 1, 0, true}, 0, false};
static const rg_machine_config deep = {{64, 43}, 7, 9, {true, true, true, 4, 1, 1, 0, 2}, 0, false},
                               deep_narrow = {{32, 16}, 7,    9, {true, true, true, 4, 1, 1, 0, 2},
                                              0,        false};

static void open_bench(bench *b, const rg_machine_config *config, uint64_t seed)
{
    *b = (bench){.start = rg_machine_new(config),
                 .scratch = rg_machine_new(config),
                 .stepped = rg_machine_new(config),
                 .run = rg_machine_new(config),
                 .random = {seed}};
    assert_non_null(b->start);
    assert_non_null(b->scratch);
    assert_non_null(b->stepped);
    assert_non_null(b->run);
}

static void close_bench(bench *b)
{
    rg_machine_free(b->start);
    rg_machine_free(b->scratch);
    rg_machine_free(b->stepped);
    rg_machine_free(b->run);
}

static bool same_use(const rg_early_use *x, const rg_early_use *y)
{
    return x->needs == y->needs && x->needs_gradients == y->needs_gradients
           && x->writes == y->writes && x->gives == y->gives && x->needs_w == y->needs_w
           && x->needs_gw == y->needs_gw && x->writes_w == y->writes_w
           && x->writes_gw == y->writes_gw && x->early == y->early && x->alone == y->alone
           && x->always == y->always && x->opens == y->opens && x->closes == y->closes;
}

/* What is known of the word before; with five stages, of the two before. */
static bool same_before(const rg_machine *x, const rg_machine *y)
{
    return same_use(&x->before, &y->before)
           && (x->config.core.staged < 2
               || (same_use(&x->deep.before, &y->deep.before) && x->deep.apart == y->deep.apart
                   && x->deep.jumped == y->deep.jumped && x->deep.born == y->deep.born));
}

static void expect_same(const bench *b, uint64_t seed)
{
    const rg_machine *x = b->stepped, *y = b->run;
    const char *what =
        !rg_machine_same_state(x, y)                                                  ? "state"
        : memcmp(&x->count, &y->count, sizeof x->count) != 0                          ? "counters"
        : memcmp(x->ledger, y->ledger, sizeof *x->ledger << x->config.imem_log2) != 0 ? "ledger"
        : memcmp(x->out, y->out, sizeof x->out) != 0 || x->out_count != y->out_count  ? "OUT"
        : !same_before(x, y) ? "what the next one waits for"
        : x->trap != y->trap || x->trap_pc != y->trap_pc || x->trap_info != y->trap_info
            ? "trap report"
            : NULL;
    if (what)
        fail_msg("seed %llu: %s differs after %llu instructions, pc %u and %u",
                 (unsigned long long)seed, what, (unsigned long long)x->count.retired, x->pc,
                 y->pc);
}

static rg_step one_step(rg_machine *m)
{
    m->out_first = m->out_count = 0;
    return rg_machine_step(m);
}

/* The same words of both machines: registers and data memory, of two banks. */
static void choose_watches(bench *b, rg_watch *run, rg_watch *stepped)
{
    *run = *stepped = (rg_watch){0};
    const size_t count = 1 + rg_random_below(&b->random, 4);
    for (size_t i = 0; i < count; i++) {
        const size_t reg = rg_random_below(&b->random, RG_REGISTERS),
                     at = rg_random_below(&b->random, 96);
        const unsigned kind = (unsigned)rg_random_below(&b->random, 8);
        rg_machine *const both[] = {b->run, b->stepped};
        rg_watch *const watches[] = {run, stepped};
        for (unsigned k = 0; k < 2; k++) {
            const int64_t *word = kind == 0  ? &both[k]->gr[reg]
                                  : kind < 5 ? &both[k]->r[reg]
                                             : &both[k]->m[at];
            watches[k]->word[i] = word;
            watches[k]->before[i] = *word;
            watches[k]->count = i + 1;
        }
    }
}

/* Where a watched word is in its machine. */
static ptrdiff_t place(const rg_machine *m, const int64_t *word)
{
    return word >= m->r && word < m->r + RG_REGISTERS     ? word - m->r
           : word >= m->gr && word < m->gr + RG_REGISTERS ? 1000 + (word - m->gr)
           : word >= m->m && word < m->m + 128            ? 2000 + (word - m->m)
                                                          : 3000 + (word - m->gm);
}

/* After an instruction of the step: does it agree with what the fast path saw? */
static void expect_watched(bench *b, const rg_watch *run, rg_watch *stepped, uint32_t pc, bool last,
                           uint64_t seed)
{
    const bool changed = rg_watch_changed(b->stepped, stepped, &b->stepped->decoded[pc]);
    if (changed != (last && run->hit))
        fail_msg("seed %llu: %s at %u", (unsigned long long)seed,
                 changed ? "a change was missed" : "what did not change ended the run", pc);
    for (size_t i = 0; last && i < run->count; i++) {
        assert_int_equal(place(b->run, run->word[i]), place(b->stepped, stepped->word[i]));
        assert_true(run->before[i] == stepped->before[i]);
    }
    b->hits += changed;
}

/* The fast path for at most `steps` and `cycles`, then the same number of instructions word by
 * word. A run begins there, or goes on. */
static uint64_t burst(bench *b, uint64_t steps, uint64_t cycles, bool begins, uint64_t seed)
{
    uint64_t begin = b->stepped->count.cycles, done;
    const bool watching = rg_one_in(&b->random, 2);
    rg_watch run = {0}, stepped = {0};

    if (watching)
        choose_watches(b, &run, &stepped);

    if (begins) { /* what is left to the step is the first of its run, too */
        rg_machine_begin(b->stepped);
        rg_machine_begin(b->run);
    }
    done = watching ? rg_machine_run_watching(b->run, steps, cycles, &run)
                    : rg_machine_run(b->run, steps, cycles);

    for (uint64_t i = 0; i < done; i++) {
        if (b->stepped->count.cycles - begin >= cycles)
            fail_msg("seed %llu: the fast path went on after %llu cycles", (unsigned long long)seed,
                     (unsigned long long)cycles);
        const uint32_t pc = b->stepped->pc;
        b->fast_ops[b->stepped->code[pc] >> 25][b->stepped->backward]++;
        if (one_step(b->stepped) != RG_STEP_RETIRED)
            fail_msg("seed %llu: the fast path retired what traps with %u at %u",
                     (unsigned long long)seed, b->stepped->trap, b->stepped->trap_pc);
        if (watching)
            expect_watched(b, &run, &stepped, pc, i + 1 == done, seed);
    }
    b->run->out_first = b->run->out_count = 0;
    b->stepped->out_first = b->stepped->out_count = 0;
    b->fast += done;
    return done;
}

static bool one_slow_step(bench *b)
{
    rg_step outcome = one_step(b->stepped);

    assert_int_equal(one_step(b->run), outcome);
    b->slow += outcome == RG_STEP_RETIRED;
    return outcome == RG_STEP_RETIRED;
}

/* Go on until `steps` retired or the program stops. */
static void sweep(bench *b, uint64_t steps, uint64_t seed)
{
    for (uint64_t done = 0; done < steps;) {
        uint64_t most = 1 + rg_random_below(&b->random, rg_one_in(&b->random, 4) ? 2000 : 20),
                 left = steps - done;
        uint64_t cycles = rg_one_in(&b->random, 2) ? UINT64_MAX
                                                   : 1 + rg_random_below(&b->random, 300);
        const bool begins = done == 0 || rg_one_in(&b->random, 2);
        uint64_t ran = burst(b, most < left ? most : left, cycles, begins, seed);
        assert_true(ran <= most);
        done += ran;
        expect_same(b, seed);
        if (done == steps)
            return;
        if (!one_slow_step(b)) {
            expect_same(b, seed);
            return;
        }
        done++;
    }
}

static void one_program(bench *b, const rg_random_program_shape *shape, uint64_t seed)
{
    unsigned steps = rg_random_program(b->start, b->scratch, shape, seed);

    rg_machine_reset(b->stepped);
    rg_machine_copy(b->stepped, b->start);
    rg_machine_reset(b->run);
    rg_machine_copy(b->run, b->start);
    sweep(b, steps + 20, seed);
    expect_same(b, seed);
    rg_machine_turn(b->stepped);
    rg_machine_turn(b->run);
    sweep(b, steps, seed);
    expect_same(b, seed);
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : otherwise;
}

static uint64_t target(void) { return setting("RG_RANDOM_STEPS", 400000) / 4; }

/* How many instructions ended alike on both ways; at least half of those of one mode by the fast
 * path. */
static uint64_t programs(const rg_machine_config *config, bool mode_changes, uint64_t first)
{
    uint64_t seed = setting("RG_RANDOM_SEED", 1) + first;
    bench b;

    open_bench(&b, config, seed);
    for (uint64_t i = 0; b.fast + b.slow < target(); i++) {
        const rg_random_program_shape shape = {
            .code_words = 400, .data_words = 96, .steps = 600, .mode_changes = mode_changes};
        one_program(&b, &shape, seed + i);
        assert_true(i < 1000 + target());
    }
    print_message("%llu instructions by the fast path, %llu by the step\n",
                  (unsigned long long)b.fast, (unsigned long long)b.slow);
    assert_true(b.hits > 100);
    if (!mode_changes)
        assert_true(b.fast > b.slow);
    close_bench(&b);
    return b.fast + b.slow;
}

/* Small numbers, for loops and conditions; few bits in any position, whose products lie half way
 * between two words; any others. */
static int64_t operand(bench *b)
{
    const rg_num_config *num = &b->start->config.num;

    switch (rg_random_below(&b->random, 4)) {
    case 0: return (int64_t)rg_random_below(&b->random, 5) - 1;
    case 1: return rg_random_value(&b->random, num);
    default:
        return ((int64_t)rg_random_below(&b->random, 15) - 7)
               * (INT64_C(1) << rg_random_below(&b->random, num->frac));
    }
}

/* One word on a random state, both directions: what the programs seldom meet (loops at their ends,
 * links, junk). */
static void random_state(bench *b, uint32_t word)
{
    rg_machine *m = b->start;
    rg_random *random = &b->random;

    rg_machine_reset(m);
    for (unsigned i = 0; i < RG_REGISTERS; i++) {
        m->r[i] = operand(b);
        m->m[i] = rg_random_value(random, &m->config.num);
    }
    for (unsigned i = 16; i < 20; i++)
        m->r[i] = (int64_t)rg_random_below(random, 20);
    m->backward = rg_one_in(random, 2);
    m->pc = rg_random_below(random, 32);
    m->codewords = 32;
    rg_machine_load(m, m->pc, word);
    if (rg_one_in(random, 2))
        m->br = rg_one_in(random, 8) ? rg_random_below(random, 64) : m->quick[m->pc].link;
}

static void one_word(bench *b, uint64_t trial)
{
    const rg_num_config *num = &b->start->config.num;
    uint32_t word = rg_one_in(&b->random, 20) ? (uint32_t)rg_random_word(&b->random)
                                              : rg_random_instruction(&b->random, num->xlen);

    random_state(b, word);
    rg_machine_reset(b->stepped);
    rg_machine_copy(b->stepped, b->start);
    rg_machine_reset(b->run);
    rg_machine_copy(b->run, b->start);
    burst(b, 1, UINT64_MAX, true, trial);
    expect_same(b, trial);
}

/* Words on random states, each alike on both ways: how many of the simple operations did not take
 * the fast path often enough. */
static unsigned words(const rg_machine_config *config, uint64_t seed)
{
    bench b;
    unsigned seldom = 0;

    open_bench(&b, config, setting("RG_RANDOM_SEED", 0) + seed);
    for (uint64_t trial = 0; trial < 300000; trial++)
        one_word(&b, trial);
    /* Simple updates and loops must really take the fast path. */
    static const unsigned simple[] = {
        RG_OP_ADD,    RG_OP_XOR,  RG_OP_SHL,    RG_OP_LI0,    RG_OP_FADD,   RG_OP_FMUL,
        RG_OP_LD,     RG_OP_STF,  RG_OP_EXCH,   RG_OP_SWAP,   RG_OP_BEQS,   RG_OP_BEQIL,
        RG_OP_BRAS,   RG_OP_CALL, RG_OP_PORTAL, RG_OP_FORTOP, RG_OP_FOREND, RG_OP_ALLOC,
        RG_OP_ASSERT, RG_OP_CHKB, RG_OP_ALLOCM, RG_OP_ROR};
    for (size_t i = 0; i < sizeof simple / sizeof simple[0]; i++)
        for (unsigned dir = 0; dir < 2; dir++)
            if (b.fast_ops[simple[i]][dir] < 20) {
                print_error("%s took the fast path %llu times\n", rg_op_lookup(simple[i])->name,
                            (unsigned long long)b.fast_ops[simple[i]][dir]);
                seldom++;
            }
    close_bench(&b);
    return seldom;
}

static void programs_64(void **state)
{
    (void)state;
    assert_true(programs(&wide, false, 0) >= target());
}

static void programs_32(void **state)
{
    (void)state;
    assert_true(programs(&narrow, false, 1000000) >= target());
}

static void changing_modes_64(void **state)
{
    (void)state;
    assert_true(programs(&wide, true, 2000000) >= target());
}

static void changing_modes_32(void **state)
{
    (void)state;
    assert_true(programs(&narrow, true, 3000000) >= target());
}

static void programs_pipelined(void **state)
{
    (void)state;
    assert_true(programs(&pipelined, false, 4000000) >= target());
}

static void programs_staged_64(void **state)
{
    (void)state;
    assert_true(programs(&staged, false, 5000000) >= target());
}

static void programs_staged_32(void **state)
{
    (void)state;
    assert_true(programs(&staged_narrow, false, 6000000) >= target());
}

static void any_word_staged(void **state)
{
    (void)state;
    assert_int_equal(words(&staged, 46), 0);
}

static void programs_deep_64(void **state)
{
    (void)state;
    assert_true(programs(&deep, false, 7000000) >= target());
}

static void programs_deep_32(void **state)
{
    (void)state;
    assert_true(programs(&deep_narrow, false, 8000000) >= target());
}

static void any_word_64(void **state)
{
    (void)state;
    assert_int_equal(words(&wide, 44), 0);
}

static void any_word_32(void **state)
{
    (void)state;
    assert_int_equal(words(&narrow, 45), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_word_64),        cmocka_unit_test(any_word_32),
        cmocka_unit_test(programs_64),        cmocka_unit_test(programs_32),
        cmocka_unit_test(changing_modes_64),  cmocka_unit_test(changing_modes_32),
        cmocka_unit_test(programs_pipelined), cmocka_unit_test(programs_staged_64),
        cmocka_unit_test(programs_staged_32), cmocka_unit_test(any_word_staged),
        cmocka_unit_test(programs_deep_64),   cmocka_unit_test(programs_deep_32)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
