/* internal.h: what the files of libretrograd share. */
#ifndef RG_HOST_INTERNAL_H
#define RG_HOST_INTERNAL_H

#include "compiler/object.h"
#include "compiler/opt/choose.h"
#include "host-driver/bus.h"
#include "host-driver/retrograd.h"
#include "sim/engine.h"

#include <stdatomic.h>

#if defined(__GNUC__)
#define RG_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define RG_PRINTF(text, first)
#endif

struct rg_device {
    rg_engine *engine;
    unsigned xlen, frac;
    uint64_t config;          /* as the register CONFIG says it */
    size_t words, code_words; /* sizes of the memories */
    uint32_t base;            /* instruction address of the program: the firmware ends here */
    rg_object *object;        /* NULL before rg_load */
    size_t code_written;      /* instruction words that were written, firmware included */
    char *diagnostics, *diagnostics_json;
    bool tangents;      /* it has tangent lanes */
    bool tangents_used; /* tangents were seeded: a scrub covers them too */
    size_t used;        /* data words below this may be non-zero */
    bool dirty;         /* any data word may be non-zero */
    uint64_t cycle_limit;
    uint32_t passes_off;
    bool gradients;    /* see rg_set_gradients */
    opt_prices prices; /* where choosing: see rg_set_energy_choice */
    bool choosing;
    char *choices;
    atomic_bool stop; /* somebody called rg_stop */
    bool counting;    /* by address: see rg_count_lines */
    bool going_back;  /* during rg_rollback, which is not stopped: it could not be taken up again */
    char *trace_path; /* where the waveform being recorded will stand; NULL: none */
    rg_progress *progress;
    void *progress_context;
};

typedef struct {
    const rg_param *param;
    rg_number number;
    size_t rows, columns, count; /* count = rows * columns once shaped */
    bool set;
    uint32_t address; /* of the first element (or of the scalar) in data memory, while laid out */
    int64_t *argument, *result, *gradient; /* count words each; NULL while an array has no shape */
    double *direction;                     /* of a directional derivative, in numbers; NULL: zero */
    int64_t *tangent,
        *second; /* tangents of the results, Hessian times direction; NULL before such a run */
} rg_argument;

/* Where everything of a job stands in data memory. */
typedef struct {
    size_t result_list, grad_list, stack, end; /* end: first word behind what the host writes */
} rg_layout;

/* What the third command of the dispatcher seeds. */
typedef struct {
    const rg_argument *in; /* NULL: nothing */
    size_t element;
    int64_t word;
} rg_seed;

struct rg_job {
    rg_device *device;
    const rg_routine *routine;
    const rg_routine
        *forth; /* what runs in its place for a gradient (RG_FORTH); NULL: the routine itself */
    rg_argument *arguments;
    size_t argument_count;
    rg_layout layout;
    rg_seed seed;
    bool ran, has_gradients, restored, trapped, unfinished;
    bool keep;   /* gradients of freed ancillas are kept, and the pass is run back */
    size_t peak; /* data words in use at most, 0 where the engine does not tell */
    size_t kept; /* words on the stack at its end */
    bool turned; /* a search after a trap has set the machine on its way back */
    rg_last_change changes[RG_LAST_CHANGES];
    size_t change_count;
    int command;       /* of the last run */
    unsigned attempts; /* sweeps that the last gradient took, those with a smaller seed included */
    int seed_exponent, tangent_exponent;
    bool has_tangents, has_second;
    rg_matrix jacobian, hessian;
    rg_number seeded_number; /* of the result that was differentiated, and its word */
    int64_t seeded_word;
    uint64_t bits_erased_loading; /* non-zero words that placing this job wrote over */
    rg_counters counters;
    rg_ledger_line *ledger;
    size_t ledger_count;
    rg_line_cost *lines; /* of the program's lines, without the rest */
    size_t line_count;
    rg_trap_report trap;
    char *variable_name; /* backs trap.variable */
    char *output;        /* what the program printed in the last run, or NULL */
};

/* Words that the machine copied out during a run. */
typedef struct {
    int64_t *words;
    size_t count, capacity;
    bool failed; /* host memory ran out */
} rg_copied;

/* ---- output.c: what the program printed, among the words copied out */
/* Takes the printed words out of copied, of which results + gradients remain, and appends their
 * text to job->output. finished: those words are there; else the run trapped and only printed words
 * are. */
rg_result rg_output_take(rg_job *job, rg_copied *copied, size_t results, size_t gradients,
                         bool finished, rg_fault *fault);

/* ---- fault.c */
rg_result rg_fail(rg_fault *fault, rg_result result, const char *code, const char *format, ...)
    RG_PRINTF(4, 5);
rg_result rg_no_memory(rg_fault *fault);

/* ---- waveform.c */
/* Whether the sections of the FST file at `path` end where the file does, those that a reader needs
 * among them. */
bool rg_waveform_whole(const char *path);

/* ---- machine.c: the machine through its bus */
rg_result rg_bus_read(rg_device *device, uint32_t address, uint64_t *data, rg_fault *fault);
rg_result rg_bus_write(rg_device *device, uint32_t address, uint64_t data, rg_fault *fault);
rg_result rg_core_peek(rg_device *device, uint32_t window, size_t index, int64_t *word,
                       rg_fault *fault);
rg_result rg_core_poke(rg_device *device, uint32_t window, size_t index, int64_t word,
                       rg_fault *fault);
/* Let the machine run from where it stands until it stops by itself; status is the last STATUS. */
rg_result rg_core_run(rg_device *device, rg_copied *copied, uint64_t *status, rg_fault *fault);
/* Reset the registers and stand at an instruction, forward, in value mode. */
rg_result rg_core_stand(rg_device *device, uint32_t pc, rg_fault *fault);
/* Of all values; or, with gradients, of values and gradients. */
rg_result rg_core_signature(rg_device *device, bool gradients, uint64_t *signature,
                            rg_fault *fault);
rg_result rg_core_counters(rg_device *device, rg_counters *counters, rg_fault *fault);
/* Make every register and data word zero in both banks: a reset leaves them as they are. */
rg_result rg_core_scrub(rg_device *device, rg_fault *fault);
rg_result rg_core_load(rg_device *device, const uint32_t *code, size_t count, uint32_t at,
                       rg_fault *fault);

/* ---- convert.c: numbers and machine words */
rg_result rg_encode_number(const rg_device *device, rg_number number, double value, int64_t *word,
                           const char *name, rg_fault *fault);
rg_result rg_encode_integer(const rg_device *device, rg_number number, int64_t value, int64_t *word,
                            const char *name, rg_fault *fault);
double rg_decode_number(const rg_device *device, rg_number number, int64_t word);
/* d value / d stored word, in units of the gradient: 1 for Fixed, value * ln 2 for Log. */
double rg_gradient_scale(const rg_device *device, rg_number number, int64_t word);
/* The derivative d of / d by of the numbers, from that of their words: Log words hold logarithms.
 */
double rg_gradient_decode(const rg_device *device, double stored, rg_number of, int64_t of_word,
                          rg_number by, int64_t by_word);
int64_t rg_sign_extend(uint64_t word, unsigned xlen);

/* ---- layout.c: placing a job in data memory */
const rg_routine *rg_layout_routine(const rg_job *job); /* the one that the job's command starts */
uint32_t rg_layout_start(const rg_job *job);            /* the program of the dispatcher for it */
rg_result rg_layout_make(rg_job *job, rg_fault *fault);
/* Write the image of the job: mailbox, lists, arrays; everything else becomes zero. */
rg_result rg_layout_write(rg_job *job, rg_fault *fault);
/* Take copied words apart in the order of the lists; false when there are not as many as there must
 * be. */
bool rg_layout_unpack(rg_job *job, const rg_copied *copied, bool gradients);
/* Words that the firmware copies out of the results, or of the gradients. */
size_t rg_layout_copied(const rg_job *job, bool gradients);
/* Compare the machine word by word with that image, its value registers and its accumulator with
 * zero; whole: also all memory behind the image, which must be zero. */
rg_result rg_layout_compare(rg_job *job, bool whole, bool *equal, rg_fault *fault);
rg_result rg_layout_clear_gradients(rg_job *job, rg_fault *fault);

/* ---- run.c, for the other recipes */
/* R0930 when the program holds erasures: it cannot run backward. */
rg_result rg_refuse_erasures(const rg_job *job, rg_fault *fault);
/* Place the job and stand at the dispatcher. */
rg_result rg_run_start(rg_job *job, int command, rg_fault *fault);
/* From the written image to the stopped machine. */
rg_result rg_run_sweep(rg_job *job, rg_copied *copied, rg_fault *fault);
rg_result rg_run_take(rg_job *job, rg_copied *copied, bool gradients, rg_fault *fault);
/* Zero the gradients and compare with the image and the signature before. */
rg_result rg_check_restored(rg_job *job, uint64_t before, rg_fault *fault);
rg_result rg_find_element(const rg_job *job, const char *name, size_t row, size_t column,
                          const rg_argument **of, size_t *element, rg_fault *fault);

/* ---- tangent.c */
bool rg_argument_active(const rg_argument *argument);
/* One run with the direction of one element (in words, seed 2^r) or, where along is NULL, with the
 * directions set. of: the result whose Hessian is multiplied, NULL: forward only. */
rg_result rg_tangent_run(rg_job *job, const rg_argument *along, size_t index, const rg_argument *of,
                         size_t element, rg_fault *fault);

/* ---- matrix.c */
void rg_matrix_clear(rg_matrix *matrix);

/* ---- trap.c */
rg_result rg_trap_collect(rg_job *job, rg_fault *fault);
/* The name of the routine that a word of the program belongs to; "": of none. */
const char *rg_routine_at(const rg_object *object, size_t offset);
/* The machine has trapped, running backward, at word `offset` of the program: would a bounds check
 * trap that it is about to come to, before anything changes what the check reads? Then where that
 * check is, and the index. */
bool rg_late_check(rg_job *job, size_t offset, size_t *at, int64_t *index);
/* The fault that a trap report stands for; returns RG_TRAPPED. */
rg_result rg_trap_fault(const rg_trap_report *trap, rg_fault *fault);
rg_result rg_ledger_collect(rg_job *job, rg_fault *fault);

/* ---- lines.c */
/* Take the costs by line of a run that ended, when they are counted. */
rg_result rg_lines_collect(rg_job *job, rg_fault *fault);
/* The same after the machine ran back as well: the lines of both ways. */
rg_result rg_lines_collect_back(rg_job *job, rg_fault *fault);
/* Add the costs of one line to a list; false when memory is short. */
bool rg_lines_add(rg_line_cost **lines, size_t *count, const rg_line_cost *line);

/* books.c: counters and ledger of the attempts at one gradient, summed. */
typedef struct {
    rg_counters counters;
    rg_ledger_line *ledger;
    size_t ledger_count;
    rg_line_cost *lines;
    size_t line_count;
} rg_books;
void rg_counters_subtract(rg_counters *from, const rg_counters *what);
void rg_counters_add(rg_counters *to, const rg_counters *from);
/* Add the bits of one line and cause to a list; false when memory is short. */
bool rg_ledger_add(rg_ledger_line **ledger, size_t *count, const rg_ledger_line *line);
/* Add those of the job's last attempt; false when memory is short. */
bool rg_books_add(rg_books *books, const rg_job *job);
/* The sums become the job's; the books are empty again. */
void rg_books_close(rg_books *books, rg_job *job);

/* Whether the last run erased a value, so that nothing leads back. */
bool rg_has_erased(const rg_job *job);

/* ---- leftover.c */
/* After a run that ended: RG_OK when the accumulator is empty, else a trap report. */
rg_result rg_check_leftover(rg_job *job, rg_fault *fault);

/* ---- job.c */
rg_argument *rg_argument_find(const rg_job *job, const char *name);

#endif
