/* near.h: the bus of a board as the driver uses it. What the board has is at the end of its line.
 * The rest is done by the host: copies, the limit of cycles, registers that hold one value. */
#ifndef RG_BOARD_NEAR_H
#define RG_BOARD_NEAR_H

#include "isa/bus_fields.h"
#include "sim/board/link.h"

enum {
#define RG_WINDOW(name, base, words, access, what) RG_WINDOW_##name = base,
#define RG_REG(name, offset, access, what) RG_REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
};

typedef struct {
    rg_board_link link;
    uint64_t *words; /* what a copy reads and writes as the host's memory */
    size_t count;
    uint64_t copied, words_in, words_out;
    uint64_t program;     /* register PROGRAM */
    uint64_t cycle_limit; /* 0: none */
    bool limited;         /* the run was stopped for it, or is about to be */
} rg_board_near;

/* One transfer over the line, of what the board has. */
rg_bus_response rg_board_get(rg_board_near *near, uint32_t address, uint64_t *data);
rg_bus_response rg_board_put(rg_board_near *near, uint32_t address, uint64_t data);

/* A transfer of any register. */
rg_bus_response rg_board_near_read(rg_board_near *near, uint32_t address, uint64_t *data);
rg_bus_response rg_board_near_write(rg_board_near *near, uint32_t address, uint64_t data);
/* Stop a run that has come to its limit. The board goes on until it hears of it. */
rg_bus_response rg_board_over_limit(rg_board_near *near, uint64_t cycles);
void rg_board_near_reset(rg_board_near *near);

#endif
