/* generate.c: random routines. Every expression has a variable in its left operand,
 * so that no value but a literal or a loop variable is known beforehand: those are integers of the
 * machine rather than of the circuit. With words as wide as the machine's they are the same. */
#include "tests/circuit/internal.h"

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
    cp_put(p, "@i function helper(x::Int, y::Int)\n");
    const cp_stmt *helper = statements(p, 2, 3);
    cp_put_list(p, helper, 1);
    cp_put(p, "end\n\n@i function main(a::Int, b::Int, v::Vector{Int}, p::Bool)\n");
    p->helper = helper;
    p->there[CP_X] = p->there[CP_Y] = false;
    for (int i = 0; i < CP_PARAMS; i++)
        p->there[i] = true;
    p->main = statements(p, 3, 4 + pick(p, 4));
    cp_put_list(p, p->main, 1);
    cp_put(p, "end\n");
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
