/* tree.h: what is done with syntax trees by their form alone: find, make, compare, invert. */
#ifndef FR_TREE_H
#define FR_TREE_H

#include "compiler/syntax/ast.h"

/* ---- find.c: definitions of a program ---- */

void fr_add_function(fr_arena *arena, fr_program *program, fr_function *f);
/* The functions behind the last one, which were added later, are taken away. */
void fr_drop_functions(fr_program *program, fr_function *last);
/* This one alone. */
void fr_drop_function(fr_program *program, const fr_function *f);
/* NULL: no constant has the name. */
const fr_const *fr_find_const(const fr_program *program, const char *name);
/* Nothing has its name any more. */
void fr_drop_functional(fr_program *program, fr_functional *f);
/* The first routine of the program with this name, which leads to the others; NULL: there is none.
 */
const fr_function *fr_find_function(const fr_program *program, const char *name);
/* An update that a routine of the program can stand for, and how its name starts. */
typedef struct {
    fr_token_kind token, inverse;
    const char *prefix;
} fr_update_form;

enum { FR_UPDATES = 3 };
extern const fr_update_form fr_updates[FR_UPDATES];
/* The name of the routine that updates by `name` in this form. */
const char *fr_name_update(fr_arena *arena, size_t form, const char *name);
/* The first routine that updates by `name` in any form; NULL: there is none. */
const fr_function *fr_find_update(fr_arena *arena, const fr_program *program, const char *name);
void fn_add(fr_arena *arena, fr_program *program, fr_functional *f);
/* The first @fn of this name; NULL: there is none. */
const fr_functional *fn_find(const fr_program *program, const char *name);
/* It is found by its name, and is none of the definitions of the source. */
void fn_index(fr_arena *arena, fr_program *program, fr_functional *f);
void fn_rename(fr_arena *arena, fr_program *program, fr_functional *f, const char *name);

/* What was noted before for the same span and function stays. */
void fr_note_bound(fr_arena *arena, fr_bound **list, const fr_bound *bound);

/* ---- tree.c: nodes; they live in the arena ---- */

fr_expr *fr_make_name(fr_arena *arena, fr_span span, const char *name);
fr_expr *fr_make_int(fr_arena *arena, fr_span span, int64_t value);
fr_expr *fr_make_real(fr_arena *arena, fr_span span, long double value);
fr_expr *fr_make_binary(fr_arena *arena, fr_token_kind token, fr_expr *left, fr_expr *right);
fr_expr *fr_make_unary(fr_arena *arena, fr_span span, fr_token_kind token, fr_expr *right);
/* name(items): items is copied; NULL items are left out. */
fr_expr *fr_make_call(fr_arena *arena, fr_span span, const char *name, size_t count,
                      fr_expr *const *items);
/* Whether e compares, or joins or negates what does; with dots for each element or without. */
bool fr_is_condition(const fr_expr *e);
/* x .> 0 and the like, whose value is a Bool for each element. */
bool fr_is_mask(const fr_expr *e);
/* error(...), throw(...): in place of a value. */
bool fr_is_failure(const fr_expr *e);
/* A copy of e whose list of items is its own. */
fr_expr *fr_copy_call(fr_arena *arena, const fr_expr *e);
/* A copy of e with other items and other values of keywords. */
fr_expr *fr_with_arguments(fr_arena *arena, const fr_expr *e,
                           fr_expr *(*map)(void *context, const fr_expr *argument), void *context);
fr_expr *fr_make_index(fr_arena *arena, fr_span span, fr_expr *array, size_t count,
                       fr_expr *const *items);
/* first:step:last; step NULL: first:last. */
fr_expr *fr_make_range(fr_arena *arena, fr_span span, fr_expr *first, fr_expr *step, fr_expr *last);
fr_stmt *fr_make_stmt(fr_arena *arena, fr_stmt_kind kind, fr_span span);
fr_stmt *fr_make_change(fr_arena *arena, fr_span span, fr_stmt_kind kind, fr_token_kind token,
                        fr_expr *target, fr_expr *value);
/* for name = 1:last body end */
fr_stmt *fr_make_loop(fr_arena *arena, fr_span span, const char *name, fr_expr *last,
                      fr_stmt *body);
/* A copy of e where 'end' is replaced by the extent. */
fr_expr *fr_replace_end(fr_arena *arena, const fr_expr *e, fr_expr *extent);
/* Lists in order; either may be NULL. */
fr_stmt *fr_chain(fr_stmt *first, fr_stmt *second);
/* Whether the test holds of e, which may be NULL, or of an expression in it. */
typedef bool (*fr_expr_test)(const fr_expr *e, const void *with);
bool fr_any_in(const fr_expr *e, fr_expr_test test, const void *with);
/* Whether e, which may be NULL, is that name. */
bool fr_is_named(const fr_expr *e, const char *name);
/* Whether the name stands anywhere in e, which may be NULL. */
bool fr_expr_mentions(const fr_expr *e, const char *name);
bool fr_calls_name(const fr_expr *e, const char *name);
/* The names end with NULL. */
bool fr_calls_one_of(const fr_expr *e, const char *const *names);
/* Whether f has a parameter of that name. */
bool fr_has_parameter(const fr_functional *f, const char *name);
/* Inf by any of its names. */
bool fr_is_infinity(const char *name);
/* Whether Inf stands in e, or a test for it. */
bool fr_names_infinity(const fr_expr *e);
/* What isinf and isfinite are called where something may be infinite. */
extern const char fr_test_infinite[], fr_test_finite[];
/* The names of Inf, and of what all finite numbers are below, in the routine of a function. */
extern const char fr_infinity[], fr_most_finite[];
bool fr_is_dotted(fr_token_kind token);
/* f.(x), x .* y */
bool fr_is_dotted_value(const fr_expr *e);
fr_token_kind fr_undotted(fr_token_kind token);
/* The dotted form of an operator or an update; token itself where it has none. */
fr_token_kind fr_dotted(fr_token_kind token);

/* ---- compare.c ---- */

/* Where e reads the lvalue target (the same variable or syntactically the same element), or NULL.
 */
const fr_expr *fr_find_read(const fr_expr *target, const fr_expr *e);
bool fr_same_expr(const fr_expr *a, const fr_expr *b);
bool fr_same_place(const fr_expr *a, const fr_expr *b);
/* The variable that an lvalue is part of; NULL: e is not written as an lvalue. */
const char *fr_root_of(const fr_expr *e);
/* zero(x), length(A): the value of the argument is not read. */
bool fr_reads_no_value(const fr_expr *e);
/* Whether e is made of size(..) and length(..): it is the same wherever it is read. */
bool fr_is_extent(const fr_expr *e);
/* Whether the list changes, frees or passes on the variable. */
bool fr_is_written(const fr_stmt *list, const char *name);

/* Whether a parameter, a variable or a loop variable of the routine has the name, so that it is not
 * what the program calls so. */
bool fr_hides(const fr_function *f, const char *name);

/* ---- in_place.c ---- */

/* Whether st is x ⊻= x >> k, x += 2x or another update by a function of its target that may be a
 * bijection. Its inverse is not another update: st->inverse says which of the two it is. */
bool fr_changes_itself(const fr_stmt *st);

/* ---- invert.c ---- */

/* The @routine of the list that this ~@routine of it undoes, or NULL. */
const fr_stmt *fr_routine_of(const fr_stmt *list, const fr_stmt *undo);
/* The list run backward. */
fr_stmt *fr_invert_list(fr_arena *arena, const fr_stmt *list);

#endif
