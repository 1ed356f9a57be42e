/* test_misuse.c: every function of retrograd.h, called wrongly in every way. NULL, things that are
 * no handles, handles of another kind or of what was closed or freed, calls in the wrong order:
 * each is refused with RG_BAD_USE and a message that names the function. The device works on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

static const char program[] =
    "@i function square!(y!::Fixed, x::Fixed)\n    y! += x^2\nend\n"
    "@i function second!(y!::Fixed, v::Vector{Fixed})\n    y! += v[2]\nend\n"
    "@i function whole!(n!::Int, A::Matrix{Fixed})\n    n! += 1\nend\n"
    "@i function forever!(n!::Int)\n    while (n! >= 0, n! > 0)\n        n! += 1\n    end\nend\n"
    "@i function trap!(y!::Fixed, x::Fixed)\n    a ← 0.0\n    a += x\n    a → 0.0\nend\n";

/* What the wrong calls use; `bad` is what stands for the handle. */
typedef struct {
    rg_device *device, *other;
    rg_job *job, *vector, *matrix, *trap;
    rg_technology *technology;
    void *bad;
    rg_fault fault;
} world;

/* What a function without a fault says. */
static rg_result said(world *w, bool nothing)
{
    w->fault.result = nothing ? RG_BAD_USE : RG_OK;
    snprintf(w->fault.code, sizeof w->fault.code, "R0932");
    snprintf(w->fault.message, sizeof w->fault.message, "%s", rg_last_misuse());
    return w->fault.result;
}

static bool is_empty(const char *text) { return text && text[0] == '\0'; }

static double number;
static double room[4];
static int64_t word;
static const char *const no_names[] = {NULL}, *const cancel[] = {"cancel"};
static char letters[9];
static const size_t extents[3] = {1, 2, 1};
static const rg_known_argument nameless = {.name = NULL},
                               deep = {.name = "x", .number = RG_NUMBER_FIXED, .rank = 5},
                               odd = {.name = "x", .number = (rg_number)9};
static rg_counters counters;
static rg_energy energy;
static rg_energy_term terms[RG_ENERGY_TERMS];
static rg_energy_sensitivity sensitivities[RG_ENERGY_CONSTANTS];
static rg_energy_optimum optimum;
static rg_profile profile;
static rg_digits digits;
static rg_differences differences;
static rg_float_digits float_digits;
static rg_parameter parameter;
static rg_loss loss;
static rg_tile_place tile;
static size_t count;
static bool passed;

#define F &w->fault

static void see_nothing(void *context, const char *routine, const char *parameter)
{
    (void)context;
    (void)routine;
    (void)parameter;
    (void)tile;
}

/* Every function that takes a handle, with one that is none. */
#define WRONG_DEVICE(X)                                                                            \
    X(rg_device_engine, said(w, is_empty(rg_device_engine(w->bad))))                               \
    X(rg_device_xlen, said(w, rg_device_xlen(w->bad) == 0))                                        \
    X(rg_device_frac, said(w, rg_device_frac(w->bad) == 0))                                        \
    X(rg_device_words, said(w, rg_device_words(w->bad) == 0))                                      \
    X(rg_device_config, said(w, rg_device_config(w->bad) == 0))                                    \
    X(rg_device_float, said(w, rg_device_float(w->bad) == 0))                                      \
    X(rg_device_counts, said(w, !rg_device_counts(w->bad)))                                        \
    X(rg_device_away, said(w, !rg_device_away(w->bad)))                                            \
    X(rg_set_progress, said(w, rg_set_progress(w->bad, NULL, NULL)))                               \
    X(rg_set_cycle_limit, said(w, rg_set_cycle_limit(w->bad, 5)))                                  \
    X(rg_set_passes_off, rg_set_passes_off(w->bad, cancel, 1, F))                                  \
    X(rg_set_verify, said(w, rg_set_verify(w->bad, true)))                                         \
    X(rg_set_gradients, said(w, rg_set_gradients(w->bad, true)))                                   \
    X(rg_set_energy_choice, rg_set_energy_choice(w->bad, w->technology, 1, 1, true, F))            \
    X(rg_energy_choices, said(w, is_empty(rg_energy_choices(w->bad))))                             \
    X(rg_trace_open, rg_trace_open(w->bad, "trace.fst", F))                                        \
    X(rg_trace_close, rg_trace_close(w->bad, F))                                                   \
    X(rg_load, rg_load(w->bad, "examples/bessel.rg", F))                                           \
    X(rg_load_for, rg_load_for(w->bad, "examples/bessel.rg", NULL, NULL, 0, F))                    \
    X(rg_load_text, rg_load_text(w->bad, "p.rg", program, F))                                      \
    X(rg_load_text_for, rg_load_text_for(w->bad, "p.rg", program, NULL, NULL, 0, F))               \
    X(rg_source_routines, rg_source_routines(w->bad, see_nothing, NULL, F))                        \
    X(rg_source_file, said(w, !rg_source_file(w->bad, 0)))                                         \
    X(rg_source_inverse, rg_source_inverse(w->bad, F) ? RG_OK : RG_BAD_USE)                        \
    X(rg_diagnostics, said(w, is_empty(rg_diagnostics(w->bad))))                                   \
    X(rg_diagnostics_json, said(w, is_empty(rg_diagnostics_json(w->bad))))                         \
    X(rg_routine_count, said(w, rg_routine_count(w->bad) == 0))                                    \
    X(rg_routine_name, said(w, !rg_routine_name(w->bad, 0)))                                       \
    X(rg_count_lines, rg_count_lines(w->bad, true, F))                                             \
    X(rg_job_new, rg_job_new(w->bad, "square!", F) ? RG_OK : RG_BAD_USE)

#define WRONG_JOB(X)                                                                               \
    X(rg_job_routine, said(w, is_empty(rg_job_routine(w->bad))))                                   \
    X(rg_job_xlen, said(w, rg_job_xlen(w->bad) == 0))                                              \
    X(rg_ran_as_written, said(w, !rg_ran_as_written(w->bad)))                                      \
    X(rg_parameter_count, said(w, rg_parameter_count(w->bad) == 0))                                \
    X(rg_parameter_at, said(w, !rg_parameter_at(w->bad, 0, &parameter)))                           \
    X(rg_parameter_find, said(w, rg_parameter_find(w->bad, "x") == -1))                            \
    X(rg_lost_digits, said(w, !rg_lost_digits(w->bad, 0, &loss)))                                  \
    X(rg_set_number, rg_set_number(w->bad, "x", 1, F))                                             \
    X(rg_set_integer, rg_set_integer(w->bad, "x", 1, F))                                           \
    X(rg_set_array, rg_set_array(w->bad, "v", room, 2, 1, F))                                      \
    X(rg_set_extents, rg_set_extents(w->bad, "v", extents, 3, F))                                  \
    X(rg_set_integers, rg_set_integers(w->bad, "v", &word, 1, 1, F))                               \
    X(rg_set_raw, rg_set_raw(w->bad, "v", &word, 1, 1, F))                                         \
    X(rg_set_direction, rg_set_direction(w->bad, "x", room, 1, F))                                 \
    X(rg_call, rg_call(w->bad, F))                                                                 \
    X(rg_uncall, rg_uncall(w->bad, F))                                                             \
    X(rg_adopt_results, said(w, rg_adopt_results(w->bad)))                                         \
    X(rg_want, rg_want(w->bad, NULL, 0, F))                                                        \
    X(rg_hold, said(w, rg_hold(w->bad, true)))                                                     \
    X(rg_tile, rg_tile(w->bad, "v", 1, F))                                                         \
    X(rg_get_tile, said(w, !rg_get_tile(w->bad, &tile)))                                           \
    X(rg_gradient, rg_gradient(w->bad, "y!", 0, 0, F))                                             \
    X(rg_keep_gradients, said(w, rg_keep_gradients(w->bad, true)))                                 \
    X(rg_kept_gradients, said(w, rg_kept_gradients(w->bad) == 0))                                  \
    X(rg_tangent, rg_tangent(w->bad, F))                                                           \
    X(rg_hessian_vector, rg_hessian_vector(w->bad, "y!", 0, 0, F))                                 \
    X(rg_get_tangent, said(w, rg_get_tangent(w->bad, "x", room, 4) == 0))                          \
    X(rg_get_hessian_vector, said(w, rg_get_hessian_vector(w->bad, "x", room, 4) == 0))            \
    X(rg_has_tangents, said(w, !rg_has_tangents(w->bad)))                                          \
    X(rg_has_hessian_vector, said(w, !rg_has_hessian_vector(w->bad)))                              \
    X(rg_tangent_exponent, said(w, rg_tangent_exponent(w->bad) == 0))                              \
    X(rg_jacobian, rg_jacobian(w->bad, F))                                                         \
    X(rg_hessian, rg_hessian(w->bad, "y!", 0, 0, F))                                               \
    X(rg_get_jacobian, said(w, !rg_get_jacobian(w->bad)))                                          \
    X(rg_get_hessian, said(w, !rg_get_hessian(w->bad)))                                            \
    X(rg_get, said(w, rg_get(w->bad, "y!", room, 4) == 0))                                         \
    X(rg_get_raw, said(w, rg_get_raw(w->bad, "y!", &word, 1) == 0))                                \
    X(rg_get_argument, said(w, rg_get_argument(w->bad, "y!", room, 4) == 0))                       \
    X(rg_get_argument_raw, said(w, rg_get_argument_raw(w->bad, "y!", &word, 1) == 0))              \
    X(rg_get_gradient, said(w, rg_get_gradient(w->bad, "x", room, 4) == 0))                        \
    X(rg_has_gradients, said(w, !rg_has_gradients(w->bad)))                                        \
    X(rg_find_float_digits, rg_find_float_digits(w->bad, w->bad, 9, &float_digits, F))             \
    X(rg_believed_digits, rg_believed_digits(w->bad, w->bad, &digits, F))                          \
    X(rg_compare_with_float, rg_compare_with_float(w->bad, w->bad, &differences, F))               \
    X(rg_restored, said(w, !rg_restored(w->bad)))                                                  \
    X(rg_get_output, said(w, is_empty(rg_get_output(w->bad))))                                     \
    X(rg_seed_exponent, said(w, rg_seed_exponent(w->bad) == 0))                                    \
    X(rg_attempts, said(w, rg_attempts(w->bad) == 0))                                              \
    X(rg_profile_call, rg_profile_call(w->bad, &profile, F))                                       \
    X(rg_get_counters, (rg_get_counters(w->bad, &counters), said(w, counters.cycles == 0)))        \
    X(rg_get_few_digits, said(w, rg_get_few_digits(w->bad).values == 0))                           \
    X(rg_peak_words, said(w, rg_peak_words(w->bad) == 0))                                          \
    X(rg_check_ledger, rg_check_ledger(w->bad, F))                                                 \
    X(rg_get_ledger, said(w, rg_get_ledger(w->bad, NULL, 0) == 0))                                 \
    X(rg_get_lines, said(w, rg_get_lines(w->bad, NULL, 0) == 0))                                   \
    X(rg_get_energy, rg_get_energy(w->bad, NULL, &energy, F))                                      \
    X(rg_get_trap, said(w, !rg_get_trap(w->bad)))                                                  \
    X(rg_find_last_change, rg_find_last_change(w->bad, F))                                         \
    X(rg_get_last_changes, said(w, rg_get_last_changes(w->bad, NULL, 0) == 0))                     \
    X(rg_unfinished, said(w, !rg_unfinished(w->bad)))                                              \
    X(rg_rollback, rg_rollback(w->bad, F))                                                         \
    X(rg_check, rg_check(w->bad, NULL, NULL, &passed, F))                                          \
    X(rg_check_inverse, rg_check_inverse(w->bad, NULL, NULL, &passed, F))                          \
    X(rg_take_activity, rg_take_activity(w->bad, w->job, F))

#define WRONG_TECHNOLOGY(X)                                                                        \
    X(rg_technology_set, rg_technology_set(w->bad, "ramp_time=5ns", F))                            \
    X(rg_technology_by_activity, rg_technology_by_activity(w->bad, F))                             \
    X(rg_technology_name, said(w, is_empty(rg_technology_name(w->bad))))                           \
    X(rg_technology_about, said(w, is_empty(rg_technology_about(w->bad))))                         \
    X(rg_technology_origin, said(w, is_empty(rg_technology_origin(w->bad))))                       \
    X(rg_technology_law, said(w, is_empty(rg_technology_law(w->bad))))                             \
    X(rg_technology_table, said(w, is_empty(rg_technology_table(w->bad))))                         \
    X(rg_technology_constants, said(w, rg_technology_constants(w->bad, NULL, 0) == 0))             \
    X(rg_technology_overridden_rows, said(w, rg_technology_overridden_rows(w->bad, NULL, 0) == 0)) \
    X(rg_energy_of, rg_energy_of(w->bad, &counters, 64, &energy, F))                               \
    X(rg_energy_terms, rg_energy_terms(w->bad, &counters, 64, terms, &count, F))                   \
    X(rg_energy_best, rg_energy_best(w->bad, &counters, 64, &optimum, F))                          \
    X(rg_energy_sensitivities,                                                                     \
      rg_energy_sensitivities(w->bad, &counters, 64, sensitivities, &count, F))

/* The handle is right and something else is not. */
#define WRONG_REST(X)                                                                              \
    X(rg_element_text, (rg_element_text(NULL, 3, 0, letters, 9), said(w, is_empty(letters))))      \
    X(rg_element_text, (rg_element_text(extents, 3, 0, NULL, 9), said(w, true)))                   \
    X(rg_device_open, rg_device_open(NULL, F) ? RG_OK : RG_BAD_USE)                                \
    X(rg_set_passes_off, rg_set_passes_off(w->device, NULL, 1, F))                                 \
    X(rg_set_passes_off, rg_set_passes_off(w->device, no_names, 1, F))                             \
    X(rg_trace_open, rg_trace_open(w->device, NULL, F))                                            \
    X(rg_load, rg_load(w->device, NULL, F))                                                        \
    X(rg_load_for, rg_load_for(w->device, NULL, NULL, NULL, 0, F))                                 \
    X(rg_load_for, rg_load_for(w->device, "examples/bessel.rg", NULL, NULL, 1, F))                 \
    X(rg_load_for, rg_load_for(w->device, "examples/bessel.rg", NULL, &nameless, 1, F))            \
    X(rg_load_for, rg_load_for(w->device, "examples/bessel.rg", NULL, &deep, 1, F))                \
    X(rg_load_for, rg_load_for(w->device, "examples/bessel.rg", NULL, &odd, 1, F))                 \
    X(rg_load_text, rg_load_text(w->device, NULL, program, F))                                     \
    X(rg_load_text, rg_load_text(w->device, "p.rg", NULL, F))                                      \
    X(rg_load_text_for, rg_load_text_for(w->device, "p.rg", NULL, NULL, NULL, 0, F))               \
    X(rg_load_text_for, rg_load_text_for(w->device, "p.rg", program, NULL, &deep, 1, F))           \
    X(rg_source_routines, rg_source_routines(w->device, NULL, NULL, F))                            \
    X(rg_parameter_at, said(w, !rg_parameter_at(w->job, 0, NULL)))                                 \
    X(rg_parameter_find, said(w, rg_parameter_find(w->job, NULL) == -1))                           \
    X(rg_lost_digits, said(w, !rg_lost_digits(w->job, 0, NULL)))                                   \
    X(rg_set_number, rg_set_number(w->job, NULL, 1, F))                                            \
    X(rg_set_integer, rg_set_integer(w->job, NULL, 1, F))                                          \
    X(rg_set_extents, rg_set_extents(w->vector, NULL, extents, 3, F))                              \
    X(rg_set_extents, rg_set_extents(w->vector, "v", NULL, 3, F))                                  \
    X(rg_set_array, rg_set_array(w->vector, NULL, room, 2, 1, F))                                  \
    X(rg_set_array, rg_set_array(w->vector, "v", NULL, 2, 1, F))                                   \
    X(rg_set_integers, rg_set_integers(w->vector, NULL, &word, 1, 1, F))                           \
    X(rg_set_integers, rg_set_integers(w->vector, "v", NULL, 1, 1, F))                             \
    X(rg_set_raw, rg_set_raw(w->vector, NULL, &word, 1, 1, F))                                     \
    X(rg_set_raw, rg_set_raw(w->vector, "v", NULL, 1, 1, F))                                       \
    X(rg_set_raw, rg_set_raw(w->job, "x", NULL, 1, 1, F))                                          \
    X(rg_set_direction, rg_set_direction(w->job, NULL, room, 1, F))                                \
    X(rg_gradient, rg_gradient(w->job, NULL, 0, 0, F))                                             \
    X(rg_hessian_vector, rg_hessian_vector(w->job, NULL, 0, 0, F))                                 \
    X(rg_hessian, rg_hessian(w->job, NULL, 0, 0, F))                                               \
    X(rg_get, said(w, rg_get(w->job, NULL, room, 4) == 0))                                         \
    X(rg_get, said(w, rg_get(w->job, "y!", NULL, 4) == 0))                                         \
    X(rg_get, said(w, rg_get(w->job, "z!", room, 4) == 0))                                         \
    X(rg_get_raw, said(w, rg_get_raw(w->job, NULL, &word, 1) == 0))                                \
    X(rg_get_raw, said(w, rg_get_raw(w->job, "y!", NULL, 1) == 0))                                 \
    X(rg_get_argument, said(w, rg_get_argument(w->job, NULL, room, 4) == 0))                       \
    X(rg_get_argument, said(w, rg_get_argument(w->job, "x", NULL, 4) == 0))                        \
    X(rg_get_argument_raw, said(w, rg_get_argument_raw(w->job, NULL, &word, 1) == 0))              \
    X(rg_get_argument_raw, said(w, rg_get_argument_raw(w->job, "x", NULL, 1) == 0))                \
    X(rg_get_gradient, said(w, rg_get_gradient(w->job, NULL, room, 4) == 0))                       \
    X(rg_get_gradient, said(w, rg_get_gradient(w->job, "x", NULL, 4) == 0))                        \
    X(rg_get_tangent, said(w, rg_get_tangent(w->job, NULL, room, 4) == 0))                         \
    X(rg_get_tangent, said(w, rg_get_tangent(w->job, "x", NULL, 4) == 0))                          \
    X(rg_get_hessian_vector, said(w, rg_get_hessian_vector(w->job, NULL, room, 4) == 0))           \
    X(rg_get_hessian_vector, said(w, rg_get_hessian_vector(w->job, "x", NULL, 4) == 0))            \
    X(rg_profile_call, rg_profile_call(w->job, NULL, F))                                           \
    X(rg_find_float_digits, rg_find_float_digits(w->job, w->job, 9, NULL, F))                      \
    X(rg_believed_digits, rg_believed_digits(w->job, w->job, NULL, F))                             \
    X(rg_compare_with_float, rg_compare_with_float(w->job, w->job, NULL, F))                       \
    X(rg_get_counters, (rg_get_counters(w->job, NULL), said(w, true)))                             \
    X(rg_get_ledger, said(w, rg_get_ledger(w->job, NULL, 3) == 0))                                 \
    X(rg_get_lines, said(w, rg_get_lines(w->job, NULL, 3) == 0))                                   \
    X(rg_get_last_changes, said(w, rg_get_last_changes(w->job, NULL, 3) == 0))                     \
    X(rg_get_energy, rg_get_energy(w->job, NULL, NULL, F))                                         \
    X(rg_check, rg_check(w->job, NULL, NULL, NULL, F))                                             \
    X(rg_check_inverse, rg_check_inverse(w->job, NULL, NULL, NULL, F))                             \
    X(rg_technology_set, rg_technology_set(w->technology, NULL, F))                                \
    X(rg_technology_constants, said(w, rg_technology_constants(w->technology, NULL, 3) == 0))      \
    X(rg_technology_overridden_rows,                                                               \
      said(w, rg_technology_overridden_rows(w->technology, NULL, 3) == 0))                         \
    X(rg_energy_of, rg_energy_of(w->technology, NULL, 64, &energy, F))                             \
    X(rg_energy_of, rg_energy_of(w->technology, &counters, 64, NULL, F))                           \
    X(rg_energy_terms, rg_energy_terms(w->technology, NULL, 64, terms, &count, F))                 \
    X(rg_energy_terms, rg_energy_terms(w->technology, &counters, 64, NULL, &count, F))             \
    X(rg_energy_terms, rg_energy_terms(w->technology, &counters, 64, terms, NULL, F))              \
    X(rg_energy_best, rg_energy_best(w->technology, NULL, 64, &optimum, F))                        \
    X(rg_energy_best, rg_energy_best(w->technology, &counters, 64, NULL, F))                       \
    X(rg_energy_sensitivities,                                                                     \
      rg_energy_sensitivities(w->technology, NULL, 64, sensitivities, &count, F))                  \
    X(rg_energy_sensitivities,                                                                     \
      rg_energy_sensitivities(w->technology, &counters, 64, NULL, &count, F))                      \
    X(rg_energy_sensitivities,                                                                     \
      rg_energy_sensitivities(w->technology, &counters, 64, sensitivities, NULL, F))               \
    X(rg_want, rg_want(w->job, NULL, 1, F))                                                        \
    X(rg_want, rg_want(w->job, (const char *const[]){NULL}, 1, F))                                 \
    /* calls in the wrong order: nothing was run */                                                \
    X(rg_get, said(w, rg_get(w->job, "y!", room, 4) == 0))                                         \
    X(rg_get_raw, said(w, rg_get_raw(w->job, "y!", &word, 1) == 0))                                \
    X(rg_get_gradient, said(w, rg_get_gradient(w->job, "x", room, 4) == 0))                        \
    X(rg_get_tangent, said(w, rg_get_tangent(w->job, "x", room, 4) == 0))                          \
    X(rg_get_hessian_vector, said(w, rg_get_hessian_vector(w->job, "x", room, 4) == 0))            \
    X(rg_adopt_results, said(w, rg_adopt_results(w->job)))                                         \
    X(rg_find_float_digits, rg_find_float_digits(w->job, w->job, 9, &float_digits, F))             \
    X(rg_believed_digits, rg_believed_digits(w->job, w->job, &digits, F))                          \
    X(rg_compare_with_float, rg_compare_with_float(w->job, w->job, &differences, F))               \
    X(rg_rollback, rg_rollback(w->job, F))

/* Wrong uses that have messages of their own. */
#define WRONG_VALUES(X)                                                                            \
    X("R0932", rg_set_passes_off(w->device, (const char *const[]){"no such pass"}, 1, F))          \
    X("R0916", rg_trace_open(w->device, "trace.fst", F))                                           \
    X("R0906", rg_job_new(w->other, NULL, F) ? RG_OK : RG_BAD_USE)                                 \
    X("R0906", rg_job_new(w->other, "square!", F) ? RG_OK : RG_BAD_USE)                            \
    X("R0906", rg_job_new(w->device, "no such routine", F) ? RG_OK : RG_BAD_USE)                   \
    X("R0906", rg_job_new(w->device, NULL, F) ? RG_OK : RG_BAD_USE)                                \
    X("R0907", rg_set_number(w->job, "", 1, F))                                                    \
    X("R0907", rg_want(w->job, (const char *const[]){"nothing"}, 1, F))                            \
    X("R0908", rg_set_array(w->job, "x", room, 1, 1, F))                                           \
    X("R0908", rg_set_number(w->vector, "v", 1, F))                                                \
    X("R0909", rg_set_array(w->vector, "v", room, 2, 2, F))                                        \
    X("R0909", rg_set_raw(w->job, "x", &word, 1, 0, F))                                            \
    X("R0912", rg_set_array(w->matrix, "A", room, SIZE_MAX, 2, F))                                 \
    X("R0912", rg_set_array(w->matrix, "A", room, SIZE_MAX / 2 + 1, 2, F))                         \
    X("R0912", rg_set_array(w->matrix, "A", NULL, SIZE_MAX, 0, F))                                 \
    X("R0912", rg_set_raw(w->matrix, "A", NULL, 0, SIZE_MAX, F))                                   \
    X("R0909", rg_call(w->vector, F))                                                              \
    X("R0909", rg_gradient(w->vector, "v", 1, 1, F))                                               \
    X("R0909", rg_jacobian(w->vector, F))                                                          \
    X("R0909", rg_profile_call(w->vector, &profile, F))                                            \
    X("R0909", rg_check(w->vector, NULL, NULL, &passed, F))                                        \
    X("R0909", rg_check_inverse(w->vector, NULL, NULL, &passed, F))                                \
    X("R0909", rg_set_direction(w->vector, "v", room, 2, F))                                       \
    X("R0909", rg_set_direction(w->job, "x", room, 2, F))                                          \
    X("R0913", rg_set_direction(w->matrix, "n!", room, 1, F))                                      \
    X("R0913", rg_gradient(w->job, "y!", 2, 0, F))                                                 \
    X("R0913", rg_gradient(w->job, "y!", SIZE_MAX, SIZE_MAX, F))                                   \
    X("R0907", rg_hessian(w->job, "z!", 0, 0, F))                                                  \
    X("R0923", rg_technology_set(w->technology, "", F))                                            \
    X("R0923", rg_technology_set(w->technology, "=", F))                                           \
    X("R0923", rg_technology_open("no such technology", F) ? RG_OK : RG_BAD_USE)                   \
    X("R0923", rg_technology_open("", F) ? RG_OK : RG_BAD_USE)                                     \
    X("R0923", rg_get_energy(w->job, "", &energy, F))                                              \
    X("R0923", rg_energy_of(w->technology, &counters, 7, &energy, F))                              \
    X("R0923", rg_energy_of(w->technology, &counters, 0, &energy, F))                              \
    X("R0720", rg_load(w->other, "", F))                                                           \
    X("R0720", rg_load(w->other, ".", F))

/* A table as a function: makes the n-th of its calls and tells its name and text. */
#define CALL(function, expression)                                                                 \
    if (at++ == n) {                                                                               \
        *name = #function;                                                                         \
        *text = #expression;                                                                       \
        return (int)(expression);                                                                  \
    }
enum { NO_MORE = -1 };
typedef int table(world *w, int n, const char **name, const char **text);

#define TABLE(function, LIST)                                                                      \
    static int function(world *w, int n, const char **name, const char **text)                     \
    {                                                                                              \
        int at = 0;                                                                                \
        LIST(CALL)                                                                                 \
        return NO_MORE;                                                                            \
    }

TABLE(wrong_device, WRONG_DEVICE)
TABLE(wrong_job, WRONG_JOB)
TABLE(wrong_technology, WRONG_TECHNOLOGY)
TABLE(wrong_rest, WRONG_REST)
TABLE(wrong_values, WRONG_VALUES)

static int set_up(void **state)
{
    world *w = calloc(1, sizeof *w);
    if (!w)
        return -1;
    *state = w;
    w->device = rg_device_open("fast", F);
    w->other = rg_device_open("fast", F);
    w->technology = rg_technology_open(NULL, F);
    if (!w->device || !w->other || !w->technology
        || rg_load_text(w->device, "p.rg", program, F) != RG_OK)
        return -1;
    w->job = rg_job_new(w->device, "square!", F);
    w->vector = rg_job_new(w->device, "second!", F);
    w->matrix = rg_job_new(w->device, "whole!", F);
    w->trap = rg_job_new(w->device, "trap!", F);
    return w->job && w->vector && w->matrix && w->trap ? 0 : -1;
}

static int tear_down(void **state)
{
    world *w = *state;
    rg_technology_close(w->technology);
    rg_device_close(w->device);
    rg_device_close(w->other);
    free(w);
    return 0;
}

/* The device still does what it did. */
static void assert_works(world *w)
{
    rg_job *job = rg_job_new(w->device, "square!", F);
    assert_non_null(job);
    assert_int_equal(rg_set_number(job, "x", 3, F), RG_OK);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, F), RG_OK);
    assert_int_equal(rg_get_gradient(job, "x", &number, 1), 1);
    assert_true(number == 6);
    assert_true(rg_restored(job));
    assert_int_equal(rg_job_free(job), RG_OK);
}

/* Every call of a table is refused, by name; of others than WRONG_VALUES with R0932. */
static void assert_refused(world *w, table *calls, const char *with)
{
    const char *name = NULL, *text = NULL;
    for (int n = 0;; n++) {
        memset(F, 0, sizeof *F);
        const int result = calls(w, n, &name, &text);
        if (result == NO_MORE)
            break;
        if (result != RG_BAD_USE)
            fail_msg("%s, %s: %d", with, text, result);
        if (calls == wrong_values) {
            if (strlen(w->fault.code) != 5 || strncmp(name + 1, w->fault.code, 5) != 0)
                fail_msg("%s: %s, not %s: %s", text, w->fault.code, name, w->fault.message);
            continue;
        }
        if (strncmp(w->fault.message, name, strlen(name)) != 0
            || w->fault.message[strlen(name)] != ':' || strcmp(w->fault.code, "R0932") != 0)
            fail_msg("%s, %s: says %s %s", with, text, w->fault.code, w->fault.message);
    }
}

/* Things that are no live handle of any kind. */
static void assert_all_refuse(world *w, table *calls, void *closed, const char *told)
{
    static double object[4];
    void *heap = malloc(64);
    assert_non_null(heap);
    void *const nothing[] = {NULL,
                             object,
                             heap,
                             (char *)object + 1,
                             (void *)(uintptr_t)1,
                             (void *)(uintptr_t)3,
                             (void *)(uintptr_t)0x1235,
                             (void *)UINTPTR_MAX,
                             (void *)(UINTPTR_MAX >> 1),
                             (void *)((uintptr_t)w->device ^ (uintptr_t)1 << (sizeof(void *) * 4)),
                             (void *)((uintptr_t)w->job ^ (uintptr_t)1 << 10),
                             (void *)((uintptr_t)w->technology ^ 1)};
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++) {
        w->bad = nothing[i];
        assert_refused(w, calls, "no handle");
    }
    free(heap);
    if (calls != wrong_device) {
        w->bad = w->device;
        assert_refused(w, calls, "a device");
    }
    if (calls != wrong_job) {
        w->bad = w->job;
        assert_refused(w, calls, "a job");
    }
    if (calls != wrong_technology) {
        w->bad = w->technology;
        assert_refused(w, calls, "a technology");
    }
    w->bad = closed;
    assert_refused(w, calls, told);
    if (!strstr(rg_last_misuse(), told))
        fail_msg("%s: %s", told, rg_last_misuse());
    assert_works(w);
}

static void test_device_handles(void **state)
{
    world *w = *state;
    rg_device *closed = rg_device_open("fast", F);
    assert_non_null(closed);
    assert_int_equal(rg_device_close(closed), RG_OK);
    assert_int_equal(rg_device_close(closed), RG_BAD_USE);
    assert_all_refuse(w, wrong_device, closed, "the device was closed before");
    rg_stop(closed); /* says nothing, does nothing */
    rg_stop(NULL);
    rg_stop((rg_device *)w->job);
    assert_int_equal(rg_device_close(NULL), RG_OK);
    assert_int_equal(rg_device_close((rg_device *)w->job), RG_BAD_USE);
    /* The slot has a new owner: the old handle is not taken for the new one. */
    rg_device *next = rg_device_open("fast", F);
    assert_ptr_not_equal(next, closed);
    assert_int_equal(rg_device_close(closed), RG_BAD_USE);
    assert_true(rg_device_xlen(next) > 0);
    assert_int_equal(rg_device_xlen(closed), 0);
    assert_int_equal(rg_device_close(next), RG_OK);
}

static void test_job_handles(void **state)
{
    world *w = *state;
    rg_job *freed = rg_job_new(w->device, "square!", F);
    assert_int_equal(rg_job_free(freed), RG_OK);
    assert_int_equal(rg_job_free(freed), RG_BAD_USE);
    assert_int_equal(rg_job_free(NULL), RG_OK);
    assert_all_refuse(w, wrong_job, freed, "the job was freed before");

    rg_device *device = rg_device_open("fast", F);
    assert_int_equal(rg_load_text(device, "p.rg", program, F), RG_OK);
    rg_job *job = rg_job_new(device, "square!", F);
    assert_int_equal(rg_call(job, F), RG_OK);
    assert_int_equal(rg_device_close(device), RG_OK);
    assert_all_refuse(w, wrong_job, job, "its device was closed");
    assert_int_equal(rg_job_free(job), RG_BAD_USE);
    assert_non_null(strstr(rg_last_misuse(), "rg_job_free: the job is gone"));
}

static void test_jobs_of_a_former_program(void **state)
{
    world *w = *state;
    for (int how = 0; how < 3; how++) {
        assert_int_equal(rg_load_text(w->other, "p.rg", program, F), RG_OK);
        rg_job *job = rg_job_new(w->other, "square!", F);
        assert_int_equal(rg_call(job, F), RG_OK);
        if (how == 0)
            assert_int_equal(rg_load_text(w->other, "p.rg", program, F), RG_OK);
        else if (how == 1)
            assert_int_equal(rg_load_text(w->other, "p.rg", "@i function", F), RG_BAD_USE);
        else
            assert_int_equal(rg_load(w->other, "no/such/file.rg", F), RG_BAD_USE);
        assert_all_refuse(w, wrong_job, job, "loaded a program since");
        assert_int_equal(rg_job_free(job), RG_BAD_USE);
    }
    assert_int_equal(rg_load(w->other, "no/such/file.rg", F), RG_BAD_USE);
}

static void test_technology_handles(void **state)
{
    world *w = *state;
    rg_technology *closed = rg_technology_open("7nm", F);
    assert_int_equal(rg_technology_close(closed), RG_OK);
    assert_int_equal(rg_technology_close(closed), RG_BAD_USE);
    assert_int_equal(rg_technology_close(NULL), RG_OK);
    assert_all_refuse(w, wrong_technology, closed, "the technology was closed before");
    assert_int_equal(rg_set_energy_choice(w->device, closed, 1, 1, true, F), RG_BAD_USE);
    assert_string_equal(w->fault.code, "R0932");
    assert_int_equal(rg_set_energy_choice(w->device, NULL, 1, 1, true, F), RG_OK);
}

static void test_wrong_arguments(void **state)
{
    world *w = *state;
    assert_refused(w, wrong_rest, "NULL or too early");
    assert_works(w);
    assert_refused(w, wrong_values, "wrong values");
    assert_works(w);
}

/* The fault may be NULL everywhere. */
static void test_nobody_asks_why(void **state)
{
    world *w = *state;
    assert_null(rg_device_open("no such engine", NULL));
    assert_null(rg_device_open(NULL, NULL));
    assert_int_equal(rg_load(w->other, "no/such/file.rg", NULL), RG_BAD_USE);
    assert_int_equal(rg_load_text(w->other, "p.rg", "@i function", NULL), RG_BAD_USE);
    assert_null(rg_job_new(w->other, NULL, NULL));
    assert_null(rg_job_new(NULL, NULL, NULL));
    assert_int_equal(rg_call(w->vector, NULL), RG_BAD_USE);
    assert_int_equal(rg_call(NULL, NULL), RG_BAD_USE);
    assert_int_equal(rg_rollback(w->job, NULL), RG_BAD_USE);
    assert_null(rg_technology_open("no such technology", NULL));
    assert_int_equal(rg_technology_set(w->technology, "x", NULL), RG_BAD_USE);
    assert_works(w);
}

/* Data that is refused leaves the argument, and the results of the last run, as they were. */
static void test_refused_data_changes_nothing(void **state)
{
    world *w = *state;
    double good[] = {1, 2, 3}, bad[] = {4, 5, 1e300};
    assert_int_equal(rg_set_array(w->vector, "v", good, 3, 1, F), RG_OK);
    assert_int_equal(rg_call(w->vector, F), RG_OK);
    assert_int_equal(rg_set_array(w->vector, "v", bad, 3, 1, F), RG_BAD_USE);
    assert_int_equal(rg_set_array(w->vector, "v", NULL, 3, 1, F), RG_BAD_USE);
    assert_int_equal(rg_get_argument(w->vector, "v", room, 3), 3);
    assert_true(room[0] == 1 && room[1] == 2 && room[2] == 3);
    assert_int_equal(rg_get(w->vector, "y!", room, 1), 1);
    assert_true(room[0] == 2);
    /* Of an argument of another shape nothing is left, and nothing is adopted. */
    assert_int_equal(rg_set_array(w->vector, "v", bad, 2, 1, F), RG_OK);
    assert_int_equal(rg_get(w->vector, "v", room, 3), 0);
    assert_int_equal(rg_get(w->vector, "y!", room, 1), 1);
    assert_int_equal(rg_adopt_results(w->vector), RG_BAD_USE);
    assert_int_equal(rg_get_argument(w->vector, "v", room, 3), 2);
    assert_true(room[0] == 4 && room[1] == 5);
}

/* Gradients of the last run stay what they are while arguments are set for the next. */
static void test_gradients_while_arguments_are_set(void **state)
{
    world *w = *state;
    static const char text[] = "@i function f(y!::Log, x::Log, z::Log)\n    y! *= x\n    y! *= z\n"
                               "end\n";
    double before[2], after[2];
    assert_int_equal(rg_load_text(w->other, "log.rg", text, F), RG_OK);
    rg_job *job = rg_job_new(w->other, NULL, F);
    assert_int_equal(rg_set_number(job, "x", 3, F), RG_OK);
    assert_int_equal(rg_set_number(job, "z", 5, F), RG_OK);
    assert_int_equal(rg_set_direction(job, "x", (const double[]){1}, 1, F), RG_OK);
    for (int how = 0; how < 2; how++) {
        rg_result result = how ? rg_hessian_vector(job, "y!", 0, 0, F)
                               : rg_gradient(job, "y!", 0, 0, F);
        size_t (*get)(const rg_job *, const char *, double *, size_t) = how ? rg_get_hessian_vector
                                                                            : rg_get_gradient;
        assert_int_equal(result, RG_OK);
        assert_int_equal(get(job, "x", &before[0], 1), 1);
        assert_int_equal(get(job, "z", &before[1], 1), 1);
        assert_int_equal(rg_set_number(job, "x", 0.25, F), RG_OK);
        assert_int_equal(rg_set_number(job, "x", 0.5, F), RG_OK);
        assert_int_equal(rg_set_direction(job, "x", (const double[]){7}, 1, F), RG_OK);
        assert_int_equal(rg_set_direction(job, "x", NULL, 0, F), RG_OK);
        assert_int_equal(get(job, "x", &after[0], 1), 1);
        assert_int_equal(get(job, "z", &after[1], 1), 1);
        assert_memory_equal(before, after, sizeof before);
        assert_true(before[1] != 0);
        assert_int_equal(rg_set_number(job, "x", 3, F), RG_OK);
        assert_int_equal(rg_set_direction(job, "x", (const double[]){1}, 1, F), RG_OK);
    }
    assert_int_equal(rg_job_free(job), RG_OK);
}

static void trap(world *w)
{
    assert_int_equal(rg_set_number(w->trap, "x", 2, F), RG_OK);
    assert_int_equal(rg_call(w->trap, F), RG_TRAPPED);
}

static void test_rollback_again_and_too_late(void **state)
{
    world *w = *state;
    trap(w);
    assert_int_equal(rg_find_last_change(w->trap, F), RG_OK);
    size_t changes = rg_get_last_changes(w->trap, NULL, 0);
    assert_true(changes > 0);
    assert_int_equal(rg_find_last_change(w->trap, F), RG_OK); /* again: the same */
    assert_int_equal(rg_get_last_changes(w->trap, NULL, 0), changes);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(rg_rollback(w->trap, F), RG_OK);
        assert_true(rg_restored(w->trap));
        assert_non_null(rg_get_trap(w->trap));
    }
    assert_int_equal(rg_find_last_change(w->trap, F), RG_BAD_USE);
    assert_works(w);
    assert_int_equal(rg_rollback(w->trap, F), RG_OK); /* it was run back */
    assert_works(w);

    trap(w);
    assert_works(w); /* another run stands in the machine */
    assert_int_equal(rg_find_last_change(w->trap, F), RG_BAD_USE);
    assert_string_equal(w->fault.code, "R0932");
    assert_int_equal(rg_rollback(w->trap, F), RG_BAD_USE);
    assert_string_equal(w->fault.code, "R0932");
    assert_works(w);

    trap(w); /* an argument that is set in between does not spoil the comparison */
    assert_int_equal(rg_set_number(w->trap, "x", 5, F), RG_OK);
    assert_int_equal(rg_rollback(w->trap, F), RG_OK);
    assert_true(rg_restored(w->trap));
    trap(w);
    assert_int_equal(rg_adopt_results(w->trap), RG_BAD_USE);
    assert_int_equal(rg_rollback(w->trap, F), RG_OK);
}

/* Within a progress function the device is at work. */
typedef struct {
    world *w;
    rg_job *job;
    unsigned calls;
} within;

static void meddle(void *context, uint64_t cycles)
{
    within *in = context;
    world *w = in->w;
    (void)cycles;
    if (in->calls++)
        return;
    assert_int_equal(rg_call(in->job, F), RG_BAD_USE);
    assert_string_equal(w->fault.code, "R0932");
    assert_int_equal(rg_rollback(in->job, F), RG_BAD_USE);
    assert_int_equal(rg_set_integer(in->job, "n!", 1, F), RG_BAD_USE);
    assert_int_equal(rg_adopt_results(in->job), RG_BAD_USE);
    assert_int_equal(rg_job_free(in->job), RG_BAD_USE);
    assert_int_equal(rg_job_free(w->job), RG_BAD_USE);
    assert_int_equal(rg_device_close(w->device), RG_BAD_USE);
    assert_int_equal(rg_load_text(w->device, "p.rg", program, F), RG_BAD_USE);
    assert_null(rg_job_new(w->device, "square!", F));
    assert_int_equal(rg_set_progress(w->device, NULL, NULL), RG_BAD_USE);
    assert_int_equal(rg_get(in->job, "n!", room, 1), 0);
    assert_string_equal(rg_job_routine(in->job), "forever!");
    rg_stop(w->device);
}

static void meddle_with_check(void *context, const rg_check_line *line)
{
    within *in = context;
    (void)line;
    in->calls++;
    assert_int_equal(rg_set_number(in->job, "x", 1, &in->w->fault), RG_BAD_USE);
    assert_int_equal(rg_call(in->job, &in->w->fault), RG_BAD_USE);
}

static void test_calls_from_within(void **state)
{
    world *w = *state;
    within in = {w, rg_job_new(w->device, "forever!", F), 0};
    assert_int_equal(rg_set_progress(w->device, meddle, &in), RG_OK);
    assert_int_equal(rg_call(in.job, F), RG_BAD_MACHINE);
    assert_string_equal(w->fault.code, "R0925");
    assert_true(in.calls > 0);
    assert_true(rg_unfinished(in.job));
    assert_int_equal(rg_rollback(in.job, F), RG_OK);
    assert_int_equal(rg_rollback(in.job, F), RG_OK);
    assert_int_equal(rg_set_progress(w->device, NULL, NULL), RG_OK);
    assert_works(w);
    in = (within){w, w->job, 0};
    assert_int_equal(rg_check(w->job, meddle_with_check, &in, &passed, F), RG_OK);
    assert_true(passed && in.calls > 0);
    assert_int_equal(rg_check(w->job, NULL, NULL, &passed, F), RG_OK);
}

/* A hundred thousand jobs, all of whose handles differ and stay dead. */
static void test_many_handles(void **state)
{
    world *w = *state;
    enum { JOBS = 100000, KEPT = 300 };
    rg_job *kept[KEPT] = {0}, *old[KEPT] = {0};
    for (unsigned i = 0; i < JOBS; i++) {
        const unsigned at = i * 7919u % KEPT;
        if (kept[at]) {
            assert_int_equal(rg_job_free(kept[at]), RG_OK);
            old[at] = kept[at];
        }
        kept[at] = rg_job_new(w->device, "square!", F);
        assert_non_null(kept[at]);
        assert_ptr_not_equal(kept[at], old[at]);
        if (old[at])
            assert_int_equal(rg_parameter_count(old[at]), 0);
    }
    for (unsigned i = 0; i < KEPT; i++)
        assert_int_equal(rg_parameter_count(kept[i]), 2);
}

/* No function of the header is missing from the tables. Those that take nothing that can be wrong,
 * and those that the tests above call, are listed here. */
static void test_every_function_is_here(void **state)
{
    world *w = *state;
    static const char *const elsewhere[] = {
        "rg_device_close",      "rg_job_free",           "rg_stop",
        "rg_technology_close",  "rg_last_misuse",        "rg_technology_open",
        "rg_pass_name",         "rg_technology_builtin", "rg_counter_class",
        "rg_activity_group_at", "rg_activity_term_at",   "rg_activity_what",
        "rg_engine_asked",      "rg_float_by_default"};
    table *const tables[] = {wrong_device, wrong_job, wrong_technology, wrong_rest};
    static char text[1 << 17];
    FILE *file = fopen("host-driver/retrograd.h", "r");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file), found = 0;
    fclose(file);
    text[size] = '\0';
    w->bad = NULL;
    bool comment = false;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        const bool starts = strstr(line, "/*") == line;
        comment = comment || starts;
        const bool was = comment;
        if (strstr(line, "*/"))
            comment = false;
        char *at = strstr(line, "rg_"), *open = strchr(line, '(');
        if (was || !open || strncmp(line, "typedef", 7) == 0 || line[0] == ' ' || line[0] == '#')
            continue;
        *open = '\0';
        for (char *next = at; next; next = strstr(next + 1, "rg_"))
            at = next; /* the last one: what stands before it is the type */
        bool known = false;
        for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
            known = known || strcmp(at, elsewhere[i]) == 0;
        for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
            const char *name = "", *call = "";
            for (int n = 0; !known && tables[t](w, n, &name, &call) != NO_MORE; n++)
                known = strcmp(at, name) == 0;
        }
        if (!known)
            fail_msg("%s is in retrograd.h and in no table of this test", at);
        found++;
    }
    assert_true(found > 90);
    assert_null(rg_pass_name(SIZE_MAX));
    assert_string_equal(rg_engine_asked(NULL, NULL, false), "fast");
    assert_true(strstr(rg_last_misuse(), "rg_engine_asked") != NULL);
    assert_null(rg_technology_builtin(SIZE_MAX));
    assert_null(rg_counter_class(~0u));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(test_device_handles),
        TEST(test_job_handles),
        TEST(test_jobs_of_a_former_program),
        TEST(test_technology_handles),
        TEST(test_wrong_arguments),
        TEST(test_nobody_asks_why),
        TEST(test_refused_data_changes_nothing),
        TEST(test_gradients_while_arguments_are_set),
        TEST(test_rollback_again_and_too_late),
        TEST(test_calls_from_within),
        TEST(test_many_handles),
        TEST(test_every_function_is_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
