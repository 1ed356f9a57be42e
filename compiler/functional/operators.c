/* operators.c: operators of values that are there already. */
#include "compiler/front/sema.h"
#include "compiler/functional/unary.h"

fn_slot *fn_with_args(fn_slot *s, size_t count, fn_slot *const *args)
{
    for (size_t i = 0; i < count; i++)
        s->args[i] = args[i];
    s->arg_count = count;
    return s;
}

fn_slot *fn_build_op(fn_builder *b, fr_span span, const char *op, bool infix, const fn_type *type,
                     size_t count, fn_slot *const *args)
{
    fn_slot *s = fn_add_slot(b, FN_OP, type, span);
    s->op = op;
    s->infix = infix;
    return fn_with_args(s, count, args);
}

const char *fn_operator_text(fr_token_kind k)
{
    switch (k) {
    case TOK_ADD: return "+";
    case TOK_SUB: return "-";
    case TOK_MUL: return "*";
    case TOK_DIV: return "/";
    case TOK_POW: return "^";
    case TOK_EQ: return "==";
    case TOK_NE: return "!=";
    case TOK_LT: return "<";
    case TOK_LE: return "<=";
    case TOK_GT: return ">";
    case TOK_GE: return ">=";
    case TOK_ANDAND: return "&&";
    case TOK_OROR: return "||";
    default: return NULL;
    }
}

/* Operators of Int alone. */
const char *fn_whole_operator_text(fr_token_kind k)
{
    switch (k) {
    case TOK_IDIV: return "÷";
    case TOK_REM: return "%";
    case TOK_AND: return "&";
    case TOK_OR: return "|";
    case TOK_XOR: return "⊻";
    case TOK_SHL: return "<<";
    case TOK_SAR: return ">>";
    case TOK_SHR: return ">>>";
    default: return NULL;
    }
}

bool fn_all_whole(size_t count, fn_slot *const *args)
{
    bool whole = count > 0;
    for (size_t i = 0; i < count; i++)
        whole = whole && args[i]->type->kind == FN_WHOLE;
    return whole;
}

static bool is_logic(fr_token_kind k) { return k == TOK_ANDAND || k == TOK_OROR; }

/* A condition beside a number counts as 1 or 0, as in Julia: n += x > 0. */
static fn_slot *counted(fn_builder *b, fn_slot *s)
{
    return s->type->kind == FN_BOOL ? fn_truth(b, s) : s;
}

fn_slot *fn_binary_of(fn_builder *b, const fr_expr *e, fn_slot *const *operands)
{
    const fr_token_kind op = fr_undotted(e->token);
    fn_slot *args[] = {operands[0], operands[1]};
    if (!is_logic(op) && op != TOK_POW && !fn_whole_operator_text(op))
        for (size_t i = 0; i < 2; i++)
            args[i] = counted(b, args[i]);
    const char *whole_only = fn_whole_operator_text(op);
    const fn_type *type = is_logic(op) ? &fn_bool : whole_only ? &fn_whole : &fn_real;
    const bool good = fn_want(b, args[0], type, e->left, "the left operand")
                      && fn_want(b, args[1], type, e->right, "the right operand");
    const bool number = op == TOK_ADD || op == TOK_SUB || op == TOK_MUL || op == TOK_DIV
                        || op == TOK_POW;
    const bool whole = whole_only || (op != TOK_DIV && fn_all_whole(2, args));
    const fn_type *result = !number && !whole_only ? &fn_bool : whole ? &fn_whole : &fn_real;
    return good ? fn_build_op(b, e->span, whole_only ? whole_only : fn_operator_text(op), true,
                              result, 2, args)
                : NULL;
}

bool fn_is_array_slot(const fn_slot *s) { return s->type->kind == FN_ARRAY; }

/* As in the language, the dots of sums, and of products with a number, may be left out. */
bool fn_goes_each(const fr_expr *e, fn_slot *const *args)
{
    const bool both = fn_is_array_slot(args[0]) && fn_is_array_slot(args[1]);
    switch (e->token) {
    case TOK_ADD:
    case TOK_SUB: return both;
    case TOK_MUL: return !both && (fn_is_array_slot(args[0]) || fn_is_array_slot(args[1]));
    case TOK_DIV: return fn_is_array_slot(args[0]) && !fn_is_array_slot(args[1]);
    default: return fr_is_dotted(e->token);
    }
}

fn_slot *fn_unary_of(fn_builder *b, const fr_expr *e, fn_slot *s)
{
    const fn_type *type = e->token == TOK_NOT ? &fn_bool : &fn_real;
    s = type == &fn_real ? counted(b, s) : s;
    if (!fn_want(b, s, type, e->right, "the operand") || e->token == TOK_ADD)
        return fn_suits(s->type, type) ? s : NULL;
    if (e->token == TOK_SUB)
        type = s->type;
    const char *op = e->token == TOK_NOT ? "!" : e->token == TOK_SQRT ? "sqrt" : "-";
    return fn_build_op(b, e->span, op, false, type, 1, &s);
}

fn_slot *fn_truth(fn_builder *b, fn_slot *condition)
{
    fn_slot *s = fn_with_args(
        fn_add_slot(b, FN_IF, b->whole ? &fn_whole : &fn_real, condition->span), 1, &condition);
    for (size_t i = 0; i < 2; i++) {
        s->bodies[i] = fn_open_seq(b);
        s->bodies[i]->result = fn_number(b, condition->span, 1 - i, b->whole);
        fn_close_seq(b, s->bodies[i]);
    }
    return s;
}

const fr_expr *fn_divided(fr_arena *arena, const fr_expr *e, fr_token_kind op)
{
    fr_expr *both[] = {e->left, e->right};
    const char *name = op == TOK_REM ? "rem" : op == TOK_IDIV ? "div" : NULL;
    return name ? fr_make_call(arena, e->span, name, 2, both) : NULL;
}

static bool is_truth(const fn_type *t)
{
    while (t->kind == FN_ARRAY)
        t = t->parts[0];
    return t->kind == FN_BOOL;
}

fr_expr fn_as_logic(const fr_expr *e, fn_slot *const *args)
{
    fr_expr other = *e;
    if (!is_truth(args[0]->type) || !is_truth(args[1]->type))
        return other;
    other.token = e->token == TOK_AND      ? TOK_ANDAND
                  : e->token == TOK_OR     ? TOK_OROR
                  : e->token == TOK_DOTAND ? TOK_DOTANDAND
                                           : e->token;
    return other;
}
