/* lent.c: an innermost loop may use registers of values that it leaves alone. They are exchanged
 * with words of the frame before the loop, and again behind it. An exchange is its own inverse, and
 * takes the gradient along.
 *
 * Which registers the loop leaves alone is known once it was made. So it is made without any, and
 * then with all that it can get. Those that it has not used are not lent. */
#include <string.h>

#include "cg.h"

#include "compiler/opt/opt_internal.h"

enum { MOST = 12 /* registers that are lent at a time */ };

/* What was known of the registers before they were lent. */
typedef struct {
    uint32_t set, scope, lent;
    size_t cached, checked;
    cg_cached cache[CG_CACHE];
    cg_checked checks[CG_CACHE];
} before;

static uint32_t bit(unsigned r) { return UINT32_C(1) << r; }

/* ---- which loops, which registers ---- */

static bool has_parts(const ir_stmt *s)
{
    return opt_is_loop(s) || s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE || s->kind == IR_CALL
           || s->kind == IR_ALLOC_ARRAY || s->kind == IR_FREE_ARRAY || s->kind == IR_PUSH
           || s->kind == IR_POP || s->kind == IR_LEAVE;
}

bool cg_may_borrow(const cg *g, const cg_loop *loop)
{
    return cg_on(g, OPT_LENT) && !loop->streamed && !loop->stmt->rare && !loop->stmt->brief
           && !opt_any(loop->stmt->body, has_parts);
}

void cg_note_short(cg *g) { g->has_short_loops = g->has_short_loops || g->innermost; }

/* Registers that hold something, but not what links the routine and its blocks, nor its frame. */
static uint32_t candidates(const cg *g)
{
    uint32_t set = UINT32_C(0x7ffffffe) & ~g->temps & ~bit(g->link);

    if (g->has_arrays)
        set &= ~bit(CG_FP);
    for (size_t i = 0; i < g->block_count; i++)
        set &= ~bit(g->blocks[i].link);
    return set;
}

/* Registers that the words name, those aside that lend them. */
static uint32_t named(const cg *g, const cg_lending *l, size_t begin, size_t end)
{
    uint32_t set = 0;
    rg_instruction in;

    for (size_t i = begin; i < end; i++) {
        bool lends = false;
        for (unsigned k = 0; k < CG_LENDINGS; k++)
            lends = lends || (i >= l->first[k] && i < l->first[k] + cg_count(l->set[k]));
        if (!lends && rg_decode_any(g->buffer.code[i], g->module->xlen, &in))
            set |= cg_named(&in);
    }
    return set;
}

static uint32_t first_of(uint32_t set, unsigned count)
{
    uint32_t taken = 0;

    for (unsigned r = 1; r < CG_SP && count > 0; r++)
        if (set & bit(r)) {
            taken |= bit(r);
            count--;
        }
    return taken;
}

/* ---- the two ends ---- */

/* Variables and values are no more in these registers. */
static void forget(cg *g, before *b)
{
    b->cached = g->cache_count;
    b->checked = g->checked_count;
    for (size_t i = 0; i < g->cache_count; i++) {
        b->cache[i] = g->cache[i];
        if (b->set & bit(g->cache[i].reg))
            g->cache[i].expr = NULL;
    }
    for (size_t i = 0; i < g->checked_count; i++) {
        b->checks[i] = g->checked[i];
        if (b->set & bit(g->checked[i].reg))
            g->checked[i].array = NULL;
    }
}

static void lend(cg *g, const cg_loop *loop, cg_lending *l, unsigned which, before *b)
{
    const uint32_t set = l->set[which];
    unsigned slot = g->lent_slot + cg_count(g->lent);

    *b = (before){.set = set, .scope = g->scope, .lent = g->lent};
    l->first[which] = cg_here(g);
    if (!set)
        return;
    forget(g, b);
    cg_at(g, loop->stmt->loc, RG_ROLE_FRAME, NULL);
    for (uint8_t r = 1; r < CG_SP; r++) {
        if (!(set & bit(r)))
            continue;
        cg_mem(g, RG_OP_EXCH, 0, r, cg_slot(g, slot));
        for (size_t v = 0; v < g->home_count; v++)
            if (g->homes[v].in_register && g->homes[v].reg == r) {
                g->homes[v].in_register = false;
                g->homes[v].lent = true;
                g->homes[v].own_slot = g->homes[v].slot;
                g->homes[v].slot = slot;
            }
        slot++;
    }
    g->lent |= set;
    g->temps |= set;
    g->lent_slots = cg_count(g->lent) > g->lent_slots ? cg_count(g->lent) : g->lent_slots;
    g->scope = g->line.scope = cg_scope_lent(g, g->scope, set);
}

/* The words that exchange them back are the mirror image. */
static void take_back(cg *g, const before *b)
{
    for (size_t v = 0; v < g->home_count; v++)
        if (g->homes[v].lent && b->set & bit(g->homes[v].reg)) {
            g->homes[v].in_register = true;
            g->homes[v].lent = false;
            g->homes[v].slot = g->homes[v].own_slot;
        }
    g->lent = b->lent;
    if (!b->set)
        return;
    for (size_t i = 0; i < b->cached; i++)
        g->cache[i] = b->cache[i];
    for (size_t i = 0; i < b->checked; i++)
        g->checked[i] = b->checks[i];
    g->scope = g->line.scope = b->scope;
}

/* ---- the loop ---- */

static void make(cg *g, cg_loop *loop, cg_lending *l, const cg_lender *with, cg_body *body)
{
    before whole, inside;
    const rg_line line = g->line;

    lend(g, loop, l, CG_LENT_BEFORE, &whole);
    with->hold(g, loop);
    lend(g, loop, l, CG_LENT_WITHIN, &inside);
    with->run(g, loop, l, body);
    take_back(g, &inside);
    take_back(g, &whole);
    g->line = line;
}

static void remove_word(cg *g, size_t index)
{
    const size_t behind = g->buffer.count - index - 1;

    memmove(g->buffer.code + index, g->buffer.code + index + 1, behind * sizeof *g->buffer.code);
    memmove(g->buffer.lines + index, g->buffer.lines + index + 1, behind * sizeof *g->buffer.lines);
    g->buffer.count--;
}

/* The exchanges of registers that the loop does not use in the end, at both sides. No branch goes
 * over them: those around the loop are made behind it. */
static void remove_unused(cg *g, cg_lending *l, unsigned which, uint32_t unused)
{
    size_t index = l->first[which] + cg_count(l->set[which]);

    for (unsigned r = CG_SP; r-- > 1;) {
        index -= l->set[which] >> r & 1;
        if (unused & l->set[which] & bit(r)) {
            remove_word(g, l->end + (l->held - 1 - index));
            remove_word(g, index);
            l->held--;
            l->end--;
        }
    }
}

void cg_borrow(cg *g, cg_loop *loop, const cg_lender *with, cg_body *body)
{
    const uint32_t scope = g->scope, can = candidates(g);
    const size_t fixes = g->fix_count;
    const bool frugal = g->frugal;
    cg_lending l = {.mark = cg_get_mark(g)};

    g->frugal = true;
    make(g, loop, &l, with, body);
    g->frugal = frugal;
    const uint32_t first = named(g, &l, l.mark.index, l.end), inside = named(g, &l, l.top, l.end);
    l.set[CG_LENT_BEFORE] = first_of(can & ~first, MOST);
    l.set[CG_LENT_WITHIN] = first_of(can & first & ~inside, MOST - cg_count(l.set[CG_LENT_BEFORE]));
    if (g->failed || !(l.set[CG_LENT_BEFORE] | l.set[CG_LENT_WITHIN]))
        return;
    g->buffer.count = l.mark.index;
    g->fix_count = fixes;
    g->scope = scope;
    cg_release(g, l.mark);
    make(g, loop, &l, with, body);
    if (g->failed)
        return;
    const uint32_t within = named(g, &l, l.top, l.end), all = named(g, &l, l.mark.index, l.end);
    remove_unused(g, &l, CG_LENT_WITHIN, ~within);
    remove_unused(g, &l, CG_LENT_BEFORE, ~all);
}
