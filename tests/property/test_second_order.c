/* test_second_order.c: Hessians times vectors, of the random programs of tests/oracle.
 *
 * Tangents go forward, then gradients with tangents go back. So u * H v = v * H u says that both
 * agree. A program in which each newer form is written in its meaning, behind #~, must have the
 * same products.
 *
 *   test_second_order                 40 programs
 *   test_second_order COUNT [SEED]    COUNT programs from SEED on */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"
#include "tests/oracle/generate.h"

enum { MOST = 16, WORDS = 8, DIRECTIONS = 2 };

static const double TOLERANCE = 1e-5;
static unsigned long program_count = 40, first_seed = 1;

typedef struct {
    double product[DIRECTIONS][MOST][WORDS]; /* H times each direction */
} products;

/* The program with the meaning of each line that has one; to be freed. */
static char *in_meanings(const char *text)
{
    char *out = malloc(strlen(text) + 1), *to = out;
    assert_non_null(out);
    while (*text) {
        const size_t length = strcspn(text, "\n"), margin = strspn(text, " ");
        const char *meaning = strstr(text, " #~ "), *from = text + margin, *end = text + length;
        if (meaning && meaning < end)
            from = meaning + strlen(" #~ ");
        memset(to, ' ', margin);
        memcpy(to + margin, from, (size_t)(end - from));
        to += margin + (size_t)(end - from);
        *to++ = '\n';
        text = *end ? end + 1 : end;
    }
    *to = '\0';
    return out;
}

static size_t count_of(const rg_parameter *p)
{
    return p->rank == 0 ? 1 : p->rank == 1 ? 2 : p->rank == 2 ? 4 : 8;
}

static bool is_active(const rg_parameter *p)
{
    return p->number == RG_NUMBER_FIXED || p->number == RG_NUMBER_LOG;
}

/* The arguments and the directions of a seed. */
static void set_all(rg_job *job, uint64_t seed, double directions[DIRECTIONS][MOST][WORDS])
{
    static const size_t extents[] = {2, 2, 2};
    gen random = {.state = seed};
    rg_fault fault;
    rg_parameter p;
    assert_true(rg_parameter_count(job) <= MOST);
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
        int64_t words[WORDS];
        const size_t rows = p.rank ? 2 : 1, columns = count_of(&p) / rows;
        for (size_t k = 0; k < count_of(&p); k++) {
            words[k] = p.number == RG_NUMBER_BOOL ? gen_pick(&random, 2)
                       : p.number == RG_NUMBER_INT
                           ? (int64_t)gen_pick(&random, 40) - 15
                           : ((int64_t)gen_pick(&random, 1u << 30) - (1 << 29)) * (1 << 14);
            for (int d = 0; d < DIRECTIONS; d++)
                directions[d][i][k] = is_active(&p) ? gen_pick(&random, 9) / 4.0 - 1 : 0;
        }
        if (p.rank == 3)
            assert_int_equal(rg_set_extents(job, p.name, extents, 3, &fault), RG_OK);
        assert_int_equal(rg_set_raw(job, p.name, words, rows, columns, &fault), RG_OK);
    }
}

/* The first result that is one real; NULL: there is none. */
static const char *result_of(const rg_job *job)
{
    static char name[64];
    rg_parameter p;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++)
        if (p.number == RG_NUMBER_FIXED && p.rank == 0 && strchr(p.name, '!')) {
            snprintf(name, sizeof name, "%s", p.name);
            return name;
        }
    return NULL;
}

/* False where the machine traps or a derivative does not fit. */
static bool second_order(rg_device *device, const char *text, uint64_t seed,
                         double directions[DIRECTIONS][MOST][WORDS], products *out)
{
    rg_fault fault = {0};
    rg_parameter p;
    if (rg_load_text(device, "random.rg", text, &fault) != RG_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, rg_diagnostics(device));
    rg_job *job = rg_job_new(device, "main", &fault);
    assert_non_null(job);
    set_all(job, seed, directions);
    const char *result = result_of(job);
    bool ok = result != NULL;
    for (int d = 0; ok && d < DIRECTIONS; d++) {
        for (size_t i = 0; rg_parameter_at(job, i, &p); i++)
            if (is_active(&p))
                assert_int_equal(
                    rg_set_direction(job, p.name, directions[d][i], count_of(&p), &fault), RG_OK);
        ok = rg_hessian_vector(job, result, 0, 0, &fault) == RG_OK;
        for (size_t i = 0; ok && rg_parameter_at(job, i, &p); i++)
            if (is_active(&p))
                rg_get_hessian_vector(job, p.name, out->product[d][i], WORDS);
    }
    rg_job_free(job);
    return ok;
}

static double along(double direction[MOST][WORDS], double product[MOST][WORDS], double *size)
{
    double sum = 0;
    for (size_t i = 0; i < MOST; i++)
        for (size_t k = 0; k < WORDS; k++) {
            sum += direction[i][k] * product[i][k];
            *size += fabs(direction[i][k] * product[i][k]);
        }
    return sum;
}

/* Whether the result bends along the directions. */
static bool compare(uint64_t seed, double directions[DIRECTIONS][MOST][WORDS], products *form,
                    products *meaning)
{
    double size = 1;
    const double one = along(directions[0], form->product[1], &size),
                 other = along(directions[1], form->product[0], &size);
    if (fabs(one - other) > TOLERANCE * size)
        fail_msg("seed %llu: u H v is %.12g and v H u %.12g", (unsigned long long)seed, one, other);
    for (int d = 0; d < DIRECTIONS; d++)
        for (size_t i = 0; i < MOST; i++)
            for (size_t k = 0; k < WORDS; k++)
                if (fabs(form->product[d][i][k] - meaning->product[d][i][k]) > TOLERANCE * size)
                    fail_msg("seed %llu, argument %zu: H v is %.12g, in other forms %.12g",
                             (unsigned long long)seed, i, form->product[d][i][k],
                             meaning->product[d][i][k]);
    return size > 1;
}

static void forms_have_the_hessians_of_their_meanings(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    unsigned long compared = 0, bent = 0;
    (void)state;
    assert_non_null(device);
    for (uint64_t seed = first_seed; seed < first_seed + program_count; seed++) {
        double directions[DIRECTIONS][MOST][WORDS] = {{{0}}};
        products form = {0}, meaning = {0};
        gen g;
        gen_program(&g, seed);
        char *other = in_meanings(g.out.s);
        if (second_order(device, g.out.s, seed, directions, &form)
            && second_order(device, other, seed, directions, &meaning)) {
            bent += compare(seed, directions, &form, &meaning);
            compared++;
        }
        free(other);
        gen_free(&g);
    }
    rg_device_close(device);
    print_message("%lu of %lu programs were compared, %lu of them bend\n", compared, program_count,
                  bent);
    assert_true(bent * 4 > program_count);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms_have_the_hessians_of_their_meanings)};
    if (argc > 1)
        program_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
