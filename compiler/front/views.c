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

static fr_expr *extent_beneath(fr_sema *s, const fr_view *v, unsigned d)
{
    return v->of ? v->extents[d] : array_extent(s, v, d + 1);
}

/* All of so many dimensions. */
static void take_all(fr_view *v, unsigned count)
{
    v->beneath = v->rank = count;
    for (unsigned d = 0; d < count; d++) {
        v->dims[d] = (fr_dim){.kind = FR_DIM_ALL};
        v->axis[d] = d;
    }
}

static bool whole_array(fr_sema *s, const fr_expr *e, fr_view *out)
{
    *out = (fr_view){.array = array_variable(s, e), .span = e->span};
    if (!out->array)
        return false;
    out->name = (fr_expr *)(uintptr_t)e;
    take_all(out, out->array->type.rank);
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

/* ---- elements counted one after another ---- */

/* What lies beneath becomes a view of its own, whose elements are counted. */
static void put_beneath(fr_sema *s, fr_view *v)
{
    fr_view *of = fr_alloc(s->arena, sizeof *of);
    *of = *v;
    of->shell_count = 0; /* those are around each element, whatever its indices are */
    of->fits = NULL;
    v->of = of;
}

/* Dimensions of extent 1 are no dimensions of the part that has the others. */
static bool without_row(fr_view *v)
{
    if (v->rank != 2 || v->axis[0] != FR_NO_AXIS)
        return false;
    v->axis[0] = v->axis[1];
    v->rank = 1;
    return true;
}

/* vec(v) */
static void flatten(fr_sema *s, fr_view *v)
{
    if (v->rank == 1 || without_row(v))
        return;
    fr_expr *length = fr_view_length(s, v);
    put_beneath(s, v);
    v->extents[0] = length;
    take_all(v, 1);
}

/* The number of the element with these indices, counted through all of these extents. */
static fr_expr *count_to(fr_sema *s, unsigned count, fr_expr *const *extents, fr_expr *const *at)
{
    fr_expr *number = at[count - 1];
    for (unsigned d = count - 1; d-- > 0;)
        number =
            plus(s, fr_make_binary(s->arena, TOK_MUL, minus_one(s, number), extents[d]), at[d]);
    return number;
}

static bool pick(fr_sema *s, fr_view *v, size_t count, fr_expr *const *indices);

/* A line through what a reshape shows, such as a row or a column of reshape(x, m, n), is a range of
 * x. */
static bool pick_line(fr_sema *s, fr_view *v)
{
    fr_expr *at[RG_MOST_RANK] = {NULL}, *first, *last, *stride = NULL;
    fr_dim along = {.kind = FR_DIM_ONE};
    for (unsigned d = 0; d < v->beneath; d++)
        if (v->dims[d].kind != FR_DIM_ONE) {
            along = v->dims[d];
            for (unsigned k = 0; k < d; k++)
                stride = stride ? fr_make_binary(s->arena, TOK_MUL, stride, v->extents[k])
                                : v->extents[k];
        }
    for (unsigned d = 0; d < v->beneath; d++)
        at[d] = v->dims[d].kind == FR_DIM_ALL ? fr_make_int(s->arena, v->span, 1)
                                              : v->dims[d].first;
    first = count_to(s, v->beneath, v->extents, at);
    for (unsigned d = 0; d < v->beneath; d++)
        at[d] = v->dims[d].kind == FR_DIM_ALL     ? v->extents[d]
                : v->dims[d].kind == FR_DIM_RANGE ? v->dims[d].last
                                                  : v->dims[d].first;
    last = count_to(s, v->beneath, v->extents, at);
    if (along.step)
        stride = stride ? fr_make_binary(s->arena, TOK_MUL, stride, along.step) : along.step;
    fr_view line = *v->of;
    line.span = v->span;
    line.fits = v->fits;
    line.shell_count = v->shell_count;
    memcpy(line.shells, v->shells, sizeof line.shells);
    *v = line;
    fr_expr *part = along.kind == FR_DIM_ONE ? first : range_of(s, first, stride, last);
    return pick(s, v, 1, &part);
}

/* The part of the view that the indices name. One index counts the elements. */
static bool pick(fr_sema *s, fr_view *v, size_t count, fr_expr *const *indices)
{
    fr_expr *extents[RG_MOST_RANK];
    if (count == 1 && v->rank > 1)
        flatten(s, v);
    if (count != v->rank || count > RG_MOST_RANK)
        return false;
    for (unsigned d = 0; d < count; d++)
        extents[d] = fr_view_extent(s, v, d + 1);
    v->rank = 0;
    for (unsigned d = 0; d < count; d++) {
        const unsigned along = v->axis[d];
        if (along == FR_NO_AXIS && !is_one(indices[d]))
            return false;
        if (along != FR_NO_AXIS)
            narrow(s, &v->dims[along], indices[d], extents[d]);
        if (along != FR_NO_AXIS && v->dims[along].kind != FR_DIM_ONE)
            v->axis[v->rank++] = along;
    }
    return v->of && v->beneath > 1 && v->rank <= 1 ? pick_line(s, v) : true;
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
        || array_variable(s, e->left) || !indexed(s, e->left, e->count, e->items, &v, false))
        return NULL;
    return fr_view_element(s, &v, NULL);
}

bool fr_view_of_element(fr_sema *s, const fr_expr *e, fr_view *out)
{
    return e->kind == EX_INDEX && indexed(s, e->left, e->count, e->items, out, false);
}

static bool turn(fr_view *v)
{
    if (without_row(v))
        return true;
    if (v->rank == 1) {
        v->axis[1] = v->axis[0];
        v->axis[0] = FR_NO_AXIS;
        v->rank = 2;
        return true;
    }
    const unsigned first = v->axis[0];
    v->axis[0] = v->axis[1];
    v->axis[1] = first;
    return v->rank == 2;
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

/* The extents that a reshape names: m, n or (m, n). */
static size_t extents_of(const fr_expr *e, fr_expr *const **extents)
{
    const bool tuple = e->count == 2 && e->items[1]->kind == EX_TUPLE;
    *extents = tuple ? e->items[1]->items : e->items + 1;
    return tuple ? e->items[1]->count : e->count - 1;
}

/* The product of all extents; *open is the position of the ':' among them, or their number. */
static fr_expr *product_of(fr_sema *s, size_t count, fr_expr *const *extents, size_t *open)
{
    fr_expr *all = NULL;
    *open = count;
    for (size_t i = 0; i < count; i++)
        if (extents[i]->kind == EX_COLON)
            *open = i;
        else
            all = all ? fr_make_binary(s->arena, TOK_MUL, all, extents[i]) : extents[i];
    return all;
}

/* reshape(x, n), reshape(x, m, n, ...), reshape(x, (m, n)), one of them ':' */
static bool reshaped(fr_sema *s, const fr_expr *e, fr_view *out)
{
    fr_expr *const *extents;
    size_t count = extents_of(e, &extents), open;
    if (count < 1 || count > RG_MOST_RANK || !fr_view_of(s, e->items[0], out))
        return false;
    flatten(s, out);
    fr_expr *length = fr_view_extent(s, out, 1), *given = product_of(s, count, extents, &open);
    if (count == 1 && open == 0)
        return true;
    if (!given) /* ':' alone among several, or twice */
        return false;
    fr_expr *rest = open == count ? NULL : fr_make_binary(s->arena, TOK_IDIV, length, given);
    fr_expr *fits = fr_make_binary(
        s->arena, TOK_EQ, rest ? fr_make_binary(s->arena, TOK_MUL, given, rest) : given, length);
    out->fits = out->fits ? fr_make_binary(s->arena, TOK_ANDAND, out->fits, fits) : fits;
    if (count == 1)
        return true;
    put_beneath(s, out);
    for (size_t i = 0; i < count; i++) {
        if (i != open && extents[i]->kind == EX_COLON)
            return false;
        out->extents[i] = i == open ? rest : extents[i];
    }
    take_all(out, (unsigned)count);
    return true;
}

/* What permutedims(A, p) or permutedims(A, (3, 1, 2)) names; false: it is no permutation of so many
 * dimensions. */
static bool permutation_of(const fr_expr *e, unsigned rank, unsigned *p)
{
    const fr_expr *list = e->count == 2 ? e->items[1] : NULL;
    bool seen[RG_MOST_RANK] = {false};
    if (!list || (list->kind != EX_TUPLE && list->kind != EX_ARRAY) || list->count != rank)
        return false;
    for (unsigned d = 0; d < rank; d++) {
        const fr_expr *i = list->items[d];
        if (i->kind != EX_INT || i->integer < 1 || i->integer > rank || seen[i->integer - 1])
            return false;
        p[d] = (unsigned)i->integer - 1;
        seen[p[d]] = true;
    }
    return true;
}

static bool permuted(fr_sema *s, const fr_expr *e, fr_view *out)
{
    unsigned p[RG_MOST_RANK], axis[RG_MOST_RANK];
    if (!fr_view_of(s, e->items[0], out))
        return false;
    if (e->count == 1)
        return turn(out);
    if (!permutation_of(e, out->rank, p))
        return false;
    memcpy(axis, out->axis, sizeof axis);
    for (unsigned d = 0; d < out->rank; d++)
        out->axis[d] = axis[p[d]];
    return true;
}

static bool through_call(fr_sema *s, const fr_expr *e, fr_view *out)
{
    if (e->keyword_count > 0 || e->count == 0)
        return false;
    if (fr_calls_name(e, "reshape") && e->count > 1)
        return reshaped(s, e, out);
    if (fr_calls_name(e, "permutedims") && e->count <= 2)
        return permuted(s, e, out);
    if (fr_calls_name(e, "view") && e->count > 1)
        return indexed(s, e->items[0], e->count - 1, e->items + 1, out, true);
    if (e->count != 1)
        return false;
    if (fr_calls_name(e, "vec")) {
        if (!fr_view_of(s, e->items[0], out))
            return false;
        flatten(s, out);
        return true;
    }
    if (fr_calls_name(e, "transpose"))
        return fr_view_of(s, e->items[0], out) && turn(out);
    if (fr_calls_name(e, "adjoint"))
        return fr_view_of(s, e->items[0], out) && adjoin(s, e, out);
    return (fr_calls_name(e, "value") || fr_calls_name(e, "identity"))
           && fr_view_of(s, e->items[0], out);
}

static void refuse_permutation(fr_sema *s, const fr_expr *e, const fr_view *v)
{
    static const char *const examples[] = {"(1,)", "(2, 1)", "(3, 1, 2)", "(2, 1, 4, 3)"};
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0204", e->items[1]->span,
                                  "this is no permutation of %u dimension%s", v->rank,
                                  v->rank == 1 ? "" : "s");
    fr_note(s->d, r, v->array->declared, "'%s' is a %s", v->array->name,
            fr_type_text(s, v->array->type));
    fr_help(s->d, r, "name each of 1 to %u once, as constants: permutedims(A, %s)", v->rank,
            examples[v->rank - 1]);
}

static bool refuse_reshape(fr_sema *s, const fr_expr *e)
{
    fr_expr *const *extents;
    const size_t count = extents_of(e, &extents);
    if (count > RG_MOST_RANK) {
        fr_report(s->d, RGC_ERROR, "R0204", e->span, "an array has at most %d dimensions, not %zu",
                  RG_MOST_RANK, count);
        return true;
    }
    size_t open = 0;
    for (size_t i = 0; i < count; i++)
        open += extents[i]->kind == EX_COLON;
    if (open > 1)
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0204", e->span, "%zu extents of this reshape are ':'",
                          open),
                "one of them follows from the number of elements; write the others");
    return open > 1;
}

bool fr_refuse_view(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    const bool adjoint = e->kind == EX_ADJOINT;
    const bool transposes = adjoint
                            || (e->kind == EX_CALL && e->count == 1
                                && (fr_calls_name(e, "transpose") || fr_calls_name(e, "adjoint")
                                    || fr_calls_name(e, "permutedims")));
    const bool permutes = e->kind == EX_CALL && fr_calls_name(e, "permutedims") && e->count == 2,
               reshapes = e->kind == EX_CALL && fr_calls_name(e, "reshape") && e->count > 1;
    if (!transposes && !permutes && !reshapes)
        return false;
    if (fr_view_of(s, e, &v) || !fr_view_of(s, adjoint ? e->left : e->items[0], &v))
        return false;
    if (permutes)
        refuse_permutation(s, e, &v);
    else if (transposes)
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0204", e->span,
                          "the transpose is that of a matrix; this has %u dimensions", v.rank),
                "permutedims(A, (2, 1, 3)) says where each dimension goes");
    return transposes || permutes || refuse_reshape(s, e);
}

bool fr_view_of(fr_sema *s, const fr_expr *e, fr_view *out)
{
    bool found = false;
    switch (e->kind) {
    case EX_NAME:
    case EX_FIELD: found = whole_array(s, e, out); break;
    case EX_INDEX:
        found = whole_array(s, e, out) || indexed(s, e->left, e->count, e->items, out, true);
        break;
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
    bool whole = !v->of && v->shell_count == 0 && v->rank == v->beneath;
    for (unsigned d = 0; whole && d < v->rank; d++)
        whole = v->dims[d].kind == FR_DIM_ALL && v->axis[d] == d;
    return whole;
}

static fr_expr *element_with_number(fr_sema *s, const fr_view *v, fr_expr *number);

static fr_expr *bare_element(fr_sema *s, const fr_view *v, fr_expr *const *at)
{
    fr_expr *own[RG_MOST_RANK] = {NULL};
    for (unsigned d = 0; d < v->beneath; d++)
        if (v->dims[d].kind == FR_DIM_ONE)
            own[d] = v->dims[d].first;
    for (unsigned d = 0; d < v->rank; d++)
        if (v->axis[d] != FR_NO_AXIS)
            own[v->axis[d]] = through(s, &v->dims[v->axis[d]], at[d]);
    if (!v->of)
        return fr_make_index(s->arena, v->span, v->name, v->beneath, own);
    return element_with_number(s, v->of, count_to(s, v->beneath, v->extents, own));
}

/* The element that is reached when so many are counted, the first index fastest. */
static fr_expr *element_with_number(fr_sema *s, const fr_view *v, fr_expr *number)
{
    fr_expr *at[RG_MOST_RANK] = {number}, *one = fr_make_int(s->arena, v->span, 1);
    if (v->rank == 1)
        return bare_element(s, v, at);
    fr_expr *before = minus_one(s, number);
    for (unsigned d = 0; d < v->rank; d++) {
        fr_expr *n = fr_view_extent(s, v, d + 1);
        const bool last = d + 1 == v->rank;
        at[d] = fr_make_binary(s->arena, TOK_ADD,
                               last ? before : fr_make_binary(s->arena, TOK_REM, before, n), one);
        before = last ? before : fr_make_binary(s->arena, TOK_IDIV, before, n);
    }
    return bare_element(s, v, at);
}

fr_expr *fr_view_element(fr_sema *s, const fr_view *v, fr_expr *const *at)
{
    fr_expr *e = bare_element(s, v, at);
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
    const unsigned d = v->axis[dim - 1];
    if (d == FR_NO_AXIS)
        return fr_make_int(s->arena, v->span, 1);
    return v->dims[d].kind == FR_DIM_ALL ? extent_beneath(s, v, d) : range_length(s, &v->dims[d]);
}

fr_expr *fr_view_length(fr_sema *s, const fr_view *v)
{
    fr_expr *length = fr_view_extent(s, v, 1);
    for (unsigned d = 2; d <= v->rank; d++)
        length = fr_make_binary(s->arena, TOK_MUL, length, fr_view_extent(s, v, d));
    return length;
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

/* The part of the array, or of all its elements counted, that holds those of the view. */
static const fr_view *part_with(const fr_view *v)
{
    while (v->of && (v->beneath > 1 || !fr_view_is_whole(v->of)))
        v = v->of;
    return v;
}

fr_expr *fr_views_apart(fr_sema *s, const fr_view *a, const fr_view *b, bool *always)
{
    fr_expr *all = NULL;
    a = part_with(a);
    b = part_with(b);
    *always = false;
    for (unsigned d = 0; d < a->beneath && !a->of == !b->of; d++)
        dims_apart(s, &a->dims[d], &b->dims[d], &all, always);
    return all;
}
