/* opt.c: runs the passes over the intermediate representation, as passes.def orders them. */
#include "compiler/opt/opt_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The facts of passes.def. */
enum {
    OPT_BESIDE = 1 << 0,
    OPT_OWN_CALLS = 1 << 1,
    OPT_FORMS = 1 << 2,
    OPT_INLINED = 1 << 3,
    OPT_USED = 1 << 4,
    OPT_COUNTED = 1 << 5,
    OPT_KNOWN = 1 << 6,
    OPT_BOUNDS = 1 << 7,
    OPT_LIVE = 1 << 8,
    OPT_NESTED = 1 << 9,
    OPT_PAIRED = 1 << 10,
    OPT_MADE = 1 << 11,
    OPT_SUMMED = 1 << 12,
    OPT_SPLIT = 1 << 13,
    OPT_EXPANDED = 1 << 14,
    OPT_IN_PLACE = 1 << 15,
    OPT_SHAPED = 1 << 16,
    OPT_ZEROED = 1 << 17,
    OPT_ANSWERS = 1 << 18,
};

/* The facts that hold before and behind each step, as a chain of enumerators: one without a value
 * is that of the one before it, plus 1. */
enum {
    FACTS_AT_START = OPT_BESIDE | OPT_OWN_CALLS,
#define STEP(row, gives, spoils)                                                                   \
    PLUS_1_BEFORE_##row, BEHIND_##row = ((PLUS_1_BEFORE_##row - 1) & ~(spoils)) | (gives),
#define OPT_PASS(id, name, when, run, needs, gives, spoils, what) STEP(id, gives, spoils)
#define OPT_AGAIN(id, row, run, needs, gives, spoils) STEP(id##_##row, gives, spoils)
#define OPT_CHOICE(id, name, what)
#include "compiler/opt/passes.def"
#undef OPT_PASS
#undef OPT_AGAIN
#undef STEP
};

#define NEEDS(row, needs)                                                                          \
    _Static_assert((((PLUS_1_BEFORE_##row - 1) & (needs)) == (needs)),                             \
                   #row " needs a fact that no pass before it gives, or one that is spoiled");
#define OPT_PASS(id, name, when, run, needs, gives, spoils, what) NEEDS(id, needs)
#define OPT_AGAIN(id, row, run, needs, gives, spoils) NEEDS(id##_##row, needs)
#include "compiler/opt/passes.def"
#undef OPT_PASS
#undef OPT_AGAIN
#undef OPT_CHOICE
#undef NEEDS

opt_set opt_missing(unsigned xlen, bool staged)
{
    static const unsigned char of_any_width[] = {
        OPT_TURN,      OPT_INLINE, OPT_UNUSED, OPT_PAIRS, OPT_KEPT,   OPT_ANCILLAS, OPT_SUMS,
        OPT_FUNCTIONS, OPT_FOLD,   OPT_CANCEL, OPT_SAVES, OPT_PLACES, OPT_BLOCKS,   OPT_REGISTERS};
    opt_set missing = xlen == 16 ? OPT_EVERY : 0;

    for (size_t i = 0; i < sizeof of_any_width; i++)
        missing &= ~(UINT64_C(1) << of_any_width[i]);
    return staged ? missing : missing | UINT64_C(1) << OPT_SCHEDULE;
}

static const struct {
    const char *name, *what;
} passes[] = {
#define OPT_PASS(id, name, when, run, needs, gives, spoils, what) {name, what},
#define OPT_AGAIN(id, row, run, needs, gives, spoils)
#define OPT_CHOICE(id, name, what) {name, what},
#include "compiler/opt/passes.def"
#undef OPT_PASS
#undef OPT_AGAIN
#undef OPT_CHOICE
};

typedef enum { PROGRAM, ROUTINE, CODE } stage;
static const struct {
    opt_pass pass;
    stage when;
    void (*run)(const opt_site *at);
    unsigned spoils;
} steps[] = {
#define OPT_PASS(id, name, when, run, needs, gives, spoils, what) {OPT_##id, when, run, spoils},
#define OPT_AGAIN(id, row, run, needs, gives, spoils) {OPT_##id, ROUTINE, run, spoils},
#define OPT_CHOICE(id, name, what) {OPT_##id, CODE, NULL, 0},
#include "compiler/opt/passes.def"
#undef OPT_PASS
#undef OPT_AGAIN
#undef OPT_CHOICE
};
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

static void forget(opt_answers *answers)
{
    free(answers->backward);
    free(answers->often);
    *answers = (opt_answers){0};
}

const bool *opt_run_backward(const opt_site *at)
{
    if (!at->answers->backward)
        at->answers->backward = ir_run_backward(at->m);
    at->m->out_of_memory = at->m->out_of_memory || !at->answers->backward;
    return at->answers->backward;
}

const opt_how_often *opt_calls(const opt_site *at)
{
    if (!at->answers->often)
        at->answers->often = opt_calls_of(at->m);
    return at->answers->often;
}

static void run_all(stage when, const opt_site *at, opt_range range, opt_sequence *order)
{
    for (unsigned i = 0; i < STEPS; i++)
        if (steps[i].when == when && !opt_off(at->off, steps[i].pass) && i + 1 >= range.first
            && (range.last == 0 || i < range.last)) {
            opt_ran(order, steps[i].pass);
            steps[i].run(at);
            if (steps[i].spoils & OPT_ANSWERS)
                forget(at->answers);
        }
}

ir_module *opt_module(const ir_module *original, opt_set off, opt_range range, opt_sequence *order)
{
    ir_module *m = opt_copy_module(original);
    opt_answers answers = {0};

    if (!m)
        return NULL;
    for (ir_routine *r = m->routines; r; r = r->next)
        r->body = opt_flatten(r->body);
    run_all(PROGRAM, &(opt_site){m, NULL, off, &answers}, range, order);
    for (ir_routine *r = m->routines; r && !m->out_of_memory; r = r->next)
        run_all(ROUTINE, &(opt_site){m, r, off, &answers}, range, order);
    forget(&answers);
    if (m->out_of_memory) {
        ir_module_free(m);
        return NULL;
    }
    return m;
}
