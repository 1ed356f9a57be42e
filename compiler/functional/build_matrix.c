/* build_matrix.c: products of matrices and vectors, and transposes, as maps and sums. */
#include <string.h>

#include "compiler/functional/unary.h"

static fn_slot *refuse(fn_builder *b, const fr_expr *e, const char *what, const char *help)
{
    fr_help(b->d, fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span, "%s", what), "%s", help);
    return NULL;
}

static fn_slot *map_of(fn_builder *b, const fr_expr *e, fn_slot *array, fn_seq *body)
{
    fn_close_seq(b, body);
    if (!body->result || !fn_storable(b, e, body->result->type, "an element of the result"))
        return NULL;
    fn_slot *s = fn_add_slot(b, FN_MAP, fn_array(b->d->arena, body->result->type), e->span);
    s->args[s->arg_count++] = array;
    s->bodies[0] = body;
    return s;
}

static fn_slot *operation(fn_builder *b, const fr_expr *e, const char *op, fn_slot *left,
                          fn_slot *right)
{
    const bool whole = left->type->kind == FN_WHOLE && right->type->kind == FN_WHOLE;
    fn_slot *s = fn_add_slot(b, FN_OP, whole ? &fn_whole : &fn_real, e->span);
    s->op = op;
    s->infix = true;
    s->args[s->arg_count++] = left;
    s->args[s->arg_count++] = right;
    return s;
}

/* The sum of the products of two vectors. */
static fn_slot *dot_of(fn_builder *b, const fr_expr *e, fn_slot *const *vectors)
{
    fn_seq *products = fn_open_seq(b);
    fn_slot *left = fn_element_of(b, vectors[0]), *right = fn_element_of(b, vectors[1]);
    products->result = operation(b, e, "*", left, right);
    fn_close_seq(b, products);
    const fn_type *type = products->result->type;
    fn_slot *map = fn_add_slot(b, FN_MAP, fn_array(b->d->arena, type), e->span);
    map->args[map->arg_count++] = vectors[0];
    map->args[map->arg_count++] = vectors[1];
    map->bodies[0] = products;
    fn_slot *start = fn_number(b, e->span, 0, type->kind == FN_WHOLE);
    fn_seq *sums = fn_open_seq(b);
    fn_slot *state = fn_add_slot(b, FN_PARAM, type, e->span);
    state->origin = start;
    sums->param_count++;
    sums->result = operation(b, e, "+", state, fn_element_of(b, map));
    fn_close_seq(b, sums);
    fn_slot *s = fn_add_slot(b, FN_FOLD, type, e->span);
    s->args[s->arg_count++] = start;
    s->args[s->arg_count++] = map;
    s->bodies[0] = sums;
    return s;
}

static fn_slot *element(fn_builder *b, const fr_expr *e, fn_slot *array, fn_slot *index)
{
    fn_slot *s = fn_add_slot(b, FN_AT, array->type->parts[0], e->span);
    s->element = true;
    s->args[s->arg_count++] = array;
    s->args[s->arg_count++] = index;
    return s;
}

/* The numbers of the columns of a matrix. */
static fn_slot *columns_of(fn_builder *b, const fr_expr *e, fn_slot *matrix)
{
    fn_slot *one = fn_number(b, e->span, 1, true);
    fn_slot *last = fn_add_slot(b, FN_LENGTH, &fn_whole, e->span);
    last->args[last->arg_count++] = matrix;
    last->part = 1;
    fn_slot *s = fn_add_slot(b, FN_RANGE, fn_array(b->d->arena, &fn_whole), e->span);
    s->args[s->arg_count++] = one;
    s->args[s->arg_count++] = last;
    return s;
}

/* The column of that number: row -> row[j] of each row. */
static fn_slot *column(fn_builder *b, const fr_expr *e, fn_slot *matrix, fn_slot *number)
{
    fn_seq *body = fn_open_seq(b);
    body->result = element(b, e, fn_element_of(b, matrix), number);
    return map_of(b, e, matrix, body);
}

fn_slot *fn_transpose(fn_builder *b, const fr_expr *e, fn_slot *matrix)
{
    fn_slot *numbers = columns_of(b, e, matrix);
    fn_seq *body = fn_open_seq(b);
    body->result = column(b, e, matrix, fn_element_of(b, numbers));
    return map_of(b, e, numbers, body);
}

static fn_slot *whole_op(fn_builder *b, const fr_expr *e, const char *op, fn_slot *left,
                         fn_slot *right)
{
    fn_slot *s = fn_add_slot(b, FN_OP, &fn_whole, e->span);
    s->op = op;
    s->infix = s->textual = true;
    s->args[s->arg_count++] = left;
    s->args[s->arg_count++] = right;
    return s;
}

static fn_slot *extent(fn_builder *b, const fr_expr *e, fn_slot *matrix, unsigned part)
{
    fn_slot *s = fn_add_slot(b, FN_LENGTH, &fn_whole, e->span);
    s->args[s->arg_count++] = matrix;
    s->part = part;
    return s;
}

/* Element k is A[(k - 1) % m + 1, (k - 1) ÷ m + 1], of m rows. */
fn_slot *fn_vec(fn_builder *b, const fr_expr *e, fn_slot *matrix)
{
    fn_slot *one = fn_number(b, e->span, 1, true), *rows = extent(b, e, matrix, 0);
    fn_slot *range = fn_add_slot(b, FN_RANGE, fn_array(b->d->arena, &fn_whole), e->span);
    range->args[range->arg_count++] = one;
    range->args[range->arg_count++] = whole_op(b, e, "*", rows, extent(b, e, matrix, 1));
    fn_seq *body = fn_open_seq(b);
    fn_slot *before = whole_op(b, e, "-", fn_element_of(b, range), one),
            *row = whole_op(b, e, "+", whole_op(b, e, "%", before, rows), one),
            *column = whole_op(b, e, "+", whole_op(b, e, "÷", before, rows), one);
    body->result = element(b, e, element(b, e, matrix, row), column);
    return map_of(b, e, range, body);
}

/* How many numbers the first ones have. */
static fn_slot *count_of(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *parts)
{
    fn_slot *sum = NULL;
    for (size_t i = 0; i < count; i++) {
        const bool array = parts[i]->type->kind == FN_ARRAY;
        fn_slot *n = array ? extent(b, e, parts[i], 0) : fn_number(b, e->span, 1, true);
        sum = sum ? whole_op(b, e, "+", sum, n) : n;
    }
    return sum;
}

/* Number k, which is behind the first `done` parts: of the next one, or behind it. */
static fn_slot *joined_at(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *parts,
                          size_t done, fn_slot *k)
{
    fn_slot *part = parts[done], *at = k;
    if (done > 0)
        at = whole_op(b, e, "-", k, count_of(b, e, done, parts));
    if (done + 1 == count)
        return part->type->kind == FN_ARRAY ? element(b, e, part, at) : part;
    fn_slot *within = fn_add_slot(b, FN_OP, &fn_bool, e->span);
    within->op = "<=";
    within->infix = true;
    within->args[within->arg_count++] = k;
    within->args[within->arg_count++] = count_of(b, e, done + 1, parts);
    fn_seq *here = fn_open_seq(b);
    here->result = part->type->kind == FN_ARRAY ? element(b, e, part, at) : part;
    fn_close_seq(b, here);
    fn_seq *behind = fn_open_seq(b);
    behind->result = joined_at(b, e, count, parts, done + 1, k);
    fn_close_seq(b, behind);
    if (!behind->result)
        return NULL;
    fn_slot *s = fn_add_slot(
        b, FN_IF, fn_common_type(b->d->arena, here->result->type, behind->result->type), e->span);
    s->args[s->arg_count++] = within;
    s->bodies[0] = here;
    s->bodies[1] = behind;
    return s;
}

fn_slot *fn_join_vectors(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *parts)
{
    for (size_t i = 0; i < count; i++) {
        const fn_type *t = parts[i]->type;
        if (t->kind != FN_REAL && t->kind != FN_WHOLE
            && (t->kind != FN_ARRAY || fn_rank(t) != 1 || fn_has_product(t) || fn_has_bool(t)))
            return refuse(b, e, "only vectors of numbers are put one behind another",
                          "write [x; y] or vcat(x, y) of vectors and numbers");
    }
    fn_slot *range = fn_add_slot(b, FN_RANGE, fn_array(b->d->arena, &fn_whole), e->span);
    range->args[range->arg_count++] = fn_number(b, e->span, 1, true);
    range->args[range->arg_count++] = count_of(b, e, count, parts);
    fn_seq *body = fn_open_seq(b);
    body->result = joined_at(b, e, count, parts, 0, fn_element_of(b, range));
    return map_of(b, e, range, body);
}

/* Each row of the matrix times the vector. */
fn_slot *fn_matrix_vector(fn_builder *b, const fr_expr *e, fn_slot *matrix, fn_slot *vector)
{
    fn_seq *body = fn_open_seq(b);
    fn_slot *both[] = {fn_element_of(b, matrix), vector};
    body->result = dot_of(b, e, both);
    return map_of(b, e, matrix, body);
}

fn_slot *fn_matrix_matrix(fn_builder *b, const fr_expr *e, fn_slot *left, fn_slot *right)
{
    fn_seq *rows = fn_open_seq(b);
    fn_slot *row = fn_element_of(b, left), *numbers = columns_of(b, e, right);
    fn_seq *columns = fn_open_seq(b);
    fn_slot *both[] = {row, column(b, e, right, fn_element_of(b, numbers))};
    columns->result = both[1] ? dot_of(b, e, both) : NULL;
    rows->result = map_of(b, e, numbers, columns);
    return map_of(b, e, left, rows);
}

/* x * y' */
fn_slot *fn_outer(fn_builder *b, const fr_expr *e, fn_slot *x, fn_slot *y)
{
    fn_seq *rows = fn_open_seq(b);
    fn_slot *left = fn_element_of(b, x);
    fn_seq *columns = fn_open_seq(b);
    columns->result = operation(b, e, "*", left, fn_element_of(b, y));
    rows->result = map_of(b, e, y, columns);
    return map_of(b, e, x, rows);
}
