/* scopes.c: which variables live at each statement. Every word that is made carries the list of
 * them, so that debuggers learn what is where (places.c). A list shares its rest with others: to
 * allocate a variable puts one entry in front. */
#include "cg.h"
#include "compiler/grow.h"
#include "compiler/hidden.h"

static void put(cg *g, cg_scope entry)
{
    cg_scope *bigger = rg_grow(g->scopes, g->scope_count, &g->scope_capacity, sizeof *bigger);

    g->scope_failed = g->scope_failed || !bigger;
    if (!bigger)
        return;
    g->scopes = bigger;
    entry.rest = g->scope;
    g->scopes[g->scope_count++] = entry;
    g->scope = (uint32_t)g->scope_count;
}

static cg_scope entry_of(const cg *g, const ir_var *var)
{
    const cg_home *home = &g->homes[var->id];

    return (cg_scope){.var = var,
                      .reg = home->reg,
                      .in_register = home->in_register,
                      .word = home->on_stack ? (int32_t)home->slot
                                             : (int32_t)g->frame - 1 - (int32_t)home->slot};
}

static bool lives(const cg *g, const ir_var *var)
{
    for (uint32_t at = g->scope; at; at = g->scopes[at - 1].rest)
        if (g->scopes[at - 1].var == var)
            return true;
    return false;
}

static void begin(cg *g, const ir_var *var)
{
    if (g->homes && g->intervals[var->id].used && !lives(g, var))
        put(g, entry_of(g, var));
}

/* The entries in front of it are made anew. */
static uint32_t without(cg *g, uint32_t list, const ir_var *var)
{
    if (list == 0)
        return 0;
    const cg_scope entry = g->scopes[list - 1];
    if (entry.var == var)
        return entry.rest;
    g->scope = without(g, entry.rest, var);
    put(g, entry);
    return g->scope;
}

static void end(cg *g, const ir_var *var)
{
    if (g->homes && lives(g, var))
        g->scope = without(g, g->scope, var);
}

void cg_scope_plus(cg *g, const ir_var *var, uint8_t reg, int32_t plus, size_t from)
{
    const uint32_t before = g->scope;

    end(g, var);
    put(g, (cg_scope){.var = var, .reg = reg, .in_register = true, .plus = plus});
    for (size_t i = from; i < cg_here(g); i++)
        if (g->buffer.lines[i].scope == before)
            g->buffer.lines[i].scope = g->scope;
    g->line.scope = g->scope;
}

static bool allocates(const ir_stmt *s) { return s->kind == IR_ALLOC || s->kind == IR_ALLOC_ARRAY; }
static bool frees(const ir_stmt *s)
{
    return s->kind == IR_FREE || s->kind == IR_FREE_ARRAY || s->kind == IR_LEAVE;
}

void cg_scope_routine(cg *g, const uint8_t *come)
{
    g->scope_count = g->scope_base;
    g->scope = 0;
    for (size_t v = 0; v < g->routine->param_count && !g->failed; v++) {
        cg_scope entry = entry_of(g, g->routine->vars[v]);
        entry.param = true;
        entry.come = v < CG_ARGS ? come[v] : 0;
        put(g, entry);
    }
    g->line.scope = g->scope;
}

static const cg_loop *loop_of(const cg *g, const ir_stmt *s)
{
    for (size_t i = 0; s->kind == IR_FOR && i < g->loop_count; i++)
        if (g->loops[i].stmt == s)
            return &g->loops[i];
    return NULL;
}

static const cg_block *block_of(const cg *g, const ir_stmt *s)
{
    const bool block = s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE;

    for (size_t i = 0; block && i < g->block_count; i++)
        if (g->blocks[i].id == s->routine_id)
            return &g->blocks[i];
    return NULL;
}

void cg_scope_before(cg *g, const ir_stmt *s)
{
    const cg_loop *loop = loop_of(g, s);

    if (allocates(s))
        begin(g, s->var);
    if (loop && !loop->unused && !loop->streamed && !loop->swallowed)
        begin(g, s->var);
    g->line.scope = g->scope;
}

/* What a list that was run, or undone, leaves behind. */
static void apply(cg *g, const ir_stmt *list, bool undone)
{
    for (const ir_stmt *s = list; s && !g->failed; s = s->next) {
        if (s->kind == IR_BLOCK)
            apply(g, s->body, undone);
        const cg_block *block = block_of(g, s);
        if (block)
            apply(g, block->body, undone != (s->kind == IR_UNROUTINE));
        if (undone ? frees(s) : allocates(s))
            begin(g, s->var);
        if (undone ? allocates(s) : frees(s))
            end(g, s->var);
    }
}

void cg_scope_after(cg *g, const ir_stmt *s)
{
    const cg_block *block = block_of(g, s);

    if (frees(s) || s->kind == IR_FOR)
        end(g, s->var);
    if (s->kind == IR_BLOCK)
        apply(g, s->body, false);
    if (block)
        apply(g, block->body, s->kind == IR_UNROUTINE);
    g->line.scope = g->scope;
}

const ir_var *cg_scope_of(const cg *g, uint32_t list, unsigned reg)
{
    for (uint32_t at = list; at; at = g->scopes[at - 1].rest)
        if (g->scopes[at - 1].in_register && g->scopes[at - 1].reg == reg)
            return g->scopes[at - 1].var;
    return NULL;
}

bool cg_is_part(const ir_var *var) { return rg_hidden_of(var->name) == RG_HIDDEN_PART; }

static uint32_t without_parts(const cg *g, uint32_t list)
{
    while (list && cg_is_part(g->scopes[list - 1].var))
        list = g->scopes[list - 1].rest;
    return list;
}

bool cg_scope_same(const cg *g, uint32_t a, uint32_t b)
{
    a = without_parts(g, a);
    b = without_parts(g, b);
    while (a && b && a != b && g->scopes[a - 1].var == g->scopes[b - 1].var) {
        a = without_parts(g, g->scopes[a - 1].rest);
        b = without_parts(g, g->scopes[b - 1].rest);
    }
    return a == b;
}

uint32_t cg_scope_exchanged(cg *g, uint32_t list, uint8_t x, uint8_t y)
{
    if (!cg_scope_of(g, list, x) && !cg_scope_of(g, list, y))
        return list;
    cg_scope entry = g->scopes[list - 1];
    const uint32_t rest = cg_scope_exchanged(g, entry.rest, x, y), before = g->scope;
    if (entry.in_register)
        entry.reg = entry.reg == x ? y : entry.reg == y ? x : entry.reg;
    g->scope = rest;
    put(g, entry);
    const uint32_t made = g->scope_failed ? list : g->scope;
    g->scope = before;
    return made;
}

uint32_t cg_scope_lent(cg *g, uint32_t list, uint32_t set)
{
    if (!list)
        return 0;
    cg_scope entry = g->scopes[list - 1];
    const uint32_t rest = cg_scope_lent(g, entry.rest, set), before = g->scope;
    const bool lent = entry.in_register && (set >> entry.reg & 1);
    if (!lent && rest == entry.rest)
        return list;
    if (lent) {
        entry.in_register = false;
        entry.word = (int32_t)g->frame - 1 - (int32_t)g->homes[entry.var->id].slot;
    }
    g->scope = rest;
    put(g, entry);
    const uint32_t made = g->scope_failed ? list : g->scope;
    g->scope = before;
    return made;
}
