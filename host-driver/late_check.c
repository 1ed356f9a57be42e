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

static bool peek(rgd_device *device, unsigned window, size_t at, int64_t *value)
{
    if (rg_core_peek(device, window, at, value, NULL) != RG_OK)
        return false;
    *value = rg_sign_extend((uint64_t)*value, device->xlen);
    return true;
}

/* The index that CHKB checks, and the extent. */
static bool checked(rgd_device *device, const rg_instruction *check, int64_t *index, int64_t *last)
{
    int64_t header = 0;

    if (!peek(device, RG_WINDOW_REGV, check->d, index)
        || !peek(device, RG_WINDOW_REGV, check->a, &header))
        return false;
    const int64_t at = header + check->imm;
    return at >= 0 && (uint64_t)at < device->words
           && peek(device, RG_WINDOW_DMEMV, (size_t)at, last);
}

static bool outside(rgd_device *device, const rg_instruction *check, int64_t *index)
{
    int64_t last = 0;

    return checked(device, check, index, &last) && (*index < 1 || *index > last);
}

/* What stands beside each other in a check of an index. */
typedef struct {
    int64_t left, right;
    bool at_least; /* left >= right; otherwise left <= right, or left < right */
    bool immediate;
} comparison;

static bool operands(rgd_device *device, const rg_instruction *in, unsigned left, comparison *c)
{
    c->immediate = in->immediate;
    c->right = in->imm;
    return peek(device, RG_WINDOW_REGV, left, &c->left)
           && (in->immediate || peek(device, RG_WINDOW_REGV, in->b, &c->right));
}

/* r := left <= right, before the assertion that r is not 0. */
static bool comparison_before(rgd_device *device, size_t offset, unsigned r, comparison *c)
{
    rg_instruction in;

    if (offset == 0 || !rg_decode_any(device->object->code[offset - 1], device->xlen, &in)
        || (in.op != RG_OP_LE && in.op != RG_OP_GE) || in.d != r)
        return false;
    c->at_least = in.op == RG_OP_GE;
    return operands(device, &in, in.a, c);
}

/* Of index <= extent, extent >= index, index >= 1, and extent != 0, which do not hold. False where
 * the extent is not known. */
static bool asserted(rgd_device *device, const rg_instruction *in, size_t offset, int64_t *index,
                     int64_t *last)
{
    const unsigned cond = (unsigned)in->mode;
    comparison c = {.at_least = cond == RG_COND_GE};

    if (!operands(device, in, in->d, &c))
        return false;
    if (cond == RG_COND_NE && !comparison_before(device, offset, in->d, &c)) {
        *index = 1;
        *last = 0;
        return true;
    }
    const bool first = c.at_least && c.right == 1 && c.immediate, turned = c.at_least && !first;
    *index = turned ? c.right : c.left;
    *last = turned ? c.left : c.right - (cond == RG_COND_LT);
    return !first;
}

bool rg_find_index(const rgd_job *job, size_t offset, int64_t *index, int64_t *last)
{
    rg_instruction in;
    int64_t found = *index;
    bool known = false;

    if (offset >= job->device->object->code_count
        || !rg_decode_any(job->device->object->code[offset], job->device->xlen, &in))
        return false;
    if (in.op == RG_OP_ASSERT)
        known = asserted(job->device, &in, offset, &found, last);
    else if (in.op == RG_OP_CHKB && in.immediate)
        known = checked(job->device, &in, &found, last) && found == *index;
    *index = in.op == RG_OP_ASSERT ? found : *index;
    return known;
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
