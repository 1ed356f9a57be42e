/* test_baselines.c: what a run needs, against the runs themselves. An input on which the walk says
 * that no result depends may have any value: the results stay, to the bit. Of the others most
 * matter. With the optimiser, without it, and in loops, branches, calls, recursion and streams.
 * Each side of a branch runs at some time: of one that never does, nothing is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "host-driver/irreversible.h"

enum { INPUTS = 8, RUNS = 12 };

/* Each has y!, x (of INPUTS numbers) and k (of INPUTS integers from 1 to INPUTS). */
static const char *const programs[] = {
    /* a branch leaves out a side */
    "@i function f(y!::Fixed, x::Vector{Fixed}, k::Vector{Int})\n"
    "    if (k[1] > 4, ~)\n        y! += x[1] * x[2]\n"
    "    elseif (k[2] > 4, ~)\n        y! += sin(x[3])\n"
    "    else\n        y! += x[4] - x[5]\n    end\nend\n",
    /* a branch without another side, which runs at least once */
    "@i function f(y!::Fixed, x::Vector{Fixed}, k::Vector{Int})\n    z ← zeros(Fixed, 4)\n"
    "    z[1] += 4\n    for i = 1:4\n        if (x[i] + z[i] > 1, ~)\n            y! += x[i]\n"
    "        end\n    end\n    z[1] -= 4\n    z → zeros(Fixed, 4)\nend\n",
    /* addresses from memory, and an ancilla that is undone */
    "@i function f(y!::Fixed, x::Vector{Fixed}, k::Vector{Int})\n    @routine begin\n"
    "        s ← 0.0\n        for i = 1:k[1]\n            s += x[k[i]] * x[k[k[i]]]\n        end\n"
    "    end\n    y! += exp(s / 64)\n    ~@routine\nend\n",
    /* a loop whose trip count is data, and exchanges */
    "@i function f(y!::Fixed, x::Vector{Fixed}, k::Vector{Int})\n    n ← 0\n"
    "    while (n < k[3], n > 0)\n        n += 1\n        x[1] ↔ x[2]\n        y! += x[1]\n    "
    "end\n"
    "    while (n > 0, n < k[3])\n        x[1] ↔ x[2]\n        n -= 1\n    end\n    n → 0\nend\n",
    /* recursion, and a callee whose result is not used */
    "@i function g(z!::Fixed, x::Vector{Fixed}, n::Int)\n    if (n > 0, ~)\n"
    "        z! += x[n] * x[n]\n        g(z!, x, n - 1)\n    end\nend\n"
    "@i function f(y!::Fixed, x::Vector{Fixed}, k::Vector{Int})\n    a ← 0.0\n    b ← 0.0\n"
    "    g(a, x, k[1])\n    g(b, x, k[2])\n    y! += sqrt(a)\n"
    "    (~g)(b, x, k[2])\n    (~g)(a, x, k[1])\n    b → 0.0\n    a → 0.0\nend\n",
    /* streams: whole, and gathered into an array of which one element is taken */
    "@i function f(y!::Fixed, x::Vector{Fixed}, k::Vector{Int})\n    t ← zeros(Fixed, 8)\n"
    "    for i = 1:8\n        t[i] += x[k[i]]\n    end\n    y! += t[k[5]] * t[k[6]]\n"
    "    for i = 1:8\n        t[i] -= x[k[i]]\n    end\n    t → zeros(Fixed, 8)\nend\n",
    /* an exact sum in the accumulator */
    "using Linear\n@i function f(y!::Fixed, x::Vector{Fixed}, k::Vector{Int})\n"
    "    if (k[1] > 4, ~)\n        y! += dot(view(x, 1:4), view(x, 2:5))\n"
    "    else\n        y! += x[8]\n    end\nend\n",
};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

typedef struct {
    double x[INPUTS];
    int64_t k[INPUTS];
} inputs;

static uint32_t next(uint32_t *seed)
{
    *seed = (uint32_t)((uint64_t)*seed * 48271 % 2147483647);
    return *seed;
}

static inputs random_inputs(uint32_t *seed)
{
    inputs in;
    for (unsigned i = 0; i < INPUTS; i++) {
        in.x[i] = 0.125 + (double)(next(seed) % 1000) / 512;
        in.k[i] = 1 + (int64_t)(next(seed) % INPUTS);
    }
    return in;
}

static void set_inputs(rg_job *job, const inputs *in)
{
    rg_fault fault;
    assert_int_equal(rg_set_number(job, "y!", 0, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "x", in->x, INPUTS, 1, &fault), RG_OK);
    assert_int_equal(rg_set_integers(job, "k", in->k, INPUTS, 1, &fault), RG_OK);
}

static int64_t result_of(rg_job *job, const inputs *in)
{
    int64_t word = 0;
    rg_fault fault;
    set_inputs(job, in);
    if (rg_call(job, &fault) != RG_OK)
        fail_msg("%s", fault.message);
    assert_int_equal(rg_get_raw(job, "y!", &word, 1), 1);
    return word;
}

typedef struct {
    size_t needed, matter, not_needed;
    const char *text;
    bool optimised;
    unsigned runs;
} tally;

/* Every number but one as it is. */
static void check_inputs(rg_job *job, const inputs *in, tally *t)
{
    rg_irreversible needs;
    rg_fault fault;
    const int64_t result = result_of(job, in);
    set_inputs(job, in);
    assert_int_equal(rg_irreversible_call(job, 1, &needs, &fault), RG_OK);
    assert_int_equal(needs.input_count, 1 + 2 * INPUTS); /* y!, x, k */
    for (unsigned i = 0; i < 2 * INPUTS; i++) {
        inputs other = *in;
        if (i < INPUTS)
            other.x[i] += 0.375;
        else
            other.k[i - INPUTS] = 1 + other.k[i - INPUTS] % INPUTS;
        const bool same = result_of(job, &other) == result;
        if (!needs.inputs[1 + i] && !same)
            fail_msg(
                "run %u, optimised %d: input %u is not needed, but the result depends on it:\n%s",
                t->runs, t->optimised, i, t->text);
        t->needed += needs.inputs[1 + i];
        t->not_needed += !needs.inputs[1 + i];
        t->matter += needs.inputs[1 + i] && !same;
    }
    rg_irreversible_free(&needs);
}

static void check_program(tally *t)
{
    static const char *const all[] = {"all"};
    rg_fault fault;
    uint32_t seed = 20261127;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_int_equal(rg_set_passes_off(device, all, t->optimised ? 0 : 1, &fault), RG_OK);
    if (rg_load_text(device, "f.rg", t->text, &fault) != RG_OK)
        fail_msg("%s", rg_diagnostics(device));
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    for (t->runs = 0; t->runs < RUNS; t->runs++) {
        const inputs in = random_inputs(&seed);
        check_inputs(job, &in, t);
    }
    rg_job_free(job);
    rg_device_close(device);
}

static void test_what_is_not_needed_does_not_matter(void **state)
{
    (void)state;
    tally all = {0};
    for (unsigned optimised = 0; optimised < 2; optimised++)
        for (size_t i = 0; i < PROGRAMS; i++) {
            tally t = {.text = programs[i], .optimised = optimised != 0};
            check_program(&t);
            assert_true(t.not_needed > 0 && t.matter > 0);
            all.needed += t.needed;
            all.matter += t.matter;
        }
    /* Not all of what is needed shows: conditions stay, and indices may name equal numbers. */
    print_message("%zu needed, %zu of them matter\n", all.needed, all.matter);
    assert_true(all.matter * 2 > all.needed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_not_needed_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
