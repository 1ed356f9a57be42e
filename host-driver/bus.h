/* bus.h: addresses of isa/bus.def and firmware/mailbox.def, and the bits of the registers, as the
 * driver uses them. */
#ifndef RG_HOST_BUS_H
#define RG_HOST_BUS_H

#include "firmware_image.h" /* RG_MAILBOX_* and the image itself */
#include "isa/bus_fields.h"

enum rg_window {
#define RG_WINDOW(name, base, words, access, what) RG_WINDOW_##name = base,
#define RG_REG(name, offset, access, what)
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    RG_WINDOW_STEP = 8 /* bytes from a word to the next */
};

enum rg_register {
#define RG_WINDOW(name, base, words, access, what)
#define RG_REG(name, offset, access, what) RG_REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    RG_REG_END = 0x1000
};

/* Clocks of one write: the slave takes it, does it in two, and answers (rtl/bus/rg_axi_slave.v,
 * rg_host.v). */
enum { RG_BUS_WRITE_CLOCKS = 4 };

#endif
