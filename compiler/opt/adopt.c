/* adopt.c: a local vector that is another array plus sums, h <- zeros(length(b)), h .+= b, h .+=
 * ..., and is undone before it is freed. The sums are added to the other array itself, which is the
 * vector meanwhile. Nothing else may use that array then. It comes back as it was. */
#include "compiler/opt/opt_internal.h"

/* from: the statement that adds the whole array; undo: the one that takes it away, or NULL where
 * the ~@routine of its block does. */
typedef struct {
    ir_module *m;
    const ir_stmt *root;
    ir_stmt *alloc, *end;
    const ir_var *local, *other;
    ir_stmt *from, *undo;
    const ir_stmt *block;
} adoption;

static bool is_length(const adoption *a, const ir_expr *e)
{
    return opt_is_extent(e, a->local, 1) || opt_is_extent(e, a->other, 1);
}

static bool covers(const adoption *a, const ir_stmt *loop)
{
    int64_t step;

    if (!ir_constant_step(loop, &step) || (step != 1 && step != -1))
        return false;
    return opt_is_const(step == 1 ? loop->first : loop->last, 1)
           && is_length(a, step == 1 ? loop->last : loop->first);
}

/* for i = 1:length(b) h[i] += b[i] end */
static const ir_var *added_whole(const adoption *a, const ir_stmt *s, enum rg_mode mode)
{
    const ir_stmt *u = s->kind == IR_FOR && s->body && !s->body->next ? s->body : NULL;

    if (!u || u->kind != IR_UPDATE || u->mode != mode || u->place.var != a->local
        || !opt_is_var(u->place.row, s->var) || u->expr->kind != IR_ELEM || u->expr->right
        || !opt_is_var(u->expr->left, s->var) || u->expr->var == a->local
        || u->expr->var->base != a->local->base)
        return NULL;
    return u->expr->var;
}

/* Indices that are the variable of a loop over all of the vector: no other array's name would be in
 * a message. */
static bool good_index(const adoption *a, const ir_expr *index, const ir_stmt *const *loops,
                       size_t depth)
{
    for (size_t i = 0; i < depth; i++)
        if (opt_is_var(index, loops[i]->var))
            return covers(a, loops[i]);
    return false;
}

static bool good_elements(const adoption *a, const ir_expr *e, const ir_stmt *const *loops,
                          size_t depth)
{
    if (!e)
        return true;
    return (e->kind != IR_ELEM || e->var != a->local || good_index(a, e->left, loops, depth))
           && good_elements(a, e->left, loops, depth) && good_elements(a, e->right, loops, depth)
           && good_elements(a, e->third, loops, depth);
}

enum { DEEPEST = 4 };

/* Uses of the vector that could be uses of the other array, and none of the other array. begun: the
 * array has been added; *begun changes there. */
static bool fits(const adoption *a, const ir_stmt *list, const ir_stmt *end, const ir_stmt **loops,
                 size_t depth, bool *begun)
{
    for (const ir_stmt *s = list; s != end; s = s->next) {
        if (s == a->from || s == a->undo) {
            *begun = s == a->from;
            continue;
        }
        if (s->kind == IR_UNROUTINE && a->block && s->routine_id == a->block->routine_id)
            *begun = false;
        if (depth == DEEPEST || s->arg_count > 0 || s->var == a->local || s->var == a->other
            || s->place2.var == a->local || s->place2.var == a->other || s->place.var == a->other
            || (s->place.var == a->local
                && (s->kind != IR_UPDATE || !good_index(a, s->place.row, loops, depth))))
            return false;
        for (size_t i = 0; ir_expr_slot(s, i); i++) {
            const ir_expr *e = *ir_expr_slot(s, i);
            if (opt_reads_elements(e, a->other) || (!*begun && opt_reads_elements(e, a->local))
                || !good_elements(a, e, loops, depth))
                return false;
        }
        if (opt_reads_elements(s->place.row, a->local)
            || opt_reads_elements(s->place.column, a->local)
            || opt_reads_elements(s->place.row, a->other)
            || opt_reads_elements(s->place.column, a->other))
            return false;
        loops[depth] = s;
        const size_t inside = depth + (s->kind == IR_FOR);
        if (!fits(a, s->body, NULL, loops, inside, begun)
            || !fits(a, s->other, NULL, loops, inside, begun))
            return false;
    }
    return true;
}

static bool take_out(ir_stmt **list, const ir_stmt *s)
{
    for (ir_stmt **link = list; *link; link = &(*link)->next)
        if (*link == s || take_out(&(*link)->body, s)) {
            if (*link == s)
                *link = s->next;
            return true;
        }
    return false;
}

/* The first statement that adds a whole array, in the list or in a block of it that is undone in
 * the list; sets from, undo, other. */
static bool find(adoption *a)
{
    for (ir_stmt *s = a->alloc->next; s != a->end; s = s->next) {
        a->other = added_whole(a, s, RG_MODE_ADD);
        a->from = a->other ? s : NULL;
        for (ir_stmt *b = s->kind == IR_ROUTINE && opt_count_undone(a->root, s->routine_id) == 1
                              ? s->body
                              : NULL;
             b && !a->from; b = b->next) {
            a->other = added_whole(a, b, RG_MODE_ADD);
            a->from = a->other ? b : NULL;
            a->block = a->from ? s : NULL;
        }
        if (!a->from)
            continue;
        for (ir_stmt *t = a->from == s ? s->next : NULL; t && t != a->end && !a->undo; t = t->next)
            a->undo = added_whole(a, t, RG_MODE_SUB) == a->other ? t : NULL;
        return covers(a, a->from) && opt_is_extent(a->alloc->first, a->other, 1)
               && a->other->rank == 1 && (a->from != s || (a->undo && covers(a, a->undo)));
    }
    return false;
}

const ir_var *opt_adopt(ir_module *m, const ir_stmt *root, ir_stmt **link, ir_stmt *end)
{
    adoption a = {.m = m, .root = root, .alloc = *link, .end = end, .local = (*link)->var};
    const ir_stmt *loops[DEEPEST + 1] = {NULL};
    bool begun = false;

    if (!find(&a) || !fits(&a, a.alloc->next, end, loops, 0, &begun))
        return NULL;
    opt_rename_array(m, a.alloc->next, end, a.local, a.other);
    take_out(link, a.from);
    if (a.undo)
        take_out(link, a.undo);
    take_out(link, end);
    take_out(link, a.alloc);
    return m->out_of_memory ? NULL : a.other;
}
