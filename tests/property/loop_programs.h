/* loop_programs.h: random programs of loops over arrays, of many forms: affine indices, strides
 * that are variables, recurrences, conditions, ancillas, and vectors that each iteration has. T!
 * and U! are changed, A and B are read; T! and A are matrices, U! and B vectors; s! is a scalar. */
#ifndef RG_LOOP_PROGRAMS_H
#define RG_LOOP_PROGRAMS_H

#include "layer_programs.h"

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

#endif
