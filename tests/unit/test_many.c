/* test_many.c: programs of many definitions: the index of names, and routines without types. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "compiler/rgc.h"
#include "compiler/syntax/index.h"

/* ---- the index ---- */

static bool same_text(const void *item, const void *key)
{
    return strncmp(item, key, strlen(key)) == 0;
}

/* Hashes that share a run of slots at the end of the table, which goes on at its start; each text
 * is there twice, and the first one counts. */
static void test_index(void **state)
{
    (void)state;
    fr_arena arena = {0};
    fr_index index = {0};
    assert_int_equal(setjmp(arena.out_of_memory), 0);
    assert_null(fr_index_find(&index, 1, same_text, "none"));
    for (unsigned twice = 0; twice < 2; twice++)
        for (unsigned i = 0; i < 300; i++)
            fr_index_add(&arena, &index, UINT64_MAX - i % 3,
                         fr_format(&arena, "%03u %u", i, twice));
    for (unsigned i = 0; i < 300; i++) {
        const char *key = fr_format(&arena, "%03u", i);
        const char *found = fr_index_find(&index, UINT64_MAX - i % 3, same_text, key);
        assert_non_null(found);
        assert_string_equal(found, fr_format(&arena, "%03u 0", i));
        assert_null(fr_index_find(&index, UINT64_MAX - (i + 1) % 3, same_text, key));
    }
    assert_int_equal(index.count, 600);
    fr_arena_free(&arena);
}

/* ---- routines without types ---- */

typedef struct {
    char *text;
    size_t size;
    FILE *out;
} program;

static void start(program *p)
{
    p->out = open_memstream(&p->text, &p->size);
    assert_non_null(p->out);
}

static rgc_result *compile(program *p)
{
    assert_int_equal(fclose(p->out), 0);
    rgc_result *r = rgc_compile_buffer("many.rg", p->text, p->size, NULL);
    assert_non_null(r);
    free(p->text);
    return r;
}

/* f1, f2, ...: each calls the one before, the first one has this line. */
static void write_chain(FILE *out, unsigned count, const char *line)
{
    fprintf(out, "@i function f1(x!, y)\n%s\nend\n", line);
    for (unsigned i = 2; i <= count; i++)
        fprintf(out, "@i function f%u(x!, y)\nf%u(x!, y)\nx! += y * 3\nend\n", i, i - 1);
}

/* Each body is checked once for each type, whoever calls it. */
static void check_chain(const char *line, size_t errors, const char *code)
{
    enum { ROUTINES = 4000, SECONDS = 8 };
    program p;
    const clock_t before = clock();
    start(&p);
    write_chain(p.out, ROUTINES, line);
    rgc_result *r = compile(&p);
    assert_true(clock() - before < SECONDS * CLOCKS_PER_SEC);
    assert_int_equal(rgc_error_total(r), errors);
    assert_string_equal(rgc_diagnostic_at(r, errors - 1)->code, code);
    rgc_result_free(r);
}

static void test_chains(void **state)
{
    (void)state;
    check_chain("x! += y * 3", 1, "R0601");
    check_chain("x! += nothere", 2, "R0301");
    check_chain("x! += tan(y, y, y, 1)", 2, "R0604");
}

/* A fault that only calls bring out, two calls away, is reported with the call that leads to it. */
static void test_context(void **state)
{
    (void)state;
    program p;
    start(&p);
    fprintf(p.out, "@i function g(y)\ny[1] += 1\nend\n"
                   "@i function h(y)\ng(y)\nend\n"
                   "@i function f(x!)\nt <- 1\nh(t)\nt -> 1\nend\n");
    rgc_result *r = compile(&p);
    assert_int_equal(rgc_error_total(r), 2);
    const rgc_diagnostic *d = rgc_diagnostic_at(r, 1);
    assert_int_equal(d->at.line, 2);
    assert_int_equal(d->note_count, 2);
    assert_int_equal(d->notes[1].line, 5);
    assert_non_null(strstr(d->notes[1].message, "while compiling 'g'"));
    rgc_result_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_index), cmocka_unit_test(test_chains),
                                       cmocka_unit_test(test_context)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
