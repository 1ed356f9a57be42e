/* internal.h: what the files of libretrograd share. */
#ifndef RG_HOST_INTERNAL_H
#define RG_HOST_INTERNAL_H

#include "compiler/hidden.h"
#include "compiler/object.h"
#include "compiler/opt/choose.h"
#include "compiler/rgc.h"
#include "energy/energy.h"
#include "host-driver/bus.h"
#include "host-driver/handle.h"
#include "host-driver/retrograd.h"
#include "host-driver/ways_out.h"
#include "isa/num/float/wide_word.h"
#include "sim/engine.h"

#include <stdatomic.h>

#if defined(__GNUC__)
#define RG_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define RG_PRINTF(text, first)
#endif

/* What is behind the handles rg_device and rg_job. The functions of retrograd.h look the handle up
 * and check what was handed in (api_*.c); those of the same names with rgd_ do the work. */
typedef struct rgd_device rgd_device;
typedef struct rgd_job rgd_job;

/* What a program was compiled from, to compile it again. */
typedef struct {
    char *path, *text; /* text NULL: the file of that path */
    char *routine;
    rgc_argument *arguments;
    size_t argument_count;
    uint64_t hash; /* of all files that were read */
} rg_source;

/* What the machine runs at address 0, of the kind of its words. */
typedef struct {
    unsigned xlen, frac, wide;
    const uint32_t *words;
    uint32_t count, selftest;
    uint64_t pass; /* what the self-test copies out where it passes */
    const uint32_t (*jobs)[3], *between;
} rg_firmware;

/* Of the job dispatcher. */
typedef struct {
    rg_dispatched counts; /* since the counters were cleared; of cycles those of halts */
    bool lost;            /* the counts are not known: the machine stood where no way leads */
    uint64_t link;        /* what register 30 holds while it exchanges arguments */
    uint64_t through;     /* address of the call that leads into the program, while it is in it */
} rg_dispatch;

/* Words of 64 bits of one number, at most. */
enum { RG_MOST_WORDS = 4 };

struct rgd_device {
    rg_device *handle; /* NULL while it is being opened */
    atomic_bool busy;  /* within a call that runs or changes it */
    rgd_job *jobs;     /* of the program that is loaded */
    uint64_t runs;     /* begun so far: a session ends with the next one */
    rgd_job *standing; /* the job whose run the machine stands in, as that left it */
    rgd_job *placed;   /* the job whose words were placed last and are still there; or NULL */
    rg_engine *engine;
    rg_firmware firmware;
    unsigned xlen, frac;
    unsigned limbs;            /* words of 64 bits in a data word: 4 with FLOAT, else 1 */
    uint64_t config;           /* as the register CONFIG says it */
    size_t words, code_words;  /* sizes of the memories */
    uint32_t base;             /* instruction address of the program: the firmware ends here */
    rg_object *object;         /* in the machine: loaded, or plain; NULL before rg_load */
    rg_object *loaded, *plain; /* the program, and it without passes (replay.c) or NULL */
    rg_object *formulas;       /* it without derivatives of its own, while these are compared */
    rg_source source;
    bool no_plain;       /* it cannot be made */
    size_t code_written; /* instruction words that were written, firmware included */
    char *diagnostics, *diagnostics_json;
    bool tangents;      /* it has tangent lanes */
    bool counts;        /* it has all counters, and can scan its memory; a board has neither */
    bool tangents_used; /* tangents were seeded: a scrub covers them too */
    size_t used;        /* data words below this, in words of 64 bits, may be non-zero */
    bool dirty;         /* any data word may be non-zero */
    uint64_t cycle_limit;
    uint64_t passes_off;
    bool verify;
    bool gradients;    /* see rg_set_gradients */
    opt_prices prices; /* where choosing: see rg_set_energy_choice */
    bool choosing;
    char *choices;
    char *inverse; /* see rg_source_inverse */
    char *shaped;  /* the routine whose results have these extents, or NULL */
    rgc_shape *shapes;
    size_t shape_count;
    char *meant;      /* the routine that is meant where none is named, or NULL: not known */
    bool counting;    /* by address: see rg_count_lines */
    bool going_back;  /* during rg_rollback, which is not stopped: it could not be taken up again */
    char *trace_path; /* where the waveform being recorded will stand; NULL: none */
    struct rg_waves *waves; /* what it says in words */
    rg_dispatch dispatch;   /* see dispatch.c */
    uint64_t passed_before; /* cycles of the tiles before the one that runs */
    rg_progress *progress;
    void *progress_context;
};

typedef struct {
    const rg_param *param;
    rg_number number;
    size_t rows, columns, count;                           /* count = rows * columns once shaped */
    size_t extents[RG_MOST_RANK], announced[RG_MOST_RANK]; /* those it has, and those that
                                                              rg_set_extents gave */
    bool set;
    size_t lossy; /* elements that keep few of the digits that they were set with, and the worst */
    size_t worst;
    double worst_given;
    uint32_t address; /* of the first element (or of the scalar) in data memory, while laid out */
    unsigned limbs;   /* words of 64 bits in an element: 4 for a Float, else 1 */
    int64_t *argument, *result,
        *gradient;     /* count * limbs words each; NULL while an array has no shape */
    double *direction; /* of a directional derivative, in numbers; NULL: zero */
    int64_t
        *started;  /* what the last run started with, where the argument was set since; else NULL */
    double *along; /* its direction, where that was set since; NULL: zero */
    bool redirected; /* that is so */
    bool reshaped;   /* there is nothing here of the last run: it had another shape */
    bool wanted;     /* named by rg_want */
    bool left,
        gradient_left; /* the last run did not copy its changed words, or its gradients, out */
    int64_t *tangent,
        *second; /* tangents of the results, Hessian times direction; NULL before such a run */
} rg_argument;

/* Whether it is the stack on which the routine leaves words: a length, and room for the words. */
static inline bool rg_is_global_stack(const rg_param *param)
{
    return param->rank == 1 && strcmp(param->name, RG_GLOBAL_STACK_NAME) == 0;
}

/* The words of one of these three. */
static inline size_t rg_argument_words(const rg_argument *a) { return a->count * a->limbs; }

/* The words and the direction that the last run started with. */
static inline const int64_t *rg_started(const rg_argument *a)
{
    return a->started ? a->started : a->argument;
}

static inline const double *rg_started_along(const rg_argument *a)
{
    return a->redirected ? a->along : a->direction;
}

/* Where everything of a job stands in data memory. */
typedef struct {
    size_t stack, end; /* end: first word behind what the host writes */
} rg_layout;

/* What the host seeds before a gradient. */
typedef struct {
    const rg_argument *in; /* NULL: nothing */
    size_t element;
    int64_t word;
    unsigned limb; /* which word of the gradient it is */
} rg_seed;

__extension__ typedef __int128 rg_total;

/* The rows that come in tiles (tiles.c). */
typedef struct {
    size_t rows;             /* of a tile; 0: none */
    size_t named;            /* the argument that rg_tile named */
    rg_argument *view;       /* the arguments of a tile, or the whole ones while it is at work */
    bool stands;             /* the last run did not end well, and the machine stands in the view */
    size_t all;              /* rows of the data */
    size_t at, first, count; /* the tile in view, its first row, and how many rows it has */
    size_t seed_of;          /* 1 + the argument that is differentiated; 0: none */
    rg_total *totals;        /* gradients of shared arguments, summed over tiles */
    rg_wide_word *wide_totals; /* the same of Float, instead */
    uint64_t spent;            /* of the cycle limit, by the tiles before */
} rg_tiles;

/* Whether the results may choose the first seed of a gradient (first_seed.c). */
typedef enum { RG_FORESIGHT_NONE, RG_FORESIGHT_MAY, RG_FORESIGHT_HAS } rg_foresight;

struct rgd_job {
    rg_job *handle;
    rgd_device *device;
    rgd_job *next; /* of those of the device */
    const rg_routine *routine;
    const rg_routine
        *forth; /* what runs in its place for a gradient (RG_FORTH); NULL: the routine itself */
    rg_argument *arguments;
    size_t argument_count;
    rg_layout layout;
    rg_seed seed;
    bool ran, has_gradients, restored, trapped, unfinished;
    bool as_written;  /* the last run was the one without passes */
    bool keep;        /* gradients of freed ancillas are kept, and the pass is run back */
    bool choosy;      /* only the arguments named by rg_want are copied out */
    size_t peak;      /* data words in use at most, 0 where the engine does not tell */
    size_t kept;      /* words on the stack at its end */
    bool turned;      /* a search after a trap has set the machine on its way back */
    bool rolled_back; /* the machine is back at the start of the run that stopped */
    rg_last_change changes[RG_LAST_CHANGES];
    size_t change_count;
    int command;       /* of the last run */
    unsigned attempts; /* sweeps that the last gradient took, those with a smaller seed included */
    rg_foresight foresight;
    int seed_exponent, tangent_exponent;
    bool has_tangents, has_second;
    rg_matrix jacobian, hessian;
    rg_number seeded_number; /* of the result that was differentiated, and its word */
    int64_t seeded_words[RG_MOST_WORDS];
    uint64_t bits_erased_loading; /* non-zero words that placing this job wrote over */
    uint64_t words_in, cycles_in; /* that it copied in, and clocks for them */
    uint64_t bus_cycles_out;      /* clocks of the bus for what it copied out */
    rg_tiles tiles;
    bool hold; /* arguments stay on the machine between its runs */
    rg_counters counters;
    rg_few_digits few;
    rg_ledger_line *ledger;
    size_t ledger_count;
    rg_line_cost *lines; /* of the program's lines, without the rest */
    size_t line_count;
    rg_trap_report trap;
    char *variable_name; /* backs trap.variable */
    char *output;        /* what the program printed in the last run, or NULL */
};

/* The trap of a program with passes, while it runs without them. */
typedef struct {
    rg_trap_report trap;
    rg_fault fault;
    bool has_fault;
} rg_replay;

/* Words that the program printed during a run. */
typedef struct {
    int64_t *words;
    size_t count, capacity;
    bool failed; /* host memory ran out */
} rg_copied;

/* ---- replay.c: programs that trap run again as they are written */
/* Copies; false when memory is short. */
bool rg_source_keep(rg_source *source, const char *path, const char *text, const char *routine,
                    const rgc_argument *arguments, size_t count);
void rg_source_free(rg_source *source);
/* formulas: without the derivatives that it gives itself. */
rgc_result *rg_source_compile(const rgd_device *device, uint64_t passes_off, bool formulas);
uint64_t rg_source_hash(const rgc_result *compiled);
/* device.c: the first error as a fault; RG_OK where there is none. */
rg_result rg_first_error(const rgc_result *compiled, rg_fault *fault);
rg_result rgd_source_routines(const rgd_device *device, rg_routine_seen *seen, void *context,
                              rg_fault *fault);
/* The text is device->inverse then. */
rg_result rgd_source_inverse(rgd_device *device, rg_fault *fault);
/* Before a run: the program as it was loaded is in the machine. */
rg_result rg_replay_end(rgd_job *job, rg_fault *fault);
/* After a run: whether it trapped and is now to be started again, without passes. */
bool rg_replay_begin(rgd_job *job, rg_result result, rg_replay *kept, const rg_fault *fault);
/* What the caller hears of, from the result of the second run. */
rg_result rg_replay_result(rgd_job *job, rg_result result, const rg_replay *kept, rg_fault *fault);
bool rgd_ran_as_written(const rgd_job *job);
/* The program that the machine differentiates by itself, where the source gives derivatives of its
 * own; NULL: it gives none, or there is no source. To be freed. */
rg_object *rg_formulas(rgd_device *device);
/* It runs in place of the program, until the same is called again. */
rg_result rg_exchange_formulas(rgd_job *job, rg_fault *fault);
/* job.c: find the job's routine in the program that is in the machine. */
bool rg_job_bind(rgd_job *job);

/* ---- output.c: what the program printed, among the words copied out */
/* Writes the prints that are complete among copied words; returns how many words were taken. The
 * rest is the beginning of a print. */
size_t rg_output_write(FILE *file, const rgd_job *job, const int64_t *words, size_t count);
/* Appends the text of the printed words to job->output. finished: all words are those of whole
 * prints; else the run trapped. */
rg_result rg_output_take(rgd_job *job, const rg_copied *copied, bool finished, rg_fault *fault);

/* ---- fault.c */
rg_result rg_fail(rg_fault *fault, rg_result result, const char *code, const char *format, ...)
    RG_PRINTF(4, 5);
rg_result rg_no_memory(rg_fault *fault);
/* rg_fail for a number that does not fit on this machine, with the ways out as help. */
rg_result rg_fail_misfit(rg_fault *fault, rg_result result, const char *code,
                         const rgd_device *device, rg_misfit misfit, const char *format, ...)
    RG_PRINTF(6, 7);

/* ---- trap_whole.c */
/* Reads what a free of Float has found into value and word; false: it is no such trap. The machine
 * stands at it. The value is NaN where the engine does not tell it. */
bool rg_trap_whole(rgd_device *device, size_t offset, rg_trap_report *trap);

/* ---- overflow.c */
/* What did not fit, with its value, which is computed in double precision from the operands, and
 * the limit; "" where the instruction tells nothing. The machine stands at the trap. Returns what
 * kind of number it was. */
rg_misfit rg_say_overflow(const rgd_job *job, size_t offset, const rg_trap_report *trap, char *text,
                          size_t size);

/* "log(0.25)": the operation of a word of the program on what it reads; "" where that is not known.
 * The machine stands there. */
void rg_say_operation(rgd_device *device, size_t offset, char *text, size_t size);

/* ---- where.c */
/* A trap in a library: its position becomes that of the call in the program, and its message says
 * where it stopped. */
void rg_trap_at_caller(rgd_job *job);
/* ", in iteration 3 of 9 of the loop of line 4" for a word of the program, "" outside of loops. The
 * machine stands there. */
void rg_loop_text(rgd_device *device, size_t offset, char *text, size_t size);
/* Adds to a message on a run that was stopped where it was: file, line, column, and the loop. */
void rg_where(rgd_job *job, rg_fault *fault);
/* File, line and column of an instruction of the program. False where it has none. */
bool rg_place_of(const rg_object *object, size_t offset, rg_fault *fault);

/* ---- waveform.c */
/* Whether the sections of the FST file at `path` end where the file does, those that a reader needs
 * among them. */
bool rg_waveform_whole(const char *path);

/* ---- machine.c: the machine through its bus */
rg_result rg_bus_read(rgd_device *device, uint32_t address, uint64_t *data, rg_fault *fault);
rg_result rg_bus_write(rgd_device *device, uint32_t address, uint64_t data, rg_fault *fault);
rg_result rg_core_peek(rgd_device *device, uint32_t window, size_t index, int64_t *word,
                       rg_fault *fault);
/* The address of the operand (of rg_word_operands) that the word has in memory; -1: it has none
 * there, or outside. */
rg_result rg_operand_address(rgd_device *device, const rg_instruction *in, unsigned operand,
                             int64_t *address, rg_fault *fault);
rg_result rg_core_poke(rgd_device *device, uint32_t window, size_t index, int64_t word,
                       rg_fault *fault);
/* A window as the bus counts it: where data words are wide, it has several words for each. */
rg_result rg_bus_peek(rgd_device *device, uint32_t window, size_t index, int64_t *word,
                      rg_fault *fault);
rg_result rg_bus_poke(rgd_device *device, uint32_t window, size_t index, int64_t word,
                      rg_fault *fault);
/* Let the machine run from where it stands until it stops by itself; status is the last STATUS. */
rg_result rg_core_run(rgd_device *device, rg_copied *copied, uint64_t *status, rg_fault *fault);
/* A board whose line was lost runs on; others stand when a run has ended. */
rg_result rg_core_stop(rgd_device *device, rg_fault *fault);
/* Reset the registers and stand at an instruction, forward, in value mode. */
rg_result rg_core_stand(rgd_device *device, uint32_t pc, rg_fault *fault);
/* Of the registers and the first `count` data words: of values; or, with gradients, of both. */
rg_result rg_core_signature(rgd_device *device, bool gradients, size_t count, uint64_t *signature,
                            rg_fault *fault);
/* Where it does not count all: the counters that there are, and 0. */
rg_result rg_core_counters(rgd_device *device, rg_counters *counters, rg_fault *fault);
/* Bits erased by the host; 0 where the machine does not count them. */
rg_result rg_core_erased_host(rgd_device *device, uint64_t *bits, rg_fault *fault);
/* R0955 where the machine is a board, which does not have this. */
rg_result rg_refuse_board(const rgd_device *device, const char *what, rg_fault *fault);

/* ---- dispatch.c: what the job dispatcher has cost */
/* The machine was put at the start of a job. */
void rg_dispatch_stand(rgd_device *device);
/* Clears the counters, its own too. */
rg_result rg_dispatch_clear(rgd_device *device, rg_fault *fault);
/* rg_core_run of a job. */
rg_result rg_dispatch_run(rgd_device *device, rg_copied *copied, uint64_t *status, rg_fault *fault);
/* Fills in c->dispatcher. */
rg_result rg_dispatch_counted(const rgd_device *device, rg_counters *c, rg_fault *fault);
/* Make every register and data word zero in both banks: a reset leaves them as they are. */
rg_result rg_core_scrub(rgd_device *device, rg_fault *fault);
rg_result rg_core_load(rgd_device *device, const uint32_t *code, size_t count, uint32_t at,
                       rg_fault *fault);

/* ---- convert.c: numbers and machine words */
rg_result rg_encode_number(const rgd_device *device, rg_number number, double value, int64_t *word,
                           const char *name, rg_fault *fault);
rg_result rg_encode_integer(const rgd_device *device, rg_number number, int64_t value,
                            int64_t *word, const char *name, rg_fault *fault);
/* As rg_encode_number, into all the words that the number has (rg_words_of). A Float that the
 * routine only reads (kept) keeps the digits that a sum has no room for. */
rg_result rg_encode_words(const rgd_device *device, rg_number number, bool kept, double value,
                          int64_t *words, const char *name, rg_fault *fault);
/* The same of an argument: a Fixed beside Float is rounded to one. Whether it is one; whether these
 * words are one. */
rg_result rg_encode_argument(const rgd_device *device, const rg_argument *argument, double value,
                             int64_t *words, const char *name, rg_fault *fault);
rg_result rg_round_narrow(const rgd_device *device, double *value, const char *name,
                          rg_fault *fault);
bool rg_is_narrow(const rg_argument *argument);
rg_result rg_check_narrow(const rgd_device *device, const int64_t *words, const char *name,
                          rg_fault *fault);
double rg_decode_number(const rgd_device *device, rg_number number, int64_t word);
/* The number of a word that a trap shows: of a Log beside Float it is log2, with the sign of the
 * number for its last digit. */
double rg_decode_shown(const rgd_device *device, rg_number number, int64_t word);
double rg_decode_words(const rgd_device *device, rg_number number, const int64_t *words);
/* The words of 64 bits of a tangent of Float; false where a wide word has not all of its digits. */
bool rg_encode_derivative(double value, int64_t *words);
/* The sum of gradients of Float over tiles, in 512 bits: one of them, as the bus shows it, is
 * added; false where it does not fit. As the bus would show that sum. */
bool rg_add_gradient(rg_wide_word *total, const int64_t *words);
void rg_write_gradient(const rg_wide_word *total, int64_t *words);
/* Tangents of Float count units of the size of what they belong to: of 2^exponent where this is a
 * float word, of 1 elsewhere. */
int rg_float_exponent(const int64_t *words);
/* Whether the words hold a double, and no integer in units of 2^-FRAC_W. */
bool rg_is_float_word(const int64_t *words);
/* Words of 64 bits that a number of this kind has. */
static inline unsigned rg_words_of(const rgd_device *device, rg_number number)
{
    return number == RG_NUMBER_FIXED || number == RG_NUMBER_LOG ? device->limbs : 1;
}
/* Bits of a Float; 0 where the machine has none. */
static inline unsigned rg_wide_bits(const rgd_device *device)
{
    return device->limbs > 1 ? 64 * device->limbs : 0;
}
/* Bits behind the point of a Float. */
extern const unsigned rg_float_places;
/* R0951 where the machine's numbers are floating-point, and `what` is not there for those. */
rg_result rg_refuse_float(const rgd_device *device, const char *what, rg_fault *fault);
/* d value / d stored word, in units of the gradient: 1 for Fixed, value * ln 2 for Log. */
double rg_gradient_scale(const rgd_device *device, rg_number number, const int64_t *words);
/* The derivative d of / d by of the numbers, from that of their words: Log words hold logarithms.
 * The words of what is none are not read, and may be NULL. */
double rg_gradient_decode(const rgd_device *device, double stored, rg_number of,
                          const int64_t *of_words, rg_number by, const int64_t *by_words);
int64_t rg_sign_extend(uint64_t word, unsigned xlen);

/* ---- layout.c: placing a job in data memory */
const rg_routine *rg_layout_routine(const rgd_job *job); /* the one that the job's command starts */
uint32_t rg_layout_start(const rgd_job *job);            /* the program of the dispatcher for it */
uint32_t rg_layout_between(const rgd_job *job);          /* where that halts between the sweeps */
rg_result rg_layout_make(rgd_job *job, rg_fault *fault);
/* Write the image of the job: mailbox, arguments; everything else becomes zero. */
rg_result rg_layout_write(rgd_job *job, rg_fault *fault);
/* Whether it is copied out: what was asked for, else what the routine may change and every
 * gradient. The driver needs the result that is differentiated to give derivatives by a Log. */
bool rg_layout_listed(const rgd_job *job, const rg_argument *argument, bool gradients);
/* Take results or gradients out of words that are an image of data memory. */
void rg_layout_unpack(rgd_job *job, int64_t *words, bool gradients);
/* Write the seed of a gradient, or take it away. */
rg_result rg_layout_seed(rgd_job *job, bool on, rg_fault *fault);
/* After a call: whether the arguments that the routine keeps are what they were. */
rg_result rg_layout_kept(rgd_job *job, bool *equal, rg_fault *fault);
/* How many data words the host or an instruction has accessed, from the first on, since the job was
 * placed. The others are zero, as they were. A reset of the machine forgets it. */
rg_result rg_layout_reached(rgd_job *job, size_t *count, rg_fault *fault);
/* The signature (rg_core_signature) of a machine with the image in its first `count` data words,
 * zero behind it, and zero in all registers; with gradients: zero, but for the seed. */
rg_result rg_layout_signature(const rgd_job *job, bool gradients, size_t count, uint64_t *signature,
                              rg_fault *fault);
/* Compare the machine word by word with that image, its value registers and its accumulator with
 * zero; whole: also what was reached behind the image, which must be zero. */
rg_result rg_layout_compare(rgd_job *job, bool whole, bool *equal, rg_fault *fault);
rg_result rg_layout_clear_gradients(rgd_job *job, rg_fault *fault);

/* ---- transfer.c */
typedef struct {
    uint32_t reg; /* RG_REG_COPYIN, RG_REG_COPYOUT or RG_REG_COPYOUTG */
    size_t first, count;
    uint64_t before, all; /* words of the transfers before it, and of all, for messages */
} rg_transfer;
/* One transfer between data memory and what the host shares, word i with word i; *copied: its words
 * that arrived. R0925 or R0946 where it ends early. */
rg_result rg_transfer_run(rgd_job *job, const rg_transfer *transfer, uint64_t *copied,
                          rg_fault *fault);

/* ---- copy_in.c */
/* Copies in the words of the image that are needed, and counts them in the job. old: what stands
 * there. Where a transfer ends early the words are put back (R0925, R0946). All have `count` words.
 */
rg_result rg_copy_in(rgd_job *job, int64_t *image, const int64_t *old, const bool *needed,
                     size_t count, rg_fault *fault);

/* ---- copy_out.c */
/* Copies results or gradients out, into the arguments of the job. */
rg_result rg_copy_out(rgd_job *job, bool gradients, rg_fault *fault);

/* ---- between.c */
/* rg_core_run of a job that stands anywhere, beyond the halt between the sweeps of a gradient.
 * results: they are copied out there on the way forward. */
rg_result rg_job_run(rgd_job *job, rg_copied *copied, uint64_t *status, bool results,
                     rg_fault *fault);
/* Whether a job that has stopped with this status stands at that halt. */
rg_result rg_job_between(const rgd_job *job, uint64_t status, bool *between, rg_fault *fault);

/* ---- tiles.c */
rg_result rgd_tile(rgd_job *job, const char *name, size_t rows, rg_fault *fault);
bool rgd_get_tile(const rgd_job *job, rg_tile_place *out);
/* rgd_call, rgd_uncall and rgd_gradient in tiles. */
rg_result rg_tiles_run(rgd_job *job, int command, rg_fault *fault);
rg_result rg_tiles_gradient(rgd_job *job, const char *name, size_t row, size_t column,
                            rg_fault *fault);
/* Work on the machine where the last run has left it: in a tile, if that stopped there. */
rg_result rg_in_tile(rgd_job *job, rg_result (*work)(rgd_job *, rg_fault *), rg_fault *fault);
void rg_tiles_free(rgd_job *job);

/* ---- run.c, for the other recipes */
void rg_forget_last_run(rgd_job *job);
/* The run, and where it traps the same of the program as it is written. */
rg_result rg_run_settled(rgd_job *job, int command, rg_fault *fault);
/* Likewise the recipe of a gradient, with a first seed of 2^exponent. */
rg_result rg_gradient_settled(rgd_job *job, const rg_argument *of, size_t element, int exponent,
                              rg_fault *fault);
/* R0921 for the last seed. */
rg_result rg_no_seed_fits(const rgd_job *job, rg_fault *fault);
/* R0930 when the program holds erasures: it cannot run backward. */
rg_result rg_refuse_erasures(const rgd_job *job, rg_fault *fault);
/* R0954 where the job needs an instruction that a board does not have, and the machine is one. */
rg_result rg_refuse_missing(const rgd_job *job, rg_fault *fault);
/* Whether it is the core with Float in the RTL, which has a part of the instructions. Its bus shows
 * the lowest 64 bits of a register. */
bool rg_is_float_core(const rgd_device *device);
/* R0951 where it is that, and `what` is not there for it. */
rg_result rg_refuse_float_core(const rgd_device *device, const char *what, rg_fault *fault);
/* The first word that the job can reach and that is sought; SIZE_MAX: none. */
typedef bool rg_sought(const rg_object *object, size_t at);
rg_result rg_find_reached(const rgd_job *job, rg_sought *sought, size_t *found, rg_fault *fault);
/* Place the job and stand at the dispatcher. */
rg_result rg_run_start(rgd_job *job, int command, rg_fault *fault);
/* The machine has stopped: what is copied out at the end, counters and ledger of the run, and RG_OK
 * where the job came to its end. */
rg_result rg_run_ended(rgd_job *job, uint64_t status, rg_fault *fault);
/* What was copied in and the bus clocks of the way out, into the counters. */
void rg_run_count_copies(rgd_job *job);
/* From the written image to the stopped machine. */
rg_result rg_run_sweep(rgd_job *job, rg_copied *copied, rg_fault *fault);
rg_result rg_run_take(rgd_job *job, const rg_copied *copied, rg_fault *fault);
/* Zero the gradients and compare with the image and its signature. */
rg_result rg_check_restored(rgd_job *job, rg_fault *fault);
rg_result rg_find_element(const rgd_job *job, const char *name, size_t row, size_t column,
                          const rg_argument **of, size_t *element, rg_fault *fault);

/* ---- second_attempt.c: a gradient that does not fit is noticed on the way back, and the machine
 * sweeps back again with a smaller seed */
typedef struct {
    uint64_t status; /* of the machine, where it stopped */
    uint64_t seen;   /* overflows of gradients before this sweep back */
    bool overflowed; /* a gradient did not fit in this sweep back */
    bool midway;     /* and the machine was stopped before the end of it */
} rg_watch;
/* Run on, to the end of the job or to a gradient that does not fit. */
rg_result rg_watch_run(rgd_job *job, rg_copied *copied, rg_watch *watch, rg_fault *fault);
/* From midway to where the sweep back begins, with seed 2^seed_exponent; the gradients that were
 * found are erased. */
rg_result rg_sweep_again(rgd_job *job, rg_copied *copied, rg_watch *watch, rg_fault *fault);
/* All gradients of the job become zero. */
rg_result rg_erase_gradients(rgd_job *job, rg_fault *fault);

/* ---- misfit_line.c */
/* Run the gradient job again with its last seed, to put the line of the first gradient that does
 * not fit into the fault. The machine is cleared before the next run. */
void rg_say_misfit_line(rgd_job *job, rg_fault *fault);

/* The seed exponent that a word has room for; 0 of Float, whose gradients need no other. */
int rg_seed_within(const rgd_device *device, int exponent);
/* ---- first_seed.c */
/* The exponent that gradients begin with where nothing speaks against it. */
int rg_usual_seed(const rgd_device *device);
/* The one that the values of the run which stands in the job ask for: the usual one or a smaller.
 * lost: the usual one has not fitted. */
int rg_foreseen_seed(const rgd_job *job, const rg_argument *of, size_t element, bool lost);
/* The seed that a run ends with which began with `foreseen` and found the job's gradients: they may
 * be so small that a larger one does. */
int rg_settled_seed(const rgd_job *job, int foreseen);
/* Results are there, and the sweep back begins: with another seed, where they ask for it. */
rg_result rg_seed_foreseen(rgd_job *job, rg_fault *fault);

/* ---- run.c */
/* The seed of a gradient, 2^job->seed_exponent. */
rg_seed rg_seed_of(const rgd_job *job, const rg_argument *of, size_t element);
/* Keeps the words of the result that was differentiated; 0 where `of` is NULL. */
void rg_keep_seeded(rgd_job *job, const rg_argument *of, size_t element);

/* ---- tangent.c: an element of derivatives that a run left, as a number; of second derivatives the
 * scale of the direction is in it. A tangent of the results. */
double rg_derivative_number(const rgd_job *job, const rg_argument *argument, const int64_t *words,
                            size_t k);
double rg_tangent_number(const rgd_job *job, const rg_argument *argument, size_t k);
/* ---- tangent.c */
bool rg_argument_active(const rg_argument *argument);
/* One run with the direction of one element (in words, seed 2^r) or, where along is NULL, with the
 * directions set. of: the result whose Hessian is multiplied, NULL: forward only. */
rg_result rg_tangent_run(rgd_job *job, const rg_argument *along, size_t index,
                         const rg_argument *of, size_t element, rg_fault *fault);
/* Stand before a call with tangents along the directions set, seeded with 2^*exponent. */
rg_result rg_tangent_start(rgd_job *job, int *exponent, rg_fault *fault);

/* ---- matrix.c */
void rg_matrix_clear(rg_matrix *matrix);

/* ---- trap.c */
rg_result rg_trap_collect(rgd_job *job, rg_fault *fault);
/* The name of the routine that a word of the program belongs to; "": of none. */
const char *rg_routine_at(const rg_object *object, size_t offset);
/* The machine has trapped, running backward, at word `offset` of the program: would a bounds check
 * trap that it is about to come to, before anything changes what the check reads? Then where that
 * check is, and the index. */
bool rg_late_check(rgd_job *job, size_t offset, size_t *at, int64_t *index);
/* The check of an index at word `offset` has trapped: the index, if it is none that the trap names,
 * and the extent. False: that is not known. */
bool rg_find_index(const rgd_job *job, size_t offset, int64_t *index, int64_t *last);
/* The fault that a trap report stands for; returns RG_TRAPPED. */
rg_result rg_trap_fault(const rg_trap_report *trap, rg_fault *fault);
rg_result rg_ledger_collect(rgd_job *job, rg_fault *fault);

/* ---- trap_text.c */
/* Writes the message of the trap, and what to do, into the report. known: the number that the word
 * stands for is. */
void rg_trap_say(rg_trap_report *trap, unsigned cause, unsigned role, bool known,
                 const rgd_job *job);

/* ---- lines.c */
/* Take the costs by line of a run that ended, when they are counted. */
rg_result rg_lines_collect(rgd_job *job, rg_fault *fault);
/* The same after the machine ran back as well: the lines of both ways. */
rg_result rg_lines_collect_back(rgd_job *job, rg_fault *fault);
/* Add the costs of one line to a list; false when memory is short. */
bool rg_lines_add(rg_line_cost **lines, size_t *count, const rg_line_cost *line);

/* Attempts whose first seed is 2^exponent, as near as the format has it. */
enum { RG_SEED_STEP = 8 }; /* from one to the next */
/* A seed of more bits gains no digits that the values have, and a second attempt costs a sweep. */
enum { RG_USUAL_SEED = 4 };
/* In place of an exponent: the usual one, or what the results ask for. */
enum { RG_SEED_BY_RESULT = 1024 };
rg_result rg_gradient_from(rgd_job *job, const rg_argument *of, size_t element, int exponent,
                           rg_fault *fault);

/* costs.c: counters and ledger of the attempts at one gradient, summed. */
typedef struct {
    rg_counters counters;
    rg_ledger_line *ledger;
    size_t ledger_count;
    rg_line_cost *lines;
    size_t line_count;
    rg_few_digits few;
} rg_costs;
void rg_counters_subtract(rg_counters *from, const rg_counters *what);
void rg_counters_add(rg_counters *to, const rg_counters *from);
/* Add the bits of one line and cause to a list; false when memory is short. */
bool rg_ledger_add(rg_ledger_line **ledger, size_t *count, const rg_ledger_line *line);
/* Add those of the job's last attempt; false when memory is short. */
bool rg_costs_add(rg_costs *costs, const rgd_job *job);
/* The sums become the job's, and start at zero again. */
void rg_costs_close(rg_costs *costs, rgd_job *job);

/* Whether the last run erased a value, so that nothing leads back. */
bool rg_has_erased(const rgd_job *job);

/* ---- leftover.c */
/* After a run that ended: RG_OK when the accumulator is empty, else a trap report. */
rg_result rg_check_leftover(rgd_job *job, rg_fault *fault);

/* ---- job.c */
/* Close the handles of all jobs of the device and free the jobs; how: the reason that later uses
 * get. */
void rg_jobs_free(rgd_device *device, rg_handle_state how);
/* An argument has these words from now on, which are taken over; what the last run started with is
 * kept. */
/* ---- shape.c */
/* The product of all extents but the first; SIZE_MAX where that is too large. */
size_t rg_all_columns(const size_t *extents, unsigned rank);
/* Rows and columns have changed, or what was announced holds now. */
void rg_shape_argument(rg_argument *argument);
/* Whether data of rows by columns is what rg_set_extents announced. */
rg_result rg_check_shape(const rg_argument *argument, const char *name, size_t rows, size_t columns,
                         rg_fault *fault);
rg_result rgd_set_extents(rgd_job *job, const char *name, const size_t *extents, unsigned rank,
                          rg_fault *fault);
rg_result rg_argument_take(rgd_job *job, rg_argument *argument, int64_t *words, size_t rows,
                           size_t columns, rg_fault *fault);
/* What was kept is of no use any more. */
void rg_argument_forget_start(rg_argument *argument);
rg_argument *rg_argument_find(const rgd_job *job, const char *name);
/* Whether the name is that of the argument, or of the compound that it is a part of. */
bool rg_is_part_of(const char *argument, const char *name);
/* R0907, with the argument that was probably meant, or with all there are. */
rg_result rg_no_argument(const rgd_job *job, const char *name, rg_fault *fault);
/* R0913: the argument holds Int or Bool, which have no what ("gradients", "tangents"). */
rg_result rg_no_derivative(const rg_argument *argument, const char *name, const char *what,
                           rg_fault *fault);

/* ---- the work of the functions of retrograd.h of the same names, once the handle is looked up and
 * nothing that must be there is NULL */
/* device.c */
/* The engine of this name, of this library or loaded; NULL with a fault. */
rg_engine *rgd_engine_open(const char *name, rg_fault *fault);
rgd_device *rgd_device_open(const char *engine, rg_fault *fault);
void rgd_device_close(rgd_device *device);
rg_result rgd_set_energy_choice(rgd_device *device, const rgd_technology *technology,
                                uint64_t budget, uint64_t rounds, bool may_erase, rg_fault *fault);
rg_result rgd_trace_open(rgd_device *device, const char *path, rg_fault *fault);
rg_result rgd_trace_close(rgd_device *device, rg_fault *fault);
rg_result rgd_load_for(rgd_device *device, const char *path, const char *routine,
                       const rg_known_argument *arguments, size_t count, rg_fault *fault);
rg_result rgd_load_text(rgd_device *device, const char *name, const char *text, const char *routine,
                        const rg_known_argument *arguments, size_t count, rg_fault *fault);
/* job.c */
size_t rgd_routine_count(const rgd_device *device);
const char *rgd_routine_name(const rgd_device *device, size_t index);
rgd_job *rgd_job_new(rgd_device *device, const char *routine, rg_fault *fault);
void rgd_job_free(rgd_job *job);
bool rgd_parameter_at(const rgd_job *job, size_t index, rg_parameter *parameter);
bool rgd_lost_digits(const rgd_job *job, size_t index, rg_loss *loss);
/* float_digits.c */
rg_result rgd_find_float_digits(const rgd_job *job, rgd_job *other, double enough,
                                rg_float_digits *found, rg_fault *fault);
/* differences.c */
rg_result rgd_compare_with_float(const rgd_job *job, rgd_job *other, rg_differences *found,
                                 rg_fault *fault);
/* believed.c, and the part of it about numbers on the way that are small. */
void rg_find_vanished(const rgd_job *job, rgd_job *other, rg_digits *digits);
rg_result rgd_believed_digits(const rgd_job *job, rgd_job *other, rg_digits *digits,
                              rg_fault *fault);
int rgd_parameter_find(const rgd_job *job, const char *name);
rg_result rgd_set_number(rgd_job *job, const char *name, double value, rg_fault *fault);
rg_result rgd_set_integer(rgd_job *job, const char *name, int64_t value, rg_fault *fault);
rg_result rgd_set_array(rgd_job *job, const char *name, const double *data, size_t rows,
                        size_t columns, rg_fault *fault);
rg_result rgd_set_integers(rgd_job *job, const char *name, const int64_t *data, size_t rows,
                           size_t columns, rg_fault *fault);
rg_result rgd_set_raw(rgd_job *job, const char *name, const int64_t *words, size_t rows,
                      size_t columns, rg_fault *fault);
rg_result rgd_adopt_results(rgd_job *job, rg_fault *fault);
rg_result rgd_want(rgd_job *job, const char *const *names, size_t count, rg_fault *fault);
size_t rgd_get(const rgd_job *job, const char *name, double *out, size_t capacity);
size_t rgd_get_raw(const rgd_job *job, const char *name, int64_t *out, size_t capacity);
size_t rgd_get_argument(const rgd_job *job, const char *name, double *out, size_t capacity);
size_t rgd_get_argument_raw(const rgd_job *job, const char *name, int64_t *out, size_t capacity);
/* run.c */
rg_result rgd_call(rgd_job *job, rg_fault *fault);
rg_result rgd_uncall(rgd_job *job, rg_fault *fault);
rg_result rgd_gradient(rgd_job *job, const char *name, size_t row, size_t column, rg_fault *fault);
size_t rgd_get_gradient(const rgd_job *job, const char *name, double *out, size_t capacity);
rg_result rgd_rollback(rgd_job *job, rg_fault *fault);
/* tangent.c */
rg_result rgd_set_direction(rgd_job *job, const char *name, const double *data, size_t count,
                            rg_fault *fault);
rg_result rgd_tangent(rgd_job *job, rg_fault *fault);
rg_result rgd_hessian_vector(rgd_job *job, const char *name, size_t row, size_t column,
                             rg_fault *fault);
size_t rgd_get_tangent(const rgd_job *job, const char *name, double *out, size_t capacity);
size_t rgd_get_hessian_vector(const rgd_job *job, const char *name, double *out, size_t capacity);
/* matrix.c */
rg_result rgd_jacobian(rgd_job *job, rg_fault *fault);
rg_result rgd_hessian(rgd_job *job, const char *name, size_t row, size_t column, rg_fault *fault);
/* check.c */
rg_result rgd_check_inverse(rgd_job *job, rg_check_report *report, void *context, bool *passed,
                            rg_fault *fault);
rg_result rgd_check(rgd_job *job, rg_check_report *report, void *context, bool *passed,
                    rg_fault *fault);
/* last_change.c */
rg_result rgd_find_last_change(rgd_job *job, rg_fault *fault);
size_t rgd_get_last_changes(const rgd_job *job, rg_last_change *out, size_t capacity);
/* trap.c */
rg_result rgd_check_ledger(const rgd_job *job, rg_fault *fault);
size_t rgd_get_ledger(const rgd_job *job, rg_ledger_line *out, size_t capacity);
/* lines.c */
rg_result rgd_count_lines(rgd_device *device, bool on, rg_fault *fault);
/* activity.c: of one address; of a run as it stands, where lines are counted. */
void rg_activity_add(rg_activity_counts *to, const rg_address_cost *cost, unsigned op);
void rg_activity_collect(rgd_job *job);
rg_result rgd_take_activity(rgd_job *job, const rgd_job *counted, rg_fault *fault);
size_t rgd_get_lines(const rgd_job *job, rg_line_cost *out, size_t capacity);
/* profile.c */
rg_result rgd_profile_call(rgd_job *job, rg_profile *profile, rg_fault *fault);

#endif
