/* test_control.c: every control instruction on every small state: steps back to the bit, or
 * traps and changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/fast/machine.h"

enum { PC = 4, WORDS = 16 };

static const int64_t values[] = {INT64_MIN,          -2,       -1, 0, 1, 2, 3, PC, PC + 1,
                                 INT64_C(0x1000004), INT64_MAX};
static const uint32_t links[] = {0, 1, 2, 3, 5, 6, 7, 12, 0xfffffb};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct {
    rg_machine *m;
    unsigned long retired, trapped;
} bench;

static void set_state(rg_machine *m, int64_t v, int64_t n, uint32_t br, bool backward)
{
    m->pc = PC;
    m->br = br;
    m->backward = backward;
    m->r[1] = v;
    m->r[2] = n;
}

static bool is_state(const rg_machine *m, int64_t v, int64_t n, uint32_t br, bool backward)
{
    return m->pc == PC && m->br == br && m->backward == backward && m->r[1] == v && m->r[2] == n;
}

static void one_state(bench *b, int64_t v, int64_t n, uint32_t br, bool backward)
{
    rg_machine *m = b->m;

    set_state(m, v, n, br, backward);
    if (rg_machine_step(m) == RG_STEP_RETIRED) {
        rg_machine_turn(m);
        if (rg_machine_step(m) != RG_STEP_RETIRED)
            fail_msg("%08x v %lld n %lld br %u dir %d: trap %u on the way back", m->code[PC],
                     (long long)v, (long long)n, br, backward, m->trap);
        rg_machine_turn(m);
        b->retired++;
    } else {
        b->trapped++;
    }
    if (!is_state(m, v, n, br, backward))
        fail_msg("%08x v %lld n %lld br %u dir %d: not restored", m->code[PC], (long long)v,
                 (long long)n, br, backward);
}

static void one_word(bench *b, rg_instruction in)
{
    uint32_t word, link = (PC ^ (uint32_t)(PC + in.offset)) & RG_PC_MASK;

    if (!rg_encode(&in, 64, &word))
        fail_msg("operation %u does not encode", in.op);
    rg_machine_load(b->m, PC, word);
    for (size_t v = 0; v < COUNT(values); v++)
        for (size_t n = 0; n < COUNT(values); n++)
            for (size_t l = 0; l <= COUNT(links); l++)
                for (unsigned dir = 0; dir < 2; dir++)
                    one_state(b, values[v], values[n], l < COUNT(links) ? links[l] : link,
                              dir != 0);
}

static void every_small_state(void **state)
{
    const rg_machine_config config = {{64, 43}, 0, 4, {0}, 0, false};
    bench b = {.m = rg_machine_new(&config)};

    (void)state;
    assert_non_null(b.m);
    b.m->codewords = WORDS;
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (!info || (info->class != RG_CLASS_BRANCH && info->class != RG_CLASS_LOOP))
            continue;
        for (int offset = -2; offset <= 2; offset++) {
            rg_instruction in = {.op = (uint8_t)op, .offset = offset};
            if (info->format == RG_FMT_R1)
                in.offset = 0;
            if (info->format != RG_FMT_J)
                in.d = 1;
            if (info->format == RG_FMT_BR)
                in.a = 2;
            in.immediate = info->format == RG_FMT_BI;
            in.imm = in.immediate ? 2 : 0;
            one_word(&b, in);
        }
    }
    print_message("%lu states stepped there and back, %lu trapped\n", b.retired, b.trapped);
    assert_true(b.retired > 40000);
    assert_true(b.trapped > 50000);
    rg_machine_free(b.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_small_state)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
