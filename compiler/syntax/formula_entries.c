/* formula_entries.c: a function of any types as a routine that adds its value to out!. */
#include "compiler/syntax/formula_entries.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

static const char result[] = "out!";

static bool has_result(const fr_functional *f)
{
    for (size_t i = 0; i < f->param_count; i++)
        if (strcmp(f->params[i].name, result) == 0)
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

static fr_param *with_result(fr_arena *arena, const fr_functional *f, const fr_expr *value)
{
    fr_param *params = fr_alloc(arena, (f->param_count + 1) * sizeof *params);
    params[0] = (fr_param){.name = result, .span = f->span, .type = f->result, .real = true};
    for (size_t i = 0; i < f->param_count; i++) {
        params[i + 1] = f->params[i];
        params[i + 1].real = !f->params[i].type && !counts(value, f->params[i].name);
    }
    return params;
}

void fr_start_formula(fr_diags *d, fr_program *program, const fr_functional *f,
                      const fr_expr *function)
{
    if (d->sources[f->span.file].library || has_result(f) || fr_find_function(program, f->name))
        return;
    fr_function *routine = fr_alloc(d->arena, sizeof *routine);
    *routine = (fr_function){.name = f->name,
                             .span = f->span,
                             .param_count = f->param_count + 1,
                             .params = with_result(d->arena, f, function->right),
                             .where_count = f->where_count,
                             .wheres = f->wheres,
                             .bounds = f->bounds,
                             .head = f->span,
                             .end_span = f->span,
                             .made = true,
                             .formula = true};
    fr_expr *value = fr_replace_names(d->arena, function->right, NULL, 0);
    routine->body = fr_make_change(d->arena, value->span, ST_UPDATE, TOK_ADDEQ,
                                   fr_make_name(d->arena, f->span, result), value);
    fr_add_function(d->arena, program, routine);
}
