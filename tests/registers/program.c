/* program.c: see program.h. */
#include "tests/registers/program.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAMES = 64, NAME = 12, FUNCTIONS = 4, HELPERS = 4 };

typedef enum { FIXED, INT, COMPLEX, VECTOR, INTS, POINT, KINDS } kind;

/* A variable that can be named. read: by so many things that will be undone. */
typedef struct {
    char name[NAME];
    kind kind;
    bool changes;
    unsigned read;
} variable;

/* A routine or an @fn that can be called. */
typedef struct {
    char name[NAME];
    unsigned count;
    kind kinds[6];
} callable;

typedef struct {
    uint64_t state;
    program_text *out;
    variable vars[MOST_NAMES];
    size_t var_count;
    callable functions[FUNCTIONS], helpers[HELPERS];
    size_t function_count, helper_count;
    const variable *target; /* what the expression at work must not read */
    uint64_t reads;         /* variables that it read */
    unsigned names, indent, budget, loops;
} maker;

unsigned program_pick(uint64_t *state, unsigned n)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (unsigned)((*state >> 11) % n);
}

static unsigned pick(maker *m, unsigned n) { return program_pick(&m->state, n); }

__attribute__((format(printf, 2, 3))) static void put(maker *m, const char *format, ...)
{
    program_text *t = m->out;
    va_list args;

    va_start(args, format);
    const int n = vsnprintf(t->text + t->used, PROGRAM_TEXT - t->used, format, args);
    va_end(args);
    t->whole = t->whole && n >= 0 && (size_t)n < PROGRAM_TEXT - t->used;
    t->used += t->whole ? (size_t)n : 0;
}

/* What was put since then is not said: nothing may be changed here. */
static void take_back(maker *m, size_t begin)
{
    m->out->used = begin;
    m->out->text[begin] = '\0';
}

static void line(maker *m) { put(m, "\n%*s", (int)(4 * m->indent), ""); }

/* ---- variables ---- */

static variable *add(maker *m, const char *name, kind k, bool changes)
{
    variable *v = &m->vars[m->var_count++];

    *v = (variable){.kind = k, .changes = changes};
    snprintf(v->name, sizeof v->name, "%s", name);
    return v;
}

static variable *fresh(maker *m, kind k)
{
    char name[NAME];

    snprintf(name, sizeof name, "t%u", ++m->names % 1000);
    return add(m, name, k, true);
}

/* A variable of the kind that may be read now, or changed; NULL: there is none. */
static variable *choose(maker *m, kind k, bool to_change)
{
    const size_t start = pick(m, (unsigned)m->var_count);

    for (size_t i = 0; i < m->var_count; i++) {
        variable *v = &m->vars[(start + i) % m->var_count];
        if (v->kind == k && v != m->target && (!to_change || (v->changes && v->read == 0)))
            return v;
    }
    return NULL;
}

static void note(maker *m, const variable *v) { m->reads |= UINT64_C(1) << (v - m->vars); }

/* What was read stays until it is undone: by -1 from then on. */
static void freeze(maker *m, uint64_t reads, int by)
{
    for (size_t i = 0; i < m->var_count; i++)
        if (reads >> i & 1)
            m->vars[i].read += (unsigned)by;
}

/* ---- expressions ---- */

static void fixed_expression(maker *m, unsigned depth);

static void whole_leaf(maker *m)
{
    const variable *v = choose(m, pick(m, 4) ? INT : INTS, false);

    if (!v || pick(m, 5) == 0) {
        put(m, "%u", 1 + pick(m, 5));
        return;
    }
    note(m, v);
    put(m, v->kind == INTS ? "%s[%u]" : "%s", v->name, 1 + pick(m, 2));
}

static void whole_expression(maker *m, unsigned depth)
{
    static const char *const operators[] = {" + ", " - ", " * "};

    if (depth == 0 || pick(m, 3) == 0) {
        whole_leaf(m);
        return;
    }
    put(m, pick(m, 5) ? "(" : "(-");
    whole_expression(m, depth - 1);
    put(m, "%s", operators[pick(m, 3)]);
    whole_leaf(m);
    put(m, ")");
}

static void fixed_leaf(maker *m)
{
    static const char *const constants[] = {"0.5", "1.25", "(-0.75)", "3.0", "0.25", "2"};
    static const kind kinds[] = {FIXED, FIXED, FIXED, VECTOR, COMPLEX, POINT};
    const variable *v = choose(m, kinds[pick(m, 6)], false);

    if (!v || pick(m, 6) == 0) {
        put(m, "%s", constants[pick(m, 6)]);
        return;
    }
    note(m, v);
    switch (v->kind) {
    case VECTOR: put(m, "%s[%u]", v->name, 1 + pick(m, 3)); break;
    case COMPLEX: put(m, "%s.%s", v->name, pick(m, 2) ? "re" : "im"); break;
    case POINT: put(m, "%s.%s", v->name, pick(m, 2) ? "x" : "y"); break;
    default: put(m, "%s", v->name); break;
    }
}

static void condition(maker *m)
{
    static const char *const comparisons[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};
    const bool two = pick(m, 3) == 0;

    for (unsigned i = 0; i <= two; i++) {
        const bool whole = pick(m, 2);
        put(m, "%s", i ? (pick(m, 2) ? " && " : " || ") : "");
        whole ? whole_leaf(m) : fixed_leaf(m);
        put(m, "%s", comparisons[pick(m, whole ? 6 : 4)]);
        whole ? whole_leaf(m) : fixed_leaf(m);
    }
}

static void call_function(maker *m, unsigned depth)
{
    const callable *f = &m->functions[pick(m, (unsigned)m->function_count)];

    put(m, "%s(", f->name);
    for (unsigned i = 0; i < f->count; i++) {
        put(m, "%s", i ? ", " : "");
        fixed_expression(m, depth);
    }
    put(m, ")");
}

static void one_operand(maker *m, unsigned depth)
{
    static const char *const forms[][2] = {
        {"sin(", ")"}, {"cos(", ")"},  {"abs(", ")"},  {"(-", ")"},       {"sin(", " / 0.7)"},
        {"(", ")^2"},  {"tanh(", ")"}, {"(", ") / 3"}, {"0.25 * (", ")"}, {"sqrt(1.5 + (", ")^2)"}};
    const unsigned form = pick(m, 10);

    put(m, "%s", forms[form][0]);
    fixed_expression(m, depth);
    put(m, "%s", forms[form][1]);
}

static void two_operands(maker *m, unsigned depth)
{
    static const char *const operators[] = {" + ", " - ", " * ", " + ", " - "};

    put(m, "(");
    fixed_expression(m, depth);
    put(m, "%s", operators[pick(m, 5)]);
    fixed_expression(m, depth);
    put(m, ")");
}

static void fixed_expression(maker *m, unsigned depth)
{
    if (depth == 0) {
        fixed_leaf(m);
        return;
    }
    switch (pick(m, 14)) {
    case 0:
    case 1: fixed_leaf(m); break;
    case 2:
    case 3:
    case 4: one_operand(m, depth - 1); break;
    case 5:
        put(m, "((");
        condition(m);
        put(m, ") ? ");
        fixed_expression(m, depth - 1);
        put(m, " : ");
        fixed_expression(m, depth - 1);
        put(m, ")");
        break;
    case 6:
        put(m, "%s(", pick(m, 2) ? "max" : "min");
        fixed_expression(m, depth - 1);
        put(m, ", ");
        fixed_leaf(m);
        put(m, ")");
        break;
    case 7:
        put(m, "(");
        fixed_expression(m, depth - 1);
        put(m, " / (1.5 + ");
        fixed_leaf(m);
        put(m, "^2))");
        break;
    case 8:
        put(m, "(");
        fixed_leaf(m);
        put(m, pick(m, 2) ? " * " : " + ");
        whole_expression(m, 1);
        put(m, ")");
        break;
    case 9:
        if (m->function_count > 0 && !m->loops) {
            call_function(m, depth - 1);
            break;
        } /* fall through */
    default: two_operands(m, depth - 1); break;
    }
}

static void complex_expression(maker *m)
{
    for (unsigned i = 0, n = 1 + pick(m, 2); i < n; i++) {
        const variable *v = choose(m, COMPLEX, false);
        put(m, "%s", i ? (pick(m, 2) ? " * " : " + ") : "");
        if (v) {
            note(m, v);
            put(m, "%s", v->name);
        } else {
            put(m, "(0.5 + 1im)");
        }
    }
}

/* ---- statements ---- */

static void statements(maker *m, unsigned depth, unsigned count);

static unsigned depth_of_value(maker *m) { return 1 + pick(m, 4); }

/* The update of one variable, without its line. True: it was there; m->reads is what it reads. */
static bool update(maker *m)
{
    static const kind kinds[] = {FIXED, FIXED, FIXED, FIXED, VECTOR, INT, COMPLEX, POINT, INTS};
    variable *v = choose(m, kinds[pick(m, 9)], true);

    if (!v)
        return false;
    const char *const operator= pick(m, 2) ? "+=" : "-=";
    m->target = v;
    switch (v->kind) {
    case INT:
        put(m, "%s %s ", v->name, operator);
        whole_expression(m, 2);
        break;
    case INTS:
        put(m, "%s[%u] %s ", v->name, 1 + pick(m, 2), operator);
        whole_expression(m, 2);
        break;
    case COMPLEX:
        put(m, "%s %s ", v->name, operator);
        complex_expression(m);
        break;
    case POINT:
        put(m, "%s.%s %s ", v->name, pick(m, 2) ? "x" : "y", operator);
        fixed_expression(m, depth_of_value(m));
        break;
    case VECTOR:
        put(m, "%s[%u] %s ", v->name, 1 + pick(m, 3), operator);
        fixed_expression(m, depth_of_value(m));
        break;
    default:
        put(m, "%s %s ", v->name, operator);
        fixed_expression(m, depth_of_value(m));
        break;
    }
    m->target = NULL;
    return true;
}

static void plain_update(maker *m)
{
    const size_t begin = m->out->used;

    line(m);
    if (!update(m))
        take_back(m, begin);
}

/* New ancillas with their updates, all frozen behind them. Returns what they read. */
static uint64_t ancillas(maker *m, unsigned count)
{
    uint64_t reads = 0;

    for (unsigned i = 0; i < count && m->var_count + 2 < MOST_NAMES; i++) {
        static const char *const starts[] = {"0.0", "0.0", "0.0", "0.25", "1.0"};
        const bool whole = pick(m, 6) == 0;
        variable *t = fresh(m, whole ? INT : FIXED);
        line(m);
        put(m, "%s ← %s", t->name, whole ? "0" : starts[pick(m, 5)]);
        for (unsigned k = pick(m, 3); k > 0; k--) {
            line(m);
            m->target = t;
            m->reads = 0;
            put(m, "%s %s ", t->name, pick(m, 4) ? "+=" : "-=");
            if (whole)
                whole_expression(m, 2);
            else
                fixed_expression(m, depth_of_value(m));
            m->target = NULL;
            reads |= m->reads;
        }
        t->read = 1; /* until the block is undone */
    }
    return reads;
}

/* A call with computed arguments; t, if not NULL, is what it changes. Without its line. */
static bool call(maker *m, const char *inverse, variable *t)
{
    const callable *h = &m->helpers[pick(m, (unsigned)m->helper_count)];

    if (m->helper_count == 0)
        return false;
    t = t ? t : choose(m, pick(m, 3) ? FIXED : VECTOR, true);
    if (!t)
        return false;
    m->target = t;
    m->reads = 0;
    put(m, t->kind == VECTOR ? "%s%s(%s[%u]" : "%s%s(%s", inverse, h->name, t->name,
        1 + pick(m, 3));
    for (unsigned i = 1; i < h->count; i++) {
        put(m, ", ");
        if (h->kinds[i] == INT)
            whole_expression(m, 1);
        else
            fixed_expression(m, 1 + pick(m, 2));
        put(m, h->kinds[i] == INT ? " + 1" : " * 0.5"); /* no variable itself: not twice one */
    }
    put(m, ")");
    m->target = NULL;
    return true;
}

/* A call, something else, and the uncall. */
static void call_and_back(maker *m, unsigned depth)
{
    const size_t begin = m->out->used + 1 + 4 * m->indent;
    char text[600];

    line(m);
    if (!call(m, "", NULL)) {
        take_back(m, begin - 1 - 4 * m->indent);
        return;
    }
    const size_t length = m->out->used - begin;
    const bool back = length < sizeof text && pick(m, 2) && m->out->whole;
    if (!back)
        return;
    const uint64_t reads = m->reads;
    memcpy(text, m->out->text + begin, length);
    text[length] = '\0';
    variable *t = NULL; /* it holds what the call made: it stays, too */
    for (size_t i = 0; i < m->var_count; i++) {
        const size_t n = strlen(m->vars[i].name);
        const char *first = strchr(text, '(') + 1;
        if (strncmp(first, m->vars[i].name, n) == 0 && strchr(",[)", first[n]))
            t = &m->vars[i];
    }
    freeze(m, reads, 1);
    if (t)
        t->read++;
    statements(m, depth, 1 + pick(m, 2));
    freeze(m, reads, -1);
    if (t)
        t->read--;
    line(m);
    put(m, "~%s", text);
}

/* @routine: empty, named, nested, with a call in it, or none of that. */
static void block(maker *m, unsigned depth)
{
    const size_t kept = m->var_count;
    const bool named = pick(m, 4) == 0;
    const unsigned name = ++m->names;
    uint64_t reads = 0;

    line(m);
    if (named)
        put(m, "@routine part%u begin", name);
    else
        put(m, "@routine begin");
    m->indent++;
    reads = pick(m, 5) ? ancillas(m, 1 + pick(m, 3)) : 0;
    if (m->var_count > kept && pick(m, 3) == 0 && m->vars[m->var_count - 1].kind == FIXED) {
        variable *t = &m->vars[m->var_count - 1];
        line(m);
        if (call(m, "", t))
            reads |= m->reads;
        else
            put(m, "%s += 0.5", t->name);
    }
    m->indent--;
    line(m);
    put(m, "end");
    freeze(m, reads, 1);
    statements(m, depth, pick(m, 4));
    freeze(m, reads, -1);
    line(m);
    if (named)
        put(m, "~@routine part%u", name);
    else
        put(m, "~@routine");
    m->var_count = kept;
}

/* t ← c; t += e; statements; t -= e; t → c */
static void early_ancilla(maker *m, unsigned depth)
{
    const size_t kept = m->var_count;
    const bool zero = pick(m, 2);
    uint64_t reads = 0;
    char value[900];

    if (m->var_count + 2 >= MOST_NAMES)
        return;
    variable *t = fresh(m, FIXED);
    char name[NAME];
    memcpy(name, t->name, sizeof name);
    line(m);
    put(m, "%s ← %s", name, zero ? "0.0" : "0.25");
    line(m);
    put(m, "%s += ", name);
    m->target = t;
    m->reads = 0;
    const size_t begin = m->out->used;
    fixed_expression(m, depth_of_value(m));
    m->target = NULL;
    const size_t length = m->out->used - begin;
    if (length >= sizeof value || !m->out->whole) { /* too long to be said again */
        m->out->whole = false;
        return;
    }
    memcpy(value, m->out->text + begin, length);
    value[length] = '\0';
    reads = m->reads;
    t->read = 1;
    freeze(m, reads, 1);
    statements(m, depth, 1 + pick(m, 3));
    freeze(m, reads, -1);
    line(m);
    put(m, "%s -= %s", name, value);
    line(m);
    put(m, "%s → %s", name, zero ? "0.0" : "0.25");
    m->var_count = kept;
}

static void branch(maker *m, unsigned depth)
{
    const size_t kept = m->var_count;

    line(m);
    put(m, "if (");
    m->reads = 0;
    condition(m);
    put(m, ", ~)");
    const uint64_t reads = m->reads; /* and the condition holds behind it, too */
    freeze(m, reads, 1);
    m->indent++;
    statements(m, depth, 1 + pick(m, 2));
    if (pick(m, 2)) {
        m->indent--;
        line(m);
        put(m, "else");
        m->indent++;
        statements(m, depth, 1);
    }
    m->indent--;
    freeze(m, reads, -1);
    line(m);
    put(m, "end");
    m->var_count = kept;
}

static void loop(maker *m, unsigned depth)
{
    const size_t kept = m->var_count;

    line(m);
    put(m, "for i%u = 1:%u", m->names + 1, 1 + pick(m, 3));
    char name[NAME];
    snprintf(name, sizeof name, "i%u", ++m->names % 1000);
    add(m, name, INT, false);
    m->indent++;
    m->loops++;
    statements(m, depth, 1 + pick(m, 2));
    m->loops--;
    m->indent--;
    line(m);
    put(m, "end");
    m->var_count = kept;
}

static void exchange(maker *m)
{
    const variable *a = choose(m, FIXED, true);

    m->target = a;
    const variable *b = a ? choose(m, FIXED, true) : NULL;
    m->target = NULL;
    if (a && b) {
        line(m);
        put(m, "%s ↔ %s", a->name, b->name);
    }
}

static void statement(maker *m, unsigned depth)
{
    const unsigned which = pick(m, depth > 0 ? 16 : 6);

    switch (which) {
    case 4: exchange(m); break;
    case 5: call_and_back(m, 0); break;
    case 6:
    case 7: call_and_back(m, depth - 1); break;
    case 8:
    case 9:
    case 10:
    case 11: block(m, depth - 1); break;
    case 12: early_ancilla(m, depth - 1); break;
    case 13: branch(m, depth - 1); break;
    case 14:
        if (m->loops == 0)
            loop(m, depth - 1);
        break;
    default: plain_update(m); break;
    }
}

static void statements(maker *m, unsigned depth, unsigned count)
{
    for (unsigned i = 0; i < count && m->budget > 0; i++) {
        m->budget--;
        statement(m, depth);
    }
    if (m->indent > 1 && count > 0)
        plain_update(m);
}

/* ---- routines ---- */

static void make_function(maker *m)
{
    callable *f = &m->functions[m->function_count];
    static const char *const names[] = {"r", "s", "o"};

    *f = (callable){.count = 1 + pick(m, 3)};
    snprintf(f->name, sizeof f->name, "fn%zu", m->function_count);
    put(m, "@fn %s(", f->name);
    m->var_count = 0;
    for (unsigned i = 0; i < f->count; i++) {
        put(m, "%s%s", i ? ", " : "", names[i]);
        add(m, names[i], FIXED, false);
        f->kinds[i] = FIXED;
    }
    put(m, ") = ");
    fixed_expression(m, 1 + pick(m, 2));
    put(m, "\n");
    m->function_count++;
}

static void make_helper(maker *m)
{
    callable *h = &m->helpers[m->helper_count];
    static const char *const names[] = {"a!", "x", "y", "w", "n"};

    *h = (callable){.count = 2 + pick(m, 4)};
    snprintf(h->name, sizeof h->name, "help%zu", m->helper_count);
    put(m, "@i function %s(", h->name);
    m->var_count = 0;
    for (unsigned i = 0; i < h->count; i++) {
        h->kinds[i] = i == 4 || (i > 1 && pick(m, 5) == 0) ? INT : FIXED;
        put(m, "%s%s::%s", i ? ", " : "", names[i], h->kinds[i] == INT ? "Int" : "Fixed");
        add(m, names[i], h->kinds[i], i == 0);
    }
    put(m, ")");
    m->indent = 1;
    m->budget = 2;
    statements(m, 2, 1);
    put(m, "\nend\n");
    m->helper_count++;
}

static void make_main(maker *m)
{
    static const struct {
        const char *name, *type;
        kind kind;
        bool changes;
    } all[] = {{"b!", "Fixed", FIXED, true},
               {"u!", "Vector{Fixed}", VECTOR, true},
               {"k!", "Int", INT, true},
               {"j!", "Vector{Int}", INTS, true},
               {"z!", "Complex{Fixed}", COMPLEX, true},
               {"p!", "Pt{Fixed}", POINT, true},
               {"x", "Fixed", FIXED, false},
               {"y", "Fixed", FIXED, false},
               {"w", "Fixed", FIXED, false},
               {"v", "Vector{Fixed}", VECTOR, false},
               {"ks", "Vector{Int}", INTS, false},
               {"q", "Complex{Fixed}", COMPLEX, false},
               {"c", "Complex{Fixed}", COMPLEX, false},
               {"g", "Pt{Fixed}", POINT, false},
               {"n", "Int", INT, false},
               {"m", "Int", INT, false}};
    const unsigned most = 1 + pick(m, 8); /* of eight parameters so many are there */

    m->var_count = 0;
    put(m, "@i function main(a!::Fixed");
    add(m, "a!", FIXED, true);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (pick(m, 8) < most) {
            put(m, ", %s::%s", all[i].name, all[i].type);
            add(m, all[i].name, all[i].kind, all[i].changes);
        }
    put(m, ")");
    m->indent = 1;
    m->budget = 2 + pick(m, 8);
    statements(m, 3, 1 + pick(m, 4));
    put(m, "\nend\n");
}

void program_make(program_text *out, uint64_t seed)
{
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + UINT64_C(0x2545f4914f6cdd1d);

    do {
        maker m = {.state = (state ^ state >> 29) | 1, .out = out};
        *out = (program_text){.whole = true};
        for (unsigned i = 0; i < 8; i++)
            pick(&m, 2);
        put(&m, "struct Pt{T}\n    x::T\n    y::T\nend\n");
        for (unsigned i = pick(&m, 3); i > 0; i--)
            make_function(&m);
        for (unsigned i = pick(&m, 3) ? 0 : 1 + pick(&m, 2); i > 0; i--)
            make_helper(&m);
        make_main(&m);
        state += UINT64_C(0x9e3779b97f4a7c15);
    } while (!out->whole);
}
