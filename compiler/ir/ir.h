/* ir.h: the reversible intermediate representation, between the front end and the code generator.
 *
 * A module holds routines; a routine holds variables and a body of structured statements, each a
 * bijection. Everything lives in the arena of its module and is freed with it. Constructors return
 * NULL when memory is short or a child is NULL (so that a chain of constructors needs one check at
 * its end); `out_of_memory` is then set.
 *
 * Both sides rely on this. A parameter is the variable with index < param_count. Arrays (rank 1 to
 * RG_MOST_RANK) are passed by reference, scalars in and out. An array of three or four dimensions
 * is a matrix whose columns are those of all its other dimensions, in the order of memory; beside
 * rows and columns it has the extents of these dimensions. Its columns are not checked where an
 * element is read or changed: IR_WITHIN checks each index. A variable that is not a parameter is
 * dead (zero) until IR_ALLOC or IR_FOR, and after IR_FREE or the loop. Expressions are pure and
 * typed, and types of children are what the operation reads (ir_validate checks that). Bool is 0
 * or 1. Int and Bool are interchangeable as operands of INT operations. */
#ifndef RG_IR_H
#define RG_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "compiler/object.h"
#include "isa/isa.h"

/* file: index into ir_module.files. line and column are 1-based; 0: none. */
typedef struct {
    uint32_t file, line, column;
} ir_loc;

typedef struct ir_expr ir_expr;
typedef struct ir_stmt ir_stmt;
typedef struct ir_routine ir_routine;
typedef struct ir_module ir_module;

typedef struct ir_var {
    unsigned id; /* index into the routine's vars */
    char *name;
    rg_type_base base;
    bool narrow;   /* base is RG_TYPE_FIXED: a Fixed in a program that has Float, too */
    unsigned rank; /* 0 scalar, 1 vector, 2 matrix, to RG_MOST_RANK */
    bool keyword;  /* keyword parameter: read only, has a default */
    bool has_default;
    bool required; /* an argument of a function with a value: the host must set it */
    int64_t default_raw;
    ir_loc loc;
    const char *levels; /* of a part of a compound variable, as rg_param.levels; NULL: none */
    const struct ir_var *shape; /* an array that always has the same extents and stands for this one
                                   in IR_DIM (opt/shapes.c), or NULL */
} ir_var;

/* ---- expressions ---- */

typedef enum {
    IR_VAR,    /* scalar variable */
    IR_CONST,  /* raw word */
    IR_ELEM,   /* array variable [left] or [left, right], one-based Int indices */
    IR_DIM,    /* an extent of the array. raw 1: rows, 2: columns, 1 for a vector; of three or more
                  dimensions RG_EXTENT(d) is that of dimension d, and columns is their product. Int */
    IR_OP,     /* op of isa.def, format U (left = A, right = B) or U1 (left = B only) */
    IR_AND,    /* left && right: right is not evaluated (cannot trap) unless left holds. Bool */
    IR_OR,     /* left || right, likewise */
    IR_NOT,    /* !left */
    IR_SELECT, /* left ? right : third; only the chosen arm is evaluated */
    IR_WITHIN  /* left, an index: traps unless it is within 1 .. IR_DIM(array, raw). Int */
} ir_expr_kind;

struct ir_expr {
    ir_expr_kind kind;
    rg_type_base type;
    ir_loc loc;
    const ir_var *var; /* IR_VAR, IR_ELEM, IR_DIM, IR_WITHIN */
    int64_t raw;   /* IR_CONST: word of type; IR_DIM, IR_WITHIN: which extent; IR_OP: for a division
                      that traps, the   role that it has instead of its own */
    unsigned op;   /* IR_OP: RG_OP_* */
    bool inbounds; /* IR_ELEM: no bounds check */
    bool within;   /* IR_ELEM, with inbounds: a check elsewhere says that it is an element */
    bool narrow;   /* IR_OP, FMOV: what it is added to is a Fixed beside Float */
    uint16_t made; /* nodes of the tree below it when it was made, at most UINT16_MAX */
    ir_expr *left, *right, *third;
};

ir_expr *ir_expr_var(ir_module *m, ir_loc loc, const ir_var *var);
ir_expr *ir_expr_const(ir_module *m, ir_loc loc, rg_type_base type, int64_t raw);
ir_expr *ir_whole(ir_module *m, ir_loc loc, int64_t value); /* a constant of type Int */
ir_expr *ir_expr_elem(ir_module *m, ir_loc loc, const ir_var *array, ir_expr *row,
                      ir_expr *column_or_null);
ir_expr *ir_expr_dim(ir_module *m, ir_loc loc, const ir_var *array, unsigned dim);
ir_expr *ir_expr_within(ir_module *m, ir_expr *index, const ir_var *array, unsigned dim);
/* The number of extents that an array of this rank has in memory. */
unsigned ir_extents(unsigned rank);
/* The result type is that of the operation: Bool for comparisons, Bool for AND, OR, XOR of two
 * Bools, else Int, Fixed or Log. Operand A is left, and B is right. One operand (format U1) is
 * left, and right is NULL. */
ir_expr *ir_expr_op(ir_module *m, ir_loc loc, unsigned op, ir_expr *left, ir_expr *right_or_null);
rg_type_base ir_op_type(unsigned op, const ir_expr *left, const ir_expr *right_or_null);
ir_expr *ir_expr_and(ir_module *m, ir_loc loc, ir_expr *left, ir_expr *right);
ir_expr *ir_expr_or(ir_module *m, ir_loc loc, ir_expr *left, ir_expr *right);
ir_expr *ir_expr_not(ir_module *m, ir_loc loc, ir_expr *left);
ir_expr *ir_expr_select(ir_module *m, ir_loc loc, ir_expr *condition, ir_expr *yes, ir_expr *no);

/* ---- places: what a statement may change ---- */

typedef struct {
    const ir_var *var;     /* a scalar, or an array with indices */
    ir_expr *row, *column; /* NULL for a scalar; column NULL for a vector */
    bool inbounds, within; /* as in ir_expr */
    ir_loc loc;
} ir_place;

ir_place ir_place_var(ir_loc loc, const ir_var *var);
ir_place ir_place_elem(ir_loc loc, const ir_var *array, ir_expr *row, ir_expr *column_or_null);

/* ---- statements ---- */

typedef enum {
    IR_UPDATE, /* place mode= expr; mode RG_MODE_ADD, SUB, XOR (Log: ADD is *=, SUB is /=) */
    IR_ALLOC,  /* var <- expr: a new variable (zero word for NULL expr) */
    IR_FREE,   /* var -> expr: must equal expr, then is dead */
    IR_SWAP,   /* place <-> place2, same type */
    IR_NEG,    /* place := -place (Int, Fixed) */
    IR_ROL,    /* Int place rotated left by expr bits */
    IR_ROR,
    IR_ROT,       /* (place, place2) turned by the angle expr (Fixed) */
    IR_IROT,      /* by minus the angle */
    IR_HADAMARD,  /* (place, place2) := ((place + place2) / sqrt 2, (place - place2) / sqrt 2)
                     (Fixed) */
    IR_IHADAMARD, /* its exact inverse */
    IR_RANDOM,    /* Int place: the next state of the generator */
    IR_IRANDOM,   /* the one before */
    IR_MULDIV,    /* Fixed place := place * first / last (both Fixed or both Int), remainders to the
                     accumulator */
    IR_IMULDIV,   /* its exact inverse */
    IR_MAC,       /* accumulator += first * last (Fixed), exactly */
    IR_IMAC,      /* accumulator -= first * last */
    IR_READ,      /* Fixed place mode= accumulator, rounded; mode RG_MODE_ADD, SUB */
    IR_BANK,      /* (place, place2) <-> accumulator, two Int places, place the low word */
    IR_CALL,      /* callee(args); inverse: uncall */
    IR_IF,        /* if (pre, post) body else other */
    IR_WHILE,     /* while (pre, post) body: post false before, true after each iteration */
    IR_FOR,       /* for var = first : step : last body */
    IR_BLOCK,     /* body */
    IR_ROUTINE,   /* @routine: run body, remember it under routine_id */
    IR_UNROUTINE, /* ~@routine: run the body of routine_id backward */
    IR_ASSERT,    /* expr must hold, in both directions */
    IR_PRINT,     /* copy expr out to the host, in both directions */
    IR_ALLOC_ARRAY, /* array var <- zeros of `first` rows and `last` columns (NULL: a vector), on
                     * the stack. With an lvalue: the vector of `first` elements of another
                     * array that begins there. Nothing else uses it until it is freed */
    IR_FREE_ARRAY,  /* its inverse: every element must be zero; arrays of one routine are freed last
                       first */
    IR_LEAVE, /* at the end of a routine that is only ever run and then run back: var keeps what it
                 holds, in the frame */
    IR_PUSH,  /* place goes onto the stack var and leaves zero; traps when there is no room */
    IR_POP    /* its inverse: place, which must be zero, takes the last element; traps when there is
                 none */
} ir_stmt_kind;

typedef enum { IR_ARG_PLACE, IR_ARG_ARRAY, IR_ARG_EXPR } ir_arg_kind;

typedef struct ir_arg {
    ir_arg_kind kind;
    ir_place place;      /* IR_ARG_PLACE: passed in and out */
    const ir_var *array; /* IR_ARG_ARRAY: by reference */
    ir_expr *expr;       /* IR_ARG_EXPR: computed, passed, uncomputed (must come back unchanged) */
    ir_loc loc;
} ir_arg;

/* A statement list: first statement, chained by next. */
struct ir_stmt {
    ir_stmt_kind kind;
    ir_loc loc;
    ir_stmt *next;
    bool no_invcheck; /* @invcheckoff: assertions may be dropped */
    bool apart;       /* IR_ASSERT: parts of var have no element in common */
    bool index;       /* IR_ASSERT: 1 <= index, or index <= extent, of an element of var */
    bool inverse;     /* IR_CALL: uncall */
    bool erase; /* IR_FREE: whatever var holds is erased, and billed; expr is NULL. Run backward it
                   is a new zero */
    bool decided;   /* compiler/opt/choose.c has decided about it */
    bool unchecked; /* IR_ALLOC_ARRAY, IR_FREE_ARRAY: every element is zero here, and without
                       gradient, for certain (opt/zeros.c) */
    bool filled; /* IR_ALLOC_ARRAY, IR_FREE_ARRAY: a vector that the optimiser made, all elements of
                    which are used: that it fits in memory need not be asked */
    bool bounded; /* IR_FOR: proved to have no more iterations than the memory has words */
    bool runs;    /* IR_FOR: it has an iteration, for certain */
    bool rare;  /* IR_FOR: runs where what the optimiser has asked of sizes fails. No stream is made
                   of  it, so that it takes few registers */
    bool brief; /* IR_FOR: the form for few iterations of a loop that has streams for many. It is to
                   take few registers, for those would be missing there */
    bool ring;  /* IR_FOR: the iterations of a loop over a ring in which no index wraps
                   (opt/wraps.c).  It is about as long as the ring */
    bool stack; /* IR_ALLOC_ARRAY, IR_FREE_ARRAY: a vector without elements yet and with room for
                   `first` */
    enum rg_mode mode;   /* IR_UPDATE, IR_READ */
    unsigned routine_id; /* IR_ROUTINE, IR_UNROUTINE: unique in the routine */
    ir_place place, place2;
    const ir_var *var; /* IR_ALLOC, IR_FREE, IR_FOR; IR_ASSERT: the array whose extents are checked,
                          or NULL */
    ir_expr *expr;     /* update, alloc, free, rotations, assert, print */
    ir_expr *pre, *post;          /* IR_IF, IR_WHILE; post of IR_IF may be NULL: the same as pre */
    ir_expr *first, *step, *last; /* IR_FOR; step is a non-zero Int, NULL: 1. IR_ALLOC_ARRAY: first
                                   * rows, last columns. IR_MULDIV, IR_MAC: two factors */
    ir_expr *inner[RG_MOST_RANK - 1]; /* IR_ALLOC_ARRAY, IR_FREE_ARRAY of three or more dimensions:
                                         the extents of all but the first */
    ir_stmt *body, *other;
    const ir_routine *callee;
    size_t arg_count;
    ir_arg *args;
};

ir_stmt *ir_update(ir_module *m, ir_loc loc, ir_place place, enum rg_mode mode, ir_expr *expr);
ir_stmt *ir_alloc(ir_module *m, ir_loc loc, const ir_var *var, ir_expr *expr_or_null);
ir_stmt *ir_free(ir_module *m, ir_loc loc, const ir_var *var, ir_expr *expr_or_null);
/* A local array of zeros, on the stack. free: IR_FREE_ARRAY, else IR_ALLOC_ARRAY.
 * The sizes have the same value at both. Every element must be 0 when it is freed. The last one
 * allocated is freed first. */
ir_stmt *ir_array(ir_module *m, ir_loc loc, const ir_var *array, bool free, ir_expr *rows,
                  ir_expr *columns_or_null);
/* A stack is a vector that grows and shrinks at its end. */
ir_stmt *ir_stack(ir_module *m, ir_loc loc, const ir_var *vector, bool free, ir_expr *capacity);
/* pop: IR_POP, else IR_PUSH. The types may differ: words are moved. The lvalue must not be an
 * element of the stack. */
ir_stmt *ir_push(ir_module *m, ir_loc loc, const ir_var *stack, ir_place place, bool pop);
ir_stmt *ir_swap(ir_module *m, ir_loc loc, ir_place a, ir_place b);
ir_stmt *ir_neg(ir_module *m, ir_loc loc, ir_place place);
ir_stmt *ir_leave(ir_module *m, ir_loc loc, const ir_var *var);
/* left: IR_ROL, else IR_ROR */
ir_stmt *ir_rotate_bits(ir_module *m, ir_loc loc, ir_place place, bool left, ir_expr *by);
/* inverse: IR_IROT, else IR_ROT */
ir_stmt *ir_rot(ir_module *m, ir_loc loc, ir_place x, ir_place y, bool inverse, ir_expr *angle);
/* inverse: IR_IHADAMARD, else IR_HADAMARD */
ir_stmt *ir_hadamard(ir_module *m, ir_loc loc, ir_place x, ir_place y, bool inverse);
/* inverse: IR_IRANDOM, else IR_RANDOM */
ir_stmt *ir_random(ir_module *m, ir_loc loc, ir_place place, bool inverse);
/* inverse: IR_IMULDIV, else IR_MULDIV */
ir_stmt *ir_muldiv(ir_module *m, ir_loc loc, ir_place place, bool inverse, ir_expr *factor,
                   ir_expr *divisor);
/* inverse: IR_IMAC, else IR_MAC */
ir_stmt *ir_mac(ir_module *m, ir_loc loc, bool inverse, ir_expr *a, ir_expr *b);
ir_stmt *ir_read(ir_module *m, ir_loc loc, ir_place place, enum rg_mode mode);
ir_stmt *ir_bank(ir_module *m, ir_loc loc, ir_place low, ir_place high);
/* args is copied. callee may be a routine whose body is not there yet (recursion). */
ir_stmt *ir_call(ir_module *m, ir_loc loc, const ir_routine *callee, bool inverse, size_t arg_count,
                 const ir_arg *args);
/* Bodies are statement lists and may be empty (NULL). */
ir_stmt *ir_if(ir_module *m, ir_loc loc, ir_expr *pre, ir_expr *post_or_null, ir_stmt *then_body,
               ir_stmt *else_body);
ir_stmt *ir_while(ir_module *m, ir_loc loc, ir_expr *pre, ir_expr *post, ir_stmt *body);
ir_stmt *ir_for(ir_module *m, ir_loc loc, const ir_var *var, ir_expr *first, ir_expr *step_or_null,
                ir_expr *last, ir_stmt *body);
ir_stmt *ir_block(ir_module *m, ir_loc loc, ir_stmt *body);
ir_stmt *ir_routine_block(ir_module *m, ir_loc loc, unsigned routine_id, ir_stmt *body);
ir_stmt *ir_unroutine(ir_module *m, ir_loc loc, unsigned routine_id);
ir_stmt *ir_assert(ir_module *m, ir_loc loc, ir_expr *condition);
ir_stmt *ir_print_value(ir_module *m, ir_loc loc, ir_expr *expr);
/* Append stmt (itself possibly a list) to the list; returns the head. NULL list: stmt. */
ir_stmt *ir_append(ir_stmt *list, ir_stmt *stmt);

/* The expressions that a statement has of its own, i = 0, 1, ...: those of its arguments too, not
 * those in its lvalues. Each may be NULL in its slot; a NULL slot ends them. A caller that has no
 * right to change the statement changes nothing in the slot. */
ir_expr **ir_expr_slot(const ir_stmt *s, size_t i);
/* Its lvalues, with those of its arguments, likewise: without a var where it has none. */
ir_place *ir_place_slot(const ir_stmt *s, size_t i);
/* Is it of a kind that holds a body? */
bool ir_has_body(const ir_stmt *s);
/* Is the step of the loop a constant? *step: its value, else 1. */
bool ir_constant_step(const ir_stmt *loop, int64_t *step);
/* The body of the block `id` anywhere in a list; *found, false before, tells an empty one from
 * none. */
ir_stmt *ir_block_body(const ir_stmt *list, unsigned id, bool *found);

ir_arg ir_arg_place(ir_place place);
ir_arg ir_arg_array(ir_loc loc, const ir_var *array);
ir_arg ir_arg_expr(ir_expr *expr);

/* ---- routines and modules ---- */

struct ir_routine {
    char *name; /* unique in the module: the symbol */
    ir_loc loc;
    bool exported;           /* the host may start it */
    bool reversible;         /* @assert_reversible */
    bool differentiated;     /* the host runs it forth, and back in gradient mode */
    const ir_routine *forth; /* this one is that routine without the uncomputing at its end, for the
                                host to run forth and back; NULL: it is none */
    uint32_t last_line;      /* of its source, in the file of loc; 0: unknown */
    size_t var_count;
    ir_var **vars;
    size_t param_count; /* vars[0 .. param_count-1]; keyword parameters last */
    ir_stmt *body;
    ir_routine *next;
    ir_module *module;
    size_t var_capacity;
    size_t index; /* place in the order of creation */
};

struct ir_module {
    unsigned xlen, frac;
    unsigned wide; /* 0, or the bits of the wide words that numbers (RG_TYPE_FIXED) are: a machine
                    * with FLOAT. A constant of theirs is then the bits of a double */
    size_t file_count;
    char **files;
    ir_routine *routines; /* in order of creation */
    ir_routine *last;
    size_t routine_count; /* created so far */
    bool out_of_memory;
    struct ir_chunk *arena;
    size_t file_capacity;
    size_t text_count, text_capacity;
    char **texts; /* of the marks that IR_PRINT sends: see rg_object.texts */
};

/* Whether there are machines with such words: 16 bits are a board's. */
static inline bool ir_is_format(unsigned xlen, unsigned frac)
{
    return (xlen == 16 || xlen == 32 || xlen == 64) && frac >= 1 && frac <= xlen - 2;
}
/* Of a word; the smallest is one below its negative. */
static inline int64_t ir_largest(const ir_module *m) { return INT64_MAX >> (64 - m->xlen); }
/* The low bits as a word. */
static inline int64_t ir_word_of(const ir_module *m, uint64_t bits)
{
    return (int64_t)(bits << (64 - m->xlen)) >> (64 - m->xlen);
}
/* NULL when memory is short. */
ir_module *ir_module_new(unsigned xlen, unsigned frac);
void ir_module_free(ir_module *m);
/* Zeroed memory that lives as long as the module; NULL when short. */
void *ir_arena_alloc(ir_module *m, size_t size);
/* All that was taken from the arena is given back. Nothing may refer to it any more. */
void ir_arena_reset(ir_module *m);
char *ir_arena_text(ir_module *m, const char *text);
/* Index of a new file name, or -1. */
int ir_add_file(ir_module *m, const char *name);
/* The number of a text that tells how to write printed words; false when there are too many or
 * memory is short. */
bool ir_add_text(ir_module *m, const char *text, uint32_t *id);

ir_routine *ir_routine_new(ir_module *m, ir_loc loc, const char *name, bool exported);
/* The first param_count variables added must be the parameters: use ir_add_param for them, before
 * any ir_add_var. */
ir_var *ir_add_param(ir_routine *r, ir_loc loc, const char *name, rg_type_base base, unsigned rank);
/* RG_TYPE_NARROW where the variable is one. */
rg_type_base ir_var_type(const ir_var *var);
ir_var *ir_add_var(ir_routine *r, ir_loc loc, const char *name, rg_type_base base, unsigned rank);

/* ---- whole-module operations ---- */

/* A complaint about a module. code is of errors/object.def. */
typedef struct {
    char code[8];
    ir_loc loc;
    char text[200];
} ir_diagnostic;

/* True when the module keeps the rules above; else false and what is wrong in diagnostic. */
bool ir_validate(const ir_module *m, ir_diagnostic *diagnostic);
/* Fixed beside Float (fixed.c). The kind of a number: constants, and what is made of Ints, have
 * none; a Float beside a Fixed is Float. */
typedef enum { IR_KIND_NONE, IR_KIND_FIXED, IR_KIND_FLOAT } ir_kind;
ir_kind ir_kind_of(const ir_expr *e);
/* Whether it rounds to a Fixed; an expression that does. */
bool ir_is_to_fixed(const ir_expr *e);
ir_expr *ir_to_fixed(ir_module *m, ir_expr *e);
/* What is added to a Fixed is rounded to one. */
void ir_round_fixed(ir_module *m);
/* The same, where the program does with a Fixed what can be done; else false, and what cannot. */
bool ir_check_fixed(ir_module *m, ir_diagnostic *diagnostic);
/* On a machine with FLOAT: false, and what a program has that is not there for Float yet. Routines
 * that the entry (NULL: any) does not call may have it, and are then left out. */
bool ir_check_floats(ir_module *m, const char *entry, ir_diagnostic *diagnostic);
/* Erasures (IR_FREE with erase) where nothing may be erased (R0330), or where the program runs
 * backward over them (R0331): false and what is wrong in diagnostic. */
bool ir_check_erasures(const ir_module *m, ir_diagnostic *diagnostic);
/* 1 + the largest id of a @routine block in the list; 0: there is none. */
unsigned ir_block_ids(const ir_stmt *list);
/* By id: is there a ~@routine of this block? To be freed; NULL when memory is short. */
bool *ir_undone_blocks(const ir_routine *r);
/* Is there an erasure in the list? */
bool ir_holds_erasure(const ir_stmt *list);
/* By index of the routine: is it uncalled, or called where something runs backward? free; NULL when
 * memory is short. */
bool *ir_run_backward(const ir_module *m);
/* Mark the routines that @assert_reversible routines call, and so on: they have `reversible` too.
 */
void ir_spread_reversible(ir_module *m);
/* The list run backward, statement by statement (new statements in the arena; expressions are
 * shared). NULL for an empty list or when memory is short (out_of_memory). */
ir_stmt *ir_invert(ir_module *m, const ir_stmt *list);
/* IR text, one statement a line: it holds all that the module does. inverse: the inverse of each
 * body. Returns 0, or -1 on a write error or when memory is short. */
int ir_print(ir_module *m, FILE *out, bool inverse);
/* The module that such a text describes, checked. The text may leave its number format out: xlen
 * and frac are those for it. NULL and what is wrong, with its line and column in the text, when it
 * is none. */
ir_module *ir_parse(const char *text, unsigned xlen, unsigned frac, ir_diagnostic *diagnostic);

#endif
