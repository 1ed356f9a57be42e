/* bus_map.c: windows, registers and fields of the bus, from the files that state them. */
#include "bus_map.h"

const rg_map_window rg_map_windows[] = {
#define RG_WINDOW(name, base, words, access, what) {#name, base, words, #access, what},
#define RG_REG(name, offset, access, what)
#include "bus.def"
#undef RG_WINDOW
#undef RG_REG
};

const rg_map_register rg_map_registers[] = {
#define RG_WINDOW(name, base, words, access, what)
#define RG_REG(name, offset, access, what) {#name, offset, #access, what},
#include "bus.def"
#undef RG_WINDOW
#undef RG_REG
};

/* How CONFIG holds a parameter, by its form in isa/machine.def. */
#define AS_NUMBER(what, values) what
#define AS_LOG2(what, values) "log2 of: " what
#define AS_WORD(what, values) what ", from 0: " values

const rg_map_field rg_map_fields[] = {
#define RG_PARAMETER(variable, parameter, shift, bits, form, values, pipelined, multicycle, what)  \
    {"CONFIG", #variable, AS_##form(what, values), shift + bits - 1, shift},
#include "machine.def"
#define RG_FIELD(reg, name, last, first, what) {#reg, #name, what, last, first},
#include "bus_fields.def"
#undef RG_FIELD
#define RG_MODE_BIT(name, bit, doc) {"MODE", #name, doc, bit, bit},
#include "mode_bits.def"
#undef RG_MODE_BIT
};

const size_t rg_map_window_count = sizeof rg_map_windows / sizeof rg_map_windows[0];
const size_t rg_map_register_count = sizeof rg_map_registers / sizeof rg_map_registers[0];
const size_t rg_map_field_count = sizeof rg_map_fields / sizeof rg_map_fields[0];
