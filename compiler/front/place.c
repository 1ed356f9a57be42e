/* place.c: variables of any type, and the lvalues that x, x.f, x[i], x.:1, real(x) and x |> f name.
 */
#include <string.h>

#include "compiler/front/array_stacks.h"
#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/place.h"

/* ---- the machine variables of a variable ---- */

static const char *levels_of(fr_sema *s, const char *above, const fr_compound *c, unsigned rank)
{
    return fr_format(s->arena, "%s%c%u", above,
                     c->kind == FR_COMPLEX  ? 'c'
                     : c->kind == FR_STRUCT ? 's'
                                            : 't',
                     rank);
}

static fr_var *make(fr_sema *s, ir_routine *r, fr_span span, const char *name, fr_type type,
                    bool param, const char *levels)
{
    const fr_compound *c = fr_compound_of(s, type.base);
    fr_var *v = fr_alloc(s->arena, sizeof *v);
    *v = (fr_var){.name = name, .declared = span, .type = type, .live = true};
    if (!c) {
        v->ir = param ? ir_add_param(r, fr_loc(s, span), name, type.base, type.rank)
                      : ir_add_var(r, fr_loc(s, span), name, type.base, type.rank);
        if (v->ir && *levels)
            v->ir->levels = ir_arena_text(s->module, levels);
        return v;
    }
    v->parts = fr_alloc(s->arena, (c->count + 1) * sizeof(fr_var *));
    for (size_t i = 0; i < c->count; i++) {
        fr_type part = {c->types[i].base, type.rank ? type.rank : c->types[i].rank};
        v->parts[i] = make(s, r, span, fr_format(s->arena, "%s.%s", name, c->names[i]), part, param,
                           levels_of(s, levels, c, type.rank));
    }
    return v;
}

fr_var *fr_make_var(fr_sema *s, ir_routine *r, fr_span span, const char *name, fr_type type,
                    bool param)
{
    return make(s, r, span, name, type, param, "");
}

const ir_var *fr_first_leaf(const fr_var *node)
{
    while (node && node->parts)
        node = node->parts[0];
    return node ? node->ir : NULL;
}

/* ---- resolving, with messages ---- */

fr_type fr_ref_type(const fr_ref *ref)
{
    return (fr_type){ref->node->type.base, ref->indexed ? 0 : ref->node->type.rank};
}

fr_ref fr_ref_part(const fr_ref *ref, size_t part)
{
    fr_ref r = *ref;
    r.node = ref->node->parts[part];
    return r;
}

static bool no_part(fr_sema *s, const fr_ref *ref, const char *field, fr_span span)
{
    const fr_compound *c = fr_compound_of(s, ref->node->type.base);
    const char *text = fr_type_text(s, fr_ref_type(ref));
    if (!c) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0207", span,
                                      "'%s' is %s and has no field '%s'", ref->node->name, text,
                                      field);
        fr_note(s->d, r, ref->root->declared, "declared here");
        return false;
    }
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0207", span, "%s has no %s '%s'", text,
                                  c->kind == FR_TUPLE ? "element" : "field", field);
    fr_note(s->d, r, c->definition ? c->definition->span : ref->root->declared,
            c->definition ? "defined here" : "declared here");
    const char *near = c->kind == FR_TUPLE ? NULL : rg_suggest(field, c->names, c->count);
    const char *all = "";
    for (size_t i = 0; i < c->count; i++)
        all = fr_format(s->arena, "%s%s%s", all, i ? ", " : "", c->names[i]);
    if (near)
        fr_did_you_mean(s->d, r, span, near);
    else
        fr_help(s->d, r, "it has %s", all);
    return false;
}

static bool take_part(fr_sema *s, fr_ref *ref, const char *field, fr_span span)
{
    const fr_compound *c = fr_compound_of(s, ref->node->type.base);
    int i = c ? fr_part_index(c, field) : -1;
    if (i < 0)
        return no_part(s, ref, field, span);
    ref->node = ref->node->parts[i];
    return true;
}

/* A number as it is written; an index that is computed may stand where it is never reached. */
static bool is_literal(const fr_expr *e)
{
    return e->kind == EX_INT || (e->kind == EX_UNARY && e->right->kind == EX_INT);
}

static ir_expr *lower_index(fr_sema *s, const fr_var *array, const fr_expr *e, unsigned dim)
{
    const fr_var *old = s->end_array;
    unsigned old_dim = s->end_dim;
    ir_expr *i = NULL;
    s->end_array = array;
    s->end_dim = dim;
    if (e->kind == EX_COLON || e->kind == EX_RANGE)
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0409", e->span,
                          "this has a value for each element; one value is needed here"),
                "use a dotted update of an array (y .+= ...), or a for loop over the indices");
    else
        i = fr_lower_int(s, e, "an index");
    if (i && i->kind == IR_CONST && i->raw < 1 && is_literal(e))
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0502", e->span, "index %lld is outside every array",
                          (long long)i->raw),
                "indices start at 1; the last one is 'end'");
    s->end_array = old;
    s->end_dim = old_dim;
    return i;
}

/* The column of the matrix that an array is. Of three and more dimensions columns are counted
 * through all dimensions but the first. A column may exist where an index does not, so each is
 * checked. */
static ir_expr *column_of(fr_sema *s, const fr_var *v, ir_expr *const *at)
{
    const unsigned rank = v->type.rank;
    ir_expr *column = NULL;
    if (rank == 2)
        return at[1];
    for (unsigned d = rank; d > 1; d--) {
        const ir_loc loc = at[d - 1]->loc;
        ir_expr *index = s->inbounds
                             ? at[d - 1]
                             : ir_expr_within(s->module, at[d - 1], fr_first_leaf(v), RG_EXTENT(d));
        if (column)
            column = ir_expr_op(
                s->module, loc, RG_OP_MUL,
                ir_expr_op(s->module, loc, RG_OP_SUB, column, ir_whole(s->module, loc, 1)),
                fr_extent(s, loc, v, d));
        column = column ? ir_expr_op(s->module, loc, RG_OP_ADD, column, index) : index;
    }
    return column;
}

static bool take_element(fr_sema *s, fr_ref *ref, const fr_expr *e)
{
    fr_type type = fr_ref_type(ref);
    const fr_var *v = ref->node;
    if (type.rank == 0) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0204", e->span,
                                      "'%s' is a scalar %s; it has no elements", v->name,
                                      fr_type_text(s, type));
        fr_note(s->d, r, v->declared, "declared here");
        return false;
    }
    if (e->count != type.rank) {
        static const char *const needs[RG_MOST_RANK] = {"one index", "two indices", "three indices",
                                                        "four indices"};
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0204", e->span,
                                      "'%s' is a %s and needs %s, not %zu", v->name,
                                      fr_type_text(s, type), needs[type.rank - 1], e->count);
        fr_note(s->d, r, v->declared, "declared here");
        if (type.rank == 2 && e->count == 1)
            fr_help(s->d, r, "in the order of memory, column by column, it is vec(%s)[k]", v->name);
        return false;
    }
    ir_expr *at[RG_MOST_RANK] = {NULL};
    bool ok = true;
    for (unsigned d = 0; d < type.rank; d++) {
        at[d] = lower_index(s, v, e->items[d], d + 1);
        ok = ok && at[d];
    }
    ref->row = at[0];
    ref->column = ok && type.rank > 1 ? column_of(s, v, at) : NULL;
    ref->indexed = true;
    ref->inbounds = s->inbounds || e->inbounds;
    return ok;
}

static bool take_tuple_element(fr_sema *s, fr_ref *ref, const fr_expr *e)
{
    const fr_compound *c = fr_compound_of(s, ref->node->type.base);
    int64_t i = 0;
    if (!fr_tuple_index(s, e, &i)) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0207", e->span, "the index of a tuple must be a constant");
        fr_note(s->d, r, ref->root->declared, "'%s' is %s", ref->node->name, c->text);
        fr_help(s->d, r, "in a loop over a constant range the loop variable is one: for i = 1:%zu",
                c->count);
        return false;
    }
    i = i < 0 ? (int64_t)c->count : i;
    return take_part(s, ref, fr_format(s->arena, "%lld", (long long)i), e->span);
}

/* real(x) of a real x is x. */
static bool is_real(const fr_ref *ref, const char *field)
{
    return strcmp(field, "re") == 0 && !fr_is_compound(ref->node->type.base);
}

bool fr_resolve(fr_sema *s, const fr_expr *e, fr_ref *ref)
{
    const char *field;
    if (e->kind == EX_NAME) {
        fr_var *v = fr_use_var(s, e);
        *ref = (fr_ref){.root = v, .node = v};
        return v && !v->unknown && !fr_refuse_array_stack(s, v, e->span);
    }
    if (e->kind == EX_FIELD)
        return fr_resolve(s, e->left, ref) && take_part(s, ref, e->name, e->span);
    const fr_expr *element = fr_element_of_view(s, e);
    element = element ? element : fr_linear_index(s, e);
    if (element)
        return fr_resolve(s, element, ref);
    if (e->kind == EX_INDEX) {
        if (!fr_resolve(s, e->left, ref))
            return false;
        return fr_ref_type(ref).rank == 0 && fr_is_tuple(s, ref->node->type.base)
                   ? take_tuple_element(s, ref, e)
                   : take_element(s, ref, e);
    }
    const fr_expr *whole = fr_viewed(s, e, &field);
    if (whole)
        return fr_resolve(s, whole, ref)
               && (!field || is_real(ref, field) || take_part(s, ref, field, e->span));
    fr_report(s->d, RGC_ERROR, "R0114", e->span,
              "this cannot be changed: it is not a variable or an element");
    return false;
}

bool fr_resolve_target(fr_sema *s, const fr_expr *e, fr_ref *ref)
{
    if (!fr_resolve(s, e, ref))
        return false;
    const fr_var *v = ref->root;
    if (v->kind != FR_VAR_KEYWORD && v->kind != FR_VAR_LOOP)
        return true;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0303", e->span,
                                  "'%s' cannot be changed: it is a %s", v->name,
                                  v->kind == FR_VAR_LOOP ? "loop variable"
                                  : v->value             ? "constant"
                                                         : "keyword parameter");
    fr_note(s->d, r, v->declared, "declared here");
    return false;
}

ir_place fr_leaf_place(ir_loc loc, const fr_ref *ref)
{
    if (!ref->indexed)
        return ir_place_var(loc, ref->node->ir);
    ir_place p = ir_place_elem(loc, ref->node->ir, ref->row, ref->column);
    p.inbounds = ref->inbounds;
    return p;
}

/* ---- reading ---- */

static fr_value read_array(fr_sema *s, const fr_ref *ref, fr_span span)
{
    const bool hidden = strchr(ref->node->name, '#') != NULL; /* [a, b] within an expression */
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0204", span,
                                  "%s is a %s; an element of it is needed here",
                                  hidden ? "this" : fr_format(s->arena, "'%s'", ref->node->name),
                                  fr_type_text(s, ref->node->type));
    if (hidden) {
        fr_help(s->d, r, "write an operation with a dot for each element: x .+ [1, 2]");
        return fr_fail(span);
    }
    static const char *const indices[RG_MOST_RANK] = {"i", "i, j", "i, j, k", "i, j, k, l"};
    fr_help(s->d, r, "write %s[%s]", ref->node->name, indices[ref->node->type.rank - 1]);
    return fr_fail(span);
}

fr_value fr_read(fr_sema *s, const fr_ref *ref, fr_span span)
{
    fr_type type = fr_ref_type(ref);
    ir_loc loc = fr_loc(s, span);
    if (ref->node->known)
        return fr_const_int(span, ref->node->number);
    if (type.rank != 0)
        return read_array(s, ref, span);
    const fr_compound *c = fr_compound_of(s, type.base);
    if (c) {
        fr_value *parts = fr_alloc(s->arena, (c->count + 1) * sizeof *parts);
        for (size_t i = 0; i < c->count; i++) {
            fr_ref part = fr_ref_part(ref, i);
            parts[i] = fr_read(s, &part, span);
            if (!parts[i].ok)
                return fr_fail(span);
        }
        return fr_make_compound(s, span, type.base, parts);
    }
    if (!ref->indexed)
        return fr_typed(span, ir_expr_var(s->module, loc, ref->node->ir));
    ir_expr *x = ir_expr_elem(s->module, loc, ref->node->ir, ref->row, ref->column);
    if (x)
        x->inbounds = ref->inbounds;
    return fr_typed(span, x);
}
