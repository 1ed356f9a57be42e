/* alternatives.c: `if (p || q, ~)` within a loop becomes `if (p, ~)` with `if (q, ~)` as its else,
 * where p and q read no elements. Each of the two can become a bound of a loop then, or leave one.
 */
#include "compiler/opt/opt_internal.h"

enum { MOST_STATEMENTS = 8, MOST_COPIES = 200 };

static bool is_split(const ir_routine *r, const ir_stmt *s, size_t left)
{
    return s->kind == IR_IF && opt_one_condition(s) && s->pre->kind == IR_OR
           && opt_cannot_trap(s->pre) && !opt_reads_elements(s->pre, NULL)
           && opt_stays(r->body, s, s->pre) && !opt_any(s->body, opt_is_block)
           && opt_size_of(s->body) <= MOST_STATEMENTS && opt_size_of(s->body) <= left;
}

/* NULL when memory is short. */
static ir_stmt *in_two(ir_module *m, const ir_stmt *s)
{
    const opt_copier c = {.m = m};
    ir_stmt *again = opt_copy_list(&c, s->body),
            *inner = ir_if(m, s->loc, s->pre->right, NULL, again, s->other);

    return again && inner ? ir_if(m, s->loc, s->pre->left, NULL, s->body, inner) : NULL;
}

static void in_list(ir_module *m, const ir_routine *r, ir_stmt **list, bool loop, size_t *left)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link, *two = NULL;
        if (loop && is_split(r, s, *left)) {
            *left -= opt_size_of(s->body);
            two = in_two(m, s);
        }
        if (two) {
            two->next = s->next;
            *link = two;
            continue; /* p itself may be such a condition */
        }
        in_list(m, r, &s->body, loop || s->kind == IR_FOR, left);
        in_list(m, r, &s->other, loop, left);
        link = &s->next;
    }
}

void opt_alternatives(ir_module *m, const ir_routine *r, ir_stmt **list)
{
    size_t left = MOST_COPIES;

    in_list(m, r, list, false, &left);
}
