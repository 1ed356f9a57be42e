/* test_affine.c: integer systems. Random systems in a box show that what is proved holds at every
 * point, and that nearly all that holds is proved. Coefficients near the end of their range prove
 * nothing wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/nest/affine.h"

enum { SYSTEMS = 4000, VARS = 3, SIDE = 5 };

typedef struct {
    uint64_t state;
} source;

static int below(source *s, int n)
{
    s->state ^= s->state << 13;
    s->state ^= s->state >> 7;
    s->state ^= s->state << 17;
    return (int)((s->state >> 11) % (uint64_t)n);
}

static affine_row random_row(source *s)
{
    affine_row row = {.equal = below(s, 5) == 0};

    for (size_t v = 0; v < VARS; v++)
        row.k[v] = below(s, 3) ? below(s, 7) - 3 : 0;
    row.k[AFFINE_VARS] = below(s, 15) - 7;
    return row;
}

static void add_box(affine_set *set)
{
    for (size_t v = 0; v < VARS; v++)
        for (int64_t sign = -1; sign <= 1; sign += 2) {
            affine_row row = {0};
            row.k[v] = sign;
            row.k[AFFINE_VARS] = SIDE;
            affine_restrict(set, &row);
        }
}

static bool holds_at(const affine_row *row, const int64_t *point)
{
    int64_t sum = row->k[AFFINE_VARS];

    for (size_t v = 0; v < VARS; v++)
        sum += row->k[v] * point[v];
    return row->equal ? sum == 0 : sum >= 0;
}

/* Counts the points of the box at which all rows hold, and those of them at which `other` does. */
static void visit(const affine_row *rows, size_t count, const affine_row *other, long *inside,
                  long *with_other)
{
    int64_t p[VARS];

    *inside = *with_other = 0;
    for (p[0] = -SIDE; p[0] <= SIDE; p[0]++)
        for (p[1] = -SIDE; p[1] <= SIDE; p[1]++)
            for (p[2] = -SIDE; p[2] <= SIDE; p[2]++) {
                bool all = true;
                for (size_t i = 0; i < count && all; i++)
                    all = holds_at(&rows[i], p);
                *inside += all;
                *with_other += all && holds_at(other, p);
            }
}

static void proofs_hold_at_every_point(void **state)
{
    source s = {88172645463325252u};
    long empty = 0, proved_empty = 0, implied = 0, proved_implied = 0;

    (void)state;
    for (int n = 0; n < SYSTEMS; n++) {
        affine_row rows[5];
        affine_set set = {0};
        const size_t count = 1 + (size_t)below(&s, 5);
        const affine_row other = random_row(&s);
        long inside, with_other;
        add_box(&set);
        for (size_t i = 0; i < count; i++) {
            rows[i] = random_row(&s);
            affine_restrict(&set, &rows[i]);
        }
        visit(rows, count, &other, &inside, &with_other);
        const bool says_empty = affine_is_empty(&set), says_implied = affine_implies(&set, &other);
        assert_false(says_empty && inside > 0);
        assert_false(says_implied && with_other < inside);
        empty += inside == 0;
        proved_empty += says_empty;
        implied += with_other == inside;
        proved_implied += says_implied;
    }
    print_message("%ld of %ld empty systems and %ld of %ld implications proved\n", proved_empty,
                  empty, proved_implied, implied);
    assert_true(empty > SYSTEMS / 10 && proved_empty * 100 >= empty * 95);
    assert_true(implied > SYSTEMS / 10 && proved_implied * 100 >= implied * 95);
}

/* Every point of a set is a point of the set without one of its variables. */
static void elimination_loses_no_point(void **state)
{
    source s = {123456789};

    (void)state;
    for (int n = 0; n < SYSTEMS / 4; n++) {
        affine_row rows[4];
        affine_set set = {0}, without;
        int64_t p[VARS];
        add_box(&set);
        for (size_t i = 0; i < 4; i++) {
            rows[i] = random_row(&s);
            affine_restrict(&set, &rows[i]);
        }
        without = set;
        affine_eliminate(&without, (size_t)below(&s, VARS));
        for (p[0] = -SIDE; p[0] <= SIDE; p[0]++)
            for (p[1] = -SIDE; p[1] <= SIDE; p[1]++)
                for (p[2] = -SIDE; p[2] <= SIDE; p[2]++) {
                    bool all = true;
                    for (size_t i = 0; i < 4 && all; i++)
                        all = holds_at(&rows[i], p);
                    assert_false(all && without.empty);
                    for (size_t i = 0; i < without.count && all; i++)
                        assert_true(holds_at(&without.row[i], p));
                }
    }
}

static bool is_in(const affine_set *set, const int64_t p[VARS])
{
    for (size_t i = 0; i < set->count; i++)
        if (!holds_at(&set->row[i], p))
            return false;
    return !set->empty;
}

/* Without its redundant rows a set has the points that it had, and each row that stays is needed.
 */
static void redundant_rows_cut_nothing_off(void **state)
{
    source s = {987654321};
    size_t dropped = 0;

    (void)state;
    for (int n = 0; n < SYSTEMS / 4; n++) {
        affine_set set = {0};
        int64_t p[VARS];
        add_box(&set);
        for (size_t i = 0; i < 4; i++) {
            const affine_row row = random_row(&s);
            affine_restrict(&set, &row);
        }
        affine_set fewer = set;
        affine_drop_redundant(&fewer);
        dropped += set.count - fewer.count;
        for (p[0] = -SIDE - 1; p[0] <= SIDE + 1; p[0]++)
            for (p[1] = -SIDE - 1; p[1] <= SIDE + 1; p[1]++)
                for (p[2] = -SIDE - 1; p[2] <= SIDE + 1; p[2]++)
                    assert_int_equal(is_in(&set, p), is_in(&fewer, p));
        for (size_t i = 0; i < fewer.count; i++)
            assert_false(!fewer.row[i].equal && affine_is_redundant(&fewer, i));
    }
    print_message("%zu rows of %d systems are redundant\n", dropped, SYSTEMS / 4);
    assert_true(dropped > SYSTEMS / 4);
}

static void rounding_uses_that_points_are_integers(void **state)
{
    affine_set set = {0};
    affine_row even = {.equal = true}, low = {0}, high = {0};

    (void)state;
    even.k[0] = 2;
    even.k[1] = -2;
    even.k[AFFINE_VARS] = 1; /* 2x - 2y + 1 == 0 */
    assert_false(affine_tighten(&even));
    low.k[0] = 3;
    low.k[AFFINE_VARS] = -1; /* 3x >= 1 */
    high.k[0] = -3;
    high.k[AFFINE_VARS] = 2; /* 3x <= 2 */
    affine_restrict(&set, &low);
    affine_restrict(&set, &high);
    assert_true(affine_is_empty(&set));
}

/* x >= y, y >= x + 1 with factors whose products do not fit: unknown, not empty; and a row that
 * says the same in small numbers proves it. */
static void an_overflow_proves_nothing(void **state)
{
    affine_set set = {0};
    affine_row a = {0}, b = {0}, least = {0};

    (void)state;
    a.k[0] = INT64_MAX - 4;
    a.k[1] = 3;
    b.k[0] = -(INT64_MAX - 7);
    b.k[1] = 5;
    affine_restrict(&set, &a);
    affine_restrict(&set, &b);
    assert_false(affine_is_empty(&set));
    least.k[0] = INT64_MIN;
    affine_restrict(&set, &least);
    assert_true(set.unknown);
    assert_false(affine_is_empty(&set));
    assert_false(affine_implies(&set, &least));
}

static void a_full_system_forgets_rows_and_says_so(void **state)
{
    affine_set set = {0};

    (void)state;
    for (int64_t i = 0; i <= AFFINE_ROWS; i++) {
        affine_row row = {0};
        row.k[0] = 1;
        row.k[1] = i + 2;
        row.k[2] = 1;
        affine_restrict(&set, &row);
    }
    assert_int_equal(set.count, AFFINE_ROWS);
    assert_true(set.unknown);
    assert_false(affine_is_empty(&set));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_hold_at_every_point),
        cmocka_unit_test(elimination_loses_no_point),
        cmocka_unit_test(redundant_rows_cut_nothing_off),
        cmocka_unit_test(rounding_uses_that_points_are_integers),
        cmocka_unit_test(an_overflow_proves_nothing),
        cmocka_unit_test(a_full_system_forgets_rows_and_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
