/* bank.c: instructions about the accumulator: multiply-divide with its banks, exact sums of
 * products; and the random number generator. */
#include <string.h>

#include "compiler/front/expand.h"
#include "compiler/hidden.h"

static bool is_of(fr_sema *s, const fr_expr *e, rg_type_base base, rg_type_base wanted,
                  const char *what)
{
    if (base == wanted)
        return true;
    fr_report(s->d, RGC_ERROR, "R0202", e->span, "%s needs %s %s variable, this is %s", what,
              wanted == RG_TYPE_INT ? "an" : "a", fr_type_text(s, (fr_type){wanted, 0}),
              fr_type_text(s, (fr_type){base, 0}));
    return false;
}

static bool place_of(fr_sema *s, const fr_expr *e, rg_type_base wanted, const char *what,
                     ir_place *out)
{
    rg_type_base base;
    return fr_lower_place(s, e, out, &base) && is_of(s, e, base, wanted, what);
}

static bool apart(fr_sema *s, const fr_expr *changed, const fr_expr *read)
{
    const fr_expr *at = fr_find_read(changed, read);
    if (!at)
        return true;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0309", at->span,
                                  "an operand reads a variable that the instruction changes");
    fr_note(s->d, r, changed->span, "changed here");
    return false;
}

static bool different(fr_sema *s, const fr_expr *a, const fr_expr *b)
{
    if (!fr_same_place(a, b))
        return true;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0313", b->span, "the same variable is passed twice");
    fr_note(s->d, r, a->span, "first passed here");
    return false;
}

/* A number of Fixed, or an Int: both, as a ratio needs them. */
static bool ratio_of(fr_sema *s, const fr_expr *n, const fr_expr *d, ir_expr *out[2])
{
    fr_value a = fr_lower_expr(s, n), b = fr_lower_expr(s, d);
    if (!a.ok || !b.ok)
        return false;
    rg_type_base base = fr_is_whole(a) && fr_is_whole(b) ? RG_TYPE_INT : RG_TYPE_FIXED;
    out[0] = fr_split(s, fr_convert(s, a, base));
    out[1] = fr_split(s, fr_convert(s, b, base));
    return out[0] && out[1];
}

static ir_place new_word(fr_sema *s, ir_loc loc)
{
    ir_var *v = ir_add_var(s->instance->routine, loc, RG_BANK_NAME, RG_TYPE_INT, 0);
    fr_emit(s, ir_alloc(s->module, loc, v, NULL), NULL);
    return ir_place_var(loc, v);
}

static bool bank_places(fr_sema *s, const fr_expr *e, ir_place banks[2])
{
    for (size_t i = 3; i < e->count; i++) {
        if (!place_of(s, e->items[i], RG_TYPE_INT, "a bank", &banks[i - 3])
            || !different(s, e->items[0], e->items[i]))
            return false;
        if (i == 4 && !different(s, e->items[3], e->items[4]))
            return false;
        for (size_t k = 1; k < 3; k++)
            if (!apart(s, e->items[i], e->items[k]))
                return false;
    }
    return true;
}

/* MULDIV(x, n, d): the accumulator itself is the bank. MULDIV(x, n, d, b): an Int is, which must
 * not outgrow a word. MULDIV(x, n, d, low, high): two are. */
static void muldiv(fr_sema *s, const fr_stmt *st, bool undo)
{
    const fr_expr *e = st->value;
    ir_place x, banks[2];
    ir_expr *ratio[2];
    ir_loc loc = fr_loc(s, st->span);
    bool target = place_of(s, e->items[0], RG_TYPE_FIXED, "MULDIV", &x);
    if (!bank_places(s, e, banks) || !target || !apart(s, e->items[0], e->items[1])
        || !apart(s, e->items[0], e->items[2]))
        return;
    if (ratio_of(s, e->items[1], e->items[2], ratio)) {
        if (e->count == 4)
            banks[1] = new_word(s, loc);
        if (e->count > 3)
            fr_emit(s, ir_bank(s->module, loc, banks[0], banks[1]), st);
        fr_emit(s, ir_muldiv(s->module, loc, x, undo, ratio[0], ratio[1]), st);
        if (e->count > 3)
            fr_emit(s, ir_bank(s->module, loc, banks[0], banks[1]), st);
        if (e->count == 4)
            fr_emit(s, ir_free(s->module, loc, banks[1].var, NULL), st);
    }
    fr_join_parts(s);
}

static void mac(fr_sema *s, const fr_stmt *st, bool undo)
{
    const fr_expr *e = st->value;
    ir_expr *a = fr_split(s, fr_convert(s, fr_lower_expr(s, e->items[0]), RG_TYPE_FIXED));
    ir_expr *b = fr_split(s, fr_convert(s, fr_lower_expr(s, e->items[1]), RG_TYPE_FIXED));
    fr_emit(s, ir_mac(s->module, fr_loc(s, st->span), undo, a, b), st);
    fr_join_parts(s);
}

static void bank(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    ir_place low, high;
    bool a = place_of(s, e->items[0], RG_TYPE_INT, "BANK", &low),
         b = place_of(s, e->items[1], RG_TYPE_INT, "BANK", &high);
    if (a && b && different(s, e->items[0], e->items[1]))
        fr_emit(s, ir_bank(s->module, fr_loc(s, st->span), low, high), st);
}

static void rng(fr_sema *s, const fr_stmt *st, bool undo)
{
    ir_place n;
    if (place_of(s, st->value->items[0], RG_TYPE_INT, "RNG", &n))
        fr_emit(s, ir_random(s->module, fr_loc(s, st->span), n, undo), st);
}

static const struct {
    const char *name;
    size_t least, most;
} wide[] = {
    {"MULDIV", 3, 5}, {"IMULDIV", 3, 5}, {"MAC", 2, 2}, {"BANK", 2, 2}, {"RNG", 1, 1},
};

enum { WIDE = sizeof wide / sizeof wide[0] };

const char *fr_wide_name(size_t index) { return index < WIDE ? wide[index].name : NULL; }

bool fr_lower_wide(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    size_t index = 0;
    while (index < WIDE && strcmp(wide[index].name, e->left->name) != 0)
        index++;
    if (index == WIDE)
        return false;
    if (e->count < wide[index].least || e->count > wide[index].most || e->keyword_count > 0) {
        const char *up_to = wide[index].least == wide[index].most ? "" : " to 5";
        fr_report(s->d, RGC_ERROR, "R0604", e->span, "%s takes %zu%s argument%s, not %zu",
                  wide[index].name, wide[index].least, up_to, wide[index].most == 1 ? "" : "s",
                  e->count + e->keyword_count);
        return true;
    }
    switch (index) {
    case 0: muldiv(s, st, st->inverse); break;
    case 1: muldiv(s, st, !st->inverse); break;
    case 2: mac(s, st, st->inverse); break;
    case 3: bank(s, st); break;
    default: rng(s, st, st->inverse); break;
    }
    return true;
}

/* ---- y += accumulator(), y += dot(a, b) ---- */

static bool is_sum(const fr_stmt *st)
{
    return st->kind == ST_UPDATE && (st->token == TOK_ADDEQ || st->token == TOK_SUBEQ);
}

bool fr_lower_read(fr_sema *s, const fr_stmt *st)
{
    ir_place y;
    if (!is_sum(st) || !fr_calls_name(st->value, "accumulator"))
        return false;
    if (st->value->count != 0)
        fr_report(s->d, RGC_ERROR, "R0604", st->value->span, "'accumulator' takes no arguments");
    else if (place_of(s, st->target, RG_TYPE_FIXED, "accumulator()", &y))
        fr_emit(s,
                ir_read(s->module, fr_loc(s, st->span), y,
                        st->token == TOK_ADDEQ ? RG_MODE_ADD : RG_MODE_SUB),
                st);
    return true;
}

static fr_stmt *allocation(fr_sema *s, fr_span span, const char *name, rg_type_base base, bool free)
{
    fr_expr *type = fr_make_name(s->arena, span, fr_base_text(base));
    fr_stmt *st = fr_make_stmt(s->arena, free ? ST_FREE : ST_ALLOC, span);
    st->target = fr_make_name(s->arena, span, name);
    st->value = fr_make_call(s->arena, span, "zero", 1, &type);
    return st;
}

static fr_stmt *call(fr_sema *s, fr_span span, const char *name, fr_expr *a, fr_expr *b)
{
    fr_expr *items[2] = {a, b};
    fr_stmt *st = fr_make_stmt(s->arena, ST_CALL, span);
    st->value = fr_make_call(s->arena, span, name, 2, items);
    return st;
}

/* The products of one pass over the two vectors, or that pass undone. */
static fr_stmt *products(fr_sema *s, fr_span span, const fr_view *a, const fr_view *b, bool undo)
{
    fr_counters c = fr_make_counters(s, span, 1);
    fr_stmt *round = call(s, span, "MAC", fr_view_element(s, a, c.at), fr_view_element(s, b, c.at));
    fr_stmt *loop = fr_loop_over(s, a, &c, round);
    loop->inverse = undo;
    return loop;
}

static bool vector(fr_sema *s, const fr_expr *e, fr_view *v)
{
    if (fr_view_of(s, e, v) && v->rank == 1 && v->array->type.base == RG_TYPE_FIXED)
        return true;
    fr_report(s->d, RGC_ERROR, "R0204", e->span,
              "dot needs two vectors of Fixed, or parts of arrays that are vectors");
    return false;
}

/* target += dot(a, b): the accumulator is set aside, filled, read once, emptied by the same
 * products, and put back. */
fr_stmt *fr_dot_into(fr_sema *s, fr_span span, fr_token_kind token, fr_expr *target,
                     const fr_expr *dot)
{
    fr_view a, b;
    fr_stmt *list = NULL;
    if (dot->count != 2) {
        fr_report(s->d, RGC_ERROR, "R0604", dot->span, "'dot' takes 2 arguments, not %zu",
                  dot->count);
        return NULL;
    }
    if (!vector(s, dot->items[0], &a) || !vector(s, dot->items[1], &b)
        || !fr_same_shape(s, &a, &b, &list))
        return NULL;
    const char *low = fr_fresh_name(s, "low"), *high = fr_fresh_name(s, "high");
    fr_stmt *read = fr_make_stmt(s->arena, ST_UPDATE, span);
    read->token = token;
    read->target = target;
    read->value = fr_make_call(s->arena, span, "accumulator", 0, NULL);
    fr_stmt *aside = call(s, span, "BANK", fr_make_name(s->arena, span, low),
                          fr_make_name(s->arena, span, high)),
            *back = fr_make_stmt(s->arena, ST_CALL, span);
    *back = *aside;
    fr_stmt *const steps[] = {allocation(s, span, low, RG_TYPE_INT, false),
                              allocation(s, span, high, RG_TYPE_INT, false),
                              aside,
                              products(s, span, &a, &b, false),
                              read,
                              products(s, span, &a, &b, true),
                              back,
                              allocation(s, span, high, RG_TYPE_INT, true),
                              allocation(s, span, low, RG_TYPE_INT, true)};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        list = fr_chain(list, steps[i]);
    return list;
}

fr_stmt *fr_expand_dot(fr_sema *s, const fr_stmt *st)
{
    if (!is_sum(st) || !fr_calls_name(st->value, "dot"))
        return NULL;
    fr_stmt *list = apart(s, st->target, st->value)
                        ? fr_dot_into(s, st->span, st->token, st->target, st->value)
                        : NULL;
    return list ? list : fr_make_stmt(s->arena, ST_BLOCK, st->span);
}
