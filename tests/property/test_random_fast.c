/* test_random_fast.c: random programs on the reference model run forward and back to the bit.
 *
 * RG_RANDOM_STEPS sets the number of instructions (default 1000000), RG_RANDOM_SEED the first seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "isa/board.h"
#include "sim/lockstep/random_program.h"

typedef struct {
    rg_machine *start, *work, *scratch;
} machines;

static const rg_machine_config wide = {{64, 43}, 7, 9, {0}, 0, false},
                               narrow = {{32, 16}, 7, 9, {0}, 0, false},
                               of_board = {{RG_BOARD_XLEN, RG_BOARD_FRAC}, 7, 9, {0}, 0, true};

static void open_machines(machines *all, const rg_machine_config *config)
{
    all->start = rg_machine_new(config);
    all->work = rg_machine_new(config);
    all->scratch = rg_machine_new(config);
    assert_non_null(all->start);
    assert_non_null(all->work);
    assert_non_null(all->scratch);
}

static void close_machines(machines *all)
{
    rg_machine_free(all->start);
    rg_machine_free(all->work);
    rg_machine_free(all->scratch);
}

static unsigned run_steps(rg_machine *m, unsigned steps)
{
    unsigned done = 0;

    for (; done < steps; done++) {
        m->out_count = 0;
        if (rg_machine_step(m) != RG_STEP_RETIRED)
            break;
    }
    return done;
}

/* Forward, reverse, as many back, reverse: the number of instructions run forward. */
static unsigned there_and_back(machines *all, const rg_random_program_shape *shape, uint64_t seed)
{
    unsigned steps = rg_random_program(all->start, all->scratch, shape, seed);
    rg_machine *m = all->work;

    rg_machine_reset(m);
    rg_machine_copy(m, all->start);
    if (run_steps(m, steps) != steps)
        fail_msg("seed %llu: the program does not repeat its %u steps", (unsigned long long)seed,
                 steps);
    rg_machine_turn(m);
    unsigned back = run_steps(m, steps);
    if (m->count.erased_grad != 0)
        fail_msg("seed %llu: the generator let a gradient be dropped", (unsigned long long)seed);
    if (back != steps)
        fail_msg("seed %llu: trap %u at %u after %u of %u steps back", (unsigned long long)seed,
                 m->trap, m->trap_pc, back, steps);
    rg_machine_turn(m);
    if (!rg_machine_same_state(m, all->start))
        fail_msg("seed %llu: the state differs after %u steps forward and back",
                 (unsigned long long)seed, steps);
    return steps;
}

/* The number of instructions whose state came back: at least `target`. */
static unsigned sweep(const rg_machine_config *config, unsigned mode, bool mode_changes,
                      unsigned target, uint64_t seed)
{
    const rg_random_program_shape shape = {.code_words = 400,
                                           .data_words = 96,
                                           .steps = 600,
                                           .mode = mode,
                                           .mode_changes = mode_changes};
    machines all;
    unsigned total = 0, programs = 0;

    open_machines(&all, config);
    while (total < target) {
        total += there_and_back(&all, &shape, seed + programs);
        programs++;
        assert_true(programs < target);
    }
    print_message("%u instructions in %u programs\n", total, programs);
    close_machines(&all);
    return total;
}

static unsigned target(void)
{
    const char *text = getenv("RG_RANDOM_STEPS");
    unsigned long steps = text ? strtoul(text, NULL, 10) : 1000000;

    return steps < 4 || steps > 1000000000 ? 1000000 : (unsigned)steps;
}

static uint64_t first_seed(void)
{
    const char *text = getenv("RG_RANDOM_SEED");

    return text ? strtoull(text, NULL, 10) : 1;
}

static void value_mode(void **state)
{
    (void)state;
    assert_true(sweep(&wide, 0, false, target() / 4, first_seed()) >= target() / 4);
}

static void gradient_mode(void **state)
{
    (void)state;
    assert_true(sweep(&wide, 1, false, target() / 4, first_seed() + 1000000) >= target() / 4);
}

static void tangent_mode(void **state)
{
    (void)state;
    assert_true(sweep(&wide, 4, false, target() / 4, first_seed() + 4000000) >= target() / 4);
}

static void both_mode(void **state)
{
    (void)state;
    assert_true(sweep(&wide, 5, false, target() / 4, first_seed() + 5000000) >= target() / 4);
}

static void all_modes(void **state)
{
    (void)state;
    assert_true(sweep(&wide, 7, true, target() / 4, first_seed() + 2000000) >= target() / 4);
}

static void narrow_words(void **state)
{
    (void)state;
    assert_true(sweep(&narrow, 2, true, target() / 4, first_seed() + 3000000) >= target() / 4);
}

static void words_of_a_board(void **state)
{
    (void)state;
    assert_true(sweep(&of_board, 3, true, target() / 4, first_seed() + 6000000) >= target() / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_mode),      cmocka_unit_test(gradient_mode),
        cmocka_unit_test(tangent_mode),    cmocka_unit_test(both_mode),
        cmocka_unit_test(all_modes),       cmocka_unit_test(narrow_words),
        cmocka_unit_test(words_of_a_board)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
