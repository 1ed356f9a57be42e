/* rejoin.c: an exact sum that is taken out of the accumulator and made there again stays in it:
 * both halves go. */
#include "compiler/opt/fold.h"
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

static bool takes_sum_away(const ir_stmt *s) { return s->kind == IR_IMAC; }

static bool is_in_the_way(const ir_stmt *s)
{
    return !opt_only_variables(s->kind) || s->kind == IR_WHILE;
}

/* What a branch or a loop allocates it frees. */
static bool is_in_the_way_inside(const ir_stmt *s)
{
    return s->kind != IR_ALLOC_ARRAY && s->kind != IR_FREE_ARRAY && is_in_the_way(s);
}

static bool leaves_alone(const opt_folder *f, const opt_fold_item *items, const opt_fold_pair *p)
{
    for (size_t i = p->left; i < p->right; i++) {
        ir_stmt alone = *items[i].stmt;
        if (alone.kind == IR_ASSERT)
            alone.var = NULL; /* named, not changed */
        if (is_in_the_way(&alone) || opt_any(alone.body, is_in_the_way_inside)
            || opt_any(alone.other, is_in_the_way_inside))
            return false;
        for (size_t v = 0; v < f->r->var_count; v++) {
            const ir_var *var = f->r->vars[v];
            unsigned here = opt_stmt_use(f->r->body, &alone, var), there = 0;
            for (size_t k = p->left - p->length; here && k < p->left; k++)
                there |= opt_stmt_use(f->r->body, items[k].stmt, var);
            for (size_t k = p->right; here && k < p->right + p->length; k++)
                there |= opt_stmt_use(f->r->body, items[k].stmt, var);
            if ((here & OPT_WRITE && there) || (there & OPT_WRITE && here))
                return false;
        }
    }
    return true;
}

/* A sum is taken out of the accumulator and made there again, with nothing between that concerns
 * it: it stays. */
static bool sum_stays(opt_folder *f, const opt_fold_item *items, size_t count, size_t left,
                      size_t right, opt_fold_pair *p)
{
    bool sum = false;

    *p = (opt_fold_pair){left, right, 0, 0};
    opt_forget_names(f);
    for (size_t t = 1; t <= left && right + t <= count && !sum; t++) {
        const opt_fold_item *a = &items[left - t], *b = &items[right + t - 1];
        if (!a->inverse || !opt_fold_alike(f, a->inverse, b->stmt))
            break;
        sum = opt_any_alone(a->stmt, takes_sum_away);
        p->length = t;
    }
    return p->length > 0 && sum && f->open > 0 && items[left - 1].stmt->kind == IR_FREE
           && leaves_alone(f, items, p);
}

/* Both halves go; what the second one made goes by the names of the first. */
static ir_stmt *keep_sum(opt_folder *f, ir_stmt *list, const opt_fold_item *items,
                         const opt_fold_pair *p)
{
    const ir_var **names = calloc(f->r->var_count + 1, sizeof *names);
    ir_stmt **link = &list;

    if (!names) {
        f->m->out_of_memory = true;
        return list;
    }
    for (size_t v = 0; v < f->r->var_count; v++)
        names[v] = f->first[v] ? f->first[v] : f->r->vars[v];
    opt_copier c = {.m = f->m, .vars = names};
    ir_stmt *rest = opt_copy_list(&c, items[p->right + p->length - 1].stmt->next);
    while (*link != items[p->left - p->length].stmt)
        link = &(*link)->next;
    *link = p->left == p->right ? rest : items[p->left].stmt;
    if (p->left != p->right)
        items[p->right - 1].stmt->next = rest;
    free(names);
    return list;
}

bool opt_rejoin(opt_folder *f, ir_stmt **list, const opt_fold_item *items, size_t count)
{
    opt_fold_pair p;

    for (size_t left = 1; left < count; left++)
        for (size_t right = left; items[left - 1].stmt->kind == IR_FREE && right < count; right++)
            if (items[right].stmt->kind == IR_ALLOC
                && sum_stays(f, items, count, left, right, &p)) {
                *list = keep_sum(f, *list, items, &p);
                return true;
            }
    return false;
}
