/* test_session_watches.c: random programs, watched word by word. What a gradient stops at forward
 * it stops at backward. The engine that watches by itself says the same as one on which the driver
 * goes step by step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd_session.h"
#include "tests/property/program_text.h"

enum { PROGRAMS = 12, MOST = 400 };

/* ---- programs: sums, exchanges, calls, loops and ancillas on two results and an array */

static const char *any_sum(generator *g)
{
    static const char *const sums[] = {"y! += v[1] * 0.5", "z! += y! * 0.25", "y! -= z! * v[2]",
                                       "z! -= v[2]",       "y! += sin(v[1])", "SWAP(y!, z!)",
                                       "SWAP(y!, v[1])",   "v[2] += 0.125",   "SWAP(v[1], v[2])",
                                       "g(y!, z!)",        "~g(y!, v[2])",    "g(z!, v[1])",
                                       "g(v[2], v[1])",    "y! += z!",        "v[1] -= z! * 0.5"};
    return ONE_OF(g, sums);
}

static void any_statement(generator *g, unsigned depth)
{
    switch (pick(g, depth == 0 ? 1 : 4)) {
    case 1:
        put(g, "    for i%u = 1:%u\n", depth, 1 + pick(g, 3));
        any_statement(g, depth - 1);
        put(g, "    end\n");
        break;
    case 2:
        put(g, "    t%u ← 0.0\n    t%u += n * 0.5\n    y! += t%u * v[1]\n", depth, depth, depth);
        any_statement(g, depth - 1);
        put(g, "    t%u -= n * 0.5\n    t%u → 0.0\n", depth, depth);
        break;
    case 3:
        any_statement(g, depth - 1);
        any_statement(g, depth - 1);
        break;
    default: put(g, "    %s\n", any_sum(g)); break;
    }
}

static void any_program(generator *g)
{
    g->used = 0;
    put(g, "@i function g(a!::Fixed, b!::Fixed)\n    a! += b! * 0.25\n    SWAP(a!, b!)\n"
           "    b! -= a! * 0.5\nend\n"
           "@i function f(y!::Fixed, z!::Fixed, v::Vector{Fixed}, n::Fixed)\n");
    for (unsigned i = 0; i < 4; i++)
        any_statement(g, 2);
    put(g, "end\n");
}

/* ---- what a session stops at */

typedef struct {
    uint64_t time;
    double before, after;
} change;
typedef struct {
    change list[MOST];
    size_t count;
} changes;

typedef struct {
    rg_device *device;
    rg_job *job;
    rg_session *session;
} rig;

/* What is run: a gradient, or a call in value mode that finds gradients in memory, which do not go
 * along when words are exchanged. False: this build lacks the engine. */
static bool open_on(rig *r, const char *engine, const generator *g, bool optimise, bool gradient)
{
    static const char *const all = "all", *const slopes[] = {"grad(y!)", "grad(z!)", "grad(v[2])"};
    const rg_session_recipe recipe = {.output = gradient ? "y!" : NULL};
    const double values[] = {0.5, -0.25};
    rg_fault fault;
    *r = (rig){.device = rg_device_open(engine, &fault)};
    if (!r->device)
        return false;
    assert_int_equal(rg_set_passes_off(r->device, &all, optimise ? 0 : 1, &fault), RG_OK);
    if (rg_load_text(r->device, "f.rg", g->text, &fault) != RG_OK)
        fail_msg("%s\n%s", fault.message, g->text);
    r->job = rg_job_new(r->device, "f", &fault);
    assert_non_null(r->job);
    if (rg_set_array(r->job, "v", values, 2, 1, &fault) != RG_OK)
        fail_msg("%s", fault.message);
    assert_int_equal(rg_set_number(r->job, "n", 0.75, &fault), RG_OK);
    if (rg_session_open(r->job, &recipe, &r->session, &fault) != RG_OK)
        fail_msg("%s\n%s", fault.message, g->text);
    for (unsigned i = 0; i < 3 && !gradient; i++)
        assert_int_equal(rg_session_set(r->session, 0, slopes[i], 0.5 + i, &fault), RG_OK);
    return true;
}

static void close_all(rig *r)
{
    rg_session_close(r->session);
    rg_job_free(r->job);
    rg_device_close(r->device);
}

typedef struct {
    changes *all;
    bool back;
} recording;

/* The run goes on: at its ends a variable that is watched is somewhere, in between it may be
 * nowhere.
 */
static bool record(void *context, size_t stop, const rg_session_spot *spot)
{
    const recording *r = context;
    (void)stop;
    assert_true(r->all->count < MOST);
    r->all->list[r->all->count++] = r->back ? (change){spot->time, spot->after, spot->before}
                                            : (change){spot->time - 1, spot->before, spot->after};
    return false;
}

/* All changes on the way, in the order of time whichever way it goes. */
static void run_stopping(rig *r, rg_stop_kind kind, const char *watch, bool back, changes *all)
{
    recording kept = {all, back};
    const rg_session_stop stop = {.kind = kind, .watch = watch, .accept = record, .context = &kept};
    rg_session_spot spot;
    rg_fault fault;
    all->count = 0;
    if (rg_session_run(r->session, back, &stop, 1, &spot, &fault) != RG_OK)
        fail_msg("%s: %s", watch, fault.message);
    assert_int_equal(spot.why, back ? RG_SESSION_AT_START : RG_SESSION_AT_END);
    for (size_t i = 0; back && i < all->count / 2; i++) {
        const change c = all->list[i];
        all->list[i] = all->list[all->count - 1 - i];
        all->list[all->count - 1 - i] = c;
    }
}

static void run_watching(rig *r, const char *watch, bool back, changes *all)
{
    run_stopping(r, RG_STOP_CHANGE, watch, back, all);
}

static void assert_same(const changes *a, const changes *b, const char *watch, const char *text)
{
    bool same = a->count == b->count;
    for (size_t i = 0; i < a->count && same; i++)
        same = a->list[i].time == b->list[i].time && a->list[i].before == b->list[i].before
               && a->list[i].after == b->list[i].after;
    for (size_t i = 0; !same && i < a->count && i < b->count; i++)
        print_message("%llu %.9g %.9g | %llu %.9g %.9g\n", (unsigned long long)a->list[i].time,
                      a->list[i].before, a->list[i].after, (unsigned long long)b->list[i].time,
                      b->list[i].before, b->list[i].after);
    if (!same)
        fail_msg("%s changes %zu times, and %zu times\n%s", watch, a->count, b->count, text);
}

/* Reads, and reads and updates: the same forward and back. A change is an access, and what is read
 * alone keeps its value. */
static size_t try_accesses(rig *r, const char *watch, const changes *changed, const char *text)
{
    static changes reads, accesses, back;
    run_stopping(r, RG_STOP_READ, watch, false, &reads);
    run_stopping(r, RG_STOP_READ, watch, true, &back);
    assert_same(&reads, &back, watch, text);
    run_stopping(r, RG_STOP_ACCESS, watch, false, &accesses);
    run_stopping(r, RG_STOP_ACCESS, watch, true, &back);
    assert_same(&accesses, &back, watch, text);
    assert_true(accesses.count >= reads.count && accesses.count >= changed->count);
    for (size_t i = 0, k = 0; i < changed->count; i++) {
        while (k < accesses.count && accesses.list[k].time < changed->list[i].time)
            k++;
        if (k == accesses.count || accesses.list[k].time != changed->list[i].time)
            fail_msg("%s changes at %llu without an access\n%s", watch,
                     (unsigned long long)changed->list[i].time, text);
    }
    return reads.count;
}

static size_t try_program(const generator *g, bool optimise, bool gradient, size_t *reads)
{
    size_t read = 0;
    static const char *const names[] = {"y!", "grad(y!)", "grad(z!)", "v[1]", "grad(v[2])"};
    static changes forth, back, slow;
    size_t count = 0;
    rig fast, rtl;
    assert_true(open_on(&fast, "fast", g, optimise, gradient));
    const bool both = open_on(&rtl, "rtl", g, optimise, gradient);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        run_watching(&fast, names[i], false, &forth);
        run_watching(&fast, names[i], true, &back);
        if (gradient) /* else the word that ends as y! is another one than began so */
            assert_same(&forth, &back, names[i], g->text);
        if (gradient)
            read += try_accesses(&fast, names[i], &forth, g->text);
        count += forth.count;
        if (!both)
            continue;
        run_watching(&rtl, names[i], false, &slow);
        assert_same(&forth, &slow, names[i], g->text);
        run_watching(&rtl, names[i], true, &slow);
        assert_same(&back, &slow, names[i], g->text);
    }
    close_all(&fast);
    if (both)
        close_all(&rtl);
    *reads += read;
    return count;
}

static void test_random_programs(void **state)
{
    static generator g = {.state = 88172645463325252u};
    size_t count = 0, reads = 0;
    (void)state;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        any_program(&g);
        for (unsigned way = 0; way < 4; way++)
            count += try_program(&g, way % 2, way / 2, &reads);
    }
    assert_true(count > 20 * PROGRAMS);
    assert_true(reads > 10 * PROGRAMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
