/* bus_fields.h: the fields of the bus's control registers, from isa/bus_fields.def; those of CONFIG
 * are named as in isa/machine.def. */
#ifndef RG_BUS_FIELDS_H
#define RG_BUS_FIELDS_H

#include <stdint.h>

/* First bit and width of a field: RG_CONFIG_XLEN_FIRST, RG_CONFIG_XLEN_WIDTH, ... */
enum rg_bus_field {
#define RG_FIELD(reg, name, last, first, what)                                                     \
    RG_##reg##_##name##_FIRST = first, RG_##reg##_##name##_WIDTH = last - first + 1,
#include "isa/bus_fields.def"
#undef RG_FIELD
#define RG_PARAMETER(variable, parameter, shift, bits, form, values, pipelined, multicycle, what)  \
    RG_CONFIG_##variable##_FIRST = shift, RG_CONFIG_##variable##_WIDTH = bits,
#include "isa/machine.def"
};

/* Flags of one bit as masks: RG_CONTROL_RUN, RG_STATUS_HALTED, RG_KEEP_UNDO, ... */
enum rg_bus_flag {
#define RG_FLAG_CONFIG(name, first)
#define RG_FLAG_COPYIN(name, first)
#define RG_FLAG_COPYOUT(name, first)
#define RG_FLAG_COPYOUTG(name, first)
#define RG_FLAG_IRQ(name, first) RG_IRQ_##name = 1 << first,
#define RG_FLAG_IRQENABLE(name, first) RG_IRQENABLE_##name = 1 << first,
#define RG_FLAG_PROTECT(name, first) RG_PROTECT_##name = 1 << first,
#define RG_FLAG_CONTROL(name, first) RG_CONTROL_##name = 1 << first,
#define RG_FLAG_STATUS(name, first) RG_STATUS_##name = 1 << first,
#define RG_FLAG_DIR(name, first) RG_DIR_##name = 1 << first,
#define RG_FLAG_KEEP(name, first) RG_KEEP_##name = 1 << first,
#define RG_FIELD(reg, name, last, first, what) RG_FLAG_##reg(name, first)
#include "isa/bus_fields.def"
#undef RG_FIELD
#undef RG_FLAG_CONFIG
#undef RG_FLAG_COPYIN
#undef RG_FLAG_COPYOUT
#undef RG_FLAG_COPYOUTG
#undef RG_FLAG_IRQ
#undef RG_FLAG_IRQENABLE
#undef RG_FLAG_PROTECT
#undef RG_FLAG_CONTROL
#undef RG_FLAG_STATUS
#undef RG_FLAG_DIR
#undef RG_FLAG_KEEP
};

/* The field of `width` bits that starts at bit `first` of a register's word; width below 64. */
static inline uint64_t rg_bus_field(uint64_t word, unsigned first, unsigned width)
{
    return word >> first & ((UINT64_C(1) << width) - 1);
}

#define RG_BUS_FIELD(word, reg, name)                                                              \
    rg_bus_field(word, RG_##reg##_##name##_FIRST, RG_##reg##_##name##_WIDTH)

#endif
