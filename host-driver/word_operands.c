/* word_operands.c: where the operands in memory of an instruction are. */
#include "host-driver/internal.h"

#include "isa/isa.h"

rg_result rg_operand_address(rgd_device *device, const rg_instruction *in, unsigned operand,
                             int64_t *address, rg_fault *fault)
{
    const unsigned field = operand == RG_WORD_D ? in->d : operand == RG_WORD_A ? in->a : in->b;
    int64_t base = 0, index = 0;

    *address = -1;
    if (!(in->words & operand))
        return RG_OK;
    rg_result result = rg_core_peek(device, RG_WINDOW_REGV, field, &base, fault);
    if (result == RG_OK)
        result = rg_core_peek(device, RG_WINDOW_REGV, RG_INDEX_REGISTER, &index, fault);
    const uint64_t sum = (uint64_t)base + (uint64_t)index;
    if (result == RG_OK && sum < device->words)
        *address = (int64_t)sum;
    return result;
}
