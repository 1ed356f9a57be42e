/* unary.h: unary form (UNF). A program is a sequence of steps; each is a function of the whole
 * context, which it extends by one slot. Nothing is overwritten, so every step is an accumulation
 * into a fresh zero, which is its own inverse's dual.
 *
 * Where the papers let an operation take the last n slots, a step here names the slots that it
 * takes. */
#ifndef FN_UNARY_H
#define FN_UNARY_H

#include "compiler/functional/functional.h"

/* ---- types ---- */

typedef enum { FN_REAL, FN_BOOL, FN_WHOLE, FN_PRODUCT, FN_ARRAY } fn_kind;

typedef struct fn_type {
    fn_kind kind;
    size_t count; /* FN_PRODUCT: parts; FN_ARRAY: 1 */
    bool nested;  /* FN_ARRAY of arrays: Vector{Vector{T}}, and no matrix */
    const struct fn_type **parts;
    const char *names;   /* FN_PRODUCT: of its parts, with commas between them, or NULL */
    const char *tag;     /* the struct that it is, or NULL */
    const char *written; /* that struct with the types of its variables, as a program has it; NULL:
                            its fields may have other types than it says */
} fn_type;

enum { FN_RANK = 4, FN_LEAVES = 64, FN_ARGUMENTS = 16, FN_SLOTS = 20000 };

extern const fn_type fn_real, fn_bool, fn_whole;

const fn_type *fn_product(fr_arena *arena, size_t count, const fn_type *const *parts);
const fn_type *fn_array(fr_arena *arena, const fn_type *element);
/* The product with names for its parts; tag: of the struct that it is, or NULL. */
const fn_type *fn_named(fr_arena *arena, const fn_type *product, const char *names,
                        const char *tag);
/* A vector of such elements, no matrix where these are arrays. */
const fn_type *fn_vector(fr_arena *arena, const fn_type *element);
/* Whether it is an array of more dimensions, whose elements Julia numbers column by column. */
bool fn_is_matrix(const fn_type *t);
bool fn_same_type(const fn_type *a, const fn_type *b);
/* Reals that a value of the type is made of; arrays count as one. */
size_t fn_leaf_count(const fn_type *t);
/* Dimensions of the deepest array in it. */
unsigned fn_rank(const fn_type *t);
bool fn_has_bool(const fn_type *t);
bool fn_has_whole(const fn_type *t);
bool fn_has_product(const fn_type *t);
/* Whether a value of type t may stand where wanted is: an Int becomes a real. */
bool fn_suits(const fn_type *t, const fn_type *wanted);
/* The type that values of both types have; NULL: there is none. */
const fn_type *fn_common_type(fr_arena *arena, const fn_type *a, const fn_type *b);
const char *fn_type_text(fr_arena *arena, const fn_type *t);
/* The same for messages: "an array of reals". */
const char *fn_type_words(fr_arena *arena, const fn_type *t);
/* As it is written in a program. */
const char *fn_source_type(fr_arena *arena, const fn_type *t);

/* ---- read_type.c ---- */

/* The type that e writes; NULL e is real. NULL after a report. */
const fn_type *fn_read_type(fr_diags *d, const fr_program *program, const fr_expr *e);
/* The type of a parameter of a definition; NULL after a report. */
const fn_type *fn_parameter_type(fr_diags *d, const fr_program *program, const fr_functional *f,
                                 size_t i);
/* The struct of the program that a function with a value may make; NULL: there is none. */
const fr_struct *fn_find_struct(const fr_program *program, const char *name);
/* The type that its fields say; NULL: they say none. */
const fn_type *fn_declared_struct(fr_diags *d, const fr_program *program, const char *name);

/* ---- the sequence ---- */

typedef struct fn_slot fn_slot;
typedef struct fn_seq fn_seq;

typedef enum {
    FN_PARAM,  /* part of the context that the sequence starts with */
    FN_OP,     /* a scalar operation on arity slots */
    FN_TABLE,  /* a constant array */
    FN_LENGTH, /* an extent of an array, a constant for the gradient */
    FN_AT, /* one element of an array; op: its index; args[1]: the same, an Int; neither: the last
              one */
    FN_RANGE, /* Ints from args[0] to args[1] in steps of args[2], or of 1 */
    FN_PAIR,
    FN_PROJ,
    FN_LIST,
    FN_MAP,  /* bodies[0] for each element of one array or of several */
    FN_FOLD, /* bodies[0] of the state and each element; args: the first state, the array */
    FN_IF,   /* args[0] chooses bodies[0] or bodies[1] */
    FN_FAIL  /* in place of a value: the machine traps; bodies[1] of an FN_IF alone ends so */
} fn_slot_kind;

/* A leaf of a value: a scalar, an array, or the part of an array behind some first indices. */
typedef struct {
    const char *name;
    unsigned rank, fixed; /* dimensions of the array, indices given */
    fn_kind kind;         /* FN_REAL, FN_BOOL or FN_WHOLE */
    const char *index[FN_RANK], *extent[FN_RANK];
    const char *field; /* of an element that is a struct, ".a"; or NULL */
} fn_leaf;

struct fn_slot {
    fn_slot_kind kind;
    unsigned place; /* in the context, from 1 */
    unsigned id;    /* unlike all others of the function */
    const fn_type *type;
    const char *name; /* of the variable that it is bound to first, or NULL */
    fr_span span;
    const char *op; /* FN_OP: operator, function, or the constant itself; FN_TABLE: name */
    bool infix;
    bool routine;  /* FN_OP: a call of a routine that calls itself */
    unsigned part; /* FN_PROJ: which, FN_LENGTH: of which dimension; from 0. FN_FAIL: 1 for Inf */
    size_t arg_count;
    fn_slot *args[FN_ARGUMENTS];
    fn_seq *bodies[2];
    fn_seq *home;
    fn_slot *origin; /* of a body's parameter: the array it is an element of, or the first state */
    bool element;
    fn_slot *alias;         /* a parameter that stands for another slot after fusion */
    unsigned char varies;   /* 1: no parameter changes it; 2: one does; 0: not asked yet */
    bool additive;          /* FN_FOLD whose body gives what is added to the state */
    bool until;             /* FN_FOLD that ends where the last part of its state is 0 */
    unsigned along;         /* a matrix of one row: 1, of one column: 2; 0: any other */
    fn_slot *line;          /* the vector that it shows */
    unsigned char infinite; /* infinite.c: what of Inf may be in it */
    bool textual;           /* an Int in an index or a bound: written out wherever it is read */
    /* lowering */
    unsigned uses;
    const fn_slot *user; /* the last one; NULL: the result of its sequence */
    bool crossed;        /* used by an inner sequence */
    bool deferred;       /* computed where it is wanted, without a variable of its own */
    unsigned depth;      /* of operations that are computed where this one is, itself among them */
    fn_leaf *shape;      /* extents only */
    fn_leaf *leaves;
};

struct fn_seq {
    fn_seq *outer;
    unsigned first; /* place of its first slot */
    size_t param_count, count, capacity;
    fn_slot **slots; /* parameters, then steps */
    fn_slot *result;
};

typedef struct fn_unary {
    const fr_functional *source;
    fn_seq *seq;
    struct fn_unary *next;
} fn_unary;

/* How often what is computed will be differentiated. A primitive is called accordingly: within its
 * own derivative, for one that needs no derivative of it, and so on. */
typedef enum { FN_VALUE, FN_ONCE, FN_TWICE } fn_order_kind;

/* ---- order.c ---- */

/* How the formula of a definition is differentiated. */
fn_order_kind fn_order(const fr_functional *f);
/* The routine to call where a primitive is wanted that will be differentiated that often. */
const char *fn_primitive_name(fr_arena *arena, const fr_functional *f, fn_order_kind order);

/* ---- build.c ---- */

/* The typed unary form of a definition; NULL after reports. The names that it binds are noted in
 * *bounds, where that is not NULL. */
fn_seq *fn_build(fr_diags *d, const fr_program *program, const fr_functional *f,
                 fn_order_kind order, fr_bound **bounds);

/* ---- struct_leaves.c ---- */

/* Whether it is a struct as its fields say, or an array of such. */
bool fn_is_struct(const fn_type *t);
/* Its type in the routine. */
const char *fn_struct_text(fr_arena *arena, const fn_type *t);
/* Names the leaves of a variable of such a type: x.a, and x[i].a in an array. */
void fn_name_fields(fr_arena *arena, const fn_type *t, const char *name, fn_leaf *leaves);
/* The type of a value, or the struct that it is where its fields say so. */
const fn_type *fn_result_type(fr_diags *d, const fr_program *program, const fn_type *t);

/* ---- shared by the parts of the builder ---- */

typedef struct fn_env {
    const char *name;
    fr_span span;
    fn_slot *slot;
    const fr_expr *function; /* a function without a slot, and where it was named */
    const struct fn_env *scope, *next;
} fn_env;

typedef struct fn_frame {
    const fr_functional *function;
    fr_span call;
    const struct fn_frame *outer;
} fn_frame;

typedef struct {
    fr_diags *d;
    const fr_program *program;
    const fn_env *env;
    const fn_frame *frame; /* definitions being expanded */
    fn_seq *seq;
    unsigned ids, depth;
    fn_order_kind order;
    bool infinite;     /* Inf is named */
    bool calls_itself; /* the definition, by its routine */
    bool mistyped;     /* types do not fit somewhere */
    bool rows;         /* an @fn: the elements of a matrix are its rows */
    bool whole;        /* the definition has Int among its types: its integers are Int */
    bool counts;       /* in an index or an end of a range, where integers are Int too */
    fn_slot *end_of;   /* the array whose extent is 'end'; NULL: there is none */
    fr_bound **bounds; /* where the names of the definition are noted, or NULL */
} fn_builder;

fn_slot *fn_build_term(fn_builder *b, const fr_expr *e);
/* Where to report that types do not fit, which is noted. */
fr_diags *fn_mistyped(fn_builder *b);
fn_slot *fn_add_slot(fn_builder *b, fn_slot_kind kind, const fn_type *type, fr_span span);
/* Binds the names of a pattern; false after a report. */
bool fn_bind(fn_builder *b, const fr_expr *pattern, fn_slot *slot);
/* From here on the name stands for the slot, or for the function in the scope where that stands. */
void fn_bind_name(fn_builder *b, const char *name, fr_span span, fn_slot *slot);
void fn_bind_function(fn_builder *b, const char *name, const fr_expr *function,
                      const fn_env *scope);

/* ---- build_const.c ---- */
/* A real constant of the IR, by its text. */
fn_slot *fn_constant(fn_builder *b, fr_span span, const char *text);
/* NULL: the program has no constant of this name. */
const fr_const *fn_find_const(const fr_program *program, const char *name);
fn_slot *fn_build_const(fn_builder *b, const fr_const *c, const fr_expr *e);
fn_slot *fn_zero_of_put(fn_builder *b, const fr_expr *e);
fn_slot *fn_infinite_constant(fn_builder *b, const fr_expr *e);
/* What to write for a constant of Julia that no number here is; NULL for other names. */
const char *fn_constant_help(const char *name);

/* ---- build_part.c ---- */
fn_slot *fn_project(fn_builder *b, fn_slot *slot, unsigned part, fr_span span);
/* NULL, after a report that `what` has no place in an @fn. */
fn_slot *fn_not_here(fn_builder *b, const fr_expr *e, const char *what);
/* The same of a text where a number is wanted. */
fn_slot *fn_no_text(fn_builder *b, const fr_expr *e);
/* The part of slot that e, a field or an element with an index, names. */
fn_slot *fn_part_of(fn_builder *b, const fr_expr *e, fn_slot *slot);

/* ---- build.c ---- */
/* The slot is not what is wanted there: a report, unless it is a parameter without a type that was
 * complained of before. Returns NULL where there was none. */
rgc_diagnostic *fn_mismatch(fn_builder *b, const fn_slot *slot, const char *wanted,
                            const char *code, fr_span at, const char *message);
/* operators.c. A slot of this operation; its text, NULL where the token is no such operator, and
 * that of operators of Int alone; the operator of e on these arguments. */
fn_slot *fn_with_args(fn_slot *s, size_t count, fn_slot *const *args);
fn_slot *fn_build_op(fn_builder *b, fr_span span, const char *op, bool infix, const fn_type *type,
                     size_t count, fn_slot *const *args);
const char *fn_operator_text(fr_token_kind k);
const char *fn_whole_operator_text(fr_token_kind k);
bool fn_all_whole(size_t count, fn_slot *const *args);
bool fn_is_array_slot(const fn_slot *s);
/* Does the operator go through elements, with its dots or as if they stood there? */
bool fn_goes_each(const fr_expr *e, fn_slot *const *args);
fn_slot *fn_binary_of(fn_builder *b, const fr_expr *e, fn_slot *const *args);
fn_slot *fn_unary_of(fn_builder *b, const fr_expr *e, fn_slot *s);
/* rem(a, b) for a % b, div(a, b) for a ÷ b; NULL: another operator. */
const fr_expr *fn_divided(fr_arena *arena, const fr_expr *e, fr_token_kind op);
/* a .& b of conditions as a .&& b. */
fr_expr fn_as_logic(const fr_expr *e, fn_slot *const *args);
/* A condition as a number: 1 where it holds. */
fn_slot *fn_truth(fn_builder *b, fn_slot *condition);
/* The same of each condition in an array or a tuple. */
fn_slot *fn_counted(fn_builder *b, fr_span span, fn_slot *s);

/* ---- build_truth.c ---- */

/* The value as an expression in which each condition is multiplied by 1; NULL: a part is none. */
fr_expr *fn_counted_expr(fr_arena *arena, fr_expr *e, const fn_type *t);
/* map#value(e, 0, v), of these: what an element of v becomes. The 0 is computed for what it checks.
 */
fn_slot *fn_map_value(fn_builder *b, const fr_expr *e, fn_slot *const *args);
/* Whether the value may be assigned to an array of bools, or the array is another; false after a
 * report. */
bool fn_suits_bools(fn_builder *b, const fr_expr *e, const fn_slot *array, const fn_slot *value);
/* Whether the array has elements that so many indices assign; false after a report. */
bool fn_has_elements(fn_builder *b, const fr_expr *e, const fn_slot *array, size_t count);
/* NULL, with a report, when the types differ. */
fn_slot *fn_want(fn_builder *b, fn_slot *slot, const fn_type *type, const fr_expr *e,
                 const char *what);
/* The constant number n, a real or an Int. */
fn_slot *fn_number(fn_builder *b, fr_span span, uint64_t n, bool whole);
/* A new sequence inside the current one, which becomes the current one. */
fn_seq *fn_open_seq(fn_builder *b);
void fn_close_seq(fn_builder *b, fn_seq *seq);
/* A function of the file or of the machine, or an operator, applied; exprs: where the args stand,
 * or NULL. */
fn_slot *fn_apply(fn_builder *b, const fr_expr *function, size_t count, fn_slot *const *args,
                  const fr_expr *const *exprs, fr_span span);
/* The value of a dotted operator or call, or of one that means each element, for args that are no
 * arrays. */
fn_slot *fn_build_one(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *args);
/* The operation on a real that must be whole, which gives the Int. */
extern const char fn_whole_of[];
/* Whether the slot is a real that Julia may have as an Int: it comes from none of '/', functions of
 * reals, and numbers with a fraction. */
bool fn_may_be_whole(fn_slot *s);
/* Whether Julia has it as a Float64. */
bool fn_is_surely_real(fn_slot *s);
/* Whether the range is of Ints, as indices are; a report when not. */
bool fn_indexes(fn_builder *b, fr_span at, const fn_slot *numbers);
/* The Int that the slot is, where that follows from how it is computed; NULL: it is none. */
fn_slot *fn_to_whole(fn_builder *b, fn_slot *s);
/* Makes it written out wherever it is read, if it is made of parameters, constants and lengths. */
bool fn_write_out(fn_slot *s);
/* args[0]:args[1], in steps of args[2] where there are three. */
fn_slot *fn_range_of(fn_builder *b, fr_span span, size_t count, fn_slot *const *args);
/* e as an Int of an index or a bound; NULL after a report. */
fn_slot *fn_build_count(fn_builder *b, const fr_expr *e);
/* The body of a definition with args for its parameters; NULL: the function that the expression
 * there names. */
fn_slot *fn_expand(fn_builder *b, const fr_functional *f, fn_slot *const *args,
                   const fr_expr *const *exprs, fr_span call);

/* ---- recursive.c ---- */

/* Whether a call of f is a call of its routine: f calls itself, and gets numbers for numbers, and
 * arrays that are parameters. */
bool fn_calls_routine(const fn_builder *b, const fr_functional *f, fn_slot *const *args);
fn_slot *fn_call_routine(fn_builder *b, const fr_functional *f, fn_slot *const *args, fr_span call);
/* Whether the value is what its calls of itself are taken for. A report when not. */
void fn_check_recursive(fn_builder *b, const fn_seq *q);

/* ---- build_put.c ---- */

/* The array with another element, as a map over its indices. */
fr_expr *fn_put_expr(fr_arena *arena, const fr_expr *e, bool truth);
/* Whether the index is : or 2:3. */
bool fn_is_slice(const fr_expr *index);
/* Whether a slice, or all, is assigned. */
bool fn_puts_slice(const fr_expr *e);
/* Whether the value has the shape of the slice that it is assigned to; false after a report. */
bool fn_fits_slice(fn_builder *b, const fr_expr *e, const fn_slot *value);
/* The array with another slice, where put#value is an array or one number for all elements. */
fr_expr *fn_put_slice(fr_arena *arena, const fr_expr *e, bool array);
/* The array with other elements: v .= put#value. */
fr_expr *fn_put_all(fr_arena *arena, const fr_expr *e);

/* ---- build_array.c ---- */

/* A parameter of the current sequence: each element of the array. */
fn_slot *fn_element_of(fn_builder *b, fn_slot *array);
/* Whether arrays may have such elements; a report when not. */
bool fn_storable(fn_builder *b, const fr_expr *e, const fn_type *t, const char *what);
/* l(x) of a struct that is called, by the name of the function; NULL: another call. */
const fr_expr *fn_call_of_value(fn_builder *b, const fr_expr *e);
/* A lambda, or a function or an operator by its name, of the args. */
fn_slot *fn_build_function(fn_builder *b, const fr_expr *f, size_t count, fn_slot *const *args);

/* first:last, first:step:last */
fn_slot *fn_build_range(fn_builder *b, const fr_expr *e);
/* map, map2, foldl, sum, dot, length, size; *known is false when e calls none of these. */
fn_slot *fn_build_array_call(fn_builder *b, const fr_expr *e, bool *known);

/* What the indices of e name: constants, 'end', and ':'. */
fn_slot *fn_build_elements(fn_builder *b, const fr_expr *e, fn_slot *array);
/* The elements of a matrix one after another, where Julia goes through it so; other arrays: the
 * array. */
fn_slot *fn_listed(fn_builder *b, const fr_expr *e, fn_slot *array);
/* e, an operator or a call, for each element of the arrays among the args. */
fn_slot *fn_build_each(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *args);

/* The sum of the products of two vectors. */
fn_slot *fn_dot(fn_builder *b, const fr_expr *e, fn_slot *const *vectors);

/* ---- build_base.c ---- */

/* A function of Julia that is made of others, for so many arguments; NULL: there is none. */
const fr_functional *fn_base(fn_builder *b, const char *name, size_t count, fr_span call);
bool fn_is_base(const char *name);
/* The call in the form that is built here; e where it is one. */
const fr_expr *fn_respelled(fn_builder *b, const fr_expr *e);
/* Says what to write for cumsum(A, dims=1); NULL. */
fn_slot *fn_refuse_dims(fn_builder *b, const fr_expr *e);

/* ---- build_mask.c ---- */

/* Whether e is x[m] of a mask m. */
bool fn_is_masked(const fn_builder *b, const fr_expr *e);
/* sum(x[m]) as sum(ifelse.(m, x, 0)), and likewise; NULL: e is no such call. */
fr_expr *fn_without_mask(fn_builder *b, const fr_expr *e);
/* x[m] .= e as ifelse.(m, e, x), of its put#; NULL: it is none. */
fr_expr *fn_put_masked(fn_builder *b, const fr_expr *put);

/* ---- build_named.c ---- */

/* Whether e calls a struct of the program. */
bool fn_is_constructor(const fn_builder *b, const fr_expr *e);
fn_slot *fn_struct_of(fn_builder *b, const fr_expr *e, fn_slot *const *parts);
/* Which part has the name, from 1; 0: none. */
uint64_t fn_part_named(const fn_type *t, const char *name);
/* Whether the type of a parameter is a struct of the program, or NamedTuple; and whether t is it.
 */
bool fn_takes_struct(const fn_builder *b, const fr_expr *type);
bool fn_suits_struct(const fn_type *t, const fr_expr *type);

/* ---- build_callee.c ---- */

/* Whether e makes a function of others: f ∘ g. */
bool fn_is_composed(const fr_expr *f);
/* What the name stands for in this definition: a value or a function; NULL: nothing. */
const fn_env *fn_bound(const fn_builder *b, const char *name);
/* Its value; NULL: it has none. */
fn_slot *fn_slot_named(const fn_builder *b, const char *name);
/* The function that a value of this type is called by with so many arguments, or with another
 * number of them where there is none; NULL: it is not called. */
const char *fn_callable(const fn_builder *b, const fn_slot *value, size_t arguments);
/* Whether f, which is called, may be such a value: a field, an element, or made on the spot. */
bool fn_may_be_value(const fn_builder *b, const fr_expr *f);
/* l(x) as NAME(l, x); NULL: it cannot be called so. */
fr_expr *fn_call_by(fn_builder *b, const fr_expr *e, const char *name);

/* ---- build_field.c ---- */

/* field#(p, e, p.x): the struct with another field. */
fn_slot *fn_put_field(fn_builder *b, const fr_expr *e, fn_slot *s, fn_slot *value);

/* ---- build_dims.c ---- */

/* [sum(c) for c in eachcol(A)] for sum(A, dims=1), and along which dimension; NULL after a report.
 */
fr_expr *fn_lines_of(fn_builder *b, const fr_expr *e, unsigned *along);
/* The vector as a matrix of one row (along 1) or of one column (along 2). */
fn_slot *fn_collapsed(fn_builder *b, fr_span at, fn_slot *line, unsigned along);
/* 1 or 2 where all arrays among them are such rows, or such columns and vectors; else 0. */
unsigned fn_common_line(size_t count, fn_slot *const *args);
/* Whether a matrix of one row or column, which such a call made, is among them. */
bool fn_has_line(size_t count, fn_slot *const *args);

/* A + sum(A, dims=1) needs a dot: a report. */
bool fn_refuses_line(fn_builder *b, const fr_expr *e, fn_slot *const *args);

/* ---- build_made.c ---- */

/* The comprehension that such a call stands for; NULL: it makes no array. */
const fr_expr *fn_made(fn_builder *b, const fr_expr *e);
/* Float64(x), Int(x), convert(T, x), float(x) */
bool fn_is_conversion(const fn_builder *b, const fr_expr *e);
/* e, whose value is there. */
fn_slot *fn_converted(fn_builder *b, const fr_expr *e, fn_slot *value);
/* A matrix that is written out. */
bool fn_is_written_matrix(const fr_expr *e);
/* Of these elements, column by column. */
fn_slot *fn_written_matrix(fn_builder *b, const fr_expr *e, fn_slot *const *elements);

/* ---- build_matrix.c ---- */

/* The products of a matrix with a vector or a matrix, and x * y'. */
fn_slot *fn_matrix_vector(fn_builder *b, const fr_expr *e, fn_slot *matrix, fn_slot *vector);
fn_slot *fn_matrix_matrix(fn_builder *b, const fr_expr *e, fn_slot *left, fn_slot *right);
fn_slot *fn_outer(fn_builder *b, const fr_expr *e, fn_slot *x, fn_slot *y);
/* Whether e is A', or a product with such a factor. */
bool fn_has_transpose(const fr_expr *e);
/* Its value, as Julia has it. */
fn_slot *fn_build_product(fn_builder *b, const fr_expr *e);
/* The product of two arrays. */
fn_slot *fn_product_of(fn_builder *b, const fr_expr *e, fn_slot *const *args);
/* The elements of a matrix, column by column. */
fn_slot *fn_vec(fn_builder *b, const fr_expr *e, fn_slot *matrix);
/* The elements of vectors and numbers one after another. */
fn_slot *fn_join_vectors(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *parts);
/* A' of a matrix. */
fn_slot *fn_transpose(fn_builder *b, const fr_expr *e, fn_slot *matrix);

/* ---- build_solve.c ---- */

/* The name in base.def of what solves A \ b of an array; NULL after a report. */
const char *fn_solver(fn_builder *b, const fr_expr *e, fn_slot *const *args);
/* The name in base.def of a function that has another definition for matrices. */
const char *fn_base_of_array(const char *name, size_t count, fn_slot *const *args);
/* The name in base.def of what puts two matrices or vectors beside each other, or two matrices one
 * below the other; NULL: they are others. */
const char *fn_stacker(const fn_slot *first, const fn_slot *second, bool beside);
/* The call that A + k * I or k * I - A is; NULL: it is none. */
const fr_expr *fn_without_identity(fn_builder *b, const fr_expr *e);

/* ---- build_logic.c ---- */

/* e, a && b or a || b, whose right side is what the current sequence has behind its first `from`
 * steps: it is computed where it is needed. */
fn_slot *fn_logic_of(fn_builder *b, const fr_expr *e, fn_slot *const *args, size_t from);

/* ---- infinite.c ---- */

/* Puts checks where Inf may arrive and is no number. */
void fn_check_infinite(fn_builder *b, fn_seq *q);

/* ---- want.c ---- */

/* What is given for a parameter of the type: an integer that is written out is an Int there. */
fn_slot *fn_for_parameter(fn_builder *b, const fr_expr *type, fn_slot *given);

/* ---- extents.c ---- */

/* The arrays that the value goes to, where their extents follow from these arguments. */
size_t fn_result_shapes(fr_diags *d, const fr_program *program, const fr_functional *f,
                        const fn_seq *seq, const rgc_argument *arguments, size_t count,
                        rgc_shape **out);

/* ---- fuse.c ---- */

/* Maps that are read once, by another map or a foldl, become part of it: their elements need no
 * array. */
void fn_fuse(fr_arena *arena, fn_seq *seq);
/* The slot that this one stands for. */
fn_slot *fn_resolve(fn_slot *s);
/* The same wherever it is read: it is written out instead of computed once. */
bool fn_is_constant(const fn_slot *s);
/* Count what the result needs, and decide which steps need no place of their own. */
void fn_count_uses(fn_seq *seq);

/* ---- lower.c ---- */

/* The routine that adds the value of the sequence to its first parameters, as source text with the
 * position that each line comes from. */
typedef struct {
    char *text;
    size_t size, capacity;
    fr_span *origins;
    size_t line_count, line_capacity;
} fn_text;

void fn_lower(fr_diags *d, const fr_program *program, const fr_functional *f, fn_seq *seq,
              fn_text *out);

/* ---- primitive.c ---- */

/* Gives each function its derivative from primitive_grad(::typeof(f), ...) = ..., and reports those
 * that suit none. */
void fn_find_primitives(fr_diags *d, const fr_program *program);
/* The routines of a function with a derivative of the program's own; seq: its formula. */
void fn_lower_primitive(fr_diags *d, const fr_program *program, const fr_functional *f, fn_seq *seq,
                        fn_text *out);
/* Those that derivatives of others call. */
void fn_lower_called_once(fr_diags *d, const fr_program *program, fn_text *out);

#endif
