/* missing.c: whether a job can reach an instruction that a board, or the core with Float, does not
 * have. */
#include "host-driver/internal.h"

#include "isa/board.h"
#include "isa/float_core.h"

static bool board_lacks(const rg_object *object, size_t at)
{
    rg_instruction in;
    return rg_decode_any(object->code[at], object->xlen, &in) && !rg_board_has(&in);
}

static bool core_lacks(const rg_object *object, size_t at)
{
    rg_instruction in;
    return rg_decode_any(object->code[at], object->xlen, &in) && !rg_float_core_has(&in);
}

bool rg_is_float_core(const rgd_device *device)
{
    return device->limbs > 1 && rg_engine_is_partial(device->engine);
}

rg_result rg_refuse_float_core(const rgd_device *device, const char *what, rg_fault *fault)
{
    return rg_is_float_core(device) ? rg_fail(fault, RG_BAD_USE, "R0951",
                                              "the engine `%s`, the core with Float, has no %s",
                                              rg_engine_name(device->engine), what)
                                    : RG_OK;
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
    const bool board = object->xlen == RG_BOARD_XLEN, core = rg_is_float_core(job->device);
    const rg_result result =
        board || core ? rg_find_reached(job, board ? board_lacks : core_lacks, &found, fault)
                      : RG_OK;
    if (found == SIZE_MAX || !rg_decode_any(object->code[found], object->xlen, &in))
        return result;
    const char *routine = rg_routine_at(object, found);
    rg_fail(fault, RG_BAD_USE, board ? "R0954" : "R0951", "%s does not have this %s, `%s`%s%s",
            board ? "a board" : "the core with Float", kind_of(&in), rg_op_lookup(in.op)->mnemonic,
            routine[0] ? ", of " : "", routine);
    (void)rg_place_of(object, found, fault);
    return RG_BAD_USE;
}
