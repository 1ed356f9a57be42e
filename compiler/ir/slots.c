/* slots.c: walks over what a statement has of its own: every expression, every lvalue, the block
 * that a ~@routine undoes, the step of a loop. */
#include "ir.h"

ir_expr **ir_expr_slot(const ir_stmt *s, size_t i)
{
    ir_stmt *own = (ir_stmt *)(uintptr_t)s;

    switch (i) {
    case 0: return &own->expr;
    case 1: return &own->pre;
    case 2: return &own->post;
    case 3: return &own->first;
    case 4: return &own->step;
    case 5: return &own->last;
    case 6:
    case 7:
    case 8: return &own->inner[i - 6];
    default: return i - 9 < own->arg_count ? &own->args[i - 9].expr : NULL;
    }
}

ir_place *ir_place_slot(const ir_stmt *s, size_t i)
{
    ir_stmt *own = (ir_stmt *)(uintptr_t)s;

    switch (i) {
    case 0: return &own->place;
    case 1: return &own->place2;
    default: return i - 2 < own->arg_count ? &own->args[i - 2].place : NULL;
    }
}

bool ir_has_body(const ir_stmt *s)
{
    return s->kind == IR_IF || s->kind == IR_WHILE || s->kind == IR_FOR || s->kind == IR_BLOCK
           || s->kind == IR_ROUTINE;
}

ir_stmt *ir_block_body(const ir_stmt *list, unsigned id, bool *found)
{
    for (const ir_stmt *s = list; s && !*found; s = s->next) {
        if (s->kind == IR_ROUTINE && s->routine_id == id) {
            *found = true;
            return s->body;
        }
        ir_stmt *inside = ir_block_body(s->body, id, found);
        if (!*found)
            inside = ir_block_body(s->other, id, found);
        if (*found)
            return inside;
    }
    return NULL;
}

bool ir_constant_step(const ir_stmt *loop, int64_t *step)
{
    *step = loop->step && loop->step->kind == IR_CONST ? loop->step->raw : 1;
    return !loop->step || loop->step->kind == IR_CONST;
}
