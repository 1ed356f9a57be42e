/* accuracy.c: the long accuracy campaign. Every function at special and at many random operands
 * against MPFR.
 *
 * A result that the C library's long double already shows to be good is not computed again. MPFR
 * decides what comes near half a unit, and every trap. It also decides one operand in sixteen, with
 * its gradient. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/property/num_reference.h"

enum { SPECIAL_LIMIT = 4096, CORE_LIMIT = 512, GRADIENT_EVERY = 16 };

static const double gradient_limit = 0.501;

typedef struct {
    int64_t word[SPECIAL_LIMIT];
    unsigned count, core;
} special_words;

static void put(special_words *s, const rg_num_config *c, int64_t v)
{
    if (s->count < SPECIAL_LIMIT)
        s->word[s->count++] = num_wrap(v, c->xlen);
}

static void put_around(special_words *s, const rg_num_config *c, int64_t v)
{
    for (int64_t d = -1; d <= 1; d++) {
        put(s, c, (int64_t)((uint64_t)v + (uint64_t)d));
        put(s, c, (int64_t)(0 - (uint64_t)v + (uint64_t)d));
    }
}

/* Multiples of a constant: to the nearest word and its neighbours, as far as they fit. */
static void put_multiples(special_words *s, const rg_num_config *c, mpfr_t constant, mpfr_t t,
                          int count)
{
    for (int i = 1; i <= 2 * count; i++) {
        if (i <= count)
            mpfr_mul_si(t, constant, i, MPFR_RNDN);
        else
            mpfr_mul_2si(t, constant, i - count, MPFR_RNDN);
        mpfr_mul_2si(t, t, (long)c->frac, MPFR_RNDN);
        if (mpfr_cmp_si_2exp(t, 1, (long)c->xlen - 1) < 0)
            put_around(s, c, (int64_t)mpfr_get_sj(t, MPFR_RNDN));
    }
}

/* The core comes first: small words, all powers of two, integers, the ends. Then the ends of the
 * tables' intervals and multiples of pi/4 and of ln 2 / 2. */
static void collect(special_words *s, const rg_num_config *c)
{
    int64_t one = INT64_C(1) << c->frac;
    s->count = 0;
    put_around(s, c, 0);
    for (unsigned k = 1; k < c->xlen; k++)
        put_around(s, c, (int64_t)(UINT64_C(1) << k));
    for (int64_t n = 3; n < 12; n++) {
        put(s, c, (int64_t)((uint64_t)n << c->frac));
        put(s, c, (int64_t)(0 - ((uint64_t)n << c->frac)));
        put(s, c, one / n);
    }
    s->core = s->count < CORE_LIMIT ? s->count : CORE_LIMIT;
    for (int64_t j = 1; j <= 128; j++)
        put_around(s, c, j * (one / 64));
    mpfr_t constant, t;
    mpfr_inits2(NUM_PRECISION, constant, t, (mpfr_ptr)0);
    mpfr_const_pi(constant, MPFR_RNDN);
    mpfr_div_ui(constant, constant, 4, MPFR_RNDN);
    put_multiples(s, c, constant, t, 128);
    mpfr_const_log2(constant, MPFR_RNDN);
    mpfr_div_ui(constant, constant, 2, MPFR_RNDN);
    put_multiples(s, c, constant, t, 64);
    mpfr_clears(constant, t, (mpfr_ptr)0);
}

/* True when long double shows the error to be below 0.49; its own is within 16 of its units. */
static bool plainly_good(const subject *s, const rg_num_config *c, const rg_num_in *in)
{
    if (s->approximation == NULL || in->grad)
        return false;
    rg_num_out out;
    rg_num_eval(c, in, &out);
    if (out.trap)
        return false;
    long double unit = ldexpl(1, -(int)c->frac), scale = ldexpl(1, (int)c->frac);
    long double b = s->b_integer ? (long double)in->b : (long double)in->b * unit;
    if (s->op == RG_OP_LMULF)
        b = fabsl(b);
    long double f = s->approximation((long double)in->a * unit, b) * scale;
    long double error = fabsl(f - (long double)(s->f_log ? num_log_field(c, out.f) : out.f));
    return error + fabsl(f) * 0x1p-59L < 0.49L;
}

typedef struct {
    const subject *s;
    const rg_num_config *c;
    exact *e;
    num_worst worst;
    uint64_t tried, wrong;
} trial;

static void try_operands(trial *t, const rg_num_in *in)
{
    t->tried++;
    if (plainly_good(t->s, t->c, in))
        return;
    const char *wrong = num_check(t->s, t->c, in, t->e, &t->worst);
    if (wrong && t->wrong++ < 5)
        printf("%s: wrong about %s: a = %lld, b = %lld\n", t->s->name, wrong, (long long)in->a,
               (long long)in->b);
}

static void special_trial(trial *t, const special_words *words)
{
    const subject *s = t->s;
    rg_num_in in = {.op = s->op, .grad = true, .gy = INT64_C(1) << t->c->frac};
    if (s->a_bits == 0) {
        for (unsigned i = 0; i < words->count; i++) {
            in.b = words->word[i];
            try_operands(t, &in);
        }
        return;
    }
    for (unsigned i = 0; i < words->core; i++)
        for (unsigned j = 0; j < words->core; j++) {
            in.a = words->word[i], in.b = words->word[j];
            try_operands(t, &in);
        }
    for (unsigned i = 0; s->b_integer && i < words->core; i++)
        for (in.a = words->word[i], in.b = -70; in.b <= 70; in.b++)
            try_operands(t, &in);
}

static void random_trial(trial *t, uint64_t rounds, uint64_t state)
{
    for (uint64_t i = 0; i < rounds; i++) {
        rg_num_in in = num_operands(t->s, t->c, &state);
        in.grad = i % GRADIENT_EVERY == 0;
        try_operands(t, &in);
    }
}

/* True when the bounds hold. */
static bool campaign(const subject *s, const rg_num_config *c, exact *e, const special_words *words,
                     uint64_t rounds)
{
    trial t = {.s = s, .c = c, .e = e};
    clock_t start = clock();
    special_trial(&t, words);
    uint64_t special = t.tried;
    random_trial(&t, rounds, 7 + s->op);
    printf("%-8s %10.6f %10.6f %12llu %9llu %9llu %8.1f\n", s->name, t.worst.value,
           t.worst.gradient, (unsigned long long)rounds, (unsigned long long)special,
           (unsigned long long)t.worst.trapped, (double)(clock() - start) / CLOCKS_PER_SEC);
    fflush(stdout);
    return t.wrong == 0 && t.worst.value <= num_value_limit(s)
           && t.worst.gradient <= gradient_limit;
}

/* True when the configuration is the one named XLEN/FRAC, or none is named. */
static bool asked(const rg_num_config *c, const char *name)
{
    char own[24];
    snprintf(own, sizeof own, "%u/%u", c->xlen, c->frac);
    return *name == '\0' || strcmp(own, name) == 0;
}

int main(int argc, char **argv)
{
    static const rg_num_config configs[] = {{64, 43}, {64, 36}, {32, 16}};
    static special_words words;
    char *end = NULL;
    unsigned long long rounds = argc > 1 ? strtoull(argv[1], &end, 10) : 0;
    const char *only = argc > 2 ? argv[2] : "", *format = argc > 3 ? argv[3] : "";
    if (argc < 2 || argc > 4 || *end != '\0' || rounds == 0) {
        fputs("usage: campaign ROUNDS [FUNCTION [XLEN/FRAC]], an empty FUNCTION for all\n", stderr);
        return 2;
    }
    exact e;
    num_exact_init(&e, NUM_PRECISION);
    bool good = true, tried = false;
    for (unsigned k = 0; k < sizeof configs / sizeof configs[0]; k++) {
        if (!asked(&configs[k], format))
            continue;
        collect(&words, &configs[k]);
        printf("XLEN %u, FRAC %u\n%-8s %10s %10s %12s %9s %9s %8s\n", configs[k].xlen,
               configs[k].frac, "", "value/ulp", "gradient", "random", "special", "trapped",
               "seconds");
        for (size_t i = 0; i < NUM_SUBJECTS; i++) {
            if (*only != '\0' && strcmp(only, num_subjects[i].name) != 0)
                continue;
            tried = true;
            good &= campaign(&num_subjects[i], &configs[k], &e, &words, rounds);
        }
    }
    num_exact_clear(&e);
    if (!tried)
        fputs("campaign: no such function or configuration\n", stderr);
    else
        puts(good ? "all bounds hold" : "BOUNDS BROKEN");
    return good && tried ? 0 : 1;
}
