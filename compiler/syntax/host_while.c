/* host_while.c: a 'while' whose variable counts, as the 'for' that it is:
 *
 *   i = 1                           i = 1
 *   while i <= length(v)            for k in 1:length(v)
 *       s += v[i]          is           i = k
 *       i += 1                          s += v[i]
 *   end                                 i += 1
 *                                   end
 *
 * So i is an Int in the body, and behind the loop it is what Julia leaves in it. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"

static bool is_name(const fr_expr *e, const char *name)
{
    return e && e->kind == EX_NAME && strcmp(e->name, name) == 0;
}

static bool binds(const fr_expr *pattern, const char *name)
{
    bool found = is_name(pattern, name);
    for (size_t i = 0; pattern && !found && i < pattern->count; i++)
        found = binds(pattern->items[i], name);
    return found;
}

static size_t times_bound(const host_stmt *list, const host_stmt *end, const char *name)
{
    size_t n = 0;
    for (const host_stmt *s = list; s != end; s = s->next)
        n += (s->pattern && binds(s->pattern, name)) + times_bound(s->body, NULL, name)
             + times_bound(s->other, NULL, name);
    return n;
}

/* Whether a statement of the list assigns a name that e reads. */
static bool changes_pattern(const fr_expr *pattern, const fr_expr *e)
{
    bool found = pattern->kind == EX_NAME && fr_expr_mentions(e, pattern->name);
    for (size_t i = 0; !found && i < pattern->count; i++)
        found = changes_pattern(pattern->items[i], e);
    return found;
}

static bool changes(const host_stmt *list, const host_stmt *end, const fr_expr *e)
{
    bool found = false;
    for (const host_stmt *s = list; s != end && !found; s = s->next)
        found = (s->pattern && changes_pattern(s->pattern, e)) || changes(s->body, NULL, e)
                || changes(s->other, NULL, e);
    return found;
}

static bool continues(const host_stmt *list)
{
    bool found = false;
    for (const host_stmt *s = list; s && !found; s = s->next)
        found = s->kind == HOST_CONTINUE
                || (s->kind == HOST_IF && (continues(s->body) || continues(s->other)));
    return found;
}

/* Whether the variable stands in an index or a range, where an Int must. */
static bool indexes(const fr_expr *e, const char *name, bool inside)
{
    if (!e)
        return false;
    if (inside && is_name(e, name))
        return true;
    const bool index = e->kind == EX_INDEX, range = e->kind == EX_RANGE;
    bool found = indexes(e->left, name, (inside && !index) || range)
                 || indexes(e->right, name, inside || range)
                 || indexes(e->third, name, inside || range);
    for (size_t i = 0; !found && i < e->count; i++)
        found = indexes(e->items[i], name, inside || index);
    return found;
}

static bool indexes_in(const host_stmt *list, const char *name)
{
    bool found = false;
    for (const host_stmt *s = list; s && !found; s = s->next)
        found = indexes(s->value, name, false) || indexes_in(s->body, name)
                || indexes_in(s->other, name);
    return found;
}

/* Integers, lengths, and sums of these; names too where they may stand for integers. */
static bool is_whole(const fr_expr *e, bool names)
{
    if (e->kind == EX_INT || fr_calls_name(e, "length") || fr_calls_name(e, "size"))
        return true;
    if (e->kind == EX_NAME)
        return names;
    return e->kind == EX_BINARY && (e->token == TOK_ADD || e->token == TOK_SUB)
           && is_whole(e->left, names) && is_whole(e->right, names);
}

/* What the last assignment before the loop gives the variable, if it is the same at the loop. */
static fr_expr *start_of(const host_stmt *list, const host_stmt *loop, const char *name)
{
    const host_stmt *last = NULL;
    fr_expr *value = NULL;
    for (const host_stmt *s = list; s != loop; s = s->next)
        if (s->kind == HOST_ASSIGN && binds(s->pattern, name))
            last = s;
    if (!last || times_bound(last->next, loop, name) > 0)
        return NULL;
    if (last->pattern->kind == EX_NAME)
        value = last->value;
    for (size_t i = 0; last->value->kind == EX_TUPLE && last->value->count == last->pattern->count
                       && i < last->pattern->count;
         i++)
        if (is_name(last->pattern->items[i], name))
            value = last->value->items[i];
    return value && !changes(last, loop, value) ? value : NULL;
}

/* How i = i + step changes it; 0: otherwise. */
static int64_t step_of(const host_stmt *body, const char *name)
{
    for (const host_stmt *s = body; s; s = s->next) {
        const fr_expr *e = s->kind == HOST_ASSIGN && is_name(s->pattern, name) ? s->value : NULL;
        if (!e || e->kind != EX_BINARY || !is_name(e->left, name) || e->right->kind != EX_INT
            || e->right->integer > INT32_MAX)
            continue;
        const int64_t by = (int64_t)e->right->integer;
        return e->token == TOK_ADD ? by : e->token == TOK_SUB ? -by : 0;
    }
    return 0;
}

static bool is_up(const fr_expr *condition)
{
    return condition->token == TOK_LT || condition->token == TOK_LE;
}

/* The last number that the condition admits. */
static fr_expr *last_of(fr_arena *arena, const fr_expr *condition)
{
    fr_expr *limit = condition->right, *one = fr_make_int(arena, limit->span, 1);
    if (condition->token == TOK_LE || condition->token == TOK_GE)
        return limit;
    if (limit->kind == EX_INT && limit->integer > 0 && condition->token == TOK_LT)
        return fr_make_int(arena, limit->span, (int64_t)limit->integer - 1);
    return fr_make_binary(arena, is_up(condition) ? TOK_SUB : TOK_ADD, limit, one);
}

static fr_expr *step_expr(fr_arena *arena, fr_span at, int64_t step)
{
    fr_expr *n = fr_make_int(arena, at, step < 0 ? -step : step);
    return step == 1 ? NULL : step < 0 ? fr_make_unary(arena, at, TOK_SUB, n) : n;
}

static void make_for(fr_arena *arena, host_stmt *s, const char *name, fr_expr *start, int64_t step)
{
    const fr_span at = s->value->left->span;
    host_stmt *first = fr_alloc(arena, sizeof *first);
    *first = (host_stmt){.kind = HOST_ASSIGN, .span = at, .next = s->body};
    first->pattern = fr_make_name(arena, at, name);
    first->value = fr_make_name(arena, at, fr_format(arena, "%s#iteration", name));
    s->kind = HOST_FOR;
    s->pattern = first->value;
    s->value = fr_make_range(arena, s->value->span, start, step_expr(arena, at, step),
                             last_of(arena, s->value));
    s->body = first;
}

static void count(fr_arena *arena, const host_stmt *list, host_stmt *s)
{
    const fr_expr *c = s->value;
    if (!c || c->kind != EX_BINARY || c->left->kind != EX_NAME
        || (!is_up(c) && c->token != TOK_GT && c->token != TOK_GE))
        return;
    const char *name = c->left->name;
    const int64_t step = step_of(s->body, name);
    const bool names = indexes_in(s->body, name);
    fr_expr *start = start_of(list, s, name);
    if (start && step != 0 && (step > 0) == is_up(c) && times_bound(s->body, NULL, name) == 1
        && !continues(s->body) && !changes(s->body, NULL, c->right) && is_whole(start, names)
        && is_whole(c->right, names))
        make_for(arena, s, name, start, step);
}

void fr_count_whiles(fr_arena *arena, host_stmt *list)
{
    for (host_stmt *s = list; s; s = s->next) {
        fr_count_whiles(arena, s->body);
        fr_count_whiles(arena, s->other);
        if (s->kind == HOST_WHILE)
            count(arena, list, s);
    }
}
