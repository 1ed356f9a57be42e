/* cli.h: what the files of the retrograd command share. */
#ifndef RG_CLI_H
#define RG_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "compiler/rgc.h"
#include "errors/errors.h"
#include "host-driver/retrograd.h"
#include "isa/machine.h"

/* ---- options.c */
typedef struct {
    const char *name, *value;
} cli_setting; /* name is NAME=VALUE cut in place */

typedef struct {
    const char *command;
    const char *words[2]; /* FILE, FUNCTION; or CODE, TOPIC */
    size_t word_count;
    const char **files; /* of a command that takes any number of words */
    size_t file_count;
    const char *engine, *tty, *grad, *hessian, *hvp, *energy, *trace, *output, *emit;
    bool backward, json, raw, help, keep, jacobian;
    bool with_float; /* --float, or what the program asks for */
    bool with_fixed; /* --fixed */
    bool verify;     /* of registers: for tests of the compiler */
    bool gradients;  /* build: with second forms for gradients */
    uint64_t max_cycles;
    cli_setting *settings, *directions; /* --set, --tangent */
    size_t setting_count, direction_count;
    cli_setting *sizes; /* build: --size, extents of arrays of a circuit */
    size_t size_count;
    uint64_t bits;                  /* build: of an Int in a circuit; 0: not said */
    uint64_t passes_off;            /* a bit for each pass of the optimiser */
    unsigned first_step, last_step; /* --from, --after */
    bool activity;                  /* energies by what instructions switch */
    bool report, quiet;             /* quiet: what the compiler remarks was said already */
    bool silent;                    /* and what fails need not be said */
    const char **energy_sets;       /* --energy-set */
    size_t energy_set_count;
    const char *optimise; /* --optimise: the technology, NULL: no */
    uint64_t budget;      /* --memory-budget; 0 with budgeted unset: no limit */
    bool budgeted;
    uint64_t rounds;      /* --assume-rounds; 0: not said */
    const char *explain;  /* --explain-energy: a part, "" for all; NULL: no */
    const char *at;       /* debug: "trap" or "overflow", or NULL */
    const char **scripts; /* -x */
    size_t script_count;
    const char **outs; /* --out: what is copied out; none: what the routine changes */
    size_t out_count;
    cli_setting *saves, *save_gradients; /* --save, --save-gradient */
    size_t save_count, save_gradient_count;
    const char *tile; /* --tile: the array whose rows come in tiles, or NULL */
    size_t tile_rows;
    uint64_t port; /* gdbserver: 0: any that is free */
    bool stdio;
    /* explore */
    const char *store, *machines, *sources, *export, *merge;
    const char *plot; /* a kind, "" for the one that suits; NULL: no */
    bool plan, csv, manual, check;
    const char *completion;     /* help: the shell */
    const char *message_format; /* see cli_messages_json */
    uint64_t jobs, timeout;     /* 0: not said */
    bool search;
    uint64_t budget_points, seed;    /* 0: not said */
    uint64_t checkpoints, stretches; /* baselines: 0: not said */
    bool ert;                        /* energy: as a table of Accelergy */
    const char *counts; /* energy: the report whose action counts are wanted, or NULL */
} cli_options;

/* Parse the words of the command line. False after a message; exit with RG_BAD_USE then. argv is
 * cut up. */
bool cli_parse(int argc, char **argv, cli_options *options);
void cli_options_free(cli_options *options);

/* ---- say.c: messages on standard error, as text or, with --message-format=json, one JSON object a
 * line */
void cli_messages_json(void);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cli_error(const char *code, const char *format, ...);
void cli_warning(const char *code, const char *format, ...);
/* file:line:column: error[CODE]: message, with the source line and a caret where there is one. */
void cli_fault(const rg_fault *fault);
/* The same with the statements that changed the word concerned last. */
void cli_trap(const rg_fault *fault, const rg_trap_report *trap, const rg_last_change *changes,
              size_t count);
/* A remark without a position. */
void cli_remark(const char *text);
/* A message in the form "file:line:column: error[CODE]: text" of the object reader and the
 * assembler. */
void cli_said(const char *said);
/* Everything the compiler has to say about the program of the device. */
void cli_diagnostics(const rg_device *device);
bool cli_wants_json(void);
/* ---- progress.c */
bool cli_progress_wanted(void);
void cli_progress(void *context, uint64_t cycles);
void cli_progress_say(const char *text);
void cli_progress_clear(void);

/* ---- build_circuit.c */
struct circuit;
/* Is the form of --emit that of a circuit? */
bool cli_is_circuit(const char *form);
/* Do the options of `build` go with the form? False after a message. */
bool cli_fits_circuit(const cli_options *options, const char *form);
/* Free *out with circuit_free. RG_OK, or RG_BAD_USE or RG_BAD_MACHINE after a message or with one
 * in the diagnostics. */
int cli_make_circuit(const cli_options *options, rgc_result *compiled, struct circuit *out);
/* 0, or -1. */
int cli_write_circuit(const struct circuit *c, const char *form, bool json, FILE *out);

/* ---- value.c, value_file.c, csv.c, julia_array.c: VALUE of --set */
typedef struct {
    unsigned rank; /* 0 scalar, 1 vector, 2 matrix, to RG_MOST_DIMENSIONS */
    bool table;    /* from a CSV file: may stand for a vector or a matrix */
    size_t rows, columns, extents[RG_MOST_DIMENSIONS]; /* as in rg_parameter */
    double *reals;                                     /* column-major */
    int64_t *integers;   /* the same where every element is an integer (or a Bool), else NULL */
    bool boolean;        /* integers are true and false */
    bool vanished;       /* a number that no double holds became 0 */
    double *imags;       /* of complex numbers, else NULL */
    struct json_t *json; /* as it was written, NULL for what was not JSON; reals is NULL when it is
                            no array of numbers */
    rg_fault refused;    /* then: why it is none */
} cli_value;
rg_result cli_value_parse(const char *name, const char *text, cli_value *value, rg_fault *fault);
void cli_value_free(cli_value *value);
rg_result cli_value_set(rg_job *job, const char *name, const cli_value *value, rg_fault *fault);
/* Storage for rows x columns elements; all zero. */
rg_result cli_value_shape(cli_value *value, const char *name, size_t rows, size_t columns,
                          rg_fault *fault);
/* The same for rank dimensions; sets rank too. */
rg_result cli_value_extents(cli_value *value, const char *name, unsigned rank,
                            const size_t *extents, rg_fault *fault);
/* Where the element stands whose number is `row` with the last index counted first, as JSON and
 * .npy have them. */
size_t cli_by_columns(unsigned rank, const size_t *extents, size_t row);
/* NAME, NAME[i], NAME[i,j] and so on, or NAME[i].PART, which is NAME.PART[i]: the element of the
 * job's argument as rg_gradient takes it. name has room for the whole text. */
bool cli_parse_element(const rg_job *job, const char *text, char *name, size_t *row,
                       size_t *column);
/* What the indices of an element may be, where text names one of an array; else false. */
bool cli_say_extents(const rg_job *job, const char *text, char *what, size_t size);
rg_result cli_value_file(const char *name, const char *path, cli_value *value, rg_fault *fault);
rg_result cli_value_npy(const char *name, const char *path, const unsigned char *data, size_t size,
                        cli_value *value, rg_fault *fault);
rg_result cli_value_csv(const char *name, const char *path, char *text, cli_value *value,
                        rg_fault *fault);
/* A number or an array in Julia's spelling, as JSON; the caller frees it. NULL: it is neither. */
char *cli_julia_as_json(const char *text);
rg_result cli_value_json(const char *name, const char *path, const char *text, size_t size,
                         cli_value *value, rg_fault *fault);
rg_result cli_bad_value(rg_fault *fault, const char *code, const char *file, unsigned line,
                        const char *name, const char *what);

/* ---- known_parts.c: what is known of the arguments before the program is compiled */
typedef struct {
    rg_known_argument *items;
    size_t count;
    char **names; /* of parts */
    size_t name_count;
} cli_known;
/* False: there is no memory. */
bool cli_know(cli_known *known, const rg_known_argument *argument);
/* The same of each number and array in a struct, or in an array of structs. */
bool cli_know_parts(cli_known *known, const char *name, bool differentiated,
                    const struct json_t *json);
void cli_known_free(cli_known *known);

/* ---- open_types.c: the program of the command line, for what is known of its arguments. */
rg_result cli_load_for(const cli_options *options, const cli_known *known, rg_device *device,
                       rg_fault *fault);

/* ---- compound.c: complex numbers, structs and tuples as arguments */
/* a, a+bim, bim, im. */
bool cli_parse_complex(const char *text, double *re, double *im);
/* A number, "a+bim", or {"re": a, "im": b}. */
bool cli_json_complex(const struct json_t *item, double *re, double *im);
/* Whether the job has parts of a compound argument of this name. */
bool cli_is_compound(const rg_job *job, const char *name);
/* Gives an argument of the job the value, or a direction. */
typedef rg_result cli_setter(rg_job *job, const char *name, const cli_value *value,
                             rg_fault *fault);
/* Each part of a compound argument by set. */
rg_result cli_compound_set(rg_job *job, const char *name, const cli_value *value, cli_setter *set,
                           rg_fault *fault);
/* The direction of a directional derivative, of any argument; parts of a compound that have no
 * derivative take 0 only. */
rg_result cli_direction_set(rg_job *job, const char *name, const cli_value *value, rg_fault *fault);
/* The directions of --tangent. */
rg_result cli_directions_set(const cli_options *options, rg_job *job, rg_fault *fault);

/* ---- npy_write.c: values and gradients in files */
/* Before a run: whether what is to be saved can be; else it is said. */
rg_result cli_saves_good(const cli_options *options, const rg_job *job);
rg_result cli_save(const cli_options *options, const rg_job *job);

/* ---- outputs.c: files that a command writes */
/* Before anything is read or written: whether each output is another file than what the command
 * line has the command read, and than the other outputs. Else it is said. */
bool cli_outputs_apart(const cli_options *options);
/* The same for one more file that is read, such as an included one. */
bool cli_outputs_spare(const cli_options *options, const char *read);

/* ---- report_compound.c: compound arguments in reports */
typedef enum { CLI_VALUES, CLI_GRADIENTS, CLI_TANGENTS, CLI_PRODUCTS } cli_what;
/* False: the run changed the argument, or found its gradient, and did not copy it out (--out). */
bool cli_was_copied(const rg_job *job, const rg_parameter *p, bool gradients);
/* The file that an argument is saved in, so that reports leave it out; or NULL. */
const char *cli_saved_in(const cli_options *options, const char *name, bool gradients);
/* How many parameters from index on belong to one argument; its name is put into name (the caller
 * frees it). 0: no memory. */
size_t cli_group_at(const rg_job *job, size_t index, char **name);
/* The argument as JSON: {"re":, "im":} or, for people, "a+bim"; structs are objects, tuples arrays
 * (for people objects with the keys 1, 2, ...). NULL when memory is short. */
/* Whether the options ask for the engine `float`, and the bits of its numbers. */
bool cli_is_float(const cli_options *options);
/* Whether it is the core with Float in the RTL. */
bool cli_is_float_core(const cli_options *options);
/* Whether derivatives are wanted. */
bool cli_differentiates(const cli_options *options);
/* ---- numbers.c: take Float where the program asks for it and the options leave it open. False
 * after a message: they contradict each other. */
bool cli_choose_numbers(cli_options *options);
enum { CLI_FLOAT_BITS = 256 };
/* Whether numbers of the machine are Float. */
bool cli_has_float(const rg_device *device);
/* Words of one number as hexadecimal digits, the highest first. */
enum { CLI_WIDE_TEXT = 3 + 4 * 16 };
void cli_wide_text(const int64_t *words, size_t count, char text[CLI_WIDE_TEXT]);
struct json_t *cli_group_json(const rg_job *job, size_t index, size_t count, cli_what what,
                              bool people);
void cli_group_print(FILE *out, const struct json_t *value);

/* ---- session.c: device, program and job as the options say */
typedef struct {
    rg_device *device;
    rg_job *job;
} cli_session;
/* RG_OK, or the exit status after the messages. */
rg_result cli_session_open(const cli_options *options, cli_session *session);
/* Whether energies of its operations are known. */
bool cli_has_energy(const rg_device *device);
/* The name for a report: a traced rtl engine is rtl. */
const char *cli_engine_name(const rg_device *device);
void cli_session_close(cli_session *session);

/* ---- signals.c: SIGINT, SIGTERM and SIGHUP */
/* From now on the first of them that comes at work stops the machine between two instructions; any
 * other ends the command at once. */
void cli_signals_catch(rg_device *device);
void cli_signals_release(void);
/* Work begins or ends: what can be stopped, and writes nothing. After a signal the command has some
 * seconds from the end of the work to say what happened: its output may have no reader. */
void cli_signals_work(bool begins);
/* While the waveform at `path` is written, a full disk ends the command with a message and 3, and
 * its parts are removed; NULL: none is. */
void cli_signals_waveform(const char *path);
/* status, or 128 + the number of the signal that stopped the machine. */
int cli_signals_status(int status);
/* Keep them waiting while a file is written and renamed into place. */
void cli_signals_hold(void);
void cli_signals_let(void);

/* ---- report_json.c, report_text.c */
typedef struct {
    const cli_options *options;
    const cli_session *session;
    const rg_technology *technology;
    rg_energy energy;
    const rg_line_cost *lines; /* counted by source line, or NULL */
    size_t line_count;
    const rg_float_digits *digits; /* NULL: not known, or not of Float */
    bool rolled_back;              /* after a trap */
} cli_report;
/* 0, or -1 when memory is short or standard output fails. */
int cli_report_json(const cli_report *report, FILE *out);
int cli_report_text(const cli_report *report, FILE *out);

/* ---- digits.c */
/* Find the digits of results of Float, by other runs; false where nothing is known. */
bool cli_find_digits(const cli_options *options, const cli_session *session,
                     rg_float_digits *digits);
/* NULL: nothing is known. */
void cli_warn_of_digits(const rg_job *job, const rg_float_digits *digits);
/* NULL when memory is short. */
struct json_t *cli_digits_json(const rg_float_digits *digits);

/* ---- report_counts.c */
/* all: those of the program apart, too. */
void cli_print_cycles(FILE *out, const cli_session *session, bool all);
/* Values that the program has erased, if there are any. 0, or -1 when memory is short. */
int cli_print_erased_values(FILE *out, const rg_job *job);
/* Seeds, instructions, memory words, bits, ledger. 0, or -1 when memory is short. */
int cli_print_counts(FILE *out, const rg_job *job);

/* ---- report_energy.c, energy_json.c */
/* The totals in one line. */
void cli_print_energy(FILE *out, const cli_report *report);
/* The views with their parts, what was overridden, the hottest lines. */
void cli_print_energy_parts(FILE *out, const cli_report *report);
/* The key `energy`; NULL when memory is short. */
struct json_t *cli_energy_json(const cli_report *report);
/* The same of counters without a run; NULL also where the technology has no such words. */
struct json_t *cli_priced_json(const rg_technology *technology, const rg_counters *counters,
                               unsigned xlen);
/* ---- counters_json.c: counts in reports. */
/* Of a report of `run --json`. */
rg_counters cli_counters_of(const struct json_t *report);
/* Of one object of counters, erased bits aside. */
rg_counters cli_counters_in(const struct json_t *counters);
/* The count of this name; 0: there is none. */
uint64_t cli_count_in(const struct json_t *object, const char *name);
/* Counts by class, RG_COUNTER_CLASSES of them; NULL when memory is short. */
struct json_t *cli_classes_json(const uint64_t *counts);
/* Every count that energy is made of: by mode, direction and class. */
struct json_t *cli_modes_json(uint64_t (*counts)[2][RG_COUNTER_CLASSES]);
/* What of the counts of a run is the job dispatcher's. */
/* What was counted of activity, by group; empty where it was not. NULL: memory is short. */
struct json_t *cli_activity_json(const rg_activity_counts *counts);
struct json_t *cli_dispatched_json(const rg_dispatched *dispatched);
/* Where each figure comes from: part is a part of the report or "" for all. RG_OK, or the exit
 * status after a message. */
int cli_explain_energy(FILE *out, const struct json_t *energy, const char *part);
/* ---- cmd_energy.c */
/* A report of `run --json` from a file; NULL after a message. */
struct json_t *cli_report_load(const char *path);
/* The technology that the options name, overrides included; NULL after a
 * message. */
rg_technology *cli_technology(const cli_options *options);
/* The same with the energies of a machine, by its variables (rg_identity_variables); NULL: any. */
rg_technology *cli_technology_for(const cli_options *options, const rg_identity *machine);
/* The same of --optimise energy:NAME. */
rg_technology *cli_optimise_technology(const cli_options *options, const rg_identity *machine);

/* ---- baselines_report.c */
struct rg_baselines;
/* of: the element that was differentiated, or NULL. NULL when memory is short. */
struct json_t *cli_baselines_json(const cli_session *session, const char *of,
                                  const struct rg_baselines *all);
/* Adds energies to each machine of the report. RG_OK, or the exit status after a message. */
int cli_baselines_price(struct json_t *report, const rg_technology *technology);
void cli_baselines_print(const struct json_t *report, FILE *out);

/* ---- the commands; each returns the exit status */
int cmd_run(const cli_options *options);
int cmd_check(const cli_options *options);
/* ---- report_passes.c */
/* Instructions of each routine before and after each pass. RG_OK, or the status to exit with. */
int cli_report_passes(const char *path, const rgc_options *settings, FILE *out);
/* Of the program that was run, with the types of its arguments, on standard error. */
void cli_report_passes_of(const cli_options *options, const rg_job *job, rgc_options *settings);

/* ---- fixed_digits.c */
/* Warns of results of Fixed with few digits. It runs again with Float, on another machine, where
 * that takes no long time; what fails there tells nothing about this run. */
void cli_judge_digits(const cli_options *options, const cli_session *session);
/* ---- run_remarks.c */
/* A gradient by nothing: most often numbers without a point have made an argument Int. */
void cli_say_nothing_active(const cli_options *options, const rg_job *job);
/* Constants of --energy-set that change no energy of the run. */
void cli_warn_of_constants(const cli_options *options, const rg_job *job,
                           const rg_identity *machine);
/* Where operations are priced by the table of another core. */
void cli_say_other_core(const rg_technology *technology);

int cmd_build(const cli_options *options);
int cmd_disasm(const cli_options *options);
int cmd_explore(const cli_options *options); /* explore/ */
int cmd_explain(const cli_options *options);
int cmd_version(const cli_options *options);
int cmd_help(const cli_options *options);
int cmd_energy(const cli_options *options);
int cmd_explain_energy(const cli_options *options);
int cmd_baselines(const cli_options *options);
int cmd_debug(const cli_options *options);
int cmd_dap(const cli_options *options);
int cmd_fmt(const cli_options *options);
int cmd_gdbserver(const cli_options *options);
int cmd_lsp(const cli_options *options);

/* ---- other_words.c ---- */

/* What to write for a command, or an option, that other programs have; NULL: nothing is known. */
const char *cli_other_command(const char *word);
const char *cli_other_option(const char *word);

#endif
