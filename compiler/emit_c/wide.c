/* wide.c: statements about the accumulator, and the generator of random numbers. */
#include "ec.h"

static const char *address(ec *e, const char *lvalue)
{
    return lvalue ? ec_text(e, "&%s", lvalue) : "NULL";
}

static void muldiv(ec *e, const ir_stmt *s)
{
    const bool fixed = s->first->type == RG_TYPE_FIXED;

    e->functions = true;
    e->active = fixed;
    const ec_word a = ec_eval(e, s->first), b = ec_eval(e, s->last);
    const ec_word x = ec_place(e, &s->place);
    if (e->mode == EC_TANGENT) /* as on the machine */
        ec_require(e, s->loc, "MODE", "false");
    const char *call = ec_text(e, "rg_muldiv(rg, &%s, %s, %s, %s, %s, %s, %s, %s)", x.v, a.v, b.v,
                               s->kind == IR_IMULDIV ? "true" : "false", fixed ? "true" : "false",
                               address(e, x.g), address(e, fixed ? a.g : NULL),
                               address(e, fixed ? b.g : NULL));
    if (e->mode == EC_GRADIENT) {
        ec_line(e, "if (%s)", call);
        ec_line(e, "    rg->misfit = true;");
        ec_back_parts(e, 0);
    } else {
        ec_try(e, s->loc, "%s", call);
    }
}

static void mac(ec *e, const ir_stmt *s)
{
    const char *minus = s->kind == IR_IMAC ? "true" : "false";
    const ec_word a = ec_eval(e, s->first), b = ec_eval(e, s->last);

    e->functions = true;
    ec_try(e, s->loc, "rg_mac(rg, %s, %s, %s, %s, %s, %s)", a.v, b.v, minus, address(e, a.g),
           address(e, b.g), e->mode == EC_GRADIENT ? "true" : "false");
    if (e->mode == EC_TANGENT && (a.t || b.t))
        ec_line(e, "rg_mac_tangent(rg, %s, %s, %s, %s, %s);", a.v, b.v, minus, a.t ? a.t : "0",
                b.t ? b.t : "0");
    if (e->mode == EC_GRADIENT)
        ec_back_parts(e, 0);
}

static void read_out(ec *e, const ir_stmt *s)
{
    const bool minus = s->mode == RG_MODE_SUB;
    const ec_word x = ec_place(e, &s->place);
    const char *f = ec_text(e, "t_%u", ++e->temps);

    e->functions = true;
    ec_line(e, "int64_t %s = 0;", f);
    ec_try(e, s->loc, "rg_wout(rg, &%s)", f);
    if (e->sure)
        ec_line(e, "%s = %s(%s, %s);", x.v, minus ? "rg_sub" : "rg_add", x.v, f);
    else
        ec_try(e, s->loc, "%s(&%s, %s)", minus ? "rg_minus" : "rg_plus", x.v, f);
    if (x.t)
        ec_line(e, "%s(rg, &%s, rg->tw[0]);", minus ? "rg_gsub" : "rg_gadd", x.t);
    if (x.g)
        ec_line(e, "%s(rg, &rg->gw[0], %s);", minus ? "rg_gadd" : "rg_gsub", x.g);
}

static void bank(ec *e, const ir_stmt *s)
{
    const ec_word words[2] = {ec_place(e, &s->place), ec_place(e, &s->place2)};

    for (unsigned i = 0; i < 2; i++) {
        ec_line(e, "rg_swap(&%s, &rg->w[%u]);", words[i].v, i);
        if (words[i].g)
            ec_line(e, "rg_swap(&%s, &rg->gw[%u]);", words[i].g, i);
        if (words[i].t)
            ec_line(e, "rg_swap(&%s, &rg->tw[%u]);", words[i].t, i);
    }
}

static void random_step(ec *e, const ir_stmt *s)
{
    const ec_word x = ec_place(e, &s->place);

    ec_line(e, "%s = %s(%s);", x.v, s->kind == IR_RANDOM ? "rg_random" : "rg_random_back", x.v);
}

void ec_wide(ec *e, const ir_stmt *s)
{
    switch (s->kind) {
    case IR_MULDIV:
    case IR_IMULDIV: muldiv(e, s); break;
    case IR_MAC:
    case IR_IMAC: mac(e, s); break;
    case IR_READ: read_out(e, s); break;
    case IR_BANK: bank(e, s); break;
    case IR_RANDOM:
    case IR_IRANDOM: random_step(e, s); break;
    default: ec_refuse(e, s->loc, "a statement that the C back end does not know"); break;
    }
}
