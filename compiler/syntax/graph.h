/* graph.h: the memory-oriented computational graph of a routine (figures 1 and 5 of the paper on
 * NiLang). A vertical line is a variable, a horizontal one a statement. It has a box where it
 * changes the variable, and a dot where it reads it. */
#ifndef FR_GRAPH_H
#define FR_GRAPH_H

#include "compiler/syntax/ast.h"

typedef struct {
    const char *name;
    bool many;          /* an array: a double line */
    size_t first, last; /* rows between which it lives */
} fg_line;

typedef struct {
    size_t line;
    bool changed;
} fg_touch;

typedef struct {
    const char *label;
    size_t touch_count, touch_capacity;
    fg_touch *touches;
    bool condition; /* a pre- or postcondition, or the head of a loop */
} fg_row;

typedef struct {
    size_t first, last; /* rows, both included */
    unsigned depth;
    bool loop; /* its body is grey; else a frame: @routine, ~( ) */
} fg_region;

typedef struct {
    const char *title;
    size_t line_count, line_capacity, row_count, row_capacity, region_count, region_capacity;
    fg_line *lines;
    fg_row *rows;
    fg_region *regions;
} fg_graph;

/* The graph of a routine, in the arena of d. */
fg_graph fr_graph_of(const fr_diags *d, const fr_program *program, const fr_function *f);
/* All routines of the program, one below the other. 0, or -1 when writing fails. */
int fr_print_svg(const fr_diags *d, const fr_program *program, FILE *out);
int fr_print_dot(const fr_diags *d, const fr_program *program, FILE *out);

#endif
