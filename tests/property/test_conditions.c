/* test_conditions.c: nests of two loops around an update and a condition, each printed in several
 * spellings. Terms move across the comparison, factors and negations come and go, and conditions on
 * the outer variable stand inside or outside. All spellings give the values and gradients of -O0,
 * and none takes much longer than the best one. With a parameter near the end of its range sums
 * wrap. Then a spelling is another program, which must agree with its own -O0.
 *
 *   test_conditions                 120 nests
 *   test_conditions COUNT [SEED]    COUNT nests from SEED on
 *   test_conditions --show SEED     print the spellings of a nest */
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

enum { DEFAULT_COUNT = 120, SIDE = 20, SPELLINGS = 5, MOST_ATOMS = 3, ARGUMENTS = 3 };
/* Values that enter the conditions. */
enum { I, J, N, S, ONE, TERMS };

static unsigned long nest_count = DEFAULT_COUNT, first_seed = 1;

/* sum of k[t] * term t (relation) 0 */
typedef struct {
    int k[TERMS];
    enum { AT_LEAST, EQUAL, DIFFERENT } relation;
} atom;

typedef struct {
    bool down, from_i;    /* the inner loop runs downwards; begins at i */
    bool wrapping;        /* s is near the end of its range */
    bool unknown, change; /* the outer loop has bounds that only the call knows; y -= ... */
    unsigned count, body;
    atom atoms[MOST_ATOMS];
} nest;

static void random_atom(generator *g, atom *a)
{
    memset(a, 0, sizeof *a);
    a->relation = pick(g, 8) > 1 ? AT_LEAST : pick(g, 2) ? EQUAL : DIFFERENT;
    switch (pick(g, 7)) {
    case 0: a->k[I] = 1; break;
    case 1: a->k[J] = -1; break;
    case 2:
        a->k[I] = 1;
        a->k[J] = 1;
        a->k[N] = -1;
        break;
    case 3: a->k[N] = 1; break;
    default:
        a->k[I] = pick(g, 2) ? 1 : -1;
        a->k[J] = -a->k[I];
        break;
    }
    a->k[ONE] = (int)pick(g, 7) - 3 - (a->k[I] + a->k[J] > 0 ? (int)pick(g, 8) : 0);
}

static void random_nest(generator *g, uint64_t seed, nest *n)
{
    memset(g, 0, sizeof *g);
    memset(n, 0, sizeof *n);
    g->state = seed * 0x9e3779b97f4a7c15u + 1;
    for (unsigned i = 0; i < 8; i++)
        pick(g, 2);
    n->wrapping = pick(g, 4) == 0;
    n->down = pick(g, 6) == 0;
    n->from_i = !n->down && pick(g, 6) == 0;
    n->unknown = pick(g, 3) == 0;
    n->change = pick(g, 3) == 0;
    n->body = pick(g, 3);
    n->count = 1 + pick(g, MOST_ATOMS);
    for (unsigned i = 0; i < n->count; i++)
        random_atom(g, &n->atoms[i]);
}

/* ---- spellings ---- */

static void term(generator *g, unsigned which, int k, bool *first)
{
    static const char *const names[] = {"i", "j", "n", "s"};
    const int size = k < 0 ? -k : k;

    if (k == 0)
        return;
    put(g, *first ? (k < 0 ? "-" : "") : k < 0 ? " - " : " + ");
    if (which == ONE)
        put(g, "%d", size);
    else if (size == 1)
        put(g, "%s", names[which]);
    else
        put(g, pick(g, 2) ? "%d * %s" : "%d%s", size, names[which]);
    *first = false;
}

static void side(generator *g, const int *k)
{
    const unsigned begin = pick(g, TERMS);
    bool first = true;

    for (unsigned t = 0; t < TERMS; t++)
        term(g, (begin + t) % TERMS, k[(begin + t) % TERMS], &first);
    if (first)
        put(g, "0");
}

/* left (relation) right with the terms on either side, some times larger, some of s on both. */
static void comparison(generator *g, const atom *a, bool wrapping)
{
    const int factor = pick(g, 4) == 0 ? 2 + (int)pick(g, 2) : 1;
    const bool turned = pick(g, 2), negated = pick(g, 3) == 0;
    int left[TERMS], right[TERMS];

    for (unsigned t = 0; t < TERMS; t++) {
        const bool over = pick(g, 2);
        left[t] = over ? 0 : factor * a->k[t];
        right[t] = over ? -factor * a->k[t] : 0;
    }
    if (wrapping) {
        left[S]++;
        right[S]++;
    }
    /* Left >= right is left + 1 > right, and neither left < right nor left + 1 <= right. */
    static const char *const ops[2][2][2] = {{{" >= ", " > "}, {" < ", " <= "}},
                                             {{" <= ", " < "}, {" > ", " >= "}}};
    const bool strict = a->relation == AT_LEAST && pick(g, 2);
    left[ONE] += strict;
    put(g, negated ? "!(" : "");
    side(g, turned ? right : left);
    if (a->relation == AT_LEAST)
        put(g, "%s", ops[turned][negated][strict]);
    else
        put(g, (a->relation == EQUAL) != negated ? " == " : " != ");
    side(g, turned ? left : right);
    put(g, negated ? ")" : "");
}

/* The conditions that depend on j, or those that do not. */
static void conjunction(generator *g, const nest *n, bool of_j)
{
    bool first = true;

    for (unsigned i = 0; i < n->count; i++) {
        if ((n->atoms[i].k[J] != 0) != of_j)
            continue;
        put(g, first ? "" : " && ");
        comparison(g, &n->atoms[i], n->wrapping);
        first = false;
    }
    if (first)
        put(g, "1 <= i");
}

static void update(generator *g, const nest *n)
{
    static const char *const bodies[] = {"y![i] %s A[i, j] * x[j]\n", "y![j] %s A[i, j] * x[i]\n",
                                         "y![i] %s x[j]\n"};
    put(g, bodies[n->body], n->change ? "-=" : "+=");
}

static void inner_loop(generator *g, const nest *n)
{
    put(g, n->down ? "for j = n:-1:1\n" : n->from_i ? "for j = i:n\n" : "for j = 1:n\n");
}

static void print_spelling(generator *g, const nest *n)
{
    const bool outside = pick(g, 2);

    g->used = 0;
    put(g, "@i function main(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int, "
           "s::Int)\n");
    put(g, n->unknown ? "for i = 1:n\n" : "for i = 1:length(x)\n");
    if (outside) {
        put(g, "if (");
        conjunction(g, n, false);
        put(g, ", ~)\n");
    }
    inner_loop(g, n);
    put(g, "if (");
    if (!outside) {
        conjunction(g, n, false);
        put(g, " && ");
    }
    conjunction(g, n, true);
    put(g, ", ~)\n");
    update(g, n);
    put(g, "end\nend\n%send\nend\n", outside ? "end\n" : "");
}

/* ---- runs ---- */

typedef struct {
    rg_result result;
    char code[8];
    uint64_t cycles;
    int64_t y[SIDE];
    double gradient[SIDE * SIDE];
} outcome;

static void set_arguments(rg_job *job, const nest *n, uint64_t seed)
{
    int64_t words[ARGUMENTS][SIDE * SIDE];
    const int64_t scalars[2] = {SIDE, n->wrapping ? INT64_MAX - (int64_t)(seed % 20) : 3};
    static const char *const names[] = {"y!", "A", "x"}, *const whole[] = {"n", "s"};
    rg_fault fault;

    for (unsigned a = 0; a < ARGUMENTS; a++) {
        for (unsigned i = 0; i < SIDE * SIDE; i++)
            words[a][i] = (int64_t)((seed + i * 7919 + a * 104729) % 4001) - 2000;
        for (unsigned i = 0; i < SIDE * SIDE; i++)
            words[a][i] *= INT64_C(1) << 30;
        assert_int_equal(rg_set_raw(job, names[a], words[a], SIDE, a == 1 ? SIDE : 1, &fault),
                         RG_OK);
    }
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(rg_set_raw(job, whole[i], &scalars[i], 1, 1, &fault), RG_OK);
}

static void go(rg_device *device, const char *text, opt_set off, const nest *n, uint64_t seed,
               outcome *o)
{
    rg_fault fault = {0};
    rg_counters counters;

    memset(o, 0, sizeof *o);
    const char *off_names[OPT_PASS_COUNT];
    assert_int_equal(rg_set_passes_off(device, off_names, opt_names(off, off_names), NULL), RG_OK);
    if (rg_load_text(device, "nest.rg", text, &fault) != RG_OK)
        fail_msg("%s: %s\n%s", fault.code, fault.message, text);
    rg_job *job = rg_job_new(device, "main", &fault);
    assert_non_null(job);
    set_arguments(job, n, seed);
    o->result = rg_gradient(job, "y!", 1 + seed % SIDE, 1, &fault);
    snprintf(o->code, sizeof o->code, "%s", fault.code);
    if (o->result == RG_OK) {
        assert_true(rg_restored(job));
        rg_get_raw(job, "y!", o->y, SIDE);
        rg_get_gradient(job, n->body == 2 ? "x" : "A", o->gradient, SIDE * SIDE);
        rg_get_counters(job, &counters);
        o->cycles = counters.program_forward;
    }
    rg_job_free(job);
}

static bool agree(const outcome *a, const outcome *b)
{
    return a->result == b->result && strcmp(a->code, b->code) == 0
           && memcmp(a->y, b->y, sizeof a->y) == 0
           && memcmp(a->gradient, b->gradient, sizeof a->gradient) == 0;
}

/* What a few descriptors, guards and rows cost is no matter of the class. */
enum { SMALL_COST = 400 };

static void check_nest(rg_device *device, uint64_t seed, double *worst)
{
    static generator g;
    static outcome plain, o;
    static char slowest[TEXT];
    uint64_t least = UINT64_MAX, most = 0;
    nest n;

    random_nest(&g, seed, &n);
    for (unsigned i = 0; i < SPELLINGS; i++) {
        print_spelling(&g, &n);
        go(device, g.text, OPT_EVERY, &n, seed, &plain);
        go(device, g.text, 0, &n, seed, &o);
        assert_true(o.result == RG_OK || o.result == RG_TRAPPED);
        if (!agree(&o, &plain))
            fail_msg("seed %llu: %s, -O0 %s\n%s", (unsigned long long)seed, o.code, plain.code,
                     g.text);
        least = o.cycles < least ? o.cycles : least;
        if (o.cycles > most)
            snprintf(slowest, sizeof slowest, "%s", g.text);
        most = o.cycles > most ? o.cycles : most;
    }
    if (n.wrapping)
        return;
    const double ratio = (double)(most + SMALL_COST) / (double)(least + SMALL_COST);
    *worst = ratio > *worst ? ratio : *worst;
    if (ratio > 1.3)
        fail_msg("seed %llu: %llu cycles, another spelling %llu\n%s", (unsigned long long)seed,
                 (unsigned long long)most, (unsigned long long)least, slowest);
}

static void spellings_mean_and_cost_the_same(void **state)
{
    rg_fault fault;
    double worst = 1;
    rg_device *device = rg_device_open("fast", &fault);

    (void)state;
    assert_non_null(device);
    for (unsigned long i = 0; i < nest_count; i++)
        check_nest(device, first_seed + i, &worst);
    print_message("%lu nests, %d spellings of each: at most %.2f times the best\n", nest_count,
                  SPELLINGS, worst);
    rg_device_close(device);
}

static void show(uint64_t seed)
{
    static generator g;
    nest n;

    random_nest(&g, seed, &n);
    for (unsigned i = 0; i < SPELLINGS; i++) {
        print_spelling(&g, &n);
        puts(g.text);
    }
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--show") == 0) {
        show(strtoull(argv[2], NULL, 10));
        return 0;
    }
    if (argc > 1)
        nest_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(spellings_mean_and_cost_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
