/* test_lexer.c: tokens, their positions, and the messages for text that has none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/syntax/lexer.h"

typedef struct {
    fr_arena arena;
    fr_diags d;
    fr_token *tokens;
    size_t count;
} scan;

static void lex(scan *s, const char *text)
{
    memset(s, 0, sizeof *s);
    s->d.arena = &s->arena;
    s->d.limit = 20;
    s->tokens = fr_lex(&s->d, &s->d, fr_add_source(&s->d, "t.rg", text, strlen(text)), &s->count);
}

/* No errors, and these kinds before the end. */
static bool has_kinds(const char *text, size_t count, const fr_token_kind *kinds)
{
    scan s;
    lex(&s, text);
    bool same = s.d.errors == 0 && s.count == count + 1;
    for (size_t i = 0; same && i < count; i++)
        if (s.tokens[i].kind != kinds[i]) {
            print_error("'%s': token %zu has kind %d, not %d\n", text, i, (int)s.tokens[i].kind,
                        (int)kinds[i]);
            same = false;
        }
    fr_arena_free(&s.arena);
    return same;
}

#define KINDS(...)                                                                                 \
    (sizeof(const fr_token_kind[]){__VA_ARGS__} / sizeof(fr_token_kind)), (const fr_token_kind[])  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static void operators(void **state)
{
    (void)state;
    assert_true(has_kinds("y! += a*b", KINDS(TOK_IDENT, TOK_ADDEQ, TOK_IDENT, TOK_MUL, TOK_IDENT)));
    assert_true(has_kinds("x ← 1 → 2 ↔ 3", KINDS(TOK_IDENT, TOK_ALLOC, TOK_INT, TOK_FREE, TOK_INT,
                                                 TOK_SWAP, TOK_INT)));
    assert_true(has_kinds("x <- 1 -> 2 <-> 3", KINDS(TOK_IDENT, TOK_ALLOC, TOK_INT, TOK_FREE,
                                                     TOK_INT, TOK_SWAP, TOK_INT)));
    assert_true(has_kinds("b xor= c", KINDS(TOK_IDENT, TOK_XOREQ, TOK_IDENT)));
    assert_true(
        has_kinds("b ⊻= c ⊻ d", KINDS(TOK_IDENT, TOK_XOREQ, TOK_IDENT, TOK_XOR, TOK_IDENT)));
    assert_true(has_kinds("a ≤ b ≥ c ≠ d", KINDS(TOK_IDENT, TOK_LE, TOK_IDENT, TOK_GE, TOK_IDENT,
                                                 TOK_NE, TOK_IDENT)));
    assert_true(has_kinds("a >>> 1 >> 2 << 3",
                          KINDS(TOK_IDENT, TOK_SHR, TOK_INT, TOK_SAR, TOK_INT, TOK_SHL, TOK_INT)));
    assert_true(has_kinds("A' x.y .+= a", KINDS(TOK_IDENT, TOK_PRIME, TOK_IDENT, TOK_DOT, TOK_IDENT,
                                                TOK_DOTADDEQ, TOK_IDENT)));
}

static void names(void **state)
{
    (void)state;
    assert_true(has_kinds("k!=0", KINDS(TOK_IDENT, TOK_NE, TOK_INT)));
    assert_true(has_kinds("k! = 0", KINDS(TOK_IDENT, TOK_ASSIGN, TOK_INT)));
    assert_true(has_kinds("αxj θ₁ π 日本!", KINDS(TOK_IDENT, TOK_IDENT, TOK_IDENT, TOK_IDENT)));
    assert_true(has_kinds("end endx @i @routine", KINDS(TOK_END, TOK_IDENT, TOK_MACRO, TOK_MACRO)));
    assert_true(has_kinds("!a !!b", KINDS(TOK_NOT, TOK_IDENT, TOK_NOT, TOK_NOT, TOK_IDENT)));
    scan s;
    lex(&s, "out! @anc");
    assert_string_equal(s.tokens[0].text, "out!");
    assert_string_equal(s.tokens[1].text, "anc");
    fr_arena_free(&s.arena);
}

static void numbers(void **state)
{
    (void)state;
    assert_true(has_kinds("1:2:n", KINDS(TOK_INT, TOK_COLON, TOK_INT, TOK_COLON, TOK_IDENT)));
    assert_true(has_kinds("2x 1.5e3 .5 1. 2.*x", KINDS(TOK_INT, TOK_IDENT, TOK_REAL, TOK_REAL,
                                                       TOK_REAL, TOK_INT, TOK_DOTMUL, TOK_IDENT)));
    scan s;
    lex(&s, "0x1F 1_000 0b101 1e-8 9223372036854775807");
    assert_int_equal(s.tokens[0].integer, 31);
    assert_int_equal(s.tokens[1].integer, 1000);
    assert_int_equal(s.tokens[2].integer, 5);
    assert_true(s.tokens[3].real == 1e-8L);
    assert_int_equal(s.tokens[4].integer, INT64_MAX);
    assert_int_equal(s.d.errors, 0);
    fr_arena_free(&s.arena);
}

static void places(void **state)
{
    (void)state;
    scan s;
    unsigned line, column;
    lex(&s, "a\n\tθ += b # c\nz");
    fr_position(&s.d.sources[0], s.tokens[3].span.offset, &line, &column);
    assert_int_equal(line, 2);
    assert_int_equal(column, 4); /* characters, not bytes */
    fr_position(&s.d.sources[0], s.tokens[6].span.offset, &line, &column);
    assert_int_equal(line, 3);
    assert_int_equal(column, 1);
    fr_arena_free(&s.arena);
}

static void check_fault(const char *text, size_t size, const char *code)
{
    scan s;
    size_t count;
    memset(&s, 0, sizeof s);
    s.d.arena = &s.arena;
    s.d.limit = 20;
    fr_lex(&s.d, &s.d, fr_add_source(&s.d, "t.rg", text, size), &count);
    assert_true(s.d.errors > 0);
    assert_string_equal(s.d.items[0].code, code);
    fr_arena_free(&s.arena);
}

/* Columns of a long line, and of the line behind it, at every character. */
static void long_lines(void **state)
{
    (void)state;
    char text[1200];
    size_t size = 0;
    for (unsigned i = 0; i < 300; i++) {
        const char *part = i % 150 == 149 ? "\n" : i % 7 == 3 ? "\xe2\x8a\xbb" : "a";
        memcpy(text + size, part, strlen(part));
        size += strlen(part);
    }
    text[size] = '\0';
    fr_arena arena = {0};
    fr_diags d = {.arena = &arena, .limit = 20};
    const uint32_t file = fr_add_source(&d, "t.rg", text, size);
    unsigned wanted_line = 1, wanted_column = 1;
    for (size_t i = 0; i < size; i++) {
        unsigned line, column;
        if (((unsigned char)text[i] & 0xc0) == 0x80)
            continue;
        fr_position(&d.sources[file], (uint32_t)i, &line, &column);
        assert_int_equal(line, wanted_line);
        assert_int_equal(column, wanted_column);
        wanted_column = text[i] == '\n' ? 1 : wanted_column + 1;
        wanted_line += text[i] == '\n';
    }
    fr_arena_free(&arena);
}

static void faults(void **state)
{
    (void)state;
    check_fault("a ¿", 4, "R0101");
    check_fault("a \xff\xfe", 4, "R0101");
    check_fault("a \0 b", 5, "R0101");
    check_fault("#= never", 8, "R0102");
    check_fault("\"never", 6, "R0102");
    check_fault("\"\"\"never\"", 9, "R0102");
    check_fault("99999999999999999999", 20, "R0103");
    check_fault("1e9999", 6, "R0103");
    check_fault("0x", 2, "R0103");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators), cmocka_unit_test(names),      cmocka_unit_test(numbers),
        cmocka_unit_test(places),    cmocka_unit_test(long_lines), cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
