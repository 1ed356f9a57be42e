/* test_check_rules.c: each static rule, with the line of its message and of its note. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/rgc.h"

typedef struct {
    const char *code;
    unsigned line, note_line;
    const char *body;
} refused;

/* Bodies of a routine whose head is line 1. note_line 0: no note. */
static const refused cases[] = {
    {"R0309", 2, 2, "y! += y!"},
    {"R0309", 2, 2, "y! += sin(x) * (1 - y!)"},
    {"R0309", 2, 2, "v[n! + 1] += v[n! + 1] * v[n! + 1]"},
    {"R0309", 2, 2, "v[1] += v[v[1]]"},
    {"R0313", 2, 2, "x ↔ x"},
    {"R0313", 2, 2, "two(v[1], v[1])"},
    {"R0313", 2, 2, "ROT(x, x, 1.0)"},
    {"R0309", 2, 2, "ROT(x, y!, y!)"},
    {"R0301", 2, 0, "y! += nothere"},
    {"R0302", 3, 2, "k ← 0\nk ← 0\nk → 0"},
    {"R0302", 2, 1, "x ← 0"},
    {"R0302", 2, 1, "for x = 1:3\nend"},
    {"R0304", 4, 3, "k ← 0\nk → 0\nn! += k"},
    {"R0304", 4, 3, "k ← 0\nk → 0\nk → 0"},
    {"R0304", 5, 4, "@routine begin\nk ← 0\nend; ~@routine\nn! += k"},
    {"R0305", 3, 2, "if n! > 0\nk ← 0\nend\nk → 0"},
    {"R0305", 4, 3, "k ← 0\nif n! > 0\nk → 0\nend"},
    {"R0306", 3, 2, "for i = 1:3\nk ← 0\nk += 1\nend"},
    {"R0306", 4, 2, "k ← 0\nwhile (n! > 0, n! < 3)\nk → 0\nend"},
    {"R0307", 5, 2, "@routine begin\nk ← 0\nend\nk → 0\n~@routine"},
    {"R0308", 2, 0, "~@routine"},
    {"R0308", 2, 0, "@routine begin\nend"},
    {"R0308", 5, 2, "@routine begin\nend\nfor i = 1:2\n~@routine\nend\n~@routine"},
    {"R0308", 4, 3, "@routine a begin end\n@routine b begin end\n~@routine a"},
    {"R0310", 2, 0, "y! *= 2"},
    {"R0310", 2, 0, "b! += 1"},
    {"R0310", 2, 0, "l! += 1"},
    {"R0310", 2, 0, "y! ⊻= 1"},
    {"R0311", 2, 0, "@anc k = x"},
    {"R0312", 2, 1, "y! → 0"},
    {"R0312", 3, 2, "for i = 1:3\ni → 3\nend"},
    {"R0314", 2, 4, "k ← 0\nk += 1"},
    {"R0303", 3, 2, "for i = 1:3\ni += 1\nend"},
    {"R0303", 2, 1, "tol += 1"},
    {"R0202", 2, 0, "n! += x"},
    {"R0202", 2, 0, "v[1] += n! / 2 - n!"},
    {"R0202", 2, 0, "n! += 0.5"},
    {"R0202", 2, 0, "y! += b! ? l! : x"},
    {"R0202", 2, 0, "x ↔ n!"},
    {"R0202", 2, 0, "y! += l!"},
    {"R0203", 2, 0, "y! += convert(l! % l!)"},
    {"R0203", 2, 0, "b! ⊻= l! < l!"},
    {"R0203", 2, 0, "n! += 3 << x"},
    {"R0203", 2, 0, "b! ⊻= !n!"},
    {"R0204", 2, 1, "y! += v[1, 2]"},
    {"R0204", 2, 0, "y! += v"},
    {"R0204", 2, 1, "y! += x[1]"},
    {"R0204", 2, 1, "y! += length(x)"},
    {"R0205", 2, 0, "y! += nosuch(x)"},
    {"R0205", 2, 0, "nosuch(x)"},
    {"R0112", 2, 0, "sin(x)"},
    {"R0404", 2, 0, "if n!\nend"},
    {"R0404", 2, 0, "while (n! > 0, x)\nend"},
    {"R0603", 2, 6, "y! += one_more(n!)\n"},
    {"R0604", 2, 6, "one_more(n!, 1)\n"},
    {"R0604", 2, 6, "one_more(n!; k = 1)\n"},
    {"R0605", 2, 6, "one_more(x)\n"},
    {"R0605", 2, 6, "one_more(v)\n"},
    {"R0502", 2, 0, "y! += 2.0^30"},
    {"R0502", 2, 0, "n! += 1 ÷ 0"},
    {"R0503", 2, 0, "l! *= zero(l!)"},
    {"R0407", 2, 2, "y! .+= v"},
    {"R0408", 2, 0, "v .+= v * v"},
    {"R0409", 2, 0, "y! += v[1:2]"},
    {"R0207", 2, 1, "x.re += 1"},
    {"R0199", 2, 0, "y! += \"one\""},
    {"R0119", 2, 0, "let a = x\n y! += a\nend"},
    {"R0119", 2, 0, "    function g(a)\n a += 1\nend"},
    {"R0315", 4, 3,
     "a ← zeros(Fixed, 3)\nb ← zeros(Int, 2, 2)\na → zeros(Fixed, 3)\nb → zeros(Int, 2, 2)"},
    {"R0204", 3, 2, "a ← zeros(Fixed, 3)\na → 0"},
    {"R0314", 2, 4, "k ← length(v)\nk += 1"},
    {"R0316", 2, 0, "INV(x) += 1"},
};

static const char head[] = "@i function main(y!::Fixed, x::Fixed, n!::Int, b!::Bool, l!::Log, "
                           "v::Vector{Int}; tol = 1e-8)\n";
static const char tail[] = "\nend\n\n@i function one_more(a!::Int)\n    a! += 1\nend\n@i function "
                           "two(a!, c!)\n    a! += 1\nend\n";

static rgc_result *compile(const char *body)
{
    char text[2000];
    int n = snprintf(text, sizeof text, "%s%s%s", head, body, tail);
    assert_true(n > 0 && (size_t)n < sizeof text);
    rgc_result *r = rgc_compile_buffer("rules.rg", text, (size_t)n, NULL);
    assert_non_null(r);
    return r;
}

static void rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rgc_result *r = compile(cases[i].body);
        const rgc_diagnostic *d = rgc_diagnostic_at(r, 0);
        if (!d)
            fail_msg("'%s' compiles in silence", cases[i].body);
        bool note = cases[i].note_line == 0
                    || (d->note_count > 0 && d->notes[0].line == cases[i].note_line);
        if (strcmp(d->code, cases[i].code) != 0 || d->at.line != cases[i].line || !note) {
            rgc_render_text(r, stderr);
            fail_msg("'%s': expected %s on line %u with a note on line %u", cases[i].body,
                     cases[i].code, cases[i].line, cases[i].note_line);
        }
        if (rgc_error_total(r) != 1)
            rgc_render_text(r, stderr);
        assert_int_equal(rgc_error_total(r), 1); /* no cascade */
        assert_null(rgc_object(r));
        rgc_result_free(r);
    }
}

static const char *const accepted[] = {
    "y! += x * x",
    "y! += x; y! -= x / n!",
    "v[1] += v[2] * v[n!]",
    "two(v[1], v[n!])",
    "two(y!, x + y!)",
    "k ← 0; k += n!; y! += k; k -= n!; k → 0",
    "k ← n!; y! += k; k → n!",
    "k <- 0; k -> 0; k <- 1; k -> 1",
    "if (n! > 0, n! > 1)\nk ← 0\nelse\nk ← 0\nend\nn! += k\nk → 0",
    "if n! > 3 n! += 1 end",
    "@routine begin\nk ← 0.0\nk += x\nend\ny! += k\n~@routine",
    "@routine begin\nk ← 0.0\nend\n@routine begin\nj ← 0.0\nend\n~@routine\n~@routine",
    "~begin\n@routine begin\nk ← 0.0\nk += x\nend\ny! += k\n~@routine\nend",
    "~(k → 0); n! += 1; ~(k ← 0)",
    "@anc k = 0.0\nk += x\nk -= x",
    "for i = 1:3\n@anc k = 0\nend",
    "@from n! == 0 while n! < 5\nn! += 1\nend",
    "@zeros Fixed p q\np += 1\np -= 1\n~@zeros Fixed p q",
    "l! *= x; l! /= 2; l! *= l2^2",
    "b! ⊻= 0 < x < 1 && !(n! == 2)",
    "b! xor= size(v) == (3,)",
    "y! += b! ? x : -x",
    "(~two)(x, y!); ~two(x, y!)",
    "n! ⊻= 5 & 3 | 4; n! += 7 % 3 ÷ 1 << 2",
    "@safe println(x)",
    "@assert n! >= 0; @safe n! >= 0 || error(\"negative\")",
    "@invcheckoff @inbounds for i = 1:length(v), j = 3:-1:1\nv[i] += j\nend",
    "y! += x' + real(x) + one(x) - zero(Fixed) + tol",
    "nothing",
    "k ← length(v)\nfor i = 1:k\nv[i] += 1\nend",
    ("a ← zeros(Fixed, n!, 2); b ← zero(a); c ← zeros(Int, 3); a[1, 2] += b[1, 1]; "
     "c → zeros(Int, 3); b → zero(a); a → zeros(Fixed, n!, 2)"),
    "@anc a = zeros(Fixed, n!)\nif x > 0\n@routine begin\nb ← zeros(Int, 2)\nend\n~@routine\nend",
};

static void legal_programs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        char body[400];
        const char *l2 = strstr(accepted[i], "l2");
        snprintf(body, sizeof body, "%s%s%s", l2 ? "l2 ← one(Log); " : "", accepted[i],
                 l2 ? "; l2 → one(Log)" : "");
        rgc_result *r = compile(body);
        if (!rgc_object(r)) {
            rgc_render_text(r, stderr);
            fail_msg("'%s' does not compile", accepted[i]);
        }
        assert_int_equal(rgc_error_total(r), 0);
        rgc_result_free(r);
    }
}

static void entry_types_from_the_caller(void **state)
{
    (void)state;
    static const char text[] =
        "@i function f(y!::T, x::T, A) where T\n    y! += x * A[1, 1]\nend\n";
    const rgc_argument arguments[] = {{.name = "x", .base = RG_TYPE_FIXED},
                                      {.name = "A", .base = RG_TYPE_FIXED, .rank = 2}};
    rgc_options o = {.entry = "f", .arguments = arguments, .argument_count = 2};
    rgc_result *r = rgc_compile_buffer("f.rg", text, strlen(text), &o);
    assert_non_null(r);
    const rg_object *object = rgc_object(r);
    assert_non_null(object);
    assert_int_equal(object->routine_count, 1);
    assert_int_equal(object->routines[0].exported, 1);
    assert_int_equal(object->routines[0].params[0].base, RG_TYPE_FIXED);
    assert_int_equal(object->routines[0].params[2].rank, 2);
    rgc_result_free(r);
    o.argument_count = 1;
    r = rgc_compile_buffer("f.rg", text, strlen(text), &o);
    assert_non_null(r);
    assert_string_equal(rgc_diagnostic_at(r, 0)->code, "R0601");
    assert_int_equal((int)rgc_error_total(r), 1); /* a sound body hides behind it */
    assert_int_equal(rgc_parameter_count(r, 0), 3);
    rgc_result_free(r);
    r = rgc_compile_buffer("f.rg", text, strlen(text), &(rgc_options){.entry = "g"});
    assert_non_null(r);
    assert_string_equal(rgc_diagnostic_at(r, 0)->code, "R0607");
    rgc_result_free(r);
}

static void carets_stand_below_their_text(void **state)
{
    (void)state;
    static const char text[] = "@i function f(日本!::Int, α::Int)\n\t日本! += α ÷ 日本! + α\nend\n";
    rgc_result *r = rgc_compile_buffer("f.rg", text, strlen(text), NULL);
    assert_non_null(r);
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    assert_non_null(f);
    rgc_render_text(r, f);
    fclose(f);
    assert_non_null(strstr(out, "f.rg:2:13: error[R0309]: "));
    assert_non_null(strstr(out, "\n    \t日本! += α ÷ 日本! + α\n    \t             ^^^^^\n"));
    free(out);
    f = open_memstream(&out, &size);
    assert_non_null(f);
    rgc_render_json(r, f);
    fclose(f);
    assert_non_null(strstr(out, "\"file\": \"f.rg\", \"line\": 2, \"column\": 13, \"length\": 3"));
    free(out);
    rgc_result_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules),
        cmocka_unit_test(legal_programs),
        cmocka_unit_test(entry_types_from_the_caller),
        cmocka_unit_test(carets_stand_below_their_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
