/* compound.c: complex numbers, structs and tuples as types: each is made once, so that equal types
 * are equal numbers. */
#include "compiler/front/compound.h"

#include <string.h>

enum { DEEPEST = 20, DEEPEST_TYPE = 40 };

const fr_compound *fr_compound_of(const fr_sema *s, rg_type_base base)
{
    size_t i = (size_t)base - FR_COMPOUND;
    return fr_is_compound(base) && i < s->compound_count ? s->compounds[i] : NULL;
}

static bool is_kind(const fr_sema *s, rg_type_base base, fr_compound_kind kind)
{
    const fr_compound *c = fr_compound_of(s, base);
    return c && c->kind == kind;
}

bool fr_is_complex(const fr_sema *s, rg_type_base base) { return is_kind(s, base, FR_COMPLEX); }
bool fr_is_tuple(const fr_sema *s, rg_type_base base) { return is_kind(s, base, FR_TUPLE); }

static bool same_types(size_t count, const fr_type *a, const fr_type *b)
{
    for (size_t i = 0; i < count; i++)
        if (a[i].base != b[i].base || a[i].rank != b[i].rank)
            return false;
    return true;
}

static rg_type_base add(fr_sema *s, const fr_compound *made)
{
    fr_compound *c = fr_alloc(s->arena, sizeof *c);
    *c = *made;
    s->compounds = fr_grow(s->arena, s->compounds, s->compound_count, &s->compound_capacity,
                           sizeof *s->compounds);
    s->compounds[s->compound_count] = c;
    return (rg_type_base)(FR_COMPOUND + s->compound_count++);
}

static fr_type *copy_types(fr_sema *s, size_t count, const fr_type *types)
{
    fr_type *copy = fr_alloc(s->arena, (count + 1) * sizeof *copy);
    if (count > 0)
        memcpy(copy, types, count * sizeof *copy);
    return copy;
}

static const char *list_text(fr_sema *s, const char *name, size_t count, const fr_type *types)
{
    const char *text = fr_format(s->arena, "%s{", name);
    for (size_t i = 0; i < count; i++)
        text = fr_format(s->arena, "%s%s%s", text, i ? "," : "", fr_type_text(s, types[i]));
    return fr_format(s->arena, "%s}", text);
}

rg_type_base fr_complex_type(fr_sema *s, rg_type_base part)
{
    static const char *const names[] = {"re", "im"};
    for (size_t i = 0; i < s->compound_count; i++)
        if (s->compounds[i]->kind == FR_COMPLEX && s->compounds[i]->types[0].base == part)
            return (rg_type_base)(FR_COMPOUND + i);
    fr_type types[2] = {{part, 0}, {part, 0}};
    fr_compound c = {.kind = FR_COMPLEX, .count = 2, .types = copy_types(s, 2, types)};
    c.text = list_text(s, "Complex", 1, types);
    c.names = fr_alloc(s->arena, sizeof names);
    memcpy(c.names, names, sizeof names);
    return add(s, &c);
}

static unsigned depth_over(const fr_sema *s, size_t count, const fr_type *types)
{
    unsigned most = 0;
    for (size_t i = 0; i < count; i++) {
        const fr_compound *part = fr_compound_of(s, types[i].base);
        most = part && part->depth > most ? part->depth : most;
    }
    return most + 1;
}

rg_type_base fr_tuple_type(fr_sema *s, size_t count, const fr_type *types)
{
    for (size_t i = 0; i < s->compound_count; i++)
        if (s->compounds[i]->kind == FR_TUPLE && s->compounds[i]->count == count
            && same_types(count, s->compounds[i]->types, types))
            return (rg_type_base)(FR_COMPOUND + i);
    fr_compound c = {.kind = FR_TUPLE, .count = count, .types = copy_types(s, count, types)};
    c.text = list_text(s, "Tuple", count, types);
    c.names = fr_alloc(s->arena, (count + 1) * sizeof *c.names);
    for (size_t i = 0; i < count; i++)
        c.names[i] = fr_format(s->arena, "%zu", i + 1);
    c.depth = depth_over(s, count, types);
    return add(s, &c);
}

static bool struct_of_library(const fr_sema *s, const fr_struct *d)
{
    return s->d->sources[d->span.file].library;
}

/* A type of the program hides one of a library. */
const fr_struct *fr_find_struct(const fr_sema *s, const char *name)
{
    const fr_struct *of_library = NULL;
    for (const fr_struct *d = s->program->structs; d; d = d->next)
        if (strcmp(d->name, name) == 0) {
            if (!struct_of_library(s, d))
                return d;
            of_library = d;
        }
    return of_library;
}

/* The types of the fields, with the type arguments for the type variables. */
static bool field_types(fr_sema *s, fr_compound *c, fr_span span)
{
    const fr_struct *d = c->definition;
    fr_function scope = {.name = d->name, .where_count = d->variable_count, .wheres = d->variables};
    fr_binding *bindings = fr_alloc(s->arena, (d->variable_count + 1) * sizeof *bindings);
    for (size_t i = 0; i < d->variable_count; i++)
        bindings[i] = (fr_binding){.name = d->variables[i], .type = c->arguments[i], .bound = true};
    c->count = d->field_count;
    c->names = fr_alloc(s->arena, (c->count + 1) * sizeof *c->names);
    c->types = fr_alloc(s->arena, (c->count + 1) * sizeof *c->types);
    for (size_t i = 0; i < c->count; i++) {
        c->names[i] = d->fields[i].name;
        size_t errors = s->d->errors;
        if (!fr_concrete_type(s, d->fields[i].type, &scope, bindings, 1, &c->types[i])) {
            const fr_expr *type = d->fields[i].type,
                          *head = type && type->kind == EX_CURLY ? type->left : type;
            if (s->d->errors > errors
                || (head && head->kind == EX_NAME && strcmp(head->name, d->name) == 0))
                return false; /* said: it contains itself */
            if (s->d->errors > 0 && head && head->kind == EX_NAME && fr_find_struct(s, head->name))
                return false; /* what is wrong with that one was said */
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0208", d->fields[i].span,
                                          "the type of field '%s' of '%s' is open",
                                          d->fields[i].name, d->name);
            fr_note(s->d, r, span, "needed here");
            fr_help(s->d, r,
                    "write its type, or make it a type variable of the struct: struct %s{T}",
                    d->name);
            return false;
        }
        if (c->types[i].rank > 0 && !fr_can_be_element(s, c->types[i].base, d->fields[i].span))
            return false;
    }
    return true;
}

bool fr_struct_type(fr_sema *s, const fr_struct *d, const fr_type *arguments, fr_span span,
                    rg_type_base *out)
{
    for (size_t i = 0; i < s->compound_count; i++) {
        const fr_compound *c = s->compounds[i];
        if (c->kind == FR_STRUCT && c->definition == d
            && same_types(d->variable_count, c->arguments, arguments)) {
            *out = (rg_type_base)(FR_COMPOUND + i);
            return true;
        }
    }
    for (size_t i = 0; i < d->variable_count; i++)
        if (d->bounds[i] && !fr_within_bound(s, arguments[i], d->bounds[i])) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0208", span,
                                          "%s cannot be '%s' of '%s'",
                                          fr_type_text(s, arguments[i]), d->variables[i], d->name);
            fr_note(s->d, r, d->bounds[i]->span, "bounded here");
            return false;
        }
    if (s->compound_depth > DEEPEST) {
        fr_report(s->d, RGC_ERROR, "R0208", d->span, "struct '%s' contains itself", d->name);
        return false;
    }
    fr_compound c = {
        .kind = FR_STRUCT, .definition = d, .text = d->name, .argument_count = d->variable_count};
    c.arguments = copy_types(s, d->variable_count, arguments);
    if (d->variable_count > 0)
        c.text = list_text(s, d->name, d->variable_count, arguments);
    s->compound_depth++;
    bool good = field_types(s, &c, span);
    s->compound_depth--;
    if (!good)
        return false;
    c.depth = depth_over(s, c.count, c.types);
    if (c.depth > DEEPEST_TYPE) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0208", span,
                                      "this type nests more than %d deep", DEEPEST_TYPE);
        fr_help(s->d, r,
                "a generic routine that calls itself with a larger type each time has no end");
        return false;
    }
    *out = add(s, &c);
    if (fr_leaf_count(s, *out) > FR_MOST_PARTS) {
        fr_report(s->d, RGC_ERROR, "R0608", d->span, "'%s' has more than %d numbers", d->name,
                  FR_MOST_PARTS);
        return false;
    }
    return true;
}

int fr_part_index(const fr_compound *c, const char *name)
{
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->names[i], name) == 0)
            return (int)i;
    return -1;
}

bool fr_is_active_type(const fr_sema *s, rg_type_base base)
{
    const fr_compound *c = fr_compound_of(s, base);
    if (!c)
        return rg_type_has_gradient(base);
    for (size_t i = 0; i < c->count; i++)
        if (fr_is_active_type(s, c->types[i].base))
            return true;
    return false;
}

size_t fr_leaf_count(const fr_sema *s, rg_type_base base)
{
    const fr_compound *c = fr_compound_of(s, base);
    if (!c)
        return 1;
    size_t n = 0;
    for (size_t i = 0; i < c->count && n <= 1000; i++)
        n += fr_leaf_count(s, c->types[i].base);
    return n;
}

bool fr_can_be_element(fr_sema *s, rg_type_base base, fr_span span)
{
    const fr_compound *c = fr_compound_of(s, base);
    for (size_t i = 0; c && i < c->count; i++) {
        if (c->types[i].rank > 0) {
            rgc_diagnostic *r = fr_report(
                s->d, RGC_ERROR, "R0208", span,
                "an array of %s is not possible: its part '%s' is an array", c->text, c->names[i]);
            fr_help(s->d, r, "use a matrix for the part, with one column for each element");
            return false;
        }
        if (!fr_can_be_element(s, c->types[i].base, span))
            return false;
    }
    return true;
}

bool fr_has_array(const fr_sema *s, fr_type type)
{
    const fr_compound *c = fr_compound_of(s, type.base);
    bool found = type.rank > 0;
    for (size_t i = 0; c && !found && i < c->count; i++)
        found = fr_has_array(s, c->types[i]);
    return found;
}

/* The fields of one struct: names once each, types that exist. */
static void check_fields(fr_sema *s, const fr_struct *d)
{
    fr_function scope = {.name = d->name, .where_count = d->variable_count, .wheres = d->variables};
    for (size_t i = 0; i < d->field_count; i++) {
        fr_check_param_type(s, &scope, d->fields[i].type);
        for (size_t k = 0; k < i; k++)
            if (strcmp(d->fields[i].name, d->fields[k].name) == 0)
                fr_note(s->d,
                        fr_report(s->d, RGC_ERROR, "R0302", d->fields[i].span,
                                  "field '%s' is declared twice", d->fields[i].name),
                        d->fields[k].span, "first declared here");
    }
    for (size_t i = 0; i < d->variable_count; i++)
        fr_check_bound(s, d->bounds[i]);
}

/* A class that no file defines may be one of Julia's packages; a misspelled one is reported. */
static void check_super(fr_sema *s, const fr_struct *d)
{
    const char *names[64];
    size_t n = 0;
    for (const fr_struct *b = s->program->structs; d->super && b && n < 64; b = b->next) {
        if (b->abstract)
            names[n++] = b->name;
        if (strcmp(b->name, d->super) == 0)
            return;
    }
    const char *near = d->super ? rg_suggest(d->super, names, n) : NULL;
    if (near)
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0201", d->span,
                          "'%s' belongs to '%s', which is not defined", d->name, d->super),
                "did you mean '%s'?", near);
}

void fr_check_structs(fr_sema *s)
{
    for (const fr_struct *d = s->program->structs; d; d = d->next) {
        bool found;
        fr_base_named(d->name, &found);
        if (found || strcmp(d->name, "Complex") == 0 || strcmp(d->name, "Tuple") == 0
            || strcmp(d->name, "NTuple") == 0)
            fr_report(s->d, RGC_ERROR, "R0302", d->span, "'%s' is a type of the language already",
                      d->name);
        for (const fr_struct *b = s->program->structs; b != d; b = b->next)
            if (strcmp(b->name, d->name) == 0 && struct_of_library(s, b) == struct_of_library(s, d))
                fr_note(s->d,
                        fr_report(s->d, RGC_ERROR, "R0302", d->span, "type '%s' is defined twice",
                                  d->name),
                        b->span, "first defined here");
        check_super(s, d);
        check_fields(s, d);
    }
}
