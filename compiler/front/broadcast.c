/* broadcast.c: dotted updates and calls, and exchanges of arrays, as loops over the elements. */
#include <string.h>

#include "compiler/front/expand.h"

typedef struct {
    fr_sema *s;
    const fr_view *target; /* sets the extents */
    fr_counters at;
    fr_stmt *checks;
    bool failed;
    bool reads; /* the target is read only */
} broadcast;

fr_counters fr_make_counters(fr_sema *s, fr_span span, unsigned rank)
{
    static const char *const stems[RG_MOST_RANK] = {"i", "j", "k", "l"};
    fr_counters c = {.name = {NULL}};
    for (unsigned d = 0; d < rank; d++) {
        c.name[d] = fr_fresh_name(s, stems[d]);
        c.at[d] = fr_make_name(s->arena, span, c.name[d]);
    }
    return c;
}

static fr_stmt *shape_check(fr_sema *s, const fr_view *v, fr_expr *condition)
{
    fr_stmt *check = fr_make_stmt(s->arena, ST_ASSERT, v->span);
    check->value = condition;
    check->name = v->array->name;
    return check;
}

static fr_stmt *size_check(fr_sema *s, const fr_view *v)
{
    return v->fits ? shape_check(s, v, v->fits) : NULL;
}

fr_stmt *fr_loop_over(fr_sema *s, const fr_view *v, const fr_counters *c, fr_stmt *body)
{
    for (unsigned d = 0; d < v->rank; d++)
        body = fr_make_loop(s->arena, v->span, c->name[d], fr_view_extent(s, v, d + 1), body);
    return fr_chain(size_check(s, v), body);
}

static bool disagree(fr_sema *s, const fr_view *target, const fr_view *v)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0407", v->span, "this has other extents than the target");
    fr_note(s->d, r, target->span, "the target");
    fr_help(s->d, r,
            target->rank <= 2 && v->rank <= 2
                ? "give both the same number of rows and columns"
                : "give both the same number of elements along each "
                  "dimension; permutedims(A, (3, 1, 2)) changes their "
                  "order");
    return false;
}

bool fr_same_extent(fr_sema *s, const fr_view *target, const fr_view *v, fr_expr *a, fr_expr *b,
                    fr_stmt **list)
{
    if (fr_same_expr(a, b))
        return true;
    if (a->kind == EX_INT && b->kind == EX_INT)
        return disagree(s, target, v);
    *list = fr_chain(*list, shape_check(s, v, fr_make_binary(s->arena, TOK_EQ, a, b)));
    return true;
}

/* A vector goes along the rows of every column, a row vector along the columns. */
static bool fits(fr_sema *s, const fr_view *target, const fr_view *v, unsigned d, fr_stmt **list)
{
    return fr_same_extent(s, target, v, fr_view_extent(s, target, d), fr_view_extent(s, v, d),
                          list);
}

bool fr_same_shape(fr_sema *s, const fr_view *target, const fr_view *v, fr_stmt **list)
{
    if (v->rank > target->rank)
        return disagree(s, target, v);
    *list = fr_chain(*list, size_check(s, v));
    for (unsigned d = 1; d <= v->rank; d++)
        if (v->axis[d - 1] != FR_NO_AXIS && !fits(s, target, v, d, list))
            return false;
    return true;
}

bool fr_keep_apart(fr_sema *s, const fr_view *target, const fr_view *v, fr_stmt **list)
{
    bool always;
    fr_expr *apart = fr_views_apart(s, target, v, &always);
    if (always)
        return true;
    if (apart) {
        *list = fr_chain(*list, shape_check(s, v, apart));
        return true;
    }
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0309", v->span,
                                  "'%s' is read while it is updated", v->array->name);
    fr_note(s->d, r, target->span, "updated here");
    fr_help(s->d, r, "copy it into an array of its own first");
    return false;
}

/* A part that is read while another part of the same array is changed. */
static void check_apart(broadcast *b, const fr_view *v)
{
    if (!b->target || b->reads || b->target->array != v->array || v == b->target)
        return;
    fr_expr *t = fr_view_element(b->s, b->target, b->at.at),
            *e = fr_view_element(b->s, v, b->at.at);
    if (!fr_same_expr(t, e) && !fr_keep_apart(b->s, b->target, v, &b->checks))
        b->failed = true; /* the same element: said by the update itself */
}

static fr_expr *element(broadcast *b, const fr_expr *e);

bool fr_has_view(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    if (!e)
        return false;
    if (fr_view_of(s, e, &v))
        return true;
    if (e->kind == EX_INDEX || e->kind == EX_CALL)
        return false;
    bool found = (e->kind != EX_DOTCALL && fr_has_view(s, e->left)) || fr_has_view(s, e->right)
                 || fr_has_view(s, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = fr_has_view(s, e->items[i]);
    return found;
}

/* Julia has products of matrices there, and no power of a vector. */
static void refuse_power(broadcast *b, const fr_expr *e)
{
    rgc_diagnostic *r =
        fr_report(b->s->d, RGC_ERROR, "R0408", e->span, "'^' raises a whole array to a power here");
    fr_help(b->s->d, r,
            "write .^ for element by element; a power of a matrix stands in an update of its own, "
            "t .+= A^2, which is t .+= A * A");
    b->failed = true;
}

static fr_expr *element_of_operation(broadcast *b, const fr_expr *e)
{
    fr_sema *s = b->s;
    if (e->token == TOK_POW && fr_has_view(s, e->left) && !fr_has_view(s, e->right))
        refuse_power(b, e);
    bool product = e->token == TOK_MUL || e->token == TOK_DIV || e->token == TOK_POW;
    if (product && fr_has_view(s, e->right) && (e->token != TOK_MUL || fr_has_view(s, e->left))) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0408", e->span, "this is not an operation on elements");
        fr_help(
            s->d, r,
            "write .* ./ .^ for element by element; a matrix product stands in an update of its "
            "own, t .+= A * x");
        b->failed = true;
    }
    fr_expr *left = element(b, e->left), *right = element(b, e->right),
            *result = fr_make_binary(s->arena, fr_undotted(e->token), left, right);
    if (result != left)
        result->span = e->span;
    return result;
}

static fr_expr *element_of_call(broadcast *b, const fr_expr *e)
{
    if (e->left->kind != EX_NAME || e->keyword_count > 0) {
        fr_report(b->s->d, RGC_ERROR, "R0114", e->left->span,
                  "only a named function can be called here");
        b->failed = true;
        return (fr_expr *)(uintptr_t)e;
    }
    fr_expr **items = fr_alloc(b->s->arena, (e->count + 1) * sizeof *items);
    for (size_t i = 0; i < e->count; i++)
        items[i] = element(b, e->items[i]);
    return fr_make_call(b->s->arena, e->span, e->left->name, e->count, items);
}

static fr_expr *element(broadcast *b, const fr_expr *e)
{
    fr_view v;
    if (fr_view_of(b->s, e, &v)) {
        if (!fr_same_shape(b->s, b->target, &v, &b->checks)) {
            b->failed = true;
            return (fr_expr *)(uintptr_t)e; /* it may have no element at these counters */
        }
        check_apart(b, &v);
        return fr_view_element(b->s, &v, b->at.at);
    }
    switch (e->kind) {
    case EX_DOTCALL: return element_of_call(b, e);
    case EX_BINARY: return element_of_operation(b, e);
    case EX_UNARY: return fr_make_unary(b->s->arena, e->span, e->token, element(b, e->right));
    default: return (fr_expr *)(uintptr_t)e;
    }
}

static fr_stmt *nothing(fr_sema *s, const fr_stmt *st)
{
    return fr_make_stmt(s->arena, ST_BLOCK, st->span);
}

static fr_stmt *expand_update(fr_sema *s, const fr_stmt *st)
{
    fr_view target;
    fr_stmt *body = fr_make_stmt(s->arena, ST_UPDATE, st->span);
    body->token = fr_undotted(st->token);
    body->inverse = st->inverse;
    if (!fr_view_of(s, st->target, &target)) {
        if (fr_refuse_view(s, st->target))
            return nothing(s, st);
        broadcast scalar = {.s = s};
        body->target = st->target;
        if (fr_has_view(s, st->value)) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0407", st->target->span,
                                          "a scalar cannot take the elements of an array");
            fr_note(s->d, r, st->value->span, "this has several");
            fr_help(s->d, r, "add them in a loop: for x in list");
            return nothing(s, st);
        }
        body->value = element(&scalar, st->value);
        return scalar.failed ? nothing(s, st) : body;
    }
    broadcast b = {.s = s, .target = &target, .at = fr_make_counters(s, st->span, target.rank)};
    body->target = fr_view_element(s, &target, b.at.at);
    body->value = element(&b, st->value);
    return b.failed ? nothing(s, st) : fr_chain(b.checks, fr_loop_over(s, &target, &b.at, body));
}

/* Of the arrays in e one with the most dimensions. */
static void find_widest(fr_sema *s, const fr_expr *e, fr_view *widest)
{
    fr_view v;
    if (!e)
        return;
    if (fr_view_of(s, e, &v)) {
        if (!widest->array || v.rank > widest->rank)
            *widest = v;
        return;
    }
    if (e->kind == EX_INDEX || e->kind == EX_CALL)
        return;
    if (e->kind != EX_DOTCALL)
        find_widest(s, e->left, widest);
    find_widest(s, e->right, widest);
    for (size_t i = 0; i < e->count; i++)
        find_widest(s, e->items[i], widest);
}

unsigned fr_each_rank(fr_sema *s, const fr_expr *e)
{
    fr_view widest = {.array = NULL};
    find_widest(s, e, &widest);
    return widest.array ? widest.rank : 0;
}

bool fr_each_element(fr_sema *s, const fr_expr *e, fr_each *out)
{
    *out = (fr_each){.checks = NULL};
    find_widest(s, e, &out->shape);
    if (!out->shape.array)
        return false;
    out->at = fr_make_counters(s, e->span, out->shape.rank);
    broadcast b = {.s = s, .target = &out->shape, .at = out->at, .reads = true};
    out->element = element(&b, e);
    out->checks = b.checks;
    return !b.failed;
}

bool fr_element_at(fr_sema *s, const fr_expr *e, const fr_view *shape, fr_expr *at_all,
                   fr_expr **out)
{
    const fr_counters at = {.at = {at_all, at_all, at_all, at_all}};
    broadcast b = {.s = s, .target = shape, .at = at, .reads = true};
    *out = element(&b, e);
    return !b.failed;
}

static fr_stmt *expand_call(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    fr_view target = {0}, v;
    for (size_t i = 0; i < e->count; i++)
        if (fr_view_of(s, e->items[i], &v) && v.rank > target.rank)
            target = v;
    if (e->left->kind != EX_NAME) {
        fr_report(s->d, RGC_ERROR, "R0114", e->left->span, "only a named routine can be called");
        return nothing(s, st);
    }
    broadcast b = {.s = s, .target = &target, .at = {.name = {NULL}}};
    fr_stmt *body = fr_make_stmt(s->arena, ST_CALL, st->span);
    body->inverse = st->inverse;
    if (target.rank > 0)
        b.at = fr_make_counters(s, st->span, target.rank);
    fr_expr **items = fr_alloc(s->arena, (e->count + 1) * sizeof *items);
    for (size_t i = 0; i < e->count; i++) {
        items[i] = (fr_expr *)(uintptr_t)e->items[i];
        if (!fr_view_of(s, e->items[i], &v))
            continue;
        b.failed = !fr_same_shape(s, &target, &v, &b.checks) || b.failed;
        items[i] = fr_view_element(s, &v, b.at.at);
    }
    body->value = fr_make_call(s->arena, e->span, e->left->name, e->count, items);
    body->value->keywords = e->keywords;
    body->value->keyword_count = e->keyword_count;
    if (b.failed)
        return nothing(s, st);
    return target.rank == 0 ? body : fr_chain(b.checks, fr_loop_over(s, &target, &b.at, body));
}

static fr_stmt *expand_swap(fr_sema *s, const fr_stmt *st)
{
    fr_view a, c;
    bool left = fr_view_of(s, st->target, &a), right = fr_view_of(s, st->value, &c);
    if (!left || !right || fr_same_expr(st->target, st->value))
        return NULL;
    broadcast b = {.s = s, .target = &a, .at = fr_make_counters(s, st->span, a.rank)};
    if (a.rank != c.rank)
        b.failed = !disagree(s, &a, &c);
    else
        b.failed = !fr_same_shape(s, &a, &c, &b.checks);
    check_apart(&b, &c);
    fr_stmt *body = fr_make_stmt(s->arena, ST_SWAP, st->span);
    body->target = fr_view_element(s, &a, b.at.at);
    body->value = fr_view_element(s, &c, b.at.at);
    return b.failed ? nothing(s, st) : fr_chain(b.checks, fr_loop_over(s, &a, &b.at, body));
}

fr_stmt *fr_expand_broadcast(fr_sema *s, const fr_stmt *st)
{
    if (st->kind == ST_UPDATE && fr_is_dotted(st->token))
        return expand_update(s, st);
    if (st->kind == ST_CALL && st->value->kind == EX_DOTCALL)
        return expand_call(s, st);
    return st->kind == ST_SWAP ? expand_swap(s, st) : NULL;
}
