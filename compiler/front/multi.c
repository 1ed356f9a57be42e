/* multi.c: m, n <- size(A); the change of a variable's type, (T1 => T2)(x); arguments marked
 * @const; copies of values that carry gradients. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/semiring.h"

static fr_stmt *one(fr_sema *s, const fr_stmt *st, fr_expr *target, fr_expr *value)
{
    fr_stmt *out = fr_make_stmt(s->arena, st->kind, st->span);
    out->token = st->token;
    out->inverse = st->inverse;
    out->target = target;
    out->value = value;
    return out;
}

/* size(A) alone: an extent for each dimension. */
static fr_stmt *expand_size(fr_sema *s, const fr_stmt *st)
{
    fr_view v;
    if (!fr_calls_name(st->value, "size") || st->value->count != 1
        || !fr_view_of(s, st->value->items[0], &v))
        return NULL;
    fr_expr *tuple = fr_make_call(s->arena, st->value->span, "size", 0, NULL),
            **parts = fr_alloc(s->arena, RG_MOST_RANK * sizeof *parts);
    tuple->kind = EX_TUPLE;
    tuple->left = NULL;
    for (unsigned d = 0; d < v.rank; d++) {
        fr_expr *items[] = {st->value->items[0], fr_make_int(s->arena, st->value->span, d + 1)};
        parts[d] = fr_make_call(s->arena, st->value->span, "size", 2, items);
    }
    tuple->items = parts;
    tuple->count = v.rank;
    return one(s, st, st->target, tuple);
}

/* ---- (T1 => T2)(x) ---- */

static fr_stmt *refuse_cast(fr_sema *s, const fr_stmt *st, const char *why)
{
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0504", st->value->span,
                                  "this change of type has no exact inverse: %s", why);
    fr_help(s->d, r,
            "Int, Bool and Fixed change into each other; for Log write y *= x or y += convert(l)");
    return fr_make_stmt(s->arena, ST_BLOCK, st->span);
}

static fr_stmt *expand_cast(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *types = st->value->left;
    fr_type from, to;
    if (!fr_resolve_type(s, types->left, &from) || !fr_resolve_type(s, types->right, &to))
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    if (st->value->count != 1 || st->value->items[0]->kind != EX_NAME)
        return refuse_cast(s, st, "it takes one variable");
    if (st->inverse) {
        fr_type swap = from;
        from = to;
        to = swap;
    }
    if (from.base == RG_TYPE_LOG || to.base == RG_TYPE_LOG)
        return refuse_cast(s, st, "a Log is rounded");
    fr_expr *x = st->value->items[0],
            *t = fr_make_name(s->arena, x->span, fr_fresh_name(s, "cast"));
    fr_expr *type_from = fr_make_name(s->arena, x->span, fr_base_text(from.base)),
            *type_to = fr_make_name(s->arena, x->span, fr_base_text(to.base));
    fr_expr *zero = fr_make_int(s->arena, x->span, 0),
            *round[] = {fr_make_name(s->arena, x->span, "Int"), x}, *back[] = {round[0], t};
    fr_var *v = fr_use_var(s, x);
    if (!v || v->unknown)
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    if (v->kind != FR_VAR_LOCAL) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0312", x->span,
                                      "'%s' is not an ancilla of this routine", v->name);
        fr_note(s->d, r, v->declared,
                v->kind == FR_VAR_LOOP ? "it is a loop variable"
                                       : "it is a parameter, which the caller owns");
        fr_help(s->d, r,
                from.base == RG_TYPE_INT
                    ? "an Int beside a Fixed is converted where it stands: y += %s"
                    : "make an ancilla of the other type and add to it: round(Int, %s) is an Int",
                v->name);
        v->unknown = true; /* of which type it is from here on is not said again */
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    if (v->type.base != from.base || v->type.rank != 0) {
        fr_report(s->d, RGC_ERROR, "R0202", x->span, "'%s' has type %s", v->name,
                  fr_type_text(s, v->type));
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    /* The value in the other type, and whether it is the same number, which frees the old variable.
     */
    fr_expr *value = to.base == RG_TYPE_BOOL ? fr_make_binary(s->arena, TOK_NE, x, zero)
                     : to.base == RG_TYPE_INT && from.base == RG_TYPE_FIXED
                         ? fr_make_call(s->arena, x->span, "round", 2, round)
                         : x;
    fr_expr *again = from.base == RG_TYPE_BOOL ? fr_make_binary(s->arena, TOK_NE, t, zero)
                     : from.base == RG_TYPE_INT && to.base == RG_TYPE_FIXED
                         ? fr_make_call(s->arena, x->span, "round", 2, back)
                         : t;
    fr_token_kind there = to.base == RG_TYPE_BOOL ? TOK_XOREQ : TOK_ADDEQ,
                  here = from.base == RG_TYPE_BOOL ? TOK_XOREQ : TOK_SUBEQ;
    fr_stmt *list = fr_make_change(s->arena, t->span, ST_ALLOC, TOK_ALLOC, t,
                                   fr_make_call(s->arena, x->span, "zero", 1, &type_to));
    fr_chain(list, fr_make_change(s->arena, t->span, ST_UPDATE, there, t, value));
    fr_chain(list, fr_make_change(s->arena, x->span, ST_UPDATE, here, x, again));
    fr_chain(list, fr_make_change(s->arena, x->span, ST_FREE, TOK_FREE, x,
                                  fr_make_call(s->arena, x->span, "zero", 1, &type_from)));
    fr_chain(list, fr_make_change(s->arena, x->span, ST_ALLOC, TOK_ALLOC, x,
                                  fr_make_call(s->arena, x->span, "zero", 1, &type_to)));
    fr_chain(list, fr_make_change(s->arena, x->span, ST_SWAP, TOK_SWAP, x, t));
    fr_chain(list, fr_make_change(s->arena, t->span, ST_FREE, TOK_FREE, t,
                                  fr_make_call(s->arena, x->span, "zero", 1, &type_to)));
    return list;
}

/* ---- @const x, @skip! x as arguments ---- */

static fr_stmt *expand_marks(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    fr_stmt *out = NULL;
    for (size_t i = 0; e->kind == EX_CALL && e->left->kind == EX_NAME && i < e->count; i++) {
        const fr_expr *x = e->items[i];
        fr_view v;
        if (fr_calls_name(x, "@skip!")) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0321", x->span,
                                          "what the routine does to this argument would be lost");
            fr_help(s->d, r, "pass a copy and undo it: t <- 0.0; t += x; f(t); ... with @routine");
            return fr_make_stmt(s->arena, ST_BLOCK, st->span);
        }
        if (!fr_calls_name(x, "@const"))
            continue;
        if (!out) {
            out = one(s, st, NULL,
                      fr_make_call(s->arena, e->span, e->left->name, e->count, e->items));
            out->value->keywords = e->keywords;
            out->value->keyword_count = e->keyword_count;
        }
        /* A value is computed for the call, and must come back unchanged; an array is itself. */
        out->value->items[i] = fr_view_of(s, x->items[0], &v)
                                   ? x->items[0]
                                   : fr_make_unary(s->arena, x->span, TOK_ADD, x->items[0]);
    }
    return out;
}

/* ---- x <- y and x -> y of a value that carries a gradient ---- */

/* The machine allocates constants; the value is added to a neutral one, so that its gradient goes
 * back to what it was made of. */

/* The type of what is allocated or freed, as one number or one compound; false for all others. */
static bool scalar_type(fr_sema *s, const fr_stmt *st, rg_type_base *out)
{
    fr_type type;
    if (st->kind == ST_FREE) {
        const fr_var *v = fr_find_var(s, st->target->name);
        *out = v && v->live ? v->type.base : RG_TYPE_INT;
        return v && v->live && v->type.rank == 0;
    }
    if (fr_makes_array(s, st->value) || fr_makes_holder(s, st->value)
        || (fr_root_of(st->value) && fr_place_type(s, st->value, &type) && type.rank > 0))
        return false;
    fr_value v = fr_lower_expr(s, st->value);
    *out = v.base;
    return v.ok;
}

/* x ← zero(A); x .+= A */
static fr_stmt *copied_array(fr_sema *s, const fr_stmt *st)
{
    fr_type type;
    const fr_var *whole = st->value->kind == EX_NAME ? fr_find_var(s, st->value->name) : NULL;
    if (!whole || !whole->live || !fr_place_type(s, st->value, &type) || type.rank == 0
        || type.base == RG_TYPE_LOG || fr_is_compound(type.base))
        return NULL;
    fr_expr *value = st->value;
    fr_stmt *list = fr_make_change(s->arena, st->span, ST_ALLOC, TOK_ALLOC, st->target,
                                   fr_make_call(s->arena, value->span, "zero", 1, &value));
    fr_chain(list, fr_make_change(s->arena, st->span, ST_UPDATE,
                                  type.base == RG_TYPE_BOOL ? TOK_DOTXOREQ : TOK_DOTADDEQ,
                                  st->target, value));
    return st->kind == ST_FREE ? fr_invert_list(s->arena, list) : list;
}

static fr_expr *part_of(fr_sema *s, const fr_expr *whole, const char *name)
{
    fr_expr *e = fr_make_unary(s->arena, whole->span, TOK_EOF, NULL);
    e->kind = EX_FIELD;
    e->name = name;
    e->left = (fr_expr *)(uintptr_t)whole;
    return e;
}

/* d ← Dict(1 => x): the parts with gradients are added, as a Bool cannot be. */
static fr_stmt *made_of_parts(fr_sema *s, const fr_stmt *st, rg_type_base base)
{
    const fr_compound *c = fr_compound_of(s, base);
    const fr_expr *call = st->value;
    if (call->kind != EX_CALL || !c || !c->definition || c->count != call->count
        || c->count != c->definition->field_count)
        return NULL;
    fr_expr **items = fr_alloc(s->arena, (call->count + 1) * sizeof *items);
    fr_stmt *added = NULL;
    for (size_t i = 0; i < call->count; i++) {
        fr_value v = fr_lower_expr(s, call->items[i]);
        items[i] = call->items[i];
        if (!v.ok || !fr_is_active_type(s, v.base) || !fr_find_active(s, items[i]))
            continue;
        fr_expr *field = part_of(s, st->target, c->definition->fields[i].name);
        items[i] = fr_make_neutral(s, call->items[i]->span, v.base);
        added = fr_chain(added, fr_make_change(s->arena, st->span, ST_UPDATE,
                                               fr_gathering(s, v.base), field, call->items[i]));
    }
    fr_expr *value = fr_alloc(s->arena, sizeof *value);
    *value = *call;
    value->items = items;
    return fr_chain(fr_make_change(s->arena, st->span, ST_ALLOC, TOK_ALLOC, st->target, value),
                    added);
}

static bool is_copied(fr_sema *s, const fr_expr *e)
{
    fr_type type;
    return fr_place_type(s, e, &type) && type.rank > 0 && type.base != RG_TYPE_LOG
           && !fr_is_compound(type.base);
}

/* What the part starts as; *token adds e to it, TOK_EOF where it is e itself. */
static fr_expr *start_of(fr_sema *s, fr_expr *e, fr_token_kind *token)
{
    fr_type type;
    *token = TOK_EOF;
    if (is_copied(s, e)) {
        fr_place_type(s, e, &type);
        *token = type.base == RG_TYPE_BOOL ? TOK_DOTXOREQ : TOK_DOTADDEQ;
        return fr_make_call(s->arena, e->span, "zero", 1, &e);
    }
    if (fr_makes_array(s, e) || fr_makes_holder(s, e) || !fr_find_active(s, e))
        return e;
    fr_value v = fr_lower_expr(s, e);
    if (!v.ok || !fr_is_active_type(s, v.base))
        return e;
    *token = fr_gathering(s, v.base);
    return fr_make_neutral(s, e->span, v.base);
}

/* t ← (v, x), s ← State(v, x) of an array v: t ← (zero(v), 0.0); t.:1 .+= v; t.:2 += x */
static fr_stmt *copied_in_parts(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value,
                  *head = e->kind == EX_CALL && e->left->kind == EX_CURLY ? e->left->left : e->left;
    const fr_struct *d = e->kind == EX_CALL && head->kind == EX_NAME ? fr_find_struct(s, head->name)
                                                                     : NULL;
    bool any = false;
    if (e->kind != EX_TUPLE && (!d || d->field_count != e->count))
        return NULL;
    for (size_t i = 0; i < e->count; i++)
        any = any || is_copied(s, e->items[i]);
    if (!any)
        return NULL;
    fr_expr *made = fr_copy_call(s->arena, e);
    fr_stmt *list = fr_make_change(s->arena, st->span, ST_ALLOC, TOK_ALLOC, st->target, made);
    for (size_t i = 0; i < e->count; i++) {
        fr_token_kind token;
        const char *name = d ? d->fields[i].name : fr_format(s->arena, "%zu", i + 1);
        made->items[i] = start_of(s, e->items[i], &token);
        if (token != TOK_EOF)
            fr_chain(list, fr_make_change(s->arena, st->span, ST_UPDATE, token,
                                          part_of(s, st->target, name), e->items[i]));
    }
    return list;
}

fr_stmt *fr_expand_copy(fr_sema *s, const fr_stmt *st)
{
    rg_type_base base;
    if ((st->kind != ST_ALLOC && st->kind != ST_FREE) || st->automatic || st->erase
        || st->target->kind != EX_NAME)
        return NULL;
    fr_stmt *array = copied_array(s, st);
    if (array)
        return array;
    fr_stmt *holder = copied_in_parts(s, st);
    if (holder)
        return st->kind == ST_FREE ? fr_invert_list(s->arena, holder) : holder;
    if (!fr_find_active(s, st->value) || !scalar_type(s, st, &base) || !fr_is_active_type(s, base))
        return NULL;
    fr_stmt *parts = fr_is_compound(base) ? made_of_parts(s, st, base) : NULL;
    if (parts)
        return st->kind == ST_FREE ? fr_invert_list(s->arena, parts) : parts;
    fr_stmt *list = fr_make_change(s->arena, st->span, ST_ALLOC, TOK_ALLOC, st->target,
                                   fr_make_neutral(s, st->value->span, base));
    fr_chain(list, fr_make_change(s->arena, st->span, ST_UPDATE, fr_gathering(s, base), st->target,
                                  st->value));
    return st->kind == ST_FREE ? fr_invert_list(s->arena, list) : list;
}

fr_stmt *fr_expand_multi(fr_sema *s, const fr_stmt *st)
{
    if ((st->kind == ST_UPDATE || st->kind == ST_ALLOC || st->kind == ST_FREE)
        && st->target->kind == EX_TUPLE)
        return expand_size(s, st);
    if (st->kind == ST_CALL && st->value->kind == EX_CALL && st->value->left->kind == EX_BINARY
        && st->value->left->token == TOK_ARROW2)
        return expand_cast(s, st);
    return st->kind == ST_CALL ? expand_marks(s, st) : NULL;
}
