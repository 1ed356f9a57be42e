/* turn.c: where a gradient reverses direction. A routine computes ancillas, uses them, and
 * uncomputes them; run back for its gradient it would begin by computing them again, without a
 * gradient to carry yet. So the host runs another routine instead, which ends where the uncomputing
 * begins and leaves its ancillas where they are: forth, and from there back.
 *
 * The uncomputing must be known to be that: it takes back, in the opposite order, what statements
 * before it have done, nothing between them changes what those use, and they change no parameter.
 */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/same.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATEMENTS = 512, DEEPEST_PRINT = 4 };

typedef struct {
    ir_module *m;
    ir_routine *r;
    ir_stmt *list[MOST_STATEMENTS];
    size_t count;
    size_t head[MOST_STATEMENTS]; /* of a statement of the tail: the one that it undoes */
    bool is_head[MOST_STATEMENTS];
} body;

static bool undoes(const body *b, const ir_stmt *head, const ir_stmt *s)
{
    switch (s->kind) {
    case IR_UNROUTINE:
        return head->kind == IR_ROUTINE && head->routine_id == s->routine_id
               && opt_count_undone(b->r->body, s->routine_id) == 1;
    case IR_FREE:
        return head->kind == IR_ALLOC && head->var == s->var && !s->erase
               && (opt_same_expr(head->expr, s->expr)
                   || (opt_is_zero(head->expr) && opt_is_zero(s->expr)));
    case IR_FREE_ARRAY:
        return head->kind == IR_ALLOC_ARRAY && head->var == s->var
               && opt_same_expr(head->first, s->first)
               && (!s->last || opt_same_expr(head->last, s->last));
    case IR_CALL:
        return head->kind == IR_CALL && head->callee == s->callee && head->inverse != s->inverse
               && opt_alike_args(NULL, head, s);
    default: return false;
    }
}

/* Pairs from the end inwards; the first statement of the tail. */
static size_t pair(body *b)
{
    size_t outer = 0, cut = b->count;

    for (bool found = true; found && cut > 0;) {
        size_t h = cut - 1;
        found = false;
        while (!found && h > outer)
            found = undoes(b, b->list[--h], b->list[cut - 1]);
        if (found) {
            b->head[--cut] = h;
            outer = h + 1;
        }
    }
    return cut;
}

/* ---- may it be left out? ---- */

static bool prints(const ir_stmt *list, unsigned depth)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s->kind == IR_PRINT
            || (s->kind == IR_CALL
                && (depth == DEEPEST_PRINT || prints(s->callee->body, depth + 1)))
            || prints(s->body, depth) || prints(s->other, depth))
            return true;
    return false;
}

bool opt_one_prints(const ir_stmt *s)
{
    return s->kind == IR_PRINT || (s->kind == IR_CALL && prints(s->callee->body, 0))
           || prints(s->body, 0) || prints(s->other, 0);
}

static bool changes_parameter(const body *b, const ir_stmt *s)
{
    for (size_t v = 0; v < b->r->param_count; v++)
        if (opt_touch(b->r->body, s, b->r->vars[v]) & OPT_WRITE)
            return true;
    return false;
}

static bool disturbs(const body *b, const ir_stmt *s, const ir_stmt *head)
{
    const ir_stmt *root = b->r->body;

    if (opt_one_uses_accumulator(root, s) && opt_one_uses_accumulator(root, head))
        return true;
    for (size_t v = 0; v < b->r->var_count; v++) {
        const ir_var *var = b->r->vars[v];
        if ((opt_touch(root, s, var) & OPT_WRITE && opt_touch(root, head, var))
            || (opt_may_resize(root, s, var) && opt_stmt_use(root, head, var)))
            return true;
    }
    return false;
}

static bool may_stay(const body *b, size_t cut, size_t tail)
{
    const size_t h = b->head[tail];

    if (opt_one_prints(b->list[h]) || changes_parameter(b, b->list[h]))
        return false;
    for (size_t i = h + 1; i < cut; i++)
        if (!b->is_head[i] && disturbs(b, b->list[i], b->list[h]))
            return false;
    return true;
}

/* Every statement from cut on can be left out, and one of them is work. */
static bool good_cut(body *b, size_t cut)
{
    bool work = false;

    for (size_t i = 0; i < b->count; i++)
        b->is_head[i] = false;
    for (size_t i = cut; i < b->count; i++) {
        b->is_head[b->head[i]] = true;
        work = work || b->list[i]->kind == IR_UNROUTINE || b->list[i]->kind == IR_CALL;
    }
    for (size_t i = cut; work && i < b->count; i++)
        if (!may_stay(b, cut, i))
            return false;
    return work;
}

/* ---- the other routine ---- */

static bool copy_variables(ir_routine *to, const ir_routine *r, const ir_var **vars)
{
    for (size_t v = 0; v < r->var_count; v++) {
        const ir_var *old = r->vars[v];
        ir_var *copy = v < r->param_count
                           ? ir_add_param(to, old->loc, old->name, old->base, old->rank)
                           : ir_add_var(to, old->loc, old->name, ir_var_type(old), old->rank);
        if (!copy)
            return false;
        copy->keyword = old->keyword;
        copy->has_default = old->has_default;
        copy->required = old->required;
        copy->default_raw = old->default_raw;
        copy->levels = old->levels;
        vars[v] = copy;
    }
    return true;
}

static ir_stmt **copy_statements(const body *b, size_t cut, const opt_copier *c, ir_stmt **end)
{
    for (size_t i = 0; i < cut && !b->m->out_of_memory; i++) {
        ir_stmt alone = *b->list[i];
        alone.next = NULL;
        const bool opened = b->is_head[i] && alone.kind == IR_ROUTINE;
        end = opt_put_list(end, opt_copy_list(c, opened ? alone.body : &alone), NULL);
    }
    return end;
}

/* What the list has made and not freed. */
static void leave(ir_module *m, const ir_routine *to, const ir_stmt *list, ir_stmt **end)
{
    for (size_t v = to->param_count; v < to->var_count; v++) {
        const ir_stmt *made = NULL;
        for (const ir_stmt *s = list; s; s = s->next) {
            if (s->var != to->vars[v])
                continue;
            if (s->kind == IR_ALLOC || s->kind == IR_ALLOC_ARRAY)
                made = s;
            else if (s->kind == IR_FREE || s->kind == IR_FREE_ARRAY)
                made = NULL;
        }
        if (made)
            end = opt_put_list(end, ir_leave(m, made->loc, to->vars[v]), NULL);
    }
}

static void make(body *b, size_t cut)
{
    const ir_routine *r = b->r;
    const size_t size = strlen(r->name) + sizeof RG_FORTH;
    char *name = ir_arena_alloc(b->m, size);
    const ir_var **vars = calloc(r->var_count + 1, sizeof *vars);

    if (name)
        snprintf(name, size, "%s" RG_FORTH, r->name);
    ir_routine *to = name && vars ? ir_routine_new(b->m, r->loc, name, false) : NULL;
    if (to && copy_variables(to, r, vars)) {
        const opt_copier c = {.m = b->m, .vars = vars};
        to->reversible = r->reversible;
        to->last_line = r->last_line;
        to->forth = r;
        ir_stmt **end = copy_statements(b, cut, &c, &to->body);
        leave(b->m, to, to->body, end);
    } else {
        b->m->out_of_memory = true;
    }
    free(vars);
}

static void routine(ir_module *m, ir_routine *r)
{
    body *b = calloc(1, sizeof *b);

    if (!b) {
        m->out_of_memory = true;
        return;
    }
    *b = (body){.m = m, .r = r};
    ir_stmt *s = r->body;
    for (; s && b->count < MOST_STATEMENTS; s = s->next)
        b->list[b->count++] = s;
    size_t cut = s ? b->count : pair(b);
    while (cut < b->count && !good_cut(b, cut))
        cut++;
    if (cut < b->count)
        make(b, cut);
    free(b);
}

void opt_turn(const opt_site *at)
{
    ir_module *m = at->m;

    for (ir_routine *r = m->routines, *last = m->last; r && !m->out_of_memory;
         r = r == last ? NULL : r->next)
        if (r->differentiated && !ir_holds_erasure(r->body))
            routine(m, r);
}
