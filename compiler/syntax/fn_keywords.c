/* fn_keywords.c: see fn_keywords.h. The machine has no keywords, so a call has them all in order.
 */
#include "compiler/syntax/fn_keywords.h"

#include <string.h>

#include "compiler/syntax/globals.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

enum { MOST_PARAMETERS = 64 };

/* A struct with @kwdef as a function of keywords. */
typedef struct made_struct {
    const fr_struct *of;
    fr_functional call;
    struct made_struct *next;
} made_struct;

typedef struct {
    fr_diags *d;
    fr_program *program;
    const fr_function *within; /* whose parameters hide functions; NULL: none do */
    const made_struct *structs;
} placing;

static size_t positional_count(const fr_functional *f)
{
    size_t n = 0;
    while (n < f->param_count && !f->params[n].keyword)
        n++;
    return n;
}

/* Values that a call may give in order. */
static size_t most_positional(const fr_functional *f)
{
    size_t n = positional_count(f);
    while (n < f->param_count && f->params[n].optional)
        n++;
    return n;
}

static const fr_functional *called(const placing *p, const fr_expr *e)
{
    const bool call = e->kind == EX_CALL || e->kind == EX_DOTCALL;
    const fr_functional *f = call && e->left->kind == EX_NAME ? fn_find(p->program, e->left->name)
                                                              : NULL;
    if (f && p->within && fr_hides(p->within, f->name))
        return NULL;
    return f && !f->derives && positional_count(f) < f->param_count ? f : NULL;
}

/* Fields in order are the struct itself. */
static const fr_functional *struct_called(const placing *p, const fr_expr *e)
{
    const made_struct *s = e->kind == EX_CALL ? p->structs : NULL;
    const fr_expr *name = s && e->left->kind == EX_CURLY ? e->left->left : e->left;
    if (!s || name->kind != EX_NAME || fn_find(p->program, name->name))
        return NULL;
    while (s && strcmp(s->of->name, name->name) != 0)
        s = s->next;
    return s && (e->keyword_count > 0 || e->count == 0) ? &s->call : NULL;
}

static const fr_keyword *given(const fr_expr *call, const char *name)
{
    for (size_t i = 0; i < call->keyword_count; i++)
        if (strcmp(call->keywords[i].name, name) == 0)
            return &call->keywords[i];
    return NULL;
}

/* Keywords of the call that the function has not, or has been given before. */
static void check_keywords(const placing *p, const fr_functional *f, const fr_expr *call)
{
    for (size_t i = 0; i < call->keyword_count; i++) {
        const fr_keyword *k = &call->keywords[i];
        bool known = false;
        for (size_t j = 0; j < f->param_count; j++)
            known = known || (f->params[j].keyword && strcmp(f->params[j].name, k->name) == 0);
        if (known && given(call, k->name) == k)
            continue;
        rgc_diagnostic *e = known
                                ? fr_report(p->d, RGC_ERROR, "R0604", k->span,
                                            "keyword '%s' is given twice", k->name)
                                : fr_report(p->d, RGC_ERROR, "R0604", k->span,
                                            "'%s' has no keyword parameter '%s'", f->name, k->name);
        fr_note(p->d, e, f->span, "defined here");
    }
}

/* The default of a keyword, where the arguments stand for the parameters before it. */
static fr_expr *fallback_of(const placing *p, const fr_functional *f, size_t parameter,
                            fr_expr *const *items)
{
    fr_replacement by[MOST_PARAMETERS];
    if (!f->params[parameter].fallback)
        return NULL;
    for (size_t i = 0; i < parameter; i++)
        by[i] = (fr_replacement){f->params[i].name, items[i]};
    return fr_replace_names(p->d->arena, f->params[parameter].fallback, by, parameter);
}

/* 0 stands for the keyword that the call does not give, so that nothing more is said. */
static fr_expr *without_keyword(const placing *p, const fr_functional *f, size_t parameter,
                                fr_expr *call)
{
    const fr_param *k = &f->params[parameter];
    rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0604", call->span,
                                  "'%s' needs its keyword '%s'", f->name, k->name);
    fr_note(p->d, r, k->span, "declared here, without a default");
    fr_help(p->d, r, f->body ? "write '; %s=...' behind the other arguments" : "write '%s=...'",
            k->name);
    fr_expr *zero = fr_make_int(p->d->arena, call->span, 0);
    return zero;
}

static void refuse_count(const placing *p, const fr_functional *f, const fr_expr *e)
{
    const size_t least = positional_count(f), most = most_positional(f);
    rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0604", e->span,
                                  "'%s' takes %zu value%s before its keywords, not %zu", f->name,
                                  least, least == 1 ? "" : "s", e->count);
    fr_note(p->d, r, f->span, "defined here");
    if (e->count > most && most < f->param_count)
        fr_help(p->d, r, "'%s' is a keyword: write '; %s=%s' behind the values",
                f->params[most].name, f->params[most].name,
                fr_text_of(p->d->arena, e->items[most]));
}

static fr_expr *placed(void *context, const fr_expr *e)
{
    const placing *p = context;
    if (!e)
        return NULL;
    fr_expr *copy = fr_with_arguments(p->d->arena, e, placed, context);
    copy->left = placed(context, e->left);
    copy->right = placed(context, e->right);
    copy->third = placed(context, e->third);
    const fr_functional *f = called(p, e);
    f = f ? f : struct_called(p, e);
    const bool all = f && e->count == f->param_count && e->keyword_count == 0
                     && most_positional(f) == f->param_count;
    if (!f || all || f->param_count > MOST_PARAMETERS)
        return copy;
    if (e->count < positional_count(f) || e->count > most_positional(f)) {
        refuse_count(p, f, e);
        return copy;
    }
    check_keywords(p, f, copy);
    fr_expr **items = fr_alloc(p->d->arena, (f->param_count + 1) * sizeof *items);
    memcpy(items, copy->items, copy->count * sizeof *items);
    for (size_t i = copy->count; i < f->param_count; i++) {
        const fr_keyword *k = given(copy, f->params[i].name);
        items[i] = k ? k->value : fallback_of(p, f, i, items);
        if (!items[i])
            return without_keyword(p, f, i, copy);
    }
    copy->items = items;
    copy->count = f->param_count;
    copy->keyword_count = 0;
    return copy;
}

static void place_in(placing *p, fr_stmt *list)
{
    for (fr_stmt *s = list; s; s = s->next) {
        s->target = placed(p, s->target);
        s->value = placed(p, s->value);
        s->pre = placed(p, s->pre);
        s->post = placed(p, s->post);
        place_in(p, s->body);
        place_in(p, s->other);
    }
}

/* The default as a function of the parameters before it, so that no variable of a caller is taken
 * for a constant that it reads. */
static fr_expr *closed(const placing *p, const fr_functional *f, size_t parameter)
{
    fr_arena *arena = p->d->arena;
    fr_expr *names[MOST_PARAMETERS];
    for (size_t i = 0; i < parameter; i++)
        names[i] = fr_make_name(arena, f->params[i].span, f->params[i].name);
    fr_expr *pattern = fr_make_call(arena, f->span, "", parameter, names);
    pattern->kind = EX_TUPLE;
    pattern->left = NULL;
    fr_expr *lambda = fr_make_unary(arena, f->span, TOK_FREE,
                                    placed((void *)(uintptr_t)p, f->params[parameter].fallback));
    lambda->kind = EX_LAMBDA;
    lambda->left = pattern;
    return fr_with_constants(arena, p->program, lambda)->right;
}

/* primitive_grad gives the derivatives by what is no keyword. Those by keywords are 0. */
static void add_derivatives(const placing *p, fr_functional *f)
{
    const size_t positional = positional_count(f);
    fr_expr *all[MOST_PARAMETERS];
    if (!f->derives || positional == f->param_count || f->param_count > MOST_PARAMETERS)
        return;
    const bool product = f->body->kind == EX_TUPLE;
    if (product ? f->body->count != positional : positional != 1)
        return;
    for (size_t i = 0; i < f->param_count; i++)
        all[i] = i >= positional ? fr_make_int(p->d->arena, f->span, 0)
                 : product       ? f->body->items[i]
                                 : f->body;
    fr_expr *body = fr_make_call(p->d->arena, f->body->span, "", f->param_count, all);
    body->kind = EX_TUPLE;
    body->left = NULL;
    f->body = body;
}

static fr_functional call_of(fr_arena *arena, const fr_struct *s)
{
    fr_functional f = {.name = s->name, .span = s->span, .param_count = s->field_count};
    f.params = fr_alloc(arena, s->field_count * sizeof *f.params);
    for (size_t i = 0; i < s->field_count; i++)
        f.params[i] = (fr_param){.name = s->fields[i].name,
                                 .span = s->fields[i].span,
                                 .fallback = s->fields[i].fallback,
                                 .keyword = true};
    return f;
}

/* In the order of the source: a default may make a struct that stands before it. */
static void find_structs(placing *p)
{
    made_struct *last = NULL;
    for (const fr_struct *s = p->program->structs; s; s = s->next) {
        if (!s->keywords || s->field_count > MOST_PARAMETERS)
            continue;
        made_struct *made = fr_alloc(p->d->arena, sizeof *made);
        *made = (made_struct){s, call_of(p->d->arena, s), NULL};
        for (size_t i = 0; i < s->field_count; i++)
            if (s->fields[i].fallback)
                made->call.params[i].fallback = closed(p, &made->call, i);
        if (last)
            last->next = made;
        else
            p->structs = made;
        last = made;
    }
}

void fr_place_fn_keywords(fr_diags *d, fr_program *program)
{
    placing p = {d, program, NULL, NULL};
    find_structs(&p);
    bool any = p.structs != NULL;
    for (fr_functional *f = program->functionals; f; f = f->next)
        for (size_t i = positional_count(f); i < f->param_count && i < MOST_PARAMETERS; i++) {
            if (f->params[i].fallback)
                f->params[i].fallback = closed(&p, f, i);
            any = true;
        }
    for (fr_functional *f = program->functionals; any && f; f = f->next) {
        f->body = placed(&p, f->body);
        add_derivatives(&p, f);
    }
    for (fr_function *f = program->functions; any && f; f = f->next) {
        p.within = f;
        place_in(&p, f->body);
    }
}
