/* tables.c: arrays given by their elements, x <- [1.0, 2.0], and constant arrays of the program. */
#include <string.h>

#include "compiler/front/tree.h"

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
    fr_report(s->d, RGC_ERROR, "R0114", e->span, "the type of an empty array is not known; write zeros(T, 0), or T[] for a stack");
    return false;
}

static fr_stmt *allocation(fr_sema *s, const fr_stmt *st, rg_type_base base)
{
    fr_stmt *a = fr_make_stmt(s, ST_ALLOC, st->span);
    fr_expr *items[] = {fr_make_name(s, st->value->span, fr_type_text(s, (fr_type){base, 0})), fr_make_int(s, st->value->span, (int64_t)st->value->count)};
    a->target = st->target;
    a->value = fr_make_call(s, st->value->span, base == RG_TYPE_LOG ? "ones" : "zeros", 2, items);
    a->automatic = false;
    return a;
}

fr_stmt *fr_expand_literal(fr_sema *s, const fr_stmt *st)
{
    rg_type_base base = RG_TYPE_INT;
    if ((st->kind != ST_ALLOC && st->kind != ST_FREE) || st->value->kind != EX_ARRAY)
        return NULL;
    if (st->target->kind != EX_NAME || !element_base(s, st->value, &base))
        return fr_make_stmt(s, ST_BLOCK, st->span);
    if (st->automatic) {
        fr_help(s->d, fr_report(s->d, RGC_ERROR, "R0114", st->value->span, "an array cannot be freed by the compiler"),
                "allocate with <- and free with ->");
        return fr_make_stmt(s, ST_BLOCK, st->span);
    }
    fr_stmt *list = allocation(s, st, base);
    for (size_t i = 0; i < st->value->count; i++) {
        fr_expr *at = fr_make_int(s, st->value->items[i]->span, (int64_t)i + 1);
        fr_stmt *set = fr_make_stmt(s, ST_UPDATE, st->value->items[i]->span);
        set->token = base == RG_TYPE_LOG ? TOK_MULEQ : base == RG_TYPE_BOOL ? TOK_XOREQ : TOK_ADDEQ;
        set->target = fr_make_index(s, st->target->span, st->target, 1, &at);
        set->value = st->value->items[i];
        fr_chain(list, set);
    }
    return st->kind == ST_FREE ? fr_invert_list(s->arena, list) : list;
}

fr_stmt *fr_constant_arrays(fr_sema *s, const fr_function *f)
{
    fr_stmt *list = NULL;
    for (const fr_const *c = s->program->consts; c; c = c->next) {
        if (c->value->kind != EX_ARRAY || fr_find_var(s, c->name) || !fr_mentions(f->body, c->name))
            continue;
        fr_stmt *st = fr_make_stmt(s, ST_ALLOC, c->span);
        st->target = fr_make_name(s, c->span, c->name);
        st->value = c->value;
        list = fr_chain(list, st);
    }
    return list;
}
