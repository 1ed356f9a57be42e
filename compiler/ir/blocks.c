/* blocks.c: the blocks of @routine in a list of statements, by their numbers. */
#include <stdlib.h>

#include "ir.h"

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

unsigned ir_block_ids(const ir_stmt *list)
{
    unsigned most = 0;

    for (const ir_stmt *s = list; s; s = s->next) {
        const bool block = s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE;
        most = larger(most, block ? s->routine_id + 1 : 0);
        most = larger(most, larger(ir_block_ids(s->body), ir_block_ids(s->other)));
    }
    return most;
}

static void mark_undone(const ir_stmt *list, bool *ids)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_UNROUTINE)
            ids[s->routine_id] = true;
        mark_undone(s->body, ids);
        mark_undone(s->other, ids);
    }
}

bool *ir_undone_blocks(const ir_routine *r)
{
    bool *ids = calloc((size_t)ir_block_ids(r->body) + 1, sizeof *ids);

    if (ids)
        mark_undone(r->body, ids);
    return ids;
}
