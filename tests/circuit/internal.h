/* internal.h: what the generator and the meaning of random routines share. */
#ifndef TESTS_CIRCUIT_INTERNAL_H
#define TESTS_CIRCUIT_INTERNAL_H

#include "tests/circuit/program.h"

typedef enum {
    CE_VAR,
    CE_NUMBER,
    CE_ADD,
    CE_SUB,
    CE_MUL,
    CE_AND,
    CE_OR,
    CE_XOR,
    CE_SHL,
    CE_SHR,
    CE_SAR,
    CE_MIN,
    CE_MAX,
    CE_ABS,
    CE_SIGN,
    CE_FLD,
    CE_MOD,
    CE_SELECT,
    CE_LT,
    CE_LE,
    CE_EQ,
    CE_NE,
    CE_ALSO, /* && */
    CE_ELSE, /* || */
    CE_NOT
} cp_kind;

typedef struct cp_expr {
    cp_kind kind;
    int var;
    int64_t number;
    const struct cp_expr *a, *b, *c;
} cp_expr;

typedef enum {
    CS_ADD,
    CS_SUB,
    CS_XOR,
    CS_SWAP,
    CS_NEG,
    CS_ROL,
    CS_ROR,
    CS_IF,
    CS_FOR,
    CS_WITH, /* an ancilla of this value around the body */
    CS_CALL,
    CS_UNCALL
} cp_statement_kind;

/* How an ancilla is spelled: t ← e; in a block of @routine; t ← k and t += e; t ← k and an update
 * by a number under a condition. */
enum { CW_VALUE, CW_BLOCK, CW_SUM, CW_BRANCH, CW_SPELLINGS };

typedef struct cp_stmt {
    cp_statement_kind kind;
    int var, other_var;
    int64_t count; /* CS_FOR: rounds; CS_WITH: one of CW_ */
    const cp_expr *expr;
    const struct cp_stmt *body, *other, *next;
} cp_stmt;

struct cp_program {
    unsigned bits;
    uint64_t state;
    const cp_stmt *main, *helper;
    char *text;
    size_t size, capacity;
    void *chunks; /* freed with the program */
    bool failed;
    int next_var;
    bool frozen[CP_VARS], there[CP_VARS], is_bool[CP_VARS], is_loop[CP_VARS];
};

/* text.c: onto the end of the program's text */
void cp_put(cp_program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cp_put_list(cp_program *p, const cp_stmt *list, int depth);

/* The parameters of the helper, beside those of main. */
enum { CP_X = CP_PARAMS, CP_Y, CP_LOCALS };

#endif
