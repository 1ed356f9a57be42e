/* host_push.c: push!(r, e) in a function with a value. An array has its length from the start: that
 * of the loop which pushes, and push!(r, e) is then r[k] = e in iteration k. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/host_sharing.h"
#include "compiler/syntax/tree.h"

typedef struct {
    fr_parser *p;
    const char *name; /* of the array */
    uint64_t written; /* elements that it starts with */
    fr_expr *turn;    /* the number of the iteration */
    bool pushed;      /* in this iteration */
} pusher;

static bool refuse(const pusher *u, fr_span at)
{
    if (!u->p->panic)
        fr_help(u->p->d,
                fr_report(u->p->d, RGC_ERROR, "R1010", at,
                          "how many elements '%s' gets is not known before the run", u->name),
                "push once in each iteration of one 'for', or give it its length, %s = zeros(n), "
                "and assign %s[i]; a sum of some elements is sum(x for x in v if x > 0)",
                u->name, u->name);
    u->p->panic = true;
    return false;
}

static bool refuse_name(const pusher *u, fr_span at)
{
    if (!u->p->panic)
        fr_help(u->p->d,
                fr_report(u->p->d, RGC_ERROR, "R1010", at,
                          "'%s' and another name would stand for one array, which is pushed to",
                          u->name),
                "copy it: copy(%s)", u->name);
    u->p->panic = true;
    return false;
}

static bool is_named(const fr_expr *e, const char *name)
{
    return e && e->kind == EX_NAME && strcmp(e->name, name) == 0;
}

static bool is_push(const host_stmt *s, const char *name)
{
    return s->kind == HOST_VALUE && !s->returns && fr_calls_name(s->value, "push!")
           && s->value->count == 2 && is_named(s->value->items[0], name);
}

static size_t pushes(const host_stmt *list, const char *name)
{
    size_t n = 0;
    for (const host_stmt *s = list; s; s = s->next)
        n += is_push(s, name) + pushes(s->body, name) + pushes(s->other, name);
    return n;
}

/* [], Float64[], Vector{Float64}(): 0 or 0.0, which is what it is filled with; NULL: another one.
 */
static fr_expr *filling(fr_arena *arena, const fr_expr *e)
{
    const bool none = e->count == 0
                      && (e->kind == EX_ARRAY || (e->kind == EX_INDEX && e->left->kind == EX_NAME)
                          || (e->kind == EX_CALL && e->left->kind == EX_CURLY));
    const fr_expr *type = e->kind == EX_INDEX                                 ? e->left
                          : e->kind == EX_CALL && none && e->left->count == 1 ? e->left->items[0]
                                                                              : NULL;
    if (!none && (e->kind != EX_ARRAY || e->token == TOK_SEMI))
        return NULL;
    const bool real = type && !is_named(type, "Int") && !is_named(type, "Any");
    return real ? fr_make_real(arena, e->span, 0) : fr_make_int(arena, e->span, 0);
}

/* ---- iterations ---- */

static fr_expr *added(fr_arena *arena, fr_expr *e, int64_t n)
{
    if (n == 0)
        return e;
    return fr_make_binary(arena, n < 0 ? TOK_SUB : TOK_ADD, e,
                          fr_make_int(arena, e->span, n < 0 ? -n : n));
}

static bool is_one(const fr_expr *e) { return e->kind == EX_INT && e->integer == 1; }

/* The number of the iteration in which the variable of the range has its value. */
static fr_expr *turn_of_range(fr_arena *arena, const fr_expr *range, fr_expr *variable)
{
    if (!range->third && is_one(range->left))
        return variable;
    fr_expr *steps = fr_make_binary(arena, TOK_SUB, variable, range->left);
    if (range->third)
        steps = fr_make_binary(arena, TOK_IDIV, steps, range->third);
    return added(arena, steps, 1);
}

static fr_expr *pair(fr_arena *arena, fr_expr *first, fr_expr *second)
{
    fr_expr *items[] = {first, second};
    fr_expr *e = fr_make_call(arena, second->span, "", 2, items);
    e->kind = EX_TUPLE;
    e->left = NULL;
    return e;
}

/* Whether the name has the value that the loop gave it wherever its body reads it. */
static bool stays(const host_stmt *loop, const fr_expr *name)
{
    return name->kind == EX_NAME && !is_named(name, "_") && !fr_assigns(loop->body, name->name);
}

static bool is_literal(const fr_expr *e)
{
    return e->kind == EX_INT || (e->kind == EX_UNARY && e->right->kind == EX_INT);
}

/* The number of the iteration, by a name that the loop has or gets. */
static fr_expr *turn_of(pusher *u, host_stmt *loop)
{
    fr_arena *arena = u->p->d->arena;
    const fr_expr *over = loop->value;
    fr_expr *own =
        fr_make_name(arena, loop->span, fr_format(arena, "push#%zu", (size_t)loop->span.offset));
    const bool counted = fr_calls_name(over, "eachindex") && over->count == 1,
               ranged = over->kind == EX_RANGE && is_literal(over->left)
                        && (!over->third || is_literal(over->third));
    if ((ranged || counted) && is_named(loop->pattern, "_"))
        loop->pattern = own;
    if ((ranged || counted) && stays(loop, loop->pattern))
        return counted ? loop->pattern : turn_of_range(arena, over, loop->pattern);
    if (fr_calls_name(over, "enumerate") && loop->pattern->kind == EX_TUPLE
        && loop->pattern->count == 2 && stays(loop, loop->pattern->items[0]))
        return loop->pattern->items[0];
    loop->pattern = pair(arena, own, loop->pattern);
    loop->value = fr_make_call(arena, loop->value->span, "enumerate", 1, &loop->value);
    return own;
}

/* How many iterations the loop has. */
static fr_expr *turns_of(fr_arena *arena, const host_stmt *loop)
{
    fr_expr *over = loop->value;
    while ((fr_calls_name(over, "enumerate") || fr_calls_name(over, "eachindex")
            || fr_calls_name(over, "zip"))
           && over->count > 0)
        over = over->items[0];
    if (over->kind == EX_RANGE && !over->third && is_one(over->left))
        return over->right;
    return fr_make_call(arena, over->span, "length", 1, &over);
}

/* ---- the array in an iteration ---- */

static fr_expr *count_now(const pusher *u)
{
    return added(u->p->d->arena, u->turn, (int64_t)u->written - (u->pushed ? 0 : 1));
}

/* length(r), r[end] and last(r), which change with each iteration. */
static fr_expr *as_now(void *context, const fr_expr *e)
{
    const pusher *u = context;
    fr_arena *arena = u->p->d->arena;
    if (!e)
        return NULL;
    const bool of_it = e->kind == EX_CALL && e->count == 1 && is_named(e->items[0], u->name);
    if (of_it && (fr_calls_name(e, "length") || fr_calls_name(e, "lastindex")))
        return count_now(u);
    fr_expr *now = count_now(u), *it = fr_make_name(arena, e->span, u->name);
    if (of_it && fr_calls_name(e, "last"))
        return fr_make_index(arena, e->span, it, 1, &now);
    if (e->kind == EX_INDEX && is_named(e->left, u->name) && e->count == 1) {
        fr_expr *index = as_now(context, fr_replace_end(arena, e->items[0], now));
        return fr_make_index(arena, e->span, it, 1, &index);
    }
    fr_expr *copy = fr_with_arguments(arena, e, as_now, context);
    copy->left = as_now(context, e->left);
    copy->right = as_now(context, e->right);
    copy->third = as_now(context, e->third);
    return copy;
}

/* Whether e reads all of the array, of which only a part is there. */
static bool reads_whole(const fr_expr *e, const char *name)
{
    if (!e)
        return false;
    if (e->kind == EX_INDEX && is_named(e->left, name) && e->count == 1
        && e->items[0]->kind != EX_RANGE && e->items[0]->kind != EX_COLON)
        return reads_whole(e->items[0], name);
    bool found = is_named(e, name) || reads_whole(e->left, name) || reads_whole(e->right, name)
                 || reads_whole(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = reads_whole(e->items[i], name);
    return found;
}

static bool put(pusher *u, host_stmt *s)
{
    fr_arena *arena = u->p->d->arena;
    fr_expr *at = added(arena, u->turn, (int64_t)u->written), *value = s->value->items[1];
    fr_expr *target = fr_make_index(arena, s->span, s->value->items[0], 1, &at);
    s->kind = HOST_ASSIGN;
    s->pattern = s->value->items[0];
    s->value = fr_make_put(u->p, target, value);
    u->pushed = true;
    return s->value != NULL;
}

static bool take_list(pusher *u, host_stmt *list, bool outermost)
{
    bool good = true;
    for (host_stmt *s = list; s && good; s = s->next) {
        const bool push = is_push(s, u->name);
        if (push)
            s->value->items[1] = as_now(u, s->value->items[1]);
        else
            s->value = as_now(u, s->value);
        if (reads_whole(push ? s->value->items[1] : s->value, u->name) || (push && !outermost))
            return refuse(u, s->span);
        good = (!push || put(u, s)) && take_list(u, s->body, false)
               && take_list(u, s->other, false);
    }
    return good;
}

/* [a; b], or [a] */
static fr_expr *joined(fr_arena *arena, fr_span span, size_t count, fr_expr *const *items)
{
    fr_expr *e = fr_make_call(arena, span, "", count, items);
    e->kind = EX_ARRAY;
    e->token = count > 1 ? TOK_SEMI : TOK_COMMA;
    e->left = NULL;
    return e;
}

/* The array gets more elements in s. One that has none yet is made there, and not in `start`. */
static void lengthen(const pusher *u, host_stmt *start, host_stmt *s, fr_expr *more, bool empty)
{
    fr_arena *arena = u->p->d->arena;
    fr_expr *parts[] = {fr_make_name(arena, s->span, u->name), more};
    s->kind = HOST_ASSIGN;
    s->pattern = parts[0];
    s->value = empty ? more : joined(arena, s->span, 2, parts);
    if (empty) {
        start->pattern = fr_make_name(arena, start->span, "push#start");
        start->value = fr_make_int(arena, start->span, 0);
    }
}

/* The loop pushes once in each iteration: before it the array gets its length. Returns the loop. */
static host_stmt *take_loop(pusher *u, host_stmt *start, host_stmt *s, fr_expr *zero)
{
    fr_arena *arena = u->p->d->arena;
    host_stmt *loop = fr_alloc(arena, sizeof *loop);
    *loop = *s;
    if (pushes(loop->body, u->name) != 1 || fr_leaves(loop->body)) {
        refuse(u, loop->span);
        return NULL;
    }
    fr_expr *fill[] = {zero, turns_of(arena, loop)};
    *s = (host_stmt){.span = s->span, .next = loop};
    lengthen(u, start, s, fr_make_call(arena, s->span, "fill", 2, fill), u->written == 0);
    u->turn = turn_of(u, loop);
    return take_list(u, loop->body, true) ? loop : NULL;
}

/* push!(r, e) outside of loops: one element more. */
static void append(pusher *u, host_stmt *start, host_stmt *s, bool looped)
{
    fr_arena *arena = u->p->d->arena;
    const bool empty = !looped && u->written == 0;
    fr_expr *more = s->value->items[1];
    lengthen(u, start, s, empty ? joined(arena, s->span, 1, &more) : more, empty);
    u->written++;
}

static bool take_array(fr_parser *p, host_stmt *start, fr_expr *zero)
{
    pusher u = {.p = p, .name = start->pattern->name};
    bool looped = false;
    u.written = start->value->kind == EX_ARRAY ? start->value->count : 0;
    for (host_stmt *s = start->next; s && pushes(s, u.name) > 0; s = s->next) {
        if (fr_gets_name(p->program, s, u.name, false))
            return refuse_name(&u, s->span);
        if (is_push(s, u.name)) {
            append(&u, start, s, looped);
        } else if (pushes(s->body, u.name) + pushes(s->other, u.name) > 0) {
            if (s->kind != HOST_FOR || looped)
                return refuse(&u, s->span);
            if (!(s = take_loop(&u, start, s, zero)))
                return false;
            looped = true;
        }
    }
    return true;
}

bool fr_take_pushes(fr_parser *p, host_stmt *list)
{
    for (host_stmt *s = list; s; s = s->next) {
        fr_expr *zero = s->kind == HOST_ASSIGN && s->pattern->kind == EX_NAME && s->value
                            ? filling(p->d->arena, s->value)
                            : NULL;
        if (zero && pushes(s->next, s->pattern->name) > 0 && !take_array(p, s, zero))
            return false;
        if (!fr_take_pushes(p, s->body) || !fr_take_pushes(p, s->other))
            return false;
    }
    return true;
}
