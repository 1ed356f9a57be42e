/* float_program.c: a function traced for many pairs of numbers. */
#include "float_program.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 13, READ_DIGITS = 106 };

/* What is read: 0, and numbers of 106 digits of no pattern. */
static rg_ext sample(unsigned i)
{
    static const int32_t exponents[] = {-300, -9, -3, 0, 4, 10};
    enum { SIZES = sizeof exponents / sizeof exponents[0] };
    const rg_ext_digits any = (rg_ext_digits)UINT64_C(0x9e3779b97f4a7c15) << 64
                              | UINT64_C(0xbf58476d1ce4e5b9);

    if (i == 0)
        return (rg_ext){0, 0, false};
    return rg_ext_shorten(
        (rg_ext){any * (2 * i + 1) | (rg_ext_digits)1 << 127, exponents[i % SIZES], i > SIZES},
        READ_DIGITS);
}

/* An outcome that is always 0 has no node. */
static unsigned node_of(rg_trace *trace, rg_traced x)
{
    return x.trace ? rg_trace_node_of(trace, x) : RG_TRACE_NODES;
}

/* The function, and whether its slopes stand for the shares. */
typedef struct {
    rg_float_function *function;
    bool slopes;
} asked;

static unsigned share_of(rg_trace *trace, const asked *what, rg_traced g, rg_traced slope)
{
    return !slope.trace ? (unsigned)RG_TRACE_NODES
                        : node_of(trace, what->slopes ? slope : rg_traced_mul(g, slope));
}

/* False where it traps. */
static bool trace_once(rg_float_plan *plan, const asked *what, rg_ext of_a, rg_ext of_b)
{
    rg_trace *const trace = &plan->trace;

    rg_trace_begin(trace);
    const rg_traced a = rg_trace_input(trace, 0, of_a), b = rg_trace_input(trace, 1, of_b),
                    g = rg_trace_input(trace, 2, sample(3));
    const rg_float_parts parts = what->function(a, b);
    if (parts.trap)
        return false;
    plan->outcome[0] = node_of(trace, parts.f);
    plan->outcome[1] = share_of(trace, what, g, parts.fa);
    plan->outcome[2] = share_of(trace, what, g, parts.fb);
    return true;
}

bool rg_float_program_equal(const rg_float_plan *a, const rg_float_plan *b)
{
    return rg_trace_equal(&a->trace, &b->trace)
           && memcmp(a->outcome, b->outcome, sizeof a->outcome) == 0;
}

/* Whether all traces are that in the plan, with the room of another one for them. */
static bool always_the_same(rg_float_plan *plan, rg_float_plan *other, const asked *what)
{
    unsigned traces = 0;

    for (unsigned i = 0; i < SAMPLES * SAMPLES; i++) {
        rg_float_plan *const to = traces == 0 ? plan : other;
        if (!trace_once(to, what, sample(i / SAMPLES), sample(i % SAMPLES)))
            continue;
        if (traces++ > 0 && !rg_float_program_equal(plan, other))
            return false;
    }
    return traces >= SAMPLES;
}

static const char *program_of(rg_float_plan *plan, const asked *what)
{
    rg_float_plan *const other = malloc(sizeof *other);
    const bool same = other && always_the_same(plan, other, what);

    free(other);
    if (!other)
        return "there is no memory";
    if (!same)
        return "its steps depend on what it reads";
    return plan->trace.full ? "it has too many steps" : rg_float_plan_steps(plan);
}

const char *rg_float_program_of(rg_float_plan *plan, rg_float_function *function)
{
    return program_of(plan, &(asked){function, false});
}

const char *rg_float_program_of_slopes(rg_float_plan *plan, rg_float_function *function)
{
    const char *const wrong = program_of(plan, &(asked){function, true});

    plan->of_value = plan->count;
    return wrong;
}
