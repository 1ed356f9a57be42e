/* plain_parts.c: indices that the front end has named as parts of a large expression, and that are
 * small since: their value goes back to where they are read (forward substitution). */
#include <string.h>

#include "compiler/hidden.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

typedef struct {
    ir_module *m;
    const ir_stmt *part;
} part_value;

static ir_expr *with_value(const void *with, ir_expr *e)
{
    const part_value *v = with;
    ir_expr *put = e ? opt_put_one(v->m, e, v->part->var, v->part->expr) : NULL;

    return put && put->type == RG_TYPE_INT ? opt_simplify(v->m, put) : put;
}

static bool is_plain(const ir_stmt *s)
{
    return s->kind == IR_ALLOC && s->var->base == RG_TYPE_INT && s->expr
           && strcmp(s->var->name, RG_PART_NAME) == 0 && opt_cannot_trap(s->expr)
           && !opt_reads_elements(s->expr, NULL);
}

/* The link to what takes the part back, where nothing before it changes the value; NULL: there is
 * none. */
static ir_stmt **end_of(const ir_stmt *root, ir_stmt *part)
{
    ir_stmt **end = &part->next;

    for (; *end && !((*end)->kind == IR_FREE && (*end)->var == part->var); end = &(*end)->next)
        if (!opt_stays(root, *end, part->expr))
            return NULL;
    return *end && !(*end)->erase && opt_same_expr((*end)->expr, part->expr) ? end : NULL;
}

void opt_plain_parts(ir_module *m, const ir_stmt *root, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link, **end = is_plain(s) ? end_of(root, s) : NULL;
        if (end) {
            opt_map_exprs(s->next, *end, with_value, &(part_value){m, s});
            *end = (*end)->next;
            *link = s->next;
        } else {
            opt_plain_parts(m, root, &s->body);
            opt_plain_parts(m, root, &s->other);
            link = &s->next;
        }
    }
}
