/* build_count.c: the Ints of an @fn that count: indices, ends of ranges, and ranges. */
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/words.h"

#include "compiler/functional/unary.h"

const char fn_whole_of[] = "whole#";

/* UINT64_MAX: the constant is no natural number. */
static uint64_t natural(const fn_slot *s)
{
    char *end;
    const double value = strtod(s->op, &end);
    const bool good = *end == '\0' && end != s->op && value >= 0 && value <= 0x1p53
                      && value == (double)(uint64_t)value;
    return good ? (uint64_t)value : UINT64_MAX;
}

static fn_slot *number_as_whole(fn_builder *b, const fn_slot *s)
{
    const uint64_t n = natural(s);
    return n == UINT64_MAX ? NULL : fn_number(b, s->span, n, true);
}

static bool keeps_whole(const fn_slot *s)
{
    static const char *const operators[] = {"+", "-", "*"};
    return FR_IS_ONE_OF(s->op, operators);
}

bool fn_may_be_whole(fn_slot *s)
{
    static const char *const operators[] = {"+",   "-",   "*",   "div", "rem",  "mod",   "fld",
                                            "cld", "min", "max", "abs", "mod1", "clamp", "abs2"};
    if (s->type->kind != FN_REAL || s->kind != FN_OP)
        return s->type->kind == FN_REAL || s->type->kind == FN_WHOLE;
    if (s->arg_count == 0)
        return natural(s) != UINT64_MAX;
    bool good = FR_IS_ONE_OF(s->op, operators);
    for (size_t i = 0; good && i < s->arg_count; i++)
        good = fn_may_be_whole(s->args[i]);
    return good;
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

static bool is_part_of_parameter(const fn_slot *s)
{
    while (s->kind == FN_PROJ)
        s = s->args[0];
    return s->kind == FN_PARAM;
}

bool fn_write_out(fn_slot *s)
{
    if (s->type->kind != FN_WHOLE)
        return false;
    if (s->kind == FN_PARAM || s->kind == FN_LENGTH || s->textual)
        return true;
    if (s->kind == FN_PROJ)
        return is_part_of_parameter(s);
    if (s->kind != FN_OP)
        return false;
    for (size_t i = 0; i < s->arg_count; i++)
        if (!fn_write_out(s->args[i]))
            return false;
    return s->textual = true;
}

fn_slot *fn_range_of(fn_builder *b, fr_span span, size_t count, fn_slot *const *args)
{
    fn_slot *s = fn_add_slot(b, FN_RANGE, fn_array(b->d->arena, &fn_whole), span);
    s->arg_count = count;
    for (size_t i = 0; i < count; i++)
        s->args[i] = args[i];
    return s;
}

bool fn_is_surely_real(fn_slot *s)
{
    const bool declared = s->kind == FN_PARAM && !s->origin;
    return s->type->kind == FN_REAL && (declared || !fn_may_be_whole(s));
}

bool fn_indexes(fn_builder *b, fr_span at, const fn_slot *numbers)
{
    if (numbers->type->parts[0]->kind == FN_WHOLE)
        return true;
    fr_help(b->d,
            fr_report(fn_mistyped(b), RGC_ERROR, "R1002", at, "these indices are reals, not Ints"),
            "write the type of a parameter that counts: n::Int");
    return false;
}
