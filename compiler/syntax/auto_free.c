/* auto_free.c: x ← value that nothing frees is freed with that value where its scope ends.
 *
 * The frees stand in the tree, so that the printer of inverses knows them as any others. What is
 * alive is told by the names alone: types are not known yet. */
#include "compiler/syntax/auto_free.h"

#include <string.h>

#include "compiler/syntax/tree.h"

typedef struct {
    const char *name;
    const fr_stmt *allocated; /* by this; NULL: it came from a stack */
    fr_expr *target;
    fr_expr *value;
    bool gone;
} local;

/* The statements behind the one at work, here and in the scopes around. */
typedef struct rest {
    const fr_stmt *next;
    const struct rest *around;
} rest;

enum { MOST_ROUTINES = 64 };

typedef struct {
    fr_arena *arena;
    const fr_function *function;
    local *locals;
    size_t count, capacity;
    size_t outside; /* of locals: those around the innermost body that is undone */
    const fr_stmt *open[MOST_ROUTINES]; /* @routines that are not undone yet */
    size_t open_count;
    bool tangled; /* its @routines do not nest, which is said elsewhere */
} walk;

static void walk_list(walk *w, const fr_stmt *list, bool inverse, bool finish, const rest *around);

static void gone(walk *w, const char *name, bool is_gone)
{
    for (size_t i = w->count; i-- > 0;)
        if (strcmp(w->locals[i].name, name) == 0) {
            w->locals[i].gone = is_gone;
            return;
        }
}

static bool is_gone(const walk *w, const char *name)
{
    for (size_t i = w->count; i-- > 0;)
        if (strcmp(w->locals[i].name, name) == 0)
            return w->locals[i].gone;
    return false;
}

/* In an undone body x ← value ends an x from outside. */
static bool is_of_outside(const walk *w, const char *name)
{
    for (size_t i = w->outside; i-- > 0;)
        if (strcmp(w->locals[i].name, name) == 0)
            return !w->locals[i].gone;
    return false;
}

static void add(walk *w, const fr_stmt *st, fr_expr *target, fr_expr *value)
{
    if (target->kind == EX_TUPLE) {
        bool each = value->kind == EX_TUPLE && value->count == target->count;
        for (size_t i = 0; i < target->count; i++)
            add(w, st, target->items[i], each ? value->items[i] : value);
        return;
    }
    if (target->kind != EX_NAME || is_of_outside(w, target->name))
        return;
    w->locals = fr_grow(w->arena, w->locals, w->count, &w->capacity, sizeof *w->locals);
    w->locals[w->count++] =
        (local){.name = target->name, .allocated = st, .target = target, .value = value};
}

static void end_names(walk *w, const fr_expr *target)
{
    for (size_t i = 0; target->kind == EX_TUPLE && i < target->count; i++)
        end_names(w, target->items[i]);
    if (target->kind == EX_NAME)
        gone(w, target->name, true);
}

static bool is_empty(const fr_expr *e) { return e->kind == EX_TYPED && e->token == TOK_EMPTY; }

/* s[end+1] or s[end] */
static bool is_end_of_stack(const fr_expr *e, bool above)
{
    return e->kind == EX_INDEX && e->count == 1
           && (above ? e->items[0]->kind == EX_BINARY && e->items[0]->left->kind == EX_END
                     : e->items[0]->kind == EX_END);
}

/* x::∅ ↔ y, s[end+1] ↔ x and s[end] ↔ x::∅ end one variable or begin one. */
static void exchange(walk *w, const fr_stmt *st, bool inverse)
{
    const fr_expr *sides[] = {st->target, st->value};
    bool back = st->inverse != inverse;
    for (unsigned i = 0; i < 2; i++) {
        const fr_expr *x = sides[i], *other = sides[!i];
        const fr_expr *bare = is_empty(x) ? x->left : x;
        if (bare->kind != EX_NAME)
            continue;
        if (is_empty(x))
            gone(w, bare->name, back);
        else if (is_empty(other) || is_end_of_stack(other, true))
            gone(w, bare->name, !back);
    }
}

/* ---- what may be freed ---- */

static bool ends_name(const fr_expr *e, const char *name)
{
    if (is_empty(e))
        e = e->left;
    for (size_t i = 0; e->kind == EX_TUPLE && i < e->count; i++)
        if (ends_name(e->items[i], name))
            return true;
    return e->kind == EX_NAME && strcmp(e->name, name) == 0;
}

/* Whether a statement of the list frees it, or may. */
static bool is_freed_in(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        bool ends = s->kind == ST_FREE || s->kind == ST_SWAP;
        if ((ends && ends_name(s->target, name))
            || (s->kind == ST_SWAP && ends_name(s->value, name)) || is_freed_in(s->body, name)
            || is_freed_in(s->other, name))
            return true;
    }
    return false;
}

static bool is_freed_later(const rest *around, const char *name)
{
    for (const rest *r = around; r; r = r->around)
        if (is_freed_in(r->next, name))
            return true;
    return false;
}

static bool reads_gone(const walk *w, const fr_expr *e)
{
    if (!e)
        return false;
    bool found = e->kind == EX_NAME
                     ? is_gone(w, e->name)
                     : reads_gone(w, e->left) || reads_gone(w, e->right) || reads_gone(w, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = reads_gone(w, e->items[i]);
    return found;
}

/* Statements that may change it, of which *update is one that surely does. */
static size_t changes(const fr_stmt *list, const char *name, bool surely, const fr_stmt **update)
{
    size_t n = 0;
    for (const fr_stmt *s = list; s; s = s->next) {
        bool plain = s->kind == ST_BLOCK || s->kind == ST_INVCHECKOFF || s->kind == ST_INBOUNDS;
        bool here = s->kind != ST_ALLOC && s->kind != ST_FREE
                    && (fr_expr_mentions(s->target, name)
                        || ((s->kind == ST_CALL || s->kind == ST_SWAP)
                            && fr_expr_mentions(s->value, name)));
        n += here;
        if (here && surely && s->kind == ST_UPDATE && s->target->kind == EX_NAME)
            *update = s;
        /* What @routine does is done twice, there and back. */
        n += changes(s->body, name, surely && plain, update) * (s->kind == ST_ROUTINE ? 2 : 1);
        n += changes(s->other, name, false, update);
    }
    return n;
}

static bool is_zero(const fr_expr *e)
{
    return (e->kind == EX_INT && e->integer == 0) || (e->kind == EX_REAL && e->real == 0);
}

/* Whether one update changes it and nothing takes that back. */
static bool is_left_changed(const fr_stmt *list, const char *name)
{
    const fr_stmt *update = NULL;
    return changes(list, name, true, &update) == 1 && update && !is_zero(update->value);
}

static bool is_left_to_us(const walk *w, const local *x, const fr_stmt *scope, const rest *around)
{
    bool extent = fr_is_extent(x->value)
                  && !fr_is_written(w->function->body, x->name); /* declare_local() */
    return !x->gone && !w->tangled && !x->allocated->automatic && !extent
           && !is_freed_later(around, x->name) && !reads_gone(w, x->value)
           && !is_left_changed(scope, x->name);
}

/* The frees of the variables from first on, appended to the scope. */
static void finish_scope(walk *w, fr_stmt **scope, size_t first, const rest *around)
{
    const size_t last = w->count;
    fr_stmt *frees = NULL;
    for (size_t i = last; i-- > first;) {
        const local *x = &w->locals[i];
        if (!is_left_to_us(w, x, *scope, around))
            continue;
        fr_expr *target = x->target, *value = x->value;
        bool whole = x->allocated->target->kind == EX_TUPLE && value == x->allocated->value;
        if (whole) { /* a, b ← f: all of them, by one statement */
            size_t n = x->allocated->target->count;
            if (i + 1 < n || w->locals[i + 1 - n].allocated != x->allocated)
                continue;
            target = x->allocated->target;
            i = i + 1 - n;
        }
        frees = fr_chain(frees,
                         fr_make_change(w->arena, value->span, ST_FREE, TOK_FREE, target, value));
    }
    w->count = first;
    *scope = fr_chain(*scope, frees);
}

/* The body of a loop or a branch. One that is undone is read forward too: what it makes, it frees,
 * whichever way it runs. */
static void walk_scope(walk *w, const fr_stmt *owner, fr_stmt **body, bool inverse, bool finish,
                       const rest *around)
{
    const size_t first = w->count, outside = w->outside;
    const rest here = {owner->next, around};
    if (!*body)
        return;
    w->outside = inverse ? first : 0;
    walk_list(w, *body, false, finish, &here);
    if (finish)
        finish_scope(w, body, first, &here);
    w->count = first;
    w->outside = outside;
}

/* Run backward, the body of an @routine stands where its ~@routine is. */
static void walk_doing(walk *w, const fr_stmt *routine, bool finish, const rest *around)
{
    if (!routine || w->open_count == MOST_ROUTINES) {
        w->tangled = true;
        return;
    }
    w->open[w->open_count++] = routine;
    walk_list(w, routine->body, false, finish, around);
}

static void walk_undoing(walk *w, const char *name, const rest *around)
{
    const fr_stmt *r = w->open_count > 0 ? w->open[w->open_count - 1] : NULL;
    if (!r || (name && (!r->name || strcmp(r->name, name) != 0))) {
        w->tangled = true;
        return;
    }
    w->open_count--;
    walk_list(w, r->body, true, false, around);
}

static void walk_statement(walk *w, fr_stmt *st, const fr_stmt *list, bool inverse, bool finish,
                           const rest *around)
{
    const rest here = {st->next, around};
    switch (st->kind) {
    case ST_ALLOC:
    case ST_FREE:
        if ((st->kind == ST_ALLOC) != inverse)
            add(w, st, st->target, st->value);
        else
            end_names(w, st->target);
        break;
    case ST_SWAP: exchange(w, st, inverse); break;
    case ST_BLOCK:
    case ST_INVCHECKOFF:
    case ST_INBOUNDS: walk_list(w, st->body, inverse, finish, &here); break;
    case ST_INVERSE: walk_list(w, st->body, !inverse, finish, &here); break;
    case ST_ROUTINE:
    case ST_UNROUTINE:
        if ((st->kind == ST_ROUTINE) == inverse)
            walk_undoing(w, st->name, &here);
        else
            walk_doing(w, inverse ? fr_routine_of(list, st) : st, finish, &here);
        break;
    case ST_IF:
        walk_scope(w, st, &st->body, inverse, finish, around);
        walk_scope(w, st, &st->other, inverse, finish, around);
        break;
    case ST_FOR:
    case ST_WHILE: walk_scope(w, st, &st->body, inverse, finish, around); break;
    default: break;
    }
}

static void walk_backward(walk *w, const fr_stmt *list, const fr_stmt *st, bool finish,
                          const rest *around)
{
    if (!st)
        return;
    walk_backward(w, list, st->next, finish, around);
    walk_statement(w, (fr_stmt *)(uintptr_t)st, list, true, finish, around);
}

/* finish: the scopes within have not got their frees yet. */
static void walk_list(walk *w, const fr_stmt *list, bool inverse, bool finish, const rest *around)
{
    if (inverse)
        walk_backward(w, list, list, finish, around);
    for (const fr_stmt *s = inverse ? NULL : list; s; s = s->next)
        walk_statement(w, (fr_stmt *)(uintptr_t)s, list, false, finish, around);
}

void fr_free_at_ends(fr_arena *arena, fr_program *program)
{
    for (fr_function *f = program->functions; f; f = f->next) {
        walk w = {.arena = arena, .function = f};
        if (f->broken)
            continue;
        walk_list(&w, f->body, false, true, NULL);
        w.tangled = w.tangled || w.open_count > 0;
        finish_scope(&w, &f->body, 0, NULL);
    }
}
