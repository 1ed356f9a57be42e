/* test_float_core.c: the Verilated core with Float beside the reference, instruction by
 * instruction, all bits of all words compared.
 *
 * RG_RANDOM_STEPS sets the number of instructions (default 20000), RG_RANDOM_SEED the first seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/float_core.h"
#include "sim/fast/float.h"
#include "sim/lockstep/engine_bus.h"
#include "sim/lockstep/float_state.h"
#include "sim/lockstep/random_program.h"

enum { DATA_WORDS = 64, CODE_WORDS = 400, STATE_WORDS = 2 * RG_REGISTERS + 4 };

typedef struct {
    rg_engine *engine;
    void *core;
    rg_machine *model, *seen;
    char why[600];
} pair;

/* How often what was met. */
typedef struct {
    unsigned long steps, retired, trapped[RG_TRAP_COUNT], by_op[RG_OP_LIMIT], to_fixed, streams;
} tally;

static unsigned long setting(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);

    return text ? strtoul(text, NULL, 10) : otherwise;
}

static void open_pair(pair *p)
{
    rg_machine_config config;

    *p = (pair){.engine = NULL};
    p->engine = rg_float_state_open(&p->core);
    assert_non_null(p->engine);
    assert_true(rg_bus_config(p->engine, &config));
    assert_int_equal(config.wide, 256);
    assert_true(config.no_tangents);
    assert_false(config.core.pipelined);
    p->model = rg_machine_new(&config);
    p->seen = rg_machine_new(&config);
    assert_non_null(p->model);
    assert_non_null(p->seen);
}

static void close_pair(pair *p)
{
    rg_engine_close(p->engine);
    rg_machine_free(p->model);
    rg_machine_free(p->seen);
}

static bool put(pair *p, uint32_t address, uint64_t data)
{
    return rg_engine_write(p->engine, address, data) == RG_BUS_OKAY;
}

static uint64_t get(pair *p, uint32_t address)
{
    uint64_t data = 0;

    if (rg_engine_read(p->engine, address, &data) != RG_BUS_OKAY)
        fail_msg("the core refuses a read at 0x%x", address);
    return data;
}

/* ---- the state of the model into the core, and the two compared ---- */

typedef struct {
    rg_float_bank bank;
    int64_t *first;
    uint32_t count;
    const char *name;
} words;

enum { BANKS = 7 };
static void banks_of(rg_machine *m, words banks[BANKS])
{
    const words all[BANKS] = {{RG_FLOAT_R, m->r, RG_REGISTERS, "r"},
                              {RG_FLOAT_GR, m->gr, RG_REGISTERS, "gr"},
                              {RG_FLOAT_M, m->m, DATA_WORDS, "m"},
                              {RG_FLOAT_GM, m->gm, DATA_WORDS, "gm"},
                              {RG_FLOAT_W, m->w, 2, "w"},
                              {RG_FLOAT_GW, m->gw, 2, "gw"},
                              {RG_FLOAT_KEPT, m->kept, m->kept_count, "kept"}};

    memcpy(banks, all, sizeof all);
}

static void put_state(pair *p)
{
    rg_machine *m = p->model;
    words banks[BANKS];
    const uint64_t keep = (m->keep ? (unsigned)RG_KEEP_KEEP : 0u)
                          | (m->undo ? (unsigned)RG_KEEP_UNDO : 0u);

    for (uint32_t i = 0; i < m->codewords; i++)
        assert_true(put(p, RG_WINDOW_IMEM + 8 * i, m->code[i]));
    assert_true(put(p, RG_REG_CODEWORDS, m->codewords) && put(p, RG_REG_PC, m->pc)
                && put(p, RG_REG_BR, m->br) && put(p, RG_REG_DIR, m->backward)
                && put(p, RG_REG_MODE, m->mode) && put(p, RG_REG_KEPT, 0)
                && put(p, RG_REG_KEEP, keep));
    banks_of(m, banks);
    for (unsigned b = 0; b < BANKS; b++)
        for (uint32_t i = 0; i < banks[b].count; i++)
            rg_float_state_put(p->core, banks[b].bank, i, rg_whole(m, &banks[b].first[i]));
    assert_true(put(p, RG_REG_CONTROL, RG_CONTROL_CLEAR));
    rg_machine_clear_counters(m);
}

static bool differ(pair *p, const char *what, uint32_t index, uint64_t seen, uint64_t expected)
{
    snprintf(p->why, sizeof p->why, "%s[%u] is %016llx, expected %016llx", what, index,
             (unsigned long long)seen, (unsigned long long)expected);
    return false;
}

static bool same_words(pair *p)
{
    words banks[BANKS];

    banks_of(p->model, banks);
    for (unsigned b = 0; b < BANKS; b++)
        for (uint32_t i = 0; i < banks[b].count; i++) {
            const rg_wide_word seen = rg_float_state_word(p->core, banks[b].bank, i),
                               expected = rg_whole(p->model, &banks[b].first[i]);
            for (unsigned k = 0; k < RG_WIDE_LIMBS; k++)
                if (seen.limb[k] != expected.limb[k])
                    return differ(p, banks[b].name, 10 * i + k, seen.limb[k], expected.limb[k]);
        }
    return true;
}

#define SAME(what, seen, expected)                                                                 \
    if ((uint64_t)(seen) != (uint64_t)(expected))                                                  \
    return differ(p, what, 0, (uint64_t)(seen), (uint64_t)(expected))

static bool same_control(pair *p)
{
    const rg_machine *m = p->model;

    SAME("pc", get(p, RG_REG_PC), m->pc);
    SAME("br", get(p, RG_REG_BR), m->br);
    SAME("dir", get(p, RG_REG_DIR), m->backward);
    SAME("mode", get(p, RG_REG_MODE), m->mode);
    SAME("kept", get(p, RG_REG_KEPT), m->kept_count);
    SAME("cycles", get(p, RG_REG_CYCLES), m->count.cycles);
    SAME("value overflows", get(p, RG_REG_VALOVF), m->valovf);
    SAME("gradient overflows", get(p, RG_REG_GRADOVF), m->gradovf);
    return true;
}

/* The counters, and registers as the bus shows them. */
static bool same_bus(pair *p)
{
    rg_machine *m = p->model, *s = p->seen;

    if (!rg_bus_load_core(p->engine, s))
        return differ(p, "an answer of the bus", 0, 0, 0);
    SAME("retired", s->count.retired, m->count.retired);
    SAME("cycles forward", s->count.cycles_by_dir[0], m->count.cycles_by_dir[0]);
    SAME("cycles backward", s->count.cycles_by_dir[1], m->count.cycles_by_dir[1]);
    SAME("reads", s->count.mem_reads, m->count.mem_reads);
    SAME("writes", s->count.mem_writes, m->count.mem_writes);
    SAME("gradient reads", s->count.grad_reads, m->count.grad_reads);
    SAME("gradient writes", s->count.grad_writes, m->count.grad_writes);
    SAME("bits out", s->count.bits_out, m->count.bits_out);
    SAME("bits of gradients erased", s->count.erased_grad, m->count.erased_grad);
    SAME("bits erased by the host", s->count.erased_host, m->count.erased_host);
    SAME("all overflows", s->count.grad_overflows, m->count.grad_overflows);
    SAME("all value overflows", s->count.value_overflows, m->count.value_overflows);
    for (unsigned i = 0; i < RG_COUNTERS; i++)
        if (s->count.by_class[i] != m->count.by_class[i])
            return differ(p, "count", i, s->count.by_class[i], m->count.by_class[i]);
    m->count.bits_out += (uint64_t)STATE_WORDS * 64;
    for (unsigned i = 0; i < RG_REGISTERS; i++) {
        SAME("register on the bus", s->r[i], rg_limb_read(m, &m->r[i], 0));
        SAME("gradient on the bus", s->gr[i], rg_limb_read(m, &m->gr[i], 0));
    }
    SAME("W on the bus", s->w[0], rg_limb_read(m, &m->w[0], 0));
    SAME("GW on the bus", s->gw[0], rg_limb_read(m, &m->gw[0], 0));
    SAME("the second word of W", s->w[1], rg_limb_read(m, &m->w[1], 0) | rg_above_low(m, m->w));
    SAME("that of GW", s->gw[1], rg_limb_read(m, &m->gw[1], 0) | rg_above_low(m, m->gw));
    SAME("REACHED", get(p, RG_REG_REACHED), rg_machine_reached(m));
    return true;
}

static bool same_signature(pair *p)
{
    uint64_t signature, sigvalue;

    if (!rg_bus_signature(p->engine, 0, DATA_WORDS, &signature, &sigvalue))
        return differ(p, "a scan", 0, 0, 0);
    SAME("SIGNATURE", signature, rg_machine_signature(p->model, 0, DATA_WORDS, false));
    SAME("SIGVALUE", sigvalue, rg_machine_signature(p->model, 0, DATA_WORDS, true));
    return true;
}

/* Data memory as the bus shows it, values and gradients, and the ledger. */
static bool same_memory(pair *p)
{
    rg_machine *m = p->model;

    for (uint32_t i = 0; i < 4 * DATA_WORDS; i++) {
        if (get(p, RG_WINDOW_DMEMV + 8 * i) != rg_limb_read(m, &m->m[i / 4], i % 4))
            return differ(p, "data on the bus", i, get(p, RG_WINDOW_DMEMV + 8 * i),
                          rg_limb_read(m, &m->m[i / 4], i % 4));
        if (get(p, RG_WINDOW_DMEMG + 8 * i) != rg_limb_read(m, &m->gm[i / 4], i % 4))
            return differ(p, "gradient of data on the bus", i, get(p, RG_WINDOW_DMEMG + 8 * i),
                          rg_limb_read(m, &m->gm[i / 4], i % 4));
    }
    m->count.bits_out += 2 * 4 * DATA_WORDS * 64;
    for (uint32_t i = 0; i < m->codewords; i++)
        if (get(p, RG_WINDOW_LEDGER + 8 * i) != m->ledger[i])
            return differ(p, "ledger", i, get(p, RG_WINDOW_LEDGER + 8 * i), m->ledger[i]);
    return true;
}

/* ---- numbers and words to begin with ---- */

/* Of at most so many bits. */
static rg_wide_word random_bits(rg_random *random, unsigned bits)
{
    rg_wide_word x;

    for (unsigned k = 0; k < RG_WIDE_LIMBS; k++)
        x.limb[k] = rg_random_word(random);
    x = rg_wide_shift_right(x, RG_WIDE_BITS - bits);
    if (rg_one_in(random, 2))
        (void)rg_wide_negate(RG_WIDE_BITS, x, &x);
    return x;
}

static rg_wide_word random_wide(rg_random *random, unsigned bits)
{
    return random_bits(random, 1 + rg_random_below(random, bits - 1));
}

/* In the last place beside an Int or a half: of a few bits, or next to the ends of an Int. */
static rg_wide_word beside_int(rg_random *random)
{
    rg_wide_word x = rg_wide_of_int((int64_t)rg_random_below(random, 9) - 4);

    if (rg_one_in(random, 3)) {
        const rg_wide_word end =
            rg_wide_shift_left(rg_wide_of_int(rg_one_in(random, 2) ? -1 : 1), 64);
        (void)rg_wide_add(RG_WIDE_BITS, x, end, &x);
    }
    x = rg_wide_shift_left(x, 127);
    (void)rg_wide_add(RG_WIDE_BITS, x, rg_wide_of_int((int64_t)rg_random_below(random, 3) - 1), &x);
    return x;
}

/* A number of any size, or 0: a wide word, a float word, or an Int. */
static rg_wide_word random_number(const rg_machine *m, rg_random *random)
{
    const rg_float_format format = rg_machine_format(m);
    rg_wide_word x, word;
    rg_ext e;

    switch (rg_random_below(random, 8)) {
    case 0:
    case 6: return (rg_wide_word){{0}};
    case 1: return rg_wide_of_int((int64_t)rg_random_below(random, 9) - 4);
    case 2:
        (void)rg_wide_of_fixed(&format, (int64_t)rg_random_word(random) >> 24, 32, &x);
        return x;
    case 3: {
        const uint64_t field = rg_one_in(random, 2) ? 1 + rg_random_below(random, 2046)
                                                    : 1023 - 60 + rg_random_below(random, 120),
                       bits = rg_random_word(random) >> 12 | field << 52
                              | rg_random_word(random) << 63;
        (void)rg_float_decode(&format, bits, &e);
        return rg_wide_expand(&format, e, &word) == RG_FLOAT_EXACT ? word : rg_float_held(m, bits);
    }
    case 7: return beside_int(random);
    default: x = random_wide(random, m->config.wide); break;
    }
    return rg_beyond_wide(m, x) && !rg_holds_float(m, x) ? rg_wide_of_int(1) : x;
}

/* A third of them stands in the bits of a value, or nearly does. */
static rg_wide_word random_gradient(rg_random *random)
{
    const unsigned bits = rg_one_in(random, 2) ? 256 : 1 + rg_random_below(random, 260);

    if (rg_one_in(random, 3))
        return rg_wide_shift_left(random_bits(random, bits), 128);
    return rg_one_in(random, 2) ? (rg_wide_word){{0}} : random_wide(random, 512);
}

/* Some machines have words of 64 bits in most registers, so that WXCH may exchange them. */
static void random_words(rg_machine *m, rg_random *random)
{
    const bool narrow = rg_one_in(random, 4);

    for (unsigned i = 1; i < 16; i++) {
        rg_put_whole(m, &m->r[i],
                     narrow && !rg_one_in(random, 4) ? (rg_wide_word){{rg_random_word(random)}}
                                                     : random_number(m, random));
        rg_put_whole(m, &m->gr[i], random_gradient(random));
    }
    for (unsigned i = 0; i < DATA_WORDS; i++) {
        rg_put_whole(m, &m->m[i],
                     i < DATA_WORDS - 8 ? random_number(m, random)
                                        : rg_wide_of_int(1 + rg_random_below(random, 8)));
        rg_put_whole(m, &m->gm[i], random_gradient(random));
    }
    for (unsigned i = 0; i < 2; i++) {
        const bool is_short = !rg_one_in(random, 8);
        rg_put_whole(m, &m->w[i],
                     is_short ? (rg_wide_word){{rg_random_word(random)}}
                              : random_wide(random, 200));
        rg_put_whole(m, &m->gw[i], random_gradient(random));
    }
}

/* ---- instructions ---- */

static const uint8_t float_ops[] = {
    RG_OP_ROT,   RG_OP_ROT,   RG_OP_IROT,   RG_OP_HAD,   RG_OP_IHAD,   RG_OP_FMOV,  RG_OP_FADD,
    RG_OP_FSUB,  RG_OP_FMUL,  RG_OP_FMUL,   RG_OP_FMIN,  RG_OP_FMAX,   RG_OP_FABS,  RG_OP_ITOF,
    RG_OP_LDF,   RG_OP_STF,   RG_OP_WMAC,   RG_OP_WOUT,  RG_OP_NEG,    RG_OP_WXCH,  RG_OP_WXCH,
    RG_OP_WXCH,  RG_OP_LT,    RG_OP_EQ,     RG_OP_NE,    RG_OP_GE,     RG_OP_LE,    RG_OP_GT,
    RG_OP_SIGN,  RG_OP_OUT,   RG_OP_OUTG,   RG_OP_EXCH,  RG_OP_XGRAD,  RG_OP_SWAP,  RG_OP_ALLOC,
    RG_OP_ALLOC, RG_OP_FREE,  RG_OP_ALLOCM, RG_OP_FREEM, RG_OP_ASSERT, RG_OP_FLOOR, RG_OP_CEIL,
    RG_OP_ROUND, RG_OP_TRUNC, RG_OP_LMUL,   RG_OP_LMUL2, RG_OP_LDIV2,  RG_OP_LMAX,  RG_OP_LDL,
    RG_OP_STL,
#define RG_FLOAT_PROGRAM(op) RG_OP_##op,
#include "isa/num/float/programs.def"
};

static const uint8_t modes[] = {RG_MODE_ADD, RG_MODE_SUB, RG_MODE_SET, RG_MODE_UNSET, RG_MODE_XOR};

static uint8_t some_register(rg_random *random)
{
    return (uint8_t)(1 + rg_random_below(random, 7));
}

/* An instruction on Floats with random fields and kinds; 0 where these are none. */
static uint32_t float_word(rg_random *random)
{
    rg_instruction in = {.op = float_ops[rg_random_below(random, sizeof float_ops)],
                         .mode = modes[rg_random_below(random, sizeof modes)],
                         .d = some_register(random)};
    const rg_format format = rg_op_lookup(in.op)->format;
    const bool memory = format == RG_FMT_LD || format == RG_FMT_ST || format == RG_FMT_X
                        || format == RG_FMT_M;
    uint32_t word;

    if (format == RG_FMT_U || format == RG_FMT_W || format == RG_FMT_R2 || format == RG_FMT_R3
        || format == RG_FMT_R2X || memory)
        in.a = some_register(random);
    if (format != RG_FMT_R1 && format != RG_FMT_R2 && format != RG_FMT_R2X && format != RG_FMT_WO)
        in.b = some_register(random);
    if (memory) {
        in.a = (uint8_t)(16 + rg_random_below(random, 4));
        in.b = 0;
        in.immediate = true;
        in.imm = (int32_t)rg_random_below(random, 24);
    } else if (in.b && format != RG_FMT_R3 && rg_one_in(random, 5)) {
        in.b = 0;
        in.immediate = true;
        in.imm = rg_one_in(random, 2) ? 1 << rg_random_below(random, 10)
                                      : (int32_t)rg_random_below(random, 2047) - 1023;
    } else if (rg_op_lookup(in.op)->kind != RG_KIND_LOG || rg_op_lookup(in.op)->bk == RG_BK_F) {
        in.kinds = (uint8_t)rg_random_below(random, 8);
    }
    if (format == RG_FMT_AS)
        in.mode = (uint8_t)rg_random_below(random, RG_COND_COUNT);
    else if (format == RG_FMT_W)
        in.mode &= 1;
    else if (format == RG_FMT_X || format == RG_FMT_M || format == RG_FMT_R1 || format == RG_FMT_R2
             || format == RG_FMT_R3 || format == RG_FMT_R2X)
        in.mode = 0;
    if (format == RG_FMT_M || format == RG_FMT_W)
        in.d = 0;
    return rg_encode(&in, 64, &word) ? word : 0;
}

/* Descriptors of streams of few elements: the target's begins at this register, A's and B's. */
enum { AT_TARGET = 20, AT_A = 8, AT_B = 12 };

static void put_descriptor(rg_machine *m, rg_random *random, unsigned first, unsigned array)
{
    const int64_t base = 16 + rg_random_below(random, 40),
                  inner = (int64_t)rg_random_below(random, 5) - 2,
                  outer = (int64_t)rg_random_below(random, 9) - 4,
                  before = rg_random_below(random, 40), most = rg_random_below(random, 9);

    rg_put_whole(m, &m->r[first], rg_wide_of_int(base));
    rg_put_whole(m, &m->r[first + 1], rg_wide_of_int(inner));
    rg_put_whole(m, &m->r[first + 2], rg_wide_of_int(outer));
    rg_put_whole(m, &m->r[array], rg_wide_of_int(before));
    rg_put_whole(m, &m->r[array + 1], rg_wide_of_int(most));
}

static void put_descriptors(rg_machine *m, rg_random *random)
{
    put_descriptor(m, random, AT_TARGET, AT_TARGET + 5);
    put_descriptor(m, random, AT_A, AT_A + 3);
    put_descriptor(m, random, AT_B, AT_B + 3);
    rg_put_whole(m, &m->r[AT_TARGET + 3], rg_wide_of_int(rg_random_below(random, 4)));
    rg_put_whole(m, &m->r[AT_TARGET + 4], rg_wide_of_int(1 + rg_random_below(random, 2)));
}

/* A stream over these descriptors, or seldom over any; 0 where the fields are of none. Indices
 * stand in the last words of memory. */
static uint32_t stream_word(const rg_machine *m, rg_random *random)
{
    static const uint8_t likely[] = {RG_OP_FMOV, RG_OP_FADD, RG_OP_FSUB, RG_OP_FMUL,
                                     RG_OP_FMUL, RG_OP_WMAC, RG_OP_ADD,  RG_OP_LMUL};
    rg_instruction in = {.op = rg_one_in(random, 4)
                                   ? float_ops[rg_random_below(random, sizeof float_ops)]
                                   : likely[rg_random_below(random, sizeof likely)],
                         .mode = rg_one_in(random, 2) ? RG_MODE_STREAM_ADD : RG_MODE_STREAM_SUB,
                         .d = AT_TARGET};
    const rg_op_info *info = rg_op_lookup(in.op);
    uint32_t word = 0;

    in.a = info->format == RG_FMT_U1 ? 0 : AT_A;
    in.immediate = rg_one_in(random, 8);
    in.imm = in.immediate ? (int32_t)rg_random_below(random, 2047) - 1023 : 0;
    in.b = in.immediate ? 0 : rg_one_in(random, 4) ? AT_A : AT_B;
    if (!in.immediate && rg_one_in(random, 3))
        in.indexed = (uint8_t)rg_random_below(random, 8);
    if (!in.immediate && info->bk != RG_BK_I && rg_one_in(random, 4))
        in.kinds = (uint8_t)rg_random_below(random, 8);
    return rg_encode(&in, 64, &word) && rg_stream_stays_within(m, &in, DATA_WORDS) ? word : 0;
}

static bool strays(const rg_machine *m, uint32_t word)
{
    rg_instruction in;

    return rg_decode_any(word, 64, &in) && rg_is_stream(&in)
           && !rg_stream_stays_within(m, &in, DATA_WORDS);
}

/* Whether the core has it, or it is no instruction anywhere. */
static bool is_there(uint32_t word)
{
    rg_instruction in;

    return !rg_decode_any(word, 64, &in) || rg_float_core_has(&in);
}

/* A word for where the machine stands. */
static uint32_t next_word(const rg_machine *m, rg_random *random)
{
    for (;;) {
        uint32_t word = 0;
        if (m->br != 0 && !rg_one_in(random, 8)) {
            const rg_instruction land = {.op = m->backward ? RG_OP_BRAS : RG_OP_BRAL,
                                         .offset = (int32_t)(m->pc ^ m->br) - (int32_t)m->pc};
            (void)rg_encode(&land, 64, &word);
        } else {
            word = rg_one_in(random, 50)   ? (uint32_t)rg_random_word(random)
                   : rg_one_in(random, 12) ? stream_word(m, random)
                   : rg_one_in(random, 4)  ? rg_random_instruction(random, 64)
                                           : float_word(random);
        }
        if (word != 0 && is_there(word) && !strays(m, word))
            return word;
    }
}

/* ---- one instruction of both ---- */

static bool step_both(pair *p, tally *t)
{
    rg_machine *m = p->model;
    uint64_t status = 0;
    const rg_decoded *d = m->pc < m->codewords ? &m->decoded[m->pc] : NULL;

    m->out_first = m->out_count = 0;
    rg_machine_begin(m);
    const rg_step outcome = rg_machine_step(m);
    uint64_t expected_out = 0, seen_out = 0;
    if (m->out_count)
        expected_out = (uint64_t)m->out[0] * UINT64_C(0xD6E8FEB86659FD93);
    if (!rg_bus_run(p->engine, 1, &status, &seen_out))
        return differ(p, "a run", 0, 0, 0);
    t->steps++;
    const unsigned cause = outcome == RG_STEP_TRAP ? m->trap : 0;
    SAME("the trap", RG_BUS_FIELD(status, STATUS, TRAP), cause);
    SAME("halted", (status & RG_STATUS_HALTED) != 0, outcome == RG_STEP_HALT);
    SAME("OUT", seen_out, expected_out);
    if (cause) {
        t->trapped[cause]++;
        SAME("TRAPPC", get(p, RG_REG_TRAPPC), m->trap_pc);
        SAME("TRAPINFO", get(p, RG_REG_TRAPINFO), m->trap_info);
    } else if (d && outcome == RG_STEP_RETIRED) {
        t->retired++;
        t->by_op[d->in.op]++;
        t->streams += rg_is_stream(&d->in);
        t->to_fixed += d->in.op == RG_OP_FMOV && d->in.kinds & RG_TO_FIXED;
    }
    return same_control(p) && same_words(p);
}

static void turn_both(pair *p)
{
    rg_machine_turn(p->model);
    assert_true(rg_bus_turn(p->engine));
}

static void load_both(pair *p, uint32_t word)
{
    const uint32_t at = p->model->pc;

    if (at >= p->model->codewords)
        return;
    rg_machine_load(p->model, at, word);
    assert_true(put(p, RG_WINDOW_IMEM + 8 * at, word));
}

static void check(pair *p, bool good, uint64_t seed, uint32_t word)
{
    rg_instruction in = {0};

    if (good)
        return;
    (void)rg_decode_any(word, 64, &in);
    fail_msg("seed %llu, %08x %s mode %u kinds %u d %u a %u b %u, machine mode %u %s: %s",
             (unsigned long long)seed, word,
             rg_op_lookup(in.op) ? rg_op_lookup(in.op)->mnemonic : "none", in.mode, in.kinds, in.d,
             in.a, in.b, p->model->mode, p->model->backward ? "backward" : "forward", p->why);
}

static void start_anew(pair *p, rg_random *random)
{
    rg_machine *m = p->model;

    rg_machine_reset(m);
    rg_engine_reset(p->engine);
    random_words(m, random);
    for (unsigned i = 16; i < 20; i++)
        rg_put_whole(m, &m->r[i], rg_wide_of_int((int64_t)rg_random_below(random, 32)));
    put_descriptors(m, random);
    m->mode = rg_one_in(random, 3) ? 0 : RG_WITH_GRADIENT;
    m->mode |= rg_one_in(random, 4) ? RG_WITH_WRAP : 0;
    m->keep = rg_one_in(random, 2);
    m->undo = m->keep && rg_one_in(random, 2);
    m->codewords = CODE_WORDS;
    m->pc = CODE_WORDS / 2;
    m->backward = rg_one_in(random, 2);
    put_state(p);
}

/* The host gives up the gradients that are kept, which erases them. */
static void drop_kept(pair *p)
{
    rg_machine *m = p->model;

    m->count.erased_host += (uint64_t)m->kept_count * 2 * m->config.wide;
    m->kept_count = 0;
    assert_true(put(p, RG_REG_KEPT, 0));
}

/* The machine walks through words that are drawn where it stands; a third of the steps is taken
 * back at once. At the end the host drops what is kept. */
static void walk(pair *p, unsigned steps, uint64_t seed, tally *t)
{
    rg_random random = {seed};

    start_anew(p, &random);
    for (unsigned i = 0; i < steps; i++) {
        const uint32_t word = next_word(p->model, &random);
        const unsigned long before = t->retired;
        load_both(p, word);
        check(p, step_both(p, t), seed, word);
        if (t->retired != before && rg_one_in(&random, 3)) {
            turn_both(p);
            check(p, step_both(p, t), seed, word);
            turn_both(p);
        }
        if (p->model->pc >= CODE_WORDS || rg_one_in(&random, 40)) {
            p->model->pc = 2 + rg_random_below(&random, CODE_WORDS - 4);
            p->model->br = 0;
            assert_true(put(p, RG_REG_PC, p->model->pc) && put(p, RG_REG_BR, 0));
        }
    }
    drop_kept(p);
    check(p, same_bus(p) && same_signature(p) && same_memory(p), seed, 0);
}

static void each_instruction_is_that_of_the_reference(void **state)
{
    const unsigned long wanted = setting("RG_RANDOM_STEPS", 20000);
    const uint64_t seed = setting("RG_RANDOM_SEED", 1);
    tally t = {0};
    pair p;

    (void)state;
    open_pair(&p);
    for (uint64_t i = 0; t.steps < wanted; i++)
        walk(&p, 200, seed + i, &t);
    close_pair(&p);
    print_message("%lu instructions, %lu retired; traps:", t.steps, t.retired);
    for (unsigned c = 1; c < RG_TRAP_COUNT; c++)
        print_message(" %s %lu", rg_trap_lookup(c)->name, t.trapped[c]);
    print_message("; retired: %lu streams", t.streams);
    for (size_t i = 0; i < sizeof float_ops; i++)
        print_message(" %s %lu", rg_op_lookup(float_ops[i])->mnemonic, t.by_op[float_ops[i]]);
    print_message("\n");
    for (size_t i = 0; i < sizeof float_ops && wanted >= 20000; i++)
        if (t.by_op[float_ops[i]] < wanted / 4000)
            fail_msg("only %lu steps of %s", t.by_op[float_ops[i]],
                     rg_op_lookup(float_ops[i])->mnemonic);
    assert_true(wanted < 20000 || (t.to_fixed > wanted / 1000 && t.streams > wanted / 100));
    assert_true(wanted < 20000
                || (t.retired > wanted / 4 && t.trapped[RG_TRAP_OVERFLOW] > wanted / 500
                    && t.trapped[RG_TRAP_DIRTY] > wanted / 100
                    && t.trapped[RG_TRAP_DIVZERO] > wanted / 2000
                    && t.trapped[RG_TRAP_DOMAIN] > wanted / 1000));
}

/* ---- words that it has, and has not ---- */

/* A random word that is no instruction of the core traps there as ILLEGAL, and no other does. */
static void it_has_what_the_list_says(void **state)
{
    enum { TRIES = 4000 };
    rg_random random = {setting("RG_RANDOM_SEED", 1)};
    unsigned long known = 0, unknown = 0;
    pair p;

    (void)state;
    open_pair(&p);
    start_anew(&p, &random);
    for (unsigned i = 0; i < TRIES; i++) {
        const uint32_t kinds = rg_random_below(&random, 8) << 8;
        uint32_t word = rg_one_in(&random, 3) ? (uint32_t)rg_random_word(&random)
                                              : rg_random_instruction(&random, 64) ^ kinds;
        rg_instruction in;
        uint64_t status;
        if (rg_decode_any(word, 64, &in) && in.op == RG_OP_HALT)
            continue;
        const bool has = rg_decode_any(word, 64, &in) && rg_float_core_has(&in);
        known += has;
        unknown += !has;
        /* A call of itself is illegal, too. */
        if (has && (in.op == RG_OP_CALL || in.op == RG_OP_UNCALL) && in.offset == 0)
            continue;
        if (has && (in.op == RG_OP_CALLX || in.op == RG_OP_UNCALLX))
            continue;
        assert_true(put(&p, RG_REG_PC, 100) && put(&p, RG_REG_BR, 0)
                    && put(&p, RG_WINDOW_IMEM + 800, word));
        assert_true(rg_bus_run(p.engine, 1, &status, NULL));
        if ((RG_BUS_FIELD(status, STATUS, TRAP) == RG_TRAP_ILLEGAL) == has)
            fail_msg("%08x (%s) is %san instruction of the core, and traps with %u", word,
                     rg_op_lookup(in.op) ? rg_op_lookup(in.op)->mnemonic : "none", has ? "" : "no ",
                     (unsigned)RG_BUS_FIELD(status, STATUS, TRAP));
    }
    close_pair(&p);
    assert_true(known > TRIES / 8 && unknown > TRIES / 8);
}

/* ---- programs ---- */

static bool program_has(uint32_t word) { return is_there(word); }

/* Programs with loops, calls and branches in runs of many instructions, then back to the start. */
static void programs_run_there_and_back(void **state)
{
    const uint64_t seed = setting("RG_RANDOM_SEED", 1) + 900000;
    const unsigned long wanted = setting("RG_RANDOM_STEPS", 20000);
    unsigned long total = 0, programs = 0;
    pair p;

    (void)state;
    open_pair(&p);
    rg_machine *start = rg_machine_new(&p.model->config);
    assert_non_null(start);
    for (; total < wanted; programs++) {
        const rg_random_program_shape shape = {.code_words = 300,
                                               .data_words = DATA_WORDS,
                                               .steps = 500,
                                               .mode = programs % 4,
                                               .mode_changes = programs % 8 > 5,
                                               .has = program_has};
        const unsigned steps = rg_random_program(start, p.model, &shape, seed + programs);
        rg_machine_reset(p.model);
        rg_machine_copy(p.model, start);
        rg_engine_reset(p.engine);
        put_state(&p);
        for (int sweep = 0; sweep < 2 && steps > 0; sweep++) {
            uint64_t status, seen_out = 0;
            rg_step outcome = RG_STEP_RETIRED;
            rg_machine_begin(p.model);
            for (unsigned i = 0; i < steps && outcome == RG_STEP_RETIRED; i++) {
                p.model->out_first = p.model->out_count = 0;
                outcome = rg_machine_step(p.model);
            }
            assert_true(rg_bus_run(p.engine, steps, &status, &seen_out));
            /* The way back may trap where the way there dropped the upper bits of a gradient. */
            assert_true(outcome == RG_STEP_RETIRED || sweep == 1);
            assert_int_equal(RG_BUS_FIELD(status, STATUS, TRAP),
                             outcome == RG_STEP_TRAP ? p.model->trap : 0);
            check(&p, same_control(&p) && same_words(&p) && same_bus(&p), seed + programs, 0);
            turn_both(&p);
        }
        total += 2 * steps;
        assert_true(programs < 1000 + wanted);
    }
    check(&p, same_signature(&p), seed, 0);
    print_message("%lu instructions in %lu programs\n", total, programs);
    rg_machine_free(start);
    close_pair(&p);
}

/* ---- the copy engine ---- */

static void wait_for_copy(pair *p)
{
    for (unsigned i = 0; i < 1000; i++) {
        rg_engine_run(p->engine, 1000);
        if (!(get(p, RG_REG_STATUS) & RG_STATUS_COPYING))
            return;
    }
    fail_msg("the copy does not end");
}

static uint64_t transfer(uint32_t first, uint32_t count)
{
    return (uint64_t)count << RG_COPYIN_COUNT_FIRST | (uint64_t)first << RG_COPYIN_WORD_FIRST;
}

/* Words of 64 bits from any address on, in, and out again: values, and gradients as the bus shows
 * them. */
static void words_are_copied(void **state)
{
    enum { ALL = 4 * DATA_WORDS, ROUNDS = 60 };
    rg_random random = {setting("RG_RANDOM_SEED", 1)};
    uint64_t host[ALL], erased = 0;
    pair p;

    (void)state;
    open_pair(&p);
    start_anew(&p, &random);
    rg_engine_share(p.engine, host, ALL);
    assert_true(put(&p, RG_REG_COPYHOST, 0));
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint32_t first = rg_random_below(&random, ALL),
                       count = rg_random_below(&random, ALL + 1 - first);
        rg_machine *m = p.model;
        for (unsigned i = 0; i < ALL; i++)
            host[i] = rg_one_in(&random, 3) ? 0 : rg_random_word(&random);
        const bool in = rg_one_in(&random, 3), gradients = rg_one_in(&random, 2);
        assert_true(put(&p,
                        in          ? RG_REG_COPYIN
                        : gradients ? RG_REG_COPYOUTG
                                    : RG_REG_COPYOUT,
                        transfer(first, count)));
        wait_for_copy(&p);
        assert_int_equal(get(&p, RG_REG_COPIED), count);
        for (uint32_t i = first; i < first + count; i++) {
            int64_t *const word = in || !gradients ? &m->m[i / 4] : &m->gm[i / 4];
            const uint64_t there = rg_limb_read(m, word, i % 4);
            if (in) {
                erased += there != 0 && there != host[i] ? 64 : 0;
                rg_limb_write(m, word, i % 4, (int64_t)host[i]);
            } else if (host[i] != there) {
                fail_msg("round %u, word %u goes out as %016llx, and is %016llx", round, i,
                         (unsigned long long)host[i], (unsigned long long)there);
            }
        }
        check(&p, same_words(&p), round, 0);
        assert_int_equal(get(&p, RG_REG_ERASEDHOST), erased);
    }
    close_pair(&p);
}

/* ---- what the host writes ---- */

static void the_host_writes_words(void **state)
{
    enum { ROUNDS = 600 };
    rg_random random = {setting("RG_RANDOM_SEED", 1)};
    pair p;

    (void)state;
    open_pair(&p);
    start_anew(&p, &random);
    for (unsigned round = 0; round < ROUNDS; round++) {
        rg_machine *m = p.model;
        const uint32_t limb = rg_random_below(&random, 4 * DATA_WORDS),
                       reg = rg_random_below(&random, RG_REGISTERS);
        const uint64_t data = rg_one_in(&random, 4) ? 0 : rg_random_word(&random);
        struct {
            int64_t *word;
            uint32_t address, limb;
        } to[] = {{&m->r[reg], RG_WINDOW_REGV + 8 * reg, 0},
                  {&m->gr[reg], RG_WINDOW_REGG + 8 * reg, 0},
                  {&m->m[limb / 4], RG_WINDOW_DMEMV + 8 * limb, limb % 4},
                  {&m->gm[limb / 4], RG_WINDOW_DMEMG + 8 * limb, limb % 4},
                  {&m->w[0], RG_REG_WLO, 0},
                  {&m->gw[0], RG_REG_GWLO, 0},
                  {&m->w[1], RG_REG_WHI, 0},
                  {&m->gw[1], RG_REG_GWHI, 0}};
        const unsigned k = rg_random_below(&random, 8);
        assert_true(put(&p, to[k].address, data));
        m->count.erased_host += rg_limb_read(m, to[k].word, to[k].limb) != 0 ? 64 : 0;
        if (k != 2 && k != 3)
            rg_put_whole(m, to[k].word, (rg_wide_word){{0}});
        rg_limb_write(m, to[k].word, to[k].limb, (int64_t)data);
        check(&p, same_words(&p), round, 0);
    }
    check(&p, same_bus(&p) && same_signature(&p) && same_memory(&p), 0, 0);
    close_pair(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_has_what_the_list_says),
        cmocka_unit_test(programs_run_there_and_back),
        cmocka_unit_test(words_are_copied),
        cmocka_unit_test(the_host_writes_words),
        cmocka_unit_test(each_instruction_is_that_of_the_reference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
