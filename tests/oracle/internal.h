/* internal.h: shared by the parts of the interpreter. */
#ifndef ORACLE_INTERNAL_H
#define ORACLE_INTERNAL_H

#include <setjmp.h>

#include "compiler/syntax/parser.h"
#include "isa/isa.h"
#include "isa/num/num.h"
#include "tests/oracle/oracle.h"

/* A value: an exact constant until it meets an operand with a type, else a word. */
typedef struct {
    bool constant;
    rg_type_base base;
    int64_t word;     /* typed, or a constant Int or Bool */
    long double real; /* constant Fixed or Log */
    uint32_t cell;    /* carries a gradient; 0: none */
} or_value;

typedef struct {
    const char *name;
    rg_type_base base;
    unsigned rank;
    uint32_t cell; /* first of rows * columns */
    size_t rows, columns,
        second; /* second: extent of dimension 2; columns: of all behind the first */
    bool read_only;
} or_var;

enum { OR_VARS = 128 };
typedef struct or_frame {
    or_var vars[OR_VARS];
    size_t count;
    unsigned depth;
} or_frame;

typedef enum {
    OR_TAPE_OP,
    OR_TAPE_ADD,
    OR_TAPE_SUB,
    OR_TAPE_SWAP,
    OR_TAPE_NEG,
    OR_TAPE_TURN
} or_tape_kind;

/* One step: target, a, b are cells, va, vb, vy the words it worked on. */
typedef struct {
    uint8_t kind, op;
    bool inverse;
    uint32_t target, a, b;
    int64_t va, vb, vy;
} or_tape;

struct oracle {
    fr_arena arena;
    fr_diags d;
    fr_program program;
    rg_num_config num;
    int64_t *cells;
    size_t cell_count, cell_capacity;
    or_tape *tape;
    size_t tape_count, tape_capacity;
    uint32_t first[64]; /* cell of each argument */
    bool recording, types_only, near_limit, unchecked;
    uint32_t watch; /* a cell that must not be read now */
    const or_var *end_array;
    unsigned end_dim;
    or_frame *frame;
    unsigned long steps;
    or_outcome outcome;
    unsigned trap;
    char reason[200];
    jmp_buf stop;
};

_Noreturn void or_stop(oracle *o, or_outcome outcome, unsigned trap, const char *reason);
uint32_t or_new_cells(oracle *o, size_t count);
void or_record(oracle *o, or_tape entry);

/* values.c */
/* The low XLEN bits, sign-extended. */
int64_t or_wrap(const oracle *o, int64_t word);
/* A Log word from its sign and the low XLEN - 1 bits of its logarithm; and the logarithm of a word.
 */
int64_t or_log_word(const oracle *o, bool negative, int64_t field);
int64_t or_log_field(const oracle *o, int64_t word);
/* The word comes close to the end of its range. */
bool or_large(const oracle *o, int64_t word);
or_value or_int(int64_t v);
or_value or_bool(bool v);
or_value or_real(long double v);
bool or_integral(or_value v);
long double or_number(or_value v);
/* The value in a type: constants are rounded, Int becomes Fixed. */
or_value or_convert(oracle *o, or_value v, rg_type_base base);
or_value or_op1(oracle *o, unsigned op, or_value b);
or_value or_op2(oracle *o, unsigned op, or_value a, or_value b);
or_value or_binary(oracle *o, fr_token_kind token, or_value a, or_value b);
or_value or_to_log(oracle *o, or_value v);
or_value or_to_fixed(oracle *o, or_value v);

/* expr.c */
size_t or_extent(const or_var *v, unsigned dim);
or_value or_eval(oracle *o, const fr_expr *e);
bool or_condition(oracle *o, const fr_expr *e);
int64_t or_integer(oracle *o, const fr_expr *e);
or_var *or_find(oracle *o, const char *name);
/* The cell and type of a name or an element. */
uint32_t or_place(oracle *o, const fr_expr *e, rg_type_base *base);
/* builtin.c */
or_value or_function(oracle *o, const fr_expr *e);
bool or_type_name(const fr_expr *e, rg_type_base *base, unsigned *rank);

/* stmt.c, call.c */
void or_list(oracle *o, const fr_stmt *list, int dir);
void or_body(oracle *o, const fr_stmt *list, int dir);
or_var *or_declare(oracle *o, const char *name, rg_type_base base, unsigned rank, uint32_t cell,
                   size_t rows, size_t columns);
void or_call(oracle *o, const fr_stmt *s, int dir);
void or_add_to(oracle *o, uint32_t cell, rg_type_base base, int sign, or_value v);
void or_swap(oracle *o, const fr_expr *a, const fr_expr *b);

#endif
