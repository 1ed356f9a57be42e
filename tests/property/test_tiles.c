/* test_tiles.c: random routines that add up rows give the same bits in tiles of any size as in one
 * piece: values, and gradients by every argument. Where a statement is put in that is not of its
 * row alone, the routine is refused, and the message has the line of that statement.
 *
 * RG_TILE_PROGRAMS sets the number of programs (default 150), RG_RANDOM_SEED the first seed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

enum { SHARED = 3, MOST_ROWS = 9, MOST_WORDS = SHARED * MOST_ROWS, TEXT = 8192, DEPTH = 2 };

typedef struct {
    uint64_t state;
    char text[TEXT];
    size_t used;
    unsigned line;
    bool by_rows;   /* A has a row for each row, not a column */
    bool counted;   /* the rows are counted by n */
    bool prelude;   /* rows read c, which is computed before the loop */
    unsigned fault; /* line of a statement that is not of its row alone; 0: there is none */
} program;

static unsigned below(program *p, unsigned n)
{
    p->state ^= p->state << 13;
    p->state ^= p->state >> 7;
    p->state ^= p->state << 17;
    return (unsigned)(p->state >> 33) % n;
}

static void put(program *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int n = vsnprintf(p->text + p->used, sizeof p->text - p->used, format, list);
    va_end(list);
    assert_true(n >= 0 && (size_t)n < sizeof p->text - p->used);
    for (const char *at = p->text + p->used; *at; at++)
        p->line += *at == '\n';
    p->used += (size_t)n;
}

/* j: the name of an index of what is shared, or NULL. */
static void leaf(program *p, const char *j)
{
    char number[2] = {(char)('1' + below(p, SHARED)), '\0'};
    const char *k = j && below(p, 2) ? j : number;
    switch (below(p, 6)) {
    case 0: put(p, "x[i]"); break;
    case 1: put(p, p->by_rows ? "A[i,%s]" : "A[%s,i]", k); break;
    case 2: put(p, "w[%s]", k); break;
    case 3: put(p, p->prelude && below(p, 2) ? "c" : "b"); break;
    case 4: put(p, "%d.%u", (int)below(p, 2), below(p, 10)); break;
    default: put(p, "x[i]"); break;
    }
}

static void expression(program *p, const char *j, unsigned depth)
{
    static const char *const calls[] = {"sin", "cos", "abs", "exp"};
    const unsigned kind = depth == 0 ? 0 : below(p, 6);
    if (kind < 2) {
        leaf(p, j);
    } else if (kind == 2) {
        put(p, "%s(", calls[below(p, 4)]);
        leaf(p, j);
        put(p, ")");
    } else {
        put(p, "(");
        expression(p, j, depth - 1);
        put(p, kind == 3 ? " + " : kind == 4 ? " - " : " * ");
        expression(p, j, depth - 1);
        put(p, ")");
    }
}

static void target(program *p, const char *j)
{
    switch (below(p, 4)) {
    case 0: put(p, "s!"); break;
    case 1: put(p, "t![%s]", j ? j : "2"); break;
    case 2: put(p, "t![l[i]]"); break;
    default: put(p, "r![i]"); break;
    }
}

static void indent(program *p, unsigned depth) { put(p, "%*s", (int)(4 * depth), ""); }

static void statements(program *p, const char *j, unsigned depth);

static void square(program *p, unsigned depth)
{
    indent(p, depth);
    put(p, "@routine begin\n");
    indent(p, depth);
    put(p, "    q ← 0.0\n");
    indent(p, depth);
    if (below(p, 2)) {
        put(p, "    for k = 1:length(w)\n");
        indent(p, depth);
        put(p, p->by_rows ? "        q += w[k] * A[i,k]\n" : "        q += w[k] * A[k,i]\n");
        indent(p, depth);
        put(p, "    end\n");
    } else {
        put(p, p->by_rows ? "    q += dot(w, A[i,:])\n" : "    q += dot(w, A[:,i])\n");
    }
    indent(p, depth);
    put(p, "end\n");
    indent(p, depth);
    target(p, NULL);
    put(p, " += q * ");
    leaf(p, NULL);
    put(p, "\n");
    indent(p, depth);
    put(p, "~@routine\n");
}

/* A statement in which rows meet. */
static void fault(program *p, unsigned depth)
{
    static const char *const faults[] = {"s! += t![2]",
                                         "s! += i * 0.5",
                                         "o += x[i]",
                                         "s! += x[1]",
                                         "NEG(s!)",
                                         "t![1] += s!",
                                         "for k = 1:length(x); s! += x[k]; end",
                                         "s! += length(x) * 0.5",
                                         "r![1] += x[i]; r![i] += 1.0"};
    indent(p, depth);
    p->fault = p->line;
    put(p, "%s\n", faults[below(p, sizeof faults / sizeof faults[0])]);
}

static void statement(program *p, const char *j, unsigned depth)
{
    const unsigned kind = below(p, depth > 3 ? 3 : 7); /* deep ones stay simple */
    if (kind < 3) {
        indent(p, depth);
        target(p, j);
        put(p, below(p, 2) ? " += " : " -= ");
        expression(p, j, DEPTH);
        put(p, "\n");
    } else if (kind == 3) {
        indent(p, depth);
        put(p, below(p, 2) ? "if (x[i] > 0.%u, ~)\n" : "if (l[i] == %u, ~)\n", 1 + below(p, 3));
        statements(p, j, depth + 1);
        indent(p, depth);
        put(p, "end\n");
    } else if (kind == 4 && !j) {
        indent(p, depth);
        put(p, "for j = 1:length(w)\n");
        statements(p, "j", depth + 1);
        indent(p, depth);
        put(p, "end\n");
    } else if (kind == 5) {
        indent(p, depth);
        put(p, "%sadd(s!, t!, x[i], w)\n", below(p, 2) ? "" : "~");
    } else {
        square(p, depth);
    }
}

static void statements(program *p, const char *j, unsigned depth)
{
    for (unsigned n = 1 + below(p, 2); n > 0; n--)
        statement(p, j, depth);
}

static void loop(program *p, bool with_fault)
{
    static const char *const bounds[] = {"1:length(x)", "eachindex(x)", "1:length(r!)"};
    put(p, "    for i = %s\n", p->counted ? "1:n" : bounds[below(p, 3)]);
    statements(p, NULL, 2);
    if (with_fault)
        fault(p, 2);
    statements(p, NULL, 2);
    put(p, "        t![2] += b * x[i]\n        s! -= x[i]\n    end\n");
}

static void make(program *p, uint64_t seed, bool wants_fault)
{
    *p = (program){.state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1, .line = 1};
    p->by_rows = below(p, 2);
    p->counted = below(p, 4) == 0;
    const unsigned loops = 1 + below(p, 2), which = below(p, loops);
    put(p, "@i function add(s!::Fixed, t!::Vector{Fixed}, v::Fixed, w::Vector{Fixed})\n"
           "    s! += v * w[1]\n    t![3] -= v^2\nend\n");
    put(p, "@i function f(s!::Fixed, t!::Vector{Fixed}, r!::Vector{Fixed}, x::Vector{Fixed}, "
           "A::Matrix{Fixed}, l::Vector{Int}, w::Vector{Fixed}, b::Fixed, n::Int)\n"
           "    o ← 0.0\n");
    p->prelude = below(p, 3) == 0;
    if (p->prelude)
        put(p, "    @routine begin\n        c ← 0.0\n        c += sin(b * w[1]) * w[2]\n    end\n");
    for (unsigned k = 0; k < loops; k++)
        loop(p, wants_fault && k == which);
    put(p, p->prelude ? "    ~@routine\n    o → 0.0\nend\n" : "    o → 0.0\nend\n");
}

typedef struct {
    rg_device *device;
    rg_job *job;
    size_t rows;
} bench;

static void fill(program *p, double *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (double)below(p, 2000) / 1000 - 1;
}

static void set_arguments(program *p, const bench *b)
{
    double numbers[MOST_WORDS + 1];
    int64_t labels[MOST_ROWS + 1];
    rg_fault fault;
    fill(p, numbers, MOST_WORDS);
    const size_t n = b->rows;
    assert_int_equal(rg_set_array(b->job, "t!", numbers, SHARED, 1, &fault), RG_OK);
    assert_int_equal(rg_set_array(b->job, "r!", numbers + 3, n, 1, &fault), RG_OK);
    assert_int_equal(rg_set_array(b->job, "x", numbers + 5, n, 1, &fault), RG_OK);
    assert_int_equal(rg_set_array(b->job, "A", numbers, p->by_rows ? n : SHARED,
                                  p->by_rows ? SHARED : n, &fault),
                     RG_OK);
    assert_int_equal(rg_set_array(b->job, "w", numbers + 7, SHARED, 1, &fault), RG_OK);
    for (size_t i = 0; i < n; i++)
        labels[i] = 1 + (int64_t)below(p, SHARED);
    assert_int_equal(rg_set_integers(b->job, "l", labels, n, 1, &fault), RG_OK);
    assert_int_equal(rg_set_number(b->job, "b", numbers[1], &fault), RG_OK);
    assert_int_equal(rg_set_number(b->job, "s!", numbers[2], &fault), RG_OK);
    assert_int_equal(rg_set_integer(b->job, "n", (int64_t)n, &fault), RG_OK);
}

/* All that a run gives. */
typedef struct {
    int64_t words[9][MOST_WORDS];
    double gradients[9][MOST_WORDS];
    size_t counts[9][2];
    bool restored;
} outcome;

static void take(const bench *b, outcome *out)
{
    memset(out, 0, sizeof *out);
    rg_parameter p;
    for (size_t i = 0; rg_parameter_at(b->job, i, &p); i++) {
        out->counts[i][0] = rg_get_raw(b->job, p.name, out->words[i], MOST_WORDS);
        if (rg_has_gradients(b->job) && p.active)
            out->counts[i][1] = rg_get_gradient(b->job, p.name, out->gradients[i], MOST_WORDS);
    }
    out->restored = rg_restored(b->job);
}

/* Values have the same bits. Gradients too, but for those through what is computed before the loop:
 * there each tile rounds once. */
static bool agree(const program *p, const outcome *a, const outcome *b, unsigned frac)
{
    if (!p->prelude)
        return memcmp(a, b, sizeof *a) == 0;
    bool good = memcmp(a->words, b->words, sizeof a->words) == 0
                && memcmp(a->counts, b->counts, sizeof a->counts) == 0
                && a->restored == b->restored;
    for (size_t i = 0; good && i < 9; i++)
        for (size_t k = 0; good && k < a->counts[i][1]; k++)
            good = fabs(a->gradients[i][k] - b->gradients[i][k]) <= ldexp(16, -(int)frac);
    return good;
}

static rg_result run(const bench *b, unsigned how, rg_fault *fault)
{
    return how == 0   ? rg_call(b->job, fault)
           : how == 1 ? rg_gradient(b->job, "s!", 0, 0, fault)
           : how == 2 ? rg_gradient(b->job, "t!", 2, 0, fault)
                      : rg_uncall(b->job, fault);
}

static void compare(program *p, const bench *b, unsigned how, const char *name, size_t rows)
{
    static outcome whole, tiles;
    rg_fault fault;
    const rg_result expected = run(b, how, &fault);
    take(b, &whole);
    assert_int_equal(rg_tile(b->job, name, rows, &fault), RG_OK);
    const rg_result result = run(b, how, &fault);
    take(b, &tiles);
    if (result != expected || !agree(p, &whole, &tiles, rg_device_frac(b->device)))
        fail_msg("%s in tiles of %zu of %zu rows, run %u: %d and %d (%s)\n%s", name, rows, b->rows,
                 how, expected, result, result ? fault.message : "", p->text);
    assert_true(expected != RG_OK || how % 3 == 0 || tiles.restored);
    if (expected == RG_TRAPPED)
        assert_int_equal(rg_rollback(b->job, &fault), RG_OK);
    assert_int_equal(rg_tile(b->job, name, 0, &fault), RG_OK);
}

static void load(program *p, bench *b)
{
    rg_fault fault;
    if (rg_load_text(b->device, "f.rg", p->text, &fault) != RG_OK)
        fail_msg("%s\n%s", fault.message, p->text);
    b->job = rg_job_new(b->device, "f", &fault);
    assert_non_null(b->job);
}

static uint64_t first_seed(void)
{
    const char *text = getenv("RG_RANDOM_SEED");
    return text ? strtoull(text, NULL, 10) : 1;
}

static unsigned programs(void)
{
    const char *text = getenv("RG_TILE_PROGRAMS");
    return text ? (unsigned)strtoul(text, NULL, 10) : 150;
}

/* Which array is named makes no difference, if the routine takes its rows. */
static const char *any_name(program *p, const bench *b)
{
    static const char *const names[] = {"x", "r!", "A", "l"};
    rg_fault fault;
    const unsigned first = below(p, 4);
    for (unsigned k = 0; k < 4; k++)
        if (rg_tile(b->job, names[(first + k) % 4], 0, &fault) == RG_OK
            && rg_tile(b->job, names[(first + k) % 4], 1, &fault) == RG_OK) {
            assert_int_equal(rg_tile(b->job, names[(first + k) % 4], 0, &fault), RG_OK);
            return names[(first + k) % 4];
        }
    fail_msg("%s\n%s", fault.message, p->text);
    return NULL;
}

/* How many runs in tiles were compared. */
static unsigned random_sums(const char *const *passes, unsigned off)
{
    static program p;
    rg_fault fault;
    bench b = {.device = rg_device_open("fast", &fault)};
    assert_non_null(b.device);
    assert_int_equal(rg_set_passes_off(b.device, passes, off, &fault), RG_OK);
    unsigned compared = 0;
    for (unsigned i = 0; i < programs(); i++) {
        make(&p, first_seed() + i, false);
        load(&p, &b);
        b.rows = below(&p, MOST_ROWS + 1);
        set_arguments(&p, &b);
        const char *name = any_name(&p, &b);
        for (unsigned how = 0; how < 4; how++, compared++)
            compare(&p, &b, how, name, below(&p, 8) == 0 ? SIZE_MAX / 2 : 1 + below(&p, 11));
        rg_job_free(b.job);
    }
    rg_device_close(b.device);
    return compared;
}

static void same_bits_with_passes(void **state)
{
    (void)state;
    assert_int_equal(random_sums(NULL, 0), 4 * programs());
}

static void same_bits_as_written(void **state)
{
    const char *names[64];
    unsigned count = 0;
    (void)state;
    while (count < 64 && (names[count] = rg_pass_name(count)))
        count++;
    assert_int_equal(random_sums(names, count), 4 * programs());
}

static void rows_that_meet_are_refused(void **state)
{
    static program p;
    rg_fault fault;
    bench b = {.device = rg_device_open("fast", &fault)};
    unsigned refused = 0;
    (void)state;
    assert_non_null(b.device);
    for (unsigned i = 0; i < programs(); i++) {
        make(&p, first_seed() + i, true);
        load(&p, &b);
        if (rg_tile(b.job, "x", 2, &fault) != RG_BAD_USE || strcmp(fault.code, "R0950") != 0
            || fault.line != p.fault)
            fail_msg("line %u, and not %u: %s\n%s", fault.line, p.fault, fault.message, p.text);
        refused++;
        rg_job_free(b.job);
    }
    assert_int_equal(refused, programs());
    rg_device_close(b.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_with_passes),
        cmocka_unit_test(same_bits_as_written),
        cmocka_unit_test(rows_that_meet_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
