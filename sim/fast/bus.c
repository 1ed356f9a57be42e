/* bus.c: the windows and registers of isa/bus.def over a machine, with their refusals. */
#include "sim/fast/host.h"

#include <string.h>

#include "isa/bus_fields.h"
#include "sim/fast/float.h"

enum { ACCESS_RO = 1, ACCESS_WO = 2, ACCESS_RW = 3 };

enum bus_register {
#define RG_WINDOW(name, base, words, access, what)
#define RG_REG(name, offset, access, what) REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
};

enum bus_window {
#define RG_WINDOW(name, base, words, access, what) WINDOW_##name = base,
#define RG_REG(name, offset, access, what)
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
};

static unsigned register_access(uint32_t offset)
{
    switch (offset) {
#define RG_WINDOW(name, base, words, access, what)
#define RG_REG(name, offset, access, what)                                                         \
    case offset:                                                                                   \
        return ACCESS_##access;
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    default: return 0;
    }
}

/* ---- control registers ---- */

static unsigned log2_of(unsigned n)
{
    unsigned log2 = 0;

    while (n >> (log2 + 1))
        log2++;
    return log2;
}

static uint64_t config_word(const rg_machine *m)
{
    const rg_machine_config *c = &m->config;
    uint64_t word = (uint64_t)c->num.xlen << RG_CONFIG_XLEN_FIRST
                    | (uint64_t)c->num.frac << RG_CONFIG_FRAC_FIRST
                    | (uint64_t)c->dmem_log2 << RG_CONFIG_DMEM_LOG2_FIRST
                    | (uint64_t)c->imem_log2 << RG_CONFIG_IMEM_LOG2_FIRST
                    | UINT64_C(1) << RG_CONFIG_GRADIENTS_FIRST
                    | (uint64_t)!c->no_tangents << RG_CONFIG_TANGENTS_FIRST;

    word |= (uint64_t)(c->wide == 256) << RG_CONFIG_FLOAT_FIRST
            | (uint64_t)log2_of(c->core.banks) << RG_CONFIG_BANKS_FIRST;
    if (!c->core.pipelined)
        return word;
    if (c->core.products)
        word |= UINT64_C(1) << RG_CONFIG_MULTIPLIER_FIRST
                | (uint64_t)c->core.gradients << RG_CONFIG_GRAD_LANES_FIRST;
    return word | UINT64_C(1) << RG_CONFIG_CORE_FIRST
           | (uint64_t)c->core.digits << RG_CONFIG_DIGITS_FIRST
           | (uint64_t)c->core.lanes << RG_CONFIG_LANES_FIRST
           | (uint64_t)log2_of(c->core.units) << RG_CONFIG_FUNCTION_UNITS_FIRST
           | (uint64_t)c->core.staged << RG_CONFIG_STAGES_FIRST;
}

static uint64_t flag(bool set, enum rg_bus_flag mask) { return set ? (uint64_t)mask : 0; }

static uint64_t status_word(const rg_host *h)
{
    const rg_machine *m = h->machine;

    return flag(rg_host_runs(h), RG_STATUS_RUNNING) | flag(h->halted, RG_STATUS_HALTED)
           | flag(h->trapped, RG_STATUS_TRAPPED) | flag(h->step_limited, RG_STATUS_STEPS)
           | flag(h->cycle_limited, RG_STATUS_CYCLES) | flag(m->backward, RG_STATUS_BACKWARD)
           | flag(h->stopped, RG_STATUS_STOPPED)
           | (uint64_t)m->out_count << RG_STATUS_OUT_LEVEL_FIRST
           | (uint64_t)(h->trapped ? m->trap : 0) << RG_STATUS_TRAP_FIRST
           | flag(h->copy.active || h->out.active, RG_STATUS_COPYING)
           | (uint64_t)(h->outward ? h->out.response : h->copy.response)
                 << RG_STATUS_COPY_RESPONSE_FIRST;
}

static rg_bus_response pop_out(rg_machine *m, uint64_t *data)
{
    if (m->out_count == 0)
        return RG_BUS_SLVERR;
    *data = (uint64_t)m->out[m->out_first];
    m->out_first = (m->out_first + 1) % RG_OUT_WORDS;
    m->out_count--;
    return RG_BUS_OKAY;
}

static rg_bus_response read_register(rg_host *h, uint32_t offset, uint64_t *data)
{
    rg_machine *m = h->machine;

    switch (offset) {
    case REG_ID: *data = UINT64_C(0x5247524400000001); break;
    case REG_CONFIG: *data = config_word(m); break;
    case REG_STATUS: *data = status_word(h); break;
    case REG_MODE: *data = m->mode; break;
    case REG_KEEP: *data = flag(m->keep, RG_KEEP_KEEP) | flag(m->undo, RG_KEEP_UNDO); break;
    case REG_KEPT: *data = m->kept_count; break;
    case REG_PC: *data = m->pc; break;
    case REG_BR: *data = m->br; break;
    case REG_DIR: *data = m->backward; break;
    case REG_STEPS: *data = h->steps; break;
    case REG_CYCLELIMIT: *data = h->cycle_limit; break;
    case REG_PROGRAM: *data = m->program; break;
    case REG_TRAPPC: *data = m->trap_pc; break;
    case REG_TRAPINFO: *data = (uint64_t)m->trap_info; break;
    case REG_OUT: return pop_out(m, data);
    case REG_CODEWORDS: *data = m->codewords; break;
    case REG_SCANBASE: *data = h->scan_base; break;
    case REG_SCANCOUNT: *data = h->scan_count; break;
    case REG_COPYHOST: *data = h->copy_host; break;
    case REG_COPIED: *data = h->outward ? rg_copy_out_copied(&h->out) : h->copy.copied; break;
    case REG_WORDSIN: *data = m->count.words_in; break;
    case REG_CYCLESIN: *data = m->count.cycles_in; break;
    case REG_WORDSOUT: *data = m->count.words_out; break;
    case REG_CYCLESOUT: *data = m->count.cycles_out; break;
    case REG_REACHED: *data = rg_machine_reached(m); break;
    case REG_IRQ: *data = rg_host_happened(h); break;
    case REG_IRQENABLE: *data = h->irq_enable; break;
    case REG_PROTECT: *data = h->protect; break;
    case REG_SIGNATURE: *data = h->signature; break;
    case REG_SIGVALUE: *data = h->sigvalue; break;
    case REG_CYCLES: *data = m->count.cycles - h->owed; break;
    case REG_RETIRED: *data = m->count.retired; break;
    case REG_CYCLESF: *data = m->count.cycles_by_dir[0]; break;
    case REG_CYCLESB: *data = m->count.cycles_by_dir[1]; break;
    case REG_PROGRAMF: *data = m->count.program_by_dir[0]; break;
    case REG_PROGRAMB: *data = m->count.program_by_dir[1]; break;
    case REG_MEMREADS: *data = m->count.mem_reads; break;
    case REG_MEMWRITES: *data = m->count.mem_writes; break;
    case REG_GRADREADS: *data = m->count.grad_reads; break;
    case REG_GRADWRITES: *data = m->count.grad_writes; break;
    case REG_BITSOUT: *data = m->count.bits_out; break;
    case REG_ERASEDGRAD: *data = m->count.erased_grad; break;
    case REG_ERASEDHOST: *data = m->count.erased_host; break;
    case REG_TANREADS: *data = m->count.tan_reads; break;
    case REG_TANWRITES: *data = m->count.tan_writes; break;
    case REG_GRADOVF: *data = m->gradovf; break;
    case REG_VALOVF: *data = m->valovf; break;
    case REG_GRADOVFALL: *data = m->count.grad_overflows; break;
    case REG_VALOVFALL: *data = m->count.value_overflows; break;
    default: return RG_BUS_DECERR;
    }
    return RG_BUS_OKAY;
}

static void scan(rg_host *h)
{
    h->happened = 0;
    h->signature = rg_machine_signature(h->machine, h->scan_base, h->scan_count, false);
    h->sigvalue = rg_machine_signature(h->machine, h->scan_base, h->scan_count, true);
    h->happened |= RG_IRQ_SCANNED;
}

static void start(rg_host *h)
{
    h->running = true;
    h->halted = h->trapped = h->step_limited = h->cycle_limited = h->stopped = false;
    h->happened = 0;
    h->steps_done = 0;
    h->watch.hit = false;
    rg_watch_look(&h->watch);
    rg_machine_begin(h->machine);
}

/* While it runs or copies only a stop is heard. Where several bits are set the order is: clear,
 * turn, scan or run. */
static rg_bus_response write_control(rg_host *h, uint64_t bits)
{
    if (rg_host_busy(h)) {
        if (bits & ~(uint64_t)RG_CONTROL_STOP)
            return RG_BUS_SLVERR;
        if ((bits & RG_CONTROL_STOP) && h->running) {
            h->running = false;
            h->stopped = true;
            h->happened |= RG_IRQ_STOPPED;
        }
        if (bits & RG_CONTROL_STOP) {
            rg_copy_stop(&h->copy);
            rg_copy_out_stop(&h->out);
        }
        return RG_BUS_OKAY;
    }
    if ((bits & RG_CONTROL_SCAN) && (bits & RG_CONTROL_RUN))
        return RG_BUS_SLVERR;
    if (bits & RG_CONTROL_CLEAR)
        rg_machine_clear_counters(h->machine);
    if (bits & RG_CONTROL_TURN)
        rg_machine_turn(h->machine);
    if (bits & RG_CONTROL_SCAN)
        scan(h);
    if (bits & RG_CONTROL_RUN)
        start(h);
    return RG_BUS_OKAY;
}

/* A copy in, or out of a bank. The words must be in data memory. */
static rg_bus_response start_copy(rg_host *h, int64_t *bank, uint64_t data)
{
    const uint64_t word = RG_BUS_FIELD(data, COPYIN, WORD),
                   count = RG_BUS_FIELD(data, COPYIN, COUNT);

    if (word + count > (uint64_t)rg_limbs(h->machine) << h->machine->config.dmem_log2)
        return RG_BUS_SLVERR;
    h->happened = 0;
    h->outward = bank != NULL;
    if (bank)
        rg_copy_out_start(&h->out, bank, h->copy_host + 8 * word, (uint32_t)word, (uint32_t)count);
    else
        rg_copy_start(&h->copy, h->copy_host + 8 * word, (uint32_t)word, (uint32_t)count);
    return RG_BUS_OKAY;
}

static rg_bus_response set_copy_host(rg_host *h, uint64_t address)
{
    if (address % 8 != 0)
        return RG_BUS_SLVERR;
    h->copy_host = address;
    return RG_BUS_OKAY;
}

static rg_bus_response write_interrupts(rg_host *h, uint32_t offset, uint64_t data)
{
    if (offset == REG_IRQ)
        h->happened &= ~(unsigned)data;
    else
        h->irq_enable = data & (RG_IRQ_STOPPED | RG_IRQ_SCANNED | RG_IRQ_COPIED | RG_IRQ_OUT);
    return RG_BUS_OKAY;
}

static rg_bus_response set_mode(rg_machine *m, uint64_t data)
{
    if (m->config.no_tangents && data & RG_WITH_TANGENT)
        return RG_BUS_SLVERR;
    m->mode = data & 7;
    return RG_BUS_OKAY;
}

/* Registers that hold 0 .. 2^log2 drop the bits above. */
static uint32_t in_words(uint64_t data, unsigned log2)
{
    return (uint32_t)data & ((UINT32_C(2) << log2) - 1);
}

static rg_bus_response write_register(rg_host *h, uint32_t offset, uint64_t data)
{
    rg_machine *m = h->machine;

    if (offset == REG_CONTROL)
        return write_control(h, data);
    if (offset == REG_IRQ || offset == REG_IRQENABLE)
        return write_interrupts(h, offset, data);
    if (rg_host_busy(h))
        return RG_BUS_SLVERR;
    switch (offset) {
    case REG_MODE: return set_mode(m, data);
    case REG_KEEP:
        m->keep = data & RG_KEEP_KEEP;
        m->undo = data & RG_KEEP_UNDO;
        break;
    case REG_KEPT:
        m->count.erased_host += (uint64_t)m->kept_count
                                * (m->upper ? 2 * m->config.wide : m->config.num.xlen);
        m->kept_count = 0;
        break;
    case REG_PC: m->pc = (uint32_t)data & RG_PC_MASK; break;
    case REG_BR: m->br = (uint32_t)data & RG_PC_MASK; break;
    case REG_DIR: m->backward = data & RG_DIR_BACKWARD; break;
    case REG_COPYHOST: return set_copy_host(h, data);
    case REG_COPYIN: return start_copy(h, NULL, data);
    case REG_COPYOUT: return start_copy(h, m->m, data);
    case REG_COPYOUTG: return start_copy(h, m->gm, data);
    case REG_PROTECT: h->protect = data & (RG_PROTECT_PRIVILEGED | RG_PROTECT_SECURE); break;
    case REG_STEPS: h->steps = data; break;
    case REG_CYCLELIMIT: h->cycle_limit = data; break;
    case REG_PROGRAM: m->program = (uint32_t)data & RG_PC_MASK; break;
    case REG_CODEWORDS:
        rg_quick_flag(m, 0); /* the marks are those of the old program */
        m->codewords = in_words(data, m->config.imem_log2);
        break;
    case REG_SCANBASE: h->scan_base = in_words(data, m->config.dmem_log2); break;
    case REG_SCANCOUNT: h->scan_count = in_words(data, m->config.dmem_log2); break;
    default: return RG_BUS_DECERR;
    }
    return RG_BUS_OKAY;
}

/* ---- memory windows ---- */

/* The word of the accumulator behind an address, or NULL. */
static int64_t *accumulator_word(rg_machine *m, uint32_t address)
{
    switch (address) {
    case REG_WLO: return &m->w[0];
    case REG_WHI: return &m->w[1];
    case REG_GWLO: return &m->gw[0];
    case REG_GWHI: return &m->gw[1];
    case REG_TWLO: return m->config.no_tangents ? NULL : &m->tw[0];
    case REG_TWHI: return m->config.no_tangents ? NULL : &m->tw[1];
    case REG_TGWLO: return m->config.no_tangents ? NULL : &m->tgw[0];
    case REG_TGWHI: return m->config.no_tangents ? NULL : &m->tgw[1];
    default: return NULL;
    }
}

/* The word of state behind an address, or NULL, and which 64 bits of it. A read of it is a copy, a
 * write over it may erase. */
static int64_t *state_word(rg_machine *m, uint32_t address, unsigned *limb)
{
    const uint32_t all = rg_limbs(m) << m->config.dmem_log2;
    const struct {
        int64_t *bank;
        uint32_t base, words, limbs; /* of 64 bits each */
    } windows[] = {
        {m->r, WINDOW_REGV, RG_REGISTERS, 1},    {m->gr, WINDOW_REGG, RG_REGISTERS, 1},
        {m->m, WINDOW_DMEMV, all, rg_limbs(m)},  {m->gm, WINDOW_DMEMG, all, rg_limbs(m)},
        {m->tr, WINDOW_REGT, RG_REGISTERS, 1},   {m->tgr, WINDOW_REGTG, RG_REGISTERS, 1},
        {m->tm, WINDOW_DMEMT, all, rg_limbs(m)}, {m->tgm, WINDOW_DMEMTG, all, rg_limbs(m)}};
    const size_t there = m->config.no_tangents ? 4 : sizeof windows / sizeof windows[0];
    int64_t *found = accumulator_word(m, address);

    *limb = 0;
    for (size_t i = 0; !found && i < there; i++) {
        const uint32_t word = (address - windows[i].base) / 8;
        if (word >= windows[i].words)
            continue;
        *limb = word % windows[i].limbs;
        found = &windows[i].bank[word / windows[i].limbs];
    }
    return found;
}

bool rg_host_watch(rg_host *h, const uint32_t *addresses, size_t count)
{
    h->watch = (rg_watch){0};
    for (size_t i = 0; i < count; i++) {
        unsigned limb;
        const int64_t *word = addresses[i] == REG_GRADOVF
                                  ? (const int64_t *)&h->machine->gradovf
                                  : state_word(h->machine, addresses[i], &limb);
        if (!word || i >= RG_ENGINE_WATCHES)
            return false;
        h->watch.word[i] = word;
        rg_watch_widen(h->machine, &h->watch, i);
    }
    h->watch.count = count;
    return true;
}

uint32_t rg_host_watched(const rg_host *h, size_t index)
{
    const rg_machine *m = h->machine;
    const int64_t *word = index < h->watch.count ? h->watch.word[index] : NULL;
    const uint32_t words = UINT32_C(1) << m->config.dmem_log2;
    const struct {
        const int64_t *first;
        uint32_t count, base;
    } parts[] = {{m->r, RG_REGISTERS, WINDOW_REGV},  {m->gr, RG_REGISTERS, WINDOW_REGG},
                 {m->tr, RG_REGISTERS, WINDOW_REGT}, {m->tgr, RG_REGISTERS, WINDOW_REGTG},
                 {m->m, words, WINDOW_DMEMV},        {m->gm, words, WINDOW_DMEMG},
                 {m->tm, words, WINDOW_DMEMT},       {m->tgm, words, WINDOW_DMEMTG}};

    for (size_t i = 0; word && i < sizeof parts / sizeof parts[0]; i++)
        if (word >= parts[i].first && word < parts[i].first + parts[i].count)
            return parts[i].base
                   + 8 * (uint32_t)(word - parts[i].first)
                         * (parts[i].base >= WINDOW_DMEMV ? rg_limbs(m) : 1);
    return REG_GRADOVF;
}

static unsigned own_limbs(const rg_machine *m, const int64_t *word)
{
    const uint64_t *upper;

    return rg_upper_of(m, word, &upper);
}

bool rg_host_look(const rg_host *h, uint32_t address, rg_engine_word *out)
{
    const rg_machine *m = h->machine;
    unsigned limb;
    const int64_t *word = m->upper ? state_word(h->machine, address, &limb) : NULL;

    if (!word || limb != 0)
        return false;
    const rg_wide_word own = rg_whole(m, word), view = rg_bus_view(m, word);
    *out = (rg_engine_word){.count = own_limbs(m, word)};
    memcpy(out->limb, own.limb, sizeof out->limb);
    memcpy(out->view, view.limb, sizeof out->view);
    return true;
}

bool rg_host_put(rg_host *h, uint32_t address, const uint64_t view[RG_ENGINE_VIEW])
{
    rg_machine *m = h->machine;
    unsigned limb;
    int64_t *word = m->upper && !rg_host_busy(h) ? state_word(m, address, &limb) : NULL;

    if (!word || limb != 0)
        return false;
    const rg_wide_word old = rg_whole(m, word);
    rg_wide_word put = {{0}};
    memcpy(put.limb, view, RG_ENGINE_VIEW * sizeof *view);
    for (unsigned k = RG_ENGINE_VIEW; k < RG_WIDE_LIMBS; k++)
        put.limb[k] = view[RG_ENGINE_VIEW - 1] >> 63 != 0 ? UINT64_MAX : 0;
    if (!rg_bus_put(m, word, put))
        return false;
    for (unsigned k = 0; k < own_limbs(m, word); k++)
        m->count.erased_host += old.limb[k] != 0 ? 64 : 0;
    return true;
}

static bool code_index(const rg_machine *m, uint32_t address, uint32_t base, uint32_t *index)
{
    *index = (address - base) / 8;
    return *index < UINT32_C(1) << m->config.imem_log2;
}

rg_bus_response rg_host_read(rg_host *h, uint32_t address, uint64_t *data)
{
    rg_machine *m = h->machine;
    uint32_t index;
    unsigned limb;

    *data = 0;
    if (address % 8 != 0)
        return RG_BUS_DECERR;
    if (address < WINDOW_REGV && !state_word(m, address, &limb)) {
        unsigned access = register_access(address);
        return access == 0          ? RG_BUS_DECERR
               : access & ACCESS_RO ? read_register(h, address, data)
                                    : RG_BUS_SLVERR;
    }
    if (address - WINDOW_COUNT < 8 * RG_COUNTERS) {
        *data = m->count.by_class[(address - WINDOW_COUNT) / 8];
        return RG_BUS_OKAY;
    }

    const int64_t *word = state_word(m, address, &limb);
    if (word) {
        if (rg_host_busy(h))
            return RG_BUS_SLVERR;
        *data = rg_limb_read(m, word, limb);
        if (address == REG_WHI || address == REG_GWHI || address == REG_TWHI
            || address == REG_TGWHI)
            *data |= rg_above_low(m, word - 1);
        if (m->upper && word >= m->tr && word < m->tr + RG_REGISTERS) /* 0 where all bits are */
            *data |= rg_above_low(m, word);
        m->count.bits_out += m->config.num.xlen;
        return RG_BUS_OKAY;
    }
    if (code_index(m, address, WINDOW_LEDGER, &index)) {
        *data = m->ledger[index];
        return RG_BUS_OKAY;
    }
    if (!code_index(m, address, WINDOW_IMEM, &index))
        return RG_BUS_DECERR;
    if (rg_host_busy(h))
        return RG_BUS_SLVERR;
    *data = (uint64_t)(int64_t)(int32_t)m->code[index];
    return RG_BUS_OKAY;
}

rg_bus_response rg_host_write(rg_host *h, uint32_t address, uint64_t data)
{
    rg_machine *m = h->machine;
    uint32_t index;
    unsigned limb;

    if (address % 8 != 0)
        return RG_BUS_DECERR;
    if (address < WINDOW_REGV && !state_word(m, address, &limb)) {
        unsigned access = register_access(address);
        return access == 0          ? RG_BUS_DECERR
               : access & ACCESS_WO ? write_register(h, address, data)
                                    : RG_BUS_SLVERR;
    }
    if (address - WINDOW_COUNT < 8 * RG_COUNTERS || code_index(m, address, WINDOW_LEDGER, &index))
        return RG_BUS_SLVERR;

    int64_t *word = state_word(m, address, &limb);
    bool code = !word && code_index(m, address, WINDOW_IMEM, &index);
    if (!word && !code)
        return RG_BUS_DECERR;
    if (rg_host_busy(h))
        return RG_BUS_SLVERR;
    if (code) {
        rg_machine_load(m, index, (uint32_t)data);
        return RG_BUS_OKAY;
    }
    if (rg_limb_read(m, word, limb) != 0)
        m->count.erased_host += m->config.num.xlen;
    if (m->upper && address < WINDOW_DMEMV) /* a register has no other words on the bus */
        rg_put_whole(m, word, (rg_wide_word){{0}});
    rg_limb_write(m, word, limb,
                  m->config.num.xlen == 64 ? (int64_t)data : (int32_t)(uint32_t)data);
    return RG_BUS_OKAY;
}
