/* test_steps.c: which functions of numbers isa/gen_steps.c makes a micro-program of, and what it
 * says of the others. The functions here are traced as those of isa/num/float are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "isa/float_program.h"

enum { MANY = 300 }; /* more steps than a trace has room for */

static rg_float_parts value(rg_traced f) { return (rg_float_parts){.f = f}; }
static rg_float_parts with_slopes(rg_traced f, rg_traced fa, rg_traced fb)
{
    return (rg_float_parts){.f = f, .fa = fa, .fb = fb};
}
static rg_traced constant(int32_t exponent)
{
    return (rg_traced){.digits = (rg_ext_digits)1 << 127, .exponent = exponent};
}

/* ---- functions that have a program ---- */

static rg_float_parts product(rg_traced a, rg_traced b)
{
    return with_slopes(rg_traced_mul(a, b), b, a);
}
/* The choice is a step. */
static rg_float_parts greater(rg_traced a, rg_traced b) { return value(rg_traced_greater(a, b)); }
static rg_float_parts asks(rg_traced a, rg_traced b)
{
    (void)a;
    if (!rg_traced_positive(b))
        return (rg_float_parts){.trap = 1};
    return value(rg_traced_sqrt(b));
}

/* ---- and those that have none ---- */

static rg_float_parts other_steps(rg_traced a, rg_traced b)
{
    return value(a.negative ? rg_traced_mul(a, b) : rg_traced_add(a, b));
}
/* The same steps whichever way it goes, but another outcome. */
static rg_float_parts other_outcome(rg_traced a, rg_traced b)
{
    const rg_traced product = rg_traced_mul(a, b), sum = rg_traced_add(a, b);

    return value(rg_traced_compare_magnitude(a, b) > 0 ? product : sum);
}
static rg_float_parts other_constant(rg_traced a, rg_traced b)
{
    (void)a;
    return value(rg_traced_mul(b, constant(rg_traced_is_zero(b) ? 1 : 2)));
}
static rg_float_parts other_sign(rg_traced a, rg_traced b)
{
    (void)b;
    return value(rg_traced_add(a.negative ? rg_traced_negate(a) : a, constant(0)));
}
/* A slope that is there for some numbers alone. */
static rg_float_parts other_slope(rg_traced a, rg_traced b)
{
    return with_slopes(rg_traced_mul(a, b), b, b.negative ? a : (rg_traced){.digits = 0});
}
static rg_float_parts never_a_value(rg_traced a, rg_traced b)
{
    (void)a;
    (void)b;
    return (rg_float_parts){.trap = 1};
}
static rg_float_parts endless(rg_traced a, rg_traced b)
{
    for (unsigned i = 0; i < MANY; i++)
        a = rg_traced_add(rg_traced_mul(a, b), b);
    return value(a);
}
static rg_float_parts an_operand(rg_traced a, rg_traced b)
{
    (void)a;
    return value(b);
}
static rg_float_parts twice_the_same(rg_traced a, rg_traced b)
{
    return with_slopes(rg_traced_mul(a, b), b, b);
}

/* The sum of `count` numbers, all of which are there before any two of them are added: the one that
 * takes the most steps is read first. */
static rg_float_parts sum_of(unsigned count, rg_traced a, rg_traced b)
{
    rg_traced numbers[RG_PLAN_REGISTERS + 1] = {{0}}, sum;

    for (unsigned i = 0; i < count; i++)
        numbers[i] = rg_traced_mul(i == 0 ? b : numbers[i - 1], a);
    sum = numbers[0];
    for (unsigned i = 1; i < count; i++)
        sum = rg_traced_add(numbers[i], sum);
    return value(sum);
}
static rg_float_parts fills_registers(rg_traced a, rg_traced b)
{
    return sum_of(RG_PLAN_REGISTERS - RG_PLAN_OUTCOMES, a, b);
}
static rg_float_parts crowded(rg_traced a, rg_traced b)
{
    return sum_of(RG_PLAN_REGISTERS + 1, a, b);
}

/* ---- tests ---- */

static void functions_of_steps_have_a_program(void **state)
{
    static rg_float_function *const functions[] = {product, greater, asks, fills_registers};
    static rg_float_plan plan;

    (void)state;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        assert_null(rg_float_program_of(&plan, functions[i]));
}

static void others_are_refused_with_the_reason(void **state)
{
    static const struct {
        rg_float_function *function;
        const char *why;
    } cases[] = {{other_steps, "its steps depend on what it reads"},
                 {other_outcome, "its steps depend on what it reads"},
                 {other_constant, "its steps depend on what it reads"},
                 {other_sign, "its steps depend on what it reads"},
                 {other_slope, "its steps depend on what it reads"},
                 {never_a_value, "its steps depend on what it reads"},
                 {endless, "it has too many steps"},
                 {an_operand, "an outcome is an operand"},
                 {twice_the_same, "two outcomes are one step"},
                 {crowded, "it needs more registers than there are"}};
    static rg_float_plan plan;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const why = rg_float_program_of(&plan, cases[i].function);
        if (!why)
            fail_msg("case %zu is not refused", i);
        assert_string_equal(why, cases[i].why);
    }
}

/* No two numbers that are needed at one time stand in one register. */
static void a_register_holds_what_is_read_later(void **state)
{
    static rg_float_plan plan;
    unsigned holds[RG_PLAN_REGISTERS];

    (void)state;
    assert_null(rg_float_program_of(&plan, fills_registers));
    for (unsigned i = 0; i < plan.count; i++) {
        const unsigned node = plan.order[i];
        const rg_trace_node *const n = &plan.trace.nodes[node];
        const rg_trace_operand *const operands[] = {&n->a, &n->b};
        for (unsigned k = 0; k < 2; k++)
            if (operands[k]->kind == RG_READS_NODE && operands[k]->node >= RG_TRACE_INPUTS)
                assert_int_equal(holds[plan.place[operands[k]->node]], operands[k]->node);
        holds[plan.place[node]] = node;
    }
    assert_int_equal(holds[0], plan.outcome[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_steps_have_a_program),
        cmocka_unit_test(others_are_refused_with_the_reason),
        cmocka_unit_test(a_register_holds_what_is_read_later),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
