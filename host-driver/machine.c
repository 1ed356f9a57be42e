/* machine.c: the machine through the registers of its bus, and nothing else. */
#include "host-driver/internal.h"

#include "isa/isa.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Cycles between two reports, and between two looks at the request to stop. */
enum { SLICE = 1 << 20, STOP_SLICE = 1 << 16, IDLE_LIMIT = 1000 };

static rg_result refused(rgd_device *device, rg_bus_response response, const char *what,
                         uint32_t address, rg_fault *fault)
{
    if (response == RG_BUS_LOST) {
        device->dirty = true; /* what the host meant to do may be half done */
        const char *why = rg_engine_refused(device->engine);
        return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                       "%s bus address 0x%08" PRIx32 " has no answer: %s", what, address,
                       why ? why : "the line is lost");
    }
    return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                   "the machine refused %s bus address 0x%08" PRIx32 " (%s)", what, address,
                   response == RG_BUS_DECERR ? "nothing is there" : "not now");
}

rg_result rg_bus_read(rgd_device *device, uint32_t address, uint64_t *data, rg_fault *fault)
{
    rg_bus_response response = rg_engine_read(device->engine, address, data);
    if (response == RG_BUS_OKAY)
        return RG_OK;
    return refused(device, response, "a read of", address, fault);
}

rg_result rg_bus_write(rgd_device *device, uint32_t address, uint64_t data, rg_fault *fault)
{
    rg_bus_response response = rg_engine_write(device->engine, address, data);
    if (response == RG_BUS_OKAY)
        return RG_OK;
    return refused(device, response, "a write to", address, fault);
}

rg_result rg_bus_peek(rgd_device *device, uint32_t window, size_t index, int64_t *word,
                      rg_fault *fault)
{
    uint64_t data = 0;
    rg_result result =
        rg_bus_read(device, window + (uint32_t)(index * RG_WINDOW_STEP), &data, fault);
    *word = (int64_t)data;
    return result;
}

rg_result rg_bus_poke(rgd_device *device, uint32_t window, size_t index, int64_t word,
                      rg_fault *fault)
{
    return rg_bus_write(device, window + (uint32_t)(index * RG_WINDOW_STEP), (uint64_t)word, fault);
}

/* Words of the bus for one of the machine. */
static size_t words_at(const rgd_device *device, uint32_t window)
{
    return window == RG_WINDOW_DMEMV || window == RG_WINDOW_DMEMG ? device->limbs : 1;
}

rg_result rg_core_peek(rgd_device *device, uint32_t window, size_t index, int64_t *word,
                       rg_fault *fault)
{
    return rg_bus_peek(device, window, index * words_at(device, window), word, fault);
}

rg_result rg_core_poke(rgd_device *device, uint32_t window, size_t index, int64_t word,
                       rg_fault *fault)
{
    return rg_bus_poke(device, window, index * words_at(device, window), word, fault);
}

static bool copied_push(rg_copied *copied, int64_t word)
{
    if (copied->count == copied->capacity) {
        size_t capacity = copied->capacity ? 2 * copied->capacity : 64;
        int64_t *words = realloc(copied->words, capacity * sizeof *words);
        if (!words)
            return false;
        copied->words = words;
        copied->capacity = capacity;
    }
    copied->words[copied->count++] = word;
    return true;
}

static rg_result drain(rgd_device *device, rg_copied *copied, uint64_t waiting, rg_fault *fault)
{
    for (; waiting > 0; waiting--) {
        uint64_t word;
        rg_result result = rg_bus_read(device, RG_REG_OUT, &word, fault);
        if (result != RG_OK)
            return result;
        if (copied && !copied_push(copied, (int64_t)word))
            return rg_no_memory(fault);
    }
    return RG_OK;
}

rg_result rg_core_run(rgd_device *device, rg_copied *copied, uint64_t *status, rg_fault *fault)
{
    rg_result result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_RUN, fault);
    uint64_t passed = 0, reported = 0;
    unsigned idle = 0;
    while (result == RG_OK) {
        if (!device->going_back && rg_handle_stop_wanted(device->handle)
            && (result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_STOP, fault)) != RG_OK)
            break;
        uint64_t cycles = rg_engine_run(device->engine, STOP_SLICE);
        passed += cycles;
        if ((result = rg_bus_read(device, RG_REG_STATUS, status, fault)) != RG_OK)
            break;
        uint64_t waiting = RG_BUS_FIELD(*status, STATUS, OUT_LEVEL);
        if ((result = drain(device, copied, waiting, fault)) != RG_OK)
            break;
        if (waiting == 0 && !(*status & RG_STATUS_RUNNING))
            break;
        idle = cycles || waiting ? 0 : idle + 1;
        if (idle > IDLE_LIMIT)
            return rg_fail(fault, RG_BAD_MACHINE, "R0903", "the machine neither runs nor stops");
        if (device->progress && passed - reported >= SLICE) {
            reported = passed;
            device->progress(device->progress_context, device->passed_before + passed);
        }
    }
    return result;
}

rg_result rg_core_stop(rgd_device *device, rg_fault *fault)
{
    uint64_t status = 0;
    rg_result result = device->counts ? RG_OK : rg_bus_read(device, RG_REG_STATUS, &status, fault);
    if (result == RG_OK && status & RG_STATUS_RUNNING)
        result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_STOP, fault);
    while (result == RG_OK
           && (status & RG_STATUS_RUNNING || RG_BUS_FIELD(status, STATUS, OUT_LEVEL) != 0)) {
        result = drain(device, NULL, RG_BUS_FIELD(status, STATUS, OUT_LEVEL), fault);
        if (result == RG_OK)
            result = rg_bus_read(device, RG_REG_STATUS, &status, fault);
    }
    return result;
}

rg_result rg_core_stand(rgd_device *device, uint32_t pc, rg_fault *fault)
{
    rg_engine_reset(device->engine);
    rg_dispatch_stand(device);
    const struct {
        uint32_t reg;
        uint64_t value;
    } writes[] = {
        {RG_REG_CODEWORDS, device->code_written},
        {RG_REG_MODE, 0},
        {RG_REG_DIR, 0},
        {RG_REG_BR, 0},
        {RG_REG_PC, pc},
        {RG_REG_STEPS, 0},
        {RG_REG_CYCLELIMIT, device->cycle_limit},
        {RG_REG_PROGRAM, device->base},
    };
    for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++) {
        rg_result result = rg_bus_write(device, writes[i].reg, writes[i].value, fault);
        if (result != RG_OK)
            return result;
    }
    return RG_OK;
}

rg_result rg_core_signature(rgd_device *device, bool gradients, size_t count, uint64_t *signature,
                            rg_fault *fault)
{
    rg_result result = rg_bus_write(device, RG_REG_SCANBASE, 0, fault);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_SCANCOUNT, count, fault);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_SCAN, fault);
    for (unsigned idle = 0; result == RG_OK;) {
        uint64_t cycles = rg_engine_run(device->engine, SLICE), status;
        result = rg_bus_read(device, RG_REG_STATUS, &status, fault);
        if (result == RG_OK && !(status & RG_STATUS_SCANNING))
            break;
        idle = cycles ? 0 : idle + 1;
        if (idle > IDLE_LIMIT)
            return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                           "the machine does not finish a scan of its memory");
    }
    return result == RG_OK ? rg_bus_read(device, gradients ? RG_REG_SIGNATURE : RG_REG_SIGVALUE,
                                         signature, fault)
                           : result;
}

static rg_result class_counters(rgd_device *device, rg_counters *counters, rg_fault *fault)
{
    for (unsigned index = 0; index < 128; index++) {
        unsigned class = index & 15;
        uint64_t count;
        if (class >= RG_CLASS_COUNT)
            continue;
        rg_result result =
            rg_bus_read(device, RG_WINDOW_COUNT + index * RG_WINDOW_STEP, &count, fault);
        if (result != RG_OK)
            return result;
        *(index & 16 ? &counters->backward[class] : &counters->forward[class]) += count;
        counters->by_mode[index >> 5][index >> 4 & 1][class] = count;
        if (index & 32)
            counters->gradient[class] += count;
        if (index & 64)
            counters->tangent[class] += count;
        if ((index & 96) == 96)
            counters->both[class] += count;
    }
    return RG_OK;
}

typedef struct {
    uint32_t reg;
    uint64_t *value;
} counter;

static rg_result read_counters(rgd_device *device, const counter *list, size_t count,
                               rg_fault *fault)
{
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && i < count; i++)
        result = rg_bus_read(device, list[i].reg, list[i].value, fault);
    return result;
}

/* What every machine counts. */
static rg_result few_counters(rgd_device *device, rg_counters *counters, rg_fault *fault)
{
    const counter few[] = {{RG_REG_CYCLES, &counters->cycles},
                           {RG_REG_RETIRED, &counters->instructions},
                           {RG_REG_ERASEDGRAD, &counters->bits_erased_gradient}};
    return read_counters(device, few, sizeof few / sizeof few[0], fault);
}

rg_result rg_core_erased_host(rgd_device *device, uint64_t *bits, rg_fault *fault)
{
    *bits = 0;
    return device->counts ? rg_bus_read(device, RG_REG_ERASEDHOST, bits, fault) : RG_OK;
}

rg_result rg_refuse_board(const rgd_device *device, const char *what, rg_fault *fault)
{
    return device->counts ? RG_OK
                          : rg_fail(fault, RG_BAD_USE, "R0955", "the engine `%s` has no %s",
                                    rg_engine_name(device->engine), what);
}

rg_result rg_core_counters(rgd_device *device, rg_counters *counters, rg_fault *fault)
{
    memset(counters, 0, sizeof *counters);
    if (!device->counts)
        return few_counters(device, counters, fault);
    const counter reads[] = {
        {RG_REG_CYCLES, &counters->cycles},
        {RG_REG_RETIRED, &counters->instructions},
        {RG_REG_CYCLESF, &counters->cycles_forward},
        {RG_REG_CYCLESB, &counters->cycles_backward},
        {RG_REG_PROGRAMF, &counters->program_forward},
        {RG_REG_PROGRAMB, &counters->program_backward},
        {RG_REG_MEMREADS, &counters->memory_reads},
        {RG_REG_MEMWRITES, &counters->memory_writes},
        {RG_REG_GRADREADS, &counters->gradient_reads},
        {RG_REG_GRADWRITES, &counters->gradient_writes},
        {RG_REG_BITSOUT, &counters->bits_copied_out},
        {RG_REG_ERASEDGRAD, &counters->bits_erased_gradient},
        {RG_REG_ERASEDHOST, &counters->bits_erased_host},
        {RG_REG_WORDSOUT, &counters->words_copied_out},
        {RG_REG_CYCLESOUT, &counters->cycles_copied_out},
        {RG_REG_TANREADS, &counters->tangent_reads},
        {RG_REG_TANWRITES, &counters->tangent_writes},
    };
    rg_result result = read_counters(device, reads, sizeof reads / sizeof reads[0], fault);
    if (result == RG_OK)
        result = class_counters(device, counters, fault);
    return result == RG_OK ? rg_dispatch_counted(device, counters, fault) : result;
}

static rg_result scrub_window(rgd_device *device, uint32_t window, size_t count, rg_fault *fault)
{
    for (size_t i = 0; i < count; i++) {
        int64_t word;
        rg_result result = rg_bus_peek(device, window, i, &word, fault);
        if (result == RG_OK && (word != 0 || (device->limbs > 1 && window < RG_WINDOW_DMEMV)))
            result = rg_bus_poke(device, window, i, 0, fault); /* of a register all bits */
        if (result != RG_OK)
            return result;
    }
    return RG_OK;
}

rg_result rg_core_scrub(rgd_device *device, rg_fault *fault)
{
    const struct {
        uint32_t window;
        size_t count;
    } parts[] = {
        {RG_WINDOW_REGV, 32},
        {RG_WINDOW_REGG, 32},
        {RG_REG_WLO, 4},
        {RG_WINDOW_DMEMV, device->words * device->limbs},
        {RG_WINDOW_DMEMG, device->words * device->limbs},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        rg_result result = scrub_window(device, parts[i].window, parts[i].count, fault);
        if (result != RG_OK)
            return result;
    }
    const struct {
        uint32_t window;
        size_t count;
    } tangents[] = {
        {RG_WINDOW_REGT, 32},
        {RG_WINDOW_REGTG, 32},
        {RG_REG_TWLO, 4},
        {RG_WINDOW_DMEMT, device->words * device->limbs},
        {RG_WINDOW_DMEMTG, device->words * device->limbs},
    };
    for (size_t i = 0; device->tangents_used && i < sizeof tangents / sizeof tangents[0]; i++) {
        rg_result result = scrub_window(device, tangents[i].window, tangents[i].count, fault);
        if (result != RG_OK)
            return result;
    }
    device->tangents_used = false;
    device->used = 0;
    device->placed = NULL;
    device->dirty = false;
    return rg_bus_write(device, RG_REG_KEPT, 0, fault);
}

rg_result rg_core_load(rgd_device *device, const uint32_t *code, size_t count, uint32_t at,
                       rg_fault *fault)
{
    if (at > device->code_words || count > device->code_words - at)
        return rg_fail(fault, RG_BAD_USE, "R0919",
                       "the program has %zu words; instruction memory has room for %zu", count,
                       device->code_words - at);
    for (size_t i = 0; i < count; i++) {
        rg_result result = rg_core_poke(device, RG_WINDOW_IMEM, at + i, (int64_t)code[i], fault);
        if (result != RG_OK)
            return result;
    }
    device->code_written = at + count;
    return rg_bus_write(device, RG_REG_CODEWORDS, device->code_written, fault);
}
