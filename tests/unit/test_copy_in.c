/* The copy engine: it moves what it says, in the clocks of isa/timing.def, alike on every engine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "host-driver/bus.h"
#include "sim/engine.h"
#include "sim/memory.h"

enum { SHARED = 700, PLACES = 1024, CONFIG_XLEN = 0xff };

static const char *const engines[] = {"fast", "rtl", "systemc"};

static uint64_t get(rg_engine *e, uint32_t address)
{
    uint64_t data = 0;
    assert_int_equal(rg_engine_read(e, address, &data), RG_BUS_OKAY);
    return data;
}

static void set(rg_engine *e, uint32_t address, uint64_t data)
{
    assert_int_equal(rg_engine_write(e, address, data), RG_BUS_OKAY);
}

static uint64_t number(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* What a word of 64 bits in the host's memory is in the machine. */
static uint64_t in_machine(rg_engine *e, uint64_t word)
{
    return (get(e, RG_REG_CONFIG) & CONFIG_XLEN) == 64 ? word
                                                       : (uint64_t)(int64_t)(int32_t)(uint32_t)word;
}

static uint64_t clocks_of(uint64_t host, uint64_t count)
{
    const uint64_t beats = (host % RG_BEAT_BYTES / 8 + count + 1) / 2;
    return count == 0 ? 1 : RG_MEMORY_LATENCY + beats + 1;
}

typedef struct {
    uint64_t host, word, count;
} transfer;

static void start(rg_engine *e, transfer t)
{
    set(e, RG_REG_COPYHOST, t.host - 8 * t.word);
    set(e, RG_REG_CONTROL, RG_CONTROL_CLEAR);
    set(e, RG_REG_COPYIN, t.count << 32 | t.word);
}

static void finish(rg_engine *e)
{
    rg_engine_run(e, 100000);
    assert_true(rg_engine_interrupt(e));
    assert_int_equal(get(e, RG_REG_STATUS) & RG_STATUS_COPYING, 0);
}

/* One transfer into a machine whose first PLACES words are `model`, of which `good` words are there
 * to be read. */
static void check(rg_engine *e, const uint64_t *shared, uint64_t *model, transfer t, uint64_t good)
{
    const unsigned xlen = get(e, RG_REG_CONFIG) & CONFIG_XLEN;
    uint64_t erased = 0;
    start(e, t);
    finish(e);
    assert_int_equal(get(e, RG_REG_COPIED), good);
    assert_int_equal(get(e, RG_REG_WORDSIN), good);
    for (uint64_t i = 0; i < good; i++) {
        const uint64_t word = in_machine(e, shared[t.host / 8 + i]);
        erased += model[t.word + i] != 0 && model[t.word + i] != word ? xlen : 0;
        model[t.word + i] = word;
    }
    assert_int_equal(get(e, RG_REG_ERASEDHOST), erased);
    assert_int_equal(RG_BUS_FIELD(get(e, RG_REG_STATUS), STATUS, COPY_RESPONSE),
                     good == t.count ? RG_BUS_OKAY : RG_BUS_DECERR);
    if (good == t.count)
        assert_int_equal(get(e, RG_REG_CYCLESIN), clocks_of(t.host, t.count));
    for (uint64_t i = 0; i < PLACES; i++)
        assert_int_equal(get(e, RG_WINDOW_DMEMV + 8 * (uint32_t)i), model[i]);
}

/* Random places and lengths, beyond the end of what is shared too. Clocks of those that end early
 * are compared between the engines. */
static void copies_move_what_they_say(void **state)
{
    (void)state;
    enum { ROUNDS = 40 };
    uint64_t shared[SHARED], clocks[ROUNDS];
    for (size_t n = 0; n < sizeof engines / sizeof engines[0]; n++) {
        rg_engine *e = rg_engine_open(engines[n]);
        uint64_t model[PLACES] = {0}, seed = 1;
        if (!e)
            continue; /* a build of fewer engines */
        for (size_t i = 0; i < SHARED; i++)
            shared[i] = number(&seed) % 4 == 0 ? 0 : number(&seed) << 32 | number(&seed);
        rg_engine_share(e, shared, SHARED);
        for (size_t round = 0; round < ROUNDS; round++) {
            transfer t = {.host = number(&seed) % SHARED, .word = number(&seed) % PLACES};
            t.count = number(&seed) % 3 ? number(&seed) % 20 : number(&seed) % 400;
            t.count = t.count > PLACES - t.word ? PLACES - t.word : t.count;
            const uint64_t there = SHARED - t.host;
            t.host *= 8;
            check(e, shared, model, t, t.count < there ? t.count : there);
            if (n == 0)
                clocks[round] = get(e, RG_REG_CYCLESIN);
            assert_int_equal(get(e, RG_REG_CYCLESIN), clocks[round]);
        }
        rg_engine_close(e);
    }
}

/* A long one takes the clocks that the page promises: two words a clock. */
static void two_words_a_clock(void **state)
{
    (void)state;
    enum { WORDS = 60000 };
    uint64_t *shared = calloc(WORDS, sizeof *shared);
    assert_non_null(shared);
    for (size_t i = 0; i < WORDS; i++)
        shared[i] = i + 1;
    for (size_t n = 0; n < sizeof engines / sizeof engines[0]; n++) {
        rg_engine *e = rg_engine_open(engines[n]);
        if (!e)
            continue;
        if (1u << (get(e, RG_REG_CONFIG) >> 16 & 0x1f) >= WORDS) {
            rg_engine_share(e, shared, WORDS);
            start(e, (transfer){.count = WORDS});
            finish(e);
            assert_int_equal(get(e, RG_REG_CYCLESIN), WORDS / 2 + RG_MEMORY_LATENCY + 1);
            assert_int_equal(get(e, RG_WINDOW_DMEMV + 8 * (WORDS - 1)), WORDS);
            assert_int_equal(get(e, RG_REG_CYCLES), 0);
        }
        rg_engine_close(e);
    }
    free(shared);
}

static void refused_copies_do_nothing(void **state)
{
    (void)state;
    uint64_t shared[4] = {1, 2, 3, 4};
    for (size_t n = 0; n < sizeof engines / sizeof engines[0]; n++) {
        rg_engine *e = rg_engine_open(engines[n]);
        uint64_t data;
        if (!e)
            continue;
        const uint64_t words = UINT64_C(1) << (get(e, RG_REG_CONFIG) >> 16 & 0x1f);
        rg_engine_share(e, shared, 4);
        assert_int_equal(rg_engine_write(e, RG_REG_COPYHOST, 4), RG_BUS_SLVERR);
        assert_int_equal(rg_engine_read(e, RG_REG_COPYIN, &data), RG_BUS_SLVERR);
        assert_int_equal(rg_engine_write(e, RG_REG_COPYIN, UINT64_C(2) << 32 | (words - 1)),
                         RG_BUS_SLVERR);
        assert_int_equal(rg_engine_write(e, RG_REG_COPYIN, UINT64_MAX), RG_BUS_SLVERR);
        assert_int_equal(get(e, RG_REG_WORDSIN), 0);
        assert_int_equal(get(e, RG_REG_CYCLESIN), 0);
        assert_false(rg_engine_interrupt(e));
        /* The last word of the memory, and no word behind it. */
        start(e, (transfer){0, words - 1, 1});
        finish(e);
        assert_int_equal(get(e, RG_WINDOW_DMEMV + 8 * (uint32_t)(words - 1)), 1);
        start(e, (transfer){0, words, 0});
        finish(e);
        /* Nothing is shared: nothing is there. */
        rg_engine_share(e, NULL, 0);
        start(e, (transfer){0, 0, 4});
        finish(e);
        assert_int_equal(get(e, RG_REG_COPIED), 0);
        assert_int_equal(RG_BUS_FIELD(get(e, RG_REG_STATUS), STATUS, COPY_RESPONSE), RG_BUS_DECERR);
        assert_int_equal(get(e, RG_WINDOW_DMEMV), 0);
        rg_engine_close(e);
    }
}

/* Stopped at each clock: the first words are there, as many as it says, and the rest is as it was.
 */
static void a_stopped_copy_says_how_far_it_came(void **state)
{
    (void)state;
    enum { WORDS = 90 };
    uint64_t shared[WORDS];
    for (size_t i = 0; i < WORDS; i++)
        shared[i] = 1000 + i;
    for (size_t n = 0; n < sizeof engines / sizeof engines[0]; n++) {
        rg_engine *e = rg_engine_open(engines[n]);
        bool midway = false;
        uint64_t data;
        if (!e)
            continue;
        rg_engine_share(e, shared, WORDS);
        for (uint64_t clock = 1; clock < WORDS / 2 + RG_MEMORY_LATENCY; clock++) {
            start(e, (transfer){8, 5, WORDS - 1});
            rg_engine_run(e, clock);
            if (clock == 1) { /* only a stop is heard */
                assert_int_equal(rg_engine_read(e, RG_WINDOW_DMEMV, &data), RG_BUS_SLVERR);
                assert_int_equal(rg_engine_write(e, RG_REG_COPYIN, 0), RG_BUS_SLVERR);
                assert_int_equal(rg_engine_write(e, RG_REG_CONTROL, RG_CONTROL_RUN), RG_BUS_SLVERR);
            }
            set(e, RG_REG_CONTROL, RG_CONTROL_STOP);
            finish(e);
            const uint64_t copied = get(e, RG_REG_COPIED);
            midway = midway || (copied > 0 && copied < WORDS - 1);
            assert_int_equal(RG_BUS_FIELD(get(e, RG_REG_STATUS), STATUS, COPY_RESPONSE),
                             RG_BUS_OKAY);
            assert_int_equal(get(e, RG_REG_WORDSIN), copied);
            for (uint32_t i = 0; i < WORDS + 10; i++) {
                assert_int_equal(get(e, RG_WINDOW_DMEMV + 8 * i),
                                 i >= 5 && i < 5 + copied ? shared[i - 4] : 0);
                set(e, RG_WINDOW_DMEMV + 8 * i, 0);
            }
        }
        assert_true(midway);
        rg_engine_close(e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_move_what_they_say),
        cmocka_unit_test(two_words_a_clock),
        cmocka_unit_test(refused_copies_do_nothing),
        cmocka_unit_test(a_stopped_copy_says_how_far_it_came),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
