/* price.c: least energy of statements, from the class of their last operation. */
#include "compiler/opt/price.h"

#include "compiler/opt/stream.h"
#include "isa/num/num.h"

/* Cycles of an instruction without an execution of its own, in any configuration of the core. */
static const double FASTEST = 1, SLOWEST = 4;

static opt_cost one(const opt_prices *prices, enum rg_class class)
{
    return (opt_cost){1, prices->instruction[class] + FASTEST * prices->cycle};
}

static opt_cost operation(const opt_prices *prices, unsigned op)
{
    const rg_num_config config = {prices->xlen, prices->frac};
    const rg_format format = rg_op_lookup(op)->format;
    opt_cost cost = one(prices, rg_op_lookup(op)->class);

    if (format == RG_FMT_U || format == RG_FMT_U1 || format == RG_FMT_R3 || format == RG_FMT_R2X)
        cost.joules += prices->cycle * rg_num_latency(&config, op, false);
    return cost;
}

static opt_cost times(opt_cost cost, uint64_t n)
{
    uint64_t most = n > 1000000 ? 1000000 : n;
    return (opt_cost){cost.instructions * (unsigned)most, cost.joules * (double)most};
}

static opt_cost sum(opt_cost a, opt_cost b)
{
    return (opt_cost){a.instructions + b.instructions, a.joules + b.joules};
}

opt_cost opt_operation_cost(const opt_prices *prices, const ir_expr *e)
{
    if (e && e->kind == IR_OP)
        return operation(prices, e->op);
    if (e && e->kind == IR_ELEM)
        return one(prices, RG_CLASS_MEM);
    return one(prices,
               e && !rg_type_is_whole(e->type)
                       && prices->instruction[RG_CLASS_ADD] < prices->instruction[RG_CLASS_INT]
                   ? RG_CLASS_ADD
                   : RG_CLASS_INT);
}

bool opt_rounds(const opt_prices *prices, const ir_stmt *loop, uint64_t *rounds)
{
    const int64_t known = opt_constant_rounds(loop);

    *rounds = known < 0 ? prices->rounds : (uint64_t)known;
    return known >= 0;
}

opt_cost opt_least_cost_of(const opt_prices *prices, const ir_stmt *s)
{
    opt_cost a, b;
    uint64_t rounds;

    switch (s->kind) {
    case IR_UPDATE: return opt_operation_cost(prices, s->expr);
    case IR_ALLOC:
    case IR_FREE: return s->expr ? opt_operation_cost(prices, s->expr) : (opt_cost){0, 0};
    case IR_SWAP:
    case IR_NEG:
    case IR_ROL:
    case IR_ROR: return one(prices, RG_CLASS_MOVE);
    case IR_ROT:
    case IR_IROT: return operation(prices, RG_OP_ROT);
    case IR_HADAMARD:
    case IR_IHADAMARD: return operation(prices, RG_OP_HAD);
    case IR_CALL: return times(one(prices, RG_CLASS_BRANCH), 2);
    case IR_IF:
        a = opt_least_cost(prices, s->body);
        b = opt_least_cost(prices, s->other);
        return a.joules < b.joules ? a : b;
    case IR_FOR:
        opt_rounds(prices, s, &rounds);
        return times(opt_least_cost(prices, s->body), rounds);
    case IR_BLOCK:
    case IR_ROUTINE: return opt_least_cost(prices, s->body);
    default: return (opt_cost){0, 0};
    }
}

opt_cost opt_least_cost(const opt_prices *prices, const ir_stmt *list)
{
    opt_cost cost = {0, 0};

    for (const ir_stmt *s = list; s; s = s->next)
        cost = sum(cost, opt_least_cost_of(prices, s));
    return cost;
}

double opt_erase_cost(const opt_prices *prices, bool first)
{
    const double modes = prices->instruction[RG_CLASS_SYS] + prices->gradient[RG_CLASS_SYS]
                         + 2 * SLOWEST * prices->cycle;

    return (first ? modes : 0) + prices->gradient[RG_CLASS_MOVE] + prices->gradient[RG_CLASS_CHECK]
           + 2 * SLOWEST * prices->cycle + prices->xlen * prices->erased_bit;
}
