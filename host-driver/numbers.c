/* numbers.c: which numbers a program asks for. */
#include "host-driver/api.h"

#include <string.h>

#include "firmware_image.h"

/* A machine with another format than the usual one was made to have that. */
bool rg_float_by_default(void)
{
    return RG_FIRMWARE_XLEN == 64 && RG_FIRMWARE_FRAC == 43 && !RG_FIRMWARE_FLOAT;
}

static bool ends_in(const char *path, const char *end)
{
    const size_t length = strlen(path), tail = strlen(end);
    return length >= tail && strcmp(path + length - tail, end) == 0;
}

/* An object was compiled for the one or the other. */
static rgc_numbers of_object(const char *path)
{
    char error[512] = "";
    rg_object *object = rg_object_read(path, error, sizeof error);
    const rgc_numbers numbers = object && object->wide ? RGC_NUMBERS_FLOAT : RGC_NUMBERS_FIXED;
    if (object)
        rg_object_free(object);
    return numbers;
}

static rgc_numbers asked(const char *path, const char *text)
{
    if (text)
        return rgc_numbers_of_buffer(path, text, strlen(text), NULL);
    if (ends_in(path, ".rg") || ends_in(path, ".jl"))
        return rgc_numbers_of_file(path);
    return ends_in(path, ".s") ? RGC_NUMBERS_FIXED : of_object(path);
}

const char *rg_engine_asked(const char *path, const char *text, bool reals)
{
    rg_fault fault;
    if (!rg_given(path, "path", __func__, &fault) || !rg_float_by_default())
        return "fast";
    const rgc_numbers numbers = asked(path, text);
    return numbers == RGC_NUMBERS_FLOAT || numbers == RGC_NUMBERS_BOTH
                   || (numbers == RGC_NUMBERS_OPEN && reals)
               ? "float"
               : "fast";
}
