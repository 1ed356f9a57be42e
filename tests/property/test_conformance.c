/* test_conformance.c: runs the programs of examples/ and tests/conformance/ as a user would and
 * checks what they claim.
 *
 * A program states its claims in comment lines:
 *   #! run ARGUMENTS          start a case: `retrograd run FILE ARGUMENTS --json`, on each engine
 *   #! check ARGUMENTS        a case by itself: `retrograd check FILE ARGUMENTS` finds nothing
 * wrong
 *   #! status N               exit status (0 where not said)
 *   #! value NAME JSON        value after the call (default tolerance 1e-9, relative above 1)
 *   #! raw NAME JSON          machine words after the call, to the bit at 64/43 (the run says
 * --raw)
 *   #! gradient NAME JSON     gradient with respect to NAME
 *   #! tangent NAME JSON      what NAME changes by along the directions of --tangent
 *   #! product NAME JSON      Hessian times direction, with --hvp
 *   #! jacobian NAMES JSON    rows of --jacobian (its NAMES, commas between) as arrays; the columns
 * have the same names
 *   #! hessian NAMES JSON     the same of --hessian
 *   #! restored true
 *   #! sweep N C              the sweep back of the gradient is at most N operations; on the
 * pipelined core with parallel lanes it takes at most C cycles
 *   #! output "TEXT"          what it printed, as a JSON string
 *   #! trap TEXT              the trap message or code contains TEXT
 *   #! says TEXT              standard error contains TEXT
 *   #! tolerance X            for the values and gradients of this case that follow
 *   #! ulps N                 the same in units of the last place of Fixed, for the case (default
 * 64)
 *
 * Claims are written for 64/43. In another configuration the tolerance is the greater of the two.
 * Where a format is too small for a case, tests/conformance/configurations.txt gives another
 * tolerance or says that the case fails; then it must.
 *
 * One of its tests: `build/tests/property/test_conformance '*fast'`. RG_CONFORMANCE_PART=2/5 takes
 * every fifth file, from the second on; RG_CONFORMANCE_FILE=TEXT those whose path contains TEXT.
 * RG_CONFORMANCE_EVERY=3 takes every third case of a file, the first one among them. */
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

enum { MOST_EXCEPTIONS = 128, DEFAULT_ULPS = 64 };

enum { LINE_SIZE = 4096, OUTPUT_SIZE = 1 << 20, PATH_SIZE = 512 };

/* A line of the table of exceptions: configuration, file, what the arguments begin with; tolerance
 * 0: the case fails. */
typedef struct {
    unsigned xlen, frac;
    char file[PATH_SIZE], arguments[PATH_SIZE];
    double tolerance;
    bool tried; /* its file */
    bool used;
} exception;

typedef struct {
    const char *file;
    const char *engine;
    char command[LINE_SIZE];
    int status; /* expected */
    int actual;
    json_t *report; /* NULL when nothing was printed */
    char errors_path[PATH_SIZE], errors[16384];
    double tolerance, ulps;
    int claims;
    const exception *exception;
    bool excepted;   /* must fail in this configuration */
    int misses;      /* of such a case */
    unsigned number; /* cases of the file so far */
    bool left_out;
} test_case;

static exception exceptions[MOST_EXCEPTIONS];
static size_t exception_count;
static unsigned xlen, frac;
static bool pipelined; /* with all products of a step in one clock */
static int failures, cases, excepted_cases;
static unsigned files; /* seen on this engine */
static unsigned part = 1, parts = 1, every = 1;

static void fail_case(test_case *test, const char *format, ...)
{
    va_list arguments;
    if (test->excepted) {
        test->misses++;
        return;
    }
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

static const exception *find_exception(const char *file, const char *arguments)
{
    const exception *first = NULL;
    for (size_t i = 0; i < exception_count; i++) {
        exception *e = &exceptions[i];
        if (e->xlen == xlen && e->frac == frac && strcmp(e->file, file) == 0
            && strncmp(arguments, e->arguments, strlen(e->arguments)) == 0) {
            e->used = true;
            first = first ? first : e;
        }
    }
    return first;
}

static bool standard(void) { return xlen == 64 && frac == 43; }

static double tolerance_of(const test_case *test)
{
    if (test->exception && test->exception->tolerance > 0)
        return test->exception->tolerance;
    return standard() ? test->tolerance : fmax(test->tolerance, ldexp(test->ulps, -(int)frac));
}

static void run_case(test_case *test, const char *arguments)
{
    static char output[OUTPUT_SIZE];
    char command[2 * LINE_SIZE];

    cases++;
    test->status = 0;
    test->tolerance = 1e-9;
    test->ulps = DEFAULT_ULPS;
    test->claims = test->misses = 0;
    test->exception = find_exception(test->file, arguments);
    test->excepted = test->exception && test->exception->tolerance <= 0;
    excepted_cases += test->excepted;
    json_decref(test->report);
    snprintf(test->command, sizeof test->command, "%s", arguments);
    snprintf(command, sizeof command, "%s/bin/retrograd run %s %s --verify --engine %s --json 2>%s",
             build_folder(), test->file, arguments, test->engine, test->errors_path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t count = fread(output, 1, sizeof output - 1, pipe);
    output[count] = '\0';
    int status = pclose(pipe);
    test->actual = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    test->report = json_loads(output, 0, NULL);
    read_all(test->errors_path, test->errors, sizeof test->errors);
}

/* The gradients and the inverse against differences, by the machine itself. */
static void run_check(test_case *test, const char *arguments)
{
    char command[2 * LINE_SIZE];

    cases++;
    test->exception = find_exception(test->file, arguments);
    test->excepted = test->exception && test->exception->tolerance <= 0;
    test->misses = 0;
    excepted_cases += test->excepted;
    snprintf(test->command, sizeof test->command, "check %s", arguments);
    snprintf(command, sizeof command, "%s/bin/retrograd check %s %s --verify --engine %s >%s 2>&1",
             build_folder(), test->file, arguments, test->engine, test->errors_path);
    int status = system(command);
    read_all(test->errors_path, test->errors, sizeof test->errors);
    test->actual = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    test->status = 0;
    test->claims = 1;
}

static void end_case(test_case *test)
{
    if (test->command[0] && test->actual != test->status)
        fail_case(test, "exit status %d instead of %d\n%s", test->actual, test->status,
                  test->errors);
    if (test->command[0] && test->claims == 0)
        fail_case(test, "this case claims nothing");
    if (test->command[0] && test->excepted && test->misses == 0) {
        test->excepted = false;
        fail_case(test, "this case holds at %u/%u: its line in configurations.txt is not needed",
                  xlen, frac);
    }
    test->excepted = false;
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
    if (json_is_object(expected) && json_is_object(actual)) {
        const char *key;
        json_t *part;
        if (json_object_size(expected) != json_object_size(actual))
            return 0;
        json_object_foreach(
            (json_t *)(uintptr_t)expected, key,
            part) if (!near(json_object_get(actual, key), part, tolerance)) return 0;
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
        fail_case(test, "the claim `%s %s %s` is not JSON", table, name ? name : "",
                  text ? text : "");
    else if (!actual || !near(actual, expected, tolerance_of(test))) {
        char *have = actual ? json_dumps(actual, JSON_ENCODE_ANY) : NULL;
        fail_case(test, "%s of %s is %s instead of %s\n%s", table, name, have ? have : "missing",
                  text, test->errors);
        free(have);
    }
    json_decref(expected);
}

static void check_exactly(test_case *test, char *rest)
{
    char *name = strtok(rest, " "), *text = strtok(NULL, "");
    json_t *expected = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    json_t *actual = name ? json_object_get(json_object_get(test->report, "raw"), name) : NULL;
    char *have = actual ? json_dumps(actual, JSON_ENCODE_ANY) : NULL;

    if (!expected || (standard() && !json_equal(actual, expected)))
        fail_case(test, "word of %s is %s instead of %s\n%s", name ? name : "",
                  have ? have : "missing", text ? text : "", test->errors);
    free(have);
    json_decref(expected);
}

/* The names are those of the matrix, in their order, and its entries are near. */
static void check_matrix(test_case *test, const char *what, const char *names_key, char *rest)
{
    json_t *matrix = json_object_get(test->report, what);
    char *names = strtok(rest, " "), *text = strtok(NULL, "");
    json_t *expected = text ? json_loads(text, 0, NULL) : NULL,
           *list = json_object_get(matrix, names_key);
    char have[LINE_SIZE] = "";

    for (size_t i = 0; i < json_array_size(list); i++)
        snprintf(have + strlen(have), sizeof have - strlen(have), "%s%s", i ? "," : "",
                 json_string_value(json_array_get(list, i)));
    if (!expected || !names)
        fail_case(test, "the claim on the %s is not names and JSON", what);
    else if (strcmp(have, names) != 0)
        fail_case(test, "the %s has the names %s instead of %s\n%s", what, have, names,
                  test->errors);
    else if (!near(json_object_get(matrix, "matrix"), expected, tolerance_of(test))) {
        char *dump = json_dumps(json_object_get(matrix, "matrix"), 0);
        fail_case(test, "the %s is %s instead of %s", what, dump ? dump : "missing", text);
        free(dump);
    }
    json_decref(expected);
}

static void check_sweep(test_case *test, const char *text)
{
    json_t *back = json_object_get(json_object_get(test->report, "counters"), "backward");
    const json_int_t instructions = json_integer_value(json_object_get(back, "instructions")),
                     cycles = json_integer_value(json_object_get(back, "cycles"));
    long most = 0, longest = 0;

    if (sscanf(text, "%ld %ld", &most, &longest) != 2)
        fail_case(test, "the claim `sweep %s` is not two numbers", text);
    else if (instructions <= 0 || instructions > most)
        fail_case(test, "the sweep back is %lld operations", (long long)instructions);
    else if (pipelined && cycles - 2 * (1 + cycles / 1024) > longest) /* the host looks at times */
        fail_case(test, "the sweep back takes %lld cycles", (long long)cycles);
}

static void check_trap(test_case *test, const char *text)
{
    json_t *trap = json_object_get(test->report, "trap");
    char *have = trap ? json_dumps(trap, 0) : NULL;
    if ((!have || !strstr(have, text)) && !strstr(test->errors, text))
        fail_case(test, "no trap with `%s` in %s\n%s", text, have ? have : "nothing", test->errors);
    free(have);
}

static void check_output(test_case *test, const char *text)
{
    json_t *expected = json_loads(text, JSON_DECODE_ANY, NULL);
    const char *have = json_string_value(json_object_get(test->report, "output"));
    if (!json_is_string(expected))
        fail_case(test, "the claim `output %s` is not a JSON string", text);
    else if (!have || strcmp(have, json_string_value(expected)) != 0)
        fail_case(test, "printed:\n%s\ninstead of:\n%s", have ? have : "(nothing)",
                  json_string_value(expected));
    json_decref(expected);
}

static bool begins_case(const char *verb)
{
    return strcmp(verb, "run") == 0 || strcmp(verb, "check") == 0;
}

static void check_claim(test_case *test, char *line)
{
    char *verb = strtok(line, " ");
    char *rest = strtok(NULL, "");

    if (!verb || !rest) {
        fail_case(test, "unreadable claim");
        return;
    }
    if (begins_case(verb)) {
        end_case(test);
        test->left_out = test->number++ % every != 0;
    }
    if (test->left_out)
        return;
    if (strcmp(verb, "run") == 0) {
        run_case(test, strcmp(rest, "-") == 0 ? "" : rest);
        return;
    }
    if (strcmp(verb, "check") == 0) {
        run_check(test, strcmp(rest, "-") == 0 ? "" : rest);
        end_case(test);
        return;
    }
    if (strcmp(verb, "tolerance") == 0) {
        test->tolerance = strtod(rest, NULL);
        return;
    }
    if (strcmp(verb, "ulps") == 0) {
        test->ulps = strtod(rest, NULL);
        return;
    }
    test->claims++;
    if (strcmp(verb, "status") == 0)
        test->status = atoi(rest);
    else if (strcmp(verb, "value") == 0)
        check_number(test, "values", rest);
    else if (strcmp(verb, "raw") == 0)
        check_exactly(test, rest);
    else if (strcmp(verb, "gradient") == 0)
        check_number(test, "gradients", rest);
    else if (strcmp(verb, "tangent") == 0)
        check_number(test, "tangents", rest);
    else if (strcmp(verb, "product") == 0)
        check_number(test, "hessian_vector", rest);
    else if (strcmp(verb, "jacobian") == 0)
        check_matrix(test, "jacobian", "rows", rest);
    else if (strcmp(verb, "hessian") == 0)
        check_matrix(test, "hessian", "names", rest);
    else if (strcmp(verb, "restored") == 0) {
        if (!json_is_true(json_object_get(test->report, "restored")))
            fail_case(test, "not restored\n%s", test->errors);
    } else if (strcmp(verb, "sweep") == 0)
        check_sweep(test, rest);
    else if (strcmp(verb, "output") == 0)
        check_output(test, rest);
    else if (strcmp(verb, "trap") == 0)
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
    snprintf(test.errors_path, sizeof test.errors_path, "%s/conformance-%ld.err", build_folder(),
             (long)getpid());
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "#! ", 3) == 0)
            check_claim(&test, line + 3);
    }
    end_case(&test);
    fclose(file);
    unlink(test.errors_path);
    for (size_t i = 0; i < exception_count; i++)
        exceptions[i].tried = exceptions[i].tried || strcmp(exceptions[i].file, path) == 0;
}

static int is_program(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".rg") == 0;
}

static bool chosen(const char *path)
{
    const char *text = getenv("RG_CONFORMANCE_FILE");
    return files++ % parts == part - 1 && (!text || strstr(path, text));
}

static void check_folder(const char *folder, const char *engine)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_program, alphasort);

    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (chosen(path))
            check_file(path, engine);
        free(entries[i]);
    }
    free(entries);
}

/* Every exception names a case. */
static int unused_exceptions(void)
{
    int unused = 0;
    if (every > 1)
        return 0;
    for (size_t i = 0; i < exception_count; i++)
        if (exceptions[i].xlen == xlen && exceptions[i].frac == frac && !exceptions[i].used
            && (exceptions[i].tried || access(exceptions[i].file, R_OK) != 0)) {
            print_error("no case begins with: %s %s\n", exceptions[i].file,
                        exceptions[i].arguments);
            unused++;
        }
    return unused;
}

static int failures_of_all(const char *engine)
{
    failures = cases = excepted_cases = 0;
    files = 0;
    check_folder("examples", engine);
    check_folder("examples/functional", engine);
    check_folder("tests/conformance", engine);
    print_message("%d cases on engine %s at %u/%u, of which %d do not fit "
                  "(tests/conformance/configurations.txt)\n",
                  cases, engine, xlen, frac, excepted_cases);
    assert_true(cases > 0);
    return failures + unused_exceptions();
}

static void read_configuration(void)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    xlen = rg_device_xlen(device);
    frac = rg_device_frac(device);
    pipelined = (rg_device_config(device) >> 40 & 7) == 7;
    rg_device_close(device);
}

static int read_exceptions(void **state)
{
    char line[LINE_SIZE];
    FILE *file = fopen("tests/conformance/configurations.txt", "r");
    const char *share = getenv("RG_CONFORMANCE_PART"), *text = getenv("RG_CONFORMANCE_EVERY");
    (void)state;
    assert_non_null(file);
    if (share && (sscanf(share, "%u/%u", &part, &parts) != 2 || part < 1 || part > parts))
        fail_msg("RG_CONFORMANCE_PART is %s, not like 2/5", share);
    if (text && (sscanf(text, "%u", &every) != 1 || every < 1))
        fail_msg("RG_CONFORMANCE_EVERY is %s, not a number from 1 on", text);
    read_configuration();
    while (fgets(line, sizeof line, file)) {
        exception *e = &exceptions[exception_count];
        char what[32], reason[LINE_SIZE];
        if (line[0] == '#' || line[0] == '\n')
            continue;
        assert_true(exception_count < MOST_EXCEPTIONS);
        /* a reason must be there */
        if (sscanf(line, "%u/%u %511s %511[^|]| %31[^|]| %4095[^\n]", &e->xlen, &e->frac, e->file,
                   e->arguments, what, reason)
                != 6
            || (strcmp(what, "fails ") != 0 && sscanf(what, "tolerance %lf", &e->tolerance) != 1))
            fail_msg("unreadable line: %s", line);
        for (size_t end = strlen(e->arguments); end > 0 && e->arguments[end - 1] == ' ';)
            e->arguments[--end] = '\0';
        exception_count++;
    }
    fclose(file);
    return 0;
}

static void programs_keep_their_claims_on_fast(void **state)
{
    (void)state;
    assert_int_equal(failures_of_all("fast"), 0);
}

static void programs_keep_their_claims_on_rtl(void **state)
{
    (void)state;
    assert_int_equal(failures_of_all("rtl"), 0);
}

/* An argument such as "*fast" takes the tests whose names it matches. */
int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_keep_their_claims_on_fast),
        cmocka_unit_test(programs_keep_their_claims_on_rtl),
    };
    if (count > 1)
        cmocka_set_test_filter(arguments[1]);
    return cmocka_run_group_tests(tests, read_exceptions, NULL);
}
