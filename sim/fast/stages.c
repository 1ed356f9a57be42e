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

/* Where one of the two is run after the other, on the edge of a loop. */
static bool leaves_loop(const rg_machine *m, const rg_early_use *x, const rg_early_use *y)
{
    return m->backward ? rg_early_uses_leave_loop(y, x) : rg_early_uses_leave_loop(x, y);
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

/* What counts of a word that has a jump on one side, for those on the other. */
static rg_early_use beyond(const rg_early_use *x, bool jumped)
{
    return jumped ? rg_early_use_at_jump(x) : *x;
}

/* A word, and the one that is run after the next. */
static bool part_over_one(const rg_machine *m, const rg_early_use *x, bool x_jumped,
                          const rg_early_use *y, bool y_jumped)
{
    const rg_early_use from = beyond(x, x_jumped), to = beyond(y, y_jumped);

    return part_in_line(m, &from, &to);
}

/* By control flow alone: whatever the next word is, and by that word. */
static unsigned steps_behind(const rg_machine *m)
{
    const rg_early_use none = {0};

    if (m->deep.born)
        return APART;
    if (m->br != 0)
        return rg_early_use_guesses(&m->before, m->backward) ? 1 : JUMP;
    return leaves_loop(m, &m->before, &none) ? JUMP : 1;
}

static unsigned steps_before(const rg_machine *m, const rg_early_use *use)
{
    const rg_early_use none = {0};

    return m->br == 0 && leaves_loop(m, &none, use) ? JUMP : 1;
}

unsigned rg_deep_apart(const rg_machine *m, const rg_decoded *d)
{
    if (m->config.core.staged < 2 || m->entering)
        return 1;
    unsigned clocks = steps_behind(m);
    if (!d || !d->legal)
        return clocks;
    const rg_early_use use = rg_early_use_of(&d->in);
    clocks = at_least(clocks, steps_before(m, &use));
    if (m->br != 0 ? part_at_jump(&m->before, &use) : part_in_line(m, &m->before, &use))
        clocks = APART;
    else if (m->deep.apart < APART
             && part_over_one(m, &m->deep.before, m->deep.jumped, &use, m->br != 0))
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

static rg_early_use use_of(const rg_decoded *d)
{
    return d->legal ? rg_early_use_of(&d->in) : (rg_early_use){0};
}

/* Of two words: they meet on this core. */
static bool meet(const rg_machine *m, const rg_early_use *x, const rg_early_use *y)
{
    return m->config.core.staged > 1 ? rg_early_uses_part(x, y) : rg_early_uses_meet(x, y);
}

/* Of such words, none needs a gradient or W, and none writes a register but the one it names first.
 * So three registers say what two of them have in common. */
enum { NOTHING_NEEDED = RG_REGISTERS, NOTHING_WRITTEN };

unsigned rg_jump_stall(const rg_machine *m, const rg_quick *x, const rg_quick *y)
{
    const bool waits = x->writes == y->needs[0] || x->writes == y->needs[1]
                       || y->writes == x->needs[0] || y->writes == x->needs[1];

    if (m->config.core.staged > 1)
        return (waits ? APART : x->control & RG_CONTROL_GUESSES << m->backward ? 1 : JUMP) - 1;
    return waits ? STALL : 0;
}

static const rg_decoded *decoded_of(const rg_machine *m, const rg_quick *q)
{
    return &m->decoded[q - m->quick];
}

/* Of a word that jumps, or is jumped to: no other meets it across a jump. */
static bool is_idle(const rg_quick *q)
{
    return q->writes == NOTHING_WRITTEN && q->needs[0] == NOTHING_NEEDED;
}

/* Of a loop that goes around, and the word that begins it: then its flag says all. */
static bool is_one_loop(const rg_machine *m, const rg_quick *top, const rg_quick *end)
{
    return decoded_of(m, top)->in.op == RG_OP_FORTOP && decoded_of(m, end)->in.op == RG_OP_FOREND
           && top->d == end->d;
}

unsigned rg_wait_at_target(const rg_machine *m, const rg_quick *before, const rg_quick *x,
                           const rg_quick *y)
{
    if (is_idle(y) || (before && is_one_loop(m, x, y) && !(x->control & RG_CONTROL_COUNTS)))
        return 0;
    const rg_early_use first = before ? use_of(decoded_of(m, before)) : m->before,
                       target = use_of(decoded_of(m, y));
    return part_over_one(m, &first, false, &target, true) ? 1 : 0;
}

unsigned rg_wait_behind_target(const rg_machine *m, const rg_quick *x, const rg_quick *y,
                               const rg_quick *behind)
{
    if (x && is_idle(x))
        return 0;
    if (x && is_one_loop(m, y, x) && !m->backward)
        return (y->control & RG_CONTROL_COUNTS) != 0;
    const rg_early_use first = x ? use_of(decoded_of(m, x)) : m->before,
                       last = use_of(decoded_of(m, behind));
    return part_over_one(m, &first, true, &last, false) ? 1 : 0;
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
    for (unsigned backward = 0; backward < 2; backward++)
        if (rg_early_use_guesses(&any, backward != 0))
            q->control |= (uint8_t)(RG_CONTROL_GUESSES << backward);
}

static bool has_word(const rg_machine *m, uint32_t address)
{
    return address >> m->config.imem_log2 == 0;
}

/* The words at `first` and behind it. */
static void load_pair(rg_machine *m, uint32_t first)
{
    const uint32_t second = first + 1;
    const bool deep = m->config.core.staged > 1;

    if (!has_word(m, second))
        return;
    const rg_early_use x = use_of(&m->decoded[first]), y = use_of(&m->decoded[second]);
    unsigned clocks = 0;
    if (meet(m, &x, &y))
        clocks = deep ? APART - 1 : STALL;
    else if (deep && rg_early_uses_leave_loop(&x, &y))
        clocks = JUMP - 1;
    m->quick[first].waits[0] = m->quick[second].waits[1] = (uint8_t)clocks;
}

/* The word that begins a loop: whether the one behind it needs the counter that the end writes. */
static void load_top(rg_machine *m, uint32_t top)
{
    const rg_decoded *d = &m->decoded[top];
    rg_quick *q = &m->quick[top];

    q->control &= (uint8_t)~RG_CONTROL_COUNTS;
    if (m->config.core.staged < 2 || !d->legal || d->in.op != RG_OP_FORTOP || !has_word(m, top + 1))
        return;
    const rg_early_use end = {.writes = UINT32_C(1) << d->in.d, .closes = true},
                       inside = use_of(&m->decoded[top + 1]);
    if (rg_early_uses_part(&end, &inside))
        q->control |= RG_CONTROL_COUNTS;
}

/* Those on both sides of the word at `middle`. A jump into it or out of it takes them farther apart
 * than they need be. */
static void load_around(rg_machine *m, uint32_t middle)
{
    m->quick[middle].around = 0;
    if (m->config.core.staged < 2 || middle == 0 || !has_word(m, middle + 1))
        return;
    const rg_early_use x = use_of(&m->decoded[middle - 1]), y = use_of(&m->decoded[middle + 1]);
    m->quick[middle].around = rg_early_uses_part(&x, &y);
}

void rg_stages_load(rg_machine *m, uint32_t address)
{
    if (!m->config.core.staged)
        return;
    if (m->quick[address].control)
        load_jump(m, &m->decoded[address], &m->quick[address]);
    load_top(m, address);
    if (address > 0) {
        load_top(m, address - 1);
        load_pair(m, address - 1);
        load_around(m, address - 1);
    }
    load_pair(m, address);
    load_around(m, address);
    if (has_word(m, address + 1))
        load_around(m, address + 1);
}
