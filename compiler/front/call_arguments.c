/* call_arguments.c: the arguments of a call as they are written. */
#include <string.h>

#include "compiler/front/calls.h"
#include "compiler/front/expand.h"

static const fr_struct *struct_called(fr_sema *s, const fr_expr *e)
{
    const fr_expr *head = e->kind != EX_CALL          ? NULL
                          : e->left->kind == EX_CURLY ? e->left->left
                                                      : e->left;
    return head && head->kind == EX_NAME ? fr_find_struct(s, head->name) : NULL;
}

/* The type of what holds the arguments, arrays among them. */
static bool holder_of(fr_sema *s, const fr_expr *e, const fr_type *types, rg_type_base *base)
{
    const fr_struct *d = struct_called(s, e);
    if (e->kind == EX_TUPLE) {
        *base = fr_tuple_type(s, e->count, types);
        return true;
    }
    return d && !d->abstract && !fr_wrong_arity(s, e, d, d->name, d->field_count)
           && fr_type_constructed(s, e, d, types, base);
}

/* T{}(a, b) and (a, b) as an argument: made of the arguments, and taken apart again after the call.
 */
static bool lower_composite(fr_sema *s, const fr_expr *e, fr_argument *a)
{
    fr_value parts[FR_MOST_PARTS], v = {.ok = true};
    fr_type types[FR_MOST_PARTS];
    bool ok = e->count <= FR_MOST_PARTS, arrays = false;
    a->items = fr_alloc(s->arena, (e->count + 1) * sizeof *a->items);
    a->item_count = e->count;
    for (size_t i = 0; i < e->count && ok; i++) {
        ok = fr_lower_argument(s, e->items[i], &a->items[i]);
        types[i] = a->items[i].type;
        arrays = arrays || fr_has_array(s, types[i]);
        parts[i] = (fr_value){.ok = true, .base = types[i].base, .span = e->items[i]->span};
    }
    if (!ok)
        return false;
    if (arrays)
        v.ok = holder_of(s, e, types, &v.base);
    else
        v = e->kind == EX_TUPLE ? fr_make_tuple(s, e->span, e->count, parts) : fr_lower_expr(s, e);
    a->type = (fr_type){v.base, 0};
    const fr_compound *c = fr_compound_of(s, v.base);
    return v.ok && c && c->count == e->count;
}

/* Name(v, x) of arrays, which is no value: made of the variables, as Name{}(v, x) is. */
static bool holds_places(fr_sema *s, const fr_expr *e)
{
    bool found = false;
    fr_type type;
    const fr_expr *head = e->kind == EX_CALL ? e->left : NULL;
    if (!head || head->kind != EX_NAME || !fr_find_struct(s, head->name))
        return false;
    for (size_t i = 0; !found && i < e->count; i++)
        found = fr_place_type(s, e->items[i], &type) && fr_has_array(s, type);
    return found;
}

static bool lower_fields(fr_sema *s, const fr_expr *e, fr_argument *a)
{
    fr_ref ref;
    if (!fr_resolve(s, e->items[0], &ref))
        return false;
    const fr_compound *c = fr_compound_of(s, ref.node->type.base);
    if (!c || fr_ref_type(&ref).rank > 0) {
        fr_report(s->d, RGC_ERROR, "R0207", e->span,
                  "@fields takes a struct, a complex number or a tuple");
        return false;
    }
    a->items = fr_alloc(s->arena, (c->count + 1) * sizeof *a->items);
    a->item_count = c->count;
    for (size_t i = 0; i < c->count; i++)
        a->items[i] = (fr_argument){
            .source = e, .place = true, .ref = fr_ref_part(&ref, i), .type = c->types[i]};
    a->type = (fr_type){fr_tuple_type(s, c->count, c->types), 0};
    return true;
}

bool fr_lower_argument(fr_sema *s, const fr_expr *e, fr_argument *a)
{
    fr_type type;
    const fr_expr *log = fr_log_field(s, e);
    e = log ? log : e;
    *a = (fr_argument){.source = e};
    const fr_expr *root = e;
    while (root->kind == EX_FIELD || root->kind == EX_INDEX)
        root = root->left;
    if (e->kind == EX_TUPLE || holds_places(s, e))
        return lower_composite(s, e, a);
    if (e->kind == EX_CALL && e->left->kind == EX_CURLY && e->left->count == 0)
        return lower_composite(s, e, a);
    if (e->kind == EX_CALL && e->left->kind == EX_NAME && strcmp(e->left->name, "@fields") == 0
        && e->count == 1)
        return lower_fields(s, e, a);
    bool written = fr_place_type(s, e, &type);
    if (written || (root != e && root->kind == EX_NAME)) {
        if (!fr_resolve(s, e, &a->ref))
            return false;
        a->type = fr_ref_type(&a->ref);
        a->place = a->type.rank > 0
                   || (a->ref.root->kind != FR_VAR_LOOP && a->ref.root->kind != FR_VAR_KEYWORD);
        if (a->place)
            return true;
    }
    s->naming_argument = e->kind == EX_NAME;
    a->value = fr_lower_expr(s, e);
    s->naming_argument = false;
    a->type = (fr_type){fr_kept_base(s, a->value), 0};
    a->constant = a->value.constant;
    return a->value.ok;
}

bool fr_lower_arguments(fr_sema *s, const fr_expr *e, fr_argument *args)
{
    bool ok = true;
    for (size_t i = 0; i < e->count; i++)
        ok = fr_lower_argument(s, e->items[i], &args[i]) && ok;
    return ok;
}

bool fr_unpack(fr_sema *s, const fr_expr *e, const fr_expr **out)
{
    bool any = false;
    size_t count = 0;
    fr_expr *items[FR_MOST_ARGUMENTS],
        *copy = fr_make_call(s->arena, e->span, e->left->name, 0, NULL);
    for (size_t i = 0; i < e->count; i++)
        any = any || e->items[i]->kind == EX_SPLAT;
    *out = e;
    for (size_t i = 0; any && i < e->count; i++) {
        const fr_expr *x = e->items[i]->kind == EX_SPLAT ? e->items[i]->left : NULL;
        fr_type type;
        bool place = x && x->kind != EX_TUPLE && fr_place_type(s, x, &type) && type.rank == 0
                     && fr_is_tuple(s, type.base);
        if (x && x->kind != EX_TUPLE && !place) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0207", e->items[i]->span,
                                          "only a tuple can be taken apart into arguments");
            fr_help(s->d, r,
                    "the number of elements must be known when the program is compiled; pass a "
                    "vector as it is");
            return false;
        }
        size_t n = !x ? 1 : place ? fr_compound_of(s, type.base)->count : x->count;
        for (size_t k = 0; k < n && count < FR_MOST_ARGUMENTS; k++) {
            fr_expr *part = fr_make_unary(s->arena, e->items[i]->span, TOK_DOT, NULL);
            part->kind = EX_FIELD;
            part->left = e->items[i]->left;
            part->name = fr_format(s->arena, "%zu", k + 1);
            items[count++] = !x ? e->items[i] : place ? part : x->items[k];
        }
    }
    if (any) {
        copy = fr_make_call(s->arena, e->span, e->left->name, count, items);
        copy->keywords = e->keywords;
        copy->keyword_count = e->keyword_count;
        copy->kind = e->kind;
        *out = copy;
    }
    return true;
}
