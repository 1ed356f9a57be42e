/* own_type.c: the type of what a generic instruction adds, from the expressions in its body and the
 * types of the arguments, so that its value may stand where no target says the type. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/generators.h"
#include "compiler/syntax/generators.h"
#include "compiler/syntax/words.h"

typedef struct {
    fr_sema *s;
    const fr_function *f; /* NULL: the variables at hand, elements standing for arrays */
    const fr_type *types; /* one for each parameter; the first is what is sought */
    unsigned depth;
    bool bits; /* operations on bits have a type too */
} scope;

enum { DEEPEST_NAMES = 8 };

static bool type_of(scope *c, const fr_expr *e, fr_type *out);

static bool number(rg_type_base base, fr_type *out)
{
    *out = (fr_type){base, 0};
    return true;
}

static bool fixed_like(scope *c, fr_type of, fr_type *out)
{
    return number(
        fr_is_complex(c->s, of.base) ? fr_complex_type(c->s, RG_TYPE_FIXED) : RG_TYPE_FIXED, out);
}

/* What an operation on both gives. */
static bool widest(scope *c, fr_type a, fr_type b, fr_type *out)
{
    const bool x = fr_is_complex(c->s, a.base), y = fr_is_complex(c->s, b.base);
    if (a.rank > 0 || b.rank > 0)
        return false;
    if ((fr_is_compound(a.base) && !x) || (fr_is_compound(b.base) && !y))
        return number(fr_is_compound(a.base) && !x ? a.base : b.base, out);
    const rg_type_base p = x ? fr_compound_of(c->s, a.base)->types[0].base : a.base,
                       q = y ? fr_compound_of(c->s, b.base)->types[0].base : b.base;
    const rg_type_base part = p == RG_TYPE_LOG || q == RG_TYPE_LOG       ? RG_TYPE_LOG
                              : p == RG_TYPE_FIXED || q == RG_TYPE_FIXED ? RG_TYPE_FIXED
                                                                         : RG_TYPE_INT;
    return number(x || y ? fr_complex_type(c->s, part) : part, out);
}

/* The first allocation of the name, or a loop over it: its type. */
static bool local(scope *c, const fr_stmt *list, const char *name, fr_type *out)
{
    for (const fr_stmt *st = list; st; st = st->next) {
        if (st->kind == ST_ALLOC && st->target->kind == EX_NAME
            && strcmp(st->target->name, name) == 0)
            return type_of(c, st->value, out);
        if (st->kind == ST_FOR && strcmp(st->name, name) == 0)
            return st->value->kind == EX_RANGE
                       ? number(RG_TYPE_INT, out)
                       : type_of(c, st->value, out) && number(out->base, out);
        if (local(c, st->body, name, out) || local(c, st->other, name, out))
            return true;
    }
    return false;
}

static bool named(scope *c, const fr_expr *e, fr_type *out)
{
    const fr_var *v = c->f ? NULL : fr_find_var(c->s, e->name);
    if (v && v->live) {
        *out = v->type;
        return !v->unknown;
    }
    for (size_t i = 0; c->f && i < c->f->param_count; i++)
        if (strcmp(c->f->params[i].name, e->name) == 0) {
            *out = c->types[i];
            return i > 0;
        }
    if (strcmp(e->name, "im") == 0)
        return number(fr_complex_type(c->s, RG_TYPE_INT), out);
    if (strcmp(e->name, "pi") == 0 || strcmp(e->name, "π") == 0 || strcmp(e->name, "ℯ") == 0
        || strcmp(e->name, fr_infinity) == 0 || strcmp(e->name, fr_most_finite) == 0)
        return number(RG_TYPE_FIXED, out);
    for (const fr_const *k = c->s->program->consts; k; k = k->next)
        if (strcmp(k->name, e->name) == 0 && c->depth < DEEPEST_NAMES) {
            c->depth++;
            bool found = type_of(c, k->value, out);
            c->depth--;
            return found;
        }
    if (!c->f || c->depth >= DEEPEST_NAMES)
        return false;
    c->depth++;
    bool found = local(c, c->f->body, e->name, out);
    c->depth--;
    return found;
}

static bool of_own_call(scope *c, const fr_expr *e, fr_type *out)
{
    fr_type types[FR_MOST_PARTS];
    if (e->count > FR_MOST_PARTS)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!type_of(c, e->items[i], &types[i]) || types[i].rank > 0)
            return false;
    return fr_own_type(c->s, e, types, out) && out->rank == 0;
}

/* Point(x, y) */
static bool of_constructor(scope *c, const fr_expr *e, const fr_struct *d, fr_type *out)
{
    fr_type types[FR_MOST_PARTS];
    if (d->abstract || e->count != d->field_count || e->count > FR_MOST_PARTS)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!type_of(c, e->items[i], &types[i]) || types[i].rank > 0)
            return false;
    out->rank = 0;
    return fr_type_constructed(c->s, e, d, types, &out->base);
}

static bool of_call(scope *c, const fr_expr *e, fr_type *out)
{
    static const char *const same[] = {"conj", "identity", "value", "unwrap", "val", "-"};
    static const char *const parts[] = {"real", "imag", "abs2"};
    static const char *const fixed[] = {
        "sqrt", "exp",  "log",  "sin",   "cos",   "tan",   "sinh",  "cosh", "tanh",  "asin", "acos",
        "atan", "exp2", "log2", "expm1", "log1p", "exp10", "log10", "inv",  "hypot", "float"};
    static const char *const whole[] = {"length", "size", "sign", "factorial", "count_ones"};
    static const char *const rounded[] = {"floor", "ceil", "round", "trunc"};
    static const char *const wide[] = {"min", "max", "clamp", "muladd", "fma", "abs",
                                       "div", "rem", "mod",   "mod1",   "fld", "cld"};
    const char *name = e->left->kind == EX_NAME ? e->left->name : "";
    fr_type first;
    if (e->count == 0)
        return false;
    if (!c->f && fr_is_fold(e) && e->count == 1 && fr_is_generator(e->items[0])) {
        out->rank = 0;
        return fr_generated_type(c->s, e->items[0], name, &out->base);
    }
    if (fr_is_own_function(c->s, name)
        && (!fr_is_builtin(name) || fr_own_takes_numbers(c->s, name)))
        return !c->f && of_own_call(c, e, out);
    const fr_struct *d =
        fr_find_struct(c->s, e->left->kind == EX_CURLY ? e->left->left->name : name);
    if (d)
        return of_constructor(c, e, d, out);
    if (FR_IS_ONE_OF(name, whole))
        return number(RG_TYPE_INT, out);
    if (strcmp(name, "ifelse") == 0 && e->count == 3)
        return type_of(c, e->items[1], out) && type_of(c, e->items[2], &first)
               && widest(c, *out, first, out);
    if (FR_IS_ONE_OF(name, rounded) && e->count == 2)
        return e->items[0]->kind == EX_NAME && strcmp(e->items[0]->name, "Int") == 0
               && number(RG_TYPE_INT, out);
    if (strcmp(name, "zero") == 0 || strcmp(name, "one") == 0) {
        bool found = false;
        rg_type_base base = e->items[0]->kind == EX_NAME ? fr_base_named(e->items[0]->name, &found)
                                                         : RG_TYPE_INT;
        return found ? number(base, out) : type_of(c, e->items[0], out);
    }
    bool type_name;
    const char *given = strcmp(name, "convert") != 0                    ? name
                        : e->count == 2 && e->items[0]->kind == EX_NAME ? e->items[0]->name
                                                                        : "";
    const rg_type_base target = fr_base_named(given, &type_name);
    if (type_name)
        return number(target, out);
    if (!type_of(c, e->items[0], &first) || first.rank > 0)
        return false;
    if (strcmp(name, "convert") == 0)
        return e->count == 1
               && number(first.base == RG_TYPE_LOG ? RG_TYPE_FIXED : RG_TYPE_LOG, out);
    if (strcmp(name, "angle") == 0)
        return number(RG_TYPE_FIXED, out);
    const bool complex = fr_is_complex(c->s, first.base);
    if (FR_IS_ONE_OF(name, parts))
        return number(complex ? fr_compound_of(c->s, first.base)->types[0].base : first.base, out);
    if (complex && strcmp(name, "abs") == 0)
        return number(RG_TYPE_FIXED, out);
    if (FR_IS_ONE_OF(name, same) || (FR_IS_ONE_OF(name, rounded) && !complex)) {
        *out = first;
        return true;
    }
    if (FR_IS_ONE_OF(name, fixed))
        return fixed_like(c, first, out);
    if (!FR_IS_ONE_OF(name, wide))
        return false;
    *out = first;
    for (size_t i = 1; i < e->count; i++)
        if (!type_of(c, e->items[i], &first) || !widest(c, *out, first, out))
            return false;
    return true;
}

static bool of_field(scope *c, const fr_expr *e, fr_type *out)
{
    fr_type whole;
    if (!type_of(c, e->left, &whole))
        return false;
    const fr_compound *k = fr_compound_of(c->s, whole.base);
    const int i = k ? fr_part_index(k, e->name) : -1;
    if (i < 0)
        return false;
    *out = (fr_type){k->types[i].base, whole.rank ? whole.rank : k->types[i].rank};
    return true;
}

static bool of_operation(scope *c, const fr_expr *e, fr_type *out)
{
    fr_type a, b;
    const fr_token_kind token = fr_undotted(e->token);
    switch (token) {
    case TOK_EQ:
    case TOK_NE:
    case TOK_LT:
    case TOK_LE:
    case TOK_GT:
    case TOK_GE:
    case TOK_ANDAND:
    case TOK_OROR: return number(RG_TYPE_BOOL, out);
    case TOK_ADD:
    case TOK_SUB:
    case TOK_MUL:
    case TOK_POW:
    case TOK_DIV:
    case TOK_IDIV:
    case TOK_REM: break;
    case TOK_XOR:
    case TOK_AND:
    case TOK_OR:
    case TOK_SHL:
    case TOK_SAR:
    case TOK_SHR: return c->bits && type_of(c, e->left, out);
    default: return false;
    }
    if (!type_of(c, e->left, &a) || !type_of(c, e->right, &b) || !widest(c, a, b, out))
        return false;
    if (token != TOK_DIV || out->base == RG_TYPE_LOG)
        return true;
    return fr_is_compound(out->base) && !fr_is_complex(c->s, out->base) ? true
                                                                        : fixed_like(c, *out, out);
}

static bool type_of(scope *c, const fr_expr *e, fr_type *out)
{
    fr_type other;
    fr_view view;
    if (!c->f && fr_view_of(c->s, e, &view))
        return number(view.array->type.base, out);
    if (!c->f && fr_place_type(c->s, e, &other) && other.rank == 0) {
        *out = other;
        return true;
    }
    switch (e->kind) {
    case EX_INT: return number(RG_TYPE_INT, out);
    case EX_REAL: return number(RG_TYPE_FIXED, out);
    case EX_BOOL: return number(RG_TYPE_BOOL, out);
    case EX_NAME: return named(c, e, out);
    case EX_FIELD: return of_field(c, e, out);
    case EX_DOTCALL:
    case EX_CALL: return of_call(c, e, out);
    case EX_BINARY: return of_operation(c, e, out);
    case EX_ADJOINT: return type_of(c, e->left, out);
    case EX_INDEX:
        return type_of(c, e->left, out) && out->rank == e->count && number(out->base, out);
    case EX_UNARY:
        return e->token == TOK_NOT    ? number(RG_TYPE_BOOL, out)
               : e->token == TOK_SQRT ? type_of(c, e->right, &other) && fixed_like(c, other, out)
                                      : type_of(c, e->right, out);
    case EX_TERNARY:
        return type_of(c, e->right, out) && type_of(c, e->third, &other)
               && widest(c, *out, other, out);
    default: return false;
    }
}

static bool names(const fr_expr *e, const char *name)
{
    if (!e)
        return false;
    bool found = (e->kind == EX_NAME && strcmp(e->name, name) == 0) || names(e->left, name)
                 || names(e->right, name) || names(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = names(e->items[i], name);
    return found;
}

/* The type of all that the statements add to the first parameter; false where one of them does not
 * tell. */
static bool of_updates(scope *c, const fr_stmt *list, bool *any, fr_type *out)
{
    const char *target = c->f->params[0].name;
    for (const fr_stmt *st = list; st; st = st->next) {
        fr_type type;
        if (st->kind == ST_UPDATE && st->target->kind == EX_NAME
            && strcmp(st->target->name, target) == 0) {
            if (!type_of(c, st->value, &type) || type.rank > 0
                || (*any && !widest(c, *out, type, &type)))
                return false;
            *out = type.base == RG_TYPE_BOOL && st->token != TOK_XOREQ ? (fr_type){RG_TYPE_INT, 0}
                                                                       : type;
            *any = true;
        } else if (names(st->target, target) || names(st->value, target)) {
            return false;
        }
        if (!of_updates(c, st->body, any, out) || !of_updates(c, st->other, any, out))
            return false;
    }
    return true;
}

bool fr_type_added(fr_sema *s, const fr_function *f, const fr_type *types, fr_type *out)
{
    scope c = {.s = s, .f = f, .types = types};
    bool any = false;
    return f->param_count > 0 && !f->params[f->param_count - 1].rest
           && of_updates(&c, f->body, &any, out) && any;
}

bool fr_element_type(fr_sema *s, const fr_expr *e, rg_type_base *out)
{
    scope c = {.s = s};
    fr_type type;
    const bool found = type_of(&c, e, &type) && type.rank == 0;
    if (found)
        *out = type.base;
    return found;
}

bool fr_type_within(fr_sema *s, const fr_function *f, const fr_type *types, const fr_expr *e,
                    fr_type *out)
{
    scope c = {.s = s, .f = f, .types = types, .bits = true};
    return type_of(&c, e, out);
}
