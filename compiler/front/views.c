/* views.c: parts of arrays and other ways to see them: A[:, j], x[a:s:b], A', vec(A), -x, x .|> f. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/tree.h"

static fr_var *array_variable(fr_sema *s, const fr_expr *e)
{
    fr_var *v = fr_place_node(s, e);
    return v && v->live && v->type.rank > 0 ? v : NULL;
}

static fr_expr *array_extent(fr_sema *s, const fr_view *v, unsigned dim)
{
    fr_expr *items[] = {v->name, fr_make_int(s, v->span, dim)};
    return v->array->type.rank == 1 ? fr_make_call(s, v->span, "length", 1, items) : fr_make_call(s, v->span, "size", 2, items);
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

/* left[indices], with at least one range when ranges is set. */
static bool indexed(fr_sema *s, const fr_expr *left, size_t count, fr_expr *const *indices, fr_view *out, bool ranges)
{
    fr_expr *turned[2];
    if (left->kind == EX_ADJOINT && count == 2 && whole_array(s, left->left, out) && out->rank == 2) { /* A'[a, b] is A[b, a]' */
        turned[0] = indices[1];
        turned[1] = indices[0];
        bool ok = indexed(s, left->left, count, turned, out, ranges);
        out->turned = out->rank == 2;
        return ok;
    }
    if (!whole_array(s, left, out))
        return false;
    if (ranges && count == 1 && out->rank == 2 && indices[0]->kind == EX_COLON) {
        out->flat = true;
        out->rank = 1;
        return true;
    }
    if (count != out->rank || count > 2)
        return false;
    unsigned rank = 0;
    for (unsigned d = 0; d < count; d++) {
        const fr_expr *e = indices[d];
        fr_expr *extent = array_extent(s, out, d + 1);
        rank += e->kind == EX_COLON || e->kind == EX_RANGE;
        if (e->kind == EX_RANGE)
            out->dims[d] = (fr_dim){FR_DIM_RANGE, fr_replace_end(s, e->left, extent), fr_replace_end(s, e->third, extent),
                                    fr_replace_end(s, e->right, extent)};
        else if (e->kind != EX_COLON)
            out->dims[d] = (fr_dim){.kind = FR_DIM_ONE, .first = fr_replace_end(s, e, extent)};
    }
    out->rank = rank;
    return ranges ? rank > 0 : rank == 0;
}

bool fr_view_of_element(fr_sema *s, const fr_expr *e, fr_view *out)
{
    return e->kind == EX_INDEX && indexed(s, e->left, e->count, e->items, out, false);
}

static bool turn(fr_view *v)
{
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

static bool through_pipe(fr_sema *s, const fr_expr *e, fr_view *out)
{
    const fr_expr *f = e->right;
    if (e->token == TOK_DOTPIPE)
        return fr_view_of(s, e->left, out) && add_shell(out, e);
    if (e->token != TOK_PIPE)
        return false;
    if (fr_calls_name(f, "subarray"))
        return indexed(s, e->left, f->count, f->items, out, true);
    if (f->kind != EX_NAME || (strcmp(f->name, "vec") != 0 && strcmp(f->name, "value") != 0 && strcmp(f->name, "identity") != 0))
        return false;
    fr_expr *items[] = {e->left};
    return fr_view_of(s, fr_make_call(s, e->span, f->name, 1, items), out);
}

static bool through_call(fr_sema *s, const fr_expr *e, fr_view *out)
{
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
    if (fr_calls_name(e, "transpose") || fr_calls_name(e, "adjoint"))
        return fr_view_of(s, e->items[0], out) && turn(out);
    return (fr_calls_name(e, "value") || fr_calls_name(e, "identity")) && fr_view_of(s, e->items[0], out);
}

bool fr_view_of(fr_sema *s, const fr_expr *e, fr_view *out)
{
    bool found = false;
    switch (e->kind) {
    case EX_NAME: case EX_FIELD: found = whole_array(s, e, out); break;
    case EX_INDEX: found = indexed(s, e->left, e->count, e->items, out, true); break;
    case EX_CALL: found = through_call(s, e, out); break;
    case EX_ADJOINT: found = fr_view_of(s, e->left, out) && turn(out); break;
    case EX_BINARY: found = through_pipe(s, e, out); break;
    case EX_UNARY: found = e->token == TOK_SUB && fr_view_of(s, e->right, out) && add_shell(out, e); break;
    default: break;
    }
    if (found)
        out->span = e->span;
    return found;
}

bool fr_view_is_whole(const fr_view *v)
{
    return v->dims[0].kind == FR_DIM_ALL && v->dims[1].kind == FR_DIM_ALL && !v->turned && !v->row && !v->flat && v->shell_count == 0;
}

/* The array's own index for the index c of the view. */
static fr_expr *own_index(fr_sema *s, const fr_dim *d, fr_expr *c)
{
    if (d->kind == FR_DIM_ALL)
        return c;
    fr_expr *one = fr_make_int(s, c->span, 1);
    if (d->step)
        return fr_make_binary(s, TOK_ADD, d->first, fr_make_binary(s, TOK_MUL, fr_make_binary(s, TOK_SUB, c, one), d->step));
    return fr_make_binary(s, TOK_ADD, c, fr_make_binary(s, TOK_SUB, d->first, one));
}

static fr_expr *bare_element(fr_sema *s, const fr_view *v, fr_expr *i, fr_expr *j)
{
    fr_expr *own[2] = {NULL, NULL}, *at[2] = {i, j};
    if (v->row)
        at[0] = j;
    if (v->turned) {
        at[0] = j;
        at[1] = i;
    }
    if (v->flat) {
        fr_expr *one = fr_make_int(s, v->span, 1), *rows = array_extent(s, v, 1), *before = fr_make_binary(s, TOK_SUB, i, one);
        own[0] = fr_make_binary(s, TOK_ADD, fr_make_binary(s, TOK_REM, before, rows), one);
        own[1] = fr_make_binary(s, TOK_ADD, fr_make_binary(s, TOK_IDIV, before, rows), one);
        return fr_make_index(s, v->span, v->name, 2, own);
    }
    for (unsigned d = 0, next = 0; d < v->array->type.rank; d++)
        own[d] = v->dims[d].kind == FR_DIM_ONE ? v->dims[d].first : own_index(s, &v->dims[d], at[next++]);
    return fr_make_index(s, v->span, v->name, v->array->type.rank, own);
}

fr_expr *fr_view_element(fr_sema *s, const fr_view *v, fr_expr *i, fr_expr *j)
{
    fr_expr *e = bare_element(s, v, i, j);
    for (size_t k = 0; k < v->shell_count; k++)
        e = v->shells[k]->kind == EX_UNARY ? fr_make_unary(s, v->span, TOK_SUB, e)
                                           : fr_make_binary(s, TOK_PIPE, e, v->shells[k]->right);
    return e;
}

static fr_expr *range_length(fr_sema *s, const fr_dim *d)
{
    fr_expr *one = fr_make_int(s, d->first->span, 1), *zero = fr_make_int(s, d->first->span, 0), *n;
    if (!d->step) {
        n = fr_make_binary(s, TOK_SUB, d->last, fr_make_binary(s, TOK_SUB, d->first, one));
    } else {
        fr_expr *items[] = {fr_make_binary(s, TOK_SUB, d->last, d->first), d->step};
        n = fr_make_binary(s, TOK_ADD, fr_make_call(s, d->first->span, "fld", 2, items), one);
    }
    fr_expr *items[] = {n, zero};
    return n->kind == EX_INT && (int64_t)n->integer >= 0 ? n : fr_make_call(s, d->first->span, "max", 2, items);
}

fr_expr *fr_view_extent(fr_sema *s, const fr_view *v, unsigned dim)
{
    if (v->flat)
        return fr_make_binary(s, TOK_MUL, array_extent(s, v, 1), array_extent(s, v, 2));
    if (v->row && dim == 1)
        return fr_make_int(s, v->span, 1);
    unsigned wanted = v->row ? 0 : v->turned ? 2 - dim : dim - 1;
    for (unsigned d = 0, next = 0; d < v->array->type.rank; d++) {
        if (v->dims[d].kind == FR_DIM_ONE)
            continue;
        if (next++ == wanted)
            return v->dims[d].kind == FR_DIM_ALL ? array_extent(s, v, d + 1) : range_length(s, &v->dims[d]);
    }
    return fr_make_int(s, v->span, 1);
}

/* ---- overlap ---- */

/* Lowest and highest index along a dimension; those of a range with a negative step the other way round. */
static void ends(fr_sema *s, const fr_dim *d, fr_expr **low, fr_expr **high)
{
    *low = d->first;
    *high = d->kind == FR_DIM_ONE ? d->first : d->last;
    if (d->kind == FR_DIM_RANGE && d->step) {
        fr_expr *items[] = {d->first, d->last};
        *low = fr_make_call(s, d->first->span, "min", 2, items);
        *high = fr_make_call(s, d->first->span, "max", 2, items);
    }
}

static bool known(const fr_expr *e) { return e->kind == EX_INT; }

fr_expr *fr_views_apart(fr_sema *s, const fr_view *a, const fr_view *b, bool *always)
{
    fr_expr *all = NULL;
    *always = false;
    for (unsigned d = 0; d < a->array->type.rank && !a->flat && !b->flat; d++) {
        fr_expr *low_a, *high_a, *low_b, *high_b;
        if (a->dims[d].kind == FR_DIM_ALL || b->dims[d].kind == FR_DIM_ALL)
            continue;
        ends(s, &a->dims[d], &low_a, &high_a);
        ends(s, &b->dims[d], &low_b, &high_b);
        if (fr_same_expr(low_a, low_b) && fr_same_expr(high_a, high_b))
            continue;
        if (known(low_a) && known(high_a) && known(low_b) && known(high_b)) {
            *always = *always || high_a->integer < low_b->integer || high_b->integer < low_a->integer;
            continue;
        }
        fr_expr *apart = fr_make_binary(s, TOK_OROR, fr_make_binary(s, TOK_LT, high_a, low_b), fr_make_binary(s, TOK_LT, high_b, low_a));
        if (a->dims[d].kind == FR_DIM_ONE && b->dims[d].kind == FR_DIM_ONE)
            apart = fr_make_binary(s, TOK_NE, low_a, low_b);
        all = all ? fr_make_binary(s, TOK_OROR, all, apart) : apart;
    }
    return all;
}
