/* methods.c: functions with a value that have one name, and differ in how many parameters they have
 * or in the structs that these are. */
#include "compiler/syntax/methods.h"

#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"

/* The struct that a name stands for. */
typedef struct known {
    const char *name, *type; /* type NULL: something else */
    const struct known *outer;
} known;

typedef struct {
    fr_diags *d;
    fr_program *program;
    const char *name;   /* of the methods; NULL: the arguments of all calls are checked */
    fr_functional **of; /* the methods, as they were written */
    size_t count;
    const char **names; /* that they get */
} methods;

const char *fr_struct_named(const fr_program *program, const fr_expr *type)
{
    const fr_expr *name = type && type->kind == EX_CURLY ? type->left : type;
    for (const fr_struct *s = program->structs; s && name && name->kind == EX_NAME; s = s->next)
        if (strcmp(s->name, name->name) == 0)
            return s->name;
    return NULL;
}

static const char *struct_of(const methods *m, const fr_functional *f, size_t i)
{
    return fr_struct_named(m->program, f->params[i].type);
}

/* Whether a call can tell them apart. */
static bool differ(const methods *m, const fr_functional *f, const fr_functional *g)
{
    bool found = f->param_count != g->param_count;
    for (size_t i = 0; !found && i < f->param_count; i++) {
        const char *a = struct_of(m, f, i), *b = struct_of(m, g, i);
        found = a && b && strcmp(a, b) != 0;
    }
    return found;
}

static bool is_plain(const fr_functional *f)
{
    bool plain = !f->derives && !f->marked;
    for (size_t i = 0; plain && i < f->param_count; i++)
        plain = !f->params[i].keyword;
    return plain;
}

/* ---- calls ---- */

static const char *type_of(const methods *m, const fr_expr *e, const known *k)
{
    if (fr_calls_name(e, fr_field_name)) /* with another field */
        return type_of(m, e->items[0], k);
    if (e->kind == EX_CALL)
        return fr_struct_named(m->program, e->left);
    while (e->kind == EX_NAME && k && strcmp(k->name, e->name) != 0)
        k = k->outer;
    return e->kind == EX_NAME && k ? k->type : NULL;
}

static bool suits(const methods *m, const fr_functional *f, const fr_expr *call, const known *k)
{
    bool good = f->param_count == call->count;
    for (size_t i = 0; good && i < call->count; i++) {
        const char *wanted = struct_of(m, f, i),
                   *given = wanted ? type_of(m, call->items[i], k) : NULL;
        good = !wanted || (given && strcmp(given, wanted) == 0);
    }
    return good;
}

static void name_method(methods *m, fr_expr *call, const known *k)
{
    size_t found = m->count, n = 0;
    for (size_t i = 0; i < m->count; i++)
        if (suits(m, m->of[i], call, k)) {
            found = i;
            n++;
        }
    if (n == 1) {
        call->left = fr_make_name(m->d->arena, call->left->span, m->names[found]);
        return;
    }
    rgc_diagnostic *r = fr_report(m->d, RGC_ERROR, "R1008", call->span,
                                  "which of the %zu functions '%s' is meant does not follow from "
                                  "these arguments",
                                  m->count, m->name);
    fr_note(m->d, r, m->of[0]->span, "one of them");
    fr_help(m->d, r,
            "they are told apart by how many arguments there are, and by structs that are made in "
            "the same function or are its parameters; give each a name of its own");
}

/* A struct is no other one, also if its fields are the same. */
static void check_call(methods *m, const fr_expr *call, const known *k)
{
    const fr_functional *f = fn_find(m->program, call->left->name);
    for (size_t i = 0; f && f->param_count == call->count && i < call->count; i++) {
        const char *wanted = struct_of(m, f, i),
                   *given = wanted ? type_of(m, call->items[i], k) : NULL;
        if (!given || strcmp(given, wanted) == 0)
            continue;
        rgc_diagnostic *r = fr_report(m->d, RGC_ERROR, "R1002", call->items[i]->span,
                                      "argument %zu of '%s' is a %s, not a %s", i + 1, f->name,
                                      given, wanted);
        fr_note(m->d, r, f->params[i].span, "the parameter is declared here");
    }
}

static void in_expr(methods *m, fr_expr *e, const known *k);

static void bind_and_go(methods *m, fr_expr *e, const known *k)
{
    const bool named = e->left->kind == EX_NAME;
    const known inner = {named ? e->left->name : "", NULL, k};
    known with = inner;
    if (e->kind == EX_LET && named)
        with.type = type_of(m, e->right, k);
    in_expr(m, e->right, e->kind == EX_LET ? k : &inner);
    in_expr(m, e->third, &with);
}

static void in_expr(methods *m, fr_expr *e, const known *k)
{
    if (!e)
        return;
    for (size_t i = 0; i < e->count; i++)
        in_expr(m, e->items[i], k);
    for (size_t i = 0; i < e->keyword_count; i++)
        in_expr(m, e->keywords[i].value, k);
    if (e->kind == EX_LET || e->kind == EX_LAMBDA) {
        bind_and_go(m, e, k);
        return;
    }
    const bool call = (e->kind == EX_CALL || e->kind == EX_DOTCALL) && e->left->kind == EX_NAME
                      && e->keyword_count == 0;
    if (call && !m->name)
        check_call(m, e, k);
    else if (call && strcmp(e->left->name, m->name) == 0)
        name_method(m, e, k);
    in_expr(m, e->left, k);
    in_expr(m, e->right, k);
    in_expr(m, e->third, k);
}

static void in_statements(methods *m, fr_stmt *list, const known *k)
{
    for (fr_stmt *s = list; s; s = s->next) {
        fr_expr *parts[] = {s->target, s->value, s->pre, s->post};
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            in_expr(m, parts[i], k);
        in_statements(m, s->body, k);
        in_statements(m, s->other, k);
    }
}

static const known *parameters(methods *m, const fr_param *params, size_t count)
{
    const known *k = NULL;
    for (size_t i = 0; i < count; i++) {
        known *one = fr_alloc(m->d->arena, sizeof *one);
        *one = (known){params[i].name, fr_struct_named(m->program, params[i].type), k};
        k = one;
    }
    return k;
}

static void name_calls(methods *m)
{
    for (fr_functional *f = m->program->functionals; f; f = f->next)
        in_expr(m, f->body, parameters(m, f->params, f->param_count));
    for (fr_function *f = m->program->functions; f; f = f->next)
        in_statements(m, f->body, parameters(m, f->params, f->param_count));
}

/* ---- names ---- */

/* g_1 of one parameter, area_Circle of a struct; the last method keeps the name, which is started.
 */
static const char *name_of(methods *m, size_t at)
{
    fr_arena *arena = m->d->arena;
    const fr_functional *f = m->of[at];
    const char *name = m->name;
    bool counted = false;
    if (at + 1 == m->count)
        return name;
    for (size_t i = 0; i < m->count; i++)
        counted = counted || (i != at && m->of[i]->param_count == f->param_count);
    for (size_t i = 0; counted && i < f->param_count; i++)
        if (struct_of(m, f, i))
            name = fr_format(arena, "%s_%s", name, struct_of(m, f, i));
    if (!counted)
        name = fr_format(arena, "%s_%zu", name, f->param_count);
    while (fn_find(m->program, name) || fr_find_function(m->program, name))
        name = fr_format(arena, "%s_", name);
    return name;
}

/* The methods with the name of f, which is the first; false: there is one, or a call could not tell
 * them apart. */
static bool collect(methods *m, fr_functional *f)
{
    size_t capacity = 0;
    bool good = fn_find(m->program, f->name) == f && !fr_find_function(m->program, f->name);
    for (const fr_struct *s = m->program->structs; good && s; s = s->next)
        good = strcmp(s->name, f->name) != 0;
    for (fr_functional *g = f; good && g; g = g->next) {
        if (strcmp(g->name, f->name) != 0)
            continue;
        good = is_plain(g);
        for (size_t i = 0; good && i < m->count; i++)
            good = differ(m, m->of[i], g);
        m->of = fr_grow(m->d->arena, m->of, m->count, &capacity, sizeof *m->of);
        m->of[m->count++] = g;
    }
    return good && m->count > 1;
}

void fr_separate_methods(fr_diags *d, fr_program *program)
{
    const size_t errors = d->errors;
    for (fr_functional *f = program->functionals; f; f = f->next) {
        methods m = {.d = d, .program = program, .name = f->name};
        if (!collect(&m, f))
            continue;
        m.names = fr_alloc(d->arena, m.count * sizeof *m.names);
        for (size_t i = 0; i < m.count; i++)
            m.names[i] = name_of(&m, i);
        name_calls(&m);
        for (size_t i = 0; i + 1 < m.count; i++)
            fn_rename(d->arena, program, m.of[i], m.names[i]);
    }
    methods all = {.d = d, .program = program};
    if (program->structs && d->errors == errors)
        name_calls(&all);
    program->incomplete = program->incomplete || d->errors > errors;
}
