/* held.h: a word of the machine with all of its bits, by its bus address. */
#ifndef RG_HELD_H
#define RG_HELD_H

#include "host-driver/internal.h"
#include "host-driver/retrograd_session.h"

typedef struct {
    rg_session_limbs own;
    int64_t view[RG_ENGINE_VIEW]; /* as the bus shows it in data memory */
} rg_held;

/* Of a register, or with memory of a word of data memory; bank 0 values, 1 gradients, 2 tangents.
 */
uint32_t rg_held_bus(const rgd_device *device, bool memory, uint32_t at, unsigned bank);
rg_result rg_held_read(rgd_device *device, uint32_t address, rg_held *held, rg_fault *fault);
bool rg_held_same(const rg_held *a, const rg_held *b);
bool rg_held_zero(const rg_held *held);
/* The number that a value stands for. */
double rg_held_value(const rgd_device *device, rg_number number, const rg_held *held);

#endif
