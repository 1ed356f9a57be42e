/* struct_leaves.c: a struct that a function takes or gives is one variable of its routine. */
#include "compiler/functional/unary.h"

bool fn_is_struct(const fn_type *t)
{
    while (t->kind == FN_ARRAY)
        t = t->parts[0];
    return t->written != NULL;
}

const char *fn_struct_text(fr_arena *arena, const fn_type *t)
{
    unsigned rank = 0;
    for (; t->kind == FN_ARRAY; t = t->parts[0])
        rank++;
    return rank == 0 ? t->written : fr_format(arena, "Array{%s, %u}", t->written, rank);
}

/* path: the array, with the fields before it. field: those behind its index; NULL: no array yet. */
static void name_parts(fr_arena *arena, const fn_type *t, const char *path, const char *field,
                       fn_leaf *leaves, size_t *n)
{
    const char *name = t->names;
    if (t->kind == FN_ARRAY) {
        name_parts(arena, t->parts[0], path, field ? field : "", leaves, n);
        return;
    }
    if (t->kind != FN_PRODUCT) {
        leaves[*n].name = path;
        leaves[(*n)++].field = field;
        return;
    }
    for (size_t i = 0; i < t->count; i++) {
        size_t length = 0;
        while (name && name[length] && name[length] != ',')
            length++;
        const char *part = name ? fr_format(arena, ".%.*s", (int)length, name)
                                : fr_format(arena, "[%zu]", i + 1);
        name_parts(arena, t->parts[i], field ? path : fr_format(arena, "%s%s", path, part),
                   field ? fr_format(arena, "%s%s", field, part) : NULL, leaves, n);
        name = name ? name + length + 1 : NULL;
    }
}

void fn_name_fields(fr_arena *arena, const fn_type *t, const char *name, fn_leaf *leaves)
{
    size_t n = 0;
    name_parts(arena, t, name, NULL, leaves, &n);
}

const fn_type *fn_result_type(fr_diags *d, const fr_program *program, const fn_type *t)
{
    if (t->kind == FN_ARRAY && fn_rank(t) == 1) {
        const fn_type *element = fn_result_type(d, program, t->parts[0]);
        return element == t->parts[0] ? t : fn_vector(d->arena, element);
    }
    const fn_type *declared = t->tag ? fn_declared_struct(d, program, t->tag) : NULL;
    return declared && fn_same_type(declared, t) ? declared : t;
}
