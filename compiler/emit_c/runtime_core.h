/* ---- what a program in C shares with the machine: state, traps, words ---- */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef RG_XLEN
#define RG_XLEN 64 /* bits of a word */
#endif
#ifndef RG_FRAC
#define RG_FRAC 43 /* bits behind the point of a Fixed */
#endif
#ifndef RG_WORDS
#define RG_WORDS 65536 /* words of workspace, for the local arrays of a program */
#endif
#ifndef RG_DEPTH
#define RG_DEPTH 4096 /* calls within calls */
#endif

__extension__ typedef __int128 rg_wide;
__extension__ typedef unsigned __int128 rg_uwide;

/* An array: elements by columns. g and t are for gradients and tangents, NULL where none are asked
 * for. A stack has `rows` elements, and minus the room for them as `columns`. From three dimensions
 * on `inner` holds the extents of all but the first, and columns is their product. */
typedef struct {
    int64_t *v, *g, *t;
    int64_t rows, columns, inner[3];
} rg_array;

/* What a call leaves behind; start with `rg_state s = {0}`, end with rg_state_free(&s). The
 * workspace is allocated when a routine first has an array of its own. */
typedef struct {
    unsigned trap, file, line; /* of the last trap: cause, file by number, line */
    bool misfit;               /* a gradient or tangent did not fit in its word */
    /* From bit RG_FRAC on: a product of gradients did not fit. Of another type than words, so that
     * compilers keep it in a register while gradients are stored. */
    unsigned long long excess;
    int64_t w[2], gw[2], tw[2]; /* the accumulator, low word first; its gradient and tangent */
    int64_t *v, *g, *t;         /* workspace */
    size_t used;
    unsigned depth;
    void (*turned)(void *data); /* NULL, or called by a gradient when it turns: results stand */
    void (*out)(void *data, int64_t word); /* NULL, or takes what the program prints */
    void *data;
} rg_state;

/* Before a statement that is done for each k below count: by many threads, if the unit is compiled
 * with OpenMP. Give each k a state of its own:
 *     RG_BATCH(k, count) traps[k] = f(&states[k], &out[k], &x[k]); */
#ifdef _OPENMP
#define RG_THREADS _Pragma("omp parallel for")
#else
#define RG_THREADS
#endif
#define RG_BATCH(k, count) RG_THREADS for (size_t k = 0; k < (size_t)(count); k++)

static inline void rg_state_free(rg_state *rg)
{
    free(rg->v);
    free(rg->g);
    free(rg->t);
    rg->v = rg->g = rg->t = NULL;
}

static inline double rg_number(int64_t word)
{
    return (double)word / (double)(INT64_C(1) << RG_FRAC);
}
/* Rounded to the nearest; the caller sees to it that x is in range. */
static inline int64_t rg_word(double x)
{
    double scaled = x * (double)(INT64_C(1) << RG_FRAC);
    int64_t low = (int64_t)scaled;
    double rest = scaled - (double)low;
    low -= rest < 0;
    rest += rest < 0 ? 1 : 0;
    return low + (rest > 0.5 || (rest == 0.5 && (low & 1)));
}

static inline unsigned rg_stop(rg_state *rg, unsigned trap, unsigned at)
{
    rg->trap = trap;
    rg->file = at >> 24;
    rg->line = at & 0xffffff;
    return trap;
}

/* What undoes reads less than it writes, and some tangents go nowhere. */
#define RG_UNUSED __attribute__((unused))
/* Line l of file number f. */
#define RG_IN(f, l) ((unsigned)(f) << 24 | (l))
/* Where something traps, the line is put down, and what was done is undone from `label` on. */
#define RG_TRY(call, at, label)                                                                    \
    do {                                                                                           \
        const unsigned rg_cause = (call);                                                          \
        if (__builtin_expect(rg_cause != 0, 0)) {                                                  \
            rg_stop(rg, rg_cause, at);                                                             \
            goto label;                                                                            \
        }                                                                                          \
    } while (0)
#define RG_REQUIRE(condition, cause, at, label)                                                    \
    do {                                                                                           \
        if (__builtin_expect(!(condition), 0)) {                                                   \
            rg_stop(rg, cause, at);                                                                \
            goto label;                                                                            \
        }                                                                                          \
    } while (0)
#define RG_BOUNDS(index, extent, at, label)                                                        \
    RG_REQUIRE((uint64_t)(index)-1 < (uint64_t)(extent), RG_TRAP_BOUNDS, at, label)
/* In an inverse an assertion stands behind what rests on it; broken: its line, or 0. */
#define RG_PROMISED(index, extent, broken, at, label)                                              \
    RG_REQUIRE((uint64_t)(index)-1 < (uint64_t)(extent),                                           \
               (broken) ? RG_TRAP_ASSERT : RG_TRAP_BOUNDS, (broken) ? (broken) : (at), label)
/* What a gradient returns when one of its sums or products did not fit. */
enum { RG_MISFIT = 100 };
/* A routine that was called has put its own trap down. */
#define RG_CALL(call, label)                                                                       \
    do {                                                                                           \
        if (__builtin_expect((call) != 0, 0))                                                      \
            goto label;                                                                            \
    } while (0)

/* ---- words ---- */

static inline int64_t rg_wrap(uint64_t x)
{
#if RG_XLEN == 64
    return (int64_t)x;
#else
    return (int64_t)(x << (64 - RG_XLEN)) >> (64 - RG_XLEN);
#endif
}
/* a + b or a - b in n bits; true when that is not exact */
static inline bool rg_sum(int64_t a, int64_t b, bool minus, unsigned n, int64_t *out)
{
    int64_t exact;
    bool carry = minus ? __builtin_sub_overflow(a, b, &exact)
                       : __builtin_add_overflow(a, b, &exact);
    *out = n == 64 ? exact : (int64_t)((uint64_t)exact << (64 - n)) >> (64 - n);
    return carry || *out != exact;
}

/* Integers wrap. */
static inline int64_t rg_add(int64_t a, int64_t b) { return rg_wrap((uint64_t)a + (uint64_t)b); }
static inline int64_t rg_sub(int64_t a, int64_t b) { return rg_wrap((uint64_t)a - (uint64_t)b); }
static inline int64_t rg_mul(int64_t a, int64_t b) { return rg_wrap((uint64_t)a * (uint64_t)b); }
static inline int64_t rg_neg(int64_t a) { return rg_wrap(0 - (uint64_t)a); }
static inline int64_t rg_sign(int64_t b) { return (b > 0) - (b < 0); }
static inline int64_t rg_min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t rg_max(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t rg_abs(int64_t b) { return b < 0 ? rg_neg(b) : b; }
static inline uint64_t rg_bits(int64_t a) { return (uint64_t)a & (UINT64_MAX >> (64 - RG_XLEN)); }
static inline bool rg_is_distance(int64_t b) { return b >= 0 && b < RG_XLEN; }
static inline int64_t rg_shl(int64_t a, int64_t b)
{
    return rg_is_distance(b) ? rg_wrap(rg_bits(a) << b) : 0;
}
static inline int64_t rg_shr(int64_t a, int64_t b)
{
    return rg_is_distance(b) ? rg_wrap(rg_bits(a) >> b) : 0;
}
static inline int64_t rg_sar(int64_t a, int64_t b) { return a >> (rg_is_distance(b) ? b : 63); }
static inline int64_t rg_popc(int64_t b) { return __builtin_popcountll(rg_bits(b)); }
static inline int64_t rg_rol(int64_t a, int64_t by)
{
    const unsigned n = (unsigned)((uint64_t)by & (RG_XLEN - 1));
    return n ? rg_wrap(rg_bits(a) << n | rg_bits(a) >> (RG_XLEN - n)) : a;
}
static inline int64_t rg_ror(int64_t a, int64_t by)
{
    return rg_rol(a, (RG_XLEN - (by & (RG_XLEN - 1))) & (RG_XLEN - 1));
}
static inline unsigned rg_div(int64_t a, int64_t b, int64_t *f)
{
    if (b == 0)
        return RG_TRAP_DIVZERO;
    *f = b == -1 ? rg_neg(a) : a / b;
    return 0;
}
static inline unsigned rg_rem(int64_t a, int64_t b, int64_t *f)
{
    if (b == 0)
        return RG_TRAP_DIVZERO;
    *f = b == -1 ? 0 : a % b;
    return 0;
}
static inline unsigned rg_mod(int64_t a, int64_t b, int64_t *f)
{
    const unsigned trap = rg_rem(a, b, f);
    if (trap == 0 && *f != 0 && (*f < 0) != (b < 0))
        *f += b;
    return trap;
}
static inline unsigned rg_fld(int64_t a, int64_t b, int64_t *f)
{
    int64_t rest = 0;
    const unsigned trap = rg_rem(a, b, &rest);
    if (trap)
        return trap;
    *f = rg_wrap((b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b))
                 - (rest != 0 && (rest < 0) != (b < 0)));
    return 0;
}

/* The generator of random numbers (Knuth, MMIX), and the step back. */
static inline int64_t rg_random(int64_t y)
{
    return rg_wrap((uint64_t)y * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407));
}
static inline int64_t rg_random_back(int64_t y)
{
    return rg_wrap(((uint64_t)y - UINT64_C(1442695040888963407)) * UINT64_C(0xc097ef87329e28a5));
}

/* A Fixed as an integer. */
static inline uint64_t rg_part(int64_t b) { return (uint64_t)b & (((uint64_t)1 << RG_FRAC) - 1); }
static inline int64_t rg_floor(int64_t b) { return b >> RG_FRAC; }
static inline int64_t rg_ceil(int64_t b) { return (b >> RG_FRAC) + (rg_part(b) != 0); }
static inline int64_t rg_trunc(int64_t b) { return (b >> RG_FRAC) + (rg_part(b) != 0 && b < 0); }
static inline int64_t rg_round(int64_t b)
{
    const uint64_t half = ((uint64_t)1 << RG_FRAC) >> 1;
    const int64_t q = b >> RG_FRAC;
    return q + (rg_part(b) > half || (rg_part(b) != 0 && rg_part(b) == half && (q & 1)));
}
static inline unsigned rg_itof(int64_t b, int64_t *f)
{
    *f = rg_wrap((uint64_t)b << RG_FRAC);
    return *f >> RG_FRAC != b ? RG_TRAP_OVERFLOW : 0;
}

/* ---- Fixed: results, or why there is none ---- */

/* Such a branch is almost never taken: it is a jump, and not a conditional move. */
#define RG_RARE(condition) __builtin_expect_with_probability((condition), 0, 1.0)

/* round(a b / 2^FRAC), ties to even. From bit FRAC on the result is 0 if it fits. What is rounded
 * half up is odd only where it should have been rounded down. */
static inline uint64_t rg_excess(int64_t a, int64_t b, int64_t *f)
{
    const uint64_t half = (uint64_t)1 << (RG_FRAC - 1);
#if RG_XLEN == 64
    const rg_wide sum = (rg_wide)a * b + half;
    *f = (int64_t)(sum >> RG_FRAC);
    const uint64_t excess = (uint64_t)(sum >> 64) + half;
#else
    const int64_t sum = a * b + (int64_t)half, quotient = sum >> RG_FRAC;
    *f = rg_wrap((uint64_t)quotient);
    const uint64_t excess = (uint64_t)(*f != quotient) << RG_FRAC;
#endif
    if (RG_RARE(((uint64_t)sum & (2 * half - 1)) == 0))
        *f &= -2;
    return excess;
}
/* True when it does not fit. */
static inline bool rg_product(int64_t a, int64_t b, int64_t *f)
{
    return rg_excess(a, b, f) >> RG_FRAC != 0;
}
/* What is known to fit. */
static inline int64_t rg_product_of(int64_t a, int64_t b)
{
    int64_t f;
    (void)rg_product(a, b, &f);
    return f;
}
static inline unsigned rg_fmul(int64_t a, int64_t b, int64_t *f)
{
    return rg_product(a, b, f) ? RG_TRAP_OVERFLOW : 0;
}
static inline unsigned rg_fadd(int64_t a, int64_t b, int64_t *f)
{
    return rg_sum(a, b, false, RG_XLEN, f) ? RG_TRAP_OVERFLOW : 0;
}
static inline unsigned rg_fsub(int64_t a, int64_t b, int64_t *f)
{
    return rg_sum(a, b, true, RG_XLEN, f) ? RG_TRAP_OVERFLOW : 0;
}
static inline unsigned rg_fabs(int64_t b, int64_t *f)
{
    *f = b < 0 ? rg_neg(b) : b;
    return *f < 0 ? RG_TRAP_OVERFLOW : 0;
}
/* Updates of a Fixed that is then *y. */
static inline unsigned rg_plus(int64_t *y, int64_t f)
{
    int64_t sum;
    if (rg_sum(*y, f, false, RG_XLEN, &sum))
        return RG_TRAP_OVERFLOW;
    *y = sum;
    return 0;
}
static inline unsigned rg_minus(int64_t *y, int64_t f)
{
    int64_t sum;
    if (rg_sum(*y, f, true, RG_XLEN, &sum))
        return RG_TRAP_OVERFLOW;
    *y = sum;
    return 0;
}
/* Updates of a Log: the fields add, the signs cancel. */
static inline bool rg_log_sum(int64_t a, int64_t b, bool minus, int64_t *out)
{
    const uint64_t top = (uint64_t)1 << (RG_XLEN - 1);
    const uint64_t sign = ((uint64_t)a ^ (uint64_t)b) & top;
    int64_t field;
    const bool over = rg_sum((int64_t)((uint64_t)a << (65 - RG_XLEN)) >> (65 - RG_XLEN),
                             (int64_t)((uint64_t)b << (65 - RG_XLEN)) >> (65 - RG_XLEN), minus,
                             RG_XLEN - 1, &field);
    *out = rg_wrap(((uint64_t)field & (top - 1)) | sign);
    return over;
}
static inline unsigned rg_times(int64_t *y, int64_t f)
{
    int64_t product;
    if (rg_log_sum(*y, f, false, &product))
        return RG_TRAP_OVERFLOW;
    *y = product;
    return 0;
}
static inline unsigned rg_over(int64_t *y, int64_t f)
{
    int64_t quotient;
    if (rg_log_sum(*y, f, true, &quotient))
        return RG_TRAP_OVERFLOW;
    *y = quotient;
    return 0;
}
/* Freeing x, which must be e. */
static inline unsigned rg_same(int64_t x, int64_t e) { return x == e ? 0 : RG_TRAP_DIRTY; }
/* The upper half of a bank of one word: what is in it did not fit. */
static inline unsigned rg_same_bank(int64_t x, int64_t e) { return x == e ? 0 : RG_TRAP_OVERFLOW; }
static inline unsigned rg_same_fixed(int64_t x, int64_t e)
{
    int64_t rest;
    return x == e ? 0 : rg_sum(x, e, true, RG_XLEN, &rest) ? RG_TRAP_OVERFLOW : RG_TRAP_DIRTY;
}
static inline unsigned rg_same_log(int64_t x, int64_t e)
{
    int64_t rest;
    return x == e ? 0 : rg_log_sum(x, e, true, &rest) ? RG_TRAP_OVERFLOW : RG_TRAP_DIRTY;
}
static inline void rg_swap(int64_t *x, int64_t *y)
{
    const int64_t word = *x;
    *x = *y;
    *y = word;
}

/* ---- gradients and tangents: sums wrap, and rg->misfit tells that one did ---- */

static inline void rg_gadd(rg_state *rg, int64_t *g, int64_t d)
{
    if (__builtin_expect(rg_sum(*g, d, false, RG_XLEN, g), 0))
        rg->misfit = true;
}
static inline void rg_gsub(rg_state *rg, int64_t *g, int64_t d)
{
    if (__builtin_expect(rg_sum(*g, d, true, RG_XLEN, g), 0))
        rg->misfit = true;
}
/* round(g p), p a partial derivative. What does not fit is gathered: that takes fewer instructions
 * than to branch. */
static inline int64_t rg_gmul(rg_state *rg, int64_t g, int64_t p)
{
    int64_t d;
    rg->excess |= rg_excess(g, p, &d);
    return d;
}
static inline void rg_fit_so_far(rg_state *rg)
{
    rg->misfit = false;
    rg->excess = 0;
}
static inline unsigned rg_fits(rg_state *rg)
{
    rg->misfit = rg->misfit || rg->excess >> RG_FRAC != 0;
    return rg->misfit ? RG_MISFIT : 0;
}
static inline int64_t rg_gneg(rg_state *rg, int64_t g)
{
    const int64_t d = rg_neg(g);
    if (__builtin_expect(g < 0 && d == g, 0))
        rg->misfit = true;
    return d;
}

/* ---- loops ---- */

/* Iterations of first : step : last; step is not 0. */
static inline uint64_t rg_trips(int64_t first, int64_t step, int64_t last)
{
    int64_t steps = 0;
    (void)rg_fld(rg_sub(last, first), step, &steps);
    steps = rg_add(steps, 1);
    return steps < 0 ? 0 : (uint64_t)steps;
}
static inline int64_t rg_final(int64_t first, int64_t step, int64_t last)
{
    return rg_add(first, rg_mul(step, (int64_t)rg_trips(first, step, last) - 1));
}

/* ---- local arrays ---- */

enum { RG_PLAIN, RG_GRADIENTS, RG_TANGENTS }; /* what goes with values */

static inline bool rg_plane(int64_t **plane)
{
    if (!*plane)
        *plane = calloc(RG_WORDS, sizeof **plane);
    return *plane != NULL;
}
/* Zeros, from the end of what is in use. */
static inline unsigned rg_take(rg_state *rg, rg_array *a, int64_t rows, int64_t columns, int with)
{
    const int64_t room = RG_WORDS - (int64_t)rg->used;
    if (rows < 0 || columns < 0)
        return RG_TRAP_ASSERT;
    if (rows > room || columns > room || (rows && columns > room / rows))
        return RG_TRAP_ADDRESS;
    if (!rg_plane(&rg->v) || (with == RG_GRADIENTS && !rg_plane(&rg->g))
        || (with == RG_TANGENTS && !rg_plane(&rg->t)))
        return RG_TRAP_ADDRESS;
    *a = (rg_array){rg->v + rg->used,
                    with == RG_GRADIENTS ? rg->g + rg->used : NULL,
                    with == RG_TANGENTS ? rg->t + rg->used : NULL,
                    rows,
                    columns,
                    {0}};
    rg->used += (size_t)(rows * columns);
    return 0;
}
static inline bool rg_is_zero(const int64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (words[i])
            return false;
    return true;
}
/* The last one taken is given back; it must be zero. */
static inline unsigned rg_give(rg_state *rg, rg_array *a, int64_t rows, int64_t columns)
{
    const size_t count = (size_t)(a->rows * a->columns);
    if (a->rows != rows || a->columns != columns)
        return RG_TRAP_DIRTY;
    if (!rg_is_zero(a->v, count) || (a->t && !rg_is_zero(a->t, count)))
        return RG_TRAP_DIRTY;
    rg->used -= count;
    return 0;
}
/* The same of three or four dimensions. */
static inline unsigned rg_take_inner(rg_state *rg, rg_array *a, int64_t rows, int64_t second,
                                     int64_t third, int64_t fourth, int with)
{
    const int64_t inner[3] = {second, third, fourth};
    int64_t columns = 1;
    for (int i = 0; i < 3; i++) {
        if (inner[i] < 0)
            return RG_TRAP_ASSERT;
        if (inner[i] > RG_WORDS || columns * inner[i] > RG_WORDS)
            return RG_TRAP_ADDRESS;
        columns *= inner[i];
    }
    const unsigned trap = rg_take(rg, a, rows, columns, with);
    for (int i = 0; !trap && i < 3; i++)
        a->inner[i] = inner[i];
    return trap;
}
static inline unsigned rg_give_inner(rg_state *rg, rg_array *a, int64_t rows, int64_t second,
                                     int64_t third, int64_t fourth)
{
    if (a->inner[0] != second || a->inner[1] != third || a->inner[2] != fourth)
        return RG_TRAP_DIRTY;
    return rg_give(rg, a, rows, second * third * fourth);
}
/* The same where it is known to be zero: its gradients are dropped. */
static inline void rg_drop(rg_state *rg, rg_array *a)
{
    const size_t count = (size_t)(a->rows * a->columns);
    if (a->g)
        memset(a->g, 0, count * sizeof *a->g);
    rg->used -= count;
}
/* A stack with room for so many. */
static inline unsigned rg_take_stack(rg_state *rg, rg_array *a, int64_t room, int with)
{
    const unsigned trap = rg_take(rg, a, room, 1, with);
    if (trap == 0) {
        a->rows = 0;
        a->columns = -room;
    }
    return trap;
}
static inline unsigned rg_give_stack(rg_state *rg, rg_array *a, int64_t room)
{
    if (a->rows != 0 || a->columns != -room)
        return RG_TRAP_DIRTY;
    if (!rg_is_zero(a->v, (size_t)room))
        return RG_TRAP_DIRTY;
    rg->used -= (size_t)room;
    return 0;
}
static inline void rg_drop_stack(rg_state *rg, rg_array *a)
{
    if (a->g)
        memset(a->g, 0, (size_t)-a->columns * sizeof *a->g);
    rg->used -= (size_t)-a->columns;
}
static inline unsigned rg_push(rg_array *a, int64_t *x)
{
    if (a->rows + a->columns >= 0)
        return RG_TRAP_ASSERT;
    if (a->v[a->rows])
        return RG_TRAP_DIRTY;
    rg_swap(&a->v[a->rows++], x);
    return 0;
}
static inline unsigned rg_pop(rg_array *a, int64_t *x)
{
    if (a->rows < 1)
        return RG_TRAP_ASSERT;
    if (*x)
        return RG_TRAP_DIRTY;
    if (a->rows - 1 + a->columns >= 0) /* no stack, or more on it than there is room for */
        return RG_TRAP_ASSERT;
    rg_swap(&a->v[--a->rows], x);
    return 0;
}
