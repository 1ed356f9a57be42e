/* test_loop_streams.c: random loops over arrays, with affine indices, steps, strides, trip counts
 * of 0 and 1, and indices out of range. Each is compiled with the pass `streams` (or `counters`,
 * `windows`, `sums`, `expand`, `zeros`, or all) and without. Values, the way back, gradients,
 * tangents and second derivatives agree, and so do traps.
 *
 *   test_loop_streams                 16 programs
 *   test_loop_streams COUNT [SEED]    COUNT programs from SEED on
 *   test_loop_streams --show SEED     print the program of a seed */
#include <math.h>
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
#include "tests/registers/level.h"
#include "layer_programs.h"

enum { DEFAULT_COUNT = 16, WORDS = 441, ARRAYS = 4, MOST_SIDE = 6, LONG_SIDE = 16 };

static unsigned long program_count = DEFAULT_COUNT, first_seed = 1;

/* ---- programs: T! and U! are changed, A and B are read; T!, A are matrices, U!, B vectors; s! is
 * a scalar ---- */

static const char *bound(generator *g, unsigned loop)
{
    static const char *const last[] = {"length(B)",   "size(A, 1)",  "size(A, 2)", "n",
                                       "m",           "3",           "5",          "n - 1",
                                       "size(T!, 1)", "size(T!, 2)", "length(U!)", "m + n"};
    static const char *const usual[] = {"size(T!, 1)", "size(A, 2)"};
    if (g->whole && pick(g, 8) == 0)
        return "s!";
    return pick(g, 6) ? usual[loop] : ONE_OF(g, last);
}

static void loop(generator *g, unsigned which)
{
    static const char *const names[] = {"i", "k"};
    const char *last = bound(g, which);
    switch (pick(g, which == 1 ? 15 : 12)) { /* bounds of the inner loop may follow the outer one */
    case 12: put(g, "for k = 1:i - 1\n"); break;
    case 13: put(g, "for k = i + 1:%s\n", last); break;
    case 14: put(g, "for k = i:-1:1\n"); break;
    case 0: put(g, "for %s = %s:-1:1\n", names[which], last); break;
    case 1: put(g, "for %s = 1:2:%s\n", names[which], last); break;
    case 2: put(g, "for %s = %s:-2:2\n", names[which], last); break;
    case 3: put(g, "for %s = %s:%s\n", names[which], pick(g, 2) ? "2" : "n", last); break;
    case 4: put(g, "for %s = m:3:%s\n", names[which], last); break;
    default: put(g, "for %s = 1:%s\n", names[which], last); break;
    }
}

static const char *row(generator *g, bool two)
{
    static const char *const one[] = {"i",         "i",      "i",     "i",     "i",
                                      "i",         "i",      "i",     "i",     "i",
                                      "i",         "i",      "i",     "i",     "i",
                                      "i",         "1",      "2",     "n",     "i + 1",
                                      "n + 1 - i", "2i - 1", "i - 1", "i * n", "length(B) + 1 - i"};
    static const char *const both[] = {
        "i",         "i",  "i", "k", "k",    "k",         "i",
        "k",         "i",  "i", "k", "k",    "i",         "k",
        "i",         "k",  "i", "k", "1",    "i + k - 1", "(i - 1) * n + k",
        "i - k + 1", "2k", "m", "1", "k + i"};
    return two ? ONE_OF(g, both) : ONE_OF(g, one);
}

static void element(generator *g, bool two, const char *vector, const char *matrix)
{
    if (pick(g, 2))
        put(g, "%s[%s]", vector, row(g, two));
    else if (two && pick(g, 2))
        put(g, "%s[i, k]", matrix);
    else
        put(g, "%s[%s, %s]", matrix, row(g, two), row(g, two));
}

static void operand(generator *g, bool two, bool may_be_scalar)
{
    static const char *const scalars[] = {"x", "x", "2", "0.375", "x * y", "-3"}, *const whole[] = {
                                                                                      "n",     "2",
                                                                                      "n + m", "5",
                                                                                      "n",     "m"};
    if (may_be_scalar && pick(g, 3) == 0)
        put(g, "%s", g->whole ? ONE_OF(g, whole) : ONE_OF(g, scalars));
    else if (pick(g, 8) == 0)
        element(g, two, "U!", "T!");
    else
        element(g, two, "B", "A");
}

static void value(generator *g, bool two)
{
    static const char *const functions[] = {"tanh", "sin", "abs", "exp"};
    switch (pick(g, g->whole ? 5 : 7)) {
    case 0: operand(g, two, false); break;
    case 1:
        operand(g, two, true);
        put(g, " + ");
        operand(g, two, false);
        break;
    case 2:
        operand(g, two, false);
        put(g, " - ");
        operand(g, two, true);
        break;
    case 5:
        put(g, "%s(", ONE_OF(g, functions));
        operand(g, two, false);
        put(g, ")");
        break;
    case 6:
        put(g, "max(");
        operand(g, two, false);
        put(g, ", 0)");
        break;
    default:
        operand(g, two, pick(g, 2));
        put(g, " * ");
        operand(g, two, false);
        break;
    }
}

static void statement(generator *g, bool two)
{
    g->updates++;
    if (pick(g, 6) == 0 && !g->whole) {
        static const char *const maxima[] = {"if (U![i] > 0, ~)\n T![i, 1] += U![i]\n end\n",
                                             "if (A[i, 1] > 0, ~)\n T![i, n] += A[i, 1]\n end\n",
                                             "if (A[1, i] > 0, ~)\n T![1, n] += A[1, i]\n end\n",
                                             "if (A[i, 1] > 0, ~)\n T![i, 1] += A[i, 1]\n end\n",
                                             "if (B[i] > 0, ~)\n U![i + 1] -= B[i]\n end\n"};
        put(g, "%s", ONE_OF(g, maxima));
        return;
    }
    if (pick(g, 8) == 0 && !g->whole) { /* a call that is inlined */
        static const char *const calls[] = {
            "rectify!(U![i], B[i])",          "rectify!(s!, A[i, 1])",
            "rectify!(T![i, i], U![i])",      "rectify!(U![i], U![m])",
            "scaled!(U![i], B[i], x)",        "scaled!(T![1, i], A[i, i], x * y)",
            "(~scaled!)(s!, U![i], A[1, 1])", "rectify!(U![i], s!)"};
        put(g, "%s\n", ONE_OF(g, calls));
        return;
    }
    if (pick(g, 4) == 0)
        put(g, "s!");
    else
        element(g, two, "U!", "T!");
    put(g, pick(g, 3) ? " += " : " -= ");
    value(g, two);
    put(g, "\n");
}

/* One loop goes up, the other down, and an index has both: its ends are not those of the loops. */
static void opposite(generator *g)
{
    static const char *const last[] = {"n",          "m",         "3",     "2",
                                       "size(A, 2)", "length(B)", "n + 1", "m - 1"};
    static const char *const up[] = {
        "for i = 1:%s\nfor k = %s:-1:1\n", "for i = %s:-1:1\nfor k = 1:%s\n",
        "for i = %s:-2:1\nfor k = 1:2:%s\n", "for i = 1:3:%s\nfor k = %s:-1:2\n"};
    static const char *const index[] = {"i + k - 1",  "i - k + 2",  "k - i + 2", "2i + k - 2",
                                        "i + 2k - 2", "2k - i + 1", "i + m - k", "n + i - k"};
    static const char *const unknown[] = {"(i - 1) * n + k", "i + (k - 1) * m", "n * i - m * k + 1",
                                          "(i - 1) * m + k"};
    static const char *const short_loops[] = {
        "for i = 1:2\nfor k = length(B) - 1:-1:1\n", "for i = 2:-1:1\nfor k = 1:length(B) - 1\n",
        "for i = 1:2\nfor k = 1:length(B) - 1\n", "for i = 2:-1:1\nfor k = length(B):-1:1\n"};
    const bool slanted = pick(g, 3) == 0; /* by slopes that are not known before the run */
    const char *both = slanted ? ONE_OF(g, unknown) : ONE_OF(g, index), *first = ONE_OF(g, last);
    if (slanted || pick(g, 2)) /* mostly within bounds, or just outside at one corner */
        put(g, "%s", ONE_OF(g, short_loops));
    else
        put(g, ONE_OF(g, up), first, ONE_OF(g, last));
    g->updates++;
    switch (pick(g, 4)) {
    case 0: put(g, "U![%s] += A[i, k] * B[i]", both); break;
    case 1: put(g, "T![i, k] -= B[%s]", both); break;
    case 2: put(g, "s! += B[%s] * A[k, i]", both); break;
    default: put(g, "U![%s] -= B[%s]", both, ONE_OF(g, index)); break;
    }
    put(g, "\nend\nend\n");
}

/* A word that one update changes, another reads. In two loops it may be the same word again. */
static void chained(generator *g)
{
    static const char *const index[] = {"i + k - 1",         "k", "i", "k - i + 2",
                                        "k * n + k + 1 - n", "1"};
    const char *at = ONE_OF(g, index), *also = pick(g, 3) ? at : ONE_OF(g, index);
    const bool first = pick(g, 2), there = pick(g, 3) == 0;
    if (pick(g, 3) == 0) {
        loop(g, 0);
        loop(g, 1);
    } else {
        put(g, "for i = 1:2\nfor k = 1:length(U!) - 1\n");
    }
    g->updates += 2;
    if (first)
        put(g, "U![%s] += A[i, k] * 2\n", at);
    put(g, there ? "T![k, i] += U![%s] * B[i]\n" : "s! -= U![%s]\n", also);
    if (!first)
        put(g, "U![%s] -= B[%s]\n", at, pick(g, 2) ? "i" : "k");
    put(g, "end\nend\n");
}

/* What one iteration changes, an earlier or a later one reads. */
static void recurrent(generator *g)
{
    static const char *const loops[] = {"for i = 2:length(U!) - 1\n", "for i = 2:length(U!) - 1\n",
                                        "for i = length(U!) - 1:-1:2\n",
                                        "for i = 3:2:length(U!) - 1\n"};
    static const char *const near[] = {
        "i", "i - 1", "i + 1", "i", "i - 1", "i + 1", "length(U!) + 1 - i", "2"};
    const unsigned updates = 2 + pick(g, 4) / 3;
    g->updates += updates;
    put(g, "%s", ONE_OF(g, loops));
    for (unsigned n = 0; n < updates; n++) {
        const char *to = ONE_OF(g, near), *from = ONE_OF(g, near);
        while (strcmp(from, to) == 0)
            from = ONE_OF(g, near);
        switch (pick(g, 4)) {
        case 0: put(g, "U![%s] += B[i]\n", to); break;
        case 1: put(g, "s! -= U![%s] * B[i]\n", from); break;
        case 2: put(g, "U![%s] -= U![%s]\n", to, from); break;
        default: put(g, "U![%s] += B[i] + 2 * U![%s]\n", to, from); break;
        }
    }
    put(g, "end\n");
}

/* Products of three, of which two are the same in all iterations of a loop. */
static void shared(generator *g)
{
    static const char *const heads[] = {"for i = 1:size(A, 1), j = 1:n, k = 1:size(A, 2)\n",
                                        "for i = 1:length(B), j = 1:m, k = 1:length(B)\n",
                                        "for i = 1:length(B), k = length(B):-1:1, j = 1:n\n",
                                        "for j = 1:length(B), i = 2:length(B), k = 2:length(B)\n",
                                        "for k = 1:length(B), j = 1:n - 2\n",
                                        "for i = 1:2, k = 2:m, j = 1:2:n\n"};
    static const char *const parts[] = {"x * A[%s, k]", "A[%s, k] * B[k]", "(B[k] - A[%s, 1])",
                                        "A[%s, k] * x", "(A[k, %s] + 1)"},
                             *const others[] = {"B[j]", "A[1, j]", "B[1]", "A[j, k]", "U![1]"};
    static const char *const targets[] = {"s!", "T![%s, j]", "U![%s]", "T![%s, k]", "U![k]"};
    const char *head = ONE_OF(g, heads), *i = strstr(head, "i = ") ? "i" : "k";
    g->updates += 2;
    put(g, "%s", head);
    put(g, ONE_OF(g, targets), i);
    put(g, pick(g, 2) ? " += " : " -= ");
    put(g, ONE_OF(g, parts), i);
    put(g, " * %s\nend\n", ONE_OF(g, others));
}

/* A loop of another routine on slices, which may overlap. */
static void parts(generator *g)
{
    static const char *const calls[] = {"each!(U!, B)",
                                        "each!(U![2:length(U!)], B[1:length(B) - 1])",
                                        "each!(T![:, 1], A[:, n])",
                                        "each!(T![m, :], A[1, :])",
                                        "each!(T![:, n], T![:, m])",
                                        "each!(U![n:length(U!)], U![1:m])",
                                        "each!(U![1:m], U![n:length(U!)])",
                                        "(~each!)(T![:, 2], B)",
                                        "each!(U![length(U!):-1:1], B)",
                                        "each!(U![1:2:3], U![2:2:4])",
                                        "halves!(U!, 2)",
                                        "halves!(T![:, m], 1)",
                                        "(~halves!)(U![n:m], 2)",
                                        "each!(T![1:n, m], T![1:n, n])",
                                        "each!(U![m:n + 1], A[:, n])",
                                        "each!(U![1:n - 2], B[2:n - 1])",
                                        "each!(T![:, n], U![m:length(U!)])",
                                        "each!(vec(T!)[2:n + 1], vec(T!)[n + 2:2n])",
                                        "each!(U![2:end][1:m], T![:, 1][2:end])"};
    g->updates++;
    put(g, "%s\n", ONE_OF(g, calls));
}

/* An ancilla that collects a sum, and copies of elements: both are read and added where they stand.
 * The target has one word at least in each iteration. */
static void collected(generator *g)
{
    static const char *const targets[] = {"U![i]", "T![i, i]", "T![i, 1]", "T![1, i]", "s!"},
                             *const forms[] = {"t * U![i]", "2 * t", "t + B[i]"};
    const char *zero = g->whole ? "0" : "0.0";
    g->updates += 2;
    if (pick(g, 3) == 0) { /* undone by hand */
        const bool back = pick(g, 2);
        put(g,
            "for i = 1:min(length(U!), size(T!, 1), size(T!, 2))\nt ← %s\nfor k = 1:length(B)\nt "
            "+= A[i, 1] * B[k]\nend\n%s %s= t\n%s\nt -= A[i, 1] * B[k]\nend\nt → %s\nend\n",
            zero, ONE_OF(g, targets), pick(g, 2) ? "+" : "-",
            back ? "for k = length(B):-1:1" : "for k = 1:length(B)", zero);
        return;
    }
    put(g, "for i = 1:min(length(U!), size(T!, 1), size(T!, 2))\n@routine begin\nt ← %s\n", zero);
    if (pick(g, 4) == 0) {
        put(g, "t += ");
        operand(g, false, false);
        put(g, "\n");
    }
    if (pick(g, 4)) {
        put(g, "for k = 1:min(length(B), size(A, 1), size(A, 2))\n t %s= ", pick(g, 3) ? "+" : "-");
        value(g, true);
        put(g, "\nend\n");
    }
    put(g, "end\n%s %s= %s\n~@routine\nend\n", ONE_OF(g, targets), pick(g, 3) ? "+" : "-",
        pick(g, 4) ? "t" : ONE_OF(g, forms));
}

/* Conditions on a loop variable, and nests of which one loop has few iterations. */
static void conditions(generator *g)
{
    static const char *const comparisons[] = {">", "<", ">=", "<=", "=="},
                             *const bounds[] = {"1",         "2",  "n",     "m", "length(B) - 1",
                                                "length(B)", "-3", "n - m", "0"};
    const unsigned count = 1 + pick(g, 2);
    g->updates += 2;
    if (pick(g, 4) == 0) {
        put(g,
            "for i = 1:min(n, size(A, 1)), j = 1:%u\nfor k = 1:size(A, 2)\nT![1, 1] %s= A[i, k] * "
            "B[j]\nend\nend\n",
            1 + pick(g, 3), pick(g, 2) ? "+" : "-");
        return;
    }
    put(g, "for i = 1:length(B)\n");
    for (unsigned c = 0; c < count; c++) {
        const char *bound = ONE_OF(g, bounds), *comparison = ONE_OF(g, comparisons);
        if (pick(g, 4) == 0)
            put(g, "if (i %s %s && i >= 2, ~)\n", comparison, bound);
        else if (pick(g, 3))
            put(g, "if (i %s %s, ~)\n", comparison, bound);
        else
            put(g, "if (%s %s i, ~)\n", bound, comparison);
        put(g, "%s %s= ", pick(g, 2) ? "s!" : "U![i]", pick(g, 2) ? "+" : "-");
        operand(g, false, false);
        put(g, "\nend\n");
    }
    if (pick(g, 2))
        put(g, "T![i, 1] += B[i] * 2\n");
    put(g, "end\n");
}

/* Loops over elements, and calls in loops with rows, columns and ranges. */
static void over_elements(generator *g)
{
    static const char *const loops[] = {
        "for (p, q) in zip(B, A[:, n])\ns! += p * q\nend\n",
        "for (i, p) in enumerate(B)\nU![i] -= p * 2\nend\n",
        "for p in A[m, :]\ns! += p\nend\n",
        "for i = 1:2\nfor (k, p) in enumerate(A[:, i])\nT![k, i] += p\nend\nend\n",
        "for i = 1:size(A, 1)\nadded!(s!, A[i, :], B)\nend\n",
        "for i = 1:size(A, 2)\nadded!(U![i], A[:, i], B)\nend\n",
        "for i = 1:n\nadded!(T![i, m], B[i:i + 1], A[i, 1:2])\nend\n",
        "for i = 1:size(T!, 2)\neach!(T![:, i], B)\nend\n",
        "for i = 1:size(T!, 1)\neach!(T![i, :], A[:, i])\nend\n",
        "for i = 1:2\neach!(U![i:i + 1], B[i:i + 1])\nend\n",
        "for i = 1:2\n(~added!)(T![1, i], T![:, 3], A[1, :])\nend\n",
        "for p in U!\ns! += p * p\nend\n"};
    g->updates += 2;
    put(g, "%s", ONE_OF(g, loops));
}

/* Updates of several operations, and scalars that each iteration computes, uses and uncomputes.
 * They become arrays if iterations do not depend on each other. */
static void product(generator *g, const char *const *names, unsigned count)
{
    put(g, "%s", names[pick(g, count)]);
    for (unsigned n = pick(g, 3); n > 0; n--)
        put(g, " %s %s", pick(g, 3) ? "*" : pick(g, 2) ? "+" : "-", names[pick(g, count)]);
}

static void per_round(generator *g)
{
    static const char *const loops[] = {
        "for i = 1:min(length(U!), length(B), size(A, 1), size(T!, 1), size(T!, 2))",
        "for i = min(length(U!), length(B), size(A, 1), size(T!, 1)):-1:1",
        "for i = 2:min(m, 5)",
        "for i = n:length(B)",
        "for i = 1:16",
        "for i = -1:1:n",
        "for i = 1:2:length(B)"};
    static const char *const read[] = {"B[i]", "A[i, 1]", "A[1, i]",  "B[i]", "x",
                                       "2",    "U![i]",   "T![1, i]", "U![1]"},
                             *const usual[] = {"B[i]", "A[i, 1]", "A[1, i]", "x", "B[i]"};
    static const char *const with[] = {"B[i]", "A[i, 1]", "p",         "q",    "p",
                                       "q",    "x",       "max(p, 0)", "q * p"};
    static const char *const targets[] = {"U![i]", "T![i, 1]", "s!", "U![i]", "T![1, i]", "U![m]"};
    const char *zero = g->whole ? "0" : "0.0";
    const unsigned names = pick(g, 4) ? 5 : 9, form = pick(g, 4);
    const char *const *summands = names == 5 ? usual : read;
    const char *target = ONE_OF(g, targets);
    g->updates += 3;
    put(g, "%s\n", ONE_OF(g, loops));
    if (pick(g, 6) == 0) { /* by the sign */
        static const char *const signs[] = {">", ">=", "<", "<="}, *const values[] = {"B[i]",
                                                                                      "A[i, 1]",
                                                                                      "A[1, i]"};
        const char *value = ONE_OF(g, values);
        put(g, "if (%s %s 0, ~)\n%s += %s\nelse\n%s -= 3 * %s\nend\nend\n", value, ONE_OF(g, signs),
            target, value, target, value);
        return;
    }
    if (form == 0) { /* one update of several operations, or two */
        for (unsigned n = 1 + pick(g, 2); n > 0; n--) {
            put(g, "%s %s= ", n == 1 ? target : "s!", pick(g, 2) ? "+" : "-");
            product(g, usual, 5);
            put(g, "\n");
        }
        put(g, "end\n");
        return;
    }
    put(g, form == 1 ? "p ← %s\nq ← %s\n" : "@routine begin\np ← %s\nq ← %s\n", zero, zero);
    for (unsigned n = 1 + pick(g, 2); n > 0 && form > 1; n--) {
        if (pick(g, 2))
            put(g, "for k = 1:%s\np += A[i, k] * B[k]\nend\n",
                pick(g, 2) ? "2" : "min(length(B), size(A, 2))");
        put(g, "p %s= ", pick(g, 3) ? "+" : "-");
        product(g, summands, names);
        put(g, g->whole ? "\nq += p * 2\n" : "\nq += max(p, 0)\n");
    }
    if (form == 1) {
        const char *part = summands[pick(g, names)], *other = summands[pick(g, names)];
        put(g,
            "p += %s * B[i]\nq += p * %s\n%s %s= q * p\nq -= p * %s\np -= %s * B[i]\nq → %s\np → "
            "%s\n",
            part, other, target, pick(g, 2) ? "+" : "-", other, part, zero, zero);
    } else {
        put(g, "end\n%s %s= ", target, pick(g, 2) ? "+" : "-");
        if (g->whole)
            put(g, "p * q");
        else
            product(g, with, 9);
        if (pick(g, 3) == 0)
            put(g, "\nfor k = 1:2\nT![k, 2] -= A[k, i] * p\nend");
        put(g, "\n~@routine\n");
    }
    put(g, "end\n");
}

/* A number that counts along with a loop, or ends one; now and then a postcondition that does not
 * hold. */
static void counted(generator *g)
{
    static const char *const firsts[] = {"1", "1", "1", "2", "0", "n", "-1"},
                             *const lasts[] = {"length(B)", "length(U!)",    "n",
                                               "m + n",     "length(B) - 1", "3"},
                             *const by[] = {"1", "1", "1", "2", "3"};
    static const char *const index[] = {"c", "c", "c", "c + 1", "c - 1", "2c - 1", "c + i"};
    const char *first = ONE_OF(g, firsts), *last = ONE_OF(g, lasts), *step = ONE_OF(g, by),
               *sign = pick(g, 2) ? "+" : "-";
    const unsigned before = pick(g, 2);
    g->counted = true;
    g->updates += 2;
    put(g, "c ← %s\n", first);
    if (pick(g, 2)) { /* a number beside the loop variable, in one loop or two */
        const bool two = pick(g, 3) == 0, whole_row = pick(g, 4) == 0;
        const char *head = two          ? "for i = 1:2\nfor k = 1:length(B)\n"
                           : pick(g, 2) ? "for i = 1:length(B)\n"
                                        : "for i = length(B):-1:2\n";
        const char *along = two ? "k" : "i", *at = ONE_OF(g, index);
        put(g, "%s", head);
        if (before)
            put(g, "c += %s\n", step);
        put(g, pick(g, 2) ? "s! %s= B[%s] * U![%s]\n" : "T![1, 1] %s= B[%s] * A[1, %s]\n", sign,
            along, at);
        if (!before)
            put(g, "c += %s\n", step);
        put(g, "%s%send\n%s", two ? "end\n" : "", whole_row ? "c += n - n\n" : "", head);
        put(g, "c -= %s\nend\n%sc → %s\n", step, two ? "end\n" : "", first);
        return;
    }
    static const char *const posts[] = {"c > %s", "c != %s",    "c >= 1 + %s", "!(c == %s)",
                                        "%s < c", "c > %s + 1", "c >= %s"};
    put(g, "i ← 0\nwhile (");
    put(g, pick(g, 3) == 0 ? "%s >= c, " : pick(g, 2) ? "c <= %s, " : "c < %s + 1, ", last);
    put(g, posts[pick(g, 4) ? pick(g, 5) : 5 + pick(g, 2)], first);
    put(g, ")\n");
    if (before)
        put(g, "c += %s\n", step);
    put(g, pick(g, 2) ? "s! %s= B[%s] * 2\n" : "U![1] %s= A[%s, 1]\n", sign,
        before ? "c - 1" : ONE_OF(g, index));
    put(g, "%s%s%send\ni → 0\nc → %s + %s * max(0, (%s - (%s) + %s) ÷ %s)\n",
        before ? "" : "c += ", before ? "" : step, before ? "" : "\n", first, step, last, first,
        step, step);
}

/* Each iteration has a vector of its own, filled by loops and recurrences, used and undone. */
static void vector_of_each(generator *g)
{
    static const char *const extents[] = {"length(B)", "m + 1", "n", "3", "size(A, 1)"},
                             *const fills[] = {"h[k] += B[k] * A[i, 1]", "h[k] += A[i, k] - B[i]",
                                               "h[k] += B[k]", "h[k] += max(B[k], A[k, i])",
                                               "h[k] += U![k] * B[i]"},
                             *const grows[] = {"h[k] += h[k - 1] * B[i]",
                                               "h[k] += max(h[k - 1], B[k])",
                                               "h[k] += 2 * B[i] * h[k - 1]\nh[k] -= h[k - 2]",
                                               "h[k] -= h[k - 1]\nh[1] += B[k]"},
                             *const uses[] = {"U![i] += h[%s]", "s! += h[%s] * B[i]",
                                              "T![i, 1] -= h[%s]", "T![1, i] += h[%s] + B[i]"},
                             *const index[] = {"1", "2", "length(h)", "n", "i"};
    const char *extent = ONE_OF(g, extents);
    g->updates += 4;
    put(g, "for i = 1:min(length(U!), length(B), size(A, 1), size(T!, 1), size(T!, 2))\n");
    put(g, "@routine begin\nh ← zeros(%s, %s)\n", g->whole ? "Int" : "Fixed", extent);
    if (pick(g, 2))
        put(g, "h[1] += %s\n", pick(g, 2) ? "B[i]" : g->whole ? "n" : "x");
    if (pick(g, 4))
        put(g, "for k = 1:%s\n%s\nend\n", pick(g, 3) ? "length(h)" : extent, ONE_OF(g, fills));
    if (pick(g, 2))
        put(g, "for k = %s:length(h)\n%s\nend\n", pick(g, 2) ? "3" : "2", ONE_OF(g, grows));
    put(g, "end\n");
    put(g, ONE_OF(g, uses), ONE_OF(g, index));
    put(g, "\n");
    if (pick(g, 2))
        put(g, "for k = 1:length(h)\n%s += h[k] * B[k]\nend\n", pick(g, 2) ? "s!" : "U![i]");
    put(g, "~@routine\nend\n");
}

/* Strides that are variables, 0 and negative ones too, and trip counts that are quotients, as in
 * the stages of a fast transform. */
static void strided(generator *g)
{
    static const char *const strides[] = {"m", "n", "m", "2m", "(n - m)", "h"},
                             *const lasts[] = {"length(U!) ÷ %s - 1",
                                               "length(B) ÷ %s - 1",
                                               "n ÷ %s",
                                               "length(U!) ÷ (2 * %s) - 1",
                                               "length(B) - 1 + 0 * %s",
                                               "length(U!) ÷ 2 + 0 * %s"},
                             *const offsets[] = {"1", "2", "h + 1", "m", "n", "1"};
    const char *q = ONE_OF(g, strides), *a = ONE_OF(g, offsets), *b = ONE_OF(g, offsets);
    const bool two = pick(g, 2);
    g->updates += 3;
    const char *whole = pick(g, 2) ? "m" : "n";
    put(g, "h ← %s ÷ 2\nfor i = 0:", whole);
    put(g, ONE_OF(g, lasts), q);
    put(g, two ? "\nfor k = 1:%s\n" : "\n", pick(g, 2) ? q : "m");
    const char *k = two ? "k - 1 + " : "";
    switch (pick(g, 4)) {
    case 0:
        put(g, "U![%s%s * i + %s] -= U![%s%s * i + %s]\n", k, q, a, k, q, b);
        put(g, "U![%s%s * i + %s] += U![%s%s * i + %s] * 2\n", k, q, b, k, q, a);
        break;
    case 1: { /* a part that both have, and that the first may change */
        const char *part = pick(g, 2) ? "A[i + 1, 1]" : pick(g, 2) ? "U![i + 1]" : "T![i + 1, 2]";
        put(g, "U![%s%s * i + %s] += (%s - B[%si + 1]) * B[i + 1]\n", k, q, a, part, k);
        if (pick(g, 3) == 0)
            put(g, "%s += B[i + 1] * 2\n", part[0] == 'A' ? "U![i + 1]" : part);
        put(g, "T![i + 1, %s] -= (%s - B[%si + 1]) * 3\n", pick(g, 2) ? "1" : "2", part, k);
        break;
    }
    case 2:
        put(g, "T![%si + 1, 2] += B[%s%s * i + %s] + B[%s%s * i + %s]\n", k, k, q, a, k, q, b);
        put(g, "T![%si + 1, 1] += (B[%s%s * i + %s] - T![%si + 1, 2]) * %s\n", k, k, q, a, k,
            g->whole ? "n" : "x");
        break;
    default:
        put(g, "U![%si * %s + %s] += B[%si + %s]\n", k, q, a, k, b);
        put(g, "s! += U![%si * %s + %s] * B[i + 1]\n", k, q, pick(g, 3) ? a : b);
        break;
    }
    put(g, "end\n%sh → %s ÷ 2\n", two ? "end\n" : "", whole);
}

static void nest(generator *g)
{
    switch (pick(g, 35)) {
    case 31:
    case 32:
    case 33:
    case 34: layers(g); return;
    case 27:
    case 28: recurrent(g); return;
    case 29:
    case 30: shared(g); return;
    case 24:
    case 25:
    case 26:
        if (!g->counted)
            counted(g);
        else
            per_round(g);
        return;
    case 18:
    case 19:
    case 20:
    case 21:
    case 22:
    case 23: per_round(g); return;
    case 12:
    case 13: collected(g); return;
    case 16:
    case 17: conditions(g); return;
    case 14:
    case 15: over_elements(g); return;
    case 0: opposite(g); return;
    case 1: chained(g); return;
    case 2:
    case 3: parts(g); return;
    default: break;
    }
    unsigned statements = pick(g, 3) ? 1 : 2 + pick(g, 2);
    bool two = pick(g, 2), third = pick(g, 6) == 0;
    if (third)
        put(g, "for j = 1:2\n");
    loop(g, 0);
    if (!two && pick(g, 3) == 0) { /* an inner loop beside statements of its own */
        loop(g, 1);
        statement(g, true);
        put(g, "end\n");
    }
    if (two)
        loop(g, 1);
    for (unsigned i = 0; i < statements; i++)
        statement(g, two);
    put(g, "%s%send\n", two ? "end\n" : "", third ? "end\n" : "");
}

/* An exact sum of products: added up in the accumulator, read once, taken back. */
static void products(generator *g)
{
    const bool two = pick(g, 2);
    g->updates++;
    put(g, "@routine begin\n");
    loop(g, 0);
    if (two)
        loop(g, 1);
    put(g, pick(g, 3) ? "MAC(" : "(~MAC)(");
    operand(g, two, pick(g, 2));
    put(g, ", ");
    operand(g, two, false);
    put(g, ")\n%send\nend\ns! += accumulator()\n~@routine\n", two ? "end\n" : "");
}

static void program(generator *g, uint64_t seed)
{
    *g = (generator){.state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
    for (unsigned i = 0; i < 8; i++)
        pick(g, 2);
    g->whole = pick(g, 5) == 0;
    const char *type = g->whole ? "Int" : "Fixed";
    put(g, "@i function rectify!(y!::Fixed, x::Fixed)\n if (x > 0, ~)\n y! += x\n end\nend\n@i "
           "function scaled!(y!::Fixed, x::Fixed, a::Fixed)\n y! += a * x\nend\n");
    put(g,
        "@i function each!(y!::Vector{%s}, x::Vector{%s})\n for j = 1:length(x)\n y![j] += 2 * "
        "x[j]\n end\nend\n",
        type, type);
    put(g,
        "@i function added!(y!::%s, x::Vector{%s}, w::Vector{%s})\n for j = 1:length(x)\n y! += "
        "x[j] * w[j]\n end\nend\n",
        type, type, type);
    put(g,
        "@i function halves!(y!::Vector{%s}, k::Int)\n if (k > 0, ~)\n h ← length(y!) ÷ 2\n "
        "halves!(y![1:h], k - 1)\n halves!(y![h+1:end], k - 1)\n h → length(y!) ÷ 2\n"
        " else\n for j = 2:length(y!)\n y![j] += y![j-1] * 2\n end\n end\nend\n",
        type);
    put(g,
        "@i function main(T!::Matrix{%s}, U!::Vector{%s}, A::Matrix{%s}, B::Vector{%s}, s!::%s, "
        "x::Fixed, y::Fixed, n::Int, m::Int)\n",
        type, type, type, type, type);
    const unsigned alone = pick(g, 7); /* so that nothing before it traps */
    if (alone == 0)
        opposite(g);
    else if (alone == 1)
        strided(g);
    else if (alone == 2)
        vector_of_each(g);
    for (unsigned i = pick(g, 2); i < 2 && alone > 2; i++) {
        if (!g->whole && pick(g, 5) == 0)
            products(g);
        else
            nest(g);
    }
    put(g, "end\n");
}

/* ---- one program, compiled in two ways ---- */

typedef struct {
    const char *name;
    size_t rows, columns;
    int64_t words[WORDS];
} argument;
typedef struct {
    rg_device *device;
    rg_job *job;
    rg_result result;
    char code[8];
    unsigned line;
    int64_t values[ARRAYS + 1][WORDS];
    double gradients[ARRAYS + 3][WORDS];
} run;

static const char *const outputs[] = {"T!", "U!", "A", "B", "s!", "x", "y"};
typedef enum { FORWARD, BACKWARD, GRADIENT, SECOND, WAYS } way;
static const char *const way_names[WAYS] = {"forward", "backward", "gradient",
                                            "tangents and second derivatives"};

static size_t arguments(generator *g, unsigned frac, argument *list)
{
    const size_t usual =
        pick(g, 4)
            ? 1 + pick(g, MOST_SIDE - 1)
            : LONG_SIDE + pick(g, MOST_SIDE - 1); /* long enough for loops that become several */
    size_t count = 0;
    for (unsigned i = 0; i < ARRAYS; i++) {
        argument a = {.name = outputs[i],
                      .rows = pick(g, 12) ? usual : pick(g, MOST_SIDE),
                      .columns = i % 2         ? 1
                                 : pick(g, 12) ? usual
                                               : pick(g, MOST_SIDE)};
        for (size_t k = 0; k < WORDS; k++)
            a.words[k] = g->whole
                             ? (int64_t)pick(g, 19) - 9
                             : ((int64_t)pick(g, 4001) - 2000) * (INT64_C(1) << (frac - 10)) / 3;
        if (a.rows == 0 || a.columns == 0)
            a.rows = 0;
        list[count++] = a;
    }
    static const char *const scalars[] = {"s!", "x", "y", "n", "m"};
    for (unsigned i = 0; i < 5; i++) {
        argument a = {.name = scalars[i], .rows = 1, .columns = 1};
        a.words[0] = i > 2 || (i == 0 && g->whole)
                         ? (pick(g, 5) == 0 ? -(int64_t)pick(g, 3)
                                            : (int64_t)(pick(g, 4) ? 1 + pick(g, 4) : pick(g, 8)))
                         : ((int64_t)pick(g, 4001) - 2000) * (INT64_C(1) << (frac - 10)) / 3;
        list[count++] = a;
    }
    return count;
}

static void doubles(const argument *a, unsigned frac, double *out)
{
    for (size_t k = 0; k < WORDS; k++)
        out[k] = ldexp((double)(a->words[k] % 1000), -(int)(frac > 43 ? 10 : 9));
}

static bool start(run *r, const char *text, opt_set off, const argument *list, size_t count)
{
    rg_fault fault;
    const char *names[OPT_PASS_COUNT];
    assert_int_equal(rg_set_passes_off(r->device, names, opt_names(off, names), NULL), RG_OK);
    rg_set_verify(r->device, true);
    if (rg_load_text(r->device, "loops.rg", text, &fault) != RG_OK) {
        r->job = NULL;
        return false;
    }
    r->job = rg_job_new(r->device, "main", &fault);
    assert_non_null(r->job);
    for (size_t i = 0; i < count; i++)
        if (rg_set_raw(r->job, list[i].name, list[i].words, list[i].rows, list[i].columns, &fault)
            != RG_OK) {
            rg_job_free(r->job);
            r->job = NULL;
            return false;
        }
    return true;
}

static void go(run *r, way w, const argument *list, unsigned frac)
{
    rg_fault fault = {0};
    double direction[WORDS];
    memset(r->values, 0, sizeof r->values);
    memset(r->gradients, 0, sizeof r->gradients);
    if (w == SECOND)
        for (unsigned i = 0; i < ARRAYS; i++) {
            doubles(&list[i], frac, direction);
            if (rg_set_direction(r->job, list[i].name, direction, list[i].rows * list[i].columns,
                                 &fault)
                != RG_OK)
                break;
        }
    r->result = w == FORWARD    ? rg_call(r->job, &fault)
                : w == BACKWARD ? rg_uncall(r->job, &fault)
                : w == GRADIENT ? rg_gradient(r->job, "s!", 0, 0, &fault)
                                : rg_hessian_vector(r->job, "s!", 0, 0, &fault);
    snprintf(r->code, sizeof r->code, "%s", fault.code);
    r->line = fault.line;
    if (r->result == RG_TRAPPED)
        assert_int_equal(rg_rollback(r->job, &fault), RG_OK);
    for (unsigned i = 0; i < 7 && r->result == RG_OK; i++) {
        if (i < ARRAYS + 1)
            rg_get_raw(r->job, outputs[i], r->values[i], WORDS);
        if (w == GRADIENT)
            rg_get_gradient(r->job, outputs[i], r->gradients[i], WORDS);
        if (w == SECOND)
            rg_get_hessian_vector(r->job, outputs[i], r->gradients[i], WORDS);
    }
    if (w == GRADIENT && r->result == RG_OK)
        assert_true(rg_restored(r->job));
}

/* Backward, a wrong index is reported at the first line that uses it (docs/reference/driver.md),
 * which may be the condition or the update. With one update, a stream finds an index out of range
 * before an iteration that would have trapped for another reason. It reports an element that is its
 * own operand by another name. Of several that trap, either may be the first. */
static bool same_trap(const run *with, const run *without, way w, bool many)
{
    if (strcmp(with->code, without->code) == 0)
        return many || with->line == without->line
               || (w == BACKWARD && strcmp(with->code, "R0807") == 0);
    return many || strcmp(with->code, "R0807") == 0
           || (strcmp(with->code, "R0804") == 0 && strcmp(without->code, "R0814") == 0);
}

static bool same_results(const run *a, const run *b)
{
    for (unsigned i = 0; i < ARRAYS + 1; i++)
        for (unsigned k = 0; k < WORDS; k++)
            if (a->values[i][k] != b->values[i][k])
                return false;
    for (unsigned i = 0; i < 7; i++)
        for (unsigned k = 0; k < WORDS; k++)
            if (fabs(a->gradients[i][k] - b->gradients[i][k])
                > 1e-9 * (1 + fabs(a->gradients[i][k])))
                return false;
    return true;
}

typedef struct {
    unsigned long ran, trapped, refused;
} tally;

static bool nothing_changed(const run *r, const argument *list)
{
    for (unsigned i = 0; i < ARRAYS + 1; i++)
        if (memcmp(r->values[i], list[i].words,
                   list[i].rows * list[i].columns * sizeof list[i].words[0])
            != 0)
            return false;
    return true;
}

static bool is_empty(const argument *list)
{
    for (unsigned i = 0; i < ARRAYS; i++)
        if (list[i].rows == 0)
            return true;
    return false;
}

/* Slices as arguments, in the array and copied out of it. Of a matrix without rows nothing is
 * copied, so a wrong column is not seen. */
static opt_set left_out(const generator *g, uint64_t seed, const argument *list)
{
    if (g->counted && seed % 4)
        return UINT32_C(1) << OPT_COUNTERS;
    if (is_empty(list))
        return UINT32_C(1) << OPT_STREAMS;
    switch (seed % 7) {
    case 0: return OPT_EVERY;
    case 1: return UINT32_C(1) << OPT_WINDOWS;
    case 2: return UINT32_C(1) << OPT_SUMS;
    case 3: return UINT32_C(1) << OPT_EXPAND;
    case 4: return UINT32_C(1) << OPT_ZEROS;
    default: return UINT32_C(1) << OPT_STREAMS;
    }
}

/* An index where nothing is added or used, and an element that is its own operand: passes look at
 * them or not (docs/development/compiler/streams.md). */
static bool may_be_seen(const char *code)
{
    return strcmp(code, "R0807") == 0 || strcmp(code, "R0804") == 0 || strcmp(code, "R0814") == 0;
}

/* Where it does not trap it gives the same at every level of the optimiser. */
static void check_levels(run *with, run *without, const generator *g, uint64_t seed,
                         const argument *list, size_t count)
{
    const unsigned frac = rg_device_frac(with->device);

    for (unsigned level = 0; level < LEVELS; level++) {
        if (!start(without, g->text, level_off(level), list, count))
            fail_msg("seed %llu: refused, %s", (unsigned long long)seed, level_name(level));
        for (way w = FORWARD; w <= (g->whole ? BACKWARD : GRADIENT); w++) {
            go(with, w, list, frac);
            go(without, w, list, frac);
            const bool ok = with->result == RG_OK;
            const bool alike = with->result == without->result
                                   ? !ok || same_results(with, without)
                                   : may_be_seen(ok ? without->code : with->code);
            if (!alike)
                fail_msg("seed %llu, %s: at the defaults %s, %s %s\n%s", (unsigned long long)seed,
                         way_names[w], ok ? "ok" : with->code, level_name(level),
                         without->result == RG_OK ? "ok" : without->code, g->text);
        }
        rg_job_free(without->job);
    }
}

static void check_seed(run *with, run *without, uint64_t seed, tally *t)
{
    static generator g;
    argument list[ARRAYS + 5];
    program(&g, seed);
    const unsigned frac = rg_device_frac(with->device);
    const size_t count = arguments(&g, frac, list);
    const bool many = g.updates > 1 || is_empty(list);
    const bool loaded = start(with, g.text, 0, list, count);
    if (!start(without, g.text, left_out(&g, seed, list), list, count) || !loaded) {
        t->refused++;
        assert_true(!loaded);
        return;
    }
    bool idle = false;
    for (way w = FORWARD; w < (g.whole ? GRADIENT : WAYS); w++) {
        go(with, w, list, frac);
        go(without, w, list, frac);
        idle = w == FORWARD ? with->result == RG_OK && nothing_changed(with, list) : idle;
        if ((idle || is_empty(list)) && with->result == RG_OK && without->result == RG_TRAPPED
            && strcmp(without->code, "R0807") == 0)
            continue; /* an element to which nothing is added is not looked at, and a part of which
                         nothing is used neither */
        const bool alike = with->result == without->result
                           && (with->result == RG_TRAPPED
                                   ? same_trap(with, without, w, many)
                                   : with->result != RG_OK || same_results(with, without));
        if (!alike)
            fail_msg("seed %llu, %s: with streams %s line %u, without %s line %u\n%s",
                     (unsigned long long)seed, way_names[w],
                     with->result == RG_OK ? "ok" : with->code, with->line,
                     without->result == RG_OK ? "ok" : without->code, without->line, g.text);
        t->ran += with->result == RG_OK;
        t->trapped += with->result == RG_TRAPPED;
    }
    rg_job_free(without->job);
    check_levels(with, without, &g, seed, list, count);
    rg_job_free(with->job);
}

static void loops_mean_the_same_as_streams(void **state)
{
    rg_fault fault;
    run *runs = calloc(2, sizeof *runs);
    tally t = {0, 0, 0};
    (void)state;
    assert_non_null(runs);
    for (unsigned i = 0; i < 2; i++) {
        runs[i].device = rg_device_open("fast", &fault);
        assert_non_null(runs[i].device);
    }
    for (unsigned long i = 0; i < program_count; i++)
        check_seed(&runs[0], &runs[1], first_seed + i, &t);
    print_message("%lu programs: %lu runs, %lu traps, %lu programs refused\n", program_count, t.ran,
                  t.trapped, t.refused);
    assert_true(t.ran > program_count / 2);
    assert_true(t.trapped * 20 > program_count);
    assert_true(t.refused * 2 < program_count);
    for (unsigned i = 0; i < 2; i++)
        rg_device_close(runs[i].device);
    free(runs);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--show") == 0) {
        static generator g;
        program(&g, strtoull(argv[2], NULL, 10));
        fputs(g.text, stdout);
        return 0;
    }
    if (argc > 1)
        program_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(loops_mean_the_same_as_streams)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
