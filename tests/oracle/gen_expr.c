/* gen_expr.c: random expressions. They stay inside the domains of functions and mostly inside the
 * range of numbers. */
#include <stdio.h>

#include "tests/oracle/generate.h"

size_t gen_find(gen *g, rg_type_base base, unsigned rank, bool change)
{
    for (unsigned tries = 0; tries < 24 && g->var_count > 0; tries++) {
        size_t k = gen_pick(g, (unsigned)g->var_count);
        const gen_var *v = &g->vars[k];
        if (v->base != base || v->rank != rank || v->hidden || (g->avoid >> k & 1)
            || (change && (v->frozen || !v->writable)))
            continue;
        return k;
    }
    return GEN_VARS;
}

static void read_var(gen *g, gen_text *t, size_t k)
{
    g->reads |= UINT64_C(1) << k;
    gen_put(t, "%s", g->vars[k].name);
}

void gen_index(gen *g, gen_text *t, size_t array, unsigned dim)
{
    const gen_var *a = &g->vars[array];
    for (size_t k = 0; k < g->var_count; k++)
        if (g->vars[k].bound == array + 1 && g->vars[k].dim == dim && !g->vars[k].hidden
            && !(g->avoid >> k & 1) && gen_pick(g, 3)) {
            read_var(g, t, k);
            return;
        }
    switch (gen_pick(g, 6)) {
    case 0: gen_put(t, "2"); break;
    case 1: gen_put(t, "end"); break;
    case 2: gen_put(t, "end - 1"); break;
    case 3:
        gen_put(t, "mod(");
        gen_expression(g, t, RG_TYPE_INT, 1);
        if (a->rank == 1)
            gen_put(t, ", length(%s)) + 1", a->name);
        else
            gen_put(t, ", size(%s, %u)) + 1", a->name, dim);
        break;
    default: gen_put(t, "1"); break;
    }
}

void gen_element(gen *g, gen_text *t, size_t array)
{
    g->reads |= UINT64_C(1) << array;
    gen_put(t, "%s[", g->vars[array].name);
    gen_index(g, t, array, 1);
    for (unsigned dim = 2; dim <= g->vars[array].rank; dim++) {
        gen_put(t, ", ");
        gen_index(g, t, array, dim);
    }
    gen_put(t, "]");
}

bool gen_takes_cube(gen *g, rg_type_base base, bool change)
{
    if (g->cube == 0)
        return false;
    const size_t k = g->cube - 1;
    const gen_var *v = &g->vars[k];
    return v->base == base && !(g->avoid >> k & 1) && !(change && (v->frozen || !v->writable))
           && gen_pick(g, 3) == 0;
}

/* A variable or an element; false when there is none. */
static bool something(gen *g, gen_text *t, rg_type_base base)
{
    if (gen_takes_cube(g, base, false)) {
        gen_element(g, t, g->cube - 1);
        return true;
    }
    unsigned rank = gen_pick(g, 5) < 3 ? 0 : 1 + gen_pick(g, 2);
    size_t k = gen_find(g, base, rank, false);
    if (k == GEN_VARS && rank != 0)
        k = gen_find(g, base, rank = 0, false);
    if (k == GEN_VARS)
        return false;
    if (rank == 0)
        read_var(g, t, k);
    else
        gen_element(g, t, k);
    return true;
}

#define CHOOSE(list) list[gen_pick(g, (unsigned)(sizeof list / sizeof list[0]))]

static void leaf(gen *g, gen_text *t, rg_type_base base)
{
    if (gen_pick(g, 4) && something(g, t, base))
        return;
    switch (base) {
    case RG_TYPE_INT:
        if (gen_pick(g, 12) == 0)
            gen_put(t, "%llu", (unsigned long long)gen_pick(g, 1u << 30) << gen_pick(g, 32));
        else
            gen_put(t, gen_pick(g, 3) ? "%u" : "(-%u)", gen_pick(g, 12));
        break;
    case RG_TYPE_BOOL: gen_put(t, gen_pick(g, 2) ? "true" : "false"); break;
    case RG_TYPE_FIXED:
    case RG_TYPE_NARROW:
        if (gen_pick(g, 8) == 0)
            gen_put(t, "pi");
        else
            gen_put(t, gen_pick(g, 3) ? "%.3f" : "(-%.3f)", (double)gen_pick(g, 4000) / 1000);
        break;
    case RG_TYPE_LOG:
        if (!something(g, t, RG_TYPE_LOG))
            gen_put(t, "convert(abs(%s) + %.2f)", "0.0", 0.5 + gen_pick(g, 100) / 50.0);
        break;
    }
}

/* The format with random operands in place of its capital letters, # and @. */
static void form(gen *g, gen_text *t, const char *f, unsigned depth)
{
    for (; *f; f++) {
        if (*f == 'F')
            gen_expression(g, t, RG_TYPE_FIXED, depth - 1);
        else if (*f == 'I')
            gen_expression(g, t, RG_TYPE_INT, depth - 1);
        else if (*f == 'B')
            gen_expression(g, t, RG_TYPE_BOOL, depth - 1);
        else if (*f == 'L')
            gen_expression(g, t, RG_TYPE_LOG, depth - 1);
        else if (*f == '@') { /* the middle of a chain is evaluated twice, and must be short */
            size_t k = gen_find(g, RG_TYPE_INT, 0, false);
            if (k == GEN_VARS)
                gen_put(t, "%u", gen_pick(g, 9));
            else
                read_var(g, t, k);
        } else if (*f == '#')
            gen_put(t, "%u", 1 + gen_pick(g, 4));
        else
            gen_put(t, "%c", *f);
    }
}

/* Capital letters are operands; depth bounds the rest. Function names here have none of F I B L. */
static const char *const ints[] = {"(I + I)",
                                   "(I - I)",
                                   "I * I",
                                   "(-I)",
                                   "(I ÷ (abs(I) + 1))",
                                   "(I % (abs(I) + #))",
                                   "mod(I, #)",
                                   "fld(I, # + 1)",
                                   "min(I, I)",
                                   "max(I, I, I)",
                                   "abs(I)",
                                   "sign(I)",
                                   "(I & I)",
                                   "(I | I)",
                                   "(I ⊻ I)",
                                   "(I << #)",
                                   "(I >> #)",
                                   "(I >>> #)",
                                   "count_ones(I)",
                                   "(B ? I : I)",
                                   "ifelse(B, I, I)",
                                   "clamp(I, -#, #)",
                                   "(~I)",
                                   "mod(I, 9)^#",
                                   "rem(I, #)",
                                   "div(I, # + 2)",
                                   "2(I + #)",
                                   "I * #",
                                   "muladd(I, I, I)",
                                   "abs2(mod(I, 50))"};
static const char *const small_fixed[] = {"floor(sin(F) * 4)", "round(cos(F) * 9)"};
static const char *const bools[] = {
    "(I < I)", "(I >= I)", "(I == I)", "(I != I)", "(F < F)",  "(F > F)",    "(F <= F)",
    "!B",      "(B && B)", "(B || B)", "(B ⊻ B)",  "isodd(I)", "iseven(I)",  "(# < @ < 9)",
    "(B & B)", "(B | B)",  "(F == F)", "(I ≤ I)",  "(L == L)", "(B ? B : B)"};
static const char *const fixeds[] = {"(F + F)",
                                     "(F - F)",
                                     "sin(F) * F",
                                     "F * cos(F)",
                                     "(-F)",
                                     "(F / (abs(F) + 0.5))",
                                     "(F / (1 + F^2))",
                                     "sin(F)",
                                     "cos(F)",
                                     "sin(F + #F)",
                                     "exp(sin(F))",
                                     "exp(-abs(F))",
                                     "log(abs(F) + 0.25)",
                                     "sqrt(abs(F) + 0.1)",
                                     "(√(F^2 + 1))",
                                     "atan(F)",
                                     "atan(F, abs(F) + 1)",
                                     "min(F, F)",
                                     "max(F, F, F)",
                                     "abs(F)",
                                     "clamp(F, -#, #)",
                                     "sin(F)^2",
                                     "sin(F)^3",
                                     "(abs(F) + 0.5)^sin(F)",
                                     "(1.5 + sin(F))^(-2)",
                                     "abs2(sin(F))",
                                     "muladd(sin(F), F, F)",
                                     "hypot(F, sin(F) + 2)",
                                     "tan(sin(F))",
                                     "sinh(sin(F))",
                                     "cosh(sin(F))",
                                     "tanh(F)",
                                     "asin(0.9sin(F))",
                                     "acos(0.8cos(F))",
                                     "exp2(sin(F))",
                                     "log2(abs(F) + 0.5)",
                                     "expm1(cos(F))",
                                     "log1p(abs(F))",
                                     "inv(abs(F) + 0.75)",
                                     "(B ? F : F)",
                                     "ifelse(B, F, F)",
                                     "#F * 0.25",
                                     "mod(I, 8) * sin(F)",
                                     "F * 0.5",
                                     "mod(I, 5) / #",
                                     "(F + mod(I, 6))",
                                     "floor(F)",
                                     "round(F * 4)",
                                     "sign(F) * 0.5",
                                     "sin(convert(L))",
                                     "float(mod(I, 7))",
                                     "trunc(F)",
                                     "ceil(F)",
                                     "(2.5 + cos(F))^0.5",
                                     "(F - F) / #",
                                     "-sin(F) + #",
                                     "identity(F)"};
static const char *const logs[] = {"L * L",
                                   "(L / L)",
                                   "L^2",
                                   "convert(abs(F) + 0.5)",
                                   "L * (abs(sin(F)) + 0.5)",
                                   "(B ? L : L)",
                                   "one(L)",
                                   "L / convert(F^2 + 1)",
                                   "(L^2 + convert(abs(F) + 0.5))",
                                   "(L^2 + L^2)",
                                   "max(L, L)",
                                   "(L^2)^sin(F)",
                                   "inv(L)",
                                   "((L^2 + L^2) - L^2)"};

void gen_expression(gen *g, gen_text *t, rg_type_base base, unsigned depth)
{
    if (depth == 0 || gen_pick(g, 5) == 0) {
        leaf(g, t, base);
        return;
    }
    switch (base) {
    case RG_TYPE_INT:
        if (gen_pick(g, 12) == 0) {
            gen_put(t, "%s(Int, ", gen_pick(g, 2) ? "round" : "floor");
            form(g, t, CHOOSE(small_fixed), depth);
            gen_put(t, ")");
        } else {
            form(g, t, CHOOSE(ints), depth);
        }
        break;
    case RG_TYPE_BOOL: form(g, t, CHOOSE(bools), depth); break;
    case RG_TYPE_FIXED:
    case RG_TYPE_NARROW: form(g, t, CHOOSE(fixeds), depth); break;
    case RG_TYPE_LOG: form(g, t, CHOOSE(logs), depth); break;
    }
}
