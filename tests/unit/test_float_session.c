/* test_float_session.c: words of 256 bits and derivatives of 512 where a session stands: their
 * bits, the numbers that they stand for, watches, and what is set. */
#include <setjmp.h>
#include <stdarg.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd_session.h"

static const char program[] = "@i function f(y!::Float64, x::Float64)\n"
                              "    y! += 3.0\n"
                              "    t ← x * 0.5\n"
                              "    y! += 1.0e-30 / t\n"
                              "    t → x * 0.5\n"
                              "end\n";
static const uint64_t holds_float = UINT64_C(1) << 63;

typedef struct {
    rg_device *device;
    rg_job *job;
    rg_session *session;
} rig;

static rig open_with(const char *text, double x, const rg_session_recipe *recipe)
{
    const char *const all = "all";
    rg_fault fault;
    rig r = {.device = rg_device_open("float", &fault)};
    assert_non_null(r.device);
    assert_int_equal(rg_set_passes_off(r.device, &all, 1, &fault), RG_OK);
    if (rg_load_text(r.device, "f.rg", text, &fault) != RG_OK)
        fail_msg("%s", fault.message);
    r.job = rg_job_new(r.device, "f", &fault);
    assert_non_null(r.job);
    assert_int_equal(rg_set_number(r.job, "x", x, &fault), RG_OK);
    if (recipe->tangents)
        assert_int_equal(rg_set_direction(r.job, "x", &x, 1, &fault), RG_OK);
    if (rg_session_open(r.job, recipe, &r.session, &fault) != RG_OK)
        fail_msg("%s", fault.message);
    return r;
}

static void close_all(rig *r)
{
    rg_session_close(r->session);
    rg_job_free(r->job);
    rg_device_close(r->device);
}

static rg_session_value look(const rig *r, const char *name)
{
    rg_session_value v;
    rg_fault fault;
    if (rg_session_evaluate(r->session, 0, name, &v, &fault) != RG_OK)
        fail_msg("%s", fault.message);
    return v;
}

static rg_session_spot line(const rig *r, unsigned number, bool back)
{
    const rg_session_stop stop = {.kind = RG_STOP_LINE, .line = number};
    rg_session_spot spot;
    rg_fault fault;
    assert_int_equal(rg_session_run(r->session, back, &stop, 1, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_BREAKPOINT);
    return spot;
}

static void has(const rg_session_limbs *bits, unsigned count, uint64_t a, uint64_t b, uint64_t c,
                uint64_t d)
{
    const uint64_t limbs[] = {a, b, c, d};
    assert_int_equal(bits->count, count);
    for (unsigned k = 0; k < 4; k++)
        assert_true(bits->limb[k] == limbs[k]);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* An integer in units of 2^-128, a number that is written once, and an Int, whose limbs above the
 * lowest are not used. */
static void test_bits(void **state)
{
    rig r = open_with(program, 1e-60, &(rg_session_recipe){0});
    rg_session_value v;
    rg_fault fault;
    (void)state;
    line(&r, 3, false);
    v = look(&r, "y!");
    assert_true(v.wide && v.value == 3);
    has(&v.bits, 4, 0, 0, 3, 0);
    v = look(&r, "x");
    has(&v.bits, 4, bits_of(1e-60), 0, 0, holds_float);
    assert_true(v.value == 1e-60);
    assert_int_equal(v.gradient_bits.count, 8);
    line(&r, 4, false);
    v = look(&r, "t");
    has(&v.bits, 4, bits_of(0.5e-60), 0, 0, holds_float);
    line(&r, 3, true); /* and back */
    v = look(&r, "y!");
    has(&v.bits, 4, 0, 0, 3, 0);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(rg_session_cell(r.session, false, i, &v, &fault), RG_OK);
    assert_int_equal(rg_session_cell(r.session, false, 32, &v, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0944");
    assert_int_equal(rg_session_cell(r.session, true, SIZE_MAX, &v, &fault), RG_BAD_USE);
    assert_int_equal(rg_session_cell(r.session, true, 0, NULL, &fault), RG_BAD_USE);
    assert_int_equal(rg_session_cell(NULL, true, 0, &v, &fault), RG_BAD_USE);
    close_all(&r);
}

/* d y / d t = -10^-30 / t^2, of which the word holds its part times the size of t. */
static void test_gradient(void **state)
{
    rig r = open_with(program, 1e-60, &(rg_session_recipe){.output = "y!"});
    rg_session_spot spot;
    rg_session_bits cost;
    rg_fault fault;
    double slope = 0;
    (void)state;
    assert_int_equal(rg_session_run(r.session, false, NULL, 0, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_AT_END);
    const rg_session_value x = look(&r, "x");
    assert_int_equal(rg_session_cost(r.session, &cost, &fault), RG_OK);
    assert_int_equal(cost.kept % 512, 0);
    line(&r, 3, true); /* t still is, and has its gradient */
    const rg_session_value t = look(&r, "t");
    assert_true(t.gradient < -3.9999e90 && t.gradient > -4.0001e90);
    rg_session_close(r.session);
    r.session = NULL;
    assert_int_equal(rg_gradient(r.job, "y!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_get_gradient(r.job, "x", &slope, 1), 1);
    assert_true(slope == x.gradient && slope < -1.9999e90 && slope > -2.0001e90);
    close_all(&r);
}

/* Along x itself a reciprocal changes by what it is, with the other sign. */
static void test_tangent(void **state)
{
    rig r = open_with(program, 1e-60, &(rg_session_recipe){.tangents = true});
    rg_session_value v;
    (void)state;
    line(&r, 4, false);
    v = look(&r, "x");
    assert_true(v.has_tangent && v.tangent == 1e-60);
    v = look(&r, "t");
    assert_true(v.tangent > 0.4999e-60 && v.tangent < 0.5001e-60);
    line(&r, 5, false);
    v = look(&r, "y!");
    assert_true(v.tangent < -1.9999e30 && v.tangent > -2.0001e30);
    close_all(&r);
}

/* 3 is added in the third limb: the lowest 64 bits are 0 before and after. */
static void test_watch(void **state)
{
    rig r = open_with(program, 1e-60, &(rg_session_recipe){0});
    const rg_session_stop stop = {
        .kind = RG_STOP_CHANGE, .watch = "y!", .condition = "y! > 2.5 && y! < 3.5"};
    rg_session_spot spot, again;
    rg_fault fault;
    (void)state;
    assert_int_equal(rg_session_run(r.session, false, &stop, 1, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_CHANGED);
    assert_int_equal(spot.line, 3); /* behind the change */
    assert_true(spot.before == 0 && spot.after == 3);
    assert_int_equal(rg_session_run(r.session, false, NULL, 0, &again, &fault), RG_OK);
    const rg_session_stop any = {.kind = RG_STOP_CHANGE, .watch = "y!"};
    assert_int_equal(rg_session_run(r.session, true, &any, 1, &again, &fault), RG_OK);
    assert_true(again.before > 1e30 && again.after == 3);
    assert_int_equal(rg_session_run(r.session, true, &any, 1, &again, &fault), RG_OK);
    assert_true(again.before == 3 && again.after == 0 && again.time == spot.time - 1);
    close_all(&r);
}

static void refuses(const rig *r, const char *name, double value)
{
    rg_fault fault;
    assert_int_equal(rg_session_set(r->session, 0, name, value, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0910");
}

static void test_set(void **state)
{
    rig r = open_with(program, 1e-60, &(rg_session_recipe){.output = "y!"});
    rg_session_bits before, after;
    rg_session_value v;
    rg_session_spot spot;
    rg_fault fault;
    (void)state;
    line(&r, 3, false);
    assert_int_equal(rg_session_cost(r.session, &before, &fault), RG_OK);
    assert_int_equal(rg_session_set(r.session, 0, "y!", 0.25, &fault), RG_OK);
    assert_int_equal(rg_session_cost(r.session, &after, &fault), RG_OK);
    assert_int_equal(after.erased - before.erased, 64); /* 3 has bits in one limb */
    v = look(&r, "y!");
    has(&v.bits, 4, 0, UINT64_C(1) << 62, 0, 0);
    refuses(&r, "y!", 1e300);
    refuses(&r, "y!", -HUGE_VAL);
    refuses(&r, "grad(y!)", NAN);
    assert_int_equal(rg_session_run(r.session, false, NULL, 0, &spot, &fault), RG_OK);
    line(&r, 3, true); /* t has a gradient here, in units of its size */
    const rg_session_value t = look(&r, "t");
    assert_true(t.gradient < 0);
    assert_int_equal(rg_session_set(r.session, 0, "t", 1e-50, &fault), RG_OK);
    v = look(&r, "t");
    has(&v.bits, 4, bits_of(1e-50), 0, 0, holds_float);
    assert_true(v.gradient == t.gradient);
    assert_int_equal(rg_session_set(r.session, 0, "grad(t)", 1e60, &fault), RG_OK);
    v = look(&r, "t");
    assert_true(v.gradient == 1e60 && v.value == 1e-50);
    assert_int_equal(rg_session_set(r.session, 0, "grad(y!)", 1.5, &fault), RG_OK);
    v = look(&r, "y!");
    assert_true(v.gradient == 1.5);
    close_all(&r);
}

/* A value whose gradient has no room in units of its size is refused, and everything stays. */
static void test_set_without_room(void **state)
{
    rig r = open_with(program, 1e-60, &(rg_session_recipe){.output = "y!"});
    rg_session_spot spot;
    rg_fault fault;
    (void)state;
    assert_int_equal(rg_session_run(r.session, false, NULL, 0, &spot, &fault), RG_OK);
    line(&r, 3, true);
    assert_int_equal(rg_session_set(r.session, 0, "grad(t)", 1e130, &fault), RG_OK);
    const rg_session_value before = look(&r, "t");
    refuses(&r, "t", 1.1e38);
    const rg_session_value after = look(&r, "t");
    assert_memory_equal(&after.bits, &before.bits, sizeof after.bits);
    assert_memory_equal(&after.gradient_bits, &before.gradient_bits, sizeof after.gradient_bits);
    close_all(&r);
}

/* The word of a gradient of a Log is that of its logarithm; what is set is that of the number. */
static rg_session_value set_slopes_of_log(const char *engine)
{
    rg_fault fault;
    rg_session_spot spot;
    rg_session_value l;
    rig r = {.device = rg_device_open(engine, &fault)};
    assert_non_null(r.device);
    assert_int_equal(rg_load_text(r.device, "f.rg",
                                  "@i function f(y!::Log, l::Log)\n    y! *= l\nend\n", &fault),
                     RG_OK);
    r.job = rg_job_new(r.device, "f", &fault);
    assert_non_null(r.job);
    const double direction = 1;
    assert_int_equal(rg_set_number(r.job, "l", 2.5, &fault), RG_OK);
    assert_int_equal(rg_set_number(r.job, "y!", 3, &fault), RG_OK);
    assert_int_equal(rg_set_direction(r.job, "l", &direction, 1, &fault), RG_OK);
    const rg_session_recipe recipe = {.tangents = true};
    assert_int_equal(rg_session_open(r.job, &recipe, &r.session, &fault), RG_OK);
    assert_int_equal(rg_session_go_to(r.session, 1, &spot, &fault), RG_OK);
    assert_int_equal(rg_session_set(r.session, 0, "grad(l)", 0.75, &fault), RG_OK);
    assert_int_equal(rg_session_set(r.session, 0, "tangent(l)", -0.75, &fault), RG_OK);
    l = look(&r, "l");
    close_all(&r);
    return l;
}

static void test_slopes_of_logs(void **state)
{
    static const char *const engines[] = {"float", "fast"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const rg_session_value l = set_slopes_of_log(engines[i]);
        assert_true(fabs(l.gradient - 0.75) < 1e-9);
        assert_true(fabs(l.tangent + 0.75) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),          cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_tangent),       cmocka_unit_test(test_watch),
        cmocka_unit_test(test_set),           cmocka_unit_test(test_set_without_room),
        cmocka_unit_test(test_slopes_of_logs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
