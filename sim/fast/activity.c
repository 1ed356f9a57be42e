/* activity.c: what an instruction switches besides itself, counted at the words that the
 * architecture has. So every engine that is equal to this one has the same counts. */
#include "sim/fast/activity.h"

#include <string.h>

static uint64_t changed(const rg_machine *m, int64_t before, int64_t now)
{
    const uint64_t word = UINT64_MAX >> (64 - m->config.num.xlen);

    return (uint64_t)__builtin_popcountll((uint64_t)(before ^ now) & word);
}

/* Whether the mode moves the value, gradient, tangent or tangent of the gradient. */
static bool has_part(const rg_machine *m, unsigned part)
{
    return (!(part & 1) || (m->mode & RG_WITH_GRADIENT))
           && (!(part & 2) || (m->mode & RG_WITH_TANGENT));
}

static void keep(rg_activity *s, int64_t *word)
{
    for (size_t i = 0; i < s->read_count; i++)
        if (s->read[i] == word)
            return;
    s->read[s->read_count] = word;
    s->was[s->read_count++] = *word;
}

/* Ports show the words of an operand. */
static void show(rg_machine *m, const rg_word_pointers *w, int64_t shown[RG_PORT_WORDS],
                 unsigned of_value, unsigned of_others)
{
    int64_t *const words[RG_PORT_WORDS] = {w->v, w->g, w->t, w->u};

    for (unsigned part = 0; part < RG_PORT_WORDS; part++) {
        if (!has_part(m, part))
            continue;
        m->activity->term[part ? of_others : of_value] += changed(m, shown[part], *words[part]);
        shown[part] = *words[part];
        keep(m->activity, words[part]);
    }
}

static void count_written(rg_machine *m)
{
    rg_activity *s = m->activity;

    for (size_t i = 0; i < s->read_count; i++)
        s->term[RG_ACTIVITY_WRITTEN] += changed(m, s->was[i], *s->read[i]);
    s->read_count = 0;
}

rg_num_activity *rg_counted_products(const rg_machine *m)
{
    return m->activity ? &m->activity->products : NULL;
}

void rg_look_at_operands(rg_machine *m, const rg_operands *w, unsigned used)
{
    const rg_word_pointers *const words[RG_PORTS] = {&w->d, &w->a, &w->b};

    for (unsigned i = 0; m->activity && i < RG_PORTS; i++)
        if (used >> i & 1)
            show(m, words[i], m->activity->memory.of[i], RG_ACTIVITY_MEMORY, RG_ACTIVITY_MEMORY);
}

void rg_look_at_written(rg_machine *m)
{
    if (m->activity)
        count_written(m);
}

/* The word M[a + b] of the formats that have one. */
static void show_addressed(rg_machine *m, const rg_decoded *d)
{
    const rg_format f = d->info->format;
    const int64_t at = rg_wrap(m, (uint64_t)m->r[d->in.a] + (uint64_t)rg_operand_b(m, d));

    if ((f != RG_FMT_LD && f != RG_FMT_ST && f != RG_FMT_X && f != RG_FMT_M) || at < 0
        || at >> m->config.dmem_log2 != 0)
        return;
    const rg_word_pointers w = rg_memory_words(m, at);
    show(m, &w, m->activity->memory.of[0], RG_ACTIVITY_MEMORY, RG_ACTIVITY_MEMORY);
}

void rg_activity_begin(rg_machine *m, const rg_decoded *d)
{
    rg_activity *s = m->activity;
    const unsigned fields[RG_PORTS] = {d->in.d, d->in.a, d->in.b};
    const uint32_t word = m->code[rg_code_index(m)];

    memset(s->term, 0, sizeof s->term);
    s->products = (rg_num_activity){0};
    s->read_count = 0;
    s->term[RG_ACTIVITY_CHANGE] = s->op != d->in.op;
    s->term[RG_ACTIVITY_CODE] = (uint64_t)__builtin_popcount(s->word ^ word);
    s->op = d->in.op;
    s->word = word;
    for (unsigned i = 0; i < RG_PORTS; i++) {
        const rg_word_pointers w = rg_register_words(m, fields[i]);
        show(m, &w, s->registers.of[i], RG_ACTIVITY_VALUES, RG_ACTIVITY_GRADIENTS);
    }
    if (d->legal && !rg_is_stream(&d->in) && !d->in.words)
        show_addressed(m, d);
}

void rg_activity_end(rg_machine *m, uint64_t elements, uint64_t clocks, uint64_t *sums)
{
    rg_activity *s = m->activity;

    count_written(m);
    s->term[RG_ACTIVITY_PRODUCT] = s->products.products;
    s->term[RG_ACTIVITY_FUNCTION] = s->products.bits;
    s->term[RG_ACTIVITY_DIGITS] = s->products.digits;
    s->term[RG_ACTIVITY_BUSY] = clocks > elements ? clocks - elements : 0;
    for (unsigned t = 0; t < RG_ACTIVITY_COUNT; t++)
        sums[t] += s->term[t];
}
