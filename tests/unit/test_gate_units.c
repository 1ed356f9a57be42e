/* The function units in reversible gates against the reference arithmetic, on random words: the
 * results are those of rg_num_eval. That the units undone leave nothing is proved by their gates.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/unit/gate_units.h"

static uint64_t state = 1;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
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
    gn_run(&t->unit.net, 0, t->unit.net.count, false, t->lines);
    renew(t, op, grad);
    assert_memory_not_equal(t->before, t->lines, t->bytes);
    gn_run(&t->unit.net, 0, t->unit.net.count, false, t->lines);
    for (uint32_t i = t->p.f; i < t->p.wrap; i++)
        assert_int_equal(t->lines[i], 0);
    for (uint32_t i = t->p.inverse + 1; i < t->unit.net.lines; i++)
        assert_int_equal(t->lines[i], 0);
}

static bool is_result(const gn_unit_ports *p, uint32_t line)
{
    return line >= p->f && line < p->wrap;
}

/* Whether the second gate undoes the first. */
static bool undoes(const gn_gate *first, const gn_gate *second)
{
    const uint32_t inverse = first->kind == GN_PERES           ? GN_PERES_INVERSE
                             : first->kind == GN_PERES_INVERSE ? GN_PERES
                                                               : first->kind;
    return second->kind == inverse && second->a == first->a && second->b == first->b
           && second->t == first->t;
}

/* A proof from the gates alone, for any operands, of a closed unit. What makes the results touches
 * none of their lines. What copies them writes on their lines only, and reads none of them. Then
 * the first part is undone, gate by gate from its end. So nothing but the results changes, by
 * exclusive or with what depends on the other lines only. Done twice it is the identity, and the
 * gates from the end are the gates from the front. */
static bool is_proved_by_its_gates(const gn_unit *unit, const gn_unit_ports *p)
{
    const gn_gate *g = unit->net.gates;
    const size_t count = unit->net.count, tail = count - unit->copy;

    for (size_t i = 0; i < unit->copy; i++)
        if (is_result(p, g[i].a) || is_result(p, g[i].b) || is_result(p, g[i].t)
            || !undoes(&g[i], &g[count - 1 - i]))
            return false;
    for (size_t i = unit->copy; i < tail; i++)
        if (g[i].kind > GN_CNOT || !is_result(p, g[i].t)
            || (g[i].kind == GN_CNOT && is_result(p, g[i].a)))
            return false;
    return unit->copy <= tail;
}

/* One gate changed is not proved. */
static void is_proved(bench *t)
{
    assert_true(gn_close_unit(&t->unit));
    assert_true(is_proved_by_its_gates(&t->unit, &t->p));
    if (t->unit.copy == 0)
        return;
    gn_gate *changed = &t->unit.net.gates[t->unit.copy / 2];
    const gn_gate kept = *changed;
    changed->t = t->p.f;
    assert_false(is_proved_by_its_gates(&t->unit, &t->p));
    *changed = kept;
    changed->kind = kept.kind == GN_NOT ? GN_CNOT : GN_NOT;
    assert_false(is_proved_by_its_gates(&t->unit, &t->p));
    *changed = kept;
}

static void unit_agrees(const rg_num_config *c, unsigned op, bool grad)
{
    bench t;

    open_bench(&t, c, op, grad);
    gn_run(&t.unit.net, 0, t.unit.net.count, false, t.lines);
    for (unsigned k = 0; k < LANES; k++)
        if (!same_results(c, &t.in[k], t.lines, &t.p, k)) {
            print_operands(c, &t.in[k]);
            fail();
        }
    gn_run(&t.unit.net, 0, t.unit.net.count, true, t.lines);
    assert_memory_equal(t.before, t.lines, t.bytes);
    is_proved(&t);
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
