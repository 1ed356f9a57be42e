/* test_float_fixed.c: a Fixed on a machine with FLOAT. Random sums and products into it have the
 * words of the machine with Fixed, and trap where that does; each step is undone to the bit. */
#include "sim/fast/float.h"
#include "sim/lockstep/random.h"
#include "tests/unit/fast_words.h"

enum { DRAWN = 20000, FRAC = 43, BELOW = 128 - FRAC };

static uint32_t to_fixed(enum rg_mode mode, unsigned b)
{
    return encoded((rg_instruction){.op = RG_OP_FMOV,
                                    .mode = (uint8_t)mode,
                                    .d = 1,
                                    .b = (uint8_t)b,
                                    .kinds = RG_TO_FIXED | RG_FIXED_TARGET});
}

static rg_machine *machine_of(unsigned wide, uint32_t first, uint32_t second)
{
    const rg_machine_config config = {
        .num = {64, FRAC}, .dmem_log2 = 4, .imem_log2 = 3, .wide = wide};
    rg_machine *m = rg_machine_new(&config);

    assert_non_null(m);
    rg_machine_load(m, 0, first);
    rg_machine_load(m, 1, first);
    rg_machine_load(m, 2, second);
    rg_machine_load(m, 3, second);
    m->codewords = 4;
    m->pc = 1;
    return m;
}

/* Of any size, so that products often round, and sometimes do not fit. */
static int64_t random_fixed(rg_random *random)
{
    return (int64_t)rg_random_word(random) >> (1 + rg_random_below(random, 60));
}

static rg_wide_word widened(int64_t word)
{
    rg_wide_word x;
    (void)rg_wide_scale(256, rg_wide_of_int(word), BELOW, &x);
    return x;
}

static void put(rg_machine *fixed, rg_machine *wide, unsigned r, int64_t word)
{
    fixed->r[r] = word;
    rg_put_whole(wide, &wide->r[r], widened(word));
}

static void undo(rg_machine *m, const rg_machine *start)
{
    rg_machine_turn(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    rg_machine_turn(m);
    assert_true(rg_machine_same_state(m, start));
}

/* r1 += r2 op r3 there; r4 := r2 op r3 and r1 += Fixed(r4) here. True: it fits. */
static bool same_as_fixed(rg_random *random, unsigned op, enum rg_mode mode)
{
    rg_machine *fixed = machine_of(0, w_u(op, mode, 1, 2, 3), 0),
               *wide = machine_of(256, w_u(op, RG_MODE_SET, 4, 2, 3), to_fixed(mode, 4));

    for (unsigned r = 1; r <= 3; r++)
        put(fixed, wide, r, random_fixed(random));
    const bool fits = rg_machine_step(fixed) == RG_STEP_RETIRED;
    assert_int_equal(rg_machine_step(wide), RG_STEP_RETIRED);
    rg_machine *start = machine_like(wide);
    const bool wide_fits = rg_machine_step(wide) == RG_STEP_RETIRED;
    if (fixed->r[1] != INT64_MIN) /* which is no Fixed here, as its opposite is none there */
        assert_int_equal(fits, wide_fits);
    if (wide_fits) {
        assert_int_equal(rg_wide_compare(rg_whole(wide, &wide->r[1]), widened(fixed->r[1])), 0);
        undo(wide, start);
    } else {
        assert_int_equal(wide->trap, RG_TRAP_OVERFLOW);
        assert_true(rg_machine_same_state(wide, start));
    }
    rg_machine_free(start);
    rg_machine_free(wide);
    rg_machine_free(fixed);
    return fits;
}

static void words_are_those_of_fixed(void **state)
{
    static const unsigned ops[] = {RG_OP_FADD, RG_OP_FSUB, RG_OP_FMUL};
    rg_random random = {20261130};
    unsigned fitting = 0;

    (void)state;
    for (unsigned n = 0; n < DRAWN; n++)
        fitting += same_as_fixed(&random, ops[n % 3], n & 1 ? RG_MODE_ADD : RG_MODE_SUB);
    assert_in_range(fitting, DRAWN / 2, DRAWN - DRAWN / 100);
}

/* A sum that begins beyond a Fixed could be made and not be taken back. */
static void a_target_beyond_fixed_traps(void **state)
{
    rg_machine *m = machine_of(256, to_fixed(RG_MODE_SUB, 2), 0);
    rg_wide_word limit;

    (void)state;
    (void)rg_wide_scale(256, rg_wide_of_int(1), 20 + 128, &limit);
    rg_put_whole(m, &m->r[1], limit);
    rg_put_whole(m, &m->r[2], widened(1));
    rg_machine *start = machine_like(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_OVERFLOW);
    assert_true(rg_machine_same_state(m, start));
    rg_machine_free(start);
    rg_machine_free(m);
}

/* The kinds are of FMOV alone, and of a machine with FLOAT; that of the target needs the other. */
static void what_is_no_instruction(void **state)
{
    const rg_instruction alone = {.op = RG_OP_FMOV, .d = 1, .b = 2, .kinds = RG_FIXED_TARGET},
                         sum = {.op = RG_OP_FADD, .d = 1, .a = 2, .b = 3, .kinds = RG_FIXED_TARGET};
    rg_machine *m = machine_of(0, to_fixed(RG_MODE_ADD, 2), 0);
    uint32_t word;

    (void)state;
    assert_false(rg_encode(&alone, 64, &word));
    assert_false(rg_encode(&sum, 64, &word));
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_ILLEGAL);
    rg_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_those_of_fixed),
        cmocka_unit_test(a_target_beyond_fixed_traps),
        cmocka_unit_test(what_is_no_instruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
