/* test_schedule_pass.c: the pass `schedule` on random lines of integers and fixed-point sums, on
 * the reference model of each core: the same registers and gradients as without it, and no more
 * clocks. */
#include <stdio.h>

#include "compiler/opt/opt.h"
#include "compiler/rgc.h"
#include "sim/lockstep/random.h"
#include "tests/unit/fast_words.h"

enum { PROGRAMS = 60, LONGEST = 16, TEXT = 2048, SMALL = 1000, GRADIENT = 1, FIVE = 2 };

static unsigned below(rg_random *random, unsigned n)
{
    return (unsigned)(rg_random_word(random) % n);
}

/* Sums of other variables, of both kinds side by side. */
static void write_program(rg_random *random, char *text)
{
    const unsigned count = 2 + below(random, LONGEST - 1);
    int at = snprintf(text, TEXT,
                      "@i function f(a::Int, b::Int, c::Int, d::Int, x::Fixed, y::Fixed, "
                      "z::Fixed)\n");

    for (unsigned i = 0; i < count; i++) {
        const char *names = below(random, 3) ? "abcd" : "xyz";
        const unsigned n = (unsigned)strlen(names), d = below(random, n);
        const char a = names[(d + 1 + below(random, n - 1)) % n],
                   b = names[(d + 1 + below(random, n - 1)) % n];
        at += snprintf(text + at, TEXT - (size_t)at, "%c %c= %c%s%c\n", names[d],
                       "+-"[below(random, 2)], a, n == 4 && below(random, 2) ? " * " : " + ", b);
    }
    at += snprintf(text + at, TEXT - (size_t)at, "end\n");
    assert_true(at < TEXT);
}

/* Runs the instructions between the portal and the end of its routine, from registers of this seed.
 */
static rg_machine *run(const char *text, unsigned stages, bool scheduled, unsigned mode)
{
    const rgc_options options = {.staged = stages,
                                 .passes_off = scheduled ? 0 : UINT64_C(1) << OPT_SCHEDULE};
    const rg_machine_config config = {
        {64, 43},
        8,
        8,
        {.pipelined = true, .products = true, .gradients = true, .digits = 4, .staged = stages},
        0,
        false};
    rgc_result *r = rgc_compile_buffer("t.rg", text, strlen(text), &options);
    rg_machine *m = rg_machine_new(&config);
    rg_random values = {7};

    assert_true(r && m && rgc_object(r));
    const rg_object *o = rgc_object(r);
    assert_int_equal(o->routine_count, 1);
    for (uint32_t i = 0; i < o->code_count; i++)
        rg_machine_load(m, i, o->code[i]);
    m->codewords = (uint32_t)o->code_count;
    m->pc = o->routines[0].entry + 1;
    m->mode = mode;
    for (unsigned i = 1; i < RG_REGISTERS; i++) {
        m->r[i] = (int64_t)below(&values, SMALL);
        m->gr[i] = (int64_t)below(&values, SMALL);
    }
    m->r[RG_STACK_POINTER] = 1;
    rg_machine_begin(m);
    while (m->pc + 1 < o->routines[0].end)
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    rgc_result_free(r);
    return m;
}

static void the_same_in_no_more_clocks(void **state)
{
    uint64_t clocks[FIVE + 1] = {0}, fewer[FIVE + 1] = {0};
    rg_random random = {24};
    char text[TEXT];

    (void)state;
    for (unsigned n = 0; n < PROGRAMS; n++) {
        write_program(&random, text);
        for (unsigned stages = 0; stages <= FIVE; stages++) {
            rg_machine *plain = run(text, stages, false, GRADIENT),
                       *m = run(text, stages, true, GRADIENT);
            assert_memory_equal(m->r, plain->r, sizeof m->r);
            assert_memory_equal(m->gr, plain->gr, sizeof m->gr);
            if (m->count.retired != plain->count.retired || m->count.cycles > plain->count.cycles)
                fail_msg("%u: %llu clocks, not %llu:\n%s", stages,
                         (unsigned long long)m->count.cycles,
                         (unsigned long long)plain->count.cycles, text);
            clocks[stages] += plain->count.cycles;
            fewer[stages] += plain->count.cycles - m->count.cycles;
            rg_machine_free(m);
            rg_machine_free(plain);
        }
    }
    assert_int_equal(fewer[0], 0);
    assert_true(fewer[1] * 20 > clocks[1]);
    assert_true(fewer[FIVE] * 10 > clocks[FIVE]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_in_no_more_clocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
