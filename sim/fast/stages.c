/* stages.c: the core of three stages: which instruction waits for the one before it
 * (isa/early_use.c, rg_stages.v). */
#include "sim/fast/stages.h"

#include "sim/fast/exec.h"
#include "sim/fast/tangent.h"

enum {
#define RG_STAGES(fill, stall) STALL = stall,
#include "isa/timing.def"
};

bool rg_in_stage(const rg_machine *m, const rg_decoded *d)
{
    const bool carries_tangents = rg_tangent_mode(m)
                                  && (d->info->format == RG_FMT_W || rg_derives(&d->in));

    return m->config.core.staged && rg_is_early(&d->in) && !carries_tangents;
}

/* Its target's gradient may come from the stack of kept ones. */
static bool is_born(const rg_machine *m, const rg_decoded *d)
{
    return rg_gradient_mode(m) && m->keep && m->undo
           && (d->info->format == RG_FMT_U || d->info->format == RG_FMT_U1) && rg_derives(&d->in)
           && (d->in.mode == RG_MODE_SET || d->in.mode == RG_MODE_UNSET) && rg_is_early(&d->in);
}

unsigned rg_stall_cycles(const rg_machine *m, const rg_decoded *d)
{
    if (!m->config.core.staged || !d || !d->legal)
        return 0;
    const rg_early_use use = rg_early_use_of(&d->in);
    return rg_early_uses_meet(&m->before, &use) || is_born(m, d) ? STALL : 0;
}
