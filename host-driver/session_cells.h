/* session_cells.h: words of a session by where they are, for a debugger that knows addresses. */
#ifndef RG_SESSION_CELLS_H
#define RG_SESSION_CELLS_H

#include "host-driver/session.h"

typedef enum { RG_CELL_VARIABLE, RG_CELL_REGISTER, RG_CELL_MEMORY } rg_cell_kind;
typedef struct rg_cell {
    rg_cell_kind kind;
    size_t frame;     /* of a variable or a register, the innermost is 0 */
    const char *name; /* of a variable */
    unsigned rank;    /* of a variable: one of another rank is another one */
    uint64_t at;      /* register, or address in data memory */
    unsigned bank;    /* 0 value, 1 gradient, 2 tangent */
    rg_number number; /* of a register or a word of memory: what it is taken for */
} rg_cell;

/* Where the word is now: memory as the program has it, so what was exchanged into a register is
 * found there. R0944 where it is nowhere. */
rg_result rg_cell_find(rg_session *s, const rg_cell *cell, rg_found *found, rg_fault *fault);
/* bits: as the machine has it. number: what it stands for. Both may be NULL. */
rg_result rg_cell_read(rg_session *s, const rg_cell *cell, rg_session_limbs *bits, double *number,
                       rg_fault *fault);
/* What the next instruction, to that side, will do with the word: see rg_session_access. */
rg_result rg_cell_access(rg_session *s, const rg_cell *cell, bool back, unsigned *access,
                         rg_fault *fault);
/* A word that was not zero is erased by it. `word`: its lowest 64 bits. */
rg_result rg_cell_write(rg_session *s, const rg_cell *cell, int64_t word, rg_fault *fault);
rg_result rg_cell_write_number(rg_session *s, const rg_cell *cell, double number, rg_fault *fault);

/* Whether registers have more than 64 bits. */
bool rg_session_has_wide(const rg_session *s);
/* The program that is run, and the instruction address of its first word. */
const rg_object *rg_session_object(const rg_session *s, uint32_t *base);
/* The job dispatcher's call of the outermost frame: its address, and whether the dispatcher runs
 * backward. False: not known. */
bool rg_session_outer_call(rg_session *s, uint32_t *address, bool *backward);

#endif
