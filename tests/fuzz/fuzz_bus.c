/* fuzz_bus.c: bytes as transfers on the bus of the fast engine, sixteen bytes each: kind, window,
 * word (2), length (4), data (8). Every transfer is answered with a response of sim/engine.h and
 * the clock always comes back. */
#include "host-driver/bus.h"
#include "sim/engine.h"
#include "tests/fuzz/harness.h"

#include <string.h>

enum { TRANSFER = 16, MOST = 512, MOST_CYCLES = 5000 };

static const uint32_t windows[] = {
    RG_WINDOW_CONTROL, RG_WINDOW_REGV,  RG_WINDOW_REGG,  RG_WINDOW_COUNT,
    RG_WINDOW_IMEM,    RG_WINDOW_DMEMV, RG_WINDOW_DMEMG, RG_WINDOW_LEDGER,
};

static void transfer(rg_engine *engine, const uint8_t *bytes)
{
    uint16_t word;
    uint32_t length;
    uint64_t data;
    memcpy(&word, bytes + 2, sizeof word);
    memcpy(&length, bytes + 4, sizeof length);
    memcpy(&data, bytes + 8, sizeof data);
    uint32_t address = bytes[1] == 0xff
                           ? length
                           : windows[bytes[1] % 8] + 8u * (bytes[1] % 8 == 0 ? word % 64u : word);
    rg_bus_response response = RG_BUS_OKAY;
    switch (bytes[0] % 5) {
    case 0: response = rg_engine_read(engine, address, &data); break;
    case 1:
    case 2:
        /* A scan of a whole large memory is slow, and nothing else. */
        if (address == RG_REG_SCANCOUNT)
            data &= 0xff;
        response = rg_engine_write(engine, address, data);
        break;
    case 3: {
        uint64_t most = length % MOST_CYCLES;
        CLAIM(rg_engine_run(engine, most) <= most);
        break;
    }
    default:
        if (bytes[1] == 0)
            rg_engine_reset(engine);
    }
    CLAIM(response == RG_BUS_OKAY || response == RG_BUS_SLVERR || response == RG_BUS_DECERR);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rg_engine *engine = rg_engine_open("fast");
    uint64_t status;
    CLAIM(engine);
    for (size_t i = 0; i < MOST && (i + 1) * TRANSFER <= size; i++)
        transfer(engine, data + i * TRANSFER);
    CLAIM(rg_engine_read(engine, RG_REG_STATUS, &status) == RG_BUS_OKAY);
    rg_engine_close(engine);
    return 0;
}
