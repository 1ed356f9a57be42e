/* arrays.c: arrays that a routine allocates: x <- zeros(T, n), zeros(T, m, n), zero(A), ones(Log,
 * n). */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/semiring.h"
#include "isa/isa.h"

static bool calls(const fr_expr *e, const char *name)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME && strcmp(e->left->name, name) == 0;
}

static const fr_var *array_named(fr_sema *s, const fr_expr *e)
{
    const fr_var *v = fr_place_node(s, e);
    return v && v->live && v->type.rank > 0 ? v : NULL;
}

bool fr_makes_array(fr_sema *s, const fr_expr *e)
{
    return fr_makes_stack(s, e) || calls(e, "zeros") || calls(e, "ones")
           || (calls(e, "zero") && e->count == 1 && array_named(s, e->items[0]));
}

static ir_expr *read_extent(fr_sema *s, ir_loc loc, const fr_var *v, unsigned d)
{
    return ir_expr_dim(s->module, loc, fr_first_leaf(v),
                       v->type.rank <= 2 || d == 1 ? d : RG_EXTENT(d));
}

ir_expr *fr_extent(fr_sema *s, ir_loc loc, const fr_var *v, unsigned d)
{
    ir_expr *n = v->shape && v->type.rank > 2 ? v->shape->extents[d - 1] : NULL;
    return n && n->kind == IR_CONST ? n : read_extent(s, loc, v, d);
}

static bool shape_of(fr_sema *s, const fr_expr *e, fr_shape *out)
{
    const fr_var *v = array_named(s, e->items[0]);
    ir_loc loc = fr_loc(s, e->span);
    out->type = v->type;
    for (unsigned d = 0; d < v->type.rank; d++)
        out->extents[d] = read_extent(s, loc, v, d + 1);
    return out->extents[0] != NULL;
}

static ir_expr *op(fr_sema *s, ir_loc loc, unsigned code, ir_expr *a, ir_expr *b)
{
    return ir_expr_op(s->module, loc, code, a, b);
}

ir_stmt *fr_array_statement(fr_sema *s, ir_loc loc, const ir_var *array, bool free,
                            const fr_shape *shape)
{
    const unsigned rank = shape->type.rank;
    if (shape->stack)
        return ir_stack(s->module, loc, array, free, shape->extents[0]);
    ir_expr *columns = shape->extents[1];
    for (unsigned d = 2; d < rank; d++) {
        const ir_expr *n = shape->extents[d];
        int64_t product;
        const bool known = columns && n && columns->kind == IR_CONST && n->kind == IR_CONST
                           && !__builtin_mul_overflow(columns->raw, n->raw, &product);
        columns = known ? ir_whole(s->module, loc, product)
                        : op(s, loc, RG_OP_MUL, columns, shape->extents[d]);
    }
    ir_stmt *st = ir_array(s->module, loc, array, free, shape->extents[0], columns);
    for (unsigned d = 1; st && rank > 2 && d < rank; d++)
        st->inner[d - 1] = shape->extents[d];
    return st;
}

/* False after a report; what is not constant the machine checks. */
static bool not_negative(fr_sema *s, const ir_expr *n, fr_span span)
{
    if (!n || n->kind != IR_CONST || n->raw >= 0)
        return n != NULL;
    fr_help(s->d,
            fr_report(s->d, RGC_ERROR, "R0502", span, "an array cannot have an extent of %lld",
                      (long long)n->raw),
            "extents are 0 or more");
    return false;
}

static bool not_too_large(fr_sema *s, const fr_shape *shape, fr_span span)
{
    const int most = RG_MOST_DATA_WORDS;
    double count = 1, largest = 1;
    const char *by = "";
    bool all = true;

    for (unsigned d = 0; d < shape->type.rank; d++) {
        const ir_expr *e = shape->extents[d];
        const double n = e->kind == IR_CONST ? (double)e->raw : 1;
        all = all && e->kind == IR_CONST;
        count *= n;
        largest = n > largest ? n : largest;
        by = fr_format(s->arena, "%s%s%.0f", by, d > 0 ? " by " : "", n);
    }
    if (count <= most && largest <= most)
        return true;
    rgc_diagnostic *r =
        all && shape->type.rank > 1
            ? fr_report(s->d, RGC_ERROR, "R0502", span, "an array of %s elements is too large", by)
            : fr_report(s->d, RGC_ERROR, "R0502", span,
                        "an array with an extent of %.0f is too large", largest);
    fr_help(s->d, r, "no machine has more than %d words of data memory", most);
    return false;
}

bool fr_array_shape(fr_sema *s, const fr_expr *e, fr_shape *out)
{
    *out = (fr_shape){.type = {RG_TYPE_FIXED, 1}};
    if (fr_makes_stack(s, e)) {
        fr_type element;
        bool ok = fr_stack_shape(s, e, &element, &out->extents[0]);
        out->stack = true;
        if (ok)
            out->type.base = element.rank > 0 ? RG_TYPE_INT : element.base;
        if (ok && element.rank > 0)
            out->item = element;
        return ok && not_negative(s, out->extents[0], e->span) && not_too_large(s, out, e->span);
    }
    if (calls(e, "zero"))
        return shape_of(s, e, out);
    bool unknown = e->count > 1 && e->items[0]->kind == EX_NAME
                   && fr_is_nothing(s, e->items[0]->name);
    size_t first = e->count > 0 && (unknown || fr_is_type(s, e->items[0])) ? 1 : 0,
           n = e->count - first;
    fr_type element = {RG_TYPE_FIXED, 0};
    if (first && !fr_resolve_type(s, e->items[0], &element))
        return false;
    if (n < 1 || n > RG_MOST_RANK || e->keyword_count > 0) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", e->span,
                                      "expected %s(T, n) or %s(T, m, n)", e->left->name,
                                      e->left->name);
        if (n > RG_MOST_RANK)
            fr_help(s->d, r, "an array has at most %d dimensions, not %zu", RG_MOST_RANK, n);
        return false;
    }
    bool ones = calls(e, "ones");
    if (ones != fr_is_multiplied(s, element.base)) {
        const char *type = fr_type_text(s, element);
        rgc_diagnostic *r = ones ? fr_report(s->d, RGC_ERROR, "R0199", e->span,
                                             "arrays of ones are not in this version")
                                 : fr_report(s->d, RGC_ERROR, "R0503", e->span,
                                             element.base == RG_TYPE_LOG
                                                 ? "zero is not a value of %s"
                                                 : "zero of %s is not a word of zeros",
                                             type);
        if (ones)
            fr_help(s->d, r, "allocate zeros and add in a loop");
        else
            fr_help(s->d, r, "write ones(%s, n)", type);
        return false;
    }
    if (fr_is_compound(element.base)
        && (!fr_can_be_element(s, element.base, e->span)
            || !fr_compound_constant(s, e->span, element.base, 0).ok))
        return false;
    out->type = (fr_type){element.base, (unsigned)n};
    for (size_t d = 0; d < n; d++) {
        out->extents[d] = fr_lower_int(s, e->items[first + d], "an extent");
        if (!not_negative(s, out->extents[d], e->items[first + d]->span))
            return false;
    }
    return not_too_large(s, out, e->span);
}
