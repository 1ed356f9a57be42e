/* joined_sums.c: the first two addends of a new value come in one instruction, where both are in
 * registers or may be operands in memory. So go the last two, where the value is taken back. It
 * works behind operands.c, whose common index it needs.
 *
 *     fmov := d, a                      fsub := d, a, [b + x]
 *     ldf -= d, [b + x]       becomes
 *     ...                               ...
 *     ldf += d, [b + x]                 fsub =: d, a, [b + x]
 *     fmov =: d, a
 *
 * Zero plus a is a: so the same sums overflow, and each addend gets the same gradient. */
#include "isa/registers.h"
#include "words.h"

/* Where an addend is: in a register, or in the word [reg + x]. */
typedef struct {
    uint8_t reg;
    bool in_memory, fixed;
} addend;

/* The instruction changes the register d by the addend and nothing else. */
static bool takes_addend(const rg_instruction *in, unsigned mode, uint8_t d, addend *found)
{
    const rg_op_info *info = rg_op_lookup(in->op);
    const bool load = in->op == RG_OP_LD || in->op == RG_OP_LDF,
               move = in->op == RG_OP_MOV || in->op == RG_OP_FMOV;

    if (!(load || move) || rg_is_stream(in) || in->mode != mode || in->d != d || in->immediate
        || in->kinds || (in->words & RG_WORD_D))
        return false;
    if (load && in->b != RG_INDEX_REGISTER)
        return false;
    *found = (addend){.reg = load ? in->a : in->b,
                      .in_memory = load || (in->words & RG_WORD_B),
                      .fixed = info->kind == RG_KIND_FIX};
    return found->reg != d;
}

/* begins: the instruction next to the zero; other: its neighbour. */
static bool join(words *w, size_t begins, size_t other)
{
    rg_instruction *first = &w->in[begins], *second = &w->in[other];
    const uint8_t d = first->d;
    const bool sets = first->mode == RG_MODE_SET, adds = second->mode == RG_MODE_ADD;
    addend a, b;

    if (sets != (begins < other) || (!sets && first->mode != RG_MODE_UNSET)
        || (!adds && second->mode != RG_MODE_SUB) || !takes_addend(first, first->mode, d, &a)
        || !takes_addend(second, second->mode, d, &b) || a.fixed != b.fixed)
        return false;
    const bool plus = sets == adds;
    *first = (rg_instruction){
        .op = a.fixed ? (plus ? RG_OP_FADD : RG_OP_FSUB) : (plus ? RG_OP_ADD : RG_OP_SUB),
        .mode = first->mode,
        .d = d,
        .a = a.reg,
        .b = b.reg,
        .words = (uint8_t)((a.in_memory ? RG_WORD_A : 0) | (b.in_memory ? RG_WORD_B : 0))};
    cg_note_traits(w, begins);
    w->dead[other] = true;
    return true;
}

void cg_join_sums(cg *g, rg_routine *out)
{
    words w;
    bool changed = false;

    if (cg_open_words(&w, g, out))
        for (size_t i = 0; i + 1 < w.count; i++)
            if (!w.dead[i] && (join(&w, i, i + 1) || join(&w, i + 1, i)))
                changed = true;
    cg_close_words(&w, out, changed);
}
