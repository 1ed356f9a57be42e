/* call_emit.c: the machine arguments of a call, and the call. */
#include "compiler/front/calls.h"

/* The machine arguments of a call, as they are made. */
typedef struct {
    ir_arg *args;
    size_t count, capacity;
} passed;

static void push(fr_sema *s, passed *out, ir_arg arg)
{
    out->args = fr_grow(s->arena, out->args, out->count, &out->capacity, sizeof *out->args);
    out->args[out->count++] = arg;
}

static void pass_place(fr_sema *s, const fr_ref *ref, ir_loc loc, passed *out)
{
    const fr_compound *c = fr_compound_of(s, ref->node->type.base);
    for (size_t i = 0; c && i < c->count; i++) {
        fr_ref part = fr_ref_part(ref, i);
        pass_place(s, &part, loc, out);
    }
    if (c)
        return;
    push(s, out,
         fr_ref_type(ref).rank > 0 ? ir_arg_array(loc, ref->node->ir)
                                   : ir_arg_place(fr_leaf_place(loc, ref)));
}

static bool pass_value(fr_sema *s, fr_value v, rg_type_base base, passed *out)
{
    const fr_compound *c = fr_compound_of(s, base);
    fr_value x;
    if (!fr_compound_as(s, v, base, &x))
        return false;
    for (size_t i = 0; c && i < c->count; i++)
        if (c->types[i].rank > 0 || !pass_value(s, x.parts[i], c->types[i].base, out))
            return false;
    ir_expr *e = c ? NULL : fr_convert(s, x, base);
    if (e)
        push(s, out, ir_arg_expr(e));
    return c || e;
}

/* An argument in the type that the parameter has. */
static bool pass(fr_sema *s, const fr_argument *a, fr_type type, passed *out)
{
    if (a->items) {
        const fr_compound *c = fr_compound_of(s, type.base);
        for (size_t i = 0; i < a->item_count; i++)
            if (!c || !pass(s, &a->items[i], c->types[i], out))
                return false;
        return true;
    }
    if (a->place && a->type.base == type.base && a->type.rank == type.rank) {
        pass_place(s, &a->ref, fr_loc(s, a->source->span), out);
        return true;
    }
    return pass_value(s, a->place ? fr_read(s, &a->ref, a->source->span) : a->value, type.base,
                      out);
}

void fr_emit_call(fr_sema *s, const fr_stmt *st, const fr_expr *e, const fr_candidate *c)
{
    const fr_function *f = c->function;
    const fr_argument *args = c->args;
    passed out = {0};
    size_t n = fr_positional_count(f);
    bool ok = fr_check_distinct(s, args, n);
    fr_check_keywords(s, f, e);
    for (size_t i = 0; i < n; i++)
        ok = pass(s, &args[i], c->types[i], &out) && ok;
    for (size_t i = n; i < f->param_count; i++) {
        ir_expr *value = fr_keyword_value(s, f, i, e, c->bindings, &c->types[i]);
        ok = ok && value;
        push(s, &out, ir_arg_expr(value));
    }
    if (!ok)
        return;
    fr_instance *callee = fr_instantiate(s, f, c->types, c->bindings, false, true, e->span);
    for (size_t i = 0; i < out.count; i++)
        if (out.args[i].kind == IR_ARG_EXPR)
            out.args[i].expr = fr_split(s, out.args[i].expr);
    if (callee && s->d->errors == 0)
        fr_emit(s,
                ir_call(s->module, fr_loc(s, st->span), callee->routine, st->inverse, out.count,
                        out.args),
                st);
    fr_join_parts(s);
}
