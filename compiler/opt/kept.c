/* kept.c: a block of @routine may end with the ~@routine of a block within it. Where the outer
 * block is undone, the inner one is computed and undone a second time. If what the outer block
 * surrounds leaves it alone, it stays computed meanwhile. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

/* @routine `outer`, what stands between, and its only ~@routine in the same list; in it, as its
 * last statement, the only ~@routine of `inner`. */
typedef struct {
    ir_stmt *outer, *undo;
    ir_stmt **inner, **tail;
} blocks;

static ir_stmt *undone_in(ir_stmt *list, unsigned id)
{
    for (ir_stmt *s = list; s; s = s->next)
        if (s->kind == IR_UNROUTINE && s->routine_id == id)
            return s;
    return NULL;
}

static bool find(const ir_stmt *root, ir_stmt *outer, blocks *b)
{
    *b = (blocks){.outer = outer, .undo = undone_in(outer->next, outer->routine_id)};
    if (!b->undo || !outer->body || opt_count_undone(root, outer->routine_id) != 1)
        return false;
    for (b->tail = &outer->body; (*b->tail)->next;)
        b->tail = &(*b->tail)->next;
    if ((*b->tail)->kind != IR_UNROUTINE || opt_count_undone(root, (*b->tail)->routine_id) != 1)
        return false;
    for (b->inner = &outer->body; *b->inner != *b->tail; b->inner = &(*b->inner)->next)
        if ((*b->inner)->kind == IR_ROUTINE && (*b->inner)->routine_id == (*b->tail)->routine_id)
            return true;
    return false;
}

static bool begins(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (((s->kind == IR_ALLOC || s->kind == IR_ALLOC_ARRAY || s->kind == IR_FOR) && s->var == v)
            || begins(s->body, v) || begins(s->other, v))
            return true;
    return false;
}

static bool makes_array(const ir_stmt *s) { return s->kind == IR_ALLOC_ARRAY; }

static bool may_make_array(const ir_stmt *s)
{
    return s->kind == IR_ALLOC_ARRAY || s->kind == IR_FREE_ARRAY || s->kind == IR_UNROUTINE;
}

/* Does it leave an array behind, or free one? Arrays are freed in the order of a stack. */
static bool may_keep_arrays(const ir_stmt *s)
{
    return s->kind != IR_FOR && s->kind != IR_WHILE && s->kind != IR_IF
           && opt_any_alone(s, may_make_array);
}

/* What the inner block uses is not changed while it stays computed. What it changes is not even
 * read by what the outer block surrounds, where the inner one was undone. */
static bool leaves_variables(const ir_routine *r, const blocks *b, const bool *used)
{
    const ir_stmt *inner = *b->inner;

    for (size_t v = 0; v < r->var_count; v++) {
        const ir_var *var = r->vars[v];
        if (!used[v])
            continue;
        const bool changed = begins(inner->body, var) || opt_touch(r->body, inner, var) & OPT_WRITE;
        for (const ir_stmt *s = inner->next; s != *b->tail; s = s->next)
            if (opt_touch(r->body, s, var) & OPT_WRITE)
                return false;
        for (const ir_stmt *s = b->outer->next; s != b->undo; s = s->next)
            if (opt_stmt_use(r->body, s, var) & ~(changed ? 0u : OPT_READ))
                return false;
    }
    return true;
}

/* State that is no variable's: the accumulator, the order of arrays, and what was printed. */
static bool leaves_the_rest(const ir_routine *r, const blocks *b)
{
    const ir_stmt *inner = *b->inner;
    const bool sums = opt_one_uses_accumulator(r->body, inner),
               arrays = opt_any(inner->body, makes_array);

    for (const ir_stmt *s = b->outer->next; s != b->undo; s = s->next)
        if ((sums && opt_one_uses_accumulator(r->body, s)) || (arrays && may_keep_arrays(s)))
            return false;
    return !opt_one_prints(inner);
}

static bool is_left_alone(const ir_routine *r, const blocks *b, const bool *used)
{
    return leaves_variables(r, b, used) && leaves_the_rest(r, b);
}

static bool may_stay(const ir_routine *r, const blocks *b)
{
    bool *used = calloc(r->var_count + 1, sizeof *used);
    const bool good = used && opt_note_uses(r->body, (*b->inner)->body, used)
                      && is_left_alone(r, b, used);

    free(used);
    return good;
}

static void stay(const blocks *b)
{
    ir_stmt *inner = *b->inner;

    *b->tail = NULL;
    *b->inner = ir_append(inner->body, inner->next);
}

static void in_list(const ir_routine *r, ir_stmt *list)
{
    for (ir_stmt *s = list; s; s = s->next) {
        blocks b;
        in_list(r, s->body);
        in_list(r, s->other);
        while (s->kind == IR_ROUTINE && find(r->body, s, &b) && may_stay(r, &b))
            stay(&b);
    }
}

void opt_kept(const opt_site *at) { in_list(at->routine, at->routine->body); }
