/* rgc.h: the compiler as a library: source text in, an object or a list of diagnostics out. */
#ifndef RGC_H
#define RGC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "compiler/object.h"

typedef enum { RGC_NOTE, RGC_WARNING, RGC_ERROR } rgc_severity;

/* Another place concerned by a diagnostic. Lines and columns start at 1; columns and lengths count
 * characters. line 0: none. */
typedef struct {
    const char *file;
    unsigned line, column, length;
    const char *message;
    const char *source_line; /* without its line end; NULL where unknown */
} rgc_place;

/* A change that takes the fault away. What stands at `at`, within one line, becomes text, which may
 * have several lines. With at.length 0 it is put before at.column. at.message is what an editor
 * shows. */
typedef struct {
    rgc_place at;
    const char *text;
} rgc_fix;

typedef struct {
    rgc_severity severity;
    const char *code; /* of errors/source.def; never NULL */
    rgc_place at;     /* at.message is the message */
    size_t note_count;
    const rgc_place *notes;
    const char *help; /* what to do, or NULL */
    size_t fix_count;
    const rgc_fix *fixes;
} rgc_diagnostic;

/* The type of an argument of the entry routine, for parameters that the source leaves open. */
typedef struct {
    const char *name;
    rg_type_base base;
    unsigned rank;
    bool complex;        /* a complex number, or an array of them, with parts of type base */
    bool differentiated; /* a derivative is wanted: a type variable that nothing but Ints would bind
                            is Fixed, where its bound allows it */
    bool counted, sized; /* its value is `whole`; its extents are known */
    int64_t whole;
    size_t extents[RG_MOST_RANK];
} rgc_argument;

/* An array that the value of the entry goes to, whose extents follow from the arguments. */
typedef struct {
    const char *name;
    unsigned rank;
    size_t extents[RG_MOST_RANK];
} rgc_shape;

typedef struct {
    unsigned xlen, frac; /* 0, 0: 64, 43 */
    unsigned wide;       /* bits of the wide words of a machine with FLOAT; 0 for others */
    unsigned max_errors; /* 0: 20 */
    const char *entry; /* routine that must be startable by the host; NULL: every routine with known
                          types */
    bool entry_may_be_missing; /* no error when there is no routine of that name: the caller finds
                                  that out */
    const rgc_argument *arguments; /* types for untyped parameters of entry (NULL: the only routine,
                                      or main), by name */
    size_t argument_count;
    bool open_is_fixed;  /* a parameter of the entry without a type, and not among `arguments`, is a
                            Fixed, as the host leaves it at zero */
    uint64_t passes_off; /* a bit for each pass of the optimiser that is not to run
                            (compiler/opt/opt.h) */
    unsigned staged;     /* 1: for a core of three stages; 2: for one of five */
    unsigned first_step, last_step; /* only these steps of the pipeline before the code generator
                                       (compiler/opt/opt.h), and no object is made; 0: all */
    bool formulas;  /* the derivatives that a program gives with primitive_grad are left out: the
                       machine differentiates the formulas */
    bool verify;    /* check after each pass of the code generator that no register has two
                       owners: for tests of the compiler */
    bool gradients; /* entry (NULL: every routine that the host may start) will be run for
                       gradients: see RG_FORTH */
    const struct opt_prices *prices; /* choose between uncomputing, keeping and erasing by them
                                        (compiler/opt/choose.h); NULL: uncompute */
    /* The text of a file that has not been saved, instead of what the disk has; NULL: none has this
     * path. It must live until the compiler is done. */
    const char *(*unsaved)(void *context, const char *path, size_t *size);
    void *unsaved_context;
    struct opt_sequence *order; /* where to put down in what order passes run (compiler/opt/opt.h);
                                NULL: nobody wants to know */
} rgc_options;

/* Owns the object and the diagnostics; free with rgc_result_free. */
typedef struct rgc_result rgc_result;

/* Compile a file, or size bytes of text that path names in messages. A path *.ir is IR text.
 * options may be NULL. Relative includes are looked up beside path. Never fails silently: NULL only
 * when memory is out; no object means at least one error. */
rgc_result *rgc_compile_file(const char *path, const rgc_options *options);
rgc_result *rgc_compile_buffer(const char *path, const char *text, size_t size,
                               const rgc_options *options);
void rgc_result_free(rgc_result *result);

/* The text laid out anew, in the heap, of *formatted_size bytes: blanks and line ends change, and
 * nothing else. What it includes is not read. *formatted is NULL, and the result says why, when the
 * text does not parse. NULL when memory is out. */
rgc_result *rgc_format_buffer(const char *path, const char *text, size_t size, char **formatted,
                              size_t *formatted_size);

/* Which numbers a program asks for, with what it includes; libraries do not count. The first that
 * holds decides: it names Fixed, and Float or Float64, and has Fixed(e); it names Fixed; it names
 * Float64, Real and the like, or has a literal with a point. Else it names Log, or divides, or
 * calls a function such as sqrt. Else the values that it gets decide. A file that cannot be read
 * asks for nothing. options may be NULL: only `unsaved` is taken from it.
 */
typedef enum {
    RGC_NUMBERS_OPEN,
    RGC_NUMBERS_LOG,
    RGC_NUMBERS_FLOAT,
    RGC_NUMBERS_FIXED,
    RGC_NUMBERS_BOTH
} rgc_numbers;
rgc_numbers rgc_numbers_of_file(const char *path);
rgc_numbers rgc_numbers_of_buffer(const char *path, const char *text, size_t size,
                                  const rgc_options *options);

/* The object, or NULL when there were errors. It stays owned by the result unless taken. */
const rg_object *rgc_object(const rgc_result *result);
rg_object *rgc_take_object(rgc_result *result);

size_t rgc_diagnostic_count(const rgc_result *result);
const rgc_diagnostic *rgc_diagnostic_at(const rgc_result *result, size_t index);
size_t rgc_error_total(
    const rgc_result *result); /* also those beyond max_errors, which are counted but not kept */

/* The source texts that were read: the program, then what it includes and uses, in the order in
 * which they are met. They live as long as the result. NULL beyond the last. */
size_t rgc_source_count(const rgc_result *result);
const char *rgc_source_text(const rgc_result *result, size_t index, size_t *size);
const char *rgc_source_path(const rgc_result *result, size_t index);
/* Whether it came with `using`. */
bool rgc_source_is_library(const rgc_result *result, size_t index);
/* Whether the compiler made it, of @fn definitions. */
bool rgc_source_is_made(const rgc_result *result, size_t index);

/* The routine of these arrays, and the arrays; NULL: it is none whose extents are known. */
const char *rgc_shaped(const rgc_result *result, const rgc_shape **shapes, size_t *count);

/* Whether it gives derivatives with primitive_grad, which `formulas` leaves out. */
bool rgc_has_primitives(const rgc_result *result);

/* The source routines, also when types are missing, in source order. */
size_t rgc_routine_count(const rgc_result *result);
/* The one that is meant where none is named, or NULL: main, the only routine, or the last function
 * with a value where there is no routine. */
const char *rgc_default_routine(const rgc_result *result);
const char *rgc_routine_name(const rgc_result *result, size_t index);
size_t rgc_parameter_count(const rgc_result *result, size_t routine);
/* False when the parameter's type is left open, or is not a scalar or an array of scalars. */
bool rgc_parameter(const rgc_result *result, size_t routine, size_t index, const char **name,
                   rg_type_base *base, unsigned *rank);

/* A variable of a routine, as the checker knows it: once for each combination of types for which
 * the routine is compiled. */
typedef enum {
    RGC_NO_GRADIENT, /* a type without gradients, or a value that depends on no argument that has
                        one */
    RGC_GRADIENT
} rgc_activity;
typedef struct {
    const char *routine, *name, *kind, *type; /* kind: "parameter", "ancilla", ... */
    const char *file;
    unsigned line, column; /* of its declaration */
    bool has_gradient_type;
    rgc_activity activity;
} rgc_variable;
/* All of them, in an array that lives as long as the result; NULL when memory is out or there are
 * none. Those of broken programs are there as far as the checker came. */
const rgc_variable *rgc_variables(rgc_result *result, size_t *count);
/* The names of what the language has: functions, instructions, types, in this order; NULL behind
 * the last. */
typedef enum { RGC_FUNCTIONS, RGC_INSTRUCTIONS, RGC_TYPES } rgc_name_kind;
const char *rgc_known_name(rgc_name_kind kind, size_t index);

/* All diagnostics as text: file:line:column: error[CODE]: message, the source line, carets, notes.
 */
void rgc_render_text(const rgc_result *result, FILE *out);
/* The same for tools: one JSON object a line, as `retrograd help messages` describes it. */
void rgc_render_json(const rgc_result *result, FILE *out);

/* What was chosen by options.prices, one decision a line, with the energy of each alternative.
 * Nothing without prices. 0, or -1 when writing fails. */
int rgc_print_choices(const rgc_result *result, FILE *out);

/* The reversible representation of the program, or its inverse, as text: before the optimiser, or
 * after options.last_step. 0, or -1 when there is none or writing fails. */
int rgc_print_ir(const rgc_result *result, FILE *out, bool inverse);

/* The program, or its inverse, as source text that compiles again: each routine is inverted under
 * its own name. Files that were included are part of it. 0, RGC_NO_INVERSE when it erases values
 * and the inverse was wanted (what was written is no program then), or -1 when the program had
 * errors or writing fails. */
enum { RGC_NO_INVERSE = -2 };
int rgc_print_source(const rgc_result *result, FILE *out, bool inverse);

/* The program as C (compiler/emit_c/emit_c.h); with a guard the header that declares its functions
 * instead. Every name begins with prefix, or NULL for none. runtime is the name of the header with
 * the arithmetic; with NULL its text is part of the C. 0, RGC_NO_C when the program cannot be put
 * in C, which is then one of the diagnostics, or -1 when it had errors, memory is short or writing
 * fails. */
enum { RGC_NO_C = -3 };
int rgc_print_c(rgc_result *result, FILE *out, const char *prefix, const char *runtime,
                const char *guard);
/* The text of that header. 0, or -1 when writing fails. */
int rgc_print_c_runtime(FILE *out);

/* A routine as a circuit of reversible gates (compiler/circuit/circuit.h); options.routine NULL:
 * the only routine of the program, or main. Free *out with circuit_free whatever comes back. 0,
 * RGC_NO_CIRCUIT when there is no circuit of it, which is then one of the diagnostics, or -1 when
 * the program had errors or memory is short. */
enum { RGC_NO_CIRCUIT = -4 };
struct circuit_options;
struct circuit;
int rgc_make_circuit(rgc_result *result, const struct circuit_options *options,
                     struct circuit *out);

/* The unary form of every @fn as text; nothing where there is none. 0, or -1 when the program had
 * errors, memory is short or writing fails. */
int rgc_print_unary(rgc_result *result, FILE *out);

/* The memory-oriented computational graph of every routine: vertical lines are variables (double:
 * arrays), horizontal ones statements; a box changes the variable, a dot reads it; loops are grey,
 * @routine is framed. As SVG, or as DOT. 0, or -1 when the program had errors, memory is short or
 * writing fails. */
int rgc_print_graph(rgc_result *result, FILE *out, bool svg);

#endif
