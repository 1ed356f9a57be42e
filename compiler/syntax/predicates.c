/* predicates.c: an @fn makes reals, and a machine word for true or false would be an ancilla. So a
 * condition that has a name is put where it is called. So are a constructor of a struct, and a
 * function of an Int or of a Complex. */
#include "compiler/syntax/predicates.h"

#include <string.h>

#include "compiler/syntax/fn_variables.h"
#include "compiler/syntax/formula_entries.h"
#include "compiler/syntax/formulas.h"
#include "compiler/syntax/globals.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

enum { MOST_PREDICATES = 256, MOST_ROUNDS = 16, MOST_NODES = 20000 };

typedef struct {
    fr_arena *arena;
    fr_diags *d;
    size_t count;
    const char *names[MOST_PREDICATES];
    fr_span spans[MOST_PREDICATES];
    const fr_functional *sources[MOST_PREDICATES];
    fr_expr *functions[MOST_PREDICATES]; /* as EX_LAMBDA */
    const fr_function *within;           /* whose variables hide names; NULL: an @fn */
    fr_soundness *sound;
} predicates;

static bool is_condition(const predicates *p, const fr_expr *e)
{
    if (e->kind == EX_BOOL)
        return true;
    if (e->kind == EX_UNARY)
        return e->token == TOK_NOT;
    for (size_t i = 0; e->kind == EX_CALL && e->left->kind == EX_NAME && i < p->count; i++)
        if (strcmp(p->names[i], e->left->name) == 0)
            return true;
    if (e->kind == EX_CALL && e->left->kind == EX_NAME)
        return strcmp(e->left->name, "isodd") == 0 || strcmp(e->left->name, "iseven") == 0;
    if (e->kind != EX_BINARY)
        return false;
    switch (e->token) {
    case TOK_ANDAND:
    case TOK_OROR:
    case TOK_EQ:
    case TOK_NE:
    case TOK_LT:
    case TOK_LE:
    case TOK_GT:
    case TOK_GE: return true;
    default: return false;
    }
}

/* What a 'let' names could be what an argument reads. */
static bool has_let(const fr_expr *e)
{
    if (!e)
        return false;
    bool found = e->kind == EX_LET || has_let(e->left) || has_let(e->right) || has_let(e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = has_let(e->items[i]);
    return found;
}

static fr_expr *as_function(const predicates *p, fr_program *program, const fr_functional *f)
{
    fr_expr *names = fr_make_call(p->arena, f->span, "", 0, NULL);
    names->kind = EX_TUPLE;
    names->left = NULL;
    names->items = fr_alloc(p->arena, (f->param_count + 1) * sizeof *names->items);
    for (size_t i = 0; i < f->param_count; i++)
        names->items[names->count++] = fr_make_name(p->arena, f->params[i].span, f->params[i].name);
    fr_expr *e = fr_make_unary(p->arena, f->span, TOK_FREE, f->body);
    e->kind = EX_LAMBDA;
    e->left = f->param_count == 1 ? names->items[0] : names;
    return fr_with_constants(p->arena, program, e);
}

/* ---- where they are used ---- */

static const fr_expr *function_named(const predicates *p, const fr_expr *name)
{
    for (size_t i = 0; name->kind == EX_NAME && i < p->count; i++)
        if (strcmp(p->names[i], name->name) == 0)
            return p->functions[i];
    return NULL;
}

static fr_expr *inlined(void *context, const fr_expr *e);

static fr_expr *argument(void *context, const fr_expr *e)
{
    const predicates *p = context;
    const fr_expr *f = e ? function_named(p, e) : NULL;
    if (!f || (p->within && fr_hides(p->within, e->name)))
        return inlined(context, e);
    fr_expr *copy = fr_alloc(p->arena, sizeof *copy);
    *copy = *f;
    copy->span = e->span;
    return copy;
}

/* An array behind filters and maps: the array itself, what must be true of an element of it, and
 * what it contributes. */
typedef struct {
    const predicates *p;
    fr_expr *array, *condition, *element;
} filtered;

static bool has_filter(const fr_expr *array)
{
    const bool inner = (fr_calls_name(array, "filter") || fr_calls_name(array, "map"))
                       && array->count == 2;
    return inner && (fr_calls_name(array, "filter") || has_filter(array->items[1]));
}

static bool peel_filters(filtered *f, fr_expr *array)
{
    if (!has_filter(array)) {
        f->array = array;
        f->element = fr_make_name(f->p->arena, array->span, "element#");
        return true;
    }
    if (!peel_filters(f, array->items[1]))
        return false;
    fr_expr *value = fr_apply(f->p->arena, array->span, array->items[0], 1, &f->element, false);
    if (fr_calls_name(array, "map"))
        f->element = value;
    else if (value)
        f->condition = f->condition ? fr_make_binary(f->p->arena, TOK_ANDAND, f->condition, value)
                                    : value;
    return value != NULL;
}

/* foldl((state, element) -> condition ? step(state, value) : state, start, array) */
static fr_expr *filtered_fold(const filtered *f, fr_span span, const fr_expr *step, fr_expr *start)
{
    fr_arena *arena = f->p->arena;
    fr_expr *state = fr_make_name(arena, span, "state#"), *given[] = {state, f->element},
            *pair[] = {state, fr_make_name(arena, span, "element#")};
    fr_expr *names = fr_make_call(arena, span, "", 2, pair);
    names->kind = EX_TUPLE;
    names->left = NULL;
    fr_expr *next = fr_apply(arena, span, step, 2, given, false);
    if (!next)
        return NULL;
    fr_expr *choice = fr_make_unary(arena, span, TOK_QUESTION, next);
    choice->kind = EX_TERNARY;
    choice->left = f->condition;
    choice->third = state;
    fr_expr *body = fr_make_unary(arena, span, TOK_FREE, choice);
    body->kind = EX_LAMBDA;
    body->left = names;
    fr_expr *items[] = {body, start, f->array};
    return fr_make_call(arena, span, "foldl", 3, items);
}

static fr_expr *plus(const predicates *p, fr_span span)
{
    return fr_make_name(p->arena, span, "+");
}

/* foldl, sum and length of arrays behind filters; sum(f, v) and count(p, v) too. */
static fr_expr *without_filter(const predicates *p, fr_expr *e)
{
    const bool sum = fr_calls_name(e, "sum") && (e->count == 1 || e->count == 2),
               fold = fr_calls_name(e, "foldl") && e->count == 3,
               length = fr_calls_name(e, "length") && e->count == 1,
               count = fr_calls_name(e, "count") && e->count == 2;
    if (!sum && !fold && !length && !count)
        return e;
    fr_expr *array = e->items[e->count - 1];
    if (count)
        array = fr_make_call(p->arena, e->span, "filter", 2, e->items);
    else if (sum && e->count == 2 && has_filter(array))
        array = fr_make_call(p->arena, e->span, "map", 2, e->items);
    filtered f = {.p = p};
    if (!has_filter(array) || !peel_filters(&f, array))
        return e;
    if (length || count)
        f.element = fr_make_int(p->arena, e->span, 1);
    fr_expr *whole = filtered_fold(&f, e->span, fold ? e->items[0] : plus(p, e->span),
                                   fold ? e->items[1] : fr_make_int(p->arena, e->span, 0));
    return whole ? whole : e;
}

static bool is_argument(const fr_expr *function, const char *name)
{
    const fr_expr *names = function->left;
    if (names->kind == EX_NAME)
        return strcmp(names->name, name) == 0;
    for (size_t i = 0; i < names->count; i++)
        if (names->items[i]->kind == EX_NAME && strcmp(names->items[i]->name, name) == 0)
            return true;
    return false;
}

/* A variable of the routine is none of the function that the routine calls. */
static void check_names(const predicates *p, const fr_expr *function, const char *called,
                        const fr_expr *e)
{
    if (!e || e->kind == EX_LAMBDA)
        return;
    if (e->kind == EX_NAME && !is_argument(function, e->name) && fr_hides(p->within, e->name)) {
        rgc_diagnostic *r =
            fr_report(p->d, RGC_ERROR, "R0301", e->span, "'%s' is not declared", e->name);
        fr_help(p->d, r, "it is a variable of '%s', which calls '%s': make it an argument of '%s'",
                p->within->name, called, called);
    }
    if (e->kind != EX_CALL && e->kind != EX_DOTCALL)
        check_names(p, function, called, e->left);
    check_names(p, function, called, e->right);
    check_names(p, function, called, e->third);
    for (size_t i = 0; i < e->count; i++)
        check_names(p, function, called, e->items[i]);
}

static fr_expr *inlined(void *context, const fr_expr *e)
{
    predicates *p = context;
    if (!e)
        return NULL;
    const bool call = e->kind == EX_CALL || e->kind == EX_DOTCALL;
    fr_expr *copy = fr_with_arguments(p->arena, e, call ? argument : inlined, context);
    copy->left = inlined(context, e->left);
    copy->right = inlined(context, e->right);
    copy->third = inlined(context, e->third);
    const fr_expr *f = call ? function_named(p, e->left) : NULL;
    if (f && e->keyword_count == 0) {
        if (p->within)
            check_names(p, f, e->left->name, f->right);
        fr_expr *value =
            fr_apply(p->arena, e->span, f, copy->count, copy->items, e->kind == EX_DOTCALL);
        return value ? value : copy;
    }
    return p->within ? copy : without_filter(p, copy);
}

static void inline_in(predicates *p, fr_stmt *list)
{
    for (fr_stmt *s = list; s; s = s->next) {
        s->target = inlined(p, s->target);
        s->value = inlined(p, s->value);
        s->pre = inlined(p, s->pre);
        s->post = inlined(p, s->post);
        inline_in(p, s->body);
        inline_in(p, s->other);
    }
}

static const fr_struct *struct_called(const fr_program *program, const char *name)
{
    const fr_struct *s = program->structs;
    while (s && strcmp(s->name, name) != 0)
        s = s->next;
    return s;
}

/* Name(x) = Name(x, zero(x)) of a struct: a constructor with fewer arguments. */
static bool is_constructor(const fr_program *program, const fr_functional *f)
{
    return struct_called(program, f->name) && fr_calls_name(f->body, f->name)
           && f->body->count != f->param_count;
}

static bool names_struct(const fr_expr *e, const void *program)
{
    return e->kind == EX_NAME && struct_called(program, e->name);
}

static bool makes_struct(const fr_expr *e, const void *program)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME && struct_called(program, e->left->name);
}

/* Whether f is a routine of structs: it takes or makes some, which have names there. */
static bool is_of_structs(predicates *p, const fr_program *program, const fr_functional *f)
{
    fr_functional known = *f;
    bool found = !f->marked && fr_any_in(f->body, makes_struct, program);
    for (size_t i = 0; !f->marked && !found && i < f->param_count; i++) {
        const fr_expr *type = f->params[i].type;
        found = type && fr_any_in(type, names_struct, program);
    }
    found = found && !is_condition(p, f->body);
    known.body = found ? inlined(p, f->body) : NULL;
    return found && p->sound(p->d, program, &known);
}

static size_t arity(const fr_expr *function)
{
    return function->left->kind == EX_TUPLE ? function->left->count : 1;
}

/* Whether e calls one of them, also one that is defined further down. */
static bool calls_another(const predicates *p, const fr_expr *e)
{
    if (!e)
        return false;
    const fr_expr *f = e->kind == EX_CALL || e->kind == EX_DOTCALL ? function_named(p, e->left)
                                                                   : NULL;
    bool found = (f && arity(f) == e->count && e->keyword_count == 0) || calls_another(p, e->left)
                 || calls_another(p, e->right) || calls_another(p, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = calls_another(p, e->items[i]);
    return found;
}

static bool is_defined_twice(const fr_program *program, const fr_functional *f)
{
    for (const fr_functional *g = program->functionals; g; g = g->next)
        if (g != f && strcmp(g->name, f->name) == 0)
            return true;
    return fr_find_function(program, f->name) != NULL;
}

/* What stands where f is called; NULL: f is a function of reals, or none that can be put there. */
static fr_expr *put_in_place(fr_arena *arena, fr_program *program, predicates *p,
                             const fr_functional *f)
{
    if (p->count == MOST_PREDICATES || f->derives)
        return NULL;
    if (is_constructor(program, f))
        return has_let(f->body) ? NULL : f->body;
    if (fr_expr_mentions(f->body, f->name) || is_of_structs(p, program, f))
        return NULL;
    if (!f->marked && fr_takes_other_types(f))
        return is_defined_twice(program, f) ? NULL : fr_formula(arena, f, &program->bounds);
    return is_condition(p, f->body) && !has_let(f->body) ? f->body : NULL;
}

/* Takes the conditions among the definitions out of them; they stay in the text. */
static void collect(fr_diags *d, fr_program *program, predicates *p)
{
    fr_functional **link = &program->functionals;
    program->last_functional = NULL;
    while (*link) {
        fr_functional *f = *link;
        fr_name_variables_of_value(f);
        fr_expr *body = put_in_place(d->arena, program, p, f);
        if (!body) {
            fr_name_variables_of_types(f);
            program->last_functional = f;
            link = &f->next;
            continue;
        }
        f->body = inlined(p, body);
        p->names[p->count] = f->name;
        p->spans[p->count] = f->span;
        p->sources[p->count] = f;
        p->functions[p->count++] = as_function(p, program, f);
        if (is_constructor(program, f))
            f->name = "#constructor"; /* the name is that of the struct alone */
        *link = f->next;
        program->others = fr_grow(d->arena, program->others, program->other_count,
                                  &program->other_capacity, sizeof *program->others);
        program->others[program->other_count++] = f->whole;
    }
}

static bool refuse(predicates *p, size_t i, const char *code, const char *message)
{
    fr_report(p->d, RGC_ERROR, code, p->spans[i], "'%s' %s", p->names[i], message);
    return false;
}

/* What they call of each other is put into them. */
static bool complete(predicates *p)
{
    bool more = true;
    for (unsigned round = 0; more && round < MOST_ROUNDS; round++) {
        more = false;
        for (size_t i = 0; i < p->count; i++) {
            if (!calls_another(p, p->functions[i]->right))
                continue;
            more = true;
            p->functions[i]->right = inlined(p, p->functions[i]->right);
            if (fr_node_count(p->functions[i]->right, MOST_NODES) >= MOST_NODES)
                return refuse(p, i, "R1004", "calls itself, or is too large with what it calls");
        }
    }
    for (size_t i = 0; more && i < p->count; i++)
        if (calls_another(p, p->functions[i]->right))
            return refuse(p, i, "R1004", "calls itself, or calls nest too deeply");
    return true;
}

static bool uses_filter(const fr_program *program)
{
    for (const fr_functional *f = program->functionals; f; f = f->next)
        if (fr_expr_mentions(f->body, "filter") || fr_expr_mentions(f->body, "count"))
            return true;
    return false;
}

/* For calls with other values than reals, which only types tell. */
static void keep_formulas(fr_arena *arena, fr_program *program, const predicates *p)
{
    for (fr_functional *f = program->functionals; f; f = f->next) {
        fr_functional copy = *f;
        copy.body = f->derives || fr_expr_mentions(f->body, f->name) ? NULL
                                                                     : fr_formula(arena, f, NULL);
        if (copy.body)
            f->formula = as_function(p, program, &copy);
    }
}

/* Each is a routine too, but for constructors. */
static void start(const predicates *p, fr_program *program)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->sources[i]->name == p->names[i])
            fr_start_formula(p->d, program, p->sources[i], p->functions[i]);
}

static bool names_infinity(const fr_program *program)
{
    const fr_functional *f = program->functionals;
    while (f && !fr_names_infinity(f->body))
        f = f->next;
    return f != NULL;
}

/* isinf(x) and isfinite(x) are true or false for good where no function names Inf. */
static void keep_infinite_tests(fr_arena *arena, fr_program *program)
{
    static const char *const names[][2] = {{"isinf", fr_test_infinite},
                                           {"isfinite", fr_test_finite}};
    if (!names_infinity(program))
        return;
    for (fr_functional *f = program->functionals; f; f = f->next)
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            const fr_replacement by = {names[i][0], fr_make_name(arena, f->span, names[i][1])};
            f->body = fr_rename(arena, f->body, &by, 1);
        }
}

void fr_inline_predicates(fr_diags *d, fr_program *program, fr_soundness *sound)
{
    predicates p = {.arena = d->arena, .d = d, .sound = sound};
    keep_infinite_tests(d->arena, program);
    collect(d, program, &p);
    if (!complete(&p)) {
        program->incomplete = true;
        return;
    }
    if (p.count > 0 || uses_filter(program))
        for (fr_functional *f = program->functionals; f; f = f->next)
            f->body = inlined(&p, f->body);
    keep_formulas(d->arena, program, &p);
    for (fr_function *f = program->functions; f && p.count > 0; f = f->next) {
        p.within = f;
        inline_in(&p, f->body);
        p.within = NULL;
    }
    start(&p, program);
}
