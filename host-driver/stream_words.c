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

    *o = (rg_stream_operand){used, words[0], words[1], words[2]};
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
    return result;
}

static bool is_empty(const rg_stream_words *w) { return w->columns <= 0 || w->rows <= 0; }

/* Strides that lead nowhere may hold anything. */
static int64_t span(int64_t count, int64_t stride) { return count > 1 ? (count - 1) * stride : 0; }

static int64_t word_at(const rg_stream_words *w, const rg_stream_operand *o, int64_t k, int64_t i)
{
    return o->base + (w->columns > 1 ? k * o->inner : 0) + (w->rows > 1 ? i * o->outer : 0);
}

rg_reach rg_stream_reach(const rg_stream_words *words)
{
    if (is_empty(words) || !words->target.used)
        return (rg_reach){1, 0};
    const int64_t x = span(words->columns, words->target.inner),
                  y = span(words->rows, words->target.outer), base = words->target.base;
    return (rg_reach){base + (x < 0 ? x : 0) + (y < 0 ? y : 0),
                      base + (x > 0 ? x : 0) + (y > 0 ? y : 0)};
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
            if (word_at(words, &words->target, k, i) != target)
                continue;
            if ((words->a.used && !visit(context, word_at(words, &words->a, k, i)))
                || (words->b.used && !visit(context, word_at(words, &words->b, k, i))))
                return;
        }
}
