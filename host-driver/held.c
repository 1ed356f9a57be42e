/* held.c: words of the machine with all of their bits. */
#include "host-driver/held.h"

#include <string.h>

uint32_t rg_held_bus(const rgd_device *device, bool memory, uint32_t at, unsigned bank)
{
    static const uint32_t bases[2][3] = {{RG_WINDOW_REGV, RG_WINDOW_REGG, RG_WINDOW_REGT},
                                         {RG_WINDOW_DMEMV, RG_WINDOW_DMEMG, RG_WINDOW_DMEMT}};
    return bases[memory][bank] + at * RG_WINDOW_STEP * (memory ? device->limbs : 1);
}

rg_result rg_held_read(rgd_device *device, uint32_t address, rg_held *held, rg_fault *fault)
{
    rg_engine_word whole;
    uint64_t word = 0;
    *held = (rg_held){.own.count = 1};
    if (rg_refuse_float_core(device, "look at whole words", fault) != RG_OK)
        return RG_BAD_USE;
    if (device->limbs > 1 && rg_engine_look(device->engine, address, &whole)) {
        held->own.count = whole.count;
        memcpy(held->own.limb, whole.limb, sizeof held->own.limb);
        memcpy(held->view, whole.view, sizeof held->view);
        return RG_OK;
    }
    const rg_result result = rg_bus_read(device, address, &word, fault);
    held->own.limb[0] = word;
    held->view[0] = (int64_t)word;
    return result;
}

bool rg_held_same(const rg_held *a, const rg_held *b)
{
    return memcmp(a->own.limb, b->own.limb, a->own.count * sizeof *a->own.limb) == 0;
}

bool rg_held_zero(const rg_held *held)
{
    static const rg_held zero = {0};
    return rg_held_same(held, &zero);
}

double rg_held_value(const rgd_device *device, rg_number number, const rg_held *held)
{
    return device->limbs > 1 ? rg_decode_words(device, number, held->view)
                             : rg_decode_number(device, number, held->view[0]);
}
