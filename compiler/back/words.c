/* words.c: passes over the words of a finished routine, within straight lines: a value that is
 * uncomputed and computed again stays, exchanges and swaps done twice go, and a bounds check is
 * made once. Gradients are sums, so that those of a value that stays reach its inputs together
 * instead of one after the other. */
#include <stdlib.h>

#include "isa/registers.h"
#include "ownership.h"
#include "words.h"

enum { WINDOW = 300, ROUNDS = 6, LONGEST_BRANCH = 10000 };

static uint32_t bit(unsigned r) { return UINT32_C(1) << r; }
static rg_format format_of(const rg_instruction *in) { return rg_op_lookup(in->op)->format; }

static bool is_boundary(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);

    return rg_is_stream(in) || info->class == RG_CLASS_BRANCH || info->class == RG_CLASS_LOOP
           || info->format == RG_FMT_N || info->format == RG_FMT_I || info->format == RG_FMT_RM
           || info->format == RG_FMT_MD;
}

static uint32_t touched(const rg_instruction *in)
{
    return rg_is_stream(in)
               ? cg_named(in)
               : (bit(in->d) | bit(in->a) | (in->immediate ? 0 : bit(in->b))) & ~bit(0);
}

/* ---- memory ---- */

static bool in_frame(const rg_instruction *in)
{
    return in->immediate && (in->a == CG_SP || in->a == CG_FP);
}
static bool is_memory(const rg_instruction *in)
{
    rg_format f = format_of(in);

    return f == RG_FMT_LD || f == RG_FMT_ST || f == RG_FMT_X || f == RG_FMT_M || rg_is_stream(in)
           || in->words;
}

static bool is_extent(int32_t at)
{
    return at <= 0 && at > -(int32_t)rg_header_words(RG_MOST_RANK);
}

/* A size of an array: nothing but its allocation writes there. */
static bool is_header(const rg_instruction *in)
{
    return in->immediate && !in_frame(in) && is_extent(in->imm)
           && (in->op == RG_OP_LD || in->op == RG_OP_CHKB);
}

/* Can the two name one word? Elements are never frame words or sizes. A stream may have a scalar in
 * a frame word. */
bool cg_may_meet(const rg_instruction *x, const rg_instruction *y)
{
    if (rg_is_stream(x) || rg_is_stream(y))
        return !is_header(rg_is_stream(x) ? y : x);
    if (in_frame(x) && in_frame(y))
        return x->a != y->a || x->imm == y->imm;
    if (in_frame(x) || in_frame(y))
        return false;
    if (is_header(x) || is_header(y)) {
        const rg_instruction *other = is_header(x) ? y : x;
        return other->immediate && is_extent(other->imm) && !is_header(other);
    }
    return true;
}

static bool changes_memory(const rg_instruction *in)
{
    rg_format f = format_of(in);

    return f == RG_FMT_ST || f == RG_FMT_M || in->op == RG_OP_EXCH
           || (rg_is_stream(in) && f != RG_FMT_W) || (in->words & RG_WORD_D);
}

/* Does `by`, between two uses of x, change what x reads (registers of its operands, its memory
 * word)? */
bool cg_disturbs(const rg_instruction *x, const rg_instruction *by)
{
    uint32_t operands = (bit(x->a) | (x->immediate ? 0 : bit(x->b))) & ~bit(0);

    return (rg_registers_written(by) & operands)
           || (is_memory(x) && changes_memory(by) && cg_may_meet(x, by));
}

/* ---- loops and branches between two words ---- */

/* Streams and products with a bank change what they name, and memory. */
static bool is_plain(const rg_instruction *in)
{
    rg_format f = format_of(in);

    return rg_is_stream(in) || f == RG_FMT_RM || f == RG_FMT_MD
           || (rg_has_target(in) && !cg_is_call(in));
}

/* A word that nothing can be moved over: what it calls is not in sight. */
static bool makes_wall(const words *w, const rg_instruction *in)
{
    return is_boundary(in) && (!cg_on(w->g, OPT_FOLD) || !is_plain(in));
}

static bool is_wall(const words *w, size_t i) { return w->traits[i].wall; }

void cg_note_traits(words *w, size_t i)
{
    const rg_instruction *in = &w->in[i];

    w->traits[i] = (cg_traits){.written = rg_registers_written(in),
                               .touched = touched(in),
                               .wall = makes_wall(w, in),
                               .memory = is_memory(in),
                               .changes_memory = changes_memory(in)};
}

/* As cg_disturbs, of words i and k. */
static bool disturbs(const words *w, size_t i, size_t k)
{
    const rg_instruction *x = &w->in[i];
    const uint32_t operands = (bit(x->a) | (x->immediate ? 0 : bit(x->b))) & ~bit(0);

    return (w->traits[k].written & operands)
           || (w->traits[i].memory && w->traits[k].changes_memory && cg_may_meet(x, &w->in[k]));
}

bool cg_is_whole(const words *w, size_t from, size_t to, bool with_calls)
{
    for (size_t i = from + 1; i < to; i++)
        if (!w->dead[i] && rg_has_target(&w->in[i]) && (with_calls || !cg_is_call(&w->in[i]))) {
            int64_t target = (int64_t)i + w->in[i].offset;
            if (target <= (int64_t)from || target >= (int64_t)to)
                return false;
        }
    return true;
}

/* ---- pairs ---- */

static bool same_operands(const rg_instruction *x, const rg_instruction *y)
{
    return x->op == y->op && x->a == y->a && x->b == y->b && x->immediate == y->immediate
           && x->imm == y->imm;
}

static bool is_value(const rg_instruction *in)
{
    rg_format f = format_of(in);

    return f == RG_FMT_U || f == RG_FMT_U1 || f == RG_FMT_C || f == RG_FMT_LD;
}

static bool is_constant_part(const rg_instruction *in) { return format_of(in) == RG_FMT_C; }

/* x uncomputes what y computes again. */
static bool gone_and_back(const rg_instruction *x, const rg_instruction *y)
{
    if (x->d != y->d)
        return false;
    if (x->op == RG_OP_FREE && y->op == RG_OP_ALLOC)
        return true;
    if (x->op == RG_OP_EXCH || x->op == RG_OP_SWAP)
        return same_operands(x, y);
    if (!is_value(x) || !same_operands(x, y))
        return false;
    return (x->mode == RG_MODE_UNSET && y->mode == RG_MODE_SET)
           || (is_constant_part(x) && x->mode == RG_MODE_SUB && y->mode == RG_MODE_ADD);
}

/* x computes what nobody reads before y uncomputes it; neither can trap for a reason of its own. */
static bool for_nothing(const rg_instruction *x, const rg_instruction *y)
{
    if (x->d != y->d || !same_operands(x, y) || x->mode != RG_MODE_SET || y->mode != RG_MODE_UNSET
        || !is_value(x))
        return false;
    const rg_op_info *info = rg_op_lookup(x->op);
    return info->kind == RG_KIND_INT && info->class != RG_CLASS_DIV
           && (info->format != RG_FMT_LD || is_header(x));
}

/* Between a pair of x: is this word in its way? */
static bool in_the_way(const words *w, size_t i, size_t k)
{
    const rg_instruction *x = &w->in[i];
    const uint32_t own = bit(x->d) | (x->op == RG_OP_SWAP ? bit(x->a) : 0);

    if ((w->traits[k].touched & own) || disturbs(w, i, k))
        return true;
    return x->op == RG_OP_EXCH && w->traits[k].memory && cg_may_meet(x, &w->in[k]);
}

/* FREE and ALLOC drop a gradient, which must not reach another use of the register: only a constant
 * that is taken away and loaded again around the two stays one value. */
static bool same_constant_around(const words *w, size_t i, size_t k)
{
    const uint32_t own = bit(w->in[i].d);
    size_t before = i, after = k + 1;

    while (before > 0
           && (w->dead[before - 1]
               || (!is_boundary(&w->in[before - 1]) && !(touched(&w->in[before - 1]) & own))))
        before--;
    while (after < w->count
           && (w->dead[after] || (!is_boundary(&w->in[after]) && !(touched(&w->in[after]) & own))))
        after++;
    if (before == 0 || after == w->count || is_boundary(&w->in[before - 1])
        || is_boundary(&w->in[after]))
        return false;
    return is_value(&w->in[before - 1]) && gone_and_back(&w->in[before - 1], &w->in[after]);
}

/* From behind word `from` to before word `to` the register may hold something. */
static void hold(words *w, uint8_t reg, size_t from, size_t to)
{
    for (size_t n = from + 1; w->zero && n <= to; n++)
        w->zero[n] &= ~bit(reg);
}

static bool drop(words *w, size_t i, size_t k)
{
    hold(w, w->in[i].d, i, k);
    if (w->in[i].op == RG_OP_SWAP)
        hold(w, w->in[i].a, i, k);
    w->dead[i] = w->dead[k] = true;
    return true;
}

static bool is_small_constant(const rg_instruction *in, unsigned mode)
{
    return in->op == RG_OP_MOV && in->immediate && in->mode == mode;
}

/* One constant goes and another one comes in the same register: their difference is added. */
static bool change_constant(words *w, size_t i)
{
    rg_instruction *x = &w->in[i];
    size_t end = w->count - i > WINDOW ? i + WINDOW : w->count;

    if (!is_small_constant(x, RG_MODE_UNSET))
        return false;
    for (size_t k = i + 1; k < end; k++) {
        const rg_instruction *y = &w->in[k];
        if (w->dead[k])
            continue;
        if (is_small_constant(y, RG_MODE_SET) && y->d == x->d) {
            const int32_t difference = y->imm - x->imm;
            if (difference == 0 || difference < -1024 || difference > 1023)
                return false;
            x->mode = RG_MODE_ADD;
            x->imm = difference;
            hold(w, x->d, i, k);
            w->dead[k] = true;
            return true;
        }
        if (is_boundary(y) || (touched(y) & bit(x->d)))
            return false;
    }
    return false;
}

static bool cancel_from(words *w, size_t i)
{
    const rg_instruction *x = &w->in[i];
    size_t end = w->count - i > WINDOW ? i + WINDOW : w->count;

    for (size_t k = i + 1; k < end; k++) {
        const rg_instruction *y = &w->in[k];
        if (w->dead[k])
            continue;
        if (is_wall(w, k))
            return false;
        if (((gone_and_back(x, y) && (x->op != RG_OP_FREE || same_constant_around(w, i, k)))
             || for_nothing(x, y))
            && cg_is_whole(w, i, k, true))
            return drop(w, i, k);
        if (in_the_way(w, i, k))
            return false;
    }
    return false;
}

/* ---- the same value in another register ---- */

/* The word that uncomputes what word k computes, with only reads of it between; 0: none. */
static size_t end_of_value(const words *w, size_t k)
{
    const rg_instruction *x = &w->in[k];

    for (size_t e = k + 1; e < w->count && e < k + WINDOW; e++) {
        const rg_instruction *y = &w->in[e];
        if (w->dead[e])
            continue;
        if (is_wall(w, e))
            return 0;
        if (y->d == x->d && y->mode == RG_MODE_UNSET && same_operands(x, y) && is_value(y))
            return cg_is_whole(w, k, e, true) ? e : 0;
        if (w->traits[e].written & bit(x->d))
            return 0;
    }
    return 0;
}

static bool untouched(const words *w, unsigned reg, size_t from, size_t to)
{
    for (size_t i = from; i <= to; i++)
        if (!w->dead[i] && (w->traits[i].touched & bit(reg)))
            return false;
    return true;
}

static uint8_t renamed(uint8_t r, uint8_t from, uint8_t to) { return r == from ? to : r; }

/* A stream names the first register of each group only. */
static bool renames(const words *w, size_t from, size_t to, uint8_t old)
{
    for (size_t n = from; n <= to; n++)
        if (!w->dead[n] && rg_is_stream(&w->in[n]) && (touched(&w->in[n]) & bit(old)))
            return false;
    return true;
}

static void rename_words(words *w, size_t from, size_t to, uint8_t old, uint8_t new)
{
    for (size_t n = from; n <= to; n++) {
        rg_instruction *in = &w->in[n];
        in->d = renamed(in->d, old, new);
        in->a = renamed(in->a, old, new);
        if (!in->immediate)
            in->b = renamed(in->b, old, new);
        cg_note_traits(w, n);
    }
    hold(w, new, from > 0 ? from - 1 : 0, to + 1);
}

static bool move_value(words *w, size_t i, size_t k)
{
    uint8_t to = w->in[i].d, from = w->in[k].d;
    size_t end = end_of_value(w, k);

    if (!end || !untouched(w, to, i + 1, end) || !renames(w, k, end, from))
        return false;
    rename_words(w, k + 1, end, from, to);
    return drop(w, i, k);
}

/* The word that computed what word i uncomputes, with only reads of it between; i: none. */
static size_t start_of_value(const words *w, size_t i)
{
    const rg_instruction *x = &w->in[i];

    for (size_t s = i; s-- > 0 && i - s < WINDOW;) {
        const rg_instruction *y = &w->in[s];
        if (w->dead[s])
            continue;
        if (is_wall(w, s))
            return i;
        if (y->d == x->d && y->mode == RG_MODE_SET && same_operands(x, y) && is_value(y))
            return cg_is_whole(w, s, i, true) ? s : i;
        if (w->traits[s].written & bit(x->d))
            return i;
    }
    return i;
}

/* The value had better been in the register of word k from the start. */
static bool move_earlier(words *w, size_t i, size_t k)
{
    uint8_t from = w->in[i].d, to = w->in[k].d;
    size_t start = start_of_value(w, i);

    if (start == i || !untouched(w, to, start, k - 1) || !renames(w, start, i, from))
        return false;
    if (start < i)
        rename_words(w, start, i - 1, from, to);
    w->in[i].d = to; /* which it holds until k now */
    return drop(w, i, k);
}

/* A register that is zero from word `from` to behind word `to`, and that none of them names; 0:
 * there is none. */
static uint8_t spare_register(const words *w, size_t from, size_t to)
{
    uint32_t left = w->zero ? (CG_SCRATCH | CG_PRESERVED) & ~bit(w->g->link) : 0;

    for (size_t n = from; left && n <= to + 1; n++)
        left &= w->zero[n] & (n > to || w->dead[n] ? UINT32_MAX : ~w->traits[n].touched);
    left = left & w->named ? left & w->named : left;
    for (unsigned r = CG_FP; r > 0; r--)
        if (left >> r & 1)
            return (uint8_t)r;
    return 0;
}

/* Both are in registers that others use between: a third one takes the value for the whole time. */
static bool move_both(words *w, size_t i, size_t k)
{
    const uint8_t first = w->in[i].d, second = w->in[k].d;
    const size_t start = start_of_value(w, i), end = end_of_value(w, k);
    const uint8_t to = start < i && end ? spare_register(w, start, end) : 0;

    if (!to || !renames(w, start, i, first) || !renames(w, k, end, second))
        return false;
    rename_words(w, start, i - 1, first, to);
    rename_words(w, k + 1, end, second, to);
    w->in[i].d = to;
    return drop(w, i, k);
}

static bool share_from(words *w, size_t i)
{
    const rg_instruction *x = &w->in[i];
    size_t end = w->count - i > WINDOW ? i + WINDOW : w->count;

    if (!is_value(x) || x->mode != RG_MODE_UNSET || is_constant_part(x))
        return false;
    for (size_t k = i + 1; k < end; k++) {
        const rg_instruction *y = &w->in[k];
        if (w->dead[k])
            continue;
        if (is_wall(w, k) || disturbs(w, i, k))
            return false;
        if (y->mode != RG_MODE_SET || !same_operands(x, y) || !is_value(y)
            || !cg_is_whole(w, i, k, true))
            continue;
        if (y->d != x->d && (move_value(w, i, k) || move_earlier(w, i, k)))
            return true;
        if (move_both(w, i, k))
            return true;
    }
    return false;
}

/* ---- bounds ---- */

/* The first check is met before the accesses, and the last one on the way back; those between, in
 * loops and branches too, say nothing new. */
static bool check_once(words *w, size_t i)
{
    const rg_instruction *x = &w->in[i];
    size_t last = i;
    bool changed = false;

    for (size_t k = i + 1; k < w->count && k < i + WINDOW; k++) {
        const rg_instruction *y = &w->in[k];
        if (w->dead[k])
            continue;
        if (is_wall(w, k) || disturbs(w, i, k) || (w->traits[k].written & bit(x->d)))
            break;
        if (same_operands(x, y) && x->d == y->d && cg_is_whole(w, i, k, true))
            last = k;
    }
    for (size_t k = i + 1; k < last; k++)
        if (!w->dead[k] && same_operands(x, &w->in[k]) && x->d == w->in[k].d)
            w->dead[k] = changed = true;
    return changed;
}

/* ---- branches ---- */

static bool is_condition(const rg_instruction *in)
{
    rg_format f = format_of(in);

    return (f == RG_FMT_BR || f == RG_FMT_BI) && rg_op_lookup(in->op)->class == RG_CLASS_BRANCH;
}

/* A branch over one part and right behind it one over the next under the same condition are one
 * branch over both. */
static bool merge_branches(words *w, size_t i)
{
    rg_instruction *x = &w->in[i];
    size_t k = i + 1;

    if (!is_condition(x) || !rg_is_landing(x->op) || x->offset >= 0)
        return false;
    while (k < w->count && w->dead[k])
        k++;
    if (k == w->count)
        return false;
    rg_instruction opposite = w->in[k];
    if (!is_condition(&opposite) || rg_is_landing(opposite.op) || opposite.offset <= 0
        || !rg_undo(&opposite) || opposite.op != x->op || opposite.d != x->d || opposite.a != x->a
        || opposite.imm != x->imm)
        return false;
    const size_t split = (size_t)((int64_t)i + x->offset),
                 landing = (size_t)((int64_t)k + w->in[k].offset);
    if (landing - split > LONGEST_BRANCH || landing >= w->count || w->in[split].offset != -x->offset
        || w->in[landing].offset != -w->in[k].offset)
        return false;
    w->in[split].offset = (int32_t)(landing - split);
    w->in[landing].offset = -w->in[split].offset;
    return drop(w, i, k);
}

/* A loop variable that only the counter stood for: made at the top of the body, undone at its end,
 * never used between. */
static bool idle_loop_variable(words *w, size_t top)
{
    size_t end = top + (size_t)w->in[top].offset - 1, first = top + 1;

    while (first < end && w->dead[first])
        first++;
    while (end > first && w->dead[end])
        end--;
    if (first >= end || is_boundary(&w->in[first]) || !for_nothing(&w->in[first], &w->in[end]))
        return false;
    for (size_t i = first + 1; i < end; i++) {
        const rg_instruction *in = &w->in[i];
        if (!w->dead[i] && ((touched(in) & bit(w->in[first].d)) || cg_is_call(in)))
            return false;
    }
    return drop(w, first, end);
}

/* last: nothing was found the time before; what constants hinder is not looked for any more. */
static bool sweep(words *w, bool last)
{
    bool changed = false, cancel = cg_on(w->g, OPT_CANCEL), checks = cg_on(w->g, OPT_CHECKS);

    for (size_t i = 0; i < w->count; i++) {
        const rg_instruction *in = &w->in[i];
        if (cancel && !w->dead[i] && in->op == RG_OP_FORTOP && in->offset > 1
            && (size_t)in->offset < w->count - i)
            changed |= idle_loop_variable(w, i);
        if (cancel && !w->dead[i])
            changed |= merge_branches(w, i);
        if (w->dead[i] || is_boundary(in))
            continue;
        if (checks && in->op == RG_OP_CHKB)
            changed |= check_once(w, i);
        bool pair = is_value(in) || in->op == RG_OP_FREE || in->op == RG_OP_EXCH
                    || in->op == RG_OP_SWAP;
        if (cancel && pair && (cancel_from(w, i) || share_from(w, i)))
            changed = true;
        else if (cancel && last && change_constant(w, i))
            changed = true;
    }
    return changed;
}

/* ---- closing the gaps ---- */

bool cg_is_open_call(const cg *g, size_t index)
{
    for (size_t i = g->own_fixes; i < g->fix_count; i++)
        if (g->fixes[i].index == index)
            return true;
    return false;
}

static void close_gaps(words *w, rg_routine *out)
{
    cg *g = w->g;
    size_t next = 0, *place = w->place;

    for (size_t i = 0; i <= w->count; i++) {
        place[i] = next;
        next += i < w->count && !w->dead[i];
    }
    for (size_t i = 0; i < w->count; i++) {
        rg_instruction *in = &w->in[i];
        if (w->dead[i])
            continue;
        if (rg_has_target(in) && !cg_is_open_call(g, w->begin + i))
            in->offset =
                (int32_t)((int64_t)place[(size_t)((int64_t)i + in->offset)] - (int64_t)place[i]);
        uint32_t word = 0;
        rg_encode(in, g->module->xlen, &word);
        g->buffer.lines[w->begin + place[i]] = g->buffer.lines[w->begin + i];
        g->buffer.code[w->begin + place[i]] = word;
    }
    for (size_t i = g->own_fixes; i < g->fix_count; i++)
        if (g->fixes[i].index >= w->begin)
            g->fixes[i].index = w->begin + place[g->fixes[i].index - w->begin];
    out->entry = (uint32_t)(w->begin + place[out->entry - w->begin]);
    out->end = (uint32_t)(w->begin + next);
    g->buffer.count = w->begin + next;
}

/* Registers that words other than those of the frame name. */
static uint32_t used_registers(const cg *g, const rg_routine *out)
{
    uint32_t used = 0;

    for (size_t i = out->begin; i < out->end; i++) {
        rg_instruction in;
        if (g->buffer.lines[i].role != RG_ROLE_FRAME
            && rg_decode_any(g->buffer.code[i], g->module->xlen, &in))
            used |= cg_named(&in);
    }
    return used;
}

bool cg_open_words(words *w, cg *g, const rg_routine *out)
{
    bool good = true;

    *w = (words){.g = g, .begin = out->begin, .count = out->end - out->begin};
    w->in = calloc(w->count + 1, sizeof *w->in);
    w->dead = calloc(w->count + 1, sizeof *w->dead);
    w->place = calloc(w->count + 1, sizeof *w->place);
    w->traits = calloc(w->count + 1, sizeof *w->traits);
    if (!w->in || !w->dead || !w->place || !w->traits)
        return cg_fail(g, g->routine->loc, "R0712", "out of memory");
    for (size_t i = 0; i < w->count && good; i++)
        good = rg_decode_any(g->buffer.code[w->begin + i], g->module->xlen, &w->in[i]);
    for (size_t i = 0; i < w->count && good; i++)
        cg_note_traits(w, i);
    return good;
}

void cg_close_words(words *w, rg_routine *out, bool changed)
{
    if (changed)
        close_gaps(w, out);
    free(w->place);
    free(w->in);
    free(w->dead);
    free(w->traits);
    free(w->zero);
}

uint32_t cg_tidy(cg *g, rg_routine *out)
{
    words w;
    bool good = cg_open_words(&w, g, out), changed = false;

    for (unsigned round = 0; good && round < ROUNDS && sweep(&w, false); round++)
        changed = true;
    for (unsigned round = 0; good && cg_on(g, OPT_FOLD) && round < ROUNDS && sweep(&w, true);
         round++)
        changed = true;
    cg_close_words(&w, out, changed);
    return used_registers(g, out);
}

/* Words as the passes over owners want them; false: no memory. */
static bool take_owned(const words *w, const rg_routine *out, cg_owned *of)
{
    const cg *g = w->g;

    *of = (cg_owned){.count = w->count,
                     .entry = out->entry - out->begin,
                     .in = w->in,
                     .callee = calloc(w->count + 1, sizeof *of->callee)};
    for (size_t k = g->own_fixes; of->callee && k < g->fix_count; k++)
        if (g->fixes[k].kind == CG_FIX_ROUTINE && g->fixes[k].index >= w->begin
            && g->fixes[k].index < w->begin + w->count)
            of->callee[g->fixes[k].index - w->begin] = g->fixes[k].target;
    return of->callee != NULL;
}

bool cg_find_zero(words *w, const rg_routine *out)
{
    cg_owned owned = {0};

    if (take_owned(w, out, &owned))
        w->zero = cg_zero_registers(w->g, &owned);
    free(owned.callee);
    return w->zero != NULL;
}

void cg_spread(cg *g, rg_routine *out)
{
    words w;
    bool good = cg_open_words(&w, g, out), changed = false;

    if (good)
        cg_find_zero(&w, out);
    w.named = used_registers(g, out);
    for (unsigned round = 0; good && w.zero && round < ROUNDS && sweep(&w, false); round++)
        changed = true;
    cg_close_words(&w, out, changed);
}
