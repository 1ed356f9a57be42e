/* late_check.c: an index that is out of range, found before its bounds check was reached. Compiled
 * code checks before the accesses; run backward they come first, and may trap for a reason of their
 * own, though the index is what is wrong. */
#include "host-driver/internal.h"

#include "isa/isa.h"
#include "isa/registers.h"

enum { REACH = 96 };

static uint32_t bit(unsigned r) { return UINT32_C(1) << (r & 31); }

/* Words over which the machine goes on to the one before, in straight line. */
static bool goes_on(const rg_op_info *info)
{
    return info->class != RG_CLASS_BRANCH && info->class != RG_CLASS_LOOP
           && info->class != RG_CLASS_SYS;
}

static bool outside(rgd_device *device, const rg_instruction *check, int64_t *index)
{
    int64_t header = 0, length = 0;

    if (rg_core_peek(device, RG_WINDOW_REGV, check->d, index, NULL) != RG_OK
        || rg_core_peek(device, RG_WINDOW_REGV, check->a, &header, NULL) != RG_OK)
        return false;
    *index = rg_sign_extend((uint64_t)*index, device->xlen);
    const int64_t at = rg_sign_extend((uint64_t)header, device->xlen) + check->imm;
    if (at < 0 || (uint64_t)at >= device->words
        || rg_core_peek(device, RG_WINDOW_DMEMV, (size_t)at, &length, NULL) != RG_OK)
        return false;
    return *index < 1 || *index > rg_sign_extend((uint64_t)length, device->xlen);
}

bool rg_late_check(rgd_job *job, size_t offset, size_t *at, int64_t *index)
{
    rgd_device *device = job->device;
    uint32_t changed = 0;

    if (offset >= device->object->code_count)
        return false;
    for (size_t i = offset; i-- > 0 && offset - i < REACH;) {
        rg_instruction in;
        if (!rg_decode_any(device->object->code[i], device->xlen, &in))
            return false;
        const rg_op_info *info = rg_op_lookup(in.op);
        if (!info || !goes_on(info))
            return false;
        if (in.op == RG_OP_CHKB && in.immediate && !(changed & (bit(in.d) | bit(in.a)))
            && outside(device, &in, index)) {
            *at = i;
            return true;
        }
        changed |= rg_registers_written(&in);
    }
    return false;
}
