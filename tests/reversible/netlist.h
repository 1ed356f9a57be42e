// A netlist of reversible gates read from the JSON that Yosys writes; its check, figures and
// simulation.
#ifndef TESTS_REVERSIBLE_NETLIST_H
#define TESTS_REVERSIBLE_NETLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define RV_LINES 4 // most lines of one gate
#define RV_NAME 64 // longest gate or port name, with its terminator
#define RV_NO_GATE UINT32_MAX

// The standard gates, RV_OTHER for any other bijection.
enum rv_function { RV_NOT, RV_CNOT, RV_TOFFOLI, RV_FREDKIN, RV_PERES, RV_OTHER, RV_FUNCTIONS };

// A gate module: line k enters at port `in[k]` and leaves at `in[k]` with "_out" appended.
struct rv_kind {
    char module[RV_NAME];
    enum rv_function function;
    unsigned lines;
    char in[RV_LINES][RV_NAME];
    uint8_t table[1u << RV_LINES]; // output word for each input word
    uint16_t anf[RV_LINES]; // bit s set: the product of the lines in s is a term of the output
    bool nonlinear;         // some output has a product of two lines (counts as Toffoli depth)
};

// One gate: wire numbers index the netlist's wires.
struct rv_gate {
    const char *name;
    uint32_t kind;
    uint32_t in[RV_LINES];
    uint32_t out[RV_LINES];
};

// A port of the circuit, least significant bit first.
struct rv_port {
    const char *name;
    bool output;
    bool ancilla; // an input whose name begins with "ancilla": 0 in, 0 at name_out
    uint32_t width;
    uint32_t *wire;
};

// Opaque to its users but for the fields named in the functions below.
struct rv_netlist;

// Figures of a circuit. Depth is that of the earliest possible schedule, one gate at a time on each
// line.
struct rv_figures {
    uint32_t gates[RV_FUNCTIONS];
    uint32_t total;
    uint32_t lines;
    uint32_t ancillas;
    uint32_t depth;
    uint32_t toffoli_depth; // only Toffoli, Fredkin and Peres gates count
};

// Reads `path` and checks its structure: every cell is a bijective gate, every bit has one source
// and one reader, nothing is constant, each input port x has an output port x_out, no loop. Each
// fault is printed to `errors` and names the cell or wire. Returns NULL after any fault; free with
// rv_free otherwise.
struct rv_netlist *rv_load(const char *path, FILE *errors);

// Frees a netlist; NULL is allowed.
void rv_free(struct rv_netlist *n);

// Name of the circuit's module.
const char *rv_name(const struct rv_netlist *n);

// Counts of gates, lines and ancillas, and the depths. Returns false when memory is short.
bool rv_figures(const struct rv_netlist *n, struct rv_figures *figures);

// Number of input bits that are not ancillas.
uint32_t rv_free_bits(const struct rv_netlist *n);

// The input or output port of that name, NULL if there is none.
const struct rv_port *rv_port(const struct rv_netlist *n, const char *name);

// 64 runs at once: a state holds a word for each wire, bit k belongs to run k.
// rv_state returns a zeroed state (ancillas are then right) or NULL; free() it.
uint64_t *rv_state(const struct rv_netlist *n);

// Sets, or reads, a port of at most 64 bits in all 64 runs.
void rv_set(uint64_t *state, const struct rv_port *port, const uint64_t value[64]);
void rv_get(const uint64_t *state, const struct rv_port *port, uint64_t value[64]);

// Evaluates all gates.
void rv_run(const struct rv_netlist *n, uint64_t *state);

// Runs over all inputs if at most `exhaustive_bits` are free, else over 64 * `blocks` random ones,
// and says whether every ancilla came back to zero; the first that did not is printed to `errors`.
// *exhaustive tells which it was.
bool rv_ancillas_clean(const struct rv_netlist *n, unsigned exhaustive_bits, unsigned blocks,
                       bool *exhaustive, FILE *errors);

// Next word of a xorshift generator; the seed must not be 0.
uint64_t rv_random(uint64_t *seed);

// Reads a gate module of the JSON document into `kind`; prints what is wrong and returns false.
struct json_t;
bool rv_kind_read(const char *module, const struct json_t *json, struct rv_kind *kind,
                  FILE *errors);

// Internals shared by the files of this folder.
struct rv_netlist {
    struct json_t *json; // owns the names
    const char *name;
    struct rv_kind *kind;
    uint32_t kinds;
    struct rv_gate *gate; // in topological order after rv_load
    uint32_t gates;
    struct rv_port *port;
    uint32_t ports;
    uint32_t wires;
    const char **wire_name; // by wire number, NULL if unnamed
};

#endif
