/* net.h: a list of reversible gates on numbered lines, and what builds one.
 *
 * Gates are those of rtl/reversible. Values of bits are made on temporaries: lines that are zero
 * where they are taken, and that gn_undo brings back to zero. A builder that is short of memory
 * says so in `failed` and adds no more. */
#ifndef RG_GATES_NET_H
#define RG_GATES_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* t ^= 1; t ^= a; t ^= a b; t and b are exchanged where a is 1. Each of these is its own inverse. A
 * Peres gate is t ^= a b, then b ^= a; its inverse b ^= a, then t ^= a b. */
typedef enum {
    GN_NOT,
    GN_CNOT,
    GN_TOFFOLI,
    GN_FREDKIN,
    GN_PERES,
    GN_PERES_INVERSE,
    GN_KINDS
} gn_kind;

typedef struct {
    uint32_t kind, a, b, t;
} gn_gate;

typedef struct {
    gn_gate *gates;
    size_t count, capacity;
    uint32_t lines; /* all that were ever taken */
    uint32_t *spare, *temps;
    size_t spare_count, spare_capacity, temp_count, temp_capacity;
    bool failed;
} gn_net;

/* A net whose lines below `lines` are the caller's. */
void gn_init(gn_net *n, uint32_t lines);
void gn_free(gn_net *n);

/* A bit: a line, perhaps negated (2 line + 1), or a constant. ^ 1 negates any of them. */
typedef int64_t gn_bit;
#define GN_ZERO ((gn_bit)-2)
#define GN_ONE ((gn_bit)-1)
static inline bool gn_is_constant(gn_bit b) { return b < 0; }
static inline gn_bit gn_of_line(uint32_t line) { return 2 * (gn_bit)line; }
static inline uint32_t gn_line(gn_bit b) { return (uint32_t)(b >> 1); }

uint32_t gn_temp(gn_net *n);
/* Targets are never among the controls. */
void gn_append(gn_net *n, gn_gate g);
void gn_not(gn_net *n, uint32_t t);
void gn_cnot(gn_net *n, gn_bit a, uint32_t t);
void gn_toffoli(gn_net *n, gn_bit a, gn_bit b, uint32_t t);
void gn_fredkin(gn_net *n, gn_bit control, uint32_t x, uint32_t y);
/* t ^= a b, then b ^= a: three lines that differ */
void gn_peres(gn_net *n, uint32_t a, uint32_t b, uint32_t t);

/* A position in the list of gates, and in the stack of temporaries. */
typedef struct {
    size_t gate, temp;
} gn_mark;
gn_mark gn_here(const gn_net *n);
/* Turns the gates since then around: what they did is what their inverse will do. */
void gn_turn(gn_net *n, gn_mark from);
/* Undoes the gates between two positions; temporaries since the first are free again. */
void gn_undo(gn_net *n, gn_mark from, gn_mark to);
/* Undoes them and keeps the temporaries: gates behind them may stand in between. */
void gn_reverse(gn_net *n, gn_mark from, gn_mark to);

/* Gates first .. last - 1 on lines of 64 runs at once, in this order or from the last. */
void gn_run(const gn_net *n, size_t first, size_t last, bool backward, uint64_t *lines);

/* Whether every gate is one of these kinds, on lines that differ and that the net has: then it is a
 * bijection. */
bool gn_is_reversible(const gn_net *n);

/* Depth: gates on a longest path, where each gate waits for its lines alone. A Toffoli has 7 T
 * gates; a Fredkin gate is a Toffoli between two CNOTs, a Peres gate is one beside a CNOT. */
typedef struct {
    size_t gates[GN_KINDS], total, toffoli_count, t_count, depth, toffoli_depth;
} gn_counts;
/* False when memory is short. */
bool gn_count(const gn_net *n, size_t first, size_t last, gn_counts *counts);

#endif
