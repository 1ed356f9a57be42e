/* builtin.c: the functions of expressions, in the operations of the machine. */
#include <math.h>
#include <string.h>

#include "tests/oracle/internal.h"

bool or_type_name(const fr_expr *e, rg_type_base *base, unsigned *rank)
{
    static const struct {
        const char *name;
        rg_type_base base;
    } names[] = {{"Int", RG_TYPE_INT},
                 {"Bool", RG_TYPE_BOOL},
                 {"Fixed", RG_TYPE_FIXED},
                 {"Log", RG_TYPE_LOG}};
    if (!e)
        return false;
    if (e->kind == EX_CURLY && e->left->kind == EX_NAME && e->count == 1) {
        unsigned inner;
        *rank = strcmp(e->left->name, "Vector") == 0   ? 1
                : strcmp(e->left->name, "Matrix") == 0 ? 2
                                                       : 0;
        unsigned outer = *rank;
        bool known = outer != 0 && or_type_name(e->items[0], base, &inner);
        *rank = outer;
        return known;
    }
    *rank = 0;
    for (size_t i = 0; e->kind == EX_NAME && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(e->name, names[i].name) == 0) {
            *base = names[i].base;
            return true;
        }
    return false;
}

static or_value fixed(oracle *o, or_value v) { return or_convert(o, v, RG_TYPE_FIXED); }
static or_value one_of(oracle *o, unsigned op, or_value v) { return or_op1(o, op, fixed(o, v)); }
static or_value add(oracle *o, or_value a, or_value b) { return or_binary(o, TOK_ADD, a, b); }
static or_value sub(oracle *o, or_value a, or_value b) { return or_binary(o, TOK_SUB, a, b); }
static or_value mul(oracle *o, or_value a, or_value b) { return or_binary(o, TOK_MUL, a, b); }
static or_value quotient(oracle *o, or_value a, or_value b) { return or_binary(o, TOK_DIV, a, b); }

static or_value extent(oracle *o, const fr_expr *e, bool whole)
{
    const or_var *v = e->items[0]->kind == EX_NAME ? or_find(o, e->items[0]->name) : NULL;
    if (!v || v->rank == 0)
        or_stop(o, OR_UNDEFINED, 0, "not an array");
    const int64_t dim = whole ? 0 : or_integer(o, e->items[1]);
    if (!whole && (dim < 1 || dim > v->rank))
        or_stop(o, OR_UNDEFINED, 0, "a dimension that the array has not");
    size_t n = whole ? v->rows * v->columns : or_extent(v, (unsigned)dim);
    return (or_value){.base = RG_TYPE_INT, .word = (int64_t)n};
}

static or_value rounding(oracle *o, const fr_expr *e, unsigned op)
{
    or_value v = or_eval(o, e->items[e->count - 1]);
    rg_type_base base = RG_TYPE_FIXED;
    unsigned rank;
    if (e->count == 2 && !or_type_name(e->items[0], &base, &rank))
        or_stop(o, OR_UNDEFINED, 0, "not a type");
    if (or_integral(v))
        return v;
    if (v.constant) {
        long double whole = op == RG_OP_FLOOR   ? floorl(v.real)
                            : op == RG_OP_CEIL  ? ceill(v.real)
                            : op == RG_OP_ROUND ? rintl(v.real)
                                                : truncl(v.real);
        return base == RG_TYPE_INT ? or_int((int64_t)whole) : or_real(whole);
    }
    or_value r = one_of(o, op, v);
    return base == RG_TYPE_INT ? r : fixed(o, r);
}

static or_value extremum(oracle *o, or_value a, or_value b, bool most)
{
    bool log = a.base == RG_TYPE_LOG || b.base == RG_TYPE_LOG;
    if (a.constant && b.constant) {
        or_value r = (most ? or_number(a) > or_number(b) : or_number(a) < or_number(b)) ? a : b;
        if (or_integral(a) && or_integral(b))
            return r;
        return (or_value){
            .constant = true, .base = log ? RG_TYPE_LOG : RG_TYPE_FIXED, .real = or_number(r)};
    }
    if (log)
        return or_op2(o, RG_OP_LMAX, or_convert(o, or_to_log(o, a), RG_TYPE_LOG),
                      or_convert(o, or_to_log(o, b), RG_TYPE_LOG));
    if (or_integral(a) && or_integral(b))
        return or_op2(o, most ? RG_OP_MAX : RG_OP_MIN, or_convert(o, a, RG_TYPE_INT),
                      or_convert(o, b, RG_TYPE_INT));
    return or_op2(o, most ? RG_OP_FMAX : RG_OP_FMIN, fixed(o, a), fixed(o, b));
}

static or_value sign(oracle *o, or_value v)
{
    if (or_integral(v))
        return or_op1(o, RG_OP_SIGN, v);
    return sub(o, or_binary(o, TOK_GT, v, or_real(0)), or_binary(o, TOK_LT, v, or_real(0)));
}

/* Functions of constants are constants. */
static bool folded(const char *n, long double x, or_value *r)
{
    static const struct {
        const char *name;
        long double (*f)(long double);
    } list[] = {{"sqrt", sqrtl},   {"exp", expl},     {"log", logl},   {"sin", sinl},
                {"cos", cosl},     {"tan", tanl},     {"log2", log2l}, {"exp2", exp2l},
                {"expm1", expm1l}, {"log1p", log1pl}, {"sinh", sinhl}, {"cosh", coshl},
                {"tanh", tanhl},   {"asin", asinl},   {"acos", acosl}, {"atan", atanl}};
    if (strcmp(n, "inv") == 0 && x != 0) {
        *r = or_real(1 / x);
        return true;
    }
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strcmp(n, list[i].name) == 0) {
            *r = or_real(list[i].f(x));
            return isfinite(r->real);
        }
    return false;
}

static or_value of_one(oracle *o, const char *n, or_value x)
{
    static const struct {
        const char *name;
        unsigned op;
    } plain[] = {{"sqrt", RG_OP_FSQRT}, {"exp", RG_OP_FEXP},     {"log", RG_OP_FLOG},
                 {"sin", RG_OP_FSIN},   {"cos", RG_OP_FCOS},     {"tan", RG_OP_FTAN},
                 {"asin", RG_OP_FASIN}, {"acos", RG_OP_FACOS},   {"sinh", RG_OP_FSINH},
                 {"cosh", RG_OP_FCOSH}, {"tanh", RG_OP_FTANH},   {"exp2", RG_OP_FEXP2},
                 {"log2", RG_OP_FLOG2}, {"expm1", RG_OP_FEXPM1}, {"log1p", RG_OP_FLOG1P}};
    or_value r, parity;
    if (strcmp(n, "identity") == 0)
        return x;
    if (strcmp(n, "float") == 0)
        return or_to_fixed(o, x);
    if (x.constant && x.base != RG_TYPE_LOG && folded(n, or_number(x), &r))
        return r;
    if (strcmp(n, "abs2") == 0 && x.constant && x.base == RG_TYPE_FIXED)
        return or_real(x.real * x.real);
    if (strcmp(n, "abs") == 0 && x.constant)
        return or_integral(x) ? or_int(x.word < 0 ? (int64_t)(0 - (uint64_t)x.word) : x.word)
                              : or_real(fabsl(x.real));
    if (strcmp(n, "sign") == 0 && x.constant)
        return or_int((or_number(x) > 0) - (or_number(x) < 0));
    if (strcmp(n, "abs") == 0)
        return or_integral(x) ? or_op1(o, RG_OP_ABS, x) : one_of(o, RG_OP_FABS, x);
    if (strcmp(n, "sign") == 0)
        return sign(o, x);
    if (strcmp(n, "abs2") == 0)
        return or_integral(x) ? mul(o, x, x) : mul(o, fixed(o, x), fixed(o, x));
    if (strcmp(n, "count_ones") == 0)
        return or_op1(o, RG_OP_POPC, or_convert(o, x, RG_TYPE_INT));
    if (strcmp(n, "isodd") == 0 || strcmp(n, "iseven") == 0) {
        parity = or_binary(o, TOK_AND, x, or_int(1));
        return or_binary(o, TOK_EQ, parity, or_int(n[2] == 'o'));
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(n, plain[i].name) == 0)
            return one_of(o, plain[i].op, x);
    if (strcmp(n, "atan") == 0)
        return or_op2(o, RG_OP_FATAN2, fixed(o, x), fixed(o, or_real(1)));
    if (strcmp(n, "inv") == 0)
        return quotient(o, or_real(1), x);
    or_stop(o, OR_UNDEFINED, 0, "a function that the interpreter does not know");
}

/* Quotients and remainders of constants; b is neither 0 nor -1. */
static int64_t whole_number(unsigned op, int64_t a, int64_t b)
{
    const int64_t quotient = a / b, rest = a % b;
    const bool down = rest != 0 && (rest < 0) != (b < 0);
    return op == RG_OP_DIV   ? quotient
           : op == RG_OP_REM ? rest
           : op == RG_OP_MOD ? (down ? rest + b : rest)
                             : (down ? quotient - 1 : quotient);
}

static or_value of_two(oracle *o, const char *n, or_value a, or_value b)
{
    bool ints = or_integral(a) && or_integral(b);
    if (strcmp(n, "min") == 0 || strcmp(n, "max") == 0)
        return extremum(o, a, b, n[1] == 'a');
    const bool numbers = a.constant && b.constant && a.base != RG_TYPE_LOG && b.base != RG_TYPE_LOG;
    if (numbers && strcmp(n, "atan") == 0)
        return or_real(atan2l(or_number(a), or_number(b)));
    if (numbers && strcmp(n, "hypot") == 0)
        return or_real(hypotl(or_number(a), or_number(b)));
    if (strcmp(n, "atan") == 0)
        return or_op2(o, RG_OP_FATAN2, fixed(o, a), fixed(o, b));
    if (strcmp(n, "hypot") == 0)
        return or_op2(o, RG_OP_FHYPOT, fixed(o, a), fixed(o, b));
    if (strcmp(n, "xor") == 0)
        return or_binary(o, TOK_XOR, a, b);
    unsigned op = strcmp(n, "div") == 0   ? RG_OP_DIV
                  : strcmp(n, "rem") == 0 ? RG_OP_REM
                  : strcmp(n, "mod") == 0 ? RG_OP_MOD
                  : strcmp(n, "fld") == 0 ? RG_OP_FLD
                                          : 0;
    if (!op || !ints)
        or_stop(o, OR_UNDEFINED, 0, "a function that the interpreter does not know");
    if (numbers && b.word != 0 && b.word != -1)
        return or_int(whole_number(op, a.word, b.word));
    return or_op2(o, op, or_convert(o, a, RG_TYPE_INT), or_convert(o, b, RG_TYPE_INT));
}

static or_value of_three(oracle *o, const char *n, or_value a, or_value b, or_value c)
{
    if (strcmp(n, "clamp") == 0)
        return extremum(o, extremum(o, a, b, true), c, false);
    if (strcmp(n, "min") == 0 || strcmp(n, "max") == 0)
        return extremum(o, extremum(o, a, b, n[1] == 'a'), c, n[1] == 'a');
    if (strcmp(n, "muladd") == 0)
        return add(o, mul(o, a, b), c);
    or_stop(o, OR_UNDEFINED, 0, "a function that the interpreter does not know");
}

static or_value unit(oracle *o, const fr_expr *e, int64_t n)
{
    rg_type_base base;
    unsigned rank;
    if (!or_type_name(e->items[0], &base, &rank)) {
        bool old = o->types_only;
        o->types_only = true;
        base = or_eval(o, e->items[0]).base;
        o->types_only = old;
    }
    return (or_value){.constant = true, .base = base, .word = n, .real = (long double)n};
}

or_value or_function(oracle *o, const fr_expr *e)
{
    const char *n = e->left->kind == EX_NAME ? e->left->name : "";
    or_value v[3];
    if (strcmp(n, "length") == 0 && e->count == 1)
        return extent(o, e, true);
    if (strcmp(n, "size") == 0 && e->count == 2)
        return extent(o, e, false);
    if ((strcmp(n, "zero") == 0 || strcmp(n, "one") == 0) && e->count == 1)
        return unit(o, e, n[0] == 'o');
    unsigned op = strcmp(n, "floor") == 0   ? RG_OP_FLOOR
                  : strcmp(n, "ceil") == 0  ? RG_OP_CEIL
                  : strcmp(n, "round") == 0 ? RG_OP_ROUND
                  : strcmp(n, "trunc") == 0 ? RG_OP_TRUNC
                                            : 0;
    if (op && (e->count == 1 || e->count == 2))
        return rounding(o, e, op);
    if (strcmp(n, "ifelse") == 0 && e->count == 3) {
        fr_expr t = {.kind = EX_TERNARY,
                     .span = e->span,
                     .left = e->items[0],
                     .right = e->items[1],
                     .third = e->items[2]};
        return or_eval(o, &t);
    }
    if (e->count < 1 || e->count > 3)
        or_stop(o, OR_UNDEFINED, 0, "a function that the interpreter does not know");
    for (size_t i = 0; i < e->count; i++)
        v[i] = or_eval(o, e->items[i]);
    if (strcmp(n, "convert") == 0 && e->count == 1)
        return v[0].base == RG_TYPE_LOG ? or_to_fixed(o, v[0]) : or_to_log(o, v[0]);
    return e->count == 1   ? of_one(o, n, v[0])
           : e->count == 2 ? of_two(o, n, v[0], v[1])
                           : of_three(o, n, v[0], v[1], v[2]);
}
