/* host_function.h: functions of Julia with statements and a value. */
#ifndef FR_HOST_FUNCTION_H
#define FR_HOST_FUNCTION_H

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/spellings.h"
#include "compiler/syntax/tree.h"

typedef enum {
    HOST_ASSIGN, /* pattern = value */
    HOST_VALUE,  /* value; returns: behind 'return' */
    HOST_IF,     /* value: the condition; body, other */
    HOST_FOR,    /* for pattern in value body end */
    HOST_WHILE,  /* while value body end; value NULL: true */
    HOST_BREAK,
    HOST_CONTINUE
} host_kind;

typedef struct host_stmt {
    host_kind kind;
    bool returns;
    fr_span span;
    size_t changed; /* HOST_ASSIGN: so many names at the end of the pattern are arguments that the
                       call changes */
    fr_expr *pattern, *value;
    struct host_stmt *body, *other, *next;
} host_stmt;

/* A function whose statements are read, and not yet an expression. */
typedef struct host_function {
    fr_functional *f;
    host_stmt *list;
    fr_span end;
    bool gives_argument; /* its value may be an argument that it changes, or hold a part of it */
    size_t gives;        /* its value is always this parameter, from 1 on; 0: another one */
    bool finished;
    struct host_function *next;
} host_function;

/* ---- host_list.c: questions about all statements of a list, with those of its blocks ---- */

typedef bool (*fr_host_test)(const host_stmt *s, const void *with);

/* Whether the test holds for a statement. */
bool fr_any_host(const host_stmt *list, fr_host_test test, const void *with);
/* Whether it holds for a part of the value of a statement. */
bool fr_any_host_value(const host_stmt *list, fr_expr_test test, const void *with);
/* Whether a statement gives the name a value. */
bool fr_assigns(const host_stmt *list, const char *name);
/* Whether a statement changes an element or a field of the variable. */
bool fr_changes_part_in(const host_stmt *list, const char *name);
/* Whether an iteration may end early: by break, continue or return. */
bool fr_leaves(const host_stmt *list);

/* ---- parse_host_function.c ---- */

/* Whether the function whose name comes next, without @i before it, has a value: it assigns,
 * returns, or ends in a line that changes nothing. */
bool fr_at_host_function(const fr_parser *p);
/* function NAME(PARAMETERS) STATEMENTS end, behind the first word, which stands at start; added to
 * the program as an @fn. */
void fr_parse_host_function(fr_parser *p, fr_span start);
/* A function without @i that was just read as a routine; its name is the token number `at`. */
typedef struct host_routine {
    fr_function *f;
    size_t at;
    struct host_routine *next;
} host_routine;
/* f!(p) = p.x += 1, also in parentheses: a function that changes its argument. */
bool fr_at_short_change(const fr_parser *p);
void fr_parse_short_change(fr_parser *p);
void fr_note_routine(fr_parser *p, size_t at);
/* The functions of the source become expressions, now that all of them are known. */
void fr_finish_host_functions(fr_parser *p);
/* At the && or || behind a condition that a statement follows: c && return x. */
bool fr_at_guarded_statement(const fr_parser *p);
/* call(args) do x STATEMENTS end: the function comes first among the arguments. */
bool fr_at_do(const fr_parser *p);
fr_expr *fr_parse_do(fr_parser *p, fr_expr *call);
/* if ... end, the value of f(x) = if ... end. */
void fr_parse_host_choice(fr_parser *p, fr_functional *f);
/* begin STATEMENTS end, the value of f(x) = begin ... end; a let block too. */
void fr_parse_host_block(fr_parser *p, fr_functional *f);

/* ---- host_let.c ---- */

/* Whether let a = 1, b = 2 with statements behind it starts here, and not let a = 1 in e. */
bool fr_starts_let_block(const fr_token *t);

/* The names that such a block has bound, and what they are called in it. */
typedef struct fr_let {
    fr_arena *arena;
    fr_replacement *by;
    size_t count, capacity;
} fr_let;

/* The names of the pattern are bound from here on. */
void fr_let_bind(fr_let *b, const fr_expr *pattern);
/* The name as the program writes it. */
const char *fr_written_name(fr_arena *arena, const char *name);
/* What is written in the block, by the names that its variables have. */
fr_expr *fr_renamed(const fr_let *b, const fr_expr *e);
void fr_rename_list(const fr_let *b, host_stmt *list);

/* ---- host_local.c ---- */

/* At 'local': its names are those of the loop or function at work alone. True where no value
 * follows, so that the statement is read. */
bool fr_skips_local(fr_parser *p);

/* ---- host_while.c ---- */

/* i = 1; while i <= length(v) ... i += 1 end, where i counts: the same with a 'for' over i. */
void fr_count_whiles(fr_arena *arena, host_stmt *list);

/* ---- host_elements.c ---- */

/* v[i] or A[i, j] of a variable, with indices that are numbers. */
bool fr_is_element_target(const fr_expr *e);
/* v[2:3] or A[i, :] of a variable, without steps. */
bool fr_is_slice_target(const fr_expr *e);
/* put#(v, e) for v .= e, and put#(v, e, 2:3) for v[2:3] .= e; its token is the dot. */
fr_expr *fr_make_fill(fr_parser *p, fr_expr *target, fr_expr *value);
/* v = put#(v, e, i): what v[i] = e makes of v. NULL where the value is. */
extern const char fr_put_name[];
/* The 0 by which an element that is assigned is multiplied, for its type and its index alone. */
extern const char fr_put_zero[];
fr_expr *fr_make_put(fr_parser *p, fr_expr *target, fr_expr *value);
/* Whether e names several targets, of which some are elements: v[1], v[2]. */
bool fr_has_element_target(const fr_expr *e);
/* v[1], v[2] = a, b, in s: all values first, then each element, as in Julia. Returns s, which
 * others follow. */
host_stmt *fr_assign_parts(fr_parser *p, host_stmt *s);
/* p.x = e as p = field#(p, e, p.x): a struct with another field. NULL where the value is. */
extern const char fr_field_name[];
bool fr_is_field_target(const fr_expr *e);
/* The field that s assigns goes back to its struct. Returns s. */
host_stmt *fr_put_back(fr_parser *p, host_stmt *s);
/* Whether the statement changes a part of the variable: an element or a field. */
bool fr_changes_part(const host_stmt *s, const char *name);
/* Whether each array whose elements the statements of f assign has one name alone; a report when
 * not. A parameter that gets an array of its own has another name from there on. */
bool fr_check_elements(fr_parser *p, const fr_functional *f, host_stmt *list);

/* ---- host_maps.c ---- */

/* variable from first to last; with an element, of what it is one. The index is variable + offset.
 */
typedef struct {
    fr_expr *variable, *first, *last, *element;
    const fr_expr *of;
    int64_t offset;
} fr_loop_axis;

typedef struct {
    const char *array;
    fr_span span;
    size_t rank;
    fr_loop_axis axes[2];
    host_stmt *body; /* ends with the element, as a value */
} fr_loop_map;

/* Whether the loop assigns each element of the array once, and reads no other one. */
bool fr_find_map(fr_arena *arena, host_stmt *loop, const char *array, fr_loop_map *m);
/* The array after such a loop, of the value of its body. */
fr_expr *fr_make_map(fr_arena *arena, const fr_loop_map *m, fr_expr *value);
/* map#value(e, 0, v): an element of v that becomes e. */
extern const char fr_map_value[];
/* Loops that add to one element add to a number, which the element gets behind them. */
host_stmt *fr_sum_in_numbers(fr_arena *arena, host_stmt *list);

/* ---- host_print.c ---- */

/* Whether t begins println(...), @show x or the like. */
bool fr_starts_printing(const fr_token *t);
/* Takes println(...) or @show x, with a warning that it is left out; false: none stands here. */
bool fr_skips_printing(fr_parser *p);

/* ---- host_push.c ---- */

/* r = [], and a loop with push!(r, e): an array that has its length from the start. False after a
 * report. */
bool fr_take_pushes(fr_parser *p, host_stmt *list);

/* ---- host_changes.c ---- */

/* nothing, which is no value. */
bool fr_names_nothing(const fr_expr *e);

/* Functions f!(x) of the source that change arguments, and the statements that call them: such a
 * function gives its arguments back beside its value. False after a report. */
bool fr_take_changes(fr_parser *p, host_function *all);

/* ---- host_recursion.c ---- */

/* The statements of f without calls of itself, where these are a loop; list: they are not, or there
 * are none. */
host_stmt *fr_without_recursion(fr_parser *p, const fr_functional *f, host_stmt *list);
/* The same for the expression that f is. */
void fr_take_recursion(fr_parser *p, fr_functional *f);

/* ---- host_value.c ---- */

/* The call that such a loop is: while#(state -> next state, first state). The last part of a state
 * is 1 where the loop goes on. */
extern const char fr_while_name[];

/* What the statements of f compute, as one expression. NULL after a fault; p->panic is set. */
fr_expr *fr_host_value(fr_parser *p, const fr_functional *f, host_stmt *list, fr_span end);

#endif
