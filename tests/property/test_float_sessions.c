/* test_float_sessions.c: random programs with Float in a session. Forward, back and in leaps the
 * same bits are there. They are those of the bus, where it shows them, and at the end those of a
 * run. A watch sees each change of any bit, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/session.h"
#include "tests/property/program_text.h"

enum { PROGRAMS = 60, MOST_TIMES = 6000, MOST_VALUES = 24, LEAPS = 40 };

/* ---- programs: sums, products, functions, calls and ancillas, with numbers of many decades.
 * What is added may be an integer, which leaves the lowest 128 bits of a word as they were. */

static const char *any_sum(generator *g, bool swaps)
{
    static const char *const sums[] = {
        "y! += v[1] * 0.1", "z! += 3.0",          "y! -= z! * v[2]", "z! -= 6.6743e-20",
        "y! += sin(v[1])",  "v[2] += 1048576.0",  "y! += 2.0",       "z! += v[1] / 3.0",
        "g(y!, z!)",        "~g(y!, v[2])",       "g(z!, v[1])",     "y! += tanh(z!)",
        "y! += z!",         "v[1] -= v[2] * 0.7", "z! += cos(y!)",   "y! += 1.0e15",
        "SWAP(y!, z!)",     "SWAP(y!, v[1])"};
    enum { SWAPS = 2, ALL = sizeof sums / sizeof sums[0] };
    return sums[pick(g, swaps ? ALL : ALL - SWAPS)];
}

static void any_statement(generator *g, unsigned depth, bool swaps)
{
    switch (pick(g, depth == 0 ? 1 : 4)) {
    case 1:
        put(g, "    for i%u = 1:%u\n", depth, 1 + pick(g, 3));
        any_statement(g, depth - 1, swaps);
        put(g, "    end\n");
        break;
    case 2: /* t is a float word: written once, and read */
        put(g, "    t%u ← n * 0.3\n    y! += exp(t%u) * v[1]\n", depth, depth);
        any_statement(g, depth - 1, swaps);
        put(g, "    t%u → n * 0.3\n", depth);
        break;
    case 3:
        any_statement(g, depth - 1, swaps);
        any_statement(g, depth - 1, swaps);
        break;
    default: put(g, "    %s\n", any_sum(g, swaps)); break;
    }
}

static void any_program(generator *g, bool swaps)
{
    g->used = 0;
    put(g,
        "@i function g(a!::Float64, b!::Float64)\n    a! += b! * 0.25\n%s    b! -= a! * 0.5\n"
        "end\n"
        "@i function f(y!::Float64, z!::Float64, v::Vector{Float64}, n::Float64)\n",
        swaps ? "    SWAP(a!, b!)\n" : "");
    for (unsigned i = 0; i < 4; i++)
        any_statement(g, 2, swaps);
    put(g, "end\n");
}

/* ---- runs */

typedef struct {
    rg_device *device;
    rg_job *job;
    rg_session *session;
} rig;

static rig load(const generator *g, bool optimise)
{
    static const char *const all = "all";
    const double values[] = {0.1, -0.7};
    rg_fault fault;
    rig r = {.device = rg_device_open("float", &fault)};
    assert_non_null(r.device);
    assert_int_equal(rg_set_passes_off(r.device, &all, optimise ? 0 : 1, &fault), RG_OK);
    if (rg_load_text(r.device, "f.rg", g->text, &fault) != RG_OK)
        fail_msg("%s\n%s", fault.message, g->text);
    r.job = rg_job_new(r.device, "f", &fault);
    assert_non_null(r.job);
    assert_int_equal(rg_set_array(r.job, "v", values, 2, 1, &fault), RG_OK);
    assert_int_equal(rg_set_number(r.job, "n", 1e-30, &fault), RG_OK);
    return r;
}

static void open_session(rig *r, bool gradient, const generator *g)
{
    const rg_session_recipe recipe = {.output = gradient ? "y!" : NULL};
    rg_fault fault;
    if (rg_session_open(r->job, &recipe, &r->session, &fault) != RG_OK)
        fail_msg("%s\n%s", fault.message, g->text);
}

static void close_all(rig *r)
{
    rg_session_close(r->session);
    rg_job_free(r->job);
    rg_device_close(r->device);
}

/* ---- what is there */

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t mix_value(uint64_t hash, const rg_session_value *v)
{
    hash = mix(hash, &v->known, sizeof v->known);
    hash = mix(hash, &v->bits, sizeof v->bits);
    hash = mix(hash, &v->gradient_bits, sizeof v->gradient_bits);
    hash = mix(hash, &v->value, sizeof v->value);
    return mix(hash, &v->gradient, sizeof v->gradient);
}

/* Of all variables of all frames. */
static uint64_t picture(const rig *r)
{
    rg_session_frame frames[8];
    rg_session_value values[MOST_VALUES], elements[4];
    rg_fault fault;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const size_t depth = rg_session_frames(r->session, frames, 8);
    for (size_t f = 0; f < (depth ? depth : 1); f++) {
        const size_t count = rg_session_variables(r->session, f, values, MOST_VALUES);
        assert_true(count <= MOST_VALUES);
        for (size_t i = 0; i < count; i++) {
            size_t n = 4;
            hash = mix_value(hash, &values[i]);
            if (values[i].rank == 0 || !values[i].known)
                continue;
            assert_int_equal(
                rg_session_elements(r->session, f, values[i].name, 0, elements, &n, &fault), RG_OK);
            for (size_t k = 0; k < n; k++)
                hash = mix_value(hash, &elements[k]);
        }
    }
    return hash;
}

/* The bus has all of data memory, and the lowest 64 bits of registers. */
static void compare_with_bus(const rig *r, const generator *g)
{
    const rgd_device *device = r->session->device;
    rg_fault fault;
    rg_session_value v;
    for (uint32_t i = 0; i < 32; i++) {
        uint64_t word = 0;
        assert_int_equal(rg_session_cell(r->session, false, i, &v, &fault), RG_OK);
        assert_int_equal(rg_engine_read(device->engine, RG_WINDOW_REGV + i * RG_WINDOW_STEP, &word),
                         RG_BUS_OKAY);
        if (word != v.bits.limb[0] || v.bits.count != 4 || v.gradient_bits.count != 8)
            fail_msg("r%u differs from the bus\n%s", (unsigned)i, g->text);
    }
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(rg_session_cell(r->session, true, i, &v, &fault), RG_OK);
        for (uint32_t k = 0; k < 4; k++) {
            uint64_t word = 0;
            const uint32_t at = RG_WINDOW_DMEMV + (4 * i + k) * RG_WINDOW_STEP;
            assert_int_equal(rg_engine_read(device->engine, at, &word), RG_BUS_OKAY);
            if (word != v.bits.limb[k])
                fail_msg("memory word %u differs from the bus\n%s", (unsigned)i, g->text);
        }
    }
}

/* ---- both ways */

static size_t record_forward(rig *r, uint64_t *pictures, const generator *g)
{
    rg_session_spot spot;
    rg_fault fault;
    size_t count = 0;
    assert_int_equal(rg_session_where(r->session, &spot, &fault), RG_OK);
    while (spot.why != RG_SESSION_AT_END) {
        if (spot.why == RG_SESSION_TRAPPED)
            fail_msg("it traps\n%s", g->text);
        assert_true(count < MOST_TIMES);
        assert_int_equal(spot.time, count);
        pictures[count++] = picture(r);
        if (count % 50 == 1)
            compare_with_bus(r, g);
        assert_int_equal(rg_session_go(r->session, 1, &spot, &fault), RG_OK);
    }
    return count;
}

/* How many pictures were compared. */
static size_t compare_back(rig *r, const uint64_t *pictures, size_t count, generator *g)
{
    size_t compared = 0;
    rg_session_spot spot;
    rg_fault fault;
    for (size_t t = count; t-- > 0;) {
        assert_int_equal(rg_session_go_to(r->session, t, &spot, &fault), RG_OK);
        if (picture(r) != pictures[t])
            fail_msg("back at time %zu other bits are there\n%s", t, g->text);
        compared++;
    }
    for (unsigned i = 0; i < LEAPS; i++) {
        const size_t t = pick(g, (unsigned)count);
        assert_int_equal(rg_session_go_to(r->session, t, &spot, &fault), RG_OK);
        if (picture(r) != pictures[t])
            fail_msg("by a leap to time %zu other bits are there\n%s", t, g->text);
        compared++;
    }
    return compared;
}

/* At the end of a call are the bits of a run, and at that of a recipe its gradients. */
static void compare_with_run(rig *r, const generator *g, bool optimise, bool gradient)
{
    static const char *const names[] = {"y!", "z!", "v[1]", "v[2]", "n"};
    rig plain = load(g, optimise);
    rg_session_spot spot;
    rg_fault fault;
    double slopes[2], number = 0;
    assert_int_equal(rg_session_run(r->session, false, NULL, 0, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_AT_END);
    assert_int_equal(
        gradient ? rg_gradient(plain.job, "y!", 0, 0, &fault) : rg_call(plain.job, &fault), RG_OK);
    if (gradient)
        assert_int_equal(rg_get_gradient(plain.job, "v", slopes, 2), 2);
    for (unsigned i = 0; i < 5; i++) {
        rg_session_value v;
        int64_t raw[8];
        const bool element = names[i][1] == '[';
        assert_int_equal(rg_session_evaluate(r->session, 0, names[i], &v, &fault), RG_OK);
        if (gradient && element)
            assert_true(v.gradient == slopes[i - 2]);
        if (gradient || strcmp(names[i], "n") == 0)
            continue;
        const size_t words = element ? 8 : 4;
        assert_int_equal(rg_get_raw(plain.job, element ? "v" : names[i], raw, words), words);
        if (memcmp(v.bits.limb, raw + (i == 3 ? 4 : 0), 4 * sizeof *raw) != 0)
            fail_msg("%s differs from a run\n%s", names[i], g->text);
        if (!element)
            assert_int_equal(rg_get(plain.job, names[i], &number, 1), 1);
        assert_true(element || number == v.value);
    }
    close_all(&plain);
}

/* Pictures that differ from the one before. */
static size_t count_changes(const uint64_t *pictures, size_t count)
{
    size_t changes = 0;
    for (size_t t = 1; t < count; t++)
        changes += pictures[t] != pictures[t - 1];
    return changes;
}

static void test_both_ways(void **state)
{
    static uint64_t pictures[MOST_TIMES];
    generator g = {.state = 41};
    size_t taken = 0, changes = 0, compared = 0;
    (void)state;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        const bool optimise = i % 2, gradient = i % 3 != 0;
        any_program(&g, true);
        rig r = load(&g, optimise);
        open_session(&r, gradient, &g);
        const size_t count = record_forward(&r, pictures, &g);
        taken += count;
        changes += count_changes(pictures, count);
        compared += compare_back(&r, pictures, count, &g);
        compare_with_run(&r, &g, optimise, gradient);
        close_all(&r);
    }
    print_message("%zu pictures, %zu changes, %zu comparisons\n", taken, changes, compared);
    assert_true(changes > 2000);
    assert_int_equal(compared, taken + PROGRAMS * LEAPS);
}

/* ---- watches */

typedef struct {
    uint64_t times[MOST_TIMES];
    size_t count;
    bool back;
} seen_changes;

static bool note_change(void *context, size_t stop, const rg_session_spot *spot)
{
    seen_changes *seen = context;
    (void)stop;
    assert_true(seen->count < MOST_TIMES);
    seen->times[seen->count++] = seen->back ? spot->time : spot->time - 1;
    return false;
}

static bool was_seen(const seen_changes *seen, uint64_t time)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->times[i] == time)
            return true;
    return false;
}

/* The variable of the outermost frame; false: it is nowhere here. In the dispatcher a result is
 * still in its register while its mailbox has the seed. */
static bool look_at(const rig *r, const char *name, rg_session_value *v)
{
    rg_fault fault;
    const size_t depth = rg_session_frames(r->session, NULL, 0);
    return depth > 0 && rg_session_evaluate(r->session, depth - 1, name, v, &fault) == RG_OK
           && v->known;
}

static bool same_bits(const rg_session_value *a, const rg_session_value *b, bool slope)
{
    return slope ? memcmp(&a->gradient_bits, &b->gradient_bits, sizeof a->bits) == 0
                 : memcmp(&a->bits, &b->bits, sizeof a->bits) == 0;
}

/* Changes that are seen by looking at each time are those that the watch stops at. */
static size_t compare_watch(rig *r, const char *name, bool slope, const generator *g)
{
    static seen_changes forward, backward;
    char watch[40];
    rg_session_spot spot;
    rg_session_value before, now;
    rg_fault fault;
    size_t changes = 0;
    snprintf(watch, sizeof watch, slope ? "grad(%s)" : "%s", name);
    forward = (seen_changes){.back = false};
    backward = (seen_changes){.back = true};
    rg_session_stop stop = {
        .kind = RG_STOP_CHANGE, .watch = watch, .accept = note_change, .context = &forward};
    assert_int_equal(rg_session_go_to(r->session, 0, &spot, &fault), RG_OK);
    assert_int_equal(rg_session_run(r->session, false, &stop, 1, &spot, &fault), RG_OK);
    stop.context = &backward;
    assert_int_equal(rg_session_run(r->session, true, &stop, 1, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_AT_START);
    bool known = look_at(r, name, &before);
    while (rg_session_go(r->session, 1, &spot, &fault) == RG_OK && spot.why == RG_SESSION_STEPPED) {
        const bool known_now = look_at(r, name, &now);
        const bool changed = known && known_now && !same_bits(&before, &now, slope);
        changes += changed;
        if (changed != was_seen(&forward, spot.time - 1) && known && known_now)
            fail_msg("%s at time %llu: %s\n%s", watch, (unsigned long long)spot.time - 1,
                     changed ? "the watch misses a change" : "the watch sees no change", g->text);
        if (was_seen(&forward, spot.time - 1) != was_seen(&backward, spot.time - 1))
            fail_msg("%s: forward and backward stop elsewhere\n%s", watch, g->text);
        before = now;
        known = known_now;
    }
    return changes;
}

static void test_watches(void **state)
{
    generator g = {.state = 43};
    size_t changes = 0;
    (void)state;
    for (unsigned i = 0; i < PROGRAMS / 3; i++) {
        any_program(&g, false);
        rig r = load(&g, i % 2);
        open_session(&r, true, &g);
        changes += compare_watch(&r, "y!", false, &g);
        changes += compare_watch(&r, "v[2]", false, &g);
        changes += compare_watch(&r, "v[1]", true, &g);
        changes += compare_watch(&r, "n", true, &g);
        close_all(&r);
    }
    assert_true(changes > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_both_ways),
                                       cmocka_unit_test(test_watches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
