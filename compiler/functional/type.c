/* type.c: types of the functional front end. */
#include <string.h>

#include "compiler/functional/unary.h"

const fn_type fn_real = {.kind = FN_REAL}, fn_bool = {.kind = FN_BOOL},
              fn_whole = {.kind = FN_WHOLE};

static const fn_type *make(fr_arena *arena, fn_kind kind, size_t count, const fn_type *const *parts)
{
    fn_type *t = fr_alloc(arena, sizeof *t);
    t->kind = kind;
    t->count = count;
    t->parts = fr_alloc(arena, count * sizeof *t->parts);
    for (size_t i = 0; i < count; i++)
        t->parts[i] = parts[i];
    return t;
}

const fn_type *fn_product(fr_arena *arena, size_t count, const fn_type *const *parts)
{
    return make(arena, FN_PRODUCT, count, parts);
}

const fn_type *fn_array(fr_arena *arena, const fn_type *element)
{
    return make(arena, FN_ARRAY, 1, &element);
}

const fn_type *fn_vector(fr_arena *arena, const fn_type *element)
{
    fn_type *t = fr_alloc(arena, sizeof *t);
    *t = *fn_array(arena, element);
    t->nested = element->kind == FN_ARRAY;
    return t;
}

bool fn_is_matrix(const fn_type *t)
{
    return t->kind == FN_ARRAY && t->parts[0]->kind == FN_ARRAY && !t->nested;
}

const fn_type *fn_named(fr_arena *arena, const fn_type *product, const char *names, const char *tag)
{
    fn_type *t = fr_alloc(arena, sizeof *t);
    *t = *product;
    t->names = names;
    t->tag = tag;
    return t;
}

bool fn_same_type(const fn_type *a, const fn_type *b)
{
    if (a->kind != b->kind || a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!fn_same_type(a->parts[i], b->parts[i]))
            return false;
    return true;
}

size_t fn_leaf_count(const fn_type *t)
{
    size_t n = t->count == 0 ? 1 : 0;
    for (size_t i = 0; i < t->count; i++)
        n += fn_leaf_count(t->parts[i]);
    return n;
}

unsigned fn_rank(const fn_type *t)
{
    unsigned most = 0;
    for (size_t i = 0; i < t->count; i++)
        most = fn_rank(t->parts[i]) > most ? fn_rank(t->parts[i]) : most;
    return most + (t->kind == FN_ARRAY);
}

static bool has(const fn_type *t, fn_kind kind)
{
    bool found = t->kind == kind;
    for (size_t i = 0; i < t->count; i++)
        found = found || has(t->parts[i], kind);
    return found;
}

bool fn_has_product(const fn_type *t) { return has(t, FN_PRODUCT); }
bool fn_has_bool(const fn_type *t) { return has(t, FN_BOOL); }
bool fn_has_whole(const fn_type *t) { return has(t, FN_WHOLE); }

bool fn_suits(const fn_type *t, const fn_type *wanted)
{
    if (t->kind == FN_WHOLE && wanted->kind == FN_REAL)
        return true;
    const bool other = (t->names && wanted->names && strcmp(t->names, wanted->names) != 0)
                       || (t->tag && wanted->tag && strcmp(t->tag, wanted->tag) != 0);
    bool good = t->kind == wanted->kind && t->count == wanted->count && !other;
    for (size_t i = 0; good && i < t->count; i++)
        good = fn_suits(t->parts[i], wanted->parts[i]);
    return good;
}

const fn_type *fn_common_type(fr_arena *arena, const fn_type *a, const fn_type *b)
{
    const fn_type *parts[FN_LEAVES];
    if (fn_suits(a, b))
        return b;
    if (fn_suits(b, a))
        return a;
    if (a->kind != FN_PRODUCT || b->kind != FN_PRODUCT || a->count != b->count
        || a->count > FN_LEAVES)
        return NULL;
    for (size_t i = 0; i < a->count; i++)
        if (!(parts[i] = fn_common_type(arena, a->parts[i], b->parts[i])))
            return NULL;
    const fn_type *both = fn_product(arena, a->count, parts);
    return a->names && b->names && strcmp(a->names, b->names) == 0
               ? fn_named(arena, both, a->names, a->tag)
               : both;
}

const char *fn_type_text(fr_arena *arena, const fn_type *t)
{
    if (t->kind == FN_REAL)
        return "real";
    if (t->kind == FN_BOOL)
        return "bool";
    if (t->kind == FN_WHOLE)
        return "Int";
    if (t->kind == FN_ARRAY)
        return fr_format(arena, "[%s]", fn_type_text(arena, t->parts[0]));
    const char *text = "(";
    for (size_t i = 0; i < t->count; i++)
        text = fr_format(arena, "%s%s%s", text, i ? ", " : "", fn_type_text(arena, t->parts[i]));
    return fr_format(arena, "%s)", text);
}

const char *fn_type_words(fr_arena *arena, const fn_type *t)
{
    if (t->kind == FN_ARRAY)
        return fr_format(arena, "an array of %ss",
                         t->parts[0]->kind == FN_ARRAY   ? "array"
                         : t->parts[0]->kind == FN_REAL  ? "real"
                         : t->parts[0]->kind == FN_WHOLE ? "Int"
                         : t->parts[0]->kind == FN_BOOL  ? "bool"
                                                         : "product");
    if (t->kind == FN_PRODUCT)
        return t->tag ? fr_format(arena, "a %s", t->tag)
                      : fr_format(arena, "a product %s", fn_type_text(arena, t));
    return t->kind == FN_REAL ? "a real" : t->kind == FN_WHOLE ? "an Int" : "a bool";
}

const char *fn_source_type(fr_arena *arena, const fn_type *t)
{
    if (t->kind == FN_ARRAY)
        return fr_format(arena, "Vector{%s}", fn_source_type(arena, t->parts[0]));
    if (t->kind != FN_PRODUCT)
        return t->kind == FN_WHOLE ? "Int" : "Fixed";
    if (t->tag)
        return t->written ? t->written : t->tag;
    const char *text = "Tuple{";
    for (size_t i = 0; i < t->count; i++)
        text = fr_format(arena, "%s%s%s", text, i ? ", " : "", fn_source_type(arena, t->parts[i]));
    return fr_format(arena, "%s}", text);
}
