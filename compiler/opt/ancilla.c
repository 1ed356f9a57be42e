/* ancilla.c: `x <- 0 ... x += e` becomes `x <- e` where nothing between uses x, and the `x -= e ...
 * x -> 0` that undoes it `x -> e`: allocating and freeing check that the word is zero, and so do
 * computing and uncomputing. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

/* Where a variable is allocated: the first time in the list, as far as the walk has come. */
typedef struct {
    ir_stmt *const *list;
    const ir_stmt *stmt;
} allocation;

typedef struct {
    const ir_stmt *root;
    allocation *allocated; /* by id of the variable */
} walk;

static bool scalar_update(const ir_stmt *s, const ir_var *v)
{
    return s->kind == IR_UPDATE && s->place.var == v && !s->place.row && s->expr
           && !opt_expr_use(s->expr, v);
}

static bool adds(const ir_stmt *s, bool freeing)
{
    rg_type_base base = s->place.var->base;

    if (s->mode == RG_MODE_XOR)
        return rg_type_is_whole(base);
    return s->mode == (freeing ? RG_MODE_SUB : RG_MODE_ADD);
}

static void become(ir_stmt *update, ir_stmt_kind kind, const ir_var *v)
{
    update->kind = kind;
    update->var = v;
    update->place = (ir_place){0};
    update->mode = RG_MODE_ADD; /* none: an allocation and a freeing are compared field by field */
}

/* *link is `x <- 0`: true when it went into a later update of the list. */
static bool merge_allocation(const ir_stmt *root, ir_stmt **link)
{
    const ir_var *v = (*link)->var;

    for (ir_stmt *s = (*link)->next; s; s = s->next) {
        if (scalar_update(s, v) && adds(s, false) && !opt_is_zero(s->expr)) {
            become(s, IR_ALLOC, v);
            *link = (*link)->next;
            return true;
        }
        if (opt_stmt_use(root, s, v))
            return false;
    }
    return false;
}

/* s is in front of `x -> 0` of the same list with no use of x between: the freeing, or NULL. */
static ir_stmt **freeing_after(const ir_stmt *root, ir_stmt *s)
{
    const ir_var *v = s->place.var;

    for (ir_stmt **link = &s->next; *link; link = &(*link)->next) {
        if ((*link)->kind == IR_FREE && !(*link)->erase && (*link)->var == v
            && opt_is_zero((*link)->expr))
            return link;
        if (opt_stmt_use(root, *link, v))
            return NULL;
    }
    return NULL;
}

/* Is s the uncomputation of what v was allocated with? Otherwise a wrong value is better reported
 * where the program frees it. */
static bool uncomputes(const walk *w, ir_stmt *const *list, const ir_stmt *s)
{
    const allocation *a = &w->allocated[s->place.var->id];
    return a->list == list && opt_same_expr(a->stmt->expr, s->expr);
}

static void note(const walk *w, ir_stmt *const *list, const ir_stmt *s)
{
    allocation *a = &w->allocated[s->var->id];
    if (a->list != list)
        *a = (allocation){list, s};
}

static void list_of(const walk *w, ir_stmt **list)
{
    const ir_stmt *root = w->root;

    for (ir_stmt **link = list; *link;) {
        ir_stmt *s = *link;
        if (s->kind == IR_ALLOC && opt_is_zero(s->expr) && s->var->rank == 0
            && merge_allocation(root, link))
            continue;
        if (s->kind == IR_ALLOC)
            note(w, list, s);
        if (s->kind == IR_UPDATE && s->place.var && scalar_update(s, s->place.var)
            && adds(s, true)) {
            ir_stmt **freeing = freeing_after(root, s); /* seldom far, and mostly there is none */
            if (freeing && uncomputes(w, list, s)) {
                *freeing = (*freeing)->next;
                become(s, IR_FREE, s->place.var);
            }
        }
        list_of(w, &s->body);
        list_of(w, &s->other);
        link = &s->next;
    }
}

void opt_ancillas(const opt_site *at)
{
    ir_routine *r = at->routine;
    const walk w = {r->body, calloc(r->var_count + 1, sizeof *w.allocated)};

    if (!w.allocated) {
        at->m->out_of_memory = true;
        return;
    }
    list_of(&w, &r->body);
    free(w.allocated);
    opt_wholes(at->m, &r->body, false);
    opt_first_sums(at->m, r->body, r->body);
}
