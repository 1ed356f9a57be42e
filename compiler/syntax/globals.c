/* globals.c: see globals.h. */
#include "compiler/syntax/globals.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

typedef struct {
    fr_arena *arena;
    fr_program *program;
    const fr_function *within; /* whose variables hide constants; NULL: none do */
    bool outside;              /* of its body, in a default: only its parameters do */
} binding;

static const char *second_name(const binding *b, const fr_const *k)
{
    const char *name = fr_format(b->arena, "%s#", k->name);
    if (fr_find_const(b->program, name))
        return name;
    fr_const *second = fr_alloc(b->arena, sizeof *second);
    *second = (fr_const){.name = name, .span = k->span, .value = k->value};
    b->program->last_const->next = second;
    b->program->last_const = second;
    return name;
}

static bool is_number(const fr_const *k)
{
    return k->value && k->value->kind != EX_LAMBDA && !strchr(k->name, '#');
}

static bool is_hidden(const binding *b, const char *name)
{
    if (!b->outside)
        return b->within && fr_hides(b->within, name);
    for (size_t i = 0; i < b->within->param_count; i++)
        if (strcmp(b->within->params[i].name, name) == 0)
            return true;
    return false;
}

static fr_expr *bound_lambda(const binding *b, const fr_expr *lambda)
{
    const fr_expr *e = lambda;
    for (const fr_const *k = b->program->consts; k; k = k->next) {
        if (!is_number(k) || !fr_expr_mentions(e, k->name) || is_hidden(b, k->name))
            continue;
        const fr_replacement by = {k->name, fr_make_name(b->arena, k->span, second_name(b, k))};
        e = fr_replace_names(b->arena, e, &by, 1);
    }
    return (fr_expr *)(uintptr_t)e;
}

static fr_expr *bound(void *context, const fr_expr *e)
{
    const binding *b = context;
    if (!e)
        return NULL;
    if (e->kind == EX_LAMBDA)
        return bound_lambda(b, e);
    fr_expr *copy = fr_with_arguments(b->arena, e, bound, context);
    copy->left = bound(context, e->left);
    copy->right = bound(context, e->right);
    copy->third = bound(context, e->third);
    return copy;
}

static void bind_in(binding *b, fr_stmt *list)
{
    for (fr_stmt *s = list; s; s = s->next) {
        s->target = bound(b, s->target);
        s->value = bound(b, s->value);
        s->pre = bound(b, s->pre);
        s->post = bound(b, s->post);
        bind_in(b, s->body);
        bind_in(b, s->other);
    }
}

static bool is_array(const fr_expr *e)
{
    return e && (e->kind == EX_ARRAY || (fr_calls_name(e, "reshape") && e->count > 1));
}

/* let name#v = value in body, where the body reads name: a parameter may have that name. */
static fr_expr *let_constant(const binding *b, const fr_const *k, fr_expr *body)
{
    fr_expr *value = bound_lambda(b, k->value);
    const char *name = fr_format(b->arena, "%s#v", k->name);
    const fr_replacement by[] = {
        {k->name, fr_make_name(b->arena, k->span, name)},
        {fr_format(b->arena, "%s#", k->name), fr_make_name(b->arena, k->span, name)}};
    body = fr_replace_names(b->arena, body, by, 2);
    fr_expr *e = fr_make_unary(b->arena, k->span, TOK_QUESTION, value);
    e->kind = EX_LET;
    e->token = TOK_LET;
    e->left = fr_make_name(b->arena, k->span, name);
    e->third = body;
    e->height = 1 + (value->height > body->height ? value->height : body->height);
    return e;
}

typedef struct {
    const fr_const **items; /* in their order */
    size_t count, capacity;
} constant_arrays;

static constant_arrays find_arrays(const binding *b)
{
    constant_arrays all = {NULL, 0, 0};
    for (const fr_const *k = b->program->consts; k; k = k->next)
        if (is_array(k->value) && !strchr(k->name, '#')) {
            all.items =
                fr_grow(b->arena, (void *)all.items, all.count, &all.capacity, sizeof *all.items);
            all.items[all.count++] = k;
        }
    return all;
}

/* By its name, or by the second one in the value of another constant. */
static bool reads(const binding *b, const fr_functional *f, const fr_const *k)
{
    return (fr_expr_mentions(f->body, k->name) && !fr_has_parameter(f, k->name))
           || fr_expr_mentions(f->body, fr_format(b->arena, "%s#", k->name));
}

void fr_let_constant_arrays(fr_diags *d, fr_program *program)
{
    const binding b = {d->arena, program, NULL, false};
    const constant_arrays all = find_arrays(&b);
    for (fr_functional *f = program->functionals; f && all.count > 0; f = f->next) {
        if (!f->body || d->sources[f->span.file].library)
            continue;
        /* the last one innermost: it may be made of those before it */
        for (size_t i = all.count; i-- > 0;)
            if (reads(&b, f, all.items[i]))
                f->body = let_constant(&b, all.items[i], f->body);
    }
}

void fr_bind_constants(fr_arena *arena, fr_program *program)
{
    binding b = {arena, program, NULL, false};
    if (!program->consts)
        return;
    for (fr_const *k = program->consts; k; k = k->next)
        if (!strchr(k->name, '#'))
            k->value = bound(&b, k->value);
    for (fr_function *f = program->functions; f; f = f->next) {
        b.within = f;
        b.outside = true;
        for (size_t i = 0; i < f->param_count; i++)
            f->params[i].fallback = bound(&b, f->params[i].fallback);
        b.outside = false;
        bind_in(&b, f->body);
    }
}

fr_expr *fr_with_constants(fr_arena *arena, fr_program *program, const fr_expr *lambda)
{
    const binding b = {arena, program, NULL, false};
    return bound_lambda(&b, lambda);
}
