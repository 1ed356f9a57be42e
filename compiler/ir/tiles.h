/* tiles.h: whether a routine may run over a part of the rows of an array at a time
 * (docs/development/tiles.md). */
#ifndef RG_IR_TILES_H
#define RG_IR_TILES_H

#include "compiler/ir/changes.h"
#include "compiler/ir/ir.h"

/* What the object says of a parameter (rg_param.tile), one character each. */
enum {
    IR_TILE_SHARED = '.', /* every row reads it */
    IR_TILE_SUM = '+',    /* rows add to it, and do not read it */
    IR_TILE_COUNT = 'n'   /* the number of rows */
    /* '1', '2': an array whose rows run along that dimension */
};

typedef struct {
    ir_loc loc;
    char text[240];
} ir_tile_reason;

/* Room for param_count + 1 characters. True: roles has one for each parameter of the routine, where
 * the rows of parameter `array` are taken. False: why not. m: the module of the routine, whose
 * changes were surveyed; out_of_memory of it may be set. */
bool ir_find_tiles(ir_module *m, const ir_changes *changes, const ir_routine *r, size_t array,
                   char *roles, ir_tile_reason *reason);

#endif
