/* test_float_mpfr.c: a sample of every floating-point function and its cotangents against MPFR, and
 * the order of neighbours. `make campaign-float` tries 10^7 operands of each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/property/float_reference.h"

enum { DEFAULT_ROUNDS = 5000, NEIGHBOURS = 64, WALKS = 60 };

static const rg_float_format format = {256, 128, 53, 11};

static unsigned rounds(void)
{
    const char *text = getenv("RG_NUM_ROUNDS");
    long n = text ? strtol(text, NULL, 10) : 0;
    return n > 0 ? (unsigned)n : DEFAULT_ROUNDS;
}

/* How many values were compared; each is within its bound. */
static unsigned long long compared(const float_subject *s, uint64_t seed, float_exact *e)
{
    float_worst w = {0};
    for (unsigned i = 0; i < rounds(); i++) {
        rg_float_in in = float_operands(s, &seed);
        const char *wrong = float_check(s, &format, &in, e, &w);
        if (wrong)
            fail_msg("%s: %s: a = %a, b = %a, g = %a", s->name, wrong, float_double(in.a),
                     float_double(in.b), float_double(in.g));
    }
    printf("%-8s %10.6f %10.6f %10.6f  %llu done, %llu trapped\n", s->name, w.value, w.a, w.b,
           (unsigned long long)w.done, (unsigned long long)w.trapped);
    return w.done;
}

static void values_and_cotangents_are_accurate(void **unused)
{
    (void)unused;
    float_exact e;
    float_exact_init(&e);
    for (unsigned i = 0; i < FLOAT_SUBJECTS; i++)
        assert_true(compared(&float_subjects[i], 7 + i, &e) > rounds() / 2);
    float_exact_clear(&e);
    mpfr_free_cache();
}

/* From a word to those above it: the values go one way. Traps end a walk. How many steps it had. */
static unsigned steps_in_order(const float_subject *s, uint64_t *seed)
{
    unsigned steps = 0;
    rg_float_in in = float_operands(s, seed);
    rg_float_out before, now;
    rg_float_eval(&format, &in, &before);
    for (unsigned i = 0; i < NEIGHBOURS && !before.trap; i++) {
        in.b = float_bits(nextafter(float_double(in.b), HUGE_VAL));
        rg_float_eval(&format, &in, &now);
        double step = float_double(now.f) - float_double(before.f);
        if (!now.trap && step * s->order < 0)
            fail_msg("%s: a step back at %a", s->name, float_double(in.b));
        before = now;
        steps++;
    }
    return steps;
}

static void functions_keep_the_order_of_neighbours(void **unused)
{
    (void)unused;
    uint64_t seed = 99;
    for (unsigned i = 0; i < FLOAT_SUBJECTS; i++) {
        unsigned steps = 0;
        for (unsigned walk = 0; walk < WALKS && float_subjects[i].order; walk++)
            steps += steps_in_order(&float_subjects[i], &seed);
        assert_true(steps >= WALKS || !float_subjects[i].order);
    }
}

/* Where a function turns from one way of working to another: the ends of the parts of its tables.
 */
static void functions_keep_order_between_the_parts_of_their_tables(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < FLOAT_SUBJECTS; i++) {
        const float_subject *s = &float_subjects[i];
        unsigned steps = 0;
        for (int part = -256; s->order && part <= 256; part++) {
            double scale = s->op == RG_OP_FEXP || s->op == RG_OP_FEXPM1 || s->op == RG_OP_FSINH
                                   || s->op == RG_OP_FTANH
                               ? 0.69314718055994530942 / 128
                               : 1.0 / 128;
            double end = part * scale, last = 0;
            bool begun = false;
            for (int step = -4; step <= 4; step++) {
                rg_float_out out;
                double b = end + step * fabs(end) * 0x1p-52;
                rg_float_eval(&format, &(rg_float_in){s->op, false, 0, float_bits(b), 0}, &out);
                if (out.trap)
                    continue;
                double f = float_double(out.f);
                if (begun && (f - last) * s->order < 0)
                    fail_msg("%s: a step back at %a", s->name, b);
                steps += begun;
                last = f;
                begun = true;
            }
        }
        assert_true(steps > 0 || !s->order);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_cotangents_are_accurate),
        cmocka_unit_test(functions_keep_the_order_of_neighbours),
        cmocka_unit_test(functions_keep_order_between_the_parts_of_their_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
