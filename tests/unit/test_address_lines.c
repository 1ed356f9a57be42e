/* test_address_lines.c: each address line of each memory reaches it, from the host and from
 * instructions, on both engines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fast_words.h"
#include "sim/engine.h"
#include "sim/lockstep/engine_bus.h"

enum { MOST_PLACES = 3 * 24 + 2, CODE_OF_EXCHANGE = 6, GRADIENTS_AND_TANGENTS = 5, GRADIENTS = 1 };

typedef struct {
    rg_engine *engine;
    rg_machine_config config;
    uint32_t places[MOST_PLACES];
    unsigned count;
} bench;

static uint64_t get(const bench *b, uint32_t address)
{
    uint64_t data = 0;

    if (rg_engine_read(b->engine, address, &data) != RG_BUS_OKAY)
        fail_msg("%s: read of %08x refused", rg_engine_name(b->engine), address);
    return data;
}

static void put(const bench *b, uint32_t address, uint64_t data)
{
    if (rg_engine_write(b->engine, address, data) != RG_BUS_OKAY)
        fail_msg("%s: write of %08x refused", rg_engine_name(b->engine), address);
}

static void expect(const bench *b, uint32_t address, uint64_t expected)
{
    uint64_t seen = get(b, address);

    if (seen != expected)
        fail_msg("%s: %08x holds %llu, not %llu", rg_engine_name(b->engine), address,
                 (unsigned long long)seen, (unsigned long long)expected);
}

/* The first word, the last, and those that differ from them in one address line. */
static void choose_places(bench *b, unsigned lines)
{
    const uint32_t last = (UINT32_C(1) << lines) - 1;

    b->count = 0;
    b->places[b->count++] = 0;
    b->places[b->count++] = last;
    for (unsigned line = 0; line < lines; line++) {
        b->places[b->count++] = UINT32_C(1) << line;
        b->places[b->count++] = last ^ UINT32_C(1) << line;
    }
}

static bench open_engine(const char *name)
{
    bench b = {.engine = rg_engine_open(name)};

    assert_non_null(b.engine);
    assert_true(rg_bus_config(b.engine, &b.config));
    return b;
}

static void step_at(const bench *b, uint32_t pc, uint64_t mode)
{
    uint64_t status = 0;

    put(b, RG_REG_MODE, mode);
    put(b, RG_REG_PC, pc);
    if (!rg_bus_run(b->engine, 1, &status, NULL) || (status & 0xff) != RG_STATUS_STEPS)
        fail_msg("%s: the step at %u ends with status %llx", rg_engine_name(b->engine), pc,
                 (unsigned long long)status);
}

static void host_windows(const char *name)
{
    static const uint32_t windows[] = {RG_WINDOW_DMEMV, RG_WINDOW_DMEMG, RG_WINDOW_DMEMT,
                                       RG_WINDOW_DMEMTG};
    bench b = open_engine(name);

    choose_places(&b, b.config.dmem_log2);
    for (unsigned w = 0; w < 4; w++)
        for (unsigned i = 0; i < b.count; i++)
            put(&b, windows[w] + 8 * b.places[i], 1000 * (w + 1) + b.places[i] % 251 + i);
    for (unsigned w = 0; w < 4; w++)
        for (unsigned i = 0; i < b.count; i++)
            expect(&b, windows[w] + 8 * b.places[i], 1000 * (w + 1) + b.places[i] % 251 + i);
    rg_engine_close(b.engine);
}

/* exch takes value, gradient, tangent and tangent of the gradient from each address, and leaves
 * those of a register there. */
static void data_of_instructions(const char *name)
{
    static const uint32_t memory[] = {RG_WINDOW_DMEMV, RG_WINDOW_DMEMG, RG_WINDOW_DMEMT,
                                      RG_WINDOW_DMEMTG};
    static const uint32_t registers[] = {RG_WINDOW_REGV, RG_WINDOW_REGG, RG_WINDOW_REGT,
                                         RG_WINDOW_REGTG};
    bench b = open_engine(name);

    choose_places(&b, b.config.dmem_log2);
    put(&b, RG_REG_CODEWORDS, CODE_OF_EXCHANGE + 1);
    put(&b, RG_WINDOW_IMEM + 8 * CODE_OF_EXCHANGE, w_ui(RG_OP_EXCH, 0, 3, 2, 0));
    for (unsigned w = 0; w < 4; w++)
        for (unsigned i = 0; i < b.count; i++)
            put(&b, memory[w] + 8 * b.places[i], 1000 * (w + 1) + i);
    for (unsigned i = 0; i < b.count; i++) {
        put(&b, RG_WINDOW_REGV + 8 * 2, b.places[i]);
        for (unsigned w = 0; w < 4; w++)
            put(&b, registers[w] + 8 * 3, 6000 + 1000 * w + i);
        step_at(&b, CODE_OF_EXCHANGE, GRADIENTS_AND_TANGENTS);
        for (unsigned w = 0; w < 4; w++) {
            expect(&b, registers[w] + 8 * 3, 1000 * (w + 1) + i);
            expect(&b, memory[w] + 8 * b.places[i], 6000 + 1000 * w + i);
        }
    }
    rg_engine_close(b.engine);
}

/* One instruction alone at each address of the instruction memory. What it erases is billed at its
 * address. */
static void code_and_ledger(const char *name)
{
    bench b = open_engine(name);
    uint64_t sum = 0;

    choose_places(&b, b.config.imem_log2);
    put(&b, RG_REG_CODEWORDS, UINT64_C(1) << b.config.imem_log2);
    for (unsigned i = 0; i < b.count; i++)
        put(&b, RG_WINDOW_IMEM + 8 * b.places[i], w_ui(RG_OP_MOV, RG_MODE_ADD, 1, 0, (int)(i + 1)));
    for (unsigned i = 0; i < b.count; i++) {
        step_at(&b, b.places[i], 0);
        expect(&b, RG_WINDOW_REGV + 8, sum += i + 1);
    }
    for (unsigned i = 0; i < b.count; i++) {
        put(&b, RG_WINDOW_IMEM + 8 * b.places[i], w_r(RG_OP_FREE, 4, 0));
        put(&b, RG_WINDOW_REGG + 8 * 4, 7);
        step_at(&b, b.places[i], GRADIENTS);
        expect(&b, RG_WINDOW_REGG + 8 * 4, 0);
    }
    for (unsigned i = 0; i < b.count; i++)
        expect(&b, RG_WINDOW_LEDGER + 8 * b.places[i], b.config.num.xlen);
    rg_engine_close(b.engine);
}

typedef struct {
    uint32_t base, size;
} window;

static bool inside(const window *windows, unsigned count, uint32_t address)
{
    for (unsigned i = 0; i < count; i++)
        if (address - windows[i].base < windows[i].size)
            return true;
    return false;
}

/* An address that differs from the first word of a window in one line is in a window itself, or is
 * refused. */
static void nothing_beside(const char *name)
{
    bench b = open_engine(name);
    const uint32_t data = UINT32_C(8) << b.config.dmem_log2, code = UINT32_C(8)
                                                                    << b.config.imem_log2;
    const window windows[] = {
        {RG_WINDOW_CONTROL, 0x200}, {RG_WINDOW_REGV, 0x100},  {RG_WINDOW_REGG, 0x100},
        {RG_WINDOW_REGT, 0x100},    {RG_WINDOW_REGTG, 0x100}, {RG_WINDOW_COUNT, 0x400},
        {RG_WINDOW_IMEM, code},     {RG_WINDOW_DMEMV, data},  {RG_WINDOW_DMEMG, data},
        {RG_WINDOW_DMEMT, data},    {RG_WINDOW_DMEMTG, data}, {RG_WINDOW_LEDGER, code}};
    enum { WINDOWS = sizeof windows / sizeof windows[0] };

    for (unsigned i = 0; i < WINDOWS; i++)
        for (unsigned line = 0; line < 32; line++) {
            uint64_t word = 0;
            uint32_t address = windows[i].base ^ UINT32_C(1) << line;
            bool whole = line >= 3; /* less is not the address of a word */
            if (whole && inside(windows, WINDOWS, address))
                continue;
            rg_bus_response read = rg_engine_read(b.engine, address, &word),
                            written = rg_engine_write(b.engine, address, 1);
            if (read != RG_BUS_DECERR || written != RG_BUS_DECERR)
                fail_msg("%s: %08x answers %d to a read, %d to a write", name, address, (int)read,
                         (int)written);
        }
    rg_engine_close(b.engine);
}

#define ON_BOTH(test)                                                                              \
    static void fast_##test(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        test("fast");                                                                              \
    }                                                                                              \
    static void rtl_##test(void **state)                                                           \
    {                                                                                              \
        (void)state;                                                                               \
        test("rtl");                                                                               \
    }

ON_BOTH(host_windows)
ON_BOTH(data_of_instructions)
ON_BOTH(code_and_ledger)
ON_BOTH(nothing_beside)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_host_windows),         cmocka_unit_test(rtl_host_windows),
        cmocka_unit_test(fast_data_of_instructions), cmocka_unit_test(rtl_data_of_instructions),
        cmocka_unit_test(fast_code_and_ledger),      cmocka_unit_test(rtl_code_and_ledger),
        cmocka_unit_test(fast_nothing_beside),       cmocka_unit_test(rtl_nothing_beside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
