/* test_float.c: float words and wide words. Every pair of a machine of 8 bits with 4 digits is
 * compared with integers. Words of 256 and 128 bits keep their laws. Values known by hand; traps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "isa/num/float/convert.h"
#include "isa/num/float/float.h"

static const rg_float_format toy = {8, 3, 4, 4, 4}, standard = {256, 128, 53, 11, 106},
                             narrow = {128, 80, 53, 11, 106};

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * UINT64_C(2685821657736338717);
}

static rg_wide_word word(int64_t n) { return rg_wide_of_int(n); }
static int64_t low(rg_wide_word w) { return (int64_t)w.limb[0]; }
static bool same(rg_wide_word a, rg_wide_word b) { return memcmp(&a, &b, sizeof a) == 0; }
static int64_t wrapped_8(int64_t n) { return (int8_t)(uint8_t)n; }

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void sums_of_toy_words_are_those_of_integers_and_are_undone(void **unused)
{
    (void)unused;
    for (int a = -128; a < 128; a++)
        for (int b = -128; b < 128; b++) {
            rg_wide_word sum, difference, back;
            bool over = rg_wide_add(8, word(a), word(b), &sum);
            assert_int_equal(over, a + b != wrapped_8(a + b));
            assert_true(same(sum, word(wrapped_8(a + b))));
            over = rg_wide_sub(8, word(a), word(b), &difference);
            assert_int_equal(over, a - b != wrapped_8(a - b));
            assert_true(same(difference, word(wrapped_8(a - b))));
            rg_wide_sub(8, sum, word(b), &back);
            assert_true(same(back, word(a)));
            assert_int_equal(rg_wide_compare(word(a), word(b)), (a > b) - (a < b));
        }
}

/* n / 2^k to the nearest, ties to even. */
static int64_t rounded(int64_t n, unsigned k)
{
    int64_t unit = INT64_C(1) << k, floor = n >> k, rest = n - floor * unit;
    return floor + (2 * rest > unit || (2 * rest == unit && (floor & 1)));
}

static void toy_words_are_scaled_and_negated(void **unused)
{
    (void)unused;
    for (int a = -128; a < 128; a++) {
        rg_wide_word r;
        assert_int_equal(rg_wide_negate(8, word(a), &r), a == -128);
        assert_int_equal(low(r), wrapped_8(-a));
        for (int k = -9; k <= 9; k++) {
            int64_t exact = k < 0 ? rounded(a, (unsigned)-k) : a * (INT64_C(1) << k);
            assert_int_equal(rg_wide_scale(8, word(a), k, &r), exact != wrapped_8(exact));
            assert_int_equal(low(r), wrapped_8(exact));
        }
    }
}

/* The number of a toy float word times 2^9, which is an integer: digits 2^(exponent - 3), exponent
 * -6 .. 7. */
static bool toy_number(unsigned bits, int64_t *n)
{
    unsigned field = bits >> 3 & 15;
    *n = 0;
    if (bits == 0)
        return true;
    if (field == 0 || field == 15)
        return false;
    int64_t magnitude = (int64_t)(8 + (bits & 7)) << (field - 1);
    *n = bits & 0x80 ? -magnitude : magnitude;
    return true;
}

static int64_t magnitude(int64_t n) { return n < 0 ? -n : n; }

/* No float word is closer to n 2^-9, and none as close is even where this one is not. */
static void is_nearest(int64_t n, unsigned bits)
{
    int64_t mine, other;
    assert_true(toy_number(bits, &mine));
    for (unsigned b = 0; b < 256; b++) {
        if (!toy_number(b, &other) || b == bits)
            continue;
        if (other == 0 && magnitude(n) >= 4) /* below the smallest is another rule */
            continue;
        assert_true(magnitude(n - other) >= magnitude(n - mine));
        if (magnitude(n - other) == magnitude(n - mine))
            assert_int_equal(bits & 1, 0);
    }
}

static void toy_words_are_read_to_the_nearest_in_order(void **unused)
{
    (void)unused;
    int64_t last = INT64_MIN;
    for (int a = -128; a < 128; a++) {
        uint64_t bits;
        int64_t number;
        assert_int_not_equal(rg_wide_read(&toy, word(a), &bits), RG_FLOAT_OVERFLOW);
        is_nearest((int64_t)a * 64, (unsigned)bits);
        assert_true(toy_number((unsigned)bits, &number));
        assert_true(number >= last);
        last = number;
    }
}

/* 0, and 8 significands of 14 exponents with both signs. */
enum { TOY_NUMBERS = 1 + 2 * 14 * 8 };

static void toy_floats_are_expanded_rounded_once(void **unused)
{
    (void)unused;
    unsigned numbers = 0;
    for (unsigned b = 0; b < 256; b++) {
        int64_t n;
        rg_ext x;
        rg_wide_word w;
        bool number = toy_number(b, &n);
        numbers += number;
        assert_int_equal(rg_float_decode(&toy, b, &x), number);
        if (!number)
            continue;
        int64_t exact = rounded(n, 6);
        enum rg_float_status status = rg_wide_expand(&toy, x, &w);
        assert_int_equal(status == RG_FLOAT_OVERFLOW, exact != wrapped_8(exact));
        assert_int_equal(status == RG_FLOAT_EXACT, exact == wrapped_8(exact) && exact * 64 == n);
        assert_int_equal(low(w), status == RG_FLOAT_OVERFLOW ? 0 : exact);
    }
    assert_int_equal(numbers, TOY_NUMBERS);
}

/* Sums, products and quotients of every pair, rounded to the nearest float word; products into a
 * wide word. */
static void one_toy_pair(unsigned a, unsigned b, int64_t x, int64_t y)
{
    rg_float_out out;
    rg_wide_word w;
    rg_float_eval(&toy, &(rg_float_in){RG_OP_FADD, false, a, b, 0}, &out);
    if (!out.trap && !out.few)
        is_nearest(x + y, (unsigned)out.f);
    if (out.trap)
        assert_true(magnitude(x + y) >= INT64_C(31) << 12);
    enum rg_float_status status = rg_float_product(&toy, a, b, &w);
    int64_t exact = rounded(x * y, 15);
    assert_int_equal(status == RG_FLOAT_OVERFLOW, exact != wrapped_8(exact));
    assert_int_equal(low(w), exact == wrapped_8(exact) ? exact : 0);
}

static void toy_floats_are_added_and_multiplied_exactly_then_rounded(void **unused)
{
    (void)unused;
    unsigned pairs = 0;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            int64_t x, y;
            if (!toy_number(a, &x) || !toy_number(b, &y))
                continue;
            one_toy_pair(a, b, x, y);
            pairs++;
        }
    assert_int_equal(pairs, TOY_NUMBERS * TOY_NUMBERS);
}

/* The law: whatever the state and the bits that are read, adding and then subtracting is the
 * identity. */
static void a_toy_product_added_is_subtracted_to_the_bit(void **unused)
{
    (void)unused;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            rg_wide_word product, after, back;
            if (rg_float_product(&toy, a, b, &product) == RG_FLOAT_OVERFLOW)
                continue;
            for (int state = -128; state < 128; state++) {
                rg_wide_add(8, word(state), product, &after);
                rg_wide_sub(8, after, product, &back);
                assert_true(same(back, word(state)));
            }
        }
}

static rg_wide_word random_word(uint64_t *seed, unsigned w)
{
    rg_wide_word r, scaled;
    for (unsigned i = 0; i < RG_WIDE_LIMBS; i++)
        r.limb[i] = next(seed);
    rg_wide_scale(RG_WIDE_BITS, r, -(int)(next(seed) % w) - (int)(RG_WIDE_BITS - w), &scaled);
    return rg_wide_fits(scaled, w) ? scaled : word(1);
}

enum { WIDE_PAIRS = 20000 };

/* How many pairs were tried; each keeps the laws. */
static unsigned pairs_with_laws(const rg_float_format *format, uint64_t seed)
{
    unsigned pairs = 0;
    for (; pairs < WIDE_PAIRS; pairs++) {
        rg_wide_word a = random_word(&seed, format->w), b = random_word(&seed, format->w), s, d, n;
        bool over = rg_wide_add(format->w, a, b, &s);
        rg_wide_sub(format->w, s, b, &d);
        assert_true(same(d, a));
        assert_true(rg_wide_fits(s, format->w));
        if (!over)
            assert_int_equal(rg_wide_compare(s, a), rg_wide_is_zero(b)    ? 0
                                                    : rg_wide_negative(b) ? -1
                                                                          : 1);
        rg_wide_negate(format->w, b, &n);
        rg_wide_add(format->w, a, n, &s);
        rg_wide_sub(format->w, a, b, &d);
        assert_true(same(s, d));
    }
    return pairs;
}

static void wide_words_of_both_formats_keep_the_laws(void **unused)
{
    (void)unused;
    assert_int_equal(pairs_with_laws(&standard, 11), WIDE_PAIRS);
    assert_int_equal(pairs_with_laws(&narrow, 12), WIDE_PAIRS);
}

/* What is read is at most half a unit of its last digit away, and expands to itself. */
static void reading_then_expanding_keeps_what_was_read(void **unused)
{
    (void)unused;
    uint64_t seed = 5;
    for (unsigned i = 0; i < 20000; i++) {
        rg_wide_word a = random_word(&seed, 250), back, rest;
        uint64_t bits, again;
        rg_ext x;
        rg_wide_read(&standard, a, &bits);
        assert_true(rg_float_decode(&standard, bits, &x));
        assert_int_equal(rg_wide_expand(&standard, x, &back), RG_FLOAT_EXACT);
        rg_wide_read(&standard, back, &again);
        assert_int_equal(again, bits);
        rg_wide_sub(256, a, back, &rest);
        unsigned digits = RG_WIDE_BITS - rg_wide_leading_zeros(rg_wide_magnitude(a));
        if (digits <= 53) {
            assert_true(rg_wide_is_zero(rest));
            continue;
        }
        rg_wide_word half = rg_wide_shift_left(word(1), digits - 54);
        assert_true(rg_wide_compare(rg_wide_magnitude(rest), half) <= 0);
    }
}

/* What a function reads is at most half a unit of its 106th digit away, and expands to itself. */
static void an_operand_has_106_digits(void **unused)
{
    (void)unused;
    uint64_t seed = 6;
    for (unsigned i = 0; i < 20000; i++) {
        rg_wide_word a = random_word(&seed, 250), back, rest;
        assert_int_equal(rg_wide_expand(&standard, rg_wide_number(&standard, a), &back),
                         RG_FLOAT_EXACT);
        rg_wide_sub(256, a, back, &rest);
        unsigned digits = RG_WIDE_BITS - rg_wide_leading_zeros(rg_wide_magnitude(a));
        if (digits <= 106) {
            assert_true(rg_wide_is_zero(rest));
            continue;
        }
        rg_wide_word half = rg_wide_shift_left(word(1), digits - 107);
        assert_true(rg_wide_compare(rg_wide_magnitude(rest), half) <= 0);
    }
}

/* The tie goes to the even digit; all ones carry into a digit more. */
static void shortening_rounds_to_the_nearest(void **unused)
{
    (void)unused;
    const rg_ext_digits first = (rg_ext_digits)1 << 127, unit = (rg_ext_digits)1 << 22,
                        tie = unit / 2;
    const struct {
        rg_ext_digits from, to;
        int32_t exponent;
    } cases[] = {{first, first, 0},
                 {first + tie, first, 0},
                 {first + tie + 1, first + unit, 0},
                 {first + unit + tie, first + 2 * unit, 0},
                 {first + unit + tie - 1, first + unit, 0},
                 {~(rg_ext_digits)0, first, 1},
                 {~(rg_ext_digits)0 - unit + 1 - tie - 1, ~(rg_ext_digits)0 - 2 * unit + 1, 0}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rg_ext x = rg_ext_shorten((rg_ext){cases[i].from, 7, true}, 106);
        assert_true(x.digits == cases[i].to && x.negative);
        assert_int_equal(x.exponent, 7 + cases[i].exponent);
    }
    assert_true(rg_ext_is_zero(rg_ext_shorten((rg_ext){0, 0, false}, 106)));
}

/* A 1 far below the digits that are kept decides a tie. */
static void all_digits_of_a_wide_word_decide_how_it_is_read(void **unused)
{
    (void)unused;
    rg_wide_word tie = {{0, 0, UINT64_C(1) << 19, UINT64_C(1) << 8}}, above = tie, below = tie;
    uint64_t bits;
    above.limb[0] = 1;
    rg_wide_sub(256, tie, word(1), &below);
    rg_wide_read(&standard, tie, &bits);
    assert_int_equal(bits, bits_of(0x1p72));
    rg_wide_read(&standard, above, &bits);
    assert_int_equal(bits, bits_of(0x1.0000000000001p72));
    rg_wide_read(&standard, below, &bits);
    assert_int_equal(bits, bits_of(0x1p72));
}

static void the_ends_of_256_bits_overflow(void **unused)
{
    (void)unused;
    rg_wide_word greatest = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, INT64_MAX}}, least, r;
    assert_true(rg_wide_add(256, greatest, word(1), &least));
    assert_true(rg_wide_negative(least));
    assert_true(rg_wide_sub(256, least, word(1), &r));
    assert_true(same(r, greatest));
    assert_true(rg_wide_negate(256, least, &r));
    assert_false(rg_wide_negate(256, greatest, &r));
    assert_true(rg_wide_scale(256, greatest, 1, &r));
    assert_true(rg_wide_scale(256, word(1), 255, &r));
    assert_false(rg_wide_scale(256, word(-1), 255, &r));
    assert_true(same(r, least));
}

static void doubles_are_float_words_but_for_those_without_place(void **unused)
{
    (void)unused;
    static const double none[] = {-0.0, 0x1p-1074, 0x1.8p-1023, -0x1p-1030};
    const uint64_t infinity = UINT64_C(0x7ff) << 52;
    rg_ext x;
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(rg_float_decode(&standard, bits_of(none[i]), &x));
    assert_false(rg_float_decode(&standard, infinity, &x));
    assert_false(rg_float_decode(&standard, infinity | 1, &x));
    assert_true(rg_float_decode(&standard, bits_of(0x1p-1022), &x));
    assert_true(rg_float_decode(&standard, bits_of(-0x1.fffffffffffffp1023), &x));
}

static double value(unsigned op, double a, double b)
{
    rg_float_out out;
    double f;
    rg_float_eval(&standard, &(rg_float_in){op, false, bits_of(a), bits_of(b), 0}, &out);
    assert_int_equal(out.trap, 0);
    memcpy(&f, &out.f, sizeof f);
    return f;
}

static void values_known_by_hand(void **unused)
{
    (void)unused;
    assert_true(value(RG_OP_FADD, 0x1p53, 1) == 0x1p53);
    assert_true(value(RG_OP_FADD, 0x1p53, 3) == 0x1p53 + 4);
    assert_true(value(RG_OP_FMUL, 1 + 0x1p-30, 1 + 0x1p-30) == 1 + 0x1p-29);
    assert_true(value(RG_OP_FDIV, 1, 3) == 0x1.5555555555555p-2);
    assert_true(value(RG_OP_FSQRT, 0, 2) == 0x1.6a09e667f3bcdp+0);
    assert_true(value(RG_OP_FHYPOT, 0x3p900, 0x4p900) == 0x5p900);
    assert_true(value(RG_OP_FEXP, 0, 0) == 1);
    assert_true(value(RG_OP_FEXP, 0, 1) == 0x1.5bf0a8b145769p+1);
    assert_true(value(RG_OP_FEXP2, 0, -1022) == 0x1p-1022);
    assert_true(value(RG_OP_FLOG, 0, 1) == 0);
    assert_true(value(RG_OP_FLOG2, 0, 0x1p-1000) == -1000);
    assert_true(value(RG_OP_FLOG1P, 0, 0x1p-900) == 0x1p-900);
    assert_true(value(RG_OP_FEXPM1, 0, -0x1p-900) == -0x1p-900);
    assert_true(value(RG_OP_FCOS, 0, 0) == 1);
    assert_true(value(RG_OP_FSIN, 0, 0x1.921fb54442d18p+1) == 0x1.1a62633145c07p-53);
    assert_true(value(RG_OP_FATAN2, 0, -1) == 0x1.921fb54442d18p+1);
    assert_true(value(RG_OP_FACOS, 0, 1) == 0);
    assert_true(value(RG_OP_FTANH, 0, 400) == 1);
    assert_true(value(RG_OP_FPOW, 10, 2) == 100);
}

static void what_has_no_value_traps(void **unused)
{
    (void)unused;
    static const struct {
        unsigned op;
        double a, b;
        unsigned trap;
    } cases[] = {
        {RG_OP_FDIV, 1, 0, RG_TRAP_DIVZERO},      {RG_OP_FDIV, 0, 0, RG_TRAP_DIVZERO},
        {RG_OP_FSQRT, 0, -1, RG_TRAP_DOMAIN},     {RG_OP_FLOG, 0, 0, RG_TRAP_DOMAIN},
        {RG_OP_FLOG2, 0, -1, RG_TRAP_DOMAIN},     {RG_OP_FLOG1P, 0, -1, RG_TRAP_DOMAIN},
        {RG_OP_FASIN, 0, 1.5, RG_TRAP_DOMAIN},    {RG_OP_FACOS, 0, -1.5, RG_TRAP_DOMAIN},
        {RG_OP_FPOW, 0, 1, RG_TRAP_DOMAIN},       {RG_OP_FSIN, 0, 0x1.0001p127, RG_TRAP_DOMAIN},
        {RG_OP_FTAN, 0, -1e300, RG_TRAP_DOMAIN},  {RG_OP_FEXP, 0, 710, RG_TRAP_OVERFLOW},
        {RG_OP_FEXP, 0, 1e300, RG_TRAP_OVERFLOW}, {RG_OP_FMUL, 1e200, 1e200, RG_TRAP_OVERFLOW},
        {RG_OP_FPOW, 1e9, 1e9, RG_TRAP_OVERFLOW}, {RG_OP_FMUL, 0x1p-1074, 1, RG_TRAP_DOMAIN},
        {RG_OP_ADD, 1, 1, RG_TRAP_DOMAIN},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rg_float_in in = {cases[i].op, true, bits_of(cases[i].a), bits_of(cases[i].b), bits_of(1)};
        rg_float_out out;
        rg_float_eval(&standard, &in, &out);
        assert_int_equal(out.trap, cases[i].trap);
        assert_true(out.f == 0 && out.da == 0 && out.db == 0);
    }
}

static void powers_of_integers_are_exact(void **unused)
{
    (void)unused;
    static const struct {
        double a;
        int64_t n;
        double f, slope;
    } cases[] = {
        {3, 33, 5559060566555523.0, 33 * 1853020188851841.0},
        {-2, 3, -8, 12},
        {-2, -2, 0.25, 0.25},
        {0, 0, 1, 0},
        {0, 1, 0, 1},
        {0, 2, 0, 0},
        {-1, INT64_MAX, -1, 0x1p63},
        {7, 0, 1, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rg_float_out out;
        rg_float_eval(&standard,
                      &(rg_float_in){RG_OP_FPOWI, true, bits_of(cases[i].a), (uint64_t)cases[i].n,
                                     bits_of(1)},
                      &out);
        assert_int_equal(out.trap, 0);
        assert_int_equal(out.f, bits_of(cases[i].f));
        assert_int_equal(out.da, bits_of(cases[i].slope));
    }
    rg_float_out out;
    rg_float_eval(&standard, &(rg_float_in){RG_OP_FPOWI, true, 0, (uint64_t)-1, bits_of(1)}, &out);
    assert_int_equal(out.trap, RG_TRAP_DIVZERO);
    rg_float_eval(&standard, &(rg_float_in){RG_OP_ITOF, true, 0, INT64_MAX, bits_of(1)}, &out);
    assert_int_equal(out.f, bits_of(0x1p63));
    assert_int_equal(out.db, 0);
}

/* n / 2^places as each rounding has it. */
static int64_t by_definition(int64_t n, unsigned places, enum rg_float_rounding how)
{
    int64_t floor = n >> places, exact = floor * (INT64_C(1) << places) == n;
    if (how == RG_ROUND_NEAREST)
        return rounded(n, places);
    return floor + (!exact && (how == RG_ROUND_CEIL || (how == RG_ROUND_TRUNC && n < 0)));
}

static void toy_words_become_integers_and_fixed_words(void **unused)
{
    (void)unused;
    for (int n = -128; n < 128; n++)
        for (unsigned frac = 0; frac <= toy.frac; frac++)
            for (unsigned how = RG_ROUND_FLOOR; how <= RG_ROUND_TRUNC; how++) {
                int64_t fixed, expected = by_definition(n, toy.frac - frac, how);
                rg_wide_word back;
                enum rg_float_status status = rg_wide_to_fixed(&toy, word(n), frac, how, &fixed);
                assert_int_equal(fixed, expected);
                bool over = rg_wide_of_fixed(&toy, fixed, frac, &back);
                int64_t scaled = expected * (INT64_C(1) << (toy.frac - frac));
                assert_int_equal(over, scaled != wrapped_8(scaled));
                assert_int_equal(status == RG_FLOAT_EXACT, scaled == n);
            }
}

/* Integers of 64 bits fit in a wide word with all digits; 2^63 does not come back. */
static void wide_words_hold_integers_exactly(void **unused)
{
    (void)unused;
    static const int64_t cases[] = {INT64_MAX, INT64_MIN, -1, INT64_MAX - 1};
    rg_wide_word w;
    int64_t n;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(rg_wide_of_fixed(&standard, cases[i], 0, &w));
        assert_int_equal(rg_wide_to_fixed(&standard, w, 0, RG_ROUND_FLOOR, &n), RG_FLOAT_EXACT);
        assert_int_equal(n, cases[i]);
    }
    rg_wide_scale(256, word(1), 128 + 63, &w);
    assert_int_equal(rg_wide_to_fixed(&standard, w, 0, RG_ROUND_FLOOR, &n), RG_FLOAT_OVERFLOW);
    assert_true(rg_wide_of_fixed(&narrow, INT64_MAX, 0, &w));
}

static void few_digits_are_told(void **unused)
{
    (void)unused;
    rg_float_out out;
    rg_wide_word w;
    rg_ext x;
    rg_float_eval(&standard, &(rg_float_in){RG_OP_FEXP, true, 0, bits_of(-800), bits_of(1)}, &out);
    assert_true(out.f == 0 && out.few && out.grad_few == 1 && out.trap == 0);
    assert_true(rg_float_decode(&standard, bits_of(0x1.fffffffffffffp-100), &x));
    assert_int_equal(rg_wide_expand(&standard, x, &w), RG_FLOAT_FEW);
    assert_int_equal(low(w), 1 << 29);
    assert_true(rg_float_decode(&standard, bits_of(0x1.fffffffffffffp-99), &x));
    assert_int_equal(rg_wide_expand(&standard, x, &w), RG_FLOAT_ROUNDED);
    assert_true(rg_float_decode(&standard, bits_of(0x1p-128), &x));
    assert_int_equal(rg_wide_expand(&standard, x, &w), RG_FLOAT_EXACT);
    assert_true(rg_float_decode(&standard, bits_of(0x1p127), &x));
    assert_int_equal(rg_wide_expand(&standard, x, &w), RG_FLOAT_OVERFLOW);
    assert_int_equal(rg_wide_expand(&standard, rg_ext_negate(x), &w), RG_FLOAT_EXACT);
}

/* A sum of products does not depend on their order, and is undone. */
static void sums_of_products_do_not_depend_on_order(void **unused)
{
    (void)unused;
    enum { TERMS = 200 };
    rg_wide_word terms[TERMS], up = word(0), down = word(0);
    uint64_t seed = 3;
    for (unsigned i = 0; i < TERMS; i++) {
        uint64_t digits = next(&seed), a = (digits >> 12) | (960 + next(&seed) % 120) << 52,
                 b = (next(&seed) >> 12) | (960 + next(&seed) % 120) << 52;
        a |= (next(&seed) & 1) << 63;
        assert_int_not_equal(rg_float_product(&standard, a, b, &terms[i]), RG_FLOAT_OVERFLOW);
    }
    for (unsigned i = 0; i < TERMS; i++) {
        rg_wide_add(256, up, terms[i], &up);
        rg_wide_add(256, down, terms[TERMS - 1 - i], &down);
    }
    assert_true(same(up, down));
    for (unsigned i = 0; i < TERMS; i++)
        rg_wide_sub(256, up, terms[i * 77 % TERMS], &up);
    assert_true(rg_wide_is_zero(up));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_toy_words_are_those_of_integers_and_are_undone),
        cmocka_unit_test(toy_words_are_scaled_and_negated),
        cmocka_unit_test(toy_words_are_read_to_the_nearest_in_order),
        cmocka_unit_test(toy_floats_are_expanded_rounded_once),
        cmocka_unit_test(toy_floats_are_added_and_multiplied_exactly_then_rounded),
        cmocka_unit_test(a_toy_product_added_is_subtracted_to_the_bit),
        cmocka_unit_test(wide_words_of_both_formats_keep_the_laws),
        cmocka_unit_test(reading_then_expanding_keeps_what_was_read),
        cmocka_unit_test(an_operand_has_106_digits),
        cmocka_unit_test(shortening_rounds_to_the_nearest),
        cmocka_unit_test(all_digits_of_a_wide_word_decide_how_it_is_read),
        cmocka_unit_test(the_ends_of_256_bits_overflow),
        cmocka_unit_test(doubles_are_float_words_but_for_those_without_place),
        cmocka_unit_test(values_known_by_hand),
        cmocka_unit_test(what_has_no_value_traps),
        cmocka_unit_test(powers_of_integers_are_exact),
        cmocka_unit_test(toy_words_become_integers_and_fixed_words),
        cmocka_unit_test(wide_words_hold_integers_exactly),
        cmocka_unit_test(few_digits_are_told),
        cmocka_unit_test(sums_of_products_do_not_depend_on_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
