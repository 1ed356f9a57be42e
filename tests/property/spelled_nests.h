/* spelled_nests.h: random affine nests: one update for each integer point of a domain. Which loops
 * and conditions run through the domain is a matter of spelling (nest_text.h). */
#ifndef RG_SPELLED_NESTS_H
#define RG_SPELLED_NESTS_H

#include <string.h>

#include "program_text.h"

enum { DEPTH = 4, MOST_ROWS = 8, SPELLED_ARRAYS = 6, LONGER = 24 };
/* What forms are sums of: the iterators, the size n, the length b of a window, and 1. */
enum { N = DEPTH, B, ONE, TERMS };

typedef struct {
    int k[TERMS];
} form;

/* An access of an array: its subscripts; the second one is unused for vectors. */
typedef struct {
    unsigned array;
    form subscript[2];
} spelled_access;

static const struct {
    const char *name;
    unsigned rank;
} spelled_arrays[SPELLED_ARRAYS] = {{"y!", 1}, {"C!", 2}, {"A", 2}, {"B", 2}, {"x", 1}, {"w", 1}};

/* access[0] += access[1] * access[2], or -=; without access[2] a copy. An iterator v goes from 1 to
 * n, to b where it is a window, or to its count where that is not 0, by its stride; each row is at
 * least 0. */
typedef struct {
    unsigned depth, accesses, rows, size, length; /* n and b */
    spelled_access access[3];
    int count[DEPTH], stride[DEPTH];
    form row[MOST_ROWS];
    bool is_window[DEPTH], negative;
    unsigned sides[DEPTH]; /* where not 0, the iterator goes to so many times b, plus 1 */
} spelled_nest;

static inline form iterator_form(unsigned v, int shift)
{
    form f = {{0}};

    f.k[v] = 1;
    f.k[ONE] = shift;
    return f;
}

static inline form form_sum(form a, form b, int factor)
{
    for (unsigned t = 0; t < TERMS; t++)
        a.k[t] += factor * b.k[t];
    return a;
}

static inline int form_value(const form *f, const int point[DEPTH], const spelled_nest *n)
{
    int sum = f->k[ONE] + f->k[N] * (int)n->size + f->k[B] * (int)n->length;

    for (unsigned v = 0; v < DEPTH; v++)
        sum += f->k[v] * point[v];
    return sum;
}

static inline void add_row(spelled_nest *n, form f)
{
    if (n->rows < MOST_ROWS)
        n->row[n->rows++] = f;
}

/* Subscripts other than an iterator by itself stay within 1 .. n by rows. */
static inline void keep_inside(spelled_nest *n, form subscript, bool low, bool high)
{
    form above = subscript, below = form_sum((form){{0}}, subscript, -1);

    above.k[ONE] -= 1;
    below.k[N] += 1;
    if (low)
        add_row(n, above);
    if (high)
        add_row(n, below);
}

enum {
    PRODUCT,
    TRANSPOSED,
    SUM,
    OUTER,
    COPY,
    MATRICES,
    WINDOW,
    STENCIL,
    ELEMENTS,
    SHIFTED,
    KERNELS
};

static inline void set_access(spelled_nest *n, unsigned at, unsigned array, form a, form b)
{
    n->access[at] = (spelled_access){array, {a, b}};
    n->accesses = at + 1 > n->accesses ? at + 1 : n->accesses;
}

static inline void random_kernel(generator *g, spelled_nest *n)
{
    const form i = iterator_form(0, 0), j = iterator_form(1, 0), k = iterator_form(2, 0);
    const int d = (int)pick(g, 3) - 1, e = (int)pick(g, 3) - 1;
    form f;

    n->depth = 2;
    switch (pick(g, KERNELS)) {
    case PRODUCT:
        set_access(n, 0, 0, i, i);
        set_access(n, 1, 2, i, j);
        set_access(n, 2, 4, j, j);
        break;
    case TRANSPOSED:
        set_access(n, 0, 0, j, j);
        set_access(n, 1, 2, i, j);
        set_access(n, 2, 4, i, i);
        break;
    case SUM:
        set_access(n, 0, 0, i, i);
        set_access(n, 1, 4, j, j);
        break;
    case OUTER:
        set_access(n, 0, 1, i, j);
        set_access(n, 1, 4, i, i);
        set_access(n, 2, 5, j, j);
        break;
    case COPY:
        set_access(n, 0, 1, i, j);
        set_access(n, 1, 2, j, i);
        break;
    case MATRICES:
        n->depth = 3;
        set_access(n, 0, 1, i, j);
        set_access(n, 1, 2, i, k);
        set_access(n, 2, 3, k, j);
        break;
    case WINDOW:
        n->count[1] = 3 + (int)pick(g, 2);
        f = form_sum(iterator_form(0, -1), j, 1);
        set_access(n, 0, 0, i, i);
        set_access(n, 1, 4, f, f);
        set_access(n, 2, 5, j, j);
        keep_inside(n, f, false, true);
        break;
    case STENCIL:
        set_access(n, 0, 1, i, j);
        set_access(n, 1, 2, iterator_form(0, d), iterator_form(1, e));
        keep_inside(n, n->access[1].subscript[0], d<0, d> 0);
        keep_inside(n, n->access[1].subscript[1], e<0, e> 0);
        break;
    case ELEMENTS:
        n->depth = 1;
        set_access(n, 0, 0, i, i);
        set_access(n, 1, 4, i, i);
        set_access(n, 2, 5, i, i);
        break;
    default:
        n->depth = 1;
        set_access(n, 0, 0, i, i);
        set_access(n, 1, 4, iterator_form(0, d), i);
        keep_inside(n, n->access[1].subscript[0], d<0, d> 0);
    }
}

/* A triangle, a band, a corner, or a bound of one iterator. */
static inline void random_rows(generator *g, spelled_nest *n)
{
    const unsigned a = pick(g, n->depth), b = (a + 1) % n->depth;
    const form distance = form_sum(iterator_form(a, 0), iterator_form(b, 0), -1);
    form f = {{0}};

    switch (pick(g, n->depth > 1 ? 7 : 3)) {
    case 0: break;
    case 1:
        f.k[a] = 1;
        f.k[ONE] = -2 - (int)pick(g, 3);
        add_row(n, f);
        break;
    case 2:
        f.k[a] = -1;
        f.k[N] = 1;
        f.k[ONE] = -1 - (int)pick(g, 3);
        add_row(n, f);
        break;
    case 3:
    case 4:
        f = distance;
        f.k[ONE] = (int)pick(g, 3) - 1;
        add_row(n, f);
        break;
    case 5:
        f.k[ONE] = 1 + (int)pick(g, 3);
        add_row(n, form_sum(f, distance, 1));
        add_row(n, form_sum(f, distance, -1));
        break;
    default:
        f.k[a] = f.k[b] = -1;
        f.k[N] = 1;
        f.k[ONE] = (int)pick(g, 4);
        add_row(n, f);
    }
}

/* The window of a filter along a vector has a length that only the call knows. Where there is no
 * filter to be read it may be longer than the vector. */
static inline void let_length_vary(generator *g, spelled_nest *n)
{
    n->length = (unsigned)n->count[1];
    n->is_window[1] = true;
    n->count[1] = 0;
    if (n->accesses == 2 && pick(g, 2) == 0) {
        n->length += LONGER;
        n->rows = 0;
        keep_inside(n, n->access[1].subscript[0], true, true);
    }
}

/* A filter whose window reaches beyond the edges, where nothing is added, along a vector or over a
 * matrix. The filter itself may be left out. */
static inline void random_filter(generator *g, spelled_nest *n)
{
    const unsigned axes = 1 + pick(g, 2);
    const form p = iterator_form(axes, 0), q = iterator_form(2 * axes - 1, 0);
    form f[2];

    n->depth = 2 * axes;
    for (unsigned v = 0; v < axes; v++) {
        const int count = 2 + (int)pick(g, 3), before = 1 + (int)pick(g, (unsigned)count);
        n->count[axes + v] = count;
        f[v] = form_sum(iterator_form(v, -before), iterator_form(axes + v, 0), 1);
        keep_inside(n, f[v], before > 1, before < count);
    }
    set_access(n, 0, axes == 1 ? 0 : 1, iterator_form(0, 0), iterator_form(1, 0));
    set_access(n, 1, axes == 1 ? 4 : 2, f[0], f[axes - 1]);
    if (pick(g, 4) != 0)
        set_access(n, 2, axes == 1 ? 5 : 3, p, q);
    if (axes == 1 && pick(g, 2) == 0)
        let_length_vary(g, n);
}

/* What lies near the diagonal: j is at most b before i, and at most b, or not at all, behind it,
 * where only the call knows b. Seeds from REACHES on are such nests. */
#define REACHES (UINT64_C(1) << 32)

static inline void random_reach(generator *g, spelled_nest *n, bool by_taps)
{
    const unsigned target = pick(g, 4) == 0, sides = 1 + (pick(g, 3) != 0);
    const form i = iterator_form(target, 0), other = iterator_form(!target, 0);
    form reach = {{0}}, taps = {{0}}, j = other, tap;

    n->depth = 2;
    n->size = 24;
    n->length = 1 + pick(g, 8);
    reach.k[B] = reach.k[ONE] = 1; /* from the first tap on to the middle one */
    taps.k[B] = (int)sides;
    taps.k[ONE] = 1;
    if (by_taps) {
        j = form_sum(form_sum(i, other, 1), reach, -1);
        keep_inside(n, j, true, sides == 2);
        n->sides[!target] = sides;
    }
    tap = form_sum(form_sum(j, i, -1), reach, 1);
    if (!by_taps) {
        add_row(n, form_sum(tap, (form){.k = {[ONE] = 1}}, -1));
        add_row(n, form_sum(taps, tap, -1));
    }
    set_access(n, 0, 0, i, i);
    switch (pick(g, 5)) {
    case 0: set_access(n, 1, 4, j, j); break;
    case 1:
        set_access(n, 1, 4, j, j);
        set_access(n, 2, 5, i, i);
        break;
    case 2:
        set_access(n, 1, 4, j, j);
        set_access(n, 2, 5, tap, tap);
        break;
    case 3:
        set_access(n, 1, 2, i, j);
        set_access(n, 2, 4, j, j);
        break;
    default: set_access(n, 1, 2, j, i); set_access(n, 2, 4, j, j);
    }
    n->negative = pick(g, 3) == 0;
    for (unsigned v = 0; v < DEPTH; v++)
        n->stride[v] = 1;
}

static inline void draw_nest(generator *g, spelled_nest *n, bool filter)
{
    memset(n, 0, sizeof *n);
    n->length = 1;
    if (filter) {
        random_filter(g, n);
    } else {
        random_kernel(g, n);
        random_rows(g, n);
        if (pick(g, 4) == 0)
            random_rows(g, n);
    }
    for (unsigned v = 0; v < DEPTH; v++)
        n->stride[v] = !filter && n->count[v] == 0 && pick(g, 8) == 0 ? 2 + (int)pick(g, 2) : 1;
    n->negative = pick(g, 3) == 0;
    n->size = n->depth > 2 ? 10 : n->depth == 2 ? 24 : 200;
}

/* The last value of an iterator, for loops over all points of the box; 1 where there is no such
 * iterator. */
static inline int last_of(const spelled_nest *n, unsigned v)
{
    return v >= n->depth     ? 1
           : n->count[v]     ? n->count[v]
           : n->sides[v]     ? (int)(n->sides[v] * n->length + 1)
           : n->is_window[v] ? (int)n->length
                             : (int)n->size;
}

static inline bool in_domain(const spelled_nest *n, const int point[DEPTH])
{
    for (unsigned r = 0; r < n->rows; r++)
        if (form_value(&n->row[r], point, n) < 0)
            return false;
    return true;
}

/* Does the domain have a good part of its box? Else nests would differ in how often they do
 * nothing. */
static inline bool is_filled(const spelled_nest *n)
{
    unsigned all = 0, inside = 0;
    int p[DEPTH];

    for (p[0] = 1; p[0] <= last_of(n, 0); p[0] += n->stride[0])
        for (p[1] = 1; p[1] <= last_of(n, 1); p[1] += n->stride[1])
            for (p[2] = 1; p[2] <= last_of(n, 2); p[2] += n->stride[2])
                for (p[3] = 1; p[3] <= last_of(n, 3); p[3] += n->stride[3]) {
                    all++;
                    inside += in_domain(n, p);
                }
    return inside * 8 >= all;
}

static inline void seed_nest(generator *g, uint64_t seed, spelled_nest *n)
{
    memset(g, 0, sizeof *g);
    memset(n, 0, sizeof *n);
    g->state = seed * 0x9e3779b97f4a7c15u + 1;
    for (unsigned i = 0; i < 8; i++)
        pick(g, 2);
}

/* *other: the same nest by other iterators, where there is one. */
static inline void random_nest(generator *g, uint64_t seed, spelled_nest *n, spelled_nest *other)
{
    seed_nest(g, seed, other);
    if (seed >= REACHES)
        random_reach(g, other, true);
    seed_nest(g, seed, n);
    if (seed >= REACHES) {
        random_reach(g, n, false);
        return;
    }
    do
        draw_nest(g, n, seed % 8 == 0);
    while (!is_filled(n));
    *other = *n;
}

#endif
