/* zeros.c: local arrays that hold nothing but zeros where they end, whatever happens: everything
 * that changes them is undone before, and what it reads is the same then. Those need not be looked
 * at element by element; only gradients are dropped, on the side where they end.
 *
 * An array that a @routine block allocates and its ~@routine frees is allocated in front of the
 * block and freed behind the ~@routine, so that the two ends are places of their own. */
#include <string.h>

#include "compiler/opt/opt_internal.h"
#include "compiler/opt/same.h"
#include "compiler/opt/uses.h"

enum { MOST_PENDING = 256 };

/* ---- statements that undo each other ---- */

typedef struct {
    const ir_stmt *stmt;
    const unsigned char *uses;
    bool undone, stale;
} pending; /* stale: what it read has been undone meanwhile */
typedef struct {
    ir_module *m;
    const ir_routine *r;
    const ir_stmt *root;
    opt_uses *known;
    pending list[MOST_PENDING];
    size_t count;
} history;

/* Reads what it changes: then its order matters. */
static bool reads_own(const history *h, const pending *p)
{
    for (size_t v = 0; v < h->r->var_count; v++)
        if ((p->uses[v] & (OPT_READ | OPT_WRITE)) == (OPT_READ | OPT_WRITE))
            return true;
    return false;
}

static bool undoes(const history *h, const pending *p, const ir_stmt *b)
{
    const ir_stmt *a = p->stmt;

    if (b->kind == IR_UNROUTINE)
        return a->kind == IR_ROUTINE && a->routine_id == b->routine_id;
    if (a->kind == IR_CALL && b->kind == IR_CALL)
        return a->callee == b->callee && a->inverse != b->inverse && opt_alike_args(NULL, a, b);
    if ((a->kind != IR_UPDATE && a->kind != IR_FOR) || a->kind != b->kind)
        return false;
    return (opt_undoes(h->m, a, a->next, b, b->next) && !reads_own(h, p))
           || opt_mirrors(h->m, a, b);
}

/* Has anything since the k-th changed what it uses? */
static bool undisturbed(const history *h, size_t k)
{
    const ir_stmt *s = h->list[k].stmt;

    for (size_t i = k + 1; i < h->count; i++) {
        const ir_stmt *later = h->list[i].stmt;
        if (h->list[i].undone)
            continue;
        if (opt_one_uses_accumulator(h->root, later) && opt_one_uses_accumulator(h->root, s))
            return false;
        for (size_t v = 0; v < h->r->var_count; v++)
            if (h->list[i].uses[v] & OPT_WRITE && h->list[k].uses[v]
                && !opt_never_meet(later, s, h->r->vars[v]))
                return false;
    }
    return true;
}

static void forget(history *h, size_t k)
{
    const unsigned char *uses = h->list[k].uses;

    h->list[k].undone = true;
    for (size_t i = k + 1; i < h->count; i++)
        for (size_t v = 0; v < h->r->var_count && !h->list[i].stale; v++)
            h->list[i].stale = uses[v] & OPT_WRITE && h->list[i].uses[v];
}

static bool resizes_any(const history *h, const unsigned char *uses)
{
    for (size_t v = 0; v < h->r->var_count; v++)
        if (uses[v] & OPT_RESIZE)
            return true;
    return false;
}

/* False: there is no more room, or an extent changes. */
static bool note(history *h, const ir_stmt *s)
{
    const unsigned char *uses = opt_uses_of(h->known, h->r, s);

    if (!uses || resizes_any(h, uses))
        return false;
    for (size_t k = h->count; k-- > 0;) {
        if (h->list[k].undone || h->list[k].stale || !undoes(h, &h->list[k], s))
            continue;
        if (!undisturbed(h, k))
            break;
        forget(h, k);
        return true;
    }
    if (h->count == MOST_PENDING)
        return false;
    h->list[h->count++] = (pending){.stmt = s, .uses = uses};
    return true;
}

static bool ends_as_zeros(ir_module *m, const ir_routine *r, opt_uses *known, const ir_stmt *alloc,
                          const ir_stmt *end)
{
    history h = {.m = m, .r = r, .root = r->body, .known = known};

    for (const ir_stmt *s = alloc->next; s != end; s = s->next)
        if (!note(&h, s))
            return false;
    for (size_t i = 0; i < h.count; i++)
        if (!h.list[i].undone && h.list[i].uses[alloc->var->id] & OPT_WRITE)
            return false;
    return true;
}

/* ---- out of the blocks ---- */

static bool made_in(const ir_stmt *block, const ir_var *array)
{
    for (const ir_stmt *s = block->body; s; s = s->next)
        if (s->kind == IR_ALLOC_ARRAY && s->var == array)
            return true;
    return false;
}

/* The same at both ends: nothing from the block to its ~@routine changes it. */
static bool stays(const ir_stmt *root, const ir_stmt *block, const ir_stmt *undo, const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_DIM && made_in(block, e->var))
        return false;
    for (const ir_stmt *s = block; e->var; s = s->next) {
        if (e->kind == IR_ELEM || (e->kind == IR_VAR && opt_touch(root, s, e->var) & OPT_WRITE)
            || (e->kind == IR_DIM && opt_may_resize(root, s, e->var)))
            return false;
        if (s == undo)
            break;
    }
    return stays(root, block, undo, e->left) && stays(root, block, undo, e->right)
           && stays(root, block, undo, e->third);
}

static bool is_local(const ir_stmt *s)
{
    return s->kind == IR_ALLOC_ARRAY && !s->stack && !s->place.var;
}

static bool inner_stay(const ir_stmt *root, const ir_stmt *block, const ir_stmt *undo,
                       const ir_stmt *a)
{
    for (size_t i = 0; i + 1 < RG_MOST_RANK; i++)
        if (!stays(root, block, undo, a->inner[i]))
            return false;
    return true;
}

/* *link is a block. Returns the link to it, behind what it allocated. */
static ir_stmt **lift(ir_module *m, const ir_stmt *root, ir_stmt **link)
{
    ir_stmt *block = *link, *undo = opt_undone_in_list(root, block);

    for (ir_stmt **at = &block->body; undo && *at;) {
        ir_stmt *a = *at, *end;
        if (!is_local(a) || opt_end_of_array(a->next, a->var) || !stays(root, block, undo, a->first)
            || !stays(root, block, undo, a->last) || !inner_stay(root, block, undo, a)) {
            at = &a->next;
            continue;
        }
        end = ir_array(m, a->loc, a->var, true, a->first, a->last);
        if (!end)
            return link;
        memcpy(end->inner, a->inner, sizeof end->inner);
        *at = a->next;
        a->next = block;
        *link = a;
        link = &a->next;
        end->next = undo->next;
        undo->next = end;
    }
    return link;
}

/* ---- blocks that change nothing but what they make ---- */

static bool makes(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (((s->kind == IR_ALLOC || s->kind == IR_ALLOC_ARRAY) && s->var == v) || makes(s->body, v)
            || makes(s->other, v))
            return true;
    return false;
}

/* Everything that the block changes is made in it. Where it runs forward in gradient mode, all of
 * that is new, and has no gradient: nor has it one at its end. So only what runs the block back
 * leaves gradients, and those end where the array is allocated. */
static bool keeps_to_itself(const ir_routine *r, const ir_stmt *block)
{
    for (size_t v = 0; v < r->var_count; v++)
        if (opt_touch(r->body, block, r->vars[v]) & OPT_WRITE && !makes(block->body, r->vars[v]))
            return false;
    return !opt_one_uses_accumulator(r->body, block);
}

/* May what the block makes have gradients where it is freed? */
static bool undone_with_gradients(const ir_routine *r, const ir_stmt *s, bool backward)
{
    if (s->kind != IR_ROUTINE)
        return backward;
    return (backward || opt_count_undone(r->body, s->routine_id) > 0) && !keeps_to_itself(r, s);
}

/* ---- lists ---- */

/* The arrays of the list itself, once those of the blocks in it are done. */
static void mark_ends(ir_module *m, ir_routine *r, ir_stmt **list, bool backward)
{
    opt_uses known = {0};

    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link, *end = is_local(s) ? opt_end_of_array(s->next, s->var) : NULL;
        const ir_var *other = NULL;
        while (end && ends_as_zeros(m, r, &known, s, end)
               && (other = opt_adopt(m, r->body, link, end))) {
            opt_forget_uses(&known, s->var, other);
            s = *link;
            end = s && is_local(s) ? opt_end_of_array(s->next, s->var) : NULL;
        }
        if (!s)
            break;
        if (!end || !ends_as_zeros(m, r, &known, s, end))
            continue;
        s->unchecked = !rg_type_has_gradient(s->var->base);
        end->unchecked = !rg_type_has_gradient(s->var->base) || !backward;
    }
    opt_free_uses(&known);
}

/* backward: the list may run backward in a program that runs forward, so that gradients may end at
 * either end. */
static void list_of(ir_module *m, ir_routine *r, ir_stmt **list, bool backward)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        const bool undone = undone_with_gradients(r, *link, backward);
        if ((*link)->kind == IR_ROUTINE)
            link = lift(m, r->body, link);
        ir_stmt *s = *link;
        list_of(m, r, &s->body, undone);
        list_of(m, r, &s->other, undone);
    }
    mark_ends(m, r, list, backward);
}

static bool is_call(const ir_stmt *s) { return s->kind == IR_CALL; }

/* Arrays without gradients have two ends alike. */
static void whole_numbers(ir_module *m, ir_routine *r, opt_uses *known, ir_stmt *list)
{
    for (ir_stmt *s = list; s && !m->out_of_memory; s = s->next) {
        ir_stmt *end = is_local(s) && !rg_type_has_gradient(s->var->base)
                           ? opt_end_of_array(s->next, s->var)
                           : NULL;
        if (end && ends_as_zeros(m, r, known, s, end))
            s->unchecked = end->unchecked = true;
        whole_numbers(m, r, known, s->body);
        whole_numbers(m, r, known, s->other);
    }
}

/* A routine with calls spends its time there, and two ends that differ are not made by one piece of
 * code. */
void opt_zeros(const opt_site *at)
{
    ir_module *m = at->m;
    ir_routine *r = at->routine;
    const bool *backward = opt_run_backward(at);

    if (!backward)
        return;
    if (opt_any(r->body, is_call)) {
        opt_uses known = {0};
        whole_numbers(m, r, &known, r->body);
        opt_free_uses(&known);
    } else {
        list_of(m, r, &r->body, backward[r->index]);
    }
}
