/* own.c: values of the program's own functions inside expressions: each is computed into an ancilla
 * before the statement, read by it, and uncomputed after it. A condition is kept in an ancilla
 * likewise while its branches or iterations run. */
#include <string.h>

#include "compiler/front/calls.h"
#include "compiler/front/compound.h"
#include "compiler/front/reduce.h"
#include "compiler/hidden.h"

/* What surrounds the statement that is rewritten. guard: what must hold for the expression at hand
 * to be evaluated. */
typedef struct {
    fr_sema *s;
    fr_stmt *before;
    fr_expr *guard;
    bool failed, changed;
} outside;

static bool reads_compound(fr_sema *s, const fr_expr *e)
{
    if (!e)
        return false;
    const fr_var *v = e->kind == EX_NAME ? fr_find_var(s, e->name) : NULL;
    bool found = (v && fr_is_compound(v->type.base)) || reads_compound(s, e->left)
                 || reads_compound(s, e->right) || reads_compound(s, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = reads_compound(s, e->items[i]);
    return found;
}

/* A call that an own function has, if its types are right. The machine's function of the same name
 * is for all others. */
static const fr_expr *own_call(fr_sema *s, const fr_expr *e)
{
    if (fr_is_reduction(s, e))
        return NULL;
    if (e->kind == EX_CALL && e->left->kind == EX_NAME)
        return fr_is_own_function(s, e->left->name)
                       && (!fr_is_builtin(e->left->name) || fr_own_takes_numbers(s, e->left->name)
                           || reads_compound(s, e))
                   ? e
                   : NULL;
    if (e->kind == EX_BINARY && e->token == TOK_PIPE && e->right->kind == EX_NAME
        && fr_is_own_function(s, e->right->name))
        return fr_make_call(s->arena, e->span, e->right->name, 1, &e->left);
    return NULL;
}

static bool finds(fr_sema *s, const fr_expr *e, bool heavy)
{
    if (!e || e->kind == EX_LAMBDA) /* what a generator computes is looked at in its loop */
        return false;
    bool found = own_call(s, e) || fr_is_reduction(s, e) || (heavy && fr_is_heavy(s, e))
                 || finds(s, e->left, heavy) || finds(s, e->right, heavy)
                 || finds(s, e->third, heavy);
    for (size_t i = 0; !found && i < e->count; i++)
        found = finds(s, e->items[i], heavy);
    for (size_t i = 0; !found && i < e->keyword_count; i++)
        found = finds(s, e->keywords[i].value, heavy);
    return found;
}

static bool calls_own(fr_sema *s, const fr_expr *e) { return finds(s, e, false); }

/* What is taken out of a statement: such a call, or operands of an operation that would be too
 * large. */
static bool holds(fr_sema *s, const fr_expr *e) { return finds(s, e, true); }

/* ---- statements around ---- */

static fr_expr *false_value(fr_sema *s, fr_span span)
{
    fr_expr *e = fr_make_int(s->arena, span, 0);
    e->kind = EX_BOOL;
    return e;
}

static fr_expr *without(outside *o, const fr_expr *e);

static fr_expr *argument_without(void *o, const fr_expr *e) { return without(o, e); }
static fr_expr *with_arguments(outside *o, const fr_expr *e)
{
    return fr_with_arguments(o->s->arena, e, argument_without, o);
}

/* Statements that run before the one that is rewritten, at once, so that it knows their variables.
 */
static void emit_before(outside *o, fr_stmt *list)
{
    size_t errors = o->s->d->errors;
    fr_lower_list(o->s, list);
    o->failed = o->failed || o->s->d->errors > errors;
    fr_var *v = o->failed && list->kind == ST_ALLOC ? fr_find_var(o->s, list->target->name) : NULL;
    if (v)
        v->live = false; /* nothing more is said about it */
    o->before = fr_chain(o->before, list);
}

/* Also x[i] and x[j], where only the run knows whether i is j. */
static bool is_repeated(fr_sema *s, const fr_expr *call, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (fr_same_place(call->items[i], call->items[at])
            || fr_may_meet(s, call->items[i], call->items[at]))
            return true;
    return false;
}

static bool repeats(fr_sema *s, const fr_expr *call)
{
    for (size_t i = 1; i < call->count; i++)
        if (is_repeated(s, call, i))
            return true;
    return false;
}

/* A copy, whose arguments are to become others. */
static fr_expr *changed_call(outside *o, const fr_expr *call)
{
    fr_expr *out =
        fr_make_call(o->s->arena, call->span, call->left->name, call->count, call->items);
    out->keywords = call->keywords;
    out->keyword_count = call->keyword_count;
    o->changed = true;
    return out;
}

/* f(x, x), f(x[i], x[j]): the second is a copy, which the function reads only. */
static fr_expr *with_copies(outside *o, fr_expr *call)
{
    fr_sema *s = o->s;
    if (!repeats(s, call))
        return call;
    fr_expr *out = changed_call(o, call);
    for (size_t i = 1; i < call->count; i++) {
        fr_expr *x = call->items[i];
        fr_type type;
        if (!is_repeated(s, call, i) || !fr_place_type(s, x, &type))
            continue;
        if (type.rank == 0 && !fr_is_compound(type.base)) {
            out->items[i] = fr_make_unary(s->arena, x->span, TOK_ADD, x);
            continue;
        }
        out->items[i] = fr_make_name(s->arena, x->span, fr_hidden_name(s, "copy"));
        fr_stmt *make = fr_make_change(s->arena, x->span, ST_ALLOC, TOK_ALLOC, out->items[i],
                                       type.rank ? fr_make_call(s->arena, x->span, "zero", 1, &x)
                                                 : fr_make_neutral(s, x->span, type.base));
        emit_before(o, fr_chain(make, fr_make_change(s->arena, x->span, ST_UPDATE,
                                                     type.rank ? TOK_DOTADDEQ : TOK_ADDEQ,
                                                     out->items[i], x)));
    }
    return out;
}

/* What is allocated, and filled where the guard holds. */
static void emit_made(outside *o, fr_stmt *make, fr_stmt *fill)
{
    if (o->guard) {
        fr_stmt *when = fr_make_stmt(o->s->arena, ST_IF, make->span);
        when->pre = o->guard;
        when->body = fill;
        fill = when;
    }
    emit_before(o, fr_chain(make, fill));
}

/* Arguments such as d[:, 1] and 2 .* v as variables that hold these elements. */
static fr_expr *with_names(outside *o, fr_expr *call)
{
    fr_sema *s = o->s;
    if (!fr_has_unnamed_arrays(s, call))
        return call;
    fr_expr *out = changed_call(o, call);
    for (size_t i = 0; i < call->count && !o->failed; i++) {
        const size_t errors = s->d->errors;
        fr_reduction made;
        if (!fr_is_unnamed_array(s, call->items[i]) || !fr_make_array(s, call->items[i], &made)) {
            o->failed = s->d->errors > errors;
            continue;
        }
        emit_made(o, made.make, made.fill);
        out->items[i] = made.value;
    }
    return out;
}

/* t, new, and its update where the guard holds. */
static void emit_held(outside *o, fr_expr *t, fr_stmt *update, rg_type_base base)
{
    emit_made(o,
              fr_make_change(o->s->arena, t->span, ST_ALLOC, TOK_ALLOC, t,
                             fr_make_neutral(o->s, t->span, base)),
              update);
}

/* f(args) as a variable that holds it; the arguments hold no such values themselves. */
static fr_expr *taken_out(outside *o, const fr_expr *e)
{
    fr_sema *s = o->s;
    fr_token_kind token;
    fr_type type;
    fr_expr *call = (fr_expr *)(uintptr_t)e;
    call = o->failed ? call : with_names(o, call);
    if (o->failed)
        return call;
    switch (fr_own_value(s, call, &token, &type)) {
    case FR_OWN_NOT: return call;
    case FR_OWN_WRONG: o->failed = true; return call;
    case FR_OWN_VALUE: break;
    }
    call = with_copies(o, call);
    fr_expr *t =
        fr_make_name(s->arena, e->span,
                     fr_hidden_name(s, fr_format(s->arena, "%s" RG_VALUE_NAME, e->left->name)));
    fr_stmt *update = fr_make_change(s->arena, call->span, ST_UPDATE, token, t, call);
    emit_held(o, t, update, type.base);
    return t;
}

/* A complex number as a variable that holds it. */
static fr_expr *named(outside *o, fr_expr *e)
{
    fr_sema *s = o->s;
    if (o->failed || !fr_is_worth_naming(s, e))
        return e;
    fr_expr *t = fr_make_name(s->arena, e->span, fr_hidden_name(s, RG_PART_NAME));
    emit_held(o, t, fr_make_change(s->arena, e->span, ST_UPDATE, TOK_ADDEQ, t, e),
              fr_complex_type(s, RG_TYPE_FIXED));
    return t;
}

/* The operands of an operation that is too large as it is, the right one first: a divisor is read
 * more often. */
static void name_operands(outside *o, fr_expr *e)
{
    if (e->kind == EX_CALL && fr_is_heavy(o->s, e))
        e->items[0] = named(o, e->items[0]);
    if (e->kind == EX_BINARY && e->token == TOK_POW && fr_is_heavy(o->s, e)
        && e->right->kind == EX_UNARY && e->right->token == TOK_SUB) {
        fr_expr *power = fr_make_binary(o->s->arena, TOK_POW, e->left, e->right->right);
        *e = *fr_make_binary(o->s->arena, TOK_DIV, fr_make_int(o->s->arena, e->span, 1),
                             power); /* z^-n is 1 / z^n */
    }
    if (e->kind == EX_BINARY && fr_is_heavy(o->s, e))
        e->right = named(o, e->right);
    if (e->kind == EX_BINARY && fr_is_heavy(o->s, e))
        e->left = named(o, e->left);
}

static fr_expr *guarded(outside *o, const fr_expr *e, fr_expr *condition, bool opposite)
{
    fr_expr *outer = o->guard;
    condition = opposite ? fr_make_unary(o->s->arena, condition->span, TOK_NOT, condition)
                         : condition;
    o->guard = outer ? fr_make_binary(o->s->arena, TOK_ANDAND, outer, condition) : condition;
    fr_expr *out = without(o, e);
    o->guard = outer;
    return out;
}

/* The indices of an element, where an 'end' means the extent also outside of the brackets. */
static void without_indices(outside *o, const fr_expr *e, fr_expr *copy)
{
    copy->items = fr_alloc(o->s->arena, (e->count + 1) * sizeof *copy->items);
    for (size_t i = 0; i < e->count; i++) {
        fr_expr *of[] = {e->left, fr_make_int(o->s->arena, e->span, (int64_t)i + 1)};
        fr_expr *extent = e->count == 1 ? fr_make_call(o->s->arena, e->span, "length", 1, of)
                                        : fr_make_call(o->s->arena, e->span, "size", 2, of);
        copy->items[i] = holds(o->s, e->items[i])
                             ? without(o, fr_replace_end(o->s->arena, e->items[i], extent))
                             : e->items[i];
    }
}

/* A reduction as what holds its value; those within it are made before. */
static fr_expr *reduced(outside *o, const fr_expr *e)
{
    fr_reduction r;
    const fr_expr *filled = with_arguments(o, e), *spelled = fr_spell_reduction(o->s, filled),
                  *squares = fr_norm_squares(o->s, filled);
    if (!squares && !fr_is_reduction(o->s, spelled))
        return without(o, spelled);
    fr_expr *sum = squares ? without(o, squares) : NULL;
    if (o->failed
        || !(sum ? fr_reduce_norm(o->s, filled, sum, &r) : fr_reduce(o->s, spelled, &r))) {
        o->failed = true;
        return (fr_expr *)(uintptr_t)e;
    }
    emit_made(o, r.make, r.fill);
    return r.value;
}

/* e where variables stand for the values of own functions and of reductions. */
static fr_expr *without(outside *o, const fr_expr *e)
{
    if (!holds(o->s, e))
        return (fr_expr *)(uintptr_t)e;
    const fr_expr *call = own_call(o->s, e);
    if (call)
        return taken_out(o, with_arguments(o, call));
    if (fr_is_reduction(o->s, e))
        return reduced(o, e);
    fr_expr *copy = fr_alloc(o->s->arena, sizeof *copy);
    *copy = *e;
    bool logic = e->kind == EX_BINARY && (e->token == TOK_ANDAND || e->token == TOK_OROR);
    if (e->kind != EX_CALL && e->left)
        copy->left = without(o, e->left);
    if (e->right)
        copy->right = logic ? guarded(o, e->right, copy->left, e->token == TOK_OROR)
                      : e->kind == EX_TERNARY ? guarded(o, e->right, copy->left, false)
                                              : without(o, e->right);
    if (e->third)
        copy->third = e->kind == EX_TERNARY ? guarded(o, e->third, copy->left, true)
                                            : without(o, e->third);
    if (e->kind == EX_INDEX) {
        without_indices(o, e, copy);
    } else if (e->count + e->keyword_count > 0) {
        const fr_expr *filled = with_arguments(o, e);
        copy->items = filled->items;
        copy->keywords = filled->keywords;
    }
    name_operands(o, copy);
    return copy;
}

/* Of an lvalue only the indices are values. */
static fr_expr *place_without(outside *o, const fr_expr *e)
{
    if (!e || !holds(o->s, e) || !e->left)
        return (fr_expr *)(uintptr_t)e;
    fr_expr *copy = fr_alloc(o->s->arena, sizeof *copy);
    *copy = *e;
    if (e->kind != EX_CALL)
        copy->left = place_without(o, e->left);
    if (e->kind == EX_INDEX)
        without_indices(o, e, copy);
    return copy;
}

/* ---- the statements ---- */

static bool place_holds(fr_sema *s, const fr_expr *e)
{
    bool found = false;
    for (; e && !found; e = e->left)
        for (size_t i = 0; e->kind == EX_INDEX && i < e->count; i++)
            found = found || holds(s, e->items[i]);
    return found;
}

static fr_stmt *nothing(fr_sema *s, const fr_stmt *st)
{
    return fr_make_stmt(s->arena, ST_BLOCK, st->span);
}

/* What was made is freed even after an error, lest its names are reported too. */
static fr_stmt *around(outside *o, const fr_stmt *st, fr_stmt *changed)
{
    return fr_chain(o->failed ? nothing(o->s, st) : changed,
                    fr_invert_list(o->s->arena, o->before));
}

static fr_stmt *copy_of(fr_sema *s, const fr_stmt *st)
{
    fr_stmt *copy = fr_alloc(s->arena, sizeof *copy);
    *copy = *st;
    copy->next = NULL;
    return copy;
}

static bool arguments_hold(fr_sema *s, const fr_expr *e)
{
    bool found = false;
    for (size_t i = 0; !found && i < e->count; i++)
        found = holds(s, e->items[i]);
    for (size_t i = 0; !found && i < e->keyword_count; i++)
        found = holds(s, e->keywords[i].value);
    return found;
}

/* y += sum(e), y += dot(a, b): the loop adds to y itself. */
static bool adds_directly(fr_sema *s, const fr_stmt *st)
{
    if (st->kind != ST_UPDATE || (st->token != TOK_ADDEQ && st->token != TOK_SUBEQ)
        || !fr_is_reduction(s, st->value))
        return false;
    const fr_expr *e = fr_spell_reduction(s, st->value);
    return fr_calls_name(e, "sum") || fr_calls_name(e, "dot");
}

/* y += norm(v): where small numbers need another way than large ones, each adds to y itself. False
 * where the statement is something else. */
static bool add_norm(outside *o, const fr_stmt *st, fr_stmt **changed)
{
    fr_type type;
    if (st->kind != ST_UPDATE || (st->token != TOK_ADDEQ && st->token != TOK_SUBEQ)
        || !fr_is_reduction(o->s, st->value) || !fr_norm_squares(o->s, st->value)
        || !fr_place_type(o->s, (*changed)->target, &type) || type.rank != 0
        || type.base != RG_TYPE_FIXED)
        return false;
    const fr_expr *norm = with_arguments(o, st->value), *squares = fr_norm_squares(o->s, norm);
    fr_expr *sum = squares ? without(o, squares) : NULL;
    if (sum && !o->failed)
        *changed = fr_norm_into(o->s, norm, sum, st->token, (*changed)->target);
    o->failed = o->failed || !sum || !*changed;
    return true;
}

/* y += f(x) itself is an update by the routine, when the types are right; only what is inside is
 * taken out. */
static fr_expr *update_without(outside *o, const fr_stmt *st)
{
    fr_type type;
    if (adds_directly(o->s, st))
        return with_arguments(o, st->value);
    if (own_call(o->s, st->value) != st->value)
        return without(o, st->value);
    fr_expr *call = with_arguments(o, st->value);
    call = o->failed ? call : with_names(o, call);
    bool direct = !o->failed && fr_place_type(o->s, st->target, &type)
                  && fr_own_updates(o->s, call, st->token, type);
    return direct ? with_copies(o, call) : taken_out(o, call);
}

static bool needs_it(fr_sema *s, const fr_stmt *st)
{
    fr_type type;
    if (place_holds(s, st->target))
        return true;
    if (st->kind == ST_SWAP || !st->value)
        return st->value && place_holds(s, st->value);
    if (st->kind == ST_CALL || st->kind == ST_PRINT)
        return arguments_hold(s, st->value);
    if (adds_directly(s, st))
        return arguments_hold(s, st->value);
    if (st->kind != ST_UPDATE || own_call(s, st->value) != st->value
        || arguments_hold(s, st->value))
        return holds(s, st->value);
    return repeats(s, st->value) || fr_has_unnamed_arrays(s, st->value)
           || !fr_place_type(s, st->target, &type)
           || !fr_own_updates(s, st->value, st->token, type);
}

static fr_stmt *expand_plain(fr_sema *s, const fr_stmt *st)
{
    outside o = {.s = s};
    size_t errors = s->d->errors;
    if (!needs_it(s, st)
        || ((st->kind == ST_ALLOC || st->kind == ST_FREE)
            && !calls_own(
                s, st->value))) /* parts of a value that carries no gradient would be refused */
        return NULL;
    if (s->d->errors > errors
        || (st->kind == ST_UPDATE && fr_reads_target(s, st->target, st->value, "updated")))
        return nothing(s, st);
    fr_stmt *changed = copy_of(s, st);
    changed->target = place_without(&o, st->target);
    if (add_norm(&o, st, &changed))
        return around(&o, st, changed);
    switch (st->kind) {
    case ST_UPDATE: changed->value = update_without(&o, st); break;
    case ST_CALL:
    case ST_PRINT: changed->value = with_arguments(&o, st->value); break;
    case ST_SWAP: changed->value = place_without(&o, st->value); break;
    default: changed->value = without(&o, st->value); break;
    }
    return o.before || o.changed || o.failed
               ? around(&o, st, changed)
               : NULL; /* a function of the machine of the same name needs nothing */
}

static fr_stmt *expand_bounds(fr_sema *s, const fr_stmt *st)
{
    outside o = {.s = s};
    if (!holds(s, st->value))
        return NULL;
    fr_stmt *changed = copy_of(s, st);
    changed->value = without(&o, st->value);
    return o.before || o.failed ? around(&o, st, changed) : NULL;
}

/* A Bool that holds the condition while what depends on it runs. */
typedef struct {
    fr_expr *name;
    fr_stmt *make, *set, *unset;
} kept;

static kept keep(fr_sema *s, const fr_expr *e, const fr_expr *later, bool opposite,
                 const char *what)
{
    fr_expr *before = (fr_expr *)(uintptr_t)e, *after = (fr_expr *)(uintptr_t)later;
    kept k = {.name = fr_make_name(s->arena, e->span, fr_hidden_name(s, what))};
    if (opposite)
        before = after = fr_make_unary(s->arena, e->span, TOK_NOT, before);
    k.make =
        fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, k.name, false_value(s, e->span));
    k.set = fr_make_change(s->arena, before->span, ST_UPDATE, TOK_XOREQ, k.name, before);
    k.unset = fr_make_change(s->arena, after->span, ST_UPDATE, TOK_XOREQ, k.name, after);
    return k;
}

static fr_stmt *expand_if(fr_sema *s, const fr_stmt *st)
{
    if (!holds(s, st->pre) && !holds(s, st->post))
        return NULL;
    kept k = keep(s, st->pre, st->post ? st->post : st->pre, false, RG_IF_NAME);
    fr_stmt *changed = copy_of(s, st), *all = fr_chain(k.make, k.set);
    changed->pre = changed->post = k.name;
    fr_chain(all, fr_chain(changed, k.unset));
    return fr_chain(all, fr_invert_list(s->arena, copy_of(s, k.make)));
}

/* The conditions are cleared when an iteration begins, where they are what they were, and computed
 * again when it ends. */
static fr_stmt *expand_while(fr_sema *s, const fr_stmt *st)
{
    if (!holds(s, st->pre) && !holds(s, st->post))
        return NULL;
    fr_stmt *changed = copy_of(s, st), *first = NULL, *start = NULL, *end = NULL, *last = NULL;
    kept k[2] = {keep(s, st->pre, st->pre, false, RG_WHILE_NAME),
                 keep(s, st->post, st->post, st->post_is_not, RG_WHILE_NAME)};
    for (size_t i = 0; i < 2; i++) {
        first = fr_chain(first, fr_chain(k[i].make, k[i].set));
        start = fr_chain(start, copy_of(s, k[i].set));
        end = fr_chain(end, copy_of(s, k[i].set));
        last = fr_chain(
            fr_chain(copy_of(s, k[i].set), fr_invert_list(s->arena, copy_of(s, k[i].make))), last);
    }
    fr_stmt *body = fr_make_stmt(s->arena, ST_BLOCK, st->span);
    body->body = st->body;
    changed->pre = k[0].name;
    changed->post = k[1].name;
    changed->post_is_not = false;
    changed->body = fr_chain(start, fr_chain(body, end));
    return fr_chain(first, fr_chain(changed, last));
}

fr_stmt *fr_expand_own(fr_sema *s, const fr_stmt *st)
{
    switch (st->kind) {
    case ST_UPDATE:
    case ST_ALLOC:
    case ST_FREE:
    case ST_CALL:
    case ST_SWAP:
    case ST_ASSERT:
    case ST_PRINT: return expand_plain(s, st);
    case ST_FOR: return expand_bounds(s, st);
    case ST_IF: return expand_if(s, st);
    case ST_WHILE: return st->post ? expand_while(s, st) : NULL;
    default: return NULL;
    }
}
