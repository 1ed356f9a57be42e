/* formula_entries.c: a function of any types as a routine that adds its value to out!. */
#include "compiler/syntax/formula_entries.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

/* The parts of the value go to out_1!, out_2! and so on. */
static size_t part_count(const fr_expr *value)
{
    return value->kind == EX_TUPLE && value->count > 0 ? value->count : 1;
}

static const char *result_name(fr_arena *arena, const fr_expr *value, size_t part)
{
    return part_count(value) == 1 ? "out!" : fr_format(arena, "out_%zu!", part + 1);
}

static bool has_result(const fr_functional *f)
{
    for (size_t i = 0; i < f->param_count; i++)
        if (strncmp(f->params[i].name, "out", 3) == 0 && strchr(f->params[i].name, '!'))
            return true;
    return false;
}

/* i in v[i] and a:i, and what has bits. */
static bool counts(const fr_expr *e, const char *name)
{
    static const fr_token_kind bits[] = {TOK_AND, TOK_OR, TOK_XOR, TOK_SHL, TOK_SHR, TOK_SAR};
    bool whole = e && (e->kind == EX_RANGE || (e->kind == EX_UNARY && e->token == TOK_TILDE));
    if (!e)
        return false;
    for (size_t i = 0; e->kind == EX_BINARY && i < sizeof bits / sizeof bits[0]; i++)
        whole = whole || e->token == bits[i];
    if (whole)
        return fr_expr_mentions(e, name);
    bool found = counts(e->left, name) || counts(e->right, name) || counts(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = e->kind == EX_INDEX ? fr_expr_mentions(e->items[i], name)
                                    : counts(e->items[i], name);
    return found;
}

/* The struct that the value makes; NULL: it makes none, or its type variables are open. */
static fr_expr *struct_of(fr_arena *arena, const fr_program *program, const fr_expr *value)
{
    if (value->kind == EX_TERNARY) {
        fr_expr *left = struct_of(arena, program, value->right);
        fr_expr *right = struct_of(arena, program, value->third);
        return left && right && strcmp(left->name, right->name) == 0 ? left : NULL;
    }
    for (const fr_struct *s = program->structs; s; s = s->next)
        if (fr_calls_name(value, s->name) && s->variable_count == 0)
            return fr_make_name(arena, value->span, s->name);
    return NULL;
}

static fr_param *with_results(fr_arena *arena, const fr_program *program, const fr_functional *f,
                              const fr_expr *value)
{
    const size_t parts = part_count(value);
    fr_param *params = fr_alloc(arena, (f->param_count + parts) * sizeof *params);
    for (size_t i = 0; i < parts; i++)
        params[i] = (fr_param){.name = result_name(arena, value, i),
                               .span = f->span,
                               .type = parts > 1   ? NULL
                                       : f->result ? f->result
                                                   : struct_of(arena, program, value),
                               .real = true};
    for (size_t i = 0; i < f->param_count; i++) {
        params[parts + i] = f->params[i];
        params[parts + i].real = !f->params[i].type && !counts(value, f->params[i].name);
    }
    return params;
}

static fr_stmt *updates(fr_arena *arena, const fr_functional *f, const fr_expr *value)
{
    const size_t parts = part_count(value);
    fr_stmt *list = NULL;
    for (size_t i = 0; i < parts; i++) {
        const fr_expr *part = value->kind == EX_TUPLE && parts > 1 ? value->items[i] : value;
        list = fr_chain(list,
                        fr_make_change(arena, part->span, ST_UPDATE, TOK_ADDEQ,
                                       fr_make_name(arena, f->span, result_name(arena, value, i)),
                                       fr_replace_names(arena, part, NULL, 0)));
    }
    return list;
}

void fr_start_formula(fr_diags *d, fr_program *program, const fr_functional *f,
                      const fr_expr *function)
{
    if (d->sources[f->span.file].library || has_result(f) || fr_find_function(program, f->name))
        return;
    fr_function *routine = fr_alloc(d->arena, sizeof *routine);
    *routine = (fr_function){.name = f->name,
                             .span = f->span,
                             .param_count = f->param_count + part_count(function->right),
                             .params = with_results(d->arena, program, f, function->right),
                             .where_count = f->where_count,
                             .wheres = f->wheres,
                             .bounds = f->bounds,
                             .head = f->span,
                             .end_span = f->span,
                             .made = true,
                             .formula = true,
                             .body = updates(d->arena, f, function->right)};
    fr_add_function(d->arena, program, routine);
}
