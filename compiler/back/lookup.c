/* lookup.c: what is known of loops, blocks, variables and parameters, by name. */
#include "cg.h"

cg_loop *cg_loop_of(cg *g, const ir_stmt *stmt)
{
    for (size_t i = 0; i < g->loop_count; i++)
        if (g->loops[i].stmt == stmt)
            return &g->loops[i];
    return NULL;
}

cg_block *cg_block_of(cg *g, unsigned id)
{
    for (size_t i = 0; i < g->block_count; i++)
        if (g->blocks[i].id == id)
            return &g->blocks[i];
    return NULL;
}

const cg_home *cg_home_of(cg *g, const ir_var *var) { return &g->homes[var->id]; }

uint32_t cg_keeps(const cg *g) { return g->summaries[g->routine->index].keep; }

size_t cg_register_params(const ir_routine *r)
{
    return r->param_count < CG_ARGS ? r->param_count : CG_ARGS;
}

uint8_t cg_comes_in(const cg *g, const ir_routine *r, size_t v)
{
    return v < CG_ARGS ? cg_summary_of(g, r)->come[v] : 0;
}

uint32_t cg_parameters(const cg *g, const ir_routine *r)
{
    uint32_t mask = 0;

    for (size_t v = 0; v < cg_register_params(r); v++)
        mask |= UINT32_C(1) << cg_comes_in(g, r, v);
    return mask;
}

/* A routine that calls itself must know where they come before it knows where they live. */
bool cg_free_places(const cg *g)
{
    const ir_call_facts *s = cg_called(g, g->routine);

    return g->convention.free && !s->recursive && !s->calls_itself;
}

static bool is_local_block(cg *g, const ir_stmt *s)
{
    const cg_block *block = cg_block_of(g, s->routine_id);

    return block && block->paired && cg_on(g, OPT_FOLD);
}

bool cg_holds_control(cg *g, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s->kind == IR_CALL
            || ((s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE) && !is_local_block(g, s))
            || s->kind == IR_ALLOC_ARRAY || s->kind == IR_FREE_ARRAY || cg_holds_control(g, s->body)
            || cg_holds_control(g, s->other))
            return true;
    return false;
}
