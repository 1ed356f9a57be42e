/* calls.c: calls of instructions and of routines. */
#include <string.h>

#include "compiler/front/sema.h"

typedef struct {
    const fr_expr *source;
    fr_type type;
    bool place, array, constant;
    fr_var *var;   /* of an array or a scalar place */
    ir_place at;
    fr_value value;
} argument;

enum { MOST_ARGUMENTS = 64 };

static bool same_twice(fr_sema *s, const fr_expr *a, const fr_expr *b)
{
    if (!fr_same_place(a, b))
        return false;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0313", b->span, "the same variable is passed twice");
    fr_note(s->d, r, a->span, "first passed here");
    fr_help(s->d, r, "copy it into an ancilla, so that the two can change independently");
    return true;
}

/* ---- instructions ---- */

static void rotate(fr_sema *s, const fr_stmt *st, bool inverse)
{
    const fr_expr *e = st->value;
    ir_place x, y;
    rg_type_base bx, by;
    bool a = fr_lower_place(s, e->items[0], &x, &bx), b = fr_lower_place(s, e->items[1], &y, &by);
    ir_expr *angle = fr_convert(s, fr_lower_expr(s, e->items[2]), RG_TYPE_FIXED);
    if (!a || !b || !angle)
        return;
    if (bx != RG_TYPE_FIXED || by != RG_TYPE_FIXED) {
        fr_report(s->d, RGC_ERROR, "R0202", e->items[bx != RG_TYPE_FIXED ? 0 : 1]->span, "a rotation turns two Fixed variables");
        return;
    }
    if (same_twice(s, e->items[0], e->items[1]))
        return;
    for (int i = 0; i < 2; i++) {
        const fr_expr *read = fr_find_read(e->items[i], e->items[2]);
        if (read) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0309", read->span, "the angle reads a variable that is turned");
            fr_note(s->d, r, e->items[i]->span, "turned here");
            return;
        }
    }
    fr_emit(s, ir_rot(s->module, fr_loc(s, st->span), x, y, inverse, angle), st);
}

static void step_by_one(fr_sema *s, const fr_stmt *st, bool down, bool flip)
{
    ir_place x;
    rg_type_base base;
    if (!fr_lower_place(s, st->value->items[0], &x, &base))
        return;
    if (flip ? base != RG_TYPE_BOOL : base != RG_TYPE_INT && base != RG_TYPE_FIXED) {
        fr_report(s->d, RGC_ERROR, "R0202", st->value->items[0]->span, "%s needs a %s variable, this is %s",
                  st->value->left->name, flip ? "Bool" : "Int or Fixed", fr_base_text(base));
        return;
    }
    fr_value one = fr_const_int(st->span, 1);
    if (flip)
        one.base = RG_TYPE_BOOL;
    fr_emit(s, ir_update(s->module, fr_loc(s, st->span), x, flip ? RG_MODE_XOR : down ? RG_MODE_SUB : RG_MODE_ADD,
                         fr_convert(s, one, base)), st);
}

static void negate(fr_sema *s, const fr_stmt *st)
{
    ir_place x;
    rg_type_base base;
    if (!fr_lower_place(s, st->value->items[0], &x, &base))
        return;
    if (base != RG_TYPE_INT && base != RG_TYPE_FIXED)
        fr_report(s->d, RGC_ERROR, "R0202", st->value->items[0]->span, "NEG needs an Int or Fixed variable, this is %s", fr_base_text(base));
    else
        fr_emit(s, ir_neg(s->module, fr_loc(s, st->span), x), st);
}

static void rotate_bits(fr_sema *s, const fr_stmt *st, bool left)
{
    ir_place x;
    rg_type_base base;
    const fr_expr *e = st->value;
    ir_expr *by = fr_lower_int(s, e->items[1], "the number of bits");
    if (!fr_lower_place(s, e->items[0], &x, &base) || !by)
        return;
    if (base != RG_TYPE_INT) {
        fr_report(s->d, RGC_ERROR, "R0202", e->items[0]->span, "bits are rotated in an Int, this is %s", fr_base_text(base));
        return;
    }
    const fr_expr *read = fr_find_read(e->items[0], e->items[1]);
    if (read)
        fr_note(s->d, fr_report(s->d, RGC_ERROR, "R0309", read->span, "the number of bits reads the variable that is rotated"),
                e->items[0]->span, "rotated here");
    else
        fr_emit(s, ir_rotate_bits(s->module, fr_loc(s, st->span), x, left, by), st);
}

/* (x + y, x - y) / sqrt(2), and its exact inverse. */
static void hadamard(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    ir_place x, y;
    rg_type_base bx, by;
    bool a = fr_lower_place(s, e->items[0], &x, &bx), b = fr_lower_place(s, e->items[1], &y, &by);
    if (!a || !b || same_twice(s, e->items[0], e->items[1]))
        return;
    if (bx != RG_TYPE_FIXED || by != RG_TYPE_FIXED) {
        fr_report(s->d, RGC_ERROR, "R0202", e->items[bx != RG_TYPE_FIXED ? 0 : 1]->span, "HADAMARD needs two Fixed variables");
        return;
    }
    fr_emit(s, ir_hadamard(s->module, fr_loc(s, st->span), x, y, st->inverse), st);
}

typedef enum { IN_SWAP, IN_ROT, IN_IROT, IN_NEG, IN_INC, IN_DEC, IN_FLIP, IN_ROL, IN_ROR, IN_HADAMARD, IN_NOTHING, IN_LATER } instruction;

static const struct { const char *name; instruction kind; size_t arguments; } instructions[] = {
    {"SWAP", IN_SWAP, 2}, {"ROT", IN_ROT, 3}, {"IROT", IN_IROT, 3}, {"NEG", IN_NEG, 1}, {"INC", IN_INC, 1}, {"DEC", IN_DEC, 1},
    {"FLIP", IN_FLIP, 1}, {"ROL", IN_ROL, 2}, {"ROR", IN_ROR, 2}, {"CONJ", IN_NOTHING, 1}, {"HADAMARD", IN_HADAMARD, 2},
    {"INV", IN_LATER, 1},
};

static int instruction_index(const char *name)
{
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++)
        if (strcmp(instructions[i].name, name) == 0)
            return (int)i;
    return -1;
}

static void lower_instruction(fr_sema *s, const fr_stmt *st, int index)
{
    const fr_expr *e = st->value;
    instruction kind = instructions[index].kind;
    bool inverse = st->inverse;
    if (kind == IN_LATER) {
        fr_help(s->d, fr_report(s->d, RGC_ERROR, "R0316", e->span, "%s has no exact inverse: 1/x is rounded", instructions[index].name),
                "write y += 1 / x, or use a Log variable and 'y /= x'");
        return;
    }
    if (e->count != instructions[index].arguments || e->keyword_count > 0) {
        fr_report(s->d, RGC_ERROR, "R0604", e->span, "%s takes %zu argument%s, not %zu", instructions[index].name,
                  instructions[index].arguments, instructions[index].arguments == 1 ? "" : "s", e->count + e->keyword_count);
        return;
    }
    fr_stmt swap = *st;
    switch (kind) {
    case IN_SWAP:
        swap.kind = ST_SWAP;
        swap.target = e->items[0];
        swap.value = e->items[1];
        swap.next = NULL;
        fr_lower_list(s, &swap);
        break;
    case IN_ROT: case IN_IROT: rotate(s, st, (kind == IN_IROT) != inverse); break;
    case IN_NEG: negate(s, st); break;
    case IN_INC: case IN_DEC: step_by_one(s, st, (kind == IN_DEC) != inverse, false); break;
    case IN_FLIP: step_by_one(s, st, false, true); break;
    case IN_ROL: case IN_ROR: rotate_bits(s, st, (kind == IN_ROL) != inverse); break;
    case IN_HADAMARD: hadamard(s, st); break;
    case IN_NOTHING: case IN_LATER: break; /* the conjugate of a real number is itself */
    }
}

/* ---- routines ---- */

static bool lower_argument(fr_sema *s, const fr_expr *e, argument *a)
{
    *a = (argument){.source = e};
    fr_var *v = NULL;
    if (e->kind == EX_NAME)
        v = fr_find_var(s, e->name);
    else if (e->kind == EX_INDEX && e->left->kind == EX_NAME)
        v = fr_find_var(s, e->left->name);
    if (v && v->live && e->kind == EX_NAME && v->type.rank != 0) {
        a->array = true;
        a->var = v;
        a->type = v->type;
        return true;
    }
    if (v && v->live && v->kind != FR_VAR_LOOP && v->kind != FR_VAR_KEYWORD) {
        a->place = true;
        a->var = v;
        a->type = (fr_type){v->type.base, 0};
        return fr_lower_place(s, e, &a->at, &a->type.base);
    }
    if (e->kind == EX_SPLAT || e->kind == EX_FIELD) {
        fr_report(s->d, RGC_ERROR, "R0199", e->span, "this argument is not in this version");
        return false;
    }
    a->value = fr_lower_expr(s, e);
    a->type = (fr_type){a->value.base, 0};
    a->constant = a->value.constant;
    return a->value.ok;
}

static size_t positional_count(const fr_function *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->param_count; i++)
        n += !f->params[i].keyword;
    return n;
}

/* Types of f's positional parameters for these arguments; 0 when they do not suit (misfit: which). */
static unsigned match(fr_sema *s, const fr_function *f, const argument *args, fr_type *types, fr_binding *bindings, size_t *misfit)
{
    unsigned score = 1;
    (void)s;
    memset(bindings, 0, (f->where_count + 1) * sizeof *bindings);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < positional_count(f); i++) {
            if (args[i].constant != (pass == 1))
                continue;
            unsigned fit = fr_match_type(f->params[i].type, f, bindings, args[i].type, args[i].constant, &types[i]);
            if (fit == 0) {
                *misfit = i;
                return 0;
            }
            score += fit;
        }
    for (size_t w = 0; w < f->where_count; w++)
        for (size_t i = 0; !bindings[w].bound && i < positional_count(f); i++)
            if (f->params[i].type && f->params[i].type->kind == EX_NAME && strcmp(f->params[i].type->name, f->wheres[w]) == 0) {
                bindings[w].bound = true;
                bindings[w].type = args[i].type;
            }
    return score;
}

static fr_type keyword_type(fr_sema *s, const fr_function *f, const fr_param *p, const fr_binding *bindings)
{
    fr_type t;
    if (fr_concrete_type(p->type, f, bindings, 0, &t))
        return t;
    size_t count = s->var_count;
    s->var_count = 0;
    fr_value v = p->fallback ? fr_lower_expr(s, p->fallback) : fr_fail(p->span);
    s->var_count = count;
    return (fr_type){v.ok ? v.base : RG_TYPE_FIXED, 0};
}

/* A scalar argument in the base that the parameter has. */
static bool pass_scalar(fr_sema *s, const argument *a, rg_type_base base, ir_arg *out)
{
    if (a->place && a->type.base == base) {
        *out = ir_arg_place(a->at);
        return true;
    }
    fr_value v = a->place ? fr_lower_expr(s, a->source) : a->value;
    ir_expr *e = fr_convert(s, v, base);
    if (e)
        *out = ir_arg_expr(e);
    return e != NULL;
}

static bool pass_keyword(fr_sema *s, const fr_expr *call, const fr_param *p, rg_type_base base, ir_arg *out)
{
    for (size_t i = 0; i < call->keyword_count; i++) {
        if (strcmp(call->keywords[i].name, p->name) != 0)
            continue;
        ir_expr *e = fr_convert(s, fr_lower_expr(s, call->keywords[i].value), base);
        if (e)
            *out = ir_arg_expr(e);
        return e != NULL;
    }
    size_t count = s->var_count;
    s->var_count = 0;
    ir_expr *e = p->fallback ? fr_convert(s, fr_lower_expr(s, p->fallback), base) : NULL;
    s->var_count = count;
    if (e)
        *out = ir_arg_expr(e);
    return e != NULL;
}

static void check_keywords(fr_sema *s, const fr_function *f, const fr_expr *call)
{
    for (size_t i = 0; i < call->keyword_count; i++) {
        bool known = false;
        for (size_t k = 0; k < f->param_count; k++)
            known = known || (f->params[k].keyword && strcmp(f->params[k].name, call->keywords[i].name) == 0);
        if (!known) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", call->keywords[i].span, "'%s' has no keyword parameter '%s'", f->name,
                                          call->keywords[i].name);
            fr_note(s->d, r, f->span, "defined here");
        }
    }
}

static void emit_call(fr_sema *s, const fr_stmt *st, const fr_function *f, const argument *args, fr_type *types, fr_binding *bindings)
{
    const fr_expr *e = st->value;
    ir_arg out[2 * MOST_ARGUMENTS];
    size_t n = positional_count(f);
    bool ok = true;
    check_keywords(s, f, e);
    for (size_t i = 0; i < n; i++) {
        if (args[i].array)
            out[i] = ir_arg_array(fr_loc(s, args[i].source->span), args[i].var->ir);
        else
            ok = pass_scalar(s, &args[i], types[i].base, &out[i]) && ok;
        for (size_t k = 0; k < i; k++)
            if ((args[i].array || args[i].place) && (args[k].array || args[k].place) && same_twice(s, args[k].source, args[i].source))
                ok = false;
    }
    for (size_t i = n; i < f->param_count; i++) {
        types[i] = keyword_type(s, f, &f->params[i], bindings);
        ok = pass_keyword(s, e, &f->params[i], types[i].base, &out[i]) && ok;
    }
    if (!ok)
        return;
    fr_instance *callee = fr_instantiate(s, f, types, bindings, false, true, e->span);
    for (size_t i = 0; i < f->param_count; i++)
        if (out[i].kind == IR_ARG_EXPR)
            out[i].expr = fr_split(s, out[i].expr);
    if (callee)
        fr_emit(s, ir_call(s->module, fr_loc(s, st->span), callee->routine, st->inverse, f->param_count, out), st);
    fr_join_parts(s);
}

static void unknown_routine(fr_sema *s, const fr_expr *e)
{
    const char *name = e->left->name, *names[256];
    size_t n = 0;
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++)
        names[n++] = instructions[i].name;
    for (size_t i = 0; fr_wide_name(i); i++)
        names[n++] = fr_wide_name(i);
    for (const fr_function *f = s->program->functions; f && n < 256; f = f->next)
        names[n++] = f->name;
    rgc_diagnostic *r;
    if (strcmp(name, "println") == 0 || strcmp(name, "print") == 0 || strcmp(name, "error") == 0 || strcmp(name, "throw") == 0) {
        r = fr_report(s->d, RGC_ERROR, "R0205", e->left->span, "'%s' is not reversible", name);
        fr_help(s->d, r, "mark it: @safe %s(...)", name);
        return;
    }
    if (fr_is_builtin(name)) {
        r = fr_report(s->d, RGC_ERROR, "R0112", e->span, "'%s' is a function: its value is lost here", name);
        fr_help(s->d, r, "use it in an update, such as y += %s(...)", name);
        return;
    }
    r = fr_report(s->d, RGC_ERROR, "R0205", e->left->span, "unknown routine '%s'", name);
    const char *near = fr_suggest(name, names, n);
    if (near)
        fr_help(s->d, r, "did you mean '%s'?", near);
}

static void wrong_count(fr_sema *s, const fr_expr *e, const fr_function *f)
{
    size_t n = positional_count(f);
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", e->span, "'%s' takes %zu argument%s, not %zu", f->name, n, n == 1 ? "" : "s",
                                  e->count);
    fr_note(s->d, r, f->span, "defined here");
}

static void no_match(fr_sema *s, const fr_expr *e, const fr_function *f, const argument *args, size_t misfit)
{
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0605", args[misfit].source->span, "argument %zu of '%s' is %s, which does not suit parameter '%s'",
                                  misfit + 1, f->name, fr_type_text(s, args[misfit].type), f->params[misfit].name);
    fr_note(s->d, r, f->params[misfit].type ? f->params[misfit].type->span : f->params[misfit].span, "declared here");
    (void)e;
}

static void lower_routine_call(fr_sema *s, const fr_stmt *st, const fr_function *first)
{
    const fr_expr *e = st->value;
    argument args[MOST_ARGUMENTS];
    bool ok = true;
    if (e->count > MOST_ARGUMENTS) {
        wrong_count(s, e, first);
        return;
    }
    for (size_t i = 0; i < e->count; i++)
        ok = lower_argument(s, e->items[i], &args[i]) && ok;
    if (!ok)
        return;
    const fr_function *best = NULL, *near = NULL;
    unsigned best_score = 0;
    size_t misfit = 0, best_misfit = 0;
    for (const fr_function *f = first; f; f = f->next) {
        if (strcmp(f->name, first->name) != 0 || positional_count(f) != e->count || f->param_count > 2 * MOST_ARGUMENTS)
            continue;
        fr_type *types = fr_alloc(s->arena, (f->param_count + 1) * sizeof *types);
        fr_binding *bindings = fr_alloc(s->arena, (f->where_count + 1) * sizeof *bindings);
        unsigned score = match(s, f, args, types, bindings, &misfit);
        if (score > best_score) {
            best = f;
            best_score = score;
        } else if (score == 0 && !near) {
            near = f;
            best_misfit = misfit;
        }
    }
    if (!best) {
        if (near)
            no_match(s, e, near, args, best_misfit);
        else
            wrong_count(s, e, first);
        return;
    }
    fr_type *types = fr_alloc(s->arena, (best->param_count + 1) * sizeof *types);
    fr_binding *bindings = fr_alloc(s->arena, (best->where_count + 1) * sizeof *bindings);
    match(s, best, args, types, bindings, &misfit);
    emit_call(s, st, best, args, types, bindings);
}

void fr_lower_call(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    if (e->left->kind != EX_NAME) {
        fr_report(s->d, RGC_ERROR, e->left->kind == EX_BINARY ? "R0199" : "R0114", e->left->span, "this cannot be called here");
        return;
    }
    for (const fr_function *f = s->program->functions; f; f = f->next)
        if (strcmp(f->name, e->left->name) == 0) {
            lower_routine_call(s, st, f);
            return;
        }
    if (fr_lower_wide(s, st))
        return;
    int index = instruction_index(e->left->name);
    if (index >= 0)
        lower_instruction(s, st, index);
    else
        unknown_routine(s, e);
}
