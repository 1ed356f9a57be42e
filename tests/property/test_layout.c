/* test_layout.c: `retrograd fmt` on every program of the repository and on random ones. Laid out
 * twice is laid out once. The object is the same but for lines. Other blanks in the source change
 * nothing, and every comment is there. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/rgc.h"
#include "compiler/syntax/layout.h"
#include "program_text.h"
#include "tests/oracle/generate.h"
#include "tests/registers/program.h"

static const char *const places[] = {
    "examples/*.rg",     "examples/*/*.rg", "tests/conformance/*.rg", "tests/golden/*.rg",
    "firmware/lib/*.rg", "firmware/*.rg",   "bench/papers/*.rg",      "studies/*.rg",
};
enum { RANDOM_PROGRAMS = 20 };

static char *laid_out(const char *path, const char *text, size_t size)
{
    char *out = NULL;
    size_t out_size = 0;
    rgc_result *r = rgc_format_buffer(path, text, size, &out, &out_size);
    assert_non_null(r);
    for (size_t i = 0; !out && i < rgc_diagnostic_count(r); i++)
        assert_string_not_equal(rgc_diagnostic_at(r, i)->code, "R0198");
    if (out)
        assert_int_equal(strlen(out), out_size);
    else
        assert_true(rgc_error_total(r) > 0);
    rgc_result_free(r);
    return out;
}

static void same_words(const char *path, const char *what, const void *a, size_t a_count,
                       const void *b, size_t b_count, size_t size)
{
    if (a_count != b_count || (a_count && memcmp(a, b, a_count * size) != 0))
        fail_msg("%s: the %s of the program laid out are others", path, what);
}

static void same_object(const char *path, const rg_object *a, const rg_object *b)
{
    same_words(path, "words", a->code, a->code_count, b->code, b->code_count, sizeof *a->code);
    assert_int_equal(a->text_count, b->text_count);
    for (size_t i = 0; i < a->text_count; i++)
        assert_string_equal(a->texts[i], b->texts[i]);
    assert_int_equal(a->name_count, b->name_count);
    for (size_t i = 0; i < a->name_count; i++)
        assert_string_equal(a->names[i], b->names[i]);
    assert_int_equal(a->place_count, b->place_count);
    assert_int_equal(a->routine_count, b->routine_count);
    for (size_t i = 0; i < a->routine_count; i++) {
        assert_string_equal(a->routines[i].name, b->routines[i].name);
        assert_int_equal(a->routines[i].entry, b->routines[i].entry);
        assert_int_equal(a->routines[i].param_count, b->routines[i].param_count);
    }
    for (size_t i = 0; i < a->code_count; i++) {
        assert_int_equal(a->lines[i].role, b->lines[i].role);
        assert_int_equal(a->lines[i].name, b->lines[i].name);
    }
}

static void compiles_alike(const char *path, const char *text, size_t size, const char *laid)
{
    rgc_result *a = rgc_compile_buffer(path, text, size, NULL),
               *b = rgc_compile_buffer(path, laid, strlen(laid), NULL);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(rgc_error_total(a), rgc_error_total(b));
    assert_int_equal(rgc_diagnostic_count(a), rgc_diagnostic_count(b));
    for (size_t i = 0; i < rgc_diagnostic_count(a); i++)
        assert_string_equal(rgc_diagnostic_at(a, i)->code, rgc_diagnostic_at(b, i)->code);
    assert_true(!rgc_object(a) == !rgc_object(b));
    if (rgc_object(a))
        same_object(path, rgc_object(a), rgc_object(b));
    rgc_result_free(a);
    rgc_result_free(b);
}

/* Blanks that mean nothing: at line ends, before and behind operators that have some, and empty
 * lines where there is one. Comments and strings stay. */
static char *disturbed(const char *text, generator *g)
{
    static const char *const blanks[] = {"  ", "\t", "   ", " \t "};
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    bool quoted = false, comment = false, start = true, shown = false;
    assert_non_null(f);
    for (const char *c = text; *c; c++) {
        const bool blank = *c == ' ' && !quoted && !comment && !shown;
        if (*c == '\n') {
            comment = start = false;
            fputs(pick(g, 4) == 0 && !quoted ? "  \n" : "\n", f);
            if (!quoted && c[1] == '\n')
                for (unsigned i = pick(g, 3); i > 0; i--)
                    fputc('\n', f);
            start = true;
            shown = false;
            continue;
        }
        if (*c == '"' && !comment && (c == text || c[-1] != '\\'))
            quoted = !quoted;
        comment = comment || (*c == '#' && !quoted);
        shown = shown || strncmp(c, "@show", 5) == 0;
        if (start && blank) /* the indentation */
            fputs(pick(g, 2) ? "" : blanks[pick(g, 4)], f);
        else if (blank && pick(g, 3) == 0)
            fputs(ONE_OF(g, blanks), f);
        else
            fputc(*c, f);
        start = start && *c == ' ';
    }
    assert_int_equal(fclose(f), 0);
    return out;
}

/* Without aligned comments, which tell of the columns of the source. */
static bool has_trailing_comments(const char *text)
{
    for (const char *c = strchr(text, '#'); c; c = strchr(c + 1, '#')) {
        const char *start = c;
        while (start > text && (start[-1] == ' ' || start[-1] == '\t'))
            start--;
        if (start != text && start[-1] != '\n' && start[-1] != '#')
            return true;
        if (c[1] == '=')
            return true;
        c = strchr(c, '\n');
        if (!c)
            break;
    }
    return false;
}

static bool check(const char *path, const char *text, size_t size, bool compile)
{
    char *once = laid_out(path, text, size);
    if (!once)
        return false;
    char *twice = laid_out(path, once, strlen(once));
    assert_non_null(twice);
    if (strcmp(once, twice) != 0)
        fail_msg("%s: laid out twice it is another text", path);
    if (compile)
        compiles_alike(path, text, size, once);
    if (!has_trailing_comments(text) && !strstr(text, "\\\n") && !strstr(text, "\"\"\"")) {
        generator g = {.state = 88172645463325252u};
        for (unsigned round = 0; round < 3; round++) {
            char *other = disturbed(text, &g), *laid = laid_out(path, other, strlen(other));
            if (!laid)
                fail_msg("%s: with other blanks it does not parse:\n%s", path, other);
            if (strcmp(once, laid) != 0)
                fail_msg("%s: with other blanks it is laid out otherwise:\n%s\n%s", path, other,
                         laid);
            free(other);
            free(laid);
        }
    }
    free(twice);
    free(once);
    return true;
}

static char *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *text = malloc(1 << 20);
    assert_non_null(f);
    assert_non_null(text);
    *size = fread(text, 1, (1 << 20) - 1, f);
    text[*size] = '\0';
    assert_int_equal(fclose(f), 0);
    return text;
}

static void every_program_of_the_repository(void **state)
{
    (void)state;
    size_t laid = 0;
    setenv("RETROGRAD_LIBRARY", "firmware/lib", 1);
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        glob_t found;
        if (glob(places[p], 0, NULL, &found) != 0)
            continue;
        for (size_t i = 0; i < found.gl_pathc; i++) {
            size_t size;
            char *text = read_file(found.gl_pathv[i], &size);
            laid += check(found.gl_pathv[i], text, size, true);
            free(text);
        }
        globfree(&found);
    }
    print_message("%zu programs of the repository\n", laid);
    assert_true(laid > 200);
}

static void random_programs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RANDOM_PROGRAMS; seed++) {
        gen g;
        gen_program(&g, seed);
        assert_true(check("random.rg", g.out.s, strlen(g.out.s), true));
        gen_free(&g);
        static program_text crowded;
        program_make(&crowded, seed);
        assert_true(check("crowded.rg", crowded.text, strlen(crowded.text), seed % 8 == 0));
    }
}

/* Every prefix of a program is laid out or refused, and so is every program with one byte less. */
static void damaged_programs(void **state)
{
    (void)state;
    size_t size, laid = 0;
    char *text = read_file("tests/conformance/nilang_spellings.rg", &size);
    size = size < 3000 ? size : 3000;
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    for (size_t cut = 0; cut < size; cut += 7) {
        char *out = laid_out("cut.rg", text, cut);
        laid += out != NULL;
        free(out);
        memcpy(copy, text, cut);
        memcpy(copy + cut, text + cut + 1, size - cut - 1);
        out = laid_out("less.rg", copy, size - 1);
        laid += out != NULL;
        free(out);
    }
    assert_true(laid > 10);
    free(copy);
    free(text);
}

/* A text that lost or gained something is not taken for the same. */
static void what_is_not_the_same(void **state)
{
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {
        {"x += 1 # a\n", "x  +=  1   # a", true},
        {"x += 1 # a\n", "x += 1 # b\n", false},
        {"x += 1 # a\n", "x += 1\n", false},
        {"x += 1\n\n\ny += 1\n", "\nx += 1\ny += 1\n\n", true},
        {"x += 1; y += 1\n", "x += 1\ny += 1\n", false},
        {"f(x)\n", "f (x)\n", false},
        {"f( x)\n", "f(x)\n", true},
        {"2x\n", "2 x\n", false},
        {"#= a #= b =# =# x\n", "#= a #= b =# =#x\n", true},
        {"#= a =# x\n", "#= a  =# x\n", false},
        {"x <- 3\n", "x < -3\n", false},
        {"~(x)\n", "~ (x)\n", false},
        {"x'\n", "x\n", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        fr_arena arena = {0};
        fr_diags d = {.arena = &arena, .limit = 20};
        if (setjmp(arena.out_of_memory))
            fail();
        const uint32_t a = fr_add_source(&d, "a", pairs[i].a, strlen(pairs[i].a)),
                       b = fr_add_source(&d, "b", pairs[i].b, strlen(pairs[i].b));
        if (fr_lay_same(&d, a, b) != pairs[i].same)
            fail_msg("%s and %s", pairs[i].a, pairs[i].b);
        fr_arena_free(&arena);
    }
}

static void forms(void **state)
{
    static const char
        before[] =
            "\n\n@i function  g( a!::Int,b ;k=1)# first\n  a!+=b#one\n f(a!,\n b)\n ~( "
            "a!+=1\n\n\n\n"
            "   b-=1)\n f(\n a!, # arg\n  b   #= x =# ,\n)\n#own\n   if(a! >0 , ~ ) \n a! +=\n   "
            "1\n"
            " else\n  y! .+= x.^2 .- 1\n  end\n  @show   a!+b   x\n a! += 1 + \\\n  2*v[i + 1]^ 2\n"
            " for i=1:n - 1\n   a!-=b>c?1:-2\n end\n (~f)( a! ) \nend\n"
            "@fn h(x,y::Int)=\n let a=x+1 in\n # c\n foldl(+,0,v) +\n b\n\n\n",
        after[] = "@i function g(a!::Int, b; k=1) # first\n    a! += b #one\n    f(a!,\n      b)\n"
                  "    ~(a! += 1\n\n      b -= 1)\n    f(\n        a!, # arg\n        b #= x =#,\n"
                  "    )\n    #own\n    if (a! > 0, ~)\n        a! +=\n            1\n    else\n"
                  "        y! .+= x .^ 2 .- 1\n    end\n    @show   a!+b   x\n    a! += 1 + \\\n"
                  "        2 * v[i+1]^2\n    for i = 1:n-1\n        a! -= b > c ? 1 : -2\n    end\n"
                  "    (~f)(a!)\nend\n@fn h(x, y::Int) =\n    let a = x + 1 in\n    # c\n"
                  "    foldl(+, 0, v) +\n    b\n";
    (void)state;
    char *laid = laid_out("forms.rg", before, strlen(before));
    assert_string_equal(laid, after);
    free(laid);
}

/* test_layout FROM COUNT: the random programs of these seeds alone. */
static int campaign(uint64_t from, uint64_t count)
{
    for (uint64_t seed = from; seed < from + count; seed++) {
        gen g;
        gen_program(&g, seed);
        if (!check("random.rg", g.out.s, strlen(g.out.s), false))
            return 1;
        gen_free(&g);
    }
    printf("%llu random programs\n", (unsigned long long)count);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),
        cmocka_unit_test(what_is_not_the_same),
        cmocka_unit_test(random_programs),
        cmocka_unit_test(every_program_of_the_repository),
        cmocka_unit_test(damaged_programs),
    };
    if (argc == 3)
        return campaign(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
