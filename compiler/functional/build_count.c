/* build_count.c: the Ints of an @fn that count: indices, ends of ranges, and ranges. */
#include <stdlib.h>
#include <string.h>

#include "compiler/functional/unary.h"

static fn_slot *number_as_whole(fn_builder *b, const fn_slot *s)
{
    char *end;
    const double value = strtod(s->op, &end);
    if (*end != '\0' || end == s->op || value < 0 || value > 0x1p53
        || value != (double)(uint64_t)value)
        return NULL;
    return fn_number(b, s->span, (uint64_t)value, true);
}

static bool keeps_whole(const fn_slot *s)
{
    static const char *const operators[] = {"+", "-", "*"};
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (strcmp(s->op, operators[i]) == 0)
            return true;
    return false;
}

static fn_slot *twin(fn_builder *b, const fn_slot *s, size_t count, fn_slot *const *args)
{
    fn_slot *t = fn_add_slot(b, s->kind, &fn_whole, s->span);
    t->op = s->op;
    t->infix = s->infix;
    t->part = s->part;
    t->arg_count = count;
    for (size_t i = 0; i < count; i++)
        t->args[i] = args[i];
    return t;
}

fn_slot *fn_to_whole(fn_builder *b, fn_slot *s)
{
    fn_slot *args[2];
    if (s->type->kind == FN_WHOLE)
        return s;
    if (s->kind == FN_LENGTH)
        return twin(b, s, s->arg_count, s->args);
    if (s->kind != FN_OP || s->type->kind != FN_REAL || s->arg_count > 2)
        return NULL;
    if (s->arg_count == 0)
        return number_as_whole(b, s);
    if (!keeps_whole(s))
        return NULL;
    for (size_t i = 0; i < s->arg_count; i++)
        if (!(args[i] = fn_to_whole(b, s->args[i])))
            return NULL;
    return twin(b, s, s->arg_count, args);
}

/* Written out wherever it is read, if it is made of parameters, constants and lengths. */
static bool write_out(fn_slot *s)
{
    if (s->type->kind != FN_WHOLE)
        return false;
    if (s->kind == FN_PARAM || s->kind == FN_LENGTH || s->textual)
        return true;
    if (s->kind != FN_OP)
        return false;
    for (size_t i = 0; i < s->arg_count; i++)
        if (!write_out(s->args[i]))
            return false;
    return s->textual = true;
}

fn_slot *fn_build_count(fn_builder *b, const fr_expr *e)
{
    const bool whole = b->whole;
    b->whole = true;
    fn_slot *s = fn_build_term(b, e), *n = s ? fn_to_whole(b, s) : NULL;
    b->whole = whole;
    if (n) {
        write_out(n);
        return n;
    }
    rgc_diagnostic *r = s ? fr_report(b->d, RGC_ERROR, "R1001", e->span,
                                      "an index, or the end of a range, is an Int; this is %s",
                                      fn_type_words(b->d->arena, s->type))
                          : NULL;
    fr_help(b->d, r,
            "it is made of integers, lengths, loop variables and parameters of type Int: n::Int");
    return NULL;
}

static fn_slot *range_of(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *args)
{
    fn_slot *s = fn_add_slot(b, FN_RANGE, fn_array(b->d->arena, &fn_whole), e->span);
    s->arg_count = count;
    for (size_t i = 0; i < count; i++)
        s->args[i] = args[i];
    return s;
}

/* The map of each number to itself: an array like others, which is fused where it is read once. */
fn_slot *fn_build_range(fn_builder *b, const fr_expr *e)
{
    const fr_expr *parts[] = {e->left, e->right, e->third};
    const size_t count = e->third ? 3 : 2;
    fn_slot *args[3];
    for (size_t i = 0; i < count; i++)
        if (!(args[i] = fn_build_count(b, parts[i])))
            return NULL;
    if (count == 3 && args[2]->kind == FN_OP && args[2]->arg_count == 0
        && strcmp(args[2]->op, "0") == 0) {
        fr_help(b->d, fr_report(b->d, RGC_ERROR, "R0502", e->span, "a range has no step of 0"),
                "write first:last, or a step that is not 0");
        return NULL;
    }
    fn_slot *range = range_of(b, e, count, args);
    fn_seq *body = fn_open_seq(b);
    body->result = fn_element_of(b, range);
    fn_close_seq(b, body);
    fn_slot *map = fn_add_slot(b, FN_MAP, range->type, e->span);
    map->args[map->arg_count++] = range;
    map->bodies[0] = body;
    return map;
}
