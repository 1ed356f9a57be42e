/* test_cosim_streams.c: streams on the core and the engine fast, each element's writes and all of
 * memory compared: valid and damaged descriptors, every update, every mode, both directions; those
 * that retire are reversed and undone.
 *
 * RG_RANDOM_STEPS sets the number of streams (default 3000), RG_RANDOM_SEED the first seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "isa/stream_operands.h"
#include "sim/lockstep/cosim.h"
#include "sim/lockstep/engine_bus.h"
#include "sim/lockstep/random_program.h"

enum { DATA_LOG2 = 6, DATA_WORDS = 1 << DATA_LOG2, CODE_LOG2 = 4, WRAPS = 2 };

typedef struct {
    rg_cosim *pair;
    rg_machine *start;
    rg_random random;
    uint64_t seed, words; /* data words of the core */
    char line[400];
    unsigned retired, trapped;
} bench;

static void keep(void *context, const char *line)
{
    snprintf(((bench *)context)->line, sizeof((bench *)context)->line, "%s", line);
}

static void require(bench *b, bool ok, const char *what)
{
    if (!ok)
        fail_msg("seed %llu, %s: %s", (unsigned long long)b->seed, what, b->line);
}

/* Numbers that are small most of the time, so that sums seldom overflow and elements are done
 * before one traps; where they wrap, overflows count. */
static int64_t mild(bench *b)
{
    const rg_num_config *num = &b->start->config.num;

    return rg_one_in(&b->random, b->start->mode & WRAPS ? 6 : 40)
               ? rg_random_value(&b->random, num)
               : (int64_t)rg_random_word(&b->random) >> (62 - num->frac);
}

static void describe(bench *b, unsigned r, int64_t n, int64_t m, bool target)
{
    int64_t *word[5];
    const int64_t room = DATA_WORDS - 1;

    for (unsigned i = 0; i < 5; i++)
        word[i] = &b->start->r[(r + i) % RG_REGISTERS];
    int64_t inner = n > 1
                        ? (int64_t)rg_random_below(&b->random, (uint32_t)(room / (2 * (n - 1)) + 1))
                        : (int64_t)(int32_t)rg_random_word(&b->random);
    int64_t outer = m > 1
                        ? (int64_t)rg_random_below(&b->random, (uint32_t)(room / (2 * (m - 1)) + 1))
                        : (int64_t)(int32_t)rg_random_word(&b->random);
    inner = n > 1 && rg_one_in(&b->random, target ? 2 : 5) ? 0 : inner;
    outer = m > 1 && rg_one_in(&b->random, 4) ? 0 : outer;
    const int64_t row = n > 1 ? inner * (n - 1) : 0, column = m > 1 ? outer * (m - 1) : 0;
    int64_t base = (int64_t)rg_random_below(&b->random, (uint32_t)(DATA_WORDS - row - column));
    if (n > 1 && rg_one_in(&b->random, 4))
        base += row, inner = -inner;
    if (m > 1 && rg_one_in(&b->random, 4))
        base += column, outer = -outer;
    *word[0] = base;
    *word[1] = inner;
    *word[2] = outer;
    if (target) {
        *word[3] = n;
        *word[4] = m;
    }
}

/* A register of a descriptor gets something else. */
static void damage(bench *b, unsigned r)
{
    const int64_t words = (int64_t)b->words,
                  near[] = {words - 1, words, words + 1, -words, -words - 1, -1, 0, 1, words - 3};
    int64_t *word = &b->start->r[(r + rg_random_below(&b->random, 5)) % RG_REGISTERS];

    if (rg_one_in(&b->random, 3)) { /* below the first word at some corners */
        b->start->r[r] = (int64_t)rg_random_below(&b->random, DATA_WORDS / 2);
        return;
    }
    *word = rg_one_in(&b->random, 3) ? rg_random_value(&b->random, &b->start->config.num)
                                     : near[rg_random_below(&b->random, 9)];
}

/* With a damaged descriptor long streams over words that are not loaded come about: those are left
 * out. */
static bool within(const bench *b, const rg_instruction *in)
{
    const rg_machine *s = b->start;
    const rg_format format = rg_op_lookup(in->op)->format;
    const bool used[] = {format != RG_FMT_W, format != RG_FMT_U1, !in->immediate};
    const unsigned at[] = {in->d, in->a, in->b};
    const int64_t words = (int64_t)b->words, n = s->r[(in->d + 3) % RG_REGISTERS],
                  m = s->r[(in->d + 4) % RG_REGISTERS];

    if (n <= 0 || m <= 0 || n > words || m > words)
        return true;
    if (n * m > 4000)
        return false;
    for (unsigned i = 0; i < 3; i++) {
        const int64_t base = s->r[at[i]], inner = n > 1 ? s->r[(at[i] + 1) % RG_REGISTERS] : 0,
                      outer = m > 1 ? s->r[(at[i] + 2) % RG_REGISTERS] : 0;
        const unsigned array = at[i] + (i == 0 ? 5 : 3);
        const int64_t first = s->r[array % RG_REGISTERS], most = s->r[(array + 1) % RG_REGISTERS];
        if ((in->indexed >> i & 1) && first >= 0 && first < words && most > 0
            && most < words - first && first + most >= DATA_WORDS)
            return false;
        if (!used[i] || inner < -words || inner > words || outer < -words || outer > words
            || base < 0 || base >= words)
            continue;
        const int64_t x = (n - 1) * inner, y = (m - 1) * outer,
                      corners[] = {base, base + x, base + y, base + x + y};
        for (unsigned k = 0; k < 4; k++)
            if (corners[k] >= DATA_WORDS && corners[k] < words)
                return false;
    }
    return true;
}

static rg_instruction any_update(bench *b)
{
    rg_instruction in = {.mode = rg_one_in(&b->random, 2) ? RG_MODE_STREAM_ADD
                                                          : RG_MODE_STREAM_SUB};
    const rg_op_info *info;

    do {
        in.op = rg_one_in(&b->random, 2) ? (rg_one_in(&b->random, 3) ? RG_OP_WMAC : RG_OP_FMUL)
                                         : (uint8_t)rg_random_below(&b->random, RG_OP_LIMIT);
        info = rg_op_lookup(in.op);
    } while (
        !info
        || (info->format != RG_FMT_U && info->format != RG_FMT_U1 && info->format != RG_FMT_W));
    in.immediate = rg_one_in(&b->random, 5);
    in.imm = in.immediate ? (int32_t)rg_random_below(&b->random, 16) - 8 : 0;
    in.d = (uint8_t)rg_random_below(&b->random, 32);
    in.a = info->format != RG_FMT_U1 ? (uint8_t)rg_random_below(&b->random, 32) : 0;
    in.b = in.immediate ? 0 : (uint8_t)rg_random_below(&b->random, 32);
    return in;
}

/* Some operands get indices, most of them of one small array, so that targets meet. */
static void index_some(bench *b, rg_instruction *in)
{
    const unsigned at[] = {in->d, in->a, in->b};

    if (in->immediate || !rg_one_in(&b->random, 2))
        return;
    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++) {
        if (!rg_stream_operand_used(in, i) || !rg_one_in(&b->random, 2))
            continue;
        in->indexed |= (uint8_t)(1u << i);
        const unsigned array = at[i] + (i == RG_STREAM_TARGET ? 5 : 3);
        b->start->r[array % RG_REGISTERS] = (int64_t)rg_random_below(&b->random, DATA_WORDS - 20);
        b->start->r[(array + 1) % RG_REGISTERS] = 3 + (int64_t)rg_random_below(&b->random, 16);
        if (rg_one_in(&b->random, 8))
            damage(b, array);
    }
}

/* With indices, small ones in most words, a wrong one in few. */
static int64_t small_index(bench *b)
{
    return rg_one_in(&b->random, 60) ? mild(b) : 1 + (int64_t)rg_random_below(&b->random, 4);
}

static uint32_t encoded(const bench *b, const rg_instruction *in)
{
    uint32_t word = 0;

    if (!rg_encode(in, b->start->config.num.xlen, &word))
        fail_msg("operation %u does not encode", in->op);
    return word;
}

static void prepare(bench *b)
{
    rg_machine *s = b->start;
    rg_instruction in;
    const int64_t n = (int64_t)rg_random_below(&b->random, 7),
                  m = (int64_t)rg_random_below(&b->random, 5);

    s->mode = rg_random_below(&b->random, 8);
    do {
        in = any_update(b);
        describe(b, in.a, n, m, false);
        describe(b, in.b, n, m, false);
        describe(b, in.d, n, m, true);
        index_some(b, &in);
        for (unsigned odds = 5; rg_one_in(&b->random, odds);
             odds = 2) /* of several that are wrong the first is reported */
            damage(b, rg_one_in(&b->random, 2) ? in.d : rg_one_in(&b->random, 2) ? in.a : in.b);
    } while (!within(b, &in));
    for (unsigned i = 0; i < DATA_WORDS; i++) {
        if (in.indexed ? !rg_one_in(&b->random, 8) : rg_one_in(&b->random, 4))
            s->m[i] = in.indexed ? small_index(b) : mild(b);
        if (rg_one_in(&b->random, 4))
            s->gm[i] = mild(b);
        if (rg_one_in(&b->random, 8))
            s->tm[i] = mild(b);
        if (rg_one_in(&b->random, 8))
            s->tgm[i] = mild(b);
    }
    /* The accumulator holds a sum, at times one that is nearly too large, and its gradient a
     * cotangent. */
    s->w[0] = rg_random_value(&b->random, &s->config.num);
    s->w[1] = rg_one_in(&b->random, 8) ? rg_random_value(&b->random, &s->config.num)
                                       : (int64_t)rg_random_below(&b->random, 16) - 8;
    s->gw[0] = mild(b);
    s->tw[0] = mild(b);
    s->tgw[0] = mild(b);
    /* What stands around it is ordinary, and follows it through the pipeline. */
    for (unsigned i = 0; i < 8; i++)
        rg_machine_load(s, i, rg_random_instruction(&b->random, s->config.num.xlen));
    rg_machine_load(s, 4, encoded(b, &in));
    s->codewords = 8;
    s->pc = 4;
    s->br = rg_one_in(&b->random, 50) ? 5 : 0;
    s->backward = rg_one_in(&b->random, 2);
}

static void one_stream(bench *b)
{
    uint64_t retired = 0;

    prepare(b);
    require(b, rg_cosim_load(b->pair, b->start, DATA_WORDS), "load");
    const rg_cosim_outcome outcome = rg_cosim_step(b->pair, 1, &retired);
    require(b, outcome != RG_COSIM_DIFFERS, "stream");
    if (outcome != RG_COSIM_RETIRED) {
        b->trapped++;
        return;
    }
    b->retired++;
    const unsigned more = rg_random_below(&b->random, 3);
    require(b, rg_cosim_step(b->pair, more, &retired) != RG_COSIM_DIFFERS, "what follows");
    if (retired == more) {
        require(b, rg_cosim_raise(b->pair, RG_COSIM_TURN), "turn");
        require(b, rg_cosim_step(b->pair, more + 1, &retired) != RG_COSIM_DIFFERS, "the way back");
    }
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : otherwise;
}

static void random_streams(void **state)
{
    const uint64_t target = setting("RG_RANDOM_STEPS", 3000);
    rg_machine_config config;
    bench b = {.pair = rg_cosim_init(&config), .seed = setting("RG_RANDOM_SEED", 1)};

    (void)state;
    assert_non_null(b.pair);
    b.words = UINT64_C(1) << config.dmem_log2;
    rg_cosim_log(b.pair, keep, &b);
    config.dmem_log2 = DATA_LOG2;
    config.imem_log2 = CODE_LOG2;
    b.start = rg_machine_new(&config);
    assert_non_null(b.start);
    for (uint64_t i = 0; i < target; i++, b.seed++) {
        b.random.state = b.seed;
        one_stream(&b);
        if (i % 100 == 0)
            require(&b, rg_cosim_raise(b.pair, RG_COSIM_CHECK), "check");
    }
    print_message("%u streams retired, %u trapped, no difference\n", b.retired, b.trapped);
    assert_true(b.retired > target / 3 && b.trapped > target / 10);
    rg_cosim_fini(b.pair);
    rg_machine_free(b.start);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_streams)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
