/* test_inverse_source.c: the inverse printed as source compiles, inverts back to the original code,
 * and undoes it. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/opt/opt.h"
#include "compiler/rgc.h"
#include "host-driver/retrograd.h"

static const char *const places[] = {"examples/*.rg",          "examples/*/*.rg",
                                     "tests/conformance/*.rg", "tests/golden/*.rg",
                                     "firmware/lib/*.rg",      "firmware/*.rg"};

/* The pass `fold` looks at source lines, so that a trap names the right one, and a printed program
 * has others. */
static const rgc_options unfolded = {.passes_off = UINT64_C(1) << OPT_FOLD};

/* NULL where there is no inverse, because the program erases. */
static char *printed(const rgc_result *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    int failed = rgc_print_source(r, f, true);
    assert_int_equal(fclose(f), 0);
    if (failed == RGC_NO_INVERSE) {
        free(text);
        return NULL;
    }
    assert_int_equal(failed, 0);
    return text;
}

static rgc_result *compiled(const char *of, const char *text)
{
    rgc_result *r = rgc_compile_buffer("inverse.rg", text, strlen(text), &unfolded);
    assert_non_null(r);
    if (!rgc_object(r)) {
        rgc_render_text(r, stderr);
        fail_msg("the inverse of %s does not compile:\n%s", of, text);
    }
    return r;
}

/* The text of an inverse has all routines of a library, so its code is not that of the source. */
static bool needs_library(const char *path)
{
    char line[1000];
    bool found = false;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (!found && fgets(line, sizeof line, f))
        found = strncmp(line, "using ", 6) == 0;
    assert_int_equal(fclose(f), 0);
    return found;
}

/* Inverse of the inverse: the same text as printing twice, the same code as the source. */
static void round_trip(const char *path)
{
    if (needs_library(path))
        return;
    rgc_result *source = rgc_compile_file(path, &unfolded);
    assert_non_null(source);
    char *once = rgc_object(source) ? printed(source) : NULL;
    if (once) {
        rgc_result *inverse = compiled(path, once);
        char *twice = printed(inverse);
        rgc_result *again = compiled(path, twice);
        char *thrice = printed(again);
        assert_string_equal(once, thrice);
        const rg_object *a = rgc_object(source), *b = rgc_object(again);
        if (a->code_count != b->code_count
            || memcmp(a->code, b->code, a->code_count * sizeof *a->code) != 0)
            fail_msg("%s: the inverse of the inverse is another program:\n%s", path, twice);
        free(once);
        free(twice);
        free(thrice);
        rgc_result_free(inverse);
        rgc_result_free(again);
    }
    rgc_result_free(source);
}

static void every_program_inverts_twice(void **state)
{
    (void)state;
    size_t tried = 0;
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        glob_t found;
        if (glob(places[p], 0, NULL, &found) != 0)
            continue;
        for (size_t i = 0; i < found.gl_pathc; i++, tried++)
            round_trip(found.gl_pathv[i]);
        globfree(&found);
    }
    assert_true(tried > 25);
}

/* Run the source forward and the printed inverse forward on what came out: the arguments are back.
 */
typedef struct {
    const char *path, *routine, *names[4];
    double values[4];
} run;

static const run runs[] = {
    {"examples/bessel.rg", "ibesselj", {"v", "z"}, {2, 1.5}},
    {"examples/rrfib.rg", NULL, {"n"}, {9}},
    {"examples/iexp_bank.rg", NULL, {"x"}, {1.25}},
    {"tests/conformance/branches.rg", NULL, {NULL}, {0}},
};

static void set(rg_job *job, const run *r)
{
    rg_fault fault;
    for (size_t i = 0; i < 4 && r->names[i]; i++)
        if (rg_parameter_find(job, r->names[i]) >= 0)
            assert_int_equal(rg_set_number(job, r->names[i], r->values[i], &fault), RG_OK);
}

static void undo(rg_device *device, const run *r)
{
    rg_fault fault = {0};
    assert_int_equal(rg_load(device, r->path, &fault), RG_OK);
    const char *name = r->routine ? r->routine : rg_routine_name(device, 0);
    char *copy = strdup(name);
    assert_non_null(copy);
    rg_job *job = rg_job_new(device, copy, &fault);
    assert_non_null(job);
    set(job, r);
    int64_t before[16], after[16];
    size_t count = rg_parameter_count(job);
    assert_true(count <= 16);
    rg_parameter p;
    if (rg_call(job, &fault) != RG_OK)
        fail_msg("%s: %s", r->path, fault.message);
    for (size_t i = 0; i < count && rg_parameter_at(job, i, &p); i++) {
        assert_int_equal(p.rank, 0);
        rg_get_argument_raw(job, p.name, &before[i], 1);
        rg_get_raw(job, p.name, &after[i], 1);
    }
    rg_job_free(job);
    rgc_result *source = rgc_compile_file(r->path, NULL);
    char *text = printed(source);
    assert_int_equal(rg_load_text(device, "inverse.rg", text, &fault), RG_OK);
    job = rg_job_new(device, copy, &fault);
    assert_non_null(job);
    for (size_t i = 0; i < count && rg_parameter_at(job, i, &p); i++)
        assert_int_equal(rg_set_raw(job, p.name, &after[i], 1, 1, &fault), RG_OK);
    if (rg_call(job, &fault) != RG_OK)
        fail_msg("inverse of %s: %s\n%s", r->path, fault.message, text);
    for (size_t i = 0; i < count && rg_parameter_at(job, i, &p); i++) {
        int64_t word;
        rg_get_raw(job, p.name, &word, 1);
        assert_int_equal(word, before[i]);
    }
    free(text);
    rgc_result_free(source);
    rg_job_free(job);
    free(copy);
}

static void the_inverse_undoes(void **state)
{
    (void)state;
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++)
        undo(device, &runs[i]);
    rg_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_program_inverts_twice),
        cmocka_unit_test(the_inverse_undoes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
