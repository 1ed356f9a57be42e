/* stream_words.c: descriptors of streams, read from the registers of a machine that stands beside
 * one. */
#include "host-driver/stream_words.h"
#include "isa/stream_operands.h"

/* More elements are not looked at one by one: a search that long helps nobody. */
enum { MOST_ELEMENTS = 1 << 22, REGISTERS = 32 };

static rg_result registers(rgd_device *device, unsigned first, int64_t *words, unsigned count,
                           rg_fault *fault)
{
    rg_result result = RG_OK;

    for (unsigned i = 0; i < count && result == RG_OK; i++)
        result = rg_core_peek(device, RG_WINDOW_REGV, (first + i) % REGISTERS, &words[i], fault);
    return result;
}

static rg_result operand(rgd_device *device, const rg_instruction *stream, unsigned which,
                         rg_stream_operand *o, rg_fault *fault)
{
    const bool used = rg_stream_operand_used(stream, which);
    int64_t words[3] = {0};
    rg_result result =
        used ? registers(device, rg_stream_operand_register(stream, which), words, 3, fault)
             : RG_OK;

    *o = (rg_stream_operand){.used = used, .base = words[0], .inner = words[1], .outer = words[2]};
    o->indexed = used && rg_stream_operand_indexed(stream, which);
    if (o->indexed && result == RG_OK)
        result = registers(device, rg_stream_array_register(stream, which), words, 2, fault);
    o->array = words[0];
    o->extent = words[1];
    return result;
}

rg_result rg_read_stream(rgd_device *device, const rg_instruction *stream, rg_stream_words *words,
                         rg_fault *fault)
{
    int64_t counts[2] = {0};
    rg_result result = operand(device, stream, RG_STREAM_TARGET, &words->target, fault);

    if (result == RG_OK)
        result = registers(device, stream->d + 3u, counts, 2, fault);
    if (result == RG_OK)
        result = operand(device, stream, RG_STREAM_A, &words->a, fault);
    if (result == RG_OK)
        result = operand(device, stream, RG_STREAM_B, &words->b, fault);
    words->columns = counts[0];
    words->rows = counts[1];
    words->device = device;
    return result;
}

static bool is_empty(const rg_stream_words *w) { return w->columns <= 0 || w->rows <= 0; }

/* Strides that lead nowhere may hold anything. */
static int64_t span(int64_t count, int64_t stride) { return count > 1 ? (count - 1) * stride : 0; }

/* Of the element, or of its index. */
static int64_t stands_at(const rg_stream_words *w, const rg_stream_operand *o, int64_t k, int64_t i)
{
    return o->base + (w->columns > 1 ? k * o->inner : 0) + (w->rows > 1 ? i * o->outer : 0);
}

bool rg_stream_word(const rg_stream_words *w, const rg_stream_operand *o, int64_t k, int64_t i,
                    int64_t *at)
{
    int64_t index = 0;

    *at = stands_at(w, o, k, i);
    if (!o->indexed)
        return true;
    if (*at < 0 || (uint64_t)*at >= w->device->words
        || rg_core_peek(w->device, RG_WINDOW_DMEMV, (size_t)*at, &index, NULL) != RG_OK || index < 1
        || index > o->extent)
        return false;
    *at = o->array + index;
    return true;
}

/* Whether base + k inner + i outer is the address for some k < columns and i < rows. */
static bool goes_over(const rg_stream_words *w, const rg_stream_operand *o, int64_t address)
{
    for (int64_t i = 0; i < w->rows; i++) {
        const int64_t distance = address - o->base - (w->rows > 1 ? i * o->outer : 0);
        if (distance == 0 && w->columns > 0)
            return true;
        if (w->columns > 1 && o->inner != 0 && distance % o->inner == 0 && distance / o->inner > 0
            && distance / o->inner < w->columns)
            return true;
    }
    return false;
}

bool rg_stream_has_index(const rg_stream_words *w, const rg_stream_operand *o, int64_t address)
{
    return o->used && o->indexed && goes_over(w, o, address);
}

bool rg_stream_has(const rg_stream_words *w, const rg_stream_operand *o, int64_t address)
{
    int64_t at, seen = 0;

    if (!o->used || !o->indexed)
        return o->used && goes_over(w, o, address);
    if (address <= o->array || address - o->array > o->extent)
        return false;
    for (int64_t i = 0; i < w->rows; i++)
        for (int64_t k = 0; k < w->columns && ++seen <= MOST_ELEMENTS; k++)
            if (rg_stream_word(w, o, k, i, &at) && at == address)
                return true;
    return false;
}

rg_reach rg_stream_reach(const rg_stream_words *words)
{
    if (is_empty(words) || !words->target.used)
        return (rg_reach){1, 0};
    if (words->target.indexed)
        return (rg_reach){words->target.array + 1, words->target.array + words->target.extent};
    const int64_t x = span(words->columns, words->target.inner),
                  y = span(words->rows, words->target.outer), base = words->target.base;
    return (rg_reach){base + (x < 0 ? x : 0) + (y < 0 ? y : 0),
                      base + (x > 0 ? x : 0) + (y > 0 ? y : 0)};
}

/* The word and its index; false where the visitor has enough. */
static bool visit_operand(const rg_stream_words *w, const rg_stream_operand *o, int64_t k,
                          int64_t i, rg_stream_visitor *visit, void *context)
{
    int64_t at;

    if (!o->used || !rg_stream_word(w, o, k, i, &at))
        return true;
    return visit(context, at) && (!o->indexed || visit(context, stands_at(w, o, k, i)));
}

void rg_visit_sources(const rg_stream_words *words, int64_t target, rg_stream_visitor *visit,
                      void *context)
{
    int64_t seen = 0;

    if (!words->target.used) /* it goes to the accumulator */
        return;
    for (int64_t i = 0; i < words->rows; i++)
        for (int64_t k = 0; k < words->columns; k++) {
            if (++seen > MOST_ELEMENTS)
                return;
            int64_t at;
            if (!rg_stream_word(words, &words->target, k, i, &at) || at != target)
                continue;
            if (!visit_operand(words, &words->a, k, i, visit, context)
                || !visit_operand(words, &words->b, k, i, visit, context))
                return;
        }
}
