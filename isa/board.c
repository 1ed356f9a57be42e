/* board.c: the instructions of the board. rtl/board/rg_board_functions.v has the same list, and the
 * tests of the board compare the two. */
#include "isa/board.h"

#include <string.h>

static bool is_left_out(unsigned op)
{
    static const uint8_t ops[] = {
        RG_OP_RNG,   RG_OP_MULDIV, RG_OP_FSQRT,  RG_OP_FHYPOT, RG_OP_FEXP,  RG_OP_FLOG,
        RG_OP_FSIN,  RG_OP_FCOS,   RG_OP_FATAN2, RG_OP_FPOW,   RG_OP_FPOWI, RG_OP_LTOF,
        RG_OP_FEXP2, RG_OP_FLOG2,  RG_OP_FEXPM1, RG_OP_FLOG1P, RG_OP_FTAN,  RG_OP_FASIN,
        RG_OP_FACOS, RG_OP_FSINH,  RG_OP_FCOSH,  RG_OP_FTANH,  RG_OP_LMULF, RG_OP_LPOWI,
        RG_OP_LADD2, RG_OP_LSUB2,  RG_OP_LPOW,   RG_OP_ROT,    RG_OP_IROT,  RG_OP_HAD,
        RG_OP_IHAD};

    return memchr(ops, (int)op, sizeof ops) != NULL;
}

bool rg_board_has(const rg_instruction *in)
{
    return !rg_is_stream(in) && in->words == 0 && in->kinds == 0 && !is_left_out(in->op)
           && !(in->op == RG_OP_MODE && in->imm & RG_WITH_TANGENT);
}
