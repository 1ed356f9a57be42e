/* stmt.c: statements to IR, with the static rules that make a program reversible. */
#include <math.h>
#include <string.h>

#include "compiler/front/array_errors.h"
#include "compiler/front/compound.h"
#include "compiler/front/reduce.h"
#include "compiler/hidden.h"

/* Lower a list into a list of its own, without scope of its own. */
static ir_stmt *lower_apart(fr_sema *s, const fr_stmt *list)
{
    ir_stmt *out = s->out, *last = s->out_last, *body;
    s->out = s->out_last = NULL;
    fr_lower_list(s, list);
    body = s->out;
    s->out = out;
    s->out_last = last;
    return body;
}

static bool other_extent(const ir_expr *a, const ir_expr *b)
{
    return a && b && a->kind == IR_CONST && b->kind == IR_CONST && a->raw != b->raw;
}

static const char *made_text(fr_sema *s, fr_type type, const fr_shape *shape)
{
    const fr_type item = shape && shape->item.rank > 0 ? shape->item : (fr_type){type.base, 0};
    return shape && shape->stack ? fr_format(s->arena, "stack of %s", fr_type_text(s, item))
                                 : fr_type_text(s, type);
}

/* False after a report: the array is freed as another one than it is. Extents that are not constant
 * the machine compares. */
static bool same_array(fr_sema *s, const fr_var *v, const fr_shape *shape, fr_span at)
{
    const fr_shape *was = v->shape;
    bool kind = shape->type.base == v->type.base && shape->type.rank == v->type.rank
                && (!was
                    || (was->stack == shape->stack && was->item.rank == shape->item.rank
                        && was->item.base == shape->item.base));
    bool extents = true;
    for (unsigned d = 0; was && d < RG_MOST_RANK; d++)
        extents = extents && !other_extent(was->extents[d], shape->extents[d]);
    if (kind && extents)
        return true;
    rgc_diagnostic *r =
        kind ? fr_report(s->d, RGC_ERROR, "R0407", at, "'%s' was allocated with other extents",
                         v->name)
             : fr_report(s->d, RGC_ERROR, "R0202", at, "'%s' is a %s, this makes a %s", v->name,
                         made_text(s, v->type, was), made_text(s, shape->type, shape));
    fr_note(s->d, r, v->declared, "allocated here");
    return false;
}

static void emit_free(fr_sema *s, const fr_stmt *st, fr_span at, fr_var *v, const fr_expr *value)
{
    ir_loc loc = fr_loc(s, at);
    if (v->type.rank > 0) {
        fr_shape shape;
        fr_check_last_array(s, v, at);
        if (fr_array_shape(s, value, &shape) && same_array(s, v, &shape, value->span))
            fr_emit_array(s, st, loc, v, true, &shape);
        return;
    }
    if (fr_makes_holder(s, value)) {
        fr_type type;
        fr_check_last_array(s, v, at);
        if (!fr_holder_type(s, value, &type))
            return;
        if (type.base != v->type.base)
            fr_note(s->d,
                    fr_report(s->d, RGC_ERROR, "R0202", value->span, "'%s' is %s, this makes %s",
                              v->name, fr_type_text(s, v->type), fr_type_text(s, type)),
                    v->declared, "allocated here");
        else
            (void)fr_emit_holder(s, st, v, value, true);
        return;
    }
    if (v->parts) {
        fr_value x;
        if (fr_compound_as(s, fr_lower_expr(s, value), v->type.base, &x))
            fr_emit_parts(s, st, loc, v, x, true);
        return;
    }
    ir_expr *e = fr_split(s, fr_convert(s, fr_lower_expr(s, value), v->type.base));
    if (e)
        fr_emit(s, ir_free(s->module, loc, v->ir, e->kind == IR_CONST && e->raw == 0 ? NULL : e),
                st);
    fr_join_parts(s);
}

void fr_free_automatic(fr_sema *s, size_t first)
{
    for (size_t i = s->var_count; i-- > first;) {
        fr_var *v = s->vars[i];
        if (!v->live || !v->automatic)
            continue;
        v->live = false;
        emit_free(s, NULL, v->declared, v, v->value);
    }
}

/* A body whose @routines and @ancs end with it. */
static ir_stmt *lower_body(fr_sema *s, const fr_stmt *list)
{
    size_t base = s->open_base, first = s->var_count;
    ir_stmt *out = s->out, *last = s->out_last, *body;
    s->open_base = s->open_count;
    s->out = s->out_last = NULL;
    fr_lower_list(s, list);
    fr_check_open(s);
    fr_free_automatic(s, first);
    body = s->out;
    s->out = out;
    s->out_last = last;
    s->open_base = base;
    return body;
}

static enum rg_mode update_mode(fr_token_kind t)
{
    return t == TOK_XOREQ                     ? RG_MODE_XOR
           : t == TOK_SUBEQ || t == TOK_DIVEQ ? RG_MODE_SUB
                                              : RG_MODE_ADD;
}

/* y ⊻= stop_gradient(e): the bits of e, and nothing goes back to what e reads. */
static const fr_expr *stopped(const fr_stmt *st, rg_type_base base)
{
    const bool stops = st->token == TOK_XOREQ && base == RG_TYPE_FIXED
                       && fr_calls_name(st->value, "stop_gradient") && st->value->count == 1
                       && st->value->keyword_count == 0;
    return stops ? st->value->items[0] : NULL;
}

static bool update_allowed(fr_sema *s, const fr_stmt *st, rg_type_base base)
{
    if (stopped(st, base))
        return true;
    bool product = st->token == TOK_MULEQ || st->token == TOK_DIVEQ, exor = st->token == TOK_XOREQ;
    if (base == RG_TYPE_LOG    ? product
        : base == RG_TYPE_BOOL ? exor
        : base == RG_TYPE_INT  ? !product
                               : !product && !exor)
        return true;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0310", st->target->span,
                                  "a %s has no %s update", fr_base_text(base),
                                  product ? "multiplying"
                                  : exor  ? "xor"
                                          : "adding");
    if (product && base == RG_TYPE_FIXED)
        fr_help(s->d, r,
                "make the variable a Log, or write the product into another variable: z += x * y; "
                "MULDIV(x, n, d) multiplies by n / d in place");
    else if (product)
        fr_help(s->d, r,
                "make the variable a Log, or write the product into another variable: z += x * y");
    else if (base == RG_TYPE_LOG)
        fr_help(s->d, r, "a Log has *= and /=; sums need a Fixed target: y += convert(l)");
    else if (base == RG_TYPE_BOOL)
        fr_help(s->d, r, "a Bool has xor=");
    else if (exor)
        fr_help(s->d, r,
                "bits belong to Int and Bool; a Fixed has += and -=, and ⊻= stop_gradient(x)");
    return false;
}

static ir_expr *log_factor(fr_sema *s, fr_value v)
{
    if (!v.ok || v.constant || v.base == RG_TYPE_LOG)
        return fr_convert(s, v, RG_TYPE_LOG);
    return fr_op1(s, v.span, RG_OP_LMULF, fr_convert(s, v, RG_TYPE_FIXED)).ir;
}

/* y += v of an array y. */
static bool whole_array(fr_sema *s, const fr_stmt *st)
{
    fr_type type;
    if (!fr_place_type(s, st->target, &type) || type.rank == 0)
        return false;
    if (fr_refuse_array_within(s, st->value))
        return true;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0204", st->target->span,
                                  "this is a %s, and the update is that of one number",
                                  fr_type_text(s, type));
    fr_help(s->d, r, "put a dot before the operator: y .+= e updates each element");
    return true;
}

static void lower_update(fr_sema *s, const fr_stmt *st)
{
    ir_place place;
    rg_type_base base;
    enum rg_mode mode = update_mode(st->token);
    if (fr_lower_read(s, st) || fr_update_by_routine(s, st))
        return;
    if (whole_array(s, st))
        return;
    bool target = fr_lower_place(s, st->target, &place, &base);
    const fr_expr *bits = target ? stopped(st, base) : NULL;
    fr_value v = fr_lower_expr(s, bits ? bits : st->value);
    if (!target)
        return;
    fr_reads_target(s, st->target, st->value, "updated");
    if (!update_allowed(s, st, base) || !v.ok)
        return;
    ir_expr *e = base == RG_TYPE_LOG ? log_factor(s, v) : fr_summand(s, v, base);
    fr_emit_sum(s, fr_loc(s, st->span), place, mode, e, st);
}

static bool plain_name(fr_sema *s, const fr_expr *e, const char *what)
{
    if (e->kind == EX_NAME)
        return true;
    const fr_var *root = e->left && e->left->kind == EX_NAME ? fr_find_var(s, e->left->name) : NULL;
    if (root && root->unknown)
        return false;
    fr_report(s->d, RGC_ERROR, "R0114", e->span, "only a variable can be %s", what);
    return false;
}

static bool value_is_passive(fr_sema *s, const fr_stmt *st, rg_type_base base)
{
    const fr_expr *active = fr_is_active_type(s, base) ? fr_find_active(s, st->value) : NULL;
    if (!active)
        return true;
    const char *name = st->target->name;
    fr_var *var = st->kind == ST_FREE ? fr_find_var(s, name) : NULL;
    if (var && var->value && var->kind == FR_VAR_LOCAL && fr_find_active(s, var->value))
        return false; /* said where it was allocated */
    rgc_diagnostic *r = fr_report(
        s->d, RGC_ERROR, "R0311", active->span,
        st->kind == ST_ALLOC
            ? "'%s' is allocated from a value that carries a gradient, which would be lost"
            : "'%s' is freed against a value that carries a gradient, which would be lost",
        name);
    if (st->kind == ST_ALLOC)
        fr_help(s->d, r,
                base == RG_TYPE_LOG ? "write '%s <- one(Log)' and then '%s *= ...'"
                : fr_is_compound(base)
                    ? "allocate '%s' from constants and then update its parts: '%s.field += ...'"
                    : "write '%s <- 0.0' and then '%s += ...'",
                name, name);
    else
        fr_help(s->d, r, "undo it first: '%s -= ...', then '%s -> 0.0'", name, name);
    return false;
}

static const fr_var *twin_of(fr_sema *s, const char *name, fr_type type)
{
    for (size_t i = 0; i < s->twin_count; i++)
        if (strcmp(s->twins[i]->name, name) == 0 && s->twins[i]->type.base == type.base
            && s->twins[i]->type.rank == type.rank)
            return s->twins[i];
    return NULL;
}

static bool name_is_free(fr_sema *s, const fr_stmt *st)
{
    const char *name = st->target->name;
    fr_var *old = fr_find_var(s, name);
    if (!old || !old->live)
        return true;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0302", st->target->span, "'%s' exists already", name);
    fr_note(s->d, r, old->declared, "%s here",
            old->kind == FR_VAR_LOCAL ? "allocated" : "declared");
    fr_help(s->d, r, "free it first with '%s -> value', or choose another name", name);
    old->excused = true;
    return false;
}

static fr_var *declare_local(fr_sema *s, const fr_stmt *st, fr_type type)
{
    const char *name = st->target->name;
    const fr_var *made = twin_of(s, name, type);
    if (!made)
        made = fr_make_var(s, s->instance->routine, st->target->span, name, type, false);
    fr_var *var = fr_declare(s, name, st->target->span, FR_VAR_LOCAL, type, made->ir);
    var->parts = made->parts;
    /* A name for an extent that nothing changes, as in the papers, needs no statement to free it.
     */
    var->automatic =
        st->automatic
        || (fr_is_extent(st->value) && !fr_is_written(s->instance->function->body, name));
    var->value = st->value;
    return var;
}

static void lower_array_alloc(fr_sema *s, const fr_stmt *st)
{
    fr_shape shape;
    bool ok = fr_array_shape(s, st->value, &shape);
    if (!plain_name(s, st->target, "allocated") || !name_is_free(s, st))
        return;
    fr_var *var = declare_local(s, st, shape.type);
    var->excused = var->unknown = !ok;
    if (!ok)
        return;
    fr_shape *kept = fr_alloc(s->arena, sizeof *kept);
    *kept = shape;
    var->shape = kept;
    fr_emit_array(s, st, fr_loc(s, st->span), var, false, &shape);
}

static void lower_holder(fr_sema *s, const fr_stmt *st)
{
    fr_type type = {RG_TYPE_FIXED, 0};
    bool ok = fr_holder_type(s, st->value, &type);
    if (!plain_name(s, st->target, "allocated") || !name_is_free(s, st))
        return;
    bool passive = !ok || value_is_passive(s, st, type.base);
    fr_var *var = declare_local(s, st, type);
    var->unknown = !ok;
    var->excused = !ok || !passive || !fr_emit_holder(s, st, var, st->value, false);
}

/* x <- new{T}(x, g): the arguments would become the fields of one variable. */
static bool makes_new(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value, *head = e->kind == EX_CALL ? e->left : NULL;
    head = head && head->kind == EX_CURLY ? head->left : head;
    if (!head || head->kind != EX_NAME || strcmp(head->name, "new") != 0)
        return false;
    fr_help(s->d,
            fr_report(s->d, RGC_ERROR, "R0199", head->span,
                      "reversible constructors ('new') are not in this version"),
            "allocate the struct by its name with constants, then update its fields: s <- "
            "Name(0.0, 0.0); s.x += x");
    for (size_t i = 0; i < s->var_count; i++) /* it would take them */
        s->vars[i]->excused = true;
    return true;
}

static void lower_alloc(fr_sema *s, const fr_stmt *st)
{
    if (makes_new(s, st))
        return;
    if (fr_makes_holder(s, st->value)) {
        lower_holder(s, st);
        return;
    }
    if (fr_makes_array(s, st->value)) {
        lower_array_alloc(s, st);
        return;
    }
    fr_type whole_array;
    if (st->value->kind == EX_NAME && fr_place_type(s, st->value, &whole_array)
        && whole_array.rank > 0) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0204", st->value->span,
                          "an array is not copied where another is allocated"),
                "allocate zeros and add: %s <- zero(%s), then %s .+= %s",
                st->target->kind == EX_NAME ? st->target->name : "t", st->value->name,
                st->target->kind == EX_NAME ? st->target->name : "t", st->value->name);
        if (st->target->kind == EX_NAME)
            fr_miss(s, st->target->name);
        return;
    }
    fr_value v = fr_lower_expr(s, st->value);
    if (!plain_name(s, st->target, "allocated") || !name_is_free(s, st))
        return;
    fr_type type = {v.ok ? fr_kept_base(s, v) : RG_TYPE_FIXED, 0};
    bool passive = !v.ok || value_is_passive(s, st, type.base);
    if (v.ok && fr_is_compound(type.base)) {
        fr_var *whole = declare_local(s, st, type);
        whole->excused = whole->unknown = !passive;
        if (passive)
            fr_emit_parts(s, st, fr_loc(s, st->span), whole, v, false);
        return;
    }
    ir_expr *e = v.ok && passive ? fr_convert(s, v, type.base) : NULL;
    fr_var *var = declare_local(s, st, type);
    var->unknown = !v.ok || !passive;
    var->excused = !e;
    e = fr_split(s, e);
    if (e)
        fr_emit(s,
                ir_alloc(s->module, fr_loc(s, st->span), var->ir,
                         e->kind == IR_CONST && e->raw == 0 ? NULL : e),
                st);
    fr_join_parts(s);
}

/* @erase x: the end of an ancilla, whatever it holds. */
static void lower_erase(fr_sema *s, const fr_stmt *st, fr_var *var)
{
    if (st->inverse) {
        rgc_diagnostic *r = fr_report(
            s->d, RGC_ERROR, "R0331", st->span,
            "an erasure has no inverse: '%s' would have to come back from nothing", var->name);
        fr_help(s->d, r, "erase behind the block that is undone, or uncompute '%s'", var->name);
        return;
    }
    if (var->type.rank > 0 || fr_is_compound(var->type.base)) {
        fr_report(s->d, RGC_ERROR, "R0332", st->target->span,
                  "'%s' is a %s: only a number can be erased", var->name,
                  fr_type_text(s, var->type));
        return;
    }
    ir_stmt *free = ir_free(s->module, fr_loc(s, st->span), var->ir, NULL);
    if (free)
        free->erase = true;
    fr_emit(s, free, st);
}

static void lower_free(fr_sema *s, const fr_stmt *st)
{
    if (!plain_name(s, st->target, "freed") || makes_new(s, st))
        return;
    fr_var *var = fr_find_var(s, st->target->name);
    if (var && !var->live && var->freed.length > 0 && var->excused)
        return;
    if (var && !var->live && var->freed.length > 0) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0304", st->target->span, "'%s' is freed twice", var->name);
        fr_note(s->d, r, var->freed, "freed here already");
        if (var->undone)
            fr_help(s->d, r, "leave this out: ~@routine frees what its @routine allocated");
        return;
    }
    var = fr_use_var(s, st->target);
    if (!var)
        return;
    if (var->kind != FR_VAR_LOCAL) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0312", st->target->span,
                                      "'%s' is not an ancilla of this routine", var->name);
        fr_note(s->d, r, var->declared,
                var->kind == FR_VAR_LOOP ? "it is a loop variable"
                                         : "it is a parameter, which the caller owns");
        return;
    }
    if (!st->erase)
        fr_reads_target(s, st->target, st->value, "freed");
    var->live = false;
    var->freed = st->target->span;
    if (var->unknown)
        return; /* said where it was allocated */
    if (st->erase) {
        lower_erase(s, st, var);
        return;
    }
    if (fr_makes_array(s, st->value) != (var->type.rank > 0)) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0204", st->value->span, "'%s' is a %s",
                                      var->name, fr_type_text(s, var->type));
        fr_note(s->d, r, var->declared, "allocated here");
        return;
    }
    if (value_is_passive(s, st, var->type.base))
        emit_free(s, st, st->span, var, st->value);
}

static void lower_swap(fr_sema *s, const fr_stmt *st)
{
    ir_place a, b;
    rg_type_base x, y;
    bool left = fr_lower_place(s, st->target, &a, &x), right = fr_lower_place(s, st->value, &b, &y);
    if (!left || !right)
        return;
    if (x != y) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0202", st->value->span, "cannot exchange %s with %s",
                          fr_type_text(s, (fr_type){x, 0}), fr_type_text(s, (fr_type){y, 0})),
                "both sides must have one type");
        return;
    }
    if (fr_same_place(st->target, st->value)) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0313", st->value->span,
                                      "a variable is exchanged with itself");
        fr_note(s->d, r, st->target->span, "the same as this");
        return;
    }
    for (int i = 0; i < 2; i++) {
        const fr_expr *one = i ? st->value : st->target, *other = i ? st->target : st->value;
        const fr_expr *read = one->kind == EX_INDEX ? fr_find_read(other, one) : NULL;
        if (read && read != one) {
            rgc_diagnostic *r =
                fr_report(s->d, RGC_ERROR, "R0309", read->span,
                          "this index is changed by the exchange that it is part of");
            fr_note(s->d, r, other->span, "exchanged here");
            fr_help(s->d, r,
                    "copy the index into an ancilla first: the way back needs it as it was");
            return;
        }
    }
    fr_emit(s, ir_swap(s->module, fr_loc(s, st->span), a, b), st);
}

static void lower_if(fr_sema *s, const fr_stmt *st)
{
    ir_expr *pre = fr_lower_condition(s, st->pre);
    size_t count = s->var_count;
    bool *before = fr_snapshot(s);
    fr_var **twins = s->twins;
    size_t twin_count = s->twin_count;
    ir_stmt *body = lower_body(s, st->body);
    size_t then_count = s->var_count;
    bool *after = fr_snapshot(s);
    s->twins = fr_alloc(s->arena, (twin_count + then_count - count + 1) * sizeof *s->twins);
    if (twin_count > 0)
        memcpy(s->twins, twins, twin_count * sizeof *twins);
    for (size_t i = 0; i < then_count; i++) {
        if (i >= count && after[i])
            s->twins[s->twin_count++] = s->vars[i];
        s->vars[i]->live = i < count && before[i];
    }
    ir_stmt *other = lower_body(s, st->other);
    fr_merge_branches(s, count, before, then_count, after, st->span);
    s->twins = twins;
    s->twin_count = twin_count;
    ir_expr *post = st->post ? fr_lower_condition(s, st->post) : NULL;
    if (!pre || (st->post && !post))
        return;
    /* Without a postcondition it is the precondition again, read after the branches. */
    if (!st->post && !fr_lower_condition(s, st->pre))
        return;
    fr_emit(s, ir_if(s->module, fr_loc(s, st->span), pre, post, body, other), st);
}

/* What a loop allocates it frees: it has no twin in another branch. */
static ir_stmt *lower_loop_body(fr_sema *s, const fr_stmt *list)
{
    size_t twins = s->twin_count;
    s->twin_count = 0;
    ir_stmt *body = lower_body(s, list);
    s->twin_count = twins;
    return body;
}

static void lower_while(fr_sema *s, const fr_stmt *st)
{
    ir_expr *pre = fr_lower_condition(s, st->pre), *post = fr_lower_condition(s, st->post);
    size_t count = s->var_count;
    bool *before = fr_snapshot(s);
    ir_stmt *body = lower_loop_body(s, st->body);
    fr_check_loop_body(s, count, before, st->span);
    if (post && st->post_is_not)
        post = ir_expr_not(s->module, fr_loc(s, st->post->span), post);
    if (pre && post)
        fr_emit(s, ir_while(s->module, fr_loc(s, st->span), pre, post, body), st);
}

/* Whether e has an element of a tuple with an index that depends on the variable. */
static bool picks_from_tuple(fr_sema *s, const fr_expr *e, const char *name)
{
    fr_type type;
    if (!e)
        return false;
    if (e->kind == EX_INDEX && e->count == 1 && fr_expr_mentions(e->items[0], name)
        && fr_place_type(s, e->left, &type) && type.rank == 0 && fr_is_tuple(s, type.base))
        return true;
    const fr_expr *by = e->kind == EX_BINARY && e->token == TOK_PIPE ? e->right : e;
    if (fr_calls_name(by, "tget") && by->count > 0
        && fr_expr_mentions(by->items[by->count - 1], name))
        return true;
    bool found = picks_from_tuple(s, e->left, name) || picks_from_tuple(s, e->right, name)
                 || picks_from_tuple(s, e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = picks_from_tuple(s, e->items[i], name);
    return found;
}

static bool body_picks(fr_sema *s, const fr_stmt *list, const char *name)
{
    for (const fr_stmt *st = list; st; st = st->next) {
        const fr_expr *parts[] = {st->target, st->value, st->pre, st->post};
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            if (picks_from_tuple(s, parts[i], name))
                return true;
        if (body_picks(s, st->body, name) || body_picks(s, st->other, name))
            return true;
    }
    return false;
}

enum { MOST_ROUNDS = 64 };

/* A loop whose variable is the index of a tuple is written out: each iteration has its own element.
 */
static bool unroll(fr_sema *s, const fr_stmt *st, int64_t first, int64_t step, int64_t last)
{
    ir_stmt *all = NULL;
    int64_t rounds = step == 0  ? 0
                     : step > 0 ? (last < first ? 0 : (last - first) / step + 1)
                                : (first < last ? 0 : (first - last) / -step + 1);
    if (rounds > MOST_ROUNDS)
        return false;
    for (int64_t r = 0; r < rounds; r++) {
        size_t count = s->var_count;
        bool *before = fr_snapshot(s);
        fr_var *counter =
            fr_declare(s, st->name, st->name_span, FR_VAR_LOOP, (fr_type){RG_TYPE_INT, 0}, NULL);
        counter->known = true;
        counter->number = first + r * step;
        ir_stmt *body = lower_loop_body(s, st->body);
        counter->live = false;
        fr_check_loop_body(s, count, before, st->span);
        ir_stmt *block = ir_block(s->module, fr_loc(s, st->span), body);
        all = ir_append(all, block);
    }
    ir_stmt *whole = ir_block(s->module, fr_loc(s, st->span), all);
    fr_emit(s, whole && st->inverse ? ir_invert(s->module, whole) : whole, st);
    return true;
}

static bool in_reach(int64_t v) { return v > -1000000 && v < 1000000; }

static bool lower_unrolled(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *range = st->value;
    fr_var *old = fr_find_var(s, st->name);
    if (!body_picks(s, st->body, st->name) || (old && old->live))
        return false;
    fr_value a = fr_lower_expr(s, range->left), b = fr_lower_expr(s, range->right);
    fr_value step = range->third ? fr_lower_expr(s, range->third) : fr_const_int(range->span, 1);
    bool constant = a.ok && b.ok && step.ok && a.constant && b.constant && step.constant
                    && a.base == RG_TYPE_INT && b.base == RG_TYPE_INT && step.base == RG_TYPE_INT;
    constant = constant && in_reach(a.integer) && in_reach(b.integer) && in_reach(step.integer)
               && step.integer != 0;
    return constant && unroll(s, st, a.integer, step.integer, b.integer);
}

/* for x = 0.0:0.1:1.0 */
static bool real_step(fr_sema *s, const fr_expr *range)
{
    const fr_expr *parts[] = {range->left, range->third, range->right};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i] && parts[i]->kind == EX_REAL && parts[i]->real != floorl(parts[i]->real)) {
            fr_help(s->d,
                    fr_report(s->d, RGC_ERROR, "R0202", range->span,
                              "a loop counts in Int, and this range has fractions"),
                    "count the steps and compute the number from the count: for k = 0:10, then 0.1 "
                    "* k");
            return true;
        }
    return false;
}

static void lower_for(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *range = st->value;
    if (lower_unrolled(s, st))
        return;
    if (real_step(s, range))
        return;
    ir_expr *first = fr_lower_int(s, range->left, "a loop bound"),
            *last = fr_lower_int(s, range->right, "a loop bound");
    ir_expr *step = range->third ? fr_lower_int(s, range->third, "a loop step") : NULL;
    if (step && step->kind == IR_CONST && step->raw == 0) {
        fr_report(s->d, RGC_ERROR, "R0403", range->third->span, "the step of a loop cannot be 0");
        step = NULL;
    }
    fr_var *old = fr_find_var(s, st->name);
    if (old && old->live) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0302", st->name_span, "'%s' exists already", st->name);
        fr_note(s->d, r, old->declared, "declared here");
    }
    size_t count = s->var_count;
    bool *before = fr_snapshot(s);
    ir_var *ir =
        ir_add_var(s->instance->routine, fr_loc(s, st->name_span), st->name, RG_TYPE_INT, 0);
    fr_var *counter =
        fr_declare(s, st->name, st->name_span, FR_VAR_LOOP, (fr_type){RG_TYPE_INT, 0}, ir);
    ir_stmt *body = lower_loop_body(s, st->body);
    counter->live = false;
    fr_check_loop_body(s, count, before, st->span);
    if (!first || !last || (range->third && !step))
        return;
    ir_stmt *loop = ir_for(s->module, fr_loc(s, st->span), ir, first, step, last, body);
    if (loop)
        loop->no_invcheck = s->no_invcheck;
    fr_emit(s, loop && st->inverse ? ir_invert(s->module, loop) : loop, st);
}

static void lower_routine(fr_sema *s, const fr_stmt *st)
{
    size_t first = s->var_count;
    bool *before = fr_snapshot(s);
    size_t base = s->open_base;
    s->open_base = s->open_count;
    ir_stmt *body = lower_apart(s, st->body);
    fr_check_open(s);
    s->open_base = base;
    fr_open(s, st, first, before);
    fr_emit(s,
            ir_routine_block(s->module, fr_loc(s, st->span), s->open[s->open_count - 1].id, body),
            st);
}

static bool is_made(const fr_sema *s, const fr_stmt *st)
{
    return st->span.file < s->d->source_count && s->d->sources[st->span.file].origins;
}

/* iterations <= 1000 in text that the compiler made: the variable is called what it is for. */
static void name_iterations(fr_sema *s, ir_stmt *check, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    const bool iterations = is_made(s, st) && e->kind == EX_BINARY && e->token == TOK_LE
                            && e->left->kind == EX_NAME && e->right->kind == EX_INT
                            && e->right->integer == RG_MOST_ITERATIONS;
    const fr_var *v = iterations ? fr_find_var(s, e->left->name) : NULL;
    ir_var *counter = v ? (ir_var *)(uintptr_t)fr_first_leaf(v) : NULL;
    char *name = counter ? ir_arena_text(s->module, RG_ITERATIONS_NAME) : NULL;
    if (!name)
        return;
    counter->name = name;
    check->var = counter;
}

/* `@assert false "Inf"` in text that the compiler made. */
static void name_infinity(fr_sema *s, ir_stmt *check, const fr_stmt *st)
{
    if (!is_made(s, st) || !st->name || strcmp(st->name, "Inf") != 0)
        return;
    ir_var *v = ir_add_var(s->instance->routine, check->loc, RG_INFINITE_NAME, RG_TYPE_BOOL, 0);
    check->var = v;
}

/* The array of length(A) == ... or size(A, d) == ... in text that the compiler made. */
static const char *array_checked(const fr_sema *s, const fr_stmt *st)
{
    const fr_expr *sides[2] = {st->value->left, st->value->right};
    if (!is_made(s, st) || st->value->kind != EX_BINARY)
        return NULL;
    for (size_t i = 0; i < 2; i++)
        if (sides[i]->kind == EX_CALL && sides[i]->count > 0 && sides[i]->items[0]->kind == EX_NAME)
            return sides[i]->items[0]->name;
    return NULL;
}

/* Beside a check of extents, 'index <= extent' names the array behind it. */
static bool is_index_check(const fr_sema *s, const fr_stmt *st)
{
    return is_made(s, st) && st->name && st->value->kind == EX_BINARY && st->value->token != TOK_EQ
           && !st->apart;
}

/* A check of extents names the array. */
static void lower_assert(fr_sema *s, const fr_stmt *st)
{
    const char *name = st->name ? st->name : array_checked(s, st);
    const fr_var *about = name ? fr_find_var(s, name) : NULL;
    fr_value v = fr_lower_expr(s, st->value);
    if (about && v.ok && v.constant && v.integer)
        return;
    ir_stmt *check =
        v.ok ? ir_assert(s->module, fr_loc(s, st->span), fr_lower_condition(s, st->value)) : NULL;
    if (check && about) {
        check->var = fr_first_leaf(about);
        check->apart = st->apart;
        check->index = is_index_check(s, st);
    } else if (check) {
        name_iterations(s, check, st);
        name_infinity(s, check, st);
    }
    fr_emit(s, check, st);
}

/* What the statement stands for. There is no end where a function is applied to itself. */
static void lower_expanded(fr_sema *s, const fr_stmt *st, const fr_stmt *plain)
{
    enum { DEEPEST = 500 };

    if (s->expanded >= DEEPEST) {
        fr_report(s->d, RGC_ERROR, "R0606", st->span,
                  "this stands for statements within statements, more than %d deep: some function "
                  "is applied to itself",
                  (int)DEEPEST);
        return;
    }
    s->expanded++;
    fr_lower_list(s, plain);
    s->expanded--;
}

static void lower_statement(fr_sema *s, const fr_stmt *st)
{
    bool flag, found;
    unsigned id = 0;
    st = fr_with_inner_products(s, fr_with_formulas(s, fr_without_field_views(s, st)));
    const fr_stmt *plain = fr_expand_products(s, st);
    plain = plain ? plain : fr_expand_tuple_update(s, st);
    plain = plain ? plain : fr_expand_own(s, st);
    plain = plain ? plain : fr_expand_sum(s, st);
    plain = plain ? plain : fr_expand_written(s, st);
    if (!plain && fr_lower_compound(s, st))
        return;
    plain = plain ? plain : fr_expand(s, st);
    if (plain) {
        lower_expanded(s, st, plain);
        return;
    }
    switch (st->kind) {
    case ST_UPDATE: lower_update(s, st); break;
    case ST_ALLOC: lower_alloc(s, st); break;
    case ST_FREE: lower_free(s, st); break;
    case ST_SWAP: lower_swap(s, st); break;
    case ST_CALL: fr_lower_call(s, st); break;
    case ST_PRINT: fr_lower_print(s, st); break;
    case ST_PUSH: fr_lower_push(s, st); break;
    case ST_RENAME: fr_lower_rename(s, st); break;
    case ST_AWAY: fr_lower_away(s, st); break;
    case ST_IF: lower_if(s, st); break;
    case ST_WHILE: lower_while(s, st); break;
    case ST_FOR: lower_for(s, st); break;
    case ST_BLOCK:
        fr_emit(s, ir_block(s->module, fr_loc(s, st->span), lower_apart(s, st->body)), st);
        break;
    case ST_ROUTINE: lower_routine(s, st); break;
    case ST_UNROUTINE:
        fr_close(s, st, &found, &id);
        if (found)
            fr_emit(s, ir_unroutine(s->module, fr_loc(s, st->span), id), st);
        break;
    case ST_INVCHECKOFF:
        flag = s->no_invcheck;
        s->no_invcheck = true;
        fr_lower_list(s, st->body);
        s->no_invcheck = flag;
        break;
    case ST_INBOUNDS:
        flag = s->inbounds;
        s->inbounds = true;
        fr_lower_list(s, st->body);
        s->inbounds = flag;
        break;
    case ST_ASSERT: lower_assert(s, st); break;
    case ST_IGNORED: fr_report(s->d, RGC_NOTE, "R0405", st->span, "this has no effect here"); break;
    case ST_INVERSE:
        fr_emit(s,
                ir_block(s->module, fr_loc(s, st->span),
                         lower_apart(s, fr_invert_list(s->arena, st->body))),
                st);
        break;
    }
}

void fr_lower_list(fr_sema *s, const fr_stmt *list)
{
    for (const fr_stmt *st = list; st; st = st->next)
        lower_statement(s, st);
}
