/* control.c: the branch register, hardware loops and portals, as in rg_control.v. A branch links by
 * exclusive or: br ^= pc ^ target. */
#include "sim/gates/step_impl.h"

static gn_bit is_zero(gn_net *n, const gn_bit *a, unsigned count)
{
    return gn_any(n, a, count) ^ 1;
}

/* pc ^ target */
static void link_of(gn_stepping *s, gn_bit *link)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_bit *w = s->is.word, jump = s->is.format[RG_FMT_J];
    const gn_bit by_register = GN_ONE_OF(s, RG_OP_CALLX, RG_OP_UNCALLX);
    gn_bit offset[GN_ADDRESS], target[GN_ADDRESS];

    for (unsigned i = 0; i < GN_ADDRESS; i++) {
        const gn_bit near = i < 12 ? w[i] : i < 15 ? w[i + 10] : w[24];
        offset[i] = gn_mux(n, jump, w[i], near);
    }
    gn_sum(n, s->pc, offset, GN_ADDRESS, GN_ZERO, target);
    for (unsigned i = 0; i < GN_ADDRESS; i++) {
        const gn_bit there = gn_mux(n, by_register, s->d[i < x ? i : x - 1], target[i]);
        link[i] = gn_xor(n, s->pc[i], there);
    }
}

typedef struct {
    gn_bit branch, call, top, end, other; /* what kind of word it is */
    gn_bit taken, split, v0, n0;
    gn_bit rest, linked; /* br is 0; br is the link */
    gn_bit link[GN_ADDRESS];
} control;

/* The condition of a branch; the operands of BR and BI stand in A and in B, the other is 0. */
static gn_bit taken(gn_stepping *s)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    gn_bit other[GN_MOST_BITS], part[5];

    for (unsigned i = 0; i < x; i++)
        other[i] = gn_xor(n, s->a[i], s->b[i]);
    const gn_bit differ = gn_differ(n, s->d, other, x), less = gn_less(n, s->d, other, x, true);
    part[0] = gn_and(n, GN_ONE_OF(s, RG_OP_BEQS, RG_OP_BEQL, RG_OP_BEQIS, RG_OP_BEQIL), differ ^ 1);
    part[1] = gn_and(n, GN_ONE_OF(s, RG_OP_BNES, RG_OP_BNEL, RG_OP_BNEIS, RG_OP_BNEIL), differ);
    part[2] = gn_and(n, GN_ONE_OF(s, RG_OP_BLTS, RG_OP_BLTL, RG_OP_BLTIS, RG_OP_BLTIL), less);
    part[3] = gn_and(n, GN_ONE_OF(s, RG_OP_BGES, RG_OP_BGEL, RG_OP_BGEIS, RG_OP_BGEIL), less ^ 1);
    part[4] = GN_ONE_OF(s, RG_OP_BRAS, RG_OP_BRAL);
    return gn_any(n, part, 5);
}

/* All but what depends on br. */
static void look(gn_stepping *s, control *c)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_bit *op = s->is.op;

    c->branch = GN_ONE_OF(s, RG_OP_BEQS, RG_OP_BEQL, RG_OP_BNES, RG_OP_BNEL, RG_OP_BLTS, RG_OP_BLTL,
                          RG_OP_BGES, RG_OP_BGEL, RG_OP_BEQIS, RG_OP_BEQIL, RG_OP_BNEIS,
                          RG_OP_BNEIL, RG_OP_BLTIS, RG_OP_BLTIL, RG_OP_BGEIS, RG_OP_BGEIL,
                          RG_OP_BRAS, RG_OP_BRAL);
    c->call = GN_ONE_OF(s, RG_OP_CALL, RG_OP_UNCALL, RG_OP_CALLX, RG_OP_UNCALLX);
    c->top = op[RG_OP_FORTOP];
    c->end = op[RG_OP_FOREND];
    c->other = gn_any(n, (const gn_bit[]){c->branch, c->call, c->top, c->end, op[RG_OP_PORTAL]}, 5)
               ^ 1;
    link_of(s, c->link);
    c->taken = taken(s);
    c->split = gn_xor(n, s->is.word[25], s->dir) ^ 1;
    c->v0 = is_zero(n, s->d, x);
    c->n0 = is_zero(n, s->a, x);
}

/* The rows of docs/reference/isa.md that hold for FORTOP. */
static gn_bit top_holds(gn_stepping *s, const control *c)
{
    gn_net *n = s->n;
    const gn_bit inside = gn_and(n, c->v0 ^ 1, c->n0 ^ 1);
    const gn_bit forward = gn_or(n, gn_and(n, c->rest, c->v0), gn_and(n, c->linked, inside));
    const gn_bit backward =
        gn_or(n, gn_and(n, c->rest, c->n0 ^ 1), gn_and(n, c->linked, gn_and(n, c->v0, c->n0)));
    return gn_mux(n, s->dir, backward, forward);
}

/* And for FOREND: forward the counter must not wrap, backward it is neither 0 nor n where it comes
 * around. */
static gn_bit end_holds(gn_stepping *s, const control *c)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_bit wraps = gn_all(n, s->d, x), at_n = gn_differ(n, s->d, s->a, x) ^ 1;
    const gn_bit forward = gn_or(n, gn_and(n, c->rest, gn_and(n, c->n0 ^ 1, wraps ^ 1)),
                                 gn_and(n, c->linked, gn_and(n, c->v0, c->n0)));
    const gn_bit around = gn_and(n, gn_and(n, c->v0 ^ 1, at_n ^ 1), c->n0 ^ 1);
    const gn_bit backward = gn_or(n, gn_and(n, c->rest, c->v0), gn_and(n, c->linked, around));
    return gn_mux(n, s->dir, backward, forward);
}

void gn_control_checks(gn_stepping *s, gn_control_traps *traps)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    control c;
    gn_bit jump[GN_ADDRESS], late[4];

    look(s, &c);
    c.rest = is_zero(n, s->br, GN_ADDRESS);
    c.linked = gn_differ(n, s->br, c.link, GN_ADDRESS) ^ 1;
    const gn_bit waits = gn_any(n, (const gn_bit[]){c.call, c.top, c.end}, 3);
    const gn_bit elsewhere = gn_and(n, c.rest ^ 1, c.linked ^ 1);
    traps->illegal = gn_and(n, c.call, is_zero(n, c.link, GN_ADDRESS));
    late[0] = gn_and(n, gn_and(n, c.branch, c.split), c.rest ^ 1);
    late[1] = gn_and(n, waits, elsewhere);
    late[2] = gn_and(n, c.other, c.rest ^ 1);
    traps->landing = gn_any(n, late, 3);
    for (unsigned i = 0; i < GN_ADDRESS; i++)
        jump[i] = gn_and(n, c.taken, c.link[i]);
    traps->condition =
        gn_and(n, gn_and(n, c.branch, c.split ^ 1), gn_differ(n, s->br, jump, GN_ADDRESS));
    traps->loop =
        gn_or(n, gn_and(n, c.top, top_holds(s, &c) ^ 1), gn_and(n, c.end, end_holds(s, &c) ^ 1));
    const gn_bit high = x > GN_ADDRESS
                            ? gn_any(n, s->d + GN_ADDRESS, x - GN_ADDRESS)
                            : gn_or(n, s->d[x - 1], gn_any(n, s->br + x - 1, GN_ADDRESS - x + 1));
    traps->portal = gn_and(n, s->is.op[RG_OP_PORTAL], gn_or(n, gn_xor(n, c.rest, c.v0) ^ 1, high));
}

/* br ^= link; late: where the counter has already gone on, else where it is as it was. */
static void link_up(gn_stepping *s, bool late)
{
    gn_net *n = s->n;
    const gn_mark from = gn_here(n);
    control c;
    uint32_t br[GN_ADDRESS];
    gn_bit part[4];

    look(s, &c);
    const gn_bit leaves = gn_and(n, c.v0, c.n0 ^ 1) ^ 1;
    const gn_bit turn = late ? s->dir ^ 1 : s->dir;
    part[0] = gn_and(n, c.end, gn_and(n, turn, leaves));
    part[1] = late ? GN_ZERO : gn_and(n, c.branch, c.taken);
    part[2] = late ? GN_ZERO : c.call;
    part[3] = late ? GN_ZERO : gn_and(n, c.top, leaves);
    const gn_bit links = gn_and(n, s->ok, gn_any(n, part, 4));
    const gn_mark ready = gn_here(n);
    gn_lines_of(s->s->at.br, GN_ADDRESS, br);
    gn_xor_into(n, c.link, GN_ADDRESS, links, br);
    gn_undo(n, from, ready);
}

/* at ^= where and what holds in this direction: the counter is 0, or it is n */
static void mark_end(gn_stepping *s, gn_bit where, bool zero_forward, uint32_t at)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_mark from = gn_here(n);
    const gn_bit v0 = is_zero(n, s->d, x), at_n = gn_differ(n, s->d, s->a, x) ^ 1;
    const gn_bit holds = zero_forward ? gn_mux(n, s->dir, at_n, v0) : gn_mux(n, s->dir, v0, at_n);
    const gn_mark ready = gn_here(n);

    gn_toffoli(n, where, holds, at);
    gn_undo(n, from, ready);
}

/* FOREND: v counts up and is 0 behind its last; backward it begins with n - 1. In between, the last
 * value is n where the mark is set. */
static void count(gn_stepping *s)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const uint32_t mark = gn_temp(n); /* zero again behind this */
    const gn_mark from = gn_here(n);
    uint32_t d[GN_MOST_BITS];
    gn_bit one[GN_MOST_BITS];

    for (unsigned i = 0; i < x; i++)
        one[i] = i == 0 ? GN_ONE : GN_ZERO;
    const gn_bit n0 = is_zero(n, s->a, x);
    const gn_bit counts = gn_and(n, gn_and(n, s->ok, s->is.op[RG_OP_FOREND]), n0 ^ 1);
    const gn_bit up = gn_and(n, counts, s->dir ^ 1), down = gn_and(n, counts, s->dir);
    const gn_mark ready = gn_here(n);
    gn_lines_of(s->s->at.d, x, d);
    gn_add(n, d, x, one, up, GN_ZERO);
    mark_end(s, counts, false, mark);
    gn_xor_into(n, s->a, x, gn_of_line(mark), d);
    mark_end(s, counts, true, mark);
    gn_add(n, d, x, one, down, GN_ONE);
    gn_undo(n, from, ready);
}

/* br <-> v */
static void portal(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_mark from = gn_here(n);
    const gn_bit here = gn_and(n, s->ok, s->is.op[RG_OP_PORTAL]);
    const gn_mark ready = gn_here(n);

    for (unsigned i = 0; i < GN_ADDRESS && i < s->s->num.xlen; i++)
        gn_fredkin(n, here, s->s->at.br + i, s->s->at.d + i);
    gn_undo(n, from, ready);
}

void gn_control(gn_stepping *s)
{
    link_up(s, false);
    count(s);
    link_up(s, true);
    portal(s);
}
