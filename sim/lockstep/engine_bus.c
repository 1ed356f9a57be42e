/* engine_bus.c: states, runs and signatures over the bus of an engine. */
#include "sim/lockstep/engine_bus.h"

static bool get(rg_engine *e, uint32_t address, uint64_t *data)
{
    return rg_engine_read(e, address, data) == RG_BUS_OKAY;
}

static bool put(rg_engine *e, uint32_t address, uint64_t data)
{
    return rg_engine_write(e, address, data) == RG_BUS_OKAY;
}

static bool put_words(rg_engine *e, uint32_t base, const int64_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!put(e, base + 8 * i, (uint64_t)words[i]))
            return false;
    return true;
}

static bool get_words(rg_engine *e, uint32_t base, int64_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t word;
        if (!get(e, base + 8 * i, &word))
            return false;
        words[i] = (int64_t)word;
    }
    return true;
}

rg_machine_config rg_config_of(uint64_t word)
{
    const unsigned log2_banks = (unsigned)RG_BUS_FIELD(word, CONFIG, BANKS);
    const rg_core_kind core = {RG_BUS_FIELD(word, CONFIG, CORE),
                               RG_BUS_FIELD(word, CONFIG, MULTIPLIER),
                               RG_BUS_FIELD(word, CONFIG, GRAD_LANES),
                               (unsigned)RG_BUS_FIELD(word, CONFIG, DIGITS),
                               (unsigned)RG_BUS_FIELD(word, CONFIG, LANES),
                               1u << RG_BUS_FIELD(word, CONFIG, FUNCTION_UNITS),
                               log2_banks ? 1u << log2_banks : 0,
                               (unsigned)RG_BUS_FIELD(word, CONFIG, STAGES)};

    return (rg_machine_config){.num = {(unsigned)RG_BUS_FIELD(word, CONFIG, XLEN),
                                       (unsigned)RG_BUS_FIELD(word, CONFIG, FRAC)},
                               .dmem_log2 = (unsigned)RG_BUS_FIELD(word, CONFIG, DMEM_LOG2),
                               .imem_log2 = (unsigned)RG_BUS_FIELD(word, CONFIG, IMEM_LOG2),
                               .core = core,
                               .wide = RG_BUS_FIELD(word, CONFIG, FLOAT) ? 256 : 0,
                               .no_tangents = !RG_BUS_FIELD(word, CONFIG, TANGENTS)};
}

bool rg_bus_config(rg_engine *e, rg_machine_config *config)
{
    uint64_t word;

    if (!get(e, RG_REG_CONFIG, &word))
        return false;
    *config = rg_config_of(word);
    return true;
}

static bool put_tangents(rg_engine *e, const rg_machine *s, uint32_t data_words)
{
    return s->config.no_tangents
           || (put_words(e, RG_WINDOW_REGT, s->tr, RG_REGISTERS)
               && put_words(e, RG_WINDOW_REGTG, s->tgr, RG_REGISTERS)
               && put_words(e, RG_REG_TWLO, s->tw, 2) && put_words(e, RG_REG_TGWLO, s->tgw, 2)
               && put_words(e, RG_WINDOW_DMEMT, s->tm, data_words)
               && put_words(e, RG_WINDOW_DMEMTG, s->tgm, data_words));
}

bool rg_bus_store(rg_engine *e, const rg_machine *s, uint32_t data_words)
{
    for (uint32_t i = 0; i < s->codewords; i++)
        if (!put(e, RG_WINDOW_IMEM + 8 * i, s->code[i]))
            return false;
    return put_words(e, RG_WINDOW_REGV, s->r, RG_REGISTERS)
           && put_words(e, RG_WINDOW_REGG, s->gr, RG_REGISTERS) && put_words(e, RG_REG_WLO, s->w, 2)
           && put_words(e, RG_REG_GWLO, s->gw, 2) && put_tangents(e, s, data_words)
           && put_words(e, RG_WINDOW_DMEMV, s->m, data_words)
           && put_words(e, RG_WINDOW_DMEMG, s->gm, data_words) && put(e, RG_REG_KEPT, 0)
           && put(e, RG_REG_KEEP,
                  (s->keep ? (unsigned)RG_KEEP_KEEP : 0u) | (s->undo ? (unsigned)RG_KEEP_UNDO : 0u))
           && put(e, RG_REG_CODEWORDS, s->codewords) && put(e, RG_REG_PC, s->pc)
           && put(e, RG_REG_BR, s->br) && put(e, RG_REG_DIR, s->backward)
           && put(e, RG_REG_MODE, s->mode) && put(e, RG_REG_CYCLELIMIT, 0)
           && put(e, RG_REG_CONTROL, RG_CONTROL_CLEAR);
}

static bool get_counters(rg_engine *e, rg_machine *s)
{
    rg_counters *c = &s->count;

    for (uint32_t i = 0; i < RG_COUNTERS; i++)
        if (!get(e, RG_WINDOW_COUNT + 8 * i, &c->by_class[i]))
            return false;
    return get(e, RG_REG_CYCLES, &c->cycles) && get(e, RG_REG_RETIRED, &c->retired)
           && get(e, RG_REG_CYCLESF, &c->cycles_by_dir[0])
           && get(e, RG_REG_CYCLESB, &c->cycles_by_dir[1])
           && get(e, RG_REG_PROGRAMF, &c->program_by_dir[0])
           && get(e, RG_REG_PROGRAMB, &c->program_by_dir[1])
           && get(e, RG_REG_MEMREADS, &c->mem_reads) && get(e, RG_REG_MEMWRITES, &c->mem_writes)
           && get(e, RG_REG_GRADREADS, &c->grad_reads) && get(e, RG_REG_GRADWRITES, &c->grad_writes)
           && get(e, RG_REG_TANREADS, &c->tan_reads) && get(e, RG_REG_TANWRITES, &c->tan_writes)
           && get(e, RG_REG_BITSOUT, &c->bits_out) && get(e, RG_REG_ERASEDGRAD, &c->erased_grad)
           && get(e, RG_REG_ERASEDHOST, &c->erased_host) && get(e, RG_REG_WORDSIN, &c->words_in)
           && get(e, RG_REG_CYCLESIN, &c->cycles_in)
           && get(e, RG_REG_GRADOVFALL, &c->grad_overflows)
           && get(e, RG_REG_VALOVFALL, &c->value_overflows);
}

bool rg_bus_load_core(rg_engine *e, rg_machine *s)
{
    uint64_t pc, br, dir, mode, status, trap_pc, info, keep, kept;

    /* Counters first: reading the registers is a copy, and billed. */
    if (!get_counters(e, s) || !get(e, RG_REG_PC, &pc) || !get(e, RG_REG_BR, &br)
        || !get(e, RG_REG_DIR, &dir) || !get(e, RG_REG_MODE, &mode) || !get(e, RG_REG_KEEP, &keep)
        || !get(e, RG_REG_KEPT, &kept) || !get(e, RG_REG_GRADOVF, &s->gradovf)
        || !get(e, RG_REG_VALOVF, &s->valovf) || !get(e, RG_REG_STATUS, &status)
        || !get(e, RG_REG_TRAPPC, &trap_pc) || !get(e, RG_REG_TRAPINFO, &info))
        return false;
    s->pc = (uint32_t)pc;
    s->br = (uint32_t)br;
    s->backward = dir != 0;
    s->mode = (unsigned)mode;
    s->keep = keep & 1;
    s->undo = keep >> 1 & 1;
    s->kept_count =
        (uint32_t)kept; /* the words themselves come back as gradients when the pass is undone */
    s->trap = (unsigned)RG_BUS_FIELD(status, STATUS, TRAP);
    s->trap_pc = (uint32_t)trap_pc;
    s->trap_info = (int64_t)info;
    return get_words(e, RG_WINDOW_REGV, s->r, RG_REGISTERS)
           && get_words(e, RG_WINDOW_REGG, s->gr, RG_REGISTERS) && get_words(e, RG_REG_WLO, s->w, 2)
           && get_words(e, RG_REG_GWLO, s->gw, 2)
           && (s->config.no_tangents
               || (get_words(e, RG_WINDOW_REGT, s->tr, RG_REGISTERS)
                   && get_words(e, RG_WINDOW_REGTG, s->tgr, RG_REGISTERS)
                   && get_words(e, RG_REG_TWLO, s->tw, 2)
                   && get_words(e, RG_REG_TGWLO, s->tgw, 2)));
}

bool rg_bus_load(rg_engine *e, rg_machine *s, uint32_t data_words)
{
    return rg_bus_load_core(e, s) && get_words(e, RG_WINDOW_DMEMV, s->m, data_words)
           && get_words(e, RG_WINDOW_DMEMG, s->gm, data_words)
           && (s->config.no_tangents
               || (get_words(e, RG_WINDOW_DMEMT, s->tm, data_words)
                   && get_words(e, RG_WINDOW_DMEMTG, s->tgm, data_words)));
}

static bool drain(rg_engine *e, uint64_t status, uint64_t *out_hash)
{
    for (unsigned left = (unsigned)RG_BUS_FIELD(status, STATUS, OUT_LEVEL); left > 0; left--) {
        uint64_t word;
        if (!get(e, RG_REG_OUT, &word))
            return false;
        if (out_hash)
            *out_hash = (*out_hash ^ word) * UINT64_C(0xD6E8FEB86659FD93);
    }
    return true;
}

/* Let the clock run until none of `busy` is set in STATUS. */
static bool wait_for(rg_engine *e, uint64_t busy, uint64_t *status, uint64_t *out_hash)
{
    for (unsigned rounds = 0; rounds < 100000000; rounds++) {
        rg_engine_run(e, 10000);
        if (!get(e, RG_REG_STATUS, status) || !drain(e, *status, out_hash))
            return false;
        if (!(*status & busy))
            return true;
    }
    return false;
}

bool rg_bus_run(rg_engine *e, uint64_t steps, uint64_t *status, uint64_t *out_hash)
{
    return put(e, RG_REG_STEPS, steps) && put(e, RG_REG_CONTROL, RG_CONTROL_RUN)
           && wait_for(e, RG_STATUS_RUNNING, status, out_hash);
}

bool rg_bus_turn(rg_engine *e) { return put(e, RG_REG_CONTROL, RG_CONTROL_TURN); }

bool rg_bus_signature(rg_engine *e, uint32_t base, uint32_t count, uint64_t *signature,
                      uint64_t *sigvalue)
{
    uint64_t status;

    return put(e, RG_REG_SCANBASE, base) && put(e, RG_REG_SCANCOUNT, count)
           && put(e, RG_REG_CONTROL, RG_CONTROL_SCAN)
           && wait_for(e, RG_STATUS_SCANNING, &status, NULL) && get(e, RG_REG_SIGNATURE, signature)
           && get(e, RG_REG_SIGVALUE, sigvalue);
}
