/* test_loop_bodies.c: random loops whose bodies are no stream by themselves. They have choices of
 * two constants, tests of elements joined by || and &&, and elements that indices name beside
 * others. They have short loops within longer ones, more values than registers, and branches that
 * need integers of the loop around them. Values, gradients, traps and restored state are those
 * without the optimiser.
 *
 *   test_loop_bodies                 the first programs
 *   test_loop_bodies FROM COUNT      COUNT programs from FROM on
 *   test_loop_bodies --show SEED     one of them */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/opt/opt.h"
#include "host-driver/retrograd.h"
#include "program_text.h"

enum { SIZE = 24, SIDE = 5, MOST = SIZE * SIDE, PROGRAMS = 60, RESULTS = 5, INPUTS = 3 };

static uint64_t first_seed = 1, program_count = PROGRAMS;
static bool show;

/* ---- programs */

static void put_number(generator *g)
{
    static const char *const numbers[] = {"0", "1", "-1", "3", "-2", "7", "0.25", "-1.5", "2.75"};
    put(g, "%s", numbers[pick(g, g->whole ? 6 : 9)]);
}

static void put_compared(generator *g)
{
    static const char *const elements[] = {"k[i]", "l[i]", "k[i + 1]", "l[2]", "h", "1", "i"};
    put(g, "%s", ONE_OF(g, elements));
}

static void put_test(generator *g)
{
    static const char *const signs[] = {"==", "!=", "<", ">="};
    const bool apart = pick(g, 3) == 0;

    put(g, apart ? "abs(k[i] - " : "k[i] %s ", ONE_OF(g, signs));
    put_compared(g);
    if (apart)
        put(g, ") == %u", pick(g, 3));
}

static void put_choice(generator *g)
{
    g->whole = pick(g, 2);
    put(g, g->whole ? "        m![i] += " : "        y![i] += ");
    if (pick(g, 2))
        put(g, g->whole ? "max(l[i + 1], h) + " : "x[i + 1] * ");
    put(g, "(");
    put_test(g);
    put(g, " ? ");
    put_number(g);
    put(g, " : ");
    put_number(g);
    put(g, ")\n");
}

static void put_joined(generator *g)
{
    static const char *const joints[] = {"||", "&&"};
    static const char *const bodies[] = {"n! += 1", "m![i] += 2", "y![i] += x[i] * w[i + 1]"};
    const unsigned tests = 2 + pick(g, 2);

    put(g, "        if (");
    for (unsigned i = 0; i < tests; i++) {
        put(g, i ? " %s " : "", ONE_OF(g, joints));
        put_test(g);
    }
    put(g, ", ~)\n            %s\n", ONE_OF(g, bodies));
    if (pick(g, 3) == 0)
        put(g, "        else\n            z![i] -= w[i]\n");
    put(g, "        end\n");
}

static void put_beside(generator *g)
{
    static const char *const updates[] = {
        "y![i] += x[k[i]]", "y![i] += x[i] + 1",  "z![k[i]] += w[i]", "z![i] += y![i]",
        "m![l[i]] += 1",    "m![i] += k[l[i]]",   "z![i] -= w[l[i]]", "y![l[i]] -= x[i + 1]",
        "y![i] += 0.5",     "z![i + 1] += y![i]",
    };
    const unsigned count = 2 + pick(g, 2);

    for (unsigned i = 0; i < count; i++)
        put(g, "        %s\n", ONE_OF(g, updates));
}

static void put_crowd(generator *g)
{
    static const char *const terms[] = {"x[i] - 0.25",      "y![i] + 1.5",        "z![i] - 0.75",
                                        "w[i + 1]",         "A[i, 1] + 0.5",      "A[i + 1, 2]",
                                        "abs(x[i] - w[i])", "A[i, 3] - w[i + 1]", "y![i] * 0.5"};
    static const char *const targets[] = {"y![i + 1]", "z![i + 1]", "Y![i, 2]", "Y![i, 4]"};
    const unsigned count = 2 + pick(g, 3);

    for (unsigned i = 0; i < count; i++)
        put(g, "        %s += %s(%s, %s, %s)\n", ONE_OF(g, targets), pick(g, 2) ? "max" : "min",
            ONE_OF(g, terms), ONE_OF(g, terms), ONE_OF(g, terms));
}

static void put_integers(generator *g)
{
    static const char *const around[] = {"h + 1", "1 << h", "(h << 1) - 1", "h + h"};
    const char *shift = ONE_OF(g, around), *other = ONE_OF(g, around);

    put(g, "        if ((i & (%s) == 0) == (k[i] < %s), ~)\n", shift, other);
    put(g, "            y![i] += min(x[i + 1], x[(i ⊻ h) & 15 + 1])\n        else\n");
    put(g, "            y![i] -= x[%s] * w[i]\n        end\n", other);
}

static void put_nest(generator *g)
{
    static const char *const parts[] = {"A[i, j] * x[j]", "A[i, p] * w[p]", "x[p]",
                                        "w[i]",           "A[j, p]",        "x[j + p]"};
    static const char *const loops[] = {"i = 1:size(A, 1)", "j = 1:size(Y!, 2)"};
    const unsigned first = pick(g, 2);

    put(g, "    for %s, %s, p = 1:%u\n", loops[first], loops[1 - first], 2 + pick(g, 4));
    put(g, "        Y![%s] += (%s + %s) * %s\n", pick(g, 2) ? "i, p" : "i, j", ONE_OF(g, parts),
        ONE_OF(g, parts), ONE_OF(g, parts));
    put(g, "    end\n");
}

static void put_program(generator *g)
{
    static void (*const bodies[])(generator *) = {put_choice, put_joined, put_beside, put_crowd,
                                                  put_integers};
    const unsigned loops = 1 + pick(g, 2);

    g->used = 0;
    put(g, "@i function main(y!::Vector{Fixed}, z!::Vector{Fixed}, Y!::Matrix{Fixed}, "
           "m!::Vector{Int}, n!::Int, x::Vector{Fixed}, w::Vector{Fixed}, A::Matrix{Fixed}, "
           "k::Vector{Int}, l::Vector{Int}, h::Int)\n");
    for (unsigned i = 0; i < loops; i++) {
        if (pick(g, 5) == 0) {
            put_nest(g);
            continue;
        }
        put(g, "    for i = %u:length(x)-1\n", 1 + pick(g, 2));
        ONE_OF(g, bodies)(g);
        put(g, "    end\n");
    }
    put(g, "end\n");
}

/* ---- the machine */

static const char *const results[RESULTS] = {"y!", "z!", "Y!", "m!", "n!"};
static const char *const inputs[INPUTS] = {"x", "w", "A"};

typedef struct {
    bool works;
    int64_t values[RESULTS][MOST];
    double slopes[3 + INPUTS][MOST];
} outcome;

/* Numbers are quarters, so that no product is rounded. */
static void set(generator *g, rg_job *job, const char *name, size_t rows, size_t columns,
                unsigned least, unsigned range, int64_t unit, int64_t before[RESULTS][MOST])
{
    static int64_t words[MOST];
    rg_fault fault;

    for (size_t i = 0; i < rows * columns; i++)
        words[i] = ((int64_t)least + pick(g, range) - (unit > 1 ? range / 2 : 0)) * unit;
    if (rg_set_raw(job, name, words, rows, columns, &fault) != RG_OK)
        fail_msg("%s: %s", name, fault.message);
    for (unsigned i = 0; i < RESULTS; i++)
        if (strcmp(name, results[i]) == 0)
            memcpy(before[i], words, rows * columns * sizeof *words);
}

static void fill(generator *g, rg_job *job, unsigned frac, size_t size,
                 int64_t before[RESULTS][MOST])
{
    static const char *const vectors[] = {"y!", "z!", "x", "w"};
    const int64_t quarter = INT64_C(1) << (frac - 2);
    const unsigned beyond = pick(g, 8) == 0; /* some index may be no element */
    rg_fault fault;

    for (unsigned i = 0; i < 4; i++)
        set(g, job, vectors[i], size, 1, 0, 9, quarter, before);
    set(g, job, "Y!", size, SIDE, 0, 9, quarter, before);
    set(g, job, "A", size, SIDE, 0, 9, quarter, before);
    set(g, job, "m!", size, 1, 0, 5, 1, before);
    set(g, job, "k", size, 1, 1, (unsigned)size + beyond, 1, before);
    set(g, job, "l", size, 1, 1, size < 4 ? (unsigned)size : 4, 1, before);
    assert_int_equal(rg_set_integer(job, "h", (int64_t)(1 + pick(g, 2)), &fault), RG_OK);
}

static void run(rg_device *device, generator *g, size_t size, outcome *o)
{
    static int64_t before[RESULTS][MOST], now[MOST];
    rg_fault fault;
    rg_job *job = rg_job_new(device, "main", &fault);

    assert_non_null(job);
    memset(o, 0, sizeof *o);
    memset(before, 0, sizeof before);
    fill(g, job, rg_device_frac(device), size, before);
    o->works = rg_call(job, &fault) == RG_OK;
    for (unsigned i = 0; i < RESULTS && o->works; i++)
        rg_get_raw(job, results[i], o->values[i], MOST);
    if (o->works) {
        if (rg_gradient(job, pick(g, 2) ? "y!" : "z!", size, 0, &fault) != RG_OK)
            fail_msg("%s\n%s", fault.message, g->text);
        assert_true(rg_restored(job));
        for (unsigned i = 0; i < 3 + INPUTS; i++)
            rg_get_gradient(job, i < 3 ? results[i] : inputs[i - 3], o->slopes[i], MOST);
        assert_int_equal(rg_call(job, &fault), RG_OK);
        assert_int_equal(rg_adopt_results(job), RG_OK);
        assert_int_equal(rg_uncall(job, &fault), RG_OK);
        for (unsigned i = 0; i < RESULTS; i++) {
            memset(now, 0, sizeof now);
            rg_get_raw(job, results[i], now, MOST);
            if (memcmp(now, before[i], sizeof now) != 0)
                fail_msg("the way back does not lead to the start of %s\n%s", results[i], g->text);
        }
    }
    rg_job_free(job);
}

static void load(rg_device *device, const char *text, opt_set off)
{
    const char *names[OPT_PASS_COUNT];
    rg_fault fault;

    assert_int_equal(rg_set_passes_off(device, names, opt_names(off, names), NULL), RG_OK);
    if (rg_load_text(device, "bodies.rg", text, &fault) != RG_OK)
        fail_msg("%s: %s\n%s", fault.code, fault.message, text);
}

static void expect_alike(const outcome *a, const outcome *b, const char *how, const char *text)
{
    if (a->works != b->works)
        fail_msg("%s: one traps and the other does not\n%s", how, text);
    for (unsigned i = 0; i < RESULTS; i++)
        if (memcmp(a->values[i], b->values[i], sizeof a->values[i]) != 0)
            fail_msg("%s: %s differs\n%s", how, results[i], text);
    for (unsigned i = 0; i < 3 + INPUTS; i++)
        for (size_t k = 0; k < MOST; k++)
            if (a->slopes[i][k] != b->slopes[i][k]) /* 0 and -0 are the same */
                fail_msg("%s: the gradient of %s differs\n%s", how,
                         i < 3 ? results[i] : inputs[i - 3], text);
}

static void bodies_agree(void **unused)
{
    static generator g;
    static outcome plain, made;
    static const opt_pass passes[] = {OPT_CONSTANTS, OPT_BRANCHES, OPT_STREAMS,
                                      OPT_LOADS,     OPT_HOIST,    OPT_EXPAND,
                                      OPT_ENDS,      OPT_OPERANDS, OPT_LENT};
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    unsigned trapped = 0;
    (void)unused;
    assert_non_null(device);
    for (uint64_t seed = first_seed; seed < first_seed + program_count; seed++) {
        g.state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
        put_program(&g);
        if (show)
            printf("%s", g.text);
        const opt_pass off = ONE_OF(&g, passes);
        const size_t sizes[] = {17 + pick(&g, SIZE - 16), 3 + pick(&g, 14)};
        const uint64_t from = g.state;
        outcome all[2];
        for (unsigned how = 0; how < 3; how++) {
            load(device, g.text, how == 0 ? OPT_EVERY : how == 1 ? 0 : UINT64_C(1) << off);
            for (unsigned i = 0; i < 2; i++) {
                g.state = from + i;
                run(device, &g, sizes[i], how == 0 ? &all[i] : &made);
                plain = all[i];
                if (how > 0)
                    expect_alike(&plain, &made, how == 1 ? "optimised" : opt_name(off), g.text);
                trapped += how == 0 && !plain.works;
            }
        }
    }
    print_message("%llu programs, of whose runs %u trapped\n", (unsigned long long)program_count,
                  trapped);
    rg_device_close(device);
}

int main(int argc, char **argv)
{
    show = argc > 2 && strcmp(argv[1], "--show") == 0;
    if (argc > 2) {
        first_seed = strtoull(argv[show ? 2 : 1], NULL, 10);
        program_count = show ? 1 : strtoull(argv[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(bodies_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
