/* schedule.c: words of a straight line that depend on each other stand apart, where others may
 * stand between. On a core of three stages a word waits for the one before it, if isa/early_use.h
 * says that the two meet. List scheduling: of the words whose predecessors are placed, the one with
 * the longest chain behind it comes next, if it need not wait. */
#include <string.h>

#include "isa/early_use.h"
#include "words.h"

/* Longer lines are taken in parts. */
enum { LONGEST = 128 };

/* from: the first word of the line. use: of its words, and of those around it, which stay.
 * behind[i]: clocks from word i to the end of the line, by what depends on it. waits_for[i]: words
 * not placed yet that it depends on. */
typedef struct {
    const words *w;
    size_t from, count;
    rg_early_use before, use[LONGEST], end;
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
    if (l->from > 0)
        l->before = rg_early_use_of(in - 1);
    if (l->from + l->count < l->w->count)
        l->end = rg_early_use_of(in + l->count);
}

static unsigned clocks_between(const rg_early_use *x, const rg_early_use *y)
{
    return rg_early_uses_meet(x, y) ? 2 : 1;
}

static void measure(line *l)
{
    for (size_t i = l->count; i-- > 0;) {
        l->behind[i] = clocks_between(&l->use[i], &l->end);
        for (size_t k = i + 1; k < l->count; k++) {
            if (!depend(l->w, l->from + i, l->from + k))
                continue;
            const unsigned clocks = l->behind[k] + clocks_between(&l->use[i], &l->use[k]);
            l->behind[i] = clocks > l->behind[i] ? clocks : l->behind[i];
            l->waits_for[k]++;
        }
    }
}

/* The next word behind `last`. */
static size_t best_behind(const line *l, const rg_early_use *last)
{
    size_t best = l->count;
    bool best_waits = true;

    for (size_t i = 0; i < l->count; i++) {
        if (l->placed[i] || l->waits_for[i] > 0)
            continue;
        const bool waits = rg_early_uses_meet(last, &l->use[i]);
        if (best == l->count || (best_waits && !waits)
            || (best_waits == waits && l->behind[i] > l->behind[best])) {
            best = i;
            best_waits = waits;
        }
    }
    return best;
}

static void place_all(line *l)
{
    const rg_early_use *last = &l->before;

    for (size_t n = 0; n < l->count; n++) {
        const size_t next = best_behind(l, last);
        l->placed[next] = true;
        l->order[n] = next;
        last = &l->use[next];
        for (size_t k = next + 1; k < l->count; k++)
            if (depend(l->w, l->from + next, l->from + k))
                l->waits_for[k]--;
    }
}

/* Words that wait, with the ones around the line. */
static unsigned waits(const line *l, bool as_placed)
{
    const rg_early_use *last = &l->before;
    unsigned count = 0;

    for (size_t n = 0; n < l->count; n++) {
        const rg_early_use *use = &l->use[as_placed ? l->order[n] : n];
        count += rg_early_uses_meet(last, use);
        last = use;
    }
    return count + rg_early_uses_meet(last, &l->end);
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
    line l = {.w = w, .from = from, .count = count};

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
