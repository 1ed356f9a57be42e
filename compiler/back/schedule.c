/* schedule.c: words of a straight line that depend on each other stand apart, where others may
 * stand between. On a core of three stages a word waits for the one before it, if one of them
 * writes what the other needs early (RG_STAGES, isa/timing.def). List scheduling: of the words
 * whose predecessors are placed, the one with the longest chain behind it comes next, if it need
 * not wait. */
#include <string.h>

#include "isa/registers.h"
#include "words.h"

/* Longer lines are taken in parts. */
enum { LONGEST = 128 };

/* from: the first word of the line. behind[i]: clocks from word i to the end of the line, by what
 * depends on it. waits_for[i]: words not placed yet that it depends on. */
typedef struct {
    const words *w;
    size_t from, count;
    unsigned behind[LONGEST], waits_for[LONGEST];
    bool placed[LONGEST];
    size_t order[LONGEST];
} line;

static uint32_t bit(unsigned r) { return UINT32_C(1) << r; }

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

/* Registers whose value or gradient it changes otherwise than by what it adds to the gradient of an
 * operand. */
static uint32_t changed(const rg_instruction *in)
{
    const rg_format format = rg_op_lookup(in->op)->format;

    if (in->op == RG_OP_CHKB || format == RG_FMT_AS)
        return 0;
    return is_update(format) || format == RG_FMT_C || format == RG_FMT_LD || format == RG_FMT_ST
               ? rg_registers_written(in)
               : cg_named(in) & ~bit(0);
}

static uint32_t named(const rg_instruction *in) { return cg_named(in) & ~bit(0); }

/* Integers wrap, and an ancilla is zero where the compiler says so. */
static bool may_trap(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);

    return !((is_update(info->format) && info->kind == RG_KIND_INT && info->class != RG_CLASS_DIV)
             || info->format == RG_FMT_C)
           || in->words;
}

/* What a function of one clock, or a branch, needs before its step. */
static uint32_t needed_early(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);

    if (info->class == RG_CLASS_BRANCH || info->class == RG_CLASS_LOOP)
        return named(in);
    if (!is_update(info->format) || rg_is_stream(in) || info->class == RG_CLASS_DIV
        || info->class == RG_CLASS_ELEM)
        return 0;
    return (bit(in->a) | (in->immediate ? 0 : bit(in->b))) & ~bit(0);
}

/* ---- two words ---- */

static bool meet(const rg_instruction *x, const rg_instruction *y)
{
    return (rg_registers_written(x) & needed_early(y))
           || (rg_registers_written(y) & needed_early(x));
}

/* The two must stay in their order: of two that may trap the first one is reported. */
static bool depend(const words *w, size_t i, size_t k)
{
    const rg_instruction *x = &w->in[i], *y = &w->in[k];

    return (changed(x) & named(y)) || (changed(y) & named(x)) || (may_trap(x) && may_trap(y))
           || (w->traits[i].memory && w->traits[k].memory
               && (w->traits[i].changes_memory || w->traits[k].changes_memory)
               && cg_may_meet(x, y));
}

/* ---- a line ---- */

static const rg_instruction *at(const line *l, size_t i) { return &l->w->in[l->from + i]; }

/* The word behind the line, which stays; NULL: there is none. */
static const rg_instruction *end_of(const line *l)
{
    return l->from + l->count < l->w->count ? at(l, l->count) : NULL;
}

static void measure(line *l)
{
    const rg_instruction *end = end_of(l);

    for (size_t i = l->count; i-- > 0;) {
        l->behind[i] = end && meet(at(l, i), end) ? 2 : 1;
        for (size_t k = i + 1; k < l->count; k++) {
            if (!depend(l->w, l->from + i, l->from + k))
                continue;
            const unsigned clocks = l->behind[k] + (meet(at(l, i), at(l, k)) ? 2 : 1);
            l->behind[i] = clocks > l->behind[i] ? clocks : l->behind[i];
            l->waits_for[k]++;
        }
    }
}

/* The next word behind `last`, which may be NULL. */
static size_t best_behind(const line *l, const rg_instruction *last)
{
    size_t best = l->count;
    bool best_waits = true;

    for (size_t i = 0; i < l->count; i++) {
        if (l->placed[i] || l->waits_for[i] > 0)
            continue;
        const bool waits = last && meet(last, at(l, i));
        if (best == l->count || (best_waits && !waits)
            || (best_waits == waits && l->behind[i] > l->behind[best])) {
            best = i;
            best_waits = waits;
        }
    }
    return best;
}

static void place_all(line *l, const rg_instruction *last)
{
    for (size_t n = 0; n < l->count; n++) {
        const size_t next = best_behind(l, last);
        l->placed[next] = true;
        l->order[n] = next;
        last = at(l, next);
        for (size_t k = next + 1; k < l->count; k++)
            if (depend(l->w, l->from + next, l->from + k))
                l->waits_for[k]--;
    }
}

/* Words that wait, with the ones around the line. */
static unsigned waits(const line *l, bool as_placed)
{
    const words *w = l->w;
    const rg_instruction *last = l->from > 0 ? &w->in[l->from - 1] : NULL;
    unsigned count = 0;

    for (size_t n = 0; n < l->count; n++) {
        const rg_instruction *in = at(l, as_placed ? l->order[n] : n);
        count += last && meet(last, in);
        last = in;
    }
    return count + (end_of(l) && meet(last, end_of(l)));
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

    measure(&l);
    place_all(&l, from > 0 ? &w->in[from - 1] : NULL);
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
