/* board.h: what a machine with words of 16 bits is: the board (docs/development/board.md), its
 * format and its instructions. */
#ifndef RG_BOARD_H
#define RG_BOARD_H

#include "isa/isa.h"

enum { RG_BOARD_XLEN = 16, RG_BOARD_FRAC = 8, RG_BOARD_DMEM_LOG2 = 10, RG_BOARD_IMEM_LOG2 = 10 };

/* Whether the board has it; if not it traps there as ILLEGAL. For what rg_decode accepted. */
bool rg_board_has(const rg_instruction *in);

#endif
