/* broadcast_tuples.c: dotted updates and calls of tuples: one statement for each element. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

typedef struct {
    fr_sema *s;
    size_t count;
    const fr_expr *first;
    bool failed;
} tuples;

/* Elements of a tuple that e names or writes; 0: e is none. */
static size_t elements(fr_sema *s, const fr_expr *e)
{
    fr_type type;
    if (e->kind == EX_TUPLE)
        return e->count;
    return fr_place_type(s, e, &type) && type.rank == 0 && fr_is_tuple(s, type.base)
               ? fr_compound_of(s, type.base)->count
               : 0;
}

static bool agrees(tuples *t, const fr_expr *e, size_t count)
{
    if (count == t->count)
        return true;
    rgc_diagnostic *r = fr_report(t->s->d, RGC_ERROR, "R0407", e->span,
                                  "this has %zu elements, the other tuple %zu", count, t->count);
    fr_note(t->s->d, r, t->first->span, "the other");
    t->failed = true;
    return false;
}

/* Element k (from 0) of everything in e that is a tuple. */
static fr_expr *nth(tuples *t, const fr_expr *e, size_t k)
{
    size_t count = elements(t->s, e);
    if (count > 0) {
        fr_expr *at = fr_make_int(t->s->arena, e->span, (int64_t)k + 1);
        if (t->failed || !agrees(t, e, count))
            return (fr_expr *)(uintptr_t)e;
        return e->kind == EX_TUPLE
                   ? e->items[k]
                   : fr_make_index(t->s->arena, e->span, (fr_expr *)(uintptr_t)e, 1, &at);
    }
    switch (e->kind) {
    case EX_BINARY:
        return fr_make_binary(t->s->arena, fr_undotted(e->token), nth(t, e->left, k),
                              nth(t, e->right, k));
    case EX_UNARY: return fr_make_unary(t->s->arena, e->span, e->token, nth(t, e->right, k));
    case EX_DOTCALL: {
        fr_expr *call = fr_make_call(t->s->arena, e->span, e->left->name, e->count, e->items);
        for (size_t i = 0; i < e->count; i++)
            call->items[i] = nth(t, e->items[i], k);
        return call;
    }
    default: return (fr_expr *)(uintptr_t)e;
    }
}

static fr_stmt *one_of(tuples *t, const fr_stmt *st, size_t k)
{
    fr_stmt *one = fr_make_stmt(t->s->arena, st->kind, st->span);
    one->inverse = st->inverse;
    if (st->kind == ST_UPDATE) {
        one->token = fr_undotted(st->token);
        one->target = nth(t, st->target, k);
        one->value = nth(t, st->value, k);
    } else {
        one->value = nth(t, st->value, k);
        one->value->keywords = st->value->keywords;
        one->value->keyword_count = st->value->keyword_count;
    }
    return one;
}

fr_stmt *fr_expand_tuples(fr_sema *s, const fr_stmt *st)
{
    tuples t = {.s = s};
    fr_stmt *list = NULL;
    if (st->kind == ST_CALL && st->value->kind == EX_DOTCALL && st->value->left->kind == EX_NAME) {
        const fr_expr *call = st->value;
        if (!fr_unpack(s, st->value, &call))
            return fr_make_stmt(s->arena, ST_BLOCK, st->span);
        if (call != st->value) { /* f.(t...) */
            fr_stmt *one = fr_make_stmt(s->arena, ST_CALL, st->span);
            one->inverse = st->inverse;
            one->value = (fr_expr *)(uintptr_t)call;
            return one;
        }
    }
    if (st->kind == ST_UPDATE && fr_is_dotted(st->token)) {
        t.count = elements(s, st->target);
        t.first = st->target;
    } else if (st->kind == ST_CALL && st->value->kind == EX_DOTCALL
               && st->value->left->kind == EX_NAME) {
        for (size_t i = 0; t.count == 0 && i < st->value->count; i++) {
            t.count = elements(s, st->value->items[i]);
            t.first = st->value->items[i];
        }
    }
    for (size_t k = 0; k < t.count && !t.failed; k++)
        list = fr_chain(list, one_of(&t, st, k));
    return t.failed ? fr_make_stmt(s->arena, ST_BLOCK, st->span) : list;
}
