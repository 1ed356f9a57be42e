/* test_start_cost.c: what it takes a host to start a small job: transfers of the bus, counted.
 * Those of a gradient must not grow with a memory that it does not use.
 *
 * The linker puts this between the driver and the engines (tests/module.mk). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"
#include "sim/engine.h"

static struct {
    unsigned long reads, writes, clocks;
} bus;

rg_bus_response __real_rg_engine_read(rg_engine *engine, uint32_t address, uint64_t *data);
rg_bus_response __real_rg_engine_write(rg_engine *engine, uint32_t address, uint64_t data);
uint64_t __real_rg_engine_run(rg_engine *engine, uint64_t max_cycles);
rg_bus_response __wrap_rg_engine_read(rg_engine *engine, uint32_t address, uint64_t *data);
rg_bus_response __wrap_rg_engine_write(rg_engine *engine, uint32_t address, uint64_t data);
uint64_t __wrap_rg_engine_run(rg_engine *engine, uint64_t max_cycles);

rg_bus_response __wrap_rg_engine_read(rg_engine *engine, uint32_t address, uint64_t *data)
{
    bus.reads++;
    return __real_rg_engine_read(engine, address, data);
}

rg_bus_response __wrap_rg_engine_write(rg_engine *engine, uint32_t address, uint64_t data)
{
    bus.writes++;
    return __real_rg_engine_write(engine, address, data);
}

uint64_t __wrap_rg_engine_run(rg_engine *engine, uint64_t max_cycles)
{
    const uint64_t clocks = __real_rg_engine_run(engine, max_cycles);
    bus.clocks += clocks;
    return clocks;
}

static const char norm[] = "@i function norm(y!::Fixed, s!::Fixed, x::Vector{Fixed})\n"
                           "    for i = 1:length(x)\n"
                           "        s! += x[i]^2\n"
                           "    end\n"
                           "    y! += sqrt(s!)\n"
                           "end\n";

typedef struct {
    unsigned long reads, writes, clocks;
} cost;

static cost cost_of(rg_job *job, bool gradient)
{
    rg_fault fault;
    bus.reads = bus.writes = bus.clocks = 0;
    assert_int_equal(gradient ? rg_gradient(job, "y!", 0, 0, &fault) : rg_call(job, &fault), RG_OK);
    assert_true(!gradient || rg_restored(job));
    return (cost){bus.reads, bus.writes, bus.clocks};
}

static void start(const char *engine, cost *value, cost *gradient)
{
    static const double x[3] = {1, 2, 3};
    rg_fault fault;
    rg_device *device = rg_device_open(engine, &fault);
    if (!device) /* this build has no such engine */
        skip();
    assert_int_equal(rg_load_text(device, "norm.rg", norm, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "norm", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_array(job, "x", x, 3, 1, &fault), RG_OK);
    (void)cost_of(job, false); /* what the self-test left is gone then */
    *value = cost_of(job, false);
    *gradient = cost_of(job, true);
    assert_int_equal(rg_device_close(device), RG_OK);
}

/* Of the core itself a scan takes clocks, two for each word that was reached. */
enum { CLOCKS = 1000 };

static void a_scan_covers_what_was_reached(void **state)
{
    (void)state;
    cost value, gradient;
    start("rtl", &value, &gradient);
    assert_in_range(value.clocks, 1, CLOCKS);
    assert_in_range(gradient.clocks, value.clocks, CLOCKS);
}

static void transfers_are_counted_and_alike(void **state)
{
    (void)state;
    static const char *const engines[] = {"fast", "rtl"};
    for (size_t i = 0; i < 2; i++) {
        cost value, gradient;
        start(engines[i], &value, &gradient);
        assert_int_equal(value.reads, 209);
        assert_int_equal(value.writes, 13);
        assert_int_equal(gradient.reads, 301);
        assert_int_equal(gradient.writes, 38);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transfers_are_counted_and_alike),
        cmocka_unit_test(a_scan_covers_what_was_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
