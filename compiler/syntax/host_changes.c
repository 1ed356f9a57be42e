/* host_changes.c: functions f!(u) that change their arguments. Such a function gives what its
 * arguments become, behind its value where it has one; and f!(u) on a line of its own is u = f!(u).
 */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/host_sharing.h"
#include "compiler/syntax/tree.h"

enum { MOST_CHANGED = 8 };

typedef struct {
    fr_parser *p;
    host_function *all;
    host_function *in; /* whose statements are rewritten */
    size_t names;      /* that were made */
} changes;

static bool refuse(const changes *c, fr_span at, const char *what, const char *name,
                   const char *help)
{
    if (!c->p->panic)
        fr_help(c->p->d, fr_report(c->p->d, RGC_ERROR, "R1010", at, what, name), "%s", help);
    c->p->panic = true;
    return false;
}

/* ---- what a function changes ---- */

static bool is_call(const fr_expr *e)
{
    return e && e->kind == EX_CALL && e->left->kind == EX_NAME
           && fr_is_named_as_change(e->left->name);
}

static bool is_method(const host_function *h, const fr_expr *call)
{
    return strcmp(h->f->name, call->left->name) == 0 && h->f->param_count == call->count;
}

/* The function of the source that the call means; NULL: none that changes something. */
static host_function *called(const changes *c, const fr_expr *e)
{
    for (host_function *h = is_call(e) ? c->all : NULL; h; h = h->next)
        if (is_method(h, e) && h->f->changes)
            return h;
    return NULL;
}

/* Whether the name gets another array or struct: from there on it is no argument. */
static bool makes_new(const host_stmt *s, const void *name)
{
    return s->pattern && !fr_changes_part(s, name) && fr_expr_mentions(s->pattern, name);
}

typedef struct {
    const changes *c;
    const char *name;
} passing;

/* Whether e is a call that changes the variable. */
static bool passes_on(const fr_expr *e, const void *with)
{
    const passing *w = with;
    const host_function *g = called(w->c, e);
    bool found = false;
    for (size_t i = 0; g && !found && i < e->count; i++)
        found = g->f->changes[i] && e->items[i]->kind == EX_NAME
                && strcmp(e->items[i]->name, w->name) == 0;
    return found;
}

bool fr_names_nothing(const fr_expr *e)
{
    return e->kind == EX_NAME && strcmp(e->name, "nothing") == 0;
}

static bool returns_value(const host_stmt *s, const void *with)
{
    (void)with;
    return s->kind == HOST_VALUE && s->returns && !fr_names_nothing(s->value);
}

/* Whether the last line is a value, also that of each branch of an if. */
static bool ends_in_value(const host_stmt *list)
{
    while (list && list->next)
        list = list->next;
    if (!list)
        return false;
    if (list->kind == HOST_IF)
        return ends_in_value(list->body) && ends_in_value(list->other);
    return list->kind == HOST_VALUE && !fr_names_nothing(list->value) && !is_call(list->value);
}

typedef struct {
    const changes *c;
    const fr_functional *f;
} given;

static bool calls_giver(const fr_expr *e, const void *with)
{
    const host_function *g = called(with, e);
    return g && g->gives_argument;
}

/* Whether the value may be an argument that f changes, or hold a part of it. */
static bool is_argument(const host_stmt *s, const void *with)
{
    const given *w = with;
    bool found = s->kind == HOST_VALUE && fr_any_in(s->value, calls_giver, w->c);
    for (size_t i = 0; s->kind == HOST_VALUE && !found && i < w->f->param_count; i++)
        found = w->f->changes[i] && !called(w->c, s->value)
                && fr_shares(w->c->p->program, s->value, w->f->params[i].name);
    return found;
}

/* Which functions give an argument may follow from each other. */
static void find_given(const changes *c)
{
    bool more = true;
    while (more) {
        more = false;
        for (host_function *h = c->all; h; h = h->next) {
            const given w = {c, h->f};
            if (h->gives_argument || !h->f->changes || !fr_any_host(h->list, is_argument, &w))
                continue;
            h->gives_argument = more = true;
        }
    }
}

/* The parameter that s gives, from 1 on: p, or p .= e as the last line; 0: another value. */
static size_t given_by(const host_function *h, const host_stmt *s)
{
    const bool all = s->kind == HOST_ASSIGN && s->value && fr_calls_name(s->value, fr_put_name)
                     && s->value->token == TOK_DOT && s->value->count == 2;
    const fr_expr *e = s->kind == HOST_VALUE ? s->value : all ? s->pattern : NULL;
    for (size_t i = 0; e && e->kind == EX_NAME && i < h->f->param_count; i++)
        if (strcmp(h->f->params[i].name, e->name) == 0)
            return i + 1;
    return 0;
}

typedef struct {
    const host_function *h;
    size_t parameter;
} returned;

static bool gives_another(const host_stmt *s, const void *with)
{
    const returned *w = with;
    return s->kind == HOST_VALUE && s->returns && given_by(w->h, s) != w->parameter;
}

/* The parameter that the function gives, whichever way it ends, from 1 on; 0: none. */
static size_t given_always(const host_function *h)
{
    const host_stmt *last = h->list;
    while (last && last->next)
        last = last->next;
    const returned w = {h, last ? given_by(h, last) : 0};
    return w.parameter > 0 && fr_any_host(h->list, gives_another, &w) ? 0 : w.parameter;
}

/* Whether the methods that the call may mean change the same arguments. */
static bool check_methods(const changes *c, const host_function *g, const fr_expr *call)
{
    for (const host_function *h = c->all; h; h = h->next) {
        bool same = !is_method(h, call) || h == g
                    || (h->f->changes && h->f->gives_value == g->f->gives_value
                        && h->gives_argument == g->gives_argument && h->gives == g->gives);
        for (size_t i = 0; same && h != g && is_method(h, call) && i < call->count; i++)
            same = h->f->changes[i] == g->f->changes[i];
        if (!same)
            return refuse(c, call->span, "the methods of '%s' change different arguments",
                          g->f->name, "give them different names");
    }
    return true;
}

/* True where it changes more than was known before. */
static bool find_changes(const changes *c, host_function *h)
{
    bool *changed = fr_alloc(c->p->d->arena, (h->f->param_count + 1) * sizeof *changed);
    bool any = false, more = false;
    for (size_t i = 0; i < h->f->param_count; i++) {
        const passing w = {c, h->f->params[i].name};
        changed[i] =
            !h->f->params[i].keyword && !fr_any_host(h->list, makes_new, w.name)
            && (fr_changes_part_in(h->list, w.name) || fr_any_host_value(h->list, passes_on, &w));
        any = any || changed[i];
        more = more || (changed[i] && !(h->f->changes && h->f->changes[i]));
    }
    h->f->changes = any ? changed : NULL;
    h->f->gives_value = any
                        && (fr_any_host(h->list, returns_value, NULL) || ends_in_value(h->list));
    return more;
}

/* ---- calls ---- */

typedef struct {
    const char *names[MOST_CHANGED];
    size_t count;
} arguments;

/* The variables that the call changes. */
static bool take_arguments(const changes *c, const host_function *g, const fr_expr *call,
                           arguments *a)
{
    a->count = 0;
    for (size_t i = 0; i < call->count; i++) {
        const fr_expr *e = call->items[i];
        if (!g->f->changes[i])
            continue;
        if (e->kind != EX_NAME)
            return refuse(c, e->span, "'%s' changes this argument, which is no variable",
                          g->f->name, "give the part a name, call the function, and put it back");
        for (size_t k = 0; k < call->count; k++)
            if (k != i && fr_shares(c->p->program, call->items[k], e->name))
                return refuse(c, call->items[k]->span,
                              "this argument may be '%s', which the call changes", e->name,
                              "give a copy of it");
        if (a->count == MOST_CHANGED)
            return refuse(c, call->span, "'%s' changes more than 8 arguments", g->f->name,
                          "make a struct of them");
        a->names[a->count++] = e->name;
    }
    return true;
}

/* value, a, b; value NULL: a, b */
static fr_expr *pattern_of(const changes *c, fr_span at, fr_expr *value, const arguments *a)
{
    fr_arena *arena = c->p->d->arena;
    fr_expr *items[MOST_CHANGED + 1];
    size_t n = 0;
    if (value)
        items[n++] = value;
    for (size_t i = 0; i < a->count; i++)
        items[n++] = fr_make_name(arena, at, a->names[i]);
    if (n == 1)
        return items[0];
    fr_expr *e = fr_make_call(arena, at, "", n, items);
    e->kind = EX_TUPLE;
    e->left = NULL;
    return e;
}

typedef struct {
    const changes *c;
    const fr_expr *call;
    fr_expr *by;
} replacing;

static fr_expr *replaced(void *context, const fr_expr *e)
{
    const replacing *r = context;
    if (!e || e == r->call)
        return e ? r->by : NULL;
    fr_expr *copy = fr_with_arguments(r->c->p->d->arena, e, replaced, context);
    copy->left = replaced(context, e->left);
    copy->right = replaced(context, e->right);
    copy->third = replaced(context, e->third);
    return copy;
}

static bool is_change(const fr_expr *e, const void *c) { return called(c, e) != NULL; }

/* The first call in e that changes something: those in its arguments come before it. */
static const fr_expr *find_call(const changes *c, const fr_expr *e)
{
    if (!e || !fr_any_in(e, is_change, c))
        return NULL;
    const fr_expr *parts[] = {e->left, e->right, e->third}, *found = NULL;
    for (size_t i = 0; i < 3 && !found; i++)
        found = find_call(c, parts[i]);
    for (size_t i = 0; i < e->count && !found; i++)
        found = find_call(c, e->items[i]);
    return found ? found : called(c, e) ? e : NULL;
}

/* Whether it makes no difference that the call is made before the rest of the expression. */
static bool comes_first(const changes *c, const fr_expr *e, const fr_expr *call, fr_expr *name,
                        const arguments *a)
{
    replacing r = {c, call, name};
    const fr_expr *rest = replaced(&r, e);
    bool good = !find_call(c, rest);
    for (size_t i = 0; good && i < a->count; i++)
        good = !fr_expr_mentions(rest, a->names[i]);
    return good;
}

/* Whether e computes the call whatever its conditions are. */
static bool always_calls(const fr_expr *e, const fr_expr *call)
{
    if (!e || e == call)
        return e != NULL;
    if (e->kind == EX_LAMBDA || e->kind == EX_TERNARY || e->kind == EX_LET
        || (e->kind == EX_BINARY && (e->token == TOK_ANDAND || e->token == TOK_OROR))
        || fr_calls_name(e, "map"))
        return false;
    bool found = always_calls(e->left, call) || always_calls(e->right, call);
    for (size_t i = 0; !found && i < e->count; i++)
        found = always_calls(e->items[i], call);
    return found;
}

/* x = f!(u). It may be u = f!(u) only where the value is u. */
static bool takes_value(const changes *c, host_stmt *s, const host_function *g, const arguments *a,
                        fr_expr *value)
{
    bool named = false;
    for (size_t i = 0; i < a->count; i++)
        named = named || strcmp(s->pattern->name, a->names[i]) == 0;
    const fr_expr *given = g->gives > 0 ? s->value->items[g->gives - 1] : NULL;
    const bool itself = named && given && given->kind == EX_NAME
                        && strcmp(given->name, s->pattern->name) == 0;
    if (named && !itself)
        return refuse(c, s->span, "'%s' changes this variable, and gives another value", g->f->name,
                      "give the value another name");
    if (!g->f->gives_value && !itself)
        return refuse(c, s->span, "'%s' changes its arguments, and has no value", g->f->name,
                      "call it on a line of its own, and read what it changed");
    if (g->gives_argument && !itself)
        return refuse(c, s->span, "the value of '%s' is an argument, which has a name already",
                      g->f->name, "call it on a line of its own, and read what it changed");
    fr_expr *pattern = itself ? (g->f->gives_value ? value : NULL) : s->pattern;
    s->pattern = pattern_of(c, s->span, pattern, a);
    s->changed = a->count;
    return true;
}

/* The call in s, which stands in a statement before it. Returns what s is from here on. */
static host_stmt *take_call(changes *c, host_stmt *s, bool last)
{
    fr_arena *arena = c->p->d->arena;
    const fr_expr *call = find_call(c, s->value);
    const host_function *g = called(c, call);
    arguments a;
    fr_expr *value = fr_make_name(arena, call->span, fr_format(arena, "change#%zu", ++c->names));
    if (!check_methods(c, g, call) || !take_arguments(c, g, call, &a))
        return NULL;
    if (s->kind == HOST_ASSIGN && s->value == call && s->changed == 0
        && s->pattern->kind == EX_NAME)
        return takes_value(c, s, g, &a, value) ? s : NULL;
    const bool alone = s->kind == HOST_VALUE && s->value == call,
               used = s->returns || (last && !c->in->f->changes);
    if (alone && (!used || (last && !g->f->gives_value && c->in->f->changes))) {
        s->kind = HOST_ASSIGN;
        s->returns = false;
        s->pattern = pattern_of(c, s->span, g->f->gives_value ? value : NULL, &a);
        s->changed = a.count;
        return s;
    }
    if (!g->f->gives_value) {
        refuse(c, call->span, "'%s' changes its arguments, and has no value", g->f->name,
               "call it on a line of its own, and read what it changed");
        return NULL;
    }
    if (g->gives_argument && s->kind != HOST_VALUE) {
        refuse(c, call->span, "the value of '%s' is an argument, which has a name already",
               g->f->name, "call it on a line of its own, and read what it changed");
        return NULL;
    }
    if (s->kind == HOST_WHILE || !always_calls(s->value, call)
        || !comes_first(c, s->value, call, value, &a)) {
        refuse(c, call->span, "'%s' changes its arguments in the middle of an expression",
               g->f->name, "call it on a line of its own: t = f!(x)");
        return NULL;
    }
    host_stmt *rest = fr_alloc(arena, sizeof *rest);
    *rest = *s;
    replacing r = {c, call, value};
    rest->value = replaced(&r, s->value);
    *s = (host_stmt){.kind = HOST_ASSIGN, .span = call->span, .next = rest};
    s->pattern = pattern_of(c, call->span, value, &a);
    s->value = (fr_expr *)(uintptr_t)call;
    s->changed = a.count;
    return rest;
}

/* fill!(v, x) and the like, on a line of its own: v .= x. */
static bool take_base_call(const changes *c, host_stmt *s)
{
    static const struct {
        const char *name, *as;
        size_t count;
    } base[] = {{"fill!", NULL, 2},
                {"copyto!", NULL, 2},
                {"copy!", NULL, 2},
                {"sort!", "sort", 1},
                {"reverse!", "reverse", 1},
                {"cumsum!", "cumsum", 2},
                {"normalize!", "normalize", 1},
                {"mul!", "*", 3}};
    const fr_expr *e = s->value;
    size_t i = 0;
    const size_t all = sizeof base / sizeof base[0];
    if (s->kind != HOST_VALUE || s->returns || !is_call(e))
        return true;
    while (i < all && (strcmp(base[i].name, e->left->name) != 0 || base[i].count != e->count))
        i++;
    for (const host_function *h = c->all; h && i < all; h = h->next)
        if (strcmp(h->f->name, e->left->name) == 0)
            return true;
    if (i == all || (e->items[0]->kind != EX_NAME && !fr_is_field_target(e->items[0])))
        return true;
    fr_expr *value = e->items[e->count - 1];
    if (base[i].as && e->count == 3) {
        value = fr_make_binary(c->p->d->arena, TOK_MUL, e->items[1], value);
    } else if (base[i].as) {
        fr_expr *call = fr_copy_call(c->p->d->arena, e);
        call->left = fr_make_name(c->p->d->arena, e->span, base[i].as);
        call->items[0] = value;
        call->count = 1;
        value = call;
    }
    s->kind = HOST_ASSIGN;
    s->pattern = e->items[0];
    s->value = fr_make_fill(c->p, e->items[0], value);
    return s->value && fr_put_back(c->p, s);
}

static bool take_base_calls(const changes *c, host_stmt *list)
{
    for (host_stmt *s = list; s; s = s->next)
        if (!take_base_call(c, s) || !take_base_calls(c, s->body) || !take_base_calls(c, s->other))
            return false;
    return true;
}

/* An argument that the call in s changes and that is made there, as copy(A), gets a name in a
 * statement before it. Returns what s is from here on. */
static host_stmt *name_made(changes *c, host_stmt *s)
{
    fr_arena *arena = c->p->d->arena;
    const fr_expr *call = find_call(c, s->value);
    const host_function *g = call ? called(c, call) : NULL;
    if (!g || s->kind == HOST_WHILE)
        return s;
    for (size_t i = 0; i < call->count; i++) {
        fr_expr *e = call->items[i];
        if (!g->f->changes[i] || e->kind == EX_NAME || !fr_is_new(c->p->program, e))
            continue;
        fr_expr *name = fr_make_name(arena, e->span, fr_format(arena, "made#%zu", ++c->names));
        host_stmt *rest = fr_alloc(arena, sizeof *rest);
        replacing r = {c, e, name};
        *rest = *s;
        rest->value = replaced(&r, s->value);
        *s = (host_stmt){.kind = HOST_ASSIGN, .span = e->span, .next = rest};
        s->pattern = name;
        s->value = e;
        return name_made(c, rest);
    }
    return s;
}

static bool take_calls(changes *c, host_stmt *list, bool tail)
{
    for (host_stmt *s = list; s; s = s->next) {
        while (s->changed == 0 && find_call(c, s->value)) {
            s = name_made(c, s);
            if (!(s = take_call(c, s, tail && !s->next)))
                return false;
        }
        const bool last = tail && !s->next && s->kind == HOST_IF;
        if (!take_calls(c, s->body, last) || !take_calls(c, s->other, last))
            return false;
    }
    return true;
}

/* ---- what a function gives ---- */

static arguments changed_by(const fr_functional *f)
{
    arguments a = {.count = 0};
    for (size_t i = 0; i < f->param_count; i++)
        if (f->changes[i] && a.count < MOST_CHANGED)
            a.names[a.count++] = f->params[i].name;
    return a;
}

static bool give(const changes *c, host_function *h, host_stmt *s, const arguments *a)
{
    if (!h->f->gives_value != fr_names_nothing(s->value))
        return refuse(c, s->span, "'%s' gives a value in one place and none in another", h->f->name,
                      "return a value, or nothing, everywhere");
    s->value = pattern_of(c, s->span, h->f->gives_value ? s->value : NULL, a);
    return true;
}

static bool give_returned(const changes *c, host_function *h, host_stmt *list, const arguments *a)
{
    for (host_stmt *s = list; s; s = s->next)
        if ((s->kind == HOST_VALUE && s->returns && !give(c, h, s, a))
            || !give_returned(c, h, s->body, a) || !give_returned(c, h, s->other, a))
            return false;
    return true;
}

/* The last line, or that of each branch, gives them too. */
static bool give_last(const changes *c, host_function *h, host_stmt **list, const arguments *a)
{
    host_stmt **link = list;
    while (*link && (*link)->next)
        link = &(*link)->next;
    host_stmt *last = *link;
    if (last && last->kind == HOST_VALUE)
        return last->returns || give(c, h, last, a);
    if (last && last->kind == HOST_IF && h->f->gives_value)
        return give_last(c, h, &last->body, a) && give_last(c, h, &last->other, a);
    if (h->f->gives_value)
        return refuse(c, last ? last->span : h->f->span,
                      "'%s' gives a value in one place and none in another", h->f->name,
                      "return a value, or nothing, everywhere");
    host_stmt *s = fr_alloc(c->p->d->arena, sizeof *s);
    *s = (host_stmt){.kind = HOST_VALUE, .span = last ? last->span : h->f->span};
    s->value = pattern_of(c, s->span, NULL, a);
    if (last)
        last->next = s;
    else
        *list = s;
    return true;
}

/* From here on its statements give what its arguments become. */
static bool give_changes(const changes *c, host_function *h)
{
    const arguments a = changed_by(h->f);
    return give_returned(c, h, h->list, &a) && give_last(c, h, &h->list, &a);
}

bool fr_take_changes(fr_parser *p, host_function *all)
{
    changes c = {.p = p, .all = all};
    bool more = true, good = true;
    for (host_function *h = all; h && good; h = h->next)
        good = take_base_calls(&c, h->list);
    while (more) {
        more = false;
        for (host_function *h = all; h; h = h->next)
            more = (fr_is_named_as_change(h->f->name) && find_changes(&c, h)) || more;
    }
    for (host_function *h = all; h; h = h->next)
        h->gives = h->f->changes ? given_always(h) : 0;
    find_given(&c);
    for (c.in = all; c.in && good; c.in = c.in->next)
        good = take_calls(&c, c.in->list, true);
    for (host_function *h = all; h && good; h = h->next)
        good = !h->f->changes || give_changes(&c, h);
    return good;
}
