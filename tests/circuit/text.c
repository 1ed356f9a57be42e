/* text.c: random routines as source text. */
#include "tests/circuit/internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void cp_put(cp_program *p, const char *format, ...)
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
        cp_put(p, "%s", names[var]);
    else
        cp_put(p, "t%d", var);
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
        cp_put(p, e->number < 0 ? "(%" PRId64 ")" : "%" PRId64, e->number);
    } else if (e->kind == CE_NOT) {
        cp_put(p, "!");
        put_expr(p, e->a);
    } else if (e->kind < sizeof calls / sizeof calls[0] && calls[e->kind]) {
        cp_put(p, "%s(", calls[e->kind]);
        put_expr(p, e->a);
        if (e->b) {
            cp_put(p, ", ");
            put_expr(p, e->b);
        }
        cp_put(p, ")");
    } else {
        cp_put(p, "(");
        put_expr(p, e->a);
        cp_put(p, " %s ", e->kind == CE_SELECT ? "?" : infix[e->kind]);
        put_expr(p, e->b);
        if (e->kind == CE_SELECT) {
            cp_put(p, " : ");
            put_expr(p, e->c);
        }
        cp_put(p, ")");
    }
}

static void indent(cp_program *p, int depth) { cp_put(p, "%*s", 4 * depth, ""); }

/* t += e, or its inverse; what is added under a condition alone is a branch. */
static void put_change(cp_program *p, const cp_stmt *s, const char *update, int depth)
{
    const cp_expr *e = s->expr->b;
    const bool branch = s->count == CW_BRANCH;

    indent(p, depth);
    if (branch) {
        cp_put(p, "if (");
        put_expr(p, e->a);
        cp_put(p, ", ~)\n");
        indent(p, depth + 1);
    }
    cp_put(p, "t%d %s ", s->var, update);
    put_expr(p, branch ? e->b : e);
    cp_put(p, "\n");
    if (branch) {
        indent(p, depth);
        cp_put(p, "end\n");
    }
}

/* t ← e or t → e */
static void put_arrow(cp_program *p, const cp_stmt *s, const char *arrow, int depth)
{
    indent(p, depth);
    cp_put(p, "t%d %s ", s->var, arrow);
    put_expr(p, s->count == CW_VALUE ? s->expr : s->expr->a);
    cp_put(p, "\n");
}

static void put_with(cp_program *p, const cp_stmt *s, int depth)
{
    const bool block = s->count == CW_BLOCK, value = s->count == CW_VALUE;

    if (block) {
        indent(p, depth);
        cp_put(p, "@routine begin\n");
    }
    put_arrow(p, s, "←", depth + block);
    if (!value)
        put_change(p, s, "+=", depth + block);
    if (block) {
        indent(p, depth);
        cp_put(p, "end\n");
    }
    cp_put_list(p, s->body, depth);
    if (block) {
        indent(p, depth);
        cp_put(p, "~@routine\n");
        return;
    }
    if (!value)
        put_change(p, s, "-=", depth);
    put_arrow(p, s, "→", depth);
}

static void put_block(cp_program *p, const cp_stmt *s, int depth)
{
    if (s->kind == CS_FOR) {
        cp_put(p, "for t%d = 1:%" PRId64 "\n", s->var, s->count);
    } else {
        cp_put(p, "if (");
        put_expr(p, s->expr);
        cp_put(p, ", ~)\n");
    }
    cp_put_list(p, s->body, depth + 1);
    if (s->other) {
        indent(p, depth);
        cp_put(p, "else\n");
        cp_put_list(p, s->other, depth + 1);
    }
    indent(p, depth);
    cp_put(p, "end\n");
}

static void put_simple(cp_program *p, const cp_stmt *s)
{
    static const char *const updates[] = {[CS_ADD] = "+=", [CS_SUB] = "-=", [CS_XOR] = "⊻="};
    static const char *const calls[] = {
        [CS_SWAP] = "SWAP", [CS_NEG] = "NEG",     [CS_ROL] = "ROL",
        [CS_ROR] = "ROR",   [CS_CALL] = "helper", [CS_UNCALL] = "(~helper)"};

    if (s->kind <= CS_XOR) {
        put_var(p, s->var);
        cp_put(p, " %s ", updates[s->kind]);
        put_expr(p, s->expr);
        cp_put(p, "\n");
        return;
    }
    cp_put(p, "%s(", calls[s->kind]);
    put_var(p, s->var);
    if (s->kind == CS_SWAP) {
        cp_put(p, ", ");
        put_var(p, s->other_var);
    } else if (s->expr) {
        cp_put(p, ", ");
        put_expr(p, s->expr);
    }
    cp_put(p, ")\n");
}

void cp_put_list(cp_program *p, const cp_stmt *list, int depth)
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
