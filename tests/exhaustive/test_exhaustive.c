/* test_exhaustive.c: every operand pair of a machine with words of 8 bits, on the RTL, against the
 * C model and exact arithmetic.
 *
 *     test_exhaustive         some pairs, in seconds
 *     test_exhaustive full    every pair, value and gradient mode
 *
 * The short run takes one cotangent for a pair, and one pair in four, or in 127 of what takes many
 * clocks. The full run takes six cotangents, checked and wrapping sums. Of these it takes one each,
 * in rotation, in what takes many clocks.
 *
 * Each pair is stepped forward and back on the RTL, with function unit and step as they are in the
 * core. After each step registers, gradients, accumulator, traps and overflow counts must be those
 * of the C model. After the step back they must be those before. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "sim/fast/machine.h"
#include "tests/exhaustive/exact.h"
#include "tests/exhaustive/pair.h"

enum { D = 1, A = 2, B = 3, PC = 5, SHOWN = 4 };

typedef struct {
    pair *rtl;
    rg_machine *model;
    exact_format format;
    bool full;
    uint64_t steps, returned, trapped, exact, gradients;
    unsigned failures;
    unsigned long dropped;
} bench;

static int64_t least(const bench *b) { return -(INT64_C(1) << (b->format.xlen - 1)); }
static int64_t most(const bench *b) { return (INT64_C(1) << (b->format.xlen - 1)) - 1; }
static int64_t wrap(const bench *b, int64_t v)
{
    return (int64_t)((uint64_t)v << (64 - b->format.xlen)) >> (64 - b->format.xlen);
}

static void complain(bench *b, uint32_t word, const pair_state *s, const char *what, double got,
                     double want)
{
    if (b->failures++ >= SHOWN)
        return;
    printf("%s word %08x mode %u %s d=%lld a=%lld b=%lld gd=%lld ga=%lld gb=%lld w=%lld,%lld "
           "gw=%lld,%lld: %s is %.17g, not %.17g\n",
           rg_op_lookup(word >> 25)->mnemonic, word, s->mode, s->backward ? "backward" : "forward",
           (long long)s->d, (long long)s->a, (long long)s->b, (long long)s->gd, (long long)s->ga,
           (long long)s->gb, (long long)s->w[0], (long long)s->w[1], (long long)s->gw[0],
           (long long)s->gw[1], what, got, want);
}

/* ---- the same step on the C model ---- */

static void load_model(rg_machine *m, uint32_t word, const pair_state *s)
{
    rg_machine_load(m, PC, word);
    m->codewords = PC + 1;
    m->pc = PC;
    m->br = 0;
    m->backward = s->backward;
    m->mode = s->mode;
    m->r[D] = s->d, m->r[A] = s->a, m->r[B] = s->b;
    m->gr[D] = s->gd, m->gr[A] = s->ga, m->gr[B] = s->gb;
    memcpy(m->w, s->w, sizeof m->w);
    memcpy(m->gw, s->gw, sizeof m->gw);
    m->gradovf = m->valovf = 0;
    m->count.erased_grad = 0;
}

static bool same_state(const rg_machine *m, const pair_state *s)
{
    return m->r[D] == s->d && m->r[A] == s->a && m->r[B] == s->b && m->gr[D] == s->gd
           && m->gr[A] == s->ga && m->gr[B] == s->gb && memcmp(m->w, s->w, sizeof m->w) == 0
           && memcmp(m->gw, s->gw, sizeof m->gw) == 0;
}

/* One step on both; *s is the state afterwards. */
static pair_result step(bench *b, uint32_t word, pair_state *s)
{
    const pair_state before = *s;
    rg_machine *m = b->model;
    load_model(m, word, s);
    rg_step done = rg_machine_step(m);
    pair_result r = pair_step(b->rtl, word, s);
    unsigned trap = done == RG_STEP_TRAP ? m->trap : 0;
    int64_t direction = before.backward ? -1 : 1;
    b->steps++;
    b->trapped += r.trap != 0;
    if (r.trap != trap)
        complain(b, word, &before, "trap", r.trap, trap);
    else if (!same_state(m, s))
        complain(b, word, &before, "d", (double)s->d, (double)m->r[D]);
    else if (!r.trap
             && ((int64_t)m->gradovf != direction * r.gradient_overflows
                 || (int64_t)m->valovf != direction * r.value_overflows))
        complain(b, word, &before, "overflow count", r.gradient_overflows, (double)m->gradovf);
    else if (!r.trap && (m->count.erased_grad != 0) != r.billed)
        complain(b, word, &before, "bill", r.billed, (double)m->count.erased_grad);
    return r;
}

/* Forward and back: every word returns, and the overflow counts run down by what they ran up. */
static pair_result there_and_back(bench *b, uint32_t word, const pair_state *start)
{
    pair_state s = *start;
    pair_result out = step(b, word, &s);
    if (out.trap)
        return out;
    s.backward = !s.backward;
    pair_result back = step(b, word, &s);
    s.backward = start->backward;
    if (back.trap)
        complain(b, word, start, "trap on the way back", back.trap, 0);
    else if (out.billed || back.billed) { /* a dropped gradient is gone; on the way out also what it
                                             gave to A and B */
        b->dropped++;
        s.gd = start->gd;
        if (out.billed)
            s.ga = start->ga, s.gb = start->gb;
    }
    if (!back.trap && memcmp(&s, start, sizeof s) != 0)
        complain(b, word, start, "d after the way back", (double)s.d, (double)start->d);
    if (!back.trap && !out.billed && !back.billed
        && (back.gradient_overflows != out.gradient_overflows
            || back.value_overflows != out.value_overflows))
        complain(b, word, start, "overflow count on the way back", back.gradient_overflows,
                 out.gradient_overflows);
    b->returned++;
    return out;
}

/* ---- against exact arithmetic ---- */

static int64_t log_field(const bench *b, int64_t word)
{
    unsigned drop = 65 - b->format.xlen;
    return (int64_t)((uint64_t)word << drop) >> drop;
}

static void compare_value(bench *b, uint32_t word, const pair_state *s, const pair_result *r,
                          int64_t operand_b)
{
    exact_value e = exact_f(b->format, word >> 25, s->a, operand_b);
    double low = (double)least(b), high = (double)most(b),
           wanted = e.rounded ? (double)e.word : e.near;
    if (!e.known)
        return;
    b->exact++;
    if (e.trap) {
        if (r->trap != e.trap)
            complain(b, word, s, "trap instead of that of the domain", r->trap, e.trap);
        return;
    }
    if (e.log)
        low /= 2, high = (high - 1) / 2;
    if (r->trap == RG_TRAP_OVERFLOW) { /* of f itself: right where the rounded value is outside the
                                          format */
        if (r->f == 0 && wanted > low - 0.499 && wanted < high + 0.499)
            complain(b, word, s, "an overflow of what fits", r->trap, wanted);
        return;
    }
    if (r->trap)
        return;
    double got = e.log ? (double)log_field(b, r->f) : (double)r->f;
    if (e.log && (r->f < 0) != e.negative)
        complain(b, word, s, "sign", r->f < 0, e.negative);
    if (e.rounded ? got != wanted : fabs(got - wanted) > e.tolerance)
        complain(b, word, s, "f", got, wanted);
}

static void compare_gradient(bench *b, uint32_t word, const pair_state *s, const char *name,
                             int64_t got, const exact_value *e)
{
    if (!e->known)
        return;
    b->gradients++;
    double wanted = e->rounded ? (double)e->word : e->near;
    if (e->rounded ? got != (int64_t)e->word : fabs((double)got - wanted) > e->tolerance)
        complain(b, word, s, name, (double)got, wanted);
}

/* ---- the operations ---- */

static uint32_t encode(unsigned op, unsigned mode, bool two)
{
    uint32_t word = 0;
    rg_instruction in = {
        .op = (uint8_t)op, .mode = (uint8_t)mode, .d = D, .a = two ? A : 0, .b = B};
    if (!rg_encode(&in, 64, &word)) {
        printf("cannot encode opcode %u\n", op);
        exit(2);
    }
    return word;
}

static unsigned mode_for(const rg_op_info *info, uint64_t pick)
{
    static const unsigned modes[] = {RG_MODE_ADD, RG_MODE_SUB, RG_MODE_SET, RG_MODE_UNSET,
                                     RG_MODE_XOR};
    return modes[pick % (info->kind == RG_KIND_LOG ? 4 : 5)];
}

static int64_t cotangents(const bench *b, unsigned k)
{
    const int64_t list[] = {1, -1, most(b), least(b), INT64_C(1) << b->format.frac, -77};
    return list[k];
}

/* The pair forward and back in one mode of the machine, from a target that suits the update. */
static void try_pair(bench *b, const uint32_t *words, int64_t a, int64_t v, unsigned mode,
                     int64_t g, bool one)
{
    uint64_t pick = (uint64_t)(a * 37 + v * 11 + (int64_t)mode * 3 + g);
    uint32_t word = words[pick % 5];
    bool set = (word >> 22 & 7) == RG_MODE_SET, unset = (word >> 22 & 7) == RG_MODE_UNSET;
    pair_state s = {.d = wrap(b, (int64_t)(pick * 0x9e3779b97f4a7c15u >> 40)),
                    .a = a,
                    .b = v,
                    .gd = g,
                    .ga = wrap(b, a + 3),
                    .gb = wrap(b, v * 5),
                    .mode = mode};
    if (set)
        s.d = s.gd = 0;
    if (unset)
        s.backward = true, s.d = s.gd = 0; /* run back first, so that it writes f */
    s.gd = mode & RG_WITH_GRADIENT ? g : s.gd;
    pair_result r = there_and_back(b, word, &s);
    if (mode == 0)
        compare_value(b, word, &s, &r, v);
    if ((mode & RG_WITH_GRADIENT) && r.trap == 0 && (word >> 22 & 7) != RG_MODE_XOR
        && rg_op_lookup(word >> 25)->kind == RG_KIND_FIX) {
        exact_value da, db;
        exact_gradients(b->format, word >> 25, a, v, s.gd, &da, &db);
        if (r.gradient_overflows == 0) {
            if (!one)
                compare_gradient(b, word, &s, "da", r.da, &da);
            compare_gradient(b, word, &s, "db", r.db, &db);
        }
    }
}

static void try_operation(bench *b, unsigned op)
{
    const rg_op_info *info = rg_op_lookup(op);
    bool one = info->format == RG_FMT_U1;
    bool slow = rg_num_latency(&b->model->config.num, op, false) > 4;
    int64_t stride = b->full || one ? 1 : slow ? 127 : 4;
    unsigned count = b->full && !slow ? 6 : 1, failures = b->failures;
    uint32_t words[5];
    for (unsigned i = 0; i < 5; i++)
        words[i] = encode(op, mode_for(info, i), !one);
    for (int64_t a = one ? 0 : least(b); a <= (one ? 0 : most(b)); a++)
        for (int64_t v = least(b) + (stride > 1 ? (a * 3 & 255) % stride : 0); v <= most(b);
             v += stride) {
            try_pair(b, words, a, v, 0, 0, one);
            if ((b->full && !slow) || one)
                try_pair(b, words, a, v, 2, 0, one);
            for (unsigned k = 0; k < (one ? 6 : count); k++)
                try_pair(b, words, a, v, (k + (unsigned)slow * (unsigned)(a >> 1)) & 1 ? 3 : 1,
                         cotangents(b, (unsigned)((uint64_t)(a + v) + k) % 6), one);
        }
    if (b->failures != failures)
        printf("%s: %u differences\n", info->mnemonic, b->failures - failures);
}

/* Every target with every addend, in every update mode, both directions, three kinds, checked and
 * wrapping. */
static void try_updates(bench *b)
{
    static const unsigned ops[] = {RG_OP_MOV, RG_OP_FMOV, RG_OP_LMUL};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < (ops[i] == RG_OP_LMUL ? 4 : 5); k++) {
            uint32_t word = encode(ops[i], mode_for(rg_op_lookup(ops[i]), k), false);
            for (int64_t d = least(b); d <= most(b); d++)
                for (int64_t v = least(b); v <= most(b); v++)
                    for (unsigned how = b->full ? 0 : (unsigned)(d * 3 + v) & 7; how < 8;
                         how += b->full ? 1 : 8) {
                        pair_state s = {.d = d,
                                        .b = v,
                                        .gd = wrap(b, d * 3 + v),
                                        .gb = wrap(b, v * 7 - d),
                                        .backward = how & 1,
                                        .mode = (how & 2) | (how >> 2 & 1)};
                        there_and_back(b, word, &s);
                    }
        }
}

/* All gradients that can meet in one sum: g with gy through FADD, whose products are g itself. */
static void try_gradient_sums(bench *b)
{
    uint32_t word = encode(RG_OP_FADD, RG_MODE_ADD, true);
    for (int64_t g = least(b); g <= most(b); g++)
        for (int64_t h = least(b); h <= most(b); h++)
            for (unsigned back = 0; back < 2; back++) {
                pair_state s = {.d = 1,
                                .a = 2,
                                .b = -1,
                                .gd = g,
                                .ga = h,
                                .gb = wrap(b, -h),
                                .backward = back,
                                .mode = RG_WITH_GRADIENT};
                there_and_back(b, word, &s);
            }
}

/* Every W read and rounded; every product added to it. */
static void try_accumulator(bench *b)
{
    uint32_t out = 0, add = 0, sub = 0;
    rg_instruction read = {.op = RG_OP_WOUT, .mode = RG_MODE_ADD, .d = D},
                   mac = {.op = RG_OP_WMAC, .mode = RG_MODE_ADD, .a = A, .b = B};
    if (!rg_encode(&read, 64, &out) || !rg_encode(&mac, 64, &add)
        || (mac.mode = RG_MODE_SUB, !rg_encode(&mac, 64, &sub)))
        exit(2);
    for (int64_t high = least(b); high <= most(b); high++)
        for (int64_t low = least(b); low <= most(b); low++)
            for (unsigned mode = b->full ? 0 : (unsigned)(high + low) & 1; mode < 4;
                 mode += b->full ? 1 : 4) {
                pair_state s = {.d = 0,
                                .w = {low, high},
                                .gd = wrap(b, low + high),
                                .gw = {wrap(b, 3 * low), high},
                                .mode = mode};
                int64_t w = high * (most(b) + 1) * 2 + (low & (2 * most(b) + 1)),
                        half = (INT64_C(1) << b->format.frac) / 2;
                int64_t q = w >> b->format.frac, part = w - q * (INT64_C(1) << b->format.frac);
                q += part > half || (part != 0 && part == half && (q & 1));
                pair_result r = there_and_back(b, out, &s);
                if (mode == 0 && (r.trap ? q >= least(b) && q <= most(b) : r.f != q))
                    complain(b, out, &s, "W rounded", (double)r.f, (double)q);
            }
    for (int64_t a = least(b); a <= most(b); a++)
        for (int64_t v = least(b); v <= most(b); v++)
            for (unsigned mode = b->full ? 0 : (unsigned)(a + v) & 3; mode < 4;
                 mode += b->full ? 1 : 4) {
                pair_state s = {.a = a,
                                .b = v,
                                .w = {wrap(b, a * 5), wrap(b, v * 3 + a)},
                                .gw = {wrap(b, a - v), 1},
                                .ga = 9,
                                .gb = -9,
                                .mode = mode};
                there_and_back(b, (a ^ v) & 1 ? add : sub, &s);
            }
}

/* Rotations: every pair of words for every angle, or for some. */
static void try_rotations(bench *b)
{
    rg_instruction rot = {.op = RG_OP_ROT, .d = D, .a = A, .b = B},
                   had = {.op = RG_OP_HAD, .d = D, .a = A};
    uint32_t turn = 0, hadamard = 0;
    if (!rg_encode(&rot, 64, &turn) || !rg_encode(&had, 64, &hadamard))
        exit(2);
    int64_t stride = b->full ? 61 : 256, apart = b->full ? 1 : 16;
    for (int64_t d = least(b); d <= most(b);
         d++) /* its low bits pick the mode, the others where a begins */
        for (int64_t a = least(b) + (d - least(b)) / 4 % apart; a <= most(b); a += apart) {
            pair_state s = {.d = d,
                            .a = a,
                            .gd = wrap(b, a - 3 * d),
                            .ga = wrap(b, d * 7),
                            .gb = 11,
                            .mode = (unsigned)(d & 3)};
            there_and_back(b, hadamard, &s);
            for (s.b = least(b) + (d + a + 512) % stride; s.b <= most(b); s.b += stride)
                there_and_back(b, turn, &s);
        }
}

/* The generator on every word; multiply-divide on every value and factor, with divisors and banks
 * that vary. */
static void try_bijections(bench *b)
{
    rg_instruction rng = {.op = RG_OP_RNG, .mode = RG_MODE_ADD, .d = D},
                   scale = {.op = RG_OP_MULDIV, .d = D, .a = A, .b = B};
    static const unsigned modes[] = {RG_MODE_ADD, RG_MODE_SUB, RG_MODE_SET, RG_MODE_UNSET};
    uint32_t next = 0, words[4];
    for (unsigned i = 0; i < 4; i++)
        if (scale.mode = (uint8_t)modes[i],
            !rg_encode(&scale, 64, &words[i]) || !rg_encode(&rng, 64, &next))
            exit(2);
    int64_t stride = b->full ? 61 : 256, apart = b->full ? 1 : 8;
    for (int64_t d = least(b); d <= most(b); d++) {
        pair_state s = {.d = d, .backward = d & 1};
        there_and_back(b, next, &s);
        for (int64_t n = least(b) + (d - least(b)) % apart; n <= most(b); n += apart)
            for (int64_t by = least(b) + (d * 5 + n + 1024) % stride; by <= most(b); by += stride) {
                uint64_t mix = (uint64_t)(d * 40503 + n * 9973 + by * 7919)
                               * UINT64_C(0x9e3779b97f4a7c15);
                s = (pair_state){.d = d,
                                 .a = n,
                                 .b = by,
                                 .w = {wrap(b, (int64_t)(mix >> 32)),
                                       wrap(b, (int64_t)(mix >> 40)) >> (mix >> 60 & 7)},
                                 .gd = wrap(b, (int64_t)(mix >> 24)),
                                 .ga = 3,
                                 .gb = -3,
                                 .gw = {wrap(b, (int64_t)(mix >> 16)), 0},
                                 .backward = mix >> 50 & 1,
                                 .mode = (unsigned)(mix >> 52 & 3)};
                there_and_back(b, words[mix >> 54 & 3], &s);
            }
    }
}

static int report(const bench *b)
{
    printf("%u/%u: %llu steps on the RTL as on the C model, %llu there and back, %llu trapped; "
           "%llu values and %llu gradients against exact "
           "arithmetic: %s\n",
           b->format.xlen, b->format.frac, (unsigned long long)b->steps,
           (unsigned long long)b->returned, (unsigned long long)b->trapped,
           (unsigned long long)b->exact, (unsigned long long)b->gradients,
           b->failures ? "DIFFERENT" : "no difference");
    return b->failures != 0 || b->exact == 0 || b->gradients == 0;
}

int main(int argc, char **argv)
{
    bench b = {.rtl = pair_open(),
               .format = {pair_xlen(), pair_frac()},
               .full = argc > 1 && strcmp(argv[1], "full") == 0};
    const rg_machine_config config = {{b.format.xlen, b.format.frac}, 4, 4, {0}, 0, false};
    b.model = rg_machine_new(&config);
    if (!b.rtl || !b.model) {
        puts("no model of this configuration");
        return 2;
    }
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (info && (info->format == RG_FMT_U || info->format == RG_FMT_U1))
            try_operation(&b, op);
    }
    try_updates(&b);
    try_gradient_sums(&b);
    try_accumulator(&b);
    try_rotations(&b);
    try_bijections(&b);
    int status = report(&b);
    rg_machine_free(b.model);
    pair_close(b.rtl);
    exact_close();
    return status;
}
