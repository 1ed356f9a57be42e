/* place_type.c: how an lvalue is written, and its type. */
#include <string.h>

#include "compiler/front/expand.h"
#include "compiler/front/place.h"

bool fr_tuple_index(fr_sema *s, const fr_expr *e, int64_t *out)
{
    const fr_expr *i = e->count == 1 ? e->items[0] : NULL;
    if (i && i->kind == EX_INT) {
        *out = (int64_t)i->integer;
        return true;
    }
    if (i && i->kind == EX_END)
        return *out = -1, true;
    const fr_var *v = i && i->kind == EX_NAME ? fr_find_var(s, i->name) : NULL;
    if (v && v->live) {
        *out = v->number;
        return v->known;
    }
    return false;
}

const fr_expr *fr_viewed(fr_sema *s, const fr_expr *e, const char **field)
{
    const fr_expr *whole, *f;
    int64_t i;
    *field = NULL;
    if (e->kind == EX_BINARY && e->token == TOK_PIPE) {
        whole = e->left;
        f = e->right;
        if (f->kind == EX_CALL && f->left->kind == EX_NAME && strcmp(f->left->name, "tget") == 0
            && fr_tuple_index(s, f, &i)) {
            *field = fr_format(s->arena, "%lld", (long long)i);
            return whole;
        }
    } else if (e->kind == EX_CALL && e->left->kind == EX_NAME && e->keyword_count == 0) {
        f = e->left;
        const fr_expr at = {.kind = EX_INDEX, .count = 1, .items = e->items + 1};
        if (e->count == 2 && strcmp(f->name, "tget") == 0 && fr_tuple_index(s, &at, &i)) {
            *field = fr_format(s->arena, "%lld", (long long)i);
            return e->items[0];
        }
        if (e->count != 1)
            return NULL;
        whole = e->items[0];
    } else {
        return NULL;
    }
    if (f->kind != EX_NAME)
        return NULL;
    if (strcmp(f->name, "real") == 0 || strcmp(f->name, "imag") == 0) {
        *field = f->name[0] == 'r' ? "re" : "im";
        return whole;
    }
    return strcmp(f->name, "value") == 0 || strcmp(f->name, "identity") == 0 ? whole : NULL;
}

static bool part_type(const fr_sema *s, fr_type whole, const char *field, fr_type *type)
{
    const fr_compound *c = fr_compound_of(s, whole.base);
    int i = c ? fr_part_index(c, field) : -1;
    if (i < 0)
        return false;
    *type = (fr_type){c->types[i].base, whole.rank ? whole.rank : c->types[i].rank};
    return true;
}

const fr_expr *fr_linear_index(fr_sema *s, const fr_expr *e)
{
    fr_type type;
    if (e->kind != EX_INDEX || e->count != 1 || e->items[0]->kind == EX_COLON
        || e->items[0]->kind == EX_RANGE || !fr_place_type(s, e->left, &type) || type.rank < 2)
        return NULL;
    fr_expr *line = fr_make_call(s->arena, e->left->span, "vec", 1, &e->left);
    return fr_element_of_view(s, fr_make_index(s->arena, e->span, line, 1, e->items));
}

bool fr_place_type(fr_sema *s, const fr_expr *e, fr_type *type)
{
    const char *field;
    const fr_expr *whole;
    fr_type inner;
    if (e->kind == EX_NAME) {
        const fr_var *v = fr_find_var(s, e->name);
        if (!v || !v->live)
            return false;
        *type = v->type;
        return true;
    }
    if (e->kind == EX_FIELD)
        return fr_place_type(s, e->left, &inner) && part_type(s, inner, e->name, type);
    whole = fr_element_of_view(s, e);
    whole = whole ? whole : fr_linear_index(s, e);
    if (whole)
        return fr_place_type(s, whole, type);
    if (e->kind == EX_INDEX) {
        if (!fr_place_type(s, e->left, &inner))
            return false;
        const fr_compound *c = fr_compound_of(s, inner.base);
        int64_t i;
        if (c && c->kind == FR_TUPLE && inner.rank == 0) {
            if (!fr_tuple_index(s, e, &i))
                return false;
            i = i < 0 ? (int64_t)c->count : i;
            return i >= 1 && i <= (int64_t)c->count && part_type(s, inner, c->names[i - 1], type);
        }
        *type = (fr_type){inner.base, 0};
        for (size_t k = 0; k < e->count; k++)
            if (e->items[k]->kind == EX_COLON || e->items[k]->kind == EX_RANGE)
                return false;
        return inner.rank > 0 && inner.rank == e->count;
    }
    whole = fr_viewed(s, e, &field);
    return whole && fr_place_type(s, whole, &inner)
           && (field && (fr_is_compound(inner.base) || strcmp(field, "re") != 0)
                   ? part_type(s, inner, field, type)
                   : (*type = inner, true));
}

/* The name of the part of a tuple that e, t.:1 or t[1], picks; NULL: e is neither. */
static const char *picked(fr_sema *s, const fr_expr *e, const fr_compound *c)
{
    int64_t i;
    if (e->kind == EX_FIELD)
        return e->name;
    if (c->kind != FR_TUPLE || !fr_tuple_index(s, e, &i))
        return NULL;
    i = i < 0 ? (int64_t)c->count : i;
    return i >= 1 && i <= (int64_t)c->count ? c->names[i - 1] : NULL;
}

fr_var *fr_place_node(fr_sema *s, const fr_expr *e)
{
    if (e->kind == EX_NAME)
        return fr_find_var(s, e->name);
    if (e->kind != EX_FIELD && e->kind != EX_INDEX)
        return NULL;
    fr_var *whole = fr_place_node(s, e->left);
    const fr_compound *c = whole && whole->live ? fr_compound_of(s, whole->type.base) : NULL;
    if (!c || (e->kind == EX_INDEX && whole->type.rank > 0))
        return NULL;
    const char *name = picked(s, e, c);
    int i = name ? fr_part_index(c, name) : -1;
    return i < 0 ? NULL : whole->parts[i];
}
