/* heavy.c: how large operations on complex numbers get once they are taken apart into real ones. A
 * quotient reads each part of its divisor some fourteen times, so that quotients within quotients
 * are soon too large for one expression: their operands get ancillas (own.c). */
#include <math.h>
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

/* Nodes of one part: of what is taken apart further; of what is worth an ancilla. */
static const double HEAVY = 60, WORTH = 3;

/* complex: a complex number of Fixed. */
typedef struct {
    double size;
    bool complex;
} measure;

static measure of(fr_sema *s, const fr_expr *e);

static measure quotient(measure a, measure b)
{
    if (!b.complex)
        return (measure){a.size + b.size + 1, a.complex};
    return (measure){4 * a.size + 28 * b.size + 15, true};
}

static measure product(measure a, measure b)
{
    const bool both = a.complex && b.complex;

    return (measure){(both ? 2 : 1) * (a.size + b.size) + (both ? 3 : 1), a.complex || b.complex};
}

static measure power(fr_sema *s, const fr_expr *e)
{
    const measure z = of(s, e->left), n = of(s, e->right);
    const bool minus = e->right->kind == EX_UNARY && e->right->token == TOK_SUB;
    const fr_expr *whole = minus ? e->right->right : e->right;

    if (!z.complex && !n.complex)
        return (measure){z.size + n.size + 1, false};
    if (whole->kind != EX_INT || whole->integer > 4)
        return (measure){4 * (z.size + n.size) + 8, true};
    measure r = z;
    for (uint64_t i = 1; i < whole->integer; i++)
        r = product(r, z);
    return minus ? quotient((measure){1, false}, r) : r;
}

static measure call(fr_sema *s, const fr_expr *e)
{
    measure all = {1, false};
    const char *name = e->left && e->left->kind == EX_NAME ? e->left->name : "";

    for (size_t i = 0; i < e->count; i++) {
        const measure one = of(s, e->items[i]);
        all.size += one.size;
        all.complex = all.complex || one.complex;
    }
    if (!all.complex || fr_is_own_function(s, name))
        return all;
    if (strcmp(name, "inv") == 0)
        return quotient((measure){1, false}, all);
    if (strcmp(name, "tan") == 0)
        return quotient((measure){2 * all.size, true}, (measure){2 * all.size, true});
    if (strcmp(name, "real") == 0 || strcmp(name, "imag") == 0)
        return (measure){all.size, false};
    if (strcmp(name, "abs") == 0 || strcmp(name, "angle") == 0 || strcmp(name, "abs2") == 0)
        return (measure){4 * all.size, false};
    return (measure){4 * all.size, true};
}

static measure of(fr_sema *s, const fr_expr *e)
{
    fr_type type;

    if (!e)
        return (measure){0, false};
    if (fr_place_type(s, e, &type))
        return (measure){1, type.rank == 0 && fr_is_complex(s, type.base)
                                && fr_compound_of(s, type.base)->types[0].base == RG_TYPE_FIXED};
    if (e->kind == EX_NAME)
        return (measure){1, strcmp(e->name, "im") == 0};
    if (e->kind == EX_CALL)
        return call(s, e);
    if (e->kind == EX_BINARY && e->token == TOK_DIV)
        return quotient(of(s, e->left), of(s, e->right));
    if (e->kind == EX_BINARY && e->token == TOK_MUL)
        return product(of(s, e->left), of(s, e->right));
    if (e->kind == EX_BINARY && e->token == TOK_POW)
        return power(s, e);
    if (e->kind != EX_BINARY && e->kind != EX_UNARY && e->kind != EX_TERNARY)
        return (measure){1, false};
    const measure a = of(s, e->left), b = of(s, e->right), c = of(s, e->third);
    return (measure){a.size + b.size + c.size + 1,
                     (e->kind != EX_TERNARY && a.complex) || b.complex || c.complex};
}

/* Operations that read their operands more than once. */
static bool multiplies(const fr_expr *e)
{
    return (e->kind == EX_BINARY
            && (e->token == TOK_DIV || e->token == TOK_MUL || e->token == TOK_POW))
           || (e->kind == EX_CALL && e->left->kind == EX_NAME && e->count == 1);
}

bool fr_is_heavy(fr_sema *s, const fr_expr *e) { return multiplies(e) && of(s, e).size > HEAVY; }

bool fr_is_worth_naming(fr_sema *s, const fr_expr *e)
{
    const measure m = e ? of(s, e) : (measure){0, false};

    return m.complex && m.size >= WORTH;
}
