/* test_order.c: a gradient that is a sum over data has the same bits in every order of the data,
 * in every division into calls, and on every number of lanes: sums are exact modulo 2^XLEN.
 *
 * Each term reads the parameters themselves. Where a value is computed of them first, its cotangent
 * is a sum too, but what goes on from there is rounded once for each call. */
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
#include "isa/signature.h"

enum { FEATURES = 3, ROWS = 40, WEIGHTS = FEATURES * 2 + 2, ORDERS = 100, FEWER_ORDERS = 5 };

/* Of value and gradient in the format of 64 bits with 43 of a fraction. */
static const uint64_t HASH = UINT64_C(0x62b64880fefa1d92);

/* A network with one hidden layer of two, and the logistic loss of each row. */
static const char *const model =
    "@i function loss(out!::Fixed, W::Matrix{Fixed}, v::Vector{Fixed}, x::Matrix{Fixed}, "
    "y::Vector{Fixed})\n"
    "    for i = 1:length(y)\n"
    "        @routine begin\n"
    "            s ← 0.0\n"
    "            h ← zeros(Fixed, 2)\n"
    "            for j = 1:2\n"
    "                for k = 1:size(x, 1)\n"
    "                    h[j] += W[k, j] * x[k, i]\n"
    "                end\n"
    "                s += v[j] * tanh(h[j])\n"
    "            end\n"
    "        end\n"
    "        out! += log(1 + exp(-y[i] * s))\n"
    "        ~@routine\n"
    "    end\n"
    "end\n";

typedef struct {
    double x[ROWS][FEATURES], y[ROWS];
} data;

static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

/* In [-4, 4), a multiple of 2^-12, which every format holds. */
static double number(uint64_t *state)
{
    return (double)((int64_t)(next(state) % 32768) - 16384) / 4096;
}

static void make(data *d)
{
    uint64_t state = 20;
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t k = 0; k < FEATURES; k++)
            d->x[i][k] = number(&state);
        d->y[i] = next(&state) % 2 ? 1 : -1;
    }
}

static void shuffle(data *d, uint64_t *state)
{
    for (size_t i = ROWS - 1; i > 0; i--) {
        const size_t k = next(state) % (i + 1);
        const data before = *d;
        memcpy(d->x[i], before.x[k], sizeof d->x[i]);
        memcpy(d->x[k], before.x[i], sizeof d->x[k]);
        d->y[i] = before.y[k];
        d->y[k] = before.y[i];
    }
}

/* Adds value and gradient of these rows, in units of the last place. */
static void add(rg_job *job, unsigned frac, const data *d, size_t first, size_t count,
                int64_t sums[WEIGHTS + 1])
{
    static const double weights[WEIGHTS] = {0.5, -0.25, 0.75, -1, 0.125, 0.375, 1.5, -0.875};
    double g[WEIGHTS];
    int64_t raw;
    rg_fault fault = {0};
    assert_int_equal(rg_set_number(job, "out!", 0, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "W", weights, FEATURES, 2, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "v", weights + 2 * FEATURES, 2, 1, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "x", d->x[first], FEATURES, count, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "y", d->y + first, count, 1, &fault), RG_OK);
    if (rg_gradient(job, "out!", 0, 0, &fault) != RG_OK)
        fail_msg("%s", fault.message);
    assert_true(rg_restored(job));
    assert_int_equal(rg_attempts(job), 1); /* so every call has the same seed */
    assert_int_equal(rg_get_gradient(job, "W", g, 2 * FEATURES), 2 * FEATURES);
    assert_int_equal(rg_get_gradient(job, "v", g + 2 * FEATURES, 2), 2);
    assert_int_equal(rg_get_raw(job, "out!", &raw, 1), 1);
    for (size_t i = 0; i < WEIGHTS; i++) {
        const double word = ldexp(g[i], (int)frac + rg_seed_exponent(job));
        assert_true(word == floor(word) && fabs(word) < 0x1p53);
        sums[i] += (int64_t)word;
    }
    sums[WEIGHTS] += raw;
}

static uint64_t hash(const int64_t sums[WEIGHTS + 1])
{
    uint64_t h = 0;
    for (size_t i = 0; i <= WEIGHTS; i++)
        h = rg_signature_mix(h, sums[i]);
    return h;
}

/* Calls of random numbers of rows. */
static uint64_t in_chunks(rg_job *job, unsigned frac, const data *d, uint64_t *state)
{
    int64_t sums[WEIGHTS + 1] = {0};
    for (size_t first = 0, count; first < ROWS; first += count) {
        count = 1 + next(state) % 8;
        count = count > ROWS - first ? ROWS - first : count;
        add(job, frac, d, first, count, sums);
    }
    return hash(sums);
}

/* How many gradients, whole and in parts, had the one hash. */
static size_t order(const char *engine, size_t orders)
{
    rg_fault fault = {0};
    rg_device *device = rg_device_open(engine, &fault);
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "loss.rg", model, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "loss", &fault);
    assert_non_null(job);
    const unsigned frac = (unsigned)rg_device_frac(device);
    int64_t sums[WEIGHTS + 1] = {0};
    uint64_t state = 5;
    data d;
    make(&d);
    add(job, frac, &d, 0, ROWS, sums);
    const uint64_t expected = hash(sums);
    for (size_t i = 0; i <= WEIGHTS; i++)
        assert_int_not_equal(sums[i], 0);
    if (rg_device_xlen(device) == 64 && frac == 43) /* whatever the lanes */
        assert_true(expected == HASH);
    size_t same = 1;
    for (size_t n = 0; n < orders; n++) {
        shuffle(&d, &state);
        memset(sums, 0, sizeof sums);
        add(job, frac, &d, 0, ROWS, sums);
        same += hash(sums) == expected;
        same += in_chunks(job, frac, &d, &state) == expected;
    }
    rg_job_free(job);
    rg_device_close(device);
    return same;
}

static void a_hundred_orders_have_one_hash(void **state)
{
    (void)state;
    assert_int_equal(order("fast", ORDERS), 1 + 2 * ORDERS);
}

static void the_core_has_the_same(void **state)
{
    (void)state;
    assert_int_equal(order("rtl", FEWER_ORDERS), 1 + 2 * FEWER_ORDERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_orders_have_one_hash),
        cmocka_unit_test(the_core_has_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
