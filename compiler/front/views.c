/* views.c: slices and other ways to see them: A[:, j], x[a:s:b], A', vec(A), -x, x .|> f.
 */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

static fr_var *array_variable(fr_sema *s, const fr_expr *e)
{
    fr_var *v = fr_place_node(s, e);
    return v && v->live && v->type.rank > 0 ? v : NULL;
}

static fr_expr *array_extent(fr_sema *s, const fr_view *v, unsigned dim)
{
    fr_expr *items[] = {v->name, fr_make_int(s->arena, v->span, dim)};
    return v->array->type.rank == 1 ? fr_make_call(s->arena, v->span, "length", 1, items)
                                    : fr_make_call(s->arena, v->span, "size", 2, items);
}

static bool whole_array(fr_sema *s, const fr_expr *e, fr_view *out)
{
    *out = (fr_view){.array = array_variable(s, e), .span = e->span};
    if (!out->array)
        return false;
    out->name = (fr_expr *)(uintptr_t)e;
    out->rank = out->array->type.rank;
    return true;
}

static fr_expr *plus(fr_sema *s, fr_expr *a, fr_expr *b)
{
    return fr_make_binary(s->arena, TOK_ADD, a, b);
}

static fr_expr *minus_one(fr_sema *s, fr_expr *a)
{
    return fr_make_binary(s->arena, TOK_SUB, a, fr_make_int(s->arena, a->span, 1));
}

/* What the i-th of these indices is in what they are indices of. */
static fr_expr *through(fr_sema *s, const fr_dim *d, fr_expr *i)
{
    if (d->kind == FR_DIM_ALL)
        return i;
    if (d->step)
        return plus(s, d->first, fr_make_binary(s->arena, TOK_MUL, minus_one(s, i), d->step));
    return plus(s, i, minus_one(s, d->first));
}

/* Of the indices d those that e, an index, a range or a colon, picks; extent is what 'end' means in
 * e. */
static void narrow(fr_sema *s, fr_dim *d, const fr_expr *e, fr_expr *extent)
{
    if (e->kind == EX_COLON)
        return;
    fr_dim old = *d;
    if (e->kind != EX_RANGE) {
        *d = (fr_dim){.kind = FR_DIM_ONE,
                      .first = through(s, &old, fr_replace_end(s->arena, e, extent))};
        return;
    }
    fr_expr *step = fr_replace_end(s->arena, e->third, extent);
    *d = (fr_dim){FR_DIM_RANGE, through(s, &old, fr_replace_end(s->arena, e->left, extent)),
                  !step      ? old.step
                  : old.step ? fr_make_binary(s->arena, TOK_MUL, old.step, step)
                             : step,
                  through(s, &old, fr_replace_end(s->arena, e->right, extent))};
}

static fr_expr *range_of(fr_sema *s, fr_expr *first, fr_expr *step, fr_expr *last)
{
    fr_expr *e = fr_make_unary(s->arena, first->span, TOK_COLON, last);
    e->kind = EX_RANGE;
    e->left = first;
    e->third = step;
    return e;
}

static bool is_one(const fr_expr *e) { return e->kind != EX_COLON && e->kind != EX_RANGE; }

static bool pick(fr_sema *s, fr_view *v, size_t count, fr_expr *const *indices);

/* A row or a column of reshape(x, m, n) is a range of x. */
static bool pick_reshaped(fr_sema *s, fr_view *v, fr_expr *const *indices)
{
    fr_expr *m = v->rows, *n = v->columns, *i = fr_replace_end(s->arena, indices[0], m),
            *j = fr_replace_end(s->arena, indices[1], n), *at;
    if (is_one(j)) {
        fr_expr *before = fr_make_binary(s->arena, TOK_MUL, minus_one(s, j), m);
        at = is_one(i) ? plus(s, before, i)
             : i->kind == EX_COLON
                 ? range_of(s, plus(s, before, fr_make_int(s->arena, i->span, 1)), NULL,
                            plus(s, before, m))
                 : range_of(s, plus(s, before, i->left), i->third, plus(s, before, i->right));
    } else if (is_one(i) && j->kind == EX_COLON) {
        at = range_of(s, i, m, plus(s, fr_make_binary(s->arena, TOK_MUL, minus_one(s, n), m), i));
    } else {
        return false;
    }
    v->rows = v->columns = NULL;
    v->rank = 1;
    return pick(s, v, 1, &at);
}

/* The part of the view that the indices name. */
static bool pick(fr_sema *s, fr_view *v, size_t count, fr_expr *const *indices)
{
    fr_expr *turned[2];
    if (count == 1 && v->rank == 2 && indices[0]->kind == EX_COLON && fr_view_is_whole(v)) {
        v->flat = true;
        v->rank = 1;
        return true;
    }
    if (count != v->rank || count > 2)
        return false;
    if (v->rows)
        return pick_reshaped(s, v, indices);
    if (v->row) { /* one row: its only index picks from the vector */
        if (!is_one(indices[0]))
            return false;
        v->row = false;
        v->rank = 1;
        indices++;
        count = 1;
    }
    if (v->flat) {
        narrow(s, &v->line, indices[0], fr_view_extent(s, v, 1));
        v->rank = v->line.kind == FR_DIM_ONE ? 0 : 1;
        return true;
    }
    fr_expr *extents[2] = {fr_view_extent(s, v, 1), v->rank == 2 ? fr_view_extent(s, v, 2) : NULL};
    if (v->turned) {
        turned[0] = indices[1];
        turned[1] = indices[0];
        fr_expr *first = extents[0];
        extents[0] = extents[1];
        extents[1] = first;
        indices = turned;
    }
    v->rank = 0;
    for (unsigned d = 0, next = 0; d < v->array->type.rank; d++) {
        if (v->dims[d].kind != FR_DIM_ONE) {
            narrow(s, &v->dims[d], indices[next], extents[next]);
            next++;
        }
        v->rank += v->dims[d].kind != FR_DIM_ONE;
    }
    v->turned = v->turned && v->rank == 2;
    return true;
}

/* left[indices], with at least one range when ranges is set. */
static bool indexed(fr_sema *s, const fr_expr *left, size_t count, fr_expr *const *indices,
                    fr_view *out, bool ranges)
{
    return fr_view_of(s, left, out) && pick(s, out, count, indices) && (out->rank > 0) == ranges;
}

fr_expr *fr_element_of_view(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    if (e->kind != EX_INDEX || e->left->kind == EX_NAME || e->left->kind == EX_FIELD
        || !indexed(s, e->left, e->count, e->items, &v, false))
        return NULL;
    return fr_view_element(s, &v, NULL, NULL);
}

bool fr_view_of_element(fr_sema *s, const fr_expr *e, fr_view *out)
{
    return e->kind == EX_INDEX && indexed(s, e->left, e->count, e->items, out, false);
}

static bool turn(fr_view *v)
{
    if (v->rows)
        return false;
    if (v->row) {
        v->row = false;
        v->rank = 1;
        return true;
    }
    if (v->rank == 1) {
        v->row = true;
        v->rank = 2;
        return true;
    }
    v->turned = !v->turned;
    return true;
}

static bool add_shell(fr_view *v, const fr_expr *e)
{
    if (v->shell_count == FR_SHELLS)
        return false;
    v->shells[v->shell_count++] = e;
    return true;
}

/* A' of complex numbers shows their conjugates. */
static bool adjoin(fr_sema *s, const fr_expr *e, fr_view *v)
{
    const size_t n = v->shell_count;
    if (!turn(v))
        return false;
    if (!fr_is_complex(s, v->array->type.base))
        return true;
    if (n > 0 && v->shells[n - 1]->kind == EX_BINARY && v->shells[n - 1]->right->kind == EX_NAME
        && strcmp(v->shells[n - 1]->right->name, "CONJ") == 0) {
        v->shell_count--; /* twice is not at all */
        return true;
    }
    return add_shell(v, fr_make_binary(s->arena, TOK_DOTPIPE, (fr_expr *)(uintptr_t)e,
                                       fr_make_name(s->arena, e->span, "CONJ")));
}

static bool through_pipe(fr_sema *s, const fr_expr *e, fr_view *out)
{
    const fr_expr *f = e->right;
    if (e->token == TOK_DOTPIPE)
        return fr_view_of(s, e->left, out) && add_shell(out, e);
    if (e->token != TOK_PIPE)
        return false;
    if (fr_calls_name(f, "subarray"))
        return indexed(s, e->left, f->count, f->items, out, true);
    if (f->kind != EX_NAME
        || (strcmp(f->name, "vec") != 0 && strcmp(f->name, "value") != 0
            && strcmp(f->name, "identity") != 0))
        return false;
    fr_expr *items[] = {e->left};
    return fr_view_of(s, fr_make_call(s->arena, e->span, f->name, 1, items), out);
}

/* reshape(x, n), reshape(x, m, n), reshape(x, (m, n)) of a vector, a slice or a whole matrix.
 */
static bool reshaped(fr_sema *s, const fr_expr *e, fr_view *out)
{
    fr_expr *const *extents = e->items + 1;
    size_t count = e->count - 1;
    if (count == 1 && extents[0]->kind == EX_TUPLE) {
        count = extents[0]->count;
        extents = extents[0]->items;
    }
    if (count < 1 || count > 2 || !fr_view_of(s, e->items[0], out))
        return false;
    if (out->rank == 2) {
        if (!fr_view_is_whole(out))
            return false;
        out->flat = true;
    }
    if (out->row || out->rows || out->fits)
        return false;
    out->rank = 1;
    fr_expr *given = count == 2 ? fr_make_binary(s->arena, TOK_MUL, extents[0], extents[1])
                                : extents[0];
    out->fits = fr_make_binary(s->arena, TOK_EQ, given, fr_view_extent(s, out, 1));
    out->rank = (unsigned)count;
    out->rows = count == 2 ? extents[0] : NULL;
    out->columns = count == 2 ? extents[1] : NULL;
    return true;
}

static bool through_call(fr_sema *s, const fr_expr *e, fr_view *out)
{
    if (fr_calls_name(e, "reshape") && e->count > 1 && e->keyword_count == 0)
        return reshaped(s, e, out);
    if (fr_calls_name(e, "view") && e->count > 1)
        return indexed(s, e->items[0], e->count - 1, e->items + 1, out, true);
    if (e->count != 1 || e->keyword_count > 0)
        return false;
    if (fr_calls_name(e, "vec")) {
        if (!fr_view_of(s, e->items[0], out) || !fr_view_is_whole(out))
            return false;
        out->flat = out->rank == 2;
        out->rank = 1;
        return true;
    }
    if (fr_calls_name(e, "transpose"))
        return fr_view_of(s, e->items[0], out) && turn(out);
    if (fr_calls_name(e, "adjoint"))
        return fr_view_of(s, e->items[0], out) && adjoin(s, e, out);
    return (fr_calls_name(e, "value") || fr_calls_name(e, "identity"))
           && fr_view_of(s, e->items[0], out);
}

bool fr_view_of(fr_sema *s, const fr_expr *e, fr_view *out)
{
    bool found = false;
    switch (e->kind) {
    case EX_NAME:
    case EX_FIELD: found = whole_array(s, e, out); break;
    case EX_INDEX: found = indexed(s, e->left, e->count, e->items, out, true); break;
    case EX_CALL: found = through_call(s, e, out); break;
    case EX_ADJOINT: found = fr_view_of(s, e->left, out) && adjoin(s, e, out); break;
    case EX_BINARY: found = through_pipe(s, e, out); break;
    case EX_UNARY:
        found = e->token == TOK_SUB && fr_view_of(s, e->right, out) && add_shell(out, e);
        break;
    default: break;
    }
    if (found)
        out->span = e->span;
    return found;
}

bool fr_view_is_whole(const fr_view *v)
{
    return v->dims[0].kind == FR_DIM_ALL && v->dims[1].kind == FR_DIM_ALL && !v->turned && !v->row
           && !v->flat && !v->rows && v->shell_count == 0;
}

static fr_expr *bare_element(fr_sema *s, const fr_view *v, fr_expr *i, fr_expr *j)
{
    fr_expr *own[2] = {NULL, NULL}, *at[2] = {i, j};
    if (v->rows)
        at[0] = plus(s, fr_make_binary(s->arena, TOK_MUL, minus_one(s, j), v->rows), i);
    if (v->row)
        at[0] = j;
    if (v->turned) {
        at[0] = j;
        at[1] = i;
    }
    if (v->flat) {
        fr_expr *one = fr_make_int(s->arena, v->span, 1), *rows = array_extent(s, v, 1),
                *before = minus_one(s, v->line.kind == FR_DIM_ONE ? v->line.first
                                                                  : through(s, &v->line, at[0]));
        own[0] =
            fr_make_binary(s->arena, TOK_ADD, fr_make_binary(s->arena, TOK_REM, before, rows), one);
        own[1] = fr_make_binary(s->arena, TOK_ADD, fr_make_binary(s->arena, TOK_IDIV, before, rows),
                                one);
        return fr_make_index(s->arena, v->span, v->name, 2, own);
    }
    for (unsigned d = 0, next = 0; d < v->array->type.rank; d++)
        own[d] = v->dims[d].kind == FR_DIM_ONE ? v->dims[d].first
                                               : through(s, &v->dims[d], at[next++]);
    return fr_make_index(s->arena, v->span, v->name, v->array->type.rank, own);
}

fr_expr *fr_view_element(fr_sema *s, const fr_view *v, fr_expr *i, fr_expr *j)
{
    fr_expr *e = bare_element(s, v, i, j);
    for (size_t k = 0; k < v->shell_count; k++)
        e = v->shells[k]->kind == EX_UNARY
                ? fr_make_unary(s->arena, v->span, TOK_SUB, e)
                : fr_make_binary(s->arena, TOK_PIPE, e, v->shells[k]->right);
    return e;
}

static fr_expr *range_length(fr_sema *s, const fr_dim *d)
{
    fr_expr *one = fr_make_int(s->arena, d->first->span, 1),
            *zero = fr_make_int(s->arena, d->first->span, 0), *n;
    if (!d->step) {
        n = fr_make_binary(s->arena, TOK_SUB, d->last,
                           fr_make_binary(s->arena, TOK_SUB, d->first, one));
    } else {
        fr_expr *items[] = {fr_make_binary(s->arena, TOK_SUB, d->last, d->first), d->step};
        n = fr_make_binary(s->arena, TOK_ADD,
                           fr_make_call(s->arena, d->first->span, "fld", 2, items), one);
    }
    fr_expr *items[] = {n, zero};
    return n->kind == EX_INT && (int64_t)n->integer >= 0
               ? n
               : fr_make_call(s->arena, d->first->span, "max", 2, items);
}

fr_expr *fr_view_extent(fr_sema *s, const fr_view *v, unsigned dim)
{
    if (v->rows)
        return dim == 1 ? v->rows : v->columns;
    if (v->flat)
        return v->line.kind == FR_DIM_ALL
                   ? fr_make_binary(s->arena, TOK_MUL, array_extent(s, v, 1), array_extent(s, v, 2))
                   : range_length(s, &v->line);
    if (v->row && dim == 1)
        return fr_make_int(s->arena, v->span, 1);
    unsigned wanted = v->row ? 0 : v->turned ? 2 - dim : dim - 1;
    for (unsigned d = 0, next = 0; d < v->array->type.rank; d++) {
        if (v->dims[d].kind == FR_DIM_ONE)
            continue;
        if (next++ == wanted)
            return v->dims[d].kind == FR_DIM_ALL ? array_extent(s, v, d + 1)
                                                 : range_length(s, &v->dims[d]);
    }
    return fr_make_int(s->arena, v->span, 1);
}

/* ---- overlap ---- */

/* Lowest and highest index along a dimension; those of a range with a negative step the other way
 * round. */
static void ends(fr_sema *s, const fr_dim *d, fr_expr **low, fr_expr **high)
{
    *low = d->first;
    *high = d->kind == FR_DIM_ONE ? d->first : d->last;
    if (d->kind == FR_DIM_RANGE && d->step) {
        fr_expr *items[] = {d->first, d->last};
        *low = fr_make_call(s->arena, d->first->span, "min", 2, items);
        *high = fr_make_call(s->arena, d->first->span, "max", 2, items);
    }
}

/* e as base + a constant; base NULL: a constant. */
static int64_t offset_of(fr_sema *s, const fr_expr *e, const fr_expr **base)
{
    const fr_expr *left, *right;
    const fr_var *v = e->kind == EX_NAME ? fr_find_var(s, e->name) : NULL;
    *base = NULL;
    if (e->kind == EX_INT || (v && v->live && v->known))
        return e->kind == EX_INT ? (int64_t)e->integer : v->number;
    if (e->kind == EX_BINARY && (e->token == TOK_ADD || e->token == TOK_SUB)) {
        int64_t a = offset_of(s, e->left, &left), b = offset_of(s, e->right, &right);
        if (!right || (!left && e->token == TOK_ADD)) {
            *base = left ? left : right;
            return (int64_t)(e->token == TOK_ADD ? (uint64_t)a + (uint64_t)b
                                                 : (uint64_t)a - (uint64_t)b);
        }
    }
    *base = e;
    return 0;
}

/* Whether a < b for certain. */
static bool surely_below(fr_sema *s, const fr_expr *a, const fr_expr *b)
{
    const fr_expr *base_a, *base_b;
    int64_t x = offset_of(s, a, &base_a), y = offset_of(s, b, &base_b);
    return x < y && fr_same_expr(base_a, base_b);
}

static bool known(fr_sema *s, const fr_expr *e)
{
    const fr_expr *base;
    offset_of(s, e, &base);
    return !base;
}

/* Adds to *all that the indices a and b have none in common; sets *always when that is sure. */
static void dims_apart(fr_sema *s, const fr_dim *a, const fr_dim *b, fr_expr **all, bool *always)
{
    fr_expr *low_a, *high_a, *low_b, *high_b;
    if (a->kind == FR_DIM_ALL || b->kind == FR_DIM_ALL)
        return;
    ends(s, a, &low_a, &high_a);
    ends(s, b, &low_b, &high_b);
    if (fr_same_expr(low_a, low_b) && fr_same_expr(high_a, high_b))
        return;
    if (surely_below(s, high_a, low_b) || surely_below(s, high_b, low_a)) {
        *always = true;
        return;
    }
    if (known(s, low_a) && known(s, high_a) && known(s, low_b) && known(s, high_b))
        return;
    fr_expr *apart = fr_make_binary(s->arena, TOK_OROR,
                                    fr_make_binary(s->arena, TOK_LT, high_a, low_b),
                                    fr_make_binary(s->arena, TOK_LT, high_b, low_a));
    if (a->kind == FR_DIM_ONE && b->kind == FR_DIM_ONE)
        apart = fr_make_binary(s->arena, TOK_NE, low_a, low_b);
    *all = *all ? fr_make_binary(s->arena, TOK_OROR, *all, apart) : apart;
}

fr_expr *fr_views_apart(fr_sema *s, const fr_view *a, const fr_view *b, bool *always)
{
    fr_expr *all = NULL;
    *always = false;
    if (a->flat && b->flat)
        dims_apart(s, &a->line, &b->line, &all, always);
    for (unsigned d = 0; d < a->array->type.rank && !a->flat && !b->flat; d++)
        dims_apart(s, &a->dims[d], &b->dims[d], &all, always);
    return all;
}
