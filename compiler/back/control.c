/* control.c: if, while, for and @routine blocks. */
#include <stdlib.h>
#include <string.h>

#include "cg.h"

#include "compiler/opt/opt_internal.h"
#include "ownership.h"

enum { LONGEST_IN_LOOP = 60 };

/* ---- conditions ---- */

/* A condition at a split or a landing. A branch tests comparisons of registers by itself. Any other
 * condition is a temporary that is known to be 1 on one side and 0 on the other, so it costs one
 * instruction to clear. */
typedef struct {
    const ir_expr *expr;
    cg_compare compare;
    bool computed;
    rg_role role;
} condition;

static condition condition_of(cg *g, const ir_expr *e, rg_role role)
{
    condition c = {.expr = e, .role = role};

    if (!cg_simple(g, e, &c.compare)) {
        uint8_t t = cg_temp(g, e->loc);
        cg_free_temp(g, t);
        c.computed = true;
        c.compare = (cg_compare){.cond = RG_COND_NE, .d = t, .immediate = true};
    }
    return c;
}

/* The temporary gets the condition, or is cleared of it. */
static void compute(cg *g, const condition *c, enum rg_mode mode)
{
    cg_at(g, c->expr->loc, c->role, NULL);
    if (!c->computed)
        return;
    g->temps &= ~(UINT32_C(1) << c->compare.d);
    cg_assign(g, c->compare.d, mode, c->expr);
    cg_free_temp(g, c->compare.d);
}

/* Where the condition is known to hold. */
static void known_true(cg *g, const condition *c, enum rg_mode mode)
{
    cg_at(g, c->expr->loc, c->role, NULL);
    if (c->computed)
        cg_op(g, RG_OP_MOV, mode, c->compare.d, 0, cg_imm(1));
}

/* Without an else the split and the landing are one pair. A computed condition stays where it is
 * over a body that leaves the temporaries alone. */
static void if_alone(cg *g, const ir_stmt *s, condition pre, condition post, cg_body *body)
{
    const bool stays = pre.computed && post.computed && !g->frugal && !cg_holds_control(g, s->body);

    compute(g, &pre, RG_MODE_SET);
    if (stays)
        g->temps &= ~(UINT32_C(1) << pre.compare.d);
    size_t split = cg_branch(g, cg_not(pre.compare), false);
    if (!stays)
        known_true(g, &pre, RG_MODE_UNSET);
    cg_then(g, s, body);
    if (!stays)
        known_true(g, &post, RG_MODE_SET);
    if (stays)
        cg_free_temp(g, pre.compare.d);
    cg_at(g, post.expr->loc, RG_ROLE_IF_POST, NULL);
    cg_link(g, split, cg_branch(g, cg_not(post.compare), true));
    compute(g, &post, RG_MODE_UNSET);
}

void cg_if(cg *g, const ir_stmt *s, cg_body *body)
{
    condition pre = condition_of(g, s->pre, RG_ROLE_IF_PRE);
    condition post = condition_of(g, s->post ? s->post : s->pre, RG_ROLE_IF_POST);

    if (pre.computed && post.computed && (cg_held_if(g, s, body) || cg_counted_if(g, s, body)))
        return;
    if (!s->other && pre.computed == post.computed && cg_on(g, OPT_BLOCKS)) {
        if_alone(g, s, pre, post, body);
        return;
    }
    compute(g, &pre, RG_MODE_SET);
    size_t split = cg_branch(g, cg_not(pre.compare), false);
    known_true(g, &pre, RG_MODE_UNSET);
    cg_then(g, s, body);
    known_true(g, &post, RG_MODE_SET);
    size_t over = cg_jump(g, false);
    cg_at(g, s->pre->loc, RG_ROLE_IF_PRE, NULL);
    cg_link(g, split, cg_jump(g, true));
    body(g, s->other);
    cg_at(g, post.expr->loc, RG_ROLE_IF_POST, NULL);
    cg_link(g, over, cg_branch(g, post.compare, true));
    compute(g, &post, RG_MODE_UNSET);
}

void cg_while(cg *g, const ir_stmt *s, cg_body *body)
{
    condition pre = condition_of(g, s->pre, RG_ROLE_WHILE_PRE);
    condition post = condition_of(g, s->post, RG_ROLE_WHILE_POST);

    cg_at(g, s->post->loc, RG_ROLE_WHILE_POST, NULL);
    size_t start = cg_branch(g, post.compare, true);
    compute(g, &post, RG_MODE_UNSET);
    compute(g, &pre, RG_MODE_SET);
    size_t leave = cg_branch(g, cg_not(pre.compare), false);
    known_true(g, &pre, RG_MODE_UNSET);
    body(g, s->body);
    known_true(g, &post, RG_MODE_SET);
    cg_link(g, start, cg_jump(g, false));
    cg_at(g, s->pre->loc, RG_ROLE_WHILE_PRE, NULL);
    cg_link(g, leave, cg_jump(g, true));
}

/* ---- @routine ---- */

static bool straight(const cg *g, const cg_block *block, size_t begin)
{
    for (size_t i = begin; i < g->buffer.count; i++) {
        rg_instruction in;
        if (!rg_decode_any(g->buffer.code[i], g->module->xlen, &in) || !rg_undo(&in)
            || rg_op_lookup(in.op)->class == RG_CLASS_BRANCH
            || rg_op_lookup(in.op)->class == RG_CLASS_LOOP)
            return false;
    }
    /* a ring of its own takes five words more than the body, and four with its link in the frame */
    return g->buffer.count - begin
           <= (!cg_on(g, OPT_BLOCKS) || !block->link_in_frame ? 6 : CG_SMALL_BLOCK);
}

/* The counter of a loop counts upwards in the mirror image, too: it must be for its loop alone. */
static bool counts_only(const cg *g, const cg_words *words, size_t top)
{
    rg_instruction loop, in;

    rg_decode_any(words->code[top], g->module->xlen, &loop);
    const size_t end = top + (size_t)loop.offset;
    for (size_t i = top + 1; i < end && i < words->count; i++)
        if (!rg_decode_any(words->code[i], g->module->xlen, &in) || (cg_named(&in) >> loop.d & 1))
            return false;
    return true;
}

/* Streams have none. */
static bool has_mirror_image(const cg *g, const cg_words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        rg_instruction in;
        if (!rg_decode_any(words->code[i], g->module->xlen, &in)
            || (in.op == RG_OP_FORTOP && !counts_only(g, words, i)) || !rg_undo(&in))
            return false;
    }
    return true;
}

/* In a loop the ring would take seven words in each iteration, so longer blocks stand at both ends
 * there, with branches and loops in them. */
static bool is_short_in_loop(const cg *g, const cg_block *block, const ir_stmt *s)
{
    bool in_loop = false;

    for (size_t i = 0; i < g->loop_count && !in_loop; i++)
        in_loop = opt_holds_stmt(g->loops[i].stmt->body, s);
    return in_loop && !g->line.rare && block->kept.code && block->kept.fix_count == 0
           && cg_on(g, OPT_BLOCKS) && block->kept.count <= LONGEST_IN_LOOP
           && has_mirror_image(g, &block->kept);
}

void cg_forget_blocks(cg *g)
{
    for (size_t i = 0; i < g->block_count; i++) {
        cg_block *b = &g->blocks[i];
        free(b->kept.code);
        free(b->kept.lines);
        free(b->kept.fixes);
        *b = (cg_block){.id = b->id,
                        .body = b->body,
                        .paired = b->paired,
                        .link_slot = b->link_slot,
                        .link = b->link,
                        .link_in_frame = b->link_in_frame};
    }
}

static void keep_words(cg *g, cg_words *kept, size_t begin, size_t fixes)
{
    kept->count = g->buffer.count - begin;
    kept->fix_count = g->fix_count - fixes;
    kept->code = calloc(kept->count + 1, sizeof *kept->code);
    kept->lines = calloc(kept->count + 1, sizeof *kept->lines);
    kept->fixes = calloc(kept->fix_count + 1, sizeof *kept->fixes);
    if (!kept->code || !kept->lines || !kept->fixes) {
        cg_fail(g, g->routine->loc, "R0712", "out of memory");
        return;
    }
    memcpy(kept->code, g->buffer.code + begin, kept->count * sizeof *kept->code);
    memcpy(kept->lines, g->buffer.lines + begin, kept->count * sizeof *kept->lines);
    for (size_t i = 0; i < kept->fix_count; i++) {
        kept->fixes[i] = g->fixes[fixes + i];
        kept->fixes[i].index -= begin;
    }
}

static void put_words(cg *g, const cg_words *kept)
{
    for (size_t i = 0, next = 0; i < kept->count && !g->failed; i++) {
        if (next < kept->fix_count && kept->fixes[next].index == i) {
            cg_add_fix(g, kept->fixes[next].kind, kept->fixes[next].target, kept->fixes[next].loc);
            next++;
        }
        rg_buffer_add(&g->buffer, kept->code[i], kept->lines[i]);
    }
    if (g->buffer.failed)
        cg_fail(g, g->routine->loc, "R0712", "out of memory");
}

/* Emit the body once, to see whether it is short and straight, and to have its words where it is
 * undone in the same list. */
static void decide(cg *g, cg_block *block, const ir_stmt *s, cg_body *body)
{
    size_t begin = cg_here(g), fixes = g->fix_count;

    block->decided = true;
    body(g, block->body);
    if (g->failed)
        return;
    if (block->paired && cg_on(g, OPT_FOLD))
        keep_words(g, &block->kept, begin, fixes);
    const bool few = straight(g, block, begin);
    block->is_inline = few || is_short_in_loop(g, block, s);
    if (few) {
        block->length = (unsigned)(g->buffer.count - begin);
        memcpy(block->words, g->buffer.code + begin, block->length * sizeof *block->words);
        memcpy(block->lines, g->buffer.lines + begin, block->length * sizeof *block->lines);
    }
    g->buffer.count = begin;
    g->fix_count = fixes;
}

/* What a list allocates, at any depth, is alive no more once it is undone. */
static void bury(cg *g, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_ALLOC)
            g->alive[s->var->id] = false;
        bury(g, s->body);
        bury(g, s->other);
    }
}

void cg_routine_block(cg *g, const ir_stmt *s, cg_body *body)
{
    cg_block *block = cg_block_of(g, s->routine_id);
    bool forward = s->kind == IR_ROUTINE;

    if (!block) {
        cg_fail(g, s->loc, "R0731", "~@routine without its @routine");
        return;
    }
    if (!block->decided) {
        block->scope = g->scope;
        decide(g, block, s, body);
    }
    if (g->failed)
        return;
    if (!forward)
        bury(g, block->body);
    if (block->is_inline) {
        size_t begin = cg_here(g);
        for (unsigned i = 0; i < block->length; i++)
            rg_buffer_add(&g->buffer, block->words[i], block->lines[i]);
        if (block->length == 0)
            put_words(g, &block->kept);
        if (g->buffer.failed)
            cg_fail(g, s->loc, "R0712", "out of memory");
        else if (!forward)
            cg_turn(g, begin);
        return;
    }
    block->queued = true;
    cg_at(g, s->loc, RG_ROLE_CALL, NULL);
    cg_add_fix(g, CG_FIX_BLOCK, block, s->loc);
    cg_emit(g, (rg_instruction){.op = forward ? RG_OP_CALL : RG_OP_UNCALL, .offset = 1});
}

/* A block is a ring with an entry of its own; what it calls needs the link register, so the link
 * goes to the frame. */
static void emit_block(cg *g, cg_block *block, cg_body *body)
{
    ir_loc loc = block->body ? block->body->loc : g->routine->loc;

    block->emitted = true;
    g->scope = g->line.scope = block->scope;
    cg_at(g, loc, RG_ROLE_FRAME, NULL);
    size_t top = cg_jump(g, true);
    block->entry = (uint32_t)cg_here(g);
    cg_r1(g, RG_OP_PORTAL, block->link);
    if (block->link_in_frame)
        cg_mem(g, RG_OP_EXCH, 0, CG_LR, cg_slot(g, block->link_slot));
    if (block->kept.code)
        put_words(g, &block->kept);
    else
        body(g, block->body);
    g->line.scope = block->scope;
    cg_at(g, loc, RG_ROLE_FRAME, NULL);
    if (block->link_in_frame)
        cg_mem(g, RG_OP_EXCH, 0, CG_LR, cg_slot(g, block->link_slot));
    cg_link(g, top, cg_jump(g, false));
}

void cg_emit_blocks(cg *g, cg_body *body)
{
    for (bool again = true; again && !g->failed;) {
        again = false;
        for (size_t i = 0; i < g->block_count && !g->failed; i++)
            if (g->blocks[i].queued && !g->blocks[i].emitted) {
                emit_block(g, &g->blocks[i], body);
                again = true;
            }
    }
}
