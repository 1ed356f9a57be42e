/* test_passes.c: every pass of the optimiser keeps what programs do. The random programs of
 * tests/oracle run with all passes, with none, and without each single one. They agree with the
 * interpreter in values, inverses and gradients. The programs of examples/, tests/conformance and
 * tests/golden do not grow. RG_PASSES_COUNT: how many random programs for each choice of passes. */
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
#include "host-driver/api.h"
#include "host-driver/internal.h"
#include "tests/oracle/check.h"
#include "tests/oracle/generate.h"

enum { PROGRAMS = 16, PATH_SIZE = 512 };

/* Programs for each choice of passes; at least two, of which one has to pass. */
static unsigned program_count(void)
{
    const char *count = getenv("RG_PASSES_COUNT");
    const unsigned wanted = count ? (unsigned)strtoul(count, NULL, 10) : PROGRAMS;
    return wanted < 2 ? 2 : wanted;
}

/* Returns in how many something was kept or erased. */
static unsigned check_programs(rg_device *device, opt_set off, uint64_t first, unsigned count,
                               const char *what)
{
    unsigned long passed = 0;
    unsigned chosen = 0;
    const char *names[OPT_PASS_COUNT];
    assert_int_equal(rg_set_passes_off(device, names, opt_names(off, names), NULL), RG_OK);
    for (unsigned i = 0; i < count; i++) {
        gen g;
        gen_program(&g, first + i);
        check_result result = check_program(device, g.out.s, first + i);
        passed += result.kind == CHECK_PASSED;
        chosen += strstr(rg_energy_choices(device), ": erase;")
                  || strstr(rg_energy_choices(device), ": keep;");
        if (result.kind >= CHECK_INVALID && result.kind != CHECK_REFUSED) {
            print_error("%s, seed %llu: %s\n  %s\n", what, (unsigned long long)(first + i),
                        check_name(result.kind), result.text);
            fail();
        }
        gen_free(&g);
    }
    assert_true(passed * 2 > count);
    return chosen;
}

static void programs_mean_the_same_without_each_pass(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    (void)state;
    assert_non_null(device);
    rg_set_verify(device, true);
    check_programs(device, OPT_EVERY, 40000, program_count(), "no pass");
    check_programs(device, 0, 40000, program_count(), "all passes");
    for (unsigned pass = 0; pass < OPT_PASS_COUNT; pass++)
        check_programs(device, UINT64_C(1) << pass, 40000, program_count(), opt_name(pass));
    for (unsigned pass = 0; pass < OPT_PASS_COUNT; pass++)
        check_programs(device, OPT_EVERY & ~(UINT64_C(1) << pass), 50000 + 100 * pass,
                       program_count(), opt_name(pass));
    rg_device_close(device);
}

/* Words in the order that suits a core of three stages mean the same on any core. */
static void programs_mean_the_same_in_the_order_for_three_stages(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    (void)state;
    assert_non_null(device);
    rg_set_verify(device, true);
    rgd_device *inside = rg_use_device(device, __func__, &fault);
    inside->config |= UINT64_C(1) << RG_CONFIG_STAGES_FIRST;
    assert_int_equal(rg_end_use(inside, RG_OK), RG_OK);
    check_programs(device, 0, 70000, 4 * program_count(), "for three stages");
    rg_device_close(device);
}

/* Keeping over loops (whose iterations the choice believes to be many) changes nothing; nor does
 * erasing, forward. The technology makes both as cheap as can be. */
static void programs_mean_the_same_with_energy_choices(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    rg_technology *technology = rg_technology_open("45nm", &fault);
    static const char *const cheap[] = {
        "erased_bit=0J",     "operations.move.gradient=0J", "operations.check.gradient=0J",
        "operations.sys=0J", "operations.fetch=0J",         "leakage_power=0W"};
    (void)state;
    assert_non_null(device);
    assert_non_null(technology);
    for (size_t i = 0; i < sizeof cheap / sizeof cheap[0]; i++)
        assert_int_equal(rg_technology_set(technology, cheap[i], &fault), RG_OK);
    for (unsigned erase = 0; erase < 2; erase++) {
        assert_int_equal(rg_set_energy_choice(device, technology, UINT64_MAX, 5, erase, &fault),
                         RG_OK);
        unsigned chosen = check_programs(device, 0, 60000 + 1000 * erase, 2 * program_count(),
                                         erase ? "erasing" : "keeping");
        print_message("%s in %u of %u programs\n", erase ? "erased or kept" : "kept", chosen,
                      2 * program_count());
        assert_true(chosen > 0
                    || !erase); /* few programs have a block to keep; tests/cli/optimise.sh has */
        check_programs(device, OPT_EVERY, 65000 + 1000 * erase, program_count() / 2,
                       erase ? "erasing, no pass" : "keeping, no pass");
    }
    rg_technology_close(technology);
    rg_device_close(device);
}

static size_t size_of(const char *path, opt_set off)
{
    rgc_result *r = rgc_compile_file(path, &(rgc_options){.passes_off = off});
    assert_non_null(r);
    size_t size = rgc_object(r) ? rgc_object(r)->code_count : 0;
    rgc_result_free(r);
    return size;
}

/* Passes work on what others leave, so one pass may cost a few words where another saves more; all
 * together never do. Five passes buy cycles with words. In `expand` and `ends` loops stand there
 * twice. Checks around loops make streams of them in `indices`. A loop for each dimension comes
 * from `flat`, and loops without wrapping indices come from `conditions`. */
static void check_file(const char *path, size_t *all, size_t *none)
{
    const opt_set buying = UINT64_C(1) << OPT_EXPAND | UINT64_C(1) << OPT_INDICES
                           | UINT64_C(1) << OPT_FLAT | UINT64_C(1) << OPT_CONDITIONS
                           | UINT64_C(1) << OPT_ENDS;
    size_t with = size_of(path, buying), without = size_of(path, OPT_EVERY);
    if (with > without)
        fail_msg("%s: %zu instructions with the optimiser, %zu without", path, with, without);
    *all += with;
    *none += without;
    assert_true(!with == !without);
}

static void programs_do_not_grow(void **state)
{
    static const char *const folders[] = {"examples", "tests/conformance", "tests/golden"};
    size_t all = 0, none = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        DIR *folder = opendir(folders[i]);
        assert_non_null(folder);
        for (struct dirent *entry; (entry = readdir(folder));) {
            char path[PATH_SIZE];
            size_t length = strlen(entry->d_name);
            if (length < 4 || strcmp(entry->d_name + length - 3, ".rg") != 0)
                continue;
            snprintf(path, sizeof path, "%s/%s", folders[i], entry->d_name);
            check_file(path, &all, &none);
        }
        closedir(folder);
    }
    print_message("%zu instructions with the optimiser, %zu without\n", all, none);
    assert_true(all < none);
}

/* Programs on which each pass saves something. */
static const struct {
    opt_pass pass;
    const char *text;
} made_for[] = {
    {OPT_INLINE, "@i function half!(y!, x)\n y! += x / 2\nend\n@i function main(y!::Fixed, "
                 "x::Fixed)\n half!(y!, x)\nend\n"},
    {OPT_UNUSED, "@i function half!(y!, x)\n y! += x / 2\nend\n@i function main(y!::Fixed, "
                 "x::Fixed)\n half!(y!, x)\nend\n"},
    {OPT_COUNTERS,
     "@i function main(y!::Fixed, x::Vector{Fixed})\n k ← 1\n while (k <= length(x), k > 1)\n "
     "y! += x[k] * x[k]\n k += 1\n end\n k → length(x) + 1\nend\n"},
    {OPT_CONSTANTS,
     "@i function main(y!::Int, x::Int)\n n ← 3\n y! += x * n + (n - 1)\n n → 3\nend\n"},
    {OPT_DEAD, "@i function main(y!::Int, x::Int)\n "
               "if (1 > 2, ~)\n y! += x * x\n end\nend\n"},
    {OPT_CONDITIONS,
     "@i function main(s!::Fixed, A::Matrix{Fixed}, n::Int)\n for i = 1:n\n for j = "
     "1:n\n if (i - j == 0, ~)\n s! += A[i, j] * A[j, i]\n end\n end\n end\nend\n"},
    {OPT_BRANCHES, "@i function main(y!::Fixed, x::Fixed, a::Int, b::Int)\n if (a < b && x > "
                   "0, ~)\n y! += x\n end\nend\n"},
    {OPT_PAIRS, "@i function main(y!::Fixed, x::Fixed, n::Int)\n @routine begin\n t ← 0.0\n "
                "for i = 1:n\n t += sin(x) * i\n end\n end\n"
                " y! += t\n ~@routine\n @routine begin\n u ← 0.0\n for i = 1:n\n u += sin(x) * "
                "i\n end\n end\n y! += u * x\n"
                " ~@routine\nend\n"},
    {OPT_ANCILLAS, "@i function main(y!::Fixed, x::Fixed)\n t ← 0.0\n t += x * x\n y! += "
                   "sin(t)\n t -= x * x\n t → 0.0\nend\n"},
    {OPT_SUMS,
     "@i function main(y!::Vector{Fixed}, A::Matrix{Fixed})\n for i = 1:length(y!)\n @routine "
     "begin\n t ← 0.0\n for k = 1:size(A, 2)\n t += sin(A[i, k])\n end\n end\n"
     " y![i] += t\n ~@routine\n end\nend\n"},
    {OPT_WINDOWS,
     "@i function f!(x!::Vector{Fixed})\n x![1] += sin(x![2])\n x![2] += cos(x![1])\n x![1] += "
     "exp(x![2])\n x![2] += sin(x![1])\n x![1] += log(x![2])\nend\n"
     "@i function main(A!::Matrix{Fixed})\n f!(A![:, 1])\n f!(A![:, 2])\n f!(A![:, 3])\nend\n"},
    {OPT_LOOPS,
     "@i function main(y!::Vector{Fixed})\n for i = 1:length(y!)\n y![i] += i\n end\nend\n"},
    {OPT_RANGES, "@i function main(y!::Vector{Fixed}, x::Fixed)\n for i = 1:length(y!)\n y![i] "
                 "+= x\n end\nend\n"},
    {OPT_HOIST, "@i function main(A!::Matrix{Fixed}, x::Fixed)\n for j = 1:size(A!, 2)\n for i "
                "= 1:size(A!, 1)\n"
                " A![i,j] += sin(x)\n A![i,j] += cos(x) * i\n end\n end\nend\n"},
    {OPT_SHAPES, "@i function main(y!::Complex{Fixed}, A::Matrix{Complex{Fixed}}, i::Int, "
                 "j::Int)\n y! += A[i, j]\nend\n"},
    {OPT_STREAMS,
     "@i function main(c!::Matrix{Fixed}, a::Matrix{Fixed}, b::Matrix{Fixed})\n for i = "
     "1:size(c!, 1)\n for j = 1:size(c!, 2)\n"
     " for k = 1:size(a, 2)\n c![i,j] += a[i,k] * b[k,j]\n end\n end\n end\nend\n"},
    {OPT_BLOCKS, "@i function main(y!::Fixed, x::Fixed, n::Int)\n @routine begin\n t ← 0.0\n "
                 "for i = 1:n\n t += sin(x)\n end\n end\n"
                 " y! += t * t\n ~@routine\nend\n"},
    {OPT_REGISTERS,
     "@i function f!(y!::Int, n::Int)\n if (n > 0, ~)\n f!(y!, n - 1)\n y! += n\n end\nend\n"},
    {OPT_SAVES, "@i function f!(y!::Fixed, x::Fixed)\n for i = 1:3\n y! += sin(x) * i\n "
                "end\nend\n@i function g!(y!::Fixed, x::Fixed)\n"
                " f!(y!, x)\n y! += x\n f!(y!, x)\nend\n@i function main(y!::Fixed, x::Fixed, "
                "k::Int)\n g!(y!, x)\n y! += k * x\n g!(y!, x)\nend\n"},
    {OPT_PLACES, "@i function f!(y!::Fixed, x::Fixed)\n for i = 1:3\n @routine begin\n t ← "
                 "0.0\n t += sin(x) * i\n end\n y! += t * t\n ~@routine\n end\nend\n"
                 "@i function main(x::Fixed, y!::Fixed, z!::Fixed)\n f!(y!, x)\n f!(z!, x)\n "
                 "f!(y!, x)\nend\n"},
    {OPT_CANCEL, "@i function main(y!::Fixed, z!::Fixed, n::Int, x::Fixed)\n y! += n * x\n z! "
                 "+= n * x\nend\n"},
    {OPT_TARGETS, "@i function main(y!::Vector{Fixed}, x::Vector{Fixed}, k::Int)\n y![k] += x[1] * "
                  "x[2]\n y![k] -= x[k] * x[3]\nend\n"},
    {OPT_FOLD, "@i function main(y!::Fixed, a::Fixed, x::Vector{Fixed}, w::Vector{Fixed})\n y! "
               "+= a * dot(x, w) * dot(w, w)\nend\n"},
    {OPT_CHECKS, "@i function main(y!::Vector{Fixed}, k::Int)\n y![k] += 1\n y![k] += 0.5\nend\n"},
};

static void each_pass_saves_something(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof made_for / sizeof made_for[0]; i++) {
        const char *text = made_for[i].text;
        rgc_options without = {.passes_off = UINT64_C(1) << made_for[i].pass};
        rgc_result *a = rgc_compile_buffer("with.rg", text, strlen(text), NULL);
        rgc_result *b = rgc_compile_buffer("without.rg", text, strlen(text), &without);
        assert_non_null(rgc_object(a));
        assert_non_null(rgc_object(b));
        size_t with = rgc_object(a)->code_count, less = rgc_object(b)->code_count;
        if (with >= less)
            print_error("%s: %zu instructions with it, %zu without\n", opt_name(made_for[i].pass),
                        with, less);
        assert_true(with < less);
        rgc_result_free(a);
        rgc_result_free(b);
    }
}

/* Before the code generator the passes run as they are listed, the first time each; there every
 * other one is asked for. */
static void passes_run_in_the_order_of_their_list(void **state)
{
    unsigned before = 0;
    opt_set asked = 0;
    (void)state;
    while (opt_runs_before_code(before))
        before++;
    for (unsigned i = 0; i < sizeof made_for / sizeof made_for[0]; i++) {
        opt_sequence ran = {0};
        const char *text = made_for[i].text;
        rgc_options options = {.order = &ran, .gradients = true, .staged = true};
        rgc_result *result = rgc_compile_buffer("ordered.rg", text, strlen(text), &options);
        assert_non_null(rgc_object(result));
        assert_true(ran.count >= before);
        for (unsigned k = 0; k < ran.count; k++) {
            assert_true(k < before ? ran.pass[k] == k : ran.pass[k] >= before);
            asked |= UINT64_C(1) << ran.pass[k];
            assert_string_equal(rg_pass_name(ran.pass[k]), opt_name(ran.pass[k]));
        }
        rgc_result_free(result);
    }
    assert_true(asked == OPT_EVERY);
}

/* Two that the random programs found: too deep for 29 registers. */
static void values_too_deep_for_the_registers_get_names(void **state)
{
    static const char *const texts[] = {
        "@i function main(p0!::Fixed, p4!::Fixed, p6!::Matrix{Int})\n    A10 ← zeros(Fixed, 2, 2)\n"
        "    p4! += ((false & false) ? asin(0sin(0)) : max(sin(convert(convert(abs(0) + 1))), "
        "asin(0sin(A10[1, mod(floor(Int, "
        "floor(sin(A10[end, mod((-p6![1, end]), size(A10, 2)) + 1]) * 4)), size(A10, 2)) + 1])), "
        "(√(p0!^2 + 1))))\n"
        "    A10 → zeros(Fixed, 2, 2)\nend\n",
        "@i function main(y!::Fixed, p::Int, k::Vector{Int}, A::Matrix{Fixed})\n"
        "    y! += sin(A[mod(k[mod(k[mod(k[mod(p, length(k)) + 1], length(k)) + 1], length(k)) + "
        "1], size(A, 1)) + 1, mod(k[mod(k[mod("
        "floor(Int, A[mod(k[mod(p * p, length(k)) + 1], size(A, 1)) + 1, mod(k[mod(p + 2, "
        "length(k)) + 1], size(A, 2)) + 1]), length(k)) + 1], "
        "length(k)) + 1], size(A, 2)) + 1])\nend\n"};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const char *text = texts[i / 2];
        rgc_result *r = rgc_compile_buffer("deep.rg", text, strlen(text),
                                           &(rgc_options){.passes_off = i % 2 ? OPT_EVERY : 0});
        assert_non_null(r);
        if (!rgc_object(r))
            rgc_render_text(r, stderr);
        assert_non_null(rgc_object(r));
        rgc_result_free(r);
    }
}

/* Limits of the searches in the code generator must not be limits of the language. */
static void many_loops_compile(void **state)
{
    enum { LOOPS = 500 };
    size_t size = LOOPS * 64 + 200, used;
    char *text = malloc(size);
    (void)state;
    assert_non_null(text);
    used = (size_t)snprintf(text, size, "@i function main(y!::Int, n::Int)\n");
    for (unsigned i = 0; i < LOOPS; i++)
        used += (size_t)snprintf(text + used, size - used,
                                 "  for i%u = 1:n\n    y! += i%u\n  end\n", i, i);
    snprintf(text + used, size - used, "end\n");
    rgc_result *r = rgc_compile_buffer("loops.rg", text, strlen(text), NULL);
    assert_non_null(rgc_object(r));
    rgc_result_free(r);
    free(text);
}

/* So many indices that nothing is left to hold over the loops: they are compiled without the pass
 * that does it, and with all others. */
static void what_takes_too_many_registers_over_loops_is_optimised(void **state)
{
    static const char text[] =
        "@i function main(x!::Vector{Fixed}, A!::Matrix{Fixed}, T!::Array{Fixed,3}, "
        "m!::Vector{Int}, g::Fixed, v::Vector{Fixed}, w::Vector{Fixed}, B::Matrix{Fixed}, "
        "k::Vector{Int}, n::Int, p::Int, q::Int, a::Fixed)\n"
        "for i1 = 1:2:n\n"
        "for i2 = i1:-1:p\n"
        "for i3 = i2 + 1:-1:1\n"
        "T![i2 + 2, i2 + 1, i3 + 2] -= (T![n - i3 + 2, size(T!, 2) - i2, i2 + 1] > T![i3 + i2, i3, "
        "size(T!, 3) - i3] ? (T![i2 + 1, 4, i2] > T![size(T!, 1), n - i2 + 4, 2 * i1 + 1] ? T![i1, "
        "i3, i1] : T![i3 + 1, i3 + 1, i3] + x![i3 + 1]) : T![2 * i2, i3, i3 + i2] * v[i2 + 1] * "
        "x![i2 + p])\n"
        "t5 ← T![i3 + i2, 2 * i1 + 1, size(T!, 3) - i3]\n"
        "end\n"
        "for i6 = p:n\n"
        "T![size(T!, 1) - 1, i6, i6 + 1] += (max(v[i2 + 1], x![i6 + 1]) * T![i2 + 3, i6 + 3, "
        "k[i6]] > x![i6 - i2 + 4] * T![p, 1, i6 + 2] ? T![i6 + 1, i2 + 1, 2] : min(w[n - i6 + 2] * "
        "T![i6 - i2 + 6, i2, i2 + 1], 2))\n"
        "end\n"
        "end\n"
        "end\n"
        "end\n";
    (void)state;
    rgc_result *r = rgc_compile_buffer("indices.rg", text, strlen(text), NULL);
    rgc_result *plain = rgc_compile_buffer("indices.rg", text, strlen(text),
                                           &(rgc_options){.passes_off = OPT_EVERY});
    assert_non_null(rgc_object(r));
    assert_non_null(rgc_object(plain));
    assert_true(rgc_object(r)->code_count < rgc_object(plain)->code_count);
    rgc_result_free(r);
    rgc_result_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pass_saves_something),
        cmocka_unit_test(passes_run_in_the_order_of_their_list),
        cmocka_unit_test(programs_do_not_grow),
        cmocka_unit_test(many_loops_compile),
        cmocka_unit_test(values_too_deep_for_the_registers_get_names),
        cmocka_unit_test(what_takes_too_many_registers_over_loops_is_optimised),
        cmocka_unit_test(programs_mean_the_same_without_each_pass),
        cmocka_unit_test(programs_mean_the_same_in_the_order_for_three_stages),
        cmocka_unit_test(programs_mean_the_same_with_energy_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
