/* function_args.c: names of functions and of types as arguments of a call, i_sum(out!, exp, v): the
 * routine is compiled once for each of them, with that name for the parameter. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

enum { MOST_FIXED = 16 };

/* What stands for a name in the body. */
typedef struct {
    const char *name;
    const fr_expr *by;
} replacement;
typedef struct {
    fr_sema *s;
    replacement all[2 * MOST_FIXED];
    size_t count;
} replacements;

/* ---- copies ---- */

static const fr_expr *replacement_of(const replacements *r, const char *name)
{
    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->all[i].name, name) == 0)
            return r->all[i].by;
    return NULL;
}

static fr_expr *copy_expr(void *context, const fr_expr *e)
{
    const replacements *r = context;
    if (!e)
        return NULL;
    const fr_expr *by = e->kind == EX_NAME ? replacement_of(r, e->name) : NULL;
    if (by) {
        fr_expr *copy = fr_alloc(r->s->arena, sizeof *copy);
        *copy = *by;
        copy->span = e->span;
        return copy;
    }
    fr_expr *copy = fr_with_arguments(r->s->arena, e, copy_expr, context);
    copy->left = copy_expr(context, e->left);
    copy->right = copy_expr(context, e->right);
    copy->third = copy_expr(context, e->third);
    return copy;
}

/* ~f, the inverse of a routine as an argument. */
static bool is_inverse(const fr_expr *e)
{
    return e->kind == EX_UNARY && e->token == TOK_TILDE && e->right->kind == EX_NAME;
}

static fr_stmt *copy_list(replacements *r, const fr_stmt *list)
{
    fr_stmt *first = NULL, **tail = &first;
    for (; list; list = list->next) {
        fr_stmt *copy = fr_alloc(r->s->arena, sizeof *copy);
        *copy = *list;
        copy->next = NULL;
        copy->target = copy_expr(r, list->target);
        copy->value = copy_expr(r, list->value);
        if (copy->kind == ST_CALL && copy->value
            && (copy->value->kind == EX_CALL || copy->value->kind == EX_DOTCALL)
            && is_inverse(copy->value->left)) {
            copy->inverse = !copy->inverse; /* f is ~g */
            copy->value->left = copy->value->left->right;
        }
        copy->pre = copy_expr(r, list->pre);
        copy->post = copy_expr(r, list->post);
        copy->body = copy_list(r, list->body);
        copy->other = copy_list(r, list->other);
        *tail = copy;
        tail = &copy->next;
    }
    return first;
}

/* ---- which arguments name functions and types ---- */

/* @const f and @skip! f are f. */
static const fr_expr *unmarked(const fr_expr *e)
{
    return (fr_calls_name(e, "@const") || fr_calls_name(e, "@skip!")) && e->count == 1 ? e->items[0]
                                                                                       : e;
}

static bool is_instruction(const char *name)
{
    for (size_t i = 0; fr_instruction_name(i); i++)
        if (strcmp(fr_instruction_name(i), name) == 0)
            return true;
    return false;
}

static bool names_variable(fr_sema *s, const char *name)
{
    const fr_var *v = fr_find_var(s, name);
    for (const fr_const *c = s->program->consts; c; c = c->next)
        if (strcmp(c->name, name) == 0)
            return true;
    return v && v->live;
}

static bool names_function(fr_sema *s, const fr_expr *e)
{
    if (is_inverse(e))
        return !names_variable(s, e->right->name)
               && (fr_find_function(s->program, e->right->name) || is_instruction(e->right->name));
    return e->kind == EX_NAME && !names_variable(s, e->name)
           && (fr_is_builtin(e->name) || fr_is_own_function(s, e->name)
               || fr_find_function(s->program, e->name) || is_instruction(e->name));
}

static bool names_type(fr_sema *s, const fr_expr *e)
{
    return (e->kind == EX_NAME || e->kind == EX_CURLY) && fr_is_type(s, e)
           && !(e->kind == EX_NAME && names_variable(s, e->name));
}

/* ---- versions of a routine ---- */

static const fr_expr *type_parameter(const fr_param *p)
{
    return p->type && p->type->kind == EX_CURLY && p->type->left->kind == EX_NAME
                   && strcmp(p->type->left->name, "Type") == 0 && p->type->count == 1
               ? p->type->items[0]
               : NULL;
}

static const fr_expr *bound_of(const fr_function *f, const fr_expr *type)
{
    for (size_t i = 0; type->kind == EX_NAME && i < f->where_count; i++)
        if (strcmp(f->wheres[i], type->name) == 0)
            return f->bounds && f->bounds[i] ? f->bounds[i] : type;
    return NULL;
}

/* Whether the parameter takes a function: f::Function, f::F where F<:Function; and where that is
 * allowed f, f::F where F. */
static bool takes_function(const fr_function *f, const fr_param *p, bool untyped)
{
    const fr_expr *bound = p->type ? bound_of(f, p->type) : NULL;
    const fr_expr *t = bound && bound != p->type ? bound : p->type;
    if (p->keyword || p->rest)
        return false;
    if (t && t->kind == EX_NAME && strcmp(t->name, "Function") == 0)
        return true;
    return untyped
           && (!t || bound == p->type || (t->kind == EX_NAME && strcmp(t->name, "Any") == 0));
}

/* Whether ::Type{T} takes this type; T is bound to it. */
static bool takes_type(fr_sema *s, const fr_function *f, const fr_param *p, const fr_expr *type,
                       replacements *r)
{
    const fr_expr *wanted = type_parameter(p);
    fr_type a, b;
    if (p->keyword || p->rest || (p->type && !wanted))
        return false;
    if (!wanted)
        return true;
    const fr_expr *bound = bound_of(f, wanted);
    if (!bound)
        return fr_resolve_type(s, wanted, &a) && fr_resolve_type(s, type, &b) && a.base == b.base
               && a.rank == b.rank;
    if (bound != wanted && fr_resolve_type(s, type, &a) && !fr_within_bound(s, a, bound))
        return false;
    r->all[r->count++] = (replacement){wanted->name, type};
    return true;
}

/* Makes the version of f for the arguments that name functions and types; false when it does not
 * take them. */
static bool add_version(fr_sema *s, const fr_function *f, const fr_expr *call, const char *name,
                        const bool *named, bool untyped)
{
    replacements r = {.s = s};
    size_t positional = 0;
    for (size_t i = 0; i < f->param_count; i++)
        positional += !f->params[i].keyword;
    bool rest = positional > 0 && f->params[positional - 1].rest;
    if (rest ? call->count + 1 < positional : call->count != positional)
        return false;
    for (size_t i = 0; i < call->count; i++) {
        const fr_expr *arg = unmarked(call->items[i]);
        if (!named[i])
            continue;
        if (i >= positional
            || !(names_function(s, arg) ? takes_function(f, &f->params[i], untyped)
                                        : takes_type(s, f, &f->params[i], arg, &r)))
            return false;
        r.all[r.count++] = (replacement){f->params[i].name, arg};
    }
    for (const fr_function *g = fr_find_function(s->program, name); g; g = g->next_of_name)
        if (g->origin == f)
            return true;
    fr_function *v = fr_alloc(s->arena, sizeof *v);
    *v = *f;
    v->next = v->next_of_name = NULL;
    v->origin = f;
    v->name = name;
    v->param_count = 0;
    v->params = fr_alloc(s->arena, (f->param_count + 1) * sizeof *v->params);
    for (size_t i = 0; i < f->param_count; i++) {
        if (i < call->count && named[i] && !f->params[i].keyword)
            continue;
        fr_param *p = &v->params[v->param_count++];
        *p = f->params[i];
        p->type = copy_expr(&r, p->type);
        p->fallback = copy_expr(&r, p->fallback);
    }
    v->body = copy_list(&r, f->body);
    fr_program *program =
        (fr_program *)(uintptr_t)s->program; /* versions are part of the program from now on */
    fr_add_function(s->arena, program, v);
    return true;
}

/* i_sum{exp} */
static const char *version_name(fr_sema *s, const fr_expr *call, const bool *named)
{
    const char *name = fr_format(s->arena, "%s{", call->left->name);
    bool first = true;
    for (size_t i = 0; i < call->count; i++) {
        const fr_expr *arg = unmarked(call->items[i]);
        fr_type type = {RG_TYPE_FIXED, 0};
        if (!named[i])
            continue;
        bool function = names_function(s, arg);
        if (!function)
            (void)fr_resolve_type(s, arg, &type);
        name = fr_format(s->arena, "%s%s%s", name, first ? "" : ",",
                         is_inverse(arg) ? fr_format(s->arena, "~%s", arg->right->name)
                         : function      ? arg->name
                                         : fr_type_text(s, type));
        first = false;
    }
    return fr_format(s->arena, "%s}", name);
}

fr_stmt *fr_expand_function_args(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    if (st->kind != ST_CALL || (e->kind != EX_CALL && e->kind != EX_DOTCALL)
        || e->left->kind != EX_NAME || e->count > MOST_FIXED
        || !fr_find_function(s->program, e->left->name))
        return NULL;
    bool named[MOST_FIXED], any = false, found = false;
    fr_expr *rest[MOST_FIXED];
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++) {
        const fr_expr *arg = unmarked(e->items[i]);
        named[i] = names_function(s, arg) || names_type(s, arg);
        any = any || named[i];
        if (!named[i])
            rest[count++] = e->items[i];
    }
    if (!any)
        return NULL;
    const char *name = version_name(s, e, named);
    for (int untyped = 0; !found && untyped < 2;
         untyped++) /* what asks for a function comes before what takes anything */
        for (const fr_function *f = fr_find_function(s->program, e->left->name); f;
             f = f->next_of_name)
            if (!f->origin)
                found = add_version(s, f, e, name, named, untyped) || found;
    if (!found)
        return NULL;
    fr_stmt *out = fr_make_stmt(s->arena, ST_CALL, st->span);
    out->inverse = st->inverse;
    out->value = fr_make_call(s->arena, e->span, name, count, rest);
    out->value->kind = e->kind;
    out->value->keywords = e->keywords;
    out->value->keyword_count = e->keyword_count;
    return out;
}
