/* ownership.c: what an instruction does to the owners of registers and frame words. */
#include "ownership.h"

#include <stddef.h>
#include <string.h>

/* ---- names of values ---- */

/* Names of integers add as the integers do, so that an address has one name however it is
 * made. */
static uint32_t name_of_number(int32_t n) { return (uint32_t)n * UINT32_C(0x9e3779b1); }

static uint32_t mix(uint32_t a, uint32_t b)
{
    a = (a ^ (b + UINT32_C(0x7f4a7c15) + (a << 6) + (a >> 2))) * UINT32_C(0x85ebca6b);
    return a ^ (a >> 15);
}

/* The register of an operand, or the word in memory whose address it holds. */
static uint32_t name_of_operand(const cg_owners *s, const rg_instruction *in, unsigned r,
                                unsigned word)
{
    return in->words & word ? mix(s->reg[r].name + s->reg[RG_INDEX_REGISTER].name, word)
                            : s->reg[r].name;
}

static uint32_t name_of_b(const cg_owners *s, const rg_instruction *in)
{
    return in->words & RG_WORD_B ? name_of_operand(s, in, in->b, RG_WORD_B)
           : in->immediate       ? name_of_number(in->imm)
                                 : s->reg[in->b].name;
}

static uint32_t address_of(const cg_owners *s, const rg_instruction *in)
{
    return s->reg[in->a].name + name_of_b(s, in);
}

static uint32_t result_of(const cg_owners *s, const rg_instruction *in)
{
    const uint32_t b = name_of_b(s, in);

    switch (in->op) {
    case RG_OP_MOV: return b;
    case RG_OP_ADD: return name_of_operand(s, in, in->a, RG_WORD_A) + b;
    case RG_OP_SUB: return name_of_operand(s, in, in->a, RG_WORD_A) - b;
    default:
        return mix(mix(in->op, rg_op_lookup(in->op)->format == RG_FMT_C
                                   ? (uint32_t)in->imm
                                   : name_of_operand(s, in, in->a, RG_WORD_A)),
                   b);
    }
}

static uint32_t updated(uint32_t name, uint32_t by, unsigned mode)
{
    switch (mode) {
    case RG_MODE_ADD: return name + by;
    case RG_MODE_SUB: return name - by;
    case RG_MODE_XOR: return name ^ mix(by, 1);
    case RG_MODE_SET: return by;
    default: return 0;
    }
}

/* ---- values ---- */

/* A value changes by an update. */
static cg_own_fault update(cg_held_value *v, unsigned mode, uint32_t by)
{
    cg_own_fault wrong = CG_OWN_FINE;

    if (v->own >= CG_OWN_LINK)
        wrong = CG_OWN_CHANGES_LINK;
    switch (mode) {
    case RG_MODE_SET:
        if (v->own == CG_OWN_FULL)
            wrong = CG_OWN_OVER_VALUE;
        v->own = CG_OWN_FULL;
        break;
    case RG_MODE_UNSET:
        if (v->own == CG_OWN_ZERO)
            wrong = CG_OWN_NOTHING;
        v->own = CG_OWN_ZERO;
        break;
    default: v->own = cg_own_is_zero(v) ? CG_OWN_FULL : v->own; break;
    }
    v->name = updated(v->name, by, mode);
    return wrong;
}

/* It is zero here, by a check of the machine. */
static cg_own_fault settle(cg_held_value *v, bool before)
{
    cg_own_fault wrong = v->own >= CG_OWN_LINK         ? CG_OWN_DROPS_LINK
                         : before && cg_own_is_held(v) ? CG_OWN_BEGINS_ON_VALUE
                                                       : CG_OWN_FINE;

    *v = (cg_held_value){CG_OWN_ZERO, 0};
    return wrong;
}

static void swap(cg_held_value *a, cg_held_value *b)
{
    const cg_held_value kept = *a;

    *a = *b;
    *b = kept;
}

/* Two are mixed; a zero may stay zero. */
static void blur(cg_held_value *v, uint32_t by)
{
    v->own = cg_own_is_zero(v) ? CG_OWN_SOME : v->own;
    v->name = mix(v->name, by);
}

/* ---- memory ---- */

static bool of_frame(const cg_owners *s, const rg_instruction *in)
{
    return in->a == CG_SP || (in->a == CG_FP && s->fp_known);
}

static void name_words(cg_owners *s, unsigned count)
{
    while (s->word_count < count)
        s->word[s->word_count++] = s->rest;
}

/* The frame word that is meant, or NULL. */
static cg_held_value *frame_word(cg_owners *s, const rg_instruction *in)
{
    const int32_t base = in->a == CG_SP ? s->sp : s->fp;
    const bool known = in->a == CG_SP ? s->sp_known : s->fp_known;
    const int32_t at = base + in->imm;

    if (!of_frame(s, in) || !known || !in->immediate || at < 0 || at >= CG_OWN_WORDS)
        return NULL;
    name_words(s, (unsigned)at + 1);
    return &s->word[at];
}

static void exchange_element(cg_owners *s, const rg_instruction *in)
{
    const uint32_t address = address_of(s, in);
    cg_held_value *v = &s->reg[in->d];

    for (unsigned i = s->open_count; i-- > 0;)
        if (s->open[i].address == address) {
            *v = s->open[i].value;
            memmove(&s->open[i], &s->open[i + 1], (s->open_count - i - 1) * sizeof s->open[0]);
            s->open_count--;
            return;
        }
    if (s->open_count == CG_OWN_OPEN)
        memmove(&s->open[0], &s->open[1], --s->open_count * sizeof s->open[0]);
    s->open[s->open_count].address = address;
    s->open[s->open_count++].value = *v;
    *v = (cg_held_value){cg_own_is_zero(v) ? CG_OWN_FULL : CG_OWN_SOME, mix(address, 2)};
}

static void exchange(cg_owners *s, const rg_instruction *in)
{
    cg_held_value *word = frame_word(s, in);

    if (word)
        swap(&s->reg[in->d], word);
    else if (of_frame(s, in))
        s->reg[in->d] = (cg_held_value){CG_OWN_SOME, mix(in->d, 3)};
    else
        exchange_element(s, in);
}

static cg_own_fault store(cg_owners *s, const rg_instruction *in)
{
    cg_held_value *word = frame_word(s, in);

    return word ? update(word, in->mode, s->reg[in->d].name) : CG_OWN_FINE;
}

/* ---- the stack pointer and the frame pointer ---- */

static void move_stack(cg_owners *s, const rg_instruction *in)
{
    if (in->op == RG_OP_MOV && in->immediate && in->mode <= RG_MODE_SUB)
        s->sp += in->mode == RG_MODE_ADD ? in->imm : -in->imm;
    else
        s->sp_known = false;
    s->reg[CG_SP].name = updated(s->reg[CG_SP].name, result_of(s, in), in->mode);
}

static void follow_frame(cg_owners *s, const rg_instruction *in)
{
    s->fp_known = in->op == RG_OP_MOV && in->mode == RG_MODE_SET && !in->immediate && in->b == CG_SP
                  && s->sp_known;
    s->fp = s->sp;
}

/* A word above all that is in use is zero, and so is what it is added to. */
static bool is_probe(const rg_instruction *in)
{
    return in->op == RG_OP_LD && in->mode <= RG_MODE_SUB && in->a == CG_SP;
}

static cg_own_fault compute(cg_owners *s, const rg_instruction *in)
{
    if (in->words & RG_WORD_D)
        return CG_OWN_FINE;
    if (in->d == CG_SP) {
        move_stack(s, in);
        return CG_OWN_FINE;
    }
    if (in->d == CG_FP)
        follow_frame(s, in);
    return is_probe(in) ? CG_OWN_FINE : update(&s->reg[in->d], in->mode, result_of(s, in));
}

/* ---- one instruction ---- */

/* The target may be a variable that was exchanged into the frame for the stream. */
static void stream(cg_owners *s)
{
    for (unsigned i = 0; i < s->word_count; i++)
        if (cg_own_is_zero(&s->word[i]))
            blur(&s->word[i], 6);
    if (cg_own_is_zero(&s->rest))
        blur(&s->rest, 6);
}

static cg_own_fault one_register(cg_owners *s, const rg_instruction *in)
{
    cg_held_value *v = &s->reg[in->d];

    switch (in->op) {
    case RG_OP_ALLOC: return settle(v, true);
    case RG_OP_FREE: return settle(v, false);
    case RG_OP_NEG: v->name = 0 - v->name; return CG_OWN_FINE;
    default: return CG_OWN_FINE;
    }
}

static cg_own_fault one_word(cg_owners *s, const rg_instruction *in)
{
    cg_held_value *word = frame_word(s, in);

    return word ? settle(word, in->op == RG_OP_ALLOCM) : CG_OWN_FINE;
}

cg_own_fault cg_own_step(cg_owners *s, const rg_instruction *in, unsigned *reg)
{
    cg_held_value *d = &s->reg[in->d], *a = &s->reg[in->a];

    *reg = in->d;
    if (rg_is_stream(in)) {
        stream(s);
        return CG_OWN_FINE;
    }
    switch (rg_op_lookup(in->op)->format) {
    case RG_FMT_U:
    case RG_FMT_U1:
    case RG_FMT_C:
    case RG_FMT_LD:
    case RG_FMT_WO: return compute(s, in);
    case RG_FMT_ST: return store(s, in);
    case RG_FMT_X:
        if (in->op == RG_OP_EXCH)
            exchange(s, in);
        return CG_OWN_FINE;
    case RG_FMT_M: return one_word(s, in);
    case RG_FMT_R1: return one_register(s, in);
    case RG_FMT_R2:
        if (in->op == RG_OP_SWAP) {
            swap(d, a);
            return CG_OWN_FINE;
        }
        blur(d, 4);
        blur(a, 5);
        return CG_OWN_FINE;
    case RG_FMT_R2X:
    case RG_FMT_R3:
        blur(d, in->op);
        blur(a, in->op);
        return CG_OWN_FINE;
    case RG_FMT_RB: d->name = mix(d->name, in->op); return CG_OWN_FINE;
    case RG_FMT_RM:
    case RG_FMT_MD: blur(d, in->op); return CG_OWN_FINE;
    default: return CG_OWN_FINE;
    }
}

/* ---- where branches meet ---- */

/* True when another one owns it then. */
static bool meet(cg_held_value *into, const cg_held_value *from, uint32_t where)
{
    const uint8_t before = into->own;

    if (into->name != from->name)
        into->name = mix(where, 7);
    if (into->own != from->own && from->own != CG_OWN_NIL)
        into->own = into->own == CG_OWN_NIL ? from->own : CG_OWN_SOME;
    return into->own != before;
}

static bool meet_words(cg_owners *into, const cg_owners *from, uint32_t where)
{
    const bool alike = into->rest.own == from->rest.own && into->rest.name == from->rest.name;
    const unsigned count = !alike                                ? CG_OWN_WORDS
                           : into->word_count > from->word_count ? into->word_count
                                                                 : from->word_count;
    bool news = false;

    name_words(into, count);
    for (uint32_t k = 0; k < count; k++)
        news |=
            meet(&into->word[k], k < from->word_count ? &from->word[k] : &from->rest, where + k);
    return news;
}

/* Words that both have exchanged into registers. */
static bool meet_open(cg_owners *into, const cg_owners *from)
{
    const unsigned before = into->open_count;
    unsigned same = 0;

    while (same < into->open_count && same < from->open_count
           && into->open[same].address == from->open[same].address
           && into->open[same].value.own == from->open[same].value.own)
        same++;
    into->open_count = same;
    return same != before;
}

static bool meet_pointer(bool *known, int32_t into, bool from_known, int32_t from)
{
    const bool before = *known;

    *known = before && from_known && into == from;
    return *known != before;
}

bool cg_own_join(cg_owners *into, const cg_owners *from, uint32_t where)
{
    bool news = false;

    if (!from->reached)
        return false;
    if (!into->reached) {
        cg_own_copy(into, from);
        return true;
    }
    for (uint32_t r = 0; r < 32; r++)
        news |= meet(&into->reg[r], &from->reg[r], where + r);
    news |= meet_words(into, from, where + 32);
    news |= meet_pointer(&into->sp_known, into->sp, from->sp_known, from->sp);
    news |= meet_pointer(&into->fp_known, into->fp, from->fp_known, from->fp);
    return meet_open(into, from) || news;
}

void cg_own_copy(cg_owners *to, const cg_owners *from)
{
    memcpy(to, from, offsetof(cg_owners, word) + from->word_count * sizeof from->word[0]);
}
