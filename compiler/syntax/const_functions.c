/* const_functions.c: const add = PlusEq(identity), const f = x -> x^2: functions with a name of the
 * program, put where they are called. */
#include "compiler/syntax/const_functions.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/spellings.h"
#include "compiler/syntax/tree.h"

enum { MOST_CONSTS = 32 };

typedef struct {
    fr_parser parser;
    fr_replacement all[MOST_CONSTS], seen[MOST_CONSTS]; /* all, and those that nothing hides */
    size_t count, seen_count;
} functions;

static bool is_function(const fr_expr *e)
{
    bool inverse = false;
    const fr_expr *f = fr_turned_callee((fr_expr *)(uintptr_t)e, &inverse);
    return inverse || f->kind == EX_LAMBDA || (f->kind == EX_BINARY && f->token == TOK_COMPOSE)
           || (f->kind == EX_CALL && f->count == 1 && f->left->kind == EX_NAME
               && fr_update_named(f->left->name) != TOK_EOF);
}

static void collect(fr_program *program, functions *c)
{
    for (const fr_const *k = program->consts; k && c->count < MOST_CONSTS; k = k->next)
        if (k->value && is_function(k->value)) {
            fr_expr *value = fr_replace_names(c->parser.d->arena, k->value, c->all, c->count);
            c->all[c->count++] = (fr_replacement){k->name, value};
        }
}

static fr_expr *replaced(const functions *c, const fr_expr *e)
{
    return e ? fr_replace_names(c->parser.d->arena, e, c->seen, c->seen_count) : NULL;
}

/* A call whose function is known now may be an update or several calls. */
static void respell(functions *c, fr_stmt *s)
{
    bool inverse = s->inverse;
    s->value->left = fr_turned_callee(s->value->left, &inverse);
    s->inverse = inverse;
    fr_stmt *other = fr_respell(&c->parser, s->value);
    if (!other)
        return;
    fr_stmt *next = s->next;
    if (inverse)
        other = fr_invert_list(c->parser.d->arena, other);
    *s = *other;
    s->next = next;
}

static void replace_in(functions *c, fr_stmt *list)
{
    for (fr_stmt *s = list; s; s = s->next) {
        s->target = replaced(c, s->target);
        s->value = replaced(c, s->value);
        s->pre = replaced(c, s->pre);
        s->post = replaced(c, s->post);
        if (s->kind == ST_CALL && s->value->kind == EX_CALL)
            respell(c, s);
        replace_in(c, s->body);
        replace_in(c, s->other);
    }
}

/* A 'let' or a lambda of it hides a name by itself: fr_replace_names knows. */
static void replace_in_value(functions *c, fr_functional *f)
{
    c->seen_count = 0;
    for (size_t i = 0; i < c->count; i++)
        if (!fr_has_parameter(f, c->all[i].name) && fr_expr_mentions(f->body, c->all[i].name))
            c->seen[c->seen_count++] = c->all[i];
    if (c->seen_count > 0)
        f->body = replaced(c, f->body);
}

void fr_inline_const_functions(fr_diags *d, fr_program *program)
{
    functions c = {.parser = {.d = d, .program = program}};
    collect(program, &c);
    for (fr_function *f = program->functions; f && c.count > 0; f = f->next) {
        c.seen_count = 0;
        for (size_t i = 0; i < c.count; i++)
            if (!fr_hides(f, c.all[i].name))
                c.seen[c.seen_count++] = c.all[i];
        if (c.seen_count > 0 && !f->broken)
            replace_in(&c, f->body);
    }
    for (fr_functional *f = program->functionals; f && c.count > 0; f = f->next)
        replace_in_value(&c, f);
}
