/* test_turn.c: gradients that reverse where only uncomputing remains. It tests which routines do,
 * and that only the cost differs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/opt/opt.h"
#include "compiler/rgc.h"
#include "host-driver/retrograd.h"

static const rgc_options for_gradients = {.gradients = true};

static size_t count_forth(const char *text, const rgc_options *options)
{
    rgc_result *r = rgc_compile_buffer("t.rg", text, strlen(text), options);
    size_t count = 0;

    assert_non_null(r);
    const rg_object *o = rgc_object(r);
    if (!o)
        rgc_render_text(r, stderr);
    assert_non_null(o);
    for (size_t i = 0; i < o->routine_count; i++)
        if (strstr(o->routines[i].name, RG_FORTH)) {
            assert_false(o->routines[i].exported);
            count++;
        }
    rgc_result_free(r);
    return count;
}

/* The body of f(y!, z!, x!, v!, w!), and whether the gradient reverses before its end.
 */
static const struct {
    const char *body;
    bool turns;
} bodies[] = {
    {"@routine begin\nt <- 0.0\nt += x! * 2\nend\ny! += t\n~@routine", true},
    {"t <- 0.0\n@routine begin\nt += x! * 2\nend\ny! += t\n~@routine\nt -> 0.0", true},
    {"t <- zeros(Fixed, length(v!))\n@routine begin\nt[1] += x! * 2\nend\ny! += t[1]\n~@routine\nt "
     "-> zeros(Fixed, length(v!))",
     true},
    {"t <- zeros(Fixed, 2)\ng(t, v!)\ny! += t[1]\n(~g)(t, v!)\nt -> zeros(Fixed, 2)", true},
    {"@routine begin\nt <- 0.0\nt += x! * 2\nend\n@routine begin\nu <- 0.0\nu += t * t\nend\ny! += "
     "u\n~@routine\n~@routine",
     true},
    {"@routine begin\nt <- 0.0\nt += x! * 2\nend\ny! += t\n~@routine\n@routine begin\nu <- 0.0\nu "
     "+= y! * 2\nend\nz! += u\n~@routine",
     true},
    {"t <- zeros(Fixed, 2)\nu <- zeros(Fixed, 2)\ng(t, v!)\ng(u, t)\ny! += u[1]\n(~g)(u, "
     "t)\n(~g)(t, v!)\nu -> zeros(Fixed, 2)\nt -> zeros(Fixed, 2)",
     true},
    /* nothing is left out but what stands at the end */
    {"@routine begin\nt <- 0.0\nt += x! * 2\nend\ny! += t\n~@routine\nz! += x!", false},
    {"y! += x! * 2", false},
    {"t <- 0.0\ny! += x! * 2\nt -> 0.0", false},
    /* what the block uses, or makes, is changed before it is undone */
    {"@routine begin\nt <- 0.0\nt += x! * 2\nend\ny! += t\nx! += 1\n~@routine", false},
    {"@routine begin\nt <- 0.0\nt += v![1] * 2\nend\ny! += t\nv![2] += 1\n~@routine", false},
    {"@routine begin\nt <- 0.0\nt += x! * 2\nend\nt += 1\ny! += t\nt -= 1\n~@routine", false},
    {"@routine begin\nt <- zeros(Fixed, 2)\ng(t, v!)\nend\ny! += t[1]\ng(v!, t)\n~@routine", false},
    {"@routine begin\nt <- zeros(Fixed, 2)\ng(t, v!)\nend\ng(t, v!)\ny! += t[1]\n~@routine", false},
    {"t <- zeros(Fixed, 2)\nu <- zeros(Fixed, 2)\ng(t, v!)\ng(u, t)\ny! += u[1]\n(~g)(t, "
     "v!)\n(~g)(u, t)\nu -> zeros(Fixed, 2)\nt -> zeros(Fixed, 2)",
     false},
    {"@routine begin\nn <- 0\nn += length(v!)\nend\ny! += n\nPUSH!(v!, z!)\n~@routine", false},
    {"@routine begin\nt <- 0.0\nt += x!\nMULDIV(t, 3, 7)\nend\ny! += t\nMULDIV(y!, 5, "
     "7)\n~@routine",
     false},
    /* a parameter would not have its last value */
    {"@routine begin\nx! += 3\nend\ny! += x! * x!\n~@routine", false},
    /* what is said is said again on the way to the end */
    {"@routine begin\nt <- 0.0\nt += x! * 2\n@safe println(t)\nend\ny! += t\n~@routine", false},
    {"@routine begin\nt <- 0.0\nsay(t, x!)\nend\ny! += t\n~@routine", false},
    {"@routine begin\nt <- zeros(Fixed, 2)\nagain(t, 3)\nend\ny! += t[1]\n~@routine",
     false}, /* whatever that says */
    /* a call that is no inverse, of another routine, with other arguments; other values, other
       sizes */
    {"t <- zeros(Fixed, 2)\ng(t, v!)\ny! += t[1]\ng(t, v!)\nt -> zeros(Fixed, 2)", false},
    {"t <- zeros(Fixed, 2)\ng(t, v!)\ny! += t[1]\n(~h)(t, v!)\nt -> zeros(Fixed, 2)", false},
    {"t <- zeros(Fixed, 2)\ng(t, v!)\ny! += t[1]\n(~g)(t, w!)\nt -> zeros(Fixed, 2)", false},
    {"t <- 1.0\n@routine begin\nu <- 0.0\nu += x! * 2\nend\ny! += u\n~@routine\nt -> 2.0", false},
    {"t <- zeros(Fixed, length(v!))\n@routine begin\nu <- 0.0\nu += x! * 2\nend\ny! += "
     "u\n~@routine\nt -> zeros(Fixed, length(w!))",
     false},
};

static void routines_that_end_in_uncomputing_turn(void **state)
{
    char text[2048];
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        snprintf(text, sizeof text,
                 "@i function g(t!::Vector{Fixed}, a::Vector{Fixed})\nfor i = 1:2\nt![i] += "
                 "a[i]\nend\nend\n"
                 "@i function say(t!::Fixed, x::Fixed)\nt! += x\n@safe println(t!)\nend\n"
                 "@i function h(t!::Vector{Fixed}, a::Vector{Fixed})\nfor i = 1:2\nt![i] += 2 * "
                 "a[i]\nend\nend\n"
                 "@i function again(t!::Vector{Fixed}, n::Int)\nif (n > 0, ~)\nt![1] += n\nm <- n "
                 "- 1\nagain(t!, m)\nm -> n - 1\nend\nend\n"
                 "@i function f(y!::Fixed, z!::Fixed, x!::Fixed, v!::Vector{Fixed}, "
                 "w!::Vector{Fixed})\n%s\nend\n",
                 bodies[i].body);
        rgc_options only_f = for_gradients;
        only_f.entry = "f";
        if (count_forth(text, &only_f) != bodies[i].turns)
            fail_msg("body %zu: %s", i, bodies[i].body);
        assert_int_equal(count_forth(text, NULL), 0);
    }
}

static void switched_off_it_does_not_turn(void **state)
{
    static const char text[] = "@i function f(y!::Fixed, x::Fixed)\n@routine begin\nt <- 0.0\nt += "
                               "x * x\nend\ny! += t\n~@routine\nend\n";
    (void)state;
    rgc_options options = for_gradients;
    assert_int_equal(count_forth(text, &options), 1);
    options.entry = "g";
    options.entry_may_be_missing = true;
    assert_int_equal(count_forth(text, &options), 0);
    options = for_gradients;
    options.passes_off = OPT_EVERY;
    assert_int_equal(count_forth(text, &options), 0);
}

/* ---- on the machine ---- */

static const char layers[] = "@i function f(y!::Fixed, x::Vector{Fixed}, k::Fixed)\n"
                             "  @routine begin\n"
                             "    h <- zeros(Fixed, length(x))\n"
                             "    p <- 0.0\n"
                             "    for i = 1:length(x)\n"
                             "      h[i] += x[i] * k\n"
                             "      p += h[i] * x[i]\n"
                             "    end\n"
                             "  end\n"
                             "  y! += p * h[1]\n"
                             "  ~@routine\n"
                             "end\n"
                             "@i function wrong(y!::Fixed, x::Vector{Fixed}, k::Fixed)\n"
                             "  @routine begin\n"
                             "    h <- 0.0\n"
                             "    h += x[2] / k\n"
                             "  end\n"
                             "  y! += h\n"
                             "  ~@routine\n"
                             "end\n";

typedef struct {
    double y, x[3], k;
    rg_counters counters;
    bool restored;
} outcome;

static outcome differentiate(bool turns, bool keep)
{
    const double x[] = {0.5, -2, 3};
    rg_fault fault;
    outcome o = {0};
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    rg_set_gradients(device, turns);
    assert_int_equal(rg_load_text(device, "f.rg", layers, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_array(job, "x", x, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_set_number(job, "k", 1.25, &fault), RG_OK);
    rg_keep_gradients(job, keep);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_get(job, "y!", &o.y, 1), 1);
    assert_int_equal(rg_get_gradient(job, "x", o.x, 3), 3);
    assert_int_equal(rg_get_gradient(job, "k", &o.k, 1), 1);
    rg_get_counters(job, &o.counters);
    o.restored = rg_restored(job);
    rg_job_free(job);
    rg_device_close(device);
    return o;
}

static void gradients_are_the_same_and_cost_less(void **state)
{
    (void)state;
    for (int keep = 0; keep < 2; keep++) {
        const outcome whole = differentiate(false, keep), turned = differentiate(true, keep);
        assert_true(whole.restored && turned.restored);
        assert_memory_equal(&whole.y, &turned.y, sizeof whole.y);
        assert_memory_equal(whole.x, turned.x, sizeof whole.x);
        assert_memory_equal(&whole.k, &turned.k, sizeof whole.k);
        assert_true(turned.counters.program_forward + turned.counters.program_backward
                    < whole.counters.program_forward + whole.counters.program_backward);
        assert_true(turned.counters.bits_erased_gradient <= whole.counters.bits_erased_gradient);
    }
}

static void a_trap_names_the_routine_of_the_source(void **state)
{
    const double x[] = {1, 2};
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    (void)state;
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "f.rg", layers, &fault), RG_OK);
    assert_int_equal(rg_routine_count(device), 2);
    rg_job *job = rg_job_new(device, "wrong", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_array(job, "x", x, 2, 1, &fault), RG_OK);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_TRAPPED);
    assert_string_equal(rg_get_trap(job)->routine, "wrong");
    assert_int_equal(rg_get_trap(job)->line, 16);
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    assert_true(rg_restored(job));
    rg_job_free(job);
    rg_device_close(device);
}

/* A routine with x in register `in` that leaves a number in each of these registers, and in the
 * words from sp on. */
static void write_leaver(FILE *file, const char *name, unsigned in, uint32_t left)
{
    fprintf(
        file,
        "    .routine \"%s\"\n    .param y!, Fixed, 0\n    .param x, Fixed, 0, r%u\n%s_1: bra.l "
        "%s_2\n    .entry \"%s\"\n    portal r0\n    fmul += r1, r%u, r%u\n%s_2: bra.s %s_1\n",
        name, in, name, name, name, in, in, name, name);
    fprintf(file,
            "    .routine \"%s (forth)\", local\n    .param y!, Fixed, 0\n    .param x, Fixed, 0, "
            "r%u\n%s_3: bra.l %s_4\n    .entry \"%s (forth)\"\n    portal r0\n    fmul += r1, r%u, "
            "r%u\n",
            name, in, name, name, name, in, in);
    for (unsigned r = 2; r <= RG_LAST_PARAMETER; r++)
        if (left >> r & 1 && r != in)
            fprintf(file, "    li0 := r%u, %u\n    st += [sp + %u], r%u\n", r, 100 + r, r, r);
    fprintf(file, "%s_4: bra.s %s_3\n", name, name);
}

static void what_is_left_in_registers_is_found_again(void **state)
{
    const uint32_t all = ~UINT32_C(0), narrow = all & ~RG_NARROW_SCRATCH;
    char folder[] = "/tmp/test_turn_XXXXXX", path[64];
    rg_fault fault;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/program.s", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    write_leaver(file, "narrow", 2, narrow);
    write_leaver(file, "wide", RG_NARROW_REGISTERS + 1, all);
    assert_int_equal(fclose(file), 0);
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    if (rg_load(device, path, &fault) != RG_OK)
        fail_msg("%u: %s", fault.line, fault.message);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    for (int wide = 0; wide < 2; wide++) {
        double slope = 0;
        rg_job *job = rg_job_new(device, wide ? "wide" : "narrow", &fault);
        assert_non_null(job);
        assert_int_equal(rg_set_number(job, "x", 3, &fault), RG_OK);
        if (rg_gradient(job, "y!", 0, 0, &fault) != RG_OK)
            fail_msg("%s", fault.message);
        assert_int_equal(rg_get_gradient(job, "x", &slope, 1), 1);
        assert_true(slope == 6 && rg_restored(job));
        rg_job_free(job);
    }
    rg_device_close(device);
}

/* In an object of somebody else's: the one that stands for f takes other arguments, the one of g
 * the same. Each of them adds x to y! instead of its square. */
static void one_with_other_parameters_does_not_stand_for_it(void **state)
{
    static const char program[] =
        "    .routine \"f\"\n    .param y!, Fixed, 0\n    .param x, Fixed, 0\nt1: bra.l b1\n    "
        ".entry \"f\"\n    portal r0\n    fmul += r1, r2, r2\nb1: bra.s t1\n"
        "    .routine \"f (forth)\", local\n    .param y!, Fixed, 0\n    .param x, Log, 0\nt2: "
        "bra.l b2\n    .entry \"f (forth)\"\n    portal r0\n    fmov += r1, r2\nb2: bra.s t2\n"
        "    .routine \"g\"\n    .param y!, Fixed, 0\n    .param x, Fixed, 0\nt3: bra.l b3\n    "
        ".entry \"g\"\n    portal r0\n    fmul += r1, r2, r2\nb3: bra.s t3\n"
        "    .routine \"g (forth)\", local\n    .param y!, Fixed, 0\n    .param x, Fixed, 0\nt4: "
        "bra.l b4\n    .entry \"g (forth)\"\n    portal r0\n    fmov += r1, r2\nb4: bra.s t4\n";
    char folder[] = "/tmp/test_turn_XXXXXX", path[64];
    rg_fault fault;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/program.s", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(program, file) >= 0);
    assert_int_equal(fclose(file), 0);
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    if (rg_load(device, path, &fault) != RG_OK)
        fail_msg("%u: %s", fault.line, fault.message);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    for (int same = 0; same < 2; same++) {
        double slope = 0;
        rg_job *job = rg_job_new(device, same ? "g" : "f", &fault);
        assert_non_null(job);
        assert_int_equal(rg_set_number(job, "x", 3, &fault), RG_OK);
        assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
        assert_int_equal(rg_get_gradient(job, "x", &slope, 1), 1);
        assert_true(slope == (same ? 1 : 6));
        rg_job_free(job);
    }
    rg_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routines_that_end_in_uncomputing_turn),
        cmocka_unit_test(switched_off_it_does_not_turn),
        cmocka_unit_test(gradients_are_the_same_and_cost_less),
        cmocka_unit_test(what_is_left_in_registers_is_found_again),
        cmocka_unit_test(one_with_other_parameters_does_not_stand_for_it),
        cmocka_unit_test(a_trap_names_the_routine_of_the_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
