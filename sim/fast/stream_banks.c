/* stream_banks.c: how long the words of elements wait for banks of data memory, where elements are
 * evaluated one after the other or in groups (docs/development/banks.md). */
#include "isa/banks.h"
#include "sim/fast/stream_pace.h"

#include <string.h>

enum { MOST_BANKS = 256 };

void rg_ask(rg_asked *a, bool asked, int64_t word)
{
    if (!asked)
        return;
    for (unsigned i = 0; i < a->count; i++)
        if (a->at[i] == word)
            return;
    a->at[a->count++] = word;
}

unsigned rg_bank_waits(const rg_asked *a, unsigned banks)
{
    unsigned char in_bank[MOST_BANKS] = {0};
    unsigned most = 1;

    for (unsigned i = 0; banks && i < a->count; i++) {
        const unsigned words = ++in_bank[rg_bank_of((uint64_t)a->at[i], banks)];
        most = words > most ? words : most;
    }
    return most - 1;
}

unsigned rg_memory_waits(const rg_pacer *p, const rg_asked *values, const rg_asked *gradients)
{
    const unsigned x = rg_bank_waits(values, p->banks), y = rg_bank_waits(gradients, p->banks);

    return x > y ? x : y;
}

/* So many elements as there are lanes are left in the row. */
static bool has_room(const rg_pacer *p, const rg_position *at)
{
    const int64_t size = p->one_row ? p->stream->m : p->stream->n,
                  here = p->one_row ? at->i : at->k;

    return (p->backward ? here + 1 : size - here) >= (int64_t)p->lanes;
}

/* From an element to the one beside it. */
static int64_t step(const rg_pacer *p, unsigned operand)
{
    const rg_descriptor *o = &p->stream->of[operand];
    const int64_t stride = p->one_row ? o->outer : o->inner;

    return p->backward ? -stride : stride;
}

/* Words of an element and those beside it, but for those that are held from the last ones. Where a
 * core reads each in a clock of its own, none is held. */
static unsigned reads_of(const rg_pacer *p, const int64_t *words, unsigned lanes)
{
    const bool used[RG_STREAM_OPERANDS] = {p->target, p->two, p->by_memory};
    rg_asked asked = {0};

    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++)
        for (unsigned l = 0; used[i] && l < lanes; l++) {
            const bool held = p->begun && !p->apart && p->before[i] == words[i]
                              && (l == 0 || p->beside);
            rg_ask(&asked, !held, words[i] + l * step(p, i));
        }
    return rg_bank_waits(&asked, p->banks);
}

static unsigned writes_of(const rg_pacer *p, const int64_t *words, unsigned lanes)
{
    rg_asked values = {0}, gradients = {0};

    for (unsigned l = 0; l < lanes; l++) {
        rg_ask(&values, p->target, words[0] + l * step(p, 0));
        rg_ask(&gradients, p->derives && p->two, words[1] + l * step(p, 1));
        rg_ask(&gradients, p->derives && p->by_memory, words[2] + l * step(p, 2));
    }
    return rg_memory_waits(p, &values, &gradients);
}

/* What is read waits with what the element before writes, or, in a clock of its own, after it. */
static unsigned beside_writes(const rg_pacer *p, unsigned reads)
{
    if (p->apart)
        return p->pending + reads;
    return reads > p->pending ? reads : p->pending;
}

/* The words of an element by index have a clock of their own. */
static unsigned waits_by_index(const rg_pacer *p, const rg_position *at, const int64_t *words)
{
    const bool used[RG_STREAM_OPERANDS] = {p->target, p->two, p->by_memory};
    rg_asked indices = {0}, found = {0};

    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++) {
        rg_ask(&indices, p->indexed[i], at->at[i]);
        rg_ask(&found, used[i], words[i]);
    }
    return beside_writes(p, rg_bank_waits(&indices, p->banks)) + rg_bank_waits(&found, p->banks);
}

void rg_wait_for_banks(rg_pacer *p, const rg_position *at, const int64_t *words, bool group)
{
    const bool beside = p->lanes > 1 && !p->undoes && has_room(p, at);

    if (p->indexed[0] || p->indexed[1] || p->indexed[2]) {
        p->waited += waits_by_index(p, at, words);
    } else {
        p->waited += beside_writes(p, reads_of(p, words, beside ? p->lanes : 1));
    }
    p->pending = writes_of(p, words, group ? p->lanes : 1);
    p->begun = true;
    p->beside = beside;
    memcpy(p->before, words, sizeof p->before);
}
