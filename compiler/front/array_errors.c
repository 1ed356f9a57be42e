/* array_errors.c: arrays where one number is needed, and what an argument hides. */
#include "compiler/front/array_errors.h"

#include <string.h>

#include "compiler/front/builtins.h"
#include "compiler/syntax/tree.h"
#include "compiler/syntax/words.h"

enum { LONGEST_TEXT = 40 };

const char *fr_written_text(fr_sema *s, const fr_expr *e)
{
    const fr_source *source = &s->d->sources[e->span.file];
    if (e->span.file >= s->d->source_count || e->span.length > LONGEST_TEXT || source->origins)
        return "v";
    const char *text = fr_text(s->arena, source->text + e->span.offset, e->span.length);
    return strchr(text, '\n') || text[0] == '[' ? "v" : text;
}

static bool takes_numbers(const char *name)
{
    const fr_builtin *b = fr_find_builtin(name);
    switch (b ? b->kind : BI_LATER) {
    case BI_ABS:
    case BI_SIGN:
    case BI_ROUNDING:
    case BI_FIXED1:
    case BI_LOG10:
    case BI_EXP10:
    case BI_ABS2:
    case BI_INV:
    case BI_PARITY:
    case BI_POPCOUNT: return true;
    default: return false;
    }
}

/* The functions that are others of a matrix than of its elements. */
static bool is_of_matrices(const char *name)
{
    static const char *const names[] = {"exp", "log", "sqrt", "sin", "cos", "tan", "inv"};
    return FR_IS_ONE_OF(name, names);
}

bool fr_refuse_array_argument(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    size_t i = 0;
    while (i < e->count && !(fr_view_of(s, e->items[i], &v) && v.rank > 0))
        i++;
    if (i == e->count)
        return false;
    const fr_expr *array = e->items[i];
    const char *type = fr_type_text(s, (fr_type){v.array->type.base, v.rank}),
               *text = fr_written_text(s, array);
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0204", array->span,
                                  "'%s' takes one number here, and this is a %s", e->left->name,
                                  type);
    if (v.rank == 2 && is_of_matrices(e->left->name))
        fr_help(s->d, r,
                "write %s.(%s) for each element; %s of a matrix, as linear algebra has it, is not "
                "there",
                e->left->name, text, e->left->name);
    else if (e->count == 1)
        fr_help(s->d, r, "write %s.(%s) for each element", e->left->name, text);
    else
        fr_help(s->d, r, "write %s.(...) for each element", e->left->name);
    return true;
}

/* A call within e of a function of numbers, with an array. */
static const fr_expr *call_with_array(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    if (!e)
        return NULL;
    const bool numbers = e->kind == EX_CALL && e->left->kind == EX_NAME && e->count == 1
                         && takes_numbers(e->left->name);
    if (numbers && fr_view_of(s, e->items[0], &v) && v.rank > 0)
        return e;
    const fr_expr *parts[] = {e->kind == EX_CALL ? NULL : e->left, e->right, e->third},
                  *found = NULL;
    for (size_t i = 0; !found && i < sizeof parts / sizeof parts[0]; i++)
        found = call_with_array(s, parts[i]);
    for (size_t i = 0; !found && i < e->count; i++)
        found = call_with_array(s, e->items[i]);
    return found;
}

bool fr_refuse_array_within(fr_sema *s, const fr_expr *e)
{
    const fr_expr *call = call_with_array(s, e);
    return call && fr_refuse_array_argument(s, call);
}

const fr_expr *fr_unknown_call(fr_sema *s, const fr_expr *e)
{
    const fr_expr *found = NULL;
    for (size_t i = 0; !found && i < e->count; i++) {
        const fr_expr *item = e->items[i];
        if (item->kind == EX_CALL && item->left->kind == EX_NAME && !fr_is_builtin(item->left->name)
            && !fr_is_own_function(s, item->left->name) && !fr_is_type(s, item->left))
            found = item;
    }
    return found;
}
