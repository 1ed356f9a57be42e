/* loop.c: the speed of the engines on a hardware loop of simple updates, in instructions and cycles
 * a second of processor time. */
#include "bench/loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "isa/isa.h"
#include "sim/lockstep/engine_bus.h"

enum { XLEN_BITS = 255 };

/* for r1 = 0 .. r2 - 1: integer and fixed-point sums, a load, a store, an exchange; r20 is the base
 * of the data, always 0. */
static const rg_instruction program[] = {
    {.op = RG_OP_FORTOP, .d = 1, .a = 2, .offset = 10},
    {.op = RG_OP_ADD, .d = 3, .a = 4, .immediate = true, .imm = 7},
    {.op = RG_OP_XOR, .mode = RG_MODE_XOR, .d = 4, .a = 3, .b = 1},
    {.op = RG_OP_FADD, .d = 5, .a = 6, .b = 7},
    {.op = RG_OP_FSUB, .mode = RG_MODE_SUB, .d = 5, .a = 6, .b = 8},
    {.op = RG_OP_LD, .d = 9, .a = 20, .immediate = true, .imm = 3},
    {.op = RG_OP_ST, .d = 9, .a = 20, .immediate = true, .imm = 4},
    {.op = RG_OP_EXCH, .d = 10, .a = 20, .immediate = true, .imm = 5},
    {.op = RG_OP_SUB, .mode = RG_MODE_SUB, .d = 11, .a = 10, .b = 3},
    {.op = RG_OP_MOV, .d = 12, .b = 11},
    {.op = RG_OP_FOREND, .d = 1, .a = 2, .offset = -10},
    {.op = RG_OP_HALT},
};

typedef struct {
    uint64_t instructions, cycles;
    double seconds;
} loop_run;

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void require(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "bench: loop: %s\n", what);
    exit(1);
}

static uint64_t get(rg_engine *e, uint32_t address)
{
    uint64_t data = 0;

    require(rg_engine_read(e, address, &data) == RG_BUS_OKAY, "read");
    return data;
}

static void put(rg_engine *e, uint32_t address, uint64_t data)
{
    require(rg_engine_write(e, address, data) == RG_BUS_OKAY, "write");
}

static loop_run run_loop(const char *engine, uint64_t turns)
{
    enum { WORDS = sizeof program / sizeof program[0] };
    rg_engine *e = rg_engine_open(engine);
    loop_run result;

    require(e != NULL, "open");
    for (uint32_t i = 0; i < WORDS; i++) {
        uint32_t word = 0;
        require(rg_encode(&program[i], get(e, RG_REG_CONFIG) & XLEN_BITS, &word), "encode");
        put(e, RG_WINDOW_IMEM + 8 * i, word);
    }
    put(e, RG_REG_CODEWORDS, WORDS);
    put(e, RG_WINDOW_REGV + 8 * 2, turns);
    put(e, RG_WINDOW_REGV + 8 * 7, 1000);
    put(e, RG_WINDOW_REGV + 8 * 8, 999);
    put(e, RG_REG_CONTROL, RG_CONTROL_RUN);

    double start = processor_seconds();
    while (!rg_engine_interrupt(e))
        rg_engine_run(e, 1000000);
    result.seconds = processor_seconds() - start;
    require(get(e, RG_REG_STATUS) & RG_STATUS_HALTED, "the loop did not end");
    result.instructions = get(e, RG_REG_RETIRED);
    result.cycles = get(e, RG_REG_CYCLES);
    rg_engine_close(e);
    return result;
}

void bench_loop(void)
{
    enum { ROUNDS = 3 };
    double fast = 0, fast_cycles = 0, rtl = 0;

    /* The engines run alternately, and the best run counts: what else the host does only slows
     * down.
     */
    for (int i = 0; i < ROUNDS; i++) {
        loop_run f = run_loop("fast", 3000000), r = run_loop("rtl", 3000);
        if ((double)f.instructions / f.seconds > fast) {
            fast = (double)f.instructions / f.seconds;
            fast_cycles = (double)f.cycles / f.seconds;
        }
        if ((double)r.cycles / r.seconds > rtl)
            rtl = (double)r.cycles / r.seconds;
    }
    printf("\nloop of simple updates, value mode: fast %.0f million instructions/s; rtl %.3f "
           "million cycles/s; "
           "fast/rtl %.0f in cycles/s\n",
           fast / 1e6, rtl / 1e6, fast_cycles / rtl);
}

void bench_loop_rtl(void) { run_loop("rtl", 60000); }
