/* function_args.c: names of functions and of types as arguments of a call, i_sum(out!, exp, v): the
 * routine is compiled once for each of them, with that name for the parameter. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/instructions.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/spellings.h"

enum { MOST_FIXED = 16, LONGEST_VERSION = 600 };

/* What stands for a name in the body. */
typedef struct {
    fr_sema *s;
    fr_replacement all[4 * MOST_FIXED];
    size_t count;
    const fr_expr *captured[MOST_FIXED]; /* variables of the caller that functions read */
    size_t captured_count;
    const fr_param *rest; /* args... of the routine, and how many there are; NULL: it has none */
    size_t rest_count;
    bool guarded; /* at work is the body of an if: a call in it may be for other arguments */
} replacements;

/* ---- copies ---- */

static fr_expr *copy_expr(const replacements *r, const fr_expr *e)
{
    return e ? fr_replace_names(r->s->arena, e, r->all, r->count) : NULL;
}

/* PlusEq(f), ⊕(f) */
static bool is_update(const fr_expr *e)
{
    return e->kind == EX_CALL && e->count == 1 && e->keyword_count == 0 && e->left->kind == EX_NAME
           && fr_update_named(e->left->name) != TOK_EOF;
}

/* ~f, the inverse of a routine as an argument. */
static bool is_inverse(const fr_expr *e) { return e->kind == EX_UNARY && e->token == TOK_TILDE; }

/* f(args...) with the elements of args in its place: PlusEq(g)(args...) is args[1] += g(args[2]).
 */
static void spread(const replacements *r, fr_expr *e)
{
    fr_expr **items = fr_alloc(r->s->arena, (e->count + r->rest_count + 1) * sizeof *items);
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++) {
        const fr_expr *x = e->items[i];
        const bool all = r->rest && x->kind == EX_SPLAT && x->left->kind == EX_NAME
                         && strcmp(x->left->name, r->rest->name) == 0 && count == i;
        for (size_t k = 0; all && k < r->rest_count; k++) {
            fr_expr *at = fr_make_int(r->s->arena, x->span, (int64_t)k + 1);
            items[count++] = fr_make_index(r->s->arena, x->span, x->left, 1, &at);
        }
        if (!all)
            items[count++] = e->items[i];
    }
    e->items = items;
    e->count = count;
}

/* Whether a call of the argument f with so many arguments has a meaning. */
static bool takes_count(const fr_expr *f, size_t count)
{
    size_t least = 0, most = SIZE_MAX;
    while (is_inverse(f))
        f = f->right;
    if (is_update(f)) {
        const fr_expr *g = f->items[0];
        if (fr_operator_named(g) != TOK_EOF)
            least = most = 2;
        else if (g->kind == EX_LAMBDA)
            least = most = g->left->kind == EX_TUPLE ? g->left->count : 1;
        else if (g->kind == EX_NAME)
            (void)fr_builtin_arity(g->name, &least, &most);
        return count > 1 && count - 1 >= least && count - 1 <= most;
    }
    if (fr_operator_named(f) != TOK_EOF)
        return false;
    const size_t wanted = f->kind == EX_NAME ? fr_instruction_arguments(f->name) : 0;
    return wanted == 0 || count == wanted;
}

/* In the body of an if such a call is for other functions: here the machine must not come to it. */
static bool is_for_others(const replacements *r, fr_stmt *st)
{
    const fr_expr *e = st->value;
    const bool call = e->kind == EX_CALL || e->kind == EX_DOTCALL;
    if (!r->guarded || (call ? takes_count(e->left, e->count) : e->kind != EX_BINARY))
        return false;
    st->kind = ST_ASSERT;
    st->value = fr_make_int(r->s->arena, e->span, 0);
    st->value->kind = EX_BOOL;
    return true;
}

/* The call of an argument as a statement: f is ~g, or PlusEq(g). */
static void call_argument(const replacements *r, fr_stmt *st)
{
    fr_expr *e = st->value;
    const bool call = e->kind == EX_CALL || e->kind == EX_DOTCALL;
    if (call && r->rest
        && (is_inverse(e->left) || is_update(e->left)
            || (e->left->kind == EX_NAME && fr_instruction_arguments(e->left->name) > 0)))
        spread(r, e);
    if (is_for_others(r, st))
        return;
    if (e->kind == EX_UNARY && e->token == TOK_SUB) { /* -(x) */
        st->value = fr_make_call(r->s->arena, e->span, "NEG", 1, &e->right);
        return;
    }
    if (!call || e->left->kind == EX_LAMBDA || fr_operator_named(e->left) != TOK_EOF) {
        fr_help(r->s->d,
                fr_report(r->s->d, RGC_ERROR, "R0603", e->span,
                          "this calls a function that only has a value, as if it were a routine"),
                "pass PlusEq(f), which adds the value, or a routine");
        st->kind = ST_BLOCK;
        st->body = NULL;
        return;
    }
    while (is_inverse(e->left)) {
        st->inverse = !st->inverse;
        e->left = e->left->right;
    }
    if (!is_update(e->left) || e->count < 2)
        return;
    const bool dotted = e->kind == EX_DOTCALL;
    fr_expr *value =
        fr_apply(r->s->arena, e->span, e->left->items[0], e->count - 1, e->items + 1, dotted);
    if (!value) {
        fr_report(r->s->d, RGC_ERROR, "R0604", e->span,
                  "the function that is added here takes another number of arguments than %zu",
                  e->count - 1);
        value = fr_make_int(r->s->arena, e->span, 0);
    }
    fr_stmt update = *st;
    update.kind = ST_UPDATE;
    update.token = fr_update_named(e->left->left->name);
    if (dotted)
        update.token = fr_dotted(update.token);
    update.inverse = false;
    update.target = e->items[0];
    update.value = value;
    *st = st->inverse ? *fr_invert_list(r->s->arena, &update) : update;
}

static fr_stmt *copy_list(const replacements *r, const fr_stmt *list)
{
    fr_stmt *first = NULL, **tail = &first;
    for (; list; list = list->next) {
        fr_stmt *copy = fr_alloc(r->s->arena, sizeof *copy);
        *copy = *list;
        copy->next = NULL;
        copy->target = copy_expr(r, list->target);
        copy->value = copy_expr(r, list->value);
        copy->pre = copy_expr(r, list->pre);
        copy->post = copy_expr(r, list->post);
        replacements within = *r;
        within.guarded = r->guarded || list->kind == ST_IF;
        copy->body = copy_list(&within, list->body);
        copy->other = copy_list(&within, list->other);
        if (copy->kind == ST_CALL && copy->value)
            call_argument(r, copy);
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
    if (is_inverse(e) || is_update(e))
        return names_function(s, is_inverse(e) ? e->right : e->items[0]);
    if (e->kind == EX_LAMBDA || fr_operator_named(e) != TOK_EOF)
        return true;
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
    if (p->rest)
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
    r->all[r->count++] = (fr_replacement){wanted->name, type};
    return true;
}

/* ---- what functions without a name read of their caller ---- */

static bool bound(const fr_expr *pattern, const char *name)
{
    if (pattern->kind == EX_NAME)
        return strcmp(pattern->name, name) == 0;
    for (size_t i = 0; i < pattern->count; i++)
        if (bound(pattern->items[i], name))
            return true;
    return false;
}

static bool is_captured(const replacements *r, const char *name)
{
    for (size_t i = 0; i < r->captured_count; i++)
        if (strcmp(r->captured[i]->name, name) == 0)
            return true;
    return false;
}

/* Appends the variables that e reads, each once; false when they are too many. */
static bool capture(fr_sema *s, const fr_expr *e, const fr_expr *const *patterns, size_t depth,
                    replacements *out)
{
    const fr_expr *inner[MOST_FIXED];
    if (!e)
        return true;
    if (e->kind == EX_LAMBDA && depth + 1 < MOST_FIXED) {
        if (depth > 0)
            memcpy(inner, patterns, depth * sizeof *inner);
        inner[depth] = e->left;
        return capture(s, e->right, inner, depth + 1, out);
    }
    if (e->kind == EX_NAME && depth > 0) {
        const fr_var *v = fr_find_var(s, e->name);
        bool known = !v || !v->live;
        for (size_t i = 0; i < depth; i++)
            known = known || bound(patterns[i], e->name);
        known = known || is_captured(out, e->name);
        if (!known && out->captured_count == MOST_FIXED)
            return false;
        if (!known)
            out->captured[out->captured_count++] = e;
    }
    bool ok = (e->kind == EX_CALL || capture(s, e->left, patterns, depth, out))
              && capture(s, e->right, patterns, depth, out)
              && capture(s, e->third, patterns, depth, out);
    for (size_t i = 0; ok && i < e->count; i++)
        ok = capture(s, e->items[i], patterns, depth, out);
    return ok;
}

/* What such a variable is called in the version: no name of the routine. A variable of the caller's
 * caller keeps its name, so that a routine that calls itself has one version, and another one of
 * the same name gets a longer one. */
static const char *captured_name(const replacements *r, size_t i)
{
    const char *name = r->captured[i]->name;
    if (strstr(name, "#caller"))
        return name;
    do
        name = fr_format(r->s->arena, "%s#caller", name);
    while (is_captured(r, name));
    return name;
}

/* The function as the version reads it. */
static const fr_expr *closed(fr_sema *s, const replacements *r, const fr_expr *function)
{
    fr_replacement by[MOST_FIXED];
    if (r->captured_count == 0)
        return function;
    for (size_t i = 0; i < r->captured_count; i++)
        by[i] = (fr_replacement){r->captured[i]->name,
                                 fr_make_name(s->arena, r->captured[i]->span, captured_name(r, i))};
    return fr_replace_names(s->arena, function, by, r->captured_count);
}

/* What a call gives for each parameter that is known when compiling. */
typedef struct {
    bool named[MOST_FIXED], keywords[MOST_FIXED]; /* arguments, and keywords of the call */
    replacements captured;
    size_t passed[MOST_FIXED]; /* by captured variable: which argument passes it too, from 1 */
    const char *name;
} choice;

/* The parameter that a captured variable is passed for too, so that the function reads that one;
 * SIZE_MAX: none. */
static size_t passed_for(const choice *c, size_t captured) { return c->passed[captured] - 1; }

static const fr_expr *function_of_keyword(fr_sema *s, const fr_function *f, const fr_param *p,
                                          const fr_expr *call, const choice *c)
{
    for (size_t i = 0; call && i < call->keyword_count; i++)
        if (strcmp(call->keywords[i].name, p->name) == 0)
            return c->keywords[i] && takes_function(f, p, true) ? call->keywords[i].value : NULL;
    return p->fallback && names_function(s, p->fallback) ? p->fallback : NULL;
}

/* Whether the routine takes those of the arguments that name functions and types; what stands for
 * its parameters is added to r. */
static bool takes(fr_sema *s, const fr_function *f, const fr_expr *call, const choice *c,
                  bool untyped, replacements *r)
{
    size_t positional = 0;
    for (size_t i = 0; i < f->param_count; i++)
        positional += !f->params[i].keyword;
    bool rest = positional > 0 && f->params[positional - 1].rest;
    if (rest ? call->count + 1 < positional : call->count != positional)
        return false;
    for (size_t i = 0; i < call->count; i++) {
        const fr_expr *arg = unmarked(call->items[i]);
        if (!c->named[i])
            continue;
        if (i >= positional || f->params[i].keyword
            || !(names_function(s, arg) ? takes_function(f, &f->params[i], untyped)
                                        : takes_type(s, f, &f->params[i], arg, r)))
            return false;
        r->all[r->count++] = (fr_replacement){f->params[i].name, closed(s, &c->captured, arg)};
    }
    for (size_t k = 0; k < call->keyword_count; k++) {
        bool known = !c->keywords[k];
        for (size_t i = 0; i < f->param_count && !known; i++)
            known = f->params[i].keyword && strcmp(f->params[i].name, call->keywords[k].name) == 0
                    && takes_function(f, &f->params[i], true);
        if (!known)
            return false;
    }
    return true;
}

/* The parameter has the name that the function reads. */
static void add_renamed(replacements *r, const fr_param *p, const char *name)
{
    if (r->count < 4 * MOST_FIXED)
        r->all[r->count++] = (fr_replacement){p->name, fr_make_name(r->s->arena, p->span, name)};
}

/* The parameters and the body of f where functions and types are known. */
static void specialise(fr_sema *s, const fr_function *f, const fr_expr *call, const choice *c,
                       replacements *r, fr_function *v)
{
    fr_param *params = fr_alloc(s->arena, (f->param_count + MOST_FIXED) * sizeof *params);
    size_t count = 0;
    bool *gone = fr_alloc(s->arena, f->param_count + 1);
    for (size_t i = 0; i < c->captured.captured_count; i++)
        if (passed_for(c, i) == SIZE_MAX)
            params[count++] = (fr_param){.name = captured_name(&c->captured, i),
                                         .span = c->captured.captured[i]->span};
        else
            add_renamed(r, &f->params[passed_for(c, i)], captured_name(&c->captured, i));
    for (size_t i = 0; i < f->param_count; i++) {
        const fr_param *p = &f->params[i];
        const fr_expr *given =
            p->keyword && r->count < 3 * MOST_FIXED ? function_of_keyword(s, f, p, call, c) : NULL;
        gone[i] = given || (!p->keyword && call && i < call->count && c->named[i]);
        if (given)
            r->all[r->count++] = (fr_replacement){p->name, closed(s, &c->captured, given)};
    }
    for (size_t i = 0; i < f->param_count; i++) {
        if (gone[i])
            continue;
        fr_param *p = &params[count++];
        *p = f->params[i];
        for (size_t k = 0; k < c->captured.captured_count; k++)
            if (passed_for(c, k) == i)
                p->name = captured_name(&c->captured, k);
        p->type = copy_expr(r, p->type);
        p->fallback = copy_expr(r, p->fallback);
    }
    v->params = params;
    v->param_count = count;
    v->body = copy_list(r, f->body);
}

/* Makes the version of f for the arguments that name functions and types; false when it does not
 * take them. */
static bool add_version(fr_sema *s, const fr_function *f, const fr_expr *call, const choice *c,
                        bool untyped)
{
    replacements r = {.s = s};
    f = f->written ? f->written : f;
    if (!takes(s, f, call, c, untyped, &r))
        return false;
    for (size_t i = 0; i < f->param_count; i++)
        if (f->params[i].rest) {
            r.rest = &f->params[i];
            r.rest_count = call->count - i;
        }
    for (const fr_function *g = fr_find_function(s->program, c->name); g; g = g->next_of_name)
        if (g->origin == f)
            return true;
    fr_function *v = fr_alloc(s->arena, sizeof *v);
    *v = *f;
    v->next = v->next_of_name = NULL;
    v->origin = f;
    v->name = c->name;
    specialise(s, f, call, c, &r, v);
    fr_program *program =
        (fr_program *)(uintptr_t)s->program; /* versions are part of the program from now on */
    fr_add_function(s->arena, program, v);
    return true;
}

static const char *text_of(fr_sema *s, const choice *c, const fr_expr *arg)
{
    fr_type type = {RG_TYPE_FIXED, 0};
    if (names_function(s, arg) || arg->kind == EX_INT)
        return fr_text_of(s->arena, closed(s, &c->captured, arg));
    (void)fr_resolve_type(s, arg, &type);
    return fr_type_text(s, type);
}

/* i_sum{exp} */
static const char *version_name(fr_sema *s, const fr_expr *call, const choice *c)
{
    const char *name = fr_format(s->arena, "%s{", call->left->name), *comma = "";
    for (size_t i = 0; i < call->count; i++)
        if (c->named[i]) {
            name =
                fr_format(s->arena, "%s%s%s", name, comma, text_of(s, c, unmarked(call->items[i])));
            comma = ",";
        }
    for (size_t i = 0; i < call->keyword_count; i++)
        if (c->keywords[i])
            name = fr_format(s->arena, "%s;%s=%s", name, call->keywords[i].name,
                             text_of(s, c, call->keywords[i].value));
    for (size_t i = 0; i < c->captured.captured_count; i++)
        if (passed_for(c, i) != SIZE_MAX)
            name = fr_format(s->arena, "%s;%s=%zu", name, captured_name(&c->captured, i),
                             c->passed[i]);
    return fr_format(s->arena, "%s}", name);
}

static bool picks_in_expr(const fr_expr *e, const char *name)
{
    if (!e)
        return false;
    bool found = picks_in_expr(e->left, name) || picks_in_expr(e->right, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = picks_in_expr(e->items[i], name)
                || (fr_calls_name(e, "tget") && e->items[i]->kind == EX_NAME
                    && strcmp(e->items[i]->name, name) == 0);
    return found;
}

static bool picks(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next)
        if (picks_in_expr(s->target, name) || picks_in_expr(s->value, name) || picks(s->body, name)
            || picks(s->other, name))
            return true;
    return false;
}

/* args |> tget(k), where the call gives k: which element that is must be known when compiling. */
static bool picks_element(fr_sema *s, const fr_expr *call, const fr_keyword *k)
{
    if (k->value->kind != EX_INT)
        return false;
    const fr_function *f = fr_find_function(s->program, call->left->name);
    for (; f; f = f->next_of_name)
        if (!f->origin && picks(f->body, k->name))
            return true;
    return false;
}

/* Which arguments and keywords are known when compiling; false: none. */
static bool choose(fr_sema *s, const fr_expr *e, choice *c)
{
    bool any = false, captured = true;
    for (size_t i = 0; i < e->count; i++) {
        const fr_expr *arg = unmarked(e->items[i]);
        c->named[i] = names_function(s, arg) || names_type(s, arg);
        any = any || c->named[i];
        captured = captured && (!c->named[i] || capture(s, arg, NULL, 0, &c->captured));
    }
    for (size_t i = 0; i < e->keyword_count; i++) {
        c->keywords[i] = names_function(s, e->keywords[i].value)
                         || picks_element(s, e, &e->keywords[i]);
        any = any || c->keywords[i];
        captured = captured
                   && (!c->keywords[i] || capture(s, e->keywords[i].value, NULL, 0, &c->captured));
    }
    return any && captured;
}

/* Whether each routine of that name leaves the parameter as it is. */
static bool only_read(fr_sema *s, const char *name, size_t parameter)
{
    const fr_function *f = fr_find_function(s->program, name);
    for (; f; f = f->next_of_name)
        if (!f->origin
            && (parameter >= f->param_count || f->params[parameter].keyword
                || f->params[parameter].rest || fr_is_written(f->body, f->params[parameter].name)))
            return false;
    return true;
}

/* Variables that a function reads, and that the call passes beside it to be read. */
static void find_passed(fr_sema *s, const fr_expr *e, choice *c)
{
    for (size_t i = 0; i < c->captured.captured_count; i++)
        for (size_t k = 0; k < e->count && c->passed[i] == 0; k++)
            if (!c->named[k] && e->items[k]->kind == EX_NAME
                && strcmp(e->items[k]->name, c->captured.captured[i]->name) == 0
                && only_read(s, e->left->name, k))
                c->passed[i] = k + 1;
}

fr_stmt *fr_expand_function_args(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    if (st->kind == ST_UPDATE && (e->kind == EX_CALL || e->kind == EX_DOTCALL)
        && e->left->kind == EX_LAMBDA) { /* PlusEq(x -> x^2)(y, x) */
        fr_expr *value = fr_without_lambda(s->arena, (fr_expr *)(uintptr_t)e);
        if (value)
            return fr_make_change(s->arena, st->span, ST_UPDATE, st->token, st->target, value);
    }
    if (st->kind != ST_CALL || (e->kind != EX_CALL && e->kind != EX_DOTCALL)
        || e->left->kind != EX_NAME || e->count > MOST_FIXED || e->keyword_count > MOST_FIXED
        || !fr_find_function(s->program, e->left->name))
        return NULL;
    choice c = {.captured = {.s = s}};
    bool found = false;
    if (!choose(s, e, &c))
        return NULL;
    find_passed(s, e, &c);
    c.name = version_name(s, e, &c);
    if (strlen(c.name) > LONGEST_VERSION) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0606", e->span,
                          "each call of '%.40s' passes a larger function on", e->left->name),
                "a routine that calls itself passes its function on as it is");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    for (int untyped = 0; !found && untyped < 2;
         untyped++) /* what asks for a function comes before what takes anything */
        for (const fr_function *f = fr_find_function(s->program, e->left->name); f;
             f = f->next_of_name)
            if (!f->origin)
                found = add_version(s, f, e, &c, untyped) || found;
    if (!found)
        return NULL;
    fr_expr *items[2 * MOST_FIXED];
    size_t count = 0;
    for (size_t i = 0; i < c.captured.captured_count; i++)
        if (passed_for(&c, i) == SIZE_MAX)
            items[count++] = fr_make_name(s->arena, e->span, c.captured.captured[i]->name);
    for (size_t i = 0; i < e->count; i++)
        if (!c.named[i])
            items[count++] = e->items[i];
    fr_stmt *out = fr_make_stmt(s->arena, ST_CALL, st->span);
    out->inverse = st->inverse;
    out->value = fr_make_call(s->arena, e->span, c.name, count, items);
    out->value->kind = e->kind;
    out->value->keywords = fr_alloc(s->arena, (e->keyword_count + 1) * sizeof *e->keywords);
    for (size_t i = 0; i < e->keyword_count; i++)
        if (!c.keywords[i])
            out->value->keywords[out->value->keyword_count++] = e->keywords[i];
    return out;
}

void fr_default_functions(fr_sema *s, bool written)
{
    for (fr_function *f = s->program->functions; f; f = f->next) {
        bool any = false;
        for (size_t i = 0; !written && i < f->param_count; i++)
            any = any
                  || (f->params[i].keyword && f->params[i].fallback
                      && names_function(s, f->params[i].fallback));
        if (written && f->written) {
            f->params = f->written->params;
            f->param_count = f->written->param_count;
            f->body = f->written->body;
            f->written = NULL;
        }
        if (!any)
            continue;
        replacements r = {.s = s};
        const choice none = {.name = f->name};
        fr_function *template = fr_alloc(s->arena, sizeof *template);
        *template = *f;
        specialise(s, template, NULL, &none, &r, f);
        f->written = template;
    }
}
