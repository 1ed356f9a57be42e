/* test_asm.c: the assembler and the disassembler are inverse to each other over the whole
 * instruction set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "compiler/asm/asm.h"
#include "compiler/asm/buffer.h"
#include "isa/isa.h"

static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static rg_object *assemble(const char *text, char *error, size_t size)
{
    return rg_assemble(text, strlen(text), "t.s", 64, 43, error, size);
}

static void words_round_trip(void **unused)
{
    uint64_t state = 88172645463325252u;
    unsigned seen[RG_OP_LIMIT] = {0};
    char text[128], error[256];

    (void)unused;
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        if (!rg_op_lookup(op))
            continue;
        for (unsigned tries = 0; tries < 20000 && seen[op] < 60; tries++) {
            rg_instruction in;
            uint32_t word = (uint32_t)op << 25 | ((uint32_t)next(&state) & 0x1ffffff);
            if (tries % 2)
                word &= ~UINT32_C(0x7e0);
            if (tries % 3 == 0)
                word &= (uint32_t)(next(&state) & next(&state)) | UINT32_C(0xfe000000);
            if (tries == 2)
                word &= UINT32_C(0xfe000000);
            if (!rg_decode(word, 64, &in))
                continue;
            seen[op]++;
            rg_disassemble_word(word, 64, text, sizeof text);
            rg_object *object = assemble(text, error, sizeof error);
            if (!object)
                fail_msg("%s: %s", text, error);
            assert_int_equal(object->code_count, 1);
            if (object->code[0] != word)
                fail_msg("%s: %08x became %08x", text, word, object->code[0]);
            rg_object_free(object);
        }
        if (seen[op] == 0)
            fail_msg("no word found for opcode %02x", op);
    }
}

static const char listing[] = ".equ SLOT, 3\n"
                              ".routine \"f!\"\n"
                              ".param x!, Fixed, 0\n"
                              ".param n, Int, 0, 5\n"
                              "top:    bra.l bottom\n"
                              "        portal lr          ; entry\n"
                              "        mov += sp, SLOT + 1\n"
                              "        exch lr, [sp - SLOT]\n"
                              "loop:   fortop r5, r6, done\n"
                              "        li0 += r7, loop\n"
                              "done:   forend r5, r6, loop\n"
                              "        const := r9, 0x123456789abcdef0\n"
                              "        const =: r9, 0x123456789abcdef0\n"
                              "        fmul +=[] [r1], r10, [r20]\n"
                              "        call \"f!\"\n"
                              "        assert r1 >= -4\n"
                              "        mov -= sp, SLOT + 1\n"
                              "bottom: bra.s top\n"
                              ".end\n"
                              "        .word 0xffffffff\n";

static void listings_round_trip(void **unused)
{
    char error[256] = "";
    char *text = NULL;
    size_t size = 0;

    (void)unused;
    rg_object *first = assemble(listing, error, sizeof error);
    assert_string_equal(error, "");
    assert_non_null(first);
    assert_int_equal(first->routine_count, 1);
    assert_string_equal(first->routines[0].name, "f!");
    assert_int_equal(first->routines[0].entry, 1);
    assert_int_equal(first->routines[0].param_count, 2);
    assert_int_equal(first->routines[0].params[1].default_raw, 5);
    assert_int_equal(first->lines[0].line, 5);
    assert_int_equal(first->lines[0].column, 9);

    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(rg_disassemble(first, out), 0);
    fclose(out);
    rg_object *second = assemble(text, error, sizeof error);
    if (!second)
        fail_msg("%s\n%s", error, text);
    assert_int_equal(second->code_count, first->code_count);
    assert_memory_equal(second->code, first->code, first->code_count * 4);
    assert_int_equal(second->routine_count, 1);
    assert_int_equal(second->routines[0].entry, first->routines[0].entry);
    assert_int_equal(second->routines[0].end, first->routines[0].end);
    assert_int_equal(second->routines[0].params[0].base, RG_TYPE_FIXED);
    /* Labels stand at targets and nowhere else: top, the entry that is called, loop, done and
     * bottom. */
    unsigned labels = 0;
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        labels += strncmp(line, ".L", 2) == 0;
    assert_int_equal(labels, 5);
    free(text);
    rg_object_free(first);
    rg_object_free(second);
}

static void constants_add_up(void **unused)
{
    uint64_t state = 1234567;

    (void)unused;
    for (unsigned i = 0; i < 20000; i++) {
        rg_const_part parts[4];
        int64_t value = (int64_t)next(&state) >> (next(&state) % 64);
        if (i < 64)
            value = (int64_t)(UINT64_C(1) << i);
        unsigned count = rg_const_split(value, 64, parts);
        uint64_t sum = 0;
        assert_in_range(count, 1, 4);
        for (unsigned k = 0; k < count; k++) {
            assert_in_range(parts[k].chunk + 65536, 0, 131071);
            sum += (uint64_t)(int64_t)parts[k].chunk << (16 * parts[k].n);
        }
        assert_true(sum == (uint64_t)value);
        count = rg_const_split((int32_t)value, 32, parts);
        assert_in_range(count, 1, 2);
        sum = 0;
        for (unsigned k = 0; k < count; k++)
            sum += (uint64_t)(int64_t)parts[k].chunk << (16 * parts[k].n);
        assert_true((uint32_t)sum == (uint32_t)value);
    }
    /* What one li takes is one part. */
    static const struct {
        int64_t value;
        unsigned count;
    } ends[] = {{65535, 1}, {65536, 1}, {65537, 2}, {-65536, 1}, {-65537, 2}, {0, 1}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        rg_const_part parts[4];
        if (rg_const_split(ends[i].value, 64, parts) != ends[i].count)
            fail_msg("%lld is not %u parts", (long long)ends[i].value, ends[i].count);
    }
}

static void mistakes_are_told(void **unused)
{
    static const struct {
        const char *text, *at, *code;
    } cases[] = {
        {"  mvo += r1, 5\n", "t.s:1:3", "R0701"},
        {"\n mov r1, 5\n", "t.s:2:6", "R0702"},
        {" mov += r1, 5000\n", "t.s:1:13", "R0703"},
        {" mov += r1, 12x\n", "t.s:1:13", "R0702"},
        {" mov += r1, 0x\n", "t.s:1:13", "R0702"},
        {" mov += r32, 5\n", "t.s:1:9", "R0702"},
        {" bra.s nowhere\n", "t.s:1:8", "R0704"},
        {"a: halt\na: halt\n", "t.s:2:", "R0705"},
        {" halt halt\n", "t.s:1:7", "R0702"},
        {" .foo\n", "t.s:1:2", "R0707"},
        {" lmul ^= r1, r2\n", "t.s:1:2", "R0702"},
        {" exch r1, [r2\n", "t.s:1:14", "R0702"},
        {" mov += r1, 99999999999999999999\n", "t.s:1:13", "R0703"},
        {" beqi.s r1, 16, .+1\n", "t.s:1:13", "R0703"},
        {" bra.s .+99999999\n", "t.s:1:8", "R0706"},
        {".routine f\n.end\n", "t.s:2:", "R0707"},
        {".param x, Int, 0\n", "t.s:1:", "R0707"},
        {".routine \"f\n", "t.s:1:", "R0702"},
        {" mov += r1, nothing\n", "t.s:1:13", "R0704"},
        {" .word 0x1ffffffff\n", "t.s:1:2", "R0703"},
        {" fmul +=[] [r1], r10, 3\n", "t.s:1:2", "R0702"},
        {" wmac +=[] [r1], r10, r20\n", "t.s:1:12", "R0702"},
        {" fmul += [r1], r10, r20\n", "t.s:1:13", "R0702"},
        {" fmul += [r1 + r5], r10, r20\n", "t.s:1:14", "R0702"},
        {" fmul := [r1 + r28], r10, r20\n", "t.s:1:2", "R0702"},
        {" fmul += r1, [r10 + r28], 3\n", "t.s:1:2", "R0702"},
    };
    char error[256];

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rg_object *object = assemble(cases[i].text, error, sizeof error);
        assert_null(object);
        if (strncmp(error, cases[i].at, strlen(cases[i].at)) != 0 || !strstr(error, cases[i].code))
            fail_msg("%s -> %s, expected %s %s", cases[i].text, error, cases[i].at, cases[i].code);
    }
    assert_null(rg_assemble(" li2 += r1, 5\n", 14, "t.s", 32, 16, error, sizeof error));
    assert_non_null(strstr(error, "R0709"));
}

/* Cut and altered texts must be refused or taken, never crash. */
static void altered_text_is_harmless(void **unused)
{
    uint64_t state = 42;
    char error[256], text[sizeof listing];
    unsigned refused = 0;

    (void)unused;
    for (unsigned i = 0; i < 5000; i++) {
        memcpy(text, listing, sizeof listing);
        size_t length = i < sizeof listing ? i : sizeof listing - 1;
        for (unsigned k = 0; k < i % 4; k++)
            text[next(&state) % (sizeof listing - 1)] = (char)next(&state);
        rg_object *object = rg_assemble(text, length, "t.s", 64, 43, error, sizeof error);
        refused += !object;
        assert_true(object || error[0]);
        rg_object_free(object);
    }
    assert_in_range(refused, 1, 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_round_trip),         cmocka_unit_test(listings_round_trip),
        cmocka_unit_test(constants_add_up),         cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(altered_text_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
