/* schedule.c: words of a straight line that depend on each other stand apart, where others may
 * stand between. On a core of three stages a word waits for the one before it, if isa/early_use.h
 * says that the two meet, and with five for the two before it. List scheduling: of the words whose
 * predecessors are placed, one that waits least comes next, of those the one with the longest chain
 * behind it. */
#include <string.h>

#include "isa/early_use.h"
#include "words.h"

/* Longer lines are taken in parts. */
enum { LONGEST = 128 };

enum {
#define RG_STAGES(fill, stall) APART = 1 + (stall),
#define RG_DEEP(fill, apart, jump) DEEP_APART = apart,
#include "isa/timing.def"
    AROUND = DEEP_APART - 1 /* words before another that it may wait for */
};

/* from: the first word of the line. use: of its words; before, end: of those around it, which stay,
 * the nearest first. behind[i]: clocks from word i to the end of the line, by what depends on it.
 * waits_for[i]: words not placed yet that it depends on. */
typedef struct {
    const words *w;
    size_t from, count;
    bool deep; /* five stages */
    rg_early_use before[AROUND], use[LONGEST], end[AROUND];
    unsigned behind[LONGEST], waits_for[LONGEST];
    bool placed[LONGEST];
    size_t order[LONGEST];
} line;

/* ---- one word ---- */

static bool is_update(rg_format format) { return format == RG_FMT_U || format == RG_FMT_U1; }

/* Words in place: whatever else moves, these do not, nor does anything over them. */
static bool stays(const words *w, size_t i)
{
    const rg_instruction *in = &w->in[i];
    const rg_format format = rg_op_lookup(in->op)->format;
    const bool moves = is_update(format) || format == RG_FMT_C || format == RG_FMT_LD
                       || format == RG_FMT_ST || format == RG_FMT_X || format == RG_FMT_AS
                       || format == RG_FMT_R2X || in->op == RG_OP_ALLOC || in->op == RG_OP_FREE
                       || in->op == RG_OP_NEG;

    return !moves || rg_is_stream(in) || cg_is_open_call(w->g, w->begin + i);
}

static uint32_t named(const rg_instruction *in) { return cg_named(in) & ~UINT32_C(1); }

/* Integers wrap, and an ancilla is zero where the compiler says so. Where the program says so, a
 * trap is told from the program as written (host-driver/replay.c). */
static bool may_trap(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);

    return !((is_update(info->format) && info->kind == RG_KIND_INT && info->class != RG_CLASS_DIV)
             || info->format == RG_FMT_C)
           || in->words;
}

/* ---- two words ---- */

/* The two must stay in their order: of two that may trap the first one is reported. */
static bool depend(const words *w, size_t i, size_t k)
{
    const rg_instruction *x = &w->in[i], *y = &w->in[k];

    return (w->traits[i].written & named(y)) || (w->traits[k].written & named(x))
           || (may_trap(x) && may_trap(y))
           || (w->traits[i].memory && w->traits[k].memory
               && (w->traits[i].changes_memory || w->traits[k].changes_memory)
               && cg_may_meet(x, y));
}

/* ---- a line ---- */

static void open_line(line *l)
{
    const rg_instruction *in = l->w->in + l->from;

    for (size_t i = 0; i < l->count; i++)
        l->use[i] = rg_early_use_of(&in[i]);
    for (size_t n = 0; n < AROUND && n < l->from; n++)
        l->before[n] = rg_early_use_of(in - 1 - n);
    for (size_t n = 0; n < AROUND && l->from + l->count + n < l->w->count; n++)
        l->end[n] = rg_early_use_of(in + l->count + n);
}

static bool meet(const line *l, const rg_early_use *x, const rg_early_use *y)
{
    return l->deep ? rg_early_uses_part(x, y) : rg_early_uses_meet(x, y);
}

/* From one that meets another to that one. */
static unsigned apart(const line *l) { return l->deep ? DEEP_APART : APART; }

static unsigned clocks_between(const line *l, const rg_early_use *x, const rg_early_use *y)
{
    return meet(l, x, y) ? apart(l) : 1;
}

/* The words that the next one may wait for, and the clocks between the two. */
typedef struct {
    const rg_early_use *last, *second;
    unsigned apart;
} tail;

static tail tail_before(const line *l) { return (tail){&l->before[0], &l->before[1], 1}; }

static unsigned wait_behind(const line *l, const tail *t, const rg_early_use *use)
{
    if (meet(l, t->last, use))
        return apart(l) - 1;
    return t->apart + 1 < apart(l) && meet(l, t->second, use) ? apart(l) - 1 - t->apart : 0;
}

/* The clocks that it waits there. */
static unsigned append(const line *l, tail *t, const rg_early_use *use)
{
    const unsigned wait = wait_behind(l, t, use);

    *t = (tail){use, t->last, 1 + wait};
    return wait;
}

static void measure(line *l)
{
    for (size_t i = l->count; i-- > 0;) {
        l->behind[i] = clocks_between(l, &l->use[i], &l->end[0]);
        for (size_t k = i + 1; k < l->count; k++) {
            if (!depend(l->w, l->from + i, l->from + k))
                continue;
            const unsigned clocks = l->behind[k] + clocks_between(l, &l->use[i], &l->use[k]);
            l->behind[i] = clocks > l->behind[i] ? clocks : l->behind[i];
            l->waits_for[k]++;
        }
    }
}

static size_t best_behind(const line *l, const tail *t)
{
    size_t best = l->count;
    unsigned shortest = 0;

    for (size_t i = 0; i < l->count; i++) {
        if (l->placed[i] || l->waits_for[i] > 0)
            continue;
        const unsigned wait = wait_behind(l, t, &l->use[i]);
        if (best == l->count || wait < shortest
            || (wait == shortest && l->behind[i] > l->behind[best])) {
            best = i;
            shortest = wait;
        }
    }
    return best;
}

static void place_all(line *l)
{
    tail t = tail_before(l);

    for (size_t n = 0; n < l->count; n++) {
        const size_t next = best_behind(l, &t);
        l->placed[next] = true;
        l->order[n] = next;
        (void)append(l, &t, &l->use[next]);
        for (size_t k = next + 1; k < l->count; k++)
            if (depend(l->w, l->from + next, l->from + k))
                l->waits_for[k]--;
    }
}

/* Clocks that words wait, with the ones around the line. */
static unsigned waits(const line *l, bool as_placed)
{
    tail t = tail_before(l);
    unsigned clocks = 0;

    for (size_t n = 0; n < l->count; n++)
        clocks += append(l, &t, &l->use[as_placed ? l->order[n] : n]);
    for (size_t n = 0; n < AROUND; n++)
        clocks += append(l, &t, &l->end[n]);
    return clocks;
}

static void write_back(const line *l)
{
    rg_buffer *const buffer = &l->w->g->buffer;
    rg_line lines[LONGEST];
    uint32_t code[LONGEST];

    for (size_t n = 0; n < l->count; n++) {
        lines[n] = buffer->lines[l->w->begin + l->from + l->order[n]];
        code[n] = buffer->code[l->w->begin + l->from + l->order[n]];
    }
    memcpy(buffer->lines + l->w->begin + l->from, lines, l->count * sizeof *lines);
    memcpy(buffer->code + l->w->begin + l->from, code, l->count * sizeof *code);
}

static void schedule(const words *w, size_t from, size_t count)
{
    line l = {.w = w, .from = from, .count = count, .deep = w->g->options.staged > 1};

    open_line(&l);
    measure(&l);
    place_all(&l);
    if (waits(&l, true) < waits(&l, false))
        write_back(&l);
}

void cg_schedule(cg *g, rg_routine *made)
{
    words w;
    size_t from = 0;
    const bool good = cg_open_words(&w, g, made);

    for (size_t i = 0; good && i <= w.count; i++)
        if (i == w.count || stays(&w, i) || i - from == LONGEST) {
            if (i - from > 1)
                schedule(&w, from, i - from);
            from = i < w.count && stays(&w, i) ? i + 1 : i;
        }
    cg_close_words(&w, made, false);
}
