/* streams.c: the stream forms of updates: the ordinary update, element by element, on words of
 * memory (docs/explanation/streams.md). */
#include "sim/fast/stream_pace.h"
#include "sim/fast/tangent.h"

static int64_t field(const rg_machine *m, unsigned r, unsigned offset)
{
    return m->r[(r + offset) % RG_REGISTERS];
}

static rg_stream described(const rg_machine *m, const rg_decoded *d)
{
    rg_stream s = {.n = field(m, d->in.d, 3), .m = field(m, d->in.d, 4)};

    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++) {
        const unsigned first = rg_stream_operand_register(&d->in, i);
        if (!rg_stream_operand_used(&d->in, i))
            continue;
        s.of[i] = (rg_descriptor){field(m, first, 0),
                                  s.n > 1 ? field(m, first, 1) : 0,
                                  s.m > 1 ? field(m, first, 2) : 0,
                                  true,
                                  rg_stream_operand_indexed(&d->in, i),
                                  0,
                                  0};
        if (s.of[i].indexed) {
            s.of[i].array = field(m, rg_stream_array_register(&d->in, i), 0);
            s.of[i].extent = field(m, rg_stream_array_register(&d->in, i), 1);
        }
    }
    return s;
}

static unsigned offends(rg_machine *m, int64_t word)
{
    m->trap_info = rg_wrap(m, (uint64_t)word);
    return RG_TRAP_ADDRESS;
}

/* The corners of an operand: since addresses between them lie between them, no element can be
 * outside when they are not. */
static unsigned check_corners(rg_machine *m, const rg_stream *s, const rg_descriptor *o)
{
    const int64_t words = INT64_C(1) << m->config.dmem_log2;
    const int64_t row = (s->n - 1) * o->inner, column = (s->m - 1) * o->outer;

    if (!o->used)
        return 0;
    if (o->base < 0 || o->base >= words)
        return offends(m, o->base);
    const int64_t corners[] = {o->base + row, o->base + column, o->base + row + column};
    for (unsigned i = 0; i < sizeof corners / sizeof corners[0]; i++)
        if (corners[i] < 0 || corners[i] >= words)
            return offends(m, corners[i]);
    return 0;
}

/* An index between 1 and the extent is that of a word of memory. */
static unsigned check_array(rg_machine *m, const rg_descriptor *o)
{
    const int64_t words = INT64_C(1) << m->config.dmem_log2;

    if (!o->indexed)
        return 0;
    if (o->array < 0 || o->array >= words)
        return offends(m, o->array);
    return o->extent < 0 || o->extent >= words - o->array ? offends(m, o->extent) : 0;
}

/* Everything that can be wrong with the descriptors, in the order of docs/reference/isa.md: 0 or
 * ADDRESS. */
static unsigned check(rg_machine *m, const rg_stream *s)
{
    const int64_t words = INT64_C(1) << m->config.dmem_log2;
    const int64_t strides[] = {s->of[0].inner, s->of[0].outer, s->of[1].inner,
                               s->of[2].inner, s->of[1].outer, s->of[2].outer};
    unsigned trap = 0;

    if (s->n < 0 || s->n > words)
        return offends(m, s->n);
    if (s->m < 0 || s->m > words)
        return offends(m, s->m);
    if (s->n == 0 || s->m == 0)
        return 0;
    for (unsigned i = 0; i < sizeof strides / sizeof strides[0]; i++)
        if (strides[i] < -words || strides[i] > words)
            return offends(m, strides[i]);
    for (unsigned i = 0; i < RG_STREAM_OPERANDS && !trap; i++)
        trap = check_corners(m, s, &s->of[i]);
    for (unsigned i = 0; i < RG_STREAM_OPERANDS && !trap; i++)
        trap = check_array(m, &s->of[i]);
    return trap;
}

/* The first element in the order of the direction. */
static rg_position first_of(const rg_stream *s, bool backward)
{
    rg_position p = {0};

    if (backward)
        p = (rg_position){.k = s->n - 1, .i = s->m - 1};
    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++)
        p.at[i] = s->of[i].base + p.k * s->of[i].inner + p.i * s->of[i].outer;
    return p;
}

void rg_stream_move(const rg_stream *s, rg_position *p, bool backward)
{
    const bool wraps = backward ? p->k == 0 : p->k == s->n - 1;

    p->i += wraps ? (backward ? -1 : 1) : 0;
    p->k = wraps ? (backward ? s->n - 1 : 0) : p->k + (backward ? -1 : 1);
    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++) {
        int64_t step = wraps ? s->of[i].outer - (s->n - 1) * s->of[i].inner : s->of[i].inner;
        p->at[i] += backward ? -step : step;
    }
}

/* The words of an element, from the indices that stand at its position: 0, or BOUNDS; then the word
 * is what the core makes of the index, which reads it all the same. */
static unsigned find_words(rg_machine *m, const rg_stream *s, const rg_position *p, int64_t *at)
{
    const uint64_t last = (UINT64_C(1) << m->config.dmem_log2) - 1;
    unsigned trap = 0;

    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++) {
        at[i] = p->at[i];
        if (!s->of[i].indexed)
            continue;
        const int64_t index = m->m[p->at[i]];
        if (!trap && (index < 1 || index > s->of[i].extent)) {
            m->trap_info = index;
            trap = RG_TRAP_BOUNDS;
        }
        at[i] = (int64_t)(((uint64_t)s->of[i].array + (uint64_t)index) & last);
    }
    return trap;
}

/* The target is an operand, or an index of this element. */
static bool aliases(const rg_stream *s, const rg_position *p, const int64_t *at)
{
    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++)
        if ((i != RG_STREAM_TARGET && s->of[i].used && at[i] == at[0])
            || (s->of[i].indexed && p->at[i] == at[0]))
            return true;
    return false;
}

/* A bit for each operand. */
static unsigned used_by(const rg_stream *s)
{
    unsigned used = 0;

    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++)
        used |= s->of[i].used ? 1u << i : 0;
    return used;
}

/* One element, in the direction of the machine: 0 or a trap. Its words are at `at`. */
static unsigned element(rg_machine *m, const rg_decoded *d, const rg_stream *s,
                        const rg_position *p, int64_t at[RG_STREAM_OPERANDS])
{
    unsigned trap = find_words(m, s, p, at);

    if (trap)
        return trap;
    const rg_operands w = {rg_memory_words(m, at[0]), rg_memory_words(m, at[1]),
                           rg_memory_words(m, at[2])};
    if (s->of[0].used && aliases(s, p, at)) {
        m->trap_info = 0;
        return RG_TRAP_ALIAS;
    }
    rg_look_at_operands(m, &w, used_by(s));
    trap = s->of[0].used ? rg_exec_update_words(m, d, &w) : rg_exec_accumulate_words(m, d, &w);
    rg_look_at_written(m);
    return trap;
}

/* Undo the `done` elements before p: the clocks in which they wait for banks. */
static uint64_t undo(rg_machine *m, const rg_decoded *d, const rg_stream *s, rg_pacer *pacer,
                     rg_position p, uint64_t done)
{
    int64_t at[RG_STREAM_OPERANDS];

    rg_paced_turn(pacer);
    m->backward = !m->backward;
    for (; done > 0; done--) {
        rg_stream_move(s, &p, m->backward);
        /* It cannot trap: the state before it was one of the way there. */
        (void)element(m, d, s, &p, at);
        rg_pace_undone(pacer, &p, at);
    }
    m->backward = !m->backward;
    return pacer->waited;
}

/* All elements: 0, or the trap of one with nothing changed; *done counts those before it. */
static unsigned elements(rg_machine *m, const rg_decoded *d, const rg_stream *s, uint64_t *done,
                         uint64_t *clocks)
{
    rg_pacer pacer;
    const uint64_t total = (uint64_t)s->n * (uint64_t)s->m, gradovf = m->gradovf,
                   valovf = m->valovf;
    const uint64_t grad_overflows = m->count.grad_overflows,
                   value_overflows = m->count.value_overflows;
    rg_position p = first_of(s, m->backward);
    int64_t at[RG_STREAM_OPERANDS];

    rg_paced(&pacer, m, d, s);
    *done = rg_paced_singly(&pacer) && !m->activity && !m->coarser.digits
                ? rg_stream_ahead(m, d, s, &p, total)
                : 0;
    for (pacer.turns = *done; *done < total; ++*done) {
        const uint64_t found = m->count.grad_overflows + m->count.value_overflows;
        unsigned trap = element(m, d, s, &p, at);
        rg_pace(&pacer, &p, at,
                !trap && found == m->count.grad_overflows + m->count.value_overflows);
        if (trap) {
            const int64_t info = m->trap_info;
            *clocks = rg_paced_clocks(&pacer);
            *clocks += undo(m, d, s, &pacer, p, *done);
            m->trap_info = info;
            m->gradovf = gradovf;
            m->valovf = valovf;
            m->count.grad_overflows = grad_overflows;
            m->count.value_overflows = value_overflows;
            return trap;
        }
        rg_stream_move(s, &p, m->backward);
    }
    *clocks = rg_paced_clocks(&pacer) + rg_paced_end(&pacer);
    return 0;
}

/* The words of each element. All operands, their indices and the target, if it is one, are read,
 * and the target is written. Of their gradients all are read, and those of the active operands
 * written. Tangents are moved as values are and, in mode both, as gradients are. */
static void count_words(rg_machine *m, const rg_decoded *d, uint64_t count)
{
    const bool derives = d->info->kind != RG_KIND_INT;
    const unsigned target = rg_stream_operand_used(&d->in, RG_STREAM_TARGET);
    const unsigned operands = (unsigned)rg_stream_operand_used(&d->in, RG_STREAM_A)
                              + (unsigned)rg_stream_operand_used(&d->in, RG_STREAM_B);
    const unsigned active = (d->info->ga[0] ? 1u : 0u)
                            + (d->info->gb[0] && !d->in.immediate ? 1u : 0u);

    unsigned indices = 0;
    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++)
        indices += (unsigned)rg_stream_operand_indexed(&d->in, i);
    m->count.mem_reads += count * (target + operands + indices);
    m->count.mem_writes += count * target;
    if (derives && rg_gradient_mode(m)) {
        m->count.grad_reads += count * (target + active);
        m->count.grad_writes += count * active;
    }
    if (derives && rg_tangent_mode(m)) {
        m->count.tan_reads += count * (target + active) * (rg_both_mode(m) ? 2u : 1u);
        m->count.tan_writes += count * (target + (rg_both_mode(m) ? active : 0u));
    }
}

/* A bitwise or of addresses as large as the largest: that of a corner. */
static uint64_t touches(const rg_stream *s)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++) {
        const rg_descriptor *o = &s->of[i];
        const int64_t row = (s->n - 1) * o->inner, column = (s->m - 1) * o->outer;
        const int64_t corners = o->base | (o->base + row) | (o->base + column)
                                | (o->base + row + column);
        bits |= o->used ? (uint64_t)corners : 0;
    }
    return bits;
}

/* Those of the first elements, which were undone when one behind them trapped. */
static uint64_t touched_before(const rg_stream *s, bool backward, uint64_t done)
{
    uint64_t bits = 0;
    rg_position p = first_of(s, backward);
    for (; done > 0; done--, rg_stream_move(s, &p, backward))
        for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++)
            bits |= s->of[i].used ? (uint64_t)p.at[i] : 0;
    return bits;
}

unsigned rg_exec_stream(rg_machine *m, const rg_decoded *d, uint64_t *clocks, uint64_t *count)
{
    const rg_stream s = described(m, d);
    const uint64_t each = rg_element_cycles(m, d);
    rg_decoded one = *d;
    uint64_t taken = 0;
    unsigned trap = check(m, &s);

    *clocks = rg_stream_setup(m, d);
    *count = 0;
    if (trap)
        return trap;
    one.in.mode = d->in.mode == RG_MODE_STREAM_ADD ? RG_MODE_ADD : RG_MODE_SUB;
    trap = elements(m, &one, &s, count, &taken);
    *clocks += taken;
    if (trap) {
        *clocks += 1 + (*count ? *count * each + 1 : 0);
        m->touched |= touched_before(&s, m->backward, *count);
    } else {
        count_words(m, d, *count);
        m->touches = *count > 0 ? touches(&s) : 0;
    }
    return trap;
}
