/* codegen.c: routines with their frames, and the object made of them. */
#include "codegen.h"

#include <stdlib.h>
#include <string.h>

#include "cg.h"
#include "ownership.h"

/* ---- frame ----
 *
 * From the top down: words of variables, indices kept across calls, what lends its register to an
 * innermost loop, the link, the links of blocks, saved registers. At its foot stand the parameters
 * that came on the stack. */

typedef struct {
    unsigned link, first_block, first_saved;
    uint32_t saved;
} layout;

static layout lay_out(cg *g, uint32_t saved)
{
    size_t params = g->routine->param_count;
    layout l = {.saved = saved};
    unsigned next = g->slots;

    g->call_slot = next;
    next += g->call_slots;
    g->lent_slot = next;
    next += g->lent_slots;
    g->sp_slot = next;
    next += g->leaves && g->has_arrays && !g->no_frame_pointer;
    l.link = next;
    next += g->saves_link;
    l.first_block = next;
    for (size_t i = 0; i < g->block_count; i++) {
        g->blocks[i].link_slot = next;
        next += g->blocks[i].queued && g->blocks[i].link_in_frame;
    }
    l.first_saved = next;
    for (uint32_t bits = saved; bits; bits &= bits - 1)
        next++;
    g->frame = next + (unsigned)(params > CG_ARGS ? params - CG_ARGS : 0);
    return l;
}

/* Each parameter goes from the register in which it comes to its location. A swap moves what was
 * there to where the parameter came, and that may be another parameter. */
static void place_parameters(cg *g)
{
    const size_t count = g->routine->param_count < CG_ARGS ? g->routine->param_count : CG_ARGS;
    uint8_t at[CG_ARGS];

    for (size_t v = 0; v < count; v++)
        at[v] = cg_comes_in(g, g->routine, v);
    for (size_t v = 0; v < count; v++) {
        const cg_home *home = &g->homes[v];
        if (home->in_register && home->reg == at[v])
            continue;
        if (!home->in_register) {
            cg_mem(g, RG_OP_EXCH, 0, at[v], cg_home_word(g, home));
            continue;
        }
        cg_r2(g, RG_OP_SWAP, home->reg, at[v]);
        for (size_t w = v + 1; w < count; w++)
            if (at[w] == home->reg)
                at[w] = at[v];
    }
}

static void save_link(cg *g, const layout *l)
{
    if (g->saves_link)
        cg_mem(g, RG_OP_EXCH, 0, CG_LR, cg_slot(g, l->link));
}

/* With five stages the word that saves the link waits where it is near PORTAL. */
static void enter(cg *g, const layout *l)
{
    const bool deep = g->options.staged > 1;
    unsigned slot = l->first_saved;

    if (g->frame && !g->still_sp)
        cg_op(g, RG_OP_MOV, RG_MODE_ADD, CG_SP, 0, cg_imm((int32_t)g->frame));
    if (!deep)
        save_link(g, l);
    for (uint8_t r = CG_FIRST_SAVED; r < CG_SP; r++)
        if (l->saved >> r & 1)
            cg_mem(g, RG_OP_EXCH, 0, r, cg_slot(g, slot++));
    if (deep)
        save_link(g, l);
    if (g->has_arrays && !g->no_frame_pointer) {
        cg_op(g, RG_OP_MOV, RG_MODE_SET, CG_FP, 0, cg_reg(CG_SP));
        g->frame_base = CG_FP;
    }
    place_parameters(g);
}

/* Local arrays stay where they are, and sp behind them. Where it must tell the frame pointer, it
 * goes back to where the frame ends, and a word of the frame keeps how far. */
static void leave_arrays(cg *g)
{
    g->left_begin = g->left_end = cg_here(g);
    if (g->no_frame_pointer)
        return;
    const cg_address kept = cg_slot(g, g->sp_slot);
    const uint8_t t = cg_temp(g, g->routine->loc);

    cg_at(g, g->routine->loc, RG_ROLE_FRAME, NULL);
    cg_mem(g, RG_OP_ST, RG_MODE_ADD, CG_SP, kept);
    cg_mem(g, RG_OP_ST, RG_MODE_SUB, CG_FP, kept);
    cg_mem(g, RG_OP_LD, RG_MODE_SET, t, kept);
    cg_op(g, RG_OP_MOV, RG_MODE_SUB, CG_SP, 0, cg_reg(t));
    cg_mem(g, RG_OP_LD, RG_MODE_UNSET, t, kept);
    cg_free_temp(g, t);
    g->left_end = cg_here(g);
}

static uint32_t emit_routine(cg *g, const layout *l)
{
    uint8_t come[CG_ARGS];

    g->touched = 0; /* so that streams find the same registers in each pass */
    cg_leave_nothing(g);
    for (size_t v = 0; v < g->routine->param_count && v < CG_ARGS; v++)
        come[v] = cg_comes_in(g, g->routine, v);
    cg_scope_routine(g, come);
    cg_at(g, g->routine->loc, RG_ROLE_FRAME, NULL);
    size_t top = cg_jump(g, true);
    uint32_t entry = (uint32_t)cg_here(g);
    g->frame_base = CG_SP;
    cg_r1(g, RG_OP_PORTAL, g->link);
    size_t begin = cg_here(g);
    enter(g, l);
    size_t end = cg_here(g);
    cg_mark mark = cg_get_mark(g);
    cg_hoist_sizes(g, g->routine->body);
    size_t hoisted = cg_here(g);
    cg_list(g, g->routine->body);
    if (g->leaves && g->has_arrays)
        leave_arrays(g);
    cg_mirror(g, end, hoisted);
    cg_release(g, mark);
    cg_at(g, g->routine->loc, RG_ROLE_FRAME, NULL);
    cg_mirror(g, begin, end);
    for (size_t v = 0; v < g->routine->var_count; v++)
        g->alive[v] = false; /* blocks that stand behind see nothing of it */
    cg_link(g, top, cg_jump(g, false));
    cg_emit_blocks(g, cg_list);
    return entry;
}

/* Calls of blocks go to words of this routine; the blocks are about to be forgotten. */
static void resolve_blocks(cg *g)
{
    size_t kept = g->own_fixes;

    for (size_t i = kept; i < g->fix_count; i++) {
        if (g->fixes[i].kind == CG_FIX_BLOCK)
            cg_aim(g, g->fixes[i].index, ((const cg_block *)g->fixes[i].target)->entry);
        else
            g->fixes[kept++] = g->fixes[i];
    }
    g->fix_count = kept;
}

/* What the frame itself puts into registers: its own address and parameters that have moved. */
static uint32_t kept_by_frame(const cg *g)
{
    uint32_t kept = g->has_arrays && !g->no_frame_pointer ? UINT32_C(1) << CG_FP : 0;

    for (size_t v = 0; v < g->routine->param_count; v++)
        if (g->homes[v].in_register)
            kept |= UINT32_C(1) << g->homes[v].reg;
    return kept;
}

/* The code with a frame that saves these registers. Returns those that it names in the end. */
static uint32_t emit_whole(cg *g, uint32_t saved, rg_routine *out)
{
    size_t begin = cg_here(g);
    layout l = lay_out(g, saved);

    if (g->leaves && g->no_frame_pointer
        && g->frame > 0) { /* to be found again where sp has been moved */
        g->no_frame_pointer = false;
        l = lay_out(g, saved);
    }
    if (g->frame > CG_MAX_SLOTS) {
        cg_frame_full(g);
        return saved;
    }
    cg_forget_blocks(g);
    out->begin = (uint32_t)begin;
    out->entry = emit_routine(g, &l);
    out->end = (uint32_t)cg_here(g);
    resolve_blocks(g);
    cg_verify(g, out, "registers", CG_VERIFY_DRAFT);
    if (g->failed)
        return saved;
    const uint32_t named = cg_tidy(g, out) | kept_by_frame(g);
    cg_verify(g, out, "cancel", CG_VERIFY_DRAFT);
    return named;
}

/* Do words behind `begin` use the frame pointer, those aside that make it, and that need it to
 * leave arrays? */
static bool body_uses_frame(const cg *g, size_t begin)
{
    rg_instruction in;

    for (size_t i = begin; i < g->buffer.count; i++)
        if ((!g->leaves || i < g->left_begin || i >= g->left_end)
            && rg_decode_any(g->buffer.code[i], g->module->xlen, &in) && in.d != CG_FP
            && (in.a == CG_FP || in.b == CG_FP))
            return true;
    return false;
}

/* More registers are saved each time, but for one time when some turn out not to be used. */
enum { MOST_PASSES = 2 * (CG_SP - CG_FIRST_SAVED) + 3 };

/* The first pass finds out which registers and blocks are used; the second one is the code; where
 * words have gone that alone used a register, a third one saves fewer. */
static void generate(cg *g, rg_routine *out)
{
    const uint32_t mask = CG_PRESERVED & cg_keeps(g), by_calls = cg_used_by_calls(g);
    size_t begin = cg_here(g), fixes = g->fix_count;
    layout l;

    g->saves_link = g->has_calls && g->link == CG_LR;
    g->lent_slots = 0;
    g->no_frame_pointer = false;
    g->still_sp = cg_on(g, OPT_REGISTERS) && !g->has_calls
                  && !g->has_arrays; /* all words from sp on are free and zero */
    l = lay_out(g, 0);
    emit_routine(g, &l);
    for (size_t i = 0; i < g->block_count; i++)
        g->saves_link = g->saves_link
                        || (g->link == CG_LR && g->blocks[i].queued && g->blocks[i].link_in_frame);
    if (g->failed)
        return;
    g->no_frame_pointer = g->has_arrays && cg_on(g, OPT_SAVES) && !body_uses_frame(g, begin);
    uint32_t saved = (g->touched | by_calls) & mask;
    bool least = !cg_on(g, OPT_REGISTERS); /* fewer are not looked for */
    for (unsigned pass = 0; pass < MOST_PASSES && !g->failed; pass++) {
        g->buffer.count = begin;
        g->fix_count = fixes;
        const unsigned lent = g->lent_slots;
        const uint32_t named = emit_whole(g, saved, out),
                       used = ((cg_on(g, OPT_REGISTERS) ? named : g->touched) | by_calls) & mask;
        if (used & ~saved || g->lent_slots > lent) {
            /* with another frame a stream may have found other registers */
            saved |= used;
        } else if (least || used == saved) {
            return;
        } else {
            saved = used;
            least = true;
        }
    }
    if (!g->failed)
        cg_frame_full(g);
}

/* The passes over the words of the routine that was made. */
static void improve(cg *g, rg_routine *made)
{
    static const struct {
        opt_pass pass;
        void (*run)(cg *g, rg_routine *made);
    } passes[] = {{OPT_CANCEL, cg_spread},       {OPT_FOLD, cg_fold},
                  {OPT_CHECKS, cg_check_before}, {OPT_OPERANDS, cg_operands},
                  {OPT_OPERANDS, cg_join_sums},  {OPT_SCHEDULE, cg_schedule}};

    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        if (!g->failed && cg_on(g, passes[i].pass))
            passes[i].run(g, made);
        cg_verify(g, made, opt_name(passes[i].pass), CG_VERIFY_ROUTINE);
    }
}

/* One attempt; false with the reason in the diagnostic. */
static bool attempt(cg *g, size_t begin, size_t fixes, unsigned temporaries, rg_routine *out)
{
    g->failed = false;
    *g->diagnostic = (ir_diagnostic){0};
    ir_arena_reset(g->scratch); /* what the attempt before has made is in no plan any more */
    g->wanted_temps = temporaries;
    g->frame = g->reserve = 0;
    g->cache_count = g->checked_count = 0;
    g->counting = NULL;
    g->absent = NULL;
    g->line = (rg_line){0};
    g->buffer.count = begin;
    g->fix_count = fixes;
    if (cg_plan(g))
        generate(g, out);
    if (!g->failed && cg_note_callees(g)) {
        cg_want(g);
        cg_vote(g);
    }
    g->spilled = g->slots > 0;
    cg_unplan(g);
    return !g->failed;
}

/* Divisions of the registers into temporaries, of which the list has the number, and places of
 * variables. coarse: indices of a few that stand for all. */
typedef struct {
    const unsigned *list;
    size_t count;
    bool search;
    const size_t *coarse;
    size_t coarse_count;
} plan;

enum {
    FRUGAL = 1,
    LOOSE = 2,
    VARIANTS = 4,
    CONSTANTS = 4,
    FRAME_LINKS = 8, /* blocks link through the frame, as without the pass `blocks` */
    NO_STEPS = 16,   /* products of loop variables do not step */
    COUNTED = 32,    /* counters are indices */
    BORROWED = 64,   /* innermost loops use registers of what they leave alone */
    ALL_VARIANTS = 128
};
/* Words of a routine for which the first attempt is enough. Attempts go through the passes over
 * words up to SHORT with constants in loops, and up to SHORTER without. */
enum { LARGE = 3000, SHORT = 400, SHORTER = 250 };
/* Exchanges around a loop of few iterations cost more than they are priced at. So code with them
 * must be cheaper by that part. */
enum { CLEARLY = 32 };

/* The attempts of one routine so far. */
typedef struct {
    const plan *p;
    size_t begin, fixes;         /* where the code of the routine begins */
    size_t best;                 /* price of the best code; SIZE_MAX: none yet */
    size_t chosen, last;         /* attempts: how * count + i */
    bool spilled, alike;         /* alike: none failed, and all are of one price */
    bool large;                  /* the last one is */
    size_t least;                /* price of one before the passes over words */
    size_t before[8], behind[8]; /* some prices before and behind them */
    unsigned priced;
    bool improved;               /* the last one went through these passes */
    unsigned made, failed;       /* attempts with code, and without */
    opt_set given_up;            /* passes that no attempt has */
    uint32_t done[ALL_VARIANTS]; /* by division */
} attempts;

/* One attempt, and others where registers ran out although there are many temporaries: then loops
 * hold too much, and leave more to what is in them. */
static bool attempt_sparing(cg *g, const attempts *a, unsigned temporaries, rg_routine *out)
{
    enum { MANY = 12, MORE = 4 };
    const unsigned spare = g->spare;
    const bool sparing = spare == CG_SPARE && a->p->search;
    bool made = false;

    for (unsigned more = 0; !made && (more == 0 || (sparing && more <= MORE)); more += 2) {
        if (more > 0 && (g->reason != RG_CODEGEN_NO_REGISTERS || cg_count(g->temp_pool) < MANY))
            break;
        g->spare = spare + more;
        made = attempt(g, a->begin, a->fixes, temporaries, out);
    }
    g->spare = spare;
    return made;
}

static size_t price_now(cg *g, const attempts *a)
{
    const size_t price = cg_price(g, a->begin, cg_here(g) - a->begin);

    if (price == 0)
        cg_fail(g, g->routine->loc, "R0712", "out of memory");
    return price;
}

/* The price of the attempt that was just made. Constants in registers pay where operands are taken
 * from memory then. So where there are such constants, a short routine that is not much dearer than
 * the best one has its price behind the passes over words. Attempts of one price are mostly the
 * same words. */
static size_t price_of(cg *g, attempts *a, rg_routine *out)
{
    enum { KNOWN = sizeof a->before / sizeof a->before[0] };
    const size_t before = price_now(g, a);

    if (!a->p->search || g->failed
        || cg_here(g) - a->begin > (g->has_loop_constants ? SHORT : SHORTER)
        || before > a->least + a->least / 8)
        return before;
    for (unsigned i = 0; i < a->priced && i < KNOWN; i++)
        if (a->before[i] == before)
            return a->behind[i];
    a->least = before < a->least ? before : a->least;
    improve(g, out);
    a->improved = true;
    const size_t behind = g->failed ? 0 : price_now(g, a), at = a->priced++ % KNOWN;
    a->before[at] = before;
    a->behind[at] = behind;
    return behind;
}

/* One attempt with division i, unless it has been made; false when no other attempt can help. */
static bool try_division(cg *g, attempts *a, size_t i, unsigned how, rg_routine *out)
{
    if (a->done[how] >> i & 1)
        return true;
    a->done[how] |= UINT32_C(1) << i;
    a->last = i + how * a->p->count;
    g->frugal = how & FRUGAL;
    g->loose_params = how & LOOSE;
    g->holds_constants = how & CONSTANTS;
    g->steps_products = !(how & NO_STEPS);
    g->counts_indices = how & COUNTED;
    g->borrows = how & BORROWED;
    g->given_up = a->given_up | (how & FRAME_LINKS ? UINT64_C(1) << OPT_BLOCKS : 0);
    if (!attempt_sparing(g, a, a->p->list[i], out)) {
        a->alike = false;
        a->failed++;
        return g->reason == RG_CODEGEN_NO_REGISTERS;
    }
    const size_t price = price_of(g, a, out);
    if (g->failed)
        return false;
    a->made++;
    a->spilled = a->spilled || g->spilled;
    a->large = cg_here(g) - a->begin > LARGE;
    a->alike = a->alike && (a->best == SIZE_MAX || price == a->best);
    if (a->best != SIZE_MAX && (how & BORROWED) && !(a->chosen / a->p->count & BORROWED)
        && price > a->best - a->best / CLEARLY)
        return true;
    if (price < a->best || (price == a->best && a->last < a->chosen)) {
        a->best = price;
        a->chosen = a->last;
    }
    return true;
}

/* Where few temporaries, some and many give code of one price, so do the divisions between. */
static bool try_coarse(cg *g, attempts *a, rg_routine *out)
{
    bool good = true;

    for (size_t k = 0; k < a->p->coarse_count && good && a->alike; k++)
        good = try_division(g, a, a->p->coarse[k], 0, out);
    return good;
}

/* The best attempt again, and those of up to `others` temporaries more: with constants held over
 * loops, without products that step, or with counters as indices (CONSTANTS, NO_STEPS or COUNTED).
 * What fails leaves the best one as it is. False: a fault. */
static bool try_holding(cg *g, attempts *a, unsigned more, unsigned others, rg_routine *out)
{
    const unsigned how = (unsigned)(a->chosen / a->p->count) | more,
                   temporaries = a->p->list[a->chosen % a->p->count];

    for (size_t i = 0; i < a->p->count; i++)
        if (a->p->list[i] >= temporaries && a->p->list[i] <= temporaries + others
            && !try_division(g, a, i, how, out))
            break;
    return !cg_is_fault(g);
}

/* The best attempt and its neighbours again, with the registers that link blocks for other uses;
 * false: a fault. */
static bool try_frame_links(cg *g, attempts *a, rg_routine *out)
{
    const size_t best = a->chosen % a->p->count;
    const unsigned how = (unsigned)(a->chosen / a->p->count) | FRAME_LINKS;

    for (size_t i = best > 0 ? best - 1 : 0; i < a->p->count && i <= best + 1; i++)
        if (!try_division(g, a, i, how, out) && cg_is_fault(g))
            return false;
    return true;
}

/* Is it none of those around the attempt that was best last time? */
static bool is_far(const plan *p, size_t near, unsigned how, size_t i)
{
    return near != SIZE_MAX
           && (how != near / p->count || i + 1 < near % p->count || i > near % p->count + 1);
}

/* All divisions in one variant. *stop: no other attempt is needed. False: a fault. */
static bool try_variant(cg *g, attempts *a, unsigned how, size_t near, bool *stop, rg_routine *out)
{
    enum { FEW = 7 };
    const plan *p = a->p;
    const bool all = how % CONSTANTS == 0 || near != SIZE_MAX;
    const unsigned made = a->made;

    for (size_t i = 0; i < p->count && !*stop; i++) {
        if (is_far(p, near, how, i))
            continue;
        if (!all && i >= FEW && a->made > made)
            break;
        if (!try_division(g, a, i, how, out))
            return false;
        *stop = a->best != SIZE_MAX && (!p->search || a->large);
        if (!*stop && how == 0 && i == 0 && near == SIZE_MAX) {
            if (!try_coarse(g, a, out))
                return false;
            *stop = a->alike;
        }
    }
    return true;
}

/* Would loops hold more if parameters had no registers of their own? */
static bool may_make_room(const cg *g, const attempts *a)
{
    return g->crowded && a->p->search && a->best != SIZE_MAX && !a->spilled && !a->large;
}

/* All divisions, in the variants from `how` on. The variants are for routines that have not
 * registers enough for their variables. Where only what loops hold has too few, parameters that are
 * seldom used may make room. near: the attempt that was best last time, of which only the
 * neighbours are made; SIZE_MAX: none. False: a fault. */
static bool try_all(cg *g, attempts *a, unsigned how, size_t near, rg_routine *out)
{
    const unsigned variants = near == SIZE_MAX ? VARIANTS : ALL_VARIANTS;
    bool stop = false, good = true;

    for (unsigned v = how; v < variants && !stop && good; v++) {
        good = try_variant(g, a, v, near, &stop, out);
        stop = stop || (near == SIZE_MAX && a->best != SIZE_MAX && !a->spilled) || !a->p->search;
    }
    stop = false;
    return good
           && (near != SIZE_MAX || !may_make_room(g, a)
               || try_variant(g, a, LOOSE, near, &stop, out));
}

/* The best attempt again, and a plain one, with registers that are lent to innermost loops. With
 * those, loops may hold what they otherwise cannot. False: a fault. */
static bool try_borrowing(cg *g, attempts *a, rg_routine *out)
{
    const unsigned constants = g->has_loop_constants ? CONSTANTS : 0;
    const unsigned best = (unsigned)(a->chosen / a->p->count),
                   ways[] = {best, best | COUNTED, 0, COUNTED};
    const size_t division = a->chosen % a->p->count;

    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++)
        for (size_t i = division; i < a->p->count && i < division + 2; i++)
            if (!try_division(g, a, i, ways[k] | constants | BORROWED, out) && cg_is_fault(g))
                return false;
    return true;
}

/* What the best attempt may still gain; false: a fault. */
static bool refine(cg *g, attempts *a, rg_routine *out)
{
    enum { OTHERS = 3 };

    if (!a->p->search || a->best == SIZE_MAX || a->large)
        return true;
    return (!g->has_loop_constants || try_holding(g, a, CONSTANTS, OTHERS, out))
           && (!g->has_products || try_holding(g, a, NO_STEPS, OTHERS, out))
           && (!g->has_indices
               || try_holding(g, a, COUNTED, cg_here(g) - a->begin > SHORT ? 0 : OTHERS, out))
           && (!g->has_block_links || try_frame_links(g, a, out))
           && (!g->has_short_loops || try_borrowing(g, a, out));
}

/* The chosen attempt, without the passes over words, which are still to come. */
static void make_again(cg *g, attempts *a, rg_routine *out)
{
    a->done[a->chosen / a->p->count] = 0;
    a->least = 0;
    try_division(g, a, a->chosen % a->p->count, (unsigned)(a->chosen / a->p->count), out);
}

/* The cheapest code wins; of large routines the first that succeeds. False when no attempt did. */
static bool best_of(cg *g, const plan *p, rg_routine *out)
{
    attempts a = {.p = p,
                  .begin = cg_here(g),
                  .fixes = g->fix_count,
                  .best = SIZE_MAX,
                  .chosen = SIZE_MAX,
                  .alike = true,
                  .least = SIZE_MAX / 2,
                  .given_up = g->given_up};
    const unsigned how = p->search ? 0 : g->given_up || g->stingy ? FRUGAL | LOOSE : FRUGAL;
    size_t *known = &g->summaries[g->routine->index].division;
    const size_t near = g->quick && p->search && *known ? *known - 1 : SIZE_MAX;

    g->has_loop_constants = g->has_products = g->has_indices = g->has_block_links = false;
    g->has_short_loops = false;
    g->crowded = false;
    if (!try_all(g, &a, how, near, out) || (near == SIZE_MAX && !refine(g, &a, out)))
        return false;
    if (a.best != SIZE_MAX && (a.improved || a.chosen != a.last))
        make_again(g, &a, out);
    g->given_up = a.given_up;
    g->price = a.best;
    g->starved = p->search && !a.large && a.failed > a.made;
    *known = a.best == SIZE_MAX ? 0 : a.chosen + 1;
    if (a.best == SIZE_MAX) {
        g->buffer.count = a.begin;
        g->fix_count = a.fixes;
        if (!g->failed) /* no attempt was made: a routine without code would do nothing */
            cg_fault(g, g->routine->loc, "no division of the registers was tried");
    }
    return !g->failed;
}

/* What a routine does without to find registers enough: with fewer free ones than `stingy`, no
 * value keeps its parts, and `spare` are not held over loops. */
typedef struct {
    unsigned stingy, spare;
    opt_set given_up;
} relief;

enum { MILD = 5 }; /* so many of the list give up no pass */
static const relief reliefs[] = {
    {0, CG_SPARE, 0},
    {6, CG_SPARE, 0},
    {10, 8, 0},
    {14, 12, 0},
    {20, 16, 0},
    {0, CG_SPARE, UINT64_C(1) << OPT_HOIST},
    {6, CG_SPARE, UINT64_C(1) << OPT_HOIST},
    {10, CG_SPARE, UINT64_C(1) << OPT_HOIST},
    {14, CG_SPARE, UINT64_C(1) << OPT_HOIST},
    {20, CG_SPARE, UINT64_C(1) << OPT_HOIST},
    {0, CG_SPARE, UINT64_C(1) << OPT_HOIST | UINT64_C(1) << OPT_STREAMS},
    {6, CG_SPARE, UINT64_C(1) << OPT_HOIST | UINT64_C(1) << OPT_STREAMS},
    {10, CG_SPARE, UINT64_C(1) << OPT_HOIST | UINT64_C(1) << OPT_STREAMS},
    {14, CG_SPARE, UINT64_C(1) << OPT_HOIST | UINT64_C(1) << OPT_STREAMS},
    {20, CG_SPARE, UINT64_C(1) << OPT_HOIST | UINT64_C(1) << OPT_STREAMS},
};
enum { RELIEFS = sizeof reliefs / sizeof reliefs[0] };

/* The code of a routine with one of the reliefs; the first gives up nothing, and searches. */
static bool relieved(cg *g, size_t which, rg_routine *out)
{
    static const unsigned all[] = {9, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 18, 29},
                          plain[] = {9, 13, 18, 29};
    static const size_t coarse[] = {3, 10, 12, 13};
    const plan wide = {all, sizeof all / sizeof all[0], true, coarse,
                       sizeof coarse / sizeof coarse[0]},
               few = {plain, sizeof plain / sizeof plain[0], false, NULL, 0};

    g->given_up = reliefs[which].given_up;
    g->stingy = reliefs[which].stingy;
    g->spare = reliefs[which].spare;
    return best_of(g, which == 0 && cg_on(g, OPT_REGISTERS) ? &wide : &few, out);
}

/* Expressions that need more temporaries take registers from the variables. Then less is held over
 * loops. Then the parts of deep values are given back and computed again for each use. Then nothing
 * is held over loops. At last there are no streams. Where most divisions of the registers fail,
 * mild reliefs are tried beside the one that does not, and the cheapest code wins. */
static void routine(cg *g, const ir_routine *r, rg_routine *out)
{
    const size_t begin = cg_here(g), fixes = g->fix_count;
    size_t best = SIZE_MAX, chosen = RELIEFS, last = RELIEFS;

    g->routine = r;
    g->own_fixes = fixes;
    g->scope_base = g->scope_count;
    for (size_t i = 0; i < RELIEFS && (i < MILD || chosen == RELIEFS); i++) {
        g->buffer.count = begin;
        g->fix_count = fixes;
        last = i;
        if (relieved(g, i, out)) {
            chosen = g->price < best ? i : chosen;
            best = g->price < best ? g->price : best;
            if (i == 0 && !g->starved)
                return;
        } else if (cg_is_fault(g) || (chosen == RELIEFS && g->reason != RG_CODEGEN_NO_REGISTERS))
            return;
    }
    if (chosen == RELIEFS || chosen == last)
        return;
    g->buffer.count = begin;
    g->fix_count = fixes;
    relieved(g, chosen, out);
}

/* ---- object ---- */

static bool copy_params(const ir_routine *r, rg_routine *out)
{
    out->params = calloc(r->param_count + 1, sizeof *out->params);
    if (!out->params)
        return false;
    out->param_count = r->param_count;
    for (size_t i = 0; i < r->param_count; i++) {
        const ir_var *v = r->vars[i];
        out->params[i] = (rg_param){.name = strdup(v->name),
                                    .levels = strdup(v->levels ? v->levels : ""),
                                    .base = ir_var_type(v),
                                    .rank = v->rank,
                                    .keyword = v->keyword,
                                    .has_default = v->has_default,
                                    .required = v->required,
                                    .default_raw = v->default_raw};
        if (!out->params[i].name || !out->params[i].levels)
            return false;
    }
    return true;
}

static bool copy_module(cg *g, rg_object *object)
{
    const ir_module *m = g->module;
    size_t count = 0;

    for (const ir_routine *r = m->routines; r; r = r->next)
        count++;
    object->files = calloc(m->file_count + 1, sizeof *object->files);
    object->routines = calloc(count + 1, sizeof *object->routines);
    if (!object->files || !object->routines)
        return false;
    for (size_t i = 0; i < m->file_count; i++, object->file_count++)
        if (!(object->files[i] = strdup(m->files[i])))
            return false;
    object->texts = calloc(m->text_count + 1, sizeof *object->texts);
    for (size_t i = 0; object->texts && i < m->text_count; i++, object->text_count++)
        if (!(object->texts[i] = strdup(m->texts[i])))
            return false;
    if (!object->texts)
        return false;
    for (const ir_routine *r = m->routines; r; r = r->next) {
        rg_routine *out = &object->routines[object->routine_count++];
        out->name = strdup(r->name);
        out->exported = r->exported;
        if (!out->name || !copy_params(r, out))
            return false;
    }
    return true;
}

static void name_registers(const cg *g, const rg_object *object)
{
    const ir_routine *r = g->module->routines;

    for (size_t k = 0; r; r = r->next, k++)
        for (size_t v = 0; v < r->param_count && v < CG_ARGS; v++)
            object->routines[k].params[v].reg = cg_comes_in(g, r, v);
}

static rg_routine *made_of(const cg *g, rg_object *object, const ir_routine *r)
{
    return &object->routines[cg_called(g, r)->place];
}

static void resolve_calls(cg *g, rg_object *object)
{
    for (size_t i = 0; i < g->fix_count && !g->failed; i++) {
        const ir_routine *r = g->fixes[i].target;
        cg_aim(g, g->fixes[i].index, made_of(g, object, r)->entry);
    }
}

static void finish(cg *g, rg_object *object)
{
    object->xlen = g->module->xlen;
    object->frac = g->module->frac;
    object->wide = g->module->wide;
    object->code = g->buffer.code;
    object->lines = g->buffer.lines;
    object->code_count = g->buffer.count;
    object->names = g->names;
    object->name_count = g->name_count;
    g->buffer = (rg_buffer){0};
    g->names = NULL;
    g->name_count = 0;
}

static void one_routine(cg *g, const ir_routine *r, rg_routine *made)
{
    const bool known = cg_memo_take(g, r, made);

    if (!known) {
        routine(g, r, made);
        improve(g, made);
    }
    if (g->failed)
        return;
    cg_sum_up(g, made);
    if (!known)
        cg_memo_keep(g, made);
}

/* Again with more registers saved, until no routine uses what another one holds over a call of it.
 */
static void all_routines(cg *g, rg_object *out)
{
    for (unsigned round = 0; !g->failed; round++) {
        cg_forget_votes(g);
        g->buffer.count = g->fix_count = g->scope_count = 0;
        for (size_t i = 0; i < g->calls.count && !g->failed; i++)
            one_routine(g, g->calls.order[i], made_of(g, out, g->calls.order[i]));
        if (!cg_next_round(g, round))
            return;
    }
}

/* With what the routines use that are called, once that is settled. */
static void verify_calls(cg *g, rg_object *out)
{
    g->own_fixes = 0;
    for (size_t i = 0; i < g->calls.count && !g->failed; i++) {
        g->routine = g->calls.order[i];
        cg_verify(g, made_of(g, out, g->routine), "saves", CG_VERIFY_CALLS);
    }
}

rg_codegen_result rg_codegen(const ir_module *module, const rg_codegen_options *options,
                             rg_object **object, ir_diagnostic *diagnostic)
{
    cg g = {.module = module, .diagnostic = diagnostic, .unit = cg_default_unit()};
    rg_object *out = calloc(1, sizeof *out);

    *object = NULL;
    *diagnostic = (ir_diagnostic){0};
    if (options)
        g.options = *options;
    if (opt_off(g.options.off, OPT_REGISTERS))
        /* it chooses among the registers that the other one frees */
        g.options.off |= UINT64_C(1) << OPT_SAVES;
    g.scratch = ir_module_new(module->xlen, module->frac);
    if (g.scratch)
        g.scratch->wide = module->wide;
    g.solutions = cg_solutions_new();
    g.memo = cg_memo_new(module);
    if (!out || !g.scratch || !g.solutions || !g.memo || !copy_module(&g, out))
        cg_fail(&g, (ir_loc){0, 0, 0}, "R0712", "out of memory");
    else if (!ir_validate(module, diagnostic)) {
        g.failed = true;
        g.reason = RG_CODEGEN_REFUSED;
    }
    if (!g.failed && cg_survey_module(&g))
        cg_settle(&g, out, all_routines);
    if (!g.failed)
        name_registers(&g, out);
    if (!g.failed)
        verify_calls(&g, out);
    if (!g.failed)
        resolve_calls(&g, out);
    if (!g.failed && (g.scope_failed || !cg_find_places(&g, out, cg_name_of)))
        cg_fail(&g, (ir_loc){0, 0, 0}, "R0712", "out of memory");
    if (!g.failed)
        finish(&g, out);
    rg_buffer_free(&g.buffer);
    for (size_t i = 0; i < g.name_count; i++)
        free(g.names[i]);
    free(g.names);
    free(g.fixes);
    free(g.scopes);
    free(g.callees);
    free(g.summaries);
    free(g.solutions);
    cg_memo_free(g.memo);
    ir_free_calls(&g.calls);
    ir_module_free(g.scratch);
    if (g.failed)
        rg_object_free(out);
    else
        *object = out;
    return g.failed ? g.reason : RG_CODEGEN_MADE;
}
