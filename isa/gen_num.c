/* gen_num.c: makes the tables of the function unit, for C and for Verilog, from functions.def and
 * num/rom.def. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MPFR_USE_INTMAX_T
#include <mpfr.h>

#include "isa/isa.h"
#include "isa/num/code.h"
#include "isa/schedule.h"

enum { CODE_LIMIT = 4096, ROM_LIMIT = 2048, PRECISION = 320 };

enum {
#define RG_ROM(name, words) ROM_##name, ROM_END_##name = ROM_##name + (words)-1,
#include "isa/num/rom.def"
#undef RG_ROM
    ROM_WORDS
};
_Static_assert(ROM_WORDS <= (int)ROM_LIMIT, "ROM addresses have eleven bits");

static const struct {
    const char *name, *reads, *writes;
} uops[] = {
#define RG_UOP_KIND(name, clocks, unit, reads, writes, text) {#name, reads, writes},
#include "isa/num/uops.def"
#undef RG_UOP_KIND
};

/* What functions.def is read into: functions and ends appear as rows of their own, and are folded
 * afterwards. */
enum { ROW_FN = 200, ROW_GRAD, ROW_APART, ROW_END };
enum { SECOND = RG_NUM_SECOND, GRADIENT = RG_NUM_GRADIENT, ENTRIES = RG_NUM_ENTRIES };
typedef struct {
    int op, d, a, b, c, shift, k;
} row;
enum { A, B, GY, Y, GA, F, DA, DB, INV, T0, T1, T2, T3, T4, T5, T6 };
#define DISTANCE(how, c) (RG_DIST_##how * 1024 + 512 + (c))
#define N(c) DISTANCE(N, c)
#define PF(c) DISTANCE(PF, c)
#define MF(c) DISTANCE(MF, c)
#define NEGF(c) DISTANCE(NEGF, c)
#define POSF(c) DISTANCE(POSF, c)
#define RG_FN(name) {ROW_FN, RG_OP_##name, 0, 0, 0, 0, 0},
#define RG_FNG(name) {ROW_FN, GRADIENT + RG_OP_##name, 0, 0, 0, 0, 0},
#define RG_FN2(name) {ROW_FN, SECOND + RG_OP_##name, 0, 0, 0, 0, 0},
#define GRAD {ROW_GRAD, 0, 0, 0, 0, 0, 0},
#define GRAD_APART {ROW_APART, 0, 0, 0, 0, 0, 0},
#define END {ROW_END, 0, 0, 0, 0, 0, 0},
#define RG_UOP(name, d, a, b, c, s, k) {RG_UOP_##name, d, a, b, c, s, k},
static const row rows[] = {
#include "isa/functions.def"
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

typedef struct {
    rg_uop code[CODE_LIMIT];
    unsigned count;
    uint16_t starts[ENTRIES];
    int64_t rom[ROM_LIMIT];
} tables;

/* What the operation of a row does to the result before it; RG_FIT_NONE if that is not all it does.
 */
static enum rg_num_fit fit_of(const row *r)
{
    return r->d != r->a           ? RG_FIT_NONE
           : r->op == RG_UOP_FIT  ? RG_FIT_VALUE
           : r->op == RG_UOP_FITW ? RG_FIT_WRAPPING
           : r->op == RG_UOP_GFIT ? RG_FIT_GRADIENT
                                  : RG_FIT_NONE;
}

/* Whether the multiplier has written that result just before, and not fitted it. */
static bool can_fit(const rg_uop *last, const row *r)
{
    return rg_schedule_multiplies(last->op) && strchr(uops[last->op].writes, 'd') && last->d == r->d
           && !strpbrk(uops[last->op].writes, "TG") && last->fit == RG_FIT_NONE;
}

/* The operation of a row behind the others, or in the same clock as the last of those from `first`
 * on; false without room. */
static bool append(tables *t, unsigned first, const row *r)
{
    if (t->count > first && fit_of(r) != RG_FIT_NONE && can_fit(&t->code[t->count - 1], r)) {
        t->code[t->count - 1].fit = (uint8_t)fit_of(r);
        return true;
    }
    if (t->count >= CODE_LIMIT)
        return false;
    t->code[t->count++] = (rg_uop){(uint8_t)r->op, (uint8_t)r->d, (uint8_t)r->a,
                                   (uint8_t)r->b,  (uint8_t)r->c, (uint8_t)(r->shift / 1024),
                                   RG_STOP_NONE,   RG_FIT_NONE,   (int16_t)(r->shift % 1024 - 512),
                                   (uint16_t)r->k, false};
    return true;
}

static bool ends(const row *r)
{
    return r->op == ROW_GRAD || r->op == ROW_APART || r->op == ROW_END;
}

/* A segment from row `from` to the next end, which becomes *end; it stops so. */
static bool segment(tables *t, unsigned from, unsigned *end, int stop)
{
    const unsigned first = t->count;
    for (*end = from; *end < ROW_COUNT && !ends(&rows[*end]); (*end)++)
        if (!append(t, first, &rows[*end]))
            return false;
    if (t->count == first || *end == ROW_COUNT)
        return false;
    t->code[t->count - 1].stop = (uint8_t)stop;
    return rg_schedule(&t->code[first], t->count - first);
}

/* From row `from` on, over the end of the value's operations, those of both. */
static bool whole(tables *t, unsigned from)
{
    const unsigned first = t->count;
    unsigned i = from;
    for (; rows[i].op != ROW_END; i++)
        if (!ends(&rows[i]) && !append(t, first, &rows[i]))
            return false;
    t->code[t->count - 1].stop = RG_STOP_ALWAYS;
    return rg_schedule(&t->code[first], t->count - first);
}

static void enter(tables *t, int op) { t->starts[op] = (uint16_t)(t->count + 1); }

/* The function that begins in row i, which becomes the row of its end. */
static bool function(tables *t, unsigned *i)
{
    const int op = rows[*i].d;
    const unsigned first = *i + 1;
    enter(t, op);
    if (!segment(t, first, i, RG_STOP_ALWAYS))
        return false;
    if (rows[*i].op == ROW_APART) {
        enter(t, GRADIENT + op);
        if (!whole(t, first))
            return false;
        while (rows[*i].op != ROW_END)
            ++*i;
    } else if (rows[*i].op == ROW_GRAD) {
        t->code[t->count - 1].stop = RG_STOP_VALUE;
        return segment(t, *i + 1, i, RG_STOP_ALWAYS);
    }
    return true;
}

/* The operation that the programs of the second partials begin with. */
static unsigned first_of_second(const tables *t)
{
    unsigned first = t->count;
    for (int i = SECOND; i < GRADIENT; i++)
        if (t->starts[i] && t->starts[i] - 1u < first)
            first = t->starts[i] - 1u;
    return first;
}

/* Whether they are behind all others: a machine without tangents ends where they begin. */
static bool second_is_last(const tables *t)
{
    for (int i = 0; i < ENTRIES; i++)
        if ((i < SECOND || i >= GRADIENT) && t->starts[i] > first_of_second(t)) {
            fputs(
                "num-gen: in isa/functions.def a program stands behind one of RG_FN2; move all of "
                "RG_FN2 to the end\n",
                stderr);
            return false;
        }
    return true;
}

static int assemble(tables *t)
{
    for (unsigned i = 0; i < ROW_COUNT; i++)
        if (rows[i].op != ROW_FN || !function(t, &i))
            return 1;
    t->starts[RG_OP_IROT] = t->starts[RG_OP_ROT];
    t->starts[RG_OP_IHAD] = t->starts[RG_OP_HAD];
    t->starts[GRADIENT + RG_OP_IROT] = t->starts[GRADIENT + RG_OP_ROT];
    t->starts[GRADIENT + RG_OP_IHAD] = t->starts[GRADIENT + RG_OP_HAD];
    return !second_is_last(t);
}

/* word = x 2^q, rounded; with rest, what the rounding dropped times 2^more. */
static int64_t word(mpfr_t x, int q)
{
    mpfr_t y;
    mpfr_init2(y, PRECISION);
    mpfr_mul_2si(y, x, q, MPFR_RNDN);
    int64_t w = (int64_t)mpfr_get_sj(y, MPFR_RNDN);
    mpfr_clear(y);
    return w;
}

static int64_t rest(mpfr_t x, int64_t high, int q, int more)
{
    mpfr_t y;
    mpfr_init2(y, PRECISION);
    mpfr_set_sj(y, high, MPFR_RNDN);
    mpfr_mul_2si(y, y, -q, MPFR_RNDN);
    mpfr_sub(y, x, y, MPFR_RNDN);
    int64_t w = word(y, more);
    mpfr_clear(y);
    return w;
}

/* 2^(-j/steps) in 64 words, and what each lacks: the logarithm of the quotient. */
static void fill_powers(int64_t *words, int64_t *lacks, unsigned steps)
{
    mpfr_t x, y;
    mpfr_inits2(PRECISION, x, y, (mpfr_ptr)0);
    for (int j = 0; j < 64; j++) {
        mpfr_set_si(x, -j, MPFR_RNDN);
        mpfr_div_ui(x, x, steps, MPFR_RNDN);
        mpfr_exp2(x, x, MPFR_RNDN);
        words[j] = word(x, 62);
        mpfr_set_sj(y, words[j], MPFR_RNDN);
        mpfr_mul_2si(y, y, -62, MPFR_RNDN);
        mpfr_div(x, x, y, MPFR_RNDN);
        mpfr_log(x, x, MPFR_RNDN);
        lacks[j] = word(x, 76);
    }
    mpfr_clears(x, y, (mpfr_ptr)0);
}

static void fill_exp_log(int64_t *rom, mpfr_t x)
{
    fill_powers(rom + ROM_EXPH, rom + ROM_EXPHD, 64);
    fill_powers(rom + ROM_EXPL, rom + ROM_EXPLD, 4096);
    for (int j = 0; j < 128; j++) {
        mpfr_set_si(x, 2 * 128 * 1024, MPFR_RNDN);
        mpfr_div_si(x, x, 2 * 128 + 2 * j + 1, MPFR_RNDN);
        int64_t c = j == 0 ? 1024 : j == 127 ? 512 : word(x, 0);
        rom[ROM_INV + j] = c;
        mpfr_set_sj(x, c, MPFR_RNDN);
        mpfr_log2(x, x, MPFR_RNDN);
        mpfr_si_sub(x, 10, x, MPFR_RNDN);
        rom[ROM_LOG2H + j] = word(x, 57);
        rom[ROM_LOG2L + j] = rest(x, rom[ROM_LOG2H + j], 57, 120);
    }
    for (int n = 0, f = 1; n < 8; f *= ++n) {
        mpfr_set_si(x, 1, MPFR_RNDN);
        mpfr_div_si(x, x, f, MPFR_RNDN);
        rom[ROM_E + n] = word(x, 62);
    }
    for (int n = 1; n < 10; n++) {
        mpfr_set_si(x, n % 2 ? 1 : -1, MPFR_RNDN);
        mpfr_div_si(x, x, n, MPFR_RNDN);
        rom[ROM_G + n] = word(x, 62);
    }
}

/* The logarithm to base 2, and x (1/3 + x^2/45 + 2 x^4/945 + x^6/4725 ..) */
static void fill_long_series(int64_t *rom, mpfr_t x, mpfr_t ln2)
{
    for (int n = 3; n < 12; n++) {
        mpfr_si_div(x, n % 2 ? 1 : -1, ln2, MPFR_RNDN);
        mpfr_div_si(x, x, n, MPFR_RNDN);
        rom[ROM_G2 + n] = word(x, 62);
    }
    static const struct {
        int over, under;
    } cotangent[] = {{1, 3}, {1, 45}, {2, 945}, {1, 4725}};
    for (int n = 0; n < 4; n++) {
        mpfr_set_si(x, cotangent[n].over, MPFR_RNDN);
        mpfr_div_si(x, x, cotangent[n].under, MPFR_RNDN);
        rom[ROM_COT + n] = word(x, 62);
    }
}

static void fill_trigonometric(int64_t *rom, mpfr_t x, mpfr_t pi)
{
    for (int j = 0; j < 128; j++) {
        mpfr_mul_si(x, pi, j, MPFR_RNDN);
        mpfr_div_ui(x, x, 64, MPFR_RNDN);
        mpfr_sin(x, x, MPFR_RNDN);
        rom[ROM_SIN + j] = word(x, 62);
        rom[ROM_SINL + j] = rest(x, rom[ROM_SIN + j], 62, 68);
    }
    for (int j = 0; j < 65; j++) {
        mpfr_set_si(x, j, MPFR_RNDN);
        mpfr_div_ui(x, x, 64, MPFR_RNDN);
        mpfr_atan(x, x, MPFR_RNDN);
        rom[ROM_ATAN + j] = word(x, 61);
    }
    for (int n = 1, f = 1; n < 9; f *= ++n) { /* sin: r - r^3/6 ..; cos - 1: -r^2/2 + r^4/24 .. */
        mpfr_set_si(x, n / 2 % 2 ? -1 : 1, MPFR_RNDN);
        mpfr_div_si(x, x, f, MPFR_RNDN);
        rom[ROM_S + n] = word(x, 62);
    }
    for (int n = 1; n < 8; n += 2) {
        mpfr_set_si(x, n / 2 % 2 ? -1 : 1, MPFR_RNDN);
        mpfr_div_si(x, x, n, MPFR_RNDN);
        rom[ROM_AT + n] = word(x, 62);
    }
}

_Static_assert(RG_RNG_MULTIPLIER *RG_RNG_INVERSE == 1, "the step back undoes the step");

static void fill_constants(int64_t *rom, mpfr_t x, mpfr_t pi, mpfr_t ln2)
{
    mpfr_si_div(x, -4096, ln2, MPFR_RNDN);
    rom[ROM_STEPS] = word(x, 50);
    mpfr_si_sub(x, 1, ln2, MPFR_RNDN);
    mpfr_div_ui(x, x, 4096, MPFR_RNDN);
    rom[ROM_STEPHI] = word(x, 76);
    rom[ROM_STEPLO] = rest(x, rom[ROM_STEPHI], 76, 139);
    rom[ROM_STEPS2] = -4096;
    rom[ROM_TOP] = INT64_MIN;
    rom[ROM_STEPMAX] = 180 * 4096;
    mpfr_div_ui(x, ln2, 64, MPFR_RNDN);
    rom[ROM_RMAX68] = word(x, 67) + (INT64_C(1) << 30);
    mpfr_ui_div(x, 64, pi, MPFR_RNDN);
    rom[ROM_C64PI] = word(x, 58);
    mpfr_div_ui(x, pi, 64, MPFR_RNDN);
    rom[ROM_PIHI] = word(x, 66);
    rom[ROM_PILO] = rest(x, rom[ROM_PIHI], 66, 129);
    rom[ROM_PMAX] = rom[ROM_PIHI] / 2 + (1 << 30);
    mpfr_ui_div(x, 1, ln2, MPFR_RNDN);
    rom[ROM_LOG2E] = word(x, 62);
    rom[ROM_LOG2EN] = -rom[ROM_LOG2E];
    rom[ROM_LOG2EL] = rest(x, rom[ROM_LOG2E], 62, 124);
    rom[ROM_LOG2E61] = word(x, 61);
    rom[ROM_LN2] = word(ln2, 63);
    rom[ROM_PI] = word(pi, 61);
    rom[ROM_PIO2] = word(pi, 60);
    mpfr_div_ui(x, pi, 8, MPFR_RNDN);
    mpfr_tan(x, x, MPFR_RNDN);
    rom[ROM_TANP8] = word(x, 62);
    mpfr_div_ui(x, pi, 4, MPFR_RNDN);
    mpfr_sin(x, x, MPFR_RNDN);
    rom[ROM_SINP4] = word(x, 62);
    rom[ROM_KMAX] = 180 * 64;
    rom[ROM_RNGMUL] = (int64_t)RG_RNG_MULTIPLIER;
    rom[ROM_MINUS] = -1;
    rom[ROM_RNGADD] = (int64_t)RG_RNG_INCREMENT;
    rom[ROM_RNGINV] = (int64_t)RG_RNG_INVERSE;
    rom[ROM_SHIFTS] = 127;
    rom[ROM_POLE] = 51;
}

static void fill_rom(int64_t *rom)
{
    mpfr_t x, pi, ln2;
    mpfr_inits2(PRECISION, x, pi, ln2, (mpfr_ptr)0);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_const_log2(ln2, MPFR_RNDN);
    fill_exp_log(rom, x);
    fill_long_series(rom, x, ln2);
    fill_trigonometric(rom, x, pi);
    fill_constants(rom, x, pi, ln2);
    mpfr_clears(x, pi, ln2, (mpfr_ptr)0);
    mpfr_free_cache();
}

static void print_c(const tables *t)
{
    puts("/* Generated from isa/functions.def and isa/num/rom.def; edit those. */");
    puts("const rg_uop rg_num_code[] = {");
    for (unsigned i = 0; i < t->count; i++) {
        const rg_uop *u = &t->code[i];
        printf("    {%u, %u, %u, %u, %u, %u, %u, %u, %d, %u, %d},\n", u->op, u->d, u->a, u->b, u->c,
               u->distance, u->stop, u->fit, u->shift, u->k, u->paired);
    }
    puts("};\nconst int64_t rg_num_rom[] = {");
    for (int i = 0; i < ROM_WORDS; i++)
        if (t->rom[i] == INT64_MIN) /* no literal of C */
            puts("    INT64_MIN,");
        else
            printf("    INT64_C(%lld),\n", (long long)t->rom[i]);
    puts("};\nconst uint16_t rg_num_starts[RG_NUM_ENTRIES] = {");
    for (int i = 0; i < ENTRIES; i++)
        if (t->starts[i])
            printf("    [%d] = %u,\n", i, t->starts[i]);
    puts("};");
}

/* An operation in the RTL: op 6, d a b c 4 each, distance 3, shift 9. One of the ALU that reads k
 * has it in place of b, c and distance, which it has no use for. */
enum { OPERATION_BITS = 34 };

static bool reads_entry(const rg_uop *u) { return strchr(uops[u->op].reads, 'k') != NULL; }

static unsigned long long pack(const rg_uop *u)
{
    unsigned long long w = u->op;
    w = w << 4 | u->d;
    w = w << 4 | u->a;
    if (reads_entry(u) && !rg_schedule_multiplies(u->op))
        return (w << 11 | u->k) << 9 | ((unsigned)u->shift & 511u);
    w = w << 4 | u->b;
    w = w << 4 | u->c;
    w = w << 3 | u->distance;
    return w << 9 | ((unsigned)u->shift & 511u);
}

/* The constant of an operation of the multiplier. */
static unsigned entry_of(const rg_uop *u)
{
    return reads_entry(u) && rg_schedule_multiplies(u->op) ? u->k : 0;
}

/* A word of rtl/alu/rg_fn_singles.v: stop 2, fit 2, k 11, whether it is one of the multiplier, and
 * the operation. */
static void print_single(const rg_uop *u, unsigned address)
{
    printf("      12'd%u: word = {2'd%u, 2'd%u, 11'd%u, 1'b%d, 34'h%llx};\n", address, u->stop,
           u->fit, entry_of(u), rg_schedule_multiplies(u->op), pack(u));
}

/* A word of rtl/alu/rg_fn_pairs.v: stop 2, fit 2, k 11, and for the ALU and the multiplier whether
 * there is an operation, and it. Returns how many there are. */
static unsigned print_pair(const rg_uop *u, unsigned address)
{
    const rg_uop *alu = rg_schedule_multiplies(u->op) ? NULL : u, *product = !alu        ? u
                                                                             : u->paired ? u + 1
                                                                                         : NULL;
    printf("      12'd%u: word = {2'd%u, 2'd%u, 11'd%u, 1'b%d, 34'h%llx, 1'b%d, 34'h%llx};\n",
           address, product ? product->stop : u->stop, product ? product->fit : 0,
           product ? entry_of(product) : 0, alu != NULL, alu ? pack(alu) : 0, product != NULL,
           product ? pack(product) : 0);
    return alu && product ? 2 : 1;
}

static void print_micro_operations(const tables *t)
{
    static const char *const fits[] = {"NONE", "VALUE", "WRAPPING", "GRADIENT"};
    puts("// Generated from isa/num/uops.def and isa/functions.def; edit those.");
    for (int i = 0; i < RG_UOP_COUNT; i++)
        printf("  localparam [5:0] RG_UOP_%s = 6'd%d;\n", uops[i].name, i);
    for (unsigned i = 0; i < sizeof fits / sizeof fits[0]; i++)
        printf("  localparam [1:0] RG_FIT_%s = 2'd%u;\n", fits[i], i);
    puts("  // Codes from 128 on: the programs of the second partials.");
    puts("  function has_micro_program(input [7:0] code);\n    case (code)");
    for (int i = 0; i < GRADIENT; i++)
        if (t->starts[i])
            printf("      8'd%d: has_micro_program = 1'b1;\n", i);
    puts("      default: has_micro_program = 1'b0;\n    endcase\n  endfunction");
}

/* The micro-programs before operation `end`, and the address of each word by the operation it
 * begins with. */
static void print_programs(const tables *t, bool pairs, unsigned end, unsigned *addresses)
{
    int bits = 2 + 2 + 11 + (pairs ? 2 : 1) * (1 + OPERATION_BITS);
    unsigned address = 0, operations = 1;
    printf("  always @* begin\n    word = %d'd0;\n    if (read) case (micro_address)\n", bits);
    for (unsigned i = 0; i < end; i += operations) {
        addresses[i] = address;
        if (pairs)
            operations = print_pair(&t->code[i], address++);
        else
            print_single(&t->code[i], address++);
    }
    printf("      default: word = {2'd2, %d'd0};\n    endcase\n  end\n", bits - 2);
}

static void print_entries(const tables *t, const unsigned *addresses)
{
    puts("  // 4096 and more: not a micro-program. Codes from 128 on: the programs of the second "
         "partials;\n  // from 256 on: those of gradient mode alone.");
    puts("  function [12:0] entry(input [8:0] code);\n    case (code)");
    for (int i = 0; i < ENTRIES; i++)
        if (t->starts[i])
            printf("      9'd%d: entry = 13'd%u;\n", i, addresses[t->starts[i] - 1]);
    puts("      default: entry = 13'd4096;\n    endcase\n  endfunction");
}

/* Which words of the ROM an operation can read: of the ALU, or a constant of the multiplier. */
static void mark_reads(const rg_uop *u, bool *entries, bool *constants)
{
    const bool table = u->op == RG_UOP_TAB || u->op == RG_UOP_TABH || u->op == RG_UOP_TABN;
    const int words = table ? 1 << u->shift : 1;
    if (u->op == RG_UOP_TRZ || u->op == RG_UOP_TRN || !reads_entry(u))
        return;
    for (int i = u->k; i < u->k + words && i < ROM_WORDS; i++)
        (rg_schedule_multiplies(u->op) ? constants : entries)[i] = true;
}

/* Not as functions: Verilator makes one table of such a block, but of a function it makes code for
 * each call. */
static void print_words(const tables *t, const char *word, const char *when, const char *address,
                        const bool *read)
{
    printf("  always @* begin\n    %s = 64'd0;\n    if (%s) case (%s)\n", word, when, address);
    for (int i = 0; i < ROM_WORDS; i++)
        if (read[i])
            printf("      11'd%d: %s = 64'h%llx;\n", i, word, (unsigned long long)t->rom[i]);
    printf("      default: %s = 64'd0;\n    endcase\n  end\n", word);
}

static void print_rom(const tables *t)
{
    bool entries[ROM_LIMIT] = {false}, constants[ROM_LIMIT] = {false};
    for (unsigned i = 0; i < t->count; i++)
        mark_reads(&t->code[i], entries, constants);
    puts("// Generated from isa/functions.def and isa/num/rom.def; edit those.");
    print_words(t, "entry_word", "looks_up", "entry_address", entries);
    print_words(t, "next_constant", "read", "next_k", constants);
}

static void print_micro(const tables *t, bool pairs)
{
    unsigned addresses[CODE_LIMIT] = {0};
    puts("// Generated from isa/functions.def; edit that.\n"
         "generate if (SECOND != 0) begin : with_second");
    print_programs(t, pairs, t->count, addresses);
    puts("end else begin : without_second");
    print_programs(t, pairs, first_of_second(t), addresses);
    puts("end endgenerate\n");
    print_entries(t, addresses);
}

int main(int argc, char **argv)
{
    static tables t;
    if (argc != 2 || assemble(&t)) {
        fputs("usage: num-gen c|uops|rom|micro|pairs\n", stderr);
        return 2;
    }
    fill_rom(t.rom);
    if (strcmp(argv[1], "c") == 0)
        print_c(&t);
    else if (strcmp(argv[1], "uops") == 0)
        print_micro_operations(&t);
    else if (strcmp(argv[1], "rom") == 0)
        print_rom(&t);
    else if (strcmp(argv[1], "micro") == 0)
        print_micro(&t, false);
    else if (strcmp(argv[1], "pairs") == 0)
        print_micro(&t, true);
    else
        return 2;
    return fflush(stdout) == 0 ? 0 : 1;
}
