/* compound_stmt.c: statements on complex numbers, structs and tuples, as statements on their parts.
 */
#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/semiring.h"
#include "compiler/hidden.h"

#include <string.h>

/* ---- tuples on the left: one statement for each element ---- */

static const fr_expr *part_expr(fr_sema *s, const fr_expr *whole, const char *name)
{
    fr_expr *e = fr_alloc(s->arena, sizeof *e);
    *e = (fr_expr){.kind = EX_FIELD,
                   .token = TOK_DOT,
                   .span = whole->span,
                   .height = whole->height,
                   .name = name};
    e->left = (fr_expr *)(uintptr_t)whole;
    return e;
}

static bool is_fields(const fr_expr *e)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME && strcmp(e->left->name, "@fields") == 0
           && e->count == 1;
}

/* (a, b)::∅ */
static bool is_empty_tuple(const fr_expr *e)
{
    return e->kind == EX_TYPED && e->token == TOK_EMPTY
           && (e->left->kind == EX_TUPLE || is_fields(e->left));
}

static const fr_expr *emptied(fr_sema *s, const fr_expr *e)
{
    fr_expr *empty = fr_alloc(s->arena, sizeof *empty);
    *empty =
        (fr_expr){.kind = EX_TYPED, .token = TOK_EMPTY, .span = e->span, .height = e->height + 1};
    empty->left = (fr_expr *)(uintptr_t)e;
    return empty;
}

/* The elements of (a, b), the parts of @fields z or of a compound place; their number, or 0. */
static size_t elements_of(fr_sema *s, const fr_expr *e, const fr_expr **out)
{
    fr_type type;
    if (is_empty_tuple(e)) {
        size_t count = elements_of(s, e->left, out);
        for (size_t i = 0; i < count; i++)
            out[i] = emptied(s, out[i]);
        return count;
    }
    if (e->kind == EX_TUPLE) {
        for (size_t i = 0; i < e->count && i < FR_MOST_PARTS; i++)
            out[i] = e->items[i];
        return e->count <= FR_MOST_PARTS ? e->count : 0;
    }
    const fr_expr *whole = is_fields(e) ? e->items[0] : e;
    const fr_compound *c =
        fr_place_type(s, whole, &type) && type.rank == 0 ? fr_compound_of(s, type.base) : NULL;
    for (size_t i = 0; c && i < c->count; i++)
        out[i] = part_expr(s, whole, c->names[i]);
    return c ? c->count : 0;
}

static bool distinct(fr_sema *s, size_t count, const fr_expr *const *all)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (fr_same_place(all[k], all[i])) {
                rgc_diagnostic *r =
                    fr_report(s->d, RGC_ERROR, "R0313", all[i]->span,
                              "the same variable stands in a tuple of targets twice");
                fr_note(s->d, r, all[k]->span, "first here");
                return false;
            }
    return true;
}

static bool same_count(fr_sema *s, const fr_stmt *st, size_t left, size_t right)
{
    if (left == right)
        return true;
    bool said = false;
    for (size_t i = 0; st->target->kind == EX_TUPLE && i < st->target->count; i++)
        if (st->target->items[i]->kind == EX_NAME) {
            said = said || (st->kind == ST_FREE && fr_was_missed(s, st->target->items[i]->name));
            if (st->kind == ST_ALLOC)
                fr_miss(s, st->target->items[i]->name);
        }
    if (said)
        return false;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0209", st->value->span,
                                  "a tuple of %zu is matched with %zu value%s", left, right,
                                  right == 1 ? "" : "s");
    fr_note(s->d, r, st->target->span, "the other side");
    return false;
}

static bool read_elsewhere(fr_sema *s, const fr_stmt *st, size_t count,
                           const fr_expr *const *targets)
{
    for (size_t i = 0; i < count; i++) {
        const fr_expr *read = st->kind == ST_SWAP ? NULL : fr_find_read(targets[i], st->value);
        if (read) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0309", read->span,
                                          "a target of the tuple is read while it is changed");
            fr_note(s->d, r, targets[i]->span, "changed here");
            fr_help(s->d, r, "compute the value into an ancilla first");
            return true;
        }
    }
    return false;
}

static void lower_one(fr_sema *s, const fr_stmt *st, const fr_expr *target, const fr_expr *value)
{
    fr_stmt one = *st;
    one.next = NULL;
    one.target = (fr_expr *)(uintptr_t)target;
    one.value = (fr_expr *)(uintptr_t)value;
    fr_lower_list(s, &one);
}

static void lower_tuple(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *all[2 * FR_MOST_PARTS], **values = all + FR_MOST_PARTS;
    size_t count = elements_of(s, st->target, all), known = 0;
    if (st->value->kind == EX_TUPLE || is_fields(st->value) || st->kind == ST_SWAP)
        known = elements_of(s, st->value, values);
    if (count == 0) {
        fr_report(s->d, RGC_ERROR, "R0209", st->target->span, "this is not a tuple of variables");
        return;
    }
    if (known == 0 && st->kind != ST_SWAP) {
        fr_value v = fr_lower_expr(s, st->value);
        const fr_compound *c = fr_compound_of(s, v.base);
        if (!v.ok)
            return;
        known = c ? c->count : 1;
        for (size_t i = 0; c && i < c->count && i < FR_MOST_PARTS; i++)
            values[i] = part_expr(s, st->value, c->names[i]);
    }
    if (!same_count(s, st, count, known) || (st->kind != ST_ALLOC && !distinct(s, count, all))
        || read_elsewhere(s, st, count, all))
        return;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; st->kind == ST_SWAP && k < count; k++)
            if (i != k && fr_same_place(all[i], values[k])) {
                fr_note(s->d,
                        fr_report(s->d, RGC_ERROR, "R0313", values[k]->span,
                                  "a variable stands on both sides of the exchange"),
                        all[i]->span, "here too");
                return;
            }
    for (size_t i = 0; i < count; i++) {
        size_t at = st->kind == ST_FREE ? count - 1 - i : i; /* arrays are freed last first */
        lower_one(s, st, all[at], values[at]);
    }
}

/* ---- updates ---- */

typedef struct {
    fr_ref ref;
    ir_expr *value;
    rg_type_base of; /* the semiring that it is a part of, or its own type */
} leaf;

/* The leaves of an lvalue with the leaves of a value of its type. */
static bool pair_leaves(fr_sema *s, const fr_ref *ref, const fr_value *v, leaf *out, size_t *count)
{
    const fr_compound *c = fr_compound_of(s, ref->node->type.base);
    if (!c) {
        ir_expr *e = fr_convert(s, *v, ref->node->type.base);
        if (fr_ref_type(ref).rank > 0 || !e)
            return false;
        if (*count < FR_MOST_PARTS)
            out[(*count)++] = (leaf){*ref, e, ref->node->type.base};
        return true;
    }
    const size_t first = *count;
    for (size_t i = 0; i < c->count; i++) {
        fr_ref part = fr_ref_part(ref, i);
        if (!pair_leaves(s, &part, &v->parts[i], out, count))
            return false;
    }
    for (size_t i = first; i < *count && fr_is_semiring(s, ref->node->type.base); i++)
        out[i].of = ref->node->type.base;
    return true;
}

static bool forgets(fr_sema *s, const fr_stmt *st, rg_type_base base)
{
    const char *name = fr_compound_of(s, base)->definition->name;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0310", st->target->span,
                  "a sum of %s keeps one number and forgets the other: it cannot be "
                  "undone in place",
                  name);
    fr_help(s->d, r, "write the sum into another variable, z *= x + y; or i_add!(x!, y, kept!)");
    return false;
}

static bool update_allowed(fr_sema *s, const fr_stmt *st, const fr_ref *target, const leaf *one)
{
    bool product = st->token == TOK_MULEQ || st->token == TOK_DIVEQ, exor = st->token == TOK_XOREQ;
    const rg_type_base base = one->of, whole = fr_ref_type(target).base;
    if (fr_is_multiplied(s, base) ? product
        : base == RG_TYPE_BOOL    ? exor
        : base == RG_TYPE_INT     ? !product
                                  : !product && !exor)
        return true;
    if (fr_is_semiring(s, whole) && !exor)
        return forgets(s, st, whole);
    rgc_diagnostic *r = fr_report(
        s->d, RGC_ERROR, "R0310", st->target->span, "%s has no %s update, because of its part '%s'",
        fr_type_text(s, fr_ref_type(target)),
        product ? "multiplying"
        : exor  ? "xor"
                : "adding",
        base == RG_TYPE_BOOL || fr_is_multiplied(s, base) ? fr_type_text(s, (fr_type){base, 0})
                                                          : "Fixed");
    if (product)
        fr_help(s->d, r, "write the product into another variable: z += x * y");
    return false;
}

/* Whether the value reads the array that is changed, at another index: then all parts are computed
 * before the first changes. */
static bool reads_root(const fr_expr *e, const char *name)
{
    if (!e)
        return false;
    if (e->kind == EX_NAME && strcmp(e->name, name) == 0)
        return true;
    bool found = reads_root(e->left, name) || reads_root(e->right, name)
                 || reads_root(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = reads_root(e->items[i], name);
    return found;
}

static bool is_zero(const ir_expr *e) { return e->kind == IR_CONST && e->raw == 0; }

static void emit_updates(fr_sema *s, const fr_stmt *st, leaf *leaves, size_t count, bool apart)
{
    enum rg_mode mode = st->token == TOK_XOREQ                             ? RG_MODE_XOR
                        : st->token == TOK_SUBEQ || st->token == TOK_DIVEQ ? RG_MODE_SUB
                                                                           : RG_MODE_ADD;
    ir_loc loc = fr_loc(s, st->span);
    ir_var *held[FR_MOST_PARTS];
    for (size_t i = 0; apart && i < count; i++) {
        ir_expr *e = fr_split(s, leaves[i].value);
        held[i] =
            ir_add_var(s->instance->routine, loc, RG_PART_NAME, leaves[i].ref.node->type.base, 0);
        fr_emit(s, ir_alloc(s->module, loc, held[i], e), st);
        fr_join_parts(s);
    }
    for (size_t i = 0; i < count; i++) {
        ir_place place = fr_leaf_place(fr_loc(s, st->target->span), &leaves[i].ref);
        ir_expr *value = apart ? ir_expr_var(s->module, loc, held[i]) : leaves[i].value;
        if (!is_zero(leaves[i].value))
            fr_emit_sum(s, loc, place, mode, value, st);
    }
    for (size_t i = count; apart && i-- > 0;) {
        ir_expr *e = fr_split(s, leaves[i].value);
        fr_emit(s, ir_free(s->module, loc, held[i], e), st);
        fr_join_parts(s);
    }
}

static bool refuse_array(fr_sema *s, const fr_ref *ref, fr_span span)
{
    if (fr_ref_type(ref).rank == 0)
        return false;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0204", span,
                                  "'%s' is a %s; only its elements can be changed", ref->node->name,
                                  fr_type_text(s, ref->node->type));
    fr_help(s->d, r, "write a dotted update (.+= and the like), or a for loop over its indices");
    return true;
}

static void update(fr_sema *s, const fr_stmt *st)
{
    fr_ref ref;
    leaf leaves[FR_MOST_PARTS];
    size_t count = 0;
    if (fr_update_by_routine(s, st))
        return;
    bool good = fr_resolve_target(s, st->target, &ref);
    fr_value v = fr_lower_expr(s, st->value), converted;
    const fr_expr *read = fr_find_read(st->target, st->value);
    if (!good || !v.ok || refuse_array(s, &ref, st->target->span))
        return;
    if (read) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0309", read->span,
                                      "'%s' is read while it is updated", ref.root->name);
        fr_note(s->d, r, st->target->span, "updated here");
        fr_help(s->d, r, "compute the value into an ancilla first, or update another variable");
        return;
    }
    if (!fr_compound_as(s, v, ref.node->type.base, &converted)
        || !pair_leaves(s, &ref, &converted, leaves, &count))
        return;
    for (size_t i = 0; i < count; i++)
        if (!update_allowed(s, st, &ref, &leaves[i]))
            return;
    emit_updates(s, st, leaves, count,
                 count > 1 && ref.indexed && reads_root(st->value, ref.root->name));
}

/* ---- exchanges ---- */

static void swap_leaves(fr_sema *s, const fr_stmt *st, const fr_ref *a, const fr_ref *b)
{
    const fr_compound *c = fr_compound_of(s, a->node->type.base);
    for (size_t i = 0; c && i < c->count; i++) {
        fr_ref x = fr_ref_part(a, i), y = fr_ref_part(b, i);
        swap_leaves(s, st, &x, &y);
    }
    if (c || refuse_array(s, a, st->target->span))
        return;
    fr_emit(s,
            ir_swap(s->module, fr_loc(s, st->span), fr_leaf_place(fr_loc(s, st->target->span), a),
                    fr_leaf_place(fr_loc(s, st->value->span), b)),
            st);
}

static void exchange(fr_sema *s, const fr_stmt *st)
{
    fr_ref a, b;
    bool left = fr_resolve_target(s, st->target, &a), right = fr_resolve_target(s, st->value, &b);
    if (!left || !right || refuse_array(s, &a, st->target->span)
        || refuse_array(s, &b, st->value->span))
        return;
    fr_type x = fr_ref_type(&a), y = fr_ref_type(&b);
    if (x.base != y.base) {
        fr_report(s->d, RGC_ERROR, "R0202", st->value->span, "cannot exchange %s with %s",
                  fr_type_text(s, x), fr_type_text(s, y));
        return;
    }
    if (fr_same_place(st->target, st->value)) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0313", st->value->span,
                                      "a variable is exchanged with itself");
        fr_note(s->d, r, st->target->span, "the same as this");
        return;
    }
    swap_leaves(s, st, &a, &b);
}

/* -x, x', x |> f, an element of such a view: another part of the compiler takes the view off first.
 */
static bool is_lens(fr_sema *s, const fr_expr *e)
{
    fr_type type;
    const fr_expr *element = fr_element_of_view(s, e);
    e = element ? element : e;
    return e->kind == EX_UNARY || e->kind == EX_ADJOINT
           || (e->kind == EX_BINARY && !fr_place_type(s, e, &type));
}

/* PUSH!(z) and the like onto a stack of numbers: one for each part; what was pushed last is popped
 * first. */
static bool stack_call(fr_sema *s, const fr_stmt *st)
{
    static const char *const names[] = {"PUSH!", "COPYPUSH!", "POP!", "COPYPOP!"};
    const fr_expr *parts[FR_MOST_PARTS], *e = st->value;
    fr_type type;
    size_t which = 0, n = sizeof names / sizeof names[0];
    if (st->kind != ST_CALL || e->kind != EX_CALL || e->left->kind != EX_NAME || e->count == 0)
        return false;
    while (which < n && strcmp(e->left->name, names[which]) != 0)
        which++;
    const fr_expr *x = e->items[e->count - 1];
    if (which == n || !fr_place_type(s, x, &type) || !fr_is_compound(type.base) || type.rank > 0)
        return false;
    fr_type onto;
    if (e->count == 2 && fr_place_type(s, e->items[0], &onto) && fr_is_compound(onto.base))
        return false; /* a stack of such values */
    size_t count = elements_of(s, x, parts);
    bool back = (which >= 2) != st->inverse;
    for (size_t i = 0; i < count; i++) {
        fr_stmt one = *st;
        one.next = NULL;
        one.value = fr_make_call(s->arena, e->span, e->left->name, e->count, e->items);
        one.value->items[e->count - 1] = (fr_expr *)(uintptr_t)parts[back ? count - 1 - i : i];
        fr_lower_list(s, &one);
    }
    return true;
}

/* x::∅, s[end+1]: it is pushed, popped or given another name, not exchanged. */
static bool is_end(const fr_expr *e)
{
    const fr_expr *i = e->kind == EX_INDEX && e->count == 1 ? e->items[0] : NULL;
    return (e->kind == EX_TYPED && e->token == TOK_EMPTY && e->left->kind == EX_NAME)
           || (i && i->kind == EX_BINARY && i->token == TOK_ADD && i->left->kind == EX_END);
}

bool fr_lower_compound(fr_sema *s, const fr_stmt *st)
{
    fr_type left, right;
    if (stack_call(s, st))
        return true;
    if (st->kind == ST_SWAP && (is_end(st->target) || is_end(st->value)))
        return false;
    if (st->kind != ST_UPDATE && st->kind != ST_SWAP && st->kind != ST_ALLOC && st->kind != ST_FREE)
        return false;
    bool swap = st->kind == ST_SWAP;
    if (!swap && fr_calls_name(st->value, "size") && st->value->count == 1)
        return false;
    if (st->target->kind == EX_TUPLE || is_fields(st->target) || is_empty_tuple(st->target)
        || (swap
            && (st->value->kind == EX_TUPLE || is_fields(st->value)
                || is_empty_tuple(st->value)))) {
        lower_tuple(s, st);
        return true;
    }
    if ((st->kind != ST_UPDATE && !swap) || fr_is_dotted(st->token))
        return false;
    if (swap && (is_lens(s, st->target) || is_lens(s, st->value)))
        return false;
    bool compound = fr_place_type(s, st->target, &left) && fr_is_compound(left.base);
    if (compound && left.rank > 0 && swap)
        return false;
    compound = compound
               || (swap && fr_place_type(s, st->value, &right) && fr_is_compound(right.base));
    if (!compound)
        return false;
    if (swap)
        exchange(s, st);
    else
        update(s, st);
    return true;
}

/* ---- instructions ---- */

static void negate_leaves(fr_sema *s, const fr_stmt *st, const fr_ref *ref)
{
    const fr_compound *c = fr_compound_of(s, ref->node->type.base);
    for (size_t i = 0; c && i < c->count; i++) {
        fr_ref part = fr_ref_part(ref, i);
        negate_leaves(s, st, &part);
    }
    if (c || refuse_array(s, ref, st->value->items[0]->span))
        return;
    rg_type_base base = ref->node->type.base;
    if (base != RG_TYPE_INT && base != RG_TYPE_FIXED)
        fr_report(s->d, RGC_ERROR, "R0202", st->value->items[0]->span,
                  "NEG needs Int or Fixed parts, '%s' is %s", ref->node->name, fr_base_text(base));
    else
        fr_emit(s, ir_neg(s->module, fr_loc(s, st->span), fr_leaf_place(fr_loc(s, st->span), ref)),
                st);
}

static void turn_leaves(fr_sema *s, const fr_stmt *st, const fr_ref *a, const fr_ref *b,
                        ir_expr *angle, bool inverse)
{
    const fr_compound *c = fr_compound_of(s, a->node->type.base);
    ir_loc loc = fr_loc(s, st->span);
    for (size_t i = 0; c && i < c->count; i++) {
        fr_ref x = fr_ref_part(a, i), y = fr_ref_part(b, i);
        turn_leaves(s, st, &x, &y, angle, inverse);
    }
    if (c || refuse_array(s, a, st->value->span))
        return;
    if (a->node->type.base != RG_TYPE_FIXED) {
        fr_report(s->d, RGC_ERROR, "R0202", st->value->items[0]->span, "%s needs Fixed parts",
                  st->value->left->name);
        return;
    }
    ir_place x = fr_leaf_place(loc, a), y = fr_leaf_place(loc, b);
    fr_emit(s,
            angle ? ir_rot(s->module, loc, x, y, inverse, angle)
                  : ir_hadamard(s->module, loc, x, y, inverse),
            st);
}

static void turn(fr_sema *s, const fr_stmt *st, const char *name)
{
    const fr_expr *e = st->value;
    fr_ref a, b;
    bool rotation = strcmp(name, "HADAMARD") != 0;
    bool good = fr_resolve_target(s, e->items[0], &a);
    good = fr_resolve_target(s, e->items[1], &b) && good;
    ir_expr *angle = rotation ? fr_convert(s, fr_lower_expr(s, e->items[2]), RG_TYPE_FIXED) : NULL;
    if (!good || (rotation && !angle))
        return;
    fr_type x = fr_ref_type(&a), y = fr_ref_type(&b);
    if (x.base != y.base || x.rank != y.rank) {
        fr_report(s->d, RGC_ERROR, "R0202", e->items[1]->span,
                  "%s needs two variables of one type, these are %s and %s", name,
                  fr_type_text(s, x), fr_type_text(s, y));
        return;
    }
    for (int i = 0; i < 2; i++) {
        const fr_expr *other = i == 0 ? e->items[1] : e->items[2];
        const fr_expr *read =
            i == 0 ? (fr_same_place(e->items[0], other) ? other : NULL)
            : rotation
                ? (fr_find_read(e->items[0], other) ? other : fr_find_read(e->items[1], other))
                : NULL;
        if (read) {
            fr_note(s->d,
                    fr_report(s->d, RGC_ERROR, i == 0 ? "R0313" : "R0309", read->span,
                              "this is what is turned"),
                    e->items[0]->span, "turned here");
            return;
        }
    }
    turn_leaves(s, st, &a, &b, angle, (strcmp(name, "IROT") == 0) != st->inverse);
}

bool fr_compound_instruction(fr_sema *s, const fr_stmt *st, const char *name)
{
    fr_type type;
    fr_ref ref;
    const fr_expr *e = st->value;
    bool turns = strcmp(name, "HADAMARD") == 0 || strcmp(name, "ROT") == 0
                 || strcmp(name, "IROT") == 0;
    bool conjugates = strcmp(name, "CONJ") == 0;
    if (!turns && !conjugates && strcmp(name, "NEG") != 0)
        return false;
    bool compound = fr_place_type(s, e->items[0], &type) && fr_is_compound(type.base);
    compound = compound
               || (turns && fr_place_type(s, e->items[1], &type) && fr_is_compound(type.base));
    if (!compound)
        return false;
    if (turns) {
        turn(s, st, name);
        return true;
    }
    if (!fr_resolve_target(s, e->items[0], &ref) || refuse_array(s, &ref, e->items[0]->span))
        return true;
    if (conjugates && !fr_is_complex(s, ref.node->type.base)) {
        fr_report(s->d, RGC_ERROR, "R0202", e->items[0]->span,
                  "CONJ needs a complex variable, this is %s", fr_type_text(s, type));
        return true;
    }
    if (conjugates)
        ref = fr_ref_part(&ref, 1);
    negate_leaves(s, st, &ref);
    return true;
}
