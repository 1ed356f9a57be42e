/* programs.c: random programs for a board. */
#include "tests/board/programs.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct {
    rg_random random;
    char *text;
    size_t used;
    unsigned names, depth;
    bool in_loop; /* i runs over v! */
} maker;

static unsigned pick(maker *m, unsigned n) { return (unsigned)rg_random_below(&m->random, n); }

__attribute__((format(printf, 2, 3))) static void put(maker *m, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int n = vsnprintf(m->text + m->used, BOARD_PROGRAM_TEXT - m->used, format, arguments);
    va_end(arguments);
    if (n > 0 && (size_t)n < BOARD_PROGRAM_TEXT - m->used)
        m->used += (size_t)n;
}

/* ---- expressions of what no statement changes ---- */

static void whole(maker *m, unsigned depth)
{
    static const char *const binary[] = {"(%s + ", "(%s - ", "(%s * "};

    if (depth == 0 || pick(m, 3) == 0) {
        put(m, "%s", (const char *[]){"n", "3", "(-2)", m->in_loop ? "i" : "7"}[pick(m, 4)]);
        return;
    }
    switch (pick(m, 5)) {
    case 0: put(m, "(n ÷ %u + ", 1 + pick(m, 6)); break;
    case 1: put(m, "(mod(n, %u) - ", 2 + pick(m, 6)); break;
    case 2: put(m, "(rem(n, %u) ⊻ ", 2 + pick(m, 6)); break;
    default: put(m, binary[pick(m, 3)], pick(m, 2) ? "n" : "2"); break;
    }
    whole(m, depth - 1);
    put(m, ")");
}

static void leaf(maker *m)
{
    switch (pick(m, m->in_loop ? 5 : 4)) {
    case 0: put(m, "x"); break;
    case 1: put(m, "w[1]"); break;
    case 2: put(m, "w[end]"); break;
    case 3: put(m, "%u.%u", pick(m, 8) ? pick(m, 3) : 19, 25 * pick(m, 4)); break;
    default: put(m, "w[mod(i, length(w)) + 1]"); break;
    }
}

static void real(maker *m, unsigned depth)
{
    static const char *const functions[] = {"min", "max"};

    if (depth == 0 || pick(m, 4) == 0) {
        leaf(m);
        return;
    }
    switch (pick(m, 7)) {
    case 0:
        put(m, "abs(");
        real(m, depth - 1);
        put(m, ")");
        return;
    case 1:
        put(m, "%s(", functions[pick(m, 2)]);
        real(m, depth - 1);
        put(m, ", ");
        break;
    case 2: /* the divisor is no small one */
        put(m, "(");
        real(m, depth - 1);
        put(m, " / (1.5 + abs(");
        leaf(m);
        put(m, ")))");
        return;
    default:
        put(m, "(");
        real(m, depth - 1);
        put(m, "%s", (const char *[]){" + ", " - ", " * ", " * "}[pick(m, 4)]);
        break;
    }
    real(m, depth - 1);
    put(m, ")");
}

/* ---- statements ---- */

static void line(maker *m) { put(m, "%*s", (int)(4 * m->depth), ""); }

static void block(maker *m, unsigned statements);

static const char *target(maker *m)
{
    return m->in_loop && pick(m, 2) ? "v![i]" : pick(m, 3) ? "y!" : "v![1]";
}

static void update(maker *m)
{
    line(m);
    put(m, "%s %s ", target(m), pick(m, 2) ? "+=" : "-=");
    real(m, 2);
    put(m, "\n");
}

static void update_whole(maker *m)
{
    line(m);
    put(m, "k! %s ", (const char *[]){"+=", "-=", "⊻="}[pick(m, 3)]);
    whole(m, 2);
    put(m, "\n");
}

static void loop(maker *m)
{
    line(m);
    put(m, pick(m, 2) ? "for i = 1:length(v!)\n" : "for i = length(v!):-1:1\n");
    m->in_loop = true;
    block(m, 1 + pick(m, 2));
    m->in_loop = false;
    line(m);
    put(m, "end\n");
}

static void branch(maker *m)
{
    line(m);
    put(m, "if (%s > ", pick(m, 2) ? "x" : "w[1]");
    leaf(m);
    put(m, ", ~)\n");
    block(m, 1);
    line(m);
    put(m, "else\n");
    block(m, 1);
    line(m);
    put(m, "end\n");
}

static void call(maker *m)
{
    const bool back = pick(m, 3) == 0;

    line(m);
    put(m, "%s(%s, ", back ? "(~step!)" : "step!", target(m));
    real(m, 1);
    put(m, ", %u.%u)\n", pick(m, 3), 25 * pick(m, 4));
}

static void computed(maker *m)
{
    const unsigned t = m->names++;

    line(m);
    put(m, "@routine begin\n");
    m->depth++;
    line(m);
    put(m, "t%u ← 0.0\n", t);
    line(m);
    put(m, "t%u += ", t);
    real(m, 2);
    put(m, "\n");
    m->depth--;
    line(m);
    put(m, "end\n");
    line(m);
    put(m, "%s += t%u * ", target(m), t);
    leaf(m);
    put(m, "\n");
    line(m);
    put(m, "~@routine\n");
}

static void statement(maker *m)
{
    switch (pick(m, 10)) {
    case 0:
    case 1:
    case 2: update(m); break;
    case 3: update_whole(m); break;
    case 4: call(m); break;
    case 5: computed(m); break;
    case 6:
        line(m);
        put(m, "SWAP(y!, v![1])\n");
        break;
    case 7: branch(m); break;
    default: m->in_loop ? update(m) : loop(m); break;
    }
}

static void block(maker *m, unsigned statements)
{
    m->depth++;
    while (statements-- > 0)
        m->depth < 4 ? statement(m) : update(m);
    m->depth--;
}

void board_program(uint64_t seed, char text[BOARD_PROGRAM_TEXT])
{
    maker m = {.random = {seed * 977 + 1}, .text = text};

    put(&m, "@i function step!(a!::Fixed, b::Fixed, c::Fixed)\n");
    put(&m, "    a! += b * c\n    a! %s b / (1.25 + abs(c))\nend\n\n", pick(&m, 2) ? "+=" : "-=");
    put(&m, "@i function main(y!::Fixed, v!::Vector{Fixed}, k!::Int, x::Fixed, w::Vector{Fixed}, "
            "n::Int)\n");
    block(&m, 2 + pick(&m, 4));
    put(&m, "end\n");
}
