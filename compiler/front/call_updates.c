/* call_updates.c: y += f(x) by a routine of the program. */
#include "compiler/front/calls.h"
#include "compiler/functional/functional.h"

/* y += f(x) of an @fn: the call of its routine with y first. */
static bool update_by_functional(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    fr_type type;
    if (!fn_find(s->program, e->left->name) || (st->token != TOK_ADDEQ && st->token != TOK_SUBEQ)
        || !fr_place_type(s, st->target, &type))
        return false;
    fr_token_kind token;
    if (fr_reads_target(s, st->target, st->value, "updated")
        || fr_functional_value(s, e, &token, &type) == FR_OWN_WRONG)
        return true;
    fr_expr **items = fr_alloc(s->arena, (e->count + 1) * sizeof *items);
    items[0] = st->target;
    for (size_t i = 0; i < e->count; i++)
        items[i + 1] = e->items[i];
    fr_stmt call = *st;
    call.kind = ST_CALL;
    call.inverse = st->token == TOK_SUBEQ;
    call.next = NULL;
    call.value = fr_make_call(s->arena, e->span, e->left->name, e->count + 1, items);
    fr_lower_list(s, &call);
    return true;
}

/* y += a + b as y += (+)(a, b), where the program says what that does. */
static const fr_expr *as_call(fr_sema *s, const fr_expr *e)
{
    const char *sign = e->kind == EX_BINARY ? fr_token_spelling(e->token) : NULL;
    if (!sign || !fr_find_update(s->arena, s->program, sign))
        return e;
    fr_expr **items = fr_alloc(s->arena, 2 * sizeof *items);
    items[0] = e->left;
    items[1] = e->right;
    return fr_make_call(s->arena, e->span, sign, 2, items);
}

bool fr_update_by_routine(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = as_call(s, st->value);
    fr_argument args[FR_MOST_ARGUMENTS];
    fr_candidate best;
    const fr_function *near;
    size_t misfit = 0, errors = s->d->errors;
    if (e->kind != EX_CALL || e->left->kind != EX_NAME || e->count + 1 > FR_MOST_ARGUMENTS)
        return false;
    if (e == st->value && update_by_functional(s, st))
        return true;
    const char *name = NULL;
    bool down = false;
    for (size_t i = 0; i < FR_UPDATES; i++)
        if (st->token == fr_updates[i].token || st->token == fr_updates[i].inverse) {
            name = fr_update_name(s, i, e->left->name);
            down = st->token != fr_updates[i].token;
        }
    if (!name || !fr_find_function(s->program, name))
        return false;
    bool ok = fr_lower_argument(s, st->target, &args[0]) && fr_lower_arguments(s, e, args + 1);
    if (!ok)
        return s->d->errors > errors;
    fr_choice found = fr_choose(s, name, e, e->count + 1, args, &best, &near, &misfit);
    if (found == FR_AMBIGUOUS)
        fr_ambiguous(s, e, best.function, near);
    if (found != FR_FOUND || !fr_unconverted(&best, args, e->count + 1))
        return found == FR_AMBIGUOUS;
    for (size_t i = 0; i < e->count; i++) {
        const fr_expr *read = args[i + 1].place ? NULL : fr_find_read(st->target, e->items[i]);
        if (read) {
            fr_note(s->d,
                    fr_report(s->d, RGC_ERROR, "R0309", read->span,
                              "the target is read while it is updated"),
                    st->target->span, "updated here");
            return true;
        }
    }
    fr_stmt call = *st;
    call.kind = ST_CALL;
    call.inverse = down;
    call.next = NULL;
    fr_emit_call(s, &call, e, &best);
    return true;
}
