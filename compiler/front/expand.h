/* expand.h: statements in simpler ones, and arrays seen through views. */
#ifndef FR_EXPAND_H
#define FR_EXPAND_H

#include "compiler/front/sema.h"

/* ---- names.c ---- */

/* What a number of the type is made with: zero(type), one(Log). */
fr_expr *fr_make_neutral(fr_sema *s, fr_span span, rg_type_base base);
/* A name that no live variable has. */
const char *fr_fresh_name(fr_sema *s, const char *stem);
/* A name that no source can write. Messages of the machine show it up to its '#': what it stands
 * for. */
const char *fr_hidden_name(fr_sema *s, const char *text);

/* ---- views.c ---- */

typedef enum { FR_DIM_ALL, FR_DIM_ONE, FR_DIM_RANGE } fr_dim_kind;
/* ONE: first. RANGE: first, first + step, ... last; step NULL: 1. */
typedef struct {
    fr_dim_kind kind;
    fr_expr *first, *step, *last;
} fr_dim;

/* FR_NO_AXIS: of extent 1, as the rows of the transpose of a vector. */
enum { FR_SHELLS = 8, FR_NO_AXIS = RG_MOST_RANK };

/* Elements of an array variable, in the order of the view's own indices. What lies beneath has
 * dimensions: the array's own, or those in which a reshape puts the elements of another view. The
 * view takes a part along each of them, and its own dimensions run along some of them in any order.
 */
typedef struct fr_view {
    fr_var *array;
    fr_expr *name; /* of the array, as written */
    fr_span span;
    struct fr_view *of; /* the view whose elements are counted, the first index fastest; NULL: the
                           array */
    fr_expr *extents[RG_MOST_RANK]; /* beneath, where there is an `of` */
    fr_dim dims[RG_MOST_RANK];      /* beneath: which part */
    unsigned beneath;               /* number of dimensions beneath */
    unsigned rank;                  /* of the view; 0: one element */
    unsigned axis[RG_MOST_RANK];    /* of the view: the dimension beneath, or FR_NO_AXIS */
    fr_expr *fits; /* holds when reshapes keep the number of elements; NULL: not reshaped */
    size_t shell_count;
    const fr_expr *shells[FR_SHELLS]; /* -x, x .|> f around each element, innermost first */
} fr_view;

/* Whether e stands for an array or a slice. Says nothing when not. */
bool fr_view_of(fr_sema *s, const fr_expr *e, fr_view *out);
bool fr_view_is_whole(const fr_view *v);
/* The element with these indices, v->rank of them. */
fr_expr *fr_view_element(fr_sema *s, const fr_view *v, fr_expr *const *at);
/* The number of elements, and that along a dimension from 1. */
fr_expr *fr_view_length(fr_sema *s, const fr_view *v);
fr_expr *fr_view_extent(fr_sema *s, const fr_view *v, unsigned dim);
/* The element that indices of a slice name, as in A[:, 2][1]; NULL when e is none. */
fr_expr *fr_element_of_view(fr_sema *s, const fr_expr *e);
/* A condition that holds when the two slices of one array have no element in common (it may fail
 * for parts that interleave); NULL when they surely overlap. always: they surely do not. */
fr_expr *fr_views_apart(fr_sema *s, const fr_view *a, const fr_view *b, bool *always);
/* Say why the call of reshape, permutedims or the transpose is no view; false: it may be one. */
bool fr_refuse_view(fr_sema *s, const fr_expr *e);
/* The same for an element by its indices. */
bool fr_view_of_element(fr_sema *s, const fr_expr *e, fr_view *out);

/* ---- fieldview.c ---- */

/* The statement (without those inside it) with the parts that its field views name; st itself where
 * it has none. */
const fr_stmt *fr_without_field_views(fr_sema *s, const fr_stmt *st);

/* ---- broadcast.c ---- */

/* The loops of a dotted update or call, or of an exchange of arrays; NULL when st is none of these.
 */
fr_stmt *fr_expand_broadcast(fr_sema *s, const fr_stmt *st);
/* Loops over a view: the first dimension innermost. body is made by the caller for the element at
 * these counters. */
typedef struct {
    const char *name[RG_MOST_RANK];
    fr_expr *at[RG_MOST_RANK];
} fr_counters;
fr_counters fr_make_counters(fr_sema *s, fr_span span, unsigned rank);
fr_stmt *fr_loop_over(fr_sema *s, const fr_view *v, const fr_counters *c, fr_stmt *body);
/* Checks that the extents agree; appended to *list. */
bool fr_same_shape(fr_sema *s, const fr_view *target, const fr_view *v, fr_stmt **list);

/* A check, appended to *list, that an extent a of the target is b of v; false after a report. */
bool fr_same_extent(fr_sema *s, const fr_view *target, const fr_view *v, fr_expr *a, fr_expr *b,
                    fr_stmt **list);
/* The same that v has no element of the target, which is of the same array. */
bool fr_keep_apart(fr_sema *s, const fr_view *target, const fr_view *v, fr_stmt **list);

/* Whether e is an array or a slice, or has one among its operands. */
bool fr_has_view(fr_sema *s, const fr_expr *e);
/* The elements of an array, or of a dotted expression: shape says how many. */
typedef struct {
    fr_view shape;
    fr_counters at;
    fr_expr *element; /* at the counters */
    fr_stmt *checks;  /* that the extents agree */
} fr_each;
/* The dimensions of that array; 0: it is none. */
unsigned fr_each_rank(fr_sema *s, const fr_expr *e);
bool fr_each_element(fr_sema *s, const fr_expr *e, fr_each *out);
/* The same element where all indices are `at`. */
bool fr_element_at(fr_sema *s, const fr_expr *e, const fr_view *shape, fr_expr *at, fr_expr **out);

/* ---- matrix_products.c ---- */

/* Updates of an array by sums that have matrix products, and those without dots, as loops; NULL
 * when st is none. */
fr_stmt *fr_expand_matrix_products(fr_sema *s, const fr_stmt *st);

/* ---- lens.c ---- */

/* Statements whose target is seen through -x or x |> f, and calls of slices; NULL when st
 * is none. */
fr_stmt *fr_expand_lens(fr_sema *s, const fr_stmt *st);

/* ---- slices.c ---- */

fr_stmt *fr_expand_slices(fr_sema *s, const fr_stmt *st);

/* ---- each.c ---- */

/* eachindex(v), axes(A, d): a range of indices; else NULL. */
fr_expr *fr_index_range(fr_sema *s, const fr_expr *e);
/* for x in list, for i in eachindex(v), as loops over a range; NULL when st is one already. */
fr_stmt *fr_expand_each(fr_sema *s, const fr_stmt *st);

/* ---- stacks.c ---- */

/* Whether the list names it; GLOBAL_STACK also where PUSH! and the like leave the stack out. */
bool fr_mentions(const fr_stmt *list, const char *name);
/* The allocations of the stacks that a routine has without declaring them. */
fr_stmt *fr_implicit_stacks(fr_sema *s, const fr_function *f);
bool fr_makes_stack(fr_sema *s, const fr_expr *e);
bool fr_stack_shape(fr_sema *s, const fr_expr *e, fr_type *element, ir_expr **room);
/* s <- [], of the type of what is moved first onto s or from it; NULL: it is not known. */
fr_stmt *fr_expand_open_stack(fr_sema *s, const fr_stmt *st);
/* PUSH! and its kin, s[end+1], s[end], x::∅ in simpler statements; NULL when st is none of these.
 */
fr_stmt *fr_expand_stacks(fr_sema *s, const fr_stmt *st);
/* x, which holds zero, ends: a variable of the routine is freed, and a parameter has no value until
 * it is filled again. */
fr_stmt *fr_end_of_name(fr_sema *s, fr_expr *x, rg_type_base base);
void fr_lower_push(fr_sema *s, const fr_stmt *st);
void fr_lower_rename(fr_sema *s, const fr_stmt *st);
void fr_lower_away(fr_sema *s, const fr_stmt *st);

/* What the forms below ask about the program. They are handed it, and not the files that lower
 * statements, which come back to them. */
typedef struct {
    bool (*place_type)(fr_sema *s, const fr_expr *e, fr_type *type);
    bool (*view_of)(fr_sema *s, const fr_expr *e, fr_view *out);
    const char *(*hidden_name)(fr_sema *s, const char *text);
    fr_expr *(*neutral)(fr_sema *s, fr_span span, rg_type_base base);
    fr_stmt *(*end_of_name)(fr_sema *s, fr_expr *x, rg_type_base base);
} fr_asking;

/* ---- operands.c ---- */

/* Arrays written out within an expression, slices updated without a dot, value.(x) and
 * Complex{}(x, y) as targets, in simpler statements; NULL when st has none. */
fr_stmt *fr_expand_operands(fr_sema *s, const fr_stmt *st, const fr_asking *ask);
fr_stmt *fr_expand_literals(fr_sema *s, const fr_stmt *st, const fr_asking *ask);
fr_stmt *fr_expand_inner_matrices(fr_sema *s, const fr_stmt *st, const fr_asking *ask);

/* ---- constructors.c ---- */

/* A call of a reversible constructor, or its inverse, in simpler statements; NULL when st is none.
 */
fr_stmt *fr_expand_constructor(fr_sema *s, const fr_stmt *st, const fr_asking *ask);

/* ---- call_arguments.c ---- */

/* The call with the elements of t for t...; *out is the call itself where it has none. False after
 * a report. */
bool fr_unpack(fr_sema *s, const fr_expr *call, const fr_expr **out);

/* ---- dictionaries.c ---- */

bool fr_is_dictionary(const fr_sema *s, fr_type type);

/* A statement that reads, adds, takes away or exchanges entries of a dictionary, in simpler ones;
 * NULL when st does not. */
fr_stmt *fr_expand_dictionaries(fr_sema *s, const fr_stmt *st, const fr_asking *ask);

/* ---- output.c ---- */

void fr_lower_print(fr_sema *s, const fr_stmt *st);

/* ---- tables.c ---- */

/* x <- [a, b, c] and its inverse: zeros, then an update for each element; NULL when st is neither.
 */
fr_stmt *fr_expand_literal(fr_sema *s, const fr_stmt *st);
/* The allocations of the constant arrays that a routine reads. */
fr_stmt *fr_constant_arrays(fr_sema *s, const fr_function *f);
/* ---- bank.c ---- */

/* y += dot(a, b) of vectors of Fixed; NULL when st is none. */
fr_stmt *fr_expand_dot(fr_sema *s, const fr_stmt *st);
/* target += dot(a, b), or -=, in simpler statements; NULL after a report. */
fr_stmt *fr_dot_into(fr_sema *s, fr_span span, fr_token_kind token, fr_expr *target,
                     const fr_expr *dot);

/* ---- formula_calls.c ---- */

/* The statement (without those inside it) where calls of an @fn with an Int, a Complex or a struct
 * are what the function computes; st itself where it has none. */
const fr_stmt *fr_with_formulas(fr_sema *s, const fr_stmt *st);

/* ---- inner_products.c ---- */

/* The statement with dot(x, y) for x' * y of vectors; st itself where it has none. */
const fr_stmt *fr_with_inner_products(fr_sema *s, const fr_stmt *st);

/* ---- whole_versions.c ---- */

/* The name of the version of f in which the parameters without a type are Int where the arguments
 * of the call are; NULL: it is called as it is. */
const char *fr_whole_version(fr_sema *s, const fr_functional *f, const fr_expr *call);

/* ---- constant_call.c ---- */

/* The value of an @fn of constants, a number; false where it is none, or is not finite. */
bool fr_constant_call(fr_sema *s, const fr_expr *e, long double *out);

/* ---- own.c ---- */

/* st for which the values of own functions have been computed, and what uncomputes them; NULL when
 * it reads none. */
fr_stmt *fr_expand_own(fr_sema *s, const fr_stmt *st);

/* ---- own_type.c ---- */

/* The type of what the body of f adds to its first parameter, from the types of the parameters
 * after it; false where the body does not tell. */
bool fr_type_added(fr_sema *s, const fr_function *f, const fr_type *types, fr_type *out);
/* The type of the elements of an array or of a dotted expression, from the variables in it; false
 * where it does not follow. */
bool fr_element_type(fr_sema *s, const fr_expr *e, rg_type_base *out);
/* The type of e in a function whose parameters have these types; the first is not read. False where
 * it does not follow. */
bool fr_type_within(fr_sema *s, const fr_function *f, const fr_type *types, const fr_expr *e,
                    fr_type *out);

/* ---- function_args.c ---- */

/* A call with names of functions and types among its arguments, as a call of the version made for
 * them; NULL when st is none. */
fr_stmt *fr_expand_function_args(fr_sema *s, const fr_stmt *st);
/* Puts functions that are defaults of keyword parameters into the routines that have them; written:
 * takes them out again. */
void fr_default_functions(fr_sema *s, bool written);

/* ---- keyword_rest.c ---- */

/* A call of a routine with kwargs..., or that passes them on, as a call of the version for these
 * keywords; NULL when st is none. */
fr_stmt *fr_expand_keyword_rest(fr_sema *s, const fr_stmt *st);

/* ---- broadcast_tuples.c ---- */

/* A dotted update or call of tuples, as one statement for each element; NULL when st is none. */
fr_stmt *fr_expand_tuples(fr_sema *s, const fr_stmt *st);

/* ---- tuple_updates.c ---- */

/* (y, z) += f(x) of a function with as many values: its call. */
fr_stmt *fr_expand_tuple_update(fr_sema *s, const fr_stmt *st);

/* ---- log_field.c ---- */

/* x.log += e of a Log x: x *= exp(e), with x.log and log(y) in e as factors; NULL when st is none.
 */
fr_stmt *fr_expand_log_field(fr_sema *s, const fr_stmt *st);
/* x.log, read: log(convert(x)). NULL when e is none. */
fr_expr *fr_log_field(fr_sema *s, const fr_expr *e);

/* ---- in_place.c ---- */

/* x *= c, x += c * x, x ⊻= x >>> k of an Int x; NULL when st is none of these. st is an update of
 * an Int, and lower tells what is constant. */
typedef fr_value (*fr_lowering)(fr_sema *s, const fr_expr *e);
fr_stmt *fr_expand_in_place(fr_sema *s, const fr_stmt *st, fr_lowering lower);

/* ---- multi.c ---- */

/* m, n <- size(A); (T1 => T2)(x); marked arguments; NULL when st is none of these. */
fr_stmt *fr_expand_multi(fr_sema *s, const fr_stmt *st);

/* ---- multi.c ---- */

/* x <- y, x -> y of a value that carries a gradient, or of an array; NULL when st is none. */
fr_stmt *fr_expand_copy(fr_sema *s, const fr_stmt *st);

/* ---- expand.c ---- */

/* st in simpler statements; NULL when it is simple. */
fr_stmt *fr_expand(fr_sema *s, const fr_stmt *st);
/* An update with products of matrices within calls, sum(A * x), which become variables; NULL: it
 * has none. */
fr_stmt *fr_expand_products(fr_sema *s, const fr_stmt *st);
/* An update with arrays that are written out, [a, b], which become variables; NULL: it has none. */
fr_stmt *fr_expand_written(fr_sema *s, const fr_stmt *st);

#endif
