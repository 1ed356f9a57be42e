/* circuit.h: a routine on Int and Bool as a circuit of reversible gates.
 * docs/development/circuits.md says what is compiled and what the circuit means. */
#ifndef RG_CIRCUIT_H
#define RG_CIRCUIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "compiler/ir/ir.h"

/* Each gate is its own inverse: the circuit from its end is the inverse. */
typedef enum {
    CIRCUIT_NOT,     /* t */
    CIRCUIT_CNOT,    /* t ^= a */
    CIRCUIT_TOFFOLI, /* t ^= a & b */
    CIRCUIT_FREDKIN, /* t and b are exchanged where a is 1 */
    CIRCUIT_KINDS
} circuit_kind;

/* Numbers of lines; those that a gate does not have are 0. */
typedef struct {
    uint8_t kind;
    uint32_t a, b, t;
} circuit_gate;

/* A parameter: elements (1 for a scalar) of width lines each, the lowest bit first, by columns. It
 * leaves the circuit on the lines on which it came. */
typedef struct {
    const char *name;
    bool is_bool;
    unsigned rank, width;
    size_t elements, first; /* first: number of its first line */
} circuit_port;

/* What the machine would check (a trap), and the circuit takes for granted. */
typedef struct {
    ir_loc loc;
    const char *what;
} circuit_assumption;

/* Lines from port_lines on are ancillas, zero before and behind. */
typedef struct circuit {
    const char *name; /* of the routine */
    unsigned bits;    /* of an Int */
    circuit_gate *gates;
    size_t gate_count, gate_capacity;
    size_t lines, port_lines;
    circuit_port *ports;
    size_t port_count;
    circuit_assumption *assumed;
    size_t assumed_count, assumed_capacity;
    ir_module *module; /* owns the names */
} circuit;

/* The extents of an array that is a parameter: rank of them. */
typedef struct {
    const char *name;
    unsigned rank;
    uint64_t extents[RG_MOST_RANK];
} circuit_size;

typedef struct circuit_options {
    const char *routine; /* NULL: the only one of the program, or main */
    unsigned bits;       /* of an Int, 2 to the module's xlen; 0: xlen */
    const circuit_size *sizes;
    size_t size_count;
} circuit_options;

typedef enum { CIRCUIT_DONE, CIRCUIT_REFUSED, CIRCUIT_NO_MEMORY } circuit_result;

/* Makes the circuit of a routine of `m`, a valid module, which is copied. Free *out with
 * circuit_free whatever the result is. Refused: *why says what and where. */
circuit_result circuit_make(const ir_module *m, const ir_routine *r, const circuit_options *options,
                            circuit *out, ir_diagnostic *why);
void circuit_free(circuit *c);

/* Depth: gates on a longest path, where each gate waits for its lines alone. toffoli_depth counts
 * Toffoli and Fredkin gates alone. A Toffoli has 7 T gates, and a Fredkin gate is a Toffoli between
 * two CNOTs. */
typedef struct {
    size_t gates[CIRCUIT_KINDS], total, t_count, toffoli_count, depth, toffoli_depth;
} circuit_counts;

/* False when memory is short. */
bool circuit_count(const circuit *c, circuit_counts *counts);

/* 64 runs at once, in place: bit k of a line's word belongs to run k. backward: the inverse. */
void circuit_run(const circuit *c, bool backward, uint64_t *lines);

/* Text of the circuit, or its counts. 0, or -1 when writing fails or memory is short. */
int circuit_write_qasm(const circuit *c, FILE *out);
int circuit_write_real(const circuit *c, FILE *out);
int circuit_write_verilog(const circuit *c, FILE *out);
int circuit_write_text(const circuit *c, FILE *out);
int circuit_write_json(const circuit *c, FILE *out);

#endif
