/* generate.h: random programs of the language that the compiler must accept, and arguments for
 * them. */
#ifndef ORACLE_GENERATE_H
#define ORACLE_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/object.h"

/* Text that grows. s is always terminated. */
typedef struct {
    char *s;
    size_t count, capacity;
} gen_text;
void gen_put(gen_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct {
    char name[12];
    rg_type_base base;
    unsigned rank;
    bool writable, open;
} gen_param;
enum { GEN_PARAMS = 12, GEN_FUNCTIONS = 5, GEN_VARS = 60 };
typedef struct {
    char name[12];
    size_t count;
    gen_param params[GEN_PARAMS];
    bool recursive;
} gen_function;

/* A variable in scope. bound: index + 1 of the array whose dimension dim it runs over. */
typedef struct {
    char name[12];
    rg_type_base base;
    unsigned rank, dim;
    bool writable, hidden;
    unsigned frozen;
    size_t bound;
} gen_var;

typedef uint64_t gen_set; /* of variables, by index */

typedef struct {
    uint64_t state,
        forms; /* of the numbers drawn, and of those drawn for the forms of gen_form.c */
    bool forming, has_cube, needs_cube; /* main has a parameter c! of three dimensions */
    unsigned routines;                  /* those of gen_pair.c that the program calls */
    size_t cube; /* index + 1 of the array of three dimensions in use by a form */
    gen_text out;
    gen_function functions[GEN_FUNCTIONS + 1];
    size_t function_count, callable;
    gen_var vars[GEN_VARS];
    size_t var_count;
    unsigned names, indent, loops, budget;
    gen_set avoid, reads; /* what an expression must not read; what the last ones read */
} gen;

/* The program of this seed in g->out (free with gen_free), with a routine `main`. */
void gen_program(gen *g, uint64_t seed);
void gen_free(gen *g);
unsigned gen_pick(gen *g, unsigned n);

/* expr: gen_expr.c */
void gen_expression(gen *g, gen_text *t, rg_type_base base, unsigned depth);
void gen_index(gen *g, gen_text *t, size_t array, unsigned dim);
void gen_element(gen *g, gen_text *t, size_t array);
/* Now and then, where a form has an array of three dimensions: take an element of it. */
bool gen_takes_cube(gen *g, rg_type_base base, bool change);
/* A variable of this type that may be read (or changed, when change), or GEN_VARS. */
size_t gen_find(gen *g, rg_type_base base, unsigned rank, bool change);
/* stmt: gen_stmt.c */
void gen_block(gen *g, unsigned statements, unsigned depth);
void gen_line(gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t gen_declare(gen *g, rg_type_base base, unsigned rank, bool writable, const char *prefix);
void gen_freeze(gen *g, gen_set set, bool on);
/* A changeable scalar place of this type as text; *held gets the variables it must not share. False
 * when there is none. */
bool gen_place(gen *g, gen_text *t, rg_type_base base, gen_set *held);
const char *gen_type(rg_type_base base);
/* A random expression in t; what it reads is returned, and not added to g->reads. */
gen_set gen_remembered(gen *g, gen_text *t, rg_type_base base, unsigned depth);
/* form: gen_form.c */
/* Now and then statements of one of the forms that came later. They are drawn from numbers of their
 * own and leave no variable behind, so that the rest of a seed's program stays what it was. */
void gen_form(gen *g, unsigned depth);
/* The parameters of main and the routines that the forms need. */
void gen_form_params(gen *g);
void gen_form_routines(gen *g);
/* pair: gen_pair.c */
/* A line with a form that the interpreter does not know, and behind #~ its meaning: statements that
 * it knows, each behind "; ". */
void gen_pair(gen *g, unsigned depth);
void gen_pair_routines(gen *g);

#endif
