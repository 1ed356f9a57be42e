/* functional.h: the functional front end: @fn definitions, lowered through unary form to routines
 * of the language. */
#ifndef FN_FUNCTIONAL_H
#define FN_FUNCTIONAL_H

#include <stdio.h>

#include "compiler/front/parser.h"

/* A parsed @fn, in the arena of the compilation. */
struct fr_functional {
    const char *name;
    fr_span span;  /* of the name */
    fr_span whole; /* from the name to the end of the expression */
    size_t param_count;
    fr_param *params; /* type NULL: Fixed */
    bool *blamed;     /* by parameter: it has no type, and it was said that it is no real; once is
                         enough */
    fr_expr *result;  /* the annotated type, or NULL */
    fr_expr *body;
    struct fr_functional *next;
};

/* ---- parse.c ---- */

/* NAME(PARAMETERS) [:: TYPE] = EXPRESSION, behind @fn; added to the program. p->panic is set after
 * a fault. */
void fn_parse_definition(fr_parser *p);
/* let PATTERN = EXPRESSION, ... in EXPRESSION; the next token is `let`. NULL after a fault. */
fr_expr *fn_parse_let(fr_parser *p);
/* PATTERN -> EXPRESSION; the next token is the arrow. NULL after a fault. */
fr_expr *fn_parse_lambda(fr_parser *p, fr_expr *pattern);

/* ---- build.c ---- */

/* The definition of this name; NULL: there is none. */
const fr_functional *fn_find(const fr_program *program, const char *name);

/* ---- functional.c ---- */

/* Check every @fn of the program and add the routine that computes it to the program. After an
 * error in one of them program->incomplete is set. */
void fn_lower_program(fr_diags *d, fr_program *program);
/* The unary form of every @fn as text. 0, or -1 when writing fails. */
int fn_print_unary(fr_arena *arena, const fr_program *program, FILE *out);

#endif
