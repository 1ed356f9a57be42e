/* build_logic.c: a && b and a || b, whose right side is computed only where it is needed.
 *
 * The language does that for what stands in the text of a condition. A step with a variable of its
 * own, or with a check, stands before the statement. Where such a step of the right side could
 * trap, the right side becomes the branch of a choice: a && b is a ? b : false. */
#include <string.h>

#include "compiler/functional/unary.h"

/* Operations that trap for no operands. Sums of Ints wrap. */
static bool is_total(const fn_slot *s)
{
    static const char *const ops[] = {
        "!",   "<",   "<=",  ">",     ">=",   "==",    "!=",   "&&",      "||",
        "abs", "min", "max", "clamp", "sign", "floor", "ceil", "identity"};
    const bool sum = strcmp(s->op, "+") == 0 || strcmp(s->op, "-") == 0;
    bool found = s->arg_count == 0 || (sum && s->type->kind == FN_WHOLE);
    for (size_t i = 0; !found && i < sizeof ops / sizeof ops[0]; i++)
        found = strcmp(s->op, ops[i]) == 0;
    return found && !s->routine && s->op != fn_whole_of;
}

/* v[i] for i in 1:length(v) */
static bool goes_along(const fn_slot *s)
{
    const fn_slot *i = s->arg_count == 2 ? s->args[1] : NULL;
    const fn_slot *range = i && i->kind == FN_PARAM && i->element ? i->origin : NULL;
    return range && range->kind == FN_RANGE && range->arg_count == 2
           && range->args[1]->kind == FN_LENGTH && range->args[1]->args[0] == s->args[0]
           && range->args[1]->part == 0 && range->args[0]->kind == FN_OP
           && range->args[0]->arg_count == 0 && strcmp(range->args[0]->op, "1") == 0;
}

static bool any_may_trap(const fn_seq *q);

static bool may_trap(const fn_slot *s)
{
    switch (s->kind) {
    case FN_OP: return !is_total(s);
    case FN_AT: return !goes_along(s);
    case FN_FAIL: return true;
    case FN_MAP: return s->arg_count > 1 || any_may_trap(s->bodies[0]);
    case FN_FOLD: return s->until || s->arg_count > 2 || any_may_trap(s->bodies[0]);
    case FN_IF: return any_may_trap(s->bodies[0]) || any_may_trap(s->bodies[1]);
    case FN_LIST: /* extents that must agree */ return s->args[0]->type->kind == FN_ARRAY;
    case FN_PARAM:
    case FN_TABLE:
    case FN_LENGTH:
    case FN_RANGE:
    case FN_PAIR:
    case FN_PROJ: break;
    }
    return false;
}

static bool any_may_trap(const fn_seq *q)
{
    bool found = false;
    for (size_t i = 0; !found && i < q->count; i++)
        found = q->slots[i]->uses > 0 && may_trap(q->slots[i]);
    return found;
}

/* Whether the step is written out in the condition itself. */
static bool is_in_text(const fn_seq *side, const fn_slot *s)
{
    while (s->kind == FN_OP && s->deferred && s->user)
        s = s->user;
    return s == side->result && s->kind == FN_OP;
}

static bool names_infinity(const fn_builder *b)
{
    bool found = b->infinite;
    for (const fn_frame *f = b->frame; f && !found; f = f->outer)
        found = fr_names_infinity(f->function->body);
    return found;
}

/* Whether a step before the condition could trap. Checks for Inf will be such steps. */
static bool traps_before(const fn_builder *b, fn_seq *side)
{
    bool found = false, operates = false;
    fn_count_uses(side);
    for (size_t i = 0; i < side->count && !found; i++) {
        const fn_slot *s = side->slots[i];
        const bool trapping = s->uses > 0 && !fn_is_constant(s) && may_trap(s);
        found = trapping && !is_in_text(side, s);
        operates = operates || trapping;
    }
    return found || (operates && names_infinity(b));
}

/* The steps behind the first `from`, as a sequence in the current one. */
static fn_seq *since(const fn_builder *b, size_t from, fn_slot *result)
{
    fn_seq *q = b->seq, *side = fr_alloc(b->d->arena, sizeof *side);
    const size_t count = q->count - from;
    *side = (fn_seq){.outer = q, .first = q->first + (unsigned)from, .result = result};
    side->slots = fr_alloc(b->d->arena, (count + 1) * sizeof(fn_slot *));
    side->count = side->capacity = count;
    for (size_t i = 0; i < count; i++) {
        side->slots[i] = q->slots[from + i];
        side->slots[i]->home = side;
    }
    return side;
}

static void put_back(fn_seq *side)
{
    for (size_t i = 0; i < side->count; i++)
        side->slots[i]->home = side->outer;
}

static fn_seq *decided(fn_builder *b, fr_span at, bool value)
{
    fn_seq *q = fn_open_seq(b);
    q->result = fn_build_op(b, at, value ? "true" : "false", false, &fn_bool, 0, NULL);
    fn_close_seq(b, q);
    return q;
}

fn_slot *fn_logic_of(fn_builder *b, const fr_expr *e, fn_slot *const *args, size_t from)
{
    fn_seq *side = since(b, from, args[1]);
    if (args[1]->type->kind != FN_BOOL || args[0]->type->kind != FN_BOOL
        || !traps_before(b, side)) {
        put_back(side);
        return fn_binary_of(b, e, args);
    }
    const bool either = e->token == TOK_OROR;
    b->seq->count = from;
    fn_slot *s = fn_with_args(fn_add_slot(b, FN_IF, &fn_bool, e->span), 1, args);
    s->bodies[either] = side;
    s->bodies[!either] = decided(b, e->span, either);
    return s;
}
