/* choose.c: per ancilla, uncompute it, keep it over a loop, or erase it, whichever costs least by
 * the energy model. Uncomputing is priced at its least and the others at their most, so that the
 * choice is never worse by the model than to uncompute. */
#include "compiler/opt/choose_internal.h"

#include "compiler/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the book of decisions ---- */

opt_choice *opt_record(opt_chooser *c, ir_loc loc, const char *name, opt_cost uncompute)
{
    opt_choices *all = c->choices;
    opt_choice *bigger = rg_grow(all->list, all->count, &all->capacity, sizeof *bigger);

    if (!bigger) {
        c->m->out_of_memory = true;
        return NULL;
    }
    all->list = bigger;
    opt_choice *one = &all->list[all->count++];
    *one = (opt_choice){.loc = loc,
                        .instructions = uncompute.instructions,
                        .uncompute_J = uncompute.joules,
                        .keep_J = -1,
                        .erase_J = -1};
    snprintf(one->routine, sizeof one->routine, "%s", c->r->name);
    snprintf(one->name, sizeof one->name, "%s", name);
    return one;
}

void opt_why(opt_choice *choice, const char *text)
{
    if (choice)
        snprintf(choice->why, sizeof choice->why, "%s", text);
}

/* ---- what both choices ask ---- */

static bool is_loud(const ir_stmt *s)
{
    return !opt_only_variables(s->kind) && s->kind != IR_ROUTINE && s->kind != IR_UNROUTINE;
}

bool opt_quiet(const ir_stmt *list) { return !opt_any(list, is_loud); }

bool opt_quiet_alone(const ir_stmt *s) { return !opt_any_alone(s, is_loud); }

ir_stmt **opt_only_undo(const opt_chooser *c, ir_stmt *block)
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

bool opt_born_here(const ir_stmt *body, const ir_var *v)
{
    for (const ir_stmt *s = body; s; s = s->next)
        if (s->kind == IR_ALLOC && s->var == v)
            return true;
    return false;
}

bool opt_alive_after(const ir_stmt *body, const ir_var *v)
{
    bool alive = false;

    for (const ir_stmt *s = body; s; s = s->next)
        if ((s->kind == IR_ALLOC || s->kind == IR_FREE) && s->var == v)
            alive = s->kind == IR_ALLOC;
    return alive;
}

/* ---- the walk ---- */

static void keep_list(opt_chooser *c, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !c->m->out_of_memory; link = &(*link)->next) {
        keep_list(c, &(*link)->body);
        keep_list(c, &(*link)->other);
        if ((*link)->kind == IR_FOR)
            opt_keep_in_loop(c, link);
    }
}

/* inside: within a block that is undone, where nothing may be erased. */
static void erase_list(opt_chooser *c, ir_stmt **list, bool *erased, bool inside)
{
    for (ir_stmt **link = list; *link && !c->m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link;
        if (s->kind == IR_ROUTINE && !inside) {
            ir_stmt **undo = opt_only_undo(c, s);
            memset(erased, 0, c->r->var_count * sizeof *erased);
            if (undo)
                opt_erase_in_block(c, s, undo, erased);
        } else if (s->kind == IR_FREE && !inside && !s->erase && !s->decided
                   && !opt_is_zero(s->expr)) {
            opt_erase_freed(c, s);
        }
        erase_list(c, &s->body, erased, inside || s->kind == IR_ROUTINE);
        erase_list(c, &s->other, erased, inside);
    }
}

bool opt_choose(ir_module *m, const opt_prices *prices, opt_choices *choices)
{
    bool *backward = ir_run_backward(m);

    for (ir_routine *r = m->routines; backward && r && !m->out_of_memory; r = r->next) {
        opt_chooser c = {m, r, prices, choices, backward[r->index] || r->reversible || r->forth};
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
