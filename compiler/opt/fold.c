/* fold.c: statements that stand in a list together with their inverse become a @routine block and
 * its ~@routine. */
#include "compiler/opt/fold.h"

#include "compiler/opt/opt_internal.h"
#include "compiler/opt/same.h"

#include <stdlib.h>
#include <string.h>

/* Words that a block must be likely to have, outside of loops and in them, where the two calls of a
 * block take time. */
enum { SHORTEST = 20, SHORTEST_IN_LOOP = 130, LOOP_WEIGHT = 40, LONGEST_LIST = 600 };

/* ---- equality up to the names of variables that live within both halves ---- */

static bool same_var(const void *with, const ir_var *a, const ir_var *b)
{
    const opt_folder *f = with;

    if (f->first[b->id] || f->second[a->id])
        return f->first[b->id] == a && f->second[a->id] == b;
    return a == b;
}

static void open_name(void *with, const ir_var *a, const ir_var *b)
{
    opt_folder *f = with;

    if (a == b || a->id < f->r->param_count || b->id < f->r->param_count || a->base != b->base
        || a->rank != b->rank || f->first[b->id] || f->second[a->id])
        return;
    f->first[b->id] = a;
    f->second[a->id] = b;
    f->open++;
}

static void close_name(void *with, const ir_var *a, const ir_var *b)
{
    opt_folder *f = with;

    if (f->first[b->id] != a)
        return;
    f->first[b->id] = f->second[a->id] = NULL;
    f->open--;
}

static bool is_comparable(ir_stmt_kind kind)
{
    return kind != IR_ROUTINE && kind != IR_UNROUTINE && kind != IR_PRINT;
}

bool opt_fold_alike(opt_folder *f, const ir_stmt *a, const ir_stmt *b)
{
    const opt_naming names = {.with = f,
                              .same = same_var,
                              .open = open_name,
                              .close = close_name,
                              .comparable = is_comparable};

    return opt_alike_stmt(&names, a, b);
}

void opt_forget_names(opt_folder *f)
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
    return 2 + (e->kind == IR_ELEM ? 2u : 0u) + (e->kind == IR_ELEM && e->right ? 4u : 0u)
           + words_of_expr(e->left) + words_of_expr(e->right) + words_of_expr(e->third);
}

static unsigned words_of_place(const ir_place *p)
{
    return p->row ? 3u + words_of_expr(p->row) + (p->column ? 4u : 0u) + words_of_expr(p->column)
                  : 0u;
}

/* About how many words a list takes; loops count more, for the sake of time. */
static unsigned words_of(const ir_stmt *list)
{
    unsigned sum = 0;

    for (const ir_stmt *s = list; s; s = s->next) {
        sum += 1 + words_of_expr(s->expr) + words_of_expr(s->pre) + words_of_expr(s->post)
               + words_of_expr(s->first) + words_of_expr(s->last) + words_of_place(&s->place)
               + words_of_place(&s->place2);
        for (size_t i = 0; i < s->arg_count; i++)
            sum += 2 + words_of_expr(s->args[i].expr) + words_of_place(&s->args[i].place);
        if (s->kind == IR_FOR || s->kind == IR_WHILE || s->kind == IR_ALLOC_ARRAY
            || s->kind == IR_FREE_ARRAY || s->kind == IR_CALL)
            sum += LOOP_WEIGHT;
        sum += words_of(s->body) + words_of(s->other);
    }
    return sum;
}

/* ---- shapes ---- */

static uint64_t mix(uint64_t shape, uint64_t value)
{
    return (shape ^ value) * UINT64_C(1099511628211); /* FNV-1a */
}

static uint64_t shape_of_expr(uint64_t shape, const ir_expr *e)
{
    if (!e)
        return mix(shape, UINT64_MAX);
    shape = mix(mix(mix(shape, e->kind), e->op), (uint64_t)e->raw);
    return shape_of_expr(shape_of_expr(shape_of_expr(shape, e->left), e->right), e->third);
}

/* Of statements that are alike this is equal: it has no names of variables. Most that are not alike
 * differ in it. */
static uint64_t shape_of(const ir_stmt *s)
{
    uint64_t shape = mix(mix(mix(0, s->kind), s->mode), s->inverse);

    shape = shape_of_expr(shape, s->expr);
    shape = shape_of_expr(shape, s->place.row);
    return shape_of_expr(shape, s->place.column);
}

/* ---- lists ---- */

static opt_fold_pair longest(opt_folder *f, const opt_fold_item *items, size_t count, size_t left,
                             size_t right)
{
    opt_fold_pair best = {left, right, 0, 0};
    unsigned words = 0;

    opt_forget_names(f);
    for (size_t t = 1; t <= left && right + t <= count; t++) {
        const opt_fold_item *a = &items[left - t], *b = &items[right + t - 1];
        if (!a->inverse || a->stmt->loc.line != b->stmt->loc.line
            || !opt_fold_alike(f, a->inverse, b->stmt))
            break;
        words += a->words;
        if (f->open == 0) {
            best.length = t;
            best.words = words;
        }
    }
    return best;
}

static ir_stmt *fold(opt_folder *f, ir_stmt *list, const opt_fold_item *items,
                     const opt_fold_pair *p)
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

/* Of a statement that nothing follows. NULL: it has none, or it is not looked at. */
static ir_stmt *one_inverse(opt_folder *f, const ir_stmt *s)
{
    return s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE || ir_holds_erasure(s)
               ? NULL
               : ir_invert(f->m, s);
}

static opt_fold_item *items_of(opt_folder *f, ir_stmt *list, size_t *count)
{
    opt_fold_item *items = NULL;
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
        ir_stmt *inverse = one_inverse(f, s);
        items[n++] =
            (opt_fold_item){s, inverse, words_of(s), shape_of(s), inverse ? shape_of(inverse) : 0};
        s->next = next;
    }
    return items;
}

static bool is_exact_product(const ir_stmt *s) { return s->kind == IR_MAC || s->kind == IR_IMAC; }

/* The loop of an exact sum is one stream. Undone on its own it would need other descriptors, which
 * take as much time as two calls. */
static bool is_exact_sum(const opt_fold_item *items, const opt_fold_pair *p)
{
    bool loop = false;

    for (size_t i = p->left - p->length; i < p->left; i++)
        loop = loop
               || (items[i].stmt->kind == IR_FOR && opt_any(items[i].stmt->body, is_exact_product));
    return loop;
}

/* Could the inverse of a be b? */
static bool may_undo(const opt_fold_item *a, const opt_fold_item *b)
{
    return a->inverse && a->inverse_shape == b->shape && a->stmt->loc.line == b->stmt->loc.line;
}

/* most[right]: the words of a pair that ends at left and begins at right, were all statements alike
 * that have one shape. It holds those of left - 1 before. */
static void bound_pairs(const opt_fold_item *items, size_t count, size_t left, unsigned *most)
{
    for (size_t right = left; right < count; right++)
        most[right] =
            may_undo(&items[left - 1], &items[right]) ? items[left - 1].words + most[right + 1] : 0;
}

static bool fold_best(opt_folder *f, ir_stmt **list, const opt_fold_item *items, size_t count,
                      unsigned depth)
{
    opt_fold_pair best = {0};
    unsigned *most = calloc(count + 1, sizeof *most);

    if (!most)
        f->m->out_of_memory = true;
    for (size_t left = 1; most && left < count; left++) {
        bound_pairs(items, count, left, most);
        for (size_t right = left; right < count; right++) {
            if (most[right] <= best.words || most[right] < SHORTEST)
                continue;
            opt_fold_pair p = longest(f, items, count, left, right);
            if (p.words > best.words
                && p.words >= (depth && !is_exact_sum(items, &p) ? SHORTEST_IN_LOOP : SHORTEST))
                best = p;
        }
    }
    free(most);
    if (best.length > 0)
        *list = fold(f, *list, items, &best);
    return best.length > 0;
}

static ir_stmt *fold_list(opt_folder *f, ir_stmt *list, unsigned depth)
{
    for (bool again = true; again && !f->m->out_of_memory;) {
        size_t count;
        opt_fold_item *items = items_of(f, list, &count);
        again = items
                && (opt_rejoin(f, &list, items, count) || fold_best(f, &list, items, count, depth));
        free(items);
    }
    for (ir_stmt *s = list; s; s = s->next) {
        unsigned inside = depth + (s->kind == IR_FOR || s->kind == IR_WHILE);
        s->body = fold_list(f, s->body, inside);
        s->other = fold_list(f, s->other, inside);
    }
    return list;
}

void opt_fold(const opt_site *at)
{
    ir_module *m = at->m;
    ir_routine *r = at->routine;
    opt_folder f = {.m = m, .r = r, .next_id = ir_block_ids(r->body)};

    f.first = calloc(r->var_count + 1, sizeof *f.first);
    f.second = calloc(r->var_count + 1, sizeof *f.second);
    if (!f.first || !f.second)
        m->out_of_memory = true;
    else
        r->body = fold_list(&f, r->body, 0);
    free(f.first);
    free(f.second);
}
