/* calls.c: calls of instructions and of routines. */
#include <string.h>

#include "compiler/front/compound.h"

typedef struct argument {
    const fr_expr *source;
    fr_type type;
    bool place, constant;
    fr_ref ref;               /* of a place */
    fr_value value;           /* of anything else */
    struct argument *items;   /* (a, b), T{}(a, b), @fields z: made of arguments, and written back to them */
    size_t item_count;
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
    if (fr_compound_instruction(s, st, instructions[index].name))
        return;
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

static bool lower_argument(fr_sema *s, const fr_expr *e, argument *a);

/* T{}(a, b) and (a, b) as an argument: made of the arguments, and taken apart again after the call. */
static bool lower_composite(fr_sema *s, const fr_expr *e, argument *a)
{
    fr_value *parts = fr_alloc(s->arena, (e->count + 1) * sizeof *parts);
    bool ok = e->count <= FR_MOST_PARTS;
    a->items = fr_alloc(s->arena, (e->count + 1) * sizeof *a->items);
    a->item_count = e->count;
    for (size_t i = 0; i < e->count && ok; i++) {
        ok = lower_argument(s, e->items[i], &a->items[i]);
        if (ok && a->items[i].type.rank > 0) {
            fr_report(s->d, RGC_ERROR, "R0208", e->items[i]->span, "an array cannot be a part of a value made on the fly");
            ok = false;
        }
        if (ok)
            parts[i] = (fr_value){.ok = true, .base = a->items[i].type.base, .span = e->items[i]->span};
    }
    if (!ok)
        return false;
    fr_value v = e->kind == EX_TUPLE ? fr_make_tuple(s, e->span, e->count, parts) : fr_lower_expr(s, e);
    a->type = (fr_type){v.base, 0};
    const fr_compound *c = fr_compound_of(s, v.base);
    return v.ok && c && c->count == e->count;
}

static bool lower_fields(fr_sema *s, const fr_expr *e, argument *a)
{
    fr_ref ref;
    if (!fr_resolve(s, e->items[0], &ref))
        return false;
    const fr_compound *c = fr_compound_of(s, ref.node->type.base);
    if (!c || fr_ref_type(&ref).rank > 0) {
        fr_report(s->d, RGC_ERROR, "R0207", e->span, "@fields takes a struct, a complex number or a tuple");
        return false;
    }
    a->items = fr_alloc(s->arena, (c->count + 1) * sizeof *a->items);
    a->item_count = c->count;
    for (size_t i = 0; i < c->count; i++)
        a->items[i] = (argument){.source = e, .place = true, .ref = fr_ref_part(&ref, i), .type = c->types[i]};
    a->type = (fr_type){fr_tuple_type(s, c->count, c->types), 0};
    return true;
}

static bool lower_argument(fr_sema *s, const fr_expr *e, argument *a)
{
    fr_type type;
    *a = (argument){.source = e};
    const fr_expr *root = e;
    while (root->kind == EX_FIELD || root->kind == EX_INDEX)
        root = root->left;
    if (e->kind == EX_TUPLE)
        return lower_composite(s, e, a);
    if (e->kind == EX_CALL && e->left->kind == EX_CURLY && e->left->count == 0)
        return lower_composite(s, e, a);
    if (e->kind == EX_CALL && e->left->kind == EX_NAME && strcmp(e->left->name, "@fields") == 0 && e->count == 1)
        return lower_fields(s, e, a);
    if (e->kind == EX_SPLAT) {
        fr_report(s->d, RGC_ERROR, "R0199", e->span, "this argument is not in this version");
        return false;
    }
    bool written = fr_place_type(s, e, &type);
    if (written || (root != e && root->kind == EX_NAME)) {
        if (!fr_resolve(s, e, &a->ref))
            return false;
        a->type = fr_ref_type(&a->ref);
        a->place = a->type.rank > 0 || (a->ref.root->kind != FR_VAR_LOOP && a->ref.root->kind != FR_VAR_KEYWORD);
        if (a->place)
            return true;
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

/* A routine that may be meant: how well it suits each argument. */
typedef struct {
    const fr_function *function;
    fr_type *types;
    fr_binding *bindings;
    unsigned *fits;
} candidate;

/* Types of the positional parameters for these arguments; false when they do not suit (misfit: which). */
static bool match(fr_sema *s, candidate *c, const argument *args, size_t *misfit)
{
    const fr_function *f = c->function;
    fr_binding *bindings = c->bindings;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < positional_count(f); i++) {
            if (args[i].constant != (pass == 1))
                continue;
            c->fits[i] = fr_match_type(s, f->params[i].type, f, bindings, args[i].type, args[i].constant, &c->types[i]);
            if (c->fits[i] == 0) {
                *misfit = i;
                return false;
            }
        }
    for (size_t w = 0; w < f->where_count; w++)
        for (size_t i = 0; !bindings[w].bound && i < positional_count(f); i++)
            if (f->params[i].type && f->params[i].type->kind == EX_NAME && strcmp(f->params[i].type->name, f->wheres[w]) == 0) {
                bindings[w].bound = true;
                bindings[w].type = args[i].type;
            }
    return true;
}

/* Whether a suits every argument at least as well as b, and one of them better. */
static bool more_specific(const candidate *a, const candidate *b, size_t count)
{
    bool better = false;
    for (size_t i = 0; i < count; i++) {
        if (a->fits[i] < b->fits[i])
            return false;
        better = better || a->fits[i] > b->fits[i];
    }
    return better;
}

static fr_type keyword_type(fr_sema *s, const fr_function *f, const fr_param *p, const fr_binding *bindings)
{
    fr_type t;
    if (fr_concrete_type(s, p->type, f, bindings, 0, &t))
        return t;
    size_t count = s->var_count;
    s->var_count = 0;
    fr_value v = p->fallback ? fr_lower_expr(s, p->fallback) : fr_fail(p->span);
    s->var_count = count;
    return (fr_type){v.ok ? v.base : RG_TYPE_FIXED, 0};
}

/* The machine arguments of a call, as they are made. */
typedef struct { ir_arg *args; size_t count, capacity; } passed;

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
    push(s, out, fr_ref_type(ref).rank > 0 ? ir_arg_array(loc, ref->node->ir) : ir_arg_place(fr_leaf_place(loc, ref)));
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
static bool pass(fr_sema *s, const argument *a, fr_type type, passed *out)
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
    return pass_value(s, a->place ? fr_read(s, &a->ref, a->source->span) : a->value, type.base, out);
}

/* The places that an argument writes back to. */
static void collect_places(const argument *a, const fr_expr **out, size_t *count, size_t most)
{
    for (size_t i = 0; i < a->item_count && !(a->source->kind == EX_CALL && a->source->left->kind == EX_NAME); i++)
        collect_places(&a->items[i], out, count, most);
    bool fields = a->items && a->source->kind == EX_CALL && a->source->left->kind == EX_NAME;
    if ((a->place || fields) && *count < most)
        out[(*count)++] = a->source;
}

static bool check_distinct(fr_sema *s, const argument *args, size_t n)
{
    enum { MOST_PLACES = 256 };
    const fr_expr *places[MOST_PLACES];
    size_t count = 0;
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        collect_places(&args[i], places, &count, MOST_PLACES);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (same_twice(s, places[k], places[i]))
                ok = false;
    return ok;
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

static void emit_call(fr_sema *s, const fr_stmt *st, const fr_expr *e, const candidate *c, const argument *args)
{
    const fr_function *f = c->function;
    passed out = {0};
    size_t n = positional_count(f);
    bool ok = check_distinct(s, args, n);
    check_keywords(s, f, e);
    for (size_t i = 0; i < n; i++)
        ok = pass(s, &args[i], c->types[i], &out) && ok;
    for (size_t i = n; i < f->param_count; i++) {
        ir_arg keyword = {.kind = IR_ARG_EXPR};
        c->types[i] = keyword_type(s, f, &f->params[i], c->bindings);
        ok = pass_keyword(s, e, &f->params[i], c->types[i].base, &keyword) && ok;
        push(s, &out, keyword);
    }
    if (!ok)
        return;
    fr_instance *callee = fr_instantiate(s, f, c->types, c->bindings, false, true, e->span);
    for (size_t i = 0; i < out.count; i++)
        if (out.args[i].kind == IR_ARG_EXPR)
            out.args[i].expr = fr_split(s, out.args[i].expr);
    if (callee && s->d->errors == 0)
        fr_emit(s, ir_call(s->module, fr_loc(s, st->span), callee->routine, st->inverse, out.count, out.args), st);
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
    else if (strncmp(name, "i_", 2) == 0)
        fr_help(s->d, r, "the routines of the library need a line such as `using NiLang`, or the part that they are in: `using Sums`");
}

static void wrong_count(fr_sema *s, const fr_expr *e, const fr_function *f)
{
    size_t n = positional_count(f);
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", e->span, "'%s' takes %zu argument%s, not %zu", f->name, n, n == 1 ? "" : "s",
                                  e->count);
    fr_note(s->d, r, f->span, "defined here");
}

static void no_match(fr_sema *s, const fr_function *f, const argument *args, size_t misfit)
{
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0605", args[misfit].source->span, "argument %zu of '%s' is %s, which does not suit parameter '%s'",
                                  misfit + 1, f->name, fr_type_text(s, args[misfit].type), f->params[misfit].name);
    fr_note(s->d, r, f->params[misfit].type ? f->params[misfit].type->span : f->params[misfit].span, "declared here");
}

static void ambiguous(fr_sema *s, const fr_expr *e, const fr_function *a, const fr_function *b)
{
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0609", e->span, "the call of '%s' is ambiguous: two routines suit it equally well", a->name);
    fr_note(s->d, r, a->span, "this one");
    fr_note(s->d, r, b->span, "and this one");
    fr_help(s->d, r, "define one whose parameters have the types of this call");
}

typedef enum { FOUND, NONE_SUITS, WRONG_COUNT, AMBIGUOUS } finding;

static bool in_library(const fr_sema *s, const fr_function *f)
{
    return s->d->sources[f->span.file].library;
}

/* Keeps those of one side, the libraries' or the program's, if there are any. */
static size_t keep_side(const fr_sema *s, candidate *all, size_t n, bool library)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (in_library(s, all[i].function) == library)
            all[kept++] = all[i];
    return kept > 0 ? kept : n;
}

static size_t most_specific(const candidate *all, size_t n, size_t count)
{
    size_t which = 0;
    for (size_t i = 1; i < n; i++)
        if (more_specific(&all[i], &all[which], count))
            which = i;
    return which;
}

/* The place of another candidate that the one at `which` is not more specific than, or n. */
static size_t rival(const candidate *all, size_t n, size_t which, size_t count)
{
    for (size_t i = 0; i < n; i++)
        if (i != which && !more_specific(&all[which], &all[i], count))
            return i;
    return n;
}

/* The most specific of the routines of that name that suit the arguments; near: one that does not, or a rival. A routine of the
 * program comes before those of libraries where the program calls; where a library calls, its own comes first among equals. */
static finding choose(fr_sema *s, const char *name, size_t count, const argument *args, candidate *best, const fr_function **near, size_t *misfit)
{
    candidate all[64];
    size_t n = 0, at = 0;
    bool library = in_library(s, s->instance->function);
    *near = NULL;
    for (const fr_function *f = s->program->functions; f && n < 64; f = f->next) {
        if (strcmp(f->name, name) != 0 || positional_count(f) != count || f->param_count > 2 * MOST_ARGUMENTS)
            continue;
        candidate c = {.function = f};
        c.types = fr_alloc(s->arena, (f->param_count + 1) * sizeof *c.types);
        c.bindings = fr_alloc(s->arena, (f->where_count + 1) * sizeof *c.bindings);
        c.fits = fr_alloc(s->arena, (count + 1) * sizeof *c.fits);
        if (match(s, &c, args, &at)) {
            all[n++] = c;
        } else if (!*near) {
            *near = f;
            *misfit = at;
        }
    }
    if (n == 0)
        return *near ? NONE_SUITS : WRONG_COUNT;
    if (!library)
        n = keep_side(s, all, n, false);
    size_t which = most_specific(all, n, count), other = rival(all, n, which, count);
    if (library && other < n) {
        n = keep_side(s, all, n, true);
        which = most_specific(all, n, count);
        other = rival(all, n, which, count);
    }
    *best = all[which];
    if (other < n) {
        *near = all[other].function;
        return AMBIGUOUS;
    }
    return FOUND;
}

static void lower_routine_call(fr_sema *s, const fr_stmt *st, const fr_function *first)
{
    const fr_expr *e = st->value;
    argument args[MOST_ARGUMENTS];
    candidate best;
    const fr_function *near;
    size_t misfit = 0;
    bool ok = true;
    if (e->count > MOST_ARGUMENTS) {
        wrong_count(s, e, first);
        return;
    }
    for (size_t i = 0; i < e->count; i++)
        ok = lower_argument(s, e->items[i], &args[i]) && ok;
    if (!ok)
        return;
    switch (choose(s, first->name, e->count, args, &best, &near, &misfit)) {
    case FOUND: emit_call(s, st, e, &best, args); break;
    case NONE_SUITS: no_match(s, near, args, misfit); break;
    case WRONG_COUNT: wrong_count(s, e, first); break;
    case AMBIGUOUS: ambiguous(s, e, best.function, near); break;
    }
}

/* ---- y += f(x) by a routine of the program ---- */

static bool is_defined(const fr_sema *s, const char *name)
{
    for (const fr_function *f = s->program->functions; f; f = f->next)
        if (strcmp(f->name, name) == 0)
            return true;
    return false;
}

/* An instruction is defined for the types of its parameters, and not for what could be converted to them. */
static bool unconverted(const candidate *c, const argument *args, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!args[i].constant && (c->types[i].base != args[i].type.base || c->types[i].rank != args[i].type.rank))
            return false;
    return true;
}

bool fr_update_by_routine(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    argument args[MOST_ARGUMENTS];
    candidate best;
    const fr_function *near;
    size_t misfit = 0, errors = s->d->errors;
    if (e->kind != EX_CALL || e->left->kind != EX_NAME || e->count + 1 > MOST_ARGUMENTS)
        return false;
    bool down = st->token == TOK_SUBEQ || st->token == TOK_DIVEQ;
    const char *op = st->token == TOK_XOREQ ? "⊻=" : st->token == TOK_MULEQ || st->token == TOK_DIVEQ ? "*=" : "+=";
    const char *name = fr_format(s->arena, "%s%s", op, e->left->name);
    if (!is_defined(s, name))
        return false;
    bool ok = lower_argument(s, st->target, &args[0]);
    for (size_t i = 0; ok && i < e->count; i++)
        ok = lower_argument(s, e->items[i], &args[i + 1]);
    if (!ok)
        return s->d->errors > errors;
    finding found = choose(s, name, e->count + 1, args, &best, &near, &misfit);
    if (found == AMBIGUOUS)
        ambiguous(s, e, best.function, near);
    if (found != FOUND || !unconverted(&best, args, e->count + 1))
        return found == AMBIGUOUS;
    for (size_t i = 0; i < e->count; i++) {
        const fr_expr *read = args[i + 1].place ? NULL : fr_find_read(st->target, e->items[i]);
        if (read) {
            fr_note(s->d, fr_report(s->d, RGC_ERROR, "R0309", read->span, "the target is read while it is updated"), st->target->span, "updated here");
            return true;
        }
    }
    fr_stmt call = *st;
    call.kind = ST_CALL;
    call.inverse = down;
    call.next = NULL;
    emit_call(s, &call, e, &best, args);
    return true;
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
