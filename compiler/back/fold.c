/* fold.c: straight code that a routine contains together with its mirror image is placed once, as a
 * ring of its own: `call` runs it, `uncall` undoes it. Works on the words of a finished routine. */
#include <stdlib.h>
#include <string.h>

#include "cg.h"
#include "ownership.h"

/* A ring takes two calls, a portal and two jumps: blocks of so many words are worth it outside of
 * loops and in them. The calls take time, so blocks in loops are longer, and those in routines that
 * call no others. */
enum {
    RING = 5,
    SHORTEST = 8,
    SHORTEST_IN_LEAF = 60,
    SHORTEST_IN_LOOP = 120,
    REACH = 600,
    LONGEST = 4000,
    MOST_FOLDS = 40,
    LEVELS = 3
};

static const size_t NONE = SIZE_MAX;

typedef struct {
    rg_instruction in;
    rg_line line;
    size_t target, fix;
    unsigned loops, depth, level;
    bool settled;
    uint32_t code, inverse;
} node;
typedef struct {
    cg *g;
    node *nodes;
    size_t count, entry;
    bool calls;
    size_t *place;
    uint8_t links[LEVELS];
    uint32_t *zero; /* registers that are zero before each word; NULL: not known yet */
} folder;           /* level: rings made here that a word is in; each level has a link of its own */
typedef struct {
    size_t left, right, length;
    uint8_t link;
} pair; /* words [left - length, left) and their mirror image [right, right + length) */

static bool leaves(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);

    return cg_is_call(in) || in->op == RG_OP_CALLX || in->op == RG_OP_UNCALLX
           || in->op == RG_OP_PORTAL || (info->class == RG_CLASS_SYS);
}

/* ---- in and out ---- */

static bool closes_loop(const node *n, size_t i)
{
    return n->target != NONE && n->target < i
           && (n->in.op == RG_OP_FOREND
               || (n->in.op == RG_OP_BRAS && n->line.role != RG_ROLE_FRAME));
}

/* In how many loops each word is, the loops that call its ring included. */
static void measure_depth(folder *f)
{
    for (size_t i = 0; i < f->count; i++)
        f->nodes[i].loops = 0;
    for (size_t i = 0; i < f->count; i++)
        for (size_t k = f->nodes[i].target; closes_loop(&f->nodes[i], i) && k <= i; k++)
            f->nodes[k].loops++;
    for (size_t i = 0; i < f->count; i++)
        f->nodes[i].depth = f->nodes[i].loops;
    for (unsigned round = 0; round < 3; round++)
        for (size_t i = 0; i < f->count; i++) {
            const node *n = &f->nodes[i];
            if (!cg_is_call(&n->in) || n->target == NONE)
                continue;
            for (size_t k = n->target; k < f->nodes[n->target - 1].target; k++)
                if (f->nodes[k].depth < f->nodes[k].loops + n->depth)
                    f->nodes[k].depth = f->nodes[k].loops + n->depth;
        }
}

static bool take_node(folder *f, size_t begin, size_t i)
{
    cg *g = f->g;
    node *n = &f->nodes[i];

    *n = (node){.line = g->buffer.lines[begin + i],
                .target = NONE,
                .fix = NONE,
                .code = g->buffer.code[begin + i]};
    if (!rg_decode_any(n->code, g->module->xlen, &n->in))
        return false;
    for (size_t k = g->own_fixes; k < g->fix_count; k++)
        if (g->fixes[k].index == begin + i)
            n->fix = k;
    if (rg_has_target(&n->in) && n->fix == NONE)
        n->target = (size_t)((int64_t)i + n->in.offset);
    rg_instruction inverse = n->in;
    if (!leaves(&n->in) && rg_undo(&inverse))
        rg_encode(&inverse, g->module->xlen, &n->inverse);
    return true;
}

static bool give_back(folder *f, rg_routine *out)
{
    cg *g = f->g;

    g->buffer.count = out->begin;
    for (size_t i = 0; i < f->count; i++) {
        node *n = &f->nodes[i];
        uint32_t word = 0;
        if (n->target != NONE)
            n->in.offset = (int32_t)((int64_t)n->target - (int64_t)i);
        if (!rg_encode(&n->in, g->module->xlen, &word))
            return cg_too_far(g, g->routine->loc,
                              "the body is too long for a jump over it; move a part of it to a "
                              "function of its own");
        if (n->fix != NONE)
            g->fixes[n->fix].index = g->buffer.count;
        rg_buffer_add(&g->buffer, word, n->line);
    }
    if (g->buffer.failed)
        return cg_fail(g, g->routine->loc, "R0712", "out of memory");
    out->entry = (uint32_t)(out->begin + f->entry);
    out->end = (uint32_t)g->buffer.count;
    return true;
}

/* ---- finding ---- */

static uint16_t inverse_role(uint16_t role)
{
    return role == RG_ROLE_ALLOC ? RG_ROLE_FREE : role == RG_ROLE_FREE ? RG_ROLE_ALLOC : role;
}

/* A trap in either is reported in the same words. */
static bool same_line(const rg_line *a, const rg_line *b)
{
    return a->file == b->file && a->line == b->line && a->column == b->column && a->name == b->name
           && (a->role == b->role || a->role == inverse_role(b->role));
}

static bool mirrored(const node *a, const node *b)
{
    return a->inverse && a->inverse == b->code && same_line(&a->line, &b->line);
}

/* The longest block with all its jumps within it that ends before `left` and whose mirror image
 * begins at `right`. */
static size_t length_of(const folder *f, size_t left, size_t right)
{
    size_t best = 0, low = left;

    for (size_t t = 1; t <= left && right + t <= f->count; t++) {
        const node *n = &f->nodes[left - t];
        if (left - t == f->entry || !mirrored(n, &f->nodes[right + t - 1]))
            break;
        if (n->target != NONE && n->target >= left)
            break;
        if (n->target != NONE && n->target < low)
            low = n->target;
        if (low >= left - t)
            best = t;
    }
    return best;
}

static bool worth_it(const folder *f, const pair *p)
{
    unsigned depth = UINT32_MAX;

    for (size_t i = p->left - p->length; i < p->left; i++)
        depth = f->nodes[i].depth < depth ? f->nodes[i].depth : depth;
    return p->length >= (depth ? SHORTEST_IN_LOOP : f->calls ? SHORTEST : SHORTEST_IN_LEAF);
}

static uint32_t parameters(const cg *g) { return cg_parameters(g, g->routine); }

static uint32_t named_in(const folder *f, size_t begin, size_t end)
{
    uint32_t mask = 0;

    for (size_t i = begin; i < end; i++)
        mask |= cg_named(&f->nodes[i].in);
    return mask;
}

/* The registers that are zero before each word of the routine as it is now. */
static const uint32_t *zeros_of(folder *f)
{
    cg_owned w = {.count = f->count,
                  .entry = f->entry,
                  .in = calloc(f->count + 1, sizeof *w.in),
                  .callee = calloc(f->count + 1, sizeof *w.callee)};

    for (size_t i = 0; !f->zero && w.in && w.callee && i < f->count; i++) {
        const node *n = &f->nodes[i];
        w.in[i] = n->in;
        if (n->target != NONE)
            w.in[i].offset = (int32_t)((int64_t)n->target - (int64_t)i);
        if (n->fix != NONE)
            w.callee[i] = f->g->fixes[n->fix].target;
    }
    if (!f->zero && w.in && w.callee)
        f->zero = cg_zero_registers(f->g, &w);
    free(w.in);
    free(w.callee);
    return f->zero;
}

/* What makes the frame, or whatever else stands at the entry: the routine has more registers there
 * than those that it never uses. One that is zero at both calls will do. Not where the routine
 * calls itself, for that would take time in every iteration. */
static uint8_t frame_link(folder *f, const pair *p)
{
    const cg *g = f->g;
    const size_t first = p->left - p->length;
    const uint32_t used = (named_in(f, 0, f->count) | cg_used_by_calls(g))
                          & ~named_in(f, first, p->left) & ~parameters(g) & ~cg_keeps(g)
                          & ~(UINT32_C(1) << g->link) & (CG_SCRATCH | CG_PRESERVED);

    if (first != f->entry + 1 || p->length < (f->calls ? SHORTEST : SHORTEST_IN_LEAF)
        || cg_keeps(g) == CG_PRESERVED || cg_called(g, g->routine)->calls_itself)
        return 0;
    const uint32_t *zero = zeros_of(f);
    const uint32_t free_at_both = zero ? used & zero[first] & zero[p->right] : 0;
    for (unsigned r = CG_FP; r > 0; r--)
        if (free_at_both >> r & 1)
            return (uint8_t)r;
    return 0;
}

/* The register that can link a ring for both; 0: none. A ring has one link, so both are in rings of
 * the same level. */
static uint8_t link_of(folder *f, const pair *p)
{
    const unsigned level = f->nodes[p->left - 1].level;

    if (level != f->nodes[p->right].level || level >= LEVELS)
        return 0;
    return f->links[level] ? f->links[level] : frame_link(f, p);
}

/* Could the block be longer than that? The first word beyond tells, and spares the others. */
static bool may_exceed(const folder *f, size_t left, size_t right, size_t length)
{
    return left > length && right + length < f->count
           && mirrored(&f->nodes[left - length - 1], &f->nodes[right + length]);
}

static bool find(folder *f, pair *best)
{
    *best = (pair){0};
    for (size_t left = 1; left < f->count; left++)
        for (size_t right = left;
             right < f->count && (right - left < REACH || left < CG_MAX_SLOTS / 10); right++) {
            if (!mirrored(&f->nodes[left - 1], &f->nodes[right])
                || !may_exceed(f, left, right, best->length))
                continue;
            pair p = {left, right, length_of(f, left, right), 0};
            if (p.length <= best->length || !worth_it(f, &p))
                continue;
            p.link = link_of(f, &p);
            if (p.link)
                *best = p;
        }
    return best->length > 0;
}

/* ---- folding ---- */

static node made(rg_instruction in, rg_line line, size_t target, unsigned level)
{
    return (node){
        .in = in, .line = line, .target = target, .fix = NONE, .level = level, .settled = true};
}

static bool fold(folder *f, const pair *p)
{
    const size_t first = p->left - p->length, count = f->count - 2 * p->length + 2 + 3 + p->length;
    const size_t ring = count - p->length - 3;
    node *nodes = calloc(count, sizeof *nodes);
    const unsigned level = f->nodes[first].level;
    size_t next = 0;
    rg_line line = f->nodes[first].line, frame = line;

    if (!nodes)
        return cg_fail(f->g, f->g->routine->loc, "R0712", "out of memory");
    line.role = RG_ROLE_CALL;
    line.name = 0;
    frame.role = RG_ROLE_FRAME;
    frame.name = 0;
    for (size_t i = 0; i < f->count; i++) {
        f->place[i] = next;
        if (i == first || i == p->right)
            nodes[next++] = made((rg_instruction){.op = i == first ? RG_OP_CALL : RG_OP_UNCALL},
                                 line, ring + 1, level);
        if (i >= first && i < p->left)
            f->place[i] = ring + 2 + (i - first);
        else if (i < p->right || i >= p->right + p->length)
            nodes[next++] = f->nodes[i];
    }
    nodes[next++] = made((rg_instruction){.op = RG_OP_BRAL}, frame, count - 1, level + 1);
    nodes[next++] =
        made((rg_instruction){.op = RG_OP_PORTAL, .d = p->link}, frame, NONE, level + 1);
    memcpy(nodes + next, f->nodes + first, p->length * sizeof *nodes);
    for (size_t i = 0; i < p->length; i++)
        nodes[next + i].level = level + 1;
    next += p->length;
    nodes[next++] = made((rg_instruction){.op = RG_OP_BRAS}, frame, ring, level + 1);
    for (size_t i = 0; i < count; i++) {
        if (nodes[i].target != NONE && !nodes[i].settled)
            nodes[i].target = f->place[nodes[i].target];
        nodes[i].settled = false;
    }
    f->entry = f->place[f->entry];
    free(f->nodes);
    free(f->zero);
    f->zero = NULL;
    f->nodes = nodes;
    f->count = count;
    return true;
}

/* Registers that are zero all through the routine. What it calls may use them: no ring made here
 * calls a routine. */
static void spare_registers(folder *f)
{
    const cg *g = f->g;
    const uint32_t taken = cg_keeps(g) | parameters(g) | named_in(f, 0, f->count);
    unsigned count = 0;

    for (unsigned r = CG_FP; r > 0 && count < LEVELS; r--)
        if (!(taken >> r & 1))
            f->links[count++] = (uint8_t)r;
}

void cg_fold(cg *g, rg_routine *out)
{
    folder f = {.g = g, .count = out->end - out->begin, .entry = out->entry - out->begin};
    pair p;
    bool good = true, changed = false;

    if (f.count > LONGEST)
        return;
    f.nodes = calloc(f.count + 1, sizeof *f.nodes);
    f.place = calloc(f.count + MOST_FOLDS * RING + 1, sizeof *f.place);
    if (!f.nodes || !f.place)
        good = cg_fail(g, g->routine->loc, "R0712", "out of memory");
    for (size_t i = 0; i < f.count && good; i++) {
        good = take_node(&f, out->begin, i);
        f.calls = f.calls || f.nodes[i].fix != NONE;
    }
    if (good)
        spare_registers(&f);
    for (unsigned i = 0; i < MOST_FOLDS && good; i++) {
        measure_depth(&f);
        if (!find(&f, &p))
            break;
        good = fold(&f, &p);
        changed = good;
    }
    if (changed && good)
        give_back(&f, out);
    free(f.nodes);
    free(f.place);
    free(f.zero);
}
