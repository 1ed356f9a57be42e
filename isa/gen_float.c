/* gen_float.c: makes the constants of the floating-point functions (num/float/rom.def) with MPFR.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define MPFR_USE_INTMAX_T
#include <mpfr.h>

enum { DIGITS = 128, PART = 96, PRECISION = 700, PARTS = 128, TURN = 64 };

/* One row of rg_float_rom, the first `digits` digits of x: to the nearest, or cut. Then x is what
 * is left. */
static void row(mpfr_t x, unsigned digits, mpfr_rnd_t how)
{
    mpfr_t m, kept;
    mpfr_init2(kept, (mpfr_prec_t)digits);
    mpfr_init2(m, PRECISION);
    mpfr_set(kept, x, how);
    mpfr_exp_t exponent = mpfr_zero_p(kept) ? 1 : mpfr_get_exp(kept);
    mpfr_abs(m, kept, MPFR_RNDN);
    mpfr_mul_2si(m, m, DIGITS / 2 - exponent, MPFR_RNDN);
    uint64_t high = mpfr_get_uj(m, MPFR_RNDZ);
    mpfr_sub_ui(m, m, high, MPFR_RNDN);
    mpfr_mul_2ui(m, m, DIGITS / 2, MPFR_RNDN);
    printf("{DIGITS(0x%016jx, 0x%016jx), %ld, %d},\n", (uintmax_t)high, mpfr_get_uj(m, MPFR_RNDZ),
           mpfr_zero_p(kept) ? 0L : (long)exponent - 1, mpfr_sgn(kept) < 0);
    mpfr_sub(x, x, kept, MPFR_RNDN);
    mpfr_clears(m, kept, (mpfr_ptr)0);
}

static void whole(mpfr_t x) { row(x, DIGITS, MPFR_RNDN); }

static void powers_of_two(mpfr_t x)
{
    for (int j = 0; j < 64; j++) {
        mpfr_set_si(x, j, MPFR_RNDN);
        mpfr_div_ui(x, x, 64, MPFR_RNDN);
        mpfr_exp2(x, x, MPFR_RNDN);
        whole(x);
    }
}

static void coefficients(mpfr_t x)
{
    for (unsigned n = 0; n < 18; n++) {
        mpfr_fac_ui(x, n, MPFR_RNDN);
        mpfr_ui_div(x, 1, x, MPFR_RNDN);
        whole(x);
    }
    for (unsigned n = 0; n < 12; n++) {
        mpfr_set_ui(x, 2 * n + 1, MPFR_RNDN);
        mpfr_ui_div(x, 1, x, MPFR_RNDN);
        whole(x);
    }
}

/* c_j times 1024. The part j of 1 .. 2 is that from 1 + j/128; those above the root of 2 are
 * halved. The parts next to 1 have c = 1, so that their logarithms keep all digits. */
static unsigned reciprocal(unsigned j)
{
    unsigned middle = 2 * (PARTS + j) + 1, halved = j >= 53;
    if (j == 0 || j == PARTS - 1)
        return 1024;
    return ((1024u << halved) * 2 * PARTS + middle / 2) / middle;
}

static void logarithms(mpfr_t x)
{
    for (unsigned j = 0; j < PARTS; j++) {
        mpfr_set_ui(x, reciprocal(j), MPFR_RNDN);
        mpfr_div_ui(x, x, 1024, MPFR_RNDN);
        whole(x);
    }
    for (unsigned j = 0; j < PARTS; j++) {
        mpfr_set_ui(x, reciprocal(j), MPFR_RNDN);
        mpfr_div_ui(x, x, 1024, MPFR_RNDN);
        mpfr_log(x, x, MPFR_RNDN);
        mpfr_neg(x, x, MPFR_RNDN);
        whole(x);
    }
}

static void angles(mpfr_t x)
{
    for (unsigned j = 0; j < 2 * TURN; j++) {
        mpfr_const_pi(x, MPFR_RNDN);
        mpfr_mul_ui(x, x, j, MPFR_RNDN);
        mpfr_div_ui(x, x, TURN, MPFR_RNDN);
        mpfr_sin(x, x, MPFR_RNDN);
        if (j % TURN == 0)
            mpfr_set_ui(x, 0, MPFR_RNDN);
        whole(x);
    }
    for (unsigned j = 0; j <= 64; j++) {
        mpfr_set_ui(x, j, MPFR_RNDN);
        mpfr_div_ui(x, x, 64, MPFR_RNDN);
        mpfr_atan(x, x, MPFR_RNDN);
        whole(x);
    }
}

static void of_ln2(mpfr_t x)
{
    mpfr_const_log2(x, MPFR_RNDN);
    mpfr_ui_div(x, 64, x, MPFR_RNDN);
    whole(x);
    mpfr_const_log2(x, MPFR_RNDN);
    mpfr_div_ui(x, x, 64, MPFR_RNDN);
    row(x, PART, MPFR_RNDZ);
    whole(x);
    mpfr_const_log2(x, MPFR_RNDN);
    whole(x);
    mpfr_const_log2(x, MPFR_RNDN);
    mpfr_ui_div(x, 1, x, MPFR_RNDN);
    whole(x);
}

static void of_pi(mpfr_t x)
{
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_ui_div(x, 64, x, MPFR_RNDN);
    whole(x);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_div_ui(x, x, 64, MPFR_RNDN);
    row(x, PART, MPFR_RNDZ);
    row(x, PART, MPFR_RNDZ);
    whole(x);
    mpfr_const_pi(x, MPFR_RNDN);
    whole(x);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_div_ui(x, x, 2, MPFR_RNDN);
    whole(x);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_ui_div(x, 64, x, MPFR_RNDN);
    for (int part = 0; part < 4; part++)
        row(x, DIGITS, MPFR_RNDZ);
}

int main(void)
{
    mpfr_t x;
    mpfr_init2(x, PRECISION);
    puts("/* Made by isa/gen_float.c; edit that. */");
    powers_of_two(x);
    coefficients(x);
    logarithms(x);
    angles(x);
    of_ln2(x);
    of_pi(x);
    mpfr_clear(x);
    mpfr_free_cache();
    return fflush(stdout) != 0 || ferror(stdout);
}
