/* missing.c: whether a job can reach an instruction that a board does not have. */
#include "host-driver/internal.h"

#include "isa/board.h"

static bool lacks(const rg_object *object, size_t at)
{
    rg_instruction in;
    return rg_decode_any(object->code[at], object->xlen, &in) && !rg_board_has(&in);
}

static const char *kind_of(const rg_instruction *in)
{
    return rg_is_stream(in) ? "stream" : in->words ? "operand in memory" : "instruction";
}

rg_result rg_refuse_missing(const rgd_job *job, rg_fault *fault)
{
    const rg_object *object = job->device->object;
    size_t found = SIZE_MAX;
    rg_instruction in;
    const rg_result result =
        object->xlen == RG_BOARD_XLEN ? rg_find_reached(job, lacks, &found, fault) : RG_OK;
    if (found == SIZE_MAX || !rg_decode_any(object->code[found], object->xlen, &in))
        return result;
    const char *routine = rg_routine_at(object, found);
    rg_fail(fault, RG_BAD_USE, "R0954", "a board does not have this %s, `%s`%s%s", kind_of(&in),
            rg_op_lookup(in.op)->mnemonic, routine[0] ? ", of " : "", routine);
    (void)rg_place_of(object, found, fault);
    return RG_BAD_USE;
}
