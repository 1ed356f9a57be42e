/* test_driver_faults.c: the driver on a machine that fails: refused transfers, damaged memory, a
 * broken self-test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/bus.h"
#include "host-driver/retrograd.h"
#include "sim/engine_impl.h"

/* This file's own rg_engine_*: the fast engine behind a bus that fails on request. It is linked
 * before the library. */
struct rg_engine {
    void *self;
};

static struct {
    unsigned long transfers, fail_at; /* the transfer with this number is refused; 0: none */
    size_t corrupt_scan;              /* this data word changes before a scan; 0: none */
    bool corrupt_code;                /* flip a bit of each instruction word written */
    bool stall;                       /* the clock does not run */
    uint32_t way;                     /* register of the copies that the next two concern */
    size_t hidden;                    /* words at the end of what is shared that are not there */
    rg_device *stops;                 /* stopped in the middle of a copy, */
    uint64_t stops_after;             /* these clocks after it began */
    void *fast;                       /* the machine that was opened last */
    uint64_t *words;                  /* what is shared */
    size_t count;
    bool on_the_way; /* the last copy was one of those */
} bus;

rg_engine *rg_engine_open(const char *name)
{
    rg_engine *engine = strcmp(name, "fast") == 0 ? malloc(sizeof *engine) : NULL;
    if (engine)
        bus.fast = engine->self = rg_fast_engine.open(false);
    return engine;
}

const char *rg_engine_limit(const char *name)
{
    (void)name;
    return NULL;
}

rg_engine *rg_engine_load(const char *name, const char *path, bool *loaded, char *why, size_t size)
{
    (void)name;
    (void)path;
    *loaded = size > 0;
    why[0] = '\0';
    return NULL;
}

void rg_engine_close(rg_engine *engine)
{
    rg_fast_engine.close(engine->self);
    free(engine);
}

const char *rg_engine_name(const rg_engine *engine)
{
    (void)engine;
    return "fast";
}

void rg_engine_reset(rg_engine *engine) { rg_fast_engine.reset(engine->self); }

rg_bus_response rg_engine_read(rg_engine *engine, uint32_t address, uint64_t *data)
{
    return ++bus.transfers == bus.fail_at ? RG_BUS_SLVERR
                                          : rg_fast_engine.read(engine->self, address, data);
}

static void begin_copy(rg_engine *engine, uint32_t way)
{
    bus.on_the_way = way == bus.way;
    const size_t hidden = bus.on_the_way ? bus.hidden : 0;
    rg_fast_engine.share(engine->self, bus.words, bus.count > hidden ? bus.count - hidden : 0);
}

rg_bus_response rg_engine_write(rg_engine *engine, uint32_t address, uint64_t data)
{
    if (++bus.transfers == bus.fail_at)
        return RG_BUS_DECERR;
    if (address == RG_REG_COPYIN || address == RG_REG_COPYOUT || address == RG_REG_COPYOUTG)
        begin_copy(engine, address);
    if (bus.corrupt_code && address >= RG_WINDOW_IMEM && address < RG_WINDOW_DMEMV)
        data ^= 1;
    if (address == RG_REG_CONTROL && data == RG_CONTROL_SCAN && bus.corrupt_scan)
        rg_fast_engine.write(engine->self, RG_WINDOW_DMEMV + 8 * (uint32_t)bus.corrupt_scan, 1);
    return rg_fast_engine.write(engine->self, address, data);
}

void rg_engine_share(rg_engine *engine, uint64_t *words, size_t count)
{
    bus.words = words;
    bus.count = count;
    rg_fast_engine.share(engine->self, words, count);
}

uint64_t rg_engine_run(rg_engine *engine, uint64_t max_cycles)
{
    uint64_t status = 0;
    if (bus.stall)
        return 0;
    assert_int_equal(rg_fast_engine.read(engine->self, RG_REG_STATUS, &status), RG_BUS_OKAY);
    if (!bus.stops || !bus.on_the_way || !(status & RG_STATUS_COPYING))
        return rg_fast_engine.run(engine->self, max_cycles);
    rg_stop(bus.stops);
    return rg_fast_engine.run(engine->self, bus.stops_after);
}

bool rg_engine_interrupt(const rg_engine *engine) { return rg_fast_engine.interrupt(engine->self); }
const char *rg_engine_names(void) { return "fast"; }
bool rg_engine_trace_open(rg_engine *engine, const char *path, const rg_engine_notes *notes)
{
    (void)engine;
    (void)path;
    (void)notes;
    return false;
}
bool rg_engine_watch(rg_engine *engine, const uint32_t *addresses, size_t count)
{
    (void)engine;
    (void)addresses;
    return count == 0;
}
uint32_t rg_engine_watched(const rg_engine *engine, size_t index)
{
    (void)engine;
    return (uint32_t)index;
}
bool rg_engine_watch_hit(const rg_engine *engine)
{
    (void)engine;
    return false;
}
rg_engine *rg_engine_replica(const rg_engine_state *state)
{
    (void)state;
    return NULL;
}
rg_engine *rg_board_engine_open(const char *path, char *why, size_t size)
{
    (void)path;
    snprintf(why, size, "there is none");
    return NULL;
}
void rg_engine_trace_close(rg_engine *engine) { (void)engine; }
bool rg_engine_count_addresses(rg_engine *engine, bool on)
{
    return rg_fast_engine.count_addresses(engine->self, on);
}
const rg_address_cost *rg_engine_address_cost(const rg_engine *engine, uint32_t address)
{
    return rg_fast_engine.address_cost(engine->self, address);
}
bool rg_engine_coarsen(rg_engine *engine, unsigned digits, uint32_t first, uint32_t end)
{
    (void)engine;
    (void)digits;
    (void)first;
    (void)end;
    return false;
}
bool rg_engine_look(const rg_engine *engine, uint32_t address, rg_engine_word *word)
{
    return rg_fast_engine.look(engine->self, address, word);
}
bool rg_engine_put(rg_engine *engine, uint32_t address, const uint64_t view[RG_ENGINE_VIEW])
{
    return rg_fast_engine.put(engine->self, address, view);
}
bool rg_engine_is_partial(const rg_engine *engine)
{
    (void)engine;
    return false;
}
bool rg_engine_is_away(const rg_engine *engine)
{
    (void)engine;
    return false;
}
const char *rg_engine_refused(const rg_engine *engine)
{
    (void)engine;
    return NULL;
}
uint64_t rg_engine_stack_peak(const rg_engine *engine)
{
    return rg_fast_engine.stack_peak(engine->self);
}

static int calm(void **state)
{
    (void)state;
    memset(&bus, 0, sizeof bus);
    return 0;
}

enum { MIDWAY = 50 };

static const char text[] = "@i function square(y!::Fixed, x::Fixed)\n"
                           "    v <- zeros(Fixed, 300)\n"
                           "    v[300] += x\n"
                           "    y! += x * v[300]\n"
                           "    v[300] -= x\n"
                           "    v -> zeros(Fixed, 300)\n"
                           "end\n";

/* Open, load, set and differentiate; the first failure ends it. */
static rg_result whole_job(rg_fault *fault, bool *restored)
{
    rg_result result;
    *restored = false;
    rg_job *job = NULL;
    rg_device *device = rg_device_open("fast", fault);
    if (!device)
        return fault->result;
    result = rg_load_text(device, "t.rg", text, fault);
    if (result == RG_OK && !(job = rg_job_new(device, "square", fault)))
        result = fault->result;
    if (result == RG_OK)
        result = rg_set_number(job, "x", 3, fault);
    if (result == RG_OK)
        result = rg_gradient(job, "y!", 0, 0, fault);
    *restored = job && rg_restored(job);
    rg_job_free(job);
    rg_device_close(device);
    return result;
}

static void test_every_refused_transfer_is_reported(void **state)
{
    (void)state;
    rg_fault fault;
    bool restored = false;
    assert_int_equal(whole_job(&fault, &restored), RG_OK);
    assert_true(restored);
    unsigned long all = bus.transfers;
    assert_true(all > 500);
    for (unsigned long n = 1; n <= all; n++) {
        calm(NULL);
        bus.fail_at = n;
        assert_int_equal(whole_job(&fault, &restored), RG_BAD_MACHINE);
        assert_string_equal(fault.code, "R0903");
        assert_false(restored);
    }
}

static void test_a_changed_bit_is_noticed(void **state)
{
    (void)state;
    rg_fault fault;
    static const size_t words[] = {1, 299, 300, 500}; /* of arguments, and of v or behind it */
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        bool restored = true;
        bus.corrupt_scan = words[i];
        assert_int_equal(whole_job(&fault, &restored), RG_OK);
        assert_false(restored);
    }
}

static void test_broken_machines_do_not_open(void **state)
{
    (void)state;
    rg_fault fault;
    bus.corrupt_code = true;
    assert_null(rg_device_open("fast", &fault));
    assert_int_equal(fault.result, RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0902");
    calm(NULL);
    bus.stall = true;
    assert_null(rg_device_open("fast", &fault));
    assert_string_equal(fault.code, "R0903");
}

/* The words of a job that the copy engine found, or had to leave: in the message. The machine is as
 * before, so what it holds serves the next run. */
static void test_a_copy_that_ends_early_changes_nothing(void **state)
{
    (void)state;
    enum { LENGTH = 100 };
    static const char sum[] = "@i function sum(y!::Fixed, x::Vector{Fixed})\n"
                              "    for i = 1:length(x)\n"
                              "        y! += x[i]\n"
                              "    end\n"
                              "end\n";
    double x[LENGTH], y = 0;
    rg_fault fault;
    rg_counters counters;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "t.rg", sum, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "sum", &fault);
    assert_non_null(job);
    for (size_t i = 0; i < LENGTH; i++)
        x[i] = 1;
    assert_int_equal(rg_set_array(job, "x", x, LENGTH, 1, &fault), RG_OK);
    assert_int_equal(rg_hold(job, true), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_OK);
    for (size_t i = 0; i < LENGTH; i++)
        x[i] = 2;
    assert_int_equal(rg_set_array(job, "x", x, LENGTH, 1, &fault), RG_OK);

    bus.way = RG_REG_COPYIN;
    bus.hidden = 40;
    assert_int_equal(rg_call(job, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0946");
    assert_non_null(strstr(fault.message, "no more words when 61 of the 101 words of sum"));
    bus.hidden = 0;
    bus.stops = device;
    bus.stops_after = MIDWAY;
    assert_int_equal(rg_call(job, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0925");
    assert_non_null(strstr(fault.message, "sum was stopped when "));
    assert_non_null(strstr(fault.message, " of its 101 words were copied in"));
    assert_int_equal(rg_rollback(job, &fault), RG_OK); /* it is there */
    bus.stops = NULL;

    /* Of what is set again nothing has to be copied but the sum: all was put back. */
    for (size_t i = 0; i < LENGTH; i++)
        x[i] = 1;
    assert_int_equal(rg_set_array(job, "x", x, LENGTH, 1, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_OK);
    rg_get_counters(job, &counters);
    assert_int_equal(counters.words_copied_in, 1);
    assert_int_equal(rg_get(job, "y!", &y, 1), 1);
    assert_true(y == LENGTH);
    rg_device_close(device);
}

/* In the third tile words are missing, or the copy is stopped. */
typedef struct {
    const rg_job *job;
    rg_device *stops;
    size_t hidden;
} third_tile;

static void at_a_tile(void *context, uint64_t cycles)
{
    const third_tile *t = context;
    rg_tile_place place;
    (void)cycles;
    if (!rg_get_tile(t->job, &place) || place.tile != 3)
        return;
    bus.hidden = t->hidden;
    bus.stops = t->stops;
}

static void test_a_tile_that_does_not_come(void **state)
{
    (void)state;
    enum { ROWS = 6001 };
    static const char sum[] = "@i function sum(y!::Fixed, x::Vector{Fixed})\n"
                              "    for i = 1:length(x)\n"
                              "        y! += x[i]^2\n"
                              "    end\n"
                              "end\n";
    static const uint32_t ways[] = {RG_REG_COPYIN, RG_REG_COPYOUTG};
    double x[ROWS], y = 0;
    rg_fault fault;
    rg_counters whole, counters;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "t.rg", sum, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "sum", &fault);
    assert_non_null(job);
    for (size_t i = 0; i < ROWS; i++)
        x[i] = 1 + (double)(i % 3);
    assert_int_equal(rg_set_array(job, "x", x, ROWS, 1, &fault), RG_OK);
    assert_int_equal(rg_tile(job, "x", 2000, &fault), RG_OK);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    rg_get_counters(job, &whole);
    for (unsigned k = 0; k < 4; k++) {
        third_tile t = {.job = job, .hidden = k < 2 ? 40 : 0, .stops = k < 2 ? NULL : device};
        bus.way = ways[k % 2];
        bus.stops_after = 12;
        assert_int_equal(rg_set_progress(device, at_a_tile, &t), RG_OK);
        assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_BAD_MACHINE);
        assert_string_equal(fault.code, k < 2 ? "R0946" : "R0925");
        assert_non_null(strstr(fault.message, k % 2 ? " copied out" : " copied in"));
        assert_non_null(strstr(fault.message, "; in tile 3 of 4, rows 4001 to 6000 of x"));
        assert_int_equal(rg_get(job, "y!", &y, 1), 0);
        rg_get_counters(job, &counters);
        assert_true(counters.words_copied_in >= whole.words_copied_in / 2);
        bus.hidden = 0;
        bus.stops = NULL;
        assert_int_equal(rg_set_progress(device, NULL, NULL), RG_OK);
        assert_int_equal(rg_rollback(job, &fault), RG_OK);
        assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
        assert_int_equal(rg_get(job, "y!", &y, 1), 1);
        assert_true(y == 1 + 2000 * (1 + 4 + 9) && rg_restored(job));
    }
    rg_device_close(device);
}

enum { PLACES = 1000 }; /* more than the bursts under way when a stop comes */

static rg_result run_adding(rg_job *job, bool gradient, rg_fault *fault)
{
    return gradient ? rg_gradient(job, "y!", 1, 0, fault) : rg_call(job, fault);
}

/* The next start would clear them too, but as an erasure of its own. */
static void no_gradient_is_left(void)
{
    for (uint32_t i = 0; i < 3 * PLACES; i++) {
        uint64_t word = 1;
        assert_int_equal(rg_fast_engine.read(bus.fast, RG_WINDOW_DMEMG + 8 * i, &word),
                         RG_BUS_OKAY);
        assert_int_equal(word, 0);
    }
}

static void end_early(rg_device *device, rg_job *job, uint32_t way, bool gradient)
{
    rg_fault fault;
    rg_counters counters;
    assert_int_equal(run_adding(job, gradient, &fault), RG_OK);
    bus.way = way;
    bus.hidden = PLACES + 30; /* x stands behind y! */
    assert_int_equal(run_adding(job, gradient, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0946");
    assert_non_null(strstr(fault.message, "no more words when "));
    assert_non_null(strstr(fault.message, " words of add were copied out"));
    bus.hidden = 0;
    bus.stops = device;
    bus.stops_after = MIDWAY;
    assert_int_equal(run_adding(job, gradient, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0925");
    assert_non_null(strstr(fault.message, "add was stopped when "));
    assert_non_null(strstr(fault.message, " words were copied out"));
    assert_int_equal(rg_rollback(job, &fault), RG_OK); /* it is there */
    bus.stops = NULL;

    /* The machine holds what it held. */
    assert_int_equal(run_adding(job, gradient, &fault), RG_OK);
    rg_get_counters(job, &counters);
    assert_in_range(counters.words_copied_in, 0, PLACES);
}

/* A stop that comes when all words were asked for ends no copy. It stays in force for the next run,
 * as one that comes when a run has just ended. */
static void stop_late(rg_device *device, rg_job *job)
{
    rg_fault fault;
    double y[PLACES] = {0};
    bus.way = RG_REG_COPYOUT;
    bus.stops = device;
    bus.stops_after = PLACES / 2 + 3;
    assert_int_equal(rg_call(job, &fault), RG_OK);
    assert_int_equal(rg_get(job, "y!", y, PLACES), PLACES);
    for (size_t i = 0; i < PLACES; i++)
        assert_true(y[i] == 1);
    bus.stops = NULL;
    assert_int_equal(rg_call(job, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0925");
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_OK);
}

/* The way back does not take the gradient of x away, as that of v was dropped. */
static void test_a_copy_of_gradients_that_fails_leaves_none(void **state)
{
    (void)state;
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "t.rg", text, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "square", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_number(job, "x", 3, &fault), RG_OK);
    bus.way = RG_REG_COPYOUTG;
    bus.hidden = PLACES;
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0946");
    no_gradient_is_left();
    rg_device_close(device);
}

/* Results, results in the middle of a gradient, and gradients. */
static void test_a_copy_out_that_ends_early_changes_nothing(void **state)
{
    (void)state;
    static const char add[] = "@i function add(y!::Vector{Fixed}, x::Vector{Fixed})\n"
                              "    for i = 1:length(x)\n"
                              "        y![i] += x[i]\n"
                              "    end\n"
                              "end\n";
    double x[PLACES], y[PLACES] = {0};
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "t.rg", add, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "add", &fault);
    assert_non_null(job);
    for (size_t i = 0; i < PLACES; i++)
        x[i] = 1;
    assert_int_equal(rg_set_array(job, "x", x, PLACES, 1, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "y!", y, PLACES, 1, &fault), RG_OK);
    assert_int_equal(rg_hold(job, true), RG_OK);
    end_early(device, job, RG_REG_COPYOUT, false);
    end_early(device, job, RG_REG_COPYOUT, true);
    end_early(device, job, RG_REG_COPYOUTG, true);
    stop_late(device, job);
    rg_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_every_refused_transfer_is_reported, calm),
        cmocka_unit_test_setup(test_a_changed_bit_is_noticed, calm),
        cmocka_unit_test_setup(test_a_copy_that_ends_early_changes_nothing, calm),
        cmocka_unit_test_setup(test_a_tile_that_does_not_come, calm),
        cmocka_unit_test_setup(test_a_copy_out_that_ends_early_changes_nothing, calm),
        cmocka_unit_test_setup(test_a_copy_of_gradients_that_fails_leaves_none, calm),
        cmocka_unit_test_setup(test_broken_machines_do_not_open, calm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
