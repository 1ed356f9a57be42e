/* test_driver.c: libretrograd on the fast engine with programs in assembly: calls, inverses,
 * gradients, traps, limits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"
#include "isa/isa.h"

enum { FIRST_SEED = 4, SEED_STEP = 8 }; /* of docs/reference/driver.md */

static const char program[] =
    "    .routine square!\n    .param y!, Fixed, 0\n    .param x, Fixed, 0\n"
    "t1: bra.l b1\nsquare!: portal lr\n    fmul += r1, r2, r2\nb1: bra.s t1\n"
    "    .routine second!\n    .param y!, Fixed, 0\n    .param v, Fixed, 1\n"
    "t2: bra.l b2\nsecond!: portal lr\n    ldf += r1, [r2 + 2]\n    ldf += r1, [r2 + 2]\nb2: bra.s "
    "t2\n"
    "    .routine scale!\n    .param p!, Log, 0\n    .param q, Log, 0\n    .param n, Int, 0\n"
    "t3: bra.l b3\nscale!: portal lr\n    lpowi += r1, r2, r3\nb3: bra.s t3\n"
    "    .routine dirty!\n    .param y!, Fixed, 0\n    .param x, Fixed, 0\n"
    "t4: bra.l b4\ndirty!: portal lr\n    fadd += r1, r2, r2\n    fmov := r3, r2\n    fmov =: r3, "
    "r1\nb4: bra.s t4\n"
    "    .routine forever!\n    .param x, Int, 0\n"
    "t5: bra.l b5\nforever!: portal lr\n    add += r1, r1, 0\nb5: bra.s t5\n"
    "    .routine large!\n    .param y!, Fixed, 0\n    .param x, Fixed, 0\n"
    "t6: bra.l b6\nlarge!: portal lr\n    fmul := r3, r2, r2\n    fmul += r1, r3, r3\n    fmul =: "
    "r3, r2, r2\nb6: bra.s t6\n"
    "    .routine corner!\n    .param A!, Fixed, 2\n    .param k, Bool, 0\n"
    "t7: bra.l b7\ncorner!: portal lr\n    ldf := r3, [r1 + 3]\n    exch r4, [r1 + 4]\n    fmul += "
    "r4, r3, r3\n    exch r4, [r1 + 4]\n"
    "    ldf =: r3, [r1 + 3]\nb7: bra.s t7\n"
    "    .routine blind!\n    .param y!, Fixed, 0\n    .param x, Fixed, 0\n" /* an integer sum of
                                                                                fixed words: no
                                                                                gradient */
    "t8: bra.l b8\nblind!: portal lr\n    mov += r1, r2\nb8: bra.s t8\n"
    "    .routine long!\n    .param y!, Fixed, 0\n    .param x, Fixed, 0\n    .param c, Fixed, 0\n"
    "    .param n, Int, 0\n    .param m, Int, 0\n"
    "t9: bra.l b9\nlong!: portal lr\n"
    "n1: fortop r6, r4, n2\n    fmul += r1, r2, r2\nn2: forend r6, r4, n1\n    fmul += r1, r3, r2\n"
    "m1: fortop r6, r5, m2\n    fmul += r1, r2, r2\nm2: forend r6, r5, m1\nb9: bra.s t9\n";

typedef struct {
    rg_device *device;
    char folder[64], path[80];
} fixture;

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g", value, expected);
}

static int open_device(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    rg_fault fault;
    if (!f)
        return -1;
    strcpy(f->folder, "/tmp/test_driver_XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    snprintf(f->path, sizeof f->path, "%s/program.s", f->folder);
    FILE *file = fopen(f->path, "w");
    if (!file || fputs(program, file) < 0 || fclose(file) != 0)
        return -1;
    f->device = rg_device_open("fast", &fault);
    if (!f->device || rg_load(f->device, f->path, &fault) != RG_OK) {
        print_error("%s\n", fault.message);
        return -1;
    }
    *state = f;
    return 0;
}

static int close_device(void **state)
{
    fixture *f = *state;
    rg_device_close(f->device);
    unlink(f->path);
    rmdir(f->folder);
    free(f);
    return 0;
}

/* The configuration of the machine under test. */
static unsigned xlen_of(void **state) { return rg_device_xlen(((fixture *)*state)->device); }
static int whole_bits(void **state)
{
    return (int)xlen_of(state) - 1 - (int)rg_device_frac(((fixture *)*state)->device);
}
static double ulp_of(void **state)
{
    return ldexp(1, -(int)rg_device_frac(((fixture *)*state)->device));
}

static rg_job *job_of(void **state, const char *routine)
{
    rg_fault fault;
    rg_job *job = rg_job_new(((fixture *)*state)->device, routine, &fault);
    assert_non_null(job);
    return job;
}

static double value_of(const rg_job *job, const char *name)
{
    double value = NAN;
    assert_int_equal(rg_get(job, name, &value, 1), 1);
    return value;
}

static double gradient_of(const rg_job *job, const char *name)
{
    double value = NAN;
    assert_int_equal(rg_get_gradient(job, name, &value, 1), 1);
    return value;
}

static void test_call_and_uncall(void **state)
{
    rg_fault fault;
    rg_job *job = job_of(state, "square!");
    assert_int_equal(rg_set_number(job, "x", 1.5, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_OK);
    assert_near(value_of(job, "y!"), 2.25, 0);
    rg_adopt_results(job);
    assert_int_equal(rg_uncall(job, &fault), RG_OK);
    assert_near(value_of(job, "y!"), 0, 0);
    assert_int_equal(rg_get_gradient(job, "x", &(double){0}, 1), 0);
    rg_job_free(job);
}

static void test_gradient_restores(void **state)
{
    rg_fault fault;
    rg_counters counters;
    rg_job *job = job_of(state, "square!");
    assert_int_equal(rg_set_number(job, "x", -3, &fault), RG_OK);
    for (int round = 0; round < 3; round++) { /* a job leaves nothing behind for the next */
        assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
        assert_true(rg_restored(job));
        assert_near(gradient_of(job, "x"), -6, 0);
        assert_near(gradient_of(job, "y!"), 1, 0);
        assert_near(value_of(job, "y!"), 9, 0);
    }
    assert_int_equal(rg_seed_exponent(job), FIRST_SEED);
    rg_get_counters(job, &counters);
    assert_int_equal(counters.bits_copied_out, xlen_of(state) * 4); /* two values, two gradients */
    assert_int_equal(counters.bits_erased_gradient, 0);
    assert_int_equal(counters.bits_erased_host,
                     xlen_of(state) * 2); /* the two gradients, zeroed after they were copied out */
    assert_true(counters.backward[2] == 1 && counters.forward[2] == 1);
    rg_job_free(job);
}

static void test_vector(void **state)
{
    rg_fault fault;
    const double v[3] = {1, 2.5, 4};
    double g[3];
    rg_job *job = job_of(state, "second!");
    assert_int_equal(rg_call(job, &fault), RG_BAD_USE); /* no shape */
    assert_string_equal(fault.code, "R0909");
    assert_int_equal(rg_set_array(job, "v", v, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_near(value_of(job, "y!"), 5, 0);
    assert_int_equal(rg_get_gradient(job, "v", g, 3), 3);
    assert_true(g[0] == 0 && g[1] == 2 && g[2] == 0);
    rg_job_free(job);
}

static void test_matrix_element(void **state)
{
    rg_fault fault;
    const double a[4] = {1, 2, 3, 4}; /* column-major */
    double g[4];
    rg_job *job = job_of(state, "corner!");
    assert_int_equal(rg_set_array(job, "A!", a, 2, 2, &fault), RG_OK);
    assert_int_equal(rg_gradient(job, "A!", 3, 1, &fault), RG_BAD_USE);
    assert_int_equal(rg_gradient(job, "A!", 0, 0, &fault), RG_BAD_USE);
    assert_int_equal(rg_gradient(job, "A!", 2, 2, &fault), RG_OK);
    assert_int_equal(rg_get(job, "A!", g, 4), 4);
    assert_near(g[3], 13, 0);
    rg_get_gradient(job, "A!", g, 4);
    assert_true(g[0] == 0 && g[1] == 0 && g[2] == 6 && g[3] == 1);
    rg_job_free(job);
}

static void test_log_gradient_is_by_value(void **state)
{
    rg_fault fault;
    rg_job *job = job_of(state, "scale!");
    rg_set_number(job, "p!", 2, &fault);
    rg_set_number(job, "q", -3, &fault);
    rg_set_integer(job, "n", 3, &fault);
    assert_int_equal(rg_gradient(job, "p!", 0, 0, &fault), RG_OK);
    double tolerance = 54 * 2.5 * ulp_of(state); /* log2 3 is rounded, then tripled */
    assert_near(value_of(job, "p!"), -54, tolerance);
    assert_near(gradient_of(job, "q"), 54, tolerance); /* 2 * 3 q^2 */
    assert_near(gradient_of(job, "p!"), -27, tolerance);
    assert_int_equal(rg_gradient(job, "n", 0, 0, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0913");
    rg_job_free(job);
}

static void test_trap_and_rollback(void **state)
{
    rg_fault fault;
    rg_job *job = job_of(state, "dirty!");
    assert_int_equal(rg_set_number(job, "x", 2, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_TRAPPED);
    assert_string_equal(fault.code, "R0814");
    const rg_trap_report *trap = rg_get_trap(job);
    assert_non_null(trap);
    assert_string_equal(trap->cause, "DIRTY");
    assert_string_equal(trap->routine, "dirty!");
    assert_true(trap->line > 0 && trap->value == -2);
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    assert_true(rg_restored(job));
    assert_int_equal(rg_set_number(job, "x", 0, &fault), RG_OK); /* and the machine goes on */
    assert_int_equal(rg_call(job, &fault), RG_OK);
    assert_null(rg_get_trap(job));
    assert_int_equal(rg_rollback(job, &fault), RG_BAD_USE);
    rg_job_free(job);
}

static void test_small_seed_when_gradients_are_large(void **state)
{
    rg_fault fault;
    rg_job *job = job_of(state, "large!");
    double x = floor(
        0.93 * exp2(whole_bits(state) / 4.0)); /* x^4 fits, 2^4 times its derivative does not */
    rg_set_number(job, "x", x, &fault);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_true(rg_seed_exponent(job) < FIRST_SEED);
    assert_near(gradient_of(job, "x"), 4 * x * x * x, ldexp(ulp_of(state), -rg_seed_exponent(job)));
    /* Every attempt is paid for: each runs the three products both ways. Two values are copied out
     * behind the first sweep, and two gradients behind the last. */
    rg_counters counters;
    rg_get_counters(job, &counters);
    unsigned attempts = rg_attempts(job);
    assert_int_equal(attempts, 1 + (FIRST_SEED - rg_seed_exponent(job)) / SEED_STEP);
    assert_true(attempts > 1);
    assert_int_equal(counters.bits_copied_out, (uint64_t)4 * xlen_of(state));
    assert_int_equal(counters.forward[RG_CLASS_MUL], 3 * attempts);
    assert_int_equal(counters.backward[RG_CLASS_MUL], 3 * attempts);
    assert_true(counters.bits_erased_host
                >= (uint64_t)attempts * 2 * xlen_of(state)); /* gradients zeroed after each */
    assert_true(rg_restored(job));
    rg_job_free(job);
}

/* n products, then one whose gradient the first seed has no room for, then m products. */
static rg_job *long_job(void **state, int n, int m)
{
    rg_fault fault;
    rg_job *job = job_of(state, "long!");
    rg_set_number(job, "x", ldexp(1, -6), &fault);
    rg_set_number(job, "c", exp2(whole_bits(state) - 3), &fault);
    rg_set_integer(job, "n", n, &fault);
    rg_set_integer(job, "m", m, &fault);
    return job;
}

static void test_second_attempt_goes_back_only(void **state)
{
    enum { N = 3000, M = 1000, ALL = N + M + 1 };
    rg_fault fault;
    rg_counters once, whole;
    rg_job *job = long_job(state, N, M);
    rg_set_number(job, "c", 1, &fault); /* and leaves in memory what it leaves */
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    rg_set_number(job, "c", exp2(whole_bits(state) - 3), &fault);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_attempts(job), 2);
    assert_int_equal(rg_seed_exponent(job), FIRST_SEED - SEED_STEP);
    assert_true(rg_restored(job));
    rg_get_counters(job, &once);
    /* Forward again goes what was gone back: the m products, the one that did not fit, and those of
     * one slice, less than a tenth of them all. */
    const uint64_t again = once.forward[RG_CLASS_MUL] - ALL;
    assert_true(again > M && again < M + ALL / 10);
    assert_int_equal(once.backward[RG_CLASS_MUL], ALL + again);
    assert_int_equal(once.gradient[RG_CLASS_MUL], ALL + again); /* and forward in value mode */
    /* Five values and three gradients are copied out, once. */
    assert_int_equal(once.bits_copied_out, 8 * xlen_of(state));
    const double x = gradient_of(job, "x"), c = gradient_of(job, "c");
    const uint64_t erased = once.bits_erased_host;

    /* The gradients of y, x and c that were given up are billed, besides those at the end. */
    rg_set_number(job, "c", 1, &fault);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_attempts(job), 1);
    rg_get_counters(job, &whole);
    assert_int_equal(erased, whole.bits_erased_host + 3 * xlen_of(state));

    /* The same bits as where every attempt begins at the start, which costs more. */
    rg_set_number(job, "c", exp2(whole_bits(state) - 3), &fault);
    rg_keep_gradients(job, true);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_attempts(job), 2);
    rg_get_counters(job, &whole);
    assert_int_equal(whole.forward[RG_CLASS_MUL], 2 * ALL);
    assert_near(gradient_of(job, "x"), x, 0);
    assert_near(gradient_of(job, "c"), c, 0);
    rg_job_free(job);
}

/* The machine stops at a limit of the user also between attempts, and finds its way back. */
static void test_limit_between_attempts(void **state)
{
    rg_fault fault;
    rg_job *job = long_job(state, 3000, 1000);
    fixture *f = *state;
    uint64_t limit = 8000;
    unsigned stopped = 0;
    for (; limit < 60000; limit += 997) {
        rg_set_cycle_limit(f->device, limit);
        if (rg_gradient(job, "y!", 0, 0, &fault) == RG_OK)
            break;
        assert_string_equal(fault.code, "R0922");
        assert_true(rg_unfinished(job));
        if (rg_rollback(job, &fault) != RG_OK)
            fail_msg("%s after %llu cycles", fault.message, (unsigned long long)limit);
        assert_true(rg_restored(job));
        stopped++;
    }
    assert_true(stopped > 5 && limit < 60000);
    rg_set_cycle_limit(f->device, 0);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_true(rg_restored(job));
    rg_job_free(job);
}

static void test_values_are_checked(void **state)
{
    rg_fault fault;
    rg_job *job = job_of(state, "scale!");
    assert_int_equal(rg_set_number(job, "q", 0, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0911");
    assert_int_equal(rg_set_number(job, "n", 2.5, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0908");
    assert_int_equal(rg_set_number(job, "n", 2.0, &fault), RG_OK);
    assert_int_equal(rg_set_number(job, "nothing", 2, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0907");
    assert_int_equal(rg_set_array(job, "q", &(double){1}, 1, 1, &fault), RG_BAD_USE);
    rg_job_free(job);
    job = job_of(state, "square!");
    assert_int_equal(rg_set_number(job, "x", ldexp(1, whole_bits(state)), &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0910");
    assert_int_equal(rg_set_number(job, "x", -ldexp(1, whole_bits(state)), &fault), RG_OK);
    assert_int_equal(rg_set_number(job, "x", NAN, &fault), RG_BAD_USE);
    rg_job_free(job);
    job = job_of(state, "corner!");
    assert_int_equal(rg_set_number(job, "k", 2, &fault), RG_BAD_USE);
    assert_int_equal(
        rg_set_array(job, "A!", &(double){1}, (size_t)1 << 40, (size_t)1 << 40, &fault),
        RG_BAD_USE);
    double *large = calloc(1 << 17, sizeof *large);
    assert_non_null(large);
    assert_int_equal(rg_set_array(job, "A!", large, 1 << 16, 2, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0912");
    free(large);
    rg_job_free(job);
}

static void test_rounding_is_to_nearest_even(void **state)
{
    rg_fault fault;
    int64_t word;
    rg_job *job = job_of(state, "square!");
    const double ulp = ulp_of(state);
    const struct {
        double value;
        int64_t word;
    } cases[] = {
        {0.5 * ulp, 0},   {1.5 * ulp, 2},  {2.5 * ulp, 2},          {-0.5 * ulp, 0},
        {-1.5 * ulp, -2}, {0.75 * ulp, 1}, {1, (int64_t)(1 / ulp)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(rg_set_number(job, "x", cases[i].value, &fault), RG_OK);
        assert_int_equal(rg_get_argument_raw(job, "x", &word, 1), 1);
        assert_true(word == cases[i].word);
    }
    rg_job_free(job);
}

static void test_opening_and_loading_fail_cleanly(void **state)
{
    rg_fault fault;
    assert_null(rg_device_open("steam", &fault));
    assert_int_equal(fault.result, RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0901");
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_null(rg_job_new(device, NULL, &fault));
    assert_int_equal(rg_load(device, "/nonexistent/program.elf", &fault), RG_BAD_USE);
    assert_int_equal(rg_load(device, "/nonexistent/program.s", &fault), RG_BAD_USE);
    assert_int_equal(rg_load(device, ((fixture *)*state)->path, NULL), RG_OK);
    assert_int_equal(rg_routine_count(device), 9);
    assert_null(rg_job_new(device, NULL, &fault)); /* several routines, no main */
    assert_null(rg_job_new(device, "nothing", &fault));
    assert_string_equal(fault.code, "R0906");
    rg_device_close(device);
}

static void test_cycle_limit(void **state)
{
    rg_fault fault;
    rg_device *device = ((fixture *)*state)->device;
    rg_job *job = job_of(state, "square!");
    rg_set_cycle_limit(device, 10);
    assert_int_equal(rg_call(job, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0922");
    rg_set_cycle_limit(device, 0);
    assert_int_equal(rg_call(job, &fault), RG_OK);
    rg_job_free(job);
}

typedef struct {
    int lines, failures;
} tally;

static void count_line(void *context, const rg_check_line *line)
{
    tally *t = context;
    t->lines++;
    t->failures += !line->passed;
}

static void test_check(void **state)
{
    rg_fault fault;
    bool passed = false;
    tally t = {0};
    rg_job *job = job_of(state, "square!");
    rg_set_number(job, "x", 1.25, &fault);
    assert_int_equal(rg_check(job, count_line, &t, &passed, &fault), RG_OK);
    assert_true(passed);
    assert_int_equal(t.lines,
                     2 + 2 + 1); /* two arguments restored, two derivatives, one dot product */
    assert_int_equal(t.failures, 0);
    rg_job_free(job);
    job = job_of(state, "scale!");
    rg_set_number(job, "p!", 0.75, &fault);
    rg_set_number(job, "q", -1.5, &fault);
    rg_set_integer(job, "n", 3, &fault);
    assert_int_equal(rg_check(job, count_line, &t, &passed, &fault), RG_OK);
    assert_true(passed);
    rg_job_free(job);
}

static void test_check_finds_a_wrong_gradient(void **state)
{
    rg_fault fault;
    bool passed = true;
    tally t = {0};
    rg_job *job = job_of(state, "blind!");
    rg_set_number(job, "x", 1.25, &fault);
    assert_int_equal(rg_check(job, count_line, &t, &passed, &fault), RG_OK);
    assert_false(passed);
    assert_int_equal(t.failures, 2); /* by x, and along the random direction */
    rg_job_free(job);
}

static void join(void *context, const char *routine, const char *parameter)
{
    char *text = context;
    const size_t used = strlen(text);
    if (parameter)
        snprintf(text + used, 200 - used, " %s", parameter);
    else
        snprintf(text + used, 200 - used, "%s%s", used ? ", " : "", routine);
}

/* Text without types is compiled for what is known of its arguments, and tells its routines before.
 */
static void test_text_with_open_types(void **state)
{
    static const char text[] = "@i function f(y!, x)\n    y! += x * x\nend\n"
                               "@i function g(y!, v, k)\n    y! += v[k]\nend\n";
    const rg_known_argument known[] = {{.name = "x", .number = RG_NUMBER_FIXED},
                                       {.name = "y!", .number = RG_NUMBER_FIXED}};
    rg_fault fault;
    char seen[200] = "";
    double slope = 0;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "open.rg", text, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0601");
    assert_int_equal(rg_source_routines(device, join, seen, &fault), RG_OK);
    assert_string_equal(seen, "f y! x, g y! v k");
    assert_int_equal(rg_load_text_for(device, "open.rg", text, "f", known, 2, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_number(job, "x", 1.5, &fault), RG_OK);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_get_gradient(job, "x", &slope, 1), 1);
    assert_near(slope, 3, 1e-9);
    assert_int_equal(rg_device_close(device), RG_OK);
    (void)state;
}

/* The routine that is meant where none is named is that of the program loaded last: an earlier one
 * leaves no name behind. */
static void test_no_name_is_kept_of_an_earlier_program(void **state)
{
    static const char one[] = "@i function f(y!::Fixed)\n    y! += 1\nend\n";
    static const char two[] = "@i function f(y!::Fixed)\n    y! += 2\nend\n"
                              "@i function g(y!::Fixed)\n    y! += 3\nend\n";
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    (void)state;

    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "one.rg", one, &fault), RG_OK);
    assert_non_null(rg_job_new(device, NULL, &fault));
    assert_int_equal(rg_load_text(device, "two.rg", two, &fault), RG_OK);
    assert_null(rg_job_new(device, NULL, &fault));
    assert_string_equal(fault.code, "R0906");
    assert_int_equal(rg_device_close(device), RG_OK);
}

/* Inverted twice, a source is itself; what erases, and a device without a source, has no inverse.
 */
static void test_inverse_of_the_source(void **state)
{
    static const char text[] = "@i function f(y!::Fixed, x::Fixed)\n    y! += x * x\nend\n";
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    (void)state;

    assert_non_null(device);
    assert_null(rg_source_inverse(device, &fault));
    assert_string_equal(fault.code, "R0932");
    assert_null(rg_source_file(device, 0));
    assert_int_equal(rg_load_text(device, "f.rg", text, &fault), RG_OK);
    assert_string_equal(rg_source_file(device, 0), "f.rg");
    assert_null(rg_source_file(device, 1));
    const char *inverse = rg_source_inverse(device, &fault);
    assert_non_null(inverse);
    assert_non_null(strstr(inverse, "y! -= x * x"));
    char *kept = strdup(inverse);
    assert_non_null(kept);
    assert_int_equal(rg_load_text(device, "g.rg", kept, &fault), RG_OK);
    free(kept);
    assert_string_equal(rg_source_inverse(device, &fault), text);
    assert_int_equal(rg_load_text(device, "e.rg",
                                  "@i function f(y!::Fixed, x::Fixed)\n    t ← x * x\n"
                                  "    y! += t\n    @erase t\nend\n",
                                  &fault),
                     RG_OK);
    assert_null(rg_source_inverse(device, &fault));
    assert_string_equal(fault.code, "R0930");
    assert_int_equal(rg_device_close(device), RG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_name_is_kept_of_an_earlier_program),
        cmocka_unit_test(test_inverse_of_the_source),
        cmocka_unit_test(test_text_with_open_types),
        cmocka_unit_test(test_call_and_uncall),
        cmocka_unit_test(test_gradient_restores),
        cmocka_unit_test(test_vector),
        cmocka_unit_test(test_matrix_element),
        cmocka_unit_test(test_log_gradient_is_by_value),
        cmocka_unit_test(test_trap_and_rollback),
        cmocka_unit_test(test_small_seed_when_gradients_are_large),
        cmocka_unit_test(test_second_attempt_goes_back_only),
        cmocka_unit_test(test_limit_between_attempts),
        cmocka_unit_test(test_values_are_checked),
        cmocka_unit_test(test_rounding_is_to_nearest_even),
        cmocka_unit_test(test_opening_and_loading_fail_cleanly),
        cmocka_unit_test(test_cycle_limit),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_check_finds_a_wrong_gradient),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
