/* test_unit_contract.c: what the proofs of tests/formal assume of the function unit, on random
 * questions in several formats. The value of an update depends on its operands alone. A rotation is
 * undone exactly by the opposite one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "isa/num/num.h"

enum { ROUNDS = 20000 };

static const rg_num_config formats[] = {{64, 43}, {64, 36}, {64, 62}, {64, 1}, {32, 16}, {32, 30}};
enum { FORMATS = sizeof formats / sizeof formats[0] };

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * UINT64_C(2685821657736338717);
}

/* A word of any magnitude. */
static int64_t word(uint64_t *seed, unsigned xlen)
{
    int64_t v = (int64_t)next(seed);

    if (xlen == 32)
        v = (int32_t)v;
    return v >> (next(seed) % xlen);
}

static rg_num_in question(uint64_t *seed, unsigned op, unsigned xlen)
{
    return (rg_num_in){
        .op = op,
        .grad = next(seed) & 1,
        .inverse = next(seed) & 1,
        .wrap = next(seed) & 1,
        .a = word(seed, xlen),
        .b = word(seed, xlen),
        .y = word(seed, xlen),
        .gy = word(seed, xlen),
        .ga = word(seed, xlen),
    };
}

static bool is_update(unsigned op)
{
    const rg_op_info *info = rg_op_lookup(op);

    return info
           && (info->format == RG_FMT_U || info->format == RG_FMT_U1 || info->format == RG_FMT_W
               || info->format == RG_FMT_WO);
}

static void test_updates(void **state)
{
    uint64_t seed = 0x9e3779b97f4a7c15u;

    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const rg_num_config *format = &formats[i % FORMATS];
        unsigned op = (unsigned)(next(&seed) % RG_OP_LIMIT);
        if (!is_update(op))
            continue;
        rg_num_in in = question(&seed, op, format->xlen), other = question(&seed, op, format->xlen);
        rg_num_out out, again;
        other.w = in.w = (rg_wide)word(&seed, 64)
                         * ((rg_wide)1 << (format->xlen == 64 ? next(&seed) % 64 : 0));
        rg_num_eval(format, &in, &out);
        other.wrap = in.wrap;
        other.b = in.b;
        if (rg_op_lookup(op)->format == RG_FMT_U || rg_op_lookup(op)->format == RG_FMT_W)
            other.a = in.a;
        rg_num_eval(format, &other, &again);
        assert_int_equal(out.trap, again.trap);
        assert_int_equal(out.f, again.f);
        assert_int_equal(out.value_ovf, again.value_ovf);
        assert_true(out.product == again.product);
        /* The products ask for the target's gradient too, and for nothing else. */
        other.grad = in.grad;
        other.gy = in.gy;
        rg_num_eval(format, &other, &again);
        assert_int_equal(out.da, again.da);
        assert_int_equal(out.db, again.db);
        assert_int_equal(out.grad_ovf, again.grad_ovf);
    }
}

/* How many of many random rotations were undone exactly. The others trap. */
static unsigned turns_undone(const unsigned ops[2])
{
    uint64_t seed = 0xd1b54a32d192ed03u;
    unsigned turned = 0;

    for (unsigned i = 0; i < ROUNDS; i++) {
        const rg_num_config *format = &formats[i % FORMATS];
        rg_num_in in = question(&seed, ops[next(&seed) & 1], format->xlen);
        rg_num_out out, back;
        rg_num_eval(format, &in, &out);
        if (out.trap)
            continue;
        rg_num_in opposite = in;
        opposite.inverse = !in.inverse;
        opposite.y = out.y2;
        opposite.a = out.a2;
        opposite.gy = out.gy2;
        opposite.ga = out.ga2;
        rg_num_eval(format, &opposite, &back);
        assert_int_equal(back.trap, 0);
        assert_int_equal(back.y2, in.y);
        assert_int_equal(back.a2, in.a);
        if (in.grad) {
            assert_int_equal(back.gy2, in.gy);
            assert_int_equal(back.ga2, in.ga);
        }
        assert_int_equal(back.db, out.db);
        assert_int_equal(back.grad_ovf, out.grad_ovf);
        assert_int_equal(back.value_ovf, out.value_ovf);
        turned++;
    }
    return turned;
}

/* What is left of two words after a few pops, of either sign, or nothing. */
static rg_wide bank(uint64_t *seed, unsigned xlen)
{
    rg_wide w = (rg_wide)word(seed, xlen) * ((rg_wide)1 << next(seed) % (xlen - 1))
                + word(seed, xlen);

    return next(seed) % 4 == 0 ? 0 : w;
}

/* The value, its gradient and both banks come back, and the shares of A and B are the same in both
 * directions. */
static void test_banks(void **state)
{
    uint64_t seed = 0x2545f4914f6cdd1du;
    unsigned done = 0, trapped = 0;

    (void)state;
    for (unsigned i = 0; i < 5 * ROUNDS; i++) {
        const rg_num_config *format = &formats[i % FORMATS];
        rg_num_in in = question(&seed, RG_OP_MULDIV, format->xlen);
        rg_num_out out, back;
        in.w = bank(&seed, format->xlen);
        in.gw = bank(&seed, format->xlen);
        rg_num_eval(format, &in, &out);
        trapped += out.trap != 0;
        if (out.trap)
            continue;
        rg_num_in opposite = in;
        opposite.inverse = !in.inverse;
        opposite.y = out.y2;
        opposite.w = out.w2;
        if (in.grad) {
            opposite.gy = out.gy2;
            opposite.gw = out.gw2;
        }
        rg_num_eval(format, &opposite, &back);
        assert_int_equal(back.trap, 0);
        assert_int_equal(back.y2, in.y);
        assert_true(back.w2 == in.w);
        if (in.grad) {
            assert_int_equal(back.gy2, in.gy);
            assert_true(back.gw2 == in.gw);
        }
        assert_int_equal(back.da, out.da);
        assert_int_equal(back.db, out.db);
        assert_int_equal(back.grad_ovf, out.grad_ovf);
        done++;
    }
    assert_true(done > ROUNDS && trapped > ROUNDS / 4);
}

static void test_generator(void **state)
{
    uint64_t seed = 0x853c49e6748fea9bu;

    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const rg_num_config *format = &formats[i % FORMATS];
        rg_num_in in = question(&seed, RG_OP_RNG, format->xlen), back;
        rg_num_out out, again;
        rg_num_eval(format, &in, &out);
        back = in;
        back.inverse = !in.inverse;
        back.y = out.y2;
        rg_num_eval(format, &back, &again);
        assert_int_equal(again.y2, in.y);
    }
}

static void test_rotations(void **state)
{
    (void)state;
    assert_true(turns_undone((const unsigned[]){RG_OP_ROT, RG_OP_IROT}) > ROUNDS / 2);
}

static void test_hadamard(void **state)
{
    (void)state;
    assert_true(turns_undone((const unsigned[]){RG_OP_HAD, RG_OP_IHAD}) > ROUNDS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_updates),   cmocka_unit_test(test_rotations),
        cmocka_unit_test(test_hadamard),  cmocka_unit_test(test_banks),
        cmocka_unit_test(test_generator),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
