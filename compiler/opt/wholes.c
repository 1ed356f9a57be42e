/* Expressions are put together. The front end takes large ones apart, `p <- 1 + tanh(c * x)`,
 * y += a * p, `p -> ...`, and both what makes p and what takes it back computes and uncomputes the
 * function: four times its clocks. As one expression, of a size for which there are registers, it
 * is computed once and uncomputed once. Where updates are about to be taken apart otherwise
 * (expand.c), all of them are made whole before. */
#include "compiler/hidden.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/own_reads.h"
#include "compiler/opt/stream.h"

enum { MOST_NODES = 18 };

static unsigned nodes(const ir_expr *e)
{
    return e && e->kind != IR_VAR ? 1 + nodes(e->left) + nodes(e->right) + nodes(e->third) : 0;
}

static bool has_function(const ir_expr *e)
{
    return e
           && ((e->kind == IR_OP && opt_is_function(e->op)) || has_function(e->left)
               || has_function(e->right));
}

/* Nothing but operations on elements, variables and constants: what is evaluated in any case. */
static bool is_plain(const ir_expr *e)
{
    return !e
           || ((e->kind == IR_OP || e->kind == IR_ELEM || e->kind == IR_VAR || e->kind == IR_CONST
                || e->kind == IR_DIM)
               && is_plain(e->left) && is_plain(e->right));
}

static unsigned occurrences(const ir_expr *e, const ir_var *v)
{
    return e ? opt_is_var(e, v) + occurrences(e->left, v) + occurrences(e->right, v)
                   + occurrences(e->third, v)
             : 0;
}

static bool is_part(const ir_stmt *s, ir_stmt_kind kind)
{
    return s->kind == kind && !s->erase && s->var->rank == 0 && s->expr
           && rg_hidden_of(s->var->name) == RG_HIDDEN_PART;
}

static unsigned occurrences_in(const ir_stmt *s, const ir_var *v)
{
    return occurrences(s->expr, v) + occurrences(s->place.row, v) + occurrences(s->place.column, v);
}

/* It is all that stands between the part and its freeing. Then it may be that it changes what the
 * part was made of: the part could not be freed, and an update that reads its own target traps. */
static bool is_alone(const ir_stmt *part, const ir_stmt *u)
{
    return u->place.row && part->next == u && u->next && u->next->kind == IR_FREE
           && u->next->var == part->var;
}

/* The freeing of the part; *uses: how often it is part of a value. NULL: something stands between
 * that must not. */
static ir_stmt *end_of(ir_stmt *part, bool all, unsigned *uses)
{
    const ir_var *v = part->var;

    for (ir_stmt *s = part->next; s; s = s->next) {
        if (is_part(s, IR_FREE) && s->var == v)
            return opt_same_expr(s->expr, part->expr) ? s : NULL;
        const bool update = opt_is_sum(s);
        if (!(update ? opt_update_leaves(s, part->expr) || (all && is_alone(part, s))
                     : is_part(s, IR_ALLOC) || is_part(s, IR_FREE)))
            return NULL;
        const unsigned n = occurrences_in(s, v);
        if (!is_plain(s->expr)
            || (n > 0 && !all && (n > 1 || nodes(s->expr) + nodes(part->expr) > MOST_NODES)))
            return NULL;
        *uses += s->kind == IR_FREE ? 0 : n;
    }
    return NULL;
}

/* What costs nothing more where it is read several times. */
static bool is_light(const ir_expr *e) { return rg_type_is_whole(e->type) || e->kind == IR_ELEM; }

/* s with the value in place of the part. */
static ir_stmt *with_value(ir_module *m, const ir_stmt *s, const ir_stmt *part)
{
    ir_stmt *copy = opt_copy_alone(m, s);

    if (!copy)
        return NULL;
    copy->expr = opt_put_one(m, s->expr, part->var, part->expr);
    copy->place.row = opt_put_one(m, s->place.row, part->var, part->expr);
    copy->place.column = opt_put_one(m, s->place.column, part->var, part->expr);
    copy->next = s->next;
    return copy;
}

static bool put_back(ir_module *m, ir_stmt **link, bool all)
{
    ir_stmt *part = *link, *end;
    unsigned uses = 0;

    if (!is_part(part, IR_ALLOC) || !is_plain(part->expr)
        || !(all || has_function(part->expr->left) || has_function(part->expr->right)))
        return false;
    end = end_of(part, all, &uses);
    if (!end || uses == 0 || (uses > 1 && !is_light(part->expr)))
        return false;
    ir_stmt **next = &part->next;
    for (; *next != end; next = &(*next)->next) {
        ir_stmt *s = occurrences_in(*next, part->var) ? with_value(m, *next, part) : *next;
        if (!s)
            return false;
        *next = s;
    }
    *next = end->next;
    *link = part->next;
    return true;
}

void opt_wholes(ir_module *m, ir_stmt **list, bool all)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        if (put_back(m, link, all))
            continue;
        opt_wholes(m, &(*link)->body, all);
        opt_wholes(m, &(*link)->other, all);
        link = &(*link)->next;
    }
}
