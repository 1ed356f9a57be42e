/* call_errors.c: why no routine of a name suits the arguments of a call. */
#include <string.h>

#include "compiler/front/array_errors.h"
#include "compiler/front/calls.h"
#include "compiler/functional/functional.h"
#include "compiler/syntax/lambda.h"

void fr_wrong_count(fr_sema *s, const fr_expr *e, const fr_function *f)
{
    bool more = fr_takes_rest(f);
    size_t n = fr_positional_count(f) - more;
    for (size_t i = 0; i < f->param_count; i++)
        if (!f->params[i].keyword && f->params[i].fallback)
            return; /* a default that cannot be there, which was said */
    if (fn_find(s->program, f->name) && e->count + 1 == n) {
        rgc_diagnostic *lost = fr_report(s->d, RGC_ERROR, "R0604", e->span,
                                         "'%s' is a function: its value is lost here", f->name);
        fr_note(s->d, lost, f->span, "defined here");
        fr_help(s->d, lost,
                "use it in an update, y += %s(...), or give the variable for its value first: "
                "%s(y, ...)",
                f->name, f->name);
        return;
    }
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", e->span,
                                  "'%s' takes %zu argument%s%s, not %zu", f->name, n,
                                  n == 1 ? "" : "s", more ? " or more" : "", e->count);
    fr_note(s->d, r, f->span, "defined here");
    const fr_param *k = f->params;
    while (k < f->params + f->param_count && !k->keyword)
        k++;
    if (k < f->params + f->param_count && e->count > n)
        fr_help(s->d, r, "'%s' is a keyword: write '; %s=%s' behind the arguments", k->name,
                k->name, fr_written_text(s, e->items[n]));
}

void fr_no_match(fr_sema *s, const fr_function *f, const fr_argument *args, size_t count,
                 size_t misfit)
{
    size_t last = fr_positional_count(f) - 1;
    const fr_param *p = &f->params[misfit < last ? misfit : last];
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0605", args[misfit].source->span,
                                  "argument %zu of '%s' is %s, which does not suit parameter '%s'",
                                  misfit + 1, f->name, fr_type_text(s, args[misfit].type), p->name);
    const fr_expr *bound = NULL;
    for (size_t w = 0; p->type && p->type->kind == EX_NAME && w < f->where_count; w++)
        if (strcmp(f->wheres[w], p->type->name) == 0)
            bound = f->bounds[w];
    fr_note(s->d, r,
            bound     ? bound->span
            : p->type ? p->type->span
                      : p->span,
            bound ? "bounded here" : "declared here");
    size_t named = 1;
    for (const fr_function *g = fr_find_function(s->program, f->name); g && named < 4;
         g = g->next_of_name)
        if (g != f && fr_suits_count(g, count)) {
            fr_note(s->d, r, g->span, "nor does this one suit the arguments");
            named++;
        }
}

void fr_ambiguous(fr_sema *s, const fr_expr *e, const fr_function *a, const fr_function *b)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0609", e->span,
                  "the call of '%s' is ambiguous: two routines suit it equally well", a->name);
    fr_note(s->d, r, a->span, "this one");
    fr_note(s->d, r, b->span, "and this one");
    fr_help(s->d, r, "define one whose parameters have the types of this call");
}
