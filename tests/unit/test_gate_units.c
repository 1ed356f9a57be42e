/* The function units in reversible gates against the reference arithmetic, on random words: the
 * results are those of rg_num_eval, and the units undone leave nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "sim/gates/unit.h"

enum { LANES = 64 };

static uint64_t state = 1;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static int64_t wrapped(uint64_t v, unsigned xlen)
{
    return (int64_t)(v << (64 - xlen)) >> (64 - xlen);
}

/* Words of all sizes, and the edges. */
static int64_t word(const rg_num_config *c)
{
    const uint64_t kind = draw() % 8;
    if (kind == 0)
        return wrapped(draw() % 5 - 2, c->xlen);
    if (kind == 1)
        return wrapped((UINT64_C(1) << (c->xlen - 1)) + draw() % 3 - 1, c->xlen);
    if (kind == 2)
        return wrapped((draw() % 9 - 4) << c->frac >> 1, c->xlen);
    return wrapped(draw(), c->xlen) >> (draw() % c->xlen);
}

static void put(uint64_t *lines, uint32_t at, unsigned count, unsigned lane, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        lines[at + i] |= (value >> i & 1) << lane;
}

static uint64_t get(const uint64_t *lines, uint32_t at, unsigned count, unsigned lane)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (lines[at + i] >> lane & 1) << i;
    return value;
}

/* Two words, the low one first. */
static rg_wide join(int64_t low, int64_t high, unsigned xlen)
{
    const uint64_t mask = xlen == 64 ? UINT64_MAX : (UINT64_C(1) << xlen) - 1;
    return (rg_wide)high * ((rg_wide)1 << xlen) + (rg_wide)((uint64_t)low & mask);
}

static void split(rg_wide w, unsigned xlen, int64_t words[2])
{
    words[0] = wrapped((uint64_t)w, xlen);
    words[1] = (int64_t)(w >> xlen);
}

/* Those in `more`. */
static void same_new_words(const rg_num_config *c, unsigned op, const rg_num_out *out,
                           const uint64_t *lines, const gn_unit_ports *p, unsigned lane)
{
    int64_t expected[GN_MORE_WORDS] = {0}, pair[2];

    switch (rg_op_lookup(op)->format) {
    case RG_FMT_R3:
    case RG_FMT_R2X:
        expected[GN_NEW_A] = out->a2;
        expected[GN_NEW_GD] = out->gy2;
        expected[GN_NEW_GA] = out->ga2;
        break;
    case RG_FMT_W:
        split(out->product, c->xlen, pair);
        expected[GN_HIGH] = pair[1];
        break;
    case RG_FMT_MD:
        split(out->w2, c->xlen, expected + GN_NEW_W);
        expected[GN_NEW_GD] = out->gy2;
        split(out->gw2, c->xlen, expected + GN_NEW_GW);
        break;
    default: break;
    }
    for (uint32_t i = 0; i < GN_MORE_WORDS; i++)
        assert_int_equal(wrapped(get(lines, p->more + i * c->xlen, c->xlen, lane), c->xlen),
                         expected[i]);
}

static void same_results(const rg_num_config *c, const rg_num_in *in, const uint64_t *lines,
                         const gn_unit_ports *p, unsigned lane)
{
    rg_num_out out;
    rg_num_eval(c, in, &out);
    if (get(lines, p->trap, 4, lane) != out.trap)
        print_message("%s a %lld b %lld xlen %u: %llu\n", rg_op_lookup(in->op)->mnemonic,
                      (long long)in->a, (long long)in->b, c->xlen,
                      (unsigned long long)get(lines, p->trap, 4, lane));
    assert_int_equal(get(lines, p->trap, 4, lane), out.trap);
    if (out.trap)
        return;
    const int64_t f = gn_is_in_place(in->op) ? out.y2 : out.f;
    if (wrapped(get(lines, p->f, c->xlen, lane), c->xlen) != f)
        print_message("%s a %lld b %lld xlen %u\n", rg_op_lookup(in->op)->mnemonic,
                      (long long)in->a, (long long)in->b, c->xlen);
    assert_int_equal(wrapped(get(lines, p->f, c->xlen, lane), c->xlen), f);
    assert_int_equal(get(lines, p->value_ovf, 1, lane), out.value_ovf);
    assert_int_equal(wrapped(get(lines, p->da, c->xlen, lane), c->xlen), out.da);
    assert_int_equal(wrapped(get(lines, p->db, c->xlen, lane), c->xlen), out.db);
    assert_int_equal(get(lines, p->grad_ovf, GN_OVERFLOW_LINES, lane), out.grad_ovf);
    same_new_words(c, in->op, &out, lines, p, lane);
}

static rg_wide wide_word(const rg_num_config *c)
{
    const int64_t low = word(c);
    return join(low, draw() & 1 ? word(c) : low >> (c->xlen - 1), c->xlen);
}

static rg_num_in operands(const rg_num_config *c, unsigned op, bool grad)
{
    const rg_format format = rg_op_lookup(op)->format;
    return (rg_num_in){.op = op,
                       .grad = grad && op != RG_OP_RNG,
                       .wrap = draw() & 1,
                       .inverse = draw() & 1,
                       .a = format != RG_FMT_U1 ? word(c) : 0,
                       .b = word(c),
                       .y = word(c),
                       .gy = word(c),
                       .ga = word(c),
                       .w = wide_word(c),
                       .gw = wide_word(c)};
}

static void enter(uint64_t *lines, const gn_unit_ports *p, const rg_num_config *c,
                  const rg_num_in *in, unsigned lane)
{
    int64_t w[2], gw[2];

    split(in->w, c->xlen, w);
    split(in->gw, c->xlen, gw);
    if (in->op == RG_OP_WMAC)
        gw[0] = in->gy;
    put(lines, p->a, c->xlen, lane, (uint64_t)in->a);
    put(lines, p->b, c->xlen, lane, (uint64_t)in->b);
    put(lines, p->y, c->xlen, lane, (uint64_t)in->y);
    put(lines, p->gy, c->xlen, lane, (uint64_t)in->gy);
    put(lines, p->ga, c->xlen, lane, (uint64_t)in->ga);
    for (uint32_t i = 0; i < 2; i++) {
        put(lines, p->w + i * c->xlen, c->xlen, lane, (uint64_t)w[i]);
        put(lines, p->gw + i * c->xlen, c->xlen, lane, (uint64_t)gw[i]);
    }
    put(lines, p->wrap, 1, lane, in->wrap);
    put(lines, p->inverse, 1, lane, in->inverse);
}

/* A unit, and words of LANES runs on its lines. */
typedef struct {
    gn_unit unit;
    gn_unit_ports p;
    const rg_num_config *c;
    rg_num_in in[LANES];
    uint64_t *lines, *before;
    size_t bytes;
} bench;

static void open_bench(bench *t, const rg_num_config *c, unsigned op, bool grad)
{
    const uint32_t ports = gn_lay_out_unit(c->xlen, &t->p);

    t->c = c;
    assert_true(gn_make_unit(&t->unit, c, op, grad, &t->p, ports));
    assert_true(gn_is_reversible(&t->unit.net));
    t->bytes = t->unit.net.lines * sizeof *t->lines;
    t->lines = calloc(1, t->bytes);
    t->before = calloc(1, t->bytes);
    assert_non_null(t->lines);
    assert_non_null(t->before);
    for (unsigned k = 0; k < LANES; k++) {
        t->in[k] = operands(c, op, grad);
        enter(t->lines, &t->p, c, &t->in[k], k);
    }
    memcpy(t->before, t->lines, t->bytes);
}

static void close_bench(bench *t)
{
    free(t->before);
    free(t->lines);
    gn_free(&t->unit.net);
}

/* Two words, or more behind them, in the lanes of the mask. */
static void exchange(bench *t, uint64_t lanes, uint32_t first, uint32_t second, unsigned words)
{
    for (uint32_t i = 0; i < words * t->c->xlen; i++) {
        const uint64_t differ = lanes & (t->lines[first + i] ^ t->lines[second + i]);
        t->lines[first + i] ^= differ;
        t->lines[second + i] ^= differ;
    }
}

/* Where no trap is: new words and operands are exchanged. */
static void renew(bench *t, unsigned op, bool grad)
{
    const gn_unit_ports *p = &t->p;
    const uint32_t more = p->more, x = t->c->xlen;
    const rg_format format = rg_op_lookup(op)->format;
    const bool turns = format == RG_FMT_R3 || format == RG_FMT_R2X, banks = format == RG_FMT_MD;
    uint64_t lanes = ~UINT64_C(0);

    for (uint32_t i = 0; i < 4; i++)
        lanes &= ~t->lines[p->trap + i];
    exchange(t, lanes, p->y, p->f, 1);
    exchange(t, lanes, p->a, more + GN_NEW_A * x, turns);
    exchange(t, lanes, p->w, more + GN_NEW_W * x, banks ? 2 : 0);
    exchange(t, lanes, p->gy, more + GN_NEW_GD * x, grad && (turns || banks));
    exchange(t, lanes, p->ga, more + GN_NEW_GA * x, grad && turns);
    exchange(t, lanes, p->gw, more + GN_NEW_GW * x, grad && banks ? 2 : 0);
    t->lines[p->inverse] ^= lanes;
}

/* From new words, the unit in the other direction takes all from its lines. */
static void takes_back(bench *t, unsigned op, bool grad)
{
    assert_true(gn_close_unit(&t->unit));
    gn_run(&t->unit.net, 0, t->unit.net.count, false, t->lines);
    renew(t, op, grad);
    assert_memory_not_equal(t->before, t->lines, t->bytes);
    gn_run(&t->unit.net, 0, t->unit.net.count, false, t->lines);
    for (uint32_t i = t->p.f; i < t->p.wrap; i++)
        assert_int_equal(t->lines[i], 0);
    for (uint32_t i = t->p.inverse + 1; i < t->unit.net.lines; i++)
        assert_int_equal(t->lines[i], 0);
}

static void unit_agrees(const rg_num_config *c, unsigned op, bool grad)
{
    bench t;

    open_bench(&t, c, op, grad);
    gn_run(&t.unit.net, 0, t.unit.net.count, false, t.lines);
    for (unsigned k = 0; k < LANES; k++)
        same_results(c, &t.in[k], t.lines, &t.p, k);
    gn_run(&t.unit.net, 0, t.unit.net.count, true, t.lines);
    assert_memory_equal(t.before, t.lines, t.bytes);
    if (gn_is_in_place(op))
        takes_back(&t, op, grad && op != RG_OP_RNG);
    close_bench(&t);
}

/* How many operations have a unit; each agrees. */
static unsigned units_agree(const rg_num_config *c)
{
    unsigned units = 0;
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        if (!gn_has_unit(op))
            continue;
        units++;
        unit_agrees(c, op, false);
        unit_agrees(c, op, true);
    }
    return units;
}

static void units_of_8(void **unused)
{
    (void)unused;
    assert_true(units_agree(&(rg_num_config){8, 4}) > 0);
    assert_true(units_agree(&(rg_num_config){8, 0}) > 0);
}

static void units_of_16(void **unused)
{
    (void)unused;
    assert_true(units_agree(&(rg_num_config){16, 10}) > 0);
}

static void units_of_32(void **unused)
{
    (void)unused;
    assert_true(units_agree(&(rg_num_config){32, 16}) > 0);
}

static void units_of_64(void **unused)
{
    (void)unused;
    assert_true(units_agree(&(rg_num_config){64, 43}) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_of_8),
        cmocka_unit_test(units_of_16),
        cmocka_unit_test(units_of_32),
        cmocka_unit_test(units_of_64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
