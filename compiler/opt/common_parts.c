/* common_parts.c: updates one behind the other that have a sum in common, (a - b) in
 * `y += (a - b) * c` and `z += (a - b) * d`, get an ancilla for it around all of them. Where
 * expansion takes updates apart, each of them would have an array for it otherwise. */
#include "compiler/hidden.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/own_reads.h"

enum { MOST_TRIED = 16 };

typedef struct {
    ir_module *m;
    ir_routine *r;
    const ir_expr *tried[MOST_TRIED];
    size_t count;
} sharing;

static bool is_number(const ir_expr *e)
{
    return e->kind == IR_OP
           && (e->type == RG_TYPE_FIXED || e->type == RG_TYPE_INT || e->type == RG_TYPE_LOG);
}

/* A sum hands its cotangent on as it is. That of a product is rounded, and once for all uses would
 * give a gradient of other last bits than once for each. */
static bool is_exact(const ir_expr *e)
{
    return e->kind != IR_OP || e->type == RG_TYPE_INT
           || (opt_is_addition(e) && is_exact(e->left) && is_exact(e->right));
}

/* What is evaluated in any case. */
static bool is_strict(const ir_expr *e) { return e->kind == IR_OP || e->kind == IR_NOT; }

static unsigned occurrences(const ir_expr *e, const ir_expr *part)
{
    if (!e)
        return 0;
    if (opt_same_expr(e, part))
        return 1;
    return is_strict(e) ? occurrences(e->left, part) + occurrences(e->right, part) : 0;
}

static ir_expr *with(sharing *s, ir_expr *e, const ir_expr *part, const ir_var *v)
{
    if (!e)
        return NULL;
    if (opt_same_expr(e, part))
        return ir_expr_var(s->m, e->loc, v);
    if (!is_strict(e) || occurrences(e, part) == 0)
        return e;
    ir_expr *copy = opt_copy_node(s->m, e);
    if (!copy)
        return NULL;
    copy->left = with(s, e->left, part, v);
    copy->right = with(s, e->right, part, v);
    return copy;
}

/* Of a part that is shared already, and that this one is not made of. */
static bool is_other_ancilla(const ir_stmt *s, const ir_expr *part)
{
    return (s->kind == IR_ALLOC || s->kind == IR_FREE) && !s->erase && s->var->rank == 0
           && !opt_expr_use(part, s->var);
}

/* The last of the updates from s on that uses the part, where all before it leave it alone; uses:
 * how many there are. */
static ir_stmt *last_use(ir_stmt *s, const ir_expr *part, unsigned *uses)
{
    ir_stmt *last = NULL;

    for (; s && (opt_is_sum(s) || is_other_ancilla(s, part)); s = s->next) {
        if (opt_is_sum(s) && occurrences(s->expr, part) > 0) {
            last = s;
            ++*uses;
        }
        if (opt_is_sum(s) && !opt_update_leaves(s, part))
            break;
    }
    return last;
}

/* The part is made before the update that the link leads to, and taken back behind the last one. */
static bool share(sharing *s, ir_stmt **link, const ir_expr *part)
{
    unsigned uses = 0;
    ir_stmt *first = *link, *last = last_use(first, part, &uses), *end = last ? last->next : NULL;

    if (uses < 2)
        return false;
    const ir_var *v = ir_add_var(s->r, part->loc, RG_PART_NAME, part->type, 0);
    ir_expr *value = (ir_expr *)(uintptr_t)part;
    ir_stmt *made = v ? ir_alloc(s->m, part->loc, v, value) : NULL,
            *gone = v ? ir_free(s->m, part->loc, v, value) : NULL;
    s->m->out_of_memory = s->m->out_of_memory || !v;
    if (!made || !gone)
        return false;
    for (ir_stmt *u = first; u != end; u = u->next)
        if (opt_is_sum(u))
            u->expr = with(s, u->expr, part, v);
    made->next = first;
    last->next = gone;
    gone->next = end;
    *link = made;
    return true;
}

static bool was_tried(sharing *s, const ir_expr *part)
{
    for (size_t i = 0; i < s->count; i++)
        if (opt_same_expr(s->tried[i], part))
            return true;
    if (s->count < MOST_TRIED)
        s->tried[s->count++] = part;
    return s->count == MOST_TRIED;
}

/* The largest part first. An addend of the update becomes an update of its own, so it is none. */
static bool share_in(sharing *s, ir_stmt **link, const ir_expr *e, bool addend)
{
    if (!e || !is_strict(e))
        return false;
    if (!addend && is_number(e) && is_exact(e) && opt_reads_elements(e, NULL) && !was_tried(s, e)
        && share(s, link, e))
        return true;
    const bool sum = addend && opt_is_addition(e);
    return share_in(s, link, e->left, sum) || share_in(s, link, e->right, sum);
}

void opt_common_parts(ir_module *m, ir_routine *r, ir_stmt **list)
{
    sharing s = {.m = m, .r = r};

    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        s.count = 0;
        while (opt_is_sum(*link) && share_in(&s, link, (*link)->expr, true))
            link = &(*link)->next;
    }
}
