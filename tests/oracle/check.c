/* check.c: interpreter against machine: values, the way back, gradients. */
#include "tests/oracle/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/oracle/generate.h"

enum { MOST = 16, WORDS = 16 };

typedef struct {
    rg_device *device;
    unsigned xlen, frac;
    rg_job *job;
    oracle *oracle;
    size_t count;
    or_argument arguments[MOST];
    rg_parameter parameters[MOST];
    int64_t words[MOST][WORDS], start[MOST][WORDS], gradients[MOST][WORDS];
    double errors[MOST][WORDS];
    gen random;
    check_result result;
} checker;

const char *check_name(check_kind kind)
{
    static const char *const names[CHECK_KINDS] = {"passed",
                                                   "trapped on both",
                                                   "skipped",
                                                   "meaningless to the interpreter",
                                                   "refused by the compiler",
                                                   "machine failure",
                                                   "trap on one side",
                                                   "values after the call",
                                                   "values after the call backward",
                                                   "not restored by the inverse",
                                                   "not restored by the gradient job",
                                                   "gradients"};
    return names[kind];
}

static bool fail(checker *c, check_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->result.text, sizeof c->result.text, format, arguments);
    va_end(arguments);
    c->result.kind = kind;
    return false;
}

static size_t words_of(const or_argument *a) { return a->rows * a->columns; }

static int64_t wrap(int64_t word, unsigned bits)
{
    return (int64_t)((uint64_t)word << (64 - bits)) >> (64 - bits);
}

static int64_t random_word(gen *g, rg_type_base base, unsigned xlen, unsigned frac)
{
    /* -4 .. 4, whatever the format: drawn with 43 fraction bits, then rounded down to those there
     * are */
    int64_t small = (int64_t)(gen_pick(g, 1u << 30) * UINT64_C(0x10000)) - (INT64_C(1) << 45);
    small = frac < 43 ? small >> (43 - frac) : small;
    switch (base) {
    case RG_TYPE_FIXED:
    case RG_TYPE_NARROW:
        return wrap(gen_pick(g, 8) == 0 ? (int64_t)(gen_pick(g, 5) * (UINT64_C(1) << (frac - 1)))
                                        : small / 2,
                    xlen);
    case RG_TYPE_LOG: {
        uint64_t sign = UINT64_C(1) << (xlen - 1), field = (uint64_t)(small / 4) & (sign - 1);
        return wrap((int64_t)(gen_pick(g, 4) ? field : field | sign), xlen);
    }
    case RG_TYPE_BOOL: return gen_pick(g, 2);
    case RG_TYPE_INT: break;
    }
    return wrap(gen_pick(g, 6) ? (int64_t)gen_pick(g, 40) - 15
                               : (int64_t)((uint64_t)gen_pick(g, 1u << 30) << gen_pick(g, 34)),
                xlen);
}

static bool set_argument(checker *c, size_t i, rg_fault *fault)
{
    const or_argument *a = &c->arguments[i];
    const size_t extents[] = {a->rows, 2, 2};
    if (a->rank == 3 && rg_set_extents(c->job, a->name, extents, 3, fault) != RG_OK)
        return false;
    return rg_set_raw(c->job, a->name, c->start[i], a->rows, a->columns, fault) == RG_OK;
}

static bool prepare_arguments(checker *c)
{
    rg_fault fault;
    c->count = rg_parameter_count(c->job);
    if (c->count > MOST)
        return fail(c, CHECK_SKIPPED, "too many arguments");
    for (size_t i = 0; i < c->count; i++) {
        rg_parameter *p = &c->parameters[i];
        or_argument *a = &c->arguments[i];
        rg_parameter_at(c->job, i, p);
        static const rg_type_base bases[] = {RG_TYPE_INT, RG_TYPE_BOOL, RG_TYPE_FIXED, RG_TYPE_LOG};
        *a = (or_argument){.name = p->name,
                           .base = bases[p->number],
                           .rank = p->rank,
                           .rows = p->rank ? 2 + gen_pick(&c->random, 2) : 1,
                           .columns = p->rank == 3   ? 4 /* 2 times 2 */
                                      : p->rank == 2 ? 2 + gen_pick(&c->random, 2)
                                                     : 1,
                           .words = c->words[i],
                           .gradient = c->gradients[i],
                           .error = c->errors[i]};
        a->second = p->rank == 3 ? 2 : a->columns;
        for (size_t k = 0; k < words_of(a); k++)
            c->start[i][k] = random_word(&c->random, a->base, c->xlen, c->frac);
        if (!set_argument(c, i, &fault))
            return fail(c, CHECK_FAILED, "argument %s: %s", p->name, fault.message);
    }
    return true;
}

static void restart(checker *c) { memcpy(c->words, c->start, sizeof c->words); }

static bool too_long(const oracle *o) { return strstr(or_reason(o), "too ") != NULL; }

/* The machine's words against those in expected. */
static bool same_words(checker *c, int64_t (*expected)[WORDS], check_kind kind)
{
    int64_t got[WORDS];
    for (size_t i = 0; i < c->count; i++) {
        size_t n = words_of(&c->arguments[i]);
        if (rg_get_raw(c->job, c->parameters[i].name, got, WORDS) != n)
            return fail(c, CHECK_FAILED, "no result for %s", c->parameters[i].name);
        for (size_t k = 0; k < n; k++)
            if (got[k] != expected[i][k])
                return fail(
                    c, kind,
                    "%s, word %zu: the machine has %lld (%.12g), the interpreter %lld (%.12g)",
                    c->parameters[i].name, k + 1, (long long)got[k],
                    ldexp((double)got[k], -(int)c->frac), (long long)expected[i][k],
                    ldexp((double)expected[i][k], -(int)c->frac));
    }
    return true;
}

static bool trapped(checker *c, rg_fault *fault)
{
    if (rg_rollback(c->job, fault) != RG_OK)
        return fail(c, CHECK_RESTORED, "after a trap: %s", fault->message);
    c->result.kind = CHECK_TRAPPED;
    return false;
}

/* Run in one direction on both; false when there is nothing more to compare. */
static bool run_both(checker *c, bool backward, bool record)
{
    rg_fault fault = {0};
    restart(c);
    or_outcome outcome = or_run(c->oracle, "main", c->arguments, c->count, backward, record);
    if (outcome == OR_UNDEFINED)
        return fail(c, too_long(c->oracle) ? CHECK_SKIPPED : CHECK_INVALID, "%s",
                    or_reason(c->oracle));
    rg_result result = backward ? rg_uncall(c->job, &fault) : rg_call(c->job, &fault);
    bool machine_trap = result == RG_TRAPPED;
    if (machine_trap != (outcome == OR_TRAP) && (result == RG_OK || machine_trap)) {
        bool overflow = or_near_limit(c->oracle) || or_trap(c->oracle) == 10;
        return fail(c, overflow ? CHECK_SKIPPED : CHECK_TRAP, "%s: %s",
                    machine_trap ? "only the machine traps" : "only the interpreter traps",
                    machine_trap ? fault.message : or_reason(c->oracle));
    }
    if (machine_trap)
        return trapped(c, &fault);
    if (result != RG_OK)
        return fail(c, CHECK_FAILED, "%s: %s", fault.code, fault.message);
    return same_words(c, c->words, backward ? CHECK_BACKWARD : CHECK_VALUE);
}

static bool undo(checker *c)
{
    rg_fault fault = {0};
    rg_adopt_results(c->job);
    rg_result result = rg_uncall(c->job, &fault);
    bool same = result == RG_OK ? same_words(c, c->start, CHECK_INVERSE)
                                : fail(c, CHECK_INVERSE, "%s: %s", fault.code, fault.message);
    for (size_t i = 0; i < c->count; i++)
        set_argument(c, i, &fault);
    return same;
}

/* ---- gradients ---- */

static double log_scale(const checker *c, rg_type_base base, int64_t word)
{
    if (base != RG_TYPE_LOG)
        return 1;
    double magnitude = (double)exp2l(ldexpl((long double)wrap(word, c->xlen - 1), -(int)c->frac));
    return (word < 0 ? -magnitude : magnitude) * 0.693147180559945309417;
}

static bool same_gradient(checker *c, size_t i, size_t k, double got, double unit, double scale)
{
    double to_raw = log_scale(c, c->arguments[i].base, c->start[i][k]) / scale / unit;
    if (!isfinite(got) || !isfinite(to_raw) || to_raw == 0)
        return true; /* a Log so far out that a double cannot say its gradient */
    double raw = got * to_raw, expected = (double)c->gradients[i][k], error = c->errors[i][k];
    /* got went through double and, for Log, through a scale */
    double tolerance = error + fabs(expected) * 1e-13 + 0.5;
    c->result.gradients++;
    c->result.exact += raw == expected;
    if (fabs(raw - expected) <= tolerance)
        return true;
    return fail(c, CHECK_GRADIENT,
                "with respect to %s, word %zu: the machine has %.17g, the interpreter %.17g, "
                "tolerance %.3g",
                c->parameters[i].name, k + 1, raw * unit, expected * unit, tolerance * unit);
}

static bool gradients(checker *c)
{
    size_t active[MOST], n = 0;
    rg_fault fault = {0};
    double got[WORDS];
    for (size_t i = 0; i < c->count; i++)
        if (c->parameters[i].active)
            active[n++] = i;
    if (n == 0)
        return true;
    size_t of = active[gen_pick(&c->random, (unsigned)n)],
           element = gen_pick(&c->random, (unsigned)words_of(&c->arguments[of]));
    const or_argument *a = &c->arguments[of];
    rg_result result = rg_gradient(c->job, a->name, a->rank ? element % a->rows + 1 : 0,
                                   a->rank ? element / a->rows + 1 : 0, &fault);
    if (result == RG_BAD_MACHINE && strcmp(fault.code, "R0921") == 0)
        return true; /* the gradient fits with no seed */
    if (result != RG_OK)
        return fail(c, result == RG_TRAPPED ? CHECK_RESTORED : CHECK_FAILED, "gradient: %s: %s",
                    fault.code, fault.message);
    if (!rg_restored(c->job))
        return fail(c, CHECK_RESTORED, "the gradient job left something behind");
    int exponent = rg_seed_exponent(c->job);
    if (!or_gradient(c->oracle, c->arguments, c->count, of, element, exponent))
        return true;
    double unit = ldexp(1, -(int)c->frac - exponent),
           scale = log_scale(c, a->base, c->words[of][element]);
    for (size_t i = 0; i < c->count; i++) {
        size_t words = c->parameters[i].active
                           ? rg_get_gradient(c->job, c->parameters[i].name, got, WORDS)
                           : 0;
        for (size_t k = 0; k < words; k++)
            if (!same_gradient(c, i, k, got[k], unit, scale))
                return false;
    }
    return true;
}

static void run_checks(checker *c)
{
    rg_fault fault = {0};
    c->job = rg_job_new(c->device, "main", &fault);
    if (!c->job) {
        fail(c, CHECK_FAILED, "%s: %s", fault.code, fault.message);
        return;
    }
    const bool forward_only = strstr(rg_energy_choices(c->device), ": erase;")
                              != NULL; /* as the optimiser has chosen */
    if (forward_only) {
        if (prepare_arguments(c))
            run_both(c, false, true);
    } else if (prepare_arguments(c) && run_both(c, false, true) && gradients(c)
               && run_both(c, false, false) && undo(c))
        run_both(c, true, false);
    rg_job_free(c->job);
}

/* The generator writes constants of up to 62 bits. */
static bool too_narrow(const checker *c, const rg_device *device)
{
    return c->xlen < 64 && strstr(rg_diagnostics(device), "error[R0502]") != NULL;
}

/* The program in the forms that the interpreter knows: for a line with #~ what stands behind it, a
 * line for each statement. To be freed. */
static char *meaning(const char *text)
{
    char *out = malloc(strlen(text) + 2), *to = out;
    for (const char *line = text; out && *line;) {
        const size_t length = strcspn(line, "\n");
        const char *end = line + length, *behind = strstr(line, "#~ ");
        for (const char *p = behind && behind < end ? behind + 3 : line; p < end; p++) {
            const bool ends = behind && behind < end && p[0] == ';';
            *to++ = ends ? '\n' : *p;
        }
        *to++ = '\n';
        line = *end ? end + 1 : end;
    }
    if (out)
        *to = '\0';
    return out;
}

/* For a board, which has room for few words. */
static bool too_much(const rg_fault *fault) { return strcmp(fault->code, "R0919") == 0; }

check_result check_program(rg_device *device, const char *text, uint64_t seed)
{
    rg_fault fault = {0};
    checker *c = calloc(1, sizeof *c);
    check_result result = {.kind = CHECK_FAILED, .text = "out of memory"};
    if (!c)
        return result;
    c->device = device;
    c->random.state = seed ^ UINT64_C(0xa5a5a5a55a5a5a5a);
    c->xlen = rg_device_xlen(device);
    c->frac = rg_device_frac(device);
    char *plain = meaning(text);
    c->oracle = plain ? or_open(plain, c->xlen, c->frac) : NULL;
    free(plain);
    rg_set_cycle_limit(device, UINT64_C(2000000000));
    if (c->oracle && rg_load_text(device, "program.rg", text, &fault) != RG_OK)
        fail(c, too_narrow(c, device) || too_much(&fault) ? CHECK_SKIPPED : CHECK_REFUSED, "%s",
             rg_diagnostics(device)[0] ? rg_diagnostics(device) : fault.message);
    else if (c->oracle)
        run_checks(c);
    or_close(c->oracle);
    result = c->result;
    free(c);
    return result;
}
