/* stacks.c: PUSH!, POP!, COPYPUSH!, COPYPOP!, s[end+1] and s[end], x::∅. A stack is a vector with
 * room to grow. */
#include <string.h>

#include "compiler/front/array_stacks.h"
#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/semiring.h"
#include "compiler/hidden.h"

enum {
    IMPLICIT_ROOM = RG_GLOBAL_STACK_ROOM,
    WORDS_OF_ARRAY = 64 /* room on a stack of arrays for each of them */
};

static const struct {
    const char *name, *type;
} implicit[] = {
    {RG_GLOBAL_STACK_NAME, "Int"}, {"FLOAT64_STACK", "Fixed"}, {"FLOAT32_STACK", "Fixed"},
    {"INT64_STACK", "Int"},        {"INT32_STACK", "Int"},     {"BOOL_STACK", "Bool"},
};

typedef struct {
    const char *name;
    bool copy, pop;
} operation;
static const operation operations[] = {
    {"PUSH!", false, false},  {"POP!", false, true},    {"COPYPUSH!", true, false},
    {"COPYPOP!", true, true}, {"ipush!", false, false}, /* as older versions of NiLang have them */
    {"ipop!", false, true},
};

static const operation *operation_of(const fr_expr *e)
{
    for (size_t i = 0; e->kind == EX_CALL && i < sizeof operations / sizeof operations[0]; i++)
        if (fr_calls_name(e, operations[i].name))
            return &operations[i];
    return NULL;
}

/* ---- the stacks that nobody declares ---- */

static bool mentioned_in_expr(const fr_expr *e, const char *name)
{
    if (!e)
        return false;
    if (e->kind == EX_NAME)
        return strcmp(e->name, name) == 0;
    if (strcmp(name, implicit[0].name) == 0 && operation_of(e) && e->count == 1)
        return true;
    bool found = mentioned_in_expr(e->left, name) || mentioned_in_expr(e->right, name)
                 || mentioned_in_expr(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = mentioned_in_expr(e->items[i], name);
    return found;
}

bool fr_mentions(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *st = list; st; st = st->next)
        if (mentioned_in_expr(st->target, name) || mentioned_in_expr(st->value, name)
            || mentioned_in_expr(st->pre, name) || mentioned_in_expr(st->post, name)
            || fr_mentions(st->body, name) || fr_mentions(st->other, name))
            return true;
    return false;
}

fr_stmt *fr_implicit_stacks(fr_sema *s, const fr_function *f)
{
    fr_stmt *list = NULL;
    for (size_t i = 0; i < sizeof implicit / sizeof implicit[0]; i++) {
        if (fr_find_var(s, implicit[i].name) || !fr_mentions(f->body, implicit[i].name))
            continue;
        fr_stmt *st = fr_make_stmt(s->arena, ST_ALLOC, f->span);
        fr_expr *items[] = {fr_make_name(s->arena, f->span, implicit[i].type),
                            fr_make_int(s->arena, f->span, IMPLICIT_ROOM)};
        st->target = fr_make_name(s->arena, f->span, implicit[i].name);
        st->value = fr_make_call(s->arena, f->span, "stack", 2, items);
        list = fr_chain(list, st);
    }
    return list;
}

/* ---- making stacks: stack(T, n), Stack{T}(n), T[] ---- */

bool fr_makes_stack(fr_sema *s, const fr_expr *e)
{
    if (fr_calls_name(e, "stack") && e->count > 0
        && (fr_is_type(s, e->items[0])
            || (e->items[0]->kind == EX_NAME && fr_is_nothing(s, e->items[0]->name))))
        return true;
    if (e->kind == EX_CALL && e->left->kind == EX_CURLY)
        return e->left->left->kind == EX_NAME
               && (strcmp(e->left->left->name, "Stack") == 0
                   || strcmp(e->left->left->name, "FastStack") == 0);
    return e->kind == EX_INDEX && e->count == 0
           && (e->left->kind == EX_NAME || e->left->kind == EX_CURLY) && fr_is_type(s, e->left);
}

bool fr_stack_shape(fr_sema *s, const fr_expr *e, fr_type *element, ir_expr **room)
{
    bool curly = e->kind == EX_CALL && e->left->kind == EX_CURLY,
         named = e->kind == EX_CALL && !curly;
    const fr_expr *type = curly   ? e->left->count == 1 ? e->left->items[0] : NULL
                          : named ? e->items[0]
                                  : e->left;
    size_t first = named ? 1 : 0;
    if (!type || e->count > first + 1 || e->keyword_count > 0) {
        fr_report(s->d, RGC_ERROR, "R0604", e->span,
                  "expected stack(T, room), Stack{T}(room) or T[]");
        return false;
    }
    if (!fr_concrete_type(s, type, NULL, NULL, 0, element) && !fr_resolve_type(s, type, element))
        return false;
    if (element->rank > 0 && fr_is_compound(element->base)) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0317", type->span, "a stack cannot hold %s",
                          fr_type_text(s, *element)),
                "arrays of numbers go onto a stack: push one for each part");
        return false;
    }
    fr_expr *size = e->count > first ? e->items[first]
                                     : fr_make_int(s->arena, e->span, IMPLICIT_ROOM);
    if (element->rank > 0)
        size =
            fr_make_binary(s->arena, TOK_MUL, size, fr_make_int(s->arena, e->span, WORDS_OF_ARRAY));
    *room = fr_lower_int(s, size, "the room on a stack");
    return *room != NULL;
}

/* ---- pushing and popping ---- */

static fr_var *stack_variable(fr_sema *s, const fr_expr *e)
{
    fr_var *v = e->kind == EX_NAME ? fr_find_var(s, e->name) : NULL;
    return v && v->live && v->type.rank == 1 ? v : NULL;
}

static bool is_untyped(const fr_var *v)
{
    return strcmp(v->name, implicit[0].name) == 0 || fr_holds_arrays(v);
}

/* What a statement moves, where that is an array for a stack that takes arrays. */
static bool moves_array(fr_sema *s, const fr_var *stack, const fr_expr *x, fr_type *type)
{
    return is_untyped(stack) && fr_place_type(s, x, type) && type->rank > 0
           && !fr_is_compound(type->base);
}

static fr_stmt *push(fr_sema *s, fr_span span, fr_expr *stack, fr_expr *x)
{
    fr_stmt *st = fr_make_stmt(s->arena, ST_PUSH, span);
    st->target = x;
    st->value = stack;
    return st;
}

static fr_stmt *allocate(fr_sema *s, fr_expr *x, rg_type_base base, bool free)
{
    fr_stmt *st = fr_make_stmt(s->arena, free ? ST_FREE : ST_ALLOC, x->span);
    st->target = x;
    st->value = fr_make_neutral(s, x->span, base);
    return st;
}

fr_stmt *fr_end_of_name(fr_sema *s, fr_expr *x, rg_type_base base)
{
    const fr_var *v = fr_find_var(s, x->name);
    for (size_t i = 0; (!v || !v->live) && i < s->var_count; i++) /* it was moved away before */
        if (s->vars[i]->kind == FR_VAR_PARAM && strcmp(s->vars[i]->name, x->name) == 0)
            v = s->vars[i];
    if (!v || v->kind != FR_VAR_PARAM || v->type.base != base || v->type.rank > 0)
        return allocate(s, x, base, true);
    fr_stmt *st = fr_make_stmt(s->arena, ST_AWAY, x->span);
    st->target = x;
    return st;
}

static fr_stmt *beginning_of_name(fr_sema *s, fr_expr *x, rg_type_base base)
{
    return fr_invert_list(s->arena, fr_end_of_name(s, x, base));
}

static fr_stmt *copy_push(fr_sema *s, fr_span span, fr_expr *stack, fr_expr *value)
{
    fr_value v = fr_lower_expr(s, value);
    const fr_var *onto = stack_variable(s, stack);
    if (!v.ok || !onto)
        return fr_make_stmt(s->arena, ST_BLOCK, span);
    rg_type_base base = is_untyped(onto) ? v.base : onto->type.base;
    const char *of = value->kind == EX_NAME ? value->name : "..";
    fr_expr *t = fr_make_name(s->arena, span,
                              fr_hidden_name(s, fr_format(s->arena, RG_POPPED_NAME "%s)", of)));
    fr_stmt *add = fr_make_stmt(s->arena, ST_UPDATE, span), *list = allocate(s, t, base, false);
    add->token = fr_gathering(s, base);
    add->target = t;
    add->value = value;
    list = fr_chain(list, fr_chain(add, push(s, span, stack, t)));
    return fr_chain(list, allocate(s, t, base, true));
}

static fr_stmt *turned(fr_sema *s, fr_stmt *list, bool back)
{
    return back ? fr_invert_list(s->arena, list) : list;
}

static fr_stmt *not_a_stack(fr_sema *s, const fr_expr *e)
{
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0317", e->span, "this is not a stack");
    fr_help(s->d, r,
            "allocate one: s <- stack(Fixed, 100), or leave it out to use the routine's own");
    return fr_make_stmt(s->arena, ST_BLOCK, e->span);
}

/* An array goes onto a stack that takes arrays. NULL: it is a number for a stack of numbers. */
static fr_stmt *push_whole(fr_sema *s, fr_span span, fr_expr *stack, fr_expr *x, bool copy)
{
    fr_array_move m = {.stack = stack, .array = x, .copy = copy};
    const fr_var *onto = stack_variable(s, stack);
    if (!moves_array(s, onto, x, &m.type)) {
        if (!fr_holds_arrays(onto))
            return NULL;
        const fr_value v = fr_lower_expr(s, x);
        m.type = (fr_type){v.base, 0};
        if (!v.ok)
            return fr_make_stmt(s->arena, ST_BLOCK, span);
    }
    return fr_suits_stack(s, onto, x, m.type) ? fr_push_array(s, span, &m)
                                              : fr_make_stmt(s->arena, ST_BLOCK, span);
}

static fr_stmt *expand_call(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    const operation *op = operation_of(e);
    if (!op || fr_find_function(s->program, op->name))
        return NULL;
    if (e->count < 1 || e->count > 2 || e->keyword_count > 0) {
        fr_report(s->d, RGC_ERROR, "R0604", e->span,
                  "%s takes a stack and a variable, not %zu arguments", op->name,
                  e->count + e->keyword_count);
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    fr_expr *x = e->items[e->count - 1],
            *stack = e->count == 2 ? e->items[0]
                                   : fr_make_name(s->arena, e->span, implicit[0].name);
    if (e->count == 2 && !stack_variable(s, stack) && stack_variable(s, x)) { /* PUSH!(x, s) */
        x = e->items[0];
        stack = e->items[1];
    }
    const fr_var *alone = e->count == 1 ? stack_variable(s, x) : NULL;
    if (alone && alone->shape && alone->shape->stack) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", e->span,
                                      "%s takes a stack and a variable, and only '%s' is given",
                                      op->name, x->name);
        fr_help(s->d, r, "write %s(%s, x): x is what is %s", op->name, x->name,
                op->pop ? "popped into" : "pushed");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    if (!stack_variable(s, stack))
        return not_a_stack(s, stack);
    fr_type type;
    if (!op->copy && x->kind != EX_NAME && !fr_place_type(s, x, &type) && x->kind != EX_FIELD
        && x->kind != EX_INDEX) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0114", x->span,
                                      "this cannot be moved: it is not a variable or an element");
        fr_help(s->d, r,
                op->pop ? "pop into a variable that is zero"
                        : "a value is pushed by COPYPUSH!(s, value) or s[end+1] <- value");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    fr_stmt *array = st->silent ? NULL : push_whole(s, st->span, stack, x, op->copy);
    if (array)
        return turned(s, array, op->pop != st->inverse);
    return turned(s, op->copy ? copy_push(s, st->span, stack, x) : push(s, st->span, stack, x),
                  op->pop != st->inverse);
}

/* ---- s[end+1] and s[end] ---- */

typedef enum { NO_END, TOP, ABOVE } end_kind;

static bool is_empty(const fr_expr *e) { return e->kind == EX_TYPED && e->token == TOK_EMPTY; }
static fr_expr *bare(fr_expr *e) { return is_empty(e) ? e->left : e; }

static end_kind end_of(const fr_expr *e)
{
    const fr_expr *i =
        e->kind == EX_INDEX && e->count == 1 && e->left->kind == EX_NAME ? e->items[0] : NULL;
    if (!i)
        return NO_END;
    if (i->kind == EX_END)
        return TOP;
    return i->kind == EX_BINARY && i->token == TOK_ADD && i->left->kind == EX_END
                   && i->right->kind == EX_INT && i->right->integer == 1
               ? ABOVE
               : NO_END;
}

/* The type of a scalar or compound place that is moved whole; false after a report. */
static bool moved_type(fr_sema *s, const fr_expr *e, fr_type *out)
{
    ir_place place;
    if (fr_place_type(s, e, out) && fr_is_compound(out->base) && out->rank == 0)
        return true;
    out->rank = 0;
    return fr_lower_place(s, e, &place, &out->base);
}

/* y -> x, where x is a new name; arrays stay where they are. */
static fr_stmt *expand_rename(fr_sema *s, fr_expr *from, fr_expr *to)
{
    const fr_var *v = from->kind == EX_NAME ? fr_use_var(s, from) : NULL;
    fr_type type;
    if (from->kind == EX_NAME && !v)
        return fr_make_stmt(s->arena, ST_BLOCK, from->span);
    if (from->kind == EX_NAME && v->type.rank > 0) {
        fr_stmt *st = fr_make_stmt(s->arena, ST_RENAME, from->span);
        st->target = to;
        st->value = from;
        return st;
    }
    if (!moved_type(s, from, &type))
        return fr_make_stmt(s->arena, ST_BLOCK, from->span);
    fr_stmt *list = beginning_of_name(s, to, type.base),
            *swap = fr_make_stmt(s->arena, ST_SWAP, from->span);
    swap->target = to;
    swap->value = from;
    return fr_chain(list, from->kind == EX_NAME ? fr_chain(swap, fr_end_of_name(s, from, type.base))
                                                : swap);
}

/* x -> s.part, an element or a field that was emptied so: it holds zero. */
static fr_stmt *expand_return(fr_sema *s, fr_expr *from, fr_expr *to)
{
    fr_type type;
    if (!moved_type(s, to, &type))
        return fr_make_stmt(s->arena, ST_BLOCK, to->span);
    fr_stmt *swap = fr_make_stmt(s->arena, ST_SWAP, from->span);
    swap->target = from;
    swap->value = to;
    return fr_chain(swap, fr_end_of_name(s, from, type.base));
}

/* The type of what x is, was or is said to be, for a stack that holds words of any type; false
 * after a report. */
static bool type_moved(fr_sema *s, const fr_var *stack, const fr_expr *x, const fr_expr *said,
                       rg_type_base *base)
{
    const fr_var *v = fr_find_var(s, x->name);
    fr_type type = {stack->type.base, 0};
    if (is_untyped(stack) && said && !fr_resolve_type(s, said, &type))
        return false;
    if (is_untyped(stack) && !said && !v) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0318", x->span,
                          "'%s' holds words of any type, and the type of '%s' is not known",
                          stack->name, x->name),
                "say it: %s[end] <-> %s::Fixed", stack->name, x->name);
        fr_miss(s, x->name);
        return false;
    }
    *base = is_untyped(stack) && !said ? v->type.base : type.base;
    return true;
}

static fr_stmt *expand_swap(fr_sema *s, const fr_stmt *st)
{
    fr_expr *a = st->target, *b = st->value;
    if (end_of(bare(b)) != NO_END && (is_empty(a) || is_empty(b) || end_of(bare(b)) == ABOVE)) {
        a = st->value;
        b = st->target;
    }
    end_kind end = end_of(bare(a));
    bool pop = is_empty(b) && !is_empty(a);
    if (end != NO_END && (end == ABOVE || is_empty(a) || is_empty(b))) {
        fr_expr *stack = bare(a)->left, *x = bare(b);
        const fr_var *v = stack_variable(s, stack);
        if (!v)
            return not_a_stack(s, stack);
        if (x->kind != EX_NAME || (pop ? end != TOP : end != ABOVE || is_empty(b))) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0318", st->span,
                                          "this neither pushes nor pops a variable");
            fr_help(s->d, r,
                    "s[end+1] <-> x pushes x and frees it; s[end] <-> x::\xe2\x88\x85 takes the "
                    "last element as a new x");
            return fr_make_stmt(s->arena, ST_BLOCK, st->span);
        }
        const fr_expr *said = is_empty(b) ? b->right : NULL;
        fr_type wanted;
        if (said && !is_untyped(v) && fr_resolve_type(s, said, &wanted)
            && (wanted.base != v->type.base || wanted.rank != 0)) {
            fr_note(s->d,
                    fr_report(s->d, RGC_ERROR, "R0202", said->span, "'%s' holds %s, not %s",
                              stack->name, fr_type_text(s, (fr_type){v->type.base, 0}),
                              fr_type_text(s, wanted)),
                    v->declared, "allocated here");
            fr_miss(s, x->name);
            return fr_make_stmt(s->arena, ST_BLOCK, st->span);
        }
        const fr_var *moved = fr_find_var(s, x->name);
        rg_type_base base;
        if (!pop && moved && moved->live
            && (moved->kind == FR_VAR_LOOP || moved->kind == FR_VAR_KEYWORD)) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0312", x->span,
                                          "'%s' is not an ancilla of this routine", x->name);
            fr_note(s->d, r, moved->declared, "it is a %s, which nothing changes",
                    moved->kind == FR_VAR_LOOP ? "loop variable" : "keyword parameter");
            fr_help(s->d, r, "%s[end+1] <- %s copies its value", stack->name, x->name);
            return fr_make_stmt(s->arena, ST_BLOCK, st->span);
        }
        if (fr_holds_arrays(v)) {
            const fr_array_move m = {
                .stack = stack, .array = x, .type = v->shape->item, .ends = true};
            return turned(s, fr_push_array(s, st->span, &m), pop != st->inverse);
        }
        if (!type_moved(s, v, x, said, &base))
            return fr_make_stmt(s->arena, ST_BLOCK, st->span);
        if (!pop && moved && moved->live && !is_untyped(v)
            && (moved->type.base != base || moved->type.rank > 0))
            return push(s, st->span, stack, x); /* which is refused */
        fr_stmt *list = fr_chain(push(s, st->span, stack, x), fr_end_of_name(s, x, base));
        return turned(s, list, pop != st->inverse);
    }
    if (is_empty(a) == is_empty(b)) {
        if (!is_empty(a))
            return NULL;
        fr_report(s->d, RGC_ERROR, "R0318", st->span, "both sides are marked as empty");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    fr_expr *from = is_empty(a) ? b : bare(b), *to = is_empty(a) ? bare(a) : a;
    if (is_empty(b)) {
        from = a;
        to = bare(b);
    }
    if (st->inverse) {
        fr_expr *swap = from;
        from = to;
        to = swap;
    }
    if (to->kind == EX_FIELD && from->kind == EX_NAME)
        return expand_return(s, from, to);
    if (to->kind != EX_NAME) {
        fr_report(s->d, RGC_ERROR, "R0318", to->span, "only a variable can be empty");
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    }
    return expand_rename(s, from, to);
}

/* ---- s ← []: a stack of what is pushed first ---- */

/* What the statement moves onto the stack of that name, or from it; NULL: nothing. */
static const fr_expr *moved(const fr_stmt *st, const char *stack)
{
    const fr_expr *e = st->value;
    if (st->kind == ST_CALL && operation_of(e) && e->count == 2 && e->items[0]->kind == EX_NAME)
        return strcmp(e->items[0]->name, stack) == 0 ? e->items[1] : NULL;
    const bool end = (st->kind == ST_SWAP || st->kind == ST_ALLOC) && st->target->kind == EX_INDEX
                     && st->target->left->kind == EX_NAME
                     && strcmp(st->target->left->name, stack) == 0;
    return end ? e : NULL;
}

/* The type of a variable, also of one that the list allocates further down. */
static bool type_of_variable(fr_sema *s, const fr_stmt *list, const fr_expr *x, fr_type *out)
{
    if (fr_place_type(s, x, out))
        return true;
    for (const fr_stmt *st = list; st && x->kind == EX_NAME; st = st->next) {
        if (st->kind != ST_ALLOC || st->target->kind != EX_NAME
            || strcmp(st->target->name, x->name) != 0)
            continue;
        const bool array = st->value->kind == EX_ARRAY && st->value->count > 0;
        out->rank = array;
        return fr_element_type(s, array ? st->value->items[0] : st->value, &out->base);
    }
    return false;
}

static bool type_of_moved(fr_sema *s, const fr_stmt *list, const char *stack, fr_type *out)
{
    for (const fr_stmt *st = list; st; st = st->next) {
        const fr_expr *x = moved(st, stack);
        if (x)
            return type_of_variable(s, list, x, out) && !fr_is_compound(out->base);
        if (type_of_moved(s, st->body, stack, out) || type_of_moved(s, st->other, stack, out))
            return true;
    }
    return false;
}

/* Fixed, or Array{Fixed, 2} */
static fr_expr *type_expression(fr_sema *s, fr_span span, fr_type type)
{
    fr_expr *base = fr_make_name(s->arena, span, fr_type_word(s, (fr_type){type.base, 0})),
            *items[] = {base, fr_make_int(s->arena, span, type.rank)};
    if (type.rank == 0)
        return base;
    fr_expr *array = fr_make_call(s->arena, span, "Array", 2, items);
    array->kind = EX_CURLY;
    return array;
}

fr_stmt *fr_expand_open_stack(fr_sema *s, const fr_stmt *st)
{
    fr_type type;
    if ((st->kind != ST_ALLOC && st->kind != ST_FREE) || st->target->kind != EX_NAME
        || st->value->kind != EX_ARRAY || st->value->count > 0)
        return NULL;
    const fr_var *v = st->kind == ST_FREE ? stack_variable(s, st->target) : NULL;
    if (v)
        type = fr_holds_arrays(v) ? v->shape->item : (fr_type){v->type.base, 0};
    else if (!type_of_moved(s, st->next, st->target->name, &type))
        return NULL;
    fr_expr *items[] = {type_expression(s, st->value->span, type),
                        fr_make_int(s->arena, st->value->span, IMPLICIT_ROOM)};
    return fr_make_change(s->arena, st->span, st->kind, st->token, st->target,
                          fr_make_call(s->arena, st->value->span, "stack", 2, items));
}

fr_stmt *fr_expand_stacks(fr_sema *s, const fr_stmt *st)
{
    if (st->kind == ST_CALL)
        return expand_call(s, st);
    if (st->kind == ST_SWAP)
        return expand_swap(s, st);
    if ((st->kind != ST_ALLOC && st->kind != ST_FREE) || end_of(st->target) == NO_END)
        return NULL;
    fr_expr *stack = st->target->left;
    if (!stack_variable(s, stack))
        return not_a_stack(s, stack);
    fr_stmt *array = push_whole(s, st->span, stack, st->value, true);
    return turned(s, array ? array : copy_push(s, st->span, stack, st->value), st->kind == ST_FREE);
}

/* ---- lowering ---- */

/* A stack of compounds is a stack for each leaf. */
static void push_leaves(fr_sema *s, const fr_stmt *st, const fr_var *stack, const fr_ref *x)
{
    if (!stack->parts) {
        ir_loc loc = fr_loc(s, st->span);
        fr_emit(s, ir_push(s->module, loc, stack->ir, fr_leaf_place(loc, x), st->inverse), st);
        return;
    }
    for (size_t i = 0; i < fr_compound_of(s, stack->type.base)->count; i++) {
        fr_ref part = fr_ref_part(x, i);
        push_leaves(s, st, stack->parts[i], &part);
    }
}

/* What goes onto the stack, or comes from it; false after a report, or when it is a number. */
static bool compound_pushed(fr_sema *s, const fr_stmt *st, const fr_var *stack, fr_ref *x)
{
    fr_type type;
    if (!fr_place_type(s, st->target, &type) || !fr_is_compound(type.base)
        || !fr_resolve_target(s, st->target, x))
        return false;
    if (type.rank == 0 && type.base == stack->type.base && x->root != stack)
        return true;
    if (x->root == stack) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0313", st->target->span,
                                      "an element of the stack goes onto the same stack");
        fr_note(s->d, r, st->value->span, "this stack");
        return false;
    }
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0202", st->target->span,
                                  "%s does not fit on a stack of %s", fr_type_text(s, type),
                                  fr_type_text(s, (fr_type){stack->type.base, 0}));
    fr_note(s->d, r, stack->declared,
            stack->kind == FR_VAR_PARAM ? "declared here" : "allocated here");
    return false;
}

void fr_lower_push(fr_sema *s, const fr_stmt *st)
{
    ir_place place;
    rg_type_base base;
    fr_ref x;
    const fr_var *stack = stack_variable(s, st->value);
    size_t errors = s->d->errors;
    if (!stack)
        return;
    if (compound_pushed(s, st, stack, &x)) {
        push_leaves(s, st, stack, &x);
        return;
    }
    if (s->d->errors > errors || !fr_lower_place(s, st->target, &place, &base))
        return;
    if (place.var == stack->ir) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0313", st->target->span,
                                      "an element of the stack goes onto the same stack");
        fr_note(s->d, r, st->value->span, "this stack");
        return;
    }
    if (base != stack->type.base && !is_untyped(stack)) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0202", st->target->span,
                                      "%s does not fit on a stack of %s", fr_base_text(base),
                                      fr_type_text(s, (fr_type){stack->type.base, 0}));
        fr_note(s->d, r, stack->declared,
                stack->kind == FR_VAR_PARAM ? "declared here" : "allocated here");
        return;
    }
    if (stack->kind == FR_VAR_KEYWORD) {
        fr_note(s->d,
                fr_report(s->d, RGC_ERROR, "R0303", st->value->span,
                          "'%s' cannot be changed: it is constant", stack->name),
                stack->declared, "declared here");
        return;
    }
    fr_emit(s, ir_push(s->module, fr_loc(s, st->span), stack->ir, place, st->inverse), st);
}

void fr_lower_away(fr_sema *s, const fr_stmt *st)
{
    fr_var *v = fr_find_var(s, st->target->name);
    for (size_t i = 0; v && st->inverse && !v->live && i < s->var_count; i++)
        if (s->vars[i]->kind == FR_VAR_PARAM && strcmp(s->vars[i]->name, st->target->name) == 0)
            v = s->vars[i];
    if (!v || (!st->inverse && !fr_use_var(s, st->target)))
        return;
    if (st->inverse && v->live) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0302", st->target->span, "'%s' exists already", v->name);
        fr_note(s->d, r, v->declared, "declared here");
        return;
    }
    v->live = st->inverse;
    v->freed = st->target->span;
}

/* The array goes on under a new name. */
void fr_lower_rename(fr_sema *s, const fr_stmt *st)
{
    fr_var *v = fr_use_var(s, st->value);
    const fr_var *old = fr_find_var(s, st->target->name);
    if (!v)
        return;
    if (v->kind != FR_VAR_LOCAL) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0312", st->value->span,
                                      "'%s' is not an ancilla of this routine", v->name);
        fr_note(s->d, r, v->declared, "it is a parameter, which the caller owns");
        return;
    }
    for (size_t i = 0; i < s->twin_count; i++)
        if (strcmp(s->twins[i]->name, st->target->name) == 0 && s->twins[i]->ir != v->ir) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0305", st->target->span,
                                          "'%s' is another array in the other branch",
                                          st->target->name);
            fr_note(s->d, r, s->twins[i]->declared, "there");
            return;
        }
    if (old && old->live) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0302", st->target->span, "'%s' exists already", old->name);
        fr_note(s->d, r, old->declared, "allocated here");
        return;
    }
    v->live = false;
    v->freed = st->value->span;
    fr_var *moved = fr_declare(s, st->target->name, st->target->span, FR_VAR_LOCAL, v->type, v->ir);
    moved->value = v->value;
    moved->shape = v->shape;
}
