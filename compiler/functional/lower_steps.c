/* lower_steps.c: each step of the unary form as statements that add its value to places that are
 * zero, or to the result. */
#include <string.h>

#include "compiler/functional/lower.h"

static bool is_zero(const fn_slot *s)
{
    return s->kind == FN_OP && s->arg_count == 0
           && (strcmp(s->op, "0.0") == 0 || strcmp(s->op, "0") == 0 || strcmp(s->op, "false") == 0);
}

bool fn_needs_place(const fn_slot *s)
{
    bool own = s->kind == FN_OP || s->kind == FN_LIST || s->kind == FN_MAP || s->kind == FN_FOLD
               || s->kind == FN_IF;
    return own && s->uses > 0 && !s->alias && !s->deferred;
}

void fn_check_extents(fn_lowering *l, fr_span origin, const char *a, const char *b)
{
    if (strcmp(a, b) != 0)
        fn_line(l, origin, "@assert %s == %s", a, b);
}

/* ---- scalars ---- */

static const char *operand(fn_lowering *l, fn_slot *s)
{
    s = fn_resolve(s);
    const char *text = fn_scalar_text(l, s);
    bool whole = s->kind != FN_OP || !s->deferred || s->arg_count == 0
                 || !(s->infix || s->op[0] == '-' || s->op[0] == '!');
    return whole ? text : fr_format(l->d->arena, "(%s)", text);
}

static const char *op_text(fn_lowering *l, fn_slot *s)
{
    fr_arena *arena = l->d->arena;
    if (s->arg_count == 0)
        return s->op;
    if (s->infix)
        return fr_format(arena, "%s %s %s", operand(l, s->args[0]), s->op, operand(l, s->args[1]));
    if (s->op[0] == '-' || s->op[0] == '!')
        return fr_format(arena, "%s%s", s->op, operand(l, s->args[0]));
    const char *list = s->op == fn_whole_of ? "Int, " : "";
    for (size_t i = 0; i < s->arg_count; i++)
        list = fr_format(arena, "%s%s%s", list, i ? ", " : "", fn_scalar_text(l, s->args[i]));
    return fr_format(arena, "%s(%s)", s->op == fn_whole_of ? "floor" : s->op, list);
}

static const char *own_text(fn_lowering *l, fn_slot *s)
{
    if (s->kind == FN_LENGTH)
        return fr_format(l->d->arena, s->type->kind == FN_WHOLE ? "%s" : "float(%s)",
                         fn_shape(l, s->args[0])[0].extent[s->part]);
    return op_text(l, s);
}

/* The first leaf of a slot, also where it is a part of what has leaves; NULL: it has none yet. */
static const fn_leaf *first_leaf(const fn_slot *s)
{
    const fn_leaf *whole = s->leaves || s->kind != FN_PROJ ? s->leaves
                                                           : first_leaf(fn_resolve(s->args[0]));
    for (unsigned i = 0; whole && whole != s->leaves && i < s->part; i++)
        whole += fn_leaf_count(fn_resolve(s->args[0])->type->parts[i]);
    return whole;
}

const char *fn_scalar_text(fn_lowering *l, fn_slot *s)
{
    s = fn_resolve(s);
    if (s->deferred || s->textual)
        return own_text(l, s);
    if (first_leaf(s))
        return fn_leaf_text(l, first_leaf(s));
    rgc_diagnostic *r = fr_report(l->d, RGC_ERROR, "R1002", s->span,
                                  "the extents of the result depend on this number");
    fr_help(l->d, r, "an extent follows from constants, parameters of type Int and lengths alone");
    return "1";
}

/* ---- ranges ---- */

static bool is_number(const fn_slot *s, const char *text)
{
    return s->kind == FN_OP && s->arg_count == 0 && strcmp(s->op, text) == 0;
}

const char *fn_range_count(fn_lowering *l, const fn_slot *range)
{
    fr_arena *arena = l->d->arena;
    fn_slot *first = fn_resolve(range->args[0]), *last = fn_resolve(range->args[1]);
    const char *from = operand(l, first), *to = operand(l, last);
    if (range->arg_count == 3)
        return fr_format(arena, "max(fld(%s - %s, %s) + 1, 0)", to, from,
                         operand(l, range->args[2]));
    if (!is_number(first, "1"))
        return fr_format(arena, "max(%s - %s + 1, 0)", to, from);
    return last->kind == FN_LENGTH || (last->kind == FN_OP && last->arg_count == 0)
               ? to
               : fr_format(arena, "max(%s, 0)", to);
}

const char *fn_range_at(fn_lowering *l, const fn_slot *range, const char *index)
{
    fr_arena *arena = l->d->arena;
    fn_slot *first = fn_resolve(range->args[0]);
    if (range->arg_count == 3)
        return fr_format(arena, "(%s + (%s - 1) * %s)", operand(l, first), index,
                         operand(l, range->args[2]));
    if (is_number(first, "1"))
        return index;
    return fr_format(arena, "(%s + %s - 1)", index, operand(l, first));
}

/* ---- copies ---- */

static void add_leaf(fn_lowering *l, fr_span at, const fn_leaf *dest, const fn_leaf *from)
{
    if (dest->fixed == dest->rank) {
        fn_line(l, at, "%s %s %s", fn_leaf_text(l, dest),
                dest->kind == FN_BOOL ? "⊻=" : "+=", fn_leaf_text(l, from));
        return;
    }
    const char *i = fn_fresh(l, "i");
    fn_line(l, at, "@inbounds for %s = 1:%s", i, from->extent[from->fixed]);
    l->indent++;
    fn_leaf d = fn_element(dest, i), f = fn_element(from, i);
    add_leaf(l, at, &d, &f);
    l->indent--;
    fn_line(l, at, "end");
}

/* ---- loops ---- */

/* The parameters of the body stand for the elements at an index; for the state they stand for the
 * states there. */
static void bind_parameters(fn_lowering *l, const fn_seq *body, const char *index,
                            const fn_leaf *states)
{
    for (size_t i = 0; i < body->param_count; i++) {
        fn_slot *p = body->slots[i];
        size_t count = fn_leaf_count(p->type);
        if (p->alias || (!p->element && !states))
            continue;
        const fn_slot *array = p->element ? fn_resolve(p->origin) : NULL;
        const fn_leaf *from = array ? array->leaves : states;
        p->leaves = fr_alloc(l->d->arena, count * sizeof *p->leaves);
        if (array && array->kind == FN_RANGE) {
            *p->leaves = (fn_leaf){.name = fn_range_at(l, array, index), .kind = FN_WHOLE};
            continue;
        }
        for (size_t k = 0; k < count; k++)
            p->leaves[k] = fn_element(&from[k], index);
    }
}

static void elements(const fn_leaf *from, size_t count, const char *index, fn_leaf *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = fn_element(&from[i], index);
}

static const char *open_loop(fn_lowering *l, fn_slot *s, size_t first)
{
    const char *extent = fn_shape(l, s->args[first])[0].extent[0], *i = fn_fresh(l, "i");
    for (size_t k = first + 1; k < s->arg_count; k++)
        fn_check_extents(l, s->span, fn_shape(l, s->args[k])[0].extent[0], extent);
    fn_line(l, s->span, "@inbounds for %s = 1:%s", i, extent);
    l->indent++;
    return i;
}

static void close_loop(fn_lowering *l, const fn_slot *s)
{
    l->indent--;
    fn_line(l, s->span, "end");
}

static void lower_map(fn_lowering *l, fn_slot *s, const fn_leaf *dest)
{
    fn_leaf element[FN_LEAVES];
    const char *i = open_loop(l, s, 0);
    bind_parameters(l, s->bodies[0], i, NULL);
    elements(dest, fn_leaf_count(s->type), i, element);
    fn_lower_seq(l, s->bodies[0], element);
    close_loop(l, s);
}

static void lower_sum(fn_lowering *l, fn_slot *s, const fn_leaf *dest)
{
    fn_lower_into(l, s->args[0], dest);
    const char *i = open_loop(l, s, 1);
    bind_parameters(l, s->bodies[0], i, NULL);
    fn_lower_seq(l, s->bodies[0], dest);
    close_loop(l, s);
}

static void allocate(fn_lowering *l, const fn_slot *s, fn_leaf *leaf)
{
    const char *name = s->name ? s->name : "t"; /* up to its #, if the compiler made it */
    leaf->name = fn_fresh(l, fr_text(l->d->arena, name, strcspn(name, "#")));
    if (leaf->rank == 0) {
        fn_line(l, s->span, "%s ← %s", leaf->name,
                leaf->kind == FN_BOOL    ? "false"
                : leaf->kind == FN_WHOLE ? "0"
                                         : "0.0");
        return;
    }
    const char *extents = leaf->extent[0];
    for (unsigned i = 1; i < leaf->rank; i++)
        extents = fr_format(l->d->arena, "%s, %s", extents, leaf->extent[i]);
    fn_line(l, s->span, "%s ← zeros(%s, %s)", leaf->name,
            leaf->kind == FN_BOOL    ? "Bool"
            : leaf->kind == FN_WHOLE ? "Int"
                                     : "Fixed",
            extents);
}

/* Arrays for the states of a loop, the first of which is there. */
static void allocate_states(fn_lowering *l, fn_slot *s, const char *extent, fn_leaf *states)
{
    const size_t count = fn_leaf_count(s->type);
    const fn_leaf *shape = fn_shape(l, s);
    const char *room = fr_format(l->d->arena, "%s + 1", extent);
    fn_leaf first[FN_LEAVES];
    for (size_t i = 0; i < count; i++) {
        states[i] = fn_wrap(shape[i], room);
        allocate(l, s, &states[i]);
    }
    elements(states, count, "1", first);
    fn_lower_into(l, s->args[0], first);
}

/* An array in the state keeps its extents. */
static void check_next(fn_lowering *l, fn_slot *s)
{
    const fn_leaf *first = fn_shape(l, s), *next = fn_shape(l, s->bodies[0]->result);
    for (size_t i = 0; i < fn_leaf_count(s->type); i++)
        for (unsigned k = 0; k < first[i].rank; k++)
            fn_check_extents(l, s->span, next[i].extent[k], first[i].extent[k]);
}

/* All states are kept: state i + 1 is added to an element that nothing has used, so the loop runs
 * backward as it stands. */
static void lower_states(fn_lowering *l, fn_slot *s)
{
    fr_arena *arena = l->d->arena;
    size_t count = fn_leaf_count(s->type);
    const char *extent = fn_shape(l, s->args[1])[0].extent[0];
    fn_leaf states[FN_LEAVES], at[FN_LEAVES];
    allocate_states(l, s, extent, states);
    const char *i = open_loop(l, s, 1);
    bind_parameters(l, s->bodies[0], i, states);
    elements(states, count, fr_format(arena, "%s + 1", i), at);
    check_next(l, s);
    fn_lower_seq(l, s->bodies[0], at);
    close_loop(l, s);
    s->leaves = fr_alloc(arena, count * sizeof *s->leaves);
    elements(states, count, fr_format(arena, "%s + 1", extent), s->leaves);
}

/* A fold that ends by its state. All states are kept too; a counter says how many there are. */
static void lower_while(fn_lowering *l, fn_slot *s)
{
    fr_arena *arena = l->d->arena;
    const size_t count = fn_leaf_count(s->type);
    const char *iterations = fn_shape(l, s->args[1])[0].extent[0];
    fn_leaf states[FN_LEAVES], at[FN_LEAVES];
    allocate_states(l, s, iterations, states);
    const char *k = fn_fresh(l, "k"), *next = fr_format(arena, "%s + 1", k);
    elements(states, count, next, at);
    fn_line(l, s->span, "%s ← 0", k);
    fn_line(l, s->span, "while (%s > 0, %s != 0)", fn_leaf_text(l, &at[count - 1]), k);
    l->indent++;
    fn_line(l, s->span, "%s += 1", k);
    fn_line(l, s->span, "@assert %s <= %s", k, iterations);
    bind_parameters(l, s->bodies[0], k, states);
    check_next(l, s);
    fn_lower_seq(l, s->bodies[0], at);
    close_loop(l, s);
    s->leaves = fr_alloc(arena, count * sizeof *s->leaves);
    elements(states, count, next, s->leaves);
}

/* ---- choices ---- */

static void lower_if(fn_lowering *l, fn_slot *s, const fn_leaf *dest)
{
    const fn_leaf *yes = fn_shape(l, s->bodies[0]->result), *no = fn_shape(l, s->bodies[1]->result);
    const bool fails = fn_resolve(s->bodies[1]->result)->kind == FN_FAIL;
    for (size_t i = 0; !fails && i < fn_leaf_count(s->type); i++)
        for (unsigned k = 0; k < yes[i].rank; k++)
            fn_check_extents(l, s->span, no[i].extent[k], yes[i].extent[k]);
    fn_line(l, s->span, "if (%s, ~)", fn_scalar_text(l, s->args[0]));
    l->indent++;
    fn_lower_seq(l, s->bodies[0], dest);
    l->indent--;
    fn_line(l, s->span, "else");
    l->indent++;
    fn_lower_seq(l, s->bodies[1], dest);
    l->indent--;
    fn_line(l, s->span, "end");
}

/* ---- steps ---- */

static void lower_parts(fn_lowering *l, fn_slot *s, const fn_leaf *dest)
{
    size_t n = 0;
    for (size_t i = 0; i < s->arg_count; i++) {
        fn_lower_into(l, s->args[i], dest + n);
        n += fn_leaf_count(fn_resolve(s->args[i])->type);
    }
}

static void lower_list(fn_lowering *l, fn_slot *s, const fn_leaf *dest)
{
    fn_leaf element[FN_LEAVES];
    const fn_leaf *first = fn_shape(l, s->args[0]);
    for (size_t i = 0; i < s->arg_count; i++) {
        const fn_leaf *shape = fn_shape(l, s->args[i]);
        for (size_t k = 0; k < fn_leaf_count(s->type); k++)
            for (unsigned r = 0; r < shape[k].rank; r++)
                fn_check_extents(l, s->span, shape[k].extent[r], first[k].extent[r]);
        elements(dest, fn_leaf_count(s->type), fr_format(l->d->arena, "%zu", i + 1), element);
        fn_lower_into(l, s->args[i], element);
    }
}

static bool calls_routine(fn_slot *s)
{
    s = fn_resolve(s);
    bool found = s->routine;
    for (size_t i = 0; s->kind == FN_OP && !found && i < s->arg_count; i++)
        found = fn_resolve(s->args[i])->deferred && calls_routine(s->args[i]);
    return found;
}

/* What a routine gives goes to the sum at once: within an expression the routine runs a second
 * time, back, and so does each one that it calls. */
static void lower_addends(fn_lowering *l, fn_slot *s, const fn_leaf *dest, bool minus)
{
    s = fn_resolve(s);
    const bool sum = s->kind == FN_OP && s->infix && s->arg_count == 2
                     && (strcmp(s->op, "+") == 0 || strcmp(s->op, "-") == 0);
    for (size_t i = 0; sum && i < 2; i++) {
        fn_slot *a = fn_resolve(s->args[i]);
        const bool less = minus != (i == 1 && *s->op == '-');
        if (a->deferred && calls_routine(a))
            lower_addends(l, a, dest, less);
        else
            fn_line(l, s->span, "%s %s= %s", fn_leaf_text(l, dest), less ? "-" : "+",
                    fn_scalar_text(l, a));
    }
    if (!sum)
        fn_line(l, s->span, "%s %s= %s", fn_leaf_text(l, dest), minus ? "-" : "+", own_text(l, s));
}

static void lower_step(fn_lowering *l, fn_slot *s, const fn_leaf *dest)
{
    switch (s->kind) {
    case FN_OP:
    case FN_LENGTH:
        if (is_zero(s))
            break;
        if (dest->kind != FN_BOOL && calls_routine(s)) {
            lower_addends(l, s, dest, false);
            break;
        }
        fn_line(l, s->span, "%s %s %s", fn_leaf_text(l, dest),
                dest->kind == FN_BOOL ? "⊻=" : "+=", own_text(l, s));
        break;
    case FN_PAIR: lower_parts(l, s, dest); break;
    case FN_LIST: lower_list(l, s, dest); break;
    case FN_MAP: lower_map(l, s, dest); break;
    case FN_FOLD: lower_sum(l, s, dest); break;
    case FN_IF: lower_if(l, s, dest); break;
    case FN_FAIL: fn_line(l, s->span, s->part ? "@assert false \"Inf\"" : "@assert false"); break;
    default: break;
    }
}

void fn_lower_into(fn_lowering *l, fn_slot *s, const fn_leaf *dest)
{
    s = fn_resolve(s);
    if (s->deferred) {
        lower_step(l, s, dest);
        return;
    }
    for (size_t i = 0; i < fn_leaf_count(s->type); i++)
        add_leaf(l, s->span, &dest[i], &s->leaves[i]);
}

/* The index goes through 1:extent. */
static bool goes_along(fn_lowering *l, fn_slot *index, const char *extent)
{
    index = fn_resolve(index);
    const fn_slot *range = index->kind == FN_PARAM && index->element ? fn_resolve(index->origin)
                                                                     : NULL;
    return range && range->kind == FN_RANGE && range->arg_count == 2
           && is_number(fn_resolve(range->args[0]), "1")
           && strcmp(fn_range_count(l, range), extent) == 0;
}

static void check_index(fn_lowering *l, fn_slot *s, const char *array, const char *extent)
{
    const bool first = s->arg_count < 2 && (!s->op || strcmp(s->op, "1") == 0);
    if (first) {
        fn_line(l, s->span, "@assert %s != 0 \"%s\"", extent, array);
    } else if (s->arg_count < 2) {
        fn_line(l, s->span, "@assert %s <= %s \"%s\"", s->op, extent, array);
    } else if (!goes_along(l, s->args[1], extent)) {
        const char *index = operand(l, s->args[1]);
        fn_line(l, s->span, "@assert %s >= 1 \"%s\"", index, array);
        fn_line(l, s->span, "@assert %s <= %s \"%s\"", index, extent, array);
    }
}

/* One element of an array: no element is computed, so its index is checked here. */
static void take_element(fn_lowering *l, fn_slot *s)
{
    const fn_slot *array = fn_resolve(s->args[0]);
    const char *extent = fn_shape(l, s->args[0])[0].extent[0];
    const char *at = s->op ? s->op : s->arg_count == 2 ? fn_scalar_text(l, s->args[1]) : extent;
    check_index(l, s, array->leaves[0].name, extent);
    elements(array->leaves, fn_leaf_count(s->type), at, s->leaves);
}

/* The leaves that a step without variables of its own stands for. */
static void gather(fn_lowering *l, fn_slot *s)
{
    size_t n = 0, skip = 0, count = fn_leaf_count(s->type);
    s->leaves = fr_alloc(l->d->arena, (count + 1) * sizeof *s->leaves);
    if (s->kind == FN_TABLE) {
        s->leaves[0] = fn_shape(l, s)[0];
        s->leaves[0].name = s->op;
        return;
    }
    if (s->kind == FN_AT) {
        take_element(l, s);
        return;
    }
    for (unsigned i = 0; s->kind == FN_PROJ && i < s->part; i++)
        skip += fn_leaf_count(fn_resolve(s->args[0])->type->parts[i]);
    for (size_t i = 0; i < s->arg_count && n < count; i++) {
        fn_slot *a = fn_resolve(s->args[i]);
        size_t parts = fn_leaf_count(a->type);
        for (size_t k = skip; k < parts && n < count; k++)
            s->leaves[n++] = fn_is_constant(a)
                                 ? (fn_leaf){.name = operand(l, a), .kind = a->type->kind}
                                 : a->leaves[k];
    }
}

void fn_materialise(fn_lowering *l, fn_slot *s)
{
    size_t count = fn_leaf_count(s->type);
    if (!fn_needs_place(s)) {
        gather(l, s);
        return;
    }
    if (s->kind == FN_FOLD && !s->additive) {
        (s->until ? lower_while : lower_states)(l, s);
        return;
    }
    if (s->kind == FN_OP && s->op == fn_whole_of)
        fn_line(l, s->span, "@assert %s == %s", op_text(l, s), operand(l, s->args[0]));
    const fn_leaf *shape = fn_shape(l, s);
    s->leaves = fr_alloc(l->d->arena, count * sizeof *s->leaves);
    for (size_t i = 0; i < count; i++) {
        s->leaves[i] = shape[i];
        allocate(l, s, &s->leaves[i]);
    }
    lower_step(l, s, s->leaves);
}
