/* loop_constants.c: constants that an innermost loop's operations take from a register are loaded
 * before it, if the routine is cheaper so. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

enum { MOST = 4, LEFT = 4 /* temporaries for the iterations, at least */ };

typedef struct {
    cg *g;
    unsigned done;
} keeper;

static void keep(keeper *k, const ir_expr *e)
{
    cg *g = k->g;

    if (cg_find(g, e))
        return;
    g->has_loop_constants = true;
    if (!g->holds_constants || k->done == MOST || g->cache_count + 8 > CG_CACHE)
        return;
    if (cg_temps_left(g) <= LEFT) {
        cg_note_short(g);
        return;
    }
    k->done++;
    cg_eval(g, e);
}

/* An operation on an element, which may have a name. With a constant in its word it has no operand
 * in memory (operands.c). */
static bool takes_word(const ir_expr *e)
{
    return e->kind == IR_OP && e->right && e->right->kind == IR_CONST
           && (e->left->kind == IR_ELEM || (e->left->kind == IR_VAR && cg_is_part(e->left->var)));
}

static void visit(keeper *k, const ir_expr *e, bool operand)
{
    int32_t imm;

    if (!e || k->g->failed)
        return;
    if (e->kind == IR_CONST && operand && !cg_immediate(k->g, e, cg_operand_kind(e->type), &imm))
        keep(k, e);
    if (takes_word(e))
        keep(k, e->right);
    visit(k, e->left, true);
    visit(k, e->right, true);
    visit(k, e->third, true);
}

/* The one operand of an update is an operand of its instruction; one of an integer is not, because
 * its parts are added. */
static bool takes_register(const ir_stmt *s)
{
    return s->kind == IR_UPDATE && s->expr && rg_type_has_gradient(s->expr->type)
           && (s->mode == RG_MODE_ADD || s->mode == RG_MODE_SUB);
}

/* A word of memory gets what it is changed by from a register. */
static bool is_stored(const ir_stmt *s)
{
    return opt_is_sum(s) && s->place.row && s->expr->kind == IR_CONST && s->expr->raw != 0;
}

static void visit_list(keeper *k, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_FOR && cg_loop_of(k->g, s)->streamed)
            continue;
        if (is_stored(s) && !k->g->failed)
            keep(k, s->expr);
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            visit(k, *ir_expr_slot(s, i), takes_register(s) && *ir_expr_slot(s, i) == s->expr);
        visit_list(k, s->body);
        visit_list(k, s->other);
    }
}

static bool iterates(cg *g, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s->kind == IR_WHILE || (s->kind == IR_FOR && !cg_loop_of(g, s)->streamed)
            || (s->kind != IR_FOR && (iterates(g, s->body) || iterates(g, s->other))))
            return true;
    return false;
}

void cg_hoist_constants(cg *g, const cg_loop *loop)
{
    keeper k = {g, 0};

    if (cg_on(g, OPT_HOIST) && !iterates(g, loop->stmt->body)
        && !cg_holds_control(g, loop->stmt->body))
        visit_list(&k, loop->stmt->body);
}
