/* small_arrays.c: scalar replacement. A local array of a few elements in a loop becomes as many
 * variables, if all its indices are constants. Variables can live in registers, and each of them
 * can be an array over the iterations of the loop. */
#include "compiler/opt/small_arrays.h"

#include <stdio.h>
#include <stdlib.h>

#include "compiler/opt/opt_internal.h"

enum { MOST_ELEMENTS = 9, MOST_SCALARS = 12, DEEPEST = 16 };

/* The loops of few iterations around an expression. */
typedef struct {
    opt_small_arrays *all;
    bool counted;
    size_t depth;
    struct {
        const ir_var *var;
        int64_t first, last;
    } loop[DEEPEST];
} finder;

/* ---- sizes ---- */

static bool constant(const ir_routine *r, const ir_expr *e, int64_t *value)
{
    const ir_expr *size =
        e && e->kind == IR_DIM ? opt_with_extents(r->module, r, (ir_expr *)(uintptr_t)e) : e;

    if (!size)
        return false;
    const opt_linear sum = opt_linear_of(size);
    *value = sum.c;
    return sum.exact && sum.count == 0;
}

int64_t opt_few_rounds(const ir_routine *r, const ir_stmt *loop, int64_t *first)
{
    int64_t last, step;

    if (loop->kind != IR_FOR || !ir_constant_step(loop, &step) || step == 0
        || !constant(r, loop->first, first) || !constant(r, loop->last, &last) || *first < -1024
        || *first > 1024 || last < -1024 || last > 1024)
        return -1;
    const int64_t n = (last - *first) / step + 1;
    return (step > 0 ? last >= *first : last <= *first) ? n : 0;
}

static bool sizes_of(const ir_stmt *s, int64_t size[2])
{
    size[1] = 1;
    return s->kind == IR_ALLOC_ARRAY && !s->stack && !s->place.var && !s->inner[0] && s->first
           && s->first->kind == IR_CONST && (size[0] = s->first->raw) >= 1
           && (!s->last || (s->last->kind == IR_CONST && (size[1] = s->last->raw) >= 1))
           && size[0] <= MOST_ELEMENTS && size[1] <= MOST_ELEMENTS
           && size[0] * size[1] <= MOST_ELEMENTS;
}

/* ---- which arrays ---- */

static size_t allocations(const ir_stmt *list, const ir_var *v)
{
    size_t count = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        count += (s->kind == IR_ALLOC_ARRAY && s->var == v) + allocations(s->body, v)
                 + allocations(s->other, v);
    return count;
}

/* The first arrays in loops, up to so many elements. */
static void collect(opt_small_arrays *a, const ir_stmt *list, bool looped, int64_t *left)
{
    int64_t size[2];

    for (const ir_stmt *s = list; s; s = s->next) {
        if (looped && sizes_of(s, size) && size[0] * size[1] <= *left && s->var->rank <= 2
            && allocations(a->r->body, s->var) == 1) {
            a->is[s->var->id] = true;
            *left -= size[0] * size[1];
        }
        collect(a, s->body, looped || opt_is_loop(s), left);
        collect(a, s->other, looped, left);
    }
}

static bool is_inside(finder *f, const ir_expr *index, int64_t size)
{
    opt_linear sum = opt_linear_of(index);
    int64_t low = sum.c, high = sum.c;
    const ir_var *v = NULL;

    for (size_t i = 0; i < f->depth && sum.count == 1; i++)
        if (opt_is_var(sum.term[0], f->loop[i].var) && sum.k[0] == 1) {
            v = f->loop[i].var;
            low += f->loop[i].first;
            high += f->loop[i].last;
        }
    if (!sum.exact || (sum.count > 0 && !v) || low < 1 || high > size)
        return false;
    if (v)
        f->all->counts[v->id] = true;
    return true;
}

static void use_element(finder *f, const ir_var *v, const ir_expr *row, const ir_expr *column)
{
    const ir_stmt *made = opt_allocation_of(f->all->r->body, v);
    int64_t size[2];

    f->all->is[v->id] = made && sizes_of(made, size) && is_inside(f, row, size[0])
                        && (column ? is_inside(f, column, size[1]) : size[1] == 1);
}

static void in_expr(finder *f, const ir_expr *e)
{
    if (!e)
        return;
    if (e->kind == IR_ELEM && f->all->is[e->var->id])
        use_element(f, e->var, e->left, e->right);
    else if (e->kind == IR_WITHIN)
        f->all->is[e->var->id] = false;
    in_expr(f, e->left);
    in_expr(f, e->right);
    in_expr(f, e->third);
}

static void in_place(finder *f, const ir_stmt *s, const ir_place *p)
{
    const bool window = s->kind == IR_ALLOC_ARRAY || s->kind == IR_FREE_ARRAY;

    if (p->var && f->all->is[p->var->id]) {
        if (window || !p->row)
            f->all->is[p->var->id] = false;
        else
            use_element(f, p->var, p->row, p->column);
    }
    in_expr(f, p->row);
    in_expr(f, p->column);
}

static void in_list(finder *f, const ir_stmt *list);

static void in_statement(finder *f, const ir_stmt *s)
{
    if (s->var && s->kind != IR_ALLOC_ARRAY && s->kind != IR_FREE_ARRAY)
        f->all->is[s->var->id] = false;
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].array)
            f->all->is[s->args[i].array->id] = false;
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        in_expr(f, *ir_expr_slot(s, i));
    for (size_t i = 0; ir_place_slot(s, i); i++)
        in_place(f, s, ir_place_slot(s, i));
}

static void in_list(finder *f, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const size_t depth = f->depth;
        int64_t first, step;
        in_statement(f, s);
        const int64_t n = opt_few_rounds(f->all->r, s, &first);
        if (f->counted && n > 0 && n <= OPT_FEW_ROUNDS && ir_constant_step(s, &step)
            && f->depth < DEEPEST) {
            const int64_t last = first + (n - 1) * step;
            f->loop[f->depth].var = s->var;
            f->loop[f->depth].first = step > 0 ? first : last;
            f->loop[f->depth++].last = step > 0 ? last : first;
        }
        in_list(f, s->body);
        f->depth = depth;
        in_list(f, s->other);
    }
}

bool opt_find_small_arrays(ir_routine *r, bool counted, opt_small_arrays *found)
{
    int64_t left = MOST_SCALARS;

    *found = (opt_small_arrays){.r = r,
                                .is = calloc(r->var_count + 1, sizeof(bool)),
                                .counts = calloc(r->var_count + 1, sizeof(bool))};
    if (!found->is || !found->counts) {
        r->module->out_of_memory = true;
        return false;
    }
    collect(found, r->body, false, &left);
    finder f = {.all = found, .counted = counted};
    in_list(&f, r->body);
    return true;
}

void opt_free_small_arrays(opt_small_arrays *found)
{
    free(found->is);
    free(found->counts);
    *found = (opt_small_arrays){0};
}

/* ---- scalars in their place ---- */

typedef struct {
    ir_routine *r;
    const ir_var *array;
    int64_t rows, columns;
    ir_var *scalar[MOST_ELEMENTS];
} replacement;

static ir_var *element_of(const replacement *x, const ir_expr *row, const ir_expr *column)
{
    const int64_t i = opt_linear_of(row).c, j = column ? opt_linear_of(column).c : 1;

    return x->scalar[(j - 1) * x->rows + i - 1];
}

static ir_expr *replaced(const void *with, ir_expr *e)
{
    const replacement *x = with;

    if (!e)
        return NULL;
    if (e->kind == IR_ELEM && e->var == x->array)
        return ir_expr_var(x->r->module, e->loc, element_of(x, e->left, e->right));
    if (e->kind == IR_DIM && e->var == x->array)
        return ir_whole(x->r->module, e->loc, e->raw == 1 ? x->rows : x->columns);
    ir_expr *left = replaced(x, e->left), *right = replaced(x, e->right),
            *third = replaced(x, e->third);
    if (left == e->left && right == e->right && third == e->third)
        return e;
    ir_expr *copy = opt_copy_node(x->r->module, e);
    if (!copy)
        return NULL;
    copy->left = left;
    copy->right = right;
    copy->third = third;
    return copy;
}

static void replace_places(const replacement *x, ir_stmt *list)
{
    for (ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            ir_place *p = ir_place_slot(s, i);
            if (p->var == x->array)
                *p = ir_place_var(p->loc, element_of(x, p->row, p->column));
        }
        replace_places(x, s->body);
        replace_places(x, s->other);
    }
}

/* The elements as variables, in the order in which they are made, or the other way round. */
static ir_stmt *each(const replacement *x, const ir_stmt *s)
{
    const size_t count = (size_t)(x->rows * x->columns);
    ir_module *m = x->r->module;
    ir_stmt *list = NULL;

    for (size_t i = 0; i < count; i++)
        list = ir_append(list, s->kind == IR_ALLOC_ARRAY
                                   ? ir_alloc(m, s->loc, x->scalar[i], NULL)
                                   : ir_free(m, s->loc, x->scalar[count - 1 - i], NULL));
    return list;
}

static void replace_allocations(const replacement *x, ir_stmt **list)
{
    ir_stmt **link = list;

    while (*link) {
        ir_stmt *s = *link;
        if ((s->kind == IR_ALLOC_ARRAY || s->kind == IR_FREE_ARRAY) && s->var == x->array) {
            link = opt_put_list(link, each(x, s), s->next);
            continue;
        }
        replace_allocations(x, &s->body);
        replace_allocations(x, &s->other);
        link = &s->next;
    }
}

static bool add_scalars(replacement *x)
{
    char name[96];

    for (int64_t j = 1; j <= x->columns; j++)
        for (int64_t i = 1; i <= x->rows; i++) {
            if (x->array->rank == 1)
                snprintf(name, sizeof name, "%s[%d]", x->array->name, (int)i);
            else
                snprintf(name, sizeof name, "%s[%d,%d]", x->array->name, (int)i, (int)j);
            char *own = ir_arena_text(x->r->module, name);
            ir_var *v = own ? ir_add_var(x->r, x->array->loc, own, ir_var_type(x->array), 0) : NULL;
            if (!v)
                return false;
            x->scalar[(j - 1) * x->rows + i - 1] = v;
        }
    return true;
}

void opt_put_scalars(const opt_small_arrays *small)
{
    ir_routine *r = small->r;
    const size_t count = r->var_count;

    for (size_t v = 0; v < count; v++) {
        replacement x = {.r = r, .array = r->vars[v], .columns = 1};
        const ir_stmt *made = small->is[v] ? opt_allocation_of(r->body, x.array) : NULL;
        int64_t size[2];
        if (!made || !sizes_of(made, size))
            continue;
        x.rows = size[0];
        x.columns = size[1];
        if (!add_scalars(&x)) {
            r->module->out_of_memory = true;
            return;
        }
        opt_map_exprs(r->body, NULL, replaced, &x);
        replace_places(&x, r->body);
        replace_allocations(&x, &r->body);
    }
}
