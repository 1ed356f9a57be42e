/* profile.c: a call, instruction by instruction: how much of what runs is there for the way back
 * only? */
#include "host-driver/internal.h"

#include "isa/isa.h"

#include <stdlib.h>

enum { MOST_STEPS = 1 << 22 };

/* An irreversible program has no use for words that uncompute (=:), for checks that a word is zero,
 * and for the landing of a branch; nor for anything that runs against the direction of the call. */
static bool only_for_the_way_back(const rg_instruction *in, const rg_op_info *info, bool against)
{
    switch (info->format) {
    case RG_FMT_U:
    case RG_FMT_U1:
    case RG_FMT_C:
    case RG_FMT_LD:
    case RG_FMT_ST: return against || in->mode == RG_MODE_UNSET;
    case RG_FMT_BR:
    case RG_FMT_BI:
    case RG_FMT_J:
        return against || in->op == RG_OP_BEQL || in->op == RG_OP_BNEL || in->op == RG_OP_BLTL
               || in->op == RG_OP_BGEL || in->op == RG_OP_BEQIL || in->op == RG_OP_BNEIL
               || in->op == RG_OP_BLTIL || in->op == RG_OP_BGEIL || in->op == RG_OP_BRAL;
    default:
        return against || in->op == RG_OP_ALLOC || in->op == RG_OP_FREE || in->op == RG_OP_ALLOCM
               || in->op == RG_OP_FREEM;
    }
}

static rg_result count_next(rgd_device *device, rg_profile *profile, rg_fault *fault)
{
    uint64_t pc = 0, backward = 0;
    rg_instruction in;
    rg_result result = rg_bus_read(device, RG_REG_PC, &pc, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_DIR, &backward, fault);
    if (result != RG_OK || pc < device->base || pc - device->base >= device->object->code_count)
        return result;
    if (!rg_decode_any(device->object->code[pc - device->base], device->xlen, &in)
        || !rg_op_lookup(in.op))
        return result;
    profile->executed++;
    profile->needed += !only_for_the_way_back(&in, rg_op_lookup(in.op), backward != 0);
    return result;
}

rg_result rgd_profile_call(rgd_job *job, rg_profile *profile, rg_fault *fault)
{
    rgd_device *device = job->device;
    rg_result result = rg_run_start(job, RG_COMMAND_CALL, fault);
    *profile = (rg_profile){0};
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_STEPS, 1, fault);
    for (uint64_t step = 0; result == RG_OK; step++) {
        rg_copied copied = {0};
        uint64_t status = 0;
        result = count_next(device, profile, fault);
        if (result == RG_OK)
            result = rg_job_run(job, &copied, &status, false, fault);
        free(copied.words);
        if (result == RG_OK && (status & RG_STATUS_TRAPPED)) {
            job->trapped = true;
            result = rg_trap_collect(job, fault);
        }
        if (result != RG_OK || (status & (RG_STATUS_HALTED | RG_STATUS_TRAPPED))
            || !(status & RG_STATUS_STEPS))
            break;
        if (step == MOST_STEPS)
            result = rg_fail(fault, RG_BAD_MACHINE, "R0922",
                             "the call is too long to be profiled: more than %d instructions",
                             (int)MOST_STEPS);
    }
    device->dirty = true;
    device->standing = NULL;
    return result;
}
