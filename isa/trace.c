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

#define RG_TRACED_ONE(name, function)                                                              \
    rg_traced rg_traced_##function(rg_traced a)                                                    \
    {                                                                                              \
        return step(RG_STEP_##name, a, NULL, rg_ext_##function(plain(a)));                         \
    }
#define RG_TRACED_TWO(name, function)                                                              \
    rg_traced rg_traced_##function(rg_traced a, rg_traced b)                                       \
    {                                                                                              \
        return step(RG_STEP_##name, a, &b, rg_ext_##function(plain(a), plain(b)));                 \
    }
#define RG_TRACED_TEST(name, function)                                                             \
    bool rg_traced_##function(rg_traced a)                                                         \
    {                                                                                              \
        (void)step(RG_STEP_##name, a, NULL, plain(a));                                             \
        return rg_ext_##function(plain(a));                                                        \
    }
#define RG_FLOAT_STEP(name, work, operands, function, meaning) RG_TRACED_##operands(name, function)
#include "isa/num/float/steps.def"

rg_traced rg_traced_sub(rg_traced a, rg_traced b) { return rg_traced_add(a, rg_traced_negate(b)); }
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
