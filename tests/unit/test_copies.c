/* What a job copies out: what the routine changes, or what the caller wants. */
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

#include "host-driver/bus.h"
#include "host-driver/retrograd.h"
#include "sim/engine.h"

static const char program[] = "@i function inner(a!::Fixed, v::Vector{Fixed}, w!::Vector{Fixed})\n"
                              "    for i = 1:length(v)\n"
                              "        a! += v[i] * v[i]\n"
                              "        w![i] += a!\n"
                              "    end\n"
                              "end\n"
                              "@i function outer(y!::Fixed, x::Vector{Fixed}, w::Vector{Fixed},\n"
                              "                  n::Int)\n"
                              "    @routine begin\n"
                              "        s ← 0.0\n"
                              "        inner(s, x, w)\n"
                              "    end\n"
                              "    y! += s * n\n"
                              "    ~@routine\n"
                              "end\n";

typedef struct {
    rg_device *device;
    rg_job *job;
} bench;

static bench start(const char *text, const char *routine)
{
    rg_fault fault;
    bench b = {.device = rg_device_open("fast", &fault)};
    assert_non_null(b.device);
    assert_int_equal(rg_load_text(b.device, "p.rg", text, &fault), RG_OK);
    b.job = rg_job_new(b.device, routine, &fault);
    assert_non_null(b.job);
    return b;
}

static void set(const bench *b, const char *name, double first)
{
    const double data[3] = {first, first + 1, first + 2};
    assert_int_equal(rg_set_array(b->job, name, data, 3, 1, NULL), RG_OK);
}

static uint64_t words_out(const bench *b)
{
    rg_counters counters;
    rg_get_counters(b->job, &counters);
    return counters.bits_copied_out / rg_device_xlen(b->device);
}

static double one(const bench *b, const char *name)
{
    double value[3] = {NAN, NAN, NAN};
    return rg_get(b->job, name, value, 3) > 0 ? value[0] : NAN;
}

static void only_what_changes_is_copied(void **state)
{
    (void)state;
    bench b = start(program, "inner");
    set(&b, "v", 1);
    set(&b, "w!", 0);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(words_out(&b), 4); /* a!, w! */
    assert_true(one(&b, "a!") == 14 && one(&b, "v") == 1 && one(&b, "w!") == 1);
    assert_int_equal(rg_gradient(b.job, "a!", 0, 0, NULL), RG_OK);
    assert_int_equal(words_out(&b), 4 + 7);
    assert_true(rg_restored(b.job));
    rg_device_close(b.device);
    /* What is changed and taken back counts as changed: only the machine could tell. */
    b = start(program, "outer");
    set(&b, "x", 1);
    set(&b, "w", 0);
    assert_int_equal(rg_set_integer(b.job, "n", 2, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(words_out(&b), 4);
    assert_true(one(&b, "y!") == 28 && one(&b, "x") == 1 && one(&b, "n") == 2);
    rg_device_close(b.device);
}

static void only_what_is_wanted_is_copied(void **state)
{
    (void)state;
    const char *const wanted[] = {"w!"};
    double room[3];
    rg_fault fault;
    bench b = start(program, "inner");
    set(&b, "v", 1);
    set(&b, "w!", 0);
    assert_int_equal(rg_want(b.job, wanted, 1, &fault), RG_OK);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(words_out(&b), 3);
    assert_true(isnan(one(&b, "a!")) && one(&b, "v") == 1 && one(&b, "w!") == 1);
    assert_int_equal(rg_adopt_results(b.job), RG_BAD_USE);
    assert_non_null(strstr(rg_last_misuse(), "rg_want"));
    /* The result that is differentiated comes too. */
    assert_int_equal(rg_gradient(b.job, "a!", 0, 0, NULL), RG_OK);
    assert_int_equal(words_out(&b), 4 + 3);
    assert_true(one(&b, "a!") == 14 && rg_restored(b.job));
    assert_int_equal(rg_get_gradient(b.job, "w!", room, 3), 3);
    assert_int_equal(rg_get_gradient(b.job, "v", room, 3), 0);
    /* Nothing at all, and everything again. */
    assert_int_equal(rg_want(b.job, wanted, 0, &fault), RG_OK);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(words_out(&b), 0);
    assert_int_equal(rg_want(b.job, NULL, 0, &fault), RG_OK);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(words_out(&b), 4);
    assert_int_equal(rg_adopt_results(b.job), RG_OK);
    rg_device_close(b.device);
}

static void a_check_needs_everything(void **state)
{
    (void)state;
    const char *const wanted[] = {"v"};
    bool passed = false;
    rg_fault fault;
    bench b = start(program, "inner");
    set(&b, "v", 1);
    set(&b, "w!", 0);
    assert_int_equal(rg_want(b.job, wanted, 1, &fault), RG_OK);
    assert_int_equal(rg_check(b.job, NULL, NULL, &passed, &fault), RG_OK);
    assert_true(passed);
    assert_int_equal(rg_jacobian(b.job, &fault), RG_OK);
    assert_int_equal(rg_get_jacobian(b.job)->rows, 7);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(words_out(&b), 3);
    rg_device_close(b.device);
}

/* Hand-written code can say what is not true. */
static void a_broken_promise_is_found(void **state)
{
    (void)state;
    static const char text[] =
        ".routine twice\n.param y, Fixed, 0\n.param x, Fixed, 0, kept\n"
        "top:    bra.l bottom\n        portal lr\n        fadd += r1, r2, r2\n"
        "        fadd += r2, r1, r1\nbottom: bra.s top\n";
    char folder[] = "/tmp/copies-XXXXXX", path[64];
    rg_fault fault;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/twice.s", folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0 && fclose(out) == 0);
    bench b = {.device = rg_device_open("fast", &fault)};
    assert_non_null(b.device);
    assert_int_equal(rg_load(b.device, path, &fault), RG_OK);
    assert_true(remove(path) == 0 && remove(folder) == 0);
    b.job = rg_job_new(b.device, NULL, &fault);
    assert_non_null(b.job);
    assert_int_equal(rg_call(b.job, &fault), RG_OK); /* 0 stays 0 */
    assert_int_equal(rg_set_number(b.job, "x", 1, &fault), RG_OK);
    assert_int_equal(rg_call(b.job, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0903");
    assert_int_equal(rg_get(b.job, "y", NULL, 0), 0);
    assert_int_equal(rg_set_number(b.job, "x", 0, &fault), RG_OK);
    assert_int_equal(rg_call(b.job, &fault), RG_OK); /* the machine was cleared */
    rg_device_close(b.device);
}

static uint64_t words_in(const bench *b)
{
    rg_counters counters;
    rg_get_counters(b->job, &counters);
    return counters.words_copied_in;
}

/* A loop that trains copies its data once. */
static void held_arguments_stay(void **state)
{
    (void)state;
    bench b = start(program, "inner");
    set(&b, "v", 1);
    set(&b, "w!", 0);
    assert_int_equal(rg_gradient(b.job, "a!", 0, 0, NULL), RG_OK);
    const uint64_t all = words_in(&b);
    assert_true(all > 7);
    assert_int_equal(rg_gradient(b.job, "a!", 0, 0, NULL), RG_OK);
    assert_int_equal(words_in(&b), all);
    assert_int_equal(rg_hold(b.job, true), RG_OK);
    assert_int_equal(rg_gradient(b.job, "a!", 0, 0, NULL), RG_OK);
    assert_int_equal(words_in(&b), 0);
    set(&b, "v", 5);
    assert_int_equal(rg_gradient(b.job, "a!", 0, 0, NULL), RG_OK);
    assert_int_equal(words_in(&b), 3);
    assert_true(one(&b, "a!") == 25 + 36 + 49);
    /* Adopted results are there; those that are not adopted are written over. */
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(rg_adopt_results(b.job), RG_OK);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(words_in(&b), 0);
    assert_true(one(&b, "a!") == 2 * (25 + 36 + 49));
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(words_in(&b), 4);
    assert_true(one(&b, "a!") == 2 * (25 + 36 + 49));
    /* Another job has used the machine. */
    rg_job *other = rg_job_new(b.device, "inner", NULL);
    assert_non_null(other);
    assert_int_equal(rg_set_array(other, "v", (double[]){2}, 1, 1, NULL), RG_OK);
    assert_int_equal(rg_set_array(other, "w!", (double[]){0}, 1, 1, NULL), RG_OK);
    assert_int_equal(rg_call(other, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_true(words_in(&b) > 7);
    assert_true(one(&b, "a!") == 2 * (25 + 36 + 49));
    rg_device_close(b.device);
}

static uint64_t now(rg_engine *engine)
{
    uint64_t cycles = 0;
    assert_int_equal(rg_engine_read(engine, RG_REG_CYCLES, &cycles), RG_BUS_OKAY);
    return cycles;
}

/* What a word in is billed is what the bus takes, by the clock of a core that runs meanwhile: it
 * refuses the word, in the same clocks. */
static void a_write_takes_its_clocks(void **state)
{
    (void)state;
    rg_engine *engine = rg_engine_open("rtl");
    if (!engine)
        skip(); /* a build of the engine fast alone */
    for (uint32_t i = 0; i < rg_firmware_count; i++)
        assert_int_equal(rg_engine_write(engine, RG_WINDOW_IMEM + 8 * i, rg_firmware_words[i]),
                         RG_BUS_OKAY);
    assert_int_equal(rg_engine_write(engine, RG_REG_CODEWORDS, rg_firmware_count), RG_BUS_OKAY);
    assert_int_equal(rg_engine_write(engine, RG_REG_PC, RG_FIRMWARE_SELFTEST), RG_BUS_OKAY);
    assert_int_equal(rg_engine_write(engine, RG_REG_CONTROL, RG_CONTROL_RUN), RG_BUS_OKAY);
    const uint64_t first = now(engine), second = now(engine);
    for (int i = 0; i < 10; i++)
        assert_int_equal(rg_engine_write(engine, RG_WINDOW_DMEMV, 0), RG_BUS_SLVERR);
    assert_int_equal(now(engine) - second - (second - first), 10 * RG_BUS_WRITE_CLOCKS);
    rg_engine_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_changes_is_copied),
        cmocka_unit_test(only_what_is_wanted_is_copied),
        cmocka_unit_test(a_check_needs_everything),
        cmocka_unit_test(a_broken_promise_is_found),
        cmocka_unit_test(held_arguments_stay),
        cmocka_unit_test(a_write_takes_its_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
