/* opt.c: the passes over the intermediate representation, in their order. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *what;
} passes[] = {
#define OPT_PASS(id, name, what) {name, what},
#include "compiler/opt/passes.def"
#undef OPT_PASS
};

const char *opt_name(unsigned pass) { return passes[pass].name; }
const char *opt_what(unsigned pass) { return passes[pass].what; }

unsigned opt_find(const char *name)
{
    unsigned pass = 0;

    while (pass < OPT_PASS_COUNT && strcmp(passes[pass].name, name) != 0)
        pass++;
    return pass;
}

unsigned opt_names(opt_set set, const char *names[OPT_PASS_COUNT])
{
    unsigned count = 0;

    for (unsigned pass = 0; pass < OPT_PASS_COUNT; pass++)
        if (opt_off(set, (opt_pass)pass))
            names[count++] = passes[pass].name;
    return count;
}

static void routine(ir_module *m, ir_routine *r, opt_set off, bool backward)
{
    if (!opt_off(off, OPT_COUNTERS))
        opt_counters(m, r, &r->body);
    if (!opt_off(off, OPT_CONSTANTS))
        opt_constants(m, r);
    if (!opt_off(off, OPT_CONDITIONS))
        opt_conditions(m, r);
    if (!opt_off(off, OPT_DEAD))
        opt_dead_code(m, r);
    if (!opt_off(off, OPT_BRANCHES))
        opt_branches(m, r);
    if (!opt_off(off, OPT_PAIRS))
        opt_pairs(m, r);
    if (!opt_off(off, OPT_ANCILLAS)) {
        opt_ancillas(m, r);
        opt_wholes(m, &r->body, false);
    }
    for (unsigned round = 0; round < 2;
         round++) { /* parts that streams leave where they are may leave sums behind */
        if (!opt_off(off, OPT_SUMS))
            opt_sums(m, r);
        if (!opt_off(off, OPT_STREAMS))
            opt_streams(m, r);
    }
    if (!opt_off(off, OPT_EXPAND) && !opt_off(off, OPT_STREAMS)) {
        opt_shared_parts(m, r, &r->body, false);
        opt_expand(m, r);
        opt_shared_parts(m, r, &r->body, true);
    }
    if (!opt_off(off, OPT_STREAMS)) {
        opt_nests(m, &r->body); /* where expand has left some */
        opt_window_loops(m, &r->body);
    }
    if (!opt_off(off, OPT_CANCEL))
        opt_alike(r, &r->body);
    if (!opt_off(off, OPT_WINDOWS))
        opt_windows(m, r);
    if (!opt_off(off, OPT_SHAPES))
        opt_shapes(r);
    if (!opt_off(off, OPT_HOIST) && !opt_off(off, OPT_SAVES))
        opt_sizes(m, r);
    if (!opt_off(off, OPT_ZEROS))
        opt_zeros(m, r, backward);
    if (!opt_off(off, OPT_FOLD))
        opt_fold(m, r);
}

ir_module *opt_module(const ir_module *original, opt_set off)
{
    ir_module *m = opt_copy_module(original);

    if (!m)
        return NULL;
    for (ir_routine *r = m->routines; r; r = r->next)
        r->body = opt_flatten(r->body);
    for (ir_routine *r = m->routines; r && !opt_off(off, OPT_STREAMS); r = r->next)
        opt_rectifiers(m, r);
    if (!opt_off(off, OPT_TURN))
        opt_turn(m);
    if (!opt_off(off, OPT_INLINE))
        opt_inline(m);
    if (!opt_off(off, OPT_DEAD))
        opt_dead_routines(m);
    bool *backward = ir_run_backward(m);
    m->out_of_memory = m->out_of_memory || !backward;
    for (ir_routine *r = m->routines; r && backward; r = r->next)
        routine(m, r, off, backward[r->index]);
    free(backward);
    if (m->out_of_memory) {
        ir_module_free(m);
        return NULL;
    }
    return m;
}
