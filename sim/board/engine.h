/* engine.h: the engine "board": a machine at the end of a serial line. */
#ifndef RG_BOARD_ENGINE_H
#define RG_BOARD_ENGINE_H

#include "sim/engine.h"

/* The machine is as it was left: neither reset nor are its memories cleared. NULL: why says what
 * was wrong. Transfers answer RG_BUS_LOST while the line is in trouble, of which rg_engine_refused
 * tells; the same transfer again goes on where the first was broken off. */
rg_engine *rg_board_engine_open(const char *path, char *why, size_t size);

#endif
