/* closures.c: functions inside a function with a value read its variables as they are where they
 * are defined. In Julia they read and change the variables themselves, so both must be the same. */
#include "compiler/syntax/closures.h"

#include <string.h>

#include "compiler/syntax/host_sharing.h"
#include "compiler/syntax/methods.h"
#include "compiler/syntax/tree.h"

typedef struct {
    fr_parser *p;
    const fr_functional *f;
} checker;

static bool is_closure(const fr_expr *e)
{
    return e->kind == EX_LAMBDA && e->token == TOK_FUNCTION;
}

static bool binds(const fr_expr *pattern, const char *name)
{
    bool found = pattern->kind == EX_NAME && strcmp(pattern->name, name) == 0;
    for (size_t i = 0; !found && pattern->kind == EX_TUPLE && i < pattern->count; i++)
        found = binds(pattern->items[i], name);
    return found;
}

/* Whether a 'let' of e binds the name, outside the functions in it. */
static bool assigns(const fr_expr *e, const char *name)
{
    if (!e || is_closure(e))
        return false;
    bool found = (e->kind == EX_LET && binds(e->left, name)) || assigns(e->left, name)
                 || assigns(e->right, name) || assigns(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = assigns(e->items[i], name);
    return found;
}

static bool is_outer(const checker *c, const char *name)
{
    return assigns(c->f->body, name) || fr_has_parameter(c->f, name);
}

static void refuse(checker *c, fr_span at, const char *what, const char *name, const char *help)
{
    if (!c->p->panic)
        fr_help(c->p->d, fr_report(c->p->d, RGC_ERROR, "R1010", at, what, name), "%s", help);
    c->p->panic = true;
}

/* The names that a pattern of a 'let' within a function binds. */
static void check_pattern(checker *c, const fr_expr *function, const fr_expr *pattern)
{
    for (size_t i = 0; pattern->kind == EX_TUPLE && i < pattern->count; i++)
        check_pattern(c, function, pattern->items[i]);
    if (pattern->kind == EX_NAME && !binds(function->left, pattern->name)
        && is_outer(c, pattern->name))
        refuse(c, pattern->span, "this function changes '%s' of the function around it",
               pattern->name, "give the variable another name, or return what it becomes");
}

static void check_inside(checker *c, const fr_expr *function, const fr_expr *e)
{
    if (!e || c->p->panic)
        return;
    if (e->kind == EX_LET)
        check_pattern(c, function, e->left);
    check_inside(c, function, e->left);
    check_inside(c, function, e->right);
    check_inside(c, function, e->third);
    for (size_t i = 0; i < e->count; i++)
        check_inside(c, function, e->items[i]);
}

/* A name in the function that what follows its definition assigns again. */
static const fr_expr *changed_later(const fr_expr *function, const fr_expr *e, const fr_expr *rest)
{
    const fr_expr *found = NULL;
    if (!e)
        return NULL;
    if (e->kind == EX_NAME)
        return !binds(function->left, e->name) && assigns(rest, e->name) ? e : NULL;
    const fr_expr *parts[] = {e->left, e->right, e->third};
    for (size_t i = 0; i < 3 && !found; i++)
        found = changed_later(function, parts[i], rest);
    for (size_t i = 0; !found && i < e->count; i++)
        found = changed_later(function, e->items[i], rest);
    return found;
}

/* Whether the value of e may be what its part i is, or hold it. */
static bool holds_item(const checker *c, const fr_expr *e, size_t i)
{
    const fr_program *program = c->p->program;
    const bool named = e->kind == EX_CALL && e->left->kind == EX_NAME,
               called = named && fn_find(program, e->left->name);
    return e->kind == EX_TUPLE || e->kind == EX_ARRAY
           || (e->kind == EX_CALL && fr_struct_named(program, e->left))
           || (called && fr_keeps_argument(program, e, i));
}

/* The same of each function that the value e may be, or hold: f ∘ (x -> e) holds one. */
static const fr_expr *function_changed(const checker *c, const fr_expr *e, const fr_expr *rest)
{
    const fr_expr *found = NULL;
    if (!e)
        return NULL;
    if (e->kind == EX_LAMBDA)
        return changed_later(e, e->right, rest);
    const bool composed = e->kind == EX_BINARY && e->token == TOK_COMPOSE;
    if (composed)
        found = function_changed(c, e->left, rest);
    if (!found && (composed || e->kind == EX_TERNARY))
        found = function_changed(c, e->right, rest);
    if (!found && e->kind == EX_TERNARY)
        found = function_changed(c, e->third, rest);
    for (size_t i = 0; !found && i < e->count; i++)
        found = holds_item(c, e, i) ? function_changed(c, e->items[i], rest) : NULL;
    return found;
}

static void check(checker *c, const fr_expr *e)
{
    if (!e || c->p->panic)
        return;
    if (is_closure(e))
        check_inside(c, e, e->right);
    const fr_expr *later = e->kind == EX_LET ? function_changed(c, e->right, e->third) : NULL;
    if (later)
        refuse(c, later->span, "'%s' is assigned again behind this function, which reads it",
               later->name, "assign it before the function, or give it to the function");
    check(c, e->left);
    check(c, e->right);
    check(c, e->third);
    for (size_t i = 0; i < e->count; i++)
        check(c, e->items[i]);
}

void fr_check_closures(fr_parser *p, const fr_functional *f)
{
    checker c = {p, f};
    check(&c, f->body);
}
