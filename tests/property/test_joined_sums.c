/* test_joined_sums.c: random loops whose ancillas are sums of elements, parameters and each other,
 * as differences of places are. Values and gradients are those of a model in C, and every bit comes
 * back: with the optimiser, without the pass `operands`, and at -O0. Joined addends save
 * instructions: the first programs together take no more than they did.
 *
 *   test_joined_sums                 the first programs
 *   test_joined_sums FROM COUNT      COUNT programs from FROM on */
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

enum { N = 7, PROGRAMS = 40, ANCILLAS = 3, TERMS = 4, MOST = 19177 };
static uint64_t first = 1, count = PROGRAMS;

/* The addends by their kinds; an ancilla is one that stands before. */
typedef enum { X_OUTER, X_INNER, Y_OUTER, Y_INNER, CONSTANT, ANCILLA, KINDS } kind;
typedef struct {
    kind of;
    unsigned ancilla;
    int sign;
} term;
typedef struct {
    bool whole, below, inner_result;
    unsigned ancillas, terms[ANCILLAS], factor[2];
    term list[ANCILLAS][TERMS];
} program;
typedef struct {
    double x[N], y[N], c, r[N];
    double by_x[N], by_y[N], by_c;
} state;

static void choose(generator *g, program *p)
{
    *p = (program){.whole = pick(g, 3) == 0,
                   .below = pick(g, 2),
                   .inner_result = pick(g, 2),
                   .ancillas = 1 + pick(g, ANCILLAS)};
    for (unsigned a = 0; a < p->ancillas; a++) {
        p->terms[a] = 1 + pick(g, TERMS);
        for (unsigned t = 0; t < p->terms[a]; t++)
            p->list[a][t] = (term){.of = (kind)pick(g, a ? KINDS : ANCILLA),
                                   .ancilla = a ? pick(g, a) : 0,
                                   .sign = pick(g, 2) ? 1 : -1};
    }
    p->factor[0] = pick(g, p->ancillas);
    p->factor[1] = pick(g, p->ancillas);
}

static void put_term(generator *g, const term *t)
{
    static const char *const names[] = {"x[i]", "x[j]", "y[i]", "y[j]", "c"};
    if (t->of == ANCILLA)
        put(g, "d%u", t->ancilla);
    else
        put(g, "%s", names[t->of]);
}

static void put_program(generator *g, const program *p)
{
    const char *type = p->whole ? "Int" : "Fixed";
    g->used = 0;
    put(g, "@i function main(r!::Vector{%s}, x::Vector{%s}, y::Vector{%s}, c::%s)\n", type, type,
        type, type);
    put(g, "    for i = 1:length(x), j = 1:%s\n        @routine begin\n",
        p->below ? "i-1" : "length(y)");
    for (unsigned a = 0; a < p->ancillas; a++)
        put(g, "            d%u ← %s\n", a, p->whole ? "0" : "0.0");
    for (unsigned a = 0; a < p->ancillas; a++) {
        put(g, "            d%u %c= ", a, p->list[a][0].sign > 0 ? '+' : '-');
        for (unsigned t = 0; t < p->terms[a]; t++) {
            if (t)
                put(g, " %c ", p->list[a][t].sign == p->list[a][0].sign ? '+' : '-');
            put_term(g, &p->list[a][t]);
        }
        put(g, "\n");
    }
    put(g, "        end\n        r![%s] += d%u * d%u\n        ~@routine\n    end\nend\n",
        p->inner_result ? "j" : "i", p->factor[0], p->factor[1]);
}

static double value_of(const state *s, const term *t, const double *d, unsigned i, unsigned j)
{
    const double values[] = {s->x[i], s->x[j], s->y[i], s->y[j], s->c};
    return t->sign * (t->of == ANCILLA ? d[t->ancilla] : values[t->of]);
}

/* The cotangents of the ancillas go to their addends, from the last one on. */
static void back(const program *p, state *s, double *by, unsigned i, unsigned j)
{
    for (unsigned a = p->ancillas; a-- > 0;)
        for (unsigned t = 0; t < p->terms[a]; t++) {
            const term *of = &p->list[a][t];
            double *places[] = {&s->by_x[i], &s->by_x[j], &s->by_y[i], &s->by_y[j], &s->by_c};
            *(of->of == ANCILLA ? &by[of->ancilla] : places[of->of]) += of->sign * by[a];
        }
}

/* Results, and the gradient of the last but one. */
static void model(const program *p, state *s)
{
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < (p->below ? i : N); j++) {
            double d[ANCILLAS] = {0}, by[ANCILLAS] = {0};
            for (unsigned a = 0; a < p->ancillas; a++)
                for (unsigned t = 0; t < p->terms[a]; t++)
                    d[a] += value_of(s, &p->list[a][t], d, i, j);
            const unsigned at = p->inner_result ? j : i, u = p->factor[0], v = p->factor[1];
            s->r[at] += d[u] * d[v];
            if (at != N - 2)
                continue;
            by[u] += d[v];
            by[v] += d[u];
            back(p, s, by, i, j);
        }
}

static void fill(generator *g, state *s)
{
    *s = (state){.c = (double)pick(g, 17) - 8};
    for (unsigned i = 0; i < N; i++) {
        s->x[i] = (double)pick(g, 17) - 8;
        s->y[i] = (double)pick(g, 17) - 8;
    }
}

static void set(rg_job *job, const program *p, const char *name, const double *v)
{
    int64_t words[N];
    for (unsigned i = 0; i < N; i++)
        words[i] = (int64_t)v[i];
    const rg_result result = p->whole ? rg_set_integers(job, name, words, N, 1, NULL)
                                      : rg_set_array(job, name, v, N, 1, NULL);
    assert_int_equal(result, RG_OK);
}

static void compare(const rg_job *job, const char *name, bool gradient, const double *should,
                    size_t n, const char *text)
{
    double got[N] = {0};
    assert_int_equal(gradient ? rg_get_gradient(job, name, got, N) : rg_get(job, name, got, N), n);
    for (size_t i = 0; i < n; i++)
        if (got[i] != should[i])
            fail_msg("%s of %s[%zu] is %g, not %g\n%s", gradient ? "the gradient" : "the value",
                     name, i + 1, got[i], should[i], text);
}

/* Instructions forward. */
static uint64_t run(rg_device *device, const program *p, const state *s, const state *should,
                    opt_set off, const char *text)
{
    const char *names[OPT_PASS_COUNT];
    rg_fault fault;
    rg_counters counters;
    const double zero[N] = {0};
    uint64_t instructions = 0;
    assert_int_equal(rg_set_passes_off(device, names, opt_names(off, names), NULL), RG_OK);
    if (rg_load_text(device, "sums.rg", text, &fault) != RG_OK)
        fail_msg("%s: %s\n%s", fault.code, fault.message, text);
    rg_job *job = rg_job_new(device, "main", &fault);
    assert_non_null(job);
    set(job, p, "r!", zero);
    set(job, p, "x", s->x);
    set(job, p, "y", s->y);
    const rg_result result = p->whole ? rg_set_integer(job, "c", (int64_t)s->c, &fault)
                                      : rg_set_number(job, "c", s->c, &fault);
    assert_int_equal(result, RG_OK);
    if (rg_call(job, &fault) != RG_OK)
        fail_msg("%s\n%s", fault.message, text);
    rg_get_counters(job, &counters);
    for (unsigned k = 0; k < RG_COUNTER_CLASSES; k++)
        instructions += counters.forward[k];
    compare(job, "r!", false, should->r, N, text);
    assert_int_equal(rg_adopt_results(job), RG_OK);
    assert_int_equal(rg_uncall(job, &fault), RG_OK);
    compare(job, "r!", false, zero, N, text);
    if (!p->whole) {
        set(job, p, "r!", zero);
        assert_int_equal(rg_gradient(job, "r!", N - 1, 0, &fault), RG_OK);
        assert_true(rg_restored(job));
        compare(job, "x", true, should->by_x, N, text);
        compare(job, "y", true, should->by_y, N, text);
        compare(job, "c", true, &should->by_c, 1, text);
    }
    rg_job_free(job);
    return instructions;
}

static void sums_agree(void **unused)
{
    static generator g;
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    uint64_t instructions = 0;
    (void)unused;
    assert_non_null(device);
    for (uint64_t seed = first; seed < first + count; seed++) {
        program p;
        state s;
        g.state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
        choose(&g, &p);
        put_program(&g, &p);
        fill(&g, &s);
        state should = s;
        model(&p, &should);
        instructions += run(device, &p, &s, &should, 0, g.text);
        run(device, &p, &s, &should, (opt_set)1 << OPT_OPERANDS, g.text);
        run(device, &p, &s, &should, OPT_EVERY, g.text);
    }
    print_message("%llu programs take %llu instructions\n", (unsigned long long)count,
                  (unsigned long long)instructions);
    if (first == 1 && count == PROGRAMS && instructions > MOST)
        fail_msg("they took %d", MOST);
    rg_device_close(device);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_agree)};
    if (argc > 2) {
        first = strtoull(argv[1], NULL, 10);
        count = strtoull(argv[2], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
