/* test_explore.c: studies are read strictly; points have keys of all that matters; expressions,
 * fronts, knees and the store. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "explore/pareto.h"
#include "explore/process.h"
#include "explore/run.h"
#include "explore/table.h"

/* ---- expressions */

static bool look_up(void *context, const char *name, ex_value *value)
{
    json_t *found = json_object_get(context, name);
    *value =
        (ex_value){json_is_number(found) ? NULL : json_incref(found), json_number_value(found)};
    return found != NULL;
}

static const char *const report = "{\"k\": 3, \"n\": 2, \"values\": {\"out!\": 0.5, \"y\": [1, 2, "
                                  "[3, 5]]}, \"energy\": {\"adiabatic_J\": null}}";

static double value_of(const char *text)
{
    json_t *json = json_loads(report, 0, NULL);
    const ex_scope scope = {look_up, json, ""};
    char reason[512] = "";
    size_t at;
    ex_value value;
    bool good = ex_evaluate(text, &scope, &value, reason, sizeof reason, &at);
    if (!good || value.json)
        fail_msg("%s: %s", text, reason);
    json_decref(json);
    return value.number;
}

static void assert_refused(const char *text, const char *expected, size_t expected_at)
{
    json_t *json = json_loads(report, 0, NULL);
    const ex_scope scope = {look_up, json, ""};
    char reason[512] = "";
    size_t at = 0;
    ex_value value;
    if (ex_evaluate(text, &scope, &value, reason, sizeof reason, &at))
        fail_msg("%s is taken", text);
    if (!strstr(reason, expected) || at != expected_at)
        fail_msg("%s: \"%s\" at %zu, not \"%s\" at %zu", text, reason, at, expected, expected_at);
    json_decref(json);
}

static void test_expressions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"2 ^ 3 ^ 2", 512},
        {"-2 ^ 2", -4},
        {"7 % 4 - 1", 2},
        {"(2*k - 1)^n", 25},
        {"n*(k-1) + 2", 6},
        {"1 < 2 && 2 <= 2 && !(3 != 3)", 1},
        {"0 || k == 4", 0},
        {"10 - 3 - 2", 5},
        {"8 / 2 / 2", 2},
        {"values.out!*2", 1},
        {"values[\"out!\"] != 0.5", 0},
        {"values.y[2]", 2},
        {"values.y[3][1]", 3},
        {"sum(values.y)", 11},
        {"maxabs([1, -7, 2])", 7},
        {"length(values.y)", 3},
        {"error(values.y, [1, 2.5, [3, 1]])", 4},
        {"relative_error([9], [10])", 0.1},
        {"if(k > 2, 10, 20)", 10},
        {"min(3, 1, 2) + max(3, 1, 2)", 4},
        {"abs(-1.5e1)", 15},
        {"values.out!!=0.5", 0},
        {"sum(range(1, 3, 3) * 2 - unit(3, 2, 0.5))", 11.5},
        {"maxabs(1 - fill(2, 4))", 3},
        {"length([] + 1)", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (fabs(value_of(cases[i].text) - cases[i].value) > 1e-12)
            fail_msg("%s is %.17g, not %.17g", cases[i].text, value_of(cases[i].text),
                     cases[i].value);
    assert_true(fabs(value_of("besselj(2, 1)") - 0.11490348493190048) < 1e-15);
    assert_true(isnan(value_of("energy.adiabatic_J")));
}

static void test_expression_errors(void **state)
{
    (void)state;
    assert_refused("1 +", "expected a number or a name at the end", 3);
    assert_refused("1 2", "`2` is left over", 2);
    assert_refused("(1", "expected `)` at the end", 2);
    assert_refused("values.ot!", "did you mean `out!`", 10);
    assert_refused("values + 1", "joins numbers and arrays", 10);
    assert_refused("-values", "an object, where a number is wanted", 7);
    assert_refused("valeus.y", "nothing named `valeus`", 6);
    assert_refused("values.y[4]", "the index 4 is not one of 1 to 3", 10);
    assert_refused("sqr(2)", "did you mean `sqrt`", 6);
    assert_refused("sqrt(1, 2)", "takes one argument", 10);
    assert_refused("[1] + [1, 2]", "of one shape", 12);
    assert_refused("fill(-1, 2)", "a whole count", 11);
    assert_refused("error([1], [1, 2])", "one shape", 18);
    char deep[2000];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_refused(deep, "nested too deeply", 64);
    memset(deep, '-', sizeof deep - 1);
    assert_refused(deep, "nested too deeply", 64);
}

/* ---- fronts */

static void test_front(void **state)
{
    (void)state;
    const double values[] = {0, 10, 1, 3, 2, 2.5, 10, 0, 5, 5, 1, 3, NAN, 0};
    bool front[7];
    ex_front(values, 7, 2, front);
    const bool expected[7] = {true, true, true, true, false, true, false};
    assert_memory_equal(front, expected, sizeof front);
    assert_int_equal(ex_knee(values, 7, 2, front),
                     1); /* distances below the line: 0, 0.6, 0.55, 0; the second (1, 3) is later */
    const double line[] = {0, 2, 1, 1, 2, 0};
    ex_front(line, 3, 2, front);
    assert_true(front[0] && front[1] && front[2]);
    assert_int_equal(ex_knee(line, 3, 2, front), 3);
    const double three[] = {0, 1, 1, 0.3, 0.3, 0.3, 1, 0, 1, 1, 1, 0};
    ex_front(three, 4, 3, front);
    assert_int_equal(ex_knee(three, 4, 3, front), 1);
    const double one[] = {3, 1, 2};
    ex_front(one, 3, 1, front);
    assert_true(!front[0] && front[1] && !front[2]);
    assert_int_equal(ex_knee(one, 3, 1, front), 1);
    ex_front(values, 0, 2, front);
    assert_int_equal(ex_knee(values, 0, 2, front), 0);
}

/* ---- studies */

static char folder[64];

static void write_file(const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, strlen(text), out), strlen(text));
    assert_int_equal(fclose(out), 0);
}

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_explore.XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static rg_result parse(const char *text, ex_study *study, rg_fault *fault)
{
    char path[160];
    snprintf(path, sizeof path, "%s/s.yaml", folder);
    return ex_study_parse(study, path, text, strlen(text), fault);
}

#define HEAD                                                                                       \
    "name: t\nworkloads: {f: {program: f.rg, arguments: {n: \"= k^2\", v: [1, 2.5]}, directions: " \
    "{v: \"= unit(k, 1, 0.5)\"}, where: [\"1\"], constants: {clock_period: {value: \"= k / 2\", "  \
    "unit: us}}}}\n"

static void test_study_errors(void **state)
{
    (void)state;
    write_file("f.rg", "@i function f(y!::Int, x::Int)\n    y! += x\nend\n");
    static const struct {
        const char *text, *message;
        unsigned line, column;
    } cases[] = {
        {"name: [", "cannot be read as YAML", 2, 1},
        {"", "the file is empty", 1, 1},
        {"name: t\n---\nname: u\n", "a second document", 3, 1},
        {"name: !x t\n", "tags are not read", 1, 7},
        {"name: ~\n", "needs the key", 1, 1},
        {"name: t\nworkloads: {f: {program: f.rg}}\n", "needs the key `objectives`", 1, 1},
        {"nmae: t\n", "did you mean `name`", 1, 1},
        {HEAD "objectives: {c: counters.cycles}\nname: u\n", "`name` stands twice", 4, 1},
        {HEAD "objectives: {c: counters.cycles +}\n", "at the end", 3, 17},
        {HEAD "objectives: {c: {value: c, gaol: min}}\n", "did you mean `goal`", 3, 28},
        {HEAD "objectives: {c: {value: c, goal: mim}}\n", "did you mean `min`", 3, 34},
        {"name: t\nworkloads: {f: {program: g.rg}}\nobjectives: {c: c}\n", "g.rg cannot be read", 2,
         26},
        {"name: t\nworkloads: {f: {program: f.rg, options: [--json]}}\nobjectives: {c: c}\n",
         "--json cannot stand", 2, 42},
        {HEAD "objectives: {c: c}\naxes: {x: {argument: x, vlaues: [1]}}\n",
         "did you mean `values`", 4, 25},
        {HEAD "objectives: {c: c}\naxes: {x: {argument: x}}\n", "needs `values`, or", 4, 11},
        {HEAD "objectives: {c: c}\naxes: {x: {argument: x, flag: --y, values: [1]}}\n",
         "exactly one of", 4, 11},
        {HEAD "objectives: {c: c}\naxes: {x: {argument: x, values: [1, 2, 1]}}\n",
         "the value `1` twice", 4, 40},
        {HEAD
         "objectives: {c: c}\naxes: {x: {argument: x, from: 0, to: 1, points: 3, scale: log}}\n",
         "ends above zero", 4, 59},
        {HEAD "objectives: {c: c}\naxes: {x: {argument: x, from: 0, to: 1, points: 1}}\n",
         "from 2 to", 4, 49},
        {HEAD "objectives: {c: c}\naxes: {x: {pass: cse, values: [yes]}}\n", "on or off", 4, 32},
        {HEAD "objectives: {c: c}\naxes: {x: {machine: [{XLEN: 32, FRAC: 31}]}}\n",
         "FRAC is at most XLEN - 2", 4, 22},
        {HEAD "objectives: {c: c}\naxes: {x: {machine: [{LANES: 3}]}}\n",
         "`3` is no value of LANES, which is one of 1 2 4 8", 4, 30},
        {HEAD "objectives: {c: c}\naxes: {x: {machine: [{LANE: 2}]}}\n", "did you mean `LANES`", 4,
         23},
        {HEAD "objectives: {c: c}\naxes: {x: {machine: UNITS, values: [1]}}\n",
         "`UNITS` is no parameter of the hardware", 4, 21},
        {HEAD "objectives: {c: c}\naxes: {x: {machine: FUNCTION_UNITS, values: [1, 3]}}\n",
         "`3` is no value of FUNCTION_UNITS", 4, 49},
        {HEAD "objectives: {c: c}\naxes: {x: {machine: CORE, values: [multicycle]}, "
              "y: {machine: [{CORE: pipelined}]}}\n",
         "the axes `x` and `y` both set CORE", 4, 64},
        {HEAD "objectives: {c: c}\naxes: {x: {machine: [{CORE: multicycle, LANES: 2}]}}\n",
         "need CORE=pipelined", 4, 22},
        {HEAD "objectives: {x: c}\naxes: {x: {argument: x, values: [1]}}\n",
         "`x` is an axis already", 3, 14},
        {HEAD "objectives: {c: {value: c, workloads: [f, g2]}}\n", "must be one of: f", 3, 43},
        {HEAD "objectives: {c: c}\nconstraints: [c <]\n", "at the end", 4, 15},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ex_study study;
        rg_fault fault;
        rg_result result = parse(cases[i].text, &study, &fault);
        ex_study_free(&study);
        print_message("%s%s:%u:%u: %s\n", cases[i].text, fault.code, fault.line, fault.column,
                      fault.message);
        assert_int_equal(result, RG_BAD_USE);
        assert_string_equal(fault.code, "R0940");
        assert_non_null(strstr(fault.message, cases[i].message));
        assert_int_equal(fault.line, cases[i].line);
        assert_int_equal(fault.column, cases[i].column);
    }
}

static const ex_places *this_place(void)
{
    static char self[512];
    static ex_places places = {self, "/nowhere", "/nowhere", "/nowhere"};
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(n > 0);
    self[n] = '\0';
    return &places;
}

static void make_points(const char *text, ex_study *study, ex_points *points)
{
    rg_fault fault;
    rg_result result = parse(text, study, &fault);
    if (result == RG_OK)
        result = ex_points_make(study, this_place(), points, &fault);
    if (result != RG_OK)
        fail_msg("%u:%u %s", fault.line, fault.column, fault.message);
}

static const char *const three_axes = HEAD
    "options: [--engine, fast]\n"
    "axes:\n  k: {parameter: [2, 3, 4]}\n  z: {argument: z, from: 0.5, to: 2, points: 4}\n"
    "  p: {pass: cancel, values: [on, off]}\n  keep: {flag: --keep-gradients, values: [off, on]}\n "
    " t: {constant: ramp_time, unit: ns, values: [10]}\n"
    "where: [k < 4 || z > 1]\nobjectives: {c: counters.cycles}\n";

static void test_points(void **state)
{
    (void)state;
    write_file("f.rg", "@i function f(y!::Int, x::Int)\n    y! += x\nend\n");
    ex_study study;
    ex_points points;
    make_points(three_axes, &study, &points);
    assert_int_equal(points.combinations, 3 * 4 * 2 * 2);
    assert_int_equal(points.count, (3 * 4 - 2) * 4);
    char *line = ex_shell_line(points.items[3].command);
    char expected[512];
    snprintf(expected, sizeof expected,
             "%s run %s/f.rg --engine fast --set n=4 --set 'v=[1,2.5]' --tangent 'v=[0.5,0.0]' "
             "--energy-set clock_period=1us --set z=0.5 --no-pass cancel --keep-gradients "
             "--energy-set ramp_time=10ns --json",
             this_place()->self, folder);
    assert_string_equal(line, expected);
    free(line);
    for (size_t i = 0; i < points.count; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(points.items[i].key, points.items[j].key);
    ex_points_free(&points);
    ex_study_free(&study);
}

/* The key of the first point of the study. */
static void first_key(const char *text, char key[EX_DIGEST])
{
    ex_study study;
    ex_points points;
    make_points(text, &study, &points);
    strcpy(key, points.items[0].key);
    ex_points_free(&points);
    ex_study_free(&study);
}

/* Whatever can change the answer changes the key; names of axes, objectives and workloads do not.
 */
static void test_keys(void **state)
{
    static const char *const text =
        "name: t\nworkloads: {f: {program: g.rg, arguments: {v: \"@v.csv\"}, options: [--energy, "
        "t.yaml]}}\nobjectives: {c: counters.cycles}\n";
    static const char *const renamed =
        "name: u\nworkloads: {g: {program: g.rg, arguments: {v: \"@v.csv\"}, options: [--energy, "
        "t.yaml]}}\nobjectives: {d: counters.cycles}\n";
    static const struct {
        const char *file, *before, *after;
    } changes[] = {
        {"g.rg", "include \"h.rg\"\n@i function g(y!::Int, v::Vector{Int})\n    h(y!, v)\nend\n",
         "include \"h.rg\"\n@i function g(y!::Int, v::Vector{Int})\n    h(y!, v)\n    y! += "
         "1\nend\n"},
        {"h.rg", "@i function h(y!::Int, v::Vector{Int})\n    y! += v[1]\nend\n",
         "@i function h(y!::Int, v::Vector{Int})\n    y! += v[2]\nend\n"},
        {"v.csv", "1\n2\n", "1\n3\n"},
        {"t.yaml", "base: b.yaml\noperations: {file: o.yaml}\n",
         "base: b.yaml\noperations: {file: o.yaml} # other\n"},
        {"b.yaml", "a: 1\n", "a: 2\n"},
        {"o.yaml", "a: 1\n", "a: 2\n"},
    };
    enum { CHANGES = sizeof changes / sizeof changes[0] };
    char first[EX_DIGEST], key[EX_DIGEST];
    (void)state;
    for (size_t i = 0; i < CHANGES; i++)
        write_file(changes[i].file, changes[i].before);
    first_key(text, first);
    first_key(renamed, key);
    assert_string_equal(first, key);
    for (size_t i = 0; i < CHANGES; i++) {
        write_file(changes[i].file, changes[i].after);
        first_key(text, key);
        if (strcmp(first, key) == 0)
            fail_msg("a change of %s does not change the key", changes[i].file);
        write_file(changes[i].file, changes[i].before);
        first_key(text, key);
        assert_string_equal(first, key);
    }
}

/* ---- the store */

static void test_store(void **state)
{
    char path[160];
    ex_store *store;
    rg_fault fault;
    ex_result result;
    bool found;
    (void)state;
    snprintf(path, sizeof path, "%s/r.db", folder);
    assert_int_equal(ex_store_open(path, &store, &fault), RG_OK);
    assert_int_equal(ex_store_get(store, "a", &result, &found, &fault), RG_OK);
    assert_false(found);
    assert_int_equal(ex_store_put(store, "a", "r", 0, 1.5, "{\"x\": 1}", "", "run", &fault), RG_OK);
    assert_int_equal(ex_store_put(store, "a", "r", 1, 9, NULL, "other", "run", &fault), RG_OK);
    ex_store_close(store);
    assert_int_equal(ex_store_open(path, &store, &fault), RG_OK);
    assert_int_equal(ex_store_get(store, "a", &result, &found, &fault), RG_OK);
    assert_true(found && result.status == 0 && result.seconds == 1.5
                && json_integer_value(json_object_get(result.report, "x")) == 1);
    ex_result_free(&result);
    ex_store_close(store);
    write_file("no.db", "this is not a database, and long enough not to be taken for an empty one");
    snprintf(path, sizeof path, "%s/no.db", folder);
    assert_int_not_equal(ex_store_open(path, &store, &fault), RG_OK);
    assert_string_equal(fault.code, "R0941");
    assert_null(store);
}

static void test_processes(void **state)
{
    ex_process p;
    int status;
    (void)state;
    const char *const words[] = {"/bin/sh", "-c", "echo out; echo err >&2; exit 7", NULL};
    assert_true(ex_process_start(&p, words));
    while (!ex_process_ended(&p, &status))
        ex_process_read(&p, 1, 100);
    assert_int_equal(status, 7);
    assert_string_equal(p.output.data, "out\n");
    assert_string_equal(p.errors.data, "err\n");
    ex_process_free(&p);
    assert_true(ex_is_result(0, "{}") && ex_is_result(1, NULL) && ex_is_result(2, ""));
    assert_false(ex_is_result(0, "{") || ex_is_result(0, NULL) || ex_is_result(3, "{}")
                 || ex_is_result(137, "{}"));
    json_t *words_json = json_pack("[s, s, s]", "a", "it's", "");
    char *line = ex_shell_line(words_json);
    assert_string_equal(line, "a 'it'\\''s' ''");
    free(line);
    json_decref(words_json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_expression_errors),
        cmocka_unit_test(test_front),       cmocka_unit_test(test_study_errors),
        cmocka_unit_test(test_points),      cmocka_unit_test(test_keys),
        cmocka_unit_test(test_store),       cmocka_unit_test(test_processes),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
