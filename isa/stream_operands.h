/* stream_operands.h: which descriptors a stream reads (docs/explanation/streams.md). */
#ifndef RG_STREAM_OPERANDS_H
#define RG_STREAM_OPERANDS_H

#include "isa/isa.h"

enum { RG_STREAM_TARGET, RG_STREAM_A, RG_STREAM_B, RG_STREAM_OPERANDS };

/* Whether the elements of an operand are words of memory: not the accumulator as target, not what
 * the update has no place for, not an immediate B. For words that rg_is_stream accepts. */
static inline bool rg_stream_operand_used(const rg_instruction *stream, unsigned operand)
{
    const rg_format format = rg_op_lookup(stream->op)->format;

    switch (operand) {
    case RG_STREAM_TARGET: return format != RG_FMT_W;
    case RG_STREAM_A: return format != RG_FMT_U1;
    default: return !stream->immediate;
    }
}

/* The register where its descriptor begins. */
static inline unsigned rg_stream_operand_register(const rg_instruction *stream, unsigned operand)
{
    return operand == RG_STREAM_TARGET ? stream->d : operand == RG_STREAM_A ? stream->a : stream->b;
}

static inline bool rg_stream_operand_indexed(const rg_instruction *stream, unsigned operand)
{
    return (stream->indexed >> operand & 1) != 0;
}

/* Behind an indexed descriptor: the word before the first of the array, and how many it has. The
 * counts stand there first at the target. */
static inline unsigned rg_stream_array_register(const rg_instruction *stream, unsigned operand)
{
    return rg_stream_operand_register(stream, operand) + (operand == RG_STREAM_TARGET ? 5 : 3);
}

#endif
