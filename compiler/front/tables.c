/* tables.c: arrays given by their elements, x <- [1.0, 2.0], ones and fill, and constant arrays of
 * the program. */
#include <string.h>

#include "compiler/front/expand.h"
#include "compiler/front/semiring.h"

/* The common type of the elements. */
static bool element_base(fr_sema *s, const fr_expr *e, rg_type_base *out)
{
    for (size_t i = 0; i < e->count; i++) {
        fr_value v = fr_lower_expr(s, e->items[i]);
        if (!v.ok)
            return false;
        bool first = i == 0 || *out == v.base;
        if (first)
            *out = v.base;
        else if (*out != RG_TYPE_LOG && v.base != RG_TYPE_LOG)
            *out = *out == RG_TYPE_FIXED || v.base == RG_TYPE_FIXED ? RG_TYPE_FIXED : RG_TYPE_INT;
        else
            *out = RG_TYPE_LOG;
    }
    if (e->count > 0)
        return true;
    fr_report(s->d, RGC_ERROR, "R0114", e->span,
              "the type of an empty array is not known; write zeros(T, 0), or T[] for a stack");
    return false;
}

/* The elements of [a, b], and of [a b; c d], which is reshape([a, c, b, d], 2, 2); NULL: e is
 * neither. */
static const fr_expr *written(const fr_expr *e)
{
    if (e->kind == EX_ARRAY)
        return e;
    bool constant = fr_calls_name(e, "reshape") && e->count > 1 && e->count <= RG_MOST_RANK + 1
                    && e->items[0]->kind == EX_ARRAY;
    uint64_t elements = 1;
    for (size_t i = 1; constant && i < e->count; i++) {
        constant = e->items[i]->kind == EX_INT;
        elements *= constant ? (uint64_t)e->items[i]->integer : 1;
    }
    return constant && elements == e->items[0]->count ? e->items[0] : NULL;
}

static fr_stmt *allocation(fr_sema *s, const fr_stmt *st, rg_type_base base)
{
    fr_stmt *a = fr_make_stmt(s->arena, ST_ALLOC, st->span);
    fr_expr *items[RG_MOST_RANK + 1] = {
        fr_make_name(s->arena, st->value->span, fr_type_text(s, (fr_type){base, 0})),
        fr_make_int(s->arena, st->value->span, (int64_t)written(st->value)->count)};
    const bool matrix = st->value->kind == EX_CALL;
    for (size_t i = 1; matrix && i < st->value->count; i++)
        items[i] = st->value->items[i];
    a->target = st->target;
    a->value = fr_make_call(s->arena, st->value->span, fr_neutral_array(s, base),
                            matrix ? st->value->count : 2, items);
    a->automatic = false;
    return a;
}

/* Whether the words of zeros(T, n), or of ones(T, n), are 0. */
static bool is_neutral(fr_sema *s, const fr_expr *e, rg_type_base base)
{
    return base == RG_TYPE_LOG || strcmp(e->left->name, fr_neutral_array(s, base)) == 0;
}

/* ones(T, n), fill(c, n), zeros of a semiring: neutral values, to each of which the same is added
 * or by which it is multiplied; NULL when e is none of them. */
static fr_stmt *expand_filled(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    fr_type type = {RG_TYPE_FIXED, 0};
    bool fill = fr_calls_name(e, "fill"), zeros = fr_calls_name(e, "zeros"),
         typed = !fill && e->kind == EX_CALL && e->count > 0 && fr_is_type(s, e->items[0]);
    if ((!fill && !fr_calls_name(e, "ones") && !(zeros && typed)) || e->count < 1u + (fill || typed)
        || e->count > RG_MOST_RANK + (unsigned)(fill || typed) || e->keyword_count > 0)
        return NULL;
    if (typed && (!fr_resolve_type(s, e->items[0], &type) || is_neutral(s, e, type.base)))
        return NULL;
    fr_value v = fill ? fr_lower_expr(s, e->items[0]) : fr_const_int(e->span, 1);
    if (!v.ok)
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    if (fill)
        type.base = v.base;
    fr_expr *items[RG_MOST_RANK + 1] = {fr_make_name(s->arena, e->span, fr_type_text(s, type))};
    size_t n = 1;
    for (size_t i = fill || typed ? 1 : 0; i < e->count; i++)
        items[n++] = e->items[i];
    fr_stmt *list = fr_make_stmt(s->arena, ST_ALLOC, st->span),
            *add = fr_make_stmt(s->arena, ST_UPDATE, st->span);
    list->target = add->target = st->target;
    list->value = fr_make_call(s->arena, e->span, fr_neutral_array(s, type.base), n, items);
    add->token = fr_is_multiplied(s, type.base) ? TOK_DOTMULEQ
                 : type.base == RG_TYPE_BOOL    ? TOK_DOTXOREQ
                                                : TOK_DOTADDEQ;
    add->value = fill    ? e->items[0]
                 : zeros ? fr_make_call(s->arena, e->span, "zero", 1, e->items)
                         : fr_make_int(s->arena, e->span, 1);
    if (type.base == RG_TYPE_BOOL && !fill)
        add->value->kind = EX_BOOL;
    fr_chain(list, add);
    return st->kind == ST_FREE ? fr_invert_list(s->arena, list) : list;
}

fr_stmt *fr_expand_literal(fr_sema *s, const fr_stmt *st)
{
    rg_type_base base = RG_TYPE_INT;
    if ((st->kind == ST_ALLOC || st->kind == ST_FREE) && st->target->kind == EX_NAME
        && !st->automatic) {
        fr_stmt *filled = expand_filled(s, st);
        if (filled)
            return filled;
    }
    const fr_expr *elements = st->kind == ST_ALLOC || st->kind == ST_FREE ? written(st->value)
                                                                          : NULL;
    if (!elements)
        return NULL;
    if (st->target->kind != EX_NAME || !element_base(s, elements, &base))
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    if (st->automatic) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0114", st->value->span,
                          "an array cannot be freed by the compiler"),
                "allocate with <- and free with ->");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    fr_stmt *list = allocation(s, st, base);
    for (size_t i = 0; i < elements->count; i++) {
        fr_expr *at = fr_make_int(s->arena, elements->items[i]->span, (int64_t)i + 1);
        fr_stmt *set = fr_make_stmt(s->arena, ST_UPDATE, elements->items[i]->span);
        set->token = fr_gathering(s, base);
        set->target = fr_make_index(s->arena, st->target->span, st->target, 1, &at);
        set->value = elements->items[i];
        fr_chain(list, set);
    }
    return st->kind == ST_FREE ? fr_invert_list(s->arena, list) : list;
}

fr_stmt *fr_constant_arrays(fr_sema *s, const fr_function *f)
{
    fr_stmt *list = NULL;
    for (const fr_const *c = s->program->consts; c; c = c->next) {
        if (!written(c->value) || fr_find_var(s, c->name) || fr_hides(f, c->name)
            || !fr_mentions(f->body, c->name))
            continue;
        fr_stmt *st = fr_make_stmt(s->arena, ST_ALLOC, c->span);
        st->target = fr_make_name(s->arena, c->span, c->name);
        st->value = c->value;
        list = fr_chain(list, st);
    }
    return list;
}
