/* test_cosim.c: random programs on the core and the engine fast, compared at each instruction by the retirement port: forward
 * to the trap at their end, turned, and back; value, gradient, wrapping and changing modes, with overrides on the way.
 *
 * RG_STREAM_STEPS sets the number of instructions (default 100000), RG_STREAM_SEED the first seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sim/lockstep/cosim.h"
#include "sim/lockstep/engine_bus.h"
#include "sim/lockstep/stream.h"

/* Programs grow on small machines, which are fast to copy; their whole data memory is loaded. */
enum { DATA_LOG2 = 7, CODE_LOG2 = 9, DATA_WORDS = 1 << DATA_LOG2, REPORT_EVERY = 1000000 };

typedef struct {
    rg_cosim *pair;
    rg_machine *start, *scratch;
    rg_random random;
    char line[400];
    uint64_t retired, trapped, seed;
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

    require(b, rg_cosim_override(b->pair, base + 8 * index, (uint64_t)rg_stream_value(&b->random, &b->start->config.num)),
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
    const rg_stream_shape shape = {.code_words = 300, .data_words = 96, .steps = 1000, .mode = index % 8,
                                   .mode_changes = index % 16 > 13, .drops = index % 2 != 0};
    unsigned steps = rg_stream_make(b->start, b->scratch, &shape, b->seed);

    require(b, rg_cosim_load(b->pair, b->start, DATA_WORDS), "load");
    uint64_t done = sweep(b, steps + 20, false);
    if (done < steps)
        fail_msg("seed %llu: stopped after %llu of %u steps", (unsigned long long)b->seed, (unsigned long long)done, steps);
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
    uint64_t target = setting("RG_STREAM_STEPS", 100000), said = 0;
    unsigned programs = 0;
    bench b;

    (void)state;
    open_bench(&b, setting("RG_STREAM_SEED", 1));
    for (; b.retired < target; programs++, b.seed++) {
        one_program(&b, programs);
        assert_true(programs < 1000 + target);
        if (b.retired / REPORT_EVERY != said) {
            said = b.retired / REPORT_EVERY;
            print_message("%llu million instructions\n", (unsigned long long)said);
        }
    }
    print_message("%llu instructions, %llu stops in %u programs, no difference\n", (unsigned long long)b.retired,
                  (unsigned long long)b.trapped, programs);
    assert_true(b.trapped > 0);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(overrides), cmocka_unit_test(random_programs)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
