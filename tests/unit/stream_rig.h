/* stream_rig.h: a core of its own for tests of streams: descriptors, one stream between two halts,
 * and its clocks. */
#ifndef RG_TEST_STREAM_RIG_H
#define RG_TEST_STREAM_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "sim/lockstep/engine_bus.h"

enum { D = 1, A = 10, B = 20, T = 0, U = 4096, V = 8192 };
enum { GRADIENT = 1, STOPPED = 128 };

typedef struct {
    rg_engine *engine;
    rg_machine_config config;
} rig;

static inline uint64_t get(rig *r, uint32_t address)
{
    uint64_t data = 0;

    assert_int_equal(rg_engine_read(r->engine, address, &data), RG_BUS_OKAY);
    return data;
}

static inline void put(rig *r, uint32_t address, uint64_t data)
{
    assert_int_equal(rg_engine_write(r->engine, address, data), RG_BUS_OKAY);
}

static inline int setup(void **state)
{
    static rig r;

    r.engine = rg_engine_open("rtl");
    if (!r.engine || !rg_bus_config(r.engine, &r.config))
        return -1;
    *state = &r;
    return 0;
}

static inline int teardown(void **state)
{
    rg_engine_close(((rig *)*state)->engine);
    return 0;
}

static inline void load(rig *r, unsigned op)
{
    const rg_instruction in = {.op = (uint8_t)op,
                               .mode = RG_MODE_STREAM_ADD,
                               .d = D,
                               .a = rg_op_lookup(op)->format == RG_FMT_U1 ? 0 : A,
                               .b = B};
    uint32_t word = 0, halt = (uint32_t)RG_OP_HALT << 25;

    assert_true(rg_encode(&in, r->config.num.xlen, &word));
    put(r, RG_WINDOW_IMEM, halt);
    put(r, RG_WINDOW_IMEM + 8, word);
    put(r, RG_WINDOW_IMEM + 16, halt);
    put(r, RG_REG_CODEWORDS, 3);
    put(r, RG_REG_PC, 1);
}

static inline void describe(rig *r, unsigned at, int64_t base, int64_t inner, int64_t outer)
{
    put(r, RG_WINDOW_REGV + 8 * at, (uint64_t)base);
    put(r, RG_WINDOW_REGV + 8 * (at + 1), (uint64_t)inner);
    put(r, RG_WINDOW_REGV + 8 * (at + 2), (uint64_t)outer);
}

static inline void counts(rig *r, int64_t n, int64_t m)
{
    put(r, RG_WINDOW_REGV + 8 * (D + 3), (uint64_t)n);
    put(r, RG_WINDOW_REGV + 8 * (D + 4), (uint64_t)m);
}

/* Clocks of one sweep, from the word to the halt beside it; what the halt and the fill take is
 * subtracted. */
static inline uint64_t sweep(rig *r, unsigned mode)
{
    uint64_t status, before = get(r, RG_REG_CYCLESF) + get(r, RG_REG_CYCLESB);

    put(r, RG_REG_MODE, mode);
    assert_true(rg_bus_run(r->engine, 0, &status, NULL));
    assert_true(status & RG_STATUS_HALTED);
    return get(r, RG_REG_CYCLESF) + get(r, RG_REG_CYCLESB) - before
           - (r->config.core.staged > 1  ? 4
              : r->config.core.staged    ? 3
              : r->config.core.pipelined ? 2
                                         : 0);
}

#endif
