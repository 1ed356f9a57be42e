/* test_schedule.c: micro-operations in the order of isa/schedule.c do what they did in their own.
 * Each operation reads what the same one wrote, whether those of one clock come one after the other
 * or at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "isa/schedule.h"

static const struct {
    const char *reads, *writes;
} kinds[] = {
#define RG_UOP_KIND(name, clocks, unit, reads, writes, text) {reads, writes},
#include "isa/num/uops.def"
#undef RG_UOP_KIND
};

/* The operation that wrote each register, and what stands behind them; 0 for what was there before.
 * An operation has its number, from 1 on, in `k`. */
static const char beyond[] = "VPTGQSR";
enum { PLACES = RG_NUM_REGISTERS + sizeof beyond - 1, MOST = 60 };
enum { PLACE_V = RG_NUM_REGISTERS };
typedef struct {
    unsigned by[PLACES];
} writers;
/* What each operation read. */
typedef struct {
    unsigned from[MOST + 1][PLACES];
} record;

/* What is done to the result in the same clock raises a trap, or counts. */
static bool fits(const rg_uop *o, char what)
{
    return o->fit != RG_FIT_NONE && what == (o->fit == RG_FIT_GRADIENT ? 'G' : 'T');
}

static bool touches(const rg_uop *o, const char *names, unsigned place)
{
    if (place >= RG_NUM_REGISTERS) {
        const char what = beyond[place - RG_NUM_REGISTERS];
        return strchr(names, what) != NULL || fits(o, what);
    }
    return (strchr(names, 'd') && o->d == place) || (strchr(names, 'a') && o->a == place)
           || (strchr(names, 'b') && o->b == place) || (strchr(names, 'c') && o->c == place);
}

static void read_from(const rg_uop *o, const writers *w, record *r)
{
    for (unsigned place = 0; place < PLACES; place++)
        if (touches(o, kinds[o->op].reads, place))
            r->from[o->k][place] = w->by[place];
}

static void write_to(const rg_uop *o, writers *w)
{
    for (unsigned place = 0; place < PLACES; place++)
        if (touches(o, kinds[o->op].writes, place))
            w->by[place] = o->k;
}

/* at_once: what is paired reads before either of the two writes. */
static writers run(const rg_uop *code, unsigned count, bool at_once, record *r)
{
    writers w = {{0}};
    memset(r, 0, sizeof *r);
    for (unsigned i = 0; i < count; i++) {
        read_from(&code[i], &w, r);
        if (at_once && code[i].paired) {
            read_from(&code[i + 1], &w, r);
            write_to(&code[i], &w);
            i++;
        }
        write_to(&code[i], &w);
    }
    w.by[PLACE_V] = 0; /* which nothing reads behind the end */
    return w;
}

static uint64_t state = 1;

static unsigned pick(unsigned n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % n;
}

/* Few registers, so that many operations meet. The first one writes V. */
static unsigned make(rg_uop *code)
{
    const unsigned count = 2 + pick(MOST - 1), registers = 2 + pick(RG_NUM_REGISTERS - 1);
    for (unsigned i = 0; i < count; i++)
        code[i] = (rg_uop){.op = (uint8_t)(i == 0 ? RG_UOP_ADD : pick(RG_UOP_COUNT)),
                           .d = (uint8_t)pick(registers),
                           .a = (uint8_t)pick(registers),
                           .b = (uint8_t)pick(registers),
                           .c = (uint8_t)pick(registers),
                           .k = (uint16_t)(i + 1)};
    for (unsigned i = 0; i < count; i++)
        if (rg_schedule_multiplies(code[i].op) && pick(4) == 0)
            code[i].fit = (uint8_t)pick(RG_FIT_GRADIENT + 1);
    code[count - 1].stop = RG_STOP_ALWAYS;
    return count;
}

static void each_operation_reads_what_it_read(void **unused)
{
    (void)unused;
    static record before, after;
    rg_uop code[MOST];
    unsigned pairs = 0;
    for (unsigned round = 0; round < 3000; round++) {
        const unsigned count = make(code);
        const writers last = run(code, count, false, &before);
        assert_true(rg_schedule(code, count));
        for (unsigned i = 0; i < count; i++)
            pairs += code[i].paired;
        for (int at_once = 0; at_once < 2; at_once++) {
            const writers now = run(code, count, at_once, &after);
            assert_memory_equal(&now, &last, sizeof now);
            assert_memory_equal(&after, &before, sizeof after);
        }
        assert_int_equal(code[count - 1].stop, RG_STOP_ALWAYS);
    }
    assert_true(pairs > 3000);
}

static void what_is_paired_belongs_to_two_units(void **unused)
{
    (void)unused;
    rg_uop code[MOST];
    for (unsigned round = 0; round < 1000; round++) {
        const unsigned count = make(code);
        assert_true(rg_schedule(code, count));
        for (unsigned i = 0; i < count; i++)
            if (code[i].paired) {
                assert_true(i + 1 < count);
                assert_false(rg_schedule_multiplies(code[i].op));
                assert_true(rg_schedule_multiplies(code[i + 1].op));
                assert_false(code[i + 1].paired);
            }
    }
}

static void a_flag_that_nothing_wrote_is_refused(void **unused)
{
    (void)unused;
    rg_uop code[] = {{.op = RG_UOP_FIT, .stop = RG_STOP_ALWAYS}};
    assert_false(rg_schedule(code, 1));
    assert_false(rg_schedule(code, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_operation_reads_what_it_read),
        cmocka_unit_test(what_is_paired_belongs_to_two_units),
        cmocka_unit_test(a_flag_that_nothing_wrote_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
