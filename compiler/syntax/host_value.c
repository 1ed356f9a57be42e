/* host_value.c: statements as an expression. An assignment is a 'let' around what follows. An 'if'
 * gives the variables that it assigns, and a loop is a foldl whose state they are. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/generators.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

/* Iterations that are written one after another; those that go through arrays are long. */
enum { MOST_NAMES = 16, MOST_ROUNDS = 256, MOST_LONG_ROUNDS = 16 };

const char fr_while_name[] = "while#";

typedef struct {
    size_t count;
    const char *names[MOST_NAMES];
} names;

/* What is known where an expression stands. */
typedef struct scope {
    const char *name;
    const struct scope *outer;
} scope;

/* What comes behind a block: more statements, or in the end a value; NULL: the value is that of the
 * last statement. */
typedef struct rest {
    const host_stmt *list;
    const struct rest *behind;
    fr_expr *value;
} rest;

/* A loop that break or return leaves: the state behind an iteration, and what says that it was
 * left. */
typedef struct leaving {
    fr_expr *state;
    const char *left, *value; /* 0: goes on, 1: break, 2: return, which gives value */
    const struct leaving *outer;
} leaving;

typedef struct {
    fr_parser *p;
    const fr_functional *f;
    fr_span end;
    unsigned rounds, loops;
    const leaving *loop; /* around what is read; NULL: none */
} converter;

static fr_expr *value_of(converter *c, const host_stmt *list, const rest *behind,
                         const scope *known);

static fr_expr *refuse(converter *c, fr_span at, const char *what, const char *help)
{
    if (!c->p->panic)
        fr_help(c->p->d, fr_report(c->p->d, RGC_ERROR, "R1010", at, "%s", what), "%s", help);
    c->p->panic = true;
    return NULL;
}

/* ---- names ---- */

static bool has(const names *n, const char *name)
{
    for (size_t i = 0; i < n->count; i++)
        if (strcmp(n->names[i], name) == 0)
            return true;
    return false;
}

static void add(converter *c, names *n, const char *name, fr_span at)
{
    if (has(n, name))
        return;
    if (n->count == MOST_NAMES)
        refuse(c, at, "a block of a function with a value assigns at most 16 variables",
               "split it into several functions");
    else
        n->names[n->count++] = name;
}

static bool is_known(const scope *s, const char *name)
{
    while (s && strcmp(s->name, name) != 0)
        s = s->outer;
    return s != NULL;
}

static void pattern_names(converter *c, const fr_expr *pattern, names *n)
{
    if (pattern->kind == EX_NAME)
        add(c, n, pattern->name, pattern->span);
    for (size_t i = 0; i < pattern->count; i++)
        pattern_names(c, pattern->items[i], n);
}

static void assigned(converter *c, const host_stmt *list, names *n)
{
    for (const host_stmt *s = list; s; s = s->next) {
        if (s->kind == HOST_ASSIGN)
            pattern_names(c, s->pattern, n);
        assigned(c, s->body, n);
        assigned(c, s->other, n);
    }
}

/* Whether the list gives the name a value whatever its conditions are. */
static bool assigns(converter *c, const host_stmt *list, const char *name)
{
    for (const host_stmt *s = list; s; s = s->next) {
        names n = {0};
        if (s->kind == HOST_ASSIGN)
            pattern_names(c, s->pattern, &n);
        if (has(&n, name)
            || (s->kind == HOST_IF && assigns(c, s->body, name) && assigns(c, s->other, name)))
            return true;
    }
    return false;
}

static const scope *with_names(converter *c, const scope *known, const names *n)
{
    for (size_t i = 0; i < n->count; i++) {
        scope *s = fr_alloc(c->p->d->arena, sizeof *s);
        *s = (scope){n->names[i], known};
        known = s;
    }
    return known;
}

/* a, or (a, b) */
static fr_expr *tuple_of(converter *c, const names *n, fr_span at)
{
    fr_expr *items[MOST_NAMES];
    for (size_t i = 0; i < n->count; i++)
        items[i] = fr_make_name(c->p->d->arena, at, n->names[i]);
    if (n->count == 1)
        return items[0];
    fr_expr *e = fr_make_call(c->p->d->arena, at, "", n->count, items);
    e->kind = EX_TUPLE;
    e->left = NULL;
    return e;
}

static unsigned height_of(const fr_expr *e) { return e ? e->height : 0; }

static fr_expr *node(converter *c, fr_expr_kind kind, fr_span span, fr_expr *left, fr_expr *right,
                     fr_expr *third)
{
    if (!left || !right)
        return NULL;
    fr_expr *e = fr_make_unary(c->p->d->arena, span, TOK_QUESTION, right);
    const unsigned a = height_of(left), b = height_of(right), d = height_of(third);
    e->kind = kind;
    e->token = kind == EX_LET ? TOK_LET : kind == EX_LAMBDA ? TOK_FREE : TOK_QUESTION;
    e->left = left;
    e->third = third;
    e->height = 1 + (a > b ? a > d ? a : d : b > d ? b : d);
    if (e->height < FR_HEIGHT_LIMIT)
        return e;
    return refuse(c, span, "this function has too many statements", "split it into several");
}

/* Whether break or continue, or return, leaves the list. */
static bool jumps(const host_stmt *list)
{
    for (const host_stmt *s = list; s; s = s->next)
        if (s->kind == HOST_BREAK || s->kind == HOST_CONTINUE
            || (s->kind == HOST_IF && (jumps(s->body) || jumps(s->other))))
            return true;
    return false;
}

static bool is_return(const host_stmt *s, const void *with)
{
    (void)with;
    return s->kind == HOST_VALUE && s->returns;
}

static bool returns(const host_stmt *list) { return fr_any_host(list, is_return, NULL); }

/* Whether the list may end in an error. */
static bool fails(const host_stmt *list)
{
    for (const host_stmt *s = list; s; s = s->next)
        if ((s->kind == HOST_VALUE && fr_is_failure(s->value))
            || (s->kind == HOST_IF && (fails(s->body) || fails(s->other))))
            return true;
    return false;
}

/* ---- statements ---- */

static bool is_last(const host_stmt *s, const rest *behind)
{
    if (s && s->next)
        return false;
    while (behind && !behind->list && !behind->value)
        behind = behind->behind;
    return !behind;
}

static fr_expr *behind_all(converter *c, const rest *behind, const scope *known, fr_span at)
{
    if (!behind)
        return refuse(c, at, "here this function has no value",
                      "its last line is its value: write 'return e', also in each branch of an if");
    return behind->value ? behind->value : value_of(c, behind->list, behind->behind, known);
}

static fr_expr *assignment(converter *c, const host_stmt *s, const rest *behind, const scope *known)
{
    names n = {0};
    if (is_last(s, behind))
        return s->value;
    pattern_names(c, s->pattern, &n);
    return node(c, EX_LET, s->span, s->pattern, s->value,
                value_of(c, s->next, behind, with_names(c, known, &n)));
}

/* let left = n, value = e in state: the iteration ends, and no other follows. value NULL: as it is.
 */
static fr_expr *leave(converter *c, fr_span at, int64_t n, fr_expr *value)
{
    fr_arena *arena = c->p->d->arena;
    const leaving *l = c->loop;
    fr_expr *state = l->left ? node(c, EX_LET, at, fr_make_name(arena, at, l->left),
                                    fr_make_int(arena, at, n), l->state)
                             : l->state;
    return value && state ? node(c, EX_LET, at, fr_make_name(arena, at, l->value), value, state)
                          : state;
}

static fr_expr *jump(converter *c, const host_stmt *s)
{
    if (!c->loop)
        return refuse(c, s->span, "no loop stands around this",
                      "leave it out, or write 'return' and a value");
    if (s->next)
        return refuse(c, s->next->span, "nothing behind 'break' and 'continue' is computed",
                      "leave it out");
    return s->kind == HOST_BREAK ? leave(c, s->span, 1, NULL) : c->loop->state;
}

static fr_expr *value_here(converter *c, const host_stmt *s, const rest *behind)
{
    if (fr_is_failure(s->value))
        return s->value;
    if (s->returns && c->loop && !s->next)
        return leave(c, s->span, 2, s->value);
    if (s->returns && s->next)
        return refuse(c, s->next->span, "nothing behind 'return' is computed", "leave it out");
    if (!s->returns && !is_last(s, behind))
        return refuse(c, s->span, "this value is not used",
                      "write 'y = ' before it, or leave it out");
    return s->value;
}

static fr_expr *choice(converter *c, const host_stmt *s, const rest *behind, const scope *known)
{
    fr_expr *yes = value_of(c, s->body, behind, known);
    fr_expr *no = yes ? value_of(c, s->other, behind, known) : NULL;
    return no ? node(c, EX_TERNARY, s->span, s->value, yes, no) : NULL;
}

/* Both branches go on with what follows the if. */
static fr_expr *branch(converter *c, const host_stmt *s, const rest *behind, const scope *known)
{
    const rest next = {s->next, behind, NULL};
    return choice(c, s, s->next ? &next : behind, known);
}

/* let (a, b) = c ? ... : ... in what follows. A variable of one branch alone ends with it. */
static fr_expr *assigned_by_if(converter *c, const host_stmt *s, const rest *behind,
                               const scope *known)
{
    names all = {0}, n = {0};
    assigned(c, s->body, &all);
    assigned(c, s->other, &all);
    for (size_t i = 0; i < all.count; i++)
        if (is_known(known, all.names[i])
            || (assigns(c, s->body, all.names[i]) && assigns(c, s->other, all.names[i])))
            add(c, &n, all.names[i], s->span);
    if (n.count == 0)
        return value_of(c, s->next, behind, known);
    const rest give = {NULL, NULL, tuple_of(c, &n, s->span)};
    fr_expr *value = choice(c, s, &give, known);
    return value ? node(c, EX_LET, s->span, tuple_of(c, &n, s->span), value,
                        value_of(c, s->next, behind, with_names(c, known, &n)))
                 : NULL;
}

/* ---- loops ---- */

static size_t times_assigned(converter *c, const host_stmt *list, const char *name)
{
    size_t n = 0;
    for (const host_stmt *s = list; s; s = s->next) {
        names one = {0};
        if (s->kind == HOST_ASSIGN || s->kind == HOST_FOR)
            pattern_names(c, s->pattern, &one);
        n += has(&one, name) + times_assigned(c, s->body, name) + times_assigned(c, s->other, name);
    }
    return n;
}

static void end_at(host_stmt *list, const char *name, fr_expr *length)
{
    for (host_stmt *s = list; s; s = s->next) {
        if (s->kind == HOST_FOR && s->value && s->value->kind == EX_RANGE
            && s->value->right->kind == EX_NAME && strcmp(s->value->right->name, name) == 0)
            s->value->right = length;
        end_at(s->body, name, length);
        end_at(s->other, name, length);
    }
}

/* n = length(v), then for i in 1:n: the loop goes to length(v). */
static void end_at_lengths(converter *c, host_stmt *list)
{
    for (host_stmt *s = list; s; s = s->next) {
        const bool length = s->kind == HOST_ASSIGN && s->pattern->kind == EX_NAME
                            && fr_calls_name(s->value, "length") && s->value->count == 1
                            && s->value->items[0]->kind == EX_NAME;
        if (length && times_assigned(c, list, s->pattern->name) == 1
            && times_assigned(c, list, s->value->items[0]->name) == 0)
            end_at(s->next, s->pattern->name, s->value);
    }
}

typedef struct {
    converter *c;
    const char *index;
    names arrays; /* that are read at the index */
} reads;

static const char *element_name(converter *c, const char *array)
{
    return fr_format(c->p->d->arena, "%s#element", array);
}

/* v[i] by the name of the element. */
static fr_expr *by_element(void *context, const fr_expr *e)
{
    reads *r = context;
    if (!e)
        return NULL;
    const bool read = e->kind == EX_INDEX && e->left->kind == EX_NAME && e->count == 1
                      && e->items[0]->kind == EX_NAME && strcmp(e->items[0]->name, r->index) == 0;
    if (read) {
        add(r->c, &r->arrays, e->left->name, e->span);
        return fr_make_name(r->c->p->d->arena, e->span, element_name(r->c, e->left->name));
    }
    fr_expr *copy = fr_with_arguments(r->c->p->d->arena, e, by_element, context);
    copy->left = by_element(context, e->left);
    copy->right = by_element(context, e->right);
    copy->third = by_element(context, e->third);
    return copy;
}

static bool is_bound(const fr_expr *pattern, const char *name)
{
    bool found = pattern && pattern->kind == EX_NAME && strcmp(pattern->name, name) == 0;
    for (size_t i = 0; pattern && !found && i < pattern->count; i++)
        found = is_bound(pattern->items[i], name);
    return found;
}

/* Whether the name stands for something else somewhere in the expression. */
static bool rebinds(const fr_expr *e, const char *name)
{
    if (!e)
        return false;
    bool found = (e->kind == EX_LET || e->kind == EX_LAMBDA) && is_bound(e->left, name);
    found = found || rebinds(e->left, name) || rebinds(e->right, name) || rebinds(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = rebinds(e->items[i], name);
    return found;
}

/* Whether v[i] is the element of the loop wherever it stands in the body. */
static bool reads_elements(const reads *r, const fr_expr *body)
{
    bool good = !rebinds(body, r->index);
    for (size_t i = 0; good && i < r->arrays.count; i++)
        good = !rebinds(body, r->arrays.names[i]);
    return good;
}

static fr_expr *lambda(converter *c, fr_span span, fr_expr *state, fr_expr *element, fr_expr *body)
{
    fr_expr *items[] = {state, element};
    fr_expr *pattern = fr_make_call(c->p->d->arena, span, "", 2, items);
    pattern->kind = EX_TUPLE;
    pattern->left = NULL;
    return node(c, EX_LAMBDA, span, pattern, body, NULL);
}

/* The elements of several vectors side by side: map((a, b) -> (a, b), v, w). */
static fr_expr *side_by_side(converter *c, fr_span span, const names *elements,
                             fr_expr *const *arrays)
{
    fr_expr *items[MOST_NAMES + 1];
    if (elements->count == 1)
        return arrays[0];
    items[0] =
        node(c, EX_LAMBDA, span, tuple_of(c, elements, span), tuple_of(c, elements, span), NULL);
    for (size_t i = 0; i < elements->count; i++)
        items[i + 1] = arrays[i];
    return items[0] ? fr_make_call(c->p->d->arena, span, "map", elements->count + 1, items) : NULL;
}

static fr_expr *fold(converter *c, const host_stmt *s, const names *state, fr_expr *element,
                     fr_expr *body, fr_expr *array)
{
    fr_expr *items[] = {lambda(c, s->span, tuple_of(c, state, s->span), element, body),
                        tuple_of(c, state, s->span), array};
    return items[0] && array ? fr_make_call(c->p->d->arena, s->span, "foldl", 3, items) : NULL;
}

/* first:last, or the indices of the array. */
static fr_expr *over_numbers(converter *c, const host_stmt *s, const names *state, fr_expr *body,
                             const fr_expr *array)
{
    fr_arena *arena = c->p->d->arena;
    fr_expr *numbers = s->value, *argument = (fr_expr *)(uintptr_t)array;
    if (numbers->kind != EX_RANGE)
        numbers = fr_make_range(arena, s->value->span, fr_make_int(arena, s->value->span, 1), NULL,
                                fr_make_call(arena, s->value->span, "length", 1, &argument));
    return fold(c, s, state, s->pattern, body, numbers);
}

static fr_expr *over_indices(converter *c, const host_stmt *s, const names *state, fr_expr *body,
                             const fr_expr *array)
{
    reads r = {.c = c, .index = s->pattern->name};
    names elements = {0};
    fr_expr *arrays[MOST_NAMES];
    if (array->kind == EX_NAME)
        add(c, &r.arrays, array->name, s->span);
    fr_expr *whole = body;
    body = by_element(&r, body);
    if (array->kind != EX_NAME || fr_expr_mentions(body, r.index) || !reads_elements(&r, whole))
        return over_numbers(c, s, state, whole, array);
    for (size_t i = 0; i < r.arrays.count; i++) {
        add(c, &elements, element_name(c, r.arrays.names[i]), s->span);
        arrays[i] = fr_make_name(c->p->d->arena, s->span, r.arrays.names[i]);
    }
    return fold(c, s, state, tuple_of(c, &elements, s->span), body,
                side_by_side(c, s->span, &elements, arrays));
}

/* zip(v, w) by names of its own. */
static fr_expr *zipped(converter *c, fr_span at, const fr_expr *zip)
{
    names elements = {0};
    for (size_t i = 0; i < zip->count; i++)
        add(c, &elements, fr_format(c->p->d->arena, "zip#%zu", i + 1), at);
    return side_by_side(c, at, &elements, zip->items);
}

/* The pattern is that of the loop. */
static fr_expr *over_zip(converter *c, const host_stmt *s, const names *state, fr_expr *body)
{
    return fold(c, s, state, s->pattern, body, zipped(c, s->span, s->value));
}

/* (i, x) in enumerate(v): the elements of 1:length(v) and of v side by side. */
static fr_expr *over_enumerated(converter *c, const host_stmt *s, const names *state, fr_expr *body)
{
    fr_arena *arena = c->p->d->arena;
    const fr_span at = s->value->span;
    fr_expr *v = s->value->items[0];
    fr_expr *length =
        fr_make_call(arena, at, "length", 1,
                     fr_calls_name(v, "zip") && v->count > 0 ? &v->items[0] : &s->value->items[0]);
    names elements = {2, {"enumerate#1", "enumerate#2"}};
    fr_expr *arrays[2] = {fr_make_range(arena, at, fr_make_int(arena, at, 1), NULL, length), v};
    if (fr_calls_name(v, "zip") && v->count >= 2 && v->count < MOST_NAMES)
        arrays[1] = zipped(c, at, v);
    return arrays[1] ? fold(c, s, state, s->pattern, body, side_by_side(c, at, &elements, arrays))
                     : NULL;
}

static uint64_t rounds_of(const fr_expr *range)
{
    const uint64_t by = range->third ? range->third->integer : 1, first = range->left->integer,
                   last = range->right->integer;
    return last < first || by == 0 ? 0 : (last - first) / by + 1;
}

/* Constant bounds: the iterations one after another, the last one innermost. */
static fr_expr *unrolled(converter *c, const host_stmt *s, const names *state, fr_expr *body)
{
    const uint64_t rounds = rounds_of(s->value), first = s->value->left->integer,
                   by = s->value->third ? s->value->third->integer : 1;
    c->rounds += (unsigned)rounds;
    fr_expr *value = tuple_of(c, state, s->span);
    const bool other = rebinds(body, s->pattern->name);
    for (uint64_t k = rounds; k-- > 0 && value;) {
        fr_expr *number = fr_make_int(c->p->d->arena, s->pattern->span, (int64_t)(first + k * by));
        const fr_replacement by_number = {s->pattern->name, number};
        fr_expr *round = other ? node(c, EX_LET, s->span, s->pattern, number, body)
                               : fr_replace_names(c->p->d->arena, body, &by_number, 1);
        value = node(c, EX_LET, s->span, tuple_of(c, state, s->span), round, value);
    }
    return value;
}

static bool is_counted(const fr_expr *e)
{
    return e->kind == EX_RANGE && e->left->kind == EX_INT && e->right->kind == EX_INT
           && (!e->third || (e->third->kind == EX_INT && e->third->integer > 0));
}

static bool takes_arrays(const fr_expr *e)
{
    static const char *const names[] = {"sum",  "norm", "dot",  "map",     "map2",    "foldl",
                                        "mean", "prod", "vcat", "maximum", "minimum", "put#"};
    bool found = e->kind == EX_DOTCALL || e->kind == EX_ADJOINT || e->kind == EX_ARRAY
                 || (e->kind == EX_BINARY && fr_is_dotted(e->token));
    for (size_t i = 0; !found && i < sizeof names / sizeof names[0]; i++)
        found = fr_calls_name(e, names[i]);
    return found;
}

/* Whether an iteration goes through arrays. */
static bool is_long(const fr_expr *e)
{
    if (!e)
        return false;
    bool found = takes_arrays(e) || is_long(e->left) || is_long(e->right) || is_long(e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = is_long(e->items[i]);
    return found;
}

/* Whether the iterations are few enough to be written one after another. */
static bool is_unrolled(const converter *c, const host_stmt *s, const fr_expr *body)
{
    return is_counted(s->value) && rounds_of(s->value) + c->rounds <= MOST_ROUNDS
           && (rounds_of(s->value) <= MOST_LONG_ROUNDS || !is_long(body));
}

/* The name stands for a number where it is read, and for an element in v[i]. */
static void note_index(converter *c, const fr_expr *index)
{
    const fr_bound b = {.function = c->f,
                        .name = index->name,
                        .span = index->span,
                        .type = "Int",
                        .constant = true};
    fr_note_bound(c->p->d->arena, &c->p->program->bounds, &b);
}

/* The state behind the loop. */
static fr_expr *loop_value(converter *c, const host_stmt *s, const names *state, fr_expr *body)
{
    const fr_expr *array = fr_indexed_array(s->value);
    if (fr_calls_name(s->value, "zip") && s->value->count >= 2 && s->value->count <= MOST_NAMES)
        return over_zip(c, s, state, body);
    const bool counted = is_unrolled(c, s, body);
    if (s->pattern->kind == EX_NAME && (counted || array)) {
        note_index(c, s->pattern);
        return counted ? unrolled(c, s, state, body) : over_indices(c, s, state, body, array);
    }
    if (s->value->kind == EX_RANGE && s->pattern->kind == EX_NAME) {
        note_index(c, s->pattern);
        return over_numbers(c, s, state, body, NULL);
    }
    if (fr_calls_name(s->value, "enumerate") && s->value->count == 1)
        return over_enumerated(c, s, state, body);
    return fold(c, s, state, s->pattern, body, s->value);
}

static bool breaks(const host_stmt *list)
{
    for (const host_stmt *s = list; s; s = s->next)
        if (s->kind == HOST_BREAK || (s->kind == HOST_IF && (breaks(s->body) || breaks(s->other))))
            return true;
    return false;
}

static fr_expr *zero_like(converter *c, const fr_expr *value)
{
    fr_arena *arena = c->p->d->arena;
    fr_expr *zero = fr_make_int(arena, value->span, 0);
    if (fr_is_condition(value))
        zero->kind = EX_BOOL;
    if (value->kind != EX_TUPLE)
        return zero;
    fr_expr *copy = fr_copy_call(arena, value);
    for (size_t i = 0; i < copy->count; i++)
        copy->items[i] = zero_like(c, copy->items[i]);
    return copy;
}

static const fr_expr *first_returned(const host_stmt *list)
{
    for (const host_stmt *s = list; s; s = s->next) {
        const fr_expr *inner = first_returned(s->body);
        if (s->kind == HOST_VALUE && s->returns)
            return s->value;
        inner = inner ? inner : first_returned(s->other);
        if (inner)
            return inner;
    }
    return NULL;
}

/* One iteration, unless one before has left the loop. */
static fr_expr *round_of(converter *c, const host_stmt *s, const leaving *l, const scope *known)
{
    fr_arena *arena = c->p->d->arena;
    const leaving *outer = c->loop;
    const rest give = {NULL, NULL, l->state};
    c->loop = l;
    fr_expr *body = value_of(c, s->body, &give, known);
    c->loop = outer;
    if (!body || !l->left)
        return body;
    fr_expr *going = fr_make_binary(arena, TOK_EQ, fr_make_name(arena, s->span, l->left),
                                    fr_make_int(arena, s->span, 0));
    return node(c, EX_TERNARY, s->span, going, body, l->state);
}

/* What follows the loop, which is the returned value where it was left by 'return'. */
static fr_expr *behind_loop(converter *c, const host_stmt *s, const leaving *l, const rest *behind,
                            const scope *known)
{
    fr_arena *arena = c->p->d->arena;
    const bool endless = s->kind == HOST_WHILE && !s->value && !breaks(s->body);
    if (l->value && endless && is_last(s, behind)) /* 'return' alone leaves it */
        return fr_make_name(arena, s->span, l->value);
    fr_expr *after = value_of(c, s->next, behind, known);
    if (!l->value || !after)
        return after;
    fr_expr *returned = fr_make_binary(arena, TOK_EQ, fr_make_name(arena, s->span, l->left),
                                       fr_make_int(arena, s->span, 2)),
            *value = fr_make_name(arena, s->span, l->value);
    value = c->loop ? leave(c, s->span, 2, value) : value;
    return node(c, EX_TERNARY, s->span, returned, value, after);
}

/* (a, b, going): 1 where the loop goes on. */
static fr_expr *with_going(converter *c, const host_stmt *s, const names *state, const char *left)
{
    fr_arena *arena = c->p->d->arena;
    fr_expr *items[MOST_NAMES + 1], *stays = NULL, *condition = s->value;
    for (size_t i = 0; i < state->count; i++)
        items[i] = fr_make_name(arena, s->span, state->names[i]);
    if (left)
        stays = fr_make_binary(arena, TOK_EQ, fr_make_name(arena, s->span, left),
                               fr_make_int(arena, s->span, 0));
    if (left && condition)
        condition = node(c, EX_BINARY, s->span, stays, condition, NULL);
    if (left && condition)
        condition->token = TOK_ANDAND;
    condition = condition ? condition : stays;
    fr_expr *going = condition
                         ? node(c, EX_TERNARY, s->span, condition, fr_make_int(arena, s->span, 1),
                                fr_make_int(arena, s->span, 0))
                         : fr_make_int(arena, s->span, 1);
    items[state->count] = going;
    fr_expr *e = fr_make_call(arena, s->span, "", state->count + 1, items);
    e->kind = EX_TUPLE;
    e->left = NULL;
    return e;
}

/* let left = 0, value = 0 in e */
static fr_expr *with_start(converter *c, const host_stmt *s, const leaving *l, fr_expr *e)
{
    fr_arena *arena = c->p->d->arena;
    if (l->value && e)
        e = node(c, EX_LET, s->span, fr_make_name(arena, s->span, l->value),
                 zero_like(c, first_returned(s->body)), e);
    return l->left && e ? node(c, EX_LET, s->span, fr_make_name(arena, s->span, l->left),
                               fr_make_int(arena, s->span, 0), e)
                        : e;
}

/* What the loop assigns of what is known before it, and how it is left. */
static names state_of(converter *c, const host_stmt *s, const scope *known, const names *inner,
                      leaving *l)
{
    names all = {0}, state = {0};
    assigned(c, s->body, &all);
    for (size_t i = 0; i < all.count; i++)
        if (is_known(known, all.names[i]) && !has(inner, all.names[i]))
            add(c, &state, all.names[i], s->span);
    const bool returned = returns(s->body);
    if (returned || breaks(s->body))
        add(c, &state, l->left = fr_format(c->p->d->arena, "left#%u", ++c->loops), s->span);
    if (returned)
        add(c, &state, l->value = fr_format(c->p->d->arena, "value#%u", c->loops), s->span);
    return state;
}

/* let (a, b, going) = while#((a, b, going) -> body, (a, b, going)) in what follows. */
static fr_expr *while_loop(converter *c, const host_stmt *s, const rest *behind, const scope *known)
{
    fr_arena *arena = c->p->d->arena;
    const names none = {0};
    leaving l = {.outer = c->loop};
    names state = state_of(c, s, known, &none, &l), whole = state;
    if (!s->value && !l.left)
        return refuse(c, s->span, "nothing ends this loop", "write 'condition && break' in it");
    if (state.count == 0)
        return refuse(c, s->span, "this loop changes nothing that is read after it",
                      "give what it computes a value before it: y = 0.0");
    add(c, &whole, fr_format(arena, "going#%u", ++c->loops), s->span);
    l.state = with_going(c, s, &state, l.left);
    const rest give = {NULL, NULL, l.state};
    const leaving *outer = c->loop;
    c->loop = &l;
    fr_expr *body = value_of(c, s->body, &give, known);
    c->loop = outer;
    fr_expr *pattern = tuple_of(c, &whole, s->span);
    fr_expr *items[] = {node(c, EX_LAMBDA, s->span, pattern, body, NULL), l.state};
    if (!items[0] || c->p->panic)
        return NULL;
    fr_expr *value = fr_make_call(arena, s->span, fr_while_name, 2, items);
    return with_start(
        c, s, &l, node(c, EX_LET, s->span, pattern, value, behind_loop(c, s, &l, behind, known)));
}

/* The array behind a loop that assigns each element once; NULL: it is another loop. */
static fr_expr *made_by_loop(converter *c, const host_stmt *s, const names *state, const leaving *l,
                             const scope *known)
{
    fr_loop_map m;
    const leaving *outer = c->loop;
    if (state->count != 1 || l->left
        || !fr_find_map(c->p->d->arena, (host_stmt *)(uintptr_t)s, state->names[0], &m))
        return NULL;
    names inner = {0};
    for (size_t d = 0; d < m.rank; d++) {
        pattern_names(c, m.axes[d].variable, &inner);
        note_index(c, m.axes[d].variable);
    }
    c->loop = NULL;
    fr_expr *value = value_of(c, m.body, NULL, with_names(c, known, &inner));
    c->loop = outer;
    return value ? fr_make_map(c->p->d->arena, &m, value) : NULL;
}

static fr_expr *loop(converter *c, const host_stmt *s, const rest *behind, const scope *known)
{
    names inner = {0};
    leaving l = {.outer = c->loop};
    pattern_names(c, s->pattern, &inner);
    const names state = state_of(c, s, known, &inner, &l);
    if (state.count == 0)
        return value_of(c, s->next, behind, known);
    l.state = tuple_of(c, &state, s->span);
    fr_expr *value = made_by_loop(c, s, &state, &l, known);
    fr_expr *body = value || c->p->panic ? NULL : round_of(c, s, &l, with_names(c, known, &inner));
    value = body ? loop_value(c, s, &state, body) : value;
    return value ? with_start(c, s, &l,
                              node(c, EX_LET, s->span, tuple_of(c, &state, s->span), value,
                                   behind_loop(c, s, &l, behind, known)))
                 : NULL;
}

/* ---- a list ---- */

static fr_expr *value_of(converter *c, const host_stmt *list, const rest *behind,
                         const scope *known)
{
    if (c->p->panic)
        return NULL;
    if (!list)
        return behind_all(c, behind, known, c->end);
    switch (list->kind) {
    case HOST_ASSIGN: return assignment(c, list, behind, known);
    case HOST_VALUE: return value_here(c, list, behind);
    case HOST_FOR: return loop(c, list, behind, known);
    case HOST_WHILE: return while_loop(c, list, behind, known);
    case HOST_BREAK:
    case HOST_CONTINUE: return jump(c, list);
    case HOST_IF: break;
    }
    if (returns(list->body) || returns(list->other) || jumps(list->body) || jumps(list->other)
        || fails(list->body) || fails(list->other) || is_last(list, behind))
        return branch(c, list, behind, known);
    return assigned_by_if(c, list, behind, known);
}

/* 'return' and 'return nothing' are no values. */
static void check_values(converter *c, const host_stmt *list)
{
    for (const host_stmt *s = list; s; s = s->next) {
        if (s->kind == HOST_VALUE && fr_names_nothing(s->value))
            refuse(c, s->span, "this function returns nothing",
                   "return a value; a function that changes its arguments has a name like step!, "
                   "and is called on a line of its own");
        check_values(c, s->body);
        check_values(c, s->other);
    }
}

fr_expr *fr_host_value(fr_parser *p, const fr_functional *f, host_stmt *list, fr_span end)
{
    converter c = {.p = p, .f = f, .end = end};
    names parameters = {0};
    for (size_t i = 0; i < f->param_count; i++)
        add(&c, &parameters, f->params[i].name, f->params[i].span);
    check_values(&c, list);
    if (p->panic)
        return NULL;
    list = fr_without_recursion(p, f, list);
    if (!fr_take_pushes(p, list) || !fr_check_elements(p, f, list))
        return NULL;
    fr_count_whiles(p->d->arena, list);
    list = fr_sum_in_numbers(p->d->arena, list);
    end_at_lengths(&c, list);
    return value_of(&c, list, NULL, with_names(&c, NULL, &parameters));
}
