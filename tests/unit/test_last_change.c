/* test_last_change.c: after a trap the driver names the statement that changed the word concerned
 * last, on two engines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/rgc.h"
#include "host-driver/retrograd.h"

static const char *const engines[] = {"fast", "rtl"};

/* What a program must lead to; line 0: nothing is found. */
typedef struct {
    const char *text;
    bool backward;
    const char *code;
    unsigned line, second;
    const char *variable, *second_variable;
} lead;

static const lead leads[] = {
    /* a scalar in a register */
    {"@i function f(y!::Fixed)\n  t <- 0.0\n  t += 2\n  y! += t\n  t -= 1\n  y! += 1\n  t -> "
     "0.0\nend\n",
     false, "R0814", 5, 0, "t", ""},
    /* allocated and never changed */
    {"@i function f(y!::Fixed)\n  t <- 2.0\n  y! += t\n  t -> 0.0\nend\n", false, "R0814", 2, 0,
     "t", ""},
    /* the inverse finds it at the allocation */
    {"@i function f(y!::Fixed)\n  t <- 1.0\n  t += 2\n  y! += t\n  t -> 0.0\nend\n", true, "R0814",
     3, 0, "t", ""},
    /* computed, disturbed, uncomputed: both statements */
    {"@i function f(y!::Fixed, x::Fixed)\n  t <- 0.0\n  @routine begin\n    t += 2x\n  end\n  y! "
     "+= t\n  x += 3\n  ~@routine\n  t -> 0.0\nend\n",
     false, "R0814", 4, 7, "t", "x"},
    /* a change that was undone in between is not the culprit */
    {"@i function f(y!::Fixed, x::Fixed)\n  t <- 0.0\n  @routine begin\n    t += 2x\n    x += 5\n  "
     "end\n  y! += t\n  x += 3\n  ~@routine\n"
     "  t -> 0.0\nend\n",
     false, "R0814", 4, 8, "t", "x"},
    /* the postcondition of an if, an element of a vector */
    {"@i function f(y!::Fixed)\n  v <- zeros(Fixed, 3)\n  v[2] += 1\n  if (v[2] > 0, v[2] > 0)\n   "
     " y! += v[2]\n    v[2] -= 5\n    v[1] += 1\n"
     "  end\n  v -> zeros(Fixed, 3)\nend\n",
     false, "R0811", 6, 0, "v", ""},
    /* two integers compared by the branch itself */
    {"@i function f(y!::Int, a::Int, b::Int)\n  if (a == b, a == b)\n    y! += 1\n    b += 1\n    "
     "y! += 1\n  end\nend\n",
     false, "R0811", 4, 0, "b", ""},
    /* a while whose postcondition stays false */
    {"@i function f(y!::Int)\n  i <- 0\n  while (i < 3, i > 1)\n    i += 1\n    y! += 1\n  end\n  "
     "i -> 3\nend\n",
     false, "R0811", 4, 0, "i", ""},
    /* an assertion */
    {"@i function f(y!::Fixed, x::Fixed)\n  x += 1\n  y! += x\n  @assert x < 1\nend\n", false,
     "R0815", 2, 0, "x", ""},
    /* changed inside a routine that was called: the value moves through argument registers */
    {"@i function g(a!::Fixed)\n  b <- 0.0\n  a! += 1\n  b += a!\n  b -= a!\n  b -> 0.0\nend\n"
     "@i function f(y!::Fixed)\n  t <- 0.0\n  g(t)\n  y! += t\n  t -> 0.0\nend\n@i function "
     "main(y!::Fixed)\n  f(y!)\nend\n",
     false, "R0814", 3, 0, "a!", ""},
    /* a sum of a loop that one stream runs, computed, disturbed in one word, uncomputed */
    {"@i function f(y!::Fixed, x::Fixed)\n  a <- zeros(Fixed, 6)\n  a[4] += x + 1\n  s <- 0.0\n  "
     "@routine begin\n    for i = 1:6\n      s += a[i]\n    end\n  end\n"
     "  y! += s\n  a[4] += 0.5\n  ~@routine\n  s -> 0.0\n  a[4] -= x + 1.5\n  a -> zeros(Fixed, "
     "6)\nend\n",
     false, "R0814", 7, 11, "s", "a"},
    /* disturbed by another stream; the loops write and read vectors, one of them from its end */
    {"@i function f(y!::Fixed, x::Fixed)\n  b <- zeros(Fixed, 5)\n  v <- zeros(Fixed, 5)\n  for k "
     "= 1:5\n    b[k] += x + 1\n  end\n  @routine begin\n    for i = 5:-1:1\n"
     "      v[i] += 2 * b[6 - i]\n    end\n  end\n  y! += v[3]\n  for k = 1:5\n    b[k] += x + 3\n "
     " end\n  ~@routine\n  v -> zeros(Fixed, 5)\n  b -> zeros(Fixed, 5)\nend\n",
     false, "R0814", 9, 14, "v", "b"},
    /* a matrix times a vector: only the words of its row count */
    {"@i function f(y!::Fixed, x::Fixed)\n  m <- zeros(Fixed, 4, 4)\n  u <- zeros(Fixed, 4)\n  v "
     "<- zeros(Fixed, 4)\n  m[2, 3] += x + 1\n  u[3] += 2\n  u[4] += 7\n  @routine begin\n"
     "    for i = 1:4\n      for k = 1:4\n        v[i] += m[i, k] * u[k]\n      end\n    end\n  "
     "end\n  y! += v[2]\n  m[2, 3] += 1\n  m[3, 1] += 1\n  m[1, 1] += 1\n"
     "  ~@routine\n  v -> zeros(Fixed, 4)\n  u -> zeros(Fixed, 4)\n  m -> zeros(Fixed, 4, "
     "4)\nend\n",
     false, "R0814", 11, 16, "v", "m"},
    /* not changed in the run: the host has set it */
    {"@i function f(y!::Fixed, x::Fixed)\n  y! += 1\n  @assert x > 0\nend\n", false, "R0815", 0, 0,
     "", ""},
};

/* As an object file: a program that traps runs again without passes where its source is known. */
static void load_built(rg_device *device, const char *text)
{
    rg_fault fault = {0};
    char path[] = "/tmp/last-change-XXXXXX", error[256] = "";
    const rgc_options options = {.xlen = rg_device_xlen(device), .frac = rg_device_frac(device)};
    rgc_result *compiled = rgc_compile_buffer("p.rg", text, strlen(text), &options);
    assert_non_null(rgc_object(compiled));
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(rg_object_write(rgc_object(compiled), path, error, sizeof error), 0);
    rgc_result_free(compiled);
    assert_int_equal(rg_load(device, path, &fault), RG_OK);
    remove(path);
}

static void follow(rg_device *device, const lead *l)
{
    rg_fault fault = {0};
    rg_last_change changes[RG_LAST_CHANGES];
    load_built(device, l->text);
    rg_job *job = rg_job_new(device, strstr(l->text, "main") ? "main" : "f", &fault);
    assert_non_null(job);
    assert_int_equal(l->backward ? rg_uncall(job, &fault) : rg_call(job, &fault), RG_TRAPPED);
    assert_string_equal(fault.code, l->code);
    assert_int_equal(rg_find_last_change(job, &fault), RG_OK);
    size_t count = rg_get_last_changes(job, changes, RG_LAST_CHANGES);
    if (count != (l->line ? 1u : 0u) + (l->second ? 1u : 0u))
        fail_msg("%zu changes found in\n%s", count, l->text);
    if (l->line) {
        assert_int_equal(changes[0].line, l->line);
        assert_string_equal(changes[0].variable, l->variable);
        assert_true(changes[0].before != changes[0].after);
        assert_string_equal(changes[0].file, "p.rg");
    }
    if (l->second) {
        assert_int_equal(changes[1].line, l->second);
        assert_string_equal(changes[1].variable, l->second_variable);
    }
    /* The way back is still open. */
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    assert_true(rg_restored(job));
    rg_job_free(job);
}

static void the_statement_is_found(void **state)
{
    (void)state;
    for (size_t e = 0; e < sizeof engines / sizeof engines[0]; e++) {
        rg_fault fault;
        rg_device *device = rg_device_open(engines[e], &fault);
        assert_non_null(device);
        for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
            follow(device, &leads[i]);
        rg_device_close(device);
    }
}

static void report_steps(void *context, uint64_t steps) { *(uint64_t *)context = steps; }

/* The change lies further back than the search goes: it ends, says nothing, and the way back is
 * open. */
static void the_search_is_bounded(void **state)
{
    (void)state;
    static const char far[] = "@i function f(y!::Int, n::Int)\n  t <- 0\n  t += 1\n  for i = 1:n\n "
                              "   y! += i\n  end\n  t -> 0\nend\n";
    rg_fault fault;
    uint64_t steps = 0;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "p.rg", far, &fault), RG_OK);
    rg_set_progress(device, report_steps, &steps);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_integer(job, "n", 3000000, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_TRAPPED);
    assert_int_equal(rg_find_last_change(job, &fault), RG_OK);
    assert_int_equal(rg_get_last_changes(job, NULL, 0), 0);
    assert_true(steps >= 1u << 20);
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    assert_int_equal(rg_set_integer(job, "n", 1000, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_TRAPPED);
    assert_int_equal(rg_find_last_change(job, &fault), RG_OK);
    assert_int_equal(rg_get_last_changes(job, NULL, 0), 1);
    rg_job_free(job); /* not rolled back: the next job clears the machine */
    job = rg_job_new(device, "f", &fault);
    assert_int_equal(rg_call(job, &fault), RG_TRAPPED);
    assert_int_equal(rg_find_last_change(job, &fault), RG_OK);
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    rg_job_free(job);
    rg_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_statement_is_found),
        cmocka_unit_test(the_search_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
