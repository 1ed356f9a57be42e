/* board.h: loading and running code on an engine through the bus, as little as the firmware's tools
 * and tests need. */
#ifndef RG_FIRMWARE_BOARD_H
#define RG_FIRMWARE_BOARD_H

#include "sim/engine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    bool halted, trapped;
    unsigned cause;   /* of isa/traps.def, when trapped */
    uint32_t pc;      /* where it stands (halted) or which instruction trapped */
    uint64_t info;    /* TRAPINFO */
    uint64_t retired; /* instructions since the engine's reset */
    size_t out_count; /* words copied out in this run; those beyond the caller's room are counted
                         and dropped */
} rg_board_stop;

/* Write count words to instruction memory from address 0 and set CODEWORDS. False on a bus error.
 */
bool rg_board_load(rg_engine *engine, const uint32_t *words, uint32_t count);
/* Run forward from pc until it stops, for at most max_cycles; words copied out go to out[0 ..
 * room). False on a bus error or when it does not stop. */
bool rg_board_run(rg_engine *engine, uint32_t pc, uint64_t max_cycles, uint64_t *out, size_t room,
                  rg_board_stop *stop);
/* Reverse the stopped machine and run it in the other direction, likewise. */
bool rg_board_undo(rg_engine *engine, uint64_t max_cycles, uint64_t *out, size_t room,
                   rg_board_stop *stop);
/* Value and gradient words of data memory. */
bool rg_board_poke(rg_engine *engine, uint32_t address, uint64_t value);
bool rg_board_peek(rg_engine *engine, uint32_t address, uint64_t *value, uint64_t *gradient);
/* Run on from an address in the direction that the machine has: beyond the halt between the sweeps
 * of a gradient. */
bool rg_board_go_on(rg_engine *engine, uint32_t pc, uint64_t max_cycles, uint64_t *out, size_t room,
                    rg_board_stop *stop);

#endif
