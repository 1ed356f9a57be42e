/* test_session.c: a run on which one goes to either side is the same whichever way one comes, on
 * two engines, with the optimiser and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd_session.h"

static const char recursive[] = "@i function g(y!::Fixed, x::Fixed, n::Int)\n"
                                "    if (n > 0, ~)\n"
                                "        y! += x\n"
                                "        u ← 0.0\n"
                                "        u += x * x\n"
                                "        g(y!, u, n - 1)\n"
                                "        u -= x * x\n"
                                "        u → 0.0\n"
                                "    end\n"
                                "end\n"
                                "@i function f(y!::Fixed, v::Vector{Fixed})\n"
                                "    for i = 1:length(v)\n"
                                "        g(y!, v[i], 3)\n"
                                "    end\n"
                                "end\n";

enum { TEXT = 4000, MOST = 3000 };

typedef struct {
    rg_device *device;
    rg_job *job;
    rg_session *session;
} rig;

static rig open_on(const char *engine, bool optimise, const char *text, const char *output)
{
    rg_fault fault;
    const char *const all = "all";
    const double values[] = {0.5, 0.25};
    const rg_session_recipe recipe = {.output = output, .seed_exponent = 4};
    rig r = {rg_device_open(engine, &fault), NULL, NULL};
    if (!r.device) /* this build lacks it */
        return r;
    assert_int_equal(rg_set_passes_off(r.device, &all, optimise ? 0 : 1, &fault), RG_OK);
    assert_int_equal(rg_load_text(r.device, "f.rg", text, &fault), RG_OK);
    r.job = rg_job_new(r.device, "f", &fault);
    assert_non_null(r.job);
    assert_int_equal(rg_set_array(r.job, "v", values, 2, 1, &fault), RG_OK);
    assert_int_equal(rg_session_open(r.job, &recipe, &r.session, &fault), RG_OK);
    return r;
}

static void close_all(rig *r)
{
    rg_session_close(r->session);
    rg_job_free(r->job);
    rg_device_close(r->device);
}

/* Where it stands and all that is there, as a text. */
static void describe(const rig *r, char *text)
{
    rg_session_spot spot;
    rg_fault fault;
    rg_session_frame frames[8];
    rg_session_value values[16], elements[4];
    size_t used = 0;
    assert_int_equal(rg_session_where(r->session, &spot, &fault), RG_OK);
    used += (size_t)snprintf(text, TEXT, "%llu %u %s %d %d", (unsigned long long)spot.time,
                             (unsigned)spot.address, spot.routine, spot.backward, spot.gradients);
    const size_t depth = rg_session_frames(r->session, frames, 8);
    for (size_t f = 0; f < (depth ? depth : 1); f++) {
        const size_t count = rg_session_variables(r->session, f, values, 16);
        used += (size_t)snprintf(text + used, TEXT - used, " |%u", f < depth ? frames[f].line : 0);
        for (size_t i = 0; i < count && used < TEXT - 200; i++) {
            size_t n = values[i].rank ? 4 : 0;
            used += (size_t)snprintf(text + used, TEXT - used, " %s=%d %lld %lld", values[i].name,
                                     values[i].known, (long long)values[i].word,
                                     (long long)values[i].gradient_word);
            if (n == 0 || !values[i].known)
                continue;
            assert_int_equal(
                rg_session_elements(r->session, f, values[i].name, 0, elements, &n, &fault), RG_OK);
            assert_int_equal(n, 2);
            for (size_t k = 0; k < n; k++)
                used += (size_t)snprintf(text + used, TEXT - used, " %lld/%lld",
                                         (long long)elements[k].word,
                                         (long long)elements[k].gradient_word);
        }
    }
}

static uint64_t end_of(const rig *r)
{
    rg_session_spot spot;
    rg_fault fault;
    assert_int_equal(rg_session_run(r->session, false, NULL, 0, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_AT_END);
    return spot.time;
}

/* Forward instruction by instruction, back the same way, and in leaps. */
static void try_both_ways(const char *engine, bool optimise, char (*seen)[TEXT], size_t *count)
{
    rig r = open_on(engine, optimise, recursive, "y!");
    rg_session_spot spot;
    rg_fault fault;
    char text[TEXT];
    *count = 0;
    if (!r.device)
        return;
    const uint64_t end = end_of(&r);
    assert_in_range(end, 500, MOST - 1);
    assert_int_equal(rg_session_go_to(r.session, 0, &spot, &fault), RG_OK);
    for (uint64_t t = 0; t <= end; t++) {
        assert_int_equal(spot.time, t);
        describe(&r, seen[t]);
        assert_int_equal(rg_session_go(r.session, 1, &spot, &fault), RG_OK);
    }
    for (uint64_t t = end; t > 0; t--) {
        describe(&r, text);
        assert_string_equal(text, seen[t]);
        assert_int_equal(rg_session_go(r.session, -1, &spot, &fault), RG_OK);
    }
    for (uint64_t k = 1; k < 40; k++) {
        const uint64_t t = k * 7919 % (end + 1);
        assert_int_equal(rg_session_go_to(r.session, t, &spot, &fault), RG_OK);
        describe(&r, text);
        assert_string_equal(text, seen[t]);
    }
    *count = (size_t)end + 1;
    close_all(&r);
}

static void test_both_ways(void **state)
{
    char(*fast)[TEXT] = calloc(MOST, TEXT), (*rtl)[TEXT] = calloc(MOST, TEXT);
    (void)state;
    assert_non_null(fast);
    assert_non_null(rtl);
    for (int optimise = 0; optimise < 2; optimise++) {
        size_t count, other;
        try_both_ways("fast", optimise, fast, &count);
        assert_true(count > 0);
        if (optimise) {
            try_both_ways("rtl", optimise, rtl, &other);
            for (size_t t = 0; t < other; t++)
                assert_string_equal(fast[t], rtl[t]);
        }
    }
    free(fast);
    free(rtl);
}

static double value_of(const rig *r, size_t frame, const char *text)
{
    rg_session_value value;
    rg_fault fault;
    assert_int_equal(rg_session_evaluate(r->session, frame, text, &value, &fault), RG_OK);
    return value.value;
}

/* Lines forward, and the same lines back. */
static void test_lines(void **state)
{
    rg_session_spot spot, there[200];
    rg_fault fault;
    rig r = open_on("fast", false, recursive, NULL);
    size_t count = 0;
    (void)state;
    do {
        assert_int_equal(rg_session_line(r.session, RG_LINE_INTO, false, NULL, 0, &spot, &fault),
                         RG_OK);
        there[count++] = spot;
    } while (spot.why == RG_SESSION_STEPPED && count < 200);
    assert_int_equal(spot.why, RG_SESSION_AT_END);
    assert_in_range(count, 30, 150);
    for (size_t i = count - 1; i-- > 0;) {
        assert_int_equal(rg_session_line(r.session, RG_LINE_INTO, true, NULL, 0, &spot, &fault),
                         RG_OK);
        assert_int_equal(spot.line, there[i].line);
        assert_int_equal(spot.time, there[i].time);
    }
    close_all(&r);
}

static void test_calls(void **state)
{
    rg_session_spot spot, before;
    rg_fault fault;
    const rg_session_stop third = {.kind = RG_STOP_LINE, .line = 5, .condition = "n == 1"};
    const rg_session_stop call = {.kind = RG_STOP_LINE, .line = 13};
    rg_session_frame frames[8];
    rig r = open_on("fast", true, recursive, NULL);
    (void)state;
    assert_int_equal(rg_session_run(r.session, false, &third, 1, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_BREAKPOINT);
    assert_int_equal(rg_session_frames(r.session, frames, 8), 4);
    assert_string_equal(frames[3].routine, "f");
    assert_int_equal(frames[3].line, 13);
    assert_true(value_of(&r, 0, "x") == 0.0625);
    assert_true(value_of(&r, 1, "x") == 0.25);
    assert_true(value_of(&r, 2, "x") == 0.5);
    assert_true(value_of(&r, 2, "n") == 3);
    assert_true(value_of(&r, 3, "v[1]") == 0.5); /* it is in a register of the call */
    assert_int_equal(rg_session_line(r.session, RG_LINE_OUT, false, NULL, 0, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_STEPPED);
    assert_int_equal(rg_session_frames(r.session, frames, 8), 3);
    assert_int_equal(rg_session_line(r.session, RG_LINE_OUT, true, NULL, 0, &spot, &fault), RG_OK);
    assert_int_equal(rg_session_frames(r.session, frames, 8), 2);
    /* over the call and back over it */
    assert_int_equal(rg_session_go_to(r.session, 0, &spot, &fault), RG_OK);
    assert_int_equal(rg_session_run(r.session, false, &call, 1, &before, &fault), RG_OK);
    assert_int_equal(before.line, 13);
    assert_int_equal(rg_session_line(r.session, RG_LINE_OVER, false, NULL, 0, &spot, &fault),
                     RG_OK);
    assert_int_equal(spot.line, 12);
    assert_int_equal(rg_session_line(r.session, RG_LINE_OVER, true, NULL, 0, &spot, &fault), RG_OK);
    assert_int_equal(spot.line, 13);
    assert_int_equal(spot.time, before.time);
    close_all(&r);
}

/* The last change of a gradient, and a change that is found from both sides. False: the build lacks
 * the engine. */
static bool finds_changes(const char *engine)
{
    rg_session_spot spot;
    rg_session_change next, back;
    rg_fault fault;
    rig r = open_on(engine, true, recursive, "y!");
    if (!r.device)
        return false;
    assert_int_equal(rg_session_find_change(r.session, 0, "v[1]", false, &next, &fault), RG_OK);
    assert_false(next.found); /* only read: and the run has come to its end */
    end_of(&r);
    assert_true(value_of(&r, 0, "grad(v[2])") == 1 + 2 * 0.25 + 4 * 0.25 * 0.0625);
    assert_int_equal(rg_session_find_change(r.session, 0, "grad(v[2])", true, &back, &fault),
                     RG_OK);
    assert_true(back.found);
    assert_int_equal(back.line, 3);
    assert_true(back.after == 1.5625);
    assert_int_equal(rg_session_where(r.session, &spot, &fault), RG_OK);
    assert_int_equal(spot.time, back.time);
    assert_int_equal(rg_session_find_change(r.session, 0, "y!", true, &back, &fault), RG_OK);
    assert_int_equal(rg_session_go(r.session, 0, &spot, &fault), RG_OK);
    assert_int_equal(rg_session_find_change(r.session, 0, "y!", false, &next, &fault), RG_OK);
    assert_true(next.found && next.time == back.time && next.before == back.before
                && next.after == back.after);
    close_all(&r);
    return true;
}

static void test_changes(void **state)
{
    (void)state;
    assert_true(finds_changes("fast"));
    (void)finds_changes("rtl");
}

static void test_set(void **state)
{
    rg_session_spot spot;
    rg_session_bits before, after;
    rg_fault fault;
    const rg_session_stop stop = {.kind = RG_STOP_LINE, .line = 3};
    rig r = open_on("fast", true, recursive, NULL);
    (void)state;
    assert_int_equal(rg_session_run(r.session, false, &stop, 1, &spot, &fault), RG_OK);
    assert_false(spot.altered);
    assert_int_equal(rg_session_cost(r.session, &before, &fault), RG_OK);
    assert_int_equal(rg_session_set(r.session, 0, "x", 0.125, &fault), RG_OK);
    assert_int_equal(rg_session_cost(r.session, &after, &fault), RG_OK);
    assert_int_equal(after.erased - before.erased, 64);
    assert_true(value_of(&r, 0, "x * 2 + 1") == 1.25);
    assert_int_equal(rg_session_where(r.session, &spot, &fault), RG_OK);
    assert_true(spot.altered);
    assert_int_equal(rg_session_set(r.session, 0, "nothing", 1, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0944");
    close_all(&r);
}

static void test_trap(void **state)
{
    static const char text[] = "@i function f(y!::Fixed, v::Vector{Fixed})\n"
                               "    t ← 0.0\n"
                               "    t += v[1]\n"
                               "    y! += t\n"
                               "    t → 0.0\n"
                               "end\n";
    rg_session_spot spot;
    rg_session_change c;
    rg_fault fault, trap;
    rig r = open_on("fast", false, text, NULL);
    (void)state;
    assert_int_equal(rg_session_run(r.session, false, NULL, 0, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_TRAPPED);
    assert_int_equal(spot.line, 5);
    assert_non_null(rg_session_trap(r.session, &trap));
    assert_string_equal(trap.code, "R0814");
    assert_true(value_of(&r, 0, "t") == 0.5);
    assert_int_equal(rg_session_find_change(r.session, 0, "t", true, &c, &fault), RG_OK);
    assert_true(c.found);
    assert_int_equal(c.line, 3);
    close_all(&r);
}

static const char printing[] = "@i function f(y!::Fixed, v::Vector{Fixed})\n"
                               "    for i = 1:length(v)\n"
                               "        y! += v[i]^2\n"
                               "        @safe println(\"y = $y!\")\n"
                               "    end\n"
                               "end\n";

static void take_text(void *context, const char *text) { strncat(context, text, 200); }

/* What is printed appears once, in order, whichever way and in whatever pieces one goes. */
static void test_text(void **state)
{
    char text[1000] = "";
    rg_session_spot spot = {0};
    rg_fault fault;
    rig r = open_on("fast", true, printing, NULL);
    (void)state;
    rg_session_on_text(r.session, take_text, text);
    while (spot.why != RG_SESSION_AT_END) {
        assert_int_equal(rg_session_go(r.session, 5, &spot, &fault), RG_OK);
        if (spot.why != RG_SESSION_AT_END)
            assert_int_equal(rg_session_go(r.session, -3, &spot, &fault), RG_OK);
    }
    assert_string_equal(text, "y = 0.25\ny = 0.3125\n");
    assert_int_equal(rg_session_go_to(r.session, 0, &spot, &fault), RG_OK);
    text[0] = '\0';
    assert_int_equal(rg_session_run(r.session, false, NULL, 0, &spot, &fault), RG_OK);
    assert_string_equal(text, "y = 0.25\ny = 0.3125\n"); /* a new run */
    close_all(&r);
}

static void test_tangents(void **state)
{
    const double along[] = {1, 0};
    rg_session_recipe recipe = {.tangents = true};
    rg_session_spot spot;
    rg_fault fault;
    rig r = open_on("fast", true, recursive, NULL);
    (void)state;
    rg_session_close(r.session);
    assert_int_equal(rg_set_direction(r.job, "v", along, 2, &fault), RG_OK);
    assert_int_equal(rg_session_open(r.job, &recipe, &r.session, &fault), RG_OK);
    assert_int_equal(rg_session_run(r.session, false, NULL, 0, &spot, &fault), RG_OK);
    assert_true(value_of(&r, 0, "tangent(y!)") == 1 + 2 * 0.5 + 4 * 0.125); /* x + x^2 + x^4 */
    assert_int_equal(rg_session_go_to(r.session, 0, &spot, &fault), RG_OK);
    assert_true(value_of(&r, 0, "tangent(y!)") == 0);
    assert_true(value_of(&r, 0, "tangent(v[1])") == 1);
    rg_session_close(r.session);
    recipe.output = "y!";
    assert_int_equal(rg_session_open(r.job, &recipe, &r.session, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0944");
    r.session = NULL;
    close_all(&r);
}

typedef struct {
    rg_session *session;
    unsigned asked;
    double seen;
} judge;

/* The second time only; it may look around. */
static bool second(void *context, size_t stop, const rg_session_spot *spot)
{
    judge *j = context;
    rg_session_value value;
    rg_fault fault;
    assert_int_equal(stop, 0);
    assert_int_equal(spot->line, 4);
    assert_int_equal(rg_session_evaluate(j->session, 0, "y!", &value, &fault), RG_OK);
    j->seen += value.value;
    return ++j->asked == 2;
}

/* Who sets a stop decides whether it ends the run; a step stays one. */
static void test_accept(void **state)
{
    judge j = {0};
    const rg_session_stop stop = {.kind = RG_STOP_LINE, .line = 4, .accept = second, .context = &j};
    rg_session_spot spot;
    rg_fault fault;
    rig r = open_on("fast", false, printing, NULL);
    (void)state;
    j.session = r.session;
    assert_int_equal(rg_session_run(r.session, false, &stop, 1, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_BREAKPOINT);
    assert_true(j.asked == 2 && j.seen == 0.25 + 0.3125);
    j.asked = 2; /* passed over from here on */
    assert_int_equal(rg_session_run(r.session, true, &stop, 1, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_AT_START);
    assert_int_equal(j.asked, 3);
    while (spot.line != 3)
        assert_int_equal(rg_session_line(r.session, RG_LINE_INTO, false, NULL, 0, &spot, &fault),
                         RG_OK);
    assert_int_equal(rg_session_line(r.session, RG_LINE_INTO, false, &stop, 1, &spot, &fault),
                     RG_OK);
    assert_int_equal(spot.why, RG_SESSION_STEPPED);
    assert_int_equal(spot.line, 4);
    assert_int_equal(j.asked, 4);
    close_all(&r);
}

static void test_misuse(void **state)
{
    rg_session_spot spot;
    rg_fault fault;
    rig r = open_on("fast", true, recursive, NULL);
    (void)state;
    assert_int_equal(rg_session_go(NULL, 1, &spot, &fault), RG_BAD_USE);
    assert_int_equal(rg_session_go(r.session, 1, NULL, &fault), RG_BAD_USE);
    assert_int_equal(rg_session_go(r.session, INT64_MIN, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_AT_START);
    /* an address of which the bus has another meaning */
    const rg_session_stop stop = {.kind = RG_STOP_ADDRESS, .address = 99999999};
    assert_int_equal(rg_session_run(r.session, false, &stop, 1, &spot, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0944");
    assert_int_equal(rg_call(r.job, &fault), RG_OK); /* ends the session */
    assert_int_equal(rg_session_go(r.session, 1, &spot, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0932");
    rg_device_close(r.device);
    assert_int_equal(rg_session_where(r.session, &spot, &fault), RG_BAD_USE);
    rg_session_close(r.session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_ways), cmocka_unit_test(test_lines),
        cmocka_unit_test(test_calls),     cmocka_unit_test(test_changes),
        cmocka_unit_test(test_set),       cmocka_unit_test(test_trap),
        cmocka_unit_test(test_misuse),    cmocka_unit_test(test_text),
        cmocka_unit_test(test_tangents),  cmocka_unit_test(test_accept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
