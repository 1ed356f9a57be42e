/* test_parser_damage.c: damaged programs, garbage and deep nesting give diagnostics, never a crash
 * or a hang. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/rgc.h"
#include "errors/errors.h"

enum { ROUNDS = 3000 };

static const char *const programs[] = {
    "@i function f(out!::Int, n::Int)\n  @invcheckoff if (n >= 1, ~)\n    counter ← 0\n    counter "
    "+= n\n"
    "    while (counter > 1, counter!=n)\n      f(out!, counter-1)\n      counter -= 2\n    end\n  "
    "  counter -= n % 2\n"
    "    counter → 0\n  end\n  out! += 1\nend\n",
    "using NiLang\n@i @inline function imul(out!, x, anc!)\n  anc! += out! * x\n  out! -= anc! / "
    "x\n  SWAP(out!, anc!)\nend\n"
    "@i function main(y!::Fixed, x::Fixed, A::Matrix{Fixed}, v::Vector{Int}; tol=1e-8)\n  @routine "
    "begin\n    a <- zero(x)\n"
    "    a += sin(x + 2y!) ^ 2\n    for i = 1:2:size(A, 1), j = size(A, 2):-1:1\n      a += A[i, "
    "j] * v[end]\n    end\n  end\n"
    "  imul(x, 2.0, y!)\n  ~(y! += a; x -= a / 2)\n  if (a > tol && !(x < 1), ~)\n    NEG(y!)\n  "
    "elseif (a == 0)\n"
    "    (~imul)(y!, x, a)\n  else\n    y! += a > 0 ? 1.0 : -x'\n  end\n  ~@routine\nend\n",
    "\"\"\"doc\"\"\"\nconst c = 3.5e-2 * π #= nested #= comment =# =#\n@i function f(l!::Log, "
    "b!::Bool, k!::Int, θ::Real)\n"
    "  l! *= convert(c) / 2\n  b! xor= k! << 2 >= 0x1F && true\n  @from k! == 0 while k! < 10\n    "
    "k! += 1\n  end\n"
    "  @zeros Float64 p q\n  ROT(p, q, θ)\n  ~ROT(p, q, θ)\n  ~@zeros Float64 p q\n  @safe @assert "
    "size(l!) == (1, 2)\nend\n",
};

static uint32_t next(uint32_t *seed) { return *seed = *seed * 1664525u + 1013904223u; }

/* Compile; every error must be of the catalogue. Returns the number of errors. */
static size_t compile(const char *text, size_t size)
{
    rgc_result *r = rgc_compile_buffer("damaged.rg", text, size, NULL);
    assert_non_null(r);
    size_t errors = rgc_error_total(r);
    assert_true((rgc_object(r) == NULL) == (errors > 0));
    for (size_t i = 0; i < rgc_diagnostic_count(r); i++) {
        const rgc_diagnostic *d = rgc_diagnostic_at(r, i);
        assert_non_null(d->code);
        assert_string_not_equal(d->code, "R0699");
        if (!rg_error_lookup(d->code))
            fail_msg("code %s is not in the catalogue", d->code);
    }
    FILE *out = tmpfile();
    if (out) {
        rgc_render_text(r, out);
        rgc_render_json(r, out);
        fclose(out);
    }
    rgc_result_free(r);
    return errors;
}

static void damaged_programs(void **state)
{
    (void)state;
    static const char *const scraps[] = {
        "end", "(", ")",  "[",  "~", "@routine ", "\n",     "←",  "→",   "if ",  "for ",
        ",",   "'", "\"", "#=", ".", "while ",    "begin ", "+=", "1e",  "\xff", "x",
        "::",  "T", "{",  "}",  ":", "?",         "!",      "2",  "-> 0"};
    uint32_t seed = 7;
    size_t tried = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const char *p = programs[(next(&seed) >> 8) % 3];
        size_t size = strlen(p);
        char text[4096];
        memcpy(text, p, size);
        for (unsigned changes = 1 + (next(&seed) >> 16) % 4; changes > 0; changes--) {
            size_t at = (next(&seed) >> 4) % (size + 1);
            const char *scrap = scraps[(next(&seed) >> 8) % (sizeof scraps / sizeof scraps[0])];
            size_t n = strlen(scrap), cut = (next(&seed) >> 8) % 12;
            switch ((next(&seed) >> 12) % 4) {
            case 0: size = at; break;
            case 1:
                if (size + n < sizeof text) {
                    memmove(text + at + n, text + at, size - at);
                    memcpy(text + at, scrap, n);
                    size += n;
                }
                break;
            case 2:
                if (cut > size - at)
                    cut = size - at;
                memmove(text + at, text + at + cut, size - at - cut);
                size -= cut;
                break;
            default:
                if (at < size)
                    text[at] = (char)(next(&seed) >> 16);
            }
        }
        compile(text, size);
        tried++;
    }
    assert_int_equal(tried, ROUNDS);
}

static void truncated_programs(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof programs / sizeof programs[0]; k++)
        for (size_t n = 1; n < strlen(programs[k]) - 4; n += 3)
            assert_true(compile(programs[k], n) > 0 || n < 20);
}

static void garbage(void **state)
{
    (void)state;
    uint32_t seed = 99;
    char text[512];
    for (unsigned round = 0; round < 200; round++) {
        for (size_t i = 0; i < sizeof text; i++)
            text[i] = (char)(next(&seed) >> 16);
        assert_true(compile(text, sizeof text) > 0);
    }
}

static void deep_nesting(void **state)
{
    (void)state;
    static const char *const open[] = {
        "(",           "-",  "~",         "[",        "if true\n",  "begin\n",        "f(",
        "2^",          "x[", "@routine ", "a ? b : ", "if x\nelse", "while (a, b)\n", "1 + ",
        "for i=1:2\n", "~("};
    for (size_t k = 0; k < sizeof open / sizeof open[0]; k++) {
        size_t n = strlen(open[k]), count = 20000;
        char *text = malloc(64 + n * count);
        assert_non_null(text);
        size_t at =
            (size_t)sprintf(text, "@i function f(y!::Int)\n%s", k < 4 || k > 5 ? "y! += " : "");
        for (size_t i = 0; i < count; i++, at += n)
            memcpy(text + at, open[k], n);
        assert_true(compile(text, at) > 0);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_programs),
        cmocka_unit_test(truncated_programs),
        cmocka_unit_test(garbage),
        cmocka_unit_test(deep_nesting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
