/* host_list.c: questions about all statements of a list, with those of its blocks. */
#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"

bool fr_any_host(const host_stmt *list, fr_host_test test, const void *with)
{
    for (const host_stmt *s = list; s; s = s->next)
        if (test(s, with) || fr_any_host(s->body, test, with) || fr_any_host(s->other, test, with))
            return true;
    return false;
}

typedef struct {
    fr_expr_test test;
    const void *with;
} question;

static bool has_value(const host_stmt *s, const void *with)
{
    const question *q = with;
    return fr_any_in(s->value, q->test, q->with);
}

bool fr_any_host_value(const host_stmt *list, fr_expr_test test, const void *with)
{
    const question q = {test, with};
    return fr_any_host(list, has_value, &q);
}

static bool changes_part(const host_stmt *s, const void *name) { return fr_changes_part(s, name); }

bool fr_changes_part_in(const host_stmt *list, const char *name)
{
    return fr_any_host(list, changes_part, name);
}

static bool assigns(const host_stmt *s, const void *name)
{
    return s->pattern && fr_expr_mentions(s->pattern, name);
}

bool fr_assigns(const host_stmt *list, const char *name)
{
    return fr_any_host(list, assigns, name);
}

static bool leaves(const host_stmt *s, const void *with)
{
    (void)with;
    return s->kind == HOST_BREAK || s->kind == HOST_CONTINUE
           || (s->kind == HOST_VALUE && s->returns);
}

bool fr_leaves(const host_stmt *list) { return fr_any_host(list, leaves, NULL); }
