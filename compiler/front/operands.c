/* operands.c: operands and targets that have a plainer spelling, or a variable of their own: arrays
 * written out within an expression, slices updated without a dot, value.(x), PlusEq(f)(Name{}(x,
 * y),
 * ...). */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/syntax/generators.h"

static fr_stmt *copy_of(fr_sema *s, const fr_stmt *st)
{
    fr_stmt *copy = fr_alloc(s->arena, sizeof *copy);
    *copy = *st;
    copy->next = NULL;
    return copy;
}

/* list, then the statement, then the list undone. */
static fr_stmt *around(fr_sema *s, fr_stmt *list, fr_stmt *st)
{
    fr_stmt *back = fr_invert_list(s->arena, list);
    return fr_chain(list, fr_chain(st, back));
}

/* The statement with another value, between what that needs and its undoing; NULL: it needs
 * nothing. */
static fr_stmt *with_value(fr_sema *s, const fr_stmt *st, fr_expr *value, fr_stmt *needed)
{
    if (!needed)
        return NULL;
    fr_stmt *copy = copy_of(s, st);
    copy->value = value;
    return around(s, needed, copy);
}

/* ---- [a, b] within an expression ---- */

typedef struct {
    fr_sema *s;
    const fr_asking *ask;
    fr_stmt *made;
} literals;

static fr_expr *without_literals(void *context, const fr_expr *e)
{
    literals *l = context;
    if (!e)
        return NULL;
    if (e->count == 1 && fr_is_fold(e) && fr_is_generator(e->items[0]))
        return (fr_expr *)(uintptr_t)e; /* no array is made for it */
    if ((e->kind == EX_ARRAY && e->count > 0) || fr_is_generator(e)) {
        fr_expr *name = fr_make_name(l->s->arena, e->span, l->ask->hidden_name(l->s, "[..]"));
        fr_expr *value = fr_alloc(l->s->arena, sizeof *value);
        *value = *e;
        l->made = fr_chain(l->made,
                           fr_make_change(l->s->arena, e->span, ST_ALLOC, TOK_ALLOC, name, value));
        return name;
    }
    fr_expr *copy = fr_with_arguments(l->s->arena, e, without_literals, l);
    copy->left = without_literals(l, e->left);
    copy->right = without_literals(l, e->right);
    copy->third = without_literals(l, e->third);
    return copy;
}

fr_stmt *fr_expand_literals(fr_sema *s, const fr_stmt *st, const fr_asking *ask)
{
    literals l = {.s = s, .ask = ask};
    if (st->kind != ST_UPDATE && st->kind != ST_CALL)
        return NULL;
    fr_expr *value = without_literals(&l, st->value);
    return with_value(s, st, value, l.made);
}

/* ---- A * x within a call ---- */

typedef struct {
    fr_sema *s;
    const fr_asking *ask;
    fr_stmt *made;
    bool inside; /* a call, or an index */
} products;

/* The type of the elements of A * x, and its dimensions; 0: it is no such product. */
static unsigned rank_of_product(const products *p, const fr_expr *e, rg_type_base *base)
{
    fr_view a, b;
    if (e->kind != EX_BINARY || e->token != TOK_MUL || !p->ask->view_of(p->s, e->left, &a)
        || a.rank != 2 || !p->ask->view_of(p->s, e->right, &b) || b.rank == 0 || b.rank > 2)
        return 0;
    const rg_type_base left = a.array->type.base, right = b.array->type.base;
    *base = left == RG_TYPE_FIXED ? right : left;
    if (*base == RG_TYPE_INT && left != right)
        *base = RG_TYPE_FIXED;
    return *base == RG_TYPE_FIXED || *base == RG_TYPE_INT ? b.rank : 0;
}

static fr_expr *extent_of(const products *p, fr_expr *array, int64_t dimension)
{
    fr_expr *items[] = {array, fr_make_int(p->s->arena, array->span, dimension)};
    return fr_make_call(p->s->arena, array->span, "size", 2, items);
}

/* t <- zeros(T, m) or zeros(T, m, n), and t .+= A * x; t stands for the product. */
static fr_expr *made_product(products *p, const fr_expr *e, rg_type_base base, unsigned rank)
{
    fr_arena *arena = p->s->arena;
    fr_expr *t = fr_make_name(arena, e->span, p->ask->hidden_name(p->s, "[..]"));
    fr_expr *items[] = {fr_make_name(arena, e->span, base == RG_TYPE_INT ? "Int" : "Fixed"),
                        extent_of(p, e->left, 1), rank == 2 ? extent_of(p, e->right, 2) : NULL};
    fr_expr *zeros = fr_make_call(arena, e->span, "zeros", rank + 1, items);
    p->made = fr_chain(p->made, fr_make_change(arena, e->span, ST_ALLOC, TOK_ALLOC, t, zeros));
    p->made = fr_chain(p->made, fr_make_change(arena, e->span, ST_UPDATE, TOK_DOTADDEQ, t,
                                               (fr_expr *)(uintptr_t)e));
    return t;
}

static fr_expr *without_products(void *context, const fr_expr *e)
{
    products *p = context;
    rg_type_base base;
    if (!e || e->kind == EX_LAMBDA)
        return (fr_expr *)(uintptr_t)e;
    const unsigned rank = p->inside ? rank_of_product(p, e, &base) : 0;
    if (rank > 0)
        return made_product(p, e, base, rank);
    const bool outer = p->inside, call = e->kind == EX_CALL || e->kind == EX_DOTCALL;
    p->inside = outer || call || e->kind == EX_INDEX;
    fr_expr *copy = fr_with_arguments(p->s->arena, e, without_products, p);
    copy->left = call ? e->left : without_products(p, e->left);
    copy->right = without_products(p, e->right);
    copy->third = without_products(p, e->third);
    p->inside = outer;
    return copy;
}

fr_stmt *fr_expand_inner_matrices(fr_sema *s, const fr_stmt *st, const fr_asking *ask)
{
    products p = {.s = s, .ask = ask};
    if (st->kind != ST_UPDATE)
        return NULL;
    fr_expr *value = without_products(&p, st->value);
    return with_value(s, st, value, p.made);
}

/* ---- targets ---- */

/* value.(x) .+= e, identity.(x) .+= e: x itself. */
static fr_stmt *expand_transparent(fr_sema *s, const fr_stmt *st)
{
    static const char *const names[] = {"value", "identity", "unwrap"};
    const fr_expr *e = st->kind == ST_UPDATE ? st->target : NULL;
    bool found = false;
    for (size_t i = 0; e && e->kind == EX_DOTCALL && e->count == 1 && e->left->kind == EX_NAME
                       && i < sizeof names / sizeof names[0];
         i++)
        found = found || strcmp(e->left->name, names[i]) == 0;
    if (!found)
        return NULL;
    fr_stmt *copy = copy_of(s, st);
    copy->target = e->items[0];
    return copy;
}

/* x[1:2] += y of slices: element by element, as with a dot. */
static fr_stmt *expand_slice(fr_sema *s, const fr_stmt *st, const fr_asking *ask)
{
    fr_view target, value;
    if (st->kind != ST_UPDATE || fr_is_dotted(st->token) || st->target->kind != EX_INDEX
        || !ask->view_of(s, st->target, &target) || target.rank == 0
        || !ask->view_of(s, st->value, &value) || value.rank == 0)
        return NULL;
    fr_stmt *copy = copy_of(s, st);
    copy->token = fr_dotted(st->token);
    return copy;
}

/* Complex{}(x, y) += e: a variable made of x and y, which get its parts back. */
static fr_stmt *expand_composite(fr_sema *s, const fr_stmt *st, const fr_asking *ask)
{
    const fr_expr *e = st->kind == ST_UPDATE ? st->target : NULL;
    if (!e || e->kind != EX_CALL || e->left->kind != EX_CURLY || e->left->count > 0 || e->count != 2
        || e->left->left->kind != EX_NAME || strcmp(e->left->left->name, "Complex") != 0)
        return NULL;
    static const char *const parts[] = {"re", "im"};
    fr_type type;
    if (!ask->place_type(s, e->items[0], &type) || type.rank > 0 || fr_is_compound(type.base))
        return NULL;
    fr_expr *z = fr_make_name(s->arena, e->span, ask->hidden_name(s, "Complex{}(..)"));
    fr_expr *zeros[] = {ask->neutral(s, e->span, type.base), ask->neutral(s, e->span, type.base)};
    fr_stmt *made = fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, z,
                                   fr_make_call(s->arena, e->span, "Complex", 2, zeros));
    for (size_t i = 0; i < 2; i++) {
        fr_expr *part = fr_make_unary(s->arena, e->span, TOK_DOT, NULL);
        part->kind = EX_FIELD;
        part->left = z;
        part->name = parts[i];
        made =
            fr_chain(made, fr_make_change(s->arena, e->span, ST_SWAP, TOK_SWAP, part, e->items[i]));
    }
    fr_stmt *copy = copy_of(s, st);
    copy->target = z;
    return around(s, made, copy);
}

/* ---- values ---- */

/* Complex{}(x, y) where a value is needed: Complex(x, y). */
static fr_expr *constructed(void *context, const fr_expr *e)
{
    fr_sema *s = context;
    if (!e)
        return NULL;
    fr_expr *copy = fr_with_arguments(s->arena, e, constructed, s);
    copy->left = constructed(s, e->left);
    copy->right = constructed(s, e->right);
    copy->third = constructed(s, e->third);
    if (e->kind == EX_CALL && e->left->kind == EX_CURLY && e->left->count == 0)
        copy->left = e->left->left;
    return copy;
}

static bool constructs(const fr_expr *e)
{
    if (!e)
        return false;
    bool found = (e->kind == EX_CALL && e->left->kind == EX_CURLY && e->left->count == 0)
                 || constructs(e->left) || constructs(e->right) || constructs(e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = constructs(e->items[i]);
    return found;
}

static fr_stmt *expand_constructed(fr_sema *s, const fr_stmt *st)
{
    if (st->kind != ST_UPDATE || !constructs(st->value))
        return NULL;
    fr_stmt *copy = copy_of(s, st);
    copy->value = constructed(s, st->value);
    return copy;
}

fr_stmt *fr_expand_operands(fr_sema *s, const fr_stmt *st, const fr_asking *ask)
{
    fr_stmt *plain = fr_expand_literals(s, st, ask);
    plain = plain ? plain : expand_transparent(s, st);
    plain = plain ? plain : expand_slice(s, st, ask);
    plain = plain ? plain : expand_composite(s, st, ask);
    return plain ? plain : expand_constructed(s, st);
}
