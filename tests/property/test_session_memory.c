/* test_session_memory.c: nothing is recorded. However far a session goes, forward, back, to a
 * change and through a gradient, the process grows by less than a megabyte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "host-driver/retrograd_session.h"

static const char program[] = "@i function f(y!::Fixed, x::Fixed, n::Int)\n"
                              "    for i = 1:n\n"
                              "        y! += x\n"
                              "        y! -= x\n"
                              "    end\n"
                              "    y! += x\n"
                              "end\n";
enum { SHORT = 1000, LONG = 300000, MOST_KILOBYTES = 1024 };

static long kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* There, back, to the end once more, and in search of a change that there is none of; how many
 * instructions there are. */
static uint64_t go_about(rg_job *job, unsigned n, const char *gradient)
{
    const rg_session_recipe recipe = {.output = gradient};
    rg_session *session = NULL;
    rg_session_spot spot;
    rg_session_change change;
    rg_fault fault;
    assert_int_equal(rg_set_integer(job, "n", n, &fault), RG_OK);
    assert_int_equal(rg_session_open(job, &recipe, &session, &fault), RG_OK);
    assert_int_equal(rg_session_run(session, false, NULL, 0, &spot, &fault), RG_OK);
    if (rg_session_trap(session, &fault))
        fail_msg("%s", fault.message);
    assert_int_equal(spot.why, RG_SESSION_AT_END);
    const uint64_t length = spot.time;
    assert_int_equal(rg_session_run(session, true, NULL, 0, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_AT_START);
    assert_int_equal(rg_session_go_to(session, length, &spot, &fault), RG_OK);
    assert_int_equal(rg_session_find_change(session, 0, "x", true, &change, &fault), RG_OK);
    assert_false(change.found); /* it went all the way to see that */
    rg_session_close(session);
    return length;
}

static void test_growth(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    (void)state;
    assert_int_equal(rg_load_text(device, "f.rg", program, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_int_equal(rg_set_number(job, "x", 0.5, &fault), RG_OK);
    (void)go_about(job, SHORT, NULL);
    (void)go_about(job, SHORT, "y!");
    const long before = kilobytes();
    const uint64_t there = go_about(job, LONG, NULL), gradient = go_about(job, LONG, "y!");
    /* a gradient goes back, too; only the start and the end are shorter */
    assert_true(there > 2 * (uint64_t)LONG && gradient > there + there / 2);
    const long growth = kilobytes() - before;
    if (growth >= MOST_KILOBYTES)
        fail_msg("%ld kB more for %llu instructions", growth, (unsigned long long)gradient);
    rg_job_free(job);
    rg_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_growth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
