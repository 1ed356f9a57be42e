/* choose.c: per ancilla, uncompute it, keep it over a loop, or erase it, whichever costs least by the energy model. Uncomputing is priced
 * at its least and the others at their most, so that the choice is never worse by the model than to uncompute. */
#include "compiler/opt/choose.h"

#include "compiler/grow.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/price.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    ir_module *m;
    ir_routine *r;
    const opt_prices *prices;
    opt_choices *choices;
    bool backward;           /* the routine is also run backward */
} chooser;

/* ---- the book of decisions ---- */

static opt_choice *record(chooser *c, ir_loc loc, const char *name, opt_cost uncompute)
{
    opt_choices *all = c->choices;
    opt_choice *bigger = rg_grow(all->list, all->count, &all->capacity, sizeof *bigger);

    if (!bigger) {
        c->m->out_of_memory = true;
        return NULL;
    }
    all->list = bigger;
    opt_choice *one = &all->list[all->count++];
    *one = (opt_choice){.loc = loc, .instructions = uncompute.instructions, .uncompute_J = uncompute.joules, .keep_J = -1, .erase_J = -1};
    snprintf(one->routine, sizeof one->routine, "%s", c->r->name);
    snprintf(one->name, sizeof one->name, "%s", name);
    return one;
}

static void why(opt_choice *choice, const char *text)
{
    if (choice)
        snprintf(choice->why, sizeof choice->why, "%s", text);
}

/* ---- what may be left out of an uncomputation ---- */

/* Statements without effects beyond variables, that cannot print: those whose undoing may be left out. */
static bool quiet(const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        switch (s->kind) {
        case IR_UPDATE: case IR_ALLOC: case IR_FREE: case IR_SWAP: case IR_NEG: case IR_ROL: case IR_ROR: case IR_ROT: case IR_IROT:
        case IR_HADAMARD: case IR_IHADAMARD: case IR_IF: case IR_WHILE: case IR_FOR: case IR_BLOCK: case IR_ASSERT: case IR_ROUTINE: case IR_UNROUTINE:
            break;
        default: return false;
        }
        if (!quiet(s->body) || !quiet(s->other))
            return false;
    }
    return true;
}

/* Variables of the routine by id: chosen to be erased. */
typedef struct { const ir_stmt *body; const bool *erased; } selection;

static bool writes_only_erased(const chooser *c, const selection *sel, const ir_stmt *s)
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

static bool droppable(const chooser *c, const selection *sel, const ir_stmt *s)
{
    ir_stmt alone = *s;
    alone.next = NULL;
    return quiet(&alone) && writes_only_erased(c, sel, s);
}

/* What stays to be uncomputed touches no erased variable, and reads none that changed afterwards. */
static bool legal(const chooser *c, const selection *sel)
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

static opt_cost saved(const chooser *c, const selection *sel)
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

/* The ~@routine of a block in the same list, where it is the only one in the routine; NULL otherwise. */
static ir_stmt **only_undo(const chooser *c, ir_stmt *block)
{
    ir_stmt **found = NULL;

    for (ir_stmt **link = &block->next; *link; link = &(*link)->next)
        if ((*link)->kind == IR_UNROUTINE && (*link)->routine_id == block->routine_id) {
            if (found)
                return NULL;
            found = link;
        }
    return found && opt_count_undone(c->r->body, block->routine_id) == 1 ? found : NULL;
}

static bool born_here(const ir_stmt *body, const ir_var *v)
{
    for (const ir_stmt *s = body; s; s = s->next)
        if (s->kind == IR_ALLOC && s->var == v)
            return true;
    return false;
}

static bool alive_after(const ir_stmt *body, const ir_var *v)
{
    bool alive = false;

    for (const ir_stmt *s = body; s; s = s->next)
        if ((s->kind == IR_ALLOC || s->kind == IR_FREE) && s->var == v)
            alive = s->kind == IR_ALLOC;
    return alive;
}

/* The body without what is droppable, inverted, then the erasures. */
static ir_stmt *partly_undone(chooser *c, const selection *sel, ir_loc loc)
{
    opt_copier copier = {.m = c->m, .first_block = opt_block_ids(c->r->body)};
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

static void erase_in_block(chooser *c, ir_stmt *block, ir_stmt **undo, bool *erased)
{
    selection sel = {block->body, erased};
    size_t chosen = 0;
    opt_cost before = {0, 0};

    for (size_t v = c->r->var_count; v-- > 0 && !c->m->out_of_memory;) { /* last first: what reads an ancilla goes before it */
        const ir_var *var = c->r->vars[v];
        if (var->rank > 0 || v < c->r->param_count || !born_here(block->body, var) || !alive_after(block->body, var))
            continue;
        erased[v] = true;
        opt_cost with = saved(c, &sel);
        const opt_cost own = {with.instructions - before.instructions, with.joules - before.joules};
        const double price = opt_erase_cost(c->prices, chosen == 0);
        bool possible = legal(c, &sel);
        opt_choice *choice = record(c, block->loc, var->name, own);
        if (!choice)
            return;
        if (possible && c->prices->may_erase && !c->backward)
            choice->erase_J = price;
        why(choice, !c->prices->may_erase ? "erasing: the program is to run backward" : c->backward ? "erasing: the program runs this routine backward too"
                   : !possible ? "erasing: what is still to be uncomputed needs it" : "");
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

static void erase_freed(chooser *c, ir_stmt *s)
{
    opt_cost uncompute = opt_operation_cost(c->prices, s->expr);
    opt_choice *choice = record(c, s->loc, s->var->name, uncompute);

    if (!choice)
        return;
    if (c->prices->may_erase && !c->backward)
        choice->erase_J = opt_erase_cost(c->prices, true);
    else
        why(choice, !c->prices->may_erase ? "erasing: the program is to run backward" : "erasing: the program runs this routine backward too");
    if (choice->erase_J >= 0 && choice->erase_J < uncompute.joules) {
        choice->fate = OPT_ERASE;
        s->expr = NULL;
        s->erase = true;
    }
}

/* ---- keeping over a loop ---- */

static unsigned words_of(const chooser *c, const ir_stmt *body)
{
    unsigned words = 0;

    for (size_t v = 0; v < c->r->var_count; v++)
        words += born_here(body, c->r->vars[v]) && alive_after(body, c->r->vars[v]);
    return words;
}

static bool local_to(const ir_stmt *body, const ir_var *v) { return born_here(body, v); }

/* Does the block compute the same in every round? The rest of the loop changes nothing that it uses. */
static bool invariant(const chooser *c, const ir_stmt *loop, const ir_stmt *block)
{
    if (!quiet(block->body) || opt_list_use(loop->body, block->body, loop->var))
        return false;
    for (size_t v = 0; v < c->r->var_count; v++) {
        const ir_var *var = c->r->vars[v];
        if (!opt_list_use(loop->body, block->body, var))
            continue;
        if (!local_to(block->body, var) && (opt_list_use(loop->body, block->body, var) & OPT_WRITE))
            return false;
        for (const ir_stmt *s = loop->body; s; s = s->next)
            if (s != block && !(s->kind == IR_UNROUTINE && s->routine_id == block->routine_id) && (opt_stmt_use(loop->body, s, var) & OPT_WRITE))
                return false;
    }
    return true;
}

/* if (2 or more rounds): block, loop without it, undo, end; else the loop as it was. Between constants the condition goes. */
static bool lift(chooser *c, ir_stmt **loop_link, ir_stmt *block, bool known)
{
    ir_stmt *loop = *loop_link, *rest = loop->next;
    const ir_stmt plain = *loop;
    opt_copier copier = {.m = c->m, .first_block = opt_block_ids(c->r->body)};
    ir_stmt alone = *loop;
    alone.next = NULL;
    ir_stmt *other = known ? NULL : opt_copy_list(&copier, &alone);
    ir_stmt *undo = ir_unroutine(c->m, block->loc, block->routine_id), **link = &loop->body;
    ir_expr *several = known ? NULL : ir_expr_op(c->m, loop->loc, plain.step && plain.step->raw < 0 ? RG_OP_GT : RG_OP_LT, plain.first, plain.last);

    if (!undo || (!known && (!several || !other)))
        return false;
    while (*link)
        if (*link == block || ((*link)->kind == IR_UNROUTINE && (*link)->routine_id == block->routine_id))
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

/* A step of one either way, so that first < last means two rounds at least. */
static bool steps_by_one(const ir_stmt *loop)
{
    int64_t step;

    return ir_constant_step(loop, &step) && (step == 1 || step == -1);
}

static bool keep_block(chooser *c, ir_stmt **loop_link, ir_stmt *block)
{
    ir_stmt *loop = *loop_link;
    uint64_t rounds;
    const bool known = opt_rounds(c->prices, loop, &rounds);
    const unsigned words = words_of(c, block->body);
    char name[64];

    if (!only_undo(c, block) || !invariant(c, loop, block) || (!known && !steps_by_one(loop)))
        return false;
    opt_cost once = opt_least_cost(c->prices, block->body), all = {once.instructions * 2 * (unsigned)(rounds < 1000000 ? rounds : 1000000), once.joules * 2 * (double)rounds};
    snprintf(name, sizeof name, "@routine (%u words)", words);
    opt_choice *choice = record(c, block->loc, name, all);
    if (!choice)
        return false;
    choice->keep_J = 2 * once.joules + (known ? 0 : 4 * c->prices->instruction[RG_CLASS_BRANCH]);
    if (c->prices->budget != UINT64_MAX && c->choices->kept_words + words > c->prices->budget) {
        why(choice, "keeping: beyond the memory budget");
        choice->keep_J = -1;
        return false;
    }
    if (!known && rounds < 2) {
        why(choice, "keeping: the rounds of the loop are not known; --assume-rounds");
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

static bool keep_in_loop(chooser *c, ir_stmt **loop_link)
{
    for (ir_stmt *s = (*loop_link)->body; s && !c->m->out_of_memory; s = s->next)
        if (s->kind == IR_ROUTINE && keep_block(c, loop_link, s))
            return true;
    return false;
}

/* ---- the walk ---- */

static void keep_list(chooser *c, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !c->m->out_of_memory; link = &(*link)->next) {
        keep_list(c, &(*link)->body);
        keep_list(c, &(*link)->other);
        if ((*link)->kind == IR_FOR)
            keep_in_loop(c, link);
    }
}

/* inside: within a block that is undone, where nothing may be erased. */
static void erase_list(chooser *c, ir_stmt **list, bool *erased, bool inside)
{
    for (ir_stmt **link = list; *link && !c->m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link;
        if (s->kind == IR_ROUTINE && !inside) {
            ir_stmt **undo = only_undo(c, s);
            memset(erased, 0, c->r->var_count * sizeof *erased);
            if (undo)
                erase_in_block(c, s, undo, erased);
        } else if (s->kind == IR_FREE && !inside && !s->erase && !s->decided && !opt_is_zero(s->expr)) {
            erase_freed(c, s);
        }
        erase_list(c, &s->body, erased, inside || s->kind == IR_ROUTINE);
        erase_list(c, &s->other, erased, inside);
    }
}

bool opt_choose(ir_module *m, const opt_prices *prices, opt_choices *choices)
{
    bool *backward = ir_run_backward(m);

    for (ir_routine *r = m->routines; backward && r && !m->out_of_memory; r = r->next) {
        chooser c = {m, r, prices, choices, backward[r->index] || r->reversible};
        bool *erased = calloc(r->var_count + 1, sizeof *erased);
        if (!erased)
            m->out_of_memory = true;
        keep_list(&c, &r->body);
        if (erased && !m->out_of_memory)
            erase_list(&c, &r->body, erased, false);
        free(erased);
    }
    m->out_of_memory = m->out_of_memory || !backward;
    free(backward);
    return !m->out_of_memory;
}
