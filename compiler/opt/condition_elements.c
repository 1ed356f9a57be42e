/* condition_elements.c: `if c > w[i]` in a loop over c. The loop leaves the element alone, so it is
 * read before the loop. Then the condition compares variables, and can become a bound of the loop.
 */
#include "compiler/hidden.h"
#include "compiler/opt/expandable.h"
#include "compiler/opt/opt_internal.h"

/* An integer element in the expression that the loop leaves alone. Its index is the variable of a
 * loop over all of the vector, so it exists there. */
static const ir_expr *element_in(const ir_stmt *root, const ir_stmt *loop, const ir_expr *e)
{
    if (!e)
        return NULL;
    if (e->kind == IR_ELEM && e->type == RG_TYPE_INT && !e->right
        && opt_goes_along(root, e->left, e->var, 1) && !opt_expr_use(e, loop->var)
        && opt_leaves_value(loop, e))
        return e;
    const ir_expr *found = element_in(root, loop, e->left);
    if (!found)
        found = element_in(root, loop, e->right);
    return found ? found : element_in(root, loop, e->third);
}

/* That of a condition which follows the variable of the loop as well. */
static const ir_expr *compared(const ir_stmt *root, const ir_stmt *loop, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const ir_expr *found = s->kind == IR_IF && opt_expr_use(s->pre, loop->var)
                                   ? element_in(root, loop, s->pre)
                                   : NULL;
        if (!found)
            found = compared(root, loop, s->body);
        if (!found)
            found = compared(root, loop, s->other);
        if (found)
            return found;
    }
    return NULL;
}

static void replace(ir_module *m, ir_stmt *list, const ir_expr *element, const ir_var *v)
{
    for (ir_stmt *s = list; s && !m->out_of_memory; s = s->next) {
        opt_put_variable_in(m, s, element, v);
        replace(m, s->body, element, v);
        replace(m, s->other, element, v);
    }
}

/* Undone elsewhere, a block would find the variable gone. */
/* The loop with the element in a variable around it; NULL where there is none. */
static ir_stmt *instead_of(ir_module *m, ir_routine *r, ir_stmt *loop)
{
    const ir_expr *e = opt_any(loop->body, opt_is_block) ? NULL
                                                         : compared(r->body, loop, loop->body);
    const ir_var *v = e ? ir_add_var(r, e->loc, RG_PART_NAME, RG_TYPE_INT, 0) : NULL;

    m->out_of_memory = m->out_of_memory || (e && !v);
    if (!v)
        return NULL;
    ir_stmt *next = loop->next, *made = ir_alloc(m, e->loc, v, (ir_expr *)(uintptr_t)e),
            *gone = ir_free(m, e->loc, v, (ir_expr *)(uintptr_t)e);
    if (!made || !gone)
        return NULL;
    replace(m, loop->body, e, v);
    gone->next = next;
    loop->next = gone;
    made->next = loop;
    return made;
}

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link, *instead;
        while (s->kind == IR_FOR && (instead = instead_of(m, r, s)) != NULL) {
            *link = instead;
            link = &instead->next;
        }
        list_of(m, r, &s->body);
        list_of(m, r, &s->other);
    }
}

void opt_condition_elements(const opt_site *at) { list_of(at->m, at->routine, &at->routine->body); }
