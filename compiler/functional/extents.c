/* extents.c: the extents of a result, from those of the arguments that the host gives. */
#include <stdlib.h>
#include <string.h>

#include "compiler/functional/functional.h"
#include "compiler/functional/unary.h"

typedef struct {
    fr_arena *arena;
    const fr_functional *function;
    const fn_seq *seq;
    const rgc_argument *arguments;
    size_t count;
} given;

static bool extents_of(const given *g, const fn_slot *s, size_t leaf, size_t *out);

/* What the host calls a leaf of a value that the routine has by this name; NULL: it has several. */
static const char *leaf_name(fr_arena *arena, const fn_type *t, const char *name, size_t leaf)
{
    fn_leaf leaves[FN_LEAVES];
    if (!fn_is_struct(t))
        return fn_leaf_count(t) == 1 ? name : NULL;
    fn_name_fields(arena, t, name, leaves);
    return fr_format(arena, "%s%s", leaves[leaf].name,
                     leaves[leaf].field ? leaves[leaf].field : "");
}

/* The argument for a leaf of a parameter; NULL: the host does not give it. */
static const rgc_argument *argument_of(const given *g, const fn_slot *s, size_t leaf)
{
    for (size_t i = 0; i < g->seq->param_count; i++) {
        const char *name = g->seq->slots[i] == s
                               ? leaf_name(g->arena, s->type, g->function->params[i].name, leaf)
                               : NULL;
        for (size_t k = 0; name && k < g->count; k++)
            if (strcmp(g->arguments[k].name, name) == 0)
                return &g->arguments[k];
    }
    return NULL;
}

/* The same of a part of a parameter. */
static const rgc_argument *given_leaf(const given *g, const fn_slot *s, size_t leaf)
{
    for (; s->kind == FN_PROJ; s = s->args[0])
        for (unsigned i = 0; i < s->part; i++)
            leaf += fn_leaf_count(s->args[0]->type->parts[i]);
    return s->kind == FN_PARAM && !s->origin ? argument_of(g, s, leaf) : NULL;
}

static bool number_of(const given *g, const fn_slot *s, int64_t *out);

static bool combined(const char *op, int64_t a, int64_t b, int64_t *out)
{
    if (strcmp(op, "+") == 0)
        return !__builtin_add_overflow(a, b, out);
    if (strcmp(op, "-") == 0)
        return !__builtin_sub_overflow(a, b, out);
    if (strcmp(op, "*") == 0)
        return !__builtin_mul_overflow(a, b, out);
    const bool divides = strcmp(op, "÷") == 0 || strcmp(op, "div") == 0;
    *out = divides && b > 0 ? a / b : strcmp(op, "max") == 0 ? (a > b ? a : b) : a < b ? a : b;
    return (divides && b > 0) || strcmp(op, "max") == 0 || strcmp(op, "min") == 0;
}

static bool operation(const given *g, const fn_slot *s, int64_t *out)
{
    int64_t a, b;
    char *end;
    if (s->arg_count == 0) {
        *out = strtoll(s->op, &end, 10);
        return *s->op != '\0' && *end == '\0';
    }
    if (!number_of(g, s->args[0], &a))
        return false;
    if (s->arg_count == 1)
        return strcmp(s->op, "-") == 0 && !__builtin_sub_overflow(0, a, out);
    return number_of(g, s->args[1], &b) && combined(s->op, a, b, out);
}

static bool number_of(const given *g, const fn_slot *s, int64_t *out)
{
    size_t extents[FN_RANK] = {0};
    const rgc_argument *a;
    switch (s->kind) {
    case FN_OP: return operation(g, s, out);
    case FN_LENGTH:
        if (!extents_of(g, s->args[0], 0, extents) || extents[s->part] > INT32_MAX)
            return false;
        *out = (int64_t)extents[s->part];
        return true;
    case FN_PARAM:
    case FN_PROJ:
        a = given_leaf(g, s, 0);
        *out = a ? a->whole : 0;
        return a && a->counted;
    default: return false;
    }
}

static bool range_count(const given *g, const fn_slot *s, size_t *out)
{
    int64_t first, last, step = 1, n;
    if (!number_of(g, s->args[0], &first) || !number_of(g, s->args[1], &last)
        || (s->arg_count == 3 && !number_of(g, s->args[2], &step)) || step == 0
        || __builtin_sub_overflow(last, first, &n))
        return false;
    n = (n < 0) != (step < 0) && n != 0 ? -1 : n / step;
    *out = n < 0 ? 0 : (size_t)n + 1;
    return true;
}

static bool of_elements(const given *g, const fn_slot *array, size_t leaf, size_t *out)
{
    size_t whole[FN_RANK] = {0};
    if (!extents_of(g, array, leaf, whole))
        return false;
    memmove(out, whole + 1, (FN_RANK - 1) * sizeof *out);
    out[FN_RANK - 1] = 0;
    return true;
}

static bool of_parts(const given *g, const fn_slot *s, size_t leaf, size_t *out)
{
    for (size_t i = 0; i < s->arg_count; i++) {
        const size_t n = fn_leaf_count(s->args[i]->type);
        if (leaf < n)
            return extents_of(g, s->args[i], leaf, out);
        leaf -= n;
    }
    return false;
}

/* An array of such elements. */
static bool wrapped(const given *g, const fn_slot *element, size_t leaf, size_t count, size_t *out)
{
    size_t inner[FN_RANK] = {0};
    if (!extents_of(g, element, leaf, inner))
        return false;
    memcpy(out + 1, inner, (FN_RANK - 1) * sizeof *out);
    out[0] = count;
    return true;
}

static unsigned leaf_rank(const fn_type *t, size_t leaf)
{
    if (t->kind == FN_ARRAY)
        return 1 + leaf_rank(t->parts[0], leaf);
    for (size_t i = 0; t->kind == FN_PRODUCT && i < t->count; i++) {
        const size_t n = fn_leaf_count(t->parts[i]);
        if (leaf < n)
            return leaf_rank(t->parts[i], leaf);
        leaf -= n;
    }
    return 0;
}

static bool of_parameter(const given *g, const fn_slot *s, size_t leaf, size_t *out)
{
    if (s->origin)
        return s->element ? of_elements(g, s->origin, leaf, out)
                          : extents_of(g, s->origin, leaf, out);
    const rgc_argument *a = argument_of(g, s, leaf);
    if (leaf_rank(s->type, leaf) == 0)
        return true;
    if (!a || !a->sized || a->rank != leaf_rank(s->type, leaf))
        return false;
    memcpy(out, a->extents, FN_RANK * sizeof *out);
    return true;
}

static bool extents_of(const given *g, const fn_slot *s, size_t leaf, size_t *out)
{
    size_t first[FN_RANK] = {0};
    memset(out, 0, FN_RANK * sizeof *out);
    switch (s->kind) {
    case FN_PARAM: return of_parameter(g, s, leaf, out);
    case FN_TABLE: out[0] = s->part; return true;
    case FN_RANGE: return range_count(g, s, out);
    case FN_AT: return of_elements(g, s->args[0], leaf, out);
    case FN_FOLD: return extents_of(g, s->args[0], leaf, out);
    case FN_IF: return extents_of(g, s->bodies[0]->result, leaf, out);
    case FN_FAIL: return false;
    case FN_LIST: return wrapped(g, s->args[0], leaf, s->arg_count, out);
    case FN_PAIR: return of_parts(g, s, leaf, out);
    case FN_PROJ:
        for (unsigned i = 0; i < s->part; i++)
            leaf += fn_leaf_count(s->args[0]->type->parts[i]);
        return extents_of(g, s->args[0], leaf, out);
    case FN_MAP:
        return extents_of(g, s->args[0], 0, first)
               && wrapped(g, s->bodies[0]->result, leaf, first[0], out);
    case FN_OP:
    case FN_LENGTH: return true;
    }
    return false;
}

size_t fn_result_shapes(fr_diags *d, const fr_program *program, const fr_functional *f,
                        const fn_seq *seq, const rgc_argument *arguments, size_t count,
                        rgc_shape **out)
{
    const given g = {d->arena, f, seq, arguments, count};
    const fn_type *type = fn_result_type(d, program, seq->result->type);
    const size_t leaves = fn_leaf_count(type);
    rgc_shape *shapes = fr_alloc(d->arena, leaves * sizeof *shapes);
    size_t n = 0;
    for (size_t i = 0; i < leaves; i++) {
        rgc_shape s = {.rank = leaf_rank(type, i)};
        if (s.rank == 0 || !extents_of(&g, seq->result, i, s.extents))
            continue;
        s.name = leaf_name(d->arena, type, "out!", i);
        s.name = s.name ? s.name : fr_format(d->arena, "out_%zu!", i + 1);
        shapes[n++] = s;
    }
    *out = shapes;
    return n;
}
