/* bus.h: addresses of isa/bus.def and firmware/mailbox.def, and the bits of the registers, as the
 * driver uses them. */
#ifndef RG_HOST_BUS_H
#define RG_HOST_BUS_H

#include "firmware_image.h" /* RG_MAILBOX_* and the image itself */

enum rg_window {
#define RG_WINDOW(name, base, access, what) RG_WINDOW_##name = base,
#define RG_REG(name, offset, access, what)
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    RG_WINDOW_STEP = 8 /* bytes from a word to the next */
};

enum rg_register {
#define RG_WINDOW(name, base, access, what)
#define RG_REG(name, offset, access, what) RG_REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    RG_REG_END = 0x1000
};

/* Clocks of one write: the slave takes it, does it in two, and answers (rtl/bus/rg_axi_slave.v,
 * rg_host.v). */
enum { RG_BUS_WRITE_CLOCKS = 4 };

enum {
    RG_CONTROL_RUN = 1,
    RG_CONTROL_STOP = 2,
    RG_CONTROL_TURN = 4,
    RG_CONTROL_CLEAR = 8,
    RG_CONTROL_SCAN = 16
};

enum {
    RG_STATUS_RUNNING = 1,
    RG_STATUS_HALTED = 2,
    RG_STATUS_TRAPPED = 4,
    RG_STATUS_STEPS = 8,
    RG_STATUS_CYCLES = 16,
    RG_STATUS_SCANNING = 32,
    RG_STATUS_BACKWARD = 64,
    RG_STATUS_STOPPED = 128
};

#endif
