/* condition_elements.c: `if c > w[i]` in a loop over c. The loop leaves the element alone, so it is
 * read before the loop. Then the condition compares variables, and can become a bound of the loop.
 */
#include "compiler/hidden.h"
#include "compiler/opt/expandable.h"
#include "compiler/opt/opt_internal.h"

enum { MOST_DEPTH = 16 };

typedef struct {
    ir_module *m;
    ir_routine *r;
    size_t depth;
    const ir_stmt *around[MOST_DEPTH]; /* loops, from the outermost one on */
} walk;

/* The index is the variable of a loop around it that goes over all of the vector: it is read where
 * there is an iteration of these loops, and that is when it exists. */
static bool exists(const walk *w, const ir_expr *e)
{
    int64_t step;

    for (size_t i = 0; i < w->depth && !e->right; i++) {
        const ir_stmt *loop = w->around[i];
        if (opt_is_var(e->left, loop->var) && opt_is_const(loop->first, 1)
            && opt_is_extent(loop->last, e->var, 1) && ir_constant_step(loop, &step) && step == 1)
            return true;
    }
    return false;
}

/* An integer element in the expression that the loop leaves alone. */
static const ir_expr *element_in(const walk *w, const ir_stmt *loop, const ir_expr *e)
{
    if (!e)
        return NULL;
    if (e->kind == IR_ELEM && e->type == RG_TYPE_INT && exists(w, e) && !opt_expr_use(e, loop->var)
        && opt_leaves_value(loop, e))
        return e;
    const ir_expr *found = element_in(w, loop, e->left);
    if (!found)
        found = element_in(w, loop, e->right);
    return found ? found : element_in(w, loop, e->third);
}

/* That of a condition which follows the variable of the loop as well. */
static const ir_expr *compared(const walk *w, const ir_stmt *loop, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const ir_expr *found = s->kind == IR_IF && opt_expr_use(s->pre, loop->var)
                                   ? element_in(w, loop, s->pre)
                                   : NULL;
        if (!found)
            found = compared(w, loop, s->body);
        if (!found)
            found = compared(w, loop, s->other);
        if (found)
            return found;
    }
    return NULL;
}

static ir_expr *replaced(ir_module *m, ir_expr *e, const ir_expr *element, const ir_var *v)
{
    if (!e)
        return NULL;
    if (opt_same_expr(e, element))
        return ir_expr_var(m, e->loc, v);
    ir_expr *copy = opt_copy_node(m, e);
    if (!copy)
        return NULL;
    copy->left = replaced(m, e->left, element, v);
    copy->right = replaced(m, e->right, element, v);
    copy->third = replaced(m, e->third, element, v);
    return copy;
}

static void replace(ir_module *m, ir_stmt *list, const ir_expr *element, const ir_var *v)
{
    for (ir_stmt *s = list; s && !m->out_of_memory; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            *ir_expr_slot(s, i) = replaced(m, *ir_expr_slot(s, i), element, v);
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            ir_place *p = ir_place_slot(s, i);
            p->row = replaced(m, p->row, element, v);
            p->column = replaced(m, p->column, element, v);
        }
        replace(m, s->body, element, v);
        replace(m, s->other, element, v);
    }
}

/* Undone elsewhere, a block would find the variable gone. */
static bool is_block(const ir_stmt *s) { return s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE; }

/* The loop with the element in a variable around it; NULL where there is none. */
static ir_stmt *instead_of(const walk *w, ir_stmt *loop)
{
    const ir_expr *e = opt_any(loop->body, is_block) ? NULL : compared(w, loop, loop->body);
    const ir_var *v = e ? ir_add_var(w->r, e->loc, RG_PART_NAME, RG_TYPE_INT, 0) : NULL;

    w->m->out_of_memory = w->m->out_of_memory || (e && !v);
    if (!v)
        return NULL;
    ir_stmt *next = loop->next, *made = ir_alloc(w->m, e->loc, v, (ir_expr *)(uintptr_t)e),
            *gone = ir_free(w->m, e->loc, v, (ir_expr *)(uintptr_t)e);
    if (!made || !gone)
        return NULL;
    replace(w->m, loop->body, e, v);
    gone->next = next;
    loop->next = gone;
    made->next = loop;
    return made;
}

static void list_of(walk *w, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !w->m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link, *instead;
        while (s->kind == IR_FOR && (instead = instead_of(w, s)) != NULL) {
            *link = instead;
            link = &instead->next;
        }
        const bool deeper = s->kind == IR_FOR && w->depth < MOST_DEPTH;
        if (deeper)
            w->around[w->depth++] = s;
        list_of(w, &s->body);
        list_of(w, &s->other);
        w->depth -= deeper;
    }
}

void opt_condition_elements(const opt_site *at)
{
    walk w = {.m = at->m, .r = at->routine};

    list_of(&w, &at->routine->body);
}
