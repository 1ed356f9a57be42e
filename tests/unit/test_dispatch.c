/* What the job dispatcher has cost: found by a walk through its code, and here beside counts of the
 * engine fast by address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "host-driver/internal.h"
#include "isa/isa.h"
#include "sim/engine.h"

static const char program[] =
    "@i function inner(a!::Fixed, v::Vector{Fixed}, w!::Vector{Fixed})\n"
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
    "end\n"
    "@i function wide(y!::Fixed, a::Fixed, b::Fixed, c::Fixed, d::Fixed,\n"
    "                 e::Fixed, f::Fixed, g::Fixed, h::Fixed, i::Fixed,\n"
    "                 j::Fixed, k::Fixed, l::Fixed, m::Fixed, n::Fixed,\n"
    "                 o::Fixed, p::Fixed)\n"
    "    y! += a * p\n"
    "end\n"
    "@i function small(y!::Fixed, x::Fixed)\n"
    "    y! += exp(x)\n"
    "end\n";

typedef struct {
    rgd_device *device;
    rgd_job *job;
} bench;

static bench start(const char *routine)
{
    rg_fault fault;
    bench b = {.device = rgd_device_open("fast", &fault)};
    assert_non_null(b.device);
    assert_int_equal(rgd_load_text(b.device, "p.rg", program, NULL, NULL, 0, &fault), RG_OK);
    assert_int_equal(rgd_count_lines(b.device, true, &fault), RG_OK);
    b.job = rgd_job_new(b.device, routine, &fault);
    assert_non_null(b.job);
    if (strcmp(routine, "outer") != 0) {
        assert_int_equal(rgd_set_number(b.job, strcmp(routine, "wide") ? "x" : "p", 1.5, NULL),
                         RG_OK);
        return b;
    }
    const double three[3] = {1, 2, 3};
    assert_int_equal(rgd_set_array(b.job, "x", three, 3, 1, NULL), RG_OK);
    assert_int_equal(rgd_set_array(b.job, "w", three, 3, 1, NULL), RG_OK);
    return b;
}

static rg_dispatched by_address(const rgd_device *device)
{
    rg_dispatched sum = {0};
    for (uint32_t at = 0; at < device->base; at++) {
        const rg_address_cost *cost = rg_engine_address_cost(device->engine, at);
        rg_instruction in;
        assert_non_null(cost);
        if (!rg_decode_any(device->firmware.words[at], device->xlen, &in) || !rg_op_lookup(in.op))
            continue;
        sum.cycles += cost->cycles[0] + cost->cycles[1];
        for (unsigned mode = 0; mode < 4; mode++)
            for (unsigned back = 0; back < 2; back++) {
                sum.instructions += cost->retired[mode][back];
                sum.by_mode[mode][back][rg_op_lookup(in.op)->class] += cost->operations[mode][back];
            }
        sum.memory_reads += cost->words[0];
        sum.memory_writes += cost->words[1];
        sum.gradient_reads += cost->words[2];
        sum.gradient_writes += cost->words[3];
        sum.tangent_reads += cost->words[4];
        sum.tangent_writes += cost->words[5];
    }
    return sum;
}

/* The counts since the counters were cleared. */
static void agree(const bench *b)
{
    rg_counters c;
    const rg_dispatched expected = by_address(b->device);
    assert_int_equal(rg_core_counters(b->device, &c, NULL), RG_OK);
    assert_true(expected.instructions > 0);
    /* A halt takes cycles and does not retire: it is in no count by address. */
    assert_in_range(c.dispatcher.cycles, expected.cycles, expected.cycles + 12);
    c.dispatcher.cycles = expected.cycles;
    assert_memory_equal(&c.dispatcher, &expected, sizeof expected);
}

static const char *const routines[] = {"small", "outer", "wide"};

/* A run of the job in a mode, up to where its counters are read. */
static void run_whole(const bench *b, int command, unsigned mode, bool keep)
{
    b->job->seed = (rg_seed){&b->job->arguments[0], 0, 1, 0};
    assert_int_equal(rg_run_start(b->job, command, NULL), RG_OK);
    assert_int_equal(rg_bus_write(b->device, RG_REG_MODE, mode, NULL), RG_OK);
    assert_int_equal(rg_bus_write(b->device, RG_REG_KEEP, keep, NULL), RG_OK);
    assert_int_equal(rg_run_sweep(b->job, NULL, NULL), RG_OK);
    agree(b);
    const rg_counters *c = &b->job->counters;
    assert_int_equal(c->dispatcher.cycles, c->cycles - c->program_forward - c->program_backward);
}

static void whole_runs(void **state)
{
    (void)state;
    static const int commands[] = {RG_COMMAND_CALL, RG_COMMAND_UNCALL, RG_COMMAND_GRADIENT};
    for (size_t i = 0; i < sizeof routines / sizeof routines[0]; i++)
        for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++) {
            bench b = start(routines[i]);
            run_whole(&b, commands[k], 0, false);
            run_whole(&b, commands[k], 0, true);
            run_whole(&b, commands[k], RG_WITH_TANGENT, false);
            assert_true(b.job->counters.dispatcher.instructions < b.job->counters.instructions);
            rgd_device_close(b.device);
        }
}

/* All code of this program has lines, so what belongs to no line is the dispatcher's. */
static void attempts_are_summed(void **state)
{
    (void)state;
    rg_line_cost lines[8];
    bench b = start("small");
    assert_int_equal(rgd_set_number(b.job, "x", 13.0, NULL), RG_OK);
    assert_int_equal(rgd_gradient(b.job, "y!", 0, 0, NULL), RG_OK);
    assert_true(b.job->attempts > 1);
    const size_t count = rgd_get_lines(b.job, lines, 8);
    assert_in_range(count, 4, 8);
    const rg_counters *rest = &lines[count - 3].counters;
    const rg_dispatched *d = &b.job->counters.dispatcher;
    assert_int_equal(rest->instructions, d->instructions);
    assert_memory_equal(rest->by_mode, d->by_mode, sizeof d->by_mode);
    assert_int_equal(rest->gradient_writes, d->gradient_writes);
    rgd_device_close(b.device);
}

/* The cycles of an instruction that traps are none of the dispatcher's. */
static void traps_and_the_way_back(void **state)
{
    (void)state;
    bench b = start("small");
    assert_int_equal(rgd_set_number(b.job, "x", 300.0, NULL), RG_OK);
    assert_int_equal(rgd_call(b.job, NULL), RG_TRAPPED);
    agree(&b);
    assert_int_equal(b.job->counters.dispatcher.cycles, by_address(b.device).cycles);
    assert_int_equal(rgd_rollback(b.job, NULL), RG_OK);
    agree(&b);
    rgd_device_close(b.device);
}

/* Stopped after every number of instructions, and taken back from there. */
static void stopped_anywhere(void **state)
{
    (void)state;
    static const int commands[] = {RG_COMMAND_CALL, RG_COMMAND_UNCALL, RG_COMMAND_GRADIENT};
    for (size_t i = 0; i < sizeof routines / sizeof routines[0]; i++)
        for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++) {
            bench b = start(routines[i]);
            uint64_t status = RG_STATUS_STEPS;
            for (uint64_t steps = 1; status & RG_STATUS_STEPS; steps++) {
                b.job->seed = (rg_seed){&b.job->arguments[0], 0, 1, 0};
                assert_int_equal(rg_run_start(b.job, commands[k], NULL), RG_OK);
                assert_int_equal(rg_dispatch_clear(b.device, NULL), RG_OK);
                assert_int_equal(rg_bus_write(b.device, RG_REG_STEPS, steps, NULL), RG_OK);
                assert_int_equal(rg_job_run(b.job, NULL, &status, false, NULL), RG_OK);
                agree(&b);
                assert_int_equal(rg_bus_write(b.device, RG_REG_STEPS, 0, NULL), RG_OK);
                assert_int_equal(rg_bus_write(b.device, RG_REG_CONTROL, RG_CONTROL_TURN, NULL),
                                 RG_OK);
                uint64_t back = 0;
                assert_int_equal(rg_job_run(b.job, NULL, &back, false, NULL), RG_OK);
                assert_true(back & RG_STATUS_HALTED);
                agree(&b);
            }
            rgd_device_close(b.device);
        }
}

/* Somewhere in the self-test no way leads: then counts are refused, and not invented. */
static void what_is_not_known_is_refused(void **state)
{
    (void)state;
    rg_fault fault = {0};
    rg_counters c;
    uint64_t status = 0;
    bench b = start("small");
    assert_int_equal(rg_run_start(b.job, RG_COMMAND_CALL, NULL), RG_OK);
    assert_int_equal(rg_bus_write(b.device, RG_REG_PC, b.device->firmware.selftest, NULL), RG_OK);
    assert_int_equal(rg_dispatch_clear(b.device, NULL), RG_OK);
    assert_int_equal(rg_bus_write(b.device, RG_REG_STEPS, 3, NULL), RG_OK);
    assert_int_equal(rg_job_run(b.job, NULL, &status, false, NULL), RG_OK);
    assert_int_equal(rg_core_counters(b.device, &c, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0903");
    rgd_device_close(b.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_runs),
        cmocka_unit_test(attempts_are_summed),
        cmocka_unit_test(traps_and_the_way_back),
        cmocka_unit_test(stopped_anywhere),
        cmocka_unit_test(what_is_not_known_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
