/* reruns.c: `~@routine` in front of a @routine that computes the same again: both go, and the
 * values of the first block stay until the second is uncomputed (figure 1 of the arxiv paper). Only
 * where nothing has changed what the block uses, so that the uncomputation that goes could not have
 * trapped. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/same.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ir_module *m;
    ir_routine *r;
    const ir_var *
        *map; /* of the second block's own variables to those of the first; others to themselves */
    size_t count;
    bool *used; /* by variable: in the first block */
} matcher;

static bool same_var(const void *with, const ir_var *a, const ir_var *b)
{
    const matcher *w = with;

    return a == b || w->map[b->id] == a;
}

static void open_name(void *with, const ir_var *a, const ir_var *b)
{
    matcher *w = with;

    if (a != b && a->base == b->base)
        w->map[b->id] = a;
}

static bool same_list(matcher *w, const ir_stmt *a, const ir_stmt *b)
{
    const opt_naming names = {
        .with = w, .same = same_var, .open = open_name, .comparable = opt_only_variables};

    return opt_alike_list(&names, a, b);
}

/* Between `from` and `to` of one list nothing changes what the block uses. */
static bool untouched(const matcher *w, const ir_stmt *from, const ir_stmt *to)
{
    memset(w->used, 0, w->count * sizeof *w->used);
    const bool any = !opt_note_uses(w->r->body, from->body, w->used);
    for (size_t v = 0; v < w->count; v++) {
        const ir_var *var = w->r->vars[v];
        if (!any && !w->used[v])
            continue;
        for (const ir_stmt *s = from->next; s != to; s = s->next)
            if (opt_stmt_use(w->r->body, s, var) & OPT_WRITE)
                return false;
    }
    return true;
}

static void keep_identity(matcher *w)
{
    for (size_t v = 0; v < w->count; v++)
        w->map[v] = w->r->vars[v];
}

/* What follows the second block, with the variables of the first one. Its own are alive no longer
 * than to its ~@routine. */
static ir_stmt *as_first(matcher *w, const ir_stmt *first, ir_stmt *again)
{
    ir_stmt *last = again->next;

    while (last->kind != IR_UNROUTINE || last->routine_id != again->routine_id)
        last = last->next; /* there: see undone_here */
    ir_stmt *after = last->next;
    last->next = NULL;
    opt_copier c = {.m = w->m, .vars = w->map};
    ir_stmt *middle = opt_copy_list(&c, again->next);
    last->next = after;
    for (ir_stmt *s = middle; s; s = s->next)
        if (!s->next) {
            s->routine_id = first->routine_id;
            s->next = after;
            return middle;
        }
    return again; /* memory is short, which the module knows */
}

/* *link is a ~@routine whose block is `first` of the same list. */
static bool merge(matcher *w, const ir_stmt *first, ir_stmt **link)
{
    ir_stmt *undo = *link, *again = undo->next;

    keep_identity(w);
    if (!again || again->kind != IR_ROUTINE || !same_list(w, first->body, again->body)
        || !untouched(w, first, undo))
        return false;
    *link = as_first(w, first, again);
    return true;
}

/* The ~@routine of the second block must be in the same list, where merge renames it. */
static bool undone_here(const ir_stmt *again)
{
    unsigned count = 0;

    for (const ir_stmt *s = again->next; s; s = s->next)
        count += s->kind == IR_UNROUTINE && s->routine_id == again->routine_id;
    return count == 1;
}

static bool list_of(matcher *w, ir_stmt **list)
{
    bool changed = false;

    for (ir_stmt **link = list; *link && !w->m->out_of_memory; link = &(*link)->next) {
        const ir_stmt *first = *link;
        changed |= list_of(w, &(*link)->body);
        changed |= list_of(w, &(*link)->other);
        if (first->kind != IR_ROUTINE)
            continue;
        for (ir_stmt **at = &(*link)->next; *at; at = &(*at)->next)
            if ((*at)->kind == IR_UNROUTINE && (*at)->routine_id == first->routine_id) {
                if ((*at)->next && (*at)->next->kind == IR_ROUTINE && undone_here((*at)->next))
                    changed |= merge(w, first, at);
                break;
            }
    }
    return changed;
}

bool opt_reruns(ir_module *m, ir_routine *r)
{
    matcher w = {.m = m, .r = r, .count = r->var_count};

    if (ir_block_ids(r->body) == 0)
        return false;
    w.map = calloc(r->var_count + 1, sizeof *w.map);
    w.used = calloc(r->var_count + 1, sizeof *w.used);
    bool changed = false;
    if (w.map && w.used) {
        keep_identity(&w);
        changed = list_of(&w, &r->body);
    } else {
        m->out_of_memory = true;
    }
    free(w.map);
    free(w.used);
    return changed;
}
