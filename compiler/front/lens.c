/* lens.c: targets seen through a bijection, -x or x |> f: x is mapped, the statement runs, x is
 * mapped back. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

typedef struct {
    const char *view, *forward;
    bool constant, subtract;
} bijection;

/* View of x, and the statement that maps x to it. */
static const bijection bijections[] = {
    {.view = "NEG", .forward = "NEG"},
    {.view = "-", .forward = "NEG"},
    {.view = "INC", .forward = "INC"},
    {.view = "DEC", .forward = "DEC"},
    {.view = "FLIP", .forward = "FLIP"},
    {.view = "CONJ", .forward = "CONJ"},
    {.view = "AddConst", .constant = true},
    {.view = "SubConst", .constant = true, .subtract = true},
};

static const bijection *find(const fr_expr *f)
{
    const char *name = f->kind == EX_NAME                               ? f->name
                       : f->kind == EX_CALL && f->left->kind == EX_NAME ? f->left->name
                                                                        : "";
    for (size_t i = 0; i < sizeof bijections / sizeof bijections[0]; i++)
        if (strcmp(bijections[i].view, name) == 0 && bijections[i].constant == (f->kind == EX_CALL))
            return &bijections[i];
    return NULL;
}

static fr_stmt *refuse_view(fr_sema *s, const fr_expr *e, const char *name)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0316", e->span, "nothing can be changed through '%s'", name);
    if (strcmp(name, "INV") == 0)
        fr_help(s->d, r,
                "1/x is rounded, so it has no exact inverse; use a Log variable and 'x /= ...'");
    else if (strcmp(name, "grad") == 0)
        fr_help(s->d, r,
                "a gradient belongs to the machine's gradient mode; a program reads values only");
    else
        fr_help(s->d, r,
                "the views are -x and x |> NEG, INC, DEC, FLIP, CONJ, AddConst(c), SubConst(c), "
                "value, or a routine of one argument");
    return fr_make_stmt(s->arena, ST_BLOCK, e->span);
}

/* The statement that maps the lvalue to its view. */
static fr_stmt *mapping(fr_sema *s, const fr_expr *at, fr_expr *place, const fr_expr *f)
{
    const bijection *b = f ? find(f) : &bijections[1];
    fr_stmt *st = fr_make_stmt(s->arena, b && b->constant ? ST_UPDATE : ST_CALL, at->span);
    if (b && b->constant) {
        if (f->count != 1 || f->keyword_count > 0) {
            fr_report(s->d, RGC_ERROR, "R0604", f->span, "%s takes one constant", b->view);
            return NULL;
        }
        st->token = b->subtract ? TOK_SUBEQ : TOK_ADDEQ;
        st->target = place;
        st->value = f->items[0];
        return st;
    }
    if (!b && (f->kind != EX_NAME || !fr_find_function(s->program, f->name))) {
        refuse_view(s, at,
                    f->kind == EX_NAME                               ? f->name
                    : f->kind == EX_CALL && f->left->kind == EX_NAME ? f->left->name
                                                                     : "this");
        return NULL;
    }
    st->value = fr_make_call(s->arena, at->span, b ? b->forward : f->name, 1, &place);
    return st;
}

static bool is_transparent(const fr_expr *f)
{
    static const char *const names[] = {"value", "identity", "real", "unwrap"};
    for (size_t i = 0; f->kind == EX_NAME && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(f->name, names[i]) == 0)
            return true;
    return false;
}

/* Takes one view off e; *map is the statement that makes it (NULL: the view shows the variable as
 * it is). False when e is no view, or wrong (*wrong). */
static bool peel(fr_sema *s, const fr_expr *e, fr_expr **inner, fr_stmt **map, bool *wrong)
{
    *map = NULL;
    if (e->kind == EX_UNARY && e->token == TOK_SUB) {
        *inner = e->right;
        *map = mapping(s, e, e->right, NULL);
        return true;
    }
    if (e->kind == EX_CALL && e->count == 1 && e->keyword_count == 0
        && !fr_find_function(s->program, e->left->kind == EX_NAME ? e->left->name : "")) {
        *inner = e->items[0];
        if (is_transparent(e->left))
            return true;
        refuse_view(s, e, e->left->kind == EX_NAME ? e->left->name : "this");
        *wrong = true;
        return false;
    }
    if (e->kind == EX_ADJOINT) { /* of one number: itself */
        fr_type type;
        *inner = e->left;
        if (fr_place_type(s, e->left, &type) && fr_is_complex(s, type.base))
            *map = mapping(s, e, e->left, fr_make_name(s->arena, e->span, "CONJ"));
        return true;
    }
    if (e->kind != EX_BINARY || e->token != TOK_PIPE)
        return false;
    *inner = e->left;
    if (is_transparent(e->right))
        return true;
    *map = mapping(s, e, e->left, e->right);
    *wrong = !*map;
    return *map != NULL;
}

static fr_stmt *between(fr_sema *s, fr_stmt *map, fr_stmt *body)
{
    if (!map)
        return body;
    fr_stmt *back = fr_invert_list(s->arena, map);
    return fr_chain(map, fr_chain(body, back));
}

static bool is_view(const fr_expr *e)
{
    return (e->kind == EX_UNARY && e->token == TOK_SUB) || (e->kind == EX_CALL && e->count == 1)
           || e->kind == EX_ADJOINT || (e->kind == EX_BINARY && e->token == TOK_PIPE);
}

static fr_stmt *copy_of(fr_sema *s, const fr_stmt *st)
{
    fr_stmt *copy = fr_make_stmt(s->arena, st->kind, st->span);
    *copy = *st;
    copy->next = NULL;
    return copy;
}

static fr_stmt *expand_side(fr_sema *s, const fr_stmt *st, bool target)
{
    fr_expr *inner = NULL;
    fr_stmt *map = NULL, *body = copy_of(s, st);
    bool wrong = false;
    if (!peel(s, target ? st->target : st->value, &inner, &map, &wrong))
        return wrong ? fr_make_stmt(s->arena, ST_BLOCK, st->span) : NULL;
    if (target)
        body->target = inner;
    else
        body->value = inner;
    if (target && st->kind == ST_UPDATE && st->target->kind == EX_UNARY
        && (st->token == TOK_ADDEQ || st->token == TOK_SUBEQ)) {
        body->token = st->token == TOK_ADDEQ ? TOK_SUBEQ : TOK_ADDEQ; /* -x += e is x -= e */
        return body;
    }
    return between(s, map, body);
}

/* ---- arguments ---- */

static bool mentions(const fr_expr *e, const char *name)
{
    if (!e)
        return false;
    if (e->kind == EX_NAME)
        return strcmp(e->name, name) == 0;
    bool found = mentions(e->left, name) || mentions(e->right, name) || mentions(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = mentions(e->items[i], name);
    return found;
}

/* A variable that the call may change, seen through views, and named nowhere else in the call. */
static bool is_changeable(fr_sema *s, const fr_expr *call, size_t at)
{
    const fr_expr *e = call->items[at];
    fr_type type;
    if (fr_place_type(s, e, &type))
        return false;
    if (!(e->kind == EX_UNARY && e->token == TOK_SUB)
        && !(e->kind == EX_BINARY && e->token == TOK_PIPE))
        return false;
    for (; is_view(e); e = e->kind == EX_UNARY  ? e->right
                           : e->kind == EX_CALL ? e->items[0]
                                                : e->left)
        if (e->kind == EX_CALL && !is_transparent(e->left))
            return false; /* a function of it is a value */
    const fr_expr *name = e->kind == EX_INDEX ? e->left : e;
    const fr_var *v = name->kind == EX_NAME ? fr_find_var(s, name->name) : NULL;
    if (!v || !v->live || v->kind == FR_VAR_LOOP || v->kind == FR_VAR_KEYWORD
        || (v->type.rank > 0) != (e->kind == EX_INDEX))
        return false;
    for (size_t i = 0; i < call->count; i++)
        if (i != at && mentions(call->items[i], v->name))
            return false;
    return true;
}

static fr_stmt *expand_arguments(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    if (e->kind != EX_CALL || e->left->kind != EX_NAME)
        return NULL;
    for (size_t i = 0; i < e->count; i++) {
        fr_expr *inner = NULL;
        fr_stmt *map = NULL;
        bool wrong = false;
        if (!is_changeable(s, e, i))
            continue;
        if (!peel(s, e->items[i], &inner, &map, &wrong))
            return wrong ? fr_make_stmt(s->arena, ST_BLOCK, st->span) : NULL;
        fr_stmt *body = copy_of(s, st);
        body->value = fr_make_call(s->arena, e->span, e->left->name, e->count, e->items);
        body->value->keywords = e->keywords;
        body->value->keyword_count = e->keyword_count;
        body->value->items[i] = inner;
        return between(s, map, body);
    }
    return NULL;
}

fr_stmt *fr_expand_lens(fr_sema *s, const fr_stmt *st)
{
    if (st->kind == ST_CALL)
        return expand_arguments(s, st);
    if (st->kind != ST_UPDATE && st->kind != ST_SWAP)
        return NULL;
    fr_type type;
    /* An element of a view that shows more than the element: A'[i, j] of complex numbers. */
    fr_expr *target = fr_element_of_view(s, st->target),
            *value = st->kind == ST_SWAP ? fr_element_of_view(s, st->value) : NULL;
    if ((target && is_view(target)) || (value && is_view(value))) {
        fr_stmt *body = copy_of(s, st);
        body->target = target ? target : st->target;
        body->value = value ? value : st->value;
        return body;
    }
    if (is_view(st->target) && !fr_place_type(s, st->target, &type))
        return expand_side(s, st, true);
    return st->kind == ST_SWAP && is_view(st->value) && !fr_place_type(s, st->value, &type)
               ? expand_side(s, st, false)
               : NULL;
}
