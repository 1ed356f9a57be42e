/* choose_erase.c: what an ancilla costs to erase instead of uncomputing it, and the erasure where
 * that is less. */
#include "compiler/opt/choose_internal.h"

/* ---- what may be left out of an uncomputation ---- */

/* Variables of the routine by id: chosen to be erased. */
typedef struct {
    const ir_stmt *body;
    const bool *erased;
} selection;

static bool writes_only_erased(const opt_chooser *c, const selection *sel, const ir_stmt *s)
{
    bool any = false;

    for (size_t v = 0; v < c->r->var_count; v++)
        if (opt_stmt_use(sel->body, s, c->r->vars[v]) & OPT_WRITE) {
            if (!sel->erased[v])
                return false;
            any = true;
        }
    return any;
}

static bool droppable(const opt_chooser *c, const selection *sel, const ir_stmt *s)
{
    return opt_quiet_alone(s) && writes_only_erased(c, sel, s);
}

/* What stays to be uncomputed touches no erased variable, and reads none that changed afterwards.
 */
static bool legal(const opt_chooser *c, const selection *sel)
{
    for (const ir_stmt *s = sel->body; s; s = s->next) {
        if (droppable(c, sel, s))
            continue;
        for (size_t v = 0; v < c->r->var_count; v++) {
            unsigned use = sel->erased[v] ? opt_stmt_use(sel->body, s, c->r->vars[v]) : 0;
            if (use & OPT_WRITE)
                return false;
            for (const ir_stmt *later = s->next; use && later; later = later->next)
                if (opt_stmt_use(sel->body, later, c->r->vars[v]) & OPT_WRITE)
                    return false;
        }
    }
    return true;
}

static opt_cost saved(const opt_chooser *c, const selection *sel)
{
    opt_cost cost = {0, 0};

    for (const ir_stmt *s = sel->body; s; s = s->next)
        if (droppable(c, sel, s)) {
            opt_cost one = opt_least_cost_of(c->prices, s);
            cost.instructions += one.instructions;
            cost.joules += one.joules;
        }
    return cost;
}

/* ---- @routine blocks ---- */

/* The body without what is droppable, inverted, then the erasures. */
static ir_stmt *partly_undone(opt_chooser *c, const selection *sel, ir_loc loc)
{
    opt_copier copier = {.m = c->m, .first_block = ir_block_ids(c->r->body)};
    ir_stmt *copy = opt_copy_list(&copier, sel->body), *kept = NULL, **end = &kept;
    const ir_stmt *original = sel->body;

    for (ir_stmt *s = copy, *next; s; s = next, original = original->next) {
        next = s->next;
        s->next = NULL;
        if (droppable(c, sel, original))
            continue;
        *end = s;
        end = &s->next;
    }
    ir_stmt *list = ir_invert(c->m, kept);
    for (ir_stmt *s = list; s; s = s->next)
        s->decided = true;
    for (size_t v = 0; v < c->r->var_count; v++)
        if (sel->erased[v]) {
            ir_stmt *free = ir_free(c->m, loc, c->r->vars[v], NULL);
            if (!free)
                return list;
            free->erase = true;
            list = ir_append(list, free);
        }
    return list;
}

void opt_erase_in_block(opt_chooser *c, ir_stmt *block, ir_stmt **undo, bool *erased)
{
    selection sel = {block->body, erased};
    size_t chosen = 0;
    opt_cost before = {0, 0};

    for (size_t v = c->r->var_count;
         v-- > 0 && !c->m->out_of_memory;) { /* last first: what reads an ancilla goes before it */
        const ir_var *var = c->r->vars[v];
        if (var->rank > 0 || v < c->r->param_count || !opt_born_here(block->body, var)
            || !opt_alive_after(block->body, var))
            continue;
        erased[v] = true;
        opt_cost with = saved(c, &sel);
        const opt_cost own = {with.instructions - before.instructions, with.joules - before.joules};
        const double price = opt_erase_cost(c->prices, chosen == 0);
        bool possible = legal(c, &sel);
        opt_choice *choice = opt_record(c, block->loc, var->name, own);
        if (!choice)
            return;
        if (possible && c->prices->may_erase && !c->backward)
            choice->erase_J = price;
        opt_why(choice, !c->prices->may_erase ? "erasing: the program is to run backward"
                        : c->backward ? "erasing: the program runs this routine backward too"
                        : !possible   ? "erasing: what is still to be uncomputed needs it"
                                      : "");
        if (choice->erase_J >= 0 && price < own.joules) {
            choice->fate = OPT_ERASE;
            before = with;
            chosen++;
        } else {
            erased[v] = false;
        }
    }
    if (chosen == 0)
        return;
    ir_stmt *rest = (*undo)->next, *undone = partly_undone(c, &sel, (*undo)->loc);
    if (c->m->out_of_memory)
        return;
    *undo = ir_append(undone, rest);
    block->kind = IR_BLOCK;
}

/* ---- ancillas freed against an expression ---- */

void opt_erase_freed(opt_chooser *c, ir_stmt *s)
{
    opt_cost uncompute = opt_operation_cost(c->prices, s->expr);
    opt_choice *choice = opt_record(c, s->loc, s->var->name, uncompute);

    if (!choice)
        return;
    if (c->prices->may_erase && !c->backward)
        choice->erase_J = opt_erase_cost(c->prices, true);
    else
        opt_why(choice, !c->prices->may_erase
                            ? "erasing: the program is to run backward"
                            : "erasing: the program runs this routine backward too");
    if (choice->erase_J >= 0 && choice->erase_J < uncompute.joules) {
        choice->fate = OPT_ERASE;
        s->expr = NULL;
        s->erase = true;
    }
}
