/* Rows of data that come in tiles: results, costs, and runs that stop in the middle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "host-driver/retrograd.h"

enum { ROWS = 5, SIZES = 5 };

static const char program[] =
    "@i function fit(loss!::Fixed, r!::Vector{Fixed}, X::Matrix{Fixed}, y::Vector{Fixed},\n"
    "                w::Vector{Fixed})\n"
    "    for i = 1:length(y)\n"
    "        @routine begin\n"
    "            e ← 0.0\n"
    "            e += dot(X[i,:], w)\n"
    "            e -= y[i]\n"
    "        end\n"
    "        r![i] += e\n"
    "        loss! += e^2 / y[i]\n"
    "        ~@routine\n"
    "    end\n"
    "end\n"
    "@i function norm(out!::Fixed, x::Vector{Fixed}, c::Array{Fixed,3})\n"
    "    @routine begin\n"
    "        s ← 0.0\n"
    "        for i = 1:length(x)\n"
    "            s += x[i]^2\n"
    "        end\n"
    "    end\n"
    "    out! += sqrt(s)\n"
    "    ~@routine\n"
    "end\n"
    "@i function grow(s!::Fixed, p!::Log, n::Int, x::Vector{Fixed}, v::Vector{Log})\n"
    "    for i = 1:n\n"
    "        s! += x[i] * 1024\n"
    "        p! *= v[i]\n"
    "    end\n"
    "end\n";

typedef struct {
    rg_device *device;
    rg_job *job;
} bench;

static bench start(const char *engine, const char *routine)
{
    rg_fault fault;
    bench b = {.device = rg_device_open(engine, &fault)};
    assert_non_null(b.device);
    assert_int_equal(rg_load_text(b.device, "p.rg", program, &fault), RG_OK);
    b.job = rg_job_new(b.device, routine, &fault);
    assert_non_null(b.job);
    return b;
}

/* Tests of what leaves the format are of Q20.43. */
static void of_q20(rg_device *device)
{
    if (rg_device_xlen(device) == 64 && rg_device_frac(device) == 43)
        return;
    rg_device_close(device);
    skip();
}

static bench start_fit(const char *engine)
{
    static const double X[ROWS * 2] = {1, 2, 3, 4, 5, 0.5, -1, 0.25, 2, 1.5},
                                 y[ROWS] = {1, -1, 0.5, 2, 4}, r[ROWS] = {0, 0, 1, 0, 0},
                                 w[2] = {0.5, -2};
    bench b = start(engine, "fit");
    assert_int_equal(rg_set_array(b.job, "X", X, ROWS, 2, NULL), RG_OK);
    assert_int_equal(rg_set_array(b.job, "y", y, ROWS, 1, NULL), RG_OK);
    assert_int_equal(rg_set_array(b.job, "r!", r, ROWS, 1, NULL), RG_OK);
    assert_int_equal(rg_set_array(b.job, "w", w, 2, 1, NULL), RG_OK);
    return b;
}

/* Everything that can be read of the job. */
typedef struct {
    int64_t words[5][2 * ROWS];
    double gradients[5][2 * ROWS];
    size_t counts[5];
} outcome;

static outcome take(const bench *b)
{
    outcome o;
    rg_parameter p;
    memset(&o, 0, sizeof o);
    for (size_t i = 0; rg_parameter_at(b->job, i, &p); i++) {
        o.counts[i] = rg_get_raw(b->job, p.name, o.words[i], 2 * ROWS);
        if (rg_has_gradients(b->job))
            rg_get_gradient(b->job, p.name, o.gradients[i], 2 * ROWS);
    }
    return o;
}

/* Runs in tiles that had the bits of the run in one piece. */
static size_t same_bits_on(const char *engine)
{
    static const size_t sizes[SIZES] = {1, 2, 3, ROWS, 100};
    static const char *const names[] = {"X", "y", "r!"};
    size_t same = 0;
    bench b = start_fit(engine);
    assert_int_equal(rg_gradient(b.job, "loss!", 0, 0, NULL), RG_OK);
    const outcome whole = take(&b);
    for (size_t i = 0; i < SIZES; i++) {
        rg_tile_place place;
        assert_int_equal(rg_tile(b.job, names[i % 3], sizes[i], NULL), RG_OK);
        assert_int_equal(rg_gradient(b.job, "loss!", 0, 0, NULL), RG_OK);
        const outcome tiles = take(&b);
        assert_memory_equal(&whole, &tiles, sizeof whole);
        assert_true(rg_restored(b.job));
        assert_true(rg_get_tile(b.job, &place));
        assert_string_equal(place.argument, names[i % 3]);
        assert_int_equal(place.tiles, sizes[i] >= ROWS ? 1 : (ROWS - 1) / sizes[i] + 1);
        assert_int_equal(place.tile, place.tiles);
        assert_int_equal(place.last, ROWS);
        same++;
    }
    rg_device_close(b.device);
    return same;
}

static void same_bits(void **state)
{
    (void)state;
    assert_int_equal(same_bits_on("fast"), SIZES);
}

static void same_bits_on_rtl(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("rtl", &fault);
    (void)state;
    if (!device)
        skip(); /* a build of the engine fast alone */
    rg_device_close(device);
    assert_int_equal(same_bits_on("rtl"), SIZES);
}

static rg_counters counters(const bench *b)
{
    rg_counters c;
    rg_get_counters(b->job, &c);
    return c;
}

/* A tile costs what a job of its rows costs; what all rows share is copied in once. */
static void costs_are_sums(void **state)
{
    static const double y[4] = {1, 1, 1, 1}, X[8] = {1, 1, 1, 1, 1, 1, 1, 1}, w[2] = {2, 3};
    bench b = start("fast", "fit");
    uint64_t cycles[2], in[2], out[2];
    (void)state;
    assert_int_equal(rg_set_array(b.job, "w", w, 2, 1, NULL), RG_OK);
    for (int all = 0; all < 2; all++) {
        const size_t rows = all ? 4 : 2;
        assert_int_equal(rg_set_array(b.job, "X", X, rows, 2, NULL), RG_OK);
        assert_int_equal(rg_set_array(b.job, "y", y, rows, 1, NULL), RG_OK);
        assert_int_equal(rg_set_array(b.job, "r!", y, rows, 1, NULL), RG_OK);
        assert_int_equal(rg_tile(b.job, "y", all ? 2 : 0, NULL), RG_OK);
        assert_int_equal(rg_gradient(b.job, "loss!", 0, 0, NULL), RG_OK);
        const rg_counters c = counters(&b);
        cycles[all] = c.cycles;
        in[all] = c.words_copied_in;
        out[all] = c.words_copied_out;
    }
    assert_int_equal(cycles[1], 2 * cycles[0]);
    assert_int_equal(out[1], 2 * out[0]);
    assert_true(in[1] < 2 * in[0] && in[1] > in[0]);
    rg_energy energy;
    assert_int_equal(rg_get_energy(b.job, NULL, &energy, NULL), RG_OK);
    assert_true(energy.conventional.total_J > 0);
    rg_device_close(b.device);
}

/* The third row divides by zero. */
static void a_trap_says_where(void **state)
{
    static const double bad[ROWS] = {1, -1, 0, 2, 4}, good[ROWS] = {1, -1, 0.5, 2, 4};
    rg_fault fault;
    bench b = start_fit("fast");
    (void)state;
    assert_int_equal(rg_gradient(b.job, "loss!", 0, 0, NULL), RG_OK);
    const outcome whole = take(&b);
    assert_int_equal(rg_set_array(b.job, "y", bad, ROWS, 1, NULL), RG_OK);
    assert_int_equal(rg_tile(b.job, "y", 2, NULL), RG_OK);
    assert_int_equal(rg_gradient(b.job, "loss!", 0, 0, &fault), RG_TRAPPED);
    assert_non_null(strstr(fault.message, "; in tile 2 of 3, rows 3 to 4 of y"));
    assert_non_null(strstr(rg_get_trap(b.job)->message, "tile 2 of 3"));
    assert_true(counters(&b).cycles > 0 && counters(&b).words_copied_in > 0);
    assert_false(rg_has_gradients(b.job));
    double value;
    assert_int_equal(rg_get(b.job, "loss!", &value, 1), 0);
    assert_int_equal(rg_find_last_change(b.job, &fault), RG_OK);
    /* What is set in between is that of the next run. */
    assert_int_equal(rg_set_array(b.job, "y", good, ROWS, 1, NULL), RG_OK);
    assert_int_equal(rg_rollback(b.job, &fault), RG_OK);
    assert_true(rg_restored(b.job));
    assert_int_equal(rg_rollback(b.job, &fault), RG_OK);
    assert_int_equal(rg_gradient(b.job, "loss!", 0, 0, NULL), RG_OK);
    const outcome tiles = take(&b);
    assert_memory_equal(&whole, &tiles, sizeof whole);
    rg_device_close(b.device);
}

/* The limit is one for all tiles. */
static void the_cycle_limit_is_for_all(void **state)
{
    rg_fault fault;
    bench b = start_fit("fast");
    (void)state;
    assert_int_equal(rg_tile(b.job, "y", 2, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    const uint64_t all = counters(&b).cycles;
    rg_set_cycle_limit(b.device, all - 10);
    assert_int_equal(rg_call(b.job, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0922");
    char text[64];
    snprintf(text, sizeof text, "within %llu cycles", (unsigned long long)all - 10);
    assert_non_null(strstr(fault.message, text));
    assert_non_null(strstr(fault.message, "; in tile 3 of 3, row 5 of y"));
    assert_true(rg_unfinished(b.job));
    assert_int_equal(rg_rollback(b.job, &fault), RG_OK);
    rg_set_cycle_limit(b.device, 0);
    assert_int_equal(rg_call(b.job, NULL), RG_OK);
    assert_int_equal(counters(&b).cycles, all);
    rg_device_close(b.device);
}

/* Sums go on from tile to tile, so that they overflow where they would without tiles; Log sums too,
 * and a number of rows that is a parameter. */
static void sums_run_on(void **state)
{
    static const double x[4] = {500, 500, 500, -1000}, v[4] = {2, -3, 0.5, 4};
    rg_fault fault;
    double value;
    bench b = start("fast", "grow");
    (void)state;
    of_q20(b.device);
    assert_int_equal(rg_set_array(b.job, "x", x, 4, 1, NULL), RG_OK);
    assert_int_equal(rg_set_array(b.job, "v", v, 4, 1, NULL), RG_OK);
    assert_int_equal(rg_set_integer(b.job, "n", 4, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, &fault), RG_TRAPPED);
    assert_int_equal(rg_rollback(b.job, NULL), RG_OK);
    assert_int_equal(rg_tile(b.job, "v", 1, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, &fault), RG_TRAPPED);
    assert_non_null(strstr(fault.message, "; in tile 3 of 4, row 3 of v"));
    assert_int_equal(rg_rollback(b.job, NULL), RG_OK);
    assert_int_equal(rg_set_number(b.job, "s!", -1000000, NULL), RG_OK);
    assert_int_equal(rg_gradient(b.job, "p!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_get(b.job, "p!", &value, 1), 1);
    assert_true(value < -11.99 && value > -12.01);
    double by[4];
    assert_int_equal(rg_get_gradient(b.job, "v", by, 4), 4);
    assert_true(by[3] < -2.99 && by[3] > -3.01);
    /* There and back again. */
    assert_int_equal(rg_call(b.job, &fault), RG_OK);
    assert_int_equal(rg_adopt_results(b.job), RG_OK);
    assert_int_equal(rg_uncall(b.job, &fault), RG_OK);
    assert_int_equal(rg_get(b.job, "s!", &value, 1), 1);
    assert_true(value == -1000000);
    assert_int_equal(rg_set_integer(b.job, "n", 3, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0950");
    rg_device_close(b.device);
}

static void only_what_is_wanted(void **state)
{
    static const char *const wanted[] = {"w"};
    double room[ROWS];
    bench b = start_fit("fast");
    (void)state;
    assert_int_equal(rg_gradient(b.job, "loss!", 0, 0, NULL), RG_OK);
    const outcome whole = take(&b);
    assert_int_equal(rg_want(b.job, wanted, 1, NULL), RG_OK);
    assert_int_equal(rg_tile(b.job, "y", 2, NULL), RG_OK);
    assert_int_equal(rg_gradient(b.job, "loss!", 0, 0, NULL), RG_OK);
    assert_int_equal(rg_get_gradient(b.job, "w", room, ROWS), 2);
    assert_true(room[0] == whole.gradients[4][0] && room[1] == whole.gradients[4][1]);
    assert_int_equal(rg_get(b.job, "loss!", room, ROWS), 1);
    assert_int_equal(rg_get(b.job, "r!", room, ROWS), 0);
    assert_int_equal(rg_get_gradient(b.job, "X", room, ROWS), 0);
    rg_device_close(b.device);
}

/* A gradient whose seed is too large in one tile only. */
static void all_tiles_have_one_seed(void **state)
{
    static const double x[4] = {1, 1, 1, 1}, v[4] = {1, 1, 0.0001, 1};
    static const char text[] = "@i function f(s!::Fixed, x::Vector{Fixed}, v::Vector{Fixed})\n"
                               "    for i = 1:length(x)\n"
                               "        s! += 0.01 * x[i] / v[i]\n"
                               "    end\n"
                               "end\n";
    double whole[2][4], tiles[2][4];
    rg_fault fault;
    bench b = {.device = rg_device_open("fast", &fault)};
    (void)state;
    of_q20(b.device);
    assert_int_equal(rg_load_text(b.device, "f.rg", text, &fault), RG_OK);
    b.job = rg_job_new(b.device, "f", &fault);
    assert_int_equal(rg_set_array(b.job, "x", x, 4, 1, NULL), RG_OK);
    assert_int_equal(rg_set_array(b.job, "v", v, 4, 1, NULL), RG_OK);
    assert_int_equal(rg_gradient(b.job, "s!", 0, 0, &fault), RG_OK);
    const unsigned attempts = rg_attempts(b.job);
    const int seed = rg_seed_exponent(b.job);
    assert_true(attempts > 1);
    rg_get_gradient(b.job, "x", whole[0], 4);
    rg_get_gradient(b.job, "v", whole[1], 4);
    assert_int_equal(rg_tile(b.job, "x", 1, NULL), RG_OK);
    assert_int_equal(rg_gradient(b.job, "s!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_attempts(b.job), attempts);
    assert_int_equal(rg_seed_exponent(b.job), seed);
    rg_get_gradient(b.job, "x", tiles[0], 4);
    rg_get_gradient(b.job, "v", tiles[1], 4);
    assert_memory_equal(whole, tiles, sizeof whole);
    rg_device_close(b.device);
}

/* A sum that the usual seed has no room for, or one with gradients that it has room for. */
static void tiles_have_the_seed_of_the_whole(void **state)
{
    static const double x[4] = {0.5, 0.25, 0.125, 0.5};
    static const char *const texts[] = {"(0.5 / x[i])^9", "(0.5 / x[i])^7", "(60000 + x[i])"};
    static const unsigned attempts[] = {1, 2, 2};
    (void)state;
    for (size_t t = 0; t < 3; t++) {
        double whole[4], tiles[4];
        char text[200];
        rg_fault fault;
        bench b = {.device = rg_device_open("fast", &fault)};
        of_q20(b.device);
        snprintf(text, sizeof text,
                 "@i function f(s!::Fixed, x::Vector{Fixed})\n    for i = 1:length(x)\n"
                 "        s! += %s\n    end\nend\n",
                 texts[t]);
        assert_int_equal(rg_load_text(b.device, "f.rg", text, &fault), RG_OK);
        b.job = rg_job_new(b.device, "f", &fault);
        assert_int_equal(rg_set_array(b.job, "x", x, 4, 1, NULL), RG_OK);
        assert_int_equal(rg_gradient(b.job, "s!", 0, 0, &fault), RG_OK);
        assert_int_equal(rg_attempts(b.job), attempts[t]);
        const int seed = rg_seed_exponent(b.job);
        rg_get_gradient(b.job, "x", whole, 4);
        assert_int_equal(rg_tile(b.job, "x", 1, NULL), RG_OK);
        assert_int_equal(rg_gradient(b.job, "s!", 0, 0, &fault), RG_OK);
        assert_int_equal(rg_seed_exponent(b.job), seed);
        rg_get_gradient(b.job, "x", tiles, 4);
        assert_memory_equal(whole, tiles, sizeof whole);
        rg_device_close(b.device);
    }
}

static const char weighted[] = "@i function f(s!::Fixed, x::Vector{Fixed}, w::Fixed)\n"
                               "    for i = 1:length(x)\n"
                               "        s! += w * x[i]\n"
                               "    end\n"
                               "end\n";

/* Each tile has a gradient that fits, and their sum does not: the seed becomes smaller. */
static void a_sum_of_gradients_fits(void **state)
{
    static const double x[4] = {40000, 40000, 40000, -1000};
    double by;
    rg_fault fault;
    bench b = {.device = rg_device_open("fast", &fault)};
    (void)state;
    of_q20(b.device);
    assert_int_equal(rg_load_text(b.device, "f.rg", weighted, &fault), RG_OK);
    b.job = rg_job_new(b.device, "f", &fault);
    assert_int_equal(rg_set_array(b.job, "x", x, 4, 1, NULL), RG_OK);
    assert_int_equal(rg_tile(b.job, "x", 1, NULL), RG_OK);
    assert_int_equal(rg_gradient(b.job, "s!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_attempts(b.job), 2);
    assert_int_equal(rg_get_gradient(b.job, "w", &by, 1), 1);
    assert_true(by == 119000);
    rg_device_close(b.device);
}

/* The same of data that does not fit: tiles are not run twice. */
static void a_sum_of_many_gradients_fits(void **state)
{
    rg_fault fault;
    double by, row;
    bench b = {.device = rg_device_open("fast", &fault)};
    of_q20(b.device);
    const size_t rows = rg_device_words(b.device) + 3;
    double *x = calloc(rows, sizeof *x);
    (void)state;
    assert_non_null(x);
    for (size_t i = 0; i < rows; i++)
        x[i] = 4;
    assert_int_equal(rg_load_text(b.device, "f.rg", weighted, &fault), RG_OK);
    b.job = rg_job_new(b.device, "f", &fault);
    assert_int_equal(rg_set_array(b.job, "x", x, rows, 1, &fault), RG_OK);
    assert_int_equal(rg_set_number(b.job, "w", 0.75, &fault), RG_OK);
    assert_int_equal(rg_tile(b.job, "x", 1000, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, &fault), RG_OK);
    const uint64_t cycles = counters(&b).cycles;
    assert_int_equal(rg_gradient(b.job, "s!", 0, 0, &fault), RG_OK);
    assert_true(counters(&b).cycles < 5 * cycles);
    assert_int_equal(rg_attempts(b.job), 1);
    assert_int_equal(rg_seed_exponent(b.job), -4);
    assert_int_equal(rg_get_gradient(b.job, "w", &by, 1), 1);
    assert_true(by == 4.0 * (double)rows);
    assert_int_equal(rg_get_gradient(b.job, "x", &row, 1), rows);
    assert_true(row == 0.75);
    assert_int_equal(rg_get_gradient(b.job, "s!", &row, 1), 1);
    assert_true(row == 1);
    free(x);
    rg_device_close(b.device);
}

static void refused(bench *b, const char *name, size_t rows, const char *code, const char *why)
{
    rg_fault fault;
    assert_int_equal(rg_tile(b->job, name, rows, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, code);
    if (!strstr(fault.message, why))
        fail_msg("%s", fault.message);
}

static void wrong_calls(void **state)
{
    rg_fault fault;
    bool passed;
    rg_tile_place place;
    bench b = start_fit("fast");
    (void)state;
    assert_false(rg_get_tile(b.job, &place));
    refused(&b, "q", 1, "R0907", "no argument `q`");
    refused(&b, "loss!", 1, "R0950", "it is a scalar");
    refused(&b, "w", 1, "R0950", "rows meet in the accumulator");
    refused(&b, NULL, 1, "R0932", "name is NULL");
    assert_int_equal(rg_tile(b.job, "X", 2, NULL), RG_OK);
    assert_int_equal(rg_gradient(b.job, "r!", 1, 0, &fault), RG_BAD_USE);
    assert_non_null(strstr(fault.message, "r! is no sum"));
    assert_int_equal(rg_check(b.job, NULL, NULL, &passed, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0918");
    assert_int_equal(rg_tangent(b.job, &fault), RG_BAD_USE);
    assert_int_equal(rg_jacobian(b.job, &fault), RG_BAD_USE);
    assert_int_equal(rg_hessian_vector(b.job, "loss!", 0, 0, &fault), RG_BAD_USE);
    const double y[3] = {1, 2, 3};
    assert_int_equal(rg_set_array(b.job, "y", y, 3, 1, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, &fault), RG_BAD_USE);
    assert_non_null(strstr(fault.message, "X has 5 rows and y has 3"));
    assert_int_equal(rg_tile(b.job, "X", 0, NULL), RG_OK);
    assert_int_equal(rg_tangent(b.job, &fault), RG_OK);
    rg_job_free(b.job);
    b.job = rg_job_new(b.device, "norm", &fault);
    refused(&b, "x", 1, "R0950", "outside of the loop over rows, and changes in it");
    refused(&b, "c", 1, "R0950", "three and more dimensions");
    rg_device_close(b.device);
}

/* A tile that does not fit in the memory says so, and less rows do. */
static void more_than_the_memory(void **state)
{
    rg_fault fault;
    bench b = start("fast", "grow");
    of_q20(b.device);
    const size_t rows = 2 * rg_device_words(b.device);
    double *x = calloc(rows, sizeof *x), value;
    (void)state;
    assert_non_null(x);
    for (size_t i = 0; i < rows; i++)
        x[i] = 1.0 / 1024;
    assert_int_equal(rg_set_array(b.job, "x", x, rows, 1, NULL), RG_OK);
    for (size_t i = 0; i < rows; i++)
        x[i] = i % 2 ? 2 : 0.5;
    assert_int_equal(rg_set_array(b.job, "v", x, rows, 1, NULL), RG_OK);
    assert_int_equal(rg_set_integer(b.job, "n", (int64_t)rows, NULL), RG_OK);
    assert_int_equal(rg_tile(b.job, "x", rows, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0912");
    assert_non_null(strstr(fault.message, "take fewer rows a tile"));
    assert_int_equal(rg_tile(b.job, "x", 5000, NULL), RG_OK);
    assert_int_equal(rg_call(b.job, &fault), RG_OK);
    assert_int_equal(rg_get(b.job, "s!", &value, 1), 1);
    assert_true(value == (double)rows);
    assert_int_equal(rg_get(b.job, "p!", &value, 1), 1);
    assert_true(value == 1);
    free(x);
    rg_device_close(b.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits),
        cmocka_unit_test(same_bits_on_rtl),
        cmocka_unit_test(costs_are_sums),
        cmocka_unit_test(a_trap_says_where),
        cmocka_unit_test(the_cycle_limit_is_for_all),
        cmocka_unit_test(sums_run_on),
        cmocka_unit_test(only_what_is_wanted),
        cmocka_unit_test(all_tiles_have_one_seed),
        cmocka_unit_test(tiles_have_the_seed_of_the_whole),
        cmocka_unit_test(a_sum_of_gradients_fits),
        cmocka_unit_test(a_sum_of_many_gradients_fits),
        cmocka_unit_test(wrong_calls),
        cmocka_unit_test(more_than_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
