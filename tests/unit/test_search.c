/* test_search.c: hypervolumes by hand and by counting, ranks and crowding of a population, numbers
 * of a seed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "explore/hypervolume.h"
#include "explore/nsga.h"
#include "explore/pareto.h"

static double volume_of(const double *values, size_t count, size_t n, const double *reference)
{
    double volume = -1;
    assert_true(ex_hypervolume(values, count, n, reference, &volume));
    return volume;
}

static void test_volumes_by_hand(void **state)
{
    (void)state;
    const double two[] = {1, 3, 2, 2, 3, 1}, at4[] = {4, 4};
    assert_true(volume_of(two, 3, 2, at4) == 3 + 2 + 1);
    assert_true(volume_of(two, 0, 2, at4) == 0);
    /* A row that another dominates, one at the bound and one without a number add nothing. */
    const double more[] = {1, 3, 2, 2, 3, 1, 3, 3, 4, 0, NAN, 1};
    assert_true(volume_of(more, 6, 2, at4) == 6);
    const double one[] = {2, 5, 3}, at7[] = {7};
    assert_true(volume_of(one, 3, 1, at7) == 5);
    const double three[] = {0, 0, 0, 1, 1, -1}, at2[] = {2, 2, 2};
    assert_true(volume_of(three, 2, 3, at2) == 8 + 1);
    double none;
    assert_false(ex_hypervolume(three, 1, EX_MOST_VOLUME_OBJECTIVES + 1, at2, &none));
}

/* Rows of small integers: the volume is the number of cubes that some row dominates. */
static size_t cubes(const double *values, size_t count, size_t n, size_t side)
{
    size_t all = 1, hit = 0;
    for (size_t k = 0; k < n; k++)
        all *= side;
    for (size_t cube = 0; cube < all; cube++) {
        bool dominated = false;
        for (size_t i = 0; i < count && !dominated; i++) {
            size_t rest = cube;
            dominated = true;
            for (size_t k = 0; k < n; k++, rest /= side)
                dominated = dominated && values[i * n + k] <= (double)(rest % side);
        }
        hit += dominated;
    }
    return hit;
}

static void test_volumes_by_counting(void **state)
{
    (void)state;
    enum { SIDE = 6, ROWS = 9 };
    const double reference[] = {SIDE, SIDE, SIDE, SIDE, SIDE};
    uint64_t random = 7;
    for (size_t round = 0; round < 300; round++) {
        double values[ROWS * 5];
        const size_t n = 1 + round % 5, count = ex_random_below(&random, ROWS + 1);
        for (size_t i = 0; i < count * n; i++)
            values[i] = (double)ex_random_below(&random, SIDE + 1);
        assert_true(volume_of(values, count, n, reference)
                    == (double)cubes(values, count, n, SIDE));
    }
}

static void test_ranks(void **state)
{
    (void)state;
    /* Two fronts of two objectives, then one outside a constraint and one without a result. */
    const double values[] = {1, 4, 2, 2, 4, 1, 2, 5, 5, 3, 0, 0, 0, 0},
                 violation[] = {0, 0, 0, 0, 0, 1, 2};
    const size_t expected[] = {0, 0, 0, 1, 1, 2, 3};
    const ex_population p = {values, violation, 7, 2};
    size_t rank[7];
    double crowding[7];
    assert_true(ex_nsga_ranks(&p, rank));
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(rank[i], expected[i]);
    assert_true(ex_nsga_crowding(&p, rank, crowding));
    assert_true(isinf(crowding[0]) && isinf(crowding[2]));
    assert_true(crowding[1] == (4 - 1) / 3.0 + (4 - 1) / 3.0);
    assert_true(ex_nsga_before(rank, crowding, 0, 1) && ex_nsga_before(rank, crowding, 1, 3));
}

/* Rank 0 is the Pareto front of pareto.c, whatever the values. */
static void test_ranks_are_fronts(void **state)
{
    (void)state;
    enum { MOST = 40 };
    uint64_t random = 11;
    for (size_t round = 0; round < 200; round++) {
        double values[MOST * 3], violation[MOST] = {0};
        bool front[MOST];
        size_t rank[MOST];
        const size_t n = 1 + round % 3, count = 1 + ex_random_below(&random, MOST);
        for (size_t i = 0; i < count * n; i++)
            values[i] = (double)ex_random_below(&random, 10);
        const ex_population p = {values, violation, count, n};
        assert_true(ex_nsga_ranks(&p, rank));
        ex_front(values, count, n, front);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(rank[i] == 0, front[i]);
    }
}

/* The generator is that of the paper: its first numbers for the seed 1234567. */
static void test_seed(void **state)
{
    (void)state;
    uint64_t seed = 1234567;
    assert_true(ex_random(&seed) == UINT64_C(6457827717110365317));
    assert_true(ex_random(&seed) == UINT64_C(3203168211198807973));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_volumes_by_hand),
        cmocka_unit_test(test_volumes_by_counting),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_ranks_are_fronts),
        cmocka_unit_test(test_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
