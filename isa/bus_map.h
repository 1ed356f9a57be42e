/* bus_map.h: the register map of the bus (isa/bus.def and what it names) as lists. */
#ifndef RG_BUS_MAP_H
#define RG_BUS_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *name;
    uint32_t address;   /* of its first byte */
    const char *words;  /* of 8 bytes: a number or an expression of the machine's parameters */
    const char *access; /* RO, WO or RW */
    const char *what;
} rg_map_window;

typedef struct {
    const char *name;
    uint32_t address; /* from the start of the window CONTROL, in bytes */
    const char *access, *what;
} rg_map_register;

typedef struct {
    const char *reg, *name, *what;
    unsigned last, first; /* bits of the register */
} rg_map_field;

extern const rg_map_window rg_map_windows[];
extern const rg_map_register rg_map_registers[];
extern const rg_map_field rg_map_fields[];
extern const size_t rg_map_window_count, rg_map_register_count, rg_map_field_count;

#endif
