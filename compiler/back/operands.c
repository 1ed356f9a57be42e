/* operands.c: updates take elements as operands in memory instead of loading them into temporaries,
 * or exchanging them into a register. It works on the instructions of a finished routine, after all
 * other passes over them.
 *
 *     ldf := t, [a + i]                 fmul += [c + x], [a + x], [b + x]
 *     ldf := u, [b + i]
 *     exch v, [c + i]         becomes
 *     fmul += v, t, u
 *     exch v, [c + i]
 *     ldf =: u, [b + i]
 *     ldf =: t, [a + i]
 *
 *     ldf := t, [a + i]                 fmov += [c + x], [a + x]
 *     stf += [c + i], t       becomes
 *     ldf =: t, [a + i]
 *
 * x is the one register that such addresses have in common. The index of the most elements takes
 * it, if it is zero before that index and after it. Where it is zero, addresses without an index
 * are operands too. */
#include <stdlib.h>

#include "isa/registers.h"
#include "ownership.h"
#include "words.h"

enum { FARTHEST = 300, LONGEST_LIFE = 2000, DEEPEST = 8 };

static uint32_t bit(unsigned r) { return UINT32_C(1) << r; }
static const rg_op_info *info_of(const words *w, size_t i) { return rg_op_lookup(w->in[i].op); }

static bool is_load(const words *w, size_t i, unsigned mode)
{
    return info_of(w, i)->format == RG_FMT_LD && w->in[i].mode == mode;
}

static bool is_exchange(const words *w, size_t i) { return w->in[i].op == RG_OP_EXCH; }

static bool same_word(const rg_instruction *x, const rg_instruction *y)
{
    return x->op == y->op && x->d == y->d && x->a == y->a && x->b == y->b
           && x->immediate == y->immediate && x->imm == y->imm;
}

/* Registers that the instruction reads or writes. */
static uint32_t named(const words *w, size_t i)
{
    const rg_format format = info_of(w, i)->format;

    if (rg_is_stream(&w->in[i]))
        return cg_named(&w->in[i]);
    if (format == RG_FMT_J || format == RG_FMT_N || format == RG_FMT_I)
        return 0;
    return cg_named(&w->in[i]);
}

/* Straight on: no jump, no call, nothing that the next instruction does not follow. */
static bool leaves_line(const words *w, size_t i)
{
    const rg_instruction *in = &w->in[i];

    return rg_has_target(in) || rg_is_stream(in) || in->op == RG_OP_PORTAL || in->op == RG_OP_CALLX
           || in->op == RG_OP_UNCALLX || info_of(w, i)->format == RG_FMT_N
           || info_of(w, i)->format == RG_FMT_I;
}

static bool takes_words(const words *w, size_t i)
{
    const rg_instruction *in = &w->in[i];
    const rg_format format = info_of(w, i)->format;

    return (format == RG_FMT_U || format == RG_FMT_U1) && !in->immediate && !rg_is_stream(in)
           && !in->kinds;
}

/* ---- loads ---- */

/* The cotangent of an operand goes to its word, as that of the temporary went there by the load. */
static bool same_gradient(const rg_op_info *load, const rg_op_info *update, const char *active)
{
    return update->kind == RG_KIND_INT || !active[0] || update->kind == load->kind;
}

/* Instruction n adds the temporary that instruction i loads to a word with the same index. */
static bool adds_to_word(const words *w, size_t i, size_t n)
{
    const rg_instruction *load = &w->in[i], *in = &w->in[n];

    return info_of(w, n)->format == RG_FMT_ST && in->d == load->d && in->a != load->d
           && info_of(w, n)->kind == info_of(w, i)->kind && info_of(w, n)->kind != RG_KIND_LOG
           && in->mode != RG_MODE_SET && in->mode != RG_MODE_UNSET
           && in->immediate == load->immediate
           && (in->immediate ? in->imm == load->imm : in->b == load->b && in->a != in->b);
}

static uint8_t move_of(rg_kind kind) { return kind == RG_KIND_FIX ? RG_OP_FMOV : RG_OP_MOV; }

/* Instruction n reads the temporary that instruction i loads, and may read the word instead. */
static bool may_read(const words *w, size_t i, size_t n)
{
    const rg_instruction *in = &w->in[n];
    const uint8_t t = w->in[i].d;
    const rg_op_info *info = info_of(w, n);
    const bool has_a = takes_words(w, n) && info->format == RG_FMT_U;

    if (adds_to_word(w, i, n))
        return true;
    return takes_words(w, n) && in->d != t
           && (!has_a || in->a != t
               || (!(in->words & RG_WORD_A) && same_gradient(info_of(w, i), info, info->ga)))
           && (in->b != t
               || (!(in->words & RG_WORD_B) && same_gradient(info_of(w, i), info, info->gb)));
}

static const rg_line *line_of(const words *w, size_t i)
{
    return &w->g->buffer.lines[w->begin + i];
}

/* The same variables of the program live at both. */
static bool same_variables(const words *w, size_t i, size_t k)
{
    return cg_scope_same(w->g, line_of(w, i)->scope, line_of(w, k)->scope);
}

/* A variable of the program lives in this register at the instruction. */
static bool holds_variable(const words *w, size_t i, uint8_t r)
{
    const ir_var *var = cg_scope_of(w->g, line_of(w, i)->scope, r);

    return var && !cg_is_part(var);
}

/* A temporary of a statement, or a part of its expression. */
static bool is_temporary(const words *w, size_t i)
{
    const ir_var *var = cg_scope_of(w->g, line_of(w, i)->scope, w->in[i].d);

    return var ? cg_is_part(var) : line_of(w, i)->role == RG_ROLE_TEMPORARY;
}

/* Instruction n may stand between a load and its end. The word may have been changed there, by the
 * statement itself, or by one that begins and ends no variable. Then what is computed from it is
 * taken away only, which finds the change. */
static bool may_stand_within(const words *w, size_t load, size_t n, bool changed)
{
    const rg_instruction *in = &w->in[load];
    const uint32_t address = bit(in->a) | (in->immediate ? 0 : bit(in->b));

    if (leaves_line(w, n) || (w->traits[n].written & address)
        || (is_exchange(w, n) && cg_may_meet(in, &w->in[n])))
        return false;
    if (w->traits[n].changes_memory && cg_may_meet(in, &w->in[n]) && !same_variables(w, load, n))
        return false;
    return !(named(w, n) & bit(in->d))
           || (may_read(w, load, n) && (!changed || w->in[n].mode == RG_MODE_UNSET));
}

/* The end of what instruction i loads, if every reader may read the word instead; 0: not so. While
 * the word is exchanged with a register, something else stands there. */
static size_t end_of_load(const words *w, size_t i)
{
    const rg_instruction *load = &w->in[i];
    bool changed = false;

    for (size_t n = i + 1; is_temporary(w, i) && n < w->count && n < i + FARTHEST; n++) {
        if (w->dead[n])
            continue;
        if (is_load(w, n, RG_MODE_UNSET) && same_word(load, &w->in[n]))
            return is_temporary(w, n) && (!changed || same_variables(w, i, n)) ? n : 0;
        if (!may_stand_within(w, i, n, changed))
            return 0;
        changed = changed || (w->traits[n].changes_memory && cg_may_meet(load, &w->in[n]));
    }
    return 0;
}

static void read_word(words *w, size_t i, size_t end)
{
    const uint8_t t = w->in[i].d, base = w->in[i].a;

    for (size_t n = i + 1; n < end; n++) {
        rg_instruction *in = &w->in[n];
        if (w->dead[n] || !(named(w, n) & bit(t)))
            continue;
        if (adds_to_word(w, i, n)) {
            *in = (rg_instruction){.op = move_of(info_of(w, n)->kind),
                                   .mode = in->mode,
                                   .d = in->a,
                                   .b = base,
                                   .words = RG_WORD_D | RG_WORD_B};
            cg_note_traits(w, n);
            continue;
        }
        const bool a = info_of(w, n)->format == RG_FMT_U && in->a == t && !(in->words & RG_WORD_A),
                   b = in->b == t && !(in->words & RG_WORD_B);
        in->words |= (uint8_t)((a ? RG_WORD_A : 0) | (b ? RG_WORD_B : 0));
        in->a = a ? base : in->a;
        in->b = b ? base : in->b;
        cg_note_traits(w, n);
    }
    w->dead[i] = w->dead[end] = true;
}

/* ---- exchanges ---- */

static bool may_change(const words *w, size_t n, uint8_t r)
{
    const rg_instruction *in = &w->in[n];
    const bool reads = (info_of(w, n)->format == RG_FMT_U && in->a == r) || in->b == r;

    return takes_words(w, n) && in->d == r && !reads && !(in->words & RG_WORD_D)
           && in->mode != RG_MODE_SET && in->mode != RG_MODE_UNSET;
}

/* Whether the word stands in the register between the exchanges, and no value of its own. Then what
 * accesses memory there means other words, for the exchange is that of an update. */
static bool brings_word(const words *w, size_t i) { return (w->zero[i] & bit(w->in[i].d)) != 0; }

/* The exchange back, if all between that names the register is updates of it; 0: not so. A variable
 * of the program stays in its register. */
static size_t end_of_exchange(const words *w, size_t i)
{
    const rg_instruction *first = &w->in[i];
    const uint32_t address = bit(first->a) | (first->immediate ? 0 : bit(first->b));

    for (size_t n = i + 1; n < w->count && n < i + FARTHEST; n++) {
        if (w->dead[n])
            continue;
        if (holds_variable(w, n, first->d))
            return 0;
        if (is_exchange(w, n) && same_word(first, &w->in[n]))
            return n;
        if (leaves_line(w, n) || (w->traits[n].written & address)
            || (w->traits[n].memory && !brings_word(w, i) && cg_may_meet(first, &w->in[n]))
            || ((named(w, n) & bit(first->d)) && !may_change(w, n, first->d)))
            return 0;
    }
    return 0;
}

static void change_word(words *w, size_t i, size_t end)
{
    const uint8_t r = w->in[i].d, base = w->in[i].a;

    for (size_t n = i + 1; n < end; n++)
        if (!w->dead[n] && (named(w, n) & bit(r))) {
            w->in[n].d = base;
            w->in[n].words |= RG_WORD_D;
            cg_note_traits(w, n);
        }
    w->dead[i] = w->dead[end] = true;
}

/* The other end of a load or an exchange that may go; 0: there is none. */
static size_t other_end(const words *w, size_t i)
{
    return w->dead[i]                   ? 0
           : is_load(w, i, RG_MODE_SET) ? end_of_load(w, i)
           : is_exchange(w, i)          ? end_of_exchange(w, i)
                                        : 0;
}

static void take_word(words *w, size_t i, size_t end)
{
    if (is_exchange(w, i))
        change_word(w, i, end);
    else
        read_word(w, i, end);
}

/* ---- the common index ---- */

/* From the instruction that gives the register its value to the one that takes it. */
typedef struct {
    uint8_t index;
    size_t begin, end;
} life;

static bool begins(const words *w, size_t i, uint8_t r)
{
    const rg_instruction *in = &w->in[i];
    const rg_format format = info_of(w, i)->format;
    const bool value = format == RG_FMT_U || format == RG_FMT_U1 || format == RG_FMT_LD;

    return in->d == r && ((value && in->mode == RG_MODE_SET) || in->op == RG_OP_FORTOP);
}

static bool ends(const words *w, size_t begin, size_t i)
{
    const rg_instruction *first = &w->in[begin], *in = &w->in[i];

    if (first->op == RG_OP_FORTOP)
        return in->op == RG_OP_FOREND && in->d == first->d
               && (int64_t)i + in->offset == (int64_t)begin;
    return in->mode == RG_MODE_UNSET && same_word(first, in);
}

/* A value lives on when a loop adds its step to it, and when the sum of all is taken away. */
static bool lives_on(const words *w, size_t i, uint8_t r)
{
    const rg_instruction *in = &w->in[i];

    return (in->op == RG_OP_MOV || in->op == RG_OP_MUL) && in->d == r && !in->words
           && (in->mode == RG_MODE_ADD || in->mode == RG_MODE_SUB);
}

/* Streams name the first register of a group, and calls none of those that they use. */
static bool may_rename(const words *w, size_t i, uint32_t registers)
{
    const rg_instruction *in = &w->in[i];

    if (cg_is_call(in) || in->op == RG_OP_PORTAL || in->op == RG_OP_CALLX || in->op == RG_OP_UNCALLX
        || in->words)
        return false;
    return !rg_is_stream(in) || !(named(w, i) & registers);
}

static bool find_begin(const words *w, size_t i, life *l)
{
    for (size_t n = i; n-- > 0 && i - n < LONGEST_LIFE;)
        if (!w->dead[n] && (w->traits[n].written & bit(l->index)) && !lives_on(w, n, l->index)) {
            l->begin = n;
            return begins(w, n, l->index);
        }
    return false;
}

static bool find_end(const words *w, size_t i, life *l)
{
    for (size_t n = i + 1; n < w->count && n - l->begin < LONGEST_LIFE; n++) {
        if (w->dead[n])
            continue;
        if (ends(w, l->begin, n)) {
            l->end = n;
            return true;
        }
        if ((w->traits[n].written & bit(l->index)) && !lives_on(w, n, l->index))
            return false;
    }
    return false;
}

static bool find_life(const words *w, size_t i, uint8_t index, life *l)
{
    *l = (life){.index = index};
    return find_begin(w, i, l) && find_end(w, i, l) && cg_is_whole(w, l->begin, l->end, true);
}

/* Before the life and after it, the register is zero. */
static bool is_free_around(const words *w, const life *l, uint8_t r)
{
    return w->zero[l->begin] & w->zero[l->end + 1] & bit(r);
}

/* During the life, its register and the other one may change their names. */
static bool may_exchange(const words *w, const life *l, uint8_t other)
{
    const uint32_t both = bit(other) | bit(l->index);

    for (size_t n = l->begin; n <= l->end; n++)
        if (!w->dead[n] && !may_rename(w, n, both))
            return false;
    return l->index == other || is_free_around(w, l, other);
}

/* The life in the common register that an index finds there may take the register of the index. */
static bool gives_way(const words *w, const life *l, life *held)
{
    return find_life(w, l->begin, RG_INDEX_REGISTER, held) && held->end > l->end
           && may_exchange(w, held, l->index);
}

/* The life of the index of instruction i, if it may be in the common register; held: what must give
 * way for that, or no life. */
static bool find_index(const words *w, size_t i, life *l, life *held)
{
    *held = (life){0};
    return find_life(w, i, w->in[i].b, l)
           && (may_exchange(w, l, RG_INDEX_REGISTER) || gives_way(w, l, held));
}

static bool has_index(const words *w, size_t i, const life *l)
{
    return !w->in[i].immediate && w->in[i].b == l->index && w->in[i].a != l->index;
}

/* How often loads and exchanges would go, taken that each loop runs eight times. */
static uint64_t gain_of(const words *w, const uint8_t *depth, const life *l)
{
    uint64_t gain = 0;

    for (size_t n = l->begin; n <= l->end; n++)
        if ((is_load(w, n, RG_MODE_SET) || is_exchange(w, n)) && has_index(w, n, l)
            && other_end(w, n) != 0)
            gain += UINT64_C(1) << 3 * depth[n];
    return gain;
}

static uint8_t exchanged(uint8_t r, uint8_t x, uint8_t y) { return r == x ? y : r == y ? x : r; }

/* Words beside the life, at which its variable lives already or still, say where it will be. */
static void follow(words *w, const ir_var *own, size_t first, size_t step, uint8_t from, uint8_t to)
{
    for (size_t n = first; own && n < w->count; n += step) {
        rg_line *line = &w->g->buffer.lines[w->begin + n];
        if (cg_scope_of(w->g, line->scope, from) != own)
            return;
        line->scope = cg_scope_exchanged(w->g, line->scope, from, to);
    }
}

/* A life takes another register, and what was there its own. So do variables. */
static void exchange_names(words *w, const life *l, uint8_t other)
{
    const uint8_t x = l->index, y = other;
    uint32_t from = 0, to = 0;
    const ir_var *own = x == y ? NULL : cg_scope_of(w->g, line_of(w, l->begin)->scope, x);

    for (size_t n = l->begin; n <= l->end && x != y; n++) {
        rg_instruction *in = &w->in[n];
        const rg_format format = info_of(w, n)->format;
        if (format == RG_FMT_J || format == RG_FMT_N || format == RG_FMT_I)
            continue;
        if (!rg_is_stream(in)) {
            in->d = exchanged(in->d, x, y);
            in->a = exchanged(in->a, x, y);
            in->b = in->immediate ? in->b : exchanged(in->b, x, y);
            cg_note_traits(w, n);
        }
        rg_line *line = &w->g->buffer.lines[w->begin + n];
        if (line->scope != from) { /* neighbours have one list */
            from = line->scope;
            to = cg_scope_exchanged(w->g, from, x, y);
        }
        line->scope = to;
        const uint32_t others = w->zero[n + 1] & ~(bit(x) | bit(y));
        w->zero[n + 1] = others | (w->zero[n + 1] & bit(x) ? bit(y) : 0)
                         | (w->zero[n + 1] & bit(y) ? bit(x) : 0);
    }
    follow(w, own, l->begin - 1, SIZE_MAX, x, y);
    follow(w, own, l->end + 1, 1, x, y);
    w->zero[l->begin] &= ~bit(y); /* where the end of a loop leads back to it */
}

/* The index of a life found by find_index() comes to the common register. */
static void take_register(words *w, life *l, const life *held)
{
    if (held->index)
        exchange_names(w, held, l->index);
    else
        exchange_names(w, l, RG_INDEX_REGISTER);
    l->index = RG_INDEX_REGISTER;
}

/* By how many loops each instruction is surrounded. */
static void find_depth(const words *w, uint8_t *depth)
{
    unsigned now = 0;

    for (size_t n = 0; n < w->count; n++) {
        now -= w->in[n].op == RG_OP_FOREND && now > 0;
        depth[n] = (uint8_t)(now < DEEPEST ? now : DEEPEST);
        now += w->in[n].op == RG_OP_FORTOP;
    }
}

/* A load or an exchange whose index may be the common one, and what that would gain. */
typedef struct {
    size_t at;
    uint64_t gain;
} candidate;

static int by_gain(const void *x, const void *y)
{
    const candidate *a = x, *b = y;

    return a->gain != b->gain ? (a->gain < b->gain ? 1 : -1) : (a->at > b->at) - (a->at < b->at);
}

static bool is_indexed(const words *w, size_t n)
{
    return !w->dead[n] && (is_load(w, n, RG_MODE_SET) || is_exchange(w, n)) && !w->in[n].immediate;
}

/* One for each life. `known` has room for a flag for each instruction. */
static size_t find_candidates(const words *w, const uint8_t *depth, bool *known, candidate *all)
{
    size_t count = 0;

    for (size_t n = 0; n < w->count; n++) {
        life l, held;
        if (!is_indexed(w, n) || !find_index(w, n, &l, &held) || known[l.begin])
            continue;
        known[l.begin] = true;
        const uint64_t gain = gain_of(w, depth, &l);
        if (gain > 0)
            all[count++] = (candidate){n, gain};
    }
    qsort(all, count, sizeof *all, by_gain);
    return count;
}

static bool take_indexed(words *w, size_t i)
{
    bool changed = false;
    life l, held;

    if (!is_indexed(w, i) || !find_index(w, i, &l, &held))
        return false;
    take_register(w, &l, &held);
    for (unsigned loads = 0; loads < 2; loads++) /* no exchange may stand within a load */
        for (size_t n = l.begin; n <= l.end; n++) {
            const bool turn = is_exchange(w, n) == (loads == 0);
            const size_t end = turn && has_index(w, n, &l) ? other_end(w, n) : 0;
            if (end) {
                take_word(w, n, end);
                changed = true;
            }
        }
    return changed;
}

/* ---- pointers ---- */

static bool take_pointed(words *w, size_t i)
{
    const rg_instruction *in = &w->in[i];
    const size_t end = in->immediate && in->imm == 0 ? other_end(w, i) : 0;

    if (!end)
        return false;
    for (size_t n = i; n <= end; n++)
        if (!(w->zero[n] & bit(RG_INDEX_REGISTER))
            || (!w->dead[n] && (named(w, n) & bit(RG_INDEX_REGISTER)) && !w->in[n].words))
            return false;
    take_word(w, i, end);
    return true;
}

static bool sweep(words *w, uint8_t *depth, bool *known, candidate *all)
{
    bool changed = false;

    find_depth(w, depth);
    const size_t count = find_candidates(w, depth, known, all);
    for (size_t i = 0; i < count; i++)
        changed |= take_indexed(w, all[i].at);
    for (size_t i = 0; i < w->count; i++)
        if (!w->dead[i] && is_exchange(w, i))
            changed |= take_pointed(w, i);
    for (size_t i = 0; i < w->count; i++)
        if (!w->dead[i] && is_load(w, i, RG_MODE_SET))
            changed |= take_pointed(w, i);
    return changed;
}

void cg_operands(cg *g, rg_routine *out)
{
    words w;
    bool changed = false;
    const size_t count = out->end - out->begin + 1;
    uint8_t *depth = calloc(count, sizeof *depth);
    bool *known = calloc(count, sizeof *known);
    candidate *all = calloc(count, sizeof *all);

    if (!depth || !known || !all)
        cg_fail(g, g->routine->loc, "R0712", "out of memory");
    else {
        if (cg_open_words(&w, g, out) && cg_find_zero(&w, out))
            changed = sweep(&w, depth, known, all);
        cg_close_words(&w, out, changed);
    }
    free(depth);
    free(known);
    free(all);
}
