/* levels.c: see levels.h. */
#include "tests/registers/levels.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/registers/program.h"

enum { MOST = 40, WORDS = 9, ELEMENTS = 3 };

typedef struct {
    enum { REFUSED, FAILED, TRAPPED, RAN } what;
    char code[16], text[700];
    char where[400]; /* of a trap: its line, and those of its notes */
    size_t count;
    int64_t words[MOST][WORDS];
    bool has_gradients;
    char gradient_code[16];
    double gradients[MOST][WORDS];
} outcome;

typedef struct {
    rg_device *device;
    const char *text;
    uint64_t seed;
    rg_job *job;
    rg_parameter parameters[MOST];
    int64_t start[MOST][WORDS];
    outcome first, other;
    levels_result result;
} comparison;

const char *levels_name(levels_kind kind)
{
    static const char *const names[LEVELS_KINDS] = {
        "agree",          "trap alike",         "near the end of a range",
        "refused at -O0", "refused at a level", "differ"};
    return names[kind];
}

/* ---- arguments ---- */

static size_t words_of(const rg_parameter *p)
{
    return p->rank == 0 ? 1 : p->rank == 1 ? ELEMENTS : (size_t)ELEMENTS * ELEMENTS;
}

static int64_t random_word(uint64_t *state, rg_number number, unsigned frac)
{
    static const double numbers[] = {0, 0, 0.5, 1, -1, 1.5, -0.25};

    if (number == RG_NUMBER_INT)
        return (int64_t)program_pick(state, 9) - (program_pick(state, 4) == 0 ? 8 : 0);
    if (number == RG_NUMBER_BOOL)
        return program_pick(state, 2);
    const double x = program_pick(state, 5) == 0
                         ? numbers[program_pick(state, 7)]
                         : ((double)program_pick(state, 3000) - 1500) / 1000;
    return (int64_t)ldexp(x, (int)frac);
}

static bool set_arguments(comparison *c, outcome *o)
{
    uint64_t state = (c->seed * UINT64_C(0xd1342543de82ef95)) | 1;
    rg_fault fault;

    o->count = rg_parameter_count(c->job);
    if (o->count > MOST)
        return false;
    for (size_t i = 0; i < o->count; i++) {
        rg_parameter *p = &c->parameters[i];
        rg_parameter_at(c->job, i, p);
        for (size_t k = 0; k < words_of(p); k++)
            c->start[i][k] = random_word(&state, p->number, rg_device_frac(c->device));
        if (rg_set_raw(c->job, p->name, c->start[i], p->rank ? ELEMENTS : 1,
                       p->rank == 2 ? ELEMENTS : 1, &fault)
            != RG_OK)
            return false;
    }
    return true;
}

/* ---- one level ---- */

static bool failed(outcome *o, const char *what, const rg_fault *fault)
{
    o->what = FAILED;
    snprintf(o->code, sizeof o->code, "%s", fault ? fault->code : "");
    snprintf(o->text, sizeof o->text, "%.60s: %.600s", what, fault ? fault->message : "");
    return false;
}

static bool read_words(comparison *c, int64_t (*words)[WORDS])
{
    for (size_t i = 0; i < rg_parameter_count(c->job); i++)
        if (rg_get_raw(c->job, c->parameters[i].name, words[i], WORDS)
            != words_of(&c->parameters[i]))
            return false;
    return true;
}

static bool restored(comparison *c)
{
    int64_t words[MOST][WORDS] = {0};

    return read_words(c, words) && memcmp(words, c->start, sizeof words) == 0;
}

static void locate(comparison *c, outcome *o)
{
    rg_fault fault = {0};
    rg_last_change changes[RG_LAST_CHANGES];
    const rg_trap_report *trap = rg_get_trap(c->job);
    int used = snprintf(o->where, sizeof o->where, "%u:%u in %.60s, `%.60s`", trap->line,
                        trap->column, trap->routine, trap->variable);

    if (rg_find_last_change(c->job, &fault) != RG_OK)
        snprintf(o->where + used, sizeof o->where - (size_t)used, "; no search: %.60s",
                 fault.message);
    const size_t count = rg_get_last_changes(c->job, changes, RG_LAST_CHANGES);
    for (size_t i = 0; i < count; i++)
        used += snprintf(o->where + used, sizeof o->where - (size_t)used,
                         "; `%.40s` at %u:%u from %.9g to %.9g", changes[i].variable,
                         changes[i].line, changes[i].column, changes[i].before, changes[i].after);
}

static bool call(comparison *c, outcome *o)
{
    rg_fault fault = {0};
    const rg_result result = rg_call(c->job, &fault);

    if (result == RG_TRAPPED) {
        o->what = TRAPPED;
        locate(c, o);
        snprintf(o->code, sizeof o->code, "%s", fault.code);
        snprintf(o->text, sizeof o->text, "%.690s", fault.message);
        return rg_rollback(c->job, &fault) == RG_OK
               || failed(o, "not run back after a trap", &fault);
    }
    o->what = RAN;
    return (result == RG_OK && read_words(c, o->words)) || failed(o, "call", &fault);
}

static bool gradient(comparison *c, outcome *o)
{
    rg_fault fault = {0};
    const rg_result result = rg_gradient(c->job, c->parameters[0].name,
                                         c->parameters[0].rank ? 1 : 0,
                                         c->parameters[0].rank ? 1 : 0, &fault);

    if (result == RG_BAD_MACHINE) {
        snprintf(o->gradient_code, sizeof o->gradient_code, "%s", fault.code);
        return true;
    }
    if (result != RG_OK || !rg_restored(c->job))
        return failed(o, result == RG_OK ? "not restored after a gradient" : "gradient", &fault);
    o->has_gradients = true;
    for (size_t i = 0; i < o->count; i++)
        if (c->parameters[i].active)
            rg_get_gradient(c->job, c->parameters[i].name, o->gradients[i], WORDS);
    return true;
}

static bool back(comparison *c, outcome *o)
{
    rg_fault fault = {0};

    if (rg_call(c->job, &fault) != RG_OK)
        return failed(o, "second call", &fault);
    rg_adopt_results(c->job);
    if (rg_uncall(c->job, &fault) != RG_OK)
        return failed(o, "inverse", &fault);
    return restored(c) || failed(o, "not restored by the inverse", NULL);
}

static void run(comparison *c, unsigned level, outcome *o)
{
    rg_fault fault = {0};

    *o = (outcome){.what = REFUSED};
    if (!level_set(c->device, level)
        || rg_load_text(c->device, "program.rg", c->text, &fault) != RG_OK
        || strstr(rg_diagnostics(c->device), "[R0734]")) {
        snprintf(o->text, sizeof o->text, "%s", rg_diagnostics(c->device));
        return;
    }
    c->job = rg_job_new(c->device, "main", &fault);
    if (!c->job || !set_arguments(c, o))
        failed(o, "arguments", &fault);
    else if (call(c, o) && o->what == RAN && gradient(c, o))
        back(c, o);
    rg_job_free(c->job);
    c->job = NULL;
}

/* ---- the comparison ---- */

static bool differ(comparison *c, levels_kind kind, unsigned level, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->result.text, sizeof c->result.text, format, arguments);
    va_end(arguments);
    c->result.kind = kind;
    c->result.level = level;
    return false;
}

static bool overflowed(const outcome *o)
{
    return o->what == TRAPPED && strcmp(o->code, "R0810") == 0;
}

static bool same_gradients(comparison *c, unsigned level)
{
    const outcome *a = &c->first, *b = &c->other;

    if (!a->has_gradients || !b->has_gradients)
        return true; /* one does not fit */
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; c->parameters[i].active && k < words_of(&c->parameters[i]); k++) {
            const double x = a->gradients[i][k], y = b->gradients[i][k];
            c->result.gradients++;
            c->result.exact += x == y;
            if (!(fabs(x - y) <= 1e-9 * (1 + fabs(x))))
                return differ(c, LEVELS_DIFFER, level,
                              "gradient with respect to %s, word %zu: %.17g at -O0, %.17g here",
                              c->parameters[i].name, k + 1, x, y);
        }
    return true;
}

static bool same(comparison *c, unsigned level)
{
    const outcome *a = &c->first, *b = &c->other;

    if (b->what == REFUSED)
        return differ(c, LEVELS_REFUSED, level, "%s", b->text);
    if (b->what == FAILED)
        return differ(c, LEVELS_DIFFER, level, "%s (%s)", b->text, b->code);
    if (overflowed(a) != overflowed(b))
        return differ(c, LEVELS_LIMIT, level, "overflow");
    if (a->what != b->what || (a->what == TRAPPED && strcmp(a->code, b->code) != 0))
        return differ(c, LEVELS_DIFFER, level, "-O0: %s %s, here: %s %s", a->code, a->text, b->code,
                      b->text);
    if (a->what == TRAPPED && strcmp(a->text, b->text) != 0)
        return differ(c, LEVELS_DIFFER, level, "%s, here: %s", a->text, b->text);
    if (strcmp(a->where, b->where) != 0)
        return differ(c, LEVELS_DIFFER, level, "%s: -O0 at %s, here at %s", a->code, a->where,
                      b->where);
    for (size_t i = 0; a->what == RAN && i < a->count; i++)
        for (size_t k = 0; k < words_of(&c->parameters[i]); k++)
            if (a->words[i][k] != b->words[i][k])
                return differ(c, LEVELS_DIFFER, level, "%s, word %zu: %lld at -O0, %lld here",
                              c->parameters[i].name, k + 1, (long long)a->words[i][k],
                              (long long)b->words[i][k]);
    return same_gradients(c, level);
}

levels_result levels_compare(rg_device *device, const char *text, uint64_t seed)
{
    comparison *c = calloc(1, sizeof *c);
    levels_result result = {.kind = LEVELS_DIFFER, .text = "out of memory"};

    if (!c)
        return result;
    *c = (comparison){.device = device, .text = text, .seed = seed};
    rg_set_gradients(device, true);
    rg_set_cycle_limit(device, UINT64_C(1000000000));
    run(c, 0, &c->first);
    if (c->first.what == REFUSED)
        differ(c, LEVELS_INVALID, 0, "%s", c->first.text);
    else if (c->first.what == FAILED)
        differ(c, LEVELS_DIFFER, 0, "%s (%s)", c->first.text, c->first.code);
    else if (c->first.what == TRAPPED)
        c->result.kind = LEVELS_TRAP;
    for (unsigned level = 1; level < LEVELS && c->result.kind <= LEVELS_TRAP; level++) {
        run(c, level, &c->other);
        if (!same(c, level))
            break;
    }
    result = c->result;
    free(c);
    return result;
}
