/* alias.c: whether an expression reads what a statement changes, judged by syntax. */
#include <string.h>

#include "compiler/front/sema.h"

bool fr_same_expr(const fr_expr *a, const fr_expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->token != b->token || a->integer != b->integer || a->real != b->real || a->count != b->count)
        return false;
    if ((a->name || b->name) && (!a->name || !b->name || strcmp(a->name, b->name) != 0))
        return false;
    if (!fr_same_expr(a->left, b->left) || !fr_same_expr(a->right, b->right) || !fr_same_expr(a->third, b->third))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!fr_same_expr(a->items[i], b->items[i]))
            return false;
    return true;
}

/* The variable itself, an element and the whole array, or the same element by syntax. */
bool fr_same_place(const fr_expr *a, const fr_expr *b)
{
    if (a->kind == EX_NAME && b->kind == EX_NAME)
        return strcmp(a->name, b->name) == 0;
    if (a->kind == EX_INDEX && b->kind == EX_NAME)
        return a->left->kind == EX_NAME && strcmp(a->left->name, b->name) == 0;
    if (a->kind == EX_NAME && b->kind == EX_INDEX)
        return fr_same_place(b, a);
    return a->kind == EX_INDEX && b->kind == EX_INDEX && fr_same_expr(a, b);
}

/* zero(x), length(A): the value of the argument is not read. */
static bool reads_no_value(const fr_expr *e)
{
    static const char *const names[] = {"zero", "one", "length", "size", "zeros", "ones"};
    for (size_t i = 0; e->left->kind == EX_NAME && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(e->left->name, names[i]) == 0)
            return true;
    return false;
}

const fr_expr *fr_find_read(const fr_expr *target, const fr_expr *e)
{
    if (!e)
        return NULL;
    if (e->kind == EX_CALL && reads_no_value(e))
        return NULL;
    if ((e->kind == EX_NAME || e->kind == EX_INDEX) && fr_same_place(target, e))
        return e;
    const fr_expr *found = e->kind == EX_CALL || e->kind == EX_INDEX ? NULL : fr_find_read(target, e->left);
    if (!found)
        found = fr_find_read(target, e->right);
    if (!found)
        found = fr_find_read(target, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = fr_find_read(target, e->items[i]);
    return found;
}

const fr_expr *fr_find_active(fr_sema *s, const fr_expr *e)
{
    if (!e || (e->kind == EX_CALL && reads_no_value(e)))
        return NULL;
    if (e->kind == EX_NAME || (e->kind == EX_INDEX && e->left->kind == EX_NAME)) {
        const fr_var *v = fr_find_var(s, e->kind == EX_NAME ? e->name : e->left->name);
        if (v && v->live && v->kind != FR_VAR_KEYWORD && (v->type.base == RG_TYPE_FIXED || v->type.base == RG_TYPE_LOG))
            return e;
    }
    const fr_expr *found = e->kind == EX_CALL || e->kind == EX_INDEX || e->kind == EX_NAME ? NULL : fr_find_active(s, e->left);
    if (!found)
        found = fr_find_active(s, e->right);
    if (!found)
        found = fr_find_active(s, e->third);
    for (size_t i = 0; !found && i < e->count && e->kind != EX_INDEX; i++)
        found = fr_find_active(s, e->items[i]);
    return found;
}

bool fr_is_extent(const fr_expr *e)
{
    if (e->kind == EX_CALL)
        return e->left->kind == EX_NAME && (strcmp(e->left->name, "size") == 0 || strcmp(e->left->name, "length") == 0);
    return e->kind == EX_BINARY && fr_is_extent(e->left) && (fr_is_extent(e->right) || e->right->kind == EX_INT);
}

bool fr_is_written(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        bool target = s->target && s->target->kind == EX_NAME && strcmp(s->target->name, name) == 0;
        bool other = s->kind == ST_SWAP && s->value->kind == EX_NAME && strcmp(s->value->name, name) == 0;
        if ((target && s->kind != ST_ALLOC) || other)
            return true;
        for (size_t i = 0; s->kind == ST_CALL && i < s->value->count; i++)
            if (s->value->items[i]->kind == EX_NAME && strcmp(s->value->items[i]->name, name) == 0)
                return true;
        if (fr_is_written(s->body, name) || fr_is_written(s->other, name))
            return true;
    }
    return false;
}
