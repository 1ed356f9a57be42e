/* keywords.c: keyword parameters, whose defaults may be made of the other parameters. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

static size_t param_index(const fr_function *f, const char *name, size_t before)
{
    size_t i = 0;
    while (i < before && strcmp(f->params[i].name, name) != 0)
        i++;
    return i;
}

static bool mentions_before(const fr_function *f, size_t before, const fr_expr *e)
{
    if (!e)
        return false;
    if (e->kind == EX_NAME)
        return param_index(f, e->name, before) < before;
    bool found = (e->kind != EX_CALL && mentions_before(f, before, e->left))
                 || mentions_before(f, before, e->right) || mentions_before(f, before, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = mentions_before(f, before, e->items[i]);
    return found;
}

bool fr_keyword_depends(const fr_function *f, size_t param)
{
    return mentions_before(f, param, f->params[param].fallback);
}

/* What stands for a parameter where a default is evaluated. */
typedef struct {
    fr_sema *s;
    const fr_function *f;
    const fr_expr *call;
    const fr_type *types;
    size_t before;
} scope;

static fr_expr *filled(const scope *at, const fr_expr *e);

/* The value of a keyword in the call, or its default, in terms of the caller. */
static fr_expr *given(const scope *at, size_t param)
{
    const fr_param *p = &at->f->params[param];
    for (size_t i = 0; at->call && i < at->call->keyword_count; i++)
        if (strcmp(at->call->keywords[i].name, p->name) == 0)
            return at->call->keywords[i].value;
    scope earlier = *at;
    earlier.before = param;
    return p->fallback ? filled(&earlier, p->fallback) : NULL;
}

/* One as a value of the type of a parameter: for the type of what is made of it. */
static fr_expr *sample(const scope *at, size_t param, fr_span span)
{
    return at->types[param].base == RG_TYPE_FIXED ? fr_make_real(at->s->arena, span, 1)
                                                  : fr_make_int(at->s->arena, span, 1);
}

/* What name... holds in the call. */
static fr_expr *rest_of(const scope *at, size_t param, fr_span span)
{
    size_t n = at->call && at->call->count > param ? at->call->count - param : 0;
    fr_expr *tuple =
        fr_make_call(at->s->arena, span, "", n, n > 0 ? at->call->items + param : NULL);
    tuple->kind = EX_TUPLE;
    tuple->left = NULL;
    return tuple;
}

static fr_expr *filled(const scope *at, const fr_expr *e)
{
    if (!e)
        return NULL;
    if (fr_calls_name(e, "length") && e->count == 1 && e->items[0]->kind == EX_NAME) {
        size_t rest = param_index(at->f, e->items[0]->name, at->before);
        if (rest < at->before && at->f->params[rest].rest)
            return fr_make_int(at->s->arena, e->span, (int64_t)rest_of(at, rest, e->span)->count);
    }
    size_t i = e->kind == EX_NAME ? param_index(at->f, e->name, at->before) : at->before;
    if (i < at->before && at->f->params[i].keyword)
        return given(at, i);
    if (i < at->before && at->f->params[i].rest)
        return rest_of(at, i, e->span);
    if (i < at->before)
        return at->types ? sample(at, i, e->span) : at->call->items[i];
    if (at->types && fr_is_extent(e) && e->kind == EX_CALL)
        return fr_make_int(at->s->arena, e->span, 1);
    if (at->types && e->kind == EX_INDEX)
        return filled(at, e->left);
    fr_expr *copy = fr_alloc(at->s->arena, sizeof *copy);
    *copy = *e;
    if (e->kind != EX_CALL)
        copy->left = filled(at, e->left);
    copy->right = filled(at, e->right);
    copy->third = filled(at, e->third);
    copy->items = fr_alloc(at->s->arena, (e->count + 1) * sizeof *copy->items);
    for (size_t k = 0; k < e->count; k++)
        copy->items[k] = filled(at, e->items[k]);
    return copy;
}

/* A default that is made of constants sees no variables of the caller. */
static fr_value constant_default(fr_sema *s, const fr_param *p)
{
    size_t count = s->var_count;
    s->var_count = 0;
    fr_value v = p->fallback ? fr_lower_expr(s, p->fallback) : fr_fail(p->span);
    s->var_count = count;
    return v;
}

/* The default, in which the type variables are those of the routine that is called. */
static fr_value default_value(const scope *at, size_t param, const fr_binding *bindings)
{
    fr_sema *s = at->s;
    const fr_instance *outer = s->instance;
    fr_instance called = {.function = at->f, .bindings = (fr_binding *)(uintptr_t)bindings};
    s->instance = &called;
    fr_value v = fr_keyword_depends(at->f, param) ? fr_lower_expr(s, given(at, param))
                                                  : constant_default(s, &at->f->params[param]);
    s->instance = outer;
    return v;
}

static bool is_keyword(const fr_function *f, const char *name)
{
    for (size_t k = 0; k < f->param_count; k++)
        if (f->params[k].keyword && strcmp(f->params[k].name, name) == 0)
            return true;
    return false;
}

static bool keywords_known(const fr_function *f, const fr_expr *call)
{
    for (size_t i = 0; i < call->keyword_count; i++)
        if (!is_keyword(f, call->keywords[i].name))
            return false;
    return true;
}

ir_expr *fr_keyword_value(fr_sema *s, const fr_function *f, size_t param, const fr_expr *call,
                          const fr_binding *bindings, fr_type *type)
{
    const fr_param *p = &f->params[param];
    scope at = {.s = s, .f = f, .call = call, .before = param};
    bool written = false;
    for (size_t i = 0; i < call->keyword_count; i++)
        written = written || strcmp(call->keywords[i].name, p->name) == 0;
    if (!written && !p->fallback && !keywords_known(f, call))
        return NULL; /* it may be meant by a name that was refused */
    if (!written && !p->fallback) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", call->span,
                                      "'%s' needs its keyword argument '%s'", f->name, p->name);
        fr_note(s->d, r, p->span, "declared here, without a default");
        fr_help(s->d, r, "write %s(...; %s=value)", f->name, p->name);
        return NULL;
    }
    bool depends = fr_keyword_depends(f, param);
    fr_value v = written ? fr_lower_expr(s, given(&at, param))
                         : default_value(&at, param, bindings);
    if (fr_concrete_type(s, p->type, f, bindings, 0, type))
        return fr_convert(s, v, type->base);
    fr_expr none = *call;
    none.keyword_count = 0;
    at.call = depends ? &none : call;
    fr_value usual = written && p->fallback ? default_value(&at, param, bindings) : v;
    *type = (fr_type){usual.ok ? usual.base : RG_TYPE_FIXED, 0};
    return fr_convert(s, v, type->base);
}

bool fr_keyword_entry_type(fr_sema *s, const fr_function *f, size_t param, const fr_type *types,
                           fr_type *out)
{
    scope at = {.s = s, .f = f, .types = types, .before = param};
    const fr_param *p = &f->params[param];
    if (!p->keyword || !p->fallback)
        return false;
    *out = (fr_type){RG_TYPE_FIXED, 0};
    for (size_t i = 0; i < param && fr_keyword_depends(f, param); i++)
        if (fr_is_compound(types[i].base))
            return true; /* the host gives a number */
    fr_value v = fr_keyword_depends(f, param) ? fr_lower_expr(s, filled(&at, p->fallback))
                                              : constant_default(s, p);
    *out = (fr_type){v.base, 0};
    return v.ok;
}

void fr_keyword_default(fr_sema *s, const fr_function *f, size_t param, ir_var *v)
{
    const fr_param *p = &f->params[param];
    v->keyword = true;
    if (!p->fallback || fr_keyword_depends(f, param))
        return;
    fr_value d = constant_default(s, p);
    if (d.ok && !d.constant)
        fr_report(
            s->d, RGC_ERROR, "R0602", p->fallback->span,
            "the default of a keyword parameter must be constant, or made of other parameters");
    else if (d.ok)
        v->has_default = fr_constant_raw(s, d, v->base, &v->default_raw);
}

void fr_check_keywords(fr_sema *s, const fr_function *f, const fr_expr *call)
{
    for (size_t i = 0; i < call->keyword_count; i++) {
        const char *names[64];
        size_t n = 0;
        bool known = false;
        for (size_t k = 0; k < f->param_count && n < 64; k++)
            if (f->params[k].keyword) {
                names[n++] = f->params[k].name;
                known = known || strcmp(f->params[k].name, call->keywords[i].name) == 0;
            }
        if (known)
            continue;
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", call->keywords[i].span,
                                      "'%s' has no keyword parameter '%s'", f->name,
                                      call->keywords[i].name);
        fr_note(s->d, r, f->span, "defined here");
        const char *near = rg_suggest(call->keywords[i].name, names, n);
        if (near)
            fr_did_you_mean(s->d, r, call->keywords[i].span, near);
    }
}
