/* wholes.c: the front end takes large expressions apart, `p <- 1 + tanh(c * x)`, y += a * p, `p -> ...`, and both what makes p and what takes it back
 * computes and uncomputes the function: four times its clocks. As one expression, of a size for which there are registers, it is computed once and
 * uncomputed once. */
#include "compiler/hidden.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_NODES = 18 };

static unsigned nodes(const ir_expr *e)
{
    return e && e->kind != IR_VAR ? 1 + nodes(e->left) + nodes(e->right) + nodes(e->third) : 0;
}

static bool is_function(const ir_expr *e)
{
    const rg_op_info *info = e->kind == IR_OP ? rg_op_lookup(e->op) : NULL;

    return info && (info->class == RG_CLASS_ELEM || info->class == RG_CLASS_DIV);
}

static bool has_function(const ir_expr *e) { return e && (is_function(e) || has_function(e->left) || has_function(e->right)); }

/* Nothing but operations on elements, variables and constants: what is evaluated in any case. */
static bool is_plain(const ir_expr *e)
{
    return !e || ((e->kind == IR_OP || e->kind == IR_ELEM || e->kind == IR_VAR || e->kind == IR_CONST || e->kind == IR_DIM) && is_plain(e->left) && is_plain(e->right));
}

static unsigned occurrences(const ir_expr *e, const ir_var *v)
{
    return e ? opt_is_var(e, v) + occurrences(e->left, v) + occurrences(e->right, v) + occurrences(e->third, v) : 0;
}

static bool is_part(const ir_stmt *s, ir_stmt_kind kind)
{
    return s->kind == kind && !s->erase && s->var->rank == 0 && s->expr && rg_hidden_of(s->var->name) == RG_HIDDEN_PART;
}

/* The freeing of the part; *uses: of how many values it is a part. NULL: something stands between that must not. */
static ir_stmt *end_of(ir_stmt *part, unsigned *uses)
{
    const ir_var *v = part->var;

    for (ir_stmt *s = part->next; s; s = s->next) {
        if (is_part(s, IR_FREE) && s->var == v)
            return opt_same_expr(s->expr, part->expr) ? s : NULL;
        const bool update = opt_is_sum(s);
        const unsigned n = update || is_part(s, IR_ALLOC) || is_part(s, IR_FREE) ? occurrences(s->expr, v) : 0;
        if (!(update ? !opt_expr_use(part->expr, s->place.var) && !opt_place_use(&s->place, v) : is_part(s, IR_ALLOC) || is_part(s, IR_FREE)) || n > 1
            || !is_plain(s->expr) || (n == 1 && nodes(s->expr) + nodes(part->expr) > MOST_NODES))
            return NULL;
        *uses += n == 1 && s->kind != IR_FREE;
    }
    return NULL;
}

static bool put_back(ir_module *m, ir_stmt **link)
{
    ir_stmt *part = *link, *end;
    unsigned uses = 0;

    if (!is_part(part, IR_ALLOC) || !is_plain(part->expr) || !(has_function(part->expr->left) || has_function(part->expr->right)))
        return false;
    end = end_of(part, &uses);
    if (!end || uses != 1)
        return false;
    for (ir_stmt **next = &part->next; *next != end; next = &(*next)->next) {
        ir_stmt *s = occurrences((*next)->expr, part->var) ? opt_copy_alone(m, *next) : *next;
        if (!s)
            return false;
        if (s != *next) {
            s->expr = opt_put_one(m, s->expr, part->var, part->expr);
            s->next = (*next)->next;
            *next = s;
        }
        if (s->next == end) {
            s->next = end->next;
            break;
        }
    }
    *link = part->next;
    return true;
}

void opt_wholes(ir_module *m, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        if (put_back(m, link))
            continue;
        opt_wholes(m, &(*link)->body);
        opt_wholes(m, &(*link)->other);
        link = &(*link)->next;
    }
}
