/* counted_if.c: an `if` whose condition has several parts, all left alone by its bodies. One
 * register counts the parts that do not hold. So no part needs a register of its own, and none has
 * to be combined with the next. Behind the bodies the count is taken back. */
#include "cg.h"

#include "compiler/opt/comparison.h"
#include "compiler/opt/opt_internal.h"

/* The parts that do not hold are counted on one path or the other: all of them are evaluated. */
static bool can_count(cg *g, const ir_stmt *s, opt_atoms *parts)
{
    return cg_on(g, OPT_HOIST) && opt_one_condition(s) && cg_harmless(s->pre)
           && opt_stays(g->routine->body, s, s->pre) && !cg_holds_control(g, s->other)
           && opt_take_apart(g->scratch, s->pre, false, parts) && parts->count > 1;
}

/* The register gets the count, or is cleared of it. */
static void count(cg *g, uint8_t t, bool forward, const opt_atoms *parts)
{
    for (size_t i = 0; i < parts->count && !g->failed; i++) {
        const size_t n = forward ? i : parts->count - 1 - i;
        const opt_atom *part = &parts->list[n];
        const ir_expr *e = part->negated ? part->e : opt_negation(g->scratch, part->e);
        cg_at(g, part->e->loc, forward ? RG_ROLE_IF_PRE : RG_ROLE_IF_POST, NULL);
        if (!e)
            cg_fail(g, part->e->loc, "R0712", "out of memory");
        else if (n == 0)
            cg_assign(g, t, forward ? RG_MODE_SET : RG_MODE_UNSET, e);
        else
            cg_assign(g, t, forward ? RG_MODE_ADD : RG_MODE_SUB, e);
    }
}

bool cg_counted_if(cg *g, const ir_stmt *s, cg_body *body)
{
    opt_atoms parts = {0};

    if (!can_count(g, s, &parts))
        return false;
    const uint8_t t = cg_temp(g, s->pre->loc);
    count(g, t, true, &parts);
    cg_free_temp(g, t);
    cg_branches(g, s, (cg_compare){.cond = RG_COND_EQ, .d = t, .immediate = true}, UINT32_C(1) << t,
                body);
    count(g, t, false, &parts);
    cg_free_temp(g, t);
    return true;
}
