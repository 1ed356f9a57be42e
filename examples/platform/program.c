/* program.c: the firmware image and an assembled routine in one block of instruction words. */
#include "examples/platform/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/asm/asm.h"
#include "firmware_image.h"

/* d += sqrt(x^2 + y^2). The ring of two branches makes it callable in both directions
 * (docs/reference/isa.md, "A routine"). */
static const char text[] = ".routine length\n"
                           "top: bra.l bottom\n"
                           "length: portal r0\n"
                           "  fmul := r4, r2, r2\n"
                           "  fmul += r4, r3, r3\n"
                           "  fsqrt += r1, r4\n"
                           "  fmul -= r4, r3, r3\n"
                           "  fmul =: r4, r2, r2\n"
                           "bottom: bra.s top\n";

int platform_program_make(platform_program *program, char *error, size_t size)
{
    rg_object *object = rg_assemble(text, sizeof text - 1, "length.s", RG_FIRMWARE_XLEN,
                                    RG_FIRMWARE_FRAC, error, size);
    if (!object)
        return -1;
    program->count = rg_firmware_count + (uint32_t)object->code_count;
    program->entry = rg_firmware_count + object->routines[0].entry;
    program->words = malloc(program->count * sizeof *program->words);
    if (program->words) {
        memcpy(program->words, rg_firmware_words, rg_firmware_count * sizeof *program->words);
        memcpy(program->words + rg_firmware_count, object->code,
               object->code_count * sizeof *program->words);
    } else {
        snprintf(error, size, "out of memory");
    }
    rg_object_free(object);
    return program->words ? 0 : -1;
}

void platform_program_free(platform_program *program)
{
    free(program->words);
    program->words = NULL;
}
