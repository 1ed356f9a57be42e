/* generate.c: random routines and their text. Every expression has a variable in its left operand,
 * so that no value but a literal or a loop variable is known beforehand: those are integers of the
 * machine rather than of the circuit. With words as wide as the machine's they are the same. */
#include "tests/circuit/internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t cp_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

static unsigned pick(cp_program *p, unsigned below)
{
    return (unsigned)((cp_random(&p->state) >> 33) % below);
}

static void *take(cp_program *p, size_t size)
{
    void **chunk = calloc(1, sizeof *chunk + size);

    if (!chunk) {
        fprintf(stderr, "no memory for a program\n");
        abort();
    }
    *chunk = p->chunks;
    p->chunks = chunk;
    return chunk + 1;
}

/* ---- text ---- */

static void put(cp_program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(cp_program *p, const char *format, ...)
{
    va_list list;

    if (p->capacity - p->size < 200) {
        p->capacity = 2 * p->capacity + 4096;
        p->text = realloc(p->text, p->capacity);
        if (!p->text)
            abort();
    }
    va_start(list, format);
    const int size = vsnprintf(p->text + p->size, 200, format, list);
    va_end(list);
    p->size += (size_t)size;
}

static void put_var(cp_program *p, int var)
{
    static const char *const names[CP_LOCALS] = {"a", "b", "v[1]", "v[2]", "p", "x", "y"};

    if (var < CP_LOCALS)
        put(p, "%s", names[var]);
    else
        put(p, "t%d", var);
}

static void put_expr(cp_program *p, const cp_expr *e)
{
    static const char *const infix[] = {
        [CE_ADD] = "+", [CE_SUB] = "-",  [CE_MUL] = "*",   [CE_AND] = "&",   [CE_OR] = "|",
        [CE_XOR] = "⊻", [CE_SHL] = "<<", [CE_SHR] = ">>>", [CE_SAR] = ">>",  [CE_LT] = "<",
        [CE_LE] = "<=", [CE_EQ] = "==",  [CE_NE] = "!=",   [CE_ALSO] = "&&", [CE_ELSE] = "||"};
    static const char *const calls[] = {[CE_MIN] = "min",   [CE_MAX] = "max", [CE_ABS] = "abs",
                                        [CE_SIGN] = "sign", [CE_FLD] = "fld", [CE_MOD] = "mod"};

    if (e->kind == CE_VAR) {
        put_var(p, e->var);
    } else if (e->kind == CE_NUMBER) {
        put(p, e->number < 0 ? "(%" PRId64 ")" : "%" PRId64, e->number);
    } else if (e->kind == CE_NOT) {
        put(p, "!");
        put_expr(p, e->a);
    } else if (e->kind < sizeof calls / sizeof calls[0] && calls[e->kind]) {
        put(p, "%s(", calls[e->kind]);
        put_expr(p, e->a);
        if (e->b) {
            put(p, ", ");
            put_expr(p, e->b);
        }
        put(p, ")");
    } else {
        put(p, "(");
        put_expr(p, e->a);
        put(p, " %s ", e->kind == CE_SELECT ? "?" : infix[e->kind]);
        put_expr(p, e->b);
        if (e->kind == CE_SELECT) {
            put(p, " : ");
            put_expr(p, e->c);
        }
        put(p, ")");
    }
}

static void put_list(cp_program *p, const cp_stmt *list, int depth);

static void indent(cp_program *p, int depth) { put(p, "%*s", 4 * depth, ""); }

/* t += e, or its inverse; what is added under a condition alone is a branch. */
static void put_change(cp_program *p, const cp_stmt *s, const char *update, int depth)
{
    const cp_expr *e = s->expr->b;
    const bool branch = s->count == CW_BRANCH;

    indent(p, depth);
    if (branch) {
        put(p, "if (");
        put_expr(p, e->a);
        put(p, ", ~)\n");
        indent(p, depth + 1);
    }
    put(p, "t%d %s ", s->var, update);
    put_expr(p, branch ? e->b : e);
    put(p, "\n");
    if (branch) {
        indent(p, depth);
        put(p, "end\n");
    }
}

/* t ← e or t → e */
static void put_arrow(cp_program *p, const cp_stmt *s, const char *arrow, int depth)
{
    indent(p, depth);
    put(p, "t%d %s ", s->var, arrow);
    put_expr(p, s->count == CW_VALUE ? s->expr : s->expr->a);
    put(p, "\n");
}

static void put_with(cp_program *p, const cp_stmt *s, int depth)
{
    const bool block = s->count == CW_BLOCK, value = s->count == CW_VALUE;

    if (block) {
        indent(p, depth);
        put(p, "@routine begin\n");
    }
    put_arrow(p, s, "←", depth + block);
    if (!value)
        put_change(p, s, "+=", depth + block);
    if (block) {
        indent(p, depth);
        put(p, "end\n");
    }
    put_list(p, s->body, depth);
    if (block) {
        indent(p, depth);
        put(p, "~@routine\n");
        return;
    }
    if (!value)
        put_change(p, s, "-=", depth);
    put_arrow(p, s, "→", depth);
}

static void put_block(cp_program *p, const cp_stmt *s, int depth)
{
    if (s->kind == CS_FOR) {
        put(p, "for t%d = 1:%" PRId64 "\n", s->var, s->count);
    } else {
        put(p, "if (");
        put_expr(p, s->expr);
        put(p, ", ~)\n");
    }
    put_list(p, s->body, depth + 1);
    if (s->other) {
        indent(p, depth);
        put(p, "else\n");
        put_list(p, s->other, depth + 1);
    }
    indent(p, depth);
    put(p, "end\n");
}

static void put_simple(cp_program *p, const cp_stmt *s)
{
    static const char *const updates[] = {[CS_ADD] = "+=", [CS_SUB] = "-=", [CS_XOR] = "⊻="};
    static const char *const calls[] = {
        [CS_SWAP] = "SWAP", [CS_NEG] = "NEG",     [CS_ROL] = "ROL",
        [CS_ROR] = "ROR",   [CS_CALL] = "helper", [CS_UNCALL] = "(~helper)"};

    if (s->kind <= CS_XOR) {
        put_var(p, s->var);
        put(p, " %s ", updates[s->kind]);
        put_expr(p, s->expr);
        put(p, "\n");
        return;
    }
    put(p, "%s(", calls[s->kind]);
    put_var(p, s->var);
    if (s->kind == CS_SWAP) {
        put(p, ", ");
        put_var(p, s->other_var);
    } else if (s->expr) {
        put(p, ", ");
        put_expr(p, s->expr);
    }
    put(p, ")\n");
}

static void put_list(cp_program *p, const cp_stmt *list, int depth)
{
    for (const cp_stmt *s = list; s; s = s->next) {
        if (s->kind == CS_WITH) {
            put_with(p, s, depth);
            continue;
        }
        indent(p, depth);
        if (s->kind == CS_IF || s->kind == CS_FOR)
            put_block(p, s, depth);
        else
            put_simple(p, s);
    }
}

/* ---- expressions ---- */

static const cp_expr *node(cp_program *p, cp_expr e)
{
    cp_expr *made = take(p, sizeof *made);

    *made = e;
    return made;
}

static bool readable(const cp_program *p, int var, int target, bool is_bool)
{
    return p->there[var] && var != target && p->is_bool[var] == is_bool && !p->is_loop[var];
}

static const cp_expr *variable(cp_program *p, int target)
{
    int var;

    do
        var = (int)pick(p, CP_VARS);
    while (!readable(p, var, target, false));
    return node(p, (cp_expr){.kind = CE_VAR, .var = var});
}

static const cp_expr *number(cp_program *p, int64_t from, unsigned count)
{
    return node(p, (cp_expr){.kind = CE_NUMBER, .number = from + (int64_t)pick(p, count)});
}

static const cp_expr *condition(cp_program *p, int target, int depth);

static const cp_expr *leaf(cp_program *p, int target)
{
    const int var = (int)pick(p, CP_VARS);

    if (p->there[var] && p->is_loop[var] && pick(p, 2))
        return node(p, (cp_expr){.kind = CE_VAR, .var = var});
    return pick(p, 4) ? variable(p, target) : number(p, -4, 8);
}

static const cp_expr *integer(cp_program *p, int target, int depth)
{
    if (depth == 0 || pick(p, 5) == 0)
        return variable(p, target);
    const cp_kind kind = (cp_kind)(CE_ADD + (int)pick(p, CE_SELECT - CE_ADD + 1));
    cp_expr e = {.kind = kind};
    if (kind == CE_SELECT) {
        e.a = condition(p, target, depth - 1);
        e.b = integer(p, target, depth - 1);
        e.c = pick(p, 3) ? integer(p, target, depth - 1) : leaf(p, target);
        return node(p, e);
    }
    e.a = integer(p, target, depth - 1);
    if (kind == CE_ABS || kind == CE_SIGN)
        return node(p, e);
    if (kind == CE_FLD || kind == CE_MOD)
        e.b = node(p, (cp_expr){.kind = CE_NUMBER, .number = 1 + (int64_t)pick(p, 2)});
    else if (kind >= CE_SHL && kind <= CE_SAR && pick(p, 3))
        e.b = number(p, 0, p->bits + 2 < 8 ? p->bits + 2 : 8);
    else
        e.b = pick(p, 2) ? leaf(p, target) : integer(p, target, depth - 1);
    return node(p, e);
}

static const cp_expr *condition(cp_program *p, int target, int depth)
{
    const unsigned choice = pick(p, 8);
    cp_expr e = {.kind = CE_NOT};

    if (choice == 0 && target != CP_P && p->there[CP_P])
        return node(p, (cp_expr){.kind = CE_VAR, .var = CP_P});
    if (depth > 0 && choice <= 2) {
        e.kind = choice == 1 ? CE_ALSO : CE_ELSE;
        e.a = condition(p, target, depth - 1);
        e.b = condition(p, target, depth - 1);
        return node(p, e);
    }
    if (depth > 0 && choice == 3) {
        e.a = condition(p, target, depth - 1);
        return node(p, e);
    }
    e.kind = (cp_kind)(CE_LT + (int)pick(p, 4));
    e.a = integer(p, target, depth > 0 ? depth - 1 : 0);
    e.b = leaf(p, target);
    return node(p, e);
}

/* ---- statements ---- */

/* The value of an ancilla, by how it is spelled: as such, or a number to which data is added. */
static const cp_expr *ancilla(cp_program *p, int64_t spelling)
{
    if (spelling == CW_VALUE)
        return integer(p, -1, 2);
    cp_expr sum = {.kind = CE_ADD, .a = number(p, -4, 8)};
    if (spelling == CW_BRANCH) {
        cp_expr e = {.kind = CE_SELECT, .a = condition(p, -1, 1)};
        e.b = number(p, -4, 8);
        e.c = node(p, (cp_expr){.kind = CE_NUMBER});
        sum.b = node(p, e);
    } else {
        sum.b = integer(p, -1, 2);
    }
    return node(p, sum);
}

/* What an expression reads must not change in the body beneath it. */
static void freeze(cp_program *p, const cp_expr *e)
{
    if (!e)
        return;
    if (e->kind == CE_VAR)
        p->frozen[e->var] = true;
    freeze(p, e->a);
    freeze(p, e->b);
    freeze(p, e->c);
}

static int target(cp_program *p, bool is_bool)
{
    for (int tries = 0; tries < 200; tries++) {
        const int var = (int)pick(p, CP_LOCALS);
        if (readable(p, var, -1, is_bool) && !p->frozen[var] && var != CP_Y)
            return var;
    }
    return -1;
}

static const cp_stmt *statements(cp_program *p, int depth, unsigned count);

static int new_var(cp_program *p)
{
    const int var = p->next_var++;

    p->there[var] = p->frozen[var] = true;
    return var;
}

static bool block(cp_program *p, cp_stmt *s, int depth)
{
    bool frozen[CP_VARS];

    if (depth == 0 || p->next_var == CP_VARS)
        return false;
    memcpy(frozen, p->frozen, sizeof frozen);
    if (s->kind == CS_FOR) {
        s->count = 1 + (int64_t)pick(p, 3);
        s->var = new_var(p);
        p->is_loop[s->var] = true;
    } else {
        s->count = pick(p, CW_SPELLINGS);
        s->expr = s->kind == CS_IF ? condition(p, -1, 1) : ancilla(p, s->count);
        freeze(p, s->expr);
    }
    if (s->kind == CS_WITH)
        s->var = new_var(p);
    s->body = statements(p, depth - 1, 1 + pick(p, 3));
    if (s->kind == CS_IF && pick(p, 2))
        s->other = statements(p, depth - 1, 1 + pick(p, 2));
    if (s->kind != CS_IF)
        p->there[s->var] = false;
    memcpy(p->frozen, frozen, sizeof frozen);
    return true;
}

static bool leaf_statement(cp_program *p, cp_stmt *s)
{
    const bool power = (p->bits & (p->bits - 1)) == 0;
    const bool is_bool = s->kind == CS_XOR && pick(p, 4) == 0;

    s->var = target(p, is_bool);
    if (s->var < 0)
        return false;
    if (s->kind <= CS_XOR) {
        s->expr = is_bool ? condition(p, s->var, 2) : integer(p, s->var, 3);
    } else if (s->kind == CS_SWAP) {
        s->other_var = target(p, false);
        return s->other_var >= 0 && s->other_var != s->var;
    } else if (s->kind == CS_ROL || s->kind == CS_ROR) {
        s->expr = power && pick(p, 3) == 0 ? integer(p, s->var, 1) : number(p, 0, p->bits);
    } else if (s->kind != CS_NEG) {
        s->expr = p->bits < 32 || pick(p, 3) ? integer(p, s->var, 1) : number(p, -3, 6);
    }
    return true;
}

static const cp_stmt *statements(cp_program *p, int depth, unsigned count)
{
    cp_stmt *first = NULL, *last = NULL;

    while (count > 0) {
        cp_stmt s = {.kind = (cp_statement_kind)pick(p, CS_UNCALL + 1)};
        if (pick(p, 3) == 0)
            s.kind = (cp_statement_kind)pick(p, 3);
        if (s.kind >= CS_CALL && !p->helper)
            continue;
        const bool has_body = s.kind >= CS_IF && s.kind <= CS_WITH;
        if (!(has_body ? block(p, &s, depth) : leaf_statement(p, &s))) {
            s = (cp_stmt){.kind = CS_NEG};
            s.var = target(p, false);
            if (s.var < 0)
                return first;
        }
        cp_stmt *made = take(p, sizeof *made);
        *made = s;
        if (last)
            last->next = made;
        else
            first = made;
        last = made;
        count--;
    }
    return first;
}

cp_program *cp_new(uint64_t seed, unsigned bits)
{
    cp_program *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->bits = bits;
    p->state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    p->next_var = CP_LOCALS;
    p->is_bool[CP_P] = true;
    p->there[CP_X] = p->there[CP_Y] = p->frozen[CP_Y] = true;
    put(p, "@i function helper(x::Int, y::Int)\n");
    const cp_stmt *helper = statements(p, 2, 3);
    put_list(p, helper, 1);
    put(p, "end\n\n@i function main(a::Int, b::Int, v::Vector{Int}, p::Bool)\n");
    p->helper = helper;
    p->there[CP_X] = p->there[CP_Y] = false;
    for (int i = 0; i < CP_PARAMS; i++)
        p->there[i] = true;
    p->main = statements(p, 3, 4 + pick(p, 4));
    put_list(p, p->main, 1);
    put(p, "end\n");
    return p;
}

void cp_free(cp_program *p)
{
    while (p && p->chunks) {
        void *next = *(void **)p->chunks;
        free(p->chunks);
        p->chunks = next;
    }
    if (p)
        free(p->text);
    free(p);
}

const char *cp_text(const cp_program *p) { return p->text; }
