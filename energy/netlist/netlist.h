/* netlist.h: a synthesised netlist of the cells of energy/cells, flat, with capacitances and
 * evaluation order. */
#ifndef RG_NETLIST_H
#define RG_NETLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RG_NET_ZERO = 0, RG_NET_ONE = 1 };
#define RG_NO_NET UINT32_MAX

typedef struct {
    uint8_t kind;
    uint16_t unit;
    uint32_t in[4], out;
} rg_gate; /* kind: rg_cell_kind */
typedef struct {
    uint16_t unit;
    bool enabled;
    uint32_t d, enable, q;
} rg_netflop;

typedef struct {
    char *name;
    uint32_t width, *nets;
    bool output;
} rg_netport;

/* A memory or another module that is not synthesised. */
typedef struct {
    char *path, *module;
    uint16_t unit;
    size_t port_count;
    rg_netport *ports;
} rg_macro;

/* The cells of one module, all its instances together. */
typedef struct {
    char *name;
    size_t instances, cells, flops;
    double area;
} rg_unit;

typedef struct {
    size_t net_count, gate_count, flop_count, macro_count, port_count, unit_count;
    rg_gate *gates; /* each behind those that drive it, cells of one kind in rows */
    rg_netflop *flops;
    rg_macro *macros;
    rg_netport *ports; /* of the top module */
    rg_unit *units;
    double *load;        /* of each net, fF: pins and wire */
    double *capacitance; /* load, output of the driver, and buffers where there must be some */
    uint16_t *net_unit;  /* of its driver; UINT16_MAX: an input of the top module */
} rg_netlist;

/* Read what Yosys' write_json left of module top. message gets one line when false is returned. */
bool rg_netlist_read(const char *path, const char *top, rg_netlist *out, char *message,
                     size_t size);
void rg_netlist_free(rg_netlist *netlist);
/* A port by name; NULL when there is none. */
const rg_netport *rg_netlist_port(const rg_netlist *netlist, const char *name);
const rg_netport *rg_macro_port(const rg_macro *macro, const char *name);

typedef struct {
    double delay_ps;
    unsigned levels;
    uint32_t *nets;
    size_t net_count;
} rg_path;
/* The longest path between flip-flops, macros and ports; per unit the longest inside that unit
 * alone. The caller frees longest->nets. unit_delay and unit_levels have unit_count entries, or are
 * NULL. False when memory is short. */
bool rg_netlist_timing(const rg_netlist *netlist, rg_path *longest, double *unit_delay,
                       unsigned *unit_levels);

#endif
