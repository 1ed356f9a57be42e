/* parse_loops.c: for (i, x) in enumerate(v), for (a, b) in zip(v, w), for (i, (a, b)) in
 * enumerate(zip(v, w)), and the loops of generators. A loop over several is one over the indices.
 * In it each element is a copy, as in `for x in v`. A column or row is a part, as in `for c in
 * eachcol(A)`. In a generator v[i] stands for it. */
#include <string.h>

#include "compiler/syntax/generators.h"
#include "compiler/syntax/hidden_names.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/tree.h"

enum { MOST = 8, MOST_LOOPS = 8 };

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
    return fr_make_range(p->d->arena, last->span, first, NULL, last);
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

static bool is_over_slices(const fr_expr *list)
{
    return (fr_calls_name(list, "eachcol") || fr_calls_name(list, "eachrow")) && list->count == 1;
}

/* One element of the list as a list: v[k:k], or eachcol(A[:, k:k]). */
static fr_expr *element(fr_parser *p, fr_expr *list, const fr_token *k)
{
    fr_expr *one = range(p, named(p, k->text, list->span), named(p, k->text, list->span));
    if (!is_over_slices(list))
        return fr_make_index(p->d->arena, list->span, list, 1, &one);
    fr_expr *all = fr_new_expr(p, EX_COLON, list->span);
    const bool columns = fr_calls_name(list, "eachcol");
    fr_expr *at[2] = {columns ? all : one, columns ? one : all},
            *part = fr_make_index(p->d->arena, list->span, list->items[0], 2, at);
    return call(p, list->left->name, list->span, 1, &part);
}

static fr_expr *length_of(fr_parser *p, fr_expr *list)
{
    if (!is_over_slices(list))
        return call(p, "length", list->span, 1, &list);
    fr_expr *size[] = {list->items[0], fr_make_int(p->d->arena, list->span,
                                                   fr_calls_name(list, "eachcol") ? 2 : 1)};
    return call(p, "size", list->span, 2, size);
}

/* 1 up to the length of the shortest list */
static fr_expr *common_indices(fr_parser *p, const fr_expr *over)
{
    fr_expr *last = NULL;
    for (size_t i = 0; i < over->count; i++) {
        fr_expr *length = length_of(p, over->items[i]), *both[] = {last, length};
        last = last ? call(p, "min", over->span, 2, both) : length;
    }
    return range(p, fr_make_int(p->d->arena, over->span, 1), last);
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
                             "expected enumerate(v), zip(v, w) or enumerate(zip(v, w)), with as "
                             "many lists as variables");
    fr_help(p->d, r,
            "write 'for i = 1:length(v)' and v[i] in its body; for one variable also 'for x in v'");
    p->panic = true;
    fr_token none = {.text = "_", .span = at};
    return loop(p, start, &none, fr_new_expr(p, EX_INT, at));
}

/* The variables of the loop: (i, x), or (i, (a, b)), which is nested. */
typedef struct {
    const fr_token *names[MOST];
    size_t count;
    bool nested;
} variables;

static bool parse_variables(fr_parser *p, variables *v)
{
    do {
        if (v->count == 1 && !v->nested && fr_accept(p, TOK_LPAREN))
            v->nested = true;
        if (fr_peek(p)->kind != TOK_IDENT || v->count == MOST)
            return false;
        v->names[v->count++] = fr_take(p);
    } while (fr_accept(p, TOK_COMMA));
    return !v->nested || (fr_expect(p, TOK_RPAREN, "')'") && v->count > 1);
}

/* The call whose arguments are the lists; NULL: it does not fit the variables. numbered: the first
 * variable is the index. */
static const fr_expr *lists_of(const fr_expr *e, const variables *v, bool *numbered)
{
    *numbered = fr_calls_name(e, "enumerate") && e->count == 1;
    if (!*numbered)
        return fr_calls_name(e, "zip") && e->count == v->count && !v->nested ? e : NULL;
    const fr_expr *inner = e->items[0];
    if (v->nested)
        return fr_calls_name(inner, "zip") && inner->count + 1 == v->count ? inner : NULL;
    return v->count == 2 && !fr_calls_name(inner, "zip") ? e : NULL;
}

fr_stmt *fr_parse_tuple_loop(fr_parser *p, fr_span start)
{
    variables v = {.count = 0};
    bool numbered;
    const fr_span at = fr_take(p)->span;
    if (!parse_variables(p, &v))
        return refuse(p, start, fr_peek(p)->span);
    if (!fr_expect(p, TOK_RPAREN, "')'"))
        return refuse(p, start, at);
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_ASSIGN || t->kind == TOK_IN
        || (t->kind == TOK_IDENT && strcmp(t->text, "in") == 0))
        fr_take(p);
    fr_expr *e = fr_parse_expr(p);
    if (p->panic || !e)
        return refuse(p, start, at);
    const fr_expr *lists = lists_of(e, &v, &numbered);
    if (!lists)
        return refuse(p, start, e->span);
    const fr_token hidden = index_name(p, v.count, v.names), *k = numbered ? v.names[0] : &hidden;
    const bool plain = lists == e && numbered && !is_over_slices(e->items[0]);
    fr_stmt *outer =
                loop(p, start, k,
                     plain ? call(p, "eachindex", e->span, 1, e->items) : common_indices(p, lists)),
            *inner = outer;
    for (size_t i = numbered; i < v.count; i++) {
        inner->body = loop(p, start, v.names[i], element(p, lists->items[i - numbered], k));
        inner = inner->body;
        outer->nested++;
    }
    outer->head = fr_join(at, e->span);
    return outer;
}

/* ---- generators ---- */

static bool parse_names(fr_parser *p, fr_expr **names, size_t *count)
{
    const bool tuple = fr_accept(p, TOK_LPAREN);
    do {
        const fr_token *name = fr_peek(p);
        if (name->kind != TOK_IDENT || *count == FR_LOOP_PARTS) {
            fr_unexpected(p, "the variable of a loop");
            return false;
        }
        names[*count] = fr_new_expr(p, EX_NAME, fr_take(p)->span);
        names[(*count)++]->name = name->text;
    } while (tuple && fr_accept(p, TOK_COMMA));
    return !tuple || fr_expect(p, TOK_RPAREN, "')'");
}

static bool has_arrays(const fr_expr *over, size_t count)
{
    return count == 1 || (count == 2 && fr_calls_name(over, "enumerate") && over->count == 1)
           || (fr_calls_name(over, "zip") && over->count == count);
}

/* (i, x) in enumerate(v): i in eachindex(v), x is v[i]. */
static bool elements_of(fr_parser *p, fr_loop *l, fr_expr *const *names, size_t count)
{
    fr_arena *arena = p->d->arena;
    const fr_expr *over = l->over;
    if (!has_arrays(over, count)) {
        rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0199", names[0]->span,
                                      "%zu names stand for the elements of one array", count);
        fr_help(p->d, r, "write (i, x) in enumerate(v), or (a, b) in zip(v, w)");
        p->panic = true;
        return false;
    }
    l->name = names[0];
    if (count == 1)
        return true;
    const bool numbered = fr_calls_name(over, "enumerate");
    if (!numbered)
        l->name = fr_make_name(arena, names[0]->span,
                               fr_format(arena, "zip#%u", (unsigned)names[0]->span.offset));
    for (size_t i = numbered; i < count; i++) {
        fr_expr *array = over->items[numbered ? 0 : i];
        l->parts[l->part_count++] = (fr_replacement){
            names[i]->name, fr_make_index(arena, names[i]->span, array, 1, &l->name)};
    }
    l->over = fr_make_call(arena, over->span, "eachindex", 1, over->items);
    return true;
}

/* i in r, i = r, i ∈ r */
static bool parse_loop(fr_parser *p, fr_loop *out)
{
    fr_expr *names[FR_LOOP_PARTS];
    size_t count = 0;
    if (!parse_names(p, names, &count))
        return false;
    const fr_token *in = fr_peek(p);
    if (in->kind != TOK_ASSIGN && in->kind != TOK_IN
        && (in->kind != TOK_IDENT || strcmp(in->text, "in") != 0)) {
        fr_unexpected(p, "'=' or 'in'");
        return false;
    }
    fr_take(p);
    out->over = fr_parse_expr(p);
    if (!out->over || (fr_accept(p, TOK_IF) && !(out->condition = fr_parse_expr(p))))
        return false;
    out->end = out->condition ? out->condition->span : out->over->span;
    if (!elements_of(p, out, names, count))
        return false;
    if (out->condition)
        out->condition = fr_replace_names(p->d->arena, out->condition, out->parts, out->part_count);
    return true;
}

static fr_expr *refuse_loops(fr_parser *p, fr_span span, bool several, const char *fold)
{
    rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0199", span,
                                  several ? "a generator has at most %d loops"
                                          : "several loops in one generator need a fold around it",
                                  MOST_LOOPS);
    if (!several)
        fr_help(p->d, r,
                *fold ? "write sum, prod, maximum or minimum of it, or loops around an update"
                      : "allocate zeros(T, m, n), and fill it in loops: for j = 1:n, i = 1:m");
    p->panic = true;
    return NULL;
}

/* A parameter of the function at work, or a variable that is set before here, by its tokens: a
 * generator is folded as it is read, by the name of the function alone. */
static bool is_variable_here(const fr_parser *p, const char *name)
{
    bool in_head = true;

    for (size_t at = p->function_at; at < p->at; at++) {
        const fr_token *t = &p->tokens[at];
        in_head = in_head && t->kind != TOK_RPAREN;
        if (t->kind == TOK_IDENT && strcmp(t->text, name) == 0
            && (t[1].kind == TOK_ASSIGN
                || (in_head && (t[-1].kind == TOK_COMMA || t[-1].kind == TOK_LPAREN))))
            return true;
    }
    return false;
}

bool fr_check_fold(fr_parser *p, const fr_expr *call)
{
    const fr_expr *called = fr_hidden_call(call);
    if (p->function_at == 0 || !called || !is_variable_here(p, called->name))
        return true;
    fr_refuse_hidden(p->d, called);
    p->panic = true;
    return false;
}

fr_expr *fr_parse_generator(fr_parser *p, fr_expr *element, const char *fold)
{
    fr_loop loops[MOST_LOOPS] = {{.name = NULL}};
    size_t count = 0;
    const fr_span start = element->span;
    fr_expr *e = element;
    while (fr_peek(p)->kind == TOK_FOR || (count > 0 && fr_peek(p)->kind == TOK_COMMA)) {
        const bool matrix = p->functional && *fold == '\0' && fr_peek(p)->kind == TOK_COMMA;
        fr_take(p);
        if (count == MOST_LOOPS || (count >= 1 && !matrix && !fr_names_fold(fold)))
            return refuse_loops(p, fr_peek(p)->span, count == MOST_LOOPS, fold);
        if (!parse_loop(p, &loops[count++]))
            return NULL;
    }
    for (size_t i = count; e && i-- > 0;) {
        e = fr_replace_names(p->d->arena, e, loops[i].parts, loops[i].part_count);
        e = p->functional ? fr_fn_generator(p->d, &loops[i], e, fold)
                          : fr_map_over(p->d->arena, &loops[i], e);
        if (e)
            e->span = fr_join(start, loops[count - 1].end);
        if (e && i == 0 && count > 1 && *fold == '\0') /* [e for i in a, j in b] */
            e = call(p, "#matrix", e->span, 1, &e), e->token = TOK_FOR;
        else if (e && i > 0 && *fold)
            e = fr_without_done_fold(call(p, fold, e->span, 1, &e));
    }
    p->panic = p->panic || !e;
    return e;
}
