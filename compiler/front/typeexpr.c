/* typeexpr.c: compound types as they are written: Complex{T}, NTuple{N, T}, Tuple{A, B}, Name{T},
 * abstract types. */
#include "compiler/front/compound.h"
#include "compiler/front/semiring.h"

#include <string.h>

static const char *head_of(const fr_expr *e)
{
    const fr_expr *n = e->kind == EX_CURLY ? e->left : e;
    return n && n->kind == EX_NAME ? n->name : "";
}

static bool is(const fr_expr *e, const char *name) { return strcmp(head_of(e), name) == 0; }

static bool is_complex_alias(const char *name)
{
    return strcmp(name, "ComplexF64") == 0 || strcmp(name, "ComplexF32") == 0;
}

/* The compiler writes types into the statements that it makes by their text: "Complex{Fixed}" as
 * one name. */
static bool type_of_text(const fr_sema *s, const char *name, fr_type *out)
{
    for (size_t i = 0; strchr(name, '{') && i < s->compound_count; i++)
        if (strcmp(s->compounds[i]->text, name) == 0) {
            if (out)
                *out = (fr_type){(rg_type_base)(FR_COMPOUND + i), 0};
            return true;
        }
    return false;
}

bool fr_names_compound(const fr_sema *s, const char *name)
{
    return strcmp(name, "Complex") == 0 || is_complex_alias(name) || strcmp(name, "NTuple") == 0
           || strcmp(name, "Tuple") == 0 || fr_find_struct(s, name) != NULL
           || type_of_text(s, name, NULL);
}

static size_t arguments_of(const fr_expr *e) { return e->kind == EX_CURLY ? e->count : 0; }

static int variable_index(const fr_function *f, const fr_expr *e)
{
    for (size_t i = 0; f && e->kind == EX_NAME && i < f->where_count; i++)
        if (strcmp(f->wheres[i], e->name) == 0)
            return (int)i;
    return -1;
}

/* ---- matching with an actual type ---- */

enum { FITS_ABSTRACT = 5, FITS_GENERIC = 6, FITS_EXACT = 8 };

/* A type argument against its actual type: no conversion within a compound. */
static bool match_argument(fr_sema *s, const fr_expr *e, const fr_function *f, fr_binding *bindings,
                           fr_type actual)
{
    fr_type found;
    if (e->token == TOK_SUBTYPE) /* Tuple{<:Real} */
        return fr_within_bound(s, actual, e);
    return fr_match_type(s, e, f, bindings, actual, false, &found) != 0 && found.base == actual.base
           && found.rank == actual.rank;
}

static bool match_count(const fr_expr *e, const fr_function *f, fr_binding *bindings, size_t count)
{
    if (e->kind == EX_INT)
        return e->integer == count;
    int v = variable_index(f, e);
    if (v < 0)
        return false;
    if (bindings[v].bound)
        return bindings[v].is_number && bindings[v].number == (int64_t)count;
    bindings[v].bound = bindings[v].is_number = true;
    bindings[v].number = (int64_t)count;
    return true;
}

static unsigned match_tuple(fr_sema *s, const fr_expr *e, const fr_function *f,
                            fr_binding *bindings, const fr_compound *c)
{
    size_t n = arguments_of(e);
    if (n == 0)
        return FITS_ABSTRACT;
    if (is(e, "Tuple")) {
        for (size_t i = 0; i < n && n == c->count; i++)
            if (!match_argument(s, e->items[i], f, bindings, c->types[i]))
                return 0;
        return n == c->count ? FITS_EXACT : 0;
    }
    if (!match_count(e->items[0], f, bindings, c->count))
        return 0;
    for (size_t i = 0; n > 1 && i < c->count; i++)
        if (!match_argument(s, e->items[1], f, bindings, c->types[i]))
            return 0;
    return e->items[0]->kind == EX_INT ? FITS_EXACT : FITS_GENERIC;
}

static unsigned match_struct(fr_sema *s, const fr_expr *e, const fr_function *f,
                             fr_binding *bindings, const fr_compound *c, const fr_struct *d)
{
    if (d->abstract)
        return c->definition->super && strcmp(c->definition->super, d->name) == 0 ? FITS_ABSTRACT
                                                                                  : 0;
    size_t n = arguments_of(e);
    if (c->definition != d || n > c->argument_count)
        return 0;
    bool generic = n == 0 && c->argument_count > 0;
    for (size_t i = 0; i < n; i++) {
        if (!match_argument(s, e->items[i], f, bindings, c->arguments[i]))
            return 0;
        generic = generic || variable_index(f, e->items[i]) >= 0;
    }
    return generic ? FITS_GENERIC : FITS_EXACT;
}

/* A number becomes a complex number where one is needed. */
static unsigned match_number(fr_sema *s, const fr_expr *e, const fr_function *f,
                             fr_binding *bindings, fr_type actual, bool constant, fr_type *concrete)
{
    if (actual.rank != 0 || actual.base == RG_TYPE_LOG || actual.base == RG_TYPE_BOOL)
        return 0;
    fr_type part = {RG_TYPE_FIXED, 0};
    if (arguments_of(e) > 0
        && fr_match_type(s, e->items[0], f, bindings, actual, constant, &part) == 0)
        return 0;
    if (fr_is_compound(part.base))
        return 0;
    *concrete = (fr_type){fr_complex_type(s, part.base), 0};
    return 1;
}

unsigned fr_match_compound(fr_sema *s, const fr_expr *e, const fr_function *f, fr_binding *bindings,
                           fr_type actual, bool constant, fr_type *concrete)
{
    const fr_compound *c = fr_compound_of(s, actual.base);
    const char *name = head_of(e);
    bool complex = strcmp(name, "Complex") == 0 || is_complex_alias(name);
    *concrete = actual;
    if (!c)
        return complex ? match_number(s, e, f, bindings, actual, constant, concrete) : 0;
    if (actual.rank != 0)
        return 0;
    if (complex) {
        if (c->kind != FR_COMPLEX
            || (is_complex_alias(name) && c->types[0].base != RG_TYPE_FIXED)) {
            if (c->kind != FR_COMPLEX)
                return 0;
            *concrete = (fr_type){fr_complex_type(s, RG_TYPE_FIXED), 0};
            return 1;
        }
        if (arguments_of(e) == 0)
            return is_complex_alias(name) ? FITS_EXACT : FITS_ABSTRACT;
        if (match_argument(s, e->items[0], f, bindings, c->types[0]))
            return variable_index(f, e->items[0]) >= 0 ? FITS_GENERIC : FITS_EXACT;
        fr_type part;
        if (fr_match_type(s, e->items[0], f, bindings, c->types[0], true, &part) == 0
            || fr_is_compound(part.base))
            return 0;
        *concrete = (fr_type){fr_complex_type(s, part.base), 0};
        return 1;
    }
    if (strcmp(name, "NTuple") == 0 || strcmp(name, "Tuple") == 0)
        return c->kind == FR_TUPLE ? match_tuple(s, e, f, bindings, c) : 0;
    const fr_struct *d = fr_find_struct(s, name);
    return d && c->kind == FR_STRUCT ? match_struct(s, e, f, bindings, c, d) : 0;
}

/* ---- types that the source alone decides ---- */

static bool concrete_tuple(fr_sema *s, const fr_expr *e, const fr_function *f,
                           const fr_binding *bindings, fr_type *out)
{
    fr_type types[FR_MOST_PARTS];
    size_t n = arguments_of(e), count = n;
    bool repeated = is(e, "NTuple");
    if (n == 0 || (repeated && n != 2))
        return false;
    if (repeated) {
        int v = variable_index(f, e->items[0]);
        if (e->items[0]->kind != EX_INT
            && (v < 0 || !bindings || !bindings[v].bound || !bindings[v].is_number))
            return false;
        uint64_t number = e->items[0]->kind == EX_INT ? e->items[0]->integer
                                                      : (uint64_t)bindings[v].number;
        if (number == 0 || number > FR_MOST_PARTS)
            return false;
        count = (size_t)number;
    }
    if (count > FR_MOST_PARTS)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!fr_concrete_type(s, e->items[repeated ? 1 : i], f, bindings, 0, &types[i]))
            return false;
    *out = (fr_type){fr_tuple_type(s, count, types), 0};
    return fr_leaf_count(s, out->base) <= FR_MOST_PARTS;
}

bool fr_concrete_compound(fr_sema *s, const fr_expr *e, const fr_function *f,
                          const fr_binding *bindings, fr_type *out)
{
    const char *name = head_of(e);
    size_t n = arguments_of(e);
    if (!s || e->kind == EX_INT)
        return false;
    if (type_of_text(s, name, out))
        return true;
    if (strcmp(name, "Complex") == 0 || is_complex_alias(name)) {
        fr_type part = {RG_TYPE_FIXED, 0};
        if (n > 0
            && (!fr_concrete_type(s, e->items[0], f, bindings, 0, &part) || part.rank != 0
                || fr_is_compound(part.base)))
            return false;
        *out = (fr_type){fr_complex_type(s, part.base), 0};
        return true;
    }
    if (strcmp(name, "NTuple") == 0 || strcmp(name, "Tuple") == 0)
        return concrete_tuple(s, e, f, bindings, out);
    const fr_struct *d = fr_find_struct(s, name);
    if (d && n == 0 && fr_defines_semiring(s, d)) {
        const fr_type fixed = {RG_TYPE_FIXED, 0};
        out->rank = 0;
        return fr_struct_type(s, d, &fixed, e->span, &out->base);
    }
    if (!d || d->abstract || n != d->variable_count)
        return false;
    fr_type *arguments = fr_alloc(s->arena, (n + 1) * sizeof *arguments);
    for (size_t i = 0; i < n; i++)
        if (!fr_concrete_type(s, e->items[i], f, bindings, 0, &arguments[i]))
            return false;
    out->rank = 0;
    return fr_struct_type(s, d, arguments, e->span, &out->base);
}
