/* gen_form.c: the forms of the language that came after the others. A program has some of them
 * between its other statements. */
#include <stdio.h>
#include <string.h>

#include "tests/oracle/generate.h"

enum { SHARE = 5 }; /* one statement of so many has a form before it */

#define CHOOSE(list) list[gen_pick(g, (unsigned)(sizeof list / sizeof list[0]))]

static gen_set one(size_t k) { return UINT64_C(1) << k; }

static void drop(gen_text *t)
{
    gen_free(&(gen){.out = *t});
    *t = (gen_text){0};
}

/* The pattern with e for $ and f for @. */
static void fill(gen_text *t, const char *pattern, const char *e, const char *f)
{
    for (; *pattern; pattern++)
        if (*pattern == '$')
            gen_put(t, "%s", e);
        else if (*pattern == '@')
            gen_put(t, "%s", f);
        else
            gen_put(t, "%c", *pattern);
}

/* A few statements within the form. */
static void inner(gen *g, unsigned depth)
{
    g->budget = 2;
    gen_block(g, 1, depth > 1 ? 1 : 0);
}

/* ---- a condition that shares a part with its arms ---- */

/* $: the part that is shared. @: another operand. */
static const char *const chosen[] = {"abs($) >= 1 ? $ : @",
                                     "$ > @ ? $ : @",
                                     "$ < 0.5 ? @ : $ * 0.5",
                                     "ifelse($ >= @, $, -@)",
                                     "sin($) > 0 ? sin($) : cos($)",
                                     "abs($) > 0.25 && $ < 2 ? $ - @ : $ + 1",
                                     "($ > 0 && $ < 3 ? sin($) : -sin($)) * 0.5",
                                     "abs($ + 1) >= 1 ? $ + 1 : @ + 1"};
static const char *const tested[] = {"abs($) >= 1",   "$ > @",          "$ - @ < 0.5",
                                     "sin($) <= 0.3", "$ > 0 || $ < @", "!($ * 0.5 < 1)"};
static const char *const shared[] = {"$", "$ - @", "$ * 0.5", "sin($)", "abs($)"};

static void choice_of_shared(gen *g, const char *place, const char *e, const char *f)
{
    gen_text value = {0};
    fill(&value, CHOOSE(chosen), e, f);
    gen_line(g, "%s %s %s", place, gen_pick(g, 3) ? "+=" : "-=", value.s);
    drop(&value);
}

static void branch_of_shared(gen *g, unsigned depth, const char *place, const char *e,
                             const char *f)
{
    static const char *const heads[] = {"if (%s, ~)", "if %s", "if (%s, %s)"};
    gen_text condition = {0}, yes = {0}, no = {0};
    fill(&condition, CHOOSE(tested), e, f);
    fill(&yes, CHOOSE(shared), e, f);
    fill(&no, CHOOSE(shared), e, f);
    gen_line(g, CHOOSE(heads), condition.s, condition.s);
    g->indent++;
    gen_line(g, "%s += %s", place, yes.s);
    if (gen_pick(g, 2))
        inner(g, depth);
    g->indent--;
    if (gen_pick(g, 2)) {
        gen_line(g, "else");
        gen_line(g, "    %s -= %s", place, no.s);
    }
    gen_line(g, "end");
    drop(&condition);
    drop(&yes);
    drop(&no);
}

static void shared_part(gen *g, unsigned depth)
{
    gen_text place = {0}, e = {0}, f = {0};
    gen_set held = 0, avoid = g->avoid, reads;
    if (gen_place(g, &place, RG_TYPE_FIXED, &held)) {
        g->avoid |= held;
        size_t p = gen_find(g, RG_TYPE_FIXED, 0, false), q = gen_find(g, RG_TYPE_FIXED, 0, false);
        if (p != GEN_VARS && gen_pick(g, 2)) { /* a product of two variables */
            gen_put(&e, "(%s * %s)", g->vars[p].name, g->vars[q == GEN_VARS ? p : q].name);
            reads = one(p) | one(q == GEN_VARS ? p : q);
        } else {
            gen_put(&e, "(");
            reads = gen_remembered(g, &e, RG_TYPE_FIXED, 2);
            gen_put(&e, ")");
        }
        gen_put(&f, "(");
        reads |= gen_remembered(g, &f, RG_TYPE_FIXED, 1);
        gen_put(&f, ")");
        gen_freeze(g, reads, true);
        g->avoid = avoid;
        if (gen_pick(g, 2))
            choice_of_shared(g, place.s, e.s, f.s);
        else
            branch_of_shared(g, depth, place.s, e.s, f.s);
        gen_freeze(g, reads, false);
    }
    drop(&place);
    drop(&e);
    drop(&f);
}

/* ---- arrays of three dimensions ---- */

/* A sum over all elements, by loops in some order. */
static void sum_of_cube(gen *g, const char *name, rg_type_base base)
{
    static const unsigned orders[][3] = {{1, 2, 3}, {3, 2, 1}, {2, 3, 1}};
    const unsigned *order = orders[gen_pick(g, 3)];
    gen_text place = {0}, e = {0};
    gen_set held = 0, avoid = g->avoid;
    const size_t cube = g->cube;
    g->avoid |= one(cube - 1);
    g->cube = 0;
    if (gen_place(g, &place, base, &held)) {
        g->avoid |= held;
        gen_expression(g, &e, base, 1);
        const unsigned i = g->names;
        g->names += 4;
        for (unsigned d = 0; d < 3; d++, g->indent++)
            gen_line(g, "for i%u = 1:size(%s, %u)", i + order[d], name, order[d]);
        gen_line(g, "%s += %s[i%u, i%u, i%u] * (%s)", place.s, name, i + 1, i + 2, i + 3, e.s);
        for (unsigned d = 0; d < 3; d++) {
            g->indent--;
            gen_line(g, "end");
        }
    }
    g->cube = cube;
    g->avoid = avoid;
    drop(&place);
    drop(&e);
}

/* Call of a routine that forms need: it takes an array of three dimensions. */
static void call_with_cube(gen *g, const char *name)
{
    gen_text place = {0};
    gen_set held = 0, avoid = g->avoid;
    const size_t cube = g->cube;
    g->avoid |= one(cube - 1);
    g->cube = 0;
    if (gen_place(g, &place, RG_TYPE_FIXED, &held)) {
        gen_line(g, "%scube(%s, %s, %u)", gen_pick(g, 3) ? "" : "~", place.s, name,
                 1 + gen_pick(g, 2));
        g->needs_cube = true;
    }
    g->cube = cube;
    g->avoid = avoid;
    drop(&place);
}

static void use_cube(gen *g, unsigned depth, size_t k)
{
    g->cube = k + 1;
    g->budget = 4;
    gen_block(g, 1 + gen_pick(g, 2), depth > 1 ? 1 : 0);
    if (gen_pick(g, 2))
        sum_of_cube(g, g->vars[k].name, g->vars[k].base);
    if (g->vars[k].base == RG_TYPE_FIXED && gen_pick(g, 2))
        call_with_cube(g, g->vars[k].name);
    g->cube = 0;
}

static void local_cube(gen *g, unsigned depth)
{
    const rg_type_base base = gen_pick(g, 3) ? RG_TYPE_FIXED : RG_TYPE_INT;
    gen_text e = {0};
    const gen_set reads = gen_remembered(g, &e, base, 2);
    const size_t k = gen_declare(g, base, 3, false, "C");
    const char *name = g->vars[k].name;
    const unsigned i = g->names, rows = 2 + gen_pick(g, 2), pages = 2 + gen_pick(g, 2);
    char shape[48], index[48];
    g->names += 2;
    gen_freeze(g, reads, true);
    snprintf(shape, sizeof shape, "zeros(%s, %u, 2, %u)", gen_type(base), rows, pages);
    snprintf(index, sizeof index, gen_pick(g, 2) ? "i%u, 2, i%u" : "i%u, 1, i%u", i, i + 1);
    gen_line(g, "%s ← %s", name, shape);
    for (int pass = 0; pass < 2; pass++) {
        gen_line(g, "for i%u = 1:size(%s, 1), i%u = 1:size(%s, 3)", i, name, i + 1, name);
        gen_line(g, "    %s[%s] %s %s", name, index, pass ? "-=" : "+=", e.s);
        gen_line(g, "end");
        if (pass == 0)
            use_cube(g, depth, k);
    }
    gen_line(g, "%s → %s", name, shape);
    gen_freeze(g, reads, false);
    drop(&e);
}

static void cube(gen *g, unsigned depth)
{
    if (!g->has_cube || gen_pick(g, 3) == 0) {
        local_cube(g, depth);
        return;
    }
    const size_t k = gen_declare(g, RG_TYPE_FIXED, 3, true, "c");
    snprintf(g->vars[k].name, sizeof g->vars[k].name, "c!");
    use_cube(g, depth, k);
}

/* ---- the forms ---- */

/* The other draws of the program start where they were. */
typedef struct {
    uint64_t state;
    size_t var_count;
    unsigned budget;
} outside;

static outside enter(gen *g)
{
    const outside o = {g->state, g->var_count, g->budget};
    g->state = g->forms;
    g->forming = true;
    return o;
}

static void leave(gen *g, outside o)
{
    g->forms = g->state;
    g->forming = false;
    g->state = o.state;
    g->var_count = o.var_count;
    g->budget = o.budget;
}

void gen_form_params(gen *g)
{
    const outside o = enter(g);
    g->has_cube = gen_pick(g, 2);
    if (g->has_cube)
        gen_put(&g->out, g->out.s[g->out.count - 1] == '(' ? "%s" : ", %s", "c!::Array{Fixed, 3}");
    leave(g, o);
}

void gen_form_routines(gen *g)
{
    gen_pair_routines(g);
    if (g->needs_cube)
        gen_put(&g->out, "@i function cube(y!::Fixed, A::Array{Fixed, 3}, n::Int)\n"
                         "    for k = 1:size(A, 3), j = 1:n\n"
                         "        y! += A[end, j, k] * A[1, n, k]\n"
                         "    end\n"
                         "    y! -= length(A) * size(A, 3)\n"
                         "end\n");
}

void gen_form(gen *g, unsigned depth)
{
    if (g->forming || g->var_count + 8 > GEN_VARS)
        return;
    static void (*const forms[])(gen *, unsigned) = {shared_part, cube,     gen_pair,
                                                     gen_pair,    gen_pair, gen_pair};
    const outside o = enter(g);
    if (gen_pick(g, SHARE) == 0)
        forms[gen_pick(g, sizeof forms / sizeof forms[0])](g, depth);
    leave(g, o);
}
