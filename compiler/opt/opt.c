/* opt.c: runs the passes over the intermediate representation, as passes.def orders them. */
#include "compiler/opt/opt_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a pass works; routine NULL: on the whole program. */
typedef struct {
    ir_module *m;
    ir_routine *routine;
    bool backward; /* the program runs the routine backward somewhere */
    opt_set off;
    opt_how_often often; /* it is called */
} site;

static void turn(const site *at) { opt_turn(at->m); }

static void inline_calls(const site *at)
{
    for (ir_routine *r = at->m->routines; r && !opt_off(at->off, OPT_STREAMS); r = r->next)
        opt_rectifiers(at->m, r);
    opt_inline(at->m);
}

static void unused(const site *at) { opt_dead_routines(at->m); }
static void counters(const site *at) { opt_counters(at->m, at->routine, &at->routine->body); }
static void constants(const site *at) { opt_constants(at->m, at->routine); }
static void conditions(const site *at) { opt_conditions(at->m, at->routine); }
static void dead(const site *at) { opt_dead_code(at->m, at->routine); }
static void branches(const site *at) { opt_branches(at->m, at->routine); }
static void pairs(const site *at) { opt_pairs(at->m, at->routine); }

static void ancillas(const site *at)
{
    opt_ancillas(at->m, at->routine);
    opt_wholes(at->m, &at->routine->body, false);
}

static void sums(const site *at) { opt_sums(at->m, at->routine); }
static void streams(const site *at) { opt_streams(at->m, at->routine); }

static void expand(const site *at)
{
    if (opt_off(at->off, OPT_STREAMS))
        return;
    opt_shared_parts(at->m, at->routine, &at->routine->body, false);
    opt_expand(at->m, at->routine, at->often);
    opt_shared_parts(at->m, at->routine, &at->routine->body, true);
}

/* Where expand has left some. */
static void nests(const site *at)
{
    opt_nests(at->m, &at->routine->body);
    opt_window_loops(at->m, &at->routine->body);
}

static void alike(const site *at) { opt_alike(at->routine, &at->routine->body); }
static void windows(const site *at) { opt_windows(at->m, at->routine); }
static void shapes(const site *at) { opt_shapes(at->routine); }

static void sizes(const site *at)
{
    if (!opt_off(at->off, OPT_SAVES))
        opt_sizes(at->m, at->routine);
}

static void zeros(const site *at) { opt_zeros(at->m, at->routine, at->backward); }
static void fold(const site *at) { opt_fold(at->m, at->routine); }

static const struct {
    const char *name, *what;
} passes[] = {
#define OPT_PASS(id, name, when, step, what) {name, what},
#define OPT_AGAIN(id, step)
#include "compiler/opt/passes.def"
#undef OPT_PASS
#undef OPT_AGAIN
};

typedef enum { PROGRAM, ROUTINE, CODE } stage;
#define none NULL
static const struct {
    opt_pass pass;
    stage when;
    void (*run)(const site *at);
} steps[] = {
#define OPT_PASS(id, name, when, step, what) {OPT_##id, when, step},
#define OPT_AGAIN(id, step) {OPT_##id, ROUTINE, step},
#include "compiler/opt/passes.def"
#undef OPT_PASS
#undef OPT_AGAIN
};
#undef none
enum { STEPS = sizeof steps / sizeof steps[0] };

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

bool opt_runs_before_code(unsigned pass)
{
    for (size_t i = 0; i < STEPS; i++)
        if (steps[i].pass == pass)
            return steps[i].when != CODE;
    return false;
}

void opt_ran(opt_sequence *order, opt_pass pass)
{
    for (unsigned i = 0; order && i < order->count; i++)
        if (order->pass[i] == pass)
            return;
    if (order)
        order->pass[order->count++] = pass;
}

unsigned opt_step_count(void)
{
    unsigned count = 0;

    while (count < STEPS && steps[count].when != CODE)
        count++;
    return count;
}

void opt_step_name(unsigned step, char *name, size_t size)
{
    unsigned runs = 0;

    for (unsigned i = 0; i < step; i++)
        runs += steps[i].pass == steps[step - 1].pass;
    snprintf(name, size, runs > 1 ? "%s.%u" : "%s", opt_name(steps[step - 1].pass), runs);
}

unsigned opt_step(const char *name)
{
    char known[32];

    for (unsigned step = opt_step_count(); step > 0; step--) {
        opt_step_name(step, known, sizeof known);
        if (strcmp(known, name) == 0)
            return step;
    }
    return 0;
}

static void run_all(stage when, const site *at, opt_range range, opt_sequence *order)
{
    for (unsigned i = 0; i < STEPS; i++)
        if (steps[i].when == when && !opt_off(at->off, steps[i].pass) && i + 1 >= range.first
            && (range.last == 0 || i < range.last)) {
            opt_ran(order, steps[i].pass);
            steps[i].run(at);
        }
}

ir_module *opt_module(const ir_module *original, opt_set off, opt_range range, opt_sequence *order)
{
    ir_module *m = opt_copy_module(original);

    if (!m)
        return NULL;
    for (ir_routine *r = m->routines; r; r = r->next)
        r->body = opt_flatten(r->body);
    run_all(PROGRAM, &(site){.m = m, .off = off}, range, order);
    bool *backward = ir_run_backward(m);
    opt_how_often *often = opt_calls_of(m);
    m->out_of_memory = m->out_of_memory || !backward;
    for (ir_routine *r = m->routines; r && backward && often; r = r->next)
        run_all(ROUTINE, &(site){m, r, backward[r->index], off, often[r->index]}, range, order);
    free(backward);
    free(often);
    if (m->out_of_memory) {
        ir_module_free(m);
        return NULL;
    }
    return m;
}
