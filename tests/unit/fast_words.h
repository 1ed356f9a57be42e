/* fast_words.h: words of each format by hand, and runs there and back, for the tests of the
 * reference model. */
#ifndef FAST_WORDS_H
#define FAST_WORDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/fast/machine.h"

static inline uint32_t encoded(rg_instruction in)
{
    uint32_t word = 0;

    if (!rg_encode(&in, 64, &word))
        fail_msg("operation %u does not encode", in.op);
    return word;
}

/* d mode= op(a, b) */
static inline uint32_t w_u(unsigned op, unsigned mode, unsigned d, unsigned a, unsigned b)
{
    return encoded((rg_instruction){.op = (uint8_t)op,
                                    .mode = (uint8_t)mode,
                                    .d = (uint8_t)d,
                                    .a = (uint8_t)a,
                                    .b = (uint8_t)b});
}

static inline uint32_t w_ui(unsigned op, unsigned mode, unsigned d, unsigned a, int imm)
{
    return encoded((rg_instruction){.op = (uint8_t)op,
                                    .mode = (uint8_t)mode,
                                    .d = (uint8_t)d,
                                    .a = (uint8_t)a,
                                    .immediate = true,
                                    .imm = imm});
}

static inline uint32_t w_r(unsigned op, unsigned d, unsigned a)
{
    return encoded((rg_instruction){.op = (uint8_t)op, .d = (uint8_t)d, .a = (uint8_t)a});
}

static inline uint32_t w_j(unsigned op, int offset)
{
    return encoded((rg_instruction){.op = (uint8_t)op, .offset = offset});
}

static inline uint32_t w_br(unsigned op, unsigned d, unsigned a, int offset)
{
    return encoded(
        (rg_instruction){.op = (uint8_t)op, .d = (uint8_t)d, .a = (uint8_t)a, .offset = offset});
}

static inline uint32_t w_bi(unsigned op, unsigned d, int imm, int offset)
{
    return encoded((rg_instruction){
        .op = (uint8_t)op, .d = (uint8_t)d, .immediate = true, .imm = imm, .offset = offset});
}

#define W_HALT w_j(RG_OP_HALT, 0)

static inline rg_machine *machine_with(const uint32_t *words, size_t count)
{
    const rg_machine_config config = {{64, 43}, 6, 6, {0}, 0, false};
    rg_machine *m = rg_machine_new(&config);

    assert_non_null(m);
    assert_true(count <= 64);
    for (uint32_t i = 0; i < count; i++)
        rg_machine_load(m, i, words[i]);
    m->codewords = (uint32_t)count;
    m->pc = 1;
    return m;
}

static inline rg_machine *machine_like(const rg_machine *m)
{
    rg_machine *copy = rg_machine_new(&m->config);

    assert_non_null(copy);
    rg_machine_copy(copy, m);
    return copy;
}

/* Step until something other than a retired instruction happens. */
static inline rg_step run_on(rg_machine *m)
{
    rg_step outcome = RG_STEP_RETIRED;

    for (int i = 0; i < 100000 && outcome == RG_STEP_RETIRED; i++)
        outcome = rg_machine_step(m);
    return outcome;
}

static inline void run_back(rg_machine *m, const rg_machine *start)
{
    rg_machine_turn(m);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    rg_machine_turn(m);
    assert_true(rg_machine_same_state(m, start));
}

#endif
