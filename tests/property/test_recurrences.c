/* test_recurrences.c: random dynamic programs over a table, as edit distances, alignments and time
 * warping are, in random spellings. Value, gradient and restored state are those of a model in C,
 * with the optimiser and without it. What a column of the table costs beside its elements is
 * bounded: the addresses of a column follow from those of the one before. Registers that are lent
 * to the elements make no program slower, and all together faster.
 *
 *   test_recurrences                 the first programs
 *   test_recurrences FROM COUNT      COUNT programs from FROM on
 *   test_recurrences --show SEED     one of them, with what a column costs */
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

enum { MOST = 40, PROGRAMS = 40, TERMS = 3 };
/* Instructions of a column beside those of its elements, and how many of the first programs take
 * no more: that number only grows. */
enum { FEW = 16, AT_LEAST_FEW = 27 };
/* Registers that are lent save that part at least, of tables with so many rows and columns. */
enum { LONG = 33, LENT_GAIN = 12 };

static uint64_t first_seed = 1, program_count = PROGRAMS;
static bool show, counted = true;

/* A term is the element `down` rows and `across` columns before, and a cost. */
typedef enum { COST_NONE, COST_CONSTANT, COST_ROW, COST_PAIR, COSTS } cost_kind;
typedef struct {
    unsigned down, across;
    cost_kind cost;
    int64_t constant;
} term;
typedef struct {
    bool whole, least, upward;
    unsigned terms, shift;        /* of the indices of the element */
    unsigned rows_by, columns_by; /* how bounds are spelled */
    term list[TERMS];
} recurrence;
typedef struct {
    size_t rows, columns;
    int64_t table[MOST * MOST], a[MOST], b[MOST], w[MOST];
    double slope[MOST * MOST], slope_a[MOST], slope_b[MOST], slope_w[MOST];
    unsigned frac; /* of the machine */
} state;

/* ---- programs */

static void choose(generator *g, recurrence *r)
{
    static const unsigned before[][2] = {{1, 0}, {0, 1}, {1, 1}};
    const unsigned from = pick(g, 3);

    *r = (recurrence){.whole = pick(g, 2),
                      .least = pick(g, 2),
                      .terms = 2 + pick(g, 2),
                      .shift = pick(g, 2),
                      .rows_by = pick(g, 3),
                      .columns_by = pick(g, 3)};
    for (unsigned i = 0; i < r->terms; i++)
        r->list[i] = (term){.down = before[(from + i) % 3][0],
                            .across = before[(from + i) % 3][1],
                            .cost = (cost_kind)pick(g, COSTS),
                            .constant = 1 + pick(g, 3)};
    r->upward = pick(g, 4) == 0;
}

static void put_index(generator *g, const char *name, int by)
{
    if (by == 0)
        put(g, "%s", name);
    else
        put(g, "%s %c %d", name, by > 0 ? '+' : '-', by > 0 ? by : -by);
}

/* Upward the rows are taken from the last one on: the element before is the row above. */
static void put_element(generator *g, const recurrence *r, unsigned down, unsigned across)
{
    const int row = (r->upward ? (int)down : 1 - (int)down) - (r->shift ? 1 : 0);

    put(g, "D![");
    put_index(g, "i", row);
    put(g, ", ");
    put_index(g, "j", 1 - (int)across - (r->shift ? 1 : 0));
    put(g, "]");
}

static void put_term(generator *g, const recurrence *r, const term *t)
{
    const char *i = r->shift ? "i - 1" : "i", *j = r->shift ? "j - 1" : "j";

    put_element(g, r, t->down, t->across);
    if (t->cost == COST_CONSTANT)
        put(g, " + %d", (int)t->constant);
    if (t->cost == COST_ROW)
        put(g, " + w[%s]", i);
    if (t->cost == COST_PAIR && r->whole)
        put(g, " + (a[%s] == b[%s] ? 0 : %d)", i, j, (int)t->constant);
    if (t->cost == COST_PAIR && !r->whole)
        put(g, " + abs(a[%s] - b[%s])", i, j);
}

static void put_bounds(generator *g, const recurrence *r, bool rows)
{
    const char *vector = rows ? "a" : "b";
    const unsigned by = rows ? r->rows_by : r->columns_by;

    if (rows && r->upward)
        put(g, "length(a)%s:-1:%s", r->shift ? " + 1" : "", r->shift ? "2" : "1");
    else if (by == 0 && !r->shift)
        put(g, "eachindex(%s)", vector);
    else if (by == 1)
        put(g, "%s:size(D!, %d)%s", r->shift ? "2" : "1", rows ? 1 : 2, r->shift ? "" : " - 1");
    else
        put(g, "%s:length(%s)%s", r->shift ? "2" : "1", vector, r->shift ? " + 1" : "");
}

static void put_program(generator *g, const recurrence *r)
{
    const char *type = r->whole ? "Int" : "Fixed", *op = r->least ? "min" : "max";

    g->used = 0;
    put(g,
        "@i function main(D!::Matrix{%s}, a::Vector{%s}, b::Vector{%s}, w::Vector{%s})\n"
        "    for j in ",
        type, type, type, type);
    put_bounds(g, r, false);
    put(g, "\n        for i in ");
    put_bounds(g, r, true);
    put(g, "\n            ");
    put_element(g, r, 0, 0);
    put(g, " += %s(", op);
    for (unsigned i = 0; i < r->terms; i++) {
        put(g, i ? ", " : "");
        put_term(g, r, &r->list[i]);
    }
    put(g, ")\n        end\n    end\nend\n");
}

/* ---- the model */

static int64_t cost_of(const recurrence *r, const state *s, const term *t, size_t i, size_t j)
{
    const int64_t one = r->whole ? 1 : INT64_C(1) << s->frac, apart = s->a[i] - s->b[j];

    switch (t->cost) {
    case COST_CONSTANT: return t->constant * one;
    case COST_ROW: return s->w[i];
    case COST_PAIR: return r->whole ? apart == 0 ? 0 : t->constant : apart < 0 ? -apart : apart;
    default: return 0;
    }
}

/* Where the element stands, or that of a term, for iteration i, j from 0 on. */
static size_t location(const recurrence *r, const state *s, size_t i, size_t j, const term *t)
{
    const size_t down = t ? t->down : 0, across = t ? t->across : 0;

    return (r->upward ? i + down : i + 1 - down) + (j + 1 - across) * s->rows;
}

/* Which term is taken: of two that are equal the second one. */
static const term *taken(const recurrence *r, const state *s, size_t i, size_t j, int64_t *value)
{
    const term *best = NULL;

    for (unsigned k = 0; k < r->terms; k++) {
        const term *t = &r->list[k];
        const int64_t v = s->table[location(r, s, i, j, t)] + cost_of(r, s, t, i, j);
        if (!best || (r->least ? v <= *value : v >= *value)) {
            best = t;
            *value = v;
        }
    }
    return best;
}

static void add_slopes(const recurrence *r, state *s, size_t i, size_t j, const term *t)
{
    const double slope = s->slope[location(r, s, i, j, NULL)];
    const int64_t apart = s->a[i] - s->b[j];

    s->slope[location(r, s, i, j, t)] += slope;
    if (t->cost == COST_ROW)
        s->slope_w[i] += slope;
    if (t->cost == COST_PAIR && apart != 0) {
        s->slope_a[i] += apart > 0 ? slope : -slope;
        s->slope_b[j] -= apart > 0 ? slope : -slope;
    }
}

/* Forth, and the gradient of the last element back. */
static void run_model(const recurrence *r, state *s)
{
    static const term *which[MOST * MOST];
    const size_t n = s->rows - 1, m = s->columns - 1;

    for (size_t j = 0; j < m; j++)
        for (size_t k = 0; k < n; k++) {
            const size_t i = r->upward ? n - 1 - k : k;
            int64_t value = 0;
            which[i + j * n] = taken(r, s, i, j, &value);
            s->table[location(r, s, i, j, NULL)] += value;
        }
    memset(s->slope, 0, sizeof s->slope);
    memset(s->slope_a, 0, sizeof s->slope_a);
    memset(s->slope_b, 0, sizeof s->slope_b);
    memset(s->slope_w, 0, sizeof s->slope_w);
    s->slope[s->rows * s->columns - 1 - (r->upward ? n : 0)] = 1;
    for (size_t j = m; j-- > 0;)
        for (size_t k = n; k-- > 0;) {
            const size_t i = r->upward ? n - 1 - k : k;
            add_slopes(r, s, i, j, which[i + j * n]);
        }
}

/* ---- the machine */

/* Numbers are quarters. */
static void fill(generator *g, const recurrence *r, state *s, unsigned frac, size_t rows,
                 size_t columns)
{
    const int64_t unit = r->whole ? 1 : INT64_C(1) << (frac - 2);

    memset(s, 0, sizeof *s);
    s->frac = frac;
    s->rows = rows;
    s->columns = columns;
    for (size_t i = 0; i < rows * columns; i++)
        s->table[i] = ((int64_t)pick(g, 9) - 4) * unit;
    for (size_t i = 0; i < MOST; i++) {
        s->a[i] = (int64_t)pick(g, 4) * unit;
        s->b[i] = (int64_t)pick(g, 4) * unit;
        s->w[i] = ((int64_t)pick(g, 9) - 4) * unit;
    }
}

static void set(rg_job *job, const char *name, const int64_t *words, size_t rows, size_t columns)
{
    rg_fault fault;

    if (rg_set_raw(job, name, words, rows, columns, &fault) != RG_OK)
        fail_msg("%s", fault.message);
}

/* 0 and -0 are the same. */
static void expect_slopes(rg_job *job, const char *name, const double *slopes, size_t count,
                          const char *text)
{
    double got[MOST];

    assert_int_equal(rg_get_gradient(job, name, got, MOST), count);
    for (size_t i = 0; i < count; i++)
        if (got[i] != slopes[i])
            fail_msg("the gradient of %s is not that of the model\n%s", name, text);
}

static void compare_slopes(rg_job *job, const recurrence *r, const state *s, const char *text)
{
    static double got[MOST * MOST];
    rg_fault fault;
    const size_t n = s->rows - 1, row = r->upward ? 1 : s->rows;

    if (rg_gradient(job, "D!", row, s->columns, &fault) != RG_OK)
        fail_msg("%s\n%s", fault.message, text);
    assert_true(rg_restored(job));
    assert_int_equal(rg_get_gradient(job, "D!", got, MOST * MOST), s->rows * s->columns);
    if (memcmp(got, s->slope, s->rows * s->columns * sizeof *got) != 0)
        fail_msg("the gradient of D! is not that of the model\n%s", text);
    rg_get_gradient(job, "w", got, MOST);
    if (memcmp(got, s->slope_w, n * sizeof *got) != 0)
        fail_msg("the gradient of w is not that of the model\n%s", text);
    expect_slopes(job, "a", s->slope_a, n, text);
    expect_slopes(job, "b", s->slope_b, s->columns - 1, text);
}

/* Cycles of the call. */
static uint64_t run(rg_device *device, generator *g, const recurrence *r, size_t rows,
                    size_t columns)
{
    static state s;
    static int64_t got[MOST * MOST], before[MOST * MOST];
    rg_fault fault;
    rg_counters counters;
    rg_job *job = rg_job_new(device, "main", &fault);

    assert_non_null(job);
    fill(g, r, &s, rg_device_frac(device), rows, columns);
    memcpy(before, s.table, sizeof before);
    set(job, "D!", s.table, rows, columns);
    set(job, "a", s.a, rows - 1, 1);
    set(job, "b", s.b, columns - 1, 1);
    set(job, "w", s.w, rows - 1, 1);
    if (rg_call(job, &fault) != RG_OK)
        fail_msg("%s\n%s", fault.message, g->text);
    rg_get_counters(job, &counters);
    run_model(r, &s);
    rg_get_raw(job, "D!", got, MOST * MOST);
    if (memcmp(got, s.table, rows * columns * sizeof *got) != 0)
        fail_msg("the table is not that of the model\n%s", g->text);
    if (!r->whole)
        compare_slopes(job, r, &s, g->text);
    assert_int_equal(rg_call(job, &fault), RG_OK);
    assert_int_equal(rg_adopt_results(job), RG_OK);
    assert_int_equal(rg_uncall(job, &fault), RG_OK);
    rg_get_raw(job, "D!", got, MOST * MOST);
    if (memcmp(got, before, rows * columns * sizeof *got) != 0)
        fail_msg("the way back does not lead to the start\n%s", g->text);
    rg_job_free(job);
    return counters.program_forward;
}

static void load(rg_device *device, const char *text, opt_set off)
{
    const char *names[OPT_PASS_COUNT];
    rg_fault fault;

    assert_int_equal(rg_set_passes_off(device, names, opt_names(off, names), NULL), RG_OK);
    if (rg_load_text(device, "recurrence.rg", text, &fault) != RG_OK)
        fail_msg("%s: %s\n%s", fault.code, fault.message, text);
}

/* What a column takes beside its elements, from runs of few and many rows and columns. */
static double cost_of_column(rg_device *device, generator *g, const recurrence *r)
{
    enum { FEWER = 5, MORE = 37 };
    double column[2];

    for (unsigned i = 0; i < 2; i++) {
        const size_t rows = i ? MORE : FEWER;
        column[i] = ((double)run(device, g, r, rows, MORE) - (double)run(device, g, r, rows, FEWER))
                    / (MORE - FEWER);
    }
    return column[0] - (column[1] - column[0]) / (MORE - FEWER) * (FEWER - 1);
}

static void programs_agree(void **unused)
{
    static generator g;
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    unsigned few = 0;
    uint64_t with_lent = 0, with_own = 0;
    (void)unused;
    assert_non_null(device);
    for (uint64_t seed = first_seed; seed < first_seed + program_count; seed++) {
        recurrence r;
        g.state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
        choose(&g, &r);
        put_program(&g, &r);
        load(device, g.text, OPT_EVERY);
        run(device, &g, &r, 2 + pick(&g, 9), 2 + pick(&g, 9));
        load(device, g.text, 0);
        run(device, &g, &r, 1, 4);
        run(device, &g, &r, 4, 1);
        const uint64_t lent = run(device, &g, &r, LONG, LONG);
        load(device, g.text, UINT64_C(1) << OPT_LENT); /* which adds words to columns */
        const uint64_t own = run(device, &g, &r, LONG, LONG);
        with_lent += lent;
        with_own += own;
        if (lent > own)
            fail_msg("%llu cycles with registers that are lent, and %llu without\n%s",
                     (unsigned long long)lent, (unsigned long long)own, g.text);
        const double column = cost_of_column(device, &g, &r);
        few += column <= FEW;
        if (show)
            printf("%s# a column takes %.1f cycles beside its elements\n", g.text, column);
    }
    print_message("%u of %llu programs take up to %d cycles for a column beside its elements\n",
                  few, (unsigned long long)program_count, FEW);
    print_message("%llu cycles of tables of %d with registers that are lent, and %llu without\n",
                  (unsigned long long)with_lent, LONG, (unsigned long long)with_own);
    if (counted && with_lent + with_lent / LENT_GAIN > with_own)
        fail_msg("registers that are lent save less than a %dth", LENT_GAIN);
    if (counted && few < AT_LEAST_FEW)
        fail_msg("at least %d must", AT_LEAST_FEW);
    rg_device_close(device);
}

int main(int argc, char **argv)
{
    show = argc > 2 && strcmp(argv[1], "--show") == 0;
    counted = argc == 1;
    if (argc > 2) {
        first_seed = strtoull(argv[show ? 2 : 1], NULL, 10);
        program_count = show ? 1 : strtoull(argv[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(programs_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
