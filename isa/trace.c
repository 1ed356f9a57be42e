/* trace.c: each operation does what that of extended.h or steps.h does, and writes it down. What
 * has constants alone is a constant. */
#include "trace.h"

#include <stddef.h>

#include "isa/num/float/steps.h"

static const rg_ext zero = {0, 0, false}, one = {(rg_ext_digits)1 << 127, 0, false};

static rg_ext plain(rg_traced x) { return (rg_ext){x.digits, x.exponent, x.negative}; }

static rg_traced constant(rg_ext x)
{
    return (rg_traced){.digits = x.digits, .exponent = x.exponent, .negative = x.negative};
}

static rg_traced made(rg_trace *trace, unsigned node, rg_ext x)
{
    rg_traced r = constant(x);

    r.node = node;
    r.trace = trace;
    return r;
}

void rg_trace_begin(rg_trace *trace)
{
    *trace = (rg_trace){.count = RG_TRACE_INPUTS};
    for (unsigned i = 0; i < RG_TRACE_INPUTS; i++)
        trace->nodes[i].op = RG_STEP_INPUT;
}

rg_traced rg_trace_input(rg_trace *trace, unsigned input, rg_ext value)
{
    return made(trace, input, value);
}

static bool same_number(rg_ext a, rg_ext b)
{
    return a.digits == b.digits && a.exponent == b.exponent && a.negative == b.negative;
}

static bool same_operand(const rg_trace_operand *a, const rg_trace_operand *b)
{
    return a->kind == b->kind && a->node == b->node && a->turned == b->turned
           && same_number(a->constant, b->constant);
}

static bool same_node(const rg_trace_node *a, const rg_trace_node *b)
{
    return a->op == b->op && same_operand(&a->a, &b->a) && same_operand(&a->b, &b->b);
}

bool rg_trace_equal(const rg_trace *a, const rg_trace *b)
{
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (!same_node(&a->nodes[i], &b->nodes[i]))
            return false;
    return true;
}

static unsigned node_for(rg_trace *trace, const rg_trace_node *node)
{
    for (unsigned i = RG_TRACE_INPUTS; i < trace->count; i++)
        if (same_node(&trace->nodes[i], node))
            return i;
    if (trace->count == RG_TRACE_NODES) {
        trace->full = true;
        return 0;
    }
    trace->nodes[trace->count] = *node;
    return trace->count++;
}

static rg_trace_operand operand(rg_traced x)
{
    if (!x.trace)
        return (rg_trace_operand){.kind = RG_READS_CONSTANT, .constant = plain(x)};
    return (rg_trace_operand){.kind = RG_READS_NODE, .node = x.node, .turned = x.turned};
}

/* The result x of a step that reads a, and b where there is one. */
static rg_traced step(enum rg_step_op op, rg_traced a, const rg_traced *b, rg_ext x)
{
    rg_trace *const trace = a.trace ? a.trace : b ? b->trace : NULL;
    rg_trace_node node = {.op = op, .a = operand(a)};

    if (!trace)
        return constant(x);
    if (b)
        node.b = operand(*b);
    return made(trace, node_for(trace, &node), x);
}

unsigned rg_trace_node_of(rg_trace *trace, rg_traced x)
{
    const rg_trace_node sum = {.op = RG_STEP_ADD, .a = operand(constant(zero)), .b = operand(x)};

    return x.trace && !x.turned ? x.node : node_for(trace, &sum);
}

rg_traced rg_traced_add(rg_traced a, rg_traced b)
{
    return step(RG_STEP_ADD, a, &b, rg_ext_add(plain(a), plain(b)));
}
rg_traced rg_traced_sub(rg_traced a, rg_traced b) { return rg_traced_add(a, rg_traced_negate(b)); }
rg_traced rg_traced_mul(rg_traced a, rg_traced b)
{
    return step(RG_STEP_MUL, a, &b, rg_ext_mul(plain(a), plain(b)));
}
rg_traced rg_traced_div(rg_traced a, rg_traced b)
{
    return step(RG_STEP_DIV, a, &b, rg_ext_div(plain(a), plain(b)));
}
rg_traced rg_traced_sqrt(rg_traced a) { return step(RG_STEP_ROOT, a, NULL, rg_ext_sqrt(plain(a))); }
/* A product with one digit is exact. */
rg_traced rg_traced_scale(rg_traced a, int32_t k)
{
    return rg_traced_mul(a, constant(rg_ext_scale(one, k)));
}
rg_traced rg_traced_negate(rg_traced a)
{
    const rg_ext x = rg_ext_negate(plain(a));

    a.negative = x.negative;
    a.turned = a.trace && !a.turned;
    return a;
}
rg_traced rg_traced_magnitude(rg_traced a) { return rg_traced_with_sign(a, constant(one)); }
int rg_traced_compare(rg_traced a, rg_traced b) { return rg_ext_compare(plain(a), plain(b)); }
int rg_traced_compare_magnitude(rg_traced a, rg_traced b)
{
    return rg_ext_compare_magnitude(plain(a), plain(b));
}
bool rg_traced_is_zero(rg_traced a) { return rg_ext_is_zero(plain(a)); }

rg_traced rg_traced_rom(unsigned address) { return constant(rg_ext_rom(address)); }
rg_traced rg_traced_whole(rg_traced x)
{
    return step(RG_STEP_WHOLE, x, NULL, rg_ext_whole(plain(x)));
}
rg_traced rg_traced_power_of_part(rg_traced n)
{
    return step(RG_STEP_POWER, n, NULL, rg_ext_power_of_part(plain(n)));
}
rg_traced rg_traced_limited(rg_traced x)
{
    return step(RG_STEP_LIMIT, x, NULL, rg_ext_limited(plain(x)));
}
rg_traced rg_traced_fraction(rg_traced x)
{
    return step(RG_STEP_FRACT, x, NULL, rg_ext_fraction(plain(x)));
}
rg_traced rg_traced_exponent(rg_traced x)
{
    return step(RG_STEP_EXPON, x, NULL, rg_ext_exponent(plain(x)));
}
rg_traced rg_traced_inverse_of_part(rg_traced x)
{
    return step(RG_STEP_INV, x, NULL, rg_ext_inverse_of_part(plain(x)));
}
rg_traced rg_traced_log_of_part(rg_traced x)
{
    return step(RG_STEP_LOG, x, NULL, rg_ext_log_of_part(plain(x)));
}
rg_traced rg_traced_near_zero(rg_traced x, rg_traced y)
{
    return step(RG_STEP_NEAR, x, &y, rg_ext_near_zero(plain(x), plain(y)));
}
rg_traced rg_traced_with_sign(rg_traced x, rg_traced y)
{
    return step(RG_STEP_SIGN, x, &y, rg_ext_with_sign(plain(x), plain(y)));
}
rg_traced rg_traced_angle_of_part(rg_traced n)
{
    return step(RG_STEP_ATAN, n, NULL, rg_ext_angle_of_part(plain(n)));
}
rg_traced rg_traced_greater(rg_traced x, rg_traced y)
{
    return step(RG_STEP_GREAT, x, &y, rg_ext_greater(plain(x), plain(y)));
}
rg_traced rg_traced_lesser(rg_traced x, rg_traced y)
{
    return step(RG_STEP_LESS, x, &y, rg_ext_lesser(plain(x), plain(y)));
}
rg_traced rg_traced_order(rg_traced x, rg_traced y)
{
    return step(RG_STEP_ORDER, x, &y, rg_ext_order(plain(x), plain(y)));
}
rg_traced rg_traced_sign_of_power(rg_traced x, rg_traced n)
{
    return step(RG_STEP_ODD, x, &n, rg_ext_sign_of_power(plain(x), plain(n)));
}
rg_traced rg_traced_sin_of_part(rg_traced n)
{
    return step(RG_STEP_SIN, n, NULL, rg_ext_sin_of_part(plain(n)));
}
rg_traced rg_traced_turn(rg_traced x) { return step(RG_STEP_TURN, x, NULL, rg_ext_turn(plain(x))); }
rg_traced rg_traced_part_of_turn(rg_traced x, rg_traced rest)
{
    return step(RG_STEP_PART, x, &rest, rg_ext_part_of_turn(plain(x), plain(rest)));
}
bool rg_traced_positive(rg_traced x)
{
    (void)step(RG_STEP_CHECK, x, NULL, plain(x));
    return rg_ext_positive(plain(x));
}
