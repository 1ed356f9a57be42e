/* The way out of the copy engine: it moves what it says, in the clocks of isa/timing.def, alike on
 * every engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "host-driver/bus.h"
#include "sim/engine.h"
#include "sim/memory.h"

enum { SHARED = 700, PLACES = 600, CONFIG_XLEN = 0xff, CONFIG_DMEM = 16, DMEM_MASK = 0x1f };

static const char *const engines[] = {"fast", "rtl", "systemc"};
enum { ENGINES = sizeof engines / sizeof engines[0] };

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

static uint64_t clocks_of(uint64_t host, uint64_t count)
{
    const uint64_t beats = (host % RG_BEAT_BYTES / 8 + count + 1) / 2;
    return count == 0 ? 1 : beats + RG_MEMORY_LATENCY + 2;
}

typedef struct {
    uint64_t host, word, count;
    bool gradients;
} transfer;

static void start(rg_engine *e, transfer t)
{
    set(e, RG_REG_COPYHOST, t.host - 8 * t.word);
    set(e, RG_REG_CONTROL, RG_CONTROL_CLEAR);
    set(e, t.gradients ? RG_REG_COPYOUTG : RG_REG_COPYOUT, t.count << 32 | t.word);
}

static void finish(rg_engine *e)
{
    rg_engine_run(e, 100000);
    assert_true(rg_engine_interrupt(e));
    assert_int_equal(get(e, RG_REG_STATUS) & RG_STATUS_COPYING, 0);
}

/* Both banks hold numbers that tell word and bank; model: what they are as the bus shows them. */
static void fill(rg_engine *e, uint64_t model[2][PLACES])
{
    uint64_t seed = 7;
    for (uint32_t i = 0; i < PLACES; i++)
        for (uint32_t bank = 0; bank < 2; bank++) {
            const uint32_t at = (bank ? RG_WINDOW_DMEMG : RG_WINDOW_DMEMV) + 8 * i;
            set(e, at, number(&seed) << 32 | number(&seed));
            model[bank][i] = get(e, at);
        }
}

/* The words that a transfer of which `there` words can be written must have acknowledged: those of
 * whole bursts. */
static uint64_t acknowledged(transfer t, uint64_t there)
{
    uint64_t good = 0;
    for (uint64_t at = t.host; at < t.host + 8 * t.count;) {
        const uint64_t boundary = (at / 256 + 1) * 256, last = t.host + 8 * t.count,
                       end = boundary < last ? boundary : last;
        if (end > 8 * there)
            break;
        good += (end - at) / 8;
        at = end;
    }
    return good;
}

/* Random places and lengths, beyond the end of what is shared too. */
static void check(rg_engine *e, uint64_t model[2][PLACES], transfer t, uint64_t clocks)
{
    uint64_t shared[SHARED], expected[SHARED];
    const unsigned xlen = get(e, RG_REG_CONFIG) & CONFIG_XLEN;
    const uint64_t good = acknowledged(t, SHARED), first = t.host / 8;
    for (size_t i = 0; i < SHARED; i++)
        shared[i] = expected[i] = UINT64_C(0xdead0000) + i;
    rg_engine_share(e, shared, SHARED);
    start(e, t);
    finish(e);
    assert_int_equal(get(e, RG_REG_COPIED), good);
    assert_int_equal(RG_BUS_FIELD(get(e, RG_REG_STATUS), STATUS, COPY_RESPONSE),
                     good == t.count ? RG_BUS_OKAY : RG_BUS_DECERR);
    const uint64_t sent = get(e, RG_REG_WORDSOUT);
    assert_int_equal(get(e, RG_REG_BITSOUT), sent * xlen);
    assert_int_equal(get(e, RG_REG_WORDSIN), 0);
    assert_int_equal(get(e, RG_REG_CYCLESIN), 0);
    assert_int_equal(get(e, RG_REG_ERASEDHOST), 0);
    if (good == t.count) {
        assert_int_equal(sent, t.count);
        assert_int_equal(get(e, RG_REG_CYCLESOUT), clocks_of(t.host, t.count));
    }
    assert_int_equal(get(e, RG_REG_CYCLESOUT), clocks);
    for (uint64_t i = 0; i < sent && first + i < SHARED; i++)
        expected[first + i] = model[t.gradients][t.word + i];
    assert_memory_equal(shared, expected, sizeof shared);
    rg_engine_share(e, NULL, 0);
}

static void copies_move_what_they_say(void **state)
{
    (void)state;
    enum { ROUNDS = 40 };
    uint64_t clocks[ROUNDS] = {0};
    for (size_t n = 0; n < ENGINES; n++) {
        static uint64_t model[2][PLACES];
        rg_engine *e = rg_engine_open(engines[n]);
        uint64_t seed = 3;
        bool early = false;
        if (!e)
            continue; /* a build of fewer engines */
        fill(e, model);
        for (size_t round = 0; round < ROUNDS; round++) {
            transfer t = {.host = number(&seed) % SHARED, .word = number(&seed) % PLACES};
            t.count = number(&seed) % 3 ? number(&seed) % 20 : number(&seed) % 500;
            t.count = t.count > PLACES - t.word ? PLACES - t.word : t.count;
            t.gradients = number(&seed) % 2;
            early = early || t.host + t.count > SHARED;
            t.host *= 8;
            if (n == 0) { /* the others have to take as long */
                uint64_t shared[SHARED];
                rg_engine_share(e, shared, SHARED);
                start(e, t);
                finish(e);
                clocks[round] = get(e, RG_REG_CYCLESOUT);
            }
            check(e, model, t, clocks[round]);
        }
        assert_true(early);
        for (uint32_t i = 0; i < PLACES; i++) { /* nothing has changed in the machine */
            assert_int_equal(get(e, RG_WINDOW_DMEMV + 8 * i), model[0][i]);
            assert_int_equal(get(e, RG_WINDOW_DMEMG + 8 * i), model[1][i]);
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
    for (size_t n = 0; n < ENGINES; n++) {
        rg_engine *e = rg_engine_open(engines[n]);
        if (!e)
            continue;
        if (1u << (get(e, RG_REG_CONFIG) >> CONFIG_DMEM & DMEM_MASK) >= WORDS) {
            memset(shared, 0, WORDS * sizeof *shared);
            set(e, RG_WINDOW_DMEMV + 8 * (WORDS - 1), 77);
            rg_engine_share(e, shared, WORDS);
            start(e, (transfer){.count = WORDS});
            finish(e);
            assert_int_equal(get(e, RG_REG_CYCLESOUT), WORDS / 2 + RG_MEMORY_LATENCY + 2);
            assert_int_equal(get(e, RG_REG_COPIED), WORDS);
            assert_int_equal(get(e, RG_REG_CYCLES), 0);
            assert_int_equal(shared[WORDS - 1], 77);
        }
        rg_engine_close(e);
    }
    free(shared);
}

static void refused_copies_do_nothing(void **state)
{
    (void)state;
    for (size_t n = 0; n < ENGINES; n++) {
        uint64_t data, shared[4] = {1, 2, 3, 4};
        rg_engine *e = rg_engine_open(engines[n]);
        if (!e)
            continue;
        const uint64_t words = UINT64_C(1) << (get(e, RG_REG_CONFIG) >> CONFIG_DMEM & DMEM_MASK);
        const uint32_t registers[] = {RG_REG_COPYOUT, RG_REG_COPYOUTG};
        rg_engine_share(e, shared, 4);
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(rg_engine_read(e, registers[i], &data), RG_BUS_SLVERR);
            assert_int_equal(rg_engine_write(e, registers[i], UINT64_C(2) << 32 | (words - 1)),
                             RG_BUS_SLVERR);
            assert_int_equal(rg_engine_write(e, registers[i], UINT64_MAX), RG_BUS_SLVERR);
        }
        assert_int_equal(get(e, RG_REG_CYCLESOUT), 0);
        assert_false(rg_engine_interrupt(e));
        start(e, (transfer){.host = 8, .word = words - 1, .count = 1});
        finish(e);
        start(e, (transfer){.word = words});
        finish(e);
        assert_int_equal(get(e, RG_REG_CYCLESOUT), 1);
        const uint64_t expected[4] = {1, 0, 3, 4};
        assert_memory_equal(shared, expected, sizeof shared);
        /* Nothing is shared: nothing is there. */
        rg_engine_share(e, NULL, 0);
        start(e, (transfer){.count = 4});
        finish(e);
        assert_int_equal(get(e, RG_REG_COPIED), 0);
        assert_int_equal(RG_BUS_FIELD(get(e, RG_REG_STATUS), STATUS, COPY_RESPONSE), RG_BUS_DECERR);
        rg_engine_close(e);
    }
}

/* Stopped at each clock: the first words are there, as many as it says, and nothing behind them. */
static void a_stopped_copy_says_how_far_it_came(void **state)
{
    (void)state;
    enum { WORDS = 201 };
    for (size_t n = 0; n < ENGINES; n++) {
        uint64_t shared[WORDS + 2];
        rg_engine *e = rg_engine_open(engines[n]);
        bool midway = false;
        if (!e)
            continue;
        rg_engine_share(e, shared, WORDS + 2);
        for (uint32_t i = 0; i < WORDS; i++)
            set(e, RG_WINDOW_DMEMV + 8 * i, 1000 + i);
        for (uint64_t clock = 1; clock < WORDS / 2 + RG_MEMORY_LATENCY; clock += 3) {
            memset(shared, 0, sizeof shared);
            start(e, (transfer){.host = 8, .count = WORDS});
            rg_engine_run(e, clock);
            assert_int_equal(rg_engine_write(e, RG_REG_COPYOUT, 0), RG_BUS_SLVERR);
            set(e, RG_REG_CONTROL, RG_CONTROL_STOP);
            finish(e);
            const uint64_t copied = get(e, RG_REG_COPIED);
            midway = midway || (copied > 0 && copied < WORDS);
            assert_int_equal(RG_BUS_FIELD(get(e, RG_REG_STATUS), STATUS, COPY_RESPONSE),
                             RG_BUS_OKAY);
            assert_int_equal(get(e, RG_REG_WORDSOUT), copied);
            for (uint64_t i = 0; i < WORDS + 2; i++)
                assert_int_equal(shared[i], i >= 1 && i < 1 + copied ? 1000 + i - 1 : 0);
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
