/* remote_rtl.c: the engine "rtl" of the page. The Verilated core is a WebAssembly module of its
 * own, which the page loads when it is chosen; each call goes there through Module.core
 * (web/page/core_bridge.js). */
#include "sim/engine_impl.h"

#include <emscripten.h>
#include <stdlib.h>

#pragma clang diagnostic ignored "-Wextra-semi" /* EM_JS defines functions */

/* 64 bits travel as two numbers of 32. */
EM_JS(int, core_open, (void), { return Module.core ? Module.core.open() : 0; });
EM_JS(void, core_close, (void), { Module.core.close(); });
EM_JS(void, core_reset, (void), { Module.core.reset(); });
EM_JS(int, core_read, (unsigned address, unsigned *data), {
    const[response, low, high] = Module.core.read(address);
    HEAPU32[data >> 2] = low;
    HEAPU32[(data >> 2) + 1] = high;
    return response;
});
EM_JS(int, core_write, (unsigned address, unsigned low, unsigned high),
      { return Module.core.write(address, low, high); });
EM_JS(void, core_share, (unsigned count), { Module.core.share(count); });
EM_JS(unsigned, core_shared, (unsigned half), { return Module.core.shared(half); });
EM_JS(void, core_put, (unsigned index, unsigned low, unsigned high),
      { Module.core.put(index, low, high); });
EM_JS(unsigned, core_run, (unsigned most), { return Module.core.run(most); });
EM_JS(int, core_interrupt, (void), { return Module.core.interrupt(); });

/* The machine is there; what stands behind the pointer is not used. */
static void *rtl_open(bool trace)
{
    static char machine;
    (void)trace;
    return core_open() ? &machine : NULL;
}

static void rtl_close(void *self)
{
    (void)self;
    core_close();
}

static void rtl_reset(void *self)
{
    (void)self;
    core_reset();
}

static rg_bus_response rtl_read(void *self, uint32_t address, uint64_t *data)
{
    unsigned words[2];
    (void)self;
    const int response = core_read(address, words);
    *data = (uint64_t)words[1] << 32 | words[0];
    return (rg_bus_response)response;
}

static rg_bus_response rtl_write(void *self, uint32_t address, uint64_t data)
{
    (void)self;
    return (rg_bus_response)core_write(address, (unsigned)data, (unsigned)(data >> 32));
}

static uint64_t rtl_run(void *self, uint64_t max_cycles)
{
    const unsigned most = 1u << 30;
    (void)self;
    return core_run(max_cycles < most ? (unsigned)max_cycles : most);
}

static bool rtl_interrupt(const void *self)
{
    (void)self;
    return core_interrupt() != 0;
}

/* The core has a memory of its own beside it. What copies out have left there comes back when other
 * words are shared. */
static void rtl_share(void *self, uint64_t *words, size_t count)
{
    static uint64_t *shared;
    static size_t shared_count;
    (void)self;
    for (size_t i = 0; i < 2 * shared_count; i++)
        shared[i / 2] = i % 2 ? shared[i / 2] | (uint64_t)core_shared((unsigned)i) << 32
                              : core_shared((unsigned)i);
    shared = words;
    shared_count = count;
    core_share((unsigned)count);
    for (size_t i = 0; i < count; i++)
        core_put((unsigned)i, (unsigned)words[i], (unsigned)(words[i] >> 32));
}

const rg_engine_table rg_rtl_engine = {
    rtl_open, rtl_close, rtl_reset, rtl_read, rtl_write, rtl_run, rtl_interrupt, NULL, NULL,
    NULL,     NULL,      NULL,      NULL,     NULL,      NULL,    rtl_share,     NULL,
};
