/* ancilla.c: the gradient of an ancilla that begins or ends, as rg_ancilla.v has it. It is dropped
 * where the ancilla ends. In the keeping mode it goes to a stack, and comes back from there when
 * the pass is undone; in every other case its gradient must be zero. */
#include "sim/gates/step_impl.h"

typedef struct {
    gn_bit update, in_register,
        in_memory; /* what kind of ancilla the word begins or ends; or none */
    gn_bit ends;
} gn_lifetime;

static gn_lifetime lifetime(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_bit *op = s->is.op, *mode = s->is.mode;
    const gn_bit ancilla = gn_xor(n, mode[RG_MODE_SET], mode[RG_MODE_UNSET]);
    const gn_bit frees = gn_xor(n, op[RG_OP_FREE], op[RG_OP_FREEM]);
    gn_lifetime life;

    life.update = gn_and(n, gn_active(s), ancilla);
    life.in_register = gn_and(n, s->grad, gn_xor(n, op[RG_OP_ALLOC], op[RG_OP_FREE]));
    life.in_memory = gn_and(n, s->grad, gn_xor(n, op[RG_OP_ALLOCM], op[RG_OP_FREEM]));
    life.ends = gn_mux(n, life.update, gn_minus(s), gn_xor(n, frees, s->dir));
    return life;
}

static gn_bit there_is(gn_stepping *s, const gn_lifetime *life)
{
    return gn_any(s->n, (const gn_bit[]){life->update, life->in_register, life->in_memory}, 3);
}

/* The gradient goes to the stack. */
static gn_bit pushes(gn_stepping *s, const gn_lifetime *life)
{
    gn_net *n = s->n;
    const gn_bit kept = gn_and(n, s->keep, s->undo ^ 1);
    return gn_and(n, kept, gn_and(n, there_is(s, life), life->ends));
}

/* The gradient comes from the stack. */
static gn_bit pops(gn_stepping *s, const gn_lifetime *life)
{
    gn_net *n = s->n;
    const gn_bit undone = gn_and(n, s->keep, s->undo);
    return gn_and(n, undone, gn_and(n, there_is(s, life), life->ends ^ 1));
}

void gn_open_stack(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_lifetime life = lifetime(s);
    const gn_bit there = gn_and(n, s->is.legal, gn_of_line(s->s->at.blocked) ^ 1);
    gn_toffoli(n, pops(s, &life), there, s->s->at.pop);
}

/* The target of a store is in memory until it comes to D. */
void gn_recall(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_lines *at = &s->s->at;
    const gn_mark from = gn_here(n);
    const gn_bit store = gn_and(n, s->is.updates, s->is.format[RG_FMT_ST]);
    const gn_bit in_memory =
        gn_any(n, (const gn_bit[]){store, s->is.op[RG_OP_ALLOCM], s->is.op[RG_OP_FREEM]}, 3);
    const gn_bit pop_m = gn_and(n, gn_of_line(at->pop), in_memory);
    const gn_bit pop_d = gn_xor(n, gn_of_line(at->pop), pop_m);
    const gn_mark ready = gn_here(n);

    gn_exchange_words(s, pop_d, at->gd, at->kept);
    gn_exchange_words(s, pop_m, at->gm, at->kept);
    gn_undo(n, from, ready);
}

gn_bit gn_no_space(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_lifetime life = lifetime(s);
    const gn_bit moves = gn_xor(n, pushes(s, &life), pops(s, &life));
    return gn_and(n, moves, gn_of_line(s->s->at.blocked));
}

gn_bit gn_kept_dirty(gn_stepping *s)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_lifetime life = lifetime(s);
    const gn_bit pop = gn_of_line(s->s->at.pop);
    const gn_bit here = gn_and(n, s->keep, pushes(s, &life) ^ 1);
    const gn_bit target = gn_and(n, here, gn_xor(n, life.update, life.in_register));
    const gn_bit of_d = gn_and(n, target, gn_any(n, s->gd, x));
    const gn_bit of_m = gn_and(n, gn_and(n, here, life.in_memory), gn_any(n, s->gm, x));
    return gn_mux(n, pop, gn_any(n, s->kept, x), gn_or(n, of_d, of_m));
}

/* Where the gradient leaves or, after a trap, goes back: of the target, which is in D, or of the
 * memory's word. */
static void leave(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_lines *at = &s->s->at;
    const gn_mark from = gn_here(n);
    const gn_lifetime life = lifetime(s);
    const gn_bit leaves = gn_mux(n, s->ok, life.ends, gn_of_line(at->pop));
    const gn_bit of_d = gn_and(n, leaves, gn_xor(n, life.update, life.in_register));
    const gn_bit of_m = gn_and(n, leaves, life.in_memory);
    const gn_mark ready = gn_here(n);

    gn_exchange_words(s, of_d, at->gd, at->kept);
    gn_exchange_words(s, of_m, at->gm, at->kept);
    gn_undo(n, from, ready);
}

void gn_release(gn_stepping *s)
{
    gn_turn_unit(s);
    leave(s);
    gn_swap_store(s);
    gn_mark_push(s);
}

void gn_mark_push(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_lines *at = &s->s->at;
    const gn_mark from = gn_here(n);
    const gn_lifetime life = lifetime(s);
    const gn_bit push = gn_mux(n, s->ok, pushes(s, &life), gn_of_line(at->pop));
    const gn_mark ready = gn_here(n);

    gn_cnot(n, push, at->push);
    gn_undo(n, from, ready);
}
