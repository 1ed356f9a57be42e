/* build_const.c: constants of the program, and those of Julia that are none here. */
#include <string.h>

#include "compiler/functional/unary.h"
#include "compiler/syntax/host_function.h"

fn_slot *fn_constant(fn_builder *b, fr_span span, const char *text)
{
    fn_slot *s = fn_add_slot(b, FN_OP, &fn_real, span);
    s->op = text;
    return s;
}

const fr_const *fn_find_const(const fr_program *program, const char *name)
{
    for (const fr_const *c = program->consts; c; c = c->next)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static fn_slot *number_const(fn_builder *b, const fr_const *c, const fr_expr *e)
{
    const fr_expr *n = c->value->kind == EX_UNARY ? c->value->right : c->value;
    if (!b->whole || n->kind != EX_INT)
        return fn_constant(b, e->span, fr_format(b->d->arena, "float(%s)", c->name));
    fn_slot *s = fn_add_slot(b, FN_OP, &fn_whole, e->span);
    s->op = c->name;
    return s;
}

fn_slot *fn_build_const(fn_builder *b, const fr_const *c, const fr_expr *e)
{
    if (c->value->kind == EX_TUPLE || c->value->kind == EX_STRING) {
        fr_report(b->d, RGC_ERROR, "R1001", e->span,
                  "the constant '%s' is neither a number nor an array of numbers", c->name);
        return NULL;
    }
    if (c->value->kind != EX_ARRAY)
        return number_const(b, c, e);
    fn_slot *s = fn_add_slot(b, FN_TABLE, fn_array(b->d->arena, &fn_real), e->span);
    s->op = c->name;
    s->part = (unsigned)c->value->count;
    return s;
}

fn_slot *fn_zero_of_put(fn_builder *b, const fr_expr *e)
{
    fn_slot *s = fn_number(b, e->span, 0, b->whole);
    s->name = fr_put_zero;
    return s;
}

fn_slot *fn_infinite_constant(fn_builder *b, const fr_expr *e)
{
    b->infinite = true;
    return fn_constant(b, e->span, fr_infinity);
}

const char *fn_constant_help(const char *name)
{
    if (strcmp(name, "NaN") == 0)
        return "every number is a number: give what is missing a value of its own";
    if (strcmp(name, "I") == 0)
        return "the identity matrix is [i == j ? 1.0 : 0.0 for i in 1:n, j in 1:n]";
    if (strcmp(name, "im") == 0)
        return "a complex number comes from a parameter of type Complex; of reals, keep the two "
               "parts";
    if (strcmp(name, "nothing") == 0 || strcmp(name, "missing") == 0)
        return "give it a value of its own, such as 0";
    return NULL;
}
