/* held_if.c: an `if` whose bodies leave alone what its condition reads. The operands of the
 * condition stay in registers from the split to the landing, and the bodies find them there. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

/* Whether no statement of the list, which calls nothing, can change the element. */
static bool leaves_element(cg *g, const ir_stmt *list, const ir_expr *e)
{
    ir_place read = ir_place_elem(e->loc, e->var, e->left, e->right);

    read.inbounds = e->inbounds;
    read.within = e->within;
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->var == e->var || !leaves_element(g, s->body, e) || !leaves_element(g, s->other, e))
            return false;
        for (size_t i = 0; ir_place_slot(s, i); i++)
            if (ir_place_slot(s, i)->var == e->var && !cg_apart(g, ir_place_slot(s, i), &read))
                return false;
    }
    return true;
}

static bool leaves_elements(cg *g, const ir_stmt *s, const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM && !(leaves_element(g, s->body, e) && leaves_element(g, s->other, e)))
        return false;
    return leaves_elements(g, s, e->left) && leaves_elements(g, s, e->right)
           && leaves_elements(g, s, e->third);
}

/* Loops in the bodies want the registers more. */
static bool can_hold(cg *g, const ir_stmt *s)
{
    return !g->frugal && cg_on(g, OPT_HOIST) && opt_one_condition(s)
           && !opt_any(s->body, opt_is_loop) && !opt_any(s->other, opt_is_loop)
           && !cg_holds_control(g, s->body) && !cg_holds_control(g, s->other)
           && g->cache_count + 16 < CG_CACHE && cg_temps_left(g) >= g->spare + 2
           && opt_stays(g->routine->body, s, s->pre) && leaves_elements(g, s, s->pre);
}

/* The bodies have g->spare temporaries, and what follows `need` of them: else the parts of the
 * value are given back. */
static uint8_t value_of(cg *g, const ir_expr *e, unsigned need)
{
    g->reserve = g->spare + need;
    const uint8_t r = cg_eval(g, e);
    g->reserve = 0;
    return r;
}

static bool small(const ir_expr *e, unsigned op, cg_compare *c)
{
    int64_t value;

    return cg_constant(e, &value) && value < INT64_MAX && cg_against_constant(op, value, c);
}

/* The branch that tests e, with its operands in registers. */
static cg_compare held(cg *g, const ir_expr *e)
{
    cg_compare c = {0};

    if (e->kind != IR_OP || e->op < RG_OP_EQ || e->op > RG_OP_GE || cg_compares_wide(g, e)) {
        c.d = value_of(g, e, 0);
        cg_against_constant(RG_OP_NE, 0, &c);
    } else if (small(e->right, e->op, &c)) {
        c.d = value_of(g, e->left, 0);
    } else if (small(e->left, cg_flipped(e->op), &c)) {
        c.d = value_of(g, e->right, 0);
    } else {
        c.d = value_of(g, e->left, cg_need(g, e->right));
        c.a = value_of(g, e->right, 0);
        cg_between_registers(e->op, &c);
    }
    return c;
}

void cg_then(cg *g, const ir_stmt *s, cg_body *body)
{
    const size_t known = g->held_count;

    cg_know_condition(g, s);
    body(g, s->body);
    g->held_count = known;
}

void cg_branches(cg *g, const ir_stmt *s, cg_compare c, uint32_t taken, cg_body *body)
{
    cg_at(g, s->pre->loc, RG_ROLE_IF_PRE, NULL);
    const size_t split = cg_branch(g, cg_not(c), false);
    cg_then(g, s, body);
    if (s->other) {
        const size_t over = cg_jump(g, false);
        cg_at(g, s->pre->loc, RG_ROLE_IF_PRE, NULL);
        cg_link(g, split, cg_jump(g, true));
        g->temps &= ~taken;
        body(g, s->other);
        cg_at(g, s->pre->loc, RG_ROLE_IF_POST, NULL);
        cg_link(g, over, cg_branch(g, c, true));
    } else {
        g->temps &= ~taken;
        cg_at(g, s->pre->loc, RG_ROLE_IF_POST, NULL);
        cg_link(g, split, cg_branch(g, cg_not(c), true));
    }
}

bool cg_held_if(cg *g, const ir_stmt *s, cg_body *body)
{
    if (!can_hold(g, s))
        return false;
    const cg_mark mark = cg_get_mark(g);
    cg_at(g, s->pre->loc, RG_ROLE_IF_PRE, NULL);
    const cg_compare c = held(g, s->pre);
    const size_t end = cg_here(g);
    cg_branches(g, s, c, 0, body);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
    return true;
}
