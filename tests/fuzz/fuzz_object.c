/* fuzz_object.c: bytes as an object file: refused with the reason, or run without reaching the
 * host. The code is also put on a bare engine as it is: steps forward and the same number back
 * restore the state, bit for bit. */
#include "compiler/object.h"
#include "host-driver/bus.h"
#include "sim/engine.h"
#include "tests/fuzz/device.h"
#include "tests/fuzz/harness.h"

#include <string.h>
#include <unistd.h>

enum { STEPS = 500, CYCLES = 100000, WORDS = 256 };

static uint64_t get(rg_engine *engine, uint32_t address)
{
    uint64_t data;
    CLAIM(rg_engine_read(engine, address, &data) == RG_BUS_OKAY);
    return data;
}

static void put(rg_engine *engine, uint32_t address, uint64_t data)
{
    CLAIM(rg_engine_write(engine, address, data) == RG_BUS_OKAY);
}

static uint64_t signature(rg_engine *engine)
{
    put(engine, RG_REG_SCANBASE, 0);
    put(engine, RG_REG_SCANCOUNT, WORDS);
    put(engine, RG_REG_CONTROL, RG_CONTROL_SCAN);
    rg_engine_run(engine, CYCLES);
    return get(engine, RG_REG_SIGNATURE) ^ get(engine, RG_REG_PC) << 1
           ^ get(engine, RG_REG_BR) << 25;
}

/* Run to the step limit, a halt or a trap; returns how many instructions retired. */
static uint64_t steps(rg_engine *engine, uint64_t most)
{
    uint64_t before = get(engine, RG_REG_RETIRED);
    put(engine, RG_REG_STEPS, most);
    put(engine, RG_REG_CONTROL, RG_CONTROL_RUN);
    for (;;) {
        rg_engine_run(engine, CYCLES);
        uint64_t status = get(engine, RG_REG_STATUS);
        for (uint64_t waiting = status >> 8 & 0xff; waiting > 0; waiting--)
            get(engine, RG_REG_OUT);
        if (!(status & RG_STATUS_RUNNING))
            return get(engine, RG_REG_RETIRED) - before;
    }
}

static void steps_and_back(const rg_object *object)
{
    rg_engine *engine = rg_engine_open("fast");
    CLAIM(engine);
    size_t count = object->code_count < 4096 ? object->code_count : 4096;
    for (size_t i = 0; i < count; i++)
        put(engine, RG_WINDOW_IMEM + (uint32_t)(8 * i), object->code[i]);
    put(engine, RG_REG_CODEWORDS, count);
    for (unsigned i = 0; i < 31; i++)
        put(engine, RG_WINDOW_REGV + 8 * i, (i & 3) == 3 ? i : 0);
    for (unsigned i = 0; i < WORDS; i += 5)
        put(engine, RG_WINDOW_DMEMV + 8 * i, UINT64_C(1) << (i & 63));
    uint64_t before = signature(engine), there = steps(engine, STEPS);
    put(engine, RG_REG_CONTROL, RG_CONTROL_TURN);
    uint64_t back = there ? steps(engine, there) : 0;
    CLAIM(back == there);
    put(engine, RG_REG_CONTROL, RG_CONTROL_TURN);
    CLAIM(signature(engine) == before);
    rg_engine_close(engine);
}

/* What is no ELF file is taken as instruction words. */
static void bare_words(const uint8_t *data, size_t size)
{
    rg_object object = {.code_count = size / 4, .code = malloc(size)};
    CLAIM(object.code);
    memcpy(object.code, data, size);
    steps_and_back(&object);
    free(object.code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[] = "/tmp/fuzz_object_XXXXXX", error[512] = "";
    rg_fault fault;
    int fd = mkstemp(path);
    CLAIM(fd >= 0 && write(fd, data, size) == (ssize_t)size && close(fd) == 0);
    rg_object *object = rg_object_read(path, error, sizeof error);
    CLAIM(object || strstr(error, "error[R07") != NULL);
    if (!object && size > 0 && size % 4 == 0 && data[0] != 0x7f)
        bare_words(data, size);
    if (object) {
        rg_device *device = fuzz_device();
        steps_and_back(object);
        if (rg_load(device, path, &fault) == RG_OK)
            fuzz_jobs(device, 3, false);
        else
            CLAIM(fault.message[0] != '\0');
    }
    rg_object_free(object);
    unlink(path);
    return 0;
}
