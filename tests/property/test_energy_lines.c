/* test_energy_lines.c: whatever is run, lines sum to the run, terms to parts, parts to totals, and
 * the ledger to the counters. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

static const char text[] = "@i function work(y!::Fixed, x::Vector{Fixed}, n::Int)\n"
                           "    for i = 1:n\n"
                           "        @routine begin\n"
                           "            a ← 0.0\n"
                           "            a += sin(x[i])\n"
                           "            a += exp(x[i])\n"
                           "        end\n"
                           "        y! += a * x[i]\n"
                           "        if (x[i] > 1.0, ~)\n"
                           "            y! -= x[i] / 3.0\n"
                           "        end\n"
                           "        @safe println(y!)\n"
                           "        ~@routine\n"
                           "    end\n"
                           "end\n";

static const double samples[5] = {0.5, 1.25, -0.75, 2.0, 0.125};

typedef enum { CALL, UNCALL, GRADIENT, KEEP, TANGENT, JACOBIAN, HESSIAN, KINDS } kind;

static void assert_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-9 * fabs(expected)))
        fail_msg("%.17g is not %.17g", value, expected);
}

static rg_device *open_device(rg_job **job)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    if (rg_load_text(device, "work.rg", text, &fault) != RG_OK)
        fail_msg("%s", rg_diagnostics(device));
    *job = rg_job_new(device, "work", &fault);
    assert_non_null(*job);
    assert_int_equal(rg_set_array(*job, "x", samples, 5, 1, &fault), RG_OK);
    assert_int_equal(rg_set_integer(*job, "n", 5, &fault), RG_OK);
    return device;
}

static rg_result run(rg_job *job, kind what, rg_fault *fault)
{
    switch (what) {
    case CALL: return rg_call(job, fault);
    case UNCALL: return rg_uncall(job, fault);
    case TANGENT:
        return rg_set_direction(job, "x", samples, 5, fault) == RG_OK ? rg_tangent(job, fault)
                                                                      : RG_BAD_USE;
    case JACOBIAN: return rg_jacobian(job, fault);
    case HESSIAN: return rg_hessian(job, "y!", 0, 0, fault);
    default: rg_keep_gradients(job, what == KEEP); return rg_gradient(job, "y!", 0, 0, fault);
    }
}

static void check_energy(const rg_counters *all, const rg_line_cost *lines, size_t count)
{
    for (size_t t = 0; rg_technology_builtin(t); t++) {
        rg_energy_term terms[RG_ENERGY_TERMS];
        rg_energy e;
        double line[3] = {0}, term[3] = {0};
        size_t term_count;
        rg_technology *technology = rg_technology_open(rg_technology_builtin(t), NULL);
        assert_non_null(technology);
        assert_int_equal(rg_energy_of(technology, all, 64, &e, NULL), RG_OK);
        assert_int_equal(rg_energy_terms(technology, all, 64, terms, &term_count, NULL), RG_OK);
        for (size_t i = 0; i < term_count; i++) {
            if (terms[i].each_J > 0)
                assert_near(terms[i].count * terms[i].each_J, terms[i].conventional_J);
            term[0] += terms[i].conventional_J;
            term[1] += terms[i].adiabatic_J;
            term[2] += terms[i].landauer_J;
        }
        for (size_t i = 0; i < count; i++) {
            rg_energy of_line;
            assert_int_equal(rg_energy_of(technology, &lines[i].counters, 64, &of_line, NULL),
                             RG_OK);
            line[0] += of_line.conventional.total_J;
            line[1] += of_line.adiabatic.total_J;
            line[2] += of_line.landauer.total_J;
        }
        const double total[3] = {e.conventional.total_J, e.adiabatic.total_J, e.landauer.total_J};
        for (int v = 0; v < 3; v++) {
            assert_near(line[v], total[v]);
            assert_near(term[v], total[v]);
        }
        rg_technology_close(technology);
    }
}

static void check_ledger(const rg_job *job, const rg_counters *all, const rg_line_cost *lines,
                         size_t count)
{
    rg_ledger_line ledger[64];
    uint64_t sum = 0;
    size_t entries = rg_get_ledger(job, ledger, 64);
    assert_true(entries <= 64);
    for (size_t i = 0; i < entries; i++) {
        sum += ledger[i].bits;
        for (size_t k = 0; k < count; k++)
            if (lines[k].line == ledger[i].line && strcmp(lines[k].file, ledger[i].file) == 0
                && lines[k].line > 0)
                assert_int_equal(lines[k].counters.bits_erased_gradient, ledger[i].bits);
    }
    assert_int_equal(sum, all->bits_erased_gradient);
}

static void test_sums(void **state)
{
    (void)state;
    for (int what = 0; what < KINDS; what++) {
        rg_job *job, *plain;
        rg_fault fault;
        rg_counters all, uncounted;
        rg_line_cost *lines = calloc(64, sizeof *lines);
        assert_non_null(lines);
        rg_device *device = open_device(&job), *other = open_device(&plain);
        assert_int_equal(rg_get_lines(job, NULL, 0), 0);
        assert_int_equal(rg_count_lines(device, true, &fault), RG_OK);
        if (run(job, (kind)what, &fault) != RG_OK || run(plain, (kind)what, &fault) != RG_OK)
            fail_msg("%s", fault.message);
        rg_get_counters(job, &all);
        rg_get_counters(plain, &uncounted);
        const rg_counters counted = all;
        all.activity = all.dispatcher.activity = (rg_activity_counts){0};
        assert_memory_equal(&all, &uncounted, sizeof all); /* counting changes nothing else */
        all = counted;
        size_t count = rg_get_lines(job, lines, 64);
        assert_true(count > 6 && count <= 64);
        for (size_t i = 0; i < count; i++)
            assert_true(lines[i].counters.instructions <= all.instructions
                        && lines[i].counters.cycles <= all.cycles); /* no wrap */
        check_energy(&all, lines, count);
        check_ledger(job, &all, lines, count);
        free(lines);
        rg_job_free(job);
        rg_job_free(plain);
        rg_device_close(device);
        rg_device_close(other);
    }
}

/* Line 5, a sine in each iteration, by hand. Five iterations, computed and uncomputed. */
static void test_one_line(void **state)
{
    (void)state;
    rg_job *job;
    rg_fault fault;
    rg_line_cost lines[64];
    rg_device *device = open_device(&job);
    uint64_t elementary = 0, printed = 0;
    assert_int_equal(rg_count_lines(device, true, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_OK);
    size_t count = rg_get_lines(job, lines, 64);
    for (size_t i = 0; i < count; i++) {
        if (lines[i].line == 5)
            for (unsigned c = 0; rg_counter_class(c); c++)
                elementary += strcmp(rg_counter_class(c), "elem") == 0
                                  ? lines[i].counters.forward[c] + lines[i].counters.backward[c]
                                  : 0;
        if (lines[i].line == 12)
            printed = lines[i].counters.bits_copied_out;
    }
    assert_int_equal(elementary, 10);
    assert_int_equal(printed, 5 * 3 * rg_device_xlen(device)); /* a value between two marks */
    rg_job_free(job);
    rg_device_close(device);
}

/* An engine that cannot count says so. */
static void test_other_engine(void **state)
{
    (void)state;
    rg_fault fault;
    rg_device *device = rg_device_open("rtl", &fault);
    assert_non_null(device);
    assert_int_equal(rg_count_lines(device, true, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0918");
    rg_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums), cmocka_unit_test(test_one_line),
                                       cmocka_unit_test(test_other_engine)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
