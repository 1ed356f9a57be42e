/* test_num_bits.c: the words that the functions give stay what they are, to the bit, however their
 * micro-programs are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "isa/num/dual.h"

enum { OPERANDS = 1000 };

/* Of all words below, in their order. Another number says that programs give other results. */
static const uint64_t expected = UINT64_C(0xfdb6dde0da05cdb1);

typedef struct {
    uint64_t random, hash;
} stream;

static uint64_t next(stream *s)
{
    s->random = s->random * RG_RNG_MULTIPLIER + RG_RNG_INCREMENT;
    return s->random >> 32;
}

/* Zero, powers of two and their negatives, and words of all sizes. */
static int64_t word(stream *s, unsigned xlen)
{
    const uint64_t high = next(s) << 32;
    uint64_t w = high | next(s);
    const unsigned kind = (unsigned)next(s) % 8;

    w = kind == 0   ? 0
        : kind == 1 ? UINT64_C(1) << w % xlen
        : kind == 2 ? ~UINT64_C(0) << w % xlen
                    : (uint64_t)((int64_t)w >> next(s) % 64);
    return (int64_t)(w << (64 - xlen)) >> (64 - xlen);
}

/* FNV-1a */
static void mix(stream *s, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        s->hash = (s->hash ^ (word >> 8 * i & 255)) * UINT64_C(0x100000001b3);
}

static void mix_all(stream *s, const int64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mix(s, (uint64_t)words[i]);
}

static void evaluate(stream *s, const rg_num_config *format, unsigned op)
{
    const unsigned bits = (unsigned)next(s);
    int64_t words[10];

    for (unsigned i = 0; i < 10; i++)
        words[i] = word(s, format->xlen);
    const rg_num_in in = {.op = op,
                          .grad = bits & 1,
                          .inverse = bits & 2,
                          .wrap = bits & 4,
                          .a = words[0],
                          .b = words[1],
                          .y = words[2],
                          .gy = words[3],
                          .ga = words[4],
                          .w = word(s, 64)};
    const rg_num_dual_in dual = {.both = in.grad,
                                 .has_a = true,
                                 .has_b = true,
                                 .td = words[5],
                                 .ta = words[6],
                                 .tb = words[7],
                                 .ud = words[8],
                                 .ua = words[9]};
    rg_num_out o = {0};
    rg_num_dual_out d = {0};

    rg_num_eval(format, &in, &o);
    rg_num_dual(format, &in, &o, &dual, &d);
    mix_all(s,
            (int64_t[]){o.trap, o.f, o.da, o.db, o.y2, o.a2, o.gy2, o.ga2, o.grad_ovf, o.value_ovf,
                        (int64_t)o.product, (int64_t)(o.product >> 64)},
            12);
    mix_all(s,
            (int64_t[]){d.pa, d.qb, d.pu, d.qu, d.ha, d.hb, d.td2, d.ta2, d.ud2, d.ua2, d.ub,
                        d.overflows},
            12);
}

static bool is_function(unsigned op)
{
    const rg_op_info *info = rg_op_lookup(op);

    if (!info)
        return false;
    switch (info->format) {
    case RG_FMT_U:
    case RG_FMT_U1:
    case RG_FMT_R3:
    case RG_FMT_R2X:
    case RG_FMT_W:
    case RG_FMT_WO:
    case RG_FMT_RM: return true;
    default: return false;
    }
}

static void words_are_what_they_were(void **state)
{
    static const rg_num_config formats[] = {{64, 43}, {64, 36}, {64, 62}, {64, 1},
                                            {32, 16}, {32, 30}, {16, 8},  {8, 3}};
    stream s = {1, UINT64_C(0xcbf29ce484222325)};

    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++)
        for (unsigned op = 0; op < RG_OP_LIMIT; op++)
            for (unsigned n = 0; n < OPERANDS && is_function(op); n++)
                evaluate(&s, &formats[f], op);
    assert_int_equal(s.hash, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_what_they_were)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
