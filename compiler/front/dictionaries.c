/* dictionaries.c: entries of dictionaries (syntax/dictionaries.h) in simpler statements.
 *
 * d[k] is the field of the key's value. The machine checks that the key is there where it is read,
 * and that it is not where it is added. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/semiring.h"
#include "compiler/syntax/dictionaries.h"

typedef struct {
    fr_sema *s;
    const fr_asking *ask;
    fr_expr *present; /* that all keys are there that are read; NULL: none is */
    bool changed, failed;
} reading;

bool fr_is_dictionary(const fr_sema *s, fr_type type)
{
    const fr_compound *c = fr_compound_of(s, type.base);
    return c && c->kind == FR_STRUCT && strcmp(c->definition->name, FR_DICT) == 0;
}

static const fr_compound *dictionary(fr_sema *s, const fr_asking *ask, const fr_expr *e)
{
    fr_type type;
    return ask->place_type(s, e, &type) && type.rank == 0 && fr_is_dictionary(s, type)
               ? fr_compound_of(s, type.base)
               : NULL;
}

static bool is_empty(const fr_expr *e) { return e->kind == EX_TYPED && e->token == TOK_EMPTY; }

static fr_expr *field(fr_sema *s, fr_expr *d, const fr_expr *key, bool presence)
{
    fr_expr *e = fr_make_unary(s->arena, key->span, TOK_DOT, NULL);
    e->kind = EX_FIELD;
    e->left = d;
    e->name = fr_key_field(s->arena, key, presence);
    return e;
}

static fr_expr *refuse_key(fr_sema *s, const fr_expr *e)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0335", e->items[0]->span,
                  "a key of a dictionary is written out: it is no value of the run");
    fr_help(s->d, r,
            "use d[\"x\"] or d[3]; where the key is computed, an array with indices does it");
    return NULL;
}

/* d[k]: the field of its value, and in *has whether it is there. NULL: e is none, or it was
 * reported (*wrong). */
static fr_expr *entry(fr_sema *s, const fr_asking *ask, const fr_expr *e, fr_expr **has,
                      bool *wrong)
{
    const fr_compound *c = e->kind == EX_INDEX && e->count == 1 ? dictionary(s, ask, e->left)
                                                                : NULL;
    if (!c)
        return NULL;
    const char *name = fr_key_field(s->arena, e->items[0], false);
    *wrong = !name || fr_part_index(c, name) < 0;
    if (*wrong)
        return refuse_key(s, e);
    *has = field(s, e->left, e->items[0], true);
    fr_expr *value = field(s, e->left, e->items[0], false);
    value->span = (*has)->span = e->span;
    return value;
}

/* ---- where entries are read ---- */

/* length(d): the number of keys that are there. */
static fr_expr *length(fr_sema *s, const fr_expr *e, const fr_compound *c)
{
    fr_expr *sum = NULL;
    for (size_t i = 1; i < c->count; i += 2) {
        fr_expr *has = fr_make_unary(s->arena, e->span, TOK_DOT, NULL);
        has->kind = EX_FIELD;
        has->left = e->items[0];
        has->name = c->names[i];
        fr_expr *items[] = {has, fr_make_int(s->arena, e->span, 1),
                            fr_make_int(s->arena, e->span, 0)};
        fr_expr *one = fr_make_call(s->arena, e->span, "ifelse", 3, items);
        sum = sum ? fr_make_binary(s->arena, TOK_ADD, sum, one) : one;
    }
    return sum;
}

static fr_expr *read(void *context, const fr_expr *e)
{
    reading *r = context;
    fr_sema *s = r->s;
    const fr_asking *ask = r->ask;
    fr_expr *has = NULL;
    bool wrong = false;
    if (!e || r->failed)
        return (fr_expr *)(uintptr_t)e;
    const fr_compound *c = (fr_calls_name(e, "length") && e->count == 1)
                                   || (fr_calls_name(e, "haskey") && e->count == 2)
                               ? dictionary(s, ask, e->items[0])
                               : NULL;
    if (c) {
        const char *name = e->count == 2 ? fr_key_field(s->arena, e->items[1], true) : NULL;
        r->changed = true;
        if (e->count == 1)
            return length(s, e, c);
        if (name && fr_part_index(c, name) >= 0)
            return field(s, e->items[0], e->items[1], true);
        (void)fr_report(s->d, RGC_ERROR, "R0335", e->items[1]->span,
                        "a key of a dictionary is written out: it is no value of the run");
        r->failed = true;
        return (fr_expr *)(uintptr_t)e;
    }
    fr_expr *value = entry(s, ask, e, &has, &wrong);
    r->failed = r->failed || wrong;
    if (value) {
        r->changed = true;
        r->present = r->present ? fr_make_binary(s->arena, TOK_ANDAND, r->present, has) : has;
        return value;
    }
    fr_expr *copy = fr_with_arguments(s->arena, e, read, r);
    copy->left = e->kind == EX_CALL ? e->left : read(r, e->left);
    copy->right = read(r, e->right);
    copy->third = read(r, e->third);
    return copy;
}

static fr_stmt *check(fr_sema *s, fr_span span, fr_expr *condition)
{
    fr_stmt *st = condition ? fr_make_stmt(s->arena, ST_ASSERT, span) : NULL;
    if (st)
        st->value = condition;
    return st;
}

static fr_stmt *copy_of(fr_sema *s, const fr_stmt *st)
{
    fr_stmt *copy = fr_alloc(s->arena, sizeof *copy);
    *copy = *st;
    copy->next = NULL;
    return copy;
}

static fr_stmt *expand_reads(fr_sema *s, const fr_asking *ask, const fr_stmt *st)
{
    reading before = {.s = s, .ask = ask}, after = before;
    fr_stmt *copy = copy_of(s, st);
    copy->target = read(&before, st->target);
    copy->value = read(&before, st->value);
    copy->pre = read(&before, st->pre);
    copy->post = read(&after, st->post);
    if (before.failed || after.failed)
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    if (!before.changed && !after.changed)
        return NULL;
    if (st->kind == ST_WHILE && (before.present || after.present)) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0335",
                          before.present ? before.present->span : after.present->span,
                          "an entry of a dictionary is read by the condition of a loop"),
                "copy it before the loop: t <- d[\"x\"], and free it behind: t -> d[\"x\"]");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    fr_expr *behind = st->kind == ST_IF && !st->post ? before.present : after.present;
    return fr_chain(check(s, st->span, before.present),
                    fr_chain(copy, st->kind == ST_IF ? check(s, st->span, behind) : NULL));
}

/* ---- where they come and go ---- */

/* That the key is not there yet, and then it is; its value is zero. */
static fr_stmt *appears(fr_sema *s, const fr_asking *ask, fr_span span, fr_expr *value,
                        fr_expr *has, rg_type_base base)
{
    fr_expr *yes = fr_make_int(s->arena, span, 1);
    yes->kind = EX_BOOL;
    fr_expr *zero = fr_make_binary(s->arena, TOK_EQ, value, ask->neutral(s, span, base));
    zero->span = value->span;
    fr_expr *absent = fr_make_binary(s->arena, TOK_ANDAND,
                                     fr_make_unary(s->arena, has->span, TOK_NOT, has), zero);
    return fr_chain(check(s, span, absent),
                    fr_make_change(s->arena, span, ST_UPDATE, TOK_XOREQ, has, yes));
}

/* d[k] <- e and d[k] -> e */
static fr_stmt *set(fr_sema *s, const fr_asking *ask, const fr_stmt *st, fr_expr *value,
                    fr_expr *has, fr_type type)
{
    const fr_token_kind token = fr_gathering(s, type.base);
    fr_stmt *list =
        fr_chain(appears(s, ask, st->span, value, has, type.base),
                 fr_make_change(s->arena, st->span, ST_UPDATE, token, value, st->value));
    return st->kind == ST_FREE ? fr_invert_list(s->arena, list) : list;
}

/* d[k]::∅ <-> x takes x in, d[k] <-> x::∅ gives it back. */
static fr_stmt *moved(fr_sema *s, const fr_asking *ask, const fr_stmt *st, fr_expr *value,
                      fr_expr *has, const fr_expr *other, bool takes)
{
    fr_expr *x = is_empty(other) ? other->left : (fr_expr *)(uintptr_t)other;
    fr_type type;
    if (x->kind != EX_NAME || takes == is_empty(other)) {
        fr_report(s->d, RGC_ERROR, "R0318", st->span,
                  x->kind == EX_NAME ? "both sides are marked as empty"
                                     : "only a variable can be empty");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    ask->place_type(s, value, &type);
    fr_stmt *list =
        fr_chain(fr_chain(appears(s, ask, st->span, value, has, type.base),
                          fr_make_change(s->arena, st->span, ST_SWAP, TOK_SWAP, value, x)),
                 ask->end_of_name(s, x, type.base));
    return takes == st->inverse ? fr_invert_list(s->arena, list) : list;
}

static fr_stmt *exchanged(fr_sema *s, const fr_asking *ask, const fr_stmt *st, bool *wrong)
{
    fr_expr *sides[] = {st->target, st->value};
    for (size_t i = 0; i < 2; i++) {
        fr_expr *has = NULL, *bare = is_empty(sides[i]) ? sides[i]->left : sides[i];
        const bool takes = is_empty(sides[i]);
        if (!takes && !is_empty(sides[!i]))
            continue; /* an exchange of two values that are there */
        fr_expr *value = entry(s, ask, bare, &has, wrong);
        if (*wrong)
            return NULL;
        if (value)
            return moved(s, ask, st, value, has, sides[!i], takes);
    }
    return NULL;
}

fr_stmt *fr_expand_dictionaries(fr_sema *s, const fr_stmt *st, const fr_asking *ask)
{
    fr_expr *has = NULL;
    fr_type type;
    bool wrong = false;
    if (!fr_find_struct(s, FR_DICT) || st->kind == ST_PUSH || st->kind == ST_AWAY
        || st->kind == ST_RENAME)
        return NULL;
    fr_stmt *moves = st->kind == ST_SWAP ? exchanged(s, ask, st, &wrong) : NULL;
    if (wrong)
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    if (moves)
        return moves;
    if (st->kind == ST_ALLOC || st->kind == ST_FREE) {
        fr_expr *value = entry(s, ask, st->target, &has, &wrong);
        if (wrong)
            return fr_make_stmt(s->arena, ST_BLOCK, st->span);
        if (value && ask->place_type(s, value, &type))
            return set(s, ask, st, value, has, type);
    }
    return expand_reads(s, ask, st);
}
