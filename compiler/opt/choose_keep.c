/* choose_keep.c: a block that computes the same in every iteration of a loop runs once before it
 * and is undone after it, where that costs less. */
#include "compiler/opt/choose_internal.h"

#include <stdio.h>

static unsigned words_of(const opt_chooser *c, const ir_stmt *body)
{
    unsigned words = 0;

    for (size_t v = 0; v < c->r->var_count; v++)
        words += opt_born_here(body, c->r->vars[v]) && opt_alive_after(body, c->r->vars[v]);
    return words;
}

/* Does the block compute the same in every iteration? The rest of the loop changes nothing that it
 * uses. */
static bool invariant(const opt_chooser *c, const ir_stmt *loop, const ir_stmt *block)
{
    if (!opt_quiet(block->body) || opt_list_use(loop->body, block->body, loop->var))
        return false;
    for (size_t v = 0; v < c->r->var_count; v++) {
        const ir_var *var = c->r->vars[v];
        if (!opt_list_use(loop->body, block->body, var))
            continue;
        if (!opt_born_here(block->body, var)
            && (opt_list_use(loop->body, block->body, var) & OPT_WRITE))
            return false;
        for (const ir_stmt *s = loop->body; s; s = s->next)
            if (s != block && !(s->kind == IR_UNROUTINE && s->routine_id == block->routine_id)
                && (opt_stmt_use(loop->body, s, var) & OPT_WRITE))
                return false;
    }
    return true;
}

/* if (2 or more iterations): block, loop without it, undo, end; else the loop as it was. Between
 * constants the condition goes. */
static bool lift(opt_chooser *c, ir_stmt **loop_link, ir_stmt *block, bool known)
{
    ir_stmt *loop = *loop_link, *rest = loop->next;
    const ir_stmt plain = *loop;
    opt_copier copier = {.m = c->m, .first_block = ir_block_ids(c->r->body)};
    loop->next = NULL;
    ir_stmt *other = known ? NULL : opt_copy_list(&copier, loop);
    loop->next = rest;
    ir_stmt *undo = ir_unroutine(c->m, block->loc, block->routine_id), **link = &loop->body;
    ir_expr *several = known ? NULL
                             : ir_expr_op(c->m, loop->loc,
                                          plain.step && plain.step->raw < 0 ? RG_OP_GT : RG_OP_LT,
                                          plain.first, plain.last);

    if (!undo || (!known && (!several || !other)))
        return false;
    while (*link)
        if (*link == block
            || ((*link)->kind == IR_UNROUTINE && (*link)->routine_id == block->routine_id))
            *link = (*link)->next;
        else
            link = &(*link)->next;
    block->next = loop;
    loop->next = undo;
    undo->next = NULL;
    if (known) {
        undo->next = rest;
        *loop_link = block;
        return true;
    }
    ir_stmt *guard = ir_if(c->m, plain.loc, several, NULL, block, other);
    if (!guard)
        return false;
    guard->next = rest;
    *loop_link = guard;
    return true;
}

/* A step of one either way, so that first < last means two iterations at least. */
static bool steps_by_one(const ir_stmt *loop)
{
    int64_t step;

    return ir_constant_step(loop, &step) && (step == 1 || step == -1);
}

static bool keep_block(opt_chooser *c, ir_stmt **loop_link, ir_stmt *block)
{
    ir_stmt *loop = *loop_link;
    uint64_t rounds;
    const bool known = opt_rounds(c->prices, loop, &rounds);
    const unsigned words = words_of(c, block->body);
    char name[64];

    if (!opt_only_undo(c, block) || !invariant(c, loop, block) || (!known && !steps_by_one(loop)))
        return false;
    opt_cost once = opt_least_cost(c->prices, block->body),
             all = {once.instructions * 2 * (unsigned)(rounds < 1000000 ? rounds : 1000000),
                    once.joules * 2 * (double)rounds};
    snprintf(name, sizeof name, "@routine (%u words)", words);
    opt_choice *choice = opt_record(c, block->loc, name, all);
    if (!choice)
        return false;
    choice->keep_J = 2 * once.joules + (known ? 0 : 4 * c->prices->instruction[RG_CLASS_BRANCH]);
    if (c->prices->budget != UINT64_MAX && c->choices->kept_words + words > c->prices->budget) {
        opt_why(choice, "keeping: beyond the memory budget");
        choice->keep_J = -1;
        return false;
    }
    if (!known && rounds < 2) {
        opt_why(choice, "keeping: the rounds of the loop are not known; --assume-rounds");
        choice->keep_J = -1;
    }
    if (rounds < 2 || choice->keep_J >= all.joules)
        return false;
    if (!lift(c, loop_link, block, known))
        return false;
    choice->fate = OPT_KEEP;
    c->choices->kept_words += words;
    return true;
}

bool opt_keep_in_loop(opt_chooser *c, ir_stmt **loop_link)
{
    for (ir_stmt *s = (*loop_link)->body; s && !c->m->out_of_memory; s = s->next)
        if (s->kind == IR_ROUTINE && keep_block(c, loop_link, s))
            return true;
    return false;
}
