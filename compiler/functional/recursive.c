/* recursive.c: a function that calls itself where no loop does the same: a call of its routine. */
#include <string.h>

#include "compiler/front/sema.h"
#include "compiler/functional/unary.h"
#include "compiler/syntax/tree.h"

/* What a call of f within itself gives. */
static const fn_type *result_of(const fr_functional *f)
{
    bool scalar = false;
    const bool named = f->result && f->result->kind == EX_NAME;
    return named && fr_base_named(f->result->name, &scalar) == RG_TYPE_INT && scalar ? &fn_whole
                                                                                     : &fn_real;
}

static bool is_parameter(const fn_slot *s) { return s->kind == FN_PARAM && !s->origin; }

static bool is_number(const fn_type *t) { return t->kind == FN_REAL || t->kind == FN_WHOLE; }

/* Whether f, or what it is being put in for, calls f. */
static bool is_recursive(const fn_builder *b, const fr_functional *f)
{
    bool found = fr_expr_mentions(f->body, f->name);
    for (const fn_frame *w = b->frame; w && !found; w = w->outer)
        found = w->function == f;
    return found;
}

bool fn_calls_routine(const fn_builder *b, const fr_functional *f, fn_slot *const *args)
{
    bool good = is_recursive(b, f) && !f->marked && f->param_count > 0;
    for (size_t i = 0; good && i < f->param_count; i++) {
        const size_t errors = b->d->errors, count = b->d->count;
        const fn_type *t = args[i] ? fn_parameter_type(b->d, b->program, f, i) : NULL;
        good = t && fn_suits(args[i]->type, t)
               && (is_number(t) || (is_parameter(args[i]) && fn_same_type(args[i]->type, t)));
        b->d->errors = errors;
        b->d->count = count;
    }
    return good;
}

fn_slot *fn_call_routine(fn_builder *b, const fr_functional *f, fn_slot *const *args, fr_span call)
{
    const fn_frame *root = b->frame;
    while (root->outer)
        root = root->outer;
    b->calls_itself = b->calls_itself || root->function == f;
    fn_slot *s = fn_build_op(b, call, f->name, false, result_of(f), f->param_count, args);
    s->routine = true;
    return s;
}

void fn_check_recursive(fn_builder *b, const fn_seq *q)
{
    const fr_functional *f = b->frame->function;
    const bool other = q->result ? !fn_suits(q->result->type, result_of(f)) : b->mistyped;
    if (!other)
        return;
    fr_help(b->d,
            fr_report(b->d, RGC_ERROR, "R1004", f->span,
                      "'%s' calls itself, which gives one number: its value is another one",
                      f->name),
            "write a loop that keeps the last values, 'for i in 2:n' with 'a, b = b, b .+ a' in "
            "it, and return b");
}
