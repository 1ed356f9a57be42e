/* settle.c: the code of a module, made several times: by several conventions, each time with what
 * the callers had last time. The shortest code stays. */
#include <stdlib.h>
#include <string.h>

#include "cg.h"
#include "compiler/grow.h"
#include "ownership.h"

/* The shortest code so far, as it was made: to make it again is another search, which may end
 * elsewhere. */
typedef struct {
    size_t size; /* SIZE_MAX: none yet */
    unsigned which;
    uint32_t *code;
    rg_line *lines;
    cg_fix *fixes;
    size_t fix_count;
    cg_scope *scopes;
    size_t scope_count;
    rg_routine *routines; /* where they stand */
    cg_summary *summaries;
} choice;

static void drop_choice(choice *c)
{
    free(c->code);
    free(c->lines);
    free(c->fixes);
    free(c->scopes);
    free(c->routines);
    free(c->summaries);
    *c = (choice){.size = SIZE_MAX};
}

static bool keep_choice(cg *g, const rg_object *out, choice *best, unsigned which)
{
    const size_t count = g->module->routine_count;

    drop_choice(best);
    *best =
        (choice){.size = g->buffer.count,
                 .which = which,
                 .code = rg_copied(g->buffer.code, g->buffer.count, sizeof *best->code),
                 .lines = rg_copied(g->buffer.lines, g->buffer.count, sizeof *best->lines),
                 .fixes = rg_copied(g->fixes, g->fix_count, sizeof *best->fixes),
                 .fix_count = g->fix_count,
                 .scopes = rg_copied(g->scopes, g->scope_count, sizeof *best->scopes),
                 .scope_count = g->scope_count,
                 .routines = rg_copied(out->routines, out->routine_count, sizeof *best->routines),
                 .summaries = rg_copied(g->summaries, count, sizeof *best->summaries)};
    const bool good = best->code && best->lines && best->fixes && best->scopes && best->routines
                      && best->summaries;
    return good || cg_fail(g, (ir_loc){0, 0, 0}, "R0712", "out of memory");
}

static void take_choice(cg *g, rg_object *out, const choice *best)
{
    const size_t count = g->module->routine_count;

    g->buffer.count = g->fix_count = 0;
    for (size_t i = 0; i < best->size; i++)
        rg_buffer_add(&g->buffer, best->code[i], best->lines[i]);
    for (size_t i = 0; i < best->fix_count; i++)
        g->fixes[g->fix_count++] = best->fixes[i]; /* room: it was larger or equal before */
    if (best->scope_count > 0)                     /* room: as with the fixes */
        memcpy(g->scopes, best->scopes, best->scope_count * sizeof *g->scopes);
    g->scope_count = best->scope_count;
    memcpy(g->summaries, best->summaries, count * sizeof *g->summaries);
    for (size_t i = 0; i < out->routine_count; i++) {
        out->routines[i].begin = best->routines[i].begin;
        out->routines[i].entry = best->routines[i].entry;
        out->routines[i].end = best->routines[i].end;
    }
}

static void start(cg *g, bool with_hints)
{
    g->failed = false;
    *g->diagnostic = (ir_diagnostic){0};
    cg_begin_summaries(g);
    for (size_t i = 0; i < g->module->routine_count && !with_hints; i++)
        memset(g->summaries[i].hint, 0, sizeof g->summaries[i].hint);
}

static bool has_calls(const cg *g)
{
    for (size_t i = 0; i < g->module->routine_count; i++)
        if (g->calls.facts[i].called)
            return true;
    return false;
}

/* The best one, with all divisions of registers; or the first one for what it has to say. */
static void finish(cg *g, rg_object *out, choice *best, const cg_convention *convention,
                   cg_make *make)
{
    const bool made = best->size != SIZE_MAX;

    g->convention = *convention;
    g->quick = false;
    for (size_t i = 0; made && i < g->module->routine_count; i++)
        memcpy(g->summaries[i].hint, best->summaries[i].hint, sizeof g->summaries[i].hint);
    start(g, made);
    make(g, out);
    if (made && !cg_is_fault(g) && (g->failed || g->buffer.count > best->size)) {
        g->failed = false;
        *g->diagnostic = (ir_diagnostic){0};
        take_choice(g, out, best);
    }
}

void cg_settle(cg *g, rg_object *out, cg_make *make)
{
    /* with the first register that is for temporaries */
    static const cg_convention tried[] = {
        {false, CG_FIRST_SAVED}, {true, CG_FIRST_SAVED}, {true, 20}, {true, 8}};
    enum { TRIALS = 2, LARGE = 4000 };
    const bool search = !opt_off(g->options.off, OPT_PLACES) && !opt_off(g->options.off, OPT_SAVES)
                        && has_calls(g);
    const unsigned count = search ? sizeof tried / sizeof tried[0] : 1;
    choice best = {.size = SIZE_MAX};
    bool last = true, good = true;

    if (search)
        opt_ran(g->options.order, OPT_PLACES);
    for (unsigned i = 0; good && i < count && (i < 2 || best.size < LARGE); i++)
        for (unsigned trial = 0; good && trial < TRIALS; trial++) {
            g->convention = tried[i];
            start(g, trial > 0);
            g->quick = i > 0;
            make(g, out);
            good = !cg_is_fault(g);
            last = !g->failed && g->buffer.count < best.size;
            if (last && count > 1)
                good = keep_choice(g, out, &best, i);
            if (g->failed || !g->convention.free || !cg_take_votes(g))
                break;
        }
    if (good && count > 1 && (!last || g->quick))
        finish(g, out, &best, &tried[best.which], make);
    drop_choice(&best);
}
