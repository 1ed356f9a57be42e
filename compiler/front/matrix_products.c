/* matrix_products.c: y .+= A * x + b, and y += v of arrays. Each product is two or three loops that
 * update y; what is left of the sum is an update of its own. */
#include "compiler/front/expand.h"

typedef struct {
    fr_sema *s;
    const fr_stmt *st;
    fr_view target;
    fr_stmt *done; /* the products */
    fr_expr *rest; /* the other terms; NULL: none */
    bool failed;
} update;

enum { MOST_FACTORS = 16 };

/* A product of numbers and arrays, as written from left to right. */
typedef struct {
    fr_expr *number, *divisor; /* NULL: 1 */
    const fr_expr *arrays[MOST_FACTORS];
    size_t count;
    bool matrix; /* one of them is a matrix */
} factors;

static fr_expr *changed(const fr_expr *e) { return (fr_expr *)(uintptr_t)e; }

static bool add_array(fr_sema *s, factors *f, const fr_expr *e)
{
    fr_view v;
    if (f->count == MOST_FACTORS || !fr_view_of(s, e, &v))
        return false;
    f->matrix = f->matrix || v.rank == 2;
    f->arrays[f->count++] = e;
    return true;
}

static bool is_matrix_power(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    return e->kind == EX_BINARY && e->token == TOK_POW && e->right->kind == EX_INT
           && e->right->integer >= 1 && fr_view_of(s, e->left, &v) && v.rank == 2
           && v.axis[0] != FR_NO_AXIS && v.axis[1] != FR_NO_AXIS;
}

/* A^2 is A * A; what has too many factors is refused as other products are. */
static bool add_power(fr_sema *s, factors *f, const fr_expr *e)
{
    for (uint64_t i = 0; i < e->right->integer && f->count < MOST_FACTORS; i++)
        if (!add_array(s, f, e->left))
            return false;
    return true;
}

/* False where e is no such product. */
static bool factors_of(fr_sema *s, const fr_expr *e, factors *f)
{
    fr_view v;
    if (fr_view_of(s, e, &v))
        return add_array(s, f, e);
    if (is_matrix_power(s, e))
        return add_power(s, f, e);
    if (!fr_has_view(s, e)) {
        f->number = f->number ? fr_make_binary(s->arena, TOK_MUL, f->number, changed(e))
                              : changed(e);
        return true;
    }
    if (e->kind != EX_BINARY || (e->token != TOK_MUL && e->token != TOK_DIV))
        return false;
    if (e->token == TOK_MUL)
        return factors_of(s, e->left, f) && factors_of(s, e->right, f);
    if (fr_has_view(s, e->right) || !factors_of(s, e->left, f))
        return false;
    f->divisor = f->divisor ? fr_make_binary(s->arena, TOK_MUL, f->divisor, changed(e->right))
                            : changed(e->right);
    return true;
}

static bool is_product(fr_sema *s, const fr_expr *e, factors *f)
{
    *f = (factors){.number = NULL};
    return factors_of(s, e, f) && f->count > 1 && f->matrix;
}

static bool is_sum(const fr_expr *e)
{
    return e->kind == EX_BINARY
           && (e->token == TOK_ADD || e->token == TOK_SUB || e->token == TOK_DOTADD
               || e->token == TOK_DOTSUB);
}

static bool has_product(fr_sema *s, const fr_expr *e)
{
    factors f;
    if (is_sum(e))
        return has_product(s, e->left) || has_product(s, e->right);
    if (e->kind == EX_UNARY && e->token == TOK_SUB)
        return has_product(s, e->right);
    return is_product(s, e, &f);
}

/* f.(x), x .* y: an array as soon as an operand is one. */
static bool is_dotted_array(const update *u, const fr_expr *e)
{
    return fr_is_dotted_value(e) && fr_has_view(u->s, e);
}

/* Whether each term is a product, or an array of the target's dimensions: then y += e means y .+=
 * e, as it does in Julia. */
static bool is_array_sum(const update *u, const fr_expr *e)
{
    factors f;
    fr_view v;
    if (is_dotted_array(u, e))
        return true;
    if (is_sum(e))
        return is_array_sum(u, e->left) && is_array_sum(u, e->right);
    if (e->kind == EX_UNARY && e->token == TOK_SUB)
        return is_array_sum(u, e->right);
    if (is_product(u->s, e, &f))
        return true;
    return f.count == 1 && fr_view_of(u->s, f.arrays[0], &v) && v.rank == u->target.rank
           && (v.rank < 2 || (v.axis[0] != FR_NO_AXIS && v.axis[1] != FR_NO_AXIS));
}

/* ---- one product ---- */

static bool agree(update *u, const fr_view *l, const fr_view *r, fr_stmt **checks)
{
    fr_sema *s = u->s;
    fr_expr *one = fr_make_int(s->arena, l->span, 1);
    fr_expr *inner = l->rank == 2 ? fr_view_extent(s, l, 2) : one;
    bool good = fr_same_extent(s, &u->target, l, fr_view_extent(s, &u->target, 1),
                               fr_view_extent(s, l, 1), checks)
                && fr_same_extent(s, l, r, inner, fr_view_extent(s, r, 1), checks);
    if (good && u->target.rank == 2)
        good = fr_same_extent(s, &u->target, r, fr_view_extent(s, &u->target, 2),
                              r->rank == 2 ? fr_view_extent(s, r, 2) : one, checks);
    const fr_view *read[2] = {l, r};
    for (size_t i = 0; good && i < 2; i++)
        if (read[i]->array == u->target.array)
            good = fr_keep_apart(s, &u->target, read[i], checks);
    return good;
}

static void refuse(update *u, const fr_expr *e, const char *why, const char *help)
{
    fr_help(u->s->d, fr_report(u->s->d, RGC_ERROR, "R0408", e->span, "%s", why), "%s", help);
    u->failed = true;
}

/* The two arrays, and checks of their extents; false after a report. */
static bool operands(update *u, const fr_expr *e, const factors *f, fr_view *l, fr_view *r,
                     fr_stmt **checks)
{
    if (f->count > 2) {
        refuse(u, e, "this is a product of more than two arrays",
               "put the product of two of them into an array of its own first; write .^ for a "
               "power element by element");
        return false;
    }
    (void)fr_view_of(u->s, f->arrays[0], l);
    (void)fr_view_of(u->s, f->arrays[1], r);
    if (l->rank > 2 || r->rank > 2 || u->target.rank > 2
        || (r->rank == 2 && u->target.rank == 1 && r->axis[1] != FR_NO_AXIS)) {
        refuse(u, e, "this product has other dimensions than what it is added to",
               "a matrix by a vector gives a vector, a matrix by a matrix a matrix");
        return false;
    }
    u->failed = u->failed || !agree(u, l, r, checks);
    return !u->failed;
}

/* y[i, j] += number * l[i, k] * r[k, j] / divisor; the loop of k is the outermost. */
static void put_product(update *u, const fr_expr *e, const factors *f, bool subtracted)
{
    fr_sema *s = u->s;
    fr_view l, r;
    fr_stmt *checks = NULL;
    if (!operands(u, e, f, &l, &r, &checks))
        return;
    fr_counters at = fr_make_counters(s, e->span, u->target.rank);
    const char *name = fr_fresh_name(s, "k");
    fr_expr *k = fr_make_name(s->arena, e->span, name),
            *j = u->target.rank == 2 ? at.at[1] : fr_make_int(s->arena, e->span, 1);
    fr_expr *left[2] = {at.at[0], k}, *right[2] = {k, j};
    fr_expr *value = fr_make_binary(s->arena, TOK_MUL, fr_view_element(s, &l, left),
                                    fr_view_element(s, &r, right));
    value->span = e->span;
    if (f->number)
        value = fr_make_binary(s->arena, TOK_MUL, f->number, value);
    if (f->divisor)
        value = fr_make_binary(s->arena, TOK_DIV, value, f->divisor);
    const bool less = subtracted != (fr_undotted(u->st->token) == TOK_SUBEQ);
    fr_stmt *body = fr_make_change(s->arena, u->st->span, ST_UPDATE, less ? TOK_SUBEQ : TOK_ADDEQ,
                                   fr_view_element(s, &u->target, at.at), value);
    fr_stmt *loops = fr_make_loop(s->arena, e->span, name, fr_view_extent(s, &r, 1),
                                  fr_loop_over(s, &u->target, &at, body));
    u->done = fr_chain(u->done, fr_chain(checks, loops));
}

static void put_term(update *u, const fr_expr *e, bool subtracted)
{
    factors f;
    if (is_sum(e)) {
        put_term(u, e->left, subtracted);
        put_term(u, e->right, subtracted != (e->token == TOK_SUB || e->token == TOK_DOTSUB));
    } else if (e->kind == EX_UNARY && e->token == TOK_SUB) {
        put_term(u, e->right, !subtracted);
    } else if (is_product(u->s, e, &f)) {
        put_product(u, e, &f, subtracted);
    } else if (u->rest) {
        u->rest =
            fr_make_binary(u->s->arena, subtracted ? TOK_DOTSUB : TOK_DOTADD, u->rest, changed(e));
    } else {
        u->rest = subtracted ? fr_make_unary(u->s->arena, e->span, TOK_SUB, changed(e))
                             : changed(e);
    }
}

fr_stmt *fr_expand_matrix_products(fr_sema *s, const fr_stmt *st)
{
    update u = {.s = s, .st = st};
    const fr_token_kind token = st->kind == ST_UPDATE ? fr_undotted(st->token) : TOK_EOF;
    if ((token != TOK_ADDEQ && token != TOK_SUBEQ) || !fr_view_of(s, st->target, &u.target)
        || u.target.rank == 0
        || !(token == st->token ? is_array_sum(&u, st->value) : has_product(s, st->value)))
        return NULL;
    put_term(&u, st->value, false);
    if (u.failed)
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    if (u.rest)
        u.done = fr_chain(u.done, fr_make_change(s->arena, st->span, ST_UPDATE, fr_dotted(token),
                                                 st->target, u.rest));
    return u.done;
}
