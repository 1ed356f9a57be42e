/* gen_stmt.c: random statements that undo themselves where they must. What a condition, a bound or
 * an ancilla depends on is frozen until it is needed again, so that every program keeps the rules
 * of the language in both directions. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/oracle/generate.h"

void gen_line(gen *g, const char *format, ...)
{
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    gen_put(&g->out, "%*s%s\n", (int)g->indent * 4, "", line);
}

size_t gen_declare(gen *g, rg_type_base base, unsigned rank, bool writable, const char *prefix)
{
    if (g->var_count >= GEN_VARS)
        g->var_count = GEN_VARS - 1; /* cannot be: blocks stop earlier */
    size_t k = g->var_count++;
    g->vars[k] = (gen_var){.base = base, .rank = rank, .writable = writable};
    snprintf(g->vars[k].name, sizeof g->vars[k].name, "%s%u", prefix, g->names++ % 100000);
    return k;
}

void gen_freeze(gen *g, gen_set set, bool on)
{
    for (size_t k = 0; k < g->var_count; k++)
        if (set >> k & 1)
            g->vars[k].frozen = on ? g->vars[k].frozen + 1 : g->vars[k].frozen - 1;
}

const char *gen_type(rg_type_base base)
{
    static const char *const names[] = {"Int", "Bool", "Fixed", "Log"};
    return names[base];
}

static gen_set one(size_t k) { return UINT64_C(1) << k; }

bool gen_place(gen *g, gen_text *t, rg_type_base base, gen_set *held)
{
    const bool of_cube = gen_takes_cube(g, base, true);
    unsigned rank = of_cube ? 3 : gen_pick(g, 3) ? 0 : 1 + gen_pick(g, 2);
    size_t k = of_cube ? g->cube - 1 : gen_find(g, base, rank, true);
    if (k == GEN_VARS && rank != 0)
        k = gen_find(g, base, rank = 0, true);
    if (k == GEN_VARS)
        return false;
    gen_set avoid = g->avoid, reads = g->reads;
    g->avoid |= one(k);
    g->reads = 0;
    if (rank == 0)
        gen_put(t, "%s", g->vars[k].name);
    else
        gen_element(g, t, k);
    *held = g->reads | one(k);
    g->avoid = avoid;
    g->reads |= reads;
    return true;
}

static void expression(gen *g, gen_text *t, rg_type_base base, unsigned depth)
{
    gen_expression(g, t, base, depth);
}

static unsigned depth_of(gen *g) { return gen_pick(g, 10) == 0 ? 4 : 1 + gen_pick(g, 3); }

/* ---- updates ---- */

static void update(gen *g)
{
    rg_type_base base = gen_pick(g, 2) ? RG_TYPE_FIXED : (rg_type_base)gen_pick(g, 4);
    gen_text place = {0}, value = {0};
    gen_set held = 0;
    if (gen_place(g, &place, base, &held)) {
        const char *op = base == RG_TYPE_LOG    ? (gen_pick(g, 2) ? "*=" : "/=")
                         : base == RG_TYPE_BOOL ? "⊻="
                         : base == RG_TYPE_INT && gen_pick(g, 4) == 0 ? "⊻="
                         : gen_pick(g, 2)                             ? "+="
                                                                      : "-=";
        gen_set avoid = g->avoid, index = held;
        for (size_t k = 0; k < g->var_count;
             k++) /* the target, which is the only one held that may change */
            if (index >> k & 1 && g->vars[k].base == base
                && strncmp(place.s, g->vars[k].name, strlen(g->vars[k].name)) == 0)
                g->avoid |= one(k);
        bool factor = base == RG_TYPE_LOG && gen_pick(g, 3) == 0;
        if (factor)
            gen_put(&value, "abs(");
        expression(g, &value, factor ? RG_TYPE_FIXED : base, depth_of(g));
        if (factor)
            gen_put(&value, ") + 0.5");
        g->avoid = avoid;
        gen_line(g, "%s%s %s %s", gen_pick(g, 9) ? "" : "~", place.s, op, value.s);
    }
    gen_put(&place, "%s", "");
    gen_text *both[] = {&place, &value};
    for (int i = 0; i < 2; i++)
        gen_free(&(gen){.out = *both[i]});
}

/* An Int by a bijection of itself. */
static void of_itself(gen *g)
{
    gen_text place = {0};
    gen_set held = 0;
    if (!gen_place(g, &place, RG_TYPE_INT, &held))
        return;
    const char *x = place.s, *undo = gen_pick(g, 3) ? "" : "~", *op = gen_pick(g, 2) ? "+=" : "-=";
    const unsigned odd = 2 * gen_pick(g, 500) + 1, shift = 1 + gen_pick(g, gen_pick(g, 2) ? 8 : 31);
    switch (gen_pick(g, 5)) {
    case 0: gen_line(g, "%s%s %s %u", undo, x, gen_pick(g, 2) ? "*=" : "/=", odd); break;
    case 1: gen_line(g, "%s%s %s %u * %s", undo, x, op, odd + 1, x); break;
    case 2: gen_line(g, "%s%s %s %s << %u", undo, x, op, x, shift); break;
    case 3: gen_line(g, "%s%s ⊻= %s << %u", undo, x, x, shift); break;
    default: gen_line(g, "%s%s ⊻= %s >>> %u", undo, x, x, shift); break;
    }
    gen_free(&(gen){.out = place});
}

static void in_place(gen *g)
{
    if (gen_pick(g, 8) == 0) {
        of_itself(g);
        return;
    }
    gen_text a = {0}, b = {0}, e = {0};
    gen_set held = 0, more = 0, avoid = g->avoid;
    unsigned what = gen_pick(g, 6);
    rg_type_base base = what < 2    ? RG_TYPE_FIXED
                        : what == 2 ? (rg_type_base)gen_pick(g, 4)
                        : what == 3 ? RG_TYPE_BOOL
                                    : RG_TYPE_INT;
    if (what == 5 && gen_pick(g, 2))
        base = RG_TYPE_FIXED;
    bool found = gen_place(g, &a, base, &held);
    g->avoid |= held;
    if (found && what <= 2 && !gen_place(g, &b, base, &more))
        found = false;
    g->avoid |= more;
    if (found && what < 2) {
        expression(g, &e, RG_TYPE_FIXED, 2);
        static const char *const turns[] = {"ROT", "IROT", "~ROT", "(~IROT)"};
        gen_line(g, "%s(%s, %s, %s)", turns[gen_pick(g, 4)], a.s, b.s, e.s);
    } else if (found && what == 2) {
        gen_line(g, gen_pick(g, 2) ? "SWAP(%s, %s)" : "%s ↔ %s", a.s, b.s);
    } else if (found && what == 3) {
        gen_line(g, "FLIP(%s)", a.s);
    } else if (found && what == 4) {
        expression(g, &e, RG_TYPE_INT, 1);
        static const char *const rolls[] = {"ROL", "ROR", "~ROL", "(~ROR)"};
        gen_line(g, "%s(%s, %s)", rolls[gen_pick(g, 4)], a.s, e.s);
    } else if (found) {
        static const char *const names[] = {"NEG", "INC", "DEC"};
        gen_line(g, "%s%s(%s)", gen_pick(g, 6) ? "" : "~", names[gen_pick(g, 3)], a.s);
    }
    g->avoid = avoid;
    gen_free(&(gen){.out = a});
    gen_free(&(gen){.out = b});
    gen_free(&(gen){.out = e});
}

/* ---- blocks ---- */

static void open_block(gen *g, const char *format, ...)
{
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    gen_line(g, "%s", line);
    g->indent++;
}

static void close_block(gen *g, const char *end)
{
    g->indent--;
    gen_line(g, "%s", end);
}

/* The same expression as text, with what it reads. */
gen_set gen_remembered(gen *g, gen_text *t, rg_type_base base, unsigned depth)
{
    gen_set reads = g->reads, mine;
    g->reads = 0;
    expression(g, t, base, depth);
    mine = g->reads;
    g->reads = reads;
    return mine;
}

static gen_set remembered(gen *g, gen_text *t, rg_type_base base, unsigned depth)
{
    return gen_remembered(g, t, base, depth);
}

static void conditional(gen *g, unsigned depth)
{
    gen_text c = {0}, d = {0};
    unsigned form = gen_pick(g, 4);
    gen_set reads = remembered(g, &c, RG_TYPE_BOOL, 2);
    bool chain = form != 1 && gen_pick(g, 3) == 0;
    if (chain)
        reads |= remembered(g, &d, RG_TYPE_BOOL, 2);
    size_t flag = GEN_VARS;
    gen_freeze(g, reads, true);
    if (form == 1) { /* a postcondition of its own */
        flag = gen_declare(g, RG_TYPE_INT, 0, false, "k");
        gen_line(g, "%s ← 0", g->vars[flag].name);
        open_block(g, "if (%s, %s == 1)", c.s, g->vars[flag].name);
        gen_line(g, "%s += 1", g->vars[flag].name);
    } else {
        open_block(g, form == 2 ? "if (%s, ~)" : form == 3 ? "if (%s, %s)" : "if %s", c.s, c.s);
    }
    gen_block(g, 1 + gen_pick(g, 2), depth - 1);
    if (chain) {
        close_block(g, "");
        g->out.count -= g->indent * 4 + 1; /* the line of elseif takes its place */
        open_block(g, "elseif %s", d.s);
        gen_block(g, 1, depth - 1);
    }
    if (gen_pick(g, 2)) {
        g->indent--;
        open_block(g, "else");
        gen_block(g, 1, depth - 1);
    }
    close_block(g, "end");
    if (form == 1) {
        gen_line(g, gen_pick(g, 2) ? "%s → (%s ? 1 : 0)" : "%s → ifelse(%s, 1, 0)",
                 g->vars[flag].name, c.s);
        g->vars[flag].hidden = true;
    }
    gen_freeze(g, reads, false);
    gen_free(&(gen){.out = c});
    gen_free(&(gen){.out = d});
}

static void while_loop(gen *g, unsigned depth)
{
    gen_text n = {0};
    bool constant = gen_pick(g, 2);
    gen_set reads = 0;
    if (constant) {
        gen_put(&n, "%u", gen_pick(g, 4));
    } else {
        gen_put(&n, "mod(");
        reads = remembered(g, &n, RG_TYPE_INT, 2);
        gen_put(&n, ", 4)");
    }
    size_t k = gen_declare(g, RG_TYPE_INT, 0, false, "k");
    const char *name = g->vars[k].name;
    gen_freeze(g, reads, true);
    gen_line(g, "%s ← 0", name);
    switch (gen_pick(g, 3)) {
    case 0: open_block(g, "@from %s == 0 while %s < %s", name, name, n.s); break;
    case 1: open_block(g, "while (%s < %s, %s != 0)", name, n.s, name); break;
    default:
        open_block(g, "while (%s < %s, %s > 0 && %s <= %s)", name, n.s, name, name, n.s);
        break;
    }
    bool first = gen_pick(g, 2);
    if (first)
        gen_line(g, gen_pick(g, 2) ? "%s += 1" : "INC(%s)", name);
    g->loops++;
    gen_block(g, 1 + gen_pick(g, 2), depth - 1);
    g->loops--;
    if (!first)
        gen_line(g, "%s += 1", name);
    close_block(g, "end");
    gen_line(g, "%s → %s", name, n.s);
    g->vars[k].hidden = true;
    gen_freeze(g, reads, false);
    gen_free(&(gen){.out = n});
}

static void for_loop(gen *g, unsigned depth)
{
    gen_text range = {0};
    gen_set reads = 0;
    size_t array =
               gen_find(g, gen_pick(g, 3) ? RG_TYPE_FIXED : RG_TYPE_INT, 1 + gen_pick(g, 2), false),
           bound = 0;
    unsigned dim = 1;
    unsigned kind = gen_pick(g, 7);
    if (kind < 4 && array != GEN_VARS) {
        bool matrix = g->vars[array].rank == 2;
        dim = matrix ? 1 + gen_pick(g, 2) : 1;
        char extent[40];
        snprintf(extent, sizeof extent, matrix ? "size(%s, %u)" : "length(%s)", g->vars[array].name,
                 dim);
        gen_put(&range,
                kind == 0   ? "%s:-1:1"
                : kind == 1 ? "2:%s"
                : kind == 2 ? "1:2:%s"
                            : "1:%s",
                extent);
        bound = array + 1;
    } else if (kind == 4) {
        gen_put(&range, "0:mod(");
        reads = remembered(g, &range, RG_TYPE_INT, 2);
        gen_put(&range, ", 4)");
    } else if (kind == 5) {
        gen_put(&range, "3:-2:mod(");
        reads = remembered(g, &range, RG_TYPE_INT, 1);
        gen_put(&range, ", 6)");
    } else {
        static const char *const some[] = {"1:3",  "2:1",    "5:-2:0", "0:3:7",
                                           "-1:1", "4:-1:2", "1:0",    "7:3:7"};
        gen_put(&range, "%s", some[gen_pick(g, 8)]);
    }
    gen_freeze(g, reads, true);
    size_t i = gen_declare(g, RG_TYPE_INT, 0, false, "i");
    g->vars[i].bound = bound;
    g->vars[i].dim = dim;
    open_block(g, "for %s = %s", g->vars[i].name, range.s);
    g->loops++;
    gen_block(g, 1 + gen_pick(g, 3), depth - 1);
    g->loops--;
    close_block(g, "end");
    g->vars[i].hidden = true;
    gen_freeze(g, reads, false);
    gen_free(&(gen){.out = range});
}

/* ---- ancillas ---- */

static void ancilla(gen *g, unsigned depth)
{
    gen_text e = {0};
    unsigned what = gen_pick(g, 6);
    rg_type_base base = what < 3    ? RG_TYPE_FIXED
                        : what == 3 ? RG_TYPE_LOG
                        : what == 4 ? RG_TYPE_INT
                                    : RG_TYPE_BOOL;
    static const char *const zeros[] = {"0", "false", "0.0", "one(Log)"},
                             *const plus[] = {"+=", "⊻=", "+=", "*="},
                             *const minus[] = {"-=", "⊻=", "-=", "/="};
    gen_set reads = remembered(g, &e, base, depth_of(g));
    size_t t = gen_declare(g, base, 0, false, "t");
    const char *name = g->vars[t].name;
    gen_freeze(g, reads, true);
    bool direct = (base == RG_TYPE_INT || base == RG_TYPE_BOOL) && gen_pick(g, 2),
         macro = !direct && base == RG_TYPE_FIXED && gen_pick(g, 3) == 0;
    if (direct)
        gen_line(g, gen_pick(g, 2) ? "%s ← %s" : "%s <- %s", name, e.s);
    else if (macro)
        gen_line(g, "@zeros Fixed %s", name);
    else
        gen_line(g, "%s ← %s", name, zeros[base]);
    if (!direct)
        gen_line(g, "%s %s %s", name, plus[base], e.s);
    gen_block(g, 1 + gen_pick(g, 2), depth - 1);
    if (!direct)
        gen_line(g, "%s %s %s", name, minus[base], e.s);
    if (macro)
        gen_line(g, "~@zeros Fixed %s", name);
    else
        gen_line(g, "%s → %s", name, direct ? e.s : zeros[base]);
    g->vars[t].hidden = true;
    gen_freeze(g, reads, false);
    gen_free(&(gen){.out = e});
}

static void routine(gen *g, unsigned depth)
{
    gen_text e = {0}, f = {0};
    gen_set reads = remembered(g, &e, RG_TYPE_FIXED, depth_of(g));
    size_t first = gen_declare(g, RG_TYPE_FIXED, 0, false, "t");
    char a[12], b[12];
    snprintf(a, sizeof a, "%s", g->vars[first].name);
    g->vars[first].hidden = true; /* not in the expression of the second */
    bool named = gen_pick(g, 3) == 0;
    char label[24] = "";
    if (named)
        snprintf(label, sizeof label, " r%u", g->names++);
    g->vars[first].hidden = false;
    reads |= remembered(g, &f, RG_TYPE_FIXED, 2) & ~one(first);
    size_t second = gen_declare(g, RG_TYPE_FIXED, 0, false, "t");
    snprintf(b, sizeof b, "%s", g->vars[second].name);
    gen_freeze(g, reads, true);
    open_block(g, "@routine%s begin", label);
    gen_line(g, "%s ← 0.0", a);
    gen_line(g, "%s += %s", a, e.s);
    gen_line(g, "%s ← %s", b, gen_pick(g, 2) ? "0.0" : "1.5");
    switch (gen_pick(g, 3)) {
    case 0:
        gen_line(g, "for i%u = 1:3", g->names);
        gen_line(g, "    %s += %s * i%u", b, f.s, g->names++);
        gen_line(g, "end");
        break;
    case 1: gen_line(g, "%s -= %s", b, f.s); break;
    default:
        gen_line(g, "if %s > 0.25", a);
        gen_line(g, "    %s += %s", b, f.s);
        gen_line(g, "else");
        gen_line(g, "    NEG(%s)", b);
        gen_line(g, "end");
    }
    close_block(g, "end");
    gen_block(g, 1 + gen_pick(g, 2), depth - 1);
    gen_line(g, "~@routine%s", label);
    g->vars[first].hidden = g->vars[second].hidden = true;
    gen_freeze(g, reads, false);
    gen_free(&(gen){.out = e});
    gen_free(&(gen){.out = f});
}

static void local_array(gen *g, unsigned depth)
{
    rg_type_base base = gen_pick(g, 3) ? RG_TYPE_FIXED : RG_TYPE_INT;
    unsigned rank = 1 + gen_pick(g, 2), rows = 2 + gen_pick(g, 2);
    gen_text e = {0};
    gen_set reads = remembered(g, &e, base, 2);
    size_t a = gen_declare(g, base, rank, false, "A");
    const char *name = g->vars[a].name;
    unsigned i = g->names++;
    gen_freeze(g, reads, true);
    char shape[48], index[32];
    snprintf(shape, sizeof shape, rank == 2 ? "zeros(%s, %u, 2)" : "zeros(%s, %u)", gen_type(base),
             rows);
    snprintf(index, sizeof index, rank == 2 ? "i%u, 2" : "i%u", i);
    gen_line(g, "%s ← %s", name, shape);
    for (int pass = 0; pass < 2; pass++) {
        gen_line(g, "for i%u = 1:size(%s, 1)", i, name);
        gen_line(g, "    %s[%s] %s %s", name, index, pass ? "-=" : "+=", e.s);
        gen_line(g, "end");
        if (pass == 0)
            gen_block(g, 1 + gen_pick(g, 2), depth - 1);
    }
    gen_line(g, "%s → %s", name, shape);
    g->vars[a].hidden = true;
    gen_freeze(g, reads, false);
    gen_free(&(gen){.out = e});
}

/* ---- calls ---- */

static bool argument(gen *g, gen_text *t, const gen_param *p, gen_set *used)
{
    gen_set held = 0;
    if (p->rank != 0) {
        size_t k = gen_find(g, p->base, p->rank, p->writable);
        if (k == GEN_VARS)
            return false;
        *used |= one(k);
        gen_put(t, "%s", g->vars[k].name);
        return true;
    }
    if (p->writable) {
        if (!gen_place(g, t, p->base, &held))
            return false;
        *used |= held;
        return true;
    }
    if (p->base == RG_TYPE_FIXED && !p->open && gen_pick(g, 6) == 0) {
        gen_put(t, "mod(");
        expression(g, t, RG_TYPE_INT, 1);
        gen_put(t, ", 5)");
        return true;
    }
    size_t k = gen_pick(g, 2) ? gen_find(g, p->base, 0, false) : GEN_VARS;
    if (k != GEN_VARS) {
        *used |= one(k);
        gen_put(t, "%s", g->vars[k].name);
        return true;
    }
    if (p->open) { /* a literal would choose the type itself */
        static const char *const shapes[] = {"(%s)", "(%s)", "sin(%s)", "(%s)"};
        gen_text e = {0};
        expression(g, &e, p->base, 2);
        k = gen_find(g, p->base, 0, false);
        if (k == GEN_VARS) {
            gen_free(&(gen){.out = e});
            return false;
        }
        char mixed[64];
        snprintf(mixed, sizeof mixed,
                 p->base == RG_TYPE_FIXED  ? "%s * 0.5"
                 : p->base == RG_TYPE_INT  ? "%s + 1"
                 : p->base == RG_TYPE_BOOL ? "!%s"
                                           : "%s * %s",
                 g->vars[k].name, g->vars[k].name);
        gen_put(t, shapes[p->base], mixed);
        gen_free(&(gen){.out = e});
        return true;
    }
    *used |= remembered(g, t, p->base, 1 + gen_pick(g, 3)); /* it may be an lvalue */
    return true;
}

static void call(gen *g)
{
    if (g->callable == 0 || g->loops > 1)
        return;
    const gen_function *f = &g->functions[gen_pick(g, (unsigned)g->callable)];
    gen_text a[GEN_PARAMS] = {{0}}, all = {0};
    gen_set avoid = g->avoid, used = 0;
    bool found = true;
    for (int pass = 0; pass < 2;
         pass++) /* what may change comes first, so that nothing computed reads it */
        for (size_t i = 0; found && i < f->count; i++)
            if ((f->params[i].writable || f->params[i].rank != 0) == (pass == 0)) {
                if (f->recursive && i == 0)
                    gen_put(&a[i], "%u", gen_pick(g, 4));
                else
                    found = argument(g, &a[i], &f->params[i], &used);
                g->avoid = avoid | used;
            }
    for (size_t i = 0; found && i < f->count; i++)
        gen_put(&all, i ? ", %s" : "%s", a[i].s);
    static const char *const forms[] = {"%s(%s)", "%s(%s)", "(~%s)(%s)", "~%s(%s)",
                                        "@invcheckoff %s(%s)"};
    if (found)
        gen_line(g, forms[gen_pick(g, 5)], f->name, all.s);
    g->avoid = avoid;
    for (size_t i = 0; i < f->count; i++)
        gen_free(&(gen){.out = a[i]});
    gen_free(&(gen){.out = all});
}

static void wrapped(gen *g, unsigned depth)
{
    static const char *const heads[] = {"begin", "~begin", "~(", "@invcheckoff begin",
                                        "@inbounds begin"};
    unsigned k = gen_pick(g, 5);
    open_block(g, "%s", heads[k]);
    gen_block(g, 1 + gen_pick(g, 3), depth - 1);
    close_block(g, k == 2 ? ")" : "end");
}

static void assertion(gen *g)
{
    gen_text e = {0};
    expression(g, &e, RG_TYPE_BOOL, 2);
    gen_line(g, "@assert %s || true", e.s);
    gen_free(&(gen){.out = e});
}

static void statement(gen *g, unsigned depth)
{
    unsigned what = gen_pick(g, 24);
    if (depth == 0 || g->var_count + 6 > GEN_VARS || what < 7) {
        update(g);
        return;
    }
    switch (what) {
    case 7:
    case 8: in_place(g); break;
    case 9:
    case 10:
    case 11: conditional(g, depth); break;
    case 12: while_loop(g, depth); break;
    case 13:
    case 14: for_loop(g, depth); break;
    case 15:
    case 16: ancilla(g, depth); break;
    case 17: routine(g, depth); break;
    case 18:
    case 19:
    case 20: call(g); break;
    case 21: local_array(g, depth); break;
    case 22: wrapped(g, depth); break;
    default: assertion(g); break;
    }
}

void gen_block(gen *g, unsigned statements, unsigned depth)
{
    for (unsigned i = 0; i < statements && g->budget > 0; i++) {
        g->budget--;
        gen_form(g, depth);
        statement(g, depth);
    }
}
