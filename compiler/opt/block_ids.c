/* block_ids.c: passes copy lists in which `@routine` blocks are, more than once. Each block gets a
 * number of its own again. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

typedef struct {
    unsigned *now; /* by the number before: 1 + that of the block which has it here; 0: none */
    unsigned next;
    bool changes, good, scoped; /* scoped: what undoes a block stands where the block is seen */
} numbering;

static size_t count_blocks(const ir_stmt *list)
{
    size_t count = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        count += s->kind == IR_ROUTINE;
    return count;
}

/* What undoes a block stands behind it in its list, or within what does. */
static void number(numbering *n, ir_stmt *list)
{
    const size_t count = count_blocks(list);
    struct {
        unsigned id, before;
    } *own = calloc(count + 1, sizeof *own);
    size_t k = 0;

    n->good = n->good && own;
    for (ir_stmt *s = list; s && n->good; s = s->next) {
        number(n, s->body);
        number(n, s->other);
        if (s->kind == IR_ROUTINE) {
            own[k].id = s->routine_id;
            own[k++].before = n->now[s->routine_id];
            n->now[s->routine_id] = ++n->next;
            s->routine_id = n->changes ? n->next - 1 : s->routine_id;
        } else if (s->kind == IR_UNROUTINE) {
            const unsigned now = n->now[s->routine_id];
            n->scoped = n->scoped && now > 0;
            s->routine_id = n->changes ? now - 1 : s->routine_id;
        }
    }
    while (n->good && k-- > 0)
        n->now[own[k].id] = own[k].before;
    free(own);
}

bool opt_number_blocks(ir_routine *r)
{
    unsigned *now = calloc(ir_block_ids(r->body) + 1, sizeof *now);
    numbering look = {.now = now, .good = now != NULL, .scoped = true};

    number(&look, r->body);
    numbering n = {.now = now, .changes = true, .good = look.good, .scoped = true};
    if (look.scoped)
        number(&n, r->body);
    free(now);
    return n.good;
}

static bool holds_block(const ir_stmt *list, unsigned id)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if ((s->kind == IR_ROUTINE && s->routine_id == id) || holds_block(s->body, id)
            || holds_block(s->other, id))
            return true;
    return false;
}

static bool are_whole(const ir_stmt *root, const ir_stmt *body, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (((s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE)
             && (!holds_block(body, s->routine_id)
                 || opt_count_undone(body, s->routine_id) != opt_count_undone(root, s->routine_id)))
            || !are_whole(root, body, s->body) || !are_whole(root, body, s->other))
            return false;
    return true;
}

bool opt_blocks_are_whole(const ir_stmt *root, const ir_stmt *list)
{
    return are_whole(root, list, list);
}
