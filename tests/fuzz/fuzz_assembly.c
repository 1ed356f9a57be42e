/* fuzz_assembly.c: text into the assembler; the listing of what it makes assembles to the same
 * words. */
#include "compiler/asm/asm.h"
#include "tests/fuzz/harness.h"

#include <string.h>

static void listing(const rg_object *object)
{
    char *text = NULL, error[512] = "";
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    CLAIM(out);
    CLAIM(rg_disassemble(object, out) == 0 && fclose(out) == 0);
    rg_object *again =
        rg_assemble(text, length, "listing.s", object->xlen, object->frac, error, sizeof error);
    if (!again)
        fprintf(stderr, "%s\n%s", error, text);
    CLAIM(again && again->code_count == object->code_count);
    CLAIM(again->code_count == 0
          || memcmp(again->code, object->code, again->code_count * sizeof *again->code) == 0);
    rg_object_free(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char error[512] = "", *text = fuzz_text(data, size);
    rg_object *object = rg_assemble(text, size, "fuzz.s", 64, 43, error, sizeof error);
    CLAIM(object || strstr(error, "error[R07") != NULL);
    if (object)
        listing(object);
    rg_object_free(object);
    free(text);
    return 0;
}
