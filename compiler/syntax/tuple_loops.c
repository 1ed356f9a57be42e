/* tuple_loops.c: for (i, x) in enumerate(v) and for (a, b) in zip(v, w). They are a loop over the
 * indices, and in it a loop of a single iteration for each element, which is a copy as in `for x in
 * v`. */
#include <string.h>

#include "compiler/syntax/parser.h"

enum { MOST = 8 };

static fr_expr *named(fr_parser *p, const char *name, fr_span span)
{
    fr_expr *e = fr_new_expr(p, EX_NAME, span);
    e->name = name;
    return e;
}

static fr_expr *call(fr_parser *p, const char *name, fr_span span, size_t count,
                     fr_expr *const *items)
{
    fr_expr *e = fr_new_expr(p, EX_CALL, span);
    e->left = named(p, name, span);
    e->items = fr_alloc(p->d->arena, count * sizeof *e->items);
    memcpy(e->items, items, count * sizeof *items);
    e->count = count;
    return e;
}

static fr_expr *range(fr_parser *p, fr_expr *first, fr_expr *last)
{
    fr_expr *e = fr_new_expr(p, EX_RANGE, last->span);
    e->token = TOK_COLON;
    e->left = first;
    e->right = last;
    return e;
}

static fr_stmt *loop(fr_parser *p, fr_span span, const fr_token *name, fr_expr *value)
{
    fr_stmt *s = fr_alloc(p->d->arena, sizeof *s);
    s->kind = ST_FOR;
    s->span = span;
    s->name = name->text;
    s->name_span = name->span;
    s->value = value;
    return s;
}

/* One element of the list as a list: v[k:k]. */
static fr_expr *element(fr_parser *p, fr_expr *list, const fr_token *k)
{
    fr_expr *e = fr_new_expr(p, EX_INDEX, list->span);
    e->left = list;
    e->items = fr_alloc(p->d->arena, sizeof *e->items);
    e->items[0] = range(p, named(p, k->text, list->span), named(p, k->text, list->span));
    e->count = 1;
    return e;
}

/* 1 up to the length of the shortest list */
static fr_expr *common_indices(fr_parser *p, const fr_expr *zip)
{
    fr_expr *one = fr_new_expr(p, EX_INT, zip->span), *last = NULL;
    one->integer = 1;
    for (size_t i = 0; i < zip->count; i++) {
        fr_expr *length = call(p, "length", zip->span, 1, &zip->items[i]), *both[] = {last, length};
        last = last ? call(p, "min", zip->span, 2, both) : length;
    }
    return range(p, one, last);
}

static bool is_call(const fr_expr *e, const char *name)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME && strcmp(e->left->name, name) == 0;
}

/* A name for the index that no program has written: the names of the elements in one. */
static fr_token index_name(fr_parser *p, size_t count, const fr_token *const *names)
{
    fr_token k = *names[0];
    const char *text = "k_of";
    for (size_t i = 0; i < count; i++)
        text = fr_format(p->d->arena, "%s_%s", text, names[i]->text);
    k.text = text;
    return k;
}

static fr_stmt *refuse(fr_parser *p, fr_span start, fr_span at)
{
    rgc_diagnostic *r =
        p->panic ? NULL
                 : fr_report(p->d, RGC_ERROR, "R0104", at,
                             "expected enumerate(v), or zip(v, w) with as many lists as variables");
    fr_help(p->d, r,
            "write 'for i = 1:length(v)' and v[i] in its body; for one variable also 'for x in v'");
    p->panic = true;
    fr_token none = {.text = "_", .span = at};
    return loop(p, start, &none, fr_new_expr(p, EX_INT, at));
}

fr_stmt *fr_parse_tuple_loop(fr_parser *p, fr_span start)
{
    const fr_token *names[MOST];
    size_t count = 0;
    const fr_span at = fr_take(p)->span;
    do {
        if (fr_peek(p)->kind != TOK_IDENT || count == MOST)
            return refuse(p, start, fr_peek(p)->span);
        names[count++] = fr_take(p);
    } while (fr_accept(p, TOK_COMMA));
    if (!fr_expect(p, TOK_RPAREN, "')'"))
        return refuse(p, start, at);
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_ASSIGN || t->kind == TOK_IN
        || (t->kind == TOK_IDENT && strcmp(t->text, "in") == 0))
        fr_take(p);
    fr_expr *e = fr_parse_expr(p);
    if (p->panic || !e)
        return refuse(p, start, at);
    const bool numbered = is_call(e, "enumerate") && e->count == 1 && count == 2,
               zipped = is_call(e, "zip") && e->count == count;
    if (!numbered && !zipped)
        return refuse(p, start, e->span);
    const fr_token hidden = index_name(p, count, names), *k = numbered ? names[0] : &hidden;
    fr_stmt *outer =
                loop(p, start, k,
                     numbered ? call(p, "eachindex", e->span, 1, e->items) : common_indices(p, e)),
            *inner = outer;
    for (size_t i = numbered; i < count; i++) {
        inner->body = loop(p, start, names[i], element(p, e->items[numbered ? 0 : i], k));
        inner = inner->body;
        outer->nested++;
    }
    outer->head = fr_join(at, e->span);
    return outer;
}
