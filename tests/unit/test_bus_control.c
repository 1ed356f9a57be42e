/* The registers around the interrupt line, protection, and how far memory is in use, alike on every
 * engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "compiler/asm/asm.h"
#include "host-driver/bus.h"
#include "sim/engine.h"

static const char *const engines[] = {"fast", "rtl", "systemc"};
enum { ENGINES = sizeof engines / sizeof engines[0], CLOCKS = 100000 };

static uint64_t get(rg_engine *e, uint32_t address)
{
    uint64_t data = 0;
    assert_int_equal(rg_engine_read(e, address, &data), RG_BUS_OKAY);
    return data;
}

static void set(rg_engine *e, uint32_t address, uint64_t data)
{
    assert_int_equal(rg_engine_write(e, address, data), RG_BUS_OKAY);
}

static void load(rg_engine *e, const char *text)
{
    char error[256];
    rg_object *object = rg_assemble(text, strlen(text), "test", RG_FIRMWARE_XLEN, RG_FIRMWARE_FRAC,
                                    error, sizeof error);
    if (!object)
        fail_msg("%s", error);
    for (size_t i = 0; i < object->code_count; i++)
        set(e, RG_WINDOW_IMEM + 8 * (uint32_t)i, object->code[i]);
    set(e, RG_REG_CODEWORDS, object->code_count);
    rg_object_free(object);
}

static void run(rg_engine *e)
{
    set(e, RG_REG_CONTROL, RG_CONTROL_CLEAR);
    set(e, RG_REG_DIR, 0);
    set(e, RG_REG_BR, 0);
    set(e, RG_REG_PC, 0);
    set(e, RG_REG_CONTROL, RG_CONTROL_RUN);
    rg_engine_run(e, CLOCKS);
}

static void the_line_follows_what_is_enabled(void **state)
{
    (void)state;
    for (size_t n = 0; n < ENGINES; n++) {
        rg_engine *e = rg_engine_open(engines[n]);
        if (!e)
            continue;
        load(e, "mov += r1, 5\nout r1\nhalt\n");
        assert_int_equal(get(e, RG_REG_IRQENABLE),
                         RG_IRQ_STOPPED | RG_IRQ_SCANNED | RG_IRQ_COPIED | RG_IRQ_OUT);
        assert_int_equal(get(e, RG_REG_IRQ), 0);
        run(e);
        rg_engine_run(e, CLOCKS);
        set(e, RG_REG_IRQENABLE, RG_IRQ_STOPPED);
        rg_engine_run(e, CLOCKS);
        assert_int_equal(get(e, RG_REG_IRQ), RG_IRQ_STOPPED | RG_IRQ_OUT);
        assert_true(rg_engine_interrupt(e));
        set(e, RG_REG_IRQ, RG_IRQ_STOPPED | RG_IRQ_OUT);
        assert_false(rg_engine_interrupt(e));
        assert_int_equal(get(e, RG_REG_IRQ), RG_IRQ_OUT); /* the word still waits */
        set(e, RG_REG_IRQENABLE, RG_IRQ_OUT);
        assert_true(rg_engine_interrupt(e));
        assert_int_equal(get(e, RG_REG_OUT), 5);
        assert_false(rg_engine_interrupt(e));
        set(e, RG_REG_SCANCOUNT, 4);
        set(e, RG_REG_CONTROL, RG_CONTROL_SCAN);
        rg_engine_run(e, 500);
        assert_false(rg_engine_interrupt(e));
        assert_int_equal(get(e, RG_REG_IRQ), RG_IRQ_SCANNED);
        set(e, RG_REG_IRQENABLE, RG_IRQ_COPIED);
        set(e, RG_REG_COPYIN, 0);
        rg_engine_run(e, 500);
        assert_int_equal(get(e, RG_REG_IRQ), RG_IRQ_COPIED);
        assert_true(rg_engine_interrupt(e));
        rg_engine_close(e);
    }
}

/* Masked and cleared while it runs, when it takes nothing else but a stop. */
static void interrupts_are_masked_at_any_time(void **state)
{
    (void)state;
    for (size_t n = 0; n < ENGINES; n++) {
        rg_engine *e = rg_engine_open(engines[n]);
        if (!e)
            continue;
        load(e, "top: bra.l back\nback: bra.s top\n");
        set(e, RG_REG_PC, 0);
        set(e, RG_REG_CONTROL, RG_CONTROL_RUN);
        rg_engine_run(e, 50);
        if (get(e, RG_REG_STATUS) & RG_STATUS_RUNNING) {
            set(e, RG_REG_IRQENABLE, 0);
            set(e, RG_REG_IRQ, RG_IRQ_STOPPED);
            assert_int_equal(rg_engine_write(e, RG_REG_PROTECT, 0), RG_BUS_SLVERR);
            set(e, RG_REG_CONTROL, RG_CONTROL_STOP);
        } else {
            set(e, RG_REG_IRQENABLE, 0);
        }
        rg_engine_run(e, 500);
        assert_false(rg_engine_interrupt(e));
        assert_int_equal(get(e, RG_REG_IRQ), RG_IRQ_STOPPED);
        rg_engine_close(e);
    }
}

/* The transfers of an engine are privileged and secure, so it is not locked out. */
static void protection_can_be_asked_for(void **state)
{
    (void)state;
    for (size_t n = 0; n < ENGINES; n++) {
        rg_engine *e = rg_engine_open(engines[n]);
        if (!e)
            continue;
        set(e, RG_REG_PROTECT, UINT64_MAX);
        assert_int_equal(get(e, RG_REG_PROTECT), RG_PROTECT_PRIVILEGED | RG_PROTECT_SECURE);
        set(e, RG_WINDOW_DMEMV, 3);
        assert_int_equal(get(e, RG_WINDOW_DMEMV), 3);
        rg_engine_close(e);
    }
}

static void it_tells_how_far_memory_is_in_use(void **state)
{
    static const struct {
        const char *text;
        uint64_t reached;
    } programs[] = {
        {"halt\n", 1},
        {"exch r1, [r0 + 0]\nhalt\n", 1},
        {"exch r1, [r0 + 1]\nhalt\n", 2},
        {"ld += r1, [r0 + 4]\nexch r1, [r0 + 3]\nhalt\n", 8},
        {"st += [r0 + 200], r1\nhalt\n", 256},
        {"allocm [r0 + 127]\nhalt\n", 128},
        {"mov += r1, -1\nst += [r1 + 0], r2\nhalt\n", 1}, /* outside: it traps */
        {"mov += r2, 1\nchkb r2, [r0 + 999]\nhalt\n", 1}, /* it traps there */
    };
    (void)state;
    for (size_t n = 0; n < ENGINES; n++) {
        rg_engine *e = rg_engine_open(engines[n]);
        if (!e)
            continue;
        for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
            load(e, programs[i].text);
            set(e, RG_WINDOW_REGV + 8, 0);
            set(e, RG_WINDOW_REGV + 16, 0);
            run(e);
            assert_int_equal(get(e, RG_REG_REACHED), programs[i].reached);
        }
        set(e, RG_WINDOW_DMEMV + 8 * 50, 3); /* the host's words do not count */
        assert_int_equal(get(e, RG_REG_REACHED), 1);
        rg_engine_close(e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_follows_what_is_enabled),
        cmocka_unit_test(interrupts_are_masked_at_any_time),
        cmocka_unit_test(protection_can_be_asked_for),
        cmocka_unit_test(it_tells_how_far_memory_is_in_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
