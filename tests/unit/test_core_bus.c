/* test_core_bus.c: the machine as the host sees it: register map, refusals, runs, steps, turning
 * back, traps, counters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "firmware_image.h"
#include "isa/isa.h"
#include "sim/engine.h"

enum {
#define RG_WINDOW(name, base, words, access, what) WIN_##name = base,
#define RG_REG(name, offset, access, what) REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
};

enum { RUN = 1, STOP = 2, TURN = 4, CLEAR = 8, SCAN = 16 };
enum {
    RUNNING = 1,
    HALTED = 2,
    TRAPPED = 4,
    STEP_LIMIT = 8,
    CYCLE_LIMIT = 16,
    BACKWARD = 64,
    STOPPED = 128
};

/* ---- helpers ---- */

static int setup(void **state)
{
    *state = rg_engine_open(*state);
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    rg_engine_close(*state);
    return 0;
}

static uint64_t get(rg_engine *e, uint32_t address)
{
    uint64_t data = 0;
    assert_int_equal(rg_engine_read(e, address, &data), RG_BUS_OKAY);
    return data;
}

static void put(rg_engine *e, uint32_t address, uint64_t data)
{
    assert_int_equal(rg_engine_write(e, address, data), RG_BUS_OKAY);
}

static unsigned xlen(rg_engine *e) { return (unsigned)(get(e, REG_CONFIG) & 255); }
static unsigned frac(rg_engine *e) { return (unsigned)(get(e, REG_CONFIG) >> 8 & 255); }

static void put_reg(rg_engine *e, unsigned n, int64_t value)
{
    put(e, WIN_REGV + 8 * n, (uint64_t)value);
}
static int64_t reg(rg_engine *e, unsigned n) { return (int64_t)get(e, WIN_REGV + 8 * n); }

static void load(rg_engine *e, const rg_instruction *code, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word = 0;
        assert_true(rg_encode(&code[i], xlen(e), &word));
        put(e, WIN_IMEM + 8 * (uint32_t)i, word);
    }
    put(e, REG_CODEWORDS, count);
}

static uint64_t run(rg_engine *e)
{
    put(e, REG_CONTROL, RUN);
    rg_engine_run(e, 100000);
    uint64_t status = get(e, REG_STATUS);
    assert_false(status & RUNNING);
    return status;
}

static unsigned trap_of(uint64_t status) { return (unsigned)(status >> 16) & 255; }

static uint64_t values_signature(rg_engine *e)
{
    put(e, REG_SCANBASE, 0);
    put(e, REG_SCANCOUNT, 256);
    put(e, REG_CONTROL, SCAN);
    rg_engine_run(e, 10000);
    return get(e, REG_SIGVALUE);
}

static rg_instruction imm(unsigned op, unsigned mode, unsigned d, int32_t value)
{
    return (rg_instruction){
        .op = (uint8_t)op, .mode = (uint8_t)mode, .d = (uint8_t)d, .immediate = true, .imm = value};
}

static rg_instruction rrr(unsigned op, unsigned mode, unsigned d, unsigned a, unsigned b)
{
    return (rg_instruction){.op = (uint8_t)op,
                            .mode = (uint8_t)mode,
                            .d = (uint8_t)d,
                            .a = (uint8_t)a,
                            .b = (uint8_t)b};
}

static rg_instruction jump(unsigned op, int32_t offset)
{
    return (rg_instruction){.op = (uint8_t)op, .offset = offset};
}
static const rg_instruction halt = {.op = RG_OP_HALT};

/* sum of 1 .. n by a loop: r3 += i for i = 1 .. r2, r4 the counter. */
static const rg_instruction loop_program[] = {
    {.op = RG_OP_FORTOP, .d = 4, .a = 2, .offset = 3},
    {.op = RG_OP_ADD, .mode = RG_MODE_ADD, .d = 3, .a = 4, .immediate = true, .imm = 1},
    {.op = RG_OP_ST, .mode = RG_MODE_ADD, .d = 3, .a = 4, .immediate = true, .imm = 10},
    {.op = RG_OP_FOREND, .d = 4, .a = 2, .offset = -3},
    {.op = RG_OP_HALT},
};

/* ---- tests ---- */

static void test_identity(void **state)
{
    rg_engine *e = *state;
    assert_int_equal(get(e, REG_ID), UINT64_C(0x5247524400000001));
    assert_int_equal(xlen(e), RG_FIRMWARE_XLEN);
    assert_int_equal(frac(e), RG_FIRMWARE_FRAC);
    assert_int_equal(get(e, REG_STATUS), 0);
    assert_false(rg_engine_interrupt(e));
}

static void test_windows(void **state)
{
    rg_engine *e = *state;
    for (uint32_t i = 0; i < 32; i++) {
        put(e, WIN_REGV + 8 * i, 1000 + i);
        put(e, WIN_REGG + 8 * i, 2000 + i);
        put(e, WIN_REGT + 8 * i, 3000 + i);
        put(e, WIN_REGTG + 8 * i, 4000 + i);
    }
    for (uint32_t i = 0; i < 4; i++)
        put(e, REG_TWLO + 8 * i, 5000 + i);
    put(e, WIN_DMEMT + 8 * 65535, 78);
    put(e, WIN_DMEMTG + 8 * 65535, 79);
    put(e, WIN_DMEMV + 8 * 65535, UINT64_MAX);
    put(e, WIN_DMEMG + 8 * 65535, 77);
    put(e, WIN_IMEM + 8 * 65535, 0x7edcba98);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(get(e, WIN_REGV + 8 * i), 1000 + i);
        assert_int_equal(get(e, WIN_REGG + 8 * i), 2000 + i);
        assert_int_equal(get(e, WIN_REGT + 8 * i), 3000 + i);
        assert_int_equal(get(e, WIN_REGTG + 8 * i), 4000 + i);
    }
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(get(e, REG_TWLO + 8 * i), 5000 + i);
    assert_int_equal(get(e, WIN_DMEMT + 8 * 65535), 78);
    assert_int_equal(get(e, WIN_DMEMTG + 8 * 65535), 79);
    assert_true(get(e, WIN_DMEMV + 8 * 65535) == UINT64_MAX); /* words come sign-extended */
    assert_int_equal(get(e, WIN_DMEMG + 8 * 65535), 77);
    assert_int_equal(get(e, WIN_IMEM + 8 * 65535), 0x7edcba98);
    assert_int_equal(get(e, REG_BITSOUT), (66 + 64 + 6) * xlen(e));
    assert_int_equal(get(e, REG_ERASEDHOST), 0);
    put(e, WIN_REGV, 0);
    put(e, WIN_DMEMG + 8 * 65535, 1);
    assert_int_equal(get(e, REG_ERASEDHOST), 2 * xlen(e));
}

static void test_refusals(void **state)
{
    rg_engine *e = *state;
    uint64_t data;
    assert_int_equal(rg_engine_write(e, REG_ID, 1), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(e, REG_CYCLES, 1), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(e, WIN_COUNT, 1), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(e, WIN_LEDGER, 1), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_read(e, REG_CONTROL, &data), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_read(e, REG_OUT, &data), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_read(e, 0x98, &data), RG_BUS_DECERR);
    assert_int_equal(rg_engine_read(e, 0x1000, &data), RG_BUS_DECERR);
    assert_int_equal(rg_engine_read(e, WIN_REGTG + 8 * 32, &data), RG_BUS_DECERR);
    assert_int_equal(rg_engine_read(e, WIN_COUNT + 8 * 128, &data), RG_BUS_DECERR);
    assert_int_equal(rg_engine_read(e, WIN_DMEMV + 8 * 65536, &data), RG_BUS_DECERR);
    assert_int_equal(rg_engine_write(e, 0x80000000, 0), RG_BUS_DECERR);
    assert_int_equal(rg_engine_read(e, 4, &data), RG_BUS_DECERR);
}

static void test_refusals_while_running(void **state)
{
    rg_engine *e = *state;
    uint64_t data;
    const rg_instruction forever[] = {jump(RG_OP_BRAL, 1), jump(RG_OP_BRAS, -1)};
    load(e, forever, 2);
    put(e, REG_PC, 1);
    put(e, REG_CONTROL, RUN);
    rg_engine_run(e, 100);
    assert_false(rg_engine_interrupt(e));
    assert_true(get(e, REG_STATUS) & RUNNING);
    assert_int_equal(rg_engine_read(e, WIN_REGV, &data), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(e, WIN_DMEMV, 5), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(e, WIN_IMEM, 5), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(e, REG_PC, 5), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(e, REG_CONTROL, RUN), RG_BUS_SLVERR);
    assert_int_equal(rg_engine_write(e, REG_CONTROL, TURN), RG_BUS_SLVERR);
    assert_true(get(e, REG_CYCLES) > 0);
    put(e, REG_CONTROL, STOP);
    rg_engine_run(e, 100);
    uint64_t status = get(e, REG_STATUS);
    assert_true(status & STOPPED);
    assert_false(status & RUNNING);
    assert_true(rg_engine_interrupt(e));
    assert_int_equal(get(e, REG_ERASEDHOST), 0);
}

static void test_program_and_counters(void **state)
{
    rg_engine *e = *state;
    load(e, loop_program, 5);
    put_reg(e, 2, 10);
    uint64_t status = run(e);
    assert_int_equal(status & 255, HALTED);
    assert_int_equal(reg(e, 3), 55);
    assert_int_equal(reg(e, 4), 0);
    assert_int_equal(get(e, WIN_DMEMV + 8 * 19), 55);
    assert_int_equal(get(e, WIN_DMEMV + 8 * 10), 1);
    assert_int_equal(get(e, REG_PC), 4);
    /* One entry, ten iterations of two updates and the loop end, and the top again after each end
     * but the last. */
    assert_int_equal(get(e, REG_RETIRED), 40);
    assert_int_equal(get(e, WIN_COUNT + 8 * RG_CLASS_LOOP), 20);
    assert_int_equal(get(e, WIN_COUNT + 8 * RG_CLASS_INT), 10);
    assert_int_equal(get(e, WIN_COUNT + 8 * RG_CLASS_MEM), 10);
    assert_int_equal(get(e, REG_MEMREADS), 10);
    assert_int_equal(get(e, REG_MEMWRITES), 10);
    assert_int_equal(get(e, REG_GRADREADS), 0);
    bool pipelined = get(e, REG_CONFIG) >> 40 & 1;
    assert_int_equal(get(e, REG_CYCLESF) + (pipelined ? 1 : 3),
                     get(e, REG_CYCLES)); /* the halt is not retired */
    assert_int_equal(get(e, REG_CYCLESB), 0);
    assert_int_equal(get(e, REG_PROGRAMF), get(e, REG_CYCLESF));
    put(e, REG_CONTROL, CLEAR);
    assert_int_equal(get(e, REG_RETIRED), 0);
    assert_int_equal(get(e, REG_CYCLES), 0);
    assert_int_equal(get(e, WIN_COUNT + 8 * RG_CLASS_LOOP), 0);
}

/* The same program with its first two words as firmware: the counters of the program miss what
 * these take. */
static void test_cycles_of_the_program(void **state)
{
    rg_engine *e = *state;
    uint64_t all[2], above[2];
    for (unsigned base = 0; base < 2; base++) {
        load(e, loop_program, 5);
        put_reg(e, 2, 10);
        put_reg(e, 3, 0);
        put(e, REG_CONTROL, CLEAR);
        put(e, REG_PROGRAM, 2 * base);
        assert_int_equal(get(e, REG_PROGRAM), 2 * base);
        run(e);
        all[base] = get(e, REG_CYCLESF);
        above[base] = get(e, REG_PROGRAMF);
        assert_int_equal(get(e, REG_PROGRAMB), 0);
        rg_engine_reset(e);
    }
    assert_int_equal(above[0], all[0]);
    assert_true(above[1] > 0 && above[1] < all[0]);
    assert_int_equal(get(e, REG_PROGRAM), 0);
}

static void test_turn_back(void **state)
{
    rg_engine *e = *state;
    load(e, loop_program, 5);
    put_reg(e, 2, 7);
    put_reg(e, 3, -3);
    uint64_t before = values_signature(e);
    run(e);
    uint64_t after = values_signature(e);
    assert_true(before != after);
    put(e, REG_CONTROL, TURN);
    assert_true(get(e, REG_STATUS) & BACKWARD);
    put(e, REG_STEPS, 28);
    uint64_t status = run(e);
    assert_true(status & STEP_LIMIT);
    assert_int_equal(get(e, REG_CYCLESF), get(e, REG_CYCLESB));
    put(e, REG_CONTROL, TURN);
    assert_int_equal(get(e, REG_PC), 0);
    assert_int_equal(get(e, REG_DIR), 0);
    assert_true(values_signature(e) == before);
    assert_int_equal(get(e, WIN_COUNT + 8 * (RG_CLASS_LOOP + 16)), 14);
}

static void test_single_steps(void **state)
{
    rg_engine *e = *state;
    load(e, loop_program, 5);
    put_reg(e, 2, 3);
    put(e, REG_STEPS, 1);
    for (unsigned i = 1; i <= 12; i++) {
        uint64_t status = run(e);
        assert_int_equal(status & 255, STEP_LIMIT);
        assert_int_equal(get(e, REG_RETIRED), i);
    }
    assert_int_equal(run(e) & 255, HALTED);
    assert_int_equal(reg(e, 3), 6);
}

static void test_cycle_limit(void **state)
{
    rg_engine *e = *state;
    const rg_instruction forever[] = {jump(RG_OP_BRAL, 1), jump(RG_OP_BRAS, -1)};
    load(e, forever, 2);
    put(e, REG_PC, 1);
    put(e, REG_CYCLELIMIT, 300);
    uint64_t status = run(e);
    assert_int_equal(status & 255, CYCLE_LIMIT);
    assert_in_range(get(e, REG_CYCLES), 300, 302);
}

static void expect_trap(rg_engine *e, const rg_instruction *code, size_t count, unsigned cause,
                        uint32_t at, int64_t info)
{
    load(e, code, count);
    put(e, REG_PC, 0);
    uint64_t before = values_signature(e);
    uint64_t status = run(e);
    assert_true(status & TRAPPED);
    assert_int_equal(trap_of(status), cause);
    assert_int_equal(get(e, REG_TRAPPC), at);
    assert_int_equal(get(e, REG_PC), at);
    assert_true((int64_t)get(e, REG_TRAPINFO) == info);
    if (at == 0)
        assert_true(values_signature(e) == before);
}

static void test_traps(void **state)
{
    rg_engine *e = *state;
    put_reg(e, 1, 9);
    put_reg(e, 2, -1);
    put(e, WIN_DMEMV + 8 * 5, 4);
    const rg_instruction dirty[] = {imm(RG_OP_MOV, RG_MODE_SET, 1, 4), halt};
    expect_trap(e, dirty, 2, RG_TRAP_DIRTY, 0, 9);
    const rg_instruction unset[] = {imm(RG_OP_MOV, RG_MODE_UNSET, 1, 4), halt};
    expect_trap(e, unset, 2, RG_TRAP_DIRTY, 0, 5);
    const rg_instruction address[] = {rrr(RG_OP_LD, RG_MODE_ADD, 3, 2, 4), halt};
    expect_trap(e, address, 2, RG_TRAP_ADDRESS, 0, -1);
    const rg_instruction bounds[] = {
        {.op = RG_OP_CHKB, .d = 1, .a = 4, .immediate = true, .imm = 5}, halt};
    expect_trap(e, bounds, 2, RG_TRAP_BOUNDS, 0, 9);
    const rg_instruction alias[] = {rrr(RG_OP_ADD, RG_MODE_ADD, 3, 3, 4), halt};
    expect_trap(e, alias, 2, RG_TRAP_ALIAS, 0, 0);
    const rg_instruction divide[] = {rrr(RG_OP_DIV, RG_MODE_ADD, 3, 1, 4), halt};
    expect_trap(e, divide, 2, RG_TRAP_DIVZERO, 0, 0);
    const rg_instruction gradient[] = {rrr(RG_OP_XGRAD, 0, 3, 0, 0), halt};
    expect_trap(e, gradient, 2, RG_TRAP_MODE, 0, 0);
    const rg_instruction missed[] = {jump(RG_OP_BRAS, 1), halt};
    expect_trap(e, missed, 2, RG_TRAP_LANDING, 1, 1);
    put(e, REG_BR, 0);
    const rg_instruction off_end[] = {imm(RG_OP_MOV, RG_MODE_ADD, 6, 4)};
    expect_trap(e, off_end, 1, RG_TRAP_FETCH, 1, 1);
    const rg_instruction assertion[] = {imm(RG_OP_ASSERT, RG_COND_LT, 1, 9), halt};
    expect_trap(e, assertion, 2, RG_TRAP_ASSERT, 0, 9);
    const rg_instruction condition[] = {
        {.op = RG_OP_BEQIL, .d = 1, .immediate = true, .imm = 9, .offset = 4}, halt};
    expect_trap(e, condition, 2, RG_TRAP_CONDITION, 0, 0);
    const rg_instruction portal[] = {rrr(RG_OP_PORTAL, 0, 4, 0, 0), halt};
    expect_trap(e, portal, 2, RG_TRAP_PORTAL, 0, 0);
    const rg_instruction loop[] = {{.op = RG_OP_FORTOP, .d = 1, .a = 2, .offset = 5}, halt};
    expect_trap(e, loop, 2, RG_TRAP_LOOP, 0, 9);
    put(e, WIN_IMEM, 0);
    put(e, REG_PC, 0);
    assert_int_equal(trap_of(run(e)), RG_TRAP_ILLEGAL);
}

/* A routine that calls another and uncalls it. The same instructions run in both directions. */
static void test_call_and_uncall(void **state)
{
    rg_engine *e = *state;
    const rg_instruction routine[] = {
        jump(RG_OP_CALL, 5),           rrr(RG_OP_ADD, RG_MODE_ADD, 6, 5, 5),
        jump(RG_OP_UNCALL, 3),         halt,
        jump(RG_OP_BRAL, 3), /* top of the ring */
        rrr(RG_OP_PORTAL, 0, 0, 0, 0), imm(RG_OP_MOV, RG_MODE_ADD, 5, 21),
        jump(RG_OP_BRAS, -3),
    };
    load(e, routine, 8);
    assert_int_equal(run(e) & 255, HALTED);
    assert_int_equal(reg(e, 5), 0);
    assert_int_equal(reg(e, 6), 42);
    assert_int_equal(reg(e, 0), 0);
    assert_int_equal(get(e, REG_PC), 3);
    assert_int_equal(get(e, REG_BR), 0);
    assert_int_equal(get(e, REG_DIR), 0);
    assert_true(get(e, REG_CYCLESB) > 0);
}

static void test_out_queue(void **state)
{
    rg_engine *e = *state;
    rg_instruction code[22];
    for (size_t i = 0; i < 21; i++)
        code[i] = i % 2 == 0 ? rrr(RG_OP_OUT, 0, 1, 0, 0) : imm(RG_OP_MOV, RG_MODE_ADD, 1, 1);
    code[21] = halt;
    put_reg(e, 1, -5);
    load(e, code, 22);
    put(e, REG_CONTROL, RUN);
    rg_engine_run(e, 1000);
    assert_true(rg_engine_interrupt(e));
    for (int i = 0; i < 11; i++) {
        rg_engine_run(e, 1000);
        assert_true((int64_t)get(e, REG_OUT) == i - 5);
    }
    rg_engine_run(e, 1000);
    assert_int_equal(get(e, REG_STATUS) & 0xffff, HALTED);
    assert_int_equal(get(e, REG_BITSOUT), 11 * xlen(e));
}

static void test_full_queue_waits(void **state)
{
    rg_engine *e = *state;
    rg_instruction code[18];
    for (size_t i = 0; i < 17; i++)
        code[i] = rrr(RG_OP_OUT, 0, 1, 0, 0);
    code[17] = halt;
    load(e, code, 18);
    put(e, REG_CONTROL, RUN);
    for (int i = 0; i < 100;
         i++) { /* the line is up from the first word on; bus reads let time pass */
        rg_engine_run(e, 100);
        get(e, REG_CYCLES);
    }
    uint64_t status = get(e, REG_STATUS);
    if (status & RUNNING)
        assert_in_range(status >> 8 & 255, 1, 16);
    put(e, REG_CONTROL, STOP);
    for (int i = 0; i < 100; i++)
        get(e, REG_CYCLES);
    assert_false(get(e, REG_STATUS) & RUNNING);
}

static void test_gradient_drop_is_billed(void **state)
{
    rg_engine *e = *state;
    const rg_instruction code[] = {rrr(RG_OP_ALLOC, 0, 3, 0, 0), rrr(RG_OP_FREE, 0, 3, 0, 0),
                                   rrr(RG_OP_FREE, 0, 3, 0, 0), halt};
    load(e, code, 4);
    put(e, REG_MODE, 1);
    put(e, WIN_REGG + 8 * 3, 123);
    assert_int_equal(run(e) & 255, HALTED);
    assert_int_equal(get(e, WIN_REGG + 8 * 3), 0);
    assert_int_equal(get(e, REG_ERASEDGRAD), xlen(e));
    assert_int_equal(get(e, WIN_LEDGER), 0);
    assert_int_equal(get(e, WIN_LEDGER + 8), xlen(e));
    assert_int_equal(get(e, WIN_LEDGER + 16), 0);
    assert_int_equal(get(e, WIN_COUNT + 8 * (RG_CLASS_CHECK + 32)), 3);
    put(e, REG_CONTROL, CLEAR);
    assert_int_equal(get(e, WIN_LEDGER + 8), 0);
}

/* r3 += r1 * r2 from 0 with the gradient g of r3: the product and what the gradients of r1 and r2
 * lose are these raw words. */
static void expect_product(rg_engine *e, int64_t a, int64_t b, int64_t g, int64_t product,
                           int64_t of_a, int64_t of_b)
{
    put(e, REG_PC, 0);
    put(e, REG_MODE, 1);
    put_reg(e, 1, a);
    put_reg(e, 2, b);
    put_reg(e, 3, 0);
    put(e, WIN_REGG + 8, 0);
    put(e, WIN_REGG + 8 * 2, 0);
    put(e, WIN_REGG + 8 * 3, (uint64_t)g);
    assert_int_equal(run(e) & 255, HALTED);
    assert_int_equal(reg(e, 3), product);
    assert_int_equal(get(e, WIN_REGG + 8), -of_a);
    assert_int_equal(get(e, WIN_REGG + 8 * 2), -of_b);
}

/* A product in the middle of two words goes to the even one; a single bit below the middle decides.
 */
static void test_ties_of_products(void **state)
{
    rg_engine *e = *state;
    const rg_instruction code[] = {rrr(RG_OP_FMUL, RG_MODE_ADD, 3, 1, 2), halt};
    const int64_t half = INT64_C(1) << (frac(e) - 1),
                  ties[][2] = {{1, 0}, {3, 2}, {5, 2}, {-1, 0}, {-3, -2}, {-5, -2}};

    load(e, code, 2);
    for (unsigned i = 0; i < 6; i++) {
        expect_product(e, ties[i][0], half, half, ties[i][1], half / 2, ties[i][1]);
        expect_product(e, half, ties[i][0], half, ties[i][1], ties[i][1], half / 2);
        expect_product(e, half, half, ties[i][0], half / 2, ties[i][1], ties[i][1]);
    }
    for (unsigned bit = 0; bit + 1 < frac(e); bit++) {
        const int64_t beyond = half + (INT64_C(1) << bit);
        expect_product(e, 1, beyond, 1, 1, 1, 0);
        expect_product(e, beyond, 1, 1, 1, 0, 1);
        expect_product(e, -1, beyond, -1, -1, -1, 0);
        expect_product(e, beyond, -1, -1, -1, 0, -1);
    }
}

static void test_reset_keeps_memory(void **state)
{
    rg_engine *e = *state;
    put(e, WIN_DMEMV + 8 * 3, 42);
    put(e, REG_PC, 17);
    rg_engine_reset(e);
    assert_int_equal(get(e, REG_PC), 0);
    assert_int_equal(get(e, WIN_DMEMV + 8 * 3), 42);
}

static void test_waveform(void **state)
{
    rg_engine *e = rg_engine_open("trace");
    char path[] = "/tmp/rg_wave_XXXXXX";
    struct stat info;
    (void)state;
    assert_non_null(e);
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_false(rg_engine_trace_open(e, "/nowhere/wave.fst", NULL));
    assert_true(rg_engine_trace_open(e, path, NULL));
    load(e, loop_program, 5);
    put_reg(e, 2, 4);
    assert_int_equal(run(e) & 255, HALTED);
    assert_int_equal(reg(e, 3), 10);
    rg_engine_trace_close(e);
    assert_int_equal(stat(path, &info), 0);
    assert_true(info.st_size > 500);
    assert_true(rg_engine_trace_open(e, path, NULL)); /* a second recording on the same machine */
    assert_int_equal(reg(e, 3), 10);
    rg_engine_close(e);
    assert_int_equal(unlink(path), 0);
    e = rg_engine_open("rtl");
    assert_non_null(e);
    assert_false(rg_engine_trace_open(e, path, NULL));
    rg_engine_trace_close(e);
    rg_engine_close(e);
}

static void test_unknown_engine(void **state)
{
    (void)state;
    assert_null(rg_engine_open("steam"));
    rg_engine_close(NULL);
}

#define BOTH(test)                                                                                 \
    {#test " rtl", test, setup, teardown, rtl}, { #test " fast", test, setup, teardown, fast }

int main(void)
{
    static char rtl[] = "rtl", fast[] = "fast";
    const struct CMUnitTest tests[] = {
        BOTH(test_identity),
        BOTH(test_windows),
        BOTH(test_refusals),
        BOTH(test_refusals_while_running),
        BOTH(test_program_and_counters),
        BOTH(test_cycles_of_the_program),
        BOTH(test_turn_back),
        BOTH(test_single_steps),
        BOTH(test_cycle_limit),
        BOTH(test_traps),
        BOTH(test_call_and_uncall),
        BOTH(test_out_queue),
        BOTH(test_full_queue_waits),
        BOTH(test_gradient_drop_is_billed),
        BOTH(test_ties_of_products),
        BOTH(test_reset_keeps_memory),
        cmocka_unit_test(test_waveform),
        cmocka_unit_test(test_unknown_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
