/* test_lsp.c: the parts of the language server: framing, positions in UTF-16 units, paths, and what
 * names stand for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/lsp/frame.h"
#include "host-driver/lsp/server.h"

/* ---- framing ---- */

static frame_result read_text(const char *text, json_t **message)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    assert_non_null(in);
    const frame_result result = frame_read(in, message);
    assert_int_equal(fclose(in), 0);
    return result;
}

static void messages_have_frames(void **state)
{
    static const struct {
        const char *text;
        frame_result result;
    } cases[] = {
        {"Content-Length: 2\r\n\r\n{}", FRAME_MESSAGE},
        {"Content-Type: x\r\ncontent-length: 2\r\n\r\n[]", FRAME_MESSAGE},
        {"Content-Length: 3\n\n{} ", FRAME_MESSAGE},
        {"Content-Length: 2\r\n\r\n{", FRAME_END},
        {"Content-Length: 2\r\n\r\n{x", FRAME_BAD},
        {"Content-Length: -2\r\n\r\n{}", FRAME_BAD},
        {"Content-Length: 99999999999\r\n\r\n{}", FRAME_END},
        {"hello\r\n\r\n", FRAME_BAD},
        {"Content-Length: 2", FRAME_END},
        {"Content-Length: 12\r\n\r\n{\"a\": \"\\ud83d\"}", FRAME_BAD},
        {"\r\n", FRAME_BAD},
        {"Content-Length: 2x\r\n\r\n{}", FRAME_BAD},
        {"Content-Length: 2 \r\n\r\n{}", FRAME_MESSAGE},
        {"{\"rest\": 1}Content-Length: 2\r\n\r\n{}", FRAME_MESSAGE}, /* of one that was cut short */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *message;
        assert_int_equal(read_text(cases[i].text, &message), cases[i].result);
        assert_int_equal(message != NULL, cases[i].result == FRAME_MESSAGE);
        json_decref(message);
    }
}

/* ---- positions ---- */

static const char text[] = "a⊻🦊b\r\n∅x\n\nend";

static void positions_are_utf16(void **state)
{
    static const struct {
        int line, character;
        size_t offset;
    } cases[] = {{0, 0, 0},  {0, 1, 1},  {0, 2, 4},  {0, 4, 8},  {0, 5, 9},   {0, 9, 9}, {1, 0, 11},
                 {1, 1, 14}, {1, 2, 15}, {2, 0, 16}, {3, 3, 20}, {3, 99, 20}, {9, 0, 20}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t offset;
        json_t *p = json_pack("{s:i, s:i}", "line", cases[i].line, "character", cases[i].character);
        assert_true(lsp_offset_of(text, strlen(text), p, &offset));
        assert_int_equal(offset, cases[i].offset);
        json_decref(p);
    }
    json_t *bad = json_pack("{s:i, s:i}", "line", -1, "character", 0);
    size_t offset;
    assert_false(lsp_offset_of(text, strlen(text), bad, &offset));
    assert_false(lsp_offset_of(text, strlen(text), NULL, &offset));
    json_decref(bad);
}

/* Every offset at the start of a character comes back. */
static void positions_and_offsets_are_inverse(void **state)
{
    (void)state;
    for (size_t i = 0; i <= strlen(text); i++) {
        size_t offset;
        if (((unsigned char)text[i] & 0xc0) == 0x80 || (i > 0 && text[i - 1] == '\r'))
            continue;
        json_t *p = lsp_position(text, strlen(text), i);
        assert_true(lsp_offset_of(text, strlen(text), p, &offset));
        assert_int_equal(offset, i);
        json_decref(p);
    }
    assert_int_equal(lsp_units("a⊻🦊b", 3), 4);
    assert_int_equal(lsp_units("ab", 5), 5);
}

static void paths_and_uris(void **state)
{
    lsp_server none = {0};
    (void)state;
    char *path = lsp_path_of_uri("file:///tmp/a%20b/%E2%8A%BB.rg");
    assert_string_equal(path, "/tmp/a b/⊻.rg");
    char *uri = lsp_uri_of_path(&none, path);
    assert_string_equal(uri, "file:///tmp/a%20b/%E2%8A%BB.rg");
    free(uri);
    free(path);
    path = lsp_path_of_uri("file:///a%zz%00%4");
    assert_string_equal(path, "/a%zz%00%4");
    free(path);
    path = lsp_path_of_uri("untitled:1%20");
    assert_string_equal(path, "untitled:1%20");
    free(path);
}

/* ---- names ---- */

/* For each use "name@offset:offset of its first declaration". */
static void check_names(const char *program, const char *expected)
{
    const lsp_text one = {"f.rg", program, strlen(program)};
    lsp_names *n = lsp_names_new(&one, 1);
    char got[2000] = "";
    assert_non_null(n);
    for (size_t i = 0; i < n->use_count; i++) {
        const lsp_use *u = &n->uses[i];
        size_t first = i;
        for (size_t k = 0; k < n->use_count; k++)
            if (n->uses[k].symbol == u->symbol && n->uses[k].declares) {
                first = k;
                break;
            }
        const size_t used = strlen(got);
        snprintf(got + used, sizeof got - used, "%.*s@%u:%u ", (int)u->span.length,
                 program + u->span.offset, u->span.offset, n->uses[first].span.offset);
    }
    assert_string_equal(got, expected);
    lsp_names_free(n);
}

static void names_stand_for_what_they_do(void **state)
{
    (void)state;
    check_names("@i function f(a!, b)\n x ← b\n a! += x\n x → b\nend\n",
                "f@12:12 a!@14:14 b@18:18 x@22:22 b@28:18 a!@31:14 x@37:22 x@40:22 b@46:18 ");
    check_names("@fn g(x) = let y = x, x = y in map(x -> x + y, x)",
                "g@4:4 x@6:6 y@15:15 x@19:6 x@22:22 y@26:15 x@35:35 x@40:35 y@44:15 x@47:22 ");
    check_names("@i function f(v; k=1)\n for k2 = 1:k\n  f(v; k=k2)\n end\nend",
                "f@12:12 v@14:14 k@17:17 k2@27:27 k@34:17 f@38:12 v@40:14 k@43:17 k2@45:27 ");
    check_names("struct S{T}\n a::T\nend\n@i function f(s::S{T}) where T\n s.a += T\nend",
                "S@7:7 T@9:9 a@13:13 T@16:9 f@34:34 s@36:36 S@39:7 T@41:51 T@51:51 s@54:36 a@56:13 "
                "T@61:51 ");
    check_names("@i function f(x)\n @zeros T a b\n @anc c = x\n s[end] ↔ d::∅\n a, b ← 1, 2\nend",
                "f@12:12 x@14:14 a@27:27 b@29:29 c@37:37 x@41:14 d@55:55 a@63:27 b@66:29 ");
    /* functions with a value */
    check_names(
        "function f(x; k=1)\n a, b = x, k\n for i = 1:3\n  a += i\n end\n return a + b\nend\n",
        "f@9:9 x@11:11 k@14:14 a@20:20 b@23:23 x@27:11 k@30:14 i@37:37 a@47:20 i@52:37 "
        "a@67:20 b@71:23 ");
    check_names("function f(x)\n if x == 1\n  (y, z) = x, 1\n else\n  y = 2\n end\n map(q -> q + "
                "y, x)\nend",
                "f@9:9 x@11:11 x@18:11 y@28:28 z@31:31 x@36:11 y@49:28 q@65:65 q@70:65 y@74:28 "
                "x@77:11 ");
    check_names("function f(y!, x)\n y! += x\n c ← x\nend", /* that is a routine */
                "f@9:9 y!@11:11 x@15:15 y!@19:11 x@25:15 c@28:28 x@34:15 ");
    /* while it is typed */
    check_names("function f(x)\n c = x +\n d = c",
                "f@9:9 x@11:11 c@15:15 x@19:11 d@24:24 c@28:15 ");
    check_names("@i function f(x\n", "f@12:12 x@14:14 ");
    check_names("@i function f(x)\n y ← (\n@i function g(x)\nend",
                "f@12:12 x@14:14 y@18:18 g@38:38 x@40:40 ");
    check_names("end end )]} let in @fn @i function", "");
    check_names("@i function f(x)\n @safe println(\"$x! \\$x $x\")\nend\n",
                "f@12:12 x@14:14 x@34:14 x@42:14 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_have_frames),
        cmocka_unit_test(positions_are_utf16),
        cmocka_unit_test(positions_and_offsets_are_inverse),
        cmocka_unit_test(paths_and_uris),
        cmocka_unit_test(names_stand_for_what_they_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
