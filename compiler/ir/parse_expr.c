/* parse_expr.c: expressions and lvalues of IR text. Every infix operation has its parentheses, so
 * nothing binds tighter than something else. */
#include "parse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPS = 256 };

/* A number with a point or an exponent: the nearest Fixed. */
static ir_expr *fixed_number(ir_parser *p, bool minus)
{
    const double value = minus ? -strtod(p->t.start, NULL) : strtod(p->t.start, NULL);
    const double raw = round(ldexp(value, (int)p->m->frac));
    int64_t bits = 0;

    if (p->m->wide) {
        if (value != 0)
            memcpy(&bits, &value, sizeof bits);
        ir_parse_next(p);
        return ir_expr_const(p->m, ir_parse_loc(p), RG_TYPE_FIXED, bits);
    }
    if (!(fabs(raw) < ldexp(1, (int)p->m->xlen - 1)))
        return ir_parse_wrong(p, "a number that no Fixed of this format holds");
    ir_parse_next(p);
    return ir_expr_const(p->m, ir_parse_loc(p), RG_TYPE_FIXED, (int64_t)raw);
}

static bool has_fraction(const ir_token *t)
{
    const bool hexadecimal = t->length > 1 && t->start[1] == 'x';

    return !hexadecimal && (memchr(t->start, '.', t->length) || memchr(t->start, 'e', t->length));
}

static ir_expr *number(ir_parser *p)
{
    const ir_lexer lexer = p->lexer;
    const ir_token first = p->t;
    const bool minus = ir_parse_take(p, "-");

    if (p->t.kind != IR_TOKEN_NUMBER)
        return ir_parse_wrong(p, "a number is expected here");
    if (has_fraction(&p->t))
        return fixed_number(p, minus);
    p->lexer = lexer; /* the smallest Int is a number, its magnitude is none */
    p->t = first;
    const int64_t value = ir_parse_integer(p);
    return p->failed ? NULL : ir_whole(p->m, ir_parse_loc(p), value);
}

/* The word itself, of a type: log(0x80). */
static ir_expr *raw_word(ir_parser *p, rg_type_base type)
{
    ir_parse_next(p);
    ir_parse_expect(p, "(");
    const int64_t raw = ir_parse_integer(p);
    ir_parse_expect(p, ")");
    return p->failed ? NULL : ir_expr_const(p->m, ir_parse_loc(p), type, raw);
}

static ir_expr *truth(ir_parser *p, bool value)
{
    ir_parse_next(p);
    return ir_expr_const(p->m, ir_parse_loc(p), RG_TYPE_BOOL, value);
}

static ir_expr *extent(ir_parser *p)
{
    ir_parse_next(p);
    ir_parse_expect(p, "(");
    ir_var *array = ir_parse_var(p);
    ir_parse_expect(p, ",");
    const uint32_t dim = ir_parse_count(p, RG_EXTENT(RG_MOST_RANK));
    ir_parse_expect(p, ")");
    ir_expr *e = p->failed ? NULL : ir_expr_dim(p->m, ir_parse_loc(p), array, dim);
    if (e)
        e->var = array; /* the text says itself which array stands for which */
    return e;
}

/* within(index, array, which extent) */
static ir_expr *within(ir_parser *p)
{
    ir_parse_next(p);
    ir_parse_expect(p, "(");
    ir_expr *index = ir_parse_expr(p);
    ir_parse_expect(p, ",");
    ir_var *array = ir_parse_var(p);
    ir_parse_expect(p, ",");
    const uint32_t dim = ir_parse_count(p, RG_EXTENT(RG_MOST_RANK));
    ir_parse_expect(p, ")");
    ir_expr *e = p->failed ? NULL : ir_expr_within(p->m, index, array, dim);
    if (e)
        e->loc = ir_parse_loc(p);
    return e;
}

static ir_expr *negation(ir_parser *p)
{
    ir_parse_next(p);
    ir_expr *operand = ir_parse_expr(p);
    return operand ? ir_expr_not(p->m, ir_parse_loc(p), operand) : NULL;
}

/* ---- in parentheses ---- */

static ir_expr *choice(ir_parser *p, ir_expr *condition)
{
    ir_expr *yes = ir_parse_expr(p);
    ir_parse_expect(p, ":");
    ir_expr *no = ir_parse_expr(p);
    ir_parse_expect(p, ")");
    return p->failed ? NULL : ir_expr_select(p->m, ir_parse_loc(p), condition, yes, no);
}

static ir_expr *joined(ir_parser *p, const char *text, ir_expr *left, ir_expr *right)
{
    if (strcmp(text, "&&") == 0)
        return ir_expr_and(p->m, ir_parse_loc(p), left, right);
    if (strcmp(text, "||") == 0)
        return ir_expr_or(p->m, ir_parse_loc(p), left, right);
    const unsigned op = ir_infix_op(text, left->type);
    return op == RG_IR_NO_OP ? ir_parse_wrong(p, "no operation of %s is written '%s'",
                                              rg_type_name(left->type), text)
                             : ir_expr_op(p->m, ir_parse_loc(p), op, left, right);
}

static ir_expr *parenthesised(ir_parser *p)
{
    char text[4] = "";

    ir_parse_next(p);
    ir_expr *left = ir_parse_expr(p);
    if (!left || ir_parse_take(p, ")"))
        return left;
    if (ir_parse_take(p, "?"))
        return choice(p, left);
    if (p->t.kind != IR_TOKEN_SYMBOL || p->t.length >= sizeof text)
        return ir_parse_wrong(p, "an operator is expected here");
    memcpy(text, p->t.start, p->t.length);
    ir_parse_next(p);
    ir_expr *right = ir_parse_expr(p);
    ir_parse_expect(p, ")");
    return p->failed || !right ? NULL : joined(p, text, left, right);
}

/* ---- operations by their mnemonic ---- */

/* After a `;`: what a division that traps is for. */
static int64_t role(ir_parser *p)
{
    const ir_token at = p->t;
    const char *name = ir_parse_name(p);

    for (unsigned i = 1; name && ir_role_name(i); i++)
        if (strcmp(ir_role_name(i), name) == 0)
            return i;
    p->t = p->failed ? p->t : at;
    ir_parse_wrong(p, "there is no such role of an operation");
    return 0;
}

/* The number of the function, or RG_IR_NO_OP. */
static unsigned function_named(ir_token name)
{
    for (unsigned op = 0; op < OPS; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (info && (info->format == RG_FMT_U || info->format == RG_FMT_U1)
            && ir_token_is(&name, info->mnemonic))
            return op;
    }
    return RG_IR_NO_OP;
}

static ir_expr *operation(ir_parser *p, ir_token name)
{
    const unsigned op = function_named(name);

    if (op == RG_IR_NO_OP) {
        p->t = name;
        return ir_parse_wrong(p, "there is no function '%.*s'", (int)name.length, name.start);
    }
    ir_parse_expect(p, "(");
    ir_expr *left = ir_parse_expr(p), *right = NULL;
    if (rg_op_lookup(op)->format == RG_FMT_U) {
        ir_parse_expect(p, ",");
        right = ir_parse_expr(p);
    }
    const int64_t raw = ir_parse_take(p, ";") ? role(p) : 0;
    ir_parse_expect(p, ")");
    ir_expr *e = p->failed ? NULL : ir_expr_op(p->m, ir_parse_loc(p), op, left, right);
    if (e)
        e->raw = raw;
    return e;
}

/* ---- variables and elements ---- */

ir_place ir_parse_place_of(ir_parser *p, ir_var *var)
{
    ir_place place = {.var = var};

    if (ir_parse_take(p, "[")) {
        place.row = ir_parse_expr(p);
        if (ir_parse_take(p, ","))
            place.column = ir_parse_expr(p);
        if (ir_parse_take(p, ";")) {
            place.within = ir_parse_take(p, "within");
            if (!place.within)
                ir_parse_expect(p, "inbounds");
            place.inbounds = true;
        }
        ir_parse_expect(p, "]");
    }
    place.loc = p->failed ? (ir_loc){0, 0, 0} : ir_parse_loc(p);
    if (p->failed)
        place.var = NULL;
    return place;
}

ir_place ir_parse_place(ir_parser *p) { return ir_parse_place_of(p, ir_parse_var(p)); }

static ir_expr *variable(ir_parser *p)
{
    const ir_place place = ir_parse_place(p);

    if (!place.var)
        return NULL;
    if (!place.row)
        return ir_expr_var(p->m, place.loc, place.var);
    ir_expr *e = ir_expr_elem(p->m, place.loc, place.var, place.row, place.column);
    if (e) {
        e->inbounds = place.inbounds;
        e->within = place.within;
    }
    return e;
}

static ir_expr *word(ir_parser *p)
{
    const ir_token name = p->t;
    const ir_lexer lexer = p->lexer;

    if (ir_parse_at(p, "true") || ir_parse_at(p, "false"))
        return truth(p, ir_parse_at(p, "true"));
    if (ir_parse_at(p, "size"))
        return extent(p);
    if (ir_parse_at(p, "within"))
        return within(p);
    if (ir_parse_at(p, "log") || ir_parse_at(p, "fixed") || ir_parse_at(p, "bool"))
        return raw_word(p, ir_parse_at(p, "log")     ? RG_TYPE_LOG
                           : ir_parse_at(p, "fixed") ? RG_TYPE_FIXED
                                                     : RG_TYPE_BOOL);
    ir_parse_next(p);
    if (name.kind == IR_TOKEN_NAME && ir_parse_at(p, "("))
        return operation(p, name);
    p->t = name;
    p->lexer = lexer;
    return variable(p);
}

static ir_expr *primary(ir_parser *p)
{
    if (p->t.kind == IR_TOKEN_NAME || p->t.kind == IR_TOKEN_QUOTED)
        return word(p);
    if (p->t.kind == IR_TOKEN_NUMBER || ir_parse_at(p, "-"))
        return number(p);
    if (ir_parse_at(p, "!"))
        return negation(p);
    if (ir_parse_at(p, "("))
        return parenthesised(p);
    return ir_parse_wrong(p, "an expression is expected here");
}

/* value::Type, where it is not the type that the form gives: the word is the same. */
static ir_expr *typed(ir_parser *p, ir_expr *e)
{
    while (e && ir_parse_take(p, "::")) {
        const rg_type_base type = ir_parse_type(p);
        if (e->kind != IR_OP && !(rg_type_is_whole(e->type) && rg_type_is_whole(type)))
            return ir_parse_wrong(p,
                                  "the word of an operation alone may be taken for another type");
        e->type = type;
    }
    return e;
}

ir_expr *ir_parse_expr(ir_parser *p)
{
    if (!ir_parse_deeper(p))
        return NULL;
    ir_expr *e = typed(p, primary(p));
    p->depth--;
    return p->failed ? NULL : e;
}
