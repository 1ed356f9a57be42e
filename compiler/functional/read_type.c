/* read_type.c: the types that are written in a functional definition. */
#include <string.h>

#include "compiler/front/sema.h"
#include "compiler/functional/unary.h"
#include "compiler/syntax/array_parameters.h"

enum { NESTED_STRUCTS = 8 };

/* What the variables of a struct stand for, in the types of its fields. */
typedef struct {
    const fr_struct *of; /* NULL: in no struct */
    const fn_type *const *variables;
    unsigned depth;
} scope;

static const fn_type *read_type(fr_diags *d, const fr_program *program, const scope *in,
                                const fr_expr *e);

static const fn_type *unknown(fr_diags *d, fr_span at)
{
    fr_help(d, fr_report(d, RGC_ERROR, "R1003", at, "not a type of a functional definition"),
            "there are Fixed, Int, Vector{T}, Matrix{T}, Array{T, 3}, Array{T, 4}, "
            "Tuple{T1, T2} and structs of these; other types are for a function without @fn that "
            "neither calls itself nor loops over an array, or for an '@i function'");
    return NULL;
}

static const fn_type *read_parts(fr_diags *d, const fr_program *program, const scope *in,
                                 const fr_expr *e)
{
    const fn_type *parts[FN_LEAVES];
    if (e->count < 2 || e->count > FN_LEAVES) {
        fr_report(d, RGC_ERROR, "R1003", e->span, "a product has 2 to %d parts", FN_LEAVES);
        return NULL;
    }
    for (size_t i = 0; i < e->count; i++)
        if (!(parts[i] = read_type(d, program, in, e->items[i])))
            return NULL;
    return fn_product(d->arena, e->count, parts);
}

/* NTuple{3, T} */
static const fn_type *read_alike(fr_diags *d, const fr_program *program, const scope *in,
                                 const fr_expr *e)
{
    const fn_type *parts[FN_LEAVES];
    const bool good = e->count == 2 && e->items[0]->kind == EX_INT && e->items[0]->integer >= 2
                      && e->items[0]->integer <= FN_LEAVES;
    const fn_type *part = good ? read_type(d, program, in, e->items[1]) : unknown(d, e->span);
    for (size_t i = 0; part && i < e->items[0]->integer; i++)
        parts[i] = part;
    return part ? fn_product(d->arena, e->items[0]->integer, parts) : NULL;
}

static const fn_type *array_of(fr_arena *arena, const fn_type *element, unsigned rank)
{
    while (rank-- > 0)
        element = fn_array(arena, element);
    return element;
}

static const fn_type *read_array(fr_diags *d, const fr_program *program, const scope *in,
                                 const fr_expr *e, unsigned rank)
{
    const fn_type *element = read_type(d, program, in, e->items[0]);
    if (element)
        element = rank == 1 ? fn_vector(d->arena, element) : array_of(d->arena, element, rank);
    if (!element || fn_rank(element) <= FN_RANK)
        return element;
    fr_report(d, RGC_ERROR, "R1003", e->span, "an array has at most %d dimensions", FN_RANK);
    return NULL;
}

/* The dimensions that Vector{T}, Matrix{T} and Array{T, 3} write; 0: it is no array. */
static unsigned rank_of(const fr_expr *e, const char *head)
{
    if (e->count == 1)
        return fr_rank_named(head);
    const bool array = strcmp(head, "Array") == 0 || strcmp(head, "AbstractArray") == 0;
    const bool number = e->count == 2 && e->items[1]->kind == EX_INT && e->items[1]->integer >= 1
                        && e->items[1]->integer <= FN_RANK;
    return array && number ? (unsigned)e->items[1]->integer : 0;
}

/* ---- structs ---- */

const fr_struct *fn_find_struct(const fr_program *program, const char *name)
{
    for (const fr_struct *s = program->structs; s; s = s->next)
        if (strcmp(s->name, name) == 0 && !s->abstract && !s->constructor)
            return s;
    return NULL;
}

static const fn_type *read_field(fr_diags *d, const fr_program *program, const scope *in,
                                 const fr_field *field)
{
    if (field->type)
        return read_type(d, program, in, field->type);
    fr_help(d,
            fr_report(d, RGC_ERROR, "R1003", field->span, "the type of field '%s' of '%s' is open",
                      field->name, in->of->name),
            "write its type, as in %s::Fixed", field->name);
    return NULL;
}

static const fn_type *read_fields(fr_diags *d, const fr_program *program, const scope *in,
                                  const char *written)
{
    const fr_struct *s = in->of;
    const fn_type **parts = fr_alloc(d->arena, s->field_count * sizeof *parts);
    const char *names = "";
    for (size_t i = 0; i < s->field_count; i++) {
        if (!(parts[i] = read_field(d, program, in, &s->fields[i])))
            return NULL;
        names = fr_format(d->arena, "%s%s%s", names, i ? "," : "", s->fields[i].name);
    }
    fn_type *t = fr_alloc(d->arena, sizeof *t);
    *t = *fn_named(d->arena, fn_product(d->arena, s->field_count, parts), names, s->name);
    t->written = written;
    return t;
}

/* P, or P{T}; variables without a type stand for reals. */
static const fn_type *read_struct(fr_diags *d, const fr_program *program, const scope *in,
                                  const fr_struct *s, const fr_expr *e)
{
    const size_t given = e->kind == EX_CURLY ? e->count : 0;
    const fn_type **variables = fr_alloc(d->arena, (s->variable_count + 1) * sizeof *variables);
    const char *written = s->name;
    if (in->depth == NESTED_STRUCTS) {
        fr_help(d,
                fr_report(d, RGC_ERROR, "R1003", e->span,
                          "'%s' holds itself, or structs nest more than %d deep", s->name,
                          NESTED_STRUCTS),
                "keep what is linked in arrays, with the index of the next element in each one");
        return NULL;
    }
    if (given > s->variable_count)
        return unknown(d, e->span);
    for (size_t i = 0; i < s->variable_count; i++) {
        variables[i] = i < given ? read_type(d, program, in, e->items[i]) : &fn_real;
        if (!variables[i])
            return NULL;
        written = fr_format(d->arena, "%s%s%s", written, i ? ", " : "{",
                            fn_source_type(d->arena, variables[i]));
    }
    written = s->variable_count > 0 ? fr_format(d->arena, "%s}", written) : written;
    const scope inner = {s, variables, in->depth + 1};
    return read_fields(d, program, &inner, written);
}

static const fn_type *read_named(fr_diags *d, const fr_program *program, const scope *in,
                                 const fr_expr *e)
{
    const fr_expr *name = e->kind == EX_CURLY ? e->left : e;
    if (name->kind != EX_NAME)
        return unknown(d, e->span);
    for (size_t i = 0; in->of && e == name && i < in->of->variable_count; i++)
        if (strcmp(in->of->variables[i], name->name) == 0)
            return in->variables[i];
    const fr_struct *s = fn_find_struct(program, name->name);
    return s ? read_struct(d, program, in, s, e) : unknown(d, e->span);
}

/* ---- all ---- */

static const fn_type *read_type(fr_diags *d, const fr_program *program, const scope *in,
                                const fr_expr *e)
{
    bool scalar = false;
    const rg_type_base base = e && e->kind == EX_NAME ? fr_base_named(e->name, &scalar)
                                                      : RG_TYPE_FIXED;
    if (!e || (scalar && base == RG_TYPE_FIXED))
        return &fn_real;
    if (scalar && base == RG_TYPE_INT)
        return &fn_whole;
    const char *head = e->kind == EX_CURLY && e->left->kind == EX_NAME ? e->left->name : "";
    if (strcmp(head, "Tuple") == 0)
        return read_parts(d, program, in, e);
    if (strcmp(head, "NTuple") == 0)
        return read_alike(d, program, in, e);
    if (e->kind == EX_NAME && fr_rank_named(e->name) > 0) /* of reals */
        return array_of(d->arena, &fn_real, fr_rank_named(e->name));
    const unsigned rank = rank_of(e, head);
    return rank > 0 ? read_array(d, program, in, e, rank) : read_named(d, program, in, e);
}

const fn_type *fn_read_type(fr_diags *d, const fr_program *program, const fr_expr *e)
{
    const scope outside = {0};
    return read_type(d, program, &outside, e);
}

const fn_type *fn_parameter_type(fr_diags *d, const fr_program *program, const fr_functional *f,
                                 size_t i)
{
    const bool counts = !f->params[i].type && fr_counts(f->body, f->params[i].name);
    return counts ? &fn_whole : fn_read_type(d, program, f->params[i].type);
}

const fn_type *fn_declared_struct(fr_diags *d, const fr_program *program, const char *name)
{
    const scope outside = {0};
    const fr_struct *s = fn_find_struct(program, name);
    const size_t errors = d->errors, count = d->count;
    const fr_expr e = {.kind = EX_NAME, .name = name, .span = s ? s->span : (fr_span){0}};
    const fn_type *t = s ? read_struct(d, program, &outside, s, &e) : NULL;
    d->errors = errors;
    d->count = count;
    return t;
}
