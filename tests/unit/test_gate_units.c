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

static void same_results(const rg_num_config *c, const rg_num_in *in, const uint64_t *lines,
                         const gn_unit_ports *p, unsigned lane)
{
    rg_num_out out;
    uint64_t overflows = get(lines, p->grad_ovf, GN_GRADIENT_OVERFLOWS, lane);

    rg_num_eval(c, in, &out);
    if (get(lines, p->trap, 4, lane) != out.trap)
        print_message("%s a %lld b %lld xlen %u: %llu\n", rg_op_lookup(in->op)->mnemonic,
                      (long long)in->a, (long long)in->b, c->xlen,
                      (unsigned long long)get(lines, p->trap, 4, lane));
    assert_int_equal(get(lines, p->trap, 4, lane), out.trap);
    if (out.trap)
        return;
    if (wrapped(get(lines, p->f, c->xlen, lane), c->xlen) != out.f)
        print_message("%s a %lld b %lld xlen %u\n", rg_op_lookup(in->op)->mnemonic,
                      (long long)in->a, (long long)in->b, c->xlen);
    assert_int_equal(wrapped(get(lines, p->f, c->xlen, lane), c->xlen), out.f);
    assert_int_equal(get(lines, p->value_ovf, 1, lane), out.value_ovf);
    assert_int_equal(wrapped(get(lines, p->da, c->xlen, lane), c->xlen), out.da);
    assert_int_equal(wrapped(get(lines, p->db, c->xlen, lane), c->xlen), out.db);
    assert_int_equal((overflows & 1) + (overflows >> 1 & 1) + (overflows >> 2), out.grad_ovf);
}

static void unit_agrees(const rg_num_config *c, unsigned op, bool grad)
{
    gn_unit_ports p;
    const uint32_t ports = gn_lay_out_unit(c->xlen, &p);
    const rg_op_info *info = rg_op_lookup(op);
    rg_num_in in[LANES];
    gn_unit unit;

    assert_true(gn_make_unit(&unit, c, op, grad, &p, ports));
    assert_true(gn_is_reversible(&unit.net));
    uint64_t *lines = calloc(unit.net.lines, sizeof *lines);
    uint64_t *before = calloc(unit.net.lines, sizeof *before);
    assert_non_null(lines);
    assert_non_null(before);
    for (unsigned k = 0; k < LANES; k++) {
        in[k] = (rg_num_in){.op = op,
                            .grad = grad,
                            .wrap = draw() & 1,
                            .a = info->format == RG_FMT_U ? word(c) : 0,
                            .b = word(c),
                            .gy = word(c)};
        put(lines, p.a, c->xlen, k, (uint64_t)in[k].a);
        put(lines, p.b, c->xlen, k, (uint64_t)in[k].b);
        put(lines, p.gy, c->xlen, k, (uint64_t)in[k].gy);
        put(lines, p.wrap, 1, k, in[k].wrap);
    }
    memcpy(before, lines, unit.net.lines * sizeof *lines);
    gn_run(&unit.net, 0, unit.net.count, false, lines);
    for (unsigned k = 0; k < LANES; k++)
        same_results(c, &in[k], lines, &p, k);
    gn_run(&unit.net, 0, unit.net.count, true, lines);
    assert_memory_equal(before, lines, unit.net.lines * sizeof *lines);
    free(before);
    free(lines);
    gn_free(&unit.net);
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
