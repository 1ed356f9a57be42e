/* opt_internal.h: what the passes over the intermediate representation share. */
#ifndef RG_OPT_INTERNAL_H
#define RG_OPT_INTERNAL_H

#include "compiler/opt/linear.h"
#include "compiler/opt/opt.h"

/* ---- clone.c: copies into an arena, with other variables ---- */

typedef struct {
    ir_module *m;        /* of the copies */
    const ir_var **vars; /* by the id of the original variable; NULL: variables stay */
    ir_expr **values; /* an expression instead of the variable, or NULL; may be NULL as a whole */
    bool at_uses;     /* such an expression belongs to the line where the variable stood */
    unsigned first_block;       /* added to the ids of blocks */
    const ir_routine **callees; /* by the index of the original routine; NULL: callees stay */
} opt_copier;

ir_expr *opt_copy_expr(const opt_copier *c, const ir_expr *e);
ir_stmt *opt_copy_list(const opt_copier *c, const ir_stmt *list);
/* From the list up to before `end` on, `to` stands for the array `from`. Expressions are copied,
 * for others may share them. */
void opt_rename_array(ir_module *m, ir_stmt *list, const ir_stmt *end, const ir_var *from,
                      const ir_var *to);
/* The expression with the variable in place of each part that is equal to `what`; it shares the
 * rest. NULL when memory is short. The second: in what the statement itself has, its bodies aside.
 */
ir_expr *opt_put_variable(ir_module *m, ir_expr *e, const ir_expr *what, const ir_var *v);
void opt_put_variable_in(ir_module *m, ir_stmt *s, const ir_expr *what, const ir_var *v);
/* The statement, or the node of an expression, by itself: what is within it is shared, and nothing
 * follows it. NULL when memory is short. */
ir_stmt *opt_copy_alone(ir_module *m, const ir_stmt *s);
ir_expr *opt_copy_node(ir_module *m, const ir_expr *e);
/* A loop with the same iterations around this body, which may not be NULL unless memory is short;
 * nothing follows it. NULL when memory is short. */
ir_stmt *opt_loop_around(ir_module *m, const ir_stmt *loop, ir_stmt *body);
/* The whole module. NULL when memory is short. */
ir_module *opt_copy_module(const ir_module *m);

/* ---- use.c ---- */

enum { OPT_READ = 1, OPT_WRITE = 2 };
/* How an expression, or a statement with all that it holds, uses a variable. A ~@routine uses what
 * its block in `root` uses. */
unsigned opt_expr_use(const ir_expr *e, const ir_var *v);
unsigned opt_place_use(const ir_place *p, const ir_var *v);
unsigned opt_stmt_use(const ir_stmt *root, const ir_stmt *s, const ir_var *v);
unsigned opt_list_use(const ir_stmt *root, const ir_stmt *list, const ir_var *v);
/* Sets used[id] of every variable that the list uses, and clears none. False: it undoes a block
 * that is not in `root`, so it may use any. */
bool opt_note_uses(const ir_stmt *root, const ir_stmt *list, bool *used);
bool opt_same_expr(const ir_expr *a, const ir_expr *b);
bool opt_same_place(const ir_place *a, const ir_place *b);
bool opt_is_zero(const ir_expr *e); /* NULL or the word 0 */
bool opt_is_const(const ir_expr *e, int64_t value);
bool opt_is_var(const ir_expr *e, const ir_var *v);
bool opt_is_extent(const ir_expr *e, const ir_var *array, unsigned dim);
bool opt_one_condition(const ir_stmt *s); /* of an IR_IF: both are the same */
/* Does the operation take the clocks of its unit: elementary functions, quotients, roots? */
bool opt_is_function(unsigned op);
bool opt_is_loop(const ir_stmt *s);      /* FOR or WHILE */
bool opt_is_block(const ir_stmt *s);     /* @routine or ~@routine */
size_t opt_size_of(const ir_stmt *list); /* statements, at any depth */
bool opt_is_sum(const ir_stmt *s);       /* an update that adds or subtracts */
bool opt_is_addition(const ir_expr *e);  /* or subtraction of two */
bool opt_opposite_sums(const ir_stmt *a, const ir_stmt *b);
/* @routine, one statement, and the only ~@routine of the block: that statement; else NULL. */
const ir_stmt *opt_between_halves(const ir_stmt *root, const ir_stmt *s);
/* The first array of the compound that v is a part of: it has the same extents. NULL: there is none
 * before v, or its extents change. */
const ir_var *opt_first_part(const ir_routine *r, const ir_var *v);
/* e, with what they are made with in place of the extents of arrays, where that stays the same all
 * through the routine. NULL when memory is short. */
ir_expr *opt_with_extents(ir_module *m, const ir_routine *r, ir_expr *e);
/* The statement that makes the array; NULL: it is a parameter. */
const ir_stmt *opt_allocation_of(const ir_stmt *list, const ir_var *array);
/* targets.c: the last of the updates of one element that stand one behind the other from s on, and
 * may all work on it in one register; s itself where it is none, or alone. */
const ir_stmt *opt_last_of_run(const ir_stmt *s);
/* Does it read an element of the array (NULL: of any)? */
bool opt_reads_elements(const ir_expr *e, const ir_var *array_or_null);
/* Made of extents, variables and places of arrays: does the statement leave its value alone, in
 * every iteration where it is a loop? */
bool opt_stays(const ir_stmt *root, const ir_stmt *s, const ir_expr *e);
/* Can the call, by its arguments, change what e reads? */
bool opt_call_may_change(const ir_stmt *call, const ir_expr *e);
/* Do the statements from b to before b_end take away what those from a to before a_end add?
 * Updates, in loops or not. */
bool opt_undoes(ir_module *m, const ir_stmt *a, const ir_stmt *a_end, const ir_stmt *b,
                const ir_stmt *b_end);
/* Is b the mirror image of a, sums in loops, so that it undoes a even where a reads what it
 * changes? */
bool opt_mirrors(ir_module *m, const ir_stmt *a, const ir_stmt *b);
/* How many ~@routine of this block there are. */
unsigned opt_count_undone(const ir_stmt *list, unsigned id);
/* The only ~@routine of the block in `root`, if it stands in the block's own list; else NULL. */
ir_stmt *opt_undone_in_list(const ir_stmt *root, const ir_stmt *block);
/* Where the list from s on frees the array, or NULL. */
ir_stmt *opt_end_of_array(ir_stmt *s, const ir_var *array);
/* The link to the first statement from *link on that uses the variable, or to the end. */
ir_stmt **opt_first_use(const ir_stmt *root, ir_stmt **link, const ir_var *v);
/* Calls of `callee` in the list (NULL: of any routine). */
unsigned opt_count_calls(const ir_stmt *list, const ir_routine *callee);
/* Can the list change the size of an array: push, pop, or a call that may? */
bool opt_resizes(const ir_stmt *root, const ir_stmt *list, const ir_var *array);
/* Kinds of statements that use variables and nothing else: not the accumulator or the stacks, whose
 * state is no variable's; that do not print or call, and are no blocks to be undone. */
bool opt_only_variables(ir_stmt_kind kind);
/* Is one of the list, or of what the statement holds and itself, as wanted, at any depth? */
bool opt_any(const ir_stmt *list, bool (*wanted)(const ir_stmt *s));
bool opt_any_alone(const ir_stmt *s, bool (*wanted)(const ir_stmt *s));
/* Is the statement in the list, at any depth? */
bool opt_holds_stmt(const ir_stmt *list, const ir_stmt *s);
/* The list goes where the link points to, with the rest behind it; the link to the rest. */
ir_stmt **opt_put_list(ir_stmt **link, ir_stmt *list, ir_stmt *rest);
/* IR_BLOCKs replaced by what is in them. */
ir_stmt *opt_flatten(ir_stmt *list);

/* ---- map_exprs.c ---- */
typedef ir_expr *opt_map(const void *with, ir_expr *e);
/* Each expression of the list, up to before `end`, and of what its statements hold. */
void opt_map_exprs(ir_stmt *list, const ir_stmt *end, opt_map *to, const void *with);

/* ---- plain_parts.c ---- */
/* Named parts of expressions that are integers, cannot trap and read no element go back to
 * where they are read. */
void opt_plain_parts(ir_module *m, const ir_stmt *root, ir_stmt **list);

/* ---- wraps.c ---- */
/* Loops over i with mod(i + k, n) become loops without it. */
void opt_wraps(ir_module *m, const ir_routine *r, ir_stmt **list);

/* ---- alternatives.c ---- */
/* Conditions p || q on loop variables become two. */
void opt_alternatives(ir_module *m, const ir_routine *r, ir_stmt **list);

/* ---- inner_wraps.c ---- */
/* The loop as three, of which the middle one has no remainder of a sum of its variable and those of
 * loops within it. NULL: there is no such sum, or memory is short. left: statements that the
 * routine may gain. */
ir_stmt *opt_inner_wraps(ir_module *m, const ir_routine *r, const ir_stmt *loop, size_t *left);

/* ---- block_ids.c ---- */
/* Copies of a block that have its number get one of their own. False when memory is short. */
bool opt_number_blocks(ir_routine *r);
/* Does the list, a part of `root`, hold whole blocks alone, with all that undoes them? */
bool opt_blocks_are_whole(const ir_stmt *root, const ir_stmt *list);

/* ---- beyond.c ---- */
/* Is the index y larger than the index x, whatever iterations each of them stands in? The loops
 * around each, from the innermost one on; then NULL. */
bool opt_beyond(const ir_expr *x, const ir_stmt *const *x_loops, const ir_expr *y,
                const ir_stmt *const *y_loops);

/* ---- meet.c ---- */
/* Does neither of the two, updates in loops, change an element of the array that the other uses,
 * for certain? */
bool opt_never_meet(const ir_stmt *a, const ir_stmt *b, const ir_var *array);

/* ---- touch.c: the same with what the statement calls, loop variables and extents left out ---- */
unsigned opt_touch(const ir_stmt *root, const ir_stmt *s, const ir_var *v);
bool opt_may_resize(const ir_stmt *root, const ir_stmt *s,
                    const ir_var *array); /* may it push or pop elements? */
bool opt_one_uses_accumulator(const ir_stmt *root, const ir_stmt *s);

/* ---- turn.c ---- */
bool opt_one_prints(const ir_stmt *s); /* it, what is in it, or what that calls */

/* ---- the passes, each with the row of passes.def that runs it ---- */

/* How often a routine runs for one call of the program by the host: once, a few times, as it is
 * called, or in loops. What a routine calls that is called itself counts as called in loops, and so
 * does what calls itself. */
typedef enum { OPT_ONCE, OPT_CALLED, OPT_IN_LOOPS } opt_how_often;
/* By index of the routine; free. NULL when memory is short (out_of_memory). */
opt_how_often *opt_calls_of(ir_module *m);

/* Answers about the whole program, made when they are first asked for, and thrown away by a pass
 * that spoils OPT_CALLS. */
typedef struct {
    bool *backward;
    opt_how_often *often;
} opt_answers;

/* Where a pass works; routine NULL: on the whole program. */
typedef struct {
    ir_module *m;
    ir_routine *routine;
    opt_set off;
    opt_answers *answers;
} opt_site;

/* By index of the routine: does the program run it backward somewhere; how often it runs. NULL when
 * memory is short (out_of_memory). A pass that asks says so in passes.def (OPT_CALLS). */
const bool *opt_run_backward(const opt_site *at);
const opt_how_often *opt_calls(const opt_site *at);

#define OPT_PASS(id, name, when, run, needs, gives, spoils, what) void run(const opt_site *at);
#define OPT_AGAIN(id, row, run, needs, gives, spoils)
#define OPT_CHOICE(id, name, what)
#include "compiler/opt/passes.def"
#undef OPT_PASS
#undef OPT_AGAIN
#undef OPT_CHOICE
void opt_nest_order(const opt_site *at); /* where expand has left some */

/* ---- parts of passes that others use ---- */
/* Functions that a loop leaves alone are computed before it. */
void opt_invariants(ir_module *m, ir_routine *r, ir_stmt **list);
/* Updates one behind the other get an ancilla around them for a part that they have in common. */
void opt_common_parts(ir_module *m, ir_routine *r, ir_stmt **list);
bool opt_reruns(ir_module *m, ir_routine *r);
/* Of an expression: no element access, no division, integers only. */
bool opt_cannot_trap(const ir_expr *e);
/* Parts of expressions that would evaluate functions twice as often, or all, go back to where they
 * are used. */
void opt_wholes(ir_module *m, ir_stmt **list, bool all);
/* The first two updates of an element of a new array are one, and so are those that take them back.
 */
void opt_first_sums(ir_module *m, const ir_stmt *root, ir_stmt *list);
/* *link allocates a local array that is all zeros again at its end `end`: it goes, where another
 * array can stand for it. Returns that one, or NULL. */
const ir_var *opt_adopt(ir_module *m, const ir_stmt *root, ir_stmt **link, ir_stmt *end);
void opt_rectifiers(ir_module *m,
                    ir_routine *r); /* a part of it that makes routines smaller, for inline */
/* An assertion of the body of the loop that is the same in every iteration: made once, where there
 * is an iteration; else NULL. */
ir_stmt *opt_made_once(ir_module *m, const ir_stmt *root, const ir_stmt *loop, const ir_stmt *s);
/* Parts of an update that a loop around it does not change are made before that loop; at last also
 * those that every loop changes. */
void opt_shared_parts(ir_module *m, ir_routine *r, ir_stmt **list, bool last);
/* In the body of the loop: ancillas are replaced by what they are computed from where that makes
 * streams. */
void opt_copies(ir_module *m, const ir_stmt *root, ir_stmt *loop);
/* Loops of few iterations swap with those within them, around one update, where the inner ones
 * are then a long stream. */
void opt_nests(ir_module *m, ir_stmt **list);
/* s, of the body of the loop, a condition on the loop variable: the loop over the iterations in
 * which it holds, around what it guards; NULL: it is none. */
ir_stmt *opt_narrowed(ir_module *m, const ir_stmt *root, const ir_stmt *loop, const ir_stmt *s);
/* Is the index the variable of a loop in `root` over all of the dimension? */
bool opt_goes_along(const ir_stmt *root, const ir_expr *index, const ir_var *array, int64_t dim);
/* The list, in which the element is used instead of being used before it, and before it a check of
 * its index where the list may not use it at all; NULL: out of memory. */
ir_stmt *opt_with_index_check(ir_module *m, const ir_stmt *root, const ir_place *p, ir_stmt *list);
/* s and what follows it up to *last as one statement on elements, where it is that statement on
 * ancillas into which the elements are exchanged before, and out of which after it; else NULL.
 * Checks of indices may stand before it. */
ir_stmt *opt_without_exchanges(ir_module *m, const ir_stmt *root, const ir_stmt *s,
                               const ir_stmt **last);
/* The same in a list of any length, where no array is met twice; the statements are changed. Is
 * there any? */
bool opt_elements_in_place(ir_module *m, ir_stmt **list);

#endif
