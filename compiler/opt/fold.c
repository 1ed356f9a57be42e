/* fold.c: statements that stand in a list together with their inverse become a @routine block and its ~@routine. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>
#include <string.h>

/* Words that a block must be likely to have, outside of loops and in them, where the two calls of a block take time. */
enum { SHORTEST = 20, SHORTEST_IN_LOOP = 130, LOOP_WEIGHT = 40, LONGEST_LIST = 600 };

typedef struct {
    ir_module *m;
    ir_routine *r;
    unsigned next_id;
    const ir_var **first;   /* by id of a variable of the second half: what it is called in the first; NULL: itself */
    const ir_var **second;  /* the other way round */
    size_t open;            /* renamed variables that are alive */
} folder;

/* ---- equality up to the names of variables that live within both halves ---- */

static bool same_var(const folder *f, const ir_var *a, const ir_var *b)
{
    if (!a || !b)
        return a == b;
    if (f->first[b->id] || f->second[a->id])
        return f->first[b->id] == a && f->second[a->id] == b;
    return a == b;
}

static void open_name(folder *f, const ir_var *a, const ir_var *b)
{
    if (a == b || a->id < f->r->param_count || b->id < f->r->param_count || a->base != b->base || a->rank != b->rank
        || f->first[b->id] || f->second[a->id])
        return;
    f->first[b->id] = a;
    f->second[a->id] = b;
    f->open++;
}

static void close_name(folder *f, const ir_var *a, const ir_var *b)
{
    if (f->first[b->id] != a)
        return;
    f->first[b->id] = f->second[a->id] = NULL;
    f->open--;
}

static bool same_expr(const folder *f, const ir_expr *a, const ir_expr *b)
{
    if (!a || !b)
        return a == b;
    return a->kind == b->kind && a->type == b->type && same_var(f, a->var, b->var) && a->raw == b->raw && a->op == b->op
        && a->inbounds == b->inbounds && same_expr(f, a->left, b->left) && same_expr(f, a->right, b->right)
        && same_expr(f, a->third, b->third);
}

static bool is_one(const ir_expr *step) { return !step || opt_is_const(step, 1); }

static bool same_step(const folder *f, const ir_expr *a, const ir_expr *b) { return (is_one(a) && is_one(b)) || same_expr(f, a, b); }

static bool same_place(const folder *f, const ir_place *a, const ir_place *b)
{
    return same_var(f, a->var, b->var) && a->inbounds == b->inbounds && same_expr(f, a->row, b->row) && same_expr(f, a->column, b->column);
}

static bool same_args(const folder *f, const ir_stmt *a, const ir_stmt *b)
{
    if (a->arg_count != b->arg_count)
        return false;
    for (size_t i = 0; i < a->arg_count; i++) {
        const ir_arg *x = &a->args[i], *y = &b->args[i];
        if (x->kind != y->kind || !same_var(f, x->array, y->array) || !same_place(f, &x->place, &y->place) || !same_expr(f, x->expr, y->expr))
            return false;
    }
    return true;
}

static bool same_list(folder *f, const ir_stmt *a, const ir_stmt *b);

static bool same_stmt(folder *f, const ir_stmt *a, const ir_stmt *b)
{
    const bool opens = b->kind == IR_ALLOC || b->kind == IR_ALLOC_ARRAY || b->kind == IR_FOR;
    const bool closes = b->kind == IR_FREE || b->kind == IR_FREE_ARRAY || b->kind == IR_FOR;

    if (a->kind != b->kind || a->mode != b->mode || a->inverse != b->inverse || a->callee != b->callee || a->stack != b->stack || a->unchecked != b->unchecked
        || a->no_invcheck != b->no_invcheck || a->erase || b->erase || a->kind == IR_ROUTINE || a->kind == IR_UNROUTINE || a->kind == IR_PRINT)
        return false;
    if (!same_expr(f, a->first, b->first) || !same_step(f, a->step, b->step) || !same_expr(f, a->last, b->last))
        return false;
    if (opens)
        open_name(f, a->var, b->var);
    if (!same_var(f, a->var, b->var) || !same_place(f, &a->place, &b->place) || !same_place(f, &a->place2, &b->place2)
        || !same_expr(f, a->expr, b->expr) || !same_expr(f, a->pre, b->pre) || !same_expr(f, a->post, b->post) || !same_args(f, a, b)
        || !same_list(f, a->body, b->body) || !same_list(f, a->other, b->other))
        return false;
    if (closes)
        close_name(f, a->var, b->var);
    return true;
}

static bool same_list(folder *f, const ir_stmt *a, const ir_stmt *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (!same_stmt(f, a, b))
            return false;
    return !a && !b;
}

static void forget_names(folder *f)
{
    memset(f->first, 0, (f->r->var_count + 1) * sizeof *f->first);
    memset(f->second, 0, (f->r->var_count + 1) * sizeof *f->second);
    f->open = 0;
}

/* ---- size ---- */

static unsigned words_of_expr(const ir_expr *e)
{
    if (!e || e->kind == IR_VAR || e->kind == IR_CONST)
        return 0;
    return 2 + (e->kind == IR_ELEM ? 2u : 0u) + (e->kind == IR_ELEM && e->right ? 4u : 0u) + words_of_expr(e->left) + words_of_expr(e->right) + words_of_expr(e->third);
}

static unsigned words_of_place(const ir_place *p) { return p->row ? 3u + words_of_expr(p->row) + (p->column ? 4u : 0u) + words_of_expr(p->column) : 0u; }

/* About how many words a list takes; loops count more, for the sake of time. */
static unsigned words_of(const ir_stmt *list)
{
    unsigned sum = 0;

    for (const ir_stmt *s = list; s; s = s->next) {
        sum += 1 + words_of_expr(s->expr) + words_of_expr(s->pre) + words_of_expr(s->post) + words_of_expr(s->first) + words_of_expr(s->last)
            + words_of_place(&s->place) + words_of_place(&s->place2);
        for (size_t i = 0; i < s->arg_count; i++)
            sum += 2 + words_of_expr(s->args[i].expr) + words_of_place(&s->args[i].place);
        if (s->kind == IR_FOR || s->kind == IR_WHILE || s->kind == IR_ALLOC_ARRAY || s->kind == IR_FREE_ARRAY || s->kind == IR_CALL)
            sum += LOOP_WEIGHT;
        sum += words_of(s->body) + words_of(s->other);
    }
    return sum;
}

/* ---- lists ---- */

typedef struct { ir_stmt *stmt, *inverse; unsigned words; } item;
typedef struct { size_t left, right, length; unsigned words; } pair; /* [left - length, left) and its inverse [right, right + length) */

static pair longest(folder *f, const item *items, size_t count, size_t left, size_t right)
{
    pair best = {left, right, 0, 0};
    unsigned words = 0;

    forget_names(f);
    for (size_t t = 1; t <= left && right + t <= count; t++) {
        const item *a = &items[left - t], *b = &items[right + t - 1];
        if (!a->inverse || a->stmt->loc.line != b->stmt->loc.line || !same_stmt(f, a->inverse, b->stmt))
            break;
        words += a->words;
        if (f->open == 0) {
            best.length = t;
            best.words = words;
        }
    }
    return best;
}

static ir_stmt *fold(folder *f, ir_stmt *list, const item *items, const pair *p)
{
    ir_stmt *first = items[p->left - p->length].stmt, *last = items[p->left - 1].stmt;
    ir_stmt *undo = ir_unroutine(f->m, items[p->right].stmt->loc, f->next_id);
    ir_stmt *block = ir_routine_block(f->m, first->loc, f->next_id, first);
    ir_stmt *behind = items[p->right + p->length - 1].stmt->next, **link = &list;

    if (!undo || !block)
        return list;
    f->next_id++;
    while (*link != first)
        link = &(*link)->next;
    *link = block;
    block->next = p->left == p->right ? undo : last->next;
    last->next = NULL;
    for (link = &block->next; *link != items[p->right].stmt && *link != undo; link = &(*link)->next)
        ;
    *link = undo;
    undo->next = behind;
    return list;
}

/* ---- exact sums that stay in the accumulator ---- */

static bool holds(const ir_stmt *list, bool (*wanted)(ir_stmt_kind))
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (wanted(s->kind) || holds(s->body, wanted) || holds(s->other, wanted))
            return true;
    return false;
}

static bool takes_sum_away(ir_stmt_kind kind) { return kind == IR_IMAC; }

/* What uses the accumulator, the stack of arrays, or is not in sight. */
static bool is_in_the_way(ir_stmt_kind kind)
{
    switch (kind) {
    case IR_UPDATE: case IR_ALLOC: case IR_FREE: case IR_SWAP: case IR_NEG: case IR_ROL: case IR_ROR: case IR_ROT: case IR_IROT:
    case IR_HADAMARD: case IR_IHADAMARD: case IR_IF: case IR_FOR: case IR_BLOCK: case IR_ASSERT:
        return false;
    default: return true;
    }
}

static bool leaves_alone(const folder *f, const item *items, const pair *p)
{
    for (size_t i = p->left; i < p->right; i++) {
        ir_stmt alone = *items[i].stmt;
        alone.next = NULL;
        if (alone.kind == IR_ASSERT)
            alone.var = NULL; /* named, not changed */
        if (holds(&alone, is_in_the_way))
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

/* A sum is taken out of the accumulator and made there again, with nothing between that concerns it: it stays. */
static bool stays(folder *f, const item *items, size_t count, size_t left, size_t right, pair *p)
{
    bool sum = false;

    *p = (pair){left, right, 0, 0};
    forget_names(f);
    for (size_t t = 1; t <= left && right + t <= count && !sum; t++) {
        const item *a = &items[left - t], *b = &items[right + t - 1];
        if (!a->inverse || !same_stmt(f, a->inverse, b->stmt))
            break;
        ir_stmt alone = *a->stmt;
        alone.next = NULL;
        sum = holds(&alone, takes_sum_away);
        p->length = t;
    }
    return p->length > 0 && sum && f->open > 0 && items[left - 1].stmt->kind == IR_FREE && leaves_alone(f, items, p);
}

/* Both halves go; what the second one made goes by the names of the first. */
static ir_stmt *keep_sum(folder *f, ir_stmt *list, const item *items, const pair *p)
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

static bool erases(const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s->erase || erases(s->body) || erases(s->other))
            return true;
    return false;
}

/* NULL: it has none, or it is not looked at. */
static ir_stmt *one_inverse(folder *f, const ir_stmt *s)
{
    ir_stmt alone = *s;

    alone.next = NULL;
    return s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE || erases(&alone) ? NULL : ir_invert(f->m, &alone);
}

static item *items_of(folder *f, ir_stmt *list, size_t *count)
{
    item *items = NULL;
    size_t n = 0;

    *count = 0;
    for (const ir_stmt *s = list; s; s = s->next)
        ++*count;
    if (*count < 2 || *count > LONGEST_LIST)
        return NULL;
    items = calloc(*count, sizeof *items);
    if (!items)
        f->m->out_of_memory = true;
    for (ir_stmt *s = list; s && items; s = s->next) {
        ir_stmt *next = s->next;
        s->next = NULL;
        items[n++] = (item){s, ir_holds_erasure(s) ? NULL : one_inverse(f, s), words_of(s)};
        s->next = next;
    }
    return items;
}

static bool rejoin(folder *f, ir_stmt **list, const item *items, size_t count)
{
    pair p;

    for (size_t left = 1; left < count; left++)
        for (size_t right = left; items[left - 1].stmt->kind == IR_FREE && right < count; right++)
            if (items[right].stmt->kind == IR_ALLOC && stays(f, items, count, left, right, &p)) {
                *list = keep_sum(f, *list, items, &p);
                return true;
            }
    return false;
}

static bool is_exact_product(ir_stmt_kind kind) { return kind == IR_MAC || kind == IR_IMAC; }

/* The loop of an exact sum is one stream. Undone on its own it would need other descriptors, which take as much time as two calls. */
static bool is_exact_sum(const item *items, const pair *p)
{
    bool loop = false;

    for (size_t i = p->left - p->length; i < p->left; i++)
        loop = loop || (items[i].stmt->kind == IR_FOR && holds(items[i].stmt->body, is_exact_product));
    return loop;
}

static bool fold_best(folder *f, ir_stmt **list, const item *items, size_t count, unsigned depth)
{
    pair best = {0};

    for (size_t left = 1; left < count; left++)
        for (size_t right = left; right < count; right++) {
            pair p = longest(f, items, count, left, right);
            if (p.words > best.words && p.words >= (depth && !is_exact_sum(items, &p) ? SHORTEST_IN_LOOP : SHORTEST))
                best = p;
        }
    if (best.length > 0)
        *list = fold(f, *list, items, &best);
    return best.length > 0;
}

static ir_stmt *fold_list(folder *f, ir_stmt *list, unsigned depth)
{
    for (bool again = true; again && !f->m->out_of_memory;) {
        size_t count;
        item *items = items_of(f, list, &count);
        again = items && (rejoin(f, &list, items, count) || fold_best(f, &list, items, count, depth));
        free(items);
    }
    for (ir_stmt *s = list; s; s = s->next) {
        unsigned inside = depth + (s->kind == IR_FOR || s->kind == IR_WHILE);
        s->body = fold_list(f, s->body, inside);
        s->other = fold_list(f, s->other, inside);
    }
    return list;
}

void opt_fold(ir_module *m, ir_routine *r)
{
    folder f = {.m = m, .r = r, .next_id = opt_block_ids(r->body)};

    f.first = calloc(r->var_count + 1, sizeof *f.first);
    f.second = calloc(r->var_count + 1, sizeof *f.second);
    if (!f.first || !f.second)
        m->out_of_memory = true;
    else
        r->body = fold_list(&f, r->body, 0);
    free(f.first);
    free(f.second);
}
