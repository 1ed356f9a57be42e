/* build.c: from the expression of an @fn to its typed unary form. */
#include <stdlib.h>
#include <string.h>

#include "compiler/front/foreign_names.h"
#include "compiler/front/sema.h"
#include "compiler/functional/unary.h"
#include "compiler/syntax/array_parameters.h"
#include "compiler/syntax/callable.h"
#include "compiler/syntax/host_function.h"
#include "compiler/syntax/words.h"

enum { DEPTH_LIMIT = 2000, FRAME_LIMIT = 16 };

/* Functions from reals to a real; the machine or the language has them all. */
static const char *const functions[] = {
    "abs",   "abs2", "acos",  "asin",  "atan",  "ceil",  "clamp", "cos",
    "cosh",  "exp",  "exp10", "exp2",  "expm1", "floor", "hypot", "identity",
    "inv",   "log",  "log10", "log1p", "log2",  "max",   "min",   "muladd",
    "round", "sign", "sin",   "sinh",  "sqrt",  "tan",   "tanh",  "trunc",
};
/* Functions that give an Int for each Int, and those that do so for Ints alone. */
static const char *const of_whole[] = {"abs", "abs2", "clamp",  "identity",
                                       "max", "min",  "muladd", "sign"};
static const char *const whole_only[] = {"cld", "count_ones", "div", "fld",
                                         "mod", "mod1",       "rem", "xor"};
/* Of these, the ones that no real has. */
static const char *const bits_only[] = {"count_ones", "xor"};
static const char *const array_functions[] = {"map", "map2",   "foldl",   "sum",
                                              "dot", "length", "size",    "fst",
                                              "snd", "prod",   "maximum", "minimum"};

enum {
    FUNCTIONS = sizeof functions / sizeof functions[0],
    ARRAY_FUNCTIONS = sizeof array_functions / sizeof array_functions[0],
    OF_WHOLE = sizeof of_whole / sizeof of_whole[0],
    WHOLE_ONLY = sizeof whole_only / sizeof whole_only[0],
    BITS_ONLY = sizeof bits_only / sizeof bits_only[0]
};

/* ---- names ---- */

/* x, y = v: the first elements, as in Julia. */
static bool bind_elements(fn_builder *b, const fr_expr *pattern, fn_slot *array)
{
    array = fn_listed(b, pattern, array);
    bool good = array != NULL;
    for (size_t i = 0; good && i < pattern->count; i++) {
        const fr_span at = pattern->items[i]->span;
        fr_expr *number = fr_make_int(b->d->arena, at, (int64_t)i + 1);
        const fr_expr index = {.kind = EX_INDEX, .span = at, .count = 1, .items = &number};
        fn_slot *element = fn_build_elements(b, &index, array);
        good = element && fn_bind(b, pattern->items[i], element);
    }
    return good;
}

bool fn_bind(fn_builder *b, const fr_expr *pattern, fn_slot *slot)
{
    if (pattern->kind == EX_NAME) {
        fn_bind_name(b, pattern->name, pattern->span, slot);
        return true;
    }
    if (slot->type->kind == FN_ARRAY)
        return bind_elements(b, pattern, slot);
    if (slot->type->kind != FN_PRODUCT || slot->type->count != pattern->count) {
        fn_mismatch(b, slot, "Tuple{Fixed, Fixed}", "R1002", pattern->span,
                    fr_format(b->d->arena, "%zu names for %s", pattern->count,
                              fn_type_words(b->d->arena, slot->type)));
        return false;
    }
    for (size_t i = 0; i < pattern->count; i++)
        if (!fn_bind(b, pattern->items[i],
                     fn_project(b, slot, (unsigned)i, pattern->items[i]->span)))
            return false;
    return true;
}

static bool is_function(const char *name)
{
    return fr_is_word_of(name, functions, FUNCTIONS) || fr_is_word_of(name, whole_only, WHOLE_ONLY);
}

static fn_slot *unknown_name(fn_builder *b, const fr_expr *e)
{
    const char *names[64];
    size_t n = 0;
    if (is_function(e->name) || fn_find(b->program, e->name)) {
        fr_report(b->d, RGC_ERROR, "R1001", e->span,
                  "'%s' is a function; only map, map2 and foldl take one as an argument", e->name);
        return NULL;
    }
    for (const fn_env *v = b->env; v && n < 64; v = v->next)
        names[n++] = v->name;
    rgc_diagnostic *r = fr_report(b->d, RGC_ERROR, "R0301", e->span, "'%s' is not declared",
                                  fr_written_name(b->d->arena, e->name));
    const char *near = rg_suggest(e->name, names, n);
    const char *help = fn_constant_help(e->name);
    if (help)
        fr_help(b->d, r, "%s", help);
    else if (near)
        fr_did_you_mean(b->d, r, e->span, near);
    else if (b->frame->function->statements)
        fr_help(b->d, r,
                "what one branch of an 'if' or a loop assigns ends there, unless it has a "
                "value before");
    return NULL;
}

/* Whether e is a function: without a name, or by one that no variable has. */
static bool names_function(const fn_builder *b, const fr_expr *e)
{
    if (e->kind == EX_LAMBDA || fn_is_composed(e))
        return true;
    const fn_env *v = e->kind == EX_NAME ? fn_bound(b, e->name) : NULL;
    if (e->kind != EX_NAME || v)
        return v && v->function;
    if (fn_find_const(b->program, e->name))
        return false;
    return fn_find(b->program, e->name) || is_function(e->name) || fn_is_base(e->name)
           || (strlen(e->name) == 1 && strchr("+-*/^", *e->name));
}

/* The variable that is called; a call of Base that the compiler made means none. */
static const fn_env *called_variable(const fn_builder *b, const fr_expr *name)
{
    const bool base = is_function(name->name) || fn_is_base(name->name)
                      || fr_is_word_of(name->name, array_functions, ARRAY_FUNCTIONS);
    return base && name->made ? NULL : fn_bound(b, name->name);
}

/* A function of this definition, in the scope in which it was named. */
static fn_slot *call_bound(fn_builder *b, const fn_env *f, size_t count, fn_slot *const *args)
{
    const fn_env *env = b->env;
    b->env = f->scope;
    fn_slot *s = fn_build_function(b, f->function, count, args);
    b->env = env;
    return s;
}

static fn_slot *build_name(fn_builder *b, const fr_expr *e)
{
    const fn_env *v = fn_bound(b, e->name);
    if (v && v->function) {
        fr_help(b->d,
                fr_report(b->d, RGC_ERROR, "R1001", e->span, "'%s' is a function here", e->name),
                "call it: %s(x)", e->name);
        return NULL;
    }
    if (v)
        return v->slot;
    const fr_const *c = fn_find_const(b->program, e->name);
    if (c)
        return fn_build_const(b, c, e);
    if (strcmp(e->name, "π") == 0 || strcmp(e->name, "pi") == 0 || strcmp(e->name, "ℯ") == 0)
        return fn_constant(b, e->span, e->name);
    if (strcmp(e->name, fr_put_zero) == 0)
        return fn_zero_of_put(b, e);
    return fr_is_infinity(e->name) ? fn_infinite_constant(b, e) : unknown_name(b, e);
}

/* ---- scalars ---- */

/* A whole exponent stays an integer: the power is then a product. */
static fn_slot *build_exponent(fn_builder *b, const fr_expr *e)
{
    const fr_expr *n = e->kind == EX_UNARY && e->token == TOK_SUB ? e->right : e;
    if (n->kind != EX_INT)
        return fn_build_term(b, e);
    fn_slot *s = fn_constant(
        b, e->span,
        fr_format(b->d->arena, n == e ? "%llu" : "(-%llu)", (unsigned long long)n->integer));
    s->type = n == e && b->whole ? &fn_whole : &fn_real;
    return s;
}

/* An index beside a number that may be an Int: i % 2. */
static bool wholes(fn_builder *b, fn_slot **args)
{
    for (size_t i = 0; i < 2; i++) {
        fn_slot *whole = fn_to_whole(b, args[i]);
        if (!whole)
            return false;
        args[i] = whole;
    }
    return true;
}

/* A \ b; of a number, b / a. */
static fn_slot *build_solved(fn_builder *b, const fr_expr *e)
{
    fn_slot *args[] = {fn_build_term(b, e->left), fn_build_term(b, e->right)};
    if (!args[0] || !args[1])
        return NULL;
    if (args[0]->type->kind != FN_ARRAY)
        return fn_build_term(b, fr_make_binary(b->d->arena, TOK_DIV, e->right, e->left));
    const char *name = fn_solver(b, e, args);
    return name ? fn_apply(b, fr_make_name(b->d->arena, e->span, name), 2, args, NULL, e->span)
                : NULL;
}

static fn_slot *build_binary(fn_builder *b, const fr_expr *e)
{
    const fr_token_kind op = fr_undotted(e->token);
    const fr_expr *shifted = fn_without_identity(b, e);
    fn_slot *args[2];
    if (shifted || e->token == TOK_BACKSLASH)
        return shifted ? fn_build_term(b, shifted) : build_solved(b, e);
    if (!fn_operator_text(op) && !fn_whole_operator_text(op))
        return fn_not_here(b, e, "this operator");
    if (e->token == TOK_MUL && fn_has_transpose(e))
        return fn_build_product(b, e);
    args[0] = fn_build_term(b, e->left);
    const size_t from = b->seq->count;
    args[1] = op == TOK_POW ? build_exponent(b, e->right) : fn_build_term(b, e->right);
    if (!args[0] || !args[1])
        return NULL;
    if (e->token == TOK_ANDAND || e->token == TOK_OROR)
        return fn_logic_of(b, e, args, from);
    const fr_expr logic = fn_as_logic(e, args);
    if (logic.token != e->token)
        return fn_goes_each(&logic, args)
                   ? fn_build_each(b, fr_copy_call(b->d->arena, &logic), 2, args)
                   : fn_binary_of(b, &logic, args);
    if (!fn_operator_text(op) && (!b->whole || b->counts) && !wholes(b, args)) {
        const fr_expr *named = fn_divided(b->d->arena, e, op);
        if (named)
            return fn_apply(b, named->left, 2, args, NULL, e->span);
        fn_want(b, args[0], &fn_whole, e->left, "the left operand");
        fn_want(b, args[1], &fn_whole, e->right, "the right operand");
        return NULL;
    }
    if (fn_refuses_line(b, e, args))
        return NULL;
    if (fn_is_array_slot(args[0]) && fn_is_array_slot(args[1]) && e->token == TOK_MUL)
        return fn_product_of(b, e, args);
    if (fn_is_array_slot(args[0]) && fn_is_array_slot(args[1]) && !fn_goes_each(e, args)) {
        fr_help(b->d,
                fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
                          "'%s' stands between two arrays", fn_operator_text(op)),
                "write .%s for each element", fn_operator_text(op));
        return NULL;
    }
    return fn_goes_each(e, args) ? fn_build_each(b, e, 2, args) : fn_binary_of(b, e, args);
}

static fn_slot *build_unary(fn_builder *b, const fr_expr *e)
{
    if (e->token == TOK_TILDE)
        return fn_not_here(b, e, "'~'");
    fn_slot *s = fn_build_term(b, e->right);
    if (!s)
        return NULL;
    return e->token == TOK_SUB || e->token == TOK_NOT ? fn_build_each(b, e, 1, &s)
                                                      : fn_unary_of(b, e, s);
}

/* ---- calls ---- */

static bool writes_int(const fr_expr *type)
{
    bool scalar = false, found = false;
    if (!type || type->kind == EX_INT)
        return false;
    if (type->kind == EX_NAME)
        return fr_base_named(type->name, &scalar) == RG_TYPE_INT && scalar;
    for (size_t i = 0; i < type->count; i++)
        found = found || writes_int(type->items[i]);
    return found;
}

static bool has_int(const fr_functional *f)
{
    bool found = writes_int(f->result);
    for (size_t i = 0; i < f->param_count; i++)
        found = found || writes_int(f->params[i].type);
    return found;
}

/* The argument of a parameter whose type is a struct. */
static bool want_struct(fn_builder *b, const fr_functional *f, size_t i, fn_slot *arg, fr_span call)
{
    fn_bind_name(b, f->params[i].name, f->params[i].span, arg);
    if (fn_suits_struct(arg->type, f->params[i].type))
        return true;
    rgc_diagnostic *r = fr_report(fn_mistyped(b), RGC_ERROR, "R1002", call,
                                  "argument %zu of '%s' is %s, not its struct", i + 1, f->name,
                                  fn_type_words(b->d->arena, arg->type));
    fr_note(b->d, r, f->params[i].span, "the parameter is declared here");
    return false;
}

fn_slot *fn_expand(fn_builder *b, const fr_functional *f, fn_slot *const *args,
                   const fr_expr *const *exprs, fr_span call)
{
    unsigned frames = 0;
    if (fn_calls_routine(b, f, args))
        return fn_call_routine(b, f, args, call);
    bool first = true; /* of those that call each other: one message for the ring */
    for (const fn_frame *w = b->frame; w; w = w->outer, frames++) {
        first = first && w->function->span.offset >= f->span.offset;
        if (w->function == f && !first)
            return NULL;
        if (w->function == f) {
            rgc_diagnostic *r =
                fr_report(b->d, RGC_ERROR, "R1004", call, "'%s' calls itself", f->name);
            fr_note(b->d, r, f->span, "it is defined here");
            fr_help(b->d, r,
                    f->marked
                        ? "repeat with foldl, or write an '@i function'"
                        : "such a call takes numbers of the types of its parameters, which n::Int "
                          "tells, and arrays that are parameters: for a slice, f(v[lo:hi]), write "
                          "f(v, lo, hi) with v[i] for i from lo to hi");
            return NULL;
        }
    }
    if (frames >= FRAME_LIMIT) {
        fr_report(b->d, RGC_ERROR, "R1007", call,
                  "definitions call each other more than %d levels deep", FRAME_LIMIT);
        return NULL;
    }
    fn_frame frame = {f, call, b->frame};
    const fn_env *env = b->env;
    const bool whole = b->whole, rows = b->rows;
    b->rows = f->marked;
    b->env = NULL;
    b->frame = &frame;
    b->whole = has_int(f);
    bool good = true;
    for (size_t i = 0; i < f->param_count; i++) {
        if (!args[i]) {
            fn_bind_function(b, f->params[i].name, exprs[i], env);
            continue;
        }
        const bool typed = f->params[i].type && !f->params[i].read_off;
        fn_slot *arg = typed ? fn_for_parameter(b, f->params[i].type, args[i]) : args[i];
        if (typed && fn_takes_struct(b, f->params[i].type)) {
            good = want_struct(b, f, i, args[i], call) && good;
            continue;
        }
        const fn_type *t = fn_read_type(b->d, b->program, f->params[i].type);
        if (typed && t && !fn_suits(arg->type, t)) {
            rgc_diagnostic *r = fr_report(fn_mistyped(b), RGC_ERROR, "R1002", call,
                                          "argument %zu of '%s' is %s, not %s", i + 1, f->name,
                                          fn_type_words(b->d->arena, args[i]->type),
                                          fn_type_words(b->d->arena, t));
            fr_note(b->d, r, f->params[i].span, "the parameter is declared here");
            t = NULL;
        }
        good = good && t;
        fn_bind_name(b, f->params[i].name, f->params[i].span, arg);
    }
    fn_slot *s = good ? fn_build_term(b, f->body) : NULL;
    b->env = env;
    b->frame = frame.outer;
    b->whole = whole;
    b->rows = rows;
    return s;
}

static fn_slot *unknown_function(fn_builder *b, const fr_expr *callee)
{
    const char *names[FUNCTIONS + ARRAY_FUNCTIONS + 64];
    size_t n = 0;
    for (; n < FUNCTIONS; n++)
        names[n] = functions[n];
    for (size_t i = 0; i < ARRAY_FUNCTIONS; i++)
        names[n++] = array_functions[i];
    for (const fr_functional *f = b->program->functionals;
         f && n < FUNCTIONS + ARRAY_FUNCTIONS + 64; f = f->next)
        names[n++] = f->name;
    const char *near = rg_suggest(callee->name, names, n);
    const fr_function *routine = fr_find_function(b->program, callee->name);
    if (routine) {
        rgc_diagnostic *r = fr_report(b->d, RGC_ERROR, "R1001", callee->span,
                                      "'%s' is a routine, not a function with a value",
                                      routine->name);
        fr_note(b->d, r, routine->span, "it is defined here");
        fr_help(b->d, r, "an '@i function' may call an @fn, not the other way round");
        return NULL;
    }
    rgc_diagnostic *r = fr_report(b->d, RGC_ERROR, "R0205", callee->span,
                                  "there is no function '%s'", callee->name);
    const char *special = fr_special_function(callee->name);
    special = special ? special : fr_foreign_function(callee->name);
    if (special)
        fr_help(b->d, r, "%s", special);
    else if (near)
        fr_did_you_mean(b->d, r, callee->span, near);
    return NULL;
}

static bool check_count(fn_builder *b, const fr_expr *e, const char *name, size_t have,
                        size_t least, size_t most)
{
    if (have >= least && have <= most)
        return true;
    const size_t value = fr_is_callable_name(name), wanted = (have < least ? least : most) - value;
    const char *who = value ? fr_callable_words(b->d->arena, name)
                            : fr_format(b->d->arena, "'%s'", name);
    fr_report(b->d, RGC_ERROR, "R0604", e->span, "%s takes %zu argument%s, not %zu", who, wanted,
              wanted == 1 ? "" : "s", have - value);
    return false;
}

static bool want_all(fn_builder *b, const fn_type *type, const fr_expr *function, size_t count,
                     fn_slot *const *args, const fr_expr *const *exprs)
{
    for (size_t i = 0; i < count; i++)
        if (!fn_want(b, args[i], type, exprs ? exprs[i] : function,
                     exprs ? "the argument" : "what this function is given"))
            return false;
    return true;
}

/* Whether all are Ints, or follow from such: their Ints. */
static bool all_count(fn_builder *b, size_t count, fn_slot *const *args, fn_slot **counts)
{
    for (size_t i = 0; i < count; i++)
        if (!(counts[i] = fn_to_whole(b, args[i])))
            return false;
    return true;
}

fn_slot *fn_apply(fn_builder *b, const fr_expr *function, size_t count, fn_slot *const *args,
                  const fr_expr *const *exprs, fr_span span)
{
    const char *name = function->name;
    const fn_env *local = called_variable(b, function);
    if (local && local->function)
        return call_bound(b, local, count, args);
    const fr_functional *f = fn_find(b->program, name);
    if (f && !check_count(b, function, name, count, f->param_count, f->param_count))
        return NULL;
    if (f && f->gradient)
        return want_all(b, &fn_real, function, count, args, exprs)
                   ? fn_build_op(b, span, fn_primitive_name(b->d->arena, f, b->order), false,
                                 &fn_real, count, args)
                   : NULL;
    if (f)
        return fn_expand(b, f, args, exprs, span);
    bool infix = strlen(name) == 1 && strchr("+-*/^", name[0]);
    size_t least = 2, most = 2;
    const fr_functional *base = fn_base(b, fn_base_of_array(name, count, args), count, span);
    if (base)
        return fn_expand(b, base, args, exprs, span);
    if (!infix && (!is_function(name) || !fr_builtin_arity(name, &least, &most)))
        return unknown_function(b, function);
    fn_slot *counts[FN_ARGUMENTS];
    const bool of_counts = fr_is_word_of(name, whole_only, WHOLE_ONLY)
                           && all_count(b, count, args, counts);
    const bool only = of_counts || fr_is_word_of(name, bits_only, BITS_ONLY);
    args = of_counts ? counts : args;
    if (!check_count(b, function, name, count, least, most)
        || !want_all(b, only ? &fn_whole : &fn_real, function, count, args, exprs))
        return NULL;
    const bool whole =
        only
        || (fn_all_whole(count, args)
            && ((infix && name[0] != '/') || fr_is_word_of(name, of_whole, OF_WHOLE)));
    return fn_build_op(b, span, name, infix, whole ? &fn_whole : &fn_real, count, args);
}

/* f.(a, b) and (x -> e).(a) */
static fn_slot *build_dotted(fn_builder *b, const fr_expr *e)
{
    fn_slot *args[FN_ARGUMENTS];
    if (e->keyword_count > 0 || (e->left->kind != EX_NAME && e->left->kind != EX_LAMBDA))
        return fn_not_here(b, e, "this call");
    if (!check_count(b, e, "a function", e->count, 1, FN_ARGUMENTS))
        return NULL;
    for (size_t i = 0; i < e->count; i++)
        if (!(args[i] = fn_build_term(b, e->items[i])))
            return NULL;
    return fn_build_each(b, e, e->count, args);
}

fn_slot *fn_build_one(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *args)
{
    if (e->kind == EX_BINARY)
        return fn_binary_of(b, e, args);
    return e->kind == EX_UNARY ? fn_unary_of(b, e, args[0])
                               : fn_build_function(b, e->left, count, args);
}

static fn_slot *build_call(fn_builder *b, const fr_expr *e);
static fn_slot *build_joined(fn_builder *b, const fr_expr *e);

/* (f ∘ g)(x) is f(g(x)). */
static fn_slot *build_composed(fn_builder *b, const fr_expr *e)
{
    fr_expr inner = *e, outer = *e, *argument = &inner;
    inner.left = e->left->right;
    outer.left = e->left->left;
    outer.items = &argument;
    outer.count = 1;
    if (e->keyword_count > 0)
        return fn_not_here(b, e, "a keyword argument");
    return build_call(b, &outer);
}

/* What is made of the items of the list, which stand in the call e. */
static fn_slot *build_parts(fn_builder *b, const fr_expr *e, const fr_expr *list,
                            fn_slot *(*make)(fn_builder *, const fr_expr *, fn_slot *const *))
{
    fn_slot *parts[FN_ARGUMENTS * FN_ARGUMENTS];
    if (list->count > sizeof parts / sizeof parts[0]) {
        fr_report(b->d, RGC_ERROR, "R1001", e->span, "a matrix is written with up to %d elements",
                  FN_ARGUMENTS * FN_ARGUMENTS);
        return NULL;
    }
    for (size_t i = 0; i < list->count; i++)
        if (!(parts[i] = fn_build_term(b, list->items[i])))
            return NULL;
    return make(b, e, parts);
}

/* The parts beside each other, or one below the other. */
static fn_slot *stacked(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *parts,
                        bool beside)
{
    fn_slot *all = parts[0];
    for (size_t i = 1; all && i < count; i++) {
        const char *name = fn_stacker(all, parts[i], beside);
        if (!name) {
            fr_help(b->d,
                    fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
                              "%s and %s cannot stand %s", fn_type_words(b->d->arena, all->type),
                              fn_type_words(b->d->arena, parts[i]->type),
                              beside ? "beside each other" : "one below the other"),
                    "for a row of numbers write [1 2 3], for more elements of a vector [v; x], "
                    "and for a row below a matrix vcat(A, reshape(v, 1, length(v)))");
            return NULL;
        }
        fn_slot *both[] = {all, parts[i]};
        all = fn_expand(b, fn_base(b, name, 2, e->span), both, NULL, e->span);
    }
    return all;
}

/* [a b; c d], column by column: of numbers, or of arrays. */
static fn_slot *written_matrix(fn_builder *b, const fr_expr *e, fn_slot *const *parts)
{
    const size_t m = (size_t)e->items[1]->integer, n = (size_t)e->items[2]->integer;
    fn_slot *rows[FN_ARGUMENTS * FN_ARGUMENTS], *row[FN_ARGUMENTS * FN_ARGUMENTS];
    bool arrays = false;
    for (size_t i = 0; i < m * n; i++)
        arrays = arrays || fn_is_array_slot(parts[i]);
    if (!arrays)
        return fn_written_matrix(b, e, parts);
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < n; k++)
            row[k] = parts[k * m + i];
        if (!(rows[i] = stacked(b, e, n, row, true)))
            return NULL;
    }
    return stacked(b, e, m, rows, false);
}

/* hcat(a, B, ...) */
static fn_slot *hcat_of(fn_builder *b, const fr_expr *e, fn_slot *const *parts)
{
    return stacked(b, e, e->count, parts, true);
}

/* sum(A, dims=1) */
static fn_slot *build_dims(fn_builder *b, const fr_expr *e)
{
    unsigned along = 0;
    fr_expr *lines = fn_lines_of(b, e, &along);
    return lines ? fn_collapsed(b, e->span, fn_build_term(b, lines), along) : NULL;
}

static fn_slot *build_call(fn_builder *b, const fr_expr *e)
{
    bool known = false;
    if (e->left->kind == EX_BINARY && e->left->token == TOK_COMPOSE)
        return build_composed(b, e);
    const fr_expr *called = fn_call_of_value(b, e);
    if (called)
        return fn_build_term(b, called);
    if (fr_is_failure(e))
        return fn_add_slot(b, FN_FAIL, &fn_real, e->span);
    const fr_expr *other = fn_respelled(b, e);
    if (other != e)
        return fn_build_term(b, other);
    if (fn_is_constructor(b, e))
        return build_parts(b, e, e, fn_struct_of);
    if (fn_is_conversion(b, e))
        return fn_converted(b, e, fn_build_term(b, e->items[e->count - 1]));
    if (e->left->kind != EX_NAME)
        return fn_not_here(b, e, "this call");
    if (fn_is_written_matrix(e) && !fn_find(b->program, "reshape"))
        return build_parts(b, e, e->items[0], written_matrix);
    if (e->keyword_count == 1 && strcmp(e->keywords[0].name, "dims") == 0)
        return build_dims(b, e);
    if (e->keyword_count > 0)
        return fn_not_here(b, e, "a keyword argument");
    const fn_env *local = called_variable(b, e->left);
    const fr_functional *base = NULL;
    bool own = fn_find(b->program, e->left->name) || (local && local->function);
    if (!own)
        base = fn_base(b, e->left->name, e->count, e->span);
    if (!own && strcmp(e->left->name, "vcat") == 0)
        return build_joined(b, e);
    if (!own && strcmp(e->left->name, "hcat") == 0 && e->count > 1)
        return build_parts(b, e, e, hcat_of);
    fn_slot *s = own || base ? NULL : fn_build_array_call(b, e, &known);
    if (known)
        return s;
    fn_slot *args[FN_ARGUMENTS];
    if (!own && !base && !is_function(e->left->name))
        return unknown_function(b, e->left);
    own = own || base;
    if (!check_count(b, e, e->left->name, e->count, 0, FN_ARGUMENTS))
        return NULL;
    bool good = true;
    for (size_t i = 0; i < e->count; i++) {
        const bool function = own && !(local && local->function) && names_function(b, e->items[i]);
        args[i] = function ? NULL : fn_build_term(b, e->items[i]);
        good = good && (function || args[i]);
    }
    if (good && base)
        return fn_expand(b, base, args, (const fr_expr *const *)e->items, e->span);
    return good ? fn_apply(b, e->left, e->count, args, (const fr_expr *const *)e->items, e->span)
                : NULL;
}

/* ---- terms ---- */

static fn_slot *build_tuple(fn_builder *b, const fr_expr *e)
{
    fn_slot *args[FN_ARGUMENTS];
    const fn_type *types[FN_ARGUMENTS];
    if (e->count < (e->name ? 1 : 2) || e->count > FN_ARGUMENTS) {
        fr_report(b->d, RGC_ERROR, "R1001", e->span, "a product has 2 to %d parts", FN_ARGUMENTS);
        return NULL;
    }
    for (size_t i = 0; i < e->count; i++) {
        args[i] = fn_build_term(b, e->items[i]);
        if (!args[i])
            return NULL;
        types[i] = args[i]->type;
    }
    const fn_type *type = fn_product(b->d->arena, e->count, types);
    if (e->name)
        type = fn_named(b->d->arena, type, e->name, NULL);
    return fn_with_args(fn_add_slot(b, FN_PAIR, type, e->span), e->count, args);
}

static fn_slot *list_of(fn_builder *b, const fr_expr *e, fn_slot **args);

/* [a; b] and vcat(a, b): the elements of vectors and numbers one after another. */
static fn_slot *build_joined(fn_builder *b, const fr_expr *e)
{
    fn_slot *args[FN_ARGUMENTS];
    bool arrays = false, matrices = false;
    if (!check_count(b, e, "vcat", e->count, 1, FN_ARGUMENTS))
        return NULL;
    for (size_t i = 0; i < e->count; i++) {
        if (!(args[i] = fn_build_term(b, e->items[i])))
            return NULL;
        arrays = arrays || fn_is_array_slot(args[i]);
        matrices = matrices || fn_is_matrix(args[i]->type);
    }
    if (matrices)
        return stacked(b, e, e->count, args, false);
    return arrays ? fn_join_vectors(b, e, e->count, args) : list_of(b, e, args);
}

static fn_slot *build_list(fn_builder *b, const fr_expr *e)
{
    fn_slot *args[FN_ARGUMENTS];
    if (e->count < 1 || e->count > FN_ARGUMENTS) {
        fr_report(b->d, RGC_ERROR, "R1001", e->span, "an array is written with 1 to %d elements",
                  FN_ARGUMENTS);
        return NULL;
    }
    if (e->token == TOK_SEMI)
        return build_joined(b, e);
    for (size_t i = 0; i < e->count; i++)
        if (!(args[i] = fn_build_term(b, e->items[i])))
            return NULL;
    return list_of(b, e, args);
}

static fn_slot *list_of(fn_builder *b, const fr_expr *e, fn_slot **args)
{
    const fn_type *type = NULL;
    for (size_t i = 0; i < e->count; i++) {
        const fn_type *both = i == 0 ? args[i]->type
                                     : fn_common_type(b->d->arena, type, args[i]->type);
        if (!both) {
            fn_want(b, args[i], type, e->items[i], "this element");
            return NULL;
        }
        type = both;
    }
    if (fn_has_bool(type) || fn_rank(type) >= FN_RANK) {
        fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
                  "%s cannot be an element of an array", fn_type_words(b->d->arena, type));
        return NULL;
    }
    return fn_with_args(fn_add_slot(b, FN_LIST, fn_vector(b->d->arena, type), e->span), e->count,
                        args);
}

static fn_slot *build_part(fn_builder *b, const fr_expr *e)
{
    fn_slot *s = fn_build_term(b, e->left);
    if (s && s->type->kind == FN_ARRAY && e->kind == EX_INDEX && e->count == 1)
        s = fn_listed(b, e, s);
    if (s && s->type->kind == FN_ARRAY && e->kind == EX_INDEX)
        return fn_build_elements(b, e, s);
    return s ? fn_part_of(b, e, s) : NULL;
}

static fn_slot *build_let(fn_builder *b, const fr_expr *e)
{
    const fn_env *outer = b->env;
    if (e->left->kind == EX_NAME && names_function(b, e->right)) {
        fn_bind_function(b, e->left->name, e->right, outer);
        fn_slot *in = fn_build_term(b, e->third);
        b->env = outer;
        return in;
    }
    fn_slot *value = fn_build_term(b, e->right);
    if (!value)
        return NULL;
    const fn_env *env = b->env;
    fn_slot *s = fn_bind(b, e->left, value) ? fn_build_term(b, e->third) : NULL;
    b->env = env;
    return s;
}

/* c ? e : error(), or the other way round: the value is e, or the machine traps. */
static fn_slot *guarded(fn_builder *b, const fr_expr *e, fn_slot *condition, fn_seq *const *arms)
{
    const bool first = arms[0]->result->kind == FN_FAIL;
    const fn_type *type = arms[first]->result->type;
    arms[!first]->result->type = type;
    if (first)
        condition = fn_build_op(b, e->span, "!", false, &fn_bool, 1, &condition);
    fn_slot *s = fn_with_args(fn_add_slot(b, FN_IF, type, e->span), 1, &condition);
    s->bodies[0] = arms[first];
    s->bodies[1] = arms[!first];
    return s;
}

static fn_slot *build_choice(fn_builder *b, const fr_expr *e)
{
    fn_slot *condition = fn_want(b, fn_build_term(b, e->left), &fn_bool, e->left, "the condition");
    fn_seq *arms[2];
    const fr_expr *texts[2] = {e->right, e->third};
    for (size_t i = 0; i < 2; i++) {
        arms[i] = fn_open_seq(b);
        arms[i]->result = fn_build_term(b, texts[i]);
        fn_close_seq(b, arms[i]);
    }
    if (!condition || !arms[0]->result || !arms[1]->result)
        return NULL;
    if (arms[0]->result->kind == FN_FAIL || arms[1]->result->kind == FN_FAIL)
        return guarded(b, e, condition, arms);
    const fn_type *type = fn_common_type(b->d->arena, arms[0]->result->type, arms[1]->result->type);
    if (!type) {
        fn_want(b, arms[1]->result, arms[0]->result->type, e->third, "the value behind ':'");
        return NULL;
    }
    fn_slot *s = fn_with_args(fn_add_slot(b, FN_IF, type, e->span), 1, &condition);
    s->bodies[0] = arms[0];
    s->bodies[1] = arms[1];
    return s;
}

static const char *real_text(fr_arena *arena, long double value)
{
    const char *text = fr_format(arena, "%.21Lg", value);
    return strpbrk(text, ".e") ? text : fr_format(arena, "%s.0", text);
}

/* In v[end - 1]. */
static fn_slot *build_end(fn_builder *b, const fr_expr *e)
{
    if (!b->end_of)
        return fn_not_here(b, e, "'end'");
    fn_slot *s = fn_add_slot(b, FN_LENGTH, &fn_whole, e->span);
    return fn_with_args(s, 1, &b->end_of);
}

static fn_slot *build_kind(fn_builder *b, const fr_expr *e)
{
    switch (e->kind) {
    case EX_INT: return fn_number(b, e->span, e->integer, b->whole);
    case EX_REAL: return fn_constant(b, e->span, real_text(b->d->arena, e->real));
    case EX_BOOL:
        return fn_build_op(b, e->span, e->integer ? "true" : "false", false, &fn_bool, 0, NULL);
    case EX_NAME: return build_name(b, e);
    case EX_CALL: return fn_has_transpose(e) ? fn_build_product(b, e) : build_call(b, e);
    case EX_DOTCALL: return build_dotted(b, e);
    case EX_BINARY: return build_binary(b, e);
    case EX_UNARY: return build_unary(b, e);
    case EX_TERNARY: return build_choice(b, e);
    case EX_TUPLE: return build_tuple(b, e);
    case EX_ARRAY: return build_list(b, e);
    case EX_RANGE: return fn_build_range(b, e);
    case EX_ADJOINT: return fn_build_product(b, e);
    case EX_END: return build_end(b, e);
    case EX_INDEX:
    case EX_FIELD: return build_part(b, e);
    case EX_LET: return build_let(b, e);
    case EX_LAMBDA: return fn_not_here(b, e, "a function as a value");
    case EX_STRING: return fn_no_text(b, e);
    default: return fn_not_here(b, e, "this form");
    }
}

fn_slot *fn_build_term(fn_builder *b, const fr_expr *e)
{
    if (b->ids > FN_SLOTS)
        return NULL;
    if (b->depth >= DEPTH_LIMIT) {
        fr_report(b->d, RGC_ERROR, "R1007", e->span,
                  "this definition nests too deeply once the definitions that it calls are put in");
        return NULL;
    }
    b->depth++;
    fn_slot *s = build_kind(b, e);
    b->depth--;
    return s;
}

fn_seq *fn_build(fr_diags *d, const fr_program *program, const fr_functional *f,
                 fn_order_kind order, fr_bound **bounds)
{
    fn_builder b = {.d = d, .program = program, .order = order, .bounds = bounds};
    fn_slot *args[FN_ARGUMENTS];
    size_t errors = d->errors;
    fn_frame root = {f, f->span, NULL};
    fn_seq *q = fn_open_seq(&b);
    if (f->param_count > FN_ARGUMENTS) {
        fr_report(d, RGC_ERROR, "R0608", f->span, "an @fn has at most %d parameters", FN_ARGUMENTS);
        return NULL;
    }
    for (size_t i = 1; i < f->param_count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(f->params[i].name, f->params[j].name) == 0)
                return NULL; /* said by the parser */
    b.frame = &root;
    b.whole = has_int(f);
    b.rows = f->marked;
    for (size_t i = 0; i < f->param_count; i++) {
        const fn_type *t = fn_parameter_type(d, program, f, i);
        args[i] = fn_add_slot(&b, FN_PARAM, t ? t : &fn_real, f->params[i].span);
        fn_bind_name(&b, f->params[i].name, f->params[i].span, args[i]);
    }
    q->param_count = f->param_count;
    if (d->errors > errors)
        return NULL;
    q->result = fn_build_term(&b, f->body);
    const fn_type *declared = f->result ? fn_read_type(d, program, f->result) : NULL;
    if (declared && q->result)
        fn_want(&b, q->result, declared, f->body, "the value");
    if (b.calls_itself)
        fn_check_recursive(&b, q);
    if (q->result && fn_has_bool(q->result->type))
        q->result = fn_counted(&b, f->body->span, q->result);
    if (q->result && fn_has_bool(q->result->type))
        fr_report(d, RGC_ERROR, "R1002", f->body->span,
                  "the value of an @fn is made of reals, this is %s",
                  fn_type_words(d->arena, q->result->type));
    if (q->result && b.infinite && d->errors == errors)
        fn_check_infinite(&b, q);
    return d->errors > errors || !q->result ? NULL : q;
}
