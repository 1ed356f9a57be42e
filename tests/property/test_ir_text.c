/* test_ir_text.c: IR text holds all of a program. What the compiler prints of the programs of
 * examples/, tests/conformance and tests/golden, and of random ones, is read and printed again to
 * the same text, and gives the same object in every word and line. So does the text of some of them
 * after each pass, with the passes behind it. Damaged text gets an error that shows where.
 * RG_IR_TEXT_COUNT: how many random programs, and so how many of the others. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/opt/opt.h"
#include "compiler/rgc.h"
#include "tests/oracle/generate.h"
#include "tests/registers/program.h"

enum { PROGRAMS = 40, PATH_SIZE = 512, DAMAGES = 60 };

static unsigned program_count(void)
{
    const char *count = getenv("RG_IR_TEXT_COUNT");
    return count ? (unsigned)strtoul(count, NULL, 10) : PROGRAMS;
}

static char *ir_of(const rgc_result *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_int_equal(rgc_print_ir(r, out, false), 0);
    fclose(out);
    return text;
}

static rgc_result *compiled(const char *path, const char *text, rgc_options options)
{
    options.entry_may_be_missing = true;
    rgc_result *r = rgc_compile_buffer(path, text, strlen(text), &options);
    assert_non_null(r);
    return r;
}

/* Of IR text that the compiler printed: the name of the program is that in messages of this test.
 */
static rgc_result *compiled_ir(const char *program, const char *text, rgc_options options)
{
    rgc_result *r = compiled("printed.ir", text, options);
    if (rgc_error_total(r) > 0) {
        rgc_render_text(r, stderr);
        fail_msg("%s: its IR text is refused", program);
    }
    return r;
}

static bool same_line(const rg_object *a, const rg_object *b, size_t i)
{
    const rg_line *x = &a->lines[i], *y = &b->lines[i];
    const char *n = x->name ? a->names[x->name - 1] : "", *k = y->name ? b->names[y->name - 1] : "";
    return x->file == y->file && x->line == y->line && x->column == y->column && x->role == y->role
           && x->reversible == y->reversible && strcmp(n, k) == 0;
}

static bool same_routine(const rg_routine *a, const rg_routine *b)
{
    bool same = strcmp(a->name, b->name) == 0 && a->entry == b->entry && a->begin == b->begin
                && a->end == b->end && a->param_count == b->param_count
                && a->exported == b->exported;
    for (size_t i = 0; same && i < a->param_count; i++) {
        const rg_param *x = &a->params[i], *y = &b->params[i];
        same = strcmp(x->name, y->name) == 0 && strcmp(x->levels, y->levels) == 0
               && x->base == y->base && x->rank == y->rank && x->reg == y->reg
               && x->keyword == y->keyword && x->has_default == y->has_default
               && x->required == y->required && x->default_raw == y->default_raw;
    }
    return same;
}

static void assert_same_object(const char *program, const char *what, const rg_object *a,
                               const rg_object *b)
{
    if (!b || a->code_count != b->code_count || a->routine_count != b->routine_count
        || a->text_count != b->text_count)
        fail_msg("%s: another object %s", program, what);
    for (size_t i = 0; i < a->code_count; i++)
        if (a->code[i] != b->code[i] || !same_line(a, b, i))
            fail_msg("%s: another instruction %zu %s", program, i, what);
    for (size_t i = 0; i < a->routine_count; i++)
        if (!same_routine(&a->routines[i], &b->routines[i]))
            fail_msg("%s: another routine %s %s", program, a->routines[i].name, what);
    for (size_t i = 0; i < a->text_count; i++)
        assert_string_equal(a->texts[i], b->texts[i]);
}

static void assert_same_text(const char *program, const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    if (a[i] != b[i])
        fail_msg("%s: printed again, IR text differs:\n%.200s\n%.200s", program, a + i, b + i);
}

/* Returns whether the program compiles. */
static bool check_whole(const char *path, const char *text)
{
    rgc_result *direct = compiled(path, text, (rgc_options){0});
    const bool good = rgc_object(direct);

    if (good) {
        char *printed = ir_of(direct);
        rgc_result *again = compiled_ir(path, printed, (rgc_options){0});
        char *second = ir_of(again);
        assert_same_text(path, printed, second);
        assert_same_object(path, "of its IR text", rgc_object(direct), rgc_object(again));
        free(second);
        rgc_result_free(again);
        free(printed);
    }
    rgc_result_free(direct);
    return good;
}

static void check_step(const char *path, const char *text, const rg_object *whole, unsigned step)
{
    char what[64] = "of its IR text after ";
    opt_step_name(step, what + strlen(what), sizeof what - strlen(what));
    rgc_result *before = compiled(path, text, (rgc_options){.last_step = step});
    char *printed = ir_of(before);
    /* behind the last step no other one runs */
    rgc_result *after = compiled_ir(path, printed, (rgc_options){.first_step = step + 1});
    assert_same_object(path, what, whole, rgc_object(after));
    rgc_result_free(after);
    rgc_result_free(before);
    free(printed);
}

static void check_steps(const char *path, const char *text)
{
    rgc_result *direct = compiled(path, text, (rgc_options){0});

    for (unsigned step = 1; rgc_object(direct) && step <= opt_step_count(); step++)
        check_step(path, text, rgc_object(direct), step);
    rgc_result_free(direct);
}

/* ---- the programs of the repository ---- */

static char *text_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);

    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) < (1 << 20) - 1);
    fclose(file);
    return text;
}

static unsigned check_folder(const char *name, unsigned part, unsigned of)
{
    DIR *folder = opendir(name);
    unsigned good = 0, at = 0;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[PATH_SIZE];
        const size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 3, ".rg") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        char *text = text_of(path);
        good += check_whole(path, text);
        if (at++ % of == part)
            check_steps(path, text);
        free(text);
    }
    closedir(folder);
    return good;
}

static void programs_of_the_repository(void **state)
{
    (void)state;
    const unsigned of = 1 + 400 / (program_count() + 1);
    const unsigned good = check_folder("examples", 0, of) + check_folder("tests/conformance", 0, of)
                          + check_folder("tests/golden", 0, 4 * of);
    print_message("%u programs\n", good);
    assert_true(good > 100);
}

static void random_programs(void **state)
{
    (void)state;
    for (unsigned i = 0; i < program_count(); i++) {
        char name[32];
        gen g;
        snprintf(name, sizeof name, "seed %u", 80000 + i);
        gen_program(&g, 80000 + i);
        assert_true(check_whole(name, g.out.s));
        if (i % 8 == 0)
            check_steps(name, g.out.s);
        gen_free(&g);
    }
}

static void programs_that_crowd_the_registers(void **state)
{
    static program_text program;
    unsigned good = 0;
    (void)state;
    for (unsigned i = 0; i < program_count(); i++) {
        char name[32];
        snprintf(name, sizeof name, "registers, seed %u", i + 1);
        program_make(&program, i + 1);
        good += program.whole && check_whole(name, program.text);
        if (program.whole && i % 8 == 0)
            check_steps(name, program.text);
    }
    assert_true(good * 2 > program_count());
}

/* ---- damaged text ---- */

/* One change: a byte, a piece that goes, or a piece that stands twice or elsewhere. */
static char *damaged(const char *text, uint64_t *state)
{
    const size_t size = strlen(text), at = program_pick(state, (unsigned)size),
                 length = 1 + program_pick(state, 20), from = program_pick(state, (unsigned)size);
    const size_t piece = from + length <= size ? length : 0;
    char *out = calloc(1, size + length + 2);
    assert_non_null(out);
    memcpy(out, text, at);
    switch (program_pick(state, 4)) {
    case 0: out[at] = "0123456789()[]{}:;,.~!@%+-*/<>=& abn\"\\"[program_pick(state, 38)]; break;
    case 1: break; /* what stands here goes */
    default: memcpy(out + at, text + from, piece); break;
    }
    const size_t rest = at + (program_pick(state, 2) ? length : 1);
    if (rest < size)
        memcpy(out + strlen(out), text + rest, size - rest);
    return out;
}

static void check_damaged(const char *text, uint64_t *state, unsigned *refused)
{
    char *bad = damaged(text, state);
    rgc_result *r = compiled("damaged.ir", bad,
                             (rgc_options){.passes_off = program_pick(state, 2) ? OPT_EVERY : 0});
    assert_true(rgc_object(r) || rgc_error_total(r) > 0);
    if (rgc_error_total(r) > 0) {
        const rgc_diagnostic *d = rgc_diagnostic_at(r, 0);
        assert_non_null(d->at.message);
        if (strcmp(d->code, "R0735") == 0 && (d->at.line == 0 || !d->at.source_line))
            fail_msg("no place for: %s", d->at.message);
        (*refused)++;
    }
    rgc_result_free(r);
    free(bad);
}

static void damaged_text_is_refused_or_compiles(void **state)
{
    uint64_t random = 4711;
    unsigned refused = 0;
    (void)state;
    for (unsigned i = 0; i < program_count(); i++) {
        gen g;
        gen_program(&g, 90000 + i);
        rgc_result *r = compiled("damaged.rg", g.out.s, (rgc_options){0});
        char *text = ir_of(r);
        for (unsigned k = 0; k < DAMAGES; k++)
            check_damaged(text, &random, &refused);
        free(text);
        rgc_result_free(r);
        gen_free(&g);
    }
    print_message("%u of %u damaged texts refused\n", refused, DAMAGES * program_count());
    assert_true(refused > DAMAGES * program_count() / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_of_the_repository),
        cmocka_unit_test(random_programs),
        cmocka_unit_test(programs_that_crowd_the_registers),
        cmocka_unit_test(damaged_text_is_refused_or_compiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
