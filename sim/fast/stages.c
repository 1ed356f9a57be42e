/* stages.c: the cores of three stages and of five: which instruction waits for those before it
 * (isa/early_use.c, rg_stages.v). */
#include "sim/fast/stages.h"

#include "sim/fast/quick.h"
#include "sim/fast/tangent.h"

enum {
#define RG_STAGES(fill, stall) STALL = stall,
#define RG_DEEP(fill, apart, jump) APART = apart, JUMP = jump,
#include "isa/timing.def"
};

bool rg_in_stage(const rg_machine *m, const rg_decoded *d)
{
    const bool carries_tangents = rg_tangent_mode(m)
                                  && (d->info->format == RG_FMT_W || rg_derives(&d->in));

    return m->config.core.staged && rg_is_early(&d->in) && !carries_tangents;
}

bool rg_is_born(const rg_machine *m, const rg_decoded *d)
{
    return m->config.core.staged && rg_gradient_mode(m) && m->keep && m->undo
           && (d->info->format == RG_FMT_U || d->info->format == RG_FMT_U1) && rg_derives(&d->in)
           && (d->in.mode == RG_MODE_SET || d->in.mode == RG_MODE_UNSET) && rg_is_early(&d->in);
}

static unsigned at_least(unsigned clocks, unsigned least)
{
    return clocks > least ? clocks : least;
}

/* Of a word and one that is run after it. */
static bool part_in_line(const rg_machine *m, const rg_early_use *x, const rg_early_use *y)
{
    return m->backward ? rg_early_uses_part(y, x) : rg_early_uses_part(x, y);
}

static bool part_at_jump(const rg_early_use *x, const rg_early_use *y)
{
    const rg_early_use from = rg_early_use_at_jump(x), to = rg_early_use_at_jump(y);

    return rg_early_uses_part(&from, &to);
}

unsigned rg_deep_apart(const rg_machine *m, const rg_decoded *d)
{
    const bool known = d && d->legal;
    unsigned clocks = 1;

    if (m->config.core.staged < 2 || m->entering)
        return 1;
    if (m->br != 0 || m->before.turns)
        clocks = JUMP;
    if (m->deep.born)
        clocks = APART;
    if (!known)
        return clocks;
    const rg_early_use use = rg_early_use_of(&d->in);
    if (use.turns)
        clocks = at_least(clocks, JUMP);
    if (m->br != 0 ? part_at_jump(&m->before, &use) : part_in_line(m, &m->before, &use))
        clocks = APART;
    else if (m->deep.apart < APART && part_in_line(m, &m->deep.before, &use))
        clocks = at_least(clocks, APART - m->deep.apart);
    return clocks;
}

unsigned rg_stage_latency(const rg_machine *m)
{
    return m->config.core.staged > 1 ? APART - 1 : STALL;
}

unsigned rg_stall_cycles(const rg_machine *m, const rg_decoded *d)
{
    if (m->config.core.staged > 1)
        return rg_deep_apart(m, d) - 1 + (d && d->legal && rg_is_born(m, d) ? APART - 1 : 0);
    if (!m->config.core.staged || !d || !d->legal)
        return 0;
    const rg_early_use use = rg_early_use_of(&d->in);
    return rg_early_uses_meet(&m->before, &use) || rg_is_born(m, d) ? STALL : 0;
}

/* Of two words: they meet on this core. */
static bool meet(const rg_machine *m, const rg_decoded *x, const rg_decoded *y)
{
    if (!x->legal || !y->legal)
        return false;
    const rg_early_use of_x = rg_early_use_of(&x->in), of_y = rg_early_use_of(&y->in);
    return m->config.core.staged > 1 ? rg_early_uses_part(&of_x, &of_y)
                                     : rg_early_uses_meet(&of_x, &of_y);
}

/* Of such words, none needs a gradient or W, and none writes a register but the one it names first.
 * So three registers say what two of them have in common. */
enum { NOTHING_NEEDED = RG_REGISTERS, NOTHING_WRITTEN };

unsigned rg_jump_stall(const rg_machine *m, const rg_quick *x, const rg_quick *y)
{
    const bool waits = x->writes == y->needs[0] || x->writes == y->needs[1]
                       || y->writes == x->needs[0] || y->writes == x->needs[1];

    if (m->config.core.staged > 1)
        return (waits ? APART : JUMP) - 1;
    return waits ? STALL : 0;
}

static uint8_t register_of(uint32_t set, unsigned otherwise)
{
    return (uint8_t)(set != 0 ? (unsigned)__builtin_ctz(set) : otherwise);
}

static void load_jump(const rg_machine *m, const rg_decoded *d, rg_quick *q)
{
    const rg_early_use any = rg_early_use_of(&d->in);
    const rg_early_use use = m->config.core.staged > 1 ? rg_early_use_at_jump(&any) : any;

    q->needs[0] = register_of(use.needs, NOTHING_NEEDED);
    q->needs[1] = register_of(use.needs & (use.needs - 1), q->needs[0]);
    q->writes = register_of(use.writes, NOTHING_WRITTEN);
}

static bool has_word(const rg_machine *m, uint32_t address)
{
    return address >> m->config.imem_log2 == 0;
}

/* The words at `first` and behind it. */
static void load_pair(rg_machine *m, uint32_t first)
{
    const uint32_t second = first + 1;
    const unsigned clocks = m->config.core.staged > 1 ? APART - 1 : STALL;

    if (!has_word(m, second))
        return;
    m->quick[first].waits[0] = m->quick[second].waits[1] =
        (uint8_t)(meet(m, &m->decoded[first], &m->decoded[second]) ? clocks : 0);
}

/* Those on both sides of the word at `middle`. A jump into it or out of it takes them farther apart
 * than they need be. */
static void load_around(rg_machine *m, uint32_t middle)
{
    m->quick[middle].around = m->config.core.staged > 1 && middle > 0 && has_word(m, middle + 1)
                              && meet(m, &m->decoded[middle - 1], &m->decoded[middle + 1]);
}

void rg_stages_load(rg_machine *m, uint32_t address)
{
    if (!m->config.core.staged)
        return;
    if (m->quick[address].control)
        load_jump(m, &m->decoded[address], &m->quick[address]);
    if (address > 0) {
        load_pair(m, address - 1);
        load_around(m, address - 1);
    }
    load_pair(m, address);
    load_around(m, address);
    if (has_word(m, address + 1))
        load_around(m, address + 1);
}
