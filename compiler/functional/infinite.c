/* infinite.c: Inf in functions with a value. It is a number far beyond all others that the program
 * may have: where it is compared, added to or chosen, that is what Julia means. Wherever else it
 * may arrive, and in the result, a check is put that traps. */
#include <string.h>

#include "compiler/functional/unary.h"
#include "compiler/syntax/host_function.h"

/* What a number may be: too far above 0, or below. */
enum { NONE = 0, ABOVE = 1, BELOW = 2 };

static bool is(const fn_slot *s, const char *op) { return strcmp(s->op, op) == 0; }

static unsigned opposite(unsigned bits)
{
    return (bits & ABOVE ? BELOW : NONE) | (bits & BELOW ? ABOVE : NONE);
}

static unsigned of_operation(const fn_slot *s)
{
    const unsigned a = s->arg_count > 0 ? s->args[0]->infinite : NONE,
                   b = s->arg_count > 1 ? s->args[1]->infinite : NONE,
                   c = s->arg_count > 2 ? s->args[2]->infinite : NONE;
    if (s->op == fr_infinity)
        return ABOVE;
    if (is(s, "-"))
        return s->arg_count == 1 ? opposite(a) : a | opposite(b);
    if (is(s, "+") || is(s, "identity") || is(s, "float"))
        return a | b;
    if (is(s, "abs"))
        return a ? ABOVE : NONE;
    if (is(s, "max"))
        return ((a | b) & ABOVE) | (a & b & BELOW);
    if (is(s, "min"))
        return ((a | b) & BELOW) | (a & b & ABOVE);
    return is(s, "clamp") ? (a & c & ABOVE) | (a & b & BELOW) : NONE;
}

static bool passes(const fn_slot *s)
{
    static const char *const ops[] = {"+", "-", "identity", "float", "abs", "max", "min", "clamp"};
    bool found = false;
    for (size_t i = 0; !found && i < sizeof ops / sizeof ops[0]; i++)
        found = is(s, ops[i]);
    return found;
}

static unsigned of_parts(const fn_slot *s)
{
    unsigned bits = NONE;
    for (size_t i = 0; i < s->arg_count; i++)
        bits |= s->args[i]->infinite;
    return bits;
}

static unsigned of_slot(const fn_slot *s)
{
    switch (s->kind) {
    case FN_OP: return of_operation(s);
    case FN_PARAM: return s->origin ? s->infinite | s->origin->infinite : NONE;
    case FN_PROJ:
        return s->args[0]->kind == FN_PAIR ? s->args[0]->args[s->part]->infinite : of_parts(s);
    case FN_AT:
    case FN_PAIR:
    case FN_LIST: return of_parts(s);
    case FN_MAP: return s->bodies[0]->result->infinite;
    case FN_FOLD: return s->args[0]->infinite | s->bodies[0]->result->infinite;
    case FN_IF: return s->bodies[0]->result->infinite | s->bodies[1]->result->infinite;
    case FN_TABLE:
    case FN_LENGTH:
    case FN_RANGE:
    case FN_FAIL: break;
    }
    return NONE;
}

/* Whether anything was learned. */
static bool spread(fn_seq *q)
{
    bool changed = false;
    for (size_t i = 0; i < q->count; i++) {
        fn_slot *s = q->slots[i];
        for (size_t k = 0; k < 2; k++)
            changed = (s->bodies[k] && spread(s->bodies[k])) || changed;
        const unsigned bits =
            s->type->kind == FN_BOOL || s->type->kind == FN_WHOLE ? NONE : of_slot(s) | s->infinite;
        changed = changed || bits != s->infinite;
        s->infinite = (unsigned char)bits;
        if (s->kind == FN_FOLD)
            s->bodies[0]->slots[0]->infinite |= s->infinite;
    }
    return changed;
}

/* ---- checks ---- */

static fn_slot *limit(fn_builder *b, fn_slot *s, const char *name, bool below)
{
    fn_slot *n = fn_constant(b, s->span, name);
    return below ? fn_build_op(b, s->span, "-", false, &fn_real, 1, &n) : n;
}

static fn_slot *compare(fn_builder *b, const char *op, fn_slot *left, fn_slot *right)
{
    fn_slot *both[] = {left, right};
    return fn_build_op(b, left->span, op, true, &fn_bool, 2, both);
}

/* Whether s is finite on that side. */
static fn_slot *within(fn_builder *b, fn_slot *s, bool below)
{
    return compare(b, below ? ">" : "<", s, limit(b, s, fr_most_finite, below));
}

static fn_slot *not_finite(fn_builder *b, fr_span span)
{
    fn_slot *fail = fn_add_slot(b, FN_FAIL, &fn_real, span);
    fail->part = 1;
    return fail;
}

/* s, or what stands behind it where the condition does not hold. */
static fn_slot *unless(fn_builder *b, fn_slot *s, fn_slot *condition, bool fails, bool below)
{
    fn_slot *choice = fn_with_args(fn_add_slot(b, FN_IF, &fn_real, s->span), 1, &condition);
    b->seq->count--; /* its bodies stand before it */
    choice->bodies[0] = fn_open_seq(b);
    choice->bodies[0]->result = s;
    fn_close_seq(b, choice->bodies[0]);
    choice->bodies[1] = fn_open_seq(b);
    choice->bodies[1]->result = fails ? not_finite(b, s->span) : limit(b, s, fr_infinity, below);
    fn_close_seq(b, choice->bodies[1]);
    b->seq->slots[b->seq->count++] = choice;
    return choice;
}

static fn_slot *each_side(fn_builder *b, fn_slot *s, unsigned bits, bool fails)
{
    if (bits & ABOVE)
        s = unless(b, s, within(b, s, false), fails, false);
    return bits & BELOW ? unless(b, s, within(b, s, true), fails, true) : s;
}

static fn_slot *checked(fn_builder *b, fn_slot *s);

static fn_slot *checked_parts(fn_builder *b, fn_slot *s)
{
    fn_slot *parts[FN_ARGUMENTS];
    for (size_t i = 0; i < s->type->count; i++) {
        fn_slot *part = fn_project(b, s, (unsigned)i, s->span);
        if (part != s && part->kind == FN_PROJ)
            part->infinite = s->infinite;
        parts[i] = checked(b, part);
    }
    return fn_with_args(fn_add_slot(b, FN_PAIR, s->type, s->span), s->type->count, parts);
}

/* s, which is finite, or the machine traps. */
static fn_slot *checked(fn_builder *b, fn_slot *s)
{
    if (!s->infinite || s->type->kind == FN_BOOL || s->type->kind == FN_WHOLE)
        return s;
    if (s->type->kind == FN_REAL)
        return each_side(b, s, s->infinite, true);
    if (s->type->kind == FN_PRODUCT)
        return checked_parts(b, s);
    fn_seq *body = fn_open_seq(b);
    fn_slot *element = fn_element_of(b, s);
    element->infinite = s->infinite;
    body->result = checked(b, element);
    fn_close_seq(b, body);
    fn_slot *map = fn_with_args(fn_add_slot(b, FN_MAP, s->type, s->span), 1, &s);
    map->bodies[0] = body;
    return map;
}

/* Inf - Inf */
static bool cancels(const fn_slot *s)
{
    const unsigned a = s->args[0]->infinite, b = s->arg_count > 1 ? s->args[1]->infinite : NONE;
    if (s->arg_count != 2 || (!is(s, "+") && !is(s, "-")))
        return false;
    const unsigned other = is(s, "-") ? opposite(b) : b;
    return ((a & ABOVE) && (other & BELOW)) || ((a & BELOW) && (other & ABOVE));
}

/* The compiler's own 0 times a value, for its type alone. */
static bool is_of_type(const fn_slot *s)
{
    const fn_slot *zero = s->arg_count == 2 ? s->args[0] : s;
    return zero != s && is(s, "*") && zero->kind == FN_OP && zero->arg_count == 0
           && zero->name == fr_put_zero;
}

/* A Fixed beside what may be infinite must not be as far: a comparison could not tell them apart,
 * and their sum might be near. A Float is that far above 4e37 alone. */
static void check_other(fn_builder *b, fn_slot *s)
{
    const bool compares = s->type->kind == FN_BOOL;
    if (b->d->floats || s->arg_count != 2 || (!compares && !is(s, "+") && !is(s, "-")))
        return;
    for (size_t i = 0; i < 2; i++) {
        const unsigned bits = s->args[1 - i]->infinite;
        if (!s->args[i]->infinite && s->args[i]->type->kind == FN_REAL)
            s->args[i] = each_side(b, s->args[i], is(s, "+") ? opposite(bits) : bits, true);
    }
}

static void check_operands(fn_builder *b, fn_slot *s)
{
    const bool compares = s->type->kind == FN_BOOL;
    bool all = s->arg_count > 0;
    for (size_t i = 0; i < s->arg_count; i++)
        all = all && s->args[i]->infinite;
    if (compares ? !all : (passes(s) && !cancels(s)) || is_of_type(s)) {
        check_other(b, s);
        return;
    }
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i]->infinite)
            s->args[i] = compares ? each_side(b, s->args[i], s->args[i]->infinite, false)
                                  : checked(b, s->args[i]);
}

/* The slots behind the first `from` are moved before slot `at`. */
static void move_before(fn_builder *b, fn_seq *q, size_t at, size_t from)
{
    const size_t added = q->count - from;
    fn_slot **copy = fr_alloc(b->d->arena, (q->count + 1) * sizeof *copy);
    memcpy(copy, q->slots, at * sizeof *copy);
    memcpy(copy + at, q->slots + from, added * sizeof *copy);
    memcpy(copy + at + added, q->slots + at, (from - at) * sizeof *copy);
    memcpy(q->slots, copy, q->count * sizeof *copy);
}

static void check_seq(fn_builder *b, fn_seq *q)
{
    for (size_t i = 0; i < q->count; i++) {
        fn_slot *s = q->slots[i];
        const size_t before = q->count;
        for (size_t k = 0; k < 2; k++)
            if (s->bodies[k])
                check_seq(b, s->bodies[k]);
        b->seq = q;
        if (s->kind == FN_OP)
            check_operands(b, s);
        move_before(b, q, i, before);
        i += q->count - before;
    }
}

static void number(fn_seq *q, unsigned first)
{
    q->first = first;
    for (size_t i = 0; i < q->count; i++) {
        q->slots[i]->place = first + (unsigned)i;
        for (size_t k = 0; k < 2; k++)
            if (q->slots[i]->bodies[k])
                number(q->slots[i]->bodies[k], q->slots[i]->place);
    }
}

void fn_check_infinite(fn_builder *b, fn_seq *q)
{
    while (spread(q))
        ;
    check_seq(b, q);
    b->seq = q;
    q->result = checked(b, q->result);
    number(q, 1);
}
