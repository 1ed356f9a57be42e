/* retrograd.h: libretrograd, the C interface to a Retrograd machine.
 *
 * The shape of a program:
 *
 *     rg_fault fault;
 *     rg_device *device = rg_device_open("fast", &fault);
 *     rg_load(device, "bessel.rg", &fault);
 *     rg_job *job = rg_job_new(device, "ibesselj", &fault);
 *     rg_set_integer(job, "nu", 2, &fault);
 *     rg_set_number(job, "z", 1.0, &fault);
 *     rg_gradient(job, "out!", 0, 0, &fault);
 *     rg_get(job, "out!", &value, 1);
 *     rg_get_gradient(job, "z", &slope, 1);
 *     rg_job_free(job);
 *     rg_device_close(device);
 *
 * Ownership: what a function named *_open or *_new returns belongs to the caller; every other
 * pointer belongs to the device or the job and lives as long as it. A device runs one job at a time
 * and belongs to one thread; different devices share nothing. Every function that can fail returns
 * an rg_result and fills the fault (which may be NULL).
 *
 * A wrong call does no harm: it is refused with RG_BAD_USE and R0932, and changes nothing. Wrong
 * are NULL where something must be, calls in the wrong order, and any use of a device, job or
 * technology after it was closed or freed. These three are handles: they are looked up, not
 * followed. Functions that return no rg_result then give 0, false, -1, "" or NULL. While a device
 * is at work (in a progress or report function, a signal handler, another thread) only rg_stop and
 * what reads may be called. */
#ifndef RETROGRAD_H
#define RETROGRAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* of the shared library nothing else is visible */
#endif

#define RETROGRAD_VERSION "0.1.0"

/* How a call ended; the numbers are the exit statuses of the command. */
typedef enum {
    RG_OK = 0,
    RG_TRAPPED = 1,    /* the program trapped; see rg_get_trap */
    RG_BAD_USE = 2,    /* wrong arguments, wrong source text, wrong file */
    RG_BAD_MACHINE = 3 /* the machine or its environment failed */
} rg_result;

/* What went wrong. Strings are cut to fit, always terminated; line and column are 0 where there is
 * none. */
typedef struct {
    rg_result result;
    char code[8]; /* of the catalogue of `retrograd explain`, "R0912" */
    char file[256];
    unsigned line, column;
    char message[1024];
    char help[400]; /* what to do on this machine, where the message does not say it; else "" */
} rg_fault;

/* What was wrong with the last wrong call of this thread, for functions that fill no fault; "" when
 * there was none. */
const char *rg_last_misuse(void);

typedef struct rg_device rg_device;
typedef struct rg_job rg_job;

typedef enum { RG_NUMBER_INT, RG_NUMBER_BOOL, RG_NUMBER_FIXED, RG_NUMBER_LOG } rg_number;

/* ---- the device
 * ---------------------------------------------------------------------------------------------- */

/* The engine that a program asks for, "float" or "fast". A program that names Fixed and no Float64
 * asks for "fast". One that names Float64, Real or the like, or has a literal with a point, asks
 * for "float". One that names no type of real numbers, not even Log, asks for "float" if it gets
 * some (reals). For a program that cannot be read it is "fast", and so it is on machines with a
 * format of their own. path is a file of source text, or an object. With text it is the name of
 * that source text. */
const char *rg_engine_asked(const char *path, const char *text, bool reals);
/* Whether it may be "float" here. */
bool rg_float_by_default(void);

/* Open an engine, load the firmware into it and run its power-on self-test. Engines are "fast" and
 * "float", which is fast with floating-point numbers. Words of a board has "fast16". The core in
 * Verilog is "rtl", and "trace" with waveforms. The core with Float is "rtl-float", which has no
 * multiply-divide, tangents or streams. Of "systemc" there is one at a time in a process. A board
 * at the end of a line is "board:/dev/ttyUSB0". It has no self-test, and neither has "rtl-float".
 * NULL with a fault when the engine does not exist or cannot be opened, or the self-test fails. */
rg_device *rg_device_open(const char *engine, rg_fault *fault);
/* Frees the jobs of the device too. NULL is closed already. */
rg_result rg_device_close(rg_device *device);
const char *rg_device_engine(const rg_device *device);
/* Bits of a word, fraction bits of Fixed and Log, words of data memory. */
unsigned rg_device_xlen(const rg_device *device);
unsigned rg_device_frac(const rg_device *device);
size_t rg_device_words(const rg_device *device);
/* The register CONFIG (isa/bus.def): format, memories, lanes, kind of core. */
uint64_t rg_device_config(const rg_device *device);
/* Bits of a Float, which is what the machine's numbers (RG_NUMBER_FIXED) are; 0: they are
 * fixed-point. rg_get_raw gives so many bits in words of 64, the lowest first. */
unsigned rg_device_float(const rg_device *device);
/* False for a board: of rg_counters it has cycles, instructions and bits of dropped gradients, and
 * the rest is 0. */
bool rg_device_counts(const rg_device *device);
/* Whether the line of a board is lost for now. The run that it ended is unfinished, and rg_rollback
 * may be asked until the line is there again. */
bool rg_device_away(const rg_device *device);

/* Called now and then while the machine runs, with the cycles passed so far in this run. */
typedef void rg_progress(void *context, uint64_t cycles);
rg_result rg_set_progress(rg_device *device, rg_progress *progress, void *context);
/* Give a run up (RG_BAD_MACHINE, R0922) after this many cycles; 0, the default: never. */
rg_result rg_set_cycle_limit(rg_device *device, uint64_t cycles);
/* Passes of the optimiser that later rg_load and rg_load_text leave out, by the names of
 * `retrograd help optimiser`; "all" stands for every one. None (count 0) is the default. */
rg_result rg_set_passes_off(rg_device *device, const char *const *names, size_t count,
                            rg_fault *fault);
/* The passes in the order in which they run, from index 0; NULL behind the last. */
const char *rg_pass_name(size_t index);
/* For tests of the compiler: later rg_load and rg_load_text, of source text, check after each pass
 * of the code generator that no register has two owners (R0733). */
rg_result rg_set_verify(rg_device *device, bool verify);
/* Later rg_load and rg_load_text of source text also make a second routine for gradients, of each
 * routine that ends in uncomputing (rg_load_for: of the one named). It ends where the uncomputing
 * begins, and the way back starts there. So nothing is uncomputed to be computed again, and
 * gradients are the same to the bit. Then rg_gradient, rg_hessian_vector and what is made of them
 * run it. On at the start. Turn it off (false) for programs that are only called. */
rg_result rg_set_gradients(rg_device *device, bool gradients);
/* Later rg_load and rg_load_text choose for each ancilla between uncomputing, keeping and erasing,
 * whichever costs least by the technology. Its adiabatic view counts, or the conventional one if it
 * has no other. At most budget words are kept over loops, and UINT64_MAX is no limit. The trip
 * count of loops whose bounds are not constants is rounds. With 0 it is unknown, and the choice is
 * right even for none. Programs that will run backward need may_erase false. NULL: uncompute. The
 * technology is only read here. */
typedef struct rg_technology rg_technology;
rg_result rg_set_energy_choice(rg_device *device, const rg_technology *technology, uint64_t budget,
                               uint64_t rounds, bool may_erase, rg_fault *fault);
/* What was chosen for the program loaded last, as text, a line for each decision; "" when nothing
 * was. */
const char *rg_energy_choices(const rg_device *device);
/* Stop the machine between two instructions; the run ends with RG_BAD_MACHINE, R0925, and
 * rg_rollback leads back to its start. May be called from a signal handler or another thread. Stays
 * in force until the next rg_rollback, or the next rg_call, rg_uncall or rg_gradient that it has
 * ended. */
void rg_stop(rg_device *device);
/* Record a waveform (FST) from now until rg_trace_close or rg_device_close. It grows in PATH.part
 * and gets its name when it is complete. Text signals tell instruction, line and variables of the
 * program that is loaded now; PATH.gtkw is a save file of GTKWave that shows them. */
rg_result rg_trace_open(rg_device *device, const char *path, rg_fault *fault);
/* RG_OK too where nothing is recorded. */
rg_result rg_trace_close(rg_device *device, rg_fault *fault);

/* Load a program: a path that ends in ".rg" is compiled, one in ".s" assembled, anything else is
 * read as an object file. The former program of the device is gone, and the jobs made for it with
 * it. */
rg_result rg_load(rg_device *device, const char *path, rg_fault *fault);
enum { RG_MOST_DIMENSIONS = 4 };

/* What is known of an argument before the program is compiled. */
typedef struct {
    const char *name;
    rg_number number;
    unsigned rank;
    bool complex;        /* with parts of that kind */
    bool differentiated; /* a derivative is wanted of the run: T of `where T`, where this is an Int
                          * and no argument says otherwise, is Fixed (or Float) */
    bool counted, sized; /* its value is `whole`; its extents are known. Then the result of a
                          * function with a value gets its extents by itself */
    int64_t whole;
    size_t extents[RG_MOST_DIMENSIONS];
} rg_known_argument;
/* As rg_load, for a program whose routine (NULL: the only one, or main) leaves types of parameters
 * open: they are those of these arguments. */
rg_result rg_load_for(rg_device *device, const char *path, const char *routine,
                      const rg_known_argument *arguments, size_t count, rg_fault *fault);
/* The same for source text in memory; name stands for the file in messages. */
rg_result rg_load_text(rg_device *device, const char *name, const char *text, rg_fault *fault);
/* As rg_load_for, of such text. */
rg_result rg_load_text_for(rg_device *device, const char *name, const char *text,
                           const char *routine, const rg_known_argument *arguments, size_t count,
                           rg_fault *fault);
/* Tells the routines of the source loaded last, in its order, those with open types too: parameter
 * is NULL for a routine, and then each of its parameters follows. Works also where the load failed,
 * if the text parsed. The strings live during the call. Object files and assembly have none to
 * tell. */
typedef void rg_routine_seen(void *context, const char *routine, const char *parameter);
rg_result rg_source_routines(rg_device *device, rg_routine_seen *seen, void *context,
                             rg_fault *fault);
/* The files that the source loaded last was read from: the program, and what it includes and uses.
 * NULL behind the last, and where no source was loaded. */
const char *rg_source_file(const rg_device *device, size_t index);
/* The inverse of the source loaded last, as source text in which each routine has its own name. It
 * lives until the next call and the next load. NULL with R0932 where no source was loaded, with
 * R0930 where it erases, and with what the compiler says where a file has changed and is wrong. */
const char *rg_source_inverse(rg_device *device, rg_fault *fault);
/* Every diagnostic of the last compilation, rendered with source lines and carets; "" when there is
 * none. */
const char *rg_diagnostics(const rg_device *device);
/* The same for tools, one JSON object a line (docs/reference/driver.md). */
const char *rg_diagnostics_json(const rg_device *device);
/* Routines that the host can start. */
size_t rg_routine_count(const rg_device *device);
const char *rg_routine_name(const rg_device *device, size_t index);

/* ---- a job: one routine and its arguments
 * -------------------------------------------------------------------- */

/* routine may be NULL when the program has one routine, or a `main`. Arguments start unset:
 * keywords at their default, scalars at the zero word of their type (for Log that is the number
 * one), arrays without a shape. */
rg_job *rg_job_new(rg_device *device, const char *routine, rg_fault *fault);
rg_result rg_job_free(rg_job *job);
const char *rg_job_routine(const rg_job *job);

typedef struct {
    const char *name;
    rg_number number;
    unsigned rank; /* 0 scalar, 1 vector, 2 matrix, to RG_MOST_DIMENSIONS */
    /* 1, 1 for a scalar; 0, 0 while an array has no shape. From three dimensions on the columns are
     * those of all dimensions but the first. */
    size_t rows, columns;
    size_t extents[RG_MOST_DIMENSIONS]; /* one for each dimension of an array */
    bool keyword, set;
    bool active;   /* carries a gradient: Fixed and Log */
    bool is_float; /* RG_NUMBER_FIXED: it is a Float. In a program that names both it may not be */
    /* "" for a plain parameter. A compound argument is one parameter for each of its numbers, one
     * behind the other: z.re and z.im, s.from.x, t.1. For each '.' of the name two characters: c
     * complex, s struct, t tuple, and how many indices
     * ('0' to '4') stand before that '.'. */
    const char *levels;
} rg_parameter;
size_t rg_parameter_count(const rg_job *job);
/* False when there is no parameter of this index. */
bool rg_parameter_at(const rg_job *job, size_t index, rg_parameter *parameter);
/* Index of the parameter of this name, or -1. */
int rg_parameter_find(const rg_job *job, const char *name);

/* Set arguments. Fixed is rounded to nearest (ties to even) and must be in range; Log must not be
 * zero; Int and Bool take integral numbers only. Arrays are column-major, rows x columns; a vector
 * has columns = 1. Of three and four dimensions rg_set_extents says the extents first; then rows is
 * the first, and columns the product of the others. The data is copied; NULL only where there are
 * no elements. Data that is refused leaves the argument as it was. What was read of the last run
 * stays as it is, but for an argument of another shape: of that nothing is left. */
rg_result rg_set_number(rg_job *job, const char *name, double value, rg_fault *fault);
rg_result rg_set_integer(rg_job *job, const char *name, int64_t value, rg_fault *fault);
rg_result rg_set_extents(rg_job *job, const char *name, const size_t *extents, unsigned rank,
                         rg_fault *fault);
rg_result rg_set_array(rg_job *job, const char *name, const double *data, size_t rows,
                       size_t columns, rg_fault *fault);
rg_result rg_set_integers(rg_job *job, const char *name, const int64_t *data, size_t rows,
                          size_t columns, rg_fault *fault);
/* The same with machine words, unchecked and unrounded: Fixed is value * 2^FRAC. A Float has four
 * words, the lowest digits first: value * 2^128. */
rg_result rg_set_raw(rg_job *job, const char *name, const int64_t *words, size_t rows,
                     size_t columns, rg_fault *fault);

/* A Fixed argument that keeps few of the digits that it was set with. An element of an array is
 * judged beside the largest. */
typedef struct {
    const char *name;
    size_t count;       /* elements of which that is true; the worst: */
    size_t row, column; /* 0 where there is none; columns are counted as in rg_parameter */
    size_t element;     /* from 0 */
    double given, kept, digits;
    unsigned bits;
} rg_loss;
/* Of the parameter at index; false: nothing was lost. */
bool rg_lost_digits(const rg_job *job, size_t index, rg_loss *loss);

/* Run the routine, forward or as its inverse, on the arguments set. The results can be read
 * afterwards; the arguments stay as set, so that a second call does the same again. */
rg_result rg_call(rg_job *job, rg_fault *fault);
rg_result rg_uncall(rg_job *job, rg_fault *fault);
/* Whether the last run of the job was that of the program as it is written, without the passes of
 * the optimiser. So it is after every trap: which statement traps, and whether one does, is what
 * the source says. */
bool rg_ran_as_written(const rg_job *job);
/* Make the results of the last run the arguments of the next. RG_BAD_USE where it gave none. */
rg_result rg_adopt_results(rg_job *job);

/* What later runs of the job copy out: these arguments, their values and their gradients, and the
 * result that is differentiated. A compound argument may be named, or some of its parts. Of the
 * others rg_get gives what the routine leaves as it was, and nothing of what it changed.
 * rg_get_gradient gives nothing. names NULL, as at the start: every argument that the routine may
 * change, and all gradients. count 0: nothing. Checks and matrices of derivatives copy what they
 * need. */
rg_result rg_want(rg_job *job, const char *const *names, size_t count, rg_fault *fault);
/* "[2]", "[2,1,3]": the indices of an element that is counted from 0, column by column; "" of a
 * scalar. */
void rg_element_text(const size_t *extents, unsigned rank, size_t element, char *text, size_t size);

/* While this is on, arguments stay on the machine from one run of the job to the next: only words
 * that are not there any more are copied in. What was set anew comes again, and so does what a call
 * has changed, unless its results were adopted. Everything comes again after a run of another job,
 * after a run that did not end well, and with another program. Where only a copy did not end well
 * (R0946, or R0925 while it copied), what was on the machine before is still there. */
rg_result rg_hold(rg_job *job, bool hold);

/* Data larger than the memory. Later calls, uncalls and gradients of the job take so many rows of
 * the named array at a time, and of those that are read with it; 0, as at the start: all. Rows are
 * what the routine's loop runs over, columns of a matrix where it takes column after column. The
 * routine must be one that adds up rows: R0950 says which statement does otherwise. Results,
 * gradients, counters and ledger are those of all tiles, and restored holds if it does for each.
 * Gradients of arguments that all rows share are sums over tiles. A run that stops says in which
 * tile, and rg_rollback goes back to the start of that. */
rg_result rg_tile(rg_job *job, const char *name, size_t rows, rg_fault *fault);
typedef struct {
    const char *argument; /* that was named */
    size_t rows;          /* of a tile */
    size_t tiles;         /* of the last run; 0 before it */
    size_t tile;          /* that runs, or ran last, from 1 on, */
    size_t first, last;   /* and its rows */
} rg_tile_place;
/* False: the job has no tiles. */
bool rg_get_tile(const rg_job *job, rg_tile_place *place);

/* The recipe of a gradient in one call. It runs forward, copies the results out, seeds the gradient
 * of the named result, runs the same code backward in gradient mode, and copies the gradients out.
 * The one-based row and column choose the element of an array. They are 0, 0 for a scalar, and
 * column is 0 or 1 for a vector; of three and more dimensions it counts all columns. Afterwards all
 * value memory and registers are compared with the state before, bit for bit: see rg_restored for
 * the result. The seed is 2^s (rg_seed_exponent gives s). If a gradient overflows, the sweep is
 * repeated with a smaller seed (R0921 if no seed is small enough). */
rg_result rg_gradient(rg_job *job, const char *name, size_t row, size_t column, rg_fault *fault);

/* Erasable gradients. While this is on, rg_gradient lets the machine keep the gradients of freed
 * ancillas on a stack instead of dropping them, copies the gradients out, and then runs the
 * complete job in the other direction. Then rg_restored says whether every word of the machine is
 * what it was, gradients included, the stack is empty, and nothing was erased. The stack holds as
 * many words as the data memory. A job that needs more traps (ADDRESS). */
rg_result rg_keep_gradients(rg_job *job, bool keep);
/* Words on that stack at the end of the last rg_gradient, before it was run back; 0 when nothing
 * was kept. */
size_t rg_kept_gradients(const rg_job *job);

/* ---- tangents: forward mode, and Hessians by both modes together (docs/reference/tangent.md) */

/* The direction of an argument for rg_tangent and rg_hessian_vector: what its numbers change by;
 * count elements, column-major. NULL: zero, as at the start. Fixed and Log only. */
rg_result rg_set_direction(rg_job *job, const char *name, const double *data, size_t count,
                           rg_fault *fault);
/* Run forward in tangent mode along the directions set, copy results and tangents out, run back. */
rg_result rg_tangent(rg_job *job, rg_fault *fault);
/* The Hessian of the named result (as in rg_gradient), times the directions set: forward in tangent
 * mode, seed, backward with tangents and gradients. Gives the gradient too. */
rg_result rg_hessian_vector(rg_job *job, const char *name, size_t row, size_t column,
                            rg_fault *fault);
/* After rg_tangent and rg_hessian_vector: what each number of the argument changes by after the
 * call; 0 where there is none. */
size_t rg_get_tangent(const rg_job *job, const char *name, double *out, size_t capacity);
/* After rg_hessian_vector: the product, by element of the argument before the call. */
size_t rg_get_hessian_vector(const rg_job *job, const char *name, double *out, size_t capacity);
bool rg_has_tangents(const rg_job *job);
bool rg_has_hessian_vector(const rg_job *job);
/* Exponent r of the seed 2^r of the last run with tangents, after retries. */
int rg_tangent_exponent(const rg_job *job);

/* A matrix of derivatives with the names of what its rows and columns stand for: `x`, `x[1]`,
 * `A[1,2]`. */
typedef struct {
    size_t rows, columns;
    char **row_names, **column_names;
    double *data; /* row-major */
} rg_matrix;
/* Derivatives of every active argument after the call (keywords excepted: they are read only) with
 * respect to every active argument before it. It takes a tangent run for each column or a gradient
 * run for each row, whichever are fewer. */
rg_result rg_jacobian(rg_job *job, rg_fault *fault);
/* Second derivatives of the named result with respect to every active argument before the call, one
 * rg_hessian_vector each. */
rg_result rg_hessian(rg_job *job, const char *name, size_t row, size_t column, rg_fault *fault);
/* The last of them, or NULL; they live until the next run. Counters and ledger are sums over all
 * runs of the matrix. */
const rg_matrix *rg_get_jacobian(const rg_job *job);
const rg_matrix *rg_get_hessian(const rg_job *job);

/* Values after the last run: copies at most capacity elements, returns how many the argument has
 * (0: unknown name or nothing to copy). rg_get_raw gives machine words, rg_get_argument what was
 * set before the run. */
size_t rg_get(const rg_job *job, const char *name, double *out, size_t capacity);
size_t rg_get_raw(const rg_job *job, const char *name, int64_t *out, size_t capacity);
size_t rg_get_argument(const rg_job *job, const char *name, double *out, size_t capacity);
size_t rg_get_argument_raw(const rg_job *job, const char *name, int64_t *out, size_t capacity);
/* Gradients after rg_gradient, with respect to the numbers themselves (for Log too). 0 for Int and
 * Bool. */
size_t rg_get_gradient(const rg_job *job, const char *name, double *out, size_t capacity);
bool rg_has_gradients(const rg_job *job);
/* How many decimal digits of the last run can be believed; 99: nothing was found. */
typedef struct {
    double gradient;      /* of the gradients of `argument`, the worst, as they were rounded */
    const char *argument; /* or "" */
    double value;         /* of the result: some number on the way counts `times` times in it */
    double times;         /* 0: numbers on the way have few digits */
    const char *vanished; /* an argument that is 0 since numbers on the way were rounded to 0, or ""
                           */
} rg_digits;
/* An estimate. other is a job of the same routine with the same arguments on another device of that
 * format (fast will do): it runs the gradient again, with other seeds. After rg_call and rg_uncall
 * only what vanished is looked for. */
rg_result rg_believed_digits(const rg_job *job, rg_job *other, rg_digits *digits, rg_fault *fault);
/* How many decimal digits the results of the last run have where numbers are Float; 99: nothing was
 * found. */
typedef struct {
    double digits;
    const char *argument; /* whose number it is, or "" */
    size_t element;       /* of it, from 0; of a matrix of derivatives always 0 */
} rg_number_digits;
typedef struct {
    rg_number_digits value, derivative; /* the worst of each kind */
    char file[256]; /* the line whose rounding costs the most digits; line 0: not looked for */
    unsigned line, column;
    bool stopped;   /* the second run did not end well, so nothing is known */
    rg_fault fault; /* then: why */
} rg_float_digits;
/* An estimate. other is a job of the same routine with the same arguments and directions on another
 * device of that kind. It runs as the job did, with noise behind the digits of every number that is
 * rounded, once or twice, and the results are compared. Where fewer than `enough` digits are left,
 * some 20 more runs look for the line. */
rg_result rg_find_float_digits(const rg_job *job, rg_job *other, double enough,
                               rg_float_digits *found, rg_fault *fault);
/* The number of Fixed that differs most from that of Float, beside the largest of its array. */
typedef struct {
    double digits;        /* that agree; 99: all */
    const char *argument; /* whose number it is, or "" */
    size_t element;       /* of it, from 0; of a matrix of derivatives always 0 */
    double is, should;    /* with Fixed and with Float */
} rg_difference;
typedef struct {
    rg_difference value, derivative; /* the worst of each kind */
    const char *cancelled; /* an argument whose terms cancel, and is 0 with Fixed alone, or "" */
} rg_differences;
/* Runs other as the job with Fixed ran last, and compares their results. other is a job of the same
 * routine with the same arguments and directions on a machine with Float. It runs twice where
 * results are small. A result of Fixed that is next to 0 is right where that of Float is what
 * rounding left of terms that cancel. */
rg_result rg_compare_with_float(const rg_job *job, rg_job *other, rg_differences *found,
                                rg_fault *fault);
/* True when the last rg_gradient or rg_rollback gave back every bit. */
bool rg_restored(const rg_job *job);
/* What the program printed in the last run, in order; of rg_gradient first on the way there, then
 * on the way back. Valid until the next run. */
const char *rg_get_output(const rg_job *job);
/* Exponent of the seed of the last rg_gradient, after retries. */
int rg_seed_exponent(const rg_job *job);
/* How often the last rg_gradient ran the recipe: 1, and one more for each smaller seed. Counters
 * and ledger are the sums of all. */
unsigned rg_attempts(const rg_job *job);

/* ---- what it cost
 * -------------------------------------------------------------------------------------------- */

#define RG_COUNTER_CLASSES 16
/* What instructions switch besides themselves, as rg_count_lines lets the engine count it: terms by
 * group, without tangents and with them. Groups are the classes, and behind them what energies know
 * apart. All 0 where it was not counted. */
#define RG_ACTIVITY_TERMS 10
typedef struct {
    uint64_t operations[RG_COUNTER_CLASSES][4][2]; /* by group, mode and direction, as by_mode */
    uint64_t terms[RG_COUNTER_CLASSES][2][RG_ACTIVITY_TERMS];
} rg_activity_counts;
/* What the job dispatcher has in the counters of a run, as they have it. Its halts, which do not
 * retire, are in its cycles. */
typedef struct {
    uint64_t cycles, instructions;
    uint64_t by_mode[4][2][RG_COUNTER_CLASSES];
    uint64_t memory_reads, memory_writes, gradient_reads, gradient_writes, tangent_reads,
        tangent_writes;
    rg_activity_counts activity;
} rg_dispatched;
typedef struct {
    uint64_t cycles, instructions;
    uint64_t cycles_forward, cycles_backward;
    uint64_t program_forward, program_backward; /* of these, cycles of the program itself: without
                                                   the dispatcher */
    uint64_t forward[RG_COUNTER_CLASSES],
        backward[RG_COUNTER_CLASSES];         /* by instruction class, value and gradient mode */
    uint64_t gradient[RG_COUNTER_CLASSES];    /* how many of the two were in gradient mode */
    uint64_t memory_reads, memory_writes;     /* value bank, words */
    uint64_t gradient_reads, gradient_writes; /* gradient bank, words */
    uint64_t bits_copied_out;
    uint64_t bits_erased_gradient; /* dropped with ancillas */
    uint64_t bits_erased_host;     /* arguments written over, and gradients zeroed after they were
                                      copied out */
    uint64_t tangent[RG_COUNTER_CLASSES],
        both[RG_COUNTER_CLASSES]; /* how many were in tangent mode; with gradients as well */
    uint64_t tangent_reads, tangent_writes; /* tangent banks, words */
    /* The same by mode (value, gradient, tangent, gradient and tangent) and direction (forward,
     * backward). */
    uint64_t by_mode[4][2][RG_COUNTER_CLASSES];
    /* The way in: words that the copy engine brought to place the job (arguments, and what the
     * dispatcher reads), and its cycles. The core stands meanwhile, so they are in no other count.
     */
    uint64_t words_copied_in, cycles_copied_in;
    /* The way out, likewise: results and gradients. The machine counts their bits in
     * bits_copied_out, with what the program printed. */
    uint64_t words_copied_out, cycles_copied_out;
    rg_activity_counts activity;
    rg_dispatched dispatcher; /* a part of the counts above */
} rg_counters;
/* A call of its own, counted instruction by instruction without the dispatcher: all that were
 * executed, and those that an irreversible program would need too. Not needed is what uncomputes
 * (=:), checks that a word is zero, lands a branch, or runs against the direction of the call. The
 * results of the last run are lost. For the engine "fast", and up to four million instructions. */
typedef struct {
    uint64_t executed, needed;
} rg_profile;
rg_result rg_profile_call(rg_job *job, rg_profile *profile, rg_fault *fault);
/* Counters of the last run (all its sweeps, the job dispatcher's own instructions included). */
void rg_get_counters(const rg_job *job, rg_counters *counters);
/* Of the last run on a machine with Float (its bus register CONFIG says so): results that are not 0
 * and kept fewer than 30 bits, and such shares of gradients; on other machines 0. */
typedef struct {
    uint64_t values, gradients;
} rg_few_digits;
rg_few_digits rg_get_few_digits(const rg_job *job);
/* Words of data memory that the last run used at most: mailbox, arguments, lists and stack. 0 where
 * the engine does not tell; `fast` does. As many words of the gradient or tangent banks were in use
 * where those modes were on. */
size_t rg_peak_words(const rg_job *job);
/* Bits of a word of the machine that the job belongs to. */
unsigned rg_job_xlen(const rg_job *job);
/* Report name of a class ("mul"), NULL where there is none. */
const char *rg_counter_class(unsigned index);
/* The same of a group and of a term of activity, and what the term counts. */
const char *rg_activity_group_at(unsigned index);
const char *rg_activity_term_at(unsigned index);
const char *rg_activity_what(unsigned index);
/* The activity of the same run on another engine, where `counted` was counted by line. RG_BAD_USE
 * (R0953) if its other counters differ. */
rg_result rg_take_activity(rg_job *job, const rg_job *counted, rg_fault *fault);

typedef struct {
    const char *cause; /* "dropped gradient" or "erased value" */
    const char *file;  /* of the program */
    unsigned line;
    uint64_t bits;  /* erased by instructions of this line */
    bool forbidden; /* the line is of a routine with @assert_reversible, or of one that it calls:
                       the run has failed */
} rg_ledger_line;
/* R0931 with the lines concerned when the last run erased something in a routine with
 * @assert_reversible; RG_OK otherwise. The results are there all the same. */
rg_result rg_check_ledger(const rg_job *job, rg_fault *fault);
/* Erased bits of the last run by source line; copies at most capacity lines, returns how many there
 * are. */
size_t rg_get_ledger(const rg_job *job, rg_ledger_line *out, size_t capacity);

/* Count by source line in later runs, which makes them slower. RG_BAD_USE (R0918) where the engine
 * cannot: only `fast` can, and its counters are those of the others. */
rg_result rg_count_lines(rg_device *device, bool on, rg_fault *fault);
/* What one line of the program cost in the last run. The last three entries have line 0: the job
 * dispatcher, the copies both ways, and in place of a file nothing for library code without a line
 * and what the host did. Together the entries are the counters of the run. */
typedef struct {
    const char *file;
    unsigned line;
    rg_counters counters;
} rg_line_cost;
/* Copies at most capacity lines, returns how many there are; 0 when they were not counted. */
size_t rg_get_lines(const rg_job *job, rg_line_cost *out, size_t capacity);

/* Energy in the three views of docs/explanation/energy.md. The parts of a view sum to its total; a
 * part of 0 is left out. */
#define RG_ENERGY_PARTS 16
typedef struct {
    const char *name;
    double joules;
} rg_energy_part;
typedef struct {
    double total_J;
    size_t part_count;
    rg_energy_part parts[RG_ENERGY_PARTS];
} rg_energy_view;
typedef struct {
    char technology[128];
    rg_energy_view conventional; /* every switched node burns C V^2 / 2 */
    rg_energy_view adiabatic;    /* nodes are charged by ramps of a resonant supply */
    rg_energy_view landauer;     /* k T ln 2 for each bit erased or copied out */
    bool has_adiabatic; /* false where the technology says nothing of such a supply: the view is
                           empty */
    double conventional_s,
        adiabatic_s;     /* duration at the clock of the technology, and at its ramp time */
    double same_clock_J; /* conventional at the clock of the adiabatic view: it leaks for longer */
} rg_energy;
/* Energy of the last run. technology: name or path of a technology file, NULL: "45nm". */
rg_result rg_get_energy(const rg_job *job, const char *technology, rg_energy *energy,
                        rg_fault *fault);

/* A technology file that was read (docs/reference/energy-files.md), an rg_technology. Strings that
 * come out of it live as long as it. */
/* Name of a built-in technology, or path of a file; NULL: "45nm". NULL on failure. */
rg_technology *rg_technology_open(const char *name, rg_fault *fault);
rg_result rg_technology_close(rg_technology *technology);
/* Override: "ramp_time=5ns", "operations.mul=3.1pJ", "operations.mul.gradient.backward=9pJ". */
rg_result rg_technology_set(rg_technology *technology, const char *setting, rg_fault *fault);
const char *rg_technology_name(const rg_technology *technology);
const char *rg_technology_about(
    const rg_technology *technology); /* "" where the file says nothing */
const char *rg_technology_origin(const rg_technology *technology); /* as it was opened */
/* The law of the adiabatic view: "none", "ramp", "recovery", "ideal" or "staged". */
const char *rg_technology_law(const rg_technology *technology);
const char *rg_technology_table(
    const rg_technology *technology); /* operation table in a file of its own, else "" */
/* Names of the built-in technologies, NULL behind the last. */
const char *rg_technology_builtin(size_t index);
typedef struct {
    const char *name, *unit, *what, *source;
    double value, file_value; /* SI; file_value NaN where the file has none */
    bool overridden;
    double low, high; /* between which an assumption lies; equal where it is none */
} rg_energy_constant;
/* The constants that are given; copies at most capacity, returns how many there are (at most
 * RG_ENERGY_CONSTANTS). */
#define RG_ENERGY_CONSTANTS 32
size_t rg_technology_constants(const rg_technology *technology, rg_energy_constant *out,
                               size_t capacity);
/* Rows of the operation table that were overridden; likewise. */
typedef struct {
    const char *operation, *mode, *direction, *unit;
    unsigned width;
    double value, file_value;
} rg_energy_row;
size_t rg_technology_overridden_rows(const rg_technology *technology, rg_energy_row *out,
                                     size_t capacity);

/* From now on operations are priced by the activity of their run, from the table that the
 * technology has for it. RG_BAD_USE (R0953) if it has none, and later where counters have no
 * activity. */
rg_result rg_technology_by_activity(rg_technology *technology, rg_fault *fault);
/* The views of any counters of a machine with words of xlen bits. by_mode, instructions (fetches),
 * cycles, memory words and bits are what counts. */
rg_result rg_energy_of(const rg_technology *technology, const rg_counters *counters, unsigned xlen,
                       rg_energy *energy, rg_fault *fault);
/* One term of the sum: count times each_J is conventional_J. The terms of a part sum to it. */
typedef struct {
    const char *part, *operation, *mode, *direction,
        *counted; /* counted: "instructions", "cycles", "words", "bits", "J circulating" */
    double count, each_J;
    double conventional_J, adiabatic_J, landauer_J;
    double mean,
        spread; /* of the table row or constant, in unit; spread NaN where it is not known */
    unsigned long long samples;
    const char *unit, *source;
} rg_energy_term;
#define RG_ENERGY_TERMS 320
/* terms has room for RG_ENERGY_TERMS. */
rg_result rg_energy_terms(const rg_technology *technology, const rg_counters *counters,
                          unsigned xlen, rg_energy_term *terms, size_t *count, rg_fault *fault);
/* The ramp time of least adiabatic energy. The closed form T* = sqrt(RC CV^2 / P) holds for ramps
 * that are long against RC. The other is that of the exact curve. exists is false without a law of
 * ramps, without leakage, or where nothing was switched. */
typedef struct {
    bool exists;
    double ramp_time_s, adiabatic_J, exact_ramp_time_s, exact_J;
} rg_energy_optimum;
rg_result rg_energy_best(const rg_technology *technology, const rg_counters *counters,
                         unsigned xlen, rg_energy_optimum *out, rg_fault *fault);
/* How the totals (conventional, adiabatic, Landauer) answer to a constant: dE/dconstant, and % of E
 * for 1 % of it. */
typedef struct {
    const char *constant, *unit;
    double value, J_per_unit[3], percent[3];
} rg_energy_sensitivity;
/* out has room for RG_ENERGY_CONSTANTS. */
rg_result rg_energy_sensitivities(const rg_technology *technology, const rg_counters *counters,
                                  unsigned xlen, rg_energy_sensitivity *out, size_t *count,
                                  rg_fault *fault);

/* ---- traps
 * ---------------------------------------------------------------------------------------------------
 */

typedef struct {
    const char *cause; /* "DIRTY" */
    const char *code;  /* "R0814" */
    const char *file;  /* "" where the word has no source */
    unsigned line, column;
    const char *routine;  /* "" where unknown */
    const char *variable; /* the variable concerned, or "" */
    uint32_t address;     /* of the instruction */
    bool backward;        /* direction in which the machine ran */
    int64_t word;         /* the word concerned */
    double value;         /* the number that it stands for; NaN: the engine does not tell */
    char message[512];    /* in the terms of the program */
    char help[400];       /* what to do on this machine, or "" */
} rg_trap_report;
/* The trap of the last run, or NULL when it did not trap. */
const rg_trap_report *rg_get_trap(const rg_job *job);
/* A statement that changed the word which a trap complains about. Strings are never NULL. */
#define RG_LAST_CHANGES 2
typedef struct {
    const char *file, *routine, *variable;
    unsigned line, column;
    double before, after; /* the word as a number, ahead of the statement and behind it, in the
                             order of the run */
    uint64_t steps;       /* instructions between the change and the trap */
    bool allocation;      /* the statement allocates or frees the variable */
} rg_last_change;
/* After a trap on an ancilla or a condition, and before rg_rollback: let the machine run back to
 * where the word concerned was changed last. It takes back at most two million instructions (engine
 * fast; 131072 on the others), one at a time, and calls the progress function of the device with
 * their number every 4096. The way back to the start stays open. Finding nothing is no failure;
 * RG_BAD_USE where the machine does not stand there any more. */
rg_result rg_find_last_change(rg_job *job, rg_fault *fault);
/* What was found, latest first. Copies at most capacity, and returns how many there are (at most
 * RG_LAST_CHANGES). The second one, if any, changed what the statement of the first reads, after
 * that was computed and before it was uncomputed. */
size_t rg_get_last_changes(const rg_job *job, rg_last_change *out, size_t capacity);
/* True when the last run neither ended nor trapped: the cycle limit or rg_stop ended it between two
 * instructions, or the line of a board was lost. */
bool rg_unfinished(const rg_job *job);
/* After a trap, or an unfinished run: reverse the machine and run it back to the start of the job,
 * without the cycle limit. Then check that the arguments and all value memory are as they were
 * before it. Again, it does nothing, nor after a copy that did not end well, because the machine is
 * at its start then. Where the line of a board is lost (rg_device_away), ask again. RG_BAD_USE
 * where there is no way back: no run was stopped, another has begun since, or an argument has
 * another shape. */
rg_result rg_rollback(rg_job *job, rg_fault *fault);

/* ---- checks
 * --------------------------------------------------------------------------------------------------
 */

typedef struct {
    const char *what;     /* "inverse", "gradient", "dot product", "formula": a derivative that the
                             program gives, beside that of its formula, or "erased": bits that a
                             gradient erases where @assert_reversible stands; row: the first line */
    const char *output;   /* result that was differentiated, "" for the inverse */
    const char *argument; /* argument concerned, "" for all of them */
    size_t row, column;   /* element; column 0 in a vector, both 0 for a scalar */
    double got, expected;
    double tolerance;       /* on the absolute difference */
    bool passed;            /* true as well for what was skipped */
    const char *skipped;    /* NULL, or why differences say nothing here; expected is NaN then */
    double digits, certain; /* decimal digits in which both agree, and that the differences have */
    bool kink; /* the function has a kink here, as min(a, b) where a is b: a gradient passes that is
                  one of the slopes, or lies between them */
    double below, above; /* the slopes on its sides */
} rg_check_line;
typedef void rg_check_report(void *context, const rg_check_line *line);
/* Check a job with its arguments. Call and uncall restore every bit. The gradient of every active
 * scalar result and of the first element of every active array that the call changes agrees with
 * central differences taken on the machine. So does one directional derivative of each result (dot
 * product test). report (NULL: nobody listens) is called for each comparison. passed tells whether
 * all hold. The job's arguments are unchanged afterwards. */
rg_result rg_check(rg_job *job, rg_check_report *report, void *context, bool *passed,
                   rg_fault *fault);
/* Only that call and uncall restore every bit. */
rg_result rg_check_inverse(rg_job *job, rg_check_report *report, void *context, bool *passed,
                           rg_fault *fault);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
