/* test_conformance.c: runs the programs of examples/ and tests/conformance/ as a user would and checks what they claim.
 *
 * A program states its claims in comment lines:
 *   #! run ARGUMENTS          start a case: `retrograd run FILE ARGUMENTS --json`, on each engine
 *   #! status N               exit status (0 where not said)
 *   #! value NAME JSON        value after the call (default tolerance 1e-9, relative above 1)
 *   #! gradient NAME JSON     gradient with respect to NAME
 *   #! restored true
 *   #! trap TEXT              the trap message or code contains TEXT
 *   #! says TEXT              standard error contains TEXT
 *   #! tolerance X            for the values and gradients of this case that follow */
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { LINE_SIZE = 4096, OUTPUT_SIZE = 1 << 20, PATH_SIZE = 512 };

typedef struct {
    const char *file;
    const char *engine;
    char command[LINE_SIZE];
    int status;            /* expected */
    int actual;
    json_t *report;        /* NULL when nothing was printed */
    char errors[16384];
    double tolerance;
    int claims;
} test_case;

static int failures, cases;

static void fail_case(const test_case *test, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_error("%s [%s]: %s\n    ", test->file, test->engine, test->command);
    vprint_error(format, arguments);
    print_error("\n");
    va_end(arguments);
    failures++;
}

static const char *build_folder(void)
{
    const char *build = getenv("RETROGRAD_BUILD");
    return build ? build : "build";
}

static void read_all(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t count = file ? fread(text, 1, size - 1, file) : 0;
    text[count] = '\0';
    if (file)
        fclose(file);
}

static void run_case(test_case *test, const char *arguments)
{
    static char output[OUTPUT_SIZE];
    char errors_path[PATH_SIZE], command[2 * LINE_SIZE];

    cases++;
    test->status = 0;
    test->tolerance = 1e-9;
    test->claims = 0;
    json_decref(test->report);
    snprintf(test->command, sizeof test->command, "%s", arguments);
    snprintf(errors_path, sizeof errors_path, "%s/conformance.err", build_folder());
    snprintf(command, sizeof command, "%s/bin/retrograd run %s %s --engine %s --json 2>%s", build_folder(), test->file,
             arguments, test->engine, errors_path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t count = fread(output, 1, sizeof output - 1, pipe);
    output[count] = '\0';
    int status = pclose(pipe);
    test->actual = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    test->report = json_loads(output, 0, NULL);
    read_all(errors_path, test->errors, sizeof test->errors);
}

static void end_case(test_case *test)
{
    if (test->command[0] && test->actual != test->status)
        fail_case(test, "exit status %d instead of %d\n%s", test->actual, test->status, test->errors);
    if (test->command[0] && test->claims == 0)
        fail_case(test, "this case claims nothing");
    json_decref(test->report);
    test->report = NULL;
    test->command[0] = '\0';
}

static int near(const json_t *actual, const json_t *expected, double tolerance)
{
    if (json_is_number(expected) && json_is_number(actual)) {
        double want = json_number_value(expected), have = json_number_value(actual);
        return fabs(have - want) <= tolerance * fmax(1.0, fabs(want));
    }
    if (json_is_array(expected) && json_is_array(actual)) {
        if (json_array_size(expected) != json_array_size(actual))
            return 0;
        for (size_t i = 0; i < json_array_size(expected); i++)
            if (!near(json_array_get(actual, i), json_array_get(expected, i), tolerance))
                return 0;
        return 1;
    }
    return json_equal(actual, expected);
}

static void check_number(test_case *test, const char *table, char *rest)
{
    char *name = strtok(rest, " ");
    char *text = strtok(NULL, "");
    json_t *expected = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    json_t *actual = name ? json_object_get(json_object_get(test->report, table), name) : NULL;

    if (!expected)
        fail_case(test, "the claim `%s %s %s` is not JSON", table, name ? name : "", text ? text : "");
    else if (!actual || !near(actual, expected, test->tolerance)) {
        char *have = actual ? json_dumps(actual, JSON_ENCODE_ANY) : NULL;
        fail_case(test, "%s of %s is %s instead of %s\n%s", table, name, have ? have : "missing", text, test->errors);
        free(have);
    }
    json_decref(expected);
}

static void check_trap(test_case *test, const char *text)
{
    json_t *trap = json_object_get(test->report, "trap");
    char *have = trap ? json_dumps(trap, 0) : NULL;
    if ((!have || !strstr(have, text)) && !strstr(test->errors, text))
        fail_case(test, "no trap with `%s` in %s\n%s", text, have ? have : "nothing", test->errors);
    free(have);
}

static void check_claim(test_case *test, char *line)
{
    char *verb = strtok(line, " ");
    char *rest = strtok(NULL, "");

    if (!verb || !rest) {
        fail_case(test, "unreadable claim");
        return;
    }
    if (strcmp(verb, "run") == 0) {
        end_case(test);
        run_case(test, strcmp(rest, "-") == 0 ? "" : rest);
        return;
    }
    if (strcmp(verb, "tolerance") == 0) {
        test->tolerance = strtod(rest, NULL);
        return;
    }
    test->claims++;
    if (strcmp(verb, "status") == 0)
        test->status = atoi(rest);
    else if (strcmp(verb, "value") == 0)
        check_number(test, "values", rest);
    else if (strcmp(verb, "gradient") == 0)
        check_number(test, "gradients", rest);
    else if (strcmp(verb, "restored") == 0) {
        if (!json_is_true(json_object_get(test->report, "restored")))
            fail_case(test, "not restored\n%s", test->errors);
    } else if (strcmp(verb, "trap") == 0)
        check_trap(test, rest);
    else if (strcmp(verb, "says") == 0) {
        if (!strstr(test->errors, rest))
            fail_case(test, "standard error lacks `%s`:\n%s", rest, test->errors);
    } else
        fail_case(test, "unknown claim `%s`", verb);
}

static void check_file(const char *path, const char *engine)
{
    static test_case test;
    char line[LINE_SIZE];
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    test = (test_case){.file = path, .engine = engine};
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "#! ", 3) == 0)
            check_claim(&test, line + 3);
    }
    end_case(&test);
    fclose(file);
}

static int is_program(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".rg") == 0;
}

static void check_folder(const char *folder, const char *engine)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_program, alphasort);

    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        check_file(path, engine);
        free(entries[i]);
    }
    free(entries);
}

static void check_all(const char *engine)
{
    failures = cases = 0;
    check_folder("examples", engine);
    check_folder("tests/conformance", engine);
    print_message("%d cases on engine %s\n", cases, engine);
    assert_true(cases > 20);
    assert_int_equal(failures, 0);
}

static void programs_keep_their_claims_on_fast(void **state)
{
    (void)state;
    check_all("fast");
}

static void programs_keep_their_claims_on_rtl(void **state)
{
    (void)state;
    check_all("rtl");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_keep_their_claims_on_fast),
        cmocka_unit_test(programs_keep_their_claims_on_rtl),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
