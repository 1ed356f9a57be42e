/* constructors.c: Name(x) of a struct with a reversible constructor, `@i function Name(x) ... x <-
 * new{T}(a, x) end`: x becomes a Name, and (~Name)(x) what it was.
 *
 * The old x moves to a name of its own, on which the body of the constructor runs. A new x of the
 * struct takes the variables that the body names last. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/syntax/lambda.h"

enum { MOST_LOCALS = 24 };

typedef struct {
    fr_sema *s;
    const fr_asking *ask;
    fr_replacement by[MOST_LOCALS + 1];
    size_t count;
} names;

static void collect(names *n, const fr_stmt *list)
{
    for (const fr_stmt *st = list; st; st = st->next) {
        if (st->kind == ST_ALLOC && st->target->kind == EX_NAME && n->count < MOST_LOCALS
            && strcmp(st->target->name, n->by[0].name) != 0)
            n->by[n->count++] = (fr_replacement){
                st->target->name, fr_make_name(n->s->arena, st->target->span,
                                               n->ask->hidden_name(n->s, st->target->name))};
        collect(n, st->body);
    }
}

static fr_expr *renamed(const names *n, const fr_expr *e)
{
    return e ? fr_replace_names(n->s->arena, e, n->by, n->count) : NULL;
}

static fr_stmt *renamed_list(const names *n, const fr_stmt *list)
{
    fr_stmt *all = NULL;
    for (const fr_stmt *st = list; st; st = st->next) {
        fr_stmt *copy = fr_alloc(n->s->arena, sizeof *copy);
        *copy = *st;
        copy->next = NULL;
        copy->target = renamed(n, st->target);
        copy->value = renamed(n, st->value);
        copy->pre = renamed(n, st->pre);
        copy->post = renamed(n, st->post);
        copy->body = renamed_list(n, st->body);
        copy->other = renamed_list(n, st->other);
        all = fr_chain(all, copy);
    }
    return all;
}

static fr_expr *zero_like(fr_sema *s, fr_expr *x)
{
    return fr_make_call(s->arena, x->span, "zero", 1, &x);
}

static fr_expr *field(fr_sema *s, fr_expr *x, const char *name)
{
    fr_expr *e = fr_make_unary(s->arena, x->span, TOK_DOT, NULL);
    e->kind = EX_FIELD;
    e->left = x;
    e->name = name;
    return e;
}

/* x <- Name(0, ...); each field takes its variable, which ends. */
static fr_stmt *filled(const names *n, const fr_struct *d, fr_expr *x, const fr_expr *made)
{
    fr_sema *s = n->s;
    fr_expr **zeros = fr_alloc(s->arena, (made->count + 1) * sizeof *zeros);
    fr_stmt *list = NULL, *ends = NULL;
    for (size_t i = 0; i < made->count; i++) {
        fr_expr *a = renamed(n, made->items[i]), *part = field(s, x, d->fields[i].name);
        zeros[i] = zero_like(s, a);
        list = fr_chain(list, fr_make_change(s->arena, a->span, ST_SWAP, TOK_SWAP, part, a));
        ends = fr_chain(
            ends, fr_make_change(s->arena, a->span, ST_FREE, TOK_FREE, a, zero_like(s, part)));
    }
    fr_stmt *alloc =
        fr_make_change(s->arena, made->span, ST_ALLOC, TOK_ALLOC, x,
                       fr_make_call(s->arena, made->span, d->name, made->count, zeros));
    return fr_chain(alloc, fr_chain(list, ends));
}

fr_stmt *fr_expand_constructor(fr_sema *s, const fr_stmt *st, const fr_asking *ask)
{
    const fr_expr *e = st->kind == ST_CALL && st->value->kind == EX_CALL ? st->value : NULL;
    const fr_struct *d = e && e->left->kind == EX_NAME ? fr_find_struct(s, e->left->name) : NULL;
    const fr_function *f = d ? d->constructor : NULL;
    if (!f)
        return NULL;
    if (e->count != 1 || e->keyword_count > 0 || e->items[0]->kind != EX_NAME) {
        fr_report(s->d, RGC_ERROR, "R0604", e->span, "'%s' takes one variable, which becomes a %s",
                  d->name, d->name);
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    fr_expr *x = e->items[0], *old = fr_make_name(s->arena, x->span, ask->hidden_name(s, x->name)),
            *nothing = fr_make_unary(s->arena, x->span, TOK_EMPTY, NULL);
    nothing->kind = EX_TYPED;
    nothing->left = old;
    names n = {.s = s, .ask = ask, .by = {{f->params[0].name, old}}, .count = 1};
    collect(&n, f->body);
    const fr_stmt *last = f->body;
    while (last->next)
        last = last->next;
    fr_stmt *list = fr_make_change(s->arena, x->span, ST_SWAP, TOK_SWAP, nothing, x);
    for (const fr_stmt *b = f->body; b != last; b = b->next) {
        fr_stmt one = *b;
        one.next = NULL;
        list = fr_chain(list, renamed_list(&n, &one));
    }
    list = fr_chain(list, filled(&n, d, x, last->value));
    return st->inverse ? fr_invert_list(s->arena, list) : list;
}
