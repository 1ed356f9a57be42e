/* write_impl.h: what the formats of a circuit share. */
#ifndef RG_CIRCUIT_WRITE_IMPL_H
#define RG_CIRCUIT_WRITE_IMPL_H

#include "compiler/circuit/circuit.h"

typedef struct {
    const circuit *c;
    const uint32_t *port;
    FILE *out;
} circuit_writer;

/* The parameter of each line; ancillas have port_count. NULL when memory is short. */
uint32_t *circuit_ports_of_lines(const circuit *c);
/* A name that all formats take, and that is no gate's: q, the number of the parameter, and what
 * the name has of ASCII letters and digits. */
void circuit_print_name(FILE *out, const circuit *c, size_t port);
/* What the circuit is of, its parameters and ancillas, behind this mark of a comment. */
void circuit_print_head(FILE *out, const circuit *c, const char *comment);
/* A line as an element of a vector: q0_x[3]. */
void circuit_print_line(const circuit_writer *w, uint32_t line, const char *end);

#endif
