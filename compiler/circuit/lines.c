/* lines.c: gates, lines and temporaries. */
#include "cc.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void cc_refuse(cc *c, ir_loc loc, const char *format, ...)
{
    va_list list;

    memcpy(c->why->code, "R0737", sizeof "R0737");
    c->why->loc = loc;
    va_start(list, format);
    vsnprintf(c->why->text, sizeof c->why->text, format, list);
    va_end(list);
    longjmp(c->stop, 1);
}

void cc_no_memory(cc *c)
{
    c->no_memory = true;
    longjmp(c->stop, 1);
}

void *cc_take(cc *c, size_t size)
{
    void *memory = ir_arena_alloc(c->m, size);

    if (!memory)
        cc_no_memory(c);
    return memory;
}

/* Room for one more in a stack of words. */
static void push(cc *c, uint32_t **stack, size_t *count, size_t *capacity, uint32_t value)
{
    if (*count == *capacity) {
        const size_t wanted = *capacity ? 2 * *capacity : 256;
        uint32_t *bigger = realloc(*stack, wanted * sizeof *bigger);
        if (!bigger)
            cc_no_memory(c);
        *stack = bigger;
        *capacity = wanted;
    }
    (*stack)[(*count)++] = value;
}

void cc_count_steps(cc *c, ir_loc loc, uint64_t steps)
{
    c->steps += steps;
    if (steps > CC_MOST_STEPS || c->steps > CC_MOST_STEPS)
        cc_refuse(c, loc, "to unroll all loops takes more than %llu statements",
                  (unsigned long long)CC_MOST_STEPS);
}

/* A check in a loop is one, however often the loop runs. */
void cc_assume(cc *c, ir_loc loc, const char *what)
{
    circuit *out = c->out;

    for (size_t i = 0; i < out->assumed_count; i++) {
        const circuit_assumption *old = &out->assumed[i];
        if (old->loc.file == loc.file && old->loc.line == loc.line && old->loc.column == loc.column
            && strcmp(old->what, what) == 0)
            return;
    }
    if (out->assumed_count == out->assumed_capacity) {
        const size_t wanted = out->assumed_capacity ? 2 * out->assumed_capacity : 16;
        circuit_assumption *bigger = realloc(out->assumed, wanted * sizeof *bigger);
        if (!bigger)
            cc_no_memory(c);
        out->assumed = bigger;
        out->assumed_capacity = wanted;
    }
    out->assumed[out->assumed_count++] = (circuit_assumption){loc, what};
}

uint32_t cc_new_line(cc *c)
{
    if (c->free_count > 0)
        return c->free_lines[--c->free_count];
    return (uint32_t)c->out->lines++;
}

void cc_free_line(cc *c, uint32_t line)
{
    push(c, &c->free_lines, &c->free_count, &c->free_capacity, line);
}

uint32_t cc_temp(cc *c)
{
    const uint32_t line = cc_new_line(c);

    push(c, &c->temps, &c->temp_count, &c->temp_capacity, line);
    return line;
}

static void gate(cc *c, circuit_gate g)
{
    circuit *out = c->out;

    if (out->gate_count == CC_MOST_GATES)
        cc_refuse(c, c->frame->r->loc, "the circuit of '%s' has more than %zu gates",
                  c->frame->r->name, CC_MOST_GATES);
    if (out->gate_count == out->gate_capacity) {
        const size_t wanted = out->gate_capacity ? 2 * out->gate_capacity : 4096;
        circuit_gate *bigger = realloc(out->gates, wanted * sizeof *bigger);
        if (!bigger)
            cc_no_memory(c);
        out->gates = bigger;
        out->gate_capacity = wanted;
    }
    out->gates[out->gate_count++] = g;
}

void cc_not(cc *c, uint32_t t) { gate(c, (circuit_gate){CIRCUIT_NOT, 0, 0, t}); }

void cc_cnot(cc *c, cc_bit a, uint32_t t)
{
    if (a == CC_ZERO)
        return;
    if (!cc_is_constant(a))
        gate(c, (circuit_gate){CIRCUIT_CNOT, cc_line(a), 0, t});
    if (a & 1)
        cc_not(c, t);
}

/* (1 + a)(1 + b) = 1 + a + b + ab: negated controls need no gate on their own lines. */
void cc_toffoli(cc *c, cc_bit a, cc_bit b, uint32_t t)
{
    if (a == CC_ZERO || b == CC_ZERO || a == (b ^ 1))
        return;
    if (a == CC_ONE || a == b || b == CC_ONE) {
        cc_cnot(c, a == CC_ONE ? b : a, t);
        return;
    }
    gate(c, (circuit_gate){CIRCUIT_TOFFOLI, cc_line(a), cc_line(b), t});
    if (b & 1)
        cc_cnot(c, a & ~(cc_bit)1, t);
    if (a & 1)
        cc_cnot(c, b, t);
}

void cc_fredkin(cc *c, cc_bit control, uint32_t x, uint32_t y)
{
    if (control == CC_ZERO || x == y)
        return;
    if (control == CC_ONE) {
        cc_cnot(c, cc_of_line(x), y);
        cc_cnot(c, cc_of_line(y), x);
        cc_cnot(c, cc_of_line(x), y);
        return;
    }
    if (control & 1)
        cc_not(c, cc_line(control));
    gate(c, (circuit_gate){CIRCUIT_FREDKIN, cc_line(control), x, y});
    if (control & 1)
        cc_not(c, cc_line(control));
}

cc_mark cc_here(const cc *c) { return (cc_mark){c->out->gate_count, c->temp_count}; }

void cc_turn(cc *c, cc_mark from)
{
    circuit_gate *g = c->out->gates;

    for (size_t i = from.gate, k = c->out->gate_count; i + 1 < k; i++) {
        k--;
        const circuit_gate other = g[i];
        g[i] = g[k];
        g[k] = other;
    }
}

void cc_undo(cc *c, cc_mark from, cc_mark to)
{
    for (size_t i = to.gate; i-- > from.gate;)
        gate(c, c->out->gates[i]);
    while (c->temp_count > from.temp)
        cc_free_line(c, c->temps[--c->temp_count]);
}
