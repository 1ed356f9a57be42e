/* gen_program.c: random functions and whole programs. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/oracle/generate.h"

void gen_put(gen_text *t, const char *format, ...)
{
    char piece[4096];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    if (n < 0 || (size_t)n >= sizeof piece)
        n = 0;
    if (t->count + (size_t)n + 1 > t->capacity) {
        size_t room = (t->count + (size_t)n + 1) * 2;
        char *s = realloc(t->s, room);
        if (!s)
            abort();
        t->s = s;
        t->capacity = room;
    }
    memcpy(t->s + t->count, piece, (size_t)n);
    t->count += (size_t)n;
    t->s[t->count] = '\0';
}

void gen_free(gen *g)
{
    free(g->out.s);
    g->out = (gen_text){0};
}

unsigned gen_pick(gen *g, unsigned n)
{
    g->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = g->state;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ z >> 31) >> 16) % n;
}

static void add_param(gen *g, gen_function *f, rg_type_base base, unsigned rank, bool writable,
                      bool open)
{
    size_t k = gen_declare(g, base, rank, writable, "p");
    if (writable)
        strcat(g->vars[k].name, "!");
    gen_param *p = &f->params[f->count++];
    *p = (gen_param){.base = base, .rank = rank, .writable = writable, .open = open};
    snprintf(p->name, sizeof p->name, "%s", g->vars[k].name);
}

static void head(gen *g, const gen_function *f)
{
    gen_put(&g->out, "@i function %s(", f->name);
    for (size_t i = 0; i < f->count; i++) {
        const gen_param *p = &f->params[i];
        gen_put(&g->out, i ? ", %s" : "%s", p->name);
        if (!p->open && p->rank == 0)
            gen_put(&g->out, "::%s", gen_type(p->base));
        else if (!p->open)
            gen_put(&g->out, "::%s{%s}", p->rank == 1 ? "Vector" : "Matrix", gen_type(p->base));
    }
    if (strcmp(f->name, "main") == 0)
        gen_form_params(g);
    gen_put(&g->out, ")\n");
    g->indent = 1;
}

static void tail(gen *g)
{
    g->indent = 0;
    gen_put(&g->out, "end\n");
}

static rg_type_base some_base(gen *g)
{
    return gen_pick(g, 2) ? RG_TYPE_FIXED : (rg_type_base)gen_pick(g, 4);
}

static void helper(gen *g, gen_function *f)
{
    f->recursive = gen_pick(g, 4) == 0;
    if (f->recursive)
        add_param(g, f, RG_TYPE_INT, 0, false, false);
    bool many = gen_pick(g, 8) == 0, open = !f->recursive && gen_pick(g, 4) == 0;
    add_param(g, f, RG_TYPE_FIXED, 0, true, false);
    for (unsigned n = many ? 8 : 1 + gen_pick(g, 4); n > 0; n--) {
        unsigned rank = gen_pick(g, 4) ? 0 : 1 + gen_pick(g, 2);
        add_param(g, f, rank ? (gen_pick(g, 3) ? RG_TYPE_FIXED : RG_TYPE_INT) : some_base(g), rank,
                  gen_pick(g, 2), open && !rank && gen_pick(g, 2));
    }
    head(g, f);
    if (!f->recursive) {
        gen_block(g, 2 + gen_pick(g, 4), 2);
        tail(g);
        return;
    }
    static const char *const forms[] = {"if %s > 0", "if (%s > 0, ~)", "if (%s != 0, %s > 0)"};
    const char *n = f->params[0].name;
    gen_line(g, forms[gen_pick(g, 3)], n, n);
    g->indent++;
    g->loops = 2;
    gen_block(g, 1 + gen_pick(g, 2), 1);
    char again[256];
    int at = snprintf(again, sizeof again, "%s%s(%s - 1", gen_pick(g, 4) ? "" : "~", f->name, n);
    for (size_t i = 1; i < f->count; i++)
        at += snprintf(again + at, sizeof again - (size_t)at, ", %s", f->params[i].name);
    gen_line(g, "%s)", again);
    gen_block(g, gen_pick(g, 2), 1);
    g->loops = 0;
    g->indent--;
    gen_line(g, "end");
    tail(g);
}

static void entry(gen *g, gen_function *f)
{
    static const struct {
        rg_type_base base;
        unsigned rank;
        bool writable;
        unsigned out_of;
    } list[] = {
        {RG_TYPE_FIXED, 0, true, 1},  {RG_TYPE_FIXED, 0, true, 2}, {RG_TYPE_FIXED, 0, false, 2},
        {RG_TYPE_INT, 0, true, 2},    {RG_TYPE_INT, 0, false, 2},  {RG_TYPE_BOOL, 0, true, 3},
        {RG_TYPE_LOG, 0, true, 3},    {RG_TYPE_LOG, 0, true, 4},   {RG_TYPE_FIXED, 1, true, 2},
        {RG_TYPE_FIXED, 1, false, 4}, {RG_TYPE_INT, 1, true, 3},   {RG_TYPE_FIXED, 2, true, 3}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (gen_pick(g, list[i].out_of) == 0)
            add_param(g, f, list[i].base, list[i].rank, list[i].writable, false);
    head(g, f);
    gen_block(g, 3 + gen_pick(g, 6), 3);
    tail(g);
}

void gen_program(gen *g, uint64_t seed)
{
    *g = (gen){.state = seed * UINT64_C(0x2545f4914f6cdd1d) + 77,
               .forms = seed * UINT64_C(0xd1342543de82ef95) + 5};
    unsigned helpers = gen_pick(g, GEN_FUNCTIONS);
    for (unsigned i = 0; i <= helpers; i++) {
        gen_function *f = &g->functions[g->function_count++];
        bool last = i == helpers;
        if (last)
            snprintf(f->name, sizeof f->name, "main");
        else
            snprintf(f->name, sizeof f->name, "f%u", i);
        g->var_count = 0;
        g->names = 0;
        g->avoid = g->reads = 0;
        g->budget = last ? 22 : 9;
        if (last)
            entry(g, f);
        else
            helper(g, f);
        g->callable = g->function_count;
    }
    gen_form_routines(g);
}
