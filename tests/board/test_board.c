/* test_board.c: a simulated board beside the reference engine: random programs, values and
 * gradients, forward and back. The first argument is the program of the simulation. */
#define _DEFAULT_SOURCE /* jn */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/board.h"
#include "sim/board/engine.h"
#include "sim/lockstep/engine_bus.h"
#include "sim/lockstep/random_program.h"
#include "tests/board/simulated.h"

enum { DATA_WORDS = 64, CODE_WORDS = 128, STEPS = 120, PROGRAMS = 60 };

static const char *program, *argument;
static const rg_machine_config config = {
    {RG_BOARD_XLEN, RG_BOARD_FRAC}, RG_BOARD_DMEM_LOG2, RG_BOARD_IMEM_LOG2, {0}, 0, false};

typedef struct {
    simulated board;
    rg_engine *engine;
    rg_machine *start, *model, *seen;
    unsigned wrong, programs;
    unsigned long retired[RG_OP_LIMIT][2][2]; /* by mode of gradients and direction */
    unsigned long traps[RG_TRAP_COUNT];
} bench;

/* ---- which instructions there are ---- */

static bool has(uint32_t word)
{
    rg_instruction in;

    if (!rg_decode(word, config.num.xlen, &in))
        return true; /* illegal on both */
    return rg_board_has(&in);
}

/* ---- the state over the bus ---- */

static bool put(bench *b, uint32_t address, uint64_t data)
{
    if (rg_engine_write(b->engine, address, data) == RG_BUS_OKAY)
        return true;
    print_error("the board refuses a write to %08x\n", address);
    return false;
}

static bool get(bench *b, uint32_t address, uint64_t *data)
{
    if (rg_engine_read(b->engine, address, data) == RG_BUS_OKAY)
        return true;
    print_error("the board refuses a read of %08x\n", address);
    return false;
}

static bool put_words(bench *b, uint32_t base, const int64_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!put(b, base + 8 * i, (uint64_t)words[i]))
            return false;
    return true;
}

static bool same(bench *b, const char *what, uint32_t address, int64_t expected)
{
    uint64_t word;

    if (!get(b, address, &word))
        return false;
    if ((int64_t)word == expected)
        return true;
    print_error("%s at %08x is %llx, expected %llx (after %llu instructions, model pc %u)\n", what,
                address, (unsigned long long)word, (unsigned long long)expected,
                (unsigned long long)b->model->count.retired, b->model->pc);
    return false;
}

static bool same_words(bench *b, const char *what, uint32_t base, const int64_t *words,
                       unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!same(b, what, base + 8 * i, words[i]))
            return false;
    return true;
}

static bool store(bench *b, const rg_machine *m)
{
    for (uint32_t i = 0; i < m->codewords; i++)
        if (!put(b, RG_WINDOW_IMEM + 8 * i, m->code[i]))
            return false;
    return put_words(b, RG_WINDOW_REGV, m->r, RG_REGISTERS)
           && put_words(b, RG_WINDOW_REGG, m->gr, RG_REGISTERS) && put_words(b, RG_REG_WLO, m->w, 2)
           && put_words(b, RG_REG_GWLO, m->gw, 2) && put_words(b, RG_WINDOW_DMEMV, m->m, DATA_WORDS)
           && put_words(b, RG_WINDOW_DMEMG, m->gm, DATA_WORDS)
           && put(b, RG_REG_CODEWORDS, m->codewords) && put(b, RG_REG_PC, m->pc)
           && put(b, RG_REG_BR, m->br) && put(b, RG_REG_DIR, m->backward)
           && put(b, RG_REG_MODE, m->mode) && put(b, RG_REG_CONTROL, RG_CONTROL_CLEAR);
}

static bool same_core(bench *b, const rg_machine *m)
{
    return same_words(b, "r", RG_WINDOW_REGV, m->r, RG_REGISTERS)
           && same_words(b, "gr", RG_WINDOW_REGG, m->gr, RG_REGISTERS)
           && same_words(b, "w", RG_REG_WLO, m->w, 2) && same_words(b, "gw", RG_REG_GWLO, m->gw, 2)
           && same(b, "pc", RG_REG_PC, m->pc) && same(b, "br", RG_REG_BR, m->br)
           && same(b, "dir", RG_REG_DIR, m->backward) && same(b, "mode", RG_REG_MODE, m->mode)
           && same(b, "gradovf", RG_REG_GRADOVF, (int64_t)m->gradovf)
           && same(b, "valovf", RG_REG_VALOVF, (int64_t)m->valovf);
}

static bool same_data(bench *b, const rg_machine *m)
{
    return same_words(b, "m", RG_WINDOW_DMEMV, m->m, DATA_WORDS)
           && same_words(b, "gm", RG_WINDOW_DMEMG, m->gm, DATA_WORDS);
}

/* ---- runs ---- */

/* Run the board; the words of OUT must be those of `out`. */
static bool run_board(bench *b, unsigned steps, const int64_t *out, unsigned words,
                      uint64_t *status)
{
    unsigned seen = 0;

    if (!put(b, RG_REG_STEPS, steps) || !put(b, RG_REG_CONTROL, RG_CONTROL_RUN))
        return false;
    do {
        rg_engine_run(b->engine, 100000);
        if (!get(b, RG_REG_STATUS, status))
            return false;
        if (RG_BUS_FIELD(*status, STATUS, OUT_LEVEL) != 0) {
            if (seen == words || !same(b, "out", RG_REG_OUT, out[seen]))
                return false;
            seen++;
        }
    } while (*status & RG_STATUS_RUNNING || RG_BUS_FIELD(*status, STATUS, OUT_LEVEL) != 0);
    return seen == words;
}

static void tally(bench *b, const rg_machine *m)
{
    if (m->pc < m->codewords)
        b->retired[m->code[m->pc] >> 25][m->mode & RG_WITH_GRADIENT][m->backward]++;
}

/* A burst on both, at most `steps`; what the model says of its end. */
static bool burst(bench *b, unsigned steps, rg_step *outcome)
{
    int64_t out[STEPS + 1]; /* the longest run */
    assert_true(steps <= STEPS);
    unsigned words = 0;
    uint64_t status;

    *outcome = RG_STEP_RETIRED;
    for (unsigned i = 0; i < steps && *outcome == RG_STEP_RETIRED; i++) {
        b->model->out_first = b->model->out_count = 0;
        tally(b, b->model);
        *outcome = rg_machine_step(b->model);
        if (b->model->out_count)
            out[words++] = b->model->out[0];
    }
    const uint64_t expected = *outcome == RG_STEP_TRAP   ? RG_STATUS_TRAPPED
                              : *outcome == RG_STEP_HALT ? RG_STATUS_HALTED
                                                         : RG_STATUS_STEPS;
    if (!run_board(b, steps, out, words, &status) || !same_core(b, b->model))
        return false;
    if ((status & (RG_STATUS_TRAPPED | RG_STATUS_HALTED | RG_STATUS_STEPS)) != expected) {
        print_error("status %llx, expected %llx\n", (unsigned long long)status,
                    (unsigned long long)expected);
        return false;
    }
    if (*outcome != RG_STEP_TRAP)
        return true;
    b->traps[b->model->trap]++;
    return same(b, "trap", RG_REG_TRAPPC, b->model->trap_pc)
           && same(b, "trapped word", RG_REG_TRAPINFO, (int16_t)b->model->trap_info)
           && RG_BUS_FIELD(status, STATUS, TRAP) == b->model->trap;
}

/* All of a program in bursts, then one more instruction, which may trap. */
static bool run_program(bench *b, unsigned steps, rg_random *random)
{
    rg_step outcome = RG_STEP_RETIRED;

    rg_machine_reset(b->model);
    rg_machine_copy(b->model, b->start);
    if (!store(b, b->start))
        return false;
    while (steps > 0 && outcome == RG_STEP_RETIRED) {
        const unsigned n = 1 + rg_random_below(random, steps < 40 ? steps : 40);
        if (!burst(b, n, &outcome))
            return false;
        steps -= n;
    }
    const bool there = b->model->pc >= b->model->codewords || has(b->model->code[b->model->pc]);
    if (outcome == RG_STEP_RETIRED && there && !burst(b, 1, &outcome))
        return false;
    return same_data(b, b->model)
           && same(b, "erased", RG_REG_ERASEDGRAD, (int64_t)b->model->count.erased_grad)
           && same(b, "gradovfall", RG_REG_GRADOVFALL, (int64_t)b->model->count.grad_overflows)
           && same(b, "retired", RG_REG_RETIRED, (int64_t)b->model->count.retired);
}

/* The board alone: there and back again is the start, where nothing was dropped. */
static bool there_and_back(bench *b, unsigned steps)
{
    uint64_t status = 0;

    if (b->model->count.erased_grad != 0)
        return true;
    for (int way = 0; way < 2; way++) {
        if (!put(b, RG_REG_STEPS, steps) || !put(b, RG_REG_CONTROL, RG_CONTROL_TURN)
            || !put(b, RG_REG_CONTROL, way == 0 ? RG_CONTROL_TURN : 0)
            || !put(b, RG_REG_CONTROL, RG_CONTROL_RUN))
            return false;
        do {
            uint64_t word;
            rg_engine_run(b->engine, 100000);
            if (!get(b, RG_REG_STATUS, &status))
                return false;
            if (RG_BUS_FIELD(status, STATUS, OUT_LEVEL) && !get(b, RG_REG_OUT, &word))
                return false;
        } while (status & RG_STATUS_RUNNING);
    }
    return put(b, RG_REG_CONTROL, RG_CONTROL_TURN) && same_core(b, b->start)
           && same_data(b, b->start);
}

static unsigned number_of(const char *variable, unsigned otherwise)
{
    const char *text = getenv(variable);

    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void test_random_programs(void **state)
{
    bench *b = *state;
    const unsigned programs = number_of("RG_BOARD_PROGRAMS", PROGRAMS);
    const unsigned first = number_of("RG_RANDOM_SEED", 1);

    for (unsigned i = 0; i < programs; i++) {
        rg_random random = {first + i};
        const rg_random_program_shape shape = {.code_words = CODE_WORDS,
                                               .data_words = DATA_WORDS,
                                               .steps = STEPS,
                                               .mode = i % 4 == 3 ? RG_WITH_GRADIENT | RG_WITH_WRAP
                                                                  : i % 4,
                                               .mode_changes = i % 3 == 0,
                                               .drops = i % 5 == 0,
                                               .has = has};
        const unsigned steps = rg_random_program(b->start, b->model, &shape, first + i);
        if (run_program(b, steps, &random)
            && (shape.drops || (store(b, b->start) && there_and_back(b, steps))))
            continue;
        print_error("program %u differs\n", first + i);
        fail();
    }
}

/* Words that the board leaves out trap as ILLEGAL and change nothing. */
static void test_left_out(void **state)
{
    bench *b = *state;
    rg_random random = {number_of("RG_RANDOM_SEED", 1)};

    rg_machine_reset(b->start);
    rg_machine_load(b->start, 5, 0);
    b->start->pc = 5;
    b->start->codewords = 8;
    assert_true(store(b, b->start));
    for (unsigned found = 0; found < 80;) {
        uint64_t status = 0;
        const uint32_t word = rg_random_instruction(&random, 16);
        if (has(word))
            continue;
        found++;
        assert_true(put(b, RG_WINDOW_IMEM + 8 * 5, word) && run_board(b, 1, NULL, 0, &status));
        assert_int_equal(status & 0xff, RG_STATUS_TRAPPED);
        assert_int_equal(RG_BUS_FIELD(status, STATUS, TRAP), RG_TRAP_ILLEGAL);
        assert_true(same(b, "trap", RG_REG_TRAPPC, 5));
        assert_true(same(b, "trapped word", RG_REG_TRAPINFO, (int16_t)word));
    }
    assert_true(same_core(b, b->start));
}

static void test_every_instruction_ran(void **state)
{
    bench *b = *state;
    unsigned seldom = 0;

    if (number_of("RG_BOARD_PROGRAMS", PROGRAMS) < PROGRAMS)
        skip();
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        const rg_instruction plain = {.op = (uint8_t)op};
        if (!info || !rg_board_has(&plain) || op == RG_OP_HALT || op == RG_OP_LI2
            || op == RG_OP_LI3)
            continue;
        const unsigned long *values = b->retired[op][0], *gradients = b->retired[op][1];
        if (values[0] + values[1] + gradients[0] + gradients[1] == 0) {
            print_error("%s has not run\n", info->name);
            seldom++;
        }
    }
    assert_int_equal(seldom, 0);
}

/* ---- a perceptron ---- */

enum { INPUTS = 6, X_AT = 0, W_AT = 16, OUTPUT = 4, ONE = 1 << 8 };

static uint32_t encoded(rg_instruction in)
{
    uint32_t word = 0;

    assert_true(rg_encode(&in, config.num.xlen, &word));
    return word;
}

static void load_words(rg_machine *m, const rg_instruction *code, size_t count)
{
    rg_machine_reset(m);
    memset(m->m, 0, DATA_WORDS * sizeof *m->m);
    memset(m->gm, 0, DATA_WORDS * sizeof *m->gm);
    for (size_t i = 0; i < count; i++)
        rg_machine_load(m, (uint32_t)i, encoded(code[i]));
    m->codewords = (uint32_t)count;
}

/* r4 += max(sum of w[i] x[i], 0), with r3 for the sum. */
static void load_perceptron(rg_machine *m)
{
    const rg_instruction code[] = {
        {.op = RG_OP_FORTOP, .d = 20, .a = 21, .offset = 6},
        {.op = RG_OP_LDF, .d = 1, .a = 20, .immediate = true, .imm = X_AT},
        {.op = RG_OP_LDF, .d = 2, .a = 20, .immediate = true, .imm = W_AT},
        {.op = RG_OP_FMUL, .d = 3, .a = 1, .b = 2},
        {.op = RG_OP_LDF, .mode = RG_MODE_SUB, .d = 2, .a = 20, .immediate = true, .imm = W_AT},
        {.op = RG_OP_LDF, .mode = RG_MODE_SUB, .d = 1, .a = 20, .immediate = true, .imm = X_AT},
        {.op = RG_OP_FOREND, .d = 20, .a = 21, .offset = -6},
        {.op = RG_OP_FMAX, .d = OUTPUT, .a = 3, .immediate = true, .imm = 0},
    };

    load_words(m, code, sizeof code / sizeof code[0]);
    m->r[21] = INPUTS;
}

/* Forward, then back with gradients: d out / d w[i] is x[i], d out / d x[i] is w[i], or both are 0.
 */
static void test_perceptron(void **state)
{
    bench *b = *state;
    rg_random random = {number_of("RG_RANDOM_SEED", 1)};
    unsigned fired = 0, rounds = 8;
    const unsigned steps = 7 * INPUTS + 1;

    for (unsigned round = 0; round < rounds; round++) {
        rg_machine *m = b->start;
        int64_t sum = 0;
        uint64_t status = 0;
        load_perceptron(m);
        for (unsigned i = 0; i < INPUTS; i++) {
            /* even numbers of 16ths, whose products are exact */
            m->m[X_AT + i] = ((int64_t)rg_random_below(&random, 64) - 32) * 16;
            m->m[W_AT + i] = ((int64_t)rg_random_below(&random, 64) - 32) * 16;
            sum += m->m[X_AT + i] * m->m[W_AT + i] / ONE;
        }
        const bool fires = sum > 0;
        fired += fires;
        assert_true(store(b, m) && run_board(b, steps, NULL, 0, &status));
        assert_true(same(b, "output", RG_WINDOW_REGV + 8 * OUTPUT, fires ? sum : 0));
        assert_true(
            put(b, RG_WINDOW_REGG + 8 * OUTPUT, ONE) && put(b, RG_REG_MODE, RG_WITH_GRADIENT)
            && put(b, RG_REG_CONTROL, RG_CONTROL_TURN) && run_board(b, steps, NULL, 0, &status));
        for (unsigned i = 0; i < INPUTS; i++) {
            assert_true(same(b, "gradient of w", RG_WINDOW_DMEMG + 8 * (W_AT + i),
                             fires ? m->m[X_AT + i] : 0));
            assert_true(same(b, "gradient of x", RG_WINDOW_DMEMG + 8 * (X_AT + i),
                             fires ? m->m[W_AT + i] : 0));
        }
        for (unsigned r = 0; r < RG_REGISTERS; r++)
            assert_true(same(b, "r", RG_WINDOW_REGV + 8 * r, r == 21 ? INPUTS : 0));
        assert_true(same_words(b, "m", RG_WINDOW_DMEMV, m->m, DATA_WORDS));
        /* 9 clocks an instruction and 17 a product, with gradients 15 and 51 */
        assert_true(same(b, "cycles", RG_REG_CYCLES, steps * (9 + 15) + INPUTS * (17 + 51)));
    }
    assert_true(fired > 0 && fired < rounds);
}

/* ---- a Bessel function ---- */

enum { TERMS = 6, TERMS_AT = 16, Z = 9 };

#define IMM(n) .immediate = true, .imm = (n)

/* r8 += J2(r9) by its series: t[0] = h / 2 with h = (z / 2)^2, and
 * t[k + 1] = -t[k] h / ((k + 1) (k + 3)). The terms stay in memory. */
static void load_bessel(rg_machine *m)
{
    const rg_instruction code[] = {
        {.op = RG_OP_FDIV, .d = 6, .a = Z, IMM(2)},
        {.op = RG_OP_FMUL, .d = 5, .a = 6, .b = 6},
        {.op = RG_OP_FDIV, .d = 7, .a = 5, IMM(2)},
        {.op = RG_OP_STF, .d = 7, .a = 0, IMM(TERMS_AT)},
        {.op = RG_OP_FORTOP, .d = 20, .a = 21, .offset = 17},
        {.op = RG_OP_LDF, .d = 1, .a = 20, IMM(TERMS_AT)},
        {.op = RG_OP_FMOV, .d = 8, .b = 1},
        {.op = RG_OP_FMUL, .d = 2, .a = 1, .b = 5},
        {.op = RG_OP_ADD, .d = 23, .a = 20, IMM(1)},
        {.op = RG_OP_ADD, .d = 24, .a = 20, IMM(3)},
        {.op = RG_OP_MUL, .d = 22, .a = 23, .b = 24},
        {.op = RG_OP_ITOF, .d = 3, .b = 22},
        {.op = RG_OP_FDIV, .mode = RG_MODE_SUB, .d = 4, .a = 2, .b = 3},
        {.op = RG_OP_STF, .d = 4, .a = 20, IMM(TERMS_AT + 1)},
        {.op = RG_OP_FDIV, .d = 4, .a = 2, .b = 3},
        {.op = RG_OP_ITOF, .mode = RG_MODE_SUB, .d = 3, .b = 22},
        {.op = RG_OP_MUL, .mode = RG_MODE_SUB, .d = 22, .a = 23, .b = 24},
        {.op = RG_OP_ADD, .mode = RG_MODE_SUB, .d = 24, .a = 20, IMM(3)},
        {.op = RG_OP_ADD, .mode = RG_MODE_SUB, .d = 23, .a = 20, IMM(1)},
        {.op = RG_OP_FMUL, .mode = RG_MODE_SUB, .d = 2, .a = 1, .b = 5},
        {.op = RG_OP_LDF, .mode = RG_MODE_SUB, .d = 1, .a = 20, IMM(TERMS_AT)},
        {.op = RG_OP_FOREND, .d = 20, .a = 21, .offset = -17},
    };

    load_words(m, code, sizeof code / sizeof code[0]);
    m->r[21] = TERMS;
}

/* J2 and its derivative to the precision of the format: each term is rounded to 1/256. */
static void test_bessel(void **state)
{
    bench *b = *state;
    const unsigned steps = 4 + TERMS * 18;
    const double near = 4.0 / ONE;

    for (int z = 0; z <= 4 * ONE; z += 163) {
        const double x = (double)z / ONE, slope = (jn(1, x) - jn(3, x)) / 2;
        rg_machine *m = b->start;
        rg_step outcome = RG_STEP_TRAP;
        load_bessel(m);
        m->r[Z] = z;
        rg_machine_reset(b->model);
        rg_machine_copy(b->model, m);
        assert_true(store(b, m) && burst(b, steps, &outcome));
        assert_int_equal(outcome, RG_STEP_RETIRED);
        assert_true(fabs((double)b->model->r[8] / ONE - jn(2, x)) <= near);
        b->model->gr[8] = ONE;
        b->model->mode = RG_WITH_GRADIENT;
        rg_machine_turn(b->model);
        assert_true(put(b, RG_WINDOW_REGG + 8 * 8, ONE) && put(b, RG_REG_MODE, RG_WITH_GRADIENT)
                    && put(b, RG_REG_CONTROL, RG_CONTROL_TURN) && burst(b, steps, &outcome));
        assert_int_equal(outcome, RG_STEP_RETIRED);
        assert_true(fabs((double)b->model->gr[Z] / ONE - slope) <= 2 * near);
        assert_true(same_data(b, b->model)
                    && same_words(b, "m", RG_WINDOW_DMEMV, m->m, DATA_WORDS));
        assert_true(same_words(b, "r", RG_WINDOW_REGV, m->r, RG_REGISTERS));
    }
}

/* ---- the bus ---- */

static void test_register_map(void **state)
{
    bench *b = *state;
    rg_machine_config seen;
    uint64_t word;

    assert_true(rg_bus_config(b->engine, &seen));
    assert_int_equal(seen.num.xlen, config.num.xlen);
    assert_int_equal(seen.num.frac, config.num.frac);
    assert_int_equal(seen.dmem_log2, config.dmem_log2);
    assert_int_equal(seen.imem_log2, config.imem_log2);
    assert_true(same(b, "id", RG_REG_ID, INT64_C(0x5247524400000001)));
    /* what the board does not have is refused, what is nowhere is unknown */
    static const uint32_t refused[] = {
        RG_REG_SIGNATURE, RG_REG_REACHED,  RG_WINDOW_REGT,  RG_WINDOW_DMEMT,
        RG_WINDOW_LEDGER, RG_WINDOW_COUNT, RG_REG_MEMREADS, RG_WINDOW_DMEMV + (8 << 10)};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_int_equal(rg_engine_read(b->engine, refused[i], &word), RG_BUS_SLVERR);
        assert_int_equal(rg_engine_write(b->engine, refused[i], 0), RG_BUS_SLVERR);
    }
    assert_int_equal(rg_engine_read(b->engine, 0x80000000, &word), RG_BUS_DECERR);
    assert_int_equal(rg_engine_read(b->engine, RG_REG_ID + 4, &word), RG_BUS_DECERR);
    assert_int_equal(rg_engine_write(b->engine, RG_REG_MODE, RG_WITH_TANGENT), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(b->engine, RG_REG_KEEP, 1), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(b->engine, RG_REG_STEPS, UINT64_C(1) << 32), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(b->engine, RG_REG_STATUS, 0), RG_BUS_SLVERR);
}

static int open_bench(void **state)
{
    static bench b;
    char why[400];

    b = (bench){0};
    if (!simulated_start(&b.board, program, argument)) {
        print_error("%s does not start\n", program);
        return -1;
    }
    b.engine = rg_board_engine_open(b.board.path, why, sizeof why);
    if (!b.engine) {
        print_error("%s\n", why);
        simulated_stop(&b.board);
        return -1;
    }
    b.start = rg_machine_new(&config);
    b.model = rg_machine_new(&config);
    b.seen = rg_machine_new(&config);
    *state = &b;
    return b.start && b.model && b.seen ? 0 : -1;
}

static int close_bench(void **state)
{
    bench *b = *state;

    if (!b)
        return 0;
    rg_engine_close(b->engine);
    simulated_stop(&b->board);
    rg_machine_free(b->start);
    rg_machine_free(b->model);
    rg_machine_free(b->seen);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_register_map),    cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_perceptron),      cmocka_unit_test(test_bessel),
        cmocka_unit_test(test_random_programs), cmocka_unit_test(test_every_instruction_ran),
    };

    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: %s PROGRAM [ARGUMENT]\n", argv[0]);
        return 2;
    }
    program = argv[1];
    argument = argv[2];
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
