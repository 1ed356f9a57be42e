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

static const rg_float_format format = {256, 128, 53, 11, 106};

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

/* ---- second derivatives: slopes of MPFR a little to the right and to the left ---- */

enum { FINE = 1200, STEP = 220 };

static void exact_init(float_exact *e)
{
    mpfr_inits2(FINE, e->a, e->b, e->g, e->f, e->fa, e->fb, e->t, e->u, (mpfr_ptr)0);
}

static void set_extended(mpfr_t to, rg_ext x)
{
    mpfr_set_uj(to, (uint64_t)(x.digits >> 64), MPFR_RNDN);
    mpfr_mul_2ui(to, to, 64, MPFR_RNDN);
    mpfr_t low;
    mpfr_init2(low, 64);
    mpfr_set_uj(low, (uint64_t)x.digits, MPFR_RNDN);
    mpfr_add(to, to, low, MPFR_RNDN);
    mpfr_clear(low);
    mpfr_mul_2si(to, to, x.exponent - 127, MPFR_RNDN);
    if (x.negative)
        mpfr_neg(to, to, MPFR_RNDN);
}

/* x += or -= x 2^-STEP */
static void shift(mpfr_t x, int sign)
{
    mpfr_t part;
    mpfr_init2(part, FINE);
    mpfr_mul_2si(part, x, -STEP, MPFR_RNDN);
    (sign > 0 ? mpfr_add : mpfr_sub)(x, x, part, MPFR_RNDN);
    mpfr_clear(part);
}

/* d slope / d x; by_a: x is a; of_a: the slope is fa. `size`: |slope / x|. */
static void curve(const float_subject *s, const rg_float_in *in, bool by_a, bool of_a, mpfr_t d,
                  mpfr_t size)
{
    float_exact e[2];
    for (int k = 0; k < 2; k++) {
        exact_init(&e[k]);
        mpfr_set_d(e[k].a, float_double(in->a), MPFR_RNDN);
        mpfr_set_d(e[k].b, float_double(in->b), MPFR_RNDN);
        if (s->draw == DRAW_INTEGER)
            mpfr_set_sj(e[k].b, (int64_t)in->b, MPFR_RNDN);
        shift(by_a ? e[k].a : e[k].b, k ? 1 : -1);
        float_exact_of(s->op, &e[k]);
    }
    mpfr_sub(d, of_a ? e[1].fa : e[1].fb, of_a ? e[0].fa : e[0].fb, MPFR_RNDN);
    mpfr_sub(size, by_a ? e[1].a : e[1].b, by_a ? e[0].a : e[0].b, MPFR_RNDN);
    mpfr_div(d, d, size, MPFR_RNDN);
    mpfr_div(size, of_a ? e[1].fa : e[1].fb, by_a ? e[1].a : e[1].b, MPFR_RNDN);
    float_exact_clear(&e[0]);
    float_exact_clear(&e[1]);
}

static void expect_curve(const float_subject *s, const rg_float_in *in, const char *what,
                         rg_ext got, bool by_a, bool of_a)
{
    mpfr_t want, room, off;
    mpfr_inits2(FINE, want, room, off, (mpfr_ptr)0);
    curve(s, in, by_a, of_a, want, room);
    if (mpfr_number_p(want) && mpfr_number_p(room)) {
        set_extended(off, got);
        mpfr_sub(off, off, want, MPFR_RNDN);
        mpfr_mul_2si(room, room, -80, MPFR_RNDN);
        mpfr_abs(room, room, MPFR_RNDN);
        mpfr_abs(want, want, MPFR_RNDN);
        mpfr_mul_2si(want, want, -70, MPFR_RNDN);
        mpfr_add(room, room, want, MPFR_RNDN);
        if (mpfr_cmpabs(off, room) > 0)
            fail_msg("%s: %s: a = %a, b = %a, %lld", s->name, what, float_double(in->a),
                     float_double(in->b), (long long)in->b);
    }
    mpfr_clears(want, room, off, (mpfr_ptr)0);
}

static void second_derivatives_are_accurate(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < FLOAT_SUBJECTS; i++) {
        const float_subject *s = &float_subjects[i];
        uint64_t seed = 77 + i;
        unsigned done = 0;
        for (unsigned n = 0; n < rounds() / 20; n++) {
            const rg_float_in in = float_operands(s, &seed);
            const bool edge = in.b == float_bits(1) || in.b == float_bits(-1);
            rg_float_out out;
            rg_float_eval(&format, &in, &out);
            if (out.trap || edge || out.few || in.b == 0 || (s->two && in.a == 0))
                continue;
            const rg_float_slopes d = rg_float_slopes_of(&format, &in);
            if (s->draw != DRAW_INTEGER)
                expect_curve(s, &in, "fbb", d.bb, false, false);
            if (s->two)
                expect_curve(s, &in, "faa", d.aa, true, true);
            if (s->two && s->draw != DRAW_INTEGER)
                expect_curve(s, &in, "fab", d.ab, true, false);
            done++;
        }
        assert_true(done > rounds() / 60);
    }
    mpfr_free_cache();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_cotangents_are_accurate),
        cmocka_unit_test(second_derivatives_are_accurate),
        cmocka_unit_test(functions_keep_the_order_of_neighbours),
        cmocka_unit_test(functions_keep_order_between_the_parts_of_their_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
