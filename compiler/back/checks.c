/* checks.c: a bounds check or assertion that stands on both sides of what it guards is made before
 * it only. Run backward, a wrong index is met behind the accesses. They are undone like everything
 * else, for the machine loses nothing. It works on the instructions of a finished routine, after
 * outlining. */
#include "isa/registers.h"
#include "words.h"

enum { REACH = 400, RINGS = 4 };

/* What nothing is known about beyond the instruction itself. */
static bool is_wall(const words *w, size_t i)
{
    const rg_instruction *in = &w->in[i];
    const rg_op_info *info = rg_op_lookup(in->op);

    if (cg_is_call(in))
        return cg_is_open_call(w->g, w->begin + i);
    return in->op == RG_OP_PORTAL || in->op == RG_OP_CALLX || in->op == RG_OP_UNCALLX
           || info->format == RG_FMT_N || info->format == RG_FMT_I;
}

static bool spoils(const rg_instruction *check, const rg_instruction *by)
{
    const uint32_t own = UINT32_C(1) << check->d;

    if (rg_is_stream(by))
        return cg_disturbs(check, by);
    if (rg_has_target(by))
        return rg_op_lookup(by->op)->class == RG_CLASS_LOOP
               && (by->d == check->d || by->d == check->a
                   || (!check->immediate && by->d == check->b));
    return cg_disturbs(check, by) || (rg_registers_written(by) & own);
}

/* Does the outlined block that instruction i calls change what the check reads? */
static bool ring_spoils(const words *w, const rg_instruction *check, size_t i, unsigned depth)
{
    const size_t portal = (size_t)((int64_t)i + w->in[i].offset);

    if (depth == RINGS || portal == 0 || portal >= w->count || w->in[portal - 1].op != RG_OP_BRAL)
        return true;
    const size_t end = (size_t)((int64_t)portal - 1 + w->in[portal - 1].offset);
    for (size_t k = portal + 1; k < end; k++)
        if (is_wall(w, k) || spoils(check, &w->in[k])
            || (cg_is_call(&w->in[k]) && ring_spoils(w, check, k, depth + 1)))
            return true;
    return false;
}

static bool same_check(const rg_instruction *x, const rg_instruction *y)
{
    return x->op == y->op && x->mode == y->mode && x->d == y->d && x->a == y->a && x->b == y->b
           && x->immediate == y->immediate && x->imm == y->imm;
}

static bool check_before(words *w, size_t i)
{
    const rg_instruction *x = &w->in[i];
    bool changed = false;

    for (size_t k = i + 1; k < w->count && k < i + REACH; k++) {
        const rg_instruction *y = &w->in[k];
        if (w->dead[k])
            continue;
        if (same_check(x, y) && cg_is_whole(w, i, k, false)) {
            w->dead[k] = changed = true;
            continue;
        }
        if (is_wall(w, k) || spoils(x, y) || (cg_is_call(y) && ring_spoils(w, x, k, 0)))
            break;
    }
    return changed;
}

void cg_check_before(cg *g, rg_routine *out)
{
    words w;
    bool changed = false;

    if (cg_open_words(&w, g, out))
        for (size_t i = 0; i < w.count; i++)
            if (!w.dead[i] && (w.in[i].op == RG_OP_CHKB || w.in[i].op == RG_OP_ASSERT))
                changed |= check_before(&w, i);
    cg_close_words(&w, out, changed);
}
