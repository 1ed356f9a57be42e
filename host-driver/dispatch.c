/* dispatch.c: what the job dispatcher has cost. Its code branches on no data (firmware/dispatch.s),
 * so the way from where a run begins to where it stops is known from the two places. It is walked
 * here, whatever the engine is; the machine itself counts cycles of the program apart. */
#include "host-driver/internal.h"

#include "isa/isa.h"

#include <string.h>

enum { MOST_STEPS = 400 }; /* no dispatcher is as long */

/* Where the machine stands. */
typedef struct {
    uint64_t pc, br, backward, mode;
    uint64_t program; /* cycles of the program so far */
    uint64_t others;  /* cycles so far of what did not retire */
} place;

static rg_result look(rgd_device *device, place *at, rg_fault *fault)
{
    uint64_t forth = 0, back = 0, all = 0, retired_forth = 0, retired_back = 0;
    const struct {
        uint32_t reg;
        uint64_t *value;
    } reads[] = {{RG_REG_PC, &at->pc},           {RG_REG_BR, &at->br},
                 {RG_REG_DIR, &at->backward},    {RG_REG_MODE, &at->mode},
                 {RG_REG_PROGRAMF, &forth},      {RG_REG_PROGRAMB, &back},
                 {RG_REG_CYCLES, &all},          {RG_REG_CYCLESF, &retired_forth},
                 {RG_REG_CYCLESB, &retired_back}};
    for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
        rg_result result = rg_bus_read(device, reads[i].reg, reads[i].value, fault);
        if (result != RG_OK)
            return result;
    }
    at->program = forth + back;
    at->others = all - retired_forth - retired_back;
    return RG_OK;
}

/* Words that an instruction of the dispatcher moves; it drops none, and its LD moves integers. */
static void count_traffic(rg_dispatched *to, unsigned op, uint64_t mode)
{
    static const struct {
        unsigned char reads, writes, grad_reads, grad_writes, tan_reads, tan_writes;
    } traffic[RG_OP_LIMIT] = {
#define RG_TRAFFIC(op, reads, writes, greads, gwrites, dropreads, dropwrites, treads, twrites)     \
    [RG_OP_##op] = {reads, writes, greads, gwrites, treads, twrites},
#include "isa/timing.def"
    };
    const bool gradient = (mode & RG_WITH_GRADIENT) != 0, tangent = (mode & RG_WITH_TANGENT) != 0,
               both = gradient && tangent;
    to->memory_reads += traffic[op].reads;
    to->memory_writes += traffic[op].writes;
    to->gradient_reads += gradient ? traffic[op].grad_reads : 0u;
    to->gradient_writes += gradient ? traffic[op].grad_writes : 0u;
    to->tangent_reads += (tangent ? traffic[op].tan_reads : 0u)
                         + (both ? traffic[op].grad_reads : 0u);
    to->tangent_writes += (tangent ? traffic[op].tan_writes : 0u)
                          + (both ? traffic[op].grad_writes : 0u);
}

static void count(rg_dispatched *to, const rg_instruction *in, const place *p)
{
    const unsigned mode = (p->mode & RG_WITH_GRADIENT ? 1u : 0u)
                          + (p->mode & RG_WITH_TANGENT ? 2u : 0u);
    to->instructions++;
    to->by_mode[mode][p->backward != 0][rg_op_lookup(in->op)->class]++;
    count_traffic(to, in->op, p->mode);
}

static bool decoded(const rgd_device *device, uint64_t pc, rg_instruction *in)
{
    return pc < device->base && rg_decode_any(device->firmware.words[pc], device->xlen, in)
           && rg_op_lookup(in->op);
}

static bool is_call_of_program(const rg_instruction *in)
{
    return in->op == RG_OP_CALLX || in->op == RG_OP_UNCALLX;
}

static void advance(place *p)
{
    p->pc = p->br ? p->pc ^ p->br : p->backward ? p->pc - 1 : p->pc + 1;
}

/* One instruction that leaves the dispatcher's own code alone. False: it has no such. */
static bool step(rg_dispatch *d, const rg_instruction *in, place *p)
{
    const uint64_t link = p->pc ^ (p->pc + (uint64_t)(int64_t)in->offset), word = d->link;
    switch (in->op) {
    case RG_OP_LD:
    case RG_OP_EXCH: break;
    case RG_OP_MODE: p->mode ^= (uint64_t)in->imm; break;
    case RG_OP_CALL:
    case RG_OP_BRAS:
    case RG_OP_BRAL: p->br = p->br ? 0 : link; break;
    case RG_OP_PORTAL:
        d->link = p->br;
        p->br = word;
        break;
    default: return false;
    }
    advance(p);
    return true;
}

static bool same(const place *a, const place *b)
{
    return a->pc == b->pc && a->br == b->br && !a->backward == !b->backward;
}

/* Back from the program, into the code behind or before the call of it. False: the machine stands
 * at that call still. */
static bool leave_program(rgd_device *device, place *p, const place *end)
{
    rg_dispatch *d = &device->dispatch;
    rg_instruction in;
    p->pc = d->through;
    if (!decoded(device, p->pc, &in) || (end->pc == p->pc && end->br != 0))
        return false;
    /* An uncall turns again as it is left. */
    p->backward = in.op == RG_OP_UNCALLX ? !end->backward : end->backward;
    count(&d->counts, &in, p);
    p->backward = end->backward;
    p->br = 0;
    d->through = 0;
    advance(p);
    return true;
}

/* From where a run begins to where it stops. False: no way leads there. */
static bool walk(rgd_device *device, place p, const place *end)
{
    rg_dispatch *d = &device->dispatch;
    const bool ends_in_program = end->pc >= device->base;
    bool ran = end->program != p.program; /* the program: what stands before it is not the end */
    if (p.pc >= device->base || (p.br != 0 && p.pc == d->through)) {
        if (ends_in_program || !leave_program(device, &p, end))
            return d->through != 0;
        ran = false;
    }
    for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
        rg_instruction in;
        if (!ran && same(&p, end))
            return true;
        if (!decoded(device, p.pc, &in))
            return false;
        if (!is_call_of_program(&in)) {
            count(&d->counts, &in, &p);
            if (!step(d, &in, &p))
                return false;
            continue;
        }
        count(&d->counts, &in, &p);
        d->through = p.pc;
        if (ends_in_program || !leave_program(device, &p, end))
            return true;
        ran = false;
    }
    return false;
}

void rg_dispatch_stand(rgd_device *device) { device->dispatch.link = device->dispatch.through = 0; }

rg_result rg_dispatch_clear(rgd_device *device, rg_fault *fault)
{
    device->dispatch.counts = (rg_dispatched){0};
    device->dispatch.lost = false;
    return rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_CLEAR, fault);
}

rg_result rg_dispatch_run(rgd_device *device, rg_copied *copied, uint64_t *status, rg_fault *fault)
{
    place before = {0}, behind = {0};
    if (!device->counts)
        return rg_core_run(device, copied, status, fault);
    rg_result result = look(device, &before, fault);
    if (result == RG_OK)
        result = rg_core_run(device, copied, status, fault);
    if (result == RG_OK)
        result = look(device, &behind, fault);
    if (result == RG_OK && !walk(device, before, &behind))
        device->dispatch.lost = true;
    /* The halt does not retire. An instruction of the program that traps does not either. */
    if (result == RG_OK && (*status & RG_STATUS_HALTED))
        device->dispatch.counts.cycles += behind.others - before.others;
    return result;
}

rg_result rg_dispatch_counted(const rgd_device *device, rg_counters *c, rg_fault *fault)
{
    if (device->dispatch.lost)
        return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                       "the machine has left the code of its job dispatcher");
    c->dispatcher = device->dispatch.counts;
    c->dispatcher.cycles += c->cycles_forward + c->cycles_backward - c->program_forward
                            - c->program_backward;
    return RG_OK;
}
