/* types.c: type names and the matching of arguments with parameters. */
#include <string.h>

#include "compiler/front/compound.h"

static const struct {
    const char *name;
    rg_type_base base;
    bool alias;
} scalars[] = {
    {"Int", RG_TYPE_INT, false},      {"Int64", RG_TYPE_INT, false},
    {"Int32", RG_TYPE_INT, false},    {"Integer", RG_TYPE_INT, false},
    {"Signed", RG_TYPE_INT, false},   {"Bool", RG_TYPE_BOOL, false},
    {"Fixed", RG_TYPE_FIXED, false},  {"Fixed43", RG_TYPE_FIXED, false},
    {"Float64", RG_TYPE_FIXED, true}, {"Float32", RG_TYPE_FIXED, true},
    {"Real", RG_TYPE_FIXED, true},    {"AbstractFloat", RG_TYPE_FIXED, true},
    {"Number", RG_TYPE_FIXED, true},  {"Float", RG_TYPE_FIXED, false},
    {"Log", RG_TYPE_LOG, false},      {"ULogarithmic", RG_TYPE_LOG, false},
};

/* rank 0: decided by the second type parameter or by the argument */
static const struct {
    const char *name;
    unsigned rank;
} arrays[] = {
    {"Vector", 1},        {"Stack", 1},       {"AbstractVector", 1}, {"StridedVector", 1},
    {"FastStack", 1},     {"DenseVector", 1}, {"Matrix", 2},         {"AbstractMatrix", 2},
    {"StridedMatrix", 2}, {"DenseMatrix", 2}, {"Array", 0},          {"AbstractArray", 0},
    {"StridedArray", 0},
};

/* What Julia has and the machine has not, and what to write. NULL: one of the types that there are.
 */
static const struct {
    const char *name, *help;
} later_types[] = {
    {"Dict", "the machine has no heap: use arrays with indices, or a stack"},
    {"AbstractDict", "the parameter is d, or d::Dict{String, Fixed}"},
    {"Set", "the machine has no heap: use arrays with indices, or a stack"},
    {"String", "a text has no value: give a number or a Bool for each case, or a function"},
    {"Char", "a character has no value: give its number, an Int"},
    {"Symbol", "a symbol has no value: give a number for each case, or a function"},
    {"NamedTuple",
     "fields with names are a struct: struct P; a::Fixed; b::Fixed; end, and P(1.0, 2.0)"},
    {"Function", NULL},
    {"GVar", NULL},
    {"Val", NULL},
    {"SparseMatrixCSC", "give its vectors: colptr, rowval and nzval, as examples/sparse.rg does"},
    {"AbstractSparseMatrix",
     "give its vectors: colptr, rowval and nzval, as examples/sparse.rg does"},
    {"Stack", NULL},
    {"Rational", "give numerator and denominator as two Int"},
    {"StridedVecOrMat", "write Vector{T} or Matrix{T}, or leave the type out"},
    {"AbstractVecOrMat", "write Vector{T} or Matrix{T}, or leave the type out"},
};

/* No name of the source: in code that the compiler makes, a Fixed beside Float. */
static const char narrow_name[] = "Fixed beside Float";

static int scalar_index(const char *name)
{
    if (strcmp(name, narrow_name) == 0)
        name = "Fixed";
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++)
        if (strcmp(scalars[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* Fixed is a Fixed by its own name; what stands for it on a machine without Float means Float. */
rgc_numbers fr_numbers_of_type(const char *name)
{
    const int i = scalar_index(name);
    if (i < 0 || scalars[i].base != RG_TYPE_FIXED)
        return i >= 0 && scalars[i].base == RG_TYPE_LOG ? RGC_NUMBERS_LOG : RGC_NUMBERS_OPEN;
    return scalars[i].alias || strcmp(name, "Float") == 0 ? RGC_NUMBERS_FLOAT : RGC_NUMBERS_FIXED;
}

const char *fr_base_text(rg_type_base base)
{
    const char *name = base == RG_TYPE_NARROW ? "Fixed" : rg_type_name(base);
    return name ? name : "a compound value";
}

const char *fr_type_text(fr_sema *s, fr_type type)
{
    const fr_compound *c = fr_compound_of(s, type.base);
    const bool floats = s->module->wide && type.base == RG_TYPE_FIXED;
    const char *base = c ? c->text : floats ? "Float" : fr_base_text(type.base);
    if (type.rank > 2)
        return fr_format(s->arena, "Array{%s, %u}", base, type.rank);
    return type.rank == 0
               ? base
               : fr_format(s->arena, "%s{%s}", type.rank == 1 ? "Vector" : "Matrix", base);
}

const char *fr_type_word(fr_sema *s, fr_type type)
{
    return type.rank == 0 && type.base == RG_TYPE_NARROW ? narrow_name : fr_type_text(s, type);
}

rg_type_base fr_base_named(const char *name, bool *found)
{
    int i = scalar_index(name);
    *found = i >= 0;
    return i >= 0 ? scalars[i].base : RG_TYPE_FIXED;
}

static int array_index(const char *name)
{
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        if (strcmp(arrays[i].name, name) == 0)
            return (int)i;
    return -1;
}

unsigned fr_rank_named(const char *name)
{
    int i = array_index(name);
    return i >= 0 ? arrays[i].rank : 0;
}

static int where_index(const fr_function *f, const char *name)
{
    for (size_t i = 0; f && i < f->where_count; i++)
        if (strcmp(f->wheres[i], name) == 0)
            return (int)i;
    return -1;
}

/* The name of a type expression, without its parameters. */
static const char *head_of(const fr_expr *e)
{
    const fr_expr *n = e->kind == EX_CURLY ? e->left : e;
    return n && n->kind == EX_NAME ? n->name : "";
}

static bool is_log(const fr_expr *e)
{
    return strcmp(head_of(e), "ULogarithmic") == 0 || strcmp(head_of(e), "Log") == 0;
}

bool fr_is_type(const fr_sema *s, const fr_expr *e)
{
    const char *name = head_of(e);
    return (e->kind == EX_NAME || e->kind == EX_CURLY)
           && (scalar_index(name) >= 0 || array_index(name) >= 0
               || where_index(s->instance->function, name) >= 0 || fr_names_compound(s, name)
               || e->kind == EX_CURLY);
}

static void unknown_type(fr_sema *s, const fr_expr *e)
{
    const char *name = head_of(e);
    for (size_t i = 0; i < sizeof later_types / sizeof later_types[0]; i++)
        if (strcmp(later_types[i].name, name) == 0) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0199", e->span,
                                          "type %s is not in this version", name);
            fr_help(s->d, r, "%s",
                    later_types[i].help ? later_types[i].help
                                        : "types are Int, Bool, Fixed, Log, Complex{T}, tuples, "
                                          "structs, and vectors and matrices of them");
            return;
        }
    const char *names[sizeof scalars / sizeof scalars[0] + sizeof arrays / sizeof arrays[0] + 64];
    size_t n = 0;
    for (const fr_struct *d = s->program->structs; d && n < 60; d = d->next)
        names[n++] = d->name;
    names[n++] = "Complex";
    names[n++] = "NTuple";
    names[n++] = "Tuple";
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++)
        names[n++] = scalars[i].name;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        names[n++] = arrays[i].name;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0201", e->span, "unknown type '%s'", *name ? name : "?");
    const char *near = rg_suggest(name, names, n);
    if (near)
        fr_did_you_mean(s->d, r, e->span, near);
    else if (strlen(name) <= 2)
        fr_help(s->d, r,
                "a type variable is bound behind the parameters: @i function f(x::%s) where %s",
                name, name);
    else
        fr_help(s->d, r,
                "types are Int, Bool, Fixed, Log, Complex{T}, Vector{T}, Matrix{T}, tuples, "
                "structs, and type variables bound by 'where'");
}

static void refuse_float(fr_sema *s, const fr_expr *e)
{
    s->alias_noted[e->span.file] = true; /* once in a file */
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0507", e->span,
                                  "this machine has no Float: its numbers are fixed-point, with %u "
                                  "fraction bits",
                                  s->module->frac);
    fr_help(s->d, r,
            "`retrograd run --float` has it, and so do check and build; in C and Python it is the "
            "engine "
            "`float`");
}

/* Whether the name stands in the source there: the types of ancillas are the compiler's words. */
static bool is_written(const fr_sema *s, fr_span span, const char *name)
{
    return span.length >= strlen(name)
           && memcmp(s->d->sources[span.file].text + span.offset, name, strlen(name)) == 0;
}

/* The scalar type that e names. What the compiler calls Fixed is the machine's number. */
static rg_type_base base_of(const fr_sema *s, const fr_expr *e)
{
    const int i = scalar_index(head_of(e));
    const bool fixed = s && s->beside && i >= 0
                       && fr_numbers_of_type(scalars[i].name) == RGC_NUMBERS_FIXED
                       && !s->d->sources[e->span.file].library
                       && !s->d->sources[e->span.file].origins
                       && is_written(s, e->span, scalars[i].name);
    return fixed || strcmp(head_of(e), narrow_name) == 0 ? RG_TYPE_NARROW
           : i >= 0                                      ? scalars[i].base
                                                         : RG_TYPE_FIXED;
}

static void note_alias(fr_sema *s, const fr_expr *e)
{
    int i = scalar_index(head_of(e));
    if (s->beside)
        return;
    if (i < 0 || scalars[i].base != RG_TYPE_FIXED || s->alias_noted[e->span.file]
        || !is_written(s, e->span, scalars[i].name))
        return;
    const bool is_float = strcmp(scalars[i].name, "Float") == 0,
               is_fixed = !scalars[i].alias && !is_float;
    if (is_float && !s->module->wide) {
        refuse_float(s, e);
        return;
    }
    const fr_source *source = &s->d->sources[e->span.file];
    if (s->module->wide ? !is_fixed || source->library || source->origins : !scalars[i].alias)
        return;
    s->alias_noted[e->span.file] = true;
    if (s->module->wide) {
        fr_report(
            s->d, RGC_NOTE, "R0501", e->span,
            "'%s' is Float here: the numbers of a machine with FLOAT are wide words of %u bits",
            scalars[i].name, s->module->wide);
        return;
    }
    fr_report(s->d, RGC_NOTE, "R0501", e->span,
              "%s is Fixed here: a fixed-point number with %u fraction bits", scalars[i].name,
              s->module->frac);
}

void fr_check_bound(fr_sema *s, const fr_expr *e)
{
    static const char *const classes[] = {"Any",           "Number", "Real",    "Integer",
                                          "AbstractFloat", "GVar",   "Function"};
    for (size_t i = 0; e && strcmp(head_of(e), "Union") == 0 && i < e->count; i++)
        fr_check_bound(s, e->items[i]);
    if (e && e->kind == EX_CURLY && strcmp(head_of(e), "Union") == 0)
        return;
    for (size_t i = 0; e && i < sizeof classes / sizeof classes[0]; i++)
        if (strcmp(head_of(e), classes[i]) == 0)
            return;
    fr_check_param_type(s, NULL, e);
}

void fr_check_param_type(fr_sema *s, const fr_function *f, const fr_expr *e)
{
    if (!e || e->kind == EX_INT || where_index(f, head_of(e)) >= 0
        || strcmp(head_of(e), "Function") == 0)
        return;
    if (strcmp(head_of(e), "Type") == 0 && e->kind == EX_CURLY && e->count == 1) {
        fr_check_param_type(s, f, e->items[0]);
        return;
    }
    if (strcmp(head_of(e), "Union") == 0 && e->kind == EX_CURLY) {
        fr_check_bound(s, e);
        return;
    }
    if (e->token != TOK_SUBTYPE) /* a bound, not that type */
        note_alias(s, e);
    if (is_log(e))
        return;
    if (scalar_index(head_of(e)) >= 0 && e->kind == EX_NAME)
        return;
    if (array_index(head_of(e)) < 0 && !fr_names_compound(s, head_of(e))
        && strcmp(head_of(e), "Any") != 0) {
        unknown_type(s, e);
        return;
    }
    if (array_index(head_of(e)) >= 0 && e->kind == EX_CURLY && e->count > 0
        && array_index(head_of(e->items[0])) >= 0) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0208", e->span, "a parameter holds no arrays of arrays");
        fr_help(s->d, r,
                "write an Array{T, 3}, of which A[:, :, k] is a matrix, or a Matrix with A[:, k]; "
                "arrays of several sizes go into a tuple or a struct");
        return;
    }
    const fr_struct *d = fr_find_struct(s, head_of(e));
    if (d && e->kind == EX_CURLY && e->count != d->variable_count) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0208", e->span, "'%s' takes %zu type argument%s, not %zu",
                      d->name, d->variable_count, d->variable_count == 1 ? "" : "s", e->count);
        fr_note(s->d, r, d->span, "defined here");
        return;
    }
    bool complex = strcmp(head_of(e), "Complex") == 0, array = array_index(head_of(e)) >= 0;
    size_t most = complex || fr_rank_named(head_of(e)) > 0 ? 1 : 2;
    if (e->kind == EX_CURLY && (complex || array) && e->count > most) {
        fr_report(s->d, RGC_ERROR, "R0208", e->span, "'%s' takes %s, not %zu", head_of(e),
                  most == 1 ? "one type" : "a type and a number of dimensions", e->count);
        return;
    }
    if (e->kind == EX_CURLY && array && e->count == 2 && e->items[1]->kind == EX_INT
        && (e->items[1]->integer < 1 || e->items[1]->integer > RG_MOST_RANK)) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0208", e->items[1]->span,
                          "an array has one to four dimensions"),
                "put the others in the order of memory into one of these: A[i, (k - 1) * n + j]");
        return;
    }
    for (size_t i = 0; e->kind == EX_CURLY && i < e->count; i++)
        fr_check_param_type(s, f, e->items[i]);
}

bool fr_resolve_type(fr_sema *s, const fr_expr *e, fr_type *out)
{
    const char *name = head_of(e);
    const fr_instance *in = s->instance;
    int w = in ? where_index(in->function, name) : -1;
    *out = (fr_type){RG_TYPE_FIXED, 0};
    if (w >= 0 && e->kind == EX_NAME && !in->bindings[w].is_number) {
        *out = in->bindings[w].type;
        return true;
    }
    if (fr_names_compound(s, name)) {
        const fr_struct *d = fr_find_struct(s, name);
        if (in && fr_concrete_compound(s, e, in->function, in->bindings, out))
            return true;
        size_t given = e->kind == EX_CURLY ? e->count : 0;
        bool wrong = d && given > 0 && given != d->variable_count;
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0208", e->span,
                                      wrong ? "'%s' does not take %zu type arguments"
                                            : "the type '%s' is not complete here",
                                      name, given);
        if (d && d->variable_count > 0)
            fr_help(s->d, r, "write its %zu type argument%s, as in %s{Fixed}", d->variable_count,
                    d->variable_count == 1 ? "" : "s", name);
        return false;
    }
    if (is_log(e)) {
        out->base = RG_TYPE_LOG;
        return true;
    }
    note_alias(s, e);
    int i = e->kind == EX_NAME ? scalar_index(name) : -1;
    if (i >= 0) {
        out->base = base_of(s, e);
        return true;
    }
    if (array_index(name) >= 0)
        fr_report(s->d, RGC_ERROR, "R0199", e->span,
                  "arrays made inside a function are not in this version");
    else
        unknown_type(s, e);
    return false;
}

bool fr_within_bound(fr_sema *s, fr_type type, const fr_expr *bound)
{
    const char *name = head_of(bound);
    bool scalar = type.rank == 0 && !fr_is_compound(type.base);
    if (strcmp(name, "Any") == 0)
        return true;
    for (size_t i = 0; strcmp(name, "Union") == 0 && bound->kind == EX_CURLY && i < bound->count;
         i++)
        if (fr_within_bound(s, type, bound->items[i]))
            return true;
    if (strcmp(name, "Union") == 0 || strcmp(name, "GVar") == 0) /* gradients have no type here */
        return false;
    if (strcmp(name, "Real") == 0)
        return scalar;
    if (strcmp(name, "AbstractFloat") == 0)
        return scalar && (type.base == RG_TYPE_FIXED || type.base == RG_TYPE_NARROW);
    if (strcmp(name, "Number") == 0)
        return scalar || (type.rank == 0 && fr_is_complex(s, type.base));
    if (strcmp(name, "Integer") == 0)
        return scalar && rg_type_is_whole(type.base);
    fr_type concrete;
    fr_binding none = {0};
    return fr_match_type(s, bound, NULL, &none, type, false, &concrete) != 0
           && concrete.base == type.base;
}

/* How well a type suits: more is more specific. A candidate wins when it suits every argument at
 * least as well as the others. */
enum {
    FITS_CONSTANT = 1,
    FITS_CONVERTED = 2,
    FITS_ANY = 3,
    FITS_BOUNDED = 4,
    FITS_REPEATED = 5,
    FITS_ARRAY = 4,
    FITS_ELEMENT = 6,
    FITS_EXACT = 8
};

/* A type variable takes the type of its first use and must then agree. */
static unsigned match_variable(fr_sema *s, fr_binding *b, const fr_expr *bound, fr_type actual,
                               bool constant, fr_type *concrete)
{
    if (!b->bound) {
        if (bound && !fr_within_bound(s, actual, bound))
            return 0;
        if (!constant) {
            b->bound = true;
            b->type = actual;
        }
        *concrete = actual;
        return bound ? FITS_BOUNDED : FITS_ANY;
    }
    *concrete = b->type;
    if (b->is_number)
        return 0;
    if (b->type.base == actual.base && b->type.rank == actual.rank)
        return FITS_REPEATED;
    if (fr_is_compound(b->type.base) || fr_is_compound(actual.base))
        return 0;
    if (b->type.base == RG_TYPE_FIXED && b->type.rank == 0 && actual.rank == 0
        && actual.base == RG_TYPE_INT)
        return FITS_CONVERTED;
    return constant && actual.rank == 0 && b->type.rank == 0 && b->type.base != RG_TYPE_BOOL
               ? FITS_CONSTANT
               : 0;
}

static unsigned match_array(fr_sema *s, const fr_expr *e, const fr_function *f,
                            fr_binding *bindings, fr_type actual, fr_type *concrete)
{
    int i = array_index(head_of(e));
    unsigned rank = arrays[i].rank;
    if (e->kind == EX_CURLY && e->count > 1 && e->items[1]->kind == EX_INT)
        rank = (unsigned)e->items[1]->integer;
    if (actual.rank == 0 || (rank != 0 && rank != actual.rank))
        return 0;
    *concrete = actual;
    unsigned closer = rank != 0 ? 1 : 0;
    if (e->kind != EX_CURLY || e->count == 0)
        return FITS_ARRAY + closer;
    fr_type element = {actual.base, 0}, found;
    if (e->items[0]->token == TOK_SUBTYPE) /* Vector{<:Real} */
        return fr_within_bound(s, element, e->items[0]) ? FITS_ARRAY + closer : 0;
    unsigned score = fr_match_type(s, e->items[0], f, bindings, element, false, &found);
    if (score == 0 || found.base != actual.base)
        return 0;
    return (score >= FITS_EXACT ? FITS_EXACT : FITS_ELEMENT) + closer;
}

unsigned fr_match_type(fr_sema *s, const fr_expr *e, const fr_function *f, fr_binding *bindings,
                       fr_type actual, bool constant, fr_type *concrete)
{
    *concrete = actual;
    if (!e || strcmp(head_of(e), "Any") == 0)
        return FITS_ANY;
    int w = e->kind == EX_NAME ? where_index(f, e->name) : -1;
    if (w >= 0)
        return match_variable(s, &bindings[w], f->bounds ? f->bounds[w] : NULL, actual, constant,
                              concrete);
    if (strcmp(head_of(e), "Union") == 0)
        return fr_within_bound(s, actual, e) ? FITS_BOUNDED : 0;
    if (array_index(head_of(e)) >= 0)
        return match_array(s, e, f, bindings, actual, concrete);
    if (fr_names_compound(s, head_of(e)))
        return fr_match_compound(s, e, f, bindings, actual, constant, concrete);
    int i = scalar_index(head_of(e));
    if (i < 0 || actual.rank != 0 || fr_is_compound(actual.base))
        return 0;
    const rg_type_base base = base_of(s, e);
    *concrete = (fr_type){base, 0};
    if (actual.base == base)
        return FITS_EXACT;
    bool integers = rg_type_is_whole(actual.base);
    if ((base == RG_TYPE_FIXED || base == RG_TYPE_NARROW) && integers)
        return FITS_CONVERTED;
    if (base == RG_TYPE_FIXED && actual.base == RG_TYPE_NARROW)
        return FITS_CONVERTED;
    if (constant && base != RG_TYPE_BOOL)
        return FITS_CONSTANT;
    return 0;
}

bool fr_takes_any_number(const fr_function *f, const fr_expr *e)
{
    return e && e->kind == EX_NAME && where_index(f, e->name) < 0
           && (strcmp(e->name, "Real") == 0 || strcmp(e->name, "Number") == 0);
}

unsigned fr_match_parameter(fr_sema *s, const fr_expr *e, const fr_function *f,
                            fr_binding *bindings, fr_type actual, bool constant, fr_type *concrete)
{
    const bool open = fr_takes_any_number(f, e);
    *concrete = actual;
    if (open && !constant && actual.base != RG_TYPE_FIXED && actual.base != RG_TYPE_BOOL
        && fr_within_bound(s, actual, e))
        return FITS_BOUNDED;
    return fr_match_type(s, e, f, bindings, actual, constant, concrete);
}

bool fr_concrete_type(fr_sema *s, const fr_expr *e, const fr_function *f,
                      const fr_binding *bindings, unsigned rank_hint, fr_type *out)
{
    if (!e)
        return false;
    int w = e->kind == EX_NAME ? where_index(f, e->name) : -1;
    if (w >= 0) {
        if (!bindings || !bindings[w].bound || bindings[w].is_number)
            return false;
        *out = bindings[w].type;
        return true;
    }
    int i = scalar_index(head_of(e)), a = array_index(head_of(e));
    if (i >= 0) {
        *out = (fr_type){base_of(s, e), 0};
        return true;
    }
    if (s && fr_names_compound(s, head_of(e)))
        return fr_concrete_compound(s, e, f, bindings, out);
    if (a < 0 || e->kind != EX_CURLY || e->count == 0)
        return false;
    fr_type element;
    if (!fr_concrete_type(s, e->items[0], f, bindings, 0, &element) || element.rank != 0)
        return false;
    if (fr_is_compound(element.base) && !fr_can_be_element(s, element.base, e->span))
        return false;
    unsigned rank = arrays[a].rank;
    if (e->count > 1 && e->items[1]->kind == EX_INT)
        rank = (unsigned)e->items[1]->integer;
    if (rank == 0)
        rank = rank_hint;
    *out = (fr_type){element.base, rank};
    return rank >= 1 && rank <= RG_MOST_RANK;
}

const char *fr_type_name_at(size_t index)
{
    static const char *const others[] = {"Complex", "Tuple", "NTuple"};
    const size_t scalar_count = sizeof scalars / sizeof scalars[0],
                 array_count = sizeof arrays / sizeof arrays[0],
                 other_count = sizeof others / sizeof others[0];
    if (index < scalar_count)
        return scalars[index].name;
    index -= scalar_count;
    if (index < array_count)
        return arrays[index].name;
    index -= array_count;
    return index < other_count ? others[index] : NULL;
}
